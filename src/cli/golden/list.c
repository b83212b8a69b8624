#define _XOPEN_SOURCE 700
#include "cli/golden/list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/golden/comments.h"
#include "cli/report.h"

static const char program_suffix[] = ".cute";
static const char *const companion_suffixes[] = { ".out", ".scene", ".err" };

enum { COMPANION_SUFFIXES = sizeof companion_suffixes / sizeof companion_suffixes[0] };

void test_list_init(struct test_list *list, struct arena *arena) {
	*list = (struct test_list){ .arena = arena };
}

const char *test_base_name(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

/* Whether "path" ends in "suffix" with something in front of it. */
static bool has_suffix(const char *path, const char *suffix) {
	size_t length = strlen(test_base_name(path));
	size_t end = strlen(suffix);
	return length > end && strcmp(path + strlen(path) - end, suffix) == 0;
}

/* What stands in the comments of a source. */
enum found {
	FOUND_UNREADABLE,   /* it is no ordinary file, cannot be read, or is too long */
	FOUND_NOTHING,
	FOUND_LAYOUTS,
};

/* Look into the comments of the source "path". A link is followed if "follows". */
static enum found look_into(const char *path, bool follows) {
	struct arena arena;
	struct buf text;
	char part[4096];
	ssize_t length = -1;
	int descriptor = follows ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
				 : open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat status;
	if (descriptor < 0) {
		return FOUND_UNREADABLE;
	}
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&text, &arena);
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LIMIT_TEST_BYTES) {
		while ((length = read(descriptor, part, sizeof part)) > 0 && text.length <= LIMIT_TEST_BYTES) {
			buf_put_str(&text, (struct str){ part, (size_t)length });
		}
	}
	close(descriptor);
	enum found found = length != 0 ? FOUND_UNREADABLE
		: comments_has_cases(path, buf_str(&text)) ? FOUND_LAYOUTS
							   : FOUND_NOTHING;
	arena_finish(&arena);
	return found;
}

static bool add_case(struct test_list *list, const char *path, const char *root) {
	if (list->count == LIMIT_TEST_CASES) {
		report_failure("more than %d cases", LIMIT_TEST_CASES);
		return false;
	}
	list->entries = arena_grown(list->arena, list->entries, list->count, &list->capacity, sizeof *list->entries);
	struct test_entry *entry = &list->entries[list->count];
	*entry = (struct test_entry){ .path = path, .root = root, .order = list->count };
	buf_init(&entry->reason, list->arena);
	buf_init(&entry->detail, list->arena);
	buf_init(&entry->changes, list->arena);
	list->count++;
	return true;
}

/* --- folders --- */

struct names {
	char **items;
	int count;
	int capacity;
};

