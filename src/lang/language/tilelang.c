/*
 * TileLang: T.Layout(shape, lambda i, j: ...), T.Fragment(shape, forward_fn=lambda i, j: (thread, index)), the forms
 * that they print, and its makers of swizzled layouts, make_swizzled_layout(T.alloc_shared((64, 64), 'float16')) and
 * others. Outputs are numbered row-major in the shape of the output.
 */
#include <inttypes.h>

#include "lang/language/expression.h"
#include "lang/language/language.h"

/* --- T.Layout --- */

/* The results of a function of indices: the items of a tuple, or one. */
static const struct term *results_of(const struct term *body, int *count) {
	bool is_tuple = body->kind == TERM_LIST && (body->bracket == '(' || body->bracket == '[');
	*count = is_tuple ? body->count : 1;
	return is_tuple ? body->items : body;
}

static bool read_shape(struct reader *reader, const struct term *term, int64_t *shape, int *rank) {
	*rank = term_ints(reader, term, shape, LANGUAGE_RANK);
	extents_product(reader, term->span, shape, *rank, LIMIT_DENOTED);
	return !reader_failed(reader) && (*rank > 0 || reader_fault(reader, term->span, FAULT_RANK, "expected a shape"));
}

/* Whether the call is what TileLang prints: [4, 8] -> [...] and more. */
static bool is_printed(const struct term *call) {
	return call->count > 0 && call->items[0].kind == TERM_BINARY && call->items[0].op == OPERATOR_ARROW;
}

/* The parts "-> (1, 8, 512), transform: (_i, _j) -> (...)" of a printed layout. */
static bool read_printed_layout(struct reader *reader, const struct term *call, struct denotation *denotation) {
	const struct term *arrow = &call->items[0];
	term_argument(reader, call, 0, NULL);
	const struct term *transform = call->count > 1 ? term_field(call, "transform") : NULL;
	int64_t extents[LANGUAGE_RANK];
	int out_rank;
	if (transform == NULL || transform->kind != TERM_BINARY || transform->op != OPERATOR_ARROW) {
		return reader_fault(reader, call->span, FAULT_SYNTAX, "expected transform: (indices) -> (results)");
	}
	if (!read_shape(reader, &arrow->items[0], denotation->shape, &denotation->rank)
		|| !read_shape(reader, &arrow->items[1], extents, &out_rank)) {
		return false;
	}
	struct function function = { .names = &transform->items[0], .floors = true, .extents = extents };
	function.results = results_of(&transform->items[1], &function.result_count);
	if (function.result_count != out_rank) {
		return reader_fault(reader, transform->items[1].span, FAULT_RANK, "expected %d results, one for each extent, "
			"saw %d", out_rank, function.result_count);
	}
	return function_denote_memory(reader, call->span, &function, denotation);
}

/*
 * Layout(shape, lambda), or Layout([4, 8] -> [...]) as TileLang prints it: a function of indices that gives an
 * offset.
 */
static bool read_layout(struct reader *reader, const struct term *call, struct denotation *denotation) {
	if (is_printed(call)) {
		return read_printed_layout(reader, call, denotation);
	}
	const struct term *shape = term_need(reader, call, 0, "shape");
	const struct term *lambda = term_need(reader, call, 1, "forward_fn");
	if (reader_failed(reader) || !read_shape(reader, shape, denotation->shape, &denotation->rank)) {
		return false;
	}
	if (lambda->kind != TERM_LAMBDA) {
		return reader_fault(reader, lambda->span, FAULT_SYNTAX, "expected lambda i, j: ...");
	}
	struct function function = { .names = lambda, .bounds = true, .floors = true };
	function.results = results_of(lambda->target, &function.result_count);
	return function_denote_memory(reader, call->span, &function, denotation);
}

/* --- T.Fragment --- */

/* Who owns which element: functions of the indices, and of a copy's number behind them. */
struct fragment {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	int64_t copies;
	int64_t threads;                /* 0: as many as there are */
	int64_t count;                  /* coordinates times copies */
	int64_t *thread;                /* at coordinate + copy * coordinates, column-major */
	int64_t *index;
};

