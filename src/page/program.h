/*
 * A program that is open in the live page: its text, what became of it, and its figure, which is looked at cell by cell
 * until the next text is opened. The page has several, for comparisons. Answers are JSON.
 */
#ifndef PAGE_PROGRAM_H
#define PAGE_PROGRAM_H

#include "page/reading.h"
#include "tool/datapath.h"
#include "tool/figure.h"

struct page_program {
	struct arena arena;
	struct evaluation ev;
	struct source source;
	struct reading reading;
	struct draw_request request;
	struct figure figure;
	bool drawn;           /* there is a figure */
	struct datapath path; /* of a figure of kind kernel; else 0 rows */
};

/* Make "program" ready for program_open. "out_of_memory" must not return. */
void program_init(struct page_program *program, arena_out_of_memory out_of_memory);

/*
 * Forget what is open and make "program" ready to run "text" with "options", those of reading.h in words; both are
 * copied. Returns NULL, or what is wrong with the options, as long as the program is not opened anew.
 */
const char *program_begin(struct page_program *program, struct str text, struct str options);

/*
 * Evaluate "text" and make a figure of its last value with "options"; both are copied.
 * Appends to "answer", which lives in another arena,
 *
 *     {"values":[...], "messages":[...], "undrawn":"why" or null, "figure":{...} or null}
 *
 * with the values of all expressions as they are printed; messages with their kind, bytes and report; and of the figure
 * its title, kind, legends and matrices without their cells.
 */
void program_open(struct page_program *program, struct str text, struct str options, struct buf *answer);

/* The matrix "number" of the figure; NULL if there is none. */
const struct matrix *program_matrix(const struct page_program *program, int number);

#endif
