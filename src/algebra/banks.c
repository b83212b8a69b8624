#include "algebra/banks.h"

enum { WORDS_MAX = BANK_LANES * 4 };

/* The words that the lanes of one phase want. */
struct phase {
	int64_t words[WORDS_MAX];
	int lanes[WORDS_MAX];
	int count;
};

static int bank_of(int64_t word) {
	return (int)((uint64_t)word % BANKS);
}

/* Add the words of the "bytes" bytes at "address", which "lane" wants. */
static void add_words(struct phase *phase, int lane, int64_t address, int bytes) {
	if (address == BANK_INACTIVE) {
		return;
	}
	int64_t first = (address - (address & (BANK_BYTES - 1))) / BANK_BYTES;
	for (int i = 0; i < (bytes + BANK_BYTES - 1) / BANK_BYTES; i++) {
		phase->words[phase->count] = first + i;
		phase->lanes[phase->count] = lane;
		phase->count++;
	}
}

/* The different words of each bank, as lists of entries of a phase. */
struct bank_lists {
	int first[BANKS];      /* last entry put in; -1 if there is none */
	int next[WORDS_MAX];
	int used[BANKS];       /* length of each list */
};

/* Put entry "i" of "phase" into the list of its bank unless its word is there. Returns the bank. */
static int list_word(struct bank_lists *lists, const struct phase *phase, int i) {
	int bank = bank_of(phase->words[i]);
	for (int j = lists->first[bank]; j >= 0; j = lists->next[j]) {
		if (phase->words[j] == phase->words[i]) {
			return bank;
		}
	}
	lists->next[i] = lists->first[bank];
	lists->first[bank] = i;
	lists->used[bank]++;
	return bank;
}

/* The lanes of "phase" that use "bank", each once: its words, four at most, are in different ones. */
static void name_lanes(const struct phase *phase, int bank, struct wavefronts *out) {
	out->lane_count = 0;
	for (int i = 0; i < phase->count; i++) {
		if (bank_of(phase->words[i]) == bank) {
			out->lanes[out->lane_count++] = phase->lanes[i];
		}
	}
}

/* Serve "phase": add its wavefronts to "out" and keep its worst bank if it is the worst so far. */
static void serve(const struct phase *phase, struct wavefronts *out) {
	struct bank_lists lists;
	int worst = 0;
	if (phase->count == 0) {
		return;
	}
	for (int bank = 0; bank < BANKS; bank++) {
		lists.first[bank] = -1;
		lists.used[bank] = 0;
	}
	for (int i = 0; i < phase->count; i++) {
		int bank = list_word(&lists, phase, i);
		worst = lists.used[bank] > lists.used[worst] ? bank : worst;
	}
	out->phases++;
	out->actual += lists.used[worst];
	if (lists.used[worst] > out->ways) {
		out->ways = lists.used[worst];
		out->bank = worst;
		if (out->ways > 1) {
			name_lanes(phase, worst, out);
		}
	}
}

/* Every lane that takes part has the address of lane "lane ^ mask", or that one takes no part. */
static bool are_pairs(const int64_t *addresses, int mask) {
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t mine = addresses[lane];
		int64_t other = addresses[lane ^ mask];
		if (mine != BANK_INACTIVE && other != BANK_INACTIVE && mine != other) {
			return false;
		}
	}
	return true;
}

/* Serve the first "lanes" lanes, as many at a time as "out" says. */
static void serve_lanes(const int64_t *addresses, int lanes, int bytes, struct wavefronts *out) {
	for (int first = 0; first < lanes; first += out->phase_lanes) {
		struct phase phase;
		phase.count = 0;
		for (int lane = first; lane < first + out->phase_lanes; lane++) {
			add_words(&phase, lane, addresses[lane], bytes);
		}
		serve(&phase, out);
	}
}

struct wavefronts banks_access(const int64_t *addresses, int bytes, bool is_load) {
	struct wavefronts out = { 0 };
	int phase_lanes = bytes <= BANK_BYTES ? BANK_LANES : BANK_LANES * BANK_BYTES / bytes;
	if (is_load && bytes > BANK_BYTES && (are_pairs(addresses, 1) || are_pairs(addresses, 2))) {
		phase_lanes *= 2;
		out.paired = true;
	}
	out.phase_lanes = phase_lanes;
	serve_lanes(addresses, BANK_LANES, bytes, &out);
	return out;
}

/* The dimension of the space over F2 that "count" numbers span, which are changed. */
static int rank_of_bits(int64_t *numbers, int count) {
	int rank = 0;
	for (int bit = 62; bit >= 0; bit--) {
		int pivot = rank;
		while (pivot < count && (numbers[pivot] >> bit & 1) == 0) {
			pivot++;
		}
		if (pivot == count) {
			continue;
		}
		int64_t row = numbers[pivot];
		numbers[pivot] = numbers[rank];
		numbers[rank++] = row;
		for (int i = rank; i < count; i++) {
			numbers[i] ^= (numbers[i] >> bit & 1) != 0 ? row : 0;
		}
	}
	return rank;
}

int banks_directions(const int64_t *addresses, int bytes) {
	enum { LINE_BYTES = BANKS * BANK_BYTES };
	int64_t directions[BANK_LANES];
	int64_t within[BANK_LANES];
	int count = 0;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int low = lane & -lane;
		if (addresses[lane] < 0
			|| (addresses[lane] ^ addresses[0]) != (addresses[lane - low] ^ addresses[low])) {
			return 0;
		}
	}
	int lanes = bytes <= BANK_BYTES ? BANK_LANES : LINE_BYTES / bytes;
	for (; 1 << count < lanes; count++) {
		directions[count] = addresses[1 << count] ^ addresses[0];
		within[count] = directions[count] % LINE_BYTES;
	}
	return 1 << (rank_of_bits(directions, count) - rank_of_bits(within, count));
}

struct wavefronts banks_matrices(const int64_t *rows, int matrices) {
	struct wavefronts out = { .phase_lanes = MATRIX_ROWS };
	serve_lanes(rows, matrices * MATRIX_ROWS, MATRIX_ROW_BYTES, &out);
	return out;
}

struct wavefronts banks_matrix(const int64_t *rows) {
	return banks_matrices(rows, 1);
}