/* Room for the thread and the index of every element and copy. */
static bool fragment_init(struct reader *reader, struct span span, struct fragment *fragment) {
	int64_t extents[] = { extents_product(reader, span, fragment->shape, fragment->rank, LIMIT_DENOTED),
		fragment->copies };
	fragment->count = extents_product(reader, span, extents, 2, LIMIT_DENOTED);
	if (!reader_failed(reader)) {
		fragment->thread = arena_array(reader->al->arena, (size_t)fragment->count, sizeof *fragment->thread);
		fragment->index = arena_array(reader->al->arena, (size_t)fragment->count, sizeof *fragment->index);
	}
	return !reader_failed(reader);
}

/*
 * Fill in threads and indices from two functions, "parts" of "names". Several results of the second are numbered
 * row-major.
 */
static bool fragment_evaluate(struct reader *reader, struct span span, const struct term *const names[2],
	const struct term *const parts[2], struct fragment *fragment) {
	int64_t shape[LANGUAGE_RANK];
	if (!fragment_init(reader, span, fragment)) {
		return false;
	}
	int rank = fragment->rank;
	memcpy(shape, fragment->shape, sizeof shape);
	if (rank == LANGUAGE_RANK && fragment->copies > 1) {
		return reader_fault(reader, span, FAULT_LIMIT, "a fragment of copies has at most %d dimensions",
			LANGUAGE_RANK - 1);
	}
	if (fragment->copies > 1) {
		shape[rank++] = fragment->copies;
	}
	for (int side = 0; side < 2; side++) {
		struct function function = { .names = names[side], .floors = true, .names_may_lack = true };
		struct denotation table = { .rank = rank };
		memcpy(table.shape, shape, sizeof shape);
		function.results = side == 0 ? parts[0] : results_of(parts[1], &function.result_count);
		function.result_count = side == 0 ? 1 : function.result_count;
		if (!function_denote_memory(reader, span, &function, &table)) {
			return false;
		}
		for (int64_t i = 0; i < table.count; i++) {
			if (table.table[i] >= LIMIT_DENOTED || table.table[i] <= -LIMIT_DENOTED) {
				return reader_fault(reader, span, FAULT_LIMIT, "more than %d %s", LIMIT_DENOTED,
					side == 0 ? "threads" : "values");
			}
		}
		memcpy(side == 0 ? fragment->thread : fragment->index, table.table, (size_t)table.count * sizeof *table.table);
	}
	return true;
}

/* A fragment as TileLang prints it: thread and index as functions of the indices, with the copies as one more. */
static bool read_printed_fragment(struct reader *reader, const struct term *call, struct fragment *fragment) {
	const struct term *arrow = term_need(reader, call, 0, NULL);
	const struct term *parts[] = { term_need(reader, call, -1, "forward_thread"), term_need(reader, call, -1,
		"forward_index") };
	const struct term *copies = term_field(call, "replicate");
	const struct term *threads = term_field(call, "thread");
	if (reader_failed(reader) || !read_shape(reader, &arrow->items[0], fragment->shape, &fragment->rank)) {
		return false;
	}
	fragment->copies = copies != NULL ? term_int(reader, copies, 1, 1 << 20) : 1;
	fragment->threads = threads != NULL ? term_int(reader, threads, 1, LIMIT_DENOTED) : 0;
	static const char *const printed[] = { "_i", "_j", "_k", "_l", "_m", "_n", "_o", "_p" };
	enum { PRINTED = sizeof printed / sizeof *printed };
	struct term names[PRINTED + 1];
	int count = 0;
	if (fragment->rank > PRINTED) {
		return reader_fault(reader, arrow->items[0].span, FAULT_LIMIT, "TileLang has names for %d dimensions, not for "
			"%d", PRINTED, fragment->rank);
	}
	for (; count < fragment->rank; count++) {
		names[count] = (struct term){ .kind = TERM_NAME, .text = str_from(printed[count]) };
	}
	if (fragment->copies > 1) {
		names[count++] = (struct term){ .kind = TERM_NAME, .text = str_from("_rep") };
	}
	struct term list = { .kind = TERM_LIST, .items = names, .count = count };
	const struct term *both[] = { &list, &list };
	return !reader_failed(reader) && fragment_evaluate(reader, call->span, both, parts, fragment);
}

