/* Who owns the operands of an MMA atom or a tiled MMA. */
#include "render/mma.h"

#include "lang/evaluate/evaluate.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_mma;

/* Layouts of A, B and C. */
static bool is_three_layouts(const struct value *value) {
	return subject_is_list_of_maps(value) && value->list.count == 3;
}

static bool suits(const struct subject *subject) {
	return subject->value.kind == VALUE_MMA_ATOM || subject->value.kind == VALUE_TILED_MMA
		|| (is_three_layouts(&subject->value) && subject->request->tile[2] > 0);
}

/* The layouts (thread, value) of A, B and C, as a program has them that knows no more of the MMA. */
static void draw_layouts(struct subject *subject) {
	struct algebra *al = subject->al;
	const int64_t *tile = subject->request->tile;
	const struct value *items = subject->value.list.items;
	if (tile[2] == 0) {
		algebra_fault(al, FAULT_DOMAIN, "layouts of A, B and C are drawn over a tile: give --tile=M,N,K");
		return;
	}
	struct layout tv[3];
	tv[MMA_A] = subject_tile_layout(al, &items[0], tile[0]);
	tv[MMA_B] = subject_tile_layout(al, &items[1], tile[1]);
	tv[MMA_C] = subject_tile_layout(al, &items[2], tile[0]);
	mma_layouts_figure(subject->figure, al, tv, tile);
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_TILED_MMA) {
		mma_figure(subject->figure, al, &value->tiled_mma->mma, subject->request->tile);
		/* What CuTe's layouts of threads and values leave out is not in the picture. */
		evaluation_take_over(subject->ev, subject->node, NULL, 0);
	} else if (value->kind == VALUE_MMA_ATOM) {
		struct layout one = layout_from_shape(al, tuple_repeat(al, tuple_int(1), 3));
		struct tiled_mma mma = tiled_mma_make(al, value->mma_atom->atom, one, NULL);
		if (!algebra_failed(al)) {
			mma_figure(subject->figure, al, &mma, subject->request->tile);
		}
	} else if (is_three_layouts(value)) {
		draw_layouts(subject);
	} else {
		subject_fault(subject, &picture_kind_mma, "an MMA atom, a tiled MMA or a list of layouts of A, B and C");
	}
}

const struct picture_kind picture_kind_mma = {
	.name = "mma", .suits = suits, .draw = draw, .title = subject_text, .takes_tile = true,
};
