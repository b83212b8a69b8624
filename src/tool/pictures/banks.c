/* Every access of threads to memory with its bank. */
#include "tool/pictures/accesses.h"

extern const struct picture_kind picture_kind_banks;

static void draw(struct subject *subject) {
	struct access access;
	struct map map = accesses_of(subject, &picture_kind_banks, &access);
	if (!algebra_failed(subject->al)) {
		banks_figure(subject->figure, subject->al, map, &access);
	}
}

/* The layout; or the expression, where the accesses of its value are those of its tile in a memory. */
static const char *title(const struct subject *subject) {
	return subject->request->smem != NULL || !subject_is_map(&subject->value) ? subject_text(subject) :
		subject_text_of_value(subject->al, "", &subject->value);
}

const struct picture_kind picture_kind_banks = { .name = "banks", .draw = draw, .title = title, .takes_memory = true };
