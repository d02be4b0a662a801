// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Tasks in order and timers by time. Runtime decides when one runs.

#ifndef V8_ENCODING_SHELL_RUNTIME_EVENT_LOOP_H_
#define V8_ENCODING_SHELL_RUNTIME_EVENT_LOOP_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "v8.h"

namespace v8_encoding::shell {

class Realm;

// Called with a HandleScope, the realm's context entered and a TryCatch around
// it: an exception that it leaves is reported as uncaught.
using Task = absl::AnyInvocable<void(Realm&)>;

class EventLoop {
 public:
  using Clock = std::chrono::steady_clock;

  EventLoop() : start_(Clock::now()) {}
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // A task runs in `realm`, and is dropped if that goes first. From any thread:
  // then the task must hold no handle of V8's, and the caller keeps the realm
  // alive until this returns.
  void Post(Realm& realm, Task task);

  // While held, an idle loop waits for tasks of other threads.
  void AddPendingWork();
  void RemovePendingWork();

  // Runs `task` after `delay`, again and again if `repeat`. Those that are due
  // at the same moment run in the order in which they were set.
  int32_t AddTimer(Realm& realm,
                   std::chrono::duration<double, std::milli> delay,
                   bool repeat,
                   Task task);
  void RemoveTimer(int32_t id);

  // Whether an idle loop waits for the timer, as it does at first.
  void HoldForTimer(int32_t id, bool hold);

  // What to run now, if anything: posted tasks and due timers take turns, so
  // that neither starves the other.
  struct Ready {
    Realm* realm = nullptr;
    std::shared_ptr<Task> task;
    int32_t interval_id = 0;  // to be given to RestartInterval() afterwards
  };
  Ready TakeReady();
  void RestartInterval(int32_t id);

  // Until a timer is due, a task is posted or `limit` is over. False at once if
  // nothing can come by itself.
  bool Wait(Clock::duration limit);

  // How long until the next timer is due or task ready; `limit` if longer.
  Clock::duration TimeToNext(Clock::duration limit);

  void DropRealm(Realm* realm);
  void Clear();

  double MillisecondsSinceStart() const;

 private:
  struct Timer {
    Realm* realm;
    std::shared_ptr<Task> task;
    Clock::time_point due;
    Clock::duration interval;
    bool repeat;
    uint64_t order;
    bool holds = true;
  };
  using Key = std::pair<Clock::time_point, uint64_t>;
  struct Posted {
    Realm* realm;
    Task task;
  };

  const Clock::time_point start_;
  std::map<int32_t, Timer> timers_;
  std::map<Key, int32_t> by_time_;
  size_t holding_timers_ = 0;
  int32_t last_timer_id_ = 0;
  uint64_t last_order_ = 0;
  bool prefer_timer_ = false;

  std::mutex mutex_;  // for what follows
  std::condition_variable wake_;
  std::deque<Posted> posted_;
  int pending_work_ = 0;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_RUNTIME_EVENT_LOOP_H_
