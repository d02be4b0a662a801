// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/repl_mode.h"

#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "shell/encoding/text.h"
#include "shell/runtime/realm.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"
#include "v8-inspector.h"

#if defined(__SANITIZE_ADDRESS__)
#define V8_ENCODING_HAS_LEAK_CHECK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(leak_sanitizer)
#define V8_ENCODING_HAS_LEAK_CHECK
#endif
#endif

#ifdef V8_ENCODING_HAS_LEAK_CHECK
// V8 frees what waits for a script's end when it collects garbage. Where that
// end never comes, nothing is collected before the isolate goes.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:v8_inspector::InjectedScript::addPromiseCallback\n";
}
#endif

namespace v8_encoding::shell {
namespace {

using v8_inspector::StringBuffer;
using v8_inspector::StringView;
using v8_inspector::V8Inspector;

// Of the one realm and of the objects that the inspector keeps for us.
constexpr int kContextGroup = 1;
constexpr char kObjectGroup[] = "repl";

StringView View(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// Newer V8s also ask whether the debugger may be trusted.
template <typename Inspector>
auto Connect(Inspector& inspector, V8Inspector::Channel* channel) {
  if constexpr (requires { Inspector::kFullyTrusted; }) {
    return inspector.connect(kContextGroup, channel, StringView(),
                             Inspector::kFullyTrusted);
  } else {
    return inspector.connect(kContextGroup, channel, StringView());
  }
}

}  // namespace

class ReplMode::Session final : private v8_inspector::V8InspectorClient,
                                private V8Inspector::Channel {
 public:
  explicit Session(Realm& realm) : realm_(realm) {
    v8::Isolate* isolate = realm_.isolate();
    v8::HandleScope handle_scope(isolate);
    v8::Local<v8::Context> context = realm_.context();
    v8::Context::Scope context_scope(context);
    inspector_ = V8Inspector::create(isolate, this);
    inspector_->contextCreated({context, kContextGroup, StringView()});
    session_ = Connect(*inspector_, this);
    // The inspector has put these on the console, for debuggers.
    v8::Local<v8::Value> console;
    if (GetOwnData(context, context->Global(), NewName(isolate, "console"))
            .ToLocal(&console) &&
        console->IsObject()) {
      for (const std::string_view name : {"memory", "createTask"}) {
        (void)console.As<v8::Object>()->Delete(context, NewName(isolate, name));
      }
    }
  }

  ~Session() override {
    v8::HandleScope handle_scope(realm_.isolate());
    session_.reset();
    inspector_->contextDestroyed(realm_.context());
  }

  void Evaluate(const std::string& source, const std::string& name) {
    const std::string text = absl::StrCat(source, "\n//# sourceURL=", name);
    evaluation_ =
        Call("Runtime.evaluate",
             absl::StrCat("\"replMode\":true,\"objectGroup\":\"", kObjectGroup,
                          "\",\"expression\":", QuoteJson(text)));
  }

  std::optional<Outcome> TakeOutcome() {
    const auto found = responses_.find(evaluation_);
    if (found == responses_.end()) {
      return std::nullopt;
    }
    const v8::Local<v8::Value> response = Parse(*found->second);
    const v8::Local<v8::Value> result = Member(response, "result");
    const v8::Local<v8::Value> details = Member(result, "exceptionDetails");
    const bool threw = details->IsObject();
    Outcome outcome;
    if (response->IsUndefined()) {
      outcome.kind = Outcome::Kind::kTooLong;
    } else if (result->IsObject() && Unwrap(threw ? Member(details, "exception")
                                                  : Member(result, "result"))
                                         .ToLocal(&outcome.value)) {
      outcome.kind = threw ? Outcome::Kind::kException : Outcome::Kind::kValue;
    }
    // Those that came too late to be asked for go, too.
    responses_.clear();
    session_->releaseObjectGroup(View(kObjectGroup));
    return outcome;
  }

  std::vector<std::string> LexicalNames() {
    v8::HandleScope handle_scope(realm_.isolate());
    const int call = Call("Runtime.globalLexicalScopeNames", "");
    std::vector<std::string> result;
    if (const auto found = responses_.find(call); found != responses_.end()) {
      const v8::Local<v8::Value> names =
          Member(Member(Parse(*found->second), "result"), "names");
      for (uint32_t i = 0;
           names->IsArray() && i < names.As<v8::Array>()->Length(); ++i) {
        result.push_back(TextMember(names, std::to_string(i)));
      }
      responses_.erase(found);
    }
    return result;
  }

 private:
  // The response comes with the number that this returns.
  int Call(const char* method, const std::string& parameters) {
    const int number = ++last_call_;
    const std::string message =
        absl::StrCat("{\"id\":", number, ",\"method\":\"", method,
                     "\",\"params\":{", parameters, "}}");
    session_->dispatchProtocolMessage(View(message));
    return number;
  }

  // Empty, which the inspector refuses, if V8 can't.
  std::string QuoteJson(std::string_view utf8) {
    v8::HandleScope handle_scope(realm_.isolate());
    v8::Local<v8::String> text;
    v8::Local<v8::String> json;
    return TryNewString(realm_.isolate(), utf8).ToLocal(&text) &&
                   v8::JSON::Stringify(realm_.context(), text).ToLocal(&json)
               ? ToUtf8(realm_.isolate(), json)
               : std::string();
  }

  // V8Inspector::Channel:
  void sendResponse(int call, std::unique_ptr<StringBuffer> message) override {
    responses_[call] = std::move(message);
  }
  void sendNotification(std::unique_ptr<StringBuffer>) override {}
  void flushProtocolNotifications() override {}

  // V8InspectorClient:
  v8::Local<v8::Context> ensureDefaultContextInGroup(int) override {
    return realm_.context();
  }
  // An object without a subtype of ours would be described to the debugger,
  // which reads properties and so runs getters.
  std::unique_ptr<StringBuffer> valueSubtype(
      v8::Local<v8::Value> value) override {
    return value->IsObject() ? StringBuffer::create(View("value")) : nullptr;
  }

  // Undefined if that fails.
  v8::Local<v8::Value> Parse(const StringBuffer& message) {
    v8::Isolate* isolate = realm_.isolate();
    v8::TryCatch try_catch(isolate);
    const StringView json = message.string();
    const int length = static_cast<int>(json.length());
    v8::Local<v8::String> text;
    v8::Local<v8::Value> value;
    if ((json.is8Bit()
             ? v8::String::NewFromOneByte(isolate, json.characters8(),
                                          v8::NewStringType::kNormal, length)
             : v8::String::NewFromTwoByte(isolate, json.characters16(),
                                          v8::NewStringType::kNormal, length))
            .ToLocal(&text) &&
        v8::JSON::Parse(realm_.context(), text).ToLocal(&value)) {
      return value;
    }
    return v8::Undefined(isolate);
  }

  // Undefined if there is none.
  v8::Local<v8::Value> Member(v8::Local<v8::Value> object,
                              std::string_view name) {
    v8::Local<v8::Value> value;
    if (object->IsObject() &&
        GetOwnData(realm_.context(), object.As<v8::Object>(),
                   NewName(realm_.isolate(), name))
            .ToLocal(&value)) {
      return value;
    }
    return v8::Undefined(realm_.isolate());
  }

  std::string TextMember(v8::Local<v8::Value> object, std::string_view name) {
    const v8::Local<v8::Value> value = Member(object, name);
    return value->IsString() ? ToUtf8(realm_.isolate(), value.As<v8::String>())
                             : std::string();
  }

  // The value that a RemoteObject of the protocol stands for.
  v8::MaybeLocal<v8::Value> Unwrap(v8::Local<v8::Value> remote) {
    if (const std::string id = TextMember(remote, "objectId"); !id.empty()) {
      std::unique_ptr<StringBuffer> error;
      std::unique_ptr<StringBuffer> group;
      v8::Local<v8::Value> value;
      v8::Local<v8::Context> context;
      return session_->unwrapObject(&error, View(id), &value, &context, &group)
                 ? value
                 : v8::MaybeLocal<v8::Value>();
    }
    // -0, NaN, the infinities, BigInts: a literal each.
    const v8::Local<v8::Value> literal = Member(remote, "unserializableValue");
    if (literal->IsString()) {
      v8::Local<v8::Script> script;
      return v8::Script::Compile(realm_.context(), literal.As<v8::String>())
                     .ToLocal(&script)
                 ? script->Run(realm_.context())
                 : v8::MaybeLocal<v8::Value>();
    }
    return Member(remote, "value");
  }

  Realm& realm_;
  int last_call_ = 0;
  int evaluation_ = 0;
  std::map<int, std::unique_ptr<StringBuffer>> responses_;
  std::unique_ptr<V8Inspector> inspector_;
  std::unique_ptr<v8_inspector::V8InspectorSession> session_;
};

ReplMode::ReplMode(Realm& realm) : session_(std::make_unique<Session>(realm)) {}

ReplMode::~ReplMode() = default;

void ReplMode::Start(std::string_view source, std::string_view name) {
  session_->Evaluate(std::string(source), std::string(name));
}

std::optional<ReplMode::Outcome> ReplMode::TakeOutcome() {
  return session_->TakeOutcome();
}

std::vector<std::string> ReplMode::LexicalNames() {
  return session_->LexicalNames();
}

}  // namespace v8_encoding::shell
