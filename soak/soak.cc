// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// soak [--divide N] [--seconds N]: makes and drops objects of each kind for
// long and fails if memory goes on growing. README.md says what a line means.

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "libplatform/libplatform.h"
#include "soak/engine.h"
#include "soak/mixed.h"
#include "v8.h"

namespace v8_encoding::soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kQuarters = 4;

// How much more memory the last quarter may end with than the second did: what
// V8's heap and malloc's arenas vary by from one full collection to the next.
// A leak of one byte a decoder would be 5 MB.
constexpr size_t kMaxGrowth = size_t{4} << 20;
#if defined(SOAK_SANITIZED)
constexpr bool kIsMemoryJudged = false;
#else
constexpr bool kIsMemoryJudged = true;
#endif

size_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  size_t total = 0;
  size_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

double Mebibytes(size_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

// Calls `quarter` four times, prints a line, and tells whether memory is flat.
bool Soak(const char* name,
          const std::string& amount,
          const std::function<bool(int)>& quarter,
          const std::function<void()>& collect) {
  const Clock::time_point begin = Clock::now();
  size_t resident[kQuarters] = {};
  bool ok = true;
  for (int i = 0; i < kQuarters && ok; ++i) {
    ok = quarter(i);
    collect();
    resident[i] = ResidentBytes();
  }
  const bool flat = !kIsMemoryJudged || resident[3] <= resident[1] + kMaxGrowth;
  std::printf("%-14s %12s %8.1f s  %7.1f %7.1f %7.1f %7.1f MiB  %s\n", name,
              amount.c_str(),
              std::chrono::duration<double>(Clock::now() - begin).count(),
              Mebibytes(resident[0]), Mebibytes(resident[1]),
              Mebibytes(resident[2]), Mebibytes(resident[3]),
              !ok                ? "WRONG RESULTS"
              : !kIsMemoryJudged ? "not judged"
              : !flat            ? "GROWS"
                                 : "flat");
  std::fflush(stdout);
  return ok && flat;
}

// A function of a count, in one isolate and context that stay.
constexpr struct {
  const char* name;
  size_t count;
  size_t batch;
  const char* source;
} kScripts[] = {
    {"decoders", 10'000'000, 100'000, R"(
(count) => {
  const labels = ['utf-8', 'latin1', 'gb18030', 'shift_jis', 'big5', 'koi8-r'];
  const bytes = Uint8Array.of(0x61, 0x62, 0x63, 0xE2);
  for (let i = 0; i < count; ++i) {
    const decoder = new TextDecoder(labels[i % labels.length]);
    if (!decoder.decode(bytes, { stream: true }).startsWith('abc')) {
      throw new Error('decoder');
    }
  }
})"},
    {"encoders", 10'000'000, 100'000, R"(
(count) => {
  for (let i = 0; i < count; ++i) {
    if (new TextEncoder().encode('\u20AC').length !== 3) {
      throw new Error('encoder');
    }
  }
})"},
    {"large results", 100'000, 100, R"(
(count) => {
  const decoders = ['utf-8', 'utf-16le', 'latin1', 'gbk'].map(
      (label) => new TextDecoder(label));
  const bytes = new Uint8Array(1.5 * 2 ** 20).fill(0x61);
  for (let i = 0; i < count; ++i) {
    const part = bytes.subarray(0, (1 + i % 24) * 65536);
    const text = decoders[i % 4].decode(part);
    if (text.length !== part.length / (i % 4 === 1 ? 2 : 1)) {
      throw new Error('large string');
    }
    if (i % 4 === 0 && new TextEncoder().encode(text).length !== part.length) {
      throw new Error('large array');
    }
  }
})"},
    {"chunks", 1'000'000, 10'000, R"(
(count) => (async () => {
  const encoder = new TextEncoderStream();
  const decoder = new TextDecoderStream();
  const piped = encoder.readable.pipeTo(decoder.writable);
  const writer = encoder.writable.getWriter();
  const reader = decoder.readable.getReader();
  for (let i = 0; i < count; ++i) {
    writer.write(i % 2 ? '\uDE00' : 'a\uD83D');
    const { value } = await reader.read();
    if (value !== (i % 2 ? '\u{1F600}' : 'a')) {
      throw new Error('chunk');
    }
  }
  writer.close();
  await reader.read();
  await piped;
})())"},
    {"streams", 300'000, 3'000, R"(
(count) => {
  for (let i = 0; i < count; ++i) {
    const stream = new (i % 2 ? TextDecoderStream : TextEncoderStream)();
    stream.writable.getWriter().write(i % 2 ? new Uint8Array(9) : 'text');
    if (i % 3 === 0) {
      stream.readable.getReader().read();
    }
  }
})"},
};

// What each context, or isolate, runs.
constexpr char kOnce[] = R"((() => {
  const bytes = new TextEncoder().encode('\u{1F600}');
  new TextDecoder().decode(bytes.subarray(0, 3), { stream: true });
  const stream = new TextDecoderStream('shift_jis');
  stream.writable.getWriter().write(bytes);
  stream.readable.getReader().read();
  return bytes.length === 4;
})())";

