#include "tool/problem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "base/checked.h"
#include "base/limits.h"
#include "gpu/rows.h"
#include "lang/tensor.h"

/* A problem in the making. */
struct statement {
	struct evaluation *ev;
	const struct problem_request *request;
	const struct listener *listener;
	struct problem *problem;
	struct problem_refusal *refusal;
};

/* What does not suit. */
static enum problem_answer refuse(const struct statement *statement, const char *what, const struct fault *why) {
	*statement->refusal = (struct problem_refusal){ what, *why };
	return PROBLEM_UNSUITABLE;
}

/* What does not go together. */
static enum problem_answer misuse(const struct statement *statement, const char *why) {
	*statement->refusal = (struct problem_refusal){ .what = NULL };
	fault_set(&statement->refusal->why, FAULT_SYNTAX, 0, "%s", why);
	return PROBLEM_MISUSED;
}

/* Evaluate "text", called "name" in messages, with the names of the extents bound. */
static enum problem_answer evaluate(const struct statement *statement, const char *name, const char *text,
	struct value *out) {
	struct evaluation *ev = statement->ev;
	const struct problem_shape *shape = &statement->request->shape;
	struct buf program;
	struct source *bindings = arena_alloc(ev->algebra.arena, sizeof *bindings);
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	buf_init(&program, ev->algebra.arena);
	static const char names[PROBLEM_RANK_MAX] = { 'M', 'N', 'K', 'P', 'Q', 'R', 'S', 'T' };
	for (int i = 0; i < shape->rank; i++) {
		buf_printf(&program, "%c = %" PRId64 "\n", names[i], shape->extent[i]);
	}
	*bindings = (struct source){ "<shape>", buf_str(&program), 1 };
	*source = (struct source){ arena_copy(ev->algebra.arena, name, strlen(name)), str_from(text), 1 };
	bool good = evaluation_run(ev, bindings) && evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		struct fault why = { 0 };
		fault_set(&why, FAULT_SYNTAX, 0, "expected an expression");
		return refuse(statement, source->name, &why);
	}
	statement->listener->hear(statement->listener->context, ev);
	if (!good) {
		return PROBLEM_REFUSED;
	}
	*out = value_as_plain(&ev->algebra, &ev->results[ev->result_count - 1]);
	if (!value_require_known(&ev->algebra, out)) {
		return refuse(statement, source->name, &ev->algebra.fault);
	}
	return PROBLEM_STATED;
}

static struct layout default_layout(struct algebra *al, const struct problem_shape *shape, bool is_column_major) {
	struct tuple *extents = tuple_modes_new(al, shape->rank);
	for (int i = 0; i < shape->rank; i++) {
		extents[i] = tuple_int(shape->extent[i]);
	}
	struct tuple all = tuple_of(al, extents, shape->rank);
	return is_column_major ? layout_from_shape(al, all) : layout_from_shape_right(al, all);
}

/* The offset of the first coordinate: "given", or if that is 0, such that the least offset of "layout" is 0. */
static int64_t start_of(struct algebra *al, struct layout layout, int64_t given) {
	struct offsets offsets = offsets_init(al, layout);
	int64_t start = given;
	int64_t first;
	int64_t last;
	if (algebra_failed(al)) {
		return 0;
	}
	if (!(given != 0 || checked_sub(0, offsets.least, &start)) || !checked_add(offsets.greatest, start, &last)
			|| last >= LIMIT_TENSOR_ELEMENTS) {
		algebra_fault(al, FAULT_LIMIT, "more than %" PRId64 " elements of memory", LIMIT_TENSOR_ELEMENTS);
	} else if (!checked_add(offsets.least, start, &first) || first < 0) {
		algebra_fault(al, FAULT_DOMAIN, "the least offset of the layout is %" PRId64 ": it begins before memory with %"
			PRId64 " in front", offsets.least, given);
	}
	return start;
}

/* The offset of "value" where it is offset + layout, which then becomes the layout; otherwise 0. */
static int64_t take_offset(struct value *value) {
	const struct composed *composed = value->kind == VALUE_COMPOSED ? value->composed : NULL;
	if (composed == NULL || composed->outer.kind != MAP_IDENTITY || composed->inner.kind != MAP_LAYOUT
			|| !tuple_is_plain_int(composed->offset)) {
		return 0;
	}
	*value = value_from_layout(composed->inner.layout);
	return composed->offset.value;
}

/* Where the problem has the layout and the start of the tensor in place "place" of the request. */
static struct layout *layout_at(struct problem *problem, int place, int64_t **start) {
	int output = place - OPERANDS_MAX;
	if (output < 0) {
		*start = &problem->operand_starts[place];
		return &problem->operands[place];
	}
	*start = output == 0 ? &problem->output_start : &problem->further[output - 1].start;
	return output == 0 ? &problem->output : &problem->further[output - 1].layout;
}

