#include "tool/check_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/element.h"
#include "base/utf8.h"
#include "lang/atoms.h"
#include "lang/formulas.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"
#include "tool/formula_check.h"
#include "tool/load_width.h"
#include "tool/subject.h"

/* A check at work. */
struct work {
	struct evaluation *ev;
	const struct check_request *request;
	const struct listener *listener;
	struct undecided *undecided;
	struct buf *out;
	const struct map *memory;   /* that others read and write; NULL: what --memory says */
	const char *reader, *reader_text;
	bool is_part;               /* of an answer about several operands */
};

static bool is_global(const char *space) {
	return strcmp(space, "global") == 0 || strcmp(space, "gmem") == 0;
}

static bool is_shared(const char *space) {
	return strcmp(space, "shared") == 0 || strcmp(space, "smem") == 0;
}

/* Whether the layout is memory that others read or write. */
static bool has_readers(const struct check_request *request) {
	return request->read != NULL || request->write != NULL || request->atom != NULL;
}

const char *check_request_problem(struct arena *arena, const struct check_request *request) {
	struct buf problem;
	buf_init(&problem, arena);
	if (request->dtype != NULL && element_access_bits(str_from(request->dtype)) == 0) {
		buf_printf(&problem, "no element type is called '%s'; known: " ELEMENT_WORDS, request->dtype);
	} else if (request->dtype == NULL && (request->space != NULL || request->warp != 0)) {
		buf_printf(&problem, "%s needs --dtype, the element type", request->warp != 0 ? "--warp" : "--space");
	} else if (request->dtype == NULL && has_readers(request)) {
		buf_put(&problem, "--read, --write and --atom need --dtype, the element type");
	} else if (has_readers(request) && request->shape != NULL) {
		buf_put(&problem, "with --read, --write or --atom the layout says the shape: --shape has no place");
	} else if (has_readers(request) && (request->memory != NULL || request->tile != NULL)) {
		buf_put(&problem, "with --read, --write or --atom the layout is the memory: --memory and --tile have no place");
	} else if (request->space != NULL && !is_global(request->space) && !is_shared(request->space)) {
		buf_printf(&problem, "expected --space=global or --space=shared, saw '%s'", request->space);
	} else if (request->warp != 0 && request->warp != BANK_LANES && request->space != NULL
		&& is_shared(request->space)) {
		buf_printf(&problem, "shared memory is modelled for warps of %d lanes only", BANK_LANES);
	}
	return problem.length > 0 ? problem.data : NULL;
}

/* --- what is checked --- */

/* A source of our own, which lasts as long as the evaluation. */
static struct source *source_of(struct arena *arena, const char *name, struct str text) {
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	return source;
}

/* The extents in "given", the value of the option "name": "M,N", "(M,N)" or any shape. */
static bool read_extents(const struct work *work, const char *name, const char *given, struct tuple *shape) {
	struct evaluation *ev = work->ev;
	struct buf text;
	struct outcome extents;
	buf_init(&text, ev->algebra.arena);
	buf_printf(&text, "(%s)", given);
	if (!evaluate_numbers(ev, source_of(ev->algebra.arena, name, buf_str(&text)), work->listener, &extents)) {
		return false;
	}
	*shape = value_as_tuple(&ev->algebra, &extents.value);
	while (tuple_is_tuple(*shape) && shape->rank == 1) {
		*shape = shape->modes[0];
	}
	if (tuple_is_tuple(*shape) && shape->rank == 0) {
		algebra_fault(&ev->algebra, FAULT_RANK, "expected extents, as 16,8");
	}
	if (layout_size(&ev->algebra, layout_from_shape(&ev->algebra, *shape)).value == 0) {
		algebra_fault(&ev->algebra, FAULT_DOMAIN, "the %s is empty", name + 2);
	}
	return evaluate_went_well(ev, extents.span, work->listener);
}

