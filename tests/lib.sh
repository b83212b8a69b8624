# shellcheck shell=sh
# Counting for the test scripts. Source it, call "pass" and "fail" for each case and "finish" at the end.

passed=0
failed=0

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

# Print the counts and exit with the verdict.
finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
	exit
}
