/*
 * Copies asked of the hardware, on a device that runs no kernel (gpu_scripted.h): matrices that ldmatrix, stmatrix and
 * movmatrix move, and tiles that the tensor memory accelerator brings. A loop does what the instruction is said to do:
 * that is right, each other number is wrong, and it is said of which thread or element. Each call fails once; what no
 * kernel can ask is refused. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "gpu/silicon.h"
#include "gpu/silicon_tma.h"
#include "gpu/tiling.h"
#include "gpu_scripted.h"
#include "tally.h"

enum { WARP = 32, NUMBERS_MAX = 8, DRAWN = 60 };

struct tester {
	struct tally tally;
	struct arena arena;
	struct algebra al;
	struct script script;
	struct device *device;
	const struct tma_question *question;
	int copy;                    /* the line of "copies" */
	int spoilt;                  /* the number, or byte, that is another; -1: none */
	unsigned other;
	int64_t shape[2], stride[2], tile[2];
	uint64_t drawn;              /* numbers so far */
};

/* --- matrices --- */

/* Thread t's register r of a matrix 8x8 has elements 2(t%4) and 2(t%4)+1 of row t/4; its address names row t%8. */
enum { BITS = 16, ROW_BITS = 8 * BITS };

static struct layout pair(struct algebra *al, struct layout a, struct layout b) {
	return layout_of_modes(al, a, b);
}

/* (32,16 * 2 * count) -> bits: of "count" matrices one behind the other. */
static struct layout fragment(struct algebra *al, int count) {
	struct layout matrix = layout_of_int(2 * BITS, 1);
	struct layout values = count == 1 ? matrix : layout_of_modes(al, matrix, layout_of_int(count, 64 * BITS));
	return pair(al, layout_of_int(WARP, 2 * BITS), values);
}

/* (32,128) -> bits: the rows of "count" matrices, named by threads in turn, which repeat. */
static struct layout rows(struct algebra *al, int count) {
	struct layout threads = count == 4 ? layout_of_int(WARP, ROW_BITS) :
		layout_of_pair(al, 8 * count, 4 / count, ROW_BITS, 0);
	return pair(al, threads, layout_of_int(ROW_BITS, 1));
}

/* The transpose of one matrix, as movmatrix has it: thread t has column t/4. */
static struct layout transposed(struct algebra *al) {
	return pair(al, layout_of_pair(al, 4, 8, 2 * ROW_BITS, BITS), layout_of_pair(al, BITS, 2, 1, ROW_BITS));
}

