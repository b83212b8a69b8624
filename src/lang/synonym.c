/*
 * One table of words with what to write instead. Words are compared without their case and underscores, so that each
 * stands there once.
 */
#include "lang/synonym.h"

struct synonym {
	const char *names;   /* without underscores, in small letters, with blanks between them */
	const char *use;
};

static const struct synonym synonyms[] = {
	{ "rowmajor layoutright genrowmajor corder", "row-major is make_layout((4,8), LayoutRight), which is (4,8):(8,1)" },
	{ "colmajor columnmajor layoutleft gencolmajor fortranorder",
		"a shape alone is column-major: make_layout((4,8)), which is (4,8):(1,4)" },
	{ "mklayout createlayout newlayout", "write shape:stride, as in (4,8):(8,1), or make_layout((4,8), (8,1))" },
	{ "swizzle xor swizzled",
		"Sw<3,4,3> is a swizzle, make_swizzle(3,4,3) too, and Sw<3,4,3> o 0 o L a swizzled layout" },
	{ "apply", "Sw<3,4,3>(65), or apply_swizzle(Sw<3,4,3>, 65), is the image of an integer" },
	{ "smemlayoutatomkind",
		"make_smem_layout_atom(SmemLayoutAtomKind.K_SW128, Float16), or "
		"smem_atom(\"GMMA::Layout_K_SW128_Atom\", 16)" },
	{ "findswizzle bestswizzle autoswizzle swizzlefor", "'cutelayout find swizzle' looks for the swizzle" },
	{ "transpose permute permutedims swapaxes t", "select(L,1,0) puts mode 1 in front of mode 0" },
	{ "reshape view viewas", "with_shape(L, shape), which counts coordinates column-major" },
	{ "print println echo display show", "an expression prints its value; 'cutelayout draw EXPR' draws it" },
	{ "printlayout printtable table",
		"'cutelayout eval --table EXPR' prints the grid of offsets, 'cutelayout draw EXPR' draws it" },
	{ "printlatex printtex tolatex totikz", "'cutelayout draw EXPR -o FILE.tex' draws it with TikZ" },
	{ "printsvg tosvg rendertvlayoutsvg rendersvg", "'cutelayout draw EXPR -o FILE.svg' draws it" },
	{ "displaylayout displaytvlayout displayswizzlelayout displaytiledmma displaytiledcopy draw drawlayout plot "
		"visualize visualise", "'cutelayout draw EXPR' draws it, with -o FILE into a file" },
	{ "divide div split chunk",
		"logical_divide(L, tiler), or zipped_divide, tiled_divide and flat_divide for other groups" },
	{ "multiply mul times kron", "logical_product(A, B), or blocked_product and raked_product for other orders" },
	{ "tile tiled tiling gettile", "zipped_divide(L, tiler) cuts into tiles, local_tile(L, tiler, coord) takes one, "
		"tile_to_shape(L, shape) repeats" },
	{ "partition partitioned distribute",
		"local_partition(L, threads, thread), or partition_S, partition_A, ... of a tiled copy or MMA" },
	{ "compose composed then", "composition(A, B), which is A o B" },
	{ "inverse invert inv", "right_inverse(L), or left_inverse(L)" },
	{ "concat concatenate cat stack join", "make_layout(A, B) has A and B as its modes; append(A, B) adds one" },
	{ "numel nelement numelements elements length count nelems", "size(L)" },
	{ "len", "rank(L) counts the modes, size(L) the coordinates" },
	{ "ndim ndims dim", "rank(L)" },
	{ "dims sizes extents extent", "shape(L)" },
	{ "strides", "stride(L)" },
	{ "footprint span extentinmemory", "cosize(L)" },
	{ "nbytes bytes", "size_in_bytes(type, L)" },
	{ "sizeof itemsize elementsize", "sizeof_bits(type), in bits" },
	{ "ravel ravelmultiindex offset offsetof linearize linearindex flatindex address", "L(c), or crd2idx(c, L)" },
	{ "unravel unravelindex delinearize coord coordof multiindex", "idx2crd(i, shape)" },
	{ "simplify canonicalize canonicalise normalize reduce squeeze",
		"coalesce(L) has the fewest modes; filter(L) drops those that do not matter" },
	{ "expand expandas broadcast broadcastto", "a stride of 0 repeats: (4,8):(1,0)" },
	{ "pad padded padding", "a larger stride pads: (64,64):(72,1)" },
	{ "identity arange iota coordinates", "make_identity_layout(shape)" },
	{ "mode sublayout submode child", "get(L, i)" },
	{ "bankconflict bankconflicts conflict conflicts banks coalesced coalescing",
		"'cutelayout check EXPR --space shared' counts them" },
	{ "isinjective injective isbijective bijective iscontiguous contiguous issurjective surjective",
		"'cutelayout check EXPR' says it, and proves it with --assert injective" },
	{ "tvlayout maketvlayout layouttv makelayoutthreadvalue", "make_layout_tv(threads, values)" },
	{ "numthreads threads nthreads", "size(tiled)" },
	{ "tiledmma mma makemma", "make_tiled_mma(mma_atom(name), atom_layout, permutation)" },
	{ "tiledcopy copy makecopy", "make_tiled_copy(copy_atom(name, bits), threads, values)" },
	{ "ldmatrix stmatrix", "copy_atom(\"SM75_U32x4_LDSM_N\", 16); 'cutelayout atoms LDSM' lists them" },
	{ "wgmma", "mma_atom(name); 'cutelayout atoms GMMA' lists them" },
	{ "maketmaatom maketmacopy tmadescriptor tensormap", "tma(global, smem, tiler, dtype)" },
	{ "linearlayout blockedlayout blocked nvmmasharedlayout swizzledsharedlayout",
		"'cutelayout convert' reads the layouts of Triton" },
	{ "equal equals eq same allclose", "A == B; 'cutelayout diff A B' says where they differ" },
	{ "infershape guess fit", "'cutelayout infer' finds the layout of a table or an index expression" },
	{ NULL, NULL },
};

/* Whether "name" is the first "length" bytes of "word", which is in small letters without underscores. */
static bool is_word(struct str name, const char *word, size_t length) {
	size_t matched = 0;
	for (size_t i = 0; i < name.length; i++) {
		if (name.data[i] == '_') {
			continue;
		}
		if (matched == length || str_small(name.data[i]) != word[matched]) {
			return false;
		}
		matched++;
	}
	return matched == length;
}

const char *synonym_find(struct str name) {
	for (const struct synonym *each = synonyms; each->names != NULL; each++) {
		for (const char *word = each->names; *word != '\0';) {
			size_t length = strcspn(word, " ");
			if (is_word(name, word, length)) {
				return each->use;
			}
			word += length + (word[length] == ' ' ? 1 : 0);
		}
	}
	return NULL;
}
