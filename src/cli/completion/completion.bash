
# Offer the words of $2, "FILE" for files, that begin with $1; $3 stands before each of them in the word on the line.
_cutelayout_offer() {
	local reply
	while IFS= read -r reply; do
		# A name with a newline comes in pieces, which are no files; one with a dash in front would be an option.
		if [ "$2" = FILE ] && [ ! -e "${reply/#\~/$HOME}" ]; then
			continue
		fi
		case $2/$3/$reply in
		FILE//-*) reply=./$reply ;;
		esac
		COMPREPLY+=("$3$reply")
	done < <(if [ "$2" = FILE ]; then compgen -f -- "$1"; else IFS=' ' && compgen -W "$2" -- "$1"; fi)
	if [ "$2" = FILE ]; then
		compopt -o filenames 2>/dev/null
	fi
	case ${#COMPREPLY[@]}${COMPREPLY[0]-} in
	1*=) compopt -o nospace 2>/dev/null ;;
	esac
}

_cutelayout() {
	local command=${COMP_WORDS[1]-} current=${COMP_WORDS[COMP_CWORD]-} before option='' prefix='' takes='' words=''
	COMPREPLY=()
	if [ "$COMP_CWORD" -le 1 ]; then
		_cutelayout_offer "$current" "$_cutelayout_commands -h --help --version" ''
		return
	fi
	before=${COMP_WORDS[COMP_CWORD - 1]}
	# "--option=value" is one word, or three where COMP_WORDBREAKS has the "=".
	if [ "$current" = = ]; then
		option=$before current=''
	elif [ "$before" = = ]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	else
		case $current in
		--*=*) option=${current%%=*} prefix=$option= current=${current#*=} ;;
		*)
			_cutelayout_option "$command" "$before"
			case $takes in
			value | list) option=$before ;;
			esac
			;;
		esac
	fi
	current=${current#[\"\']}
	if [ -n "$option" ]; then
		_cutelayout_option "$command" "$option"
		if [ "$takes" = list ]; then
			prefix=$prefix${current%"${current##*,}"} current=${current##*,}
		fi
	else
		words=''
		_cutelayout_arguments "$command" "$current"
	fi
	_cutelayout_offer "$current" "$words" "$prefix"
}

complete -F _cutelayout cutelayout
