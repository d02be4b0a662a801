// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// File descriptors, read and written whole. Errors are errno values, 0 for
// none; EINTR is never one of them.

#ifndef V8_ENCODING_SHELL_FILES_DESCRIPTORS_H_
#define V8_ENCODING_SHELL_FILES_DESCRIPTORS_H_

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/runtime/output.h"

namespace v8_encoding::shell {

// Unless the descriptor is a terminal, collects what is written for kMaxDelay
// at most: a write(2) for each of a million short lines takes several times as
// long as all else about them. Then a thread writes it, so a process that goes
// on without a word and is killed has said all that it had to say. The thread's
// errors are those of the next call. Does not own the descriptor, and does not
// flush when destroyed: nobody could hear of the error.
class FdOutput final : public Output {
 public:
  enum class Buffering { kAuto, kNone };

  static constexpr std::chrono::milliseconds kMaxDelay{2};

  explicit FdOutput(int fd, Buffering buffering = Buffering::kAuto);
  FdOutput(const FdOutput&) = delete;
  FdOutput& operator=(const FdOutput&) = delete;
  ~FdOutput() override;

  int Write(std::string_view bytes) override;
  int Flush() override;

  // For the handler of a signal that ends the process, on any thread: nothing
  // can be written after it. Allocates nothing, and gives up if what the signal
  // interrupted is a call of this object's.
  void FlushForTheLastTime();

 private:
  // False if the system has no more threads.
  bool HasFlusher();
  void RunFlusher();
  // With mutex_ held.
  int FlushBuffer();

  const int fd_;
  const bool unbuffered_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable wake_;
  std::string buffer_;  // never longer than the memory that it starts with
  int flusher_error_ = 0;
  bool flusher_idles_ = false;
  bool ends_ = false;
  std::optional<pthread_t> flusher_;
};

[[nodiscard]] int WriteAll(int fd, std::string_view bytes);

// One read: *count is 0 at the end only.
[[nodiscard]] int ReadSome(int fd, std::span<uint8_t> buffer, size_t* count);

// Until `buffer` is full or the file ends.
[[nodiscard]] int ReadFull(int fd, std::span<uint8_t> buffer, size_t* count);

// Everything from here to the end, or `limit` bytes of it. ENOMEM if there's no
// memory.
[[nodiscard]] int ReadToEnd(int fd,
                            std::vector<uint8_t>* bytes,
                            size_t limit = SIZE_MAX);

// What a regular file has from the current position on; empty for anything
// else, and for files whose size says nothing (as in /proc).
[[nodiscard]] std::optional<uint64_t> RemainingSize(int fd);

// More than any script or text of V8's can have; /dev/zero never ends.
inline constexpr size_t kMaxWholeFile = size_t{2} << 30;

// A whole file, "-" meaning standard input. A folder is EISDIR, more than
// kMaxWholeFile EFBIG.
[[nodiscard]] int ReadWholeFile(const std::string& path,
                                std::vector<uint8_t>* bytes);

// Bytes as the characters that they are in memory.
inline std::string_view AsText(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Owns a descriptor.
class ScopedFd {
 public:
  explicit ScopedFd(int fd) : fd_(fd) {}
  ScopedFd(const ScopedFd&) = delete;
  ScopedFd& operator=(const ScopedFd&) = delete;
  ~ScopedFd();

  int get() const { return fd_; }
  // What a network file system could not write, it says here.
  [[nodiscard]] int Close();

 private:
  int fd_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_DESCRIPTORS_H_
