#!/bin/sh
# The command line: exit codes, what goes to which stream, failing output.
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
run "$tool" --version
expect '--version' 0 out
for command in '' $("$tool" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
	run "$tool" ${command:+"$command"} --help
	expect "$command --help" 0 out
	run "$tool" ${command:+"$command"} -h
	expect "$command -h" 0 out
done
run "$tool" eval --nonsense 4
expect 'eval with an unknown option' 2 err
run "$tool" eval --json -x3 4
expect 'eval with an unknown short option' 2 err
contains 'eval with an unknown short option' "$scratch/err" "unknown option '-x'"
run "$tool" eval --json=3 4
expect 'eval with a value for an option that takes none' 2 err
contains 'eval with a value for an option that takes none' "$scratch/err" "option '--json' takes no value"
run "$tool" atoms -x3
contains 'atoms with an unknown short option' "$scratch/err" "unknown option '-x'"
run "$tool" eval --json '-3:1' -4
expect 'eval of negative integers' 3 out
run "$tool" eval -4
expect 'eval of a negative integer' 0 out
contains 'eval of a negative integer' "$scratch/out" -4
run "$tool" eval 4:1 --json -3
expect 'eval with an option behind an expression' 0 out
contains 'eval with an option behind an expression' "$scratch/out" '"text":"4:1"'
contains 'eval of a negative integer behind an option' "$scratch/out" '"text":"-3"'
run "$tool" eval 4 -- --json
expect 'eval of what stands behind --' 3 both
run "$tool" eval --file
expect 'eval with an option that lacks its value' 2 err
run "$tool" eval -f examples/tiling.cute 4
expect 'eval of a file and an expression' 2 err
run "$tool" eval --batch 4
expect 'eval --batch of an expression' 2 err
run "$tool" eval --table --json 4
expect 'eval --table --json' 0 out
# LIMIT_TABLE_CELLS
run "$tool" eval --table 4194304:1
expect 'eval --table of as many cells as it prints' 0 out
run "$tool" eval --table 4194305:1
expect 'eval --table of one cell more' 3 err
contains 'eval --table of one cell more' "$scratch/err" 'the limit is 4194304'
run "$tool" eval --json --table 4194304:0
expect 'eval --json --table of as many cells as it prints' 0 out
run "$tool" eval --json --table 4194305:0
expect 'eval --json --table of one cell more' 3 out
run "$tool" eval -f "$scratch/absent.cute"
expect 'eval of a file that does not exist' 2 err
run "$tool" eval -f "$scratch"
expect 'eval of a folder' 2 err
run "$tool" eval --batch -f "$scratch/absent.cute"
expect 'eval --batch of a file that does not exist' 2 err
run "$tool" eval --batch -f "$scratch"
expect 'eval --batch of a folder' 2 err
run "$tool" eval
expect 'eval of nothing' 0 none
run "$tool" eval '(4,8'
expect 'eval of half an expression' 3 err
run "$tool" eval 'nonsense(4)'
expect 'eval of an unknown operation' 3 err
run "$tool" eval 'composition((100,60):(60,1), 128)'
expect 'eval of a composition that CuTe refuses' 3 err
run "$tool" eval --json 'composition((100,60):(60,1), 128)'
expect 'the same with --json' 3 out
run "$tool" eval 'composition((4,6,8):(2,3,5), 6:3)'
expect 'eval of a composition that is not exact' 0 both
run "$tool" eval --strict 'composition((4,6,8):(2,3,5), 6:3)'
expect 'the same with --strict' 3 err
run "$tool" eval --batch -f examples/batch.txt
expect 'eval --batch with a line that fails' 3 out
run "$tool" help
expect 'help' 0 out
run "$tool" help coalesce
expect 'help of an operation' 0 out
run "$tool" help eval
expect 'help of a command' 0 out
contains 'help of a command' "$scratch/out" 'usage: cutelayout eval'
run "$tool" help coalesce zip
expect 'help of two operations' 2 err
run "$tool" help coalese
contains 'help of an operation that is nearly there' "$scratch/err" "did you mean 'coalesce'?"
run "$tool" help nonsense
expect 'help of an unknown operation' 2 err
run "$tool" help --nonsense
expect 'help with an unknown option' 2 err
contains 'help with an unknown option' "$scratch/err" "unknown option '--nonsense'"
run "$tool" draw
expect 'draw of nothing' 3 err
run "$tool" draw --nonsense 4
expect 'draw with an unknown option' 2 err

# --- pictures ---

tile='((2,2,2),(2,2,2)):((1,16,4),(8,2,32))'
mkdir "$scratch/pictures"
for format in svg png pdf tex html; do
	# shellcheck disable=SC2046 # the picture alone: the live page may not be installed
	run "$tool" draw "$tile" --tile 8,8 $([ "$format" != html ] || echo --static) -o "$scratch/pictures/tile.$format"
	if [ "${CUTELAYOUT_CAIRO:-yes}" = no ] && { [ "$format" = png ] || [ "$format" = pdf ]; }; then
		expect "draw as $format without Cairo" 4 err
		contains "draw as $format without Cairo" "$scratch/err" cairo
	else
		expect "draw as $format" 0 none
		if [ -s "$scratch/pictures/tile.$format" ]; then
			pass
		else
			fail "draw as $format" 'it is empty'
		fi
	fi
done
rm -f "$scratch/pictures"/*
run "$tool" draw "$tile" --tile 8,8 --dump-scene
expect 'draw --dump-scene' 0 out
run "$tool" draw "$tile"
expect 'draw in the terminal' 0 out
run "$tool" draw "$tile" -o "$scratch/pictures/tile.bmp"
expect 'draw in an unknown format' 2 err
run "$tool" draw "$tile" -o "$scratch/pictures/tile.svg" --tile 8
expect 'draw with half a tile' 2 err
run "$tool" draw "$tile" -o "$scratch/pictures/tile.svg" --tile 0,8
expect 'draw with an empty tile' 2 err
run "$tool" draw '(4,8' -o "$scratch/pictures/tile.svg"
expect 'draw of half an expression' 3 err
run "$tool" draw '"text"' -o "$scratch/pictures/tile.svg"
expect 'draw of a string' 3 err
run "$tool" draw '4:1' -o "$scratch/pictures/tile.svg" --tile 2,2
expect 'draw of rank 1 over a tile' 3 err
run "$tool" draw "$tile" -o "$scratch/absent/tile.svg"
expect 'draw into a folder that does not exist' 2 err
mkdir "$scratch/taken.svg"
run "$tool" draw "$tile" -o "$scratch/taken.svg"
expect 'draw over a folder' 2 err
# A disk that fills up: files may not grow beyond 1 KiB.
run sh -c 'ulimit -f 2; trap "" XFSZ; "$1" draw "$2" -o "$3"' sh "$tool" "$tile" "$scratch/pictures/tile.svg"
expect 'draw to a disk that fills up' 2 err
cp "$tool" "$scratch/alone"
run "$scratch/alone" bench --shape 64 --device 1000
expect 'bench where the module is missing, or the device' 4 err
if [ "${CUTELAYOUT_CAIRO:-yes}" = yes ]; then
	mkdir "$scratch/bare"
	if ! "$scratch/alone" draw "$tile" --tile 8,8 -o "$scratch/bare/tile.png" 2>/dev/null; then
		run "$scratch/alone" draw "$tile" --tile 8,8 -o "$scratch/pictures/tile.png"
		expect 'draw as png where the module is missing' 4 err
		contains 'draw as png where the module is missing' "$scratch/err" \
			'cutelayout-paint.so and Cairo: it is neither beside the program nor in'
	fi
	run "$scratch/alone" draw "$tile" --tile 8,8 -o "$scratch/bare/tile.svg"
	expect 'draw as svg where the module is missing' 0 none
	# A module that is named must be a library, and one of this version.
	module=$(dirname "$tool")/cutelayout-paint.so
	if [ -e "$module" ]; then
		version=$("$tool" --version | sed 's/.* //')
		echo 'no library' >"$scratch/other.so"
		run env CUTELAYOUT_PAINT="$scratch/other.so" "$tool" draw "$tile" --tile 8,8 -o "$scratch/pictures/tile.png"
		expect 'draw as png with a module that is no library' 4 err
		contains 'draw as png with a module that is no library' "$scratch/err" "$scratch/other.so"
		# shellcheck disable=SC2016 # the other shell expands them
		run sh -c 'cd "$1" && CUTELAYOUT_PAINT=./other.so exec "$2" draw "$3" --tile 8,8 -o bare/beside.png' sh \
			"$scratch" "$tool" "$tile"
		expect 'a module is named from the root on, or not at all' 0 none
		other_version="s/$version/$(echo "$version" | tr 0-9 1-9a)/g"
		other_name='s/paint_module/other_module/g'
		# AddressSanitizer has a symbol by the name too, which is not found under another one.
		grep -q __odr_asan "$module" && other_name=$other_version
		for pattern in "$other_version" "$other_name"; do
			LC_ALL=C sed "$pattern" "$module" >"$scratch/other.so"
			run env CUTELAYOUT_PAINT="$scratch/other.so" "$tool" draw "$tile" --tile 8,8 -o "$scratch/pictures/tile.png"
			expect "draw as png with another module ($pattern)" 4 err
			contains "draw as png with another module ($pattern)" "$scratch/err" 'the one that was found is of another version'
		done
		cp "$module" "$scratch/other.so"
		run env CUTELAYOUT_PAINT="$scratch/other.so" "$scratch/alone" draw "$tile" --tile 8,8 -o "$scratch/bare/named.png"
		expect 'draw as png with the module that is named' 0 none
	fi
fi
if [ -z "$(ls -A "$scratch/pictures")" ]; then
	pass
else
	fail 'a failed run leaves no file' "$(ls -A "$scratch/pictures")"
fi

# --- a terminal gets as much of a picture as it shows ---

# screen ROWS LINES REST: how many lines a terminal of so many rows gets, and how many more there are, if any are said to be.
screen() {
	script -qec "stty rows $1 cols 80; NO_COLOR=1 '$tool' draw '(6,4):(4,1)'" /dev/null </dev/null | tr -d '\r' >"$scratch/out"
	rest=$(sed -n 's/^\.\.\. \([0-9]*\) lines more: .*/\1/p' "$scratch/out")
	lines=$(grep -vc '^\.\.\. ' "$scratch/out")
	if [ "$lines" = "$2" ] && [ "$rest" = "$3" ]; then
		pass
	else
		fail "a terminal of $1 rows" "$(cat "$scratch/out")"
	fi
}

