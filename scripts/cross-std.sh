#!/usr/bin/env bash
# Compiles the standard library of a target for the compiler that `wasm-toolchain.sh` made, and
# puts it where that compiler looks for it. Made once: a second call does nothing.
#
#   usage: scripts/cross-std.sh FOLDER TARGET
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: cross-std.sh FOLDER TARGET" >&2; exit 2; }
folder=$(cd "$1" && pwd)
target=$2
rustlib=$folder/root/usr/lib/rustlib
library=$rustlib/$target/lib
[ -d "$library" ] && exit 0

# A program for wasm cannot unwind, and has no tests of its own.
case $target in
  wasm32-*) crates=std,panic_abort ;;
  *) crates=std,panic_unwind,panic_abort,proc_macro,test ;;
esac
unset RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTC_WRAPPER CARGO_TARGET_DIR \
  CARGO_BUILD_TARGET_DIR
# An empty crate whose build makes the library.
seed=$(mktemp -d "$folder/seed.XXXXXX")
trap 'rm -rf "$seed"' EXIT
mkdir "$seed/src"
printf '[package]\nname = "seed"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n' > "$seed/Cargo.toml"
echo '#![no_std]' > "$seed/src/lib.rs"
(cd "$seed" && RUSTC=$folder/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="-C embed-bitcode=yes" \
  cargo build --quiet --release --target "$target" -Z "build-std=$crates" \
  --config 'source.crates-io.replace-with="vendored"' \
  --config "source.vendored.directory=\"$rustlib/src/rust/library/vendor\"")
mkdir "$seed/lib"
cp "$seed/target/$target"/release/deps/lib*.rlib "$seed/lib/"
rm -f "$seed"/lib/libseed-*.rlib
mkdir -p "$rustlib/$target"
mv "$seed/lib" "$library"
