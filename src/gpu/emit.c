#include "gpu/emit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "algebra/offsets.h"

/* --- lines --- */

__attribute__((format(printf, 2, 0)))
static void put_indented(struct emitter *em, const char *format, va_list args) {
	char line[512];
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(line, sizeof line, format, args);
	char *text = line;
	if (length >= (int)sizeof line) {
		text = arena_alloc(em->al->arena, (size_t)length + 1);
		vsnprintf(text, (size_t)length + 1, format, again);
	}
	va_end(again);
	buf_put_repeated(em->out, '\t', text[0] != '\0' ? (size_t)em->indent : 0);
	buf_put(em->out, text);
}

void emit_line(struct emitter *em, const char *format, ...) {
	va_list args;
	va_start(args, format);
	put_indented(em, format, args);
	va_end(args);
	buf_put_char(em->out, '\n');
}

void emit_open(struct emitter *em, const char *format, ...) {
	va_list args;
	va_start(args, format);
	put_indented(em, format, args);
	va_end(args);
	buf_put(em->out, " {\n");
	em->indent++;
}

void emit_close(struct emitter *em) {
	em->indent--;
	emit_line(em, "}");
}

void emit_else(struct emitter *em) {
	em->indent--;
	emit_open(em, "} else");
}

void emit_unrolled(struct emitter *em, const char *variable, int64_t count) {
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (unsigned %s = 0; %s < %" PRId64 "; %s++)", variable, variable, count, variable);
}

void emit_dealt_in_turns(struct emitter *em, const char *name, int64_t count, int64_t at_once) {
	int threads = em->plan->threads;
	if (count > threads * at_once) {
		emit_open(em, "for (unsigned %s = t; %s < %" PRId64 "u; %s += %" PRId64 "u)", name, name, count, name,
			threads * at_once);
		return;
	}
	emit_if(em, count < threads ? emit_text(em, "t < %" PRId64 "u", count) : NULL);
	emit_line(em, "const unsigned %s = t;", name);
}

void emit_dealt(struct emitter *em, const char *name, int64_t count) {
	emit_dealt_in_turns(em, name, count, 1);
}

void emit_if(struct emitter *em, const char *condition) {
	if (condition != NULL) {
		emit_open(em, "if (%s)", condition);
	} else {
		emit_line(em, "{");
		em->indent++;
	}
}

const char *emit_text(struct emitter *em, const char *format, ...) {
	va_list args;
	va_start(args, format);
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = arena_alloc(em->al->arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

/* One term of a layout: the digit of "index" that is worth "divisor", times a stride; "left" digits are above it. */
static void put_term(struct buf *out, const char *index, int64_t divisor, int64_t extent, bool is_last) {
	buf_put(out, index);
	if (divisor > 1) {
		buf_printf(out, " / %" PRId64 "u", divisor);
	}
	if (!is_last) {
		buf_printf(out, " %% %" PRId64 "u", extent);
	}
}

const char *emit_layout(struct emitter *em, struct layout layout, const char *index) {
	struct layout simple = layout_coalesce(em->al, layout);
	struct offsets offsets = offsets_init(em->al, simple);
	struct buf out;
	buf_init(&out, em->al->arena);
	if (algebra_failed(em->al)) {
		return "0";
	}
	bool wide = offsets.greatest > INT32_MAX || offsets.least < INT32_MIN;
	int64_t divisor = 1;
	int64_t left = offsets.size;
	for (int i = 0; i < offsets.rank; i++) {
		int64_t extent = offsets.shape[i];
		left /= extent;
		if (offsets.stride[i] != 0) {
			buf_put(&out, out.length > 0 ? " + " : "");
			buf_put(&out, wide ? "(long long)(" : "(int)(");
			put_term(&out, index, divisor, extent, left <= 1);
			buf_put_char(&out, ')');
		}
		if (offsets.stride[i] != 0 && offsets.stride[i] != 1) {
			buf_printf(&out, " * %" PRId64 "%s", offsets.stride[i], wide ? "ll" : "");
		}
		divisor *= extent;
	}
	return out.length > 0 ? out.data : "0";
}

const char *emit_unsigned(int bytes) {
	static const char *const names[] = { [1] = "unsigned char", [2] = "unsigned short", [4] = "unsigned",
		[8] = "unsigned long long" };
	return names[bytes];
}

const char *emit_counter(int64_t most) {
	return emit_unsigned(most > UINT32_MAX ? 8 : 4);
}

const char *emit_operands(struct emitter *em, const char *prefix, const char *suffix) {
	struct buf out;
	buf_init(&out, em->al->arena);
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(&out, "%s%s%d%s", k > 0 ? ", " : "", prefix, k, suffix);
	}
	return out.data;
}

const char *emit_suffix(struct emitter *em, int k) {
	const struct problem *problem = em->plan->problem;
	enum dtype dtype = problem->operand_dtypes[k];
	return dtype == problem->operand_dtypes[0] ? "" : emit_text(em, "_%s", dtype_info(dtype)->name);
}

const char *emit_load(struct emitter *em, int k, int width, const char *place) {
	bool has_both = em->plan->knobs.load == HINT_EVICT_REPEATED_LAST + 1;
	bool keeps = has_both && problem_bytes_repeated(em->al, em->plan->problem, k) > 0;
	bool has_policy = keeps || em->plan->knobs.load == HINT_EVICT_LAST + 1;
	return emit_text(em, "%s%d%s(%s%s)", keeps ? "keep" : "load", width, emit_suffix(em, k), place,
		has_policy ? ", policy" : "");
}

const char *emit_output_suffix(struct emitter *em, int k) {
	return k == em->plan->inputs ? "" : emit_text(em, "_%d", k - em->plan->inputs + 1);
}

void emit_made(struct emitter *em, const char *place, const char *element) {
	const struct plan *plan = em->plan;
	if (plan_tensors(plan) == plan->inputs + 1) {
		emit_line(em, "y.e%s = %s;", place, element);
		return;
	}
	emit_line(em, "const struct made made = %s;", element);
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		emit_line(em, "y%s.e%s = made.y%s;", suffix, place, suffix);
	}
}

const char *emit_tensor(struct emitter *em, int k) {
	int output = k - em->plan->inputs;
	if (output < 0) {
		return emit_text(em, "%c", emit_operand(k));
	}
	return output == 0 ? "out" : emit_text(em, "out_%d", output + 1);
}

const char *emit_parameters(struct emitter *em, const char *type, const char *name) {
	struct buf out;
	buf_init(&out, em->al->arena);
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(&out, "%s%s%s%s%d", k > 0 ? ", " : "", type, emit_suffix(em, k), name, k);
	}
	return out.data;
}
