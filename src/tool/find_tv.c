#include "tool/find_tv.h"

#include <inttypes.h>

#include "lang/language/denotation.h"

enum { VECTOR_BYTES_MAX = VECTOR_BITS_MAX / 8 };

struct tv_finder {
	struct algebra *al;
	const int64_t *extents;
	int64_t threads;
	int bits;
	const struct map *memory, *to;
	struct tv_search *search;
};

/*
 * The layout with vectors of "vector" elements and "along" threads along dimension "fast", the others along the other
 * dimension: ((along, across), (vector, rest of fast, rest of the other)).
 */
static struct layout make_tv(const struct tv_finder *f, int fast, int64_t vector, int64_t along) {
	int64_t across = f->threads / along;
	int64_t step = fast == 0 ? 1 : f->extents[0];
	int64_t other = fast == 0 ? f->extents[0] : 1;
	const int64_t thread_extents[2] = { along, across };
	const int64_t thread_strides[2] = { vector * step, other };
	const int64_t value_extents[3] = { vector, f->extents[fast] / (vector * along), f->extents[1 - fast] / across };
	const int64_t value_strides[3] = { step, vector * along * step, across * other };
	struct algebra *al = f->al;
	return (struct layout){
		tuple_pair(al, tuple_from_ints(al, thread_extents, 2), tuple_from_ints(al, value_extents, 3)),
		tuple_pair(al, tuple_from_ints(al, thread_strides, 2), tuple_from_ints(al, value_strides, 3)),
	};
}

static bool is_better(const struct tv_candidate *a, const struct tv_candidate *b) {
	if (a->sectors != b->sectors) {
		return a->sectors < b->sectors;
	}
	if (a->conflict != b->conflict) {
		return a->conflict < b->conflict;
	}
	return a->requests != b->requests ? a->requests < b->requests : a->lines < b->lines;
}

static void keep(struct tv_search *search, const struct tv_candidate *candidate) {
	int place = search->count;
	while (place > 0 && is_better(candidate, &search->best[place - 1])) {
		place--;
	}
	if (place == FIND_TV_MAX) {
		return;
	}
	search->count += search->count < FIND_TV_MAX ? 1 : 0;
	for (int i = search->count - 1; i > place; i--) {
		search->best[i] = search->best[i - 1];
	}
	search->best[place] = *candidate;
}

/* What the candidate costs. */
static void try_tv(struct tv_finder *f, int fast, int64_t vector, int64_t along) {
	struct algebra *al = f->al;
	int64_t cells = f->extents[0] * f->extents[1];
	struct tv_candidate candidate = { .tv = make_tv(f, fast, vector, along), .conflict = 1 };
	struct tv_table table = tv_table_make(al, map_from_layout(candidate.tv));
	struct access access = access_make(al, &table, f->memory, cells, f->bits);
	if (algebra_failed(al)) {
		return;
	}
	struct global_traffic traffic = access_global(&access, BANK_LANES);
	candidate.vector_bits = access.vector_bits;
	candidate.sectors = traffic.sectors.actual;
	candidate.ideal = traffic.sectors.ideal;
	candidate.lines = traffic.lines.actual;
	candidate.requests = traffic.requests;
	if (f->to != NULL) {
		struct access shared = access_make(al, &table, f->to, cells, f->bits);
		if (algebra_failed(al)) {
			return;
		}
		struct shared_traffic stores = access_shared(&shared, shared.vector_bits, false);
		candidate.to_vector_bits = shared.vector_bits;
		candidate.conflict = (int)stores.conflict;
		candidate.requests += stores.requests;
	}
	f->search->tried++;
	keep(f->search, &candidate);
}

/* All widths and partitions with vectors along "fast". */
static void try_dimension(struct tv_finder *f, int fast) {
	for (int64_t vector = 1; vector * f->bits <= VECTOR_BYTES_MAX * 8; vector *= 2) {
		for (int64_t along = 1; along <= f->threads && vector * along <= f->extents[fast]; along++) {
			bool divides = f->threads % along == 0 && f->extents[fast] % (vector * along) == 0
				&& f->extents[1 - fast] % (f->threads / along) == 0;
			if (divides && algebra_step(f->al, 0)) {
				try_tv(f, fast, vector, along);
			}
		}
	}
}

struct tv_search find_tv(struct algebra *al, const int64_t extents[2], int64_t threads, int bits,
		const struct map *memory, const struct map *to) {
	struct tv_search search = { .tried = 0 };
	struct tv_finder f = {
		.al = al, .extents = extents, .threads = threads, .bits = bits, .memory = memory, .to = to, .search = &search,
	};
	for (int fast = 0; fast < 2; fast++) {
		try_dimension(&f, fast);
	}
	if (!algebra_failed(al) && search.tried == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a tile of %" PRId64 " x %" PRId64 " cannot be dealt to %" PRId64 " threads",
			extents[0], extents[1], threads);
	}
	return search;
}
