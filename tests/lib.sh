# shellcheck shell=sh
# Counting for the test scripts. Source it, call "pass" and "fail" for each case and "finish" at the end.

# What a user may have set, and what would change what is printed, in which order, or of which size.
unset COLUMNS LINES NO_COLOR COLORTERM CDPATH POSIXLY_CORRECT
LC_ALL=C.UTF-8
export LC_ALL

passed=0
failed=0
skipped=0

pass() {
	passed=$((passed + 1))
}

# fail NAME [TEXT]
fail() {
	failed=$((failed + 1))
	echo "FAIL: $1"
	if [ $# -gt 1 ]; then
		echo "$2"
	fi
}

# skip WHY: a case, or all the others, cannot be run here.
skip() {
	skipped=$((skipped + 1))
	echo "SKIP: $1"
}

# Print the counts and exit with the verdict. What ran nothing and skipped nothing has not succeeded.
finish() {
	if [ "$skipped" -gt 0 ]; then
		echo "$passed passed, $failed failed, $skipped skipped"
	else
		echo "$passed passed, $failed failed"
	fi
	[ "$failed" -eq 0 ] && [ $((passed + skipped)) -gt 0 ]
	exit
}
