#!/bin/sh
# Random problems of every class under all tools of compute-sanitizer: memcheck, racecheck, initcheck and synccheck must
# find nothing in kernels that compute, prove and judge. Without a GPU or the sanitizer it is skipped.
#
#     tests/device_random.sh [COUNT [SEED]]      200 problems if not given
#
# Problems are dealt to processes that run beside each other; the first run of each, without a tool, compiles its kernels
# for those with one. DEVICE_RANDOM names the program, JOBS the number of processes at once, LIMIT the seconds of each.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

program=$(realpath "${DEVICE_RANDOM:-build-gpu/tests/device_random}")
count=${1:-200}
seed=${2:-1}
jobs=${JOBS:-$(nproc)}
limit=${LIMIT:-200}
parts=8
[ "$count" -ge "$parts" ] || parts=1
each=$(((count + parts - 1) / parts))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/kernels"

"$program" 1 "$seed" "$scratch/kernels" >"$scratch/first" 2>&1 || :
if grep -q 'cutelayout-cuda.so' "$scratch/first"; then
	fail 'the program has no device of its own' "$(head -n 1 "$scratch/first")"
	finish
fi
if grep -q '^skipped' "$scratch/first"; then
	skip "no GPU: $(head -n 1 "$scratch/first")"
	finish
fi

# run TOOL PART: what the tool finds in a part of the problems, in a file of its own; plain is no tool.
run() {
	out=$scratch/$1-$2
	set -- "$1" "$2" "$program" "$each" "$((seed * 1000 + $2))" "$scratch/kernels"
	tool=$1
	shift 2
	if [ "$tool" != plain ]; then
		set -- compute-sanitizer --tool "$tool" --print-limit 5 --error-exitcode 99 "$@"
	fi
	code=0
	timeout "$limit" "$@" >"$out" 2>&1 </dev/null || code=$?
	if [ "$code" -ne 0 ]; then
		echo "exit code $code" >>"$out"
		mv "$out" "$out.fail"
	fi
}

# all TOOL...: every part with each of these tools.
all() {
	started=$(date +%s)
	running=0
	part=0
	while [ "$part" -lt "$parts" ]; do
		for tool in "$@"; do
			if [ "$running" -ge "$jobs" ]; then
				wait
				running=0
			fi
			run "$tool" "$part" &
			running=$((running + 1))
		done
		part=$((part + 1))
	done
	wait
	for tool in "$@"; do
		part=0
		while [ "$part" -lt "$parts" ]; do
			if [ -e "$scratch/$tool-$part.fail" ]; then
				fail "$tool, seed $((seed * 1000 + part))" "$(grep -v '^=* *$' "$scratch/$tool-$part.fail" | head -n 30)"
			else
				pass
			fi
			part=$((part + 1))
		done
	done
	echo "$*: $parts processes of $each problems, $(($(date +%s) - started)) s"
}

all plain
cat "$scratch"/plain-* | awk -F '[ ,;]+' '/^elementwise/ { e += $2; x += $4; o += $8; r += $10; s += $14 }
	END { printf "%d elementwise, %d exchanges, %d of several outputs, %d reductions, %d of several blocks\n", e, x, o, r, s }'
if command -v compute-sanitizer >/dev/null 2>&1; then
	all memcheck initcheck
	# Beside others these end kernels with an illegal memory access that they do not find alone, nor do the others.
	jobs=1
	all racecheck synccheck
else
	skip 'compute-sanitizer is not installed'
fi
finish
