/*
 * Promises about run-time integers and numbers for them, as command lines write them, and values with names side by
 * side. To add a case, add a line. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "lang/formulas.h"
#include "lang/numbers.h"
#include "lang_case.h"
#include "tally.h"

/* --- promises --- */

/* What is read: the divisor, the least and the most; a divisor of 0 stands for what is refused. */
static const struct {
	const char *text;
	int64_t divisor, least, most;
} promises[] = {
	{ "N % 8 == 0", 8, 1, INT64_MAX },
	{ "N%8==0", 8, 1, INT64_MAX },
	{ " N % 8 == 0 ", 8, 1, INT64_MAX },
	{ "N % 1 == 0", 1, 1, INT64_MAX },
	{ "N % 4294967295 == 0", 4294967295, 1, INT64_MAX },
	{ "N % 4294967296 == 0", 0, 0, 0 },
	{ "N % 0 == 0", 0, 0, 0 },
	{ "N % -8 == 0", 0, 0, 0 },
	{ "N % 8 == 1", 0, 0, 0 },
	{ "N % 8 = 0", 0, 0, 0 },
	{ "N % 8", 0, 0, 0 },
	{ "N % 8 == 0 x", 0, 0, 0 },
	{ "N % 8 == ", 0, 0, 0 },
	{ "N % M == 0", 0, 0, 0 },
	{ "N >= 64", 1, 64, INT64_MAX },
	{ "N >= 1", 1, 1, INT64_MAX },
	{ "N >= 0", 1, 0, INT64_MAX },
	{ "N > 64", 1, 65, INT64_MAX },
	{ "N > 0", 1, 1, INT64_MAX },
	{ "N > 9223372036854775806", 1, INT64_MAX, INT64_MAX },
	{ "N > 9223372036854775807", 0, 0, 0 },
	{ "N >= 9223372036854775807", 1, INT64_MAX, INT64_MAX },
	{ "N <= 64", 1, 1, 64 },
	{ "N <= 1", 1, 1, 1 },
	{ "N <= 0", 0, 0, 0 },
	{ "N <= 9223372036854775807", 1, 1, INT64_MAX },
	{ "N < 64", 1, 1, 63 },
	{ "N < 2", 1, 1, 1 },
	{ "N < 1", 0, 0, 0 },
	{ "N < 0", 0, 0, 0 },
	{ "N == 64", 1, 64, 64 },
	{ "N == 1", 1, 1, 1 },
	{ "N == 0", 0, 0, 0 },
	{ "N = 64", 0, 0, 0 },
	{ "N != 64", 0, 0, 0 },
	{ "N >= 64 and", 0, 0, 0 },
	{ "N >=", 0, 0, 0 },
	{ "N", 0, 0, 0 },
	{ "", 0, 0, 0 },
	{ "64 >= N", 0, 0, 0 },
	{ "N >= 9223372036854775808", 0, 0, 0 },
	{ "N >= 99999999999999999999", 0, 0, 0 },
	{ "aZ_z0A9 >= 2", 1, 2, INT64_MAX },
	{ "_ >= 2", 1, 2, INT64_MAX },
	{ "9a >= 2", 0, 0, 0 },
	{ "N- >= 2", 0, 0, 0 },
};

static void check_promises(struct tally *tally) {
	for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
		struct assumption read = { .divisor = 0 };
		bool good = assumption_read(str_from(promises[i].text), &read);
		bool wanted = promises[i].divisor > 0;
		bool same = read.divisor == promises[i].divisor && read.least == promises[i].least
			&& read.most == promises[i].most;
		expect(tally, good == wanted && (!good || same), "%s: %s %" PRId64 " %" PRId64 " %" PRId64, promises[i].text,
			good ? "read as" : "refused", read.divisor, read.least, read.most);
	}
}

/* --- numbers --- */

static const struct {
	const char *text;
	bool are_numbers;
} lists[] = {
	{ "M=1", true },
	{ "M=1,N=2", true },
	{ " M = 1 , N = 2 ", true },
	{ "M=1,", true },
	{ "", false },
	{ " ", false },
	{ "M", false },
	{ "M=", false },
	{ "M=x", false },
	{ "M=-1", false },
	{ "=1", false },
	{ "M=1 N=2", false },
	{ "M=1,N=2,M=1", false },
	{ "M=1,MM=2,N=3", true },
	{ "M=1,N", false },
	{ "M=9223372036854775807", true },
	{ "M=9223372036854775808", false },
};

