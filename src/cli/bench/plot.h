/* The file of --plot. */
#ifndef CLI_BENCH_PLOT_H
#define CLI_BENCH_PLOT_H

#include "tool/plot.h"

/* Draw "plot" into the file "path", whose suffix says its format. Returns an exit code, after a message if not 0. */
int bench_plot(const char *path, struct arena *arena, const struct plot *plot);

#endif
