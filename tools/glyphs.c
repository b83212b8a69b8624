/*
 * The table of outlines in src/render/glyphs.txt, made from the font: glyphs FONT.
 *
 * A line for each character that the font has, in the order of their numbers: the number in hexadecimal, a tab, and the
 * outline as SVG path data in units of the font, y upward. Line 0 is the sign for a character that the font lacks.
 * This runs when the table is to be made anew or compared; the build itself needs neither the font nor FreeType for it.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

static void put_point(char command, const FT_Vector *point) {
	printf("%c%ld %ld", command, point->x, point->y);
}

static int put_move(const FT_Vector *to, void *unused) {
	(void)unused;
	put_point('M', to);
	return 0;
}

static int put_line(const FT_Vector *to, void *unused) {
	(void)unused;
	put_point('L', to);
	return 0;
}

static int put_conic(const FT_Vector *control, const FT_Vector *to, void *unused) {
	(void)unused;
	put_point('Q', control);
	put_point(' ', to);
	return 0;
}

static int put_cubic(const FT_Vector *control1, const FT_Vector *control2, const FT_Vector *to, void *unused) {
	(void)unused;
	put_point('C', control1);
	put_point(' ', control2);
	put_point(' ', to);
	return 0;
}

/* Print the line of "character", which is drawn as "glyph". */
static int put_glyph(FT_Face face, unsigned long character, FT_UInt glyph) {
	static const FT_Outline_Funcs functions = {
		.move_to = put_move, .line_to = put_line, .conic_to = put_conic, .cubic_to = put_cubic,
	};
	printf("%lx\t", character);
	int failed = FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0
		|| FT_Outline_Decompose(&face->glyph->outline, &functions, NULL) != 0;
	putchar('\n');
	return failed;
}

int main(int argc, char **argv) {
	FT_Library library;
	FT_Face face;
	if (argc != 2 || FT_Init_FreeType(&library) != 0 || FT_New_Face(library, argv[1], 0, &face) != 0) {
		fprintf(stderr, "usage: glyphs FONT\n");
		return 2;
	}
	int failed = put_glyph(face, 0, 0);
	FT_UInt glyph;
	for (FT_ULong character = FT_Get_First_Char(face, &glyph); glyph != 0;) {
		failed |= put_glyph(face, character, glyph);
		character = FT_Get_Next_Char(face, character, &glyph);
	}
	FT_Done_Face(face);
	FT_Done_FreeType(library);
	return failed || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
