#include "random_tiles.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 640, TRIES = 1000 };

void random_tiles_init(struct random_tiles *random, uint64_t seed) {
	*random = (struct random_tiles){ .state = seed * 0x9e3779b97f4a7c15u + 1 };
}

/* A number below "count". */
static int below(struct random_tiles *random, int count) {
	random->state ^= random->state >> 12;
	random->state ^= random->state << 25;
	random->state ^= random->state >> 27;
	return (int)((random->state * 0x2545f4914f6cdd1du >> 33) % (uint64_t)count);
}

/* 1, 2, 4 ... up to 2^"most". */
static int power(struct random_tiles *random, int most) {
	return 1 << below(random, most + 1);
}

__attribute__((format(printf, 2, 3)))
static const char *text_of(struct arena *arena, const char *format, ...) {
	char text[TEXT];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return arena_copy(arena, text, strlen(text));
}

/*
 * Memory of two modes called "first" and "second", of which the first is contiguous or the second: compact, padded by
 * some vectors of "together" elements, or swizzled so that such vectors stay whole. NULL now and then: what is usual.
 */
static const char *draw_memory(struct random_tiles *random, struct arena *arena, const char *names, bool is_row,
		int together) {
	char first = names[0];
	char second = names[1];
	char last = is_row ? second : first;
	int base = 0;
	while (1 << base < together) {
		base++;
	}
	int padding = together * below(random, 3);
	const char *plain = text_of(arena, is_row ? "(%c,%c):(%c,1)" : "(%c,%c):(1,%c)", first, second, last);
	switch (below(random, 4)) {
	case 0: return plain;
	case 1: return is_row ? "row" : "col";
	case 2:
		return text_of(arena, is_row ? "(%c,%c):(%c+%d,1)" : "(%c,%c):(1,%c+%d)", first, second, last, padding);
	default: break;
	}
	int bits = below(random, 4);
	return text_of(arena, "Sw<%d,%d,%d> o 0 o %s", bits, base + below(random, 2), bits + below(random, 3), plain);
}

/* --- copies by accesses --- */

/* Threads (m,n) numbered along either mode, or with the first cut in two. */
static const char *draw_threads(struct random_tiles *random, struct arena *arena, int m, int n) {
	switch (below(random, m >= 4 ? 3 : 2)) {
	case 0: return text_of(arena, "(%d,%d):(%d,1)", m, n, n);
	case 1: return text_of(arena, "(%d,%d):(1,%d)", m, n, m);
	default: return text_of(arena, "((2,%d),%d):((%d,1),%d)", m / 2, n, m / 2, m);
	}
}

/* Plain accesses or cp.async of so many bits. */
static void draw_accesses(struct random_tiles *random, struct arena *arena, struct tiled_request *request) {
	static const char *const asyncs[] = { "SM80_CP_ASYNC_CACHEALWAYS", "SM80_CP_ASYNC_CACHEALWAYS_ZFILL" };
	int bits = 8 << below(random, 4);
	bool is_async = below(random, 3) == 0;
	int width = is_async ? 32 << below(random, 3) : 8 << below(random, 5);
	width = width < bits ? bits : width;
	const char *atom = is_async ? asyncs[below(random, 2)] : "UniversalCopy";
	if (is_async && width == 128 && below(random, 2) == 0) {
		atom = below(random, 2) == 0 ? "SM80_CP_ASYNC_CACHEGLOBAL" : "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL";
	}
	int together = width / bits;
	bool is_row = below(random, 2) == 0;
	int most = random->is_small ? 2 : 4;
	int threads_m = power(random, most);
	int threads_n = power(random, most);
	int along = together * power(random, 1);
	int across = power(random, 2);
	const char *threads = draw_threads(random, arena, threads_m, threads_n);
	const char *values = is_row ? text_of(arena, "(%d,%d):(%d,1)", across, along, along) :
		text_of(arena, "(%d,%d):(1,%d)", along, across, along);
	request->text = text_of(arena, "make_tiled_copy(copy_atom(\"%s<u%d>\",%d),%s,%s)", atom, width, bits, threads,
		values);
	request->shape = (struct problem_shape){ 2, { threads_m * (is_row ? across : along) * (1 + below(random, 2)),
		threads_n * (is_row ? along : across) * (1 + below(random, 3)) } };
	request->from = draw_memory(random, arena, "MN", is_row, together);
	request->to = draw_memory(random, arena, "MN", is_row, together);
	request->shared = draw_memory(random, arena, "MN", is_row, together);
}

/* --- MMAs, and copies of their operands --- */

struct atom {
	const char *name;
	int m, n, k;
	int bits;                  /* of A and B */
};

