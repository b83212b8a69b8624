/*
 * Formulas of names against numbers: a random formula is computed once with names and once with each of many numbers in
 * their place. Where the needs hold, the two agree; what is answered for certain is true of all numbers; and a need
 * that a question leaves holds exactly where the answer that was taken is right. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>

#include "algebra/symbol.h"
#include "algebra/tuple.h"
#include "samples.h"
#include "tally.h"

enum { NODES_MAX = 11, NAMES = 3, TRIES = 24, QUESTIONS = 3, LARGE = 1024 * 16 };

/* --- trees --- */

/* A leaf is a name, by its number, or a number; an operation has the nodes "a" and "b", which stand before it. */
struct node {
	char op; /* n name, i number, + - * /, c ceil_div, % remainder, m min, M max */
	int64_t number;
	int a, b;
};

struct tree {
	int count;
	struct node nodes[NODES_MAX];
};

/* A tree of "leaves" leaves over the first "names" names, of operations that "ops" lists. */
static struct tree random_tree(struct samples *samples, const char *ops, int leaves, int names) {
	struct tree tree = { 0 };
	int open[NODES_MAX];
	int count = 0;
	int64_t kinds = 0;
	while (ops[kinds] != '\0') {
		kinds++;
	}
	for (; count < leaves; count++) {
		bool is_name = sample_below(samples, 3) > 0 || (count == 0 && leaves > 1);
		open[count] = tree.count;
		tree.nodes[tree.count++] = is_name ? (struct node){ 'n', sample_below(samples, names), 0, 0 }
			: (struct node){ 'i', sample_between(samples, sample_below(samples, 4) == 0 ? -9 : 1, 16), 0, 0 };
	}
	while (count > 1) {
		int at = (int)sample_below(samples, count - 1);
		tree.nodes[tree.count] = (struct node){ ops[sample_below(samples, kinds)], 0, open[at], open[at + 1] };
		open[at] = tree.count++;
		count--;
		for (int i = at + 1; i < count; i++) {
			open[i] = open[i + 1];
		}
	}
	return tree;
}

/* (c*p + d) * q OP (e*q): a sum by what its terms have in common, with a rest in most cases; "p" and "q" are names. */
static struct tree common_tree(struct samples *samples, int names) {
	static const char ops[] = "/c%";
	int64_t p = sample_below(samples, names);
	int64_t q = sample_below(samples, names);
	int64_t numbers[3];
	for (int i = 0; i < 3; i++) {
		numbers[i] = sample_between(samples, i == 1 ? -6 : 1, 12);
	}
	return (struct tree){ 11, {
		{ 'n', p, 0, 0 }, { 'i', numbers[0], 0, 0 }, { '*', 0, 0, 1 }, { 'i', numbers[1], 0, 0 }, { '+', 0, 2, 3 },
		{ 'n', q, 0, 0 }, { '*', 0, 4, 5 },
		{ 'i', numbers[2], 0, 0 }, { 'n', q, 0, 0 }, { '*', 0, 7, 8 },
		{ ops[sample_below(samples, 3)], 0, 6, 9 },
	} };
}

static struct tuple compute(struct algebra *al, char op, struct tuple a, struct tuple b) {
	switch (op) {
	case '+': return int_add(al, a, b);
	case '-': return int_sub(al, a, b);
	case '*': return int_mul(al, a, b);
	case '/': return int_div(al, a, b);
	case 'c': return int_ceil_div(al, a, b);
	case '%': return int_mod(al, a, b);
	case 'm': return int_min(a, b);
	default: return int_max(a, b);
	}
}

/* The tree computed with "names" for its names. */
static struct tuple compute_tree(struct algebra *al, const struct tree *tree, const struct tuple *names) {
	struct tuple values[NODES_MAX];
	for (int i = 0; i < tree->count && !algebra_failed(al); i++) {
		const struct node *node = &tree->nodes[i];
		values[i] = node->op == 'n' ? names[node->number] : node->op == 'i' ? tuple_int(node->number)
			: compute(al, node->op, values[node->a], values[node->b]);
	}
	return algebra_failed(al) ? tuple_int(0) : values[tree->count - 1];
}

