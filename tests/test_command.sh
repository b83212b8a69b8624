#!/bin/sh
# cutelayout test: what passes and what differs, updates, both forms of expectation, cases that crash, hang or print
# without end, reports, and the limits of limits.h.
#
# CUTELAYOUT names the program.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
source=$PWD
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cd "$scratch/work"

# file NAME LINE...: a file of these lines.
file() {
	name=$1
	shift
	mkdir -p "$(dirname "$name")"
	printf '%s\n' "$@" >"$name"
}

# run OPTION_OR_PATH...: leaves "code", and the streams in the scratch folder.
run() {
	code=0
	timeout 50 "$tool" test "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

# expect NAME CODE LAST_LINE: of the last run. LAST_LINE is that of standard output, or of standard error if the former
# is empty.
expect() {
	last=$(tail -n 1 "$scratch/out")
	[ -s "$scratch/out" ] || last=$(tail -n 1 "$scratch/err")
	if [ "$code" = "$2" ] && [ "$last" = "$3" ]; then
		pass
	else
		fail "$1" "exit code $code, expected $2; last line '$last', expected '$3'
$(cat "$scratch/out" "$scratch/err")"
	fi
}

# says NAME TEXT: standard output holds the line.
says() {
	if grep -qxF -e "$2" "$scratch/out"; then
		pass
	else
		fail "$1" "no line '$2' in
$(cat "$scratch/out")"
	fi
}

# holds NAME FILE LINE...: the file consists of these lines.
holds() {
	name=$1
	held=$2
	shift 2
	if [ "$(cat "$held")" = "$(printf '%s\n' "$@")" ]; then
		pass
	else
		fail "$name" "$held is
$(cat "$held")"
	fi
}

# has_no NAME FILE
has_no() {
	if [ ! -e "$2" ]; then
		pass
	else
		fail "$1" "there is $2"
	fi
}

# --- values below statements ---

file one.cute 'a = (4,8):(8,1)' 'size(a)' '#= 32' 'a(1,1); rank(a)' '#= 9' '#= 2'
run one.cute
expect 'values as expected' 0 '1 passed, 0 failed'

file one.cute 'size((4,8):(8,1))' '#= 33'
run one.cute
expect 'a value that differs' 1 '0 passed, 1 failed'
holds 'its difference' "$scratch/out" 'FAIL one.cute: one.cute differs' '--- one.cute' '+++ what the program says' \
	'@@ -1,2 +1,2 @@' ' size((4,8):(8,1))' '-#= 33' '+#= 32' '0 passed, 1 failed'
run --update one.cute
expect 'an update' 0 '1 passed, 0 failed'
says 'the name of the file that an update changed' 'updated one.cute'
holds 'what an update writes' one.cute 'size((4,8):(8,1))' '#= 32'
run --update one.cute
holds 'an update of what is right' "$scratch/out" '1 passed, 0 failed'

file one.cute 4 '#= 4' '#= 4'
run one.cute
expect 'a value too many' 1 '0 passed, 1 failed'
file one.cute '4; 5' '#= 4'
run one.cute
expect 'a value too few' 1 '0 passed, 1 failed'
file one.cute 'a = 4' '#= 4' 'a = 5' a '#= 5'
run one.cute
expect 'the value of a binding, asked for and not' 0 '1 passed, 0 failed'
file one.cute 'a = 4' '#= 5'
run one.cute
expect 'the value of a binding that differs' 1 '0 passed, 1 failed'
file one.cute 'size(' '  4' ')' '#= 4'
run one.cute
expect 'a statement of several lines' 0 '1 passed, 0 failed'
file one.cute '4' '# note' '#= 4'
run one.cute
expect 'an expectation that is not directly below' 1 '0 passed, 1 failed'
# LIMIT_NESTING, with a bracket on each line: the statement is one, and the error is behind it.
for count in 64 65; do
	open=$(yes '(' | head -n "$count")
	close=$(yes ')' | head -n "$count" | tr -d '\n')
	printf '%s\n' "$open" "4$close" 5 >one.cute
	run --update --accept-errors one.cute
	sed -n "$((count + 2)),\$p" one.cute >"$scratch/out"
	[ "$count" = 64 ] && said="#= $(echo "$open" | tr -d '\n')4$close" || said='#! error: brackets nested more than 64 deep'
	holds "$count brackets on as many lines" "$scratch/out" "$said" 5 '#= 5'
done
printf '4' >one.cute
run --update one.cute
holds 'a last line without its end' one.cute 4 '#= 4'
printf 'a = 4\n-' >one.cute
run --update --accept-errors one.cute
run one.cute
expect 'an error at the end of a last line without its end' 0 '1 passed, 0 failed'
file one.cute '#= 4'
run --update one.cute
says 'an expectation of nothing' 'updated one.cute'
run --update one.cute
holds 'a program is never removed' "$scratch/out" '1 passed, 0 failed'
printf '# only a comment' >one.cute
run --update one.cute
holds 'a comment alone' "$scratch/out" '1 passed, 0 failed'
printf '4\r\n5\r\n' >one.cute
run --update one.cute
holds 'lines that end as on Windows' one.cute "$(printf '4\r\n#= 4\r\n5\r\n#= 5\r')"
printf '#= 3\n4\r\n' >one.cute
run --update one.cute
holds 'a first line that goes' one.cute "$(printf '4\r\n#= 4\r')"
printf '4\r' >one.cute
run --update one.cute
run one.cute
expect 'a last line with half an end' 0 '1 passed, 0 failed'
printf '4\r5\r' >one.cute
run --update one.cute
holds 'lines that end in a carriage return' one.cute "$(printf '4\r#= 4\r5\r#= 5\r')"
run one.cute
expect 'and what is expected of them' 0 '1 passed, 0 failed'
: >one.cute
run one.cute
expect 'an empty file' 0 '1 passed, 0 failed'

file one.cute 'composition((4,6,8):(2,3,5), 6:3)' 'size(4' ',,)' 'nonsense' '(4,8' 'size(4)' 7
cp one.cute "$scratch/first"
run --update one.cute
expect 'errors that are new' 1 '0 passed, 1 failed'
says 'how many they are' 'FAIL one.cute: 3 new errors are not expected; --accept-errors expects them from now on; one.cute differs'
if cmp -s one.cute "$scratch/first"; then
	pass
else
	fail 'new errors are not stored' "$(cat one.cute)"
fi
file two.cute 'size(4' 7
run --update two.cute
says 'how many that is' 'FAIL two.cute: 1 new error is not expected; --accept-errors expects it from now on; two.cute differs'
rm two.cute
run --update --accept-errors one.cute
expect 'errors that are new and accepted' 0 '1 passed, 0 failed'
sed -i 's/^#! error: no value.*/#! error: another/' one.cute
run --update one.cute
expect 'an error in place of another' 0 '1 passed, 0 failed'
cp one.cute "$scratch/first"
run one.cute
expect 'messages as expected' 0 '1 passed, 0 failed'
if [ "$(sed -n 's/: .*//p' one.cute)" = '#! warning
#! error
#! error
#! error' ] && tail -n 1 one.cute | grep -qx '#= 7'; then
	pass
else
	fail 'it goes on behind an error' "$(cat one.cute)"
fi
sed '/^#!/d' "$scratch/first" >one.cute
run one.cute
expect 'messages that are not expected' 1 '0 passed, 1 failed'
file one.cute 4 '#= 4' '#! error: nothing'
run one.cute
expect 'a message that does not come' 1 '0 passed, 1 failed'
file one.cute '(((' '#! error: one' 5 '#= 5'
run one.cute
says 'an expectation ends a statement' ' #= 5'

file one.cute '#! error: one' nonsense
run --update one.cute
expect 'an error in place of one that stands in front' 0 '1 passed, 0 failed'

# --- companions ---

mkdir both
file both/a.cute 'composition((4,6,8):(2,3,5), 6:3)'
: >both/a.out
run both
expect 'output that is not expected' 1 '0 passed, 1 failed'
run --update both
expect 'an update of companions' 0 '1 passed, 0 failed'
holds 'output in a companion' both/a.out '(2,3):(6,3)'
if grep -q '^a.cute:1:30: warning' both/a.err; then
	pass
else
	fail 'messages in a companion'
fi
run both/a.out both/a.cute ./both//a.err
expect 'companions stand for their program, once' 0 '1 passed, 0 failed'
rm both/a.err
run both/a.err
expect 'a missing companion' 1 '0 passed, 1 failed'

file both/a.cute 4
printf 5 >both/a.out
run both
holds 'a line of one character without its end' "$scratch/out" 'FAIL both/a.cute: a.out differs' '--- both/a.out' \
	'+++ what the program says' '@@ -1 +1 @@' '-5' '\ No newline at end of file' '+4' '0 passed, 1 failed'

# A case writes nothing, whatever its command line asks for.
for written in picture.svg picture.txt; do
	file writes.cute "# args: draw -f @ -o $written" '4:1'
	run writes.cute
	expect "a case that writes $written" 1 '0 passed, 1 failed'
	if [ -e "$written" ]; then
		fail "a case wrote $written"
	else
		pass
	fi
done
rm writes.cute
echo '4:1' >both/a.cute
run --update both
says 'what an update writes of companions' 'updated both/a.out'
has_no 'nothing is printed, so there is no companion' both/a.err

file both/a.cute '# a comment' "# args: eval 'size(4)' --json \"5\" (6,7):(1,\\ 6)" '4'
run --update both
holds 'words in quotes' both/a.out "$("$tool" eval 'size(4)' --json 5 '(6,7):(1, 6)')"
file both/a.cute '# args: eval -3 4:1@0'
run --update both
holds 'a word that starts with a minus sign, and a basis' both/a.out -3 '4:1@0'
file both/a.cute '# args: eval --file=@' '5'
run --update both
holds 'the name of the file behind =' both/a.out 5
file both/a.cute '# args: eval x=@' '5'
rm both/a.out
: >both/a.err
run --update both
holds 'what ends in =@ and is no option' both/a.err "$("$tool" eval x=@ 2>&1)"
file both/a.cute '# args: eval x-=@'
run --update both
holds 'a word with a minus sign in it that is no option' both/a.err "$("$tool" eval x-=@ 2>&1)"
file both/a.cute '# args: @'
run --update --accept-errors both
holds 'the name of the file as a command' both/a.err "$("$tool" a.cute 2>&1)"
file both/a.cute "# args: check -q 'composition((4,6,8):(2,3,5), 6:3)'" '# exit: 0'
"$tool" check -q 'composition((4,6,8):(2,3,5), 6:3)' 2>both/a.err
run both
expect 'an exit code of 0 beside messages alone' 0 '1 passed, 0 failed'
file both/a.cute '# needs: cairo' '# args: eval 4'
echo 4 >both/a.out
rm both/a.err
run both
expect 'a case that needs what it does not use' 0 '1 passed, 0 failed'
rm both/a.*
file both/a.cute '# args: check --assert bijective -q -f @' '#=' '4:2'
sed -i 2d both/a.cute
run both
expect 'a property that does not hold' 1 '0 passed, 1 failed'
says 'its exit code' 'FAIL both/a.cute: exit code 1, expected 0'
file both/a.cute '# args: check --assert bijective -q -f @' '# exit: 1' '4:2'
run both
expect 'the exit code of a header' 0 '1 passed, 0 failed'
file both/a.cute '# args: check --assert bijective -q -f @' '4:2' '#= 4:3'
run --update both
expect 'an update leaves the exit code' 1 '0 passed, 1 failed'
holds 'both forms in one file' both/a.cute '# args: check --assert bijective -q -f @' '4:2' '#= 4:2'
file both/a.cute '4:1'
: >both/a.scene
run --update both
if head -n 1 both/a.scene | grep -q '^scene\|^size'; then
	pass
else
	fail 'a scene' "$(head -n 1 both/a.scene)"
fi
run both
expect 'the same scene' 0 '1 passed, 0 failed'
: >both/a.out
run --update both
says 'a scene and an output of one case' 'FAIL both/a.cute: a.scene and .out both say what is printed; keep one of them'
rm both/a.scene both/a.out
file both/a.cute '# exit: 3' nonsense
run both
expect 'a message without a companion' 1 '0 passed, 1 failed'

# broken HEADER: a case that cannot be run.
broken() {
	file both/a.cute "$1" 4
	run both
	expect "$1" 2 '0 passed, 1 failed'
}

broken '# args: eval "4'
# shellcheck disable=SC1003 # a lone backslash
broken '# args: eval \'
broken '# args: test .'
broken '# args: test'
file both/a.cute '# args: ' 4
run both
expect 'no words at all' 1 '0 passed, 1 failed'
rm both/a.*
file both/a.cute 4 '#= 4' '# exit: four'
run both
expect 'a header behind a statement is a comment' 0 '1 passed, 0 failed'
broken '# exit: four'
broken '# exit: 256'
broken '# exit: '
broken '# needs: luck'
broken '# dialect: c'
broken '# assume: N'
file both/a.cute '# exit: 0' '4:1'
run both/a.cute
says 'an exit code alone says that the command is a case' \
	'FAIL both/a.cute: a.out says nothing of what is expected; --update records it'
printf '# args: eval 4\000 5\n' >both/a.cute
run both
says 'a byte that no word has' 'FAIL both/a.cute: # args: a NUL byte'
file both/a.cute '# args: eval 4' '# args: eval 5'
run both
expect 'two command lines' 2 '0 passed, 1 failed'
file both/a.cute '# args: nonsense' '# exit: 2'
run --update both
expect 'an unknown command' 0 '1 passed, 0 failed'
# LIMIT_TEST_WORDS
file both/a.cute "# args: eval$(yes ' 4' | head -n 255 | tr -d '\n')"
run --update both
expect 'as many words as there may be' 0 '1 passed, 0 failed'
broken "# args: eval$(yes ' 4' | head -n 256 | tr -d '\n')"
rm -rf both

# An error that is new is not kept in companions either.
file both/a.cute 'foo('
: >both/a.out
run --update both
expect 'a new error in a companion' 1 '0 passed, 1 failed'
says 'that it is one' 'FAIL both/a.cute: 1 new error is not expected; --accept-errors expects it from now on; a.err says nothing of what is expected; --update records it; exit code 3, expected 0'
has_no 'it is not kept' both/a.err
run --update --accept-errors both
expect 'a new error in a companion, accepted' 0 '1 passed, 0 failed'
has_no 'its output' both/a.out
run both
expect 'it is expected from now on' 0 '1 passed, 0 failed'
rm -rf both
file both/a.cute 4
: >both/a.err
run --update both
expect 'an error that is gone' 0 '1 passed, 0 failed'
file both/a.cute 'nonsense'
printf 'x' >both/a.err
rm both/a.out
run --update both
expect 'an error that is expected and changes' 0 '1 passed, 0 failed'
: >both/a.out
: >both/a.scene
run both
expect 'two companions for one output' 2 '0 passed, 1 failed'
run --accept-errors both
expect 'errors are accepted by updates only' 2 "try 'cutelayout test --help'"
rm -rf both

# --- a repository that is not yours ---

# Whatever its cases and links say, nothing is written but ordinary files in the folder that was named, with --update only;
# nothing else than ordinary files beside the case is opened, and no library of its own is loaded.
mkdir home repo
echo '# mine' >home/profile
cp home/profile "$scratch/profile"

# untouched NAME: the file of the user is as it was.
untouched() {
	if cmp -s home/profile "$scratch/profile" && [ "$(ls home)" = profile ]; then
		pass
	else
		fail "$1" "$(ls -l home; cat home/profile)"
		cp "$scratch/profile" home/profile
	fi
}

# hides NAME TEXT: neither stream has the text.
hides() {
	if grep -qF -e "$2" "$scratch/out" "$scratch/err"; then
		fail "$1" "$(cat "$scratch/out" "$scratch/err")"
	else
		pass
	fi
}

for suffix in out err scene; do
	file repo/a.cute '# args: draw --title="touch /tmp/x #" "(2,2)"'
	[ "$suffix" != err ] || file repo/a.cute '# args: eval -f "touch /tmp/x #"' '# exit: 2'
	ln -s ../home/profile "repo/a.$suffix"
	for option in '' --update '--update --accept-errors' --junit=junit.xml; do
		# shellcheck disable=SC2086 # no word or a list of words
		run $option repo
		expect "a companion that is a link, $suffix $option" 2 '0 passed, 1 failed'
		untouched "a companion that is a link, $suffix $option"
		hides "what a link leads to, $suffix $option" '# mine'
	done
	if grep -q mine junit.xml; then
		fail 'what a link leads to, in JUnit'
	fi
	rm "repo/a.$suffix"
done
ln -s absent repo/a.out
run --update repo
expect 'a companion that is a link to nothing' 2 '0 passed, 1 failed'
has_no 'what it leads to' repo/absent
rm -r repo junit.xml

mkdir -p repo/below
printf '(2,2)\n' >home/outside.cute
ln -s ../home/outside.cute repo/a.cute
run repo
expect 'a program that is a link out of the folder' 2 '0 passed, 1 failed'
run --update repo
expect 'an update of it' 2 '0 passed, 1 failed'
run repo/a.cute
expect 'a program that is a link, by its name' 2 '0 passed, 1 failed'
printf '#= (2,2)\n(2,2)\n' >repo/outside.cute # of the same name, and a folder whose name is as long
run repo/a.cute
expect 'a program that is a link to the namesake of one' 2 '0 passed, 1 failed'
rm repo/outside.cute
[ "$(cat home/outside.cute)" = '(2,2)' ] && pass || fail 'the program that a link leads to'
rm repo/a.cute home/outside.cute
printf '(2,2)\n' >repo/below/b.cute
ln -s below/b.cute repo/a.cute
run --update repo/a.cute
expect 'an update of a link within the folder' 2 '0 passed, 1 failed'
says 'what is not written through' "FAIL repo/a.cute: cannot write 'repo/a.cute': it is a link or no ordinary file"
[ "$(cat repo/below/b.cute)" = '(2,2)' ] && [ -L repo/a.cute ] && pass || fail 'an update through a link'
rm -r repo

# A case opens no device, pipe or terminal to write to, and leaves no trace in a folder.
mkdir repo
mkfifo repo/pipe.svg repo/pipe.txt
ln -s /dev/full repo/device.txt
ln -s /dev/tty repo/terminal.txt
ln -s ../home/profile repo/link.txt
ln -s ../home/new.txt repo/new.txt
touch -d 2001-01-01 repo home
for output in pipe.svg pipe.txt device.txt terminal.txt link.txt new.txt plain.txt ../home/other.txt /dev/stdout \
	/dev/fd/1 /proc/self/fd/2; do
	mkdir cases
	rm -f "$scratch/mark"
	file cases/a.cute "# args: draw --title=\"$(printf '\033')]0;pwned\" \"(2,2)\" -o $output" '# exit: 2'
	: >cases/a.err
	mv cases/a.* repo
	rmdir cases
	touch -d 2001-01-01 repo
	run repo
	expect "a case that writes to $output" 1 '0 passed, 1 failed'
	untouched "a case that writes to $output"
	hides "what is written to $output" "$(printf '\033')"
	if [ "$(date -r repo +%Y)" = 2001 ]; then
		pass
	else
		fail "a case that writes to $output leaves a trace"
	fi
done
if command -v script >/dev/null 2>&1; then
	file repo/a.cute '# args: draw --title=pwned "(2,2)" -o terminal.txt' '# exit: 2'
	script -qec "'$tool' test repo" /dev/null </dev/null >"$scratch/terminal" 2>&1 || true
	if grep -q pwned "$scratch/terminal"; then
		fail 'a case writes to the terminal' "$(cat -v "$scratch/terminal")"
	else
		pass
	fi
fi
rm -r repo

# What a case reads lies beside it.
mkdir -p repo/inner
echo '"secret of the user"' >home/secret.cute
echo '(3,5):(1,3)' >repo/inner/beside.txt
ln -s ../home/secret.cute repo/link.cute.txt
ln -s ../home repo/folder
mkfifo repo/pipe
for path in ../home/secret.cute "$PWD/home/secret.cute" link.cute.txt folder/secret.cute pipe /proc/self/environ /dev/tty \
	inner/../../home/secret.cute; do
	for command in eval 'eval --batch' check draw; do
		file repo/a.cute "# args: $command -f $path"
		SECRET='secret of the user' run repo
		expect "a case that reads $path with $command" 1 '0 passed, 1 failed'
		hides "what $command reads of $path" 'secret of'
		hides "what $command reads of $path, marked" '"secret'
	done
done
file repo/a.cute '# args: eval -f inner/beside.txt'
printf '(3,5):(1,3)\n' >repo/a.out
run repo
expect 'a case that reads what is below it' 0 '1 passed, 0 failed'
# As users without rights are, where this is root, who needs no promise before the system lets go of any.
if [ "$(id -u)" -eq 0 ] && setpriv --bounding-set=-sys_admin true 2>"$scratch/err"; then
	code=0
	setpriv --bounding-set=-sys_admin "$tool" test repo >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	expect 'a case of a user who may not administer the system' 0 '1 passed, 0 failed'
fi
file repo/a.cute '# args: eval -f ../home/secret.cute'
echo '"secret of the user"' >repo/a.out
for allowed in home home/secret.cute .; do
	run "--allow-read=$allowed" repo
	expect "a case that reads what --allow-read=$allowed lets it" 0 '1 passed, 0 failed'
done
run --allow-read=repo repo
expect '--allow-read of another folder' 1 '0 passed, 1 failed'
run --allow-read=hom repo
expect '--allow-read of nothing' 2 "cutelayout: cannot open 'hom': No such file or directory"
mkdir hom hume
run --allow-read=hom repo
expect '--allow-read of a name that is the beginning of another' 1 '0 passed, 1 failed'
# Whatever the system refuses: where libraries are allowed, the program alone refuses it.
for allowed in hom hume; do
	run --allow-libraries "--allow-read=$allowed" repo
	expect "--allow-read=$allowed without the system's help" 1 '0 passed, 1 failed'
done
run --allow-libraries --allow-read=home repo
expect "--allow-read=home without the system's help" 0 '1 passed, 0 failed'
reads=$(seq 16 | sed 's/.*/--allow-read=home/')
# CONFINE_READS_MAX
# shellcheck disable=SC2086 # a list of words
run $reads repo
expect 'as many --allow-read as there may be' 0 '1 passed, 0 failed'
# shellcheck disable=SC2086
run $reads --allow-read=home repo
expect 'one --allow-read more' 2 "try 'cutelayout test --help'"
rm -r repo hom hume home

# No library comes from the folder of a case.
mkdir repo
cat >own.c <<'END'
#include <stdio.h>
__attribute__((constructor)) static void own(void) {
	fputs("OWNED", stderr);
}
END
if command -v cc >/dev/null 2>&1; then
	cc -shared -fPIC -o repo/own.so own.c || fail 'a library that says when it is loaded'
	for name in libnvrtc.so libnvrtc.so.11.2 libnvrtc.so.12 libnvrtc.so.13 libnvidia-ml.so.1 libcuda.so.1 libcudart.so libcairo.so.2 libfreetype.so.6 \
		libpng16.so.16 libgif.so.7; do
		cp repo/own.so "repo/$name"
	done
	for command in 'draw --format png 4:1' 'draw --format pdf 4:1' 'draw --format gif 4:1' 'bench --dry-run --shape 64' 'bench --shape 64' 'bench --print-ptx --shape 64' 'bench --list-devices' \
		'verify --shape 64'; do
		file repo/a.cute "# args: $command"
		for path in : ".:/usr/lib" "/usr/lib:" "repo:"; do
			LD_LIBRARY_PATH=$path run repo
			hides "a library of the repository with $command and $path" OWNED
			LD_LIBRARY_PATH=$path run --allow-libraries repo
			hides "a library of the repository with --allow-libraries, $command and $path" OWNED
			if [ "$code" = 2 ] && grep -q LD_LIBRARY_PATH "$scratch/err"; then
				pass
			else
				fail "--allow-libraries and LD_LIBRARY_PATH=$path" "$(cat "$scratch/err")"
			fi
		done
	done
	# An empty search path of programs is the present folder; one of libraries is none.
	code=0
	env PATH= "$tool" test --allow-libraries repo >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	expect '--allow-libraries and an empty PATH' 2 'cutelayout: PATH has an empty or relative element: with --allow-libraries a case could bring its own libraries'
	file repo/a.cute 4 '#= 4'
	LD_LIBRARY_PATH= run --allow-libraries repo
	expect '--allow-libraries and an empty LD_LIBRARY_PATH' 0 '1 passed, 0 failed'
	file repo/a.cute '# needs: gpu' '# args: bench --shape 64'
	run repo
	expect 'a case that needs a GPU, without --allow-libraries' 0 '0 passed, 0 failed, 1 skipped'
fi
rm -rf repo own.c
file repo/a.cute '# args: find swizzle --memory 4:1 --dtype f16 --access 4:1 --measure' '# exit: 4'
echo "cutelayout: a case of 'cutelayout test' loads no library; --allow-libraries lets it" >repo/a.err
run repo
expect 'a case that measures, without --allow-libraries' 0 '1 passed, 0 failed'
rm -r repo

# --- standard streams that are closed, whose numbers what is opened then gets ---

file closed/a.cute 4:1 '#= 4:1'
file closed/inner/b.cute '# args: eval --table -f @' 2:3
: >closed/inner/b.out
"$tool" test --update closed >/dev/null
file closed/c.c '// cute: size(4:1)' '//#= 4'
file closed/fails.cute 'nonsense(4)' '#= 4'
file outside/data.cute '5:1'
file closed/reads.cute "# args: eval -f $PWD/outside/data.cute"
: >closed/reads.out
"$tool" test --update --allow-read "$PWD/outside" closed/reads.cute >/dev/null
ln -s a.cute closed/link.cute
"$tool" test --allow-read "$PWD/outside" closed >"$scratch/open" </dev/null || true
for streams in 0 02 2; do
	code=0
	case $streams in
	0) "$tool" test --allow-read "$PWD/outside" closed >"$scratch/out" <&- || code=$? ;;
	02) "$tool" test --allow-read "$PWD/outside" closed >"$scratch/out" <&- 2>&- || code=$? ;;
	2) "$tool" test --allow-read "$PWD/outside" closed >"$scratch/out" 2>&- </dev/null || code=$? ;;
	esac
	if [ "$code" = 1 ] && cmp -s "$scratch/open" "$scratch/out"; then
		pass
	else
		fail "closed streams $streams" "exit code $code
