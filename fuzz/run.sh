#!/bin/sh
# Fuzz with libFuzzer: run.sh NAME|all [SECONDS], where NAME is a harness of this folder. Needs Clang.
#
# What a harness learns is kept in build-fuzz/corpus-NAME, an input that fails in build-fuzz/NAME-crash-*. Such an input
# belongs in fuzz/corpus once what it found is mended. At the end there is one line for each harness: the inputs that it
# tried, the processor's seconds that they took, and the edges of the program's flow that they reached.
set -eu
cd "$(dirname "$0")/.."

names='lex parse eval style atoms facts golden index language op plan paste'
sanitize=address,undefined

usage() {
	echo "usage: fuzz/run.sh NAME|all [SECONDS], NAME one of $names" >&2
	exit 2
}

# The folder of fuzz/corpus that holds inputs for the harness "$1".
corpus() {
	case $1 in
	lex | parse | eval | style) echo program ;;
	*) echo "$1" ;;
	esac
}

# build NAME: the harness as build-fuzz/fuzz-NAME.
build() {
	if [ ! -e build-fuzz/build.ninja ]; then
		CC=clang meson setup build-fuzz -Dcairo=disabled -Dcuda=disabled -Dunit-tests=disabled -Dman-pages=disabled \
			-Db_sanitize=$sanitize -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link
	fi
	libraries=
	for layer in tool gpu render lang algebra base; do
		libraries="$libraries src/$layer/lib$layer.a"
	done
	# shellcheck disable=SC2086 # a list of words
	ninja -C build-fuzz $libraries
	sources=fuzz/$1.c
	case $1 in
	golden) sources="$sources src/cli/golden/diff.c src/cli/golden/inline.c" ;;
	plan) sources="$sources src/cli/bench/options.c src/cli/bench/problem.c src/cli/limit_options.c src/cli/options.c src/cli/report.c" ;;
	esac
	# shellcheck disable=SC2046,SC2086
	clang -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -Isrc -Ibuild-fuzz/src/cli -fsanitize=fuzzer,$sanitize -fno-sanitize-recover=all \
		-o "build-fuzz/fuzz-$1" $sources $(printf 'build-fuzz/%s ' $libraries) -lm -ldl -lpthread
}

# fuzz NAME SECONDS: print what was done. Returns the status of the harness.
fuzz() {
	log=build-fuzz/log-$1
	dictionary=fuzz/dict/$(corpus "$1")
	mkdir -p "build-fuzz/corpus-$1"
	set -- "$@" -print_final_stats=1 -timeout=20 -rss_limit_mb=2048 -max_len=2048 -close_fd_mask=3
	[ ! -e "$dictionary" ] || set -- "$@" "-dict=$dictionary"
	name=$1
	seconds=$2
	shift 2
	status=0
	(
		status=0
		"build-fuzz/fuzz-$name" "$@" "-max_total_time=$seconds" "-artifact_prefix=build-fuzz/$name-" \
			"build-fuzz/corpus-$name" "fuzz/corpus/$(corpus "$name")" || status=$?
		times
		exit "$status"
	) >"$log" 2>&1 || status=$?
	awk -v name="$name" '
		/^#[0-9]+.* cov: [0-9]+/ { for (i = 1; i < NF; i++) if ($i == "cov:") edges = $(i + 1) }
		/^stat::number_of_executed_units:/ { runs = $2 }
		/^[0-9]+m[0-9.]+s [0-9]+m[0-9.]+s$/ {
			split($1, user, "m")
			split($2, kernel, "m")
			seconds = user[1] * 60 + user[2] + kernel[1] * 60 + kernel[2]
		}
		END { printf "%s: %d inputs in %.0f s of the processor, %d edges\n", name, runs, seconds, edges }
	' "$log"
	if [ "$status" -ne 0 ]; then
		tail -n 40 "$log"
		echo "$name: FAILED, see build-fuzz/$name-*"
	fi
	return "$status"
}

wanted=${1-}
seconds=${2:-60}
case " $names all " in
*" $wanted "*) ;;
*) usage ;;
esac
[ "$wanted" != all ] || wanted=$names
failed=0
for name in $wanted; do
	build "$name" >&2
	fuzz "$name" "$seconds" || failed=1
done
exit "$failed"