bool Divided(int quarter, size_t count, size_t batch, auto run) {
  const size_t end = count * static_cast<size_t>(quarter + 1) / kQuarters;
  for (size_t at = count * static_cast<size_t>(quarter) / kQuarters; at < end;
       at += batch) {
    if (!run(std::min(batch, end - at))) {
      return false;
    }
  }
  return true;
}

bool SoakScripts(size_t divide) {
  bool ok = true;
  for (const auto& script : kScripts) {
    Engine engine;
    const size_t count = script.count / divide;
    ok &= Soak(
        script.name, std::to_string(count),
        [&](int quarter) {
          return Divided(quarter, count, script.batch, [&](size_t n) {
            return engine.Call(script.source, n);
          });
        },
        [&] { engine.Collect(); });
  }
  return ok;
}

bool SoakContexts(size_t divide) {
  Engine engine;
  const size_t count = 10'000 / divide;
  return Soak(
      "contexts", std::to_string(count),
      [&](int quarter) {
        return Divided(quarter, count, 1,
                       [&](size_t) { return engine.RunInNewContext(kOnce); });
      },
      [&] { engine.Collect(); });
}

bool SoakIsolates(size_t divide) {
  const size_t count = 3'000 / divide;
  return Soak(
      "isolates", std::to_string(count),
      [&](int quarter) {
        return Divided(quarter, count, 1, [&](size_t) {
          Engine engine;
          return engine.RunInNewContext(kOnce);
        });
      },
      [] {});
}

bool SoakMixed(int seconds) {
  Engine engine;
  Mixed mixed(&engine);
  const bool ok = Soak(
      "mixed", std::to_string(seconds) + " s",
      [&](int) {
        const Clock::time_point end =
            Clock::now() +
            std::chrono::milliseconds(seconds * 1000 / kQuarters);
        while (Clock::now() < end) {
          if (!mixed.Step()) {
            return false;
          }
        }
        return true;
      },
      [&] { engine.Collect(); });
  std::printf("%zu mixed steps\n", mixed.steps());
  return ok;
}

int Main(int argc, char** argv) {
  int divide = 1;
  int seconds = 60;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    int* const value = name == "--divide"    ? &divide
                       : name == "--seconds" ? &seconds
                                             : nullptr;
    const std::string_view text = i + 1 < argc ? argv[++i] : "";
    if (value == nullptr ||
        std::from_chars(text.data(), text.data() + text.size(), *value).ec !=
            std::errc() ||
        *value < 1) {
      std::fprintf(stderr, "usage: soak [--divide N] [--seconds N]\n");
      return 2;
    }
  }
  std::printf("%-14s %12s %10s  resident at the end of each quarter\n", "what",
              "how many", "time");
  const auto by = static_cast<size_t>(divide);
  bool ok = SoakScripts(by);
  ok &= SoakContexts(by);
  ok &= SoakIsolates(by);
  ok &= SoakMixed(seconds);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace v8_encoding::soak

int main(int argc, char** argv) {
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  const int status = v8_encoding::soak::Main(argc, argv);
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return status;
}
