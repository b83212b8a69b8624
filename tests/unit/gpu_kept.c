/*
 * Compiled kernels in a folder: found for the source, compiler, architecture and output that they were made of and for
 * no other; not found when anything in the file has changed; written by many programs at once; and removed, those that
 * were not used for longest first, beyond LIMIT_KEPT_BYTES. Prints "N passed, N failed".
 */
#define _GNU_SOURCE
#include "gpu/kept.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"

struct tester {
	struct arena arena;
	char folder[64];
	int passed, failed;
};

static void expect(struct tester *tester, bool good, const char *what) {
	tester->passed += good;
	tester->failed += !good;
	if (!good) {
		printf("FAIL: %s\n", what);
	}
}

static bool has(struct tester *tester, struct kept_key key, const char *code) {
	struct str found = kept_find(&tester->arena, tester->folder, &key);
	return code == NULL ? found.length == 0 : str_is(found, code);
}

/* The files of the folder but the lock; with "remove" they are removed. */
static int count_files(struct tester *tester, bool remove_them, char *last, size_t size) {
	DIR *files = opendir(tester->folder);
	int count = 0;
	for (struct dirent *file = readdir(files); file != NULL; file = readdir(files)) {
		char path[400];
		if (strcmp(file->d_name, ".") == 0 || strcmp(file->d_name, "..") == 0 || strcmp(file->d_name, "lock") == 0) {
			continue;
		}
		snprintf(path, sizeof path, "%s/%s", tester->folder, file->d_name);
		snprintf(last, size, "%s", path);
		count++;
		if (remove_them) {
			unlink(path);
		}
	}
	closedir(files);
	return count;
}

static const struct kept_key usual = { "__global__ void f() {}\n", 13000, 90, 1, KEPT_KERNEL };

static void check_keys(struct tester *tester) {
	struct kept_key other = usual;
	expect(tester, has(tester, usual, NULL), "an empty folder");
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has(tester, usual, "code"), "what was kept");
	other.source = "__global__ void f() { }\n";
	expect(tester, has(tester, other, NULL), "another source");
	other = usual;
	other.compiler = 12090;
	expect(tester, has(tester, other, NULL), "another compiler");
	other = usual;
	other.arch = 100;
	expect(tester, has(tester, other, NULL), "another architecture");
	other = usual;
	other.output = 2;
	expect(tester, has(tester, other, NULL), "another output");
	other = usual;
	other.what = KEPT_CHOICE;
	expect(tester, has(tester, other, NULL), "a choice of the same text");
	kept_put(tester->folder, &other, str_from("threads=256"));
	expect(tester, has(tester, other, "threads=256") && has(tester, usual, "code"), "a choice beside the kernel");
	kept_put(tester->folder, &usual, str_from("newer"));
	expect(tester, has(tester, usual, "newer"), "kept again");
	struct kept_key nowhere = usual;
	expect(tester, kept_find(&tester->arena, "/nonexistent/folder", &nowhere).length == 0, "no folder");
	kept_put("/nonexistent/folder", &nowhere, str_from("code"));
}

/* Each byte of the file, changed, and each length that is shorter; then what is no ordinary file. */
static void check_damage(struct tester *tester) {
	char path[400] = "";
	char text[4096];
	char other[4096];
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, count_files(tester, false, path, sizeof path) == 1, "one file");
	FILE *file = fopen(path, "r");
	size_t size = fread(text, 1, sizeof text, file);
	fclose(file);
	int wrong = 0;
	for (size_t i = 0; i < 2 * size; i++) {
		memcpy(other, text, size);
		other[i % size] ^= 1;
		file = fopen(path, "w");
		fwrite(i < size ? other : text, 1, i < size ? size : i - size, file);
		fclose(file);
		wrong += !has(tester, usual, NULL);
	}
	expect(tester, wrong == 0, "a damaged file is not used");
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has(tester, usual, "code"), "a damaged file is replaced");
	char aside[420];
	snprintf(aside, sizeof aside, "%s.aside", path);
	expect(tester, rename(path, aside) == 0 && symlink(aside, path) == 0 && has(tester, usual, NULL), "a link");
	expect(tester, unlink(path) == 0 && mkfifo(path, 0600) == 0 && has(tester, usual, NULL), "a pipe");
	expect(tester, unlink(aside) == 0 && unlink(path) == 0 && mkdir(path, 0700) == 0, "a folder of that name");
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, count_files(tester, false, aside, sizeof aside) == 1, "nothing is left beside it");
	expect(tester, rmdir(path) == 0, "the folder");
}

