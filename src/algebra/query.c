#include "algebra/query.h"

#include <inttypes.h>
#include <stdlib.h>

enum { CHUNK = 4096, WORD_BITS = 64 };

/* A flat mode of stride other than 0, mirrored if its stride is negative. */
struct mode {
	int64_t extent;
	int64_t stride;    /* > 0 */
	int64_t weight;    /* by how much one step of this mode changes the integer coordinate */
	int64_t unit;      /* greatest common divisor of this stride and all larger ones */
	bool mirrored;
	int64_t digit[2];  /* its digits in the two coordinates that share an offset */
};

/* Neighbours in the sorted list of modes that are looked at together, in units of the first one's unit. */
struct group {
	struct mode *modes;
	int count;
	int64_t size;        /* product of extents */
	int64_t reach;       /* largest offset, in units */
	int64_t image;
	int64_t first_gap;   /* 0 if there is none */
	bool aliased;        /* the digits of its modes are set */
};

/* A set of integers from "least" on. */
struct bitmap {
	uint64_t *words;
	int64_t least;
	int64_t bits;
};

/* --- enumeration --- */

/* The empty set of integers from "least" to "greatest", for the offsets of "size" coordinates. */
static struct bitmap bitmap_make(struct algebra *al, int64_t size, int64_t least, int64_t greatest) {
	struct bitmap bitmap = { .least = least };
	if (size > LIMIT_QUERY_COORDINATES) {
		algebra_fault(al, FAULT_LIMIT,
			"structure does not tell, and %" PRId64 " coordinates are more than the %d that are "
			"enumerated", size, LIMIT_QUERY_COORDINATES);
		return bitmap;
	}
	if ((uint64_t)greatest - (uint64_t)least >= (uint64_t)LIMIT_QUERY_BITS) {
		algebra_fault(al, FAULT_LIMIT,
			"structure does not tell, and offsets from %" PRId64 " to %" PRId64 " are more than the %" PRId64 " "
			"that are enumerated", least, greatest, LIMIT_QUERY_BITS);
		return bitmap;
	}
	bitmap.bits = greatest - least + 1;
	bitmap.words = arena_array(al->arena, (size_t)(bitmap.bits / WORD_BITS + 1), sizeof *bitmap.words);
	return bitmap;
}

/* Put "offset" into the set. Returns whether it was there before. */
static bool bitmap_put(struct bitmap *bitmap, int64_t offset) {
	uint64_t place = (uint64_t)(offset - bitmap->least);
	uint64_t bit = (uint64_t)1 << place % WORD_BITS;
	bool seen = (bitmap->words[place / WORD_BITS] & bit) != 0;
	bitmap->words[place / WORD_BITS] |= bit;
	return seen;
}

static int64_t bitmap_count(const struct bitmap *bitmap) {
	int64_t count = 0;
	for (int64_t i = 0; i <= bitmap->bits / WORD_BITS; i++) {
		count += __builtin_popcountll(bitmap->words[i]);
	}
	return count;
}

/* The least integer from "from" on that is in the set (is not in the set). There must be one. */
static int64_t bitmap_find(const struct bitmap *bitmap, int64_t from, bool present) {
	uint64_t place = (uint64_t)(from - bitmap->least);
	for (;;) {
		uint64_t word = present ? bitmap->words[place / WORD_BITS] : ~bitmap->words[place / WORD_BITS];
		word &= ~(uint64_t)0 << place % WORD_BITS;
		if (word != 0) {
			return bitmap->least + (int64_t)(place / WORD_BITS * WORD_BITS) + __builtin_ctzll(word);
		}
		place = place / WORD_BITS * WORD_BITS + WORD_BITS;
	}
}

/* The greatest integer in the set, which is not empty. */
static int64_t bitmap_greatest(const struct bitmap *bitmap) {
	int64_t i = bitmap->bits / WORD_BITS;
	while (bitmap->words[i] == 0) {
		i--;
	}
	return bitmap->least + i * WORD_BITS + WORD_BITS - 1 - __builtin_clzll(bitmap->words[i]);
}

static int64_t chunk_length(const struct offsets *offsets, int64_t first) {
	return offsets->size - first < CHUNK ? offsets->size - first : CHUNK;
}

/* The first coordinate at which "offsets" has "wanted". There must be one. */
static int64_t find_offset(struct algebra *al, const struct offsets *offsets, int64_t wanted) {
	int64_t values[CHUNK];
	for (int64_t first = 0; first < offsets->size && algebra_step(al, 0); first += CHUNK) {
		int64_t count = chunk_length(offsets, first);
		offsets_fill(offsets, first, count, values);
		for (int64_t i = 0; i < count; i++) {
			if (values[i] == wanted) {
				return first + i;
			}
		}
	}
	return 0;
}

