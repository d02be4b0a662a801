// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// Realms that lose their global object, as a document's does when its window
// goes to another page: Context::DetachGlobal(), and a context that takes the
// object over.

#include <optional>
#include <string>

#include "bindings/testing/v8_test.h"
#include "gtest/gtest.h"
#include "v8_encoding/install.h"
#include "v8_encoding/streams.h"

namespace v8_encoding::testing {
namespace {

int hook_calls = 0;

void CountCalls(v8::Local<v8::Context>, v8::Local<v8::Object>, ErrorCode) {
  ++hook_calls;
}

class DetachedGlobalTest : public V8Test {
 protected:
  v8::Local<v8::String> NewString(const char* text) const {
    return v8::String::NewFromUtf8(isolate(), text).ToLocalChecked();
  }

  // A page without its global object, which *global is set to.
  v8::Local<v8::Context> NewDetached(
      v8::Local<v8::ObjectTemplate> global_template,
      bool is_prepared,
      v8::Local<v8::Object>* global) {
    v8::Local<v8::Context> context =
        v8::Context::New(isolate(), nullptr, global_template);
    context->SetSecurityToken(NewString("old"));
    if (is_prepared) {
      EXPECT_TRUE(Prepare(context, WorkingInterfaces()).FromMaybe(false));
    }
    *global = context->Global();
    context->DetachGlobal();
    return context;
  }

  v8::Local<v8::Context> TakeOver(v8::Local<v8::ObjectTemplate> global_template,
                                  v8::Local<v8::Object> global) {
    v8::Local<v8::Context> context =
        v8::Context::New(isolate(), nullptr, global_template, global);
    context->SetSecurityToken(NewString("new"));
    return context;
  }

  std::string In(v8::Local<v8::Context> context, const std::string& source) {
    const v8::Context::Scope context_scope(context);
    return testing::Evaluate(context, source);
  }
};

TEST_F(DetachedGlobalTest, TheRealmKeepsWhatItHad) {
  for (const bool is_lazy : {false, true}) {
    for (const bool is_taken : {false, true}) {
      v8::Local<v8::ObjectTemplate> global_template =
          v8::ObjectTemplate::New(isolate());
      Install(isolate(), global_template,
              {.lazy = is_lazy,
               .error_hook = CountCalls,
               .max_result_length = 1 << 20,
               .data = NewString("old data")});
      v8::Local<v8::Object> global;
      v8::Local<v8::Context> old_page =
          NewDetached(global_template, /*is_prepared=*/true, &global);
      if (is_taken) {
        v8::Local<v8::Context> new_page = TakeOver(global_template, global);
        ASSERT_TRUE(
            SetInstallData(new_page, NewString("new data")).FromMaybe(false));
        EXPECT_EQ(In(new_page, "new TextDecoder().encoding"), "utf-8");
      }
      EXPECT_EQ(In(old_page, "new TextDecoder().encoding"), "utf-8");
      EXPECT_EQ(In(old_page, "new TextEncoder().encode('abc').join()"),
                "97,98,99");
      hook_calls = 0;
      EXPECT_EQ(In(old_page,
                   "try { new TextDecoder('no label') } catch (error) {"
                   "  error.name }"),
                "RangeError");
      EXPECT_EQ(hook_calls, 1);
      EXPECT_EQ(In(old_page,
                   "try { new TextEncoder().encode('a'.repeat(2 ** 21)) }"
                   "catch (error) { error.name }"),
                "RangeError");
      v8::Local<v8::Value> data;
      ASSERT_TRUE(GetInstallData(old_page).ToLocal(&data));
      EXPECT_EQ(*v8::String::Utf8Value(isolate(), data),
                std::string("old data"));
    }
  }
}

TEST_F(DetachedGlobalTest, StreamsAreNotThoseOfTheNextPage) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  v8::Local<v8::ObjectTemplate> global_template =
      v8::ObjectTemplate::New(isolate());
  Install(isolate(), global_template, {.streams_globals = true});
  v8::Local<v8::Object> global;
  v8::Local<v8::Context> old_page =
      NewDetached(global_template, /*is_prepared=*/true, &global);
  constexpr char kMine[] =
      "Object.getPrototypeOf(new TextDecoderStream().readable).mine = 1";
  EXPECT_EQ(In(old_page, kMine), "1");
  v8::Local<v8::Context> new_page = TakeOver(global_template, global);
  EXPECT_EQ(In(old_page, kMine), "1");
  EXPECT_EQ(In(new_page, "new TextDecoderStream().readable.mine"), "undefined");
  EXPECT_EQ(In(new_page, "'mine' in ReadableStream.prototype"), "false");

