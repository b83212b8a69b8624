# Sum up Meson's testlog.txt over all suites and print "N passed, N failed". A suite is either a TAP producer, whose
# "ok" and "not ok" lines are counted, or a program that prints its own "N passed, N failed". A suite that did not exit
# with 0 but reported no failed case counts as one failed case. Exits 1 if anything failed or nothing was run.

function finish_suite() {
	if (suite != "" && !clean && suite_failed == 0) {
		suite_failed = 1
	}
	if (suite_failed > 0) {
		print "failed: " suite " (" suite_failed ")"
	}
	passed += suite_passed
	failed += suite_failed
	suite_passed = suite_failed = 0
}

/^test: / {
	finish_suite()
	suite = $2
	clean = 0
}
/^result: / { clean = $0 ~ /exit status 0/ }
/^ok / { suite_passed++ }
/^not ok / { suite_failed++ }
/^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ {
	suite_passed += $1
	suite_failed += $3
}

END {
	finish_suite()
	printf "%d passed, %d failed\n", passed, failed
	exit (failed > 0 || passed == 0)
}