static const struct {
	const char *instruction;
	int count;
	int numbers;      /* that are found of each thread */
} copies[] = {
	{ "ldmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 2 }, { "ldmatrix.sync.aligned.m8n8.x2.shared.b16", 2, 4 },
	{ "ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 8 }, { "stmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 8 },
	{ "stmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 8 }, { "movmatrix.sync.aligned.m8n8.trans.b16", 1, 2 },
};

/* The number that stands at place "n" of thread "t" behind the instruction; 0xffff where nothing was written. */
static unsigned moved(int copy, int t, int n) {
	char way = copies[copy].instruction[0];
	if (way == 's') {
		return t < 8 * copies[copy].count ? (unsigned)(8 * t + n) : 0xffff;
	}
	return way == 'l' ? (unsigned)(64 * (n / 2) + 2 * t + n % 2) : (unsigned)(8 * (2 * (t % 4) + n) + t / 4);
}

/* Which thread had the number before, and where: of rows, and of registers. */
static void put_origin(char *text, size_t size, int copy, unsigned number) {
	bool is_row = copies[copy].instruction[0] == 'l';
	snprintf(text, size, "what thread %u gave as number %u", is_row ? number / 8 : number % 64 / 2,
		is_row ? number % 8 : number / 64 * 2 + number % 2);
}

static void move(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	uint16_t *found = *(uint16_t *const *)launch->arguments[0];
	int numbers = copies[tester->copy].numbers;
	expect(&tester->tally, scripted_bytes(tester->device, found) == 2 * WARP * numbers && launch->blocks == 1
		&& launch->threads == WARP, "%s: the launch", copies[tester->copy].instruction);
	for (int i = 0; i < WARP * numbers; i++) {
		found[i] = (uint16_t)(i == tester->spoilt ? tester->other : moved(tester->copy, i % WARP, i / WARP));
	}
}

static struct silicon_answer ask_copy(struct tester *tester, struct fault *fault) {
	int count = copies[tester->copy].count;
	char way = copies[tester->copy].instruction[0];
	struct copy_question question = { .instruction = str_from(copies[tester->copy].instruction),
		.d = { REGISTER_U32, count }, .s = { REGISTER_U32, count } };
	question.atom.src = way == 'l' ? rows(&tester->al, count) : fragment(&tester->al, count);
	question.atom.dst = way == 's' ? rows(&tester->al, count) : way == 'l' ? fragment(&tester->al, count) :
		transposed(&tester->al);
	tester->script.launched = move;
	return copy_ask(tester->device, &tester->al, &question, fault);
}

static void begin(struct tester *tester, int fail_at, struct fault *fault) {
	algebra_init(&tester->al, &tester->arena);
	fault_clear(fault);
	tester->script = (struct script){ .fail_at = fail_at, .context = tester };
	tester->device = scripted_open(&tester->arena, &tester->script);
}

static void check_copies(struct tester *tester) {
	struct fault fault;
	for (tester->copy = 0; tester->copy < (int)(sizeof copies / sizeof copies[0]); tester->copy++) {
		const char *name = copies[tester->copy].instruction;
		int all = WARP * copies[tester->copy].numbers;
		tester->spoilt = -1;
		begin(tester, 0, &fault);
		struct silicon_answer answer = ask_copy(tester, &fault);
		expect(&tester->tally, answer.good && answer.asked == all && !fault_is_set(&fault)
			&& scripted_is_clean(&tester->script), "%s: %s%s", name, answer.text, fault.text);
		int calls = tester->script.calls;
		for (int n = 1; n <= calls; n++) {
			begin(tester, n, &fault);
			answer = ask_copy(tester, &fault);
			expect(&tester->tally, !answer.good && fault_is_set(&fault) && scripted_is_clean(&tester->script),
				"%s: call %d of %d", name, n, calls);
		}
		for (tester->spoilt = 0; tester->spoilt < all; tester->spoilt++) {
			int t = tester->spoilt % WARP;
			int n = tester->spoilt / WARP;
			for (int i = 0; i < 3; i++) {
				/* A number that nobody gave, nothing, and that of another: a row that is named twice may be left. */
				static const unsigned others[] = { 0x7000, 0xffff, 13 };
				char said[400];
				char from[3][64] = { "a number that nobody gave", "nothing" };
				char wanted[64];
				tester->other = others[i];
				unsigned right = moved(tester->copy, t, n);
				put_origin(from[2], sizeof from[2], tester->copy, others[2]);
				put_origin(wanted, sizeof wanted, tester->copy, right != 0xffff ? right :
					(unsigned)(8 * (t % (8 * copies[tester->copy].count)) + n));
				snprintf(said, sizeof said, "thread %d has as number %d of 16 bits %s, the atom says %s", t, n, from[i],
					wanted);
				bool is_left = name[0] == 's' && t >= 8 * copies[tester->copy].count;
				bool is_right = tester->other == right || (is_left && (tester->other == 0xffff
					|| tester->other == (unsigned)(8 * (t % (8 * copies[tester->copy].count)) + n)));
				begin(tester, 0, &fault);
				answer = ask_copy(tester, &fault);
				expect(&tester->tally, answer.good == is_right && (is_right || strcmp(answer.text, said) == 0),
					"%s: %s, not %s", name, answer.text, said);
			}
			arena_reset(&tester->arena);
		}
	}
}

/* Atoms that the instruction cannot have. */
static void check_atoms(struct tester *tester) {
	struct fault fault;
	struct copy_question question = { .instruction = str_from("ldmatrix.sync.aligned.m8n8.x1.shared.b16"),
		.d = { REGISTER_U32, 1 }, .s = { REGISTER_U32, 1 } };
	begin(tester, 0, &fault);
	question.atom.src = fragment(&tester->al, 1);
	question.atom.dst = fragment(&tester->al, 1);
	struct silicon_answer answer = copy_ask(tester->device, &tester->al, &question, &fault);
	expect(&tester->tally, !answer.good && strcmp(fault.text,
		"the atom has 32 threads with 32 bits each, the instruction 32 with 128") == 0
		&& fault.operand == 0, "an atom: %s", fault.text);
	begin(tester, 0, &fault);
	question.atom.src = pair(&tester->al, layout_of_int(16, ROW_BITS), layout_of_int(ROW_BITS, 1));
	answer = copy_ask(tester->device, &tester->al, &question, &fault);
	expect(&tester->tally, !answer.good && strcmp(fault.text,
		"the atom has 16 threads with 128 bits each, the instruction 32 with 128") == 0
		&& fault.operand == 0, "an atom: %s", fault.text);
	static const int64_t bits[][4] = { { 8, 16, 1, 16 }, { 16, 8, 1, 17 }, { 128, 1, 2, 0 }, { 1, 128, 0, 2 } };
	for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
		begin(tester, 0, &fault);
		question.atom.src = pair(&tester->al, layout_of_int(WARP, ROW_BITS),
			layout_of_pair(&tester->al, bits[i][0], bits[i][1], bits[i][2], bits[i][3]));
		answer = copy_ask(tester->device, &tester->al, &question, &fault);
		expect(&tester->tally, !answer.good && strcmp(fault.text, "the atom moves less than 16 bits together") == 0,
			"bits %zu: %s", i, fault.text);
	}
}

/* --- tiles --- */

/* Bring all tiles, as their number in order says, one mode of tiles behind the other. */
static void bring(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	const struct tma_question *question = tester->question;
	unsigned char *image = *(unsigned char *const *)launch->arguments[0];
	unsigned char *global = *(unsigned char *const *)launch->arguments[1];
	unsigned size = *(unsigned *)launch->arguments[7];
	int64_t bytes = question->problem.bits / 8;
	int64_t down = (tester->shape[0] + tester->tile[0] - 1) / tester->tile[0];
	int64_t tiles = down * ((tester->shape[1] + tester->tile[1] - 1) / tester->tile[1]);
	expect(&tester->tally, *(unsigned *)launch->arguments[8] == question->stores
		&& launch->blocks == (tiles < TMA_TILES_MAX ? tiles : TMA_TILES_MAX)
		&& scripted_bytes(tester->device, image) == launch->blocks * size, "the launch of %" PRId64 " tiles",
		launch->blocks);
	expect(&tester->tally, *(unsigned *)launch->arguments[4] == (question->is_run ? 0u : 2u)
		&& *(unsigned *)launch->arguments[5] == 1 && *(unsigned *)launch->arguments[6] == size
		&& size == tester->tile[0] * tester->tile[1] * bytes, "one copy of %u bytes", size);
	const int32_t *coordinates = *(const int32_t *const *)launch->arguments[3];
	expect(&tester->tally, scripted_bytes(tester->device, coordinates) == 6 * 4 * launch->blocks,
		"room for the coordinates of each copy");
	for (int64_t block = 0; block < launch->blocks; block++) {
		/* The first and the last tile, and those that are evenly between them. */
		int64_t r = launch->blocks < 2 ? 0 : block * (tiles - 1) / (launch->blocks - 1);
		int64_t first[] = { r % down * tester->tile[0], r / down * tester->tile[1] };
		int64_t place = first[0] * tester->stride[0] + first[1] * tester->stride[1];
		const int32_t *at = coordinates + 6 * block;
		expect(&tester->tally, question->is_run ? at[0] == place * bytes && at[1] == 0 : at[0] == first[0]
			&& at[1] == first[1], "tile %" PRId64 " at (%d,%d)", r, (int)at[0], (int)at[1]);
		expect(&tester->tally, at[2] == 0 && at[3] == 0 && at[4] == 0 && at[5] == 0, "no other coordinates");
		unsigned char *here_at = image + block * size;
		for (int64_t x = 0; x < tester->tile[0] * tester->tile[1]; x++) {
			int64_t i = r % down * tester->tile[0] + x % tester->tile[0];
			int64_t j = r / down * tester->tile[1] + x / tester->tile[0];
			bool is_inside = i < tester->shape[0] && j < tester->shape[1];
			unsigned char *there = global + bytes * (i * tester->stride[0] + j * tester->stride[1]);
			unsigned char *here = here_at + bytes * x;
			if (is_inside) {
				memcpy(question->stores ? there : here, question->stores ? here : there, (size_t)bytes);
			} else if (!question->stores) {
				memset(here, 0, (size_t)bytes);
			}
		}
	}
	if (tester->spoilt >= 0) {
		(question->stores ? global : image)[tester->spoilt] ^= 0x40;
	}
}

struct tile_case {
	int64_t shape[2], stride[2], tile[2];
	int bits;
	bool stores, is_run;
	int64_t shared_by;         /* CTAs */
};

static struct silicon_answer ask_tiles(struct tester *tester, const struct tile_case *tiles, struct fault *fault) {
	struct tma_question question = { .stores = tiles->stores, .is_run = tiles->is_run };
	struct tiler modes[2];
	struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
	memcpy(tester->shape, tiles->shape, sizeof tester->shape);
	memcpy(tester->stride, tiles->stride, sizeof tester->stride);
	memcpy(tester->tile, tiles->tile, sizeof tester->tile);
	for (int i = 0; i < 2; i++) {
		modes[i] = (struct tiler){ .kind = TILER_INT, .layout = layout_of_int(tiles->tile[i], 1) };
	}
	question.problem = (struct tma_problem){ .bits = tiles->bits, .multicast = tiles->shared_by, .tile = &tiler,
		.global = layout_of_pair(&tester->al, tiles->shape[0], tiles->shape[1], tiles->stride[0], tiles->stride[1]),
		.shared = map_from_layout(layout_of_pair(&tester->al, tiles->tile[0], tiles->tile[1], 1, tiles->tile[0])) };
	tma_prepare(&tester->al, &question);
	tester->question = &question;
	tester->script.launched = bring;
	if (algebra_failed(&tester->al)) {
		*fault = tester->al.fault;
		return (struct silicon_answer){ .good = false };
	}
	return tma_ask(tester->device, &tester->al, &question, fault);
}

static void check_tiles(struct tester *tester) {
	static const struct tile_case all[] = {
		{ { 24, 33 }, { 1, 32 }, { 8, 16 }, 16, false, false, 1 },
		{ { 24, 33 }, { 1, 32 }, { 8, 16 }, 16, true, false, 1 },
		{ { 64, 20 }, { 1, 80 }, { 16, 8 }, 8, false, false, 1 },
		{ { 64, 20 }, { 1, 80 }, { 16, 8 }, 8, true, false, 1 },
		{ { 16, 6 }, { 1, 16 }, { 4, 3 }, 64, false, false, 1 },
		{ { 64, 1 }, { 1, 64 }, { 16, 1 }, 16, false, true, 1 },
		{ { 64, 1 }, { 1, 64 }, { 16, 1 }, 32, true, true, 1 },
		{ { 20, 6 }, { 1, 24 }, { 8, 2 }, 16, true, false, 1 },
		{ { 2, 16 }, { 1, 48 }, { 16, 2 }, 8, true, false, 1 },
		{ { 16, 1 }, { 1, 16 }, { 16, 1 }, 8, false, false, 1 },
		{ { 1, 1 }, { 1, 16 }, { 16, 1 }, 8, false, false, 1 },
		{ { 128, 1 }, { 1, 128 }, { 16, 1 }, 8, false, false, 1 },
		{ { 129, 1 }, { 1, 144 }, { 16, 1 }, 8, false, false, 1 },
		{ { 8 * 512, 1 }, { 1, 8 * 512 }, { 8, 1 }, 16, false, false, 1 },
		{ { 8 * 100, 9 }, { 1, 8 * 100 }, { 8, 1 }, 16, true, false, 1 },
	};
	struct fault fault;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		const struct tile_case *tiles = &all[i];
		tester->spoilt = -1;
		begin(tester, 0, &fault);
		struct silicon_answer answer = ask_tiles(tester, tiles, &fault);
		int digits = tester->script.runs;
		expect(&tester->tally, answer.good && !fault_is_set(&fault) && scripted_is_clean(&tester->script),
			"tiles %zu: %s%s", i, answer.text, fault.text);
		int64_t greatest = (tiles->shape[0] - 1) * tiles->stride[0] + (tiles->shape[1] - 1) * tiles->stride[1];
		int64_t room = tiles->bits > 32 ? 31 : tiles->bits - 1;
		int wanted = 1;
		for (int64_t left = greatest >> room; left > 0; left >>= room) {
			wanted++;
		}
		expect(&tester->tally, digits == wanted, "tiles %zu: %d runs, not %d", i, digits, wanted);
		int calls = tester->script.calls;
		for (int n = 1; n <= calls; n++) {
			char said[64];
			snprintf(said, sizeof said, "call %d fails", n);
			begin(tester, n, &fault);
			answer = ask_tiles(tester, tiles, &fault);
			expect(&tester->tally, !answer.good && strcmp(fault.text, said) == 0 && fault.operand == 0
				&& scripted_is_clean(&tester->script),
				"tiles %zu: call %d of %d: %s", i, n, calls, fault.text);
		}
		/* The first element of tile 0, and the second. */
		for (int element = 0; element < 2; element++) {
			char said[96];
			tester->spoilt = element * tiles->bits / 8;
			begin(tester, 0, &fault);
			answer = ask_tiles(tester, tiles, &fault);
			snprintf(said, sizeof said,
				"element (%d,0), at %d of global and %d of shared memory in tile 0: %s has 0x", element,
				element, element, tiles->stores ? "global memory" : "shared memory");
			expect(&tester->tally, !answer.good && !fault_is_set(&fault) && strncmp(answer.text, said,
				strlen(said)) == 0,
				"tiles %zu: %s, not %s", i, answer.text, said);
		}
		/* Between columns of global memory, where there is room, nothing may be written. */
		if (tiles->stores && tiles->stride[1] >= tiles->shape[0] + 16 * 8 / tiles->bits) {
			int64_t gap = tiles->stride[1] - 1;
			char said[96];
			tester->spoilt = (int)gap * tiles->bits / 8;
			begin(tester, 0, &fault);
			answer = ask_tiles(tester, tiles, &fault);
			snprintf(said, sizeof said, "0x40 was written at %" PRId64 " of global memory, which no tile has", gap);
			expect(&tester->tally, !answer.good && strcmp(answer.text, said) == 0, "tiles %zu: %s", i, answer.text);
		}
		/* But where the row's last 16 bytes have room, what is written there is counted. */
		int64_t last = tiles->shape[0] * tiles->bits / 8;
		if (tiles->stores && tiles->stride[1] > tiles->shape[0] && last % 16 != 0) {
			tester->spoilt = (int)last;
			begin(tester, 0, &fault);
			answer = ask_tiles(tester, tiles, &fault);
			expect(&tester->tally, answer.good && answer.beyond == 1, "tiles %zu: %" PRId64 " beyond, %s", i,
				answer.beyond, answer.text);
		}
		/* Behind the last column of the tensor the elements of a tile are none. */
		int64_t asked = tiles->shape[0] * tiles->shape[1] < 1000 ? 0 : 1;
		tester->spoilt = -1;
		begin(tester, 0, &fault);
		answer = ask_tiles(tester, tiles, &fault);
		int64_t down = (tiles->shape[0] + tiles->tile[0] - 1) / tiles->tile[0];
		int64_t across = (tiles->shape[1] + tiles->tile[1] - 1) / tiles->tile[1];
		int64_t of_tiles = down * across * tiles->tile[0] * tiles->tile[1];
		int64_t of_tensor = tiles->shape[0] * tiles->shape[1];
		expect(&tester->tally, answer.beyond == 0 && (asked != 0
			|| answer.asked == (tiles->stores ? of_tensor : of_tiles)), "tiles %zu: %" PRId64 " elements asked", i,
			answer.asked);
		arena_reset(&tester->arena);
	}
}