$(diff "$scratch/open" "$scratch/out")"
	fi
done
run --allow-read "$PWD/outside" closed
expect 'the same with streams that are open' 1 '5 passed, 1 failed'
echo '#= 5:1' >>closed/a.cute
"$tool" test --update closed/a.cute closed/inner/b.cute <&- >"$scratch/out"
holds 'an update with standard input closed' closed/a.cute 4:1 '#= 4:1'
rm -rf closed outside

# --- paths ---

file tree/b/two.cute 4 '#= 4'
file tree/a.cute 4 '#= 4'
file tree/.hidden/c.cute 4 '#= 5'
file tree/.d.cute 4 '#= 5'
file tree/notes.txt 4
ln -s .. tree/b/loop
ln -s ../a.cute tree/b/link.cute
mkdir tree/folder.cute
run --list tree
holds 'the cases of a folder' "$scratch/out" tree/a.cute tree/b/link.cute tree/b/two.cute
run --list tree/b/two.cute tree/ ./tree/b/../b/two.cute
holds 'cases named twice' "$scratch/out" tree/b/two.cute tree/a.cute tree/b/link.cute tree/b/../b/two.cute
(cd tree && "$tool" test --list) >"$scratch/out"
holds 'the present folder' "$scratch/out" a.cute b/link.cute b/two.cute
run tree/a.cute tree/notes.txt
expect 'another file is left out' 0 '1 passed, 0 failed'
run tree/notes.txt
expect 'no case was found' 2 "cutelayout: no case was found: there is no .cute file in 'tree/notes.txt'"
run tree/folder.cute
expect 'no case in a folder' 2 "cutelayout: no case was found: there is no .cute file in 'tree/folder.cute'"
run absent
expect 'a path that does not exist' 2 "cutelayout: cannot open 'absent': No such file or directory"
run absent.out
expect 'a companion without its program' 2 "cutelayout: cannot open 'absent.out': No such file or directory"
mkfifo tree/pipe.cute
run tree/pipe.cute
expect 'a pipe' 2 '0 passed, 1 failed'
rm tree/pipe.cute
mkdir tree/a.out
run tree/a.cute
expect 'a folder as a companion' 2 '0 passed, 1 failed'
rmdir tree/a.out
if [ "$(id -u)" -ne 0 ]; then
	chmod a-r tree/a.cute
	run tree
	expect 'an unreadable file, and a link to it' 2 '1 passed, 2 failed'
	chmod a+r tree/a.cute
