// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/modules.h"

#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "shell/encoding/text.h"
#include "shell/files/descriptors.h"
#include "shell/files/module_paths.h"
#include "shell/runtime/realm.h"
#include "shell/runtime/runtime.h"
#include "shell/v8_compat.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"

namespace v8_encoding::shell {
namespace {

v8::MaybeLocal<v8::Value> CompileAndRun(v8::Local<v8::Context> context,
                                        v8::Local<v8::String> text,
                                        std::string_view name) {
  v8::Local<v8::Script> script;
  if (!CompileScript(context, text, name).ToLocal(&script)) {
    return {};
  }
  return script->Run(context);
}

// The two ends of import(): `data` is [resolver, namespace].
void OnModuleEvaluated(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Array> data = info.Data().As<v8::Array>();
  v8::Local<v8::Value> resolver;
  v8::Local<v8::Value> module_namespace;
  if (data->Get(context, 0).ToLocal(&resolver) &&
      data->Get(context, 1).ToLocal(&module_namespace)) {
    (void)resolver.As<v8::Promise::Resolver>()->Resolve(context,
                                                        module_namespace);
  }
}

void OnModuleFailed(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Value> resolver;
  if (info.Data().As<v8::Array>()->Get(context, 0).ToLocal(&resolver)) {
    (void)resolver.As<v8::Promise::Resolver>()->Reject(context, info[0]);
  }
}

}  // namespace

struct ModuleLoader::Import {
  std::string specifier;
  std::string referrer;  // name of the importing file
  ImportAttributes attributes;
  Record* importer = nullptr;  // null for import()
  int source_offset = 0;       // in the importer
  ImportPlace place = {};      // of import()
};

v8::MaybeLocal<v8::Value> EvaluateScript(v8::Local<v8::Context> context,
                                         std::string_view source,
                                         std::string_view name) {
  v8::Local<v8::String> text;
  if (!DecodeUtf8(v8::Isolate::GetCurrent(), source, name).ToLocal(&text)) {
    return {};
  }
  return EvaluateScript(context, text, name);
}

v8::MaybeLocal<v8::Value> EvaluateScript(v8::Local<v8::Context> context,
                                         v8::Local<v8::String> text,
                                         std::string_view name) {
  Realm* realm = Realm::From(context);
  LastFailure* last =
      realm == nullptr ? nullptr : &realm->runtime().Get<LastFailure>();
  if (last == nullptr || !last->is_kept) {
    return CompileAndRun(context, text, name);
  }
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::EscapableHandleScope handle_scope(isolate);
  v8::Local<v8::Value> result;
  {
    v8::TryCatch try_catch(isolate);
    if (CompileAndRun(context, text, name).ToLocal(&result)) {
      return handle_scope.Escape(result);
    }
    if (!try_catch.HasTerminated()) {
      last->error.Reset(isolate, try_catch.Exception());
      last->message.Reset(isolate, try_catch.Message());
      last->caller_count =
          v8::StackTrace::CurrentStackTrace(isolate, 2)->GetFrameCount();
      try_catch.ReThrow();
      return {};
    }
  }
  // Which V8 would throw again as a null that scripts can catch.
  TerminateNow(isolate);
  return {};
}

v8::MaybeLocal<v8::Script> CompileScript(v8::Local<v8::Context> context,
                                         v8::Local<v8::String> text,
                                         std::string_view name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::ScriptOrigin origin =
      compat::MakeScriptOrigin(isolate, NewString(isolate, name), false);
  return v8::Script::Compile(context, text, &origin);
}

bool IsModuleSource(v8::Local<v8::Context> context,
                    v8::Local<v8::String> text) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate);
  v8::ScriptCompiler::Source source(
      text,
      compat::MakeScriptOrigin(isolate, v8::String::Empty(isolate), true));
  return !v8::ScriptCompiler::CompileModule(isolate, &source).IsEmpty();
}

void ModuleLoader::SetCallbacks(v8::Isolate* isolate) {
  compat::SetImportCallback(isolate, ImportDynamically);
  isolate->SetHostInitializeImportMetaObjectCallback(InitializeImportMeta);
}

void ModuleLoader::ClearCallbacks(v8::Isolate* isolate) {
  compat::SetImportCallback(isolate, nullptr);
  isolate->SetHostInitializeImportMetaObjectCallback(nullptr);
}

v8::MaybeLocal<v8::Promise> ModuleLoader::Run(std::string_view source,
                                              std::string_view name) {
  v8::EscapableHandleScope handle_scope(realm_.isolate());
  v8::Local<v8::Context> context = realm_.context();
  Record* record = Compile(source, AbsolutePath(name), name);
  if (record == nullptr || !Link(record)) {
    return {};
  }
  v8::Local<v8::Value> result;
  if (!record->module.Get(realm_.isolate())
           ->Evaluate(context)
           .ToLocal(&result)) {
    return {};
  }
  return handle_scope.Escape(result.As<v8::Promise>());
}

