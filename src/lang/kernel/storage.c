/*
 * Structures in shared memory, classes of Python whose names have types: "@cute.struct class S: sA: MemRange[Float16,
 * 512]". What an allocator gives has a pointer for each range.
 *
 * Source: CuTe DSL, python/CuTeDSL/cutlass/cute/core.py (struct) and cutlass/memory/smem.py (SmemAllocator.allocate).
 */
#include "base/checked.h"
#include "base/element.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/memory.h"
#include "lang/tensor.h"

/* A name of a structure. "type" is empty where it is not known what it is. */
struct member {
	struct str name;
	struct str type;     /* of its elements */
	int64_t align;       /* in bytes */
	int64_t offset;      /* from the beginning of the structure on, in bytes; -1 where that is not known */
	struct member *next;
};

struct storage {
	struct str name;
	int64_t align;       /* in bytes, the largest of its members; 0 where one of these is not known */
	struct member *members;
	struct storage *next;
};

/* The arguments of "text", word "[" arguments "]", perhaps with "cute.struct." in front. Returns their number. */
static int split_type(struct kernel *k, struct str text, const char *word, struct str *parts) {
	const char *bracket = memchr(text.data, '[', text.length);
	size_t open = bracket != NULL ? (size_t)(bracket - text.data) : text.length;
	struct str name = scan_part(text, 0, open);
	size_t last = name.length;
	while (last > 0 && name.data[last - 1] != '.') {
		last--;
	}
	bool is_one = bracket != NULL && str_is(scan_part(name, last, name.length), word)
		&& scan_close(text, open) == text.length;
	return is_one ? kernel_split(k, scan_part(text, open + 1, text.length - 1), parts) : 0;
}

/* The number that "text" is, if that is known and at least 0; else -1. */
static int64_t number_of(struct kernel *k, struct str text) {
	struct value value;
	bool known = kernel_value(k, text, &value) && value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple)
		&& int_has_value(value.tuple);
	return known && value.tuple.value >= 0 ? value.tuple.value : -1;
}

/* Whether "number" is a power of two. */
static bool is_alignment(int64_t number) {
	return number > 0 && (number & (number - 1)) == 0;
}

/* "number", not -1 for one that is not known, rounded up to a multiple of "align"; -1 where there is none. */
static int64_t align_up(int64_t number, int64_t align) {
	int64_t rest = number % align; /* not above 0 for -1 */
	int64_t sum;
	return checked_add(number, rest > 0 ? align - rest : 0, &sum) ? sum : -1;
}

/*
 * Read the "type" of "member", which stands at "*offset" or behind, and move that behind it. Returns false if it is no
 * type of elements and no range of those.
 */
static bool read_member(struct kernel *k, struct str type, struct member *member, int64_t *offset) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	int64_t align = 1;
	if (split_type(k, type, "Align", parts) == 2) {
		type = parts[0];
		align = number_of(k, parts[1]);
	}
	bool is_range = split_type(k, type, "MemRange", parts) == 2;
	int64_t count = is_range ? number_of(k, parts[1]) : 1;
	struct value value;
	bool known = kernel_value(k, is_range ? parts[0] : type, &value) && value.kind == VALUE_STRING;
	const struct element *element = known ? element_find(value.string) : NULL;
	if (element == NULL || !is_alignment(align)) {
		return false;
	}
	int64_t bits = element == &element_types[ELEMENT_BOOL] ? 8 : element->bits;
	int64_t bytes = bits / 8 > 1 ? bits / 8 : 1;
	member->type = is_range ? element_canonical(value.string) : str_from("");
	member->align = align > bytes ? align : bytes;
	member->offset = align_up(*offset, member->align);
	int64_t size;
	bool fits = member->offset >= 0 && count >= 0 && checked_mul(count, bits, &size)
		&& checked_add(member->offset, is_range ? size / 8 : bytes, offset);
	*offset = fits ? *offset : -1;
	return true;
}

