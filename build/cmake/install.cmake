# What cmake --install puts under the prefix: the same files as tools/install.

# Never build/install of the repository, as "install" is with -B build.
set(_from "${CMAKE_CURRENT_BINARY_DIR}/v8_encoding-install")
set(_targets v8_encoding_core)
set(_headers ${V8_ENCODING_CORE_HEADERS})
set(_compiler)
if(TARGET v8_encoding)
  list(APPEND _targets v8_encoding)
  list(APPEND _headers ${V8_ENCODING_BINDINGS_HEADERS})
  if(V8_ENCODING_V8_TARGET)
    message(FATAL_ERROR "To install, give V8 by V8_ENCODING_V8_INCLUDE_DIR, not "
            "by V8_ENCODING_V8_TARGET; or set V8_ENCODING_INSTALL to OFF.")
  endif()
  # Of CXX="ccache g++", ARG1 is "g++".
  separate_arguments(_flags UNIX_COMMAND
                     "${CMAKE_CXX_COMPILER_ARG1} ${CMAKE_CXX_FLAGS}")
  set(_compiler "${CMAKE_CXX_COMPILER}" ${_flags}
                "-I${V8_ENCODING_V8_INCLUDE_DIR}")
  foreach(_define ${V8_ENCODING_V8_DEFINES})
    list(APPEND _compiler "-D${_define}")
  endforeach()
endif()
foreach(_target ${_targets})
  if(TARGET ${_target}_shared)
    list(APPEND _targets ${_target}_shared)
  endif()
endforeach()
# Names that the package knows, whatever CMAKE_DEBUG_POSTFIX is.
foreach(_config ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  string(TOUPPER "${_config}" _config)
  set_target_properties(${_targets} PROPERTIES ${_config}_POSTFIX "")
endforeach()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# Now, to hear of what is wrong, and when all is installed: the prefix may be
# another one then.
set(_before "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/build/install/fill.py"
            "${_from}")
set(_behind "${CMAKE_INSTALL_LIBDIR}" "${CMAKE_INSTALL_INCLUDEDIR}"
            "${PROJECT_VERSION}" ${_compiler})
execute_process(
  COMMAND ${_before} "${CMAKE_INSTALL_PREFIX}" ${_behind}
  OUTPUT_QUIET
  RESULT_VARIABLE _status
  ERROR_VARIABLE _error)
if(NOT _status EQUAL 0)
  message(FATAL_ERROR "${_error}")
endif()
install(
  CODE "get_filename_component(_prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
        set(_before [[${_before}]])
        set(_behind [[${_behind}]])
        execute_process(COMMAND \${_before} \"\${_prefix}\" \${_behind}
                        OUTPUT_QUIET RESULT_VARIABLE _status)
        if(NOT _status EQUAL 0)
          message(FATAL_ERROR \"fill.py failed.\")
        endif()"
  ALL_COMPONENTS)

install(TARGETS ${_targets} ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
                            LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES ${_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/v8_encoding")
# Of a project that this is a folder of, DOCDIR is the project's own.
set(_docdir "${CMAKE_INSTALL_DATAROOTDIR}/doc/v8_encoding")
if(PROJECT_IS_TOP_LEVEL)
  set(_docdir "${CMAKE_INSTALL_DOCDIR}")
endif()
install(FILES LICENSE DESTINATION "${_docdir}")
install(FILES "${_from}/v8_encoding_core.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${_from}/v8_encoding-config.cmake"
              "${_from}/v8_encoding-config-version.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/v8_encoding")
if(TARGET v8_encoding)
  install(FILES "${_from}/v8_encoding.pc"
          DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  install(FILES "${_from}/built_for_v8.h"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/v8_encoding")
endif()
