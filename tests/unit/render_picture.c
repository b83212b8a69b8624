/* src/render: files. What is in them is checked as far as that needs no other reader. */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algebra/layout.h"
#include "render/draw.h"
#include "render/grid.h"
#include "render/picture.h"
#include "render/tv.h"

Test(picture, format_from_suffix) {
	static const struct {
		const char *path;
		enum picture_format format;
	} cases[] = {
		{ "a.svg", PICTURE_SVG },
		{ "a.b/c.SVG", PICTURE_SVG },
		{ ".png", PICTURE_PNG },
		{ "a.Png", PICTURE_PNG },
		{ "png", PICTURE_UNKNOWN },
		{ "a.pdf", PICTURE_PDF },
		{ "a.tex", PICTURE_TEX },
		{ "a.html", PICTURE_HTML },
		{ "a.HTML", PICTURE_HTML },
		{ "a.txt", PICTURE_TXT },
		{ "html", PICTURE_UNKNOWN },
		{ "a.png ", PICTURE_UNKNOWN },
		{ "a.svgz", PICTURE_UNKNOWN },
		{ "", PICTURE_UNKNOWN },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		cr_expect_eq(picture_format_from_path(cases[i].path), cases[i].format, "%s", cases[i].path);
	}
}

/* A scene of the row-major layout of "rows" x "columns", in "arena". */
static struct scene row_major(struct arena *arena, int64_t rows, int64_t columns, const char *title) {
	struct algebra al;
	algebra_init(&al, arena);
	struct layout layout = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(rows), tuple_int(columns)));
	struct scene scene;
	scene_init(&scene, arena);
	struct map map = map_from_layout(layout);
	struct figure figure;
	figure_init(&figure, arena, "grid", &(struct draw_options){ .title = title });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	figure_draw(&figure, &scene);
	cr_assert(!algebra_failed(&al));
	return scene;
}

static char *read_file(struct arena *arena, const char *path, size_t *size) {
	FILE *file = fopen(path, "rb");
	cr_assert_not_null(file, "%s", path);
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	char *data = arena_alloc(arena, *size + 1);
	cr_assert_eq(fread(data, 1, *size, file), *size);
	fclose(file);
	return data;
}

static int remove_entry(const char *path, const struct stat *status, int flag, struct FTW *ftw) {
	(void)status;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static char folder[] = "/tmp/cutelayout-test-XXXXXX";
static struct arena arena;

static void enter_folder(void) {
	arena_init(&arena, NULL, NULL);
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void leave_folder(void) {
	cr_assert_eq(chdir("/"), 0);
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	arena_finish(&arena);
}

TestSuite(file, .init = enter_folder, .fini = leave_folder);

/* Number of entries of the folder. */
static int count_entries(void) {
	DIR *directory = opendir(".");
	cr_assert_not_null(directory);
	int count = 0;
	for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	}
	closedir(directory);
	return count;
}

Test(file, svg_names_and_draws_what_it_shows) {
	if (!picture_is_available()) {
		return;
	}
	struct scene scene = row_major(&arena, 2, 3, "A & <B> \"C\"");
	cr_assert_eq(picture_write(&scene, "a.svg", PICTURE_SVG).status, PICTURE_WRITTEN);
	size_t size;
	const char *svg = read_file(&arena, "a.svg", &size);
	cr_expect_not_null(strstr(svg, "-title\">A &amp; &lt;B&gt; \"C\"</title>"));
	cr_expect_not_null(strstr(svg, "viewBox=\"0 0 "));
	cr_expect_not_null(strstr(svg, "g35\" d=\"M"), "the glyph of 5");
	cr_expect_null(strstr(svg, "<text"), "text in a font of the reader");
	cr_expect_str_eq(svg + size - 7, "</svg>\n");
}

Test(file, same_scene_same_bytes) {
	if (!picture_is_available()) {
		return;
	}
	static const enum picture_format formats[] = { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF, PICTURE_TEX };
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		struct scene scene = row_major(&arena, 8, 8, "same");
		struct scene again = row_major(&arena, 8, 8, "same");
		cr_assert_eq(picture_write(&scene, "a", formats[i]).status, PICTURE_WRITTEN);
		cr_assert_eq(picture_write(&again, "b", formats[i]).status, PICTURE_WRITTEN);
		size_t size_a, size_b;
		const char *a = read_file(&arena, "a", &size_a);
		const char *b = read_file(&arena, "b", &size_b);
		cr_assert_eq(size_a, size_b);
		cr_assert_eq(memcmp(a, b, size_a), 0);
	}
}

Test(file, png_has_two_pixels_for_one_of_the_scene) {
	if (!picture_is_available()) {
		return;
	}
	struct scene scene = row_major(&arena, 4, 4, "");
	cr_assert_eq(picture_write(&scene, "a.png", PICTURE_PNG).status, PICTURE_WRITTEN);
	size_t size;
	const unsigned char *png = (const unsigned char *)read_file(&arena, "a.png", &size);
	cr_assert_eq(memcmp(png, "\x89PNG\r\n\x1a\n", 8), 0);
	cr_expect_eq(png[18] << 8 | png[19], scene.width / PX * 2);
	cr_expect_eq(png[22] << 8 | png[23], scene.height / PX * 2);
}

Test(file, large_grids_are_small_files) {
	if (!picture_is_available()) {
		return;
	}
	struct scene scene = row_major(&arena, 1000, 1000, "1000 x 1000");
	size_t size;
	cr_assert_eq(picture_write(&scene, "a.svg", PICTURE_SVG).status, PICTURE_WRITTEN);
	cr_expect_not_null(strstr(read_file(&arena, "a.svg", &size), "data:image/png;base64,iVBOR"));
	cr_expect_lt(size, 200000);
	cr_assert_eq(picture_write(&scene, "a.png", PICTURE_PNG).status, PICTURE_WRITTEN);
	read_file(&arena, "a.png", &size);
	cr_expect_lt(size, 1000000);
}

