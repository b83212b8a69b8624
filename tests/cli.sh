#!/bin/sh
# The command line: exit codes, what goes to which stream, failing output, and that the man pages name every option.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run COMMAND...: leaves "code", and the streams in the scratch folder.
run() {
	code=0
	"$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

# expect NAME CODE STREAM: the exit code of the last run, and the only stream that it wrote to: out, err, both or none.
expect() {
	written=none
	if [ -s "$scratch/out" ] && [ -s "$scratch/err" ]; then
		written=both
	elif [ -s "$scratch/out" ]; then
		written=out
	elif [ -s "$scratch/err" ]; then
		written=err
	fi
	if [ "$code" = "$2" ] && [ "$written" = "$3" ]; then
		pass
	else
		fail "$1" "exit code $code, expected $2; wrote to $written, expected $3
$(cat "$scratch/out" "$scratch/err")"
	fi
}

# contains NAME FILE TEXT
contains() {
	if grep -qF -e "$3" "$2"; then
		pass
	else
		fail "$1" "'$3' is not in $2"
	fi
}

# --- exit codes and streams ---

run "$tool" eval '(4,8):(8,1)'
expect 'a value' 0 out
run "$tool"
expect 'no command' 2 err
run "$tool" nonsense
expect 'unknown command' 2 err
run "$tool" --nonsense
expect 'unknown option' 2 err
run "$tool" --help
expect '--help' 0 out
run "$tool" --version
expect '--version' 0 out
run "$tool" eval --help
expect 'eval --help' 0 out
run "$tool" eval --nonsense 4
expect 'eval with an unknown option' 2 err
run "$tool" eval -f "$scratch/absent.cute"
expect 'eval of a file that does not exist' 2 err
run "$tool" eval -f "$scratch"
expect 'eval of a folder' 2 err
run "$tool" eval '(4,8'
expect 'eval of half an expression' 3 err
run "$tool" eval 'nonsense(4)'
expect 'eval of an unknown operation' 3 err
run "$tool" eval 'composition((4,6,8):(2,3,5), 6:4)'
expect 'eval of a composition that CuTe refuses' 3 err

# --- output that fails ---

run sh -c '"$1" eval "(4,8):(8,1)" >/dev/full' sh "$tool"
expect 'eval to a full disk' 2 err
run sh -c '"$1" --help >/dev/full' sh "$tool"
expect '--help to a full disk' 2 err
run sh -c '"$1" eval "(4,8):(8,1)" >&-' sh "$tool"
expect 'eval to a closed output' 2 err

finish