static void check_lists(struct tally *tally) {
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		bool good = numbers_are_written(str_from(lists[i].text));
		expect(tally, good == lists[i].are_numbers, "'%s': %s", lists[i].text, good ? "read" : "refused");
	}
}

/* --- programs with names --- */

/* The value with the numbers of "with", "error: " and why not, or "stranger: " and a name that the program lacks. */
static const struct {
	const char *program, *with, *wanted;
} substitutions[] = {
	{ "M=?; M:2", "M=3", "3:2" },
	{ "M=?; M:2", "M=1", "1:2" },
	{ "M=?{div=8}; (M/4,2):(1,M)", "M=16", "(4,2):(1,16)" },
	{ "M=?; N=?; (M,N):(N,1)", "M=3,N=5", "(3,5):(5,1)" },
	{ "M=?; N=?; (M,N):(N,1)", "N=5 , M=3", "(3,5):(5,1)" },
	{ "M=?; N=?; (M,N):(N,1)", "M=3", "error: --with has no number for 'N'" },
	{ "M=?; N=?; (M,N):(N,1)", "N=3", "error: --with has no number for 'M'" },
	{ "M=?{div=8}; M:2", "M=12", "error: M = 12 is not a multiple of 8" },
	{ "M=?{div=8}; M:2", "M=8", "8:2" },
	{ "M=?; M:2", "M=0", "error: M = 0 is less than 1" },
	{ "M=?; logical_divide(M:1,4)", "M=8", "(4,2):(1,4)" },
	{ "M=?; composition((4,M):(1,4),8:2)", "M=4", "8:2" },
	{ "M=?; 4:1", "M=8", "4:1" },
	{ "M=?; N=?; shape_div(M*N,3)", "M=4294967296,N=3", "4294967296" },
	{ "M=?; N=?; shape_div(M*N,3)", "M=4294967296,N=2",
		"error: for these numbers the result does not hold: it needs (M*N) % 3 == 0" },
	{ "M=?; N=?; (M*N-8):1", "M=4294967296,N=4294967296", "error: a formula does not fit 64 bits for these numbers" },
	{ "M=?; N=?; (8-M*N):1", "M=3,N=3", "error: for these numbers the result does not hold: it needs (-M*N+8) >= 0" },
	{ "4:1", "M=8", "stranger: M" },
	{ "M=?; M:1", "M=8,K=2", "stranger: K" },
	{ "M=?; M:1", "M=8,MM=2", "stranger: MM" },
};

static void put_substituted(struct buf *out, struct evaluation *ev, struct str with) {
	struct str stranger;
	struct value value = ev->results[ev->result_count - 1];
	if (numbers_find_stranger(with, ev->symbols, &stranger)) {
		buf_put(out, "stranger: ");
		buf_put_str(out, stranger);
	} else if (value_with_numbers(&ev->algebra, ev->symbols, with, &value)) {
		print_value(out, &value);
	} else {
		buf_put(out, "error: ");
		buf_put(out, ev->algebra.fault.text);
	}
}

static void check_substitutions(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof substitutions / sizeof *substitutions; i++) {
		arena_reset(arena);
		struct buf text;
		buf_init(&text, arena);
		put_substituted(&text, run_text(arena, str_from(substitutions[i].program)), str_from(substitutions[i].with));
		expect(tally, strcmp(text.data, substitutions[i].wanted) == 0, "%s with %s: %s", substitutions[i].program,
			substitutions[i].with, text.data);
	}
}

/*
 * Two values with the names M and N, multiples of 4: whether they are always equal, whether always one function ("-":
 * one of them is no map), and where they agree.
 */