ModuleLoader::Record* ModuleLoader::Compile(std::string_view source,
                                            std::string_view path,
                                            std::string_view name) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::String> text;
  if (!DecodeUtf8(isolate, source, name).ToLocal(&text)) {
    return nullptr;
  }
  v8::ScriptCompiler::Source compiler_source(
      text, compat::MakeScriptOrigin(isolate, NewString(isolate, name), true));
  v8::Local<v8::Module> module;
  if (!v8::ScriptCompiler::CompileModule(isolate, &compiler_source)
           .ToLocal(&module)) {
    return nullptr;
  }
  auto record = std::make_unique<Record>();
  record->path = path;
  record->name = name;
  record->module.Reset(isolate, module);
  record->source.Reset(isolate, text);
  return Add(std::move(record), ModuleType::kJavaScript);
}

ModuleLoader::Record* ModuleLoader::CompileJson(const Import& import,
                                                std::string_view source,
                                                std::string_view path,
                                                std::string_view name) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::String> text;
  if (!DecodeUtf8(isolate, source, name).ToLocal(&text)) {
    return nullptr;
  }
  v8::Local<v8::Value> json;
  bool terminated = false;
  std::string reason;
  {
    const v8::TryCatch try_catch(isolate);
    if (!v8::JSON::Parse(realm_.context(), text).ToLocal(&json)) {
      terminated = try_catch.HasTerminated();
      if (!terminated) {
        reason = ToUtf8(isolate, try_catch.Message()->Get());
      }
    }
  }
  if (terminated) {
    TerminateNow(isolate);
    return nullptr;
  }
  if (json.IsEmpty()) {
    if (const size_t colon = reason.find("Error: "); colon != reason.npos) {
      reason.erase(0, colon + 7);  // "Uncaught SyntaxError: "
    }
    ThrowImportError(import, reason, ErrorType::kSyntaxError);
    return nullptr;
  }
  auto record = std::make_unique<Record>();
  record->path = path;
  record->name = name;
  record->module.Reset(
      isolate, compat::NewDefaultExportModule(isolate, NewString(isolate, name),
                                              EvaluateJson));
  record->json.Reset(isolate, json);
  return Add(std::move(record), ModuleType::kJson);
}

compat::ModuleResult ModuleLoader::EvaluateJson(v8::Local<v8::Context> context,
                                                v8::Local<v8::Module> module) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::EscapableHandleScope handle_scope(isolate);
  Realm* realm = Realm::From(context);
  Record* record =
      realm == nullptr ? nullptr : realm->Get<ModuleLoader>().Find(module);
  if (record == nullptr) {
    ThrowError(isolate, "The realm of this module is gone");
    return {};
  }
  v8::Local<v8::Promise::Resolver> resolver;
  if (module
          ->SetSyntheticModuleExport(isolate, NewName(isolate, "default"),
                                     record->json.Get(isolate))
          .IsNothing() ||
      !v8::Promise::Resolver::New(context).ToLocal(&resolver) ||
      resolver->Resolve(context, v8::Undefined(isolate)).IsNothing()) {
    return {};
  }
  return handle_scope.Escape(resolver->GetPromise());
}

ModuleLoader::Record* ModuleLoader::Load(const Import& import) {
  const std::string name = ResolveSpecifier(import.specifier, import.referrer);
  if (name.empty()) {
    ThrowImportError(import,
                     "A module is named by a path that starts with \"./\", "
                     "\"../\" or \"/\", or by a file: URL");
    return nullptr;
  }
  if (name.find('\0') != std::string::npos) {
    ThrowImportError(import, "the path has a NUL in it", ErrorType::kTypeError);
    return nullptr;
  }
  const ModuleType type = import.attributes.type;
  if (!import.attributes.error.empty()) {
    ThrowImportError(import, import.attributes.error, ErrorType::kTypeError);
    return nullptr;
  }
  if (type == ModuleType::kJavaScript && name.ends_with(".json")) {
    ThrowImportError(import,
                     absl::StrCat("to import JSON, add: ",
                                  std::string(compat::kImportAttributesKeyword),
                                  " { type: \"json\" }"),
                     ErrorType::kTypeError);
    return nullptr;
  }
  const std::string path = AbsolutePath(name);
  if (Record* record = FindPath(path, type)) {
    return record;
  }
  std::vector<uint8_t> bytes;
  if (const int error = ReadWholeFile(path, &bytes); error != 0) {
    ThrowImportError(import, ErrorText(error));
    return nullptr;
  }
  return type == ModuleType::kJson
             ? CompileJson(import, AsText(bytes), path, name)
             : Compile(AsText(bytes), path, name);
}

