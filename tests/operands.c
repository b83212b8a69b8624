/*
 * Operations with operands that they do not expect: random calls of every operation, with operands of its example and
 * others. Each ends in values or in a message with a place in the text, and in the same ones when it is run again; and
 * what stands behind the arguments in memory is not looked at.
 * Prints what does not hold, then "N passed, N failed". Usage: operands [COUNT [SEED]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"
#include "lang/ops/operation.h"

enum { OPERANDS_MOST = 8, TEXT_BYTES = 2048, COUNT = 20000, BEHIND = 16 };

#define TILED_MMA "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0))"
#define TILED_COPY "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))"

/* Add a line where an operation stumbled. */
static const char *const pool[] = {
	"\"x\"", "_", "true", "()", "(())", "((),2)", "():()", "(()):(())", "((),4):((),1)", "(4,()):(1,())", "0",
	"1", "-1", "2", "3", "7", "32", "64", "4611686018427387904", "-4611686018427387904", "9223372036854775807",
	"(2,(3,4))", "(-1,0)", "(0,1)", "(_,2)", "(1,2,3,4,5,6,7,8)", "4:0", "0:1", "64:(1)", "(4,6):(-1,4)",
	"(4,4):(3,5)", "(2,2):(1,1)", "(6,4):(4,1)", "(16,8):(8,1)", "(64,64):(64,1)",
	"((2,2),(2,2)):((1,4),(2,8))", "4:4611686018427387904", "(4,4611686018427387904):(0,1)", "4:1@0",
	"(4,8):(1@0,1@1)", "1@0", "2@1@0", "(1@0,2@1)", "(4,?):(1,4)", "?", "?{div=8}", "Sw<2,0,3>", "Sw<1,4,-3>",
	"(Sw<3,4,3> o 0 o (8,64):(64,1))", "((2,3):(4,1) o 1 o (3,2):(2,1))", "(2:1,3:1)", "(4:1,_)",
	"make_identity_layout((4,8))", "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", TILED_MMA,
	"make_tiled_mma(mma_atom(\"SM90_64x64x16_F32F16F16_SS\"))", "copy_atom(\"UniversalCopy<u128>\",16)",
	TILED_COPY, "local_tile((256,256):(256,1),(32,16),(1,1))", "partition_S(" TILED_COPY ",5,(64,64):(64,1))",
};

enum { POOL = sizeof pool / sizeof pool[0] };

static uint64_t state = 1;

