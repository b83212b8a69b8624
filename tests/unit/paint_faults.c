/*
 * What paints, where it fails: each call of Cairo, FreeType, libpng, giflib and for memory fails once, and no picture
 * may be said to be written then. Linked so that the calls come here first. Prints "N passed, N failed".
 */
#include <cairo-ft.h>
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef HAVE_GIFLIB
#include <gif_lib.h>
#endif

#include "render/paint.h"
#include "render/raster.h"
#include "render/svg.h"

extern const struct paint_module paint_module;

static int passed, failed;
static int calls;    /* since the picture was begun */
static int fails_at; /* the number of the call that fails; 0 for none */

static void check(bool holds, const char *what, int number) {
	passed += holds;
	failed += !holds;
	if (!holds) {
		printf("FAIL: %s, call %d\n", what, number);
	}
}

static bool fails(void) {
	calls++;
	return calls == fails_at;
}

/* The linker looks for them among what other libraries see. */
#pragma GCC visibility push(default)

/* --- memory --- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_malloc(size_t size) {
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
	return fails() ? NULL : __real_calloc(count, size);
}

/* --- FreeType and Cairo --- */

FT_Error __real_FT_Init_FreeType(FT_Library *library);
FT_Error __real_FT_New_Memory_Face(FT_Library library, const FT_Byte *data, FT_Long size, FT_Long index,
	FT_Face *face);
cairo_status_t __real_cairo_font_face_set_user_data(cairo_font_face_t *face, const cairo_user_data_key_t *key,
	void *data, cairo_destroy_func_t destroy);
cairo_status_t __real_cairo_status(cairo_t *cairo);
cairo_status_t __real_cairo_surface_status(cairo_surface_t *surface);
FT_Error __wrap_FT_Init_FreeType(FT_Library *library);
FT_Error __wrap_FT_New_Memory_Face(FT_Library library, const FT_Byte *data, FT_Long size, FT_Long index,
	FT_Face *face);
cairo_status_t __wrap_cairo_font_face_set_user_data(cairo_font_face_t *face, const cairo_user_data_key_t *key,
	void *data, cairo_destroy_func_t destroy);
cairo_status_t __wrap_cairo_status(cairo_t *cairo);
cairo_status_t __wrap_cairo_surface_status(cairo_surface_t *surface);

FT_Error __wrap_FT_Init_FreeType(FT_Library *library) {
	return fails() ? FT_Err_Out_Of_Memory : __real_FT_Init_FreeType(library);
}

FT_Error __wrap_FT_New_Memory_Face(FT_Library library, const FT_Byte *data, FT_Long size, FT_Long index,
	FT_Face *face) {
	return fails() ? FT_Err_Out_Of_Memory : __real_FT_New_Memory_Face(library, data, size, index, face);
}

cairo_status_t __wrap_cairo_font_face_set_user_data(cairo_font_face_t *face, const cairo_user_data_key_t *key,
	void *data, cairo_destroy_func_t destroy) {
	return fails() ? CAIRO_STATUS_NO_MEMORY : __real_cairo_font_face_set_user_data(face, key, data, destroy);
}

cairo_status_t __wrap_cairo_status(cairo_t *cairo) {
	return fails() ? CAIRO_STATUS_NO_MEMORY : __real_cairo_status(cairo);
}

cairo_status_t __wrap_cairo_surface_status(cairo_surface_t *surface) {
	return fails() ? CAIRO_STATUS_NO_MEMORY : __real_cairo_surface_status(surface);
}

/* --- libpng --- */

png_structp __real_png_create_write_struct(const char *version, void *context, png_error_ptr error,
	png_error_ptr warning);
png_infop __real_png_create_info_struct(const png_struct *png);
png_structp __wrap_png_create_write_struct(const char *version, void *context, png_error_ptr error,
	png_error_ptr warning);
png_infop __wrap_png_create_info_struct(const png_struct *png);

png_structp __wrap_png_create_write_struct(const char *version, void *context, png_error_ptr error,
	png_error_ptr warning) {
	return fails() ? NULL : __real_png_create_write_struct(version, context, error, warning);
}

