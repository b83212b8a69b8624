#include "tool/paste_scan.h"

#include "base/buf.h"
#include "base/limits.h"
#include "lang/kernel/kernel.h"
#include "lang/kernel/scan.h"

bool paste_evaluate(struct evaluation *ev, struct str text, struct value *value) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ "<paste>", text, 1 };
	*value = value_none();
	evaluation_forgive(ev);
	if (!evaluation_run(ev, source)) {
		return false;
	}
	if (ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw a comment");
		return false;
	}
	*value = ev->results[0];
	return value->kind != VALUE_NONE;
}

static struct str part(struct str text, size_t begin, size_t end) {
	return (struct str){ text.data + begin, end - begin };
}

size_t paste_find(struct str text, size_t at, const char *part) {
	while (at < text.length && !scan_at_text(text, at, part)) {
		at++;
	}
	return at < text.length ? at : text.length;
}

struct str paste_last_name(struct str text) {
	size_t begin = text.length;
	while (begin > 0 && scan_is_name_part(text.data[begin - 1])) {
		begin--;
	}
	return part(text, begin, text.length);
}

static bool is_one_of(struct str name, const char *const *names) {
	for (; *names != NULL; names++) {
		if (str_is(name, *names)) {
			return true;
		}
	}
	return false;
}

static bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

/* --- types of C++ --- */

/* Whether "name", in front of "<", is a type that has a layout. */
static bool is_layout_type(struct str name) {
	static const char *const types[] = { "Layout", "ComposedLayout", "Tensor", "TiledMMA", "TiledCopy", "Copy_Atom",
		"MMA_Atom", "Swizzle", NULL };
	struct str last = paste_last_name(name);
	return is_one_of(last, types) || (str_starts_with(last, "Layout_") && str_ends_with(last, "_Atom"));
}

/* --- values as they are printed --- */

/* Whether a printed value may begin with "name": a swizzle, a pointer, a tensor. */
static bool is_printed_name(struct str text, size_t at, size_t end) {
	static const char *const angles[] = { "Sw", "S", "ptr", "raw_ptr", "tensor", NULL };
	static const char *const rounds[] = { "ArithTuple", "counting_iter", "raw_ptr", "tensor", NULL };
	struct str name = part(text, at, end);
	char next = scan_at(text, end);
	bool is_iterator = str_is(paste_last_name(name), "DescriptorIterator") && scan_at_text(text, end, " o ");
	bool is_index = is_digit(scan_at(text, end + 1)) && scan_at(text, scan_close(text, end)) == '(';
	bool is_place = next == '[' && (str_ends_with(name, "ptr") || str_is(name, "tmem_"));
	return is_iterator || is_place || (next == '<' && !is_index && is_one_of(name, angles))
		|| (next == '(' && is_one_of(name, rounds));
}

static size_t skip_blanks(struct str text, size_t at) {
	while (scan_at(text, at) == ' ' || scan_at(text, at) == '\t') {
		at++;
	}
	return at;
}

/* Whether nothing but blanks stands between "at" and the end of its line. */
static bool ends_line(struct str text, size_t at) {
	char c = scan_at(text, skip_blanks(text, at));
	return c == '\0' || c == '\n' || c == '\r';
}

size_t paste_skip_bracket(struct str text, size_t at) {
	char c = scan_at(text, at);
	return c == '(' || c == '[' || c == '<' || c == '{' ? scan_close(text, at) : at;
}

/* Behind the brackets that stand at "at" one after the other; blanks may not stand between them. */
static size_t skip_brackets(struct str text, size_t at) {
	size_t begin;
	do {
		begin = at;
		at = paste_skip_bracket(text, at);
	} while (at > begin);
	return at;
}

