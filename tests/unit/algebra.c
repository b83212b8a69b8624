/*
 * What operations of the algebra share, and what no expression of the language shows: faults with their operand and
 * mode, steps and stops, chains, formulas at their limits, maps of bits.
 */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "algebra/chain.h"
#include "algebra/exact.h"
#include "algebra/fold.h"
#include "algebra/linear_map.h"
#include "algebra/polynomial.h"
#include "algebra/symbol.h"
#include "base/limits.h"
#include "lang/notation/plain.h"

static struct arena arena;
static struct algebra al;

static void setup(void) {
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
}

static void teardown(void) {
	arena_finish(&arena);
}

TestSuite(algebra, .init = setup, .fini = teardown);
TestSuite(chain, .init = setup, .fini = teardown);
TestSuite(exact, .init = setup, .fini = teardown);
TestSuite(formula, .init = setup, .fini = teardown);
TestSuite(linear, .init = setup, .fini = teardown);

/* --- faults, steps, stops --- */

Test(algebra, faults_are_about_the_callers_operand) {
	static const uint8_t arguments[] = { 9, 3, 1, 2 };
	al.arguments = arguments + 1;
	algebra_operand(&al, 0);
	algebra_fault(&al, FAULT_DOMAIN, "the operation");
	cr_assert_eq(al.fault.operand, 0);
	fault_clear(&al.fault);
	algebra_operand(&al, 1);
	algebra_fault(&al, FAULT_DOMAIN, "its first parameter");
	cr_assert_eq(al.fault.operand, 3);
	struct scope scope = operation_begin(&al);
	algebra_operand(&al, 2);
	algebra_note(&al, FAULT_REMARK, "a part of it");
	cr_assert_eq(al.note.operand, 3);
	operation_end(&al, scope);
	fault_clear(&al.fault);
	algebra_operand(&al, 3);
	algebra_fault(&al, FAULT_DOMAIN, "its last parameter");
	cr_assert_eq(al.fault.operand, 2);
}

Test(algebra, the_first_fault_stays) {
	algebra_fault(&al, FAULT_RANK, "the first");
	algebra_fault(&al, FAULT_DOMAIN, "the second");
	cr_assert_eq(al.fault.code, FAULT_RANK);
	cr_assert_str_eq(al.fault.text, "the first");
}

/* Post-conditions are verified of what the user asked for, not of its parts, and not after a fault. */
Test(algebra, verifies_the_outermost_operation) {
	cr_assert(operation_verifies(&al));
	cr_assert_eq(al.operand, 0);
	struct scope outer = operation_begin(&al);
	cr_assert(!operation_verifies(&al));
	struct scope inner = operation_begin(&al);
	cr_assert(!operation_verifies(&al));
	operation_end(&al, inner);
	cr_assert(!operation_verifies(&al));
	operation_end(&al, outer);
	cr_assert(operation_verifies(&al));
	al.verify = false;
	cr_assert(!operation_verifies(&al));
	al.verify = true;
	algebra_fault(&al, FAULT_DOMAIN, "something");
	cr_assert(!operation_verifies(&al));
}

Test(algebra, remarks_give_way) {
	algebra_note(&al, FAULT_REMARK, "a remark");
	algebra_note(&al, FAULT_REMARK, "another");
	cr_assert_str_eq(al.note.text, "a remark");
	algebra_note(&al, FAULT_INEXACT, "inexact");
	cr_assert_str_eq(al.note.text, "inexact");
	algebra_note(&al, FAULT_LIMIT, "a limit");
	algebra_note(&al, FAULT_REMARK, "a remark");
	cr_assert_str_eq(al.note.text, "inexact");
}

/* Modes that are too deep to be kept are counted, and nothing but the modes is written. */
Test(algebra, modes_beyond_the_last_that_is_kept) {
	struct algebra before = al;
	for (int depth = 0; depth < FAULT_MODE_DEPTH + 3; depth++) {
		algebra_enter_mode(&al, depth + 7);
	}
	al.mode_depth -= FAULT_MODE_DEPTH + 3;
	for (int i = 0; i < FAULT_MODE_DEPTH; i++) {
		cr_assert_eq(al.mode[i], i + 7);
		al.mode[i] = before.mode[i];
	}
	cr_assert_eq(memcmp(&al, &before, sizeof al), 0);
	algebra_enter_mode(&al, 1);
	algebra_enter_mode(&al, 2);
	algebra_fault(&al, FAULT_DOMAIN, "here");
	cr_assert_eq(al.fault.mode_depth, 2);
	cr_assert_eq(al.fault.mode[0], 1);
	cr_assert_eq(al.fault.mode[1], 2);
}

Test(algebra, steps_end_at_the_limit) {
	cr_assert_eq(al.steps, LIMIT_STEPS);
	cr_assert(algebra_step(&al, 0));
	cr_assert(algebra_step(&al, LIMIT_STEPS - 1));
	cr_assert(algebra_step(&al, 1));
	cr_assert(algebra_step(&al, 0));
	cr_assert(!algebra_step(&al, 1));
	cr_assert_eq(al.fault.code, FAULT_LIMIT);
	cr_assert_str_eq(al.fault.text, "the evaluation takes more than 4194304 steps");
	fault_clear(&al.fault);
	cr_assert(!algebra_step(&al, 0), "what is used up stays so");
	fault_clear(&al.fault);
	tuple_modes_room(&al, 1);
	cr_assert_eq(al.fault.code, FAULT_LIMIT);
}

Test(algebra, stops_when_it_is_told_to) {
	volatile sig_atomic_t stop = 0;
	al.stop = &stop;
	cr_assert(algebra_step(&al, 1));
	stop = STOPPED_BY_CLOCK;
	cr_assert(!algebra_step(&al, 0));
	cr_assert_eq(al.fault.code, FAULT_STOPPED);
	cr_assert_str_eq(al.fault.text, "the time limit is over");
	fault_clear(&al.fault);
	stop = STOPPED_BY_CLOCK + 1;
	cr_assert(!algebra_step(&al, 0));
	cr_assert_eq(al.fault.code, FAULT_STOPPED);
	cr_assert_str_eq(al.fault.text, "stopped");
	fault_clear(&al.fault);
	stop = 0;
	cr_assert(algebra_step(&al, 0));
	cr_assert(!algebra_step(&al, LIMIT_STEPS));
	cr_assert_eq(al.fault.code, FAULT_LIMIT);
	fault_clear(&al.fault);
	al.steps = LIMIT_STEPS - 1;
	algebra_fault(&al, FAULT_DOMAIN, "something else");
	cr_assert(!algebra_step(&al, 0), "after a fault there are no more steps");
	cr_assert_eq(al.steps, LIMIT_STEPS - 1);
}

/* --- tuples --- */

/* What the language refuses before it asks. */
Test(algebra, tuples_at_their_limits) {
	struct tuple pair = tuple_pair(&al, tuple_int(5), tuple_int(7));
	struct tuple taken = tuple_take(&al, tuple_int(5), 1, 2);
	cr_assert_eq(taken.rank, 1);
	cr_assert_eq(taken.modes[0].value, 5);
	taken = tuple_take(&al, pair, 1, 2);
	cr_assert_eq(taken.rank, 1);
	cr_assert_eq(taken.modes[0].value, 7);
	cr_assert_eq(tuple_append_to(&al, pair, tuple_int(9), LIMIT_LEAVES).rank, LIMIT_LEAVES);
	cr_assert(!algebra_failed(&al));
	tuple_append_to(&al, pair, tuple_int(9), LIMIT_LEAVES + 1);
	cr_assert_str_eq(al.fault.text, "a tuple of more than 4096 modes");
	fault_clear(&al.fault);
	tuple_prepend_to(&al, pair, tuple_int(9), 1);
	cr_assert_str_eq(al.fault.text, "rank 2 cannot be extended to rank 1");
	fault_clear(&al.fault);
	struct tuple axis = tuple_int(1);
	axis.basis_depth = 1;
	axis.basis[0] = 1;
	cr_assert_eq(tuple_basis_get(&al, axis, pair).value, 7);
	axis.basis[0] = 2;
	tuple_basis_get(&al, axis, pair);
	cr_assert_str_eq(al.fault.text, "basis index 2 is outside a mode of rank 2");
	fault_clear(&al.fault);
	axis.basis[0] = 0;
	tuple_basis_get(&al, axis, tuple_int(3));
	cr_assert_eq(al.fault.code, FAULT_RANK);
}

