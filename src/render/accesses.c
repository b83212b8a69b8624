/*
 * Two views of the same accesses: "banks" shows each with its bank, "film" each instruction with the words that it
 * touches. What an instruction costs comes from algebra/banks.h; here it is only laid out and counted.
 */
#include "render/accesses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "algebra/banks.h"
#include "algebra/sectors.h"
#include "base/checked.h"
#include "render/grid.h"
#include "render/lookup.h"

enum { LINE_WORDS = LINE_BYTES / BANK_BYTES, LANE_BYTES = 16 };

/* All accesses, instruction by instruction. */
struct traffic {
	struct lookup lookup;      /* rows are threads, columns are values */
	int vector;
	int bits;                  /* of an element */
	int bytes;                 /* of a lane in one instruction */
	bool is_load;
	int matrices;              /* as in struct access */
	int64_t warps, groups;     /* an instruction is a warp and a group of values */
};

/* What one instruction does. */
struct instruction {
	int64_t address[BANK_LANES];
	struct wavefronts wavefronts;
	bool conflict[BANK_LANES];   /* another lane of its phase wants another word of one of its banks */
};

/* --- reading the layout --- */

/* What is wrong with a group of values, for one instruction. */
struct misfit {
	int64_t thread, value;     /* the first of the group, or the one before a gap */
	int64_t offset, next;      /* where it is, and the value after it if that is the trouble; else -1 */
};

/* Look for a group of values that one instruction cannot move. Returns false if there is none. */
static bool find_misfit(const struct traffic *traffic, struct misfit *misfit) {
	for (int64_t thread = 0; thread < traffic->lookup.rows; thread++) {
		for (int64_t value = 0; value < traffic->lookup.columns; value += traffic->vector) {
			int64_t first = lookup_offset(&traffic->lookup, thread, value, 0);
			for (int64_t i = 1; i < traffic->vector; i++) {
				int64_t offset = lookup_offset(&traffic->lookup, thread, value + i, 0);
				int64_t wanted;
				if (!checked_add(first, i, &wanted) || offset != wanted) {
					*misfit = (struct misfit){ thread, value + i, first, offset };
					return true;
				}
			}
			if (first < 0 || first % traffic->vector != 0) {
				*misfit = (struct misfit){ thread, value, first, -1 };
				return true;
			}
		}
	}
	return false;
}

/* Faults unless each group of values can be moved by one instruction. */
static void check_vectors(struct algebra *al, const struct traffic *traffic) {
	struct misfit misfit;
	if (!find_misfit(traffic, &misfit)) {
		return;
	}
	if (misfit.value % traffic->vector == 0 && misfit.offset < 0) {
		algebra_fault(al, FAULT_DOMAIN, "value %" PRId64 " of thread %" PRId64 " is at %" PRId64
			", in front of element 0", misfit.value, misfit.thread, misfit.offset);
		return;
	}
	if (misfit.value % traffic->vector == 0) {
		algebra_fault(al, FAULT_DOMAIN, "value %" PRId64 " of thread %" PRId64 " is at %" PRId64
			", which is no multiple of %d", misfit.value, misfit.thread, misfit.offset, traffic->vector);
		return;
	}
	algebra_fault(al, FAULT_DOMAIN, "values %" PRId64 " and %" PRId64 " of thread %" PRId64 " are at %" PRId64
		" and %" PRId64 ", not side by side", misfit.value / traffic->vector * traffic->vector, misfit.value,
		misfit.thread, misfit.offset, misfit.next);
}

/* Faults unless the address of each group of values fits 64 bits, as for "check" in bits. */
static void check_addresses(struct algebra *al, const struct traffic *traffic) {
	for (int64_t thread = 0; thread < traffic->lookup.rows; thread++) {
		for (int64_t value = 0; value < traffic->lookup.columns; value += traffic->vector) {
			int64_t offset = lookup_offset(&traffic->lookup, thread, value, 0);
			int64_t address;
			if (!checked_mul(offset, traffic->bits, &address)) {
				algebra_fault(al, FAULT_OVERFLOW,
					"the address of element %" PRId64 ", in bits, does not fit 64 bits", offset);
				return;
			}
		}
	}
}