/* a OP b of numbers, by definition; false where there is none, or a quotient is none of numbers from 0 on. */
static bool number_of(char op, int64_t a, int64_t b, int64_t *out) {
	switch (op) {
	case '+': return checked_add(a, b, out);
	case '-': return checked_sub(a, b, out);
	case '*': return checked_mul(a, b, out);
	case 'm': *out = a < b ? a : b; return true;
	case 'M': *out = a > b ? a : b; return true;
	default: break;
	}
	if (a < 0 || b <= 0) {
		return false;
	}
	*out = op == '/' ? a / b : op == '%' ? a % b : a / b + (a % b != 0 ? 1 : 0);
	return true;
}

static bool number_of_tree(const struct tree *tree, const int64_t *names, int64_t *out) {
	int64_t values[NODES_MAX] = { 0 };
	bool valid = true;
	for (int i = 0; i < tree->count && valid; i++) {
		const struct node *node = &tree->nodes[i];
		values[i] = node->op == 'n' ? names[node->number] : node->number;
		valid = node->op == 'n' || node->op == 'i' || number_of(node->op, values[node->a], values[node->b], &values[i]);
	}
	*out = values[tree->count - 1];
	return valid;
}

/* --- names --- */

/* The names of a case, with what was promised of them. */
struct scene {
	struct algebra al;
	struct symbols *symbols;
	struct tuple names[NAMES];
	int64_t divisor[NAMES], least[NAMES], most[NAMES];
};

static void scene_init(struct scene *scene, struct arena *arena, struct samples *samples) {
	static const int64_t divisors[] = { 1, 1, 1, 2, 3, 4, 6, 8, 16 };
	arena_reset(arena);
	algebra_init(&scene->al, arena);
	scene->symbols = symbols_new(arena);
	for (int i = 0; i < NAMES; i++) {
		scene->divisor[i] = divisors[sample_below(samples, 9)];
		scene->least[i] = sample_below(samples, 3) == 0 ? sample_between(samples, 1, 40) : 1;
		scene->most[i] = sample_below(samples, 4) == 0 ? 64 + sample_below(samples, 50) : INT64_MAX;
		scene->names[i] = symbol_name(&scene->al, scene->symbols, str_from("n"), 1, false);
		symbol_assume(&scene->al, scene->names[i], scene->divisor[i], scene->least[i], scene->most[i]);
	}
}

/* Numbers that were promised: small ones, bounds among them, and a few that are large. */
static void choose_numbers(const struct scene *scene, struct samples *samples, int64_t *values) {
	for (int i = 0; i < NAMES; i++) {
		int64_t divisor = scene->divisor[i];
		int64_t first = (scene->least[i] + divisor - 1) / divisor;
		int64_t last = scene->most[i] < INT64_MAX ? scene->most[i] / divisor : first + 40;
		int64_t spread = last - first < 12 || sample_below(samples, 3) == 0 ? last - first : 12;
		values[i] = divisor * (first + sample_below(samples, spread + 1));
		if (scene->most[i] == INT64_MAX && sample_below(samples, 6) == 0) {
			values[i] += divisor * sample_below(samples, 1000);
		}
	}
}

/* The number of the formula "t"; false where a quotient of it is not whole. */
static bool number_of_formula(struct tuple t, const int64_t *values, struct arena *arena, int64_t *out) {
	struct algebra al;
	algebra_init(&al, arena);
	*out = symbol_substitute(&al, t, values).value;
	return !algebra_failed(&al);
}

static bool all_hold(const struct scene *scene, const struct symbols *symbols, const int64_t *values) {
	struct algebra al;
	const struct need *broken;
	algebra_init(&al, scene->al.arena);
	bool holds = symbols_hold(&al, symbols, values, &broken);
	return holds && broken == NULL && !algebra_failed(&al);
}

/* --- the laws --- */

/* A formula has the numbers of its tree, and is divided by what is said to divide it. */
static void check_numbers(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct scene scene;
	scene_init(&scene, arena, samples);
	struct tree tree = number % 5 == 0 ? common_tree(samples, NAMES) :
		random_tree(samples, "+-*/c%mM+*", 2 + number % 3, 1 + number % NAMES);
	struct tuple t = compute_tree(&scene.al, &tree, scene.names);
	for (int k = 0; k < TRIES && !algebra_failed(&scene.al); k++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		int64_t wanted;
		int64_t found = 0;
		choose_numbers(&scene, samples, values);
		if (!all_hold(&scene, scene.symbols, values) || !number_of_tree(&tree, values, &wanted)) {
			continue;
		}
		bool right = number_of_formula(t, values, arena, &found) && found == wanted;
		right = right && (!int_is_symbol(t) || wanted % (int64_t)symbol_divisor(t) == 0);
		expect(tally, right, "tree %d: %" PRId64 " for %" PRId64 ",%" PRId64 ",%" PRId64 ", not %" PRId64, number,
			found, values[0], values[1], values[2], wanted);
	}
}