Test(algebra, elements_have_1_bit_or_more) {
	static const struct {
		int64_t new_bits, old_bits;
		int64_t elements; /* that 16 of "old_bits" are; 0 where that is refused */
	} cases[] = {
		{ 8, 8, 16 }, { 16, 8, 8 }, { 8, 16, 32 }, { 8, 24, 48 }, { 24, 8, 6 }, { 24, 16, 12 }, { 16, 24, 24 },
		{ 1, 1, 16 }, { 0, 8, 0 }, { 8, 0, 0 }, { -8, 8, 0 }, { 8, -8, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct layout a = layout_of(&al, tuple_int(16), tuple_int(1));
		struct layout r = layout_recast(&al, a, cases[i].new_bits, cases[i].old_bits);
		enum fault_code code = cases[i].elements > 0 ? FAULT_NONE : FAULT_DOMAIN;
		cr_expect_eq(al.fault.code, code, "case %zu: %s", i, al.fault.text);
		bool good = tuple_is_constant(r.shape, cases[i].elements) && tuple_is_constant(r.stride, 1);
		cr_expect(algebra_failed(&al) || good, "case %zu: %lld", i, (long long)r.shape.value);
		fault_clear(&al.fault);
	}
	layout_upcast(&al, layout_of(&al, tuple_int(16), tuple_int(1)), 0);
	cr_expect_neq(al.fault.code, FAULT_NONE);
	fault_clear(&al.fault);
	layout_downcast(&al, layout_of(&al, tuple_int(16), tuple_int(1)), 0);
	cr_expect_neq(al.fault.code, FAULT_NONE);
}

/* What work is counted by: integers are no nodes of their own, tuples are, with all that is in them. */
Test(algebra, nodes_are_leaves_and_tuples_inside) {
	struct tuple pair = tuple_pair(&al, tuple_int(4), tuple_int(8));
	cr_expect_eq(tuple_nodes(tuple_int(4)), 0);
	cr_expect_eq(tuple_nodes(tuple_underscore()), 0);
	cr_expect_eq(tuple_nodes(pair), 2);
	cr_expect_eq(tuple_nodes(tuple_pair(&al, pair, tuple_int(2))), 4);
	cr_expect_eq(tuple_nodes(tuple_pair(&al, pair, pair)), 6);
}

/* --- chains --- */

static struct layout layout_from_pairs(const int64_t (*modes)[2], int rank) {
	struct tuple *shape = tuple_modes_new(&al, rank);
	struct tuple *stride = tuple_modes_new(&al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_int(modes[i][0]);
		stride[i] = tuple_int(modes[i][1]);
	}
	return layout_of(&al, tuple_of(&al, shape, rank), tuple_of(&al, stride, rank));
}

Test(chain, of_no_modes_gives_0) {
	struct chain chain;
	int64_t values[5];
	cr_assert(chain_from_layout(&al, layout_from_pairs(NULL, 0), &chain));
	cr_assert_eq(chain.steps[0].rank, 1);
	cr_assert_eq(chain_at(&chain, 0), 0);
	cr_assert_eq(chain_at(&chain, 7), 0);
	for (int64_t begin = 0; begin < 2; begin++) {
		memset(values, 0xff, sizeof values);
		chain_run(&chain, begin, values, 4);
		for (int i = 0; i < 4; i++) {
			cr_assert_eq(values[i], 0);
		}
		cr_assert_eq(values[4], -1);
	}
}

Test(chain, of_no_integers_writes_none) {
	struct chain chain;
	cr_assert(chain_from_layout(&al, layout_from_pairs((const int64_t[][2]){ { 4, 2 }, { 3, 10 } }, 2), &chain));
	for (int64_t begin = 0; begin < 3; begin++) {
		int64_t value = -5;
		chain_run(&chain, begin, &value, 0);
		cr_assert_eq(value, -5);
		chain_run(&chain, begin, &value, 1);
		cr_assert_eq(value, 2 * begin);
	}
}

/* Layouts of many modes take as many times the steps. */
Test(chain, comparing_counts_modes_and_coordinates) {
	static const int64_t modes[][2] = {
		{ 2, 1 }, { 2, 3 }, { 2, 9 }, { 2, 20 }, { 2, 41 }, { 2, 90 }, { 2, 181 }, { 2, 400 },
		{ 2, 1001 }, { 2, 2010 }, { 2, 4100 }, { 2, 9001 }, { 2, 20001 }, { 2, 40100 }, { 2, 90001 }, { 2, 200001 },
		{ 2, 5 }, { 2, 7 }, { 2, 11 }, { 2, 13 }, { 2, 17 }, { 2, 19 }, { 2, 23 }, { 2, 29 },
	};
	struct chain few, many;
	cr_assert(chain_from_layout(&al, layout_from_pairs(modes, 8), &few));
	cr_assert(chain_from_layout(&al, layout_from_pairs(modes, 24), &many));
	int64_t before = al.steps;
	cr_expect_eq(exact_first_difference(&al, &few, &few, 256), -1);
	int64_t by_few = before - al.steps;
	before = al.steps;
	cr_expect_eq(exact_first_difference(&al, &many, &many, 256), -1);
	int64_t by_many = before - al.steps;
	cr_expect_geq(by_few, 256);
	cr_expect_geq(by_many, 2 * by_few, "%lld and %lld steps", (long long)by_few, (long long)by_many);
	before = al.steps;
	cr_expect_eq(exact_first_difference(&al, &many, &many, 100), -1);
	cr_expect_lt(before - al.steps, by_many);
}

Test(chain, needs_extents_of_1_or_more) {
	static const struct {
		int64_t modes[2][2];
		bool good;
	} cases[] = {
		{ { { 4, 1 }, { 1, 9 } }, true },
		{ { { 1, 3 }, { 1, 9 } }, true },
		{ { { 0, 1 }, { 4, 1 } }, false },
		{ { { 4, 1 }, { 0, 1 } }, false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct chain chain;
		struct layout a = layout_from_pairs(cases[i].modes, 2);
		cr_expect_eq(chain_from_layout(&al, a, &chain), cases[i].good, "case %zu", i);
	}
}

Test(chain, one_behind_another) {
	struct chain_step inner[2] = { { .rank = 0 }, chain_step_from_addend(3) };
	struct chain_step outer[2] = { chain_step_from_swizzle((struct swizzle){ 1, 0, 2 }), chain_step_from_addend(100) };
	cr_assert(chain_step_from_layout(&al, layout_from_pairs((const int64_t[][2]){ { 4, 2 }, { 3, 1 } }, 2), &inner[0]));
	struct chain first = { 2, inner };
	struct chain second = { 2, outer };
	struct chain both = chain_join(&al, &first, &second);
	cr_assert_eq(both.count, 4);
	for (uint64_t i = 0; i < 12; i++) {
		uint64_t offset = i % 4 * 2 + i / 4 + 3;
		cr_assert_eq(chain_at(&both, i), (offset ^ (offset >> 2 & 1)) + 100);
		cr_assert_eq(chain_at(&first, i), offset);
	}
	struct chain nothing = { 0, NULL };
	both = chain_join(&al, &nothing, &second);
	cr_assert_eq(both.count, 2);
	cr_assert_eq(chain_at(&both, 4), 105);
}

/* All of "count" integers and no more, also beyond the coordinates of a layout, where its last mode goes on. */
Test(chain, run_and_apply_write_what_they_are_asked_for) {
	struct layout a = layout_from_pairs((const int64_t[][2]){ { 4, 2 }, { 3, 10 } }, 2);
	struct chain_step layout;
	cr_assert(chain_step_from_layout(&al, a, &layout));
	struct chain_step steps[] = {
		layout,
		chain_step_from_swizzle((struct swizzle){ 1, 0, 2 }),
		chain_step_from_swizzle((struct swizzle){ 1, 0, -2 }),
		chain_step_from_addend(5),
	};
	for (int k = 0; k < 4; k++) {
		struct chain chain = { 1, &steps[k] };
		for (int64_t begin = 0; begin < 20; begin += 7) {
			for (int64_t count = 0; count < 40; count++) {
				int64_t run[41];
				int64_t applied[41];
				for (int64_t i = 0; i < 41; i++) {
					applied[i] = begin + i;
				}
				run[count] = 77;
				applied[count] = 77;
				chain_run(&chain, begin, run, count);
				chain_apply(&chain, applied, count);
				for (int64_t i = 0; i < count; i++) {
					int64_t at = begin + i;
					int64_t wanted = k == 0 ? at % 4 * 2 + at / 4 * 10 : k == 1 ? at ^ (at >> 2 & 1)
						: k == 2 ? at ^ (at & 1) << 2 : at + 5;
					cr_assert(run[i] == wanted && applied[i] == wanted, "step %d, %" PRId64 " + %" PRId64, k, begin, i);
				}
				cr_assert(run[count] == 77 && applied[count] == 77, "step %d, %" PRId64 " integers", k, count);
			}
		}
	}
}

/* What leaves 64 bits, and what takes all of them; a coordinate that there is not leaves nothing. */
Test(chain, fits_up_to_the_greatest_integer) {
	const struct swizzle nothing = { 0, 0, 0 };
	const struct swizzle bits = { 1, 3, 2 }; /* xors bit 5 onto bit 3 */
	const struct {
		int64_t size;
		int64_t modes[2][2]; /* a layout, if the first extent is not 0 */
		int swizzles;        /* behind it: 1 for nothing, 2 for bits */
		int64_t addend;      /* behind that */
		bool fits;
	} cases[] = {
		{ 12, { { 4, 1 }, { 3, INT64_MAX / 2 - 1 } }, 0, 0, true },
		{ 12, { { 4, 1 }, { 3, INT64_MAX / 2 } }, 0, 0, false },
		{ 12, { { 4, 2 }, { 3, INT64_MAX / 2 - 3 } }, 0, 0, true },
		{ 12, { { 4, 2 }, { 3, INT64_MAX / 2 - 2 } }, 0, 0, false },
		{ 8, { { 4, 2 }, { 3, INT64_MAX - 6 } }, 0, 0, true },
		{ 8, { { 4, 2 }, { 3, INT64_MAX - 5 } }, 0, 0, false },
		{ 5, { { 4, 1 }, { 3, INT64_MAX - 3 } }, 0, 0, true },
		{ 5, { { 4, 1 }, { 3, INT64_MAX - 2 } }, 0, 0, false },
		{ 3, { { 4, INT64_MAX / 2 }, { 3, INT64_MAX } }, 0, 0, true },
		{ 4, { { 4, INT64_MAX / 2 }, { 3, INT64_MAX } }, 0, 0, false },
		{ 2, { { 1, 1 }, { 2, INT64_MAX } }, 0, 0, true },
		{ 3, { { 1, 1 }, { 2, INT64_MAX } }, 0, 0, false },
		{ 2, { { 4, 1 }, { 3, -1 } }, 0, 0, false },
		{ 1, { { 0, 0 } }, 0, INT64_MAX, true },
		{ 2, { { 0, 0 } }, 0, INT64_MAX, false },
		{ 2, { { 0, 0 } }, 0, INT64_MAX - 1, true },
		{ 9, { { 0, 0 } }, 0, -1, false },
		{ 1, { { 0, 0 } }, 1, INT64_MAX, true },
		{ 2, { { 0, 0 } }, 1, INT64_MAX - 1, true },
		{ 2, { { 0, 0 } }, 1, INT64_MAX, false },
		{ 2, { { 0, 0 } }, 2, INT64_MAX - 63, true },
		{ 2, { { 0, 0 } }, 2, INT64_MAX - 62, false },
		{ 65, { { 0, 0 } }, 2, INT64_MAX - 127, true },
		{ 65, { { 0, 0 } }, 2, INT64_MAX - 126, false },
		{ 0, { { 4, INT64_MAX }, { 2, INT64_MAX } }, 0, 0, true },
		{ 0, { { 0, 0 } }, 0, INT64_MAX, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct chain_step steps[3];
		struct chain chain = { 0, steps };
		if (cases[i].modes[0][0] > 0) {
			struct layout a = layout_from_pairs(cases[i].modes, 2);
			cr_assert(chain_step_from_layout(&al, a, &steps[chain.count++]));
		}
		if (cases[i].swizzles > 0) {
			steps[chain.count++] = chain_step_from_swizzle(cases[i].swizzles == 1 ? nothing : bits);
		}
		steps[chain.count++] = chain_step_from_addend(cases[i].addend);
		cr_expect_eq(chain_fits(&chain, cases[i].size), cases[i].fits, "case %zu", i);
	}
}

/* What has no value, and what gives coordinates, is no chain; E<> is the integers. */
Test(chain, needs_values) {
	struct tuple basis = tuple_int(1);
	basis.basis_depth = 1;
	struct tuple deep = basis;
	deep.basis_depth = 2;
	struct tuple whole = basis;
	whole.basis_depth = BASIS_OF_WHOLE;
	const struct {
		struct tuple shape, stride;
		bool good;
	} cases[] = {
		{ tuple_int(4), tuple_int(2), true },
		{ tuple_int(4), whole, true },
		{ tuple_int(4), basis, false },
		{ tuple_int(4), deep, false },
		{ tuple_divisible(4), tuple_int(2), false },
		{ tuple_int(4), tuple_divisible(4), false },
		{ tuple_divisible(4), tuple_divisible(4), false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct chain chain;
		cr_expect_eq(chain_from_layout(&al, layout_of(&al, cases[i].shape, cases[i].stride), &chain), cases[i].good,
			"case %zu", i);
	}
}

/* --- exact compositions --- */

/* The offset of "i" in a layout of leaves; the last mode takes what is left. */
static int64_t value_at(struct layout a, int64_t i) {
	int64_t offset = 0;
	for (int k = 0; k < tuple_rank(a.shape); k++) {
		struct layout mode = layout_mode(a, k);
		bool is_last = k + 1 == tuple_rank(a.shape);
		offset += (is_last ? i : i % mode.shape.value) * mode.stride.value;
		i /= mode.shape.value;
	}
	return offset;
}

/* The same layout with so many modes of extent 1 in front that it is followed the slow way. */
static struct layout with_ones(const int64_t modes[3][2]) {
	const int64_t all[][2] = {
		{ 1, 1 }, { 1, 2 }, { 1, 4 }, { 1, 8 }, { 1, 16 }, { 1, 32 },
		{ modes[0][0], modes[0][1] }, { modes[1][0], modes[1][1] }, { modes[2][0], modes[2][1] },
	};
	return layout_from_pairs(all, sizeof all / sizeof *all);
}

/* B(i), of a layout B of two modes. */
static int64_t at_of_pairs(const int64_t modes[2][2], int64_t i) {
	return i % modes[0][0] * modes[0][1] + i / modes[0][0] * modes[1][1];
}

/* Whether "flat" has as many coordinates as B, of two modes, and is A(B(i)) at each of them. */
static bool is_composition(struct layout flat, struct layout a, const int64_t modes[2][2]) {
	int64_t size = modes[0][0] * modes[1][0];
	bool is_right = layout_size(&al, flat).value == size;
	for (int64_t i = 0; i < size && is_right; i++) {
		is_right = value_at(flat, i) == value_at(a, at_of_pairs(modes, i));
	}
	return is_right;
}

static const int64_t left_layouts[][3][2] = {
	{ { 4, 1 }, { 6, 10 }, { 5, 100 } }, { { 2, 3 }, { 3, 1 }, { 4, 50 } }, { { 8, 2 }, { 3, 40 }, { 2, 7 } },
	{ { 6, 5 }, { 4, 1 }, { 9, 100 } }, { { 3, 0 }, { 4, 1 }, { 4, 10 } }, { { 12, -1 }, { 2, 30 }, { 3, 7 } },
};

/* What is exact by structure is A(B(i)) for every i, and much is; of more modes the same is. */
Test(exact, is_true_where_it_says_so) {
	int exact = 0;
	int checked = 0;
	for (size_t n = 0; n < sizeof left_layouts / sizeof *left_layouts; n++) {
		for (int64_t number = 0; number < 10 * 14 * 10 * 14; number++) {
			const int64_t modes[2][2] = { { 1 + number % 10, number / 10 % 14 },
				{ 1 + number / 140 % 10, number / 1400 % 14 * (1 + number % 3) } };
			arena_reset(&arena);
			algebra_init(&al, &arena);
			struct layout a = layout_from_pairs(left_layouts[n], 3);
			struct layout b = layout_from_pairs(modes, 2);
			bool is_exact = composition_is_exact(&al, a, b);
			bool is_slowly = composition_is_exact(&al, with_ones(left_layouts[n]), b);
			cr_assert_eq(is_exact, is_slowly, "%zu, %" PRId64, n, number);
			if (!is_exact) {
				cr_assert(!algebra_failed(&al));
				continue;
			}
			struct layout r = layout_composition(&al, a, b);
			if (al.fault.code == FAULT_DIVIDE) {
				continue; /* CuTe asks even of extents 1 that their strides divide */
			}
			cr_assert(!algebra_failed(&al), "%s", al.fault.text);
			exact++;
			struct layout flat = layout_flatten(&al, r);
			int64_t size = modes[0][0] * modes[1][0];
			for (int64_t i = 0; i < size; i++, checked++) {
				cr_assert_eq(value_at(flat, i), value_at(a, at_of_pairs(modes, i)), "%zu, %" PRId64 ": at %" PRId64,
					n, number, i);
			}
		}
	}
	cr_assert_gt(exact, 10000);
	cr_assert_gt(checked, exact);
}

/* The integers of "t", known at run time. */
static struct tuple at_run_time(struct tuple t) {
	struct tuple *modes = tuple_modes_new(&al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = t.modes[i];
		modes[i].known = KNOWN_RUN_TIME;
	}
	return tuple_of(&al, modes, t.rank);
}

/*
 * Of extents known at run time CuTe asks nothing. Where it loses coordinates of B, or gives others than A(B(i)), a note
 * says so, and none where it does not.
 */
Test(exact, says_what_is_lost_of_run_time_extents) {
	int lost = 0;
	int wrong = 0;
	int exact = 0;
	for (size_t n = 0; n < sizeof left_layouts / sizeof *left_layouts; n++) {
		for (int64_t number = 0; number < 9 * 14 * 9 * 14; number++) {
			const int64_t modes[2][2] = { { 2 + number % 9, number / 9 % 14 },
				{ 2 + number / 126 % 9, number / 1134 % 14 * (1 + number % 3) } };
			arena_reset(&arena);
			algebra_init(&al, &arena);
			struct layout a = layout_from_pairs(left_layouts[n], 3);
			struct layout b = layout_from_pairs(modes, 2);
			b.shape = at_run_time(b.shape);
			bool is_exact = composition_is_exact(&al, with_ones(left_layouts[n]), b);
			struct layout r = layout_composition(&al, a, b);
			if (al.fault.code == FAULT_DIVIDE) {
				continue;
			}
			cr_assert(!algebra_failed(&al), "%s", al.fault.text);
			struct layout flat = layout_flatten(&al, r);
			bool is_whole = layout_size(&al, flat).value == modes[0][0] * modes[1][0];
			bool is_right = is_composition(flat, a, modes);
			cr_assert_eq(fault_is_set(&al.note), !is_right, "%zu, %" PRId64 ": %s", n, number, al.note.text);
			cr_assert(is_right || !is_exact, "%zu, %" PRId64, n, number);
			lost += !is_whole;
			wrong += is_whole && !is_right;
			exact += is_exact;
		}
	}
	cr_assert(lost > 1000 && wrong > 1000 && exact > 1000, "%d, %d, %d", lost, wrong, exact);
}

Test(exact, decides_nothing_without_coordinates) {
	const struct layout right = layout_from_pairs((const int64_t[][2]){ { 2, 1 }, { 2, 2 } }, 2);
	cr_assert(!composition_is_exact(&al, layout_from_pairs((const int64_t[][2]){ { 0, 1 }, { 4, 1 } }, 2), right));
	cr_assert(!composition_is_exact(&al, layout_from_pairs(NULL, 0), right));
	struct layout left = layout_from_pairs((const int64_t[][2]){ { 2, 1 }, { 4, 5 } }, 2);
	struct tuple basis = tuple_int(1);
	basis.basis_depth = 1;
	cr_assert(!composition_is_exact(&al, left, layout_of(&al, tuple_int(2), tuple_int(-1))));
	cr_assert(!composition_is_exact(&al, left, layout_of(&al, tuple_int(2), basis)));
	cr_assert(!composition_is_exact(&al, left, layout_of(&al, tuple_int(2), tuple_divisible(2))));
	cr_assert(!composition_is_exact(&al, left, layout_of(&al, tuple_divisible(2), tuple_int(1))));
	cr_assert(composition_is_exact(&al, layout_from_pairs((const int64_t[][2]){ { 2, 1 }, { 4, 5 } }, 2), right));
	cr_assert(!algebra_failed(&al));
}

/* A layout of one mode composes exactly, also where its extent is known at run time only. */
Test(exact, is_true_of_one_mode) {
	struct tuple extent = tuple_int(8);
	extent.known = KNOWN_RUN_TIME;
	const struct layout right = layout_from_pairs((const int64_t[][2]){ { 3, 5 }, { 2, 7 } }, 2);
	cr_assert(composition_is_exact(&al, layout_of(&al, extent, tuple_int(3)), right));
	cr_assert(composition_is_exact(&al, layout_of(&al, tuple_int(8), tuple_int(3)), right));
	cr_assert(!algebra_failed(&al));
}

/* At run time CuTe divides extents without asking for multiples; a note tells where the result is not A(B(i)) then. */
Test(exact, notes_what_is_not_asked_at_run_time) {
	static const int64_t left[][3][2] = {
		{ { 4, 1 }, { 6, 10 }, { 5, 100 } }, { { 2, 3 }, { 3, 1 }, { 4, 50 } }, { { 6, 5 }, { 4, 1 }, { 9, 100 } },
	};
	int noted = 0;
	for (int number = 0; number < 3 * 9 * 12 * 4 * 12; number++) {
		int sign = number % 2 == 0 ? 1 : -1;
		const int64_t modes[2][2] = { { 1 + number / 3 % 9, sign * (1 + number / 27 % 12) },
			{ 1 + number / 324 % 4, sign * (1 + number / 1296 % 12) } };
		arena_reset(&arena);
		algebra_init(&al, &arena);
		struct layout a = layout_from_pairs(left[number % 3], 3);
		struct layout b = layout_from_pairs(modes, 2);
		b = layout_of(&al, at_run_time(b.shape), at_run_time(b.stride));
		struct layout r = layout_composition(&al, a, b);
		cr_assert(!algebra_failed(&al), "%s", al.fault.text);
		bool is_exact = is_composition(layout_flatten(&al, r), a, modes);
		noted += is_exact ? 0 : 1;
		cr_assert_eq(al.note.code, is_exact ? FAULT_NONE : FAULT_INEXACT, "%d: %s", number, al.note.text);
	}
	cr_assert_gt(noted, 1000);
}

/* A composition counts an extent and a stride for each mode that it makes of a leaf, beside the modes that it meets. */
Test(exact, compositions_count_the_modes_that_they_make) {
	const struct layout left = layout_from_pairs((const int64_t[][2]){ { 4, 1 }, { 8, 9 }, { 2, 100 } }, 3);
	int64_t used[4];
	al.verify = false;
	for (int k = 0; k < 4; k++) {
		static const int64_t extents[4] = { 2, 8, 64, 1 };
		int64_t before = al.steps;
		struct layout r = layout_composition(&al, left, layout_of(&al, tuple_int(extents[k]), tuple_int(1)));
		cr_assert_eq(tuple_leaves(r.shape), k < 3 ? k + 1 : 1);
		used[k] = before - al.steps;
	}
	cr_assert_eq(used[1] - used[0], 2);
	cr_assert_eq(used[2] - used[1], 2);
	cr_assert_eq(used[3], used[0]);
	cr_assert(!algebra_failed(&al));
}

/* Each leaf of a right layout counts the modes of the left one that it meets, also where none takes of it. */
Test(exact, compositions_count_the_modes_that_they_meet) {
	const struct layout left = layout_from_pairs((const int64_t[][2]){ { 4, 1 }, { 8, 9 }, { 4, 100 }, { 2, 500 },
		{ 8, 2000 }, { 2, 30000 }, { 4, 90000 }, { 2, 1000000 } }, 8);
	static const int64_t modes[20][2] = {
		{ 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 },
		{ 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 },
		{ 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 }, { 2, 32768 },
	};
	int64_t used[2];
	al.verify = false;
	for (int k = 0; k < 2; k++) {
		int64_t before = al.steps;
		layout_composition(&al, left, layout_from_pairs(modes, 10 * (k + 1)));
		cr_assert(!algebra_failed(&al), "%s", al.fault.text);
		used[k] = before - al.steps;
	}
	cr_assert_geq(used[1] - used[0], 10 * 8);
}

/* What a divide leaves out is looked for by a step for each mode of each coordinate, or of some coordinates. */
Test(exact, divides_count_what_they_look_at) {
	const struct tiler tiler = { .kind = TILER_LAYOUT,
		.layout = layout_from_pairs((const int64_t[][2]){ { 6, 24 }, { 2, 2 } }, 2) };
	static const int64_t extents[4] = { 60, 600, 6000, 60000 };
	int64_t used[4];
	int64_t looked[2];
	for (int k = 0; k < 4; k++) {
		const int64_t modes[3][2] = { { 6, 8 }, { 4, 5 }, { extents[k], 100 } };
		int64_t before = al.steps;
		struct layout r = layout_logical_divide(&al, layout_from_pairs(modes, 3), &tiler);
		cr_assert(!algebra_failed(&al), "%s", al.fault.text);
		used[k] = before - al.steps;
		if (k < 2) {
			looked[k] = 24 * extents[k] * 3 + layout_size(&al, r).value * tuple_leaves(r.shape);
		}
	}
	cr_assert_eq(used[1] - used[0], looked[1] - looked[0]);
	cr_assert_eq(used[3], used[2]);
	cr_assert_geq(used[3], EXACT_SPREAD_POINTS);
}

/* The note says what is lost; of extents without values nothing is said. */
Test(exact, says_why_run_time_extents_are_lost) {
	const struct layout left = layout_from_pairs((const int64_t[][2]){ { 4, 1 }, { 8, 9 } }, 2);
	struct layout right = layout_from_pairs((const int64_t[][2]){ { 6, 1 }, { 2, 16 } }, 2);
	right.shape = at_run_time(right.shape);
	layout_composition(&al, left, right);
	cr_assert_str_eq(al.note.text, "CuTe's answer is not A(B(i)): at i = 4 it gives 36, but A(B(4)) = A(4) = 9; the "
		"extent 6 at run time is no multiple of 4, the room in mode 0 of the coalesced left layout");
	fault_clear(&al.note);
	struct tuple extents[2] = { tuple_divisible(1), tuple_int(8) };
	struct layout unknown = { tuple_of(&al, extents, 2), left.stride };
	layout_composition(&al, unknown, layout_of(&al, tuple_int(6), tuple_int(1)));
	cr_assert(!algebra_failed(&al) && !fault_is_set(&al.note), "%s%s", al.fault.text, al.note.text);
}

/* Below an extent -1, which left_inverse gives, a stride 2 becomes 0, by which the next mode divides. */
Test(exact, a_stride_that_becomes_0_divides_nothing) {
	const struct layout left = layout_from_pairs((const int64_t[][2]){ { -1, 1 }, { 4, 7 }, { 3, 50 } }, 3);
	layout_composition(&al, left, layout_of(&al, tuple_int(1), tuple_int(2)));
	cr_assert_eq(al.fault.code, FAULT_DOMAIN, "%s", al.fault.text);
	cr_assert_str_eq(al.fault.text, "division of 4 by 0");
}

/* Of as many elements, in as many places, as are compared, the first that is in no tile is found. */
Test(exact, divides_look_at_all_up_to_the_limit) {
	struct layout a = layout_from_pairs((const int64_t[][2]){ { 8, 1 }, { LIMIT_CHECKED_POINTS / 8, 16 } }, 2);
	struct tiler tiler = { .kind = TILER_LAYOUT,
		.layout = layout_from_pairs((const int64_t[][2]){ { 2, 1 }, { 2, 3 } }, 2) };
	a.shape = at_run_time(a.shape);
	tiler.layout.shape = at_run_time(tiler.layout.shape);
	struct layout r = layout_logical_divide(&al, a, &tiler);
	cr_assert_eq(layout_size(&al, r).value, LIMIT_CHECKED_POINTS);
	cr_assert(strncmp(al.note.text, "element 2 of 65536 is in no tile", 32) == 0, "%s", al.note.text);
}

/* A tuple of "count" integers with a page that cannot be read behind them, or in front of them. */
static struct tuple tuple_at_edge(const int64_t *integers, int count, bool is_end) {
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int zero = open("/dev/zero", O_RDWR);
	unsigned char *pages = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE, zero, 0);
	cr_assert_neq((void *)pages, MAP_FAILED);
	cr_assert_eq(mprotect(pages + page, page, PROT_READ | PROT_WRITE), 0);
	close(zero);
	size_t bytes = (size_t)count * sizeof(struct tuple);
	struct tuple *modes = (struct tuple *)(void *)(pages + (is_end ? 2 * page - bytes : page));
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_int(integers[i]);
	}
	return tuple_of_leaves(modes, count);
}

/* What is exact in numbers is found without a look at what stands beside the modes. */
Test(exact, looks_at_the_modes_alone) {
	static const int64_t left[2][2] = { { 4, 8 }, { 1, 9 } };
	static const int64_t right[2][2] = { { 2, 4 }, { 2, 4 } };
	for (int is_end = 0; is_end < 2; is_end++) {
		const struct layout a = { tuple_at_edge(left[0], 2, is_end), tuple_at_edge(left[1], 2, is_end) };
		const struct layout b = { tuple_at_edge(right[0], 2, is_end), tuple_at_edge(right[1], 2, is_end) };
		cr_assert(composition_is_exact(&al, a, b));
	}
}

/* --- formulas --- */

static struct tuple number(int64_t n) {
	return tuple_int(n);
}

static struct tuple name(struct symbols *symbols, const char *text) {
	return symbol_name(&al, symbols, str_from(text), 1, false);
}

static struct tuple times(int64_t n, struct tuple t) {
	return int_mul(&al, number(n), t);
}

static const char *text_of(struct tuple t) {
	struct buf text;
	struct value value = value_from_tuple(t);
	buf_init(&text, &arena);
	print_value(&text, &value);
	return text.data;
}

static struct symbol_term term_of(int64_t numerator, int64_t denominator, int variables, int power) {
	struct symbol_term term = { .numerator = numerator, .denominator = denominator, .count = variables };
	for (int i = 0; i < variables; i++) {
		term.factors[i].variable = (uint16_t)i;
		term.factors[i].power = (uint16_t)power;
	}
	return term;
}

Test(formula, fractions_are_reduced_and_checked) {
	static const struct {
		int64_t numerator, denominator;
		int64_t by_numerator, by_denominator;
		bool product_fits, sum_fits;
		int64_t product[2], sum[2];
	} cases[] = {
		{ 1, 2, 1, 2, true, true, { 1, 4 }, { 1, 1 } },
		{ 2, 3, 3, 2, true, true, { 1, 1 }, { 13, 6 } },
		{ -1, 6, 1, 3, true, true, { -1, 18 }, { 1, 6 } },
		{ 5, 1, -5, 1, true, true, { -25, 1 }, { 0, 1 } },
		{ INT64_MAX, 1, 1, 1, true, false, { INT64_MAX, 1 }, { 0, 0 } },
		{ INT64_MIN / 2, 1, 2, 1, false, true, { 0, 0 }, { INT64_MIN / 2 + 2, 1 } },
		{ INT64_MIN / 2, 1, INT64_MIN / 2, 1, false, false, { 0, 0 }, { 0, 0 } },
		{ (int64_t)1 << 40, 1, (int64_t)1 << 40, 1, false, true, { 0, 0 }, { (int64_t)1 << 41, 1 } },
		{ 1, (int64_t)1 << 40, 1, (int64_t)1 << 40, false, false, { 0, 0 }, { 0, 0 } },
		{ (int64_t)1 << 62, 1, 1, 4, true, false, { (int64_t)1 << 60, 1 }, { 0, 0 } },
		{ 1, 4, (int64_t)1 << 62, 1, true, false, { (int64_t)1 << 60, 1 }, { 0, 0 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct symbol_term a = term_of(cases[i].numerator, cases[i].denominator, 0, 0);
		struct symbol_term b = term_of(cases[i].by_numerator, cases[i].by_denominator, 0, 0);
		struct symbol_term product;
		cr_expect_eq(symbol_multiply_terms(&a, &b, &product), cases[i].product_fits, "product %zu", i);
		bool right = product.numerator == cases[i].product[0] && product.denominator == cases[i].product[1];
		cr_expect(!cases[i].product_fits || right, "product %zu", i);
		cr_expect_eq(symbol_add_fractions(&a, &b), cases[i].sum_fits, "sum %zu", i);
		right = a.numerator == cases[i].sum[0] && a.denominator == cases[i].sum[1];
		cr_expect(!cases[i].sum_fits || right, "sum %zu", i);
	}
}

Test(formula, terms_have_so_many_factors) {
	struct symbol_term most = term_of(1, 1, LIMIT_SYMBOL_FACTORS, 1);
	struct symbol_term half = term_of(1, 1, 1, LIMIT_SYMBOL_FACTORS / 2);
	struct symbol_term other = term_of(1, 1, 1, 1);
	struct symbol_term out;
	other.factors[0].variable = LIMIT_SYMBOL_FACTORS;
	cr_assert(symbol_multiply_terms(&half, &most, &out));
	cr_assert_eq(out.count, LIMIT_SYMBOL_FACTORS);
	cr_assert_eq(out.factors[0].power, LIMIT_SYMBOL_FACTORS / 2 + 1);
	cr_assert(!symbol_multiply_terms(&most, &other, &out));
	cr_assert(symbol_multiply_terms(&half, &half, &out));
	cr_assert_eq(out.factors[0].power, LIMIT_SYMBOL_FACTORS);
	struct symbol_term whole = out;
	other.factors[0].variable = 0;
	cr_assert(!symbol_multiply_terms(&whole, &other, &out));
}

/* Larger degrees first, then larger powers of earlier variables. */
Test(formula, terms_are_in_order) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct tuple xx = int_mul(&al, x, x);
	struct tuple xy = int_mul(&al, x, y);
	struct tuple ordered[] = { int_mul(&al, xx, y), int_mul(&al, xy, y), xx, xy, int_mul(&al, y, y), x, y };
	int count = (int)(sizeof ordered / sizeof *ordered);
	for (int i = 0; i < count; i++) {
		for (int j = 0; j < count; j++) {
			int order = symbol_compare_terms(&ordered[i].symbol->terms[0], &ordered[j].symbol->terms[0]);
			cr_expect_eq(number_order(order, 0), number_order(i, j), "terms %d and %d", i, j);
		}
	}
	cr_assert_str_eq(text_of(int_add(&al, int_add(&al, y, xy), int_add(&al, number(3), xx))), "x*x+x*y+y+3");
}

/* A sum divided by a multiple of itself is a number; anything else is no polynomial. */
Test(formula, polynomials_are_divided) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct tuple sum = int_add(&al, x, y);
	struct tuple one_more = int_add(&al, x, number(1));
	cr_assert_str_eq(text_of(int_div(&al, int_mul(&al, number(6), sum), times(2, sum))), "3");
	cr_assert_str_eq(text_of(int_div(&al, times(6, one_more), one_more)), "6");
	cr_assert_str_eq(text_of(int_div(&al, int_add(&al, int_mul(&al, x, y), x), x)), "y+1");
	cr_assert_str_neq(text_of(int_div(&al, int_add(&al, int_mul(&al, x, y), x), one_more)), "x");
	cr_assert_str_neq(text_of(int_div(&al, int_add(&al, int_mul(&al, x, y), x), int_add(&al, y, number(1)))), "");
	struct polynomial p, q, out;
	struct symbol_term term = term_of(1, 2, 1, 1);
	polynomial_start(&p, symbols);
	polynomial_add_term(&p, &term);
	polynomial_start(&q, symbols);
	term.numerator = INT64_MIN / 2;
	term.denominator = 1;
	polynomial_add_term(&q, &term);
	cr_assert(!polynomial_divide(&p, &q, &out), "a denominator of 2^63");
	cr_assert(polynomial_divide(&q, &p, &out) == false, "a numerator of -2^63");
	cr_assert(polynomial_divide(&q, &q, &out));
	cr_assert_eq(out.terms[0].numerator, 1);
}

/* It is no coefficient: its sign could not be changed when the sum is taken from another. */
Test(formula, a_number_whose_negative_does_not_fit) {
	struct symbols *symbols = symbols_new(&arena);
	struct polynomial p;
	polynomial_start(&p, symbols);
	polynomial_add_leaf(&p, number(INT64_MIN), 1);
	cr_assert(p.full);
	polynomial_start(&p, symbols);
	polynomial_add_leaf(&p, number(INT64_MIN), -1);
	cr_assert(p.full);
	polynomial_start(&p, symbols);
	polynomial_add_leaf(&p, number(-INT64_MAX), -1);
	cr_assert(!p.full);
	cr_assert_eq(p.terms[0].numerator, INT64_MAX);
}

/* What is known of a name follows from what was taken. */
Test(formula, needs_narrow_names) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	cr_assert(int_takes_less(x, number(100000)));
	cr_assert_eq(symbols->variables[0].most, 99999);
	cr_assert_eq(int_less(x, number(100000)), ANSWER_YES);
	cr_assert_eq(int_less(x, number(99999)), ANSWER_UNKNOWN);
	cr_assert(int_takes_less(x, number(200000)), "it is less than 100000 already");
	cr_assert_eq(symbols->variables[0].most, 99999);
	cr_assert_eq(symbols->need_count, 1);
	struct tuple y = name(symbols, "y");
	cr_assert(!int_takes_less(y, number(8)));
	cr_assert_eq(symbols->variables[1].least, 8);
	cr_assert_eq(int_less(y, number(8)), ANSWER_NO);
	cr_assert_eq(int_less(y, number(9)), ANSWER_UNKNOWN);
	cr_assert(int_takes_divides(number(6), y));
	cr_assert_eq(symbols->variables[1].divisor, 6);
	cr_assert_eq(symbols->variables[1].least, 12);
	cr_assert(int_takes_divides(number(4), y));
	cr_assert_eq(symbols->variables[1].divisor, 12);
	cr_assert(!int_takes_less(y, number(13)));
	cr_assert_eq(symbols->variables[1].least, 24);
	/* A multiple of two numbers whose product does not fit 64 bits: the need stands, and the name stays as it was. */
	struct tuple z = symbol_name(&al, symbols, str_from("z"), (int64_t)1 << 40, false);
	int needs = symbols->need_count;
	cr_assert(int_takes_divides(number(((int64_t)1 << 23) - 1), z));
	cr_assert_eq(symbols->variables[2].divisor, (((int64_t)1 << 23) - 1) << 40);
	cr_assert(int_takes_divides(number(3), z));
	cr_assert_eq(symbols->variables[2].divisor, (((int64_t)1 << 23) - 1) << 40);
	cr_assert_eq(symbols->need_count, needs + 2);
	struct tuple w = name(symbols, "w");
	cr_assert(int_takes_less(w, number(200000)));
	cr_assert_eq(symbols->variables[3].most, 199999);
	int_needs_at_least(int_sub(&al, number(199999), w), 1);
	cr_assert_eq(symbols->variables[3].most, 199998);
	int_needs_at_least(w, 199998);
	cr_assert_eq(symbols->variables[3].least, 199998);
	cr_assert(!symbols->unmet, "one number is left");
	int_needs_at_least(w, 199999);
	cr_assert(symbols->unmet, "none is left");
}

Test(formula, bounds_that_are_promised) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	symbol_assume(&al, x, 1, 3, 7);
	cr_assert_eq(int_less(x, number(8)), ANSWER_YES);
	cr_assert_eq(int_less(x, number(7)), ANSWER_UNKNOWN);
	cr_assert_eq(int_less(x, number(3)), ANSWER_NO);
	cr_assert_eq(int_less(x, number(4)), ANSWER_UNKNOWN);
	struct tuple y = name(symbols, "y");
	symbol_assume(&al, y, 4, 8, 8);
	cr_assert(!algebra_failed(&al));
	symbol_assume(&al, y, 4, 9, 11);
	cr_assert_eq(al.fault.code, FAULT_DOMAIN);
	fault_clear(&al.fault);
	struct tuple z = name(symbols, "z");
	symbol_assume(&al, z, INT64_MAX, 1, INT64_MAX);
	cr_assert(!algebra_failed(&al));
	symbol_assume(&al, z, 2, 1, INT64_MAX);
	cr_assert_eq(al.fault.code, FAULT_OVERFLOW);
}

