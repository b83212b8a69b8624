#!/bin/sh
# bench and verify on a simulated GPU (tests/simulated/device.c): proofs, results of every type and reduction, reports,
# the search and what it remembers, and everything that can go wrong with a device.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT_SIMULATED:-build/tests/cutelayout-simulated}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME="$scratch/cache"
export EMULATOR_CACHE="$scratch/kernels"
mkdir "$EMULATOR_CACHE"

if ! ${CXX:-c++} --version >/dev/null 2>&1; then
	echo 'no compiler for C++: nothing was run'
	echo '0 passed, 0 failed, 1 skipped'
	exit 77
fi

# A kernel takes a second to compile here, so "bench" tries no others unless a test asks for it.
trials=--no-trials

# expect CODE TEXT ARGUMENT...: the exit code, and a text that is in the output or the messages.
expect() {
	wanted=$1
	text=$2
	shift 2
	code=0
	if [ "$1" = bench ] && [ -n "$trials" ]; then
		shift
		set -- bench "$trials" "$@"
	fi
	"$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	if [ "$code" -eq "$wanted" ] && cat "$scratch/out" "$scratch/err" | grep -qF -e "$text"; then
		pass
	else
		fail "${CUTELAYOUT_SIMULATE-} $*" "exit code $code, expected $wanted, and '$text'
$(head -n 20 "$scratch/out") $(tail -n 3 "$scratch/err")"
	fi
}

# wrong WHAT CODE TEXT ARGUMENT...: the same where the device does WHAT wrong.
wrong() {
	CUTELAYOUT_SIMULATE=$1
	export CUTELAYOUT_SIMULATE
	shift
	expect "$@"
	unset CUTELAYOUT_SIMULATE
}

# --- atoms ---

expect 0 'SM80_8x8x4_F64F64F64F64_TN: proved: A, B and C explain 1024 pairs' verify --atom sm80_8x8x4_f64
expect 0 'SM75_U32x4_LDSM_N: proved: 256 numbers came where the atom says' verify --atom 'SM75*LDSM*'
expect 0 'SM80_8x8x4_GC64C64C64GC64_TN: proved: A, B and C explain 1024 pairs' verify --atom SM80_8x8x4_GC64
expect 3 'no kernel is made of an MMA of complex numbers' verify 'make_tiled_mma(mma_atom("SM80_8x8x4_C64C64C64C64_TN"))' --shape 8,8,4
expect 0 '# Simulated: 1 proved' verify --atom 'mma_atom("SM80_8x8x4_F64F64F64F64_TN")'
expect 0 'SM75_U32x4_LDSM_N: proved' verify 'copy_atom("SM75_U32x4_LDSM_N",16)'
expect 3 'expected an atom' verify --atom '(2,2):(1,2)'
expect 3 'no MMA atom is called "x"' verify --atom 'mma_atom("x")'
expect 0 'SM100_U8x4_STSM_T: not asked' verify --atom STSM
expect 0 '# Simulated: 6 proved, 0 malformed, 0 different, 3 not asked' verify --atom STSM
# movmatrix transposes; CUTLASS gives the atom the layout of a copy that does not.
expect 1 'SM75_U32x1_MOVM_T: differs: thread 1 has as number 0 of 16 bits what thread 8 gave' verify --atom MOVM
expect 0 'proved: A, B and C explain' verify --atom SM90_64x8x8_F32TF32TF32_RS_TN
expect 0 'SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<u128>: proved: 512 bytes came where the atom says' verify --atom SM80_CP_ASYNC
expect 0 '# Simulated: 6 proved' verify --atom UniversalCopy
expect 0 'SM90_BULK_COPY_S2G: proved: 7280 elements of 7 tiles' verify --atom SM90_BULK
expect 0 'SM90_TMA_LOAD::3D_U16_SW128: proved: 46080 elements of 12 tiles' verify --atom SM90_TMA_LOAD::3D_U16_SW128
expect 0 '# Simulated: 8 proved' verify --atom 'SM90_TMA_*::2D_U32_*'
expect 1 'not asked: only mma.sync' verify --atom AutoVectorizing
expect 1 "no atom matches 'nothing'" verify --atom nothing
wrong open 4 'simulated: open fails' verify --atom MOVM
wrong alloc 4 'SM75_U32x1_MOVM_T: simulated: alloc fails' verify --atom MOVM
wrong compile 4 'SM75_U32x1_MOVM_T: simulated: compile fails' verify --atom MOVM
wrong run 4 'simulated: run fails' verify --atom sm80_8x8x4_f64
wrong read 4 'simulated: read fails' verify --atom sm80_8x8x4_f64

# --- strips ---

# Strips of what does not begin at the boundary of a vector, and of elements so wide that four are more than a vector.
expect 0 'results within rounding' verify --shape 6,409 --dtype f32 --op a --layout 'a=5+(M,N):(1,M)' --set tile=1
expect 0 'results within rounding' verify --shape 6,408 --dtype f32 --op a --layout 'a=col' --layout 'out=1+(M,N):(N,1)' --set tile=4
expect 0 'results within rounding' verify --shape 6,408 --dtype f64 --op a --layout 'a=col' --set tile=8
expect 0 'results within rounding' verify --shape 3,3,45,59 --op a --layout 'a=(3,3,45,59):(7965,1,177,3)' --set tile=4
expect 0 'staged   (512,3):(3,1)' bench --dry-run --no-compile --shape 4,3,64,64 --dtype f32 --op a \
	--layout 'a=(4,3,64,64):(12288,1,192,3)' --set tile=4

# --- accesses to shared memory ---

fragment='((4,8),(2,2,2)):((32,1),(16,8,128))'
column='(16,16):(64,1)'
expect 0 'ldmatrix                       1        4          32        32        32.0     16.0     2112  as predicted' \
	bench --access "$fragment" --memory "$column"
expect 0 ',f16,stmatrix,0,0,1,4,4,4,4,512,128,1.6896e+13,1e+09,1' \
	bench --access "$fragment" --memory "Sw<3,3,3> o 0 o $column" --csv
expect 0 '"access":"ldmatrix","bits":0,"transposed":true' bench --access "$fragment" --memory '(16,16):(1,64)' --json
expect 0 'S 128-bit load                16       64          64        64        64.0    128.0    16896  as predicted' \
	bench --access 'S:make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(16,8):(8,1),(1,8))' --memory 'Sw<3,3,3> o 0 o (64,64):(64,1)'
