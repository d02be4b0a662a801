// Copyright 2026 The v8-encoding authors.
// Use of this source code is governed by a BSD-style license that can be
// found in the LICENSE file.

#include "shell/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bindings/v8_compat.h"
#include "shell/encoding/text.h"
#include "shell/runtime/native_function.h"
#include "shell/runtime/runtime.h"
#include "shell/values/convert.h"

namespace v8_encoding::shell {
namespace {

using File = FileTable::File;

constexpr size_t kDefaultReadLength = 64 * 1024;
constexpr double kMaxSafeInteger = 9007199254740991;

int Open(const std::string& path, int flags) {
  return open(path.c_str(), flags | O_CLOEXEC, 0666);
}

int OpenForReading(const std::string& path) {
  // A copy, so that closing it does not close standard input.
  return path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                     : Open(path, O_RDONLY);
}

// A count of bytes. Throws and returns empty for what is none.
std::optional<uint64_t> CountValue(v8::Local<v8::Context> context,
                                   v8::Local<v8::Value> value,
                                   uint64_t default_value,
                                   const char* what) {
  double number = 0;
  if (value->IsUndefined()) {
    return default_value;
  }
  if (!value->NumberValue(context).To(&number)) {
    return std::nullopt;
  }
  if (!(number >= 0 && number <= kMaxSafeInteger) ||
      number != std::trunc(number)) {
    ThrowRangeError(v8::Isolate::GetCurrent(),
                    absl::StrCat(what, " must be a whole number of bytes"));
    return std::nullopt;
  }
  return static_cast<uint64_t>(number);
}

// A string as UTF-8, or a BufferSource.
struct Data {
  std::string text;
  BufferBytes buffer;

