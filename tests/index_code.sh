#!/bin/sh
# What "eval --style c", cuda and python print of layouts, those of run-time integers with names too, gives the offsets of
# the layout with numbers in their place, at every coordinate, as does the function of the coordinates of two modes; and
# what does not fit 32 bits is refused, and no other. CXX names the compiler.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Names of integers that functions have for their own are among these.
promises='M = ?; N = ?{div=8}; q1 = ?; a1 = ?{div=8}; i = ?; m = ?; n = ?{div=8}; a1_ = ?; '

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
(M,4):(1,-N/8) 5 16
(M,4):(1,-3*N/8) 5 16
(M,4):(1,M-N/8) 5 16
(M,4):(N*M/8-N/8,1) 5 16
(M,4):(N,-N/8+M) 2 64
(3,1):(-N/8,0) 5 16
(M,8):(8,N/8) 5 16
Sw<3,4,3> o 0 o (M,64):(64,1) 5 8
Sw<2,0,3> o N o (M,8):(8,1) 8 16
Sw<2,3,-3> o 0 o zipped_divide((M,N):(N,1),(2,8)) 4 16
(M,4):(4,1) o 1 o (2,2):(1,3) 6 8
tensor<ptr<f16,gmem>o(M,N):(N,1)>(2,_) 5 16
local_tile(tensor<ptr<f16,gmem>o(M,N):(N,1)>,(2,8),(1,_)) 6 24
tensor<ptr<f16,gmem>o(M,4,N):(4*N,N,1)>(1,_,_) 3 8
(4,8):(8,1) o M-1 o 4:1 3 8
(q1,4,n):(4*n,n,1) 3 8
(4,q1,i):(1,i,4) 3 8
(m,n):(n,1) 5 16
(i,a1):(a1,1) 5 16
Sw<2,0,3> o a1 o (q1,8):(8,1) 8 16
Sw<1,0,3> o a1_ o (3,a1):(a1,1) 8 16
7:3 1 8
4:-3 1 8
(1,1):(0,5) 1 8
(4,(2,3),5):(1,(0,8),-4) 1 8
(4,3):(2,1073741820) 1 8
(4,2):(1,9223372036854775800) 1 8
Sw<3,3,3> o 5 o (8,16):(16,1) 1 8
8:2 o 0 o 4:-1 1 8
8:2 o -3 o (2,2):(1,5) 1 8
0:9 o 4 o 3:1 1 8
make_composed_layout((4,0):(7,1),2,(4,2):(1,5)) 1 8
(4,8):(8,1) o 2 o (Sw<1,0,2> o 1 o (2,4):(1,2)) 1 8
(4,3):(2,1073741820) o 0 o 12:1 1 8
make_composed_layout((3,5):(7,1),0,make_composed_layout((4,2):(5,4),3,(2,3):(1,2))) 1 8
END
awk 'BEGIN {
	srand(7)
	split("2 3 4 8 16 M N", extents, " ")
	for (n = 0; n < 16; n++) {
		rank = 1 + int(rand() * 3)
		all = steps = ""
		for (k = 1; k <= rank; k++) {
			all = all (k > 1 ? "," : "") extents[1 + int(rand() * 7)]
			factor = int(rand() * 4)
			steps = steps (k > 1 ? "," : "") (factor == 0 ? "N" : factor == 1 ? "3*M" : factor == 2 ? 1 + int(rand() * 9) : "N/8")
		}
		whole = rank > 1 ? "(" all "):(" steps ")" : all ":(" steps "+0)"
		if (rand() < 0.3) whole = "Sw<" 1 + int(rand() * 3) ",2,3> o " (rand() < 0.5 ? 0 : "M") " o " whole
		print whole, 1 + int(rand() * 6), 8 * (1 + int(rand() * 3))
	}
	for (n = 0; n < 12; n++) {
		below = 0
		for (part = 0; part < 2; part++) {
			shape[part] = stride[part] = ""
			rank = 2 + int(rand() * 2)
			for (k = 1; k <= rank; k++) {
				extent = 1 + int(rand() * 5)
				step = int(rand() * 19) - 9
				shape[part] = shape[part] (k > 1 ? "," : "") (k == 2 ? "(" extent ",2)" : extent)
				stride[part] = stride[part] (k > 1 ? "," : "") (k == 2 ? "(" step ",3)" : step)
				below += part == 0 && step < 0 ? step * (1 - extent) : 0
			}
			layout[part] = "(" shape[part] "):(" stride[part] ")"
		}
		print rand() < 0.5 ? layout[0] : layout[1] " o " below + int(rand() * 3) " o " layout[0], 1, 8
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

# arguments NAME INDICES: the names behind the INDICES first arguments of the function NAME, as numbers.
arguments() {
	sed -n "s/.*\b$1(\(.*\)).*/\1/p" "$scratch/code" | tr ',' '\n' | sed "1,$2d; s/.* //" | sed -n "s/^[Mim]\$/, $m/p; s/^q1\$/, $m/p; s/^a1_\$/, $m/p; s/^[Nn]\$/, $n/p; s/^a1\$/, $n/p" | tr -d '\n'
}

while read -r line; do
	n=${line##* }
	line=${line% *}
	m=${line##* }
	layout=${line% *}
	numbers="M = $m; N = $n; q1 = $m; a1 = $n; i = $m; m = $m; n = $n; a1_ = $m; "
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
	case $layout in
	*9223372036854775800*) set -- c cuda python 'c --index-type int64' 'cuda --index-type uint64' ;;
	*-*) set -- c cuda python 'c --index-type int64' 'cuda --index-type int32' ;;
	*) set -- c cuda python 'c --index-type uint32' 'cuda --index-type int32' ;;
	esac
	for style; do
		# shellcheck disable=SC2086 # a style and perhaps an option
		"$tool" eval --style $style "$promises$layout" >"$scratch/code" 2>/dev/null || true
		ask "$style: $layout, M=$m N=$n" "idx(i$(arguments idx 1))"
		grep -q idx_mn "$scratch/code" || continue
		rows=$("$tool" eval "${numbers}size($inner,0)" 2>/dev/null)
		ask "$style: $layout by modes, M=$m N=$n" \
			"idx_mn(i % $rows, i $([ "$style" = python ] && echo //  || echo /) $rows$(arguments idx_mn 2))"
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
	if [ -s "$scratch/expected-$check" ] && cmp -s "$scratch/saw-$check" "$scratch/expected-$check"; then
		pass
	else
		fail "$name" "$(cat "$scratch/code-$check"
			diff "$scratch/saw-$check" "$scratch/expected-$check" 2>&1 | head -5
			head -5 "$scratch/messages")"
	fi
