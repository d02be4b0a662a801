// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Events, signals and messages where they meet the runtime: what is reported,
// what keeps the event loop going, realms. js-tests/shell_*.test.js has the
// rest.

#include "shell/web/web_interfaces.h"

#include <chrono>
#include <string>
#include <vector>

#include "shell/shell_test.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"

namespace v8_encoding::shell {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class WebInterfacesTest : public ShellTest {
 protected:
  // Collects what is uncaught, and goes on.
  void Collect() {
    options().on_uncaught = [this](Realm& realm, v8::Local<v8::Value> error,
                                   bool is_rejection) {
      uncaught_.push_back((is_rejection ? "rejection " : "") +
                          ToUtf8(realm.context(), error).value_or("?"));
      realms_.push_back(&realm);
      return true;
    };
  }

  std::vector<std::string> uncaught_;
  std::vector<Realm*> realms_;
};

TEST_F(WebInterfacesTest, ExceptionsOfListenersAreReportedAndStopNothing) {
  Collect();
  EXPECT_EQ(Run(R"(
    const target = new EventTarget();
    target.addEventListener('a', () => { throw new RangeError('first') });
    target.addEventListener('a', {});
    target.addEventListener('a', { handleEvent: 1 });
    target.addEventListener('a', { get handleEvent() { throw 'getter' } });
    target.addEventListener('a', { handleEvent() { throw 'method' } });
    target.addEventListener('a', () => print('last'));
    print(target.dispatchEvent(new Event('a')));
    AbortSignal.any([]).onabort = {};
    const controller = new AbortController();
    controller.signal.onabort = () => { throw new DOMException('m', 'N') };
    controller.signal.addEventListener('abort', () => print('aborted'));
    controller.abort();
    queueMicrotask(() => { throw 'microtask' });
    queueMicrotask(() => print('after')))"),
            "last\ntrue\naborted\nafter\n");
  EXPECT_EQ(uncaught_,
            (std::vector<std::string>{
                "RangeError: first",
                "TypeError: The listener's handleEvent is not a function.",
                "TypeError: The listener's handleEvent is not a function.",
                "getter", "method", "N: m", "microtask"}));
  EXPECT_EQ(errors(), "");
}

TEST_F(WebInterfacesTest, ExceptionsOfListenersSayWhere) {
  EXPECT_EQ(Run("const target = new EventTarget();\n"
                "target.addEventListener('a', () => {\n"
                "  throw new Error('no harbour') });\n"
                "target.addEventListener('a', () => print('next'));\n"
                "target.dispatchEvent(new Event('a'));\n"
                "print('end of the script');"
                "setTimeout(() => print('never'))"),
            "next\nend of the script\n");
  EXPECT_THAT(errors(), StartsWith("test.js:3: Uncaught Error: no harbour\n"
                                   "  throw new Error('no harbour') });\n"));
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(WebInterfacesTest, ExceptionsInMessagesAndTimeouts) {
  Collect();
  EXPECT_EQ(Run(R"(
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => { Promise.reject('rejected'); throw 'message' };
    port2.addEventListener('message', () => print('next'));
    port1.postMessage(1);
    AbortSignal.timeout(1).onabort = () => { throw 'timeout' };)"),
            "next\n");
  EXPECT_EQ(uncaught_, (std::vector<std::string>{
                           "message", "rejection rejected", "timeout"}));
}

TEST_F(WebInterfacesTest, ExceptionsAreOfTheListenersRealm) {
  Collect();
  Realm& first = realm();
  EXPECT_EQ(Run("const other = createRealm();"
                "const target = new EventTarget();"
                "target.addEventListener('a', other.eval('() => { throw 1 }'));"
                "target.addEventListener('a', () => { throw 2 });"
                "target.dispatchEvent(new Event('a'))"),
            "");
  ASSERT_EQ(realms_.size(), 2u);
  EXPECT_NE(realms_[0], &first);
  EXPECT_EQ(realms_[1], &first);
}

TEST_F(WebInterfacesTest, UncaughtDomExceptions) {
  EXPECT_EQ(Run("throw new DOMException('a message', 'DataError')"), "");
  EXPECT_THAT(errors(),
              StartsWith("test.js:1: Uncaught DataError: a message\n"));
  EXPECT_THAT(errors(),
              HasSubstr("\nDataError: a message\n    at test.js:1:7\n"));
}

TEST_F(WebInterfacesTest, RejectionsWithDomExceptions) {
  EXPECT_EQ(Run("Promise.reject(AbortSignal.abort().reason)"), "");
  EXPECT_THAT(errors(), HasSubstr("Uncaught (in promise) AbortError: "
                                  "The operation was aborted.\n"));
  EXPECT_THAT(errors(), Not(HasSubstr("prelude")));
}

TEST_F(WebInterfacesTest, InspectsRunningNoScript) {
  EXPECT_EQ(Run("Object.defineProperty(DOMException.prototype, 'message',"
                "  { get() { print('called') } });"
                "const e = new DOMException('m', 'N'); delete e.stack;"
                "print([new EventTarget(), new AbortController().signal,"
                "       new MessageChannel()], e)"),
            "[\n  EventTarget {},\n"
            "  AbortSignal { aborted: false, reason: undefined, onabort: null "
            "},\n"
            "  MessageChannel {\n"
            "    port1: MessagePort { onclose: null, onmessage: null, "
            "onmessageerror: null },\n"
            "    port2: MessagePort { onclose: null, onmessage: null, "
            "onmessageerror: null }\n"
            "  }\n] [DOMException]\n");
}

TEST_F(WebInterfacesTest, QuitInListeners) {
  EXPECT_EQ(Run("const target = new EventTarget();"
                "target.addEventListener('a', () => { print(1); quit(3) });"
                "target.addEventListener('a', () => print('never'));"
                "try { target.dispatchEvent(new Event('a')); print('never') }"
                "finally { print('never') }"),
            "1\n");
  EXPECT_EQ(runtime().exit_code(), 3);
  EXPECT_EQ(errors(), "");
}

TEST_F(WebInterfacesTest, QuitBetweenListenersOfATask) {
  EXPECT_EQ(Run("const { port1, port2 } = new MessageChannel();"
                "port2.onmessage = () => queueMicrotask(() => quit(4));"
                "port2.addEventListener('message', () => print('never'));"
                "port1.postMessage(1); port1.postMessage(2)"),
            "");
  EXPECT_EQ(runtime().exit_code(), 4);
}

TEST_F(WebInterfacesTest, WhatKeepsTheEventLoopGoing) {
  const auto start = EventLoop::Clock::now();
  // Nobody would notice these.
  EXPECT_EQ(Run("const { port1, port2 } = new MessageChannel();"
                "port2.onmessage = () => print('message');"
                "const signal = AbortSignal.timeout(600000);"
                "const listener = () => print('abort');"
                "signal.addEventListener('abort', listener);"
                "const any = AbortSignal.any([signal]);"
                "any.onabort = listener;"
                "signal.removeEventListener('abort', listener);"
                "any.onabort = null;"
                "const target = new EventTarget();"
                "target.addEventListener('a', listener, { signal });"
                "target.removeEventListener('a', listener);"
                "port1.postMessage(1)"),
            "message\n");
  EXPECT_LT(EventLoop::Clock::now() - start, std::chrono::minutes(1));
  // This one is waited for.
  EXPECT_EQ(Run("AbortSignal.any([AbortSignal.timeout(5)]).onabort ="
                "    (event) => print(event.target.reason.name)"),
            "TimeoutError\n");
  // A signal that has an end is no timer's any more.
  EXPECT_EQ(Run("const controller = new AbortController();"
                "const both = AbortSignal.any("
                "    [controller.signal, AbortSignal.timeout(600000)]);"
                "both.onabort = () => print('aborted'); controller.abort()"),
            "aborted\n");
  EXPECT_LT(EventLoop::Clock::now() - start, std::chrono::minutes(1));
}

TEST_F(WebInterfacesTest, GlobalsCanBeReplaced) {
  EXPECT_EQ(Run("globalThis.Event = 1; delete globalThis.EventTarget;"
                "globalThis.MessageEvent = null;"
                "print(Event, typeof EventTarget, MessageEvent);"
                "AbortSignal.timeout(1).onabort = (e) => print(e.type);"),
            "1 undefined null\nabort\n");
}

TEST_F(WebInterfacesTest, UsesNothingThatScriptsCanChange) {
  // Before the first of the interfaces is looked at.
  EXPECT_EQ(Run(R"(
    const hostile = () => print('called');
    const { iterator } = Symbol;
    Array.prototype[Symbol.iterator] = hostile;
    Array.prototype.push = Array.prototype.slice = hostile;
    WeakRef.prototype.deref = Function.prototype.call = hostile;
    Function.prototype.apply = Function.prototype.bind = hostile;
    Error.captureStackTrace = Object.freeze = Object.create = hostile;
    Object.defineProperty = Reflect.apply = Reflect.construct = hostile;
    globalThis.WeakRef = globalThis.TypeError = globalThis.Error = hostile;
    globalThis.Object = globalThis.Reflect = globalThis.Symbol = hostile;
    globalThis.queueMicrotask = globalThis.setTimeout = hostile;
    globalThis.performance = hostile;
    const target = new EventTarget();
    target.addEventListener('a', () => print('listener'), { once: true });
    target.dispatchEvent(new Event('a'));
    const controller = new AbortController();
    const any = AbortSignal.any({ [iterator]: () => {
      let count = 0;
      return { next: () => ({ done: count++ === 1, value: controller.signal }) };
    } });
    any.onabort = () => print('aborted');
    controller.abort();
    print(controller.signal.reason instanceof DOMException);
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => print(data);
    port1.postMessage('message');
    AbortSignal.timeout(1).onabort = () => print('timeout');
    try { target.dispatchEvent({}) } catch (e) { print(e.name) })"),
            "listener\naborted\ntrue\nTypeError\nmessage\ntimeout\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(WebInterfacesTest, AContextThatHasThemKeepsThem) {
  v8::Local<v8::Context> context = v8::Context::New(isolate());
  testing::Evaluate(context, "globalThis.EventTarget = 'the host\\'s'");
  Realm* adopted = runtime().AdoptContext(context);
  ASSERT_NE(adopted, nullptr);
  runtime().RunScript(*adopted,
                      "print(EventTarget, typeof Event);"
                      "const { port1, port2 } = new MessageChannel();"
                      "port2.onmessage = ({ data }) => print(data);"
                      "port1.postMessage(structuredClone(1));",
                      "a.js");
  runtime().RunEventLoop();
  EXPECT_EQ(TakeOut(), "the host's function\n1\n");
  runtime().DisposeRealm(adopted);
}

// web-platform-tests' streams/transferable/ has more.
TEST_F(WebInterfacesTest, StreamsAreTransferredAndNeverCloned) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  EXPECT_EQ(Run(R"(
    const nameOf = (call) => {
      try { return call() } catch ({ name }) { return name }
    };
    for (const Type of [ReadableStream, WritableStream, TransformStream]) {
      const stream = new Type();
      const given = Object.assign(stream, { mine: 1 });
      print(nameOf(() => structuredClone(stream)),
            nameOf(() => structuredClone({ stream: new (class extends Type {}) })),
            nameOf(() => structuredClone([given], { transfer: [given, given] })));
      const [moved] = structuredClone([given], { transfer: [given] });
      print(moved instanceof Type, 'mine' in moved,
            nameOf(() => structuredClone(given, { transfer: [given] })));
    })"),
            "DataCloneError DataCloneError DataCloneError\n"
            "true false DataCloneError\n"
            "DataCloneError DataCloneError DataCloneError\n"
            "true false DataCloneError\n"
            "DataCloneError DataCloneError DataCloneError\n"
            "true false DataCloneError\n");
  EXPECT_EQ(Run(R"(
    const { port1, port2 } = new MessageChannel();
    const { readable, writable } = new TextDecoderStream();
    port2.onmessage = async ({ data, ports }) => {
      port2.close();
      print(ports.length, Object.keys(data));
      const writer = data.writable.getWriter();
      writer.write(Uint8Array.of(0xE2, 0x82));
      writer.write(Uint8Array.of(0xAC));
      writer.close();
      for await (const chunk of data.readable) {
        print(chunk);
      }
      print('end');
    };
    port1.postMessage({ readable, writable }, [readable, writable]);)"),
            "0 [ \"readable\", \"writable\" ]\n\u20AC\nend\n");
}

TEST_F(WebInterfacesTest, AnEmbeddersGlobalsComeFirst) {
  options().extend_global = [](v8::Isolate* isolate,
                               v8::Local<v8::ObjectTemplate> global) {
    global->Set(NewName(isolate, "MessagePort"), v8::Integer::New(isolate, 1));
  };
  EXPECT_EQ(Run("print(MessagePort, typeof MessageChannel)"), "1 function\n");
}

TEST_F(WebInterfacesTest, RealmsThatAreGone) {
  Realm& first = realm();
  Realm* other = runtime().CreateRealm();
  {
    v8::HandleScope handle_scope(isolate());
    v8::Local<v8::Context> context = first.context();
    v8::Context::Scope context_scope(context);
    ASSERT_TRUE(Define(context, context->Global(), "other",
                       other->context()->Global()));
  }
  EXPECT_EQ(Run("globalThis.theirs = new other.EventTarget();"
                "globalThis.channel = new other.MessageChannel();"
                "channel.port2.onmessage = () => print('never');"),
            "");
  runtime().DisposeRealm(other);
  EXPECT_EQ(Run("try { theirs.addEventListener('a', null) }"
                "catch (e) { print(e.message) }"
                "try { other.Event } catch (e) { print(e.message) }"
                "try { EventTarget.prototype.addEventListener.call(theirs, 'a',"
                "          () => print('never'));"
                "      EventTarget.prototype.dispatchEvent.call(theirs,"
                "          new Event('a')) }"
                "catch (e) { print(e.message) }"),
            "The realm of this function is gone\n"
            "The realm of this function is gone\n"
            "The realm of this function is gone\n");
}

// The prelude leaves out what an interface doesn't have.
TEST_F(WebInterfacesTest, TakeNothingFromObjectPrototype) {
  EXPECT_EQ(Run(R"(
    Object.assign(Object.prototype, {
      parent: 'Event', isConstructible: true, inheritsFromError: true,
      unforgeable: ['a'], statics: ['b'], constants: { c: 1 },
    });
    print(Object.getPrototypeOf(EventTarget) === Function.prototype,
          EventTarget.prototype instanceof Error, 'a' in new EventTarget(),
          'b' in MessagePort, 'c' in MessagePort);
    try { new MessagePort(); } catch (e) { print(e.message); })"),
            "true false false false false\nIllegal constructor\n");
}

}  // namespace
}  // namespace v8_encoding::shell
