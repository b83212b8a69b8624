#include "tool/figure.h"

#include <inttypes.h>

#include "tool/figure_op.h"
#include "base/utf8.h"
#include "lang/notation/plain.h"
#include "render/accesses.h"
#include "render/gemm.h"
#include "render/grid.h"
#include "render/mma.h"
#include "render/slice.h"
#include "render/swizzled.h"
#include "render/tv.h"

const char *draw_kind_name(enum draw_kind kind) {
	static const char *const names[KINDS] = {
		"auto", "grid", "tv", "swizzle", "slice", "op", "banks", "mma", "copy", "film", "gemm",
	};
	return names[kind];
}

/* A value that is being drawn. */
struct subject {
	struct evaluation *ev;
	struct algebra *al;
	const struct source *source;
	const struct node *node;      /* the expression that it comes from */
	struct value value;
	const struct draw_request *request;
	struct figure *figure;
};

/* --- texts --- */

static const char *text_of_map(struct algebra *al, const char *prefix, struct map map) {
	struct buf text;
	buf_init(&text, al->arena);
	buf_put(&text, prefix);
	print_map(&text, map);
	return text.data;
}

/* "text" as a picture may show it, in one line: no control character, nothing but UTF-8. */
static const char *visible(struct arena *arena, const char *text) {
	struct buf line;
	buf_init(&line, arena);
	utf8_put_visible_line(&line, str_from(text));
	return line.data;
}

/* The expression as it was written, in one line. */
static const char *text_of_node(const struct subject *subject, const struct node *node) {
	struct str text = subject->source->text;
	char *copy = arena_copy(subject->al->arena, text.data + node->span.begin, node->span.end - node->span.begin);
	for (char *c = copy; *c != '\0'; c++) {
		*c = *c == '\n' || *c == '\t' || *c == '\r' ? ' ' : *c;
	}
	return visible(subject->al->arena, copy);
}

/* --- which kind --- */

static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

static bool is_list_of_maps(const struct value *value) {
	if (value->kind != VALUE_LIST || value->list.count < 1) {
		return false;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (!is_map(&value->list.items[i])) {
			return false;
		}
	}
	return true;
}

static enum draw_kind kind_of(const struct value *value, const struct draw_request *request) {
	if (request->kind != KIND_AUTO) {
		return request->kind;
	}
	switch (value->kind) {
	case VALUE_MMA_ATOM:
	case VALUE_TILED_MMA:
		return KIND_MMA;
	case VALUE_COPY_ATOM:
	case VALUE_TILED_COPY:
		return KIND_COPY;
	case VALUE_SWIZZLE:
		return KIND_SWIZZLE;
	case VALUE_COMPOSED:
		return value->composed->outer.kind == MAP_SWIZZLE && value->composed->inner.kind == MAP_LAYOUT ? KIND_SWIZZLE :
			KIND_GRID;
	default:
		return request->tile[0] > 0 || value_is_tv_pair(value) ? KIND_TV : KIND_GRID;
	}
}

static void fault_kind(const struct subject *subject, enum draw_kind kind, const char *wanted) {
	algebra_fault(subject->al, FAULT_TYPE, "a picture of kind %s is of %s, saw %s", draw_kind_name(kind), wanted,
		value_kind_name(&subject->value));
}

/* --- the kinds --- */

static void draw_grid(struct subject *subject) {
	struct algebra *al = subject->al;
	if (!is_list_of_maps(&subject->value)) {
		if (subject->value.kind == VALUE_LIST) {
			fault_kind(subject, KIND_GRID, "a layout or several, or a pair (tiler, layout)");
			return;
		}
		struct map *map = arena_alloc(al->arena, sizeof *map);
		*map = value_as_map(al, &subject->value);
		grid_figure(subject->figure, al, map, NULL, 1);
		return;
	}
	int count = subject->value.list.count;
	struct map *maps = arena_array(al->arena, (size_t)count, sizeof *maps);
	const char **captions = arena_array(al->arena, (size_t)count, sizeof *captions);
	for (int i = 0; i < count; i++) {
		maps[i] = value_as_map(al, &subject->value.list.items[i]);
		captions[i] = text_of_map(al, "", maps[i]);
	}
	grid_figure(subject->figure, al, maps, captions, count);
}

/* The extents of "tiler", the first part of what make_layout_tv returns; one mode is a row. */
static void tile_from_tiler(struct algebra *al, struct tuple tiler, int64_t tile[2]) {
	int rank = tuple_rank(tiler);
	if (rank < 1 || rank > 2) {
		algebra_fault(al, FAULT_RANK, "a tile of rank %d is not drawn, only one of rank 1 or 2", rank);
		return;
	}
	tile[0] = rank == 1 ? 1 : tuple_product(al, tuple_mode(tiler, 0)).value;
	tile[1] = tuple_product(al, tuple_mode(tiler, rank - 1)).value;
}