int access_widest(struct algebra *al, struct map a, int bits, int64_t most) {
	struct traffic traffic = { .bits = bits };
	traffic.lookup = lookup_init(al, a, true);
	struct misfit misfit;
	int vector = LANE_BYTES * 8 / bits;
	for (; vector > 1; vector /= 2) {
		traffic.vector = vector;
		if (vector <= most && traffic.lookup.columns % vector == 0 && !find_misfit(&traffic, &misfit)) {
			break;
		}
	}
	return vector > 1 ? vector : 1;
}

/*
 * Read "a" as accesses: which threads move which values at a time, and in how many instructions. Faults where a lane
 * cannot move its values at once, or where there are no offsets.
 */
static struct traffic traffic_from(const struct figure *figure, struct algebra *al, struct map a,
		const struct access *access) {
	struct traffic traffic = {
		.vector = access->vector > 0 ? access->vector : 1, .is_load = access->is_load, .bits = figure->bits,
		.matrices = access->matrices,
	};
	int rank = layout_rank(map_inner(al, a));
	if (rank > 2) {
		algebra_fault(al, FAULT_RANK, "accesses have a thread and a value, this layout has %d modes", rank);
		return traffic;
	}
	traffic.lookup = lookup_init(al, a, true);
	if (algebra_failed(al)) {
		return traffic;
	}
	if (traffic.lookup.images != NULL) {
		algebra_fault(al, FAULT_TYPE, "strides with a basis give coordinates, not offsets");
		return traffic;
	}
	int bits = traffic.bits * traffic.vector;
	traffic.bytes = bits / 8 > 0 ? bits / 8 : 1;
	if (traffic.bytes > LANE_BYTES || (bits & (bits - 1)) != 0) {
		algebra_fault(al, FAULT_DOMAIN, "a lane moves 1, 2, 4, 8 or 16 bytes, not %d value%s of %d bit%s",
			traffic.vector, traffic.vector == 1 ? "" : "s", traffic.bits, traffic.bits == 1 ? "" : "s");
		return traffic;
	}
	if (traffic.matrices > 0 && traffic.bytes != MATRIX_ROW_BYTES) {
		algebra_fault(al, FAULT_DOMAIN, "ldmatrix and stmatrix access rows of %d bytes, not of %d", MATRIX_ROW_BYTES,
			traffic.bytes);
		return traffic;
	}
	if (traffic.lookup.columns % traffic.vector != 0) {
		algebra_fault(al, FAULT_DOMAIN, "%" PRId64 " value%s no multiple of the vector of %d", traffic.lookup.columns,
			traffic.lookup.columns == 1 ? " is" : "s are", traffic.vector);
		return traffic;
	}
	check_vectors(al, &traffic);
	check_addresses(al, &traffic);
	traffic.warps = (traffic.lookup.rows + BANK_LANES - 1) / BANK_LANES;
	traffic.groups = traffic.lookup.columns / traffic.vector;
	return traffic;
}

/* Byte address of an offset that is not negative. */
static int64_t address_of(const struct traffic *traffic, int64_t offset) {
	return traffic->bits < 8 ? offset / (8 / traffic->bits) : offset * (traffic->bits / 8);
}

/* True if the lanes "a" and "b" want different words of one bank. */
static bool are_at_odds(const struct traffic *traffic, int64_t a, int64_t b) {
	for (int i = 0; i < traffic->bytes; i += BANK_BYTES) {
		for (int j = 0; j < traffic->bytes; j += BANK_BYTES) {
			int64_t word = (a + i) / BANK_BYTES;
			int64_t other = (b + j) / BANK_BYTES;
			if (word != other && word % BANKS == other % BANKS) {
				return true;
			}
		}
	}
	return false;
}

/*
 * What the lanes of "warp" do with the values of "group": their addresses, what they cost together, and which of them
 * are in the way of another lane of their phase.
 */
