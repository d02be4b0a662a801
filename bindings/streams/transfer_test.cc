// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// What a host calls to transfer streams, over ports that pass messages on in
// microtasks, and what V8's serializer asks a host. What serializer and ports
// make of that is the shell's, and web-platform-tests' streams/transferable/.

#include <string>

#include "bindings/testing/v8_test.h"
#include "bindings/v8_compat.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

// newPorts(): two ports, entangled, that note what is posted in `log`. What is
// "uncloneable" can't be posted, what is "unreadable" can't be received, and
// "no object" becomes null.
constexpr char kNewPorts[] =
    "var log = [];"
    "const newPorts = () => {"
    "  const ports = [0, 1].map((index) => ({"
    "    __proto__: null, waiting: [], isOpen: true,"
    "    postMessage({type, value}) {"
    "      log.push(type);"
    "      if (value === 'uncloneable') throw this.newDataCloneError(value);"
    "      const other = ports[1 - index];"
    "      if (!this.isOpen || !other.isOpen) return;"
    "      other.waiting.push({type, value}); other.deliver?.();"
    "    },"
    "    listen(onMessage, onMessageError) {"
    "      this.deliver = () => { Promise.resolve().then(() => {"
    "        for (const message of this.waiting.splice(0)) {"
    "          if (message.value === 'no object') onMessage(null);"
    "          else if (message.value === 'unreadable')"
    "            onMessageError(this.newDataCloneError('unreadable'));"
    "          else onMessage(message);"
    "        }"
    "      }); };"
    "      this.deliver();"
    "    },"
    "    close() { this.isOpen = false; },"
    "    newDataCloneError(text) {"
    "      return Object.assign(new Error(text), {name: 'DataCloneError'}); },"
    "  }));"
    "  return ports;"
    "};"
    "const [first, firstRemote] = newPorts();"
    "const [second, secondRemote] = newPorts();";

class TransferTest : public V8Test {
 protected:
  TransferTest() : here_(NewContext()), there_(NewContext()) {
    testing::Evaluate(here_, kNewPorts);
  }

  void SetUp() override { V8_ENCODING_NEEDS_BUILT_IN_STREAMS(); }

  v8::Local<v8::Object> ObjectOf(const std::string& source) {
    return testing::EvaluateToValue(here_, source)
        .ToLocalChecked()
        .As<v8::Object>();
  }

  // Transfers the object that `source` gives from one realm to another one, and
  // back into the first as the global `received`.
  void Transfer(const std::string& source) {
    v8::Local<v8::Object> stream = ObjectOf(source);
    const char* name = GetStreamsInterface(here_, stream);
    ASSERT_NE(name, nullptr);
    ASSERT_TRUE(
        TransferStream(here_, stream, ObjectOf("first"), ObjectOf("second"))
            .FromMaybe(false));
    v8::Local<v8::Object> received;
    ASSERT_TRUE(ReceiveStream(there_, name, ObjectOf("firstRemote"),
                              ObjectOf("secondRemote"))
                    .ToLocal(&received));
    EXPECT_STREQ(GetStreamsInterface(here_, received), name);
    here_->Global()
        ->Set(here_, v8::String::NewFromUtf8Literal(isolate(), "received"),
              received)
        .Check();
  }

  // Promises' reactions run when a script has ended.
  std::string ResultOf(const std::string& source) {
    const std::string thrown = testing::Evaluate(here_, source + "; ''");
    return thrown.empty() ? testing::Evaluate(here_, "String(result)") : thrown;
  }

  // ErrorStream(), once all is in flight.
  void Error(const std::string& stream) {
    ResultOf("0");
    EXPECT_TRUE(ErrorStream(there_, ObjectOf(stream),
                            v8::String::NewFromUtf8Literal(isolate(), "why"))
                    .FromMaybe(false));
    ResultOf("0");
  }

  v8::Local<v8::Context> here_;
  v8::Local<v8::Context> there_;

 private:
  v8::Local<v8::Context> NewContext() {
    v8::Local<v8::ObjectTemplate> global = v8::ObjectTemplate::New(isolate());
    Install(isolate(), global, {.streams_globals = true});
    v8::Local<v8::Context> context =
        v8::Context::New(isolate(), nullptr, global);
    context->SetSecurityToken(v8::Undefined(isolate()));
    return context;
  }
};

TEST_F(TransferTest, StreamsAreToldFromOtherObjects) {
  EXPECT_STREQ(GetStreamsInterface(there_, ObjectOf("new ReadableStream")),
               "ReadableStream");
  EXPECT_STREQ(
      GetStreamsInterface(here_, ObjectOf("new WritableStream().getWriter()")),
      "WritableStreamDefaultWriter");
  for (const char* source :
       {"({})", "ReadableStream", "ReadableStream.prototype",
        "Object.create(new ReadableStream)",
        "new Proxy(new ReadableStream, {})", "new TextDecoderStream",
        "globalThis"}) {
    EXPECT_EQ(GetStreamsInterface(here_, ObjectOf(source)), nullptr) << source;
  }
}

