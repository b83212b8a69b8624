#define _GNU_SOURCE
#include <getopt.h>
#include <inttypes.h>

#include "algebra/compare.h"
#include "lang/language/solve.h"
#include "tool/check.h"
#include "tool/comparison.h"
#include "tool/subject.h"
#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/notation/plain.h"

enum {
	OPTION_JSON = OPTION_LONG,
	OPTION_STRICT,
	OPTION_LANGUAGES,
};

static const struct option_line option_lines[] = {
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "quiet", 'q', NULL, NULL, "print nothing" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "languages", OPTION_LANGUAGES, "=M,N,...", NULL,
		"A and B are written in any languages of convert and are about a\n"
		"tensor of this shape" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	bool json;
	bool quiet;
	bool strict;
	struct language_options languages;   /* a rank of 0: texts are CuTe's */
	struct limits limits;
};

/* A layout that is compared, and where it comes from. */
struct side {
	const char *name;
	struct source source;
	struct span span;
	struct map map;
	struct tuple shape;
	bool is_numbered;      /* it gives coordinates; "numbers" gives their numbers in "box" instead */
	struct map numbers;
	struct tuple box;
};

/* Report the fault of the algebra about "side". */
static void report_side(struct evaluation *ev, const struct side *side) {
	ev->source = &side->source;
	ev->error = (struct message){ ev->algebra.fault, side->span };
	report_evaluation(ev);
}

/* Evaluate "side". Returns false after a fault, which has been reported. */
static bool read_side(struct evaluation *ev, struct side *side) {
	bool good = evaluation_run(ev, &side->source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ side->source.text.length, side->source.text.length };
		good = false;
	}
	report_evaluation(ev);
	ev->warning_count = 0;
	if (!good) {
		return false;
	}
	side->span = ev->result_nodes[ev->result_count - 1]->span;
	ev->algebra.operand = 0;
	struct subject subjects[SUBJECTS_MAX];
	int count = subjects_from_value(&ev->algebra, &ev->results[ev->result_count - 1], NULL, subjects);
	if (count > 1) {
		algebra_fault(&ev->algebra, FAULT_TYPE, "expected a layout, saw %s",
			value_kind_name(&ev->results[ev->result_count - 1]));
	}
	side->map = subjects[0].map;
	side->numbers = side->map;
	side->shape = map_inner(&ev->algebra, side->map).shape;
	if (algebra_failed(&ev->algebra)) {
		report_side(ev, side);
	}
	return !algebra_failed(&ev->algebra);
}

static bool gives_coordinates(const struct side *side) {
	return side->map.kind == MAP_LAYOUT && tuple_has_basis(side->map.layout.stride);
}

/* The larger one of each two leaves of congruent tuples. */
static struct tuple larger(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		return int_max(a, b);
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = larger(al, a.modes[i], b.modes[i]);
	}
	return tuple_of(al, modes, a.rank);
}

/* If both sides give coordinates of one profile, number these in a box that holds all of them. */
static void number_sides(struct algebra *al, struct side *a, struct side *b) {
	if (!gives_coordinates(a) || !gives_coordinates(b)) {
		return;
	}
	struct tuple coshape_a = layout_coshape(al, a->map.layout);
	struct tuple coshape_b = layout_coshape(al, b->map.layout);
	if (algebra_failed(al) || !tuple_congruent(coshape_a, coshape_b)) {
		return;
	}
	struct side *const sides[] = { a, b };
	struct tuple box = larger(al, coshape_a, coshape_b);
	for (int i = 0; i < 2; i++) {
		sides[i]->is_numbered = true;
		sides[i]->box = box;
		sides[i]->numbers = map_from_layout(layout_number_coordinates(al, sides[i]->map.layout, box));
	}
}

static void put_layout(struct buf *out, const struct side *side, int64_t size) {
	buf_printf(out, "%-12s", side->name);
	print_map(out, side->map);
	buf_printf(out, ", size %" PRId64 "\n", size);
}

/* What a layout gives: an offset, or the coordinate with this number. */
static void put_offset(struct algebra *al, struct buf *out, const struct side *side, int64_t offset) {
	if (side->is_numbered) {
		check_put_coordinate(al, side->box, offset, out);
	} else {
		buf_put_int(out, offset);
	}
}

/* What "side" gives at the first difference. */
static void put_first(struct algebra *al, struct buf *out, const struct side *side, int64_t size, int64_t first,
	int64_t offset) {
	if (first >= size) {
		buf_printf(out, "%s ends at %" PRId64, side->name, size - 1);
		return;
	}
	buf_printf(out, "%s", side->name);
	if (tuple_is_tuple(side->shape)) {
		check_put_coordinate(al, side->shape, first, out);
	} else {
		buf_printf(out, "(%" PRId64 ")", first);
	}
	buf_put(out, " = ");
	put_offset(al, out, side, offset);
}