/* --- tiles that are drawn, as they should lie --- */

/*
 * Columns of a tensor, of which every one has a pitch; tiles of "copies" boxes side by side, each of rows of "row"
 * elements, which are as long as the span of the swizzle where there is one. Boxes begin "apart" elements apart.
 */
struct drawn {
	struct tma_question question;
	struct tiler modes[2], tiler;
	int64_t shape[2], pitch, tile[2], row, copies, apart, bytes, down, tiles;
	int span_bits;             /* the span has 16 << span_bits bytes; 0: no swizzle */
};

static int64_t draw(struct tester *tester, int64_t choices) {
	tester->drawn = tester->drawn * 6364136223846793005u + 1442695040888963407u;
	return (int64_t)((tester->drawn >> 33) % (uint64_t)choices);
}

static void draw_tiles(struct tester *tester, struct algebra *al, struct drawn *drawn) {
	int power = (int)draw(tester, 4);
	*drawn = (struct drawn){ .bytes = 1 << power, .span_bits = (int)draw(tester, 4) };
	drawn->copies = drawn->span_bits == 0 ? 1 : 1 + draw(tester, 2);
	drawn->row = (drawn->span_bits == 0 ? 16 * (1 + draw(tester, 3)) : 16 << drawn->span_bits) / drawn->bytes;
	drawn->tile[0] = drawn->row * drawn->copies;
	drawn->tile[1] = 8 * (1 + draw(tester, 2));
	for (int i = 0; i < 2; i++) {
		drawn->shape[i] = 1 + draw(tester, 3 * drawn->tile[i]);
		drawn->modes[i] = (struct tiler){ .kind = TILER_INT, .layout = layout_of_int(drawn->tile[i], 1) };
	}
	drawn->apart = drawn->row * (drawn->tile[1] + 8 * draw(tester, 2));
	drawn->down = (drawn->shape[0] + drawn->tile[0] - 1) / drawn->tile[0];
	drawn->tiles = drawn->down * ((drawn->shape[1] + drawn->tile[1] - 1) / drawn->tile[1]);
	drawn->pitch = (drawn->shape[0] * drawn->bytes + 15) / 16 * 16 / drawn->bytes + 16 * draw(tester, 3);
	drawn->tiler = (struct tiler){ .kind = TILER_MODES, .modes = drawn->modes, .rank = 2 };
	struct map plain = map_from_layout(layout_of_modes(al,
		layout_of_pair(al, drawn->row, drawn->copies, 1, drawn->apart),
		layout_of_int(drawn->tile[1], drawn->row)));
	struct swizzle swizzle = { .bits = drawn->span_bits, .base = 4 - power, .shift = 3 };
	drawn->question = (struct tma_question){ .stores = draw(tester, 2) == 0, .problem = {
		.bits = 8 * drawn->bytes, .multicast = 1, .tile = &drawn->tiler,
		.global = layout_of_pair(al, drawn->shape[0], drawn->shape[1], 1, drawn->pitch),
		.shared = drawn->span_bits == 0 ? plain : map_composed(al, map_from_swizzle(swizzle), tuple_int(0), plain) } };
	tma_prepare(al, &drawn->question);
}

