#include "tool/domain.h"

#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

enum { WARP_LANES = 32 };

/* --- the shape --- */

/* "64,64" and "64x64" with parentheses, anything else as it stands. */
static struct str shape_text(struct arena *arena, const char *text) {
	struct buf buf;
	buf_init(&buf, arena);
	bool is_tuple = strchr(text, '(') != NULL;
	bool is_list = strchr(text, ',') != NULL || strchr(text, 'x') != NULL;
	buf_put(&buf, is_list && !is_tuple ? "(" : "");
	for (const char *c = text; *c != '\0'; c++) {
		buf_put_char(&buf, *c == 'x' && !is_tuple ? ',' : *c);
	}
	buf_put(&buf, is_list && !is_tuple ? ")" : "");
	return buf_str(&buf);
}

static struct tuple read_shape(struct algebra *al, const char *text) {
	struct source source = { "--shape", shape_text(al->arena, text), 1 };
	struct evaluation *ev = arena_alloc(al->arena, sizeof *ev);
	evaluation_init(ev, al->arena, false);
	if (evaluation_run(ev, &source) && ev->result_count == 1 && ev->results[0].kind == VALUE_TUPLE) {
		layout_from_shape(&ev->algebra, ev->results[0].tuple);
		if (!algebra_failed(&ev->algebra)) {
			return ev->results[0].tuple;
		}
	}
	algebra_fault(al, FAULT_SYNTAX, "expected a shape such as 64,64, saw '%.60s'", text);
	return tuple_int(1);
}

struct domain domain_init(struct algebra *al, const struct domain_request *request, int64_t count) {
	struct domain domain = { .shape = tuple_int(count) };
	if (request->shape != NULL) {
		domain.shape = read_shape(al, request->shape);
	} else if (request->threads > 0 || request->values > 0) {
		int64_t threads = request->threads > 0 ? request->threads : 1;
		domain.is_thread_value = true;
		domain.shape = request->values > 0 ? tuple_pair(al, tuple_int(threads), tuple_int(request->values))
			: tuple_int(threads);
	} else if (count == 0) {
		algebra_fault(al, FAULT_RANK, "the extents of the dimensions are needed: --shape, or --threads and --values");
		fault_set_hint(&al->fault, "--shape 64,128 for i and j or two other names, --threads 128 --values 8 for tid "
			"and v; names of others go to --names");
	}
	domain.rank = tuple_leaves(domain.shape);
	if (domain.rank > INDEX_NAMES_MAX) {
		algebra_fault(al, FAULT_LIMIT, "%d dimensions; the limit is %d", domain.rank, INDEX_NAMES_MAX);
	}
	struct tuple size = tuple_product(al, domain.shape);
	if (!algebra_failed(al) && (size.value < 1 || size.value > LIMIT_TABLE_ENTRIES)) {
		algebra_fault(al, size.value < 1 ? FAULT_DOMAIN : FAULT_LIMIT, "a table has from 1 to %d entries, not %" PRId64,
			LIMIT_TABLE_ENTRIES, size.value);
	}
	if (algebra_failed(al)) {
		return domain;
	}
	struct tuple leaves[INDEX_NAMES_MAX];
	tuple_collect(domain.shape, leaves);
	for (int k = 0; k < domain.rank; k++) {
		domain.extents[k] = int_value(al, leaves[k]);
	}
	domain.size = size.value;
	return domain;
}

/* --- names --- */

static void add_name(struct index_names *names, struct str name, int dimension, int64_t divisor, int64_t extent) {
	if (names->count < INDEX_NAMES_MAX) {
		names->names[names->count++] = (struct index_name){ name, dimension, divisor, extent };
	}
}

void domain_check_names(struct algebra *al, const struct index_names *found) {
	if (found->more) {
		algebra_fault(al, FAULT_LIMIT, "an expression of more than %d names", INDEX_NAMES_MAX);
	}
}

/* The part of "text" up to the next comma, which "*rest" is behind. */
static struct str next_name(const char **rest) {
	size_t length = strcspn(*rest, ", ");
	struct str name = { *rest, length };
	*rest += length;
	*rest += strspn(*rest, ", ");
	return name;
}

