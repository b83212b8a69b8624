/*
 * Index expressions over names against numbers: the normal form and the layout of a random expression are what the
 * expression is at all coordinates, for all numbers that the needs allow. Then expressions with the layout that each of
 * them is, or why it is none; to add one, add a line. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "algebra/symbol.h"
#include "algebra/tuple.h"
#include "base/buf.h"
#include "lang/index_formula.h"
#include "lang/notation/plain.h"
#include "samples.h"
#include "tally.h"

enum { NAMES = 2, RANK = 2, ROUNDS = 3000, NUMBERS = 5, CELLS = 4096 };

static const char *const words[RANK + NAMES] = { "i", "j", "M", "N" };

/* --- what is given --- */

/* The names and extents of a case; an extent is "times" * the name "name", or "times" alone where that is -1. */
struct scene {
	struct algebra al;
	struct symbols *symbols;
	struct tuple names[NAMES];
	struct tuple extents[RANK];
	int64_t times[RANK];
	int name[RANK];
};

static void scene_init(struct scene *scene, struct arena *arena, struct samples *samples) {
	static const int64_t times[] = { 1, 1, 1, 2, 4, 8 };
	arena_reset(arena);
	algebra_init(&scene->al, arena);
	scene->symbols = symbols_new(arena);
	for (int i = 0; i < NAMES; i++) {
		int64_t divisor = sample_below(samples, 3) == 0 ? 4 : 1;
		scene->names[i] = symbol_name(&scene->al, scene->symbols, str_from(words[RANK + i]), divisor, false);
	}
	for (int i = 0; i < RANK; i++) {
		scene->name[i] = (int)sample_below(samples, 4) == 0 ? -1 : i;
		scene->times[i] = times[sample_below(samples, 6)] * (scene->name[i] < 0 ? 4 : 1);
		scene->extents[i] = scene->name[i] < 0 ? tuple_int(scene->times[i])
			: int_mul(&scene->al, scene->names[i], tuple_int(scene->times[i]));
	}
}

static const struct index_expression *parse(struct arena *arena, const char *text, struct message *message) {
	struct index_names names = { .count = RANK + NAMES };
	struct source *source = arena_alloc(arena, sizeof *source);
	for (int i = 0; i < names.count; i++) {
		names.names[i] = (struct index_name){ str_from(words[i]), i, 1, 0 };
	}
	*source = (struct source){ "<test>", str_from(text), 1 };
	*message = (struct message){ .span = { 0, 0 } };
	return index_parse(arena, source, INDEX_ANY, &names, message);
}

/* --- random expressions --- */

/* Text of an expression in brackets, of leaves "depth" operators deep at most. */
static void put_random(struct buf *out, struct samples *samples, int depth) {
	static const char *const leaves[] = { "i", "j", "i", "j", "M", "N", "4*N", "1", "2", "3", "4", "8" };
	static const char *const divisors[] = { "M", "N", "N*4", "2", "4", "8", "1", "3", "16" };
	static const char *const signs[] = { "+", "+", "+", "-", "*", "*", "/", "/", "%", "%", "<<", ">>", "&" };
	if (depth == 0 || sample_below(samples, 6) == 0) {
		buf_put(out, leaves[sample_below(samples, 12)]);
		return;
	}
	const char *sign = signs[sample_below(samples, 13)];
	buf_put_char(out, '(');
	put_random(out, samples, depth - 1);
	buf_put(out, sign);
	if (strchr("/%", sign[0]) != NULL) {
		buf_printf(out, "(%s)", divisors[sample_below(samples, 9)]);
	} else if (strchr("<>", sign[0]) != NULL) {
		buf_put_int(out, sample_below(samples, 4));
	} else if (sign[0] == '&') {
		buf_put_int(out, ((int64_t)1 << sample_below(samples, 5)) - 1);
	} else if (sign[0] == '*') {
		buf_put(out, leaves[sample_between(samples, 4, 11)]);
	} else {
		put_random(out, samples, depth - 1);
	}
	buf_put_char(out, ')');
}

static int64_t number_of(struct arena *arena, struct tuple t, const int64_t *values) {
	struct algebra al;
	algebra_init(&al, arena);
	return symbol_substitute(&al, t, values).value;
}

