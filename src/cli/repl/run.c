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
#include "algebra/tuple.h"
#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/repl/repl.h"
#include "cli/report.h"
#include "lang/evaluate/evaluate.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"

/* Exit code of the process of a line whose output nobody takes. */
enum { EXIT_UNWRITABLE = 100 };

/* Stands behind all that the process of a line hands on. */
enum { WHOLE = '\x02' };

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

/*
 * Stands in texts behind the name of an integer known at run time only that is not what the name means any more, as
 * that of x after "x = ?; x = x:1": no text gives it again. No text has it otherwise.
 */
enum { OUTDATED = '\x01' };

/* The variable that "name" means as an integer "value" that is called so itself; NULL if it means none. */
static const struct variable *own_variable(struct str name, const struct value *value) {
	bool is_int = value->kind == VALUE_TUPLE && tuple_is_plain_int(value->tuple);
	const struct variable *variable = is_int ? symbol_named(value->tuple) : NULL;
	return variable != NULL && str_equal(variable->name, name) ? variable : NULL;
}

/* Mark the names of all variables whose names mean something else. */
static void mark_outdated(const struct evaluation *ev, struct arena *arena) {
	for (int i = 0; ev->symbols != NULL && i < ev->symbols->variable_count; i++) {
		struct variable *variable = &ev->symbols->variables[i];
		bool is_name = variable->kind == VARIABLE_NAME;
		const struct binding *binding = is_name ? evaluation_binding(ev, variable->name) : NULL;
		if (binding != NULL && own_variable(binding->name, &binding->value) != variable) {
			struct buf name;
			buf_init(&name, arena);
			buf_put_str(&name, variable->name);
			buf_put_char(&name, OUTDATED);
			variable->name = buf_str(&name);
		}
	}
}

/* "?{i64 div=16}": what gives the integer again that "variable" is. */
static void put_unknown(const struct variable *variable, struct buf *out) {
	buf_printf(out, "?{%sdiv=%" PRId64 "}", variable->wide ? "i64 " : "", variable->given);
}

/* The text that gives the value of "name" again. Returns false if it has none. */
static bool put_text(struct str name, const struct value *value, struct buf *out) {
	if (value->kind == VALUE_VECTOR || value->kind == VALUE_TEXT) {
		return false;
	}
	bool is_int = value->kind == VALUE_TUPLE && tuple_is_plain_int(value->tuple);
	bool has_pointer = value->kind == VALUE_TENSOR && value->tensor->has_pointer && !value->tensor->is_part;
	const struct variable *own = own_variable(name, value);
	if (own != NULL) {
		put_unknown(own, out);
	} else if (is_int && value->tuple.known == KNOWN_DIVISOR) {
		/* "x = ?" would make it a name. */
		buf_printf(out, "assume(%s,divby=%" PRIu32 ")", int_is_wide(value->tuple) ? "?{i64}" : "?",
			value->tuple.divisor);
	} else {
		print_value_in(out, value, has_pointer ? DIALECT_DSL : DIALECT_CPP);
	}
	return true;
}

/* Add "need" as struct repl_name has it, but for one of integers whose names mean something else. */
static void put_need(struct algebra *al, enum need_kind kind, struct tuple a, struct tuple b, struct buf *needs) {
	struct value pair = { .kind = VALUE_TUPLE, .tuple = tuple_pair(al, a, b) };
	struct buf text;
	buf_init(&text, needs->arena);
	print_value_in(&text, &pair, DIALECT_CPP);
	if (strchr(text.data, OUTDATED) == NULL) {
		buf_printf(needs, "%d%s\n", (int)kind, text.data);
	}
}

/* What results rest on: what the names are promised, or are since some results need it, and all other needs. */
static struct str needs_of(struct evaluation *ev, struct arena *arena) {
	struct symbols *symbols = ev->symbols;
	struct algebra *al = &ev->algebra;
	struct buf needs;
	buf_init(&needs, arena);
	for (int i = 0; symbols != NULL && ev->assumption_count > 0 && i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind != VARIABLE_NAME) {
			continue;
		}
		struct tuple name = symbol_variable(al, symbols, i, tuple_int(0));
		if (variable->divisor > variable->given) {
			put_need(al, NEED_MULTIPLE, name, tuple_int(variable->divisor), &needs);
		}
		if (variable->least > variable->divisor) {
			put_need(al, NEED_AT_LEAST, name, tuple_int(variable->least), &needs);
		}
		if (variable->most < INT64_MAX) {
			put_need(al, NEED_BELOW, name, tuple_int(variable->most + 1), &needs);
		}
	}
	for (int i = 0; symbols != NULL && i < symbols->need_count; i++) {
		const struct need *need = &symbols->needs[i];
		put_need(al, need->kind, need->a, need->b, &needs);
	}
	return buf_str(&needs);
}

