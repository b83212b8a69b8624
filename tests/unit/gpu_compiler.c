/*
 * The compiler of a device's kernels, with an NVRTC that stands in for the real one (tests/fake): what another run kept
 * is found without loading it, and it is loaded again when it is another file, when it would be searched for elsewhere,
 * when what says so is damaged, and when a kernel is new. Each run is a process of its own.
 *
 * Prints "N passed, N failed".
 */
#define _GNU_SOURCE
#include "gpu/compiler.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 600, PROGRAMS = 8, BLOCKS_MAX = 4096, TEXTS_MAX = 40 };

/* --- the memory of one run --- */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

static void *blocks[BLOCKS_MAX];   /* what malloc() gave and free() did not take back */
static int blocks_count;

/* While memory is short there are no small blocks, which what is remembered is in. */
enum { SMALL = 1024 };

static bool is_short;

void *__wrap_malloc(size_t size) {
	void *block = is_short && size < SMALL ? NULL : __real_malloc(size);
	if (block != NULL && blocks_count < BLOCKS_MAX) {
		blocks[blocks_count++] = block;
	}
	return block;
}

/* Others take memory without us, and give it back here. */
void __wrap_free(void *block) {
	for (int i = 0; i < blocks_count; i++) {
		if (blocks[i] == block) {
			blocks[i] = blocks[--blocks_count];
			break;
		}
	}
	__real_free(block);
}

/* --- a system without libraries --- */

void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags);

static bool is_bare;

void *__wrap_dlopen(const char *path, int flags) {
	return is_bare ? NULL : __real_dlopen(path, flags);
}

/* --- one run --- */

/*
 * Compile what "words" begin with, in "folder" unless it is "-": a letter is a kernel, one behind "+" a specific one,
 * one behind "!" is refused; all at once behind "all", with little memory behind "short", without libraries behind
 * "bare". Prints the version, the kernels that were compiled, and whether NVRTC was loaded; and what memory is left, if
 * any is.
 */
static int run(const char *folder, int count, char **words) {
	struct arena arena;
	struct fault fault;
	struct kernel_text texts[TEXTS_MAX] = { { .source = NULL } };
	fault_clear(&fault);
	arena_init(&arena, NULL, NULL);
	struct compiler *compiler = compiler_open(&arena, 90);
	bool all = count > 0 && strcmp(words[0], "all") == 0;
	is_short = count > 0 && strcmp(words[0], "short") == 0;
	is_bare = count > 0 && strcmp(words[0], "bare") == 0;
	bool good = compiler_keep(compiler, strcmp(folder, "-") != 0 ? folder : NULL, &fault);
	int texts_count = 0;
	for (int i = all || is_short || is_bare; i < count && i < TEXTS_MAX; i++) {
		struct buf source;
		buf_init(&source, &arena);
		buf_printf(&source, "extern \"C\" __global__ void %s() {} // %s", words[i] + (words[i][0] == '+'),
			words[i][0] == '!' ? "not" : "accepted");
		texts[texts_count++] = (struct kernel_text){ .source = source.data, .is_specific = words[i][0] == '+' };
	}
	if (good && all) {
		compiler_code_all(compiler, &arena, texts, texts_count);
	}
	for (int i = 0; i < texts_count && good; i++) {
		struct str code = all ? texts[i].code : compiler_code(compiler, &arena, &texts[i], &fault);
		good = code.length > 0 && code.data[code.length] == '\0' && memcmp(code.data, "kernel.cu", 9) == 0;
	}
	void *loaded = dlopen("libnvrtc.so.13", RTLD_NOW | RTLD_NOLOAD);
	/* Its clock began before anything was compiled. */
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	double seconds = compiler_spent(compiler).seconds;
	good = good && seconds >= 0 && seconds < (double)time.tv_sec;
	printf("%s%d, %d compiled, %s", good ? "" : "failed ", compiler_version(compiler),
		compiler_spent(compiler).compiled, loaded != NULL ? "loaded" : "not loaded");
	if (loaded != NULL) {
		dlclose(loaded);
	}
	compiler_close(compiler);
	arena_finish(&arena);
	printf(blocks_count > 0 ? ", %d blocks of memory left\n" : "\n", blocks_count);
	return 0;
}

/* --- many runs --- */

struct tester {
	char scratch[64];
	int passed, failed;
};

/* A run with the libraries in "libraries" of the scratch folder: its output, which the caller closes. */
static FILE *start(const struct tester *tester, const char *libraries, const char *arguments) {
	char command[2 * PATH_BYTES];
	char program[PATH_BYTES];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	program[length > 0 ? length : 0] = '\0';
	snprintf(command, sizeof command, "LD_LIBRARY_PATH=%s/%s exec '%s' run %s 2>&1", tester->scratch, libraries,
		program, arguments);
	return popen(command, "r");
}

