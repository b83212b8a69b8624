#!/bin/sh
# Fuzz one harness with libFuzzer: run.sh lex|parse|eval [SECONDS]. Needs Clang.
#
# What it learns is kept in build-fuzz/corpus-NAME, an input that fails in build-fuzz/NAME-crash-*. Such an input belongs
# in fuzz/corpus once what it found is mended.
set -eu
cd "$(dirname "$0")/.."

name=${1:?usage: fuzz/run.sh lex|parse|eval [SECONDS]}
seconds=${2:-60}
sanitize=address,undefined

if [ ! -e build-fuzz/build.ninja ]; then
	CC=clang meson setup build-fuzz -Dcairo=disabled -Dcuda=disabled -Dunit-tests=disabled -Dman-pages=disabled \
		-Db_sanitize=$sanitize -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link
fi
ninja -C build-fuzz src/lang/liblang.a src/algebra/libalgebra.a src/base/libbase.a
clang -std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -Isrc -fsanitize=fuzzer,$sanitize -fno-sanitize-recover=all \
	-o "build-fuzz/fuzz-$name" "fuzz/$name.c" \
	build-fuzz/src/lang/liblang.a build-fuzz/src/algebra/libalgebra.a build-fuzz/src/base/libbase.a

mkdir -p "build-fuzz/corpus-$name"
exec "build-fuzz/fuzz-$name" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -max_len=2048 -dict=fuzz/dict \
	-artifact_prefix="build-fuzz/$name-" "build-fuzz/corpus-$name" fuzz/corpus
