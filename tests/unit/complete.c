/*
 * What Tab offers in the repl, for the text before the cursor: where the word begins that is completed, and with what.
 * The commands and their options are those of this test. Prints "N passed, N failed".
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/repl/repl.h"
#include "tally.h"

static const struct option_line draw_lines[] = {
	{ "kind", OPTION_LONG, "=KIND", "grid tv grey", "" },
	{ "output", 'o', "=FILE", NULL, "" },
	{ "explain", OPTION_LONG + 1, "[=N]", NULL, "" },
	{ "json", OPTION_LONG + 2, NULL, NULL, "" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_line check_lines[] = {
	{ "space", OPTION_LONG, "=SPACE", "global,shared, smem", "" },
	{ "dtype", OPTION_LONG + 1, "=TYPE", "f16 f32", "" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group draw_groups[] = { { NULL, draw_lines }, { NULL, NULL } };
static const struct option_group check_groups[] = { { NULL, check_lines }, { NULL, NULL } };

const struct command command_draw = { .name = "draw", .options = draw_groups };
const struct command command_check = { .name = "check", .options = check_groups };

const char *repl_command_name(int index) {
	static const char *const names[] = { "check", "draw", "dialect", "help", NULL };
	return names[index];
}

/* The text before the cursor, where the word begins, and what is offered, with "|" between. */
struct offer {
	const char *before;
	size_t begin;
	const char *offered;
};

static const struct offer table[] = {
	{ ":", 0, ":check |:draw |:dialect |:help " },
	{ ":d", 0, ":draw |:dialect " },
	{ ":draw", 0, ":draw " },
	{ ":x", 0, "" },
	{ "a:d", 2, "depth(|downcast(|dice(|domain_distribute(|data_ptr(|domain_offset(" },
	{ ":draw -", 6, "--kind=|--output=|--explain |--json " },
	{ ":draw 4:1 --k", 10, "--kind=" },
	{ ":draw --kind=", 13, "grid |tv |grey " },
	{ ":draw --kind=gr", 13, "grid |grey " },
	{ ":draw --kind=grid", 13, "grid " },
	{ ":draw --kind=x", 13, "" },
	{ ":draw --output=", 15, "" },
	{ ":draw --nothing=", 16, "" },
	{ ":draw --kind= zipped_d", 14, "zipped_divide(" },
	{ ":draw -kind=zipped_d", 6, "" },
	{ ":draw a=zipped_d", 8, "zipped_divide(" },
	{ ":draw --kind=a=gr", 15, "" },
	{ ":check --space=s", 15, "shared |smem " },
	{ ":check --dtype=f3", 15, "f32 " },
	{ ":check -", 7, "--space=|--dtype=" },
	{ ":check x", 7, "x_bound" },
	{ ":checks -", 9, NULL },
	{ ":style ", 7, "plain |cute |cpp |dsl |ir |pycute |tensor_layouts |tex |c |cuda |python " },
	{ ":style c", 7, "cute |cpp |c |cuda " },
	{ ":style -", 8, "plain |cute |cpp |dsl |ir |pycute |tensor_layouts |tex |c |cuda |python " },
	{ ":help coa", 6, "coalesce" },
	{ ":help x", 6, "" },
	{ ":helps coa", 7, "coalesce(" },
	{ "zipped_", 0, "zipped_divide(|zipped_product(" },
	{ "(4,zipped_d", 3, "zipped_divide(" },
	{ "4zipped_d", 0, "" },
	{ "4 zipped_d", 2, "zipped_divide(" },
	{ "size(n", 5, "name|nullspace(" },
	{ "name", 0, "name" },
	{ "nameX", 0, "" },
	{ "-zipped_d", 1, "zipped_divide(" },
	{ "mma_atom(\"SM", 10, "" },
	{ "mma_atom(\"SM70_8x8x4_F32F16F16F32_T", 10, "SM70_8x8x4_F32F16F16F32_TN|SM70_8x8x4_F32F16F16F32_TT" },
	{ "UniversalC", 0, "UniversalCopy<u128>|UniversalCopy<u16>|UniversalCopy<u256>|UniversalCopy<u32>"
		"|UniversalCopy<u64>|UniversalCopy<u8>" },
	{ "smem_atom(\"Layout_K_SW128_A", 11, "" },
	{ "GMM", 0, "GMMA::Layout_K_INTER_Atom|GMMA::Layout_K_INTER_Atom_Bits|GMMA::Layout_K_INTER_SpAtom,S=2"
		"|GMMA::Layout_K_SW128_Atom|GMMA::Layout_K_SW128_Atom_Bits|GMMA::Layout_K_SW128_SpAtom,S=2"
		"|GMMA::Layout_K_SW32_Atom|GMMA::Layout_K_SW32_Atom_Bits|GMMA::Layout_K_SW32_SpAtom,S=2"
		"|GMMA::Layout_K_SW64_Atom|GMMA::Layout_K_SW64_Atom_Bits|GMMA::Layout_K_SW64_SpAtom,S=2"
		"|GMMA::Layout_MN_INTER_Atom|GMMA::Layout_MN_INTER_Atom_Bits|GMMA::Layout_MN_INTER_SpAtom,S=2"
		"|GMMA::Layout_MN_SW128_Atom|GMMA::Layout_MN_SW128_Atom_Bits|GMMA::Layout_MN_SW128_SpAtom,S=2"
		"|GMMA::Layout_MN_SW32_Atom|GMMA::Layout_MN_SW32_Atom_Bits|GMMA::Layout_MN_SW32_SpAtom,S=2"
		"|GMMA::Layout_MN_SW64_Atom|GMMA::Layout_MN_SW64_Atom_Bits|GMMA::Layout_MN_SW64_SpAtom,S=2" },
	{ "GM", 0, "" },
	{ "Auto", 0, "AutoVectorizingCopyWithAssumedAlignment<128>|AutoVectorizingCopyWithAssumedAlignment<16>"
		"|AutoVectorizingCopyWithAssumedAlignment<32>|AutoVectorizingCopyWithAssumedAlignment<64>"
		"|AutoVectorizingCopyWithAssumedAlignment<8>" },
	{ "SM100_1", 0, "SM100_1x2x1_F32F32F32F32" },
	{ "SM100_2x1x1_F", 0, "SM100_2x1x1_F32F32F32F32" },
};

