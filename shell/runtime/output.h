// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where a runtime's output goes.

#ifndef V8_ENCODING_SHELL_RUNTIME_OUTPUT_H_
#define V8_ENCODING_SHELL_RUNTIME_OUTPUT_H_

#include <string>
#include <string_view>

namespace v8_encoding::shell {

// Errors are errno values, 0 for none.
class Output {
 public:
  virtual ~Output() = default;
  [[nodiscard]] virtual int Write(std::string_view bytes) = 0;
  [[nodiscard]] virtual int Flush() = 0;
};

// For tests, and for embedders that want the output elsewhere.
class StringOutput final : public Output {
 public:
  int Write(std::string_view bytes) override {
    text_ += bytes;
    return 0;
  }
  int Flush() override { return 0; }
  const std::string& text() const { return text_; }
  void Clear() { text_.clear(); }

 private:
  std::string text_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_OUTPUT_H_