if command -v script >/dev/null 2>&1; then
	screen 10 9 ''
	screen 9 7 2
	screen 8 6 3
	screen 7 9 '' # too few to be worth it
	# A file gets all of it, and the narrowest terminal 20 columns.
	script -qec "stty rows 8 cols 80; '$tool' draw '(6,4):(4,1)' -o '$scratch/whole.txt'" /dev/null </dev/null >"$scratch/out"
	if "$tool" draw '(6,4):(4,1)' | cmp -s - "$scratch/whole.txt"; then
		pass
	else
		fail 'a file that is written at a terminal' "$(cat "$scratch/out" "$scratch/whole.txt")"
	fi
	script -qec "stty rows 400 cols 1; NO_COLOR=1 '$tool' draw '(8,16):(16,1)'" /dev/null </dev/null | tr -d '\r' >"$scratch/out"
	if "$tool" draw '(8,16):(16,1)' --width 20 | cmp -s - "$scratch/out"; then
		pass
	else
		fail 'a terminal of one column' "$(cat "$scratch/out")"
	fi
else
	skip 'script is not installed: pictures that a terminal cuts are not looked at'
fi

# --- one line of output for each line of a batch ---

# batch NAME INPUT OUTPUT [OPTION]...: the output of eval --batch, both in the notation of printf.
batch() {
	name=$1
	input=$2
	# shellcheck disable=SC2059 # formats by intent
	wanted=$(printf "$3")
	shift 3
	# shellcheck disable=SC2059
	saw=$(printf "$input" | "$tool" eval --batch "$@" 2>"$scratch/err" | sed 's/^error: .*/error/')
	if [ "$saw" = "$wanted" ]; then
		pass
	else
		fail "$name" "$saw$(cat "$scratch/err")"
	fi
}

