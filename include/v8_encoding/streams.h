// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where TextDecoderStream and TextEncoderStream take their streams from. The
// conversion of chunks is this library's; queues, locks, backpressure and
// promises are those of a *TransformStream*, which V8 doesn't have.
// https://streams.spec.whatwg.org/#ts-model

#ifndef V8_ENCODING_STREAMS_H_
#define V8_ENCODING_STREAMS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "v8.h"
#include "v8_encoding/byte_view.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// A streams provider: returns the function that makes streams for the stream
// interfaces of a realm,
//
//   newStreamPair(transform, flush, state)
//
// newStreamPair() *sets up a TransformStream*, with the standard's default
// strategies (the writable side's high water mark is 1, the readable side's 0),
// and returns an object with the two sides, `readable` and `writable`. The two
// steps are native functions that do their work before they return:
//
//   transform(state, chunk)  for each chunk that is written,
//   flush(state)             when the writable side is closed.
//
// A step returns the one chunk to be enqueued, or undefined if there is none,
// and throws the error for both sides. newStreamPair() passes `state` on to the
// steps and makes no other use of `state`.
//
// The steps are the same functions for all streams of one interface in one
// realm. `state` is an argument, not a receiver, so that a provider calls the
// steps without Function.prototype.call, which scripts can change. A step that
// is called with anything but the `state` of a stream of the step's interface
// and realm throws a TypeError. A provider that lets scripts have the steps
// lets scripts write to the streams, and no more.
//
// A provider is called once for a realm, with `context` entered: by
// Interfaces::Install(context), so that the provider captures what is there
// before any script runs, and again by each further installation in the realm;
// in a context that was made from a template, by Prepare() in install.h, or
// else when a script makes the first stream. A provider that fails returns an
// empty handle with an exception pending.
//
// A provider is a plain function, without an owner, so that a snapshot can have
// the provider; GetInstallData() in install.h has what the host has put there
// for it. The addresses of the provider, and of native functions that the
// provider makes, must then be among the external references.
// https://streams.spec.whatwg.org/#transformstream-set-up
using StreamsProvider =
    v8::MaybeLocal<v8::Function> (*)(v8::Local<v8::Context> context);

// The library's own streams: the Streams Standard in JavaScript, evaluated once
// a realm, by Prepare() in install.h, when a script makes the first stream or
// reads one of the streams' own interfaces, which
// InstallOptions::streams_globals offers, or by the first call for that realm
// of a function below, GetStreamsInterface() and GetStreamState() apart. What
// scripts did before that to Promise and to other intrinsics can change how the
// streams work. What scripts do later doesn't, but for what the standard itself
// looks up on scripts' objects. A host's AbortSignal and AbortController, which
// signals of pipes and of writable streams need, must be on the global object
// by then, with what DOM has: the getters `aborted` and `reason` on the
// prototype of AbortSignal, and the methods of EventTarget, which it may
// inherit; the getter `signal` and abort() on that of AbortController. A host
// with anything less has streams without signals: pipeTo() refuses its signals,
// and a WritableStream's controller has `undefined`.
//
// Streams of one realm work with the methods of every other realm of the
// isolate. In a build whose GN argument v8_encoding_streams leaves the streams
// out, BuiltInStreams throws a TypeError, and streams_globals offers nothing.
//
// A call with hardly any stack left throws a RangeError. It changes nothing
// then, or the stream ends with that error: no chunk is missing between others,
// and no stream waits for ever. (A controller's close() that changed nothing is
// for the script to call again.) One case is left: where V8 leaves optimized
// code for that error, or wants stack to compile in the midst of the call,
// there may not be the stack to end the stream either.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Function> BuiltInStreams(
    v8::Local<v8::Context> context);

// V8's code cache of BuiltInStreams, for hosts that keep one from process to
// process: evaluating the streams then takes a fraction of the time that
// compiling the JavaScript takes. Realms of one isolate share the code anyway,
// and a snapshot has it.
//
// MakeStreamsCodeCache() returns what V8 has compiled of the streams in the
// isolate of `context` so far, to be kept for the same build of this library:
// it pays to call the function after some streams have been used. The result is
// empty, perhaps with an exception pending, where there are no streams or V8
// makes no cache.
//
// A StreamsCodeCache returns those bytes, which must stay as they are while the
// isolate lives, or none; it runs no JavaScript. V8 looks whether the bytes are
// of this release of V8 with these flags, and else compiles as without them;
// but bytes that are damaged can make V8 crash, as with every code cache.
V8_ENCODING_EXPORT std::vector<uint8_t> MakeStreamsCodeCache(
    v8::Local<v8::Context> context);
using StreamsCodeCache = ByteView (*)();

// The interface object of one of the interfaces of BuiltInStreams, by
// `interface_name`, "ReadableStream", say, in the realm of `context`: for
// built-in modules and jails, and for hosts that make streams themselves, of
// C++ callbacks. The same object each time, and the one that
// InstallOptions::streams_globals offers. Evaluates the streams if that wasn't
// done. Empty with an exception pending: a TypeError if there is no interface
// of that name.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Function> GetStreamsConstructor(
    v8::Local<v8::Context> context,
    const char* interface_name);

// The name of the interface of BuiltInStreams that `object` implements,
// "ReadableStream", say; null for any other object. The object may be of each
// realm of the isolate. Runs no script.
V8_ENCODING_EXPORT const char* GetStreamsInterface(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> object);

