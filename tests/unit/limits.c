/* Every limit of base/limits.h that an evaluation can meet: at the limit it works, one step beyond is FAULT_LIMIT. */
#include <criterion/criterion.h>

#include <inttypes.h>
#include <string.h>

#include "algebra/exact.h"
#include "algebra/linear.h"
#include "algebra/trace.h"
#include "base/buf.h"
#include "base/limits.h"
#include "lang/eval.h"
#include "lang/explain.h"
#include "lang/kernel/kernel.h"
#include "lang/language/language.h"
#include "lang/language/triton.h"
#include "lang/notation/plain.h"
#include "lang/vector.h"
#include "tool/paste.h"

static struct arena arena;

static void set_up(void) {
	arena_init(&arena, NULL, NULL);
}

static void tear_down(void) {
	arena_finish(&arena);
}

TestSuite(limits, .init = set_up, .fini = tear_down);

/* The code of the fault that the program "text" ends with, FAULT_NONE if it has a value. */
static enum fault_code outcome(const struct buf *text) {
	struct source source = { .name = "<test>", .text = buf_str(text), .first_line = 1 };
	struct evaluation evaluation;
	evaluation_init(&evaluation, &arena, false);
	if (evaluation_run(&evaluation, &source)) {
		return FAULT_NONE;
	}
	return evaluation.error.fault.code;
}

static struct buf new_text(const char *text) {
	struct buf buf;
	buf_init(&buf, &arena);
	buf_put(&buf, text);
	return buf;
}

/* "before", then "count" times "piece", then "after". */
static struct buf repeated(const char *before, int count, const char *piece, const char *after) {
	struct buf buf = new_text(before);
	for (int i = 0; i < count; i++) {
		buf_put(&buf, piece);
	}
	buf_put(&buf, after);
	return buf;
}

static void assert_limit(int limit, const char *before, const char *piece, const char *after) {
	struct buf at = repeated(before, limit, piece, after);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%d times '%s': %s", limit, piece, fault_code_name(outcome(&at)));
	struct buf beyond = repeated(before, limit + 1, piece, after);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%d times '%s': %s", limit + 1, piece,
		fault_code_name(outcome(&beyond)));
}

/* A composition that was stopped was not refused, and --infer does not go on with it. */
Test(limits, stopped_composition) {
	static const volatile sig_atomic_t stop = STOPPED_BY_CLOCK;
	struct source source = { "<test>", str_from("composition((4,6):(1,5), 2:5)"), 1 };
	for (int stops = 0; stops < 2; stops++) {
		struct evaluation evaluation;
		evaluation_init(&evaluation, &arena, false);
		evaluation.infer = true;
		evaluation.algebra.stop = stops == 1 ? &stop : NULL;
		cr_expect_eq(evaluation_run(&evaluation, &source), stops == 0);
		cr_expect_eq(evaluation.error.fault.code, stops == 0 ? FAULT_NONE : FAULT_STOPPED);
		cr_expect_eq(evaluation.warning_count, 1 - stops);
	}
}

/* Sorting modes takes steps by pairs of them: more than 2048 that do not coalesce are more than the limit. */
Test(limits, steps_of_sorted_modes) {
	static const struct {
		const char *operation, *extents;
		enum fault_code of_half; /* what is said of half of them */
	} cases[] = { { "complement", "2,", FAULT_INJECTIVE }, { "right_inverse", "0,", FAULT_NONE },
		{ "left_inverse", "0,", FAULT_NONE } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (int modes = 1024; modes <= 2049; modes += 1025) {
			struct buf text = repeated("", modes - 1, cases[i].extents, "2):(");
			struct buf whole = new_text(cases[i].operation);
			buf_printf(&whole, "((%s", text.data);
			for (int k = 0; k < modes; k++) {
				buf_put(&whole, k > 0 ? ",1" : "1");
			}
			buf_put(&whole, "))");
			enum fault_code code = outcome(&whole);
			cr_expect_eq(code, modes < 2049 ? cases[i].of_half : FAULT_LIMIT, "%s of %d modes: %s", cases[i].operation,
				modes, fault_code_name(code));
		}
	}
}

Test(limits, source_bytes) {
	assert_limit(LIMIT_SOURCE_BYTES - 1, "", " ", "1");
}

/* The whole program is too long: the message underlines nothing of it. */
Test(limits, place_of_source_bytes) {
	struct buf text = repeated("", LIMIT_SOURCE_BYTES, " ", "1");
	struct source source = { .name = "<test>", .text = buf_str(&text), .first_line = 1 };
	struct evaluation evaluation;
	evaluation_init(&evaluation, &arena, false);
	cr_expect(!evaluation_run(&evaluation, &source));
	cr_expect_eq(evaluation.error.span.begin, 0);
	cr_expect_eq(evaluation.error.span.end, 0);
}

/* The fault of "text" in "language", with 8 as its shape where it says none. */
static struct message read_language(const char *language, const struct buf *text) {
	struct source source = { .name = "<test>", .text = buf_str(text), .first_line = 1 };
	struct language_options options = { .rank = 1, .shape = { 8 } };
	struct algebra al;
	struct denotation denotation;
	struct message message = { .span = { 1, 2 } };
	algebra_init(&al, &arena);
	language_read(&al, &source, language_find(language), &options, &denotation, &message);
	return message;
}

Test(limits, bytes_of_a_language) {
	struct buf text = repeated("i*4", LIMIT_SOURCE_BYTES - 3, " ", "");
	cr_expect_eq(read_language("c", &text).fault.code, FAULT_NONE);
	buf_put_char(&text, ' ');
	struct message beyond = read_language("c", &text);
	cr_expect_eq(beyond.fault.code, FAULT_LIMIT);
	cr_expect_str_eq(beyond.fault.text, "a text of more than 1048576 bytes");
	cr_expect(beyond.span.begin == 0 && beyond.span.end == 0);
}

/* The fault is at the operator that is one too many. */
Test(limits, operators_in_a_row_of_a_language) {
	static const struct {
		const char *language, *before, *piece;
	} chains[] = { { "c", "i", "+1" }, { "python", "i", " - 1" }, { "numpy", "x = np.zeros(8); x", "[:]" },
		{ "numpy", "x = np.zeros(8); x[:]", ".T" } };
	for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
		const char *piece = chains[i].piece;
		int most = LIMIT_LEAVES - (piece[0] == '.'); /* [:] in front of it is one */
		struct buf at = repeated(chains[i].before, most, piece, "");
		struct message message = read_language(chains[i].language, &at);
		cr_expect_eq(message.fault.code, FAULT_NONE, "%d times '%s': %s", most, piece, message.fault.text);
		struct buf beyond = repeated(chains[i].before, most + 1, piece, "");
		message = read_language(chains[i].language, &beyond);
		cr_expect_eq(message.fault.code, FAULT_LIMIT, "%d times '%s'", most + 1, piece);
		cr_expect_str_eq(message.fault.text, "more than 4096 operators in a row");
		size_t blanks = piece[0] == ' ';
		cr_expect_eq(message.span.begin, buf_str(&at).length + blanks, "%zu", message.span.begin);
	}
}

