// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Each operation with every little amount of stack that may be left, in steps
// of 16 bytes: a RangeError or the right result, and nothing lost. (The stack
// of the process goes on behind V8's limit: what native code takes there is
// robustness_test.cc's, where the limit is V8's own.)

#include <cstddef>
#include <cstdint>
#include <string>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/extras.h"
#include "v8_encoding/install.h"

namespace v8_encoding::testing {
namespace {

constexpr size_t kStep = 16;
constexpr size_t kEnough = 512 * 1024;

// Sets V8's limit, as seen from the caller.
[[gnu::noinline]] void LeaveStack(v8::Isolate* isolate, size_t size) {
  isolate->SetStackLimit(
      reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - size);
}

class FullStackTest : public ::testing::Test {
 protected:
  FullStackTest() : handle_scope_(isolate()) {
    // Promises' reactions run with enough stack: V8 runs them when the stack is
    // empty but for the host.
    isolate()->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, {.streams_globals = HasBuiltInStreams()});
    global->Set(isolate(), "extras", NewExtrasTemplate(isolate()));
    context_ = v8::Context::New(isolate(), nullptr, global);
    context_->Enter();
    LeaveStack(isolate(), kEnough);
  }
  ~FullStackTest() override { context_->Exit(); }

  v8::Isolate* isolate() const { return isolate_.get(); }
  std::string Evaluate(const std::string& source) {
    return testing::Evaluate(context_, source);
  }

  struct Outcomes {
    size_t right = 0;
    size_t thrown = 0;
  };

  // Evaluates `prepare`; calls `call`, an expression whose value goes into
  // `result`, with little stack; does `finish`; and evaluates `check`, which
  // gives "" if all is as it should be: it sees `result`, and `error`,
  // undefined or what was thrown. Between these, microtasks run. All of that
  // with more stack each time, until `call` has been right many times on end.
  Outcomes WithEveryStack(const std::string& prepare,
                          const std::string& call,
                          const std::string& check,
                          const std::string& finish = "") {
    Outcomes outcomes;
    EXPECT_EQ(Evaluate("var result, error;"
                       "function call() { result = (" +
                       call + ") } ''"),
              "");
    v8::Local<v8::Function> function = ToFunction("call");
    v8::Local<v8::Function> before =
        ToFunction("() => { result = error = undefined; " + prepare + " }");
    v8::Local<v8::Function> after =
        ToFunction("(thrown) => { error = thrown; return (" + check + ") }");
    v8::Local<v8::Function> at_end = ToFunction("() => { " + finish + " }");
    // Compiled, and all made that is made once.
    Run(before);
    Run(function);
    isolate()->PerformMicrotaskCheckpoint();
    size_t right_on_end = 0;
    for (size_t size = 0; right_on_end < 64; size += kStep) {
      const v8::HandleScope scope(isolate());
      v8::Local<v8::Value> thrown = v8::Undefined(isolate());
      EXPECT_EQ(Run(before), "undefined");
      isolate()->PerformMicrotaskCheckpoint();
      {
        v8::TryCatch try_catch(isolate());
        LeaveStack(isolate(), size);
        const bool done =
            !function->Call(context_, v8::Undefined(isolate()), 0, nullptr)
                 .IsEmpty();
        LeaveStack(isolate(), kEnough);
        if (done) {
          ++outcomes.right;
          ++right_on_end;
        } else {
          ++outcomes.thrown;
          right_on_end = 0;
          thrown = try_catch.Exception();
        }
      }
      isolate()->PerformMicrotaskCheckpoint();
      EXPECT_EQ(Run(at_end), "undefined");
      isolate()->PerformMicrotaskCheckpoint();
      const std::string wrong = Run(after, thrown);
      EXPECT_EQ(wrong, "") << call << " with " << size << " bytes of stack";
      if (wrong != "" || size > kEnough / 2) {
        ADD_FAILURE();
        break;
      }
    }
    EXPECT_GT(outcomes.thrown, 0u) << call;
    return outcomes;
  }

