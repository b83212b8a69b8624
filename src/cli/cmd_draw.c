#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/report.h"
#include "lang/print.h"
#include "render/draw.h"
#include "render/grid.h"
#include "render/picture.h"
#include "render/tv.h"

static const char usage[] =
	"usage: cutelayout draw [OPTION]... [EXPR] -o FILE\n"
	"\n"
	"Draw the value of an expression: a layout as the grid of its offsets, or a layout\n"
	"(thread, value) as the tile whose elements it deals out. The pair (tiler, layout)\n"
	"that make_layout_tv returns is drawn over its tiler.\n"
	"Without EXPR and -f, the program is read from standard input; the value of its last\n"
	"expression is drawn.\n"
	"\n"
	"  -o, --output=FILE  write FILE; its suffix is .svg or .png\n"
	"      --tile=M,N     draw a layout of rank 2 as (thread, value) over a tile of M x N,\n"
	"                     where element m + M*n of the layout is row m, column n\n"
	"      --title=TEXT   write TEXT above the picture, not the layout; '' for no title\n"
	"      --whole        do not break long grids and tiles into strips\n"
	"      --dump-scene   print the shapes of the picture as text, instead of -o\n"
	"  -f, --file=FILE    read the program from FILE; '-' is standard input\n"
	"      --strict       an answer of CuTe that is not what the operation means is\n"
	"                     an error, not a warning\n"
	"  -h, --help         print this text\n"
	"\n"
	"exit status: 0 done, 2 wrong usage or unwritable file, 3 the expression is at fault,\n"
	"4 this build cannot write pictures\n";

struct tile {
	int64_t rows, columns;   /* 0 if there is none */
};

struct options {
	const char *expression;
	const char *file;
	const char *output;
	const char *title;
	struct tile tile;
	bool whole;
	bool dump_scene;
	bool strict;
};

/* Read "M,N", perhaps in parentheses, into "tile". Returns false if that is not what "text" is. */
static bool read_tile(const char *text, struct tile *tile) {
	bool parentheses = *text == '(';
	text += parentheses ? 1 : 0;
	int64_t *const extents[] = { &tile->rows, &tile->columns };
	for (int i = 0; i < 2; i++) {
		if (*text < '0' || *text > '9') {
			return false;
		}
		char *end;
		errno = 0;
		*extents[i] = strtoll(text, &end, 10);
		if (errno != 0 || *extents[i] <= 0 || (i == 0 && *end != ',')) {
			return false;
		}
		text = i == 0 ? end + 1 : end;
	}
	return strcmp(text, parentheses ? ")" : "") == 0;
}

/* What is to be drawn: a map, and perhaps the tile that it is to be drawn over. */
struct subject {
	struct map map;
	struct tile tile;
};

/* The extents of "tiler", the first part of what make_layout_tv returns; one mode is a row. */
static struct tile tile_from_tiler(struct algebra *al, struct tuple tiler) {
	int rank = tuple_rank(tiler);
	if (rank < 1 || rank > 2) {
		algebra_fault(al, FAULT_RANK, "a tile of rank %d is not drawn, only one of rank 1 or 2", rank);
		return (struct tile){ 0 };
	}
	struct tuple first = tuple_product(al, tuple_mode(tiler, 0));
	if (rank == 1) {
		return (struct tile){ 1, first.value };
	}
	return (struct tile){ first.value, tuple_product(al, tuple_mode(tiler, 1)).value };
}

/* The subject that "value" is. Faults if it is none. */
static struct subject subject_from_value(struct algebra *al, const struct value *value, struct tile tile) {
	struct subject subject = { .tile = tile };
	if (value->kind == VALUE_LIST && value->list.count == 2 && value->list.items[0].kind == VALUE_TUPLE &&
		value->list.items[1].kind == VALUE_LAYOUT) {
		subject.map = map_from_layout(value->list.items[1].layout);
		if (tile.rows == 0) {
			subject.tile = tile_from_tiler(al, value->list.items[0].tuple);
		}
		return subject;
	}
	subject.map = value_as_map(al, value);
	return subject;
}

/* Warn of values that the tile has no place for. */
static void add_tile_warning(struct evaluation *ev, const struct tv_counts *counts, struct tile tile,
	struct span span) {
	if (counts->outside == 0 || ev->warning_count >= WARNINGS_MAX) {
		return;
	}
	struct message *warning = &ev->warnings[ev->warning_count++];
	*warning = (struct message){ .span = span };
	fault_set(&warning->fault, FAULT_DOMAIN, 0, "%" PRId64 " of %" PRId64 " values are outside the tile of %" PRId64
		" x %" PRId64 "; the first is T%" PRId64 " V%" PRId64 ", element %" PRId64, counts->outside,
		counts->threads * counts->values, tile.rows, tile.columns, counts->first_thread, counts->first_value,
		counts->first_element);
}