static void assert_too_large(const struct buf *text) {
	enum fault_code code = outcome(text);
	cr_expect(code == FAULT_LIMIT || code == FAULT_OVERFLOW, "%.30s: %s", text->data, fault_code_name(code));
}

Test(limits, integer_digits) {
	struct buf largest = new_text("9223372036854775807");
	cr_expect_eq(outcome(&largest), FAULT_NONE);
	struct buf with_zeros = new_text("00000000000000000000000009223372036854775807");
	cr_expect_eq(outcome(&with_zeros), FAULT_NONE);
	struct buf too_large = new_text("9223372036854775808");
	assert_too_large(&too_large);
	struct buf too_long = repeated("", 20, "1", "");
	assert_too_large(&too_long);
	struct buf endless = repeated("", 100000, "1", "");
	assert_too_large(&endless);
}

Test(limits, name_bytes) {
	assert_limit(LIMIT_NAME_BYTES, "", "n", " = 1");
}

Test(limits, string_bytes) {
	assert_limit(LIMIT_STRING_BYTES, "\"", "s", "\"");
}

Test(limits, nesting_of_parentheses) {
	struct buf at = repeated("", LIMIT_NESTING, "(", "1");
	buf_put_repeated(&at, ')', LIMIT_NESTING);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	struct buf beyond = repeated("", LIMIT_NESTING + 1, "(", "1");
	buf_put_repeated(&beyond, ')', LIMIT_NESTING + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

Test(limits, operands_in_a_row) {
	assert_limit(LIMIT_ARGUMENTS - 1, "1", "+1", "");
	assert_limit(LIMIT_ARGUMENTS - 1, "1", " && 1", "");
	assert_limit(LIMIT_ARGUMENTS - 1, "0", " || 0", "");
	assert_limit(LIMIT_NESTING, "8:1", "(_)", "");
}

Test(limits, bits_of_a_map) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("bits((1");
		for (int bit = 1; bit < LINEAR_BITS_MAX + more; bit++) {
			buf_printf(&text, ",%" PRId64, (int64_t)1 << bit);
		}
		buf_put(&text, "))");
		cr_expect_eq(outcome(&text), more == 0 ? FAULT_NONE : FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
	}
}

Test(limits, names_of_a_tuple) {
	struct buf at = repeated("a", LIMIT_ARGUMENTS - 1, ",a", "=");
	struct buf values = repeated("(1", LIMIT_ARGUMENTS - 1, ",1", ")");
	buf_put_str(&at, buf_str(&values));
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	struct buf beyond = repeated("a", LIMIT_ARGUMENTS, ",a", "=1");
	cr_expect_eq(outcome(&beyond), FAULT_SYNTAX, "%s", fault_code_name(outcome(&beyond)));
}

Test(limits, nesting_of_indices) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("a = (0,1)\n", LIMIT_NESTING + more, "a[", "0");
		buf_put_repeated(&text, ']', (size_t)(LIMIT_NESTING + more));
		cr_expect_eq(outcome(&text), more == 0 ? FAULT_NONE : FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
	}
}

Test(limits, nesting_without_end) {
	static const char *const pieces[] = { "(", "[", "<", "size(", "1 o (", "1:(", "n=(", "((1))(" };
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		struct buf deep = repeated("", 100000, pieces[i], "1");
		cr_expect_neq(outcome(&deep), FAULT_NONE, "%s", pieces[i]);
	}
}

Test(limits, signs_without_end) {
	struct buf text = repeated("", 100000, "-", "1");
	outcome(&text);
}

