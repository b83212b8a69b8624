#include "tool/infer_formula.h"

#include <inttypes.h>
#include <string.h>

#include "lang/eval.h"
#include "lang/kernel/scan.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"

/* --- names --- */

static bool has_name(const struct index_names *names, struct str name) {
	for (int i = 0; i < names->count; i++) {
		if (str_equal(names->names[i].name, name)) {
			return true;
		}
	}
	return false;
}

/* Whether "text" has an assignment to "name". */
static bool declares(struct str text, struct str name) {
	size_t begin = 0;
	while (begin < text.length) {
		size_t end = scan_name(text, begin);
		size_t sign = scan_blanks(text, end, SCAN_C);
		bool is_assigned = scan_at(text, sign) == '=' && scan_at(text, sign + 1) != '=';
		if (is_assigned && str_equal((struct str){ text.data + begin, end - begin }, name)) {
			return true;
		}
		begin = end > begin ? end : begin + 1;
	}
	return false;
}

/* The part of the shape behind the last semicolon; what stands before it declares names. */
static struct str extents_text(const char *shape) {
	const char *last = strrchr(shape, ';');
	return str_from(last != NULL ? last + 1 : shape);
}

/* The part of the shape in front of its extents. */
static struct str declarations_text(const char *shape) {
	return (struct str){ shape, (size_t)(extents_text(shape).data - shape) };
}

/*
 * Whether "name", which stands in the extents, is that of an integer: what is called is an operation, and the x of
 * "64 x 64" none, unless it is declared.
 */
static bool is_integer_of_shape(const char *shape, struct str name) {
	struct str extents = extents_text(shape);
	size_t end = (size_t)(name.data + name.length - extents.data);
	bool is_called = scan_at(extents, scan_blanks(extents, end, SCAN_C)) == '(';
	return !is_called && (!str_is(name, "x") || declares(declarations_text(shape), name));
}

/* The names of run-time integers in the extents. */
static struct index_names shape_names(const struct domain_request *request) {
	struct index_names none = { .count = 0 };
	if (request->shape == NULL) {
		return none;
	}
	struct source source = { "--shape", extents_text(request->shape), 1 };
	struct index_names names = index_find_names(&source);
	int count = 0;
	for (int i = 0; i < names.count; i++) {
		if (is_integer_of_shape(request->shape, names.names[i].name)) {
			names.names[count++] = names.names[i];
		}
	}
	names.count = count;
	return names;
}

/* Whether "name", in an expression, is a word for an integer rather than for a dimension. */
static bool is_integer(struct str name, const struct domain_request *request) {
	const char *given = request->names != NULL ? request->names : "";
	bool has_capital = false;
	for (size_t i = 0; i < name.length; i++) {
		has_capital = has_capital || (name.data[i] >= 'A' && name.data[i] <= 'Z');
		if (name.data[i] == '.') {
			return false;
		}
	}
	for (const char *at = given; *at != '\0';) {
		size_t length = strcspn(at, ", ");
		if (str_equal(name, (struct str){ at, length })) {
			return false;
		}
		at += length;
		at += strspn(at, ", ");
	}
	return (has_capital || name.length > 1) && !domain_is_usual_name(name);
}

/* Part the names of the expression into "integers", after those of the shape, and "dimensions". */
static void part_names(const struct domain_request *request, const struct source *source,
	struct index_names *integers, struct index_names *dimensions) {
	struct index_names found = index_find_names(source);
	*integers = shape_names(request);
	dimensions->count = 0;
	for (int i = 0; i < found.count; i++) {
		struct index_name name = found.names[i];
		bool alone = request->names == NULL && found.count == 1 && integers->count == 0;
		if (has_name(integers, name.name)) {
			continue;
		}
		bool integer = !alone && is_integer(name.name, request) && integers->count < INDEX_NAMES_MAX;
		struct index_names *to = integer ? integers : dimensions;
		to->names[to->count++] = name;
	}
}

/* Take away the names of "names" that are not in "kept". */
static void keep_names(struct index_names *names, const struct index_names *kept) {
	int count = 0;
	for (int i = 0; i < names->count; i++) {
		if (has_name(kept, names->names[i].name)) {
			names->names[count++] = names->names[i];
		}
	}
	names->count = count;
}

