/* The command line of "draw", read into what is to be drawn. */
#ifndef CLI_DRAW_OPTIONS_H
#define CLI_DRAW_OPTIONS_H

#include "tool/figure.h"
#include "cli/index_options.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "render/picture.h"

enum ansi { ANSI_AUTO, ANSI_NONE, ANSI_256, ANSI_24BIT };

struct draw_command {
	const char *expression;
	const char *file;
	const char *output;      /* NULL: standard output */
	enum picture_format format;
	bool dump_scene;
	bool strict;
	bool help;
	enum ansi ansi;
	int width;               /* of the terminal in characters; 0: ask it */
	struct draw_request request;
	struct index_options index;
	struct limits limits;
};

extern const struct option_line draw_option_lines[];

/* Read the command line. Returns EXIT_DONE, or the exit code after a message. */
int draw_options_read(int argc, char **argv, struct draw_command *command);

#endif