TEST_F(TransferTest, AReadableStreamArrives) {
  Transfer(
      "new ReadableStream({start(controller) {"
      "  controller.enqueue('one'); controller.enqueue('two');"
      "  controller.close(); }})");
  EXPECT_EQ(ResultOf("var result = [];"
                     "(async () => { for await (const chunk of received)"
                     "  result.push(chunk);"
                     " result.push('end', received instanceof ReadableStream);"
                     "})()"),
            "one,two,end,false");
}

TEST_F(TransferTest, AWritableStreamArrives) {
  Transfer(
      "var sunk = []; new WritableStream({"
      "  write(chunk) { sunk.push(chunk) }, close() { sunk.push('closed') }})");
  EXPECT_EQ(ResultOf("const writer = received.getWriter();"
                     "var result = 'pending'; writer.write('one');"
                     "writer.write('two'); writer.close().then(() => {"
                     "  result = sunk; })"),
            "one,two,closed");
}

TEST_F(TransferTest, ATransformStreamArrives) {
  Transfer(
      "new TransformStream({transform(chunk, controller) {"
      "  controller.enqueue(chunk + chunk); }})");
  EXPECT_EQ(ResultOf("var result = [];"
                     "received.writable.getWriter().write('one');"
                     "received.readable.getReader().read().then("
                     "    ({value}) => { result.push(value); })"),
            "oneone");
}

TEST_F(TransferTest, ErrorsGoBothWays) {
  Transfer(
      "var cancelled; var controller; new ReadableStream({"
      "  start(given) { controller = given; },"
      "  cancel(reason) { cancelled = reason; }})");
  EXPECT_EQ(ResultOf("received.cancel('enough'); var result;"
                     "Promise.resolve().then(() => 0).then(() => 0)"
                     "    .then(() => 0).then(() => 0).then(() => 0)"
                     "    .then(() => 0).then(() => { result = cancelled })"),
            "enough");
}

TEST_F(TransferTest, AChunkThatCannotBeSentErrorsBothSides) {
  Transfer(
      "new ReadableStream({start(controller) {"
      "  controller.enqueue('uncloneable'); }})");
  EXPECT_EQ(
      ResultOf("var result; received.getReader().read().catch((error) => {"
               "  result = error.name + ': ' + error.message; })"),
      "DataCloneError: uncloneable");
}

TEST_F(TransferTest, AChunkThatCannotBeReceivedErrorsBothSides) {
  Transfer(
      "var cancelled; new ReadableStream({start(controller) {"
      "  controller.enqueue('unreadable'); },"
      "  cancel({message}) { cancelled = message; }})");
  EXPECT_EQ(
      ResultOf("var result; received.getReader().read().catch((error) => {"
               "  result = error.message; })"),
      "unreadable");
  EXPECT_EQ(testing::Evaluate(here_, "cancelled"), "unreadable");
}

TEST_F(TransferTest, AMessageThatIsNoObjectErrorsBothSides) {
  Transfer(
      "var cancelled; new ReadableStream({start(controller) {"
      "  controller.enqueue('no object'); },"
      "  cancel({name}) { cancelled = name; }})");
  EXPECT_EQ(
      ResultOf("var result; received.getReader().read().catch((error) => {"
               "  result = error.name; })"),
      "DataCloneError");
  EXPECT_EQ(testing::Evaluate(here_, "cancelled"), "DataCloneError");
}

TEST_F(TransferTest, AWritableStreamRefusesMessagesThatAreNoObjects) {
  v8::Local<v8::Object> stream;
  ASSERT_TRUE(ReceiveStream(here_, "WritableStream",
                            ObjectOf("var onMessage, log = [];"
                                     "({__proto__: null,"
                                     "  postMessage({type, value}) {"
                                     "    log.push(type, value.name); },"
                                     "  listen(f) { onMessage = f; },"
                                     "  close() { log.push('close'); },"
                                     "  newDataCloneError() {"
                                     "    return {name: 'DataCloneError'}; }"
                                     "})"))
                  .ToLocal(&stream));
  EXPECT_EQ(testing::Evaluate(here_, "onMessage(); log"),
            "error,DataCloneError,close");
  EXPECT_FALSE(GetStreamState(here_, stream)->is_open);
}

// An error of the host is one of both realms.
TEST_F(TransferTest, HostsErrorReadableStreamsThatWereReceived) {
  Transfer(
      "var result = 'pending';"
      "new ReadableStream({cancel(reason) { result = reason; }})");
  Error("received");
  EXPECT_EQ(ResultOf("0"), "why");
}

TEST_F(TransferTest, HostsErrorWritableStreamsThatWereReceived) {
  Transfer(
      "var result = 'pending';"
      "new WritableStream({abort(reason) { result = reason; }})");
  Error("received");
  EXPECT_EQ(ResultOf("0"), "why");
}

TEST_F(TransferTest, HostsErrorTransformStreamsThatWereReceived) {
  Transfer("new TransformStream()");
  testing::Evaluate(here_,
                    "var result = 'pending'; received.writable.getWriter()"
                    "    .closed.catch((error) => { result = error; }); 0");
  Error("received.readable");
  EXPECT_EQ(ResultOf("0"), "why");
}