/* Warn of values that the tile has no place for. */
static void add_tile_warning(struct subject *subject, const struct tv_counts *counts, const int64_t tile[2]) {
	struct evaluation *ev = subject->ev;
	if (counts->outside == 0 || ev->warning_count >= WARNINGS_MAX) {
		return;
	}
	struct message *warning = &ev->warnings[ev->warning_count++];
	*warning = (struct message){ .span = subject->node->span };
	fault_set(&warning->fault, FAULT_DOMAIN, 0, "%" PRId64 " of %" PRId64 " values are outside the tile of %" PRId64
		" x %" PRId64 "; the first is T%" PRId64 " V%" PRId64 ", element %" PRId64, counts->outside,
		counts->threads * counts->values, tile[0], tile[1], counts->first_thread, counts->first_value,
		counts->first_element);
}

/* "stride" with the coordinates of a tile of "rows" rows turned into numbers of elements: 5@1 is 5 * rows. */
static struct tuple flatten_basis(struct algebra *al, struct tuple stride, int64_t rows) {
	if (tuple_is_tuple(stride)) {
		struct tuple *modes = tuple_modes_new(al, tuple_rank(stride));
		for (int i = 0; i < tuple_rank(stride); i++) {
			modes[i] = flatten_basis(al, tuple_mode(stride, i), rows);
		}
		return tuple_of(al, modes, tuple_rank(stride));
	}
	if (tuple_is_plain_int(stride) || stride.basis_depth != 1 || stride.basis[0] > 1) {
		return stride;
	}
	struct tuple value = tuple_basis_value(stride);
	return stride.basis[0] == 0 ? value : int_mul(al, value, tuple_int(rows));
}

static void draw_tv(struct subject *subject) {
	struct algebra *al = subject->al;
	struct value value = value_is_tv_pair(&subject->value) ? subject->value.list.items[1] : subject->value;
	int64_t tile[2] = { subject->request->tile[0], subject->request->tile[1] };
	if (tile[0] == 0 && value_is_tv_pair(&subject->value)) {
		tile_from_tiler(al, subject->value.list.items[0].tuple, tile);
	} else if (tile[0] == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a thread-value layout is drawn over a tile: give --tile=M,N");
	}
	if (value.kind != VALUE_LAYOUT && value.kind != VALUE_TUPLE) {
		fault_kind(subject, KIND_TV, "a layout, or a pair (tiler, layout)");
	}
	if (algebra_failed(al)) {
		return;
	}
	struct layout layout = value_as_layout(al, &value);
	if (tuple_has_basis(layout.stride)) {
		layout.stride = flatten_basis(al, layout.stride, tile[0]);
	}
	struct tv_counts counts = tv_figure(subject->figure, al, layout, tile[0], tile[1]);
	if (!algebra_failed(al)) {
		add_tile_warning(subject, &counts, tile);
	}
}

static void draw_swizzle(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_SWIZZLE) {
		struct swizzle unit;
		struct layout domain = swizzled_domain(al, value->swizzle, &unit);
		struct map before = map_from_layout(domain);
		struct map after = map_composed(al, map_from_swizzle(unit), tuple_int(0), before);
		struct buf note;
		buf_init(&note, al->arena);
		buf_printf(&note, "each cell is %" PRId64 " elements", (int64_t)1 << value->swizzle.base);
		if (value->swizzle.base > 0) {
			figure_add_legend(subject->figure, LEGEND_NOTE, "%s", note.data);
		}
		swizzled_figure(subject->figure, al, before, after, unit, "before", "after");
		return;
	}
	if (value->kind != VALUE_COMPOSED || value->composed->outer.kind != MAP_SWIZZLE) {
		fault_kind(subject, KIND_SWIZZLE, "a swizzle or a swizzled layout");
		return;
	}
	const struct composed *composed = value->composed;
	struct map before = composed->inner;
	if (!tuple_is_constant(composed->offset, 0)) {
		before = map_composed(al, map_from_swizzle((struct swizzle){ 0, 0, 0 }), composed->offset, composed->inner);
	}
	swizzled_figure(subject->figure, al, before, value_as_map(al, value), composed->outer.swizzle,
		text_of_map(al, "before: ", composed->inner), text_of_map(al, "after: ", value_as_map(al, value)));
}

static void draw_mma(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_TILED_MMA) {
		mma_figure(subject->figure, al, &value->tiled_mma->mma);
	} else if (value->kind == VALUE_MMA_ATOM) {
		struct layout one = layout_from_shape(al, tuple_repeat(al, tuple_int(1), 3));
		struct tiled_mma mma = tiled_mma_make(al, value->mma_atom->atom, one, NULL);
		if (!algebra_failed(al)) {
			mma_figure(subject->figure, al, &mma);
		}
	} else {
		fault_kind(subject, KIND_MMA, "an MMA atom or a tiled MMA");
	}
}

static void draw_copy(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_TILED_COPY) {
		copy_figure(subject->figure, al, &value->tiled_copy->copy);
	} else if (value->kind == VALUE_COPY_ATOM) {
		struct copy_atom atom = copy_atom_make(al, value->copy_atom->bit_layouts, value->copy_atom->bits);
		if (!algebra_failed(al)) {
			copy_atom_figure(subject->figure, al, &atom);
		}
	} else {
		fault_kind(subject, KIND_COPY, "a copy atom or a tiled copy");
	}
}

