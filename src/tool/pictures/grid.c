/* Grids of offsets: a layout, or several side by side. */
#include "render/grid.h"

#include "lang/notation/plain.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_grid;

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	if (!subject_is_list_of_maps(&subject->value)) {
		if (subject->value.kind == VALUE_LIST) {
			subject_fault(subject, &picture_kind_grid, "a layout or several, or a pair (tiler, layout)");
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
