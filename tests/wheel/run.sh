#!/bin/sh
# The wheel in a fresh environment, without a compiler in reach: pip installs it, and tests/wheel/use.py uses it. What tests
# need besides, pytest, mypy, numpy and a notebook's kernel, comes from the package index where that can be reached.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! python3 -m zipfile -t dist/cutelayout-*.whl >/dev/null; then
	echo 'FAIL: the wheel is no archive'
	echo '0 passed, 1 failed'
	exit 1
fi
if ! python3 -m venv "$scratch/environment" >/dev/null 2>&1; then
	echo 'SKIP: python3 -m venv makes no environment; on Debian it is in python3-venv'
	echo '1 passed, 0 failed, 1 skipped'
	exit
fi
PATH=$scratch/environment/bin:/usr/bin:/bin
pip install --quiet --no-index dist/cutelayout-*.whl
pip install --quiet --disable-pip-version-check numpy pytest mypy nbclient nbformat ipykernel auditwheel 2>/dev/null ||
	echo 'the package index cannot be reached: some cases are skipped'
if command -v auditwheel >/dev/null 2>&1; then
	auditwheel show dist/cutelayout-*.whl | grep -o 'manylinux_[0-9_]*x86_64' | head -n 1 || true
fi
python "$PWD/tests/wheel/use.py" "$PWD/golden/facts" "$PWD/examples/notebook/layouts.ipynb"
