#!/bin/sh
# The repl: lines from a pipe, and where python3 is installed a terminal (tests/repl_terminal.py).
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# prints NAME CODE INPUT OUTPUT: exit code and standard output for an input, both in the notation of printf.
prints() {
	code=0
	# shellcheck disable=SC2059 # formats by intent
	printf "$3" | (cd "$scratch" && "$tool" repl) >"$scratch/out" 2>"$scratch/err" || code=$?
	# shellcheck disable=SC2059
	if [ "$code" = "$2" ] && [ "$(cat "$scratch/out")" = "$(printf "$4")" ]; then
		pass
	else
		fail "$1" "exit code $code, expected $2
$(cat "$scratch/out" "$scratch/err")"
	fi
}

# complains NAME CODE INPUT TEXT: exit code, and what standard error has.
complains() {
	code=0
	# shellcheck disable=SC2059
	printf "$3" | "$tool" repl >"$scratch/out" 2>"$scratch/err" || code=$?
	if [ "$code" = "$2" ] && grep -qF -e "$4" "$scratch/err"; then
		pass
	else
		fail "$1" "exit code $code, expected $2
$(cat "$scratch/err")"
	fi
}

# --- values and names ---

prints 'nothing' 0 '' ''
prints 'values' 0 '4:1\nsize(4)\n' '4:1\n4'
prints 'a last line without its end' 0 '4:1\n5' '4:1\n5'
prints 'empty lines and comments' 0 '\n  \n# four\n4 # five\n' '4'
prints 'several values' 0 '1; 2\n' '1\n2'
prints 'names' 0 'a = (4,8):(8,1)\nb = a(2,3)\nb; a\n' '(4,8):(8,1)\n19\n19\n(4,8):(8,1)'
prints 'a name that is bound anew' 0 'a = 4\nb = a\na = 5\nb; a\n' '4\n4\n5\n4\n5'
prints 'the last value' 0 '4:1\nsize(ans)\nans\n' '4:1\n4\n4'
prints 'every kind of value' 0 'a = true\nb = "x"\nc = Sw<3,4,3>\nd = (4:1,_)\na; b; c; d\n' \
	'true\n"x"\nSw<3,4,3>\n(4:1,_)\ntrue\n"x"\nSw<3,4,3>\n(4:1,_)'
prints 'names before an error stay' 3 'a = 4; nonsense\na\n' '4'
prints 'errors do not end it' 3 'nonsense\n5\n' '5'
complains 'an error has its place' 3 '5\n\nsize(\n4,nonsense)\n' '<stdin>:4:3: error: '
complains 'a place behind a command' 3 ':table 4 o x\n' '<stdin>:1:12: error: '
complains 'a warning' 0 'composition((4,6,8):(2,3,5), 6:3)\n' '<stdin>:1:30: warning: '
complains 'a NUL byte' 3 'a\0b\n' 'line 1: a NUL byte'
names=$(awk 'BEGIN { for (i = 1; i < 1024; i++) printf "n%d = %d; ", i, i }')
prints 'as many names as there may be' 0 "$names 5\nn1 = 7\nn1; n1023; ans\n" '5\n7\n7\n1023\n7'
complains 'one name more' 3 "$names 5\nx = 5\n" 'there are 1024 names already'
again=$(awk 'BEGIN { for (i = 1; i < 1024; i++) printf "n = %d; ", i }')
prints 'as many bindings in a line as there may be' 0 "m = 5\n$again n = 1024\nn; m\n" '5\n1024\n1024\n5'
complains 'one binding more' 3 "$again n = 1024; n = 1025\n" 'more than 1024 bindings'
prints 'as many lines as there may be' 0 "($(awk 'BEGIN { for (i = 1; i < 1023; i++) printf "\\n" }')\n5)" '(5)'
# LIMIT_REPL_LINES
complains 'one line more' 3 "($(awk 'BEGIN { for (i = 1; i < 1024; i++) printf "\\n" }')\n5)" "expected ')'"

