#define _XOPEN_SOURCE 700
#include "cli/golden/case.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/beneath.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "cli/golden/comments.h"
#include "cli/golden/inline.h"
#include "cli/golden/list.h"
#include "tool/words.h"

/* --- files --- */

/* The "size" bytes behind "descriptor", or fewer if there are no more. Returns false with errno set. */
static bool read_all(struct arena *arena, int descriptor, size_t size, struct str *text) {
	char *data = arena_alloc(arena, size + 1);
	size_t length = 0;
	while (length < size) {
		ssize_t count = read(descriptor, data + length, size - length);
		if (count < 0 && errno == EINTR) {
			continue;
		}
		if (count < 0) {
			return false;
		}
		if (count == 0) {
			break;
		}
		length += (size_t)count;
	}
	*text = (struct str){ data, length };
	return true;
}

/* Read the file "descriptor" of at most "limit" bytes, and close it. Returns NULL, or why not. */
static const char *read_file(struct arena *arena, int descriptor, size_t limit, struct str *text) {
	struct stat status;
	const char *problem = NULL;
	if (fstat(descriptor, &status) != 0) {
		problem = strerror(errno);
	} else if ((size_t)status.st_size > limit) {
		problem = limit == LIMIT_SOURCE_BYTES ? "it is longer than 1 MiB" : "it is longer than 16 MiB";
	} else if (!read_all(arena, descriptor, (size_t)status.st_size, text)) {
		problem = strerror(errno);
	}
	close(descriptor);
	return problem;
}

/* The part of the path of "entry" below its root. */
static const char *path_below(const struct test_entry *entry) {
	size_t length = strcmp(entry->root, ".") == 0 ? 0 : strlen(entry->root);
	return entry->path + length + strspn(entry->path + length, "/");
}

/* Open the program of "entry", which is a link, if it leads to a file below "root", the folder that the user named. */
static const char *open_linked(const struct test_entry *entry, int root, int *descriptor) {
	char *program = realpath(entry->path, NULL);
	char *folder = program != NULL ? realpath(entry->root, NULL) : NULL;
	const char *problem = "it is a link out of the folder that was named";
	if (folder == NULL) {
		problem = strerror(errno);
	} else {
		size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
		bool below = strncmp(program, folder, length) == 0 && program[length] == '/';
		problem = below ? beneath_open(root, program + length + 1, descriptor) : problem;
	}
	free(program);
	free(folder);
	return problem;
}

/* Open the folder and the program of "entry". Returns NULL, or why not. */
static const char *open_program(struct test_case *test, const struct test_entry *entry, int *descriptor) {
	int root = open(entry->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root < 0) {
		return strerror(errno);
	}
	const char *problem = beneath_folder(root, path_below(entry), &test->folder, &test->name);
	struct stat status;
	bool is_link = problem == NULL && fstatat(test->folder, test->name, &status, AT_SYMLINK_NOFOLLOW) == 0
		&& S_ISLNK(status.st_mode);
	if (is_link) {
		problem = open_linked(entry, root, descriptor);
	} else if (problem == NULL) {
		problem = beneath_open(test->folder, test->name, descriptor);
	}
	close(root);
	return problem;
}

/* Record why the case cannot be run: "before" and "reason". */
static void fail(struct test_case *test, const char *before, const char *reason) {
	struct buf problem;
	buf_init(&problem, test->arena);
	buf_printf(&problem, "%s%s", before, reason);
	test->problem = problem.data;
}

/* --- headers --- */

/* The value of "# NAME: VALUE" in "line", a comment, without its end; false if it is another one. */
static bool read_header(struct str line, const char *name, struct str *value) {
	size_t length = strlen(name);
	while (str_is_line_end(line.data[line.length - 1])) {
		line.length--;
	}
	if (line.length < length + 4 || memcmp(line.data, "# ", 2) != 0 || memcmp(line.data + 2, name, length) != 0
			|| memcmp(line.data + 2 + length, ": ", 2) != 0) {
		return false;
	}
	*value = (struct str){ line.data + length + 4, line.length - length - 4 };
	return true;
}

/* The words of the command line, with the name of the file in place of "@" and "--OPTION=@". */
static void read_args(struct test_case *test, struct str value) {
	struct words words = words_split(test->arena, value);
	if (test->words != NULL || words.problem != NULL) {
		fail(test, "# args: ", words.problem != NULL ? words.problem : "a second command line");
		return;
	}
	if (words.count > 0 && strcmp(words.items[0], "test") == 0) {
		fail(test, "# args: ", "a test does not run tests");
		return;
	}
	for (int i = 0; i < words.count; i++) {
		char *word = words.items[i];
		size_t length = strlen(word);
		if (strcmp(word, "@") != 0 && (word[0] != '-' || length < 2 || strcmp(word + length - 2, "=@") != 0)) {
			continue;
		}
		struct buf named;
		buf_init(&named, test->arena);
		buf_put_str(&named, (struct str){ word, length - 1 });
		buf_put(&named, test_base_name(test->path));
		words.items[i] = named.data;
	}
	test->words = words.items;
	test->word_count = words.count;
}

static void read_exit(struct test_case *test, struct str value) {
	int code = 0;
	for (size_t i = 0; i < value.length; i++) {
		bool is_digit = value.data[i] >= '0' && value.data[i] <= '9';
		code = is_digit && code <= 255 ? 10 * code + (value.data[i] - '0') : 256;
	}
	if (value.length == 0 || code > 255) {
		fail(test, "# exit: ", "expected a number from 0 to 255");
	}
	test->exit_code = code;
}

