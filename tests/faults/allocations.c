/*
 * Out of memory everywhere: commands are run again and again, each time with another allocation failing. A run must do
 * its work all the same, or say on standard error what is missing and exit with 2, or with 4 where it could not load
 * what paints; it leaves no file behind that is not whole, and no signal ends it.
 *
 * "bench --dry-run" is left out: it asks NVRTC, which ends the program itself without memory.
 *
 *     allocations PROGRAM PRELOAD
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Every allocation up to EVERY fails once, then one in STRIDE. Cairo 1.16 does not survive the lack of memory when an
 * image in a PDF is given back, which copies it: at three allocations of the PDF of 300 x 300 cells, which are skipped.
 */
enum { ARGUMENTS = 12, EVERY = 401, STRIDE = 7, LARGE_STRIDE = 61, LARGE = 1500, SECONDS = 100, TEXT_BYTES = 1 << 16 };

static const char *const commands[][ARGUMENTS] = {
	{ "eval", "(4,8):(8,1)" },
	{ "(4,8):(8,1)", "size(4)" },
	{ "eval", "--json", "composition((4,6,8):(2,3,5), 6:3)", "zipped_divide((2048,2048):(2048,1), (16,256))" },
	{ "eval", "nonsense(4)" },
	{ "eval", "--table", "(4,(2,4)):(2,(1,8))" },
	{ "eval", "--explain", "complement((4,8):(32,1), 256)" },
	{ "eval", "--style", "cpp", "make_layout_tv((4,32):(32,1), (4,8):(8,1))" },
	{ "eval", "-f", "examples/tiling.cute" },
	{ "eval", "--batch", "-f", "examples/batch.txt" },
	{ "eval", "partition_C(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")), 7, (128,128):(128,1))" },
	{ "check", "(64,64):(64,1)", "--dtype", "f16", "--assert", "injective" },
	{ "check", "--json", "make_layout_tv((4,32):(32,1), (4,8):(8,1))", "--dtype", "f16" },
	{ "check", "(20,30,40):(3,5,7)" },
	{ "diff", "(4,8):(8,1)", "Sw<1,1,1> o 0 o (4,8):(8,1)" },
	{ "draw", "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "--tile", "8,8" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.svg" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.png" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.pdf" },
	{ "draw", "--kind", "film", "(32,2):(2,1)", "-o", "picture.gif" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.tex" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.html" },
	{ "draw", "(4,8):(8,1)", "-o", "picture.txt" },
	{ "draw", "(300,300):(300,1)", "-o", "picture.pdf" },
	{ "draw", "(300,300):(300,1)", "-o", "picture.svg" },
	{ "draw", "composition((6,2):(8,2), (4,3):(3,1))", "--kind", "op", "--dump-scene" },
	{ "bench", "--print-source", "--shape", "256,512", "--reduce", "sum" },
	{ "verify", "--device", "cpu", "--shape", "64,128", "--thr", "(4,32):(32,1)", "--val", "(4,8):(8,1)" },
	{ "atoms", "SM80_16x8x16_F32F16" },
	{ "help", "coalesce" },
	{ "eval", "--help" },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *program, *preload;
static char folder[] = "/tmp/cutelayout-faults-XXXXXX";
static int passed, failed;

/* What a run left. */
struct outcome {
	int status;              /* of waitpid */
	long allocations;
	char out[TEXT_BYTES];
	char err[TEXT_BYTES];
	struct stat picture;     /* st_size -1: there is none */
	int files;               /* in the folder */
};

