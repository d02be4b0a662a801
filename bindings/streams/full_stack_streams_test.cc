// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Streams, with every little amount of stack that may be left: nothing is lost,
// and nothing waits for ever.

#include <string>

#include "bindings/testing/full_stack.h"
#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"

namespace v8_encoding::testing {
namespace {

constexpr char kAllSettled[] =
    "wanted === settled ? '' : `${settled} of ${wanted}`";

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
        WithEveryStack(
            {.prepare = "prepare('" + std::string(read) + "', " + type + ")",
             .call = call,
             .finish = "try { " + std::string(call) + " } catch {}",
             .check = kAllSettled});
      }
    }
  }
}

// Calls in the midst of a stream's life: what each of them answers or ends is
// answered or ended, by itself or when it is called again.
constexpr char kCallsThatOthersWaitFor[] = R"(
    var wanted, settled, controller, request, reader, abort, write, empty;
    const note = (...promises) => {
      wanted += promises.length;
      const count = () => { ++settled };
      for (const each of promises) each.then(count, count);
    };
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
      const { readable, writable } = new TransformStream({ start });
      const reader = readable.getReader();
      note(reader.read(), reader.closed, writable.getWriter().closed);
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
    const writing = () => {
      const stream = new WritableStream;
      reader = stream.getWriter();
      write = () => { reader.write('a').catch(() => {}) };
      empty = () => {
        reader.releaseLock();
        note(new ReadableStream({ pull(c) { c.enqueue('b'); c.close(); } })
                 .pipeTo(stream));
      };
    };
    const closing = () => {
      const close = () => new Promise((resolve) => { empty = resolve });
      const writer = new WritableStream({ start, close }).getWriter();
      note(writer.close(), writer.closed);
    };
    const again = (call) => { try { call() } catch {} };
    '')";

struct CallThatOthersWaitFor {
  const char* prepare;
  const char* call;
  const char* finish = nullptr;  // `call` again.

  LittleStackScripts Scripts(bool is_twice) const {
    return {.prepare = "wanted = settled = 0; " + std::string(prepare),
            .call = is_twice ? "(() => { try { " + std::string(call) +
                                   " } catch { " + call + " } })()"
                             : call,
            .finish = "again(() => " +
                      std::string(finish == nullptr ? call : finish) + ")",
            .check = kAllSettled};
  }
};

constexpr CallThatOthersWaitFor kCalls[] = {
    {"transform()", "controller.error('why')"},
    {"transform()", "controller.terminate()"},
    {"transforming()", "controller.enqueue('a')", "controller.terminate()"},
    {"byob(1)", "request.respond(1)"},
    {"byob(1)", "request.respondWithNewView(view(1))"},
    {"byob(2); controller.close()", "request.respond(0)"},
    {"reading('read')", "controller.close()"},
    {"reading('read')", "controller.error('why')"},
    {"reading('read', 'bytes')", "controller.close()"},
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
    {"writing()", "write()", "empty()"},
    {"closing()", "controller.error('why')", "empty()"},
};

TEST_F(FullStackTest, CallsThatOthersWaitFor) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate(kCallsThatOthersWaitFor), "");
  for (const CallThatOthersWaitFor& each : kCalls) {
    SCOPED_TRACE(each.prepare);
    WithEveryStack(each.Scripts(false));
    WithEveryStack(each.Scripts(true));
  }
}

// V8 doesn't compile a function where it has less than about 40 KiB of stack: a
// call goes on to what no call has come to before, and no further.
TEST_F(FullStackTest, CallsThatOthersWaitForThatAreHalfCompiled) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  const std::string before = std::string(kCallsThatOthersWaitFor) + R"(;
    new WritableStream({}, { highWaterMark: 9 }).getWriter().write('a');
    for (const call of ['error', 'terminate']) {
      new TransformStream({ start }).writable.abort().catch(() => {});
      controller[call]();
    }
    for (const type of [undefined, 'bytes']) {
      new ReadableStream({ type, start }).getReader().releaseLock();
      controller.enqueue(view(1));
      controller.close();
      new ReadableStream({ type, start });
      controller.error('why');
    }
    '')";
  for (const CallThatOthersWaitFor& each : kCalls) {
    SCOPED_TRACE(each.prepare);
    WithEveryStackAndColdCode(before, each.Scripts(false));
    WithEveryStackAndColdCode(before, each.Scripts(true));
  }
}

