#!/bin/sh
# What tools/package builds works where nothing of this machine is: the Debian package in a new root, installed by apt
# with what it depends on, and the program of the archive in an empty root. "./dev package --test" runs it.
#
# The new root takes debootstrap, root and the network; where one is missing, its part is skipped, which is said. If
# CUTELAYOUT_CLEAN_ROOT names a file, the root is kept there as a tar archive and taken from there the next time.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

scratch=$(mktemp -d)
trap 'wait; rm -rf --one-file-system "$scratch"' EXIT
version=$(sed -n "s/^[[:space:]]*version: '\(.*\)',/\1/p" meson.build)
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null)

# Make the root new, with what a programmer has. Leaves the file made-root if that was possible.
make_root() {
	if [ -n "${CUTELAYOUT_CLEAN_ROOT-}" ] && [ -e "$CUTELAYOUT_CLEAN_ROOT" ]; then
		mkdir "$scratch/new"
		tar -C "$scratch/new" -xf "$CUTELAYOUT_CLEAN_ROOT"
	else
		debootstrap --variant=minbase --include=gcc,libc6-dev,make,man-db,pkg-config "$suite" "$scratch/new" \
			"${CUTELAYOUT_MIRROR:-http://deb.debian.org/debian}" || return
		if [ -n "${CUTELAYOUT_CLEAN_ROOT-}" ]; then
			tar -C "$scratch/new" -cf "$CUTELAYOUT_CLEAN_ROOT" .
		fi
	fi
	: >"$scratch/made-root"
}

# That takes as long as building, so both are done at a time.
if [ "$(id -u)" -ne 0 ]; then
	echo 'this takes root' >"$scratch/make_root.log"
elif ! command -v debootstrap >/dev/null 2>&1; then
	echo 'debootstrap is not installed' >"$scratch/make_root.log"
else
	make_root >"$scratch/make_root.log" 2>&1 </dev/null &
fi

if ! tools/package >"$scratch/built" 2>"$scratch/build.log"; then
	fail 'tools/package' "$(tail -n 20 "$scratch/build.log")"
	finish
fi
deb=$(grep 'deb$' "$scratch/built")
archive=$(grep 'tar.gz$' "$scratch/built")


# succeeds NAME COMMAND...
succeeds() {
	name=$1
	shift
	if "$@" >"$scratch/log" 2>&1 </dev/null; then
		pass
	else
		fail "$name" "$(tail -n 20 "$scratch/log")"
	fi
}

# prints NAME TEXT COMMAND...: exactly this, and it succeeds.
prints() {
	name=$1
	text=$2
	shift 2
	if printed=$("$@" 2>&1 </dev/null) && [ "$printed" = "$text" ]; then
		pass
	else
		fail "$name" "$printed"
	fi
}

# draws NAME FILE BYTES: the file begins with these bytes, in hexadecimal.
draws() {
	if [ "$(head -c 4 "$2" 2>/dev/null | od -An -tx1)" = " $3" ]; then
		pass
	else
		fail "$1" "$2 is no picture"
	fi
}

# check_program NAME COMMAND...: what the program must be able to do in a root. COMMAND runs it there.
check_program() {
	where=$1
	shift
	prints "eval in $where" '((2,2),3):((24,2),8)' "$@" eval 'composition((6,2):(8,2), (4,3):(3,1))'
	prints "version in $where" "cutelayout $version" "$@" --version
	for format in svg png; do
		succeeds "draw in $where" "$@" draw '((2,2,2),(2,2,2)):((1,16,4),(8,2,32))' --tile 8,8 -o "/tile.$format"
	done
	draws "SVG in $where" "$root/tile.svg" '3c 3f 78 6d'
	draws "PNG in $where" "$root/tile.png" '89 50 4e 47'
	succeeds "verify in $where" "$@" verify --device cpu --shape 256,256
}

# --- the archive, in an empty root ---

# enter COMMAND...: run it in the root, as root or as somebody who is root there only.
enter() {
	if [ "$(id -u)" -eq 0 ]; then
		chroot "$root" "$@"
	else
		unshare --map-root-user chroot "$root" "$@"
	fi
}

root=$scratch/empty
mkdir "$root"
tar -C "$root" --strip-components=1 -xzf "$archive"
if enter /bin/cutelayout --version >/dev/null 2>"$scratch/log"; then
	check_program 'an empty root' enter /bin/cutelayout
	for file in LICENSE NOTICE README.md; do
		succeeds "$file in the archive" test -s "$root/share/doc/cutelayout/$file"
	done
	succeeds 'the manual in the archive' test -s "$root/share/man/man1/cutelayout.1"
elif [ "$(id -u)" -eq 0 ]; then
	fail 'the program of the archive starts in an empty root' "$(cat "$scratch/log")"
else
	skip "the archive: no root can be entered here: $(cat "$scratch/log")"
fi

# --- the package, in a new root ---

root=$scratch/new

in_root() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

check_documents() {
	for page in "$root"/usr/share/man/man[17]/cutelayout*.gz; do
		page=$(basename "$page" .gz)
		succeeds "man ${page%.*}" in_root sh -c "man ${page##*.} ${page%.*} | grep -q ^NAME"
	done
	for command in $(in_root cutelayout --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
		if [ "$command" != help ]; then
			succeeds "a man page of $command" in_root man -w "cutelayout-$command"
		fi
	done
	succeeds 'the copyright' test -s "$root/usr/share/doc/cutelayout/copyright"
	succeeds 'the files are those of the package' in_root sh -c 'test -z "$(dpkg --verify cutelayout)"'
}

# Completions, where this version has them.
check_completions() {
	if [ ! -e "$root/usr/share/bash-completion/completions/cutelayout" ]; then
		return
	fi
	succeeds 'completion of bash' in_root bash -c \
		'. /usr/share/bash-completion/completions/cutelayout && complete -p cutelayout'
	succeeds 'completion of zsh' test -s "$root/usr/share/zsh/vendor-completions/_cutelayout"
	succeeds 'completion of fish' test -s "$root/usr/share/fish/vendor_completions.d/cutelayout.fish"
}

# Golden files, where this version tests them.
check_golden_files() {
	if in_root cutelayout --help | grep -q '^  test '; then
		mkdir "$root/golden"
		echo '(4,8):(8,1)' >"$root/golden/layout.cute"
		succeeds 'test --update' in_root cutelayout test --update /golden
		succeeds 'test' in_root cutelayout test /golden
		sed -i '1s/.*/(4,8):(1,4)/' "$root/golden/layout.cute"
		if in_root cutelayout test /golden >"$scratch/log" 2>&1; then
			fail 'test of a layout that differs' "$(cat "$scratch/log")"
		else
			pass
		fi
	fi
}

check_package() {
	cp "$deb" "$root/cutelayout.deb"
	succeeds 'apt installs the package' in_root apt-get install -y --no-install-recommends /cutelayout.deb
	check_program 'a new root' in_root cutelayout
	check_documents
	check_completions
	check_golden_files
	cp -r "$root/usr/share/doc/cutelayout/examples/library" "$root/library"
	succeeds 'the example of the library' in_root make -C /library CC=gcc check
	succeeds 'the package goes' in_root dpkg --remove cutelayout
	if left=$(find "$root/usr" "$root/etc" -name '*cutelayout*' | grep .); then
		fail 'the package leaves nothing' "$left"
	else
		pass
	fi
}

wait
if [ -e "$scratch/made-root" ]; then
	check_package
else
	skip "the package: no root was made: $(tail -n 3 "$scratch/make_root.log")"
fi
finish
