// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/files.h"

#include <unistd.h>

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

class FilesTest : public ShellTest {
 protected:
  // With `folder` and `file` (ten bytes, 0 to 9) as globals.
  std::string RunWithFiles(const std::string& source) {
    std::string bytes;
    for (char i = 0; i < 10; ++i) {
      bytes += i;
    }
    const std::string file = folder_.Write("ten", bytes);
    return Run("globalThis.folder = '" + folder_.path() + "/';" +
               "globalThis.file = '" + file + "';" + source) +
           errors();
  }

  const ScratchFolder folder_;
};

TEST_F(FilesTest, ReadWhole) {
  EXPECT_EQ(RunWithFiles("print(readFile(file))"),
            "Uint8Array(10) [ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 ]\n");
}

TEST_F(FilesTest, SameFile) {
  folder_.Write("other", "other");
  ASSERT_EQ(symlink("ten", (folder_.path() + "/link").c_str()), 0);
  EXPECT_EQ(RunWithFiles("print(isSameFile(file, folder + './ten'),"
                         "      isSameFile(folder + 'link', file),"
                         "      isSameFile(file, folder + 'other'),"
                         "      isSameFile(folder + 'no', folder + 'no'))"),
            "true true false false\n");
}

TEST_F(FilesTest, ReadParts) {
  EXPECT_EQ(RunWithFiles("print(readFile(file, {offset: 8}),"
                         "readFile(file, {length: 2}),"
                         "readFile(file, {offset: 4, length: 1}),"
                         "readFile(file, {offset: 8, length: 100}).length,"
                         "readFile(file, {offset: 100}).length,"
                         "readFile(file, {length: 0}).length)"),
            "Uint8Array(2) [ 8, 9 ] Uint8Array(2) [ 0, 1 ] "
            "Uint8Array(1) [ 4 ] 2 0 0\n");
}

TEST_F(FilesTest, AFileThatIsShorterThanItsSizeHasAnEnd) {
  const std::string file = "/sys/devices/system/cpu/online";
  if (access(file.c_str(), R_OK) != 0) {
    GTEST_SKIP() << "this machine shows no " << file;
  }
  EXPECT_EQ(RunWithFiles("const online = openFile('" + file +
                         "');"
                         "const bytes = online.read();"
                         "print(online.size > bytes.length,"
                         "      new TextDecoder().decode(bytes) ==="
                         "          readFile('" +
                         file +
                         "', 'utf-8'),"
                         "      online.read(), online.read(0).length,"
                         "      online.readInto(new Uint8Array(9)))"),
            "true true null 0 0\n");
}

TEST_F(FilesTest, ReadText) {
  folder_.Write("bom", "\xEF\xBB\xBF\xC3\xA9\xFF");
  folder_.Write("cyrillic", "\xCF\xF0\xE8");
  EXPECT_EQ(RunWithFiles(
                "print(readFile(folder + 'bom', 'utf-8') === '\\u00e9\\ufffd',"
                "readFile(folder + 'cyrillic', ' Windows-1251\\n'),"
                "readFile(folder + 'cyrillic', {encoding: 'cp1251',"
                "offset: 1, length: 1}))"),
            "true При р\n");
}

TEST_F(FilesTest, ReadWithoutSize) {
  EXPECT_EQ(RunWithFiles("print(readFile('/proc/self/stat').length > 10,"
                         "readFile('/dev/null').length,"
                         "readFile('/dev/zero', {length: 100000}).length,"
                         "openFile('/dev/zero').read(10).length)"),
            "true 0 100000 10\n");
}

TEST_F(FilesTest, Write) {
  EXPECT_EQ(RunWithFiles(R"(
    const out = folder + 'out';
    writeFile(out, 'é\uD800');
    print(readFile(out));
    writeFile(out, new Uint16Array([0x0201, 0x0403]).subarray(1));
    writeFile(out, new DataView(new ArrayBuffer(1)), {append: true});
    writeFile(out, new Uint8Array([7]).buffer, {append: true});
    writeFile(out, new Uint8Array(new SharedArrayBuffer(1)), {append: true});
    writeFile(out, '', {append: true});
    print(readFile(out));
    writeFile(out, new Uint8Array(0));
    print(readFile(out).length);)"),
            "Uint8Array(5) [ 195, 169, 239, 191, 189 ]\n"
            "Uint8Array(5) [ 3, 4, 0, 7, 0 ]\n0\n");
}

