# Components, of which any may be required:
#
#   core    v8_encoding::core, v8_encoding::core_shared: the codecs alone
#   v8      v8_encoding::v8_encoding: the interfaces on V8, a static library
#   shared  v8_encoding::v8_encoding_shared: the same, shared
#
# V8 is the program's: its include folder and its library. It must be
# v8_encoding_V8_VERSION, up to the last of its four numbers, and its headers must
# be told v8_encoding_V8_DEFINES.

get_filename_component(_prefix "${CMAKE_CURRENT_LIST_DIR}/@PREFIX_FROM_PACKAGE@" ABSOLUTE)
get_filename_component(_libdir "${CMAKE_CURRENT_LIST_DIR}/@LIBDIR_FROM_PACKAGE@" ABSOLUTE)
set(v8_encoding_V8_VERSION "@V8_VERSION@")
set(v8_encoding_V8_DEFINES "@V8_DEFINES_LIST@")

# The file of each target.
set(_core libv8_encoding_core.a)
set(_core_shared libv8_encoding_core.so)
set(_v8_encoding libv8_encoding.a)
set(_v8_encoding_shared libv8_encoding.so)

set(_core_targets core core_shared)
set(_v8_targets v8_encoding)
set(_shared_targets v8_encoding_shared)

set(_wanted ${v8_encoding_FIND_COMPONENTS})
if(NOT _wanted)
  set(_wanted core v8 shared)
endif()
foreach(_component ${_wanted})
  # Headers that are about V8 need no more than V8's own.
  if(_component STREQUAL "core")
    set(_feature cxx_std_20)
  else()
    set(_feature cxx_std_@V8_CXX_STANDARD@)
  endif()
  set(v8_encoding_${_component}_FOUND TRUE)
  set(_missing)
  if(NOT DEFINED _${_component}_targets)
    set(_missing "v8_encoding has no component ${_component}: core, v8 and shared are its components.")
  endif()
  foreach(_target ${_${_component}_targets})
    if(NOT EXISTS "${_libdir}/${_${_target}}")
      if(NOT _target STREQUAL "core_shared")
        set(_missing "${_libdir}/${_${_target}} isn't there: it wasn't installed.")
      endif()
    elseif(NOT TARGET v8_encoding::${_target})
      if(_${_target} MATCHES "\\.a$")
        add_library(v8_encoding::${_target} STATIC IMPORTED)
        set_target_properties(
          v8_encoding::${_target}
          PROPERTIES IMPORTED_LINK_INTERFACE_LANGUAGES CXX)
        # What has the interfaces in it stays in the process: V8 calls them when
        # it frees what is theirs.
        if(_target STREQUAL "v8_encoding")
          set_property(TARGET v8_encoding::${_target} APPEND
                       PROPERTY INTERFACE_LINK_OPTIONS -Wl,-z,nodelete)
        endif()
        # A project of C alone has no linker of C++'s to take.
        if(NOT CMAKE_CXX_COMPILER_LOADED)
          set_property(TARGET v8_encoding::${_target} APPEND
                       PROPERTY INTERFACE_LINK_LIBRARIES stdc++)
        endif()
      else()
        add_library(v8_encoding::${_target} SHARED IMPORTED)
      endif()
      set_target_properties(
        v8_encoding::${_target}
        PROPERTIES IMPORTED_LOCATION "${_libdir}/${_${_target}}"
                   INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include"
                   INTERFACE_COMPILE_FEATURES "${_feature}")
    endif()
  endforeach()
  if(_missing)
    set(v8_encoding_${_component}_FOUND FALSE)
    # Of components that nobody named, those that are there are found.
    if(v8_encoding_FIND_REQUIRED_${_component} OR
       (_component STREQUAL "core" AND NOT v8_encoding_FIND_COMPONENTS))
      set(v8_encoding_FOUND FALSE)
      set(v8_encoding_NOT_FOUND_MESSAGE "${_missing}")
    endif()
  endif()
endforeach()

unset(_prefix)
unset(_libdir)
unset(_wanted)
unset(_missing)
unset(_feature)
unset(_component)
unset(_target)