static void set_tile(struct algebra *al, struct check *check, struct tuple tile) {
	check->tile = tile;
	check->has_tile = true;
	check->tiling.tile = tuple_product_each(al, tile);
}

/* The tile in --tile, in place of any other. */
static bool read_tile(const struct work *work, struct check *check) {
	struct tuple tile;
	if (!read_extents(work, "--tile", work->request->tile, &tile)) {
		return false;
	}
	set_tile(&work->ev->algebra, check, tile);
	return true;
}

/* The shape in --shape, which tiles are to cover whatever of them lies beyond it. */
static bool read_shape(const struct work *work, struct check *check) {
	struct algebra *al = &work->ev->algebra;
	struct tuple shape;
	if (!read_extents(work, "--shape", work->request->shape, &shape)) {
		return false;
	}
	if (!check->has_tile) {
		set_tile(al, check, shape);
		return true;
	}
	check->is_repeated = true;
	check->tiling.box = tuple_product_each(al, shape);
	return true;
}

/* The memory of a tensor whose shape was given has this shape. */
static void compare_with_shape(struct algebra *al, const struct check *check, struct tuple memory) {
	if (!tuple_equal(tuple_product_each(al, memory), check->tiling.box)) {
		algebra_fault(al, FAULT_DOMAIN, "the memory layout has not the shape that --shape says");
	}
}

/* "tile" with "rank" modes, where it has more than one and fewer: of a pipeline's stages it has 1. */
static struct tuple with_modes(struct algebra *al, struct tuple tile, int rank) {
	if (!tuple_is_tuple(tile) || tile.rank < 2 || tile.rank >= rank) {
		return tile;
	}
	struct tuple *modes = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		modes[i] = i < tile.rank ? tile.modes[i] : tuple_int(1);
	}
	return tuple_of(al, modes, rank);
}

/*
 * Compare the extents of the tile with those of the memory layout, if there are as many of both. A larger memory is
 * covered by tiles; one that is smaller in a mode is a fault.
 */
static void compare_extents(struct algebra *al, struct check *check, struct tuple memory) {
	struct tuple tile = with_modes(al, check->tile, tuple_rank(memory));
	if (tuple_rank(tile) != tuple_rank(memory)) {
		return;
	}
	for (int i = 0; i < tuple_rank(tile); i++) {
		int64_t extent = int_value(al, tuple_product(al, tuple_mode(tile, i)));
		int64_t other = int_value(al, tuple_product(al, tuple_mode(memory, i)));
		check->is_repeated = check->is_repeated || extent < other;
		if (extent > other) {
			algebra_fault(al, FAULT_DOMAIN,
				"mode %d of the memory layout has extent %" PRId64 ", that of the tile %" PRId64, i, other, extent);
			/* With a reader there is no --shape: the layout says it. */
			if (check->reader == NULL) {
				fault_set_hint(&al->fault,
					"if the tile may go past its edge, say so with --shape and the same extents");
			}
		}
	}
	check->tiling = (struct tiling){ .tile = tuple_product_each(al, tile), .box = tuple_product_each(al, memory) };
}

/* Let "memory" be where the tile is. Its shape is the tile if there is no other. */
static void set_memory(struct algebra *al, struct check *check, struct map memory) {
	struct tuple shape = map_inner(al, memory).shape;
	check->memory = memory;
	check->has_memory = true;
	if (!check->has_tile) {
		check->tile = shape;
		check->has_tile = true;
	} else if (check->is_repeated) {
		compare_with_shape(al, check, shape);
	} else {
		compare_extents(al, check, shape);
	}
}

/* The layout in --memory. */
static bool read_memory(const struct work *work, struct check *check) {
	struct evaluation *ev = work->ev;
	struct outcome memory;
	struct source *source = source_of(ev->algebra.arena, "--memory", str_from(work->request->memory));
	if (!evaluate_numbers(ev, source, work->listener, &memory)) {
		return false;
	}
	set_memory(&ev->algebra, check, value_as_map(&ev->algebra, &memory.value));
	return evaluate_went_well(ev, memory.span, work->listener);
}