static void given_names(struct algebra *al, const char *text, struct domain *domain) {
	const char *rest = text;
	while (*rest != '\0' && domain->names.count < INDEX_NAMES_MAX) {
		add_name(&domain->names, next_name(&rest), domain->names.count, 1, 0);
	}
	domain->is_named = true;
	if (domain->names.count != domain->rank || *rest != '\0') {
		algebra_fault(al, FAULT_RANK, "%d names for %d dimensions", domain->names.count, domain->rank);
	}
}

/* The names of a thread, of what is in it, and of a value. */
static void thread_names(struct domain *domain) {
	static const char *const threads[] = { "t", "tid", "thread", "thr", "tx", "tidx", "thread_idx", "threadIdx.x" };
	static const char *const lanes[] = { "lane", "laneid", "lane_id", "laneId" };
	static const char *const warps[] = { "warp", "warpid", "warp_id", "warpId", "wid" };
	static const char *const values[] = { "v", "vid", "val", "value", "i", "r", "reg", "register" };
	for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
		add_name(&domain->names, str_from(threads[k]), 0, 1, 0);
	}
	for (size_t k = 0; k < sizeof lanes / sizeof lanes[0]; k++) {
		add_name(&domain->names, str_from(lanes[k]), 0, 1, WARP_LANES);
	}
	for (size_t k = 0; k < sizeof warps / sizeof warps[0]; k++) {
		add_name(&domain->names, str_from(warps[k]), 0, WARP_LANES, 0);
	}
	for (size_t k = 0; k < sizeof values / sizeof values[0] && domain->rank > 1; k++) {
		add_name(&domain->names, str_from(values[k]), 1, 1, 0);
	}
}

/* Whether all of "found" stand in "row", which then names the first dimensions. */
static bool names_from_row(const struct index_names *found, const char *row, struct domain *domain) {
	struct index_names names = { .count = 0 };
	const char *rest = row;
	while (*rest != '\0' && names.count < domain->rank) {
		add_name(&names, next_name(&rest), names.count, 1, 0);
	}
	for (int i = 0; i < found->count; i++) {
		bool known = false;
		for (int k = 0; k < names.count; k++) {
			known = known || str_equal(found->names[i].name, names.names[k].name);
		}
		if (!known) {
			return false;
		}
	}
	domain->names = names;
	domain->is_named = names.count == domain->rank;
	return true;
}

/* The names that dimensions usually have, a row for each way. */
static const char *const usual_rows[] = {
	"i,j,k,l", "m,n,k,l", "x,y,z,w", "d0,d1,d2,d3,d4,d5,d6,d7", "_i,_j,_k,_l", "i0,i1,i2,i3,i4,i5,i6,i7",
	"row,col", "r,c", "a,b,c,d", "idx", "index", "tid", "threadIdx.x",
};

bool domain_is_usual_name(struct str name) {
	struct domain threads = { .rank = 2 };
	thread_names(&threads);
	for (int k = 0; k < threads.names.count; k++) {
		if (str_equal(name, threads.names.names[k].name)) {
			return true;
		}
	}
	for (size_t i = 0; i < sizeof usual_rows / sizeof usual_rows[0]; i++) {
		const char *rest = usual_rows[i];
		while (*rest != '\0') {
			if (str_equal(name, next_name(&rest))) {
				return true;
			}
		}
	}
	return false;
}

static void usual_names(struct algebra *al, const struct index_names *found, struct domain *domain) {
	if (domain->is_thread_value) {
		thread_names(domain);
		return;
	}
	if (domain->rank == 1 && found->count <= 1) {
		domain->names = *found;
		domain->is_named = found->count == 1;
		return;
	}
	for (size_t i = 0; i < sizeof usual_rows / sizeof usual_rows[0]; i++) {
		if (names_from_row(found, usual_rows[i], domain)) {
			return;
		}
	}
	struct buf text;
	buf_init(&text, al->arena);
	for (int i = 0; i < found->count; i++) {
		buf_put(&text, i > 0 ? "," : "");
		buf_put_str(&text, found->names[i].name);
	}
	algebra_fault(al, FAULT_NAME, "the order of the dimensions %.100s is not known: give it with --names", text.data);
}

