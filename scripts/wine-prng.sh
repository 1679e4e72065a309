#!/usr/bin/env bash
# Debian's wine 8 lacks bcryptprimitives.dll, from which Rust's library takes random numbers: makes a
# stand-in beside a program that is to be tried. For trying only: it is never given away.
#
#   usage: scripts/wine-prng.sh FOLDER
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: wine-prng.sh FOLDER" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/prng.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  while (count) {
    ULONG part = count > 65536 ? 65536 : (ULONG)count;
    if (!SystemFunction036(bytes, part)) return FALSE;
    bytes += part;
    count -= part;
  }
  return TRUE;
}
C
x86_64-w64-mingw32-gcc -O2 -shared -o "$1/bcryptprimitives.dll" "$work/prng.c" -ladvapi32
