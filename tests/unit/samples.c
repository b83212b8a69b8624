#include "samples.h"

enum { LEAVES_OF_SAMPLE = 6 };

/* Extents and strides before they are nested. */
struct draft {
	int count;
	int64_t shape[LEAVES_OF_SAMPLE];
	int64_t stride[LEAVES_OF_SAMPLE];
};

void samples_init(struct samples *samples, uint64_t seed) {
	samples->state = seed;
}

static uint64_t next(struct samples *samples) {
	samples->state ^= samples->state >> 12;
	samples->state ^= samples->state << 25;
	samples->state ^= samples->state >> 27;
	return samples->state * UINT64_C(2685821657736338717);
}

int64_t sample_below(struct samples *samples, int64_t count) {
	return (int64_t)((next(samples) >> 32) % (uint64_t)count);
}

int64_t sample_between(struct samples *samples, int64_t least, int64_t greatest) {
	return least + sample_below(samples, greatest - least + 1);
}

static bool one_in(struct samples *samples, int64_t count) {
	return sample_below(samples, count) == 0;
}

/* One tuple for the "count" values at "values", one mode or several, nested as the bits of "nesting" say. */
static struct tuple nest(struct algebra *al, const int64_t *values, int count, uint64_t nesting) {
	if (count == 1) {
		return nesting % 8 == 0 ? tuple_single(al, tuple_int(values[0])) : tuple_int(values[0]);
	}
	struct tuple *modes = tuple_modes_new(al, count);
	int rank = 0;
	int done = 0;
	while (done < count) {
		int left = count - done;
		int width = 1 + (int)(nesting % 4 == 0 ? nesting / 4 % (uint64_t)left : 0);
		width = width == count ? count - 1 : width;
		nesting = nesting / 8 + (nesting << 58);
		modes[rank++] = nest(al, values + done, width, nesting);
		done += width;
	}
	return tuple_of(al, modes, rank);
}

static struct layout nest_draft(struct samples *samples, struct algebra *al, const struct draft *draft) {
	uint64_t nesting = next(samples);
	if (draft->count == 1) {
		nesting |= one_in(samples, 8) ? 0 : 1;
	}
	return layout_of(al, nest(al, draft->shape, draft->count, nesting), nest(al, draft->stride, draft->count, nesting));
}

static void choose_extents(struct samples *samples, struct draft *draft, int64_t size) {
	static const int64_t extents[] = { 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 10, 12, 16, 24, 32 };
	draft->count = (int)sample_between(samples, 1, LEAVES_OF_SAMPLE - 1);
	int64_t left = size;
	for (int k = 0; k < draft->count; k++) {
		int64_t extent = extents[sample_below(samples, sizeof extents / sizeof *extents)];
		draft->shape[k] = extent <= left ? extent : 1;
		left /= draft->shape[k];
	}
}

/* The numbers 0 to "count" - 1 in random order. */
static void shuffle(struct samples *samples, int *order, int count) {
	for (int k = 0; k < count; k++) {
		int other = (int)sample_below(samples, k + 1);
		order[k] = order[other];
		order[other] = k;
	}
}

/* Strides that leave no two coordinates the same offset: the modes in some order, each behind those before it. */
static void choose_injective_strides(struct samples *samples, struct draft *draft, bool permuted, bool padded) {
	int order[LEAVES_OF_SAMPLE];
	shuffle(samples, order, draft->count);
	int64_t stride = padded && one_in(samples, 2) ? sample_between(samples, 1, 4) : 1;
	for (int k = 0; k < draft->count; k++) {
		int mode = permuted ? order[k] : k;
		draft->stride[mode] = stride;
		stride *= draft->shape[mode];
		if (padded && one_in(samples, 3)) {
			int64_t more = sample_between(samples, 1, 3);
			stride = one_in(samples, 3) ? stride + more : stride * more;
		}
	}
}

static void choose_strides(struct samples *samples, struct draft *draft) {
	int64_t family = sample_below(samples, 6);
	choose_injective_strides(samples, draft, family > 0, family > 1);
	for (int k = 0; k < draft->count; k++) {
		if (family == 3 && one_in(samples, 3)) {
			draft->stride[k] = 0;
		} else if (family == 4) {
			draft->stride[k] = sample_below(samples, 13);
		} else if (family == 5) {
			draft->stride[k] = sample_below(samples, 100);
		}
	}
}

struct layout sample_layout(struct samples *samples, struct algebra *al, int64_t size) {
	struct draft draft;
	choose_extents(samples, &draft, size);
	choose_strides(samples, &draft);
	return nest_draft(samples, al, &draft);
}

struct layout sample_layout_signed(struct samples *samples, struct algebra *al, int64_t size) {
	struct draft draft;
	choose_extents(samples, &draft, size);
	choose_strides(samples, &draft);
	for (int k = 0; k < draft.count; k++) {
		draft.stride[k] *= one_in(samples, 3) ? -1 : 1;
	}
	return nest_draft(samples, al, &draft);
}