fi
file './tree/-x # \ y.cute' 4 '#= 5'
run --tap -- './tree/-x # \ y.cute'
says 'a name with signs of TAP' 'not ok 1 - tree/-x \# \\ y.cute'
rm -f 'tree/-x # \ y.cute'

# What is read is found from the folder where it is: its whole path may be longer than the system takes, where a shell can
# go that far.
code=0
(
	part=$(printf '%0200d' 0)
	for _ in $(seq 22); do
		mkdir "$part" && cd -P "$part" || exit 77
	done
	printf '4\n#= 4\n' >far.cute
	"$tool" test far.cute </dev/null
) >"$scratch/out" 2>"$scratch/err" || code=$?
[ "$code" = 77 ] || expect 'a program with a very long path' 0 '1 passed, 0 failed'
rm -r "$(printf '%0200d' 0)"

# Below "/" is everything. Only root can go into a root of its own, which has the program and its libraries.
if [ "$(id -u)" -eq 0 ]; then
	mkdir -p root/cases
	cp "$tool" root/tool
	ldd "$tool" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
		mkdir -p "root$(dirname "$library")" && cp "$library" "root$library"
	done
	if chroot root /tool eval 4 >"$scratch/out" 2>&1; then
		printf '4\n#= 4\n' >root/cases/a.cute
		ln -s cases/a.cute root/b.cute
		ln -s ../cases/a.cute root/cases/c.cute
		code=0
		chroot root /tool test / >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
		expect 'links below /' 0 '3 passed, 0 failed'
	fi
	rm -r root
