#include "planted.h"

#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"

enum { LEAVES_MAX = 32, GROUP_BITS = 4 };

static int draw(uint32_t *state, int choices) {
	*state = *state * 1664525u + 1013904223u;
	return (int)(*state >> 16) % choices;
}

/* --- errors --- */

/* Leaves of the threads, then of the values. */
struct leaves {
	int64_t shape[LEAVES_MAX], stride[LEAVES_MAX];
	int first_value, count;
};

static void collect(struct algebra *al, struct tuple shape, struct tuple stride, struct leaves *leaves) {
	if (!tuple_is_tuple(shape)) {
		if (leaves->count < LEAVES_MAX) {
			leaves->shape[leaves->count] = int_value(al, shape);
			leaves->stride[leaves->count++] = int_value(al, stride);
		}
		return;
	}
	for (int i = 0; i < shape.rank; i++) {
		collect(al, tuple_mode(shape, i), tuple_mode(stride, i), leaves);
	}
}

/* The leaves from "begin" to "end" as one mode. */
static struct layout mode_of(struct algebra *al, const struct leaves *leaves, int begin, int end) {
	struct tuple *shape = tuple_modes_new(al, end - begin);
	struct tuple *stride = tuple_modes_new(al, end - begin);
	for (int i = begin; i < end; i++) {
		shape[i - begin] = tuple_int(leaves->shape[i]);
		stride[i - begin] = tuple_int(leaves->stride[i]);
	}
	return layout_of(al, tuple_of(al, shape, end - begin), tuple_of(al, stride, end - begin));
}

static void exchange(int64_t *numbers, int i, int j) {
	int64_t number = numbers[i];
	numbers[i] = numbers[j];
	numbers[j] = number;
}

static struct layout spoil(struct algebra *al, struct layout layout, enum planted_kind kind, uint32_t *state) {
	struct leaves leaves = { .count = 0 };
	collect(al, tuple_mode(layout.shape, 0), tuple_mode(layout.stride, 0), &leaves);
	leaves.first_value = leaves.count;
	collect(al, tuple_mode(layout.shape, 1), tuple_mode(layout.stride, 1), &leaves);
	int i = draw(state, leaves.count);
	bool is_value = i >= leaves.first_value;
	int begin = is_value ? leaves.first_value : 0;
	int j = begin + draw(state, (is_value ? leaves.count : leaves.first_value) - begin);
	if (kind == PLANTED_STRIDE) {
		leaves.stride[i] = leaves.stride[i] == 0 ? 1 : 2 * leaves.stride[i];
	} else {
		exchange(leaves.stride, i, j);
	}
	if (kind == PLANTED_MODES) {
		exchange(leaves.shape, i, j);
	}
	struct layout modes[] = { mode_of(al, &leaves, 0, leaves.first_value),
		mode_of(al, &leaves, leaves.first_value, leaves.count) };
	return layout_from_modes(al, modes, 2);
}

static bool is_same(struct algebra *al, struct layout a, struct layout b) {
	struct offsets of_a = offsets_init(al, a);
	struct offsets of_b = offsets_init(al, b);
	for (int64_t i = 0; i < of_a.size && !algebra_failed(al); i++) {
		if (offsets_at(&of_a, i) != offsets_at(&of_b, i)) {
			return false;
		}
	}
	return true;
}

static struct layout *layout_at(struct silicon_question *question, enum planted_operand operand) {
	struct mma_atom *atom = question->kind == SILICON_WGMMA ? &question->wgmma.atom : &question->mma.atom;
	switch (operand) {
	case PLANTED_A: return &atom->a;
	case PLANTED_B: return &atom->b;
	case PLANTED_METADATA: return &question->wgmma.metadata;
	default: return question->kind == SILICON_COPY ? &question->copy.atom.dst : &atom->c;
	}
}

bool plant(struct algebra *al, const struct silicon_question *question, uint32_t *state, struct planted *out) {
	bool is_sparse = question->kind == SILICON_WGMMA && question->wgmma.is_sparse;
	*out = (struct planted){ .good = *question, .bad = *question };
	out->kind = (enum planted_kind)draw(state, PLANTED_KINDS);
	out->operand = question->kind == SILICON_COPY ? PLANTED_C : (enum planted_operand)draw(state, is_sparse ? 4 : 3);
	struct layout good = *layout_at(&out->good, out->operand);
	struct layout bad = spoil(al, good, out->kind, state);
	*layout_at(&out->bad, out->operand) = bad;
	return !algebra_failed(al) && !is_same(al, good, bad);
}