  // What a host asks of a stream of the old page, a body that is under way.
  v8::Local<v8::Object> stream;
  {
    const v8::Context::Scope context_scope(old_page);
    stream = EvaluateToValue(old_page, "new TextDecoderStream().readable")
                 .ToLocalChecked()
                 .As<v8::Object>();
  }
  EXPECT_TRUE(
      ErrorStream(old_page, stream, NewString("gone")).FromMaybe(false));
  const std::optional<StreamState> state = GetStreamState(old_page, stream);
  ASSERT_TRUE(state.has_value());
  EXPECT_TRUE(state->is_errored);
}

// Too early: nobody knows any more what the realm was to have. Nothing of the
// next page's is given instead.
TEST_F(DetachedGlobalTest, WithoutPreparation) {
  for (const bool is_taken : {false, true}) {
    v8::Local<v8::ObjectTemplate> global_template =
        v8::ObjectTemplate::New(isolate());
    Install(isolate(), global_template, {.data = NewString("data")});
    v8::Local<v8::Object> global;
    v8::Local<v8::Context> old_page =
        NewDetached(global_template, /*is_prepared=*/false, &global);
    if (is_taken) {
      v8::Local<v8::Context> new_page = TakeOver(global_template, global);
      ASSERT_TRUE(
          SetInstallData(new_page, NewString("new data")).FromMaybe(false));
    }
    EXPECT_EQ(In(old_page, "new TextDecoder().encoding"), "utf-8");
    v8::Local<v8::Value> data;
    ASSERT_TRUE(GetInstallData(old_page).ToLocal(&data));
    // V8 before 14 gives the realm's own global object all the time.
    EXPECT_TRUE(data->IsUndefined() ||
                *v8::String::Utf8Value(isolate(), data) == std::string("data"));
  }
}

// What V8 gives as the old page's global object then is, before V8 14, the
// realm's own.
TEST_F(DetachedGlobalTest, AnInstallationIsTheOldPagesOrNobodys) {
  for (const bool is_lazy : {false, true}) {
    for (const bool is_taken : {false, true}) {
      v8::Local<v8::ObjectTemplate> global_template =
          v8::ObjectTemplate::New(isolate());
      v8::Local<v8::Object> global;
      v8::Local<v8::Context> old_page =
          NewDetached(global_template, /*is_prepared=*/true, &global);
      ASSERT_TRUE(
          SetInstallData(old_page, NewString("old data")).FromMaybe(false));
      std::optional<v8::Local<v8::Context>> new_page;
      if (is_taken) {
        new_page = TakeOver(global_template, global);
        // Nothing but the library keeps one page's scripts from the other.
        (*new_page)->SetSecurityToken(old_page->GetSecurityToken());
      }
      const InstallOptions options = {.lazy = is_lazy,
                                      .streams_globals = HasBuiltInStreams(),
                                      .data = NewString("data")};
      v8::TryCatch try_catch(isolate());
      const bool is_installed = Install(old_page, options).FromMaybe(false);
      v8::Local<v8::Value> data;
      ASSERT_TRUE(GetInstallData(old_page).ToLocal(&data));
      if (is_installed) {
        const std::string encoding = In(old_page, R"(
            try { new TextDecoder().encoding } catch { 'an exception' })");
        // A lazy interface that is first read now may throw, as below.
        EXPECT_TRUE(encoding == "utf-8" ||
                    (is_lazy && encoding == "an exception"))
            << encoding;
        EXPECT_EQ(*v8::String::Utf8Value(isolate(), data), std::string("data"));
      } else {
        EXPECT_EQ(*v8::String::Utf8Value(isolate(), try_catch.Exception()),
                  std::string("TypeError: Failed to execute 'Install' on "
                              "'Interfaces': The context has lost its global "
                              "object."));
        EXPECT_EQ(*v8::String::Utf8Value(isolate(), data),
                  std::string("old data"));
        try_catch.Reset();
      }
      if (new_page) {
        EXPECT_EQ(In(*new_page, "typeof TextDecoder + typeof ReadableStream"),
                  "undefinedundefined");
      }
    }
  }
}

TEST_F(DetachedGlobalTest, ALazyInterfaceIsThereOrThrows) {
  v8::Local<v8::ObjectTemplate> global_template =
      v8::ObjectTemplate::New(isolate());
  Install(isolate(), global_template, {.lazy = true});
  v8::Local<v8::Object> global;
  v8::Local<v8::Context> old_page =
      NewDetached(global_template, /*is_prepared=*/false, &global);
  for (int i = 0; i < 2; ++i) {
    const std::string type =
        In(old_page, "try { typeof TextDecoder } catch { 'an exception' }");
    EXPECT_TRUE(type == "function" || type == "an exception") << type;
  }
}

}  // namespace
}  // namespace v8_encoding::testing
