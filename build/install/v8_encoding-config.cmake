# v8_encoding::v8_encoding         the interfaces on V8, a static library
# v8_encoding::v8_encoding_shared  the same, shared
# v8_encoding::core                the codecs alone, a static library
#
# V8 is the program's: its include folder and its library.

get_filename_component(_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_library(V8_ENCODING_HIGHWAY_LIBRARY NAMES hwy)
if(NOT V8_ENCODING_HIGHWAY_LIBRARY)
  set(v8_encoding_FOUND FALSE)
  set(v8_encoding_NOT_FOUND_MESSAGE "Highway is missing (Debian: libhwy-dev).")
  return()
endif()

foreach(_name v8_encoding core)
  if(NOT TARGET v8_encoding::${_name})
    add_library(v8_encoding::${_name} STATIC IMPORTED)
    if(_name STREQUAL "core")
      set(_file libv8_encoding_core.a)
    else()
      set(_file libv8_encoding.a)
    endif()
    set_target_properties(
      v8_encoding::${_name}
      PROPERTIES IMPORTED_LOCATION "${_prefix}/lib/${_file}"
                 INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include"
                 INTERFACE_COMPILE_FEATURES cxx_std_20
                 INTERFACE_LINK_LIBRARIES "${V8_ENCODING_HIGHWAY_LIBRARY}")
  endif()
endforeach()
if(NOT TARGET v8_encoding::v8_encoding_shared)
  add_library(v8_encoding::v8_encoding_shared SHARED IMPORTED)
  set_target_properties(
    v8_encoding::v8_encoding_shared
    PROPERTIES IMPORTED_LOCATION "${_prefix}/lib/libv8_encoding.so"
               INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include"
               INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()
unset(_prefix)
unset(_file)
