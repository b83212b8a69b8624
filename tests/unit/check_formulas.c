/*
 * src/tool/formula_check.c: what check says of layouts with names, against all small numbers in their place. What is
 * said to hold holds for each, what is said not to hold fails for the numbers that are named. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "samples.h"
#include "tally.h"
#include "tool/check.h"
#include "tool/check_run.h"

enum { MODES = 3, NAMES = 2, MOST = 6, PROPERTIES = 4, OFFSETS_MAX = 1 << 20 };

static const char *const properties[PROPERTIES] = { "injective   ", "surjective  ", "bijective   ", "contiguous  " };

/* A product of names and a number, and another number. */
struct formula {
	int power[NAMES];
	int64_t factor, plus;
};

struct random_layout {
	int rank;
	struct formula extent[MODES], stride[MODES];
};

static int64_t value_of(const struct formula *formula, const int64_t *names) {
	int64_t value = formula->factor;
	for (int i = 0; i < NAMES; i++) {
		for (int k = 0; k < formula->power[i]; k++) {
			value *= names[i];
		}
	}
	return value + formula->plus;
}

static void put_formula(struct buf *out, const struct formula *formula) {
	buf_printf(out, "%" PRId64, formula->factor);
	for (int i = 0; i < NAMES; i++) {
		for (int k = 0; k < formula->power[i]; k++) {
			buf_put(out, i == 0 ? "*M" : "*N");
		}
	}
	buf_printf(out, "+%" PRId64, formula->plus);
}

/* What holds of the layout with numbers for the names, by its offsets. */
static void query_offsets(const struct random_layout *layout, const int64_t *names, bool holds[PROPERTIES]) {
	static int counts[OFFSETS_MAX];
	int64_t extent[MODES] = { 1, 1, 1 };
	int64_t stride[MODES] = { 0 };
	int64_t greatest = 0;
	int64_t image = 0;
	for (int i = 0; i < layout->rank; i++) {
		extent[i] = value_of(&layout->extent[i], names);
		stride[i] = value_of(&layout->stride[i], names);
		greatest += (extent[i] - 1) * stride[i];
	}
	memset(counts, 0, (size_t)(greatest + 1) * sizeof *counts);
	holds[0] = true;
	for (int64_t i = 0; i < extent[0] * extent[1] * extent[2]; i++) {
		int64_t offset = i % extent[0] * stride[0] + i / extent[0] % extent[1] * stride[1]
			+ i / extent[0] / extent[1] * stride[2];
		holds[0] = holds[0] && counts[offset] == 0;
		image += counts[offset]++ == 0;
	}
	holds[1] = holds[3] = image == greatest + 1;
	holds[2] = holds[0] && holds[1];
}

/* "yes", "not decided for all numbers" or "no, for M=2,N=3" behind the name of a property in a report. */
static const char *answer_in(const char *report, const char *property) {
	const char *line = strstr(report, property);
	return line != NULL ? line + strlen(property) : "";
}

static void check_answer(struct tally *tally, const struct random_layout *layout, const char *report, int property,
		int *decided) {
	const char *answer = answer_in(report, properties[property]);
	bool holds[PROPERTIES];
	int64_t names[NAMES] = { 1, 1 };
	if (strncmp(answer, "no, for ", 8) == 0) {
		const char *m = strstr(answer, "M=");
		const char *n = strstr(answer, "N=");
		const char *end = strchr(answer, '\n');
		bool read = (m == NULL || m > end || sscanf(m, "M=%" SCNd64, &names[0]) == 1)
			&& (n == NULL || n > end || sscanf(n, "N=%" SCNd64, &names[1]) == 1);
		query_offsets(layout, names, holds);
		expect(tally, read && !holds[property], "FAIL %s%s", report, properties[property]);
		decided[1]++;
		return;
	}
	bool always = true;
	for (int i = 0; i < MOST * MOST; i++) {
		names[0] = 1 + i % MOST;
		names[1] = 1 + i / MOST;
		query_offsets(layout, names, holds);
		always = always && holds[property];
	}
	bool yes = strncmp(answer, "yes\n", 4) == 0;
	decided[yes ? 0 : 2]++;
	/* What fails for small numbers is found out. */
	expect(tally, yes == always || (!yes && always && strncmp(answer, "not decided", 11) == 0), "FAIL %s%s", report,
		properties[property]);
}

