#include "gpu/kinds/fold.h"

#include "algebra/offsets.h"
#include "gpu/tiling.h"

/* Numbers of the results of all threads (mode 0) or values (mode 1) of the tile. */
static void result_numbers(struct algebra *al, const struct plan *plan, int mode, int count, int64_t *out) {
	int64_t stride = 1;
	for (int k = 0; k < count; k++) {
		out[k] = 0;
	}
	for (int i = 1; i < plan->rank; i++) {
		struct offsets coordinate = offsets_init(al, layout_mode(plan->coordinate[i], mode));
		for (int k = 0; k < count && !algebra_failed(al); k++) {
			out[k] += stride * offsets_at(&coordinate, k);
		}
		stride *= plan_tile_extent(al, plan, i);
	}
}

static void find_slots(struct fold *fold, const int64_t *value_result, int values) {
	for (int v = 0; v < values; v++) {
		int s = 0;
		while (s < fold->slots && fold->slot_result[s] != value_result[v]) {
			s++;
		}
		if (s == fold->slots) {
			fold->slot_result[fold->slots++] = value_result[v];
		}
		fold->slot[v] = s;
	}
}

/* Whole warps only: a lane that is not there cannot shuffle. */
static void find_lanes(struct fold *fold, int threads) {
	for (int bit = 16; bit >= 1 && threads % 32 == 0; bit /= 2) {
		bool same = true;
		for (int t = 0; t < threads && same; t++) {
			same = fold->thread_result[t] == fold->thread_result[t ^ bit];
		}
		fold->lanes |= same ? bit : 0;
	}
}

static void find_sharers(struct fold *fold, int threads) {
	for (int t = 0; t < threads; t++) {
		for (int other = 0; other < t; other++) {
			bool stays = (other & fold->lanes) == 0;
			fold->rank[t] += stays && fold->thread_result[other] == fold->thread_result[t];
		}
		bool stays = (t & fold->lanes) == 0;
		fold->sharers = stays && fold->rank[t] >= fold->sharers ? fold->rank[t] + 1 : fold->sharers;
	}
}

/* Whether every result has the same number of sharers, each with a rank of its own. */
static bool is_regular(struct algebra *al, const struct fold *fold, int threads) {
	int64_t places = fold->results * fold->sharers;
	int64_t taken = 0;
	if (places > (int64_t)threads * fold->slots) {
		return false;
	}
	bool *seen = arena_array(al->arena, (size_t)places, sizeof *seen);
	for (int t = 0; t < threads; t++) {
		for (int s = 0; s < fold->slots && (t & fold->lanes) == 0; s++) {
			int64_t place = fold->thread_result[t] + fold->slot_result[s] + fold->results * fold->rank[t];
			if (seen[place]) {
				return false;
			}
			seen[place] = true;
			taken++;
		}
	}
	return taken == places;
}

void fold_make(struct algebra *al, const struct plan *plan, struct fold *fold) {
	int64_t value_result[VALUES_MAX];
	*fold = (struct fold){ .results = 1 };
	for (int i = 1; i < plan->rank; i++) {
		fold->results *= plan_tile_extent(al, plan, i);
	}
	result_numbers(al, plan, 0, plan->threads, fold->thread_result);
	result_numbers(al, plan, 1, plan->values, value_result);
	if (algebra_failed(al)) {
		return;
	}
	find_slots(fold, value_result, plan->values);
	find_lanes(fold, plan->threads);
	find_sharers(fold, plan->threads);
	if (!is_regular(al, fold, plan->threads)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"in this thread-value layout threads share some of their results but not all");
	}
}