/* An answer to a question about "a" and "b": what is certain is true of these numbers. */
static bool is_true(enum answer answer, bool truth) {
	return answer == ANSWER_UNKNOWN || (answer == ANSWER_YES) == truth;
}

/* What large numbers say of a < b; false where they do not tell. */
static bool taken_for_large(const struct scene *scene, const struct tree *a, const struct tree *b, bool *less) {
	int64_t values[NAMES];
	int64_t x;
	int64_t y;
	for (int i = 0; i < NAMES; i++) {
		const struct variable *variable = &scene->symbols->variables[i];
		values[i] = variable->most < INT64_MAX ? variable->most : variable->least * (LARGE + 1024 * i);
	}
	if (!number_of_tree(a, values, &x) || !number_of_tree(b, values, &y)) {
		return false;
	}
	int64_t rounding = 64 + (x > y ? x : y) / (scene->most[0] < INT64_MAX ? 1 : 64);
	*less = x < y;
	return x - y > rounding || y - x > rounding;
}

/*
 * Questions about two formulas: a < b, a = b, a divides b. The answers are true, and after one of them was taken,
 * exactly the numbers are left for which it is right.
 */
static void check_questions(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct scene scene;
	scene_init(&scene, arena, samples);
	int kind = number % 4;
	int names = 1 + number / 4 % 2;
	const char *ops = number % 3 == 0 ? "+-/*-c/" : "+-*";
	struct tree trees[2] = { random_tree(samples, ops, 1 + number / 8 % 3, names),
		random_tree(samples, ops, 1 + number / 24 % 3, names) };
	struct tuple a = compute_tree(&scene.al, &trees[0], scene.names);
	struct tuple b = compute_tree(&scene.al, &trees[1], scene.names);
	if (algebra_failed(&scene.al) || (!int_is_symbol(a) && !int_is_symbol(b)) || scene.symbols->full) {
		return;
	}
	enum answer less = symbol_less(a, b);
	enum answer equal = symbol_equal(a, b);
	enum answer divides = symbol_divides(a, b);
	bool large_less = false;
	bool is_rounded = number % 3 == 0 && names > 1; /* a quotient of two names is small */
	bool is_large = less == ANSWER_UNKNOWN && !is_rounded && taken_for_large(&scene, &trees[0], &trees[1], &large_less);
	const struct symbols before = *scene.symbols;
	struct tuple least = kind == 3 ? symbol_min(a, b) : a;
	bool taken = kind == 0 ? symbol_takes_less(a, b) : kind == 1 ? symbol_takes_equal(a, b)
		: kind == 2 ? symbol_takes_divides(a, b) : tuple_equal(least, a);
	expect(tally, !is_large || kind != 0 || taken == large_less, "question %d: not what large numbers give", number);
	for (int k = 0; k < TRIES; k++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		int64_t x;
		int64_t y;
		choose_numbers(&scene, samples, values);
		bool exist = number_of_tree(&trees[0], values, &x) && number_of_tree(&trees[1], values, &y);
		if (!exist || !all_hold(&scene, &before, values)) {
			continue;
		}
		bool holds = all_hold(&scene, scene.symbols, values);
		bool divided = x != 0 && y % x == 0;
		bool truth = kind == 0 ? x < y : kind == 1 ? x == y : kind == 2 ? divided : x <= y;
		bool tie = (kind == 3 && x == y) || (kind == 2 && x == 0);
		expect(tally, is_true(less, x < y) && is_true(equal, x == y)
			&& (x == 0 || is_true(divides, divided)) && (tie || holds == (truth == taken)),
			"question %d, kind %d, for %" PRId64 ",%" PRId64 ",%" PRId64 ": a = %" PRId64 ", b = %" PRId64
			", answers %d %d %d, taken %d, %s", number, kind, values[0], values[1], values[2], x, y, less, equal,
			divides, taken, holds ? "holds" : "does not hold");
	}
}