/* The byte of shared memory at which element (i,j) of a tile begins. */
static int64_t byte_of(const struct drawn *drawn, int64_t i, int64_t j) {
	int64_t at = (i % drawn->row + drawn->row * j + drawn->apart * (i / drawn->row)) * drawn->bytes;
	return at ^ (at >> 7 & ((1 << drawn->span_bits) - 1)) << 4;
}

/* An element of tile "r": whether it is of the tensor, its coordinates and its places in both memories. */
struct drawn_element {
	bool inside;
	int64_t i, j, place, byte;
};

static struct drawn_element drawn_at(const struct drawn *drawn, int64_t r, int64_t x) {
	struct drawn_element e = { .i = r % drawn->down * drawn->tile[0] + x % drawn->tile[0],
		.j = r / drawn->down * drawn->tile[1] + x / drawn->tile[0] };
	e.inside = e.i < drawn->shape[0] && e.j < drawn->shape[1];
	e.place = e.i + drawn->pitch * e.j;
	e.byte = byte_of(drawn, x % drawn->tile[0], x / drawn->tile[0]);
	return e;
}

/* The number that the element at "place" has in run "digit": so many bits of the place, and 1. */
static uint64_t digit_of(const struct drawn *drawn, int64_t place, int digit) {
	int bits = drawn->bytes == 8 ? 31 : 8 * (int)drawn->bytes - 1;
	return ((uint64_t)place >> (bits * digit)) % ((uint64_t)1 << bits) + 1;
}

