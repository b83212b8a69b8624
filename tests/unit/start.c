/*
 * src/cli/bench/start.c: what the time before the first sample goes to, by a clock and a device that say what random
 * laps took, against sums of nanoseconds. Prints "N passed, N failed".
 */
#include "cli/bench/start.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "tally.h"

enum { ROWS = 200, LAPS = 12, BILLION = 1000000000 };

static const struct device *const device = (const struct device *)"a device";
static int64_t clock_ns;
static struct device_spent spent;

/* In place of the system's, by the linker. */
int __wrap_clock_gettime(clockid_t id, struct timespec *time);

int __wrap_clock_gettime(clockid_t id, struct timespec *time) {
	*time = (struct timespec){ clock_ns / BILLION, clock_ns % BILLION };
	return id == CLOCK_MONOTONIC ? 0 : -1;
}

struct device_spent device_spent(const struct device *asked) {
	return asked == device ? spent : (struct device_spent){ .compiled = -1 };
}

/* A random number from 0 to "count" - 1: xorshift64*. */
static int64_t below(uint64_t count) {
	static uint64_t state = 7;
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (int64_t)((state * 2685821657736338717u >> 11) % count);
}

/* Up to four seconds later. Returns how many nanoseconds. */
static int64_t pass(void) {
	int64_t passed = below(4) * BILLION + below(BILLION);
	clock_ns += passed;
	return passed;
}

/* What the device says that compiling and loading took of "nanoseconds"; it may be more. */
static void spend(int64_t nanoseconds, int64_t *compiling, int64_t *loading) {
	*compiling = nanoseconds * below(3) / 2;
	*loading = nanoseconds * below(3) / 4;
	spent.compile_s += 1e-9 * (double)*compiling;
	spent.load_s += 1e-9 * (double)*loading;
	spent.compiled++;
}

static void try_row(struct tally *tally, struct start_clock *clock, int64_t *opening) {
	int64_t expected[START_COUNT] = { [START_CONTEXT] = *opening };
	int laps = (int)below(LAPS);
	for (int i = 0; i < laps; i++) {
		bool opens = below(10) == 0;
		enum start what = opens ? START_CONTEXT : START_CHOOSE + (enum start)below(4);
		int64_t compiling;
		int64_t loading;
		int64_t passed = pass();
		spend(passed, &compiling, &loading);
		start_lap(clock, what);
		expected[START_COMPILE] += compiling;
		expected[START_LOAD] += loading;
		expected[what] += passed > compiling + loading ? passed - compiling - loading : 0;
		if (below(4) == 0) {
			spend(pass(), &compiling, &loading);
			start_skip(clock);
		}
	}
	struct row row;
	start_put(clock, &row);
	*opening = expected[START_CONTEXT];
	expect(tally, row.compiled == laps, "%d kernels compiled in %d laps", row.compiled, laps);
	for (int i = 0; i < START_COUNT; i++) {
		expect(tally, fabs(row.start_s[i] - 1e-9 * (double)expected[i]) < 1e-6, "%d: %.9f s instead of %.9f", i,
			row.start_s[i], 1e-9 * (double)expected[i]);
	}
}

int main(void) {
	struct tally tally = { 0 };
	struct start_clock clock;
	int64_t opening = 0;
	clock_ns = 12345 * (int64_t)BILLION + 678;
	start_begin(&clock);
	clock.device = device;
	for (int i = 0; i < ROWS; i++) {
		try_row(&tally, &clock, &opening);
	}
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