/* Behind the integer at "at": _8, 8, ?{div=8}, 16@1@0; "at" if there is none. */
static size_t skip_integer(struct str text, size_t at) {
	size_t begin = at;
	at += scan_at(text, at) == '_' ? 1 : 0;
	at += scan_at(text, at) == '-' ? 1 : 0;
	size_t digits = at;
	if (scan_at(text, at) == '?') {
		at = skip_brackets(text, at + 1);
	}
	while (is_digit(scan_at(text, at)) || (at > digits && scan_at(text, at) == '@')) {
		at++;
	}
	return at > digits && !scan_is_name_part(scan_at(text, at)) ? at : begin;
}

/* Behind a tuple, integer, swizzle, pointer or iterator at "at"; "at" if there is none. */
static size_t skip_element(struct str text, size_t at) {
	char c = scan_at(text, at);
	if (c == '(' || c == '[') {
		return scan_close(text, at);
	}
	size_t end = scan_name(text, at);
	if (is_printed_name(text, at, end)) {
		return skip_brackets(text, end);
	}
	return skip_integer(text, at);
}

/* Whether "o" for composition stands at "at", behind blanks. */
static size_t skip_sign(struct str text, size_t at) {
	size_t next = skip_blanks(text, at);
	if (scan_at_text(text, next, "o ") && next > at) {
		return skip_blanks(text, next + strlen("o "));
	}
	return scan_at_text(text, next, "\xe2\x88\x98") ? skip_blanks(text, next + strlen("\xe2\x88\x98")) : at;
}

/* A printed value. */
struct printed {
	size_t end;  /* "at" if there is none */
	int layouts; /* shapes with strides in it */
	int parts;
};

/*
 * The value that begins at "at": elements with ":" between shape and stride, and "o" between maps. None where the text
 * is cut off in a stride, since the shape alone would be another value.
 */
static struct printed read_printed(struct str text, size_t at) {
	struct printed printed = { at, 0, 0 };
	for (size_t next = at;;) {
		size_t end = skip_element(text, next);
		if (end == next) {
			return printed;
		}
		char behind = scan_at(text, end + 1);
		bool stride = behind != '\0' && strchr("(_-?[0123456789", behind) != NULL;
		if (scan_at(text, end) == ':' && stride) {
			size_t close = skip_element(text, end + 1);
			if (close == end + 1) {
				return (struct printed){ at, 0, 0 };
			}
			printed.layouts++;
			end = close;
		}
		printed.end = end;
		printed.parts++;
		next = scan_at_text(text, end, "_smem_ptr[") ? end : skip_sign(text, end);
		if (next == end && !scan_at_text(text, end, "_smem_ptr[")) {
			return printed;
		}
	}
}

/* --- names in front --- */

/* What stands in front of "at" on its line and ":" or "=": a label, a name, a parameter. */
static struct str name_before(struct str text, size_t at) {
	struct str before = scan_part(text, scan_line_begin(text, at), at);
	if (!str_ends_with(before, ":") && !str_ends_with(before, "=")) {
		return str_from("");
	}
	before = scan_part(before, 0, before.length - 1);
	/* A label may have several words, if they are all that stands there. */
	size_t begin = before.length;
	while (begin > 0 && (scan_is_name_part(before.data[begin - 1]) || before.data[begin - 1] == '%')) {
		begin--;
	}
	bool words = true;
	for (size_t i = 0; i < begin; i++) {
		words = words && (scan_is_name_part(before.data[i]) || before.data[i] == ' ');
	}
	return words ? before : part(before, begin, before.length);
}

/* --- what is one for certain --- */

/* Whether the tuple from "at" to "end" has a label: alone on its line, or one that says what it is, srcShape: (4,8) */
static bool is_labelled_tuple(struct str text, size_t at, size_t end) {
	static const char *const ends[] = { "Tiler_MN:", "Tiler MN:", "MNK:", "hape:", "tride:", "oord:" };
	size_t colon = at;
	while (colon > 0 && (text.data[colon - 1] == ' ' || text.data[colon - 1] == '\t')) {
		colon--;
	}
	if (colon == 0 || text.data[colon - 1] != ':' || end - at < 3) {
		return false;
	}
	struct str before = scan_part(text, scan_line_begin(text, at), at);
	struct str name = name_before(text, at);
	size_t first = skip_blanks(text, scan_line_begin(text, at));
	if (name.length > 0 && ends_line(text, end) && first == (size_t)(name.data - text.data)) {
		return true;
	}
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		if (str_ends_with(before, ends[i])) {
			return true;
		}
	}
	return false;
}

