#!/bin/sh
# What thousands of random commands print, where python3 is installed: tests/snapshots.py and its table. CUTELAYOUT names
# the program; with --update the table is what it prints now.
set -eu
here=$(dirname "$0")
if command -v python3 >/dev/null 2>&1; then
	exec python3 "$here/snapshots.py" "$@" "$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")" "$here/snapshots.tsv"
fi
echo 'python3 is not installed: nothing was run'
echo '0 passed, 0 failed, 1 skipped'
exit 77
