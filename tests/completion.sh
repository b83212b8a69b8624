#!/bin/sh
# The scripts that complete command lines: what the one for bash offers on a line, that all of them are read by their
# shells, where these are installed, and that every option of every command is in each of them.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for shell in bash fish zsh; do
	"$tool" completion $shell >"$scratch/script.$shell"
done
mkdir "$scratch/files" "$scratch/files/folder"
: >"$scratch/files/one.cute"
: >"$scratch/files/two words.cute"

commands=$("$tool" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | tr '\n' ' ')
commands=${commands% }

# same NAME EXPECTED SAW
same() {
	if [ "$2" = "$3" ]; then
		pass
	else
		fail "$1" "expected: $2
saw:      $3"
	fi
}

# --- what bash offers ---

# The replies for a line, sorted, with blanks between them. Arguments: COMP_WORDBREAKS has "=" or not, then the words of
# the line as bash divides it, the last of which is being completed.
cat >"$scratch/replies.bash" <<'END'
set -u
cd "$1/files" || exit 1
source "$1/script.bash"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
_cutelayout cutelayout "${COMP_WORDS[COMP_CWORD]}" ''
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
END

# bash_offers REPLIES WORD...
bash_offers() {
	replies=$1
	shift
	same "bash: $*" "$replies" "$(bash "$scratch/replies.bash" "$scratch" cutelayout "$@" | LC_ALL=C sort | tr '\n' ' ' |
		sed 's/ $//')"
}

if command -v bash >/dev/null 2>&1; then
	bash_offers "--help --version -h $commands" ''
	bash_offers eval ev
	bash_offers '--help --version' --
	bash_offers '' nonsense ''
	bash_offers '' nonsense --
	bash_offers '--strict --style=' eval --st
	bash_offers '--dynamic --dynamic=' eval --dy
	bash_offers '' eval ''
	bash_offers '' eval --strict ''
	bash_offers 'c cpp cuda cute' eval --style c
	bash_offers 'c cpp cuda cute' eval --style = c
	bash_offers 'c cpp cuda cute dsl ir plain pycute python tensor_layouts tex' eval --style =
	bash_offers '--style=c --style=cpp --style=cuda --style=cute' eval --style=c
	bash_offers 'tex' eval --json --style = tex
	bash_offers '' eval --style = x
	bash_offers shapes eval --dynamic = ''
	bash_offers '--dynamic=shapes' eval --dynamic=
	bash_offers '' eval --dynamic ''
	bash_offers '' eval --nonsense ''
	bash_offers '' eval --nonsense = ''
	bash_offers 'folder one.cute two words.cute' eval -f ''
	bash_offers 'folder one.cute two words.cute' eval --file ''
	bash_offers 'two words.cute' eval --file = tw
	bash_offers 'two words.cute' eval --file = '"tw'
	bash_offers '--file=one.cute' eval --file=o
	bash_offers 'index' draw --text in
	bash_offers 'offset,index' draw --text = offset,in
	bash_offers '--text=offset,thread,tile' draw --text=offset,thread,ti
	# Names that are no words: a dash in front makes an option, a newline makes two names.
	mkdir "$scratch/files/odd"
	touch "$scratch/files/odd/plain" "$scratch/files/odd/$(printf 'a\nb')" "$scratch/files/-o.cute"
	bash_offers './-o.cute folder odd one.cute two words.cute' eval -f ''
	bash_offers 'odd/plain' eval -f odd/
	bash_offers './-o.cute' eval -f ./-
	rm -r "$scratch/files/odd" "$scratch/files/-o.cute"
	bash_offers 'coalesce' help coa
	bash_offers 'check' help che
	bash_offers 'atoms' help atoms
	bash_offers 'verify' help veri
	bash_offers 'bash fish zsh' completion ''
	bash_offers 'fish' completion f
else
	skip 'bash is not installed: what it offers is not checked'
fi

# --- what fish offers ---

