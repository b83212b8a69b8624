/*
 * Where the parts of a source or message end, by its brackets, strings and comments alone: what is in them is not read.
 * Offsets are into "text"; beyond its end stands nothing.
 */
#ifndef LANG_KERNEL_SCAN_H
#define LANG_KERNEL_SCAN_H

#include <stdbool.h>

#include "base/str.h"

/* The character at "at", NUL beyond the end. */
char scan_at(struct str text, size_t at);

bool scan_is_name_start(char c);
bool scan_is_name_part(char c);
bool scan_is_blank(char c);

/* Whether "word" stands at "at" and no name goes on before or behind it. */
bool scan_at_word(struct str text, size_t at, const char *word);

/* Whether "word" stands anywhere in "text", as a word of its own. */
bool scan_has_word(struct str text, const char *word);

/* Where "word" stands in "text" of Python outside of brackets; its end if it does not. */
size_t scan_outer_word(struct str text, const char *word);

/* Whether the bytes at "at" are "part". */
bool scan_at_text(struct str text, size_t at, const char *part);

/*
 * What begins a comment: two slashes, or one and an asterisk; in Python a hash, too. In C a backslash at the end of one
 * of slashes joins the next line to it.
 */
enum scan_comments { SCAN_C, SCAN_PYTHON };

/* Behind the string, comment or character at "at". */
size_t scan_step(struct str text, size_t at, enum scan_comments comments);

/* Behind blanks, ends of lines and comments from "at" on. */
size_t scan_blanks(struct str text, size_t at, enum scan_comments comments);

/* Behind the name at "at", with its namespaces: A::b. */
size_t scan_name(struct str text, size_t at);

/* The same without namespaces, which Python has not: "n" of x[n::x.pop()]. */
size_t scan_word(struct str text, size_t at);

/* Behind the names with dots between at "at": self.x, cute.size */
size_t scan_path(struct str text, size_t at);

/* The word in front of the quote at "at", which may be a prefix of its string: f, rb, u8R; longer ones are cut. */
struct str scan_prefix(struct str text, size_t at);

/* Where the last part of the name "name" begins, behind its namespaces; 0 if it has none. */
size_t scan_last_part(struct str name);

/*
 * Behind the bracket that closes the one at "at", ( [ { or <; "at" if there is none, if it is not closed, has more than
 * LIMIT_NESTING brackets in brackets, or is a type of more than LIMIT_TYPE_BYTES. Between angles, only round brackets
 * are counted besides them, as comparisons stand in those.
 */
size_t scan_close(struct str text, size_t at);

/* What is in the bracket at "at" of which scan_close finds the end, without blanks around it; empty if it does not. */
struct str scan_inside(struct str text, size_t at);

/* The first round bracket of "text" outside of angles and square brackets; its end if there is none. */
size_t scan_open(struct str text);

/* Where a comma stands in "text" from "at" on, outside of brackets and angles; its end if none does. */
size_t scan_comma(struct str text, size_t at);

/* Whether scan_close does not find the end of ( [ or { at "at" because of LIMIT_NESTING. */
bool scan_is_too_deep(struct str text, size_t at);

/* The end of the line that "at" is in: its newline, or the end of the text. */
size_t scan_line_end(struct str text, size_t at);

/* The same of the last of the lines that backslashes join to it. */
size_t scan_joined_end(struct str text, size_t at);

/* Where the line begins that "at" is in. */
size_t scan_line_begin(struct str text, size_t at);

/* The bytes "begin" to "end" of "text" without blanks at both ends. */
struct str scan_part(struct str text, size_t begin, size_t end);

/* Whether "part" stands in "text", and is no copy. */
bool scan_has_part(struct str text, struct str part);

#endif
