// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Buffers that the isolate's allocator has no memory for.

#include <cstdlib>
#include <memory>
#include <string>

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

constexpr size_t kLimit = 1 << 20;

// Refuses what is longer than kLimit.
class SmallAllocator final : public v8::ArrayBuffer::Allocator {
 public:
  void* Allocate(size_t length) override {
    return length > kLimit ? nullptr : default_->Allocate(length);
  }
  void* AllocateUninitialized(size_t length) override {
    return length > kLimit ? nullptr : default_->AllocateUninitialized(length);
  }
  void Free(void* data, size_t length) override {
    default_->Free(data, length);
  }

 private:
  const std::unique_ptr<v8::ArrayBuffer::Allocator> default_{
      NewDefaultAllocator()};
};

v8::Isolate::CreateParams SmallMemory() {
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator_shared = std::make_shared<SmallAllocator>();
  return params;
}

class OutOfMemoryTest : public ShellTest {
 protected:
  OutOfMemoryTest() : ShellTest(SmallMemory()) {}

  // What is thrown where `expression` is evaluated after `set_up`.
  std::string Thrown(const std::string& set_up, const std::string& expression) {
    return Run(set_up + "; try { print(" + expression +
               "); } catch (e) { print(e.name, e instanceof RangeError); }");
  }
};

constexpr char kRangeError[] = "RangeError true\n";

TEST_F(OutOfMemoryTest, OfFilesIsARangeError) {
  const ScratchFolder folder;
  const std::string small = folder.Write("small", std::string(kLimit, 'x'));
  const std::string large = folder.Write("large", std::string(kLimit + 1, 'x'));
  EXPECT_EQ(Run("print(readFile('" + small + "').length)"), "1048576\n");
  EXPECT_EQ(Thrown("", "readFile('" + large + "')"), kRangeError);
  EXPECT_EQ(Thrown("", "readFile('" + large + "', {length: 4}).length"), "4\n");
  EXPECT_EQ(
      Thrown("const file = openFile('" + large + "')", "file.read(2 ** 30)"),
      kRangeError);
}

// A device has no size to ask for beforehand.
TEST_F(OutOfMemoryTest, OfADeviceIsARangeError) {
  EXPECT_EQ(Thrown("", "readFile('/dev/zero', {length: 2 ** 21})"),
            kRangeError);
}

TEST_F(OutOfMemoryTest, OfAnEncoderIsARangeError) {
  EXPECT_EQ(Thrown("const text = 'x'.repeat(2 ** 21)",
                   "encodeLegacy(text, 'windows-1252')"),
            kRangeError);
}

TEST_F(OutOfMemoryTest, OfACloneIsARangeError) {
  EXPECT_EQ(Thrown("const text = 'x'.repeat(2 ** 21)", "structuredClone(text)"),
            kRangeError);
  EXPECT_EQ(
      Thrown(
          "const { port1, port2 } = new MessageChannel()",
          "(port1.postMessage(text), port2.onmessage = () => print('came'))"),
      kRangeError);
  // The channel goes on.
  EXPECT_EQ(Run("port2.onmessage = (event) => { print(event.data); };"
                "port1.postMessage('small')"),
            "small\n");
}

}  // namespace
}  // namespace v8_encoding::shell
