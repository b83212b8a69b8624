#!/bin/sh
# The program and the library are built so that a mistake in them is hard to make use of: they lie at random addresses,
# nothing is both writable and executable, and addresses of functions are fixed before the first line runs. The library
# shows no name but those of its header.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=${CUTELAYOUT:-build/src/cli/cutelayout}
library=${CUTELAYOUT_LIBRARY:-build/src/lib/libcutelayout.so}
if ! command -v readelf >/dev/null 2>&1; then
	skip 'readelf is not installed: nothing is checked'
	finish
fi

# shows NAME PATTERN COMMAND...: its output has a line with the pattern.
shows() {
	name=$1
	pattern=$2
	shift 2
	if "$@" 2>&1 | grep -q -e "$pattern"; then
		pass
	else
		fail "$name" "$* shows no line with '$pattern'"
	fi
}

for file in "$tool" "$library"; do
	shows "$file is position-independent" 'Type: *DYN' readelf -h "$file"
	shows "$file has a part that is read-only after relocation" GNU_RELRO readelf -lW "$file"
	shows "$file is bound at its start" 'FLAGS.*NOW' readelf -dW "$file"
	shows "$file has a stack that is not executable" 'GNU_STACK.* RW ' readelf -lW "$file"
	if readelf -lW "$file" | grep -q 'LOAD.* RWE '; then
		fail "$file has no part that is writable and executable"
	else
		pass
	fi
done
shows "$tool is an executable" 'FLAGS_1.*PIE' readelf -dW "$tool"

# It starts with the C library alone: what paints, what edits lines and the CUDA runtime is loaded when it is wanted.
if readelf -sW "$tool" | grep -q libcudart; then
	fail "$tool starts without the CUDA runtime"
else
	pass
fi
if [ "${CUTELAYOUT_SANITIZE:-none}" = none ]; then
	others=$(readelf -dW "$tool" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
		grep -v -e '^libc\.' -e '^libm\.' -e '^libdl\.' -e '^libpthread\.' -e '^librt\.' -e '^ld-' || true)
	if [ -z "$others" ]; then
		pass
	else
		fail "$tool starts with the C library alone" "$others"
	fi
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed -n 's/^CUTELAYOUT_API.*[ *]\(cutelayout_[a-z0-9_]*\)(.*/\1/p' include/cutelayout.h | sort >"$scratch/marked"
readelf --dyn-syms -W "$library" | awk '$5 == "GLOBAL" && $7 != "UND" && $7 != "ABS" { sub(/@.*/, "", $8); print $8 }' |
	sort >"$scratch/shown"
if difference=$(diff -u -L "the header's names" "$scratch/marked" -L "the library's names" "$scratch/shown"); then
	pass
else
	fail "the library shows the names of its header and no others" "$difference"
fi
finish
