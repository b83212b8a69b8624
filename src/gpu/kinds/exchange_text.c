/*
 * The text of an exchange: loads of a tile, those of staged tensors into shared memory, the computation, and results,
 * which may be staged too. It is put twice where some tiles are whole: for these without guards. Threads that move
 * alone what they compute have no tiles in shared memory, and take it from the registers that it was loaded into.
 */
#include "gpu/kinds/exchange.h"

#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/tile.h"
#include "gpu/reuse.h"
#include "gpu/tiling.h"

/* Elements of one access to a staged tensor. */
static int staged_vector(const struct plan *plan) {
	int k = 0;
	while (!plan_is_staged(plan, k)) {
		k++;
	}
	return plan->vector[k];
}

/* Mode "i" ends inside every tile, each of which has guards for that. Strips that end there are not whole. */
static bool is_cut_everywhere(struct emitter *em, int i) {
	return !em->plan->strip && em->plan->guarded[i] && em->plan->extent[i] < plan_tile_extent(em->al, em->plan, i);
}

/* One half of the kernel: vectors as the staged tensors have them, or as the others and the computation do. */
struct half {
	bool is_staged;
	bool is_whole;     /* no mode ends inside the tile but those that end in every one */
};

/* What stands before the names of places and of what is left of each mode. */
static const char *half_name(struct half half) {
	return half.is_staged ? "staged_" : "";
}

static const struct layout *half_coordinate(const struct plan *plan, struct half half) {
	return half.is_staged ? plan->load_coordinate : plan->coordinate;
}

/* What "index", the thread (part 0) or the value (1), adds to the coordinate in mode "i". */
static const char *half_step(struct emitter *em, struct half half, int i, int part, const char *index) {
	return emit_layout(em, layout_mode(half_coordinate(em->plan, half)[i], part), index);
}

/* The same of the coordinate along mode 0, or across it. */
static const char *side_step(struct emitter *em, struct half half, int side, int part, const char *index) {
	const char *step = half_step(em, half, side, part, index);
	if (side == 0 || em->plan->inner == 0) {
		return step;
	}
	return emit_text(em, "%s + (%s) * %d", step, half_step(em, half, 2, part, index), em->plan->inner);
}

/* Elements of a thread that lie side by side in operand "k"'s registers. */
static int held_vector(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	return plan_is_staged(plan, k) ? staged_vector(plan) : plan_repeats(em->al, plan, k) ? 1 : plan->together;
}

/* Vectors of tensor "k" that a thread moves: of an operand those that differ. */
static int held_vectors(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	if (plan_is_staged(plan, k)) {
		return (int)number_ceil_div(plan->values, staged_vector(plan));
	}
	return plan_held(em->al, plan, k).count;
}

/* One of the layouts of "held" at n; both are the identity where all vectors differ. */
static const char *at_vector(struct emitter *em, const struct held *held, struct layout layout) {
	bool all_differ = (int64_t)held->count * em->plan->together == em->plan->values;
	return all_differ ? "n" : emit_text(em, "(%s)", emit_layout(em, layout, "n"));
}

/* "const unsigned v = ...; if (it is no padding) {": vector "n", a C expression, of a thread. */
static void open_vector(struct emitter *em, struct half half, const char *n, int vector) {
	const struct plan *plan = em->plan;
	struct buf guard;
	buf_init(&guard, em->al->arena);
	emit_line(em, "const unsigned v = %s * %d;", n, vector);
	for (int i = 0; i < exchange_modes(plan); i++) {
		if (plan->guarded[i] && (!half.is_whole || is_cut_everywhere(em, i))) {
			buf_printf(&guard, "%s%s < %sleft%d", guard.length > 0 ? " && " : "", half_step(em, half, i, 1, "v"),
				half_name(half), i);
		}
	}
	emit_if(em, guard.length > 0 ? guard.data : NULL);
}

/* Elements of a staged strip. */
static int64_t strip_elements(const struct plan *plan) {
	return (int64_t)plan->threads * plan->values;
}

/*
 * How far apart the vectors of a thread lie in a staged strip, in vectors: as far as all threads have some, or one
 * behind the other where it moves alone what it computes.
 */
