// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Nothing to import but what happens to the globals, whose types stay the same.
export {};