TEST_F(FilesTest, Streams) {
  EXPECT_EQ(RunWithFiles(R"(
    const f = openFile(file);
    print(f.size, f.read(6).length, f.read(6).length, f.read(6), f.read());
    f.close(); f.close();
    const g = openFile(file), buffer = new Uint8Array(4);
    print(g.readInto(buffer), g.readInto(buffer.subarray(3)), buffer,
          g.readInto(new DataView(buffer.buffer, 0, 0)));
    const w = openFile(folder + 'w', 'w');
    w.write('a'); w.write(new Uint8Array([98])); w.close();
    const a = openFile(folder + 'w', 'a'); a.write('c'); a.close();
    print(readFile(folder + 'w', 'ascii'));)"),
            "10 6 4 null null\n4 1 Uint8Array(4) [ 0, 1, 2, 4 ] 0\nabc\n");
}

TEST_F(FilesTest, StandardOutputIsTheRuntimes) {
  EXPECT_EQ(RunWithFiles("print(1); writeFile('-', 'a\\n');"
                         "const o = openFile('-', 'w');"
                         "o.write(new Uint8Array([98, 10])); o.close();"
                         "print(2);"),
            "1\na\nb\n2\n");
}

TEST_F(FilesTest, Errors) {
  EXPECT_EQ(RunWithFiles(R"(
    const closed = openFile(file); closed.close();
    const reader = openFile(file), writer = openFile(folder + 'w', 'w');
    for (const f of [
        () => readFile(folder + 'harbour.txt'), () => readFile(folder),
        () => readFile(), () => readFile(1), () => readFile('a\0b'),
        () => readFile(file, 'bogus'), () => readFile(file, 'replacement'),
        () => readFile(file, 5), () => readFile(file, {length: -1}),
        () => readFile(file, {offset: 1.5}),
        () => readFile(file, {get length() { throw new Error('mine') }}),
        () => writeFile(folder + 'no/x', ''), () => writeFile(folder + 'x'),
        () => writeFile(folder + 'x', 5), () => openFile(file, 'rw'),
        () => openFile(folder + 'no'), () => closed.read(), () => closed.size,
        () => reader.write(''), () => reader.write('x'), () => reader.write(),
        () => writer.read(), () => reader.read(-1), () => reader.readInto('x'),
        () => reader.read.call({}), () => new reader.constructor().read(),
        () => load(folder + 'no.js'),
      ]) {
      try { f(); print('nothing thrown by', String(f)); }
      catch (e) { print(String(e).replaceAll(folder, '')); }
    })"),
            R"(Error: readFile: harbour.txt: No such file or directory
Error: readFile: : Is a directory
TypeError: readFile: the path must be a string
TypeError: readFile: the path must be a string
TypeError: readFile: the path has a NUL in it
RangeError: The encoding label 'bogus' is invalid.
RangeError: The encoding label 'replacement' is invalid.
TypeError: readFile: the second argument must be an encoding's label or an object of options
RangeError: readFile: length must be a whole number of bytes
RangeError: readFile: offset must be a whole number of bytes
Error: mine
Error: writeFile: no/x: No such file or directory
TypeError: writeFile: the data must be a string, a buffer or a view of one
TypeError: writeFile: the data must be a string, a buffer or a view of one
TypeError: openFile: the mode must be "r", "w" or "a"
Error: openFile: no: No such file or directory
Error: read: the file is closed
Error: size: the file is closed
nothing thrown by () => reader.write('')
Error: write: ten: Bad file descriptor
TypeError: write: the data must be a string, a buffer or a view of one
Error: read: w: Bad file descriptor
RangeError: read: the length must be a whole number of bytes
TypeError: readInto: the target must be a buffer or a view of one
TypeError: Illegal invocation
Error: read: the file is closed
Error: load: no.js: No such file or directory
)");
}

TEST_F(FilesTest, Load) {
  folder_.Write("a.js", "\xEF\xBB\xBF#!/usr/bin/env shell\nvar a = 'A'; a + 1");
  folder_.Write("b.js", "print(a); throw new Error('in b');");
  EXPECT_EQ(RunWithFiles("print(load(folder + 'a.js'));"
                         "try { load(folder + 'a.js', folder + 'b.js') }"
                         "catch (e) { print(e.message) }"),
            "A1\nA\nin b\n");
}

TEST_F(FilesTest, ErrorsOfLoadedScriptsHaveTheirPlace) {
  const std::string bad = folder_.Write("bad.js", "\n(;");
  Run("load('" + bad + "')");
  EXPECT_THAT(errors(),
              ::testing::StartsWith(
                  bad + ":2: Uncaught SyntaxError: Unexpected token"));
}

}  // namespace
}  // namespace v8_encoding::shell
