/*
 * src/tool/plot.c: what a plot of bandwidths shows. Prints "N passed, N failed".
 *
 *     plot SCENE [PICTURE]
 *
 * SCENE is the plot of "fill" as it is expected, and is written if there is no such file; PICTURE is written.
 */
#include "tool/plot.h"

#include <stdio.h>
#include <string.h>

#include "render/picture.h"
#include "tool/runs.h"

struct counts {
	int passed;
	int failed;
};

static void expect(struct counts *counts, bool good, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: %s\n", what);
	}
}

static int occurrences(const char *text, const char *what) {
	int count = 0;
	for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
		count++;
	}
	return count;
}

/* Two kernels at eight sizes, as a sweep makes them. */
static void fill(struct plot *plot) {
	static const double first[] = { 95, 350, 1100, 2100, 2600, 2850, 2930, 2950 };
	static const double second[] = { 90, 300, 800, 1500, 1800, 1950, 1990, 2000 };
	static const double copies[] = { 100, 380, 1200, 2200, 2700, 2900, 2950, 2957 };
	plot->peak_bytes_per_s = 3352e9;
	for (int i = 0; i < 8; i++) {
		double bytes = 3.0 * 2 * (1 << 16) * (double)(1 << 2 * i);
		plot_add(plot, "auto f16", bytes, first[i] * 1e9);
		plot_add_copy(plot, "copy by the driver", bytes, copies[i] * 1e9);
		plot_add(plot, "naive f16", bytes, second[i] * 1e9);
		plot_add_copy(plot, "copy by the driver", bytes, copies[i] * 1e9);
	}
}

static const char *drawn(struct arena *arena, const struct plot *plot, const char *path) {
	struct scene scene;
	struct buf text;
	scene_init(&scene, arena);
	plot_draw(&scene, plot);
	buf_init(&text, arena);
	scene_print(&text, &scene);
	FILE *file = path != NULL ? fopen(path, "wb") : NULL;
	if (file != NULL) {
		struct buf picture;
		buf_init(&picture, arena);
		picture_print_scene(&picture, &scene, picture_format_from_path(path));
		fwrite(picture.data, 1, picture.length, file);
		fclose(file);
	}
	return text.data;
}

/* Whether the file "path" is "text"; makes it if there is none. */
static bool is_stored(struct arena *arena, const char *path, const char *text) {
	FILE *file = fopen(path, "rb");
	size_t length = strlen(text);
	if (file == NULL) {
		file = fopen(path, "wb");
		bool made = file != NULL && fwrite(text, 1, length, file) == length;
		return file != NULL && fclose(file) == 0 && made;
	}
	char *stored = arena_alloc(arena, length + 1);
	size_t read = fread(stored, 1, length + 1, file);
	fclose(file);
	return read == length && memcmp(stored, text, length) == 0;
}

/* Where the marks of the first kernel are from left to right, their left edges; returns how many there are. */
static int marks_of(const char *text, int tenths[3]) {
	int count = 0;
	for (const char *at = strstr(text, "\nrect "); at != NULL; at = strstr(at + 1, "\nrect ")) {
		double x, y, width, height;
		if (sscanf(at, "\nrect %lf %lf %lfx%lf", &x, &y, &width, &height) == 4 && width == height && count < 3) {
			tenths[count++] = (int)(10 * x + 0.5);
		}
	}
	return count;
}

/* What the labels of the scene "text" say that are aligned so, each with a bar behind it. */
static const char *labels_of(struct arena *arena, const char *text, const char *anchor) {
	struct buf out;
	char head[64];
	buf_init(&out, arena);
	buf_put(&out, "|");
	snprintf(head, sizeof head, " %s size 12 #222222 ", anchor);
	for (const char *at = strstr(text, "\nlabel "); at != NULL; at = strstr(at + 1, "\nlabel ")) {
		size_t length = strcspn(at + 1, "\n") + 1;
		const char *found = strstr(at, head);
		if (found != NULL && found < at + length) {
			found += strlen(head);
			buf_put_str(&out, (struct str){ found, (size_t)(at + length - found) });
			buf_put(&out, "|");
		}
	}
	return out.data;
}

