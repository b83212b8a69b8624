/* src/base: arena, growing text, checked arithmetic, element types, faults. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/checked.h"
#include "base/element.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/str.h"
#include "base/utf8.h"

/* --- arena --- */

struct catcher {
	jmp_buf jump;
	size_t wanted;
};

static void catch_out_of_memory(void *context, size_t wanted) {
	struct catcher *catcher = context;
	catcher->wanted = wanted;
	longjmp(catcher->jump, 1);
}

Test(arena, memory_is_zeroed_and_aligned) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t size = 1; size < 200; size++) {
		unsigned char *memory = arena_alloc(&arena, size);
		cr_assert_eq((uintptr_t)memory % alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++) {
			cr_assert_eq(memory[i], 0);
		}
		memset(memory, 0xff, size);
	}
	arena_finish(&arena);
}

Test(arena, holds_nothing_before_use_and_after_finish) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	cr_assert_eq(arena.held, 0);
	arena_alloc(&arena, 1);
	cr_assert_gt(arena.held, 0);
	arena_finish(&arena);
	cr_assert_eq(arena.held, 0);
	arena_alloc(&arena, 1);
	arena_finish(&arena);
}

Test(arena, what_grows_keeps_what_it_had) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	int *numbers = NULL;
	int room = 0;
	for (int count = 0; count < 1000; count++) {
		int *before = numbers;
		bool is_full = count == room;
		numbers = arena_grown(&arena, numbers, count, &room, sizeof *numbers);
		cr_assert(room > count && (numbers != before) == is_full);
		numbers[count] = count;
	}
	for (int i = 0; i < 1000; i++) {
		cr_assert_eq(numbers[i], i);
	}
	arena_finish(&arena);
}

Test(arena, reset_keeps_the_memory_for_reuse) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < 100; i++) {
		memset(arena_alloc(&arena, 5000), 0xff, 5000);
	}
	size_t held = arena.held;
	for (int round = 0; round < 10; round++) {
		arena_reset(&arena);
		for (int i = 0; i < 100; i++) {
			unsigned char *memory = arena_alloc(&arena, 5000);
			cr_assert_eq(memory[0], 0, "reused memory is zeroed as well");
			memset(memory, 0xff, 5000);
		}
		cr_assert_eq(arena.held, held, "round %d took more memory", round);
	}
	arena_finish(&arena);
}

/* With AddressSanitizer what is touched and was not asked for is an error; with GUARD_FILLS it holds no value. */
Test(arena, what_nobody_asked_for_is_guarded) {
#ifdef GUARD_IS_THERE
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 2; round++) {
		for (size_t size = 1; size <= 40000; size = size * 3 + 1) {
			unsigned char *memory = arena_room(&arena, size);
			cr_assert_null(__asan_region_is_poisoned(memory, size), "%zu bytes cannot be used", size);
			for (size_t behind = 0; behind < GUARD_GAP; behind++) {
				cr_assert(__asan_address_is_poisoned(memory + size + behind), "%zu bytes, %zu behind", size, behind);
			}
		}
		unsigned char *last = arena_alloc(&arena, 8);
		arena_reset(&arena);
		cr_assert(__asan_address_is_poisoned(last), "what was reset can be used");
	}
	arena_finish(&arena);
#elif defined(GUARD_FILLS)
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 2; round++) {
		for (size_t size = 1; size <= 40000; size = size * 3 + 1) {
			const unsigned char *memory = arena_alloc(&arena, size);
			for (size_t behind = 0; behind < GUARD_GAP; behind++) {
				cr_assert_eq(memory[size + behind], GUARD_BYTE, "%zu bytes, %zu behind", size, behind);
			}
			cr_assert(memory[0] == 0 && memory[size - 1] == 0);
		}
		const unsigned char *last = arena_alloc(&arena, 8);
		arena_reset(&arena);
		cr_assert_eq(last[0], GUARD_BYTE, "what was reset holds what it held");
	}
	arena_finish(&arena);
#else
	cr_assert_eq(GUARD_GAP, 0);
#endif
}

Test(arena, large_allocations) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	unsigned char *large = arena_alloc(&arena, (size_t)10 << 20);
	large[0] = 1;
	size_t held = arena.held;
	for (int round = 0; round < 3; round++) {
		arena_reset(&arena);
		large = arena_alloc(&arena, (size_t)10 << 20);
		cr_assert_eq(large[0], 0);
		large[0] = 1;
		cr_assert_eq(arena.held, held, "a block of just that size is taken again");
	}
	large[((size_t)10 << 20) - 1] = 1;
	unsigned char *small = arena_alloc(&arena, 16);
	cr_assert(small + 16 <= large || small >= large + ((size_t)10 << 20));
	arena_finish(&arena);
}