/* Where a bound does not fit 64 bits nothing is known. */
Test(formula, bounds_beyond_64_bits_show_nothing) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = symbol_name(&al, symbols, str_from("x"), (int64_t)1 << 40, false);
	struct tuple y = name(symbols, "y");
	cr_assert_eq(int_less(x, number(1)), ANSWER_NO);
	cr_assert_eq(int_less(int_mul(&al, x, x), number(0)), ANSWER_UNKNOWN);
	cr_assert_eq(int_less(int_mul(&al, x, y), number((int64_t)1 << 40)), ANSWER_NO);
}

/* What is not all there has no product and no quotient. */
Test(formula, full_polynomials_stay_full) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	for (int which = 0; which < 4; which++) {
		struct polynomial p, q, out;
		polynomial_start(&p, symbols);
		polynomial_start(&q, symbols);
		polynomial_add_leaf(&p, x, 1);
		polynomial_add_leaf(&q, x, 1);
		p.full = which & 1;
		q.full = which & 2;
		polynomial_start(&out, symbols);
		polynomial_multiply(&out, &p, &q);
		cr_expect_eq(out.full, which != 0, "case %d", which);
		cr_expect_eq(polynomial_divide(&p, &q, &out), which == 0, "case %d", which);
	}
}

/* A stride of 1 or -1 stays 1 or -1, which one that may be either must not be. */
Test(formula, downcast_needs_a_stride_that_is_no_unit) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple stride = int_sub(&al, x, number(5));
	struct tuple shape = tuple_pair(&al, number(2), number(4));
	struct layout layout = layout_downcast(&al, layout_of(&al, shape, tuple_pair(&al, number(1), stride)), 2);
	cr_assert(!algebra_failed(&al), "%s", al.fault.text);
	cr_assert_str_eq(text_of(tuple_mode(layout.stride, 1)), "2*x-10");
	const struct {
		int64_t x;
		bool holds;
	} cases[] = { { 3, true }, { 4, false }, { 5, true }, { 6, false }, { 7, true } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { cases[i].x };
		const struct need *broken;
		cr_expect_eq(symbols_hold(&al, symbols, values, &broken), cases[i].holds, "case %zu", i);
	}
}