static uint64_t load(const unsigned char *memory, int64_t bytes) {
	uint64_t number = 0;
	memcpy(&number, memory, (size_t)bytes);
	return number;
}

/* Move what is inside as the instruction does; counts what is not what it should be before. */
static int move_drawn(const struct drawn *drawn, int digit, unsigned char *global, unsigned char *image) {
	int64_t elements = drawn->tile[0] * drawn->tile[1];
	int wrong = 0;
	for (int64_t at = 0; at < drawn->tiles * elements; at++) {
		struct drawn_element e = drawn_at(drawn, at / elements, at % elements);
		unsigned char *there = global + e.place * drawn->bytes;
		unsigned char *here = image + at / elements * drawn->question.shared_bytes + e.byte;
		bool stores = drawn->question.stores;
		wrong += e.inside && (load(stores ? here : there, drawn->bytes) != digit_of(drawn, e.place, digit)
			|| load(stores ? there : here, drawn->bytes) != (stores ? 0 : UINT64_MAX >> (64 - 8 * drawn->bytes)));
		if (!e.inside && !stores) {
			memset(here, 0, (size_t)drawn->bytes);
		} else if (e.inside) {
			memcpy(stores ? there : here, stores ? here : there, (size_t)drawn->bytes);
		}
	}
	return wrong;
}

