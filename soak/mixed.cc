// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "soak/mixed.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/model/model.h"
#include "src/testing/corpora.h"
#include "v8_encoding/convert.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::soak {

namespace {

using Bytes = std::vector<uint8_t>;

constexpr char kDecode[] = R"(
(label, fatal, ignoreBOM, chunks) => {
  const decoder = new TextDecoder(label, { fatal, ignoreBOM });
  return chunks.map((chunk, i) => {
    try {
      return decoder.decode(chunk, { stream: i + 1 < chunks.length });
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error;
      }
      return null;
    }
  });
})";

constexpr char kEncode[] = R"(
(text, room) => {
  const encoder = new TextEncoder();
  const whole = encoder.encode(text);
  const part = new Uint8Array(room);
  const { read, written } = encoder.encodeInto(text, part);
  return [whole, read, part.subarray(0, written)];
})";

v8::Local<v8::String> NewString(v8::Isolate* isolate,
                                const std::u16string& text) {
  return v8::String::NewFromTwoByte(
             isolate, reinterpret_cast<const uint16_t*>(text.data()),
             v8::NewStringType::kNormal, static_cast<int>(text.size()))
      .ToLocalChecked();
}

std::u16string UnitsOf(v8::Isolate* isolate, v8::Local<v8::Value> string) {
  const v8::String::Value units(isolate, string);
  return std::u16string(reinterpret_cast<const char16_t*>(*units),
                        static_cast<size_t>(units.length()));
}

Bytes BytesOf(v8::Local<v8::Value> array) {
  const auto view = array.As<v8::Uint8Array>();
  Bytes bytes(view->ByteLength());
  view->CopyContents(bytes.data(), bytes.size());
  return bytes;
}

v8::Local<v8::Value> NewChunk(v8::Isolate* isolate, const Bytes& bytes) {
  v8::Local<v8::ArrayBuffer> buffer =
      v8::ArrayBuffer::New(isolate, bytes.size());
  std::ranges::copy(bytes, static_cast<uint8_t*>(buffer->Data()));
  return v8::Uint8Array::New(buffer, 0, bytes.size());
}

bool Fail(const char* what, Encoding encoding) {
  std::fprintf(stderr, "%s differs from the model, %s\n", what,
               std::string(Name(encoding)).c_str());
  return false;
}

std::vector<Bytes> Cut(const Bytes& bytes, test_support::Random& random) {
  std::vector<Bytes> chunks;
  size_t at = 0;
  do {
    const size_t size = std::min<size_t>(
        bytes.size() - at, random.Below(random.Chance(50) ? 8 : 5000));
    chunks.emplace_back(bytes.begin() + static_cast<ptrdiff_t>(at),
                        bytes.begin() + static_cast<ptrdiff_t>(at + size));
    at += size;
  } while (at != bytes.size());
  return chunks;
}

}  // namespace

bool Mixed::Step() {
  ++steps_;
  return engine_->InContext([this](v8::Local<v8::Context> context) {
    const auto encoding = static_cast<Encoding>(random_.Below(kEncodingCount));
    const std::span<const test_support::Script> scripts =
        test_support::ScriptsOf(encoding);
    std::u16string text =
        scripts.empty()
            ? u""
            : test_support::Corpus(
                  scripts[random_.Below(static_cast<uint32_t>(scripts.size()))],
                  random_.Below(random_.Chance(80) ? 100 : 20000),
                  random_.Next());
    if (!text.empty() && random_.Chance(50)) {
      text[random_.Below(static_cast<uint32_t>(text.size()))] =
          static_cast<char16_t>(random_.Below(0x10000));
    }
    return CheckEncoding(context, encoding, text) &&
           CheckDecoding(context, encoding, text);
  });
}

