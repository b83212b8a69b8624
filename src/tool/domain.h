/*
 * The domain of a table or an index expression: its extents and the names of its dimensions, as options and files give
 * them, and the table over it.
 */
#ifndef TOOL_DOMAIN_H
#define TOOL_DOMAIN_H

#include "algebra/infer.h"
#include "lang/index.h"

/* What was given; NULL or 0 for what was not. */
struct domain_request {
	const char *shape;          /* "64,64", "64x64", "(64,(8,8))" */
	const char *names;          /* "i,j" */
	int64_t threads, values;    /* (thread, value) in place of a shape */
	enum index_language language;
	int bits;                   /* of an element, where values count bytes; 0 where they count elements */
};

struct domain {
	struct tuple shape;
	int rank;                   /* integers in it */
	int64_t extents[INDEX_NAMES_MAX];
	int64_t size;
	bool is_thread_value;
	struct index_names names;   /* of an expression; one for each dimension if is_named */
	bool is_named;
	const int64_t *table;       /* of coordinate numbers, colexicographically; INFER_HOLE for what is not known */
};

/*
 * Prepare the domain that "request" gives: FAULT_SYNTAX for a shape that is none, FAULT_LIMIT for more than
 * INDEX_NAMES_MAX dimensions or LIMIT_TABLE_ENTRIES coordinates. "count" is the number of entries of a table without
 * shape, and 0 where a shape must be given (FAULT_RANK).
 */
struct domain domain_init(struct algebra *al, const struct domain_request *request, int64_t count);

/* Name the dimensions of "domain": as the request says, or as the names "found" in an expression usually are. */
void domain_name(struct algebra *al, const struct domain_request *request, const struct index_names *found,
	struct domain *domain);

/* Whether "name" is one that dimensions, threads or values usually have. */
bool domain_is_usual_name(struct str name);

/*
 * Fill the table from the index expression in "source". Without names, those of a usual row, i j k, m n k, x y z,
 * d0 d1 ..., name the dimensions in its order; with one dimension, the only name is its. With threads and values, the
 * usual names of both, of lane and warp. Returns false after a fault, which is in "message" with its place; "source" is
 * then what the place is in: the shape or the names of the request, where these are at fault.
 */
bool domain_from_index(struct algebra *al, const struct domain_request *request, struct source *source,
	struct domain *out, struct message *message);

/*
 * Fill the table from a text: numbers, the last dimension fastest, where brackets, commas and line ends do not matter
 * and "_" or "?" is an entry that is not known; or lines "c0 c1 ... -> value", in any order. "#" begins a comment.
 */
bool domain_from_table(struct algebra *al, const struct domain_request *request, struct source *source,
	struct domain *out, struct message *message);

/* The same from lines "thread value address" (or as many numbers as there are dimensions, and the address). */
bool domain_from_log(struct algebra *al, const struct domain_request *request, struct source *source,
	struct domain *out, struct message *message);

/* What dimension "k" is called: a name of the expression, "thread", "value" or "mode 1". */
void domain_put_name(const struct domain *domain, int k, struct buf *out);

/* The coordinate with number "i": (1,8), or entry 5 in one dimension. */
void domain_put_coordinate(const struct domain *domain, int64_t i, struct buf *out);

/* "value" as "request" counts it, in elements: FAULT_DIVIDE and false where it is no whole number of them. */
bool domain_to_elements(struct algebra *al, const struct domain_request *request, int64_t value, int64_t *out);

/* Take over the fault of the algebra as one about "span". Returns false. */
bool domain_take_fault(struct algebra *al, struct span span, struct message *message);

/*
 * Take over the fault of the algebra as one about "text", the value of "option", which "source" becomes; about "span"
 * of "source" where the option was not given and "text" is NULL. Returns false.
 */
bool domain_take_option_fault(struct algebra *al, const char *option, const char *text, struct source *source,
	struct span span, struct message *message);

/* A fault where an expression has more names than are found in it. */
void domain_check_names(struct algebra *al, const struct index_names *found);

#endif
