#!/bin/sh
# left_out.sh SUITE: stands for a suite in a configuration that leaves it out, and counts as skipped.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

skip "$1: does not depend on how the program is compiled; ./dev test and ./dev test --werror run it"
finish