/* A quotient is within its bounds times whatever else, which may stand on either side of it. */
Test(formula, bounds_of_quotients_times_other_names) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple w = name(symbols, "w");
	struct tuple x = name(symbols, "x");
	struct tuple third = int_div(&al, x, number(3));
	struct tuple y = name(symbols, "y");
	struct tuple z = name(symbols, "z");
	const struct tuple others[] = { w, y, int_mul(&al, y, z), int_mul(&al, w, z), int_mul(&al, y, y) };
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct tuple whole = int_mul(&al, x, others[i]);
		struct tuple cut = int_mul(&al, times(3, third), others[i]);
		cr_expect_eq(int_less(whole, cut), ANSWER_NO, "case %zu", i);
		cr_expect_eq(int_less(whole, int_add(&al, cut, number(1))), ANSWER_UNKNOWN, "case %zu", i);
		cr_expect_eq(int_less(int_add(&al, cut, times(2, others[i])), whole), ANSWER_NO, "case %zu", i);
		cr_expect_eq(int_less(int_add(&al, cut, others[i]), whole), ANSWER_UNKNOWN, "case %zu", i);
	}
}

/* The bounds of a quotient of quotients follow from those in it. */
Test(formula, bounds_of_quotients_in_quotients) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct tuple inner = int_add(&al, int_div(&al, x, number(3)), y);
	struct tuple cut = times(15, int_div(&al, inner, number(5)));
	struct tuple whole = int_add(&al, x, times(3, y));
	cr_assert_eq(int_less(whole, cut), ANSWER_NO);
	cr_assert_eq(int_less(whole, int_add(&al, cut, number(1))), ANSWER_UNKNOWN);
	struct tuple further = times(105, int_div(&al, int_add(&al, int_div(&al, inner, number(5)), y), number(7)));
	cr_assert_eq(int_less(int_add(&al, whole, times(15, y)), further), ANSWER_NO);
}