/* What it says, without the line's end. */
static void read_said(FILE *output, char *said, int size) {
	if (output == NULL || fgets(said, size, output) == NULL) {
		said[0] = '\0';
	}
	said[strcspn(said, "\n")] = '\0';
	if (output != NULL) {
		pclose(output);
	}
}

static void expect(struct tester *tester, bool good, const char *what, const char *said) {
	tester->passed += good;
	tester->failed += !good;
	if (!good) {
		printf("FAIL: %s: %s\n", what, said);
	}
}

/* "arguments" are those of run(), with the folder "kernels". */
static void says(struct tester *tester, const char *libraries, const char *arguments, const char *wanted) {
	char words[PATH_BYTES];
	char said[PATH_BYTES];
	snprintf(words, sizeof words, "%s/kernels %s", tester->scratch, arguments);
	read_said(start(tester, libraries, words), said, sizeof said);
	expect(tester, strcmp(said, wanted) == 0, arguments, said);
}

/* Copy the library that stands in for NVRTC into "folder" of the scratch folder. */
static bool copy_library(const struct tester *tester, const char *from, const char *folder) {
	char command[3 * PATH_BYTES];
	snprintf(command, sizeof command, "mkdir -p %s/%s && cp '%s/libnvrtc.so.13' %s/%s/", tester->scratch, folder, from,
		tester->scratch, folder);
	return system(command) == 0;
}

static void check_runs(struct tester *tester) {
	says(tester, "one", "a", "13030, 1 compiled, loaded");
	says(tester, "one", "a", "13030, 0 compiled, not loaded");
	says(tester, "one", "a a", "13030, 0 compiled, not loaded");
	says(tester, "one", "", "13030, 0 compiled, not loaded");
	says(tester, "one", "a b", "13030, 1 compiled, loaded");
	says(tester, "one", "+a", "13030, 1 compiled, loaded");
	says(tester, "one", "all a b +a", "13030, 0 compiled, not loaded");
	says(tester, "one", "all a c d", "13030, 2 compiled, loaded");
	says(tester, "one", "all", "13030, 0 compiled, not loaded");
	says(tester, "one", "all a e", "13030, 1 compiled, loaded");
	says(tester, "one", "all a !", "failed 13030, 0 compiled, loaded");
	says(tester, "one", "all a !", "failed 13030, 0 compiled, loaded");
	says(tester, "one", "! a", "failed 13030, 0 compiled, loaded");
	says(tester, "one", "short a a", "13030, 0 compiled, not loaded");
	says(tester, "one", "short f f", "13030, 1 compiled, loaded");
}

/* Nothing is kept: what was compiled is remembered, and one that is specific is not the other. */
static void check_alone(struct tester *tester) {
	static const struct {
		const char *words, *said;
	} all[] = {
		{ "- a a", "13030, 1 compiled, loaded" },
		{ "- a b a b", "13030, 2 compiled, loaded" },
		{ "- a +a a +a", "13030, 2 compiled, loaded" },
		{ "- short a a", "13030, 2 compiled, loaded" },
		{ "- bare", "failed 0, 0 compiled, not loaded" },
		{ "- bare a", "failed 0, 0 compiled, not loaded" },
	};
	char said[PATH_BYTES];
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		read_said(start(tester, "one", all[i].words), said, sizeof said);
		expect(tester, strcmp(said, all[i].said) == 0, all[i].words, said);
	}
}

/* One more than are remembered: the first makes room, and is found in the folder. */
static void check_recent(struct tester *tester) {
	enum { RECENT = 32 };
	char words[PATH_BYTES] = "all";
	char again[2 * PATH_BYTES];
	char said[PATH_BYTES];
	for (int i = 0; i <= RECENT; i++) {
		size_t length = strlen(words);
		snprintf(words + length, sizeof words - length, " k%d", i);
	}
	says(tester, "one", words, "13030, 33 compiled, loaded");
	snprintf(again, sizeof again, "%s k0 k32 k1", words);
	says(tester, "one", again, "13030, 0 compiled, not loaded");
	says(tester, "one", strchr(words, 'k'), "13030, 0 compiled, not loaded");
	/* Without the folder the first is compiled again, and then the second. */
	snprintf(again, sizeof again, "- %s k1 k32", strchr(words, 'k'));
	read_said(start(tester, "one", again), said, sizeof said);
	expect(tester, strcmp(said, "13030, 33 compiled, loaded") == 0, "what is remembered", said);
	snprintf(again, sizeof again, "- %s k0 k2 k1", strchr(words, 'k'));
	read_said(start(tester, "one", again), said, sizeof said);
	expect(tester, strcmp(said, "13030, 35 compiled, loaded") == 0, "what made room", said);
}

