#include "gpu/silicon_tma.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "gpu/device/device.h"
#include "gpu/emit.h"

/* Bytes that nobody wrote are POISON, in shared memory, or 0, in global memory. */
enum { THREADS = 128, POISON = 0xff };

/* Bytes that a store writes together. */
enum { UNIT = 16 };

/* --- the question made ready --- */

/* "layout", of the tensor's shape, at elements of tiles: (tile, tiles). */
static struct offsets divided(struct algebra *al, const struct tma_question *question, struct layout layout) {
	return offsets_init(al, layout_zipped_divide(al, layout, question->problem.tile));
}

/* A stride of "shape": 1 for leaf number "*left", 0 for the others. */
static struct tuple one_leaf(struct algebra *al, struct tuple shape, int *left) {
	if (!tuple_is_tuple(shape)) {
		return tuple_int((*left)-- == 0 ? 1 : 0);
	}
	struct tuple *modes = tuple_modes_new(al, shape.rank);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = one_leaf(al, tuple_mode(shape, i), left);
	}
	return tuple_of(al, modes, shape.rank);
}

/* The coefficients of dimension "d" in strides of basis elements. */
static struct tuple one_dimension(struct algebra *al, struct tuple strides, int d) {
	if (!tuple_is_tuple(strides)) {
		bool is_it = strides.basis_depth > 0 ? strides.basis[0] == d : false;
		return tuple_int(is_it ? strides.value : 0);
	}
	struct tuple *modes = tuple_modes_new(al, strides.rank);
	for (int i = 0; i < strides.rank; i++) {
		modes[i] = one_dimension(al, tuple_mode(strides, i), d);
	}
	return tuple_of(al, modes, strides.rank);
}

static void set_leaves(struct algebra *al, struct tma_question *question) {
	struct tuple shape = question->problem.global.shape;
	struct tuple flat = tuple_flatten_to_tuple(al, shape);
	question->leaves = algebra_failed(al) ? 0 : tuple_rank(flat);
	if (question->leaves > TMA_LEAVES_MAX) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the tensor has %d modes; %d at most", question->leaves, TMA_LEAVES_MAX);
	}
	for (int i = 0; i < question->leaves && !algebra_failed(al); i++) {
		int left = i;
		question->leaf[i] = divided(al, question, layout_of(al, shape, one_leaf(al, shape, &left)));
		question->extent[i] = int_value(al, tuple_mode(flat, i));
	}
}

/* Runs have no tensor map: one copy of a tile, from its place in bytes on. */
static void set_run(struct algebra *al, struct tma_question *question) {
	const struct tma_problem *problem = &question->problem;
	int64_t elements = int_value(al, layout_size(al, map_inner(al, problem->shared)));
	question->tma = (struct tma){ .swizzle = "NONE", .bytes = elements * problem->bits / 8, .copies = 1 };
	question->starts = arena_array(al->arena, 1, sizeof *question->starts);
	question->places = arena_array(al->arena, 1, sizeof *question->places);
}

/* Coordinates of the tensor map, and where copies begin in the tile. */
static void set_copies(struct algebra *al, struct tma_question *question) {
	const struct tma_problem *problem = &question->problem;
	struct tuple strides = tma_strides(al, problem, &question->tma);
	for (int d = 0; d < question->tma.rank && !algebra_failed(al); d++) {
		question->dimension[d] = divided(al, question,
			layout_of(al, problem->global.shape, one_dimension(al, strides, d)));
	}
	struct layout tv = tma_layout_tv(al, problem, &question->tma);
	if (algebra_failed(al)) {
		return;
	}
	struct offsets values = offsets_init(al, layout_mode(tv, 1));
	struct offsets plain = offsets_init(al, map_inner(al, problem->shared));
	int64_t each = question->tma.bytes * 8 / problem->bits;
	question->starts = arena_array(al->arena, (size_t)question->tma.copies, sizeof *question->starts);
	question->places = arena_array(al->arena, (size_t)question->tma.copies, sizeof *question->places);
	for (int64_t c = 0; c < question->tma.copies && !algebra_failed(al); c++) {
		question->starts[c] = offsets_at(&values, c * each);
		question->places[c] = offsets_at(&plain, question->starts[c]) * problem->bits / 8;
	}
}

/* Whether every box begins at a multiple of 128 bytes. */
static bool is_aligned(const struct tma_question *question) {
	for (int64_t c = 0; c < question->tma.copies; c++) {
		if (question->places[c] % 128 != 0) {
			return false;
		}
	}
	return true;
}

/* Bits of a number that an element carries in one run; 0 and the highest bit are kept for what is no number. */
static int digit_bits(const struct tma_question *question) {
	return question->problem.bits > 32 ? 31 : (int)question->problem.bits - 1;
}

