#!/bin/sh
# What "meson install" installs, in a folder of its own: the files, and the library as another program finds it.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

build=${CUTELAYOUT_BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Meson writes a log of the installation into the build folder.
if [ ! -w "$build/meson-logs" ]; then
	skip "$build belongs to somebody else: nothing can be installed from it"
	finish
fi
meson install -C "$build" --no-rebuild --quiet --destdir "$scratch/root" >"$scratch/log" 2>&1 || {
	fail 'meson install' "$(cat "$scratch/log")"
	finish
}
prefix=$scratch/root$(meson introspect "$build" --buildoptions | tr '{' '\n' | sed -n 's/^"name": "prefix", "value": "\([^"]*\)".*/\1/p')
libdir=$(dirname "$(find "$scratch/root" -name libcutelayout.so)")

# installed PATH: the file is there and not empty.
installed() {
	if [ -s "$1" ]; then
		pass
	else
		fail "it installs ${1#"$scratch/root"}"
	fi
}

version=$("$prefix/bin/cutelayout" --version)
version=${version#cutelayout }
installed "$prefix/bin/cutelayout"
installed "$prefix/include/cutelayout.h"
installed "$libdir/libcutelayout.so.$version"
installed "$libdir/libcutelayout.a"
installed "$libdir/pkgconfig/cutelayout.pc"
for file in LICENSE NOTICE NEWS.md README.md examples/tiling.cute examples/library/Makefile; do
	installed "$prefix/share/doc/cutelayout/$file"
done
if [ "${CUTELAYOUT_MAN_PAGES:-yes}" = yes ]; then
	for page in man/*.scd; do
		page=$(basename "$page" .scd)
		installed "$prefix/share/man/man${page##*.}/$page"
	done
fi

# Programs of other languages and standards can include the header.
for compile in 'cc -std=c89 -x c' 'cc -std=c99 -x c' 'c++ -std=c++98 -x c++' 'c++ -std=c++11 -x c++'; do
	if ! command -v "${compile%% *}" >/dev/null 2>&1; then
		skip "${compile%% *} is not installed: the header is not compiled with it"
	elif complaint=$(echo '#include <cutelayout.h>' |
		$compile -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -I"$prefix/include" - 2>&1); then
		pass
	else
		fail "$compile of the header" "$complaint"
	fi
done

# The example finds the library through pkg-config, shared and static. A library with sanitizers needs a program with
# them, which the example is not.
make_example() {
	rm -f "$scratch/root/example/kernel"
	make -C "$scratch/root/example" "$@" >"$scratch/log" 2>&1
}

if [ "${CUTELAYOUT_SANITIZE:-none}" = none ] && command -v make >/dev/null 2>&1; then
	cp -r "$prefix/share/doc/cutelayout/examples/library" "$scratch/root/example"
	# As seen from the example: what pkg-config prints is split at blanks, which $TMPDIR may hold.
	relative=..${libdir#"$scratch/root"}
	export PKG_CONFIG_PATH="$relative/pkgconfig" PKG_CONFIG_SYSROOT_DIR=.. LD_LIBRARY_PATH="$relative"
	if make_example check; then
		pass
	else
		fail 'the example with the shared library' "$(cat "$scratch/log")"
	fi
	rm "$libdir"/libcutelayout.so*
	if make_example check; then
		pass
	else
		fail 'the example with the static library' "$(cat "$scratch/log")"
	fi
fi
finish
