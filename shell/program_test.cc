// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// The program itself: exit codes, what goes to which stream, pipes. It stands
// beside this test.

#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "shell/shell_test.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define V8_ENCODING_HAS_SHADOW_MEMORY 1
#endif
#endif
#ifndef V8_ENCODING_HAS_SHADOW_MEMORY
#define V8_ENCODING_HAS_SHADOW_MEMORY 0
#endif

namespace v8_encoding::shell {
namespace {

// Sanitizers take terabytes of address space, which can't be limited then.
constexpr bool kHasShadowMemory = V8_ENCODING_HAS_SHADOW_MEMORY;

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Result {
  int exit_code = -1;
  std::string out;
  std::string errors;
};

class ProgramTest : public ::testing::Test {
 protected:
  // Runs a command line of bash with $SHELL_UNDER_TEST in the scratch folder.
  Result Bash(const std::string& command) {
    const std::string errors_file = folder_.path() + "/.errors";
    const std::string script = folder_.Write(
        ".command", "cd '" + folder_.path() + "'; shell='" +
                        std::filesystem::read_symlink("/proc/self/exe")
                            .replace_filename("shell")
                            .string() +
                        "'; set -o pipefail; " + command + "\n");
    Result result;
    FILE* pipe =
        popen(("bash '" + script + "' 2>'" + errors_file + "'").c_str(), "r");
    if (pipe == nullptr) {
      return result;
    }
    char buffer[4096];
    while (const size_t count = fread(buffer, 1, sizeof buffer, pipe)) {
      result.out.append(buffer, count);
    }
    const int status = pclose(pipe);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::ifstream stream(errors_file, std::ios::binary);
    result.errors.assign(std::istreambuf_iterator<char>(stream), {});
    return result;
  }

