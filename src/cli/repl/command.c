#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/repl/editor.h"
#include "cli/repl/editor_plain.h"
#include "cli/options.h"
#include "cli/repl/repl.h"
#include "cli/report.h"
#include "config.h"
#include "lang/lex.h"

static const struct option_line option_lines[] = {
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, number_option_lines },
	{ NULL, NULL },
};

/* --- where a program ends --- */

/*
 * Whether a program cannot end in "token": an operator, a comma. "alone" if nothing stands before it. "?" is a value,
 * too, and ">" the end of a type.
 */
static bool is_open_end(const struct token *token, bool alone) {
	switch (token->kind) {
	case TOKEN_COMPOSE:
	case TOKEN_EQUAL:
	case TOKEN_COMPARE:
	case TOKEN_LOGIC:
	case TOKEN_FLOOR_DIV:
	case TOKEN_POWER: return true;
	case TOKEN_NAME: return !alone && str_is(token->text, "o");
	case TOKEN_CHARACTER: return strchr(",:=@-<+*/%^~&|!", token->character) != NULL;
	default: return false;
	}
}

/* Whether "text" goes on in the next line. If so, cut what is no part of it and add what goes between the two. */
static bool goes_on(struct buf *text, enum dialect dialect) {
	struct source source = { "", buf_str(text), 1 };
	struct message message = { .span = { 0, 0 } };
	struct lexer lexer;
	struct token last = { .kind = TOKEN_SEPARATOR };
	bool alone = true;
	lexer_init(&lexer, &source, NULL, dialect == DIALECT_DSL, &message);
	while (lexer.token.kind != TOKEN_END) {
		alone = last.kind == TOKEN_SEPARATOR;
		last = lexer.token;
		lexer_advance(&lexer);
	}
	if (fault_is_set(&message.fault)) {
		return false;
	}
	if (lexer.brackets > 0) {
		buf_put_char(text, '\n');
		return true;
	}
	if (!is_open_end(&last, alone)) {
		return false;
	}
	text->length = last.span.end;
	buf_put_char(text, ' ');
	return true;
}

/* --- lines --- */

/* The next line of standard input, which is no terminal. */
static enum line_result read_plain(struct buf *line) {
	int end = editor_take_line(line);
	return end == EOF && line->length == 0 ? LINE_END : LINE_READ;
}

static enum line_result read_line(struct editor *editor, const char *prompt, struct buf *line) {
	if (editor == NULL) {
		return read_plain(line);
	}
	enum line_result result = editor_read(editor, prompt, line);
	if (result == LINE_READ && line->length > strspn(line->data, " \t")) {
		editor_remember(editor, line->data);
	}
	return result;
}

/* Read a program or a command, which may have several lines, into "text". */
static enum line_result read_input(struct repl *repl, struct editor *editor, int *lines, struct buf *text) {
	enum line_result result = read_line(editor, "> ", text);
	repl->line_number = ++*lines;
	const char *begin = text->data + strspn(text->data, " \t");
	bool is_command = *begin == ':' || repl_bare_command(repl, begin) != NULL;
	while (result == LINE_READ && !is_command && *lines - repl->line_number < LIMIT_REPL_LINES - 1
			&& goes_on(text, repl->reading.dialect)) {
		struct buf line;
		buf_init(&line, &repl->arena);
		result = read_line(editor, ". ", &line);
		++*lines;
		if (result == LINE_END) {
			return LINE_READ;
		}
		if (repl_is_command(line.data + strspn(line.data, " \t"))) {
			report_failure("line %d: what was begun is forgotten: a command stands behind it", repl->line_number);
			repl->failed = true;
			repl->line_number = *lines;
			*text = line;
			return result;
		}
		buf_put_str(text, buf_str(&line));
	}
	return result;
}

static int run_input(struct repl *repl, const struct buf *text) {
	const char *begin = text->data + strspn(text->data, " \t");
	if (memchr(text->data, '\0', text->length) != NULL) {
		return report_failure("line %d: a NUL byte is not part of the language", repl->line_number);
	}
	if (*begin == ':') {
		return repl_command(repl, begin);
	}
	const char *command = repl_bare_command(repl, begin);
	if (command != NULL) {
		struct buf line;
		buf_init(&line, &repl->arena);
		buf_put(&line, command);
		buf_put(&line, begin + strcspn(begin, " \t"));
		return repl_command(repl, line.data);
	}
	return *begin == '\0' ? EXIT_DONE : repl_evaluate(repl, text->data);
}

/* Until the input ends or somebody quits. Returns an exit code. */
static int run_lines(struct repl *repl, struct editor *editor) {
	int lines = 0;
	while (!repl->quit && !repl->broken) {
		struct buf text;
		arena_reset(&repl->arena);
		buf_init(&text, &repl->arena);
		enum line_result result = read_input(repl, editor, &lines, &text);
		if (result == LINE_END) {
			break;
		}
		int status = result == LINE_READ ? run_input(repl, &text) : EXIT_DONE;
		if (fflush(stdout) != 0) {
			return EXIT_USAGE;
		}
		repl->failed = repl->failed || status != EXIT_DONE;
	}
	if (repl->broken) {
		return EXIT_USAGE;
	}
	if (editor == NULL && ferror(stdin)) {
		return report_failure("cannot read standard input: %s", strerror(errno));
	}
	return repl->failed && !repl->is_terminal ? EXIT_EXPRESSION : EXIT_DONE;
}

/* Take an option: see options_read. */
static const char *take_option(void *repl, int option, const char *value) {
	const char *wanted = NULL;
	return reading_options_take(&((struct repl *)repl)->reading, option, value, &wanted) ? wanted : "";
}

/* Read lines until the end; names live as long as this, what a line needs besides only until the next one. */
static int cmd_repl(int argc, char **argv) {
	struct repl repl = { .is_terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 };
	int status = options_read(&command_repl, argc, argv, NULL, take_option, &repl);
	if (status >= 0) {
		return status;
	}
	if (optind < argc) {
		return report_usage("repl", "it takes no argument, saw '%s'", argv[optind]);
	}
	struct editor *editor = NULL;
	arena_init(&repl.arena, report_out_of_memory, NULL);
	arena_init(&repl.memory, report_out_of_memory, NULL);
	arena_init(&repl.settings, report_out_of_memory, NULL);
	repl_names_init(&repl.names);
	if (repl.is_terminal) {
		signal(SIGINT, SIG_IGN); /* it ends what is at work, never the repl */
		editor = editor_new(repl_complete, &repl);
		puts("cutelayout " CUTELAYOUT_VERSION ". :help lists what there is besides expressions; Ctrl-D leaves.");
	}
	status = run_lines(&repl, editor);
	if (editor != NULL) {
		editor_free(editor);
		fputs(repl.quit ? "" : "\n", stdout);
	}
	repl_names_finish(&repl.names);
	arena_finish(&repl.settings);
	arena_finish(&repl.memory);
	arena_finish(&repl.arena);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ASSUME, OPTION_WITH, 0 };

const struct command command_repl = {
	.name = "repl",
	.summary = "evaluate expressions line by line, with names that stay",
	.synopsis = "[OPTION]...",
	.about = "Read a line, print the values of its expressions, and go on with the next one. Names that\n"
		"a line binds are known in those behind it. Lines that begin with ':' are commands; :help\n"
		"lists them. When standard input is no terminal there are no prompts and no editing.",
	.options = option_groups,
	.repeated = repeated,
	.exits = "0 done, 2 wrong usage or I/O, 3 standard input is no terminal and a\n"
		"line failed",
	.run = cmd_repl,
};
