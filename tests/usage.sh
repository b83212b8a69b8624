#!/bin/sh
# What users write wrong and what they rarely write: values of options of every command that are none, and pictures and
# reports of things that are not as expected. Each line is an exit code, a text that is printed, and the command.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# expect CODE TEXT ARGUMENT...: the exit code, and a text that is in the output or the messages.
expect() {
	wanted=$1
	text=$2
	shift 2
	code=0
	"$tool" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	# Ends of lines are part of the text: grep would look for one line or another.
	if [ "$code" -eq "$wanted" ] && { cat "$scratch/out" "$scratch/err" && echo; } | tr '\n' '\001' |
		grep -qaF -e "$(printf %s "$text" | tr '\n' '\001')"; then
		pass
	else
		fail "$*" "exit code $code, expected $wanted, and '$text'
$(head -n 20 "$scratch/out") $(tail -n 3 "$scratch/err")"
	fi
}

# The formats that this build can write.
suffixes='svg tex html txt'
[ "${CUTELAYOUT_CAIRO-yes}" = no ] || suffixes='svg png pdf tex html txt'
[ "${CUTELAYOUT_GIF-yes}" = no ] || suffixes="$suffixes gif"

# picture TEXT ARGUMENT...: in every format; the text is in the scene.
picture() {
	text=$1
	shift
	expect 0 "$text" draw "$@" --dump-scene
	for suffix in $suffixes; do
		written "$suffix" "$@"
	done
}

# written SUFFIX ARGUMENT...: draw writes a whole picture of this format, and prints nothing.
written() {
	suffix=$1
	shift
	rm -f "$scratch/picture.$suffix"
	code=0
	"$tool" draw "$@" -o "$scratch/picture.$suffix" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	case $suffix in
	svg) end='</svg>' ;;
	html) end='</html>' ;;
	tex) end='\\end{tikzpicture}' ;;
	pdf) end='%%EOF' ;;
	png) end=IEND ;;
	gif) end=';' ;;
	txt) end='[^ ]' ;;
	esac
	if [ "$code" -eq 0 ] && [ ! -s "$scratch/out" ] && tail -c 64 "$scratch/picture.$suffix" | grep -qa -e "$end"; then
		pass
	else
		fail "draw $* to $suffix" "exit code $code
$(cat "$scratch/out" "$scratch/err")"
	fi
}

copy='make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(16,8):(8,1),(1,8):(8,1))'
mma='make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1):(1,2,0),(32,32,16))'

# --- draw ---

expect 0 '(8):(1)' '(4,8):(8,1)(2,_)'
expect 0 '"kind":' '(4,8):(8,1)' --json
expect 2 'no command is called' coalesce
expect 2 "did you mean 'eval'?" evl
expect 2 "'cutelayout coalesce(layout, target_profile)'" coalesce
expect 2 "'cutelayout help wat'" wat
expect 2 "did you mean '--table'?" eval --tabel 4:1
expect 2 "did you mean '--kind'?" draw --KIND=grid 4:1
expect 2 "unknown option '--nonsense'" eval --nonsense 4:1

# --- check: who reads what, over all tiles ---

expect 0 '8 tiles of (16,64)' check "$copy" --operand S --memory '(128,64):(64,1)' --dtype f16
expect 0 '' check "$copy" --memory '(128,64):(64,1)' --dtype f16 -q --assert 'once && cells == 8192 && sectors == sectors_ideal'
expect 0 '5504 values beyond the edge' check "$copy" --operand D --memory '(100,160):(160,1)' --dtype f16
expect 0 '' check "$copy" --memory '(100,160):(160,1)' --dtype f16 -q --assert 'once && outside == 0'
expect 3 'mode 1 of the memory layout has extent 60, that of the tile 64' check "$copy" --memory '(100,60):(60,1)' --dtype f16
expect 0 '"piece":{"shape":[16,64],"count":8,"values_beyond":0,"idle_threads":0}' check "$copy" --memory '(128,64):(64,1)' --dtype f16 --json
expect 3 'if the tile may go past its edge' check "$copy" --memory '(100,60):(60,1)' --dtype f16
expect 0 '7 tiles of (16,64); 1168 values beyond the edge' check "$copy" --shape 100,60 --dtype f16
expect 0 'the first is T32 in tile 6' check "$copy" --shape 100,60
expect 0 '' check "$copy" --shape 100,60 --memory '(100,60):(60,1)' --dtype f16 -q \
	--assert 'once && tiles == 7 && beyond == 1168 && idle == 96'
expect 3 'has not the shape that --shape says' check "$copy" --shape 100,60 --memory '(100,64):(64,1)' --dtype f16
expect 3 'the shape is empty' check "$copy" --shape 8,0
expect 2 'the layout says the shape' check '(64,64):(64,1)' --read "$copy" --shape 8,8 --dtype f16
expect 2 'expected --warp=N with N from 1 to 64, saw' check '4:1' --dtype f32 --warp 0
expect 2 'expected --warp=N with N from 1 to 64, saw' check '4:1' --dtype f32 --warp 65
expect 0 'warps of 1 lane' check '4:1' --dtype f32 --warp 1
expect 0 'warps of 64 lanes' check '4:1' --dtype f32 --warp 64
expect 0 'tile        (8,8), 64 cells' check '(32,2):(2,1)' --shape 8,8
expect 2 'expected a shape such as 64,128' convert --shape 0,4 -- 'i * 8 + j'
expect 2 'expected a shape such as 64,128' convert --shape 4,x,y -- 'i * 8 + j'
expect 2 'expected a shape such as 64,128' convert --shape '()' -- 'i * 8 + j'
expect 0 '(1,4):(0,1)' convert --shape '(1x4)' -- 'i * 8 + j'
expect 0 '(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2):' convert --shape 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2 -- 'x * 3'
expect 2 'expected a shape such as 64,128' convert --shape 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2 -- 'x * 3'
expect 3 'more than 16777216 elements' convert --max-memory 100M --shape 2097152 --from python -- \
	'lambda i: (i, i, i, i, i, i, i, i, i)'
expect 0 'counts in the shared memory of the block that holds the coordinate' convert -- \
	"LinearLayout(bases={'offset': [[1], [2]], 'block': [[4]]}, out_dims={'dim0': 8})"
expect 2 'the domain of --index' eval 4:1 --shape 3
expect 0 'A = (128,128):(128,1)' draw 'zipped_divide((128,128):(128,1), (32,32))' --dump-scene
expect 2 'the domain of --index' draw 4:1 --threads 3
expect 3 'strides with a basis give coordinates, not offsets' draw '(4,2):(1@0,1@2)' --tile 4,8 --dump-scene
expect 3 'strides with a basis give coordinates, not offsets' draw '(4,2):(1@0,1@0@1)' --tile 4,8 --dump-scene
expect 3 'so it cannot be used' verify --print-source --shape 16,8,128 \
	'make_tiled_mma(mma_atom("SM80_16x8x128_S32U1U1S32_TN_ANDPOPC"))'
# What a swizzle moves by 32 bits is not in an address of shared memory.
copy16='make_tiled_copy(copy_atom("UniversalCopy<u16>",16), (8,8):(8,1), (1,1))'
expect 0 'x ^= (x & 0x80000000u) >> 31;' verify --print-source --memory 'Sw<1,0,31> o 0 o (8,8):(8,1)' "$copy16"
expect 0 "$(printf 'x += 0;\n\treturn x;')" verify --print-source --memory 'Sw<1,0,32> o 0 o (8,8):(8,1)' "$copy16"
# An instruction that counts differences is run with A and with B alone, too.
expect 0 'MMA(row, a, none_b);' verify --print-source 'mma_atom("SM80_16x8x256_S32U1U1S32_TN_XORPOPC")'
# A tile of more modes than a shape has names.
expect 0 'extern "C" __global__' verify --print-source \
	'make_tiled_copy(copy_atom("UniversalCopy<u16>",16), (2,1,1,1,1,1,1,1,1), (1,1,1,1,1,1,1,1,1))'
expect 0 'make_tiled_mma' help language
expect 2 'the domain of --index' eval 4:1 --values 3
expect 2 'the domain of --index' eval 4:1 --threads 1
expect 2 'the domain of --index' eval 4:1 --values 1
expect 2 'the domain of --index' check 4:1 --names i
expect 0 '1 thread x 64 values' check "partition_S($copy,1,(128,64):(64,1))" --dtype f16
expect 0 'on purpose: threads share the operand' check "$mma" --operand A
expect 0 'as the MMA shares its operands' check "$mma" --operand B
expect 0 'injective   yes' check "$mma" --operand C
expect 0 'bijective' check '(4,8):(8,1)' --dtype torch.float16 --space gmem
expect 0 'with --read TV, --write TV or --atom NAME' check '(64,64):(64,1)' --dtype half_t --space smem
expect 0 'atom        SM75_U32x4_LDSM_N' check 'Sw<3,3,3> o 0 o (64,64):(64,1)' --dtype f16 --space smem --atom SM75_U32x4_LDSM_N
expect 0 '' check 'Sw<3,3,3> o 0 o (64,64):(64,1)' --dtype f16 -q --write "$copy" --read "$mma" --assert 'conflicts == 1 && conflicts_16 >= 1'
expect 1 '' check '(64,64):(64,1)' --dtype f16 -q --read "$mma" --assert 'conflicts_ldmatrix == 1'
expect 0 '"access":"write","by":"make_tiled_copy' check '(64,64):(64,1)' --dtype f16 --json --write "$copy"
expect 3 '--read:1:1: error: no value is called' check '(64,64):(64,1)' --dtype f16 --read foo
staged='tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{},_4{}))'
expect 0 '128 threads x 256 values' check "$staged" --dtype half_t --space smem
expect 0 '32 tiles of (16,64,1)' check "$staged" --dtype half_t --space smem --write "$copy"
expect 0 '' check "$staged" --dtype half_t -q --write "$copy" --atom SM75_U32x4_LDSM_N --assert 'once && conflicts == 1'
expect 3 'did you mean "SM75_U32x4_LDSM_N"?' check '(64,64):(64,1)' --dtype f16 --atom SM75_U32x4_LDSM
expect 2 "did you mean 'conflicts'?" check 4:1 --assert 'conflict == 1'
expect 2 'known: size cosize' check 4:1 --assert 'wat == 1'
: >"$scratch/empty.cute"
expect 0 'nothing to evaluate' eval -f "$scratch/empty.cute"
expect 2 'need --dtype' check '(64,64):(64,1)' --read "$copy"
expect 2 '--memory and --tile have no place' check '(64,64):(64,1)' --dtype f16 --read "$copy" --memory 4:1
expect 2 'the element is wider' check '(4,8):(8,1)' --dtype f32 --assert 'conflicts_16 == 1'

# --- eval: names with values, and how deep is explained ---

expect 0 'A = (4,8):(8,1)' eval --echo 'A = (4,8):(8,1); size(A)'
expect 0 'size(A) = 32' eval --echo 'A = (4,8):(8,1); size(A)'
expect 0 'a, _ = (1,2)' eval --echo 'a, _ = (1,2)'
expect 2 '--echo goes with none' eval --echo --json 4:1
expect 0 'it begins at 1*2 + 1*128 + 1*2048 = 2178' eval --explain "partition_C($mma,37,(128,128):(128,1))"
expect 0 'thread 37 is (5,(1,0))' eval --explain=1 "partition_C($mma,37,(128,128):(128,1))"
expect 0 'in outline:' eval --explain "partition_C($mma,37,(128,128):(128,1))"
expect 0 'it begins at 3*8 + 2*64 = 152' eval --explain=2 "partition_S($copy,19,(128,64):(64,1))"
expect 0 'next offset (4*n+4)*1 = 4*n+4' eval --explain 'n = ?; right_inverse((4,n+1):(1,4))'
expect 3 "a name before '='" eval 'size(4:1) = 3'
expect 0 'B is one layout, so 1-D: over all 4096 coordinates of A' eval --explain=1 'zipped_divide((64,64):(64,1), 16:4)'
expect 3 'thrfrg_C(tiled_mma, tensor) has all threads' eval "partition_C($mma,_,(128,128):(128,1))"
expect 2 'expected --explain or --explain=DEPTH' eval --explain=0 4:1
expect 2 'expected --explain or --explain=DEPTH' eval --explain=65 4:1

# --- arguments by the names of CuTe DSL ---

expect 0 '((2,2),(2,4)):((8,1),(16,2))' eval 'zipped_divide(target=(4,8):(8,1), tiler=(2,2))'
expect 0 '((2,4):(16,2),1)' eval 'cute.local_partition(target=(4,8):(8,1), tiler=(2,2):(2,1), index=1)'
expect 0 '(2,2):(8,1)' eval 'cute.composition(lhs=(4,8):(8,1), rhs=(2,2))'
expect 0 '16:1' eval 'cute.recast_layout(new_type_bits=8, old_type_bits=16, src_layout=8:1)'
expect 0 '((4,4):(16,1),68)' eval 'local_tile(input=(16,16):(16,1), tiler=(4,4), coord=(1,1))'
expect 0 '(2,(2,2))' eval 'cute.repeat_like(x=2, target=(1,(2,3)))'
expect 0 '(3,3)' eval 'ceil_div(input=(10,20), tiler=(4,8))'
expect 0 '(2,2,1):(1,2,0)' eval 'make_tiled_mma(op_or_atom=mma_atom("SM80_16x8x16_F32F16F16F32_TN"), atom_layout_mnk=(2,2,1))'
expect 3 "has no parameter 'strides': make_layout(shape, stride, ...)" eval 'make_layout((4,8), strides=(8,1))'

# --- sources of kernels in one line, and print ---

expect 0 '4:1' eval 'print("L =", 4:1)'
expect 0 'Sw<3,3,3> o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))' eval \
	'auto s = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{})); print(s);'
printf '%s\n' 'Copy_Atom<SM75_U32x4_LDSM_N, half_t> atom;' 'TiledMMA mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{});' \
	'dim3 block(size(mma));' 'print(size(mma));' >"$scratch/kernel.cu"
expect 0 '32' eval -f "$scratch/kernel.cu"
expect 0 'this statement is not about layouts' eval -f "$scratch/kernel.cu"
expect 3 'apply_swizzle' eval 'Swizzle<3,4,3>{}.apply(65)'

# --- atoms by the names of others ---

