/*
 * What the searches of "find" have in common: the options, reading a layout, and the device that measures. Each search
 * is a file; it prints what it finds and returns an exit code.
 */
#ifndef CLI_FIND_SEARCH_H
#define CLI_FIND_SEARCH_H

#include "cli/index_options.h"
#include "gpu/device.h"
#include "lang/eval.h"
#include "tool/find_swizzle.h"

struct find_options {
	const char *what;
	const char *memory;
	const char *dtype;
	const char *where;
	const char *tile;
	const char *to;
	const char *against;
	const char *accesses[FIND_ACCESSES_MAX];
	int access_count;
	bool all;
	bool bits;
	bool measure;
	bool json;
	struct index_options index;
	struct limits limits;
};

/* find swizzle, find tv and find layout. */
int find_swizzles(struct arena *arena, struct find_options *options);
int find_tvs(struct arena *arena, struct find_options *options);
int find_layouts(struct arena *arena, struct find_options *options);

/* Evaluate "text", called "name" in messages. Returns false after a message. */
bool find_read_value(const struct find_options *options, struct evaluation *ev, struct str text, const char *name,
	struct value *value);

/* Report a fault of the algebra. Returns false if there is one. */
bool find_no_fault(const struct find_options *options, const struct evaluation *ev);

/* The device for --measure, or NULL after a message. */
struct device *find_open_device(const struct find_options *options, struct arena *arena);

/* ", 12.3 cycles", or nothing where none were measured. */
void find_put_cycles(struct buf *out, double cycles);

#endif
