// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The prompt, on a terminal: the program stands beside this test.

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using ::testing::HasSubstr;

constexpr char kTab[] = "\t";
constexpr char kUp[] = "\x1b[A";
constexpr char kInterrupt[] = "\x03";
constexpr char kEnd[] = "\x04";

// A session, with its history in `state`.
class Session {
 public:
  explicit Session(const std::string& state, const char* script = nullptr) {
    const std::string shell = std::filesystem::read_symlink("/proc/self/exe")
                                  .replace_filename("shell")
                                  .string();
    winsize size = {};
    size.ws_row = 40;
    size.ws_col = 100;
    pid_ = forkpty(&fd_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      setenv("XDG_STATE_HOME", state.c_str(), 1);
      unsetenv("V8_ENCODING_SHELL_HISTORY");
      setenv("TERM", "xterm", 1);
      if (script == nullptr) {
        execl(shell.c_str(), "shell", nullptr);
      } else {
        execl(shell.c_str(), "shell", "-i", "-e", script, nullptr);
      }
      _exit(127);
    }
    if (script == nullptr) {
      ReadUntil("> ");
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(fd_);
  }

  // Types, and returns what the terminal shows up to `until`, which must come
  // within some seconds.
  std::string Type(const std::string& keys, const std::string& until) {
    if (write(fd_, keys.data(), keys.size()) !=
        static_cast<ssize_t>(keys.size())) {
      return "<can't write>";
    }
    return ReadUntil(until);
  }

  // A line, and what comes up to the next prompt.
  std::string Enter(const std::string& line) {
    return Type(line + "\r", "\r\n> ");
  }

  // The exit code, or -1 if it doesn't leave within some seconds.
  int WaitForEnd() {
    ReadUntil("no such text: up to the end");
    int status = 0;
    for (int i = 0; i < 1000; ++i) {
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
      usleep(10'000);
    }
    return -1;
  }

 private:
  std::string ReadUntil(const std::string& until) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(20);
    std::string text;
    while (text.find(until) == text.npos && Clock::now() < end) {
      pollfd poll_fd = {fd_, POLLIN, 0};
      char buffer[4096];
      if (poll(&poll_fd, 1, 100) <= 0) {
        continue;
      }
      const ssize_t count = read(fd_, buffer, sizeof buffer);
      if (count <= 0) {
        break;  // The other side is closed.
      }
      text.append(buffer, static_cast<size_t>(count));
    }
    return text;
  }

  int fd_ = -1;
  pid_t pid_ = -1;
};

class PromptTest : public ::testing::Test {
 protected:
  const ScratchFolder state_;
  Session session_{state_.path()};
};

TEST_F(PromptTest, RunsLines) {
  EXPECT_THAT(session_.Enter("const a = await 20"), HasSubstr("undefined"));
  EXPECT_THAT(session_.Enter("const a = 21; a * 2"), HasSubstr("\n42\r"));
  EXPECT_THAT(session_.Enter("_ + 1"), HasSubstr("\n43\r"));
  session_.Type(kEnd, "\n");
  EXPECT_EQ(session_.WaitForEnd(), 0);
}

TEST_F(PromptTest, CompletesOnTab) {
  session_.Enter(
      "const harbour = {masts: 30, master: 'Ann', get bell() {"
      "print('r' + 'an') }}");
  EXPECT_THAT(session_.Type(std::string("harb") + kTab, "our"),
              HasSubstr("our"));
  EXPECT_THAT(session_.Type(std::string(".ma") + kTab, "st"), HasSubstr("st"));
  // Two names: they are shown, and the line again.
  const std::string names = session_.Type(kTab, "> harbour.mast");
  EXPECT_THAT(names, HasSubstr("master  masts\r\n"));
  EXPECT_THAT(session_.Enter("s + 1"), HasSubstr("\n31\r"));
  const std::string all =
      session_.Type(std::string("harbour.") + kTab, "> harbour.");
  EXPECT_THAT(all, HasSubstr("bell"));
  EXPECT_THAT(all, HasSubstr("hasOwnProperty"));
  EXPECT_THAT(all, ::testing::Not(HasSubstr("ran")));
  EXPECT_THAT(session_.Enter("masts + 2"), HasSubstr("\n32\r"));
  // At the start of a line there is no name: pasted code may be indented.
  EXPECT_THAT(session_.Enter(std::string(kTab) + "5"), HasSubstr("\n5\r"));
}

TEST_F(PromptTest, KeepsHistory) {
  session_.Enter("600 + 66");
  EXPECT_THAT(session_.Enter("quit(3)"), HasSubstr("quit"));
  EXPECT_EQ(session_.WaitForEnd(), 3);
  Session next(state_.path());
  EXPECT_THAT(next.Type(kUp, "quit(3)"), HasSubstr("quit(3)"));
  EXPECT_THAT(next.Type(kUp, "600 + 66"), HasSubstr("600 + 66"));
  EXPECT_THAT(next.Enter(""), HasSubstr("\n666\r"));
}

TEST_F(PromptTest, StopsWhatRuns) {
  for (const std::string script :
       {"for (;;);", "await 0; for (;;);",
        "await new Promise(r => setTimeout(r, 1e6))",
        "await new Promise(() => setInterval(() => 0, 1))",
        "Promise.resolve().then(() => { for (;;); }); 5",
        "(function again() { Promise.resolve().then(again); })()"}) {
    EXPECT_THAT(
        session_.Type("print('st' + 'art'); " + script + "\r", "\nstart\r\n"),
        HasSubstr("\nstart\r\n"));
    const std::string shown = session_.Type(kInterrupt, "\r\n> ");
    EXPECT_THAT(shown, HasSubstr("Interrupted")) << script;
    EXPECT_THAT(shown, ::testing::Not(HasSubstr("Nothing"))) << script;
    EXPECT_THAT(shown, ::testing::Not(HasSubstr("too long"))) << script;
  }
  session_.Type("f((", "f((");
  session_.Type(kInterrupt, "> ");
  EXPECT_THAT(session_.Enter("7"), HasSubstr("\n7\r"));
  session_.Enter(".exit");
  EXPECT_EQ(session_.WaitForEnd(), 0);
}

// Also while the prompt looks if there is a task to run, which is some
// microseconds after each key: hence so often.
TEST_F(PromptTest, ClearsTheLine) {
  for (int i = 0; i < 2000; ++i) {
    session_.Type("f((", "f((");
    const std::string shown = session_.Type(kInterrupt, "\n> ");
    ASSERT_THAT(shown, HasSubstr("\n> "));
    ASSERT_THAT(shown, ::testing::Not(HasSubstr("Interrupted")));
  }
  EXPECT_THAT(session_.Enter("7"), HasSubstr("\n7\r"));
}

TEST_F(PromptTest, StopsTheScriptBeforeIt) {
  for (const char* script :
       {"print('st' + 'art'); for (;;);",
        "print('st' + 'art');"
        "(function again() { Promise.resolve().then(again); })()"}) {
    Session session(state_.path(), script);
    session.Type("", "start\r\n");
    const std::string shown = session.Type(kInterrupt, "\r\n> ");
    EXPECT_THAT(shown, HasSubstr("Interrupted")) << script;
    EXPECT_THAT(session.Enter("6 * 7"), HasSubstr("\n42\r")) << script;
  }
}

}  // namespace
}  // namespace v8_encoding::shell
