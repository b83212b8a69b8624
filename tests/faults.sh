#!/bin/sh
# What goes wrong around the program: full disks, closed pipes, files that cannot be read or written, signals, time and
# memory that run out, huge layouts, values of options that make no sense. Each ends with a message and a documented
# exit code, soon, and leaves no file that is not whole.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/files"
big='(4096,4096):(4096,1)'

# run COMMAND...: leaves "code", 124 if it took too long, and the streams in the scratch folder.
run() {
	code=0
	timeout 200 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
}

# run_words "COMMAND WORD...": the program in the folder where files are to be written, whose name may hold blanks.
run_words() {
	# shellcheck disable=SC2086 # a list of words
	run sh -c 'cd "$1" && shift && exec "$@"' sh "$scratch/files" "$tool" $1
}

# expect NAME CODES: the exit code of the last run is one of CODES, and a message if it is neither 0 nor 1.
expect() {
	case " $2 " in
	*" $code "*)
		if [ "$code" -le 1 ] || [ -s "$scratch/err" ]; then
			pass
		else
			fail "$1" "exit code $code without a message"
		fi
		;;
	*) fail "$1" "exit code $code, expected $2
$(head -c 2000 "$scratch/err")" ;;
	esac
}

# says TEXT: the last run wrote it to standard error.
says() {
	if grep -qF -e "$1" "$scratch/err"; then
		pass
	else
		fail "'$1' is not said" "$(head -c 2000 "$scratch/err")"
	fi
}

# no_files NAME: nothing is left where files were to be written.
no_files() {
	if [ -z "$(ls -A "$scratch/files")" ]; then
		pass
	else
		fail "$1: a file is left" "$(ls -A "$scratch/files")"
		rm -rf "$scratch/files"
		mkdir "$scratch/files"
	fi
}

# whole_or_nothing NAME FILE: where a file is to be written there is nothing, or FILE alone, with its end.
whole_or_nothing() {
	case $(ls -A "$scratch/files") in
	'') pass ;;
	"$(basename "$2")")
		if tail -c 32 "$2" | grep -qaE '</svg>|IEND|%%EOF'; then
			pass
		else
			fail "$1: the file is not whole" "$(wc -c <"$2") bytes"
		fi
		rm -f "$2"
		;;
	*) no_files "$1" ;;
	esac
}

# --- a full disk ---

while read -r arguments; do
	run sh -c "\"\$1\" $arguments >/dev/full" sh "$tool"
	expect "$arguments, to a full disk" 2
done <<'END'
eval 4:1
eval --json 4:1
eval --table '(400,400):(1,400)'
eval --batch -f examples/batch.txt
check '(64,64):(64,1)' --dtype f16
diff 4:1 4:2
draw '(4,8):(8,1)'
draw '(4,8):(8,1)' --dump-scene
atoms
help
help coalesce
eval --help
bench --dry-run
verify --device cpu --shape 64,128
END
run sh -c 'yes 4:1 | "$1" eval --batch >/dev/full' sh "$tool"
expect 'an endless batch to a full disk' 2
ln -s /dev/full "$scratch/full.svg"
run "$tool" draw 4:1 -o "$scratch/full.svg"
expect 'draw to a full device' 2

# --- a closed pipe ---

run sh -c '{ yes 4:1 | { "$1" eval --batch; echo $? >"$2/status"; } | head -n 1; } 2>"$2/piped"' sh "$tool" "$scratch"
if [ "$(cat "$scratch/status")" = 141 ] && [ ! -s "$scratch/piped" ] && [ "$(cat "$scratch/out")" = 4:1 ]; then
	pass
else
	fail 'a closed pipe' "$(cat "$scratch/status" "$scratch/piped")"
fi
run sh -c 'trap "" PIPE; { yes 4:1 2>/dev/null | { "$1" eval --batch; echo $? >"$2/status"; } | head -n 1; }' sh "$tool" \
	"$scratch"
code=$(cat "$scratch/status")
expect 'a closed pipe and no signal' 2

# --- files ---

