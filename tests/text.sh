#!/bin/sh
# All texts agree: commands, options, exit codes and operations of the program are those of the man pages.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# same NAME HELP PAGE: two sorted lists with an item a line.
same() {
	if [ "$2" = "$3" ]; then
		pass
		return
	fi
	echo "$2" >"$scratch/help"
	echo "$3" >"$scratch/page"
	fail "$1" "$(diff -L 'the program' -L 'the man page' -u0 "$scratch/help" "$scratch/page" | grep -v '^@@')"
}

# contains NAME FILE TEXT
contains() {
	if grep -qF -e "$3" "$2"; then
		pass
	else
		fail "$1" "'$3' is not in $2"
	fi
}

# The options that --help lists, and those at which a paragraph of a page begins.
options_of_help() {
	sed -n 's/^ \{2,8\}\(-.\), \(--[a-z-]*\).*/\1\n\2/p; s/^ \{2,8\}\(--[a-z-]*\).*/\1/p' | LC_ALL=C sort -u
}

options_of_page() {
	awk '/^\*-/ && before == "" { print } { before = $0 }' "$1" | grep -o -e '\*-[a-zA-Z-]*\*' | tr -d '*' |
		LC_ALL=C sort -u
}

commands=$("$tool" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')

same 'the options of all commands' "$("$tool" --help | options_of_help)" "$(options_of_page man/cutelayout.1.scd)"
for command in $commands; do
	page=man/cutelayout-$command.1.scd
	if [ ! -e "$page" ]; then
		fail "$command" "there is no $page"
		continue
	fi
	same "the options of $command" "$("$tool" "$command" --help | options_of_help)" "$(options_of_page "$page")"
	contains "$command in the list of pages" man/meson.build "'cutelayout-$command.1'"
	contains "$command in the first page" man/cutelayout.1.scd "*cutelayout-$command*(1)"
	contains "the name of $command" "$page" "cutelayout-$command - "
	"$tool" help "${command}q" 2>"$scratch/near" || :
	contains "what ${command}q is meant to be" "$scratch/near" "called '${command}q'; did you mean '$command'?"
done
same 'the commands' "$commands" "$(sed -n '/^# COMMANDS/,/^# OPTIONS/s/^\*\([a-z]*\)\*.*/\1/p' man/cutelayout.1.scd)"

# Every exit code of the sources stands in the first page.
# shellcheck disable=SC2013 # digits
for code in $(sed -n 's/.*EXIT_[A-Z]* = \([0-9]\),.*/\1/p' src/cli/cmd.h); do
	contains "exit code $code in the man page" man/cutelayout.1.scd "*$code*"
done

# Every operation stands in the page of the language, in the section that "help" lists it in.
in_sections() {
	awk '
		/^[A-Z].*:$/ { section = substr($0, 1, length($0) - 1) }
		/^  [a-zA-Z_]/ { print section ": " $1 }
	' | LC_ALL=C sort -u
}

sections_of_page() {
	awk '
		/^#/ { section = $0; sub(/^#* */, "", section) }
		section != "SEE ALSO" && /^[^\t`$].*\(/ {
			rest = $0
			while (match(rest, /\*[a-zA-Z_0-9]+\*\(/)) {
				print section ": " substr(rest, RSTART + 1, RLENGTH - 3)
				rest = substr(rest, RSTART + RLENGTH)
			}
		}
	' man/cutelayout-language.7.scd | LC_ALL=C sort -u
}

same 'the operations and their sections' "$("$tool" help | in_sections)" "$(sections_of_page)"
same 'the operations of --json' "$("$tool" help --json | sed -n 's/^{"format":1,"name":"\([a-zA-Z_0-9]*\)","group":.*/\1/p')" \
	"$("$tool" help | sed -n 's/^  \([a-zA-Z_][a-zA-Z_0-9]*\).*/\1/p')"
for operation in $("$tool" help | sed -n 's/^  \([a-zA-Z_][a-zA-Z_0-9]*\).*/\1/p'); do
	if "$tool" help "$operation" | grep -q '^  source   CUTLASS, .'; then
		pass
	else
		fail "help $operation" "$("$tool" help "$operation" 2>&1)"
	fi
done

# What the examples of the topics print, and the operations that they name.
for topic in $("$tool" help | sed -n '/^Topics:/,$p' | tr -d ',' | sed 's/^Topics://'); do
	"$tool" help "$topic" >"$scratch/topic"
	[ "$topic" = language ] && continue
	sed -n '/^\$ cutelayout/,/^$/p' "$scratch/topic" | sed '/^$/d' >"$scratch/wanted"
	sed -n 's/^\$ cutelayout //p' "$scratch/wanted" | while IFS= read -r example; do
		printf '$ cutelayout %s\n' "$example"
		eval "\"$tool\" $example" 2>&1
	done >"$scratch/saw"
	if [ -s "$scratch/topic" ] && cmp -s "$scratch/wanted" "$scratch/saw"; then
		pass
	else
		fail "help $topic" "$(diff "$scratch/wanted" "$scratch/saw")"
	fi
done
for operation in $(sed -n 's/^+ //p' src/cli/help/topics.txt); do
	if "$tool" help | grep -q "^  $operation "; then
		pass
	else
		fail "the operation $operation of a topic" 'it is in no group'
	fi
done

finish