fi

# LIMIT_TEST_DEPTH and LIMIT_TEST_CASES
deep=deep
for _ in $(seq 64); do deep=$deep/d; done
file "$deep/a.cute" 4 '#= 4'
run deep
expect 'folders as deep as they may be' 0 '1 passed, 0 failed'
mkdir "$deep/d"
run deep
expect 'one folder deeper' 2 "cutelayout: '$(echo "$deep" | cut -c 1-60)...' holds folders nested deeper than 64"
mkdir many
(cd many && seq 65536 | sed 's/$/.cute/' | xargs touch)
run --list many
if [ "$(wc -l <"$scratch/out")" -eq 65536 ]; then
	pass
else
	fail 'as many cases as there may be'
fi
touch many/more.cute
run --list many
expect 'one case more' 2 'cutelayout: more than 65536 cases'
rm -rf many deep

# --- cases that do not end well ---

# Some fifteen minutes of work for one processor, a few seconds for 64 quick ones, in little memory.
work="verify --device cpu --op a+b+c --dtype f64,f32,f16,bf16,e4m3,e5m2,i64,i32,i16,i8,u8"
work="$work$(yes ' --shape 4096,4096' | head -n 60 | tr -d '\n')"
file bad/a.cute 4 '#= 4'
file bad/long.cute "# args: $work"
file bad/z.cute 4 '#= 4'
run -j 1 --timeout 1 bad
expect 'a case that takes too long' 1 '2 passed, 1 failed'
says 'its reason' 'FAIL bad/long.cute: it took longer than 1 s'
code=0
sh -c 'ulimit -S -t 1; exec "$@"' sh "$tool" test bad >"$scratch/out" 2>"$scratch/err" || code=$?
expect 'a case that a signal kills' 1 '2 passed, 1 failed'
if grep -q '^FAIL bad/long.cute: killed by signal [0-9]* (.*)$' "$scratch/out"; then
	pass
