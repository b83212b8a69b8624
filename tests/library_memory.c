/*
 * libcutelayout without memory: each allocation of each call fails once, and the call says so. Nothing is lost, and the
 * copies that are kept take what they need, to the byte. Linked statically, so that calloc, the only allocator that the
 * library calls, and free can be replaced.
 */
#include <cutelayout.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long allowed;   /* allocations until one fails; negative: none does */
static long held;      /* blocks that were not given back */
static bool patterned; /* blocks are full of PATTERN, and have GUARD bytes more of it */
static size_t latest;  /* bytes of the block that was allocated last */

enum { PATTERN = 0xa5, GUARD = 64 };

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

void *__wrap_calloc(size_t count, size_t size) {
	if (allowed == 0) {
		return NULL;
	}
	allowed -= allowed > 0 ? 1 : 0;
	latest = count * size;
	void *block = __real_calloc(count, size + (patterned ? GUARD : 0));
	held += block != NULL ? 1 : 0;
	return patterned && block != NULL ? memset(block, PATTERN, latest + GUARD) : block;
}

void __wrap_free(void *block) {
	held -= block != NULL ? 1 : 0;
	__real_free(block);
}

enum outcome { RIGHT, NO_MEMORY, WRONG };

/* Make calls of every kind; the first that fails is the last. */
static enum outcome use(struct cutelayout_context *context) {
	char text[64] = "";
	int64_t shape[2] = { 2048, 2048 };
	int64_t size = 0;
	struct cutelayout_value *a = cutelayout_layout(context, shape, NULL, 2);
	struct cutelayout_value *tile = a != NULL ? cutelayout_parse(context, "(16,256)") : NULL;
	struct cutelayout_value *tiled = cutelayout_zipped_divide(context, a, tile);
	const char *inexact = NULL;
	if (cutelayout_size(context, tiled, &size) && cutelayout_print(context, tiled, NULL, text, sizeof text) > 0) {
		inexact = cutelayout_eval(context, "composition((4,6,8):(2,3,5), 6:3)");
	}
	bool right = size == 1 << 22 && strcmp(text, "((16,256),(128,8)):((1,2048),(16,524288))") == 0 &&
		inexact != NULL && strcmp(inexact, "(2,3):(6,3)") == 0 && cutelayout_warning(context, 0) != NULL;
	bool no_memory = inexact == NULL && cutelayout_error(context)->status == CUTELAYOUT_NO_MEMORY
		&& cutelayout_warning(context, 0) == NULL;
	cutelayout_free(a);
	cutelayout_free(tile);
	cutelayout_free(tiled);
	return right ? RIGHT : no_memory ? NO_MEMORY : WRONG;
}

/* Texts of the caller are copied before a call has an arena. */
static enum outcome draw(struct cutelayout_context *context) {
	const char *text = "untouched";
	size_t length = 1;
	if (cutelayout_eval(context, "composition((4,6,8):(2,3,5), 6:3)") == NULL) {
		return context == NULL || cutelayout_error(context)->status == CUTELAYOUT_NO_MEMORY ? NO_MEMORY : WRONG;
	}
	if (cutelayout_draw(context, "4:1", "title=x", "txt", &text, &length)) {
		bool right = text != NULL && strcmp(text, "x\n\n   0  1  2  3\n0  0  1  2  3\n") == 0;
		return right && length == strlen(text) ? RIGHT : WRONG;
	}
	bool no_memory = cutelayout_error(context)->status == CUTELAYOUT_NO_MEMORY
		&& strstr(cutelayout_error(context)->report, "memory") != NULL && cutelayout_warning(context, 0) == NULL;
	return no_memory && text == NULL && length == 0 ? NO_MEMORY : WRONG;
}

static int passed;
static int failed;

static void check(bool holds, const char *what, long number) {
	if (holds) {
		passed++;
	} else {
		failed++;
		printf("FAIL: %s %ld\n", what, number);
	}
}

/* Let allocation "number" be the first that fails. Returns false once there are less. */
static bool check_allocation(long number) {
	allowed = number;
	struct cutelayout_context *context = cutelayout_create();
	enum outcome outcome = use(context);
	allowed = -1;
	check(outcome != WRONG, "allocation", number);
	check(context == NULL || use(context) == RIGHT, "with memory again, after allocation", number);
	cutelayout_destroy(context);
	return outcome != RIGHT;
}

/* The same of a picture. */
static bool check_drawing(long number) {
	allowed = number;
	struct cutelayout_context *context = cutelayout_create();
	enum outcome outcome = draw(context);
	allowed = -1;
	check(outcome != WRONG, "drawing, allocation", number);
	cutelayout_destroy(context);
	return outcome == NO_MEMORY;
}

