#!/bin/sh
# "cutelayout find": what it finds, what it refuses and where. Each line is an exit code, a text that is printed, and the
# command.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh
. tests/expect.sh

rows='((8,16),8):((512,1),64)'
columns='((8,8),8):((1,512),64)'
mma='make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1):(1,2,0),(32,32,16))'
copy='make_tiled_copy_A(copy_atom("SM75_U32x4_LDSM_N",16),'$mma')'

# swizzles; the winner has no conflicts when it is checked
expect 0 'Sw<3,3,3> o 0 o (64,64):(64,1)' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns"
expect 0 '1-way, 24 wavefronts, 0 bytes wasted, TMA, wgmma, tcgen05' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --all
expect 0 '(64,64):(72,1)  1-way, 24 wavefronts, 1008 bytes wasted' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --all
# All lanes read one word, that of element 32.
expect 0 '64:1  1-way, 1 wavefronts, 0 bytes wasted, TMA' '' find swizzle --memory 64:1 --dtype f32 --access 'Sw<0,4,3> o 32 o (32,1):(0,1)' --all
# Pairs of lanes that read one address are served as if they stored it.
expect 0 '(64,64):(64,1)  1-way, 4 wavefronts, 0 bytes wasted, TMA' '' find swizzle --memory '(64,64):(64,1)' --dtype f64 --access '((2,32),1):((0,64),0)' --all
# The last element behind a padding of 24, 2^59 - 9, is the last of them that has an address.
expect 0 '(64,64,2):(88,1,576460752303417872)  1-way, 24 wavefronts' '' find swizzle --memory '(64,64,2):(64,1,419244183493394816)' --dtype f16 --access "$rows" --access "$columns" --all
winner=$("$tool" find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns")
for access in "$rows" "$columns"; do
	expect 0 'conflicts == 1: true' '' check "$access" --memory "$winner" --dtype f16 --space shared --assert 'conflicts == 1'
done
expect 0 'Sw<3,3,3> o 0 o (128,64):(64,1)' '' find swizzle --memory '(128,64):(64,1)' --dtype f16 --access "S:$copy"
expect 0 'Sw<1,3,3> o 0 o (32,16):(16,1)' '' find swizzle --memory '(32,16):(16,1)' --dtype f16 --access "S:$copy"
expect 3 'the access is to 32 elements of mode 0, the memory has 31' '' find swizzle --memory '(31,16):(16,1)' --dtype f16 --access "S:$copy"
expect 3 'the access is to 16 elements of mode 1, the memory has 15' '' find swizzle --memory '(32,15):(16,1)' --dtype f16 --access "S:$copy"
expect 3 'the access is to a tile of 2 modes, the memory has 1' '' find swizzle --memory '1024:1' --dtype f16 --access "S:$copy"
expect 3 'the access is to a tile of 2 modes, the memory has 3' '' find swizzle --memory '(32,16,2):(16,1,512)' --dtype f16 --access "S:$copy"
expect 0 'Sw<2,3,3> o 0 o (128,32):(32,1)' '' find swizzle --memory '(128,32):(32,1)' --dtype f16 --access "S:$copy"
expect 0 '(32,32):(32,1)' '' find swizzle --memory '(32,32):(32,1)' --dtype f32 --access index:t+v*32 --threads 32 --values 32
expect 0 '(20,33):(1,20)' '' find swizzle --memory '(20,33):(1,20)' --dtype f32 --access '(20,33):(1,20)'

# paddings are tried where the strides below a row stay in it
expect 0 '{"format":1,"tried":55,' '' find swizzle --memory '(8,8,4):(1,8,0)' --dtype f32 --access 32:8 --all --json
expect 0 '{"format":1,"tried":35,' '' find swizzle --memory '(8,2,8):(1,4,8)' --dtype f32 --access 32:4 --all --json
expect 0 '{"format":1,"tried":35,' '' find swizzle --memory '(2,8,8):(4,1,8)' --dtype f32 --access 32:4 --all --json
expect 0 '{"format":1,"tried":8,' '' find swizzle --memory '(8,2):(1,1)' --dtype f32 --access 16:1 --all --json

# lanes in the same word are not at odds
expect 0 '(64,2,2,2):(1,128,64,256)' '' find swizzle --memory 512:1 --dtype i8 --bits --access '((2,2,2,2,2),1):((9,34,3,160,17),0)'
expect 0 '(2,2,32,4):(1,64,2,128)' '' find swizzle --memory 512:1 --dtype f16 --bits --access '((2,2,2,2,2),1):((24,65,5,17,160),0)'
expect 0 '(4,2,2,2,8,4):(1,64,4,128,8,256)' '' find swizzle --memory 1024:1 --dtype f16 --bits --access '((2,2,2,2,2),1):((9,128,64,34,10),0)'
expect 1 'is without conflicts; the best is 2-way' '' find swizzle --memory '(32,32):(32,1)' --dtype f32 --access 32:1 --access 32:32 --access 32:33
expect 0 '"text":"(64,64):(64,1)","shape":[64,64],"stride":[64,1],"rank":2,"depth":1,"size":4096,"cosize":4096},"ways":8' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --json
expect 0 'against    2-way,    32 wavefronts' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --against '(64,64):(68,1)'
expect 0 '"against":{"layout":{"kind":"layout","text":"(64,64):(72,1)"' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --against '(64,64):(72,1)' --json
expect 3 'coordinates, the tile has 4096 cells' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --against '(64,32):(32,1)'
expect 2 'is for swizzle' '' find tv --against 4:1 --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(64,1)'
expect 2 'is for swizzle and tv' '' find layout --measure --where 'X o 4:1 == 4:1'
for option in memory=4:1 dtype=f16 threads=4 tile=4,4 to=4:1 access=4:1 bits values=4 shape=4 names=i; do
	expect 2 "--${option%%=*} is for" '' find layout "--$option" --where 'X o 4:1 == 4:1'
done
for option in access=4:1 bits values=4 shape=4 names=i where='X o 4:1 == 4:1'; do
	expect 2 "--${option%%=*} is for" '' find tv "--$option" --tile 8,8 --threads 4 --dtype f16 --memory '(8,8):(8,1)'
done
for option in tile=4,4 to=4:1 where='X o 4:1 == 4:1'; do
	expect 2 "--${option%%=*} is for" '' find swizzle "--$option" --memory 4:1 --dtype f16 --access 4:1
done
expect 0 '4:1' '' find swizzle --memory 4:1 --dtype f16 --access 4:1
expect 3 'thread 4 has value 0 at element 4 of the memory, which has 4' '' find swizzle --memory 4:1 --dtype f16 --access 5:1
expect 3 'thread 1 has value 0 at element -1 of the memory, which has 4' '' find swizzle --memory 4:1 --dtype f16 --access 2:-1
expect 3 'thread 0 has value 1 at element 64 of the memory, which has 64' '' find swizzle --memory '(8,8):(8,1)' --dtype f16 --access '(8,2):(1,64)'
expect 0 '(4,4):(8,1)' '' find swizzle --memory '(4,4):(8,1)' --dtype f32 --access 'index:t*8+v' --threads 4 --values 4
expect 3 'no element of the memory is at offset 4' '' find swizzle --memory '(4,4):(8,1)' --dtype f32 --access index:t --threads 32
expect 3 'no element of the memory is at offset 32' '' find swizzle --memory '(4,4):(8,1)' --dtype f32 --access 'index:t*8+v' --threads 5 --values 4
expect 3 'no element of the memory is at offset 5' '' find swizzle --memory 4:1 --dtype f32 --access index:5 --threads 1
expect 3 'has several operands' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$mma"
expect 3 'of mode 0, the memory has 16' '' find swizzle --memory '(16,64):(64,1)' --dtype f16 --access "S:$copy"
expect 3 'elements of less than a byte' '' find swizzle --memory '(16,64):(64,1)' --dtype u4 --access 32:1
expect 3 'has negative offsets' '' find swizzle --memory '16:-1' --dtype f16 --access 16:1
expect 3 '--memory:1:1: error' '' find swizzle --memory ')' --dtype f16 --access 16:1
expect 3 '--access:1:1: error' '' find swizzle --memory '16:1' --dtype f16 --access ')'
expect 3 "'t*t' is no layout" '' find swizzle --memory '1024:1' --dtype f16 --access 'index:t*t' --threads 32
expect 2 "expected 'swizzle', 'tv' or 'layout'" '' find
expect 2 "expected 'swizzle', 'tv' or 'layout', saw tvs" '' find tvs
expect 2 "'swizzle' needs --memory" '' find swizzle --memory 4:1
expect 2 'no element type is called' '' find swizzle --memory 4:1 --dtype e2m3 --access 4:1
expect 0 '4:1' '' find swizzle --memory 4:1 --dtype torch.float16 --access 4:1
expect 2 'no element type is called' '' find swizzle --memory 4:1 --dtype f99 --access 4:1
# Paddings behind which addresses do not fit 64 bits are none: those of 3 elements fit up to the first of these.
expect 0 'Sw<2,2,54> o 0 o (4,4):(1,72057594037927936)' '' find swizzle --memory '(4,4):(1,72057594037927936)' --dtype u8 --access '(4,4):(4,1)'
expect 0 '"tried":17549' '' find swizzle --memory '(2,2):(1,461168601842738788)' --dtype u8 --access 4:1 --json
expect 0 '"tried":17548' '' find swizzle --memory '(2,2):(1,461168601842738790)' --dtype u8 --access 4:1 --json
# Where nothing is contiguous there is no row to pad.
expect 0 '"tried":14,"vector":1,"row":1,' '' find swizzle --memory '(4,4):(8,2)' --dtype f32 --access '(4,4):(1,4)' --json
# LIMIT_ACCESSES
expect 0 '' '' find swizzle --memory 16:1 --dtype f16 --access 16:1 --access 16:1 --access 16:1 --access 16:1 \
	--access 16:1 --access 16:1 --access 16:1 --access 16:1
expect 2 'more than 8 accesses' '' find swizzle --access 1 --access 1 --access 1 --access 1 --access 1 --access 1 --access 1 --access 1 --access 1

# The shared memory of kernels: FlashAttention 2, sgemm_sm80 and sgemm_1 of CuTe's tutorial, CUTLASS's default layouts for
# SM80 and SM90, and what Triton chooses. The winner is the kernel's own layout, where that has no conflicts.
# kernel LAYOUT MEMORY TYPE ACCESS...
kernel() {
	layout=$1
	memory=$2
	type=$3
	shift 3
	for access in "$@"; do
		set -- "$@" --access "$access"
		shift
	done
	expect 0 "$layout" '' find swizzle --memory "$memory" --dtype "$type" "$@"
}

ldmatrix() {
	echo "S:make_tiled_copy_$1(copy_atom(\"SM75_$2\",$3),$4)"
}

tf32='make_tiled_mma(mma_atom("SM80_16x8x8_F32TF32TF32F32_TN"),(2,2,1):(1,2,0),(32,32,8))'
int8='make_tiled_mma(mma_atom("SM80_16x8x32_S32S8S8S32_TN"),(2,2,1):(1,2,0),(32,32,32))'
a=$(ldmatrix A U32x4_LDSM_N 16 "$mma")
b=$(ldmatrix B U32x4_LDSM_N 16 "$mma")
transposed=$(ldmatrix A U16x8_LDSM_T 16 "$mma")
a_tf32=$(ldmatrix A U32x4_LDSM_N 32 "$tf32")
a_int8=$(ldmatrix A U32x4_LDSM_N 8 "$int8")
stmatrix='D:make_tiled_copy_C(copy_atom("SM90_U32x4_STSM_N",16),'$mma')'
kernel 'Sw<3,3,3> o 0 o (128,64):(64,1)' '(128,64):(64,1)' f16 '((8,16),8):((1024,1),128)' "$a"             # FA2, Q
kernel 'Sw<3,3,3> o 0 o (128,64):(64,1)' '(128,64):(64,1)' f16 '((8,16),8):((1024,1),128)' "$b"             # FA2, K
kernel 'Sw<3,3,3> o 0 o (64,128):(1,64)' '(64,128):(1,64)' f16 '((8,16),8):((8,64),1)' "$transposed"        # FA2, V
kernel 'Sw<3,3,3> o 0 o (128,64):(64,1)' '(128,64):(64,1)' f16 '((8,16),8):((1024,1),128)' "C:$mma"         # FA2, O
kernel 'Sw<2,3,3> o 0 o (128,32):(32,1)' '(128,32):(32,1)' f16 '((4,32),8):((1024,1),128)' "$a"             # FA2, 32 wide
kernel 'Sw<3,3,3> o 0 o (128,(64,2)):(64,(1,8192))' '(128,(64,2)):(64,(1,8192))' f16 '((8,16),8):((1024,1),128)' "$a" # FA2, 128
kernel 'Sw<3,3,3> o 0 o (128,64):(64,1)' '(128,64):(64,1)' f16 '((8,16),8):((1024,1),128)' "$a" "$b"        # sgemm_sm80, f16
kernel '(128,8):(1,128)' '(128,8):(1,128)' f32 '((32,8),4):((4,128),1)'                                     # sgemm_1
kernel 'Sw<3,2,3> o 0 o (128,32):(32,1)' '(128,32):(32,1)' f32 '((8,16),4):((512,1),128)' "$a_tf32"         # SM80, tf32
kernel 'Sw<2,2,3> o 0 o (128,16):(16,1)' '(128,16):(16,1)' f32 '((4,32),4):((512,1),128)' "$a_tf32"         # SM80, tf32
kernel 'Sw<2,4,3> o 0 o (128,64):(64,1)' '(128,64):(64,1)' i8 '((4,32),16):((2048,1),128)' "$a_int8"        # SM80, int8
kernel 'Sw<3,4,3> o 0 o (128,128):(128,1)' '(128,128):(128,1)' i8 '((8,16),16):((2048,1),128)' "$a_int8"    # SM80, int8
kernel 'Sw<3,3,3> o 0 o (64,64):(1,64)' '(64,64):(1,64)' f16 '((8,16),8):((8,64),1)' "$transposed"          # SM80, MN-major
kernel 'Sw<3,3,3> o 0 o (64,64):(64,1)' '(64,64):(64,1)' f16 "$stmatrix"                                    # SM90, epilogue
kernel 'Sw<1,3,3> o 0 o (128,16):(16,1)' '(128,16):(16,1)' f16 '((2,64),8):((1024,1),128)' "$a"             # Triton, 16 wide
kernel 'Sw<2,3,3> o 0 o (64,32):(32,1)' '(64,32):(32,1)' f16 '((4,32),8):((512,1),64)' "$a"                 # Triton, 32 wide
kernel 'Sw<3,3,3> o 0 o (64,64):(64,1)' '(64,64):(64,1)' f16 '((8,16),8):((512,1),64)' "$a"                 # Triton, 64 wide
kernel 'Sw<3,3,4> o 0 o (64,128):(128,1)' '(64,128):(128,1)' f16 '((16,8),8):((512,1),64)' "$a"             # Triton, 128 wide
# These pad; a swizzle does without the padding.
kernel 'Sw<3,2,5> o 0 o (128,8):(1,128)' '(128,8):(1,128)' f32 '((8,32),4):((128,1),32)' '((16,16),8):((1,0),16)' # sgemm_sm80
kernel 'Sw<5,0,5> o 0 o (32,32):(32,1)' '(32,32):(32,1)' f32 32:1 32:32                                     # transpose

# maps of bits
expect 0 'bits(((16,40,65,512,144),(1,2,4,256,8)))' '' find swizzle --memory '(32,32):(32,1)' --dtype f32 --access '((8,4)):((1,64))' --access '((2,2,8)):((16,512,32))' --bits
expect 1 'the best is 2-way' '' find swizzle --memory '(32,32):(32,1)' --dtype f32 --access '((8,4)):((1,64))' --access '((2,2,8)):((16,512,32))'
expect 0 'Sw<3,3,3> o 0 o (64,64):(64,1)' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --bits
# each access spans all bits but one, so that the direction of the lines has three
expect 0 'bits((1,2,35,4,8,16))' '' find swizzle --memory '64:1' --dtype f32 --access '(32,1):(2,0)' \
	--access '((2,16),1):((1,4),0)' --access '((4,8),1):((1,8),0)' --bits
# lanes that differ by a line and in the half of a word at once
expect 0 'Sw<1,1,5> o 0 o ((2,2,4),8):((8,64,16),1)' '' find swizzle --memory '(16,8):(8,1)' --dtype f16 \
	--access '((2,2,2,2,2),1):((32,4,8,16,64),0)' --access '((2,2,2,2,2),1):((8,4,2,64,1),0)' --bits
expect 0 '"bits":{"layout":{"kind":' '' find swizzle --memory '(64,64):(64,1)' --dtype f16 --access "$rows" --access "$columns" --bits --json
expect 0 '1-way, 1 wavefronts' '' find swizzle --memory '(20,33):(1,20)' --dtype f32 --access 32:1 --bits --all

# The accesses leave no direction outside: the bits are those that are free, and it has conflicts as all have.
expect 1 '"bits":{"layout":{"kind":"layout","text":"64:1"' '' find swizzle --memory 64:1 --dtype f32 --access '((16,2)):((1,16))' \
	--access '((16,2)):((1,32))' --access '((16,2)):((1,48))' --bits --json

# thread-value layouts
expect 0 '((8,32),(8,1,4)):((1024,1),(128,8192,32))' '' find tv --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(64,1)'
expect 0 '; to shared memory 128-bit, 1-way' '' find tv --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(64,1)' --to 'Sw<3,3,3> o 0 o (128,64):(64,1)' --all
expect 0 '{"format":1,"tried":' '' find tv --tile 128,64 --threads 256 --dtype f16 --memory '(128,64):(1,128)' --json
expect 3 'a tile of 5 x 7 cannot be dealt to 32 threads' '' find tv --tile 5,7 --threads 32 --dtype f16 --memory '(5,7):(7,1)'
expect 3 'two extents' '' find tv --tile 5 --threads 32 --dtype f16 --memory '5:1'
expect 2 "'tv' needs --tile" '' find tv --tile 5,7

# layouts
expect 0 '3:13' '' find layout --where '(4,8):(8,1) o X == 3:11'
expect 0 '(8,4):(4,1)' '' find layout --where 'X o (4,8):(8,1) == (4,8):(1,4)'
expect 0 '{"format":1,"layouts":[{"kind":"layout","text":"(2,2):(0,1)"' '' find layout --where '(4,8):(0,1) o X == 4:0' --json
expect 1 'B at coordinate 1 is no value of A' '' find layout --where '8:2 o X == 4:3'
expect 1 'every layout of coordinates of A was tried' '' find layout --where '(4,8):(8,1) o X == 3:13'
expect 1 'where A is the same' '' find layout --where 'X o 4:0 == 4:1'
expect 3 'A has 4 coordinates, but B 8' '' find layout --where 'X o 4:1 == 8:1'
expect 3 'A:1:1: error' '' find layout --where ') o X == 8:1'
expect 2 'expected --where=' '' find layout --where 'X == 8:1'
expect 2 "'layout' needs --where" '' find layout

# LIMIT_SOLVE_COORDINATES
expect 0 '4:1' '' find layout --where '65536:1 o X == 4:1'
expect 3 'the limit of an equation is 65536' '' find layout --where '65537:1 o X == 4:1'
expect 3 'the limit of an equation is 65536' '' find layout --where '(1048576,1048576):(1,1048576) o X == 4:1'

finish
