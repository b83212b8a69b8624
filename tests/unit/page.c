/* src/page: what the live page is told, without a browser. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "page/session.h"

#define KERNEL \
	"mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (2,1,1)); " \
	"copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16), (8,8):(8,1), (1,8)); " \
	"load = make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16), mma); " \
	"((32,64):(512,1), copy, Sw<3,3,3> o 0 o (32,64):(64,1), load, mma)"

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

/* What ends between cells: of threads, of warps, and nothing where something is highlighted or nobody owns cells. */
Test(page, edges) {
	static const struct {
		const char *program, *options;
		int row, column, edges;
	} cases[] = {
		{ "(8,2):(2,1)", "tile=1,16", 0, 1, 1 },
		{ "(8,2):(2,1)", "tile=1,16", 0, 0, 0 },
		{ "(64,2):(1,64)", "tile=64,2", 31, 0, 8 },
		{ "(64,2):(1,64)", "tile=64,2", 30, 1, 4 },
		{ "(64,2):(1,64)", "tile=64,2", 63, 1, 0 },
		{ "(8,2):(2,1)", "tile=1,16 highlight=T0", 0, 1, 0 },
		{ "(8,8):(8,1)", "", 0, 1, 0 },
		{ "(8,8):(8,1)", "", -5, 99, 0 },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, cases[i].options);
		session_edges(session, 0, 0, cases[i].row, cases[i].column);
		cr_expect_eq(session_answer_length(session), SESSION_TEXT_COLUMNS * SESSION_TEXT_COLUMNS);
		cr_expect_eq(session_answer(session)[0], cases[i].edges, "%s %s: %d", cases[i].program, cases[i].options,
			session_answer(session)[0]);
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

/* Cells that show the same. */
Test(page, links) {
	static const struct {
		const char *program;
		int matrix, row, column;
		const char *answer;
	} cases[] = {
		{ KERNEL, 0, 9, 2, "[[0,9,2],[1,9,2],[2,9,10],[3,9,2],[4,5,2],[5,0,2]," },
		{ "Sw<3,3,3> o 0 o (8,64):(64,1)", 0, 1, 2, "[[1,1,2]]" },
		{ "zipped_divide((4,4):(4,1), (2,2))", 0, 0, 2, "[[0,0,2],[1,0,2]]" },
		{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", 0, 0, 0, "[[0,0,0],[1,0,0]," },
		{ "(4,8):(8,1)", 0, 9, 9, "[]" },
		{ "(1024,1024):(1024,1)", 0, 0, 0, "[]" },
	};
	struct session *session = session_create();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_program(session, 0, cases[i].program, "");
		session_links(session, 0, cases[i].matrix, cases[i].row, cases[i].column);
		expect(session, cases[i].answer);
	}
}

/* Instructions of a kernel, and of what is none. */
Test(page, steps) {
	struct session *session = session_create();
	open_program(session, 0, KERNEL, "");
	session_step(session, 0, 1, 0, 3);
	expect(session, "\"contiguous\":true,\"matrices\":4,\"leastK\":48,\"greatestK\":63,");
	expect(session, "\"wavefronts\":4,\"phases\":4,\"ways\":1");
	session_step(session, 0, 0, 1, 0);
	expect(session, "\"matrices\":0,\"leastK\":0,\"greatestK\":63,\"wavefronts\":4");
	session_step(session, 0, 1, 7, 0);
	expect(session, "\"cells\":[],\"contiguous\":false");
	session_step(session, 0, 2, 0, 1);
	expect(session, "\"leastK\":16,\"greatestK\":31,\"wavefronts\":0");
	session_step(session, 0, 3, 0, 0);
	expect(session, "null");
	open_program(session, 0, "4:1", "");
	session_step(session, 0, 0, 0, 0);
	expect(session, "null");
}

/* Pixels, texts, and differences from another program. */
Test(page, cells) {
	struct session *session = session_create();
	open_program(session, 0, "(4,8):(8,1)", "");
	open_program(session, 2, "(4,8):(1,4)", "");
	session_paint(session, 0, 0, 1, 2);
	cr_assert_eq(session_answer_length(session), 4 * 2 * 8);
	const unsigned char *pixels = (const unsigned char *)session_answer(session);
	cr_expect(pixels[0] == 0xff && pixels[3] == 0xff && pixels[4] == 0x99 && pixels[7] == 0xff);
	session_paint(session, 0, 0, 3, 2);
	cr_expect_eq(session_answer_length(session), 0);
	session_texts(session, 0, 0, 0, 0, 2);
	cr_expect_str_eq(session_answer(session) + 2, "1");
	cr_expect_eq(session_answer_length(session), 2 * 16 + 2 * 8 + 6);
	session_differences(session, 0, 2, 0);
	cr_assert_eq(session_answer_length(session), 32);
	int different = 0;
	for (int i = 0; i < 32; i++) {
		different += session_answer(session)[i];
	}
	cr_expect_eq(different, 30);
	open_program(session, 2, "(2,2):(8,1)", "");
	session_differences(session, 0, 2, 0);
	different = 0;
	for (int i = 0; i < 32; i++) {
		different += session_answer(session)[i];
	}
	cr_expect_eq(different, 28);
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
	expect(session, "\"name\":\"zipped_divide\"");
	session_facts(session, 0, 0, 2, 3);
	expect(session, "\"offset\":19");
}
