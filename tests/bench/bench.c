/*
 * Times the program as a user meets it: as a process. "bench TOOL CASE" runs one of the cases in the table at the end
 * and prints its figures with the target. Exit: 0 target met, 1 missed, 2 could not be run, 77 not in this build.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BENCH_MET = 0, BENCH_MISSED = 1, BENCH_BROKEN = 2, BENCH_SKIPPED = 77 };
enum { TOOL_UNAVAILABLE = 4 };

/* What one run of a process took. */
struct run {
	double milliseconds;
	double megabytes;  /* largest resident set */
	int code;          /* exit code; -1 when it was killed */
};

static double now_milliseconds(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Run "argv" with its standard output thrown away and wait for it. */
static struct run run_process(const char *const argv[]) {
	double start = now_milliseconds();
	pid_t child = fork();
	if (child < 0) {
		perror("fork");
		exit(BENCH_BROKEN);
	}
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	int status;
	struct rusage usage;
	if (wait4(child, &status, 0, &usage) != child) {
		perror("wait4");
		exit(BENCH_BROKEN);
	}
	return (struct run){
		.milliseconds = now_milliseconds() - start,
		.megabytes = (double)usage.ru_maxrss / 1024,
		.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
	};
}

/* Run "argv" and stop the benchmark if it does not succeed. */
static struct run run_or_stop(const char *const argv[]) {
	struct run run = run_process(argv);
	if (run.code == TOOL_UNAVAILABLE) {
		printf("  not in this build\n");
		exit(BENCH_SKIPPED);
	}
	if (run.code != 0) {
		fprintf(stderr, "bench: %s %s exited with %d\n", argv[0], argv[1] == NULL ? "" : argv[1], run.code);
		exit(BENCH_BROKEN);
	}
	return run;
}

static int compare_doubles(const void *a, const void *b) {
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Median wall time of "count" runs after one that is not counted. */
static double median_milliseconds(const char *const argv[], int count) {
	double *times = calloc((size_t)count, sizeof *times);
	if (times == NULL) {
		perror("calloc");
		exit(BENCH_BROKEN);
	}
	run_or_stop(argv);
	for (int i = 0; i < count; i++) {
		times[i] = run_or_stop(argv).milliseconds;
	}
	qsort(times, (size_t)count, sizeof *times, compare_doubles);
	double median = times[count / 2];
	free(times);
	return median;
}

/* Print a target and whether it was met; the exit code for it. */
static int verdict(bool met, const char *target) {
	printf("  target: %s: %s\n", target, met ? "met" : "MISSED");
	return met ? BENCH_MET : BENCH_MISSED;
}

/* --- starting the program --- */

/* Both in turn, so that what else the machine does is the same for both. */
static int bench_start(const char *tool) {
	enum { PAIRS = 201 };
	const char *expression = "composition((6,2):(8,2),(4,3):(3,1))";
	const char *nothing[] = { "/bin/true", NULL };
	const char *eval[] = { tool, "eval", expression, NULL };
	double times[PAIRS];
	double ratios[PAIRS];
	run_or_stop(nothing);
	run_or_stop(eval);
	for (int i = 0; i < PAIRS; i++) {
		double least = run_or_stop(nothing).milliseconds;
		times[i] = run_or_stop(eval).milliseconds;
		ratios[i] = times[i] / least;
	}
	qsort(times, PAIRS, sizeof *times, compare_doubles);
	qsort(ratios, PAIRS, sizeof *ratios, compare_doubles);
	printf("  cutelayout eval '%s': %.2f ms, %.2f times /bin/true (medians of %d pairs)\n", expression,
		times[PAIRS / 2], ratios[PAIRS / 2], PAIRS);
	return verdict(ratios[PAIRS / 2] <= 1.6, "at most 1.6 times /bin/true");
}

/* --- compositions in a batch --- */

/* xorshift64: the same lines on every machine. */
static uint64_t next_random(uint64_t *state) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* A power of two from 1 to 2^"largest". */
static unsigned power(uint64_t *state, unsigned largest) {
	return 1u << next_random(state) % (largest + 1);
}

/* Write a composition of layouts whose numbers are powers of two, so that all of them are defined. */
static void write_composition(FILE *file, uint64_t *state) {
	unsigned a = 2 * power(state, 4), b = 2 * power(state, 3), c = 2 * power(state, 4);
	unsigned x = power(state, 3), y = power(state, 3);
	switch (next_random(state) % 4) {
	case 0:
		fprintf(file, "composition((%u,%u):(%u,1),(%u,%u):(%u,1))\n", a, b, b, x, y, y);
		break;
	case 1:
		fprintf(file, "composition((%u,(%u,%u)):(%u,(1,%u)),(%u,%u):(1,%u))\n", a, b, c, b * c, b, x, y, 2 * x);
		break;
	case 2:
		fprintf(file, "composition((%u,%u,%u):(%u,%u,1),(%u,(2,%u)):(4,(1,%u)))\n", a, b, c, b * c, c, x, y,
			4 * x);
		break;
	default:
		fprintf(file, "composition((%u,(%u,%u)):(%u,(%u,1)),(%u,%u))\n", a, b, c, b * c, c, a / 2, b);
		break;
	}
}

static int bench_batch(const char *tool) {
	enum { LINES = 1000000, RUNS = 3 };
	char path[] = "/tmp/cutelayout-bench-XXXXXX";
	int descriptor = mkstemp(path);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	if (file == NULL) {
		perror(path);
		return BENCH_BROKEN;
	}
	uint64_t state = 88172645463325252;
	for (int i = 0; i < LINES; i++) {
		write_composition(file, &state);
	}
	if (fclose(file) != 0) {
		perror(path);
		unlink(path);
		return BENCH_BROKEN;
	}
	double median = median_milliseconds((const char *[]){ tool, "eval", "--batch", "-f", path, NULL }, RUNS);
	unlink(path);
	double rate = LINES / (median / 1e3);
	printf("  cutelayout eval --batch, %d compositions: %.0f ms, %.0f a second, %.2f us each (median of %d)\n",
		LINES, median, rate, median * 1e3 / LINES, RUNS);
	return verdict(rate >= 500000, "at least 500000 a second");
}

/* --- pictures --- */

static char picture_folder[] = "/tmp/cutelayout-bench-XXXXXX";

/* Path of a picture in a folder of its own; drop_picture removes both. */
static char *new_picture(const char *name) {
	strcpy(picture_folder, "/tmp/cutelayout-bench-XXXXXX");
	static char path[sizeof picture_folder + 16];
	if (mkdtemp(picture_folder) == NULL) {
		perror(picture_folder);
		exit(BENCH_BROKEN);
	}
	snprintf(path, sizeof path, "%s/%s", picture_folder, name);
	return path;
}

static void drop_picture(char *path) {
	unlink(path);
	rmdir(picture_folder);
}

static int bench_svg(const char *tool) {
	enum { RUNS = 11 };
	static const struct {
		const char *expression;
		const char *tile;
		double milliseconds;   /* at most */
		long kilobytes;        /* at most; 0 for any */
	} cases[] = {
		{ "((32,4),(8,4)):((128,4),(16,1))", "16,256", 30, 400 },
		{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1),(128,128,16))", NULL, 100, 0 },
	};
	bool met = true;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char *path = new_picture("picture.svg");
		const char *draw[] = { tool, "draw", cases[i].expression, "-o", path, cases[i].tile != NULL ? "--tile" : NULL,
			cases[i].tile, NULL };
		double median = median_milliseconds(draw, RUNS);
		struct stat status = { 0 };
		stat(path, &status);
		long kilobytes = (long)status.st_size / 1000;
		drop_picture(path);
		printf("  cutelayout draw '%s', SVG: %.1f ms (median of %d), %ld kB; at most %.0f ms", cases[i].expression,
			median, RUNS, kilobytes, cases[i].milliseconds);
		printf(cases[i].kilobytes > 0 ? " and %ld kB\n" : "\n", cases[i].kilobytes);
		met = met && median <= cases[i].milliseconds && (cases[i].kilobytes == 0 || kilobytes <= cases[i].kilobytes);
	}
	return verdict(met, "all of these");
}

