#define _GNU_SOURCE
#include "cli/bench/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/confine.h"

/*
 * Path of the file, in XDG_CACHE_HOME or ~/.cache; "make" makes the folders on the way. "" if there is no home, or
 * the process may not look there. */
static struct str cache_path(struct arena *arena, bool make) {
	const char *base = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");
	struct buf path;
	buf_init(&path, arena);
	if (confine_is_on()) {
		return buf_str(&path);
	}
	if (base != NULL && base[0] == '/') {
		buf_put(&path, base);
	} else if (home != NULL && home[0] == '/') {
		buf_printf(&path, "%s/.cache", home);
	} else {
		return buf_str(&path);
	}
	if (make) {
		mkdir(path.data, 0700);
	}
	buf_put(&path, "/cutelayout");
	if (make) {
		mkdir(path.data, 0700);
	}
	buf_put(&path, "/tuned");
	return buf_str(&path);
}

/* What the knobs depend on, and a tab. */
static struct str cache_key(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device) {
	struct buf key;
	buf_init(&key, arena);
	buf_printf(&key, "%s | ", device);
	rows_put_problem(&key, plan->problem, options->op_text);
	for (int k = 0; k < TENSORS_MAX; k++) {
		buf_printf(&key, " | %s", options->layouts[k] != NULL ? options->layouts[k] : "");
	}
	buf_put_char(&key, '\t');
	return buf_str(&key);
}

bool bench_cache_find(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device, struct knobs *knobs) {
	struct str path = cache_path(arena, false);
	FILE *file = path.length > 0 ? fopen(path.data, "rb") : NULL;
	if (file == NULL) {
		return false;
	}
	struct str key = cache_key(options, arena, plan, device);
	char *line = NULL;
	size_t capacity = 0;
	ssize_t length;
	bool found = false;
	while ((length = getline(&line, &capacity, file)) > 0) {
		if (line[length - 1] == '\n') {
			line[length - 1] = '\0';
		}
		struct bench_options read = { .op_text = NULL };
		if (strncmp(line, key.data, key.length) == 0 && bench_options_set(&read, line + key.length)) {
			*knobs = read.knobs;
			found = true;
		}
	}
	free(line);
	fclose(file);
	return found;
}

void bench_cache_keep(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device) {
	struct str path = cache_path(arena, true);
	FILE *file = path.length > 0 ? fopen(path.data, "ab") : NULL;
	if (file == NULL) {
		return;
	}
	struct buf line;
	buf_init(&line, arena);
	buf_put_str(&line, cache_key(options, arena, plan, device));
	knobs_put(&line, &plan->knobs);
	buf_put_char(&line, '\n');
	fwrite(line.data, 1, line.length, file);
	fclose(file);
}
