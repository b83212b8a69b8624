#!/bin/sh
# What "eval --style c", cuda and python print of layouts of run-time integers with names gives the offsets of the layout
# with numbers in their place, at every coordinate, as does the function of the coordinates of two modes. CXX names the
# compiler.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
promises='M = ?; N = ?{div=8}; '

# A layout of M and N, and the numbers for them; lines that follow are made by chance.
cat >"$scratch/layouts" <<'END'
(M,N):(N,1) 5 16
(M,N):(1,M) 5 16
(4,M,8,N/8):(1,0,M*2,16*M) 3 16
(M,4,N):(4*N,N,1) 3 8
zipped_divide((M,N):(N,1),(2,8)) 6 24
zipped_divide((M,N):(N,1),(4,16)) 8 32
(16,M,N):(0,16,16*M) 3 8
((2,M),(3,N)):((1,6),(2,6*M)) 3 8
(M,1,N):(7,3,0) 4 8
M:3 9 8
(M,8):(8,N/8) 5 16
Sw<3,4,3> o 0 o (M,64):(64,1) 5 8
Sw<2,0,3> o N o (M,8):(8,1) 8 16
Sw<2,3,-3> o 0 o zipped_divide((M,N):(N,1),(2,8)) 4 16
(M,4):(4,1) o 1 o (2,2):(1,3) 6 8
tensor<ptr<f16,gmem>o(M,N):(N,1)>(2,_) 5 16
local_tile(tensor<ptr<f16,gmem>o(M,N):(N,1)>,(2,8),(1,_)) 6 24
tensor<ptr<f16,gmem>o(M,4,N):(4*N,N,1)>(1,_,_) 3 8
END
awk 'BEGIN {
	srand(7)
	split("2 3 4 8 16 M N", extents, " ")
	for (n = 0; n < 16; n++) {
		rank = 1 + int(rand() * 3)
		shape = stride = ""
		for (k = 1; k <= rank; k++) {
			shape = shape (k > 1 ? "," : "") extents[1 + int(rand() * 7)]
			factor = int(rand() * 4)
			stride = stride (k > 1 ? "," : "") (factor == 0 ? "N" : factor == 1 ? "3*M" : factor == 2 ? 1 + int(rand() * 9) : "N/8")
		}
		layout = rank > 1 ? "(" shape "):(" stride ")" : shape ":(" stride "+0)"
		if (rand() < 0.3) layout = "Sw<" 1 + int(rand() * 3) ",2,3> o " (rand() < 0.5 ? 0 : "M") " o " layout
		print layout, 1 + int(rand() * 6), 8 * (1 + int(rand() * 3))
	}
}' >>"$scratch/layouts"

# All functions are compiled together, each in a namespace of its own, and print behind a line with the number of the
# check; those of Python follow each other in one file.
printf '#include <stdint.h>\n#include <cstdint>\n#include <stdio.h>\n#define __host__\n#define __device__\n#define __forceinline__ static inline\n' \
	>"$scratch/run.cpp"
: >"$scratch/main"
: >"$scratch/run.py"
: >"$scratch/checks"
checks=0

# ask NAME CALL: the value of CALL, of the function in "code", at each index is to be what "expected" has.
ask() {
	checks=$((checks + 1))
	echo "$1" >>"$scratch/checks"
	cp "$scratch/expected" "$scratch/expected-$checks"
	cp "$scratch/code" "$scratch/code-$checks"
	case $1 in
	python*) printf '%s\nprint("check", %s)\nfor i in range(%s):\n\tprint(%s)\n' "$(cat "$scratch/code")" $checks "$size" "$2" >>"$scratch/run.py" ;;
	*)
		printf 'namespace check%s {\n%s\n}\n' $checks "$(cat "$scratch/code")" >>"$scratch/run.cpp"
		printf '\tprintf("check %s\\n");\n\tfor (int i = 0; i < %s; i++) printf("%%lld\\n", (long long)check%s::%s);\n' \
			$checks "$size" $checks "$2" >>"$scratch/main"
		;;
	esac
}

# arguments NAME: the names behind the indices of the function NAME, as numbers.
arguments() {
	sed -n "s/.*\b$1(\(.*\)).*/\1/p" "$scratch/code" | tr ',' '\n' | sed 's/.* //' | sed -n "s/^M\$/, $m/p; s/^N\$/, $n/p" | tr -d '\n'
}

while read -r line; do
	n=${line##* }
	line=${line% *}
	m=${line##* }
	layout=${line% *}
	numbers="M = $m; N = $n; "
	case $layout in
	*tensor*)
		pair=$("$tool" eval "$numbers$layout" 2>/dev/null)
		inner=$(printf '%s' "$pair" | sed 's/^(\(.*\),[0-9]*)$/\1/')
		offset=$(printf '%s' "$pair" | sed 's/.*,\([0-9]*\))$/\1/')
		at="A(%d) + $offset"
		;;
	*)
		inner=$layout
		at="A(%d)"
		;;
	esac
	size=$("$tool" eval "${numbers}size($inner)" 2>/dev/null)
	awk -v size="$size" -v layout="$inner" -v numbers="$numbers" -v at="$at" \
		'BEGIN { for (i = 0; i < size; i++) { printf "%sA = %s; ", numbers, layout; printf at "\n", i } }' \
		| "$tool" eval --batch >"$scratch/expected" 2>/dev/null
	for style in c cuda python 'c --index-type uint32' 'cuda --index-type int32'; do
		# shellcheck disable=SC2086 # a style and perhaps an option
		"$tool" eval --style $style "$promises$layout" >"$scratch/code" 2>/dev/null || true
		ask "$style: $layout, M=$m N=$n" "idx(i$(arguments idx))"
		grep -q idx_mn "$scratch/code" || continue
		rows=$("$tool" eval "${numbers}size($inner,0)" 2>/dev/null)
		ask "$style: $layout by modes, M=$m N=$n" \
			"idx_mn(i % $rows, i $([ "$style" = python ] && echo //  || echo /) $rows$(arguments idx_mn))"
	done
done <"$scratch/layouts"

printf 'int main(void) {\n%s\n}\n' "$(cat "$scratch/main")" >>"$scratch/run.cpp"
{
	${CXX:-c++} -Wall -Werror -Wno-unused-function -o "$scratch/run" "$scratch/run.cpp" && "$scratch/run"
	python3 "$scratch/run.py"
} >"$scratch/saw" 2>"$scratch/messages" || true
awk -v folder="$scratch" '$1 == "check" { file = folder "/saw-" $2; printf "" >file; next } { print >file }' "$scratch/saw"
check=0
while read -r name; do
	check=$((check + 1))
	if [ -s "$scratch/saw-$check" ] && cmp -s "$scratch/saw-$check" "$scratch/expected-$check"; then
		pass
	else
		fail "$name" "$(cat "$scratch/code-$check"
			diff "$scratch/saw-$check" "$scratch/expected-$check" 2>&1 | head -5
			head -5 "$scratch/messages")"
	fi
done <"$scratch/checks"

finish