/* Whether what is printed at "at" is a value for certain and no place in a file, time or call. */
static bool is_certain(struct str text, size_t at, const struct printed *printed) {
	char c = text.data[at];
	if (scan_is_name_start(c) && (c != '_' || !is_digit(scan_at(text, at + 1)))) {
		bool is_value = printed->parts > 1 || printed->layouts > 0;
		return is_value || scan_at_text(text, at, "Sw<") || scan_at_text(text, at, "tensor");
	}
	if (c == '(' || c == '[') {
		return printed->layouts > 0 || (printed->parts == 1 && is_labelled_tuple(text, at, printed->end));
	}
	/* 8:1 is one behind a label, _8:_1 anywhere. */
	char before = at > 0 ? text.data[at - 1] : '\n';
	bool begins = before == ' ' || before == '\t' || before == '"' || before == '\n';
	bool ends = ends_line(text, printed->end) || scan_at(text, skip_blanks(text, printed->end)) == '"';
	return printed->layouts > 0 && (c == '_' || (begins && ends));
}

/* --- types of CuTe IR --- */

/* The field "name =" in front of the quote at "at" in a type, or "". */
static struct str field_before(struct str text, size_t at) {
	struct str before = scan_part(text, 0, at);
	before = scan_part(before, 0, before.length - (str_ends_with(before, "<") ? 1 : 0));
	return str_ends_with(before, "=") ? paste_last_name(scan_part(before, 0, before.length - 1)) : str_from("");
}

/* Something is left out of "text": a declaration for arguments of any number, a shape of which not all is said. */
static bool has_dots(struct str text) {
	return paste_find(text, 0, "...") < text.length;
}

/* Put "text" of "name" into "findings" as a value, or as refused. */
static void add_text(struct evaluation *ev, struct str name, struct str text, struct span span,
	struct findings *findings) {
	struct value value;
	if (!paste_evaluate(ev, text, &value)) {
		bool unknown = ev->error.fault.code == FAULT_NAME;
		struct finding *finding = findings_add(findings, unknown ? FINDING_SKIPPED : FINDING_REFUSED, span);
		finding->name = name;
		finding->fault = ev->error.fault;
		return;
	}
	struct finding *finding = findings_add(findings, FINDING_VALUE, span);
	finding->name = name;
	finding->value = value;
	if (ev->warning_count > 0) {
		finding->fault = ev->warnings[0].fault;
	}
}

/* The name that the line of CuTe IR gives its result, if the type that ends at "end" is that of the result. */
static struct str result_before(struct str text, size_t begin, size_t end) {
	size_t first = skip_blanks(text, scan_line_begin(text, begin));
	size_t stop = first + 1;
	while (scan_is_name_part(scan_at(text, stop))) {
		stop++;
	}
	char sign = scan_at(text, first);
	char behind = scan_at(text, skip_blanks(text, stop));
	bool is_named = (sign == '%' || sign == '!') && (behind == '=' || behind == ',' || behind == ':');
	return is_named && ends_line(text, end) ? part(text, first, stop) : str_from("");
}

/* The strings with a ":" in the part "span" of the IR, fields of what is called "name". */
static void scan_strings(struct evaluation *ev, struct str text, struct span span, struct str name,
		struct findings *findings) {
	for (size_t i = span.begin; i < span.end; i++) {
		if (text.data[i] != '"') {
			continue;
		}
		size_t quote = paste_find(part(text, 0, span.end), i + 1, "\"");
		struct str field = field_before(part(text, span.begin, span.end), i - span.begin);
		if (memchr(text.data + i, ':', quote - i) != NULL) {
			struct span inner = { i + 1, quote };
			add_text(ev, field.length > 0 ? field : name, part(text, i + 1, quote), inner, findings);
		}
		i = quote;
	}
}