prints 'a dialect' 3 '7//2\n:dialect dsl\n7//2\n:dialect cpp\n7//2\n:dialect c\n' '7\n3\n7'
prints 'a promise' 0 'M = ?\nceil_div(M,8)\n:assume M %% 8 == 0\nceil_div(M,8)\n:assume\n' 'M\nceil_div(M,8)\nM/8'
prints 'what a line needed that failed is no promise' 3 \
	':assume N %% 2 == 0\nN = ?; M = ?; L = M:1; (upcast((M,8):(1,M),8),nothing)\nL; ceil_div(M,8)\n' 'M:1\nceil_div(M,8)'
prints 'numbers for run-time integers' 0 'M = ?\n:with M=4\nM*2\n:check --assert "size == 8" -q (M,2)\n:with\nM\n' \
	'M\n2*M\nM=4: 8\nM'
complains 'numbers that are none' 3 ':with M\n' "expected :with"
prints 'integers known at run time only' 0 'M = ?{div=16}\nL = (M,4):(4,1)\nL\nsize(L)\n' 'M\n(M,4):(4,1)\n(M,4):(4,1)\n4*M'
prints 'an integer without a name' 0 'x = assume(?{i64},divby=8)\nx\n(x,2)\n' '?{i64 div=8}\n?{i64 div=8}\n(?{i64 div=8},2)'
complains 'a name that was said in terms of another' 3 'M = ?\nL = (M,4):(4,1)\nM = 5\nL\n' "'L' is forgotten: it was said in terms of 'M'"
complains 'a name said in terms of what it was' 3 'x = ?\nx = x:1\nx\n' "'x' is not kept: it is said in terms of 'x'"
complains 'a coordinate said in terms of what its name was' 3 'M = ?\nM = M@0\nM\n' "'M' is not kept: it is said in terms of 'M'"
prints 'the last value in terms of what a name was' 3 'x = ?; x = x:1\n5\nans\nx\n' 'x:1\n5\n5'
complains 'a name said in terms of what another was' 3 'n = ?; m = n:1; n = 5; k = m\nk\n' "no value is called 'k'"
prints 'a name said in terms of what another is' 0 'n = ?\nn = ?{div=4}; k = n:1\nk\n' 'n\nn:1\nn:1'
# Names that only look like another one are not forgotten with it: M0 to M_ and aM to _M beside M.
{
	echo 'M = ?'
	for name in M0 M9 Ma Mz MA MZ M_ aM zM AM ZM _M; do
		printf '%s = ?\nin_%s = (%s,2)\n' $name $name $name
	done
	echo 'M = 5'
	for name in M0 M9 Ma Mz MA MZ M_ aM zM AM ZM _M; do
		echo "in_$name"
	done
} >"$scratch/input"
"$tool" repl <"$scratch/input" 2>"$scratch/err" | tail -n 12 >"$scratch/out"
if [ "$(tr '\n' ' ' <"$scratch/out")" = '(M0,2) (M9,2) (Ma,2) (Mz,2) (MA,2) (MZ,2) (M_,2) (aM,2) (zM,2) (AM,2) (ZM,2) (_M,2) ' ] &&
	[ ! -s "$scratch/err" ]; then
	pass
else
	fail 'names that are like another one' "$(cat "$scratch/out" "$scratch/err")"
fi
for text in '2*M' 'M*2' '(M)' 'M'; do
	complains "a name as $text" 0 "M = ?\nx = $text\nM = 5\n" "'x' is forgotten: it was said in terms of 'M'"
done
# What names are bound to again and again is not kept: all others are as they were.
awk 'BEGIN { text = sprintf("%1000s", ""); gsub(/ /, "x", text); print "a = (4,8):(8,1)"
	for (i = 0; i < 3000; i++) print "s = \"" text i "\""; print "z = 7"; print "a; z; size(a)" }' >"$scratch/input"
if [ "$("$tool" repl <"$scratch/input" | tail -n 3)" = "$(printf '(4,8):(8,1)\n7\n32')" ]; then
	pass
else
	fail 'names that are bound again and again' "$("$tool" repl <"$scratch/input" 2>&1 | tail -n 3 | cut -c1-200)"
