#include "algebra/sectors.h"

/* The number of the unit of "bytes" bytes, a power of two, that the address "bit" is in. */
static int64_t unit_of(int64_t bit, int bytes) {
	int64_t size = (int64_t)bytes * 8;
	return (bit & -size) / size;
}

/* The different units of "bytes" bytes, and in "runs" how many of them come behind one that is not touched. */
static int64_t count_units(const int64_t *addresses, int count, int bits, int bytes, int64_t *runs) {
	int64_t units = 0;
	int64_t end = 0; /* behind the last unit so far */
	*runs = 0;
	for (int i = 0; i < count; i++) {
		int64_t first = unit_of(addresses[i], bytes);
		*runs += i == 0 || first > end;
		first = i > 0 && first < end ? end : first;
		end = unit_of(addresses[i] + bits - 1, bytes) + 1;
		units += end - first;
	}
	return units;
}

/* Count the sector that "bit" is in, unless "bit" is its beginning or it is the "last" one that was counted. */
static void add_partial(struct units *units, int64_t bit, int64_t *last) {
	int64_t sector = unit_of(bit, SECTOR_BYTES);
	if (bit != sector * SECTOR_BYTES * 8 && (units->partial == 0 || sector != *last)) {
		units->partial++;
		*last = sector;
	}
}

struct units units_touched(const int64_t *addresses, int count, int bits) {
	struct units units = { 0 };
	int64_t runs;
	int64_t last = 0;
	units.sectors = count_units(addresses, count, bits, SECTOR_BYTES, &runs);
	units.halves = count_units(addresses, count, bits, HALF_BYTES, &runs);
	units.lines = count_units(addresses, count, bits, LINE_BYTES, &units.segments);
	for (int i = 0, next; i < count; i = next) {
		int64_t end = addresses[i] + bits;
		for (next = i + 1; next < count && addresses[next] <= end; next++) {
			end = addresses[next] + bits;
		}
		units.bits += end - addresses[i];
		add_partial(&units, addresses[i], &last);
		add_partial(&units, end, &last);
	}
	return units;
}
