#include <inttypes.h>

#include "algebra/symbol.h"
#include "algebra/tile.h"
#include "algebra/trace.h"

/*
 * Leave a note if "b" reaches beyond the end of "free", the complement of "a", and "free" goes on there inside "a".
 * That happens where strides of "a" are no multiple of what the modes below them cover.
 */
static void check_room(struct algebra *al, struct layout a, struct layout free, struct layout b) {
	if (algebra_failed(al) || !tuple_has_values(a.shape) || !tuple_has_values(b.shape) || !tuple_has_values(b.stride)) {
		return;
	}
	int64_t room = int_value(al, layout_size(al, free));
	int64_t wanted = int_value(al, layout_cosize(al, b));
	struct tuple last_stride = tuple_mode(free.stride, layout_rank(free) - 1);
	struct tuple end = layout_cosize(al, layout_filter(al, a));
	if (!algebra_failed(al) && room < wanted && int_is_below(last_stride, end)) {
		algebra_note(al, FAULT_INEXACT,
			"copies overlap: the block leaves room for %" PRId64 " of them below its cosize, but the tiler reaches "
			"number %" PRId64, room, (wanted - 1));
	}
}

/* The DSL multiplies static layouts only. */
static bool has_product(struct algebra *al, struct layout a) {
	bool good = !algebra_is_dsl(al) || (tuple_is_static(a.shape) && tuple_is_static(a.stride));
	if (!good) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the DSL takes products of layouts that are known at compile time only");
	}
	return good;
}

/*
 * Where "b" may reach beyond "free", the last mode of "free" takes what is beyond, unless its extent is 1 and it has
 * vanished: of formulas it becomes a need that it has not, or where it has for large names, that there is room before
 * it. What their composition needs is known.
 */
static void need_room(struct algebra *al, struct layout free, struct layout b) {
	struct tuple last = tuple_mode(free.shape, layout_rank(free) - 1);
	if (!int_is_symbol(last)) {
		return;
	}
	struct tuple room = layout_size(al, free);
	struct tuple reach = layout_cosize(al, b);
	if (algebra_failed(al) || int_less(room, reach) == ANSWER_NO) {
		return;
	}
	if (symbol_is_less_at_large(last, tuple_int(2)) && !symbol_is_less_at_large(room, reach)) {
		int_takes_less(room, reach);
	} else {
		int_needs_at_least(last, 2);
	}
}

/* (A, complement of A o B): A repeated as B says. */
static struct layout multiply(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 1);
	struct scope scope = operation_begin(al);
	struct tuple cotarget = int_mul(al, layout_size(al, a), layout_cosize(al, b));
	trace_begin(al, TRACE_PRODUCT, a, b, cotarget);
	struct layout free = layout_complement(al, a, cotarget);
	operation_end(al, scope);
	if (algebra_failed(al)) {
		return a;
	}
	struct layout parts[2] = { a, layout_composition(al, free, b) };
	need_room(al, free, b);
	struct layout r = layout_from_modes(al, parts, 2);
	if (operation_verifies(al)) {
		check_room(al, a, free, b);
	}
	trace_end(al, r);
	return r;
}

/* The same where the dialect has it. */
static struct layout multiply_by_layout(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 1);
	return has_product(al, a) ? multiply(al, a, b) : a;
}

struct layout layout_logical_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_by_mode(al, a, b, multiply_by_layout);
}

struct layout layout_zipped_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unzip(al, layout_logical_product(al, a, b), b);
}

struct layout layout_tiled_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unpack_rest(al, layout_zipped_product(al, a, b));
}

struct layout layout_flat_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return tile_unpack_both(al, layout_zipped_product(al, a, b));
}

/* "a" with modes 1:0 appended up to "rank". */
static struct layout pad_to(struct algebra *al, struct layout a, int rank) {
	return layout_of(al, tuple_append_to(al, a.shape, tuple_int(1), rank), tuple_append_to(al, a.stride, tuple_int(0),
			rank));
}

/* The logical product of "a" and "b", both padded to one rank. */
static struct layout padded_product(struct algebra *al, struct layout a, struct layout b) {
	int rank = layout_rank(a) > layout_rank(b) ? layout_rank(a) : layout_rank(b);
	return multiply(al, pad_to(al, a, rank), pad_to(al, b, rank));
}

/* The modes of "product" in pairs, operand "first" (1 or 2) in front. */
static struct layout pair_modes(struct algebra *al, struct layout product, int first) {
	struct layout a = layout_mode(product, first - 1);
	struct layout b = layout_mode(product, 2 - first);
	struct layout r = layout_of(al, tuple_zip(al, tuple_pair(al, a.shape, b.shape)),
		tuple_zip(al, tuple_pair(al, a.stride, b.stride)));
	trace_add(al, (struct trace_step){ .kind = TRACE_PAIRED, .index = first, .a = r });
	return r;
}

struct layout layout_repeat_block(struct algebra *al, struct layout a, struct layout b) {
	struct layout product = padded_product(al, a, b);
	return algebra_failed(al) ? a : pair_modes(al, product, 1);
}

struct layout layout_blocked_product(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 1);
	return has_product(al, a) ? layout_repeat_block(al, a, b) : a;
}

struct layout layout_raked_product(struct algebra *al, struct layout a, struct layout b) {
	algebra_operand(al, 1);
	if (!has_product(al, a)) {
		return a;
	}
	struct layout product = padded_product(al, a, b);
	if (algebra_failed(al)) {
		return a;
	}
	struct layout raked = pair_modes(al, product, 2);
	if (!algebra_is_dsl(al)) {
		return raked;
	}
	struct tuple each = tuple_repeat(al, tuple_int(1), layout_rank(raked));
	return layout_coalesce_profile(al, raked, each);
}