expect 1 'tcgen05.ld TMEM_LOAD' atoms tcgen05
expect 1 'CUTLASS calls tcgen05.mma SM100_MMA' atoms tcgen05.mma
expect 1 "'cutelayout help tma'" atoms TMA
expect 1 "'cutelayout help tma'" atoms SM90_TMA_LOAD
expect 1 'CUTLASS calls cp.async CP_ASYNC' atoms cp.async.wait
expect 1 'TMA' atoms cp.async.bulk.tensor.2d
expect 1 'CUTLASS calls Hopper SM90' atoms hopper
expect 0 'CUTLASS calls the types E4M3' atoms fp8
expect 0 'SM80_16x8x16_F32F16F16F32_TN' atoms mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
expect 0 'SM90_64x128x16_F32BF16BF16_SS' atoms MMA_64x128x16_F32BF16BF16
expect 0 'SM90_64x64x16_F16F16F16_SS' atoms SM90::GMMA::MMA_64x64x16_F16F16F16_SS
expect 0 'gfx942    32x32x8 f16 f16 f32 f32' atoms v_mfma_f32_32x32x8_f16
expect 1 'sparse' atoms v_smfmac_f32_16x16x32_f16
expect 1 "V_MFMA_F32_32X32X8_F16: 'cutelayout atoms V_MFMA'" atoms V_MFMA_F32_16X16X128_F8F6F4
expect 1 "'cutelayout atoms V_WMMA'" atoms V_WMMA_F32_16X16X32_F16
expect 1 "'cutelayout atoms V_MFMA'" atoms gfx942
expect 1 "Intel's" atoms dpas
expect 3 'did you mean "V_MFMA_F32_32X32X8_F16"' eval 'mma_atom("v_mfma_f32_32x32x8_f16")'
expect 3 'did you mean "V_WMMA_F32_16X16X16_F16_W32"' eval 'mma_atom("V_WMMA_F32_16X16X16_F16")'
expect 0 '((32,2,2,2),(4,(1,1))):((1,256,32,0),(64,(0,0)))' eval 'layout_A_TV(make_tiled_mma(mma_atom("V_MFMA_F32_32X32X8_F16"),(2,2,1)))'
expect 0 'not asked' verify --print-source --atom V_MFMA_F32_32X32X8_F16
expect 1 '"code":"name","text":"no atom matches' atoms wat --json

# --- parts of tensors, and one vocabulary ---

expect 0 '8 + ((8,1),8,1):((1,0),1024,0)' check "partition_S($copy,1,(128,64):(64,1))"
expect 0 '5 + (8):(1)' check 'slice_and_offset((_,5),(8,8):(1,1))'
expect 0 '0 0   34   0 0   50' draw "partition_C($mma,5,(32,32):(32,1))"
expect 0 '|  68 |  69 |' eval --table 'local_tile((16,16):(16,1),(4,4),(1,1))'
expect 0 '' draw '(8,8):(8,1)' --kind banks --dtype half_t
expect 2 'expected --dtype with an element type' draw '(8,8):(8,1)' --kind banks --dtype nonsense

# --- owner and owned ---

expect 0 '(14,1)' eval "owner($mma,(3,5))"
expect 0 '(14,1)' eval "owner($mma,(35,69))"
expect 0 '((0,0),(64,0))' eval "owner($mma,(0,0),\"A\")"
expect 0 '((0,0),(0,1),(0,2),(0,3),(0,4),(0,5),(0,6),(0,7))' eval "owned($copy,0)"
expect 0 '((0,0),(0,1),(0,2),(0,3),(0,4),(0,5),(0,6),(0,7))' eval "where($copy,0)"
expect 0 '()' eval 'owner(((4,4),(2,2):(1,2)),(3,3))'
expect 3 'an MMA has the operands' eval "owner($mma,(0,0),\"S\")"
expect 3 'a copy has the sides' eval "owned($copy,0,\"A\")"
expect 3 'from 0 to 127' eval "owned($copy,128)"

# --- words of others: each names what to use ---

expect 3 'LayoutRight), which is (4,8):(8,1)' eval 'make_layout((4,8), row_major)'
expect 3 'LayoutRight), which is (4,8):(8,1)' eval 'RowMajor(4,8)'
expect 3 'select(L,1,0)' eval '(4,8):(8,1).transpose()'
expect 3 'cutelayout eval --table EXPR' eval 'print_layout((4,8))'
expect 3 'make_layout((4,8), (8,1))' eval 'layout((4,8),(8,1))'
expect 3 'make_swizzle(3,4,3)' eval 'swizzle(3,4,3)'
expect 3 'cutelayout draw EXPR' eval 'display_tv_layout((4,8))'
expect 3 'size(L)' eval 'numel((4,8))'
expect 3 'did you mean composition(layout, tiler)?' eval 'COMPOSITION(4,2)'
expect 3 'did you mean zipped_divide(layout, tiler)?' eval 'zippedDivide(4,2)'
expect 3 "did you mean 'gA'?" eval 'gA = 4:1; ga'
expect 3 'did you mean "SM80_16x8x16_F32F16F16F32_TN"?' eval 'mma_atom("sm80_16x8x16_f32f16f16f32_tn")'
expect 3 'did you mean "SM80_16x8x16_F32F16F16F32_TN"?' eval 'mma_atom("SM80_16x8x16_F32F16F16F32")'
expect 3 'did you mean "SM75_U32x4_LDSM_N"?' eval 'copy_atom("SM75_U32x4_LDSM",16)'
expect 3 'did you mean "GMMA::Layout_K_SW128_Atom"?' eval 'smem_atom("GMMA::Layout_K_SW_128_Atom",16)'
expect 3 "this looks like torch: 'cutelayout convert' reads it" eval 'torch.Size([4,8]) (8,1)'
expect 3 "this looks like numpy: 'cutelayout convert' reads it" eval 'shape=(4,8), strides=(64,8)'
expect 3 "this looks like mlir" draw 'memref<4x8xf16, strided<[8,1]>>'
expect 3 "this looks like xla" check 'f32[4,8]{1,0}'
expect 3 "this looks like triton" draw '#ttg.blocked<{sizePerThread=[1,8]}>'
expect 3 "this looks like triton" check '#ttg.blocked<{sizePerThread=[1,8]}>'
expect 3 'convert takes --shape 64,128' convert '#ttg.blocked<{sizePerThread=[1,8],threadsPerWarp=[8,4],warpsPerCTA=[4,1],order=[1,0]}>'
expect 3 "'cutelayout infer --table FILE'" convert '[0,1,2,3]'
expect 3 'expected a layout, saw nothing' convert ' '
expect 0 '(8,4):(1,8)' convert 'torch.empty(4,8).t()'
expect 3 '--threads 128 --values 8 for tid and v' infer 'tid%32*4'
expect 0 "this looks like triton" eval '#ttg.blocked<{sizePerThread=[1,8]}>'
expect 3 "'cutelayout infer' finds the layout of an index expression" eval 't*8 + (v%8)'
expect 3 "take it with --index" draw 'i*64+j'
expect 0 '(4,8):(8,1)' convert --shape=4,8 '_i*8+_j'
expect 3 '-f reads a file: -f k.cute' check k.cute
expect 3 '-f reads a file: -f a/kernel.cu' eval a/kernel.cu
expect 2 "'cutelayout eval -f k.cute' evaluates it" k.cute
expect 2 "no command is called '.cute'
try " .cute
expect 0 '1:1: (8,64):(64,1)' paste 'const cute::Layout<cute::tuple<cute::C<8>,cute::C<64>>,cute::tuple<cute::C<64>,cute::C<1>>>&'
expect 2 'cannot open' paste nonexistent
expect 3 'type the : of ASCII' eval '(4,8)：(8,1)'
expect 3 'type the ( of ASCII' eval '（4,8):(8,1)'
expect 3 'type the " of ASCII' eval 'mma_atom(“x”)'
expect 3 '== compares' eval 'size((4,8)) = 32'
expect 3 'all of a mode is written _' eval '(4,8):(8,1)(2,:)'
expect 0 '(tile_n,rest_n)' help Divide
expect 0 'zipped_divide' help divide
expect 0 'by mode' help zipped_divide
expect 0 'over the whole layout' help tiler
expect 0 'take turns' help bank conflict
expect 0 'zipped_divide(layout, tiler)' help zipped divide
expect 0 'who holds what' help warp
expect 0 "'cutelayout convert' reads the layouts" help blocked
expect 0 '# EXPRESSIONS' help language
expect 0 'A o B is the layout with R(c) = A(B(c))' help o
# Marks of underlined words are left out, wherever they stand; names keep what looks like them.
expect 0 '	a if c is true, or an integer other than 0, and b otherwise.' help language
expect 0 '	Modes begin to end-1 made one mode.' help language
expect 0 '	profile, for each of its modes on its own.' help language
expect 0 '	static true the integers of the tensor' help language
expect 0 'make_tiled_copy(' help language
expect 0 'with_shape(L, shape)' help reshape
expect 0 'make_fragment_like' help registers
expect 2 "did you mean 'bank'?" help bnak
expect 2 'topic is called' help '???'
expect 2 'expected one EXPR' draw 4:1 4:1
expect 2 'give either EXPR or -f' draw 4:1 -f "$scratch/none"
expect 2 'give either -o or --dump-scene' draw 4:1 --dump-scene -o "$scratch/picture.svg"
expect 2 '--ansi=auto, none, 256 or 24bit' draw 4:1 --ansi=blue
expect 2 '--color=thread' draw 4:1 --color=blue
expect 2 '--font-size=PX from 4 to 100' draw 4:1 --font-size=3
expect 2 '--font-size=PX from 4 to 100' draw 4:1 --font-size=12px
expect 2 '--max-cells=N from 1 to 16777216' draw 4:1 --max-cells=0
expect 2 '--palette=classic, safe or grey' draw 4:1 --palette=blue
expect 2 '--theme=light, dark or print' draw 4:1 --theme=blue
expect 2 '--tile' draw 4:1 --tile=2
expect 2 '--tile' draw 4:1 --tile=2,2,2,2
expect 2 '--tile' draw 4:1 --tile=2,0
expect 2 '--tile' draw 4:1 --tile=2x
expect 0 'a tile of 2 x 4 elements: 4 threads with 2 values each' draw '((2,2),2):((1,4),2)' --tile=2x4 --dump-scene
expect 2 '--region' draw 4:1 --region=2
expect 2 '--region' draw 4:1 --region=2:1,0
expect 2 '--region' draw 4:1 --region=1,x
expect 2 '--kind' draw 4:1 --kind=square
expect 2 '--text' draw 4:1 --text=square
expect 2 '--text' draw 4:1 --text=offset,index,bank,count,none
expect 2 '--highlight' draw 4:1 --highlight=X5
expect 2 '--nonsense' draw --nonsense
expect 0 '1 rows 5 columns' draw '(8,8):(8,1)' --region=2,3: --dump-scene --strict
expect 3 'error' draw 'composition((4,6,8):(2,3,5), 6:3)' --strict
expect 3 'give --tile=M,N' draw 4:1 --kind=tv
expect 3 'a layout, or a pair (tiler, layout)' draw 'Sw<2,0,2>' --kind=tv --tile=2,2
expect 3 'a swizzle or a swizzled layout' draw '4:1' --kind=swizzle
expect 3 'a copy atom, a tiled copy or a list of two layouts' draw '4:1' --kind=copy
expect 3 'a shape (M,N,K)' draw '4:1' --kind=gemm
expect 3 'not whole copies' draw '((8,8):(8,1), make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(8,2):(2,1),(1,8)))'
expect 3 'that gives a layout' draw 'size(4)' --kind=op
expect 3 'slice(c, L) or L(c)' draw '4:1' --kind=slice
expect 3 'a tile of rank 3 is not drawn' draw '((4,2,2),(4,2,2):(1,4,8))'
expect 3 'bits' draw 'Sw<3,0,20>'
picture 'o' 'Sw<2,0,2>'
picture 'rect' '(4,4):(1,2)' --tile 2,8
picture 'rect' '(4,4):(1,2)' --tile 2,8 --text=owner,thread,value,index
picture 'cells' '(4,4):(1,4)' --tile 4,4 --text=thread,value --color=value
picture 'cells' '(64,2):(1,64)' --tile 16,8 --color=warp --text=index
picture 'cells' '(8,8):(8,1)' --color=column --highlight='column 2'
picture 'cells' '(8,8):(8,1)' --color=bank --kind=banks --bits=64 --text=bank,offset
picture 'cells' '(8,8):(1@0,1@1)'
picture 'cells' '(8,(2,4)):(8,(1,2))' --text=coordinate,index --highlight='offset 7'
picture 'cells' '((2,2,2,2,2),(2,2)):((1,2,4,8,16),(32,64))'
picture 'cells' '(8,8):(-8,-1)'
picture 'rows' '(4,8):(8,1) o (2,4):(1,8)' --kind=op
picture 'cells' '(4,8):(8,1)(2,_)' --kind=slice
picture 'cells' 'slice((2,_),(4,8):(8,1))' --kind=slice
picture 'cells' 'Sw<2,1,3> o 0 o (8,8):(8,1)' --kind=swizzle
picture 'a~b^c' '(4,4):(4,1)' --title 'a~b^c \ _ { } < > " # & %'
for suffix in $suffixes; do
	case $suffix in
	svg | png | pdf) written "$suffix" '(512,512):(512,1)' --text=none --no-labels ;;
	esac
done
expect 3 'cells are too many for a page of HTML' draw --static '(512,512):(512,1)' -o "$scratch/picture.html"
expect 3 'cells are too many for TikZ' draw '(512,512):(512,1)' -o "$scratch/picture.tex"
for format in 'html --static' tex gif txt; do
	[ "$format" != gif ] || [ "${CUTELAYOUT_GIF-yes}" = yes ] || continue
	# shellcheck disable=SC2086 # a format with an option
	expect 0 '' draw '(256,256):(256,1)' --format $format
	# shellcheck disable=SC2086
	expect 3 '65792 cells ' draw '(256,257):(257,1)' --format $format
done
expect 2 'picture' draw 4:1 -o "$scratch/none/picture.svg"
expect 0 '<svg xmlns=' draw 4:1 --format svg
expect 0 '<svg xmlns=' draw 4:1 -o - --format SVG
expect 0 'begin{tikzpicture}' draw 4:1 --format tex -o /dev/stdout
expect 0 '<text x="' draw 4:1 --format svg --text-as text
expect 0 'xlink:href="#' draw '(32,64):(64,1)' --format svg
expect 0 '<text x="' draw '(32,65):(65,1)' --format svg
expect 0 'xlink:href="#' draw '(32,65):(65,1)' --format svg --text-as outline
expect 0 '<text x="' draw 4:1 --format html --static
expect 0 'xlink:href="#' draw 4:1 --format html --text-as outline
expect 2 '--text-as=text or outline' draw 4:1 --text-as path
expect 2 'svg, png, pdf, gif, tex, html or txt' draw 4:1 -o -
expect 2 'svg, png, pdf, gif, tex, html or txt' draw 4:1 --format jpeg