/* "map" with the numbers of cells in place of coordinates, if it gives these. */
static struct map number_coordinates(struct algebra *al, struct check *check) {
	if (check->map.kind != MAP_LAYOUT || !tuple_has_basis(check->map.layout.stride)) {
		return check->map;
	}
	check->is_numbered = true;
	check->box = check->has_tile ? check->tile : layout_coshape(al, check->map.layout);
	return map_from_layout(layout_number_coordinates(al, check->map.layout, check->box));
}

/*
 * Who owns the cells of the tile. Where tiles cover the memory, they take its place from then on, and what is outside
 * is so in each of them.
 */
static void own_cells(struct algebra *al, struct check *check) {
	check->coverage = coverage_of(al, &check->table, int_value(al, tuple_product(al, check->tile)));
	if (!check->is_repeated || algebra_failed(al)) {
		return;
	}
	struct coverage one = check->coverage;
	check->table = tv_table_repeat(al, &check->table, &check->tiling);
	check->tile = check->tiling.box;
	check->coverage = coverage_of(al, &check->table, int_value(al, tuple_product(al, check->tile)));
	check->coverage.outside = one.outside * check->tiling.tiles;
	check->coverage.first_outside = one.first_outside;
	check->coverage.outside_cell = one.outside_cell;
}

/* "map" as the values of one thread: what is no pair (thread, value), as a partition of a tensor. */
static struct map of_one_thread(struct algebra *al, struct map map) {
	struct layout inner = map_inner(al, map);
	return map_with_inner(al, map, layout_of(al, tuple_pair(al, tuple_int(1), inner.shape),
		tuple_pair(al, tuple_int(0), inner.stride)));
}

/* "map" with its first mode for threads and all others for values: what rows are taken for where nobody else reads. */
static struct map of_rows(struct algebra *al, struct map map) {
	struct layout inner = map_inner(al, map);
	int rest = layout_rank(inner) - 1;
	struct tuple shape = tuple_pair(al, inner.shape.modes[0], tuple_of(al, inner.shape.modes + 1, rest));
	struct tuple stride = tuple_pair(al, inner.stride.modes[0], tuple_of(al, inner.stride.modes + 1, rest));
	return map_with_inner(al, map, layout_of(al, shape, stride));
}

/* Everything that there is to find out. Faults are about the layout. */
static void examine(struct algebra *al, const struct check_request *request, struct check *check) {
	struct map map = number_coordinates(al, check);
	bool has_modes = !check->has_tile && map.kind != MAP_SWIZZLE && layout_rank(map_inner(al, map)) > 2;
	if (has_modes && check->is_part) {
		map = of_one_thread(al, map);
		check->is_bare = false;
	} else if (has_modes && request->dtype != NULL) {
		map = of_rows(al, map);
	}
	check->has_tv = check->has_tile || request->dtype != NULL;
	/* What is too large is refused before anything is counted. */
	if (check->has_tv) {
		check->table = tv_table_make(al, map);
	}
	if (!algebra_failed(al)) {
		check->query = query_map(al, map);
	}
	if (check->has_tile && !algebra_failed(al)) {
		own_cells(al, check);
	}
	if (request->dtype == NULL || algebra_failed(al)) {
		return;
	}
	if (check->by_descriptor) {
		int bits = element_bits(str_from(request->dtype));
		check->has_canonical = check->has_memory;
		if (check->has_canonical) {
			enum descriptor_kind kind = check->by_umma ? DESCRIPTOR_UMMA : DESCRIPTOR_GMMA;
			check->canonical = canonical_of(al, check->memory, check->instruction, bits, kind);
		}
		return;
	}
	bool both = request->space == NULL;
	check->has_access = true;
	check->dtype = request->dtype;
	check->warp = request->warp != 0 ? request->warp : BANK_LANES;
	check->has_global = both || is_global(request->space);
	check->has_shared = check->warp == BANK_LANES && (both || is_shared(request->space));
	const struct map *memory = check->has_memory ? &check->memory : NULL;
	int64_t cells = check->has_tile ? check->coverage.cells : 0;
	check->access = access_make(al, &check->table, memory, cells, element_access_bits(str_from(request->dtype)));
	if (!algebra_failed(al)) {
		check_traffic(check);
	}
}

