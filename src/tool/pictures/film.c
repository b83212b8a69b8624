/* Every memory instruction of a warp with the words that it touches. */
#include "tool/pictures/accesses.h"

extern const struct picture_kind picture_kind_film;

static void draw(struct subject *subject) {
	struct access access;
	struct map map = accesses_of(subject, &picture_kind_film, &access);
	if (!algebra_failed(subject->al)) {
		film_figure(subject->figure, subject->al, map, &access);
	}
}

/* The layout; or the expression, where the accesses of its value are those of its tile in a memory. */
static const char *title(const struct subject *subject) {
	return subject->request->smem != NULL || !subject_is_map(&subject->value) ? subject_text(subject) :
		subject_text_of_value(subject->al, "", &subject->value);
}

const struct picture_kind picture_kind_film = { .name = "film", .draw = draw, .title = title, .takes_memory = true };
