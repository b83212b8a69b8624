#!/bin/sh
# Golden files: golden/AREA/NAME.cute is a program; beside it stands what the tool is expected to say.
#
#     NAME.out   standard output
#     NAME.scene standard output, when the program is drawn as a scene
#     NAME.err   standard error
#
# A file that is absent means that nothing is printed there. A first line "# args: ..." in NAME.cute gives the command
# line, "@" standing for the file's own name; without it that is "draw --dump-scene -f @" if NAME.scene exists, else
# "eval -f @". A line "# exit: N" gives the exit code; without it that is 0, or 3 if NAME.err exists and no output does.
#
#     run_golden.sh            compare
#     run_golden.sh --update   rewrite what is expected; review the difference before it is committed
#
# CUTELAYOUT names the program; CUTELAYOUT_CAIRO=no leaves out the golden files that need Cairo (# needs: cairo).
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
update=no
[ "${1-}" != --update ] || update=yes
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# header NAME FILE: the value of a "# NAME: ..." line among the first three lines.
header() {
	sed -n "1,3s/^# $1: //p" "$2"
}

# The suffix of the file that holds the expected output.
output_suffix() {
	if [ -e "${1%.cute}.scene" ]; then
		echo scene
	else
		echo out
	fi
}

default_arguments() {
	case $(output_suffix "$1") in
	scene) echo 'draw --dump-scene -f @' ;;
	out) echo 'eval -f @' ;;
	esac
}

# run FILE: run the program in the file's folder; leaves "out", "err" and "code" in the scratch folder.
run() {
	arguments=$(header args "$1")
	arguments=${arguments:-$(default_arguments "$1")}
	(
		cd "$(dirname "$1")"
		eval "set -- $(echo "$arguments" | sed "s/@/$(basename "$1")/g")"
		code=0
		"$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
		echo "$code" >"$scratch/code"
	)
}

expected_code() {
	code=$(header exit "$1")
	if [ -n "$code" ]; then
		echo "$code"
	elif [ -e "${1%.cute}.err" ] && [ ! -e "${1%.cute}.$(output_suffix "$1")" ]; then
		echo 3
	else
		echo 0
	fi
}

# keep FILE NEW: make FILE what NEW holds, or remove it if that is nothing.
keep() {
	if [ -s "$2" ]; then
		cp "$2" "$1"
	else
		rm -f "$1"
	fi
}

# compare FILE NEW: print the difference.
compare() {
	expected=$1
	[ -e "$expected" ] || expected=/dev/null
	diff -u -L "$1" -L 'what the program says' "$expected" "$2" || true
}

for file in golden/*/*.cute; do
	[ -e "$file" ] || continue
	if [ "$(header needs "$file")" = cairo ] && [ "${CUTELAYOUT_CAIRO:-yes}" = no ]; then
		continue
	fi
	run "$file"
	base=${file%.cute}
	output=$base.$(output_suffix "$file")
	if [ "$update" = yes ]; then
		keep "$output" "$scratch/out"
		keep "$base.err" "$scratch/err"
	fi
	difference=$(
		compare "$output" "$scratch/out"
		compare "$base.err" "$scratch/err"
	)
	if [ "$(cat "$scratch/code")" != "$(expected_code "$file")" ]; then
		difference="$difference
exit code $(cat "$scratch/code"), expected $(expected_code "$file")"
	fi
	if [ -z "$difference" ]; then
		pass
	else
		fail "$base" "$difference"
	fi
done
finish
