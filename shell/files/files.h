// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

// readFile, writeFile and openFile. Everything is synchronous: the shell is for
// scripts, not for servers. Paths are relative to the working folder.

#ifndef V8_ENCODING_SHELL_FILES_FILES_H_
#define V8_ENCODING_SHELL_FILES_FILES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "shell/files/descriptors.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"
#include "v8.h"

namespace v8_encoding::shell {

// The open files of a runtime. An object of script holds a number only, so it
// needs no finalizer: what a script leaves open is closed with the runtime.
class FileTable {
 public:
  struct File {
    File(std::string file_path, int fd, bool is_writable)
        : path(std::move(file_path)), descriptor(fd), writable(is_writable) {}
    const std::string path;
    ScopedFd descriptor;  // none: standard output, through the runtime's buffer
    const bool writable;
  };

  explicit FileTable(Runtime&) {}

  // What openFile() makes objects of.
  v8::Local<v8::FunctionTemplate> Class(v8::Isolate* isolate);

  uint32_t Add(std::unique_ptr<File> file);
  File* Find(uint32_t id);  // null if closed
  void Remove(File* file) {
    std::erase_if(
        files_, [&](const auto& entry) { return entry.second.get() == file; });
  }

 private:
  std::map<uint32_t, std::unique_ptr<File>> files_;
  uint32_t last_id_ = 0;
  v8::Global<v8::FunctionTemplate> class_;
};

// The argument as a path. Throws, and returns empty, if it is no string or has
// a NUL in it.
std::optional<std::string> PathArgument(const Info& info,
                                        int index,
                                        const char* function);

void OpenFile(Realm& realm, const Info& info);
void ReadFile(const Info& info);
void WriteFile(Realm& realm, const Info& info);

// Whether two paths lead to one file, through links of any kind too. It isn't
// opened. No file is the same as one that doesn't exist.
void IsSameFile(const Info& info);

}  // namespace v8_encoding::shell

#endif  // V8_ENCODING_SHELL_FILES_FILES_H_