/* Fill "check" for "subject". Returns false after a fault. */
static bool make_check(const struct work *work, const struct subject *subject, struct span span, struct check *check) {
	struct evaluation *ev = work->ev;
	const struct source *source = ev->source;
	*check = (struct check){
		.operand = subject->operand,
		.map = subject->map,
		.reader = work->reader,
		.reader_text = work->reader_text,
		.by_descriptor = subject->by_descriptor,
		.by_umma = subject->by_umma,
		.instruction = subject->instruction,
		.shares_threads = subject->shares_threads,
		.is_part = subject->is_part,
		.is_bare = subject->operand == NULL && !subject->has_tile && work->request->tile == NULL,
	};
	check->is_bare = check->is_bare && work->request->memory == NULL && work->memory == NULL;
	if (subject->has_tile) {
		set_tile(&ev->algebra, check, subject->tile);
	}
	if (!evaluate_went_well(ev, span, work->listener)
		|| (work->request->tile != NULL && !read_tile(work, check))) {
		return false;
	}
	if (work->request->shape != NULL && !read_shape(work, check)) {
		return false;
	}
	if (work->request->memory != NULL && !read_memory(work, check)) {
		return false;
	}
	ev->source = source;
	if (work->memory != NULL) {
		set_memory(&ev->algebra, check, *work->memory);
	}
	examine(&ev->algebra, work->request, check);
	return evaluate_went_well(ev, span, work->listener);
}

/* --- assertions --- */

/* Decide all assertions for one layout. Returns false if one of them cannot be. */
static bool decide(const struct work *work, struct fact_list *facts, bool *holds) {
	for (int i = 0; i < work->request->assert_count; i++) {
		work->undecided->source = (struct source){ "--assert", str_from(work->request->asserts[i]), 1 };
		if (!assert_evaluate(facts, &work->undecided->source, &holds[i], &work->undecided->message)) {
			return false;
		}
	}
	return true;
}

/* Each assertion, whether it holds, and if one does not the facts that they name. */
static void put_asserts(const struct check_request *request, const bool *holds, const struct fact_list *facts,
	struct buf *out) {
	bool all = true;
	for (int i = 0; i < request->assert_count; i++) {
		buf_put(out, i == 0 ? "\n" : "");
		utf8_put_visible_line(out, str_from(request->asserts[i]));
		buf_put(out, holds[i] ? ": true\n" : ": FALSE\n");
		all = all && holds[i];
	}
	for (int i = 0; i < facts->count && !all; i++) {
		if (facts->items[i].used) {
			buf_printf(out, "  %s = %" PRId64 "\n", facts->items[i].name, facts->items[i].value);
		}
	}
}

static void put_asserts_json(const struct check_request *request, const bool *holds, struct buf *out) {
	if (request->assert_count == 0) {
		return;
	}
	buf_put(out, ",\"asserts\":[");
	for (int i = 0; i < request->assert_count; i++) {
		buf_put(out, i > 0 ? ",{\"text\":" : "{\"text\":");
		buf_put_json(out, str_from(request->asserts[i]));
		buf_printf(out, ",\"holds\":%s}", holds[i] ? "true" : "false");
	}
	buf_put_char(out, ']');
}

/* --- the answer --- */