/* --- whether what is said is true --- */

/* The offset of "layout" at (thread, value); -1 outside of it. */
static int64_t at(struct algebra *al, struct layout layout, int64_t thread, int64_t value) {
	struct offsets t = offsets_init(al, layout_mode(layout, 0));
	struct offsets v = offsets_init(al, layout_mode(layout, 1));
	bool is_inside = !algebra_failed(al) && thread < t.size && value < v.size;
	return is_inside ? offsets_at(&t, thread) + offsets_at(&v, value) : -1;
}

/* Of an operand of an MMA: its width, and its extent along M or N. */
struct operand {
	struct packed packed;
	int register_bits, threads;
	int64_t extent;
};

static struct operand operand_of(struct algebra *al, const struct planted *planted) {
	const struct mma_question *mma = &planted->good.mma;
	const struct wgmma_question *wgmma = &planted->good.wgmma;
	bool is_wgmma = planted->good.kind == SILICON_WGMMA;
	const struct packed of_mma[] = { mma->a_elements, mma->b_elements, mma->d_elements };
	const struct packed of_wgmma[] = { wgmma->a_elements, wgmma->b_elements, wgmma->d_elements };
	const struct registers registers[] = { mma->a, mma->b, mma->d };
	struct tuple shape = is_wgmma ? wgmma->atom.shape_mnk : mma->atom.shape_mnk;
	return (struct operand){ is_wgmma ? of_wgmma[planted->operand] : of_mma[planted->operand],
		is_wgmma ? 32 : register_bits(registers[planted->operand]), is_wgmma ? WGMMA_THREADS : 32,
		int_value(al, tuple_mode(shape, planted->operand == PLANTED_B ? 1 : 0)) };
}

/* The place that "text" begins with, as (thread, value) of the layout. Returns what follows it, NULL if it is none. */
static const char *read_place(const char *text, const struct operand *operand, int *thread, int *value) {
	int number = 0;
	int low = 0;
	int high;
	int length = 0;
	if (sscanf(text, "element (%d,%d) of the tile%n", thread, value, &length) == 2 && length > 0) {
		*value = *thread + (int)operand->extent * *value;
		*thread = 0;
		return text + length;
	}
	if (sscanf(text, "thread %d, register %d%n", thread, &number, &length) != 2) {
		return NULL;
	}
	text += length;
	length = 0;
	if (strncmp(text, ", lower half", 12) == 0 || strncmp(text, ", upper half", 12) == 0) {
		low = text[2] == 'u' ? operand->register_bits / 2 : 0;
		length = 12;
	} else if (sscanf(text, ", bits %d to %d%n", &low, &high, &length) != 2) {
		sscanf(text, ", bit %d%n", &low, &length);
	}
	*value = (number * operand->register_bits + low) / operand->packed.bits;
	return text + length;
}

/* Which of all values the stored one is, of a sparse A with metadata of the first pattern or the second. */
static int64_t whole_value(const struct planted *planted, int64_t value, int pattern) {
	int group = planted->good.wgmma.group;
	return value / (group / 2) * group + pattern * group / 2 + value % (group / 2);
}

/* "A: thread 5, register 2, upper half holds (m,k) = (3,9), the atom says (3,8)". */
static bool is_true_of_mma(struct algebra *al, const struct planted *planted, const char *text) {
	static const char *const modes[] = { "m,k", "n,k", "m,n" };
	const char start[] = { "ABC"[planted->operand], ':', ' ', '\0' };
	struct operand operand = operand_of(al, planted);
	const char *said = strstr(text, start);
	int thread;
	int value;
	int is[2];
	int should_be[2];
	char mode[4];
	said = said == NULL ? NULL : read_place(said + strlen(start), &operand, &thread, &value);
	if (said == NULL || sscanf(said, " holds (%3[mnk,]) = (%d,%d), the atom says (%d,%d)",
			mode, &is[0], &is[1], &should_be[0], &should_be[1]) != 5 || strcmp(mode, modes[planted->operand]) != 0) {
		return false;
	}
	struct silicon_question good = planted->good;
	struct silicon_question bad = planted->bad;
	bool is_sparse = good.kind == SILICON_WGMMA && good.wgmma.is_sparse && planted->operand == PLANTED_A;
	bool is_shared = good.kind == SILICON_WGMMA && planted->operand == PLANTED_A && good.wgmma.a.count == 0;
	for (int pattern = 0; pattern < (is_sparse ? 2 : 1); pattern++) {
		int64_t row = is_shared ? value % operand.extent : 0;
		int64_t along = is_shared ? value / operand.extent : value;
		int64_t whole = is_sparse ? whole_value(planted, along, pattern) : along;
		int64_t v = is_shared ? row + operand.extent * whole : whole;
		int64_t truth = at(al, *layout_at(&good, planted->operand), thread, v);
		int64_t claim = at(al, *layout_at(&bad, planted->operand), thread, v);
		/* (-1,-1): the atom gives the threads different places of what they share. */
		bool is_claimed = should_be[0] == -1 ? at(al, *layout_at(&bad, planted->operand), 1, v) != claim :
			claim != truth && claim % operand.extent == should_be[0] && claim / operand.extent == should_be[1];
		if (truth % operand.extent == is[0] && truth / operand.extent == is[1] && is_claimed) {
			return true;
		}
	}
	return false;
}

