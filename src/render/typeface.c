#include "render/typeface.h"

#include <stdlib.h>

#include FT_OUTLINE_H

#include "render/font_data.h"

struct typeface *typeface_create(void) {
	struct typeface *typeface = calloc(1, sizeof *typeface);
	if (typeface == NULL || FT_Init_FreeType(&typeface->library) != 0) {
		goto error_typeface;
	}
	if (FT_New_Memory_Face(typeface->library, font_data, (FT_Long)font_data_size, 0, &typeface->face) != 0) {
		goto error_library;
	}
	return typeface;

error_library:
	FT_Done_FreeType(typeface->library);
error_typeface:
	free(typeface);
	return NULL;
}

void typeface_destroy(struct typeface *typeface) {
	if (typeface == NULL) {
		return;
	}
	FT_Done_Face(typeface->face);
	FT_Done_FreeType(typeface->library);
	free(typeface);
}

uint32_t typeface_glyph(const struct typeface *typeface, uint32_t character) {
	return FT_Get_Char_Index(typeface->face, character);
}

static void put_point(struct buf *buf, char command, const FT_Vector *point) {
	buf_put_char(buf, command);
	buf_put_int(buf, point->x);
	buf_put_char(buf, ' ');
	buf_put_int(buf, point->y);
}

static int put_move(const FT_Vector *to, void *buf) {
	put_point(buf, 'M', to);
	return 0;
}

static int put_line(const FT_Vector *to, void *buf) {
	put_point(buf, 'L', to);
	return 0;
}

static int put_conic(const FT_Vector *control, const FT_Vector *to, void *buf) {
	put_point(buf, 'Q', control);
	put_point(buf, ' ', to);
	return 0;
}

static int put_cubic(const FT_Vector *control1, const FT_Vector *control2, const FT_Vector *to, void *buf) {
	put_point(buf, 'C', control1);
	put_point(buf, ' ', control2);
	put_point(buf, ' ', to);
	return 0;
}

bool typeface_print_outline(struct buf *buf, const struct typeface *typeface, uint32_t glyph) {
	static const FT_Outline_Funcs functions = {
		.move_to = put_move, .line_to = put_line, .conic_to = put_conic, .cubic_to = put_cubic,
	};
	return FT_Load_Glyph(typeface->face, glyph, FT_LOAD_NO_SCALE) == 0 &&
		FT_Outline_Decompose(&typeface->face->glyph->outline, &functions, buf) == 0;
}