/* What is offered, at most "most" of it, with "|" between. Around the text there is more, which is not looked at. */
static const char *offered(struct repl *repl, const char *before, int most, size_t *begin) {
	enum { MOST = 512 };
	const char *matches[MOST];
	struct buf line;
	struct buf text;
	buf_init(&line, &repl->arena);
	buf_printf(&line, "x%s-x", before);
	buf_init(&text, &repl->arena);
	struct str shown = { line.data + 1, strlen(before) };
	int count = repl_complete(repl, shown, &repl->arena, matches, most < MOST ? most : MOST, begin);
	for (int i = 0; i < count; i++) {
		buf_put(&text, i > 0 ? "|" : "");
		buf_put(&text, matches[i]);
	}
	return text.data;
}

/* A name that is bound again and again takes no more than a few megabytes, and others are as they were. */
static void try_many(struct tally *tally, struct repl_names *names) {
	enum { TEXT_BYTES = 10000, TIMES = 2000, MOST = 4 << 20 };
	static char text[TEXT_BYTES];
	size_t most = 0;
	memset(text, 'x', sizeof text);
	for (int i = 0; i < TIMES; i++) {
		text[0] = (char)('a' + i % 26);
		repl_names_set(names, "name", (struct str){ text, sizeof text }, (struct str){ NULL, 0 });
		most = names->arena.held > most ? names->arena.held : most;
	}
	const struct repl_name *last = repl_names_find(names, "name");
	const struct repl_name *other = repl_names_find(names, "x_bound");
	expect(tally, most <= MOST, "%d times the same name take %zu bytes", TIMES, most);
	expect(tally, last != NULL && str_equal(last->text, (struct str){ text, sizeof text }), "the last text");
	expect(tally, other != NULL && str_is(other->text, "4") && names->count == 2, "the other name");
}

/* Without a beginning all are offered: names, then operations, but no atoms. */
static void try_all(struct tally *tally, struct repl *repl) {
	size_t begin;
	const char *all = offered(repl, "", 1000, &begin);
	expect(tally, begin == 0 && strncmp(all, "name|x_bound|make_fragment_like(|", 32) == 0, "all: %s", all);
	expect(tally, strstr(all, "SM70") == NULL, "all has atoms: %s", all);
	expect(tally, strcmp(offered(repl, "", 2, &begin), "name|x_bound") == 0, "the first two");
	expect(tally, strcmp(offered(repl, "", 1, &begin), "name") == 0, "the first");
	expect(tally, strcmp(offered(repl, ":draw ", 2, &begin), "name|x_bound") == 0, "behind a blank, in front of a '-'");
	expect(tally, strcmp(offered(repl, ":", 3, &begin), ":check |:draw |:dialect ") == 0, "three commands");
}

int main(void) {
	struct tally tally = { 0 };
	struct repl repl = { .is_terminal = true };
	arena_init(&repl.arena, NULL, NULL);
	repl_names_init(&repl.names);
	repl_names_set(&repl.names, "x_bound", str_from("4"), (struct str){ NULL, 0 });
	repl_names_set(&repl.names, "name", str_from("5"), (struct str){ NULL, 0 });
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		size_t begin = 1000;
		const char *text = offered(&repl, table[i].before, 1000, &begin);
		expect(&tally, begin == table[i].begin, "'%s': the word begins at %zu", table[i].before, begin);
		expect(&tally, table[i].offered == NULL || strcmp(text, table[i].offered) == 0, "'%s': '%s'", table[i].before,
			text);
	}
	try_all(&tally, &repl);
	try_many(&tally, &repl.names);
	repl_names_finish(&repl.names);
	arena_finish(&repl.arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