static int strip_step(const struct plan *plan) {
	return plan->alone ? 1 : plan->threads;
}

/* The same in a staged strip. */
static void open_strip_vector(struct emitter *em, struct half half) {
	const struct plan *plan = em->plan;
	int vector = staged_vector(plan);
	int step = strip_step(plan);
	emit_line(em, "const unsigned v = n * %d;", vector);
	if (!half.is_whole) {
		emit_if(em, emit_text(em, "staged_place + v * %du < staged_left", step));
	} else {
		emit_if(em, plan->values % vector == 0 ? NULL : emit_text(em, "staged_place + v * %du < %" PRId64, step,
			strip_elements(plan)));
	}
}

/*
 * The same of all vectors of tensor "k". Of those that need the same elements of an operand it is the first, whose
 * coordinates are the smallest: where any is no padding, that is none.
 */
static void open_vectors(struct emitter *em, struct half half, int k) {
	emit_unrolled(em, "n", held_vectors(em, k));
	if (half.is_staged && em->plan->strip) {
		open_strip_vector(em, half);
	} else if (half.is_staged) {
		open_vector(em, half, "n", staged_vector(em->plan));
	} else {
		struct held held = plan_held(em->al, em->plan, k);
		open_vector(em, half, at_vector(em, &held, held.first), em->plan->together);
	}
}

static void close_vectors(struct emitter *em) {
	emit_close(em);
	emit_close(em);
}

/* Where value "value" of tensor "k" is. */
static const char *place(struct emitter *em, int k, const char *value) {
	return emit_text(em, "p%d + (%s)", k, emit_layout(em, layout_mode(em->plan->access[k], 1), value));
}

/* A strip of staged tensor "k" ends within a vector. */
static bool ends_inside(const struct plan *plan, struct half half, int k) {
	return plan->strip && plan_is_staged(plan, k) && !half.is_whole;
}

/* A thread moves vectors of tensor "k" in one access, not element by element. */
static bool moves_at_once(struct emitter *em, struct half half, int k) {
	return em->plan->vector[k] == held_vector(em, k) && !ends_inside(em->plan, half, k);
}

/*
 * The vector of tensor "k" that begins with value v, or its elements one by one: loaded into r, or stored from y.
 * Strips end within a vector.
 */
static void put_vector(struct emitter *em, struct half half, int k) {
	const struct plan *plan = em->plan;
	int held = held_vector(em, k);
	bool is_whole = moves_at_once(em, half, k);
	if (!is_whole) {
		emit_unrolled(em, "e", held);
		emit_line(em, "const unsigned w = v + e;");
		emit_if(em, ends_inside(plan, half, k) ?
			emit_text(em, "staged_place + v * %du + e < staged_left", strip_step(plan)) : NULL);
	}
	if (k >= plan->inputs) {
		const char *suffix = emit_output_suffix(em, k);
		const char *to = place(em, k, is_whole ? "v" : "w");
		const char *of_thread = plan->alone && plan_is_staged(plan, k) ? "[n]" : "";
		emit_line(em, "%s", is_whole ? emit_text(em, "store%d%s(%s, y%s%s);", held, suffix, to, suffix, of_thread) :
			emit_text(em, "put%s(%s, y%s%s.e[e]);", suffix, to, suffix, of_thread));
	} else if (is_whole) {
		emit_line(em, "r%d[n] = %s;", k, emit_load(em, k, held, place(em, k, "v")));
	} else {
		emit_line(em, "r%d[n].e[e] = %s.e[0];", k, emit_load(em, k, 1, place(em, k, "w")));
	}
	if (!is_whole) {
		emit_close(em);
		emit_close(em);
	}
}

/* The place in a staged tile of the coordinates "along" and "across", C expressions. */
static const char *place_in_tile(struct emitter *em, const char *along, const char *across) {
	const struct plan *plan = em->plan;
	struct swizzle swizzle = plan->swizzle;
	const char *at = emit_text(em, "(%s) * %" PRId64 " + (%s)", along, plan->pitch, across);
	return swizzle.bits == 0 ? at : emit_text(em, "((%s) ^ ((%s) >> %d & %d) << %d)", at, along,
		swizzle.base + swizzle.shift - number_log2(plan->pitch), (1 << swizzle.bits) - 1, swizzle.base);
}