bool infer_has_names(const struct domain_request *request, const struct source *source) {
	struct index_names integers;
	struct index_names dimensions;
	if (request->shape == NULL && request->threads == 0 && request->values == 0) {
		return false;
	}
	part_names(request, source, &integers, &dimensions);
	return integers.count > 0;
}

/* --- the domain --- */

/* "64x64" and "M,N" as tuples, anything else as it stands. */
static void put_extents(struct buf *program, struct str extents) {
	struct buf text;
	int depth = 0;
	bool is_list = false;
	buf_init(&text, program->arena);
	for (size_t i = 0; i < extents.length; i++) {
		char c = extents.data[i];
		bool is_cross = c == 'x' && i > 0 && extents.data[i - 1] >= '0' && extents.data[i - 1] <= '9';
		depth += c == '(' ? 1 : c == ')' ? -1 : 0;
		is_list = is_list || is_cross || (c == ',' && depth == 0);
		buf_put_char(&text, is_cross ? ',' : c);
	}
	buf_put(program, is_list ? "(" : "");
	buf_put_str(program, buf_str(&text));
	buf_put(program, is_list ? ")" : "");
}

/* The program whose last values are the shape and the integers. */
static struct str shape_program(struct arena *arena, const struct domain_request *request,
	const struct index_names *integers) {
	struct buf program;
	const char *shape = request->shape != NULL ? request->shape : "";
	struct str extents = extents_text(shape);
	struct str before = declarations_text(shape);
	buf_init(&program, arena);
	for (int i = 0; i < integers->count; i++) {
		if (!declares(before, integers->names[i].name)) {
			buf_put_str(&program, integers->names[i].name);
			buf_put(&program, " = ?; ");
		}
	}
	buf_put_str(&program, before);
	if (request->shape == NULL) {
		buf_printf(&program, request->values > 0 ? "(%" PRId64 ",%" PRId64 ")" : "%" PRId64,
			request->threads > 0 ? request->threads : 1, request->values);
	} else {
		put_extents(&program, extents);
	}
	for (int i = 0; i < integers->count; i++) {
		buf_put(&program, "; ");
		buf_put_str(&program, integers->names[i].name);
	}
	return buf_str(&program);
}

/* Evaluate shape and integers. Returns false after a fault, which is in "message". */
static bool read_domain(struct algebra *al, const struct domain_request *request, const struct index_names *integers,
	struct domain *domain, struct tuple *values, struct inferred_formula *out) {
	struct source source = { "--shape", shape_program(al->arena, request, integers), 1 };
	struct evaluation *ev = arena_alloc(al->arena, sizeof *ev);
	evaluation_init(ev, al->arena, false);
	ev->algebra.stop = al->stop;
	bool good = evaluation_run(ev, &source) && ev->result_count > integers->count;
	int first = ev->result_count - integers->count;
	good = good && ev->results[first - 1].kind == VALUE_TUPLE;
	for (int i = 0; i < integers->count && good; i++) {
		good = ev->results[first + i].kind == VALUE_TUPLE && tuple_is_int(ev->results[first + i].tuple);
		values[i] = ev->results[first + i].tuple;
	}
	if (good) {
		domain->shape = ev->results[first - 1].tuple;
		domain->rank = tuple_leaves(domain->shape);
		domain->is_thread_value = request->shape == NULL;
		layout_from_shape(&ev->algebra, domain->shape);
		good = !algebra_failed(&ev->algebra) && domain->rank <= INDEX_NAMES_MAX;
	}
	if (!good) {
		const char *why = fault_is_set(&ev->error.fault) ? ev->error.fault.text : ev->algebra.fault.text;
		algebra_fault(al, FAULT_SYNTAX, "expected a shape such as M,N, saw '%.60s'%s%.100s",
			request->shape != NULL ? request->shape : "", why[0] != '\0' ? ": " : "", why);
	}
	out->symbols = ev->symbols;
	return good;
}

/* --- the layout --- */

/* Turn bytes into elements, where they are bytes. */
static struct tuple to_elements(struct algebra *al, const struct domain_request *request, struct tuple bytes) {
	if (request->bits == 0) {
		return bytes;
	}
	struct tuple bits = int_mul(al, bytes, tuple_int(8));
	struct tuple width = tuple_int(request->bits);
	if (!int_takes_divides(width, bits)) {
		algebra_fault(al, FAULT_DIVIDE, "not every byte is the start of an element of %d bits", request->bits);
	}
	return int_div(al, bits, width);
}