  const ScratchFolder folder_;
};

TEST_F(ProgramTest, RunsAFileWithArguments) {
  folder_.Write("a.js", "print(...scriptArgs)");
  const Result result = Bash("$shell a.js x --help -e -- y </dev/null");
  EXPECT_EQ(result.out, "x --help -e -- y\n");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.exit_code, 0);
}

TEST_F(ProgramTest, RunsCode) {
  EXPECT_EQ(Bash("$shell -e 'print(1, ...scriptArgs)' a b").out, "1 a b\n");
  EXPECT_EQ(Bash("$shell --eval='print(1)'").out, "1\n");
  EXPECT_EQ(Bash("$shell -e '' </dev/null").exit_code, 0);
  EXPECT_EQ(Bash("$shell -m -e 'print(await 2)' -- -x").out, "2\n");
}

TEST_F(ProgramTest, PrintsAValue) {
  EXPECT_EQ(Bash("$shell -p '6 * 7'").out, "42\n");
  EXPECT_EQ(Bash("$shell -p 'scriptArgs' a -p").out, "[ \"a\", \"-p\" ]\n");
  // Strings as they are, for the programs that read them.
  EXPECT_EQ(Bash("$shell --print='let s = \"a\\nb\"; s'").out, "a\nb\n");
  EXPECT_EQ(Bash("$shell -p ''").out, "undefined\n");
  EXPECT_EQ(Bash("$shell -p 'setTimeout(() => print(2)); 1'").out, "1\n2\n");
  Result result = Bash("$shell -p 'print(1); quit(3)'");
  EXPECT_EQ(result.out, "1\n");
  EXPECT_EQ(result.exit_code, 3);
  result = Bash("$shell -p 'throw 1'");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(Bash("$shell -p 1 -e 2").exit_code, 2);
  EXPECT_EQ(Bash("$shell -m -p 1").exit_code, 2);
  EXPECT_EQ(Bash("$shell -p").exit_code, 2);
}

TEST_F(ProgramTest, SaysWhatIsAModule) {
  const std::string hint =
      "shell: import, export and await at the top level are for ES modules: "
      "use -m, or name the file *.mjs\n";
  folder_.Write("a.mjs", "export default 1");
  folder_.Write("import.js", "import a from './a.mjs'; print(a)");
  for (const std::string arguments :
       {"-e 'await 1'", "-p 'await 1'", "import.js", "- <import.js",
        "-e 'export let x = 1'", "-e 'for await (const x of []);'",
        "-e 'print(import.meta.url)'"}) {
    const Result result = Bash("$shell " + arguments);
    EXPECT_THAT(result.errors, HasSubstr("Uncaught SyntaxError: "))
        << arguments;
    EXPECT_THAT(result.errors, ::testing::EndsWith("^\n" + hint)) << arguments;
    EXPECT_EQ(result.exit_code, 1);
  }
  for (const std::string arguments :
       {"-e 'await (;'", "-e 'let import = 1'", "-m -e 'await ('",
        "-e 'new Function(\"await 1\")'"}) {
    const Result result = Bash("$shell " + arguments);
    EXPECT_THAT(result.errors, HasSubstr("SyntaxError"));
    EXPECT_EQ(result.errors.find("shell:"), std::string::npos) << arguments;
  }
}

TEST_F(ProgramTest, RunsStandardInput) {
  EXPECT_EQ(Bash("echo 'print(1)' | $shell").out, "1\n");
  EXPECT_EQ(Bash("echo 'print(...scriptArgs)' | $shell - a").out, "a\n");
  EXPECT_EQ(Bash("echo 'print(await 1)' | $shell -m -").out, "1\n");
  const Result result = Bash("echo 'throw 1' | $shell");
  EXPECT_EQ(result.errors, "<stdin>:1: Uncaught 1\nthrow 1\n^\n");
  EXPECT_EQ(result.exit_code, 1);
}

TEST_F(ProgramTest, RunsModules) {
  folder_.Write("m.mjs", "import a from './d/a.mjs'; print(a);");
  folder_.Write("d/a.mjs", "export default import.meta.url;");
  EXPECT_EQ(Bash("$shell m.mjs").out,
            "file://" + std::filesystem::canonical(folder_.path()).string() +
                "/d/a.mjs\n");
  folder_.Write("no_extension", "import a from './d/a.mjs'; print(typeof a);");
  EXPECT_EQ(Bash("$shell --module no_extension").out, "string\n");
}

TEST_F(ProgramTest, ShadowRealmsHaveWhatIsExposedEverywhere) {
  V8_ENCODING_NEEDS_BUILT_IN_STREAMS();
  folder_.Write("m.mjs", "globalThis.encoding = new TextDecoder().encoding");
  folder_.Write(
      "s.js",
      "const realm = new ShadowRealm();"
      "const give = realm.evaluate(`(give) => {"
      "  import('./m.mjs').then(() => give("
      "      [encoding, typeof EventTarget, typeof atob, typeof MessagePort,"
      "       typeof print, typeof ReadableStream,"
      "       Object.getPrototypeOf(globalThis) === Object.prototype].join()));"
      "}`);"
      "new Promise(give).then(print);");
  const Result result = Bash("$shell --v8-flags=--harmony-shadow-realm s.js");
  EXPECT_EQ(result.out,
            "utf-8,function,function,undefined,undefined,function,true\n");
  EXPECT_EQ(result.errors, "");
}

TEST_F(ProgramTest, RunsAHarness) {
  folder_.Write("harness.js", "for (const f of scriptArgs) load(f)");
  folder_.Write("test.js", "print('ran')");
  EXPECT_EQ(Bash("$shell harness.js test.js test.js").out, "ran\nran\n");
}

TEST_F(ProgramTest, SaysWhatIsWrong) {
  Result result = Bash("$shell no.js");
  EXPECT_EQ(result.errors, "shell: no.js: No such file or directory\n");
  EXPECT_EQ(result.exit_code, 1);

  folder_.Write("t.js", "print('before');\nnull.x;\n");
  result = Bash("$shell t.js");
  EXPECT_EQ(result.out, "before\n");
  EXPECT_THAT(result.errors,
              StartsWith("t.js:2: Uncaught TypeError: Cannot read properties "
                         "of null (reading 'x')\nnull.x;\n     ^\n"
                         "TypeError: "));
  EXPECT_EQ(result.exit_code, 1);

  // Sparse, and longer than any string.
  for (const std::string arguments :
       {"big.js", "-m big.js", "-e 'load(\"big.js\")'",
        "-e 'import(\"./big.js\")'", "-e 'readFile(\"big.js\", \"utf-8\")'"}) {
    result = Bash("truncate -s 600M big.js; $shell " + arguments);
    EXPECT_THAT(result.errors,
                HasSubstr("big.js: too long a text for a string\n"))
        << arguments;
    EXPECT_EQ(result.exit_code, 1);
  }

  EXPECT_EQ(Bash("$shell -e 'Promise.reject(1)'").exit_code, 1);
  EXPECT_EQ(Bash("$shell -e '(;'").exit_code, 1);
  EXPECT_EQ(Bash("$shell -e 'quit(7)'").exit_code, 7);
}

TEST_F(ProgramTest, PromptsAfterAScriptThatFails) {
  for (const std::string arguments :
       {"none.js", "-e '(;'", "-e 'throw 1'", "-m none.mjs"}) {
    const Result result =
        Bash("echo 'quit(9)' | timeout 20 $shell -i " + arguments);
    EXPECT_EQ(result.exit_code, 9) << arguments;
    EXPECT_NE(result.errors, "") << arguments;
  }
  EXPECT_EQ(Bash("$shell -i none.js </dev/null").errors,
            "shell: none.js: No such file or directory\n");
  EXPECT_EQ(Bash("echo 'quit(9)' | $shell -i -e 'quit(8)'").exit_code, 8);
}

TEST_F(ProgramTest, UnderstandsFlags) {
  Result result = Bash("$shell --bogus");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.errors,
            "shell: unknown flag --bogus; V8's own go into --v8-flags (shell "
            "--help lists the flags)\n");
  EXPECT_EQ(Bash("$shell -q").exit_code, 2);
  result = Bash("$shell -i -m </dev/null");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, StartsWith("shell: --module is about a script, "));
  EXPECT_EQ(Bash("$shell -e").exit_code, 2);
  EXPECT_EQ(Bash("$shell --module=maybe").exit_code, 2);
  for (const std::string code : {"-e 1 -e 2", "-p 1 --print=2", "-e 1 -p 2"}) {
    result = Bash("$shell " + code);
    EXPECT_EQ(result.exit_code, 2) << code;
    EXPECT_EQ(result.out, "") << code;
  }
  result = Bash("$shell --help");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("Usage: shell"));
  EXPECT_THAT(result.out, HasSubstr(" 141 "));
  result = Bash("$shell --version");
  EXPECT_THAT(result.out, HasSubstr("v8-encoding "));
  EXPECT_THAT(result.out, HasSubstr("\nV8 "));
  EXPECT_EQ(Bash("$shell --v8-flags='--expose-gc --allow-natives-syntax' -e "
                 "'print(typeof %GetOptimizationStatus)'")
                .exit_code,
            1);
  EXPECT_EQ(Bash("$shell --v8-flags --allow-natives-syntax -e "
                 "'print(%IsSmi(1))'"  // Not in every V8.
                 " || $shell -e 'print(true)'")
                .out,
            "true\n");
}

