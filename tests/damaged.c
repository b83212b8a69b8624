/*
 * Texts that are nearly right: those of the other tables, each damaged in a token or two in many ways, and a digest of
 * all that is said of them. The digests say that nothing changed, not that it is right; what a sentence has to be is in
 * said.tsv, languages_refused.tsv and paste_cases.txt.
 *
 *     damaged TABLE                check the table: a line for each GROUP lines of a file, tabs between
 *     damaged --update FILE...     print the table of these files
 *     damaged --show FILE LINE     print the damaged texts of a group, and what is said of each: to be compared with
 *                                  what the program showed before a change
 *
 * "--seed S" in front of the files damages them in other ways.
 *
 * Files: expressions as in said.tsv, facts as in golden/facts, layouts as in languages.tsv, texts as in
 * paste_cases.txt.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/conversion.h"
#include "tool/paste.h"
#include "unit/digest.h"
#include "unit/lines.h"
#include "unit/said.h"
#include "unit/samples.h"
#include "unit/tally.h"

enum {
	GROUP = 32,             /* lines of a file that have one digest */
	FILE_BYTES = 1 << 21, COLUMNS = 5, NAME_BYTES = 256,
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

static const char *pasted(struct arena *arena, struct str text) {
	struct evaluation ev;
	struct findings findings = { .arena = arena };
	struct source source = { "<text>", text, 1 };
	struct buf out;
	evaluation_init(&ev, arena, false);
	ev.algebra.steps = STEPS;
	buf_init(&out, arena);
	paste_read(&ev, &source, &findings);
	paste_put(&out, &source, &findings);
	paste_put_skipped(&out, &source, &findings);
	return out.data;
}

/* The layout in each of two languages, and in all that is said about it. */
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
		return pasted(arena, text);
	}
	if (nearly->language != NULL) {
		return converted(arena, samples, nearly->language, text);
	}
	struct evaluation options = { .strict = strcmp(nearly->way, "strict") == 0,
		.infer = strcmp(nearly->way, "infer") == 0, .algebra.steps = STEPS };
	options.algebra.dialect = strcmp(nearly->way, "dsl") == 0 ? DIALECT_DSL : options.algebra.dialect;
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

/* Damage the texts that begin in a group of lines. Returns where the group ends, or NULL behind the last. */
static char *damage_group(struct group *group, char *at) {
	bool is_pasted = strstr(group->file, "paste") != NULL;
	group->digest = DIGEST_OF_NOTHING;
	for (int i = 0; i < GROUP && *at != '\0'; i++) {
		char *end = strchr(at, '\n');
		char *found = is_pasted && strncmp(at, "=== ", 4) == 0 ? strstr(at, "\n>>>") : NULL;
		if (found != NULL) {
			damage_case(group, at, found);
		} else if (!is_pasted) {
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

static int print_groups(uint64_t seed, int count, char **files) {
	static char contents[FILE_BYTES];
	for (int i = 0; i < count; i++) {
		struct group group = { .file = files[i], .first_line = 1, .seed = seed };
		for (char *at = read_file(files[i], contents); at != NULL;) {
			int line = group.first_line;
			at = damage_group(&group, at);
			printf("%s\t%d\t%016" PRIx64 "\n", files[i], line, group.digest);
			fflush(stdout);
		}
	}
	return 0;
}

static int show_group(uint64_t seed, const char *file, int line) {
	static char contents[FILE_BYTES];
	struct group group = { .file = file, .first_line = 1, .seed = seed };
	for (char *at = read_file(file, contents); at != NULL && !group.shows;) {
		group.shows = line >= group.first_line && line < group.first_line + GROUP;
		at = damage_group(&group, at);
	}
	return 0;
}

/* The files of the table are where it says, seen from its own place. */
static int check_groups(const char *table_path) {
	static char table[FILE_BYTES];
	static char contents[FILE_BYTES];
	char path[2 * NAME_BYTES];
	char *columns[COLUMNS];
	struct tally tally = { 0, 0 };
	struct group group = { .file = "" };
	char *at = NULL;
	const char *slash = strrchr(table_path, '/');
	for (char *line = read_file(table_path, table); line != NULL && *line != '\0';) {
		char *next = strchr(line, '\n') + 1;
		if (line[0] != '#' && split(line, columns) == 3) {
			if (strcmp(columns[0], group.file) != 0) {
				expect(&tally, at == NULL, "%s is longer than the table says", group.file);
				snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash + 1 - table_path) : 0, table_path,
					columns[0]);
				group = (struct group){ .file = columns[0], .first_line = 1 };
				at = read_file(path, contents);
			}
			int first = group.first_line;
			bool is_there = at != NULL;
			at = is_there ? damage_group(&group, at) : NULL;
			expect(&tally, is_there && first == atoi(columns[1]) && group.digest == strtoull(columns[2], NULL, 16),
				"%s: what is said of damaged texts of lines %s and behind has changed", columns[0], columns[1]);
		}
		line = next;
	}
	expect(&tally, at == NULL, "%s is longer than the table says", group.file);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0 || tally.passed == 0;
}

int main(int argc, char **argv) {
	bool has_seed = argc >= 4 && strcmp(argv[2], "--seed") == 0;
	uint64_t seed = has_seed ? strtoull(argv[3], NULL, 10) : 0;
	int count = argc - (has_seed ? 4 : 2);
	char **files = argv + argc - count;
	if (argc == 2) {
		return check_groups(argv[1]);
	}
	if (count >= 1 && strcmp(argv[1], "--update") == 0) {
		return print_groups(seed, count, files);
	}
	if (count == 2 && strcmp(argv[1], "--show") == 0) {
		return show_group(seed, files[0], atoi(files[1]));
	}
	fputs("usage: damaged TABLE | --update [--seed S] FILE... | --show [--seed S] FILE LINE\n", stderr);
	return 2;
}