# A GIF of a film has a picture for each instruction, each with a time, and goes on; another one has one picture.
# pictures COUNT ARGUMENT...
pictures() {
	wanted=$1
	shift
	count=$("$tool" draw "$@" --format gif | od -An -v -tx1 | tr -d ' \n' | grep -o '21f904' | wc -l)
	if [ "$count" -eq "$wanted" ]; then
		pass
	else
		fail "the pictures of draw $* as GIF" "expected $wanted, saw $count"
	fi
}

if [ "${CUTELAYOUT_GIF-yes}" = yes ]; then
	pictures 4 --kind film '(32,4):(4,1)'
	pictures 8 --kind film '(64,4):(4,1)'
	pictures 0 '(4,8):(8,1)'
	expect 0 'NETSCAPE2.0' draw --kind film '(32,2):(2,1)' --format gif
	expect 3 'cells are too many for GIF' draw '(512,512):(512,1)' --format gif
else
	expect 4 'this build cannot write' draw '(4,8):(8,1)' --format gif
fi

# Cells have text up to 1024 on an axis, and 32768 in all; beyond, they have colours alone.
texts() {
	code=0
	"$tool" draw --format=svg --text-as=text -o - "$1" >"$scratch/out" 2>&1 || code=$?
	count=$(grep -o '<text' "$scratch/out" | wc -l)
	if [ "$code" -eq 0 ] && [ "$count" "$2" "$3" ]; then
		pass
	else
		fail "draw $1" "$count texts, not $2 $3"
	fi
}
texts '(1,1024):(0,1)' -ge 1024
texts '(1024,1):(1,0)' -ge 1024
texts '(32,1024):(1024,1)' -ge 32768
texts '(1,1025):(0,1)' -lt 100
texts '(1025,1):(1,0)' -lt 100
texts '(33,993):(993,1)' -lt 100

# The live page is a file with a place for the program; a closing tag in one ends nothing.
printf '<script id="given">{}</script>' >"$scratch/page.html"
CUTELAYOUT_PAGE=$scratch/page.html expect 0 '{"p":"4:1 # \u003c/script>","options":"kind='\''grid'\'' flat"}</script>' draw --live --kind grid --flat \
	'4:1 # </script>'
CUTELAYOUT_PAGE=$scratch/page.html expect 0 '{"p":"4:1","options":""}</script>' draw --format html 4:1
CUTELAYOUT_PAGE=$scratch/page.html expect 0 'dialect='\''dsl'\'' assume='\''M % 8 == 0'\'' with='\''M=8'\''"}' draw --live --dialect dsl \
	--assume 'M % 8 == 0' --with M=8 'M = ?; (M,4):(4,1)'
CUTELAYOUT_PAGE=$scratch/page.html expect 0 '"options":""}' draw --live --index 'i*4 + j' --shape 4,4
CUTELAYOUT_PAGE=$scratch/page.html expect 0 '{"p":"(1024,1024):(1024,1)"' draw -o - --format html '(1024,1024):(1024,1)'
for option in --static --theme=dark --cell=40 --font-size=9 --text-as=text; do
	CUTELAYOUT_PAGE=$scratch/page.html expect 0 '<text x="' draw --format html "$option" 4:1
done
expect 3 'expected' draw --live '4:'
expect 2 'no other --format' draw --live --format svg 4:1
expect 2 'no other --format' draw --static --format svg 4:1
expect 2 'either --live or --static' draw --static --live 4:1
CUTELAYOUT_PAGE=$tool expect 4 'no live page' draw --live 4:1
CUTELAYOUT_PAGE=$tool expect 4 'no live page' draw --format html 4:1

# Where the page is not installed, HTML is the picture alone, and says so; --live insists. The program lies alone there.
mkdir "$scratch/alone"
cp "$tool" "$scratch/alone/"
code=0
"$scratch/alone/cutelayout" draw '(4,8):(8,1)' -o "$scratch/alone/picture.html" 2>"$scratch/err" || code=$?
if [ "$code" -eq 0 ] && grep -q 'hint: this page has the picture alone' "$scratch/err" && grep -q '<svg' "$scratch/alone/picture.html"; then
	pass
else
	fail 'HTML without the live page' "exit code $code, $(cat "$scratch/err")"
fi
code=0
"$scratch/alone/cutelayout" draw --live '(4,8):(8,1)' >"$scratch/out" 2>"$scratch/err" || code=$?
if [ "$code" -eq 4 ] && [ ! -s "$scratch/out" ] && grep -q "'./dev page' builds it" "$scratch/err"; then
	pass
else
	fail 'the live page where there is none' "exit code $code, $(cat "$scratch/err")"
fi

# Many cells have the colours of their range: rows of (128,128):(128,1) all alike, from the lightest to the darkest.
expect 0 'from light to dark: offsets 0 to 16383' draw '(128,128):(128,1)' --dump-scene
expect 0 'from light to dark: offsets -127 to 0' draw '(128,128):(-1,0)' --dump-scene
for colour in fdf3c8 3b2f6b; do
	expect 0 "$colour" draw '(128,128):(128,1)' --text none --format svg
done
expect 0 'from light to dark: offsets 0 to 9223372036854775806' draw '(128,2,43,1):(0,9223372036854775806,0,1)' --dump-scene

expect 3 '257 instructions are too many for a film, at most 256 are drawn' draw --kind film '(2,257):(257,1)'
expect 0 '256 stores of 4 bytes a lane' draw --kind film '(2,256):(256,1)' --dump-scene

# What is asked for is drawn, or refused.
atom='mma_atom("SM80_16x8x16_F32F16F16F32_TN")'
tiled_copy='make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(16,8):(8,1),(1,8))'
expect 0 'C, M x N = 32 x 16' draw "$atom" --tile 32,16 --dump-scene
expect 0 'A, M x K = 32 x 32' draw "$atom" --tile 32,16,32 --dump-scene
expect 3 '20 elements along m are no multiple of the 16' draw "$atom" --tile 20,8
expect 3 'a picture of kind copy has no tile' draw "$tiled_copy" --tile 16,64
expect 3 'a picture of kind swizzle has no tile' draw 'Sw<2,0,2>' --kind swizzle --tile 8,8
expect 3 'a picture of kind grid accesses no memory' draw '(4,4):(4,1)' --smem '(4,4):(4,1)'
expect 3 'a slice is drawn as a picture of kind slice' draw 'slice((_,2), (4,8):(1,4))' --kind op
expect 0 'T2V1*' draw '(4,4):(4,1)' --tile 4,4 --highlight T2
expect 0 'nothing in the picture is what --highlight asks for' draw '(4,4):(4,1)' --tile 4,4 --highlight T200
# Columns of as many levels as are told apart are as wide as their greatest number.
expect 0 '0   0   1 |  2   3 |  4   5 |  6   7 | ' draw '(1,(2,2,2,2,2,2)):(0,(1,2,4,8,16,32))' --format txt -o -
expect 0 '= ((2,4),(4,2)):((8,1),(16,4))' draw 'zipped_divide((8,8):(8,1), (2,4))'
expect 0 'A = (4,8):(8,1)  ' draw 'composition(tiler=4:2, layout=(4,8):(8,1))' --kind op
expect 0 'A = (4,8):(8,1)  ' draw 'composition(tiler=4:2, t=(4,8):(8,1))' --kind op
# An integer is drawn as an operand where it is a tiler, not where it is an offset or the number of a mode.
expect 0 'B = 2  ' draw 'logical_divide(8:1,2)' --kind op
for call in 'group((2,2,2):(1,2,4),0,2)' 'group((2,2,2):(1,2,4),1,3)' 'select((2,2,2):(1,2,4),0)' 'get((2,2,2):(1,2,4),1)' \
	'make_composed_layout((2,2,2):(1,2,4),3,8:1)'; do
	expect 0 'A = (2,2,2):(1,2,4)   = ' draw "$call" --kind op
done
expect 0 'tile by tile' draw 'zipped_divide((128,64):(64,1), (32,32))' --kind op --dump-scene
expect 0 'where M times N is 4096' draw '((32,4),(8,4)):((128,4),(16,1))'
expect 0 'k down, n across' draw "$atom"
expect 0 'thread down, value across' draw '(32,2):(2,1)' --kind banks
expect 0 '1 0  16  20 | 18  22 | 20  24 | 22  26' draw '((2,4),(2,4)):((1,16),(4,2))'
expect 0 '4   32   33   34   35  36*  37*  38*  39*' draw 'local_tile((6,8):(8,1),(4,4),(1,1))'
expect 0 '0   0  1*   3  2*' draw 'A = Sw<1,0,1> o 0 o (2,4):(4,1); local_partition(A,(1,2):(1,1),1)'

# A page tells addresses and banks of memory only: registers and coordinates have neither.
expect 0 '"memory":false' draw "$atom" --static
expect 0 '"memory":false' draw 'make_identity_layout((4,4))' --static
expect 0 '"memory":true' draw '(4,4):(4,1)' --static
expect 0 '"threads":[0,0,null,1,1,null],"values":[0,1,null,0,1,null],"more":[0,0,0,0,0,0],' draw --static --tile 2,3 '(2,2):(1,2)'
expect 0 '"threads":[[0,0],null,null,[1,1],null,null],"values":[[0,1],null,null,[0,1],null,null],' draw --static --tile 2,3 \
	'(2,2):(1,0)'
expect 0 '62,63]],"values"' draw --static --tile 1,2 '(65,2):(0,1)'
expect 0 '"more":[1,1],' draw --static --tile 1,2 '(65,2):(0,1)'
expect 0 '"more":[0,0],' draw --static --tile 1,2 '(64,2):(0,1)'
expect 0 '"images":["(0,(0,0))","(0,(0,1))","(1,(0,0))","(1,(0,1))"]' draw --static 'make_identity_layout((2,(1,2)))'
expect 3 'knows nothing of offsets in memory' draw "$atom" --color bank
expect 3 'knows nothing of offsets in memory' draw 'make_identity_layout((4,4))' --text bank
expect 2 '--kind=auto, mma, copy' draw 4:1 --kind nothing
expect 2 '--access=load or store' draw '(4,8):(8,1)' --kind banks --access both

# Loads and stores; a tile in a memory.
expect 0 '4 loads of 16 bytes a lane: 16 wavefronts, 16 at best' draw "$tiled_copy" --kind banks --access load \
	--smem 'Sw<3,3,3> o 0 o (64,64):(64,1)'
# Above a picture of accesses stands the layout; the expression, where the accesses are those of its tile in a memory.
for kind in banks film; do
	for made in 'make_layout((4,4),(4,1))' 'x = make_layout((4,4),(4,1))' 'x = make_layout((4,4),(4,1)); x'; do
		expect 0 'title (4,4):(4,1)
' draw "$made" --kind "$kind" --dump-scene
		expect 0 "title ${made##*[=;] }
" draw "$made" --kind "$kind" --smem '(4,4):(4,1)' --dump-scene
	done
	expect 0 'title make_layout_tv((4,8):(8,1),(2,2):(2,1))
' draw 'make_layout_tv((4,8):(8,1),(2,2):(2,1))' --kind "$kind" --smem '(8,16):(16,1)' --dump-scene
	expect 0 'title copy_atom("SM75_U32x4_LDSM_N",16)
' draw 'copy_atom("SM75_U32x4_LDSM_N",16)' --kind "$kind" --access load --dump-scene
done
# A tile is cut out of a memory that has its modes; another one has the number of a cell of the tile.
for memory in 128:1 256:1 '(2,4,16):(1,2,8)'; do
	expect 0 '8 sectors in 4 lines; 4 wavefronts' draw 'make_layout_tv((4,8):(8,1),(2,2):(2,1))' --kind film --smem "$memory"
done
expect 0 'title (M,N,K) = (4,8,8)
' draw '(8-4,8,8)' --kind gemm --dump-scene
expect 0 'title (A,A,A)
' draw 'A = (4,4):(4,1); (A,A,A)' --kind gemm --dump-scene
# A part of a part, which has an offset of its own.
expect 0 '140*  141*  142*  143*' draw 'local_tile(local_tile((16,16):(16,1),(8,8),(1,1)),(4,4),(0,1))'
expect 0 '184*   185   186   187  188*   189' \
	draw 'local_partition(local_tile((16,16):(16,1),(8,8),(1,1)),(4,4):(1,4),3)'
# The lines of shared memory: one, as many as are drawn, and one more.
lines='copy = make_tiled_copy(copy_atom("UniversalCopy<u128>",16), (8,8):(8,1), (1,8)); (copy, (8,64):'
expect 0 ' 1 rows 64 columns' draw --dump-scene --kind kernel "$lines(0,0))"
expect 0 " 4096 rows 64 columns" draw --dump-scene --kind kernel "$lines(37440,1))"
expect 3 'at most 262144 places are drawn' draw --dump-scene --kind kernel "$lines(37441,1))"
# Its first element alone in the last line.
expect 0 ' 512 rows 64 columns' draw --dump-scene --kind kernel \
	"${lines%(8,64):}Sw<0,4,3> o 32704 o (8,64):(-64,-512))"
expect 3 '--smem: expected an expression' draw --kind banks 32:1 --smem ''
expect 3 '--smem: expected an expression' draw --kind banks 32:1 --smem '# none'
expect 0 '4 stores of 16 bytes a lane: 16 wavefronts, 16 at best' draw "$tiled_copy" --kind film --smem '(16,64):(64,1)'
expect 0 '1 load of 16 bytes a lane: 4 wavefronts' draw 'copy_atom("SM75_U32x4_LDSM_N",16)' --kind banks --access load
expect 0 '2-way' draw 'make_layout_tv((4,8):(8,1),(2,2):(2,1))' --kind banks --smem '(8,16):(16,1)'
expect 3 '--smem=LAYOUT gives the layout' draw "$tiled_copy" --kind banks
expect 3 '--smem: expected' draw "$tiled_copy" --kind banks --smem '(4,'
expect 3 '--smem: expected a layout, saw' draw "$tiled_copy" --kind banks --smem '"text"'
expect 3 'cells is too long' draw '(512,512):(512,1)' -o "$scratch/picture.txt"
COLORTERM=truecolor TERM=xterm expect 0 '38;2;' draw '(4,4):(4,1)' --ansi=24bit
TERM=xterm-256color expect 0 '8;5;' draw '(4,4):(4,1)' --ansi=256
expect 2 'picture' draw 4:1 -o "$scratch/none/picture.txt"

# --- options that are given twice ---

