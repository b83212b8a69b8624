/*
 * Any text is an index expression, a table and a log, or ends with a fault that has a place in it. What is inferred
 * from it has the values that are known.
 */
#include <string.h>

#include "algebra/offsets.h"
#include "fuzz.h"
#include "tool/infer.h"

enum { ENTRIES_MAX = 4096 };

/* Infer a layout from what was read, print it, and compare. */
static void check_domain(struct algebra *al, const struct domain *domain) {
	if (domain->size > ENTRIES_MAX) {
		return;
	}
	struct buf out;
	buf_init(&out, al->arena);
	struct inferred inferred = infer_table(al, domain->table, domain->shape);
	if (algebra_failed(al)) {
		return;
	}
	infer_put_json(&out, al, domain, &inferred);
	infer_put_doubt(&out, &inferred);
	if (!inferred.found) {
		infer_put_refusal(&out, al, domain, &inferred);
		return;
	}
	struct offsets offsets = offsets_init_map(al, inferred_map(al, &inferred));
	if (algebra_failed(al)) {
		return;
	}
	fuzz_require(offsets.size == domain->size);
	for (int64_t i = 0; i < domain->size; i++) {
		fuzz_require(domain->table[i] == INFER_HOLE || offsets_at(&offsets, i) == domain->table[i]);
	}
}

typedef bool (*read_domain)(struct algebra *al, const struct domain_request *request, struct source *source,
	struct domain *out, struct message *message);

static void check(struct source source, read_domain read, const struct domain_request *request) {
	struct arena arena;
	struct algebra al;
	struct domain domain;
	struct message message;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	if (read(&al, request, &source, &domain, &message)) {
		check_domain(&al, &domain);
	} else {
		fuzz_require(message.fault.text[0] != '\0' && message.span.begin <= message.span.end);
		fuzz_require(message.span.end <= source.text.length);
	}
	arena_finish(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct source source = { "fuzz", { (const char *)data, size }, 1 };
	const struct domain_request plain = { .shape = NULL };
	const struct domain_request shape = { .shape = "4,(3,2)" };
	const struct domain_request threads = { .threads = 8, .values = 2, .bits = 16 };
	const struct domain_request python = { .shape = "5", .language = INDEX_PYTHON };
	check(source, domain_from_index, &shape);
	check(source, domain_from_index, &threads);
	check(source, domain_from_index, &python);
	check(source, domain_from_table, &plain);
	check(source, domain_from_table, &shape);
	check(source, domain_from_log, &plain);
	check(source, domain_from_log, &threads);
	return 0;
}