/*
 * The layout of the tensor in place "place" of the request: "row", "col" or an expression, of a layout or offset +
 * layout. Where no offset is given, it is that with which a layout with negative strides begins at the beginning of
 * memory.
 */
static enum problem_answer tensor_layout(const struct statement *statement, int place) {
	struct algebra *al = &statement->ev->algebra;
	const struct problem_shape *shape = &statement->request->shape;
	const char *text = statement->request->layouts[place];
	bool is_output = place >= OPERANDS_MAX;
	int64_t *start;
	struct layout *out = layout_at(statement->problem, place, &start);
	struct buf name;
	buf_init(&name, al->arena);
	buf_put_char(&name, '<');
	rows_put_tensor(&name, place);
	buf_put_char(&name, '>');
	if (text == NULL || strcmp(text, "row") == 0 || strcmp(text, "col") == 0) {
		*out = default_layout(al, shape, text != NULL && text[0] == 'c');
		*start = 0;
		return PROBLEM_STATED;
	}
	struct value value;
	enum problem_answer answer = evaluate(statement, name.data, text, &value);
	if (answer != PROBLEM_STATED) {
		return answer;
	}
	int64_t given = take_offset(&value);
	struct layout layout = value_as_layout(al, &value);
	if (!algebra_failed(al) && layout_rank(layout) != shape->rank) {
		algebra_fault(al, FAULT_RANK, "a layout of rank %d; the shape has rank %d", layout_rank(layout), shape->rank);
	}
	for (int i = 0; i < shape->rank && !algebra_failed(al); i++) {
		int64_t extent = layout_size(al, layout_mode(layout, i)).value;
		if (extent != shape->extent[i]) {
			algebra_fault(al, FAULT_RANK, "mode %d has %" PRId64 " elements; the shape has %" PRId64, i, extent,
				shape->extent[i]);
		}
	}
	if (!algebra_failed(al) && tuple_has_basis(layout.stride)) {
		algebra_fault(al, FAULT_TYPE, "strides with a basis are no offsets in memory");
	}
	struct layout flat = layout_flatten(al, layout);
	for (int i = 0; i < layout_rank(flat) && !algebra_failed(al); i++) {
		int64_t stride = tuple_mode(flat.stride, i).value;
		if (is_output && stride == 0 && tuple_mode(flat.shape, i).value > 1) {
			algebra_fault(al, FAULT_DOMAIN, "a stride of 0 is not for an output");
		}
	}
	*start = start_of(al, layout, given);
	*out = layout;
	return algebra_failed(al) ? refuse(statement, name.data, &al->fault)
				  : PROBLEM_STATED;
}

/* --tv and --tile, or a pair of both. */
static enum problem_answer given_tv(const struct statement *statement) {
	struct algebra *al = &statement->ev->algebra;
	const struct problem_request *request = statement->request;
	struct value tv;
	struct value tile;
	enum problem_answer answer = evaluate(statement, "<tv>", request->tv, &tv);
	if (answer != PROBLEM_STATED) {
		return answer;
	}
	if (value_is_tv_pair(&tv)) {
		tile = tv.list.items[0];
		tv = tv.list.items[1];
	} else if (request->tile == NULL) {
		return misuse(statement, "--tv needs --tile, or a pair (tile, layout) as make_layout_tv gives");
	}
	if (request->tile != NULL) {
		struct buf tile_text;
		buf_init(&tile_text, al->arena);
		buf_printf(&tile_text, "(%s)", request->tile);
		answer = evaluate(statement, "<tile>", tile_text.data, &tile);
		if (answer != PROBLEM_STATED) {
			return answer;
		}
	}
	statement->problem->tv = value_as_layout(al, &tv);
	statement->problem->tile = tuple_wrap(al, value_as_tuple(al, &tile));
	statement->problem->has_tv = true;
	return PROBLEM_STATED;
}

/* --thr with --val or --val-bytes, or without them the tutorial's, which is for shapes of rank 2. */
static enum problem_answer given_threads(const struct statement *statement) {
	struct algebra *al = &statement->ev->algebra;
	const struct problem_request *request = statement->request;
	bool is_default = request->thr == NULL;
	bool in_bytes = is_default || request->val_bytes != NULL;
	struct value thr;
	struct value val;
	if (is_default && request->shape.rank != 2) {
		return PROBLEM_STATED;
	}
	enum problem_answer answer = evaluate(statement, "<thr>", is_default ? "(4,32):(32,1)" : request->thr, &thr);
	if (answer == PROBLEM_STATED) {
		answer = evaluate(statement, "<val>", is_default ? "(4,16):(16,1)" : in_bytes ? request->val_bytes
											      : request->val,
			&val);
	}
	if (answer != PROBLEM_STATED) {
		return answer;
	}
	struct layout thr_layout = value_as_layout(al, &thr);
	struct layout val_layout = value_as_layout(al, &val);
	if (in_bytes) {
		val_layout = layout_recast(al, val_layout, 8 * problem_widest(statement->problem), 8);
	}
	struct tv_layout tv = tv_layout_make(al, thr_layout, val_layout);
	statement->problem->tv = tv.layout;
	statement->problem->tile = tuple_wrap(al, tv.tiler);
	statement->problem->has_tv = true;
	return PROBLEM_STATED;
}