 private:
  v8::Local<v8::Function> ToFunction(const std::string& source) {
    return EvaluateToValue(context_, "(" + source + ")")
        .ToLocalChecked()
        .As<v8::Function>();
  }
  std::string Run(v8::Local<v8::Function> function,
                  v8::Local<v8::Value> argument = {}) {
    v8::TryCatch try_catch(isolate());
    v8::Local<v8::Value> result;
    if (!function
             ->Call(context_, v8::Undefined(isolate()),
                    argument.IsEmpty() ? 0 : 1, &argument)
             .ToLocal(&result)) {
      return "threw " + std::string(*v8::String::Utf8Value(
                            isolate(), try_catch.Exception()));
    }
    return *v8::String::Utf8Value(isolate(), result);
  }

  TestIsolate isolate_;
  v8::HandleScope handle_scope_;
  v8::Local<v8::Context> context_;
};

// Of a call that gives `expected`, and gives it again after a RangeError.
std::string IsRight(const std::string& call, const std::string& expected) {
  return "error === undefined ? result === " + expected +
         " ? '' : 'result ' + result :"
         "!(error instanceof RangeError) ? 'error ' + error :"
         "(" +
         call + ") === " + expected + " ? '' : 'another result'";
}

TEST_F(FullStackTest, Calls) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate("const decoder = new TextDecoder,"
                     "      fatal = new TextDecoder('gbk', {fatal: true}),"
                     "      encoder = new TextEncoder,"
                     "      bytes = new Uint8Array(50).fill(0x80),"
                     "      many = new Uint8Array(5000).fill(0x80),"
                     "      shared = new Uint8Array(new SharedArrayBuffer(9)),"
                     "      text = '\\u20AC'.repeat(5000);"
                     "const nameOf = (f) => {"
                     "  try { return f() } catch (e) {"
                     "    if (/stack/.test(e.message)) throw e;"
                     "    return e.name } }; ''"),
            "");
  const struct {
    const char* call;
    const char* expected;
  } kCalls[] = {
      {"decoder.decode(bytes).length", "50"},
      {"decoder.decode(many).length", "5000"},
      {"decoder.decode(shared).length", "9"},
      {"new TextDecoder('koi8-r', {fatal: true}).encoding", "'koi8-r'"},
      {"nameOf(() => new TextDecoder('x'))", "'RangeError'"},
      {"nameOf(() => fatal.decode(Uint8Array.of(0xFF)))", "'TypeError'"},
      {"nameOf(() => decoder.decode(1))", "'TypeError'"},
      {"encoder.encode('abc').join()", "'97,98,99'"},
      {"encoder.encode(text).length", "15000"},
      {"encoder.encodeInto('abc', bytes).written", "3"},
      {"encoder.encodeInto(text, many).read", "1666"},
      {"new TextEncoder().encoding", "'utf-8'"},
      {"extras.encode('abc', 'big5').join()", "'97,98,99'"},
      {"extras.decodeRange(many, 1, 3000).length", "2999"},
      {"extras.utf8ByteLength(text)", "15000"},
      {"extras.encodings().length", "40"},
      {"new TextDecoderStream().encoding", "'utf-8'"},
      {"new TextEncoderStream().encoding", "'utf-8'"},
  };
  for (const auto& [call, expected] : kCalls) {
    // What encodeInto() writes to is read by others.
    WithEveryStack("bytes.fill(0x80); many.fill(0x80)", call,
                   IsRight(call, expected));
  }
}

TEST_F(FullStackTest, ADecodersStateIsKept) {
  const std::string call =
      "decoder.decode(Uint8Array.of(0xAC, 0xE2),"
      "               {stream: true})";
  WithEveryStack(
      "globalThis.decoder = new TextDecoder;"
      "decoder.decode(Uint8Array.of(0xE2, 0x82), {stream: true})",
      call,
      "(error instanceof RangeError ? " + call +
          " : result) === '\\u20AC' &&"
          "decoder.decode(Uint8Array.of(0x82, 0xAC)) === '\\u20AC'"
          "    ? '' : 'lost'");
}