/* --- written otherwise --- */

/* A sum of quotients of one name, of small divisors: their least common multiple is at most "PERIOD". */
enum { PERIOD = 144, QUOTIENTS = 2 };

struct sum {
	int64_t times[QUOTIENTS], up[QUOTIENTS], by[QUOTIENTS], inner[QUOTIENTS];
	bool is_ceil[QUOTIENTS];
	int64_t more;
};

static struct sum random_sum(struct samples *samples) {
	static const int64_t divisors[] = { 2, 3, 4, 6, 1 };
	struct sum sum = { .more = sample_between(samples, -2, 2) };
	for (int k = 0; k < QUOTIENTS; k++) {
		sum.times[k] = sample_between(samples, -1, 2);
		sum.up[k] = sample_below(samples, 7);
		sum.by[k] = divisors[sample_below(samples, 4)];
		sum.inner[k] = divisors[sample_below(samples, 5)];
		sum.is_ceil[k] = sample_below(samples, 2) == 0;
	}
	return sum;
}

/* times * ((M / inner + up) / by) + ... + more, the inner quotients rounded down. */
static struct tuple formula_of_sum(struct algebra *al, const struct sum *sum, struct tuple name) {
	struct tuple t = tuple_int(sum->more);
	for (int k = 0; k < QUOTIENTS; k++) {
		struct tuple p = int_add(al, int_div(al, name, tuple_int(sum->inner[k])), tuple_int(sum->up[k]));
		struct tuple by = tuple_int(sum->by[k]);
		struct tuple quotient = sum->is_ceil[k] ? int_ceil_div(al, p, by) : int_div(al, p, by);
		t = int_add(al, t, int_mul(al, quotient, tuple_int(sum->times[k])));
	}
	return t;
}

static int64_t number_of_sum(const struct sum *sum, int64_t m) {
	int64_t n = sum->more;
	for (int k = 0; k < QUOTIENTS; k++) {
		int64_t p = m / sum->inner[k] + sum->up[k] + (sum->is_ceil[k] ? sum->by[k] - 1 : 0);
		n += p / sum->by[k] * sum->times[k];
	}
	return n;
}

/* "sum" in another way, which may be the same function and may be not. */
static struct sum rewritten(struct samples *samples, struct sum sum) {
	int k = (int)sample_below(samples, QUOTIENTS);
	switch (sample_below(samples, 4)) {
	case 0: /* ceil(p/q) is floor((p + q - 1)/q) */
		sum.up[k] += sum.is_ceil[k] ? sum.by[k] - 1 : 1 - sum.by[k];
		sum.is_ceil[k] = !sum.is_ceil[k];
		break;
	case 1: /* one more is q more of p */
		sum.up[k] += sum.by[k];
		sum.more -= sum.times[k];
		break;
	case 2: /* floor(floor(M/a)/b) is floor(M/(a*b)) */
		if (sum.up[k] == 0 && !sum.is_ceil[k]) {
			sum.by[k] *= sum.inner[k];
			sum.inner[k] = 1;
		}
		break;
	default: sum.up[k] += sample_between(samples, -1, 1); break;
	}
	if (sum.up[k] < 0) {
		sum.up[k] += sum.by[k];
		sum.more -= sum.times[k];
	}
	return sum;
}

/* Two such sums are always equal exactly if they are for all numbers of three periods. */
static void check_equal(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct scene scene;
	scene_init(&scene, arena, samples);
	struct sum sums[2] = { random_sum(samples) };
	sums[1] = number % 8 == 0 ? random_sum(samples) : rewritten(samples, sums[0]);
	struct tuple a = formula_of_sum(&scene.al, &sums[0], scene.names[0]);
	struct tuple b = formula_of_sum(&scene.al, &sums[1], scene.names[0]);
	if (algebra_failed(&scene.al) || scene.symbols->need_count > 0) {
		return;
	}
	bool same = true;
	int64_t divisor = scene.divisor[0];
	for (int64_t m = PERIOD / divisor * divisor; m < 4 * PERIOD * divisor; m += divisor) {
		same = same && number_of_sum(&sums[0], m) == number_of_sum(&sums[1], m);
	}
	expect(tally, symbol_always_equal(a, b) == same && symbol_always_equal(b, a) == same,
		"sums %d of a multiple of %" PRId64 " are %s", number, divisor, same ? "equal" : "different");
}

