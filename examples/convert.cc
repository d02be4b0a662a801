// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// C++ that converts for itself, without a script: files in any encoding to V8's
// strings, in chunks too, and strings to bytes, with errors as values.

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "libplatform/libplatform.h"
#include "v8.h"
#include "v8_encoding/convert.h"

namespace {

using v8_encoding::Encoding;

void Convert(v8::Isolate* isolate) {
  v8::Isolate::Scope isolate_scope(isolate);
  v8::HandleScope handle_scope(isolate);

  // A text in one piece. A byte order mark, if there is one, knows better.
  v8_encoding::DecodeOptions sniff;
  sniff.sniff_bom = true;
  v8::Local<v8::String> string;
  if (v8_encoding::DecodeToString(isolate,
                                  std::string_view("\xCF\xF0\xE8\xE2\xE5\xF2"),
                                  Encoding::kWindows1251, sniff)
          .string.ToLocal(&string)) {
    // UTF-8, whatever V8's own functions make of lone surrogates.
    puts(v8_encoding::EncodeToStdString(isolate, string).bytes.c_str());
  }

  // In chunks that cut a character.
  v8_encoding::StringDecoder decoder(Encoding::kShiftJis);
  std::string text;
  for (const std::string_view chunk : {"\x93\xFA\x96", "\x7B"}) {
    const v8_encoding::DecodedString part = decoder.Decode(isolate, chunk);
    if (part.string.ToLocal(&string)) {
      text += v8_encoding::EncodeToStdString(isolate, string).bytes;
    }
  }
  if (decoder.Finish(isolate).string.ToLocal(&string)) {
    text += v8_encoding::EncodeToStdString(isolate, string).bytes;
  }
  puts(text.c_str());

  // Errors are values, and say where.
  v8_encoding::DecodeOptions fatal;
  fatal.fatal = true;
  const v8_encoding::DecodedString broken = v8_encoding::DecodeToString(
      isolate, std::string_view("abc\xFF"), Encoding::kUtf8, fatal);
  printf("malformed: %d byte at %d\n", broken.error.length,
         static_cast<int>(broken.error.position));

  // To any encoding, as forms do it; and into memory that is too short.
  string = v8::String::NewFromUtf8Literal(isolate, "5 \u20AC");
  v8_encoding::EncodeOptions html;
  html.html = true;
  puts(v8_encoding::EncodeToStdString(isolate, string, Encoding::kKoi8R, html)
           .bytes.c_str());
  char memory[4];
  const v8_encoding::EncodedInto into =
      v8_encoding::EncodeInto(isolate, string, memory, sizeof(memory));
  printf("%zu units read, %zu of %zu bytes written\n", into.read, into.written,
         v8_encoding::Utf8Length(isolate, string));

  // Where there is a context: arrays, and exceptions for those who want them.
  v8::Local<v8::Context> context = v8::Context::New(isolate);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Uint8Array> array;
  if (v8_encoding::EncodeToUint8Array(context, string, Encoding::kIso8859_15)
          .array.ToLocal(&array)) {
    printf("%zu bytes in ISO-8859-15\n", array->ByteLength());
  }
  v8::TryCatch try_catch(isolate);
  v8_encoding::ThrowConversionError(context, broken.error, "File", "read");
  puts(*v8::String::Utf8Value(isolate, try_catch.Exception()));
}

}  // namespace

int main() {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  Convert(isolate);
  isolate->Dispose();
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
}