/* One element of the tiles, drawn, has another byte: it is said which, and what it has. */
static void spoil_drawn(struct tester *tester, const struct drawn *drawn, int digit, unsigned char *global,
		unsigned char *image) {
	const struct tma_question *question = &drawn->question;
	int64_t elements = drawn->tile[0] * drawn->tile[1];
	int64_t at = draw(tester, drawn->tiles * elements);
	struct drawn_element e = drawn_at(drawn, at / elements, at % elements);
	unsigned char *byte = question->stores ? global + e.place * drawn->bytes :
		image + at / elements * question->shared_bytes + e.byte;
	char said[256];
	if (question->stores && !e.inside) {
		return;
	}
	*byte ^= 0x15;
	snprintf(said, sizeof said, "element (%" PRId64 ",%" PRId64 "), at %" PRId64 " of global and %" PRId64
		" of shared memory in tile %" PRId64 ": %s has 0x%" PRIx64 ", it should be 0x%" PRIx64, e.i, e.j, e.place,
		e.byte / drawn->bytes, at / elements, question->stores ? "global memory" : "shared memory",
		load(byte, drawn->bytes), e.inside ? digit_of(drawn, e.place, digit) : 0);
	struct silicon_answer answer = tma_judge(&tester->al, question, digit, global, image);
	expect(&tester->tally, !answer.good && strcmp(answer.text, said) == 0, "drawn tiles: %s, not %s", answer.text,
		said);
	*byte ^= 0x15;
}