static struct instruction instruction_of(const struct traffic *traffic, int64_t warp, int64_t group) {
	struct instruction instruction = { 0 };
	int lanes = traffic->matrices > 0 ? traffic->matrices * MATRIX_ROWS : BANK_LANES;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t thread = warp * BANK_LANES + lane;
		bool active = lane < lanes && thread < traffic->lookup.rows;
		instruction.address[lane] = !active ? BANK_INACTIVE :
			address_of(traffic, lookup_offset(&traffic->lookup, thread, group * traffic->vector, 0));
	}
	instruction.wavefronts = traffic->matrices > 0 ? banks_matrices(instruction.address, traffic->matrices) :
		banks_access(instruction.address, traffic->bytes, traffic->is_load);
	int phase = instruction.wavefronts.phase_lanes;
	for (int a = 0; a < BANK_LANES; a++) {
		for (int b = a / phase * phase; b < (a / phase + 1) * phase; b++) {
			bool active = instruction.address[a] != BANK_INACTIVE && instruction.address[b] != BANK_INACTIVE;
			instruction.conflict[a] |= active && are_at_odds(traffic, instruction.address[a], instruction.address[b]);
		}
	}
	return instruction;
}

/* --- banks --- */

/* What all instructions cost together. */
struct cost {
	int64_t instructions, wavefronts, phases;
	int64_t warp, group;            /* the worst one */
	struct wavefronts worst;
};

/* Add an instruction to the sum, and remember the first of those with the most words in one bank. */
static void add_cost(struct cost *cost, const struct wavefronts *wavefronts, int64_t warp, int64_t group) {
	cost->instructions++;
	cost->wavefronts += wavefronts->actual;
	cost->phases += wavefronts->phases;
	if (cost->instructions == 1 || wavefronts->ways > cost->worst.ways) {
		cost->worst = *wavefronts;
		cost->warp = warp;
		cost->group = group;
	}
}

/* Say below the picture what all instructions cost, and where the worst of them is. */
static void add_cost_legends(struct figure *figure, const struct traffic *traffic, const struct cost *cost) {
	struct buf text;
	buf_init(&text, figure->arena);
	buf_put_count(&text, cost->instructions, traffic->is_load ? "load" : "store");
	buf_put(&text, " of ");
	buf_put_count(&text, traffic->bytes, "byte");
	buf_put(&text, " a lane: ");
	buf_put_count(&text, cost->wavefronts, "wavefront");
	buf_printf(&text, ", %" PRId64 " at best", cost->phases);
	figure_add_legend(figure, LEGEND_NOTE, "%s", text.data);
	if (cost->worst.ways > 1) {
		figure_add_legend(figure, LEGEND_SHARED,
			"conflict; the worst is %d-way, in bank %d, warp %" PRId64 ", value %" PRId64,
			cost->worst.ways, cost->worst.bank, cost->warp, cost->group * traffic->vector);
	}
}

/* Look at every instruction; what comes of it is kept for each of its cells, in the order of the grid. */
static struct decor *decor_from(struct figure *figure, const struct traffic *traffic, struct cost *cost) {
	int64_t threads = traffic->lookup.rows;
	size_t cells = (size_t)(threads * traffic->lookup.columns);
	uint8_t *conflict = arena_array(figure->arena, cells, sizeof *conflict);
	struct owner *owner = arena_array(figure->arena, cells, sizeof *owner);
	for (int64_t number = 0; number < traffic->warps * traffic->groups; number++) {
		int64_t warp = number / traffic->groups;
		int64_t group = number % traffic->groups;
		struct instruction instruction = instruction_of(traffic, warp, group);
		add_cost(cost, &instruction.wavefronts, warp, group);
		for (int64_t i = 0; i < BANK_LANES * traffic->vector; i++) {
			int64_t thread = warp * BANK_LANES + i % BANK_LANES;
			int64_t value = group * traffic->vector + i / BANK_LANES;
			if (thread < threads) {
				conflict[thread + value * threads] = instruction.conflict[i % BANK_LANES];
				owner[thread + value * threads] = (struct owner){ (int)thread, (int)value };
			}
		}
	}
	struct decor *decor = arena_alloc(figure->arena, sizeof *decor);
	*decor = (struct decor){ .conflict = conflict, .owner = owner };
	return decor;
}

