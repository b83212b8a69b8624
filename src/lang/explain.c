/*
 * A function for each kind of step. Their sentences have a "%" for each number, which "put" fills in from left to
 * right, so that numbers, formulas of names and bases are all printed as results are. A step never looks at the one
 * before it, but for its depth, which is the indent.
 */
#include "lang/explain.h"

#include <inttypes.h>

#include "algebra/fold.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"

struct explanation {
	struct buf *out;
	struct algebra al;   /* for the arithmetic that is shown */
	const struct trace_step *first;   /* of the statement: what the user asked for */
};

static struct tuple multiply(struct explanation *ex, struct tuple a, struct tuple b) {
	return int_mul(&ex->al, a, b);
}

/* Whether a number between these two stands beside the sign of a product or a quotient. */
static bool is_factor(char before, char behind) {
	return before == '*' || before == '/' || behind == '*' || behind == '/';
}

/* Put the parts in order: "%" takes the next of "args", in brackets where it is a factor; anything else is text. */
static void put(struct explanation *ex, const char *format, const struct tuple *args) {
	int next = 0;
	char before = '\0';
	for (const char *c = format; *c != '\0'; c++) {
		if (*c == '%') {
			bool brackets = is_factor(before, c[1]) && symbol_is_composite(args[next]);
			buf_put(ex->out, brackets ? "(" : "");
			print_tuple(ex->out, args[next++]);
			buf_put(ex->out, brackets ? ")" : "");
		} else {
			buf_put_char(ex->out, *c);
		}
		before = *c;
	}
}

/* A layout has no place in a sentence of "put": it stands at the end, behind "before". */
static void put_layout(struct explanation *ex, const char *before, struct layout layout) {
	buf_put(ex->out, before);
	print_layout(ex->out, layout);
}

/* How the user's tiler, if it is one layout, is read where A has several modes: over all of them as one. */
static void put_reading(struct explanation *ex, const struct trace_step *step) {
	if (step != ex->first || layout_rank(step->a) < 2) {
		return;
	}
	struct tuple size = tuple_product(&ex->al, step->a.shape);
	put(ex, "; B is one layout, so 1-D: over all % coordinates of A", &size);
}

/* The headline of an operation: its name and its operands; for divides and products what its result is made of. */
static void put_operation(struct explanation *ex, const struct trace_step *step) {
	switch (step->kind) {
	case TRACE_COALESCE:
		put_layout(ex, "coalesce ", step->a);
		buf_put(ex->out, ", from the last mode on");
		break;
	case TRACE_COMPOSITION:
		put_layout(ex, "composition A o B of A = ", step->a);
		put_layout(ex, " and B = ", step->b);
		break;
	case TRACE_COMPLEMENT:
		put_layout(ex, "complement of ", step->a);
		put(ex, " in %", step->numbers);
		break;
	case TRACE_RIGHT_INVERSE:
		put_layout(ex, "right inverse of ", step->a);
		break;
	case TRACE_LEFT_INVERSE:
		put_layout(ex, "left inverse of ", step->a);
		break;
	case TRACE_DIVIDE:
		put_layout(ex, "divide A = ", step->a);
		put_layout(ex, " by B = ", step->b);
		buf_put(ex->out, ": (A o B, A o complement of B)");
		put_reading(ex, step);
		break;
	case TRACE_PRODUCT:
		put_layout(ex, "product of A = ", step->a);
		put_layout(ex, " and B = ", step->b);
		buf_put(ex->out, ": (A, complement of A o B)");
		break;
	case TRACE_UPCAST:
	case TRACE_DOWNCAST:
		put_layout(ex, step->kind == TRACE_UPCAST ? "upcast " : "downcast ", step->a);
		put(ex, " by %", step->numbers);
		break;
	default:
		break;
	}
}

