/* Who owns the operands of an MMA atom or a tiled MMA. */
#include "render/mma.h"

#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_mma;

static bool suits(const struct subject *subject) {
	return subject->value.kind == VALUE_MMA_ATOM || subject->value.kind == VALUE_TILED_MMA;
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_TILED_MMA) {
		mma_figure(subject->figure, al, &value->tiled_mma->mma, subject->request->tile);
	} else if (value->kind == VALUE_MMA_ATOM) {
		struct layout one = layout_from_shape(al, tuple_repeat(al, tuple_int(1), 3));
		struct tiled_mma mma = tiled_mma_make(al, value->mma_atom->atom, one, NULL);
		if (!algebra_failed(al)) {
			mma_figure(subject->figure, al, &mma, subject->request->tile);
		}
	} else {
		subject_fault(subject, &picture_kind_mma, "an MMA atom or a tiled MMA");
	}
}

const struct picture_kind picture_kind_mma = {
	.name = "mma", .suits = suits, .draw = draw, .title = subject_text, .takes_tile = true,
};
