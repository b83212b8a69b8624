#!/bin/sh
# What docs/architecture.md names in backquotes exists: paths, which have a slash; functions, which have brackets behind
# them; structs; and constants. In a row of a table, a function is defined or called in one of the files of the row. In all
# documents, what a link or a picture names is there. Its table of rooms has every folder of the sources.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

document=docs/architecture.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# find_text PATTERN PLACE...: a line of the files, or of the sources in the folders, has it.
find_text() {
	pattern=$1
	shift
	grep -qrE --include='*.[ch]' -e "$pattern" "$@"
}

# is_there NAME [FILE...]: true also for what is no name.
is_there() {
	name=$1
	shift
	case $name in
	*/*) [ -e "$name" ] ;;
	*[a-z]'()') find_text "\<${name%??}\(" "${@:-src}" && find_text "^[a-z].*\<${name%??}\(" src ;;
	'struct '*) find_text "^$name \{" src ;;
	[A-Z]*_*) find_text "\<${name%s}\>" src ;;
	esac
}

# One line for each text in backquotes: the text, and behind tabs the files of its row.
awk -F '`' '
	/^```/ { fenced = !fenced }
	fenced { next }
	{
		row = ""
		for (i = 2; /^\|/ && i < NF; i += 2) {
			row = $i ~ /^src\/.*\.[ch]$/ ? row "\t" $i : row
		}
		for (i = 2; i < NF; i += 2) {
			print $i row
		}
	}
' "$document" >"$scratch/names"
tab=$(printf '\t')
while IFS=$tab read -r name row; do
	# shellcheck disable=SC2086 # a list of files
	if is_there "$name" $row; then
		pass
	else
		fail "$document" "$name does not exist${row:+ in $row}"
	fi
done <"$scratch/names"

# Each folder of the sources has its place in the table of rooms.
# shellcheck disable=SC2044 # names hold no blanks
for folder in $(find src -mindepth 1 -type d | sort); do
	if grep -q "^|.*\`$folder\`" "$document"; then
		pass
	else
		fail "$document" "the table of rooms does not have $folder"
	fi
done

for document in *.md docs/*.md; do
	sed 's/](/\n&/g' "$document" | sed -n 's/^](\([^):#]*\)[#)].*/\1/p' | sort -u >"$scratch/links"
	while IFS= read -r link; do
		if [ -e "$(dirname "$document")/$link" ]; then
			pass
		else
			fail "$document" "there is no $link to link to"
		fi
	done <"$scratch/links"
done
finish