Test(limits, nesting_made_by_operations) {
	struct buf text = new_text("a = (1)\n");
	for (int i = 0; i < 2 * LIMIT_NESTING; i++) {
		buf_put(&text, "a = (a,1)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, statements) {
	assert_limit(LIMIT_STATEMENTS, "", "1\n", "");
}

Test(limits, names) {
	struct buf text = new_text("");
	for (int i = 0; i < LIMIT_NAMES; i++) {
		buf_printf(&text, "n%d = %d\n", i, i);
	}
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
	buf_put(&text, "more = 1\n");
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, basis_depth) {
	assert_limit(LIMIT_BASIS_DEPTH, "1", "@0", "");
}

Test(limits, basis_depth_made_by_operations) {
	for (int depth = LIMIT_BASIS_DEPTH; depth <= LIMIT_BASIS_DEPTH + 1; depth++) {
		struct buf text = repeated("make_identity_layout(", depth, "(", "2");
		buf_put_repeated(&text, ')', (size_t)depth + 1);
		cr_expect_eq(outcome(&text), depth > LIMIT_BASIS_DEPTH ? FAULT_LIMIT : FAULT_NONE, "%s: %s", text.data,
			fault_code_name(outcome(&text)));
	}
}

Test(limits, basis_index) {
	struct buf at = new_text("");
	buf_printf(&at, "1@%d", LIMIT_BASIS_INDEX);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	struct buf beyond = new_text("");
	buf_printf(&beyond, "1@%d", LIMIT_BASIS_INDEX + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

/* The modes of a shape are numbered by a basis, too. */
Test(limits, basis_index_made_by_operations) {
	assert_limit(LIMIT_BASIS_INDEX, "make_identity_layout((", "2,", "2))");
}

Test(limits, arguments) {
	assert_limit(LIMIT_ARGUMENTS - 1, "make_layout(", "2:1,", "2:1)");
}

Test(limits, operands_of_a_composition) {
	assert_limit(LIMIT_ARGUMENTS - 1, "", "2:1 o ", "2:1");
}

Test(limits, leaves) {
	assert_limit(LIMIT_LEAVES - 1, "(", "1,", "1)");
}

Test(limits, leaves_made_by_operations) {
	struct buf text = new_text("a = (1,1)\n");
	for (int i = 0; i < 30; i++) {
		buf_put(&text, "a = (a,a)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, nodes_made_by_operations) {
	struct buf text = new_text("a = ((),())\n");
	for (int i = 0; i < 30; i++) {
		buf_put(&text, "a = (a,a)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, nodes) {
	assert_limit(LIMIT_NODES - 1, "(", "(),", "())");
}

/* Each leaf of an order is compared to each. */
Test(limits, leaves_of_an_order) {
	for (int rank = 2000; rank <= 2100; rank += 100) {
		struct buf text = repeated("compact_order((1", rank - 1, ",1", "),(2");
		for (int i = 1; i < rank; i++) {
			buf_put(&text, ",2");
		}
		buf_put(&text, "))");
		enum fault_code expected = (int64_t)rank * rank > LIMIT_STEPS ? FAULT_LIMIT : FAULT_NONE;
		cr_expect_eq(outcome(&text), expected, "%d: %s", rank, fault_code_name(outcome(&text)));
	}
}

/* A tuple that is too deep with as many nodes as there may be is refused for its depth, with one more for these. */
Test(limits, which_limit_of_tuples_is_said) {
	enum { EMPTY = 4000 };
	struct algebra al;
	algebra_init(&al, &arena);
	struct tuple *modes = tuple_modes_new(&al, EMPTY);
	for (int i = 0; i < EMPTY; i++) {
		modes[i] = tuple_of(&al, NULL, 0);
	}
	struct tuple wide = tuple_of(&al, modes, EMPTY);
	struct tuple deep = tuple_int(1);
	for (int i = 0; i < LIMIT_NESTING; i++) {
		deep = tuple_single(&al, deep);
	}
	struct tuple parts[EMPTY] = { deep, wide, wide, wide, wide };
	int rank = LIMIT_NODES - LIMIT_NESTING - 4 * EMPTY;
	for (int i = 5; i < EMPTY; i++) {
		parts[i] = modes[0];
	}
	cr_assert(!algebra_failed(&al) && rank > 5 && rank + 1 < EMPTY);
	for (int more = 0; more < 2; more++) {
		algebra_init(&al, &arena);
		tuple_of(&al, parts, rank + more);
		cr_expect_str_eq(al.fault.text, more == 0 ? "tuples nested more than 64 deep"
			: "a tuple of more than 16384 integers and tuples");
		algebra_init(&al, &arena);
		tuple_of(&al, parts + 1, rank + LIMIT_NESTING + more);
		cr_expect_str_eq(al.fault.text, more == 0 ? "" : "a tuple of more than 16384 integers and tuples");
	}
	/* One that is too deep with as many integers as there may be. */
	struct tuple *leaves = tuple_modes_new(&al, LIMIT_LEAVES);
	algebra_init(&al, &arena);
	struct tuple full = tuple_of(&al, leaves, LIMIT_LEAVES);
	for (int depth = 1; depth < LIMIT_NESTING; depth++) {
		full = tuple_single(&al, full);
	}
	cr_expect(!algebra_failed(&al) && tuple_leaves(full) == LIMIT_LEAVES);
	tuple_single(&al, full);
	cr_expect_str_eq(al.fault.text, "tuples nested more than 64 deep");
}

/*
 * A copy by TMA of a tensor with so many modes of which the box has a part, and others: four dimensions, and a fifth of
 * the "merged" modes of the box that follow one another and of all others.
 */
static struct buf tensor_map(int merged, int others) {
	const int count = 4 + merged + others;
	struct buf text = new_text("make_tma_copy(\"SM90_TMA_LOAD\",(8");
	for (int i = 1; i < count; i++) {
		buf_put(&text, ",2");
	}
	buf_put(&text, "):(1,8008,24024,72008");
	for (int i = 0; i < merged; i++) {
		buf_printf(&text, ",%d", 65536 << i);
	}
	for (int i = 0; i < others; i++) {
		buf_printf(&text, ",%lld", 67108864LL * (i + 1));
	}
	buf_printf(&text, "),%d:1,(8,2,2,2", 64 << merged);
	for (int i = 0; i < merged + others; i++) {
		buf_put(&text, i < merged ? ",2" : ",1");
	}
	buf_put(&text, "),1,16,true)");
	return text;
}

Test(limits, modes_of_a_tensor_map) {
	enum { LEAVES = 64 };
	for (int merged = 0; merged <= 8; merged += 4) {
		for (int more = -1; more <= 2; more++) {
			struct buf text = tensor_map(merged, LEAVES - merged + more);
			cr_expect_eq(outcome(&text), more <= 0 ? FAULT_NONE : FAULT_LIMIT, "%d modes, of which %d are merged: %s",
				LEAVES + more, merged, fault_code_name(outcome(&text)));
		}
	}
}

/* Read "text", a file in the language of Triton. Returns how many "uses" it has. */
static int read_types(const struct buf *text, struct triton_use **uses, struct message *message) {
	struct algebra al;
	algebra_init(&al, &arena);
	const struct source source = { "<test>", buf_str(text), 1 };
	const struct language_options options = { .rank = 0 };
	struct reading reading = { .reader = { &al, &source, message }, .text = source.text, .options = &options };
	return triton_read_file(&reading, uses);
}

/* The types of such a file. */
Test(limits, types_of_a_file) {
	enum { TYPES = 4096 };
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], "
			"order = [0]}>\n");
		for (int i = 1; i <= TYPES + more; i++) {
			buf_printf(&text, "tensor<%dxf32, #b>\n", i);
		}
		struct message message = { .span = { 0, 0 } };
		struct triton_use *uses = NULL;
		cr_expect_eq(read_types(&text, &uses, &message), more == 0 ? TYPES : 0);
		cr_expect_str_eq(message.fault.text, more == 0 ? "" : "more than 4096 types");
	}
}

/* The aliases of such a file that are not the same again. */
Test(limits, aliases_of_a_file) {
	enum { ALIASES = 4096 };
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("");
		for (int i = 1; i <= 2 * ALIASES + more; i++) {
			buf_printf(&text, "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [%d], "
				"order = [0]}>\n", 1 << (i + 1) / 2 % 3);
		}
		buf_printf(&text, "tensor<256xf32, #b>\n");
		struct message message = { .span = { 0, 0 } };
		struct triton_use *uses = NULL;
		cr_expect_eq(read_types(&text, &uses, &message), more == 0 ? 1 : 0);
		cr_expect_str_eq(message.fault.text, more == 0 ? "" : "more than 4096 aliases");
		cr_expect(more == 1 || uses[0].denotation.threads == 32 * 2);
	}
}

/* A type of such a file, from its "<" on, which 16 times the bytes of a name end. */
Test(limits, bytes_of_a_type_of_a_file) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("tensor<4xf32", LIMIT_NAME_BYTES * 16 - 11 + more, " ", ", #b>");
		struct message message = { .span = { 0, 0 } };
		struct triton_use *uses = NULL;
		cr_expect_eq(read_types(&text, &uses, &message), 1 - more);
		cr_expect_str_eq(message.fault.text, more == 0 ? "" : "expected '>' behind this type");
	}
}

/* Nothing behind the end of such a file is read, where it ends within a word that begins a type. */
Test(limits, a_file_ends_within_a_word) {
	const char first[] = "tensor<4xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], "
		"order = [0]}>>\n";
	for (size_t length = 1; length <= strlen("tensor<"); length++) {
		struct buf text = new_text(first);
		buf_put(&text, first);
		text.length = strlen(first) + length;
		struct message message = { .span = { 0, 0 } };
		struct triton_use *uses = NULL;
		bool begins = length == strlen("tensor<");
		cr_expect_eq(read_types(&text, &uses, &message), begins ? 0 : 1, "%zu bytes", length);
		cr_expect_str_eq(message.fault.text, begins ? "expected '>' behind this type" : "");
	}
}

Test(limits, large_layouts_are_no_limit) {
	struct buf text = new_text("composition((1073741824,1073741824):(1,1073741824), (1024,4):(1,1073741824))");
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
}

Test(limits, overflow_is_no_limit) {
	struct buf text = new_text("cosize((4294967296,4294967296):(1,4294967296))");
	cr_expect_eq(outcome(&text), FAULT_OVERFLOW, "%s", fault_code_name(outcome(&text)));
}

/* Each statement doubles the parts. */
static struct buf doubled(int times) {
	struct buf text = new_text("a0 = Sw<1,0,3> o 0 o 16:1\n");
	for (int i = 0; i < times; i++) {
		buf_printf(&text, "a%d = make_composed_layout(a%d, 0, a%d)\n", i + 1, i, i);
	}
	return text;
}

Test(limits, parts) {
	int times = 0;
	while (4 << times <= LIMIT_PARTS) {
		times++;
	}
	struct buf at = doubled(times);
	cr_expect_eq(outcome(&at), FAULT_NONE);
	struct buf beyond = doubled(times + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT);
}

/* A slice of a swizzled layout, two parts, composed with a map of bits behind layouts, "count" in all. */
static struct buf behind_slice(int count) {
	struct buf text = new_text("s = slice((_,0), Sw<2,0,3> o 0 o (32,32):(1,32))\nb2 = bits((1,2,4,9))\n");
	for (int i = 2; i < count; i++) {
		buf_printf(&text, "b%d = make_composed_layout(16:1, 0, b%d)\n", i + 1, i);
	}
	buf_printf(&text, "s o b%d", count);
	return text;
}

Test(limits, parts_behind_a_slice) {
	struct buf at = behind_slice(LIMIT_PARTS - 2);
	cr_expect_eq(outcome(&at), FAULT_NONE);
	struct buf beyond = behind_slice(LIMIT_PARTS - 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT);
}

/* --- formulas of run-time integers --- */

/* "M0 = ?; ..." for "count" names, then "text". */
static struct buf with_names(int count, const char *text) {
	struct buf buf = new_text("");
	for (int i = 0; i < count; i++) {
		buf_printf(&buf, "M%d = ?; ", i);
	}
	buf_put(&buf, text);
	return buf;
}

Test(limits, symbol_variables) {
	struct buf at = with_names(LIMIT_SYMBOL_VARIABLES, "1");
	struct buf beyond = with_names(LIMIT_SYMBOL_VARIABLES + 1, "1");
	cr_expect_eq(outcome(&at), FAULT_NONE);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT);
}

Test(limits, symbol_terms) {
	struct buf at = with_names(LIMIT_SYMBOL_TERMS, "(M0");
	for (int i = 1; i < LIMIT_SYMBOL_TERMS; i++) {
		buf_printf(&at, "+M%d", i);
	}
	struct buf beyond = at;
	buf_put(&at, ")");
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	buf_init(&beyond, &arena);
	buf_put_str(&beyond, buf_str(&at));
	buf_put(&beyond, "+1");
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

Test(limits, symbol_factors) {
	assert_limit(LIMIT_SYMBOL_FACTORS - 1, "M = ?; ", "M*", "M");
}

/* A name gives two needs: that 2 divides it, and that 3 does. */
Test(limits, symbol_needs) {
	struct buf text = with_names(LIMIT_SYMBOL_NEEDS / 2 + 1, "");
	for (int i = 0; i < LIMIT_SYMBOL_NEEDS / 2; i++) {
		buf_printf(&text, "shape_div(M%d,2); shape_div(M%d,3); ", i, i);
	}
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
	buf_printf(&text, "shape_div(M%d,2)", LIMIT_SYMBOL_NEEDS / 2);
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

/* The fifth dimension of a tensor map takes all modes behind the fourth. */
Test(limits, tma_modes) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("g=make_tensor(\"f32\",(64");
		for (int i = 0; i < 3 + LIMIT_TMA_MODES + more; i++) {
			buf_put(&text, ",2");
		}
		buf_put(&text, "):(1");
		for (int i = 0; i < 3 + LIMIT_TMA_MODES + more; i++) {
			buf_put(&text, ",64");
		}
		buf_put(&text, ")); make_tma_copy(\"SM90_TMA_LOAD\",g,64:1,64)");
		cr_expect_eq(outcome(&text), more == 0 ? FAULT_NONE : FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
	}
}

Test(limits, vector_elements) {
	static const char *const operations[] = { "load", "print_tensor" };
	for (int i = 0; i < 4; i++) {
		struct buf text = new_text(operations[i / 2]);
		buf_printf(&text, "(tensor<ptr<f32,generic> o %d:0>)", LIMIT_VECTOR_ELEMENTS + i % 2);
		cr_expect_eq(outcome(&text), i % 2 == 1 ? FAULT_LIMIT : FAULT_NONE, "%s: %s", text.data,
			fault_code_name(outcome(&text)));
	}
}

/* The steps that it takes to add the rows of a vector of 8 columns. */
static int64_t steps_of_rows(int rows) {
	struct algebra al;
	union number *numbers;
	algebra_init(&al, &arena);
	struct tuple shape = tuple_pair(&al, tuple_int(rows), tuple_int(8));
	struct vector a = vector_new(&al, &element_types[ELEMENT_S32], shape, &numbers);
	struct vector init = vector_from_integer(&al, 0);
	struct tuple columns = tuple_pair(&al, tuple_int(1), tuple_underscore());
	int64_t before = al.steps;
	vector_reduce(&al, a, REDUCE_ADD, init, columns);
	cr_expect_eq(al.fault.code, FAULT_NONE, "%s", al.fault.text);
	return before - al.steps;
}

/* A reduction takes a step for each element of the vector, and none for what lies behind the last. */
Test(limits, steps_of_a_reduction) {
	cr_expect_eq(steps_of_rows(8) - steps_of_rows(4), 4 * 8);
}

/* A layout of "rank" modes of which no two are one. */
static struct chain chain_of_modes(struct algebra *al, int rank) {
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *stride = tuple_modes_new(al, rank);
	int64_t next = 1;
	for (int i = 0; i < rank; i++, next *= 3) {
		shape[i] = tuple_int(2);
		stride[i] = tuple_int(next);
	}
	struct chain chain;
	cr_assert(chain_from_layout(al, layout_of(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank)), &chain));
	return chain;
}

/* The steps that it takes to compare layouts of "left" and "right" modes at 64 coordinates. */
static int64_t steps_of_comparison(int left, int right) {
	struct algebra al;
	algebra_init(&al, &arena);
	struct chain a = chain_of_modes(&al, left);
	struct chain b = chain_of_modes(&al, right);
	int64_t before = al.steps;
	cr_expect_eq(exact_first_difference(&al, &a, &b, 64), -1);
	return before - al.steps;
}

/* A comparison takes a step for each coordinate, and one more for each 16 modes of both layouts. */
Test(limits, steps_of_a_comparison) {
	cr_expect_eq(steps_of_comparison(8, 7), 64);
	cr_expect_eq(steps_of_comparison(8, 8), 2 * 64);
}

/* The steps that the program "text" takes. */
static int64_t steps_of_program(const struct buf *text, enum dialect dialect) {
	struct evaluation ev;
	struct source source = { "<test>", buf_str(text), 1 };
	evaluation_init(&ev, &arena, false);
	ev.algebra.dialect = dialect;
	int64_t before = ev.algebra.steps;
	evaluation_run(&ev, &source);
	cr_expect_eq(ev.error.fault.code, FAULT_NONE, "%s", ev.error.fault.text);
	return before - ev.algebra.steps;
}

/* The steps that it takes to evaluate a layout of "rank" modes that is written in integers alone. */
static int64_t steps_of_written(int rank) {
	struct buf text = new_text("(");
	for (int i = 0; i < 2 * rank; i++) {
		buf_put(&text, i == rank ? "):(" : i > 0 ? "," : "");
		buf_put(&text, "1");
	}
	buf_put(&text, ")");
	return steps_of_program(&text, DIALECT_CPP);
}

/* A layout that is written takes two steps for each extent and each stride: where it is read, and in the layout. */
Test(limits, steps_of_a_written_layout) {
	cr_expect_eq(steps_of_written(8) - steps_of_written(4), 2 * 2 * 4);
}

/* The steps that it takes to repeat a tuple of 32 parts "count" times, as Python does. */
static int64_t steps_of_repeated(int count) {
	struct buf text = new_text("");
	buf_printf(&text, "((0,)*32)*%d", count);
	return steps_of_program(&text, DIALECT_DSL);
}

/* A tuple that is repeated takes two steps for each part of the result: where it is copied, and in the tuple. */
Test(limits, steps_of_a_repeated_tuple) {
	cr_expect_eq(steps_of_repeated(12) - steps_of_repeated(4), 2 * 8 * 32);
}

/* The steps that it takes to join two tuples of "count" parts, as Python does. */
static int64_t steps_of_joined(int count) {
	struct buf text = new_text("");
	buf_printf(&text, "t = (0,)*%d; t + t", count);
	return steps_of_program(&text, DIALECT_DSL);
}

/* Joining takes them as well, and one step for each part of the operands, which are looked at. */
Test(limits, steps_of_joined_tuples) {
	cr_expect_eq(steps_of_joined(12) - steps_of_joined(4), 2 * 8 + 2 * 8 + 2 * 2 * 8);
}

/* A sign takes a step for each of its operands. */
Test(limits, steps_of_operands) {
	struct buf one = new_text("1 + 2 + 3");
	struct buf two = new_text("1 + 2 + 3; 4 + 5 + 6");
	cr_expect_eq(steps_of_program(&two, DIALECT_CPP) - steps_of_program(&one, DIALECT_CPP), 3);
}

/* The steps of --explain: one beyond is left out, and the explanation says so. */
Test(limits, explain_steps) {
	struct algebra al;
	struct trace trace = { .count = 0 };
	struct trace_step step = { .kind = TRACE_LOST, .numbers = { tuple_int(8) } };
	algebra_init(&al, &arena);
	al.trace = &trace;
	for (int i = 0; i < LIMIT_EXPLAIN_STEPS; i++) {
		trace_append(&al, &step);
	}
	struct buf text = new_text("");
	explain_print(&text, &trace, trace.first, 0, 0);
	buf_put(&text, "");
	cr_expect(strstr(text.data, "the limit is") == NULL);
	trace_append(&al, &step);
	cr_expect_eq(trace.count, LIMIT_EXPLAIN_STEPS);
	explain_print(&text, &trace, trace.last, 0, 0);
	cr_expect(strstr(text.data, "the limit is 65536") != NULL);
}

/* M / q rounded up, written in two ways: they are compared for the remainders of M by q. */
Test(limits, symbol_rests) {
	for (int more = 0; more < 2; more++) {
		int q = LIMIT_SYMBOL_RESTS + more;
		struct buf text = new_text("");
		buf_printf(&text, "M = ?\nceil_div(M,%d) == (M+%d)/%d", q, q - 1, q);
		struct source source = { .name = "<test>", .text = buf_str(&text), .first_line = 1 };
		struct evaluation evaluation;
		evaluation_init(&evaluation, &arena, false);
		cr_assert(evaluation_run(&evaluation, &source));
		cr_expect_eq(evaluation.results[evaluation.result_count - 1].boolean, more == 0, "%d remainders", q);
		bool says = false;
		for (int i = 0; i < evaluation.warning_count; i++) {
			says = says || strstr(evaluation.warnings[i].fault.text, "remainders") != NULL;
		}
		cr_expect_eq(says, more == 1, "%d remainders", q);
	}
}

/* A hint that repeats what was written does so where it has room for that. */
Test(limits, hint_of_coordinate) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("8:1 o", FAULT_TEXT_BYTES / 2 - 12 + more, " ", "8:1(3)");
		struct source source = { .name = "<test>", .text = buf_str(&text), .first_line = 1 };
		struct evaluation evaluation;
		evaluation_init(&evaluation, &arena, false);
		cr_assert(evaluation_run(&evaluation, &source) && evaluation.warning_count == 1);
		cr_expect_eq(evaluation.warnings[0].fault.hint[0] != '\0', more == 0, "%d bytes", (int)text.length);
	}
}