Test(arena, limit_calls_the_handler) {
	struct arena arena;
	struct catcher catcher = { .wanted = 0 };
	arena_init(&arena, catch_out_of_memory, &catcher);
	arena.limit = 100000;
	if (setjmp(catcher.jump) == 0) {
		arena_alloc(&arena, 200000);
		cr_assert_fail("an allocation beyond the limit returned");
	}
	cr_assert_eq(catcher.wanted, 200000 + GUARD_GAP);
	cr_assert_not_null(arena_alloc(&arena, 1000), "what still fits is given");
	arena_finish(&arena);
}

/* The limit itself may be held; one byte less, and a block is only as large as what is asked for. */
Test(arena, all_of_the_limit_is_given) {
	struct arena arena;
	struct catcher catcher = { .wanted = 0 };
	arena_init(&arena, catch_out_of_memory, &catcher);
	arena_alloc(&arena, 1);
	size_t block = arena.held;
	arena_finish(&arena);
	arena.limit = block;
	arena_alloc(&arena, 1);
	cr_assert_eq(arena.held, block);
	arena_finish(&arena);
	arena.limit = block - 1;
	arena_alloc(&arena, 1);
	size_t small = arena.held;
	cr_assert_lt(small, block);
	arena_finish(&arena);
	/* What fills a block to its end takes no other one. */
	arena.limit = block;
	unsigned char *first = arena_alloc(&arena, ARENA_ALIGNMENT);
	size_t left = (size_t)(arena.end - arena.free) - GUARD_GAP;
	cr_assert_eq(arena_alloc(&arena, left), first + ARENA_ALIGNMENT + GUARD_GAP);
	cr_assert_eq(arena.held, block);
	arena_finish(&arena);
	arena.limit = 2 * small;
	arena_alloc(&arena, ARENA_ALIGNMENT);
	arena_alloc(&arena, 1);
	cr_assert_eq(arena.held, 2 * small);
	cr_assert(!arena.limited);
	arena_finish(&arena);
	arena.limit = 2 * small - 1;
	arena_alloc(&arena, ARENA_ALIGNMENT);
	if (setjmp(catcher.jump) == 0) {
		arena_alloc(&arena, 1);
		cr_assert_fail("an allocation beyond the limit returned");
	}
	cr_assert(arena.limited);
	arena_finish(&arena);
}

Test(arena, what_no_machine_has_is_not_the_limit) {
	for (volatile size_t more = 0; more < 2; more++) {
		struct arena arena;
		struct catcher catcher = { .wanted = 0 };
		arena_init(&arena, catch_out_of_memory, &catcher);
		if (setjmp(catcher.jump) == 0) {
			arena_alloc(&arena, (size_t)PTRDIFF_MAX + more);
			cr_assert_fail("PTRDIFF_MAX bytes returned");
		}
		cr_assert_eq(arena.limited, more == 0);
		arena_finish(&arena);
	}
}

Test(arena, array_whose_size_overflows_is_out_of_memory) {
	struct arena arena;
	struct catcher catcher = { .wanted = 0 };
	arena_init(&arena, catch_out_of_memory, &catcher);
	if (setjmp(catcher.jump) == 0) {
		arena_array(&arena, SIZE_MAX / 2, 3);
		cr_assert_fail("an array beyond size_t returned");
	}
	cr_assert_gt(catcher.wanted, 0);
	if (setjmp(catcher.jump) == 0) {
		arena_alloc(&arena, SIZE_MAX);
		cr_assert_fail("SIZE_MAX bytes returned");
	}
	arena_finish(&arena);
}

Test(arena, copy_ends_in_nul) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	cr_assert_str_eq(arena_copy(&arena, "layout", 3), "lay");
	cr_assert_str_eq(arena_copy(&arena, "layout", 0), "");
	arena_finish(&arena);
}

/* --- growing text --- */

Test(buf, starts_empty_and_always_ends_in_nul) {
	struct arena arena;
	struct buf buf;
	arena_init(&arena, NULL, NULL);
	buf_init(&buf, &arena);
	cr_assert_str_eq(buf.data, "");
	buf_put(&buf, "");
	buf_put_repeated(&buf, 'x', 0);
	buf_put_str(&buf, (struct str){ NULL, 0 });
	cr_assert_str_eq(buf.data, "");
	for (size_t i = 1; i <= 1000; i++) {
		buf_put_char(&buf, 'x');
		cr_assert_eq(strlen(buf.data), i);
		cr_assert_eq(buf.length, i);
	}
	arena_finish(&arena);
}