/* --- promises --- */

/* What several promises of one name leave, and FAULT_DOMAIN where they leave nothing; also at the end of 64 bits. */
static void check_promises(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct symbols *symbols = symbols_new(arena);
	int64_t before = number % 4 == 0 ? INT64_MAX - 90 : 0;
	int64_t own = sample_between(samples, 1, 6);
	struct tuple name = symbol_name(&al, symbols, str_from("M"), own, false);
	int64_t divisors[2] = { sample_between(samples, 1, 8), sample_between(samples, 1, 8) };
	int64_t least[2] = { before + sample_between(samples, -3, 60), before + sample_between(samples, 1, 86) };
	int64_t most[2] = { before + sample_between(samples, 30, 90), sample_below(samples, 2) == 0 ? INT64_MAX
		: before + 70 };
	for (int i = 0; i < 2; i++) {
		symbol_assume(&al, name, divisors[i], least[i], most[i]);
	}
	bool exists = false;
	bool right = true;
	for (int64_t place = 1; place <= 90; place++) {
		int64_t m = before + place;
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { m };
		const struct need *broken;
		bool fits = m % own == 0;
		for (int i = 0; i < 2; i++) {
			fits = fits && m % divisors[i] == 0 && m >= least[i] && m <= most[i];
		}
		exists = exists || fits;
		struct algebra quiet;
		algebra_init(&quiet, arena);
		right = right && symbols_hold(&quiet, symbols, values, &broken) == fits;
	}
	expect(tally, right && algebra_failed(&al) == !exists && (exists || al.fault.code == FAULT_DOMAIN),
		"promises %d: %s", number, al.fault.text);
}

/* --- single cases --- */

static void names_alone(struct tally *tally, struct arena *arena) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct symbols *symbols = symbols_new(arena);
	struct tuple m = symbol_name(&al, symbols, str_from("M"), 4, false);
	struct tuple n = symbol_name(&al, symbols, str_from("N"), 1, false);
	const struct {
		struct tuple t;
		bool is_name;
		uint64_t divisor;
	} cases[] = {
		{ m, true, 4 },
		{ n, true, 1 },
		{ int_add(&al, n, tuple_int(0)), true, 1 },
		{ int_mul(&al, m, tuple_int(2)), false, 8 },
		{ int_div(&al, m, tuple_int(2)), false, 2 },
		{ int_div(&al, m, tuple_int(4)), false, 1 },
		{ int_mul(&al, m, m), false, 16 },
		{ int_mul(&al, m, n), false, 4 },
		{ int_add(&al, m, n), false, 1 },
		{ int_add(&al, m, tuple_int(1)), false, 1 },
		{ int_add(&al, m, tuple_int(6)), false, 2 },
		{ int_sub(&al, tuple_int(12), m), false, 4 },
		{ int_div(&al, n, tuple_int(2)), false, 1 },
		{ int_mul(&al, int_ceil_div(&al, n, tuple_int(2)), tuple_int(6)), false, 6 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct tuple t = cases[i].t;
		expect(tally, symbol_is_name(t) == cases[i].is_name && symbol_divisor(t) == cases[i].divisor,
			"case %zu: %s, divided by %" PRIu64, i, symbol_is_name(t) ? "a name" : "no name", symbol_divisor(t));
	}
	expect(tally, !symbol_is_name(tuple_int(3)) && !algebra_failed(&al), "3 is a name");
	symbol_assume(&al, m, INT64_C(1) << 40, 1, INT64_MAX);
	expect(tally, !algebra_failed(&al), "%s", al.fault.text);
	symbol_assume(&al, m, INT64_C(4052555153018976267), 1, INT64_MAX); /* 3^39 */
	expect(tally, al.fault.code == FAULT_OVERFLOW, "a divisor beyond 64 bits: %s", al.fault.text);
}

