// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/runtime/runtime.h"

#include <chrono>
#include <thread>

#include "shell/shell_test.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"

namespace v8_encoding::shell {
namespace {

using RuntimeTest = ShellTest;

TEST_F(RuntimeTest, HasTheEncodingStandard) {
  EXPECT_EQ(Run("print(new TextDecoder('koi8-u').decode(Uint8Array.of(0xC1)),"
                "new TextEncoder().encode('é'))"),
            "а Uint8Array(2) [ 195, 169 ]\n");
}

TEST_F(RuntimeTest, GlobalsHaveTheRightAttributes) {
  EXPECT_EQ(Run("print(Object.keys(globalThis).sort().join())"),
            "atob,btoa,clearInterval,clearTimeout,performance,queueMicrotask,"
            "setInterval,setTimeout,structuredClone\n");
  EXPECT_EQ(Run("print(print.name, readFile.length, 'prototype' in print);"
                "try { new print } catch (e) { print(e.name) }"),
            "print 1 false\nTypeError\n");
}

TEST_F(RuntimeTest, ScriptArgs) {
  options().script_args = {"a", "ü", ""};
  EXPECT_EQ(Run("print(scriptArgs, Object.isFrozen(scriptArgs),"
                "Object.isFrozen(versions), Object.keys(versions))"),
            "[ \"a\", \"ü\", \"\" ] true true [ \"v8Encoding\", \"v8\" ]\n");
}

TEST_F(RuntimeTest, QuitEndsTheScriptAtOnce) {
  EXPECT_EQ(Run("setTimeout(() => print('never')); try { print(1); quit(3);"
                "print('never') } catch { print('never') }"
                "finally { print('never') }"),
            "1\n");
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 3);
  EXPECT_EQ(errors(), "");
}

TEST_F(RuntimeTest, QuitFromMicrotasksAndTimers) {
  EXPECT_EQ(Run("setTimeout(() => { Promise.resolve().then(() => { quit(4);"
                "print('never') }); Promise.resolve().then(() =>"
                "print('never')); print(1) })"),
            "1\n");
  EXPECT_EQ(runtime().exit_code(), 4);
}

TEST_F(RuntimeTest, QuitFromAModule) {
  EXPECT_EQ(RunModule("await 1; quit(5); print('never')"), "");
  EXPECT_EQ(runtime().exit_code(), 5);
  EXPECT_EQ(errors(), "");
}

TEST_F(RuntimeTest, QuitTakesOneByte) {
  Run("quit(255)");
  EXPECT_EQ(runtime().exit_code(), 255);
}

TEST_F(RuntimeTest, QuitTakesNothingElse) {
  EXPECT_EQ(Run("for (const status of [256, -1, 1.5, NaN, Infinity, '3', 'abc',"
                "                      true, null, 1n, { valueOf: () => 1 }])"
                "  try { quit(status) } catch (error) { print(error.name) }"),
            "RangeError\nRangeError\nRangeError\nRangeError\nRangeError\n"
            "TypeError\nTypeError\nTypeError\nTypeError\nTypeError\n"
            "TypeError\n");
  EXPECT_EQ(errors(), "");
  Run("quit(undefined)");
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 0);
}

TEST_F(RuntimeTest, TheIsolateIsUsableAfterQuit) {
  Run("quit()");
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  EXPECT_EQ(testing::Evaluate(context, "1 + 1"), "2");
}

TEST_F(RuntimeTest, TerminationByTheHostStops) {
  Realm& main_realm = realm();
  std::thread thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    isolate()->TerminateExecution();
  });
  EXPECT_FALSE(runtime().RunScript(main_realm, "for (;;);", "loop.js"));
  thread.join();
  EXPECT_TRUE(runtime().stopped());
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(RuntimeTest, RealmsShareAnIsolate) {
  Realm& first = realm();
  Realm* second = runtime().CreateRealm();
  runtime().RunScript(first, "var who = 'first'; setTimeout(() => print(who))",
                      "a.js");
  runtime().RunScript(*second,
                      "var who = 'second'; setTimeout(() => print(who));"
                      "queueMicrotask(() => print('microtask', who))",
                      "b.js");
  runtime().RunEventLoop();
  EXPECT_EQ(TakeOut(), "microtask second\nfirst\nsecond\n");
}

