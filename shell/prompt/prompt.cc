// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/prompt.h"

#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "shell/prompt/completion.h"
#include "shell/prompt/history.h"
#include "shell/prompt/repl.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "v8_encoding/version.h"

namespace v8_encoding::shell {
namespace {

constexpr char kPrompt[] = "> ";
constexpr char kContinuationPrompt[] = "... ";

// Written to by the handler of SIGINT, which may do little else.
volatile sig_atomic_t interrupt_fd = -1;

void OnInterrupt(int) {
  const int saved_errno = errno;
  const char byte = 0;
  (void)!write(interrupt_fd, &byte, 1);
  errno = saved_errno;
}

struct Pipe {
  Pipe() {
    if (pipe2(fds, O_CLOEXEC) != 0) {
      fds[0] = fds[1] = -1;
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(fds[0]);
    close(fds[1]);
  }
  int fds[2];
};

// Turns SIGINT into the end of the running script, or, if none is running, into
// a byte to read. V8 may not be called by a signal handler, hence the thread.
class Interrupts {
 public:
  explicit Interrupts(v8::Isolate* isolate)
      : isolate_(isolate), watcher_([this] { Watch(); }) {
    interrupt_fd = signalled_.fds[1];
    struct sigaction action = {};
    action.sa_handler = OnInterrupt;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, &old_action_);
  }

  ~Interrupts() {
    sigaction(SIGINT, &old_action_, nullptr);
    interrupt_fd = -1;
    const char stop = 1;
    (void)!write(signalled_.fds[1], &stop, 1);
    watcher_.join();
  }

  // Readable when the user wants the line to be cleared.
  int fd() const { return at_prompt_.fds[0]; }

  // Returns whether the script that is over was stopped.
  bool SetRunning(bool running) {
    const std::lock_guard lock(mutex_);
    running_ = running;
    if (!running) {
      // It may have come after the script's end.
      isolate_->CancelTerminateExecution();
    }
    return std::exchange(interrupted_, false);
  }

 private:
  void Watch() {
    pollfd signalled = {signalled_.fds[0], POLLIN, 0};
    bool insists = false;
    while (true) {
      const int count = poll(&signalled, 1, insists ? 50 : -1);
      char byte = 0;
      if (count > 0 && (read(signalled.fd, &byte, 1) != 1 || byte != 0)) {
        return;
      }
      const std::lock_guard lock(mutex_);
      if (!running_ && count > 0) {
        (void)!write(at_prompt_.fds[1], &byte, 1);
      }
      interrupted_ |= running_ && count > 0;
      // V8 may be between a script and its microtasks, in code that drops a
      // termination. So that is asked for until all of it is over.
      insists = running_ && interrupted_;
      if (insists) {
        isolate_->TerminateExecution();
      }
    }
  }

  v8::Isolate* const isolate_;
  Pipe signalled_;
  Pipe at_prompt_;
  std::mutex mutex_;
  bool running_ = false;
  bool interrupted_ = false;
  struct sigaction old_action_ = {};
  std::thread watcher_;  // last: it uses the others
};

class LineEditor {
 public:
  LineEditor(Realm& realm,
             PromptOutput& out,
             PromptOutput& error_out,
             Interrupts& interrupts)
      : realm_(realm),
        repl_(realm),
        out_(out),
        error_out_(error_out),
        interrupts_(interrupts),
        editor_(el_init("shell", stdin, stdout, stderr)),
        history_(history_init()) {
    HistEvent event;
    history(history_, &event, H_SETSIZE, static_cast<int>(History::kMaxLines));
    history(history_, &event, H_SETUNIQUE, 1);
    for (const std::string& line : history_file_.Load()) {
      history(history_, &event, H_ENTER, line.c_str());
    }
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &LineEditor::Prompt);
    el_set(editor_, EL_GETCFN, &LineEditor::OnReadCharacter);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // In wide characters: of others libedit makes copies that it never frees.
    el_wset(editor_, EL_ADDFN, L"complete", L"Completes a name",
            &LineEditor::OnTab);
    el_set(editor_, EL_BIND, "^I", "complete", nullptr);
  }
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor() {
    el_end(editor_);
    history_end(history_);
  }

  void Run() {
    Runtime& runtime = realm_.runtime();
    while (!runtime.stopped()) {
      int length = 0;
      // Else libedit would do so only after it has shown the prompt, and a
      // Ctrl-D that is quicker would be lost.
      el_set(editor_, EL_PREP_TERM, 1);
      // libedit is told of a signal by errno, and of the end by a null without.
      errno = 0;
      const char* line = el_gets(editor_, &length);
      ShowLine(false);
      if (line == nullptr || length <= 0) {
        if (errno == EINTR && length < 0 && !runtime.stopped()) {
          runtime.WriteOut("^C\n");
          runtime.FlushOut();
          repl_.Cancel();
          el_reset(editor_);
          continue;
        }
        break;
      }
      std::string_view text(line, static_cast<size_t>(length));
      while (text.ends_with('\n') || text.ends_with('\r')) {
        text.remove_suffix(1);
      }
      if (text.find_first_not_of(" \t") != text.npos) {
        HistEvent event;
        history(history_, &event, H_ENTER, std::string(text).c_str());
        history_file_.Add(text);
      }
      interrupts_.SetRunning(true);
      repl_.AddLine(text);
      if (interrupts_.SetRunning(false)) {
        // After the ^C that the terminal has shown.
        runtime.WriteError("\nInterrupted\n");
      }
    }
    if (!runtime.stopped()) {
      runtime.WriteOut("\n");
    }
  }