expect 0 '32-bit store                   2        2           2         2         2.0     66.0     8712' \
	bench --access '(33,1):(1,0)' --dtype f32
expect 0 '4-bit load                    32       32          60' bench --access '(32,32):(33,1)' --dtype u4 --dry-run
expect 0 'ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16' bench --access "$fragment" --memory '(16,16):(1,64)' --print-source
wrong banks 1 'request 0 takes 9.00 cycles, the model says 8 wavefronts' bench --access "$fragment" --memory "$column"
wrong write 4 'simulated: write fails' bench --access "$fragment"
wrong open 4 '--dry-run shows what is predicted' bench --access "$fragment"
expect 2 '--device=cpu has none' bench --access "$fragment" --device cpu
expect 2 '--access is no problem with a kernel' bench --access "$fragment" --shape 16,16
expect 2 '--memory needs --access' bench --memory "$column"
expect 2 'no kernel is made for --dtype=u4' bench --dtype u4
expect 2 'expected one --dtype=TYPE' bench --access "$fragment" --dtype f16,f32
expect 3 'no thread loads a part of it' bench --access 'mma_atom("SM90_64x64x16_F32F16F16_SS")'
expect 3 'expected' bench --access '(4,3'

rows='((16,2),8):((1,512),64)'
expect 0 'found      1-way,     4 wavefronts, 4.0 cycles' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --measure
expect 0 'against    2-way,     8 wavefronts, 8.0 cycles' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --measure \
	--against 'Sw<2,3,3> o 0 o (64,64):(64,1)'
expect 0 '"wavefronts":32,"wasted":0,"padding":0,"cycles":32' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" \
	--measure --json --all
expect 0 '"cycles":1,' find swizzle --memory 4:1 --dtype f16 --access 4:1 --measure --json
expect 0 'found      1-way,     1 wavefronts, 1.0 cycles' find swizzle --memory 4:1 --dtype f16 --access 4:1 --measure
wrong run 4 'simulated: run fails' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --measure

expect 0 'sectors, at best 512; to shared memory 128-bit, 1-way, 128.0 cycles' find tv --tile 128,64 --threads 256 --dtype f16 \
	--memory '(128,64):(64,1)' --to 'Sw<3,3,3> o 0 o (128,64):(64,1)' --measure
expect 0 '"bytes_per_s":' find tv --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(64,1)' --measure --json
expect 4 'at most 64 vectors' find tv --tile 128,128 --threads 32 --dtype f16 --memory '(128,128):(130,1)' --measure --all
wrong time 4 'simulated: time fails' find tv --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(64,1)' --measure

# --- tiled MMAs ---

mma='make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1):(1,2,0))'
expect 0 'proved: 64 x 32 sums over 32, each by the threads that own it' verify "$mma" --shape 64,32,32
expect 0 'proved: 32 x 16 sums over 48' verify "$mma" --shape 32,16,48 --layout 'a=Sw<1,3,1> o 0 o (M,K):(K,1)' --layout b=row
expect 0 '"verdict":"proved"' verify "$mma" --shape 32,16,16 --json
expect 0 'tile_a[place_a(own_a(t' verify "$mma" --shape 32,16,16 --print-source
expect 2 'over one --shape=M,N,K' verify "$mma"
expect 2 '--device=cpu is none' verify "$mma" --shape 32,16,16 --device cpu
expect 2 "unexpected argument '$mma'" bench "$mma"
expect 3 'expected a tiled MMA' verify 4:1 --shape 32,16,16
expect 3 'extent 1 of the shape, 12, is no multiple' verify "$mma" --shape 32,12,16
expect 3 'the MMA has 8 threads' verify 'make_tiled_mma(mma_atom("SM70_8x8x4_F32F16F16F32_NT"))' --shape 8,8,4
expect 3 'a kernel is made of MMAs of a warp' verify 'make_tiled_mma(mma_atom("SM90_64x8x16_F16F16F16_SS"))' --shape 64,8,16
expect 3 'the memory of A has two elements at 1' verify "$mma" --shape 32,16,16 --layout 'a=(M,K):(1,1)'
expect 3 'the memory of B has 32 elements; 256 are needed' verify "$mma" --shape 32,16,16 --layout 'b=32:1'
expect 3 'the memory of A has 65536 elements; there is room for 49152' verify "$mma" --shape 4096,16,16
expect 3 'neither a layout nor a swizzled one' verify "$mma" --shape 32,16,16 --layout 'a=512:1 o 0 o (M,K):(1,M)'
wrong run 4 'simulated: run fails' verify "$mma" --shape 32,16,16
wrong run 4 '"code":"' verify "$mma" --shape 32,16,16 --json

# --- boxes of TMA ---

box='make_tma_copy("SM90_TMA_LOAD",(100,70):(72,1),Sw<3,3,3> o 0 o (32,64):(64,1),(32,64))'
expect 0 'elements of 8 tiles, 1 boxes of 4096 bytes each, swizzle 128B, to shared memory' verify "$box"
expect 0 'to global memory; 200 elements beyond the tensor were written, in the last 16 bytes' verify \
	"$(echo "$box" | sed 's/LOAD/STORE/')"
expect 3 'a row of the box has 64 bytes, the swizzle spans 128' verify "$(echo "$box" | sed 's/64/32/g')"
expect 0 '"verdict":"proved"' verify "$box" --json
expect 0 'cp.async.bulk.tensor.5d' verify "$box" --print-source
expect 3 'are those that it was made for' verify "$box" --shape 100,70
expect 3 'the copy is shared by 2 CTAs' verify 'make_tma_copy("SM90_TMA_LOAD",(128,64):(64,1),(32,64):(64,1),(32,64),2)'
expect 3 'the swizzle 128B_ATOM_32B is one of SM100' verify \
	'make_tma_copy("SM90_TMA_LOAD",(128,64):(64,1),Sw<2,4,2> o 0 o (32,64):(64,1),(32,64))'
expect 3 'a row of the box has 128 bytes' verify \
	'make_tma_copy("SM90_TMA_LOAD",(128,64):(64,1),Sw<2,3,3> o 0 o (32,64):(64,1),(32,64))'
