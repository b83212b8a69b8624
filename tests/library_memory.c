/*
 * libcutelayout without memory: each allocation of each call fails once, and the call says so. Nothing is lost, which
 * AddressSanitizer sees. Linked statically, so that calloc, the only allocator that the library calls, can be replaced.
 */
#include <cutelayout.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long allowed;   /* allocations until one fails; negative: none does */

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_calloc(size_t count, size_t size) {
	if (allowed == 0) {
		return NULL;
	}
	allowed -= allowed > 0 ? 1 : 0;
	return __real_calloc(count, size);
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
	bool no_memory = inexact == NULL && cutelayout_error(context)->status == CUTELAYOUT_NO_MEMORY;
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
	while (check_limit(limit)) {
		limit += 256;
	}
	check(limit >= 1024, "fewer bytes than calls need:", (long)limit);
	check(allocations >= 5, "fewer allocations than calls:", allocations);
	printf("%ld allocations fail in turn; %zu bytes are enough\n", allocations, limit);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
