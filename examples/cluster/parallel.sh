#!/bin/sh
# The sweep on all GPUs of hosts that are reached by ssh, at the same time, with GNU parallel. The program has to be
# installed there; what it prints comes back, so that the hosts need to share nothing.
#
#     parallel.sh HOST... [-- OPTION...]     options of "cutelayout bench" in the place of those below
set -eu
hosts=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	hosts="$hosts $1"
	shift
done
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --sweep --dtype f16,f32 --op a+b
mkdir -p runs
# The command as one word for the shell over there, which reads the quotes in it.
COMMAND='cutelayout bench --device all --json'
for word; do
	# shellcheck disable=SC2089
	COMMAND="$COMMAND '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"
done
# shellcheck disable=SC2090
export COMMAND
# shellcheck disable=SC2016,SC2086 # the shells that parallel starts expand it; hosts are words
parallel -j0 'ssh {} "$COMMAND" >runs/{}.json' ::: $hosts
cutelayout bench --report --plot runs/all.svg runs/*.json
