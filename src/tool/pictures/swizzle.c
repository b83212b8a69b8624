/* A swizzle, or a swizzled layout: before and after. */
#include <inttypes.h>

#include "lang/notation/plain.h"
#include "render/swizzled.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_swizzle;

static bool suits(const struct subject *subject) {
	const struct value *value = &subject->value;
	return value->kind == VALUE_SWIZZLE || (value->kind == VALUE_COMPOSED && value->composed->outer.kind == MAP_SWIZZLE
		&& value->composed->inner.kind == MAP_LAYOUT);
}

static const char *text_of_map(struct algebra *al, const char *prefix, struct map map) {
	struct buf text;
	buf_init(&text, al->arena);
	buf_put(&text, prefix);
	print_map(&text, map);
	return text.data;
}

/* Make each element of the figure 2^"base" of them, which have addresses and banks unless they are very many. */
static void widen_elements(struct figure *figure, int base) {
	enum { MOST = 20 };
	if (base <= MOST) {
		figure->bits <<= base;
	} else {
		figure->facts &= ~(unsigned)FACT_MEMORY;
	}
}

/* A swizzle over the numbers that it permutes, in units that it leaves together; a swizzled layout before and after. */
static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	if (value->kind == VALUE_SWIZZLE) {
		struct swizzle unit;
		struct layout domain = swizzled_domain(al, value->swizzle, &unit);
		struct map before = map_from_layout(domain);
		struct map after = map_composed(al, map_from_swizzle(unit), tuple_int(0), before);
		struct buf note;
		buf_init(&note, al->arena);
		buf_printf(&note, "each cell is %" PRId64 " elements", (int64_t)1 << value->swizzle.base);
		if (value->swizzle.base > 0) {
			figure_add_legend(subject->figure, LEGEND_NOTE, "%s", note.data);
		}
		widen_elements(subject->figure, value->swizzle.base);
		swizzled_figure(subject->figure, al, (struct swizzled_side){ before, "before" },
			(struct swizzled_side){ after, "after" }, value->swizzle, value->swizzle.base);
		return;
	}
	if (value->kind != VALUE_COMPOSED || value->composed->outer.kind != MAP_SWIZZLE) {
		subject_fault(subject, &picture_kind_swizzle, "a swizzle or a swizzled layout");
		return;
	}
	const struct composed *composed = value->composed;
	struct map before = composed->inner;
	if (!tuple_is_constant(composed->offset, 0)) {
		before = map_composed(al, map_identity(), composed->offset, composed->inner);
	}
	struct map after = value_as_map(al, value);
	swizzled_figure(subject->figure, al,
		(struct swizzled_side){ before, text_of_map(al, "before: ", before) },
		(struct swizzled_side){ after, text_of_map(al, "after: ", after) }, composed->outer.swizzle, 0);
}

const struct picture_kind picture_kind_swizzle = { .name = "swizzle", .suits = suits, .draw = draw };