/* Check "subject" and append what there is to say. */
static enum check_answer check_subject(const struct work *work, const struct subject *subject, struct span span) {
	struct check check;
	struct algebra *al = &work->ev->algebra;
	const struct check_request *request = work->request;
	if (!make_check(work, subject, span, &check)) {
		return CHECK_REFUSED;
	}
	struct fact_list facts = { .count = 0 };
	bool holds[LIMIT_ASSERTS] = { false };
	check_facts(&check, &facts);
	if (!decide(work, &facts, holds)) {
		return CHECK_UNDECIDED;
	}
	if (request->json) {
		if (work->is_part) {
			buf_put_char(work->out, '{');
		} else {
			print_json_begin(work->out);
		}
		check_json(al, &check, work->out);
		put_asserts_json(request, holds, work->out);
		buf_put_char(work->out, '}');
	} else {
		check_report(al, &check, work->out);
		put_asserts(request, holds, &facts, work->out);
	}
	for (int i = 0; i < request->assert_count; i++) {
		if (!holds[i]) {
			return CHECK_FAILS;
		}
	}
	return CHECK_HOLDS;
}

static void begin_operands(const struct work *work) {
	if (work->request->json) {
		print_json_begin(work->out);
		buf_put(work->out, "\"operands\":[");
	}
}

/* Check "count" subjects one after the other; "first" if nothing has been said before. */
static enum check_answer check_subjects(const struct work *work, const struct subject *subjects, int count,
	struct span span, bool *first) {
	enum check_answer answer = CHECK_HOLDS;
	for (int i = 0; i < count; i++) {
		if (!*first) {
			buf_put_char(work->out, work->request->json ? ',' : '\n');
		}
		*first = false;
		enum check_answer one = check_subject(work, &subjects[i], span);
		if (one == CHECK_REFUSED || one == CHECK_UNDECIDED) {
			return one;
		}
		answer = one == CHECK_FAILS ? CHECK_FAILS : answer;
	}
	return answer;
}

/* What the copy atom called "name" reads: a row of memory for each lane. */
static struct subject rows_of_atom(struct algebra *al, struct str name, int bits) {
	struct copy_atom atom = copy_atom_make(al, atoms_find_copy(al, name), bits);
	int64_t threads = int_value(al, layout_size(al, layout_mode(atom.src, 0)));
	int64_t values = int_value(al, layout_size(al, layout_mode(atom.src, 1)));
	return subject_of_rows(al, threads > BANK_LANES ? threads : BANK_LANES, values);
}

/* The subjects of one reader or writer. Returns their number, 0 after a fault. */
static int subjects_of_reader(const struct work *work, struct subject *subjects, struct span *span) {
	struct evaluation *ev = work->ev;
	struct algebra *al = &ev->algebra;
	struct source *source = source_of(al->arena, work->reader, str_from(work->reader_text));
	if (strcmp(work->reader, "--atom") == 0) {
		ev->source = source;
		*span = (struct span){ 0, source->text.length };
		subjects[0] = rows_of_atom(al, source->text, element_access_bits(str_from(work->request->dtype)));
		return evaluate_went_well(ev, *span, work->listener) ? 1 : 0;
	}
	struct outcome outcome;
	if (!evaluate_numbers(ev, source, work->listener, &outcome)) {
		return 0;
	}
	*span = outcome.span;
	enum value_kind kind = outcome.value.kind;
	bool is_copy = kind == VALUE_TILED_COPY || kind == VALUE_COPY_ATOM;
	bool is_mma = kind == VALUE_TILED_MMA || kind == VALUE_MMA_ATOM;
	bool is_read = strcmp(work->reader, "--read") == 0;
	const char *usual = is_copy ? (is_read ? "S" : "D") : is_mma && !is_read ? "C" : NULL;
	const char *operand = work->request->operand != NULL ? work->request->operand : usual;
	int count = subjects_from_value(al, &outcome.value, operand, subjects);
	count = is_mma && count == SUBJECTS_MAX ? 2 : count;
	return evaluate_went_well(ev, outcome.span, work->listener) ? count : 0;
}