else
	fail 'its signal' "$(cat "$scratch/out")"
fi
run --update -j 1 --timeout 1 bad
expect 'an update of a case that takes too long' 1 '2 passed, 1 failed'
has_no 'what did not end is not kept' bad/long.err
# What it printed up to there is neither compared nor kept, as little as in a command line. LIMIT_TEST_BYTES
{ printf 'a = "' && head -c 1000 /dev/zero | tr '\0' x && printf '"\n' && yes a | head -n 20000; } >bad/wide.cute
cp bad/wide.cute "$scratch/wide"
for option in '' --update; do
	# shellcheck disable=SC2086 # no word or one
	run $option bad/wide.cute
	says "values without end $option" 'FAIL bad/wide.cute: it printed more than 16 MiB'
	cmp -s bad/wide.cute "$scratch/wide" && pass || fail "values without end $option" 'they are kept'
done
rm bad/wide.cute
file bad/long.cute '# args: eval --table (2048,2048):(2048,1)'
run --update bad/long.cute
expect 'a case that prints too much' 1 '0 passed, 1 failed'
says 'how much that is' 'FAIL bad/long.cute: it printed more than 16 MiB'
file bad/long.cute '# args: eval --table (512,512):(512,1)'
run --update bad/long.cute
expect 'a case that prints much' 0 '1 passed, 0 failed'
printf 'x' >>bad/long.out
run bad/long.cute
expect 'a small difference in much output' 1 '0 passed, 1 failed'
says 'a line without its end' '\ No newline at end of file'
# LIMIT_TEST_DIFF_EDITS and LIMIT_TEST_DIFF_BYTES
tr 0-8 1-9 <bad/long.out >bad/other && mv bad/other bad/long.out
run bad/long.cute
says 'the end of a long difference' '... the rest of the difference is left out'
if [ "$(wc -c <"$scratch/out")" -lt 100000 ]; then
	pass
else
	fail 'a long difference is cut' "$(wc -c <"$scratch/out") bytes"
fi
# LIMIT_TEST_DIFF_LINES: more lines than are compared
file bad/long.cute '# args: eval --table 40000:1'
run --update bad/long.cute
tr 0-8 1-9 <bad/long.out >bad/other && mv bad/other bad/long.out
run bad/long.cute
expect 'a difference of very many lines' 1 '0 passed, 1 failed'
rm -rf bad

# Fewer files may be open than a case and its pipes are.
file few.cute 4 '#= 4'
started=no
for files in 4 5 6 7 8 9 10 11 12 14 16 24; do
	code=0
	sh -c 'ulimit -n "$0"; exec "$@"' "$files" "$tool" test few.cute >"$scratch/out" 2>"$scratch/err" || code=$?
	if [ "$code" = 0 ] && [ "$(cat "$scratch/out")" = '1 passed, 0 failed' ]; then
		pass
	elif [ "$code" -ge 1 ] && grep -q 'Too many open files\|open' "$scratch/out" "$scratch/err"; then
		! grep -q 'cannot start it: Too many open files' "$scratch/out" || started=refused
		pass
	else
		fail "a case with $files open files" "exit code $code: $(cat "$scratch/out" "$scratch/err")"
	fi
done
[ "$code" = 0 ] && [ "$started" = refused ] && pass || fail 'pipes for a case' "$code, $started"
rm few.cute

# What a case prints does not depend on whose terminal it is.
file wide.cute "# args: draw (4,8):(8,1)"
: >wide.out
run --update wide.cute
"$tool" draw '(4,8):(8,1)' >"$scratch/wide"
if cmp -s wide.out "$scratch/wide"; then
	pass
else
	fail 'a case draws as a pipe does' "$(cat wide.out)"
fi
COLUMNS=20 run wide.cute
expect 'a picture on a narrow terminal' 0 '1 passed, 0 failed'
rm wide.*

# --- headers ---

# The exit code of a program can be any that there is.
for wanted in 0 9 109 190 255; do
	file exit.cute "# exit: $wanted" '# args: eval 4:1'
	run exit.cute
	expect "an exit code that is expected, $wanted" 1 '0 passed, 1 failed'
	! grep -q '# exit: expected' "$scratch/out" && pass || fail "exit: $wanted" "$(cat "$scratch/out")"
