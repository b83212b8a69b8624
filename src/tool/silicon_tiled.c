#include "tool/silicon_tiled.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "tool/silicon.h"

/* Operands of faults: the expression as a whole, and memories. */
enum { OF_ALL, OF_A = TILED_OF_A, OF_B = TILED_OF_B, OF_READ = TILED_COPY_OF_READ, OF_SHARED = TILED_COPY_OF_SHARED,
	OF_WRITTEN = TILED_COPY_OF_WRITTEN, TEXTS };

/* A request on its way. */
struct stating {
	struct evaluation *ev;
	const struct listener *listener;
	const struct source *texts[TEXTS];     /* by operand; NULL where there is none */
};

/* Run "text", called "name" in messages, as that of operand "of". Its last value is in "*out". */
static bool evaluate(struct stating *stating, int of, const char *name, struct str text, struct value *out) {
	struct evaluation *ev = stating->ev;
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	stating->texts[of] = source;
	if (!evaluation_run(ev, source)) {
		return false;
	}
	if (ev->warning_count > 0 && stating->listener != NULL) {
		stating->listener->hear(stating->listener->context, ev);
		evaluation_forgive(ev);
	}
	*out = ev->result_count > 0 ? ev->results[ev->result_count - 1] : value_none();
	return true;
}

/* The fault of the algebra is that of the whole text of its operand, or of the expression. */
static bool refuse(struct stating *stating) {
	struct evaluation *ev = stating->ev;
	struct fault fault = ev->algebra.fault;
	const struct source *text = stating->texts[fault.operand < TEXTS ? fault.operand : OF_ALL];
	ev->source = text != NULL ? text : stating->texts[OF_ALL];
	fault.operand = OF_ALL;
	ev->error = (struct message){ fault, { 0, ev->source->text.length } };
	return false;
}

/* Bind the names of the extents. */
static void bind_shape(struct evaluation *ev, const struct problem_shape *shape) {
	static const char names[] = { 'M', 'N', 'K', 'P', 'Q', 'R', 'S', 'T' };
	_Static_assert(sizeof names == PROBLEM_RANK_MAX, "a name for each extent");
	for (int i = 0; i < shape->rank; i++) {
		evaluation_bind(ev, (struct str){ &names[i], 1 }, value_from_tuple(tuple_int(shape->extent[i])));
	}
}

/* Memory of "shape": "row", "col", an expression, or "usual" if there is none. */
static bool read_memory(struct stating *stating, int of, const char *name, const char *text, struct tuple shape,
		const struct map **out) {
	struct algebra *al = &stating->ev->algebra;
	struct value value;
	*out = NULL;
	if (text == NULL) {
		return true;
	}
	struct map *map = arena_alloc(al->arena, sizeof *map);
	if (strcmp(text, "col") == 0) {
		*map = map_from_layout(layout_from_shape(al, shape));
	} else if (strcmp(text, "row") == 0) {
		*map = map_from_layout(layout_from_shape_right(al, shape));
	} else if (evaluate(stating, of, name, str_from(text), &value)) {
		algebra_operand(al, of);
		*map = value_as_map(al, &value);
		algebra_operand(al, OF_ALL);
	} else {
		return false;
	}
	*out = map;
	return !algebra_failed(al) || refuse(stating);
}

/* --- MMAs --- */

