/*
 * Translating texts of layout languages: reading, finding CuTe's layout, proving it, writing. Nothing is written
 * that was
 * not proved.
 */
#ifndef TOOL_CONVERSION_H
#define TOOL_CONVERSION_H

#include "lang/language/language.h"
#include "lang/language/solve.h"
#include "lang/notation/notation.h"

struct conversion_request {
	const struct language *from; /* NULL: recognise it */
	const struct language *to;
	const struct notation *notation; /* of CuTe */
	struct language_options options;
};

/* A layout of the text and its translation. */
struct conversion {
	struct str name; /* in a file of Triton: "#blocked, 64x128xf16" and how often; else empty */
	const struct language *from;
	const struct language *to;
	bool is_read;    /* false: the text of this type has an error, "why" */
	struct denotation denotation;
	struct solution solution;
	struct str result;
	const char *why; /* why there is no result; then "result" is empty */
};

/* To CuTe in the plain notation, from whatever is recognised. */
void conversion_request_init(struct conversion_request *request);

/* Take the name of a language that is written, or of a notation of CuTe. */
bool conversion_find_target(struct conversion_request *request, const char *name);

/*
 * Translate "source". Returns the number of layouts that "conversions" receives: one, or for a file of Triton one
 * for each
 * encoding and shape. -1 after a fault, which is in "message".
 */
int convert_source(struct algebra *al, const struct source *source, const struct conversion_request *request,
	struct conversion **conversions, struct message *message);

/* The result and a newline, with its name in a comment behind it if "named". */
void conversion_put(struct buf *out, const struct conversion *conversion, bool named);

/* What it was taken for and how it was proved, in one or two lines. */
void conversion_put_about(struct buf *out, const struct conversion *conversion);

/* All of it as a JSON object. */
void conversion_put_json(struct buf *out, const struct conversion *conversion);

#endif