expect 3 'a kernel asks for boxes of SM90_TMA_LOAD' verify \
	'make_tma_copy("SM90_TMA_REDUCE_ADD",(128,64):(64,1),(32,64):(64,1),(32,64))'
expect 3 'the tile takes 65536 bytes of shared memory' verify \
	'make_tma_copy("SM90_TMA_LOAD",(512,64):(64,1),(256,128):(128,1),(256,128))'
wrong map 4 'simulated: map fails' verify "$box"
wrong run 4 'simulated: run fails' verify "$box"

# --- tiled copies ---

rows='make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(16,4):(4,1),(1,8):(8,1))'
expect 0 'proved: 512 elements, 64 threads with 8 values, through global memory, registers' verify "$rows"
expect 0 'proved: 2048 elements, 64 threads with 32 values' verify "$rows" --shape 32,64 --memory 'Sw<3,3,3> o 0 o (M,N):(N,1)'
expect 0 'proved: 2048 elements' verify "$rows" --shape 32,64 --memory '(M,N):(N+8,1)' --layout 'a=(M,N):(N+16,1)' --layout out=row
expect 0 '"verdict":"proved"' verify "$rows" --json
expect 0 'tile[place_shared(own_d(t' verify "$rows" --print-source
async='make_tiled_copy(copy_atom("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<u128>",16),(16,4):(4,1),(1,8):(8,1))'
expect 0 'through cp.async to shared memory, registers and global memory' verify "$async" --memory 'Sw<2,3,2> o 0 o (M,N):(N,1)'
loads='make_tiled_copy_A(copy_atom("SM75_U32x4_LDSM_N",16),make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1)))'
expect 0 'through shared memory, ldmatrix to registers' verify "$loads" --shape 64,64 --memory 'Sw<3,3,3> o 0 o (M,N):(N,1)'
stores='make_tiled_copy_C(copy_atom("SM90_U16x8_STSM_T",16),make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1),(_,32,_)))'
expect 0 'registers, stmatrix to shared memory' verify "$stores" --memory 'Sw<2,3,3> o 0 o (M,N):(1,M)'
bytes='make_tiled_copy(copy_atom("UniversalCopy<u32>",8),32:1,4:1)'
expect 0 'proved: 1024 elements, 32 threads with 32 values' verify "$bytes" --shape 1024
expect 3 'which do not lie side by side from a multiple of their size on in shared memory' verify "$rows" --memory col
expect 3 'in the memory that is read' verify "$rows" --layout 'a=(M,N):(N+1,1)'
expect 3 "the shape is no multiple of the copy's tile" verify "$rows" --shape 20,32
expect 3 'shared memory has two elements at 0' verify "$rows" --memory '(M,N):(0,1)'
expect 3 'elements of 4 bits: a kernel moves those of 8, 16, 32 and 64' verify \
	'make_tiled_copy(copy_atom("UniversalCopy<u32>",4),32:1,8:1)'
expect 3 'a block has 49152 bytes of shared memory' verify "$rows" --shape 256,128
expect 3 'a kernel copies by plain accesses, cp.async, ldmatrix and stmatrix' verify \
	'make_tiled_copy(copy_atom("SM75_U32x1_MOVM_T",16),32:1,2:1)'
expect 3 "no value is called 'nothing'" verify "$rows" --memory nothing
expect 2 '--device=cpu is none' verify "$rows" --device cpu
expect 2 'over one --shape' verify "$rows" --shape 32,32 --shape 64,64
wrong run 4 'simulated: run fails' verify "$rows"

# --- proofs and results ---

types=f16,bf16,f32,f64,e4m3,e5m2,i8,u8,i16,i32,i64
kernels=naive,vectorized,tv,tv-remap
expect 0 'results within rounding' verify --dtype "$types" --shape 18,72
expect 0 'results within rounding' verify --dtype f16,f64,i8 --shape 18,72 --kernel "$kernels"
expect 0 'results within rounding' verify --dtype f16,i32 --shape 17,71 --layout b=col --op 'max(a,b)'
expect 0 'out: 1024 elements' verify --dtype f16,f64 --shape 16,64 --op a --layout a=col
expect 0 'results within rounding' verify --shape 16,64 --layout 'a=(M,N):(0,1)' --op 'a<b ? a : -b' --dtype f32
for op in 'exp(a)' 'log(abs(a))' 'rsqrt(abs(a))' 'sigmoid(tanh(a))' 'fma(a,b,c)' '1/(2+a)' 'exp(100*a)' 'log(a)' \
	'sin(9*a)+cos(a)*tan(a)' 'atan2(atan(a),sinh(4*b))' 'cosh(4*a)*erf(a)' 'exp2(20*a)+expm1(a)' 'log1p(a*a/2)-log2(abs(a))' \
	'log10(abs(a))*cbrt(a)' 'pow(abs(a),9*b)' 'hypot(a,b)' 'where(a<b,a,b)'; do
	expect 0 'results within rounding' verify --dtype f32,e5m2 --shape 9,40 --op "$op"
done
for reduce in sum prod max min mean absmax sumsq argmax argmin; do
	expect 0 'results within rounding' verify --dtype f16,i8 --shape 33,70 --reduce "$reduce" --dim 0
	expect 0 'results within rounding' verify --dtype f32,i64 --shape 33,70 --reduce "$reduce" --dim 1
	expect 0 'results within rounding' verify --dtype f64,u8 --shape 33,70 --reduce "$reduce" --dim all
