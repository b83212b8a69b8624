/*
 * Results as rows, in each form: every number of a made-up measurement where it belongs. Prints "N passed, N failed".
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/planner.h"
#include "gpu/rows.h"
#include "gpu_problems.h"
#include "tally.h"
#include "tool/describe.h"

struct tester {
	struct tally tally;
	struct arena arena;
	const char *expression;
	const struct plan *plan;
};

/* Whether "text" has "part"; the whole of it is shown otherwise. */
static void has(struct tester *tester, struct buf *text, const char *part) {
	expect(&tester->tally, strstr(text->data, part) != NULL, "no %sin %s", part, text->data);
}

static struct row make_row(const struct plan *plan) {
	return (struct row){
		.plan = plan,
		.bytes_read = 6e6,
		.bytes_written = 3e6,
		.peak_bytes_per_s = 9e11,
		.copy_bytes_per_s = 6e11,
		.measurement = { .stats = { .count = 31, .median = 20e-6, .least = 19e-6, .p95 = 23e-6, .noise = 0.0123 },
			.stop = STOP_NOISE_LOW, .registers = 40, .clocks = { 1755, SLOWDOWN_THERMAL } },
		.prediction = { .seconds = 21.5e-6, .bound = "memory" },
		.proved = 150,
		.checked = 149,
		.wrong = 2,
	};
}

static struct buf put(struct tester *tester, enum row_form form, const struct row *row, bool is_first) {
	struct buf out;
	buf_init(&out, &tester->arena);
	rows_put(&out, form, row, tester->expression, is_first);
	return out;
}

/* --- a row --- */

static const char row_start[] =
	"a+b                 f16           3x50  naive          9.0       31    20.00    19.00    23.00   1.23    450";

static void check_table(struct tester *tester) {
	struct row row = make_row(tester->plan);
	struct buf out = put(tester, ROWS_TABLE, &row, true);
	char whole[256];
	snprintf(whole, sizeof whole, "%s   50.0   75.0    21.50      2\n", row_start);
	expect(&tester->tally, strcmp(out.data, whole) == 0, "a row: %s", out.data);
	row.copy_bytes_per_s = 0;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "   50.0      -    21.50      2\n");
	row.copy_bytes_per_s = 1;
	row.peak_bytes_per_s = -1;
	row.measurement.stats.median = 10e-6;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "    900      -900000");
	row.measurement.stats.median = 9.9e-6;
	row.l2 = L2_HOT;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "    909 launch launch    21.50      2  hot\n");
	row.l2 = L2_FORGOTTEN;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "    21.50      2  forgotten\n");
	struct plan kept = *tester->plan;
	kept.knobs.load = HINT_EVICT_LAST + 1;
	row.plan = &kept;
	row.l2 = L2_FLUSHED;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "    21.50      2  kept\n");
	kept.knobs.load = HINT_EVICT_LAST;
	out = put(tester, ROWS_TABLE, &row, true);
	has(tester, &out, "    21.50      2\n");
}

static void check_csv(struct tester *tester) {
	struct row row = make_row(tester->plan);
	struct buf out = put(tester, ROWS_CSV, &row, true);
	struct buf header;
	int commas[2] = { 0, 0 };
	buf_init(&header, &tester->arena);
	rows_put_header(&header, ROWS_CSV);
	has(tester, &out, "\"a+b\",f16,3x50,naive,");
	has(tester, &out, ",6000000,3000000,31,2e-05,1.9e-05,2.3e-05,0.0123,4.5e+11,9e+11,6e+11,2.15e-05,cold,noise low,40,"
		"150,149,2,\"");
	has(tester, &out, "\",1755000000,\"thermal\"\n");
	for (int i = 0; i < 2; i++) {
		bool is_quoted = false;
		for (const char *at = i == 0 ? header.data : out.data; *at != '\0'; at++) {
			is_quoted = is_quoted != (*at == '"');
			commas[i] += *at == ',' && !is_quoted;
		}
	}
	expect(&tester->tally, commas[0] == commas[1], "%d columns of %d", commas[1] + 1, commas[0] + 1);
}