TEST_F(TransferTest, NoWriteWaitsForAnOtherSideThatTheHostHasErrored) {
  Transfer("new WritableStream({write() { return new Promise(() => {}); }})");
  testing::Evaluate(here_,
                    "var result = []; const writer = received.getWriter();"
                    "for (let i = 0; i < 4; ++i)"
                    "  writer.write(i).catch((error) => {"
                    "    result.push(i + error); });"
                    "writer.closed.catch((error) => { result.push(error); });"
                    "0");
  Error("received");
  EXPECT_EQ(ResultOf("0"), "2why,3why,why");
}

TEST_F(TransferTest, LockedStreamsStay) {
  for (const char* source : {
           "var locked = new ReadableStream; locked.getReader(); locked",
           "var locked = new WritableStream; locked.getWriter(); locked",
           "var locked = new TransformStream; locked.writable.getWriter();"
           "locked",
       }) {
    v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(TransferStream(here_, ObjectOf(source), ObjectOf("first"),
                               ObjectOf("second"))
                    .IsNothing());
    EXPECT_TRUE(try_catch.HasCaught());
    EXPECT_EQ(testing::Evaluate(here_, "log.length"), "0");
  }
}

TEST_F(TransferTest, WhatCannotBeTransferredIsLeftAlone) {
  const struct {
    const char* source;
    bool has_second_port;
    const char* error;
  } kCases[] = {
      {"var object = new TransformStream", false,
       "TypeError: A TransformStream takes two ports."},
      {"var object = {}", true,
       "TypeError: The object is neither a ReadableStream nor a WritableStream "
       "nor a TransformStream."},
      {"var object = new ReadableStream().getReader()", false,
       "TypeError: The object is neither a ReadableStream nor a WritableStream "
       "nor a TransformStream."},
  };
  for (const auto& each : kCases) {
    SCOPED_TRACE(each.source);
    testing::Evaluate(here_, std::string(each.source) + "; 0");
    const v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(TransferStream(here_, ObjectOf("object"), ObjectOf("first"),
                               each.has_second_port ? ObjectOf("second")
                                                    : v8::Local<v8::Object>())
                    .IsNothing());
    ASSERT_TRUE(try_catch.HasCaught());
    EXPECT_STREQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
                 each.error);
    EXPECT_EQ(
        testing::Evaluate(
            here_, "!!object.readable?.locked || !!object.writable?.locked"),
        "false");
    EXPECT_EQ(testing::Evaluate(here_, "first.deliver === undefined"), "true");
  }
  for (const char* name :
       {"TransformStream", "ReadableStreamDefaultReader", ""}) {
    const v8::TryCatch try_catch(isolate());
    EXPECT_TRUE(ReceiveStream(here_, name, ObjectOf("first")).IsEmpty());
    ASSERT_TRUE(try_catch.HasCaught());
    EXPECT_TRUE(try_catch.Exception()->IsNativeError());
    EXPECT_EQ(testing::Evaluate(here_, "first.deliver === undefined"), "true");
  }
}

// V8 would clone other objects as plain ones, without their private properties.
TEST_F(TransferTest, TheSerializerAsksTheHostAboutEachObject) {
  struct Delegate final : v8::ValueSerializer::Delegate {
    void ThrowDataCloneError(v8::Local<v8::String>) override {}
    v8::Maybe<bool> WriteHostObject(v8::Isolate*,
                                    v8::Local<v8::Object>) override {
      ++objects;
      return v8::Just(true);
    }
    int objects = 0;
  };
  v8::Context::Scope context_scope(here_);
  testing::Evaluate(here_,
                    "var controllers = [];"
                    "const start = (each) => { controllers.push(each); };"
                    "new ReadableStream({type: 'bytes', start,"
                    "  autoAllocateChunkSize: 1}).getReader().read();"
                    "new ReadableStream({start});"
                    "new WritableStream({start});"
                    "new TransformStream({start});");
  for (const char* source :
       {"new ReadableStream",
        "new ReadableStream().getReader()",
        "new ReadableStreamDefaultReader(new ReadableStream)",
        "new ReadableStream({type: 'bytes'}).getReader({mode: 'byob'})",
        "controllers[0]",
        "controllers[0].byobRequest",
        "controllers[1]",
        "new WritableStream",
        "new WritableStream().getWriter()",
        "controllers[2]",
        "new TransformStream",
        "controllers[3]",
        "new CountQueuingStrategy({highWaterMark: 1})",
        "new ByteLengthQueuingStrategy({highWaterMark: 1})",
        "new ReadableStream().values()",
        "new TextDecoderStream",
        "new TextEncoderStream",
        "new TextDecoder",
        "new TextEncoder",
        "new (class extends TextEncoder {})"}) {
    Delegate delegate;
    v8::ValueSerializer serializer(isolate(), &delegate);
    EXPECT_TRUE(serializer.WriteValue(here_, ObjectOf(source)).FromMaybe(false))
        << source;
    EXPECT_EQ(delegate.objects, 1) << source;
  }
}

}  // namespace
}  // namespace v8_encoding::testing