/* "metadata: bits 0 to 3 of thread 1 select in (m,k) = (8,0), the atom says (1,0)". */
static bool is_true_of_metadata(struct algebra *al, const struct planted *planted, const char *text) {
	int low;
	int high;
	int thread;
	int is[2];
	int should_be[2];
	int length = 0;
	if (sscanf(text, "metadata: bits %d to %d of thread %d select in (m,k) = (%d,%d"
			"), the atom says %n", &low, &high, &thread, &is[0], &is[1], &length) != 5 || length == 0) {
		return false;
	}
	const char *rest = strchr(text + length, '(');
	if (rest == NULL || sscanf(rest, "(%d,%d)", &should_be[0], &should_be[1]) != 2) {
		return false;
	}
	int64_t value = low / GROUP_BITS * planted->good.wgmma.group;
	int64_t truth = at(al, planted->good.wgmma.metadata, thread, value);
	int64_t claim = at(al, planted->bad.wgmma.metadata, thread, value);
	/* (-1,-1): the hardware does not look at these bits, since another thread has them too. */
	bool is_so = is[0] < 0 || (truth % WGMMA_ROWS == is[0] && truth / WGMMA_ROWS == is[1]);
	int64_t group = planted->good.wgmma.group;
	return is_so && claim % WGMMA_ROWS == should_be[0] && claim / WGMMA_ROWS / group * group == should_be[1];
}

/* "thread 1 has as number 0 of 16 bits what thread 8 gave as number 0, the atom says what ... gave as number 2". */
static bool is_true_of_copy(struct algebra *al, const struct planted *planted, const char *text) {
	enum { BITS = 16 };
	const struct copy_question *copy = &planted->good.copy;
	int thread;
	int number;
	int from[2];
	int wanted[2];
	if (sscanf(text, "thread %d has as number %d of 16 bits what thread %d gave as number %d"
			", the atom says what thread %d gave as number %d", &thread, &number, &from[0], &from[1], &wanted[0],
			&wanted[1]) != 6) {
		return strstr(text, "less than 16 bits together") != NULL || strstr(text, "nobody gave") != NULL;
	}
	struct layout bad = planted->bad.copy.atom.dst;
	return at(al, copy->atom.dst, thread, number * BITS) == at(al, copy->atom.src, from[0], from[1] * BITS)
		&& at(al, bad, thread, number * BITS) == at(al, copy->atom.src, wanted[0], wanted[1] * BITS);
}

bool planted_is_true(struct algebra *al, const struct planted *planted, const char *text) {
	if (planted->good.kind == SILICON_COPY) {
		return is_true_of_copy(al, planted, text);
	}
	return planted->operand == PLANTED_METADATA ? is_true_of_metadata(al, planted, text) :
		is_true_of_mma(al, planted, text);
}

void planted_put(struct buf *out, const struct planted *planted) {
	static const char *const operands[] = { "A", "B", "C", "metadata" };
	static const char *const kinds[] = { "a stride", "two strides", "two modes" };
	const struct silicon_question *question = &planted->good;
	struct str name = question->kind == SILICON_MMA ? question->mma.name :
		question->kind == SILICON_COPY ? question->copy.name : question->wgmma.name;
	buf_printf(out, "%.*s: %s of %s", (int)name.length, name.data, kinds[planted->kind],
		question->kind == SILICON_COPY ? "what it writes" : operands[planted->operand]);
}