/* What is written at the axes of two points: sizes at each second power of two, and at most nine rates. */
static const struct {
	double least, greatest, bytes_per_s, copy_bytes_per_s, peak_bytes_per_s;
	const char *sizes, *rates;
} axes[] = {
	{ 1, 1, 1e9, 0, 0, "1 B", "0|0.5|1" },
	{ 1, 2, 1e9, 0, 0, "1 B", "0|0.5|1" },
	{ 1, 4, 1e9, 0, 0, "1 B|4 B", "0|0.5|1" },
	{ 1023, 1024, 10e9, 0, 0, "512 B", "0|5|10" },
	{ 1024, 1025, 10e9, 0, 0, "1 KiB", "0|5|10" },
	{ 1024, 4097, 10e9, 0, 0, "1 KiB|4 KiB", "0|5|10" },
	{ 512, 4096, 20e9, 0, 0, "512 B|2 KiB", "0|5|10|15|20" },
	{ 1048575, 1048576, 30e9, 0, 0, "512 KiB", "0|5|10|15|20|25|30" },
	{ 1048576, 1048577, 38e9, 0, 0, "1 MiB", "0|5|10|15|20|25|30|35" },
	{ 1073741824, 1073741824, 39e9, 0, 0, "1 GiB", "0|10|20|30|40" },
	{ 1099511627776, 4398046511104, 90e9, 0, 0, "1 TiB|4 TiB", "0|10|20|30|40|50|60|70|80|90" },
	{ 1125899906842624, 1125899906842624, 95e9, 0, 0, "1024 TiB", "0|10|20|30|40|50|60|70|80|90" },
	{ 4096, 4096, 96e9, 0, 0, "4 KiB", "0|50|100" },
	{ 4096, 4096, 10e9, 20e9, 0, "4 KiB", "0|5|10|15|20" },
	{ 4096, 4096, 20e9, 10e9, 0, "4 KiB", "0|5|10|15|20" },
	{ 4096, 4096, 10e9, 20e9, 30e9, "4 KiB", "0|5|10|15|20|25|30" },
	{ 4096, 4096, 3e9, 0, 0, "4 KiB", "0|0.5|1|1.5|2|2.5|3" },
	{ 4096, 4096, 25e6, 0, 0, "4 KiB", "0|0.005|0.01|0.015|0.02|0.025" },
	{ 4096, 4096, 4e9 / 1.05, 0, 0, "4 KiB", "0|1|2|3|4" }, /* the axis ends at 4 exactly */
};

static void plot_axes(struct counts *counts, struct arena *arena, struct plot *plot) {
	for (int i = 0; i < (int)(sizeof axes / sizeof axes[0]); i++) {
		char sizes[256];
		char rates[256];
		plot_init(plot, arena, "axes");
		plot->peak_bytes_per_s = axes[i].peak_bytes_per_s;
		plot_add(plot, "one", axes[i].greatest, axes[i].bytes_per_s / 2);
		plot_add(plot, "one", axes[i].least, axes[i].bytes_per_s);
		plot_add_copy(plot, "one", axes[i].greatest, axes[i].copy_bytes_per_s / 2);
		plot_add_copy(plot, "one", axes[i].least, axes[i].copy_bytes_per_s);
		const char *text = drawn(arena, plot, NULL);
		snprintf(sizes, sizeof sizes, "|%s|bytes read and written|", axes[i].sizes);
		snprintf(rates, sizeof rates, "|%s|GB/s|", axes[i].rates);
		const char *written = labels_of(arena, text, "middle");
		expect(counts, strcmp(written, sizes) == 0, written);
		written = labels_of(arena, text, "end");
		expect(counts, strcmp(written, rates) == 0, written);
	}
}