static void check_drawn(struct tester *tester) {
	for (int n = 0; n < DRAWN; n++) {
		struct drawn drawn;
		algebra_init(&tester->al, &tester->arena);
		draw_tiles(tester, &tester->al, &drawn);
		const struct tma_question *question = &drawn.question;
		int64_t elements = drawn.tile[0] * drawn.tile[1];
		int64_t last = drawn.shape[0] - 1 + (drawn.shape[1] - 1) * drawn.pitch;
		int64_t global_bytes = ((last + 1) * drawn.bytes + 15) / 16 * 16;
		int64_t shared_bytes = ((drawn.copies - 1) * drawn.apart + drawn.row * drawn.tile[1]) * drawn.bytes;
		expect(&tester->tally, !algebra_failed(&tester->al) && question->elements == elements
			&& question->tiles == drawn.tiles && question->asked == drawn.tiles && question->tma.copies == drawn.copies
			&& question->tma.bytes == drawn.row * drawn.tile[1] * drawn.bytes
			&& question->shared_bytes == shared_bytes && question->global_bytes == global_bytes,
			"drawn tiles %d: %s", n, tester->al.fault.text);
		if (algebra_failed(&tester->al)) {
			continue;
		}
		const int32_t *c = tma_coordinates(&tester->al, question);
		for (int64_t i = 0; i < drawn.tiles * drawn.copies; i++) {
			int64_t r = i / drawn.copies;
			expect(&tester->tally, c[6 * i] == r % drawn.down * drawn.tile[0] + i % drawn.copies * drawn.row
				&& c[6 * i + 1] == r / drawn.down * drawn.tile[1] && c[6 * i + 2] == 0
				&& c[6 * i + 5] == i % drawn.copies * drawn.apart * drawn.bytes, "drawn tiles %d: box %d", n,
				(int)i);
		}
		unsigned char *global = arena_alloc(&tester->arena, (size_t)question->global_bytes);
		unsigned char *image = arena_alloc(&tester->arena, (size_t)(drawn.tiles * question->shared_bytes));
		for (int digit = 0; digit < question->digits; digit++) {
			tma_fill(question, digit, global, image);
			expect(&tester->tally, move_drawn(&drawn, digit, global, image) == 0, "drawn tiles %d: what is filled", n);
			struct silicon_answer answer = tma_judge(&tester->al, question, digit, global, image);
			int64_t asked = question->stores ? drawn.shape[0] * drawn.shape[1] : drawn.tiles * elements;
			expect(&tester->tally, answer.good && answer.asked == asked && answer.beyond == 0,
				"drawn tiles %d: %" PRId64 " asked, %s", n, answer.asked, answer.text);
			for (int i = 0; i < 4; i++) {
				spoil_drawn(tester, &drawn, digit, global, image);
			}
		}
		arena_reset(&tester->arena);
	}
}