/* constant + sum of stride * (coordinate / divisor % extent). */
static int64_t formula_at(struct arena *arena, const struct index_formula *formula, const int64_t *values,
		const int64_t *digits) {
	int64_t sum = number_of(arena, formula->constant, values);
	for (int i = 0; i < formula->count; i++) {
		const struct index_digit *digit = &formula->digits[i];
		int64_t part = digits[digit->dimension] / number_of(arena, digit->divisor, values)
			% number_of(arena, digit->extent, values);
		sum += part * number_of(arena, digit->stride, values);
	}
	return sum;
}

/* The offset of one mode of a layout at the coordinate "*c", of which it leaves what is beyond the mode. */
static int64_t mode_at(struct arena *arena, struct tuple shape, struct tuple stride, const int64_t *values,
		int64_t *c) {
	if (tuple_is_tuple(shape)) {
		int64_t sum = 0;
		for (int i = 0; i < shape.rank; i++) {
			sum += mode_at(arena, shape.modes[i], stride.modes[i], values, c);
		}
		return sum;
	}
	int64_t extent = number_of(arena, shape, values);
	int64_t offset = *c % extent * number_of(arena, stride, values);
	*c /= extent;
	return offset;
}

static int64_t layout_at(struct arena *arena, struct layout layout, const int64_t *values, const int64_t *digits) {
	int64_t sum = 0;
	for (int i = 0; i < RANK; i++) {
		int64_t c = digits[i];
		sum += mode_at(arena, layout.shape.modes[i], layout.stride.modes[i], values, &c);
	}
	return sum;
}

/* What came of an expression: its normal form, and its layout where it has one. */
struct made {
	const struct index_formula *formula;
	struct layout layout;
	bool has_layout;
};

static struct made make(struct scene *scene, const struct index_expression *expression) {
	struct made made = { .formula = index_formula_of(&scene->al, expression, scene->extents, RANK, scene->names) };
	if (made.formula != NULL) {
		struct tuple *extents = tuple_modes_new(&scene->al, RANK);
		memcpy(extents, scene->extents, sizeof scene->extents);
		made.layout = index_formula_layout(&scene->al, made.formula, tuple_of(&scene->al, extents, RANK));
	}
	made.has_layout = made.formula != NULL && !algebra_failed(&scene->al);
	return made;
}

/* Whether the expression is what was made of it at all coordinates of the extents that "values" give. */
static bool is_same(struct arena *arena, const struct scene *scene, const struct made *made,
		const struct index_expression *expression, const int64_t *values) {
	int64_t extents[RANK];
	for (int i = 0; i < RANK; i++) {
		extents[i] = scene->times[i] * (scene->name[i] < 0 ? 1 : values[scene->name[i]]);
	}
	for (int64_t k = 0; k < extents[0] * extents[1] && k < CELLS; k++) {
		struct algebra al;
		int64_t digits[RANK + NAMES] = { k % extents[0], k / extents[0], values[0], values[1] };
		algebra_init(&al, arena);
		int64_t wanted = index_at(&al, expression, digits);
		int64_t constant = number_of(arena, made->formula->constant, values);
		if (algebra_failed(&al) || formula_at(arena, made->formula, values, digits) != wanted
			|| (made->has_layout && constant + layout_at(arena, made->layout, values, digits) != wanted)) {
			return false;
		}
	}
	return true;
}

