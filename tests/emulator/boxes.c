/*
 * Boxes of the tensor memory accelerator and the barriers that they end at, on the host, from the manual of PTX
 * ("Tensors", "Swizzling modes", "mbarrier") and that of the driver (cuTensorMapEncodeTiled). Written by chunks of
 * 16 bytes and rows of 128, without layouts. A box moves only when somebody waits for it; a barrier whose bytes do not
 * come to what was expected never lets go.
 */
#include "boxes.h"

#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void emulator_barrier_init(unsigned long long *barrier, unsigned count);
EXPORT void emulator_barrier_expect(unsigned long long *barrier, unsigned bytes);
EXPORT unsigned emulator_barrier_try(unsigned long long *barrier, unsigned phase);
EXPORT void emulator_box_load(unsigned rank, void *to, const void *map, const int *c, unsigned long long *barrier);
EXPORT void emulator_box_store(unsigned rank, const void *map, const int *c, void *from);
EXPORT void emulator_run_load(void *to, const void *from, unsigned bytes, unsigned long long *barrier);
EXPORT void emulator_run_store(void *to, const void *from, unsigned bytes);
EXPORT void emulator_bulk_wait(void);

enum { RANK = 5, PENDING_MAX = 4096 };

/* A tensor map, as it stands in its 128 bytes. */
struct encoded {
	unsigned char *base;
	int64_t extent[RANK], stride[RANK];
	int32_t box[RANK];
	int16_t bytes;             /* of an element */
	int8_t rank, span_in_16;   /* bytes of the swizzle's row / 16 */
};

_Static_assert(sizeof(struct encoded) <= 128, "a tensor map has 128 bytes");

/* --- what the driver refuses --- */

const char *emulator_encode_boxes(const struct emulated_boxes *boxes, unsigned char out[128]) {
	int64_t row = boxes->box[0] * boxes->bits / 8;
	bool good = boxes->rank >= 1 && boxes->rank <= RANK && (uintptr_t)boxes->base % 16 == 0;
	for (int i = 0; i < boxes->rank && good; i++) {
		good = boxes->extent[i] >= 1 && boxes->extent[i] <= (int64_t)1 << 32 && boxes->box[i] >= 1
			&& boxes->box[i] <= 256 && (i == 0 || (boxes->stride[i] % 16 == 0 && boxes->stride[i] < (int64_t)1 << 40));
	}
	bool is_span = boxes->swizzle == 0 || boxes->swizzle == 32 || boxes->swizzle == 64 || boxes->swizzle == 128;
	if (!good || !is_span || row % 16 != 0 || (boxes->swizzle > 0 && row > boxes->swizzle)) {
		return "CUDA_ERROR_INVALID_VALUE";
	}
	struct encoded map = { .base = boxes->base, .bytes = (int16_t)(boxes->bits / 8), .rank = (int8_t)boxes->rank,
		.span_in_16 = (int8_t)(boxes->swizzle / 16) };
	for (int i = 0; i < boxes->rank; i++) {
		map.extent[i] = boxes->extent[i];
		map.stride[i] = i == 0 ? boxes->bits / 8 : boxes->stride[i];
		map.box[i] = (int32_t)boxes->box[i];
	}
	memset(out, 0, 128);
	memcpy(out, &map, sizeof map);
	return NULL;
}

/* --- barriers --- */

/* What a barrier of the block waits for; a kernel has few. */
static struct barrier {
	unsigned long long *place;
	unsigned count, arrived, phase;
	int64_t bytes;             /* expected, less what has come */
} barriers[8];

static int barrier_count;

struct box {
	struct encoded map;
	unsigned char *shared;
	unsigned char *run;        /* of bytes in global memory, without a map */
	unsigned bytes;
	int64_t c[RANK];
	struct barrier *barrier;   /* NULL: it stores */
	unsigned phase;            /* of the barrier when it was asked for */
};

/* What was asked for and nobody has waited for. */
static struct box pending[PENDING_MAX];
static int pending_count;

static struct barrier *barrier_at(unsigned long long *place) {
	for (int i = 0; i < barrier_count; i++) {
		if (barriers[i].place == place) {
			return &barriers[i];
		}
	}
	emulator_stop("a barrier was not initialized");
	return &barriers[0];
}

void emulator_forget_barriers(void) {
	barrier_count = 0;
}

void emulator_barrier_init(unsigned long long *place, unsigned count) {
	int i = 0;
	while (i < barrier_count && barriers[i].place != place) {
		i++;
	}
	if (i == (int)(sizeof barriers / sizeof barriers[0])) {
		abort();
	}
	barrier_count += i == barrier_count;
	/* What nobody waited for in the block before does not come. */
	pending_count = 0;
	barriers[i] = (struct barrier){ .place = place, .count = count };
}

static void end_phase(struct barrier *barrier) {
	if (barrier->arrived == barrier->count && barrier->bytes == 0) {
		barrier->phase++;
		barrier->arrived = 0;
	}
}

void emulator_barrier_expect(unsigned long long *place, unsigned bytes) {
	struct barrier *barrier = barrier_at(place);
	barrier->bytes += bytes;
	barrier->arrived++;
	end_phase(barrier);
}

/* --- boxes --- */

