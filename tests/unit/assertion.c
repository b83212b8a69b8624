/*
 * Assertions about facts: each case is an assertion and whether it holds, or the message with its place. Prints
 * "N passed, N failed".
 */
#include <inttypes.h>

#include "base/buf.h"
#include "base/limits.h"
#include "tally.h"
#include "tool/assertion.h"

static const struct {
	const char *text, *says;
} cases[] = {
	{ "five", "yes" }, { "zero", "no" }, { "minus", "yes" }, { "one", "yes" }, { "7", "yes" }, { "0", "no" },
	{ "-0", "no" }, { "-1", "yes" }, { " \t\r\n five \t\r\n", "yes" },
	{ "true", "yes" }, { "false", "no" }, { "TRUE", "yes" }, { "FALSE", "no" }, { "True", "yes" }, { "False", "no" },
	{ "yes", "yes" }, { "no", "no" }, { "true == 1", "yes" }, { "false == 0", "yes" }, { "yes == no", "no" },
	{ "five == 5", "yes" }, { "five == 6", "no" }, { "five != 5", "no" }, { "five != 6", "yes" },
	{ "five < 5", "no" }, { "five < 6", "yes" }, { "five <= 4", "no" }, { "five <= 5", "yes" },
	{ "five > 5", "no" }, { "five > 4", "yes" }, { "five >= 6", "no" }, { "five >= 5", "yes" },
	{ "minus == -3", "yes" }, { "minus < -2", "yes" }, { "minus > -4", "yes" }, { "-3 == minus", "yes" },
	{ "five==5", "yes" }, { "five>=5&&five<=5", "yes" },
	{ "!zero", "yes" }, { "!five", "no" }, { "!!five", "yes" }, { "!!five == 1", "no" }, { "! ! !five", "no" },
	{ "!five == 4", "yes" }, { "!(five == 5)", "no" },
	{ "five && one", "yes" }, { "five && zero", "no" }, { "zero && five", "no" }, { "zero && zero", "no" },
	{ "five || one", "yes" }, { "five || zero", "yes" }, { "zero || five", "yes" }, { "zero || zero", "no" },
	{ "one || zero && zero", "yes" }, { "(one || zero) && zero", "no" }, { "zero && zero || one", "yes" },
	{ "one && one && zero", "no" }, { "zero || zero || one", "yes" }, { "(five)", "yes" }, { "((five)) == (5)", "yes" },
	{ "(five == 5) == 1", "yes" }, { "(five && 7) == 1", "yes" }, { "(five || 7) == 1", "yes" },
	{ "under_score9 == 9", "yes" }, { "Zebra == 26", "yes" }, { "A1 == 41", "yes" }, { "aZ == 2", "yes" },
	{ "z == 3", "yes" },
	{ "9223372036854775807 > 0", "yes" }, { "-9223372036854775808 < 0", "yes" },
	{ "five == 9223372036854775808", "8-27 overflow: the integer does not fit 64 bits" },
	{ "-9223372036854775809", "0-20 overflow: the integer does not fit 64 bits" },
	{ "99999999999999999999 == 1", "0-20 overflow: the integer does not fit 64 bits" },
	{ "", "0-0 syntax: expected a fact, an integer or '(', saw the end" },
	{ "  ", "2-2 syntax: expected a fact, an integer or '(', saw the end" },
	{ "five ==", "7-7 syntax: expected a fact, an integer or '(', saw the end" },
	{ "five == )", "8-9 syntax: expected a fact, an integer or '(', saw ')'" },
	{ "five \xe2\x86\x92 5", "5-6 syntax: expected '&&', '||', a comparison or the end, saw '\xe2\x86\x92'" },
	{ "five = 5", "5-6 syntax: expected '&&', '||', a comparison or the end, saw '='" },
	{ "five five", "5-6 syntax: expected '&&', '||', a comparison or the end, saw 'f'" },
	{ "five == 5 == 5", "10-11 syntax: expected '&&', '||', a comparison or the end, saw '='" },
	{ "(five", "5-5 syntax: expected ')', saw the end" },
	{ "(five ;", "6-7 syntax: expected ')', saw ';'" },
	{ "five & one", "5-6 syntax: expected '&&', '||', a comparison or the end, saw '&'" },
	{ "five |", "5-6 syntax: expected '&&', '||', a comparison or the end, saw '|'" },
	{ "-", "1-1 syntax: expected an integer, saw the end" },
	{ "- x", "2-3 syntax: expected an integer, saw 'x'" },
	{ "minus == - 3", "11-12 syntax: expected an integer, saw '3'" },
	{ "-five", "1-2 syntax: expected an integer, saw 'f'" },
	{ "@", "0-1 syntax: expected a fact, an integer or '(', saw '@'" },
	{ "[", "0-1 syntax: expected a fact, an integer or '(', saw '['" },
	{ "`", "0-1 syntax: expected a fact, an integer or '(', saw '`'" },
	{ "{", "0-1 syntax: expected a fact, an integer or '(', saw '{'" },
	{ "/", "0-1 syntax: expected a fact, an integer or '(', saw '/'" },
	{ ":", "0-1 syntax: expected a fact, an integer or '(', saw ':'" },
	{ "five && fvie", "8-12 name: no fact is called 'fvie'; did you mean 'five'?" },
	{ "five || wholly_unknown",
		"8-22 name: no fact is called 'wholly_unknown'; known: five zero one minus under_score9 Zebra A1 aZ z" },
	{ "lost", "0-4 name: 'lost' is not known here: give --dtype" },
	{ "five == lost", "8-12 name: 'lost' is not known here: give --dtype" },
	{ "alpha == beta", "0-5 name: no fact is called 'alpha'; known: five zero one minus under_score9 Zebra A1 aZ z" },
	{ "lost == alpha", "0-4 name: 'lost' is not known here: give --dtype" },
};