done
for wanted in 256 999 -1 1x ''; do
	file exit.cute "# exit: $wanted" '# args: eval 4:1'
	run exit.cute
	expect "exit code '$wanted'" 2 '0 passed, 1 failed'
	grep -q '# exit: expected a number from 0 to 255' "$scratch/out" && pass || fail "exit: $wanted" "$(cat "$scratch/out")"
done
rm exit.*

# WARNINGS_MAX: what is expected of so many warnings in one statement says how many more there are.
for count in 16 17 18; do
	# shellcheck disable=SC2046 # a list of words
	file warned.cute "$(printf 'crd2idx(4,4:1);%.0s' $(seq "$count"))"
	run --update warned.cute
	case $count in
	16) wanted= ;;
	17) wanted='#! 1 more warning' ;;
	18) wanted='#! 2 more warnings' ;;
	esac
	if [ "$(grep -c '^#! note' warned.cute)" = 16 ] && [ "$(grep 'more warning' warned.cute)" = "$wanted" ]; then
		pass
	else
		fail "$count warnings" "$(cat warned.cute)"
	fi
	run warned.cute
	expect "$count warnings as expected" 0 '1 passed, 0 failed'
done
rm warned.cute

# LIMIT_SOURCE_BYTES, and the limit of what is expected.
{ printf '4\n#= 4\n' && head -c $((1048576 - 8)) /dev/zero | tr '\0' ' ' && echo; } >size.cute
run size.cute
expect 'a program as long as it may be' 0 '1 passed, 0 failed'
echo >>size.cute
run size.cute
expect 'a longer program' 2 '0 passed, 1 failed'
grep -q 'it is longer than 1 MiB' "$scratch/out" && pass || fail 'a longer program' "$(head -c 300 "$scratch/out")"
file size.cute '# args: eval 4:1'
head -c 16777216 /dev/zero | tr '\0' x >size.out
run size.cute
grep -q 'longer than' "$scratch/out" && fail 'as much as may be expected' "$(head -c 300 "$scratch/out")" || pass
echo >>size.out
run size.cute
grep -q 'it is longer than 16 MiB' "$scratch/out" && pass || fail 'more than may be expected' "$(head -c 300 "$scratch/out")"
rm size.*
{ printf '// cute: 4\n// #= 4\n' && head -c $((16777216 - 20)) /dev/zero | tr '\0' ' ' && echo; } >size.cu
run size.cu
expect 'a source as long as it may be' 0 '1 passed, 0 failed'
echo >>size.cu
run size.cu
expect 'a longer source' 2 '0 passed, 1 failed'
says 'a longer source, and why' 'FAIL size.cu: cannot read it: it is longer than 16 MiB'
rm size.*
for bytes in 4095 4096 4097 8193; do
	{ printf '// cute: 4\n// #= 4\n' && head -c $((bytes - 20)) /dev/zero | tr '\0' ' ' && echo; } >size.cu
	run size.cu
	expect "a source of $bytes bytes" 0 '1 passed, 0 failed'
done
rm size.*

# NUL does not end a line.
printf '# exit: 0\000\000\n4\n' >nul.cute
run nul.cute
expect 'a NUL at the end of a header' 2 '0 passed, 1 failed'
says 'a NUL at the end of a header, and why' 'FAIL nul.cute: # exit: expected a number from 0 to 255'
rm nul.cute

# A source that is named is read, also by a link; what cannot be is a case that fails.
printf '// cute: 4\n// #= 4\n' >named.cu
ln -s named.cu link.cu
ln -s nothing.cu nowhere.cu
mkfifo fifo.cu
run link.cu
expect 'a link to a source' 0 '1 passed, 0 failed'
run fifo.cu
expect 'a pipe' 2 '0 passed, 1 failed'
says 'a pipe, and why' 'FAIL fifo.cu: cannot read it: it is no ordinary file'
run nowhere.cu
expect 'a link to nothing' 2 "cutelayout: cannot open 'nowhere.cu': No such file or directory"
rm named.cu link.cu nowhere.cu fifo.cu

# Behind the end of a text that is cut there is no difference.
{ echo 4; seq -f '# %.0f' 65535; } >long.cute
run long.cute
expect 'one text alone is cut' 1 '0 passed, 1 failed'
says 'where it is cut' '... the rest of the difference is left out'
if [ "$(grep -c '^@@' "$scratch/out")" = 1 ]; then
	pass
else
	fail 'a difference behind the end of what is compared' "$(cat "$scratch/out")"
fi
rm long.cute

# The text of a header behind other characters is a comment like any other.
file header.cute '#-args: check 8:1' '# args:check 8:1' '(2,2)' '#= (2,2)'
run header.cute
expect 'comments that are nearly headers' 0 '1 passed, 0 failed'
rm header.cute

# --- a disk that fills up ---

file full.cute "$(yes 4 | head -n 2000)"
cp full.cute "$scratch/before"
code=0
sh -c 'ulimit -f 2; trap "" XFSZ; exec "$@"' sh "$tool" test --update full.cute >"$scratch/out" 2>"$scratch/err" || code=$?
expect 'an update on a disk that fills up' 2 '0 passed, 1 failed'
if cmp -s full.cute "$scratch/before" && [ "$(find . -name 'full.*')" = ./full.cute ]; then
	pass
else
	fail 'it leaves the old file, and only that' "$(ls)"
fi
# However many there are, each is let go.
mkdir full
for number in $(seq 40); do
	cp full.cute "full/$number.cute"
done
sh -c 'ulimit -f 2; ulimit -n 24; trap "" XFSZ; exec "$@"' sh "$tool" test --update --jobs 1 full |
	cat >"$scratch/out"
if [ "$(grep -c "cannot write 'full/[0-9]*.cute': File too large" "$scratch/out")" = 40 ]; then
	pass
else
	fail '40 updates on a disk that fills up' "$(cat "$scratch/out")"
fi
rm -r full
run --junit=absent/junit.xml tree
expect 'a report that cannot be written' 2 '3 passed, 0 failed'
code=0
"$tool" test tree >/dev/full 2>"$scratch/err" || code=$?
: >"$scratch/out"
expect 'a full standard output' 2 'cutelayout: cannot write to standard output'
code=0
"$tool" test tree >&- 2>"$scratch/err" || code=$?
expect 'a closed standard output' 2 'cutelayout: cannot write to standard output'
rm full.cute

# --- reports ---

file tree/c.cute '"<&>"' '#= "<&>"' 'size(5)' '#= 6'
# shellcheck disable=SC2016 # bytes that are no UTF-8, and a control character
printf '# \377\033 é\302\240\302\237\n4\n#= 6\n' >tree/d.cute
file tree/gpu.cute '# needs: gpu' '# args: bench --device 1000 --shape 64,64' '4'
run --tap --junit=junit.xml tree
expect 'TAP' 1 '# 3 passed, 2 failed, 1 skipped'
sed '/^# [ @+-]/d; /^# .*differs$/d' "$scratch/out" >"$scratch/lines"
holds 'the lines of TAP' "$scratch/lines" 'TAP version 13' '1..6' 'ok 1 - tree/a.cute' 'ok 2 - tree/b/link.cute' \
	'ok 3 - tree/b/two.cute' 'not ok 4 - tree/c.cute' 'not ok 5 - tree/d.cute' \
	'ok 6 - tree/gpu.cute # SKIP not in this build, or no usable device' '# 3 passed, 2 failed, 1 skipped'