static bool state_mma(struct stating *stating, const struct tiled_request *request,
		const struct named_tiled_mma *named, struct tiled_question *out) {
	struct algebra *al = &stating->ev->algebra;
	const int64_t *extent = request->shape.extent;
	if (request->shape.rank != 3) {
		algebra_fault(al, FAULT_RANK, "a tiled MMA is proved over a shape M,N,K");
		return refuse(stating);
	}
	*out = (struct tiled_question){ .m = extent[0], .n = extent[1], .k = extent[2], .tiled = named->mma };
	struct tuple k = tuple_int(out->k);
	const struct map *a = NULL;
	const struct map *b = NULL;
	if (!read_memory(stating, OF_A, "<a>", request->a != NULL ? request->a : "col",
				tuple_pair(al, tuple_int(out->m), k), &a)
			|| !read_memory(stating, OF_B, "<b>", request->b != NULL ? request->b : "col",
				tuple_pair(al, tuple_int(out->n), k), &b)) {
		return false;
	}
	out->memory_a = *a;
	out->memory_b = *b;
	struct silicon_question atom = silicon_question(al, named->atom->name);
	if (atom.kind != SILICON_MMA && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a kernel is made of MMAs of a warp, mma.sync; this is another");
	}
	if (atom.kind == SILICON_MMA && mma_is_complex(&atom.mma) && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "no kernel is made of an MMA of complex numbers");
	}
	out->mma = atom.mma;
	if (!algebra_failed(al)) {
		tiled_prepare(al, out);
	}
	return !algebra_failed(al) || refuse(stating);
}

/* --- copies --- */

/* By what the copy's atom goes: an access, or an instruction of its own. */
static void set_way(struct algebra *al, struct str name, struct tiled_copy_question *out) {
	if (tiled_copy_set_way(out, name)) {
		return;
	}
	struct silicon_question atom = silicon_question(al, name);
	char first = atom.kind == SILICON_COPY ? atom.copy.instruction.data[0] : '\0';
	if (first != 'l' && first != 's' && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a kernel copies by plain accesses, cp.async, ldmatrix and stmatrix; "
			"this atom does it by another instruction");
	}
	out->way = first == 'l' ? TILED_COPY_LOAD : TILED_COPY_STORE;
	out->atom = atom.copy;
}

/* The shape of the tensor: what is given, or one tile. */
static struct tuple shape_of(struct algebra *al, const struct problem_shape *shape, const struct tiler *tiler) {
	bool has_modes = tiler->kind == TILER_MODES;
	int rank = shape->rank > 0 ? shape->rank : has_modes ? tiler->rank : 1;
	struct tuple *modes = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		const struct tiler *mode = has_modes && i < tiler->rank ? &tiler->modes[i] : tiler;
		modes[i] = shape->rank > 0 ? tuple_int(shape->extent[i]) :
			mode->kind == TILER_LAYOUT ? layout_cosize(al, mode->layout) : tuple_product(al, tiler_shape(al, mode));
	}
	return tuple_of(al, modes, rank);
}

static bool state_copy(struct stating *stating, const struct tiled_request *request,
		const struct named_tiled_copy *named, struct tiled_copy_question *out) {
	struct algebra *al = &stating->ev->algebra;
	*out = (struct tiled_copy_question){ .tiled = named->copy, .bits = (int)named->atom->bits };
	set_way(al, named->atom->name, out);
	out->shape = shape_of(al, &request->shape, named->copy.tiler);
	struct problem_shape shape = request->shape;
	for (int i = 0; i < tuple_rank(out->shape) && shape.rank == 0 && i < PROBLEM_RANK_MAX; i++) {
		shape.extent[i] = int_value(al, tuple_mode(out->shape, i));
	}
	shape.rank = tuple_rank(out->shape) < PROBLEM_RANK_MAX ? tuple_rank(out->shape) : PROBLEM_RANK_MAX;
	if (algebra_failed(al)) {
		return refuse(stating);
	}
	bind_shape(stating->ev, &shape);
	if (!read_memory(stating, OF_SHARED, "<memory>", request->shared, out->shape, &out->shared_map)
			|| !read_memory(stating, OF_READ, "<a>", request->from, out->shape, &out->from_map)
			|| !read_memory(stating, OF_WRITTEN, "<out>", request->to, out->shape, &out->to_map)) {
		return false;
	}
	tiled_copy_prepare(al, out);
	return !algebra_failed(al) || refuse(stating);
}

/* --- boxes --- */