/* A mode of A meets what remains of a leaf of B: extent, stride, and extent and stride of what remains. */
static void put_fold(struct explanation *ex, const struct trace_step *step) {
	struct tuple extent = step->numbers[0];
	struct layout leaf = { step->numbers[2], step->numbers[3] };
	struct tuple by = int_abs(&ex->al, leaf.stride);
	struct tuple left = int_ceil_div(&ex->al, extent, by);
	struct fold_step fold = fold_leaf(&ex->al, extent, leaf);
	buf_printf(ex->out, "mode %d of A, ", step->index);
	put(ex, "%:%: divide out %, ceil(%/%) = % left",
		(struct tuple[]){ extent, step->numbers[1], by, extent, by, left });
	if (fold.verdict == FOLD_BAD_STRIDE) {
		put(ex, "; but % is no multiple of %", (struct tuple[]){ leaf.stride, extent });
		return;
	}
	if (tuple_is_constant(leaf.shape, 1)) {
		buf_put(ex->out, "; nothing remains to be kept");
		return;
	}
	if (fold.verdict == FOLD_PASSES) {
		put(ex, ": nothing is kept, all % remain", &leaf.shape);
	} else {
		struct tuple kept = fold.factor;
		struct tuple stride = multiply(ex, leaf.stride, step->numbers[1]);
		put(ex, " at stride %*% = %; mod out %, min(%,%) = % kept: %:%", (struct tuple[]){
			leaf.stride, step->numbers[1], stride, leaf.shape, left, leaf.shape, kept, kept, stride });
		if (fold.verdict == FOLD_BAD_EXTENT || tuple_is_constant(kept, 0)) {
			put(ex, "; but % is no multiple of %", (struct tuple[]){ leaf.shape, kept });
			return;
		}
		put(ex, "; %/% = % remain", (struct tuple[]){ leaf.shape, kept, fold.rest.shape });
		if (tuple_equal(leaf.shape, kept)) {
			return;
		}
	}
	put(ex, ", with stride ceil(%/%) = %", (struct tuple[]){ by, extent, fold.rest.stride });
}

/* The last mode of A takes what remains of a leaf, whatever its extent. */
static void put_last(struct explanation *ex, const struct trace_step *step) {
	struct tuple stride = multiply(ex, step->numbers[3], step->numbers[1]);
	buf_printf(ex->out, "mode %d of A, ", step->index);
	put(ex, "%:%, the last: ", step->numbers);
	if (tuple_is_constant(step->numbers[2], 1)) {
		buf_put(ex->out, "nothing remains");
	} else {
		put(ex, "the remaining % are kept at stride %*% = %: %:%",
			(struct tuple[]){ step->numbers[2], step->numbers[3], step->numbers[1], stride, step->numbers[2], stride });
	}
}

/* The next mode by stride of a complement: extent, stride, what is covered. */
static void put_gap(struct explanation *ex, const struct trace_step *step) {
	struct tuple extent = step->numbers[0];
	struct tuple stride = step->numbers[1];
	struct tuple covered = step->numbers[2];
	put(ex, step->index == 0 ? "smallest stride: %:%" : "next stride: %:%", step->numbers);
	put(ex, ", % covered so far", &covered);
	if (!int_has_value(covered) || !int_has_value(stride)) {
		put(ex, "; the gap holds % / % = %", (struct tuple[]){ stride, covered, int_div(&ex->al, stride, covered) });
		return;
	}
	if (covered.value <= 0 || stride.value / covered.value == 0) {
		put(ex, "; but % is smaller than %", (struct tuple[]){ stride, covered });
		return;
	}
	struct tuple gap = int_div(&ex->al, stride, covered);
	put(ex, stride.value % covered.value == 0 ? ": the gap holds %/% = %: %:%" : ": the gap holds floor(%/%) = %: %:%",
		(struct tuple[]){ stride, covered, gap, gap, covered });
	put(ex, "; covered %*% = %", (struct tuple[]){ stride, extent, multiply(ex, stride, extent) });
}

/* What a complement has behind its last gap, up to the cotarget. */
static void put_rest(struct explanation *ex, const struct trace_step *step) {
	if (tuple_is_int(step->numbers[0])) {
		struct tuple copies = int_ceil_div(&ex->al, step->numbers[0], step->numbers[1]);
		put(ex, "the rest: ceil(%/%) = %: %:%",
			(struct tuple[]){ step->numbers[0], step->numbers[1], copies, copies, step->numbers[1] });
		return;
	}
	put(ex, "the rest: ceil(%/%), folded over the modes, = % from stride % on",
		(struct tuple[]){ step->numbers[0], step->numbers[1],
			tuple_ceil_div(&ex->al, step->numbers[0], step->numbers[1]), step->numbers[1] });
}