static void check_limits(struct algebra *al, const struct tma_question *question) {
	const struct tma_problem *problem = &question->problem;
	int64_t row = question->tma.box[0] * problem->bits / 8;
	if (problem->bits != 8 && problem->bits != 16 && problem->bits != 32 && problem->bits != 64) {
		algebra_fault(al, FAULT_UNSUPPORTED, "elements of %" PRId64 " bits: a kernel moves those of 8, 16, 32 and 64",
			problem->bits);
	} else if (problem->multicast != 1) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the copy is shared by %" PRId64 " CTAs; the kernel has one",
			problem->multicast);
	} else if (question->tma.swizzle != NULL && strncmp(question->tma.swizzle, "128B_", 5) == 0) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the swizzle %s is one of SM100", question->tma.swizzle);
	} else if (!question->is_run && (row % 16 != 0 || (question->tma.span > 0 && row > question->tma.span))) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a row of the box has %" PRId64 " bytes; the driver takes multiples of 16"
			" up to the swizzle's %" PRId64, row, question->tma.span);
	} else if (!question->is_run && question->tma.span > row) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a row of the box has %" PRId64 " bytes, the swizzle spans %" PRId64
			": the hardware spreads such rows over the span, which the layout does not", row, question->tma.span);
	} else if (!is_aligned(question)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a box has %" PRId64 " bytes; each must begin at a multiple of 128",
			question->tma.bytes);
	} else if (question->shared_bytes > TMA_SHARED_BYTES) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the tile takes %" PRId64 " bytes of shared memory, %d at most",
			question->shared_bytes, TMA_SHARED_BYTES);
	} else if (question->global_bytes > TMA_GLOBAL_BYTES || question->global.least < 0) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the tensor is not in %d MiB of global memory", TMA_GLOBAL_BYTES >> 20);
	}
}

/* Whether element "x" of tile "r" is in the tensor. */
static bool is_inside(const struct tma_question *question, int64_t x, int64_t r) {
	for (int i = 0; i < question->leaves; i++) {
		if (offsets_at(&question->leaf[i], x + question->elements * r) >= question->extent[i]) {
			return false;
		}
	}
	return true;
}

/* The same, by coordinates of the tensor map. */
static bool is_in_map(const struct tma_question *question, int64_t x, int64_t r) {
	for (int d = 0; d < question->tma.rank; d++) {
		if (offsets_at(&question->dimension[d], x + question->elements * r) >= question->tma.extent[d]) {
			return false;
		}
	}
	return true;
}

/* The tile that is asked as number "i". */
static int64_t tile_at(const struct tma_question *question, int64_t i) {
	return question->asked < 2 ? 0 : i * (question->tiles - 1) / (question->asked - 1);
}

void tma_prepare(struct algebra *al, struct tma_question *question) {
	const struct tma_problem *problem = &question->problem;
	if (question->is_run) {
		set_run(al, question);
	} else {
		question->tma = tma_of(al, problem);
	}
	if (algebra_failed(al)) {
		return;
	}
	question->global = divided(al, question, problem->global);
	question->shared = offsets_init_map(al, problem->shared);
	set_leaves(al, question);
	if (!question->is_run) {
		set_copies(al, question);
	}
	if (algebra_failed(al)) {
		return;
	}
	question->elements = question->shared.size;
	question->tiles = question->global.size / question->elements;
	question->asked = question->tiles < TMA_TILES_MAX ? question->tiles : TMA_TILES_MAX;
	int64_t greatest = 0;
	for (int64_t i = 0; i < question->elements; i++) {
		int64_t place = offsets_at(&question->shared, i);
		greatest = place > greatest ? place : greatest;
	}
	struct offsets whole = offsets_init(al, problem->global);
	question->shared_bytes = (greatest + 1) * problem->bits / 8;
	question->shared_bytes = question->shared_bytes > question->tma.copies * question->tma.bytes ?
		question->shared_bytes : question->tma.copies * question->tma.bytes;
	question->global_bytes = number_ceil_div((whole.greatest + 1) * problem->bits / 8, UNIT) * UNIT;
	if (!algebra_failed(al)) {
		check_limits(al, question);
	}
	question->digits = 1;
	while (whole.greatest >> (question->digits * digit_bits(question)) != 0 && !algebra_failed(al)) {
		question->digits++;
	}
}

const char *tma_source(struct algebra *al) {
	struct buf out;
	buf_init(&out, al->arena);
	device_put(&out, device_boxes, device_boxes_size);
	return out.data;
}