/* Neither a search nor what is kept leaves a descriptor; the first that there is may be that of the input, closed. */
static void check_descriptors(struct tester *tester) {
	int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int input = dup(0);
	close(before);
	close(0);
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has(tester, usual, "code"), "the input is closed");
	expect(tester, open("/dev/null", O_RDONLY) == 0, "it is left closed");
	dup2(input, 0);
	close(input);
	struct kept_key other = usual;
	other.source = "no such source";
	expect(tester, has(tester, other, NULL), "no such file");
	int after = open("/dev/null", O_RDONLY | O_CLOEXEC);
	expect(tester, after == before, "descriptors are left");
	close(after);
}

/* FNV-1a, 64 bits, of bytes that are 0. */
static uint64_t hash_of_zeros(size_t size) {
	uint64_t hash = 0xcbf29ce484222325u;
	for (size_t i = 0; i < size; i++) {
		hash *= 0x100000001b3u;
	}
	return hash;
}

/* A file that is all right is not read if it is longer than LIMIT_KEPT_BYTES. */
static void check_size(struct tester *tester) {
	char path[400];
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, count_files(tester, false, path, sizeof path) == 1, "one file");
	for (size_t size = LIMIT_KEPT_BYTES; size <= LIMIT_KEPT_BYTES + 1; size++) {
		char text[400];
		size_t source = strlen(usual.source);
		size_t first = 80; /* about as long as it is: the second round knows */
		for (int round = 0; round < 2; round++) {
			size_t code = size - first - source;
			uint64_t sum = hash_of_zeros(code);
			first = (size_t)snprintf(text, sizeof text, "cutelayout kernel 1: compiler 13000, sm_90, output 1, "
				"%zu + %zu bytes, %016" PRIx64 "\n%s", source, code, sum, usual.source) - source;
		}
		FILE *file = fopen(path, "w");
		bool is_made = fwrite(text, 1, first + source, file) == first + source && fclose(file) == 0
			&& truncate(path, (off_t)size) == 0;
		size_t found = kept_find(&tester->arena, tester->folder, &usual).length;
		expect(tester, is_made && found == (size <= LIMIT_KEPT_BYTES ? size - first - source : 0),
			"a file as large as the limit, and one larger");
	}
	arena_reset(&tester->arena);
	count_files(tester, true, path, sizeof path);
}