done
expect 0 'results within rounding' verify --dtype f32,i8 --shape 5,12,18 --reduce sum --dim 1
expect 0 'results within rounding' verify --dtype f32,i8 --shape 5,12,18 --reduce mean --dim 0 --layout a=col
expect 0 'results within rounding' verify --dtype f32,i8 --shape 5,12,18 --reduce max --dim 0,-1
expect 0 'results within rounding' verify --dtype f16,i32 --shape 3,4,5,2,6 --reduce sum --dim 3,0 --layout a=col
expect 0 'results within rounding' verify --dtype f16,i32 --shape 2,3,2,3,2,3,2,3 --layout a=col
expect 0 'results within rounding' verify --shape 600,300 --reduce sum --dim all
# The last of the chunks that the judge on the device adds up is shorter than the others.
expect 0 'results within rounding' verify --judge device --dtype i64 --shape 1,1001 --reduce sum --dim 1
# Results come together by halves, whatever the number of threads that is asked for.
expect 0 'results within rounding' verify --dtype i32 --shape 500 --reduce sum --set threads=100
expect 0 'results within rounding' verify --dtype i32 --shape 20,70 --reduce sum --set threads=96,per-row=12,vector=3
expect 0 'results within rounding' verify --dtype i32 --shape 20,70 --reduce argmax --set threads=1000,per-row=96
expect 0 'results within rounding' verify --dtype i32 --shape 70,20 --reduce sum --dim 0 --set threads=96,per-row=3
expect 0 'results within rounding' verify --dtype f16 --shape 33,70 --reduce max --set vector=7
# Integers become small floats by way of a float that is rounded toward zero.
for type in f16 bf16 e4m3 e5m2; do
	expect 0 '7 results within rounding' verify --dtype "a=i64,out=$type" --shape 7,64 --reduce min
done
# The device judges what the host has judged above.
expect 0 'results within rounding' verify --judge device --dtype "$types" --shape 18,72
expect 0 'results within rounding' verify --judge device --dtype f16,f64,i8 --shape 18,72 --kernel "$kernels"
expect 0 'results within rounding' verify --judge device --dtype f16,i32 --shape 17,71 --layout b=col --op 'max(a,b)'
for op in 'exp(a)' 'log(abs(a))' 'rsqrt(abs(a))' 'sigmoid(tanh(a))' 'fma(a,b,c)' '1/(2+a)' 'exp(100*a)' 'log(a)' \
	'sin(9*a)+cos(a)*tan(a)' 'atan2(atan(a),sinh(4*b))' 'cosh(4*a)*erf(a)' 'exp2(20*a)+expm1(a)' 'log1p(a*a/2)-log2(abs(a))' \
	'log10(abs(a))*cbrt(a)' 'pow(abs(a),9*b)' 'hypot(a,b)' 'where(a<b,a,b)'; do
	expect 0 'results within rounding' verify --judge device --dtype f32,e5m2 --shape 9,40 --op "$op"
done
for reduce in sum prod max min mean absmax sumsq; do
	expect 0 'results within rounding' verify --judge device --dtype f16,i8 --shape 33,70 --reduce "$reduce" --dim 0
	expect 0 'results within rounding' verify --judge device --dtype f32,i64 --shape 33,70 --reduce "$reduce" --dim 1
	expect 0 'results within rounding' verify --judge device --dtype f64,u8 --shape 33,70 --reduce "$reduce" --dim all
done
expect 0 'results within rounding' verify --judge device --dtype f32,i8 --shape 5,12,18 --reduce mean --dim 0 --layout a=col
expect 0 'results within rounding' verify --judge device --dtype f16,i32 --shape 3,4,5,2,6 --reduce sum --dim 3,0 --layout a=col
expect 0 'results within rounding' verify --judge device --shape 600,300 --reduce sum --dim all
expect 2 'of auto host device; saw' verify --judge nobody
# Several outputs. LIMIT_OUTPUTS is 4.
for judge in host device; do
	expect 0 'out2: 2310 elements' verify --judge "$judge" --shape 33,70 --op 'a+b; a*b' --dtype a=f16,b=bf16,out2=f32
	expect 0 '9240 results within rounding' verify --judge "$judge" --shape 33,70 --op 'a;-a;a*a;abs(a)' \
		--dtype i32,out2=i64,out3=f16 --layout out2=col --layout 'out4=3+(M,N):(N+2,1)'
	wrong result 1 'a result is wrong: output 2: the result at offset 0 is' verify --judge "$judge" --shape 64,64 --op 'a;b'
	wrong entry 1 'the mapping is not the predicted one: ' verify --judge "$judge" --shape 64,64 --op 'a;b'
done
expect 0 'tv: out2: 2310 elements' verify --shape 33,70 --op 'a;b' --layout out2=col --kernel naive,vectorized,tv
expect 0 'out2: 16896 elements' verify --shape 128,132 --op 'a;a+1' --dtype i8
expect 0 '"dtype":"a=f16,out=f16,out2=f32","shape":[64,64],"memory":{"out2":"(64,64):(1,64)"}' \
	bench --op 'a;a+1' --shape 64,64 --samples 5 --dtype f16,out2=f32 --layout out2=col --json
expect 0 'memory out2 (64,64):(64,1)' bench --op 'a;b' --shape 64,64 --layout out2=col --dry-run --no-compile
expect 0 'kernel     auto, exchange' bench --op 'a;b' --shape 64,64 --layout out2=col --dry-run --no-compile
expect 0 'kernel     auto, flat' bench --op 'a;b' --shape 64,64 --dry-run --no-compile
expect 0 'auto: out2: 9240 elements' verify --op 'a+b;a*b' --shape 40,7,33 --layout 'a=(40,7,33):(1,1320,40)' \
	--layout 'out2=(40,7,33):(7,1,280)'
expect 3 'more than 4 results' verify --op 'a;a;a;a;a'
expect 2 '--reduce takes one expression' verify --op 'a;b' --reduce sum --shape 64,64
expect 2 "--dtype names the type of out3, but 'a;b' has 2 results" verify --op 'a;b' --dtype f16,out3=f32
expect 2 "--layout gives the memory of out2, but 'a+b' has 1 result" verify --layout out2=col
expect 3 '<out2>: a stride of 0 is not for an output' verify --op 'a;b' --shape 64,64 --layout 'out2=(M,N):(0,1)'
expect 2 'saw' verify --op 'a;b' --layout out5=row
# One element more than the host judges by itself.
expect 0 'out: 16385 elements' verify --shape 16385 --op a --dtype i8
expect 1 'has two owners' verify --tv '((32,4),(8,4)):((128,4),(8,1))' --tile 16,256

# --- reports ---