static unsigned below(unsigned n) {
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

/* The operands of the call "example" of the operation "name"; 0 of an example that is no call of it. */
static int split(const char *example, const char *name, struct str operands[OPERANDS_MOST]) {
	size_t length = strlen(name);
	if (strncmp(example, name, length) != 0 || example[length] != '(') {
		return 0;
	}
	int count = 0;
	int depth = 0;
	bool quoted = false;
	const char *begin = example + length + 1;
	for (const char *c = begin; *c != '\0' && depth >= 0 && count < OPERANDS_MOST; c++) {
		quoted = quoted != (*c == '"');
		depth += quoted ? 0 : strchr("([{<", *c) != NULL ? 1 : strchr(")]}>", *c) != NULL ? -1 : 0;
		if (!quoted && ((*c == ',' && depth == 0) || depth < 0)) {
			operands[count++] = (struct str){ begin, (size_t)(c - begin) };
			begin = c + 1;
		}
	}
	return count;
}

/* A call of "operation", mostly with as many operands as it takes. */
static void make_call(const struct operation *operation, char text[TEXT_BYTES]) {
	struct str own[OPERANDS_MOST];
	int known = split(operation->example, operation->name, own);
	int count = below(5) > 0 ? known : (int)below(OPERANDS_MOST);
	int length = snprintf(text, TEXT_BYTES, "%s(", operation->name);
	for (int i = 0; i < count && length < TEXT_BYTES; i++) {
		struct str operand = i < known && below(3) == 0 ? own[i] : str_from(pool[below(POOL)]);
		length += snprintf(text + length, TEXT_BYTES - (size_t)length, "%s%.*s", i > 0 ? "," : "", (int)operand.length,
			operand.data);
	}
	snprintf(text + (length < TEXT_BYTES ? length : TEXT_BYTES - 2), 2, ")");
}

static bool is_within(struct span span, size_t length) {
	return span.begin <= span.end && span.end <= length;
}

/* Evaluate "text" and print what comes of it. Returns whether each message has a place in it. */
static bool evaluate(struct arena *arena, const char *text, struct buf *out) {
	struct evaluation ev;
	struct source source = { "call", str_from(text), 1 };
	evaluation_init(&ev, arena, false);
	buf_init(out, arena);
	bool placed = true;
	if (evaluation_run(&ev, &source)) {
		for (int i = 0; i < ev.result_count; i++) {
			print_value(out, &ev.results[i]);
		}
	} else {
		placed = ev.error.fault.text[0] != '\0' && is_within(ev.error.span, source.text.length);
		buf_put(out, ev.error.fault.text);
	}
	for (int i = 0; i < ev.warning_count; i++) {
		placed = placed && is_within(ev.warnings[i].span, source.text.length);
		buf_put(out, ev.warnings[i].fault.text);
	}
	return placed;
}

/* The value of "text"; none where it has no value. */
static struct value value_of(struct arena *arena, struct str text, enum dialect dialect) {
	struct evaluation ev;
	struct source source = { "operand", text, 1 };
	evaluation_init(&ev, arena, false);
	ev.algebra.dialect = dialect;
	return evaluation_run(&ev, &source) && ev.result_count == 1 ? ev.results[0] : value_none();
}

/* Print what "operation" makes of "count" arguments. */
static const char *answer(struct arena *arena, const struct operation *operation, enum dialect dialect,
	const struct value *args, int count) {
	struct algebra al;
	struct buf out;
	buf_init(&out, arena);
	algebra_init(&al, arena);
	al.dialect = dialect;
	struct value result = operation_call(operation, &al, args, count);
	if (algebra_failed(&al)) {
		buf_put(&out, al.fault.text);
	} else {
		print_value(&out, &result);
	}
	return out.data;
}

/*
 * An operation that is given the first arguments of its example, or others in the place of some, looks at no value
 * behind them: it says the same whatever stands there.
 */
static bool check_behind(struct arena *arena, const struct operation *operation, enum dialect dialect) {
	static const char *const behind[] = { "((2,3),4)", "(4,8):(1,4)", "2", "true", "\"f16\"", "_" };
	struct str own[OPERANDS_MOST];
	struct value args[OPERANDS_MOST + 1];
	int known = split(operation->example, operation->name, own);
	for (int i = 0; i < known; i++) {
		struct str operand = below(2) == 0 ? own[i] : str_from(pool[below(POOL)]);
		args[i] = value_of(arena, operand, dialect);
	}
	bool same = true;
	for (int count = known; count >= operation->takes.least && count > 0; count--) {
		args[count] = value_none();
		const char *alone = answer(arena, operation, dialect, args, count);
		for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
			args[count] = value_of(arena, str_from(behind[i]), dialect);
			const char *beside = answer(arena, operation, dialect, args, count);
			if (strcmp(alone, beside) != 0) {
				printf("FAIL: %s, %d arguments, %s behind them\n  %s\n  %s\n", operation->name, count, behind[i],
					alone, beside);
				same = false;
			}
		}
	}
	arena_reset(arena);
	return same;
}

static bool check_call(struct arena *one, struct arena *other, const char *text) {
	struct buf first;
	struct buf again;
	bool placed = evaluate(one, text, &first) && evaluate(other, text, &again);
	bool same = placed && strcmp(first.data, again.data) == 0;
	if (!same) {
		printf("FAIL: %s\n  %s\n  %s\n", text, first.data, placed ? again.data : "a message has no place");
	}
	arena_reset(one);
	return same;
}

int main(int argc, char **argv) {
	struct arena one;
	struct arena other;
	char text[TEXT_BYTES];
	int count = argc > 1 ? atoi(argv[1]) : COUNT;
	int operations = 0;
	int passed = 0;
	int failed = 0;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : state;
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		operations++;
	}
	arena_init(&one, NULL, NULL);
	arena_init(&other, NULL, NULL);
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		for (int i = 0; i < count / operations; i++) {
			make_call(each, text);
			bool good = check_call(&one, &other, text);
			passed += good;
			failed += !good;
		}
		for (int i = 0; i < BEHIND; i++) {
			bool good = check_behind(&one, each, i % 2 == 0 ? DIALECT_CPP : DIALECT_DSL);
			passed += good;
			failed += !good;
		}
		arena_reset(&other);
	}
	arena_finish(&one);
	arena_finish(&other);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