bool ModuleLoader::LoadImportsOf(Record* root) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  // Not by recursion: a chain of imports may be longer than the stack is deep.
  // Modules that are there already are looked through again, since an earlier
  // attempt may have failed half-way.
  std::vector<Record*> pending = {root};
  std::unordered_set<Record*> seen = {root};
  while (!pending.empty()) {
    v8::HandleScope handle_scope(isolate);
    Record* record = pending.back();
    pending.pop_back();
    v8::Local<v8::Module> module = record->module.Get(isolate);
    if (module->GetStatus() != v8::Module::kUninstantiated) {
      continue;
    }
    v8::Local<v8::FixedArray> requests = module->GetModuleRequests();
    for (int i = 0; i < requests->Length(); ++i) {
      v8::Local<v8::ModuleRequest> request =
          compat::GetElement(context, requests, i).As<v8::ModuleRequest>();
      Record* imported =
          Load({ToUtf8(isolate, request->GetSpecifier()), record->name,
                ReadImportAttributes(context,
                                     compat::GetImportAttributes(request), 3),
                record, request->GetSourceOffset()});
      if (imported == nullptr) {
        return false;
      }
      if (seen.insert(imported).second) {
        pending.push_back(imported);
      }
    }
  }
  return true;
}

bool ModuleLoader::Link(Record* record) {
  return LoadImportsOf(record) &&
         record->module.Get(realm_.isolate())
             ->InstantiateModule(realm_.context(), Resolve)
             .FromMaybe(false);
}

v8::MaybeLocal<v8::Module> ModuleLoader::Resolve(
    v8::Local<v8::Context> context,
    v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> import_attributes,
    v8::Local<v8::Module> referrer) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Realm* realm = Realm::From(context);
  Record* importer =
      realm == nullptr ? nullptr : realm->Get<ModuleLoader>().Find(referrer);
  if (importer != nullptr) {
    const std::string name =
        ResolveSpecifier(ToUtf8(isolate, specifier), importer->name);
    if (Record* record = realm->Get<ModuleLoader>().FindPath(
            AbsolutePath(name),
            ReadImportAttributes(context, import_attributes, 3).type)) {
      return record->module.Get(isolate);
    }
  }
  // LoadImportsOf() has loaded everything, so nobody should ever see this.
  ThrowError(isolate, "Unknown module: " + ToUtf8(isolate, specifier));
  return {};
}

v8::MaybeLocal<v8::Promise> ModuleLoader::ImportDynamically(
    v8::Local<v8::Context> context,
    v8::Local<v8::Data> /*host_defined_options*/,
    v8::Local<v8::Value> resource_name,
    v8::Local<v8::String> specifier,
    v8::Local<v8::FixedArray> import_attributes) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::EscapableHandleScope handle_scope(isolate);
  Realm* realm = Realm::From(context);
  if (realm == nullptr) {
    ThrowError(isolate, "The realm of this import() is gone");
    return {};
  }
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(context).ToLocal(&resolver)) {
    return {};
  }
  Import import;
  import.specifier = ToUtf8(isolate, specifier);
  v8::Local<v8::Value> referrer = resource_name;
  import.attributes = ReadImportAttributes(context, import_attributes, 2);
  v8::Local<v8::StackTrace> stack =
      v8::StackTrace::CurrentStackTrace(isolate, 1);
  if (stack->GetFrameCount() > 0) {
    v8::Local<v8::StackFrame> frame = stack->GetFrame(isolate, 0);
    import.place.line = frame->GetLineNumber() - 1;
    import.place.column = frame->GetColumn() - 1;
    if (!referrer->IsString() || referrer.As<v8::String>()->Length() == 0) {
      // What the prompt evaluates has its name in a comment alone.
      referrer = frame->GetScriptNameOrSourceURL();
    }
  }
  if (!referrer.IsEmpty() && referrer->IsString()) {
    import.referrer = ToUtf8(isolate, referrer.As<v8::String>());
  }
  import.place.file = import.referrer;
  // Loading is not done here: import() must return before any of the imported
  // code runs.
  realm->runtime().loop().Post(
      *realm,
      [import = std::move(import), kept = v8::Global<v8::Promise::Resolver>(
                                       isolate, resolver)](Realm& task_realm) {
        task_realm.Get<ModuleLoader>().FinishDynamicImport(
            import, kept.Get(task_realm.isolate()));
      });
  return handle_scope.Escape(resolver->GetPromise());
}

