/* Who reads and who writes the elements of a copy atom or a tiled copy. */
#include "render/mma.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_copy;

/* Layouts of source and destination. */
static bool is_two_layouts(const struct value *value) {
	return subject_is_list_of_maps(value) && value->list.count == 2;
}

static bool suits(const struct subject *subject) {
	return subject->value.kind == VALUE_COPY_ATOM || subject->value.kind == VALUE_TILED_COPY
		|| (is_two_layouts(&subject->value) && subject->request->tile[0] > 0);
}

/* The layouts (thread, value) of source and destination. */
static void draw_layouts(struct subject *subject) {
	struct algebra *al = subject->al;
	const int64_t *tile = subject->request->tile;
	if (tile[0] == 0) {
		algebra_fault(al, FAULT_DOMAIN, "layouts of source and destination are drawn over a tile: give --tile=M,N");
		return;
	}
	subject_check_tile(subject);
	if (algebra_failed(al)) {
		return;
	}
	struct layout tv[2];
	for (int i = 0; i < 2; i++) {
		tv[i] = subject_tile_layout(al, &subject->value.list.items[i], tile[0]);
	}
	copy_layouts_figure(subject->figure, al, tv, tile);
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (is_two_layouts(value)) {
		draw_layouts(subject);
	} else if (subject->request->tile[0] > 0) {
		algebra_fault(al, FAULT_DOMAIN, "a picture of kind copy has no tile of its own to choose, but of two "
			"layouts");
	} else if (value->kind == VALUE_TILED_COPY) {
		copy_figure(subject->figure, al, &value->tiled_copy->copy);
	} else if (value->kind == VALUE_COPY_ATOM) {
		struct copy_atom atom = copy_atom_make(al, value->copy_atom->bit_layouts, value->copy_atom->bits);
		if (!algebra_failed(al)) {
			copy_atom_figure(subject->figure, al, &atom);
		}
	} else {
		subject_fault(subject, &picture_kind_copy, "a copy atom, a tiled copy or a list of two layouts");
	}
}

const struct picture_kind picture_kind_copy = {
	.name = "copy", .suits = suits, .draw = draw, .title = subject_text, .takes_tile = true,
};