done <"$scratch/checks"

# A layout behind one that gives all numbers below a limit is refused for 32 bits if one of its offsets does not fit.
awk 'BEGIN {
	srand(3)
	for (n = 0; n < 60; n++) {
		rank = 1 + int(rand() * 4)
		shape = stride = ""
		for (k = 1; k <= rank; k++) {
			shape = shape (k > 1 ? "," : "") 1 + int(rand() * 5)
			stride = stride (k > 1 ? "," : "") int((rand() - 0.4) * 1800000000 / rank)
		}
		print "(" shape "):(" stride ") o 0 o " 1 + int(rand() * 30) ":1"
	}
}' >"$scratch/layouts"
awk '{ count = $0; sub(/.* /, "", count); for (i = 0; i < count + 0; i++) print "A = " $0 "; A(" i ")" }' "$scratch/layouts" \
	| "$tool" eval --batch >"$scratch/offsets" 2>/dev/null
awk 'NR == FNR { offset[NR] = $1; next }
	{
		count = $0; sub(/.* /, "", count)
		fits[1] = fits[2] = 1
		for (i = 0; i < count + 0; i++) {
			x = offset[++at]
			if (x < -2147483648 || x > 2147483647) fits[1] = 0
			if (x < 0 || x > 4294967295) fits[2] = 0
		}
		print fits[1], fits[2], $0
	}' "$scratch/offsets" "$scratch/layouts" >"$scratch/fitting"
while read -r signed unsigned layout; do
	for fits in "int32 $signed" "uint32 $unsigned"; do
		type=${fits% *}
		code=0
		"$tool" eval --style c --index-type "$type" "$layout" >/dev/null 2>&1 || code=$?
		if [ "$code" = $((${fits#* } == 1 ? 0 : 3)) ]; then
			pass
		else
			fail "$type: $layout" "$(grep -F -- "$layout" "$scratch/fitting"; echo "exit code $code")"
		fi
	done
done <"$scratch/fitting"

finish
