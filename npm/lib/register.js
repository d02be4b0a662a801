// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Replaces Node's global TextDecoder, TextEncoder, TextDecoderStream and
// TextEncoderStream, and the thirteen classes of the Streams Standard.

'use strict';

require('./main_realm.js').register({ streams: true });
