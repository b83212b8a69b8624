#!/bin/sh
# Pictures in a terminal: tests/draw_terminal.py, where python3 is installed.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

if command -v python3 >/dev/null 2>&1 && python3 -c 'import pty, os; os.waitstatus_to_exitcode' 2>/dev/null; then
	exec python3 tests/draw_terminal.py "$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")"
fi
skip 'python3 is not installed, or older than 3.9: pictures in a terminal are not checked'
finish