/* A mode by stride of a right inverse: extent, stride, the extents before it, the next offset. */
static void put_sorted(struct explanation *ex, const struct trace_step *step) {
	put(ex, "%:%: ", step->numbers);
	if (step->kind == TRACE_SKIPPED) {
		put(ex, "stride % is not the next offset, %: left out", (struct tuple[]){ step->numbers[1], step->numbers[3] });
		return;
	}
	put(ex, "stride % is the next offset; taken as %:%, since the index moves by % with it",
		(struct tuple[]){ step->numbers[1], step->numbers[0], step->numbers[2], step->numbers[2] });
	put(ex, "; next offset %*% = %",
		(struct tuple[]){ step->numbers[0], step->numbers[1], multiply(ex, step->numbers[0], step->numbers[1]) });
}

/* A mode by stride of a left inverse: extent, stride, what is covered, the step with the mode below it. */
static void put_span(struct explanation *ex, const struct trace_step *step) {
	struct tuple stride = step->numbers[1];
	struct tuple covered = step->numbers[2];
	put(ex, "%:%: ", step->numbers);
	if (int_has_value(covered) && int_has_value(stride) && covered.value != 0 && stride.value % covered.value != 0) {
		put(ex, "but % is no multiple of %, the offsets below it", (struct tuple[]){ stride, covered });
		return;
	}
	struct tuple count = int_div(&ex->al, stride, covered);
	put(ex, "the offsets below % are %/% = % steps of %, each moves the index by %: %:%",
		(struct tuple[]){ stride, stride, covered, count, covered, step->numbers[3], count, step->numbers[3] });
}

/* "L(1,2) = 1*8 + 2*1 = 10" */
static void put_evaluation(struct explanation *ex, const struct trace_step *step) {
	struct tuple stride = tuple_flatten_to_tuple(&ex->al, step->a.stride);
	struct tuple natural = tuple_idx2crd(&ex->al, step->numbers[0], step->a.shape);
	struct tuple digits = tuple_flatten_to_tuple(&ex->al, natural);
	put_layout(ex, "", step->a);
	put(ex, " at %", step->numbers);
	if (!tuple_equal(natural, step->numbers[0])) {
		put(ex, ", which is the coordinate %", &natural);
	}
	buf_put(ex->out, ": ");
	for (int i = 0; i < digits.rank; i++) {
		buf_put(ex->out, i > 0 ? " + " : "");
		put(ex, "%*%", (struct tuple[]){ digits.modes[i], stride.modes[i] });
	}
	put(ex, " = %", &step->numbers[1]);
}

/*
 * "c" where it is no "_", times the strides: digit after digit, nothing for those that are 0. Returns how many terms
 * were put, "count" of them before.
 */
static int put_terms(struct explanation *ex, struct tuple c, struct tuple shape, struct tuple stride, int count) {
	if (tuple_is_underscore(c)) {
		return count;
	}
	if (!tuple_is_tuple(c) && tuple_is_tuple(shape)) {
		c = tuple_idx2crd(&ex->al, c, shape);
	}
	for (int i = 0; tuple_is_tuple(c) && i < c.rank && i < tuple_rank(shape); i++) {
		count = put_terms(ex, c.modes[i], tuple_mode(shape, i), tuple_mode(stride, i), count);
	}
	bool counts = !tuple_is_tuple(c) && !tuple_is_constant(c, 0) && !tuple_is_constant(stride, 0);
	if (counts) {
		buf_put(ex->out, count > 0 ? " + " : "");
		put(ex, "%*%", (struct tuple[]){ c, stride });
	}
	return count + counts;
}

/* "slice of L at (_,(1,3)): it begins at 1*5760 + 3*16 = 5808" */
static void put_slice(struct explanation *ex, const struct trace_step *step) {
	put_layout(ex, "slice of ", step->a);
	put(ex, " at %: it begins at ", step->numbers);
	if (put_terms(ex, step->numbers[0], step->a.shape, step->a.stride, 0) > 0) {
		buf_put(ex->out, " = ");
	}
	put(ex, "%", &step->numbers[1]);
}