// Whoever waits for the end of a stream hears of it, at the latest when close()
// or error() is called again.
TEST_F(FullStackTest, EndsOfReadableStreams) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate(R"(
    var wanted, settled, controller, source;
    const note = (promise) => {
      ++wanted;
      const count = () => { ++settled };
      promise.then(count, count);
    };
    const readers = {
      read(stream) {
        const reader = stream.getReader();
        note(reader.read());
        note(reader.read());
        note(reader.closed);
      },
      iterate(stream) { note(stream.values().next()) },
      pipe(stream) { note(stream.pipeTo(new WritableStream)) },
      tee(stream) { for (const each of stream.tee()) readers.read(each) },
      teeTwice(stream) { for (const each of stream.tee()) readers.tee(each) },
    };
    const prepare = (read, type) => {
      wanted = settled = 0;
      readers[read](new ReadableStream({ type, start(c) { controller = c } }));
    }; '')"),
            "");
  for (const char* const type : {"undefined", "'bytes'"}) {
    for (const char* const read :
         {"read", "iterate", "pipe", "tee", "teeTwice"}) {
      for (const char* const call :
           {"controller.close()", "controller.error('why')"}) {
        SCOPED_TRACE(std::string(type) + " " + read);
        WithEveryStack("prepare('" + std::string(read) + "', " + type + ")",
                       call,
                       "wanted === settled ? '' : `${settled} of ${wanted}`",
                       "try { " + std::string(call) + " } catch {}");
      }
    }
  }
}

// Calls in the midst of a stream's life: what each of them answers or ends is
// answered or ended, by itself or when it is called again.
TEST_F(FullStackTest, CallsThatOthersWaitFor) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate(R"(
    var wanted, settled, controller, request, reader, abort;
    const note = (...promises) => {
      wanted += promises.length;
      const count = () => { ++settled };
      for (const each of promises) each.then(count, count);
    };
    const ignore = (promise) => { promise.catch(() => {}) };
    const start = (c) => { controller = c };
    const view = (length) => new Uint8Array(length);
    const transform = () => {
      const { readable, writable } = new TransformStream({ start });
      reader = readable.getReader();
      const writer = writable.getWriter();
      note(reader.read(), reader.closed, writer.closed, writer.ready);
      note(writer.write('a'), writer.write('b'));
    };
    const byob = (count) => {
      const stream = new ReadableStream({ type: 'bytes', start });
      reader = stream.getReader({ mode: 'byob' });
      for (; count > 0; --count) note(reader.read(view(1)));
      request = controller.byobRequest;
    };
    const waiting = (type, mode) => {
      reader = new ReadableStream({ type, start }).getReader({ mode });
      note(reader.closed, reader.read(view(9)), reader.read(view(9)));
    };
    const reading = (read, type) => {
      const stream = new ReadableStream({ type, start });
      if (read === 'pipe') {
        note(new Promise((resolve) => {
          stream.pipeTo(new WritableStream({ write: resolve })).catch(resolve);
        }));
      } else if (read === 'iterate') {
        note(stream.values().next());
      } else if (read === 'tee') {
        for (const each of stream.tee()) note(each.getReader().read());
      } else {
        const mode = read === 'byob' ? read : undefined;
        note(stream.getReader({ mode }).read(view(9)));
      }
    };
    const transforming = () => {
      const { readable } = new TransformStream({ start });
      note(readable.getReader().read());
    };
    // A host whose signals tell one listener.
    globalThis.EventTarget = class {
      addEventListener(type, listener) { this.listener = listener }
      removeEventListener() { this.listener = undefined }
    };
    globalThis.AbortSignal = class extends EventTarget {
      get aborted() { return this.isAborted }
      get reason() { return 'why' }
    };
    globalThis.AbortController = class { get signal() {} abort() {} };
    const piping = () => {
      const signal = new AbortSignal;
      note(new ReadableStream().pipeTo(new WritableStream, { signal }));
      abort = () => {
        signal.isAborted = true;
        signal.listener?.();
      };
    };
    const again = (call) => { try { call() } catch {} };
    '')"),
            "");
  const struct {
    const char* prepare;
    const char* call;
  } kCalls[] = {
      {"transform()", "controller.error('why')"},
      {"transform()", "controller.terminate()"},
      {"transforming()", "controller.enqueue('a')"},
      {"byob(1)", "request.respond(1)"},
      {"byob(1)", "request.respondWithNewView(view(1))"},
      {"byob(2); controller.close()", "request.respond(0)"},
      {"waiting()", "reader.releaseLock()"},
      {"waiting('bytes')", "reader.releaseLock()"},
      {"waiting('bytes', 'byob')", "reader.releaseLock()"},
      {"reading('read')", "controller.enqueue('a')"},
      {"reading('iterate')", "controller.enqueue('a')"},
      {"reading('pipe')", "controller.enqueue('a')"},
      {"reading('tee')", "controller.enqueue('a')"},
      {"reading('read', 'bytes')", "controller.enqueue(view(1))"},
      {"reading('iterate', 'bytes')", "controller.enqueue(view(1))"},
      {"reading('byob', 'bytes')", "controller.enqueue(view(1))"},
      {"reading('pipe', 'bytes')", "controller.enqueue(view(1))"},
      {"reading('tee', 'bytes')", "controller.enqueue(view(1))"},
      {"piping()", "abort()"},
  };
  for (const auto& [prepare, call] : kCalls) {
    SCOPED_TRACE(prepare);
    WithEveryStack("wanted = settled = 0; " + std::string(prepare), call,
                   "error !== undefined && !(error instanceof RangeError) ?"
                   "    'error ' + error :"
                   "wanted === settled ? '' : `${settled} of ${wanted}`",
                   "again(() => " + std::string(call) + ")");
  }
}

