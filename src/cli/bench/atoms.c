#include "cli/bench/atoms.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "lang/atoms.h"
#include "lang/notation/json.h"
#include "tool/json_members.h"
#include "tool/silicon.h"

/* Atoms whose kernels are compiled together. */
enum { BATCH = 64 };

/* One run over the atoms. */
struct inquiry {
	const struct bench_options *options;
	const char *pattern;
	struct arena arena;            /* of the atom that is asked */
	struct arena batch_arena;      /* of the questions that wait */
	struct silicon_question batch[BATCH];
	struct str names[BATCH];
	int waiting;
	struct device *device;
	int matched, proved, malformed, different, left_out;
	int status;
};

static bool in_json(const struct inquiry *inquiry) {
	return inquiry->options->form == ROWS_JSON;
}

/* The answer about the atom "name": in words, behind its name, and as the "verdict" of an object. */
static void put_line(struct inquiry *inquiry, struct str name, const char *verdict, const char *text) {
	if (!in_json(inquiry)) {
		printf("%.*s: %s\n", (int)name.length, name.data, text);
		return;
	}
	struct buf out;
	buf_init(&out, &inquiry->arena);
	print_json_begin(&out);
	json_name(&out, "name");
	buf_put_json(&out, name);
	buf_put_char(&out, ',');
	json_text(&out, "verdict", verdict);
	json_text(&out, "text", text);
	if (inquiry->device != NULL) {
		buf_put_char(&out, ',');
		json_text(&out, "device", device_facts(inquiry->device)->name);
	}
	json_close(&out, '}');
	puts(out.data);
}

/* An atom that is not asked is named all the same. */
static void leave_out(struct inquiry *inquiry, struct str name, const char *why) {
	put_line(inquiry, name, "not asked", why);
	inquiry->left_out++;
}

static void ask(struct inquiry *inquiry, const struct silicon_question *question, struct str name) {
	struct algebra al;
	struct fault fault;
	struct buf out;
	fault_clear(&fault);
	algebra_init(&al, &inquiry->arena);
	buf_init(&out, &inquiry->arena);
	struct silicon_answer answer = silicon_ask(inquiry->device, &al, question, &fault);
	if (fault_is_set(&fault)) {
		struct fault named = { .code = FAULT_NONE };
		fault_set(&named, fault.code, 0, "%.*s: %s", (int)name.length, name.data, fault.text);
		fault_set_hint(&named, "%s", fault.hint);
		report_placeless(&inquiry->arena, &named, in_json(inquiry));
		inquiry->status = EXIT_UNAVAILABLE;
		return;
	}
	silicon_put_answer(&out, question, &answer);
	bool is_malformed = question->kind == SILICON_MMA && question->mma.is_malformed;
	put_line(inquiry, name, !answer.good ? "different" : is_malformed ? "malformed" : "proved", out.data);
	inquiry->different += !answer.good;
	inquiry->malformed += answer.good && is_malformed;
	inquiry->proved += answer.good && !is_malformed;
}

/* Compile the questions that wait, and ask them in their order. */
static void ask_waiting(struct inquiry *inquiry) {
	struct algebra al;
	algebra_init(&al, &inquiry->batch_arena);
	if (inquiry->waiting > 0) {
		silicon_compile_all(inquiry->device, &al, inquiry->batch, inquiry->waiting);
	}
	for (int i = 0; i < inquiry->waiting && inquiry->status == EXIT_DONE; i++) {
		ask(inquiry, &inquiry->batch[i], inquiry->names[i]);
		arena_reset(&inquiry->arena);
	}
	inquiry->waiting = 0;
	arena_reset(&inquiry->batch_arena);
}

