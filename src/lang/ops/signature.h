/*
 * The signatures that operations share, for their tables. Each names an adapter, which fetches the arguments, calls the
 * function and wraps its result; what no adapter does is written as a function and listed with RUN.
 */
#ifndef LANG_OPS_SIGNATURE_H
#define LANG_OPS_SIGNATURE_H

#include "base/limits.h"
#include "lang/ops/call.h"

/* clang-format off */

/* A function of the file itself, with the least and the greatest number of arguments. */
#define RUN(run, least, most) RUN_AS(ARGUMENTS_PLAIN, run, least, most)

/* The same for one of several operations that it runs: which(call) is "one". */
#define RUN_FOR(one, run, least, most) RUN_FOR_AS(ARGUMENTS_PLAIN, one, run, least, most)

/* The same with arguments of another kind than ARGUMENTS_PLAIN. */
#define RUN_AS(kind, run, least, most) RUN_FOR_AS(kind, 0, run, least, most)
#define RUN_FOR_AS(kind, one, run, least, most) { (run), (least), (most), { .which = (one) }, (kind) }

/* (layout) to a layout. */
#define OF_LAYOUT(f) { run_of_layout, 1, 1, { .of_layout = (f) }, ARGUMENTS_PLAIN }

/* (layout, layout) and (layout, tiler), where the first may be composed: the result takes its inner layout's place. */
#define BY_LAYOUT(f) { run_by_layout, 2, 2, { .by_layout = (f) }, ARGUMENTS_PLAIN }
#define BY_TILER(f) { run_by_tiler, 2, 2, { .by_tiler = (f) }, ARGUMENTS_PLAIN }

/* (map) and (map, map) to a map, (map, number) to a map. */
#define OF_MAP(f) { run_of_map, 1, 1, { .of_map = (f) }, ARGUMENTS_PLAIN }
#define OF_MAPS(f) { run_of_maps, 2, 2, { .of_maps = (f) }, ARGUMENTS_PLAIN }
#define BY_FACTOR(f) { run_by_factor, 2, 2, { .by_factor = (f) }, ARGUMENTS_PLAIN }

/* (shape) and (tuple, tuple) to a tuple. */
#define OF_SHAPE(f) { run_of_shape, 1, 1, { .of_shape = (f) }, ARGUMENTS_PLAIN }
#define OF_TUPLES(f) { run_of_tuples, 2, 2, { .of_tuples = (f) }, ARGUMENTS_PLAIN }

/* (shape, shape) to true or false. */
#define ASK_SHAPES(f) { run_ask_shapes, 2, 2, { .ask_shapes = (f) }, ARGUMENTS_PLAIN }

/* The group NAME of the file NAME.c, with its table. */
#define OPERATION_GROUP(name, title, table) \
	extern const struct operation_group name##_operations; \
	const struct operation_group name##_operations = { (title), (table), sizeof(table) / sizeof *(table) };

/* clang-format on */

struct value run_of_layout(struct call *call);
struct value run_of_mode(struct call *call);
struct value run_by_layout(struct call *call);
struct value run_by_tiler(struct call *call);
struct value run_of_map(struct call *call);
struct value run_of_maps(struct call *call);
struct value run_by_factor(struct call *call);
struct value run_of_shape(struct call *call);
struct value run_of_tuples(struct call *call);
struct value run_ask_shapes(struct call *call);

#endif