sed 's/ time="[0-9]*\.[0-9][0-9][0-9]"//; s/^	*//' junit.xml >"$scratch/out"
for line in '<testsuite name="cutelayout" tests="6" failures="2" errors="0" skipped="1">' \
	'<testcase classname="tree/b" name="link.cute" file="tree/b/link.cute"/>' \
	'<testcase classname="tree" name="c.cute" file="tree/c.cute">' \
	'<failure message="c.cute differs">--- tree/c.cute' ' #= &quot;&lt;&amp;&gt;&quot;' '-#= 6' '+#= 5' '</failure>' \
	'<skipped message="not in this build, or no usable device"/>' '</testcase>' '</testsuites>'; do
	says 'JUnit' "$line"
done
says 'JUnit of bytes that are no text' "$(printf ' # \357\277\275^[ \303\251\302\240\357\277\275')"
if command -v python3 >/dev/null 2>&1; then
	cat >"$scratch/junit.py" <<-'END'
		import sys, xml.dom.minidom
		report = xml.dom.minidom.parse(sys.argv[1])
		seconds = [float(case.getAttribute("time")) for case in report.getElementsByTagName("testcase")]
		total = float(report.getElementsByTagName("testsuite")[0].getAttribute("time"))
		assert min(seconds) >= 0 and abs(sum(seconds) - total) < 0.0005, (seconds, total)
	END
	if python3 "$scratch/junit.py" junit.xml 2>"$scratch/err"; then
		pass
	else
		fail 'JUnit is XML, and its times add up' "$(cat "$scratch/err")"
	fi
fi
run -v tree
says 'a case that passed' 'pass tree/b/two.cute'
says 'a case that was skipped' 'skip tree/gpu.cute: not in this build, or no usable device'
run -j 16 tree
cp "$scratch/out" "$scratch/parallel"
run --jobs=1 tree
if cmp -s "$scratch/out" "$scratch/parallel"; then
	pass
else
	fail 'the order of reports' "$(cat "$scratch/parallel")"
fi
# coloured YES_OR_NO SETTING...: whether a report to a terminal has colours where the environment is so.
coloured() {
	wanted=$1
	shift
	script -qec "env -u NO_COLOR -u TERM $* '$tool' test tree" /dev/null </dev/null >"$scratch/terminal" 2>/dev/null || true
	found=no
	if grep -q "$escape\[31m-#= 6" "$scratch/terminal"; then
		found=yes
	elif ! grep -q '^-#= 6' "$scratch/terminal" || grep -q "$escape" "$scratch/terminal"; then
		found=neither
	fi
	if [ "$found" = "$wanted" ]; then
		pass
	else
		fail "colours with '$*'" "$found, expected $wanted
$(cat "$scratch/terminal")"
	fi
}

# passed_plainly: whether a case that passed has no colours in a report to a terminal that has them, which an empty line
# that is not printed has as well.
passed_plainly() {
	file tree/empty.cute 4
	printf '4\n\n' >tree/empty.out
	script -qec "env -u NO_COLOR TERM=xterm '$tool' test -v tree" /dev/null </dev/null >"$scratch/terminal" 2>/dev/null || true
	if grep -q '^pass tree/a.cute' "$scratch/terminal" && grep -q "^$escape\[31m-$escape\[0m" "$scratch/terminal" && grep -q "^$escape\[1;31mFAIL$escape\[0m tree/c.cute" "$scratch/terminal"; then
		pass
	else
		fail 'colours of a case that passed, and of an empty line' "$(cat "$scratch/terminal")"
	fi
	rm tree/empty.*
}

escape=$(printf '\033')
if script -qec true /dev/null </dev/null >"$scratch/terminal" 2>&1; then
	coloured yes TERM=xterm
	passed_plainly
	coloured yes TERM=xterm NO_COLOR=
	coloured no TERM=xterm NO_COLOR=1
	coloured no TERM=xterm NO_COLOR=0
	coloured no TERM=dumb
	coloured no
else
	skip 'script is not installed: colours of reports are not checked'
fi

# What is printed of a case that differs is a patch: applied to what is expected, it makes what the program says.
if command -v patch >/dev/null 2>&1; then
	mkdir patches
	n=0
	while [ "$n" -lt 40 ]; do
		n=$((n + 1))
		rm -f patches/*
		awk -v seed="$n" 'BEGIN {
			srand(seed)
			lines = int(rand() * (seed % 3 == 0 ? 6 : 60))
			for (i = 0; i < lines; i++) {
				value = int(rand() * 5)
				print value >"patches/a.cute"
				change = rand() * 12
				if (change >= 1) {
					print (change < 2 ? 7 : value) >"patches/a.out"
				}
				if (change > 11) {
					print 8 >"patches/a.out"
				}
			}
			print 9 >"patches/a.cute"
			print (seed % 4 == 0 ? 6 : 9) >"patches/a.out"
		}'
		[ "$((n % 5))" -ne 0 ] || printf 6 >>patches/a.out
		run patches
		sed -n '/^--- /,$p' "$scratch/out" | sed '$d' >"$scratch/patch"
		"$tool" eval -f patches/a.cute >"$scratch/said"
		if cmp -s patches/a.out "$scratch/said"; then
			expect 'no difference' 0 '1 passed, 0 failed'
		elif patch -s patches/a.out <"$scratch/patch" >"$scratch/err" 2>&1 && cmp -s patches/a.out "$scratch/said"; then
			pass
		else
			fail "the patch of case $n" "$(cat "$scratch/err" "$scratch/out")"
		fi
	done
	rm -r patches
else
	skip 'patch is not installed'
fi

# What is no character of XML becomes U+FFFD; both sides of each gap, in the name of a case.
allowed=$(printf '\t ~\302\240\355\237\277\356\200\200\357\277\275\360\220\200\200\364\217\277\277')
mkdir characters
printf '4:1\n#= 4:1\n' >"characters/$allowed$(printf '\001\037\177\302\200\302\237\357\277\276\357\277\277').cute"
run --junit=junit.xml characters
expect 'a name of all characters' 0 '1 passed, 0 failed'
replaced=$(printf '\357\277\275')
if grep -qF " name=\"$allowed$replaced$replaced$replaced$replaced$replaced$replaced$replaced.cute\"" junit.xml; then
	pass
else
	fail 'characters of XML' "$(cat junit.xml)"
fi
rm -r characters junit.xml
run -k nothing tree
expect 'a pattern that no case has' 2 "cutelayout: no case has 'nothing' in its name; --list lists them"
run --json --tap tree
expect '--json and --tap' 2 "try 'cutelayout test --help'"
(cd tree && "$tool" test --junit=../junit.xml a.cute >/dev/null)
if grep -q '<testcase classname="." name="a.cute" file="a.cute"' junit.xml; then
	pass
else
	fail 'a case without a folder' "$(cat junit.xml)"
fi
rm junit.xml

# --- wrong usage ---

# LIMIT_TEST_JOBS and LIMIT_TEST_SECONDS
for option in --nonsense -j0 -j257 --jobs=1x --timeout=0 --timeout=86401 --timeout= '--list --update' '--list --tap'; do
	# shellcheck disable=SC2086 # a list of words
	run $option tree
	expect "test $option" 2 "try 'cutelayout test --help'"
done
run -j256 --timeout=86400 tree/a.cute
expect 'the greatest numbers' 0 '1 passed, 0 failed'

# --- the man page ---

for option in $("$tool" test --help | grep -o -e '--[a-z][a-z-]*' | sort -u); do
	if grep -qF -e "*$option*" "$source/man/cutelayout-test.1.scd"; then
		pass
	else
		fail "test $option in the man page"
	fi
done
# --- comments of sources ---

file c/kernel.cu '// cute: smem = (64,64):(72,1)' '// cute: cosize(smem)' '// #= 4600' 'int x; // cute: size(smem)' '// #= 4096'
file c/other.cu '// cute::Layout is no case' 'const char *s = "http://cute: x"; // see http:// cute: 4'
run -v c
expect 'a source' 0 '1 passed, 0 failed'
run c/other.cu
expect 'a source without a layout' 0 '0 passed, 0 failed: no layout stands in the comments of these sources'
run c/other.cu c/kernel.cu
expect 'one of two sources' 0 '1 passed, 0 failed'

file c/new.cpp '  // cute: size((4,8))' 'auto a = 1; // cute: 1; 2' '/* cute: 3 */ int b;' '/*' ' * cute: 4' ' * cute: 5 */' \
	'/** cute: 6' ' */' '/// cute: L = 4:1'
