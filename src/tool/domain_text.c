/* Tables over a domain as files and logs have them: rows of numbers, or lines of coordinates with a value. */
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8_decode.h"
#include "lang/kernel/scan.h"
#include "lang/notation/plain.h"
#include "tool/domain.h"

struct table_reader {
	struct source *source;
	const struct domain_request *request;
	size_t at;
	struct span span;    /* of the last number */
};

/* The rest of a comment, if one begins at "at". */
static size_t skip_comment(struct str text, size_t at) {
	bool is_comment = text.data[at] == '#';
	while (is_comment && at < text.length && !str_ends_line(text, at)) {
		at++;
	}
	return at;
}

static bool is_separator(char c) {
	return c != '\0' && strchr(" \t,;[](){}", c) != NULL;
}

/* Step over what separates numbers, and unless "lines" over line ends. */
static void skip_separators(struct table_reader *r, bool lines) {
	struct str text = r->source->text;
	while (r->at < text.length) {
		char c = text.data[r->at];
		bool ends_line = str_ends_line(text, r->at);
		if (c == '#') {
			r->at = skip_comment(text, r->at);
		} else if (is_separator(c) || (c == '\r' && !ends_line) || (ends_line && !lines)) {
			r->at++;
		} else {
			return;
		}
	}
}

static int digit_of(char c) {
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10
		: 99;
}

/* Say what stands at "at" in place of a number. */
static void fail_at(struct str text, size_t at, struct message *message) {
	if (at == text.length) {
		fault_set(&message->fault, FAULT_SYNTAX, 0, "expected a number, saw the end");
		return;
	}
	struct str seen = { text.data + at, text.length - at };
	fault_set(&message->fault, FAULT_SYNTAX, 0, "expected a number, saw '%.*s'", (int)utf8_first(seen), seen.data);
}

/* ["-"] digits | ["-"] "0x" digits | "_" | "?" : a number, or INFER_HOLE. Something is there. False after a fault. */
static bool read_number(struct table_reader *r, int64_t *out, struct message *message) {
	struct str text = r->source->text;
	size_t at = r->at;
	r->span = (struct span){ at, at + 1 };
	if (text.data[at] == '_' || text.data[at] == '?') {
		*out = INFER_HOLE;
		r->at++;
		return true;
	}
	bool negative = text.data[at] == '-';
	at += negative ? 1 : 0;
	int base = scan_at_text(text, at, "0x") || scan_at_text(text, at, "0X") ? 16 : 10;
	at += base == 16 ? strlen("0x") : 0;
	size_t first = at;
	int64_t value = 0;
	bool fits = true;
	for (int digit = digit_of(scan_at(text, at)); digit < base; digit = digit_of(scan_at(text, ++at))) {
		fits = fits && checked_mul(value, base, &value) && checked_add(value, negative ? -digit : digit, &value);
	}
	r->span = (struct span){ r->at, at > r->at ? at : r->span.end };
	if (at == first) {
		fail_at(text, at, message);
		message->span = r->span;
		return false;
	}
	if (!fits || value == INFER_HOLE) {
		fault_set(&message->fault, FAULT_LIMIT, 0, "the number is not from -2^63 + 1 to 2^63 - 1");
		message->span = r->span;
		return false;
	}
	r->at = at;
	*out = value;
	return true;
}

/* As read_number, for a value, which is turned into elements. */
static bool read_value(struct algebra *al, struct table_reader *r, int64_t *out, struct message *message) {
	int64_t value;
	if (!read_number(r, &value, message)) {
		return false;
	}
	if (value == INFER_HOLE) {
		*out = INFER_HOLE;
		return true;
	}
	return domain_to_elements(al, r->request, value, out) || domain_take_fault(al, r->span, message);
}

/* Numbers that are read one after the other. */
struct numbers {
	int64_t count, capacity;
	int64_t *values;
};

static void add_number(struct arena *arena, struct numbers *numbers, int64_t value) {
	if (numbers->count == numbers->capacity) {
		int64_t capacity = numbers->capacity == 0 ? 1024 : 2 * numbers->capacity;
		int64_t *values = arena_array(arena, (size_t)capacity, sizeof *values);
		if (numbers->count > 0) {
			memcpy(values, numbers->values, (size_t)numbers->count * sizeof *values);
		}
		numbers->values = values;
		numbers->capacity = capacity;
	}
	numbers->values[numbers->count++] = value;
}