/* --- a kernel: what is beyond its limits is left out, and a finding says which limit it is --- */

/* What is found in the kernel "text". */
static struct findings kernel_findings(const struct buf *text) {
	struct source source = { .name = "<test>", .text = buf_str(text), .first_line = 1 };
	struct evaluation evaluation;
	struct findings findings = { .arena = &arena };
	evaluation_init(&evaluation, &arena, false);
	kernel_run(&evaluation, &source, &findings);
	return findings;
}

/*
 * Find the values of the kernel "text"; "said" is what is said of its limits, NULL for nothing. Returns the last value
 * as text.
 */
static struct buf kernel_outcome(const struct buf *text, const char **said) {
	struct findings findings = kernel_findings(text);
	struct buf last = new_text("");
	*said = NULL;
	for (int i = 0; i < findings.count; i++) {
		if (findings.items[i].fault.code == FAULT_LIMIT) {
			*said = findings.items[i].fault.text;
		}
		if (findings.items[i].kind == FINDING_VALUE) {
			last.length = 0;
			print_value(&last, &findings.items[i].value);
		}
	}
	buf_put(&last, "");
	return last;
}

/* The kernel "text" has "value" as its last one, and says that it goes beyond a limit if "beyond". */
static void assert_kernel(const struct buf *text, bool beyond, const char *value) {
	const char *said;
	struct buf last = kernel_outcome(text, &said);
	cr_expect_eq(said != NULL, beyond, "%.60s: %s", text->data, said != NULL ? said : "no limit is said");
	cr_expect(str_is(buf_str(&last), value), "%.60s: %.*s, not %s", text->data, (int)last.length,
		last.length > 0 ? last.data : "", value);
}