static int compare_names(const void *a, const void *b) {
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The entries of the folder "path" that are not hidden, sorted. Returns false with errno set. */
static bool read_folder(struct arena *arena, const char *path, struct names *names) {
	DIR *folder = opendir(path);
	if (folder == NULL) {
		return false;
	}
	for (;;) {
		errno = 0;
		const struct dirent *entry = readdir(folder);
		if (entry == NULL) {
			break;
		}
		if (entry->d_name[0] == '.') {
			continue;
		}
		names->items = arena_grown(arena, names->items, names->count, &names->capacity, sizeof *names->items);
		names->items[names->count++] = arena_copy(arena, entry->d_name, strlen(entry->d_name));
	}
	int error = errno;
	closedir(folder);
	if (names->count > 0) {
		qsort(names->items, (size_t)names->count, sizeof *names->items, compare_names);
	}
	errno = error;
	return error == 0;
}

/* "folder/name", or "name" in the present folder. */
static const char *join(struct arena *arena, const char *folder, const char *name) {
	struct buf path;
	buf_init(&path, arena);
	if (strcmp(folder, ".") != 0) {
		buf_put(&path, folder);
		buf_put(&path, strcmp(folder, "/") == 0 ? "" : "/");
	}
	buf_put(&path, name);
	return path.data;
}

/* Add the cases in the folder "path", which is "root" or below it. */
static bool walk(struct test_list *list, const char *path, const char *root, int depth) {
	struct names names = { .count = 0 };
	if (depth > LIMIT_TEST_DEPTH) {
		report_failure("'%.60s...' holds folders nested deeper than %d", path, LIMIT_TEST_DEPTH);
		return false;
	}
	if (!read_folder(list->arena, path, &names)) {
		report_failure("cannot read the folder '%s': %s", path, strerror(errno));
		return false;
	}
	for (int i = 0; i < names.count; i++) {
		const char *inside = join(list->arena, path, names.items[i]);
		struct stat status;
		if (lstat(inside, &status) != 0) {
			continue; /* it is gone by now */
		}
		if (S_ISDIR(status.st_mode)) {
			if (!walk(list, inside, root, depth + 1)) {
				return false;
			}
			continue;
		}
		bool is_program = has_suffix(inside, program_suffix) && stat(inside, &status) == 0 && S_ISREG(status.st_mode);
		bool is_case = is_program || (comments_is_source(inside) && look_into(inside, false) == FOUND_LAYOUTS);
		if (is_case && !add_case(list, inside, root)) {
			return false;
		}
	}
	return true;
}

/* --- arguments --- */

/* "path" without "./" at its beginning, "/./" and doubled or last "/" in it, so that one file has one name. */
static const char *simplify(struct arena *arena, const char *path) {
	struct buf simple;
	buf_init(&simple, arena);
	buf_put(&simple, path[0] == '/' ? "/" : "");
	while (*path != '\0') {
		size_t length = strcspn(path, "/");
		if (length > 0 && !(length == 1 && path[0] == '.')) {
			bool first = simple.length == 0 || simple.data[simple.length - 1] == '/';
			buf_put(&simple, first ? "" : "/");
			buf_put_str(&simple, (struct str){ path, length });
		}
		path += length + (path[length] == '/' ? 1 : 0);
	}
	return simple.length > 0 ? simple.data : ".";
}

const char *test_folder_name(struct arena *arena, const char *path) {
	return dirname(arena_copy(arena, path, strlen(path)));
}

/* The program that the companion "path" belongs to, or NULL if "path" is none or has none. */
static const char *program_of(struct arena *arena, const char *path) {
	for (int i = 0; i < COMPANION_SUFFIXES; i++) {
		if (has_suffix(path, companion_suffixes[i])) {
			struct buf program;
			struct stat status;
			buf_init(&program, arena);
			buf_put_str(&program, (struct str){ path, strlen(path) - strlen(companion_suffixes[i]) });
			buf_put(&program, program_suffix);
			return stat(program.data, &status) == 0 ? program.data : NULL;
		}
	}
	return NULL;
}

bool test_list_add(struct test_list *list, const char *argument) {
	const char *path = simplify(list->arena, argument);
	struct stat status;
	bool exists = stat(path, &status) == 0;
	int error = errno;
	const char *program = program_of(list->arena, path);
	if (program != NULL) {
		return add_case(list, program, test_folder_name(list->arena, program));
	}
	if (!exists) {
		report_failure("cannot open '%s': %s", argument, strerror(error));
		return false;
	}
	if (S_ISDIR(status.st_mode)) {
		return walk(list, path, path, 0);
	}
	if (comments_is_source(path)) {
		enum found found = S_ISREG(status.st_mode) ? look_into(path, true) : FOUND_UNREADABLE;
		list->sources_without += found == FOUND_NOTHING;
		/* What could not be read is a case, which says why. */
		return found == FOUND_NOTHING || add_case(list, path, test_folder_name(list->arena, path));
	}
	if (!has_suffix(path, program_suffix)) {
		report_failure("'%s' is left out: it is neither a .cute file nor a companion of one, nor a source", argument);
		return true;
	}
	return add_case(list, path, test_folder_name(list->arena, path));
}

/* --- doubles --- */

static int compare_paths(const void *a, const void *b) {
	const struct test_entry *left = *(struct test_entry *const *)a;
	const struct test_entry *right = *(struct test_entry *const *)b;
	int order = strcmp(left->path, right->path);
	return order != 0 ? order : left->order - right->order;
}

void test_list_remove_doubles(struct test_list *list) {
	struct test_entry **sorted = arena_array(list->arena, (size_t)list->count, sizeof *sorted);
	bool *is_double = arena_array(list->arena, (size_t)list->count, sizeof *is_double);
	for (int i = 0; i < list->count; i++) {
		sorted[i] = &list->entries[i];
	}
	qsort(sorted, (size_t)list->count, sizeof *sorted, compare_paths);
	for (int i = 1; i < list->count; i++) {
		is_double[sorted[i]->order] = strcmp(sorted[i]->path, sorted[i - 1]->path) == 0;
	}
	int kept = 0;
	for (int i = 0; i < list->count; i++) {
		if (!is_double[i]) {
			list->entries[kept] = list->entries[i];
			list->entries[kept].order = kept;
			kept++;
		}
	}
	list->count = kept;
}

/* --- choice --- */

void test_list_keep(struct test_list *list, const char *pattern) {
	struct buf anywhere;
	buf_init(&anywhere, list->arena);
	buf_put_char(&anywhere, '*');
	for (const char *c = pattern; *c != '\0'; c++) {
		/* Signs of patterns that stand for themselves here. */
		buf_put(&anywhere, *c == '[' || *c == '\\' ? "\\" : "");
		buf_put_char(&anywhere, *c);
	}
	buf_put_char(&anywhere, '*');
	int kept = 0;
	for (int i = 0; i < list->count; i++) {
		if (fnmatch(anywhere.data, list->entries[i].path, 0) == 0) {
			list->entries[kept] = list->entries[i];
			list->entries[kept].order = kept;
			kept++;
		}
	}
	list->count = kept;
}