/* Swizzles that no kernel has, and boxes that do not begin where they must: one row of 64 elements of 16 bits. */
static void check_swizzles(struct tester *tester) {
	static const struct {
		struct swizzle swizzle;
		int64_t row, columns, apart;
		const char *why;
	} all[] = {
		{ { 3, 3, 3 }, 64, 8, 64, "" },
		{ { 2, 4, 2 }, 64, 8, 64, "the swizzle 128B_ATOM_32B is one of SM100" },
		{ { 2, 3, 3 }, 64, 8, 64, "a row of the box has 128 bytes; the driver takes multiples of 16 up to the swizzle's"
			" 64" },
		{ { 3, 3, 3 }, 16, 8, 16, "a row of the box has 32 bytes, the swizzle spans 128: the hardware spreads such rows"
			" over the span, which the layout does not" },
		{ { 0, 3, 3 }, 64, 8, 128, "" },
		{ { 0, 3, 3 }, 64, 8, 96, "a box has 128 bytes; each must begin at a multiple of 128" },
		{ { 0, 3, 3 }, 48, 8, 56, "a box has 96 bytes; each must begin at a multiple of 128" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct algebra *al = &tester->al;
		algebra_init(al, &tester->arena);
		struct tiler modes[] = { { .kind = TILER_INT, .layout = layout_of_int(all[i].row, 1) },
			{ .kind = TILER_INT, .layout = layout_of_int(all[i].columns, 1) } };
		struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
		struct map plain = map_from_layout(layout_of_pair(al, all[i].row, all[i].columns, 1, all[i].apart));
		struct tma_question question = { .problem = { .bits = 16, .multicast = 1, .tile = &tiler,
			.global = layout_of_pair(al, 256, 32, 1, 256), .shared = all[i].swizzle.bits == 0 ? plain :
			map_composed(al, map_from_swizzle(all[i].swizzle), tuple_int(0), plain) } };
		tma_prepare(al, &question);
		const char *said = algebra_failed(al) ? al->fault.text : "";
		expect(&tester->tally, strcmp(said, all[i].why) == 0, "swizzle %zu: %s", i, said);
		arena_reset(&tester->arena);
	}
}

/* As many leaves as there may be, and one more: those of the first mode, of which all but one have an extent of 1. */
static void check_leaves(struct tester *tester) {
	enum { ROWS = 64, COLUMNS = 32 };
	for (int leaves = TMA_LEAVES_MAX; leaves <= TMA_LEAVES_MAX + 1; leaves++) {
		struct algebra *al = &tester->al;
		algebra_init(al, &tester->arena);
		struct tuple *shape = tuple_modes_new(al, leaves - 1);
		struct tuple *stride = tuple_modes_new(al, leaves - 1);
		for (int i = 0; i < leaves - 1; i++) {
			shape[i] = tuple_int(i == 0 ? ROWS : 1);
			stride[i] = tuple_int(i == 0 ? 1 : 0);
		}
		struct tiler modes[] = { { .kind = TILER_INT, .layout = layout_of_int(ROWS, 1) },
			{ .kind = TILER_INT, .layout = layout_of_int(COLUMNS / 4, 1) } };
		struct tiler tiler = { .kind = TILER_MODES, .modes = modes, .rank = 2 };
		struct layout global = layout_make(al, tuple_pair(al, tuple_of(al, shape, leaves - 1), tuple_int(COLUMNS)),
			tuple_pair(al, tuple_of(al, stride, leaves - 1), tuple_int(ROWS)));
		struct tma_question question = { .problem = { .bits = 16, .multicast = 1, .tile = &tiler, .global = global,
			.shared = map_from_layout(layout_of_pair(al, ROWS, COLUMNS / 4, 1, ROWS)) } };
		tma_prepare(al, &question);
		const char *said = algebra_failed(al) ? al->fault.text : "";
		expect(&tester->tally, strcmp(said, leaves > TMA_LEAVES_MAX ? "the tensor has 65 modes; 64 at most" : "") == 0,
			"%d leaves: %s", leaves, said);
		arena_reset(&tester->arena);
	}
}

static void check_refusals(struct tester *tester) {
	static const struct {
		struct tile_case tiles;
		const char *why;
	} all[] = {
		{ { { 64, 8 }, { 1, 64 }, { 64, 1 }, 4, false, false, 1 },
			"elements of 4 bits: a kernel moves those of 8, 16, 32 and 64" },
		{ { { 24, 33 }, { 1, 32 }, { 4, 16 }, 16, false, false, 1 },
			"a row of the box has 8 bytes; the driver takes multiples of 16 up to the swizzle's 0" },
		{ { { 256, 256 }, { 1, 256 }, { 256, 96 }, 16, false, false, 1 },
			"the tile takes 49152 bytes of shared memory, 48128 at most" },
		{ { { 256, 256 }, { 1, 256 }, { 256, 94 }, 16, false, false, 1 }, "" },
		{ { { 24, 33 }, { 1, 32 }, { 8, 16 }, 16, false, false, 2 },
			"the copy is shared by 2 CTAs; the kernel has one" },
		{ { { 24, 33 }, { 1, 32 }, { 12, 16 }, 16, true, false, 1 },
			"a row of the box has 24 bytes; the driver takes multiples of 16 up to the swizzle's 0" },
		{ { { 32768, 2048 }, { 1, 32768 }, { 64, 8 }, 8, false, true, 1 }, "" },
		{ { { 32768, 2049 }, { 1, 32768 }, { 64, 8 }, 8, false, true, 1 },
			"the tensor is not in 64 MiB of global memory" },
	};
	struct fault fault;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		begin(tester, 1, &fault);
		ask_tiles(tester, &all[i].tiles, &fault);
		const char *why = all[i].why[0] != '\0' ? all[i].why : "call 1 fails";
		expect(&tester->tally, strcmp(fault.text, why) == 0, "refusal %zu: %s", i, fault.text);
		arena_reset(&tester->arena);
	}
}

int main(void) {
	struct tester tester = { .spoilt = -1 };
	arena_init(&tester.arena, NULL, NULL);
	check_copies(&tester);
	check_atoms(&tester);
	check_tiles(&tester);
	check_drawn(&tester);
	check_swizzles(&tester);
	check_leaves(&tester);
	check_refusals(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
