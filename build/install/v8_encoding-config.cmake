# Components, of which any may be required:
#
#   core    v8_encoding::core, v8_encoding::core_shared: the codecs alone
#   v8      v8_encoding::v8_encoding: the interfaces on V8, a static library
#   shared  v8_encoding::v8_encoding_shared: the same, shared
#
# V8 is the program's: its include folder and its library. It must be
# v8_encoding_V8_VERSION, up to the last of its four numbers, and its headers must
# be told v8_encoding_V8_DEFINES.

set(v8_encoding_V8_VERSION "@V8_VERSION@")
set(v8_encoding_V8_DEFINES "@V8_DEFINES_LIST@")

# Sets `includedir` and `libdir`. Where /lib is a link to /usr/lib, CMake may have found
# this file in either, and only from one is the prefix so many folders up.
macro(_v8_encoding_find_folders)
  foreach(kind ABSOLUTE REALPATH)
    get_filename_component(here "${CMAKE_CURRENT_LIST_DIR}" ${kind})
    get_filename_component(includedir "${here}/@INCLUDEDIR_FROM_PACKAGE@" ABSOLUTE)
    get_filename_component(libdir "${here}/@LIBDIR_FROM_PACKAGE@" ABSOLUTE)
    if(EXISTS "${includedir}/v8_encoding/version.h")
      break()
    endif()
  endforeach()
endmacro()

# Makes the imported target NAME of FILE, in `libdir`.
function(_v8_encoding_import name file includedir libdir feature)
  if(file MATCHES "\\.a$")
    add_library(v8_encoding::${name} STATIC IMPORTED)
    set_target_properties(v8_encoding::${name}
                          PROPERTIES IMPORTED_LINK_INTERFACE_LANGUAGES CXX)
    # What has the interfaces in it stays in the process: V8 calls them when it
    # frees what is theirs.
    if(name STREQUAL "v8_encoding")
      set_property(TARGET v8_encoding::${name} APPEND
                   PROPERTY INTERFACE_LINK_OPTIONS -Wl,-z,nodelete)
    endif()
    # A project of C alone has no linker of C++'s to take.
    if(NOT CMAKE_CXX_COMPILER_LOADED)
      set_property(TARGET v8_encoding::${name} APPEND
                   PROPERTY INTERFACE_LINK_LIBRARIES stdc++)
    endif()
  else()
    add_library(v8_encoding::${name} SHARED IMPORTED)
  endif()
  set_target_properties(
    v8_encoding::${name}
    PROPERTIES IMPORTED_LOCATION "${libdir}/${file}"
               INTERFACE_INCLUDE_DIRECTORIES "${includedir}"
               INTERFACE_COMPILE_FEATURES "${feature}")
endfunction()

# A function, so that variables of the caller's stay as they are.
function(_v8_encoding_find)
  # The targets of each component, and their files.
  set(core_targets core core_shared)
  set(v8_targets v8_encoding)
  set(shared_targets v8_encoding_shared)
  set(core_file libv8_encoding_core.a)
  set(core_shared_file libv8_encoding_core.so)
  set(v8_encoding_file libv8_encoding.a)
  set(v8_encoding_shared_file libv8_encoding.so)

  _v8_encoding_find_folders()
  set(wanted ${v8_encoding_FIND_COMPONENTS})
  if(NOT wanted)
    set(wanted core v8 shared)
  endif()
  foreach(component ${wanted})
    # Headers that are about V8 need no more than V8's own.
    set(feature cxx_std_@V8_CXX_STANDARD@)
    if(component STREQUAL "core")
      set(feature cxx_std_20)
    endif()
    set(missing)
    set(targets)
    if(component MATCHES "^(core|v8|shared)$")
      set(targets ${${component}_targets})
    else()
      set(missing "v8_encoding has no component ${component}: core, v8 and shared are its components.")
    endif()
    foreach(target ${targets})
      set(file ${${target}_file})
      if(NOT EXISTS "${libdir}/${file}")
        if(NOT target STREQUAL "core_shared")
          set(missing "${libdir}/${file} isn't there: it wasn't installed.")
        endif()
      elseif(NOT TARGET v8_encoding::${target})
        _v8_encoding_import(${target} ${file} "${includedir}" "${libdir}"
                            ${feature})
      endif()
    endforeach()
    if(missing)
      set(v8_encoding_${component}_FOUND FALSE PARENT_SCOPE)
      # Of components that nobody named, those that are there are found.
      if(v8_encoding_FIND_REQUIRED_${component} OR
         (component STREQUAL "core" AND NOT v8_encoding_FIND_COMPONENTS))
        set(v8_encoding_FOUND FALSE PARENT_SCOPE)
        set(v8_encoding_NOT_FOUND_MESSAGE "${missing}" PARENT_SCOPE)
      endif()
    else()
      set(v8_encoding_${component}_FOUND TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

_v8_encoding_find()