/* A layout (thread, value) into memory; one of rank 1 has a value for each thread. */
static void draw_accesses(struct subject *subject, enum draw_kind kind) {
	struct map map = value_as_map(subject->al, &subject->value);
	if (algebra_failed(subject->al)) {
		if (value_is_tv_pair(&subject->value)) {
			fault_set_hint(&subject->al->fault,
				"compose where the tile is with its layout: composition(memory, get(tv, 1))");
		}
		return;
	}
	if (kind == KIND_BANKS) {
		banks_figure(subject->figure, subject->al, map, subject->request->vector);
	} else {
		film_figure(subject->figure, subject->al, map, subject->request->vector);
	}
}

/* Row-major A (M,K), B (N,K) and C (M,N). */
static void gemm_layouts(struct algebra *al, struct tuple mnk, struct map maps[3]) {
	static const int modes[3][2] = { { 0, 2 }, { 1, 2 }, { 0, 1 } };
	for (int i = 0; i < 3; i++) {
		struct tuple shape = tuple_pair(al, tuple_mode(mnk, modes[i][0]), tuple_mode(mnk, modes[i][1]));
		maps[i] = map_from_layout(layout_from_shape_right(al, shape));
	}
}

static void draw_gemm(struct subject *subject) {
	struct algebra *al = subject->al;
	struct map maps[3];
	if (subject->value.kind == VALUE_TUPLE && tuple_rank(subject->value.tuple) == 3) {
		gemm_layouts(al, subject->value.tuple, maps);
	} else if (is_list_of_maps(&subject->value) && subject->value.list.count == 3) {
		for (int i = 0; i < 3; i++) {
			maps[i] = value_as_map(al, &subject->value.list.items[i]);
		}
	} else {
		fault_kind(subject, KIND_GEMM, "a shape (M,N,K), or of layouts A (M,K), B (N,K) and C (M,N)");
		return;
	}
	if (!algebra_failed(al)) {
		gemm_figure(subject->figure, al, maps[0], maps[1], maps[2], subject->request->tile);
	}
}

static void draw_kind(struct subject *subject, enum draw_kind kind) {
	switch (kind) {
	case KIND_TV: draw_tv(subject); break;
	case KIND_SWIZZLE: draw_swizzle(subject); break;
	case KIND_MMA: draw_mma(subject); break;
	case KIND_COPY: draw_copy(subject); break;
	case KIND_GEMM: draw_gemm(subject); break;
	case KIND_SLICE: draw_slice(subject->ev, subject->source, subject->node, subject->figure); break;
	case KIND_OP: draw_op(subject->ev, subject->source, subject->node, &subject->value, subject->figure); break;
	case KIND_BANKS:
	case KIND_FILM: draw_accesses(subject, kind); break;
	default: draw_grid(subject); break;
	}
}

/* What stands above the picture if nothing else is wanted: the value, or the expression where that tells more. */
static const char *usual_title(const struct subject *subject, enum draw_kind kind) {
	const struct value *value = value_is_tv_pair(&subject->value) ? &subject->value.list.items[1] : &subject->value;
	if (kind == KIND_OP || kind == KIND_SLICE || value->kind == VALUE_LIST || kind == KIND_MMA || kind == KIND_COPY) {
		return text_of_node(subject, subject->node);
	}
	struct buf title;
	buf_init(&title, subject->al->arena);
	buf_put(&title, kind == KIND_GEMM ? "(M,N,K) = " : "");
	if (kind == KIND_GRID && value->kind == VALUE_TUPLE) {
		print_layout(&title, value_as_layout(subject->al, value));
	} else {
		print_value(&title, value);
	}
	return title.data;
}

bool draw_figure(struct evaluation *ev, const struct source *source, const struct draw_request *request,
	struct figure *figure) {
	if (!evaluation_run(ev, source)) {
		return false;
	}
	if (ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ source->text.length, source->text.length };
		return false;
	}
	struct subject subject = {
		.ev = ev, .al = &ev->algebra, .source = source, .node = ev->result_nodes[ev->result_count - 1],
		.value = ev->results[ev->result_count - 1], .request = request, .figure = figure,
	};
	struct span span = subject.node->span;
	subject.node = subject.node->kind == NODE_BIND ? subject.node->first_child : subject.node;
	enum draw_kind kind = kind_of(&subject.value, request);
	subject.al->operand = 0;
	subject.al->steps = INT64_MAX;
	figure_init(figure, subject.al->arena, draw_kind_name(kind), &request->options);
	figure->title = request->options.title != NULL
		? visible(subject.al->arena, request->options.title)
		: usual_title(&subject, kind);
	draw_kind(&subject, kind);
	if (!algebra_failed(subject.al)) {
		figure_finish(figure, subject.al);
	}
	if (algebra_failed(subject.al)) {
		ev->error = (struct message){ subject.al->fault, span };
		return false;
	}
	return true;
}
