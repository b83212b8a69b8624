/* The way of operand A: where each element is in memory, and which threads move and hold it. */
#include <inttypes.h>

#include "tool/datapath.h"
#include "tool/pictures/kind.h"

enum { LINE_BITS = 1024,
	WORD_BITS = 32 };

extern const struct picture_kind picture_kind_kernel;

/* A matrix of the picture: a stage of the way, or a memory. */
struct stage {
	const struct datapath *path;
	int group;                       /* which operand's elements it shows */
	int64_t rows, columns;           /* of their tile */
	const struct deal *deal;         /* whose threads the cells are coloured by, for shared memory of places; or NULL */
	const int64_t *offsets;          /* by element; NULL where the stage is no memory */
	const int32_t *placed;           /* shared memory: the element at each place, -1 for none */
	int64_t first;                   /* shared memory: the offset of its first place */
	const struct owner *pairs;       /* registers: thread and value of each */
	const struct tuple *coordinates; /* registers: of each element */
};

/* What "deal" knows of an element. */
static void look_at_owners(const struct deal *deal, int64_t element, struct cell *cell) {
	if (deal != NULL) {
		cell->owners = &deal->owners[deal->begin[element]];
		cell->owner_count = deal->begin[element + 1] - deal->begin[element];
	}
}

/* A cell of the tile as it is seen: M down and K to the right. */
static void look_at_tile(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct stage *stage = matrix->context;
	int64_t element = row + stage->rows * column;
	cell->index = element;
	cell->offset = stage->offsets != NULL ? stage->offsets[element] : element;
	look_at_owners(stage->deal, element, cell);
	cell->bare = stage->deal != NULL && cell->owner_count == 0;
}

/* A place of shared memory: lines of 128 bytes down, banks to the right. */
static void look_at_memory(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct stage *stage = matrix->context;
	int64_t place = (int64_t)row * matrix->columns + column;
	cell->offset = stage->first + place;
	cell->index = stage->placed[place];
	cell->bare = cell->index < 0;
	if (!cell->bare) {
		look_at_owners(stage->deal, place, cell);
	}
}

/* A register: a thread down and a value to the right. */
static void look_at_register(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct stage *stage = matrix->context;
	int64_t pair = (int64_t)row * matrix->columns + column;
	cell->index = cell->offset = stage->deal->elements[pair];
	cell->owners = &stage->pairs[pair];
	cell->owner_count = 1;
	cell->image = &stage->coordinates[cell->index];
}

/* Add the matrix of a stage whose cells "look" finds. */
static struct matrix *add_stage(struct subject *subject, const struct stage *stage, int rows, int columns,
	void (*look)(const struct matrix *matrix, int row, int column, struct cell *cell)) {
	struct stage *copy = arena_alloc(subject->al->arena, sizeof *copy);
	*copy = *stage;
	struct matrix *matrix = figure_add(subject->figure, rows, columns);
	matrix->look = look;
	matrix->context = copy;
	matrix->group = stage->group;
	matrix->group_rows = (int)stage->rows;
	matrix->facts = stage->deal != NULL ? FACT_OWNER : 0;
	matrix->outlined = stage->deal != NULL;
	matrix->colour = stage->deal != NULL ? COLOUR_BY_THREAD : COLOUR_BY_OFFSET;
	return matrix;
}

/* A stage of operand A. */
static struct stage stage_of(const struct datapath *path, const struct deal *deal) {
	return (struct stage){ .path = path, .deal = deal, .group = GROUP_A, .rows = path->rows, .columns = path->columns };
}

/* The tile, with the owners that "deal" knows or the offsets of a memory. */
static struct matrix *add_tile(struct subject *subject, const struct stage *stage, const char *caption) {
	struct matrix *matrix = add_stage(subject, stage, (int)stage->rows, (int)stage->columns, look_at_tile);
	matrix->caption = caption;
	matrix->row_name = "m";
	matrix->column_name = "k";
	matrix->texts[0] = stage->offsets != NULL ? TEXT_OFFSET : TEXT_OWNERS;
	matrix->text_count = 1;
	matrix->facts |= stage->offsets != NULL ? FACT_MEMORY | FACT_GLOBAL : 0;
	return matrix;
}