/* Check all readers and writers of the memory "value". */
static enum check_answer check_readers(struct work *work, const struct value *value, struct span span) {
	struct evaluation *ev = work->ev;
	const struct check_request *request = work->request;
	struct map memory = value_as_map(&ev->algebra, value);
	const struct {
		const char *option, *text;
	} readers[] = { { "--read", request->read }, { "--write", request->write }, { "--atom", request->atom } };
	if (!evaluate_went_well(ev, span, work->listener)) {
		return CHECK_REFUSED;
	}
	work->memory = &memory;
	work->is_part = true;
	enum check_answer answer = CHECK_HOLDS;
	bool first = true;
	begin_operands(work);
	for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
		struct subject subjects[SUBJECTS_MAX];
		if (readers[i].text == NULL) {
			continue;
		}
		work->reader = readers[i].option;
		work->reader_text = readers[i].text;
		int count = subjects_of_reader(work, subjects, &span);
		enum check_answer one = count > 0 ? check_subjects(work, subjects, count, span, &first) : CHECK_REFUSED;
		if (one == CHECK_REFUSED || one == CHECK_UNDECIDED) {
			return one;
		}
		answer = one == CHECK_FAILS ? CHECK_FAILS : answer;
	}
	buf_put(work->out, request->json ? "]}\n" : "");
	return answer;
}

static bool has_numbers(struct layout layout) {
	return tuple_has_values(layout.shape) && tuple_has_values(layout.stride);
}

/* A truth value, such as that of "A == B"; of formulas under what is assumed of their names. */
static enum check_answer check_truth(const struct work *work, bool holds) {
	struct fact_list facts = { .count = 0 };
	struct buf assumptions;
	bool asserted[LIMIT_ASSERTS] = { false };
	facts_add(&facts, "holds", holds);
	if (!decide(work, &facts, asserted)) {
		return CHECK_UNDECIDED;
	}
	buf_init(&assumptions, work->ev->algebra.arena);
	if (work->ev->symbols != NULL) {
		print_assumptions(&assumptions, work->ev->symbols);
	}
	if (work->request->json) {
		print_json_begin(work->out);
		buf_printf(work->out, "\"holds\":%s", holds ? "true" : "false");
		if (work->ev->symbols != NULL) {
			buf_printf(work->out, ",\"assumptions\":\"%s\"", assumptions.data);
		}
		put_asserts_json(work->request, asserted, work->out);
		buf_put(work->out, "}\n");
	} else {
		buf_printf(work->out, "holds       %s\n", holds ? "yes" : "no");
		if (assumptions.length > 0) {
			buf_printf(work->out, "assumed     %s\n", assumptions.data);
		}
		put_asserts(work->request, asserted, &facts, work->out);
	}
	for (int i = 0; i < work->request->assert_count; i++) {
		holds = asserted[i] && (i == 0 || holds);
	}
	return holds ? CHECK_HOLDS : CHECK_FAILS;
}

/* Nothing is asked that needs numbers. */
static bool is_plain_request(const struct check_request *request) {
	return request->tile == NULL && request->memory == NULL && request->dtype == NULL && request->operand == NULL
		&& !has_readers(request);
}

/* A layout with formulas of run-time integers, for all numbers that their names may stand for. */
static enum check_answer check_formulas(const struct work *work, const struct outcome *outcome) {
	struct evaluation *ev = work->ev;
	struct formula_check check;
	struct fact_list facts = { .count = 0 };
	bool holds[LIMIT_ASSERTS] = { false };
	bool good = true;
	formula_check_make(&ev->algebra, ev->symbols, &outcome->value, &check);
	if (!evaluate_went_well(ev, outcome->span, work->listener)) {
		return CHECK_REFUSED;
	}
	formula_check_facts(&check, &facts);
	if (!decide(work, &facts, holds)) {
		return CHECK_UNDECIDED;
	}
	if (work->request->json) {
		formula_check_json(&check, work->out);
		put_asserts_json(work->request, holds, work->out);
		buf_put(work->out, "}\n");
	} else {
		formula_check_report(&check, work->out);
		put_asserts(work->request, holds, &facts, work->out);
	}
	for (int i = 0; i < work->request->assert_count; i++) {
		good = good && holds[i];
	}
	return good ? CHECK_HOLDS : CHECK_FAILS;
}

