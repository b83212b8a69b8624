#include "cli/bench/atoms.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench/crew.h"
#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "lang/atoms.h"
#include "lang/notation/json.h"
#include "tool/json_members.h"
#include "tool/silicon.h"
#include "tool/silicon_boxes.h"

/* Lines of the tables that are looked at together: their kernels are compiled at once. */
enum { PART = 32 };

/* How many atoms there were of each kind. */
struct counts {
	int proved, malformed, different, left_out;
	char device[DEVICE_NAME_BYTES];
};

/* An atom that matches: to be asked, or why it is not. */
struct entry {
	struct str name;
	struct silicon_question question;
	char why[FAULT_TEXT_BYTES];
};

/* One run over the atoms. */
struct inquiry {
	const struct bench_options *options;
	const char *pattern;
	struct str *names;             /* of those that match */
	int64_t name_count;
	struct arena lasting;          /* of the device */
	struct arena arena;            /* of the atom that is asked */
	struct arena part_arena;       /* of the questions of a part */
	struct device *device;
	struct counts counts;
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
		json_text(&out, "device", device_facts(inquiry->device)->name);
	}
	json_close(&out, '}');
	puts(out.data);
}

/* Ask the device. Returns an exit code. */
static int ask(struct inquiry *inquiry, const struct entry *entry) {
	const struct silicon_question *question = &entry->question;
	struct algebra al;
	struct fault fault;
	struct buf out;
	fault_clear(&fault);
	algebra_init(&al, &inquiry->arena);
	buf_init(&out, &inquiry->arena);
	struct silicon_answer answer = silicon_ask(inquiry->device, &al, question, &fault);
	if (fault_is_set(&fault)) {
		struct fault named = { .code = FAULT_NONE };
		fault_set(&named, fault.code, 0, "%.*s: %s", (int)entry->name.length, entry->name.data, fault.text);
		fault_set_hint(&named, "%s", fault.hint);
		report_placeless(&inquiry->arena, &named, in_json(inquiry));
		return EXIT_UNAVAILABLE;
	}
	silicon_put_answer(&out, question, &answer);
	bool is_malformed = question->mma.is_malformed;
	put_line(inquiry, entry->name, !answer.good ? "different" : is_malformed ? "malformed" : "proved", out.data);
	inquiry->counts.different += !answer.good;
	inquiry->counts.malformed += answer.good && is_malformed;
	inquiry->counts.proved += answer.good && !is_malformed;
	return EXIT_DONE;
}

/* The atom "name" as a question to the device, or as why it is none. */
static void look_at(struct inquiry *inquiry, struct str name, struct entry *entry) {
	struct algebra al;
	algebra_init(&al, &inquiry->part_arena);
	*entry = (struct entry){ .name = name, .question = silicon_question(&al, name) };
	int arch = inquiry->device != NULL ? device_facts(inquiry->device)->arch : entry->question.arch;
	if (algebra_failed(&al)) {
		snprintf(entry->why, sizeof entry->why, "%s", al.fault.text);
	} else if (entry->question.kind == SILICON_NONE) {
		snprintf(entry->why, sizeof entry->why, "%s", entry->question.why);
	} else if (entry->question.arch > arch) {
		snprintf(entry->why, sizeof entry->why,
			"not asked: it needs sm_%d, the device is sm_%d; its kernel is ready (--print-source)",
			entry->question.arch, arch);
	}
}

/* Compile the kernels of those that are asked. */
static void compile(struct inquiry *inquiry, struct entry *entries, int count) {
	struct silicon_question *questions[PART];
	struct algebra al;
	int asked = 0;
	algebra_init(&al, &inquiry->part_arena);
	for (int i = 0; i < count; i++) {
		if (entries[i].why[0] == '\0') {
			questions[asked++] = &entries[i].question;
		}
	}
	silicon_compile_all(inquiry->device, &al, questions, asked);
}

/* The atoms of a part in their order: asked, or named all the same. */
static int work(void *context, int64_t part) {
	struct inquiry *inquiry = context;
	struct entry entries[PART];
	int64_t left = inquiry->name_count - part * PART;
	int count = left < PART ? (int)left : PART;
	int code = EXIT_DONE;
	for (int i = 0; i < count; i++) {
		look_at(inquiry, inquiry->names[part * PART + i], &entries[i]);
	}
	if (!inquiry->options->print_source) {
		compile(inquiry, entries, count);
	}
	for (int i = 0; i < count && code == EXIT_DONE; i++) {
		struct str name = entries[i].name;
		struct algebra al;
		algebra_init(&al, &inquiry->arena);
		if (entries[i].why[0] != '\0') {
			put_line(inquiry, name, "not asked", entries[i].why);
			inquiry->counts.left_out++;
		} else if (inquiry->options->print_source) {
			printf("// %.*s\n%s", (int)name.length, name.data, silicon_source(&al, &entries[i].question));
		} else {
			code = ask(inquiry, &entries[i]);
		}
		arena_reset(&inquiry->arena);
	}
	arena_reset(&inquiry->part_arena);
	return code;
}

