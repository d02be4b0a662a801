// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/console/console_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "shell/console/inspect.h"
#include "shell/console/layout.h"
#include "shell/values/convert.h"
#include "shell/values/properties.h"

namespace v8_encoding::shell {
namespace {

constexpr uint32_t kMaxRows = 1000;
constexpr uint32_t kMaxColumns = 50;
constexpr char kIndexHeader[] = "(index)";
constexpr char kIterationHeader[] = "(iteration index)";
constexpr char kKeyHeader[] = "Key";
constexpr char kValueHeader[] = "Values";

// The column of what is no object has no name that a property could have, so
// columns are told apart by this, too.
struct Column {
  std::string name;
  bool is_value = false;
  bool operator==(const Column&) const = default;
};

class Table {
 public:
  Table(v8::Local<v8::Context> context,
        const std::optional<std::vector<std::string>>& columns)
      : context_(context), is_fixed_(columns.has_value()) {
    if (columns) {
      for (const std::string& name : *columns) {
        FindColumn({name}, true);
      }
    }
  }

  // False if there are no rows to speak of.
  bool AddRows(v8::Local<v8::Value> data);

  std::string Draw() const;

 private:
  v8::Isolate* isolate() const { return v8::Isolate::GetCurrent(); }

  // Own, enumerable, with strings as names.
  std::vector<v8::Local<v8::Name>> Keys(v8::Local<v8::Object> object) const;
  std::string Text(v8::Local<v8::Value> value) const;
  // An index into columns_; that of no column if there is none.
  size_t FindColumn(const Column& column, bool add);
  void AddRow(std::string index, v8::Local<v8::Value> value);
  void AddEntries(v8::Local<v8::Object> collection);
  void SetCell(const Column& column, bool add, std::string text);