/* The divisor of a formula divides every value that it has. */
Test(formula, divisors) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = symbol_name(&al, symbols, str_from("y"), 6, false);
	cr_assert_eq(symbol_divisor(times(4, x)), 4);
	cr_assert_eq(symbol_divisor(times(4, y)), 24);
	cr_assert_eq(symbol_divisor(int_mul(&al, y, y)), 36);
	cr_assert_eq(symbol_divisor(int_add(&al, times(4, y), times(16, x))), 8);
	cr_assert_eq(symbol_divisor(int_div(&al, y, number(2))), 3);
	int_takes_divides(number(2), int_add(&al, x, number(1)));
	struct tuple half = int_div(&al, int_add(&al, x, number(1)), number(2));
	cr_assert_eq(symbol_divisor(half), 1);
	cr_assert_eq(symbol_divisor(int_add(&al, times(4, y), int_sub(&al, half, number(0)))), 1);
}

/* Quotients of formulas: whole where that is certain, and one rounded quotient otherwise. */
Test(formula, quotients) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct tuple xy = int_mul(&al, x, y);
	cr_assert_str_eq(text_of(int_div(&al, int_add(&al, times(3, x), y), number(3))), "x+y/3");
	/* 3xy - x is 0 or more, but -x alone is not. */
	struct tuple difference = int_sub(&al, times(3, xy), x);
	cr_assert_str_eq(text_of(int_div(&al, difference, number(3))), "(3*x*y-x)/3");
	/* The rest times 3 leaves 64 bits. */
	struct tuple large = int_add(&al, times(3, x), times(((int64_t)1 << 62) + 1, y));
	cr_assert_eq(int_div(&al, large, number(3)).symbol->count, 1);
	fault_clear(&al.fault);
	struct tuple negative = int_sub(&al, number(0), x);
	int_div(&al, negative, times(2, x));
	cr_assert_eq(al.fault.code, FAULT_UNSUPPORTED);
	fault_clear(&al.fault);
	cr_assert_str_eq(text_of(int_div(&al, x, times(2, x))), "0");
	cr_assert_str_eq(text_of(int_div(&al, times(7, x), times(2, x))), "3");
	cr_assert_str_eq(text_of(int_ceil_div(&al, times(7, x), times(2, x))), "4");
}

