/* Programs to begin with. */
const kernel = `# A tile of A on its way: global memory, the threads that copy it,
# shared memory, ldmatrix, registers. Move B to 0, and play the loads.
pad = 0
mma = make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2,1,1))
copy = make_tiled_copy(copy_atom("UniversalCopy<u128>", 16),
	(8,8):(8,1), (1,8))
ldsm = make_tiled_copy_A(copy_atom("SM75_U32x4_LDSM_N", 16), mma)
shared = Sw<3,3,3> o 0 o (32,64):(64 + pad,1)
((32,64):(512,1), copy, shared, ldsm, mma)`;

const examples = [
	["Kernel: from memory to registers", kernel],
	["Thread-value layout of a tile", "# 128 threads with 32 values each over a tile of 16 x 256\nmake_layout_tv((4,32):(32,1), (4,8):(8,1))"],
	["Swizzled shared memory", "# Half precision, 64 elements a row; change the swizzle with the sliders\nSw<3,3,3> o 0 o (8,64):(64,1)", { options: "bits=16", colour: "bank" }],
	["Tensor core atom", "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")"],
	["Tiled MMA of four warps", "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (2,2,1):(1,2,0))"],
	["ldmatrix", "copy_atom(\"SM75_U32x4_LDSM_N\", 16)"],
	["Composition", "composition((6,2):(8,2), (4,3):(3,1))"],
	["Tiles of a matrix", "zipped_divide((8,16):(16,1), (4,4))"],
	["A million elements", "(1024,1024):(1024,1)"],
];
