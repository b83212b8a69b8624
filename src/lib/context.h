/*
 * The inside of a context, and how a call of the library runs: memory that runs out jumps back to where the call began,
 * which is the only jump in the library.
 */
#ifndef LIB_CONTEXT_H
#define LIB_CONTEXT_H

#include <setjmp.h>

#include "cutelayout.h"
#include "base/limits.h"
#include "lang/eval.h"

enum { CONTEXT_ASSUMPTIONS_MAX = LIMIT_ASSUMPTIONS };

struct cutelayout_context {
	struct arena arena;              /* of one call; its memory is used again by the next */
	size_t memory_limit;
	bool strict;
	enum dialect dialect;
	struct assumption assumptions[CONTEXT_ASSUMPTIONS_MAX];   /* their names are in "conditions", which malloc gave */
	char *conditions[CONTEXT_ASSUMPTIONS_MAX];
	int assumption_count;
	char *numbers;                   /* from malloc, or NULL */
	jmp_buf jump;                    /* to context_run, when memory runs out */
	struct evaluation evaluation;    /* of the present call, with its first fault and warnings */
	struct source source;            /* the text that it evaluates, or none */
	const char *operation;           /* the operation that it is, or NULL */
	struct cutelayout_message error;
	struct cutelayout_message warnings[WARNINGS_MAX];
	int warning_count;
};

/* Part of a call; "request" holds what it is given and what it returns. */
typedef void (*context_work)(struct cutelayout_context *context, void *request);

/* The same with a value as its result, which lives in the arena. */
typedef struct value (*context_computation)(struct cutelayout_context *context, void *request);

/* Run "work" with an empty arena, then put what it reported into "context". Returns false after a failure. */
bool context_run(struct cutelayout_context *context, context_work work, void *request);

/* Run "compute" in the same way and return a copy of its value for the caller, NULL after a failure. */
struct cutelayout_value *context_compute(struct cutelayout_context *context, context_computation compute,
	void *request);

/*
 * Texts of the caller are copied before a call begins, since they may be texts of the context, whose memory the call
 * uses again. A name is cut where no name is that long, and a message long enough; a program is copied with malloc as
 * far as it may be long, and a byte more. NULL when there is no memory for it, with the error in "context".
 */
enum { CONTEXT_NAME_BYTES = 61 };
void context_copy_name(char *copy, const char *name);
char *context_copy_program(struct cutelayout_context *context, const char *program);

/* Record a fault of the present call, unless there is one. */
__attribute__((format(printf, 3, 4)))
void context_fault(struct cutelayout_context *context, enum fault_code code, const char *format, ...);

/* Take over what the algebra recorded in an operation that no program called. */
void context_collect(struct cutelayout_context *context);

/*
 * Put warnings and error of the evaluation so far, which are about context->source, into "context", and take them out
 * of the evaluation: for calls that evaluate several sources. The first error stays.
 */
void context_collect_messages(struct cutelayout_context *context);

/* Whether none of the "count" values is NULL. If one is, there is an error in "context" afterwards. */
bool context_given(struct cutelayout_context *context, const struct cutelayout_value *const *values, int count);

#endif