/* Rows are threads, in groups of a warp; columns are values, in groups that an instruction moves. */
static void shape_axes(struct matrix *matrix, struct algebra *al, const struct traffic *traffic) {
	int64_t threads = traffic->lookup.rows;
	bool warps = threads > BANK_LANES && threads % BANK_LANES == 0;
	bool groups = traffic->vector > 1;
	matrix->row_name = "thread";
	matrix->column_name = "value";
	matrix->row_shape = !warps ? tuple_int(threads) :
		tuple_pair(al, tuple_int(BANK_LANES), tuple_int(threads / BANK_LANES));
	matrix->column_shape = !groups ? tuple_int(traffic->lookup.columns) :
		tuple_pair(al, tuple_int(traffic->vector), tuple_int(traffic->groups));
	matrix->running = true;
	matrix->joined = false;
}

void banks_figure(struct figure *figure, struct algebra *al, struct map a, const struct access *access) {
	struct traffic traffic = traffic_from(figure, al, a, access);
	if (algebra_failed(al)) {
		return;
	}
	struct cost cost = { 0 };
	int first = figure->count;
	grid_add(figure, al, a, GRID_ONE_MATRIX, decor_from(figure, &traffic, &cost));
	if (algebra_failed(al)) {
		return;
	}
	if (!figure->matrices[first].one_mode) {
		shape_axes(&figure->matrices[first], al, &traffic);
	}
	figure->facts |= FACT_OWNER;
	figure->colour = COLOUR_BY_BANK;
	figure->texts[0] = TEXT_BANK;
	add_cost_legends(figure, &traffic, &cost);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_put(&text, "Banks of shared memory that ");
	buf_put_count(&text, traffic.lookup.rows, "thread");
	buf_put(&text, traffic.lookup.rows == 1 ? " accesses, " : " access, ");
	buf_put_count(&text, traffic.lookup.columns, "value");
	buf_put(&text, " each: ");
	buf_put_count(&text, cost.wavefronts, "wavefront");
	buf_put(&text, " for ");
	buf_put_count(&text, cost.instructions, "instruction");
	buf_put_char(&text, '.');
	figure->description = text.data;
}

/* --- film --- */

/* The words that one instruction touches: a row for each line of 128 bytes. */
struct frame {
	int64_t lines[BANK_LANES];   /* numbers of the lines, ascending; a lane touches one line only */
	int line_count;
	uint8_t count[BANK_LANES][LINE_WORDS];     /* lanes that touch a word */
	bool conflict[BANK_LANES][LINE_WORDS];
	int sectors;
};

/* The order of the numbers of lines, for qsort. */
static int compare_lines(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Row of the line that "address" is in. */
static int line_of(const struct frame *frame, int64_t address) {
	int row = 0;
	while (frame->lines[row] != address / LINE_BYTES) {
		row++;
	}
	return row;
}

/*
 * Enter what each lane of "instruction" touches: the lines in ascending order, how many lanes want each word, the words
 * in conflict, and the number of sectors with a word that is wanted.
 */
static void frame_from(struct frame *frame, const struct traffic *traffic, const struct instruction *instruction) {
	*frame = (struct frame){ 0 };
	int64_t lines[BANK_LANES];
	int lanes = 0;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		if (instruction->address[lane] != BANK_INACTIVE) {
			lines[lanes++] = instruction->address[lane] / LINE_BYTES;
		}
	}
	qsort(lines, (size_t)lanes, sizeof *lines, compare_lines);
	for (int i = 0; i < lanes; i++) {
		if (i == 0 || lines[i] != lines[i - 1]) {
			frame->lines[frame->line_count++] = lines[i];
		}
	}
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t address = instruction->address[lane];
		for (int i = 0; address != BANK_INACTIVE && i < traffic->bytes; i += BANK_BYTES) {
			int row = line_of(frame, address);
			int word = (int)((address + i) % LINE_BYTES) / BANK_BYTES;
			frame->count[row][word]++;
			frame->conflict[row][word] |= instruction->conflict[lane];
		}
	}
	for (int row = 0; row < frame->line_count; row++) {
		for (int word = 0; word < LINE_WORDS; word++) {
			bool first = true;
			for (int i = word / 8 * 8; i < word; i++) {
				first = first && frame->count[row][i] == 0;
			}
			frame->sectors += first && frame->count[row][word] > 0;
		}
	}
}