bool kernel_keep_storage(struct kernel *k, struct str name, struct str body) {
	if (!scan_has_word(body, "MemRange")) {
		return false;
	}
	struct storage *storage = arena_alloc(k->ev->algebra.arena, sizeof *storage);
	*storage = (struct storage){ .name = name, .align = 1, .next = k->storages };
	struct statements statements = statements_of(body, 0, body.length, false);
	struct statement statement = statements_next(&statements);
	int64_t offset = 0;
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(body, statement.span.begin, statement.span.end);
		size_t end = scan_is_name_start(scan_at(text, 0)) ? scan_name(text, 0) : 0;
		size_t colon = scan_blanks(text, end, SCAN_PYTHON);
		if (scan_at(text, colon) != ':') {
			return false;
		}
		struct member *member = arena_alloc(k->ev->algebra.arena, sizeof *member);
		*member = (struct member){ .name = { text.data, end }, .next = storage->members };
		storage->members = member;
		if (!read_member(k, scan_part(text, colon + 1, text.length), member, &offset)) {
			storage->align = 0;
		}
		storage->align = storage->align > 0 && member->align > storage->align ? member->align : storage->align;
	}
	k->storages = storage;
	return true;
}

/* The structure that "type" means: the only one of this name, or of self.s the only one that there is; else NULL. */
static const struct storage *find_storage(const struct kernel *k, struct str type) {
	bool is_attribute = str_starts_with(type, "self.");
	const struct storage *found = NULL;
	for (const struct storage *storage = k->storages; storage != NULL; storage = storage->next) {
		if (is_attribute || str_equal(storage->name, type)) {
			if (found != NULL) {
				return NULL;
			}
			found = storage;
		}
	}
	return found;
}

/* The alignment of "member" in memory of "storage" that begins at a multiple of "align"; 0 where it is not known. */
static int64_t member_alignment(const struct storage *storage, const struct member *member, int64_t align) {
	if (storage->align == 0 || !is_alignment(align)) {
		return 0;
	}
	if (member->offset < 0) {
		return member->align == align ? align : 0;
	}
	int64_t low = member->offset & -member->offset;
	return member->offset == 0 || low > align ? align : low;
}

bool kernel_bind_storage(struct kernel *k, struct str name, struct str value) {
	struct str parts[LIMIT_KERNEL_PARAMETERS];
	size_t word = scan_outer_word(value, "allocate");
	size_t open = scan_blanks(value, word + strlen("allocate"), SCAN_PYTHON);
	if (scan_at(value, open) != '(' || scan_close(value, open) != value.length) {
		return false;
	}
	int count = kernel_split(k, scan_part(value, open + 1, value.length - 1), parts);
	const struct storage *storage = count > 0 && count <= 2 ? find_storage(k, parts[0]) : NULL;
	if (storage == NULL) {
		return false;
	}
	int64_t align = storage->align;
	if (count == 2) {
		size_t behind = declaration_assignment(parts[1]);
		bool is_named = behind < parts[1].length;
		int64_t asked = number_of(k, is_named ? scan_part(parts[1], behind + 1, parts[1].length) : parts[1]);
		align = asked < 0 || asked > align ? asked : align;
	}
	for (const struct member *member = storage->members; member != NULL; member = member->next) {
		int64_t alignment = member_alignment(storage, member, align);
		if (member->type.length == 0 || alignment == 0) {
			continue;
		}
		struct pointer_value *pointer = arena_alloc(k->ev->algebra.arena, sizeof *pointer);
		*pointer = (struct pointer_value){ .element = member->type, .space = str_from("smem"),
			.bits = element_bits(member->type), .alignment = alignment, .cells = cells_new(k->ev->algebra.arena),
			.offset = tuple_int(0) };
		struct value bound = { .kind = VALUE_POINTER, .pointer = pointer };
		evaluation_bind(k->ev, kernel_join(k, name, ".", member->name), bound);
	}
	return true;
}
