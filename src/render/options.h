/* What every kind of picture can be asked for. */
#ifndef RENDER_OPTIONS_H
#define RENDER_OPTIONS_H

#include <stdbool.h>

struct draw_options {
	const char *title;   /* above the picture; "" for none */
	bool whole;          /* do not break long matrices into strips */
};

#endif