/* A cell of a frame: a word of 4 bytes. */
static void look_up_frame(const struct matrix *matrix, int row, int column, struct cell *cell) {
	const struct frame *frame = matrix->context;
	cell->index = (int64_t)row * LINE_WORDS + column;
	cell->offset = frame->lines[row] * LINE_WORDS + column;
	cell->count = frame->count[row][column];
	cell->conflict = frame->conflict[row][column];
}

/* Add the matrix of one instruction, with what it costs below it, and its cost to "cost". */
static void add_frame(struct figure *figure, struct algebra *al, const struct traffic *traffic, int64_t warp,
	int64_t group, struct cost *cost) {
	struct instruction instruction = instruction_of(traffic, warp, group);
	struct frame *frame = arena_alloc(figure->arena, sizeof *frame);
	frame_from(frame, traffic, &instruction);
	add_cost(cost, &instruction.wavefronts, warp, group);
	struct matrix *matrix = figure_add(figure, frame->line_count, LINE_WORDS);
	char values[48];
	snprintf(values, sizeof values, traffic->vector > 1 ? "V%" PRId64 " to V%" PRId64 : "V%" PRId64,
		group * traffic->vector, group * traffic->vector + traffic->vector - 1);
	struct buf caption;
	buf_init(&caption, figure->arena);
	buf_printf(&caption, "warp %" PRId64 ", %s: ", warp, values);
	buf_put_count(&caption, frame->sectors, "sector");
	buf_put(&caption, " in ");
	buf_put_count(&caption, frame->line_count, "line");
	buf_put(&caption, "; ");
	buf_put_count(&caption, instruction.wavefronts.actual, "wavefront");
	matrix->caption = caption.data;
	matrix->row_numbers = frame->lines;
	matrix->row_name = "line of 128 bytes";
	matrix->column_name = "bank, sector";
	matrix->column_shape = tuple_pair(al, tuple_int(SECTOR_BYTES / BANK_BYTES), tuple_int(LINE_BYTES / SECTOR_BYTES));
	matrix->running = true;
	matrix->look = look_up_frame;
	matrix->context = frame;
}

/* A matrix for each instruction, warp by warp. */
void film_figure(struct figure *figure, struct algebra *al, struct map a, const struct access *access) {
	struct traffic traffic = traffic_from(figure, al, a, access);
	if (algebra_failed(al)) {
		return;
	}
	if (traffic.warps * traffic.groups > FILM_PANELS) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " instructions are too many for a film, at most %d are drawn",
			traffic.warps * traffic.groups, (int)FILM_PANELS);
		return;
	}
	struct cost cost = { 0 };
	for (int64_t warp = 0; warp < traffic.warps; warp++) {
		for (int64_t group = 0; group < traffic.groups && !algebra_failed(al); group++) {
			add_frame(figure, al, &traffic, warp, group, &cost);
		}
	}
	figure->facts |= FACT_COUNT;
	figure->colour = COLOUR_BY_COUNT;
	figure->texts[0] = TEXT_COUNT;
	figure->bits = BANK_BYTES * 8;
	add_cost_legends(figure, &traffic, &cost);
	figure->description = "The words of memory that each instruction of a warp touches: rows are lines of 128 bytes, "
		"columns banks, 8 of them a sector; numbers count lanes.";
}
