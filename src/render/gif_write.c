#include "render/gif_write.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

enum {
	COLOURS = 256,
	COUNTED = 1 << 14, /* colours that are counted at most, a power of 2; painted pictures have some hundreds */
	FRAME_TIME = 90,   /* hundredths of a second */
};

/* A colour of a picture. */
struct counted {
	uint32_t colour;
	uint32_t count; /* of pixels; 0: the entry is free */
	uint8_t index;  /* in the palette */
};

/* The pixels of a picture, and the palette that is made for them. */
struct indexed {
	int width, height;
	uint8_t *rgb; /* three bytes a pixel, row by row */
	struct counted *table;
	GifColorType palette[COLOURS];
	int count;
};

/* --- colours --- */

static uint32_t colour_at(const uint8_t *rgb) {
	return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

/* The entry of "colour", or the free one for it; NULL where there is neither. */
static struct counted *entry_of(struct counted *table, uint32_t colour) {
	uint32_t at = colour * 2654435761u % COUNTED;
	for (int i = 0; i < COUNTED; i++, at = (at + 1) % COUNTED) {
		if (table[at].count == 0 || table[at].colour == colour) {
			return &table[at];
		}
	}
	return NULL;
}

/* Most pixels first; among as many the darker colour, so that the order is one. */
static int compare_counts(const void *a, const void *b) {
	const struct counted *x = a, *y = b;
	int fewer = (x->count < y->count) - (x->count > y->count);
	return fewer != 0 ? fewer : (x->colour > y->colour) - (x->colour < y->colour);
}

/* The colour of the palette that is nearest to "colour". */
static uint8_t nearest(const struct indexed *image, uint32_t colour) {
	int best = 0;
	int least = 3 * 256 * 256;
	for (int i = 0; i < image->count; i++) {
		int red = (int)(colour >> 16) - image->palette[i].Red;
		int green = (int)(colour >> 8 & 0xff) - image->palette[i].Green;
		int blue = (int)(colour & 0xff) - image->palette[i].Blue;
		int distance = red * red + green * green + blue * blue;
		best = distance < least ? i : best;
		least = distance < least ? distance : least;
	}
	return (uint8_t)best;
}

/* Choose the palette; every counted colour gets its index in it. "sorted" has room for the table. */
static void choose_palette(struct indexed *image, struct counted *sorted) {
	size_t pixels = (size_t)image->width * (size_t)image->height;
	for (size_t i = 0; i < pixels; i++) {
		uint32_t colour = colour_at(&image->rgb[3 * i]);
		struct counted *entry = entry_of(image->table, colour);
		if (entry != NULL) {
			entry->colour = colour;
			entry->count++;
		}
	}
	memcpy(sorted, image->table, COUNTED * sizeof *sorted);
	qsort(sorted, COUNTED, sizeof *sorted, compare_counts);
	for (image->count = 0; image->count < COLOURS && sorted[image->count].count > 0; image->count++) {
		uint32_t colour = sorted[image->count].colour;
		GifColorType *own = &image->palette[image->count];
		*own = (GifColorType){ (uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour };
	}
	for (int i = 0; i < COUNTED; i++) {
		if (image->table[i].count > 0) {
			image->table[i].index = nearest(image, image->table[i].colour);
		}
	}
}

/* --- the file --- */

static int write_bytes(GifFileType *file, const GifByteType *data, int length) {
	buf_put_str(file->UserData, (struct str){ (const char *)data, (size_t)length });
	return length;
}

/* Make the file begin, for pictures of the size of "image". */
static bool put_header(struct gif_writer *writer, const struct indexed *image) {
	static const GifByteType again[] = { 1, 0, 0 };
	int error;
	writer->file = EGifOpen(writer->out, write_bytes, &error);
	if (writer->file == NULL) {
		return false;
	}
	EGifSetGifVersion(writer->file, true);
	bool good = EGifPutScreenDesc(writer->file, image->width, image->height, 8, 0, NULL) == GIF_OK;
	if (good && writer->moves) {
		good = EGifPutExtensionLeader(writer->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK
			&& EGifPutExtensionBlock(writer->file, 11, "NETSCAPE2.0") == GIF_OK
			&& EGifPutExtensionBlock(writer->file, sizeof again, again) == GIF_OK
			&& EGifPutExtensionTrailer(writer->file) == GIF_OK;
	}
	return good;
}

/* Put the picture with its palette; "row" has room for one of its rows. */
static bool put_picture(struct gif_writer *writer, const struct indexed *image, uint8_t *row) {
	const GraphicsControlBlock control = { .DelayTime = FRAME_TIME, .TransparentColor = NO_TRANSPARENT_COLOR };
	GifByteType block[4];
	size_t length = EGifGCBToExtension(&control, block);
	ColorMapObject *map = GifMakeMapObject(1 << GifBitSize(image->count), NULL);
	if (map == NULL) {
		return false;
	}
	memcpy(map->Colors, image->palette, (size_t)image->count * sizeof *image->palette);
	bool good = !writer->moves
		|| EGifPutExtension(writer->file, GRAPHICS_EXT_FUNC_CODE, (int)length, block) == GIF_OK;
	good = good && EGifPutImageDesc(writer->file, 0, 0, image->width, image->height, false, map) == GIF_OK;
	GifFreeMapObject(map);
	const uint8_t *rgb = image->rgb;
	for (int y = 0; y < image->height && good; y++) {
		for (int x = 0; x < image->width; x++, rgb += 3) {
			const struct counted *entry = entry_of(image->table, colour_at(rgb));
			row[x] = entry != NULL ? entry->index : nearest(image, colour_at(rgb));
		}
		good = EGifPutLine(writer->file, row, image->width) == GIF_OK;
	}
	return good;
}

void gif_begin(struct gif_writer *writer, struct buf *out, bool moves) {
	*writer = (struct gif_writer){ .out = out, .moves = moves };
}

bool gif_add(void *context, const struct png_image *image) {
	struct gif_writer *writer = context;
	struct indexed indexed = { .width = image->width, .height = image->height };
	size_t row_bytes = 3 * (size_t)image->width;
	indexed.rgb = malloc(row_bytes * (size_t)image->height);
	indexed.table = calloc(COUNTED, sizeof *indexed.table);
	struct counted *sorted = malloc(COUNTED * sizeof *sorted);
	uint8_t *row = malloc(row_bytes);
	bool good = indexed.rgb != NULL && indexed.table != NULL && sorted != NULL && row != NULL;
	for (int y = 0; y < image->height && good; y++) {
		image->row(image->context, y, indexed.rgb + (size_t)y * row_bytes);
	}
	if (good) {
		choose_palette(&indexed, sorted);
		good = (writer->file != NULL || put_header(writer, &indexed)) && put_picture(writer, &indexed, row);
	}
	free(row);
	free(sorted);
	free(indexed.table);
	free(indexed.rgb);
	return good;
}

bool gif_end(struct gif_writer *writer) {
	int error;
	return writer->file != NULL && EGifCloseFile(writer->file, &error) == GIF_OK;
}
