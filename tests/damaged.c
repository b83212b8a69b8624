/*
 * Texts that are nearly right: those of the other tables, each damaged in a token or two in many ways, and a digest of
 * all that is said of them. The digests say that nothing changed, not that it is right; what a sentence has to be is in
 * said.tsv, languages_refused.tsv and paste_cases.txt.
 *
 *     damaged TABLE                      check the table: a line for each GROUP lines of a file, with tabs between
 *     damaged TABLE --update             print it as it is now; a file is added by a line of its name and a tab
 *     damaged TABLE --show FILE LINE     print the damaged texts of a group, and what is said of each: to be compared
 *                                        with what the program of before a change shows
 *
 * "--seed S" at the end damages the texts in other ways; "--every N" takes one group of N alone.
 *
 * Files: expressions as in said.tsv, facts as in golden/facts, layouts as in languages.tsv, texts as in
 * paste_cases.txt.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/conversion.h"
#include "unit/digest.h"
#include "unit/lines.h"
#include "unit/pasted.h"
#include "unit/said.h"
#include "unit/samples.h"
#include "unit/tally.h"

enum {
	GROUP = 32,             /* lines of a file that have one digest */
	FILE_BYTES = 1 << 21, COLUMNS = 5, PATH_BYTES = 1 << 12,
	STEPS = 1 << 14,        /* of an evaluation: what takes longer than most is not what is looked for */
	PASTED_BYTES = 8,       /* of a pasted text, for each of which it is damaged once */
};

/* What a text is read as, and how often it is damaged. */
struct nearly {
	struct str text;
	const char *way;        /* said: -, dsl, strict or infer; NULL */
	const char *language;   /* that it is in; NULL */
	bool is_pasted;
	int times;
};

/* --- damage --- */

/* The end of the token at "at": of a word or number, or of one character. */
static size_t token_end(struct str text, size_t at) {
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	size_t end = at;
	while (end < text.length && text.data[end] != '\0' && strchr(word, text.data[end]) != NULL) {
		end++;
	}
	return end > at ? end : at + 1;
}

/* A token of the text, which is not empty. */
static struct str draw_token(struct samples *samples, struct str text) {
	size_t wanted = (size_t)sample_below(samples, (int64_t)text.length);
	size_t at = 0;
	while (token_end(text, at) <= wanted) {
		at = token_end(text, at);
	}
	return (struct str){ text.data + at, token_end(text, at) - at };
}

/* What stands in place of the token: nothing, twice the same, another one of the text, a number, a sign, a blank. */
static void put_other(struct buf *out, struct samples *samples, struct str text, struct str token) {
	static const char *const numbers[] = { "0", "1", "2", "3", "7", "8", "64", "-1", "4096", "2147483648",
		"9223372036854775807", "99999999999999999999" };
	static const char signs[] = "()[]{}<>,,::;=+-*/%_@#'\"!&|^?. \n";
	bool is_number = token.data[0] >= '0' && token.data[0] <= '9';
	int64_t kind = sample_below(samples, 8);
	if (kind == 0) {
		return;
	}
	if (kind == 1) {
		buf_put_str(out, token);
		buf_put_str(out, token);
	} else if (kind == 2) {
		buf_put_str(out, draw_token(samples, text));
	} else if (kind == 3 || (kind < 6 && is_number)) {
		buf_put(out, numbers[sample_below(samples, sizeof numbers / sizeof numbers[0])]);
	} else if (kind == 4) {
		buf_put_char(out, signs[sample_below(samples, sizeof signs - 1)]);
		buf_put_str(out, token);
	} else if (kind == 5) {
		buf_put_str(out, token);
		buf_put_char(out, ' ');
		buf_put_str(out, draw_token(samples, text));
	} else {
		buf_put_char(out, signs[sample_below(samples, sizeof signs - 1)]);
	}
}

/* The text with another token in one place, in two every third time, and cut off there every eighth time. */
static struct str damage(struct arena *arena, struct samples *samples, struct str text) {
	int64_t count = sample_below(samples, 3) == 0 ? 2 : 1;
	for (int64_t i = 0; i < count && text.length > 0; i++) {
		struct buf out;
		struct str token = draw_token(samples, text);
		size_t begin = (size_t)(token.data - text.data);
		buf_init(&out, arena);
		buf_put_str(&out, (struct str){ text.data, begin });
		put_other(&out, samples, text, token);
		if (sample_below(samples, 8) != 0) {
			buf_put_str(&out, (struct str){ token.data + token.length, text.length - begin - token.length });
		}
		text = buf_str(&out);
	}
	return text;
}

/* --- what is said --- */