/* Whether "lambda" has an index for each of "rank" dimensions and one more for "copies"; a fault otherwise. */
static bool has_indices(struct reader *reader, const struct term *lambda, int rank, bool copies) {
	int count = copies ? rank + 1 : rank;
	return lambda->count == count || reader_fault(reader, lambda->span, FAULT_RANK,
		"expected %d indices, one for each dimension%s, saw %d", count, copies ? " and one for the copies" : "",
		lambda->count);
}

/* Fragment(shape, forward_fn), where the function gives the thread and the index in it, or two functions. */
static bool read_fragment_call(struct reader *reader, const struct term *call, struct fragment *fragment) {
	if (is_printed(call)) {
		return read_printed_fragment(reader, call, fragment);
	}
	const struct term *shape = term_need(reader, call, 0, "shape");
	const struct term *both = term_argument(reader, call, 1, "forward_fn");
	const struct term *thread = term_argument(reader, call, -1, "forward_thread_fn");
	const struct term *index = term_argument(reader, call, -1, "forward_index_fn");
	const struct term *copies = term_field(call, "replicate");
	if (reader_failed(reader) || !read_shape(reader, shape, fragment->shape, &fragment->rank)) {
		return false;
	}
	fragment->copies = copies != NULL ? term_int(reader, copies, 1, 1 << 20) : 1;
	bool has_copies = fragment->copies > 1;
	if (both != NULL && both->kind == TERM_LAMBDA && both->target->kind == TERM_LIST && both->target->count == 2) {
		const struct term *names[] = { both, both };
		const struct term *parts[] = { &both->target->items[0], &both->target->items[1] };
		return has_indices(reader, both, fragment->rank, has_copies)
			&& fragment_evaluate(reader, call->span, names, parts, fragment);
	}
	if (thread != NULL && thread->kind == TERM_LAMBDA && (index == NULL || index->kind == TERM_LAMBDA)) {
		static const struct term zero = { .kind = TERM_INT };
		const struct term *names[] = { thread, index != NULL ? index : thread };
		const struct term *parts[] = { thread->target, index != NULL ? index->target : &zero };
		return has_indices(reader, thread, fragment->rank, has_copies)
			&& (index == NULL || has_indices(reader, index, fragment->rank, false))
			&& fragment_evaluate(reader, call->span, names, parts, fragment);
	}
	return reader_fault(reader, call->span, FAULT_SYNTAX, "expected forward_fn=lambda i, j: (thread, index)");
}

/* The fragment that ldmatrix leaves: thread = 4 * row + column / 2, index = column mod 2; or with the two exchanged. */
static bool make_8x8(struct reader *reader, const struct term *call, bool transposed, struct fragment *fragment) {
	if (call->count > 0) {
		return reader_fault(reader, call->items[0].span, FAULT_SYNTAX, "one argument too many");
	}
	*fragment = (struct fragment){ .rank = 2, .shape = { 8, 8 }, .copies = 1, .threads = 32 };
	if (!fragment_init(reader, call->span, fragment)) {
		return false;
	}
	for (int64_t i = 0; i < 64; i++) {
		int64_t row = transposed ? i / 8 : i % 8;
		int64_t column = transposed ? i % 8 : i / 8;
		fragment->thread[i] = row * 4 + column / 2;
		fragment->index[i] = column % 2;
	}
	return true;
}

/*
 * fragment.repeat([r0, r1], repeat_on_thread, lower_dim_first): the fragment side by side, in other threads or in more
 * values of the same ones, the repeats numbered from the last dimension on or from the first.
 */