/* floor((... 3 * floor((M + 1) / 2) + 1) / 2 ...): "depth" quotients; the innermost one is ceil(M / 2) if asked for. */
static struct tuple nested(struct algebra *al, struct tuple name, int depth, bool is_ceil) {
	struct tuple two = tuple_int(2);
	struct tuple t = is_ceil ? int_ceil_div(al, name, two) : int_div(al, int_add(al, name, tuple_int(1)), two);
	for (int i = 1; i < depth; i++) {
		t = int_div(al, int_add(al, int_mul(al, t, tuple_int(3)), tuple_int(1)), two);
	}
	return t;
}

/* Formulas at the limits of what is compared, below 0, and of quotients that are not by numbers. */
static void same_functions(struct tally *tally, struct arena *arena) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct symbols *symbols = symbols_new(arena);
	const int64_t large = 1 << 19;
	struct tuple m = symbol_name(&al, symbols, str_from("M"), 1, false);
	struct tuple n = symbol_name(&al, symbols, str_from("N"), 1, false);
	struct tuple p = symbol_name(&al, symbols, str_from("P"), large, false);
	struct tuple q = symbol_name(&al, symbols, str_from("Q"), 2 * large, false);
	struct tuple r = symbol_name(&al, symbols, str_from("R"), 4 * large, false);
	symbol_assume(&al, m, 1, 1000, INT64_MAX);
	struct tuple mn = int_div(&al, m, n);
	const struct {
		struct tuple a;
		int64_t up, by, more;   /* whether floor((a + up + by - 1) / by) is ceil((a + up) / by) + more */
		bool equal;
	} cases[] = {
		{ m, -4, 2, 0, true },
		{ m, -4, 2, 1, false },
		{ m, -9, 4, 0, true },
		{ m, -9, 4, -1, false },
		{ m, -4, 4, 0, true },
		{ m, -4, 4, -1, false },
		{ m, -10, 8, 0, true },
		{ m, -10, 8, 1, false },
		{ m, 0, 4096, 0, true },       /* 4096 rests */
		{ m, 0, 4097, 0, false },      /* one more, which is not decided */
		{ p, 0, 2 * large, 0, true },
		{ p, 0, 2 * large, 1, false },
		{ q, 0, 4 * large, 0, false },   /* a divisor beyond 2^20 */
		{ r, 0, 8 * large, 0, false },
		{ int_div(&al, p, tuple_int(large)), 0, 2, 0, true },
		{ int_div(&al, q, tuple_int(2 * large)), 0, 2, 0, false },
		{ mn, 0, 2, 0, false },          /* a quotient of formulas in another: not decided */
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct tuple by = tuple_int(cases[i].by);
		struct tuple a = int_add(&al, cases[i].a, tuple_int(cases[i].up));
		struct tuple b = int_add(&al, int_ceil_div(&al, a, by), tuple_int(cases[i].more));
		a = int_div(&al, int_add(&al, a, tuple_int(cases[i].by - 1)), by);
		expect(tally, !algebra_failed(&al) && symbol_always_equal(a, b) == cases[i].equal, "functions %zu: %s, %s", i,
			cases[i].equal ? "different" : "equal", al.fault.text);
	}
	/* Rests of an even name beside those of another: floor(E/4) + floor(T/3) in other words. */
	struct tuple e = symbol_name(&al, symbols, str_from("E"), 2, false);
	struct tuple third = symbol_name(&al, symbols, str_from("T"), 1, false);
	struct tuple floors = int_add(&al, int_div(&al, e, tuple_int(4)), int_div(&al, third, tuple_int(3)));
	for (int more = -2; more <= 1; more++) {
		struct tuple ceils = int_add(&al, int_ceil_div(&al, int_add(&al, e, tuple_int(-2)), tuple_int(4)),
			int_ceil_div(&al, int_add(&al, third, tuple_int(more)), tuple_int(3)));
		expect(tally, symbol_always_equal(floors, ceils) == (more == -2), "floor(T/3) is ceil((T + %d)/3)", more);
	}
	struct tuple half = int_div(&al, int_add(&al, mn, tuple_int(2)), tuple_int(2));
	expect(tally, !symbol_always_equal(half, tuple_int(1)) && !symbol_always_equal(tuple_int(1), half), "1 + w/2 is 1");
	expect(tally, !symbol_always_equal(m, tuple_divisible(4)) && !symbol_always_equal(tuple_divisible(4), m),
		"a name is some multiple of 4");
	struct tuple nothing = int_sub(&al, int_ceil_div(&al, third, tuple_int(16)),
		int_div(&al, int_add(&al, third, tuple_int(15)), tuple_int(16)));
	expect(tally, symbol_always_equal(nothing, tuple_int(0)) && !symbol_always_equal(nothing, tuple_divisible(8))
		&& !symbol_always_equal(tuple_divisible(8), nothing), "a formula that is 0 is some multiple of 8");
	symbols = symbols_new(arena);
	m = symbol_name(&al, symbols, str_from("M"), 1, false);
	for (int depth = 1; depth < 20; depth++) {
		struct tuple a = nested(&al, m, depth, false);
		struct tuple b = nested(&al, m, depth, true);
		expect(tally, !algebra_failed(&al) && symbol_always_equal(a, b) == (depth <= 12), "%d nested quotients: %s",
			depth, al.fault.text);
	}
}

