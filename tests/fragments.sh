#!/bin/sh
# Fragments of kernels, as they stand: each tests/fragments/NAME.cu is source in C++, and each line of NAME.tsv an
# expression behind it with what CuTe C++ 4.7 prints for it, in the notation of cutelayout(1).
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
tab=$(printf '\t')

for facts in tests/fragments/*.tsv; do
	source=$(cat "${facts%.tsv}.cu")
	while IFS=$tab read -r expression wanted; do
		saw=$("$tool" eval "$source
$expression;" 2>/dev/null | tail -n 1)
		if [ "$saw" = "$wanted" ]; then
			pass
		else
			fail "${facts%.tsv}.cu: $expression" "expected $wanted, saw $saw"
		fi
	done <"$facts"
done
finish
