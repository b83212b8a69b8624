# Sum up what gcov -t -b -c prints. A line of a header that several files include was run if one of them ran it.

function percent(part, whole) {
	return whole > 0 ? 100 * part / whole : 100
}

{
	split($0, field, ":")
	count = field[1]
	line = field[2] + 0
	sub(/^ +/, "", count)
}

line == 0 && field[3] == "Source" {
	file = substr($0, index($0, "Source:") + 7)
	sub(/^\.\.\//, "", file)
	next
}

file !~ /^src\// { next }

/^branch / {
	key = file SUBSEP at SUBSEP $2
	if (!(key in branch)) {
		branches[file]++
		branch[key] = 0
	}
	if (!branch[key] && $3 == "taken" && $4 > 0) {
		branch[key] = 1
		taken[file]++
	}
	next
}

/^(call|function|unconditional) / { next }

line > 0 && count != "-" {
	at = line
	key = file SUBSEP line
	if (!(key in run)) {
		lines[file]++
		run[key] = 0
		text[key] = substr($0, index($0, ":") + 1)
		order[++number] = key
	}
	if (!run[key] && count !~ /^[#=]/) {
		run[key] = 1
		covered[file]++
	}
}

END {
	if (missing == "yes") {
		for (i = 1; i <= number; i++) {
			if (!run[order[i]]) {
				split(order[i], part, SUBSEP)
				print part[1] ":" text[order[i]]
			}
		}
		exit
	}
	print "    lines          branches       file"
	for (name in lines) {
		printf "%5d %6.1f %%  %5d %6.1f %%  %s\n", lines[name], percent(covered[name], lines[name]), branches[name],
			percent(taken[name], branches[name]), name | "sort -k 7"
		all_lines += lines[name]
		all_covered += covered[name]
		all_branches += branches[name]
		all_taken += taken[name]
	}
	close("sort -k 7")
	printf "%5d %6.1f %%  %5d %6.1f %%  all\n", all_lines, percent(all_covered, all_lines), all_branches,
		percent(all_taken, all_branches)
	if (percent(all_covered, all_lines) < 95) {
		print "fewer than 95 % of the lines were run; tests/coverage.sh BUILD --missing prints those that were not"
		exit 1
	}
}