png_infop __wrap_png_create_info_struct(const png_struct *png) {
	return fails() ? NULL : __real_png_create_info_struct(png);
}

/* --- giflib --- */

#ifdef HAVE_GIFLIB
GifFileType *__real_EGifOpen(void *context, OutputFunc write, int *error);
int __real_EGifPutScreenDesc(GifFileType *file, int width, int height, int bits, int background,
	const ColorMapObject *map);
int __real_EGifPutExtensionLeader(GifFileType *file, int code);
int __real_EGifPutExtensionBlock(GifFileType *file, int length, const void *block);
int __real_EGifPutExtensionTrailer(GifFileType *file);
int __real_EGifPutExtension(GifFileType *file, int code, int length, const void *block);
int __real_EGifPutImageDesc(GifFileType *file, int left, int top, int width, int height, bool interlaced,
	const ColorMapObject *map);
int __real_EGifPutLine(GifFileType *file, GifPixelType *line, int length);
int __real_EGifCloseFile(GifFileType *file, int *error);
ColorMapObject *__real_GifMakeMapObject(int count, const GifColorType *colours);
GifFileType *__wrap_EGifOpen(void *context, OutputFunc write, int *error);
int __wrap_EGifPutScreenDesc(GifFileType *file, int width, int height, int bits, int background,
	const ColorMapObject *map);
int __wrap_EGifPutExtensionLeader(GifFileType *file, int code);
int __wrap_EGifPutExtensionBlock(GifFileType *file, int length, const void *block);
int __wrap_EGifPutExtensionTrailer(GifFileType *file);
int __wrap_EGifPutExtension(GifFileType *file, int code, int length, const void *block);
int __wrap_EGifPutImageDesc(GifFileType *file, int left, int top, int width, int height, bool interlaced,
	const ColorMapObject *map);
int __wrap_EGifPutLine(GifFileType *file, GifPixelType *line, int length);
int __wrap_EGifCloseFile(GifFileType *file, int *error);
ColorMapObject *__wrap_GifMakeMapObject(int count, const GifColorType *colours);

GifFileType *__wrap_EGifOpen(void *context, OutputFunc write, int *error) {
	return fails() ? NULL : __real_EGifOpen(context, write, error);
}

int __wrap_EGifPutScreenDesc(GifFileType *file, int width, int height, int bits, int background,
	const ColorMapObject *map) {
	return fails() ? GIF_ERROR : __real_EGifPutScreenDesc(file, width, height, bits, background, map);
}

int __wrap_EGifPutExtensionLeader(GifFileType *file, int code) {
	return fails() ? GIF_ERROR : __real_EGifPutExtensionLeader(file, code);
}

int __wrap_EGifPutExtensionBlock(GifFileType *file, int length, const void *block) {
	return fails() ? GIF_ERROR : __real_EGifPutExtensionBlock(file, length, block);
}

int __wrap_EGifPutExtensionTrailer(GifFileType *file) {
	return fails() ? GIF_ERROR : __real_EGifPutExtensionTrailer(file);
}

int __wrap_EGifPutExtension(GifFileType *file, int code, int length, const void *block) {
	return fails() ? GIF_ERROR : __real_EGifPutExtension(file, code, length, block);
}

int __wrap_EGifPutImageDesc(GifFileType *file, int left, int top, int width, int height, bool interlaced,
	const ColorMapObject *map) {
	return fails() ? GIF_ERROR : __real_EGifPutImageDesc(file, left, top, width, height, interlaced, map);
}

int __wrap_EGifPutLine(GifFileType *file, GifPixelType *line, int length) {
	return fails() ? GIF_ERROR : __real_EGifPutLine(file, line, length);
}

/* The file is given back all the same. */
int __wrap_EGifCloseFile(GifFileType *file, int *error) {
	int closed = __real_EGifCloseFile(file, error);
	return fails() ? GIF_ERROR : closed;
}

ColorMapObject *__wrap_GifMakeMapObject(int count, const GifColorType *colours) {
	return fails() ? NULL : __real_GifMakeMapObject(count, colours);
}
#endif

