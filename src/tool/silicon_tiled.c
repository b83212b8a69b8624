#include "tool/silicon_tiled.h"

#include <inttypes.h>

#include "base/buf.h"
#include "tool/silicon.h"

/* Run "text", called "name" in messages. Its last value is in "*out". */
static bool evaluate(struct evaluation *ev, const char *name, struct str text, struct value *out) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	if (!evaluation_run(ev, source)) {
		return false;
	}
	*out = ev->result_count > 0 ? ev->results[ev->result_count - 1] : value_none();
	return true;
}

/* The fault of the algebra is that of the whole text. */
static bool refuse(struct evaluation *ev) {
	ev->error = (struct message){ ev->algebra.fault, { 0, ev->source != NULL ? ev->source->text.length : 0 } };
	return false;
}

static bool read_memory(struct evaluation *ev, const char *name, const char *text, struct map *out) {
	struct value value;
	if (!evaluate(ev, name, str_from(text), &value)) {
		return false;
	}
	*out = value_as_map(&ev->algebra, &value);
	return !algebra_failed(&ev->algebra) || refuse(ev);
}

bool silicon_tiled_question(struct evaluation *ev, const struct tiled_request *request, struct tiled_question *out) {
	struct algebra *al = &ev->algebra;
	struct buf names;
	struct value value;
	buf_init(&names, al->arena);
	buf_printf(&names, "M = %" PRId64 "; N = %" PRId64 "; K = %" PRId64, request->m, request->n, request->k);
	*out = (struct tiled_question){ .m = request->m, .n = request->n, .k = request->k };
	bool read = evaluate(ev, "<shape>", buf_str(&names), &value)
		&& read_memory(ev, "<a>", request->memory_a != NULL ? request->memory_a : "(M,K):(1,M)", &out->memory_a)
		&& read_memory(ev, "<b>", request->memory_b != NULL ? request->memory_b : "(N,K):(1,N)", &out->memory_b)
		&& evaluate(ev, "<expr>", str_from(request->text), &value);
	if (!read) {
		return false;
	}
	if (value.kind != VALUE_TILED_MMA) {
		algebra_fault(al, FAULT_TYPE, "expected a tiled MMA: make_tiled_mma(mma_atom(\"...\"),...)");
		return refuse(ev);
	}
	struct silicon_question atom = silicon_question(al, value.tiled_mma->atom->name);
	if (atom.kind != SILICON_MMA && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a kernel is made of MMAs of a warp, mma.sync; this is another");
	}
	if (atom.kind == SILICON_MMA && atom.mma.is_malformed && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the atom's layout is malformed in CUTLASS");
	}
	out->mma = atom.mma;
	out->tiled = value.tiled_mma->mma;
	if (!algebra_failed(al)) {
		tiled_prepare(al, out);
	}
	return !algebra_failed(al) || refuse(ev);
}