/* Of a tiled copy or MMA: the number of a thread taken apart. */
static void put_thread(struct explanation *ex, const struct trace_step *step) {
	put(ex, "thread % is %: its thread of the atom, and its atom along the two modes", step->numbers);
}

/* "swizzle: 74 ^ ((74 & 0x1c0) >> 3) = 66" */
static void put_swizzle(struct explanation *ex, const struct trace_step *step) {
	int64_t argument = step->numbers[0].value;
	int64_t shift = step->numbers[3].value;
	buf_printf(ex->out, "swizzle: %" PRId64 " ^ ((%" PRId64 " & 0x%" PRIx64 ") %s %" PRId64 ") = %" PRId64, argument,
		argument, (uint64_t)step->numbers[2].value, shift < 0 ? "<<" : ">>", shift < 0 ? -shift : shift,
		step->numbers[1].value);
}

/* The bits that a swizzle reads and changes, behind the layout that it goes through: two masks, the layout at both. */
static void put_push(struct explanation *ex, const struct trace_step *step) {
	const struct tuple *n = step->numbers;
	struct swizzle pushed = swizzle_from_masks(&ex->al, n[2].value, n[3].value);
	put_layout(ex, "the swizzle goes through A = ", step->a);
	buf_printf(ex->out, ": the bits 0x%" PRIx64 " that it reads become A(%" PRId64 ") = %" PRId64 " = 0x%" PRIx64 ", "
		"the bits 0x%" PRIx64 " that it changes A(%" PRId64 ") = %" PRId64 " = 0x%" PRIx64,
		(uint64_t)n[0].value, n[0].value, n[2].value, (uint64_t)n[2].value,
		(uint64_t)n[1].value, n[1].value, n[3].value, (uint64_t)n[3].value);
	if (!algebra_failed(&ex->al)) {
		buf_put(ex->out, ": ");
		print_swizzle(ex->out, pushed);
	}
}

/* A leaf seen in elements as many times as large: extent, stride, factor. */
static void put_upcast_leaf(struct explanation *ex, const struct trace_step *step) {
	struct tuple extent = step->numbers[0];
	struct tuple stride = step->numbers[1];
	struct tuple factor = step->numbers[2];
	struct tuple by = int_abs(&ex->al, stride);
	put(ex, "%:%: ", step->numbers);
	if (!int_has_value(by)) {
		put(ex, "stride %/% = %", (struct tuple[]){ stride, factor, int_div(&ex->al, stride, factor) });
	} else if (by.value == 0) {
		buf_put(ex->out, "stride 0 stays");
	} else if (by.value % factor.value == 0) {
		struct tuple quotient = int_div(&ex->al, stride, factor);
		put(ex, "stride %/% = %: %:%", (struct tuple[]){ stride, factor, quotient, extent, quotient });
	} else if (factor.value % by.value == 0) {
		struct tuple group = int_div(&ex->al, factor, by);
		struct tuple left = int_ceil_div(&ex->al, extent, group);
		put(ex, "%/% = % of its elements make one; ceil(%/%) = %: %:%",
			(struct tuple[]){ factor, by, group, extent, group, left, left, int_sign(stride) });
	} else {
		put(ex, "but neither of % and % divides the other", (struct tuple[]){ stride, factor });
	}
}

/* The same for elements as many times as small. */
static void put_downcast_leaf(struct explanation *ex, const struct trace_step *step) {
	struct tuple extent = step->numbers[0];
	struct tuple stride = step->numbers[1];
	struct tuple factor = step->numbers[2];
	bool unit = tuple_is_plain_int(stride) && int_has_value(stride) && (stride.value == 1 || stride.value == -1);
	put(ex, "%:%: ", step->numbers);
	if (unit) {
		struct tuple product = multiply(ex, extent, factor);
		put(ex, "stride % stays, extent %*% = %: %:%",
			(struct tuple[]){ stride, extent, factor, product, product, stride });
	} else {
		struct tuple product = multiply(ex, stride, factor);
		put(ex, "stride %*% = %: %:%", (struct tuple[]){ stride, factor, product, extent, product });
	}
}