TEST_F(RuntimeTest, ScriptsCreateRealms) {
  EXPECT_EQ(Run("const other = createRealm();"
                "print(other !== globalThis, other.Array !== Array,"
                "      other.eval('typeof createRealm().TextDecoder'));"
                "other.setTimeout(() => print('later'))"),
            "true true function\nlater\n");
}

TEST_F(RuntimeTest, FunctionsOutliveTheirRealm) {
  Realm& main_realm = realm();
  Realm* other = runtime().CreateRealm();
  v8::HandleScope handle_scope(isolate());
  v8::Local<v8::Context> context = main_realm.context();
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Object> global = other->context()->Global();
  for (const char* name : {"print", "setTimeout", "quit", "readFile", "atob"}) {
    ASSERT_TRUE(Define(
        context, context->Global(), std::string("other_") + name,
        global->Get(context, NewName(isolate(), name)).ToLocalChecked()));
  }
  runtime().DisposeRealm(other);
  EXPECT_EQ(Run("for (const f of [other_print, other_setTimeout, other_quit])"
                "try { f(() => {}) } catch (e) { print(e.message) }"
                "print(other_readFile('/dev/null').length, other_atob('QQ'))"),
            "The realm of this function is gone\n"
            "The realm of this function is gone\n"
            "The realm of this function is gone\n0 A\n");
}

TEST_F(RuntimeTest, AdoptsAContext) {
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  EXPECT_EQ(testing::Evaluate(context, "typeof print + typeof TextDecoder"),
            "undefinedundefined");
  Realm* adopted = runtime().AdoptContext(context);
  ASSERT_NE(adopted, nullptr);
  EXPECT_EQ(Realm::From(context), adopted);
  runtime().RunScript(*adopted,
                      "print(new TextDecoder().encoding,"
                      "Object.keys(globalThis).length);"
                      "Promise.resolve().then(() => print('microtask'));"
                      "setTimeout(() => print('timer'));"
                      "queueMicrotask(() => print('queued'))",
                      "a.js");
  runtime().RunEventLoop();
  EXPECT_EQ(TakeOut(), "utf-8 9\nmicrotask\nqueued\ntimer\n");
  runtime().DisposeRealm(adopted);
  EXPECT_EQ(Realm::From(context), nullptr);
}

TEST_F(RuntimeTest, LeavesOtherContextsAlone) {
  realm();
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  EXPECT_EQ(Realm::From(context), nullptr);
  // Neither reported nor resolved here, nor a crash.
  testing::Evaluate(context, "Promise.reject(1); import('./x.mjs')");
  runtime().RunEventLoop();
  EXPECT_EQ(errors(), "");
}

TEST_F(RuntimeTest, WeakReferencesLastOneTurn) {
  EXPECT_EQ(Run("const w = new WeakRef({}); gc(); print(typeof w.deref());"
                "setTimeout(() => { gc(); print(typeof w.deref()) })"),
            "object\nundefined\n");
}

TEST_F(RuntimeTest, ManyRuntimesOneAfterTheOther) {
  for (int i = 0; i < 3; ++i) {
    StringOutput out;
    RuntimeOptions other_options;
    other_options.out = &out;
    other_options.error_out = &out;
    Shell other(isolate(), other_options);
    Realm* other_realm = other.CreateRealm();
    other.RunScript(*other_realm,
                    "print(1); setInterval(() => {}); openFile('/dev/null')",
                    "a.js");
    EXPECT_EQ(out.text(), "1\n");
  }
}

TEST_F(RuntimeTest, PerformanceNowGoesOn) {
  EXPECT_EQ(Run("const a = performance.now(), b = performance.now();"
                "print(a >= 0, b >= a)"),
            "true true\n");
}

}  // namespace
}  // namespace v8_encoding::shell