Test(buf, pieces_are_appended) {
	struct arena arena;
	struct buf buf;
	arena_init(&arena, NULL, NULL);
	buf_init(&buf, &arena);
	buf_put(&buf, "(4,8)");
	buf_put_char(&buf, ':');
	buf_put_str(&buf, (struct str){ "(8,1), and more", 5 });
	buf_put_repeated(&buf, '-', 3);
	buf_printf(&buf, "%s=%d", "n", 12);
	buf_printf(&buf, "%s", "");
	cr_assert_str_eq(buf.data, "(4,8):(8,1)---n=12");
	cr_assert(str_is(buf_str(&buf), "(4,8):(8,1)---n=12"));
	arena_finish(&arena);
}

Test(buf, long_pieces) {
	struct arena arena;
	struct buf buf;
	arena_init(&arena, NULL, NULL);
	buf_init(&buf, &arena);
	buf_put(&buf, "begin");
	buf_reserve(&buf, 1000);
	cr_assert_str_eq(buf.data, "begin", "room alone changes nothing");
	memset(buf.data, 'x', buf.capacity);
	arena_reset(&arena);
	buf_init(&buf, &arena);
	buf_reserve(&buf, 1000);
	cr_assert_str_eq(buf.data, "", "nor where something else was");
	buf_init(&buf, &arena);
	buf_put_repeated(&buf, 'a', 63);
	buf_put_repeated(&buf, 'b', 64);
	buf_printf(&buf, "%05000d", 0);
	cr_assert_eq(buf.length, 5127);
	cr_assert_eq(strlen(buf.data), 5127);
	cr_assert_eq(buf.data[62], 'a');
	cr_assert_eq(buf.data[63], 'b');
	arena_finish(&arena);
}

Test(buf, integers) {
	static const struct {
		int64_t value;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ 7, "7" },
		{ -7, "-7" },
		{ 10, "10" },
		{ INT64_MAX, "9223372036854775807" },
		{ INT64_MIN, "-9223372036854775808" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf buf;
		buf_init(&buf, &arena);
		buf_put_int(&buf, cases[i].value);
		cr_assert_str_eq(buf.data, cases[i].text);
	}
	arena_finish(&arena);
}

Test(buf, what_stands_behind_an_integer_is_left_alone) {
	for (size_t before = 0; before < 64; before++) {
		struct arena arena;
		struct buf buf;
		arena_init(&arena, NULL, NULL);
		buf_init(&buf, &arena);
		buf_reserve(&buf, 1);
		char *behind = arena_alloc(&arena, 32);
		memset(behind, '#', 31);
		buf_put_repeated(&buf, 'a', before);
		buf_put_int(&buf, INT64_MIN);
		cr_expect_str_eq(buf.data + before, "-9223372036854775808");
		cr_expect_str_eq(behind, "###############################", "behind %zu letters", before);
		arena_finish(&arena);
	}
}