touch "$scratch/file"
for file in "$scratch/absent" "$scratch/file/below" "$scratch" /proc/self/mem; do
	[ -e "$file" ] || [ "$file" != /proc/self/mem ] || continue
	for command in eval 'eval --batch' check draw; do
		# shellcheck disable=SC2086 # two words
		run "$tool" $command -f "$file"
		expect "$command -f $file" 2
	done
done
for command in 'eval' 'eval --batch' 'check' 'draw' 'infer' 'convert' 'paste' 'repl'; do
	run sh -c "\"\$1\" $command <\"\$2\"" sh "$tool" "$scratch"
	expect "$command of a folder as standard input" 2
	says 'Is a directory'
done
run sh -c '"$1" eval <&-' sh "$tool"
expect 'eval of a closed input' 2
run sh -c '"$1" eval "nonsense(4)" 2>&-' sh "$tool"
[ "$code" = 3 ] && pass || fail 'eval with a closed standard error' "exit code $code"
if [ "${CUTELAYOUT_CAIRO:-yes}" = yes ]; then
	for file in "$scratch/absent/a.svg" "$scratch/file/a.png" "$scratch/files/$(printf '%0300d' 1).pdf"; do
		run "$tool" draw 4:1 -o "$file"
		expect "draw -o $file" 2
	done
fi
no_files 'files that cannot be written'

# --- signals: at whatever moment one comes, the file is whole or not there ---

if [ "${CUTELAYOUT_CAIRO:-yes}" = yes ]; then
	for signal in INT TERM HUP; do
		for format in svg png pdf; do
			for seconds in 0.01 0.2 0.5; do
				run timeout --preserve-status -s "$signal" "$seconds" "$tool" draw "$big" -o "$scratch/files/a.$format"
				case $code in
				0 | 129 | 130 | 143) pass ;;
				*) fail "SIG$signal after $seconds s" "exit code $code" ;;
				esac
				whole_or_nothing "SIG$signal after $seconds s, $format" "$scratch/files/a.$format"
			done
		done
	done
fi

# --- time ---

# A limit that is over before the work is, on any machine: the least of these takes a quarter of a second on one of 2020,
# and what is finished in the moments between the first signal and the second is not printed.
for limit in 0.000001 0.001; do
	for command in "check (16384,16384):(3,5)" "check $big --tile 8192,8192" "check $big --dtype f16" \
		"eval --table 4194304:1" "diff (4096,4096):(1,4096) (4096,4096):(4096,1)" "draw $big -o a.png" \
		"draw $big -o a.pdf" "draw $big -o a.svg" \
		"verify --device cpu --shape 16384,16384"; do
		run_words "$command --timeout $limit"
		if [ "${CUTELAYOUT_CAIRO:-yes}" = no ] && [ "$code" = 4 ]; then
			continue
		fi
		expect "$command --timeout $limit" 3
		says 'the time limit is over'
		no_files "$command --timeout $limit"
	done
done
run sh -c 'yes 4:1 | "$1" eval --batch --timeout 0.1' sh "$tool"
expect 'an endless batch and --timeout' 3
run sh -c 'sleep 5 | "$1" eval --timeout 0.1' sh "$tool"
expect 'input that does not come and --timeout' 3
# The place of what was at work, where a machine is quick enough to get that far, and slow enough to be at it still.
for limit in 0.001 0.01 0.05 0.2 0.5; do
	run "$tool" check '(16384,16384):(3,5)' --timeout "$limit"
	! grep -qF '<expr>:1:1: error: the time limit is over' "$scratch/err" || break
done
says '<expr>:1:1: error: the time limit is over'
run "$tool" eval 4:1 --timeout 1000000
expect 'time enough' 0

# --- memory ---

for command in "check $big --tile 8192,8192" "eval --table 4194304:1" "draw $big -o a.png" \
	"diff (4096,4096):(1,4096) (4096,4096):(4096,1)" "verify --device cpu --shape 16384,16384"; do
	run_words "$command --max-memory 16M"
	if [ "${CUTELAYOUT_CAIRO:-yes}" = no ] && [ "$code" = 4 ]; then
		continue
	fi
	expect "$command --max-memory 16M" 3
	says 'the limit'
	no_files "$command --max-memory 16M"