/*
 * The offsets of all elements from the least to the greatest, made whole lines of 128 bytes. Returns false where there
 * are too many of these.
 */
static bool find_lines(const struct datapath *path, int places, int64_t *first, int64_t *lines) {
	int64_t least = path->shared[0], greatest = path->shared[0];
	for (int64_t i = 1; i < path->rows * path->columns; i++) {
		least = path->shared[i] < least ? path->shared[i] : least;
		greatest = path->shared[i] > greatest ? path->shared[i] : greatest;
	}
	*first = least - least % places;
	*lines = (greatest - *first) / places + 1;
	return *lines <= LIMIT_TABULATED_CELLS / places;
}

/* Who writes each of "places" from offset "first" on: the threads of all elements that lie there. */
static const struct deal *deal_places(struct algebra *al, const struct datapath *path, int64_t first, int64_t places) {
	struct deal *deal = arena_alloc(al->arena, sizeof *deal);
	*deal = path->written;
	int64_t pairs = deal->threads * deal->values;
	int32_t *own = arena_array(al->arena, (size_t)pairs + 1, sizeof *own);
	for (int64_t i = 0; i < pairs; i++) {
		own[i] = (int32_t)(path->shared[path->written.elements[i]] - first);
	}
	deal->elements = own;
	deal_list_owners(al, deal, places);
	return deal;
}

/* The numbers of the lines of memory, where they do not begin at 0. */
static const int64_t *line_numbers(struct algebra *al, int64_t first, int64_t lines) {
	if (first == 0) {
		return NULL;
	}
	int64_t *numbers = arena_array(al->arena, (size_t)lines, sizeof *numbers);
	for (int64_t i = 0; i < lines; i++) {
		numbers[i] = first + i;
	}
	return numbers;
}

/* Shared memory by bank and line, coloured by the threads of the copy that writes it: it stands behind one. */
static void add_memory(struct subject *subject, const struct datapath *path) {
	struct algebra *al = subject->al;
	struct stage stage = stage_of(path, NULL);
	if (path->bits > LINE_BITS) {
		algebra_fault(al, FAULT_LIMIT, "an element of %d bits is longer than a line of shared memory, which has %d",
			path->bits, LINE_BITS);
		return;
	}
	if (LINE_BITS % path->bits != 0) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"elements of %d bits do not fill whole lines of shared memory, which have %d", path->bits, LINE_BITS);
		return;
	}
	int places = LINE_BITS / path->bits;
	int64_t lines;
	if (!find_lines(path, places, &stage.first, &lines)) {
		algebra_fault(al, FAULT_LIMIT, "the shared memory reaches over too many lines, at most %d places are drawn",
			(int)LIMIT_TABULATED_CELLS);
		return;
	}
	int32_t *placed = arena_array(al->arena, (size_t)(lines * places), sizeof *placed);
	for (int64_t i = 0; i < lines * places; i++) {
		placed[i] = -1;
	}
	for (int64_t i = 0; i < path->rows * path->columns; i++) {
		placed[path->shared[i] - stage.first] = (int32_t)i;
	}
	stage.placed = placed;
	stage.deal = deal_places(al, path, stage.first, lines * places);
	struct matrix *matrix = add_stage(subject, &stage, (int)lines, places, look_at_memory);
	matrix->row_numbers = line_numbers(al, stage.first / places, lines);
	int per_word = WORD_BITS / path->bits;
	matrix->column_multiple = per_word > 0 ? 1 : path->bits / WORD_BITS;
	matrix->column_share = per_word > 0 ? per_word : 1;
	if (per_word > 1) {
		matrix->column_shape = tuple_pair(al, tuple_int(per_word), tuple_int(places / per_word));
	}
	matrix->caption = "shared memory, lines of 128 bytes";
	matrix->row_name = "line";
	matrix->column_name = "bank";
	matrix->facts |= FACT_MEMORY;
	matrix->texts[0] = TEXT_OWNERS;
	matrix->text_count = 1;
}