/*
 * Where the first element of vector v stands in the staged tile of tensor "k", or the one "e" places after it along
 * "mode"; no mode is -1. With a swizzle, what the thread and what the value add to the place have no bit in common,
 * and the swizzle of the place is that of both.
 */
static const char *shared_place(struct emitter *em, struct half half, int k, int mode) {
	const struct plan *plan = em->plan;
	int row = plan->along;
	if (plan->strip && half.is_staged) {
		return emit_text(em, "tile%d[staged_place + v * %du%s]", k, plan->threads, mode < 0 ? "" : " + e");
	}
	const char *along = emit_text(em, "%s%s", side_step(em, half, row, 1, "v"), mode == row ? " + e" : "");
	const char *across = emit_text(em, "%s%s", side_step(em, half, 1 - row, 1, "v"), mode == 1 - row ? " + e" : "");
	return emit_text(em, "tile%d[%splace %c (%s)]", k, half_name(half), plan->swizzle.bits > 0 ? '^' : '+',
		place_in_tile(em, along, across));
}

/* Vectors of "width" elements lie together in the staged tile, on a vector's boundary. */
static bool moves_whole(const struct plan *plan, int width) {
	bool is_kept = plan->swizzle.bits == 0 || width <= 1 << plan->swizzle.base;
	return width > 1 && (plan->strip || (plan->pitch % width == 0 && is_kept));
}

/*
 * Vector v of tensor "k" as a whole in the staged tile, or that of the place "e" after it along "mode"; a single
 * element is that, since the union of one is wider than an element of one byte.
 */
static const char *shared_vector(struct emitter *em, struct half half, int k, int mode, int width) {
	const char *at = shared_place(em, half, k, mode);
	if (width == 1) {
		return at;
	}
	bool is_output = k >= em->plan->inputs;
	return emit_text(em, "*(union %s%d%s *)&%s", is_output ? "out" : "vec", width,
		is_output ? emit_output_suffix(em, k) : emit_suffix(em, k), at);
}

/* The tiles in shared memory. */
static void put_tiles(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t places = exchange_side(em->al, plan, plan->along) * plan->pitch;
	for (int k = 0; k < plan_tensors(plan) && !plan->alone; k++) {
		if (plan_is_staged(plan, k)) {
			const char *type = k >= plan->inputs ? emit_text(em, "result%s", emit_output_suffix(em, k)) :
				emit_text(em, "elem%s", emit_suffix(em, k));
			emit_line(em, "__shared__ __align__(16) %s tile%d[%" PRId64 "];", type, k, places);
		}
	}
}

/* Where the thread's first element is in tensors "from" to "to" - 1. */
static void put_pointers(struct emitter *em, int from, int to) {
	const struct plan *plan = em->plan;
	for (int k = from; k < to; k++) {
		emit_tile_base(em, k);
		const char *type = k >= plan->inputs ? emit_text(em, "output%s", emit_output_suffix(em, k)) :
			emit_text(em, "input%s", emit_suffix(em, k));
		emit_line(em, "%s p%d = %s + o%d;", type, k, emit_tensor(em, k), k);
		emit_line(em, "PIN(p%d);", k);
	}
}

/* The same of a staged strip: the place of the thread's first element, and the end of what there is of it. */
static void put_strip_place(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t rows = plan_tile_extent(em->al, plan, plan->along);
	if (plan->guarded[plan->along]) {
		emit_line(em, "const unsigned staged_left = (unsigned)(rest%d < %" PRId64 " ? rest%d : %" PRId64 ") * %" PRId64
			"u;", plan->along, rows, plan->along, rows, plan->pitch);
	}
	emit_line(em, "unsigned staged_place = t * %du;", plan->alone ? plan->values : staged_vector(plan));
	emit_line(em, "PIN_INDEX(staged_place);");
}

