/*
 * A condition that fails is taken apart along its "&&" until one comparison is left, of which both sides are printed
 * with their values; what cannot be evaluated again is printed as it was written.
 */
#include "lang/kernel/finding.h"

#include "base/limits.h"
#include "lang/notation/plain.h"

enum { QUOTED_BYTES = 60,
	VALUE_BYTES = 80 };

struct finding *findings_add(struct findings *findings, enum finding_kind kind, struct span span) {
	if (findings->count == findings->room) {
		int room = findings->room > 0 ? 2 * findings->room : 16;
		struct finding *items = arena_array(findings->arena, (size_t)room, sizeof *items);
		if (findings->count > 0) {
			memcpy(items, findings->items, (size_t)findings->count * sizeof *items);
		}
		findings->items = items;
		findings->room = room;
	}
	struct finding *finding = &findings->items[findings->count];
	*finding = (struct finding){ .kind = kind, .number = findings->count++, .span = span };
	return finding;
}

/* --- why a condition fails --- */

/* The source of "node" on one line, cut where it is long. */
static void put_source(struct buf *out, const struct evaluation *ev, const struct node *node) {
	struct str text = ev->source->text;
	size_t end = node->span.end < text.length ? node->span.end : text.length;
	size_t stop = end - node->span.begin > QUOTED_BYTES ? node->span.begin + QUOTED_BYTES : end;
	for (size_t at = node->span.begin; at < stop; at++) {
		buf_put_char(out, text.data[at] == '\n' || text.data[at] == '\t' ? ' ' : text.data[at]);
	}
	buf_put(out, stop < end ? "..." : "");
}

/* "value" as it is printed, cut where it is long. */
static void put_short(struct buf *out, const struct value *value) {
	struct buf text;
	buf_init(&text, out->arena);
	print_value(&text, value);
	bool is_long = text.length > VALUE_BYTES;
	buf_put_str(out, (struct str){ text.data, is_long ? VALUE_BYTES : text.length });
	buf_put(out, is_long ? "..." : "");
}

/* Put "node is value"; of arithmetic what its operands are, before. A number as it is written is not said again. */
static void put_operand(struct buf *out, struct evaluation *ev, const struct node *node) {
	if (node->kind == NODE_ARITHMETIC) {
		for (const struct node *child = node->first_child; child != NULL; child = child->next) {
			if (child->kind != NODE_INT) {
				put_operand(out, ev, child);
				buf_put(out, ", ");
			}
		}
	}
	struct value value = evaluation_value(ev, node);
	put_source(out, ev, node);
	buf_put(out, " is ");
	put_short(out, &value);
}

/* Put why "a == b", "a < b", ... does not hold. */
static void put_comparison(struct buf *out, struct evaluation *ev, const struct node *node) {
	const struct node *right = node->last_child;
	put_operand(out, ev, node->first_child);
	if (right->kind != NODE_INT) {
		buf_put(out, ", ");
		put_operand(out, ev, right);
	} else if (node->kind == NODE_EQUAL) {
		buf_put(out, ", not ");
		buf_put_int(out, right->value);
	} else {
		buf_put(out, ", which is not ");
		buf_put_str(out, node->text);
		buf_put_char(out, ' ');
		buf_put_int(out, right->value);
	}
}

/* Put why "node", which is false, is. */
static void put_reason(struct buf *out, struct evaluation *ev, const struct node *node) {
	bool is_logic = node->kind == NODE_LOGIC && node->text.data[0] != '!';
	if (node->kind == NODE_EQUAL || node->kind == NODE_COMPARE) {
		put_comparison(out, ev, node);
		return;
	}
	if (!is_logic) {
		put_source(out, ev, node);
		buf_put(out, " is false");
		return;
	}
	bool is_any = node->text.data[0] == '|';
	const char *between = "";
	for (const struct node *child = node->first_child; child != NULL; child = child->next) {
		struct value value = evaluation_value(ev, child);
		bool holds = value.kind == VALUE_BOOL ? value.boolean : value.tuple.value != 0;
		if (!holds) {
			buf_put(out, between);
			put_reason(out, ev, child);
			between = "; ";
		}
		if (!holds && !is_any) {
			return;
		}
	}
}

void finding_explain(struct evaluation *ev, const struct node *node, struct fault *fault) {
	struct buf out;
	buf_init(&out, ev->algebra.arena);
	put_reason(&out, ev, node);
	fault_clear(fault);
	fault_set(fault, FAULT_REMARK, 0, "%s", out.data);
}