/* What a context keeps stays as it was where there is no memory for more. */
static void check_promises(void) {
	struct cutelayout_context *context = cutelayout_create();
	check(cutelayout_assume(context, "M % 4 == 0") && cutelayout_set_numbers(context, "M=8"), "promises", 0);
	allowed = 0;
	check(!cutelayout_assume(context, "M >= 16"), "a promise without memory", 0);
	check(!cutelayout_set_numbers(context, "M=12"), "numbers without memory", 0);
	allowed = -1;
	const char *text = cutelayout_eval(context, "M = ?; M + 1");
	check(text != NULL && strcmp(text, "9") == 0, "the numbers from before", 0);
	cutelayout_destroy(context);
}

/* Bytes of "block" from "begin" to "end" that are PATTERN still. */
static size_t untouched(const void *block, size_t begin, size_t end) {
	size_t count = 0;
	for (size_t i = begin; i < end; i++) {
		count += ((const unsigned char *)block)[i] == PATTERN ? 1 : 0;
	}
	return count;
}

/*
 * A kept copy fills its block and nothing behind it, and is the value that it was copied from. Tuples of integers are
 * made of values, so that nothing but their copy is allocated.
 */
static void check_kept(void) {
	static const char *const texts[] = {
		"4", "_", "()", "(4,8)", "(4,(2,(1,8)),_)", "(4,8):(8,1)", "(4,(2,4)):(2,(1,8))", "Sw<3,4,3>", "4 == 4",
		"\"a text\"", "\"12345678\"", "\"123456789\"", "\"\"", "Sw<3,4,3> o 0 o (8,8):(8,1)",
		"Sw<3,4,3> o (1,2) o (8,8):(1@0,1@1)", "Sw<1,0,1> o 1 o Sw<1,1,1> o 2 o (4,2):(1,4)", "bits(((1,2),(5,8)),16)",
		"(4:1,(8,_))", "(Sw<3,4,3>,(4,8):(8,1))", "(4 == 4,Sw<1,0,1>,4:1,\"abc\",(4,8,2))",
		"(\"abc\",\"\",bits((1,2)))", "(\"a\",\"b\")", "(\"123456789\",\"abcdefgh\")", "(\"12345678901234567\",\"z\")",
		"((4:1,Sw<1,0,1> o 0 o 4:1),((2,2):(1,2),_))", "((4,8),(4,8):(8,1))", "(\"text\",(4,8):(8,1))",
		"((4:1,Sw<1,0,1>),(4,8):(8,1))", "(Sw<1,0,1> o 0 o 4:1,(4,8):(8,1))", "(bits((1,2)),(4,8):(8,1))",
	};
	struct cutelayout_context *context = cutelayout_create();
	for (long i = 0; i < (long)(sizeof texts / sizeof texts[0]); i++) {
		struct cutelayout_value *value = cutelayout_parse(context, texts[i]);
		const struct cutelayout_value *only = value;
		check(value != NULL, texts[i], i);
		struct cutelayout_value *tuple = cutelayout_tuple(context, &only, 1);
		/* The arena has blocks from before, so that the copy is the only allocation. */
		patterned = true;
		struct cutelayout_value *copy = cutelayout_tuple(context, &only, 1);
		patterned = false;
		size_t size = latest;
		check(copy != NULL && cutelayout_equal(copy, tuple), "an equal copy of value", i);
		check(copy != NULL && untouched(copy, size, size + GUARD) == GUARD, "nothing behind the copy of value", i);
		check(copy != NULL && untouched(copy, size - 8, size) < 8, "no room at the end of the copy of value", i);
		cutelayout_free(copy);
		cutelayout_free(tuple);
		cutelayout_free(value);
	}
	cutelayout_destroy(context);
}

/* Give a context "limit" bytes, then more. */
static bool check_limit(size_t limit) {
	struct cutelayout_context *context = cutelayout_create();
	cutelayout_set_memory_limit(context, limit);
	enum outcome outcome = use(context);
	check(outcome != WRONG, "a limit of bytes:", (long)limit);
	cutelayout_set_memory_limit(context, (size_t)1 << 24);
	check(use(context) == RIGHT, "without the limit of bytes:", (long)limit);
	cutelayout_destroy(context);
	return outcome != RIGHT;
}

int main(void) {
	long allocations = 0;
	size_t limit = 0;
	while (check_allocation(allocations)) {
		allocations++;
	}
	for (long number = 0; check_drawing(number);) {
		number++;
	}
	check_promises();
	check_kept();
	while (check_limit(limit)) {
		limit += 256;
	}
	check(limit >= 1024, "fewer bytes than calls need:", (long)limit);
	check(allocations >= 5, "fewer allocations than calls:", allocations);
	check(held == 0, "blocks that are not given back:", held);
	printf("%ld allocations fail in turn; %zu bytes are enough\n", allocations, limit);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