batch 'values' '4:1\nsize(4)\n' '4:1\n4\n'
batch 'one byte' '4' '4\n'
batch 'a last line without its end' '4:1\n5' '4:1\n5\n'
batch 'the value of the last expression' '1; 2; 3\n' '3\n'
batch 'lines do not know each other' 'a = 4\na\n' '4\nerror\n'
batch 'it goes on after an error' '(4\n)\nnonsense\n5\n' 'error\nerror\nerror\n5\n'
batch 'an empty line' '\n5\n' 'error\n5\n'
batch 'a line of comment' '# 4\n5 # five\n' 'error\n5\n'
batch 'a NUL byte' '4\0005\n6\n' 'error\n6\n'
batch 'lines that end as on Windows' '4\r\n5\r\n' '4\n5\n'
batch 'lines that end as they once did' '4\r5\r\r6' '4\n5\nerror\n6\n'
# LIMIT_SOURCE_BYTES, in one line and as the last one; longer lines are read to their end.
for more in 0 1 100000; do
	for end in '\n5\n' ''; do
		wanted=$([ "$more" -eq 0 ] && echo 4 || echo 'error: the program is longer than 1 MiB')
		[ -z "$end" ] || wanted=$(printf '%s\n5' "$wanted")
		# shellcheck disable=SC2059 # a format by intent
		saw=$({ printf 4 && head -c $((1048575 + more)) /dev/zero | tr '\0' ' ' && printf "$end"; } |
			"$tool" eval --batch 2>"$scratch/err") || true
		if [ "$saw" = "$wanted" ]; then
			pass
		else
			fail "a line of $more bytes more than there may be" "$(echo "$saw" | cut -c1-200)"
		fi
	done