static bool repeat(struct reader *reader, const struct term *call, struct fragment *fragment) {
	int64_t repeats[LANGUAGE_RANK];
	const struct term *list = term_need(reader, call, 0, "repeats");
	const struct term *threads = term_argument(reader, call, 1, "repeat_on_thread");
	const struct term *order = term_argument(reader, call, 2, "lower_dim_first");
	int count = reader_failed(reader) ? 0 : term_ints(reader, list, repeats, LANGUAGE_RANK);
	if (reader_failed(reader) || count != fragment->rank) {
		return reader_fault(reader, call->span, FAULT_RANK, "expected %d repeats, saw %d", fragment->rank, count);
	}
	bool on_thread = threads != NULL && term_bool(reader, threads);
	bool lower_first = order == NULL || term_bool(reader, order);
	int64_t thread_count = fragment->threads > 0 ? fragment->threads
		: table_greatest(fragment->thread, fragment->count) + 1;
	int64_t index_count = table_greatest(fragment->index, fragment->count) + 1;
	struct fragment whole = { .rank = fragment->rank, .copies = fragment->copies };
	for (int d = 0; d < whole.rank; d++) {
		int64_t extents[] = { fragment->shape[d], repeats[d] };
		whole.shape[d] = extents_product(reader, list->span, extents, 2, LIMIT_DENOTED);
	}
	if (reader_failed(reader) || !fragment_init(reader, call->span, &whole)) {
		return false;
	}
	int64_t size = whole.count / whole.copies;
	int64_t part_size = fragment->count / fragment->copies;
	int64_t copies = 1;
	for (int d = 0; d < whole.rank; d++) {
		copies *= repeats[d];
	}
	for (int64_t i = 0; i < whole.count; i++) {
		int64_t coordinate[LANGUAGE_RANK];
		int64_t number = 0;
		coordinate_from_number(whole.shape, whole.rank, i % size, coordinate);
		for (int k = 0; k < whole.rank; k++) {
			int d = lower_first ? k : whole.rank - 1 - k;
			number = number * repeats[d] + coordinate[d] / fragment->shape[d];
			coordinate[d] %= fragment->shape[d];
		}
		int64_t part = coordinate_number(fragment->shape, whole.rank, coordinate) + i / size * part_size;
		whole.thread[i] = fragment->thread[part] + (on_thread ? number * thread_count : 0);
		whole.index[i] = fragment->index[part] + (on_thread ? 0 : number * index_count);
	}
	whole.threads = on_thread ? thread_count * copies : thread_count;
	*fragment = whole;
	return true;
}

/* fragment.replicate(n): n copies in other threads. */
static bool replicate(struct reader *reader, const struct term *call, struct fragment *fragment) {
	const struct term *times = term_need(reader, call, 0, "replicate");
	int64_t n = reader_failed(reader) ? 1 : term_int(reader, times, 1, 1 << 20);
	int64_t thread_count = fragment->threads > 0 ? fragment->threads
		: table_greatest(fragment->thread, fragment->count) + 1;
	struct fragment whole = *fragment;
	whole.copies = fragment->copies * n;
	if (reader_failed(reader) || !fragment_init(reader, call->span, &whole)) {
		return false;
	}
	for (int64_t i = 0; i < whole.count; i++) {
		whole.thread[i] = fragment->thread[i % fragment->count] + i / fragment->count * thread_count;
		whole.index[i] = fragment->index[i % fragment->count];
	}
	whole.threads = thread_count * n;
	*fragment = whole;
	return true;
}

/* A fragment and the methods behind it: repeat and replicate change it, condense_rep_var does not. */
static bool read_fragment(struct reader *reader, const struct term *call, struct fragment *fragment) {
	if (call->kind == TERM_CALL && call->target->kind == TERM_MEMBER && call->target->target->kind == TERM_CALL) {
		if (!read_fragment(reader, call->target->target, fragment)) {
			return false;
		}
		if (str_is(call->text, "repeat")) {
			return repeat(reader, call, fragment);
		}
		if (str_is(call->text, "replicate")) {
			return replicate(reader, call, fragment);
		}
		if (str_is(call->text, "condense_rep_var") && call->count == 0) {
			return true; /* the same function, written with one variable less */
		}
		return reader_fault(reader, call->span, FAULT_NAME, "expected repeat, replicate or condense_rep_var");
	}
	bool transposed = term_is_call(call, "make_gemm_fragment_8x8_transposed");
	if (transposed || term_is_call(call, "make_gemm_fragment_8x8")) {
		return make_8x8(reader, call, transposed, fragment);
	}
	return term_is_call(call, "Fragment") ? read_fragment_call(reader, call, fragment)
		: reader_fault(reader, call->span, FAULT_SYNTAX, "expected Fragment(...)");
}

