// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// npm's web-streams-polyfill 4.3.0 without its known defects. Each is named
// with the step of a standard that the polyfill differs from, and was found by
// a comparison with the Streams Standard's reference implementation.

'use strict';

(() => {
// ReadableStreamDefaultReaderRelease, for the reader of an iterator. Web IDL says
// that it isn't released twice and that no read waits then, but forgets the ongoing
// promise of a later next() once an earlier one is settled.
const release = (reader) =>
    `${reader}._ownerReadableStream === undefined || (O(${reader}), ne(${
        reader}, new TypeError('The reader was released')))`;

// Each mend replaces text that occurs once.
const mends = [
  {
    step: 'Web IDL, create an exception: pipeTo() without a destination ' +
          'rejects with a TypeError, not with a string',
    changes: [[`f("Parameter 1 is required in 'pipeTo'.")`,
               `f(new TypeError("Parameter 1 is required in 'pipeTo'."))`]],
  },
  {
    step: 'Web IDL, next() of asynchronous iterators, fulfillSteps 1: the ' +
          'ongoing promise is null once the result is there; ' +
          'Streams, get the next iteration result, chunk steps 1: a chunk ' +
          'that is a promise is awaited',
    changes: [
      ['return re(e,t),t._promise}',
       `if (e._ownerReadableStream === undefined) {
          t._rejectPromise(new TypeError('The reader was released'));
        } else {
          re(e, t);
        }
        return p(t._promise, (chunk) => {
          this._ongoingPromise = undefined;
          const isEnd = 'end' in t && chunk === t.end;
          this._isFinished ||= isEnd;
          return isEnd ? { value: undefined, done: true } :
                               { value: chunk, done: false };
        }, (error) => {
          this._ongoingPromise = undefined;
          this._isFinished = true;
          throw error;
        })}`],
      ['this._iterator._ongoingPromise=void 0,S(()=>this._resolvePromise(' +
           '{value:e,done:!1}))', 'this._resolvePromise(e)'],
      ['e._ongoingPromise=void 0,e._isFinished=!0,O(e._reader),' +
           'this._resolvePromise({value:void 0,done:!0})',
       `${release('e._reader')}, this._resolvePromise(
           this.end = { __proto__: null })`],
      ['t._ongoingPromise=void 0,t._isFinished=!0,O(t._reader),' +
           'this._rejectPromise(e)', `${release('t._reader')}, this._rejectPromise(e)`],
    ],
  },
  {
    step: 'Web IDL, return() of asynchronous iterators, onFulfilled: what ' +
          'return() gives is a reaction to the ongoing promise',
    changes: [
      ['return this._ongoingPromise=this._ongoingPromise?' +
           'p(this._ongoingPromise,t,t):t(),this._ongoingPromise}',
       `this._ongoingPromise = this._ongoingPromise ?
            p(this._ongoingPromise, t, t) : t();
        return p(this._ongoingPromise, () => ({ value: e, done: true }))}`],
      ['return O(t),p(r,()=>({value:e,done:!0}))', `return ${release('t')}, r`],
      ['return O(t),d({value:e,done:!0})', `return ${release('t')}, d()`],
    ],
  },
  {
    step: 'Streams, ReadableStream.from() 1: a stream is an asynchronous ' +
          'iterable like others, read by its iterator',
    changes: [['return r(o=e)&&void 0!==o.getReader?', 'return false?']],
  },
  {
    step: 'Streams, ReadableStreamFromIterable, pullAlgorithm 2: a reaction ' +
          'to Web IDL, get the next value of an async iterator, which is a ' +
          'reaction itself; a rejection errors the stream in that reaction',
    changes: [
      ['function i(){let e;try{e=ye(n)}catch(e){return f(e)}return p(d(e),e=>{',
       `const close = { __proto__: null };
        const pulled = (promise) => p(promise, (result) => {
          if (result === close) {
            Rr(o._readableStreamController);
          } else {
            Tr(o._readableStreamController, result);
          }
        }, (error) => { Pr(o._readableStreamController, error); });
        function i(){let e;try{e=ye(n)}catch(e){return pulled(f(e))}
        return pulled(p(d(e),e=>{`],
      ['the iterator.next() method must fulfill with an object");if(e.done)' +
           'Rr(o._readableStreamController);else{const t=e.value;' +
           'Tr(o._readableStreamController,t)}})',
       'the iterator.next() method must fulfill with an object");' +
           'return e.done ? close : e.value}))'],
    ],
  },
  {
    step: 'Web IDL, close an async iterator 7: if return() throws, the ' +
          'promise is rejected without a reaction between',
    changes: [['return p(v(o,t,[e]),e=>{if(!r(e))throw',
               `let result;
                try { result = g(o, t, [e]); } catch (error) { return f(error); }
                return p(d(result),e=>{if(!r(e))throw`]],
  },
  {
    // The standard asserts that a branch has a read that waits for the view.
    step: 'Streams, ReadableByteStreamTee, pullWithBYOBReader: a branch that ' +
          'an error has ended meanwhile is not answered; one whose bytes end ' +
          'within an element is errored, and the other branch is closed',
    changes: [
      ['if(r?f:b)o||rt(c._readableStreamController,t);else{',
       `const answer = () => {
          if (!o && c._readableStreamController._pendingPullIntos.length > 0) {
            rt(c._readableStreamController, t);
          }
        };
        if(r?f:b)answer();else{`],
      ['o||rt(c._readableStreamController,t),Xe(d._readableStreamController,r)',
       'answer(),Xe(d._readableStreamController,r)'],
      ['const t=r?b:f,o=r?f:b;t||Ge(c._readableStreamController),' +
           'o||Ge(d._readableStreamController),' +
           'void 0!==e&&(t||rt(c._readableStreamController,e)',
       `const t=r?b:f,o=r?f:b;
        for (const [isCancelled, branch] of [[t, c], [o, d]]) {
          try {
            isCancelled || Ge(branch._readableStreamController);
          } catch {}
        }
        void 0!==e&&(t||c._readableStreamController._pendingPullIntos.length>0&&
                     rt(c._readableStreamController,e)`],
    ],
  },
  {
    step: 'Web IDL, wait for all 5: of no promises, a microtask later',
    changes: [['T(()=>Promise.all(a.map(e=>e())),!0,r)',
               `T(() => a.length === 0 ? c((resolve) => S(() => resolve([]))) :
                   Promise.all(a.map((e) => e())), true, r)`]],
  },
  {
    // Left open by the standard ("the exact manner"), so that the pace is that of
    // bindings/streams/pipe.js: what is queued is read at once where there is room;
    // a chunk that was waited for is written a microtask later, since enqueue()
    // isn't to call the sink; and reading goes on in the microtask in which a
    // write that made room has ended, or a microtask later, when a pull ends that
    // has filled the queue.
    step: 'Streams, ReadableStreamPipeTo 15: reads and writes',
    changes: [
      ['function g(){for(;!l._shuttingDown&&!t._backpressure&&' +
           '"writable"===t._state&&!zt(t)&&"readable"===e._state&&oe(a);)' +
           're(a,u);if(l._shuttingDown)return d(!0);if(t._backpressure)' +
           'return b(s._readyPromise,g);const r=new mr(l);' +
           'return re(a,r),r._promise}',
       `let isReading = false;
        const request = {
          _chunkSteps(chunk) {
            l._currentWrite = c((resolve) => {
              l._writeChunk = () => {
                l._writeChunk = undefined;
                isReading = false;
                b(l._write(chunk), () => resolve(), () => resolve());
              };
              S(() => {
                l._writeChunk?.();
                g();
              });
            });
          },
          _closeSteps() { isReading = false; },
          _errorSteps() { isReading = false; },
        };
        function g() {
          const source = e._readableStreamController;
          const sink = t._writableStreamController;
          while (!l._shuttingDown && !isReading && !t._backpressure &&
                 t._state === 'writable' && !zt(t) && e._state === 'readable') {
            if (oe(a) && sink._started && t._inFlightWriteRequest === undefined &&
                sink._strategySizeAlgorithm === yt.one &&
                sink._strategyHWM - sink._queueTotalSize <= 1 &&
                source._isPullEnding && !source._pullAgain &&
                (source._closeRequested || !source._started ||
                 source._strategyHWM - source._queueTotalSize <= 0)) {
              source._waitingPump = g;
              return;
            }
            isReading = !oe(a);
            re(a, isReading ? request : u);
          }
        }`],
      // "Wait until every chunk that has been read has been written": also one that
      // is read between the waiting and the action, or while the action is performed.
      ['function C(e,t){return Yt(s)', 'function C(e,t){return l._writeChunk?.(),Yt(s)'],
      ['_waitForWritesToFinish(){const e=this._currentWrite;' +
           'return b(this._currentWrite,()=>',
       `_write(chunk) {
          const stream = this._writer._ownerWritableStream;
          const request = stream._lastWriteRequest;
          const promise = xt(this._writer, chunk);
          this._request = stream._lastWriteRequest;
          if (this._request === request) {
            this._request = undefined;
          }
          return promise;
        }
        _whenWritten(finish) {
          _(this._waitForWritesToFinish(), () => {
            if (this._written === this._currentWrite) {
              finish();
            } else {
              this._whenWritten(finish);
            }
            return null;
          });
        }
        _waitForWritesToFinish() {
          const e = this._written = this._currentWrite;
          // _currentWrite is fulfilled a microtask behind the write's end.
          const isWritten = this._writeChunk === undefined &&
                            this._request?._isDone !== false;
          return b(isWritten ? d() : e, () => `],
      ['const o={_resolve:t,_reject:r};e._writeRequests.push(o)',
       `const request = e._lastWriteRequest = {
          _isDone: false,
          _resolve() { request._isDone = true; t(); },
          _reject(error) { request._isDone = true; r(error); },
        };
        e._writeRequests.push(request)`],
      ['_chunkSteps(e){this._state._currentWrite=b(xt(this._state._writer,e),' +
           'void 0,t)}_closeSteps(){}',
       '_chunkSteps(e){this._state._currentWrite=b(this._state._write(e),' +
           'void 0,t)}_closeSteps(){}'],
      ['return t||(()=>1)}', 'return t||(yt.one??=()=>1)}'],
      ['function kr(e,t,r){return $(e,r),r=>v(e,t,[r])}',
       `function kr(e, t, text) {
          $(e, text);
          return (controller) => {
            let result;
            try { result = g(e, t, [controller]); } catch (error) { return f(error); }
            controller._isPullEnding = !r(result);
            return d(result);
          };
        }`],
      ['a=void 0!==t.pull?()=>t.pull(n):()=>d(void 0)',
       'a=void 0!==t.pull?()=>t.pull(n):()=>(n._isPullEnding=true,d(void 0))'],
      ['i=void 0!==t.pull?()=>t.pull(o):()=>d(void 0)',
       'i=void 0!==t.pull?()=>t.pull(o):()=>(o._isPullEnding=true,d(void 0))'],
      ...['gr', 'ke'].map((callPull) => [
        `()=>(e._pulling=!1,e._pullAgain&&(e._pullAgain=!1,${callPull}(e)),null)`,
        `() => {
          e._pulling = e._isPullEnding = false;
          if (e._pullAgain) {
            e._pullAgain = false;
            ${callPull}(e);
          }
          const pump = e._waitingPump;
          e._waitingPump = undefined;
          pump?.();
          return null;
        }`,
      ]),
      ['return c((m,p)=>{let S;if(void 0!==i){if(S=()=>{',
       'return c((m,p)=>{let onAbort;if(void 0!==i){if(onAbort=()=>{'],
      ['i.aborted)return void S();i.addEventListener("abort",S)}',
       'i.aborted)return void onAbort();i.addEventListener("abort",onAbort)}'],
      ['i.removeEventListener("abort",S)', 'i.removeEventListener("abort",onAbort)'],
      ['y(c((e,t)=>{!function r(o){o?e():b(g(),r,t)}(!1)}))',
       's._pump = g, g()'],
      ['_(l._waitForWritesToFinish(),n))}', 'l._whenWritten(n))}'],
      ['_(l._waitForWritesToFinish(),()=>C(e,r)))}',
       'l._whenWritten(() => C(e, r)))}'],
      ['Ft(r,t)}return Gt(e),null}',
       'Ft(r,t)}Gt(e), r._writer?._pump?.();return null}'],
    ],
  },
  {
    // Undefined in the standard: the algorithm that is performed is undefined.
    step: 'Streams, TransformStreamDefaultControllerClearAlgorithms: a chunk ' +
          'that is written later comes to nothing, and there is nothing to ' +
          'cancel',
    changes: [
      ['e._transformAlgorithm=void 0,e._flushAlgorithm=void 0,' +
           'e._cancelAlgorithm=void 0',
       'e._transformAlgorithm=e._flushAlgorithm=e._cancelAlgorithm=' +
           '()=>d()'],
    ],
  },
  {
    step: 'Streams, asynchronous iterator return steps 2: the reader may have ' +
          'been released',
    changes: [['const r=B(t,e);', `if (t._ownerReadableStream === undefined) {
                 return d();
               }
               const r=B(t,e);`]],
  },
  {
    step: 'ECMA-262, AsyncFromSyncIteratorContinuation 9 to 12: an iterator ' +
          'whose value is rejected is closed; CreateIteratorResultObject: ' +
          '`value` comes first',
    changes: [
      ['return _e(t)}', 'return _e(t, e)}'],
      ['return d({done:!0,value:t})', 'return d({ value: t, done: true })'],
      ['function _e(e){try{const t=e.done,r=e.value;return b(u(r),e=>({done:t,' +
           'value:e}))}',
       `function _e(e, record) {try {
          const t = Boolean(e.done), r = e.value;
          return b(u(r), (value) => ({ value, done: t }),
                   t || record === undefined ? undefined : (error) => {
            try {
              he(record.iterator, 'return')?.call(record.iterator);
            } catch {}
            throw error;
          });
        }`],
    ],
  },
];

function mended(text) {
  for (const { step, changes } of mends) {
    for (const [before, after] of changes) {
      const parts = text.split(before);
      if (parts.length !== 2) {
        throw new Error(`this release of web-streams-polyfill has no text ${
            before} once (${step})`);
      }
      text = parts.join(after);
    }
  }
  return text;
}

// The interfaces that the text of dist/ponyfill.js has.
function polyfillInterfaces(text, isMended = true) {
  const module = { exports: {} };
  new Function('exports', 'module', isMended ? mended(text) : text)(
      module.exports, module);
  return module.exports;
}

globalThis.streamOracle ??= {};
Object.assign(globalThis.streamOracle, { polyfillInterfaces });
})();
