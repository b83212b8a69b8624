#include "gpu/kinds/tile.h"

#include <inttypes.h>
#include <string.h>

#include "gpu/rows.h"
#include "gpu/tiling.h"

static int64_t tile_size(struct algebra *al, const struct plan *plan) {
	int64_t size = 1;
	for (int i = 0; i < plan->rank; i++) {
		size *= plan_tile_extent(al, plan, i);
	}
	return size;
}

int64_t tile_cut(struct algebra *al, struct layout mode, int64_t tile) {
	struct tuple extents = tuple_flatten_to_tuple(al, layout_coalesce(al, mode).shape);
	int64_t rest = tile;
	int64_t run = 1;
	for (int i = 0; i + 1 < tuple_rank(extents) && !algebra_failed(al); i++) {
		int64_t extent = tuple_mode(extents, i).value;
		run *= extent;
		if (rest % extent != 0) {
			return extent % rest == 0 ? 0 : run;
		}
		rest /= extent;
	}
	return 0;
}

/* The fault that tiles cut mode "mode" of the memory of tensor "k". */
static void refuse_cut(struct algebra *al, const struct plan *plan, int k, int mode, int64_t tile, int64_t run) {
	struct buf name;
	buf_init(&name, al->arena);
	rows_put_tensor(&name, k < plan->inputs ? k : OPERANDS_MAX + k - plan->inputs);
	algebra_fault(al, FAULT_DIVIDE, "mode %d of the memory of %s has another stride after %" PRId64
		" elements; tiles of %" PRId64 " neither divide these nor are a multiple", mode, name.data, run, tile);
	fault_set_hint(&al->fault, "--kernel=auto takes memory of any layout");
}

void tile_check_memory(struct algebra *al, const struct plan *plan, const int *order) {
	int tensors = plan->problem->reduce != REDUCE_NONE ? plan->inputs : plan_tensors(plan);
	for (int k = 0; k < tensors; k++) {
		for (int i = 0; i < plan->rank && !algebra_failed(al); i++) {
			int64_t tile = plan_tile_extent(al, plan, i);
			int64_t run = tile_cut(al, layout_mode(plan->view[k], i), tile);
			if (run > 0 && !algebra_failed(al)) {
				refuse_cut(al, plan, k, order != NULL ? order[i] : i, tile, run);
			}
		}
	}
}

struct layout tile_memory(struct algebra *al, struct layout memory) {
	struct layout modes[PROBLEM_RANK_MAX];
	int rank = layout_rank(memory);
	for (int i = 0; i < rank; i++) {
		struct layout mode = layout_mode(memory, i);
		modes[i] = tuple_is_plain_int(mode.shape) ? mode : layout_coalesce(al, mode);
	}
	return layout_from_modes(al, modes, rank);
}

void tile_view_as_given(struct algebra *al, struct plan *plan) {
	const struct problem *problem = plan->problem;
	plan->rank = problem->rank;
	memcpy(plan->extent, problem->shape, sizeof plan->extent);
	for (int k = 0; k < plan_tensors(plan); k++) {
		plan->view[k] = tile_memory(al, problem_memory(problem, k));
	}
}

void tile_as_given(struct algebra *al, struct plan *plan) {
	const struct problem *problem = plan->problem;
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(plan->kernel));
		return;
	}
	tile_view_as_given(al, plan);
	int64_t size = tuple_product(al, problem->tile).value;
	int64_t extents[PROBLEM_RANK_MAX];
	for (int i = 0; i < problem->rank; i++) {
		extents[i] = tuple_product(al, tuple_mode(problem->tile, i)).value;
	}
	plan_set_tiles(al, plan, extents);
	plan->tv = problem->tv;
	if (!algebra_failed(al)) {
		plan_check_tv(al, problem->tv, size);
	}
	tile_check_memory(al, plan, NULL);
}

/* --- a thread-value layout that was given --- */

/* Whether (thread, value) of "access" is "tile" at that of "tv". */
static bool is_composition(struct algebra *al, struct layout access, struct layout tile, struct layout tv) {
	struct offsets part[2][2];
	struct offsets whole = offsets_init(al, tile);
	for (int m = 0; m < 2; m++) {
		part[0][m] = offsets_init(al, layout_mode(access, m));
		part[1][m] = offsets_init(al, layout_mode(tv, m));
	}
	for (int64_t v = 0; v < part[1][1].size && !algebra_failed(al); v++) {
		for (int64_t t = 0; t < part[1][0].size; t++) {
			int64_t number = offsets_at(&part[1][0], t) + offsets_at(&part[1][1], v);
			if (offsets_at(&part[0][0], t) + offsets_at(&part[0][1], v) != offsets_at(&whole, number)) {
				return false;
			}
		}
	}
	return !algebra_failed(al);
}