Test(formula, names_and_quotients_have_a_limit) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	for (int i = 1; i < LIMIT_SYMBOL_VARIABLES - 1; i++) {
		name(symbols, "y");
	}
	int_div(&al, x, number(3));
	cr_assert(!algebra_failed(&al));
	cr_assert(!symbols->full);
	int_div(&al, x, number(3));
	cr_assert(!algebra_failed(&al), "the quotient is there already");
	int_div(&al, x, number(5));
	cr_assert_eq(al.fault.code, FAULT_LIMIT);
	cr_assert(symbols->full);
}

/* Numbers for names: what does not fit or is not whole is told. */
Test(formula, numbers_for_names) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	int_takes_divides(number(2), int_add(&al, y, number(1)));
	const struct {
		struct tuple formula;
		int64_t x, y;
		enum fault_code code;
		int64_t value;
	} cases[] = {
		{ number(5), 1, 1, FAULT_NONE, 5 },
		{ int_mul(&al, x, y), 6, 7, FAULT_NONE, 42 },
		{ int_mul(&al, x, x), (int64_t)1 << 31, 1, FAULT_NONE, (int64_t)1 << 62 },
		{ int_mul(&al, x, x), (int64_t)1 << 32, 1, FAULT_OVERFLOW, 0 },
		{ int_add(&al, x, y), INT64_MAX, 1, FAULT_OVERFLOW, 0 },
		{ int_div(&al, x, number(3)), 8, 1, FAULT_NONE, 2 },
		{ int_ceil_div(&al, x, number(3)), 8, 1, FAULT_NONE, 3 },
		{ int_div(&al, int_mul(&al, x, x), number(3)), (int64_t)1 << 32, 1, FAULT_OVERFLOW, 0 },
		{ int_div(&al, int_add(&al, y, number(1)), number(2)), 1, 5, FAULT_NONE, 3 },
		{ int_div(&al, int_add(&al, y, number(1)), number(2)), 1, 4, FAULT_DOMAIN, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { cases[i].x, cases[i].y };
		struct tuple n = symbol_substitute(&al, cases[i].formula, values);
		cr_expect_eq(al.fault.code, cases[i].code, "case %zu: %s", i, al.fault.text);
		cr_expect(cases[i].code != FAULT_NONE || n.value == cases[i].value, "case %zu: %" PRId64, i, n.value);
		fault_clear(&al.fault);
	}
}