static int bench_png(const char *tool) {
	static const struct {
		const char *layout;
		double seconds;
	} cases[] = { { "(1000,1000):(1000,1)", 3 }, { "(4096,4096):(4096,1)", 5 } };
	bool met = true;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char *path = new_picture("cells.png");
		struct run run = run_or_stop((const char *[]){ tool, "draw", cases[i].layout, "-o", path, NULL });
		drop_picture(path);
		printf("  cutelayout draw '%s', PNG: %.2f s, %.0f MB at most; at most %.0f s\n", cases[i].layout,
			run.milliseconds / 1e3, run.megabytes, cases[i].seconds);
		met = met && run.milliseconds <= cases[i].seconds * 1e3 && run.megabytes <= 300;
	}
	return verdict(met, "all of these in 300 MB");
}

/* --- checking a layout of 2^24 elements --- */

static int bench_check(const char *tool) {
	static const char *const cases[][6] = {
		{ "(4096,4096):(4096,1)" },
		{ "(4096,4096):(3,4099)" },
		{ "Sw<3,4,3> o 0 o (4096,4096):(4100,1)" },
		{ "((32,512),(8,128)):((131072,4),(16384,1))", "--tile", "16384,1024" },
		{ "((32,512),(8,128)):((131072,4),(16384,1))", "--memory", "(16384,1024):(1024,1)", "--dtype", "f16" },
	};
	enum { CASES = sizeof cases / sizeof *cases, RUNS = 5 };
	double slowest = 0;
	for (int i = 0; i < CASES; i++) {
		const char *argv[8] = { tool, "check" };
		printf("  cutelayout check");
		for (int k = 0; cases[i][k] != NULL; k++) {
			argv[k + 2] = cases[i][k];
			printf(" %s", cases[i][k]);
		}
		double median = median_milliseconds(argv, RUNS);
		printf(": %.0f ms (median of %d)\n", median, RUNS);
		slowest = median > slowest ? median : slowest;
	}
	return verdict(slowest <= 1000, "at most 1 s each");
}