Test(buf, json_strings) {
	static const struct {
		const char *text, *json;
	} cases[] = {
		{ "", "\"\"" },
		{ "(4,8):(8,1)", "\"(4,8):(8,1)\"" },
		{ "a \"b\" \\c", "\"a \\\"b\\\" \\\\c\"" },
		{ "one\ntwo", "\"one\\ntwo\"" },
		{ "\t\x01\x1f", "\"\\u0009\\u0001\\u001f\"" },
		{ " ~\x7f", "\" ~\\u007f\"" },
		{ "\xc2\x80\xc2\x9f\xc2\xa0", "\"\\u0080\\u009f\xc2\xa0\"" },
		{ "A \xe2\x88\x98 B", "\"A \xe2\x88\x98 B\"" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf buf;
		buf_init(&buf, &arena);
		buf_put_json(&buf, str_from(cases[i].text));
		cr_assert_str_eq(buf.data, cases[i].json);
	}
	struct buf buf;
	buf_init(&buf, &arena);
	buf_put_json(&buf, (struct str){ "a\0b", 3 });
	cr_assert_str_eq(buf.data, "\"a\\u0000b\"");
	arena_finish(&arena);
}

Test(buf, more_than_there_can_be_is_out_of_memory) {
	static const size_t more[] = { SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2 };
	for (volatile size_t i = 0; i < sizeof more / sizeof *more; i++) {
		struct arena arena;
		struct buf buf;
		struct catcher catcher = { .wanted = 0 };
		arena_init(&arena, catch_out_of_memory, &catcher);
		buf_init(&buf, &arena);
		buf_put(&buf, "text");
		if (setjmp(catcher.jump) == 0) {
			buf_reserve(&buf, more[i]);
			cr_assert_fail("there was room for %zu bytes", more[i]);
		}
		cr_assert_gt(catcher.wanted, more[i] - 1);
		arena_finish(&arena);
	}
}

/* --- str --- */

Test(str, equality) {
	cr_assert(str_is((struct str){ "size(x)", 4 }, "size"));
	cr_assert(!str_is((struct str){ "size(x)", 4 }, "siz"));
	cr_assert(!str_is((struct str){ "size(x)", 4 }, "rank"));
	cr_assert(str_equal((struct str){ NULL, 0 }, str_from("")));
}

Test(str, order) {
	static const struct {
		const char *a, *b;
		size_t length_a, length_b;
		int order;
	} cases[] = {
		{ "", "", 0, 0, 0 },
		{ "a", "a", 1, 1, 0 },
		{ "a", "b", 1, 1, -1 },
		{ "b", "a", 1, 1, 1 },
		{ "a", "B", 1, 1, 1 },
		{ "", "a", 0, 1, -1 },
		{ "a", "", 1, 0, 1 },
		{ "ab", "abc", 2, 3, -1 },
		{ "abc", "ab", 3, 2, 1 },
		{ "b", "abc", 1, 3, 1 },
		/* What stands behind a text says nothing. */
		{ "abz", "abc", 2, 3, -1 },
		{ "abc", "abz", 3, 2, 1 },
		{ "abz", "abc", 2, 2, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int order = str_compare((struct str){ cases[i].a, cases[i].length_a },
			(struct str){ cases[i].b, cases[i].length_b });
		cr_expect_eq((order > 0) - (order < 0), cases[i].order, "case %zu", i);
	}
}

Test(str, letters_digits_and_what_is_shown) {
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	for (int c = -128; c < 128; c++) {
		cr_expect_eq(str_is_letter((char)c), c != 0 && strchr(letters, c) != NULL, "%d", c);
		cr_expect_eq(str_is_digit((char)c), c != 0 && strchr("0123456789", c) != NULL, "%d", c);
	}
	cr_expect_eq(str_shown(str_from("abc"), 4), 3);
	cr_expect_eq(str_shown(str_from("abc"), 3), 3);
	cr_expect_eq(str_shown(str_from("abc"), 2), 2);
	cr_expect_eq(str_shown(str_from(""), 2), 0);
}

Test(str, ends_of_lines) {
	cr_assert(str_ends_line(str_from("a\nb"), 1));
	cr_assert(str_ends_line(str_from("a\rb"), 1));
	cr_assert(str_ends_line(str_from("a\r"), 1));
	cr_assert(!str_ends_line(str_from("a\r\n"), 1));
	cr_assert(str_ends_line((struct str){ "a\r\n", 2 }, 1), "what stands behind the text is not looked at");
	cr_assert(!str_ends_line((struct str){ "a\n", 1 }, 1));
	cr_assert(!str_ends_line(str_from("ab"), 1));
}

Test(number, order) {
	cr_assert_eq(number_order(-1, 2), -1);
	cr_assert_eq(number_order(2, -1), 1);
	cr_assert_eq(number_order(INT64_MIN, INT64_MAX), -1);
	cr_assert_eq(number_order(INT64_MAX, INT64_MIN), 1);
	cr_assert_eq(number_order(3, 3), 0);
}

Test(str, beginnings) {
	cr_assert(str_starts_with(str_from("size"), "size"));
	cr_assert(str_starts_with(str_from("size("), "size"));
	cr_assert(str_starts_with(str_from("s"), ""));
	cr_assert(!str_starts_with(str_from("siz"), "size"));
	cr_assert(!str_starts_with((struct str){ "size", 3 }, "size"));
	cr_assert(!str_starts_with(str_from("rank"), "r "));
}

/* Names of up to 40 letters are compared, longer ones are far from everything. */
Test(str, distances) {
	static const struct {
		const char *a, *b;
		int distance;
	} cases[] = {
		{ "", "", 0 },
		{ "", "abc", 3 },
		{ "coalesce", "coalesce", 0 },
		{ "coalesce", "Coalesce", 0 },
		{ "coalesce", "coalsece", 1 },
		{ "coalesce", "coalese", 1 },
		{ "coalesce", "ccoalesce", 1 },
		{ "coalesce", "coarsest", 4 },
		{ "ab", "ba", 1 },
		{ "abc", "cab", 2 },
		{ "abcdefghijabcdefghijabcdefghijabcdefghij", "abcdefghijabcdefghijabcdefghijabcdefghix", 1 },
		{ "abcdefghijabcdefghijabcdefghijabcdefghij", "", 40 },
		{ "abcdefghijabcdefghijabcdefghijabcdefghijk", "abcdefghijabcdefghijabcdefghijabcdefghij", 41 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct str a = str_from(cases[i].a);
		struct str b = str_from(cases[i].b);
		cr_expect_eq(str_distance(a, b), cases[i].distance, "%s and %s: %d", a.data, b.data, str_distance(a, b));
		cr_expect_eq(str_distance(b, a), cases[i].distance, "%s and %s: %d", b.data, a.data, str_distance(b, a));
	}
}

/* The distance of the first "i" letters of "a" and the first "j" of "b", as it is defined. */
static int distance_of(const char *a, int i, const char *b, int j) {
	if (i == 0 || j == 0) {
		return i + j;
	}
	int distance = distance_of(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
	int without = distance_of(a, i - 1, b, j) + 1;
	distance = without < distance ? without : distance;
	without = distance_of(a, i, b, j - 1) + 1;
	distance = without < distance ? without : distance;
	if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
		without = distance_of(a, i - 2, b, j - 2) + 1;
		distance = without < distance ? without : distance;
	}
	return distance;
}

/* Words of two letters, with letters around them that are no part of them. */
Test(str, distances_are_those_of_the_definition) {
	enum { MOST = 4, WORDS = 1 << MOST };
	char words[WORDS][MOST + 3];
	for (int i = 0; i < WORDS; i++) {
		for (int k = 0; k < MOST; k++) {
			words[i][k + 1] = (char)('a' + (i >> k) % 2);
		}
		words[i][0] = (char)('a' + i % 3 % 2);
		words[i][MOST + 1] = (char)('a' + i % 5 % 2);
		words[i][MOST + 2] = '\0';
	}
	for (int i = 0; i < WORDS * WORDS; i++) {
		const char *a = words[i % WORDS] + 1;
		const char *b = words[i / WORDS] + 1;
		for (int lengths = 0; lengths < (MOST + 1) * (MOST + 1); lengths++) {
			int p = lengths % (MOST + 1);
			int q = lengths / (MOST + 1);
			int found = str_distance((struct str){ a, (size_t)p }, (struct str){ b, (size_t)q });
			cr_assert_eq(found, distance_of(a, p, b, q), "%.*s and %.*s: %d", p, a, q, b, found);
		}
	}
}

Test(str, take_line) {
	struct str text = str_from("a\n\nbc\r\nd");
	const char *const lines[] = { "a", "", "bc\r", "d" };
	struct str line;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		cr_assert(str_take_line(&text, &line));
		cr_expect(str_is(line, lines[i]), "%.*s", (int)line.length, line.data);
	}
	cr_expect_not(str_take_line(&text, &line));
	text = str_from("a\n");
	cr_expect(str_take_line(&text, &line) && !str_take_line(&text, &line), "no line is behind the last end");
}

/* --- checked arithmetic --- */

enum operation { ADD,
	SUB,
	MUL,
	DIV,
	FLOOR_DIV,
	CEIL_DIV,
	REM,
	FLOOR_REM,
	SHIFT_LEFT };

static bool compute(enum operation operation, int64_t a, int64_t b, int64_t *out) {
	switch (operation) {
	case ADD: return checked_add(a, b, out);
	case SUB: return checked_sub(a, b, out);
	case MUL: return checked_mul(a, b, out);
	case DIV: return checked_div(a, b, out);
	case FLOOR_DIV: return checked_floor_div(a, b, out);
	case CEIL_DIV: return checked_ceil_div(a, b, out);
	case REM: return checked_rem(a, b, out);
	case FLOOR_REM: return checked_floor_rem(a, b, out);
	case SHIFT_LEFT: return checked_shift_left(a, b, out);
	}
	return false;
}

Test(checked, results_that_fit) {
	static const struct {
		enum operation operation;
		int64_t a, b, result;
	} cases[] = {
		{ ADD, INT64_MAX - 1, 1, INT64_MAX },
		{ ADD, INT64_MIN, INT64_MAX, -1 },
		{ SUB, INT64_MIN + 1, 1, INT64_MIN },
		{ SUB, -1, INT64_MIN, INT64_MAX },
		{ MUL, INT64_C(1) << 31, INT64_C(1) << 31, INT64_C(1) << 62 },
		{ MUL, INT64_C(1) << 62, -2, INT64_MIN },
		{ MUL, INT64_MIN, 0, 0 },
		{ SHIFT_LEFT, 5, 0, 5 },
		{ SHIFT_LEFT, 1, 62, INT64_C(1) << 62 },
		{ SHIFT_LEFT, -2, 62, INT64_MIN },
		{ SHIFT_LEFT, 0, 63, 0 },
		{ SHIFT_LEFT, -1, 63, INT64_MIN },
		{ DIV, 7, 2, 3 },
		{ DIV, -7, 2, -3 },
		{ DIV, 7, -2, -3 },
		{ DIV, INT64_MIN, 1, INT64_MIN },
		{ DIV, INT64_MAX, -1, -INT64_MAX },
		{ FLOOR_DIV, 7, 2, 3 },
		{ FLOOR_DIV, -7, 2, -4 },
		{ FLOOR_DIV, 7, -2, -4 },
		{ FLOOR_DIV, -7, -2, 3 },
		{ FLOOR_DIV, -8, 2, -4 },
		{ FLOOR_DIV, INT64_MIN, 2, INT64_MIN / 2 },
		{ FLOOR_DIV, INT64_MIN + 1, 2, INT64_MIN / 2 },
		{ CEIL_DIV, 7, 2, 4 },
		{ CEIL_DIV, -7, 2, -3 },
		{ CEIL_DIV, 7, -2, -3 },
		{ CEIL_DIV, -7, -2, 4 },
		{ CEIL_DIV, -8, 2, -4 },
		{ CEIL_DIV, INT64_MIN, 3, -INT64_C(3074457345618258602) },
		{ REM, 7, 2, 1 },
		{ REM, -7, 2, -1 },
		{ REM, 7, -2, 1 },
		{ REM, INT64_MIN, -1, 0 },
		{ FLOOR_REM, 7, 2, 1 },
		{ FLOOR_REM, -7, 2, 1 },
		{ FLOOR_REM, 7, -2, -1 },
		{ FLOOR_REM, -7, -2, -1 },
		{ FLOOR_REM, -8, 2, 0 },
		{ FLOOR_REM, INT64_MIN, 3, 1 },
		{ FLOOR_REM, INT64_MIN, -1, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t result = 99;
		cr_assert(compute(cases[i].operation, cases[i].a, cases[i].b, &result), "case %zu", i);
		cr_assert_eq(result, cases[i].result, "case %zu: %" PRId64, i, result);
	}
}

Test(checked, results_that_do_not_fit) {
	static const struct {
		enum operation operation;
		int64_t a, b;
	} cases[] = {
		{ ADD, INT64_MAX, 1 },
		{ ADD, INT64_MIN, -1 },
		{ SUB, INT64_MIN, 1 },
		{ FLOOR_DIV, 1, 0 },
		{ FLOOR_DIV, INT64_MIN, -1 },
		{ CEIL_DIV, 1, 0 },
		{ CEIL_DIV, INT64_MIN, -1 },
		{ FLOOR_REM, 1, 0 },
		{ SUB, 0, INT64_MIN },
		{ MUL, INT64_C(1) << 32, INT64_C(1) << 31 },
		{ MUL, INT64_MIN, -1 },
		{ SHIFT_LEFT, 1, 63 },
		{ SHIFT_LEFT, -2, 63 },
		{ SHIFT_LEFT, 2, 62 },
		{ DIV, 1, 0 },
		{ DIV, INT64_MIN, -1 },
		{ REM, 1, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t result;
		cr_assert(!compute(cases[i].operation, cases[i].a, cases[i].b, &result), "case %zu", i);
	}
}

/* --- faults --- */

Test(fault, only_the_first_is_kept) {
	struct fault fault;
	fault_clear(&fault);
	cr_assert(!fault_is_set(&fault));
	fault_set_hint(&fault, "no fault to belong to");
	cr_assert_str_eq(fault.hint, "");
	fault_set(&fault, FAULT_DIVIDE, 2, "stride %d and shape %d", 3, 4);
	fault_set(&fault, FAULT_RANK, 1, "another");
	fault_set_hint(&fault, "use %d", 2);
	fault_set_hint(&fault, "use %d", 6);
	cr_assert(fault_is_set(&fault));
	cr_assert_eq(fault.code, FAULT_DIVIDE);
	cr_assert_eq(fault.operand, 2);
	cr_assert_eq(fault.mode_depth, 0);
	cr_assert_str_eq(fault.text, "stride 3 and shape 4");
	cr_assert_str_eq(fault.hint, "use 2");
	fault_clear(&fault);
	cr_assert(!fault_is_set(&fault));
	cr_assert_str_eq(fault.text, "");
	cr_assert_str_eq(fault.hint, "");
}

Test(fault, long_text_is_cut) {
	struct fault fault;
	fault_clear(&fault);
	fault_set(&fault, FAULT_SYNTAX, 0, "%01000d", 0);
	fault_set_hint(&fault, "%01000d", 0);
	cr_assert_eq(strlen(fault.text), FAULT_TEXT_BYTES - 1);
	cr_assert_eq(strlen(fault.hint), FAULT_TEXT_BYTES - 1);
}

Test(fault, every_code_has_a_name_of_its_own) {
	for (int a = FAULT_NONE; a <= FAULT_INEXACT; a++) {
		cr_assert_str_neq(fault_code_name((enum fault_code)a), "unknown");
		for (int b = FAULT_NONE; b < a; b++) {
			cr_assert_str_neq(fault_code_name((enum fault_code)a), fault_code_name((enum fault_code)b));
		}
	}
}

/* --- UTF-8 --- */

struct utf8_case {
	const char *bytes;
	int32_t character;
	size_t length;
};

Test(utf8, decodes_what_is_utf8_and_nothing_else) {
	static const struct utf8_case cases[] = {
		{ "a", 'a', 1 },
		{ "\x7f", 0x7f, 1 },
		{ "\xc2\x80", 0x80, 2 },
		{ "\xdf\xbf", 0x7ff, 2 },
		{ "\xe0\xa0\x80", 0x800, 3 },
		{ "\xed\x9f\xbf", 0xd7ff, 3 },
		{ "\xee\x80\x80", 0xe000, 3 },
		{ "\xef\xbf\xbf", 0xffff, 3 },
		{ "\xf0\x90\x80\x80", 0x10000, 4 },
		{ "\xf4\x8f\xbf\xbf", 0x10ffff, 4 },
		{ "\x80", -1, 1 },
		{ "\xbf", -1, 1 },
		{ "\xc0\x80", -1, 1 },
		{ "\xc1\xbf", -1, 1 },
		{ "\xc2", -1, 1 },
		{ "\xc2\xc2", -1, 1 },
		{ "\xe0\x9f\xbf", -1, 1 },
		{ "\xe2\x82", -1, 1 },
		{ "\xed\xa0\x80", -1, 1 },
		{ "\xed\xbf\xbf", -1, 1 },
		{ "\xf0\x8f\xbf\xbf", -1, 1 },
		{ "\xf4\x90\x80\x80", -1, 1 },
		{ "\xf8\x88\x80\x80\x80", -1, 1 },
		{ "\xf8\x90\x80\x80", -1, 1 },
		{ "\xff", -1, 1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t length;
		cr_expect_eq(utf8_decode(str_from(cases[i].bytes), &length), cases[i].character, "case %zu", i);
		cr_expect_eq(length, cases[i].length, "case %zu", i);
	}
	for (size_t cut = 1; cut < 4; cut++) {
		size_t length;
		cr_expect_eq(utf8_decode((struct str){ "\xf0\x90\x80\x80", cut }, &length), -1, "cut off behind %zu", cut);
		cr_expect_eq(length, 1);
	}
}

Test(utf8, makes_visible_what_a_terminal_would_obey) {
	static const struct {
		const char *text, *visible, *line;
	} cases[] = {
		{ "plain \xc3\xa9", "plain \xc3\xa9", "plain \xc3\xa9" },
		{ "\033]0;x\007", "^[]0;x^G", "^[]0;x^G" },
		{ "a\tb\nc\rd", "a\tb\nc^Md", "a^Ib^Jc^Md" },
		{ "\x7f", "^?", "^?" },
		{ "\xc2\x9b", UTF8_REPLACEMENT, UTF8_REPLACEMENT },
		{ "\xc2\x80\xc2\x9f", UTF8_REPLACEMENT UTF8_REPLACEMENT, UTF8_REPLACEMENT UTF8_REPLACEMENT },
		{ " ~\x1f", " ~^_", " ~^_" },
		{ "\x9b\xc2\xa0", UTF8_REPLACEMENT "\xc2\xa0", UTF8_REPLACEMENT "\xc2\xa0" },
		{ "\xff\xfe", UTF8_REPLACEMENT UTF8_REPLACEMENT, UTF8_REPLACEMENT UTF8_REPLACEMENT },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena arena;
		struct buf visible, line;
		arena_init(&arena, NULL, NULL);
		buf_init(&visible, &arena);
		buf_init(&line, &arena);
		utf8_put_visible(&visible, str_from(cases[i].text), 100);
		utf8_put_visible_line(&line, str_from(cases[i].text));
		cr_expect_str_eq(visible.data, cases[i].visible, "case %zu", i);
		cr_expect_str_eq(line.data, cases[i].line, "case %zu", i);
		visible.length = 0;
		utf8_put_visible(&visible, str_from("abc"), 2);
		cr_expect_str_eq(visible.data, "ab...");
		visible.length = 0;
		utf8_put_visible(&visible, (struct str){ "a\0b", 3 }, 100);
		cr_expect_str_eq(visible.data, "a^@b");
		arena_finish(&arena);
	}
}

Test(utf8, json_is_utf8_whatever_comes) {
	struct arena arena;
	struct buf json;
	arena_init(&arena, NULL, NULL);
	buf_init(&json, &arena);
	buf_put_json(&json, str_from("\xff\"\\\n\033\xc3\xa9\xed\xa0\x80"));
	const char *replaced = UTF8_REPLACEMENT UTF8_REPLACEMENT UTF8_REPLACEMENT "\"";
	cr_expect(memcmp(json.data, "\"" UTF8_REPLACEMENT "\\\"\\\\\\n\\u001b\xc3\xa9", 18) == 0);
	cr_expect_str_eq(json.data + 18, replaced);
	arena_finish(&arena);
}

/* --- element types --- */

Test(element, has_one_type_for_each_name) {
	for (int i = 0; i < ELEMENT_COUNT; i++) {
		const char *at = element_types[i].names;
		cr_assert_eq(element_find(str_from(element_types[i].name)), &element_types[i]);
		for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
			struct str name = { at, strcspn(at, " ") };
			cr_assert_eq(element_find(name), &element_types[i], "%.*s", (int)name.length, name.data);
			at += name.length;
		}
		int sign = element_types[i].exponent_bits > 0 && i != ELEMENT_E8M0 && i != ELEMENT_UE4M3 ? 1 : 0;
		int used = sign + element_types[i].exponent_bits + element_types[i].mantissa_bits;
		cr_assert(sign == 0 || i == ELEMENT_TF32 || used == element_types[i].bits, "%s", element_types[i].name);
	}
}

Test(element, knows_the_words_that_commands_offer) {
	for (const char *at = ELEMENT_WORDS; *at != '\0'; at += strspn(at, " ")) {
		struct str name = { at, strcspn(at, " ") };
		cr_assert_gt(element_access_bits(name), 0, "%.*s", (int)name.length, name.data);
		at += name.length;
	}
}

Test(element, is_found_with_or_without_where_it_is_from) {
	static const struct {
		const char *name;
		int bits, access_bits;
	} cases[] = {
		{ "f16", 16, 16 },
		{ "half_t", 16, 16 },
		{ "cutlass::half_t", 16, 16 },
		{ "cute::half_t", 16, 16 },
		{ "::half_t", 16, 16 },
		{ ":half_t", 0, 0 },
		{ "torch.float16", 16, 16 },
		{ "t.float16", 16, 16 },
		{ ".float16", 0, 0 },
		{ "cutlass.Float16", 16, 16 },
		{ "fp16", 16, 16 },
		{ "e4m3", 8, 8 },
		{ "torch.float8_e4m3fn", 8, 8 },
		{ "e2m3", 6, 0 },
		{ "u256", 256, 0 },
		{ "float4", 128, 128 },
		{ "f17", 0, 0 },
		{ "", 0, 0 },
		{ "torch.", 0, 0 },
		{ "::", 0, 0 },
		{ "half_t ", 0, 0 },
		{ "half_t float", 0, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cr_expect_eq(element_bits(str_from(cases[i].name)), cases[i].bits, "%s", cases[i].name);
		cr_expect_eq(element_access_bits(str_from(cases[i].name)), cases[i].access_bits, "%s", cases[i].name);
	}
}

/* The name at the least distance, the first of several, if that is less than a third of the word and one. */
Test(nearest, names) {
	static const struct {
		const char *word, *first, *second, *name;
	} cases[] = {
		{ "m", "M", "N", "M" }, { "m", "N", "O", "" }, { "mo", "ma", "mu", "" }, { "mod", "mad", "mud", "mad" },
		{ "coalesc", "coalesces", "coalesce", "coalesce" }, { "abcdef", "abcxyf", "uvwxyz", "abcxyf" },
		{ "abcdef", "abxyzf", "uvwxyz", "" }, { "", "a", "b", "" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct nearest nearest = nearest_begin(str_from(cases[i].word));
		nearest_offer(&nearest, str_from(cases[i].first));
		nearest_offer(&nearest, str_from(cases[i].second));
		cr_expect(str_is(nearest.name, cases[i].name), "%s: %.*s", cases[i].word, (int)nearest.name.length,
			nearest.name.data);
		cr_expect_eq(nearest_found(&nearest), cases[i].name[0] != '\0', "%s", cases[i].word);
	}
}