/* Turn coordinate -> (thread, index) around. Each thread has each of its values from one coordinate. */
static bool denote_fragment(struct reader *reader, struct span span, const struct fragment *fragment,
	struct denotation *denotation) {
	int64_t threads = fragment->threads > 0 ? fragment->threads : table_greatest(fragment->thread, fragment->count) + 1;
	int64_t values = table_greatest(fragment->index, fragment->count) + 1;
	int64_t size = fragment->count / fragment->copies;
	denotation->rank = fragment->rank;
	memcpy(denotation->shape, fragment->shape, sizeof denotation->shape);
	int64_t *table = denotation_ownership(reader, span, denotation, threads, values);
	if (reader_failed(reader)) {
		return false;
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		table[i] = -1;
	}
	for (int64_t i = 0; i < fragment->count; i++) {
		int64_t at = fragment->thread[i] + threads * fragment->index[i];
		if (fragment->thread[i] < 0 || fragment->thread[i] >= threads || fragment->index[i] < 0) {
			return reader_fault(reader, span, FAULT_DOMAIN, "thread %" PRId64 " with index %" PRId64 " is outside of "
				"%" PRId64
				" threads", fragment->thread[i], fragment->index[i], threads);
		}
		if (table[at] >= 0 && table[at] != i % size) {
			return reader_fault(reader, span, FAULT_INJECTIVE, "thread %" PRId64 " has two elements at index %" PRId64,
				fragment->thread[i], fragment->index[i]);
		}
		table[at] = i % size;
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		if (table[i] < 0) {
			return reader_fault(reader, span, FAULT_INJECTIVE, "thread %" PRId64 " has nothing at index %" PRId64,
				i % threads,
				i / threads);
		}
	}
	denotation->inverted = true;
	denotation->order = "the text maps coordinates to thread and index; shown is (thread, index) to coordinate, "
		"column-major";
	return true;
}

/* --- layouts of shared memory --- */

struct shared {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	int64_t rows, columns;         /* the last two dimensions */
	int bits;
};

/* T.alloc_shared((64, 64), 'float16') */
static bool read_buffer(struct reading *reading, const struct term *term, struct shared *shared) {
	struct reader *reader = &reading->reader;
	if (term->kind != TERM_CALL) {
		memcpy(shared->shape, reading->options->shape, sizeof shared->shape);
		shared->rank = reading->options->rank;
		shared->bits = reading->options->bits;
	} else {
		const struct term *shape = term_need(reader, term, 0, "shape");
		const struct term *type = term_need(reader, term, 1, "dtype");
		const struct term *scope = term_argument(reader, term, 2, "scope");
		if (scope != NULL && scope->kind != TERM_STRING) {
			return reader_fault(reader, scope->span, FAULT_SYNTAX, "expected a scope such as 'shared.dyn'");
		}
		if (reader_failed(reader) || !read_shape(reader, shape, shared->shape, &shared->rank)) {
			return false;
		}
		shared->bits = type->kind == TERM_STRING || type->kind == TERM_NAME ? type_bits(term_last_name(type->text)) : 0;
	}
	if (shared->rank < 2 || shared->bits == 0 || shared->bits > 64) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "expected T.alloc_shared(shape, dtype) of at least two "
			"dimensions, or "
			"--shape and --dtype");
	}
	extents_product(reader, term->span, shared->shape, shared->rank, LIMIT_DENOTED);
	shared->rows = shared->shape[shared->rank - 2];
	shared->columns = shared->shape[shared->rank - 1];
	return !reader_failed(reader);
}

enum maker { MAKES_LINEAR, MAKES_PADDED, MAKES_PANELS, MAKES_DOUBLE, MAKES_DOUBLE_OUTER, MAKES_VOLTA_CROSSWISE,
	MAKES_VOLTA_A, MAKES_VOLTA_B };

/* A rule for the offset of row i, column j. */
struct rule {
	enum maker maker;
	int64_t rows, columns;
	int64_t vector;               /* elements of 16 bytes */
	int64_t pieces;               /* of 16 bytes in the row of a panel: 8, 4 or 2 */
};

