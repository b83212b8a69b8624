#include "tool/pictures/kind.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"
#include "lang/evaluate/evaluate.h"
#include "lang/notation/plain.h"
#include "lang/ops/operation.h"
#include "lang/tensor.h"

const char *figure_visible(struct arena *arena, const char *text) {
	struct buf line;
	buf_init(&line, arena);
	utf8_put_visible_line(&line, str_from(text));
	return line.data;
}

bool subject_is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

bool subject_is_list_of_maps(const struct value *value) {
	if (value->kind != VALUE_LIST) {
		return false;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (!subject_is_map(&value->list.items[i])) {
			return false;
		}
	}
	return true;
}

const char *subject_text_of_value(struct algebra *al, const char *prefix, const struct value *value) {
	struct buf text;
	buf_init(&text, al->arena);
	buf_put(&text, prefix);
	print_value(&text, value);
	return text.data;
}

const char *subject_text(const struct subject *subject) {
	struct str text = subject->source->text;
	struct span span = subject->node->span;
	char *copy = arena_copy(subject->al->arena, text.data + span.begin, span.end - span.begin);
	for (char *c = copy; *c != '\0'; c++) {
		*c = *c == '\n' || *c == '\t' || *c == '\r' ? ' ' : *c;
	}
	return figure_visible(subject->al->arena, copy);
}

struct value subject_evaluate(const struct subject *subject, const struct node *node) {
	struct evaluation *ev = subject->ev;
	const struct source *source = subject->source;
	struct source *part = arena_alloc(ev->algebra.arena, sizeof *part);
	struct str text = { source->text.data + node->span.begin, node->span.end - node->span.begin };
	*part = (struct source){ source->name, text, 1 };
	int warnings = ev->warning_count;
	bool run = evaluation_run(ev, part);
	struct value value = run && ev->result_count > 0 ? ev->results[0] : value_none();
	ev->warning_count = warnings;
	value = value_as_plain(&ev->algebra, &value);
	ev->source = source;
	ev->error = (struct message){ 0 };
	ev->algebra.operand = 0;
	return value;
}

/* L[i], which is mode i of a layout in the DSL. Of a tensor T[c] is an element, or with "_" in c a part. */
static bool is_mode(const struct subject *subject) {
	const struct node *node = subject->node;
	bool is_dsl = algebra_is_dsl(&subject->ev->algebra);
	bool has_number = node->last_child != NULL && node->last_child->kind != NODE_TUPLE
		&& node->last_child->kind != NODE_UNDERSCORE;
	bool has_brackets = str_is(node->text, "[") && node->child_count == 2;
	return is_dsl && has_brackets && has_number && subject_is_map(&subject->value);
}

const struct node *subject_argument(const struct subject *subject, int parameter) {
	const struct operation *operation = operation_find(subject->node->text);
	int place = 0;
	for (const struct node *child = subject->node->first_child; child != NULL; child = child->next, place++) {
		bool is_named = child->keyword.length > 0 && operation != NULL;
		if ((is_named ? operation_parameter(operation, child->keyword) : place) == parameter) {
			return child;
		}
	}
	return NULL;
}

const struct node *subject_coordinate(const struct subject *subject) {
	const struct node *node = subject->node;
	if (node->kind == NODE_APPLY && is_mode(subject)) {
		return NULL;
	}
	if (node->kind == NODE_APPLY) {
		return node->first_child->next;
	}
	bool bound = node->kind == NODE_CALL && !node->is_member && evaluation_binding(subject->ev, node->text) != NULL;
	return bound ? node->first_child : NULL;
}

struct value subject_applied(const struct subject *subject) {
	const struct node *node = subject->node;
	struct value value = node->kind == NODE_APPLY ? subject_evaluate(subject, node->first_child) :
		value_as_plain(subject->al, &evaluation_binding(subject->ev, node->text)->value);
	while (value.kind == VALUE_LIST && value.list.count == 1) {
		value = value.list.items[0];
	}
	return value;
}

struct value subject_evaluate_option(const struct subject *subject, const char *name, const char *text) {
	struct evaluation *ev = subject->ev;
	struct source *part = arena_alloc(ev->algebra.arena, sizeof *part);
	*part = (struct source){ name, str_from(text), 1 };
	int warnings = ev->warning_count;
	bool run = evaluation_run(ev, part);
	struct value value = run && ev->result_count > 0 ? ev->results[ev->result_count - 1] : value_none();
	value = value_as_plain(&ev->algebra, &value);
	struct fault fault = ev->error.fault;
	ev->warning_count = warnings;
	ev->source = subject->source;
	ev->error = (struct message){ 0 };
	ev->algebra.operand = 0;
	if (!run) {
		fault_clear(&subject->al->fault); /* what the evaluation left there has no name in front */
		algebra_fault(subject->al, fault.code, "%s: %s", name, fault.text);
		fault_set_hint(&subject->al->fault, "%s", fault.hint);
	} else if (value.kind == VALUE_NONE) {
		algebra_fault(subject->al, FAULT_SYNTAX, "%s: expected an expression", name);
	}
	return value;
}

void subject_fault(const struct subject *subject, const struct picture_kind *kind, const char *wanted) {
	algebra_fault(subject->al, FAULT_TYPE, "a picture of kind %s is of %s, saw %s", kind->name, wanted,
		value_kind_name(&subject->value));
}

void subject_check_tile(const struct subject *subject) {
	if (subject->request->tile[2] > 0) {
		algebra_fault(subject->al, FAULT_DOMAIN, "a tile of threads and values has rows and columns: give --tile=M,N");
	}
}

void subject_warn(const struct subject *subject, enum fault_code code, const char *format, ...) {
	struct message warning = { .span = subject->node->span };
	char text[FAULT_TEXT_BYTES];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	fault_set(&warning.fault, code, 0, "%s", text);
	evaluation_warn(subject->ev, &warning);
}

/* "stride" with the coordinates of a tile of "rows" rows turned into numbers of elements: 5@1 is 5 * rows. */
static struct tuple flatten_basis(struct algebra *al, struct tuple stride, int64_t rows) {
	if (tuple_is_tuple(stride)) {
		struct tuple *modes = tuple_modes_new(al, tuple_rank(stride));
		for (int i = 0; i < tuple_rank(stride); i++) {
			modes[i] = flatten_basis(al, tuple_mode(stride, i), rows);
		}
		return tuple_of(al, modes, tuple_rank(stride));
	}
	if (tuple_is_plain_int(stride) || stride.basis_depth != 1 || stride.basis[0] > 1) {
		return stride;
	}
	struct tuple value = tuple_basis_value(stride);
	return stride.basis[0] == 0 ? value : int_mul(al, value, tuple_int(rows));
}

struct layout subject_tile_layout(struct algebra *al, const struct value *value, int64_t rows) {
	struct layout layout = value_as_layout(al, value);
	if (!algebra_failed(al)) {
		layout.stride = flatten_basis(al, layout.stride, rows);
	}
	return layout;
}
