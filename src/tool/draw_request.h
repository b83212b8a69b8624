/* What "draw" can be asked for, by the names of its long options: for the command line, the repl and the library. */
#ifndef TOOL_DRAW_REQUEST_H
#define TOOL_DRAW_REQUEST_H

#include "tool/figure.h"

/*
 * Set what the option "name", without dashes, stands for to "text", which lasts as long as "request"; NULL for an
 * option that takes nothing. Returns false if there is no such option here. "*wanted" is then, or if the option takes
 * no such text, what is expected: "--bits=N with 1, 2, 4, ..."; NULL where all is well.
 */
bool draw_request_set(struct draw_request *request, const char *name, const char *text, const char **wanted);

/*
 * The same for options in one text, "kind=tv tile=8,8 title='of 8 x 8' flat", in words as a shell has them. Returns
 * NULL, or what is wrong, a text in "arena".
 */
const char *draw_request_read(struct arena *arena, const char *options, struct draw_request *request);

/* Who takes options that are none of a picture: "take" is draw_request_set for them, with "context". */
struct draw_request_taker {
	bool (*take)(void *context, const char *name, const char *text, const char **wanted);
	void *context;
};

/* draw_request_read for options of which "taker", if it is not NULL, is asked for each first. */
const char *draw_request_read_with(struct arena *arena, const char *options, struct draw_request *request,
	const struct draw_request_taker *taker);

#endif
