#include "gpu/silicon_wgmma.h"

#include <inttypes.h>
#include <stdio.h>

/* Forms of A go before those of B, so that K-major ones of one also meet MN-major ones of the other. */
enum { FORMS_APART = 2 };

/* --- forms --- */

bool wgmma_form_make(struct algebra *al, struct map atom, int64_t bits, struct tuple mn_k, struct wgmma_form *out) {
	struct layout block = descriptor_parts(al, atom, bits, &out->swizzle);
	int64_t mn = int_value(al, tuple_mode(mn_k, 0));
	int64_t k = int_value(al, tuple_mode(mn_k, 1));
	int64_t block_mn = int_value(al, layout_size(al, layout_mode(block, 0)));
	int64_t block_k = int_value(al, layout_size(al, layout_mode(block, 1)));
	int64_t whole_k = k > block_k ? k : block_k;
	/* With a swizzle no stride along k is in the descriptor: the instruction has to stay in one row of the swizzle. */
	bool is_beyond = out->major == MAJOR_K && out->swizzle.bits > 0 && k > block_k;
	if (algebra_failed(al) || is_beyond || mn % block_mn != 0 || whole_k % block_k != 0 || whole_k % k != 0) {
		return false;
	}
	struct layout whole = layout_tile_to_shape(al, block, tuple_pair(al, tuple_int(mn), tuple_int(whole_k)), NULL);
	struct tiler part[2] = { { .kind = TILER_LAYOUT, .layout = { tuple_int(mn), tuple_int(1) } },
		{ .kind = TILER_LAYOUT, .layout = { tuple_int(k), tuple_int(1) } } };
	struct tiler tiler = { .kind = TILER_MODES, .modes = part, .rank = 2 };
	out->plain = layout_composition_tiler(al, whole, &tiler);
	struct tuple last = tuple_pair(al, tuple_int(0), tuple_int(whole_k - k));
	out->start = int_value(al, layout_crd2idx(al, last, whole)) * bits / 8;
	out->bytes = mn * whole_k * bits / 8;
	struct smem_tile tile = { map_with_inner(al, atom, out->plain), bits, out->start };
	out->descriptor = descriptor_of(al, tile, DESCRIPTOR_GMMA, out->major).bits;
	return !algebra_failed(al);
}

/* --- the instruction --- */

void wgmma_complete(struct algebra *al, struct wgmma_question *question, const char *types, bool saturates) {
	int64_t n = int_value(al, tuple_mode(question->atom.shape_mnk, 1));
	int64_t k = int_value(al, tuple_mode(question->atom.shape_mnk, 2));
	snprintf(question->instruction, sizeof question->instruction,
		"wgmma.mma_async%s.sync.aligned.m%dn%" PRId64 "k%" PRId64 ".%s%s", question->is_sparse ? ".sp" : "",
		WGMMA_ROWS, n, k, types, saturates ? ".satfinite" : "");
	question->d.count = (int)(WGMMA_ROWS * n * question->d_elements.bits / 32 / WGMMA_THREADS);
}

/* --- sizes --- */

/* 1 to 2^this are numbers of the type. tf32 has 10 of its 23 bits, and D of 16 bits has no more either. */
static int digit_bits(struct packed packed) {
	int mantissa = packed_mantissa(packed);
	return packed.one == 1 ? packed.bits - 2 : (mantissa < 10 ? mantissa : 10) + 1;
}

struct wgmma_sizes wgmma_sizes(struct algebra *al, const struct wgmma_question *question) {
	struct tuple shape = question->atom.shape_mnk;
	struct wgmma_sizes sizes = { .n = int_value(al, tuple_mode(shape, 1)), .k = int_value(al, tuple_mode(shape, 2)),
		.values_d = registers_values(question->d, question->d_elements),
		.digit_bits = digit_bits(question->b_elements), .digits = 1 };
	sizes.stored_k = question->is_sparse ? sizes.k / 2 : sizes.k;
	sizes.places_a = WGMMA_ROWS * sizes.stored_k;
	sizes.places_b = sizes.n * sizes.k;
	sizes.places_d = (int64_t)WGMMA_THREADS * sizes.values_d;
	while (sizes.places_b > (int64_t)1 << sizes.digit_bits * sizes.digits) {
		sizes.digits++;
	}
	return sizes;
}

/* --- runs --- */

int wgmma_digits(const struct wgmma_sizes *sizes, struct wgmma_run run) {
	return run.pattern == WGMMA_METADATA ? 1 : sizes->digits;
}

int64_t wgmma_words(const struct wgmma_sizes *sizes, struct wgmma_run run) {
	return run.pattern == WGMMA_METADATA ? WGMMA_THREADS * WGMMA_NIBBLES * (1 + WGMMA_SLOTS) :
		sizes->digits * sizes->places_d * (1 + sizes->stored_k);
}

bool wgmma_run_at(const struct wgmma_question *question, int i, struct wgmma_run *out) {
	int of_a = question->forms_a.count;
	int of_b = question->forms_b.count;
	int runs = of_a > of_b ? of_a : of_b;
	*out = (struct wgmma_run){ .form_a = of_a > 0 ? (unsigned)((i + FORMS_APART) % of_a) : 0,
		.form_b = (unsigned)(i % of_b), .pattern = question->is_sparse ? (unsigned)i % 2 : 0 };
	if (i >= runs) {
		*out = (struct wgmma_run){ .pattern = WGMMA_METADATA };
	}
	return i < runs || (question->is_sparse && i == runs);
}
