/* src/page: what the live page is told, without a browser. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "lang/atoms.h"
#include "lang/eval.h"
#include "lang/ops/operation.h"
#include "page/session.h"

#define PARTS \
	"mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (2,1,1)); " \
	"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16), (8,8):(8,1), (1,8)); " \
	"load = make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16), mma); "
#define KERNEL PARTS "((32,64):(512,1), copy, Sw<3,3,3> o 0 o (32,64):(64,1), load, mma)"
#define KERNEL_PADDED PARTS "((32,64):(512,1), copy, (32,64):(72,1), load, mma)"
#define KERNEL_CONFLICT PARTS "((32,64):(512,1), copy, (32,64):(64,1), load, mma)"
#define KERNEL_WITHOUT_LOAD PARTS "(copy, (32,64):(64,1), mma)"
#define COPY "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16), (1,32):(32,1), (1,1)); "
#define LOAD "load = make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16), (1,16):(16,1), (1,1)); "
#define KERNEL_OF_A_ROW COPY LOAD "((1,32):(32,1), copy, (1,32):(32,1), load)"
#define KERNEL_TWO_WAYS COPY "(copy, (1,(16,2)):(64,(2,64)))"

static bool is_out_of_memory;

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_calloc(size_t count, size_t size) {
	return is_out_of_memory ? NULL : __real_calloc(count, size);
}

/* Put texts into the room, one behind the other. */
static void give(struct session *session, const char *a, const char *b, const char *c) {
	char *room = session_room(session, strlen(a) + strlen(b) + strlen(c));
	memcpy(room, a, strlen(a));
	memcpy(room + strlen(a), b, strlen(b));
	memcpy(room + strlen(a) + strlen(b), c, strlen(c));
}

static void open_program(struct session *session, int slot, const char *text, const char *options) {
	give(session, text, options, "");
	session_open(session, slot, strlen(text), strlen(options));
}

/* The answer has "text" in it. */
static void expect(const struct session *session, const char *text) {
	cr_expect(strstr(session_answer(session), text) != NULL, "expected %s in %s", text, session_answer(session));
}

/* Every operation is in the answer, and every atom, as the text of its name. */
static void expect_catalog(const struct session *session) {
	static const enum atom_table tables[] = { ATOMS_MMA, ATOMS_COPY, ATOMS_SMEM };
	char text[160];
	int count;
	const struct operation_group *const *groups = operation_groups(&count);
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < groups[i]->count; k++) {
			snprintf(text, sizeof text, "{\"name\":\"%s\",\"parameters\":", groups[i]->operations[k].name);
			expect(session, text);
		}
	}
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		struct atom_row row;
		for (size_t offset = 0; atoms_next(tables[i], &offset, &row);) {
			snprintf(text, sizeof text, "\"%.*s\"", (int)row.columns[0].length, row.columns[0].data);
			expect(session, text);
		}
	}
}

/* How often "sign" stands in the answer. */
static int count(const struct session *session, char sign) {
	int found = 0;
	for (const char *at = session_answer(session); *at != '\0'; at++) {
		found += *at == sign;
	}
	return found;
}