/* The library is searched for elsewhere, or is another file. */
static void check_libraries(struct tester *tester) {
	char path[PATH_BYTES];
	says(tester, "two", "a", "13030, 0 compiled, loaded");
	says(tester, "two", "a", "13030, 0 compiled, not loaded");
	says(tester, "one", "a", "13030, 0 compiled, not loaded");
	snprintf(path, sizeof path, "%s/one/libnvrtc.so.13", tester->scratch);
	const struct timespec times[2] = { { 1000, 0 }, { 1000, 0 } };
	expect(tester, utimensat(AT_FDCWD, path, times, 0) == 0, "touch", path);
	says(tester, "one", "a", "13030, 0 compiled, loaded");
	says(tester, "one", "a", "13030, 0 compiled, not loaded");
	snprintf(path, sizeof path, "%s/two/libnvrtc.so.13", tester->scratch);
	unlink(path);
	char words[PATH_BYTES];
	char said[PATH_BYTES];
	snprintf(words, sizeof words, "%s/kernels a", tester->scratch);
	read_said(start(tester, "two", words), said, sizeof said);
	expect(tester, said[0] != '\0' && strcmp(said, "13030, 0 compiled, not loaded") != 0, "the library is gone", said);
}

/* Of a library that is gone once it is loaded nothing is kept: it removes itself. */
static void check_removed(struct tester *tester) {
	char command[2 * PATH_BYTES];
	snprintf(command, sizeof command, "%s/three/libnvrtc.so.13", tester->scratch);
	setenv("FAKE_NVRTC_REMOVES", command, 1);
	says(tester, "three", "a", "13030, 0 compiled, loaded");
	unsetenv("FAKE_NVRTC_REMOVES");
	snprintf(command, sizeof command, "! grep -q three %s/kernels/*-compiler", tester->scratch);
	expect(tester, system(command) == 0, "a library that is gone", "is kept");
}

/* Each shorter length of the file that says which library it is, and each byte changed. */
static void check_damage(struct tester *tester) {
	char command[4 * PATH_BYTES];
	char said[PATH_BYTES];
	static const char *const damages[] = { "head -c 20 $f >$f.x", "tr 1 2 <$f >$f.x", "tr a-z A-Z <$f >$f.x",
		": >$f.x", "cat $f $f >$f.x", "sed s/13030/12030/ $f >$f.x" };
	for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
		snprintf(command, sizeof command, "cd %s/kernels && for f in *-compiler; do %s && mv $f.x $f; done",
			tester->scratch, damages[i]);
		expect(tester, system(command) == 0, "damage", damages[i]);
		says(tester, "one", "a", "13030, 0 compiled, loaded");
		says(tester, "one", "a", "13030, 0 compiled, not loaded");
	}
	snprintf(said, sizeof said, "rm -r %s/kernels", tester->scratch);
	expect(tester, system(said) == 0, "remove", said);
	says(tester, "one", "a", "13030, 1 compiled, loaded");
	says(tester, "one", "a", "13030, 1 compiled, loaded");
	char path[PATH_BYTES];
	snprintf(path, sizeof path, "%s/kernels", tester->scratch);
	expect(tester, mkdir(path, 0700) == 0, "make", path);
	read_said(start(tester, "one", "- a a"), said, sizeof said);
	expect(tester, strcmp(said, "13030, 1 compiled, loaded") == 0, "no folder", said);
}

/* Programs at once, with nothing kept; then with all. */
static void check_many(struct tester *tester) {
	FILE *outputs[PROGRAMS];
	char words[PATH_BYTES];
	char said[PATH_BYTES];
	snprintf(words, sizeof words, "%s/kernels all a b c d e f", tester->scratch);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < PROGRAMS; i++) {
			outputs[i] = start(tester, "one", words);
		}
		for (int i = 0; i < PROGRAMS; i++) {
			read_said(outputs[i], said, sizeof said);
			bool good = round == 0 ? strncmp(said, "13030, ", 7) == 0 :
				strcmp(said, "13030, 0 compiled, not loaded") == 0;
			expect(tester, good, "programs at once", said);
		}
	}
}

int main(int argc, char **argv) {
	struct tester tester = { .scratch = "/tmp/cutelayout-compiler-XXXXXX" };
	char command[PATH_BYTES];
	if (argc > 2 && strcmp(argv[1], "run") == 0) {
		return run(argv[2], argc - 3, argv + 3);
	}
	if (argc < 2 || mkdtemp(tester.scratch) == NULL || !copy_library(&tester, argv[1], "one")
			|| !copy_library(&tester, argv[1], "two") || !copy_library(&tester, argv[1], "three")) {
		return 1;
	}
	snprintf(command, sizeof command, "%s/kernels", tester.scratch);
	expect(&tester, mkdir(command, 0700) == 0, "make", command);
	check_runs(&tester);
	check_alone(&tester);
	check_recent(&tester);
	check_libraries(&tester);
	check_removed(&tester);
	check_damage(&tester);
	check_many(&tester);
	snprintf(command, sizeof command, "rm -r %s", tester.scratch);
	expect(&tester, system(command) == 0, "remove", command);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0;
}