static bool state_boxes(struct stating *stating, const struct tiled_request *request,
		const struct named_copy_atom *atom, struct tma_question *out) {
	struct algebra *al = &stating->ev->algebra;
	*out = (struct tma_question){ .problem = *atom->tma, .stores = str_starts_with(atom->name, "SM90_TMA_STORE<") };
	if (request->shape.rank > 0 || request->shared != NULL || request->from != NULL || request->to != NULL) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the shape and the memories of a TMA are those that it was made for");
	} else if (!out->stores && !str_starts_with(atom->name, "SM90_TMA_LOAD<")) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a kernel asks for boxes of SM90_TMA_LOAD and SM90_TMA_STORE");
	} else {
		tma_prepare(al, out);
	}
	return !algebra_failed(al) || refuse(stating);
}

/* --- all --- */

bool silicon_tiled_question(struct evaluation *ev, const struct tiled_request *request, const struct listener *listener,
		struct tiled_subject *out) {
	struct stating stating = { .ev = ev, .listener = listener };
	struct value value;
	*out = (struct tiled_subject){ .kind = TILED_NONE };
	bind_shape(ev, &request->shape);
	if (!evaluate(&stating, OF_ALL, "<expr>", str_from(request->text), &value)) {
		return false;
	}
	switch (value.kind) {
	case VALUE_TILED_MMA: out->kind = TILED_MMA; return state_mma(&stating, request, value.tiled_mma, &out->mma);
	case VALUE_TILED_COPY:
		out->kind = value.tiled_copy->atom->tma != NULL ? TILED_BOXES : TILED_COPY;
		return out->kind == TILED_COPY ? state_copy(&stating, request, value.tiled_copy, &out->copy) :
			state_boxes(&stating, request, value.tiled_copy->atom, &out->boxes);
	default: break;
	}
	algebra_fault(&ev->algebra, FAULT_TYPE, "expected a tiled MMA or a tiled copy: "
		"make_tiled_mma(mma_atom(\"...\"),...) or make_tiled_copy(copy_atom(\"...\",16),...)");
	return refuse(&stating);
}

const char *silicon_tiled_source(struct algebra *al, const struct tiled_subject *subject) {
	switch (subject->kind) {
	case TILED_MMA: return tiled_source(al, &subject->mma);
	case TILED_COPY: return tiled_copy_source(al, &subject->copy);
	default: return tma_source(al);
	}
}

struct silicon_answer silicon_tiled_ask(struct device *device, struct algebra *al, const struct tiled_subject *subject,
		struct fault *fault) {
	switch (subject->kind) {
	case TILED_MMA: return tiled_ask(device, al, &subject->mma, fault);
	case TILED_COPY: return tiled_copy_ask(device, al, &subject->copy, fault);
	default: return tma_ask(device, al, &subject->boxes, fault);
	}
}

void silicon_tiled_put_answer(struct buf *out, const struct tiled_subject *subject,
		const struct silicon_answer *answer) {
	static const char *const ways[] = {
		[TILED_COPY_PLAIN] = "global memory, registers, shared memory, registers and global memory",
		[TILED_COPY_ASYNC] = "cp.async to shared memory, registers and global memory",
		[TILED_COPY_LOAD] = "shared memory, ldmatrix to registers, and global memory",
		[TILED_COPY_STORE] = "registers, stmatrix to shared memory, and global memory",
	};
	if (!answer->good) {
		buf_printf(out, "differs: %s", answer->text);
	} else if (subject->kind == TILED_MMA) {
		buf_printf(out, "proved: %" PRId64 " x %" PRId64 " sums over %" PRId64 ", each by the threads that own it",
			subject->mma.m, subject->mma.n, subject->mma.k);
	} else if (subject->kind == TILED_BOXES) {
		const struct tma_question *boxes = &subject->boxes;
		buf_printf(out, "proved: %" PRId64 " elements of %" PRId64 " tiles, %" PRId64 " boxes of %" PRId64
			" bytes each, swizzle %s, %s", answer->asked, boxes->asked, boxes->tma.copies, boxes->tma.bytes,
			boxes->tma.swizzle, boxes->stores ? "to global memory" : "to shared memory");
		silicon_put_beyond(out, answer);
	} else {
		buf_printf(out, "proved: %" PRId64 " elements, %d threads with %" PRId64 " values, through %s",
			subject->copy.elements, subject->copy.threads, subject->copy.values, ways[subject->copy.way]);
	}
}