/* The layouts of a text that is printed: what is behind the last one that is shown is told of. */
Test(limits, layouts_of_a_print) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("", LIMIT_STATEMENTS + more, "(4,8):(8,1)\n", "");
		struct source source = { .name = "<test>", .text = buf_str(&text), .first_line = 1 };
		struct evaluation evaluation;
		struct findings findings = { .arena = &arena };
		evaluation_init(&evaluation, &arena, false);
		paste_read(&evaluation, &source, &findings);
		cr_expect_eq(findings.count, LIMIT_STATEMENTS + more);
		const struct finding *last = &findings.items[findings.count - 1];
		cr_expect_eq(last->kind, more == 1 ? FINDING_REFUSED : FINDING_VALUE);
	}
}

Test(limits, kernel_parameters) {
	for (int more = 0; more < 2; more++) {
		int count = LIMIT_KERNEL_PARAMETERS + more;
		struct buf text = new_text("using Z = Layout<_7>;\ntemplate <int P0 = 1");
		for (int i = 1; i < count; i++) {
			buf_printf(&text, ",int P%d = %d", i, i + 1);
		}
		buf_printf(&text, "> struct T { using L = Layout<Int<P%d>>; };\nusing A = typename T<>::L;\n", count - 1);
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "32:1");
	}
}

