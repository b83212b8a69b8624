#!/bin/sh
# What programs that were linked with an older libcutelayout rely on, compared with tests/abi.txt: the names and their
# versions, the prototypes, the numbers of enumerators, and where members are in structs (on machines of 64 bits). Lines
# are added to that list, never changed: tests/abi.sh --update writes it.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

library=${CUTELAYOUT_LIBRARY:-build/src/lib/libcutelayout.so}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prototypes, each in one line, and every enumerator of the header.
sed 's,/\*.*\*/,,' include/cutelayout.h | awk '
	/^CUTELAYOUT_API/ { line = "" ; inside = 1 }
	inside { gsub(/^[ \t]+/, ""); line = line (line == "" ? "" : " ") $0 }
	inside && /;$/ { print line; inside = 0 }
' | sort >"$scratch/prototypes"
sed -n 's/^\t\(CUTELAYOUT_[A-Z_]* = [0-9]*\).*/\1/p' include/cutelayout.h | sort >"$scratch/numbers"
"${CUTELAYOUT_ABI:-build/tests/abi}" | sort >"$scratch/layout"

if sort "$scratch/numbers" | comm -23 - "$scratch/layout" | grep .; then
	fail 'tests/abi.c names every enumerator'
else
	pass
fi
if ! command -v readelf >/dev/null 2>&1; then
	skip 'readelf is not installed: the names of the library are not looked at'
	sed -n '/@/p' tests/abi.txt >"$scratch/names"
else
	readelf --dyn-syms -W "$library" | awk '$5 == "GLOBAL" && $7 != "UND" && $7 != "ABS" { print $8 }' |
		sed 's/@@/@/' | sort >"$scratch/names"
fi
cat "$scratch/names" "$scratch/prototypes" "$scratch/layout" >"$scratch/abi"
if [ "${1-}" = --update ]; then
	cp "$scratch/abi" tests/abi.txt
fi
LC_ALL=C sort "$scratch/abi" >"$scratch/now"
LC_ALL=C sort tests/abi.txt >"$scratch/stored"
if gone=$(LC_ALL=C comm -23 "$scratch/stored" "$scratch/now") && [ -n "$gone" ]; then
	fail 'programs break that rely on' "$gone"
else
	pass
fi
if new=$(LC_ALL=C comm -13 "$scratch/stored" "$scratch/now") && [ -n "$new" ]; then
	fail 'tests/abi.sh --update adds to the list' "$new"
else
	pass
fi
finish