/* Ten kinds, of which the ninth has the colour of the first; copies of two devices, each in its grey. */
static void plot_kinds(struct counts *counts, struct arena *arena, struct plot *plot) {
	plot_init(plot, arena, "kinds");
	for (int i = 0; i < 20; i++) {
		char name[] = { 'k', (char)('0' + i % 10), '\0' };
		plot_add(plot, name, 1024 << i / 10, i == 15 ? 0 : 1e9);
	}
	const char *text = drawn(arena, plot, NULL);
	expect(counts, occurrences(text, "0072b2") == 2 * (1 + 2 + 1), "two kinds of one colour");
	expect(counts, occurrences(text, "d55e00") == 2 * (1 + 2 + 1), "and two of another");
	expect(counts, occurrences(text, "8b6f47") == 1 + 2 + 1, "the eighth has its own");
	expect(counts, occurrences(text, "56b4e9") == 0 + 1 + 1, "a point that was not measured");
	plot_add_copy(plot, "k0", 1024, 2e9);
	text = drawn(arena, plot, NULL);
	expect(counts, occurrences(text, "999999") == 0 + 1 + 1, "one copy is a mark");
	expect(counts, strcmp(labels_of(arena, text, "start"), "|k0|k0|k1|k2|k3|k4|k5|k6|k7|k8|k9|") == 0,
		labels_of(arena, text, "start"));
	plot_add_copy(plot, "k0", 1024, 3e9);
	expect(counts, occurrences(drawn(arena, plot, NULL), "999999") == 0 + 1 + 1, "a second of its size is none");
	plot_add_copy(plot, "k0", 2048, 3e9);
	plot_add_copy(plot, "k1", 2048, 3e9);
	text = drawn(arena, plot, NULL);
	expect(counts, occurrences(text, "999999") == 1 + 2 + 1, "two copies are a line");
	expect(counts, occurrences(text, "666666") == 0 + 1 + 1, "copies of another name have another grey");
}

/* Points are joined from the least size to the greatest, however they came; those of one size as they came. */
static void plot_sorted(struct counts *counts, struct arena *arena, struct plot *plot) {
	static const double bytes[2][4] = { { 1024, 2048, 2048, 8192 }, { 8192, 2048, 1024, 2048 } };
	static const double rates[2][4] = { { 4e9, 3e9, 2e9, 1e9 }, { 1e9, 3e9, 4e9, 2e9 } };
	const char *texts[2];
	for (int i = 0; i < 2; i++) {
		plot_init(plot, arena, "order");
		for (int k = 0; k < 4; k++) {
			plot_add(plot, "one", bytes[i][k], rates[i][k]);
		}
		texts[i] = drawn(arena, plot, NULL);
	}
	expect(counts, strcmp(texts[0], texts[1]) == 0, "the order in which points come");
}

/* The size of the picture, of which the last thing of the legend has a margin around it. */
static const struct {
	int lines, characters;
	const char *size, *last;
} legends[] = {
	{ 1, 2, "840x460", "00" },
	{ 20, 2, "840x460", "19" },
	{ 21, 2, "840x470", "20" },
	{ 1, 22, "840x460", "00aaaaaaaaaaaaaaaaaaaa" },
	{ 1, 24, "849.4x460", "00aaaaaaaaaaaaaaaaaaaaaa" },
	{ 1, 96, "1369.6x460", NULL },
	{ 1, 97, "1369.6x460", NULL },
	{ PLOT_LINES_MAX, 2, "840x1330", "63" },
	{ PLOT_LINES_MAX + 3, 2, "863.9x1350", "and 3 points of more lines" },
};

static void plot_legends(struct counts *counts, struct arena *arena, struct plot *plot) {
	for (int i = 0; i < (int)(sizeof legends / sizeof legends[0]); i++) {
		char name[128];
		char size[64];
		plot_init(plot, arena, "legends");
		memset(name, 'a', sizeof name);
		name[legends[i].characters] = '\0';
		for (int k = 0; k < legends[i].lines; k++) {
			name[0] = (char)('0' + k / 10);
			name[1] = (char)('0' + k % 10);
			plot_add(plot, name, 1024, 1e9);
		}
		const char *text = drawn(arena, plot, NULL);
		snprintf(size, sizeof size, "%.*s", (int)strcspn(text, "\n"), text);
		expect(counts, strstr(size, legends[i].size) != NULL, size);
		const char *labels = labels_of(arena, text, "start");
		expect(counts, legends[i].last == NULL || strstr(labels, legends[i].last) != NULL, labels);
	}
	/* What is cut ends in points, and no character is cut. */
	char name[3 * PLOT_NAME_CHARACTERS] = "";
	for (int i = 0; i <= PLOT_NAME_CHARACTERS; i++) {
		strcat(name, "\xc3\xa9");
	}
	plot_init(plot, arena, "cut");
	plot_add(plot, name, 1024, 1e9);
	const char *labels = labels_of(arena, drawn(arena, plot, NULL), "start");
	expect(counts, strlen(labels) == 2 + 2 * (PLOT_NAME_CHARACTERS - 3) + 3, labels);
	expect(counts, strstr(labels, "\xa9...|") != NULL, labels);
}

