/*
 * Elements are printed in tables of rows and columns, one for each coordinate of the modes behind the second, as the
 * DSL does; of a large extent only the ENDS on both sides are shown.
 */
#include "lang/print_tensor.h"

#include <inttypes.h>

#include "base/limits.h"
#include "lang/notation/plain.h"

/* --- values --- */

/* (3, 8), (3,): a tuple as Python prints it, with None for "_". */
static void put_python_tuple(struct buf *out, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		bool unknown = tuple_is_plain_int(t) && !int_has_value(t);
		buf_put(out, unknown ? "Int32(" : "");
		if (tuple_is_underscore(t)) {
			buf_put(out, "None");
		} else {
			print_tuple(out, t);
		}
		buf_put(out, unknown ? ")" : "");
		return;
	}
	buf_put_char(out, '(');
	for (int i = 0; i < t.rank; i++) {
		buf_put(out, i > 0 ? ", " : "");
		put_python_tuple(out, t.modes[i]);
	}
	buf_put(out, t.rank == 1 ? ",)" : ")");
}

void print_python(struct buf *out, const struct value *value) {
	if (value->kind == VALUE_STRING || value->kind == VALUE_TEXT) {
		buf_put_str(out, value->string);
	} else if (value->kind == VALUE_TUPLE && tuple_is_tuple(value->tuple)) {
		put_python_tuple(out, value->tuple);
	} else if (value->kind == VALUE_BOOL) {
		buf_put(out, value->boolean ? "True" : "False");
	} else {
		print_value_in(out, value, DIALECT_DSL);
	}
}

/* --- tensors --- */

struct sheet {
	struct algebra *al;
	struct buf *out;
	const struct tensor_value *tensor;
	const struct vector *vector;
	struct tuple shape;
};

/* The tuple (a,b) of a coordinate, without blanks. */
static void put_coordinate(struct buf *out, struct tuple c) {
	print_tuple(out, c);
}

/* Element "index", in column-major order. Coordinates have the blank of a sign too. */
static void put_element(const struct sheet *sheet, int64_t index) {
	if (sheet->tensor->has_pointer) {
		number_print(sheet->out, sheet->vector->element, sheet->vector->numbers[index]);
		return;
	}
	struct tuple place = map_crd2idx(sheet->al, tuple_int(index), sheet->tensor->map);
	buf_put_char(sheet->out, ' ');
	put_coordinate(sheet->out, tuple_add(sheet->al, sheet->tensor->offset, tuple_from_basis(sheet->al, place)));
}

/* tensor(raw_ptr(0x0000000000000000: f32, generic, align<4>) o (4,3):(3,1), data= */
static void put_header(const struct sheet *sheet) {
	const struct tensor_value *tensor = sheet->tensor;
	buf_put(sheet->out, "tensor(");
	if (tensor->has_pointer) {
		buf_put(sheet->out, "raw_ptr(0x0000000000000000: ");
		buf_put_str(sheet->out, element_name(tensor->pointer.element));
		buf_put(sheet->out, ", ");
		buf_put_str(sheet->out, tensor->pointer.space);
		buf_put(sheet->out, ", align<");
		buf_put_int(sheet->out, tensor->pointer.alignment);
		buf_put(sheet->out, ">)");
	} else {
		put_coordinate(sheet->out, tensor->offset);
	}
	buf_put(sheet->out, " o ");
	struct value layout = value_from_map(tensor->map);
	print_value_in(sheet->out, &layout, DIALECT_DSL);
	buf_put(sheet->out, ", data=");
}

enum { ENDS = 3 };   /* what is shown of each end of a large extent */

/* Whether place "i" of "extent" is left out; "*first" receives whether it is the first of those. */
static bool is_left_out(int64_t i, int64_t extent, bool *first) {
	*first = i == ENDS;
	return i >= ENDS && i < extent - ENDS;
}

