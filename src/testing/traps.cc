// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "src/testing/traps.h"

#include <span>

#include "v8_encoding/encoding.h"

namespace v8_encoding::test_support {

namespace {

using enum Encoding;

constexpr DecodeTrap kDecodeTraps[] = {
    {"T1", kWindows1252, "80", "20AC"},
    {"T1", kWindows1252, "92", "2019"},
    {"T1", kWindows1252, "9F", "178"},
    {"T2", kWindows1252, "81 8D 8F 90 9D", "81 8D 8F 90 9D"},
    {"T3", kWindows874, "80", "20AC"},
    {"T3", kWindows1250, "80", "20AC"},
    {"T3", kWindows1251, "88", "20AC"},
    {"T3", kWindows1252, "80", "20AC"},
    {"T3", kWindows1253, "80", "20AC"},
    {"T3", kWindows1254, "80", "20AC"},
    {"T3", kWindows1255, "80", "20AC"},
    {"T3", kWindows1256, "80", "20AC"},
    {"T3", kWindows1257, "80", "20AC"},
    {"T3", kWindows1258, "80", "20AC"},
    {"T4", kKoi8U, "AE BE", "45E 40E"},
    {"T5", kWindows874, "DB", "FFFD"},
    {"T5", kWindows1253, "AA", "FFFD"},
    {"T5", kWindows1255, "CA", "5BA"},
    {"T6", kIso8859_16, "FD", "119"},
    {"T6", kXUserDefined, "80", "F780"},
    {"T6", kXUserDefined, "00 7F 80 FF", "00 7F F780 F7FF"},
    {"T7", kIbm866, "1A 1C 7F", "1A 1C 7F"},
    {"T7", kShiftJis, "1A 1C 7F", "1A 1C 7F"},
    {"T8", kShiftJis, "80", "80"},
    {"T8", kShiftJis, "A0", "FFFD"},
    {"T8", kShiftJis, "FD FE FF", "FFFD FFFD FFFD"},
    {"T9", kShiftJis, "5C 7E", "5C 7E"},
    {"T9", kShiftJis, "81 7C", "FF0D"},
    {"T9", kEucJp, "5C 7E", "5C 7E"},
    {"T9", kEucJp, "A1 DD", "FF0D"},
    {"T10", kShiftJis, "F0 40", "E000"},
    {"T10", kShiftJis, "F9 FC", "E757"},
    {"T11", kBig5, "88 62", "CA 304"},
    {"T11", kBig5, "88 64", "CA 30C"},
    {"T11", kBig5, "88 A3", "EA 304"},
    {"T11", kBig5, "88 A5", "EA 30C"},
    {"T12", kBig5, "80", "FFFD"},
    {"T12", kBig5, "81 40", "FFFD 40"},
    {"T12", kBig5, "83 5C", "FFFD 5C"},
    {"T12", kBig5, "87 87 40", "FFFD 40"},
    {"T12", kBig5, "81 81", "FFFD"},
    {"T13", kEucJp, "80", "FFFD"},
    {"T13", kEucKr, "80", "FFFD"},
    {"T14", kEucJp, "8F A1 61 A1 A1", "FFFD 61 3000"},
    {"T15", kEucKr, "C9 A1", "FFFD"},
    {"T15", kEucKr, "FE A1", "FFFD"},
    {"T16", kEucKr, "81 3A", "FFFD 3A"},
    {"T17", kIso2022Jp, "1B 24", "FFFD 24"},
    {"T17", kIso2022Jp, "1B 28", "FFFD 28"},
    {"T18", kIso2022Jp, "1B 24 40 1B 24", "FFFD FFFD"},
    {"T19", kIso2022Jp, "1B 28 4A 5C 1B 28 42 1B 28 4A 5C 1B 28 42",
     "A5 FFFD A5"},
    {"T20", kGb18030, "FE 39 FE 39", "FFFD"},
    {"T20", kGbk, "FE 39 FE 39", "FFFD"},
    {"T20", kGb18030, "FE 39 FF 39", "FFFD 39 FFFD 39"},
    {"T20", kGbk, "FE 39 FF 39", "FFFD 39 FFFD 39"},
    {"T20", kGb18030, "A0 30 2B", "FFFD 30 2B"},
    {"T20", kGbk, "A0 30 2B", "FFFD 30 2B"},
    {"T21", kGb18030, "A8 BC", "1E3F"},
    {"T21", kGb18030, "A6 D9", "FE10"},
    {"T21", kGb18030, "FE 59", "9FB4"},
    {"T21", kGb18030, "81 35 F4 37", "E7C7"},
    {"T21", kGb18030, "84 31 A5 30", "FFFD"},
    {"T21", kGb18030, "E3 32 9A 35", "10FFFF"},
    {"T21", kGb18030, "E3 32 9A 36", "FFFD"},
    {"T21", kGbk, "81 35 F4 37", "E7C7"},
    {"T22", kUtf16Le, "00 D8 00", "FFFD"},
    {"T22", kUtf16Le, "00 D8 D8", "FFFD"},
    {"T22", kUtf16Le, "2A 00 00", "2A FFFD"},
    {"T22", kUtf16Be, "D8 00 00", "FFFD"},
    {"T23", kUtf16Le, "61 00 00 D8 77 00", "61 FFFD 77"},
    {"T23", kUtf16Be, "00 61 D8 00 00 77", "61 FFFD 77"},
    {"T24", kUtf8, "F0 C3 80 2A 2A", "FFFD C0 2A 2A"},
    {"T24", kUtf8, "C0", "FFFD"},
    {"T24", kUtf8, "ED BF", "FFFD FFFD"},
    {"T39", kWindows1252, "FF", "FF"},
    {"T40", kWindows1252, "EF BB BF", "EF BB BF"},
    {"T40", kWindows1252, "FF FE", "FF FE"},
    {"T40", kGb18030, "84 31 95 33", "FEFF"},

    {"Utf8", kUtf8, "F0 90 80 80 F4 8F BF BF", "10000 10FFFF"},
    {"Utf8", kUtf8, "F4 90 80 80", "FFFD FFFD FFFD FFFD"},
    {"Utf8", kUtf8, "E0 80 80", "FFFD FFFD FFFD"},
    {"Utf8", kUtf8, "F0 9F 92", "FFFD"},
    {"Utf8", kUtf8, "E2 82 41", "FFFD 41"},
    {"Utf8Bom", kUtf8, "EF BB BF EF BB BF 41", "FEFF 41"},
    {"Utf8Bom", kUtf8, "FF EF BB BF", "FFFD FEFF"},
    {"Utf8Bom", kUtf8, "EF BB 41", "FFFD 41"},
    {"Utf16Bom", kUtf16Le, "FF FE 41 00", "41"},
    {"Utf16Bom", kUtf16Be, "FE FF 00 41", "41"},
    {"Utf16Bom", kUtf16Be, "FF FE 00 41", "FFFE 41"},
    {"Utf16", kUtf16Le, "3D D8 00 DE", "1F600"},
    {"Utf16", kUtf16Le, "3D D8 3D D8 00 DE 00 DE", "FFFD 1F600 FFFD"},
    {"Utf16", kUtf16Be, "DE 00 D8 3D", "FFFD FFFD"},
    {"Replacement", kReplacement, "", ""},
    {"Replacement", kReplacement, "41", "FFFD"},
    {"Replacement", kReplacement, "41 42 FF", "FFFD"},
    {"Gb18030", kGb18030, "80 A2 E3", "20AC 20AC"},
    {"Gb18030", kGb18030, "A3 A0", "3000"},
    {"Gb18030", kGb18030, "FF", "FFFD"},
    {"Gb18030", kGb18030, "81 30 81", "FFFD"},
    {"Gb18030", kGb18030, "81 30 81 41", "FFFD 30 4E04"},
    {"Gb18030", kGb18030, "90 30 81 30", "10000"},
    {"Big5", kBig5, "A1 40 F9 FE", "3000 FFED"},
    {"Big5", kBig5, "87 45", "27267"},
    {"EucJp", kEucJp, "8E B1 8E E0", "FF71 FFFD"},
    {"EucJp", kEucJp, "8F A2 AF", "2D8"},
    {"EucJp", kEucJp, "8F", "FFFD"},
    {"EucJp", kEucJp, "8F A1", "FFFD"},
    {"EucJp", kEucJp, "8F 41", "FFFD 41"},
    {"ShiftJis", kShiftJis, "B1 81 41", "FF71 3001"},
    {"ShiftJis", kShiftJis, "81 20", "FFFD 20"},
    {"Iso2022Jp", kIso2022Jp, "1B 24 42 24 22 1B 28 42 41", "3042 41"},
    {"Iso2022Jp", kIso2022Jp, "1B 24 42 24 1B 28 42 41", "FFFD 41"},
    {"Iso2022Jp", kIso2022Jp, "1B 28 49 31 5F 60", "FF71 FF9F FFFD"},
    {"Iso2022Jp", kIso2022Jp, "1B 28 4A 5C 7E 41", "A5 203E 41"},
    {"Iso2022Jp", kIso2022Jp, "1B 28 4A 1B 28 42 41", "FFFD 41"},
    {"Iso2022Jp", kIso2022Jp, "0E 0F 80 1B 1B 28 42", "FFFD FFFD FFFD FFFD"},
    {"EucKr", kEucKr, "B0 A1 81 41", "AC00 AC02"},
};

constexpr EncodeTrap kEncodeTraps[] = {
    {"T19", kIso2022Jp, "A5", "1B 28 4A 5C 1B 28 42", ""},
    {"T41", kUtf8, "78 78 1F600 79 79", "78 78 F0 9F 98 80 79 79", ""},
    {"Utf8", kUtf8, "7F 80 7FF 800 FFFF 10000 10FFFF",
     "7F C2 80 DF BF E0 A0 80 EF BF BF F0 90 80 80 F4 8F BF BF", ""},
    {"Html", kWindows1252, "2603", "26 23 39 37 33 31 3B", "2603"},
    {"Html", kWindows1252, "81 20AC 1F4A9", "81 80 26 23 31 32 38 31 36 39 3B",
     "1F4A9"},
    {"Koi8U", kKoi8U, "45E 40E", "AE BE", ""},
    {"XUserDefined", kXUserDefined, "F780 F7FF 80", "80 FF 26 23 31 32 38 3B",
     "80"},
    {"Gbk", kGbk, "20AC", "80", ""},
    {"Gbk", kGbk, "E5E5", "26 23 35 38 38 35 33 3B", "E5E5"},
    {"Gbk", kGbk, "A5", "26 23 31 36 35 3B", "A5"},
    {"Gbk", kGbk, "E78D E864", "A6 D9 FE A0", ""},
    {"Gb18030", kGb18030, "20AC", "A2 E3", ""},
    {"Gb18030", kGb18030, "E5E5", "26 23 35 38 38 35 33 3B", "E5E5"},
    {"Gb18030", kGb18030, "A5", "81 30 84 36", ""},
    {"Gb18030", kGb18030, "E7C7", "81 35 F4 37", ""},
    {"Gb18030", kGb18030, "1E3F FE10 E78D", "A8 BC A6 D9 A6 D9", ""},
    {"Gb18030", kGb18030, "10000 10FFFF", "90 30 81 30 E3 32 9A 35", ""},
    {"Big5", kBig5, "2550 255E 2561 256A 5341 5345",
     "F9 F9 F9 E9 F9 EB F9 EA A4 51 A4 CA", ""},
    {"Big5", kBig5, "CA 304", "26 23 32 30 32 3B 26 23 37 37 32 3B", "CA 304"},
    {"Big5", kBig5, "27267", "26 23 31 36 30 33 35 39 3B", "27267"},
    {"EucJp", kEucJp, "A5 203E 2212 FF71", "5C 7E A1 DD 8E B1", ""},
    {"EucJp", kEucJp, "2D8", "26 23 37 32 38 3B", "2D8"},
    {"ShiftJis", kShiftJis, "80 A5 203E 2212 FF71", "80 5C 7E 81 7C B1", ""},
    {"ShiftJis", kShiftJis, "E000", "26 23 35 37 33 34 34 3B", "E000"},
    {"ShiftJis", kShiftJis, "7E8A", "FA 5C", ""},
    {"Iso2022Jp", kIso2022Jp, "41 3042 41", "41 1B 24 42 24 22 1B 28 42 41",
     ""},
    {"Iso2022Jp", kIso2022Jp, "3042", "1B 24 42 24 22 1B 28 42", ""},
    {"Iso2022Jp", kIso2022Jp, "FF71 2212", "1B 24 42 25 22 21 5D 1B 28 42", ""},
    {"Iso2022Jp", kIso2022Jp, "A5 41 5C", "1B 28 4A 5C 41 1B 28 42 5C", ""},
    {"Iso2022Jp", kIso2022Jp, "E", "26 23 36 35 35 33 33 3B", "FFFD"},
    {"Iso2022Jp", kIso2022Jp, "3042 1B",
     "1B 24 42 24 22 1B 28 42 26 23 36 35 35 33 33 3B", "FFFD"},
    {"Iso2022Jp", kIso2022Jp, "A5 2603",
     "1B 28 4A 5C 26 23 39 37 33 31 3B 1B 28 42", "2603"},
    {"Iso2022Jp", kIso2022Jp, "3042 1F600",
     "1B 24 42 24 22 1B 28 42 26 23 31 32 38 35 31 32 3B", "1F600"},
    {"EucKr", kEucKr, "AC00 AC02 20AC", "B0 A1 81 41 A2 E6", ""},
};

constexpr CallsTrap::Call kT24[] = {
    {"F0", true, false, ""},
    {"C3 80 2A 2A", true, false, "FFFD C0 2A 2A"}};
constexpr CallsTrap::Call kT24AtOnce[] = {{"C0", true, false, "FFFD"},
                                          {"ED", true, false, ""},
                                          {"BF", true, false, "FFFD FFFD"}};
constexpr CallsTrap::Call kT25[] = {{"1B 28 4A FF", true, true, ""},
                                    {"7E", true, false, "203E"}};
constexpr CallsTrap::Call kT26[] = {{"81 30 21 21 21", true, true, ""},
                                    {"80", true, false, "20AC"}};
constexpr CallsTrap::Call kT27[] = {{"FD EF", true, true, ""},
                                    {"", false, false, ""}};
constexpr CallsTrap::Call kT28[] = {{"41 FF", true, true, ""},
                                    {"EF BB BF 42", true, false, "42"}};
constexpr CallsTrap::Call kT28NotStream[] = {
    {"FF", false, true, ""},
    {"EF BB BF 42", false, false, "42"}};
constexpr CallsTrap::Call kT29[] = {
    {"EF BB", true, false, ""}, {"BF", true, false, ""},
    {"EF BB", true, false, ""}, {"BF", true, false, "FEFF"},
    {"42", true, false, "42"},  {"", false, false, ""}};
constexpr CallsTrap::Call kT29Surrogate[] = {
    {"00 D8", true, false, ""},
    {"FF FE", false, false, "FFFD FEFF"}};
constexpr CallsTrap::Call kT29Again[] = {{"EF BB BF 41", false, false, "41"},
                                         {"EF BB BF 42", false, false, "42"},
                                         {"EF", true, false, ""},
                                         {"BB BF 43", false, false, "43"}};
constexpr CallsTrap::Call kT39[] = {{"FF", false, false, "FF"}};
constexpr CallsTrap::Call kIgnoreBom[] = {
    {"EF BB BF 42", false, false, "FEFF 42"}};

constexpr CallsTrap kCallsTraps[] = {
    {"T24", kUtf8, false, false, kT24},
    {"T24", kUtf8, false, false, kT24AtOnce},
    {"T25", kIso2022Jp, true, false, kT25},
    {"T26", kGb18030, true, false, kT26},
    {"T26", kGbk, true, false, kT26},
    {"T27", kUtf8, true, false, kT27},
    {"T28", kUtf8, true, false, kT28},
    {"T28", kUtf8, true, false, kT28NotStream},
    {"T29", kUtf8, false, false, kT29},
    {"T29", kUtf8, true, false, kT29},
    {"T29", kUtf16Le, false, false, kT29Surrogate},
    {"T29", kUtf8, false, false, kT29Again},
    {"T39", kWindows1252, false, true, kT39},
    {"IgnoreBom", kUtf8, false, true, kIgnoreBom},
};

}  // namespace

std::span<const DecodeTrap> DecodeTraps() {
  return kDecodeTraps;
}

std::span<const EncodeTrap> EncodeTraps() {
  return kEncodeTraps;
}

std::span<const CallsTrap> CallsTraps() {
  return kCallsTraps;
}

}  // namespace v8_encoding::test_support