/* A mode that takes nothing of a leaf, as one of 4 of x:4y, takes 1 of it; of 4x:1 it takes 4. */
Test(formula, leaves_that_pass_take_one) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct fold_step passes = fold_leaf(&al, number(4), layout_of(&al, x, times(4, y)));
	cr_expect_eq(passes.verdict, FOLD_PASSES);
	cr_expect(tuple_equal(passes.factor, number(1)));
	cr_expect(tuple_equal(passes.rest.shape, x));
	cr_expect(tuple_equal(passes.rest.stride, y));
	struct fold_step takes = fold_leaf(&al, number(4), layout_of(&al, times(4, x), number(1)));
	cr_expect_eq(takes.verdict, FOLD_TAKES);
	cr_expect(tuple_equal(takes.factor, number(4)));
	cr_expect(tuple_equal(takes.rest.shape, x));
	cr_expect(!algebra_failed(&al));
}

Test(formula, needs_hold_or_are_named) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	int_takes_divides(int_mul(&al, y, y), int_mul(&al, x, y));
	const struct need *broken;
	const struct {
		int64_t x, y;
		bool holds, names_a_need;
		enum fault_code code;
	} cases[] = {
		{ 6, 3, true, false, FAULT_NONE },
		{ 6, 4, false, true, FAULT_NONE },
		{ (int64_t)1 << 62, 2, false, true, FAULT_OVERFLOW },
		{ 0, 1, false, false, FAULT_NONE },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { cases[i].x, cases[i].y };
		cr_expect_eq(symbols_hold(&al, symbols, values, &broken), cases[i].holds, "case %zu", i);
		cr_expect_eq(broken != NULL, cases[i].names_a_need, "case %zu", i);
		cr_expect_eq(al.fault.code, cases[i].code, "case %zu", i);
		fault_clear(&al.fault);
	}
}

/* Two ways to write one function, and what is too large to tell. */
Test(formula, always_equal) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple x = name(symbols, "x");
	struct tuple y = name(symbols, "y");
	struct tuple more = int_add(&al, x, number(15));
	cr_assert(symbol_always_equal(number(3), number(3)));
	cr_assert(!symbol_always_equal(number(3), number(4)));
	cr_assert(!symbol_always_equal(x, number(1)));
	cr_assert(symbol_always_equal(int_div(&al, more, number(16)), int_ceil_div(&al, x, number(16))));
	cr_assert(!symbol_always_equal(int_div(&al, more, number(16)), int_div(&al, x, number(16))));
	cr_assert(symbol_always_equal(int_div(&al, int_div(&al, x, number(4)), number(8)), int_div(&al, x, number(32))));
	struct tuple up = int_ceil_div(&al, int_ceil_div(&al, x, number(4)), number(8));
	cr_assert(symbol_always_equal(up, int_ceil_div(&al, x, number(32))));
	cr_assert(!symbol_always_equal(up, int_div(&al, x, number(32))));
	struct tuple largest = int_div(&al, x, number(LIMIT_SYMBOL_RESTS));
	struct tuple nearly = int_ceil_div(&al, int_sub(&al, int_add(&al, x, number(1)), number(LIMIT_SYMBOL_RESTS)),
		number(LIMIT_SYMBOL_RESTS));
	fault_clear(&al.fault);
	cr_assert(symbol_always_equal(largest, nearly));
	struct tuple beyond = int_div(&al, x, number(LIMIT_SYMBOL_RESTS + 1));
	nearly = int_ceil_div(&al, int_sub(&al, x, number(LIMIT_SYMBOL_RESTS)), number(LIMIT_SYMBOL_RESTS + 1));
	cr_assert(!symbol_always_equal(beyond, nearly), "too many rests to look at");
	struct tuple huge = int_div(&al, int_add(&al, x, number(1)), number((int64_t)1 << 40));
	cr_assert(!symbol_always_equal(huge, int_div(&al, x, number((int64_t)1 << 40))), "too large a divisor");
	struct tuple steep = int_mul(&al, x, number((int64_t)1 << 62));
	struct tuple up_to_next = int_div(&al, int_add(&al, x, number(3)), number(4));
	cr_assert(symbol_always_equal(up_to_next, int_ceil_div(&al, x, number(4))));
	cr_assert(!symbol_always_equal(int_add(&al, steep, up_to_next), int_ceil_div(&al, x, number(4))), "beyond 64 bits");
	struct tuple product = int_mul(&al, largest, y);
	cr_assert(symbol_always_equal(product, int_mul(&al, y, largest)));
}

/* --- maps of bits --- */