static void read_needs(struct test_case *test, struct str value) {
	if (!str_is(value, "cairo") && !str_is(value, "gpu")) {
		fail(test, "# needs: ", "expected cairo or gpu");
	}
	test->is_optional = true;
}

/* A header that says how programs are read: the value of the option "option". */
static void read_reading(struct test_case *test, int option, struct str value) {
	const char *wanted = NULL;
	reading_options_take(&test->reading, option, arena_copy(test->arena, value.data, value.length), &wanted);
	if (wanted != NULL) {
		fail(test, "expected ", wanted);
	}
}

/* The comments at the top of the file. */
static void read_headers(struct test_case *test) {
	size_t at = 0;
	while (at < test->text.length && test->text.data[at] == '#' && test->problem == NULL) {
		struct str line = inline_line(test->text, at);
		struct str value;
		if (read_header(line, "args", &value)) {
			read_args(test, value);
		} else if (read_header(line, "exit", &value)) {
			read_exit(test, value);
		} else if (read_header(line, "needs", &value)) {
			read_needs(test, value);
		} else if (read_header(line, "dialect", &value)) {
			read_reading(test, OPTION_DIALECT, value);
		} else if (read_header(line, "assume", &value)) {
			read_reading(test, OPTION_ASSUME, value);
		}
		at += line.length;
	}
}

/* --- companions --- */

static struct companion read_companion(struct test_case *test, const char *suffix) {
	struct buf path;
	buf_init(&path, test->arena);
	buf_put_str(&path, (struct str){ test->path, strlen(test->path) - strlen(".cute") });
	buf_put(&path, suffix);
	struct companion companion = { .path = path.data, .name = test_base_name(path.data), .text = { "", 0 } };
	struct stat status;
	companion.exists = fstatat(test->folder, companion.name, &status, AT_SYMLINK_NOFOLLOW) == 0;
	if (companion.exists && test->problem == NULL) {
		int descriptor;
		const char *problem = beneath_open(test->folder, companion.name, &descriptor);
		if (problem == NULL) {
			problem = read_file(test->arena, descriptor, LIMIT_TEST_BYTES, &companion.text);
		}
		if (problem != NULL) {
			struct buf before;
			buf_init(&before, test->arena);
			buf_printf(&before, "cannot read '%s': ", path.data);
			fail(test, before.data, problem);
		}
	}
	return companion;
}

/* The command of a case that names none: its program is drawn or evaluated. */
static void set_usual_command(struct test_case *test, bool is_drawn) {
	struct buf command;
	buf_init(&command, test->arena);
	buf_put(&command, is_drawn ? "draw --dump-scene" : "eval");
	buf_put(&command, test->reading.dialect == DIALECT_DSL ? " --dialect=dsl" : "");
	for (int i = 0; i < test->reading.assumption_count; i++) {
		buf_printf(&command, " '--assume=%s'", test->reading.conditions[i]);
	}
	buf_put(&command, " -f @");
	read_args(test, buf_str(&command));
}

static void read_companions(struct test_case *test) {
	struct companion scene = read_companion(test, ".scene");
	struct companion output = read_companion(test, ".out");
	if (scene.exists && output.exists && test->problem == NULL) {
		fail(test, scene.name, " and .out both say what is printed; keep one of them");
	}
	test->output = scene.exists ? scene : output;
	test->errors = read_companion(test, ".err");
	test->has[TEST_COMMAND] = test->words != NULL || test->exit_code >= 0 || test->output.exists || test->errors.exists;
	if (test->words == NULL && test->problem == NULL) {
		set_usual_command(test, scene.exists);
	}
}

void test_case_read(struct test_case *test, const struct test_entry *entry, const struct reading_options *reading,
		struct arena *arena) {
	*test = (struct test_case){ .arena = arena, .path = entry->path, .folder = -1, .exit_code = -1 };
	test->reading = *reading;
	test->is_source = comments_is_source(entry->path);
	int descriptor;
	const char *problem = open_program(test, entry, &descriptor);
	if (problem == NULL) {
		size_t limit = test->is_source ? LIMIT_TEST_BYTES : LIMIT_SOURCE_BYTES;
		problem = read_file(arena, descriptor, limit, &test->text);
	}
	if (problem != NULL) {
		fail(test, "cannot read it: ", problem);
		return;
	}
	if (test->is_source) {
		test->has[TEST_INLINE] = true;
		return;
	}
	read_headers(test);
	read_companions(test);
	test->has[TEST_INLINE] = !test->has[TEST_COMMAND] || inline_has_expectations(test->text);
}

void test_case_close(struct test_case *test) {
	if (test->folder >= 0) {
		close(test->folder);
		test->folder = -1;
	}
}

int test_case_exit_code(const struct test_case *test) {
	if (test->exit_code >= 0) {
		return test->exit_code;
	}
	return test->errors.exists && !test->output.exists ? EXIT_EXPRESSION : EXIT_DONE;
}

/* --- running --- */

int test_case_run(const struct test_case *test, enum test_part part, const struct confinement *may) {
	struct confinement confinement = *may;
	confinement.folder = test->folder;
	if (fchdir(test->folder) != 0 || !confine(&confinement)) {
		return report_failure("cannot enter the folder of '%s': %s", test->path, strerror(errno));
	}
	if (part == TEST_COMMAND) {
		return command_run(test->word_count, test->words);
	}
	struct arena arena;
	struct buf out;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&out, &arena);
	if (test->is_source) {
		comments_rewrite(&arena, test->path, test->text, &test->reading, &out);
	} else {
		inline_rewrite(&arena, test->text, &test->reading, &out);
	}
	fwrite(out.data, 1, out.length, stdout);
	arena_finish(&arena);
	return EXIT_DONE;
}