/* A mode of a layout that often goes on where the modes before it end, which is at "*reach". */
static void random_mode(struct samples *samples, struct formula *extent, struct formula *stride,
		struct formula *reach) {
	*extent = (struct formula){ .factor = sample_between(samples, 1, 4) };
	int name = (int)sample_below(samples, 4);
	if (name < NAMES) {
		*extent = (struct formula){ .factor = sample_below(samples, 3) == 0 ? 2 : 1 };
		extent->power[name] = 1;
	}
	*stride = *reach;
	switch (sample_below(samples, 10)) {
	case 0: stride->factor++; break;
	case 1: stride->plus++; break;
	case 2: stride->power[0]++; break;
	case 3: *stride = (struct formula){ .factor = sample_below(samples, 4) }; break;
	default: break;
	}
	*reach = *stride;
	reach->factor *= extent->factor;
	for (int i = 0; i < NAMES; i++) {
		reach->power[i] += extent->power[i];
	}
	/* (a + b) * c is no such formula; the next mode begins a little further. */
	reach->plus *= 4;
}

static void hear(void *context, const struct evaluation *ev) {
	(void)context;
	(void)ev;
}

static void check_random(struct tally *tally, struct samples *samples, int *decided) {
	struct random_layout layout = { .rank = (int)sample_between(samples, 1, MODES) };
	struct formula reach = { .factor = 1 };
	struct arena arena;
	struct evaluation ev;
	struct buf text, report;
	int first = (int)sample_below(samples, MODES);
	for (int i = 0; i < layout.rank; i++) {
		int place = (first + i) % layout.rank;
		random_mode(samples, &layout.extent[place], &layout.stride[place], &reach);
	}
	arena_init(&arena, NULL, NULL);
	buf_init(&text, &arena);
	buf_init(&report, &arena);
	buf_put(&text, "M = ?\nN = ?\n(");
	for (int i = 0; i < 2 * layout.rank; i++) {
		buf_put(&text, i == layout.rank ? "):(" : i > 0 ? "," : "");
		put_formula(&text, i < layout.rank ? &layout.extent[i] : &layout.stride[i - layout.rank]);
	}
	buf_put(&text, ")");
	struct source source = { "<test>", buf_str(&text), 1 };
	struct check_request request = { .tile = NULL };
	struct listener listener = { .hear = hear };
	struct undecided undecided;
	evaluation_init(&ev, &arena, false);
	enum check_answer answer = check_run_program(&ev, &source, &request, &listener, &undecided, &report);
	expect(tally, answer == CHECK_HOLDS, "FAIL %s", text.data);
	for (int i = 0; i < PROPERTIES && answer == CHECK_HOLDS; i++) {
		check_answer(tally, &layout, report.data, i, decided);
	}
	arena_finish(&arena);
}

/* A coordinate is said as such, but beside a fault as its number. */
static void check_coordinate(struct tally *tally, bool fails) {
	struct arena arena;
	struct algebra al;
	struct buf out;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	buf_init(&out, &arena);
	struct tuple shape = tuple_pair(&al, tuple_int(4), tuple_int(8));
	if (fails) {
		algebra_fault(&al, FAULT_DOMAIN, "no");
	}
	check_put_coordinate(&al, shape, 13, &out);
	expect(tally, strcmp(out.data, fails ? "13" : "(1,3)") == 0, "FAIL coordinate %s", out.data);
	arena_finish(&arena);
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct samples samples;
	check_coordinate(&tally, false);
	check_coordinate(&tally, true);
	int decided[3] = { 0 };
	samples_init(&samples, 4);
	for (int i = 0; i < 600 / SAMPLES_SLOWNESS; i++) {
		check_random(&tally, &samples, decided);
	}
	/* Of those that hold for all numbers most are shown to; more may be one day. */
	bool as_many = SAMPLES_SLOWNESS > 1 || decided[0] >= 1288;
	expect(&tally, decided[0] > 5 * decided[2] && as_many, "FAIL %d hold, %d are not decided", decided[0], decided[2]);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