/* Panels as wide as "pieces" vectors, the vectors of row i moved by i mod 8 / (8 / pieces). */
static int64_t panel_offset(const struct rule *rule, int64_t i, int64_t j) {
	int64_t width = rule->vector * rule->pieces;
	int64_t piece = j % width / rule->vector ^ i % 8 / (8 / rule->pieces);
	return j / width * rule->rows * width + i * width + piece * rule->vector + j % rule->vector;
}

/* The elements of a panel of 16 columns of 64 bits: whole groups of 4 rows, unless there are fewer. */
static int64_t double_panel(const struct rule *rule) {
	return rule->rows < 4 ? rule->rows * 16 : (rule->rows + 3) / 4 * 64;
}

/* 64 bits: panels of 16 columns, in which row i moves the columns of a group of 4, or the groups if k is outside. */
static int64_t double_offset(const struct rule *rule, int64_t i, int64_t j) {
	int64_t group = j % 16 / 4;
	int64_t place = rule->maker == MAKES_DOUBLE ? group * 4 + (j % 4 ^ i % 4) : (group ^ i % 4) * 4 + j % 4;
	return j / 16 * double_panel(rule) + i * 16 + place;
}

/* Volta, k inside: pieces of 4 elements; lines of 16 rows. */
static int64_t volta_crosswise(const struct rule *rule, int64_t i, int64_t j) {
	int64_t high = (i / 16 + j / 16 + i % 16 / 8) % 2;
	int64_t low = (j % 16 / 8 + i % 8 / 4) % 2;
	return j / 4 * 4 * rule->rows + i / 16 * 64 + i % 4 * 16 + high * 8 + low * 4 + j % 4;
}

/* Volta, k outside: rows of four, vectors of 8 moved within 64 (A) or 32 (B) columns. */
static int64_t volta_congruous(const struct rule *rule, int64_t i, int64_t j) {
	bool is_a = rule->maker == MAKES_VOLTA_A;
	int64_t line = i / 4 * 4 * rule->columns;
	int64_t span = is_a ? 64 : 32;
	int64_t high = (j % span / (span / 2) + i % 4 / 2) % 2;
	int64_t low = (j % (span / 2) / (span / 4) + i % 2) % 2;
	int64_t place = is_a ? j % 64 / 16 * rule->columns + j / 64 * 64 + j % 16 / 8 * 32
		: j % 32 / 8 * rule->columns + j / 32 * 32;
	return line + place + high * 16 + low * 8 + j % 8;
}

/* Where the rule puts element (i,j). */
static int64_t rule_offset(const struct rule *rule, int64_t i, int64_t j) {
	switch (rule->maker) {
	case MAKES_PANELS: return panel_offset(rule, i, j);
	case MAKES_DOUBLE:
	case MAKES_DOUBLE_OUTER: return double_offset(rule, i, j);
	case MAKES_VOLTA_CROSSWISE: return volta_crosswise(rule, i, j);
	case MAKES_VOLTA_A:
	case MAKES_VOLTA_B: return volta_congruous(rule, i, j);
	case MAKES_PADDED: return i * (rule->columns + rule->vector) + j;
	default: return i * rule->columns + j;
	}
}

/* Rows padded by 16 bytes where they are a multiple of 32, of elements of "bits". */
static enum maker padded(const struct shared *shared, int bits) {
	return bits * shared->columns % 256 == 0 ? MAKES_PADDED : MAKES_LINEAR;
}

/* The truth value in place "index" or called "name"; "otherwise" where it is not given. */
static bool option(struct reader *reader, const struct term *call, int index, const char *name, bool otherwise) {
	const struct term *term = term_argument(reader, call, index, name);
	return term == NULL ? otherwise : term_bool(reader, term);
}

/* As many pieces of 16 bytes as fit: 8, 4 or 2; 0 if not even two do. */
static int64_t fitting_pieces(const struct shared *shared, int64_t vector) {
	for (int64_t pieces = 8; pieces >= 2; pieces /= 2) {
		if (shared->columns % (vector * pieces) == 0) {
			return pieces;
		}
	}
	return 0;
}

