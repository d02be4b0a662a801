// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The standard's building blocks, one to one: I/O queues, and decoder and
// encoder instances with their handlers.

#ifndef V8_ENCODING_SRC_MODEL_MODEL_CODER_H_
#define V8_ENCODING_SRC_MODEL_MODEL_CODER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/model/model_indexes.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::model {

// A byte or a scalar value; nullopt is *end-of-queue*.
using Item = std::optional<uint32_t>;
inline constexpr std::nullopt_t kEndOfQueue = std::nullopt;

// An *I/O queue* in immediate mode: it ends with end-of-queue, from the start.
// https://encoding.spec.whatwg.org/#concept-stream
class IoQueue {
 public:
  IoQueue() = default;

  // *Convert* a list *to an I/O queue*.
  template <typename Container>
  static IoQueue Of(const Container& items) {
    IoQueue queue;
    for (auto item : items) {
      queue.items_.insert(queue.items_.end() - 1, Item(item));
    }
    return queue;
  }

  Item Read();
  std::vector<uint32_t> Read(size_t number);
  std::vector<uint32_t> Peek(size_t number) const;
  void Push(Item item);
  void Restore(std::initializer_list<uint32_t> items);

  // *Convert* the queue *into a list*; nothing but end-of-queue remains.
  std::vector<uint32_t> ToList();

  // How many items stand before end-of-queue.
  size_t size() const { return items_.size() - 1; }

 private:
  std::deque<Item> items_{kEndOfQueue};
};

// What a *handler* returns.
struct Result {
  enum class Kind { kFinished, kItems, kError, kContinue };

  static Result Finished() { return {Kind::kFinished, {}, 0}; }
  static Result Continue() { return {Kind::kContinue, {}, 0}; }
  static Result Error() { return {Kind::kError, {}, 0}; }
  static Result ErrorWith(uint32_t code_point) {
    return {Kind::kError, {}, code_point};
  }
  static Result Items(std::vector<uint32_t> items) {
    return {Kind::kItems, std::move(items), 0};
  }

  Kind kind;
  std::vector<uint32_t> items;
  uint32_t code_point;  // Of an encoder's error.
};

// A decoder or encoder instance.
class Coder {
 public:
  virtual ~Coder() = default;
  virtual Result Handle(IoQueue& queue, Item item) = 0;

  // Of a decoder: how many bytes of an unfinished sequence its state holds.
  // The standard has no need of this; it tells where a malformed sequence is.
  virtual size_t PendingBytes() const { return 0; }
};

// One for each handler in the standard.
std::unique_ptr<Coder> NewUtf8Decoder();
std::unique_ptr<Coder> NewUtf8Encoder();
std::unique_ptr<Coder> NewSingleByteDecoder(Encoding encoding);
std::unique_ptr<Coder> NewSingleByteEncoder(Encoding encoding);
std::unique_ptr<Coder> NewGb18030Decoder();
std::unique_ptr<Coder> NewGb18030Encoder(bool is_gbk);
std::unique_ptr<Coder> NewBig5Decoder();
std::unique_ptr<Coder> NewBig5Encoder();
std::unique_ptr<Coder> NewEucJpDecoder();
std::unique_ptr<Coder> NewEucJpEncoder();
std::unique_ptr<Coder> NewIso2022JpDecoder();
std::unique_ptr<Coder> NewIso2022JpEncoder();
std::unique_ptr<Coder> NewShiftJisDecoder();
std::unique_ptr<Coder> NewShiftJisEncoder();
std::unique_ptr<Coder> NewEucKrDecoder();
std::unique_ptr<Coder> NewEucKrEncoder();
std::unique_ptr<Coder> NewReplacementDecoder();
std::unique_ptr<Coder> NewUtf16Decoder(bool is_big_endian);
std::unique_ptr<Coder> NewXUserDefinedDecoder();
std::unique_ptr<Coder> NewXUserDefinedEncoder();

// An *index* that can be asked both ways.
class Index {
 public:
  explicit Index(std::span<const IndexEntry> entries);
  // Excludes the entries whose pointer `excludes` is true for.
  Index(std::span<const IndexEntry> entries,
        const std::function<bool(uint32_t pointer)>& excludes);

  // *Index code point*.
  std::optional<uint32_t> CodePoint(uint32_t pointer) const;
  // *Index pointer*: the first one.
  std::optional<uint32_t> Pointer(uint32_t code_point) const;
  std::optional<uint32_t> LastPointer(uint32_t code_point) const;

 private:
  std::unordered_map<uint32_t, uint32_t> code_points_;
  std::unordered_map<uint32_t, uint32_t> first_pointers_;
  std::unordered_map<uint32_t, uint32_t> last_pointers_;
};

void Assert(bool condition);
bool IsSurrogate(uint32_t code_point);
bool IsUtf16(Encoding encoding);

// What is left in a queue of code points or bytes.
std::u32string ToText(IoQueue& queue);
std::vector<uint8_t> ToBytes(IoQueue& queue);

inline bool InRange(Item item, uint32_t first, uint32_t last) {
  return item && *item >= first && *item <= last;
}
// *ASCII byte* and *ASCII code point*.
inline bool IsAscii(Item item) {
  return InRange(item, 0x00, 0x7F);
}

}  // namespace v8_encoding::model

#endif  // V8_ENCODING_SRC_MODEL_MODEL_CODER_H_