TEST_F(ProgramTest, RefusesFlagsThatV8Refuses) {
  const std::string takes_not =
      std::string("shell: V8 ") + v8::V8::GetVersion() + " does not take ";
  const std::string hint = " (shell --v8-flags=--help lists its flags)\n";
  for (const std::string flags :
       {"--nope", "--expose-gc --nope --jitless", "--nope=3", "nope"}) {
    const Result result =
        Bash("$shell --v8-flags='" + flags + "' -e 'print(1)'");
    EXPECT_EQ(result.exit_code, 2) << flags;
    EXPECT_EQ(result.out, "") << flags;
    const size_t start = flags.find("nope") == 0 ? 0 : flags.find("--nope");
    EXPECT_EQ(
        result.errors,
        takes_not + flags.substr(start, flags.find(' ', start) - start) + hint);
  }
  // V8 itself says what is wrong with the value.
  Result result = Bash("$shell --v8-flags=--stack-size=much -e 'print(1)'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.errors, HasSubstr("illegal value"));
  EXPECT_THAT(result.errors,
              ::testing::EndsWith(takes_not + "--stack-size=much" + hint));

  result = Bash(
      "$shell --v8-flags='  --stack-size 700\t--allow_natives_syntax "
      "--no-expose-gc ' -e 'print(%HaveSameMap({}, {}))'");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.out, "true\n");
  EXPECT_EQ(result.exit_code, 0);

  result = Bash("$shell --v8-flags=--help </dev/null");
  EXPECT_THAT(result.out, HasSubstr("--expose-gc"));
  EXPECT_EQ(result.exit_code, 0);
}