// Calls that look for the stack for 512 words do so when they are optimized,
// too.
TEST_F(FullStackTest, OptimizedCallsWantTheirStack) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  ASSERT_EQ(Evaluate("var reader;"
                     "const prepare = () => {"
                     "  reader = new ReadableStream().getReader();"
                     "}; ''"),
            "");
  constexpr size_t kLeast = 512 * sizeof(void*);
  const LittleStackScripts scripts = {
      .prepare = "prepare()",
      .call = "reader.releaseLock()",
      .check =
          "(() => {"
          "  try { reader.releaseLock(); return ''; }"
          "  catch (error) { return String(error); }"
          "})()"};
  EXPECT_GE(LeastStackOf(scripts), kLeast);
  ASSERT_EQ(Evaluate("for (let i = 0; i < 100000; ++i) {"
                     "  prepare();"
                     "  reader.releaseLock();"
                     "} ''"),
            "");
  EXPECT_GE(LeastStackOf(scripts), kLeast);
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
  ASSERT_EQ(
      Evaluate("var reader, writer, byobReader, iterator, source, sink;"
               "const prepare = () => {"
               "  reader = new ReadableStream().getReader();"
               "  byobReader = new ReadableStream({ type: 'bytes' })"
               "      .getReader({ mode: 'byob' });"
               "  iterator = new ReadableStream().values();"
               "  source = new ReadableStream({ start(c) { c.close() } });"
               "  sink = new WritableStream;"
               "  sink.close();"
               "  writer = new WritableStream().getWriter();"
               "}; ''"),
      "");
  for (const char* const call :
       {"reader.read()", "reader.closed", "writer.write('a')", "writer.closed",
        "writer.ready", "reader.cancel()", "writer.close()",
        "byobReader.read(new Uint8Array(1))", "iterator.next()",
        "iterator.return()",
        "new ReadableStream().pipeTo(new WritableStream())",
        "source.pipeTo(sink, { preventClose: true })"}) {
    // What is given is seen.
    WithEveryStack({.prepare = "prepare()",
                    .call = call,
                    .check = "(result?.catch(() => {}), '')"});
    EXPECT_EQ(unhandled_count, 0) << call;
    unhandled_count = 0;
  }
  isolate()->SetPromiseRejectCallback(nullptr);
}

// A pipe that can't be made or can't go on leaves the locks, and has an end.
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
    var hasEnded;
    const end = () => { hasEnded = true }; '')"),
            "");
  for (const char* const is_aborted : {"false", "true"}) {
    for (const char* const call :
         {"source.pipeTo(sink)", "source.pipeTo(sink, { preventAbort: true })",
          "source.pipeTo(sink, { preventCancel: true })",
          "void source.pipeThrough({ readable: source, writable: sink })"}) {
      WithEveryStack(
          {.prepare = "prepare(" + std::string(is_aborted) + ")",
           .call = call,
           .finish = "begin(); hasEnded = false; result?.then(end, end)",
           .check = "source.locked || sink.locked ? 'locked' :"
                    "result && !hasEnded ? 'waits' : ''"});
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
    WithEveryStack(
        {.prepare = kNewStream + prepare,
         .call = call,
         .finish = finish + "ignore(writer.close());",
         .check = "end === undefined ? 'waits' :"
                  "error !== undefined && !(error instanceof RangeError) ?"
                  "    'error ' + error :"
                  "end instanceof RangeError || (" +
                  is_right + ") ? '' : 'end ' + end + ' ' + output"});
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