done
run "$tool" bench --dry-run --max-memory 100k
expect 'bench --max-memory 100k' 3
run "$tool" eval --max-memory 1 4:1
expect 'eval --max-memory 1' 3
run "$tool" eval --max-memory 1m 4:1
expect 'memory enough' 0
run "$tool" eval --max-memory 128k 'a = ((1,2,3,4),(1,2,3,4)); a = (a,a,a,a,a,a,a,a)
a = (a,a,a,a,a,a,a,a); a = (a,a,a,a,a,a,a,a); flatten(a)'
says '<expr>:2:47: error: more than 131072 bytes of memory are needed, the limit'
run "$tool" eval --max-memory 128k '__global__ void kernel(float *p) {
auto a = make_shape(make_shape(_1{},_2{},_3{},_4{}), make_shape(_1{},_2{},_3{},_4{}));
auto b = make_shape(a,a,a,a,a,a,a,a); auto c = make_shape(b,b,b,b,b,b,b,b); auto d = make_shape(c,c,c,c,c,c,c,c);
auto e = flatten(d); }'
says '<kernel>:1:1: error: more than 131072 bytes of memory are needed, the limit'

# --- huge layouts: every answer comes at once ---

# at_once CODE ARGUMENT...: within 2 seconds of the processor's time, however busy the machine is.
at_once() {
	wanted=$1
	shift
	code=0
	(ulimit -t 2 && exec "$tool" "$@") >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	expect "$*" "$wanted"
}

huge=4611686018427387904
side=2147483648
at_once 0 eval "$huge:1" "size($huge:1)" "($side,$side):($side,1)(7,9)" "coalesce(($side,$side):(1,$side))"
at_once 0 eval "complement(4:2, $huge)" "right_inverse(($side,$side):($side,1))" "left_inverse(($side,$side):($side,1))"
at_once 0 eval "composition($huge:1, ($side,4):(1,$side))" "logical_divide($huge:1, 1024)" "raked_product($side:1, $side:1)"
at_once 0 eval "make_layout_tv(($side,1):(1,1), (1,$side):(1,1))" "Sw<3,4,3> o 0 o $huge:1" "max_common_vector($huge:1, $huge:1)"
at_once 0 eval --json "$huge:1"
at_once 0 eval --explain "coalesce(($side,$side):(1,$side))"
for style in cute cpp dsl pycute tex c; do
	at_once 0 eval --style "$style" "($side,$side):($side,1)"
done
at_once 3 eval --table "$huge:1"
at_once 0 check "$huge:1" --assert bijective
at_once 0 check "$huge:2" --assert "gaps == $((huge - 1))"
at_once 0 check "($side,$side):($side,1)" --assert bijective
at_once 0 check "($side,$side):(1,1)" --assert '!injective'
at_once 0 check "Sw<3,4,3> o 0 o $huge:1" --assert bijective
at_once 3 check "($side,$side):(3,5)"
at_once 3 check "$huge:1" --dtype f16
at_once 3 check "$huge:1" --tile "$side,$side"
at_once 0 diff "$huge:1" "($side,$side):(1,$side)"
at_once 1 diff "$huge:1" "$huge:2"
at_once 1 diff "($side,$side):($side,1)" "$huge:1"
at_once 1 diff "($side,$side):(1,$side)" "($side,$((side - 1))):(1,$side)"
at_once 1 diff --json "$huge:1" "$((huge - 1)):1"
at_once 1 diff "Sw<3,4,3> o 0 o $huge:1" "$huge:1"
for kind in grid banks film op swizzle tv gemm; do
	at_once 3 draw --kind "$kind" "coalesce($huge:1)"
done
at_once 3 draw --region 0:8,0:8 "($side,$side):($side,1)"
at_once 3 draw --kind gemm '(2097152,2097152,2097152)'
at_once 3 draw --kind tv --tile "$side,$side" "($side,$side):($side,1)"
at_once '3 4' draw "$huge:1" -o "$scratch/files/a.svg"
at_once '2 3' verify --device cpu --shape 1073741824,1073741824
no_files 'huge layouts'