Test(limits, kernel_names_of_parts) {
	for (int more = 0; more < 2; more++) {
		int count = LIMIT_KERNEL_PARAMETERS + more;
		struct buf text = new_text("auto [p0");
		for (int i = 1; i < count; i++) {
			buf_printf(&text, ", p%d", i);
		}
		buf_put(&text, "] = repeat<32>(_7{});\nauto a = make_layout(p31);\nauto b = make_layout(8);\n");
		assert_kernel(&text, more == 1, "8:1");
	}
}

Test(limits, kernel_arguments) {
	for (int more = 0; more < 2; more++) {
		const char *before = "template <int N, int... Rest> struct T { using L = Layout<Int<N>>; };\nusing A = T<3";
		struct buf text = repeated(before, LIMIT_KERNEL_PARAMETERS - 1 + more, ",5", ">::L;\n");
		assert_kernel(&text, more == 1, "3:1");
	}
}

Test(limits, kernel_instances) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("template <int N> struct T { using L = Layout<Int<N>>; };\n");
		for (int i = 1; i <= LIMIT_KERNEL_INSTANCES + more; i++) {
			buf_printf(&text, "using A%d = T<%d>::L;\n", i, i);
		}
		assert_kernel(&text, more == 1, "64:1");
	}
	/* Those that nothing gives arguments count as well; the one that is left out is told of where it stands. */
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("auto z = make_layout(7);\n", 4096, "\n", "");
		for (int i = 1; i <= LIMIT_KERNEL_INSTANCES + more; i++) {
			buf_printf(&text, "template <int N = %d> struct T%d { using L = Layout<Int<N>>; };\n", i, i);
		}
		struct findings findings = kernel_findings(&text);
		int said = 0;
		for (int i = 0; i < findings.count; i++) {
			const struct finding *finding = &findings.items[i];
			bool is_limit = finding->fault.code == FAULT_LIMIT;
			said += is_limit ? 1 : 0;
			cr_expect(!is_limit || strncmp(text.data + finding->span.begin, "struct T1 ", 10) == 0);
		}
		cr_expect_eq(said, more, "%d templates that nothing uses", LIMIT_KERNEL_INSTANCES + more);
	}
	/* An alias counts where it is used alone. */
	struct buf aliases = new_text("");
	for (int i = 0; i <= LIMIT_KERNEL_INSTANCES; i++) {
		buf_printf(&aliases, "template <int N> using A%d = Layout<Int<N>>;\n", i);
	}
	buf_put(&aliases, "auto a = A7<4>{};\n");
	assert_kernel(&aliases, false, "4:1");
}

/* Each template asks for the one before it, so that their bodies are in one another. */
Test(limits, kernel_bodies_of_templates) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("using Z = Layout<_7>;\n"
			"template <int N> struct T1 { using L = Layout<Int<N>>; };\n");
		for (int i = 2; i <= LIMIT_KERNEL_BODIES + more; i++) {
			buf_printf(&text, "template <int N> struct T%d { using L = typename T%d<N>::L; };\n", i, i - 1);
		}
		buf_printf(&text, "using A = T%d<4>::L;\n", LIMIT_KERNEL_BODIES + more);
		const char *said;
		struct buf last = kernel_outcome(&text, &said);
		cr_expect_eq(said != NULL && strstr(said, "bodies in bodies") != NULL, more == 1, "%d templates", more);
		cr_expect(str_is(buf_str(&last), more == 1 ? "7:1" : "4:1"), "%s", last.data);
	}
}

/* Structures in structures, each with a body of its own. */
Test(limits, kernel_bodies_of_structures) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("using Z = Layout<_7>;\n");
		for (int i = 1; i <= LIMIT_KERNEL_BODIES + more; i++) {
			buf_printf(&text, "struct S%d {\n", i);
		}
		buf_put(&text, "using L = Layout<_4>;\n");
		for (int i = 1; i <= LIMIT_KERNEL_BODIES + more; i++) {
			buf_put(&text, "};\n");
		}
		const char *said;
		struct buf last = kernel_outcome(&text, &said);
		cr_expect_eq(said != NULL && strstr(said, "bodies in bodies") != NULL, more == 1, "%d structures", more);
		cr_expect(str_is(buf_str(&last), more == 1 ? "7:1" : "4:1"), "%s", last.data);
	}
}

Test(limits, kernel_statements) {
	for (int more = 0; more < 3; more++) {
		struct buf text = repeated("auto z = make_layout(7);\n", LIMIT_STATEMENTS - 2 + more, "f();\n",
			"auto a = make_layout(4);\n");
		assert_kernel(&text, more > 0, more > 0 ? "7:1" : "4:1");
	}
}