  const v8::Local<v8::Context> context_;
  const bool is_fixed_;
  std::string index_header_ = kIndexHeader;
  std::vector<Column> columns_;
  // The index first, then as many cells as there were columns.
  std::vector<std::vector<std::string>> rows_;
  size_t left_out_ = 0;
};

std::vector<v8::Local<v8::Name>> Table::Keys(
    v8::Local<v8::Object> object) const {
  std::vector<v8::Local<v8::Name>> keys;
  v8::Local<v8::Array> names;
  if (object->IsProxy() ||
      !object
           ->GetPropertyNames(context_, v8::KeyCollectionMode::kOwnOnly,
                              static_cast<v8::PropertyFilter>(
                                  v8::ONLY_ENUMERABLE | v8::SKIP_SYMBOLS),
                              v8::IndexFilter::kIncludeIndices,
                              v8::KeyConversionMode::kConvertToString)
           .ToLocal(&names)) {
    return keys;
  }
  for (uint32_t i = 0; i < names->Length(); ++i) {
    v8::Local<v8::Value> name;
    if (names->Get(context_, i).ToLocal(&name) && name->IsName()) {
      keys.push_back(name.As<v8::Name>());
    }
  }
  return keys;
}

std::string Table::Text(v8::Local<v8::Value> value) const {
  // On one line each, and no deeper than a glance goes.
  std::string text = Inspect(context_, value,
                             {.max_depth = 1,
                              .max_items = 6,
                              .max_string_length = 1000,
                              .line_width = 10'000});
  std::ranges::replace(text, '\n', ' ');
  return text;
}

size_t Table::FindColumn(const Column& column, bool add) {
  const auto found = std::ranges::find(columns_, column);
  if (found == columns_.end() && add && columns_.size() < kMaxColumns) {
    columns_.push_back(column);
    return columns_.size() - 1;
  }
  return static_cast<size_t>(found - columns_.begin());
}

void Table::SetCell(const Column& column, bool add, std::string text) {
  const size_t index = FindColumn(column, add);
  if (index == columns_.size()) {
    return;
  }
  std::vector<std::string>& row = rows_.back();
  row.resize(std::max(row.size(), index + 2));
  row[index + 1] = std::move(text);
}

void Table::AddRow(std::string index, v8::Local<v8::Value> value) {
  rows_.push_back({std::move(index)});
  if (!value->IsObject() || value->IsFunction()) {
    SetCell({kValueHeader, true}, true, Text(value));
    return;
  }
  v8::Local<v8::Object> object = value.As<v8::Object>();
  for (v8::Local<v8::Name> key : Keys(object)) {
    v8::HandleScope handle_scope(isolate());
    v8::Local<v8::Value> cell;
    SetCell({ToUtf8(isolate(), key.As<v8::String>())}, !is_fixed_,
            GetOwnData(context_, object, key).ToLocal(&cell) ? Text(cell)
                                                             : "[Getter]");
  }
}

void Table::AddEntries(v8::Local<v8::Object> collection) {
  index_header_ = kIterationHeader;
  bool has_keys = false;
  v8::Local<v8::Array> entries;
  if (!collection->PreviewEntries(&has_keys).ToLocal(&entries)) {
    return;
  }
  const uint32_t step = has_keys ? 2 : 1;
  const uint32_t size = entries->Length() / step;
  for (uint32_t i = 0; i < std::min(size, kMaxRows); ++i) {
    v8::HandleScope handle_scope(isolate());
    v8::Local<v8::Value> first;
    v8::Local<v8::Value> second;
    if (!entries->Get(context_, i * step).ToLocal(&first) ||
        !entries->Get(context_, i * step + step - 1).ToLocal(&second)) {
      return;
    }
    rows_.push_back({std::to_string(i)});
    if (has_keys) {
      SetCell({kKeyHeader, true}, true, Text(first));
    }
    SetCell({kValueHeader, true}, true, Text(second));
  }
  left_out_ = size - std::min(size, kMaxRows);
}

bool Table::AddRows(v8::Local<v8::Value> data) {
  if (!data->IsObject() || data->IsFunction() || data->IsProxy()) {
    return false;
  }
  v8::Local<v8::Object> object = data.As<v8::Object>();
  if (object->IsMap() || object->IsSet()) {
    AddEntries(object);
    return true;
  }
  const std::vector<v8::Local<v8::Name>> keys = Keys(object);
  for (v8::Local<v8::Name> key : keys) {
    if (rows_.size() == kMaxRows) {
      left_out_ = keys.size() - kMaxRows;
      break;
    }
    v8::HandleScope handle_scope(isolate());
    v8::Local<v8::Value> value;
    if (GetOwnData(context_, object, key).ToLocal(&value)) {
      AddRow(ToUtf8(isolate(), key.As<v8::String>()), value);
    }
  }
  return true;
}

std::string Table::Draw() const {
  // Values that are no objects come last.
  std::vector<size_t> order;
  for (const bool is_value : {false, true}) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].is_value == is_value) {
        order.push_back(i + 1);
      }
    }
  }
  std::vector<std::vector<std::string>> lines = {{index_header_}};
  for (const size_t column : order) {
    lines[0].push_back(columns_[column - 1].name);
  }
  for (const std::vector<std::string>& row : rows_) {
    lines.push_back({row[0]});
    for (const size_t column : order) {
      lines.back().push_back(column < row.size() ? row[column] : "");
    }
  }
  std::vector<size_t> widths(order.size() + 1);
  for (const std::vector<std::string>& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(line[i]));
    }
  }

  std::string text;
  const auto rule = [&](std::string_view left, std::string_view middle,
                        std::string_view right) {
    for (size_t i = 0; i < widths.size(); ++i) {
      text += i == 0 ? left : middle;
      for (size_t column = 0; column < widths[i] + 2; ++column) {
        text += "─";
      }
    }
    text += right;
  };
  rule("┌", "┬", "┐\n");
  for (const std::vector<std::string>& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      text += "│ " + line[i] +
              std::string(widths[i] - DisplayWidth(line[i]) + 1, ' ');
    }
    text += "│\n";
    if (&line == &lines.front()) {
      rule("├", "┼", "┤\n");
    }
  }
  rule("└", "┴", "┘");
  if (left_out_ != 0) {
    text += "\n... " + std::to_string(left_out_) + " more";
  }
  return text;
}

}  // namespace

std::optional<std::string> FormatTable(
    v8::Local<v8::Context> context,
    v8::Local<v8::Value> data,
    const std::optional<std::vector<std::string>>& columns) {
  v8::TryCatch try_catch(v8::Isolate::GetCurrent());
  Table table(context, columns);
  if (!table.AddRows(data)) {
    return std::nullopt;
  }
  return table.Draw();
}

}  // namespace v8_encoding::shell