Test(file, the_tutorial_tile_is_a_small_svg) {
	if (!picture_is_available()) {
		return;
	}
	struct algebra al;
	algebra_init(&al, &arena);
	struct layout thr = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(4), tuple_int(32)));
	struct layout val = layout_from_shape_right(&al, tuple_pair(&al, tuple_int(4), tuple_int(8)));
	struct tv_layout tv = tv_layout_make(&al, thr, val);
	struct scene scene;
	scene_init(&scene, &arena);
	struct figure figure;
	figure_init(&figure, &arena, "tv", &(struct draw_options){ .title = "tile" });
	tv_figure(&figure, &al, tv.layout, 16, 256);
	figure_finish(&figure, &al);
	figure_draw(&figure, &scene);
	cr_assert(!algebra_failed(&al));
	cr_assert_eq(picture_write(&scene, "a.svg", PICTURE_SVG).status, PICTURE_WRITTEN);
	size_t size;
	read_file(&arena, "a.svg", &size);
	cr_expect_lt(size, 400000);
}

Test(file, a_failure_leaves_nothing) {
	if (!picture_is_available()) {
		return;
	}
	struct scene scene = row_major(&arena, 2, 2, "");
	cr_assert_eq(symlink("/dev/full", "full.svg"), 0);
	cr_expect_eq(picture_write(&scene, "full.svg", PICTURE_SVG).status, PICTURE_FILE);
	cr_expect_eq(picture_write(&scene, "full.svg", PICTURE_PNG).status, PICTURE_FILE);
	cr_expect_eq(picture_write(&scene, "none/a.svg", PICTURE_SVG).status, PICTURE_FILE);
	cr_assert_eq(mkdir("folder.svg", 0777), 0);
	struct picture_result result = picture_write(&scene, "folder.svg", PICTURE_SVG);
	cr_expect_eq(result.status, PICTURE_FILE);
	cr_expect_str_eq(result.text, "cannot write folder.svg: Is a directory");
	cr_expect_eq(count_entries(), 2);
}

Test(file, an_existing_file_is_replaced_and_keeps_its_mode) {
	if (!picture_is_available()) {
		return;
	}
	FILE *file = fopen("a.svg", "w");
	cr_assert_not_null(file);
	fputs("old", file);
	fclose(file);
	cr_assert_eq(chmod("a.svg", 0640), 0);
	cr_assert_eq(symlink("a.svg", "link.svg"), 0);
	struct scene scene = row_major(&arena, 2, 2, "");
	cr_assert_eq(picture_write(&scene, "link.svg", PICTURE_SVG).status, PICTURE_WRITTEN);
	struct stat status;
	cr_assert_eq(lstat("link.svg", &status), 0);
	cr_expect(S_ISLNK(status.st_mode));
	cr_assert_eq(lstat("a.svg", &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0640);
	cr_expect_gt(status.st_size, 1000);
	cr_expect_eq(count_entries(), 2);
}

/* Count the occurrences of "part". */
static int count_parts(const char *text, const char *part) {
	int count = 0;
	for (const char *p = text; (p = strstr(p, part)) != NULL; p += strlen(part)) {
		count++;
	}
	return count;
}

Test(file, html_is_one_page_without_network) {
	if (!picture_is_available()) {
		return;
	}
	struct algebra al;
	algebra_init(&al, &arena);
	struct map map = map_from_layout(layout_from_shape_right(&al, tuple_pair(&al, tuple_int(3), tuple_int(4))));
	struct figure figure;
	struct scene scene;
	figure_init(&figure, &arena, "grid", &(struct draw_options){ .title = "</script><b>" });
	grid_figure(&figure, &al, &map, NULL, 1);
	figure_finish(&figure, &al);
	scene_init(&scene, &arena);
	struct layout_plan plan = figure_draw(&figure, &scene);
	cr_assert_eq(picture_write_html(&figure, &scene, &plan, "a.html").status, PICTURE_WRITTEN);
	size_t size;
	const char *page = read_file(&arena, "a.html", &size);
	cr_expect_eq(count_parts(page, "<svg"), 1);
	cr_expect_eq(count_parts(page, "</script>"), 2);
	cr_expect_eq(count_parts(page, "<b>"), 0);
	cr_expect_not_null(strstr(page, "\"offsets\":[0,1,2,3,4,5,6,7,8,9,10,11]"));
	cr_expect_not_null(strstr(page, "\"coordinates\":[\"(0,0)\",\"(0,1)\""));
	cr_expect_eq(count_parts(page, "http"), count_parts(page, "http://www.w3.org/") + count_parts(page, "http-equiv"));
	cr_expect_eq(count_parts(page, "src="), 0);
}

/* Names in one SVG do not occur in another. */
Test(file, svg_names_are_its_own) {
	if (!picture_is_available()) {
		return;
	}
	char prefixes[2][5] = { "", "" };
	for (int i = 0; i < 2; i++) {
		struct scene scene = row_major(&arena, 2, 2 + i, "");
		cr_assert_eq(picture_write(&scene, "a.svg", PICTURE_SVG).status, PICTURE_WRITTEN);
		size_t size;
		const char *svg = read_file(&arena, "a.svg", &size);
		memcpy(prefixes[i], strstr(svg, "<title id=\"") + strlen("<title id=\""), 4);
		for (const char *p = svg; (p = strstr(p, "id=\"")) != NULL; p += 4) {
			cr_assert_eq(strncmp(p + 4, prefixes[i], 4), 0);
		}
	}
	cr_expect_str_neq(prefixes[0], prefixes[1]);
}