/* The registers of operand A. */
static void add_registers(struct subject *subject, const struct datapath *path) {
	struct algebra *al = subject->al;
	const struct deal *deal = &path->registers;
	struct stage stage = stage_of(path, deal);
	struct owner *pairs = arena_array(al->arena, (size_t)(deal->threads * deal->values), sizeof *pairs);
	struct tuple *coordinates = arena_array(al->arena, (size_t)(path->rows * path->columns), sizeof *coordinates);
	for (int64_t i = 0; i < deal->threads * deal->values; i++) {
		pairs[i] = (struct owner){ deal_number(deal, i / deal->values), (int)(i % deal->values) };
	}
	for (int64_t i = 0; i < path->rows * path->columns; i++) {
		coordinates[i] = tuple_pair(al, tuple_int(i % path->rows), tuple_int(i / path->rows));
	}
	stage.pairs = pairs;
	stage.coordinates = coordinates;
	struct matrix *matrix = add_stage(subject, &stage, (int)deal->threads, (int)deal->values, look_at_register);
	matrix->row_numbers = deal->numbers;
	matrix->caption = "registers of A";
	matrix->row_name = "thread";
	matrix->column_name = "value";
	matrix->texts[0] = TEXT_OFFSET;
	matrix->text_count = 1;
}

/* Who holds the elements of B and C that A meets. */
static void add_others(struct subject *subject, const struct datapath *path) {
	struct stage b = {
		.path = path, .deal = &path->b, .group = GROUP_B, .rows = path->others, .columns = path->columns
	};
	struct stage c = {
		.path = path, .deal = &path->c, .group = GROUP_C, .rows = path->rows, .columns = path->others
	};
	add_tile(subject, &b, "registers of B")->row_name = "n";
	add_tile(subject, &c, "registers of C")->column_name = "n";
}

static bool suits(const struct subject *subject) {
	return datapath_suits(&subject->value);
}

/* Say in a sentence what the picture shows, for readers who cannot see it. */
static void describe(struct figure *figure) {
	struct buf text;
	buf_init(&text, figure->arena);
	buf_put(&text, "The way of the elements of an operand through a kernel: ");
	for (int i = 0; i < figure->count; i++) {
		buf_put(&text, i == 0 ? "" : "; ");
		buf_put(&text, figure->matrices[i].caption);
	}
	buf_put_char(&text, '.');
	figure->description = text.data;
}

/* From left to right, in the order in which the elements go. */
static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	struct figure *figure = subject->figure;
	struct datapath *path = arena_alloc(al->arena, sizeof *path);
	*path = datapath_make(al, &subject->value, subject->request->options.bits);
	if (algebra_failed(al)) {
		return;
	}
	figure->bits = path->bits;
	figure->facts = FACT_OFFSET | FACT_OWNER;
	figure->colour = COLOUR_BY_THREAD;
	if (path->global != NULL) {
		struct stage stage = stage_of(path, path->copy != NULL ? &path->read : NULL);
		stage.offsets = path->global;
		add_tile(subject, &stage, "global memory");
	}
	if (path->copy != NULL) {
		struct stage stage = stage_of(path, &path->read);
		add_tile(subject, &stage, "threads of the copy");
	}
	if (path->shared != NULL) {
		add_memory(subject, path);
	}
	if (path->load != NULL && !algebra_failed(al)) {
		struct stage stage = stage_of(path, &path->addressed);
		add_tile(subject, &stage, "threads that load");
	}
	if (path->mma != NULL && !algebra_failed(al)) {
		add_registers(subject, path);
		add_others(subject, path);
	}
	describe(figure);
}

const struct picture_kind picture_kind_kernel = {
	.name = "kernel",
	.suits = suits,
	.draw = draw,
	.title = subject_text,
};
