#define _GNU_SOURCE
#include "cli/draw/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 20, GREATEST_WIDTH = 10000 };

static bool is_set(const char *name) {
	const char *value = getenv(name);
	return value != NULL && value[0] != '\0';
}

static enum text_depth find_depth(const struct draw_command *command) {
	static const enum text_depth depths[] = { TEXT_PLAIN, TEXT_PLAIN, TEXT_ANSI_256, TEXT_ANSI_24BIT };
	if (command->ansi != ANSI_AUTO) {
		return depths[command->ansi];
	}
	const char *term = getenv("TERM");
	if (isatty(STDOUT_FILENO) == 0 || is_set("NO_COLOR") || term == NULL || strcmp(term, "dumb") == 0) {
		return TEXT_PLAIN;
	}
	const char *colours = getenv("COLORTERM");
	bool all = colours != NULL && (strcmp(colours, "truecolor") == 0 || strcmp(colours, "24bit") == 0);
	return all ? TEXT_ANSI_24BIT : strstr(term, "256") != NULL || strstr(term, "direct") != NULL ? TEXT_ANSI_256 :
		TEXT_PLAIN;
}

static int find_width(const struct draw_command *command) {
	if (command->width > 0) {
		return command->width;
	}
	struct winsize size;
	int width = USUAL_WIDTH;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
		width = size.ws_col;
	} else if (is_set("COLUMNS")) {
		width = atoi(getenv("COLUMNS"));
	}
	width = width < GREATEST_WIDTH ? width : GREATEST_WIDTH;
	return width > LEAST_WIDTH ? width : LEAST_WIDTH;
}

/* The lines of the terminal that the picture is printed to; 0 where it has no end. */
static int find_height(const struct draw_command *command) {
	struct winsize size;
	bool endless = command->request.options.whole || command->output != NULL || isatty(STDOUT_FILENO) == 0;
	return !endless && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

struct terminal terminal_find(const struct draw_command *command) {
	return (struct terminal){ find_width(command), find_height(command), find_depth(command) };
}
