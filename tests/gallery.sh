#!/bin/sh
# The gallery is what examples/gallery/make.sh makes of the program: the page and each of its pictures.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
examples/gallery/make.sh "${CUTELAYOUT:-build/src/cli/cutelayout}" "$scratch"
for made in "$scratch"/*; do
	shown=docs/${made##*/}
	if cmp -s "$made" "$shown"; then
		pass
	else
		fail "$shown" 'it differs from what examples/gallery/make.sh makes; run that and look at "git diff"'
	fi
done
for shown in docs/gallery-*.svg; do
	[ -e "$scratch/${shown##*/}" ] || fail "$shown" 'examples/gallery/pictures.txt does not have it'
done
finish