/* Whether thread by thread "tv" has the elements of the tile that "given" has. */
static bool has_same_threads(struct algebra *al, struct layout tv, struct layout given, int64_t size) {
	struct offsets is = offsets_init(al, tv);
	struct offsets should_be = offsets_init(al, given);
	int64_t threads = layout_size(al, layout_mode(given, 0)).value;
	int32_t *owner = arena_array(al->arena, (size_t)size, sizeof *owner);
	if (algebra_failed(al) || is.size != size || should_be.size != size) {
		return false;
	}
	for (int64_t i = 0; i < size; i++) {
		owner[offsets_at(&should_be, i)] = (int32_t)(i % threads) + 1;
	}
	for (int64_t i = 0; i < size; i++) {
		int64_t element = offsets_at(&is, i);
		if (element < 0 || element >= size || owner[element] != i % threads + 1) {
			return false;
		}
		owner[element] = 0;
	}
	return true;
}

/* The layout of the numbers in the tile: mode "mode" alone, or the view of a tensor. */
static struct layout tile_of(struct algebra *al, const struct plan *plan, struct layout view) {
	return layout_mode(layout_zipped_divide(al, view, &plan->tiler), 0);
}

bool tile_is_composed(struct algebra *al, const struct plan *plan, struct layout given) {
	bool good = !algebra_failed(al) && has_same_threads(al, plan->tv, given, tile_size(al, plan));
	for (int k = 0; k < plan_tensors(plan) && good; k++) {
		good = is_composition(al, plan->access[k], tile_of(al, plan, plan->view[k]), plan->tv);
	}
	for (int i = 0; i < plan->rank && good; i++) {
		good = is_composition(al, plan->coordinate[i], tile_of(al, plan, plan_unit_view(al, plan, i)), plan->tv);
	}
	return good;
}

/* "tv", and what a step to the next tile adds in "view". */
static struct layout tv_and_rest(struct algebra *al, const struct plan *plan, struct layout view) {
	struct layout modes[3] = { layout_mode(plan->tv, 0), layout_mode(plan->tv, 1), plan_rest(al, plan, view) };
	return layout_from_modes(al, modes, 3);
}

void tile_index(struct algebra *al, struct plan *plan) {
	int tensors = plan->problem->reduce != REDUCE_NONE ? plan->inputs : plan_tensors(plan);
	plan->indexed = true;
	for (int k = 0; k < tensors; k++) {
		plan->vector[k] = 1;
		plan->tile_view[k] = tile_of(al, plan, plan->view[k]);
		plan->access[k] = tv_and_rest(al, plan, plan->view[k]);
	}
	for (int i = 0; i < plan->rank; i++) {
		plan->tile_coordinate[i] = tile_of(al, plan, plan_unit_view(al, plan, i));
		plan->coordinate[i] = tv_and_rest(al, plan, plan_unit_view(al, plan, i));
	}
	plan->map = tv_and_rest(al, plan, plan_numbers_view(al, plan));
	plan_count(al, plan);
}

/* --- the text --- */

/* What "mode" adds, 0 for the thread, 1 for the value, 2 for the block. */
static const char *part(struct emitter *em, struct layout layout, int mode) {
	static const char *const variables[3] = { "t", "v", "block" };
	return emit_layout(em, layout_mode(layout, mode), variables[mode]);
}

/* All offsets of "layout" fit into 32 bits, which take half the instructions. */
static bool is_narrow(struct emitter *em, struct layout layout) {
	struct offsets offsets = offsets_init(em->al, layout);
	return !algebra_failed(em->al) && offsets.greatest <= INT32_MAX && offsets.least >= INT32_MIN;
}

void emit_tile_base(struct emitter *em, int k) {
	struct layout access = em->plan->access[k];
	const char *of_thread = em->plan->indexed ? "0" : part(em, access, 0);
	bool narrow = is_narrow(em, access);
	emit_line(em, "const %s o%d = %s(%s) + (%s);", narrow ? "int" : "long long", k, narrow ? "" : "(long long)",
		part(em, access, 2), of_thread);
}

void emit_tile_bases(struct emitter *em, int tensors) {
	for (int k = 0; k < tensors; k++) {
		emit_tile_base(em, k);
	}
}

bool emit_tile_inside(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int i = 0; i < plan->rank; i++) {
		if (plan->guarded[i]) {
			buf_printf(&text, "%s(long long)(%s) <= %" PRId64 "ll", text.length > 0 ? " && " : "",
				part(em, plan->coordinate[i], 2), plan->extent[i] - plan_tile_extent(em->al, plan, i));
		}
	}
	if (text.length > 0) {
		emit_line(em, "const bool inside = %s;", text.data);
	}
	return text.length > 0;
}

