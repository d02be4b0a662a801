// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Where TextDecoderStream and TextEncoderStream take their streams from. The
// codecs are ours; queues, locks, backpressure and promises are those of a
// *TransformStream*, which V8 doesn't have: https://streams.spec.whatwg.org/

#ifndef V8_ENCODING_STREAMS_H_
#define V8_ENCODING_STREAMS_H_

#include "v8.h"
#include "v8_encoding/export.h"

namespace v8_encoding {

// Gives a realm the function that its stream interfaces make their streams
// with. It takes three arguments,
//
//   newStreamPair(transform, flush, state)
//
// *sets up a TransformStream*, with the standard's default strategies (the
// writable side's high water mark is 1, the readable side's 0), and returns an
// object with its two sides, `readable` and `writable`. The steps are native
// functions that do their work before they return:
//
//   transform(state, chunk)  for each chunk that is written,
//   flush(state)             when the writable side is closed.
//
// They return the one chunk that's to be enqueued, or undefined if there's
// none, and throw what both sides are to be errored with. Nothing is to be made
// of `state` but to pass it on.
//
// The functions are the same for all streams of one interface in one realm, and
// `state` is an argument, not a receiver: so a provider keeps one function of
// its own for a stream, and a script that changes Function.prototype.call is
// not in its way. Called with anything but the `state` of a stream of their
// interface and realm they throw a TypeError. A provider that lets scripts have
// them lets scripts write to its streams, and no more.
//
// A provider is called once a realm, with `context` entered: by
// Interfaces::Install(context), so that what it captures is what's there before
// any script runs; in a context that was made from a template, by Prepare() in
// install.h, or else when a script makes the first stream. Empty with an
// exception pending if it fails.
//
// It's a plain function and not an object with an owner so that it can be in a
// snapshot. Its address must then be among the external references, as must
// those of native functions that it makes.
using StreamsProvider =
    v8::MaybeLocal<v8::Function> (*)(v8::Local<v8::Context> context);

// The streams of npm's web-streams-polyfill, which are built into the library
// (where the GN argument v8_encoding_streams_polyfill doesn't leave them out:
// then this throws a TypeError). JavaScript, evaluated once a realm: by
// Prepare() in install.h, or when a script makes the first stream or reads one
// of their own interfaces; see InstallOptions::streams_globals. What scripts
// have done by then to Promise and to other intrinsics can change how they
// work. What they do later doesn't, but for a few that the polyfill looks up
// each time: Function.prototype.call and apply, Array.prototype.push,
// Promise.prototype.then when one promise is resolved with another, and the
// globals Object, Number, Boolean, TypeError and AbortController. A script that
// breaks those breaks the realm's streams as long as it leaves them broken.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Function> BundledStreams(
    v8::Local<v8::Context> context);

// The realm's own, for hosts that have streams: whatever the global object's
// property TransformStream is at the time of the call. A TypeError if that is
// no constructor of TransformStreams.
V8_ENCODING_EXPORT v8::MaybeLocal<v8::Function> IntrinsicStreams(
    v8::Local<v8::Context> context);

}  // namespace v8_encoding

#endif  // V8_ENCODING_STREAMS_H_