fi
# LIMIT_SOURCE_BYTES
{ printf 4 && head -c 1048575 /dev/zero | tr '\0' ' ' && printf '\n5\n'; } >"$scratch/input"
[ "$("$tool" repl <"$scratch/input")" = "$(printf '4\n5')" ] && pass || fail 'a line as long as it may be'
{ printf 4 && head -c 1048576 /dev/zero | tr '\0' ' ' && printf '\n5\n'; } >"$scratch/input"
if [ "$("$tool" repl <"$scratch/input" 2>"$scratch/err")" = 5 ] && grep -q 'longer than 1 MiB' "$scratch/err"; then
	pass
else
	fail 'a longer line' "$(head -c 300 "$scratch/err")"
fi

prints 'a tensor keeps its pointer, a part its offset' 0 \
	'T = tensor<ptr<f16,gmem> o (4,8):(8,1)>\nk = T(1,_)\nk\n:names\n' \
	'(4,8):(8,1)\n((8):(1),8)\n((8):(1),8)\nT = tensor<ptr<f16, gmem> o (4,8):(8,1)>\nans = ((8):(1),8)\nk = ((8):(1),8)'

# The value of every operation's example is the same when its name is asked for in the next line, but for elements of a
# tensor that were computed: they have no text, and are not kept.
for operation in $("$tool" help | sed -n 's/^  \([a-zA-Z_0-9]*\) .*/\1/p'); do
	"$tool" help "$operation" | sed -n 's/^  example  //p' >"$scratch/example"
	values=$({ printf 'x = ' && cat "$scratch/example" && echo x; } | "$tool" repl 2>"$scratch/err") || true
	case $values in
	'tensor(raw_ptr('*)
		# What print_tensor prints is no value: its argument is.
		[ "$(echo "$values" | tail -n 1)" = '(2,3):(3,1)' ] && pass || fail 'the example of print_tensor'
		continue
		;;
	tensor_value*)
		grep -q "'x' is not kept" "$scratch/err" && pass || fail "the example of $operation is kept"
		continue
		;;
	esac
	case $operation in
	print | printf)
		grep -q "'x' is not kept" "$scratch/err" && pass || fail "the example of $operation is kept"
		continue
		;;
	esac
	if [ "$(echo "$values" | sed -n 1p)" = "$(echo "$values" | sed -n 2p)" ] && [ -n "$values" ]; then
		pass
	else
		fail "the example of $operation as a name" "$values"
	fi
done

# --- lines that go on ---

prints 'brackets' 0 '(4,\n8):(8,\n\n1)\n5\n' '(4,8):(8,1)\n5'
prints 'operators' 0 '(4,8):\n(8,1) o # and\n4:1\na =\n5\na ==\n5\n' '4:8\n5\ntrue'
prints 'a comma' 0 'Layout<Shape<_4,\n_8>>{}\n' '(4,8):(1,4)'
prints 'a name called o alone' 3 'o\n5\n' '5'
prints 'brackets that the input ends in' 3 '5\n(4,\n' '5'
prints 'brackets in strings' 0 'x = "("\nx\n' '"("\n"("'

# --- commands ---

prints ':names' 0 'b = 2:1\na = 4\n:names\n' '2:1\n4\na = 4\nans = 4\nb = 2:1'
prints ':table' 0 ':table 2:3\n' "$("$tool" eval --table 2:3)"
prints ':table of a name, and of the last value' 0 'a = 2:3\n5\n:table a\n:table\n' \
	"2:3\n5\n$("$tool" eval --table 2:3)\n$("$tool" eval --table 2:3)"
prints ':explain' 0 'a = 4:3\n:explain composition((6,2):(8,2), a)\n' \
	"4:3\n$("$tool" eval --explain 'composition((6,2):(8,2), 4:3)')"
prints ':explain of what was typed last' 0 'a = 4:3\ncomposition((6,2):(8,2), a)\n:explain\n' \
	"4:3\n$("$tool" eval 'composition((6,2):(8,2), 4:3)')\n$("$tool" eval --explain 'composition((6,2):(8,2), 4:3)')"