# A value that the option has.
value_of() {
	case $1 in
	convert-to) echo cute ;;
	convert-kind) echo memory ;;
	draw-access) echo load ;;
	*-shape | *-tile | *-languages) echo 4,4 ;;
	*-dtype) echo f16 ;;
	*-dialect) echo cpp ;;
	*-names) echo i,j ;;
	*-language) echo c ;;
	*-device) echo cpu ;;
	*-reduce) echo sum ;;
	*-judge) echo host ;;
	*-kind) echo grid ;;
	*-kernel) echo naive ;;
	*-theme) echo dark ;;
	*-text) echo offset ;;
	*-style) echo plain ;;
	*-region) echo 1,1 ;;
	*-palette) echo safe ;;
	*-index-type) echo int32 ;;
	*-highlight) echo T1 ;;
	*-from) echo triton ;;
	*-format) echo svg ;;
	*-dynamic) echo shapes ;;
	*-text-as) echo text ;;
	*-color | *-ansi) echo none ;;
	*-op) echo a ;;
	*-font-size | *-cell | *-width | *-samples) echo 40 ;;
	*-timeout | *-max-memory | *-values | *-threads | *-watchdog | *-seed | *-warp | *-vector | *-tune | \
		*-time-limit | *-noise | *-max-cells | *-jobs | *-explain | *-bits) echo 1 ;;
	*) echo 4:1 ;;
	esac
}

# Of an option with a value, one counts, or all do.
for command in $("$tool" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
	for option in $("$tool" "$command" --help | sed -n 's/^  .*--\([a-z-]*\)\[*=.*/\1/p'); do
		case $command-$option in
		*-assume | *-with | check-assert | find-access | paste-define | test-allow-read) ;;
		bench-shape | bench-layout | bench-set | verify-shape | verify-layout | verify-set) ;;
		*)
			value=$(value_of "$command-$option")
			expect 2 "option '--$option' is given twice" "$command" "--$option=$value" "--$option=$value"
			;;
		esac
	done
done
expect 2 "option '--read' is given twice" check '(32,32):(32,1)' --dtype f32 --space shared --read '(32,1):(1,0)' \
	--read '(32,1):(32,0)' -q --assert 'conflicts==1'
expect 2 "option '--file' is given twice" eval -f "$scratch/none" --file "$scratch/none"
expect 2 "option '--explain' is given twice" eval --explain --explain=1 4:1
expect 0 '' check -q -q 4:1 --assert 'size == 4' --assert 'cosize == 4'
expect 1 '' check -q 4:1 --assert 'size == 5' --assert 'cosize == 4'
expect 2 "saw 'a=col'" bench --dry-run --no-compile --shape 64,64 --layout a=row --layout a=col
expect 0 'memory b   (64,64):(64,1)' bench --dry-run --no-compile --shape 64,64 --layout a=row --layout b=col
expect 0 'memory a   (64,64):(1,64)' bench --dry-run --no-compile --shape 64,64 --layout a=row --layout b=col
expect 2 "saw 'a=f16,a=f32'" bench --dry-run --no-compile --shape 64,64 --dtype a=f16,a=f32
expect 2 "saw 'vector=2,vector=4'" bench --dry-run --no-compile --shape 64,64 --set vector=2,vector=4
expect 2 "saw 'vector=4'" bench --dry-run --no-compile --shape 64,64 --set vector=2 --set vector=4
expect 0 'threads=64,vector=2' bench --dry-run --no-compile --shape 64,64 --set vector=2 --set threads=64
expect 2 'X is defined twice' paste -D X=4 --define X=5 4:1
expect 0 'nothing in it looks like a layout' paste -D X=4 -D XY=5 /dev/null
expect 0 'nothing in it looks like a layout' paste -D YX=4 -D X=5 /dev/null
expect 2 'X is defined twice' paste -D Y=4 -D X=5 -D X=6 4:1
expect 2 'Y is defined twice' paste -D Y=4 -D X=5 -D Y=6 4:1
# members of objects without a value
expect 3 "$(printf -- '--define:1:1: error: expected an expression, saw the end\n  \n  ^')" paste -D p.n= 4:1
expect 3 "$(printf -- '--define:1:1: error: expected an expression, saw a comment\n  #\n  ^')" paste -D 'p.n=#' 4:1
expect 3 "$(printf -- '--define:1:1: error: expected an expression, saw a comment\n  # c\n  ^~~')" paste -D 'p.n=# c' 4:1
# a tile for what has none, of one row as well
expect 3 'a picture of kind grid has no tile of its own to choose' draw --kind=grid --tile=1,8 '(8,8):(8,1)'
expect 3 'a picture of kind grid has no tile of its own to choose' draw --kind=grid --tile=8,1 '(8,8):(8,1)'
# numbers of cells beyond 64 bits: by the product of a tile and their number, and by its sum with one tile
expect 3 'the cells of the layout cannot be numbered' draw --kind=slice 'local_tile((4,4):(4,1),(4611686018427387904,1),(2,0))'
expect 3 'the cells of the layout cannot be numbered' draw --kind=slice 'local_tile((4,4):(4,1),(4611686018427387904,1),(1,0))'
expect 2 'give either --bits or --dtype, not both' draw 4:1 --bits 16 --dtype f32
expect 2 'give either --csv or --json, not both' bench --csv --json
expect 2 'give either --csv or --json, not both' bench --json --csv
expect 2 'give either --hot or --forget, not both' bench --hot --forget
expect 2 'give either --hot or --forget, not both' bench --forget --hot

# --- knobs, at their limits and beyond ---

expect 0 'threads=1024' bench --dry-run --no-compile --shape 4096,4096 --set threads=1024
expect 0 'a+b a=f16,b=f32,out=f32 64x64' bench --dry-run --no-compile --shape 64,64 --dtype a=f16,b=f32
expect 0 'a+b a=bf16,b=bf16,out=f32 64x64' bench --dry-run --no-compile --shape 64,64 --dtype f16,bf16,out=f32
expect 0 '"out":{"bytes_a_thread":4,' bench --dry-run --no-compile --json --shape 64,64
expect 0 '"lines":4}}' bench --dry-run --no-compile --json --shape 64,64 --reduce sum
# Each tensor has its memory and its accesses, as the plan has its modes.
for member in '"memory":{"a":{"kind":"layout","text":"(32,64):(1,32)",' '"b":{"kind":"layout","text":"(32,64):(64,1)",' \
	'"out":{"kind":"layout","text":"(32,64):(1,32)",' '"size":2048,"cosize":2048}},"tv_load":{' \
	'"access":{"a":{"kind":"layout","text":"((8,32),4,(1,2)):((4,32),1,(0,1024))",' \
	'"b":{"kind":"layout","text":"((8,32),4,(1,2)):((4,64),1,(0,32))",' \
	'"out":{"kind":"layout","text":"((8,32),4,(1,2)):((4,32),1,(0,1024))",' '"cosize":2048}},"map":{'; do
	expect 0 "$member" bench --dry-run --no-compile --json --shape 64,32 --layout b=col
done
expect 0 '"dtype":"a=f16,b=f32,out=i8"' bench --dry-run --no-compile --json --shape 64,64 --dtype a=f16,b=f32,out=i8
expect 0 'out: 64 results' verify --device cpu --shape 64,64 --reduce sum --dtype a=e4m3,out=f32
expect 0 'tiler      <16,128>' bench --dry-run --no-compile --shape 256,256 --kernel tv --dtype a=f16,b=f32
expect 1 'element 0 of the tile has two owners' bench --dry-run --no-compile --shape 64,64 --kernel tv --tile 4,1 \
	--tv '(4,1):(0,0)' --reduce sum --dim 1
expect 0 'map        (256,(4,4),(8,401)):(4,(1,1024),(1642496,4096))' bench --dry-run --no-compile --shape 8,1638402 \
	--dtype i32 --op a+b --layout 'a=(M,N):(0,1)'
expect 0 'map        (256,(8,2),(2,601)):(8,(1,2048),(2461696,4096))' bench --dry-run --no-compile --shape 2,2457602 \
	--dtype i16 --op a+b --layout 'a=(M,N):(0,1)' --set splits=2
expect 0 'argmax(a),0,2 f16 4x5x6' bench --dry-run --no-compile --shape 4,5,6 --reduce argmax --dim 0,2
expect 0 'out: 5 results' verify --device cpu --shape 4,5,6 --reduce argmin --dim 2,0 --layout a=col
expect 0 'kernel     auto, flat' bench --dry-run --no-compile --shape 128,96 --op a --layout 'a=((4,32),96):((1,384),4)' --layout out=col
expect 0 'out: 12 results' verify --device cpu --shape 12,48 --reduce max --layout 'a=((4,3),(6,8)):((1,192),(4,24))'
expect 0 'each touched once' verify --device cpu --shape 12,4 --op a --layout 'a=((4,3),4):((1,16),4)' --layout 'out=((3,4),4):((1,12),3)'
expect 2 'the results of --reduce lie in a row' verify --device cpu --shape 4,4,2 --reduce sum --dim 2 --layout 'out=(4,4,2):(1,1,1)'
expect 2 'the results of --reduce lie in a row' bench --dry-run --shape 4,4 --reduce sum --dim 1 --layout out=col
expect 3 'are cut alike' verify --device cpu --shape 12,4 --op a+b --reduce sum --layout 'a=((4,3),4):((1,16),4)' --layout 'b=((3,4),4):((1,12),3)'
expect 3 'an index, at most 399, is no u8' bench --dry-run --shape 8,400 --reduce argmax --dtype a=f32,out=u8
expect 0 'a=f32,out=u8 8x256' bench --dry-run --no-compile --shape 8,256 --reduce argmax --dtype a=f32,out=u8
expect 3 'is no f32' bench --dry-run --shape 8,400 --reduce argmax --dtype a=f32,out=f32
expect 2 "which is no operand of 'a+b'" bench --dry-run --dtype f16,c=f32
for more in --dtype=f32 --plot=plot.svg --print-source --print-ptx --print-sass --op=a --reduce=sum --kernel=tv; do
	expect 2 '--calibrate measures the device, not a problem' bench --calibrate $more
done
expect 2 'expected --dtype=TYPE,...' bench --dry-run --dtype 'a='
expect 2 'expected --dtype=TYPE,...' bench --dry-run --dtype i=f16
expect 3 'needs a floating-point type' bench --dry-run --op 'exp(a)' --dtype a=i8,out=i32
expect 0 '56 + ((8,8)):((1,-8))' bench --dry-run --no-compile --shape 8,8 --layout 'a=(M,N):(-N,1)'
expect 0 '57 + ((8,8)):((1,-8))' bench --dry-run --no-compile --shape 8,8 --layout 'a=57+(M,N):(-N,1)'
expect 0 '5 + ((64)):((1))' bench --dry-run --no-compile --shape 8,8 --layout 'out=5+(M,N):(N,1)'
expect 3 'begins before memory with 55 in front' bench --dry-run --no-compile --shape 8,8 --layout 'a=55+(M,N):(-N,1)'
expect 3 'begins before memory with -1 in front' bench --dry-run --no-compile --shape 8,8 --layout 'a=-1+(M,N):(N,1)'
expect 3 'more than 281474976710656 elements of memory' bench --dry-run --no-compile --shape 8,8 --layout 'a=9223372036854775800+(M,N):(N,1)'
expect 3 'is not for an output' bench --dry-run --no-compile --shape 8,8 --layout 'out=(M,N):(0,1)'
expect 0 'each touched once' verify --device cpu --shape 8,8 --layout 'out=(M,N):(-N,-1)'
expect 1 'are both at offset' verify --device cpu --shape 8,8 --layout 'out=(M,N):(-1,1)'
expect 0 'exp(a) a=i8,out=f32 64x64' bench --dry-run --no-compile --shape 64,64 --op 'exp(a)' --dtype a=i8,out=f32
expect 2 '--set=KNOB=N' bench --dry-run --no-compile --shape 4096,4096 --set threads=1025
expect 0 'ld.global.nc.L2::cache_hint.v4.u32' bench --print-source --shape 4096,4096 --set load=7
expect 0 'createpolicy.fractional.L2::evict_last.b64' bench --print-source --shape 4096,4096 --reduce sum --set load=7
# Beside each load the policy makes branches of guarded loads, each of which waits.
expect 0 'load1(p0 + ((int)(v) * 32764), policy)' bench --print-source --shape 4095,8191 --op a --layout out=col --set load=7
expect 2 '--set=KNOB=N' bench --dry-run --no-compile --shape 4096,4096 --set load=9
expect 2 '--set=KNOB=N' bench --dry-run --no-compile --shape 4096,4096 --set unroll=65
expect 2 '--set=KNOB=N' bench --dry-run --no-compile --shape 4096,4096 --set vector=17
expect 2 '--set=KNOB=N' bench --dry-run --no-compile --shape 4096,4096 --set tile=100

# An operation of several lines stands in one.
expect 0 'problem    a  + 1 f16 64' bench --dry-run --no-compile --shape 64 --op "$(printf 'a\n\r+ 1')"

# --- what a kernel compiles to ---

# Where there is no NVRTC the exit code is 4. cuobjdump is ours here: it says what it was called with.
mkdir "$scratch/bin" "$scratch/broken"
# shellcheck disable=SC2016 # for the script
printf '#!/bin/sh\necho "cuobjdump $1 $(head -c 4 "$2" | tail -c 3)"\n' >"$scratch/bin/cuobjdump"
printf '#!/bin/sh\nexit 3\n' >"$scratch/broken/cuobjdump"
chmod +x "$scratch/bin/cuobjdump" "$scratch/broken/cuobjdump"
expect 0 'extern "C" __global__' bench --print-source --shape 64,64
if [ -n "${CUTELAYOUT_FAKE_NVRTC-}" ]; then
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC expect 0 'registers  not known: the kernel does not compile: kernel.cu(1): error: it is refused' \
		bench --dry-run --shape 64,64
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC expect 4 'the kernel does not compile' bench --print-ptx --shape 64,64
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC expect 4 'the kernel does not compile' bench --print-sass --shape 64,64
	export FAKE_NVRTC_ACCEPTS=1
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC expect 0 'it is refused' bench --print-ptx --shape 64,64
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC expect 0 'registers  not known: the compiler does not say' bench --dry-run --shape 64,64
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC PATH=$scratch/bin:$PATH expect 0 'cuobjdump --dump-sass ern' \
		bench --print-sass --shape 64,64
	LD_LIBRARY_PATH=$CUTELAYOUT_FAKE_NVRTC PATH=$scratch/broken:$PATH expect 4 'cuobjdump, of the CUDA toolkit, cannot be run' \
		bench --print-sass --shape 64,64
	unset FAKE_NVRTC_ACCEPTS
fi
if "$tool" bench --print-ptx --shape 64,64 >/dev/null 2>&1; then
	expect 0 '.entry cutelayout_kernel' bench --print-ptx --shape 64,64
	expect 0 'a thread, compiled for sm_90' bench --dry-run --shape 64,64
	PATH=$scratch/bin:$PATH expect 0 'cuobjdump --dump-sass ELF' bench --print-sass --shape 64,64
	PATH=$scratch/broken:$PATH expect 4 'cuobjdump, of the CUDA toolkit, cannot be run' bench --print-sass --shape 64,64
