#include "tool/domain.h"

#include <inttypes.h>
#include <stdio.h>
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

/* There are less than INDEX_NAMES_MAX before. */
static void add_name(struct index_names *names, struct str name, int dimension, int64_t divisor, int64_t extent) {
	names->names[names->count++] = (struct index_name){ name, dimension, divisor, extent };
}

static bool has_name(const struct index_names *names, struct str name) {
	for (int k = 0; k < names->count; k++) {
		if (str_equal(name, names->names[k].name)) {
			return true;
		}
	}
	return false;
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
		struct str name = next_name(&rest);
		if (has_name(&domain->names, name)) {
			algebra_fault(al, FAULT_NAME, "two dimensions are called '%.*s'", (int)name.length, name.data);
		}
		add_name(&domain->names, name, domain->names.count, 1, 0);
	}
	domain->is_named = true;
	if (domain->names.count != domain->rank || *rest != '\0') {
		algebra_fault(al, FAULT_RANK, "%s%d names for %d dimensions", *rest != '\0' ? "more than " : "",
			domain->names.count, domain->rank);
	}
}

/* Each name of "list" is the coordinate "dimension" divided by "divisor", modulo "extent" where that is not 0. */
static void add_names(struct index_names *names, const char *list, int dimension, int64_t divisor, int64_t extent) {
	while (*list != '\0') {
		add_name(names, next_name(&list), dimension, divisor, extent);
	}
}

/* The names of a thread, of what is in it, and of a value. */
static void thread_names(struct domain *domain) {
	add_names(&domain->names, "t,tid,thread,thr,tx,tidx,thread_idx,threadIdx.x", 0, 1, 0);
	add_names(&domain->names, "lane,laneid,lane_id,laneId", 0, 1, WARP_LANES);
	add_names(&domain->names, "warp,warpid,warp_id,warpId,wid", 0, WARP_LANES, 0);
	if (domain->rank > 1) {
		add_names(&domain->names, "v,vid,val,value,i,r,reg,register", 1, 1, 0);
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
		if (!has_name(&names, found->names[i].name)) {
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
	if (has_name(&threads.names, name)) {
		return true;
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

bool domain_to_elements(struct algebra *al, const struct domain_request *request, int64_t value, int64_t *out) {
	*out = value;
	if (value == INFER_HOLE) {
		algebra_fault(al, FAULT_LIMIT, "the number is not from -2^63 + 1 to 2^63 - 1");
		return false;
	}
	if (request->bits == 0) {
		return true;
	}
	bool is_whole = checked_mul(value, 8, out) && *out % request->bits == 0 && checked_div(*out, request->bits, out);
	if (!is_whole) {
		algebra_fault(al, FAULT_DIVIDE, "byte %" PRId64 " is not the start of an element of %d bits", value,
			request->bits);
	}
	return is_whole;
}

bool domain_take_fault(struct algebra *al, struct span span, struct message *message) {
	message->fault = al->fault;
	message->span = span;
	return false;
}

bool domain_take_option_fault(struct algebra *al, const char *option, const char *text, struct source *source,
		struct span span, struct message *message) {
	if (text == NULL) {
		return domain_take_fault(al, span, message);
	}
	*source = (struct source){ option, str_from(text), 1 };
	return domain_take_fault(al, (struct span){ 0, source->text.length }, message);
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
	domain_take_fault(al, span, message);
	snprintf(message->fault.text, sizeof message->fault.text, "%s", text.data);
	return false;
}

bool domain_from_index(struct algebra *al, const struct domain_request *request, struct source *source,
		struct domain *out, struct message *message) {
	const struct span whole = { 0, source->text.length };
	*out = domain_init(al, request, 0);
	if (algebra_failed(al)) {
		return domain_take_option_fault(al, "--shape", request->shape, source, whole, message);
	}
	struct index_names found = index_find_names(source);
	domain_check_names(al, &found);
	if (algebra_failed(al)) {
		return domain_take_fault(al, whole, message);
	}
	domain_name(al, request, &found, out);
	if (algebra_failed(al)) {
		return domain_take_option_fault(al, "--names", request->names, source, whole, message);
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
		if (!domain_to_elements(al, request, value, &table[i])) {
			return fail_at(al, out, i, whole, message);
		}
		next_digits(digits, out);
	}
	return !algebra_failed(al) || domain_take_fault(al, whole, message);
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
