#!/bin/sh
# What the program prints, to the letter, where python3 and a compiler for C++ are installed: tests/transcripts.py and the
# cases in tests/transcripts. CUTELAYOUT_SIMULATED names the program, whose device is simulated; the arguments are the
# files of cases.
set -eu
if command -v python3 >/dev/null 2>&1 && ${CXX:-c++} --version >/dev/null 2>&1; then
	exec python3 "$(dirname "$0")/transcripts.py" "$(realpath "${CUTELAYOUT_SIMULATED:-build/tests/cutelayout-simulated}")" "$@"
fi
echo 'python3 or a compiler for C++ is not installed: nothing was run'
echo '0 passed, 0 failed, 1 skipped'
exit 77
