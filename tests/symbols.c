/*
 * The law of formulas: the result of a program with names, after numbers that satisfy its needs have been put in, is
 * the result of the program with these numbers in the place of the names: written alike, or the same function where
 * static CuTe drops a mode of extent 1 or merges two. Random programs over the operations; symbols COUNT [SEED].
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/compare.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

enum { NAMES = 3, TRIES = 60, SHOWN = 12 };

static uint64_t state;

static int pick(int count) {
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((state >> 33) % (uint64_t)count);
}

static const char *const names[NAMES] = { "M", "N", "K" };
static const int divisors[] = { 1, 1, 2, 4, 8, 12, 16, 64 };
static const char *const extents[] = { "2", "3", "4", "8", "16", "1", "M", "N", "K", "M", "N" };

static const char *extent(void) {
	return extents[pick((int)(sizeof extents / sizeof extents[0]))];
}

/* A layout of one to three modes: compact column-major, row-major, or padded. */
static void put_layout(struct buf *out) {
	int rank = 1 + pick(3);
	const char *e[3];
	for (int i = 0; i < rank; i++) {
		e[i] = extent();
	}
	int form = pick(4);
	buf_put(out, rank > 1 ? "(" : "");
	for (int i = 0; i < rank; i++) {
		buf_printf(out, "%s%s", i > 0 ? "," : "", e[i]);
	}
	buf_put(out, rank > 1 ? "):(" : ":");
	for (int i = 0; i < rank; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put(out, rank > 1 ? "" : "(");
		buf_put(out, form == 3 ? (i == 0 ? "2" : "3") : "1");
		for (int k = 0; k < rank; k++) {
			if (form != 1 ? k < i : k > i) {
				buf_printf(out, "*%s", e[k]);
			}
		}
		buf_put(out, rank > 1 ? "" : ")");
	}
	buf_put(out, rank > 1 ? ")" : "");
}

/* A tile: integers, by mode or over all, or a layout. */
static void put_tiler(struct buf *out) {
	static const char *const tiles[] = { "2", "4", "8", "16", "3", "2:2", "4:1", "(2,2):(1,4)", "M", "_" };
	int rank = 1 + pick(2);
	if (pick(3) == 0) {
		buf_put(out, tiles[pick(8)]);
		return;
	}
	buf_put_char(out, '(');
	for (int i = 0; i < rank; i++) {
		buf_printf(out, "%s%s", i > 0 ? "," : "", tiles[pick(10)]);
	}
	buf_put(out, ")");
}

static void put_program(struct buf *out) {
	static const char *const unary[] = {
		"coalesce", "filter", "flatten", "right_inverse", "left_inverse", "size", "cosize", "make_layout_like",
		"make_fragment_like", "nullspace", "shape", "stride", "product_each", "coshape", "filter_zeros",
	};
	static const char *const by_tiler[] = {
		"composition", "composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide",
		"logical_product", "zipped_product", "tiled_product", "flat_product", "ceil_div",
	};
	static const char *const by_layout[] = { "blocked_product", "raked_product", "max_common_layout", "composition" };
	static const char *const by_number[] = {
		"crd2idx(3,%s)", "crd2idx(K,%s)", "upcast(%s,2)", "recast_layout(16,8,%s)", "recast_layout(8,16,%s)",
		"complement(%s,64)", "complement(%s,M*N)", "complement(%s)", "idx2crd(K,shape(%s))", "slice((_,1),%s)",
		"slice((1,_),%s)", "crd2idx((1,K),%s)", "append(%s,2:5)", "shape_div(shape(%s),2)", "get(%s,0)",
		"tile_to_shape(%s,(16,16,8))", "tile_to_shape((2,2):(1,2),shape(%s))", "coalesce(%s,(1,1))",
		"local_tile(%s,(2,2),(1,_))", "local_partition(%s,(2,2):(1,2),1)", "with_shape(%s,(2,4))",
		"domain_distribute(shape(%s),4)", "inner_product((1,2),shape(%s))", "prefix_product(shape(%s))",
		"make_ordered_layout(shape(%s),(1,0))", "M*size(%s)/4", "size(%s)%%8",
	};
	switch (pick(4)) {
	case 0:
		buf_printf(out, "%s(", unary[pick((int)(sizeof unary / sizeof unary[0]))]);
		put_layout(out);
		buf_put(out, ")");
		break;
	case 1:
	case 2:
		buf_printf(out, "%s(", by_tiler[pick((int)(sizeof by_tiler / sizeof by_tiler[0]))]);
		put_layout(out);
		buf_put(out, ",");
		put_tiler(out);
		buf_put(out, ")");
		break;
	default:
		if (pick(3) == 0) {
			buf_printf(out, "%s(", by_layout[pick((int)(sizeof by_layout / sizeof by_layout[0]))]);
			put_layout(out);
			buf_put(out, ",");
			put_layout(out);
			buf_put(out, ")");
			break;
		}
		const char *form = by_number[pick((int)(sizeof by_number / sizeof by_number[0]))];
		for (const char *c = form; *c != '\0'; c++) {
			if (c[0] == '%' && c[1] == 's') {
				put_layout(out);
				c++;
			} else if (c[0] == '%') {
				buf_put_char(out, '%');
				c++;
			} else {
				buf_put_char(out, *c);
			}
		}
		break;
	}
}

