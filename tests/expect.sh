# shellcheck shell=sh
# Running the program line by line: an exit code, a text that is printed, what stands on standard input, and the command.
# Source it behind lib.sh, at the top of the repository.

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# expect CODE TEXT INPUT ARGUMENT...: with the text INPUT on standard input.
expect() {
	wanted=$1
	text=$2
	input=$3
	shift 3
	code=0
	printf '%b' "$input" | "$tool" "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
	if [ "$code" -eq "$wanted" ] && cat "$scratch/out" "$scratch/err" | grep -qaF -e "$text"; then
		pass
	else
		fail "$*" "exit code $code, expected $wanted, and '$text'
$(head -n 5 "$scratch/out") $(head -n 5 "$scratch/err")"
	fi
}
