/*
 * src/cli/repl/history.c and src/cli/home.c: which file the lines of earlier sessions are in, which of them are given,
 * when older ones are dropped, and which files are left alone. Works in a new folder. Prints "N passed, N failed".
 */
#define _GNU_SOURCE
#include "cli/repl/history.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/confine.h"
#include "tally.h"

static bool is_confined;
static char folder[64] = "/tmp/cutelayout-history-XXXXXX";

bool confine_is_on(void) {
	return is_confined;
}

/* --- files --- */

static const char *path_of(const char *name) {
	static char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static void write_file(const char *name, struct str text) {
	FILE *file = fopen(path_of(name), "wb");
	fwrite(text.data, 1, text.length, file);
	fclose(file);
}

static struct str read_file(struct arena *arena, const char *name) {
	char part[4096];
	struct buf text;
	buf_init(&text, arena);
	FILE *file = fopen(path_of(name), "rb");
	for (size_t length; file != NULL && (length = fread(part, 1, sizeof part, file)) > 0;) {
		buf_put_str(&text, (struct str){ part, length });
	}
	if (file != NULL) {
		fclose(file);
	}
	return buf_str(&text);
}

static unsigned mode_of(const char *name) {
	struct stat status;
	return stat(path_of(name), &status) == 0 ? status.st_mode & 0777u : 0;
}

static off_t size_of(const char *name) {
	struct stat status;
	return stat(path_of(name), &status) == 0 ? status.st_size : -1;
}

static bool is_there(const char *name) {
	return mode_of(name) != 0;
}

static void set(const char *name, const char *value) {
	if (value != NULL) {
		setenv(name, value, 1);
	} else {
		unsetenv(name);
	}
}

/* --- lines --- */

struct taken {
	struct buf text;     /* "|" before each line */
	int count;
	size_t longest;
};

static void take(void *context, const char *line) {
	struct taken *taken = context;
	taken->count++;
	taken->longest = strlen(line) > taken->longest ? strlen(line) : taken->longest;
	if (taken->text.length < 4096) {
		buf_put(&taken->text, "|");
		buf_put(&taken->text, line);
	}
}

static struct taken load(struct arena *arena) {
	struct taken taken = { .count = 0 };
	buf_init(&taken.text, arena);
	repl_history_load(arena, take, &taken);
	return taken;
}

/* "first" and so on, "count" lines of "width" bytes. */
static void put_lines(struct buf *text, int first, int count, int width) {
	for (int i = 0; i < count; i++) {
		buf_printf(text, "%0*d\n", width - 1, first + i);
	}
}

/* --- which file --- */

static void try_places(struct tally *tally, struct arena *arena) {
	set("XDG_STATE_HOME", NULL);
	set("HOME", NULL);
	repl_history_append(arena, "lost");
	expect(tally, load(arena).count == 0, "without a home");
	set("HOME", "relative");
	set("XDG_STATE_HOME", "relative");
	repl_history_append(arena, "lost");
	expect(tally, load(arena).count == 0 && !is_there("relative"), "a relative home");
	set("HOME", path_of("absent"));
	repl_history_append(arena, "lost");
	expect(tally, load(arena).count == 0 && !is_there("absent"), "a home that is not there");
	char home[256];
	snprintf(home, sizeof home, "%s", path_of("home"));
	mkdir(home, 0700);
	set("HOME", home);
	repl_history_append(arena, "a");
	repl_history_append(arena, "b c");
	expect(tally, str_is(read_file(arena, "home/.local/state/cutelayout/history"), "a\nb c\n"), "in the home");
	expect(tally, strcmp(load(arena).text.data, "|a|b c") == 0, "from the home");
	expect(tally, mode_of("home/.local/state/cutelayout/history") == 0600, "the file is the user's alone");
	expect(tally, mode_of("home/.local/state/cutelayout") == 0700 && mode_of("home/.local") == 0700, "its folders too");
	char state[256];
	snprintf(state, sizeof state, "%s", path_of("state"));
	set("XDG_STATE_HOME", state);
	expect(tally, load(arena).count == 0, "another folder of state");
	repl_history_append(arena, "x");
	expect(tally, str_is(read_file(arena, "state/cutelayout/history"), "x\n") && mode_of("state") == 0700, "is made");
	is_confined = true;
	repl_history_append(arena, "y");
	expect(tally, load(arena).count == 0 && str_is(read_file(arena, "state/cutelayout/history"), "x\n"), "confined");
	is_confined = false;
}

/* --- which lines --- */

static const char history[] = "state/cutelayout/history";

/* What is loaded of "text": how many lines, and whether the file is as it was or has those alone. */
static void try_lines(struct tally *tally, struct arena *arena, const char *name, struct str text, int count,
		size_t kept) {
	write_file(history, text);
	struct taken taken = load(arena);
	struct str after = read_file(arena, history);
	struct str wanted = { text.data + text.length - kept, kept };
	expect(tally, taken.count == count && str_equal(after, wanted), "%s: %d lines, %zu bytes", name,
		taken.count, after.length);
}

static void try_texts(struct tally *tally, struct arena *arena) {
	struct buf text;
	try_lines(tally, arena, "nothing", (struct str){ "", 0 }, 0, 0);
	try_lines(tally, arena, "an empty line", str_from("\n"), 1, 1);
	try_lines(tally, arena, "without a last end", str_from("a\nb"), 2, 3);
	buf_init(&text, arena);
	put_lines(&text, 1, HISTORY_LINES, 10);
	try_lines(tally, arena, "as many as are kept", buf_str(&text), HISTORY_LINES, text.length);
	put_lines(&text, 1001, 1, 10);
	try_lines(tally, arena, "one more", buf_str(&text), HISTORY_LINES, text.length);
	expect(tally, strncmp(load(arena).text.data, "|000000002|", 11) == 0, "the second is the first");
	buf_put(&text, "end");
	try_lines(tally, arena, "without an end", buf_str(&text), HISTORY_LINES, text.length);
	expect(tally, strncmp(load(arena).text.data, "|000000003|", 11) == 0, "the third is the first");
	buf_init(&text, arena);
	put_lines(&text, 1, 1, 10000);
	put_lines(&text, 2, HISTORY_LINES, 10);
	try_lines(tally, arena, "half is old", buf_str(&text), HISTORY_LINES, text.length);
	buf_init(&text, arena);
	put_lines(&text, 1, 1, 10001);
	put_lines(&text, 2, HISTORY_LINES, 10);
	try_lines(tally, arena, "half and a byte", buf_str(&text), HISTORY_LINES, 10000);
	expect(tally, mode_of(history) == 0600, "what is rewritten is the user's alone");
}

/* --- files that are not ours --- */

static void try_strangers(struct tally *tally, struct arena *arena) {
	enum { MOST = 1 << 26 };
	write_file(history, str_from("a\n"));
	expect(tally, truncate(path_of(history), MOST) == 0 && load(arena).count == 2, "as long as it may be");
	expect(tally, truncate(path_of(history), MOST + 1) == 0 && load(arena).count == 0, "longer");
	write_file(history, str_from("a\n"));
	expect(tally, truncate(path_of(history), MOST - 3) == 0, "room for a line, and for the end of the last");
	repl_history_append(arena, "bc");
	expect(tally, size_of(history) == MOST - 3, "a line beyond the limit");
	repl_history_append(arena, "b");
	repl_history_append(arena, "");
	expect(tally, size_of(history) == MOST, "a line up to the limit, and none beyond it");
	write_file(history, str_from("a"));
	repl_history_append(arena, "b");
	repl_history_append(arena, "c");
	expect(tally, str_is(read_file(arena, history), "a\nb\nc\n"), "a line that has no end");
	unlink(path_of(history));
	mkfifo(path_of(history), 0600);
	int pipe = open(path_of(history), O_RDWR | O_NONBLOCK);
	char byte;
	repl_history_append(arena, "b");
	expect(tally, load(arena).count == 0 && read(pipe, &byte, 1) < 0, "a pipe");
	close(pipe);
	unlink(path_of(history));
	mkdir(path_of(history), 0700);
	repl_history_append(arena, "b");
	expect(tally, load(arena).count == 0, "a folder");
	rmdir(path_of(history));
	expect(tally, load(arena).count == 0 && !is_there(history), "none");
}

int main(void) {
	struct tally tally = { 0 };
	struct arena arena;
	if (mkdtemp(folder) == NULL) {
		puts("no folder can be made in /tmp\n0 passed, 1 failed");
		return EXIT_FAILURE;
	}
	arena_init(&arena, NULL, NULL);
	try_places(&tally, &arena);
	try_texts(&tally, &arena);
	try_strangers(&tally, &arena);
	arena_finish(&arena);
	char command[128];
	snprintf(command, sizeof command, "rm -r '%s'", folder);
	expect(&tally, system(command) == 0, "the folder stays");
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