int32_t *tma_coordinates(struct algebra *al, const struct tma_question *question) {
	int64_t copies = question->tma.copies;
	int32_t *all = arena_array(al->arena, (size_t)(question->asked * copies * TMA_BOX_WORDS), sizeof *all);
	for (int64_t i = 0; i < question->asked * copies; i++) {
		int64_t at = question->starts[i % copies] + question->elements * tile_at(question, i / copies);
		if (question->is_run) {
			all[i * TMA_BOX_WORDS] = (int32_t)(offsets_at(&question->global, at) * question->problem.bits / 8);
		}
		all[i * TMA_BOX_WORDS + TMA_RANK] = (int32_t)question->places[i % copies];
		for (int d = 0; d < question->tma.rank; d++) {
			all[i * TMA_BOX_WORDS + d] = (int32_t)offsets_at(&question->dimension[d], at);
		}
	}
	return all;
}

/* --- numbers in memory --- */

/* What an element at "place" of global memory holds in run number "digit". */
static uint64_t number_at(const struct tma_question *question, int64_t place, int digit) {
	int bits = digit_bits(question);
	return (((uint64_t)place >> (digit * bits)) & (((uint64_t)1 << bits) - 1)) + 1;
}

static void put_element(unsigned char *memory, int64_t bits, int64_t place, uint64_t number) {
	memcpy(memory + place * bits / 8, &number, (size_t)bits / 8);
}

static uint64_t element_at(const unsigned char *memory, int64_t bits, int64_t place) {
	uint64_t number = 0;
	memcpy(&number, memory + place * bits / 8, (size_t)bits / 8);
	return number;
}

void tma_fill(const struct tma_question *question, int digit, unsigned char *global, unsigned char *image) {
	int64_t bits = question->problem.bits;
	memset(global, 0, (size_t)question->global_bytes);
	memset(image, POISON, (size_t)(question->asked * question->shared_bytes));
	for (int64_t i = 0; i < question->asked; i++) {
		int64_t r = tile_at(question, i);
		for (int64_t x = 0; x < question->elements; x++) {
			int64_t place = offsets_at(&question->global, x + question->elements * r);
			if (!is_inside(question, x, r)) {
				continue;
			}
			uint64_t number = number_at(question, place, digit);
			if (question->stores) {
				put_element(image + i * question->shared_bytes, bits, offsets_at(&question->shared, x), number);
			} else {
				put_element(global, bits, place, number);
			}
		}
	}
}

/* --- the judgement --- */

/* An element of tile "r" that is not what it should be. */
static void put_difference(const struct tma_question *question, int64_t x, int64_t r, const uint64_t numbers[2],
		struct silicon_answer *answer) {
	char at[160] = "";
	size_t length = 0;
	for (int i = 0; i < question->leaves && length < sizeof at - 24; i++) {
		length += (size_t)snprintf(at + length, sizeof at - length, "%s%" PRId64, i == 0 ? "(" : ",",
			offsets_at(&question->leaf[i], x + question->elements * r));
	}
	snprintf(answer->text, sizeof answer->text, "element %s), at %" PRId64 " of global and %" PRId64
		" of shared memory in tile %" PRId64 ": %s has 0x%" PRIx64 ", it should be 0x%" PRIx64, at,
		offsets_at(&question->global, x + question->elements * r), offsets_at(&question->shared, x), r,
		question->stores ? "global memory" : "shared memory", numbers[0], numbers[1]);
	answer->good = false;
}

static void judge_tile(const struct tma_question *question, int digit, int64_t i, const unsigned char *memory,
		struct silicon_answer *answer) {
	int64_t bits = question->problem.bits;
	int64_t r = tile_at(question, i);
	for (int64_t x = 0; x < question->elements && answer->good; x++) {
		bool inside = is_inside(question, x, r);
		int64_t place = question->stores ? offsets_at(&question->global, x + question->elements * r) :
			offsets_at(&question->shared, x);
		if (!inside && (question->stores || is_in_map(question, x, r))) {
			continue;
		}
		const uint64_t numbers[2] = { element_at(memory, bits, place), !inside ? 0 :
			number_at(question, offsets_at(&question->global, x + question->elements * r), digit) };
		answer->asked++;
		if (numbers[0] != numbers[1]) {
			put_difference(question, x, r, numbers, answer);
		}
	}
}

/*
 * Elements of global memory in no tile that was asked: nothing may have been written there but in the 16 bytes that the
 * last element of a row is in, which an H100 writes whole; these are counted.
 */