/* A file of another user is not used; one that is damaged does not count as used. */
static void check_others(struct tester *tester) {
	char path[400];
	struct stat status;
	kept_put(tester->folder, &usual, str_from("c"));
	expect(tester, count_files(tester, false, path, sizeof path) == 1, "one file");
	if (geteuid() == 0) {
		expect(tester, chown(path, 1, 1) == 0 && has(tester, usual, NULL), "a file of another user");
		expect(tester, chown(path, 0, 0) == 0 && has(tester, usual, "c"), "our file");
	}
	const struct timespec times[2] = { { 1000, 0 }, { 1000, 0 } };
	expect(tester, utimensat(AT_FDCWD, path, times, 0) == 0 && has(tester, usual, "c") && stat(path, &status) == 0
		&& status.st_mtim.tv_sec > 1000, "it was used now");
	expect(tester, truncate(path, 90) == 0 && utimensat(AT_FDCWD, path, times, 0) == 0 && has(tester, usual, NULL)
		&& stat(path, &status) == 0 && status.st_mtim.tv_sec == 1000, "a damaged file was not used");
	count_files(tester, true, path, sizeof path);
}

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Nothing is written while another program has the lock, or where there can be none. */
static void check_lock(struct tester *tester) {
	enum { HELD_US = 200000 };
	char path[400];
	char last[400];
	int ready[2];
	char byte;
	snprintf(path, sizeof path, "%s/lock", tester->folder);
	expect(tester, pipe(ready) == 0, "a pipe");
	if (fork() == 0) {
		int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		bool good = flock(lock, LOCK_EX) == 0 && write(ready[1], "x", 1) == 1;
		usleep(HELD_US);
		_exit(good ? 0 : 1);
	}
	expect(tester, read(ready[0], &byte, 1) == 1, "the lock is held");
	double begin = now();
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, now() - begin > 0.25e-6 * HELD_US && has(tester, usual, "code"), "it waits for the lock");
	int status = 0;
	expect(tester, wait(&status) > 0 && status == 0, "the other program");
	close(ready[0]);
	close(ready[1]);
	count_files(tester, true, last, sizeof last);
	expect(tester, unlink(path) == 0 && symlink("nowhere", path) == 0, "a lock that is a link");
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has(tester, usual, NULL) && unlink(path) == 0, "without a lock nothing is kept");
}

/* Eight programs write the same four kernels at once, and find each other's whole. */
static void check_many(struct tester *tester) {
	char sources[4][32];
	char path[400];
	bool good = true;
	for (int i = 0; i < 4; i++) {
		snprintf(sources[i], sizeof sources[i], "source %d", i);
	}
	for (int child = 0; child < 8; child++) {
		if (fork() == 0) {
			int wrong = 0;
			for (int i = 0; i < 100; i++) {
				struct kept_key key = { sources[(child + i) % 4], 13000, 90, 1, KEPT_KERNEL };
				kept_put(tester->folder, &key, str_from(key.source));
				wrong += !has(tester, key, key.source);
			}
			_exit(wrong != 0);
		}
	}
	for (int child = 0; child < 8; child++) {
		int status = 0;
		good = wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && good;
	}
	expect(tester, good, "eight programs at once");
	expect(tester, count_files(tester, true, path, sizeof path) == 4, "nothing is left but the four kernels");
}

/* Files of a quarter of the limit each: four stay but for their headers; one of all of it does not. */
static void check_limit(struct tester *tester) {
	char path[400];
	size_t quarter = LIMIT_KEPT_BYTES / 4 - 1024;
	char *code = malloc(LIMIT_KEPT_BYTES + 1);
	const char *names[] = { "one", "two", "three", "four", "five" };
	memset(code, 'x', LIMIT_KEPT_BYTES + 1);
	for (int i = 0; i < 4; i++) {
		struct kept_key key = { names[i], 13000, 90, 1, KEPT_KERNEL };
		kept_put(tester->folder, &key, (struct str){ code, quarter });
		usleep(20000);
	}
	expect(tester, count_files(tester, false, path, sizeof path) == 4, "four files below LIMIT_KEPT_BYTES");
	struct kept_key first = { names[0], 13000, 90, 1, KEPT_KERNEL };
	struct kept_key second = { names[1], 13000, 90, 1, KEPT_KERNEL };
	struct kept_key fifth = { names[4], 13000, 90, 1, KEPT_KERNEL };
	expect(tester, kept_find(&tester->arena, tester->folder, &first).length == quarter, "the first is used");
	kept_put(tester->folder, &fifth, (struct str){ code, quarter });
	expect(tester, count_files(tester, false, path, sizeof path) == 4, "a fifth takes the place of another");
	expect(tester, kept_find(&tester->arena, tester->folder, &first).length == quarter, "not of the one that was used");
	expect(tester, kept_find(&tester->arena, tester->folder, &second).length == 0, "but of that before it");
	kept_put(tester->folder, &second, (struct str){ code, LIMIT_KEPT_BYTES + 1 });
	expect(tester, count_files(tester, true, path, sizeof path) == 4, "more than LIMIT_KEPT_BYTES is not kept");
	const size_t most = LIMIT_KEPT_BYTES - 160 - strlen(names[0]);
	kept_put(tester->folder, &first, (struct str){ code, most });
	expect(tester, kept_find(&tester->arena, tester->folder, &first).length == most, "LIMIT_KEPT_BYTES are kept");
	kept_put(tester->folder, &first, (struct str){ code, most + 1 });
	expect(tester, kept_find(&tester->arena, tester->folder, &first).length == most, "a byte more is not");
	expect(tester, count_files(tester, true, path, sizeof path) == 1, "and nothing is left of it");
	free(code);
}

