// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "shell/files/descriptors.h"

namespace v8_encoding::shell {
namespace {

constexpr mode_t kFileMode = 0600;
constexpr mode_t kFolderMode = 0700;

// As the XDG Base Directory Specification has it: folders that are missing are
// the user's alone.
void MakeFolders(const std::filesystem::path& folder) {
  std::filesystem::path so_far;
  for (const std::filesystem::path& part : folder) {
    so_far /= part;
    mkdir(so_far.c_str(), kFolderMode);
  }
}

// A regular file that may be written to as a whole, or nothing.
bool WriteFile(const std::string& path, int flags, std::string_view text) {
  const int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, kFileMode);
  if (fd < 0) {
    return false;
  }
  const bool written = WriteAll(fd, text) == 0;
  return close(fd) == 0 && written;
}

}  // namespace

std::string History::PathFromEnvironment() {
  if (const char* path = getenv("V8_ENCODING_SHELL_HISTORY")) {
    return path;
  }
  std::filesystem::path folder;
  if (const char* state = getenv("XDG_STATE_HOME");
      state != nullptr && state[0] == '/') {
    folder = state;
  } else if (const char* home = getenv("HOME");
             home != nullptr && home[0] == '/') {
    folder = std::filesystem::path(home) / ".local" / "state";
  } else {
    return {};
  }
  return (folder / "v8-encoding" / "shell_history").string();
}

std::vector<std::string> History::Load() const {
  std::vector<std::string> lines;
  std::vector<uint8_t> bytes;
  std::error_code error;
  // Reading a pipe or a device might never end.
  if (path_.empty() || !std::filesystem::is_regular_file(path_, error) ||
      ReadWholeFile(path_, &bytes) != 0) {
    return lines;
  }
  lines = absl::StrSplit(std::string(AsText(bytes)), '\n', absl::SkipEmpty());
  if (lines.size() <= kMaxLines) {
    return lines;
  }
  const bool is_long = lines.size() > 2 * kMaxLines;
  lines.erase(lines.begin(), lines.end() - kMaxLines);
  if (is_long) {
    const std::string text = absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
    // In one step, so that another session never sees half of it.
    const std::string next = absl::StrCat(path_, ".", getpid());
    if (!WriteFile(next, O_EXCL, text) ||
        rename(next.c_str(), path_.c_str()) != 0) {
      unlink(next.c_str());
    }
  }
  return lines;
}

void History::Add(std::string_view line) {
  if (path_.empty() || line.size() > kMaxLineLength || line == last_line_ ||
      line.find('\n') != line.npos) {
    return;
  }
  last_line_ = line;
  const std::string text = last_line_ + "\n";
  if (!WriteFile(path_, O_APPEND, text)) {
    MakeFolders(std::filesystem::path(path_).parent_path());
    (void)WriteFile(path_, O_APPEND, text);
  }
}

}  // namespace v8_encoding::shell