# --- how often an option may be given ---

# repeated COUNT OPTION: the option so many times, in "$repeated".
repeated() {
	repeated=
	for _ in $(seq "$1"); do
		repeated="$repeated $2"
	done
}

# LIMIT_ASSERTS and LIMIT_SHAPES
repeated 32 --assert=size==4
# shellcheck disable=SC2086 # a list of words
run "$tool" check 4:1 $repeated
expect '32 assertions' 0
# shellcheck disable=SC2086
run "$tool" check 4:1 $repeated --assert=size
expect '33 assertions' 2
repeated 64 --shape=4,4
# shellcheck disable=SC2086
run "$tool" bench --dry-run $repeated
expect '64 shapes' 0
# shellcheck disable=SC2086
run "$tool" bench --dry-run $repeated --shape=4
expect '65 shapes' 2

# LIMIT_ACCESS_REQUESTS
run "$tool" bench --dry-run --access '(524288,1):(1,0)' --dtype f32
expect '16384 requests' 0
run "$tool" bench --dry-run --access '(524320,1):(1,0)' --dtype f32
expect '16385 requests' 3

# LIMIT_ASSUMPTIONS, LIMIT_WITH and LIMIT_EXPLAIN_DEPTH
repeated 64 --assume=N%2==0
# shellcheck disable=SC2086
run "$tool" eval $repeated 4
expect '64 promises' 0
# shellcheck disable=SC2086
run "$tool" eval $repeated --assume=N%2==0 4
expect '65 promises' 2
repeated 64 --with=N=4
# shellcheck disable=SC2086
run "$tool" eval $repeated 'N = ?; (N,2)'
expect '64 of --with' 0
# shellcheck disable=SC2086
run "$tool" eval $repeated --with=N=4 'N = ?; (N,2)'
expect '65 of --with' 2
run "$tool" eval --explain=64 'coalesce((2,4):(1,2))'
expect '64 levels of --explain' 0
run "$tool" eval --explain=65 'coalesce((2,4):(1,2))'
expect '65 levels of --explain' 2

# LIMIT_PROBLEM_RANK
run "$tool" verify --device=cpu --shape=2,3,2,3,2,3,2,3
expect '8 modes of a shape' 0
run "$tool" verify --device=cpu --shape=2,3,2,3,2,3,2,3,2
expect '9 modes of a shape' 2

# LIMIT_TENSOR_ELEMENTS
run "$tool" bench --dry-run --no-compile --shape=2,2 --layout 'a=(M,N):(281474976710654,1)'
expect 'a tensor of 2^48 elements of memory' 0
run "$tool" bench --dry-run --no-compile --shape=2,2 --layout 'a=(M,N):(281474976710655,1)'
expect 'a tensor of 2^48 + 1 elements of memory' 3
run "$tool" bench --dry-run --no-compile --shape=2,2 --layout 'a=(M,N):(-4611686018427387904,-4611686018427387904)'
expect 'a tensor of 2^63 + 1 elements of memory' 3

# --- values of options ---

while read -r arguments; do
	run sh -c "\"\$1\" $arguments" sh "$tool"
	expect "$arguments" '2 3'
