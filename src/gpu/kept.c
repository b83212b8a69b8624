#define _GNU_SOURCE
#include "gpu/kept.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"

enum { HEADER_BYTES = 160, NAME_BYTES = 48 };

/* --- names and headers --- */

/* FNV-1a, 64 bits. */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
	const unsigned char *bytes = data;
	for (size_t i = 0; i < size; i++) {
		hash = (hash ^ bytes[i]) * 0x100000001b3u;
	}
	return hash;
}

static const char *const whats[] = { [KEPT_KERNEL] = "kernel", [KEPT_CHOICE] = "choice", [KEPT_COMPILER] = "compiler",
	[KEPT_CALIBRATION] = "calibration" };

/* The first line of a file. The sources are compared in full, so that the name need not be theirs alone. */
static void put_header(char *text, const struct kept_key *key, size_t code_bytes, uint64_t sum) {
	snprintf(text, HEADER_BYTES,
		"cutelayout %s 1: compiler %d, sm_%d, output %d, %zu + %zu bytes, %016" PRIx64 "\n", whats[key->what],
		key->compiler, key->arch, key->output, strlen(key->source), code_bytes, sum);
}

static void put_name(char *name, const struct kept_key *key) {
	uint64_t hash = hash_bytes(0xcbf29ce484222325u, key->source, strlen(key->source));
	snprintf(name, NAME_BYTES, "%016" PRIx64 "-%d-%d-%d%s%s", hash, key->compiler, key->arch, key->output,
		key->what == KEPT_KERNEL ? "" : "-", key->what == KEPT_KERNEL ? "" : whats[key->what]);
}

/* --- reading --- */

/* The code in "text", if all of it is what kept_put() wrote for "key". */
static struct str code_in(struct str text, const struct kept_key *key) {
	static const struct str none = { "", 0 };
	char header[HEADER_BYTES];
	const char *end = memchr(text.data, '\n', text.length);
	size_t first = end != NULL ? (size_t)(end - text.data) + 1 : text.length;
	size_t source = strlen(key->source);
	if (end == NULL || text.length - first < source || memcmp(text.data + first, key->source, source) != 0) {
		return none;
	}
	struct str code = { text.data + first + source, text.length - first - source };
	put_header(header, key, code.length, hash_bytes(0xcbf29ce484222325u, code.data, code.length));
	return strlen(header) == first && memcmp(header, text.data, first) == 0 ? code : none;
}

struct str kept_find(struct arena *arena, const char *folder, const struct kept_key *key) {
	struct str code = { "", 0 };
	char name[NAME_BYTES];
	struct stat status;
	put_name(name, key);
	int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int file = directory >= 0 ? openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
	if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()
			&& status.st_size <= LIMIT_KEPT_BYTES) {
		size_t size = (size_t)status.st_size;
		char *data = arena_alloc(arena, size + 1);
		if (read(file, data, size) == (ssize_t)size) {
			code = code_in((struct str){ data, size }, key);
		}
	}
	if (code.length > 0) {
		(void)futimens(file, NULL);   /* it was used now: others go first */
	}
	if (file >= 0) {
		close(file);
	}
	if (directory >= 0) {
		close(directory);
	}
	return code;
}

/* --- writing --- */

static bool write_whole(int file, const char *data, size_t size) {
	return write(file, data, size) == (ssize_t)size;
}

/* A file of the folder. */
struct entry {
	char name[NAME_BYTES + 32];
	struct timespec used;
	int64_t bytes;
};

static int by_use(const void *left, const void *right) {
	const struct entry *a = left;
	const struct entry *b = right;
	if (a->used.tv_sec != b->used.tv_sec) {
		return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
	}
	return (a->used.tv_nsec > b->used.tv_nsec) - (a->used.tv_nsec < b->used.tv_nsec);
}

/* The ordinary files of the folder but the lock. Returns their number, and in "total" their bytes. */
static int list(DIR *files, struct entry *entries, int64_t *total) {
	int count = 0;
	*total = 0;
	for (struct dirent *file = readdir(files); file != NULL && count < LIMIT_KEPT_FILES; file = readdir(files)) {
		struct stat status;
		struct entry *entry = &entries[count];
		if (strcmp(file->d_name, "lock") == 0 || strlen(file->d_name) >= sizeof entry->name
				|| fstatat(dirfd(files), file->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0
				|| !S_ISREG(status.st_mode)) {
			continue;
		}
		memcpy(entry->name, file->d_name, strlen(file->d_name) + 1);
		entry->used = status.st_mtim;
		entry->bytes = status.st_size;
		*total += entry->bytes;
		count++;
	}
	return count;
}

/* Remove the files that were not used for longest until there is room for one more, of so many bytes. */
static void make_room(DIR *files, int64_t bytes) {
	struct entry *entries = malloc(LIMIT_KEPT_FILES * sizeof *entries);
	int64_t total = 0;
	int count = entries != NULL ? list(files, entries, &total) : 0;
	if (count > 0) {
		qsort(entries, (size_t)count, sizeof *entries, by_use);
	}
	for (int i = 0; i < count && (total + bytes > LIMIT_KEPT_BYTES || (i == 0 && count == LIMIT_KEPT_FILES)); i++) {
		(void)unlinkat(dirfd(files), entries[i].name, 0);
		total -= entries[i].bytes;
	}
	free(entries);
}

/* Write a file under a name of its own, then give it the name by which it is found. */
static void put_file(int directory, const struct kept_key *key, struct str code) {
	char name[NAME_BYTES];
	char partial[NAME_BYTES + 32];
	char header[HEADER_BYTES];
	put_name(name, key);
	snprintf(partial, sizeof partial, ".%s.%ld", name, (long)getpid());
	put_header(header, key, code.length, hash_bytes(0xcbf29ce484222325u, code.data, code.length));
	int file = openat(directory, partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	/* One of a program that ended in the middle, and had this number, is removed: the next time there is none. */
	bool good = write_whole(file, header, strlen(header)) && write_whole(file, key->source, strlen(key->source))
		&& write_whole(file, code.data, code.length);
	good = close(file) == 0 && good;
	if (!good || renameat(directory, partial, directory, name) != 0) {
		unlinkat(directory, partial, 0);
	}
}

void kept_put(const char *folder, const struct kept_key *key, struct str code) {
	int64_t bytes = HEADER_BYTES + (int64_t)strlen(key->source) + (int64_t)code.length;
	if (bytes > LIMIT_KEPT_BYTES) {
		return;
	}
	DIR *files = opendir(folder);
	if (files == NULL) {
		return;
	}
	int lock = openat(dirfd(files), "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (lock >= 0 && flock(lock, LOCK_EX) == 0) {
		make_room(files, bytes);
		put_file(dirfd(files), key, code);
	}
	if (lock >= 0) {
		close(lock);
	}
	closedir(files);
}
