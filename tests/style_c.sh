#!/bin/sh
# What "eval --style c" prints compiles without a warning and gives the same offsets as the layout at every coordinate.
# CC names the compiler.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
compiler=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/layouts" <<'END'
7:3
1:0
(4,8):(1,4)
(4,8):(8,1)
(4,8):(1,5)
(4,8):(0,1)
(4,8):(0,0)
(1,1):(0,5)
(3,7,5):(5,15,1)
((32,4),(8,4)):((128,4),(16,1))
(4,(2,3),5):(1,(0,8),-4)
((2,(1,3)),(2,4)):((0,(7,2)),(0,4))
(8,16):(4294967296,1)
2:(0-9223372036854775807-1)
Sw<3,3,3> o 0 o (8,64):(64,1)
Sw<3,3,3> o 5 o (8,64):(64,1)
Sw<2,0,-3> o 1 o (4,(4,3)):(1,(4,16))
Sw<0,4,3> o 0 o (4,8):(1,4)
make_composed_layout(Sw<3,3,3>, 8, Sw<2,0,3> o 3 o (8,8):(8,1))
make_composed_layout((4,8):(8,1), 3, (2,3):(1,7))
Sw<2,1,3> o 0 o ((2,2),(4,2)):((1,8),(2,16))
Sw<2,0,3> o 0 o 64:1
bits((1,2,9))
bits((1,2,9,4),5)
make_composed_layout(bits((1,2,4,9)), 0, (4,4):(4,1))
make_composed_layout((4,8):(8,1), 0, (2,3):(1,7))
make_composed_layout((4,8):(8,1), 1, (2,3):(0,0))
make_composed_layout((4,8):(8,1), 2, Sw<1,0,2> o 1 o (2,4):(1,2))
make_composed_layout((4,0):(7,1), 2, (4,2):(1,5))
END

# program NUMBER LAYOUT: print the offsets by index and, with two modes, by mode.
program() {
	suffix=$1
	[ "$suffix" -gt 0 ] || suffix=
	size=$("$tool" eval "size($2)")
	printf '\tfor (int64_t i = 0; i < %s; i++) {\n' "$size"
	printf '\t\tprintf("%s i %%lld: %%lld\\n", (long long)i, (long long)idx%s(i));\n\t}\n' "$1" "$suffix"
	if [ "$("$tool" eval "rank($2)")" = 2 ]; then
		rows=$("$tool" eval "size($2, 0)")
		printf '\tfor (int64_t i = 0; i < %s; i++) {\n' "$size"
		printf '\t\tprintf("%s mn %%lld: %%lld\\n", (long long)i, (long long)idx%s_mn(i %% %s, i / %s));\n\t}\n' \
			"$1" "$suffix" "$rows" "$rows"
	fi
}

# expected NUMBER LAYOUT: the same lines, computed by the program under test.
expected() {
	size=$("$tool" eval "size($2)")
	awk -v size="$size" -v layout="$2" 'BEGIN { for (i = 0; i < size; i++) print "A = " layout "; A(" i ")" }' \
		| "$tool" eval --batch >"$scratch/offsets"
	awk -v number="$1" '{ print number " i " NR - 1 ": " $0 }' "$scratch/offsets"
	if [ "$("$tool" eval "rank($2)")" = 2 ]; then
		awk -v number="$1" '{ print number " mn " NR - 1 ": " $0 }' "$scratch/offsets"
	fi
}

{
	echo '#include <stdio.h>'
	"$tool" eval --style c -f "$scratch/layouts"
	echo 'int main(void) {'
	number=0
	while read -r layout; do
		program "$number" "$layout"
		number=$((number + 1))
	done <"$scratch/layouts"
	echo '	return 0;'
	echo '}'
} >"$scratch/program.c"

if ! "$compiler" -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -o "$scratch/program" "$scratch/program.c" \
	>"$scratch/messages" 2>&1; then
	fail 'the functions compile' "$(cat "$scratch/messages")"
	finish
fi
pass
"$scratch/program" >"$scratch/printed"
number=0
while read -r layout; do
	expected "$number" "$layout" >"$scratch/expected"
	grep "^$number " "$scratch/printed" >"$scratch/got" || true
	if difference=$(diff "$scratch/expected" "$scratch/got"); then
		pass
	else
		fail "$layout" "$(echo "$difference" | head -n 10)"
	fi
	number=$((number + 1))
done <"$scratch/layouts"
finish
