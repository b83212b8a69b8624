#!/bin/sh
# How much of src the tests run: coverage.sh BUILD, where BUILD was configured with -Db_coverage=true and its tests were
# run. Prints the lines and branches of each file and of all, and fails where less than 95 % of all lines were run.
#
#     coverage.sh BUILD --missing    prints the lines that no test ran instead
#
# src/gpu/device_cuda.c and what loads it are left out: they need a GPU. A file that is in several programs counts as in cutelayout itself.
set -eu
cd "$(dirname "$0")/.."

build=${1:?usage: tests/coverage.sh BUILD [--missing]}
missing=no
[ "${2-}" != --missing ] || missing=yes
cd "$build"
find src -name '*.gcno' ! -name 'device_cuda*' ! -name 'device_loaded*' | sort | xargs gcov -t -b -c 2>/dev/null |
	awk -v missing="$missing" -f ../tests/coverage.awk