else
	expect 4 'libnvrtc' bench --print-sass --shape 64,64
	expect 0 'registers  not known: libnvrtc' bench --dry-run --shape 64,64
fi

# --- convert ---

owned='((4,8),(2,2)):((32,1),(16,8))'
expect 0 'T.Fragment((16, 8), forward_fn=lambda i, j: (i % 8 * 4 + j // 2, i // 8 * 2 + j % 2))' convert --to tilelang --kind ownership --shape 16,8 "$owned"
expect 0 'T.Fragment((8, 4), forward_fn=lambda i, j, k: (i * 4 + k, j), replicate=4)' convert --to tilelang --kind ownership --shape 8,4 '((4,8),4):((0,1),8)'
expect 0 'TileLayout(S[(2, 8, 4, 2) : (2, 4@laneid, 1@laneid, 1)])' convert --to axe --kind ownership --shape 16,8 "$owned"
expect 0 'TileLayout(S[(8, 4) : (4@laneid, 1)] + R[(4) : (1@laneid)])' convert --to axe --kind ownership --shape 8,4 '((4,8),4):((0,1),8)'
expect 3 'in one register' convert --to tilelang --kind ownership --shape 8 '8:1 o (8,2):(1,0)'
expect 3 'in one register' convert --to axe --kind ownership --shape 8 '(8,2):(1,0)'

# --- check and diff ---

expect 2 'give either EXPR or -f' check 4:1 -f "$scratch/none"
expect 2 "expected one EXPR, saw '5:1' too" check 4:1 5:1
expect 2 '--nonsense' check --nonsense
expect 3 'saw the end of the program' check '# nothing'
expect 3 'saw the end of the program' diff '# nothing' 4:1
expect 2 '--nonsense' diff --nonsense
mfma='#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed'
expect 1 'first at coordinate 8: 0@TLane and 0@TLane, 1@TCol' diff 'TileLayout(S[(8, 4) : (4@TLane, 0@TLane)])' \
	'TileLayout(S[(8, 4) : (4@TLane, 1@TCol)])'
expect 1 'first at coordinate 0: 0@m, 5@row, 5@TLane and 0@m, 5@TLane' diff --languages 2,2 \
	'TileLayout(S[(2, 2) : (2, 1)] + 5@row + 5@TLane)' 'TileLayout(S[(2, 2) : (2, 1)] + 5@TLane)'
expect 1 'the same data within each warp: shuffles' diff --languages 64,64 "$mfma = true}>" "$mfma = false}>"
blocked='BlockedLayout([1, 1], [32, 1], [4, 1], [1, 0], '
expect 1 'the same data within the cluster: ' diff --languages 256,64 "$blocked[[1, 0]])" "$blocked[[0, 1]])"
expect 1 'the same data within the block: ' diff --languages 64,64 "$blocked[])" 'BlockedLayout([1,1],[1,32],[1,4],[1,0])'
expect 0 '(4,8):(1,4)' convert --from=numpy --shape=4,8 'x.resize(8, 4); x.T'
expect 0 '(8,4):(4,1)' convert --from=numpy --shape=4,8 'y = x; x.resize(8, 4); y'
expect 0 'triton: ownership of 2x2' convert --from=triton \
	'LinearLayout(bases=[("register", [[0, 1]]), ("lane", [[1, 0]]), ("warp", []), ("block", [])])'
expect 0 'equal' diff 'x = np.zeros((4, 8)); x.T' '(8,4):(1,8)'
expect 1 'equal up to the order of registers' diff --languages=2,4 'local(2,2).spatial(1,2)' 'column_local(2,2).spatial(1,2)'
expect 1 '"witness":-1}' diff --json --languages=2,4 'local(2,2).spatial(1,2)' 'local(2,4)'
expect 1 'different' diff --languages=2,4 '(2,4):(4,1)' '(2,4):(1,2)'
expect 1 'first at coordinate 1: offset 4 and 1' diff --languages=2,4 '(2,4):(4,1)' '(2,4):(1,2)'
blocked='#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>'
expect 3 'a layout with a mode of threads and one of values' diff --languages=4,8 '4:1' "$blocked"
expect 3 'a layout with a mode of threads and one of values' diff --languages=4,8 "$blocked" '4:1'
expect 1 'A is about 4x8, B about 8x4' diff 'f32[4,8]{1,0}' 'f32[8,4]{0,1}'
expect 1 'A is about memory, B about ownership' diff --languages 8,4 'f32[8,4]{1,0}' 'spatial(8, 4)'
expect 1 'A has 32 threads x 1 values, B 32 x 4' diff --languages 8,4 'spatial(8, 4)' 'BlockedLayout([1,4],[8,4],[1,1],[1,0])'
expect 0 '' diff -q --strict 4:1 4:1
expect 1 '' diff -q 4:1 4:2
expect 1 'operand     B' diff 'mma_atom("SM80_16x8x16_F32F16F16F32_TN")' 'mma_atom("SM80_16x8x8_F32F16F16F32_TN")'
expect 0 'operand     C' diff 'mma_atom("SM80_16x8x16_F32F16F16F32_TN")' 'mma_atom("SM80_16x8x16_F32BF16BF16F32_TN")'
expect 3 'a value of 2 operands has nothing to do with one of 3' diff 'mma_atom("SM80_16x8x16_F32F16F16F32_TN")' "$copy"
expect 0 'operand     D' diff "$copy" "$copy"
expect 1 'A gives 8 times what B gives' diff '(4,8):(64,8)' '(4,8):(8,1)'
expect 1 'B gives 2 times what A gives' diff '(4,8):(8,1)' '(4,8):(16,2)'
expect 1 'upcast(A, 2) is B' diff '(64,64):(64,1)' '(64,32):(32,1)'
expect 1 'upcast(B, 4) is A' diff '(64,16):(16,1)' '(64,64):(64,1)'
expect 1 'equal on the first 16' diff '(4,8):(8,1)' '(4,4):(8,1)'
expect 1 'different: mode 1 is 8:1 and 8:2' diff '(4,8):(8,1)' '(4,8):(8,2)'
expect 1 'A(1,0) = (1,0), B(1,0) = 8' diff 'make_identity_layout((4,8))' '(4,8):(8,1)'
expect 0 'functions   the same' diff 'make_identity_layout((4,8))' '(4,8):(1,4)'
expect 1 '"related":{"by":"scaled_a","factor":8}' diff --json '(4,8):(64,8)' '(4,8):(8,1)'
expect 0 '"operands":[{"operand":"S"' diff --json "$copy" "$copy"
echo '(4,8):(8,1)' >"$scratch/a.cute"
echo 'L = (4,8):(1,4); L' >"$scratch/b.cute"
expect 1 'mode 0 is 4:8 and 4:1' diff "$scratch/a.cute" "$scratch/b.cute"
expect 0 'the same' diff "$scratch/a.cute" '(4,8):(8,1)'
expect 2 "cannot open" diff "$scratch/none.cute" 4:1
expect 3 'error' check --strict 'composition((4,6,8):(2,3,5), 6:3)'
expect 2 "expected an integer" check 4:1 --assert 'size == -'
expect 2 "expected a fact, an integer or '('" check 4:1 --assert 'size =='
expect 2 "expected ')'" check 4:1 --assert '(size'
expect 2 'nested too deeply' check 4:1 --assert "$(printf '(%.0s' $(seq 65))size"
expect 0 'wavefronts' check 'copy_atom("SM75_U32x4_LDSM_N",16)' --dtype f16
expect 0 '"operand":"S"' check 'copy_atom("UniversalCopy<u128>",16)' --operand S --json
expect 3 'some coordinates lie outside the tile' check '(4,8):(1@0,1@1)' --tile 2,2
expect 3 'some coordinates lie outside the tile' check '(4,8):(1@0,1@1)' --tile 3,8
expect 3 'some coordinates lie outside the tile' check '(4,8):(1@0,1@1)' --tile 4,7
expect 0 'numbered  its coordinates, column-major in (4,8,2)' check '(4,8):(1@0,1@1)' --tile 4,8,2
expect 3 'some coordinates lie outside the tile' check '(4,8,2):(1@0,1@1,1@2)' --tile 4,8
expect 3 'basis index 2 is outside a mode of rank 2' check '(4,8,1):(1@0,1@1,1@2)' --tile 4,8
expect 3 "the numbers of the MMA's threads have holes" verify --print-source \
	'make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(1,2,2):(0,1,4))' --shape 64,32,64
expect 0 '__global__ void cutelayout_kernel' verify --print-source \
	'make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(1,2,2):(0,1,2))' --shape 64,32,64
expect 3 "<expr>:1:1: error: the numbers of the MMA's threads have holes" verify --print-source \
	'make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,1,1):(2,0,0))' --shape 64,32,64
expect 3 "<expr>:1:1: error: the numbers of the MMA's threads have holes, or several are the same" verify \
	--print-source 'make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(1,2,1):(0,0,0))' --shape 64,32,64
expect 3 '<expr>:1:52: warning: thread and value layout do not number' verify --print-source --memory '(32,4):(5,1)' \
	'make_tiled_copy(copy_atom("UniversalCopy<u16>",16),(32,4):(4,0),(1,1))' --shape 32,4
expect 3 'error' check 4:1 --tile 4096,1048576

# --- eval, atoms, help ---

expect 2 "--dynamic takes 'shapes' or nothing" eval --dynamic=all 4:1
expect 0 "has 4 coordinates, but B has 6; the extent 6 at run time" eval --dynamic 'composition((4,8):(1,10), 6:1)'
expect 0 "has 8 coordinates, but B has 10; strides of B are negative" eval --dynamic 'composition((4,8):(1,10), 10:-1)'
expect 0 "at i = 4 it gives 32, but A(B(4)) = A(64) = 36; the extent 5 at run time is no multiple of 4, the room in mode 1" \
	eval --dynamic 'composition((4,16,12):(29,16,36), (5,2):(16,8))'
expect 2 '--style c prints several lines' eval --batch --style c
expect 0 '-9223372036854775807 - 1' eval --style c 'make_layout(4,inner_product(-4611686018427387904,2))'
expect 0 'return 5 ^ (a & 1) * 2 ^ (a >> 1 & 1) * 1;' eval --style c 'bits((2,1),5)'
expect 3 'style c prints functions of integers, not of coordinates' eval --style c 'Sw<1,0,2> o 1@0 o 4:1'
expect 0 'i32, rmem, align<32>) o 1:0, data=' eval --dialect dsl 'T=make_rmem_tensor((2,2),Int32); T.fill(3); print_tensor(T[0])'
expect 0 'i32, rmem, align<32>) o (2,2):(1,2), data=' eval --dialect dsl 'T=make_rmem_tensor((2,2),Int32); T.fill(3); print_tensor(T.load())'
expect 0 'SM75_U32x4_LDSM_N' atoms '*ldsm_n'
expect 0 'ThrID' atoms --layouts SM75_U32x4_LDSM_N
expect 0 'ThrID' atoms --layouts SM80_16x8x16_F32F16F16F32_TN
expect 1 "no atom matches 'nonsense'" atoms nonsense
expect 2 'expected one PATTERN' atoms a b
expect 2 '--nonsense' atoms --nonsense
expect 0 'usage:' atoms --help
expect 2 "did you mean 'coalesce'?" help coalesc
expect 2 "is called 'size_rank'" help size rank

# --- bench and verify ---

expect 3 'saw the end of the expression' verify --op 'a+'
expect 2 '--dim needs --reduce' verify --dim 1
expect 2 '--no-compile needs --dry-run' bench --no-compile
expect 2 '--no-compile needs --dry-run' verify --no-compile --device=cpu --shape 64,64
expect 2 '--csv has rows of what was measured; --dry-run goes with --json' bench --csv --dry-run
expect 2 '--csv goes with none of --print-source, --print-ptx and --print-sass' bench --csv --print-ptx
expect 2 '--at-once needs --device=all' bench --at-once
expect 2 '--at-once needs --device=all' verify --at-once --device=cpu --shape 64,64
expect 2 '--tv needs --tile' verify --tv 4:1
expect 2 '--thr needs either --val or --val-bytes' verify --thr 4:1
expect 2 '--val needs --thr' verify --device cpu --shape 8,8 --val 4:1
expect 2 '--val-bytes needs --thr' verify --device cpu --shape 8,8 --val-bytes 4:1
expect 2 '--val needs --thr' verify --device cpu --shape 8,8 --tv '(4,4):(1,4)' --tile 4,4 --val 4:1
expect 2 '--set=KNOB=N' verify --device cpu --shape 8,8 --set threads=0
expect 0 'each touched once' verify --device cpu --shape 8,8 --op a --set threads=1
expect 2 '--nonsense' verify --nonsense
for bad in --shape=0,5 --shape=2,,2 --shape=99999999999,5 --shape= --dtype=f7 --dtype= --kernel=fast --kernel= \
	--layout=z=4:1 --layout=a --set=threads --set=nonsense=1 --set=threads=4097 --set=unroll=65 --reduce=add \
	--device=gpu --seed=-1; do
	expect 2 "expected ${bad%%=*}" verify "$bad"
done
for bad in --noise=2 --samples=0 --time-limit=0 --tune=0; do
	expect 2 "expected ${bad%%=*}" bench "$bad"
