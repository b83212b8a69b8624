#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "algebra/symbol.h"
#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/repl/repl.h"
#include "cli/report.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"

/* Exit code of the process of a line whose output nobody takes. */
enum { EXIT_UNWRITABLE = 100 };

/* --- the process of the line --- */

/* Standard input is the repl's. */
static void leave_input(void) {
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing >= 0) {
		dup2(nothing, STDIN_FILENO);
		close(nothing);
	}
	if (freopen("/dev/null", "r", stdin) == NULL) {
		fclose(stdin);
	}
}

/* The integer is the name "name" itself, of which nothing is known but its divisor. */
static bool is_own_name(struct tuple leaf, struct str name) {
	if (!int_is_symbol(leaf) || leaf.symbol->count != 1 || leaf.symbol->terms[0].count != 1) {
		return false;
	}
	const struct symbol_term *term = &leaf.symbol->terms[0];
	const struct variable *variable = &leaf.symbol->symbols->variables[term->factors[0].variable];
	bool is_plain = term->numerator == 1 && term->denominator == 1 && term->factors[0].power == 1;
	return is_plain && variable->kind == VARIABLE_NAME && str_equal(variable->name, name);
}

/* "?{i64 div=16}": what gives the integer again that "leaf" is a name of. */
static void put_unknown(struct tuple leaf, struct buf *out) {
	const struct symbol *symbol = leaf.symbol;
	const struct variable *variable = &symbol->symbols->variables[symbol->terms[0].factors[0].variable];
	buf_printf(out, "?{%sdiv=%" PRId64 "}", variable->wide ? "i64 " : "", variable->divisor);
}

/* The text that gives the value of "name" again. Returns false if it has none. */
static bool put_text(struct str name, const struct value *value, struct buf *out) {
	if (value->kind == VALUE_VECTOR || value->kind == VALUE_TEXT) {
		return false;
	}
	bool is_int = value->kind == VALUE_TUPLE && tuple_is_plain_int(value->tuple);
	bool has_pointer = value->kind == VALUE_TENSOR && value->tensor->has_pointer && !value->tensor->is_part;
	if (is_int && is_own_name(value->tuple, name)) {
		put_unknown(value->tuple, out);
	} else if (is_int && value->tuple.known == KNOWN_DIVISOR) {
		/* "x = ?" would make it a name. */
		buf_printf(out, "assume(%s,divby=%" PRIu32 ")", int_is_wide(value->tuple) ? "?{i64}" : "?",
			value->tuple.divisor);
	} else {
		print_value_in(out, value, has_pointer ? DIALECT_DSL : DIALECT_CPP);
	}
	return true;
}

/* Put name and text, each ending in NUL, of what is bound in "ev" but not in "known", the oldest first. */
static void put_bindings(const struct evaluation *ev, const struct binding *binding, const struct binding *known,
		struct buf *out) {
	if (binding == known) {
		return;
	}
	put_bindings(ev, binding->next, known, out);
	struct buf text;
	buf_init(&text, out->arena);
	if (!put_text(binding->name, &binding->value, &text)) {
		report_failure("'%.*s' is not kept: elements that were computed have no text", (int)binding->name.length,
			binding->name.data);
		return;
	}
	buf_put_str(out, binding->name);
	buf_put_char(out, '\0');
	buf_put_str(out, buf_str(&text));
	buf_put_char(out, '\0');
}

static void put_answer(const struct evaluation *ev, struct buf *out) {
	struct buf text;
	buf_init(&text, out->arena);
	if (ev->result_count > 0 && put_text(str_from(REPL_ANSWER), &ev->results[ev->result_count - 1], &text)) {
		buf_put(out, REPL_ANSWER);
		buf_put_char(out, '\0');
		buf_put_str(out, buf_str(&text));
		buf_put_char(out, '\0');
	}
}

static void write_all(int descriptor, struct str text) {
	while (text.length > 0) {
		ssize_t written = write(descriptor, text.data, text.length);
		if (written < 0 && errno != EINTR) {
			return;
		}
		text.data += written > 0 ? written : 0;
		text.length -= written > 0 ? (size_t)written : 0;
	}
}

