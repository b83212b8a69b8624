#!/bin/sh
# Valgrind's memcheck on everything that can be run under it: no error, and nothing lost for good. valgrind.sh BUILD; not
# part of ./dev test, because it takes minutes.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

build=${1:?usage: tests/valgrind.sh BUILD}
tool=$build/src/cli/cutelayout
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v valgrind >/dev/null 2>&1 || {
	echo 'valgrind is not installed'
	exit 2
}

# memcheck CODE COMMAND...: it exits with CODE, and memcheck has nothing to say.
memcheck() {
	wanted=$1
	shift
	code=0
	valgrind --quiet --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
		--trace-children=yes --child-silent-after-fork=no --log-file="$scratch/log" \
		"$@" >"$scratch/out" 2>&1 </dev/null || code=$?
	if [ "$code" -eq "$wanted" ] && [ ! -s "$scratch/log" ]; then
		pass
	else
		fail "$*" "exit code $code, expected $wanted
$(tail -n 5 "$scratch/out")
$(head -n 40 "$scratch/log")"
	fi
}

# --- the programs of the tests ---

for name in lex parse eval style; do
	memcheck 0 "$build/tests/replay-$name" fuzz/corpus/program
done
for name in atoms facts golden op plan; do
	memcheck 0 "$build/tests/replay-$name" "fuzz/corpus/$name"
done
memcheck 0 "$build/tests/unit/unit-differential" golden/facts 2 2
memcheck 0 "$build/tests/operations"
memcheck 0 "$build/tests/gpu_opexpr"
memcheck 0 "$build/tests/gpu_units"
memcheck 0 "$build/tests/facts" golden/facts/errors.tsv
memcheck 0 "$build/tests/facts" golden/facts/tiled_errors.tsv

# --- commands ---

memcheck 0 "$tool" eval 'composition((6,2):(8,2), (4,3):(3,1))'
memcheck 0 "$tool" eval --table '(4,(2,4)):(2,(1,8))'
memcheck 0 "$tool" eval --json '(4,(2,4)):(2,(1,8))'
memcheck 0 "$tool" eval --explain 'zipped_divide((2048,2048):(2048,1), (16,256))'
memcheck 3 "$tool" eval --batch -f examples/batch.txt
memcheck 3 "$tool" eval '(4,8'
memcheck 3 "$tool" eval 'composition((100,60):(60,1), 128)'
for style in plain cute cpp dsl pycute tex c; do
	memcheck 0 "$tool" eval --style "$style" '((4,2),8):((16,1),2)'
done
memcheck 0 "$tool" check '(64,64):(64,1)' --dtype f16
memcheck 1 "$tool" check '(64,64):(64,1)' --dtype f16 --json --assert 'conflicts == 1'
memcheck 2 "$tool" check 4:1 --assert 'size =='
memcheck 1 "$tool" diff '(4,8):(8,1)' '(4,8):(1,4)'
memcheck 0 "$tool" atoms SM80
memcheck 0 "$tool" help coalesce
memcheck 2 "$tool" nonsense
for suffix in svg png pdf gif tex html txt; do
	memcheck 0 "$tool" draw '((2,2,2),(2,2,2)):((1,16,4),(8,2,32))' --tile 8,8 -o "$scratch/picture.$suffix"
	memcheck 0 "$tool" draw 'Sw<2,1,3> o 0 o (8,8):(8,1)' -o "$scratch/picture.$suffix"
done
memcheck 0 "$tool" verify --device cpu --shape 16,64 --op 'relu(a*b)'
memcheck 0 "$tool" verify --device cpu --shape 16,64 --reduce sum --dim 0
memcheck 0 "$tool" bench --dry-run --shape 64,64 --print-source
memcheck 0 "$build/tests/cutelayout-simulated" bench --shape 16,64 --samples 5 --json
memcheck 0 "$build/tests/cutelayout-simulated" verify --shape 16,64 --reduce mean --dtype i8,f16
CUTELAYOUT_SIMULATE=run memcheck 4 "$build/tests/cutelayout-simulated" verify --shape 16,64

finish