/* One element a line: "       [ 0.000000, ]," and the last one with ", ])". */
static void put_column(const struct sheet *sheet, int64_t rows) {
	for (int64_t i = 0; i < rows; i++) {
		bool first;
		if (is_left_out(i, rows, &first)) {
			buf_put(sheet->out, first ? "       ...\n" : "");
			i = rows - ENDS - 1;
			continue;
		}
		buf_put(sheet->out, "       [");
		put_element(sheet, i);
		buf_put(sheet->out, i + 1 < rows ? ", ],\n" : ", ])\n");
	}
}

/* The elements of row "row" of the block that begins at "begin". */
static void put_row(const struct sheet *sheet, int64_t begin, int64_t row, int64_t rows, int64_t columns) {
	for (int64_t k = 0; k < columns; k++) {
		bool first;
		if (is_left_out(k, columns, &first)) {
			buf_put(sheet->out, "...,");
			buf_put(sheet->out, " ");
			k = columns - ENDS - 1;
			continue;
		}
		put_element(sheet, begin + row + rows * k);
		buf_put(sheet->out, ", ");
	}
}

/*
 * Blocks of rows: mode 0 is the rows, mode 1 the columns, and there is a block for each coordinate of the others. With
 * one block lines begin with 8 blanks, with three modes and more with 9, and brackets count up to three.
 */
static void put_blocks(const struct sheet *sheet, int64_t rows, int64_t columns, int64_t blocks, bool deep) {
	for (int64_t block = 0; block < blocks; block++) {
		for (int64_t i = 0; i < rows; i++) {
			bool first;
			if (is_left_out(i, rows, &first)) {
				buf_put(sheet->out, deep ? "         ...\n" : "        ...\n");
				i = rows - ENDS - 1;
				continue;
			}
			const char *head = deep ? (block == 0 ? "       [[[" : "        [[") : "       [[";
			buf_put(sheet->out, i == 0 ? head : deep ? "         [" : "        [");
			put_row(sheet, block * rows * columns, i, rows, columns);
			bool last = i + 1 == rows;
			bool end = last && block + 1 == blocks;
			buf_put(sheet->out, end ? (deep ? "]]])" : "]])") : last ? "]],\n" : "],");
			buf_put(sheet->out, "\n");
		}
	}
}

/* A line for each element: its coordinate and what it is. */
static void put_verbose(const struct sheet *sheet, int64_t size) {
	buf_put(sheet->out, " (\n");
	for (int64_t i = 0; i < size && algebra_step(sheet->al, 1); i++) {
		buf_put_char(sheet->out, '\t');
		put_coordinate(sheet->out, tuple_idx2crd(sheet->al, tuple_int(i), sheet->shape));
		buf_put_char(sheet->out, '=');
		put_element(sheet, i);
		buf_put_char(sheet->out, '\n');
	}
	buf_put(sheet->out, ")\n");
}

void print_tensor(struct algebra *al, struct buf *out, const struct tensor_value *tensor, const struct vector *vector,
		bool verbose) {
	struct sheet sheet = { al, out, tensor, vector, map_inner(al, tensor->map).shape };
	struct tuple size = tuple_product(al, sheet.shape);
	if (!algebra_failed(al) && tuple_rank(sheet.shape) == 0) {
		tuple_refuse_empty(al, "elements to print");
	}
	if (!algebra_failed(al) && !tuple_is_static(sheet.shape)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"the elements of a shape that is known at run time only are not printed");
	} else if (!algebra_failed(al) && size.value > LIMIT_VECTOR_ELEMENTS) {
		algebra_fault(al, FAULT_LIMIT, "at most %d elements are printed", LIMIT_VECTOR_ELEMENTS);
	}
	if (algebra_failed(al)) {
		return;
	}
	put_header(&sheet);
	if (verbose) {
		put_verbose(&sheet, size.value);
		return;
	}
	buf_put_char(out, '\n');
	int rank = tuple_rank(sheet.shape);
	int64_t rows = tuple_product(al, tuple_mode(sheet.shape, 0)).value;
	if (rank == 1) {
		put_column(&sheet, rows);
		return;
	}
	int64_t columns = tuple_product(al, tuple_mode(sheet.shape, 1)).value;
	int64_t block = rows * columns;
	put_blocks(&sheet, rows, columns, block > 0 ? size.value / block : 0, rank > 2);
}
