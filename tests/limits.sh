#!/bin/sh
# Every limit of src/base/limits.h stands with its value in cutelayout-language(7), and has a test.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

page=man/cutelayout-language.7.scd

# value NAME: the number that the header gives it.
value() {
	expression=$(sed -n "s/.*\b$1\( =\|\) *\([^,/]*\).*/\2/p" src/base/limits.h | sed 's/([a-z0-9_]*t)//g')
	eval "echo \$(($expression))"
}

for name in $(grep -o '\bLIMIT_[A-Z_]*' src/base/limits.h | sort -u); do
	if grep -q -w -e "$name" tests/unit/*.c tests/find.sh tests/infer.sh tests/repl.sh tests/cli.sh tests/faults.sh tests/simulated.sh \
		tests/test_command.sh; then
		pass
	else
		fail "$name has no test"
	fi
	if sed -n "/^; $name\$/{n;p}" "$page" | grep -q -w "$(value "$name")"; then
		pass
	else
		fail "$name is not $(value "$name") in $page" "$(sed -n "/^; $name\$/{n;p}" "$page")"
	fi
done

finish
