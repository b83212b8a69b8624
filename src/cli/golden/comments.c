#include "cli/golden/comments.h"

#include "cli/golden/inline.h"

/* What comments look like. */
struct syntax {
	const char *endings;           /* of names of files, with blanks between them */
	const char *leader;            /* of a comment up to the end of the line, or NULL */
	const char *open, *close;      /* around one of several lines, or NULL */
	bool has_fences;               /* lines of ``` are around blocks in other languages */
};

static const struct syntax syntaxes[] = {
	{ ".c .cc .cpp .cxx .cu .cuh .h .hh .hpp .hxx .inl", "//", "/*", "*/", false },
	{ ".py .pyi", "#", "\"\"\"", "\"\"\"", false },
	{ ".md .markdown", NULL, "<!--", "-->", true },
};

enum { SYNTAXES = sizeof syntaxes / sizeof syntaxes[0] };

/* In a fenced block, a comment begins as in any of the languages. */
static const char *const fenced_leaders[] = { "//", "#" };

enum line_kind {
	LINE_OTHER,
	LINE_STATEMENT,     /* cute: STATEMENT */
	LINE_EXPECTATION,   /* #= VALUE, #! MESSAGE */
};

/* A line of a source. Its parts are those of the line, so that they make it up again. */
struct line {
	enum line_kind kind;
	struct str all;
	struct str before;      /* what is expected or stated: code, blanks, the sign of the comment */
	struct str sign;        /* of these the sign, with the blanks behind it */
	struct str text;
	struct str after;       /* blanks, the end of the comment, the end of the line */
	bool opens, closes;     /* a comment of several lines begins, or ends, in it */
};

/* Where the reading of a source stands. */
struct reader {
	const struct syntax *syntax;
	struct str text;
	size_t at;
	bool in_block;          /* a comment of several lines, or a docstring, is open */
	bool in_fence;
	bool expects;           /* the line before is a statement or an expectation */
};

static const struct syntax *syntax_of(const char *path) {
	const char *dot = strrchr(path, '.');
	for (int i = 0; i < SYNTAXES && dot != NULL; i++) {
		for (const char *ending = syntaxes[i].endings; *ending != '\0';) {
			size_t length = strcspn(ending, " ");
			if (strlen(dot) == length && memcmp(dot, ending, length) == 0) {
				return &syntaxes[i];
			}
			ending += length + (ending[length] == ' ' ? 1 : 0);
		}
	}
	return NULL;
}

bool comments_is_source(const char *path) {
	return syntax_of(path) != NULL;
}

/* --- lines --- */

static bool starts_with(struct str text, size_t at, const char *start) {
	size_t length = strlen(start);
	return text.length >= at + length && memcmp(text.data + at, start, length) == 0;
}

static size_t skip_blanks(struct str text, size_t at) {
	while (at < text.length && (text.data[at] == ' ' || text.data[at] == '\t')) {
		at++;
	}
	return at;
}

/* Whether "sign" stands in "text" from "*at" on; "*at" receives where it ends. */
static bool find_sign(struct str text, const char *sign, size_t *at) {
	for (size_t i = *at; i < text.length; i++) {
		if (starts_with(text, i, sign)) {
			*at = i + strlen(sign);
			return true;
		}
	}
	return false;
}

/* Behind the sign of a comment at "at" of the line, or "at" if none is needed there; SIZE_MAX if this is no comment. */
static size_t skip_leader(const struct reader *reader, struct str line, size_t at) {
	const struct syntax *syntax = reader->syntax;
	if (syntax->leader != NULL && starts_with(line, at, syntax->leader)) {
		at += strlen(syntax->leader);
		while (syntax->leader[0] == '/' && (starts_with(line, at, "/") || starts_with(line, at, "!"))) {
			at++;
		}
		return at;
	}
	for (size_t i = 0; reader->in_fence && i < sizeof fenced_leaders / sizeof fenced_leaders[0]; i++) {
		if (starts_with(line, at, fenced_leaders[i])) {
			return at + strlen(fenced_leaders[i]);
		}
	}
	bool opens = starts_with(line, at, syntax->open);
	if (!opens && !reader->in_block) {
		return SIZE_MAX;
	}
	at += opens ? strlen(syntax->open) : 0;
	bool is_starred = syntax->open[0] == '/';
	while (is_starred && starts_with(line, at, "*") && !starts_with(line, at, syntax->close)) {
		at++;
	}
	return at;
}

/* Whether what is expected stands at "at" of the line. */
static bool is_expectation(struct str line, size_t at) {
	return starts_with(line, at, "#=") || starts_with(line, at, "#!");
}