static void check_json(struct tester *tester) {
	struct row row = make_row(tester->plan);
	struct buf out = put(tester, ROWS_JSON, &row, true);
	const char *begin = "{\"operation\":\"a+b\",\"dtype\":\"f16\",\"shape\":[3,50],\"memory\":{},";
	expect(&tester->tally, strncmp(out.data, begin, strlen(begin)) == 0, "a row: %s", out.data);
	has(tester, &out, "\"bytes_read\":6000000,\"bytes_written\":3000000,\"samples\":31,");
	has(tester, &out, "\"median_s\":2e-05,\"min_s\":1.9e-05,\"p95_s\":2.3e-05,\"noise\":0.0123,"
		"\"bytes_per_s\":4.5e+11,");
	has(tester, &out, "\"peak_bytes_per_s\":9e+11,\"copy_bytes_per_s\":6e+11,\"predicted_s\":2.15e-05,"
		"\"bound\":\"memory\",");
	has(tester, &out, "\"cache\":\"cold\",\"stop\":\"noise low\",\"registers\":40,\"proved\":150,"
		"\"checked\":149,\"wrong\":2,");
	has(tester, &out, "\"clock_hz\":1755000000,\"slowdown\":\"thermal\"");
	row.memory[0] = "(3,50):(1,3)";
	row.memory[OPERANDS_MAX] = "x\"y";
	row.memory[OPERANDS_MAX + 1] = "o";
	row.memory[OPERANDS_MAX - 1] = "h";
	out = put(tester, ROWS_JSON, &row, false);
	expect(&tester->tally, strncmp(out.data, ",{\"operation\":", 14) == 0, "a further row: %s", out.data);
	has(tester, &out, "\"memory\":{\"a\":\"(3,50):(1,3)\",\"h\":\"h\",\"out\":\"x\\\"y\",\"out2\":\"o\"},");
	struct buf end;
	buf_init(&end, &tester->arena);
	rows_put_header(&end, ROWS_JSON);
	expect(&tester->tally, end.length == 0, "JSON has no header");
	rows_put_end(&end, ROWS_JSON);
	expect(&tester->tally, strcmp(end.data, "]}\n") == 0, "the end of JSON: %s", end.data);
	struct buf nothing;
	buf_init(&nothing, &tester->arena);
	rows_put_end(&nothing, ROWS_TABLE);
	rows_put_end(&nothing, ROWS_CSV);
	expect(&tester->tally, nothing.length == 0, "other forms have no end");
	rows_put_header(&nothing, ROWS_TABLE);
	expect(&tester->tally, strncmp(nothing.data, "# operation ", 12) == 0, "the header of the table");
}

/* --- the preamble --- */

static const char *const words[] = { "cutelayout", "bench", "--op", "a b", "--csv", NULL };
static const char *const odd_words[] = { "a b", "c", "$d", NULL };

static struct buf preamble(struct tester *tester, enum row_form form, const char *const *line,
		const struct device_facts *facts) {
	char copies[8][16];
	char *argv[8];
	struct buf out;
	int argc = 0;
	for (; line[argc] != NULL; argc++) {
		snprintf(copies[argc], sizeof copies[argc], "%s", line[argc]);
		argv[argc] = copies[argc];
	}
	buf_init(&out, &tester->arena);
	rows_put_preamble(&out, form, "1.2.3", argc, argv, facts);
	return out;
}

static void check_preamble(struct tester *tester) {
	struct device_facts facts = { .name = "A \"GPU\"", .index = 2, .arch = 103, .multiprocessors = 132,
		.l2_bytes = 50 << 20, .memory_bytes = (int64_t)80 << 30, .clock_khz = 1980000, .memory_clock_khz = 2619000,
		.bus_bits = 5120, .driver = 13010, .runtime = 12090, .nvrtc = 13020, .has_ecc = true };
	const char *comments = "# cutelayout 1.2.3: cutelayout bench --op 'a b' --csv\n"
		"# A \"GPU\", compute capability 10.3, 132 multiprocessors, L2 50 MiB, memory 80 GiB with ECC\n"
		"# driver 13.1, runtime 12.9, NVRTC 13.2; clock at most 1980 MHz\n"
		"# peak 2 x 2619 MHz x 5120 bit = 3352 GB/s\n";
	for (int form = ROWS_TABLE; form <= ROWS_CSV; form++) {
		struct buf out = preamble(tester, (enum row_form)form, words, &facts);
		expect(&tester->tally, strcmp(out.data, comments) == 0, "comments: %s", out.data);
	}
	facts.has_ecc = false;
	struct buf out = preamble(tester, ROWS_TABLE, odd_words, &facts);
	has(tester, &out, "# cutelayout 1.2.3: 'a b' c '$d'\n");
	has(tester, &out, "memory 80 GiB\n");
	out = preamble(tester, ROWS_TABLE, words, NULL);
	expect(&tester->tally, strcmp(out.data, "# cutelayout 1.2.3: cutelayout bench --op 'a b' --csv\n") == 0,
		"no device: %s",
		out.data);
	char host[256] = "";
	char wanted[1024];
	gethostname(host, sizeof host - 1);
	snprintf(wanted, sizeof wanted,
		"{\"format\":1,\"tool\":\"cutelayout 1.2.3\",\"argv\":[\"cutelayout\",\"bench\",\"--op\","
		"\"a b\",\"--csv\"],\"host\":\"%s\",\"device\":", host);
	out = preamble(tester, ROWS_JSON, words, &facts);
	expect(&tester->tally, strncmp(out.data, wanted, strlen(wanted)) == 0, "JSON: %s", out.data);
	has(tester, &out, "{\"name\":\"A \\\"GPU\\\"\",\"index\":2,\"compute_capability\":103,\"multiprocessors\":132,"
		"\"memory_bytes\":85899345920,\"l2_bytes\":52428800,\"clock_hz\":1980000000,\"memory_clock_hz\":2619000000,"
		"\"bus_bits\":5120,\"ecc\":false,\"driver\":13010,\"runtime\":12090,\"nvrtc\":13020},\"results\":[\n");
	out = preamble(tester, ROWS_JSON, words, NULL);
	has(tester, &out, ",\"device\":null,\"results\":[\n");
}

