// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Classic scripts by source, and modules from files, ES or JSON: one loader a
// realm.
//
// A specifier is a file, relative to the importing file ("./", "../"), absolute
// ("/") or a file: URL. A file is loaded once, whatever it is called by, except
// through symbolic links.

#ifndef V8_ENCODING_SHELL_FILES_MODULES_H_
#define V8_ENCODING_SHELL_FILES_MODULES_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "shell/files/import_attributes.h"
#include "shell/files/import_place.h"
#include "shell/v8_compat.h"
#include "v8.h"

namespace v8_encoding::shell {

class Realm;
class Runtime;

// The exception that last left EvaluateScript(), and V8's message of it, kept
// while `is_kept`: an asynchronous function, as a line of the prompt is,
// catches exceptions, and V8 has no message of what is no Error from then on.
struct LastFailure {
  explicit LastFailure(Runtime& /*runtime*/) {}

  bool is_kept = false;
  v8::Global<v8::Value> error;
  v8::Global<v8::Message> message;
  int caller_count = 0;  // functions on the stack then, up to 2
};

// Compiles and runs; empty if that threw.
v8::MaybeLocal<v8::Value> EvaluateScript(v8::Local<v8::Context> context,
                                         std::string_view source,
                                         std::string_view name);
v8::MaybeLocal<v8::Value> EvaluateScript(v8::Local<v8::Context> context,
                                         v8::Local<v8::String> text,
                                         std::string_view name);

// Only compiles.
v8::MaybeLocal<v8::Script> CompileScript(v8::Local<v8::Context> context,
                                         v8::Local<v8::String> text,
                                         std::string_view name);

// Whether a text that is no script is a module's. Throws nothing.
bool IsModuleSource(v8::Local<v8::Context> context, v8::Local<v8::String> text);

class ModuleLoader {
 public:
  // The isolate's hooks for import() and import.meta.
  static void SetCallbacks(v8::Isolate* isolate);
  static void ClearCallbacks(v8::Isolate* isolate);

  explicit ModuleLoader(Realm& realm) : realm_(realm) {}

  // Loads what the module imports, links it all and starts its evaluation.
  // Empty if something threw before that; else the promise of its completion.
  // `name` is its path as the user knows it, or a name like "<stdin>".
  v8::MaybeLocal<v8::Promise> Run(std::string_view source,
                                  std::string_view name);

 private:
  struct Record {
    std::string path;  // absolute
    std::string name;  // as messages call it
    v8::Global<v8::Module> module;
    v8::Global<v8::String> source;
    v8::Global<v8::Value> json;  // what a JSON module exports
  };
  struct Import;  // what asks for a module, and where

  static v8::MaybeLocal<v8::Promise> ImportDynamically(
      v8::Local<v8::Context> context,
      v8::Local<v8::Data> host_defined_options,
      v8::Local<v8::Value> resource_name,
      v8::Local<v8::String> specifier,
      v8::Local<v8::FixedArray> import_attributes);
  static void InitializeImportMeta(v8::Local<v8::Context> context,
                                   v8::Local<v8::Module> module,
                                   v8::Local<v8::Object> meta);
  static v8::MaybeLocal<v8::Module> Resolve(
      v8::Local<v8::Context> context,
      v8::Local<v8::String> specifier,
      v8::Local<v8::FixedArray> import_attributes,
      v8::Local<v8::Module> referrer);
  static compat::ModuleResult EvaluateJson(v8::Local<v8::Context> context,
                                           v8::Local<v8::Module> module);

  void FinishDynamicImport(const Import& import,
                           v8::Local<v8::Promise::Resolver> resolver);
  ImportPlace PlaceOf(const Import& import);

  // Each of these throws and returns null or false on failure.
  Record* Compile(std::string_view source,
                  std::string_view path,
                  std::string_view name);
  Record* CompileJson(const Import& import,
                      std::string_view source,
                      std::string_view path,
                      std::string_view name);
  Record* Load(const Import& import);
  bool LoadImportsOf(Record* root);
  bool Link(Record* record);
  enum class ErrorType { kError, kSyntaxError, kTypeError };
  void ThrowImportError(const Import& import,
                        const std::string& reason,
                        ErrorType type = ErrorType::kError);

  Record* Add(std::unique_ptr<Record> record, ModuleType type);
  Record* Find(v8::Local<v8::Module> module);
  Record* FindPath(const std::string& path, ModuleType type);

  Realm& realm_;
  std::map<std::pair<std::string, ModuleType>, std::unique_ptr<Record>>
      by_path_;
  std::unordered_multimap<int, Record*> by_hash_;
};

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_MODULES_H_