static void put_report(struct algebra *al, const struct side *a, const struct side *b,
	const struct comparison *comparison, struct buf *out) {
	put_layout(out, a, comparison->size_a);
	put_layout(out, b, comparison->size_b);
	buf_printf(out, "structure   %s\n", comparison->same_structure ? "the same" : "different");
	if (comparison->same_function) {
		buf_put(out, "functions   the same\n");
		return;
	}
	buf_printf(out, "functions   different, first at %" PRId64 ": ", comparison->first);
	if (comparison->first < comparison->size_a && comparison->first < comparison->size_b) {
		put_first(al, out, a, comparison->size_a, comparison->first, comparison->first_a);
		buf_put(out, ", ");
		put_first(al, out, b, comparison->size_b, comparison->first, comparison->first_b);
	} else {
		bool a_ends = comparison->first >= comparison->size_a;
		put_first(al, out, a_ends ? a : b, comparison->first, comparison->first, 0);
	}
	if (!comparison->images_known) {
		buf_printf(out, "\nimages      not compared, only those of up to %d coordinates\n", LIMIT_SORTED_COORDINATES);
	} else if (comparison->same_image) {
		buf_put(out, "\nimages      the same: a permutation of the coordinates makes one the other\n");
	} else {
		buf_put(out, a->is_numbered ? "\nimages      different: " : "\nimages      different: offset ");
		put_offset(al, out, a, comparison->odd_offset);
		buf_printf(out, " occurs %" PRId64 " %s in %s, %" PRId64 " in %s\n", comparison->odd_a,
			comparison->odd_a == 1 ? "time" : "times", a->name, comparison->odd_b, b->name);
	}
}

static void put_json(const struct side *a, const struct side *b, const struct comparison *comparison,
	struct buf *out) {
	struct buf text;
	buf_put(out, "{\"a\":");
	buf_init(&text, out->arena);
	print_map(&text, a->map);
	buf_put_json(out, buf_str(&text));
	buf_put(out, ",\"b\":");
	buf_init(&text, out->arena);
	print_map(&text, b->map);
	buf_put_json(out, buf_str(&text));
	buf_printf(out, ",\"size_a\":%" PRId64 ",\"size_b\":%" PRId64, comparison->size_a, comparison->size_b);
	buf_printf(out, ",\"same_structure\":%s,\"same_function\":%s,\"same_image\":%s",
		comparison->same_structure ? "true" : "false", comparison->same_function ? "true" : "false",
		!comparison->images_known ? "null" : comparison->same_image ? "true" : "false");
	if (!comparison->same_function) {
		buf_printf(out, ",\"first\":{\"index\":%" PRId64, comparison->first);
		if (comparison->first < comparison->size_a && comparison->first < comparison->size_b) {
			buf_printf(out, ",\"a\":%" PRId64 ",\"b\":%" PRId64, comparison->first_a, comparison->first_b);
		}
		buf_put_char(out, '}');
	}
	if (comparison->images_known && !comparison->same_image) {
		buf_printf(out, ",\"odd\":{\"offset\":%" PRId64 ",\"in_a\":%" PRId64 ",\"in_b\":%" PRId64 "}",
			comparison->odd_offset, comparison->odd_a, comparison->odd_b);
	}
	buf_put(out, "}\n");
}

static int diff(struct arena *arena, const char *text_a, const char *text_b, struct options *options) {
	struct evaluation ev;
	evaluation_init(&ev, arena, options->strict);
	limits_watch(&options->limits, &ev);
	struct side a = { .name = "A", .source = { "A", str_from(text_a), 1 } };
	struct side b = { .name = "B", .source = { "B", str_from(text_b), 1 } };
	if (!read_side(&ev, &a) || !read_side(&ev, &b)) {
		return EXIT_EXPRESSION;
	}
	number_sides(&ev.algebra, &a, &b);
	struct comparison comparison = compare_maps(&ev.algebra, a.numbers, b.numbers);
	comparison.same_structure = map_equal(a.map, b.map);
	if (algebra_failed(&ev.algebra)) {
		report_side(&ev, ev.algebra.fault.operand == 1 ? &a : &b);
		return EXIT_EXPRESSION;
	}
	struct buf out;
	buf_init(&out, arena);
	if (options->json) {
		put_json(&a, &b, &comparison, &out);
	} else {
		put_report(&ev.algebra, &a, &b, &comparison, &out);
	}
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return comparison.same_function ? EXIT_DONE : EXIT_FALSE;
}