/* What a plan's description says of what the compiler made of the kernel; NULL: nothing of registers. */
static void check_compiled(struct tester *tester, struct algebra *al, const struct target *target) {
	static const struct {
		struct compiled compiled;
		const char *says, *json;
	} cases[] = {
		{ { { .registers = 40 }, NULL }, "registers  40 a thread, compiled for sm_90\n", "\"registers\":40," },
		{ { { .registers = 255, .stack_bytes = 1 }, NULL },
			"registers  255 a thread, compiled for sm_90; 1 bytes of stack\n", "\"registers\":255," },
		{ { { .registers = 2, .stack_bytes = 4096 }, "?" },
			"registers  2 a thread, compiled for sm_90; 4096 bytes of stack\n", "\"registers\":2," },
		{ { { .registers = 0 }, "no compiler" }, "registers  not known: no compiler\n", NULL },
		{ { { .registers = 0, .stack_bytes = 16 }, NULL }, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct buf text;
		struct buf json;
		buf_init(&text, &tester->arena);
		buf_init(&json, &tester->arena);
		bench_describe(&text, al, tester->plan, tester->expression, target, &cases[i].compiled);
		bench_describe_json(&json, al, tester->plan, tester->expression, target, &cases[i].compiled);
		const char *line = strstr(text.data, "\nregisters");
		size_t length = cases[i].says != NULL ? strlen(cases[i].says) : 0;
		expect(&tester->tally, cases[i].says != NULL ? line != NULL && strncmp(line + 1, cases[i].says, length) == 0
			: line == NULL, "case %zu of %s", i, text.data);
		expect(&tester->tally, cases[i].json != NULL ? strstr(json.data, cases[i].json) != NULL
			: strstr(json.data, "registers") == NULL, "case %zu of %s", i, json.data);
	}
}

static void visit_row(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	tester->plan = &plan;
	tester->expression = test->op;
	check_table(tester);
	check_csv(tester);
	check_json(tester);
	check_preamble(tester);
	check_compiled(tester, al, &target);
	arena_reset(&tester->arena);
}

/* --- problems in words --- */

static const enum dtype mixed[] = { DTYPE_F16, DTYPE_F32, DTYPE_F16 };
static const enum dtype wide[] = { DTYPE_F16, DTYPE_F32 };
static const enum dtype sums[] = { DTYPE_I8, DTYPE_I64 };
static const enum dtype narrow[] = { DTYPE_I8, DTYPE_I32 };

static const struct {
	struct example example;
	const char *text;
} problems[] = {
	{ { .rank = 1, .shape = { 7 }, .dtype = DTYPE_F32, .op = "-a", .forms = "rr" }, "-a f32 7" },
	{ { .rank = 3, .shape = { 2, 3, 4 }, .dtypes = mixed, .op = "a+b", .forms = "rrr" },
		"a+b a=f16,b=f32,out=f16 2x3x4" },
	{ { .rank = 1, .shape = { 7 }, .dtypes = wide, .op = "a", .forms = "rr" }, "a a=f16,out=f32 7" },
	{ { .rank = 2, .shape = { 4, 5 }, .dtypes = sums, .op = "a", .forms = "rr", .reduce = REDUCE_SUM, .reduced = 2 },
		"sum(a),1 i8 4x5" },
	{ { .rank = 2, .shape = { 4, 5 }, .dtypes = narrow, .op = "a", .forms = "rr", .reduce = REDUCE_SUM, .reduced = 1 },
		"sum(a),0 a=i8,out=i32 4x5" },
	{ { .rank = 3, .shape = { 4, 5, 6 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_MAX,
		.reduced = 5 }, "max(a),0,2 f32 4x5x6" },
	{ { .rank = 3, .shape = { 4, 5, 6 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_ARGMIN,
		.reduced = 7 }, "argmin(a),all f32 4x5x6" },
};

static void visit_words(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct buf out;
	(void)al;
	buf_init(&out, &tester->arena);
	rows_put_problem(&out, &test->problem, test->op);
	expect(&tester->tally, strcmp(out.data, tester->expression) == 0, "%s, not %s", out.data, tester->expression);
	arena_reset(&tester->arena);
}

int main(void) {
	static const struct example row = { .rank = 2, .shape = { 3, 50 }, .dtype = DTYPE_F16, .op = "a+b", .forms = "rrr",
		.kernel = KERNEL_NAIVE };
	struct tester tester = { .plan = NULL };
	arena_init(&tester.arena, NULL, NULL);
	problem_visit_example(&tester.arena, &row, visit_row, &tester);
	for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
		tester.expression = problems[i].text;
		problem_visit_example(&tester.arena, &problems[i].example, visit_words, &tester);
	}
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
