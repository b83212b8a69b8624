#!/bin/sh
# A layer includes only itself and the layers below it:
#
#     base <- algebra <- { lang, render, gpu } <- tool <- { cli, lib, page }
#
# and no files include one another in a circle, a source and its header taken for one.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

# allow LAYER LAYER_BELOW...: check the includes of every file of the first.
allow() {
	layer=$1
	# shellcheck disable=SC2044,SC2013 # names hold no blanks
	for file in $(find "src/$layer" -name '*.[ch]' | sort); do
		wrong=
		for included in $(sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\(.*\)".*/\1/p' "$file"); do
			case " config.h cutelayout.h $* " in # config.h is made by the build
			*" ${included%%/*} "*) ;;
			*) wrong="$wrong $included" ;;
			esac
		done
		if [ -z "$wrong" ]; then
			pass
		else
			fail "$file" "$file may not include$wrong; it may include from: $*"
		fi
	done
}

allow base
allow algebra base
allow lang base algebra
allow render base algebra
allow gpu base algebra
allow tool base algebra lang render gpu
allow cli base algebra lang render gpu tool
allow lib base algebra lang render tool
allow page base algebra lang render tool

for directory in src/*/; do
	case ${directory#src/} in
	base/ | algebra/ | lang/ | render/ | gpu/ | tool/ | cli/ | lib/ | page/) ;;
	*) fail "$directory" "$directory is not a layer that tests/layers.sh knows" ;;
	esac
done

# Each pair "FILE INCLUDED", without suffixes; tsort says of a circle which files are in it.
circle=$(find src -name '*.[ch]' | sort | while read -r file; do
	unit=${file#src/}
	unit=${unit%.[ch]}
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\(.*\)\.h".*/\1/p' "$file" | while read -r included; do
		[ "$included" = "$unit" ] || echo "$unit $included"
	done
done | sort -u | tsort 2>&1 >/dev/null | sed 's,^tsort: ,,' | tr '\n' ' ')
if [ -z "$circle" ]; then
	pass
else
	fail 'circles of files' "$circle"
fi
finish