/* Put all offsets into "bitmap". Returns the first coordinate whose offset an earlier one has, or -1. */
static int64_t enumerate(struct algebra *al, const struct offsets *offsets, struct bitmap *bitmap) {
	int64_t values[CHUNK];
	int64_t repeated = -1;
	for (int64_t first = 0; first < offsets->size && algebra_step(al, 0); first += CHUNK) {
		int64_t count = chunk_length(offsets, first);
		offsets_fill(offsets, first, count, values);
		for (int64_t i = 0; i < count; i++) {
			bool seen = bitmap_put(bitmap, values[i]);
			if (seen && repeated < 0) {
				repeated = first + i;
			}
		}
	}
	return repeated;
}

/* --- groups of modes --- */

/* Store the digits of "index" in the modes of "group", for the first or the second of the two coordinates. */
static void set_digits(struct group *group, int which, int64_t index) {
	for (int i = 0; i < group->count; i++) {
		group->modes[i].digit[which] = index % group->modes[i].extent;
		index /= group->modes[i].extent;
	}
}

/*
 * All offsets up to the reach occur, but more coordinates than that: one step of some mode "i" is within the reach of
 * those before, which then make up the same offset. Their strides are the weights of digits, as they leave nothing out
 * and do not overlap.
 */
static void find_overlap(struct group *group, int64_t unit) {
	int64_t reach = 0;
	int i = 0;
	while (group->modes[i].stride / unit > reach) {
		reach += (group->modes[i].extent - 1) * (group->modes[i].stride / unit);
		i++;
	}
	group->aliased = true;
	group->modes[i].digit[0] = 1;
	int64_t rest = group->modes[i].stride;
	for (int j = i - 1; j >= 0; j--) {
		struct mode *mode = &group->modes[j];
		mode->digit[1] = rest / mode->stride;
		rest %= mode->stride;
	}
}

static void enumerate_group(struct algebra *al, struct group *group, int64_t unit) {
	struct tuple *shape = tuple_modes_new(al, group->count);
	struct tuple *stride = tuple_modes_new(al, group->count);
	for (int i = 0; i < group->count; i++) {
		shape[i] = tuple_int(group->modes[i].extent);
		stride[i] = tuple_int(group->modes[i].stride / unit);
	}
	struct layout layout = layout_of(al, tuple_of(al, shape, group->count), tuple_of(al, stride, group->count));
	struct offsets offsets = offsets_init(al, layout);
	struct bitmap bitmap = bitmap_make(al, group->size, 0, group->reach);
	if (algebra_failed(al)) {
		return;
	}
	int64_t repeated = enumerate(al, &offsets, &bitmap);
	if (algebra_failed(al)) {
		return;
	}
	group->image = bitmap_count(&bitmap);
	if (repeated >= 0) {
		group->aliased = true;
		set_digits(group, 0, repeated);
		set_digits(group, 1, find_offset(al, &offsets, offsets_at(&offsets, repeated)));
	}
}

/* Find out about "group", whose modes are known. Returns whether it had to be enumerated. */
static bool look_at_group(struct algebra *al, struct group *group) {
	int64_t unit = group->modes[0].unit;
	bool apart = true;    /* no two offsets meet */
	bool dense = true;    /* no integer is left out */
	group->size = 1;
	group->reach = 0;
	for (int i = 0; i < group->count; i++) {
		int64_t stride = group->modes[i].stride / unit;
		apart = apart && stride > group->reach;
		dense = dense && stride <= group->reach + 1;
		if (!dense && group->first_gap == 0) {
			group->first_gap = group->reach + 1; /* less than all strides that follow */
		}
		group->size *= group->modes[i].extent;
		group->reach += (group->modes[i].extent - 1) * stride;
	}
	if (!apart && !dense) {
		enumerate_group(al, group, unit);
		return true;
	}
	group->image = apart ? group->size : group->reach + 1;
	if (!apart) {
		find_overlap(group, unit);
	}
	return false;
}

static int compare_modes(const void *a, const void *b) {
	int64_t x = ((const struct mode *)a)->stride;
	int64_t y = ((const struct mode *)b)->stride;
	return (x > y) - (x < y);
}

/* What the modes of a layout, sorted by stride, make of it. */
struct image {
	int64_t count;
	int64_t first_gap;   /* above the least offset; 0 if there is none */
	bool aliased;        /* the digits of the modes are set */
	bool enumerated;
};

/*
 * The image of the modes, which are cut into groups. As long as there is no gap the groups before reach all integers
 * below their reach; the next group leaves the one after that out unless its unit is just that, and its own gaps count
 * in units.
 */
static struct image look_at_modes(struct algebra *al, struct mode *modes, int count) {
	struct image image = { .count = 1 };
	int64_t reach = 0;
	for (int begin = 0, end; begin < count && !algebra_failed(al); begin = end) {
		int64_t before = reach;
		end = begin;
		do {
			reach += (modes[end].extent - 1) * modes[end].stride;
			end++;
		} while (end < count && modes[end].unit <= reach);
		struct group group = { .modes = modes + begin, .count = end - begin };
		image.enumerated = look_at_group(al, &group) || image.enumerated;
		image.count *= group.image;
		image.aliased = image.aliased || group.aliased;
		if (image.first_gap == 0 && modes[begin].unit > before + 1) {
			image.first_gap = before + 1;
		} else if (image.first_gap == 0) {
			image.first_gap = group.first_gap * modes[begin].unit;
		}
	}
	return image;
}