static void take_atom(struct inquiry *inquiry, struct str name) {
	struct algebra al;
	algebra_init(&al, &inquiry->batch_arena);
	struct silicon_question question = silicon_question(&al, name);
	inquiry->matched++;
	if (algebra_failed(&al)) {
		leave_out(inquiry, name, al.fault.text);
	} else if (question.kind == SILICON_NONE) {
		leave_out(inquiry, name, question.why);
	} else if (inquiry->options->print_source) {
		printf("// %.*s\n%s", (int)name.length, name.data, silicon_source(&al, &question));
		arena_reset(&inquiry->batch_arena);
	} else if (question.arch > device_facts(inquiry->device)->arch) {
		char why[80];
		snprintf(why, sizeof why, "not asked: it needs sm_%d, the device is sm_%d", question.arch,
			device_facts(inquiry->device)->arch);
		leave_out(inquiry, name, why);
	} else {
		inquiry->names[inquiry->waiting] = name;
		inquiry->batch[inquiry->waiting++] = question;
	}
	if (inquiry->waiting == BATCH) {
		ask_waiting(inquiry);
	}
}

static void take_table(struct inquiry *inquiry, enum atom_table table) {
	struct str wanted = str_from(inquiry->pattern);
	size_t offset = 0;
	struct atom_row row;
	bool is_name = atoms_have(ATOMS_MMA, wanted) || atoms_have(ATOMS_COPY, wanted);
	while (inquiry->status == EXIT_DONE && atoms_next(table, &offset, &row)) {
		if (is_name ? str_equal(row.columns[0], wanted) : atoms_match(row.columns[0], inquiry->pattern)) {
			take_atom(inquiry, row.columns[0]);
		}
	}
	ask_waiting(inquiry);
}

static int open_device(struct inquiry *inquiry, struct arena *lasting) {
	const struct bench_options *options = inquiry->options;
	struct fault fault;
	fault_clear(&fault);
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "--atom asks the hardware; --device=cpu is none");
	}
	inquiry->device = bench_open_device(options, lasting, &fault);
	if (inquiry->device == NULL) {
		report_placeless(lasting, &fault, in_json(inquiry));
		return EXIT_UNAVAILABLE;
	}
	return EXIT_DONE;
}

const char *bench_atom_name(struct arena *arena, const char *text) {
	struct str name;
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	return silicon_atom_of(ev, text, &name) ? arena_copy(arena, name.data, name.length) : NULL;
}

/* The pattern of "options", or the name of the atom that it is. NULL where it is none, which is said. */
static const char *pattern_of(const struct bench_options *options, struct arena *arena) {
	if (strchr(options->atom, '(') == NULL) {
		return options->atom;
	}
	struct str name;
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	bool is_atom = silicon_atom_of(ev, options->atom, &name);
	(options->form == ROWS_JSON ? &report_json_listener : &report_listener)->hear(NULL, ev);
	return is_atom ? arena_copy(arena, name.data, name.length) : NULL;
}

int bench_atoms(const struct bench_options *options, struct arena *lasting) {
	struct inquiry inquiry = { .options = options, .status = EXIT_DONE };
	inquiry.pattern = pattern_of(options, lasting);
	if (inquiry.pattern == NULL) {
		return EXIT_EXPRESSION;
	}
	inquiry.status = options->print_source ? EXIT_DONE : open_device(&inquiry, lasting);
	arena_init(&inquiry.arena, report_out_of_memory, NULL);
	arena_init(&inquiry.batch_arena, report_out_of_memory, NULL);
	take_table(&inquiry, ATOMS_MMA);
	take_table(&inquiry, ATOMS_COPY);
	arena_finish(&inquiry.arena);
	arena_finish(&inquiry.batch_arena);
	if (inquiry.matched > 0 && inquiry.device != NULL && !in_json(&inquiry)) {
		printf("# %s: %d proved, %d malformed, %d different, %d not asked\n", device_facts(inquiry.device)->name,
			inquiry.proved, inquiry.malformed, inquiry.different, inquiry.left_out);
	}
	if (inquiry.device != NULL) {
		device_close(inquiry.device);
	}
	if (inquiry.status == EXIT_DONE && inquiry.matched == 0) {
		struct fault fault = { .code = FAULT_NONE };
		fault_set(&fault, FAULT_NAME, 0, "no atom matches '%s'", inquiry.pattern);
		report_placeless(lasting, &fault, in_json(&inquiry));
		return EXIT_FALSE;
	}
	bool good = inquiry.different == 0 && (options->print_source || inquiry.proved + inquiry.malformed > 0);
	return inquiry.status != EXIT_DONE ? inquiry.status : good ? EXIT_DONE : EXIT_FALSE;
}