/* Open the device, unless texts are all that is wanted. */
static int begin(void *context) {
	struct inquiry *inquiry = context;
	struct fault fault;
	if (inquiry->options->print_source) {
		return EXIT_DONE;
	}
	fault_clear(&fault);
	inquiry->device = bench_open_device(inquiry->options, &inquiry->lasting, &fault);
	if (inquiry->device == NULL) {
		report_placeless(&inquiry->arena, &fault, in_json(inquiry));
		return EXIT_UNAVAILABLE;
	}
	snprintf(inquiry->counts.device, sizeof inquiry->counts.device, "%s", device_facts(inquiry->device)->name);
	return EXIT_DONE;
}

static const void *result(void *context) {
	return &((struct inquiry *)context)->counts;
}

static void add(void *context, const void *of_another) {
	const struct counts *other = of_another;
	struct counts *counts = &((struct inquiry *)context)->counts;
	counts->proved += other->proved;
	counts->malformed += other->malformed;
	counts->different += other->different;
	counts->left_out += other->left_out;
	snprintf(counts->device, sizeof counts->device, "%s", other->device);
}

/* The names of "table" that match, behind those that are there. */
static void collect(struct inquiry *inquiry, enum atom_table table) {
	struct str wanted = str_from(inquiry->pattern);
	size_t offset = 0;
	struct atom_row row;
	bool is_name = atoms_have(ATOMS_MMA, wanted) || atoms_have(ATOMS_COPY, wanted);
	while (atoms_next(table, &offset, &row)) {
		if (is_name ? str_equal(row.columns[0], wanted) : atoms_match(row.columns[0], inquiry->pattern)) {
			if (inquiry->names != NULL) {
				inquiry->names[inquiry->name_count] = row.columns[0];
			}
			inquiry->name_count++;
		}
	}
}

/* Boxes of TMA have names, but no table. */
static void collect_boxes(struct inquiry *inquiry, struct arena *arena) {
	char name[SILICON_BOX_NAME];
	int index;
	bool is_name = silicon_box_find(str_from(inquiry->pattern), &index);
	for (int i = 0; silicon_box_name(i, name); i++) {
		if (is_name ? i == index : atoms_match(str_from(name), inquiry->pattern)) {
			if (inquiry->names != NULL) {
				inquiry->names[inquiry->name_count] = str_from(arena_copy(arena, name, strlen(name)));
			}
			inquiry->name_count++;
		}
	}
}

/* Those of both tables and the boxes: counted, then kept. */
static void collect_all(struct inquiry *inquiry, struct arena *arena) {
	collect(inquiry, ATOMS_MMA);
	collect(inquiry, ATOMS_COPY);
	collect_boxes(inquiry, arena);
	inquiry->names = arena_array(arena, (size_t)inquiry->name_count, sizeof *inquiry->names);
	inquiry->name_count = 0;
	collect(inquiry, ATOMS_MMA);
	collect(inquiry, ATOMS_COPY);
	collect_boxes(inquiry, arena);
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
	struct inquiry inquiry = { .options = options };
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "--atom asks the hardware; --device=cpu is none");
	}
	inquiry.pattern = pattern_of(options, lasting);
	if (inquiry.pattern == NULL) {
		return EXIT_EXPRESSION;
	}
	collect_all(&inquiry, lasting);
	if (inquiry.name_count == 0) {
		struct fault fault = { .code = FAULT_NONE };
		fault_set(&fault, FAULT_NAME, 0, "no atom matches '%s'", inquiry.pattern);
		report_placeless(lasting, &fault, in_json(&inquiry));
		return EXIT_FALSE;
	}
	arena_init(&inquiry.lasting, report_out_of_memory, NULL);
	arena_init(&inquiry.arena, report_out_of_memory, NULL);
	arena_init(&inquiry.part_arena, report_out_of_memory, NULL);
	const struct crew_job job = { .parts = (inquiry.name_count + PART - 1) / PART, .begin = begin, .work = work,
		.add = add, .result = result, .bytes = sizeof inquiry.counts, .context = &inquiry };
	int code = crew_run(&job);
	const struct counts *counts = &inquiry.counts;
	if (code == EXIT_DONE && !options->print_source && !in_json(&inquiry)) {
		printf("# %s: %d proved, %d malformed, %d different, %d not asked\n", counts->device, counts->proved,
			counts->malformed, counts->different, counts->left_out);
	}
	device_close(inquiry.device);
	arena_finish(&inquiry.part_arena);
	arena_finish(&inquiry.arena);
	arena_finish(&inquiry.lasting);
	bool good = counts->different == 0 && (options->print_source || counts->proved + counts->malformed > 0);
	return code != EXIT_DONE ? code : good ? EXIT_DONE : EXIT_FALSE;
}
