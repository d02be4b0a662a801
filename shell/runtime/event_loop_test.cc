// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/runtime/event_loop.h"

#include <chrono>
#include <thread>

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using TimersTest = ShellTest;

TEST_F(TimersTest, RunByTimeThenByOrder) {
  // Again with longer times where a busy machine takes as long for the lines as
  // lies between two timers.
  EXPECT_EQ(Run(R"(
    let ids = [];
    let time = 5;
    let start;
    do {
      ids.forEach(clearTimeout);
      time *= 2;
      start = performance.now();
      ids = [
        setTimeout(() => print('late'), 2 * time),
        setTimeout(() => print('a'), time),
        setTimeout(() => print('b'), time),
        setTimeout(() => print('0')),
        setTimeout(() => print('-5'), -5),
      ];
    } while (performance.now() - start >= time);
    Promise.resolve().then(() => print('microtask'));
    print('script');)"),
            "script\nmicrotask\n0\n-5\na\nb\nlate\n");
}

TEST_F(TimersTest, PassArgumentsAndThis) {
  EXPECT_EQ(Run("setTimeout(function(...a) { print(a, this === globalThis) },"
                "0, 1, 'x', {})"),
            "[ 1, \"x\", {} ] true\n");
}

TEST_F(TimersTest, MicrotasksRunBetweenThem) {
  EXPECT_EQ(
      Run("setTimeout(() => { print(1); queueMicrotask(() => print(2)) });"
          "setTimeout(() => print(3))"),
      "1\n2\n3\n");
}

TEST_F(TimersTest, CanBeCleared) {
  EXPECT_EQ(Run(R"(
    clearTimeout(setTimeout(() => print('never')));
    clearInterval(setTimeout(() => print('never')));
    const later = setTimeout(() => print('never'), 60000);
    setTimeout(() => clearTimeout(later));
    clearTimeout(); clearTimeout(12345); clearTimeout('x');
    let n = 0;
    const id = setInterval(() => { print(++n); if (n == 3) clearInterval(id); });
    print(typeof id, setTimeout(() => {}) > 0);)"),
            "number true\n1\n2\n3\n");
}

TEST_F(TimersTest, IntervalsLeaveTimeForOthers) {
  EXPECT_EQ(Run("let n = 0; const id = setInterval(() => ++n, 0);"
                "setTimeout(() => { clearInterval(id); print(n >= 0) }, 3)"),
            "true\n");
}

TEST_F(TimersTest, WantFunctions) {
  EXPECT_EQ(Run("for (const f of [setTimeout, setInterval, queueMicrotask])"
                "try { f('code') } catch (e) { print(e.name) }"),
            "TypeError\nTypeError\nTypeError\n");
}

TEST_F(TimersTest, AreStoppedByAnError) {
  EXPECT_EQ(Run("setTimeout(() => { throw new Error('first') });"
                "setTimeout(() => print('never'))"),
            "");
  EXPECT_EQ(runtime().exit_code(), 1);
  EXPECT_THAT(errors(), ::testing::HasSubstr("Uncaught Error: first"));
}

TEST_F(TimersTest, GoWithTheirRealm) {
  Realm* other = runtime().CreateRealm();
  runtime().RunScript(*other, "setInterval(() => print('never'))", "a.js");
  runtime().DisposeRealm(other);
  runtime().RunEventLoop();
  EXPECT_EQ(TakeOut(), "");
}

TEST_F(TimersTest, TasksOfOtherThreadsWakeTheLoop) {
  Realm& main_realm = realm();
  EventLoop& loop = runtime().loop();
  loop.AddPendingWork();
  std::thread thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    loop.Post(main_realm, [&](Realm& task_realm) {
      task_realm.runtime().WriteOut("task\n");
      loop.RemovePendingWork();
    });
  });
  runtime().RunEventLoop();
  thread.join();
  EXPECT_EQ(TakeOut(), "task\n");
}

TEST_F(TimersTest, TasksAndTimersTakeTurns) {
  Realm& main_realm = realm();
  EventLoop& loop = runtime().loop();
  int tasks = 0;
  bool timer_ran = false;
  struct Repost {
    EventLoop& loop;
    int& tasks;
    bool& timer_ran;
    void operator()(Realm& task_realm) const {
      if (++tasks < 1000 && !timer_ran) {
        loop.Post(task_realm, *this);
      }
    }
  };
  loop.Post(main_realm, Repost{loop, tasks, timer_ran});
  loop.AddTimer(main_realm, std::chrono::milliseconds(0), false,
                [&](Realm&) { timer_ran = true; });
  runtime().RunEventLoop();
  EXPECT_TRUE(timer_ran);
  EXPECT_LT(tasks, 1000);
}

}  // namespace
}  // namespace v8_encoding::shell