/* A file of the folder with nothing in it but its size, used so many seconds and nanoseconds ago. */
static void make_file(struct tester *tester, const char *name, int64_t size, struct timespec used) {
	char path[400];
	snprintf(path, sizeof path, "%s/%s", tester->folder, name);
	int file = open(path, O_WRONLY | O_CREAT, 0600);
	const struct timespec times[2] = { used, used };
	expect(tester, file >= 0 && ftruncate(file, size) == 0 && futimens(file, times) == 0, "a file");
	close(file);
}

static bool has_file(struct tester *tester, const char *name) {
	char path[400];
	snprintf(path, sizeof path, "%s/%s", tester->folder, name);
	return access(path, F_OK) == 0;
}

/* What is kept has 160 bytes of room for its first line. Files are removed by the time of their use, until it fits. */
static void check_room(struct tester *tester) {
	char path[400];
	const int64_t bytes = 160 + (int64_t)strlen(usual.source) + 4;
	const int64_t room = LIMIT_KEPT_BYTES - bytes;
	make_file(tester, "one", room, (struct timespec){ 1000, 0 });
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has_file(tester, "one") && has(tester, usual, "code"), "as much as there is room for");
	count_files(tester, true, path, sizeof path);
	make_file(tester, "one", room + 1, (struct timespec){ 1000, 0 });
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, !has_file(tester, "one") && has(tester, usual, "code"), "a byte more");
	count_files(tester, true, path, sizeof path);
	static const struct timespec uses[] = { { 1000, 7 }, { 2000, 0 }, { 1000, 5 }, { 999, 999 }, { 1000, 6 }, { 3000,
		1 } };
	static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
	static const int in_order[] = { 3, 2, 4, 0, 1, 5 };
	for (int gone = 0; gone <= 6; gone++) {
		/* Six files of which "gone" have to go: what is kept needs the room of so many but for a byte. */
		for (int i = 0; i < 6; i++) {
			make_file(tester, names[i], room / 6 + (i == in_order[0] ? room % 6 : 0), uses[i]);
		}
		int64_t size = gone * (room / 6);
		char *code = calloc(1, (size_t)size + 5);
		memset(code, 'x', (size_t)size + 4);
		kept_put(tester->folder, &usual, (struct str){ code, (size_t)size + 4 });
		for (int i = 0; i < 6; i++) {
			expect(tester, has_file(tester, names[in_order[i]]) == (i >= gone), "the order in which files are removed");
		}
		expect(tester, kept_find(&tester->arena, tester->folder, &usual).length == (size_t)size + 4,
			"what took their place");
		arena_reset(&tester->arena);
		free(code);
		count_files(tester, true, path, sizeof path);
	}
	/* What is no file of ours stays, and does not count. */
	snprintf(path, sizeof path, "%s/folder", tester->folder);
	expect(tester, mkdir(path, 0700) == 0, "a folder");
	make_file(tester, "lock", LIMIT_KEPT_BYTES, (struct timespec){ 1, 0 });
	char name[81];
	memset(name, 'n', sizeof name - 1);
	name[80] = '\0';
	make_file(tester, name, LIMIT_KEPT_BYTES, (struct timespec){ 2000, 0 });
	make_file(tester, "one", room, (struct timespec){ 1000, 0 });
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has_file(tester, "one") && has_file(tester, "lock") && has_file(tester, name)
		&& has(tester, usual, "code"), "a folder, the lock, and a name that is longer than ours");
	make_file(tester, "lock", 0, (struct timespec){ 1, 0 });
	rmdir(path);
	count_files(tester, true, path, sizeof path);
}

