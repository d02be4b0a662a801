// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bindings/testing/racing.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {

GuardedMemory::GuardedMemory(size_t length, bool at_end) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_ = (length + page - 1) / page * page + 2 * page;
  mapped_ = static_cast<uint8_t*>(
      mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  EXPECT_EQ(mprotect(mapped_ + page, size_ - 2 * page, PROT_READ | PROT_WRITE),
            0);
  bytes_ = {at_end ? mapped_ + size_ - page - length : mapped_ + page, length};
}

GuardedMemory::~GuardedMemory() {
  munmap(mapped_, size_);
}

std::shared_ptr<v8::BackingStore> GuardedMemory::NewStore() const {
  return v8::SharedArrayBuffer::NewBackingStore(
      bytes_.data(), bytes_.size(), v8::BackingStore::EmptyDeleter, nullptr);
}

std::vector<Choice> Texts::Places() const {
  std::vector<Choice> places;
  for (size_t i = 0; i < size(); ++i) {
    places.push_back({bytes[0][i], bytes[1][i], bytes[0][i]});
  }
  return places;
}

NativeWriter::NativeWriter(std::span<uint8_t> memory,
                           const Texts& texts,
                           uint32_t seed)
    : thread_([this, memory, &texts, seed] { Run(memory, texts, seed); }) {
  while (!has_begun_) {
    std::this_thread::yield();
  }
}

NativeWriter::~NativeWriter() {
  stop_ = true;
  thread_.join();
}

void NativeWriter::Run(std::span<uint8_t> memory,
                       const Texts& texts,
                       uint32_t seed) {
  std::minstd_rand random(seed + 1);
  do {
    // A run of either text: all, a few bytes, or none.
    const bool is_all = !has_begun_ || random() % 4 == 0;
    const size_t begin = is_all ? 0 : random() % memory.size();
    const size_t end =
        is_all ? memory.size() : std::min(begin + random() % 9, memory.size());
    const std::vector<uint8_t>& text = texts.bytes[random() % 2];
    for (size_t i = begin; i < end; ++i) {
      std::atomic_ref(memory[i]).store(text[i], std::memory_order_relaxed);
    }
    has_begun_ = true;
  } while (!stop_);
}

ScriptThread::ScriptThread(std::shared_ptr<v8::BackingStore> store,
                           std::string script)
    : thread_([this, store = std::move(store), script = std::move(script)] {
        Run(store, script);
      }) {
  while (!has_begun_) {
    std::this_thread::yield();
  }
}

ScriptThread::~ScriptThread() {
  stop_ = true;
  thread_.join();
}

void ScriptThread::Stop(const v8::FunctionCallbackInfo<v8::Value>& info) {
  auto* const self = static_cast<ScriptThread*>(
      compat::GetExternalPointer(info.Data().As<v8::External>()));
  self->has_begun_ = true;
  info.GetReturnValue().Set(self->stop_.load());
}

void ScriptThread::Run(const std::shared_ptr<v8::BackingStore>& store,
                       const std::string& script) {
  const TestIsolate isolate;
  v8::HandleScope scope(isolate.get());
  v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate.get());
  global->Set(
      isolate.get(), "stop",
      v8::FunctionTemplate::New(isolate.get(), Stop,
                                compat::NewExternal(isolate.get(), this)));
  v8::Local<v8::Context> context =
      v8::Context::New(isolate.get(), nullptr, global);
  v8::Context::Scope context_scope(context);
  context->Global()
      ->Set(context, v8::String::NewFromUtf8Literal(isolate.get(), "shared"),
            v8::SharedArrayBuffer::New(isolate.get(), store))
      .Check();
  EXPECT_EQ(Evaluate(context, script + "; ''"), "");
  has_begun_ = true;
}

}  // namespace v8_encoding::testing