/* The title of a device may be longer than the picture is wide. */
static void plot_title(struct counts *counts, struct arena *arena, struct plot *plot) {
	char title[101];
	memset(title, 't', sizeof title);
	title[100] = '\0';
	plot_init(plot, arena, title);
	const char *text = drawn(arena, plot, NULL);
	char size[64];
	snprintf(size, sizeof size, "%.*s", (int)strcspn(text, "\n"), text);
	expect(counts, strstr(size, "932.9x460") != NULL, size);
}

/* A point for each row of runs, called by its kernel and type, and by its device where there are several. */
static void plot_runs(struct counts *counts, struct arena *arena, struct plot *plot) {
	struct run_row rows[] = {
		{ .operation = str_from("a"), .kernel = str_from("auto"), .dtype = str_from("f16"), .device = 0, .bytes = 2000,
			.median_s = 1e-6, .peak_bytes_per_s = 3e9, .copy_bytes_per_s = 1e9 },
		{ .operation = str_from("a"), .kernel = str_from("naive"), .dtype = str_from("f32"), .device = 1, .bytes = 8000,
			.median_s = 2e-6, .peak_bytes_per_s = 2e9, .copy_bytes_per_s = 0 },
	};
	struct str devices[] = { str_from("H100"), str_from("a device whose name is longer than what fits in 48 bytes") };
	struct runs runs = { .arena = arena, .rows = rows, .count = 2, .devices = devices, .device_count = 2 };
	plot_init(plot, arena, "");
	runs_plot(&runs, plot);
	expect(counts, plot->count == 3 && plot->line_count == 3, "two points of two devices, and a copy");
	expect(counts, strcmp(plot->lines[0].name, "auto f16 H100") == 0, plot->lines[0].name);
	expect(counts, strcmp(plot->lines[1].name, "copy by the driver H100") == 0, plot->lines[1].name);
	const char *third = plot->lines[2].name;
	expect(counts, strcmp(third, "naive f32 a device whose name is longer than what fits in 48 bytes") == 0, third);
	expect(counts, !plot->lines[0].is_copy && plot->lines[1].is_copy && !plot->lines[2].is_copy, "kernels and copies");
	expect(counts, plot->points[0].bytes == 2000 && plot->points[0].bytes_per_s == 2e9, "bandwidth");
	expect(counts, plot->points[2].bytes == 8000 && plot->points[2].bytes_per_s == 4e9, "bandwidth of the second");
	expect(counts, plot->points[1].bytes == 2000 && plot->points[1].bytes_per_s == 1e9, "copies");
	expect(counts, plot->peak_bytes_per_s == 3e9, "the greatest peak");
	plot_init(plot, arena, "");
	runs.device_count = 1;
	rows[1].device = 0;
	rows[1].memory = str_from("(8,8):(1,8)");
	runs_plot(&runs, plot);
	expect(counts, strcmp(plot->lines[0].name, "auto f16") == 0, plot->lines[0].name);
	expect(counts, strcmp(plot->lines[2].name, "naive f32 (8,8):(1,8)") == 0, plot->lines[2].name);
	plot_init(plot, arena, "");
	rows[1].operation = str_from("a+b");
	rows[1].memory = str_from("");
	rows[1].bytes = 0.5;
	runs_plot(&runs, plot);
	expect(counts, plot->line_count == 2 && strcmp(plot->lines[0].name, "auto f16 a") == 0, plot->lines[0].name);
}

