# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
"""Writes labels.h: names, labels and the perfect hash that finds them.

encoding.cc has the same key and hash, and asserts at compile time that each
label is found by them.
"""

import random

from source import head, rows

MASK = (1 << 64) - 1
BUCKETS = 64
SLOTS = 256


def load(text, at, size):
    return int.from_bytes(text[at:at + size], 'little')


def key(text):
    """Three words that, with its length, determine a label of 2 to 24 bytes."""
    n = len(text)
    if n > 16:
        return load(text, 0, 8), load(text, n - 8, 8), load(text, n - 16, 8)
    if n >= 8:
        return load(text, 0, 8), load(text, n - 8, 8), 0
    if n >= 4:
        return load(text, 0, 4), load(text, n - 4, 4), 0
    return load(text, 0, 2), load(text, n - 2, 2), 0


def label_hash(text, multiplier):
    first, last, middle = key(text)
    # `middle` tells no two labels apart that `first` and `last` don't.
    del middle
    x = (first + last * multiplier + len(text)) & MASK
    x ^= x >> 32
    return (x * multiplier) & MASK


def bucket_of(h):
    return h >> 58


def slot_of(h):
    return h >> 50 & (SLOTS - 1)


def perfect_hash(texts):
    """(multiplier, displacements, slots): slots[slot_of ^ displacement]."""
    generator = random.Random(40)
    while True:
        multiplier = generator.getrandbits(64) | 1
        buckets = [[] for _ in range(BUCKETS)]
        for i, text in enumerate(texts):
            h = label_hash(text, multiplier)
            buckets[bucket_of(h)].append((slot_of(h), i))
        slots = [None] * SLOTS
        displacements = [0] * BUCKETS
        for bucket in sorted(range(BUCKETS), key=lambda b: -len(buckets[b])):
            members = buckets[bucket]
            if len({slot for slot, _ in members}) != len(members):
                break
            for displacement in range(SLOTS):
                if all(slots[slot ^ displacement] is None
                       for slot, _ in members):
                    displacements[bucket] = displacement
                    for slot, i in members:
                        slots[slot ^ displacement] = i
                    break
            else:
                break
        else:
            return multiplier, displacements, slots


def generate(standard):
    encodings = standard.encodings
    texts = []
    owners = []
    firsts = []
    for encoding in encodings:
        firsts.append(len(texts))
        assert encoding.name.lower() in encoding.labels
        for label in encoding.labels:
            assert 2 <= len(label) <= 24 and label == label.lower()
            texts.append(label)
            owners.append(encoding)
    firsts.append(len(texts))
    assert len(texts) == len(set(texts)) <= 255
    multiplier, displacements, slots = perfect_hash(
        [text.encode('ascii') for text in texts])

    out = [head(['Names and labels of the encodings, and the perfect hash by',
                 'which GetEncoding finds a label.'])]
    out.append('''
#ifndef V8_ENCODING_SRC_TABLES_LABELS_H_
#define V8_ENCODING_SRC_TABLES_LABELS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "v8_encoding/encoding.h"

// clang-format off

namespace v8_encoding::internal {

// The standard's order, which the enum's must be.
inline constexpr Encoding kStandardOrder[] = {
''')
    out.append(rows([f'Encoding::{e.identifier}' for e in encodings], 3))
    out.append('''};

inline constexpr std::string_view kNames[] = {
''')
    out.append(rows([f'"{e.name}"' for e in encodings], 4))
    out.append('''};

// Which of kLabels is the name in lower case.
inline constexpr uint8_t kLowercaseNames[] = {
''')
    out.append(rows([str(first + e.labels.index(e.name.lower()))
                     for first, e in zip(firsts, encodings)], 12))
    out.append('''};

// Encoding i has the labels from kFirstLabels[i] to before kFirstLabels[i + 1].
inline constexpr uint8_t kFirstLabels[] = {
''')
    out.append(rows([str(first) for first in firsts], 12))
    out.append('''};

inline constexpr std::string_view kLabels[] = {
''')
    for first, encoding in zip(firsts, encodings):
        out.append(f'    // {first}: {encoding.name}\n')
        out.append(rows([f'"{label}"' for label in encoding.labels], 3))
    out.append('''};

// Whose labels they are.
inline constexpr Encoding kLabelEncodings[] = {
''')
    out.append(rows([f'Encoding::{e.identifier}' for e in owners], 3))
    out.append(f'''}};

inline constexpr size_t kMinLabelLength = {min(map(len, texts))};
inline constexpr size_t kMaxLabelLength = {max(map(len, texts))};

// A label's place in kLabels is
// kLabelSlots[slot of its hash ^ kLabelDisplacements[bucket of its hash]].
inline constexpr uint64_t kLabelMultiplier = 0x{multiplier:016X};
inline constexpr uint8_t kLabelDisplacements[{BUCKETS}] = {{
''')
    out.append(rows([str(d) for d in displacements], 12))
    # An empty slot may name any label: the comparison that follows fails.
    out.append(f'''}};
inline constexpr uint8_t kLabelSlots[{SLOTS}] = {{
''')
    out.append(rows([str(slot or 0) for slot in slots], 12))
    out.append('''};

}  // namespace v8_encoding::internal

// clang-format on

#endif  // V8_ENCODING_SRC_TABLES_LABELS_H_
''')
    view = 16  # sizeof(std::string_view)
    return {'tables/labels.h': ''.join(out)}, [
        ('labels', 'names', view * len(encodings) +
         sum(len(e.name) + 1 for e in encodings)),
        ('labels', 'labels', view * len(texts) +
         sum(len(t) + 1 for t in texts) + 2 * len(encodings) + 1),
        ('labels', 'hash', BUCKETS + SLOTS + len(texts)),
    ]