/* The makers of Volta take any element for one of 16 bits. */
static void choose_volta(struct reader *reader, const struct term *call, const struct shared *shared,
	struct rule *rule) {
	bool is_a = option(reader, call, 1, "is_a", true);
	bool k_inner = option(reader, call, 2, "k_inner", true);
	bool is_square = shared->columns % 32 == 0 && shared->rows % 32 == 0;
	rule->maker = k_inner && is_square ? MAKES_VOLTA_CROSSWISE : shared->columns % 64 == 0 && shared->rows % 4 == 0
		? (is_a ? MAKES_VOLTA_A : MAKES_VOLTA_B) : padded(shared, 16);
	rule->vector = 8;
}

/*
 * The makers of tiles for GEMM. Where padding is allowed, as for mma.sync, what cannot be swizzled is padded; without
 * it, as wgmma and tcgen05 want it, such a tile is row-major if its rows are whole vectors, and refused if not.
 */
static bool choose_gemm(struct reader *reader, const struct term *call, const struct shared *shared,
	struct rule *rule) {
	bool is_plain = term_is_call(call, "make_swizzled_layout");
	bool k_major = option(reader, call, is_plain ? 1 : 2, "k_major", true);
	bool pads = is_plain && option(reader, call, 2, "allow_pad", true);
	const struct term *continuity = is_plain ? NULL : term_argument(reader, call, 1, "continuity");
	if (continuity != NULL && !term_is_name(continuity, "None")) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "continuity is not known");
	}
	if (shared->bits == 64 && term_is_call(call, "make_tcgen05mma_swizzled_layout")) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "tcgen05 takes no elements of 64 bits");
	}
	if (shared->bits == 64 && shared->columns % 16 == 0) {
		rule->maker = k_major ? MAKES_DOUBLE : MAKES_DOUBLE_OUTER;
		return true;
	}
	if (pads && (shared->bits == 64 || (shared->bits == 8 && !k_major))) {
		rule->maker = padded(shared, shared->bits);
		return true;
	}
	rule->pieces = shared->bits == 64 ? 2 : fitting_pieces(shared, rule->vector);
	rule->pieces = pads || shared->rows % 8 == 0 ? rule->pieces : 0;
	rule->maker = rule->pieces == 0 ? MAKES_LINEAR : MAKES_PANELS;
	bool is_whole = shared->bits == 64 || shared->columns % rule->vector == 0;
	return pads || rule->pieces > 0 || is_whole || reader_fault(reader, call->span, FAULT_DOMAIN,
		"%" PRId64 " columns are no whole number of vectors of 16 bytes", shared->columns);
}

/* The rule that "call" stands for. A fault where the maker refuses the shape. */
static bool choose_rule(struct reader *reader, const struct term *call, const struct shared *shared,
	struct rule *rule) {
	static const char *const banks[] = { "make_full_bank_swizzled_layout", "make_half_bank_swizzled_layout",
		"make_quarter_bank_swizzled_layout" };
	*rule = (struct rule){ .rows = shared->rows, .columns = shared->columns, .vector = 128 / shared->bits };
	if (term_is_call(call, "make_linear_layout")) {
		return true;
	}
	if (term_is_call(call, "make_volta_swizzled_layout")) {
		choose_volta(reader, call, shared, rule);
		return !reader_failed(reader);
	}
	for (int i = 0; i < 3; i++) {
		if (term_is_call(call, banks[i])) {
			rule->maker = MAKES_PANELS;
			rule->pieces = 8 >> i;
		}
	}
	if (rule->pieces == 0) {
		bool is_gemm = str_is_among(term_last_name(call->text),
			"make_swizzled_layout make_wgmma_swizzled_layout make_tcgen05mma_swizzled_layout");
		if (!is_gemm) {
			return reader_fault(reader, call->span, FAULT_NAME, "expected T.Layout, T.Fragment or a maker of layouts");
		}
		if (!choose_gemm(reader, call, shared, rule)) {
			return false;
		}
	}
	bool fits = rule->maker != MAKES_PANELS || ((shared->rows == 4 || shared->rows % 8 == 0)
		&& shared->columns % (rule->vector * rule->pieces) == 0);
	return !reader_failed(reader) && (fits || reader_fault(reader, call->span, FAULT_DOMAIN,
		"this swizzle takes 4 rows or a multiple of "
		"8, and a multiple of %" PRId64 " columns", rule->vector * rule->pieces));
}

