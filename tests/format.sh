#!/bin/sh
# The format of the C sources, and how wide and deep the functions of src are. Where a line ends, how far it is indented
# and how comments are lined up are the author's; everything inside a line is as clang-format says. Without clang-format only the first check is made.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

# Tabs indent, no blanks at the end of a line, 120 columns with tabs of 4. A line "FILE:LINE: FAULT" for each.
plain_faults() {
	awk '
		function columns(line, n, i) {
			n = 0
			for (i = 1; i <= length(line); i++) {
				n += substr(line, i, 1) == "\t" ? 4 - n % 4 : 1
			}
			return n
		}
		/[ \t\r]$/ { print FILENAME ":" FNR ": blank at the end of the line" }
		/^ +[^ *]/ { print FILENAME ":" FNR ": indented with spaces" }
		length > 30 && columns($0) > 120 { print FILENAME ":" FNR ": longer than 120 columns" }
	' "$@"
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
		FNR == 1 { head = "" }
		/^[A-Za-z_]/ { head = ""; start = FNR }
		/^[A-Za-z_]/ || head != "" { head = head $0 " " }
		/[;{]$/ && head != "" {
			if (head ~ /\) \{ $/ && head !~ /^__attribute__|^#|=/ && count(head) > 6) {
				print FILENAME ":" start ": more than 6 parameters"
			}
			head = ""
		}
		/^\t\t\t\t\t+(if|for|while|switch|do) / { print FILENAME ":" FNR ": nested more than 4 deep" }
	' "$@"
}

one_word_a_line() {
	tr -s ' \t\n' '\n'
}

words=$(mktemp)
found=$(mktemp)
trap 'rm -f "$words" "$found"' EXIT

# Many files at once, each alone only where something was found: to start programs takes longer than what they do.
files=$(find include src tests fuzz -name '*.[ch]' | LC_ALL=C sort)
# shellcheck disable=SC2086 # names hold no blanks
plain_faults $files >"$found"
# shellcheck disable=SC2046,SC2086
shape_faults $(printf '%s\n' $files | grep '^src/') >>"$found"

# are_formatted FILE...: whether clang-format changes no word.
are_formatted() {
	cat "$@" | one_word_a_line >"$words"
	clang-format "$@" | one_word_a_line | cmp -s - "$words"
}

if ! command -v clang-format >/dev/null 2>&1; then
	skip 'clang-format is not installed: spaces inside lines are not checked'
else
	# shellcheck disable=SC2086
	printf '%s\n' $files | xargs -n 32 | while read -r group; do
		# shellcheck disable=SC2086
		are_formatted $group || printf '%s\n' $group
	done | while read -r file; do
		are_formatted "$file" || clang-format "$file" | one_word_a_line | diff -u -L "$file" -L clang-format "$words" - | sed "s|^|$file:|"
	done >>"$found"
fi
for file in $files; do
	if [ -s "$found" ] && grep -qF "$file:" "$found"; then
		fail "$file" "$(grep -F "$file:" "$found")"
	else
		pass
	fi
done
finish
