// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/modules.h"

#include "shell/files/module_paths.h"
#include "shell/shell_test.h"
#include "shell/v8_compat.h"

namespace v8_encoding::shell {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ModulesTest : public ShellTest {
 protected:
  const ScratchFolder folder_;
};

TEST_F(ModulesTest, ImportEachOther) {
  const std::string main_file = folder_.Write("main.mjs", R"(
    import { b, readA } from './sub/b.mjs';
    import again from './sub/../sub/b.mjs';
    import * as self from './main.mjs';
    export const a = 'a';
    print(b, readA(), again, self.a);
    print(import.meta.url, Object.keys(import.meta));)");
  folder_.Write("sub/b.mjs",
                "import { a } from '../main.mjs'; print('once');"
                "export const b = 'b', readA = () => a; export default 'd';");
  EXPECT_EQ(RunModuleFile(main_file),
            "once\nb a d a\nfile://" + main_file + " [ \"url\" ]\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(ModulesTest, ByAbsolutePathAndUrl) {
  const std::string path = folder_.Write("a b.mjs", "export default 'x';");
  EXPECT_EQ(RunModule("import a from '" + path + "'; import b from '" +
                      FileUrl(path) + "'; print(a, b);"),
            "x x\n");
}

TEST_F(ModulesTest, Dynamically) {
  const std::string main_file = folder_.Write("main.js", R"(
    import('./m.mjs').then(m => print('module', m.default));
    eval(`import('./m.mjs')`).then(m => print('from eval', m.default));
    print('script');)");
  folder_.Write("m.mjs", "print('runs'); export default 1;");
  Realm& main_realm = realm();
  runtime().RunScriptFile(main_realm, main_file);
  EXPECT_EQ(TakeOut(), "script\n");
  runtime().RunEventLoop();
  EXPECT_EQ(TakeOut(), "runs\nmodule 1\nfrom eval 1\n");
}

TEST_F(ModulesTest, TopLevelAwait) {
  const std::string main_file = folder_.Write(
      "main.mjs", "import v from './slow.mjs'; print(v, await 2);");
  folder_.Write("slow.mjs",
                "export default await new Promise(r => setTimeout(r, 1, 1));");
  EXPECT_EQ(RunModuleFile(main_file), "1 2\n");
  EXPECT_EQ(runtime().exit_code(), 0);
}

TEST_F(ModulesTest, TopLevelAwaitForNothing) {
  RunModule("await new Promise(() => {})");
  EXPECT_EQ(errors(), "shell: test.mjs: a top-level await never settled\n");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ModulesTest, MissingFile) {
  const std::string main_file =
      folder_.Write("main.mjs", "\n  import x from './no.mjs';\n");
  RunModuleFile(main_file);
  EXPECT_EQ(errors(),
            main_file +
                ":2: Uncaught Error: Cannot import \"./no.mjs\": No such file "
                "or directory\n"
                "  import x from './no.mjs';\n"
                "                ^\n"
                "Error: Cannot import \"./no.mjs\": No such file or directory\n"
                "    at " +
                main_file + ":2:17\n");
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ModulesTest, APathWithANul) {
  const std::string path = folder_.Write("m.mjs", "print('runs');");
  EXPECT_EQ(
      RunModule("for (const name of ['" + path + "\\0.mjs', 'file://" + path +
                "%00x']) { try { await import(name); } catch (e) {"
                "print(e.name, e.message.includes('NUL')); } }"),
      "TypeError true\nTypeError true\n");
}

TEST_F(ModulesTest, MissingFileMayAppear) {
  folder_.Write("a.mjs", "import './b.mjs'; export default 'a';");
  realm();
  const std::string import_it = "import('" + folder_.path() +
                                "/a.mjs').then(m => print(m.default),"
                                "e => print(e.message))";
  EXPECT_EQ(Run(import_it),
            "Cannot import \"./b.mjs\": No such file or directory\n");
  folder_.Write("b.mjs", "");
  EXPECT_EQ(Run(import_it), "a\n");
}

TEST_F(ModulesTest, BareSpecifier) {
  RunModule("import 'fs';");
  EXPECT_THAT(errors(), StartsWith("test.mjs:1: Uncaught Error: Cannot import "
                                   "\"fs\": A module is named by a path"));
}

// In the syntax of this V8.
std::string WithType(const std::string& type) {
  return std::string(compat::kImportAttributesKeyword) + " { type: '" + type +
         "' }";
}

TEST_F(ModulesTest, Json) {
  folder_.Write("a.json", "\xEF\xBB\xBF{\"b\": [1, null], \"__proto__\": 2}");
  const std::string main_file = folder_.Write(
      "main.mjs", "import a from './a.json' " + WithType("json") +
                      ";\nimport { default as again } from './sub/../a.json' " +
                      WithType("json") + ";\nimport * as all from './a.json' " +
                      WithType("json") +
                      ";\nprint(a, a === again, all.default === a,"
                      "Object.keys(all), Object.getPrototypeOf(a) === "
                      "Object.prototype);");
  EXPECT_EQ(
      RunModuleFile(main_file),
      "{ b: [ 1, null ], __proto__: 2 } true true [ \"default\" ] true\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(ModulesTest, JsonDynamically) {
  const std::string path = folder_.Write("a.json", "[1]");
  const std::string options = "{ " +
                              std::string(compat::kImportAttributesKeyword) +
                              ": { type: 'json' } }";
  EXPECT_EQ(Run("const p = () => import('" + path + "', " + options +
                ");"
                "Promise.all([p(), p()]).then(([a, b]) => {"
                "  print(a.default, a === b);"
                "});"),
            "[ 1 ] true\n");
}

TEST_F(ModulesTest, JsonThatIsNone) {
  folder_.Write("bad.json", "{\n  \"a\": 1,\n}\n");
  const std::string main_file = folder_.Write(
      "main.mjs", "import a from './bad.json' " + WithType("json") + ";\n");
  RunModuleFile(main_file);
  EXPECT_THAT(errors(),
              StartsWith(main_file + ":1: Uncaught SyntaxError: Cannot import "
                                     "\"./bad.json\": "));
  EXPECT_THAT(errors(), HasSubstr("JSON"));
  EXPECT_EQ(runtime().exit_code(), 1);
}

TEST_F(ModulesTest, JsonIsAskedForByItsType) {
  folder_.Write("a.json", "{}");
  folder_.Write("a.mjs", "export default 1;");
  const auto message_of = [&](const std::string& file,
                              const std::string& attributes) {
    folder_.Write("in.mjs", "import '" + file + "' " + attributes + ";");
    return Run("import('" + folder_.path() +
               "/in.mjs').then(print, e => print(e.name, e.message))");
  };
  EXPECT_EQ(message_of("./a.json", ""),
            "TypeError Cannot import \"./a.json\": to import JSON, add: " +
                std::string(compat::kImportAttributesKeyword) +
                " { type: \"json\" }\n");
}

TEST_F(ModulesTest, UnknownAttributes) {
  const std::string path = folder_.Write("a.mjs", "export default 1;");
  const auto message_of = [&](const std::string& attributes) {
    return Run("import('" + path + "', { " +
               std::string(compat::kImportAttributesKeyword) + ": " +
               attributes +
               " }).then(m => print(m.default),"
               "e => print(e.name, e.message.split('mjs\": ')[1]))");
  };
  EXPECT_EQ(message_of("{ type: 'css' }"),
            "TypeError There are no modules of the type \"css\"\n");
  EXPECT_EQ(message_of("{ kind: 'json' }"),
            "TypeError There is no import attribute \"kind\"\n");
  EXPECT_EQ(message_of("{}"), "1\n");
}

// A module that is JavaScript by one import and JSON by another is two.
TEST_F(ModulesTest, OneFileOfTwoTypes) {
  folder_.Write("both.mjs", "[1]");
  EXPECT_EQ(RunModule("import '" + folder_.path() +
                      "/both.mjs';"
                      "import a from '" +
                      folder_.path() + "/both.mjs' " + WithType("json") +
                      "; print(a)"),
            "[ 1 ]\n");
}

TEST_F(ModulesTest, SyntaxErrorInImport) {
  const std::string main_file =
      folder_.Write("main.mjs", "import './bad.mjs';");
  const std::string bad = folder_.Write("bad.mjs", "let\nx = (;\n");
  RunModuleFile(main_file);
  EXPECT_EQ(errors(), bad +
                          ":2: Uncaught SyntaxError: Unexpected token ';'\n"
                          "x = (;\n"
                          "     ^\n");
}

TEST_F(ModulesTest, MissingExport) {
  const std::string main_file =
      folder_.Write("main.mjs", "import {no} from './e.mjs';");
  folder_.Write("e.mjs", "export {};");
  RunModuleFile(main_file);
  EXPECT_EQ(errors(), main_file +
                          ":1: Uncaught SyntaxError: The requested module "
                          "'./e.mjs' does not provide an export named 'no'\n"
                          "import {no} from './e.mjs';\n"
                          "        ^^\n");
}

TEST_F(ModulesTest, ErrorsAreThoseOfTheModule) {
  RunModule("throw new Error('mine')");
  EXPECT_EQ(errors(),
            "test.mjs:1: Uncaught Error: mine\nthrow new Error('mine')\n"
            "      ^\nError: mine\n    at test.mjs:1:7\n");
}

TEST_F(ModulesTest, PrimitivesAreThrownFromSomewhere) {
  RunModule("throw 1");
  EXPECT_EQ(errors(), "test.mjs: Uncaught 1\n");
}

TEST_F(ModulesTest, DynamicImportsReject) {
  folder_.Write("bad.mjs", "(;");
  folder_.Write("throws.mjs", "throw 'thrown';");
  EXPECT_EQ(
      Run("(async () => { for (const n of ['bad', 'no', 'throws', 'throws'])"
          "try { await import('" +
          folder_.path() +
          "/' + n + '.mjs') } catch (e) { print(String(e).slice(0, 25)) }"
          "})()"),
      "SyntaxError: Unexpected t\nError: Cannot import \"" +
          folder_.path().substr(0, 3) + "\nthrown\nthrown\n");
  EXPECT_EQ(errors(), "");
}

TEST_F(ModulesTest, ALongChain) {
  constexpr int kLength = 2000;
  for (int i = 0; i < kLength; ++i) {
    folder_.Write(std::to_string(i) + ".mjs",
                  "import n from './" + std::to_string(i + 1) +
                      ".mjs'; export default n + 1;");
  }
  folder_.Write(std::to_string(kLength) + ".mjs", "export default 0;");
  EXPECT_EQ(RunModule("import n from '" + folder_.path() + "/0.mjs'; print(n)"),
            "2000\n");
}

TEST_F(ModulesTest, RealmsHaveTheirOwn) {
  const std::string path =
      folder_.Write("a.mjs",
                    "globalThis.count = (globalThis.count ?? 0) + 1;"
                    "print(count);");
  Realm& main_realm = realm();
  Realm* other = runtime().CreateRealm();
  runtime().RunModuleFile(main_realm, path);
  runtime().RunModuleFile(*other, path);
  EXPECT_EQ(TakeOut(), "1\n1\n");
}

TEST(FileUrl, GoesThereAndBack) {
  EXPECT_EQ(FileUrl("/a b/é%#?.mjs"), "file:///a%20b/%C3%A9%25%23%3F.mjs");
  EXPECT_EQ(PathOfFileUrl("file:///a%20b/%C3%A9%25%23%3F.mjs"),
            "/a b/é%#?.mjs");
  EXPECT_EQ(PathOfFileUrl("file://localhost/a"), "/a");
  EXPECT_EQ(PathOfFileUrl("file://elsewhere/a"), "");
  EXPECT_EQ(PathOfFileUrl("https:///a"), "");
  EXPECT_EQ(PathOfFileUrl("file:///a%2"), "/a%2");
}

}  // namespace
}  // namespace v8_encoding::shell