/* --- a table of 1 MB, and a file of Triton of 10,000 lines --- */

static int bench_infer(const char *tool) {
	enum { ROWS = 640, COLUMNS = 256, RUNS = 9 };
	char *path = new_picture("table.txt");
	FILE *file = fopen(path, "w");
	if (file == NULL) {
		perror(path);
		return BENCH_BROKEN;
	}
	for (int i = 0; i < ROWS * COLUMNS; i++) {
		fprintf(file, "%d%c", i ^ (i >> 3 & 0x38), i % COLUMNS == COLUMNS - 1 ? '\n' : ' ');
	}
	long bytes = ftell(file);
	fclose(file);
	double median = median_milliseconds((const char *[]){ tool, "infer", "--table", path, "--shape", "640,256", NULL },
		RUNS);
	drop_picture(path);
	printf("  cutelayout infer, a swizzled table of %.2f MB: %.0f ms (median of %d)\n", (double)bytes / 1e6, median,
		RUNS);
	return verdict(median <= 200, "at most 200 ms");
}

static int bench_convert(const char *tool) {
	enum { ENCODINGS = 60, LINES = 10000, RUNS = 9 };
	char *path = new_picture("kernel.ttgir");
	FILE *file = fopen(path, "w");
	if (file == NULL) {
		perror(path);
		return BENCH_BROKEN;
	}
	for (int i = 0; i < ENCODINGS; i++) {
		fprintf(file, "#b%d = #ttg.blocked<{sizePerThread = [1, %d], threadsPerWarp = [%d, %d], warpsPerCTA = [4, 1], "
			"order = [1, 0]}>\n", i, 1 << i % 4, 1 << i % 6, 32 >> i % 6);
	}
	fprintf(file, "module {\n  tt.func public @kernel() {\n");
	for (int i = ENCODINGS; i < LINES - 4; i++) {
		fprintf(file, "    %%%d = arith.addf %%a, %%b : tensor<%dx128xf16, #b%d> loc(#loc%d)\n", i, 64 << i % 2,
			i % ENCODINGS, i);
	}
	fprintf(file, "  }\n}\n");
	fclose(file);
	double median = median_milliseconds((const char *[]){ tool, "convert", "-q", "-f", path, NULL }, RUNS);
	drop_picture(path);
	printf("  cutelayout convert, a file of Triton of %d lines: %.0f ms (median of %d)\n", LINES, median, RUNS);
	return verdict(median <= 500, "at most 500 ms");
}

static const struct {
	const char *name;
	int (*run)(const char *tool);
} benches[] = {
	{ "start", bench_start },
	{ "batch", bench_batch },
	{ "svg", bench_svg },
	{ "png", bench_png },
	{ "check", bench_check },
	{ "infer", bench_infer },
	{ "convert", bench_convert },
};

int main(int argc, char **argv) {
	for (size_t i = 0; argc == 3 && i < sizeof benches / sizeof *benches; i++) {
		if (strcmp(argv[2], benches[i].name) == 0) {
			return benches[i].run(argv[1]);
		}
	}
	fprintf(stderr, "usage: bench TOOL start|batch|svg|png|check|infer|convert\n");
	return BENCH_BROKEN;
}