static _Noreturn void run_line(struct repl *repl, repl_work work, int argc, char **argv, int descriptor) {
	struct evaluation known;
	leave_input();
	if (repl->is_terminal) {
		signal(SIGINT, SIG_DFL);
	}
	evaluation_init(&known, &repl->arena, false);
	reading_options_apply(&repl->reading, &known);
	repl_names_bind(&repl->names, &known);
	known.result_count = 0;
	known.binding_count = 0;
	known.algebra.steps = LIMIT_STEPS;
	const struct binding *before = known.bindings;
	int status = work(repl, &known, argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		_exit(EXIT_UNWRITABLE);
	}
	struct buf bound;
	buf_init(&bound, &repl->arena);
	put_bindings(&known, known.bindings, before, &bound);
	put_answer(&known, &bound);
	write_all(descriptor, buf_str(&bound));
	_exit(status);
}

/* --- the process of the repl --- */

static struct str read_all(struct arena *arena, int descriptor) {
	struct buf text;
	char part[4096];
	buf_init(&text, arena);
	for (;;) {
		ssize_t length = read(descriptor, part, sizeof part);
		if (length == 0 || (length < 0 && errno != EINTR)) {
			return buf_str(&text);
		}
		buf_put_str(&text, (struct str){ part, length > 0 ? (size_t)length : 0 });
	}
}

/* The first of "names", each ending in NUL, that stands in "text"; NULL if none does. */
static const char *find_said(struct str names, const char *text) {
	for (const char *name = names.data; name < names.data + names.length; name += strlen(name) + 1) {
		if (repl_text_has_word(str_from(text), name)) {
			return name;
		}
	}
	return NULL;
}

/*
 * Keep what put_bindings wrote, but for values said in terms of an integer known at run time only whose name means
 * something else since, as x after "x = ?; x = x:1": no text gives them again.
 */
static int keep_bindings(struct repl *repl, struct str bound) {
	const char *end = bound.data + bound.length;
	struct buf gone;
	buf_init(&gone, &repl->arena);
	for (const char *name = bound.data; name < end;) {
		const char *text = name + strlen(name) + 1;
		const struct repl_name *old = repl_names_find(&repl->names, name);
		bool anew = strcmp(name, REPL_ANSWER) != 0 && old != NULL;
		repl->is_outdated = repl->is_outdated || anew;
		if (anew && old->text.data[0] == '?' && !str_is(old->text, text)) {
			repl_names_forget(&repl->names, name);
			if (text[0] != '?') {
				buf_put_str(&gone, (struct str){ name, strlen(name) + 1 });
			}
		}
		const char *said = find_said(buf_str(&gone), text);
		if (said != NULL) {
			repl_names_drop(&repl->names, name);
			if (strcmp(name, REPL_ANSWER) != 0) {
				report_failure("'%s' is not kept: it is said in terms of '%s', which is another now", name, said);
			}
		} else if (!repl_names_set(&repl->names, name, str_from(text))) {
			report_failure("'%s' is not kept: there are %d names already", name, LIMIT_NAMES);
			return EXIT_EXPRESSION;
		}
		name = text + strlen(text) + 1;
	}
	return EXIT_DONE;
}

/* How the process of a line ended, as an exit code. */
static int judge(struct repl *repl, int status) {
	if (WIFEXITED(status) && WEXITSTATUS(status) != EXIT_UNWRITABLE) {
		return WEXITSTATUS(status);
	}
	if (WIFEXITED(status)) {
		repl->broken = true;
		return report_failure("cannot write to standard output");
	}
	int number = WTERMSIG(status);
	if (number == SIGPIPE) {
		raise(SIGPIPE);
	}
	if (number == SIGINT && repl->is_terminal) {
		fputs("\nstopped\n", stderr);
	} else {
		report_failure("the line was ended by signal %d", number);
	}
	return EXIT_EXPRESSION;
}

int repl_isolate(struct repl *repl, repl_work work, int argc, char **argv) {
	int ends[2];
	fflush(stdout);
	if (pipe(ends) != 0) {
		repl->broken = true;
		return report_failure("cannot go on: %s", strerror(errno));
	}
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		run_line(repl, work, argc, argv, ends[1]);
	}
	close(ends[1]);
	int status = EXIT_DONE;
	if (child < 0) {
		status = report_failure("cannot start a process: %s", strerror(errno));
	} else {
		struct str bound = read_all(&repl->arena, ends[0]);
		int ended;
		while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
		}
		status = judge(repl, ended);
		int kept = WIFEXITED(ended) ? keep_bindings(repl, bound) : EXIT_DONE;
		status = status == EXIT_DONE ? kept : status;
	}
	close(ends[0]);
	return status;
}
