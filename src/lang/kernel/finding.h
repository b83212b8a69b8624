/* What is found in a text: values with their places, conditions, and what was left out or not understood. */
#ifndef LANG_KERNEL_FINDING_H
#define LANG_KERNEL_FINDING_H

#include "lang/eval.h"

enum finding_kind {
	FINDING_VALUE,     /* "value"; "fault" a warning about it, if there is one */
	FINDING_CONDITION, /* "value" is whether it holds, "fault" why it does not */
	FINDING_SKIPPED,   /* no layout, or one of values that are not known: "fault" says which */
	FINDING_REFUSED,   /* it looks like a layout and is not understood: "fault" says why */
};

struct finding {
	enum finding_kind kind;
	int number; /* of those found before it: a statement of a loop is found again and again */
	struct span span;
	struct str name; /* that it is bound to, or what a print calls it; else empty */
	struct value value;
	struct str text; /* of the value as it is printed, once all is found */
	struct fault fault;
};

/* In an arena, in the order in which they were found. */
struct findings {
	struct arena *arena;
	struct finding *items;
	int count;
	int room;
};

/* Add a finding without name, value and fault, and return it; what is returned lasts until the next one. */
struct finding *findings_add(struct findings *findings, enum finding_kind kind, struct span span);

/*
 * Say in "fault" why the condition "node" of the program that "ev" ran last does not hold: the part of it that fails,
 * and the numbers on both sides.
 */
void finding_explain(struct evaluation *ev, const struct node *node, struct fault *fault);

#endif