static bool is_statement(struct str line, size_t at) {
	return starts_with(line, at, "cute: ") || starts_with(line, at, "cute:\t");
}

/* Find a statement in a comment behind code: "*sign" receives where its sign is, "*begin" where it begins. */
static bool find_behind_code(const struct reader *reader, struct str line, size_t *sign, size_t *begin) {
	for (size_t i = 1; i < line.length && !reader->in_block; i++) {
		if (line.data[i - 1] != ' ' && line.data[i - 1] != '\t') {
			continue;
		}
		size_t behind = strchr("/#<", line.data[i]) != NULL ? skip_leader(reader, line, i) : SIZE_MAX;
		if (behind != SIZE_MAX && is_statement(line, skip_blanks(line, behind))) {
			*sign = i;
			*begin = skip_blanks(line, behind);
			return true;
		}
	}
	return false;
}

/*
 * Cut the line at the sign of the comment and at what it says, from "begin" on, where no blank stands, up to the end of
 * the comment.
 */
static void cut(const struct reader *reader, struct line *line, size_t sign, size_t begin) {
	const struct syntax *syntax = reader->syntax;
	struct str all = line->all;
	size_t end = all.length;
	while (str_is_line_end(all.data[end - 1])) {
		end--;
	}
	size_t close = begin;
	bool is_line_comment = !reader->in_block && syntax->leader != NULL && starts_with(all, sign, syntax->leader);
	if (!is_line_comment && find_sign((struct str){ all.data, end }, syntax->close, &close)) {
		end = close - strlen(syntax->close);
	}
	while (all.data[end - 1] == ' ' || all.data[end - 1] == '\t') {
		end--;
	}
	line->before = (struct str){ all.data, begin };
	line->sign = (struct str){ all.data + sign, begin - sign };
	line->text = (struct str){ all.data + begin, end - begin };
	line->after = (struct str){ all.data + end, all.length - end };
}

/* Say of what kind "line" is, and take it apart. */
static void classify(const struct reader *reader, struct line *line) {
	struct str all = line->all;
	size_t at = skip_blanks(all, 0);
	if (reader->expects && is_expectation(all, at)) {
		line->kind = LINE_EXPECTATION;
		cut(reader, line, at, at);
		return;
	}
	size_t behind = skip_leader(reader, all, at);
	behind = behind == SIZE_MAX ? behind : skip_blanks(all, behind);
	if (behind != SIZE_MAX && reader->expects && is_expectation(all, behind)) {
		line->kind = LINE_EXPECTATION;
		cut(reader, line, at, behind);
	} else if (behind != SIZE_MAX ? is_statement(all, behind) : find_behind_code(reader, all, &at, &behind)) {
		line->kind = LINE_STATEMENT;
		cut(reader, line, at, behind);
	}
}

/* Note which comments and blocks "line" opens and closes. */
static void follow_blocks(struct reader *reader, struct line *line) {
	const struct syntax *syntax = reader->syntax;
	size_t at = skip_blanks(line->all, 0);
	if (syntax->has_fences && starts_with(line->all, at, "```")) {
		reader->in_fence = !reader->in_fence;
		return;
	}
	if (!reader->in_block && syntax->leader != NULL && starts_with(line->all, at, syntax->leader)) {
		return;
	}
	at = 0;
	while (find_sign(line->all, reader->in_block ? syntax->close : syntax->open, &at)) {
		line->opens = line->opens || !reader->in_block;
		line->closes = line->closes || reader->in_block;
		reader->in_block = !reader->in_block;
	}
}

/* Read the next line. Returns false at the end. */
static bool next_line(struct reader *reader, struct line *line) {
	if (reader->at >= reader->text.length) {
		return false;
	}
	*line = (struct line){ .all = inline_line(reader->text, reader->at) };
	reader->at += line->all.length;
	classify(reader, line);
	follow_blocks(reader, line);
	reader->expects = line->kind != LINE_OTHER;
	return true;
}

static struct reader begin_reading(const char *path, struct str text) {
	return (struct reader){ .syntax = syntax_of(path), .text = text };
}

/* Whether "text" has a line of "kind". */
static bool has_line(const char *path, struct str text, enum line_kind kind) {
	struct reader reader = begin_reading(path, text);
	struct line line;
	while (next_line(&reader, &line)) {
		if (line.kind == kind) {
			return true;
		}
	}
	return false;
}

bool comments_has_cases(const char *path, struct str text) {
	return has_line(path, text, LINE_STATEMENT);
}