/* Read a side in its language, CuTe's as a (thread, value) layout if "ownership". Returns false after a message. */
static bool read_language(struct arena *arena, struct algebra *al, const struct source *source, bool ownership,
	const struct options *options, struct denotation *denotation) {
	struct message message = { 0 };
	struct language_options with = options->languages;
	struct reader reader = { al, source, &message };
	const struct language *language = language_recognise(source->text);
	with.ownership = ownership;
	bool good = language_read(al, source, language != NULL ? language : &language_cute, &with, denotation, &message)
		&& denotation_tabulate(&reader, (struct span){ 0, source->text.length }, denotation);
	if (!good) {
		report_error(arena, source, &message);
	}
	return good;
}

/* The first entry where two denotations differ: what each has there. */
static void put_witness(struct buf *out, const struct denotation *a, const struct denotation *b, int64_t witness) {
	if (a->kind == DENOTES_OWNERSHIP) {
		buf_printf(out, "first at thread %" PRId64 ", value %" PRId64 ": element %" PRId64 " and %" PRId64 "\n",
			witness % a->threads, witness / a->threads, a->table[witness], b->table[witness]);
	} else {
		buf_printf(out, "first at coordinate %" PRId64 ": offset %" PRId64 " and %" PRId64 "\n", witness,
			a->table[witness],
			b->table[witness]);
	}
}

/* Compare texts of any languages. */
static int diff_languages(struct arena *arena, const char *text_a, const char *text_b, const struct options *options) {
	struct algebra al;
	struct source a = { "A", str_from(text_a), 1 };
	struct source b = { "B", str_from(text_b), 1 };
	struct denotation of_a;
	struct denotation of_b;
	struct denotation again;
	algebra_init(&al, arena);
	al.stop = limits_stop();
	if (!read_language(arena, &al, &a, false, options, &of_a)
		|| !read_language(arena, &al, &b, of_a.kind == DENOTES_OWNERSHIP, options, &of_b)) {
		return EXIT_EXPRESSION;
	}
	if (of_a.kind != of_b.kind && of_b.kind == DENOTES_OWNERSHIP) {
		if (!read_language(arena, &al, &a, true, options, &again)) {
			return EXIT_EXPRESSION;
		}
		of_a = again;
	}
	int64_t witness;
	enum verdict verdict = compare_denotations(arena, &of_a, &of_b, &witness);
	struct buf out;
	buf_init(&out, arena);
	if (options->json) {
		buf_printf(&out, "{\"verdict\":\"%s\",\"witness\":%" PRId64 "}\n", verdict_text(verdict), witness);
	} else {
		buf_printf(&out, "%s\n", verdict_text(verdict));
		if (verdict != VERDICT_EQUAL && witness >= 0) {
			put_witness(&out, &of_a, &of_b, witness);
		}
	}
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return verdict == VERDICT_EQUAL ? EXIT_DONE : EXIT_FALSE;
}

static int cmd_diff(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	int option;
	options_begin();
	while ((option = options_next(&command_diff, argc, argv)) != -1) {
		switch (option) {
		case OPTION_JSON: options.json = true; break;
		case OPTION_STRICT: options.strict = true; break;
		case OPTION_TIMEOUT:
		case OPTION_MAX_MEMORY: {
			const char *wanted = limits_take(&options.limits, option, optarg);
			if (wanted != NULL) {
				return report_usage("diff", "expected %s, saw '%s'", wanted, optarg);
			}
			break;
		}
		case OPTION_LANGUAGES:
			if (!language_take_shape(&options.languages, optarg)) {
				return report_usage("diff", "expected a shape such as 64,128, saw '%s'", optarg);
			}
			break;
		case 'q': options.quiet = true; break;
		case 'h':
			options_print_help(&command_diff, stdout);
			return EXIT_DONE;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind != 2) {
		return report_usage("diff", "expected two expressions, saw %d", argc - optind);
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	int status = options.languages.rank > 0 ? diff_languages(&arena, argv[optind], argv[optind + 1], &options)
		: diff(&arena, argv[optind], argv[optind + 1], &options);
	arena_finish(&arena);
	return status;
}

const struct command command_diff = {
	.name = "diff",
	.summary = "compare two layouts as functions",
	.synopsis = "[OPTION]... A B",
	.about = "Compare the layouts A and B: as they are written, as functions of the coordinates 0,\n"
		"1, 2, ..., and up to a permutation of these. Names bound in A are known in B.",
	.options = option_groups,
	.exits = "0 A and B are the same function, 1 they are not, 2 wrong usage, 3 an\n"
		"expression is at fault",
	.run = cmd_diff,
};
