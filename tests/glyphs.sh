#!/bin/sh
# The table of outlines is what tools/glyphs.c makes of the font; "./dev glyphs" makes it anew.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${CUTELAYOUT_GLYPHS:-build/tools/glyphs}" "$CUTELAYOUT_FONT" >"$scratch/glyphs.txt"
if cmp "$scratch/glyphs.txt" src/render/glyphs.txt >"$scratch/difference" 2>&1; then
	pass
else
	fail 'src/render/glyphs.txt' "$(cat "$scratch/difference"): it is not what this machine's $CUTELAYOUT_FONT gives"
fi
finish
