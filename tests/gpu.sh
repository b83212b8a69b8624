#!/bin/sh
# The suite that needs a GPU: mappings and results of many problems, exit codes of what a device refuses, and
# compute-sanitizer where it is installed. Without a GPU it is skipped.
#
#     tests/gpu.sh          everything, in a minute
#     tests/gpu.sh quick    without the sanitizer
#
# CUTELAYOUT names the program.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME="$scratch/cache"
tests=$(realpath "$(dirname "$tool")/../../tests")

if ! "$tool" bench --list-devices >"$scratch/devices" 2>&1; then
	skip "no GPU: $(cat "$scratch/devices")"
	finish
fi
cat "$scratch/devices"

# Cases run beside each other, as many as there are processors; each leaves what it found in a file of its own.
mkdir "$scratch/cases" "$scratch/running"
cases=0
most=$(nproc)
limit=60

# begin: wait until a further case may run, and count it.
begin() {
	cases=$((cases + 1))
	while [ "$(find "$scratch/running" -type f | wc -l)" -ge "$most" ]; do
		sleep 0.05
	done
	: >"$scratch/running/$cases"
}

# part NAME: wait for the cases before, and say how long they took.
started=$(date +%s)
part() {
	wait
	now=$(date +%s)
	echo "$1: $((now - started)) s"
	started=$now
}

# run COMMAND...: in the background, where a case ends: what it takes too long for is a failure.
run() {
	code=0
	timeout "$limit" "$@" >"$scratch/cases/$cases.out" 2>"$scratch/cases/$cases.err" </dev/null || code=$?
	rm -f "$scratch/running/$cases"
}

# expect CODE ARGUMENT...: run the program and compare its exit code.
expect() {
	begin
	(
		wanted=$1
		shift
		run "$tool" "$@"
		if [ "$code" -ne "$wanted" ]; then
			echo "$*: exit code $code, expected $wanted: $(tail -n 3 "$scratch/cases/$cases.err")" >"$scratch/cases/$cases.fail"
		fi
	) &
}

# says TEXT: the last case printed TEXT on one of its streams.
says() {
	wait
	if grep -qF -e "$1" "$scratch/cases/$cases.out" "$scratch/cases/$cases.err"; then
		pass
	else
		fail "it says '$1'" "$(cat "$scratch/cases/$cases.out" "$scratch/cases/$cases.err")"
	fi
}

# program NAME [ARGUMENT...]: a test program that counts for itself, in the background.
program() {
	begin
	(
		name=$1
		shift
		run "$tests/$name" "$@"
		if [ "$code" -ne 0 ]; then
			echo "$name: exit code $code" | cat - "$scratch/cases/$cases.out" "$scratch/cases/$cases.err" \
				>"$scratch/cases/$cases.fail"
		fi
		echo "$name: $(tail -n 1 "$scratch/cases/$cases.out")"
	) &
}

types=f16,bf16,f32,f64,e4m3,e5m2,i8,u8,i16,i32,i64
problems="--dtype $types --shape 130,520 --shape 127,1031"
kernels=naive,vectorized,tv,tv-remap,auto
# shellcheck disable=SC2086 # a list of words
{
	expect 0 verify $problems --kernel $kernels
	expect 0 verify $problems --judge host
	expect 0 verify $problems --judge host --reduce sum
	expect 0 verify $problems --kernel $kernels --layout b=col --op 'max(a,b)'
	expect 0 verify $problems --kernel $kernels --layout 'a=(M,N):(1200,1)' --op 'a*b'
	expect 0 verify $problems --op a --layout a=col
}
part 'elementwise, all types'

# Every type with every reduction and with every set of modes, but not with each of both.
turn=0
for reduce in sum prod max min mean absmax sumsq argmax argmin; do
	for dim in 0 1 all; do
		turn=$(((turn + 1) % 3))
		case $turn in
		0) some=f16,f64,i8,i64 ;;
		1) some=bf16,e4m3,u8,i32 ;;
		*) some=f32,e5m2,i16 ;;
		esac
		expect 0 verify --dtype "$some" --shape 130,520 --shape 127,1031 --reduce "$reduce" --dim "$dim"
	done
	turn=$(((turn + 1) % 3))
	expect 0 verify --dtype "$some" --shape 130,520 --reduce "$reduce" --dim 0 --tv 'make_layout_tv((4,32):(32,1), (4,8):(8,1))'
	expect 0 verify --dtype "$some" --shape 127,1031 --reduce "$reduce" --tv 'make_layout_tv((8,16):(16,1), (2,4):(4,1))' \
		--kernel tv,tv-remap