Test(limits, kernel_bodies) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("auto z = make_layout(7);\n", LIMIT_KERNEL_BODIES + more, "namespace x {\n",
			"auto a = make_layout(4);\n");
		buf_put_repeated(&text, '}', (size_t)(LIMIT_KERNEL_BODIES + more));
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "4:1");
	}
}

/* Each "else" whose heads so far declare something is a body in that of the one in front. */
Test(limits, kernel_bodies_of_else) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("auto z = make_layout(7);\nif (int a = f()) {\n}", LIMIT_KERNEL_BODIES - 1 + more,
			" else if (int a = f()) {\n}", " else {\nauto b = make_layout(4);\n}\n");
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "4:1");
	}
}

/* What a loop changes beyond the limit is read over; it is looked for at its beginning and at its end. */
Test(limits, kernel_changes) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("int a = 4;\n");
		buf_put(&text, "for (;;) { if (0) {");
		for (int i = 2; i < LIMIT_KERNEL_CHANGES + 2 * more; i++) {
			buf_put(&text, " b = 1;");
		}
		buf_put(&text, " } a = 1; }\nauto z = make_layout(a);\n");
		assert_kernel(&text, more == 1, more == 1 ? "4:1" : "?:1");
	}
	/* What a function changes is looked for there, and at the ends of its body and of the function. */
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("int a, b, c, d, e, f, g, h, i, j;\n");
		for (int i = 1; i < LIMIT_KERNEL_CHANGES / (3 * 10) + more; i++) {
			buf_printf(&text, "void f%d() { a = b = c = d = e = f = g = h = i = j = 3; }\n", i);
		}
		buf_put(&text, "auto z = make_layout(4);\n");
		assert_kernel(&text, more == 1, "4:1");
	}
	/* A name of Python that was not known is not looked for. */
	struct buf unknown = new_text("a = 4\nfor i in x:\n ");
	for (int i = 0; i <= LIMIT_KERNEL_CHANGES; i++) {
		buf_put(&unknown, "b = ");
	}
	buf_put(&unknown, "1\n a = 5\nz = cute.make_layout(8)\nz = cute.make_layout(a)\n");
	assert_kernel(&unknown, false, "8:1");
	/* What more bodies than there may be in one another change is not known. */
	for (int more = 0; more < 4; more++) {
		struct buf text = new_text("def f(n):\n a = 4\n");
		int depth = 1;
		for (; depth < LIMIT_KERNEL_BODIES + more; depth++) {
			buf_printf(&text, "%*sif n:\n", depth, "");
		}
		buf_printf(&text, "%*sa = 5\n z = cute.make_layout((a, 8))\n", depth, "");
		buf_put(&text, " b = cute.make_layout(8)\n");
		assert_kernel(&text, more > 0, "8:1");
	}
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("int a = 4;\n");
		buf_put_repeated(&text, '{', (size_t)(LIMIT_KERNEL_BODIES + more));
		buf_put(&text, "a = 5;");
		buf_put_repeated(&text, '}', (size_t)(LIMIT_KERNEL_BODIES + more));
		buf_put(&text, "\nauto z = make_layout(a);\n");
		assert_kernel(&text, more == 1, more == 1 ? "?:1" : "5:1");
	}
}

/* Objects that keep references are looked for in all that is behind them. */
Test(limits, kernel_objects) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("struct R { int &r; };\n#if 0\nR ");
		for (int i = 1; i < LIMIT_KERNEL_CHANGES + more; i++) {
			buf_printf(&text, "%sa%d", i > 1 ? "," : "", i);
		}
		buf_put(&text, ";\n#endif\nauto a = make_layout(4);\n");
		assert_kernel(&text, more == 1, "4:1");
	}
}

/* What macros are replaced by may be long, and grow with each of them; where it is too long they stay as they are. */
Test(limits, kernel_macros) {
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("#define A 4 +");
		buf_put_repeated(&text, ' ', LIMIT_TYPE_BYTES - strlen("make_layout(4 +0)") + (size_t)more);
		buf_put(&text, "0\nauto z = make_layout(7);\nauto a = make_layout(A);\n");
		assert_kernel(&text, more == 1, "4:1");
	}
	/* Nor may they stand for nothing more often than that. */
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("#define A()\nauto z = make_layout(7);\nauto a = make_layout(",
			LIMIT_TYPE_BYTES + more, "A()", "4);\n");
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "4:1");
	}
	/* The arguments of one are put in its value, which may be as long, and is not cut off there. */
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("#define A(n) n = 1 +");
		buf_put_repeated(&text, ' ', LIMIT_TYPE_BYTES - strlen("n = 1 +4") + (size_t)more);
		buf_put(&text, "4\nint n = 3;\nA(n);\n");
		buf_put(&text, more == 1 ? "auto z = make_layout(7);\n" : "auto a = make_layout(n > 4 ? 5 : 2);\n");
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "5:1");
	}
	/* Nor is it cut off where another macro takes up most of it. */
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("#define I(x) 8\n#define A(n) I(");
		buf_put_repeated(&text, '1', LIMIT_TYPE_BYTES - strlen("I(+4)+1") + (size_t)more);
		buf_put(&text, "+n)+1\nauto z = make_layout(7);\nauto a = make_layout(A(4));\n");
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "9:1");
	}
	/* Where there are none, a text may be as long as it is. */
	struct buf plain = new_text("auto a = make_layout(4 +");
	buf_put_repeated(&plain, ' ', LIMIT_TYPE_BYTES);
	buf_put(&plain, "4);\n");
	assert_kernel(&plain, false, "8:1");
	struct buf text = new_text("#define A0 1 +\nauto z = make_layout(7);\n");
	for (int i = 1; i < 20; i++) {
		buf_printf(&text, "#define A%d A%d A%d\n", i, i - 1, i - 1);
	}
	buf_put(&text, "auto a = make_layout(A19 1);\n");
	assert_kernel(&text, true, "7:1");
}

Test(limits, kernel_directives) {
	for (int more = 0; more < 2; more++) {
		struct buf text = repeated("auto z = make_layout(7);\n", LIMIT_KERNEL_DIRECTIVES + more, "#if 1\n",
			"auto a = make_layout(4);\n");
		assert_kernel(&text, more == 1, more == 1 ? "7:1" : "4:1");
	}
	/* Those beyond have no other branch, and end as all do. */
	struct buf deep = repeated("auto z = make_layout(7);\n", LIMIT_KERNEL_DIRECTIVES + 1, "#if 1\n", "#else\n");
	for (int i = 0; i <= LIMIT_KERNEL_DIRECTIVES; i++) {
		buf_put(&deep, "#endif\n");
	}
	buf_put(&deep, "auto a = make_layout(4);\n");
	assert_kernel(&deep, true, "4:1");
	/* A branch that is not taken is left out, and not said, however deep. */
	struct buf text = repeated("auto z = make_layout(7);\n#if 0\n", LIMIT_KERNEL_DIRECTIVES, "#if 1\n",
		"auto a = make_layout(4);\n");
	assert_kernel(&text, false, "7:1");
	/* A statement that goes on behind each, and what is said of it at its place. */
	for (int more = 0; more < 2; more++) {
		struct buf many = repeated("auto z = make_layout(7);\nauto a = make_layout(4", LIMIT_KERNEL_DIRECTIVES + more,
			"\n#if 0\n; }\n#endif\n", ");\n");
		assert_kernel(&many, more == 1, more == 1 ? "7:1" : "4:1");
	}
}

