/* The command line of "draw", read into what is to be drawn. */
#ifndef CLI_DRAW_OPTIONS_H
#define CLI_DRAW_OPTIONS_H

#include "tool/figure.h"
#include "cli/index_options.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/reading_options.h"
#include "render/picture.h"

enum ansi { ANSI_AUTO,
	ANSI_NONE,
	ANSI_256,
	ANSI_24BIT };

/* An option of the picture as it was given: "tile" and "8,8", "flat" and NULL. */
struct draw_word {
	const char *name, *text;
};

struct draw_command {
	const char *expression;
	const char *file;
	const char *output; /* NULL: standard output */
	enum picture_format format;
	bool dump_scene;
	bool json;                          /* the cells, not a picture of them */
	bool live;                          /* HTML, and it must be the live page */
	bool is_static;                     /* HTML, and it must be the picture alone */
	struct draw_word words[OPTIONS_MAX]; /* what was said of the picture, each option once */
	int word_count;
	bool strict;
	enum ansi ansi;
	int width; /* of the terminal in characters; 0: ask it */
	struct draw_request request;
	struct reading_options reading;
	struct index_options index;
	struct limits limits;
};

extern const struct option_line draw_option_lines[];

/* Whether the option of the picture "name" was given. */
bool draw_options_have(const struct draw_command *command, const char *name);

/* Read the command line. Returns -1, or the exit code after the help or a message. */
int draw_options_read(int argc, char **argv, struct draw_command *command);

#endif