/* make_swizzled_layout(buffer) and its like: the layout that the rule for the buffer gives. */
static bool read_maker(struct reading *reading, const struct term *call, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct shared shared = { 0 };
	struct rule rule;
	const struct term *buffer = term_need(reader, call, 0, "buffer");
	if (reader_failed(reader) || !read_buffer(reading, buffer, &shared) || !choose_rule(reader, call, &shared, &rule)) {
		return false;
	}
	int64_t *table = denotation_memory(reader, call->span, denotation, shared.shape, shared.rank);
	bool is_double = rule.maker == MAKES_DOUBLE || rule.maker == MAKES_DOUBLE_OUTER;
	int64_t matrix = rule.maker == MAKES_PADDED ? rule_offset(&rule, shared.rows - 1, shared.columns - 1) + 1
		: is_double ? shared.columns / 16 * double_panel(&rule) : shared.rows * shared.columns;
	for (int64_t n = 0; n < denotation->count && !reader_failed(reader); n++) {
		int64_t coordinate[LANGUAGE_RANK];
		int64_t batch = 0;
		coordinate_from_number(shared.shape, shared.rank, n, coordinate);
		for (int d = 0; d < shared.rank - 2; d++) {
			batch = batch * shared.shape[d] + coordinate[d];
		}
		table[n] = batch * matrix + rule_offset(&rule, coordinate[shared.rank - 2], coordinate[shared.rank - 1]);
	}
	denotation->bits = shared.bits;
	denotation->units = "elements";
	return !reader_failed(reader);
}

/* One layout of TileLang: a maker, a Layout, or a Fragment with its methods. */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	if (reading->program->count != 1 || reading->program->items[0].kind != TERM_CALL) {
		return reader_fault(reader, reading->program->span, FAULT_SYNTAX, "expected one layout of TileLang");
	}
	const struct term *term = &reading->program->items[0];
	const struct term *root = term;
	while (root->target != NULL && root->target->kind == TERM_MEMBER && root->target->target->kind == TERM_CALL) {
		root = root->target->target;
	}
	if (term_is_call(term, "Layout")) {
		denotation->units = "elements";
		return read_layout(reader, term, denotation);
	}
	if (term_is_call(root, "Fragment") || str_starts_with(term_last_name(root->text), "make_gemm_fragment")) {
		struct fragment fragment = { .copies = 1 };
		return read_fragment(reader, term, &fragment) && denote_fragment(reader, term->span, &fragment, denotation);
	}
	return read_maker(reading, term, denotation);
}

/* The function of a map as Python: for memory T.Layout, for ownership its inverse is what TileLang wants. */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	if (denotation->kind != DENOTES_MEMORY || denotation->rank < 1) {
		return denotation->kind == DENOTES_OWNERSHIP ? tilelang_write_fragment(out, reading, denotation)
			: "TileLang has layouts of memory and of registers";
	}
	buf_put(out, "T.Layout((");
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%s%" PRId64, d > 0 ? ", " : "", denotation->shape[d]);
	}
	buf_put(out, denotation->rank == 1 ? ",), lambda " : "), lambda ");
	expression_put_names(out, denotation->rank);
	buf_put(out, ": ");
	const char *why = expression_put(out, reading, denotation, EXPRESSION_PYTHON);
	buf_put_char(out, ')');
	return why;
}

static bool recognises(struct str text) {
	return str_has(text, "T.Layout(") || str_has(text, "Fragment(") || str_has(text, "make_gemm_fragment")
		|| (str_has(text, "Layout((") && str_has(text, "transform:")) || (str_has(text, "make_") && str_has(text,
		"alloc_shared"))
		|| str_has(text, "swizzled_layout(");
}

const struct language language_tilelang = {
	.name = "tilelang",
	.about = "T.Layout, T.Fragment, their printed forms and makers of TileLang",
	.is_python = true,
	.neutral = "scope thread_range",
	.recognises = recognises,
	.read = read,
	.write = write,
};