/* Values, messages and figures of programs, good and bad. */
Test(page, opening) {
	static const struct {
		const char *program, *options, *answer;
	} cases[] = {
		{ "(4,8):(8,1)", "", "\"values\":[\"(4,8):(8,1)\"]" },
		{ "(4,8):(8,1)", "", "\"rows\":4,\"columns\":8" },
		{ "((2,2),8):((1,2),4)", "", "\"rowLevels\":[[1,2],[2,2]]" },
		{ "(4,8):(8,1", "", "\"begin\":10,\"end\":10" },
		{ "(4,8):(8,1", "", "\"undrawn\":\"\",\"figure\":null" },
		{ "composition((4,6,8):(2,3,5), 6:3)", "", "\"kind\":\"warning\"" },
		{ "", "", "a program without an expression has no picture" },
		{ "4:1", "kind=none", "expected --kind=auto" },
		{ "4:1", "kind=gemm", "a shape (M,N,K)" },
		{ "make_layout_tv((4,32):(32,1), (4,8):(8,1))", "", "\"threads\":128,\"values\":32,\"steps\":[]" },
		{ KERNEL, "", "{\"name\":\"load\",\"step\":1,\"warps\":2,\"instructions\":4}" },
		{ KERNEL_WITHOUT_LOAD, "",
			"\"steps\":[{\"name\":\"store\",\"step\":0,\"warps\":2,\"instructions\":4},"
			"{\"name\":\"multiply\",\"step\":2,\"warps\":2,\"instructions\":4}],\"legends\"" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\", 16)", "", "\"kind\":\"copy\"" },
		{ "zipped_divide((?,?):(1,?),(3,6))", "dialect=dsl", "((3,6),(?,?)):((1,?),(3,?{div=6}))" },
		{ "M = ?; (M,8):(8,1)", "with=M=4", "\"rows\":4,\"columns\":8" },
		{ "M = ?; M % 8 == 0", "assume='M % 8 == 0'", "\"values\":[\"true\"]" },
		{ "logical_divide(2:1,32:1)", "dynamic", "(32,(1,1)):(1,(1,32))" },
		{ "M = ?; (M,8):(8,1)", "with=4", "expected with= and numbers" },
		{ "4:1", "dialect=ada", "expected dialect=cpp or dsl, saw 'dialect=ada'" },
		{ "4:1", "assume=no", "expected assume= with a condition" },
		{ "4:1", "dynamic=all", "expected dynamic or dynamic=shapes" },
		{ "{ auto a = Layout<_4,_1>{}; }", "", "\"values\":[\"4:1\"]" },
		{ "(4,8):(64,1)", "kind=film bits=32 vector=4", "\"rowNumbers\":[" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		expect(session, cases[i].answer);
		cr_expect_eq(session_answer_length(session), strlen(session_answer(session)));
	}
}

/* All that is said of programs. */
Test(page, whole_answers) {
	static const struct {
		const char *program, *options, *answer;
	} cases[] = {
		{ "1; (4,8):(8,1); 2:1", "",
			"{\"values\":[\"1\",\"(4,8):(8,1)\",\"2:1\"],\"messages\":[],\"undrawn\":null,"
			"\"figure\":{\"kind\":\"grid\",\"title\":\"2:1\",\"description\":\"Grid of the offsets of a "
			"layout: 1 panel of 1 x 2 cells, offsets 0 to 1.\",\"bits\":32,\"placed\":false,"
			"\"owned\":false,\"memory\":true,\"tiled\":false,\"threads\":0,\"values\":0,\"steps\":[],"
			"\"legends\":[],\"matrices\":[{\"caption\":\"\",\"rows\":1,\"columns\":2,\"missing\":0,"
			"\"rowUnit\":2,\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,2]],"
			"\"running\":false,\"outlined\":false,\"group\":0,\"rowName\":\"\",\"columnName\":\"\","
			"\"x\":0,\"y\":0}]}}" },
		{ "zipped_divide((4,4):(4,1), (2,2))", "",
			"{\"values\":[\"((2,2),(2,2)):((4,1),(8,2))\"],\"messages\":[],\"undrawn\":null,"
			"\"figure\":{\"kind\":\"op\",\"title\":\"zipped_divide((4,4):(4,1), (2,2))\","
			"\"description\":\"Operands and result of an operation on layouts, as grids of offsets; the "
			"cells of one tile have one colour.\",\"bits\":32,\"placed\":false,\"owned\":false,"
			"\"memory\":true,\"tiled\":true,\"threads\":0,\"values\":0,\"steps\":[],\"legends\":[],"
			"\"matrices\":[{\"caption\":\"A = (4,4):(4,1)\",\"rows\":4,\"columns\":4,\"missing\":0,"
			"\"rowUnit\":1,\"rowNumbers\":null,\"rowLevels\":[[1,4]],\"columnLevels\":[[1,4]],"
			"\"running\":false,\"outlined\":false,\"group\":0,\"rowName\":\"\",\"columnName\":\"\","
			"\"x\":0,\"y\":0},{\"caption\":\"= ((2,2),(2,2)):((4,1),(8,2))\",\"rows\":4,\"columns\":4,"
			"\"missing\":0,\"rowUnit\":1,\"rowNumbers\":null,\"rowLevels\":[[1,2],[2,2]],"
			"\"columnLevels\":[[1,2],[2,2]],\"running\":false,\"outlined\":false,\"group\":0,"
			"\"rowName\":\"\",\"columnName\":\"\",\"x\":0,\"y\":0}]}}" },
		{ "(4,8):(64,1)", "kind=film bits=32 vector=4",
			"{\"values\":[\"(4,8):(64,1)\"],\"messages\":[],\"undrawn\":null,"
			"\"figure\":{\"kind\":\"film\",\"title\":\"(4,8):(64,1)\",\"description\":\"The words of "
			"memory that each instruction of a warp touches: rows are lines of 128 bytes, columns banks,"
			" 8 of them a sector; numbers count lanes.\",\"bits\":32,\"placed\":false,\"owned\":false,"
			"\"memory\":true,\"tiled\":false,\"threads\":0,\"values\":0,\"steps\":[],\"legends\":[\"2 "
			"stores of 16 bytes a lane: 8 wavefronts, 2 at best\",\"conflict; the worst is 4-way, in "
			"bank 0, warp 0, value 0\"],\"matrices\":[{\"caption\":\"warp 0, V0 to V3: 4 sectors in 4 "
			"lines; 4 wavefronts\",\"rows\":4,\"columns\":32,\"missing\":0,\"rowUnit\":1,"
			"\"rowNumbers\":[0,2,4,6],\"rowLevels\":[[1,4]],\"columnLevels\":[[1,8],[8,4]],"
			"\"running\":true,\"outlined\":false,\"group\":0,\"rowName\":\"line of 128 bytes\","
			"\"columnName\":\"bank, sector\",\"x\":0,\"y\":0},{\"caption\":\"warp 0, V4 to V7: 4 "
			"sectors in 4 lines; 4 wavefronts\",\"rows\":4,\"columns\":32,\"missing\":0,\"rowUnit\":1,"
			"\"rowNumbers\":[0,2,4,6],\"rowLevels\":[[1,4]],\"columnLevels\":[[1,8],[8,4]],"
			"\"running\":true,\"outlined\":false,\"group\":0,\"rowName\":\"line of 128 bytes\","
			"\"columnName\":\"bank, sector\",\"x\":0,\"y\":0}]}}" },
		{ "(1,1):(0,0)", "tile=1,1",
			"{\"values\":[\"(1,1):(0,0)\"],\"messages\":[],\"undrawn\":null,\"figure\":{\"kind\":\"tv\","
			"\"title\":\"(1,1):(0,0)\",\"description\":\"Thread-value diagram of a tile of 1 x 1 "
			"elements: 1 thread with 1 value each. 0 elements have several owners, 0 have none, 0 "
			"values are outside the tile.\",\"bits\":32,\"placed\":false,\"owned\":true,"
			"\"memory\":false,\"tiled\":false,\"threads\":1,\"values\":1,\"steps\":[],\"legends\":[],"
			"\"matrices\":[{\"caption\":\"\",\"rows\":1,\"columns\":1,\"missing\":0,\"rowUnit\":1,"
			"\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,1]],\"running\":false,"
			"\"outlined\":true,\"group\":0,\"rowName\":\"\",\"columnName\":\"\",\"x\":0,\"y\":0}]}}" },
		{ "4 +", "",
			"{\"values\":[],\"messages\":[{\"kind\":\"error\",\"text\":\"expected an expression, saw "
			"the end\",\"hint\":\"'cutelayout infer' finds the layout of an index expression; check, "
			"draw and eval take it with --index\",\"begin\":3,\"end\":3,\"report\":\"<page>:1:4: error: "
			"expected an expression, saw the end\\n  4 +\\n     ^\\n  hint: 'cutelayout infer' finds "
			"the layout of an index expression; check, draw and eval take it with --index\\n\"}],"
			"\"undrawn\":\"\",\"figure\":null}" },
		{ "crd2idx(4,4:1); 4:1", "",
			"{\"values\":[\"4\",\"4:1\"],\"messages\":[{\"kind\":\"note\",\"text\":\"coordinate 4 is "
			"outside the 4 that there are: CuTe goes on beyond them\",\"hint\":\"\",\"begin\":8,"
			"\"end\":9,\"report\":\"<page>:1:9: note: coordinate 4 is outside the 4 that there are: "
			"CuTe goes on beyond them\\n  crd2idx(4,4:1); 4:1\\n          ^\\n\"}],\"undrawn\":null,"
			"\"figure\":{\"kind\":\"grid\",\"title\":\"4:1\",\"description\":\"Grid of the offsets of a "
			"layout: 1 panel of 1 x 4 cells, offsets 0 to 3.\",\"bits\":32,\"placed\":false,"
			"\"owned\":false,\"memory\":true,\"tiled\":false,\"threads\":0,\"values\":0,\"steps\":[],"
			"\"legends\":[],\"matrices\":[{\"caption\":\"\",\"rows\":1,\"columns\":4,\"missing\":0,"
			"\"rowUnit\":4,\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,4]],"
			"\"running\":false,\"outlined\":false,\"group\":0,\"rowName\":\"\",\"columnName\":\"\","
			"\"x\":0,\"y\":0}]}}" },
		{ KERNEL_OF_A_ROW, "",
			"{\"values\":[\"((1,32):(32,1),make_tiled_copy_impl(copy_atom(\\\"UniversalCopy<u16>\\\","
			"16),(32,1):(1,0),(1,32)),(1,32):(32,1),"
			"make_tiled_copy_impl(copy_atom(\\\"UniversalCopy<u16>\\\",16),(16,1):(1,0),(1,16)))\"],"
			"\"messages\":[],\"undrawn\":null,\"figure\":{\"kind\":\"kernel\",\"title\":\"((1,32):(32,"
			"1), copy, (1,32):(32,1), load)\",\"description\":\"The way of the elements of an operand "
			"through a kernel: global memory; threads of the copy; shared memory, lines of 128 bytes; threads "
			"that load.\",\"bits\":16,\"placed\":false,"
			"\"owned\":true,\"memory\":false,\"tiled\":false,\"threads\":32,\"values\":2,"
			"\"steps\":[{\"name\":\"store\",\"step\":0,\"warps\":1,\"instructions\":1},"
			"{\"name\":\"load\",\"step\":1,\"warps\":1,\"instructions\":2}],\"legends\":[],"
			"\"matrices\":[{\"caption\":\"global memory\",\"rows\":1,\"columns\":32,\"missing\":0,"
			"\"rowUnit\":1,\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,32]],"
			"\"running\":false,\"outlined\":true,\"group\":1,\"rowName\":\"m\",\"columnName\":\"k\","
			"\"x\":0,\"y\":0},{\"caption\":\"threads of the copy\",\"rows\":1,\"columns\":32,"
			"\"missing\":0,\"rowUnit\":1,\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,"
			"32]],\"running\":false,\"outlined\":true,\"group\":1,\"rowName\":\"m\","
			"\"columnName\":\"k\",\"x\":0,\"y\":0},{\"caption\":\"shared memory, lines of 128 bytes\","
			"\"rows\":1,\"columns\":64,\"missing\":0,\"rowUnit\":1,\"rowNumbers\":null,"
			"\"rowLevels\":[[1,1]],\"columnLevels\":[[1,2],[2,32]],\"running\":false,\"outlined\":true,"
			"\"group\":1,\"rowName\":\"line\",\"columnName\":\"bank\",\"x\":0,\"y\":0},"
			"{\"caption\":\"threads that load\",\"rows\":1,\"columns\":32,\"missing\":0,\"rowUnit\":1,"
			"\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,32]],\"running\":false,"
			"\"outlined\":true,\"group\":1,\"rowName\":\"m\",\"columnName\":\"k\",\"x\":0,\"y\":0}]}}" },
		{ "logical_divide(2:1,32:1)", "dynamic=shapes",
			"{\"values\":[\"(32,1):(1,32)\"],\"messages\":[{\"kind\":\"note\",\"text\":\"covers 32 of 2: 30 beyond "
			"it; predicate with make_identity_layout(2)\",\"hint\":\"\",\"begin\":19,\"end\":23,"
			"\"report\":\"<page>:1:20: note: covers 32 of 2: 30 beyond it; predicate with "
			"make_identity_layout(2)\\n  logical_divide(2:1,32:1)\\n                     ^~~~\\n\"}],\"undrawn\":null,"
			"\"figure\":{\"kind\":\"grid\",\"title\":\"(32,1):(1,32)\",\"description\":\"Grid of the "
			"offsets of a layout: 1 panel of 32 x 1 cells, offsets 0 to 31.\",\"bits\":32,"
			"\"placed\":false,\"owned\":false,\"memory\":true,\"tiled\":false,\"threads\":0,"
			"\"values\":0,\"steps\":[],\"legends\":[],\"matrices\":[{\"caption\":\"\",\"rows\":32,"
			"\"columns\":1,\"missing\":0,\"rowUnit\":1,\"rowNumbers\":null,\"rowLevels\":[[1,32]],"
			"\"columnLevels\":[[1,1]],\"running\":false,\"outlined\":false,\"group\":0,\"rowName\":\"\","
			"\"columnName\":\"\",\"x\":0,\"y\":0}]}}" },
		{ "4:1", "dynamic",
			"{\"values\":[\"4:1\"],\"messages\":[],\"undrawn\":null,\"figure\":{\"kind\":\"grid\","
			"\"title\":\"4:1\",\"description\":\"Grid of the offsets of a layout: 1 panel of 1 x 4 "
			"cells, offsets 0 to 3.\",\"bits\":32,\"placed\":false,\"owned\":false,\"memory\":true,"
			"\"tiled\":false,\"threads\":0,\"values\":0,\"steps\":[],\"legends\":[],"
			"\"matrices\":[{\"caption\":\"\",\"rows\":1,\"columns\":4,\"missing\":0,\"rowUnit\":4,"
			"\"rowNumbers\":null,\"rowLevels\":[[1,1]],\"columnLevels\":[[1,4]],\"running\":false,"
			"\"outlined\":false,\"group\":0,\"rowName\":\"\",\"columnName\":\"\",\"x\":0,\"y\":0}]}}" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		cr_expect_str_eq(session_answer(session), cases[i].answer, "%s: %s", cases[i].program, session_answer(session));
	}
}

/* WARNINGS_MAX */
Test(page, warnings) {
	struct session *session = session_create();
	for (int warnings = WARNINGS_MAX - 1; warnings <= WARNINGS_MAX + 1; warnings++) {
		char program[32 * (WARNINGS_MAX + 1)] = "";
		for (int i = 0; i < warnings; i++) {
			strcat(program, "crd2idx(4,4:1); ");
		}
		open_program(session, 0, program, "");
		int told = 0;
		for (const char *at = session_answer(session); (at = strstr(at, "\"report\":")) != NULL; at++) {
			told++;
		}
		cr_expect_eq(told, warnings < WARNINGS_MAX ? warnings : WARNINGS_MAX, "%d of %d", told, warnings);
	}
}

/* Owners are not counted in figures of more cells than LOOKED_AT. */
Test(page, owners_of_many_cells) {
	struct session *session = session_create();
	open_program(session, 0, "(1024,1024):(1,1024)", "tile=1024,1024");
	expect(session, "\"threads\":1024,\"values\":1024,");
	open_program(session, 0, "(1024,1024):(1,1024)", "tile=1024,1025");
	expect(session, "\"threads\":0,\"values\":0,");
}

/*
 * What ends between cells of the first row and column of what is asked for: of threads, of warps, and nothing where
 * something is highlighted or nobody owns cells.
 */
Test(page, edges) {
	static const struct {
		const char *program, *options;
		int matrix, row, column;
		const char *right, *down;
	} cases[] = {
		{ "(8,2):(2,1)", "tile=1,16", 0, 0, 0, "0101010101010100", "0000000000000000" },
		{ "(8,2):(2,1)", "tile=1,16", 0, 0, 11, "1010000000000000", "1000000000000000" },
		{ "(8,2):(2,1)", "tile=1,16", 0, 0, -1, "0010101010101010", "0000000000000000" },
		{ "(8,2):(2,1)", "tile=1,16", 0, -1, 1, "0000000000000000", "0100000000000000" },
		{ "(64,2):(1,64)", "tile=64,2", 0, 30, 0, "4400000000000000", "4844444444444444" },
		{ "(64,2):(1,64)", "tile=64,2", 0, 62, 1, "4000000000000000", "4000000000000000" },
		{ "(64,2):(1,64)", "tile=2,64", 0, 0, 15, "6555555555555555", "6200000000000000" },
		{ "(8,2):(2,1)", "tile=1,16 highlight=T0", 0, 0, 0, "0000000000000000", "0000000000000000" },
		{ "(8,2):(2,1)", "tile=1,16", 1, 0, 0, "0000000000000000", "0000000000000000" },
		{ "(8,8):(8,1)", "", 0, 0, 1, "0000000000000000", "0000000000000000" },
		{ "(8,8):(8,1)", "", 0, -5, 99, "0000000000000000", "0000000000000000" },
		{ "(8,8):(8,1", "", 0, 0, 0, "0000000000000000", "0000000000000000" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		session_edges(session, 0, cases[i].matrix, cases[i].row, cases[i].column);
		cr_expect_eq(session_answer_length(session), SESSION_TEXT_COLUMNS * SESSION_TEXT_COLUMNS);
		char right[SESSION_TEXT_COLUMNS + 1] = "", down[SESSION_TEXT_COLUMNS + 1] = "";
		for (int k = 0; k < SESSION_TEXT_COLUMNS; k++) {
			right[k] = (char)('0' + session_answer(session)[k]);
			down[k] = (char)('0' + session_answer(session)[k * SESSION_TEXT_COLUMNS]);
		}
		cr_expect_str_eq(right, cases[i].right, "%s %s: %s", cases[i].program, cases[i].options, right);
		cr_expect_str_eq(down, cases[i].down, "%s %s: %s", cases[i].program, cases[i].options, down);
	}
}

/* A cell says what it has, and nothing else. */
Test(page, facts) {
	static const struct {
		const char *program, *options;
		int matrix, row, column;
		const char *answer, *lacks;
	} cases[] = {
		{ "(4,8):(8,1)", "", 0, 2, 3, "\"offset\":19,\"address\":\"0x4c\",\"bank\":19", "owners" },
		{ "(4,8):(8,1)", "", 0, 2, 3, "\"terms\":[[2,8],[3,1]]", "swizzle" },
		{ "(4,8):(8,1)", "bits=4", 0, 0, 3, "\"address\":\"0x1 bit 4\"", "owners" },
		{ "(4,8):(-8,1)", "bits=8", 0, 1, 0, "\"address\":\"-0x8\"", "owners" },
		{ "(4,8):(8,1)", "", 0, 4, 0, "null", "offset" },
		{ "Sw<3,3,3> o 0 o (8,64):(64,1)", "", 1, 1, 2, "{\"swizzle\":[3,3,3],\"from\":66,\"to\":74}", "owners" },
		{ "Sw<3,3,3> o 0 o (8,64):(64,1)", "", 0, 1, 2, "\"terms\":[[1,64],[2,1]]", "swizzle" },
		{ "5 + (4,8):(8,1)", "", 0, 1, 0, "{\"add\":5,\"from\":8,\"to\":13}", "owners" },
		{ "make_identity_layout((4,4))", "", 0, 1, 2, "\"image\":true", "address" },
		{ "make_layout_tv((4,32):(32,1), (4,8):(8,1))", "", 0, 8, 78, "\"owners\":[[73,6]]", "address" },
		{ "zipped_divide((8,16):(16,1), (4,4))", "", 0, 0, 4, "\"tile\":", "owners" },
		{ KERNEL, "", 2, 9, 10, "\"element\":\"(9,2)\",\"offset\":586", "image" },
		{ KERNEL, "", 4, 5, 2, "\"element\":\"(9,2)\"", "offset" },
		{ KERNEL, "", 0, 9, 2, "\"offset\":4610", "bank" },
		/* OWNERS_TOLD */
		{ "(31,1):(0,0)", "tile=1,1", 0, 0, 0, "\"ownerCount\":31,\"owners\":[[0,0],[1,0],", "[31,0]" },
		{ "(31,1):(0,0)", "tile=1,1", 0, 0, 0, ",[30,0]],\"element\"", "[31,0]" },
		{ "(32,1):(0,0)", "tile=1,1", 0, 0, 0, ",[31,0]],\"element\"", "[32,0]" },
		{ "(33,1):(0,0)", "tile=1,1", 0, 0, 0, ",[31,0]],\"element\"", "[32,0]" },
		{ "(33,1):(0,0)", "tile=1,1", 0, 0, 0, "\"ownerCount\":33,\"owners\":[[0,0],[1,0],", "[32,0]" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 1, cases[i].program, cases[i].options);
		session_facts(session, 1, cases[i].matrix, cases[i].row, cases[i].column);
		expect(session, cases[i].answer);
		cr_expect(strstr(session_answer(session), cases[i].lacks) == NULL, "%s: %s", cases[i].program,
			session_answer(session));
	}
}

/* All that a cell says. */
Test(page, whole_facts) {
	static const struct {
		const char *program, *options;
		int matrix, row, column;
		const char *answer;
	} cases[] = {
		{ "(4,8):(8,1)", "", 0, 0, 0,
			"{\"coordinate\":\"(0,0)\",\"text\":[\"0\"],\"offset\":0,\"address\":\"0x0\",\"bank\":0,"
			"\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[0,8],[0,1]],\"from\":0,"
			"\"to\":0}]}" },
		{ "(4,8):(8,1)", "bits=1", 0, 1, 3,
			"{\"coordinate\":\"(1,3)\",\"text\":[\"11\"],\"offset\":11,\"address\":\"0x1 bit 3\","
			"\"bank\":0,\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[1,8],[3,1]],"
			"\"from\":13,\"to\":11}]}" },
		{ "(4,8):(-8,1)", "bits=4", 0, 1, 1,
			"{\"coordinate\":\"(1,1)\",\"text\":[\"-7\"],\"offset\":-7,\"address\":\"-0x3 bit 4\","
			"\"bank\":31,\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[1,-8],[1,1]],"
			"\"from\":5,\"to\":-7}]}" },
		{ "Sw<3,3,3> o 0 o (8,64):(64,1)", "", 1, 1, 2,
			"{\"coordinate\":\"(1,2)\",\"text\":[\"74\"],\"offset\":74,\"address\":\"0x128\","
			"\"bank\":10,\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[1,64],[2,1]],"
			"\"from\":17,\"to\":66},{\"add\":0,\"from\":66,\"to\":66},{\"swizzle\":[3,3,3],\"from\":66,"
			"\"to\":74}]}" },
		{ "make_identity_layout((4,4))", "", 0, 1, 2,
			"{\"coordinate\":\"(1,2)\",\"text\":[\"(1,2)\"],\"image\":true,\"conflict\":false,"
			"\"shared\":false}" },
		{ "zipped_divide((8,16):(16,1), (4,4))", "", 0, 0, 0,
			"{\"coordinate\":\"(0,0)\",\"text\":[\"0\"],\"offset\":0,\"address\":\"0x0\",\"bank\":0,"
			"\"tile\":0,\"conflict\":false,\"shared\":false}" },
		{ "(32,1):(32,1)", "kind=banks", 0, 1, 0,
			"{\"coordinate\":\"(1,0)\",\"text\":[\"0\"],\"ownerCount\":1,\"owners\":[[1,0]],"
			"\"offset\":32,\"address\":\"0x80\",\"bank\":0,\"conflict\":true,\"shared\":false,"
			"\"steps\":[{\"terms\":[[1,32],[0,1]],\"from\":1,\"to\":32}]}" },
		{ "(4,8):(64,1)", "kind=film bits=32 vector=4", 0, 0, 0,
			"{\"coordinate\":\"(0,(0,0))\",\"text\":[\"1\"],\"offset\":0,\"address\":\"0x0\",\"bank\":0,"
			"\"lanes\":1,\"conflict\":true,\"shared\":false,\"steps\":[{\"terms\":[[0,64],[0,1]],"
			"\"from\":0,\"to\":0}]}" },
		{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", "", 0, 1, 1,
			"{\"coordinate\":\"(1,1)\",\"text\":[\"T4\",\"V1\"],\"ownerCount\":1,\"owners\":[[4,1]],"
			"\"element\":17,\"conflict\":false,\"shared\":false}" },
		{ "((4,8):(8,1), 3, (2,2):(1,2))", "kind=grid", 0, 0, 0, "null" },
		{ KERNEL, "", 2, 0, 0,
			"{\"coordinate\":\"(0,(0,0))\",\"text\":[\"T0\",\"V0\"],\"ownerCount\":1,\"owners\":[[0,0]],"
			"\"element\":\"(0,0)\",\"offset\":0,\"address\":\"0x0\",\"bank\":0,\"conflict\":false,"
			"\"shared\":false,\"steps\":[{\"terms\":[[0,64],[0,1]],\"from\":0,\"to\":0},{\"add\":0,"
			"\"from\":0,\"to\":0},{\"swizzle\":[3,3,3],\"from\":0,\"to\":0}]}" },
		{ KERNEL, "", 5, 0, 2,
			"{\"coordinate\":\"(0,2)\",\"text\":[\"T1 +1\",\"V0\"],\"ownerCount\":2,\"owners\":[[1,0],"
			"[33,0]],\"element\":\"(0,2)\",\"conflict\":false,\"shared\":false}" },
		{ KERNEL_PADDED, "", 2, 35, 60,
			"{\"coordinate\":\"(35,(0,30))\",\"text\":[],\"ownerCount\":0,\"owners\":[],\"offset\":2300,"
			"\"address\":\"0x11f8\",\"bank\":30,\"conflict\":false,\"shared\":false}" },
		{ "100:1", "", 0, 3, 3,
			"{\"coordinate\":\"99\",\"text\":[\"99\"],\"offset\":99,\"address\":\"0x18c\",\"bank\":3,"
			"\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[99,1]],\"from\":99,\"to\":99}]}" },
		{ "(4,2):(2,100) o 3 o (4,8):(8,1)", "", 0, 3, 7,
			"{\"coordinate\":\"(3,7)\",\"text\":[\"804\"],\"offset\":804,\"address\":\"0xc90\","
			"\"bank\":4,\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[3,8],[7,1]],"
			"\"from\":31,\"to\":31},{\"add\":3,\"from\":31,\"to\":34},{\"terms\":[[2,2],[8,100]],"
			"\"from\":34,\"to\":804}]}" },
		{ "(4,8):(8,1)", "bits=1", 0, 1, 1,
			"{\"coordinate\":\"(1,1)\",\"text\":[\"9\"],\"offset\":9,\"address\":\"0x1 bit 1\","
			"\"bank\":0,\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[1,8],[1,1]],"
			"\"from\":5,\"to\":9}]}" },
		{ "(4,8):(8,1)", "bits=8", 0, 1, 1,
			"{\"coordinate\":\"(1,1)\",\"text\":[\"9\"],\"offset\":9,\"address\":\"0x9\",\"bank\":2,"
			"\"conflict\":false,\"shared\":false,\"steps\":[{\"terms\":[[1,8],[1,1]],\"from\":5,"
			"\"to\":9}]}" },
		{ KERNEL_OF_A_ROW, "", 2, 0, 5,
			"{\"coordinate\":\"(0,(1,2))\",\"text\":[\"T5\",\"V0\"],\"ownerCount\":1,\"owners\":[[5,0]],"
			"\"element\":\"(0,5)\",\"offset\":5,\"address\":\"0xa\",\"bank\":2,\"conflict\":false,"
			"\"shared\":false,\"steps\":[{\"terms\":[[5,1]],\"from\":5,\"to\":5}]}" },
		{ "100:1", "", 0, 3, 4, "null" },
		{ "(4,8):(8,1)", "", 0, 3, 8, "null" },
		{ "(4,8):(8,1)", "", 0, 4, 7, "null" },
		{ "(4,8):(8,1)", "", 0, 3, -1, "null" },
		{ "(4,8):(8,1)", "", 0, -1, 7, "null" },
		{ "(4,8):(8,1)", "", 1, 0, 0, "null" },
		{ "(4,8):(8,1)", "", -1, 0, 0, "null" },
		{ "(4,8):(8,1", "", 0, 0, 0, "null" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 1, cases[i].program, cases[i].options);
		session_facts(session, 1, cases[i].matrix, cases[i].row, cases[i].column);
		cr_expect_str_eq(session_answer(session), cases[i].answer, "%s: %s", cases[i].program, session_answer(session));
	}
}

/* Cells that show the same: how many, and some of them. */
Test(page, links) {
	static const struct {
		const char *program, *options;
		int matrix, row, column, links;
		const char *answer;
	} cases[] = {
		{ KERNEL, "", 0, 9, 2, 21, "[[0,9,2],[1,9,2],[2,9,10],[3,9,2],[4,5,2],[5,0,2]," },
		{ KERNEL, "", 2, 9, 10, 21, ",[5,7,2],[6,9,0],[6,9,1],[6,9,2],[6,9,3],[6,9,4],[6,9,5],[6,9,6],[6,9,7]]" },
		{ KERNEL, "", 0, 0, 0, 21, "[[0,0,0],[1,0,0],[2,0,0],[3,0,0],[4,0,0],[5,0,0],[5,1,0]," },
		{ KERNEL, "", 5, 1, 2, 5 * 32 + 1 + 32, ",[3,31,2],[4,1,0],[4,1,2],[4,5,0]," },
		{ KERNEL, "", 5, 1, 2, 5 * 32 + 1 + 32, ",[5,1,2],[6,0,1],[6,1,1],[6,2,1]," },
		{ KERNEL, "", 5, 0, 0, 5 * 32 + 1 + 32, ",[5,0,0],[6,0,0],[6,1,0],[6,2,0]," },
		{ KERNEL, "", 6, 9, 1, 5 * 64 + 64 + 1, ",[3,9,63],[4,4,2],[4,4,3]," },
		{ KERNEL, "", 6, 9, 1, 5 * 64 + 64 + 1, ",[5,1,0],[5,1,1],[5,1,2]," },
		{ KERNEL, "", 6, 9, 1, 5 * 64 + 64 + 1, ",[5,1,63],[6,9,1]]" },
		{ KERNEL_PADDED, "", 2, 0, 63, 21, "[[0,0,63],[1,0,63],[2,0,63],[3,0,63],[4,3,29],[5,0,63]," },
		{ KERNEL_PADDED, "", 5, 0, 0, 5 * 32 + 1 + 32, "[2,0,0],[2,1,8],[2,2,16]," },
		{ KERNEL_PADDED, "", 2, 1, 1, 0, "[]" },
		{ KERNEL_OF_A_ROW, "", 0, 0, 5, 4, "[[0,0,5],[1,0,5],[2,0,5],[3,0,5]]" },
		{ "Sw<3,3,3> o 0 o (8,64):(64,1)", "", 0, 1, 2, 1, "[[1,1,2]]" },
		{ "zipped_divide((4,4):(4,1), (2,2))", "", 0, 0, 2, 2, "[[0,0,2],[1,0,2]]" },
		{ "logical_divide(100:1, 10)", "", 0, 0, 0, 3, "[[0,0,0],[1,0,0],[2,0,0]]" },
		{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", "", 0, 0, 0, 13, "[[0,0,0],[1,0,0]," },
		{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", "", 1, 1, 1, 9,
			"[[0,1,0],[0,1,1],[0,9,0],[0,9,1],[1,1,1],[2,0,1],[2,1,1],[2,8,1],[2,9,1]]" },
		{ "(4,3):(1,1)(1,_)", "kind=slice", 0, 1, 1, 3, "[[0,0,2],[0,1,1],[0,2,0]]" },
		{ "(4,8):(8,1)", "", 0, 9, 9, 0, "[]" },
		{ "(4,8):(8,1)", "", 0, 1, 1, 0, "[]" },
		/* FACTS_LINKS */
		{ "zipped_divide((64,32):(0,0), (2,2))", "", 0, 0, 0, 4096, ",[1,63,31]]" },
		{ "zipped_divide((64,33):(0,0), (2,1))", "", 0, 0, 0, 4096, "]]" },
		/* FACTS_SEARCHED */
		{ "Sw<3,3,3> o 0 o (512,256):(1,512)", "", 0, 0, 0, 1, "[[1,0,0]]" },
		{ "Sw<3,3,3> o 0 o (512,257):(1,512)", "", 0, 0, 0, 0, "[]" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		session_links(session, 0, cases[i].matrix, cases[i].row, cases[i].column);
		expect(session, cases[i].answer);
		int links = count(session, '[') - 1;
		cr_expect_eq(links, cases[i].links, "%s: %d links", cases[i].program, links);
	}
}

/* Instructions of a kernel, and of what is none: how many cells, and some of what is said. */
Test(page, steps) {
	static const struct {
		const char *program;
		int step, warp, number, cells;
		const char *answer;
	} cases[] = {
		{ KERNEL, 1, 0, 3, 5 * 256, "{\"cells\":[[0,0,48,0],[0,0,49,0]," },
		{ KERNEL, 1, 0, 3, 5 * 256, "],\"contiguous\":true,\"matrices\":4,\"leastK\":48,\"greatestK\":63,"
			"\"wavefronts\":4,\"phases\":4,\"ways\":1," },
		{ KERNEL, 1, 0, 3, 5 * 256, ",\"conflicts\":[]}" },
		{ KERNEL, 1, 1, 0, 5 * 256, "{\"cells\":[[0,16,0,0],[0,16,1,0]," },
		{ KERNEL, 0, 1, 0, 5 * 256, "{\"cells\":[[0,4,0,0],[0,4,1,0]," },
		{ KERNEL, 0, 1, 0, 5 * 256,
			"],\"contiguous\":true,\"matrices\":0,\"leastK\":0,\"greatestK\":63,\"wavefronts\":4," },
		{ KERNEL, 1, 7, 0, 0, "{\"cells\":[],\"contiguous\":false,\"matrices\":0,\"leastK\":64,\"greatestK\":-1," },
		{ KERNEL, 2, 0, 1, 5 * 256, "\"leastK\":16,\"greatestK\":31,\"wavefronts\":0" },
		{ KERNEL, 2, 0, 1, 5 * 256, "{\"cells\":[[0,0,16,0],[0,0,17,0],[0,0,18,1]," },
		{ KERNEL, 3, 0, 0, 0, "null" },
		{ KERNEL, -1, 0, 0, 0, "null" },
		{ KERNEL_PADDED, 1, 0, 3, 5 * 256, "\"wavefronts\":4,\"phases\":4,\"ways\":1,\"bank\":24,\"conflicts\":[]}" },
		{ KERNEL_CONFLICT, 1, 0, 0, 5 * 256,
			"\"wavefronts\":32,\"phases\":4,\"ways\":8,\"bank\":0,\"conflicts\":[0,1,2,3,4,5,6,7]}" },
		{ KERNEL_OF_A_ROW, 0, 0, 0, 4 * 32,
			",[3,0,31,31]],\"contiguous\":true,\"matrices\":0,\"leastK\":0,\"greatestK\":31,"
			"\"wavefronts\":1,\"phases\":1," },
		{ KERNEL_OF_A_ROW, 1, 0, 1, 4 * 16,
			"\"leastK\":16,\"greatestK\":31,\"wavefronts\":1,\"phases\":1,\"ways\":1,\"bank\":8," },
		{ KERNEL_TWO_WAYS, 0, 0, 0, 2 * 32,
			"\"wavefronts\":2,\"phases\":1,\"ways\":2,\"bank\":0,\"conflicts\":[0,16]}" },
		{ "4:1", 0, 0, 0, 0, "null" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, "");
		session_step(session, 0, cases[i].step, cases[i].warp, cases[i].number);
		expect(session, cases[i].answer);
		int brackets = count(session, '[');
		cr_expect_eq(brackets > 0 ? brackets - 2 : 0, cases[i].cells, "%s: %d brackets", cases[i].program, brackets);
	}
}

/* Pixels as digits: the four numbers of each cell of the rows. */
Test(page, pixels) {
	static const struct {
		const char *program, *options;
		int matrix, first, count;
		size_t length;
		const char *start, *end; /* of what is answered */
	} cases[] = {
		{ "(4,8):(8,1)", "", 0, 1, 2, 64, "ffffffff 999999ff ccccccff ", "b3b3b3ff 4d4d4dff " },
		{ "(4,8):(1,4)", "", 0, 0, 4, 128, "ffffffff e6e6e6ff ffffffff ", "666666ff 4d4d4dff " },
		{ "(4,8):(8,1)", "", 0, 3, 1, 32, "ffffffff 999999ff ", "b3b3b3ff 4d4d4dff " },
		{ "1:0", "", 0, 0, 1, 4, "ffffffff ", "ffffffff " },
		{ "100:1", "", 0, 3, 1, 128, "ffffffff 999999ff ccccccff 666666ff 00000000 ", "00000000 00000000 " },
		{ "(32,2):(32,1)", "kind=banks", 0, 0, 2, 16, "f7a6a6ff f7b0a5ff ", "f7a6a6ff f7b0a5ff " }, /* conflicts */
		{ "(4,8):(8,1)", "", 0, 3, 2, 0, "", "" },
		{ "(4,8):(8,1)", "", 0, 0, 5, 0, "", "" },
		{ "(4,8):(8,1)", "", 0, -1, 2, 0, "", "" },
		{ "(4,8):(8,1)", "", 0, 0, -1, 0, "", "" },
		{ "(4,8):(8,1)", "", 0, 0, 0, 0, "", "" },
		{ "(4,8):(8,1)", "", 1, 0, 1, 0, "", "" },
		{ "(4,8):(8,1)", "", -1, 0, 1, 0, "", "" },
		{ "(4,8):(8,1", "", 0, 0, 1, 0, "", "" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		session_paint(session, 0, cases[i].matrix, cases[i].first, cases[i].count);
		cr_expect_eq(session_answer_length(session), cases[i].length, "%s: %zu bytes", cases[i].program,
			session_answer_length(session));
		char digits[3 * 128 + 1] = "";
		size_t length = 0;
		for (size_t k = 0; k < session_answer_length(session) && k < 128; k++) {
			length += (size_t)sprintf(digits + length, "%02x%s", (unsigned char)session_answer(session)[k],
				k % 4 == 3 ? " " : "");
		}
		cr_expect(strncmp(digits, cases[i].start, strlen(cases[i].start)) == 0, "%s: %s", cases[i].program, digits);
		cr_expect(strlen(cases[i].end) <= length && strcmp(digits + length - strlen(cases[i].end), cases[i].end) == 0,
			"%s: %s", cases[i].program, digits);
	}
}

/* Texts of a row of cells; empty where there are none. */
Test(page, texts) {
	static const struct {
		const char *program, *options;
		int matrix, row, column, rows;
		const char *texts; /* separated by blanks, in place of what ends them */
	} cases[] = {
		{ "(4,3):(3,1)", "", 0, 0, 0, 2, "0 1 2              3 4 5              " },
		{ "(4,3):(3,1)", "", 0, -1, -2, 2, "                  0 1 2            " },
		{ "(4,3):(3,1)", "", 0, 3, 2, 2, "11                                " },
		{ "(2,2):(2,1)", "tile=1,4", 0, 0, 2, 1, "T1|V0 T1|V1               " },
		{ "(4,3):(3,1)", "", 0, 0, 0, 0, "" },
		{ "(4,3):(3,1)", "", 1, 0, 0, 1, "" },
		{ "(4,3):(3,1)", "", -1, 0, 0, 1, "" },
		{ "(4,3):(3,1", "", 0, 0, 0, 1, "" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		session_texts(session, 0, cases[i].matrix, cases[i].row, cases[i].column, cases[i].rows);
		char texts[256] = "";
		for (size_t k = 0; k < session_answer_length(session) && k < sizeof texts - 1; k++) {
			char sign = session_answer(session)[k];
			texts[k] = sign == '\0' ? ' ' : sign == '\n' ? '|' : sign;
		}
		cr_expect_str_eq(texts, cases[i].texts, "%s: '%s'", cases[i].program, texts);
	}
}

/* Which cells differ from those at the same place of another program. */
Test(page, differences) {
	static const struct {
		const char *program, *other, *options;
		int matrix;
		const char *marks; /* row by row */
	} cases[] = {
		{ "(2,4):(4,1)", "(2,4):(4,1)", "", 0, "00000000" },
		{ "(2,4):(4,1)", "(2,4):(1,2)", "", 0, "01111110" },
		{ "(2,4):(4,1)", "(2,4):(4,2)", "", 0, "01110111" },
		{ "(2,4):(4,1)", "(1,3):(8,1)", "", 0, "00011111" },
		{ "(2,4):(4,1)", "(3,5):(4,1)", "", 0, "00000000" },
		{ "(2,4):(4,1)", "(2,4):(4,1", "", 0, "11111111" },
		{ "make_identity_layout((2,2))", "make_identity_layout((2,2))", "", 0, "0000" },
		{ "make_identity_layout((2,2))", "(2,2):(1@0,2@1)", "", 0, "0101" },
		{ "make_identity_layout((2,2))", "(2,2):(0,0)", "", 0, "1111" },
		{ "(2,2):(0,0)", "make_identity_layout((2,2))", "", 0, "1111" },
		{ "(2,2):(2,1)", "(2,2):(2,1)", "tile=1,4", 0, "0000" },
		{ "(2,2):(2,1)", "(2,2):(1,2)", "tile=1,4", 0, "0110" }, /* threads and values change places */
		{ "(2,2):(0,1)", "(2,2):(0,1)", "tile=1,2", 0, "00" },   /* both threads own each cell, */
		{ "(2,2):(0,1)", "(2,2):(0,0)", "tile=1,2", 0, "11" },
		{ "(2,2):(0,1)", "(2,(1,2)):(0,(5,1))", "tile=1,2", 0, "00" },
		{ "(2,2):(0,1)", "(3,2):(0,1)", "tile=1,2", 0, "11" }, /* or a third as well, */
		{ "(3,2):(1,0)", "(3,2):(1,0)", "tile=1,3", 0, "000" },
		{ "((2,2),1):((0,1),0)", "((2,2),1):((1,0),0)", "tile=1,2", 0, "11" }, /* or the second is another */
		{ "100:1", "100:1", "", 1, "" },
		{ "(4,8):(8,1)", "(4,8):(8,1)", "", -1, "" },
		{ "(4,8):(8,1", "(4,8):(8,1)", "", 0, "" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		open_program(session, 2, cases[i].other, cases[i].options);
		session_differences(session, 0, 2, cases[i].matrix);
		char marks[64] = "";
		for (size_t k = 0; k < session_answer_length(session) && k < sizeof marks - 1; k++) {
			marks[k] = (char)('0' + session_answer(session)[k]);
		}
		cr_expect_str_eq(marks, cases[i].marks, "%s and %s: %s", cases[i].program, cases[i].other, marks);
	}
	/* Cells that neither has are no difference. */
	open_program(session, 0, "100:1", "");
	open_program(session, 2, "99:1", "");
	session_differences(session, 0, 2, 0);
	cr_assert_eq(session_answer_length(session), 128);
	for (int i = 0; i < 128; i++) {
		cr_expect_eq(session_answer(session)[i], i == 99, "cell %d", i);
	}
}

/* Numbers that are no slot mean the first one; each slot has its own program. */
Test(page, slots) {
	struct session *session = session_create();
	for (int slot = 0; slot < SESSION_SLOTS; slot++) {
		char program[16];
		snprintf(program, sizeof program, "%d:1", slot + 2);
		open_program(session, slot, program, "");
	}
	for (int slot = -2; slot < SESSION_SLOTS + 2; slot++) {
		int cells = slot < 0 || slot >= SESSION_SLOTS ? 2 : slot + 2;
		session_paint(session, slot, 0, 0, 1);
		cr_expect_eq(session_answer_length(session), (size_t)(4 * cells), "slot %d", slot);
	}
}

/* LIMIT_ASSUMPTIONS */
Test(page, assumptions) {
	struct session *session = session_create();
	for (int assumptions = LIMIT_ASSUMPTIONS; assumptions <= LIMIT_ASSUMPTIONS + 1; assumptions++) {
		char options[32 * (LIMIT_ASSUMPTIONS + 1)] = "";
		for (int i = 0; i < assumptions; i++) {
			strcat(options, "assume='M % 2 == 0' ");
		}
		open_program(session, 0, "M = ?; 4:1", options);
		expect(session, assumptions <= LIMIT_ASSUMPTIONS ? "\"undrawn\":null" : "at most 64 of assume");
	}
}

/* What asks for memory that is not there ends the program, as the page expects. */
Test(page, no_memory, .signal = SIGABRT) {
	is_out_of_memory = true;
	session_create();
}

/* Values as texts in a notation, or why there are none. */
Test(page, printed) {
	static const struct {
		const char *program, *options, *style, *answer;
	} cases[] = {
		{ "4:1; 5", "", "cpp", "{\"text\":\"Layout<_4,_1>\\n_5\\n\"}" },
		{ "4:1; 5", "", "plain", "{\"text\":\"4:1\\n5\\n\"}" },
		{ "4:1", "", "c",
			"{\"text\":\"#include <stdint.h>\\n\\n/* 4:1 */\\nstatic inline int64_t idx(int64_t i) {\\n"
			"\\u0009return i;\\n}\"}" },
		{ "Sw<3,3,3>; 7 // 2", "dialect=dsl", "plain", "{\"text\":\"S<3,3,3>\\n3\\n\"}" },
		{ "Sw<3,3,3>; (4,8)", "dialect=dsl", "cute", "{\"text\":\"Sw<3,3,3>\\n(_4,_8)\\n\"}" },
		{ "Sw<3,3,3>", "", "plain", "{\"text\":\"Sw<3,3,3>\\n\"}" },
		{ "4:1", "", "nonsense", "{\"text\":\"\"}" },
		{ "", "", "cpp", "{\"text\":\"\"}" },
		{ "4; (2,2):(1@0,1@1); 5", "", "pycute",
			"{\"error\":\"<page>:1:1: error: pycute has no strides with a basis\\n  4; (2,2):(1@0,1@1); 5\\n"
			"  ^~~~~~~~~~~~~~~~~~~~~\\n\"}" },
		{ "4:1; foo", "", "cpp",
			"{\"error\":\"<page>:1:6: error: no value is called 'foo'\\n  4:1; foo\\n       ^~~\\n\"}" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		give(session, cases[i].program, cases[i].options, cases[i].style);
		session_print(session, strlen(cases[i].program), strlen(cases[i].options), strlen(cases[i].style));
		cr_expect_str_eq(session_answer(session), cases[i].answer, "%s: %s", cases[i].program, session_answer(session));
	}
}

/* Exports leave what is open alone. */
Test(page, exports) {
	struct session *session = session_create();
	open_program(session, 0, "(4,8):(8,1)", "");
	give(session, "4:1; 5", "", "cpp");
	session_print(session, 6, 0, 3);
	expect(session, "{\"text\":\"Layout<_4,_1>\\n");
	give(session, "(", "cpp", "");
	session_print(session, 1, 0, 3);
	expect(session, "\"error\"");
	give(session, "make_identity_layout(4)", "c", "");
	session_print(session, 23, 0, 1);
	cr_expect(session_answer_length(session) > 10);
	give(session, "filter_zeros(make_layout((?,?)))", "dialect=dsl", "plain");
	session_print(session, 32, 11, 5);
	expect(session, "{\"text\":\"(?,?):(1,?)\\n\"");
	give(session, "4:1", "kind=", "cpp");
	session_print(session, 3, 5, 3);
	expect(session, "expected --kind=");
	give(session, "4:1", "kind=grid", "svg");
	session_draw(session, 3, 9, 3);
	expect(session, "<svg");
	give(session, "4:1", "kind=gemm", "svg");
	session_draw(session, 3, 9, 3);
	expect(session, "\"error\"");
	give(session, "4:1", "kind=", "svg");
	session_draw(session, 3, 5, 3);
	expect(session, "\"error\"");
	give(session, "(512,512):(512,1)", "", "tex");
	session_draw(session, 17, 0, 3);
	expect(session, "too many for TikZ");
	session_words(session);
	expect_catalog(session);
	session_facts(session, 0, 0, 2, 3);
	expect(session, "\"offset\":19");
}
