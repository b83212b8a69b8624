#!/bin/sh
# instructions.sh TOOL FACTS: what one more line of "eval --batch" costs in instructions, counted by Callgrind: unlike
# times, the same on every run of one program. Prints the figures and their targets. Exit: 0 all met, 1 one missed, 77
# without Valgrind.
set -eu
tool=$1
facts=$2
if ! command -v valgrind >/dev/null 2>&1; then
	echo '  valgrind is not installed'
	exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missed=0

# instructions FILE: of evaluating its lines, with all that starting costs.
instructions() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$tool" eval --batch --file="$1" 2>&1 >/dev/null |
		sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# report WHAT COUNT TARGET
report() {
	verdict=met
	if [ "$2" -gt "$3" ]; then
		verdict=missed
		missed=1
	fi
	printf '  %-58s %8d instructions a line; target %d: %s\n' "$1" "$2" "$3" "$verdict"
}

: >"$folder/none"
start=$(instructions "$folder/none")

line='composition((16,256):(2048,1),((32,4),(8,4)):((128,4),(16,1)))'
count=1000
yes "$line" | head -n "$count" >"$folder/spine"
report "$line" $((($(instructions "$folder/spine") - start) / count)) 12000

cut -f 4 "$facts" | sed 1d >"$folder/facts"
count=$(wc -l <"$folder/facts")
report "the facts of $(basename "$facts")" $((($(instructions "$folder/facts") - start) / count)) 16500

printf '  %-58s %8d instructions\n' 'starting' "$start"
exit "$missed"