done
cpu='verify --device cpu --shape 4,8'
# shellcheck disable=SC2086 # a list of words
{
	expect 0 'touched once' $cpu --seed 7 --layout 'out=(M,N):(1,M)'
	expect 0 'touched once' $cpu --thr '(2,2):(2,1)' --val '(2,2):(2,1)'
	expect 0 'touched once' $cpu --thr '(2,2):(2,1)' --val-bytes '(2,4):(4,1)'
	expect 0 'a: 4096 elements in 64 places, each touched once' verify --device=cpu --shape=64,64 --reduce=sum --dim=0 \
		--layout='a=(64,64):(0,1)'
	expect 0 'out: 64 results of the elements that the algebra says' verify --device=cpu --shape=64,64 --reduce=sum --dim=0 \
		--layout='a=(64,64):(0,1)'
	expect 0 'out: 64 results' verify --device=cpu --shape=64,1 --reduce=sum --dim=1
	expect 0 'a: 4096 elements in 1 place, each touched once' verify --device=cpu --shape=64,64 --reduce=max --dim=all \
		--layout='a=(64,64):(0,0)'
	expect 0 'a: 4096 elements in 127 places' verify --device=cpu --shape=64,64 --layout='a=(64,64):(1,1)'
	expect 1 'are both at offset' verify --device=cpu --shape=64,64 --layout='out=(64,64):(1,1)'
	expect 1 'element (0,0) and another are both at offset 8' verify --device=cpu --shape=8,2 --layout='out=(8,2):(2,-8)'
	expect 1 'element (5,0,0) and another are both at offset 5' verify --device=cpu --shape=8,1,2 --op=a \
		--layout='out=((4,2),1,2):((1,4),9,5)' --kernel=naive
	expect 0 'out: 72 elements, each touched once' verify --device=cpu --shape=8,9 --tile=4,3 --tv='(4,3):(3,1)'
	expect 0 'out: 35 elements, each touched once' verify --device=cpu --shape=5,7 --tile=8,3 --tv='(4,(3,2)):(6,(1,3))'
	expect 1 'has two owners' verify --device=cpu --shape=8,9 --tile=4,3 --tv='(4,3):(3,0)'
	expect 3 'expected an expression' $cpu --layout 'a=# nothing'
	expect 3 'a layout of rank 1; the shape has rank 2' $cpu --layout a=32:1
	expect 3 'strides with a basis are no offsets in memory' $cpu --layout 'a=(4,8):(1@0,1@1)'
	expect 0 'each touched once' $cpu --layout 'a=(4,8):(8,-1)'
	expect 3 'a stride of 0 is not for an output' $cpu --layout 'out=(4,8):(8,0)'
	expect 3 'mode 1 has 4 elements; the shape has 8' $cpu --layout 'a=(4,4):(4,1)'
	expect 3 "no operation is called 'zzz'" $cpu --thr 'zzz(4)' --val 4:1
	expect 3 "no operation is called 'zzz'" $cpu --tv 'zzz(4)' --tile 4,8
	expect 3 'the tile has rank 1, the shape rank 2' $cpu --tv '(4,8):(1,4)' --tile 32
	expect 3 'error' $cpu --layout 'a=(4'
	expect 2 '--atom asks the hardware' verify --atom LDSM --device cpu
	for given in --layout='a=(4,8):(?,1)' --layout='a=(?,8):(8,1)' --layout='out=(4,8):(?{div=8},1)' '--tile=4,8 --tv=(?,4):(1,8)'; do
		# shellcheck disable=SC2086 # one or two options
		expect 3 'known at run time only' $cpu $given
	done
	expect 3 'known at run time only' check '(4,8):(8,1)' --memory '(64,64):(?,1)'
	expect 3 'known at run time only' check '(64,64):(64,1)' --dtype f16 --read '(?,4):(1,32)'
	for dim in 2 -3 0,0 0,-2 0, ,1 0x1 x ''; do
		expect 2 "--dim is 'all' or modes of the shape" $cpu --reduce sum --dim "$dim"
	done
	expect 3 'needs a floating-point type' $cpu --dtype i32 --op 'exp(a)'
	expect 3 'needs a floating-point type' $cpu --dtype i32 --op 'a+99999999999999999999'
	expect 0 'extern "C" __global__' $cpu --print-source --kernel naive,auto
}

expect 0 'problem    a+b f16 256x256' bench --dry-run --device cpu --sweep
expect 0 'problem    a+b f16 16384x16384' bench --dry-run --device cpu --sweep

# Texts of other languages that they themselves refuse.
expect 3 'has 8 in dimension 1, whose extent is 4' convert --from linear --shape 4,4 'register=1 -> (0,8)'
expect 3 'has 8 in dimension 1, whose extent is 4' convert --from linear --shape 4,4 'lane=1 -> (0,8)'
expect 3 'a basis has no negative numbers' convert 'LinearLayout(bases=[("register", [[-1, 0]])])'
expect 3 'no language that is known' convert 'Xlocal(4, 8)'
mma='#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape'
expect 3 'expected the instruction 16, N, K' convert --shape 64,64 "$mma = [16, 0, 16]}>"
expect 0 '((_4,_8,_4),(_2,_2,_8))' convert --shape 64,64 --to cute "$mma = [16, 8, 4]}>"
expect 0 'affine_map<(d0, d1) -> (d0 mod 2' convert --to mlir '((2,2),4):((1,8),2)'
expect 0 '(_2,_3):(_3,_1)' convert --to cute 'np.zeros((2,
	3))'

# --- the chains of real kernels, printed, drawn and checked, as CuTe C++ has them for these numbers ---
numbers=M=256,N=384,K=128,bx=1,by=2
expect 0 "$numbers,k=1: (((2,2),4,8):((256,8),32,4096),66193)" eval -f examples/gemm.cute --with $numbers,k=1
expect 0 "$numbers,k=1: (((8,1),8,1,2):((1,0),2048,0,64),16936)" eval -f examples/gemm.cute --with $numbers,k=1
expect 0 '((2,2,2),4,(2,2)):((1,2,4),8,(32,64))' eval -f examples/gemm.cute
expect 0 'bijective   yes' check -f examples/gemm.cute
expect 0 'bijective   yes' check -f examples/hopper.cute
expect 0 "$numbers: (((2,2,8),2,2):((256,8,2048),64,16384),66193)" eval -f examples/hopper.cute --with $numbers
for value in gA gC sA tAgA tCgC tCrA tCrC tXsA tXrA copyA mma; do
	{ cat examples/gemm.cute && echo "$value"; } >"$scratch/chain.cute"
	expect 0 '' check -f "$scratch/chain.cute" --with $numbers,k=1
	expect 0 '' draw -f "$scratch/chain.cute" --with $numbers,k=1 --format svg
done
{ cat examples/gemm.cute && echo tAgA; } >"$scratch/chain.cute"
expect 0 'load        128 bits, 8 elements' check -f "$scratch/chain.cute"
{ cat examples/gemm.cute && echo gC; } >"$scratch/chain.cute"
expect 0 'the stride M is not known to be a multiple of 2; for 128 bits promise div=8' check -f "$scratch/chain.cute"
expect 3 'known at run time only' draw -f "$scratch/chain.cute"

# The first extent or stride that is in the way of a wider load, and what it is no multiple of.
vectors() {
	expect 0 "load        $1" check "tensor<ptr<f16,gmem,align<16>> o $2>"
}
vectors '16 bits, 1 element: the extent 3 is no multiple of 2' '(3,8):(1,1)'
vectors '16 bits, 1 element: the stride 1 is no multiple of 2' '(4,8):(1,1)'
vectors '16 bits, 1 element: the stride 3 is no multiple of 2' '(3,8):(3,1)'
vectors '32 bits, 2 elements: the extent 6 is no multiple of 4' '(6,8):(1,8)'
vectors '64 bits, 4 elements: the extent 12 is no multiple of 8' '(12,8):(1,16)'
vectors '64 bits, 4 elements: the stride 20 is no multiple of 8' '(16,8):(1,20)'
vectors '64 bits, 4 elements: the stride -20 is no multiple of 8' '(16,8):(1,-20)'
vectors '128 bits, 8 elements
' '(16,8):(1,0)'
expect 0 '1.000000' eval 'T = tensor<ptr<f32,generic> o 2:65535>; T.fill(1); T(1)(0); print_tensor(T)'
expect 3 'reaches over more than 65536 elements' eval 'T = tensor<ptr<f32,generic> o 2:65536>; T.fill(1)'
expect 3 's32 is not stored to elements of type f32' eval 'T = make_rmem_tensor(4, f32); T[0] = 1'
expect 3 '4 elements are stored to a tensor of 3' eval 'make_rmem_tensor(3, f32).store(load(make_rmem_tensor(4, f32)))'
expect 3 'expected a vector, saw one number' eval 'T = make_rmem_tensor((4,2), f32); T[_,0] = Float32(1)'
expect 3 'expected one number, saw a vector' eval 'T = make_rmem_tensor(4, f32); T[0] = load(T)'
expect 3 'only elements of a tensor with a pointer can be written' eval 'T = make_identity_tensor((4,2)); T[0] = 1'
expect 3 'expected a closing brace' eval --dialect dsl 'print(f"{1")'
expect 3 'a shift of 32 bits by 40' eval 'Int32(1) << 40'
expect 3 'does not fit 64 bits' eval '2**64'
expect 0 '9223372036854775807' eval '2**62 + (2**62 - 1)'
expect 3 'shifts numbers, not vectors' eval 'load(make_rmem_tensor(4, i32)) << 1'
expect 3 'sqrt is a function of floats, not of s32' eval 'sqrt(load(make_rmem_tensor(4, i32)))'
expect 3 'no / of vectors of integers' eval 'load(make_rmem_tensor(4, i32)) / 2'
expect 3 'expected a number, saw a tuple' eval 'Int32((1,2))'
expect 3 'known at run time only' eval --dialect dsl 'T = tensor<ptr<f32,generic> o (4,2):(2,1)>; print_tensor(T[?,_])'
expect 0 'tensor_value<vector<2xf32> o (2,)>' eval --dialect dsl 'T = tensor<ptr<f32,generic> o (4,2):(2,1)>; load(T[?,_]) + 1.0'
expect 0 '[-1, ],' eval --dialect dsl 'T = make_rmem_tensor(2, Boolean); T.fill(True); print_tensor(T)'
expect 2 'no array of NumPy' eval --data "$0" 'load(tensor<ptr<f32,generic> o 2:1>)'
# An '@' alone is no decorator, and a text with one no source of a kernel.
expect 3 '<expr>:1:1: error' eval '@= 4
5'
expect 0 '4:1' eval '@cute.kernel
L = 4:1
L'

# --- what is the first word, and what comes behind --help ---

expect 0 '4:1' 4:1
expect 2 "no command is called ':x'" :x
expect 0 'usage: cutelayout check' check --help 4 5
expect 2 "expected one EXPR, saw '5' too" check 4 5
expect 0 '1 thread, 128 -> 128 bits' atoms 'UniversalCopy<u128>'
expect 0 '32 threads, 128 -> 128 bits' atoms SM75_U32x4_LDSM_N
expect 3 'known at run time only' draw 'M = ?; (M,4)'
expect 3 'known by name only' check 'M = ?; ((4,2),M)'
expect 0 'size        16, cosize 17' check --with M=2 --with M=4 'M = ?; (4,(M,2)):(M,(1,9))'
expect 0 'image       32 offsets from 0 to 31' check 'make_tensor(ptr<f16, gmem, align<16>>,(4,8):(8,1))'
expect 0 '# and // begin a comment' eval '# note'
expect 0 '# and // begin a comment' eval '// note'
expect 0 '# and // begin a comment' eval '#'
expect 0 'nothing to evaluate' eval '  '
expect 3 "expected register, lane, warp, block, offset, row or col, saw 'regis'" convert --from linear --shape 4,4 'regis=1 -> (0,8)'
expect 3 'a map of bits cannot be expressed in style cute' eval --style cute 'bits(((1,2),(5,8)))'
expect 3 'a map of bits cannot be expressed in style cpp' eval --style cpp 'Sw<1,0,3> o 0 o bits(((1,2),(5,8)))'
expect 3 'an offset in front of a layout cannot be expressed in style cute' eval --style cute '5 + (4,8):(8,1)'
# A text that ends in the middle of a sign or a type is read up to there.
expect 3 "<expr>:1:7: error: expected a number or ']'" convert --from xla 'f32[<='
expect 3 "<expr>:1:5: error: expected a number or ']'" convert --from xla 'f32[<'
expect 3 '<expr>:1:16: error: expected a number, a name or a bracket, saw the end' convert --from triton 'module memdesc<'
expect 3 'such as Layout.row_major(4, 8)' convert --from mojo --shape 4,8 '((4, 8) + (8, 1))'
expect 3 "no dimension is called 'if'" infer --shape 8,8 'if*8+j'

# --- arrays of NumPy: types that are read, and next to them those that are not ---

# array TYPE: four elements of a type, all zero.
array() {
	{
		printf '\223NUMPY\001\000v\000'
		printf "%-117s\n" "{'descr': '$1', 'fortran_order': False, 'shape': (4,), }"
		head -c 32 /dev/zero
	} >"$scratch/array.npy"
}

for type in '<f2' '<f4' '<f8' '|i1' '<i2' '<i4' '<i8' '|u1' '<u2' '<u4' '<u8' '|b1'; do
	array "$type"
	expect 0 'tensor_value' eval --data "$scratch/array.npy" 'load(tensor<ptr<f32,generic> o 2:1>)'
done
# numbers TYPE VALUES BYTES: an array of one dimension of these bytes, in printf's escapes; the values are read.
numbers() {
	{
		printf '\223NUMPY\001\000v\000'
		printf "%-117s\n" "{'descr': '$1', 'fortran_order': False, 'shape': (3,), }"
		# shellcheck disable=SC2059 # escapes
		printf "$3"
	} >"$scratch/array.npy"
	"$tool" eval --data "$scratch/array.npy" 'print_tensor(tensor<ptr<f32,generic> o 3:1>)' >"$scratch/out" 2>&1
	if [ "$(sed -n 's/^ *\[ *\(.*\)000, .*/\1/p' "$scratch/out" | tr '\n' ' ')" = "$2 " ]; then
		pass
	else
		fail "an array of $1" "$(cat "$scratch/out")"
	fi
}
numbers '<i2' '1.000 -1.000 -32768.000' '\001\000\377\377\000\200'
numbers '<u2' '1.000 65535.000 32768.000' '\001\000\377\377\000\200'
numbers '|i1' '1.000 -1.000 -128.000' '\001\377\200'
numbers '|u1' '1.000 255.000 128.000' '\001\377\200'
numbers '<i4' '1.000 -2.000 65536.000' '\001\000\000\000\376\377\377\377\000\000\001\000'
numbers '<f2' '1.000 65504.000 -0.000' '\000\074\377\173\001\200'
numbers '<f4' '1.000 -1.500 2.000' '\000\000\200\077\000\000\300\277\000\000\000\100'
numbers '<f8' '1.000 -0.500 3.000' '\000\000\000\000\000\000\360\077\000\000\000\000\000\000\340\277\000\000\000\000\000\000\010\100'
# -2^63, 2^63 - 1024 and 2^63: integers of 64 bits, as far as these reach, of which shorter ones have the last bits.
numbers '<f8' '-9223372036854775808.000 9223372036854775808.000 9223372036854775808.000' \
	'\000\000\000\000\000\000\340\303\377\377\377\377\377\377\337\103\000\000\000\000\000\000\340\103'
for text in '[-9223372036854775808, ],' '[ 9223372036854774784, ],' '[ 0, ])'; do
	expect 0 "$text" eval --data "$scratch/array.npy" 'print_tensor(tensor<ptr<i64,generic> o 3:1>)'
done
expect 0 '[-1024, ],' eval --data "$scratch/array.npy" 'print_tensor(tensor<ptr<i32,generic> o 3:1>)'

