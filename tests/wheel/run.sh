#!/bin/sh
# The wheel in a fresh environment, without a compiler in reach: pip installs it, and tests/wheel/use.py uses it. What tests
# need besides, pytest, mypy, numpy and a notebook's kernel, comes from the package index where that can be reached. Where
# debootstrap can make a root of an older Debian, whose C library is from before the one it was built with, it is used
# there as well. With --update, the notebooks are run and stored with their pictures instead.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib.sh
scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT

if ! python3 -m zipfile -t dist/cutelayout-*.whl >/dev/null; then
	fail 'the wheel is an archive' ''
	finish
fi
if ! python3 -m venv "$scratch/environment" >/dev/null 2>&1; then
	skip 'python3 -m venv makes no environment; on Debian it is in python3-venv'
	finish
fi

# The last line of use.py counts its cases; they are added to those of this script.
add_cases() {
	cat "$1"
	counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$1")
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	skipped=$((skipped + $(grep -c '^SKIP:' "$1" || true)))
}

# On Debian 11, with GNU libc 2.31, Python 3.9 and nothing else.
use_on_older_system() {
	root=$scratch/root
	if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null 2>&1; then
		skip 'an older Debian takes root and debootstrap'
		return
	fi
	if ! debootstrap --variant=minbase --include=python3-venv bullseye "$root" \
		"${CUTELAYOUT_MIRROR:-http://deb.debian.org/debian}" >"$scratch/root.log" 2>&1; then
		skip "debootstrap made no root: $(tail -n 1 "$scratch/root.log")"
		return
	fi
	mkdir "$root/case"
	cp -r dist/cutelayout-*.whl tests/wheel/use.py golden/facts examples/notebook "$root/case/"
	chroot "$root" sh -c 'cd /case && python3 -m venv new && new/bin/pip install --quiet --no-index ./cutelayout-*.whl &&
		new/bin/python use.py facts notebook' >"$scratch/older" 2>&1 || true
	sed -i 's/^SKIP: .*//; /^$/d' "$scratch/older"
	grep -q 'passed' "$scratch/older" || echo '0 passed, 1 failed' >>"$scratch/older"
	add_cases "$scratch/older"
}

PATH=$scratch/environment/bin:/usr/sbin:/usr/bin:/sbin:/bin
pip install --quiet --no-index dist/cutelayout-*.whl
pip install --quiet --disable-pip-version-check numpy pytest mypy nbclient nbformat ipykernel auditwheel 2>/dev/null ||
	echo 'the package index cannot be reached: some cases are skipped'
if [ "${1-}" = --update ]; then
	python "$PWD/tests/wheel/notebooks.py" --update "$PWD/examples/notebook"
	exit
fi
if command -v auditwheel >/dev/null 2>&1; then
	tag=$(auditwheel show dist/cutelayout-*.whl | tr '\n' ' ' | sed -n 's/.*is consistent with *the following platform tag: "\([^"]*\)".*/\1/p')
	case $tag in
	manylinux_2_28_*) pass ;;
	*) fail 'auditwheel finds it runs on manylinux_2_28' "$tag" ;;
	esac
else
	skip 'auditwheel is not installed'
fi
python "$PWD/tests/wheel/use.py" "$PWD/golden/facts" "$PWD/examples/notebook" >"$scratch/cases" 2>&1 || true
grep -q 'passed' "$scratch/cases" || echo '0 passed, 1 failed' >>"$scratch/cases"
add_cases "$scratch/cases"
use_on_older_system
finish