static const struct atom atoms[] = {
	{ "SM80_16x8x16_F32F16F16F32_TN", 16, 8, 16, 16 },
	{ "SM80_16x8x16_F16F16F16F16_TN", 16, 8, 16, 16 },
	{ "SM80_16x8x8_F32BF16BF16F32_TN", 16, 8, 8, 16 },
	{ "SM80_16x8x8_F32TF32TF32F32_TN", 16, 8, 8, 32 },
	{ "SM80_16x8x32_S32S8S8S32_TN", 16, 8, 32, 8 },
	{ "SM80_16x8x16_S32U8S8S32_TN", 16, 8, 16, 8 },
	{ "SM80_8x8x4_F64F64F64F64_TN", 8, 8, 4, 64 },
	{ "SM80_8x8x16_S32S8S8S32_TN", 8, 8, 16, 8 },
	{ "SM80_16x8x4_F32TF32TF32F32_TN", 16, 8, 4, 32 },
	{ "SM75_16x8x8_F32F16F16F32_TN", 16, 8, 8, 16 },
	{ "SM80_16x8x64_S32S4S4S32_TN", 16, 8, 64, 4 },
};

/* A mode of the permutation: what the atoms cover, a multiple of that, or neighbours in threads taken apart. */
static const char *draw_permutation(struct random_tiles *random, struct arena *arena, int covered) {
	switch (below(random, 4)) {
	case 0: return text_of(arena, "%d", covered * power(random, 1));
	case 1: return text_of(arena, "(2,%d,2):(1,4,2)", covered / 2);
	case 2: return text_of(arena, "(%d,2):(2,1)", covered);
	default: return "_";
	}
}

struct drawn_mma {
	const struct atom *atom;
	const char *text;
	int tile[3];               /* that holds a whole number of any permutation */
};

static struct drawn_mma draw_mma(struct random_tiles *random, struct arena *arena) {
	struct drawn_mma drawn = { .atom = &atoms[below(random, (int)(sizeof atoms / sizeof atoms[0]))] };
	int most = random->is_small ? 1 : 2;
	int places[3] = { power(random, most), power(random, most), below(random, 4) == 0 ? 2 : 1 };
	const int extents[3] = { drawn.atom->m, drawn.atom->n, drawn.atom->k };
	const char *order = below(random, 2) == 0 ? "" :
		text_of(arena, ":(%d,1,%d)", places[1], places[0] * places[1]);
	const char *layout = text_of(arena, "(%d,%d,%d)%s", places[0], places[1], places[2], order);
	const char *permutation = "";
	for (int i = 0; i < 3; i++) {
		drawn.tile[i] = extents[i] * places[i];
	}
	if (below(random, 2) == 0) {
		permutation = text_of(arena, ",(%s,%s,_)", draw_permutation(random, arena, drawn.tile[0]),
			draw_permutation(random, arena, drawn.tile[1]));
		drawn.tile[0] *= 2;
		drawn.tile[1] *= 2;
	}
	drawn.text = text_of(arena, "make_tiled_mma(mma_atom(\"%s\"),%s%s)", drawn.atom->name, layout, permutation);
	return drawn;
}

static void draw_product(struct random_tiles *random, struct arena *arena, struct tiled_request *request) {
	struct drawn_mma mma = draw_mma(random, arena);
	int more = random->is_small ? 1 : 2;
	request->text = mma.text;
	request->shape = (struct problem_shape){ 3, { mma.tile[0] * (1 + below(random, more)),
		mma.tile[1] * (1 + below(random, more)), mma.tile[2] * (1 + below(random, more + 1)) } };
	request->a = draw_memory(random, arena, "MK", below(random, 2) == 0, 1);
	request->b = draw_memory(random, arena, "NK", below(random, 2) == 0, 1);
}

/* ldmatrix for A or B, stmatrix for C. Rows of 16 bytes lie along K, of transposed ones along M or N. */
static void draw_matrices(struct random_tiles *random, struct arena *arena, struct tiled_request *request) {
	static const char *const loads[] = { "SM75_U32x1_LDSM_N", "SM75_U32x2_LDSM_N", "SM75_U32x4_LDSM_N",
		"SM75_U16x2_LDSM_T", "SM75_U16x4_LDSM_T", "SM75_U16x8_LDSM_T" };
	static const char *const stores[] = { "SM90_U32x1_STSM_N", "SM90_U32x2_STSM_N", "SM90_U32x4_STSM_N",
		"SM90_U16x2_STSM_T", "SM90_U16x4_STSM_T", "SM90_U16x8_STSM_T" };
	struct drawn_mma mma = draw_mma(random, arena);
	int which = below(random, 3);
	int kind = below(random, 6);
	bool is_row = kind < 3;
	int bits = which == 2 ? 16 : mma.atom->bits;
	const int *tile = mma.tile;
	request->text = text_of(arena, "make_tiled_copy_%c(copy_atom(\"%s\",%d),%s)", "ABC"[which],
		(which == 2 ? stores : loads)[kind], bits, mma.text);
	request->shape = (struct problem_shape){ 2, { tile[which == 1] * (1 + below(random, 2)),
		tile[which == 2 ? 1 : 2] * (1 + below(random, 2)) } };
	request->shared = draw_memory(random, arena, "MN", is_row, bits < 8 ? 16 : 128 / bits);
	request->from = draw_memory(random, arena, "MN", below(random, 2) == 0, 1);
	request->to = draw_memory(random, arena, "MN", below(random, 2) == 0, 1);
}

/* --- boxes of TMA --- */