/* A method in front of the one that gives an object its attributes, 16 in a line; another one is given here. */
Test(limits, kernel_told) {
	for (int more = 0; more < 2; more++) {
		int count = LIMIT_KERNEL_TOLD - 1 + more;
		struct buf text = new_text("");
		buf_printf(&text, "class K:\n def f(self):\n  self.z = make_layout(self.a%d)\n", 16 * more);
		buf_put(&text, " def g(self):\n");
		for (int i = 0; i < count; i += 16) {
			buf_put(&text, "  ");
			for (int j = i; j < i + 16 && j < count; j++) {
				buf_printf(&text, "self.a%d, ", j);
			}
			buf_put(&text, "= ");
			for (int j = i; j < i + 16 && j < count; j++) {
				buf_put(&text, "4, ");
			}
			buf_put_char(&text, '\n');
		}
		buf_put(&text, " def h(self):\n  a = self.z\n");
		assert_kernel(&text, more == 1, "4:1");
	}
}

Test(limits, kernel_members) {
	for (int more = 0; more < 2; more++) {
		/* 64 names in 64 structures that have those of the ones before as a base. */
		struct buf text = new_text("struct B {\n");
		for (int i = 0; i < 63; i++) {
			buf_printf(&text, "using m%d = Layout<_%d>;\n", i, i + 1);
		}
		buf_put(&text, "using last = Layout<_9>;\n};\n");
		for (int i = 1; i < LIMIT_KERNEL_MEMBERS / 64 + more; i++) {
			buf_printf(&text, "using B%d = B;\n", i);
		}
		buf_printf(&text, "auto a = B%d::m6{};\n", LIMIT_KERNEL_MEMBERS / 64 + more - 1);
		assert_kernel(&text, more == 1, more == 1 ? "9:1" : "7:1");
	}
	/* One more, and members that are hidden by another declaration where no more are bound. */
	for (int more = 0; more < 2; more++) {
		struct buf text = new_text("struct B {\n");
		for (int i = 0; i < 64; i++) {
			buf_printf(&text, "using m%d = Layout<_%d>;\n", i, i + 1);
		}
		buf_put(&text, "};\n");
		for (int i = 1; i < LIMIT_KERNEL_MEMBERS / 64; i++) {
			buf_printf(&text, "using B%d = B;\n", i);
		}
		buf_put(&text, more == 1 ? "struct D { using L = Layout<_99>; };\nauto a = D::L{};\n" : "");
		buf_put(&text, "using B7 = Unknown<int>;\nauto b = B7::m6{};\n");
		assert_kernel(&text, more == 1, more == 1 ? "99:1" : "64:1");
	}
	/* What is declared without a name is no member. */
	struct buf text = new_text("struct B {\n");
	for (int i = 0; i < 60; i++) {
		buf_printf(&text, "using m%d = Layout<_%d>;\n", i, i + 1);
	}
	buf_put(&text, "auto [p, q] = unknown(3);\nauto [r, s] = make_shape(4, 8);\n};\n");
	for (int i = 1; i < LIMIT_KERNEL_MEMBERS / 64; i++) {
		buf_printf(&text, "using B%d = B;\n", i);
	}
	buf_printf(&text, "auto a = B%d::m4{};\n", LIMIT_KERNEL_MEMBERS / 64 - 1);
	assert_kernel(&text, false, "5:1");
	/* Each enumerator of a type without a name is one, and what is behind the last comma is none. */
	for (int more = 0; more < 2; more++) {
		struct buf names = new_text("enum {");
		for (int i = 0; i < LIMIT_KERNEL_MEMBERS + more; i++) {
			buf_printf(&names, " e%d,", i);
		}
		buf_put(&names, " };\nauto a = make_layout(Int<e7>{});\n");
		assert_kernel(&names, more == 1, "7:1");
	}
}

/* Many names of a structure with many members: those beyond the limit take no time. */
Test(limits, time_of_members, .timeout = 30) {
	struct buf text = new_text("struct B {\n");
	for (int i = 0; i < 2000; i++) {
		buf_printf(&text, "using m%d = Layout<_4>;\n", i);
	}
	buf_put(&text, "};\n");
	for (int i = 0; i < 2000; i++) {
		buf_printf(&text, "using B%d = B;\n", i);
	}
	buf_put(&text, "auto a = make_layout(5);\n");
	assert_kernel(&text, true, "5:1");
}

/* A limit is said once for each statement that goes beyond it, however often it does. */
Test(limits, kernel_limit_of_a_statement) {
	struct buf text = new_text("struct B {\n");
	for (int i = 0; i < 1000; i++) {
		buf_printf(&text, "using m%d = Layout<_4>;\n", i);
	}
	buf_put(&text, "};\nusing C = B;\nusing D = B;\nusing E = B;\nstruct F : B, C { };\n"
		"struct G : B, C { };\n");
	struct findings findings = kernel_findings(&text);
	int said = 0;
	for (int i = 0; i < findings.count; i++) {
		said += findings.items[i].fault.code == FAULT_LIMIT ? 1 : 0;
	}
	cr_expect_eq(said, 2, "%d findings", said);
}

Test(limits, kernel_brackets) {
	for (int more = 0; more < 2; more++) {
		struct buf skipped = new_text("auto z = make_layout(7);\nenum E ");
		buf_put_repeated(&skipped, '{', (size_t)(LIMIT_NESTING + more));
		buf_put_repeated(&skipped, '}', (size_t)(LIMIT_NESTING + more));
		buf_put(&skipped, ";\nauto a = make_layout(4);\n");
		assert_kernel(&skipped, more == 1, more == 1 ? "7:1" : "4:1");
	}
}

Test(limits, type_bytes) {
	for (int more = 0; more < 2; more++) {
		/* The brackets count: "<", the blanks, "3" and ">". */
		struct buf text = repeated("template <int N> struct T { using L = Layout<Int<N>>; };\nusing A = T<",
			LIMIT_TYPE_BYTES - 3 + more, " ", "3>::L;\n");
		const char *said;
		kernel_outcome(&text, &said);
		cr_expect_eq(said != NULL, more == 1, "a type of %d bytes", LIMIT_TYPE_BYTES + more);
	}
}
