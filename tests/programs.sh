#!/bin/sh
# What is said of random programs in C++ and Python, beside what these do: tests/programs/programs.py and its table, where
# python3 and a compiler of C++ are installed. CUTELAYOUT names the program, RUNS the file that keeps what the programs do;
# with --update the table says how much is known now.
set -eu
here=$(dirname "$0")
if ! command -v python3 >/dev/null 2>&1 || ! ${CXX:-c++} --version >/dev/null 2>&1; then
	echo 'python3 or a compiler of C++ is not installed: nothing was run'
	echo '0 passed, 0 failed, 1 skipped'
	exit 77
fi
runs=${RUNS:-build/programs.json}
newer=$(find "$here/programs" "$here/programs.tsv" -name '*.py' -newer "$runs" -o -name '*.hpp' -newer "$runs" \
	-o -name '*.tsv' -newer "$runs" 2>/dev/null || true)
if [ ! -f "$runs" ] || [ -n "$newer" ]; then
	python3 -B "$here/programs/programs.py" --make "$runs.new" --table "$here/programs.tsv"
	mv "$runs.new" "$runs"
fi
exec python3 -B "$here/programs/programs.py" "$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")" --runs "$runs" \
	--table "$here/programs.tsv" "$@"