// How many promises are rejected that nobody has reacted to.
int unhandled_count = 0;

// A promise that a call has made before the stack came to its end is one that
// nobody ever sees: hosts aren't to report that it is rejected.
TEST_F(FullStackTest, NoRejectionIsLeftUnhandled) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  unhandled_count = 0;
  isolate()->SetPromiseRejectCallback([](v8::PromiseRejectMessage message) {
    switch (message.GetEvent()) {
      case v8::kPromiseRejectWithNoHandler:
        ++unhandled_count;
        break;
      case v8::kPromiseHandlerAddedAfterReject:
        --unhandled_count;
        break;
      default:
        ADD_FAILURE() << "A promise is settled twice.";
    }
  });
  ASSERT_EQ(Evaluate("var reader, writer;"
                     "const prepare = () => {"
                     "  reader = new ReadableStream().getReader();"
                     "  writer = new WritableStream().getWriter();"
                     "}; ''"),
            "");
  for (const char* const call :
       {"reader.read()", "reader.closed", "writer.write('a')", "writer.closed",
        "writer.ready", "reader.cancel()", "writer.close()",
        "new ReadableStream().pipeTo(new WritableStream())"}) {
    // What is given is seen.
    WithEveryStack("prepare()", call, "(result?.catch(() => {}), '')");
    EXPECT_EQ(unhandled_count, 0) << call;
    unhandled_count = 0;
  }
  isolate()->SetPromiseRejectCallback(nullptr);
}

// A pipe that can't be made or can't go on leaves the locks.
TEST_F(FullStackTest, Pipes) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate(R"(
    var source, sink, begin;
    const prepare = (isAborted) => {
      source = new ReadableStream({ start(c) { c.error('source') } });
      sink = new WritableStream({
        start: () => new Promise((resolve) => { begin = resolve }),
      });
      if (isAborted) sink.abort('why').catch(() => {});
    };
    const caught = (promise) => { promise.catch(() => {}) }; '')"),
            "");
  for (const char* const is_aborted : {"false", "true"}) {
    for (const char* const call :
         {"caught(source.pipeTo(sink))",
          "caught(source.pipeTo(sink, { preventAbort: true }))",
          "void source.pipeThrough({ readable: source, writable: sink })"}) {
      WithEveryStack("prepare(" + std::string(is_aborted) + ")", call,
                     "source.locked || sink.locked ? 'locked' : ''", "begin()");
    }
  }
}

// Streams whose calls fail go on, or end with an error: no promise waits for
// ever.
constexpr char kNewStream[] =
    "globalThis.stream = new Kind; globalThis.output = [];"
    "globalThis.writer = stream.writable.getWriter();"
    "globalThis.reader = stream.readable.getReader();"
    "globalThis.end = undefined;"
    "globalThis.read = () => reader.read().then(({done, value}) => {"
    "  if (done) end = 'closed'; else { output.push(value); return read() }"
    "}, (error) => { end = error }); ";