/* The type of what is left of mode "i". */
static const char *left_type(const struct plan *plan, int i) {
	return plan->padded[i] > INT32_MAX ? "long long" : "int";
}

/* What is left of each mode from the tile's first element. */
static void put_rests(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int i = 0; i < exchange_modes(plan); i++) {
		if (plan->guarded[i]) {
			emit_line(em, "const %s rest%d = %" PRId64 "%s - (%s);", left_type(plan, i), i, plan->extent[i],
				plan->padded[i] > INT32_MAX ? "ll" : "", emit_layout(em, layout_mode(plan->coordinate[i], 2), "block"));
		}
	}
}

/* The same from the thread's first element, for each half. Strips have one half. */
static void put_lefts(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int n = 0; n < (plan->strip ? 1 : 2); n++) {
		struct half half = { .is_staged = n != 0 };
		for (int i = 0; i < exchange_modes(plan); i++) {
			if (plan->guarded[i]) {
				emit_line(em, "const %s %sleft%d = rest%d - (%s);", left_type(plan, i), half_name(half), i, i,
					half_step(em, half, i, 0, "t"));
			}
		}
	}
}

/* For each half the place of the thread's first element in staged tiles. Of strips the staged half's is put before. */
static void put_places(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int n = 0; n < (plan->strip ? 1 : 2) && !plan->alone; n++) {
		struct half half = { .is_staged = n != 0 };
		emit_line(em, "unsigned %splace = %s;", half_name(half), place_in_tile(em,
			side_step(em, half, plan->along, 0, "t"), side_step(em, half, 1 - plan->along, 0, "t")));
		emit_line(em, "PIN_INDEX(%splace);", half_name(half));
	}
}

/* The registers that the vectors of the operands are loaded into: whole vectors, or elements (put_packed()). */
static void put_registers(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		struct half half = { .is_staged = plan_is_staged(plan, k), .is_whole = is_whole };
		int held = held_vector(em, k);
		const char *suffix = emit_suffix(em, k);
		const char *type = moves_at_once(em, half, k) ? emit_text(em, "union vec%d%s", held, suffix) :
			emit_text(em, "struct { elem%s e[%d]; }", suffix, held);
		emit_line(em, "%s r%d[%d];", type, k, held_vectors(em, k));
	}
}

/*
 * The "width" elements of "from", each of which may have been set or not, go together to "to". They meet in a
 * register of several only here, where all of them are what they will be: one of which some elements were set under
 * one condition and the others under another is clobbered by ptxas 13.0 (two outputs, a tile that ends between them).
 */
static void put_packed(struct emitter *em, const char *type, int width, const char *to, const char *from) {
	emit_if(em, NULL);
	emit_line(em, "%s z;", type);
	emit_unrolled(em, "i", width);
	emit_line(em, "z.e[i] = %s.e[i];", from);
	emit_close(em);
	emit_line(em, "%s = z;", to);
	emit_close(em);
}

/* Vector v of tensor "k" goes from registers to its tile. */
static void put_into_tile(struct emitter *em, struct half half, int k) {
	int width = staged_vector(em->plan);
	if (moves_whole(em->plan, width)) {
		const char *to = shared_vector(em, half, k, -1, width);
		const char *from = emit_text(em, "r%d[n]", k);
		if (moves_at_once(em, half, k)) {
			emit_line(em, "%s = %s;", to, from);
		} else {
			put_packed(em, emit_text(em, "union vec%d%s", width, emit_suffix(em, k)), width, to, from);
		}
		return;
	}
	emit_unrolled(em, "e", width);
	emit_line(em, "%s = r%d[n].e[e];", shared_place(em, half, k, 1 - em->plan->along), k);
	emit_close(em);
}

/* What was loaded into registers goes to shared memory. */
static void put_staging(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_staged = true, .is_whole = is_whole };
	for (int k = 0; k < plan->inputs; k++) {
		if (plan_is_staged(plan, k)) {
			open_vectors(em, half, k);
			put_into_tile(em, half, k);
			close_vectors(em);
		}
	}
	if ((plan->staged & ((1u << plan->inputs) - 1)) != 0) {
		emit_line(em, "__syncthreads();");
	}
}

