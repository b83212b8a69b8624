#include "tool/check_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/element.h"
#include "base/utf8.h"
#include "lang/notation/plain.h"
#include "tool/subject.h"

/* A check at work. */
struct work {
	struct evaluation *ev;
	const struct check_request *request;
	const struct listener *listener;
	struct undecided *undecided;
	struct buf *out;
};

const char *check_request_problem(struct arena *arena, const struct check_request *request) {
	struct buf problem;
	buf_init(&problem, arena);
	if (request->dtype != NULL && element_access_bits(str_from(request->dtype)) == 0) {
		buf_printf(&problem, "no element type is called '%s'; known: " ELEMENT_WORDS, request->dtype);
	} else if (request->dtype == NULL && (request->space != NULL || request->warp != 0)) {
		buf_printf(&problem, "%s needs --dtype, the element type", request->warp != 0 ? "--warp" : "--space");
	} else if (request->space != NULL && strcmp(request->space, "global") != 0
		&& strcmp(request->space, "shared") != 0) {
		buf_printf(&problem, "expected --space=global or --space=shared, saw '%s'", request->space);
	} else if (request->warp != 0 && request->warp != BANK_LANES && request->space != NULL
		&& strcmp(request->space, "shared") == 0) {
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

/* The shape in --tile: "M,N", "(M,N)" or any shape. */
static bool read_tile(const struct work *work, struct check *check) {
	struct evaluation *ev = work->ev;
	struct buf text;
	struct outcome tile;
	buf_init(&text, ev->algebra.arena);
	buf_printf(&text, "(%s)", work->request->tile);
	if (!evaluate_last(ev, source_of(ev->algebra.arena, "--tile", buf_str(&text)), work->listener, &tile)) {
		return false;
	}
	ev->algebra.operand = 0;
	struct tuple shape = value_as_tuple(&ev->algebra, &tile.value);
	while (tuple_is_tuple(shape) && shape.rank == 1) {
		shape = shape.modes[0];
	}
	if (tuple_is_tuple(shape) && shape.rank == 0) {
		algebra_fault(&ev->algebra, FAULT_RANK, "expected the extents of a tile, as 16,8");
	}
	if (layout_size(&ev->algebra, layout_from_shape(&ev->algebra, shape)).value == 0) {
		algebra_fault(&ev->algebra, FAULT_DOMAIN, "the tile is empty");
	}
	check->has_tile = true;
	check->tile = shape;
	return evaluate_went_well(ev, tile.span, work->listener);
}

/* The extents of the tile and those of the memory layout, if there are as many of both. */
static void compare_extents(struct algebra *al, struct tuple tile, struct tuple memory) {
	if (tuple_rank(tile) != tuple_rank(memory)) {
		return;
	}
	for (int i = 0; i < tuple_rank(tile); i++) {
		int64_t extent = tuple_product(al, tuple_mode(tile, i)).value;
		int64_t other = tuple_product(al, tuple_mode(memory, i)).value;
		if (extent != other) {
			algebra_fault(al, FAULT_DOMAIN,
				"mode %d of the memory layout has extent %" PRId64 ", that of the tile %" PRId64, i, other, extent);
		}
	}
}

/* The layout in --memory. Its shape is the tile if there is no other. */
static bool read_memory(const struct work *work, struct check *check) {
	struct evaluation *ev = work->ev;
	struct outcome memory;
	struct source *source = source_of(ev->algebra.arena, "--memory", str_from(work->request->memory));
	if (!evaluate_last(ev, source, work->listener, &memory)) {
		return false;
	}
	ev->algebra.operand = 0;
	check->memory = value_as_map(&ev->algebra, &memory.value);
	struct tuple shape = map_inner(&ev->algebra, check->memory).shape;
	if (!check->has_tile) {
		check->tile = shape;
		check->has_tile = true;
	} else {
		compare_extents(&ev->algebra, check->tile, shape);
	}
	check->has_memory = true;
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

/* Everything that there is to find out. Faults are about the layout. */
static void examine(struct algebra *al, const struct check_request *request, struct check *check) {
	struct map map = number_coordinates(al, check);
	check->has_tv = check->has_tile || request->dtype != NULL;
	int64_t cells = check->has_tile ? tuple_product(al, check->tile).value : 0;
	/* What is too large is refused before anything is counted. */
	if (check->has_tv) {
		check->table = tv_table_make(al, map);
	}
	if (!algebra_failed(al)) {
		check->query = query_map(al, map);
	}
	if (check->has_tile && !algebra_failed(al)) {
		check->coverage = coverage_of(al, &check->table, cells);
	}
	if (request->dtype == NULL || check->by_descriptor || algebra_failed(al)) {
		return;
	}
	bool both = request->space == NULL;
	check->has_access = true;
	check->dtype = request->dtype;
	check->warp = request->warp != 0 ? request->warp : BANK_LANES;
	check->has_global = both || strcmp(request->space, "global") == 0;
	check->has_shared = check->warp == BANK_LANES && (both || strcmp(request->space, "shared") == 0);
	check->access = access_make(al, &check->table, check->has_memory ? &check->memory : NULL, cells,
		element_access_bits(str_from(request->dtype)));
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
		.has_tile = subject->has_tile,
		.tile = subject->tile,
		.by_descriptor = subject->by_descriptor,
	};
	if (work->request->tile != NULL && !read_tile(work, check)) {
		return false;
	}
	if (work->request->memory != NULL && !read_memory(work, check)) {
		return false;
	}
	ev->source = source;
	ev->algebra.operand = 0;
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
		buf_put_char(work->out, '{');
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

enum check_answer check_run_program(struct evaluation *ev, const struct source *source,
	const struct check_request *request, const struct listener *listener, struct undecided *undecided,
	struct buf *out) {
	struct work work = { ev, request, listener, undecided, out };
	struct outcome outcome;
	struct subject subjects[SUBJECTS_MAX];
	if (!evaluate_last(ev, source, listener, &outcome)) {
		return CHECK_REFUSED;
	}
	ev->algebra.operand = 0;
	int count = subjects_from_value(&ev->algebra, &outcome.value, request->operand, subjects);
	if (!evaluate_went_well(ev, outcome.span, listener)) {
		return CHECK_REFUSED;
	}
	enum check_answer answer = CHECK_HOLDS;
	buf_put(out, request->json && count > 1 ? "{\"operands\":[" : "");
	for (int i = 0; i < count; i++) {
		if (i > 0) {
			buf_put_char(out, request->json ? ',' : '\n');
		}
		enum check_answer one = check_subject(&work, &subjects[i], outcome.span);
		if (one == CHECK_REFUSED || one == CHECK_UNDECIDED) {
			return one;
		}
		answer = one == CHECK_FAILS ? CHECK_FAILS : answer;
	}
	buf_put(out, request->json ? count > 1 ? "]}\n" : "\n" : "");
	return answer;
}
