/*
 * What the live page calls: the program as a WebAssembly module. Texts go in through a room that the page fills, one
 * behind the other, with their lengths as arguments; what comes back is the answer, which each function below replaces.
 * Programs are open in slots, from 0 on.
 *
 * Memory that runs out ends the module with a trap; the page starts another one.
 */
#ifndef PAGE_SESSION_H
#define PAGE_SESSION_H

#include <stddef.h>

enum { SESSION_SLOTS = 3 };

struct session;

struct session *session_create(void);

/* Room for texts of "length" bytes together, until the next call of this. */
char *session_room(struct session *session, size_t length);

/* The answer, and its length in bytes. */
const char *session_answer(const struct session *session);
size_t session_answer_length(const struct session *session);

/*
 * Of an open program: see program_open, facts_put, facts_put_links, facts_put_step, paint_rows, paint_texts,
 * paint_edges, of as many rows as columns, and paint_differences.
 */
void session_open(struct session *session, int slot, size_t text, size_t options);
void session_facts(struct session *session, int slot, int matrix, int row, int column);
void session_links(struct session *session, int slot, int matrix, int row, int column);
void session_step(struct session *session, int slot, int step, int warp, int number);
void session_paint(struct session *session, int slot, int matrix, int first, int count);
void session_texts(struct session *session, int slot, int matrix, int row, int column, int rows);
void session_edges(struct session *session, int slot, int matrix, int row, int column);
void session_differences(struct session *session, int slot, int other, int matrix);

/* The cells in a row of what session_texts and session_edges give. */
enum { SESSION_TEXT_COLUMNS = 16 };

/*
 * {"text":...} of the values of a program with "options", one a line, in the notation that "style" names; or
 * {"error":...}.
 */
void session_print(struct session *session, size_t text, size_t options, size_t style);

/* {"text":...}, the picture of a program as "format", svg or tex, with "options"; or {"error":...}. */
void session_draw(struct session *session, size_t text, size_t options, size_t format);

/* See catalog_put. */
void session_words(struct session *session);

#endif
