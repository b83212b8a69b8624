#!/bin/sh
# The format of the C sources, and how wide and deep the functions of src are. Where a line ends, how far it is indented
# and how comments are lined up are the author's; everything inside a line is as clang-format says. Without clang-format only the first check is made.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

# Tabs indent, no blanks at the end of a line, 120 columns with tabs of 4.
plain_faults() {
	awk '
		/[ \t\r]$/ { print FILENAME ":" FNR ": blank at the end of the line" }
		/^ +[^ *]/ { print FILENAME ":" FNR ": indented with spaces" }
	' "$1"
	expand -t 4 "$1" | awk -v file="$1" 'length > 120 { print file ":" NR ": longer than 120 columns" }'
}

# Functions have at most 6 parameters, and control flow nests at most 4 deep in them.
shape_faults() {
	awk '
		function count(text, n) {
			sub(/^[^(]*\(/, "", text)
			gsub(/\([^()]*\)/, "", text)
			sub(/\).*/, "", text)
			n = gsub(/,/, ",", text) + 1
			return n
		}
		/^[A-Za-z_]/ { head = ""; start = FNR }
		/^[A-Za-z_]/ || head != "" { head = head $0 " " }
		/[;{]$/ && head != "" {
			if (head ~ /\) \{ $/ && head !~ /^__attribute__|^#|=/ && count(head) > 6) {
				print FILENAME ":" start ": more than 6 parameters"
			}
			head = ""
		}
		/^\t\t\t\t\t+(if|for|while|switch|do) / { print FILENAME ":" FNR ": nested more than 4 deep" }
	' "$1"
}

one_word_a_line() {
	tr -s ' \t\n' '\n'
}

words=$(mktemp)
trap 'rm -f "$words"' EXIT

if ! command -v clang-format >/dev/null 2>&1; then
	skip 'clang-format is not installed: spaces inside lines are not checked'
fi
# shellcheck disable=SC2044 # names hold no blanks
for file in $(find include src tests fuzz -name '*.[ch]' | sort); do
	faults=$(plain_faults "$file")
	case $file in
	src/*) faults=$faults$(shape_faults "$file") ;;
	esac
	if [ -z "$faults" ] && command -v clang-format >/dev/null 2>&1; then
		one_word_a_line <"$file" >"$words"
		faults=$(clang-format "$file" | one_word_a_line | diff -u -L "$file" -L clang-format "$words" -) || true
	fi
	if [ -z "$faults" ]; then
		pass
	else
		fail "$file" "$faults"
	fi
done
finish