void emit_tile_value(struct emitter *em, const char *v) {
	emit_line(em, "const unsigned v = %s;", v);
	if (em->plan->indexed) {
		emit_line(em, "const unsigned m = (%s) + (%s);", part(em, em->plan->tv, 0), part(em, em->plan->tv, 1));
	}
}

const char *emit_tile_place(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	return emit_text(em, "%s + o%d + (%s)", emit_tensor(em, k), k,
		plan->indexed ? emit_layout(em, plan->tile_view[k], "m") : part(em, plan->access[k], 1));
}

void emit_tile_loads(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		int width = plan->vector[k];
		emit_line(em, "union vec%d%s r%d[%d];", width, emit_suffix(em, k), k, plan->values / width);
		emit_unrolled(em, "i", plan->values / width);
		emit_tile_value(em, emit_text(em, "i * %d", width));
		emit_line(em, "r%d[i] = %s;", k, emit_load(em, k, width, emit_tile_place(em, k)));
		emit_close(em);
	}
}

const char *emit_tile_loaded(struct emitter *em, const char *value) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int k = 0; k < plan->inputs; k++) {
		int width = plan->vector[k];
		buf_put(&text, k > 0 ? ", " : "");
		if (width == 1) {
			buf_printf(&text, "r%d[%s].e[0]", k, value);
		} else {
			buf_printf(&text, "r%d[(%s) / %d].e[(%s) %% %d]", k, value, width, value, width);
		}
	}
	return text.data;
}

const char *emit_tile_single(struct emitter *em) {
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(&text, "%s%s.e[0]", k > 0 ? ", " : "", emit_load(em, k, 1, emit_tile_place(em, k)));
	}
	return text.data;
}

const char *emit_tile_guard(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int i = 0; i < plan->rank; i++) {
		if (!plan->guarded[i]) {
			continue;
		}
		buf_printf(&text, "%s(long long)(%s) + ", text.length > 0 ? " && " : "", part(em, plan->coordinate[i], 2));
		if (plan->indexed) {
			buf_printf(&text, "(long long)(%s)", emit_layout(em, plan->tile_coordinate[i], "m"));
		} else {
			buf_printf(&text, "(long long)(%s) + (long long)(%s)", part(em, plan->coordinate[i], 0),
				part(em, plan->coordinate[i], 1));
		}
		buf_printf(&text, " < %" PRId64 "ll", plan->extent[i]);
	}
	return text.data;
}

/* --- on the host --- */

/*
 * What the addresses of a tensor, and the coordinates in the modes of the view, are made of: what thread, value and
 * block add, or where the plan is indexed, thread and value to the number in the tile.
 */
struct walk_part {
	struct offsets part[3];
	struct offsets tile;
	bool indexed;
};

static struct walk_part walk_part(struct algebra *al, const struct plan *plan, struct layout access,
		struct layout tile) {
	struct walk_part walk = { .indexed = plan->indexed };
	for (int m = 0; m < 3; m++) {
		bool is_number = plan->indexed && m < 2;
		walk.part[m] = offsets_init(al, layout_mode(is_number ? plan->tv : access, m));
	}
	if (plan->indexed) {
		walk.tile = offsets_init(al, tile);
	}
	return walk;
}

static int64_t walk_at(const struct walk_part *walk, int64_t t, int64_t v, int64_t block) {
	int64_t inner = offsets_at(&walk->part[0], t) + offsets_at(&walk->part[1], v);
	return offsets_at(&walk->part[2], block) + (walk->indexed ? offsets_at(&walk->tile, inner) : inner);
}

void tile_visit(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct walk_part coordinate[PROBLEM_RANK_MAX];
	struct walk_part offset = walk_part(al, plan, plan->access[tensor], plan->tile_view[tensor]);
	for (int i = 0; i < plan->rank; i++) {
		coordinate[i] = walk_part(al, plan, plan->coordinate[i], plan->tile_coordinate[i]);
	}
	if (algebra_failed(al)) {
		return;
	}
	int width = plan->vector[tensor];
	int64_t blocks = offset.part[2].size;
	for (int64_t block = 0; block < blocks; block++) {
		for (int64_t at = 0; at < (int64_t)plan->threads * plan->values; at++) {
			int64_t t = at % plan->threads;
			int64_t v = at / plan->threads;
			bool inside = true;
			for (int i = 0; i < plan->rank && inside; i++) {
				inside = walk_at(&coordinate[i], t, v, block) < plan->extent[i];
			}
			if (inside) {
				visit(visitor, walk_at(&offset, t, v - v % width, block) + v % width, t, v, block);
			}
		}
	}
}