/* The thread-value layout of the problem, if one is given or the tutorial's fits. */
static enum problem_answer problem_tv(const struct statement *statement) {
	struct algebra *al = &statement->ev->algebra;
	const struct problem *problem = statement->problem;
	enum problem_answer answer = statement->request->tv != NULL ? given_tv(statement) : given_threads(statement);
	if (answer != PROBLEM_STATED || !problem->has_tv) {
		return answer;
	}
	if (!algebra_failed(al) && tuple_rank(problem->tile) != problem->rank) {
		algebra_fault(al, FAULT_RANK, "the tile has rank %d, the shape rank %d", tuple_rank(problem->tile),
			problem->rank);
	}
	return algebra_failed(al) ? refuse(statement, "the thread-value layout", &al->fault) : PROBLEM_STATED;
}

/* The modes that are reduced: "all", or numbers between commas, from the end if negative. Each is named once. */
static bool read_dims(const struct problem_request *request, unsigned *modes) {
	const char *given = request->dim != NULL ? request->dim : "-1";
	int rank = request->shape.rank;
	*modes = 0;
	if (request->reduce != REDUCE_NONE && strcmp(given, "all") == 0) {
		*modes = problem_all_modes(rank);
	} else if (request->reduce != REDUCE_NONE) {
		for (bool more = true; more; given++) {
			char *end;
			long i = strtol(given, &end, 10);
			i = i < 0 ? i + rank : i;
			if (end == given || (*end != ',' && *end != '\0') || i < 0 || i >= rank || (*modes >> i & 1) != 0) {
				return false;
			}
			*modes |= 1u << i;
			more = *end == ',';
			given = end;
		}
	}
	return true;
}

/* The types that are given; otherwise outputs have the one that holds the operands' values. */
static void set_dtypes(const struct problem_request *request, struct problem *problem) {
	const struct named_dtype *outputs = request->named_dtypes + OPERANDS_MAX;
	for (int k = 0; k < OPERANDS_MAX; k++) {
		const struct named_dtype *named = &request->named_dtypes[k];
		problem->operand_dtypes[k] = named->is_given ? named->dtype : request->dtype;
	}
	enum dtype common = dtype_common(problem->operand_dtypes, problem->op->operands);
	enum dtype usual = problem_result_dtype(problem->reduce, common);
	problem->output_dtype = outputs[0].is_given ? outputs[0].dtype : usual;
	for (int i = 1; i < OUTPUTS_MAX; i++) {
		problem->further[i - 1].dtype = outputs[i].is_given ? outputs[i].dtype : usual;
	}
}

enum problem_answer problem_state(struct evaluation *ev, const struct problem_request *request,
	const struct listener *listener, struct problem *problem, struct problem_refusal *refusal) {
	const struct statement statement = { ev, request, listener, problem, refusal };
	const struct problem_shape *shape = &request->shape;
	*problem = (struct problem){ .rank = shape->rank };
	problem->op = request->op;
	problem->reduce = request->reduce;
	set_dtypes(request, problem);
	for (int i = 0; i < shape->rank; i++) {
		problem->shape[i] = shape->extent[i];
	}
	if (problem->reduce != REDUCE_NONE && request->op->further > 0) {
		return misuse(&statement, "--reduce takes one expression; several, between ';', are for elementwise problems");
	}
	if (problem->reduce != REDUCE_NONE && request->layouts[OPERANDS_MAX] != NULL) {
		return misuse(&statement, "--layout gives the memory of out, but the results of --reduce lie in a row");
	}
	if (!read_dims(request, &problem->reduced)) {
		struct buf why;
		buf_init(&why, ev->algebra.arena);
		buf_printf(&why, "--dim is 'all' or modes of the shape, each once, not '%s'", request->dim);
		return misuse(&statement, why.data);
	}
	enum problem_answer answer = PROBLEM_STATED;
	for (int k = 0; k < request->op->operands && answer == PROBLEM_STATED; k++) {
		answer = tensor_layout(&statement, k);
	}
	for (int i = 0; i < problem_outputs(problem) && answer == PROBLEM_STATED; i++) {
		answer = tensor_layout(&statement, OPERANDS_MAX + i);
	}
	problem->output_start = problem->reduce == REDUCE_NONE ? problem->output_start : 0;
	return answer == PROBLEM_STATED ? problem_tv(&statement) : answer;
}