/* Draw the last result of "ev" in "scene". Returns false after a fault, which is in "ev". */
static bool draw_result(struct evaluation *ev, struct scene *scene, const struct options *options) {
	struct algebra *al = &ev->algebra;
	struct span span = ev->result_nodes[ev->result_count - 1]->span;
	struct subject subject = subject_from_value(al, &ev->results[ev->result_count - 1], options->tile);
	struct draw_options draw = { .title = options->title, .whole = options->whole };
	if (draw.title == NULL && !algebra_failed(al)) {
		struct buf title;
		buf_init(&title, al->arena);
		print_map(&title, subject.map);
		draw.title = title.data;
	}
	struct figure figure;
	figure_init(&figure, al->arena, subject.tile.rows > 0 ? "tv" : "grid", &draw);
	if (algebra_failed(al)) {
		/* Nothing to draw. */
	} else if (subject.tile.rows > 0) {
		struct tv_counts counts = tv_figure(&figure, al, subject.map.layout, subject.tile.rows, subject.tile.columns);
		add_tile_warning(ev, &counts, subject.tile, span);
	} else {
		grid_figure(&figure, al, &subject.map, NULL, 1);
	}
	if (!algebra_failed(al)) {
		figure_finish(&figure, al);
	}
	if (!algebra_failed(al)) {
		figure_draw(&figure, scene);
	}
	if (algebra_failed(al)) {
		ev->error = (struct message){ al->fault, span };
		return false;
	}
	return true;
}

/* Evaluate "source" and draw its last value. Returns false after a fault, which is in "ev". */
static bool draw_source(struct evaluation *ev, const struct source *source, struct scene *scene,
	const struct options *options) {
	if (!evaluation_run(ev, source)) {
		return false;
	}
	if (ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ source->text.length, source->text.length };
		return false;
	}
	return draw_result(ev, scene, options);
}

static int write_scene(const struct scene *scene, const struct options *options) {
	if (options->dump_scene) {
		struct buf text;
		buf_init(&text, scene->arena);
		scene_print(&text, scene);
		fwrite(text.data, 1, text.length, stdout);
		return EXIT_DONE;
	}
	struct picture_result result = picture_write(scene, options->output, picture_format_from_path(options->output));
	if (result.status == PICTURE_WRITTEN) {
		return EXIT_DONE;
	}
	report_failure("%s", result.text);
	return result.status == PICTURE_UNAVAILABLE ? EXIT_UNAVAILABLE : EXIT_USAGE;
}

static int draw(struct arena *arena, const struct options *options) {
	struct source source;
	if (options->expression != NULL) {
		source = input_from_argument(options->expression);
	} else if (!input_from_file(arena, options->file != NULL ? options->file : "-", &source)) {
		return EXIT_USAGE;
	}
	struct evaluation ev;
	evaluation_init(&ev, arena, options->strict);
	struct scene scene;
	scene_init(&scene, arena);
	bool drawn = draw_source(&ev, &source, &scene, options);
	report_evaluation(&ev);
	return drawn ? write_scene(&scene, options) : EXIT_EXPRESSION;
}

/* Check what does not need the expression. Returns EXIT_DONE, or the exit code after a message. */
static int check_options(const struct options *options) {
	if (options->expression != NULL && options->file != NULL) {
		return report_usage("draw", "give either EXPR or -f, not both");
	}
	if (options->dump_scene && options->output != NULL) {
		return report_usage("draw", "give either -o or --dump-scene, not both");
	}
	if (!options->dump_scene && options->output == NULL) {
		return report_usage("draw", "the file to write is missing: give -o FILE.svg or -o FILE.png");
	}
	if (options->output != NULL && picture_format_from_path(options->output) == PICTURE_UNKNOWN) {
		return report_usage("draw", "the suffix of '%s' is neither .svg nor .png", options->output);
	}
	return EXIT_DONE;
}

int cmd_draw(int argc, char **argv) {
	enum { OPTION_DUMP_SCENE = 256, OPTION_STRICT, OPTION_TILE, OPTION_TITLE, OPTION_WHOLE };
	static const struct option long_options[] = {
		{ "dump-scene", no_argument, NULL, OPTION_DUMP_SCENE },
		{ "file", required_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ "output", required_argument, NULL, 'o' },
		{ "strict", no_argument, NULL, OPTION_STRICT },
		{ "tile", required_argument, NULL, OPTION_TILE },
		{ "title", required_argument, NULL, OPTION_TITLE },
		{ "whole", no_argument, NULL, OPTION_WHOLE },
		{ NULL, 0, NULL, 0 },
	};
	struct options options = { 0 };
	int option;
	opterr = 0;
	optind = 1;
	while ((option = getopt_long(argc, argv, ":f:ho:", long_options, NULL)) != -1) {
		switch (option) {
		case OPTION_DUMP_SCENE: options.dump_scene = true; break;
		case OPTION_STRICT: options.strict = true; break;
		case OPTION_TITLE: options.title = optarg; break;
		case OPTION_WHOLE: options.whole = true; break;
		case 'f': options.file = optarg; break;
		case 'o': options.output = optarg; break;
		case OPTION_TILE:
			if (!read_tile(optarg, &options.tile)) {
				return report_usage("draw", "expected --tile=M,N with two positive integers, saw '%s'", optarg);
			}
			break;
		case 'h':
			fputs(usage, stdout);
			return EXIT_DONE;
		case ':':
			return report_usage("draw", "option '%s' needs a value", argv[optind - 1]);
		default:
			return report_usage("draw", "unknown option '%s'", argv[optind - 1]);
		}
	}
	if (argc - optind > 1) {
		return report_usage("draw", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	options.expression = optind < argc ? argv[optind] : NULL;
	int status = check_options(&options);
	if (status != EXIT_DONE) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	status = draw(&arena, &options);
	arena_finish(&arena);
	return status;
}