static void check_random(struct tally *tally, struct arena *arena, struct samples *samples, int *formulas,
		int *layouts) {
	struct scene scene;
	struct message message;
	struct buf text;
	scene_init(&scene, arena, samples);
	buf_init(&text, arena);
	put_random(&text, samples, 1 + (int)sample_below(samples, 4));
	const struct index_expression *expression = parse(arena, text.data, &message);
	expect(tally, expression != NULL, "%s: %s", text.data, message.fault.text);
	struct made made = make(&scene, expression);
	*formulas += made.formula != NULL ? 1 : 0;
	*layouts += made.has_layout ? 1 : 0;
	for (int k = 0; k < NUMBERS && made.formula != NULL && !scene.symbols->full; k++) {
		struct algebra al;
		const struct need *broken;
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		for (int i = 0; i < NAMES; i++) {
			int64_t divisor = scene.symbols->variables[i].divisor;
			values[i] = divisor * sample_between(samples, 1, divisor == 1 ? 9 : 3);
		}
		algebra_init(&al, arena);
		if (symbols_hold(&al, scene.symbols, values, &broken)) {
			expect(tally, is_same(arena, &scene, &made, expression, values), "%s of %" PRId64 "*%s and %" PRId64
				"*%s, %" PRId64 ",%" PRId64, text.data, scene.times[0], scene.name[0] < 0 ? "1" : "M", scene.times[1],
				scene.name[1] < 0 ? "1" : "N", values[0], values[1]);
		}
	}
}

/* --- by hand --- */

#define SUM_4 "i + i + i + i + "
#define SUM_16 SUM_4 SUM_4 SUM_4 SUM_4