Test(linear, domains) {
	const struct {
		struct tuple shape;
		int bits;
	} cases[] = {
		{ number(1), 0 },
		{ number(8), 3 },
		{ number(6), -1 },
		{ number(0), -1 },
		{ number(-4), -1 },
		{ tuple_divisible(4), -1 },
		{ tuple_underscore(), -1 },
		{ number((int64_t)1 << 62), 62 },
		{ tuple_pair(&al, number(8), tuple_pair(&al, number(1), number(4))), 5 },
		{ tuple_pair(&al, number(8), tuple_pair(&al, number(3), number(4))), -1 },
		{ tuple_pair(&al, number((int64_t)1 << 31), number((int64_t)1 << 31)), 62 },
		{ tuple_pair(&al, number((int64_t)1 << 32), number((int64_t)1 << 31)), -1 },
		{ tuple_of(&al, NULL, 0), 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cr_expect_eq(linear_bits_of_shape(cases[i].shape), cases[i].bits, "case %zu", i);
		struct linear a = linear_make(&al, cases[i].shape, (const int64_t[LINEAR_BITS_MAX]){ 0 }, 0);
		cr_expect_eq(al.fault.code, cases[i].bits < 0 ? FAULT_DOMAIN : FAULT_NONE, "case %zu", i);
		cr_expect_eq(a.bits, cases[i].bits < 0 ? 0 : cases[i].bits, "case %zu", i);
		cr_expect(tuple_equal(a.shape, cases[i].bits < 0 ? number(1) : cases[i].shape), "case %zu", i);
		fault_clear(&al.fault);
	}
}

/* Values are from 0 to 2^62 - 1. */
Test(linear, values) {
	static const struct {
		int64_t constant, column;
		enum fault_code code;
	} cases[] = {
		{ 0, 0, FAULT_NONE },
		{ LINEAR_GREATEST, LINEAR_GREATEST, FAULT_NONE },
		{ LINEAR_GREATEST + 1, 0, FAULT_DOMAIN },
		{ 0, LINEAR_GREATEST + 1, FAULT_DOMAIN },
		{ -1, 0, FAULT_DOMAIN },
		{ 0, -1, FAULT_DOMAIN },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		linear_make(&al, number(2), &cases[i].column, cases[i].constant);
		cr_expect_eq(al.fault.code, cases[i].code, "case %zu", i);
		fault_clear(&al.fault);
	}
}

Test(linear, tables) {
	static const struct {
		int64_t table[4];
		bool is_linear;
		int64_t witness;
	} cases[] = {
		{ { 0, 1, 2, 3 }, true, 0 },
		{ { 5, 4, 7, 6 }, true, 0 },
		{ { 5, 4, 7, 5 }, false, 3 },
		{ { 0, 0, 0, 0 }, true, 0 },
		{ { 0, 1, 2, -1 }, false, -1 },
		{ { 0, 1, 2, LINEAR_GREATEST + 1 }, false, -1 },
		{ { 0, 1, 2, LINEAR_GREATEST }, false, 3 },
		{ { LINEAR_GREATEST, 0, LINEAR_GREATEST, 0 }, true, 0 },
		{ { LINEAR_GREATEST + 1, 0, 0, 0 }, false, -1 },
		{ { -1, 0, 0, 0 }, false, -1 },
		{ { 0, LINEAR_GREATEST + 1, 0, 0 }, false, -1 },
		{ { 0, 1, -1, 0 }, false, -1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct linear_reading reading = linear_from_table(&al, cases[i].table, number(4));
		cr_expect_eq(reading.is_linear, cases[i].is_linear, "case %zu", i);
		cr_expect(reading.is_linear || reading.witness == cases[i].witness, "case %zu: %" PRId64, i, reading.witness);
		for (int64_t k = 0; k < 4 && reading.is_linear; k++) {
			cr_expect_eq(linear_at(&reading.linear, k), cases[i].table[k], "case %zu", i);
		}
	}
	cr_assert_eq(linear_from_table(&al, cases[0].table, number(3)).witness, -1);
}

Test(linear, equality_is_of_shape_and_function) {
	static const int64_t columns[] = { 4, 2, 1 };
	struct linear a = linear_make(&al, number(8), columns, 3);
	struct linear b = linear_make(&al, tuple_pair(&al, number(2), number(4)), columns, 3);
	struct linear c = linear_make(&al, number(8), columns, 2);
	cr_assert(linear_equal(&a, &a));
	cr_assert(linear_same_function(&a, &b));
	cr_assert(!linear_equal(&a, &b));
	cr_assert(!linear_equal(&a, &c));
	cr_assert(!linear_equal(&b, &c));
}

/* A map is read as a map of bits by its structure, or where that does not show it, by a table of limited size. */
Test(linear, readings_of_maps) {
	static const int64_t columns[] = { 1, 2, 4 };
	struct linear eight = linear_make(&al, number(8), columns, 0);
	struct map bits = map_from_linear(&al, &eight).composed->outer;
	struct map outer = map_from_layout(layout_of(&al, number(4), number(1)));
	const struct {
		struct map outer;
		int64_t extent, stride; /* of the inner layout */
		bool is_linear;
		const char *text;
	} cases[] = {
		{ outer, 1, 1, true, "" },
		{ map_from_layout(layout_of(&al, number(1), number(5))), 1 << 25, 0, true, "" },
		{ outer, 4, 1, true, "" },
		{ outer, 8, 1, true, "" },
		{ outer, 8, 3, false, "" },
		{ outer, 4, 3, false, "" },
		{ bits, 8, 1, true, "" },
		{ bits, 4, 2, true, "" },
		{ bits, 16, 1, false, "the offset may be 15, but the map of bits has coordinates up to 7" },
		{ map_identity(), 1 << 25, 1, true, "" },
		{ map_from_swizzle((struct swizzle){ 1, 0, 3 }), 1 << 25, 1, true, "" },
		{ map_identity(), 1 << 25, 3, false, "33554432 coordinates are to be looked at; the limit is 16777216" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct map inner = map_from_layout(layout_of(&al, number(cases[i].extent), number(cases[i].stride)));
		struct map map = map_composed_whole(&al, cases[i].outer, number(0), false, inner);
		struct linear_reading reading = linear_from_map(&al, map);
		cr_expect_str_eq(al.fault.text, cases[i].text, "case %zu: %s", i, al.fault.text);
		cr_expect_eq(reading.is_linear, cases[i].is_linear, "case %zu", i);
		cr_expect(!algebra_failed(&al) || reading.witness == -1, "case %zu: a witness beside a fault", i);
		for (int64_t k = 0; k < 8 && k < cases[i].extent && reading.is_linear; k++) {
			cr_expect_eq(linear_at(&reading.linear, k), k * cases[i].stride, "case %zu", i);
		}
		fault_clear(&al.fault);
	}
}

/* A map of bits has the integers below 2^bits for coordinates. */
Test(linear, coordinates) {
	static const int64_t columns[] = { 4, 2, 1 };
	struct linear eight = linear_make(&al, number(8), columns, 0);
	struct map bits = map_from_linear(&al, &eight).composed->outer;
	const struct {
		struct tuple at;
		enum fault_code code;
		int64_t value;
	} cases[] = {
		{ number(0), FAULT_NONE, 0 },
		{ number(6), FAULT_NONE, 3 },
		{ number(7), FAULT_NONE, 7 },
		{ number(8), FAULT_DOMAIN, 0 },
		{ number(-1), FAULT_DOMAIN, 0 },
		{ tuple_pair(&al, number(1), number(1)), FAULT_DOMAIN, 0 },
		{ tuple_underscore(), FAULT_DOMAIN, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tuple value = map_crd2idx(&al, cases[i].at, bits);
		cr_expect_eq(al.fault.code, cases[i].code, "case %zu: %s", i, al.fault.text);
		cr_expect(cases[i].code != FAULT_NONE || value.value == cases[i].value, "case %zu", i);
		fault_clear(&al.fault);
	}
}

/* A composed map is a chain where its offset is an integer with a value. */
Test(chain, of_composed_maps_needs_their_offsets) {
	struct map layout = map_from_layout(layout_of(&al, tuple_int(4), tuple_int(3)));
	struct tuple basis = tuple_int(1);
	basis.basis_depth = 1;
	const struct {
		struct tuple offset;
		bool good;
	} cases[] = {
		{ tuple_int(7), true },
		{ tuple_divisible(4), false },
		{ basis, false },
		{ tuple_pair(&al, tuple_int(1), tuple_int(2)), false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct chain chain;
		struct map map = map_composed_whole(&al, map_identity(), cases[i].offset, false, layout);
		cr_expect_eq(map_chain(&al, map, &chain), cases[i].good, "case %zu", i);
		cr_expect(!cases[i].good || chain_at(&chain, 2) == 13, "case %zu", i);
	}
}

/* Integers are equal where both have a value, in the same basis; a number that only print tells decides nothing. */
Test(tuple, equality_of_integers) {
	struct tuple numbered = int_with_number(tuple_divisible(8), 8);
	struct tuple basis = tuple_int(8), other = tuple_int(8), whole = tuple_int(8);
	basis.basis_depth = other.basis_depth = 1;
	other.basis[0] = 1;
	whole.basis_depth = BASIS_OF_WHOLE;
	const struct tuple integers[] = { tuple_int(8), tuple_int(9), basis, other, whole, numbered, tuple_divisible(8) };
	enum { COUNT = sizeof integers / sizeof *integers, VALUES = 5 };
	for (int i = 0; i < COUNT; i++) {
		for (int j = 0; j < COUNT; j++) {
			cr_expect_eq(tuple_equal(integers[i], integers[j]), i == j && i < VALUES, "%d %d", i, j);
		}
	}
}

/* What the inner map reaches must be in the domain of the outer one, of up to 62 bits. */
Test(linear, compositions) {
	int64_t columns[LINEAR_BITS_MAX];
	for (int k = 0; k < LINEAR_BITS_MAX; k++) {
		columns[k] = (int64_t)1 << (LINEAR_BITS_MAX - 1 - k);
	}
	struct linear whole = linear_make(&al, number((int64_t)1 << 62), columns, 0);
	struct linear both = linear_composition(&al, &whole, &whole);
	cr_assert(!algebra_failed(&al));
	cr_assert_eq(linear_at(&both, 12345), 12345);
	struct linear small = linear_make(&al, number(8), columns + LINEAR_BITS_MAX - 3, 0);
	cr_assert_eq(linear_at(&(struct linear[]){ linear_composition(&al, &small, &small) }[0], 6), 6);
	small.constant = 8;
	linear_composition(&al, &small, &small);
	cr_assert_str_eq(al.fault.text, "the inner map reaches bit 3, but the outer one has coordinates of 3 bits");
}