 private:
  static LineEditor* From(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<LineEditor*>(self);
  }

  static char* Prompt(EditLine* editor) {
    // libedit does not write to it.
    return const_cast<char*>(
        From(editor)->repl_.is_empty() ? kPrompt : kContinuationPrompt);
  }

  static unsigned char OnTab(EditLine* editor, int /*key*/) {
    return From(editor)->Complete();
  }

  unsigned char Complete() {
    const LineInfo* line = el_line(editor_);
    const std::string_view text(
        line->buffer, static_cast<size_t>(line->cursor - line->buffer));
    std::string rest;
    if (text.find_first_not_of(" \t") == text.npos) {
      rest = "  ";  // To indent, also what is pasted.
    } else {
      const Completion completion = repl_.Complete(text);
      rest = completion.rest;
      if (rest.empty() && completion.names.size() > 1) {
        ListNames(completion.names);
        return CC_REDISPLAY;
      }
    }
    if (rest.empty() || el_insertstr(editor_, rest.c_str()) != 0) {
      return CC_REFRESH_BEEP;
    }
    return CC_REFRESH;
  }

  // Below the line; libedit then shows that again.
  void ListNames(const std::vector<std::string>& names) {
    ShowLine(false);
    winsize size = {};
    const bool known =
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    Runtime& runtime = realm_.runtime();
    runtime.WriteOut("\n" +
                     FormatNames(realm_, names, known ? size.ws_col : 80));
    runtime.FlushOut();
  }

  // For libedit: 1, or 0 at the end, or -1 after a signal.
  static int OnReadCharacter(EditLine* editor, wchar_t* character) {
    return From(editor)->ReadCharacter(character);
  }

  int ReadCharacter(wchar_t* character) {
    mbstate_t state = {};
    while (true) {
      if (!RunTasks()) {
        errno = EINTR;
        return -1;
      }
      if (realm_.runtime().stopped()) {
        return 0;
      }
      pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {interrupts_.fd(), POLLIN, 0}};
      if (poll(fds, 2, WaitMilliseconds()) < 0 && errno != EINTR) {
        return -1;
      }
      char byte = 0;
      if ((fds[1].revents & POLLIN) != 0) {
        (void)!read(interrupts_.fd(), &byte, 1);
        errno = EINTR;
        return -1;
      }
      if (fds[0].revents == 0) {
        continue;
      }
      const ssize_t count = read(STDIN_FILENO, &byte, 1);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
        continue;
      }
      if (count <= 0) {
        return 0;
      }
      const size_t used = mbrtowc(character, &byte, 1, &state);
      if (used == static_cast<size_t>(-1)) {
        state = {};  // Malformed: as if it had not been typed.
      } else if (used != static_cast<size_t>(-2)) {
        return 1;
      }
    }
  }

  // What has become ready while the user thinks. Its output must not mix with
  // the line on the screen. False if nothing has, and a Ctrl-C came meanwhile,
  // which is for the line.
  bool RunTasks() {
    ShowLine(true);
    interrupts_.SetRunning(true);
    // Not for ever: the user's keys come first.
    int ran = 0;
    while (ran < 100 && realm_.runtime().RunOneTask()) {
      ++ran;
    }
    if (interrupts_.SetRunning(false)) {
      if (ran == 0) {
        return false;
      }
      realm_.runtime().WriteError("^C\nInterrupted\n");
    }
    realm_.runtime().FlushOut();
    if (!out_.line_shown() || !error_out_.line_shown()) {
      ShowLine(true);
      el_set(editor_, EL_REFRESH);
    }
    return true;
  }

  void ShowLine(bool shown) {
    out_.set_line_shown(shown);
    error_out_.set_line_shown(shown);
  }

  int WaitMilliseconds() {
    using std::chrono::milliseconds;
    const auto limit =
        milliseconds(realm_.isolate()->HasPendingBackgroundTasks() ? 5 : 500);
    // Rounded up, else it would spin through the last millisecond.
    return static_cast<int>(std::chrono::ceil<milliseconds>(
                                realm_.runtime().loop().TimeToNext(limit))
                                .count());
  }

  Realm& realm_;
  Repl repl_;
  PromptOutput& out_;
  PromptOutput& error_out_;
  Interrupts& interrupts_;
  History history_file_{History::PathFromEnvironment()};
  EditLine* const editor_;
  ::History* const history_;
};

}  // namespace

int PromptOutput::Write(std::string_view bytes) {
  if (line_shown_) {
    line_shown_ = false;
    if (const int error = inner_.Write("\r\x1b[K"); error != 0) {
      return error;
    }
  }
  return inner_.Write(bytes);
}

void RunPrompt(Realm& realm,
               PromptOutput& out,
               PromptOutput& error_out,
               const std::function<void()>& script) {
  Runtime& runtime = realm.runtime();
  Interrupts interrupts(realm.isolate());
  interrupts.SetRunning(true);
  script();
  runtime.PerformCheckpoint();
  if (interrupts.SetRunning(false)) {
    runtime.WriteError("\nInterrupted\n");
  }
  if (runtime.stopped()) {
    return;
  }
  // libedit converts with the locale's functions; what comes is UTF-8.
  setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
  runtime.WriteOut("v8-encoding shell " + std::string(kVersion) + ", V8 " +
                   v8::V8::GetVersion() +
                   " (.help for help, Ctrl-D to leave)\n");
  runtime.FlushOut();
  LineEditor(realm, out, error_out, interrupts).Run();
}

}  // namespace v8_encoding::shell
