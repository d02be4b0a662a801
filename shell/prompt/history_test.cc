// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/prompt/history.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "shell/shell_test.h"

namespace v8_encoding::shell {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

unsigned ModeOf(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
}

TEST(HistoryTest, IsKept) {
  const ScratchFolder folder;
  const std::string path = folder.path() + "/state/v8-encoding/history";
  History first(path);
  EXPECT_THAT(first.Load(), IsEmpty());
  first.Add("one");
  first.Add("two");
  first.Add("two");
  first.Add("日本");
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_EQ(ModeOf(folder.path() + "/state"), 0700u);
  History second(path);
  EXPECT_THAT(second.Load(), ElementsAre("one", "two", "日本"));
  // Both at the same time.
  first.Add("three");
  second.Add("four");
  EXPECT_THAT(History(path).Load(),
              ElementsAre("one", "two", "日本", "three", "four"));
}

TEST(HistoryTest, Ends) {
  const ScratchFolder folder;
  const std::string path = folder.path() + "/history";
  History history(path);
  history.Add(std::string(History::kMaxLineLength + 1, 'x'));
  history.Add("two\nlines");
  EXPECT_THAT(history.Load(), IsEmpty());
  for (size_t i = 0; i <= 2 * History::kMaxLines; ++i) {
    history.Add("line " + std::to_string(i));
  }
  const auto size_before = std::filesystem::file_size(path);
  const std::vector<std::string> lines = history.Load();
  ASSERT_EQ(lines.size(), History::kMaxLines);
  EXPECT_EQ(lines.front(), "line " + std::to_string(History::kMaxLines + 1));
  EXPECT_EQ(lines.back(), "line " + std::to_string(2 * History::kMaxLines));
  EXPECT_LT(std::filesystem::file_size(path), size_before);
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_EQ(History(path).Load(), lines);
  // Nothing else is left in the folder.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()),
                          std::filesystem::directory_iterator()),
            1);
}

TEST(HistoryTest, CanBeUnusable) {
  History none("");
  none.Add("x");
  EXPECT_THAT(none.Load(), IsEmpty());
  History device("/dev/zero");
  EXPECT_THAT(device.Load(), IsEmpty());
  History nowhere("/proc/nowhere/history");
  nowhere.Add("x");
  EXPECT_THAT(nowhere.Load(), IsEmpty());
}

TEST(HistoryTest, IsWhereTheEnvironmentSays) {
  const auto path_with = [](const char* own, const char* state,
                            const char* home) {
    const auto set = [](const char* name, const char* value) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    const char* names[] = {"V8_ENCODING_SHELL_HISTORY", "XDG_STATE_HOME",
                           "HOME"};
    const char* values[] = {own, state, home};
    std::string path;
    std::optional<std::string> before[3];
    for (int i = 0; i < 3; ++i) {
      if (const char* value = getenv(names[i])) {
        before[i] = value;
      }
      set(names[i], values[i]);
    }
    path = History::PathFromEnvironment();
    for (int i = 0; i < 3; ++i) {
      set(names[i], before[i] ? before[i]->c_str() : nullptr);
    }
    return path;
  };
  EXPECT_EQ(path_with("mine", "/state", "/home/a"), "mine");
  EXPECT_EQ(path_with("", "/state", "/home/a"), "");
  EXPECT_EQ(path_with(nullptr, "/state", "/home/a"),
            "/state/v8-encoding/shell_history");
  EXPECT_EQ(path_with(nullptr, nullptr, "/home/a"),
            "/home/a/.local/state/v8-encoding/shell_history");
  // The specification has relative paths ignored.
  EXPECT_EQ(path_with(nullptr, "state", "/home/a"),
            "/home/a/.local/state/v8-encoding/shell_history");
  EXPECT_EQ(path_with(nullptr, nullptr, nullptr), "");
}

}  // namespace
}  // namespace v8_encoding::shell
