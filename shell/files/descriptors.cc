// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/descriptors.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <new>
#include <utility>

namespace v8_encoding::shell {
namespace {

constexpr size_t kBufferSize = 64 * 1024;

// False if there's no memory, where resize() alone would end the process.
bool Resize(std::vector<uint8_t>* bytes, size_t size) {
  if (size > bytes->capacity()) {
    void* const trial = ::operator new(size, std::nothrow);
    if (trial == nullptr) {
      return false;
    }
    ::operator delete(trial);
  }
  bytes->resize(size);
  return true;
}

// Another process that has the same terminal or pipe open may have made it one
// that doesn't wait.
void WaitFor(int fd, int16_t event) {
  pollfd wanted = {.fd = fd, .events = event, .revents = 0};
  (void)poll(&wanted, 1, -1);
}

// read() and write() take no more than about 2 GiB at a time.
constexpr size_t kMaxTransfer = 1 << 30;

}  // namespace

FdOutput::FdOutput(int fd, Buffering buffering)
    : fd_(fd), unbuffered_(buffering == Buffering::kNone || isatty(fd) == 1) {
  if (!unbuffered_) {
    buffer_.reserve(kBufferSize);
  }
}

FdOutput::~FdOutput() {
  if (flusher_) {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_one();
    pthread_join(*flusher_, nullptr);
  }
}

int FdOutput::Write(std::string_view bytes) {
  if (unbuffered_) {
    return WriteAll(fd_, bytes);
  }
  const std::lock_guard lock(mutex_);
  if (const int error = std::exchange(flusher_error_, 0); error != 0) {
    return error;
  }
  if (buffer_.size() + bytes.size() > kBufferSize) {
    if (const int error = FlushBuffer(); error != 0) {
      return error;
    }
  }
  if (bytes.size() > kBufferSize || !HasFlusher()) {
    return WriteAll(fd_, bytes);
  }
  buffer_ += bytes;
  if (flusher_idles_) {
    flusher_idles_ = false;
    wake_.notify_one();
  }
  return 0;
}

int FdOutput::Flush() {
  const std::lock_guard lock(mutex_);
  const int flusher_error = std::exchange(flusher_error_, 0);
  const int error = FlushBuffer();
  return flusher_error != 0 ? flusher_error : error;
}

int FdOutput::FlushBuffer() {
  // What can't be written is dropped: a second try would write parts twice.
  const int error = WriteAll(fd_, buffer_);
  buffer_.clear();
  return error;
}

bool FdOutput::HasFlusher() {
  if (!flusher_) {
    // Not std::thread, which ends the process where there are no threads left.
    pthread_t thread;
    const auto run = [](void* self) -> void* {
      static_cast<FdOutput*>(self)->RunFlusher();
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, run, this) != 0) {
      return false;
    }
    flusher_ = thread;
  }
  return true;
}

void FdOutput::RunFlusher() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    if (buffer_.empty()) {
      flusher_idles_ = true;
      wake_.wait(lock, [this] { return ends_ || !flusher_idles_; });
    }
    flusher_idles_ = false;
    if (wake_.wait_for(lock, kMaxDelay, [this] { return ends_; })) {
      return;
    }
    if (const int error = FlushBuffer(); error != 0) {
      flusher_error_ = error;
    }
  }
}

void FdOutput::FlushForTheLastTime() {
  // The flusher may be in the middle of a write. Without a wait, or a lock that
  // is given back, a part might be written twice.
  constexpr int kTries = 100;
  constexpr timespec kPause = {.tv_sec = 0, .tv_nsec = 1'000'000};
  for (int i = 0; i < kTries; ++i) {
    if (mutex_.try_lock()) {
      (void)WriteAll(fd_, buffer_);
      return;
    }
    nanosleep(&kPause, nullptr);
  }
}

int WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        write(fd, bytes.data(), std::min(bytes.size(), kMaxTransfer));
    if (count >= 0) {
      bytes.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN) {
      WaitFor(fd, POLLOUT);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int ReadSome(int fd, std::span<uint8_t> buffer, size_t* count) {
  *count = 0;
  while (true) {
    const ssize_t result =
        read(fd, buffer.data(), std::min(buffer.size(), kMaxTransfer));
    if (result >= 0) {
      *count = static_cast<size_t>(result);
      return 0;
    }
    if (errno == EAGAIN) {
      WaitFor(fd, POLLIN);
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

int ReadFull(int fd, std::span<uint8_t> buffer, size_t* count) {
  *count = 0;
  while (*count < buffer.size()) {
    size_t step = 0;
    if (const int error = ReadSome(fd, buffer.subspan(*count), &step);
        error != 0) {
      return error;
    }
    if (step == 0) {
      break;
    }
    *count += step;
  }
  return 0;
}

std::optional<uint64_t> RemainingSize(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size == 0) {
    return std::nullopt;
  }
  const off_t position = lseek(fd, 0, SEEK_CUR);
  return position >= status.st_size
             ? 0
             : static_cast<uint64_t>(status.st_size -
                                     std::max<off_t>(0, position));
}

int ReadToEnd(int fd, std::vector<uint8_t>* bytes, size_t limit) {
  // One byte more than a regular file has left finds its end without growing.
  const uint64_t remaining = RemainingSize(fd).value_or(kBufferSize);
  if (!Resize(bytes, std::min<size_t>(limit, remaining + 1))) {
    return ENOMEM;
  }
  size_t used = 0;
  while (true) {
    if (used == bytes->size()) {
      if (used == limit) {
        return 0;
      }
      if (!Resize(bytes, std::min(limit, used + std::max(used, kBufferSize)))) {
        return ENOMEM;
      }
    }
    size_t step = 0;
    if (const int error = ReadSome(fd, std::span(*bytes).subspan(used), &step);
        error != 0) {
      return error;
    }
    if (step == 0) {
      bytes->resize(used);
      return 0;
    }
    used += step;
  }
}

int ReadWholeFile(const std::string& path, std::vector<uint8_t>* bytes) {
  const auto read = [bytes](int fd) {
    const int error = ReadToEnd(fd, bytes, kMaxWholeFile + 1);
    return error == 0 && bytes->size() > kMaxWholeFile ? EFBIG : error;
  };
  if (path == "-") {
    return read(STDIN_FILENO);
  }
  ScopedFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) {
    return errno;
  }
  return read(fd.get());
}

ScopedFd::~ScopedFd() {
  if (fd_ >= 0) {
    close(fd_);
  }
}

int ScopedFd::Close() {
  const int fd = std::exchange(fd_, -1);
  // After EINTR the descriptor is gone all the same.
  if (fd >= 0 && close(fd) != 0 && errno != EINTR) {
    return errno;
  }
  return 0;
}

}  // namespace v8_encoding::shell