done
batch 'numbers that a formula does not fit' 'M=?;size((M,M))\n5\n' 'error\n5\tM=4: 5\tM=5000000000: 5\n' \
	--with M=4 --with M=5000000000
batch 'a warning' 'composition((4,6,8):(2,3,5), 6:3)\n5\n' '(2,3):(6,3)\n5\n'

# --- a limit of time ---

# Whole seconds: no text comes through the pipe, which is open at both ends.
mkfifo "$scratch/pipe"
run sh -c 'timeout 20 "$1" eval --timeout 1 <>"$2"' sh "$tool" "$scratch/pipe"
expect '--timeout 1' 3 err

# --- streams that are closed ---

# Each has /dev/null in its place, so that no file gets its number.
if [ -e /dev/fd/0 ]; then
	run sh -c '"$1" eval -f /dev/fd/0 <&-' sh "$tool"
	expect 'what is in the place of standard input' 0 err
	run sh -c '"$1" eval -f /dev/fd/1 >&-' sh "$tool"
	expect 'what is in the place of standard output' 0 err
	run sh -c '"$1" eval -f /dev/fd/2 2>&-' sh "$tool"
	expect 'what is in the place of standard error' 0 none
fi

# --- more than a text may have ---

run sh -c 'seq 4097 | sed "s/.*/tensor<&, #a>/" | "$1" convert --from=triton' sh "$tool"
expect 'one type of a tensor too many' 3 err
contains 'one type of a tensor too many' "$scratch/err" 'more than 4096 types'
run sh -c '{ seq 4097 | sed "s/.*/#a& = #b/"; echo "module tensor<8xf16, #a1>"; } | "$1" convert --from=triton' sh "$tool"
expect 'one alias too many' 3 err
contains 'one alias too many' "$scratch/err" 'more than 4096 aliases'
run sh -c '{ printf "%1048571s" ""; printf "i*8+j"; } | "$1" convert --quiet --from=c --shape=4,8' sh "$tool"
expect 'a text of 1 MiB' 0 out
run sh -c '{ printf "%1048572s" ""; printf "i*8+j"; } | "$1" convert --quiet --from=c --shape=4,8' sh "$tool"
expect 'a text of 1 MiB and a byte' 3 err

# --- output that fails ---

run sh -c '"$1" eval "(4,8):(8,1)" >/dev/full' sh "$tool"
expect 'eval to a full disk' 2 err
run sh -c '"$1" --help >/dev/full' sh "$tool"
expect '--help to a full disk' 2 err
run sh -c '"$1" eval "(4,8):(8,1)" >&-' sh "$tool"
expect 'eval to a closed output' 2 err

finish
