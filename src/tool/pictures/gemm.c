/* The operands of a matrix product, cut into tiles. */
#include "render/gemm.h"

#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_gemm;

/* Row-major A (M,K), B (N,K) and C (M,N). */
static void gemm_layouts(struct algebra *al, struct tuple mnk, struct map maps[3]) {
	for (int i = 0; i < 3; i++) {
		const int *modes = mma_operand_modes((enum mma_operand)i);
		struct tuple shape = tuple_pair(al, tuple_mode(mnk, modes[0]), tuple_mode(mnk, modes[1]));
		maps[i] = map_from_layout(layout_from_shape_right(al, shape));
	}
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	struct map maps[3];
	if (subject->value.kind == VALUE_TUPLE && tuple_rank(subject->value.tuple) == 3) {
		gemm_layouts(al, subject->value.tuple, maps);
	} else if (subject_is_list_of_maps(&subject->value) && subject->value.list.count == 3) {
		for (int i = 0; i < 3; i++) {
			maps[i] = value_as_map(al, &subject->value.list.items[i]);
		}
	} else {
		subject_fault(subject, &picture_kind_gemm, "a shape (M,N,K), or of layouts A (M,K), B (N,K) and C (M,N)");
		return;
	}
	if (!algebra_failed(al)) {
		gemm_figure(subject->figure, al, maps[0], maps[1], maps[2], subject->request->tile);
	}
}

static const char *title(const struct subject *subject) {
	return subject->value.kind == VALUE_LIST ? subject_text(subject) :
		subject_text_of_value(subject->al, "(M,N,K) = ", &subject->value);
}

const struct picture_kind picture_kind_gemm = { .name = "gemm", .draw = draw, .title = title, .takes_tile = true };