/* The layouts in a language that is drawn, and all that is said about them. */
static const char *converted(struct arena *arena, struct samples *samples, const char *language, struct str text) {
	struct algebra al;
	struct conversion *conversions;
	struct conversion_request request;
	struct message message = { 0 };
	struct source source = { "<text>", text, 1 };
	struct buf out;
	int languages;
	const struct language *const *all = language_table(&languages);
	buf_init(&out, arena);
	algebra_init(&al, arena);
	al.steps = STEPS;
	conversion_request_init(&request);
	request.from = language_find(language);
	request.to = all[sample_below(samples, languages)];
	const struct language *recognised = language_recognise(text);
	buf_printf(&out, "%s: ", recognised != NULL ? recognised->name : "nothing");
	int count = convert_source(&al, &source, &request, &conversions, &message);
	for (int i = 0; i < count; i++) {
		conversion_put(&out, &conversions[i], true);
		conversion_put_about(&out, &conversions[i]);
		conversion_put_json(&out, &conversions[i]);
	}
	if (count < 0) {
		put_message(&out, &source, &message, "?");
	}
	return out.data;
}

static const char *said(struct arena *arena, struct samples *samples, const struct nearly *nearly, struct str text) {
	if (nearly->is_pasted) {
		return pasted(arena, text, STEPS).data;
	}
	if (nearly->language != NULL) {
		return converted(arena, samples, nearly->language, text);
	}
	struct evaluation options;
	said_read_way(nearly->way, &options);
	options.algebra.steps = STEPS;
	return said_of(arena, arena_copy(arena, text.data, text.length), &options);
}

/* --- files --- */

struct group {
	const char *file;
	int first_line;
	uint64_t seed;
	uint64_t digest;
	bool shows;
};

/* Damage the text "times" times, and take what is said into the digest of the group. */
static void damage_text(struct group *group, const struct nearly *nearly) {
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	const char *text = arena_copy(&arena, nearly->text.data, nearly->text.length);
	samples_init(&samples, digest_of(DIGEST_OF_NOTHING + group->seed, text));
	for (int i = 0; i < nearly->times; i++) {
		struct str other = damage(&arena, &samples, nearly->text);
		if (group->shows) {
			printf("--- %.*s\n", (int)other.length, other.data);
			fflush(stdout);
		}
		const char *all = said(&arena, &samples, nearly, other);
		group->digest = digest_of(group->digest, all);
		if (group->shows) {
			printf("%s\n", all);
		}
	}
	arena_finish(&arena);
}

/* The columns of a line, which ends at its first '\n'. Returns how many there are, of at most COLUMNS. */
static int split(char *line, char **columns) {
	int count = 0;
	*strchr(line, '\n') = '\0';
	while (line != NULL && count < COLUMNS) {
		columns[count++] = line;
		line = strchr(line, '\t');
		if (line != NULL) {
			*line++ = '\0';
		}
	}
	return count;
}

/* Damage the text of a line of a table, if it has one. */
static void damage_line(struct group *group, char *line) {
	char *columns[COLUMNS];
	struct nearly nearly = { .times = 0 };
	if (line[0] == '#' || line[0] == '\n') {
		return;
	}
	int count = split(line, columns);
	char *text = NULL;
	if (strstr(group->file, "said") != NULL && count == 3) {
		nearly = (struct nearly){ .way = columns[0], .times = 12 };
		text = columns[1];
	} else if (strstr(group->file, "languages") != NULL && count == 5) {
		nearly = (struct nearly){ .language = columns[0], .times = 3 };
		text = columns[3];
	} else if (strstr(group->file, "facts/") != NULL && count == 5) {
		bool is_dsl = strstr(group->file, "dsl") != NULL || strstr(group->file, "tensors") != NULL;
		nearly = (struct nearly){ .way = is_dsl ? "dsl" : "-", .times = 3 };
		text = columns[3];
	}
	if (text != NULL && text[0] != '\0') {
		unescape(text);
		nearly.text = str_from(text);
		damage_text(group, &nearly);
	}
}

/* Damage the text of a case, which goes from its "=== " to its ">>>". */
static void damage_case(struct group *group, const char *begin, const char *end) {
	struct nearly nearly = { .is_pasted = true };
	const char *text = strchr(begin, '\n') + 1;
	nearly.text = (struct str){ text, (size_t)(end - text) };
	nearly.times = 1 + (int)nearly.text.length / PASTED_BYTES;
	if (nearly.text.length > 0) {
		damage_text(group, &nearly);
	}
}

/*
 * Damage the texts that begin in a group of lines, or only walk over them if it "is_skipped". Returns where the group
 * ends, or NULL behind the last.
 */
static char *damage_group(struct group *group, char *at, bool is_skipped) {
	bool is_pasted = strstr(group->file, "paste") != NULL;
	group->digest = DIGEST_OF_NOTHING;
	for (int i = 0; i < GROUP && *at != '\0'; i++) {
		char *end = strchr(at, '\n');
		char *found = is_pasted && strncmp(at, "=== ", 4) == 0 ? strstr(at, "\n>>>") : NULL;
		if (found != NULL && !is_skipped) {
			damage_case(group, at, found);
		} else if (!is_pasted && !is_skipped) {
			damage_line(group, at);
		}
		at = end + 1;
	}
	group->first_line += GROUP;
	return *at != '\0' ? at : NULL;
}

