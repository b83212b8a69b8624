/* What went wrong or is worth saying, and where: the faults of the algebra find their place in the source. */
#include "lang/evaluate/evaluate.h"

#include <stdio.h>

#include "base/limits.h"
#include "lang/notation/symbol.h"

/* Follow the fault's mode path into a tuple written out in the source, and say which modes were left over. */
static struct span find_mode(const struct node *node, struct fault *fault) {
	int level = 0;
	while (level < fault->mode_depth && node->kind == NODE_TUPLE) {
		const struct node *child = node_child(node, fault->mode[level]);
		if (child == NULL) {
			break;
		}
		node = child;
		level++;
	}
	if (level < fault->mode_depth) {
		char text[FAULT_TEXT_BYTES];
		size_t length = 0;
		for (int i = level; i < fault->mode_depth; i++) {
			length += (size_t)snprintf(text + length, sizeof text - length, i > level ? ",%d" : "%d", fault->mode[i]);
		}
		bool single = fault->mode_depth - level == 1;
		char sentence[FAULT_TEXT_BYTES];
		snprintf(sentence, sizeof sentence, single ? "mode %.60s: %.300s" : "mode (%.60s): %.300s", text, fault->text);
		memcpy(fault->text, sentence, sizeof sentence);
	}
	return node->span;
}

/* Put "fault" about the call "node" with the argument nodes "operands" into "message". */
static void place_fault(struct message *message, const struct fault *fault, const struct node *node,
	const struct node *const *operands, int operand_count) {
	message->fault = *fault;
	message->span = node->span;
	int operand = fault->operand;
	if (operand >= 1 && operand <= operand_count && operands[operand - 1] != NULL) {
		message->span = find_mode(operands[operand - 1], &message->fault);
	}
}

void evaluation_take_over(struct evaluation *ev, const struct node *node, const struct node *const *operands,
	int operand_count) {
	struct algebra *al = &ev->algebra;
	if (algebra_failed(al) && !evaluation_failed(ev)) {
		place_fault(&ev->error, &al->fault, node, operands, operand_count);
	}
	if (fault_is_set(&al->note) && !evaluation_failed(ev)) {
		if (ev->strict && al->note.code == FAULT_INEXACT) {
			place_fault(&ev->error, &al->note, node, operands, operand_count);
			al->fault = al->note;
		} else {
			if (ev->warning_count < WARNINGS_MAX) {
				place_fault(&ev->warnings[ev->warning_count], &al->note, node, operands, operand_count);
			}
			ev->warning_count++;
		}
		fault_clear(&al->note);
	}
}

/* Start to look at "operand" of an operation, from 1: what goes wrong is about it until something else is said. */
void evaluation_start_operand(struct evaluation *ev, int operand) {
	ev->algebra.depth = 0;
	ev->algebra.operand = operand;
	ev->algebra.arguments = NULL;
	ev->algebra.mode_depth = 0;
}

/* Start an operation: what goes wrong is about all of it until it says otherwise. */
void evaluation_start(struct evaluation *ev) {
	evaluation_start_operand(ev, 0);
}

struct value evaluation_fail(struct evaluation *ev, const struct node *node, enum fault_code code, const char *format,
	...) {
	if (!evaluation_failed(ev)) {
		char sentence[FAULT_TEXT_BYTES];
		va_list args;
		va_start(args, format);
		vsnprintf(sentence, sizeof sentence, format, args);
		va_end(args);
		fault_set(&ev->error.fault, code, 0, "%s", sentence);
		ev->error.span = node->span;
		ev->algebra.fault = ev->error.fault;
	}
	return value_none();
}

/* How much there is to look at in "value", in steps. */
static int64_t steps_of(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return 1 + tuple_nodes(value->tuple);
	case VALUE_LAYOUT: return 1 + 2 * tuple_nodes(value->layout.shape);
	default: return 1;
	}
}

/* Count the work of looking at the operands of an operation. */
void evaluation_count_steps(struct evaluation *ev, const struct value *values, int count) {
	for (int i = 0; i < count; i++) {
		algebra_step(&ev->algebra, steps_of(&values[i]));
	}
}

/* A warning of the evaluation itself. */
void evaluation_warn(struct evaluation *ev, const struct message *message) {
	if (ev->warning_count < WARNINGS_MAX) {
		ev->warnings[ev->warning_count] = *message;
	}
	ev->warning_count++;
}

/* Whether need "i" follows from one that was added behind it, which is said then. */
static bool is_said_later(const struct symbols *symbols, int i) {
	bool is_later = false;
	for (int k = i + 1; k < symbols->need_count; k++) {
		is_later = is_later || need_follows(&symbols->needs[i], &symbols->needs[k]);
	}
	return is_later;
}

/* Say which needs "node" has added. */
void evaluation_report_needs(struct evaluation *ev, const struct node *node) {
	if (ev->symbols != NULL && ev->symbols->full) {
		evaluation_fail(ev, node, FAULT_LIMIT,
			"formulas beyond their limits: more than %d conditions, or numbers beyond 64 bits", LIMIT_SYMBOL_NEEDS);
	}
	if (ev->symbols != NULL && ev->symbols->unmet) {
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		for (int i = ev->needs_reported; i < ev->symbols->need_count; i++) {
			buf_put(&text, i > ev->needs_reported ? ", " : "");
			print_need(&text, &ev->symbols->needs[i]);
		}
		evaluation_fail(ev, node, FAULT_DOMAIN, "no number that is promised meets what this needs: %.300s", text.data);
	}
	for (; ev->symbols != NULL && ev->needs_reported < ev->symbols->need_count
		&& !evaluation_failed(ev); ev->needs_reported++) {
		if (is_said_later(ev->symbols, ev->needs_reported)) {
			continue;
		}
		struct message message = { .span = node->span };
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		print_need(&text, &ev->symbols->needs[ev->needs_reported]);
		fault_set(&message.fault, FAULT_REMARK, 0, "needs %.400s", text.data);
		evaluation_warn(ev, &message);
	}
}