for type in '<f1' '<f3' '<f9' '<i3' '<i5' '<u0' '>i4' '=i4' '<c8' '<O8' '<U1' '<i44'; do
	array "$type"
	expect 2 'its numbers are not integers or floats' eval --data "$scratch/array.npy" 'load(tensor<ptr<f32,generic> o 2:1>)'
done

# --- dialects and run-time integers, of every command that reads a program ---

names='M = ?{div=16}; N = ?'
for command in 'check --assert size==512 -q' 'draw' 'diff (16,32):(32,1)' 'eval'; do
	# shellcheck disable=SC2086 # a command and its options
	{
		expect 0 '' $command --with M=16,N=32 "$names; (M,N):(N,1)"
		expect 3 'M = 8 is not a multiple of 16' $command --with M=8,N=32 "$names; (M,N):(N,1)"
		expect 3 'N = 31 is less than 32' $command --with M=16,N=31 --assume 'N >= 32' "$names; (M,N):(N,1)"
		expect 0 '' $command --with M=16,N=32 --assume 'N >= 32' --assume 'N <= 32' "$names; (M,N):(N,1)"
		expect 3 'N = 33 is more than 32' $command --with M=16,N=33 --assume 'N <= 32' "$names; (M,N):(N,1)"
		expect 2 "no run-time integer called 'Z'" $command --with M=16,N=32,Z=1 "$names; (M,N):(N,1)"
		expect 2 'expected --with and numbers' $command --with M "$names; (M,N):(N,1)"
		expect 2 'expected --assume with a condition' $command --assume 'M' "$names; (M,N):(N,1)"
		expect 2 'expected --dialect=cpp or dsl' $command --dialect c++ "$names; (M,N):(N,1)"
	}
done
expect 2 'expected --dialect=cpp or dsl' test --dialect c
expect 2 'give --with once' draw --with M=1 --with M=2 'M = ?; (M,4)'
expect 0 '(3,5):(3,1)' check --dialect dsl '(3,5):(7//2,1)'
expect 1 'M=3' diff --with M=2 --with M=3 'M = ?; M:1' 2:1
expect 0 'holds       yes' check 'K = ?; ceil_div(K,16) == (K+15)/16'
expect 1 'holds       no' check '4 == 5'
expect 0 'injective   yes' check --assert injective 'M = ?; N = ?; (M,N):(N+8,1)'
for tile in '((M,4), (32,4):(1,32))' 'make_tiled_copy_impl(copy_atom("UniversalCopy<u32>",16),(4,2):(1,4),(M,1))'; do
	expect 3 'error: this needs the value of an integer that is known by name only' check "M = ?; $tile"
	expect 3 'error: this needs the value of an integer that is known by name only' \
		check --assert injective "M = ?; $tile"
	expect 3 'error: this has integers that are known at run time only' draw "M = ?; $tile"
done
expect 3 'error: this needs the value of an integer of which only the divisor 4 is known' check '((?,4), (32,4):(1,32))'
expect 3 'error: this needs the value of an integer that is known at run time only' \
	check 'make_tiled_copy_impl(copy_atom("UniversalCopy<u32>",16),(4,2):(1,4),(?,1))'
expect 1 'bijective: FALSE' check --assert bijective 'M = ?; N = ?; (M,N):(N+8,1)'
expect 2 'it depends on the names' check --assert 'size == 4' 'M = ?; N = ?; (M,N):(N+8,1)'
expect 2 'not decided for all numbers' check --assert surjective 'M = ?; N = ?; (M,N):(1,1)'
expect 3 'known at run time only' check --dtype f16 'M = ?; (M,4):(4,1)'
expect 0 '"injective":true,"surjective":false' check --json 'M = ?; N = ?; (M,N):(N+8,1)'
expect 3 'thread 0 has value 1 at element 64 of the memory, which has 64' \
	bench --access '(32,2):(1,64)' --memory '(8,8):(8,1)' --dtype f16 --dry-run
expect 2 '--index-type goes with --style c or cuda' eval --index-type int32 4:1
expect 2 'expected --index-type=int32' eval --style c --index-type int 4:1
expect 3 'style cuda prints layouts and swizzles, not an integer' eval --style cuda 'M = ?; M'
expect 3 'not coordinates' eval --style python 'M = ?; make_identity_layout((M,4))'
expect 2 'neither with --json nor with --anonymous' eval --with M=1 --anonymous 'M = ?; M'
printf 'M = ?; (M,4):(4,1)\nM = ?; M/0\n' >"$scratch/lines"
expect 3 '(M,4):(4,1)	M=16: (16,4):(4,1)	M=3: (3,4):(4,1)' eval --batch -f "$scratch/lines" --with M=16 --with M=3
expect 3 'error: division by 0' eval --batch -f "$scratch/lines" --with M=16 --with M=3
expect 0 '(4*M,M/4,M-7)' eval --dialect dsl 'M = ?{div=8}; (M*4, M//4, M-7)'


# --- what tells a language, and what its operations are not defined for ---

expect 0 '(1,2):(0,1)' convert --shape=2 'register=1 -> (1)'
expect 0 '(2,1):(1,0)' convert --shape=2 'lane=1 -> (1)'
expect 0 '2:1' convert --shape=2 'offset=1 -> (1)'
expect 3 'a coordinate has no place in tensor memory' convert --shape=2,2 'row=1 -> (1, 0)'
expect 3 'the bases have 2 numbers, the tensor 1 dimensions' convert --shape=2 'lane=1 -> (1, 0)'
for layout in '0,4),IntTuple(1,2' '4,0),IntTuple(1,2' '4,4),IntTuple(-1,2' '4,4),IntTuple(1,-2'; do
	expect 3 "Mojo's operations are defined for extents from 1" convert --from mojo "coalesce(Layout(IntTuple($layout)))"
done
expect 0 '4:2' convert --from mojo 'coalesce(Layout(IntTuple(1,4),IntTuple(1,2)))'
expect 0 '4:1' convert --from mojo 'coalesce(Layout(IntTuple(4,1),IntTuple(1,2)))'

# --- numbers of options: what is none, and the least and the greatest ---

for number in '' 0 -1 x 4x 0x10 99999999999999999999; do
	expect 2 'expected a number from 1 to 16777216' infer i --threads="$number"
	expect 2 'expected a number from 1 to 16777216' find tv --threads="$number"
	expect 2 'expected --jobs=N with N from 1 to 256' test --jobs="$number"
	expect 2 'expected --samples=N' bench --dry-run --no-compile --samples="$number"
done
for number in '' -1 x 4x 99999999999999999999; do
	expect 2 'expected --noise=X' bench --dry-run --no-compile --noise="$number"
	expect 2 'expected --time-limit=S' bench --dry-run --no-compile --time-limit="$number"
	expect 2 'expected --watchdog=S' bench --dry-run --no-compile --watchdog="$number"
	expect 2 'expected --seed=N' bench --dry-run --no-compile --seed="$number"
	expect 2 'expected --timeout=SECONDS, a number above 0' eval 4 --timeout="$number"
	expect 2 'expected --max-memory=SIZE' eval 4 --max-memory="$number"
done
expect 0 '1:0' infer t --threads=1
expect 2 'expected a number from 1 to 16777216' infer i --threads=16777217
expect 2 'expected --jobs=N with N from 1 to 256' test --jobs=257
expect 0 'problem    a+b f16 64x64' bench --dry-run --no-compile --shape=64,64 --noise=0 --time-limit=0.5 --samples=1 --seed=0
# --- the ways to write what is highlighted ---

# highlights ARGUMENT...: each picture is the same with the letter and with the word, and not the one without it.
highlights() {
	while IFS='|' read -r one other; do
		"$tool" draw --dump-scene --highlight "$one" "$@" >"$scratch/one" 2>&1
		"$tool" draw --dump-scene --highlight "$other" "$@" >"$scratch/other" 2>&1
		"$tool" draw --dump-scene "$@" >"$scratch/out" 2>&1
		if cmp -s "$scratch/one" "$scratch/other" && ! cmp -s "$scratch/one" "$scratch/out"; then
			pass
		else
			fail "--highlight '$one' and '$other' $*" "$(diff "$scratch/one" "$scratch/other" | head -5)"
		fi
	done
}
highlights --tile 8,16 '(64,2):(2,1)' <<'END'
T5|thread 5
T5|thread5
V1|value 1
T5V1|thread 5V1
warp 1|warp1
row 0|row0
column 15|column15
END
highlights '(8,8):(8,1)' <<'END'
offset 9|offset9
bank 9|bank9
END
highlights --kind op 'logical_divide(8:1,2:2)' <<'END'
tile 1|tile1
END
for wrong in 'thread 5V' 'T5V1x' 'T5 ' 'warp' 'warp  1' 'V1V0' 'T 5' 'T-1' 'rows 1'; do
	expect 2 "--highlight" draw --tile 8,16 '(64,2):(2,1)' --highlight "$wrong"
done
expect 0 'Cells of one colour' draw --kind swizzle 'Sw<2,0,14>' --dump-scene
expect 0 'Cells of one colour' draw --kind swizzle 'Sw<2,3,-14>' --dump-scene
expect 3 'the swizzle spans 17 bits, at most 16 are drawn; draw it with a layout' draw --kind swizzle 'Sw<3,0,14>'
expect 3 'the swizzle spans 17 bits, at most 16 are drawn; draw it with a layout' draw --kind swizzle 'Sw<3,3,-14>'

# --- the language as the man page has it ---

awk '/^```/ { literal = !literal; next } literal { print "    " $0 }' man/cutelayout-language.7.scd >"$scratch/literal"
"$tool" help language >"$scratch/out"
if grep '^    ' "$scratch/out" | cmp -s - "$scratch/literal" && ! grep -q '```' "$scratch/out" \
		&& ! grep -q 'cutelayout-language(7)' "$scratch/out"; then
	pass
else
	fail 'help language' "$(grep '^    ' "$scratch/out" | diff - "$scratch/literal" | head -5)"
fi

# --- equations of find layout ---

# where CODE TEXT EQUATION
where() {
	expect "$1" "$2" find layout --where "$3"
}
where 0 '(2,4):(4,1)' '(4,2):(2,1) o X == 8:1'
where 0 '4:1' '4:1 o X==4:1'
where 0 '4:1' "$(printf '4:1\to\tX\t==\t4:1')"
where 0 '4:2' ' X  o  4:1  ==  4:2 '
where 0 '(2,4):(0,1)' 'X o 4:2 == 4:1'
where 0 '4:1' "$(printf 'X\to 4:1 == 4:1')"
where 1 'B at coordinate 1 is no value of A' '4:2 o X == 4:1'
where 1 'B at coordinate 1 differs from another one where A is the same' 'X o 4:0 == 4:1'
where 3 'B:1:7: error: expected an expression, saw the end' 'X o 4:1 == # none'
for equation in 'X o == 4:1' 'o X == 4:1' ' o X == 4:1' 'Xo4:1 == 4:1' '4:1oX == 4:1' 'X == 4:1' '' '4:1' 'Y o 4:1 == 4:1' 'XX o 4:1 == 4:1' \
		'X oo 4:1 == 4:1' '4:1 oo X == 4:1' 'X o 4:1 = 4:1'; do
	where 2 "expected --where='A o X == B' or 'X o A == B', saw '$equation'" "$equation"
done
expect 0 '4:5' find layout --all --where '(4,4):(0,1) o X == 4:1'
expect 1 '{"format":1,"layouts":[],"complete":true}' find layout --json --where '2:0 o X == 4:1'
memory='(64,64):(64,1)'
expect 3 "--against:1:3: error: expected ',' or ')', saw the end" find swizzle --dtype f16 --memory "$memory" --access '(32,8):(64,1)' \
	--against '(4'
expect 3 '--memory:1:5: error: expected an expression, saw the end' find swizzle --dtype f16 --memory '# no' --access '(32,8):(64,1)'
expect 3 "--to:1:1: error: no value is called 'x'" find tv --dtype f16 --memory "$memory" --tile 64,64 --threads 128 --to x
expect 3 "--memory:1:1: error: no value is called 'x'" find tv --dtype f16 --memory x --tile 64,64 --threads 128
expect 3 '--access:1:1: error: the order of the dimensions q is not known' find swizzle --dtype f16 --memory "$memory" \
	--access index:q+ --shape 32,8

atom='mma_atom("SM80_16x8x16_F32F16F16F32_TN")'
expect 3 "has several operands: A:, B: or C: in front names one" find swizzle --dtype f16 --memory "$memory" --access "$atom"
expect 3 "a layout has no operand 'A'" find swizzle --dtype f16 --memory "$memory" --access 'A:(32,8):(64,1)'
expect 3 "--access:1:9: error: expected an operator" find swizzle --dtype f16 --memory "$memory" --access 'Q:(32,8):(64,1)'
expect 3 "--access:1:1: error: expected an expression, saw ':'" find swizzle --dtype f16 --memory "$memory" --access ':(32,8):(64,1)'

# --- tiles of any sides ---

for tile in 1 3 9 10 13 31 33 53 90 99; do
	expect 0 'out: 15000 elements, each touched once' verify --device=cpu --shape 150,100 --layout b=col --dtype f64 --set "tile=$tile"
done
expect 0 'tile=22' bench --dry-run --no-compile --shape 1500,1000 --layout b=col --set tile=33

# --- the least and the greatest numbers ---

for option in 'convert --dtype=128' 'convert --dtype=1' 'convert --dtype=9' 'draw --width=20' 'draw --width=10000' 'eval --explain=1' \
		'eval --explain=9' 'eval --explain=10' 'eval --explain=64' 'eval --timeout=100000000' 'eval --timeout=.5' 'eval --timeout=5.' \
		'eval --max-memory=1k' 'eval --max-memory=9223372036854775807' 'eval --max-memory=8589934591G' \
		'bench --set=threads=1024 --dry-run' 'bench --set=unroll=64 --dry-run' 'bench --set=vector=16 --dry-run' \
		'bench --set=tile=99 --dry-run' 'bench --tune=0.1 --dry-run' 'bench --tune=3600 --dry-run'; do
	case $option in
	bench*) operand='--shape=64' ;;
	*) operand=4:1 ;;
	esac
	# shellcheck disable=SC2086 # words
	expect 0 '' $option "$operand"