/* "value" with numbers; false where it holds something else than tuples and layouts. */
static bool substitute(struct algebra *al, struct value *value, const int64_t *values) {
	switch (value->kind) {
	case VALUE_TUPLE:
		value->tuple = tuple_substitute(al, value->tuple, values);
		return true;
	case VALUE_LAYOUT:
		value->layout.shape = tuple_substitute(al, value->layout.shape, values);
		value->layout.stride = tuple_substitute(al, value->layout.stride, values);
		return true;
	default:
		return value->kind == VALUE_BOOL;
	}
}

/* The integers of "t" other than 1, which static CuTe drops where they are extents; returns their number. */
static int without_ones(struct algebra *al, struct tuple t, struct tuple *out) {
	struct tuple *leaves = tuple_modes_new(al, tuple_leaves(t));
	int count = 0;
	for (struct tuple *end = tuple_collect(t, leaves); leaves < end; leaves++) {
		if (!tuple_is_constant(*leaves, 1)) {
			out[count++] = *leaves;
		}
	}
	return count;
}

static bool same_tuples(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple *left = tuple_modes_new(al, tuple_leaves(a));
	struct tuple *right = tuple_modes_new(al, tuple_leaves(b));
	int count = without_ones(al, a, left);
	bool equal = tuple_is_tuple(a) && without_ones(al, b, right) == count;
	for (int i = 0; i < count && equal; i++) {
		equal = tuple_equal(left[i], right[i]);
	}
	return equal;
}

static bool same(struct algebra *al, const struct value *a, const struct value *b) {
	if (value_equal(a, b)) {
		return true;
	}
	if (a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE) {
		return same_tuples(al, a->tuple, b->tuple);
	}
	if (a->kind != VALUE_LAYOUT || b->kind != VALUE_LAYOUT) {
		return false;
	}
	return compare_maps(al, map_from_layout(a->layout), map_from_layout(b->layout)).same_function;
}

static void run(struct evaluation *ev, struct arena *arena, const char *text, bool *good) {
	static struct source source;
	evaluation_init(ev, arena, false);
	source = (struct source){ "law", str_from(text), 1 };
	ev->algebra.verify = false;
	*good = evaluation_run(ev, &source) && ev->result_count > 0;
}

/* Whether the law holds for the program "text" of names that have the divisors "own". Counts what it compared. */
static bool check(struct arena *arena, const char *text, const int *own, int *compared) {
	struct evaluation ev;
	struct buf program;
	bool good;
	buf_init(&program, arena);
	for (int i = 0; i < NAMES; i++) {
		buf_printf(&program, "%s = ?{div=%d}; ", names[i], own[i]);
	}
	buf_put(&program, text);
	run(&ev, arena, program.data, &good);
	if (!good) {
		return true;
	}
	struct value result = ev.results[ev.result_count - 1];
	const struct symbols *symbols = ev.symbols;
	for (int k = 0; k < TRIES; k++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		for (int i = 0; i < NAMES; i++) {
			const struct variable *variable = &symbols->variables[i];
			int64_t multiple = (variable->least - 1) / variable->divisor + 1 + pick(pick(2) == 0 ? 3 : 12);
			values[i] = multiple * variable->divisor;
		}
		struct algebra al;
		algebra_init(&al, arena);
		const struct need *broken;
		if (!symbols_hold(&al, symbols, values, &broken)) {
			continue;
		}
		struct value numbers = result;
		if (!substitute(&al, &numbers, values)) {
			return true;
		}
		struct buf with;
		buf_init(&with, arena);
		for (int i = 0; i < NAMES; i++) {
			buf_printf(&with, "%s = %" PRId64 "; ", names[i], values[i]);
		}
		buf_put(&with, text);
		struct evaluation plain;
		run(&plain, arena, with.data, &good);
		if (algebra_failed(&al) && al.fault.code == FAULT_OVERFLOW) {
			return true;
		}
		++*compared;
		if (!good || algebra_failed(&al) || !same(&al, &numbers, &plain.results[plain.result_count - 1])) {
			struct buf message;
			buf_init(&message, arena);
			print_value(&message, &result);
			buf_put(&message, "\n  with numbers ");
			print_value(&message, &numbers);
			buf_put(&message, "\n  static       ");
			if (good) {
				print_value(&message, &plain.results[plain.result_count - 1]);
			} else {
				buf_put(&message, plain.error.fault.text);
			}
			printf("%s\n  of %s\n  formula      %s\n", with.data, program.data, message.data);
			return false;
		}
		if (k > 8) {
			break;
		}
	}
	return true;
}

int main(int argc, char **argv) {
	int count = argc > 1 ? atoi(argv[1]) : 1000;
	state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	int failed = 0;
	int compared = 0;
	int programs = 0;
	for (int i = 0; i < count; i++) {
		int own[NAMES];
		struct buf text;
		buf_init(&text, &arena);
		for (int k = 0; k < NAMES; k++) {
			own[k] = divisors[pick((int)(sizeof divisors / sizeof divisors[0]))];
		}
		put_program(&text);
		int before = compared;
		if (!check(&arena, text.data, own, &compared) && ++failed >= SHOWN) {
			break;
		}
		programs += compared > before;
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d programs of %d compared with %d static ones\n", programs, count, compared);
	printf("%d passed, %d failed\n", compared - failed, failed);
	return failed != 0 || programs < count / 4;
}