static const struct {
	const char *a, *b;
	const char *equal, *same, *agreement;
} pairs[] = {
	{ "M", "M", "yes", "-", "" },
	{ "M", "N", "no", "-", "" },
	{ "M+M", "2*M", "yes", "-", "" },
	{ "(M,4)", "(M,4)", "yes", "-", "" },
	{ "(M,4)", "(M,8)", "no", "-", "" },
	{ "(M,4)", "(M,4,1)", "no", "-", "" },
	{ "M", "4:M", "no", "-", "" },
	{ "(M:1,4)", "(M:1,4)", "yes", "-", "" },
	{ "(M:1,4)", "(N:1,4)", "no", "-", "" },
	{ "(M:1,4)", "(M:1,4,5)", "no", "-", "" },
	{ "(4,M:1)", "(4,N:1)", "no", "-", "" },
	{ "(4:1,M:1)", "(5:1,M:1)", "no", "-", "" },
	{ "M:1", "M:1", "yes", "yes", "M=4,N=4" },
	{ "M:1", "M:2", "no", "no", "" },
	{ "M:1", "8:1", "no", "no", "M=8,N=4" },
	{ "8:1", "M:1", "no", "no", "M=8,N=4" },
	{ "M:1", "6:1", "no", "no", "" },
	{ "M:M", "8:8", "no", "no", "M=8,N=4" },
	{ "M:M", "8:12", "no", "no", "" },
	{ "(M,N):(N,1)", "(8,12):(12,1)", "no", "no", "M=8,N=12" },
	{ "(M,N):(N,1)", "(8,12):(8,1)", "no", "no", "" },
	{ "(M,8):(8,1)", "(4,N):(N,1)", "no", "no", "M=4,N=8" },
	{ "(M,2):(1,M)", "(2*M):1", "no", "yes", "" },
	{ "(M,2):(1,N)", "(2*M):1", "no", "no", "" },
	{ "(4,2):(1,4)", "8:1", "no", "no", "" },
	{ "((M,2),3):((1,M),2*M)", "(M,6):(1,M)", "no", "yes", "" },
	{ "M:1", "(M,1):(1,0)", "no", "yes", "" },
	{ "(M,4):(4,1)", "(M,(4,1)):(4,(1,0))", "no", "yes", "" },
	{ "Sw<2,0,3> o 0 o (M,2):(1,M)", "Sw<2,0,3> o 0 o (2*M):1", "no", "yes", "" },
	{ "Sw<2,0,3> o 0 o M:1", "Sw<2,0,3> o 0 o M:1", "yes", "yes", "" },
	{ "Sw<2,0,3> o 0 o M:1", "Sw<2,1,3> o 0 o M:1", "no", "no", "" },
	{ "Sw<2,0,3> o 0 o M:1", "Sw<2,0,3> o 8 o M:1", "no", "no", "" },
	{ "Sw<2,0,3> o 0 o M:1", "M:1", "no", "no", "" },
	{ "Sw<2,0,3> o 0 o M:1", "Sw<2,0,3> o 0 o N:1", "no", "no", "" },
	{ "(2*M):1", "12:1", "no", "no", "" },
	{ "(M*M):1", "16:1", "no", "no", "M=4,N=4" },
	{ "(M*N):1", "16:1", "no", "no", "M=4,N=4" },
	{ "(M+4):1", "8:1", "no", "no", "M=4,N=4" },
	{ "(M/4):1", "2:1", "no", "no", "" },
};

static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

static void check_pairs(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		arena_reset(arena);
		struct buf program;
		struct buf names;
		buf_init(&program, arena);
		buf_init(&names, arena);
		buf_printf(&program, "M=?{div=4}; N=?{div=4}; %s; %s", pairs[i].a, pairs[i].b);
		struct evaluation *ev = run_text(arena, str_from(program.data));
		const struct value *a = &ev->results[0];
		const struct value *b = &ev->results[1];
		expect(tally, ev->result_count == 2, "%s", program.data);
		const char *equal = values_always_equal(a, b) ? "yes" : "no";
		struct algebra *al = &ev->algebra;
		const char *same = !is_map(a) || !is_map(b) ? "-"
			: maps_always_same(arena, value_as_map(al, a), value_as_map(al, b)) ? "yes" : "no";
		const char *agreement = find_agreement(arena, ev->symbols, a, b, &names) ? names.data : "";
		expect(tally, strcmp(equal, pairs[i].equal) == 0 && strcmp(same, pairs[i].same) == 0
			&& strcmp(agreement, pairs[i].agreement) == 0, "%s and %s: equal %s, same %s, agree at '%s'", pairs[i].a,
			pairs[i].b, equal, same, agreement);
	}
}