/* Of LIMIT_KEPT_FILES files the one that was not used for longest goes; of one less none. */
static void check_count(struct tester *tester) {
	char path[400];
	char name[32];
	for (int i = 1; i < LIMIT_KEPT_FILES; i++) {
		snprintf(name, sizeof name, "file%d", i);
		make_file(tester, name, 1, (struct timespec){ i == 100 ? 1 : 1000, i });
	}
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, count_files(tester, false, path, sizeof path) == LIMIT_KEPT_FILES, "LIMIT_KEPT_FILES files");
	struct kept_key next = usual;
	next.source = "one more";
	kept_put(tester->folder, &next, str_from("code"));
	expect(tester, !has_file(tester, "file100") && has_file(tester, "file1"), "the file that was not used for longest");
	expect(tester, has(tester, usual, "code") && has(tester, next, "code"), "what was used last");
	expect(tester, count_files(tester, false, path, sizeof path) == LIMIT_KEPT_FILES, "no more than LIMIT_KEPT_FILES");
	/* Of more, which others have left there, one goes as well. */
	make_file(tester, "more", 1, (struct timespec){ 2000, 0 });
	next.source = "and one more";
	kept_put(tester->folder, &next, str_from("code"));
	expect(tester, count_files(tester, true, path, sizeof path) == LIMIT_KEPT_FILES + 1, "one goes of more files");
}

/* What a program of the same number left when it ended in the middle is removed, and in the way once. */
static void check_left(struct tester *tester) {
	char path[400];
	char name[128];
	kept_put(tester->folder, &usual, str_from("code"));
	count_files(tester, true, path, sizeof path);
	snprintf(name, sizeof name, ".%s.%ld", strrchr(path, '/') + 1, (long)getpid());
	make_file(tester, name, 5, (struct timespec){ 1000, 0 });
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, !has_file(tester, name) && has(tester, usual, NULL), "a file of the same name");
	kept_put(tester->folder, &usual, str_from("code"));
	expect(tester, has(tester, usual, "code") && count_files(tester, true, path, sizeof path) == 1, "the next time");
}

/* A disk that is full: nothing is left. As many bytes as a program may write stand for it. */
static void check_full(struct tester *tester) {
	char path[400];
	for (int most = 0; most < 200; most += 7) {
		if (fork() == 0) {
			const struct rlimit limit = { (rlim_t)most, (rlim_t)most };
			signal(SIGXFSZ, SIG_IGN);
			bool is_set = setrlimit(RLIMIT_FSIZE, &limit) == 0;
			char code[200];
			memset(code, 'x', sizeof code);
			kept_put(tester->folder, &usual, (struct str){ code, sizeof code });
			_exit(is_set && has(tester, usual, NULL) ? 0 : 1);
		}
		int status = 0;
		bool good = wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
		expect(tester, good && count_files(tester, true, path, sizeof path) == 0, "a full disk");
	}
}

int main(void) {
	struct tester tester = { .folder = "/tmp/cutelayout-kept-XXXXXX" };
	char path[400];
	arena_init(&tester.arena, NULL, NULL);
	if (mkdtemp(tester.folder) == NULL) {
		return 1;
	}
	check_keys(&tester);
	count_files(&tester, true, path, sizeof path);
	check_damage(&tester);
	check_descriptors(&tester);
	count_files(&tester, true, path, sizeof path);
	check_size(&tester);
	check_others(&tester);
	check_lock(&tester);
	check_many(&tester);
	check_limit(&tester);
	check_room(&tester);
	check_count(&tester);
	check_left(&tester);
	check_full(&tester);
	snprintf(path, sizeof path, "%s/lock", tester.folder);
	unlink(path);
	rmdir(tester.folder);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0;
}
