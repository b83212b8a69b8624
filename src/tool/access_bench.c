#include "tool/access_bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

/* --- requests that are alike --- */

struct sorted {
	unsigned places[BANK_LANES];
	int64_t request;
};

static int compare_places(const void *a, const void *b) {
	const struct sorted *x = a;
	const struct sorted *y = b;
	int order = memcmp(x->places, y->places, sizeof x->places);
	return order != 0 ? order : (x->request > y->request) - (x->request < y->request);
}

/* The requests in the order of their places. */
static const struct sorted *sort_requests(struct algebra *al, const struct wavefront_question *question) {
	struct sorted *all = arena_array(al->arena, (size_t)question->request_count, sizeof *all);
	for (int64_t i = 0; i < question->request_count; i++) {
		wavefronts_place(question->addresses + i * BANK_LANES, all[i].places);
		all[i].request = i;
	}
	qsort(all, (size_t)question->request_count, sizeof *all, compare_places);
	return all;
}

/*
 * The groups: all requests, as many together as the slots hold, then by powers of two what is left; behind them the
 * first of each kind of request, by itself.
 */
static void add_groups(struct algebra *al, struct access_row *row) {
	struct wavefront_question *question = &row->question;
	int64_t requests = question->request_count;
	const struct sorted *sorted = sort_requests(al, question);
	int64_t *sample = arena_array(al->arena, (size_t)requests, sizeof *sample);
	question->groups = arena_array(al->arena, (size_t)(2 * requests), sizeof *question->groups);
	for (int64_t first = 0, size = WAVEFRONT_SLOTS; first < requests; first += size) {
		while (size > requests - first) {
			size /= 2;
		}
		question->groups[question->group_count++] = (struct wavefront_group){ .first = first, .count = size };
	}
	row->whole = question->group_count;
	for (int64_t i = 0; i < requests; i++) {
		const struct wavefront_group group = { .first = sorted[i].request, .count = 1 };
		if (i == 0 || memcmp(sorted[i].places, sorted[i - 1].places, sizeof sorted[i].places) != 0) {
			question->groups[question->group_count++] = group;
		}
		sample[sorted[i].request] = question->group_count - 1;
	}
	row->sample = sample;
}

/* --- what is predicted --- */

/* Bytes that the lanes of a request access. */
static int64_t bytes_of(const struct access_row *row, int64_t request) {
	if (row->bits == 0) {
		return (int64_t)row->question.bytes * MATRIX_ROWS * MATRIX_ROW_BYTES;
	}
	int64_t lanes = 0;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		lanes += row->question.addresses[request * BANK_LANES + lane] != BANK_INACTIVE;
	}
	return lanes * row->question.bytes;
}

/* Append the row of "kind" with "bits" bits a lane, if the values can be accessed so. Returns the rows there are. */
static int add_row(struct algebra *al, const struct check *check, enum shared_kind kind, int bits,
	struct access_row *rows, int count) {
	struct shared_requests requests = access_requests(al, &check->access, kind, bits);
	if (algebra_failed(al) || requests.count == 0 || count == ACCESS_ROWS_MAX) {
		return count;
	}
	struct access_row *row = &rows[count];
	*row = (struct access_row){ .operand = check->operand, .dtype = check->dtype,
		.bits = requests.is_matrices ? 0 : bits, .question = { .kind = kind, .bytes = requests.bytes,
			.transposed = requests.transposed, .addresses = requests.addresses, .request_count = requests.count } };
	for (int64_t i = 0; i < requests.count; i++) {
		struct wavefronts wavefronts = wavefronts_predict(&row->question, i);
		row->phases += wavefronts.phases;
		row->wavefronts += wavefronts.actual;
		row->bytes += bytes_of(row, i);
	}
	add_groups(al, row);
	return count + 1;
}

int access_rows_add(struct algebra *al, const struct check *check, struct access_row *rows, int count) {
	static const enum shared_kind matrices[] = { SHARED_LDMATRIX, SHARED_STMATRIX };
	const struct coverage *coverage = &check->coverage;
	if (check->has_tile && coverage->outside > 0) {
		algebra_fault(al, FAULT_DOMAIN,
			"thread %" PRId64 " has value %" PRId64 " at element %" PRId64 " of the memory, which has %" PRId64,
			coverage->first_outside.thread, coverage->first_outside.value, coverage->outside_cell, coverage->cells);
		return count;
	}
	for (int i = 0; i < check->shared_count; i++) {
		const struct shared_row *shared = &check->shared[i];
		if (!shared->matrices) {
			count = add_row(al, check, SHARED_LOAD, shared->load.bits, rows, count);
			count = add_row(al, check, SHARED_STORE, shared->load.bits, rows, count);
		}
		for (size_t k = 0; k < 2 && shared->matrices; k++) {
			count = add_row(al, check, matrices[k], 0, rows, count);
		}
	}
	return count;
}

/* --- what is measured --- */

bool access_row_measure(struct device *device, struct algebra *al, struct access_row *row, struct fault *fault) {
	struct wavefront_question *question = &row->question;
	if (!wavefronts_measure(device, al, question, fault)) {
		return false;
	}
	row->cycles = 0;
	row->measured = 0;
	row->agrees = true;
	for (int64_t g = 0; g < row->whole; g++) {
		row->cycles += question->groups[g].cycles * (double)question->groups[g].count;
	}
	for (int64_t i = 0; i < question->request_count; i++) {
		double cycles = question->groups[row->sample[i]].cycles;
		bool agrees = wavefronts_agree(cycles, wavefronts_predict(question, i).actual);
		row->measured += (int64_t)llround(cycles);
		if (!agrees && row->agrees) {
			row->agrees = false;
			row->different = i;
			row->different_cycles = cycles;
		}
	}
	return true;
}

