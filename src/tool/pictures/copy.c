/* Who reads and who writes the elements of a copy atom or a tiled copy. */
#include "render/mma.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_copy;

static bool suits(const struct subject *subject) {
	return subject->value.kind == VALUE_COPY_ATOM || subject->value.kind == VALUE_TILED_COPY;
}

static void draw(struct subject *subject) {
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
		subject_fault(subject, &picture_kind_copy, "a copy atom or a tiled copy");
	}
}

const struct picture_kind picture_kind_copy = {
	.name = "copy", .suits = suits, .draw = draw, .title = subject_text,
};