/* The flat modes of "offsets" whose stride is not 0, sorted. "repeat" gets the weight of a mode of stride 0, or 0. */
static struct mode *sorted_modes(struct algebra *al, const struct offsets *offsets, int *count, int64_t *repeat) {
	struct mode *modes = arena_array(al->arena, (size_t)offsets->rank, sizeof *modes);
	int64_t weight = 1;
	*count = 0;
	*repeat = 0;
	for (int k = 0; k < offsets->rank; k++) {
		int64_t stride = offsets->stride[k];
		if (stride == 0) {
			*repeat = weight;
		} else {
			modes[(*count)++] = (struct mode){
				.extent = offsets->shape[k],
				.stride = stride < 0 ? -stride : stride,
				.weight = weight,
				.mirrored = stride < 0,
			};
		}
		weight *= offsets->shape[k];
	}
	qsort(modes, (size_t)*count, sizeof *modes, compare_modes);
	int64_t unit = 0;
	for (int i = *count - 1; i >= 0; i--) {
		unit = (int64_t)number_gcd((uint64_t)modes[i].stride, (uint64_t)unit);
		modes[i].unit = unit;
	}
	return modes;
}

/* The coordinate of the digits number "which". A mode in which both coordinates agree may have any digit: 0. */
static int64_t coordinate_of(const struct mode *modes, int count, int which) {
	int64_t index = 0;
	for (int i = 0; i < count; i++) {
		int64_t digit = modes[i].digit[which];
		if (modes[i].mirrored) {
			digit = modes[i].extent - 1 - digit;
		}
		index += modes[i].digit[0] == modes[i].digit[1] ? 0 : digit * modes[i].weight;
	}
	return index;
}

static void set_alias(struct query *query, const struct offsets *offsets, int64_t a, int64_t b) {
	query->injective = false;
	query->alias[0] = a < b ? a : b;
	query->alias[1] = a < b ? b : a;
	query->alias_offset = offsets_at(offsets, a);
}

/* What the innermost layout says: the size of the image, aliases; and where the image lies, if nothing follows it. */
static void look_at_layout(struct algebra *al, const struct offsets *offsets, struct query *query) {
	int count;
	int64_t repeat;
	struct mode *modes = sorted_modes(al, offsets, &count, &repeat);
	struct image image = look_at_modes(al, modes, count);
	if (algebra_failed(al)) {
		return;
	}
	query->image = image.count;
	query->enumerated = image.enumerated;
	if (repeat > 0) {
		set_alias(query, offsets, 0, repeat);
	} else if (image.aliased) {
		set_alias(query, offsets, coordinate_of(modes, count, 0), coordinate_of(modes, count, 1));
	}
	query->gaps = offsets->greatest - offsets->least + 1 - query->image;
	query->first_gap = query->gaps > 0 ? offsets->least + image.first_gap : 0;
}

/* Find by enumeration where the image lies, and if "all", how large it is and who shares an offset. */
static void look_at_offsets(struct algebra *al, const struct offsets *offsets, struct query *query, bool all) {
	struct bitmap bitmap = bitmap_make(al, offsets->size, offsets->least, offsets->greatest);
	if (algebra_failed(al)) {
		return;
	}
	int64_t repeated = enumerate(al, offsets, &bitmap);
	if (algebra_failed(al)) {
		return;
	}
	query->enumerated = true;
	if (all) {
		query->image = bitmap_count(&bitmap);
	}
	if (all && repeated >= 0) {
		set_alias(query, offsets, repeated, find_offset(al, offsets, offsets_at(offsets, repeated)));
	}
	query->least = bitmap_find(&bitmap, offsets->least, true);
	query->greatest = bitmap_greatest(&bitmap);
	query->gaps = query->greatest - query->least + 1 - query->image;
	query->first_gap = query->gaps > 0 ? bitmap_find(&bitmap, query->least, false) : 0;
}

struct query query_map(struct algebra *al, struct map map) {
	struct query query = { .injective = true };
	struct offsets offsets = offsets_init_map(al, map);
	struct tuple cosize = map_cosize(al, map);
	if (algebra_failed(al)) {
		return query;
	}
	query.size = offsets.size;
	query.cosize = int_value(al, cosize);
	query.least = offsets.least;
	query.greatest = offsets.greatest;
	if (offsets.size > 0 && offsets.reversible) {
		look_at_layout(al, &offsets, &query);
	}
	if (offsets.size > 0 && (!offsets.reversible || (offsets.behind.count > 0 && query.gaps > 0))) {
		look_at_offsets(al, &offsets, &query, !offsets.reversible);
	}
	query.contiguous = query.gaps == 0;
	query.surjective = query.contiguous && query.least == 0 && query.greatest == query.cosize - 1;
	query.bijective = query.injective && query.surjective;
	return query;
}