prints ':explain twice' 0 'coalesce((2,2))\n:explain\n:explain\n' \
	"4:1\n$("$tool" eval --explain 'coalesce((2,2))')\n$("$tool" eval --explain 'coalesce((2,2))')"
prints ':explain of a name that has changed' 0 'a = (2,2)\na = coalesce(a)\n:explain\n' '(2,2)\n4:1\n4:1'
prints ':explain of the last value' 0 '(2,2)\ncoalesce(ans)\n:explain\n' '(2,2)\n4:1\n4:1'
prints ':draw' 0 'a = (4,8):(8,1)\n:draw a --flat\n' "(4,8):(8,1)\n$("$tool" draw '(4,8):(8,1)' --flat)"
prints ':draw of the last value' 0 '(4,8):(8,1)\n:draw\n' "(4,8):(8,1)\n$("$tool" draw '(4,8):(8,1)')"
prints ':draw of words' 0 'a = (4,8):(8,1)\n:draw --title "x y" a o 4:1\n' \
	"(4,8):(8,1)\n$("$tool" draw '(4,8):(8,1) o 4:1' --title 'x y')"
prints 'brackets group' 0 ':draw --title (a b) 4:1\n' "$("$tool" draw --title '(a b)' 4:1)"
prints 'brackets that were not opened group nothing' 0 ':draw --title a)(b c) 4:1\n' "$("$tool" draw --title 'a)(b c)' 4:1)"
prints ':help of a command' 0 ':help :draw\n' "$("$tool" help draw | sed 's/%/%%/g')"
# WORDS_MAX
prints 'as many words as there may be' 0 ":check -q 4:1$(printf ' o 4:1%.0s' $(seq 63))\n" ''
complains 'one word more' 3 ":check -q -q 4:1$(printf ' o 4:1%.0s' $(seq 63))\n" ':check takes at most 128 words'
prints ':draw into a file' 0 ":draw (4,8) -o 'a b.txt'\n" ''
if [ -s "$scratch/a b.txt" ]; then
	pass
else
	fail ':draw into a file' 'it is not there'
fi
prints ':check' 0 'a = (4,8):(8,1)\n:check a --assert "bijective && size == 32" -q\n' '(4,8):(8,1)'
prints ':check with names in options' 0 'a = (4,8):(8,1)\n:check a -q --tile size(a) --memory a\n' '(4,8):(8,1)'
prints ':check of strings in brackets' 0 ':check -q mma_atom("SM80_16x8x16_F32F16F16F32_TN")\n' ''
prints ':check that is false' 3 ':check 4:1 -q --assert size==5\n5\n' '5'
prints ':check does not read the lines behind it' 3 ':check -f -\n5\n' '5'
prints ':style' 0 ':style cute\n(4,8)\n:style plain\n(4,8)\n' '(_4,_8)\n(4,8)'
prints ':help of an operation' 0 ':help size\n' "$("$tool" help size)"
prints ':quit' 0 '4\n:quit\n5\n' '4'
for word in exit quit q 'exit()'; do
	prints "$word" 0 "4\n$word\n5\n" '4'
done
prints 'help and ?' 0 'help\n?\nhelp size\n' "$(printf ':help\n:help\n:help size\n' | "$tool" repl)"
prints 'a name called q' 0 'q = 4:1\nq\n' '4:1\n4:1'
prints ':save and :load' 0 'a = (4,8):(8,1); b = a(2,3)\n:save kept.cute\na = 5\n:load kept.cute\na; b\n' \
	'19\n5\n19\n(4,8):(8,1)\n19'
prints ':save of what is said in terms of a name behind it' 0 'n = ?{div=8}; a = n*2\n:save kept.cute\na = 5\n:load kept.cute\na - 2*n\n' \
	'2*n\n5\n2*n\n0'
