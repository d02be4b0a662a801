// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/runtime/event_loop.h"

#include <algorithm>
#include <limits>

namespace v8_encoding::shell {

void EventLoop::Post(Realm& realm, Task task) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back({&realm, std::move(task)});
  }
  wake_.notify_one();
}

void EventLoop::AddPendingWork() {
  const std::lock_guard lock(mutex_);
  ++pending_work_;
}

void EventLoop::RemovePendingWork() {
  {
    const std::lock_guard lock(mutex_);
    --pending_work_;
  }
  wake_.notify_one();
}

int32_t EventLoop::AddTimer(Realm& realm,
                            std::chrono::duration<double, std::milli> delay,
                            bool repeat,
                            Task task) {
  do {
    last_timer_id_ = last_timer_id_ == std::numeric_limits<int32_t>::max()
                         ? 1
                         : last_timer_id_ + 1;
  } while (timers_.contains(last_timer_id_));
  const auto interval = std::chrono::duration_cast<Clock::duration>(delay);
  const Clock::time_point due = Clock::now() + interval;
  const uint64_t order = ++last_order_;
  timers_.emplace(last_timer_id_,
                  Timer{&realm, std::make_shared<Task>(std::move(task)), due,
                        interval, repeat, order});
  by_time_.emplace(Key(due, order), last_timer_id_);
  ++holding_timers_;
  return last_timer_id_;
}

void EventLoop::RemoveTimer(int32_t id) {
  const auto found = timers_.find(id);
  if (found != timers_.end()) {
    by_time_.erase(Key(found->second.due, found->second.order));
    HoldForTimer(id, false);
    timers_.erase(found);
  }
}

void EventLoop::HoldForTimer(int32_t id, bool hold) {
  const auto found = timers_.find(id);
  if (found != timers_.end() && found->second.holds != hold) {
    found->second.holds = hold;
    holding_timers_ += hold ? 1 : -1;
  }
}

EventLoop::Ready EventLoop::TakeReady() {
  const bool timer_is_due =
      !by_time_.empty() && by_time_.begin()->first.first <= Clock::now();
  if (!timer_is_due || !prefer_timer_) {
    const std::lock_guard lock(mutex_);
    if (!posted_.empty()) {
      Posted posted = std::move(posted_.front());
      posted_.pop_front();
      prefer_timer_ = true;
      return {posted.realm, std::make_shared<Task>(std::move(posted.task)), 0};
    }
  }
  if (!timer_is_due) {
    return {};
  }
  prefer_timer_ = false;
  const auto first = by_time_.begin();
  const int32_t id = first->second;
  by_time_.erase(first);
  const auto found = timers_.find(id);
  const Timer& timer = found->second;
  Ready ready{timer.realm, timer.task, timer.repeat ? id : 0};
  if (!timer.repeat) {
    HoldForTimer(id, false);
    timers_.erase(found);
  }
  return ready;
}

void EventLoop::RestartInterval(int32_t id) {
  const auto found = timers_.find(id);
  if (found == timers_.end()) {
    return;  // It cleared itself.
  }
  Timer& timer = found->second;
  timer.due = Clock::now() + timer.interval;
  timer.order = ++last_order_;
  by_time_.emplace(Key(timer.due, timer.order), id);
}

bool EventLoop::Wait(Clock::duration limit) {
  std::unique_lock lock(mutex_);
  if (!posted_.empty()) {
    return true;
  }
  if (holding_timers_ == 0 && pending_work_ == 0) {
    return false;
  }
  Clock::time_point until = Clock::now() + limit;
  if (!by_time_.empty()) {
    until = std::min(until, by_time_.begin()->first.first);
  }
  wake_.wait_until(lock, until);
  return true;
}

EventLoop::Clock::duration EventLoop::TimeToNext(Clock::duration limit) {
  {
    const std::lock_guard lock(mutex_);
    if (!posted_.empty()) {
      return Clock::duration::zero();
    }
  }
  if (by_time_.empty()) {
    return limit;
  }
  return std::clamp(by_time_.begin()->first.first - Clock::now(),
                    Clock::duration::zero(), limit);
}

void EventLoop::DropRealm(Realm* realm) {
  std::erase_if(by_time_, [&](const auto& entry) {
    return timers_.at(entry.second).realm == realm;
  });
  std::erase_if(timers_, [&](const auto& entry) {
    const bool is_dropped = entry.second.realm == realm;
    holding_timers_ -= is_dropped && entry.second.holds ? 1 : 0;
    return is_dropped;
  });
  const std::lock_guard lock(mutex_);
  std::erase_if(posted_,
                [&](const Posted& posted) { return posted.realm == realm; });
}

void EventLoop::Clear() {
  by_time_.clear();
  timers_.clear();
  holding_timers_ = 0;
  const std::lock_guard lock(mutex_);
  posted_.clear();
}

double EventLoop::MillisecondsSinceStart() const {
  return std::chrono::duration<double, std::milli>(Clock::now() - start_)
      .count();
}

}  // namespace v8_encoding::shell