/* What a thread takes from the staged tiles of operands for "deep" vectors of results. */
static void put_taking(struct emitter *em, struct half half) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		if (plan_is_staged(plan, k)) {
			emit_line(em, "union vec%d%s s%d[%d];", plan->deep, emit_suffix(em, k), k, plan->together);
			emit_unrolled(em, "e", plan->together);
			emit_line(em, "const unsigned v = m * %d;", plan->together * plan->deep);
			emit_line(em, "s%d[e]%s = %s;", k, plan->deep > 1 ? "" : ".e[0]",
				shared_vector(em, half, k, plan->along, plan->deep));
			emit_close(em);
		}
	}
}

/*
 * Where the thread's element e of row n stands in the registers of a tensor that it moves alone, in vectors of so many:
 * "[vector].e[element]".
 */
static const char *place_alone(struct emitter *em) {
	const struct plan *plan = em->plan;
	int rows = plan->values / plan->together;
	int vector = staged_vector(plan);
	return emit_text(em, "[(e * %d + n) / %d].e[(e * %d + n) %% %d]", rows, vector, rows, vector);
}

/* The operands of element e of vector n, the vector d of those that are taken together. */
static const char *operands(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(&text, k > 0 ? ", " : "");
		if (plan_is_staged(plan, k) && plan->alone) {
			buf_printf(&text, "r%d%s", k, place_alone(em));
		} else if (plan_is_staged(plan, k)) {
			buf_printf(&text, "s%d[e].e[d]", k);
		} else {
			struct held held = plan_held(em->al, plan, k);
			const char *element = plan_repeats(em->al, plan, k) ? "0" : "e";
			buf_printf(&text, "r%d[%s].e[%s]", k, at_vector(em, &held, held.of), element);
		}
	}
	return text.data;
}

/* Element e of vector d of each output, of which "element" makes one, or where they are several all. */
static void put_made(struct emitter *em, const char *element) {
	const struct plan *plan = em->plan;
	bool has_several = plan_tensors(plan) > plan->inputs + 1;
	if (has_several) {
		emit_line(em, "const struct made made = %s;", element);
	}
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		const char *to = !plan_is_staged(plan, k) ? ".e[e]" : plan->alone ? place_alone(em) : "[e].e[d]";
		emit_line(em, "y%s%s = %s;", suffix, to, has_several ? emit_text(em, "made.y%s", suffix) : element);
	}
}

/*
 * The registers of staged results, "count" vectors of "width" elements each: one by one, where they are made before all
 * is known of their tile.
 */
static void put_result_registers(struct emitter *em, int width, int count) {
	const struct plan *plan = em->plan;
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		const char *type = plan->alone ? emit_text(em, "union out%d%s", width, suffix) :
			emit_text(em, "struct { result%s e[%d]; }", suffix, width);
		if (plan_is_staged(plan, k)) {
			emit_line(em, "%s y%s[%d];", type, suffix, count);
		}
	}
}

/* What a thread has made of "deep" vectors goes into the tiles of staged results. */
static void put_results_into_tiles(struct emitter *em, struct half half) {
	const struct plan *plan = em->plan;
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		if (plan_is_staged(plan, k)) {
			const char *suffix = emit_output_suffix(em, k);
			emit_unrolled(em, "e", plan->together);
			emit_line(em, "const unsigned v = m * %d;", plan->together * plan->deep);
			const char *to = shared_vector(em, half, k, plan->along, plan->deep);
			const char *from = emit_text(em, "y%s[e]", suffix);
			if (plan->deep > 1) {
				put_packed(em, emit_text(em, "union out%d%s", plan->deep, suffix), plan->deep, to, from);
			} else {
				emit_line(em, "%s = %s.e[0];", to, from);
			}
			emit_close(em);
		}
	}
}