/* "!cute." type: itself where the language reads it, else the values in quotes that it has. Returns where it ends. */
static size_t scan_ir(struct evaluation *ev, struct str text, size_t at, struct findings *findings) {
	static const char *const tuples[] = { "shape", "stride", "coord", "int_tuple", "arith_tuple_iter", "ptr", "tile",
		NULL };
	static const char *const maps[] = { "layout", "composed_layout", "memref", "swizzle", NULL };
	size_t end = at + 1;
	while (scan_is_name_part(scan_at(text, end)) || scan_at(text, end) == '.') {
		end++;
	}
	struct str type = paste_last_name(part(text, at, end));
	size_t close = scan_at(text, end) == '<' ? scan_close(text, end) : end;
	if (close == end || is_one_of(type, tuples)) {
		return close;
	}
	struct str name = result_before(text, at, close);
	struct span span = { at, close };
	/* An attribute is written as the type is. */
	bool is_attribute = text.data[at] == '#';
	struct buf written;
	struct value value;
	buf_init(&written, ev->algebra.arena);
	buf_put(&written, "!");
	buf_put_str(&written, part(text, at + 1, close));
	if (is_attribute || is_one_of(type, maps) || paste_evaluate(ev, buf_str(&written), &value)) {
		add_text(ev, name, buf_str(&written), span, findings);
		return close;
	}
	scan_strings(ev, text, span, name, findings);
	return close;
}

/* --- lines --- */

/* The type of C++ whose name is from "at" to "end". Returns where to go on. */
static size_t scan_type(struct evaluation *ev, struct str text, size_t at, size_t end, struct findings *findings) {
	size_t close = scan_close(text, end);
	if (close == end) {
		struct finding *finding = findings_add(findings, FINDING_REFUSED, (struct span){ at, end + 1 });
		fault_set(&finding->fault, FAULT_SYNTAX, 0, "the bracket behind this type is not closed");
		return end + 1;
	}
	if (has_dots(part(text, at, close))) {
		return end + 1;
	}
	/* Without the name of its library in front, where that is cut off. */
	int count = findings->count;
	add_text(ev, name_before(text, at), part(text, at, close), (struct span){ at, close }, findings);
	bool read = findings->items[count].kind == FINDING_VALUE;
	return read ? close : end + 1;
}

void paste_scan(struct evaluation *ev, struct str text, size_t begin, size_t end, struct findings *findings) {
	for (size_t at = begin; at < end && findings->count <= LIMIT_STATEMENTS;) {
		char c = text.data[at];
		char before = at > 0 ? text.data[at - 1] : '\n';
		if (scan_at_text(text, at, "!cute") || scan_at_text(text, at, "#cute.")) {
			at = scan_ir(ev, text, at, findings);
			continue;
		}
		bool begins_name = scan_is_name_start(c) && !scan_is_name_part(before) && before != '.' && before != '@';
		size_t name = begins_name ? scan_name(text, at) : at;
		if (name > at && scan_at(text, name) == '<' && is_layout_type(part(text, at, name))) {
			at = scan_type(ev, text, at, name, findings);
			continue;
		}
		bool apart = !scan_is_name_part(before) && before != '.' && before != ':';
		bool begins_value = begins_name || (apart && (c == '(' || c == '[' || is_digit(c)));
		struct printed printed = begins_value ? read_printed(text, at) : (struct printed){ at, 0, 0 };
		if (printed.end > at && is_certain(text, at, &printed)) {
			struct span span = { at, printed.end };
			if (!has_dots(part(text, at, printed.end))) {
				add_text(ev, name_before(text, at), part(text, at, printed.end), span, findings);
			}
			at = printed.end;
		} else {
			at = name > at ? name : at + 1;
		}
	}
}

/* --- what a line is --- */

/* Whether an operand stands at "at": 4, (4), -4. */
static bool is_operand(struct str line, size_t at) {
	bool is_signed = scan_at(line, at) == '-' || scan_at(line, at) == '+';
	char first = scan_at(line, is_signed ? at + 1 : at);
	return is_digit(first) || first == '(';
}