done
for option in 'convert --dtype=129' 'convert --dtype=0' 'convert --dtype=16x' 'convert --dtype=01' 'draw --width=19' 'draw --width=10001' \
		'convert --shape=0' 'convert --shape=a' 'convert --shape=4,a' 'convert --shape=4,-4' 'convert --shape=()' \
		'convert --shape=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1' \
		'draw --width=30x' 'draw --width=x' 'eval --explain=0' 'eval --explain=65' 'eval --explain=01' 'eval --explain=1x' \
		'eval --timeout=100000001' 'eval --timeout=0.0' 'eval --max-memory=9223372036854775808' 'eval --max-memory=8589934592G' \
		'eval --max-memory=5Mx' 'bench --set=threads=1025' 'bench --set=unroll=65' 'bench --set=vector=17' 'bench --set=tile=100' \
		'bench --set=load=9' 'bench --set=store=9' 'bench --tune=0.05' 'bench --tune=3601' 'bench --layout=A=64:1' \
		'bench --layout=i=64:1' 'bench --layout=a:64:1' 'bench --layout=`=64:1'; do
	# shellcheck disable=SC2086 # words
	expect 2 "saw '${option#* --*=}'" $option 4:1
done
expect 0 '(4,8):(32,4)' convert --dtype=16 'shape=(4,8), strides=(64,8)'
expect 0 '(4,8):(8,1)' convert --dtype=64 'shape=(4,8), strides=(64,8)'
expect 0 '(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(0' convert --shape=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 'i*2'
expect 2 "expected memory or ownership, saw 'other'" convert --kind=other 4:1
expect 2 'expected one text or a file' convert 4:1 5:1
expect 2 'expected one text or a file' convert 4:1 -f "$scratch/none"
expect 2 'expected one of bash, fish, zsh' completion bash zsh
expect 2 "there is no script for 'nonsense', only for bash, fish and zsh" completion nonsense
expect 2 "--layout gives the memory of c, which is no operand of 'a+b'" bench --dry-run --shape 64 --layout 'c=64:2'
expect 2 "--dtype names the type of h, which is no operand of 'a+b'" verify --device=cpu --shape 64 --dtype h=f32,f16
expect 2 "--layout gives the memory of b, which is no operand of 'a'" bench --dry-run --shape 64,64 --reduce=sum --dim=0 --layout 'b=(64,64):(1,64)'

# What paints fails, or cannot paint that: a message, and no file.
if [ -n "${CUTELAYOUT_FAKE_PAINT-}" ]; then
	export CUTELAYOUT_PAINT="$CUTELAYOUT_FAKE_PAINT"
	for format in png pdf; do
		expect 2 'there is not enough memory to paint the picture' draw 8:1 -o "$scratch/none.$format"
	done
	expect 4 'this build cannot write GIF, it was made without giflib' draw 8:1 -o "$scratch/none.gif"
	CUTELAYOUT_PAINT="$scratch" expect 4 'PNG, PDF and GIF need cutelayout-paint.so' draw 8:1 -o "$scratch/none.gif"
	expect 2 'there is not enough memory to paint the picture' draw '(300,300):(300,1)' -o "$scratch/none.svg"
	expect 0 '' draw '(8,8):(8,1)' -o "$scratch/small.svg"
	echo '{"format":1,"device":{"name":"x"},"results":[{"operation":"a","median_s":1e-5,"bytes_read":64}]}' \
		>"$scratch/no.json"
	expect 2 'there is not enough memory to paint the picture' bench --report "$scratch/no.json" --plot="$scratch/none.png"
	CUTELAYOUT_PAINT="$scratch" expect 4 'PNG, PDF and GIF need cutelayout-paint.so' bench --report "$scratch/no.json" \
		--plot="$scratch/none.png"
	# What is finished in the moments behind the limit is put nowhere.
	FAKE_PAINT_PAUSE=1 expect 0 'a picture' draw 8:1 --format=png --timeout=20
	FAKE_PAINT_PAUSE=1 expect 3 'the time limit is over' draw 8:1 -o "$scratch/none.png" --timeout=0.01
	unset CUTELAYOUT_PAINT
	for format in png pdf gif svg; do
		[ ! -e "$scratch/none.$format" ] && pass || fail "$format of nothing" 'a file is left'
	done
fi

expect 2 "--timeout" paste --timeout=x 4:1
expect 2 "--max-memory" paste --max-memory=x 4:1
# --help is all that is done, whatever stands on standard input.
for command in $("$tool" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
	printf '4:1\n' | "$tool" "$command" --help >"$scratch/helped" 2>&1
	"$tool" "$command" --help >"$scratch/help" 2>/dev/null </dev/full
	if cmp -s "$scratch/help" "$scratch/helped" && sed -n '/^exit status/,$p' "$scratch/helped" | grep -q '^exit' &&
		[ "$(sed -n '/^exit status/,$p' "$scratch/helped" | wc -l)" -le 2 ]; then
		pass
	else
		fail "$command --help with an input" "$(tail -n 5 "$scratch/helped")"
	fi
done

# First and last of what stands for numbers.
expect 0 '4:1' draw --width 020 4:1
expect 0 '4:1' draw --width 99 4:1
expect 0 9 9
expect 0 0 0
expect 0 128x192x16 atoms A::MMA_9
expect 0 SM100_1x2x1 atoms A::MMA_0
expect 1 "no atom matches 'A::MMA_a'" atoms A::MMA_a

expect 0 'cutelayout draw         draw a layout in the terminal' help terminal
for form in --dump-scene --live --format=svg; do
	expect 2 '--json prints cells: give none of --format, --live and --dump-scene with it' draw 4:1 --json "$form"
done
expect 2 '--explain does not go with --batch' eval --explain --batch
code=0
yes 4:1 | { timeout 60 "$tool" eval --batch --timeout 0.0000001 || echo $? >"$scratch/code"; } >/dev/null 2>&1
[ "$(cat "$scratch/code")" = 3 ] && pass || fail 'a time limit below a microsecond' "exit code $(cat "$scratch/code")"

# A picture that is made in the moments between the limit and the end is not given out. These take 15 times the limit and
# more to make, on machines that draw a million cells in 15 ms.
for side in 1000 2000; do
	expect 3 'the time limit is over' draw "($side,$side):(1,$side)" --timeout=0.001 -o "$scratch/late.svg"
done
[ ! -e "$scratch/late.svg" ] && pass || fail 'a picture that is late'
# Nor is an answer for which a table was made in them.
expect 3 'the time limit is over' diff 'shape=(4,8), strides=(32,4), dtype=float32' '(2048,2048):(1,2048)' --timeout=0.005

# late TEXT ARGUMENT...: TEXT comes from late.cute behind the time limit, and in time for an answer: it is not given.
mkfifo "$scratch/late.cute"
late() {
	text=$1
	shift
	{ sleep 0.06 && echo "$text"; } 2>/dev/null >"$scratch/late.cute" &
	code=0
	(cd "$scratch" && timeout 60 "$tool" "$@" --timeout=0.02) >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	kill $! 2>/dev/null || true
	wait
	if [ "$code" -eq 3 ] && [ ! -s "$scratch/out" ] && grep -q 'the time limit is over' "$scratch/err"; then
		pass
	else
		fail "$* behind the time limit" "exit code $code
$(cat "$scratch/out" "$scratch/err")"
	fi
}
late 'size(4:1) == 4' check -f late.cute
late true check -f late.cute
late 4 diff late.cute 4
late 4 diff 4 late.cute --json
late 4:1 diff late.cute 4:1
late 4:1 paste late.cute
late 4:1 paste --json late.cute
late 4:1 eval -f late.cute
late 4:1 convert -f late.cute
late '0 1 2 3' infer --table late.cute --shape 4

# Notes on what was read, and none.
expect 0 'offsets in elements; the layout is of the padded tensor; only the coordinates of the real one are used
' convert --from xla 'f32[20,257]{1,0:T(8,128)}'
expect 0 'offsets in elements; the copies of R are not shown
' convert 'TileLayout(S[4:1] + R[2:8])'
expect 0 'axes laneid @0, bx @1; the copies of R are not shown
' convert 'TileLayout(S[(8, 4) : (4@laneid, 1@laneid)] + R[2:1@bx])'
expect 0 'coordinates column-major
' convert 'TileLayout(S[(8, 4, 2) : (4@laneid, 1@laneid, 1@m)] + R[2:32@laneid])'
expect 0 'coordinates column-major
' convert 'TileLayout(S[(8, 4, 2) : (4@laneid, 1@laneid, 1@m)])'
expect 0 'one of 2 buffers; the offset counts in the shared memory of the block that holds the coordinate
' convert '!ttg.memdesc<2x4x8xf16, #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0]], block = [[2, 0]]}, '"\
"'alignment = 16>, #smem, mutable>'

# The name of an atom is that atom; a part of names, or a pattern, is all of them.
for pattern in SM80_16x8x16_S32S8S8S32_TN=1 SM80_16x8x16_S32S8S8S32_T=2 'SM80_16x8x16_S32S8S8S32_TN*=2' SM75_U32x1_LDSM_N=1; do
	count=$("$tool" verify --atom "${pattern%=*}" --print-source | grep -c 'cutelayout_kernel(')
	[ "$count" = "${pattern##*=}" ] && pass || fail "verify --atom ${pattern%=*}" "$count kernels"
done

# The hint at --tile is for threads and values: of static numbers, none of them a basis.
tiled='--tile=M,N, where M times N is 64, draws which thread owns which element of a tile'
for layout in '((4,8),2):((1,4),32)' '((4,8),2):((1@0,4@0),1@1)' '((4,4),2):((1,4),16)' '((4,8),2):((1,4),33)' '(32,2):(1,32)'; do
	"$tool" draw "$layout" >"$scratch/out" 2>"$scratch/err" </dev/null
	hint=
	[ "$layout" != '((4,8),2):((1,4),32)' ] || hint="  hint: $tiled"
	[ "$(cat "$scratch/err")" = "$hint" ] && pass || fail "the hint of draw $layout" "$(cat "$scratch/err")"
done
# Nothing, and one character.
expect 3 'expected a layout, saw nothing' convert ' '
expect 3 'this looks like no language that is known' convert '?'
expect 3 'this looks like no language that is known' convert '? '

# The text of an operation stands on one line.
for blank in '\n' '\r' '\t'; do
	expect 0 'problem    a + b f16 64' bench --dry-run --no-compile --device=cpu --shape 64 --op "$(printf "a${blank}+${blank}b")"
done

# LIMIT_SORTED_COORDINATES
expect 1 'images      different: offset 1 occurs 1 time in A, 0 in B' diff 16777216:1 16777216:2
expect 1 'images      not compared, only those of up to 16777216 coordinates' diff 16777217:1 16777217:2
expect 1 '"same_image":null,"first"' diff 16777217:1 16777217:2 --json

# What is wrong with a tile is told of the tile, whatever covers it.
expect 3 '<expr>:1:1: error: 4294967296 * 4294967296 does not fit 64 bits' check '(((4294967296,4294967296),2),4:1)' --shape 4,4

# What does not evaluate is told once.
for words in 'check 4:1 --dtype f16 --read 4:x' 'check 4:1 --dtype f16 --memory 4:x' 'check 4:1 --tile 4,x' \
	'bench --dry-run --no-compile --device=cpu --tv x --tile 4,8' 'bench --dry-run --no-compile --device=cpu --tv 4:1 --tile x' \
	'bench --dry-run --no-compile --device=cpu --thr x --val 4:1' 'bench --dry-run --no-compile --device=cpu --thr 4:1 --val x' \
	'find swizzle --memory x --dtype f16 --access 4:1' 'find swizzle --memory 4:1 --dtype f16 --access x' \
	'draw 4:1 --kind=banks --smem x'; do
	"$tool" $words >"$scratch/out" 2>"$scratch/err" </dev/null || true
	[ "$(grep -c 'error: \|^cutelayout' "$scratch/err")" = 1 ] && grep -q "no value is called 'x'" "$scratch/err" && pass ||
		fail "$words" "$(cat "$scratch/err")"
done

# Coordinates of a memory are accesses to it.
expect 0 '1 store of 16 bytes a lane: 1 wavefront, 1 at best' draw '(4,4):(1@0,1@1)' --kind banks --smem '(4,4):(4,1)'

# Rows of files have numbers that a measurement can have. The axes of no bytes, which are not drawn, or of bytes without end
# went on for ever.
# Each is a row that fits, with one number put in.
while read -r code numbers; do
	echo '{"format":1,"device":{"name":"x"},"results":[{"operation":"a","median_s":1e-5,"bytes_read":1'"$numbers"'}]}' \
		>"$scratch/row.json"
	text='copy_bytes_per_s'
	[ "$code" != 3 ] || text='row.json: a row of the results has numbers that no measurement has'
	expect "$code" "$text" bench --report --csv --plot="$scratch/row.svg" "$scratch/row.json"
done <<'END'
0 ,"bytes_written":0
0 ,"bytes_written":-0.5
0 ,"bytes_written":-1
3 ,"bytes_written":-1.5
0 ,"bytes_written":1e24
3 ,"bytes_written":1e26
3 ,"bytes_written":1e999
0 ,"peak_bytes_per_s":1e30
3 ,"peak_bytes_per_s":1.1e30
3 ,"peak_bytes_per_s":-1
0 ,"copy_bytes_per_s":1e30
3 ,"copy_bytes_per_s":1.1e30
3 ,"copy_bytes_per_s":-1
0 ,"predicted_s":1e30
3 ,"predicted_s":1.1e30
3 ,"predicted_s":-1
1 ,"wrong":1e30
3 ,"wrong":1.1e30
3 ,"wrong":-1
END
echo '{"format":1,"device":{},"results":[{"operation":"a","median_s":1,"bytes_read":1,"shape":[3,4,5]}]}' >"$scratch/row.json"
expect 0 '"3x4x5"' bench --report --csv "$scratch/row.json"
echo '{"format":1,"device":{},"results":[{"operation":"a","median_s":1,"bytes_read":1,"peak_bytes_per_s":1,"predicted_s":1}]}' \
	>"$scratch/row.json"
expect 0 '# unknown: 1 row, 100.0 % of the peak (geometric mean); predictions off by 0.0 % (median), 90 % within 0.0 %' \
	bench --report "$scratch/row.json"

# WARNINGS_MAX
warned='crd2idx(4,4:1)'
for _ in 1 2 3 4; do
	warned="$warned;$warned"
done
"$tool" eval "$warned" >/dev/null 2>"$scratch/sixteen"
if [ "$(grep -c '^<expr>.*note: ' "$scratch/sixteen")" -eq 16 ] && ! grep -q 'more warning' "$scratch/sixteen"; then
	pass
else
	fail 'sixteen warnings' "$(cat "$scratch/sixteen")"
fi
expect 0 '<expr>: 1 more warning
' eval "$warned;crd2idx(4,4:1)"
expect 0 '<expr>: 2 more warnings' eval "$warned;crd2idx(4,4:1);crd2idx(4,4:1)"
differ='4:N==4:8'
for _ in 1 2 3 4; do
	differ="$differ;$differ"
done
expect 0 '<expr>: 2 more warnings' eval "N=?;$differ;4:N==4:8;4:N==4:8"

finish
