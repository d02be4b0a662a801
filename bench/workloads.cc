// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "bench/workloads.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "src/testing/corpora.h"
#include "v8_encoding/encoder.h"
#include "v8_encoding/encoding.h"

namespace v8_encoding::bench {

namespace {

using test_support::Script;

std::string_view NameOf(Operation operation, bool is_allocated) {
  switch (operation) {
    case Operation::kDecode:
      return is_allocated ? "decode-to-u16string" : "decode";
    case Operation::kDecodeToLatin1:
      return "decode-to-latin1";
    case Operation::kDecodeToUtf8:
      return is_allocated ? "decode-to-string" : "decode-to-utf8";
    case Operation::kValidate:
      return "validate";
    case Operation::kEncode:
      return "encode";
    case Operation::kEncodeFromLatin1:
      return "encode-from-latin1";
    case Operation::kEncodeFromUtf8:
      return is_allocated ? "encode-string" : "encode-from-utf8";
    case Operation::kUtf8Length:
      return "utf8-length";
    case Operation::kUtf8LengthFromLatin1:
      return "utf8-length-from-latin1";
  }
  return "";
}

std::string NameOf(Encoding encoding, Script script) {
  if (HasOwnLetters(encoding) && script != Script::kAscii) {
    return "letters";
  }
  std::string name(ScriptName(script));
  absl::AsciiStrToLower(&name);
  absl::StrReplaceAll({{" ", "-"}}, &name);
  return name;
}

std::string TextName(const Workload& workload) {
  std::string script = NameOf(workload.encoding, workload.script);
  switch (workload.kind) {
    case TextKind::kPlain:
      return script;
    case TextKind::kHalfHigh:
      return "half-high";
    case TextKind::kMarkup:
      return script + "-markup";
    case TextKind::kTypographic:
      return script + "-typographic";
    case TextKind::kChat:
      return script + "-chat";
    case TextKind::kHtml:
      return "html";
    case TextKind::kRare:
      return script + "-rare";
    case TextKind::kErrors:
      return script + "-errors";
    case TextKind::kRandom:
      return "random";
  }
  return "";
}

// The script that most text in a legacy encoding is written in.
Script MainScript(Encoding encoding) {
  switch (encoding) {
    case Encoding::kGb18030:
      return Script::kChinese;
    case Encoding::kXUserDefined:
      return Script::kCyrillic;
    default:
      return HasOwnLetters(encoding) ? Script::kPolish
                                     : test_support::ScriptsOf(encoding).back();
  }
}

// Every text that an operation is measured on in UTF-8 or UTF-16.
void AddUnicode(Operation operation,
                Encoding encoding,
                std::vector<Workload>& workloads) {
  for (Script script :
       {Script::kAscii, Script::kFrench, Script::kCyrillic, Script::kArabic,
        Script::kChinese, Script::kJapanese, Script::kKorean, Script::kEmoji,
        Script::kVietnamese, Script::kHindi}) {
    // In UTF-16 all characters of the BMP are alike.
    if (!IsUtf16(encoding) || script == Script::kAscii ||
        script == Script::kChinese || script == Script::kEmoji) {
      workloads.push_back({operation, encoding, TextKind::kPlain, script});
    }
  }
  if (!IsUtf16(encoding)) {
    for (Script script : {Script::kAscii, Script::kFrench, Script::kCyrillic}) {
      workloads.push_back(
          {operation, encoding, TextKind::kTypographic, script});
    }
  }
  for (Script script : {Script::kAscii, Script::kJapanese}) {
    workloads.push_back({operation, encoding, TextKind::kChat, script});
  }
  workloads.push_back({operation, encoding, TextKind::kHtml, Script::kAscii});
  // Spoilt bytes make UTF-8 what other Latin encodings look like when they are
  // taken for it; spoilt units are lone surrogates.
  const bool is_bytes = IsDecoding(operation) && !IsUtf16(encoding);
  workloads.push_back({operation, encoding, TextKind::kErrors,
                       is_bytes ? Script::kFrench : Script::kChinese});
  workloads.push_back({operation, encoding, TextKind::kRandom, Script::kAscii});
}

void AddLegacy(Operation operation,
               Encoding encoding,
               std::vector<Workload>& workloads) {
  const Script script = MainScript(encoding);
  workloads.push_back({operation, encoding, TextKind::kPlain, script});
  workloads.push_back({operation, encoding, TextKind::kMarkup, script});
  if (encoding == Encoding::kGb18030) {
    // Hangul has four bytes there.
    for (TextKind kind : {TextKind::kPlain, TextKind::kMarkup}) {
      workloads.push_back({operation, encoding, kind, Script::kKorean});
    }
  }
  if (encoding == Encoding::kWindows1252 ||
      encoding == Encoding::kWindows1251) {
    workloads.push_back({operation, encoding, TextKind::kTypographic, script});
  }
  if (operation == Operation::kDecode && HasRareCharacters(encoding)) {
    workloads.push_back({operation, encoding, TextKind::kRare, script});
  }
  workloads.push_back({operation, encoding, TextKind::kErrors, script});
  workloads.push_back({operation, encoding, TextKind::kRandom, script});
}

// What whole texts are measured on whose results are allocated.
void AddAllocated(std::vector<Workload>& workloads) {
  for (Operation operation : {Operation::kDecode, Operation::kDecodeToUtf8,
                              Operation::kEncodeFromUtf8}) {
    for (Encoding encoding :
         {Encoding::kUtf8, Encoding::kWindows1252, Encoding::kWindows1251,
          Encoding::kGbk, Encoding::kUtf16Le}) {
      // What is encoded to UTF-8 stays as it is, and so does UTF-16's.
      if (operation == Operation::kEncodeFromUtf8 &&
          (encoding == Encoding::kUtf8 || IsUtf16(encoding))) {
        continue;
      }
      const Script script = encoding == Encoding::kUtf8 || IsUtf16(encoding)
                                ? Script::kChinese
                                : MainScript(encoding);
      for (Script each : {Script::kAscii, script}) {
        workloads.push_back(
            {operation, encoding, TextKind::kPlain, each, true});
      }
      workloads.push_back(
          {operation, encoding, TextKind::kMarkup, script, true});
    }
  }
}

}  // namespace

std::string NameOf(const Workload& workload) {
  return absl::StrFormat("%s/%s/%s",
                         NameOf(workload.operation, workload.is_allocated),
                         Name(workload.encoding), TextName(workload));
}

bool WritesText(const Workload& workload) {
  return !workload.is_allocated && workload.operation != Operation::kValidate &&
         workload.operation != Operation::kUtf8Length &&
         workload.operation != Operation::kUtf8LengthFromLatin1;
}

bool IsDecoding(Operation operation) {
  return operation == Operation::kDecode ||
         operation == Operation::kDecodeToLatin1 ||
         operation == Operation::kDecodeToUtf8 ||
         operation == Operation::kValidate;
}

bool IsFromUnits(Operation operation) {
  return operation == Operation::kEncode || operation == Operation::kUtf8Length;
}

bool IsUtf16(Encoding encoding) {
  return encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be;
}

bool HasRareCharacters(Encoding encoding) {
  return encoding == Encoding::kGb18030 || encoding == Encoding::kBig5 ||
         encoding == Encoding::kEucJp || encoding == Encoding::kShiftJis;
}

bool HasOwnLetters(Encoding encoding) {
  return test_support::ScriptsOf(encoding).size() == 1;
}

std::vector<Workload> AllWorkloads() {
  std::vector<Workload> workloads;
  for (Operation operation : {Operation::kDecode, Operation::kEncode}) {
    for (size_t i = 0; i < kEncodingCount; ++i) {
      const Encoding encoding = static_cast<Encoding>(i);
      // The replacement encoding answers any text with one error.
      if (encoding == Encoding::kReplacement ||
          (operation == Operation::kEncode && !HasEncoder(encoding))) {
        continue;
      }
      if (encoding == Encoding::kUtf8 || IsUtf16(encoding)) {
        AddUnicode(operation, encoding, workloads);
      } else {
        AddLegacy(operation, encoding, workloads);
      }
    }
  }
  for (Encoding encoding :
       {Encoding::kUtf8, Encoding::kWindows1252, Encoding::kShiftJis}) {
    for (Script script : {Script::kAscii, Script::kFrench}) {
      const std::span<const Script> scripts = test_support::ScriptsOf(encoding);
      if (std::find(scripts.begin(), scripts.end(), script) == scripts.end()) {
        continue;
      }
      workloads.push_back(
          {Operation::kDecodeToLatin1, encoding, TextKind::kPlain, script});
      if (HasEncoder(encoding)) {
        workloads.push_back(
            {Operation::kEncodeFromLatin1, encoding, TextKind::kPlain, script});
      }
    }
  }
  for (Operation operation :
       {Operation::kDecodeToLatin1, Operation::kEncodeFromLatin1,
        Operation::kUtf8LengthFromLatin1}) {
    workloads.push_back(
        {operation, Encoding::kUtf8, TextKind::kHalfHigh, Script::kFrench});
  }
  for (Operation operation : {Operation::kDecode, Operation::kEncode}) {
    workloads.push_back({operation, Encoding::kWindows1252, TextKind::kHalfHigh,
                         Script::kFrench});
  }
  AddUnicode(Operation::kDecodeToUtf8, Encoding::kUtf8, workloads);
  for (Encoding encoding :
       {Encoding::kUtf16Le, Encoding::kWindows1251, Encoding::kWindows1252,
        Encoding::kGbk, Encoding::kShiftJis}) {
    workloads.push_back(
        {Operation::kDecodeToUtf8, encoding, TextKind::kPlain,
         IsUtf16(encoding) ? Script::kChinese : MainScript(encoding)});
  }
  workloads.push_back({Operation::kDecodeToUtf8, Encoding::kWindows1252,
                       TextKind::kTypographic, Script::kFrench});
  for (Encoding encoding : {Encoding::kWindows1251, Encoding::kGbk}) {
    workloads.push_back(
        {Operation::kDecodeToUtf8, encoding, TextKind::kPlain, Script::kAscii});
  }
  for (Encoding encoding :
       {Encoding::kWindows1251, Encoding::kWindows1252, Encoding::kGbk,
        Encoding::kShiftJis, Encoding::kIso2022Jp}) {
    for (Script script : {Script::kAscii, MainScript(encoding)}) {
      workloads.push_back(
          {Operation::kEncodeFromUtf8, encoding, TextKind::kPlain, script});
    }
    workloads.push_back({Operation::kEncodeFromUtf8, encoding,
                         TextKind::kMarkup, MainScript(encoding)});
  }
  workloads.push_back({Operation::kEncodeFromUtf8, Encoding::kWindows1252,
                       TextKind::kTypographic, Script::kFrench});
  AddAllocated(workloads);
  AddUnicode(Operation::kUtf8Length, Encoding::kUtf8, workloads);
  for (Script script : {Script::kAscii, Script::kFrench}) {
    workloads.push_back({Operation::kUtf8LengthFromLatin1, Encoding::kUtf8,
                         TextKind::kPlain, script});
  }
  AddUnicode(Operation::kValidate, Encoding::kUtf8, workloads);
  // Validation ends at the first error.
  std::erase_if(workloads, [](const Workload& workload) {
    return workload.operation == Operation::kValidate && !workload.is_valid();
  });
  return workloads;
}

}  // namespace v8_encoding::bench
