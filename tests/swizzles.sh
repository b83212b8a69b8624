#!/bin/sh
# The swizzles of kernels that are in use (tests/swizzles.tsv) against those that "find swizzle" finds: these are the
# same or better, as predicted and, on a GPU, by its clock.
#
#     tests/swizzles.sh              as predicted
#     tests/swizzles.sh --measure    measured, in half a minute
#
# CUTELAYOUT names the program.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
measure=${1-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tab=$(printf '\t')

# number LINE WORD: the number in front of WORD in the line that begins with LINE; of ways, "8-way" is 8.
number() {
	sed -n "s/^$1 .* \([0-9.]*\)[ -]$2.*/\1/p" "$scratch/err"
}

# is_at_most X Y: X <= Y, within 1 % and a cycle where it was measured.
is_at_most() {
	awk -v x="$1" -v y="$2" -v slack="${measure:+1}" 'BEGIN { exit !(x != "" && y != "" && x <= y + slack * (1 + y / 100)) }'
}

while IFS=$tab read -r kernel source dtype memory own writer reader; do
	case $kernel in
	'#'*) continue ;;
	esac
	code=0
	# shellcheck disable=SC2086 # --measure or nothing
	"$tool" find swizzle $measure --dtype "$dtype" --memory "$memory" --against "$own" --access "$writer" \
		${reader:+--access "$reader"} >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	good=$code
	for what in way wavefronts ${measure:+cycles}; do
		is_at_most "$(number found $what)" "$(number against $what)" || good=1
	done
	# What is measured is what is predicted.
	[ -z "$measure" ] || awk -v x="$(number found wavefronts)" -v y="$(number found cycles)" \
		'BEGIN { exit !(y - x <= 1 + x / 50 && x - y <= 1 + x / 50) }' || good=1
	if [ "$good" -eq 0 ]; then
		pass
	else
		fail "$kernel ($source)" "$(cat "$scratch/out" "$scratch/err")"
	fi
	if [ -n "$measure" ]; then
		printf '%-44s %s wavefronts %s cycles, the kernel %s wavefronts %s cycles: %s\n' "$kernel" \
			"$(number found wavefronts)" "$(number found cycles)" "$(number against wavefronts)" "$(number against cycles)" \
			"$(cat "$scratch/out")"
	fi
done <tests/swizzles.tsv
finish
