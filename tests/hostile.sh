#!/bin/sh
# What strangers write: control characters, bytes that are no text, line ends in options. None of it reaches a terminal
# as more than text, JSON is UTF-8, and one record of CSV or of the cache stays one record.
#
# CUTELAYOUT names the program.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"
cd "$scratch/work"
escape=$(printf '\033]0;pwned\007')
bad=$(printf '\377\302\233x')

# harmless NAME FILE...: the files hold no control character but tab and newline, and are UTF-8.
harmless() {
	name=$1
	shift
	if [ "$(cat "$@" | LC_ALL=C tr -d '\t\n\040-\176\200-\377' | wc -c)" -ne 0 ]; then
		fail "$name" "control characters in
$(cat -v "$@" | head -n 20)"
	elif ! cat "$@" | iconv -f UTF-8 -t UTF-8 >"$scratch/converted" 2>/dev/null ||
		grep -q "$(printf '\302\233')" "$scratch/converted"; then
		fail "$name" "no UTF-8, or control characters of 8 bits, in
$(cat -v "$@" | head -n 20)"
	else
		pass
	fi
}

# at_terminal ARGUMENT...: the same at a terminal, where only colours are told to it.
at_terminal() {
	printf '%s\0' "$@" >"$scratch/arguments"
	HOSTILE_TOOL=$tool HOSTILE_ARGUMENTS=$scratch/arguments script -qec 'xargs -0a "$HOSTILE_ARGUMENTS" "$HOSTILE_TOOL"' \
		/dev/null </dev/null >"$scratch/typescript" 2>&1 || :
	LC_ALL=C sed "s/$(printf '\033')\[[0-9;]*m//g; s/$(printf '\r')\$//" "$scratch/typescript" >"$scratch/out"
	if [ ! -s "$scratch/out" ]; then
		fail "$1: nothing is printed at a terminal"
	fi
	harmless "$*, at a terminal" "$scratch/out"
}

# quiet ARGUMENT...: the program prints nothing that a terminal obeys, whatever its exit code.
quiet() {
	export XDG_CACHE_HOME="$scratch" XDG_STATE_HOME="$scratch"
	"$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || :
	if [ ! -s "$scratch/out" ] && [ ! -s "$scratch/err" ]; then
		fail "$1: nothing is printed"
	fi
	harmless "$*" "$scratch/out" "$scratch/err"
	[ "$has_terminal" = no ] || at_terminal "$@"
}

has_terminal=no
if [ "$(script -qec 'echo works' /dev/null </dev/null 2>/dev/null | tr -d '\r')" = works ]; then
	has_terminal=yes
else
	skip 'script of util-linux is not installed: nothing is printed at a terminal'
fi

# --- terminals ---

for text in "$escape" "$bad"; do
	printf '"%s"' "$text" >value.cute
	printf '"%s" + (' "$text" >error.cute
	printf '(2,2) # %s\n' "$text" >"name$text.cute"
	quiet eval "\"$text\""
	quiet eval "$text"
	quiet eval -f value.cute
	quiet eval -f error.cute
	quiet eval -f "absent$text"
	quiet eval "mma_atom(\"$text\")"
	quiet eval "(2,2)[\"$text\"]"
	quiet eval --batch -f error.cute
	quiet eval --batch -f value.cute
	quiet eval --json "\"$text\""
	quiet eval --json "mma_atom(\"$text\")"
	quiet eval --json -f error.cute
	quiet eval --style "$text" 4
	quiet eval "--$text" 4
	quiet eval --explain "mma_atom(\"$text\")"
	quiet eval --style cute "\"$text\""
	quiet eval --style cpp "\"$text\""
	quiet eval --style tex "\"$text\""
	quiet "$text"
	quiet help "$text"
	quiet atoms "$text"
	quiet check "\"$text\""
	quiet check 4:1 --assert "$text"
	quiet check 4:1 --assert "size == 4 $text"
	quiet check 4:1 --dtype "$text"
	quiet check 4:1 --tile "$text"
	quiet check 4:1 --memory "\"$text\""
	quiet check 4:1 -f "absent$text"
	quiet check 4:1 --index "$text"
	quiet eval --with "$text" 4
	quiet eval --with "N=$text" 4
	quiet eval --assume "$text" 4
	quiet eval --index "$text"
	quiet find "$text"
	quiet find swizzle "$text"
	quiet infer "$text"
	quiet infer --index "$text"
	quiet infer -f value.cute
	quiet convert "$text"
	quiet convert --to "$text" 4:1
	quiet convert -f value.cute
	quiet paste value.cute
	quiet paste error.cute
	quiet paste "absent$text"
	quiet paste "name$text.cute"
	quiet diff 4:1 "\"$text\""
	quiet diff "$text" 4:1
	quiet draw 4:1 --title "$text"
	quiet draw 4:1 --title "$text" --dump-scene
	quiet draw 4:1 --title "$text" -o "absent/$text.svg"
	quiet draw 4:1 --title "$text" -o "absent$text"
	quiet draw 4:1 --highlight "$text"
	quiet draw --kind op "composition(4:1, 2:1) # $text"
	quiet draw 4:1 --color "$text"
	quiet bench --dry-run --no-compile --op "$text"
	quiet bench --dry-run --no-compile --shape "$text"
	quiet bench --dry-run --no-compile --layout "a=\"$text\""
	quiet bench --dry-run --no-compile --set "$text"
	quiet bench --dry-run --no-compile --plot "$text"
	quiet verify --device cpu --shape 64,64 --json --op "a+b#$text"
	quiet completion "$text"
	quiet test "absent$text"
	quiet test "name$text.cute"
	quiet test --tap "name$text.cute"
	quiet test --update "name$text.cute"
	sed -i 's/^#= .*/#= 5/' "name$text.cute"
	quiet test "name$text.cute"
	quiet test --tap "name$text.cute"
	rm -f ./*.cute
	mkdir new
	printf '(2,2)\n' >"new/$text.cute"
	quiet test --update --junit=new/report.xml new
	harmless 'JUnit' new/report.xml
	rm -rf new
	if [ "${CUTELAYOUT_CAIRO:-yes}" = yes ]; then
		for format in svg html txt tex; do
			"$tool" draw 4:1 --title "$text" -o "picture.$format"
			harmless "a title in $format" "picture.$format"
			rm "picture.$format"
		done
	fi
done

# A newline in a title is no second shape.
lines=$("$tool" draw 4:1 --title x --dump-scene | wc -l)
if [ "$("$tool" draw 4:1 --title "$(printf 'x\nrect 1 2 3 4')" --dump-scene | wc -l)" -eq "$lines" ]; then
	pass
else
	fail 'a newline in a title, in a scene'
fi

# --- JSON ---

json() {
	"$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || :
	if [ -s "$scratch/out" ] && python3 -c 'import json,sys
for line in open(sys.argv[1], encoding="utf-8"): json.loads(line)' "$scratch/out" 2>"$scratch/err"; then
		pass
	else
		fail "JSON of $*" "$(cat -v "$scratch/out" "$scratch/err")"
	fi
}

if command -v python3 >/dev/null 2>&1; then
	printf '"%s"\n' "$bad" >"$bad.cute"
	printf '(\n' >"b$bad.cute"
	json eval --json "\"$bad\""
	json eval --json -f "$bad.cute"
	json eval --json -f "b$bad.cute"
	json eval --json --batch -f "$bad.cute"
	json check --json 4:1 --assert 'size == 4'
	json diff --json 4:1 4:2
	rm -f ./*.cute
fi
finish
