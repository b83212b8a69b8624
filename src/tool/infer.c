#include "tool/infer.h"

#include <inttypes.h>

#include "lang/notation/json.h"
#include "lang/notation/plain.h"

void infer_put_layout(struct buf *out, struct algebra *al, const struct inferred *inferred) {
	print_map(out, inferred_map(al, inferred));
}

/* "i" or "i, j and k": the modes that do not add up. */
static void put_modes(struct buf *out, const struct domain *domain, const struct infer_refusal *refusal) {
	for (int i = 0; i < refusal->mode_count; i++) {
		buf_put(out, i == 0 ? "" : i + 1 == refusal->mode_count ? " and " : ", ");
		domain_put_name(domain, refusal->modes[i], out);
	}
}

static void put_place(struct buf *out, const struct domain *domain, const struct infer_refusal *refusal) {
	domain_put_coordinate(domain, refusal->at, out);
	buf_printf(out, " is %" PRId64 ", expected %" PRId64, refusal->value, refusal->expected);
}

/* The run, in entries of the mode. */
static void put_run(struct buf *out, const struct domain *domain, const struct infer_refusal *refusal) {
	if (domain->rank > 1) {
		domain_put_name(domain, refusal->mode, out);
		buf_put(out, ": ");
	}
	int64_t before = 1;
	for (int k = 0; k < refusal->mode; k++) {
		before *= domain->extents[k];
	}
	int64_t step = refusal->step / before;
	buf_printf(out, "the first run is of %" PRId64, refusal->run);
	if (step > 1) {
		buf_printf(out, " in steps of %" PRId64, step);
	}
}

static void put_reason(struct buf *out, const struct domain *domain, const struct infer_refusal *refusal) {
	switch (refusal->why) {
	case INFER_FITS:
		break;
	case INFER_RUN:
		put_run(out, domain, refusal);
		buf_printf(out, ", which does not divide %" PRId64 " (", refusal->left);
		put_place(out, domain, refusal);
		buf_put_char(out, ')');
		break;
	case INFER_REPEAT:
		put_run(out, domain, refusal);
		buf_put(out, " and does not repeat (");
		put_place(out, domain, refusal);
		buf_put_char(out, ')');
		break;
	case INFER_INTERACT:
		put_modes(out, domain, refusal);
		buf_put(out, " interact: ");
		put_place(out, domain, refusal);
		break;
	case INFER_CONTRADICTION:
		buf_put(out, "the entries contradict each other: ");
		put_place(out, domain, refusal);
		buf_put(out, " from those before");
		break;
	}
}

/* The map of bits that the table is, if it is one and time allows to see it. Tables with holes are not looked at. */
static void put_bits(struct buf *out, struct algebra *al, const struct domain *domain, const char *before,
		const char *after) {
	struct linear_reading reading = linear_from_table(al, domain->table, domain->shape);
	if (!algebra_failed(al) && reading.is_linear) {
		buf_put(out, before);
		print_map(out, map_from_linear(al, &reading.linear));
		buf_put(out, after);
	}
}

void infer_put_refusal(struct buf *out, struct algebra *al, const struct domain *domain,
		const struct inferred *inferred) {
	buf_put(out, "no offset + layout: ");
	put_reason(out, domain, &inferred->refusal);
	if (inferred->found) {
		buf_put_char(out, '\n');
	} else if (inferred->swizzles_tried == 0) {
		buf_put(out, "\nno swizzled layout: there is no swizzle of such values\n");
	} else {
		buf_printf(out, "\nno swizzled layout: %d swizzles tried, all that can change these values\n",
			inferred->swizzles_tried);
	}
	if (!inferred->found && inferred->holes == 0) {
		put_bits(out, al, domain, "a map of bits: ", "\n");
	}
}

void infer_put_doubt(struct buf *out, const struct inferred *inferred) {
	if (inferred->holes == 0 || inferred->unique) {
		return;
	}
	buf_printf(out, "%" PRId64 " %s not known", inferred->holes, inferred->holes == 1 ? "entry is" : "entries are");
	if (inferred->undetermined > 0) {
		buf_printf(out, " and leave %d %s open; this is the simplest\n", inferred->undetermined,
			inferred->undetermined == 1 ? "stride" : "strides");
	} else {
		buf_put(out, "; there may be other layouts\n");
	}
}

static void put_coordinate_json(struct buf *out, const struct domain *domain, int64_t i) {
	buf_put_char(out, '[');
	for (int k = 0; k < domain->rank; k++) {
		buf_printf(out, k > 0 ? ",%" PRId64 : "%" PRId64, i % domain->extents[k]);
		i /= domain->extents[k];
	}
	buf_put_char(out, ']');
}

static void put_refusal_json(struct buf *out, const struct domain *domain, const struct inferred *inferred) {
	static const char *const names[] = { "fits", "run", "repeat", "interact", "contradiction" };
	const struct infer_refusal *refusal = &inferred->refusal;
	struct buf text;
	buf_init(&text, out->arena);
	put_reason(&text, domain, refusal);
	buf_printf(out, ",\"plain\":{\"reason\":\"%s\",\"text\":", names[refusal->why]);
	buf_put_json(out, buf_str(&text));
	buf_put(out, ",\"at\":");
	put_coordinate_json(out, domain, refusal->at);
	buf_printf(out, ",\"value\":%" PRId64 ",\"expected\":%" PRId64 "}", refusal->value, refusal->expected);
}

void infer_put_json(struct buf *out, struct algebra *al, const struct domain *domain, const struct inferred *inferred) {
	struct buf text;
	buf_init(&text, out->arena);
	print_json_begin(out);
	buf_printf(out, "\"found\":%s", inferred->found ? "true" : "false");
	if (inferred->found) {
		infer_put_layout(&text, al, inferred);
		buf_put(out, ",\"text\":");
		buf_put_json(out, buf_str(&text));
		buf_printf(out, ",\"offset\":%" PRId64 ",\"layout\":", inferred->offset);
		print_map_json(out, map_from_layout(inferred->layout));
		buf_printf(out, ",\"unique\":%s", inferred->unique ? "true" : "false");
	}
	if (inferred->swizzle.bits > 0) {
		buf_printf(out, ",\"swizzle\":[%d,%d,%d]", inferred->swizzle.bits, inferred->swizzle.base,
			inferred->swizzle.shift);
	}
	if (inferred->holes > 0) {
		buf_printf(out, ",\"holes\":%" PRId64 ",\"undetermined\":%d", inferred->holes, inferred->undetermined);
	}
	if (!inferred->found && inferred->holes == 0) {
		put_bits(out, al, domain, ",\"bits\":\"", "\"");
	}
	if (inferred->refusal.why != INFER_FITS) {
		put_refusal_json(out, domain, inferred);
		buf_printf(out, ",\"swizzles_tried\":%d", inferred->swizzles_tried);
	}
	buf_put(out, "}\n");
}