struct layout sample_layout_injective(struct samples *samples, struct algebra *al, int64_t size) {
	struct draft draft;
	choose_extents(samples, &draft, size);
	choose_injective_strides(samples, &draft, !one_in(samples, 4), one_in(samples, 2));
	return nest_draft(samples, al, &draft);
}

/* A stride that begins somewhere inside the extents "shape", mostly at a divisor. */
static int64_t choose_stride_into(struct samples *samples, const int64_t *shape, int count) {
	int64_t stride = 1;
	int reach = (int)sample_below(samples, count + 1);
	for (int k = 0; k < reach; k++) {
		stride *= shape[k];
	}
	if (reach < count) {
		int64_t step = sample_between(samples, 1, shape[reach]);
		bool divides = shape[reach] % step == 0;
		stride *= divides || one_in(samples, 6) ? step : 1;
	}
	return stride;
}

static void collect(struct tuple shape, int64_t *out, int *count) {
	for (int i = 0; i < tuple_rank(shape); i++) {
		if (tuple_is_tuple(shape)) {
			collect(shape.modes[i], out, count);
		} else if (*count < LEAVES_OF_SAMPLE) {
			out[(*count)++] = shape.value > 0 ? shape.value : 1;
		}
	}
}

struct layout sample_layout_into(struct samples *samples, struct algebra *al, struct layout a, int64_t size) {
	if (one_in(samples, 3)) {
		return sample_layout(samples, al, size);
	}
	int64_t extents[LEAVES_OF_SAMPLE];
	int count = 0;
	collect(a.shape, extents, &count);
	struct draft draft;
	choose_extents(samples, &draft, size);
	draft.count = (int)sample_between(samples, 1, draft.count < 3 ? draft.count : 3);
	for (int k = 0; k < draft.count; k++) {
		draft.stride[k] = one_in(samples, 8) ? 0 : choose_stride_into(samples, extents, count);
	}
	return nest_draft(samples, al, &draft);
}

struct tiler sample_tiler(struct samples *samples, struct algebra *al, struct layout a, int64_t size) {
	int64_t kind = sample_below(samples, 10);
	if (kind == 0) {
		return (struct tiler){ .kind = TILER_UNDERSCORE };
	}
	if (kind <= 3) {
		struct tuple extent = tuple_int(sample_between(samples, 1, size < 16 ? size : 16));
		return (struct tiler){ .kind = TILER_INT, .layout = { extent, tuple_int(1) } };
	}
	if (kind <= 6 || !tuple_is_tuple(a.shape)) {
		return (struct tiler){ .kind = TILER_LAYOUT, .layout = sample_layout_into(samples, al, a, size) };
	}
	int rank = (int)sample_between(samples, 1, a.shape.rank);
	struct tiler *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = sample_tiler(samples, al, layout_mode(a, i), size < 4 ? size : 4);
	}
	return (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = rank };
}

struct layout sample_layout_large(struct samples *samples, struct algebra *al) {
	static const int64_t extents[] = { 2, 3, 4, 8, 12, 16, 64, 100, 128, 1000, 1024, 4096 };
	struct draft draft;
	draft.count = (int)sample_between(samples, 1, LEAVES_OF_SAMPLE);
	int64_t left = INT64_C(1) << 40;
	for (int k = 0; k < draft.count; k++) {
		int64_t extent = extents[sample_below(samples, sizeof extents / sizeof *extents)];
		draft.shape[k] = extent <= left ? extent : 1;
		left /= draft.shape[k];
	}
	choose_injective_strides(samples, &draft, !one_in(samples, 3), one_in(samples, 2));
	return nest_draft(samples, al, &draft);
}

struct layout sample_layout_large_into(struct samples *samples, struct algebra *al, struct layout a) {
	int64_t extents[LEAVES_OF_SAMPLE];
	int count = 0;
	collect(a.shape, extents, &count);
	struct draft draft;
	draft.count = (int)sample_between(samples, 1, 4);
	for (int k = 0; k < draft.count; k++) {
		int64_t part = one_in(samples, 4) ? sample_between(samples, 1, 40) : INT64_C(1) << sample_below(samples, 9);
		int64_t whole = extents[sample_below(samples, count)];
		draft.shape[k] = one_in(samples, 2) ? part : whole;
		draft.stride[k] = choose_stride_into(samples, extents, count);
	}
	return nest_draft(samples, al, &draft);
}

int64_t small_layout_count(int rank, int64_t extents, int64_t strides) {
	int64_t count = 1;
	for (int k = 0; k < rank; k++) {
		count *= extents * strides;
	}
	return count;
}

struct layout small_layout(struct algebra *al, int rank, int64_t extents, int64_t strides, int64_t number) {
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *stride = tuple_modes_new(al, rank);
	for (int k = 0; k < rank; k++) {
		shape[k] = tuple_int(1 + number % extents);
		number /= extents;
		stride[k] = tuple_int(number % strides);
		number /= strides;
	}
	if (rank == 1) {
		return layout_of(al, shape[0], stride[0]);
	}
	return layout_of(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank));
}