void domain_name(struct algebra *al, const struct domain_request *request, const struct index_names *found,
		struct domain *domain) {
	if (request->names != NULL) {
		given_names(al, request->names, domain);
	} else {
		usual_names(al, found, domain);
	}
}

/* --- tables --- */

/* "value" in elements. Returns false where it is no whole number of them. */
static bool to_elements(const struct domain_request *request, int64_t value, int64_t *out) {
	*out = value;
	if (request->bits == 0) {
		return true;
	}
	return checked_mul(value, 8, out) && *out % request->bits == 0 && checked_div(*out, request->bits, out);
}

static void refuse_unit(struct algebra *al, const struct domain_request *request, int64_t value) {
	algebra_fault(al, FAULT_DIVIDE, "byte %" PRId64 " is not the start of an element of %d bits", value, request->bits);
}

/* Take over the fault of the algebra as one about "span". */
static bool take_fault(struct algebra *al, struct span span, struct message *message) {
	message->fault = al->fault;
	message->span = span;
	return false;
}

static void next_digits(int64_t *digits, const struct domain *domain) {
	for (int k = 0; k < domain->rank && ++digits[k] == domain->extents[k]; k++) {
		digits[k] = 0;
	}
}

/* Say at which coordinate an expression has no value. */
static bool fail_at(struct algebra *al, const struct domain *domain, int64_t i, struct span span,
		struct message *message) {
	struct buf text;
	buf_init(&text, al->arena);
	buf_printf(&text, "%s, at ", al->fault.text);
	domain_put_coordinate(domain, i, &text);
	take_fault(al, span, message);
	size_t length = text.length < FAULT_TEXT_BYTES - 1 ? text.length : FAULT_TEXT_BYTES - 1;
	memcpy(message->fault.text, text.data, length);
	message->fault.text[length] = '\0';
	return false;
}

bool domain_from_index(struct algebra *al, const struct domain_request *request, const struct source *source,
		struct domain *out, struct message *message) {
	const struct span whole = { 0, source->text.length };
	*out = domain_init(al, request, 0);
	struct index_names found = index_find_names(source);
	domain_check_names(al, &found);
	if (!algebra_failed(al)) {
		domain_name(al, request, &found, out);
	}
	if (algebra_failed(al)) {
		return take_fault(al, whole, message);
	}
	const struct index_expression *expression
		= index_parse(al->arena, source, request->language, &out->names, message);
	if (expression == NULL) {
		return false;
	}
	int64_t digits[INDEX_NAMES_MAX] = { 0 };
	int64_t *table = arena_array(al->arena, (size_t)out->size, sizeof *table);
	out->table = table;
	for (int64_t i = 0; i < out->size && algebra_step(al, 0); i++) {
		int64_t value = index_at(al, expression, digits);
		if (algebra_failed(al)) {
			return fail_at(al, out, i, index_place(expression), message);
		}
		if (!to_elements(request, value, &table[i])) {
			refuse_unit(al, request, value);
			return fail_at(al, out, i, whole, message);
		}
		next_digits(digits, out);
	}
	return !algebra_failed(al) || take_fault(al, whole, message);
}

/* --- texts --- */

