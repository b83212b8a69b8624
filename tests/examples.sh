#!/bin/sh
# Every example in the documents does what the document says. An example is a line "$ COMMAND" in a fenced block, with
# what it prints on the lines below it, up to the next "$" or the end of the block:
#
#     README.md, CONTRIBUTING.md,
#     docs/*.md                    blocks that start with ```console
#     man/*.scd                    literal blocks whose first line starts with "$ "
#     examples/*.cute              comment lines "# $ COMMAND" and "# OUTPUT", the command naming the file
#
# A command is run by sh in a folder that holds a copy of examples/; "cutelayout" is the program under test. Standard
# output and standard error are compared together, blanks at the end of a line left out. It must succeed unless the
# document shows an "error:". A picture that an example draws is the one of that name in docs/, if there is one.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/work" "$scratch/cases"
ln -s "$tool" "$scratch/bin/cutelayout"
cp -r examples "$scratch/work/examples"
PATH=$scratch/bin:$PATH

# Cut the fenced blocks of a document, read from standard input, into cases: N.command, N.expected, N.line.
cut_into_cases() {
	rm -f "$scratch/cases"/*
	awk -v folder="$scratch/cases" '
		/^[ \t]*```/ {
			inside = !inside
			command = ""
			next
		}
		inside && /^\$ / {
			number++
			command = sprintf("%s/%03d", folder, number)
			print substr($0, 3) > (command ".command")
			print NR > (command ".line")
			printf "" > (command ".expected")
			next
		}
		inside && command != "" { print > (command ".expected") }
	'
}

# The comments of an example file as a fenced block: what follows "# $ ", up to the first line that is no comment.
comments_as_block() {
	echo '```'
	awk '
		!/^#/ { exit }
		/^# \$ / { shown = 1 }
		{ print shown ? substr($0, 3) : "" }
	' "$1"
	echo '```'
}

needs_cairo() {
	grep -q 'cutelayout draw.* -o [^ ]*\.\(png\|pdf\)' "$1"
}

# check_cases DOCUMENT: run the cases that were cut out of it.
check_cases() {
	for command in "$scratch/cases"/*.command; do
		[ -e "$command" ] || continue
		case=${command%.command}
		if [ "${CUTELAYOUT_CAIRO:-yes}" = no ] && needs_cairo "$command"; then
			skip "$(cat "$command"): this build has no Cairo"
			continue
		fi
		if ! (cd "$scratch/work" && sh "$command" >"$case.printed" 2>&1 </dev/null) && ! grep -q 'error:' "$case.expected"; then
			echo 'a failure that the document does not show' >>"$case.printed"
		fi
		if difference=$(diff -uZ -L "$1" -L 'what the program says' "$case.expected" "$case.printed"); then
			pass
		else
			fail "$1:$(cat "$case.line")" "\$ $(cat "$command")
$difference"
		fi
	done
}

for document in README.md CONTRIBUTING.md docs/*.md man/*.scd; do
	[ -e "$document" ] || continue
	cut_into_cases <"$document"
	check_cases "$document"
done
for example in examples/*.cute; do
	[ -e "$example" ] || continue
	comments_as_block "$example" | cut_into_cases
	check_cases "$example"
	if ! ls "$scratch/cases"/*.command >/dev/null 2>&1; then
		fail "$example" 'it shows no command'
	fi
done
for drawn in "$scratch/work"/*.svg; do
	shown=docs/${drawn##*/}
	[ -e "$shown" ] || continue
	if cmp -s "$drawn" "$shown"; then
		pass
	else
		fail "$shown" 'it is not what the command in the documents draws'
	fi
done
finish
