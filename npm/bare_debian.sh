#!/usr/bin/env bash
# Copyright 2026 The v8-encoding authors.
# Use of this source code is governed by a BSD-style license that can be
# found in the LICENSE file.
#
# Installs a packed package in a minimal Debian that has a Node, npm, and what
# package.md asks for, and no network; looks whether it works there.
#
#   npm/bare_debian.sh PACKED_FILE NODE_FOLDER DIR
#
# Needs root and debootstrap; DIR must not exist yet, and is removed at the end.

set -euo pipefail

die() {
  echo "bare_debian.sh: $*" >&2
  exit 1
}

[[ $# -eq 3 ]] || die "PACKED_FILE NODE_FOLDER DIR"
packed=$1 node=$2 dir=$3
[[ $EUID -eq 0 ]] || die "needs root, for chroot."
command -v debootstrap >/dev/null || die "needs the package debootstrap."
[[ ! -e $dir ]] || die "$dir exists; name a folder that doesn't."
npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")

mkdir -p "$dir"
trap 'rm -rf --one-file-system "$dir"' EXIT
bare=$dir/root
# A name that apt-get knows.
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' |
  grep -m 1 -E '/debian/?$' || true)
debootstrap --variant=minbase --include=g++,make,python3 bookworm "$bare" \
  ${mirror:+"$mirror"} >"$dir/log" 2>&1 ||
  die "debootstrap failed: $(tail -n 3 "$dir/log")"
cp -r "$node" "$bare/opt/node"
cp -r "$npm" "$bare/opt/npm"
mkdir "$bare/home/program"
cp "$packed" "$bare/home/package.tgz"
echo '{"private": true}' >"$bare/home/program/package.json"

unshare --net chroot "$bare" env -i HOME=/root PATH=/opt/node/bin:/usr/bin:/bin \
  npm_config_nodedir=/opt/node bash -c '
    cd /home/program
    node /opt/npm/bin/npm-cli.js install --no-audit --no-fund --foreground-scripts \
      /home/package.tgz >log 2>&1 || { tail -n 30 log; exit 1; }
    ! grep -E "warning:" log
    node --import v8-encoding/register --eval "
      const bytes = Uint8Array.of(0x8C, 0xBE, 0x97, 0x74);
      const text = new TextDecoder(\"shift_jis\").decode(bytes);
      if (text !== \"言葉\") throw new Error(text);
    "'
echo "ok      $(basename "$packed") in a bare Debian $(<"$bare/etc/debian_version") with Node $(<"$node/version")"
