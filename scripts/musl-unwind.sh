#!/usr/bin/env bash
# Makes FOLDER/libunwind.a for programs that are linked with Debian's musl: LLVM's unwinder, and the one
# function of glibc that it calls. With GCC's unwinder a panic would abort. Made once: a second call does
# nothing.
#
#   usage: scripts/musl-unwind.sh FOLDER
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: musl-unwind.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -f "$folder/libunwind.a" ] && exit 0
command -v musl-gcc > /dev/null || { echo "musl-gcc is missing: install musl-tools" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libunwind-14-dev > /dev/null
dpkg -x libunwind-14-dev*.deb .
cp -L usr/lib/llvm-14/lib/libunwind.a unwind.a
cat > checked.c <<'C'
#include <stdarg.h>
#include <stdio.h>
/* What a program of glibc's calls in the place of fprintf. */
int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int written = vfprintf(file, format, arguments);
  va_end(arguments);
  return written;
}
C
musl-gcc -O2 -fPIC -c checked.c -o checked.o
ar rs unwind.a checked.o 2> /dev/null
mv unwind.a "$folder/libunwind.a"