/* The numbers "rows", whose last dimension is fastest, as a table whose first one is. */
static void transpose(struct algebra *al, const int64_t *rows, struct domain *domain) {
	int64_t steps[INDEX_NAMES_MAX];
	int64_t digits[INDEX_NAMES_MAX] = { 0 };
	int64_t *table = arena_array(al->arena, (size_t)domain->size, sizeof *table);
	int64_t step = 1;
	for (int k = 0; k < domain->rank; k++) {
		steps[k] = step;
		step *= domain->extents[k];
	}
	int64_t at = 0;
	for (int64_t i = 0; i < domain->size; i++) {
		table[at] = rows[i];
		for (int k = domain->rank - 1; k >= 0; k--) {
			at += steps[k];
			if (++digits[k] < domain->extents[k]) {
				break;
			}
			at -= steps[k] * domain->extents[k];
			digits[k] = 0;
		}
	}
	domain->table = table;
}

static bool read_rows(struct algebra *al, struct table_reader *r, struct domain *out, struct message *message) {
	struct numbers numbers = { 0 };
	for (skip_separators(r, false); r->at < r->source->text.length; skip_separators(r, false)) {
		int64_t value;
		if (!read_value(al, r, &value, message)) {
			return false;
		}
		add_number(al->arena, &numbers, value);
	}
	const struct span end = { r->source->text.length, r->source->text.length };
	if (numbers.count == 0) {
		fault_set(&message->fault, FAULT_SYNTAX, 0, "expected the numbers of a table, saw the end");
		message->span = end;
		return false;
	}
	*out = domain_init(al, r->request, numbers.count);
	if (algebra_failed(al)) {
		return domain_take_option_fault(al, "--shape", r->request->shape, r->source, r->span, message);
	}
	if (out->size != numbers.count) {
		algebra_fault(al, FAULT_RANK, "the table has %" PRId64 " entries, but the shape %" PRId64, numbers.count,
			out->size);
		return domain_take_fault(al, r->span, message);
	}
	transpose(al, numbers.values, out);
	return true;
}

/* Step over "->" or ":" in front of a value. Returns whether one was there. */
static bool skip_arrow(struct table_reader *r) {
	struct str text = r->source->text;
	char c = scan_at(text, r->at);
	size_t length = scan_at_text(text, r->at, "->") ? strlen("->") : c == ':' || c == '=' ? 1 : 0;
	r->at += length;
	return length != 0;
}

/* Whether the line ends behind the separators that are stepped over. */
static bool ends_line(struct table_reader *r) {
	skip_separators(r, true);
	return r->at == r->source->text.length || str_ends_line(r->source->text, r->at);
}

/* One line: its numbers, the last one a value. At the end of an empty one "count" is 0. */
static bool read_line(struct algebra *al, struct table_reader *r, int64_t *numbers, int *count,
		struct message *message) {
	*count = 0;
	while (!ends_line(r)) {
		if (skip_arrow(r)) {
			continue;
		}
		if (*count > INDEX_NAMES_MAX) {
			fault_set(&message->fault, FAULT_LIMIT, 0, "more than %d coordinates", INDEX_NAMES_MAX);
			message->span = r->span;
			return false;
		}
		if (!read_number(r, &numbers[(*count)++], message)) {
			return false;
		}
	}
	r->at++;
	if (*count == 0 || numbers[*count - 1] == INFER_HOLE) {
		return true;
	}
	int64_t value = numbers[*count - 1];
	if (!domain_to_elements(al, r->request, value, &numbers[*count - 1])) {
		return domain_take_fault(al, r->span, message);
	}
	return true;
}

/* The lines in "lines", "width" numbers each, have "extents" when no shape is given. */
static struct tuple extents_of(struct algebra *al, const struct numbers *lines, int width) {
	struct tuple *modes = tuple_modes_new(al, width - 1);
	for (int k = 0; k + 1 < width; k++) {
		int64_t greatest = 0;
		for (int64_t i = k; i < lines->count; i += width) {
			greatest = lines->values[i] > greatest ? lines->values[i] : greatest;
		}
		modes[k] = int_add(al, tuple_int(greatest), tuple_int(1));
	}
	return width == 2 ? modes[0] : tuple_of(al, modes, width - 1);
}

/* Put the value of one line into the table. Returns -1, or with a fault the place in the line of what is wrong. */
static int put_line(struct algebra *al, const int64_t *line, const struct domain *domain, int64_t *table) {
	int64_t at = 0;
	int64_t step = 1;
	for (int k = 0; k < domain->rank; k++) {
		if (line[k] == INFER_HOLE) {
			algebra_fault(al, FAULT_DOMAIN, "the coordinate of dimension %d is not known", k);
			return k;
		}
		if (line[k] < 0 || line[k] >= domain->extents[k]) {
			algebra_fault(al, FAULT_DOMAIN, "coordinate %" PRId64 " of dimension %d is not from 0 to %" PRId64, line[k],
				k, domain->extents[k] - 1);
			return k;
		}
		at += line[k] * step;
		step *= domain->extents[k];
	}
	int64_t value = line[domain->rank];
	if (table[at] != INFER_HOLE && value != INFER_HOLE && table[at] != value) {
		algebra_fault(al, FAULT_DOMAIN, "two values for one coordinate: %" PRId64 " and %" PRId64, table[at], value);
		return domain->rank;
	}
	table[at] = value != INFER_HOLE ? value : table[at];
	return -1;
}