/* What is promised and needed, as it is printed; "" where that is nothing. */
static const struct {
	const char *program, *printed;
} assumptions[] = {
	{ "M=?; M:1", "" },
	{ "M=?{div=8}; M:1", "M % 8 == 0" },
	{ "M=?{div=8}; N=?{div=4}; (M,N):(1,M)", "M % 8 == 0, N % 4 == 0" },
	{ "M=?; N=?{div=4}; (M,N):(1,M)", "N % 4 == 0" },
	{ "M=?; logical_divide(M:1,4)", "" },
	{ "M=?; N=?; composition((M,N):(N,1),4:2)", "M >= 7" },
	{ "M=?; N=?{div=4}; composition((M,N):(N,1),4:2)", "M >= 7, N % 4 == 0" },
};

static void check_assumptions(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof assumptions / sizeof *assumptions; i++) {
		arena_reset(arena);
		struct buf text;
		buf_init(&text, arena);
		print_assumptions(&text, run_text(arena, str_from(assumptions[i].program))->symbols);
		expect(tally, strcmp(text.data, assumptions[i].printed) == 0, "%s: %s", assumptions[i].program, text.data);
	}
}

/* Promises with bounds, behind a text that is there before. */
static void check_bounds(struct tally *tally, struct arena *arena) {
	struct algebra al;
	struct buf text;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct symbols *symbols = symbols_new(arena);
	struct tuple m = symbol_name(&al, symbols, str_from("M"), 4, false);
	struct tuple n = symbol_name(&al, symbols, str_from("N"), 1, false);
	symbol_assume(&al, m, 4, 8, 24);
	symbol_assume(&al, n, 1, 2, INT64_MAX);
	buf_init(&text, arena);
	buf_put(&text, "if ");
	print_assumptions(&text, symbols);
	expect(tally, strcmp(text.data, "if M % 4 == 0, M >= 8, M <= 24, N >= 2") == 0, "bounds: %s", text.data);
	uint64_t state = 7;
	int least = 0;
	int most = 0;
	for (int i = 0; i < 400; i++) {
		struct value value = value_from_tuple(m);
		struct buf names;
		buf_init(&names, arena);
		bool good = formulas_choose(&al, symbols, &state, &value, &names);
		int64_t number = value.tuple.value;
		expect(tally, good && number % 4 == 0 && number >= 8 && number <= 24, "M = %" PRId64, number);
		least += number == 8 ? 1 : 0;
		most += number == 24 ? 1 : 0;
	}
	expect(tally, least > 0 && most > 0, "of 400 numbers none is the least or the greatest");
}

/* Numbers for which a need does not hold are none: of those that are chosen for M the odd ones stay. */
static void check_needs(struct tally *tally, struct arena *arena) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct symbols *symbols = symbols_new(arena);
	struct tuple m = symbol_name(&al, symbols, str_from("M"), 1, false);
	struct tuple sum = int_add(&al, m, tuple_int(1));
	expect(tally, int_takes_divides(tuple_int(2), sum) && symbols->need_count == 1, "a need");
	uint64_t state = 7;
	int chosen = 0;
	for (int i = 0; i < 100; i++) {
		struct value value = value_from_tuple(m);
		struct buf names;
		buf_init(&names, arena);
		bool good = formulas_choose(&al, symbols, &state, &value, &names);
		bool is_number = !int_is_symbol(value.tuple);
		expect(tally, good == is_number && good == (names.length > 0) && (!good || value.tuple.value % 2 == 1),
			"M = %" PRId64, is_number ? value.tuple.value : 0);
		chosen += good ? 1 : 0;
	}
	expect(tally, chosen > 0 && chosen < 100, "%d of 100 numbers are odd", chosen);
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	check_promises(&tally);
	check_lists(&tally);
	check_substitutions(&tally, &arena);
	check_pairs(&tally, &arena);
	check_assumptions(&tally, &arena);
	check_bounds(&tally, &arena);
	check_needs(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