static const char *in_folder(const char *name) {
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static void read_text(const char *name, char text[TEXT_BYTES]) {
	int file = open(in_folder(name), O_RDONLY);
	ssize_t length = file >= 0 ? read(file, text, TEXT_BYTES - 1) : 0;
	text[length > 0 ? length : 0] = '\0';
	if (file >= 0) {
		close(file);
	}
	unlink(in_folder(name));
}

static void redirect(const char *name, int to) {
	int file = open(in_folder(name), O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (file < 0 || dup2(file, to) < 0) {
		_exit(98);
	}
}

/* Become the program, with "name" = "number" in the environment. */
static void become(const char *const *command, const char *name, long number) {
	char digits[24];
	char path[256];
	char path_of_all[2048];
	const char *arguments[ARGUMENTS + 2] = { program };
	for (int i = 0; i < ARGUMENTS && command[i] != NULL; i++) {
		arguments[i + 1] = command[i];
		if (strncmp(command[i], "picture.", 8) == 0) {
			snprintf(path, sizeof path, "%s/%s", folder, command[i]);
			arguments[i + 1] = path;
		}
	}
	snprintf(digits, sizeof digits, "%ld", number);
	redirect("out", STDOUT_FILENO);
	redirect("err", STDERR_FILENO);
	redirect("count", 9);
	/* What paints is there from the start: how other libraries and the loader bear the lack of memory is not asked. */
	const char *paint = getenv("CUTELAYOUT_PAINT");
	snprintf(path_of_all, sizeof path_of_all, "%s%s%s", preload, paint != NULL ? ":" : "", paint != NULL ? paint : "");
	setenv("LD_PRELOAD", path_of_all, 1);
	setenv("FAIL_COUNT", "9", 1);
	setenv(name, digits, 1);
	alarm(SECONDS);
	execv(program, (char *const *)(void *)arguments);
	_exit(97);
}

static void run(const char *const *command, const char *name, long number, struct outcome *outcome) {
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		become(command, name, number);
	}
	if (child < 0 || waitpid(child, &outcome->status, 0) < 0) {
		perror("fork");
		exit(2);
	}
	char count[TEXT_BYTES];
	read_text("out", outcome->out);
	read_text("err", outcome->err);
	read_text("count", count);
	outcome->allocations = strtol(count, NULL, 10);
	glob_t files;
	outcome->picture.st_size = -1;
	outcome->files = 0;
	if (glob(in_folder("*"), GLOB_NOSORT, NULL, &files) == 0) {
		outcome->files = (int)files.gl_pathc;
		stat(files.gl_pathv[0], &outcome->picture);
		for (size_t i = 0; i < files.gl_pathc; i++) {
			unlink(files.gl_pathv[i]);
		}
		globfree(&files);
	}
}

/* What is wrong with "outcome", where "good" is that of the run in which nothing failed; NULL if nothing is. */
static const char *judge(const struct outcome *outcome, const struct outcome *good) {
	if (!WIFEXITED(outcome->status)) {
		return "a signal ended it";
	}
	int code = WEXITSTATUS(outcome->status);
	if (code == WEXITSTATUS(good->status) && strcmp(outcome->out, good->out) == 0) {
		/* An SVG gets paths where what makes an image of many cells cannot be loaded. */
		return outcome->files == good->files && outcome->picture.st_size >= good->picture.st_size ? NULL :
			"the file is another";
	}
	/* The loader does not tell that it lacks memory. */
	if (code != 2 && (code != 4 || strstr(outcome->err, "cutelayout-paint.so") == NULL)) {
		return "neither as usual nor exit code 2";
	}
	if (outcome->err[0] == '\0') {
		return "no message";
	}
	return outcome->files > 0 ? "a file is left" : NULL;
}

static void check(const char *const *command, const char *name, long number, const struct outcome *good) {
	static struct outcome outcome;
	run(command, name, number, &outcome);
	const char *wrong = judge(&outcome, good);
	if (wrong == NULL) {
		passed++;
		return;
	}
	failed++;
	printf("FAIL: %s=%ld:", name, number);
	for (int i = 0; i < ARGUMENTS && command[i] != NULL; i++) {
		printf(" '%s'", command[i]);
	}
	printf(": %s\n  status %#x\n%s", wrong, (unsigned)outcome.status, outcome.err);
}

static void sweep(const char *const *command) {
	static struct outcome good;
	run(command, "FAIL_AT", 0, &good);
	if (!WIFEXITED(good.status) || good.allocations == 0) {
		printf("FAIL: %s %s: it does not run\n%s", command[0], command[1], good.err);
		failed++;
		return;
	}
	for (long number = 1; number <= good.allocations; number += number < EVERY ? 1 : number < LARGE ? STRIDE :
			LARGE_STRIDE) {
		check(command, "FAIL_AT", number, &good);
		if (number % STRIDE == 0) {
			check(command, "FAIL_FROM", number, &good);
		}
	}
}

int main(int argc, char **argv) {
	if (argc != 3 || mkdtemp(folder) == NULL) {
		fprintf(stderr, "usage: allocations PROGRAM PRELOAD\n");
		return 2;
	}
	program = argv[1];
	preload = argv[2];
	setenv("XDG_CACHE_HOME", folder, 1);
	setenv("MALLOC_PERTURB_", "165", 1);
	for (int i = 0; i < COMMANDS; i++) {
		sweep(commands[i]);
	}
	rmdir(folder);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