struct table_reader {
	const struct source *source;
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

/* Step over what separates numbers, and unless "lines" over line ends. */
static void skip_separators(struct table_reader *r, bool lines) {
	struct str text = r->source->text;
	while (r->at < text.length) {
		char c = text.data[r->at];
		bool ends_line = str_ends_line(text, r->at);
		if (c == '#') {
			r->at = skip_comment(text, r->at);
		} else if (c == ' ' || c == '\t' || c == ',' || c == ';' || c == '[' || c == ']' || c == '('
				|| c == ')' || c == '{' || c == '}' || (c == '\r' && !ends_line) || (ends_line && !lines)) {
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

/* ["-"] digits | ["-"] "0x" digits | "_" | "?" : a number, or INFER_HOLE. Returns false after a fault. */
static bool read_number(struct table_reader *r, int64_t *out, struct message *message) {
	struct str text = r->source->text;
	size_t at = r->at;
	r->span = (struct span){ at, at + (at < text.length ? 1 : 0) };
	if (at < text.length && (text.data[at] == '_' || text.data[at] == '?')) {
		*out = INFER_HOLE;
		r->at++;
		return true;
	}
	bool negative = at < text.length && text.data[at] == '-';
	at += negative ? 1 : 0;
	int base = at + 2 < text.length && text.data[at] == '0' && (text.data[at + 1] == 'x' || text.data[at + 1] == 'X')
		? 16 : 10;
	at += base == 16 ? 2 : 0;
	size_t first = at;
	int64_t value = 0;
	bool fits = true;
	for (; at < text.length && digit_of(text.data[at]) < base; at++) {
		int digit = digit_of(text.data[at]);
		fits = fits && checked_mul(value, base, &value) && checked_add(value, negative ? -digit : digit, &value);
	}
	r->span = (struct span){ r->at, at > r->at ? at : r->span.end };
	if (at == first) {
		fault_set(&message->fault, FAULT_SYNTAX, 0, at < text.length ? "expected a number, saw '%c'"
			: "expected a number, saw the end", at < text.length ? text.data[at] : ' ');
		message->span = r->span;
		return false;
	}
	if (!fits) {
		fault_set(&message->fault, FAULT_LIMIT, 0, "the number does not fit 64 bits");
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
	if (value == INFER_HOLE || to_elements(r->request, value, out)) {
		*out = value == INFER_HOLE ? INFER_HOLE : *out;
		return true;
	}
	refuse_unit(al, r->request, value);
	return take_fault(al, r->span, message);
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
	domain->table = domain->rank == 1 ? rows : table;
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
	if (!algebra_failed(al) && out->size != numbers.count) {
		algebra_fault(al, FAULT_RANK, "the table has %" PRId64 " entries, but the shape %" PRId64, numbers.count,
			out->size);
	}
	if (algebra_failed(al)) {
		return take_fault(al, r->span, message);
	}
	transpose(al, numbers.values, out);
	return true;
}

/* Step over "->" or ":" in front of a value. Returns whether one was there. */
static bool skip_arrow(struct table_reader *r) {
	struct str text = r->source->text;
	size_t left = text.length - r->at;
	size_t length = left >= 2 && memcmp(text.data + r->at, "->", 2) == 0 ? 2
		: left >= 1 && (text.data[r->at] == ':' || text.data[r->at] == '=') ? 1 : 0;
	r->at += length;
	return length > 0;
}

/* One line: its numbers, the last one a value. At the end of an empty one "count" is 0. */
static bool read_line(struct algebra *al, struct table_reader *r, int64_t *numbers, int *count,
		struct message *message) {
	*count = 0;
	for (skip_separators(r, true); r->at < r->source->text.length && !str_ends_line(r->source->text, r->at);
			skip_separators(r, true)) {
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
	r->at += r->at < r->source->text.length ? 1 : 0;
	if (*count == 0 || numbers[*count - 1] == INFER_HOLE) {
		return true;
	}
	int64_t value = numbers[*count - 1];
	if (!to_elements(r->request, value, &numbers[*count - 1])) {
		refuse_unit(al, r->request, value);
		return take_fault(al, r->span, message);
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

/* Put the value of one line into the table. */
static bool put_line(struct algebra *al, const int64_t *line, const struct domain *domain, int64_t *table) {
	int64_t at = 0;
	int64_t step = 1;
	for (int k = 0; k < domain->rank; k++) {
		if (line[k] < 0 || line[k] >= domain->extents[k]) {
			algebra_fault(al, FAULT_DOMAIN, "coordinate %" PRId64 " of dimension %d is not from 0 to %" PRId64, line[k],
				k, domain->extents[k] - 1);
			return false;
		}
		at += line[k] * step;
		step *= domain->extents[k];
	}
	int64_t value = line[domain->rank];
	if (table[at] != INFER_HOLE && value != INFER_HOLE && table[at] != value) {
		algebra_fault(al, FAULT_DOMAIN, "two values for one coordinate: %" PRId64 " and %" PRId64, table[at], value);
		return false;
	}
	table[at] = value != INFER_HOLE ? value : table[at];
	return true;
}

/* Lines of coordinates and a value, in any order. */
static bool read_lines(struct algebra *al, struct table_reader *r, struct domain *out, struct message *message) {
	struct numbers lines = { 0 };
	struct numbers ends = { 0 };
	int64_t numbers[INDEX_NAMES_MAX + 1];
	int width = 0;
	while (r->at < r->source->text.length) {
		int count;
		if (!read_line(al, r, numbers, &count, message)) {
			return false;
		}
		if (count > 0 && (count < 2 || (width > 0 && count != width))) {
			fault_set(&message->fault, FAULT_RANK, 0, "expected %s coordinates and a value, saw %d numbers",
				width > 0 ? "as many" : "some", count);
			message->span = r->span;
			return false;
		}
		for (int k = 0; k < count; k++) {
			add_number(al->arena, &lines, numbers[k]);
		}
		if (count > 0) {
			add_number(al->arena, &ends, (int64_t)r->span.begin);
		}
		width = count > 0 ? count : width;
	}
	if (width == 0) {
		fault_set(&message->fault, FAULT_SYNTAX, 0, "expected lines of coordinates and a value, saw the end");
		message->span = (struct span){ r->source->text.length, r->source->text.length };
		return false;
	}
	bool given = r->request->shape != NULL || r->request->threads > 0 || r->request->values > 0;
	struct buf shape;
	buf_init(&shape, al->arena);
	struct domain_request request = *r->request;
	if (!given) {
		print_tuple(&shape, extents_of(al, &lines, width));
		request.shape = shape.data;
	}
	*out = domain_init(al, &request, 0);
	if (!algebra_failed(al) && out->rank + 1 != width) {
		algebra_fault(al, FAULT_RANK, "%d coordinates in a line, but %d dimensions", width - 1, out->rank);
	}
	if (algebra_failed(al)) {
		return take_fault(al, r->span, message);
	}
	int64_t *table = arena_array(al->arena, (size_t)out->size, sizeof *table);
	for (int64_t i = 0; i < out->size; i++) {
		table[i] = INFER_HOLE;
	}
	out->table = table;
	for (int64_t i = 0; i < lines.count; i += width) {
		if (!put_line(al, &lines.values[i], out, table)) {
			size_t begin = (size_t)ends.values[i / width];
			return take_fault(al, (struct span){ begin, begin + 1 }, message);
		}
	}
	return true;
}

bool domain_from_table(struct algebra *al, const struct domain_request *request, const struct source *source,
		struct domain *out, struct message *message) {
	struct table_reader r = { .source = source, .request = request };
	bool arrows = false;
	fault_clear(&message->fault);
	for (size_t i = 0; i + 1 < source->text.length && !arrows; i++) {
		i = skip_comment(source->text, i);
		arrows = i + 1 < source->text.length && source->text.data[i] == '-' && source->text.data[i + 1] == '>';
	}
	return arrows ? read_lines(al, &r, out, message) : read_rows(al, &r, out, message);
}

bool domain_from_log(struct algebra *al, const struct domain_request *request, const struct source *source,
		struct domain *out, struct message *message) {
	struct table_reader r = { .source = source, .request = request };
	fault_clear(&message->fault);
	bool good = read_lines(al, &r, out, message);
	out->is_thread_value = good && out->rank <= 2;
	return good;
}

/* --- words --- */

void domain_put_name(const struct domain *domain, int k, struct buf *out) {
	if (domain->is_thread_value) {
		buf_put(out, k == 0 ? "thread" : "value");
	} else if (domain->is_named) {
		struct str name = domain->names.names[k].name;
		utf8_put_visible_line(out, name);
	} else {
		buf_printf(out, "mode %d", k);
	}
}

void domain_put_coordinate(const struct domain *domain, int64_t i, struct buf *out) {
	if (domain->rank == 1) {
		buf_printf(out, "entry %" PRId64, i);
		return;
	}
	buf_put_char(out, '(');
	for (int k = 0; k < domain->rank; k++) {
		buf_printf(out, k > 0 ? ",%" PRId64 : "%" PRId64, i % domain->extents[k]);
		i /= domain->extents[k];
	}
	buf_put_char(out, ')');
}
