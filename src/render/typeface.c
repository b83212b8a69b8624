#include "render/typeface.h"

#include <stdlib.h>

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
	FT_Done_Face(typeface->face);
	FT_Done_FreeType(typeface->library);
	free(typeface);
}

uint32_t typeface_glyph(const struct typeface *typeface, uint32_t character) {
	return FT_Get_Char_Index(typeface->face, character);
}