expect 0 '0  Simulated, compute capability 9.0' bench --list-devices
expect 0 'relu(a)' bench --op 'relu(a)' --shape 64,64 --samples 5
expect 0 'sum(a),1' bench --shape 64,64 --reduce sum --samples 5
expect 0 'sum(a),all' bench --shape 64,64 --reduce sum --dim all --samples 5
expect 0 '"a+b",f16,64x64,naive,elementwise' bench --shape 64,64 --csv --samples 5 --hot --kernel naive,auto
expect 0 '"name":"Simulated"' bench --shape 64,64 --json --samples 5 --kernel naive,auto
expect 0 'from a graph: 50.00 % less' bench --shape 64,64 --graph-overhead
expect 0 'from a graph: 50.00 % less' bench --shape 64,64 --graph-overhead --csv
expect 0 '"stream_launch_s":4e-06,"graph_launch_s":2e-06' bench --shape 64,64 --graph-overhead --json --kernel naive,auto
python3 -m json.tool "$scratch/out" >/dev/null 2>&1 && pass || fail 'bench --graph-overhead --json is JSON' "$(cat "$scratch/out")"
if [ "${CUTELAYOUT_CAIRO-yes}" = no ]; then
	expect 4 'without Cairo' bench --shape 64,64 --plot "$scratch/plot.png"
fi
expect 0 '--shape 64,64 --shape 128,64,8' bench --shape 64,64 --shape 128,64,8 --plot "$scratch/plot.svg" --dtype f16,f32
expect 2 'cannot write' bench --shape 64,64 --samples 5 --plot "$scratch/none/plot.svg"
if grep -q '<title[^>]*>a+b on Simulated</title>' "$scratch/plot.svg"; then
	pass
else
	fail 'the plot says what it is of' "$(head -c 400 "$scratch/plot.svg")"
fi

# lines FILE: what is drawn between points.
lines() {
	grep -o 'd="M[0-9.]* [0-9.]*[lhv][0-9. -]*"' "$1" | sort
}
expect 0 '"median_s"' bench --shape 64,64 --shape 128,64,8 --samples 5 --json --plot "$scratch/bench.svg"
cp "$scratch/out" "$scratch/bench.json"
expect 0 ': 2 rows, ' bench --report "$scratch/bench.json" --plot "$scratch/report.svg"
if [ -n "$(lines "$scratch/bench.svg")" ] && [ "$(lines "$scratch/bench.svg")" = "$(lines "$scratch/report.svg")" ]; then
	pass
else
	fail 'the plot is that of the report' "$(lines "$scratch/bench.svg") $(lines "$scratch/report.svg")"
fi

# --- many devices ---

runs=$scratch/runs
mkdir "$runs"
wrong two 0 '1  Simulated' bench --list-devices
wrong two 0 '"index":1' bench --device all --shape 64,64 --json --samples 5
cp "$scratch/out" "$runs/two.json"
wrong two 0 '"index":0' bench --device=all --at-once --shape 64,64 --shape 64,128 --json --samples 5 --layout b=col --kernel naive,auto
cp "$scratch/out" "$runs/at_once.json"
wrong two 4 'there is no device 2' bench --device 2
wrong two 0 'out: 4096 elements' verify --device=all --shape 64,64 --op a
wrong open 4 'simulated: open fails' bench --device=all --shape 64,64
wrong open 4 '"text":"simulated: open fails"' bench --device=all --shape 64,64 --json
expect 0 'launch ' bench --device=all --shape 64,64 --dry-run --no-compile
# The text of a kernel is printed once, and so is why there is none.
for text in --print-source --print-ptx --print-sass; do
	for device in 0 all; do
		CUTELAYOUT_SIMULATE=two "$tool" bench --device=$device --shape 64,64 $text >"$scratch/text.$device" 2>&1 || :
	done
	if [ -s "$scratch/text.0" ] && cmp -s "$scratch/text.0" "$scratch/text.all"; then
		pass
	else
		fail "bench --device=all $text" "$(head -n 5 "$scratch/text.0" "$scratch/text.all")"
	fi
done
# Where nobody hears of it, what goes wrong is no result.
code=0
CUTELAYOUT_SIMULATE=two "$tool" verify --device=all --at-once --shape 8 --op a --kernel tv >"$scratch/out" 2>&- || code=$?
[ "$code" = 3 ] && [ ! -s "$scratch/out" ] && pass || fail 'verify --at-once with a closed standard error' "$(cat "$scratch/out")"
expect 1 'has two owners' verify --device=all --tv '((32,4),(8,4)):((128,4),(8,1))' --tile 16,256
expect 2 '--plot is of one device' bench --device=all --plot "$scratch/plot.svg"
expect 0 ': 5 rows, ' bench --report "$runs/two.json" "$runs/at_once.json" --plot "$scratch/runs.svg"
expect 0 '#1: 5 rows, ' bench --report "$runs/two.json" "$runs/at_once.json"
expect 0 '  b=(64,128):(1,64)' bench --report "$runs/at_once.json"
expect 0 ',"b=(64,64):(1,64)","Simulated' bench --report --csv "$runs/at_once.json"
if [ "$("$tool" bench --report --csv - <"$runs/two.json" | wc -l)" -eq 3 ] && [ -s "$scratch/runs.svg" ]; then
	pass
else
	fail 'a report from standard input, and its plot'
fi
sed 's/"wrong":0/"wrong":1/' "$runs/two.json" >"$runs/wrong.json"
expect 1 '  WRONG' bench --report "$runs/wrong.json"
expect 2 'needs the files' bench --report
expect 2 'the files are the JSON' bench --report --json "$runs/two.json"
expect 2 'nothing.json' bench --report "$runs/nothing.json"
expect 3 'no JSON: expected a number at byte 0' bench --report /dev/null
echo '{"format":1,"results":[]}' >"$runs/other.json"
expect 3 "not what 'cutelayout bench --json' prints" bench --report "$runs/other.json"
echo '{"format":1,"device":null,"results":[{"operation":"a"}]}' >"$runs/other.json"
expect 3 'no operation or no median' bench --report "$runs/other.json"
printf '%s\n' '{"format":1,"device":{"name":"\u001b[2J"},"results":[{"operation":"a","median_s":1e-3,"shape":[3,4]}]}' >"$runs/other.json"
expect 0 '^[[2J' bench --report "$runs/other.json"