TEST_F(ProgramTest, WritesToPipesAndFiles) {
  // As a program that SIGPIPE ended, and as quietly.
  Result result =
      Bash("$shell -e 'for (;;) print(\"x\".repeat(99))' | head -n 1 | wc -c");
  EXPECT_EQ(result.out, "100\n");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.exit_code, 141);

  result = Bash(
      "$shell -e 'const o = openFile(\"-\", \"w\"), b = new Uint8Array(1e5);"
      "for (;;) o.write(b)' | head -c 5 | wc -c");
  EXPECT_EQ(result.out, "5\n");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.exit_code, 141);

  result =
      Bash("$shell -e 'for (;;) console.error(\"x\")' 2>&1 >none | head -n 1");
  EXPECT_EQ(result.out, "x\n");
  EXPECT_EQ(result.exit_code, 141);

  // Closed: what is printed isn't in the script's files.
  result = Bash(
      "$shell -e 'const f = openFile(\"f\", \"w\"); f.write(\"data\\n\");"
      "console.error(\"oops\"); f.close()' 2>&-; cat f");
  EXPECT_EQ(result.out, "data\n");
  result = Bash(
      "$shell -e 'const f = openFile(\"f\", \"w\"); f.write(\"data\\n\");"
      "print(\"oops\"); f.close()' >&-; cat f");
  EXPECT_EQ(result.out, "data\n");
  EXPECT_THAT(result.errors, HasSubstr("standard output: Bad file descriptor"));
  EXPECT_EQ(Bash("timeout 20 $shell -i <&- >none").exit_code, 0);

  result = Bash("(sleep 0.1; exec $shell --help) | true");
  EXPECT_EQ(result.errors, "");
  EXPECT_EQ(result.exit_code, 141);

  for (const char* command : {"-e 'print(1)'", "--help", "--version"}) {
    result = Bash(std::string("$shell ") + command + " >/dev/full");
    EXPECT_EQ(result.errors,
              "shell: standard output: No space left on device\n");
    EXPECT_EQ(result.exit_code, 1);
  }

  // Memory for a text, and an input without an end. (V8's sandbox reserves a
  // terabyte of addresses: what is limited is data.)
  if (!kHasShadowMemory) {
    result = Bash(
        "ulimit -d 1500000; $shell -e 'try { readFile(\"/dev/zero\", "
        "\"utf-8\") "
        "}"
        "catch (e) { print(e.name) }'");
    EXPECT_EQ(result.out, "RangeError\n");
    EXPECT_EQ(result.exit_code, 0);
  }

  result = Bash("$shell -e 'print(1); writeError(\"2\\n\"); print(3)' 2>&1");
  EXPECT_EQ(result.out, "1\n2\n3\n");
}

TEST_F(ProgramTest, LosesNoOutputWhereAScriptHangs) {
  // SIGKILL leaves no time for anything. What is waited for no longer holds the
  // pipe, which the next one uses.
  const std::string kill =
      " >pipe & timeout 20 head -n 2 pipe; kill -KILL $!; wait";
  EXPECT_EQ(
      Bash("mkfifo pipe; $shell -e 'print(1); console.log(2); for (;;);'" +
           kill)
          .out,
      "1\n2\n");
  EXPECT_EQ(
      Bash("$shell -e 'writeFile(\"-\", \"1\\n2\\n\"); for (;;);'" + kill).out,
      "1\n2\n");
}

TEST_F(ProgramTest, LosesNoOutputWhereV8EndsTheProcess) {
  const Result result = Bash(
      "ulimit -c 0; $shell --v8-flags=--allow-natives-syntax -e 'print(1);"
      "%SystemBreak()' | cat");
  EXPECT_EQ(result.out, "1\n");
  EXPECT_EQ(result.exit_code, 128 + SIGTRAP);
}

TEST_F(ProgramTest, ReadsPipes) {
  EXPECT_EQ(Bash("head -c 300000 /dev/zero | $shell -e '"
                 "print(readFile(\"-\").length)'")
                .out,
            "300000\n");
  EXPECT_EQ(Bash("head -c 300000 /dev/zero | $shell -e '"
                 "const f = openFile(\"-\"); let n = 0, c;"
                 "while ((c = f.read(100000))) n += c.length;"
                 "print(n, f.size, f.read())'")
                .out,
            "300000 null null\n");
  EXPECT_EQ(
      Bash("printf abcdef | $shell -e 'print(readFile(\"-\","
           "{length: 2, encoding: \"ascii\"}), readFile(\"-\", \"ascii\"),"
           "isTerminal(0))'")
          .out,
      "ab cdef false\n");
}

TEST_F(ProgramTest, WaitsForWhatV8DoesInTheBackground) {
  // Some embedders build V8 without WebAssembly.
  if (Bash("$shell -e 'print(typeof WebAssembly)'").out != "undefined\n") {
    EXPECT_EQ(
        Bash("$shell -e 'WebAssembly.compile(Uint8Array.of(0, 97, 115, 109,"
             "1, 0, 0, 0)).then(m => print(String(m)))'")
            .out,
        "[object WebAssembly.Module]\n");
  }
  EXPECT_EQ(Bash("$shell -e 'const r = new FinalizationRegistry(v => {"
                 "print(v); clearInterval(t) });"
                 "const t = setInterval(gc, 1);"
                 "(() => r.register({}, \"finalized\"))()'")
                .out,
            "finalized\n");
}

}  // namespace
}  // namespace v8_encoding::shell