void ModuleLoader::FinishDynamicImport(
    const Import& import,
    v8::Local<v8::Promise::Resolver> resolver) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  v8::TryCatch try_catch(isolate);
  Record* record = Load(import);
  v8::Local<v8::Value> evaluation;
  if (record == nullptr || !Link(record) ||
      !record->module.Get(isolate)->Evaluate(context).ToLocal(&evaluation)) {
    if (try_catch.HasCaught() && !try_catch.HasTerminated()) {
      const v8::Local<v8::Value> error = try_catch.Exception();
      try_catch.Reset();
      (void)resolver->Reject(context, error);
    }
    return;
  }
  v8::Local<v8::Value> fields[] = {
      resolver, record->module.Get(isolate)->GetModuleNamespace()};
  v8::Local<v8::Array> data = v8::Array::New(isolate, fields, 2);
  v8::Local<v8::Function> on_evaluated;
  v8::Local<v8::Function> on_failed;
  if (v8::Function::New(context, OnModuleEvaluated, data)
          .ToLocal(&on_evaluated) &&
      v8::Function::New(context, OnModuleFailed, data).ToLocal(&on_failed)) {
    (void)evaluation.As<v8::Promise>()->Then(context, on_evaluated, on_failed);
  }
}

void ModuleLoader::InitializeImportMeta(v8::Local<v8::Context> context,
                                        v8::Local<v8::Module> module,
                                        v8::Local<v8::Object> meta) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handle_scope(isolate);
  Realm* realm = Realm::From(context);
  Record* record =
      realm == nullptr ? nullptr : realm->Get<ModuleLoader>().Find(module);
  if (record != nullptr) {
    (void)meta->CreateDataProperty(context, NewName(isolate, "url"),
                                   NewString(isolate, FileUrl(record->path)));
  }
}

ImportPlace ModuleLoader::PlaceOf(const Import& import) {
  if (import.importer == nullptr) {
    return import.place;
  }
  v8::Isolate* isolate = realm_.isolate();
  const Record& importer = *import.importer;
  v8::Location location = importer.module.Get(isolate)->SourceOffsetToLocation(
      import.source_offset);
  return {importer.name, location.GetLineNumber(), location.GetColumnNumber(),
          SourceLine(ToUtf8(isolate, importer.source.Get(isolate)),
                     location.GetLineNumber())};
}

void ModuleLoader::ThrowImportError(const Import& import,
                                    const std::string& reason,
                                    ErrorType type) {
  v8::Isolate* isolate = realm_.isolate();
  v8::Local<v8::Context> context = realm_.context();
  const std::string message =
      absl::StrCat("Cannot import \"", import.specifier, "\": ", reason);
  const ImportPlace place = PlaceOf(import);
  const v8::Local<v8::String> text = NewString(isolate, message);
  const char* name = type == ErrorType::kSyntaxError ? "SyntaxError"
                     : type == ErrorType::kTypeError ? "TypeError"
                                                     : "Error";
  v8::Local<v8::Object> error =
      (type == ErrorType::kSyntaxError ? v8::Exception::SyntaxError(text)
       : type == ErrorType::kTypeError ? v8::Exception::TypeError(text)
                                       : v8::Exception::Error(text))
          .As<v8::Object>();
  SetImportPlace(context, error, place);
  // The importing script is not running, so V8 has no frame to name.
  Define(context, error, "stack",
         NewString(isolate,
                   absl::StrCat(name, ": ", message, "\n    at ", place.file,
                                ":", place.line + 1, ":", place.column + 1)),
         v8::DontEnum);
  isolate->ThrowException(error);
}

ModuleLoader::Record* ModuleLoader::Add(std::unique_ptr<Record> record,
                                        ModuleType type) {
  Record* result = record.get();
  if (const Record* replaced = FindPath(result->path, type)) {
    // A second run under one name, as "<stdin>".
    std::erase_if(by_hash_,
                  [&](const auto& entry) { return entry.second == replaced; });
  }
  by_hash_.emplace(result->module.Get(realm_.isolate())->GetIdentityHash(),
                   result);
  by_path_[{result->path, type}] = std::move(record);
  return result;
}

ModuleLoader::Record* ModuleLoader::Find(v8::Local<v8::Module> module) {
  const auto [begin, end] = by_hash_.equal_range(module->GetIdentityHash());
  for (auto candidate = begin; candidate != end; ++candidate) {
    if (candidate->second->module == module) {
      return candidate->second;
    }
  }
  return nullptr;
}

ModuleLoader::Record* ModuleLoader::FindPath(const std::string& path,
                                             ModuleType type) {
  const auto found = by_path_.find({path, type});
  return found == by_path_.end() ? nullptr : found->second.get();
}

}  // namespace v8_encoding::shell
