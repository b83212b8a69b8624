# Sum up Meson's testlog.txt over all suites and print "N passed, N failed", and ", N skipped" if something was. A suite is
# either a TAP producer, whose "ok" and "not ok" lines are counted, or a program that prints its own "N passed, N failed[,
# N skipped]". A suite that did not exit with 0 but reported no failed case counts as one failed case, and so does one that
# neither ran nor skipped anything. "left_out" has the names of suites that were left out on purpose: each counts as skipped.
# Exits 1 if anything failed or nothing was run.

function finish_suite() {
	if (suite != "" && suite_failed == 0 && (!clean || suite_passed + suite_skipped == 0)) {
		suite_failed = 1
	}
	if (suite_skipped > 0) {
		print "skipped: " suite " (" suite_skipped ")"
	}
	if (suite_failed > 0) {
		print "failed: " suite " (" suite_failed ")"
	}
	passed += suite_passed
	failed += suite_failed
	skipped += suite_skipped
	suite_passed = suite_failed = suite_skipped = 0
}

/^test: / {
	finish_suite()
	suite = $NF
	clean = 0
}
/^result: / { clean = $0 ~ /exit status 0/ }
/^ok .*# *[Ss][Kk][Ii][Pp]/ {
	suite_skipped++
	next
}
/^ok / { suite_passed++ }
/^not ok / { suite_failed++ }
/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ {
	suite_passed += $1
	suite_failed += $3
	suite_skipped += $5
}

END {
	finish_suite()
	count = split(left_out, names, " ")
	for (i = 1; i <= count; i++) {
		print "left out: " names[i]
	}
	skipped += count
	print passed + 0 " passed, " failed + 0 " failed" (skipped > 0 ? ", " skipped " skipped" : "")
	exit (failed > 0 || passed == 0)
}