enum check_answer check_run_program(struct evaluation *ev, const struct source *source,
	const struct check_request *request, const struct listener *listener, struct undecided *undecided,
	struct buf *out) {
	struct work work = {
		.ev = ev, .request = request, .listener = listener, .undecided = undecided, .out = out,
	};
	struct outcome outcome;
	struct subject subjects[SUBJECTS_MAX];
	if (!evaluate_last(ev, source, listener, &outcome)) {
		return CHECK_REFUSED;
	}
	if (outcome.value.kind == VALUE_BOOL) {
		return check_truth(&work, outcome.value.boolean);
	}
	if (has_readers(request)) {
		return check_readers(&work, &outcome.value, outcome.span);
	}
	if (outcome.written.kind == VALUE_TENSOR && !request->json) {
		const struct tensor_value *tensor = outcome.written.tensor;
		bool is_told = load_width_put(&ev->algebra, tensor, out);
		bool is_static = tensor->map.kind != MAP_LAYOUT || has_numbers(tensor->map.layout);
		if (is_told && !is_static && request->assert_count == 0) {
			return CHECK_HOLDS;
		}
	}
	bool has_formulas = value_has_symbol(&outcome.value);
	bool is_plain = is_plain_request(request);
	if (has_formulas && is_plain && outcome.value.kind == VALUE_LAYOUT) {
		return check_formulas(&work, &outcome);
	}
	bool is_refused = has_formulas && !is_plain && !value_require_known(&ev->algebra, &outcome.value);
	int count = is_refused ? 0 : subjects_from_value(&ev->algebra, &outcome.value, request->operand, subjects);
	if (!evaluate_went_well(ev, outcome.span, listener)) {
		return CHECK_REFUSED;
	}
	struct tensor_value tensor;
	subjects[0].is_part = count == 1 && value_tensor(&outcome.written, &tensor) && tensor.is_part;
	bool first = true;
	work.is_part = count > 1;
	if (count > 1) {
		begin_operands(&work);
	}
	enum check_answer answer = check_subjects(&work, subjects, count, outcome.span, &first);
	if (answer == CHECK_REFUSED || answer == CHECK_UNDECIDED) {
		return answer;
	}
	buf_put(out, request->json ? count > 1 ? "]}\n" : "\n" : "");
	return answer;
}

int check_accesses(struct evaluation *ev, const struct source *source, const struct check_request *request,
	const struct listener *listener, struct check checks[CHECK_OPERANDS_MAX]) {
	struct work work = { .ev = ev, .request = request, .listener = listener };
	struct algebra *al = &ev->algebra;
	struct outcome outcome;
	struct subject subjects[SUBJECTS_MAX];
	_Static_assert((int)SUBJECTS_MAX == (int)CHECK_OPERANDS_MAX, "an operand is a subject");
	if (!evaluate_numbers(ev, source, listener, &outcome)) {
		return 0;
	}
	int count = subjects_from_value(al, &outcome.value, request->operand, subjects);
	if (!evaluate_went_well(ev, outcome.span, listener)) {
		return 0;
	}
	for (int i = 0; i < count; i++) {
		if (!make_check(&work, &subjects[i], outcome.span, &checks[i])) {
			return 0;
		}
		if (!checks[i].has_access) {
			algebra_fault(al, FAULT_UNSUPPORTED, "operand %s: %s", checks[i].operand, CHECK_BY_DESCRIPTOR);
			evaluate_went_well(ev, outcome.span, listener);
			return 0;
		}
	}
	return count;
}