/* Tiles of wgmma's canonical layouts, which take several boxes each where a row is longer than the swizzle's. */
static void draw_canonical(struct random_tiles *random, struct arena *arena, struct tiled_request *request) {
	static const char *const names[] = { "INTER", "SW32", "SW64", "SW128" };
	int bits = 8 << below(random, 3);
	bool is_k = below(random, 2) == 0;
	int m = 64 * power(random, 1);
	int k = 1024 / bits * power(random, 1);
	int more_m = m + 8 * below(random, 9);
	int more_k = 3 * k - 1024 / bits / 2 * below(random, 2);
	const char *tile = is_k ? text_of(arena, "(%d,%d)", m, k) : text_of(arena, "(%d,%d)", k, m);
	const char *global = is_k ? text_of(arena, "(%d,%d):(%d,1)", more_m, more_k, 3 * k) :
		text_of(arena, "(%d,%d):(1,%d)", more_k, more_m, 3 * k);
	request->text = text_of(arena, "make_tma_copy(\"SM90_TMA_%s\",%s,tile_to_shape(smem_atom("
		"\"GMMA::Layout_%s_%s_Atom\",%d),%s),%s,1,%d)", below(random, 2) == 0 ? "LOAD" : "STORE", global,
		is_k ? "K" : "MN", names[below(random, 4)], bits, tile, tile, bits);
}

/* A box of up to four sides, any of which may be the contiguous one, of a tensor that it does not divide. */
static void draw_box(struct random_tiles *random, struct arena *arena, struct tiled_request *request) {
	static const char *const ways[] = { "LOAD", "STORE" };
	int bits = 8 << below(random, 4);
	int rank = 1 + below(random, 4);
	int first = below(random, rank);
	int row = (16 << below(random, 4)) * 8 / bits;
	int tile[4];
	int extent[4];
	int stride[4];
	int inner[4];
	int pitch = 0;
	int places = 0;
	for (int step = 0; step < rank; step++) {
		int i = (first + step) % rank;
		tile[i] = step == 0 ? row : 1 + below(random, step == 1 ? 24 : 4);
		extent[i] = tile[i] * (1 + below(random, 2)) + below(random, 3);
		stride[i] = step == 0 ? 1 : pitch;
		inner[i] = step == 0 ? 1 : places;
		places = step == 0 ? row : places * tile[i];
		int padded = (extent[i] * bits / 8 + 15) / 16 * 16 * 8 / bits + 16 * below(random, 2);
		pitch = step == 0 ? padded : pitch * extent[i];
	}
	struct buf shape[4];
	const int *const numbers[4] = { extent, stride, tile, inner };
	for (int j = 0; j < 4; j++) {
		buf_init(&shape[j], arena);
		for (int i = 0; i < rank; i++) {
			buf_printf(&shape[j], "%s%d", i == 0 ? "(" : ",", numbers[j][i]);
		}
		buf_put(&shape[j], rank == 1 ? ",)" : ")");
	}
	int base = bits == 8 ? 4 : bits == 16 ? 3 : bits == 32 ? 2 : 1;
	request->text = text_of(arena, "make_tma_copy(\"SM90_TMA_%s\",%s:%s,Sw<%d,%d,3> o 0 o %s:%s,%s,1,%d)",
		ways[below(random, 2)], shape[0].data, shape[1].data, below(random, 4), base, shape[2].data, shape[3].data,
		shape[2].data, bits);
}

/* --- all --- */

void random_tiles_next(struct random_tiles *random, struct arena *arena, struct evaluation *ev,
		struct tiled_request *request, struct tiled_subject *subject) {
	for (int i = 0; i < TRIES; i++) {
		*request = (struct tiled_request){ .text = NULL };
		switch (below(random, 5)) {
		case 0: draw_product(random, arena, request); break;
		case 1: draw_matrices(random, arena, request); break;
		case 2: draw_box(random, arena, request); break;
		case 3: draw_canonical(random, arena, request); break;
		default: draw_accesses(random, arena, request); break;
		}
		evaluation_init(ev, arena, false);
		random->drawn++;
		if (silicon_tiled_question(ev, request, NULL, subject)) {
			return;
		}
		random->refused++;
	}
	fprintf(stderr, "no kernel for any of %d\n", TRIES);
	abort();
}

static void put_option(struct buf *out, const char *option, const char *text) {
	if (text != NULL) {
		buf_printf(out, " %s'%s'", option, text);
	}
}

const char *random_tiles_command(struct arena *arena, const struct tiled_request *request) {
	struct buf out;
	buf_init(&out, arena);
	buf_printf(&out, "verify '%s'%s", request->text, request->shape.rank > 0 ? " --shape " : "");
	for (int i = 0; i < request->shape.rank; i++) {
		buf_printf(&out, "%s%" PRId64, i > 0 ? "," : "", request->shape.extent[i]);
	}
	put_option(&out, "--layout a=", request->a);
	put_option(&out, "--layout b=", request->b);
	put_option(&out, "--layout a=", request->from);
	put_option(&out, "--layout out=", request->to);
	put_option(&out, "--memory ", request->shared);
	return out.data;
}