/* --- quotients that are whole by a need --- */

/* (times*M + more) / by for small numbers: it has a number, and its need holds, exactly where that is whole. */
static void check_whole(struct tally *tally, struct arena *arena, int64_t times, int64_t more, int64_t by) {
	struct scene scene = { .divisor = { 1 } };
	arena_reset(arena);
	algebra_init(&scene.al, arena);
	scene.symbols = symbols_new(arena);
	struct tuple name = symbol_name(&scene.al, scene.symbols, str_from("M"), 1, false);
	struct tuple sum = int_add(&scene.al, int_mul(&scene.al, name, tuple_int(times)), tuple_int(more));
	struct tuple quotient = int_shape_div(&scene.al, sum, tuple_int(by));
	for (int64_t m = 1; m <= 3 * by && !algebra_failed(&scene.al); m++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { m };
		int64_t found = 0;
		bool whole = (times * m + more) % by == 0;
		bool exists = number_of_formula(quotient, values, arena, &found);
		bool right = exists == whole && (!whole || found == (times * m + more) / by);
		expect(tally, right && all_hold(&scene, scene.symbols, values) == whole,
			"(%" PRId64 "*M + %" PRId64 ")/%" PRId64 " for %" PRId64 ": %" PRId64, times, more, by, m, found);
	}
}

/* M*M >= 8 does not hold for 2, holds for 3, and for 2^32 the square does not fit. */
static void needs_that_do_not_fit(struct tally *tally, struct arena *arena) {
	struct scene scene = { .divisor = { 1 } };
	arena_reset(arena);
	algebra_init(&scene.al, arena);
	scene.symbols = symbols_new(arena);
	struct tuple name = symbol_name(&scene.al, scene.symbols, str_from("M"), 1, false);
	int_needs_at_least(int_sub(&scene.al, int_mul(&scene.al, name, name), tuple_int(8)), 0);
	const int64_t numbers[] = { 2, 3, INT64_C(1) << 32 };
	for (int i = 0; i < 3; i++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { numbers[i] };
		struct algebra quiet;
		const struct need *broken;
		algebra_init(&quiet, arena);
		bool holds = symbols_hold(&quiet, scene.symbols, values, &broken);
		expect(tally, holds == (i == 1) && (broken == NULL) == holds && algebra_failed(&quiet) == (i == 2),
			"M*M >= 8 for %" PRId64 " %s: %s", numbers[i], holds ? "holds" : "does not hold", quiet.fault.text);
	}
}

static void all_whole(struct tally *tally, struct arena *arena) {
	for (int64_t by = 2; by <= 12; by++) {
		for (int64_t times = 1; times <= 6; times++) {
			for (int64_t more = 0; more <= 3; more++) {
				check_whole(tally, arena, times, more, by);
			}
		}
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 21);
	names_alone(&tally, &arena);
	same_functions(&tally, &arena);
	all_whole(&tally, &arena);
	needs_that_do_not_fit(&tally, &arena);
	for (int i = 0; i < 12000 / SAMPLES_SLOWNESS; i++) {
		check_numbers(&tally, &arena, &samples, i);
		for (int k = 0; k < QUESTIONS; k++) {
			check_questions(&tally, &arena, &samples, QUESTIONS * i + k);
		}
		check_promises(&tally, &arena, &samples, i);
		if (i % 4 == 0) {
			check_equal(&tally, &arena, &samples, i / 4);
		}
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