# fish_offers REPLIES LINE: without the descriptions.
fish_offers() {
	# shellcheck disable=SC2016 # of fish, not of this shell
	same "fish: $2" "$1" "$(cd "$scratch/files" && HOME=$scratch fish --no-config -c \
		'source $argv[1]; complete -C $argv[2]' "$scratch/script.fish" "$2" | cut -f 1 | LC_ALL=C sort | tr '\n' ' ' |
		sed 's/ $//')"
}

if command -v fish >/dev/null 2>&1; then
	fish_offers "$commands" 'cutelayout '
	fish_offers '--strict --style' 'cutelayout eval --st'
	fish_offers '--style=c --style=cpp --style=cuda --style=cute' 'cutelayout eval --style=c'
	fish_offers 'c cpp cuda cute' 'cutelayout eval --style c'
	fish_offers '--dynamic=shapes' 'cutelayout eval --dynamic='
	fish_offers '--text=offset,index' 'cutelayout draw --text=offset,in'
	fish_offers 'one.cute' 'cutelayout eval -f o'
	fish_offers 'coalesce' 'cutelayout help coa'
	fish_offers 'bash fish zsh' 'cutelayout completion '
else
	skip 'fish is not installed: what it offers is not checked'
fi

# What a command without a file takes stands in the script, whether fish is installed or not.
if grep -qxF "complete -c cutelayout -n '__cutelayout_is completion' -a 'bash fish zsh'" "$scratch/script.fish"; then
	pass
else
	fail 'fish: the words of completion' "$(grep completion "$scratch/script.fish")"
fi

# What a value is called, where it may be left out: two colons, and its words.
for value in '::SECONDS: ' '::shapes:(shapes)'; do
	if grep -qF -e "]$value'" "$scratch/script.zsh"; then
		pass
	else
		fail "zsh: the value $value" "$(grep -F -e '=-[' "$scratch/script.zsh")"
	fi
done

# --- the shells read the scripts ---

for shell in bash fish zsh; do
	if ! command -v $shell >/dev/null 2>&1; then
		skip "$shell is not installed: the syntax of its script is not checked"
	elif $shell -n "$scratch/script.$shell" 2>"$scratch/messages" && [ ! -s "$scratch/messages" ]; then
		pass
	else
		fail "the script for $shell" "$(cat "$scratch/messages")"
	fi
done

# --- every option is in each script ---

# section SHELL COMMAND: what the script knows of the options of the command, one a line, as in --help.
section() {
	case $1 in
	bash) sed -n "s|^	$2/-\\*) words='\\(.*\\)' ;;|\\1|p" "$scratch/script.bash" | tr ' ' '\n' | sed 's/=$//' ;;
	fish) sed -n "s/^complete -c cutelayout -n '__cutelayout_is $2' -l \\([a-z-]*\\)\\( -s .\\)\\{0,1\\}.*/--\\1\\2/p" \
		"$scratch/script.fish" | sed 's/ -s \(.\)/\n-\1/' ;;
	zsh) sed -n "/^	$2)$/,/;;/s/^			'[*]*\\(-[^[+=]*\\).*/\\1/p" "$scratch/script.zsh" ;;
	esac | sed '/^$/d' | LC_ALL=C sort -u
}

for command in $commands; do
	options=$("$tool" "$command" --help | sed -n 's/^  \(-.\), \(--[a-z-]*\).*/\1\n\2/p; s/^      \(--[a-z-]*\).*/\1/p' |
		LC_ALL=C sort -u)
	for shell in bash fish zsh; do
		same "the options of $command in the script for $shell" "$options" "$(section $shell "$command")"
	done
done

# What they say of commands and options, in the quotes of each shell.
script_has() {
	if grep -qF -e "$2" "$scratch/script.$1"; then
		pass
	else
		fail "the script for $1" "has no $2"
	fi
}

script_has fish "-a atoms -d 'list the hardware\\'s MMA and copy atoms'"
script_has fish "-l op -x -d 'elementwise expression of operands a to h (\\'a+b\\'); several, between \\';\\', have the outputs"
script_has zsh "'atoms:list the hardware'\\''s MMA and copy atoms'"
script_has zsh "'--op=[elementwise expression of operands a to h ('\\''a+b'\\''); several, between '\\'';'\\'', have the outputs"

finish