/* What stands in the lines of a table: "width" numbers in each, and where each begins. */
struct lines {
	struct numbers numbers;
	struct numbers begins;
	int width;
};

/* Read all lines. Returns false after a fault. */
static bool collect_lines(struct algebra *al, struct table_reader *r, struct lines *lines, struct message *message) {
	int64_t numbers[INDEX_NAMES_MAX + 1];
	*lines = (struct lines){ .width = 0 };
	while (r->at < r->source->text.length) {
		int count;
		size_t begin = r->at;
		if (!read_line(al, r, numbers, &count, message)) {
			return false;
		}
		if (count > 0 && (count < 2 || (lines->width > 0 && count != lines->width))) {
			fault_set(&message->fault, FAULT_RANK, 0, "expected %s coordinates and a value, saw %d number%s",
				lines->width > 0 ? "as many" : "some", count, count == 1 ? "" : "s");
			message->span = r->span;
			return false;
		}
		for (int k = 0; k < count; k++) {
			add_number(al->arena, &lines->numbers, numbers[k]);
		}
		if (count > 0) {
			add_number(al->arena, &lines->begins, (int64_t)begin);
			lines->width = count;
		}
	}
	if (lines->width == 0) {
		fault_set(&message->fault, FAULT_SYNTAX, 0, "expected lines of coordinates and a value, saw the end");
		message->span = (struct span){ r->source->text.length, r->source->text.length };
	}
	return lines->width > 0;
}

/* The domain that the request gives or, where it gives none, the coordinates in "lines" have. */
static struct domain domain_of_lines(struct algebra *al, const struct domain_request *given,
		const struct lines *lines) {
	struct domain_request request = *given;
	struct buf shape;
	buf_init(&shape, al->arena);
	if (given->shape == NULL && given->threads <= 0 && given->values <= 0) {
		print_tuple(&shape, extents_of(al, &lines->numbers, lines->width));
		request.shape = shape.data;
	}
	return domain_init(al, &request, 0);
}

/* The place of number "k" of the line that begins at "begin", which was read before. */
static struct span place_of(struct table_reader *r, size_t begin, int k) {
	struct message message;
	int64_t number;
	r->at = begin;
	for (int i = 0; i <= k; i++) {
		do {
			skip_separators(r, false);
		} while (skip_arrow(r));
		read_number(r, &number, &message);
	}
	return r->span;
}

/* Lines of coordinates and a value, in any order. */
static bool read_lines(struct algebra *al, struct table_reader *r, struct domain *out, struct message *message) {
	struct lines lines;
	if (!collect_lines(al, r, &lines, message)) {
		return false;
	}
	*out = domain_of_lines(al, r->request, &lines);
	if (algebra_failed(al)) {
		return domain_take_option_fault(al, "--shape", r->request->shape, r->source, r->span, message);
	}
	if (out->rank + 1 != lines.width) {
		algebra_fault(al, FAULT_RANK, "%d coordinate%s in a line, but %d dimension%s", lines.width - 1,
			lines.width == 2 ? "" : "s", out->rank, out->rank == 1 ? "" : "s");
		return domain_take_fault(al, r->span, message);
	}
	int64_t *table = arena_array(al->arena, (size_t)out->size, sizeof *table);
	for (int64_t i = 0; i < out->size; i++) {
		table[i] = INFER_HOLE;
	}
	out->table = table;
	for (int64_t i = 0; i < lines.numbers.count; i += lines.width) {
		int wrong = put_line(al, &lines.numbers.values[i], out, table);
		if (wrong >= 0) {
			size_t begin = (size_t)lines.begins.values[i / lines.width];
			return domain_take_fault(al, place_of(r, begin, wrong), message);
		}
	}
	return true;
}

bool domain_from_table(struct algebra *al, const struct domain_request *request, struct source *source,
		struct domain *out, struct message *message) {
	struct table_reader r = { .source = source, .request = request };
	bool arrows = false;
	fault_clear(&message->fault);
	for (size_t i = 0; i < source->text.length && !arrows; i++) {
		i = skip_comment(source->text, i);
		arrows = scan_at_text(source->text, i, "->");
	}
	return arrows ? read_lines(al, &r, out, message) : read_rows(al, &r, out, message);
}

bool domain_from_log(struct algebra *al, const struct domain_request *request, struct source *source,
		struct domain *out, struct message *message) {
	struct table_reader r = { .source = source, .request = request };
	fault_clear(&message->fault);
	bool good = read_lines(al, &r, out, message);
	out->is_thread_value = good && out->rank <= 2;
	return good;
}