// For hosts whose postMessage() and structuredClone() transfer streams. A
// ReadableStream, a WritableStream and a TransformStream are transferred as
// pipes over ports of the host. For each stream in a transfer list the host
// entangles two ports, gives one of them to TransferStream(), and sends the
// other one with the message; where the message is received, ReceiveStream()
// makes the stream of that port. A TransformStream takes two such pairs:
// one for the readable side, `port` of TransferStream() and of ReceiveStream(),
// and one for the writable side, `writable_port`.
//
// A port is an object without a prototype that no script ever sees, with the
// functions
//
//   postMessage(message)       serializes `message`, an object { type, value },
//                              and sends it; throws what serializing throws;
//   listen(onMessage, onMessageError)
//                              from now on calls onMessage(message) in a task
//                              for each message, what came already included,
//                              and onMessageError(error) with a
//                              "DataCloneError" DOMException for a message that
//                              can't be deserialized;
//   close()                    disentangles the port;
//   newDataCloneError(text)    returns a "DataCloneError" DOMException.
//
// To V8's serializer the objects of all streams' interfaces, and asynchronous
// iterators of streams, are objects of the host's: it calls WriteHostObject()
// of v8::ValueSerializer::Delegate with each of them, in the transfer list or
// not. None can be serialized. The objects of the Encoding Standard's
// interfaces are objects of the host's as well. A delegate that has
// HasCustomHostObject() is asked IsHostObject() instead, and says yes to them
// if it says so to every object with an InternalFieldCount() above 0; else they
// are cloned as plain objects.
// https://streams.spec.whatwg.org/#transferrable-streams

// The *transfer steps*. A stream that is locked is a "DataCloneError".
// Nothing() with an exception pending if that fails: a TypeError where `stream`
// is none of the three, or a TransformStream comes without `writable_port`.
V8_ENCODING_EXPORT v8::Maybe<bool> TransferStream(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> stream,
    v8::Local<v8::Object> port,
    v8::Local<v8::Object> writable_port = {});

// The *transfer-receiving steps*, for "ReadableStream", "WritableStream" or
// "TransformStream": a new object of the interface, in the realm of `context`.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Object> ReceiveStream(
    v8::Local<v8::Context> context,
    const char* interface_name,
    v8::Local<v8::Object> port,
    v8::Local<v8::Object> writable_port = {});

// Microtasks: with V8's default policy, kAuto, a call of a function below, or
// of BuiltInStreams, where no script is under way can end with the microtasks
// that wait: scripts, and a host's own callbacks, run before it returns then.
// Under kExplicit and kScoped they wait for the host. GetStreamState() and
// GetStreamsInterface() run none.

// What a host's own APIs, fetch() among them, ask of the library's streams, and
// no script can see.
struct StreamState {
  // Neither closed nor errored, and, of a WritableStream, not about to be
  // errored. On its way to its close a stream is open: a ReadableStream that
  // has chunks to be read still, though EnqueueChunk() throws; a WritableStream
  // whose sink has yet to close.
  bool is_open = false;
  // Ended by an error.
  bool is_errored = false;
  // A ReadableStream that was read from or cancelled.
  bool is_disturbed = false;
};

// Of a ReadableStream or a WritableStream; nullopt of any other object, and,
// while a termination of execution is under way, of any object. Runs no script,
// and needs no stack to speak of.
V8_ENCODING_EXPORT std::optional<StreamState> GetStreamState(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> object);

// A promise that is fulfilled when the stream is closed, and rejected when it
// is errored, whoever has the stream's lock. Its rejection counts as handled.
// The same promise each time. Empty with an exception pending: a TypeError if
// `stream` is neither a ReadableStream nor a WritableStream.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Promise> GetStreamEnd(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> stream);

// Errors a ReadableStream or a WritableStream, as error() of its controller
// does; of a ReadableStream the controller will do. Of a TransformStream both
// sides are errored; of a stream that was received from another realm, the
// stream there, too. Nothing() with an exception pending: a TypeError for
// another object.
V8_ENCODING_EXPORT v8::Maybe<bool> ErrorStream(v8::Local<v8::Context> context,
                                               v8::Local<v8::Object> stream,
                                               v8::Local<v8::Value> error);

// For hosts that make ReadableStreams of C++ callbacks, by
// GetStreamsConstructor(): *enqueue* and *close* of the Streams Standard,
// whatever scripts have made of the controller's methods. `controller` is what
// the callbacks `start` and `pull` get as their argument. A stream of bytes
// takes views, and transfers their buffers; a view that begins where that of
// the BYOB request does, in its buffer, answers the request. CloseStream()
// answers reads that wait. Nothing() with an exception pending: a TypeError for
// another object, for a stream that is closed already or errored, and for what
// a stream of bytes doesn't take; a RangeError for another part of the
// request's buffer; or what `size` of a queuing strategy throws.
// https://streams.spec.whatwg.org/#other-specs-rs-create
V8_ENCODING_EXPORT v8::Maybe<bool> EnqueueChunk(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> controller,
    v8::Local<v8::Value> chunk);
V8_ENCODING_EXPORT v8::Maybe<bool> CloseStream(
    v8::Local<v8::Context> context,
    v8::Local<v8::Object> controller);

// The realm's own streams, for hosts that have some: the value of the global
// object's property TransformStream at the time of the call. Throws a TypeError
// if the value is no constructor of TransformStreams.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Function> IntrinsicStreams(
    v8::Local<v8::Context> context);

}  // namespace v8_encoding

#endif  // V8_ENCODING_STREAMS_H_