done
part reductions
expect 0 verify --dtype "$types" --shape 5,48,72 --op 'a*b' --layout b=col --reduce sum --dim 1 --tile 2,16,16 \
	--tv '((4,8,2),(2,2,2)):((1,4,32),(64,128,256))' --kernel tv,tv-remap
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 1
for atoms in 'SM70_8x8x4*' 'SM75_*LDSM*' 'SM75_8x8x16*' 'SM75_16x8x8*' 'SM80_*x*x*' 'SM89_16*' 'SM90_16x8x*' 'SM90_U*STSM*' \
	'SM90_64x*' '*SPARSE::GMMA_64x*' 'SM80_CP_ASYNC*' 'UniversalCopy*' 'SM90_BULK*' 'SM90_TMA*'; do
	expect 0 verify --atom "$atoms"
done
for shape in '(1,1,1)' '(2,2,1)' '(4,1,1)' '(1,2,2)'; do
	for atom in SM80_16x8x16_F32F16F16F32_TN SM80_16x8x16_F16F16F16F16_TN SM80_16x8x8_F32TF32TF32F32_TN \
		SM80_16x8x32_S32S8S8S32_TN SM80_8x8x32_S32U4S4S32_TN SM89_16x8x32_F32E4M3E4M3F32_TN; do
		expect 0 verify "make_tiled_mma(mma_atom(\"$atom\"),$shape)" --shape 64,64,64 --layout 'a=Sw<2,3,3> o 0 o (M,K):(K,1)'
	done
	# Twice as many of its elements take more shared memory than a kernel is given.
	expect 0 verify "make_tiled_mma(mma_atom(\"SM80_8x8x4_F64F64F64F64_TN\"),$shape)" --shape 64,64,32 \
		--layout 'a=Sw<2,3,3> o 0 o (M,K):(K,1)'
done
expect 0 verify 'make_tiled_mma(mma_atom("SM70_8x8x4_F32F16F16F32_NT"),(2,2,1))' --shape 64,64,16 --layout b=row
part 'atoms and tiled MMAs'
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 0 --layout a=col
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 0,2
expect 0 verify --dtype "$types" --shape 6,5,7,9,11 --reduce max --dim 3,0 --layout a=col
expect 0 verify --dtype "$types" --shape 6,5,7,9,11 --op 'a+b' --layout a=col
expect 0 verify --dtype "$types" --shape 6,5,7,9,11 --reduce argmax --dim 3,0 --layout a=col
expect 0 verify --dtype "$types,b=f32,out=f16" --shape 130,520 --op 'a*b' --kernel naive,vectorized,auto --layout b=col
expect 0 verify --dtype "$types,out=f32" --shape 130,520 --reduce sum --dim 0
expect 0 verify --dtype "$types" --shape 130,520 --layout 'a=(M,N):(-N,1)' --layout 'b=5+(M,N):(N,1)' --layout 'out=(M,N):(N,-1)'
for op in 'exp(a)' 'log(abs(a))' 'sqrt(abs(a))' 'rsqrt(abs(a))' 'tanh(a)' 'sigmoid(a)' 'fma(a,b,c)' 'a<b ? c : -a' '1/(2+a)' \
	'sin(9*a)+cos(a)*tan(a)' 'atan2(atan(a),sinh(4*b))' 'cosh(4*a)*erf(a)' 'exp2(20*a)+expm1(a)' 'log1p(a*a/2)-log2(abs(a))' \
	'log10(abs(a))*cbrt(a)' 'pow(abs(a),9*b)' 'hypot(a,b)' 'where(a<b,a,b)'; do
	expect 0 verify --dtype f16,f32,f64 --shape 200,300 --op "$op"
done
expect 0 bench --shape 512,512 --kernel naive,auto --samples 5
expect 0 bench --shape 512,512 --csv --samples 5 --hot
expect 0 bench --shape 512,512 --json --samples 5 --graph-overhead
for format in svg png; do
	if "$tool" draw 4:1 -o "$scratch/picture.$format" 2>/dev/null; then
		expect 0 bench --shape 512,512 --samples 5 --plot "$scratch/plot.$format" --shape 1024,1024
	else
		expect 4 bench --shape 512,512 --samples 5 --plot "$scratch/plot.$format" --shape 1024,1024
	fi
