#define _GNU_SOURCE
#include "cli/bench/all.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/confine.h"
#include "cli/report.h"
#include "gpu/device.h"

extern char **environ;

/* The command on one device. */
struct child {
	pid_t process;
	FILE *output;      /* what it prints, when all run at once; else NULL */
};

/* Whether "word" ends in "value": not in the same letters, but in those of the same place of memory. */
static bool ends_in(const char *word, const char *value) {
	return word + strlen(word) == value + strlen(value);
}

/* Whether "word" is --at-once, or short for it. */
static bool is_at_once(const char *word) {
	size_t length = strlen(word);
	return length >= strlen("--at") && strncmp(word, "--at-once", length) == 0;
}

/* The words of the command, with "device" in the place of the value of --device, and without what only several need. */
static char **words_for(struct arena *arena, int argc, char **argv, const char *value, int device) {
	char **words = arena_array(arena, (size_t)argc + 2, sizeof *words);
	words[0] = arena_copy(arena, "cutelayout", strlen("cutelayout"));
	int count = 1;
	for (int i = 0; i < argc; i++) {
		if (ends_in(argv[i], value)) {
			struct buf word;
			buf_init(&word, arena);
			buf_printf(&word, "%.*s%d", (int)(value - argv[i]), argv[i], device);
			words[count++] = word.data;
		} else if (!is_at_once(argv[i])) {
			words[count++] = argv[i];
		}
	}
	words[count] = NULL;
	return words;
}

/* Start the command on "device". Returns false after a message. */
static bool start(struct child *child, char **words, bool at_once) {
	posix_spawn_file_actions_t actions;
	child->output = at_once ? tmpfile() : NULL;
	if (at_once && child->output == NULL) {
		report_failure("no temporary file: %s", strerror(errno));
		return false;
	}
	posix_spawn_file_actions_init(&actions);
	if (at_once) {
		posix_spawn_file_actions_adddup2(&actions, fileno(child->output), STDOUT_FILENO);
	}
	int error = posix_spawn(&child->process, "/proc/self/exe", &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error != 0) {
		report_failure("cannot start on another device: %s", strerror(error));
	}
	return error == 0;
}

/* Wait for the command, and print what it has left. Returns its exit code. */
static int finish(struct child *child) {
	int status = 0;
	while (waitpid(child->process, &status, 0) < 0 && errno == EINTR) {
	}
	if (child->output != NULL) {
		rewind(child->output);
		for (int c; (c = getc(child->output)) != EOF;) {
			putchar(c);
		}
		fclose(child->output);
	}
	fflush(stdout);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_UNAVAILABLE;
}

bool bench_all_wanted(const struct bench_options *options) {
	bool prints_text = options->print_source || options->print_ptx || options->print_sass;
	return options->device == DEVICE_ALL && !options->list_devices && !options->dry_run && !prints_text;
}

int bench_all(const struct bench_options *options, struct arena *arena, int argc, char **argv) {
	struct fault fault;
	int worst = EXIT_DONE;
	fault_clear(&fault);
	int count = confine_allows_libraries(&fault) ? device_count(&fault) : 0;
	if (count == 0) {
		report_placeless(arena, &fault, options->form == ROWS_JSON);
		return EXIT_UNAVAILABLE;
	}
	struct child *children = arena_array(arena, (size_t)count, sizeof *children);
	int started = 0;
	fflush(stdout);
	for (int i = 0; i < count; i++) {
		struct child child;
		if (!start(&child, words_for(arena, argc, argv, options->device_text, i), options->at_once)) {
			worst = EXIT_UNAVAILABLE;
		} else if (options->at_once) {
			children[started++] = child;
		} else {
			int status = finish(&child);
			worst = status > worst ? status : worst;
		}
	}
	for (int i = 0; i < started; i++) {
		int status = finish(&children[i]);
		worst = status > worst ? status : worst;
	}
	return worst;
}