done <<'END'
eval --timeout= 4
eval --timeout=0 4
eval --timeout=-1 4
eval --timeout=nan 4
eval --timeout=inf 4
eval --timeout=1e99 4
eval --timeout=1s 4
eval --max-memory= 4
eval --max-memory=0 4
eval --max-memory=-1 4
eval --max-memory=M 4
eval --max-memory=1T 4
eval --max-memory=1MB 4
eval --max-memory=99999999999999999999 4
eval --max-memory=9999999999999G 4
eval --style= 4
eval --style=cute,cpp 4
eval --dynamic=all 4
eval --file=
check 4:1 --tile=
check 4:1 --tile=,
check 4:1 --tile='('
check 4:1 --tile='2,2)('
check 4:1 --tile=0,4
check 4:1 --tile=-1,4
check 4:1 --tile=x
check 4:1 --tile='"x"'
check 4:1 --dtype=
check 4:1 --dtype=f17
check 4:1 --dtype=f16,f32
check 4:1 --dtype f16 --space=
check 4:1 --dtype f16 --space=local
check 4:1 --dtype f16 --warp=0
check 4:1 --dtype f16 --warp=65
check 4:1 --dtype f16 --warp=1x
check 4:1 --dtype f16 --warp=99999999999999999999
check 4:1 --space=global
check 4:1 --operand=Z
check 4:1 --memory=
check 4:1 --memory='('
check 4:1 --assert=
check 4:1 --assert='('
check 4:1 --assert='injective &&'
check 4:1 --assert='injective = 1'
check 4:1 --assert='nonsense'
check 4:1 --assert='vector == 128'
check 4:1 --assert='size == 99999999999999999999'
check 4:1 --assert='size 4'
check 4:1 --assert='1 < 2 < 3'
check 4:1 --assert=-
draw 4:1 --tile=
draw 4:1 --tile=,
draw 4:1 --tile=4
draw 4:1 --tile=4,
draw 4:1 --tile=4,4,4,4
draw 4:1 --tile='(4,4'
draw 4:1 --tile=4x4
draw 4:1 --tile=99999999999999999999,1
draw 4:1 --region=
draw 4:1 --region=0:4
draw 4:1 --region=4:0,0:4
draw 4:1 --region=0:4,0:4,0:4
draw 4:1 --region=a:b,c:d
draw 4:1 --max-cells=0
draw 4:1 --max-cells=16777217
draw 4:1 --max-cells=2 -o a.svg
draw 4:1 --cell=0
draw 4:1 --cell=401
draw 4:1 --font-size=3
draw 4:1 --font-size=101
draw 4:1 --bits=3
draw 4:1 --bits=256
draw 4:1 --vector=0
draw 4:1 --vector=129
draw 4:1 --width=19
draw 4:1 --width=10001
draw 4:1 --ansi=16
draw 4:1 --theme=
draw 4:1 --palette=red
draw 4:1 --color=size
draw 4:1 --text=offset,
draw 4:1 --text=offset,offset,offset,offset,offset
draw 4:1 --text=,
draw 4:1 --highlight=
draw 4:1 --highlight=T
draw 4:1 --highlight=T5V
draw 4:1 --highlight='warp x'
draw 4:1 --kind=
draw 4:1 --kind=pie
draw 4:1 -o
draw 4:1 -o a
draw 4:1 -o .
diff 4:1
diff 4:1 4:1 4:1
diff 4:1 '('
diff '' ''
diff --json=1 4:1 4:1
bench --shape=
bench --shape=,
bench --shape=0,4
bench --shape=-4,4
bench --shape=1,,3
bench --shape=4*4
bench --shape=99999999999999999999
bench --dtype=
bench --dtype=f17
bench --dtype=f16,,f32
bench --op=
bench --op=a+
bench --op='a b'
bench --op='(a'
bench --op='z'
bench --op='fma(a,b)'
bench --op='sin(a)('
bench --op='1e999999*'
bench --op='a;system(1)'
bench --reduce=
bench --reduce=median
bench --dim=0
bench --reduce=sum --dim=7 --dry-run
bench --reduce=sum --dim=x --dry-run
bench --layout=
bench --layout=a
bench --layout=a= --dry-run
bench --layout=z=row
bench --layout=a='(' --dry-run
bench --layout=a=4:1 --dry-run
bench --kernel=
bench --kernel=fast
bench --tv=4:1
bench --tv=4:1 --tile= --dry-run
bench --tv='(' --tile=16,16 --dry-run
bench --tv='(4,4):(1,4)' --tile=, --dry-run
bench --thr=4:1
bench --thr=4:1 --val='(' --dry-run
bench --set=
bench --set=threads
bench --set=threads=
bench --set=threads=2048
bench --set=nonsense=1
bench --device=
bench --device=gpu
bench --device=-2
bench --seed=
bench --seed=x
bench --samples=0
bench --samples=1025
bench --noise=2
bench --time-limit=0
bench --tune=0
bench --timeout=x
verify --max-memory=x
verify --csv
verify nonsense
atoms --nonsense
help nonsense
help eval draw
END

finish