#pragma GCC visibility pop

/* --- pictures --- */

static void small_scene(struct scene *scene, struct arena *arena) {
	scene_init(scene, arena);
	scene->width = 8 * PX;
	scene->height = 5 * PX;
	scene_add_rect(scene, 10, 10, 30, 20, 0xff0000);
	scene_add_label(scene, 40, 25, (struct lettering){ ANCHOR_MIDDLE, 40, 0x0000ff }, "7");
}

static bool print_png(struct buf *out, const struct scene *scene) {
	return paint_module.print_png(out, scene);
}

static bool print_pdf(struct buf *out, const struct scene *scene) {
	return paint_module.print_pdf(out, scene);
}

#ifdef HAVE_GIFLIB
static bool print_gif(struct buf *out, const struct scene *scene) {
	return paint_module.print_gif(out, scene, 1);
}

static bool print_film(struct buf *out, const struct scene *scene) {
	const struct scene scenes[] = { *scene, *scene };
	return paint_module.print_gif(out, scenes, 2);
}
#endif

static void one_pixel(void *context, int y, uint8_t *out) {
	(void)context;
	*out = (uint8_t)y;
}

static bool print_image(struct buf *out, const struct scene *scene) {
	(void)scene;
	static const uint32_t palette[] = { 0xff0000 };
	return paint_module.print_image(out, &(struct png_image){ 1, 1, palette, 1, one_pixel, NULL });
}

/* What the program of the test is linked with makes the images of SVG as well. */
const struct paint_module *paint_module_find(char why[FAULT_TEXT_BYTES]) {
	(void)why;
	return &paint_module;
}

/* A matrix of so many cells that it becomes an image. */
static bool print_svg(struct buf *out, const struct scene *scene) {
	static const uint8_t index[256 * 257] = { 0 };
	static const uint32_t colours[] = { 0xff0000 };
	const struct cells cells = { 256, 257, index, colours, 1 };
	struct scene large = *scene;
	scene_add_cells(&large, 0, 0, PX, PX, &cells);
	return svg_print(out, &large);
}

/* Each call fails in its turn. The arena holds enough from the first run on, so that it is not what fails. */
static void try_calls(struct arena *arena, const char *name, bool (*print)(struct buf *out, const struct scene *scene),
	int least) {
	int count = 0;
	for (fails_at = 0; fails_at <= count; fails_at++) {
		struct scene scene;
		struct buf out;
		arena_reset(arena);
		small_scene(&scene, arena);
		buf_init(&out, arena);
		buf_put_repeated(&out, ' ', 1 << 16);
		out.length = 0;
		calls = 0;
		errno = ENOMEM; /* of an earlier time */
		bool good = print(&out, &scene);
		check(good == (fails_at == 0), name, fails_at);
		count = fails_at == 0 ? calls : count;
	}
	fails_at = 0;
	check(count >= least, "there are such calls", count);
}

static bool lack_memory(void *context, const struct png_image *image) {
	(void)context;
	(void)image;
	errno = ENOMEM;
	return true;
}

static bool refuse(void *context, const struct png_image *image) {
	(void)context;
	(void)image;
	return false;
}

/* What Cairo does not report, and what the taker of the pixels does. */
static void try_sinks(struct arena *arena) {
	struct scene scene;
	small_scene(&scene, arena);
	check(!raster_paint(&scene, 1, typeface_create(), &(struct raster_sink){ lack_memory, NULL }), "errno", 0);
	check(!raster_paint(&scene, 1, typeface_create(), &(struct raster_sink){ refuse, NULL }), "a taker", 0);
}

int main(void) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	arena_room(&arena, 1 << 20);
	try_calls(&arena, "PNG", print_png, 10);
	try_calls(&arena, "PDF", print_pdf, 7);
	try_calls(&arena, "an image", print_image, 3);
	try_calls(&arena, "an image in SVG", print_svg, 3);
#ifdef HAVE_GIFLIB
	try_calls(&arena, "GIF", print_gif, 20);
	try_calls(&arena, "a film as GIF", print_film, 40);
#endif
	try_sinks(&arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
