#!/bin/sh
# What "eval --style c", cuda and python print of layouts of run-time integers with names gives the offsets of the layout
# with numbers in their place, at every coordinate. CC and CXX name the compilers.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
promises='M = ?; N = ?{div=8}; '

# A layout of M and N, and the numbers for them.
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
END

number=0
while read -r layout m n; do
	number=$((number + 1))
	numbers="M = $m; N = $n; "
	size=$("$tool" eval "${numbers}size($layout)" 2>/dev/null)
	awk -v size="$size" -v layout="$layout" -v numbers="$numbers" \
		'BEGIN { for (i = 0; i < size; i++) print numbers "A = " layout "; A(" i ")" }' \
		| "$tool" eval --batch >"$scratch/expected" 2>/dev/null
	for style in c cuda python; do
		"$tool" eval --style "$style" "$promises$layout" >"$scratch/code" 2>/dev/null
		signature=$(grep 'idx(' "$scratch/code")
		call=i
		case $signature in *M*) call="$call, $m" ;; esac
		case $signature in *N*) call="$call, $n" ;; esac
		# The names stand in the order in which the layout has them.
		case $signature in *N*M*) call="i, $n, $m" ;; esac
		case $style in
		python)
			{ cat "$scratch/code"; printf 'for i in range(%s):\n\tprint(idx(%s))\n' "$size" "$call"; } >"$scratch/run.py"
			python3 "$scratch/run.py" >"$scratch/saw" 2>&1 || true
			;;
		*)
			{
				printf '#include <stdio.h>\n#define __host__\n#define __device__\n#define __forceinline__ static inline\n'
				cat "$scratch/code"
				printf 'int main(void) {\n\tfor (int i = 0; i < %s; i++) printf("%%lld\\n", (long long)idx(%s));\n}\n' \
					"$size" "$call"
			} >"$scratch/run.cpp"
			${CXX:-c++} -Wall -Werror -o "$scratch/run" "$scratch/run.cpp" >"$scratch/saw" 2>&1 \
				&& "$scratch/run" >"$scratch/saw" || true
			;;
		esac
		if cmp -s "$scratch/saw" "$scratch/expected" && [ -s "$scratch/saw" ]; then
			pass
		else
			fail "$style: $layout" "$(cat "$scratch/code"; diff "$scratch/saw" "$scratch/expected" | head -5)"
		fi
	done
done <"$scratch/layouts"

finish