prints ':load prints values' 0 'a = 4\n:save kept.cute\n:load kept.cute\n' '4\n4'
complains ':load of nothing' 3 ':load\n' 'expected :load FILE'
complains ':save of nothing' 3 ':save\n' 'expected :save FILE'
complains ':load of a file that is not there' 3 ':load nowhere\n' "cannot open 'nowhere'"
complains ':save into a folder that is not there' 3 ':save no/where\n' "cannot write 'no/where'"
complains 'a command behind an open bracket' 3 '(4,\n:names\n' 'line 1: what was begun is forgotten'
prints 'a command behind an open bracket is run' 3 'a = 4\n(4,\n:names\n5\n' '4\na = 4\nans = 4\n5'
complains 'nearly a command' 3 ':tabel\n' "did you mean ':table'?"
complains ':style of nothing' 3 ':style\n' 'expected :style NAME'
complains 'an unknown command' 3 ':nonsense 4\n' "no command is called ':nonsense'"
complains 'nearly a command with an argument' 3 ':tabel 4:1\n' "is called ':tabel'; did you mean ':table'?"
complains 'an unknown command with an argument' 3 ':nonsense 4\n' "is called ':nonsense'; :help lists them"
nine=xxxxxxxxx
letters=$nine$nine$nine$nine$nine$nine
complains 'an unknown command of 60 letters' 3 ":${letters}123456\\n" "is called ':${letters}123456'; :help"
complains 'and of one more' 3 ":${letters}1234567\\n" "is called ':${letters}123456'; :help"
complains 'an unknown option' 3 ':draw 4 --nonsense\n' "unknown option '--nonsense'"
complains ':draw before any value' 3 ':draw\n' "no value is called 'ans'"
printf ':help\n' | "$tool" repl >"$scratch/help"
for command in assume check dialect draw explain help load names quit save style table with; do
	if grep -q "^  :$command" "$scratch/help" && grep -q "^\*:$command\*" man/cutelayout-repl.1.scd; then
		pass
	else
		fail ":$command" "it is missing in :help or in the man page"
	fi
done
if [ "$(grep -c '^  :' "$scratch/help")" = 13 ]; then
	pass
else
	fail ':help' "$(cat "$scratch/help")"
fi

# --- output that fails, a reader that leaves, wrong usage ---

for line in '4:1' ':help' "$(printf ':help\nnonsense')"; do
	code=0
	echo "$line" | "$tool" repl >/dev/full 2>"$scratch/err" || code=$?
	if [ "$code" = 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ]; then
		pass
	else
		fail "$line to a full disk" "exit code $code: $(cat "$scratch/err")"
	fi
done
if [ "$(yes 4:1 | "$tool" repl 2>"$scratch/err" | head -n 2)" = "$(printf '4:1\n4:1')" ] && [ ! -s "$scratch/err" ]; then
	pass
else
	fail 'a reader that leaves' "$(cat "$scratch/err")"
fi
code=0
"$tool" repl <"$scratch" >"$scratch/out" 2>&1 || code=$?
if [ "$code" = 2 ] && [ "$(cat "$scratch/out")" = 'cutelayout: cannot read standard input: Is a directory' ]; then
	pass
else
	fail 'a standard input that cannot be read' "exit code $code: $(cat "$scratch/out")"
fi
code=0
"$tool" repl 4 >"$scratch/out" 2>&1 </dev/null || code=$?
if [ "$code" = 2 ]; then
	pass
else
	fail 'repl with an argument' "$(cat "$scratch/out")"
fi

# --- a terminal ---

if command -v python3 >/dev/null 2>&1 && python3 -c 'import pty, os; os.waitstatus_to_exitcode' 2>/dev/null; then
	mkdir "$scratch/home"
	python3 tests/repl_terminal.py "$tool" "$scratch/home" "${CUTELAYOUT_LIBEDIT:-yes}" >"$scratch/terminal" 2>&1 || true
	sed '$d' "$scratch/terminal"
	counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$scratch/terminal")
	if [ -n "$counts" ]; then
		passed=$((passed + ${counts% *}))
		failed=$((failed + ${counts#* }))
	else
		fail 'the repl at a terminal' "$(tail -n 1 "$scratch/terminal")"
	fi
else
	skip 'python3 is not installed, or older than 3.9: the repl at a terminal is not checked'
fi

finish