static void facts_init(struct fact_list *facts) {
	facts->count = 0;
	facts_add(facts, "five", 5);
	facts_add(facts, "zero", 0);
	facts_add(facts, "one", 1);
	facts_add_missing(facts, "lost", "give --dtype");
	facts_add(facts, "minus", -3);
	facts_add(facts, "under_score9", 9);
	facts_add(facts, "Zebra", 26);
	facts_add(facts, "A1", 41);
	facts_add(facts, "aZ", 2);
	facts_add(facts, "z", 3);
}

/* What comes of the assertion "text". */
static struct str answer(struct arena *arena, struct fact_list *facts, const char *text) {
	struct source source = { "<case>", str_from(text), 1 };
	struct message message;
	struct buf out;
	bool holds = false;
	buf_init(&out, arena);
	if (assert_evaluate(facts, &source, &holds, &message)) {
		buf_put(&out, holds ? "yes" : "no");
	} else {
		buf_printf(&out, "%zu-%zu %s: %s", message.span.begin, message.span.end, fault_code_name(message.fault.code),
			message.fault.text);
		buf_printf(&out, message.fault.hint[0] != '\0' ? "; %s" : "%s", message.fault.hint);
	}
	return buf_str(&out);
}

/* The names that an assertion has are used, also where "||" has its answer already. */
static void used(struct tally *tally) {
	struct fact_list facts;
	struct message message;
	struct source source = { "<case>", str_from("one || five && !zero"), 1 };
	bool holds;
	facts_init(&facts);
	assert_evaluate(&facts, &source, &holds, &message);
	for (int i = 0; i < facts.count; i++) {
		expect(tally, facts.items[i].used == (i < 3), "FAIL %s", facts.items[i].name);
	}
}

/* Parentheses as deep as the limit, which counts the whole as one, and one deeper. */
static void depth(struct tally *tally, struct arena *arena) {
	for (int extra = 0; extra < 2; extra++) {
		struct fact_list facts = { .count = 0 };
		struct buf text;
		buf_init(&text, arena);
		int depth = LIMIT_NESTING - 1 + extra;
		for (int i = 0; i < depth; i++) {
			buf_put(&text, "(");
		}
		buf_put(&text, "1");
		for (int i = 0; i < depth; i++) {
			buf_put(&text, ")");
		}
		struct buf wanted;
		buf_init(&wanted, arena);
		if (extra == 0) {
			buf_put(&wanted, "yes");
		} else {
			buf_printf(&wanted, "%d-%d limit: the parentheses are nested too deeply", depth, depth);
		}
		struct str says = answer(arena, &facts, text.data);
		expect(tally, str_equal(says, buf_str(&wanted)), "FAIL %d deep: %s", depth, says.data);
	}
}

/* More facts than there is room for are left out, and names are listed as long as they fit into a hint. */
static void many(struct tally *tally, struct arena *arena) {
	struct fact_list facts = { .count = 0 };
	struct buf wanted;
	size_t listed = 0;
	buf_init(&wanted, arena);
	buf_put(&wanted, "0-5 name: no fact is called 'qqqqq'; known: ");
	for (int i = 0; i <= FACTS_MAX; i++) {
		struct buf name;
		buf_init(&name, arena);
		buf_printf(&name, "fact_number_%04d", i);
		facts_add(&facts, name.data, i);
		facts_add_missing(&facts, "no_room", i < FACTS_MAX ? "x" : "y");
		facts.count -= i < FACTS_MAX ? 1 : 0;
		if (i < FACTS_MAX && strlen("known: ") + listed + name.length + 1 < FAULT_TEXT_BYTES) {
			buf_printf(&wanted, listed > 0 ? " %s" : "%s", name.data);
			listed += name.length + (listed > 0 ? 1 : 0);
		}
	}
	facts_add(&facts, "no_room", 0);
	expect(tally, facts.count == FACTS_MAX, "FAIL %d facts", facts.count);
	struct str says = answer(arena, &facts, "qqqqq");
	expect(tally, str_equal(says, buf_str(&wanted)), "FAIL many: %s\n%s", says.data, wanted.data);
}

/* The names of a hint are whole, however long they are and wherever its room ends. */
static void whole(struct tally *tally, struct arena *arena) {
	for (int length = 1; length <= 60; length++) {
		struct fact_list facts = { .count = 0 };
		char name[61];
		snprintf(name, sizeof name, "%0*d", length, 0);
		for (int i = 0; i < FACTS_MAX; i++) {
			facts_add(&facts, name, i);
		}
		struct str says = answer(arena, &facts, "qqqqq");
		const char *list = strstr(says.data, "known: ");
		size_t listed = list != NULL ? strlen(list + strlen("known: ")) : 0;
		size_t more = strlen("known: ") + listed + 1 + (size_t)length;
		bool is_whole = listed > 0 && (listed + 1) % (size_t)(length + 1) == 0;
		bool is_full = (listed + 1) / (size_t)(length + 1) == FACTS_MAX || more >= FAULT_TEXT_BYTES;
		expect(tally, is_whole && is_full, "FAIL names of %d: %s", length, says.data);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct fact_list facts;
		facts_init(&facts);
		struct str says = answer(&arena, &facts, cases[i].text);
		expect(&tally, str_is(says, cases[i].says), "FAIL '%s'\n  is %.*s\n  expected %s", cases[i].text,
			(int)says.length, says.data, cases[i].says);
	}
	used(&tally);
	depth(&tally, &arena);
	many(&tally, &arena);
	whole(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
