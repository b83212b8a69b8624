#!/bin/sh
# localize.sh OUTPUT LIBRARY...: join static libraries into one in which hidden names are local.
set -eu
output=$1
shift
ld -r -o "$output.o" --whole-archive "$@"
objcopy --localize-hidden "$output.o"
rm -f "$output"
ar rcsD "$output" "$output.o"
rm -f "$output.o"