bool comments_has_expectations(const char *path, struct str text) {
	return has_line(path, text, LINE_EXPECTATION);
}

int comments_count_errors(const char *path, struct str text) {
	struct reader reader = begin_reading(path, text);
	struct line line;
	int count = 0;
	while (next_line(&reader, &line)) {
		count += line.kind == LINE_EXPECTATION && inline_is_error(line.text);
	}
	return count;
}

/* --- rewriting --- */

/* The end of "line", which has a statement, "\n" where it has none. */
static const char *end_of(const struct line *line) {
	const char *last = line->all.data + line->all.length - 1;
	if (*last == '\r') {
		return "\r";
	}
	return *last == '\n' && last[-1] == '\r' ? "\r\n" : "\n";
}

/* A comment ends in the line that began above it: what follows must stay inside, or in comments of its own. */
static bool is_dangling(const struct line *line) {
	return line->closes && !line->opens;
}

/*
 * Put an expectation that had no line before, below "statement": in the same comment if that goes on, in one of its own
 * otherwise; behind a "#", which begins it anyhow, only the blanks in front.
 */
static void put_new(const struct syntax *syntax, const struct line *statement, struct str text, struct buf *out) {
	size_t indent = skip_blanks(statement->all, 0);
	struct str blanks = { statement->all.data, indent };
	bool is_hash = starts_with(statement->sign, 0, "#");
	bool own = !is_hash && ((statement->opens && statement->closes) || is_dangling(statement));
	if (is_hash || (statement->opens && !own && syntax->open[0] != '/')) {
		buf_put_str(out, blanks);
	} else if (own) {
		buf_put_str(out, blanks);
		buf_printf(out, "%s ", syntax->open);
	} else if (statement->opens) {
		buf_put_str(out, blanks);
		buf_put(out, " * ");
	} else {
		buf_put_str(out, blanks);
		buf_put_str(out, statement->sign);
	}
	buf_put_str(out, text);
	if (own) {
		buf_printf(out, " %s", syntax->close);
	}
	buf_put(out, end_of(statement));
}

/* Put a line end where the text, which is not empty, lacks one. */
static void end_line(struct buf *out, const char *end) {
	if (!str_ends_line(buf_str(out), out->length - 1)) {
		buf_put(out, end);
	}
}

/*
 * Put what is expected below "statement", "wanted" with a line for each, into the places of the lines "old", and the
 * end of a comment that one of these held behind the last line.
 */
static void put_expectations(const struct syntax *syntax, const struct line *statement, struct str wanted,
		const struct line *old, int count, struct buf *out) {
	struct str tail = { "", 0 };
	struct str text;
	int number = 0;
	for (int i = 0; i < count; i++) {
		tail = is_dangling(&old[i]) ? old[i].after : tail;
	}
	while (str_take_line(&wanted, &text)) {
		end_line(out, end_of(statement));
		if (number >= count) {
			put_new(syntax, statement, text, out);
		} else {
			buf_put_str(out, old[number].before);
			buf_put_str(out, text);
			if (is_dangling(&old[number])) {
				buf_put(out, end_of(statement));
			} else {
				buf_put_str(out, old[number].after);
			}
		}
		number++;
	}
	if (tail.length > 0) {
		while (number > 0 && str_is_line_end(out->data[out->length - 1])) {
			out->length--;
		}
		buf_put_str(out, tail);
	}
}

void comments_rewrite(struct arena *arena, const char *path, struct str text, const struct reading_options *reading,
	struct buf *out) {
	struct reader reader = begin_reading(path, text);
	struct inline_program program;
	struct line line;
	inline_begin(&program, arena, reading);
	bool more = next_line(&reader, &line);
	while (more) {
		struct line statement = line;
		buf_put_str(out, line.all);
		more = next_line(&reader, &line);
		if (statement.kind != LINE_STATEMENT) {
			continue;
		}
		struct reader here = reader;
		struct line first = line;
		int count = 0;
		for (; more && line.kind == LINE_EXPECTATION; more = next_line(&reader, &line)) {
			count++;
		}
		struct line *old = arena_array(arena, (size_t)count + 1, sizeof *old);
		old[0] = first;
		for (int i = 1; i < count; i++) {
			next_line(&here, &old[i]);
		}
		bool asked = starts_with(old[0].text, 0, "#=");
		struct str program_text = { statement.text.data + strlen("cute:"), statement.text.length - strlen("cute:") };
		struct buf wanted;
		buf_init(&wanted, arena);
		inline_evaluate(&program, program_text, asked, &wanted);
		put_expectations(reader.syntax, &statement, buf_str(&wanted), old, count, out);
	}
}
