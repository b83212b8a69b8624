#!/bin/sh
# The same problems on every GPU of this host: one file of JSON in the folder "runs", named after the host.
#
#     sweep.sh [OPTION]...     options of "cutelayout bench" in the place of those below
set -eu
runs=${RUNS:-runs}
mkdir -p "$runs"
[ $# -gt 0 ] || set -- --sweep --dtype f16,f32 --op a+b
file=$runs/$(hostname).json
cutelayout bench --device all --json "$@" >"$file.part"
mv "$file.part" "$file"