/* The result of an operation, or of a leaf. */
static void put_end(struct explanation *ex, const struct trace_step *step) {
	put_layout(ex, "= ", step->a);
}

/* "index" says how the operand was simplified: enum trace_operand. */
static void put_operand(struct explanation *ex, const struct trace_step *step) {
	static const char *const simplified[] = {
		[TRACE_COALESCED] = "coalesced: ", [TRACE_LEFT] = "A coalesced: ", [TRACE_FILTERED] = "filtered: ",
	};
	put_layout(ex, simplified[step->index], step->a);
}

/* "index" is the operand whose modes stand first. */
static void put_paired(struct explanation *ex, const struct trace_step *step) {
	put_layout(ex, step->index == 1 ? "mode by mode, A first: " : "mode by mode, B first: ", step->a);
}

/* The offsets of a slice, or of a part, add up. */
static void put_shift(struct explanation *ex, const struct trace_step *step) {
	put(ex, "offset: % + % = %", step->numbers);
}

/* What stands in front of the innermost layout is not changed by an operation on that. */
static void put_front(struct explanation *ex, const struct trace_step *step) {
	put(ex, "Sw<%,%,%> o % o stays in front of it", step->numbers);
}

static void put_mode(struct explanation *ex, const struct trace_step *step) {
	buf_put(ex->out, "mode ");
	buf_put_int(ex->out, step->index);
	buf_put_char(ex->out, ':');
}

/* A mode that coalescing drops. */
static void put_vanish(struct explanation *ex, const struct trace_step *step) {
	put(ex, "%:% vanishes: its extent is 1", step->numbers);
}

/* Two neighbours that become one mode: extent and stride of each. */
static void put_merge(struct explanation *ex, const struct trace_step *step) {
	const struct tuple *n = step->numbers;
	put(ex, "%:% and %:% merge, since %*% = %: %:%",
		(struct tuple[]){ n[0], n[1], n[2], n[3], n[0], n[1], n[3], multiply(ex, n[0], n[2]), n[1] });
}

/* Two neighbours that do not. */
static void put_keep(struct explanation *ex, const struct trace_step *step) {
	const struct tuple *n = step->numbers;
	put(ex, "%:% and %:% stay apart, since %*% = %, not %",
		(struct tuple[]){ n[0], n[1], n[2], n[3], n[0], n[1], multiply(ex, n[0], n[1]), n[3] });
}

/* A stride of 0 is left as it is, whatever A: CuTe does not fold it. */
static void put_leaf(struct explanation *ex, const struct trace_step *step) {
	put(ex, "leaf %:% of B", step->numbers);
	buf_put(ex->out, tuple_is_constant(step->numbers[1], 0) ? ": stride 0 stays" : "");
}

static void put_span_last(struct explanation *ex, const struct trace_step *step) {
	put(ex, "the extent of the last, %, moves the index by %: %:%",
		(struct tuple[]){ step->numbers[0], step->numbers[1], step->numbers[0], step->numbers[1] });
}

/* A quotient of a formula that is rounded, and what promise would keep it exact. */
static void put_rounded(struct explanation *ex, const struct trace_step *step) {
	const struct tuple *n = step->numbers;
	put(ex, step->kind == TRACE_ROUNDED_UP ? "%/% is rounded up, as " : "%/% is rounded down, as ", n);
	put(ex, "% need not be a multiple of %", n);
	if (symbol_is_name(n[0]) && !int_is_symbol(n[1])) {
		put(ex, ": --assume '%", n);
		buf_put(ex->out, " % ");
		put(ex, "% == 0' keeps it exact", &n[1]);
	}
}

/* A quotient that keeps no divisor, and what would be divided: a multiple of both, where that is a divisor. */
static void put_lost(struct explanation *ex, const struct trace_step *step) {
	const struct tuple *n = step->numbers;
	if (step->kind == TRACE_LOST_UP) {
		put(ex, "nothing is known of ceil_div(%,%): CuTe keeps no divisor where it rounds up", n);
		if (!int_is_negative(n[1])) {
			put(ex, "; with a name, M = %, it is a formula", n);
		}
		return;
	}
	put(ex, "nothing is known of %/%", n);
	if (!int_has_value(n[1])) {
		return;
	}
	put(ex, ", as % need not divide it", &n[1]);
	uint64_t factor = int_divisor(n[0]) / number_gcd(int_divisor(n[0]), int_divisor(n[1]));
	if (int_divisor(n[1]) <= UINT32_MAX / factor) {
		buf_printf(ex->out, ": ?{div=%" PRIu64 "} keeps that", factor * int_divisor(n[1]));
	}
}