done
expect 0 bench --shape 512,512 --tune=1 --reduce sum
wait
expect 0 bench --shape 512,512 --samples 5 --reduce sum
says '# tuned earlier: --set '
expect 4 bench --device 1000
expect 4 bench --shape 1048576,65536 --dtype f64
expect 1 verify --tv '((32,4),(8,4)):((128,4),(8,1))' --tile 16,256
expect 1 verify --tv '((32,4),(8,4)):((128,4),(17,1))' --tile 16,256
expect 3 verify --tv '(2048,2):(2,1)' --tile 4096,1
part 'expressions, benches and what is refused'

# The registers that the compiled file tells are those that the runtime tells. Without --set, "auto" is what was the
# fastest of some plans where there is a device to ask.
same_registers() {
	registers=$("$tool" bench --dry-run --shape 512,512 "$@" | sed -n 's/^registers *\([0-9]*\) .*/\1/p')
	measured=$(timeout "$limit" "$tool" bench --csv --samples 1 --shape 512,512 "$@" | awk -F, '/^"/ { print $19 }')
	if [ -n "$registers" ] && [ "$registers" = "$measured" ]; then
		pass
	else
		fail "registers of a thread, $*" "--dry-run says $registers, the runtime $measured"
	fi
}
same_registers --kernel naive,vectorized,tv,tv-remap
same_registers --kernel auto --set threads=256,vector=8,unroll=1

# A device that is too hot, as its driver would say.
LD_LIBRARY_PATH=$tests${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} expect 0 bench --shape 512,512 --samples 5
says 'the device slowed down meanwhile (power cap, thermal): 1095 MHz of'
part 'registers and clocks'

# What measures times is alone on the device.
program device_faults
part 'kernels that fail'
program device_ladder
part 'the ladder of accesses'
program device_banks
part 'accesses to shared memory'
program device_tiles 20
program device_atoms 20
begin
(
	CUTELAYOUT=$tool
	export CUTELAYOUT
	run tests/swizzles.sh --measure
	[ "$code" -eq 0 ] || cp "$scratch/cases/$cases.out" "$scratch/cases/$cases.fail"
	echo "swizzles: $(tail -n 1 "$scratch/cases/$cases.out")"
) &
part 'random tiles and planted errors'

# ./dev gpu --sanitize asks much more.
if [ "${1-}" != quick ] && command -v compute-sanitizer >/dev/null 2>&1; then
	for check in memcheck racecheck; do
		for problem in '--shape 130,520 --kernel tv --reduce sum --dim 0' '--shape 130,520 --kernel tv-remap' \
			'make_tiled_copy(copy_atom("SM80_CP_ASYNC_CACHEGLOBAL<u128>",16),(16,4):(4,1),(1,8):(8,1))' \
			'make_tma_copy("SM90_TMA_LOAD",(100,70):(72,1),(32,64):(64,1),(32,64))' \
			'make_tma_copy("SM90_TMA_STORE",(100,70):(72,1),(32,64):(64,1),(32,64))'; do
			begin
			(
				# shellcheck disable=SC2086
				run compute-sanitizer --tool "$check" --error-exitcode 99 "$tool" verify $problem --dtype f16
				if [ "$code" -ne 0 ]; then
					{
						echo "$check: $problem"
						grep -v '^=* *$' "$scratch/cases/$cases.out" | head -n 12
					} >"$scratch/cases/$cases.fail"
				fi
			) &
		done
	done
	part 'the sanitizer'
	begin
	(
		DEVICE_RANDOM=$tests/device_random
		export DEVICE_RANDOM
		run tests/device_random.sh 16
		[ "$code" -eq 0 ] || cp "$scratch/cases/$cases.out" "$scratch/cases/$cases.fail"
	) &
	part 'random problems under the sanitizer'
fi

wait
number=0
while [ "$number" -lt "$cases" ]; do
	number=$((number + 1))
	if [ -e "$scratch/cases/$number.fail" ]; then
		fail "$(cat "$scratch/cases/$number.fail")"
	else
		pass
	fi
done
finish