bool Mixed::CheckEncoding(v8::Local<v8::Context> context,
                          Encoding encoding,
                          const std::u16string& text) {
  v8::Isolate* const isolate = engine_->isolate();
  const size_t room = random_.Below(static_cast<uint32_t>(text.size() * 3 + 8));
  v8::Local<v8::String> string = NewString(isolate, text);
  v8::Local<v8::Value> arguments[] = {
      string, v8::Number::New(isolate, static_cast<double>(room))};
  v8::Local<v8::Value> result;
  if (!engine_->Function(context, kEncode)
           ->Call(context, v8::Undefined(isolate), 2, arguments)
           .ToLocal(&result)) {
    return false;
  }
  const auto parts = result.As<v8::Array>();
  const auto part = [&](uint32_t i) {
    return parts->Get(context, i).ToLocalChecked();
  };
  const model::EncodeIntoOutcome into =
      model::TextEncoderEncodeInto(text, room);
  if (BytesOf(part(0)) != model::TextEncoderEncode(text)) {
    return Fail("encode()", Encoding::kUtf8);
  }
  if (part(1)->IntegerValue(context).FromJust() !=
          static_cast<int64_t>(into.read) ||
      BytesOf(part(2)) != into.written) {
    return Fail("encodeInto()", Encoding::kUtf8);
  }
  const Encoding output = GetOutputEncoding(encoding);
  if (!HasEncoder(output)) {
    return true;
  }
  const Bytes expected = model::Encode(model::ToScalarValues(text), output);
  return EncodeToStdString(isolate, string, output, {.html = true}).bytes ==
             std::string(expected.begin(), expected.end()) ||
         Fail("EncodeToStdString()", output);
}

bool Mixed::CheckDecoding(v8::Local<v8::Context> context,
                          Encoding encoding,
                          const std::u16string& text) {
  v8::Isolate* const isolate = engine_->isolate();
  if (encoding == Encoding::kReplacement) {
    return true;
  }
  Bytes bytes =
      model::Encode(model::ToScalarValues(text), GetOutputEncoding(encoding));
  for (uint32_t n = random_.Below(4); n != 0 && !bytes.empty(); --n) {
    bytes[random_.Below(static_cast<uint32_t>(bytes.size()))] =
        static_cast<uint8_t>(random_.Below(0x100));
  }
  const std::vector<Bytes> chunks = Cut(bytes, random_);
  const bool fatal = random_.Chance(30);
  const bool ignore_bom = random_.Chance(30);
  std::vector<v8::Local<v8::Value>> values;
  values.reserve(chunks.size());
  for (const Bytes& chunk : chunks) {
    values.push_back(NewChunk(isolate, chunk));
  }
  const std::string label(Name(encoding));
  v8::Local<v8::Value> arguments[] = {
      v8::String::NewFromUtf8(isolate, label.c_str()).ToLocalChecked(),
      v8::Boolean::New(isolate, fatal), v8::Boolean::New(isolate, ignore_bom),
      v8::Array::New(isolate, values.data(), values.size())};
  v8::Local<v8::Value> result;
  if (!engine_->Function(context, kDecode)
           ->Call(context, v8::Undefined(isolate), 4, arguments)
           .ToLocal(&result)) {
    return false;
  }
  model::TextDecoder expected(encoding,
                              {.fatal = fatal, .ignore_bom = ignore_bom});
  StringDecoder string_decoder(encoding, {.ignore_bom = ignore_bom});
  std::u16string whole;
  std::u16string whole_expected;
  for (size_t i = 0; i < chunks.size(); ++i) {
    const bool is_last = i + 1 == chunks.size();
    const std::optional<std::u32string> want =
        expected.Decode(chunks[i], !is_last);
    v8::Local<v8::Value> got = result.As<v8::Array>()
                                   ->Get(context, static_cast<uint32_t>(i))
                                   .ToLocalChecked();
    if (got->IsNull() != !want.has_value() ||
        (want && UnitsOf(isolate, got) != model::ToUtf16(*want))) {
      return Fail("decode()", encoding);
    }
    if (fatal) {
      continue;
    }
    whole_expected += model::ToUtf16(*want);
    DecodedString decoded = is_last ? string_decoder.Finish(isolate, chunks[i])
                                    : string_decoder.Decode(isolate, chunks[i]);
    whole += UnitsOf(isolate, decoded.string.ToLocalChecked());
  }
  return whole == whole_expected || Fail("StringDecoder", encoding);
}

}  // namespace v8_encoding::soak
