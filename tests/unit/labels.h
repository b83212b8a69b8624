/* Whether the texts of a picture can be read: for render_scene.c and pictures.c. */
#ifndef TESTS_LABELS_H
#define TESTS_LABELS_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "render/font.h"
#include "render/scene.h"

static inline int label_left(const struct shape *label) {
	int width = font_width(font_text_length(label->text), label->size);
	return label->anchor == ANCHOR_START ? label->x : label->anchor == ANCHOR_END ? label->x - width :
		label->x - width / 2;
}

/* No label of the picture "name" leaves the page or is over another one. */
static inline void check_labels(const struct scene *scene, const char *name) {
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *a = &scene->shapes[i];
		if (a->kind != SHAPE_LABEL) {
			continue;
		}
		int width = font_width(font_text_length(a->text), a->size);
		cr_assert(label_left(a) >= 0 && label_left(a) + width <= scene->width, "%s: '%s' leaves the page", name,
			a->text);
		cr_assert(a->y - a->size / 2 >= 0 && a->y + a->size / 2 <= scene->height, "%s: '%s' leaves the page", name,
			a->text);
		for (size_t j = i + 1; j < scene->count; j++) {
			const struct shape *b = &scene->shapes[j];
			int apart = abs(a->y - b->y) * 2 * FONT_EM;
			if (b->kind != SHAPE_LABEL || apart >= (a->size + b->size) * FONT_CAPITAL) {
				continue;
			}
			int other = font_width(font_text_length(b->text), b->size);
			cr_assert(label_left(a) + width <= label_left(b) || label_left(b) + other <= label_left(a),
				"%s: '%s' and '%s' overlap", name, a->text, b->text);
		}
	}
}

#endif