static void judge_rest(struct algebra *al, const struct tma_question *question, const unsigned char *global,
		struct silicon_answer *answer) {
	int64_t bits = question->problem.bits;
	int64_t places = question->global_bytes * 8 / bits;
	uint8_t *taken = arena_array(al->arena, (size_t)places, 1);
	uint8_t *touched = arena_array(al->arena, (size_t)number_ceil_div(question->global_bytes, UNIT), 1);
	for (int64_t i = 0; i < question->asked * question->elements; i++) {
		int64_t x = i % question->elements;
		int64_t r = tile_at(question, i / question->elements);
		if (is_inside(question, x, r)) {
			int64_t place = offsets_at(&question->global, x + question->elements * r);
			taken[place] = 1;
			touched[place * bits / 8 / UNIT] = 1;
		}
	}
	for (int64_t i = 0; i < places && answer->good; i++) {
		bool is_written = !taken[i] && element_at(global, bits, i) != 0;
		if (is_written && touched[i * bits / 8 / UNIT]) {
			answer->beyond++;
		} else if (is_written) {
			snprintf(answer->text, sizeof answer->text, "0x%" PRIx64 " was written at %" PRId64
				" of global memory, which no tile has", element_at(global, bits, i), i);
			answer->good = false;
		}
	}
}

struct silicon_answer tma_judge(struct algebra *al, const struct tma_question *question, int digit,
		const unsigned char *global, const unsigned char *image) {
	struct silicon_answer answer = { .good = true };
	for (int64_t i = 0; i < question->asked && answer.good; i++) {
		judge_tile(question, digit, i, question->stores ? global : image + i * question->shared_bytes, &answer);
	}
	if (question->stores && answer.good) {
		judge_rest(al, question, global, &answer);
	}
	return answer;
}

/* --- the device --- */

/* Memory of one question on the device, and of what is read back. */
struct tma_run {
	void *global, *image, *coordinates;
	unsigned char *host_global, *host_image;
	struct tensor_map map;
};

static bool prepare_run(struct device *device, struct algebra *al, const struct tma_question *question,
		struct tma_run *run, struct fault *fault) {
	int64_t images = question->asked * question->shared_bytes;
	int64_t coordinates = question->asked * question->tma.copies * TMA_BOX_WORDS * (int64_t)sizeof(int32_t);
	struct tensor_map_request request = { .bits = (int)question->problem.bits, .rank = question->tma.rank,
		.swizzle = (int)question->tma.span };
	run->host_global = arena_alloc(al->arena, (size_t)question->global_bytes);
	run->host_image = arena_alloc(al->arena, (size_t)images);
	run->global = device_alloc(device, question->global_bytes, fault);
	run->image = run->global == NULL ? NULL : device_alloc(device, images, fault);
	run->coordinates = run->image == NULL ? NULL : device_alloc(device, coordinates, fault);
	if (run->coordinates == NULL) {
		return false;
	}
	request.base = run->global;
	memcpy(request.extent, question->tma.extent, sizeof request.extent);
	memcpy(request.stride, question->tma.stride, sizeof request.stride);
	memcpy(request.box, question->tma.box, sizeof request.box);
	return (question->is_run || device_tensor_map(device, &request, &run->map, fault))
		&& device_write(device, run->coordinates, tma_coordinates(al, question), coordinates, fault);
}

/* One run: fill, launch, read back. */
static bool run_digit(struct device *device, const struct tma_question *question, const struct kernel_image *kernel,
		struct tma_run *run, struct fault *fault) {
	int64_t images = question->asked * question->shared_bytes;
	unsigned rank = (unsigned)question->tma.rank;
	unsigned copies = (unsigned)question->tma.copies;
	unsigned bytes = (unsigned)question->tma.bytes;
	unsigned size = (unsigned)question->shared_bytes;
	unsigned stores = question->stores;
	struct launch launch = { .kernel = kernel, .blocks = question->asked, .threads = THREADS,
		.arguments = { &run->image, &run->global, &run->map, &run->coordinates, &rank, &copies, &bytes, &size,
			&stores } };
	return device_write(device, run->global, run->host_global, question->global_bytes, fault)
		&& device_write(device, run->image, run->host_image, images, fault)
		&& device_run(device, &launch, fault)
		&& device_read(device, run->host_global, run->global, question->global_bytes, fault)
		&& device_read(device, run->host_image, run->image, images, fault);
}

struct silicon_answer tma_ask(struct device *device, struct algebra *al, const struct tma_question *question,
		struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct tma_run run = { 0 };
	const struct kernel_text text = { .source = tma_source(al), .symbol = KERNEL_SYMBOL, .threads = THREADS,
		.code = question->code };
	struct silicon_answer answer = { .good = prepare_run(device, al, question, &run, fault)
		&& device_compile(device, al->arena, &text, &kernel, fault) };
	for (int digit = 0; digit < question->digits && answer.good; digit++) {
		tma_fill(question, digit, run.host_global, run.host_image);
		answer.good = run_digit(device, question, &kernel, &run, fault);
		if (answer.good) {
			answer = tma_judge(al, question, digit, run.host_global, run.host_image);
		}
	}
	device_unload(device, &kernel);
	void *const memories[] = { run.global, run.image, run.coordinates };
	for (int i = 0; i < 3; i++) {
		if (memories[i] != NULL) {
			device_free(device, memories[i]);
		}
	}
	return answer;
}
