#include "cli/bench/plot.h"

#include <errno.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/file.h"
#include "cli/report.h"
#include "render/picture.h"

int bench_plot(const char *path, struct arena *arena, const struct plot *plot) {
	struct scene scene;
	struct buf picture;
	scene_init(&scene, arena);
	buf_init(&picture, arena);
	plot_draw(&scene, plot);
	struct picture_result result = picture_print_scene(&picture, &scene, picture_format_from_path(path));
	if (result.status != PICTURE_PRINTED) {
		return report_failure("%s", result.text);
	}
	return file_put(path, buf_str(&picture)) ? EXIT_DONE : report_failure("cannot write %s: %s", path, strerror(errno));
}
