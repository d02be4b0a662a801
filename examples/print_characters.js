// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// For fifty_line_shell.cc: two characters of Shift_JIS, one byte a chunk.

const {readable, writable} = new TextDecoderStream('shift_jis');
const writer = writable.getWriter();
for (const byte of [0x82, 0xB1, 0x82, 0xF1]) writer.write(new Uint8Array([byte]));
writer.close();
(async () => { for await (const text of readable) print(text); })();