/*
 * Put name, text and needs, each ending in NUL, of what names mean that are bound in "ev" but not in "known", the
 * oldest first; no text for what has none, and nothing for a name that means one of the first "variables" as it did.
 */
static void put_bindings(const struct evaluation *ev, const struct binding *binding, const struct binding *known,
		int variables, struct str needs, struct buf *out) {
	if (binding == known) {
		return;
	}
	put_bindings(ev, binding->next, known, variables, needs, out);
	const struct variable *own = own_variable(binding->name, &binding->value);
	bool is_old = own != NULL && own < ev->symbols->variables + variables;
	if (evaluation_binding(ev, binding->name) != binding || is_old) {
		return;
	}
	struct buf text;
	buf_init(&text, out->arena);
	if (!put_text(binding->name, &binding->value, &text) && !str_is(binding->name, REPL_ANSWER)) {
		report_failure("'%.*s' is not kept: elements that were computed have no text", (int)binding->name.length,
			binding->name.data);
	}
	buf_put_str(out, binding->name);
	buf_put_char(out, '\0');
	buf_put_str(out, buf_str(&text));
	buf_put_char(out, '\0');
	buf_put_str(out, own != NULL ? str_from("") : needs);
	buf_put_char(out, '\0');
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
	repl_names_bind(&repl->names, argc, argv, &known);
	known.result_count = 0;
	known.binding_count = 0;
	known.algebra.steps = LIMIT_STEPS;
	const struct binding *before = known.bindings;
	int variables = known.symbols != NULL ? known.symbols->variable_count : 0;
	int status = work(repl, &known, argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		_exit(EXIT_UNWRITABLE);
	}
	struct buf bound;
	buf_init(&bound, &repl->arena);
	if (known.result_count > 0) {
		evaluation_bind(&known, str_from(REPL_ANSWER), known.results[known.result_count - 1]);
	}
	mark_outdated(&known, &repl->arena);
	put_bindings(&known, known.bindings, before, variables, needs_of(&known, &repl->arena), &bound);
	buf_put_char(&bound, WHOLE);
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

/* Drop what the names in "bound" meant, and what is said in terms of those that were integers at run time. */
static void drop_outdated(struct repl *repl, struct str bound) {
	const char *end = bound.data + bound.length;
	struct buf gone;
	buf_init(&gone, &repl->arena);
	for (const char *name = bound.data; name < end;) {
		const struct repl_name *old = repl_names_find(&repl->names, name);
		size_t length = strlen(name) + 1;
		repl->is_outdated = repl->is_outdated || (old != NULL && strcmp(name, REPL_ANSWER) != 0);
		if (old != NULL && old->text.data[0] == '?') {
			buf_put_str(&gone, (struct str){ name, length });
		}
		repl_names_drop(&repl->names, name);
		name += length;
		name += strlen(name) + 1;
		name += strlen(name) + 1;
	}
	for (const char *name = gone.data; name < gone.data + gone.length; name += strlen(name) + 1) {
		repl_names_forget(&repl->names, name);
	}
}

/* Keep "name" as "text" with its needs, if that gives its value again. */
static int keep_binding(struct repl *repl, const char *name, const char *text, const char *needs) {
	const char *mark = strchr(text, OUTDATED);
	if (mark != NULL && strcmp(name, REPL_ANSWER) != 0) {
		const char *word = text;
		for (const char *at = text; at != mark; at++) {
			word = str_is_word(*at) ? word : at + 1;
		}
		report_failure("'%s' is not kept: it is said in terms of '%.*s', which is another now", name,
			(int)(mark - word), word);
	}
	if (mark == NULL && text[0] != '\0' && !repl_names_set(&repl->names, name, str_from(text), str_from(needs))) {
		report_failure("'%s' is not kept: there are %d names already", name, LIMIT_NAMES);
		return EXIT_EXPRESSION;
	}
	return EXIT_DONE;
}

/* Keep what put_bindings wrote; nothing of it if that did not come whole. */
static int keep_bindings(struct repl *repl, struct str bound) {
	int status = EXIT_DONE;
	if (bound.length == 0 || bound.data[bound.length - 1] != WHOLE) {
		return status;
	}
	bound.length--;
	const char *end = bound.data + bound.length;
	drop_outdated(repl, bound);
	for (const char *name = bound.data; name < end && status == EXIT_DONE;) {
		const char *text = name + strlen(name) + 1;
		const char *needs = text + strlen(text) + 1;
		status = keep_binding(repl, name, text, needs);
		name = needs + strlen(needs) + 1;
	}
	return status;
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
