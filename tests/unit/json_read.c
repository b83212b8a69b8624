/* src/base/json_read.c: what is JSON and what is not, a line each. Prints "N passed, N failed". */
#include "base/json_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct counts {
	int passed;
	int failed;
};

static void expect(struct counts *counts, bool good, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: %s\n", what);
	}
}

/* Texts that are read: the kind of the first document, and how many there are. */
static const struct {
	const char *text;
	enum json_kind kind;
	int documents;
} good[] = {
	{ "null", JSON_NULL, 1 }, { " true\n", JSON_TRUE, 1 }, { "false", JSON_FALSE, 1 }, { "-0", JSON_NUMBER, 1 },
	{ "1.5e-3", JSON_NUMBER, 1 }, { "\"\"", JSON_TEXT, 1 }, { "[]", JSON_ARRAY, 1 }, { "{}", JSON_OBJECT, 1 },
	{ "[1,[2,{\"a\":[]}],\"x\"]", JSON_ARRAY, 1 }, { "{\"a\":1}\n{\"a\":2}", JSON_OBJECT, 2 },
	{ "1 2 3", JSON_NUMBER, 3 }, { "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", JSON_ARRAY, 1 },
};

/* Texts that are not, and where. */
static const struct {
	const char *text;
	size_t at;
} bad[] = {
	{ "", 0 }, { "  ", 2 }, { "nul", 0 }, { "01", 2 }, { "[00]", 3 }, { "+1", 0 }, { ".5", 0 },
	{ "1.", 2 }, { "1e", 2 }, { "-", 1 },
	{ "[", 1 }, { "[1", 2 }, { "{\"a\":1", 6 }, { "[[1]", 4 },
	{ "[1,]", 3 }, { "[1 2]", 3 }, { "{\"a\"}", 4 }, { "{\"a\":}", 5 }, { "{a:1}", 1 }, { "{\"a\":1,}", 7 },
	{ "\"a", 2 }, { "\"\\x\"", 3 }, { "\"\\u12\"", 5 }, { "\"\\ud800\"", 7 }, { "\"\\ud800\\u0041\"", 13 },
	{ "\"\\ud800\\u", 9 }, { "\"\\ud800abcd\"", 7 }, { "\"\\ud800\\udbff\"", 13 }, { "\"\\ud800\\ue000\"", 13 },
	{ "\"\\x0041\"", 3 }, { "\"\\udc00\\udc00\"", 7 }, { "\"\\udc00\"", 7 }, { "\"\\udfff\"", 7 },
	{ "\"\t\"", 2 }, { "]", 0 }, { "NaN", 0 },
	{ "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 33 },
	{ "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", 33 },
	{ "1111111111111111111111111111111111111111111111111111111111111111", 64 },
};

static void check_good(struct counts *counts, struct arena *arena) {
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		struct json_error error;
		const struct json *value = json_read(arena, str_from(good[i].text), &error);
		int documents = 0;
		expect(counts, value != NULL && value->kind == good[i].kind, good[i].text);
		for (; value != NULL; value = value->next) {
			documents++;
		}
		expect(counts, documents == good[i].documents, good[i].text);
	}
}

static void check_bad(struct counts *counts, struct arena *arena) {
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct json_error error = { 99, NULL };
		const struct json *value = json_read(arena, str_from(bad[i].text), &error);
		expect(counts, value == NULL && error.at == bad[i].at && error.expected != NULL, bad[i].text);
		if (value == NULL && error.at != bad[i].at) {
			printf("      at %zu\n", error.at);
		}
	}
}

static void check_values(struct counts *counts, struct arena *arena) {
	static const char text[] = "{\"n\":-1.25e2,"
		"\"t\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00\",\"a\":[1,2]}";
	struct json_error error;
	const struct json *value = json_read(arena, str_from(text), &error);
	expect(counts, fabs(json_number(value, "n") + 125) < 1e-12, "a number");
	expect(counts, str_is(json_text(value, "t"), "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "escapes");
	const struct json *array = json_member(value, "a");
	expect(counts, array != NULL && array->first->number < 1.5 && array->first->next->number > 1.5, "an array");
	expect(counts, json_member(value, "b") == NULL && json_member(NULL, "b") == NULL, "no member");
	expect(counts, json_number(value, "t") == 0 && json_text(value, "n").length == 0, "members of another kind");
	static const char edges[] = "\"\\u0001\\u007f\\u0080\\u07ff\\u0800\\ud7ff\\ue000\\uffff"
		"\\ud800\\udc00\\udbff\\udfff\"";
	value = json_read(arena, str_from(edges), &error);
	const char *utf8 = "\x01\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"
		"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
	expect(counts, value != NULL && str_is(value->text, utf8), "the first and the last character of each length");
	struct str digits = { "12345", 3 };
	value = json_read(arena, digits, &error);
	bool is_number = value != NULL && value->kind == JSON_NUMBER;
	expect(counts, is_number && fabs(value->number - 123) < 1e-12, "a number that is cut off");
	struct str half = { "\"\\u00412\"", 6 };
	expect(counts, json_read(arena, half, &error) == NULL && error.at == 6, "an escape that is cut off");
	json_read(arena, str_from("\"\\ud800\\u12\""), &error);
	expect(counts, strcmp(error.expected, "four hexadecimal digits") == 0, "the first of two errors");
	json_read(arena, str_from("[1 2]"), &error);
	expect(counts, strcmp(error.expected, "',' or ']'") == 0, "between members of an array");
	json_read(arena, str_from("{\"a\":1 2}"), &error);
	expect(counts, strcmp(error.expected, "',' or '}'") == 0, "between members of an object");
	struct str behind = { "\"\\n\"", 2 };
	expect(counts, json_read(arena, behind, &error) == NULL && strcmp(error.expected, "an escape") == 0,
		"a text that is cut off behind a backslash");
	struct str cut = { text, 40 };
	expect(counts, json_read(arena, cut, &error) == NULL, "a text that is cut off");
	struct str zero = { "1\0", 2 };
	expect(counts, json_read(arena, zero, &error) == NULL, "a NUL");
}

/* What stands behind the end of a text does not matter: each text cut at each place, with and without the rest. */
static void check_ends(struct counts *counts, struct arena *arena) {
	static const char *const texts[] = {
		"null", "true", "false", "[1,true]", "\"\\ud83d\\ude00\"", "\"\\u0041\"", "-1.5e-3", "{\"a\":[null,false]}",
	};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		for (size_t length = 0; length <= strlen(texts[i]); length++) {
			char cut[32] = "";
			struct json_error errors[2] = { { 0 }, { 0 } };
			memcpy(cut, texts[i], length);
			const struct json *alone = json_read(arena, str_from(cut), &errors[0]);
			const struct json *within = json_read(arena, (struct str){ texts[i], length }, &errors[1]);
			expect(counts, (alone == NULL) == (within == NULL) && errors[0].at == errors[1].at, texts[i]);
		}
	}
}

int main(void) {
	struct counts counts = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	check_good(&counts, &arena);
	check_bad(&counts, &arena);
	check_values(&counts, &arena);
	check_ends(&counts, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
