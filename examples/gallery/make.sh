#!/bin/sh
# Draw the pictures of docs/gallery.md and write that page: examples/gallery/make.sh [PROGRAM [FOLDER]]
#
# Every line of pictures.txt is a picture, docs/gallery-NAME.svg, shown with the command that draws it. FOLDER takes the
# place of docs.
set -eu
cd "$(dirname "$0")/../.."
tool=$(realpath "${1:-build/src/cli/cutelayout}")
folder=${2:-docs}
page=$folder/gallery.md

cat examples/gallery/head.md >"$page"
while IFS= read -r line; do
	case $line in
	'' | '#'*) continue ;;
	'= '*)
		printf '\n## %s\n' "${line#= }" >>"$page"
		continue
		;;
	esac
	name=${line%% | *}
	rest=${line#* | }
	text=${rest%% | *}
	arguments=${rest#* | }
	eval "set -- $arguments"
	"$tool" draw "$@" -o "$folder/gallery-$name.svg"
	# shellcheck disable=SC2016 # the backquotes are Markdown
	printf '\n%s\n\n```sh\ncutelayout draw %s -o %s.svg\n```\n\n![%s](gallery-%s.svg)\n' "$text" "$arguments" \
		"$name" "$text" "$name" >>"$page"
done <examples/gallery/pictures.txt
cat examples/gallery/tail.md >>"$page"
