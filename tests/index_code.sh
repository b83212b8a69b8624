#!/bin/sh
# What "eval --style c", cuda and python print of layouts of run-time integers with names gives the offsets of the layout
# with numbers in their place, at every coordinate, as does the function of the coordinates of two modes. CC and CXX name the compilers.
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

# run_c CALL: compile what "code" has, and print the value of CALL at each index.
run_c() {
	{
		printf '#include <stdio.h>\n#define __host__\n#define __device__\n#define __forceinline__ static inline\n'
		cat "$scratch/code"
		printf 'int main(void) {\n\tfor (int i = 0; i < %s; i++) printf("%%lld\\n", (long long)%s);\n}\n' "$size" "$1"
	} >"$scratch/run.cpp"
	${CXX:-c++} -Wall -Werror -Wno-unused-function -o "$scratch/run" "$scratch/run.cpp" && "$scratch/run"
}

run_python() {
	{ cat "$scratch/code"; printf '\nfor i in range(%s):\n\tprint(%s)\n' "$size" "$1"; } >"$scratch/run.py"
	python3 "$scratch/run.py"
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
		run=run_c
		[ "$style" != python ] || run=run_python
		$run "idx(i$(arguments idx))" >"$scratch/saw" 2>&1 || true
		if cmp -s "$scratch/saw" "$scratch/expected" && [ -s "$scratch/saw" ]; then
			pass
		else
			fail "$style: $layout, M=$m N=$n" "$(cat "$scratch/code"; diff "$scratch/saw" "$scratch/expected" | head -5)"
		fi
		grep -q idx_mn "$scratch/code" || continue
		rows=$("$tool" eval "${numbers}size($inner,0)" 2>/dev/null)
		$run "idx_mn(i % $rows, i $([ "$style" = python ] && echo //  || echo /) $rows$(arguments idx_mn))" >"$scratch/saw" 2>&1 || true
		if cmp -s "$scratch/saw" "$scratch/expected"; then
			pass
		else
			fail "$style: $layout by modes, M=$m N=$n" "$(cat "$scratch/code"; diff "$scratch/saw" "$scratch/expected" | head -5)"
		fi
	done
done <"$scratch/layouts"

finish