/* Whether the line goes on with an expression of the one before: + 4, = 8, | 8; no rule +---+, and no row | 8 |. */
static bool begins_with_operator(struct str line) {
	char first = line.data[0];
	size_t at = 1;
	while (at < line.length && strchr("= ", line.data[at]) != NULL) {
		at++;
	}
	bool has_operand = is_operand(line, at);
	bool is_row = first == '|' && memchr(line.data + 1, '|', line.length - 1) != NULL;
	bool is_signed = (first == '-' || first == '+') && at == 1 && scan_at(line, at) != '(';
	return has_operand && strchr("+-=,|", first) != NULL && !is_row && !is_signed;
}

/* Whether the line has signs of tables alone. */
static bool is_table(struct str line) {
	bool any = false;
	for (size_t i = 0; i < line.length; i++) {
		char c = line.data[i];
		bool is_exponent = c == 'e' && i > 0 && (is_digit(line.data[i - 1]) || line.data[i - 1] == '.');
		if (!is_digit(c) && !is_exponent && strchr(" .,()+-|=", c) == NULL) {
			return false;
		}
		any = any || is_digit(c) || c == '|' || c == '-';
	}
	if (begins_with_operator(line)) {
		return false;
	}
	bool several = memchr(line.data, ' ', line.length) != NULL || memchr(line.data, '.', line.length) != NULL;
	return any && (several || strchr("-+0123456789", line.data[0]) != NULL);
}

/* Whether two numbers of "line", behind which no blank stands, have nothing but blanks between them. */
static bool has_columns(struct str line) {
	for (size_t at = 1; at + 1 < line.length; at++) {
		size_t next = at;
		while (line.data[next] == ' ') {
			next++;
		}
		if (next > at && is_digit(line.data[at - 1]) && is_digit(line.data[next])) {
			return true;
		}
		at = next > at ? next - 1 : at;
	}
	return false;
}

bool paste_is_operand(struct str line) {
	return is_table(line) && !has_columns(line);
}

bool paste_is_print(struct str text, size_t begin, size_t end) {
	static const char *const heads[] = { "TiledMMA", "MMA_Atom", "TiledCopy", "Copy_Atom", "ThrMMA", "ThrCopy",
		"Tiled MMA",
		"MMA Atom", "Tiled Copy", "Copy Atom", "Thr MMA", "Thr Copy", NULL };
	static const char *const types[] = { "struct", "class", "enum", "union", NULL };
	struct str line = scan_part(text, begin, end);
	if (line.length == 0) {
		return false;
	}
	size_t at = (size_t)(line.data - text.data);
	size_t stop = at + line.length;
	struct printed whole = read_printed(text, at);
	bool colon = whole.end > at && stop - whole.end <= 2;
	if (is_one_of(line, heads) || is_table(line) || (colon && is_certain(text, at, &whole))) {
		return true;
	}
	/* words ":" value; behind the words of a type stands what it is made of */
	for (const char *const *word = types; *word != NULL; word++) {
		if (scan_at_word(text, at, *word)) {
			return false;
		}
	}
	size_t label = at;
	while (label < stop && (scan_is_name_part(text.data[label]) || text.data[label] == ' ')) {
		label++;
	}
	bool ends = memchr(line.data, ';', line.length) != NULL;
	if (label == at || scan_at(text, label) != ':' || ends) {
		return false;
	}
	struct str rest = scan_part(text, label + 1, stop);
	if (is_one_of(rest, heads)) {
		return true;
	}
	size_t value = (size_t)(rest.data - text.data);
	struct printed printed = read_printed(text, value);
	bool is_value = printed.end > value && stop - printed.end <= 2;
	bool is_word = rest.length > 0 && rest.length <= 5 && scan_name(rest, 0) == rest.length;
	return is_value || (is_word && (is_digit(rest.data[rest.length - 1]) || is_digit(rest.data[0])));
}
