// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/reporter.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"

namespace v8_encoding::bench {

namespace {

// Passes the context on once, and the end when it has come.
template <class Base>
class OneReport final : public Reporter {
 public:
  explicit OneReport(std::unique_ptr<std::ofstream> file)
      : file_(std::move(file)) {
    if (file_ != nullptr) {
      base_.SetOutputStream(file_.get());
    }
  }

  bool ReportContext(const Context& context) override {
    if (!begun_) {
      begun_ = true;
      return base_.ReportContext(context);
    }
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    base_.ReportRuns(runs);
  }
  void Finalize() override {}
  void End() override { base_.Finalize(); }

 private:
  const std::unique_ptr<std::ofstream> file_;
  Base base_;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<Reporter> MakeReporter(const std::string& path) {
  if (path.empty()) {
    return std::make_unique<OneReport<benchmark::ConsoleReporter>>(nullptr);
  }
  auto file = std::make_unique<std::ofstream>(path);
  if (!*file) {
    return nullptr;
  }
  return std::make_unique<OneReport<benchmark::JSONReporter>>(std::move(file));
}

Progress::Progress(size_t total)
    : total_(total), live_(isatty(STDERR_FILENO) != 0) {}

void Progress::Show(const std::string& name) {
  ++done_;
  if (live_) {
    std::fprintf(stderr, "\r\x1b[K[%zu/%zu] %s", done_, total_, name.c_str());
  }
}

void Progress::End() {
  if (live_) {
    std::fputs("\r\x1b[K", stderr);
  }
}

}  // namespace v8_encoding::bench