/* The text of a file, whose last line ends; NULL if it cannot be read. "contents" is FILE_BYTES long. */
static char *read_file(const char *path, char *contents) {
	FILE *file = fopen(path, "r");
	size_t length = file != NULL ? fread(contents, 1, FILE_BYTES - 1, file) : 0;
	if (file != NULL) {
		fclose(file);
	}
	contents[length] = '\0';
	if (length == 0 || length == FILE_BYTES - 1 || contents[length - 1] != '\n') {
		fprintf(stderr, "%s is not there, or empty, or longer than %d bytes\n", path, FILE_BYTES);
		return NULL;
	}
	return contents;
}

/* What is asked for. */
struct request {
	uint64_t seed;
	int every;              /* groups of which one is damaged */
	bool updates;
	const char *shown;      /* the file of the group that is shown, or NULL */
	int shown_line;
};

static bool is_check(const struct request *request) {
	return !request->updates && request->shown == NULL;
}

/* Whether the line of the table is about the file. */
static bool is_about(const char *line, const char *file) {
	size_t length = strlen(file);
	return strncmp(line, file, length) == 0 && line[length] == '\t';
}

/*
 * Damage "file", whose lines begin at "line" in the table at "table_path", which says where it is: check the lines, or
 * print what they are now. Returns the first line about another file.
 */
static char *walk_file(struct tally *tally, const struct request *request, const char *table_path, const char *file,
	char *line) {
	static char contents[FILE_BYTES];
	char path[PATH_BYTES];
	char is[PATH_BYTES];
	const char *slash = strrchr(table_path, '/');
	struct group group = { .file = file, .first_line = 1, .seed = request->seed };
	snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash + 1 - table_path) : 0, table_path, file);
	bool is_wanted = request->shown == NULL || strcmp(request->shown, file) == 0;
	char *at = is_wanted ? read_file(path, contents) : NULL;
	expect(tally, at != NULL || !is_wanted, "%s is not read", path);
	while (at != NULL && !group.shows) {
		int first = group.first_line;
		group.shows = request->shown != NULL && request->shown_line >= first && request->shown_line < first + GROUP;
		bool is_skipped = first / GROUP % request->every != 0;
		at = damage_group(&group, at, is_skipped);
		snprintf(is, sizeof is, "%s\t%d\t%016" PRIx64 "\n", file, first, group.digest);
		if (request->updates) {
			fputs(is, stdout);
			fflush(stdout);
		}
		if (!is_skipped) {
			expect(tally, !is_check(request) || strncmp(line, is, strlen(is)) == 0,
				"%s: what is said of damaged texts of lines %d and behind has changed", file, first);
		}
		line = is_about(line, file) ? strchr(line, '\n') + 1 : line;
	}
	for (; is_about(line, file); line = strchr(line, '\n') + 1) {
		expect(tally, !is_check(request), "%s is shorter than the table says", file);
	}
	return line;
}

static bool read_request(struct request *request, int argc, char **argv) {
	*request = (struct request){ .every = 1 };
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--update") == 0) {
			request->updates = true;
		} else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
			request->seed = strtoull(argv[++i], NULL, 10);
		} else if (strcmp(argv[i], "--every") == 0 && i + 1 < argc) {
			request->every = atoi(argv[++i]);
		} else if (strcmp(argv[i], "--show") == 0 && i + 2 < argc) {
			request->shown = argv[++i];
			request->shown_line = atoi(argv[++i]);
		} else {
			return false;
		}
	}
	return argc >= 2 && request->every >= 1 && (request->every == 1 || is_check(request));
}

int main(int argc, char **argv) {
	static char table[FILE_BYTES];
	char file[PATH_BYTES];
	struct tally tally = { 0, 0 };
	struct request request;
	if (!read_request(&request, argc, argv)) {
		fputs("usage: damaged TABLE [--update | --show FILE LINE | --every N] [--seed S]\n", stderr);
		return 2;
	}
	char *line = read_file(argv[1], table);
	while (line != NULL && *line != '\0') {
		char *end = strchr(line, '\n') + 1;
		if (line[0] == '#') {
			printf("%.*s", request.updates ? (int)(end - line) : 0, line);
			line = end;
		} else {
			snprintf(file, sizeof file, "%.*s", (int)strcspn(line, "\t\n"), line);
			bool has_columns = is_about(line, file);
			expect(&tally, has_columns, "'%s' has no columns", file);
			line = has_columns ? walk_file(&tally, &request, argv[1], file, line) : end;
		}
	}
	if (is_check(&request)) {
		printf("%d passed, %d failed\n", tally.passed, tally.failed);
	}
	return tally.failed != 0 || tally.passed == 0;
}