class FullStackStreamTest : public FullStackTest,
                            public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { V8_ENCODING_NEEDS_BUILT_IN_STREAMS(); }

  // Does `finish`, and closes the writable side.
  void StreamWithEveryStack(const std::string& prepare,
                            const std::string& call,
                            const std::string& finish,
                            const std::string& is_right) {
    ASSERT_EQ(Evaluate("var Kind = " + std::string(GetParam()) +
                       "; var chunk = Kind === TextDecoderStream ?"
                       "    Uint8Array.of(97) : 'a';"
                       "const ignore = (promise) => promise.catch(() => {});"
                       "''"),
              "");
    WithEveryStack(kNewStream + prepare, call,
                   "end === undefined ? 'waits' :"
                   "error !== undefined && !(error instanceof RangeError) ?"
                   "    'error ' + error :"
                   "end instanceof RangeError || (" +
                       is_right + ") ? '' : 'end ' + end + ' ' + output",
                   finish + "ignore(writer.close());");
  }
};

INSTANTIATE_TEST_SUITE_P(,
                         FullStackStreamTest,
                         ::testing::Values("TextDecoderStream",
                                           "TextEncoderStream"),
                         [](const auto& info) { return info.param; });

TEST_P(FullStackStreamTest, Write) {
  // What write() has thrown may have been written or not.
  StreamWithEveryStack("read();", "ignore(writer.write(chunk))", "",
                       "end === 'closed' &&"
                       "output.length === 1 || error && output.length === 0");
}

TEST_P(FullStackStreamTest, WriteThatWaits) {
  StreamWithEveryStack("", "ignore(writer.write(chunk))", "read();",
                       "end === 'closed' &&"
                       "output.length === 1 || error && output.length === 0");
}

TEST_P(FullStackStreamTest, SecondWrite) {
  StreamWithEveryStack("ignore(writer.write(chunk));",
                       "ignore(writer.write(chunk))", "read();",
                       "end === 'closed' &&"
                       "output.length === 2 || error && output.length === 1");
}

TEST_P(FullStackStreamTest, Ready) {
  // A writer that waits until it may write again.
  StreamWithEveryStack(
      "read(); globalThis.ready = false;", "ignore(writer.write(chunk))",
      "writer.ready.then(() => { ready = true }, () => { ready = true });",
      "end === 'closed' && ready");
}

TEST_P(FullStackStreamTest, Close) {
  StreamWithEveryStack("read();", "ignore(writer.close())", "",
                       "end === 'closed'");
}

TEST_P(FullStackStreamTest, CloseBehindAChunk) {
  StreamWithEveryStack("ignore(writer.write(chunk));", "ignore(writer.close())",
                       "read();", "end === 'closed' && output.length === 1");
}

// What a read() that throws hasn't read is there for the next one.
constexpr char kGetRead[] =
    "if (promise) promise.then(({value}) => { output.push(value) }, () => {});"
    "read(); ignore(writer.write(chunk));";

TEST_P(FullStackStreamTest, Read) {
  StreamWithEveryStack(
      "globalThis.promise = undefined; ignore(writer.write(chunk));",
      "promise = reader.read()", kGetRead,
      "end === 'closed' && output.length === 2");
}

TEST_P(FullStackStreamTest, ReadThatWaits) {
  StreamWithEveryStack("globalThis.promise = undefined;",
                       "promise = reader.read()",
                       "ignore(writer.write(chunk));" + std::string(kGetRead),
                       "end === 'closed' && output.length === 2");
}

TEST_P(FullStackStreamTest, Abort) {
  StreamWithEveryStack("read();", "ignore(writer.abort('why'))", "",
                       "end === 'why' || error && end === 'closed'");
}

TEST_P(FullStackStreamTest, Cancel) {
  StreamWithEveryStack("", "ignore(reader.cancel())", "read();",
                       "end === 'closed'");
}

}  // namespace
}  // namespace v8_encoding::testing