/* As many rows as are read, in one document and in two, and one more; what is refused names its file. */
static void read_rows(struct counts *counts) {
	static const char row[] = "{\"operation\":\"a\",\"median_s\":1}";
	for (int more = 0; more < 2; more++) {
		struct arena arena;
		struct runs runs;
		struct fault fault;
		struct buf text;
		arena_init(&arena, NULL, NULL);
		buf_init(&text, &arena);
		fault_clear(&fault);
		buf_put(&text, "{\"format\":1,\"device\":{},\"results\":[");
		for (int i = 1; i < RUNS_ROWS_MAX; i++) {
			buf_printf(&text, "%s%s", row, i < RUNS_ROWS_MAX - 1 ? "," : "]}\n");
		}
		buf_printf(&text, "{\"format\":1,\"device\":{\"name\":\"B\"},\"results\":[%s%s%s]}", row,
			more > 0 ? "," : "", more > 0 ? row : "");
		runs_init(&runs, &arena);
		bool good = runs_add(&runs, str_from("file"), buf_str(&text), &fault);
		expect(counts, good == (more == 0) && runs.count == RUNS_ROWS_MAX, "as many rows as are read");
		expect(counts, runs.device_count == 2 && runs.rows[RUNS_ROWS_MAX - 2].device == 0
			&& runs.rows[RUNS_ROWS_MAX - 1].device == 1 && runs.rows[RUNS_ROWS_MAX - 1].place == RUNS_ROWS_MAX - 1,
			"rows of two devices");
		expect(counts, strcmp(good ? "" : fault.text, more > 0 ? "more than 65536 rows" : "") == 0, "one more");
		fault_clear(&fault);
		good = runs_add(&runs, str_from("a\nb"), str_from("{\"format\" 1}"), &fault);
		expect(counts, !good && strcmp(fault.text, "a^Jb: no JSON: expected a name and ':' at byte 10") == 0,
			fault.text);
		arena_finish(&arena);
	}
}

int main(int argc, char **argv) {
	struct counts counts = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	struct plot *plot = arena_alloc(&arena, sizeof *plot);
	plot_init(plot, &arena, "nothing");
	expect(&counts, occurrences(drawn(&arena, plot, NULL), "\nlabel ") == 1, "without points there is only the title");
	plot_add(plot, "one", 4096, 1e9);
	const char *text = drawn(&arena, plot, NULL);
	expect(&counts, strstr(text, "peak") == NULL && strstr(text, "copy") == NULL, "ceilings that are not known");
	expect(&counts, occurrences(text, " 4 KiB\n") == 1, "the axis begins at the power of two of the least point");

	/* The axes: from the least power of two to the greatest, and half way between them half the way. */
	plot_init(plot, &arena, "ends");
	plot_add(plot, "one", 1 << 10, 1e9);
	plot_add(plot, "one", 1 << 12, 2e9);
	plot_add(plot, "one", 1 << 14, 2e9);
	static int marks[3];
	expect(&counts, marks_of(drawn(&arena, plot, NULL), marks) == 3 && marks[2] - marks[1] == marks[1] - marks[0]
		&& marks[1] > marks[0], "sizes are apart as their logarithms are");

	plot_axes(&counts, &arena, plot);
	plot_kinds(&counts, &arena, plot);
	plot_sorted(&counts, &arena, plot);
	plot_legends(&counts, &arena, plot);
	plot_title(&counts, &arena, plot);
	plot_init(plot, &arena, "a+b on a device of 3352 GB/s");
	fill(plot);
	text = drawn(&arena, plot, argc > 2 ? argv[2] : NULL);
	expect(&counts, argc > 1 && is_stored(&arena, argv[1], text), "all of the plot, as it is stored");
	expect(&counts, occurrences(text, "0072b2") == 7 + 8 + 1, "lines, marks and the legend of the first kernel");
	expect(&counts, occurrences(text, "d55e00") == 7 + 8 + 1, "and of the second");
	expect(&counts, occurrences(text, "999999") == 7 + 8 + 1, "lines, marks and the legend of the copies");
	expect(&counts, occurrences(text, " peak 3352\n") == 1, "the peak");
	plot_runs(&counts, &arena, plot);
	read_rows(&counts);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