  std::string_view bytes() const {
    return buffer.store == nullptr ? std::string_view(text)
                                   : AsText(buffer.bytes);
  }
};

std::optional<Data> DataArgument(const Info& info,
                                 int index,
                                 const char* function) {
  Data data;
  if (info[index]->IsString()) {
    data.text = ToUtf8(info.GetIsolate(), info[index].As<v8::String>());
    return data;
  }
  std::optional<BufferBytes> buffer = BytesOf(info[index]);
  if (!buffer) {
    ThrowTypeError(
        info.GetIsolate(),
        absl::StrCat(function,
                     ": the data must be a string, a buffer or a view of one"));
    return std::nullopt;
  }
  data.buffer = std::move(*buffer);
  return data;
}

// Up to `limit` bytes from the current position on.
// Throws what ReadToEnd() says.
void ThrowReadError(v8::Isolate* isolate,
                    const char* function,
                    const std::string& path,
                    int error) {
  if (error == ENOMEM) {
    ThrowRangeError(isolate,
                    absl::StrCat(function, ": ", path, ": out of memory"));
  } else {
    ThrowSystemError(isolate, function, path, error);
  }
}

void ThrowTooBig(v8::Isolate* isolate,
                 const char* function,
                 const std::string& path) {
  ThrowRangeError(isolate, absl::StrCat(function, ": ", path,
                                        ": too big to be read at once"));
}

v8::MaybeLocal<v8::Uint8Array> ReadBytes(v8::Isolate* isolate,
                                         int fd,
                                         uint64_t limit,
                                         const char* function,
                                         const std::string& path) {
  const std::optional<uint64_t> remaining = RemainingSize(fd);
  const uint64_t wanted = std::min(limit, remaining.value_or(0));
  if (wanted > kMaxArrayBufferLength) {
    ThrowTooBig(isolate, function, path);
    return {};
  }
  if (wanted != 0) {
    // Straight to where script will see it.
    v8::Local<v8::ArrayBuffer> buffer;
    if (!NewArrayBuffer(isolate, wanted).ToLocal(&buffer)) {
      return {};
    }
    const std::span<uint8_t> bytes(
        static_cast<uint8_t*>(buffer->GetBackingStore()->Data()), wanted);
    size_t count = 0;
    if (const int error = ReadFull(fd, bytes, &count); error != 0) {
      ThrowSystemError(isolate, function, path, error);
      return {};
    }
    if (count < wanted) {
      return NewUint8Array(isolate, bytes.first(count));  // It has shrunk.
    }
    return v8::Uint8Array::New(buffer, 0, count);
  }
  std::vector<uint8_t> bytes;
  if (const int error = ReadToEnd(
          fd, &bytes, std::min<uint64_t>(limit, kMaxArrayBufferLength + 1));
      error != 0) {
    ThrowReadError(isolate, function, path, error);
    return {};
  }
  return NewUint8Array(isolate, bytes);
}

struct ReadOptions {
  v8::Local<v8::Value> encoding;
  uint64_t length = UINT64_MAX;
  std::optional<uint64_t> offset;
};

std::optional<ReadOptions> ReadOptionsArgument(v8::Local<v8::Context> context,
                                               v8::Local<v8::Value> value) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  ReadOptions options;
  options.encoding = v8::Undefined(isolate);
  if (value->IsString()) {
    options.encoding = value;
  } else if (value->IsObject()) {
    v8::Local<v8::Object> object = value.As<v8::Object>();
    v8::Local<v8::Value> length;
    v8::Local<v8::Value> offset;
    if (!object->Get(context, NewName(isolate, "encoding"))
             .ToLocal(&options.encoding) ||
        !object->Get(context, NewName(isolate, "length")).ToLocal(&length) ||
        !object->Get(context, NewName(isolate, "offset")).ToLocal(&offset)) {
      return std::nullopt;
    }
    const std::optional<uint64_t> length_value =
        CountValue(context, length, UINT64_MAX, "readFile: length");
    if (!length_value) {
      return std::nullopt;
    }
    options.length = *length_value;
    if (!offset->IsUndefined()) {
      options.offset = CountValue(context, offset, 0, "readFile: offset");
      if (!options.offset) {
        return std::nullopt;
      }
    }
  } else if (!value->IsUndefined()) {
    ThrowTypeError(isolate,
                   "readFile: the second argument must be an encoding's label "
                   "or an object of options");
    return std::nullopt;
  }
  return options;
}

// The file that a method is called on; null if closed. The template's signature
// has made sure of the receiver.
File* FindFile(Realm& realm, const Info& info) {
  v8::Local<v8::Value> id = compat::GetInternalField(info.This(), 0);
  return id->IsUint32() ? realm.runtime().Get<FileTable>().Find(
                              id.As<v8::Uint32>()->Value())
                        : nullptr;
}

// Throws, and returns null, if the file is closed.
File* ThisFile(Realm& realm, const Info& info, const char* method) {
  File* file = FindFile(realm, info);
  if (file == nullptr) {
    ThrowError(realm.isolate(), absl::StrCat(method, ": the file is closed"));
  }
  return file;
}

// The next bytes, at most as many as asked for; null at the end.
void FileRead(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const std::optional<uint64_t> length =
      CountValue(isolate->GetCurrentContext(), info[0], kDefaultReadLength,
                 "read: the length");
  File* file = length ? ThisFile(realm, info, "read") : nullptr;
  if (file == nullptr) {
    return;
  }
  const int fd = file->descriptor.get();
  v8::Local<v8::Uint8Array> array;
  if (*length == 0 || RemainingSize(fd).value_or(0) != 0) {
    if (!ReadBytes(isolate, fd, *length, "read", file->path).ToLocal(&array)) {
      return;
    }
    // Files of /sys are shorter than they say.
    if (*length != 0 && array->Length() == 0) {
      info.GetReturnValue().SetNull();
      return;
    }
  } else {
    // A pipe: what is there, without waiting for more.
    std::vector<uint8_t> bytes(std::min<uint64_t>(*length, kDefaultReadLength));
    size_t count = 0;
    if (const int error = ReadSome(fd, bytes, &count); error != 0) {
      ThrowSystemError(isolate, "read", file->path, error);
      return;
    }
    if (count == 0) {
      info.GetReturnValue().SetNull();
      return;
    }
    if (!NewUint8Array(isolate, std::span(bytes).first(count))
             .ToLocal(&array)) {
      return;
    }
  }
  info.GetReturnValue().Set(array);
}

// Into a buffer of the caller's, which is thus used again and again. Returns
// how many bytes came, 0 at the end.
void FileReadInto(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  File* file = ThisFile(realm, info, "readInto");
  if (file == nullptr) {
    return;
  }
  const std::optional<BufferBytes> target = BytesOf(info[0]);
  if (!target) {
    ThrowTypeError(isolate,
                   "readInto: the target must be a buffer or a view of one");
    return;
  }
  size_t count = 0;
  if (const int error = ReadSome(file->descriptor.get(), target->bytes, &count);
      error != 0) {
    ThrowSystemError(isolate, "readInto", file->path, error);
    return;
  }
  info.GetReturnValue().Set(static_cast<double>(count));
}

void FileWrite(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const std::optional<Data> data = DataArgument(info, 0, "write");
  File* file = data ? ThisFile(realm, info, "write") : nullptr;
  if (file == nullptr) {
    return;
  }
  if (file->writable && file->descriptor.get() < 0) {
    realm.runtime().WriteOut(data->bytes());
    return;
  }
  if (const int error = WriteAll(file->descriptor.get(), data->bytes());
      error != 0) {
    ThrowSystemError(isolate, "write", file->path, error);
  }
}

// A second close does nothing.
void FileClose(Realm& realm, const Info& info) {
  File* file = FindFile(realm, info);
  if (file == nullptr) {
    return;
  }
  const int error = file->descriptor.Close();
  const std::string path = file->path;
  realm.runtime().Get<FileTable>().Remove(file);
  if (error != 0) {
    ThrowSystemError(info.GetIsolate(), "close", path, error);
  }
}

// In bytes; null for what is no regular file.
void FileSize(Realm& realm, const Info& info) {
  if (File* file = ThisFile(realm, info, "size")) {
    struct stat status;
    if (fstat(file->descriptor.get(), &status) == 0 &&
        S_ISREG(status.st_mode)) {
      info.GetReturnValue().Set(static_cast<double>(status.st_size));
    } else {
      info.GetReturnValue().SetNull();
    }
  }
}

constexpr NativeFunction kMethods[] = {
    {"read", InRealm<FileRead>},
    {"readInto", InRealm<FileReadInto>, 1},
    {"write", InRealm<FileWrite>, 1},
    {"close", InRealm<FileClose>},
};

}  // namespace

