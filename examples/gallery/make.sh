#!/bin/sh
# Draw the pictures of docs/gallery.md and write that page: examples/gallery/make.sh [PROGRAM]
#
# Every line of pictures.txt is a picture, docs/gallery-NAME.svg, shown with the command that draws it.
set -eu
cd "$(dirname "$0")/../.."
tool=$(realpath "${1:-build/src/cli/cutelayout}")
page=docs/gallery.md

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
	"$tool" draw "$@" -o "docs/gallery-$name.svg"
	# shellcheck disable=SC2016 # the backquotes are Markdown
	printf '\n%s\n\n```sh\ncutelayout draw %s -o %s.svg\n```\n\n![%s](gallery-%s.svg)\n' "$text" "$arguments" \
		"$name" "$text" "$name" >>"$page"
done <examples/gallery/pictures.txt
cat examples/gallery/tail.md >>"$page"
