#!/usr/bin/env bash
# Makes a Rust compiler that has the standard library of wasm32-unknown-unknown, for machines on
# which `rustup target add` cannot serve. Prints the path to use as RUSTC, nothing else.
#
#   usage: RUSTC=$(scripts/wasm-toolchain.sh [FOLDER]) cargo check --target wasm32-unknown-unknown
#
# The compiler and the source of its library are Debian's packages, unpacked into the folder
# (target/cross unless named) and not installed: no root is needed, only current package lists.
# `scripts/cross-std.sh` adds the libraries of further targets.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../target/cross}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
compiler=$folder/rustc
exec 3>&1 1>&2 # Everything but the result goes to standard error.

fail() { echo "wasm-toolchain.sh: $*"; exit 1; }

unpack_compiler() {
  local host lld packages
  for tool in apt-cache apt-get dpkg rustc cargo; do
    command -v "$tool" >/dev/null || fail "there is no $tool here"
  done
  host=$(rustc -vV | sed -n 's/^host: //p')
  lld=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
  [ -x "$lld" ] || fail "there is no rust-lld at $lld"
  # Debian's newest compiler, its LLVM, the standard library of this machine and its source.
  packages=$({
    printf 'rustc-web\nrust-web-src\n'
    apt-cache depends --recurse -i rustc-web |
      grep -oE '^(libstd-rust-web-dev|libstd-rust-web-[0-9.]+|libllvm[0-9]+)$'
  } | sort -u) || fail "Debian's package rustc-web is unknown: apt-get update may help"

  rm -rf "$folder/root" "$folder/packages"
  mkdir -p "$folder/root" "$folder/packages"
  # shellcheck disable=SC2086 # The names are words.
  (cd "$folder/packages" && apt-get -qq download $packages) || fail "the packages cannot be had"
  for package in "$folder"/packages/*.deb; do
    case $package in
      */rust-web-src_*)
        dpkg --fsys-tarfile "$package" |
          tar -x -C "$folder/root" --wildcards './usr/lib/rustlib/src*' './usr/src/rustc-*/library/*' ;;
      *) dpkg --fsys-tarfile "$package" | tar -x -C "$folder/root" --exclude './usr/share/*' ;;
    esac
  done
  rm -rf "$folder/packages"

  local usr=$folder/root/usr libraries
  libraries=$(echo "$usr"/lib/*-linux-gnu)
  cat > "$compiler" <<X
#!/bin/sh
LD_LIBRARY_PATH=$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH} exec $usr/bin/rustc "\$@"
X
  chmod +x "$compiler"
  if LD_LIBRARY_PATH=$libraries ldd "$usr/bin/rustc" | grep 'not found'; then
    fail "libraries are missing: apt-get install libz3-4 libedit2 libxml2 libffi8"
  fi
  "$compiler" -V
  mkdir -p "$usr/lib/rustlib/$host/bin"
  ln -sf "$lld" "$usr/lib/rustlib/$host/bin/rust-lld"
  touch "$folder/compiler-is-whole"
}

[ -f "$folder/compiler-is-whole" ] || unpack_compiler
"$here/cross-std.sh" "$folder" wasm32-unknown-unknown
echo "$compiler" >&3
