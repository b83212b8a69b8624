/* Grids of offsets: a layout, or several side by side. */
#include "render/grid.h"

#include <inttypes.h>

#include "lang/notation/plain.h"
#include "lang/tensor.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_grid;

/* True if "layout", which is drawn, gives each of whole warps of threads, mode 0, elements of a tile without a gap. */
static bool looks_like_tv(struct algebra *al, struct layout layout) {
	enum { WARP = 32 };
	bool nested = layout_rank(layout) == 2
		&& (tuple_is_tuple(tuple_mode(layout.shape, 0)) || tuple_is_tuple(tuple_mode(layout.shape, 1)));
	if (!nested || tuple_has_basis(layout.stride)) {
		return false;
	}
	int64_t threads = int_value(al, tuple_product(al, tuple_mode(layout.shape, 0)));
	int64_t size = int_value(al, layout_size(al, layout));
	return !algebra_failed(al) && threads % WARP == 0
		&& int_value(al, layout_size(al, layout_right_inverse(al, layout))) == size;
}

/* Say how the picture is had that is mostly wanted of such a layout. */
static void hint_at_tile(struct subject *subject) {
	struct layout layout = subject->value.layout;
	if (subject->value.kind == VALUE_LAYOUT && subject->request->kind == NULL && looks_like_tv(subject->al, layout)) {
		struct buf hint;
		buf_init(&hint, subject->al->arena);
		buf_printf(&hint, "--tile=M,N, where M times N is %" PRId64 ", draws which thread owns which element of a tile",
			int_value(subject->al, layout_size(subject->al, layout)));
		subject->figure->hint = hint.data;
	}
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	if (!subject_is_list_of_maps(&subject->value)) {
		if (subject->node->kind != NODE_TUPLE) { /* what is written as a tuple is a tiler, not a partition */
			subject->value = value_as_offset(al, &subject->value);
		}
		if (subject->value.kind == VALUE_LIST) {
			subject_fault(subject, &picture_kind_grid, "a layout or several, or a pair (tiler, layout)");
			return;
		}
		struct map *map = arena_alloc(al->arena, sizeof *map);
		*map = value_as_map(al, &subject->value);
		grid_figure(subject->figure, al, map, NULL, 1);
		if (!algebra_failed(al)) {
			hint_at_tile(subject);
		}
		return;
	}
	int count = subject->value.list.count;
	struct map *maps = arena_array(al->arena, (size_t)count, sizeof *maps);
	const char **captions = arena_array(al->arena, (size_t)count, sizeof *captions);
	for (int i = 0; i < count; i++) {
		maps[i] = value_as_map(al, &subject->value.list.items[i]);
		captions[i] = subject_text_of_value(al, "", &subject->value.list.items[i]);
	}
	grid_figure(subject->figure, al, maps, captions, count);
}

static const char *title(const struct subject *subject) {
	if (subject->value.kind == VALUE_LIST) {
		return subject_text(subject);
	}
	struct value layout = subject->value;
	if (layout.kind == VALUE_TUPLE) {
		layout = value_from_layout(value_as_layout(subject->al, &layout));
	}
	return subject_text_of_value(subject->al, "", &layout);
}

const struct picture_kind picture_kind_grid = { .name = "grid", .draw = draw, .title = title };