typedef void (*step_printer)(struct explanation *ex, const struct trace_step *step);

/* Put one step in words: those without a line here begin an operation. */
static void put_step(struct explanation *ex, const struct trace_step *step) {
	static const step_printer put_kind[TRACE_LOST_UP + 1] = {
		[TRACE_END] = put_end, [TRACE_LEAF_END] = put_end, [TRACE_OPERAND] = put_operand, [TRACE_PAIRED] = put_paired,
		[TRACE_EVALUATE] = put_evaluation, [TRACE_SLICE] = put_slice, [TRACE_THREAD] = put_thread,
		[TRACE_SHIFT] = put_shift, [TRACE_SWIZZLE] = put_swizzle,
		[TRACE_PUSH] = put_push, [TRACE_FRONT] = put_front, [TRACE_MODE] = put_mode, [TRACE_VANISH] = put_vanish,
		[TRACE_MERGE] = put_merge, [TRACE_KEEP] = put_keep, [TRACE_LEAF] = put_leaf, [TRACE_FOLD] = put_fold,
		[TRACE_LAST] = put_last, [TRACE_GAP] = put_gap, [TRACE_REST] = put_rest, [TRACE_TAKEN] = put_sorted,
		[TRACE_SKIPPED] = put_sorted, [TRACE_SPAN] = put_span, [TRACE_SPAN_LAST] = put_span_last,
		[TRACE_UPCAST_LEAF] = put_upcast_leaf, [TRACE_DOWNCAST_LEAF] = put_downcast_leaf,
		[TRACE_ROUNDED_DOWN] = put_rounded, [TRACE_ROUNDED_UP] = put_rounded, [TRACE_LOST] = put_lost,
		[TRACE_LOST_UP] = put_lost,
	};
	step_printer own = put_kind[step->kind];
	(own != NULL ? own : put_operation)(ex, step);
}

/* How far "step" is indented: an operation's steps and result below it, a leaf's below the leaf. */
static int indentation(const struct trace_step *step) {
	bool of_leaf = step->kind == TRACE_FOLD || step->kind == TRACE_LAST || step->kind == TRACE_LEAF_END;
	return step->depth + (of_leaf ? 1 : 0);
}

/* Whether "step" is the heading of a mode in which nothing is done. */
static bool is_empty_mode(const struct trace_step *step) {
	const struct trace_step *next = step->next;
	if (step->kind != TRACE_MODE || next == NULL || next->statement != step->statement) {
		return step->kind == TRACE_MODE;
	}
	return next->kind == TRACE_MODE || next->kind == TRACE_END || next->kind == TRACE_SLICE
		|| next->kind == TRACE_THREAD;
}

/* Whether "step" is shown down to "depth": what operations at this depth give is, what they do is not. */
static bool is_shown(const struct trace_step *step, int depth) {
	return depth <= 0 || step->depth < depth || (step->kind == TRACE_END && step->depth == depth);
}

const struct trace_step *explain_print(struct buf *out, const struct trace *trace, const struct trace_step *from,
		int statement, int depth) {
	struct explanation ex = { .out = out, .first = from };
	for (; from != NULL && from->statement <= statement; from = from->next) {
		if (is_shown(from, depth) && !is_empty_mode(from)) {
			algebra_init(&ex.al, out->arena);
			buf_put_repeated(out, ' ', (size_t)indentation(from) * 2);
			put_step(&ex, from);
			buf_put_char(out, '\n');
		}
		if (from == trace->last && trace->more) {
			buf_printf(out, "(the steps beyond these are left out; the limit is %d)\n", TRACE_STEPS_MAX);
		}
	}
	return from;
}

int explain_count(const struct trace_step *from, int statement) {
	int count = 0;
	for (; from != NULL && from->statement <= statement; from = from->next) {
		count++;
	}
	return count;
}