/* --- what is printed --- */

static const char *name_of(const struct access_row *row) {
	static const char *const names[] = { [SHARED_LOAD] = "load", [SHARED_STORE] = "store",
		[SHARED_LDMATRIX] = "ldmatrix", [SHARED_STMATRIX] = "stmatrix" };
	return names[row->question.kind];
}

static double bytes_per_cycle(const struct access_row *row) {
	return row->cycles > 0 ? (double)row->bytes / row->cycles : 0;
}

/* Of all multiprocessors. */
static double bytes_per_s(const struct access_row *row, const struct device_facts *facts) {
	return bytes_per_cycle(row) * row->question.clock_hz * facts->multiprocessors;
}

static void put_table(struct buf *out, const struct access_row *rows, int count, const struct device_facts *facts) {
	buf_printf(out, "# access               requests  at best  wavefronts%s\n",
		facts != NULL ? "  measured      cycles  B/cycle     GB/s" : "");
	for (int i = 0; i < count; i++) {
		const struct access_row *row = &rows[i];
		struct buf name;
		buf_init(&name, out->arena);
		buf_printf(&name, "%s%s", row->operand != NULL ? row->operand : "", row->operand != NULL ? " " : "");
		if (row->bits > 0) {
			buf_printf(&name, "%d-bit ", row->bits);
		}
		buf_printf(&name, "%s%s", name_of(row), row->question.transposed ? ".trans" : "");
		buf_printf(out, "%-22s %9" PRId64 " %8" PRId64 " %11" PRId64, name.data, row->question.request_count,
			row->phases, row->wavefronts);
		if (facts != NULL) {
			buf_printf(out, " %9" PRId64 " %11.1f %8.1f %8.0f  %s", row->measured, row->cycles, bytes_per_cycle(row),
				bytes_per_s(row, facts) / 1e9, row->agrees ? "as predicted" : "DIFFERENT");
		}
		buf_put_char(out, '\n');
		if (facts != NULL && !row->agrees) {
			buf_printf(out, "  request %" PRId64 " takes %.2f cycles, the model says %d wavefronts\n", row->different,
				row->different_cycles, wavefronts_predict(&row->question, row->different).actual);
		}
	}
}

static void put_csv(struct buf *out, const struct access_row *rows, int count, const struct device_facts *facts) {
	buf_put(out, "operand,dtype,access,bits,transposed,requests,at_best,wavefronts");
	buf_put(out, facts != NULL ? ",measured,cycles,bytes,bytes_per_cycle,bytes_per_s,clock_hz,agrees\n" : "\n");
	for (int i = 0; i < count; i++) {
		const struct access_row *row = &rows[i];
		buf_printf(out, "%s,%s,%s,%d,%d,%" PRId64 ",%" PRId64 ",%" PRId64, row->operand != NULL ? row->operand : "",
			row->dtype, name_of(row), row->bits, row->question.transposed, row->question.request_count, row->phases,
			row->wavefronts);
		if (facts != NULL) {
			buf_printf(out, ",%" PRId64 ",%.9g,%" PRId64 ",%.9g,%.9g,%.9g,%d", row->measured, row->cycles, row->bytes,
				bytes_per_cycle(row), bytes_per_s(row, facts), row->question.clock_hz, row->agrees);
		}
		buf_put_char(out, '\n');
	}
}

static void put_json(struct buf *out, const struct access_row *rows, int count, const struct device_facts *facts) {
	for (int i = 0; i < count; i++) {
		const struct access_row *row = &rows[i];
		buf_printf(out, "%s{\"operand\":", i > 0 ? "," : "");
		if (row->operand != NULL) {
			buf_put_json(out, str_from(row->operand));
		} else {
			buf_put(out, "null");
		}
		buf_printf(out, ",\"dtype\":\"%s\",\"access\":\"%s\",\"bits\":%d,\"transposed\":%s,\"requests\":%" PRId64
			",\"at_best\":%" PRId64 ",\"wavefronts\":%" PRId64, row->dtype, name_of(row), row->bits,
			row->question.transposed ? "true" : "false", row->question.request_count, row->phases, row->wavefronts);
		if (facts != NULL) {
			buf_printf(out, ",\"measured\":%" PRId64 ",\"cycles\":%.9g,\"bytes\":%" PRId64 ",\"bytes_per_cycle\":%.9g"
				",\"bytes_per_s\":%.9g,\"clock_hz\":%.9g,\"agrees\":%s", row->measured, row->cycles, row->bytes,
				bytes_per_cycle(row), bytes_per_s(row, facts), row->question.clock_hz, row->agrees ? "true" : "false");
		}
		buf_put(out, "}\n");
	}
}

void access_rows_put(struct buf *out, enum row_form form, const struct access_row *rows, int count,
	const struct device_facts *facts) {
	switch (form) {
	case ROWS_TABLE: put_table(out, rows, count, facts); break;
	case ROWS_CSV: put_csv(out, rows, count, facts); break;
	case ROWS_JSON: put_json(out, rows, count, facts); break;
	}
}