static void put_pending(struct box box) {
	if (pending_count == PENDING_MAX) {
		abort();
	}
	box.phase = box.barrier != NULL ? box.barrier->phase : 0;
	pending[pending_count++] = box;
}

/*
 * Where byte "i" of a box that starts at "start" is: with a swizzle, each chunk of 16 bytes has another place in its
 * row of 32, 64 or 128 bytes, by the number of the row of 128 that the address is in, of eight.
 */
static unsigned char *shared_byte(unsigned char *start, int64_t i, int span_in_16) {
	uintptr_t address = (uintptr_t)start + (uintptr_t)i;
	uintptr_t row = address / 128 % 8;
	uintptr_t chunk = address / 16 % 8;
	uintptr_t other = chunk;
	switch (span_in_16) {
	case 2: other = chunk ^ (row & 1); break;
	case 4: other = chunk ^ (row & 3); break;
	case 8: other = chunk ^ row; break;
	default: break;
	}
	return (unsigned char *)(address - chunk * 16 + other * 16);
}

/*
 * An element of a box: its number, dimension 0 fastest; zeros come from beyond the tensor. Nothing goes there but in
 * the 16 bytes that the last element of a row is in: an H100 writes them whole.
 */
static void move_element(const struct box *box, int64_t number) {
	const struct encoded *map = &box->map;
	unsigned char *global = map->base;
	bool inside = true;
	int64_t left = number;
	for (int d = 0; d < map->rank; d++) {
		int64_t at = box->c[d] + left % map->box[d];
		left /= map->box[d];
		int64_t end = map->extent[d];
		if (d == 0 && box->barrier == NULL) {
			end = (end * map->bytes + 15) / 16 * 16 / map->bytes;
		}
		inside = inside && at >= 0 && at < end;
		global += at * map->stride[d];
	}
	for (int b = 0; b < map->bytes; b++) {
		unsigned char *shared = shared_byte(box->shared, number * map->bytes + b, map->span_in_16);
		if (box->barrier != NULL) {
			*shared = inside ? global[b] : 0;
		} else if (inside) {
			global[b] = *shared;
		}
	}
}

static void move_box(const struct box *box) {
	bool loads = box->barrier != NULL;
	if (box->run != NULL) {
		memcpy(loads ? box->shared : box->run, loads ? box->run : box->shared, box->bytes);
	}
	int64_t elements = 1;
	for (int d = 0; d < box->map.rank; d++) {
		elements *= box->map.box[d];
	}
	for (int64_t i = 0; i < elements && box->run == NULL; i++) {
		move_element(box, i);
	}
	if (box->barrier != NULL) {
		box->barrier->bytes -= box->run != NULL ? box->bytes : elements * box->map.bytes;
		end_phase(box->barrier);
	}
}

/* What a barrier did not wait for may come late, and does not come here. */
static void move_pending(void) {
	for (int i = 0; i < pending_count; i++) {
		bool is_late = pending[i].barrier != NULL && pending[i].barrier->phase != pending[i].phase;
		if (!is_late) {
			move_box(&pending[i]);
		}
	}
	pending_count = 0;
}

static struct box box_of(unsigned rank, const void *map, const int *c, void *shared) {
	struct box box = { .shared = shared };
	memcpy(&box.map, map, sizeof box.map);
	for (unsigned d = 0; d < rank; d++) {
		box.c[d] = c[d];
	}
	if (rank != (unsigned)box.map.rank) {
		emulator_stop("an instruction has another rank than its tensor map");
	}
	/* 128 bytes, which is where the hardware lets a tile begin. */
	if ((uintptr_t)shared % 128 != 0) {
		emulator_misaligned(shared, 128);
	}
	return box;
}

void emulator_box_load(unsigned rank, void *to, const void *map, const int *c, unsigned long long *barrier) {
	struct box box = box_of(rank, map, c, to);
	box.barrier = barrier_at(barrier);
	put_pending(box);
}

void emulator_box_store(unsigned rank, const void *map, const int *c, void *from) {
	put_pending(box_of(rank, map, c, from));
}

static bool is_run(const void *to, const void *from, unsigned bytes) {
	bool good = (uintptr_t)to % 16 == 0 && (uintptr_t)from % 16 == 0 && bytes % 16 == 0;
	if (!good) {
		emulator_misaligned(to, 16);
	}
	return good;
}

void emulator_run_load(void *to, const void *from, unsigned bytes, unsigned long long *barrier) {
	if (is_run(to, from, bytes)) {
		put_pending((struct box){ .shared = to, .run = (unsigned char *)(uintptr_t)from, .bytes = bytes,
			.barrier = barrier_at(barrier) });
	}
}

void emulator_run_store(void *to, const void *from, unsigned bytes) {
	if (is_run(to, from, bytes)) {
		put_pending((struct box){ .shared = (unsigned char *)(uintptr_t)from, .run = to, .bytes = bytes });
	}
}

unsigned emulator_barrier_try(unsigned long long *place, unsigned phase) {
	struct barrier *barrier = barrier_at(place);
	if (barrier->phase % 2 != phase) {
		return 1;
	}
	emulator_wait_for_all();
	move_pending();
	if (barrier->phase % 2 == phase) {
		emulator_stop("a barrier waits for bytes that do not come");
	}
	return 1;
}

void emulator_bulk_wait(void) {
	move_pending();
}
