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

# Cases run beside each other; each leaves what it found in a file of its own.
mkdir "$scratch/cases"
cases=0

# begin: wait until a further case may run, and count it.
begin() {
	cases=$((cases + 1))
	if [ $((cases % 8)) -eq 0 ]; then
		wait
	fi
}

# expect CODE ARGUMENT...: run the program and compare its exit code.
expect() {
	begin
	(
		code=0
		wanted=$1
		shift
		"$tool" "$@" >"$scratch/cases/$cases.out" 2>"$scratch/cases/$cases.err" </dev/null || code=$?
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

# program NAME: a test program that counts for itself.
program() {
	begin
	wait
	if "$tests/$1" >"$scratch/cases/$cases.out" 2>&1; then
		echo "$1:"
	else
		cp "$scratch/cases/$cases.out" "$scratch/cases/$cases.fail"
	fi
	cat "$scratch/cases/$cases.out"
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
	for reduce in sum prod max min mean absmax sumsq; do
		for dim in 0 1 all; do
			expect 0 verify $problems --reduce "$reduce" --dim "$dim"
		done
	done
}
for reduce in sum prod max min mean absmax sumsq; do
	expect 0 verify --dtype "$types" --shape 130,520 --reduce "$reduce" --dim 0 --tv 'make_layout_tv((4,32):(32,1), (4,8):(8,1))'
	expect 0 verify --dtype "$types" --shape 127,1031 --reduce "$reduce" --tv 'make_layout_tv((8,16):(16,1), (2,4):(4,1))' \
		--kernel tv,tv-remap
done
expect 0 verify --dtype "$types" --shape 5,48,72 --op 'a*b' --layout b=col --reduce sum --dim 1 --tile 2,16,16 \
	--tv '((4,8,2),(2,2,2)):((1,4,32),(64,128,256))' --kernel tv,tv-remap
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 1
for atoms in 'SM70_8x8x4*' 'SM75_*LDSM*' 'SM75_8x8x16*' 'SM75_16x8x8*' 'SM80_*x*x*' 'SM89_16*' 'SM90_16x8x*' 'SM90_U*STSM*' \
	'SM90_64x*' '*SPARSE::GMMA_64x*' 'SM80_CP_ASYNC*' 'UniversalCopy*' 'SM90_BULK*' 'SM90_TMA*'; do
	expect 0 verify --atom "$atoms"
done
for shape in '(1,1,1)' '(2,2,1)' '(4,1,1)' '(1,2,2)'; do
	for atom in SM80_16x8x16_F32F16F16F32_TN SM80_16x8x16_F16F16F16F16_TN SM80_16x8x8_F32TF32TF32F32_TN \
		SM80_16x8x32_S32S8S8S32_TN SM80_8x8x4_F64F64F64F64_TN SM80_8x8x32_S32U4S4S32_TN SM89_16x8x32_F32E4M3E4M3F32_TN; do
		expect 0 verify "make_tiled_mma(mma_atom(\"$atom\"),$shape)" --shape 64,64,64 --layout 'a=Sw<2,3,3> o 0 o (M,K):(K,1)'
	done
done
expect 0 verify 'make_tiled_mma(mma_atom("SM70_8x8x4_F32F16F16F32_NT"),(2,2,1))' --shape 64,64,16 --layout b=row
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 0 --layout a=col
expect 0 verify --dtype "$types" --shape 5,48,72 --reduce sum --dim 0,2
expect 0 verify --dtype "$types" --shape 6,5,7,9,11 --reduce max --dim 3,0 --layout a=col
expect 0 verify --dtype "$types" --shape 6,5,7,9,11 --op 'a+b' --layout a=col
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
wait

# The registers that the compiled file tells are those that the runtime tells.
kernels='naive,vectorized,tv,tv-remap,auto'
registers=$("$tool" bench --dry-run --kernel "$kernels" --shape 512,512 | sed -n 's/^registers *\([0-9]*\) .*/\1/p')
measured=$("$tool" bench --csv --samples 1 --kernel "$kernels" --shape 512,512 | awk -F, '/^"/ { print $19 }')
if [ -n "$registers" ] && [ "$registers" = "$measured" ]; then
	pass
else
	fail 'registers of a thread' "--dry-run says $registers, the runtime $measured"
fi

# A device that is too hot, as its driver would say.
LD_LIBRARY_PATH=$tests${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} expect 0 bench --shape 512,512 --samples 5
says 'the device slowed down meanwhile (power cap, thermal): 1095 MHz of'
program device_faults
program device_ladder
program device_banks
program device_tiles
program device_atoms
begin
CUTELAYOUT=$tool tests/swizzles.sh --measure >"$scratch/cases/$cases.out" 2>&1 || cp "$scratch/cases/$cases.out" "$scratch/cases/$cases.fail"
cat "$scratch/cases/$cases.out"

if [ "${1-}" != quick ] && command -v compute-sanitizer >/dev/null 2>&1; then
	for check in memcheck racecheck initcheck; do
		for problem in '--op a+b --shape 127,1031' '--op a --layout a=col --shape 127,1031' \
			'--op a --layout a=col --shape 128,1024' '--reduce sum --dim 1 --shape 127,1031' \
			'--reduce sum --dim 0 --shape 127,1031' '--reduce sum --dim 0 --shape 512,1024' \
			'--reduce sum --dim all --shape 1000,1031' \
			'--shape 130,520 --kernel tv-remap' '--shape 130,520 --kernel tv --reduce sum --dim 0' \
			'--shape 130,520 --kernel tv --reduce sum --dim 1' \
			'make_tiled_copy(copy_atom("SM80_CP_ASYNC_CACHEGLOBAL<u128>",16),(16,4):(4,1),(1,8):(8,1))' \
			'make_tma_copy("SM90_TMA_LOAD",(100,70):(72,1),(32,64):(64,1),(32,64))' \
			'make_tma_copy("SM90_TMA_STORE",(100,70):(72,1),(32,64):(64,1),(32,64))'; do
			begin
			(
				# shellcheck disable=SC2086
				if ! compute-sanitizer --tool "$check" --error-exitcode 99 "$tool" verify $problem --dtype f16 \
					>"$scratch/cases/$cases.out" 2>&1; then
					{
						echo "$check: $problem"
						grep -v '^=* *$' "$scratch/cases/$cases.out" | head -n 12
					} >"$scratch/cases/$cases.fail"
				fi
			) &
		done
	done
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
