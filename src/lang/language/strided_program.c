/*
 * Programs on arrays, x = np.zeros((4, 8)); y = x.T; y[1:]: statements on lines of their own or with ";" between
 * them, in the order of which variables are bound and arrays are changed in place. Names that are bound to one array
 * all see its changes. A statement that is not understood is a fault, as it could change what follows.
 */
#include "lang/language/strided.h"

/* --- variables --- */

bool views_bind(struct views *views, struct span span, struct str name, struct view *view) {
	if (views->count == VIEWS_MAX) {
		return reader_fault(&views->reading->reader, span, FAULT_LIMIT, "more than %d arrays", VIEWS_MAX);
	}
	if (view->object == 0) {
		view->object = ++views->object_count;
		views->objects[view->object - 1] = *view;
	}
	views->names[views->count] = name;
	views->bound[views->count++] = view->object;
	return true;
}

void views_change(struct views *views, const struct view *view) {
	if (view->object > 0) {
		views->objects[view->object - 1] = *view;
	}
}

/* A name that an array can have: no path, and no word of Python that stands alone. */
static bool can_be_array(struct str name) {
	for (size_t i = 0; i < name.length; i++) {
		if (!str_is_word(name.data[i])) {
			return false;
		}
	}
	return !str_is_among(name, "np numpy torch None True False pass break continue return");
}

bool views_find(struct views *views, const struct term *term, struct str name, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct language_options *options = views->reading->options;
	for (int i = views->count - 1; i >= 0; i--) {
		if (str_equal(views->names[i], name)) {
			*view = views->objects[views->bound[i] - 1];
			return true;
		}
	}
	if (!can_be_array(name)) {
		return reader_fault(reader, term->span, FAULT_NAME, "'%.*s' is no array", (int)name.length, name.data);
	}
	if (options->rank == 0) {
		return reader_fault(reader, term->span, FAULT_NAME,
			"'%.*s' is not known: give its shape as --shape, or write %.*s = %s.zeros(...) before", (int)name.length,
			name.data, (int)name.length, name.data, views->is_torch ? "torch" : "np");
	}
	*view = (struct view){ .rank = options->rank, .bits = options->bits };
	memcpy(view->shape, options->shape, sizeof view->shape);
	view->item = views->is_torch || options->bits < 8 ? 1 : options->bits / 8;
	return view_compact(reader, term->span, view, false) && views_bind(views, term->span, name, view);
}

/* --- statements --- */

/* Whether a statement ends between two terms: what stands there has a ';', the end of a line or a comment. */
static bool has_end(struct str text, size_t begin, size_t end) {
	for (size_t i = begin; i < end; i++) {
		char c = text.data[i];
		if (c == '\\') {
			i++;
		} else if (c == ';' || c == '\n' || c == '#') {
			return true;
		}
	}
	return false;
}

/* How many terms the statement has that begins with number "first". */
static int statement_length(const struct reading *reading, int first) {
	const struct term *items = reading->program->items;
	int end = first + 1;
	while (end < reading->program->count
		&& !has_end(reading->reader.source->text, items[end - 1].span.end, items[end].span.begin)) {
		end++;
	}
	return end - first;
}

/* array "[" ... "]" "=" value: elements change, and no array if nothing is called in the value. */
static bool set_elements(struct views *views, const struct term *statement, struct view *view) {
	const struct term *value = &statement->items[1];
	if (!view_is_plain(value)) {
		return reader_fault(&views->reading->reader, value->span, FAULT_SYNTAX, "expected a value without calls");
	}
	return view_evaluate(views, statement->items[0].target, view);
}

/* name "=" array | array "[" ... "]" "=" value | array; "view" receives the array, if there is one. */
static bool run(struct views *views, const struct term *statement, struct view *view) {
	struct reader *reader = &views->reading->reader;
	if (statement->kind != TERM_BINARY) {
		return view_evaluate(views, statement, view);
	}
	const struct term *target = &statement->items[0];
	if (statement->op != OPERATOR_ASSIGN) {
		return reader_fault(reader, statement->span, FAULT_SYNTAX, "expected an array");
	}
	if (target->kind == TERM_CALL && target->bracket == '[') {
		return set_elements(views, statement, view);
	}
	if (target->kind != TERM_NAME) {
		return reader_fault(reader, target->span, FAULT_SYNTAX, "expected the name of an array");
	}
	if (!can_be_array(target->text)) {
		reader_fault(reader, target->span, FAULT_UNSUPPORTED, "a part of an array is not set");
		fault_set_hint(&reader->message->fault, "write a view that has it, as in x = x.reshape(8, 4)");
		return false;
	}
	return view_evaluate(views, &statement->items[1], view)
		&& views_bind(views, statement->span, target->text, view);
}

bool views_run(struct views *views, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *program = views->reading->program;
	bool has_view = false;
	for (int i = 0; i < program->count;) {
		const struct term *statement = &program->items[i];
		int length = statement_length(views->reading, i);
		i += length;
		if (term_is_name(statement, "import") || term_is_name(statement, "from")) {
			continue;
		}
		if (length > 1) {
			return reader_fault(reader, statement[1].span, FAULT_SYNTAX,
				"expected ';' or a new line: a statement is one array, or name = array");
		}
		if (!run(views, statement, view)) {
			return false;
		}
		has_view = true;
	}
	return has_view
		|| reader_fault(reader, program->span, FAULT_SYNTAX, "expected shape=..., strides=..., or an array");
}