# The scripts of examples/cluster: two hosts, of which the shells are here.
mkdir "$scratch/bin" "$scratch/cluster"
ln -s "$tool" "$scratch/bin/cutelayout"
printf '#!/bin/sh\nexec sh -c "$2"\n' >"$scratch/bin/ssh"
printf '#!/bin/sh\nexec "$@"\n' >"$scratch/bin/srun"
chmod +x "$scratch/bin/ssh" "$scratch/bin/srun"
ln -s "$(realpath examples)" "$scratch/cluster/examples"
# in_cluster SCRIPT ARGUMENT...: what the script prints has a row for each problem that it was asked for.
in_cluster() {
	if (cd "$scratch/cluster" && rm -rf runs && PATH=$scratch/bin:$PATH CUTELAYOUT_SIMULATE=two sh "$@") >"$scratch/out" 2>&1 </dev/null \
		&& grep -q "^a+b  *f16  *64x64 .*b=(64,64):(1,64)\$" "$scratch/out" && [ -s "$scratch/cluster/runs/all.svg" ]; then
		pass
	else
		fail "$*" "$(cat "$scratch/out")"
	fi
}
in_cluster examples/cluster/slurm.sh --shape 64,64 --layout 'b=(M,N):(1,M)' --samples 5
if command -v parallel >/dev/null 2>&1; then
	in_cluster examples/cluster/parallel.sh one two -- --shape 64,64 --layout 'b=(M,N):(1,M)' --samples 5
else
	skip 'GNU parallel is not installed: examples/cluster/parallel.sh was not run'
fi

# --- the search ---

for problem in '--op a+b' '--op a --layout a=col' '--reduce sum' '--reduce sum --dim 0' '--reduce sum --dim all'; do
	# shellcheck disable=SC2086 # a list of words
	{
		expect 0 '# tuned: ' bench --shape 64,128 $problem --tune=0.1
		# The first of the best is what is remembered.
		sed -n 's/^#  *[0-9]\{1,5\}\.[0-9][0-9] us  --set \([^ ]*\)  tv (.*/\1/p' "$scratch/out" >"$scratch/best"
		if [ "$(head -n 1 "$scratch/best")" = "$(tail -n 1 "$XDG_CACHE_HOME/cutelayout/tuned" | cut -f 2)" ] &&
			[ "$(grep -c '  --set ' "$scratch/out")" -le 5 ]; then
			pass
		else
			fail "bench $problem --tune" "$(cat "$scratch/out" "$XDG_CACHE_HOME/cutelayout/tuned")"
		fi
		expect 0 '# tuned earlier: --set ' bench --shape 64,128 $problem --samples 5
		expect 0 'a' bench --shape 64,128 $problem --samples 5 --set threads=128
	}
done
expect 0 'threads' bench --shape 64,128 --tune=0.1 --csv
# What a search finds within choices of the user is not what is best without them.
cp "$XDG_CACHE_HOME/cutelayout/tuned" "$scratch/tuned"
expect 0 '# tuned: ' bench --shape 64,128 --tune=0.1 --set threads=128
if cmp -s "$scratch/tuned" "$XDG_CACHE_HOME/cutelayout/tuned"; then
	pass
else
	fail 'a search within choices is kept' "$(tail -n 1 "$XDG_CACHE_HOME/cutelayout/tuned")"
fi
# Without a search a dozen plans are tried, unless the user chose.
trials=
XDG_CACHE_HOME=$scratch/none expect 0 ' plans in ' bench --shape 512,128 --samples 5
for chosen in '--set threads=256' '--kernel tv'; do
	# shellcheck disable=SC2086
	XDG_CACHE_HOME=$scratch/none expect 0 'a+b' bench --shape 512,128 --samples 5 $chosen
	if grep -q '# tried' "$scratch/out"; then
		fail "bench $chosen" 'it tried other plans'
	else
		pass
	fi
done
# What trials chose is kept by the kernel that is made without them, whatever the words; nothing is compiled then.
# chosen TEXT ARGUMENT...: the row of --json says so. In a folder of its own, where nobody has tried anything before.
export XDG_CACHE_HOME="$scratch/chosen"
chosen() {
	text=$1
	shift
	expect 0 "\"chosen\":\"$text\"" bench --shape 64,64 --samples 5 --json "$@"
}
chosen tried
set=$(grep -o '"set":"[^"]*"' "$scratch/out")
expect 0 '"chosen":"tried earlier","compiled":0,"start":{"context_s":' bench --shape 64,64 --samples 5 --json
# What is kept is the fastest.
expect 0 "$set" bench --shape 64,64 --samples 5 --json
chosen 'tried earlier' --layout 'a=(M,N):(N,1)' --layout 'b=(M,(8,N/8)):(N,(1,8))'
chosen 'tried earlier' --op 'a + b' --seed 2
chosen planned --no-trials
# No part of the start took less than no time.
if grep -q "_s\":-" "$scratch/out"; then
	fail "start" "$(cat "$scratch/out")"
else
	pass