run c/new.cpp
expect 'a source in which nothing is expected' 1 '0 passed, 1 failed'
says 'how to go on' 'FAIL c/new.cpp: new.cpp says nothing of what is expected; --update records it'
run --update c/new.cpp
expect 'the update of a source' 0 '1 passed, 0 failed'
holds 'what it holds' c/new.cpp '  // cute: size((4,8))' '  // #= 32' 'auto a = 1; // cute: 1; 2' '// #= 1' '// #= 2' \
	'/* cute: 3 */ int b;' '/* #= 3 */' '/*' ' * cute: 4' ' * #= 4' ' * cute: 5 */' ' /* #= 5 */' '/** cute: 6' ' * #= 6' ' */' \
	'/// cute: L = 4:1'
run --update c/new.cpp
expect 'a second update' 0 '1 passed, 0 failed'
says 'nothing is rewritten' '1 passed, 0 failed'

file c/old.cpp '/* cute: size((4,8))' '#= 5' '   #= 6 */' 'int x;' '/* cute: L = 4:1' ' * #= 7 */' '// cute: L' '//#= 4:2' '// #! error: no'
run --update c/old.cpp
holds 'lines keep what stands around them' c/old.cpp '/* cute: size((4,8))' '#= 32 */' 'int x;' '/* cute: L = 4:1' ' * #= 4:1 */' \
	'// cute: L' '//#= 4:1'

file c/kernel.py '#!/usr/bin/env python' 'def f():' '    """Doc.' '    cute: size((4,8))' '    """' '    x = 1  # cute: L = 4:1' \
	'    # cute: L' '    # #= 4:2' '    # cute: rank(L)'
run --update c/kernel.py
holds 'Python' c/kernel.py '#!/usr/bin/env python' 'def f():' '    """Doc.' '    cute: size((4,8))' '    #= 32' '    """' \
	'    x = 1  # cute: L = 4:1' '    # cute: L' '    # #= 4:1' '    # cute: rank(L)' '    #= 1'

file c/notes.md '# cute: a heading' 'cute: text' '<!-- cute: size((4,8)) -->' '<!-- cute: 5' '-->' '```cpp' '// cute: 6' '```' '```' '# cute: 7' '```'
run --update c/notes.md
holds 'Markdown' c/notes.md '# cute: a heading' 'cute: text' '<!-- cute: size((4,8)) -->' '<!-- #= 32 -->' '<!-- cute: 5' '#= 5' '-->' \
	'```cpp' '// cute: 6' '// #= 6' '```' '```' '# cute: 7' '#= 7' '```'

printf '// cute: 4\r\nint x;\r\n// cute: 5' >c/ends.h
run --update c/ends.h
if [ "$(od -c <c/ends.h)" = "$(printf '// cute: 4\r\n// #= 4\r\nint x;\r\n// cute: 5\n// #= 5\n' | od -c)" ]; then
	pass
else
	fail 'ends of lines' "$(od -c <c/ends.h)"
fi
printf '// cute: 4\rint x;\r/* cute: 5\r */' >c/ends.h
run --update c/ends.h
if [ "$(od -c <c/ends.h)" = "$(printf '// cute: 4\r// #= 4\rint x;\r/* cute: 5\r * #= 5\r */' | od -c)" ]; then
	pass
else
	fail 'ends of lines in carriage returns' "$(od -c <c/ends.h)"
fi
file c/bad.cu '// cute: foo('
run --update c/bad.cu
expect 'an error that is new' 1 '0 passed, 1 failed'
run --update --accept-errors c/bad.cu
holds 'an error that is accepted' c/bad.cu '// cute: foo(' "// #! error: expected ')', saw the end"
run -v c/bad.cu
expect 'an error that is expected' 0 '1 passed, 0 failed'
ln -s kernel.cu c/link.cu
run --list c
if ! grep -q link "$scratch/out"; then
	pass
else
	fail 'a link to a source' 'it is followed'
fi
rm -r c

# --- some of the cases ---

file k/tile.cute '4:1' '#= 4:1'
file k/swizzle.cute 'Sw<3,4,3>' '#= Sw<3,4,3>'
run --list -k tile k
expect 'a part of the name' 0 'k/tile.cute'
run --list --only='s*le' k
expect 'a pattern' 0 'k/swizzle.cute'
file 'k/tile[3x3].cute' '4:1' '#= 4:1'
run --list -k 'tile[3x3]' k
expect 'brackets in a name' 0 'k/tile[3x3].cute'
file 'k/a\b.cute' '4:1' '#= 4:1'
run -k 'a\b' k
expect 'a backslash in a name' 0 '1 passed, 0 failed'
run -k nothing k/tile.cute
expect 'no such name of a single case' 2 "cutelayout: no case has 'nothing' in its name; --list lists them"
file k/other.txt 4
run -k tile k/other.txt
expect 'a name where there is no case' 2 "cutelayout: no case was found: there is no .cute file in 'k/other.txt'"
file k/.cute 4 '#= 5'
run k/.cute
expect 'an ending alone' 2 "cutelayout: no case was found: there is no .cute file in 'k/.cute'"
file k/a.cute 4 '#= 4'
file k/b.cute 4 '#= 4'
run --list k/b.cute k/a.cute k/b.cute
holds 'a case named again behind its neighbour' "$scratch/out" k/b.cute k/a.cute
run --list -k tile.cute k//
expect 'a folder with two slashes' 0 'k/tile.cute'
run --list -k tile.cute "$PWD/k"
expect 'a folder with its whole path' 0 "$PWD/k/tile.cute"
run -k nothing k
expect 'no such name' 2 "cutelayout: no case has 'nothing' in its name; --list lists them"
rm -r k

file d/a.cute '# dialect: dsl' '# assume: N % 8 == 0' 'N = ?' '7 // 2' '#= 3' 'N // 4' '#= N/4'
file d/b.cute '# dialect: dsl' '7 // 2'
file d/b.out '3'
file d/e.cute '# assume: N % 8 == 0' 'N = ?' 'ceil_div(N,8)'
"$tool" eval '--assume=N % 8 == 0' -f d/e.cute >d/e.out
run d
expect 'dialects in headers' 0 '3 passed, 0 failed'
file d/c.py '# cute: 9//4' '#= 2'
run --dialect dsl d
expect 'a dialect for all' 0 '4 passed, 0 failed'
rm -r d

finish
