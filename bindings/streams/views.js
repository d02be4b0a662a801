// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Buffers and views, by what the engine has of them and no script can change.

const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
const nameOfTypedArray = getterOf(typedArrayPrototype, Symbol.toStringTag);
const bufferOfTypedArray = getterOf(typedArrayPrototype, 'buffer');
const byteOffsetOfTypedArray = getterOf(typedArrayPrototype, 'byteOffset');
const byteLengthOfTypedArray = getterOf(typedArrayPrototype, 'byteLength');
const setTypedArray = uncurryThis(typedArrayPrototype.set);
const bufferOfDataView = getterOf(DataView.prototype, 'buffer');
const byteOffsetOfDataView = getterOf(DataView.prototype, 'byteOffset');
const byteLengthOfDataView = getterOf(DataView.prototype, 'byteLength');
const bufferByteLength = getterOf(ArrayBuffer.prototype, 'byteLength');

// The engine has its own since V8 11.4.
const hasTransfer = 'transferToFixedLength' in ArrayBuffer.prototype;
const isDetachedBuffer = hasTransfer ?
    getterOf(ArrayBuffer.prototype, 'detached') : host.isDetachedBuffer;
const transferArrayBuffer = hasTransfer ?
    uncurryThis(ArrayBuffer.prototype.transferToFixedLength) :
    host.transferArrayBuffer;

const bufferOf = (view) => nameOfTypedArray(view) === undefined ?
    bufferOfDataView(view) : bufferOfTypedArray(view);

// By [[TypedArrayName]]; that of a DataView is undefined.
const viewTypes = { __proto__: null };
const addViewType = (name) => {
  const constructor = ofHost(name);
  if (constructor !== undefined) {
    const elementSize = constructor.BYTES_PER_ELEMENT ?? 1;
    viewTypes[name === 'DataView' ? undefined : name] =
        { constructor, elementSize };
  }
};
addViewType('BigInt64Array');
addViewType('BigUint64Array');
addViewType('DataView');
addViewType('Float16Array');
addViewType('Float32Array');
addViewType('Float64Array');
addViewType('Int8Array');
addViewType('Int16Array');
addViewType('Int32Array');
addViewType('Uint8Array');
addViewType('Uint8ClampedArray');
addViewType('Uint16Array');
addViewType('Uint32Array');

// What is seen of a view whose buffer may be detached.
function rangeOf(view) {
  if (nameOfTypedArray(view) !== undefined) {
    return { byteOffset: byteOffsetOfTypedArray(view),
             byteLength: byteLengthOfTypedArray(view) };
  }
  try {
    return { byteOffset: byteOffsetOfDataView(view),
             byteLength: byteLengthOfDataView(view) };
  } catch {
    return { byteOffset: 0, byteLength: 0 };
  }
}

// *CloneArrayBuffer*: species don't count.
function cloneBytes(buffer, byteOffset, byteLength) {
  const clone = new Uint8Array(byteLength);
  setTypedArray(clone, new Uint8Array(buffer, byteOffset, byteLength));
  return clone;
}