/* Over (M,N) * times: the layout, "constant + layout", or what is wrong with it. */
static const struct {
	const char *expression;
	int64_t times[RANK];
	const char *wanted;
} cases[] = {
	{ "i", { 1, 1 }, "(M,N):(1,0)" },
	{ "j", { 1, 1 }, "(M,N):(0,1)" },
	{ "i*N + j", { 1, 1 }, "(M,N):(N,1)" },
	{ "(i*N + j)/N", { 1, 1 }, "(M,N):(1,0)" },
	{ "(i*N + j)%N", { 1, 1 }, "(M,N):(0,1)" },
	{ "(i*N + j)/N*N + (i*N + j)%N", { 1, 1 }, "(M,N):(N,1)" },
	{ "i/4", { 4, 1 }, "((4,M),N):((0,1),0)" },
	{ "i%4", { 4, 1 }, "((4,M),N):((1,0),0)" },
	{ "i/4*8 + i%4", { 4, 1 }, "((4,M),N):((1,8),0)" },
	{ "i/4*4 + i%4", { 4, 1 }, "(4*M,N):(1,0)" },
	{ "i//4*8 + i%4", { 4, 1 }, "((4,M),N):((1,8),0)" },
	{ "(i*4 - 8)//4", { 1, 1 }, "-2 + (M,N):(1,0)" },
	{ "(i - 4)//4", { 4, 1 }, "-1 + ((4,M),N):((0,1),0)" },
	{ "i if j else 0", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "i%4*M + i/4", { 4, 1 }, "((4,M),N):((M,1),0)" },
	{ "i/4", { 1, 1 }, "((4,M/4),N):((0,1),0), with needs" },
	{ "i%4", { 1, 1 }, "((4,M/4),N):((1,0),0), with needs" },
	{ "i/N", { 1, 1 }, "N need not divide M: write the extent of the dimension as a product" },
	{ "(i - 4)/4", { 4, 1 }, "it is not certain that what is divided is 0 or more; // rounds down" },
	{ "(3 - i*4)/4", { 1, 1 }, "it is not certain that what is divided is 0 or more; // rounds down" },
	{ "(3 - i*4)//4", { 1, 1 }, "(M,N):(-1,0)" },
	{ "(i + 4)/4", { 4, 1 }, "1 + ((4,M),N):((0,1),0)" },
	{ "(i + 3)/4", { 4, 1 }, "it is not certain that what this does not divide stays below it" },
	{ "(i*4 + 3)/4", { 1, 1 }, "(M,N):(1,0)" },
	{ "(i*4 + 3)%4", { 1, 1 }, "3 + (M,N):(0,0)" },
	{ "(i*4 + 4)%4", { 1, 1 }, "(M,N):(0,0)" },
	{ "(i*4 + 5)/4", { 1, 1 }, "1 + (M,N):(1,0)" },
	{ "i + N", { 1, 1 }, "N + (M,N):(1,0)" },
	{ "i + 5", { 1, 1 }, "5 + (M,N):(1,0)" },
	{ "5 - i", { 1, 1 }, "5 + (M,N):(-1,0)" },
	{ "-i", { 1, 1 }, "(M,N):(-1,0)" },
	{ "-i*N + j", { 1, 1 }, "(M,N):(-N,1)" },
	{ "i*j", { 1, 1 }, "a product of coordinates is no layout" },
	{ SUM_16 SUM_16 "0", { 1, 1 }, "(M,N):(32,0)" },
	{ SUM_16 SUM_16 "i", { 1, 1 }, "more than 32 digits of coordinates" },
	{ "(" SUM_16 SUM_16 "0)%(32*M)", { 1, 1 }, "(M,N):(32,0)" },
	{ "M*N + 0*i", { 1, 1 }, "M*N + (M,N):(0,0)" },
	{ "M/2 + 0*i", { 1, 1 }, "M/2 + (M,N):(0,0)" },
	{ "M%2 + 0*i", { 1, 1 }, "M-2*(M/2) + (M,N):(0,0)" },
	{ "(4*M)/2 + 0*i", { 1, 1 }, "2*M + (M,N):(0,0)" },
	{ "i/0", { 1, 1 }, "with run-time integers, divide by what is above 0 and depends on no dimension" },
	{ "i/(0-2)", { 1, 1 }, "with run-time integers, divide by what is above 0 and depends on no dimension" },
	{ "i/j", { 1, 1 }, "with run-time integers, divide by what is above 0 and depends on no dimension" },
	{ "i<<2", { 1, 1 }, "(M,N):(4,0)" },
	{ "i<<0", { 1, 1 }, "(M,N):(1,0)" },
	{ "i<<62", { 1, 1 }, "(M,N):(4611686018427387904,0)" },
	{ "i<<63", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i<<j", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i<<N", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i<<(0-1)", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i>>2", { 4, 1 }, "((4,M),N):((0,1),0)" },
	{ "i>>0", { 1, 1 }, "(M,N):(1,0)" },
	{ "i>>63", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i>>N", { 1, 1 }, "with run-time integers, shift by a number from 0 to 62" },
	{ "i&3", { 4, 1 }, "((4,M),N):((1,0),0)" },
	{ "i&0", { 1, 1 }, "(M,N):(0,0)" },
	{ "i&4", { 8, 1 }, "with run-time integers, & takes a number 2^k - 1" },
	{ "i&N", { 1, 1 }, "with run-time integers, & takes a number 2^k - 1" },
	{ "i&j", { 1, 1 }, "with run-time integers, & takes a number 2^k - 1" },
	{ "i&(0-1)", { 1, 1 }, "with run-time integers, & takes a number 2^k - 1" },
	{ "i&9223372036854775807", { 1, 1 }, "with run-time integers, & takes a number 2^k - 1" },
	{ "i&4611686018427387903", { 1, 1 }, "((4611686018427387904,M/4611686018427387904),N):((1,0),0), with needs" },
	{ "i^j", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "i|j", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "i < j", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "min(i,j)", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "abs(i)", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "~i", { 1, 1 }, "run-time integers are added, multiplied and divided alone" },
	{ "i/4 + i/2", { 4, 1 }, "((2,2,M),N):((0,1,3),0)" },
	{ "i/4%2 + i/8*2 + i%4*100", { 8, 1 }, "((4,2*M),N):((100,1),0)" },
	{ "i/8*2 + i/4%2 + i%4*100", { 8, 1 }, "((4,2*M),N):((100,1),0)" },
	{ "i%2 + i/2*2", { 2, 1 }, "(2*M,N):(1,0)" },
	{ "i%2 + i/6*2", { 6, 1 }, "((2,3,M),N):((1,0,2),0)" },
	{ "i%4 + i/6*4", { 12, 1 }, "the digits of dimension 0 do not divide each other" },
	{ "j/(2*N)", { 1, 4 }, "(M,(2*N,2)):(0,(0,1))" },
	{ "j%(2*N)", { 1, 4 }, "(M,(2*N,2)):(0,(1,0))" },
	{ "j/N", { 1, 4 }, "(M,(N,4)):(0,(0,1))" },
	{ "j%N*4 + j/N", { 1, 4 }, "(M,(N,4)):(0,(4,1))" },
	{ "i%4/2", { 4, 1 }, "((2,2,M),N):((0,1,0),0)" },
	{ "i/2%2", { 4, 1 }, "((2,2,M),N):((0,1,0),0)" },
	{ "(i%4 + j*4)/4", { 4, 1 }, "(4*M,N):(0,1)" },
	{ "(i%4 + j*4)/2", { 4, 1 }, "((2,2,M),N):((0,1,0),2)" },
	{ "(i%4 + j*4)%8", { 4, 2 }, "((4,M),(2,N)):((1,0),(4,0))" },
	{ "i%4 - i%4", { 4, 1 }, "(4*M,N):(0,0)" },
	{ "(i + j)/2", { 2, 2 }, "it is not certain that what this does not divide stays below it" },
	{ "(i*2 + j)/2", { 2, 1 }, "(2*M,(2,N/2)):(1,(0,1)), with needs" },
	{ "(2*i + 2*j)/2", { 1, 1 }, "(M,N):(1,1)" },
	{ "(2*i + 2*j)%2", { 1, 1 }, "(M,N):(0,0)" },
	{ "(i*8 + j*2)/4", { 1, 1 }, "(M,(2,N/2)):(2,(0,1)), with needs" },
	{ "(i*8 + j*2)/4", { 1, 2 }, "(M,(2,N)):(2,(0,1))" },
	{ "(j - 4*N)/N", { 1, 1 }, "it is not certain that what is divided is 0 or more; // rounds down" },
	{ "(4*N - j)/N", { 1, 1 }, "it is not certain that what this does not divide stays below it" },
	{ "(j - 4*N)%N", { 1, 1 }, "it is not certain that what is divided is 0 or more; // rounds down" },
	{ "(4*j - 8)/4", { 1, 1 }, "-2 + (M,N):(0,1)" },
	{ "i%M", { 1, 1 }, "(M,N):(1,0)" },
	{ "i/M", { 1, 1 }, "(M,N):(0,0)" },
	{ "i%(2*M)", { 1, 1 }, "(M,N):(1,0)" },
	{ "i%M", { 2, 1 }, "((M,2),N):((1,0),0)" },
	{ "i/M", { 2, 1 }, "((M,2),N):((0,1),0)" },
};

static void check_cases(struct tally *tally, struct arena *arena, struct samples *samples) {
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct scene scene;
		struct message message;
		struct buf text;
		scene_init(&scene, arena, samples);
		scene.symbols = symbols_new(arena);
		for (int k = 0; k < RANK; k++) {
			scene.names[k] = symbol_name(&scene.al, scene.symbols, str_from(words[RANK + k]), 1, false);
			scene.extents[k] = int_mul(&scene.al, scene.names[k], tuple_int(cases[i].times[k]));
		}
		const struct index_expression *expression = parse(arena, cases[i].expression, &message);
		buf_init(&text, arena);
		if (expression == NULL) {
			buf_put(&text, message.fault.text);
		} else {
			struct made made = make(&scene, expression);
			bool has_constant = made.has_layout && !tuple_equal(made.formula->constant, tuple_int(0));
			if (has_constant) {
				print_tuple(&text, made.formula->constant);
				buf_put(&text, " + ");
			}
			if (made.has_layout) {
				print_layout(&text, made.layout);
			} else {
				buf_put(&text, scene.al.fault.text);
			}
			buf_put(&text, scene.symbols->need_count > 0 ? ", with needs" : "");
		}
		expect(tally, strcmp(text.data, cases[i].wanted) == 0, "%s: expected %s, saw %s", cases[i].expression,
			cases[i].wanted, text.data);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	int formulas = 0;
	int layouts = 0;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 37);
	for (int i = 0; i < ROUNDS / SAMPLES_SLOWNESS; i++) {
		check_random(&tally, &arena, &samples, &formulas, &layouts);
	}
	expect(&tally, 2 * formulas > ROUNDS / SAMPLES_SLOWNESS && 3 * layouts > ROUNDS / SAMPLES_SLOWNESS,
		"only %d of %d expressions have a normal form, and %d a layout", formulas, ROUNDS / SAMPLES_SLOWNESS, layouts);
	check_cases(&tally, &arena, &samples);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
