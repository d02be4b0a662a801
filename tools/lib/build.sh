# shellcheck shell=bash
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
#
# Sourced by the tools that build: needs $ROOT, the checkout's absolute path.

die() {
  echo "$0: $*" >&2
  exit 1
}

# For ccache, where a configuration has it: what is compiled doesn't depend on the
# build's folder.
export CCACHE_NOHASHDIR=1
# Where nobody may write at home.
[[ -w ${HOME-} ]] || export CCACHE_DIR=${CCACHE_DIR-$ROOT/out/ccache}

# The newer V8s, each with the Node whose V8 it is.
declare -rA NODE_OF_V8=([11.3]=20 [12.4]=22 [13.6]=24 [14.6]=26)

# Used by the tools that source this:
# shellcheck disable=SC2034
# What tests need of a V8 that has it switched off.
declare -rA FLAGS_OF_V8=([14.6]=--js-immutable-arraybuffer)

# shellcheck disable=SC2034
# What web-platform-tests need that V8 has switched off.
declare -ra FLAGS_OF_WPT=(--harmony-shadow-realm)

# The GN arguments of the configurations that need nothing but what tools/setup
# installs. tools/lib/checkout_test.py generates each.
declare -rA ARGS_OF_CONFIG=(
  [release]=""
  [debug]="is_debug=true"
  [asan]="is_asan=true is_ubsan=true"
  [tsan]="is_tsan=true"
  [msan]="is_msan=true use_v8=false"
  [gcc]="is_clang=false"
  [gcc-debug]="is_clang=false is_debug=true"
  [no-streams]="v8_encoding_streams=false"
  [fuzz]="is_asan=true is_ubsan=true use_libfuzzer=true"
  [fuzz-fast]="use_libfuzzer=true"
  [coverage]="use_clang_coverage=true"
)

# The GN arguments of any configuration, whose compilers $CC_WRAPPER goes in front of, if
# it is set. A folder out/NAME that is there already keeps the arguments that it has,
# so any other NAME works once `gn gen out/NAME --args=…` has made it.
config_args() {
  case $1 in
    v8-*)
      # GCC: Clang 14, which is Debian 12's, has no std::source_location, and
      # the headers of V8 14 want it.
      [[ -n ${NODE_OF_V8[${1#v8-}]-} ]] || return 1
      # ccache: the core is the same for all V8s.
      echo "is_clang=false v8_libs=[] cc_wrapper=\"${CC_WRAPPER-ccache}\"" \
        "v8_include_dir=\"//third_party/node/${NODE_OF_V8[${1#v8-}]}/include/node\""
      ;;
    arch-*) python3 "$ROOT/tools/lib/emulation.py" args "${1#arch-}" ;;
    *)
      [[ -v ARGS_OF_CONFIG[$1] ]] || return 1
      echo "${ARGS_OF_CONFIG[$1]}${CC_WRAPPER+ cc_wrapper=\"$CC_WRAPPER\"}"
      ;;
  esac
}

# set_up CONFIG [OPTION...]: installs what is missing, unless the configuration has a V8
# of its own: then its builder has taken care of everything else too. The options are
# those of tools/setup.
set_up() {
  local args=$ROOT/out/$1/args.gn
  if ! grep -qsE '^ *(v8_target|v8_include_dir) *=' "$args"; then
    "$ROOT/tools/setup" "${@:2}" || exit 1
  fi
}

# build CONFIG [TARGET...]: makes out/CONFIG if need be and builds the targets
# there. Silent when all is up to date; else progress on a terminal, one line
# elsewhere, and the complete errors if it fails.
build() {
  local config=$1 out=$ROOT/out/$1 args log
  shift
  mkdir -p "$ROOT/out"

  # Ninja doesn't mind two of itself in one folder; the folder does. The lock
  # belongs to this shell's descriptor 9 and goes when it is closed.
  exec 9>"$ROOT/out/.lock"
  flock 9

  if [[ ! -f $out/build.ninja ]]; then
    args=$(config_args "$config") ||
      die "no configuration '$config': make it with gn gen out/$config --args=…"
    gn gen -q --root="$ROOT" "$out" --args="$args" >&2 || exit 1
  fi

  if [[ $(ninja -C "$out" -n "$@" 2>&1 | tail -n 1) != *"no work to do."* ]]; then
    if [[ -t 2 ]]; then
      NINJA_STATUS="[%f/%t %es] " ninja -C "$out" "$@" >&2 9>&- ||
        die "the build of out/$config failed."
    else
      echo "Building out/$config${*:+ ($*)}…" >&2
      log=$(NINJA_STATUS="[%f/%t] " ninja -C "$out" --quiet "$@" 2>&1 9>&-) || {
        echo "$log" >&2
        die "the build of out/$config failed."
      }
    fi
  fi
  exec 9>&-
}
