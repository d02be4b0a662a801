// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace v8_encoding::shell {
namespace {

class FdOutputTest : public ::testing::Test {
 protected:
  FdOutputTest() { EXPECT_EQ(pipe2(fds_.data(), O_CLOEXEC), 0); }
  ~FdOutputTest() override {
    close(fds_[0]);
    close(fds_[1]);
  }

  int write_end() const { return fds_[1]; }

  // Waits for something to read.
  std::string Read() {
    std::array<char, 4096> buffer;
    const ssize_t count = read(fds_[0], buffer.data(), buffer.size());
    return {buffer.data(), count > 0 ? static_cast<size_t>(count) : 0};
  }

 private:
  std::array<int, 2> fds_{};
};

TEST_F(FdOutputTest, WritesByItselfBeforeLong) {
  FdOutput out(write_end());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(out.Write("one "), 0);
    EXPECT_EQ(out.Write("two"), 0);
    std::string text;
    while (text.size() < 7) {
      text += Read();
    }
    EXPECT_EQ(text, "one two");
    // Once while the thread waits for more, once while it sleeps.
    std::this_thread::sleep_for(i * 2 * FdOutput::kMaxDelay);
  }
}

TEST_F(FdOutputTest, IsWholeAfterAMillionWrites) {
  FdOutput out(write_end());
  constexpr int kCount = 1'000'000;
  std::thread writer([&] {
    for (int i = 0; i < kCount; ++i) {
      EXPECT_EQ(out.Write(i % 2 == 0 ? "ab" : "cde"), 0);
    }
    EXPECT_EQ(out.Flush(), 0);
  });
  std::string text;
  while (text.size() < kCount / 2 * 5) {
    text += Read();
  }
  writer.join();
  std::string expected;
  for (int i = 0; i < kCount / 2; ++i) {
    expected += "abcde";
  }
  EXPECT_TRUE(text == expected);
}

// As another process may have made it that has the pipe, too.
TEST_F(FdOutputTest, WaitsForAPipeThatDoesNotWait) {
  ASSERT_EQ(fcntl(write_end(), F_SETFL, O_NONBLOCK), 0);
  const std::string expected(1 << 20, 'a');
  std::thread writer([&] { EXPECT_EQ(WriteAll(write_end(), expected), 0); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::string text;
  while (text.size() < expected.size()) {
    text += Read();
  }
  writer.join();
  EXPECT_TRUE(text == expected);
}

TEST_F(FdOutputTest, TellsTheNextCallOfAnError) {
  const ScopedFd full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  for (const bool flushes : {false, true}) {
    FdOutput out(full.get());
    EXPECT_EQ(out.Write("text"), 0);
    // Until the thread has failed.
    int error = 0;
    for (int i = 0; i < 1000 && error == 0; ++i) {
      std::this_thread::sleep_for(2 * FdOutput::kMaxDelay);
      error = flushes ? out.Flush() : out.Write("");
    }
    EXPECT_EQ(error, ENOSPC);
    // Once only, and what couldn't be written isn't written again.
    EXPECT_EQ(out.Flush(), 0);
  }
}

}  // namespace
}  // namespace v8_encoding::shell