v8::Local<v8::FunctionTemplate> FileTable::Class(v8::Isolate* isolate) {
  if (class_.IsEmpty()) {
    v8::Local<v8::FunctionTemplate> file_class =
        v8::FunctionTemplate::New(isolate);
    file_class->SetClassName(NewName(isolate, "OpenFile"));
    file_class->InstanceTemplate()->SetInternalFieldCount(1);
    v8::Local<v8::Signature> signature =
        v8::Signature::New(isolate, file_class);
    v8::Local<v8::ObjectTemplate> prototype = file_class->PrototypeTemplate();
    AddFunctions(isolate, prototype, kMethods, v8::None, signature);
    prototype->SetAccessorProperty(
        NewName(isolate, "size"),
        v8::FunctionTemplate::New(isolate, InRealm<FileSize>, {}, signature, 0,
                                  v8::ConstructorBehavior::kThrow));
    class_.Reset(isolate, file_class);
  }
  return class_.Get(isolate);
}

uint32_t FileTable::Add(std::unique_ptr<File> file) {
  files_[++last_id_] = std::move(file);
  return last_id_;
}

FileTable::File* FileTable::Find(uint32_t id) {
  const auto found = files_.find(id);
  return found == files_.end() ? nullptr : found->second.get();
}

std::optional<std::string> PathArgument(const Info& info,
                                        int index,
                                        const char* function) {
  if (!info[index]->IsString()) {
    ThrowTypeError(info.GetIsolate(),
                   absl::StrCat(function, ": the path must be a string"));
    return std::nullopt;
  }
  std::string path = ToUtf8(info.GetIsolate(), info[index].As<v8::String>());
  if (path.find('\0') != path.npos) {
    ThrowTypeError(info.GetIsolate(),
                   absl::StrCat(function, ": the path has a NUL in it"));
    return std::nullopt;
  }
  return path;
}