bool infer_formula(struct algebra *al, const struct domain_request *request, struct source *source,
	struct inferred_formula *out, struct message *message) {
	const struct span whole = { 0, source->text.length };
	struct domain domain = { .rank = 0 };
	struct index_names integers;
	struct index_names dimensions;
	struct tuple values[INDEX_NAMES_MAX];
	struct tuple extents[INDEX_NAMES_MAX];
	struct index_names found = index_find_names(source);
	domain_check_names(al, &found);
	part_names(request, source, &integers, &dimensions);
	if (algebra_failed(al)) {
		return domain_take_fault(al, whole, message);
	}
	if (!read_domain(al, request, &integers, &domain, values, out)) {
		return domain_take_option_fault(al, "--shape", request->shape, source, whole, message);
	}
	domain_name(al, request, &dimensions, &domain);
	if (algebra_failed(al)) {
		return domain_take_option_fault(al, "--names", request->names, source, whole, message);
	}
	tuple_collect(domain.shape, extents);
	/* Only names of the expression, for which there is room. Those that are given are dimensions in any case. */
	keep_names(&domain.names, request->names != NULL ? &found : &dimensions);
	for (int i = 0; i < integers.count; i++) {
		struct str name = integers.names[i].name;
		if (has_name(&found, name) && !has_name(&domain.names, name)) {
			domain.names.names[domain.names.count++] = (struct index_name){ name, domain.rank + i, 1, 0 };
		}
	}
	const struct index_expression *expression = index_parse(al->arena, source, request->language, &domain.names,
		message);
	if (expression == NULL) {
		return false;
	}
	const struct index_formula *formula = index_formula_of(al, expression, extents, domain.rank, values);
	if (formula == NULL) {
		return domain_take_fault(al, index_place(expression), message);
	}
	struct index_formula counted = *formula;
	counted.constant = to_elements(al, request, counted.constant);
	for (int i = 0; i < counted.count; i++) {
		counted.digits[i].stride = to_elements(al, request, counted.digits[i].stride);
	}
	if (!int_is_static(counted.constant)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the offset is known by name only: leave it away");
	}
	out->offset = int_is_static(counted.constant) ? counted.constant.value : 0;
	out->layout = index_formula_layout(al, &counted, domain.shape);
	if (out->symbols != NULL && out->symbols->full) {
		algebra_fault(al, FAULT_LIMIT,
			"formulas beyond their limits: more than %d conditions, or numbers beyond 64 bits", LIMIT_SYMBOL_NEEDS);
	}
	if (out->symbols != NULL && out->symbols->unmet) {
		algebra_fault(al, FAULT_DOMAIN, "no number that is promised meets what this needs");
	}
	return !algebra_failed(al) || domain_take_fault(al, whole, message);
}

/* --- words --- */

void infer_formula_put(struct buf *out, const struct inferred_formula *inferred) {
	if (inferred->offset != 0) {
		buf_printf(out, "%" PRId64 " + ", inferred->offset);
	}
	print_layout(out, inferred->layout);
}

void infer_formula_put_needs(struct buf *out, const struct inferred_formula *inferred) {
	for (int i = 0; inferred->symbols != NULL && i < inferred->symbols->need_count; i++) {
		buf_put(out, "needs ");
		print_need(out, &inferred->symbols->needs[i]);
		buf_put_char(out, '\n');
	}
}

void infer_formula_put_json(struct buf *out, const struct inferred_formula *inferred) {
	struct buf text;
	buf_init(&text, out->arena);
	infer_formula_put(&text, inferred);
	print_json_begin(out);
	buf_put(out, "\"found\":true,\"text\":");
	buf_put_json(out, buf_str(&text));
	buf_printf(out, ",\"offset\":%" PRId64 ",\"layout\":", inferred->offset);
	print_map_json(out, map_from_layout(inferred->layout));
	buf_put(out, ",\"needs\":[");
	for (int i = 0; inferred->symbols != NULL && i < inferred->symbols->need_count; i++) {
		struct buf need;
		buf_init(&need, out->arena);
		print_need(&need, &inferred->symbols->needs[i]);
		buf_put(out, i > 0 ? "," : "");
		buf_put_json(out, buf_str(&need));
	}
	buf_put(out, "]}\n");
}