fi
chosen planned --set threads=256
chosen tried --trials
chosen tried --hot
chosen tried --dtype bf16
chosen tried --layout b=col
chosen tried --shape 64,128
chosen 'tried earlier' --kernel naive,auto
expect 0 '# tried earlier: --set threads=' bench --shape 64,64 --samples 5
expect 0 '"context_s":' bench --shape 64,64 --samples 5 --tune=0.1 --json
chosen 'tuned earlier'
rm "$XDG_CACHE_HOME/cutelayout/tuned"
expect 2 '--trials goes with neither' bench --trials --no-trials
expect 2 '--trials goes with neither' bench --trials --tune
wrong keep 4 'simulated: keep fails' bench --shape 64,64
# A file of another version, one that is cut off, one that holds something else, and none: as if nothing was kept.
for damage in 's/^cutelayout choice 1/cutelayout choice 2/' '$d' 's/,vector=/,vectoq=/' d; do
	for file in "$XDG_CACHE_HOME"/cutelayout/kernels/*-choice; do
		sed -i "$damage" "$file"
	done
	chosen tried
done
chosen 'tried earlier'
# Programs at once leave one choice, whole.
rm -r "$XDG_CACHE_HOME/cutelayout/kernels"
for number in 1 2 3 4; do
	"$tool" bench --shape 64,64 --samples 5 --json >"$scratch/once.$number" 2>&1 </dev/null &
done
wait
chosen 'tried earlier'
if [ "$(cat "$scratch"/once.* | grep -c '"wrong":0,')" -eq 4 ] && \
		[ "$(find "$XDG_CACHE_HOME/cutelayout/kernels" -name '*-choice' | wc -l)" -eq 1 ] && \
		[ -z "$(find "$XDG_CACHE_HOME/cutelayout/kernels" -name '.*.*')" ]; then
	pass
else
	fail 'four programs at once' "$(cat "$scratch"/once.*; ls -a "$XDG_CACHE_HOME/cutelayout/kernels")"
fi
# Without a cache the same is tried each time.
HOME='' XDG_CACHE_HOME='' chosen tried
HOME='' XDG_CACHE_HOME='' chosen tried
trials=--no-trials
echo 'no line of a cache' >"$XDG_CACHE_HOME/cutelayout/tuned"
expect 0 'a+b' bench --shape 64,128 --samples 5
# An option that holds line ends is one line of CSV, and one of the cache, which is found again.
odd_op=$(printf 'a\n+\tb')
odd_layout=$(printf 'a=(64,128):(128,1) # x\n# y\tthreads=1\n')
expect 0 '"a + b",f16,64x128' bench --shape 64,128 --op "$odd_op" --layout "$odd_layout" --csv --samples 5
if [ "$(grep -vc -e '^#' -e '^operation,' -e '^"a + b",f16,64x128,' "$scratch/out")" -eq 0 ]; then
	pass
else
	fail 'line ends in options, as CSV' "$(cat "$scratch/out")"
fi
: >"$XDG_CACHE_HOME/cutelayout/tuned"
expect 0 '# tuned: ' bench --shape 64,128 --op "$odd_op" --layout "$odd_layout" --tune=0.1
expect 0 '# tuned earlier: --set ' bench --shape 64,128 --op "$odd_op" --layout "$odd_layout" --samples 5
if [ "$(wc -l <"$XDG_CACHE_HOME/cutelayout/tuned")" -eq 1 ]; then
	pass
else
	fail 'a line of the cache' "$(cat "$XDG_CACHE_HOME/cutelayout/tuned")"
fi
# LIMIT_CACHE_BYTES: a larger cache, and what is no ordinary file, are neither read nor written.
line=$(cat "$XDG_CACHE_HOME/cutelayout/tuned")
{ head -c $((1048576 - ${#line} - 2)) /dev/zero | tr '\0' x; echo; echo "$line"; } >"$XDG_CACHE_HOME/cutelayout/tuned"
expect 0 '# tuned earlier: --set ' bench --shape 64,128 --op "$odd_op" --layout "$odd_layout" --samples 5
echo >>"$XDG_CACHE_HOME/cutelayout/tuned"
expect 0 'a + b' bench --shape 64,128 --op "$odd_op" --layout "$odd_layout" --tune=0.1
if grep -q 'tuned earlier' "$scratch/out" || [ "$(wc -c <"$XDG_CACHE_HOME/cutelayout/tuned")" -ne 1048577 ]; then
	fail 'a cache that is too long is left alone'
else
	pass
fi
rm "$XDG_CACHE_HOME/cutelayout/tuned"
mkfifo "$XDG_CACHE_HOME/cutelayout/tuned"
expect 0 '# tuned: ' bench --shape 64,128 --tune=0.1
rm "$XDG_CACHE_HOME/cutelayout/tuned"
unset XDG_CACHE_HOME
HOME=$scratch expect 0 '# tuned: ' bench --shape 64,128 --tune=0.1
HOME='' expect 0 '# tuned: ' bench --shape 64,128 --tune=0.1

# --- what predictions must know ---

XDG_CACHE_HOME=$scratch/calibrated
export XDG_CACHE_HOME
# An empty kernel takes 21.3 us here, of which each prediction knows; of a load it knows when it was told.
expect 0 '  22.55      0' bench --shape 256,256 --samples 5
expect 0 '"launch_s":2.12' bench --shape 256,256 --samples 5 --json
expect 0 'an empty kernel                   212' bench --calibrate
expect 0 'a load from device memory          1076.1 ns        650.0 ns' bench --calibrate
expect 0 '# kept: from now on predictions on this device are made with it' bench --calibrate
expect 0 '# predictions are made with what --calibrate found' bench --shape 256,256 --samples 5
expect 0 '  22.63      0' bench --shape 256,256 --samples 5
expect 0 '"constant":"latency_s","calibrated":1.0761' bench --calibrate --json
if python3 -c 'import json, sys; print(len(json.load(sys.stdin)["results"]))' <"$scratch/out" | grep -qx 5; then
	pass
else
	fail 'bench --calibrate --json' "$(cat "$scratch/out")"
fi
expect 0 'latency_s,1.0761' bench --calibrate --csv
wrong two 0 'Simulated' bench --calibrate --device=all
# What was kept, but is no such thing, is as none.
for damage in 's/launch_s=[^ ]*/launch_s=-1/' 's/launch_s=/launch=/' 's/ latency_s.*//' 's/=[^ ]*$/=inf/' 's/$/ /'; do
	expect 0 '# kept' bench --calibrate
	for file in "$XDG_CACHE_HOME"/cutelayout/kernels/*-calibration; do
		sed -i "\$ $damage" "$file"
	done
	expect 0 '  22.55      0' bench --shape 256,256 --samples 5
done
# Without a home nothing is kept.
XDG_CACHE_HOME='' HOME='' expect 0 '# not kept: there is no folder for it' bench --calibrate
expect 2 '--calibrate measures the device, not a problem' bench --calibrate --shape 64,64
expect 2 '--calibrate measures the device, not a problem' bench --calibrate --dry-run
expect 2 '--calibrate measures the device, not a problem' bench --calibrate --access '(32,1):(1,0)'
expect 2 '--calibrate measures the device, not a problem' bench --calibrate --memory 4:1
expect 2 '--calibrate measures the device, not a problem' bench --calibrate --tune
expect 2 '--calibrate asks a clock' bench --calibrate --device=cpu
wrong chain 4 'a load from device memory: 2000 take 0.000907 s, and twice as many 0.000907 s' bench --calibrate
wrong swift 4 'reading device memory: the model has no read_bytes_per_s for the 2.83e-06 s that were measured' bench --calibrate
wrong open 4 'simulated: open fails' bench --calibrate
wrong alloc 4 'simulated: alloc fails' bench --calibrate
wrong compile 4 'simulated: compile fails' bench --calibrate
wrong time 4 '"text":"simulated: time fails"' bench --calibrate --json
unset XDG_CACHE_HOME

# --- what goes wrong ---

expect 4 'there is no device 7' bench --device 7
expect 4 'do not fit the device' bench --shape 1048576,65536 --dtype f64
wrong open 4 'simulated: open fails' bench --shape 64,64
wrong open 4 'simulated: open fails' bench --list-devices
wrong alloc 4 'simulated: alloc fails' bench --shape 64,64
wrong compile 4 'simulated: compile fails' verify --shape 64,64
wrong run 4 'simulated: run fails' verify --shape 64,64
wrong read 4 'simulated: read fails' verify --shape 64,64
wrong time 4 'simulated: time fails' bench --shape 64,64
wrong time 4 'simulated: time fails' bench --shape 64,64 --tune=0.1
wrong overhead 4 'simulated: overhead fails' bench --shape 64,64 --graph-overhead
wrong copy 0 'a+b' bench --shape 64,64
for judge in host device; do
	wrong entry 1 'the mapping is not the predicted one: ' verify --judge "$judge" --shape 64,64
	wrong entry 1 'thread 0, value 0 of block 0 touched offset 1, not element 0 at offset 0' verify --judge "$judge" --shape 64 --op a
	wrong none 1 'element 0 at offset 0 was not touched by thread 0, value 0 of block 0' verify --judge "$judge" --shape 64 --op a
	wrong none 1 'element (0,0,0) at offset 0 was not' verify --judge "$judge" --shape 4,8,16 --op a --layout "a=(M,N,K):(256,20,1)"
	wrong padding 1 'stands for none' verify --judge "$judge" --shape 1000 --op a --kernel vectorized
	wrong outside 1 'an access at offset 5 is outside the tensor or not aligned' verify --judge "$judge" --shape 64 --op a
	wrong clash 1 'thread 0, value 0 of block 0 touched an element twice' verify --judge "$judge" --shape 64 --op a
	for reduce in sum max; do
		wrong entry 1 'touched offset 1' verify --judge "$judge" --shape 64,64 --reduce "$reduce"
	done
	wrong result 1 'a result is wrong: the result at offset 0 is' verify --judge "$judge" --shape 64,64
	wrong result 1 'a result is wrong: the result at offset 0 is' verify --judge "$judge" --shape 64,64 --dtype i32
	wrong result 1 'the result at offset 0 is 4503599627370576, not 4503599627370496' verify --judge "$judge" --shape 64 \
		--dtype a=f64,out=i64 --op '0*a+4503599627370496'
	wrong result 1 'a result is wrong: the result at offset 0 is' verify --judge "$judge" --shape 64,64 --reduce max --dtype f32
done
wrong write 4 'simulated: write fails' verify --judge device --shape 64,64

# --- beside PyTorch, of whose times somebody else tells here ---

# drawn ARGUMENT...: tests/device_peers.py with the simulated device and small problems.
drawn() {
	PYTHONPATH=tests python3 - --count 3 --largest 16384 --workers 1 "$@" "$tool" <<-'END' >"$scratch/drawn" 2>&1 || :
		import sys
		import device_peers

		class Told:
		    name = "a simulated device"
		    def __init__(self, turn):
		        turn.take()
		    def times(self, problem):
		        return {"eager": 22.6, "torch.compile": 1e9}

		command = device_peers.Problem.command
		device_peers.Problem.command = lambda problem: ["--no-trials", *command(problem)]
		device_peers.Peers = Told
		sys.exit(device_peers.main())
	END
}

# says TEXT...: each is in what was drawn.
says() {
	for text in "$@"; do
		if grep -qF -e "$text" "$scratch/drawn"; then
			pass
		else
			fail 'device_peers.py' "no \"$text\" in
$(cat "$scratch/drawn")"
		fi
	done
}

drawn --seed 3 --json "$scratch/lines"
says 'a simulated device, seed 3' ' us, eager 22.60  flat  bench ' '| all | 3 | 0 | ' 'The prediction is off by '
cp "$scratch/lines" "$scratch/drawn"
says '"ratio": ' '"family": "all alike"' '"predicted_us": '
export CUTELAYOUT_SIMULATE=open
drawn --seed 3
unset CUTELAYOUT_SIMULATE
says 'refused or wrong: ' 'simulated: open fails' '| all | 3 | 3 | nan | 0 | nan |'
# Whatever is drawn can be planned and proved.
tests/device_peers.py --list --count 12 --seed 1 --largest 16384 "$tool" >"$scratch/drawn"
says --dtype --reduce --op out2=
while read -r words; do
	eval "expect 0 'that the algebra says' verify --device=cpu $words"
done <"$scratch/drawn"

# --- as JSON ---

expect 0 '"within_rounding":true}' verify --shape 64,64 --json
expect 0 '"verdict":"proved","text":"proved: A, B and C' verify --atom sm80_8x8x4_f64 --json
expect 0 'explain 1024 pairs","device":"Simulated"}' verify --atom sm80_8x8x4_f64 --json
expect 0 '"name":"Simulated","index":0' bench --list-devices --json
wrong entry 1 '"error":{"code":"injective","text":"the mapping is not the predicted one: ' verify --shape 64,64 --json
wrong result 1 '"error":{"code":"injective","text":"a result is wrong: ' verify --shape 64,64 --json
wrong open 4 '"text":"simulated: open fails"' bench --list-devices --json
wrong alloc 4 '"text":"SM75_U32x1_MOVM_T: simulated: alloc fails"' verify --atom MOVM --json

wrong noise 0 'stopped by the time limit' bench --shape 64,64 --time-limit 0.5
wrong spill 0 '16 bytes of stack a thread' bench --shape 64,64 --samples 5

# What several devices print at once goes through one program, which says once that nobody takes it.
code=0
CUTELAYOUT_SIMULATE=two "$tool" verify --device=all --at-once --shape 64 --op a --dtype i8 --kernel naive >/dev/full \
	2>"$scratch/err" || code=$?
if [ "$code" -eq 2 ] && [ "$(cat "$scratch/err")" = 'cutelayout: cannot write to standard output' ]; then
	pass
else
	fail 'several devices at once' "exit code $code: $(cat "$scratch/err")"
fi

finish
