#include "page/facts.h"

#include <stdlib.h>
#include <string.h>

#include "lang/tensor.h"
#include "tool/json_members.h"

enum { OWNERS_TOLD = 32 }; /* of a cell, on its card */

/* --- from the coordinate to the offset --- */

/* Append the terms of a layout at "index", [[coordinate,stride],...]; the last coordinate may go beyond its extent. */
static void put_terms(const struct chain_step *step, uint64_t index, struct buf *out) {
	buf_put_char(out, '[');
	for (int i = 0; i < step->rank; i++) {
		bool is_last = i + 1 == step->rank;
		uint64_t digit = is_last ? index : index % step->shape[i];
		index = is_last ? 0 : index / step->shape[i];
		buf_printf(out, "%s[%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "", (int64_t)digit, (int64_t)step->stride[i]);
	}
	buf_put_char(out, ']');
}

/* Append one step of a map after another, with its result; "chain" starts at the number of a coordinate. */
static void put_steps(const struct chain *chain, int64_t index, struct buf *out) {
	json_name(out, "steps");
	buf_put_char(out, '[');
	int64_t value = index;
	for (int i = 0; i < chain->count; i++) {
		const struct chain_step *step = &chain->steps[i];
		struct chain one = { 1, step };
		int64_t before = value;
		value = (int64_t)chain_at(&one, (uint64_t)before);
		buf_put(out, i > 0 ? ",{" : "{");
		if (step->kind == CHAIN_LAYOUT) {
			json_name(out, "terms");
			put_terms(step, (uint64_t)before, out);
			buf_put_char(out, ',');
		} else if (step->kind == CHAIN_SWIZZLE) {
			struct swizzle s = step->swizzle;
			buf_printf(out, "\"swizzle\":[%d,%d,%d],", s.bits, s.base, s.shift);
		} else if (step->kind == CHAIN_ADD) {
			json_int(out, "add", (int64_t)step->addend);
		}
		json_int(out, "from", before);
		json_int(out, "to", value);
		json_close(out, '}');
	}
	buf_put(out, "],");
}

/* The map that the matrix "number" shows, as far as it is one. */
static bool map_of(const struct page_program *program, struct algebra *al, int number, struct map *map) {
	const struct evaluation *ev = &program->ev;
	const struct value *value = ev->result_count > 0 ? &ev->results[ev->result_count - 1] : NULL;
	struct value plain = value != NULL ? value_as_plain(al, value) : value_none();
	value = value != NULL ? &plain : NULL;
	if (value != NULL && value->kind == VALUE_LIST && number < value->list.count) {
		value = &value->list.items[number];
	}
	bool is_map = value != NULL && (value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED);
	if (is_map) {
		*map = value_as_map(al, value);
	}
	return is_map && !algebra_failed(al);
}

/* Append the steps of "map" if they lead to the offset of "cell". Returns whether they do. */
static bool put_map(struct algebra *al, struct map map, const struct cell *cell, struct buf *out) {
	struct chain chain;
	bool leads = map_chain(al, map, &chain) && (int64_t)chain_at(&chain, (uint64_t)cell->index) == cell->offset;
	if (leads) {
		put_steps(&chain, cell->index, out);
	}
	return leads;
}

/* The arithmetic of a cell, where its matrix shows the value of the program, or that without its swizzle. */
static void put_arithmetic(const struct page_program *program, int number, const struct cell *cell, struct buf *out) {
	struct algebra al;
	struct map map;
	algebra_init(&al, out->arena);
	if (cell->image == NULL && map_of(program, &al, number, &map) && !put_map(&al, map, cell, out)) {
		put_map(&al, map_from_layout(map_inner(&al, map)), cell, out);
	}
}

/* --- facts --- */

static void put_owners(const struct cell *cell, struct buf *out) {
	json_int(out, "ownerCount", cell->owner_count);
	json_name(out, "owners");
	buf_put_char(out, '[');
	for (int i = 0; i < cell->owner_count && i < OWNERS_TOLD; i++) {
		buf_printf(out, "%s[%d,%d]", i > 0 ? "," : "", cell->owners[i].thread, cell->owners[i].value);
	}
	buf_put(out, "],");
}

/* Offset, address and bank of a place in memory. */
static void put_place(const struct figure *figure, const struct cell *cell, struct spot spot, struct buf *out) {
	int64_t bank;
	int64_t offset = cell->offset;
	bool negative = offset < 0;
	uint64_t size = number_magnitude(offset);
	uint64_t bytes = figure->bits >= 8 ? size * (uint64_t)(figure->bits / 8) : size / (uint64_t)(8 / figure->bits);
	uint64_t rest = figure->bits >= 8 ? 0 : size % (uint64_t)(8 / figure->bits) * (uint64_t)figure->bits;
	json_int(out, "offset", offset);
	json_name(out, "address");
	buf_printf(out, "\"%s0x%" PRIx64, negative ? "-" : "", bytes);
	if (rest > 0) {
		buf_printf(out, " bit %" PRIu64, rest);
	}
	buf_put(out, "\",");
	bool has_banks = (figure->matrices[spot.matrix].facts & FACT_GLOBAL) == 0;
	if (has_banks && figure_key_number(figure, cell, spot.row, spot.column, COLOUR_BY_BANK, &bank)) {
		json_int(out, "bank", bank);
	}
}

/* The lines that stand in the cell. */
static void put_text(const struct figure *figure, const struct matrix *matrix, const struct cell *cell,
	struct spot spot, struct buf *out) {
	struct cell_text text;
	figure_cell_text(figure, matrix, cell, spot.row, spot.column, &text);
	json_name(out, "text");
	buf_put_char(out, '[');
	for (int i = 0; i < text.count; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put_json(out, str_from(text.line[i]));
	}
	buf_put(out, "],");
}

/* The element of the tile that a cell of a group shows, "(m,k)". */
static void put_element(const struct matrix *matrix, int64_t index, struct buf *out) {
	json_name(out, "element");
	buf_printf(out, "\"(%" PRId64 ",%" PRId64 ")\",", index % matrix->group_rows, index / matrix->group_rows);
}

/* The cell at "spot"; absent where there is none. */
static struct cell cell_at(const struct page_program *program, struct spot spot) {
	const struct matrix *matrix = program_matrix(program, spot.matrix);
	bool inside = matrix != NULL && spot.row >= 0 && spot.row < matrix->rows && spot.column >= 0
		&& spot.column < matrix->columns;
	return inside ? figure_cell(&program->figure, matrix, spot.row, spot.column) : (struct cell){ .absent = true };
}

void facts_put(const struct page_program *program, struct spot spot, struct buf *out) {
	const struct figure *figure = &program->figure;
	const struct matrix *matrix = program_matrix(program, spot.matrix);
	struct cell cell = cell_at(program, spot);
	if (cell.absent) {
		buf_put(out, "null");
		return;
	}
	buf_put_char(out, '{');
	json_name(out, "coordinate");
	buf_put_char(out, '"');
	figure_put_coordinate(matrix, spot.row, spot.column, cell.index, out);
	buf_put(out, "\",");
	put_text(figure, matrix, &cell, spot, out);
	unsigned known = matrix->facts != 0 ? matrix->facts : figure->facts;
	if (known & FACT_OWNER) {
		put_owners(&cell, out);
	}
	if (matrix->group_rows > 0 && cell.index >= 0) {
		put_element(matrix, cell.index, out);
	} else if (cell.image != NULL) {
		json_flag(out, "image", true);
	} else if (!(known & FACT_MEMORY)) {
		json_int(out, "element", cell.offset);
	}
	if ((known & FACT_MEMORY) && cell.image == NULL) {
		put_place(figure, &cell, spot, out);
	}
	if (cell.tile >= 0) {
		json_int(out, "tile", cell.tile);
	}
	if (figure->facts & FACT_COUNT) {
		json_int(out, "lanes", cell.count);
	}
	json_flag(out, "conflict", cell.conflict);
	json_flag(out, "shared", cell.shared);
	put_arithmetic(program, spot.matrix, &cell, out);
	json_close(out, '}');
}

/* --- links --- */

/* What makes cells of a figure show the same. */
enum link { LINK_INDEX,
	LINK_OFFSET,
	LINK_OWNER };

/* Kinds whose matrices stand beside each other for a reason; in all others it is the coordinate. */
static enum link link_of(const struct figure *figure) {
	bool by_offset = strcmp(figure->kind, "op") == 0 || strcmp(figure->kind, "slice") == 0;
	bool by_owner = strcmp(figure->kind, "mma") == 0;
	return by_offset ? LINK_OFFSET : by_owner ? LINK_OWNER
						  : LINK_INDEX;
}

/* Whether a pair (thread, value) of "a", or its thread where they are cells of different matrices, is one of "b". */
static bool share_owner(const struct cell *a, const struct cell *b, bool same_matrix) {
	for (int i = 0; i < a->owner_count; i++) {
		for (int k = 0; k < b->owner_count; k++) {
			bool same_value = a->owners[i].value == b->owners[k].value;
			if (a->owners[i].thread == b->owners[k].thread && (same_value || !same_matrix)) {
				return true;
			}
		}
	}
	return false;
}

static bool are_linked(enum link link, const struct cell *a, const struct cell *b, bool same_matrix) {
	if (b->absent) {
		return false;
	}
	switch (link) {
	case LINK_OFFSET: return a->offset == b->offset && !b->bare;
	case LINK_OWNER: return share_owner(a, b, same_matrix);
	default: return a->index == b->index && !same_matrix;
	}
}

/*
 * Whether cells of a kernel show the same element, or elements of two operands that meet in a product: A (m,k) and
 * B (n,k) have one k, A and C (m,n) one m, B and C one n. Places of memory without an element have none to show.
 */
static bool are_met(const struct matrix *a_matrix, const struct cell *a, const struct matrix *b_matrix,
	const struct cell *b) {
	if (a->index < 0 || b->index < 0) {
		return false;
	}
	if (a_matrix->group == b_matrix->group) {
		return a->index == b->index;
	}
	int64_t a_row = a->index % a_matrix->group_rows, a_column = a->index / a_matrix->group_rows;
	int64_t b_row = b->index % b_matrix->group_rows, b_column = b->index / b_matrix->group_rows;
	int groups = a_matrix->group + b_matrix->group;
	if (groups == GROUP_A + GROUP_B) {
		return a_column == b_column;
	}
	if (groups == GROUP_A + GROUP_C) {
		return a_row == b_row;
	}
	return a_matrix->group == GROUP_B ? a_row == b_column : a_column == b_row;
}

void facts_put_links(const struct page_program *program, struct spot spot, struct buf *out) {
	const struct figure *figure = &program->figure;
	struct cell cell = cell_at(program, spot);
	enum link link = link_of(figure);
	int rows, columns;
	int found = 0;
	const struct matrix *own = program_matrix(program, spot.matrix);
	buf_put_char(out, '[');
	bool small = program->drawn && figure_cells(figure, &rows, &columns) <= FACTS_SEARCHED;
	for (int i = 0; small && !cell.absent && i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		for (int64_t k = 0; k < (int64_t)matrix->rows * matrix->columns && found < FACTS_LINKS; k++) {
			int row = (int)(k / matrix->columns);
			int column = (int)(k % matrix->columns);
			struct cell other = figure_cell(figure, matrix, row, column);
			bool grouped = matrix->group != 0;
			bool linked = grouped ? are_met(own, &cell, matrix, &other)
					      : are_linked(link, &cell, &other, i == spot.matrix);
			if (linked) {
				buf_printf(out, "%s[%d,%d,%d]", found++ > 0 ? "," : "", i, row, column);
			}
		}
	}
	buf_put_char(out, ']');
}

/* --- instructions --- */

/* Append the cells that show the elements of "instruction", each with its lane. */
static void put_cells(const struct page_program *program, const struct path_instruction *instruction, struct buf *out) {
	const struct figure *figure = &program->figure;
	int64_t elements = program->path.rows * program->path.columns;
	int8_t *lanes = arena_array(out->arena, (size_t)elements, sizeof *lanes);
	memset(lanes, -1, (size_t)elements);
	for (int i = 0; i < instruction->lanes * instruction->values; i++) {
		lanes[instruction->elements[i]] = (int8_t)(i / instruction->values);
	}
	json_name(out, "cells");
	buf_put_char(out, '[');
	for (int i = 0; i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		for (int64_t k = 0; k < (int64_t)matrix->rows * matrix->columns; k++) {
			int row = (int)(k / matrix->columns);
			int column = (int)(k % matrix->columns);
			struct cell cell = figure_cell(figure, matrix, row, column);
			if (matrix->group == GROUP_A && cell.index >= 0 && lanes[cell.index] >= 0) {
				buf_printf(out, "[%d,%d,%d,%d],", i, row, column, lanes[cell.index]);
			}
		}
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

/* Append the least and the greatest k of the elements of "instruction". */
static void put_columns(const struct page_program *program, const struct path_instruction *instruction,
	struct buf *out) {
	int64_t least = program->path.columns, greatest = -1;
	for (int i = 0; i < instruction->lanes * instruction->values; i++) {
		int64_t column = instruction->elements[i] / program->path.rows;
		least = column < least ? column : least;
		greatest = column > greatest ? column : greatest;
	}
	json_int(out, "leastK", least);
	json_int(out, "greatestK", greatest);
}

void facts_put_step(const struct page_program *program, int step, int warp, int number, struct buf *out) {
	if (program->path.rows == 0 || step < PATH_STORE || step > PATH_MULTIPLY) {
		buf_put(out, "null");
		return;
	}
	struct path_instruction done = datapath_instruction(&program->path, (enum path_step)step, warp, number);
	buf_put_char(out, '{');
	put_cells(program, &done, out);
	json_flag(out, "contiguous", done.contiguous);
	json_int(out, "matrices", done.matrices);
	put_columns(program, &done, out);
	json_int(out, "wavefronts", done.wavefronts.actual);
	json_int(out, "phases", done.wavefronts.phases);
	json_int(out, "ways", done.wavefronts.ways);
	json_int(out, "bank", done.wavefronts.bank);
	json_name(out, "conflicts");
	buf_put_char(out, '[');
	for (int i = 0; i < done.wavefronts.lane_count; i++) {
		buf_printf(out, "%d,", done.wavefronts.lanes[i]);
	}
	json_close(out, ']');
	json_close(out, '}');
}