void OpenFile(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = realm.context();
  const std::optional<std::string> path = PathArgument(info, 0, "openFile");
  if (!path) {
    return;
  }
  const std::optional<std::string> mode =
      info[1]->IsUndefined() ? "r" : ToUtf8(context, info[1]);
  if (!mode) {
    return;
  }
  const bool reads = *mode == "r";
  if (!reads && *mode != "w" && *mode != "a") {
    ThrowTypeError(isolate, "openFile: the mode must be \"r\", \"w\" or \"a\"");
    return;
  }
  int fd = -1;
  if (reads) {
    fd = OpenForReading(*path);
  } else if (*path != "-") {
    fd = Open(*path, O_WRONLY | O_CREAT | (*mode == "a" ? O_APPEND : O_TRUNC));
  }
  if (fd < 0 && (reads || *path != "-")) {
    ThrowSystemError(isolate, "openFile", *path, errno);
    return;
  }
  FileTable& files = realm.runtime().Get<FileTable>();
  auto file = std::make_unique<File>(*path, fd, !reads);
  v8::Local<v8::Object> object;
  if (!files.Class(isolate)->InstanceTemplate()->NewInstance(context).ToLocal(
          &object)) {
    return;
  }
  object->SetInternalField(
      0, v8::Integer::NewFromUnsigned(isolate, files.Add(std::move(file))));
  info.GetReturnValue().Set(object);
}

void ReadFile(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  const std::optional<std::string> path = PathArgument(info, 0, "readFile");
  if (!path) {
    return;
  }
  const std::optional<ReadOptions> options =
      ReadOptionsArgument(context, info[1]);
  if (!options) {
    return;
  }
  const ScopedFd fd(OpenForReading(*path));
  if (fd.get() < 0 ||
      (options->offset &&
       lseek(fd.get(), static_cast<off_t>(*options->offset), SEEK_SET) < 0)) {
    ThrowSystemError(isolate, "readFile", *path, errno);
    return;
  }
  if (options->encoding->IsUndefined()) {
    Return(info,
           ReadBytes(isolate, fd.get(), options->length, "readFile", *path));
    return;
  }
  std::vector<uint8_t> bytes;
  // A character has four bytes at most.
  constexpr uint64_t kMaxTextBytes = uint64_t{4} * v8::String::kMaxLength;
  if (const int error = ReadToEnd(fd.get(), &bytes,
                                  std::min(options->length, kMaxTextBytes + 1));
      error != 0) {
    ThrowReadError(isolate, "readFile", *path, error);
    return;
  }
  if (bytes.size() > kMaxTextBytes) {
    ThrowTooBig(isolate, "readFile", *path);
    return;
  }
  v8::Local<v8::String> label;
  if (options->encoding->ToString(context).ToLocal(&label)) {
    Return(info, DecodeText(isolate, bytes, label,
                            absl::StrCat("readFile: ", *path)));
  }
}

void IsSameFile(const Info& info) {
  const std::optional<std::string> a = PathArgument(info, 0, "isSameFile");
  if (!a) {
    return;
  }
  const std::optional<std::string> b = PathArgument(info, 1, "isSameFile");
  if (!b) {
    return;
  }
  struct stat of_a;
  struct stat of_b;
  info.GetReturnValue().Set(
      stat(a->c_str(), &of_a) == 0 && stat(b->c_str(), &of_b) == 0 &&
      of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino);
}

void WriteFile(Realm& realm, const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = realm.context();
  const std::optional<std::string> path = PathArgument(info, 0, "writeFile");
  if (!path) {
    return;
  }
  bool append = false;
  if (info[2]->IsObject()) {
    v8::Local<v8::Value> value;
    if (!info[2]
             .As<v8::Object>()
             ->Get(context, NewName(isolate, "append"))
             .ToLocal(&value)) {
      return;
    }
    append = value->BooleanValue(isolate);
  }
  // After what runs script.
  const std::optional<Data> data = DataArgument(info, 1, "writeFile");
  if (!data) {
    return;
  }
  if (*path == "-") {
    realm.runtime().WriteOut(data->bytes());
    return;
  }
  ScopedFd fd(Open(*path, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC)));
  int error = fd.get() < 0 ? errno : WriteAll(fd.get(), data->bytes());
  if (error == 0) {
    error = fd.Close();
  }
  if (error != 0) {
    ThrowSystemError(isolate, "writeFile", *path, error);
  }
}

}  // namespace v8_encoding::shell