/* The results of "deep" vectors: stored, or put into their tiles; all that a thread moves alone is made before that. */
static void put_compute(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_whole = is_whole };
	if (plan->alone) {
		put_result_registers(em, staged_vector(plan), plan->values / staged_vector(plan));
	}
	emit_unrolled(em, "m", plan->values / (plan->together * plan->deep));
	if (!plan->alone) {
		put_taking(em, half);
		put_result_registers(em, plan->deep, plan->together);
	}
	emit_unrolled(em, "d", plan->deep);
	emit_line(em, "const unsigned n = m * %d + d;", plan->deep);
	open_vector(em, half, "n", plan->together);
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		if (!plan_is_staged(plan, k) && plan->vector[k] == plan->together) {
			emit_line(em, "union out%d%s y%s;", plan->together, suffix, suffix);
		} else if (!plan_is_staged(plan, k)) {
			emit_line(em, "struct { result%s e[%d]; } y%s;", suffix, plan->together, suffix);
		}
	}
	emit_unrolled(em, "e", plan->together);
	put_made(em, emit_text(em, "element(witness, t, v + e, block, %s)", operands(em)));
	emit_close(em);
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		if (!plan_is_staged(plan, k)) {
			put_vector(em, half, k);
		}
	}
	close_vectors(em);
	if (!plan->alone) {
		put_results_into_tiles(em, half);
	}
	emit_close(em);
}

/* Vector v of result "k" goes from its tile to registers. */
static void put_from_tile(struct emitter *em, struct half half, int k) {
	const char *suffix = emit_output_suffix(em, k);
	int width = staged_vector(em->plan);
	if (moves_whole(em->plan, width)) {
		emit_line(em, "union out%d%s y%s = %s;", width, suffix, suffix, shared_vector(em, half, k, -1, width));
		return;
	}
	emit_line(em, "union out%d%s y%s;", width, suffix, suffix);
	emit_unrolled(em, "e", width);
	emit_line(em, "y%s.e[e] = %s;", suffix, shared_place(em, half, k, 1 - em->plan->along));
	emit_close(em);
}

/* Staged result "k" leaves its tile, or the registers that it was made in. */
static void put_staged_stores(struct emitter *em, int k, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_staged = true, .is_whole = is_whole };
	open_vectors(em, half, k);
	if (!plan->alone) {
		put_from_tile(em, half, k);
	}
	put_vector(em, half, k);
	close_vectors(em);
}

/*
 * The way of a tile: loads, what goes through shared memory, results. Where results and staged elements are is computed
 * while the loads are under way.
 */
static void put_tile(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	put_lefts(em);
	put_registers(em, is_whole);
	for (int k = 0; k < plan->inputs; k++) {
		struct half half = { .is_staged = plan_is_staged(plan, k), .is_whole = is_whole };
		open_vectors(em, half, k);
		put_vector(em, half, k);
		close_vectors(em);
	}
	put_pointers(em, plan->inputs, plan_tensors(plan));
	put_places(em);
	if (!plan->alone) {
		put_staging(em, is_whole);
	}
	put_compute(em, is_whole);
	if (!plan->alone && plan->staged >> plan->inputs != 0) {
		emit_line(em, "__syncthreads();");
	}
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		if (plan_is_staged(plan, k)) {
			put_staged_stores(em, k, is_whole);
		}
	}
}

/* Whether a block's tile is whole, where some are and some not: a condition that is the same for all its threads. */
static const char *whole_tile(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int i = 0; i < exchange_modes(plan); i++) {
		if (plan->guarded[i] && !is_cut_everywhere(em, i)) {
			buf_printf(&text, "%srest%d >= %" PRId64, text.length > 0 ? " && " : "", i,
				plan_tile_extent(em->al, plan, i));
		}
	}
	return text.length > 0 ? text.data : NULL;
}

/* Most tiles are whole, and theirs is a text with no guards but of modes that end in every tile. */
void emit_exchange(struct emitter *em) {
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned block = blockIdx.x;");
	put_tiles(em);
	put_pointers(em, 0, em->plan->inputs);
	put_rests(em);
	if (em->plan->strip) {
		put_strip_place(em);
	}
	const char *whole = whole_tile(em);
	emit_if(em, whole);
	put_tile(em, true);
	if (whole != NULL) {
		emit_else(em);
		put_tile(em, false);
	}
	emit_close(em);
	emit_close(em);
}
