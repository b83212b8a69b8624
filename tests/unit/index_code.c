/*
 * Functions of an index (lang/notation/index_code.h), run here as C, CUDA C++ and Python would run them: those of
 * random layouts and composed layouts, of numbers and of names, give the offsets of the map at all of its indices; a
 * layout that would be given numbers below 0 is refused where the inner layout has such, and nowhere else; functions of
 * 32 bits are printed as long as all offsets fit, and refused one beyond. Then cases by hand; to add one, add a line.
 * Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "code_machine.h"
#include "lang/notation/notation.h"
#include "lang_case.h"
#include "samples.h"
#include "tally.h"

enum { ROUNDS = 4000, RANGES = 1500, INDICES_MAX = 300 };

/* --- programs and functions --- */

/* The value of "text"; VALUE_NONE where it is refused. */
static struct value value_of(struct arena *arena, const char *text) {
	return last_result(run_text(arena, str_from(text)));
}

/* The function of "value" in "style", of integers of "type" if that is not ""; or "error: " and the sentence. */
static const char *function_of(struct arena *arena, const struct value *value, const char *style, const char *type) {
	const struct notation *notation = notation_find(style);
	struct algebra al;
	struct buf out;
	enum index_type index_type;
	algebra_init(&al, arena);
	buf_init(&out, arena);
	if (index_type_read(type, &index_type)) {
		notation->print_code(&out, &al, value, 0, index_type);
	} else {
		notation->print(&out, &al, value, 0);
	}
	if (algebra_failed(&al)) {
		out.length = 0;
		buf_printf(&out, "error: %s", al.fault.text);
	}
	return out.data;
}

static bool is_error(const char *code) {
	return strncmp(code, "error: ", 7) == 0;
}

/* --- random maps --- */

/* What maps are made of: names only where "names" is set, strides below 0 only where "below" is. */
struct kind_of_map {
	bool names;
	bool below;
};

static void put_sample(struct buf *out, struct samples *samples, struct kind_of_map kind) {
	static const char *const shapes[] = { "1", "2", "3", "4", "5", "8", "(2,3)", "(3,1)", "M", "N", "M", "(2,M)" };
	static const char *const strides[] = { "0", "1", "2", "3", "7", "16", "N", "M", "N/8", "3*M", "M*N", "N*M/8+1",
		"(M+1)/2", "ceil_div(N,M)", "-1", "-2", "-5", "-N/8", "-3*N/8", "M-N/8", "-M", "1-M", "N/8-M", "-(M/2)",
		"-((M+1)/2)", "1-N/3", "-ceil_div(N,3)" };
	int rank = 1 + (int)sample_below(samples, 3);
	struct buf steps;
	buf_init(&steps, out->arena);
	buf_put(out, "make_layout((");
	for (int i = 0; i < rank; i++) {
		const char *extent = shapes[sample_below(samples, kind.names ? 12 : 8)];
		buf_printf(out, "%s,", extent);
		for (int k = extent[0] == '(' ? 2 : 1; k > 0; k--) {
			int64_t step = !kind.below || sample_below(samples, 3) > 0 ? sample_below(samples, kind.names ? 14 : 6)
				: 14 + sample_below(samples, kind.names ? 13 : 3);
			buf_printf(&steps, extent[0] != '(' ? "%s," : k == 2 ? "(%s," : "%s),", strides[step]);
		}
	}
	out->data[--out->length] = '\0';
	steps.data[--steps.length] = '\0';
	buf_printf(out, "),(%s))", steps.data);
}

static void put_offset(struct buf *out, struct samples *samples, struct kind_of_map kind) {
	static const char *const offsets[] = { "0", "0", "1", "3", "8", "-1", "-4", "M", "N-1", "M-1", "-M", "N/8-1" };
	buf_put(out, offsets[sample_below(samples, kind.names ? 12 : 7)]);
}

static void put_swizzle(struct buf *out, struct samples *samples) {
	int64_t bits = sample_below(samples, 3);
	int64_t shift = bits + sample_below(samples, 2);
	buf_printf(out, "Sw<%" PRId64 ",%" PRId64 ",%" PRId64 ">", bits, sample_below(samples, 3),
		sample_below(samples, 2) == 0 ? shift : -shift);
}

/* A map of "depth" parts behind each other at most; the innermost is a layout. */
static void put_map(struct buf *out, struct samples *samples, struct kind_of_map kind, int depth) {
	if (depth == 0) {
		put_sample(out, samples, kind);
		return;
	}
	buf_put(out, "make_composed_layout(");
	int64_t outer = sample_below(samples, 8);
	if (outer < 4) {
		put_sample(out, samples, kind);
	} else if (outer < 7) {
		put_swizzle(out, samples);
	} else {
		put_map(out, samples, kind, 1);
	}
	buf_put(out, ",");
	put_offset(out, samples, kind);
	buf_put(out, ",");
	put_map(out, samples, kind, depth - 1);
	buf_put(out, ")");
}

/* "text" behind what M and N are: names, or numbers. */
static const char *with_names(struct arena *arena, const char *text, const int64_t *numbers) {
	struct buf out;
	buf_init(&out, arena);
	if (numbers == NULL) {
		buf_put(&out, "M = ?; N = ?{div=8}; ");
	} else {
		buf_printf(&out, "M = %" PRId64 "; N = %" PRId64 "; ", numbers[0], numbers[1]);
	}
	buf_put(&out, text);
	return out.data;
}

/* --- offsets --- */

struct language {
	const char *style, *type;
	enum arithmetic arithmetic;
	int64_t least, most;
};

static const struct language languages[] = {
	{ "python", "", FLOOR, INT64_MIN, INT64_MAX },
	{ "cuda", "", UNSIGNED, INT64_MIN, INT64_MAX },
	{ "c", "int64", TRUNCATE, INT64_MIN, INT64_MAX },
	{ "c", "int32", TRUNCATE, INT32_MIN, INT32_MAX },
	{ "cuda", "uint64", UNSIGNED, INT64_MIN, INT64_MAX },
};

/* The innermost layout of "map". */
static struct layout innermost(struct map map) {
	while (map.kind == MAP_COMPOSED) {
		map = map.composed->inner;
	}
	return map.layout;
}

/* The function of "symbolic" in "language" against the offsets of "map", the same with the numbers "numbers". */
static void check_offsets(struct tally *tally, struct arena *arena, const char *code, const struct language *language,
		struct map map, const int64_t *numbers, const char *text) {
	struct algebra al;
	algebra_init(&al, arena);
	struct layout inner = innermost(map);
	int64_t size = layout_size(&al, inner).value;
	int64_t rows = tuple_product(&al, tuple_mode(inner.shape, 0)).value;
	bool is_matrix = map.kind == MAP_LAYOUT && layout_rank(inner) == 2;
	struct machine m = { .arithmetic = language->arithmetic, .least = language->least, .most = language->most };
	expect(tally, is_matrix == (strstr(code, "idx_mn(") != NULL), "%s: %s", text, code);
	for (int64_t i = 0; i < size && i < INDICES_MAX; i++) {
		algebra_init(&al, arena);
		int64_t wanted = map_crd2idx(&al, tuple_int(i), map).value;
		if (algebra_failed(&al)) {
			continue; /* a swizzle is given a number below 0 */
		}
		int64_t saw = result_of(&m, code, "idx(", &i, 1, numbers);
		bool good = !m.is_wrong && saw == wanted;
		if (is_matrix && good) {
			saw = result_of(&m, code, "idx_mn(", (const int64_t[]){ i % rows, i / rows }, 2, numbers);
			good = !m.is_wrong && saw == wanted;
		}
		if (!good) {
			expect(tally, false, "%s of M=%" PRId64 " N=%" PRId64 " at %" PRId64 ": %" PRId64 ", not %" PRId64 "\n%s",
				text, numbers[0], numbers[1], i, wanted, saw, code);
			return;
		}
	}
	expect(tally, true, "%s", text);
}

/* The outer layout of "map" has more than one mode, and the inner layout gives it numbers below 0. */
static bool is_given_below(struct algebra *al, struct map map) {
	bool below = false;
	int64_t size = layout_size(al, innermost(map)).value;
	for (int64_t i = 0; i < size; i++) {
		struct tuple x = map_crd2idx(al, tuple_int(i), map.composed->inner);
		below = below || x.value + map.composed->offset.value < 0;
	}
	struct layout outer = layout_coalesce_extended(al, map.composed->outer.layout);
	return below && layout_rank(outer) > 1;
}

/* A random map; "printed" counts those of which a function is printed. */
static void check_random(struct tally *tally, struct arena *arena, struct samples *samples, int *printed) {
	struct algebra al;
	struct buf text;
	arena_reset(arena);
	algebra_init(&al, arena);
	buf_init(&text, arena);
	struct kind_of_map kind = { .names = sample_below(samples, 2) == 0, .below = sample_below(samples, 2) == 0 };
	put_map(&text, samples, kind, (int)sample_below(samples, 4));
	struct value symbolic = value_of(arena, with_names(arena, text.data, NULL));
	const struct language *language = &languages[sample_below(samples, sizeof languages / sizeof languages[0])];
	if (symbolic.kind != VALUE_LAYOUT && symbolic.kind != VALUE_COMPOSED) {
		return;
	}
	const char *code = function_of(arena, &symbolic, language->style, language->type);
	struct map map = value_as_map(&al, &symbolic);
	if (!kind.names && map.kind == MAP_COMPOSED && map.composed->inner.kind == MAP_LAYOUT
		&& map.composed->outer.kind == MAP_LAYOUT) {
		bool below = is_given_below(&al, map);
		expect(tally, below == (strstr(code, "may be below 0") != NULL), "%s: %s", text.data, code);
	}
	*printed += is_error(code) ? 0 : 1;
	for (int k = 0; k < 4 && !is_error(code); k++) {
		int64_t numbers[2] = { sample_between(samples, 1, 6), 8 * sample_between(samples, 1, 3) };
		struct value value = value_of(arena, with_names(arena, text.data, numbers));
		if (value.kind == VALUE_LAYOUT || value.kind == VALUE_COMPOSED) {
			check_offsets(tally, arena, code, language, value_as_map(&al, &value), numbers, text.data);
		}
	}
}

/* --- ranges --- */

/* The offset of "index" in the modes of "shape" and "stride"; the last mode goes on. */
static int64_t offset_at(const int64_t *shape, const int64_t *stride, int rank, int64_t index) {
	int64_t sum = 0;
	for (int i = 0; i < rank; i++) {
		int64_t rest = i + 1 < rank ? index / shape[i] : 0;
		sum += (index - rest * (i + 1 < rank ? shape[i] : 0)) * stride[i];
		index = rest;
	}
	return sum;
}

/*
 * A random layout at the first indices, of as many as a layout in front of it has, moved so that its greatest or least
 * offset is the last that fits "type", or one beyond.
 */
static void check_range(struct tally *tally, struct arena *arena, struct samples *samples) {
	int64_t shape[4], stride[4];
	int rank = 1 + (int)sample_below(samples, 4);
	int64_t scale = sample_below(samples, 3) == 0 ? 100000000 : 1;
	struct buf shapes, strides, text;
	arena_reset(arena);
	buf_init(&shapes, arena);
	buf_init(&strides, arena);
	buf_init(&text, arena);
	for (int i = 0; i < rank; i++) {
		shape[i] = sample_between(samples, 1, 5);
		stride[i] = scale * sample_between(samples, -9, 9);
		buf_printf(&shapes, "%s%" PRId64, i > 0 ? "," : "", shape[i]);
		buf_printf(&strides, "%s%" PRId64, i > 0 ? "," : "", stride[i]);
	}
	int64_t count = sample_between(samples, 1, 60);
	int64_t ends[2] = { 0, 0 };
	for (int64_t i = 0; i < count; i++) {
		int64_t offset = offset_at(shape, stride, rank, i);
		ends[0] = offset < ends[0] ? offset : ends[0];
		ends[1] = offset > ends[1] ? offset : ends[1];
	}
	bool is_signed = sample_below(samples, 2) == 0;
	int64_t least = is_signed ? INT32_MIN : 0;
	int64_t most = is_signed ? INT32_MAX : UINT32_MAX;
	int64_t beyond = sample_below(samples, 2);
	int64_t by = sample_below(samples, 2) == 0 ? most - ends[1] + beyond : least - ends[0] - beyond;
	buf_printf(&text, "make_composed_layout(make_layout(8,1),%" PRId64 ",make_composed_layout(make_layout((%s),(%s)),0,"
		"make_layout(%" PRId64 ",1)))", by, shapes.data, strides.data, count);
	struct value value = value_of(arena, text.data);
	const char *code = function_of(arena, &value, "c", is_signed ? "int32" : "uint32");
	bool fits = ends[0] + by >= least && ends[1] + by <= most;
	expect(tally, value.kind == VALUE_COMPOSED && fits == (strstr(code, "does not fit") == NULL), "%s as %s: %s",
		text.data, is_signed ? "int32" : "uint32", code);
}

/* --- by hand --- */

/* What fits a type, in the words of the message where something does not. */
static const struct {
	const char *type;
	const char *expression;
	const char *refused;
} fitting[] = {
	/* The last index, also of a layout without other numbers, and of a layout without elements. */
	{ "int32", "2147483648:0", NULL },
	{ "int32", "2147483649:0", "the index 2147483648 does not fit int32" },
	{ "uint32", "4294967296:0", NULL },
	{ "uint32", "4294967297:0", "the index 4294967296 does not fit uint32" },
	{ "int64", "4294967297:0", NULL },
	{ "uint64", "4294967297:0", NULL },
	{ "uint32", "(4,0):(1,4)", NULL },
	{ "uint32", "0:1", NULL },
	{ "int32", "make_composed_layout((0,4):(7,1),0,4:1)", NULL },
	{ "int32", "make_composed_layout((4,0):(7,1),0,4:1)", NULL },
	{ "int32", "make_layout((4,8),(4294967296@0,1@1))",
		"style c prints functions with integers as results, not coordinates" },
	/* Offsets. */
	{ "int32", "2:2147483647", NULL },
	{ "int32", "2:2147483648", "the offset 2147483648 does not fit int32" },
	{ "int32", "2:-2147483648", NULL },
	{ "int32", "2:-2147483649", "the offset -2147483649 does not fit int32" },
	{ "uint32", "2:4294967295", NULL },
	{ "uint32", "2:4294967296", "the offset 4294967296 does not fit uint32" },
	{ "uint32", "2:-1", "the offset -1 does not fit uint32" },
	{ "int64", "2:4294967296", NULL },
	{ "int64", "2:-4294967296", NULL },
	{ "uint64", "2:4294967296", NULL },
	{ "uint64", "2:-1", NULL },
	/* Of one mode at numbers below 0. */
	{ "int32", "make_composed_layout(8:1073741824,-2,1:0)", NULL },
	{ "int32", "make_composed_layout(8:1073741825,-2,1:0)", "the bound of offsets -2147483650 does not fit int32" },
	{ "int32", "make_composed_layout(8:-1073741823,-2,4:1)", NULL },
	{ "int32", "make_composed_layout(8:-1073741824,-2,4:1)", "the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout((2,2):(1,2147483648),-1,4:1)",
		"the outer layout is given numbers that may be below 0, which style c does not take apart as CuTe does" },
	/* Of a mode of one element, at numbers beyond it. */
	{ "int32", "make_composed_layout(1:1073741823,0,3:1)", NULL },
	{ "int32", "make_composed_layout(1:1073741824,0,3:1)", "the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout((2,1):(1,715827882),0,8:1)", NULL },
	{ "int32", "make_composed_layout((2,1):(1,715827883),0,8:1)",
		"the bound of offsets 2147483650 does not fit int32" },
	/* Of a part of a layout, from where it begins. */
	{ "uint32", "slice_and_offset((_,1), (4,4):(1,4294967292))", NULL },
	{ "uint32", "slice_and_offset((_,1), (4,4):(1,4294967293))", "the offset 4294967296 does not fit uint32" },
	{ "uint32", "slice_and_offset((_,3), (4,4):(-1,1))", NULL },
	{ "uint32", "slice_and_offset((_,2), (4,4):(-1,1))", "the offset -1 does not fit uint32" },
	/* An offset of what is given to a swizzle; it has no domain of its own, but the index 0. */
	{ "uint32", "make_composed_layout(Sw<1,0,2>,4294967295,Sw<1,0,2>)", NULL },
	{ "uint32", "make_composed_layout(Sw<1,0,2>,4294967296,Sw<1,0,2>)", "the offset 4294967296 does not fit uint32" },
	{ "int32", "make_composed_layout(Sw<1,0,2>,2147483648,2:0)", "the offset 2147483648 does not fit int32" },
	/* What a swizzle gives: all bits up to the highest, and those that are xored onto, if some bit is read. */
	{ "int32", "make_composed_layout(8:1,2147483644,make_composed_layout(Sw<1,0,2>,0,4:1))", NULL },
	{ "int32", "make_composed_layout(8:1,2147483645,make_composed_layout(Sw<1,0,2>,0,4:1))",
		"the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout(8:1,2147483640,make_composed_layout(Sw<1,0,2>,0,5:1))", NULL },
	{ "int32", "make_composed_layout(8:1,2147483641,make_composed_layout(Sw<1,0,2>,0,5:1))",
		"the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout(8:1,2147483642,make_composed_layout(Sw<1,0,-2>,0,2:1))", NULL },
	{ "int32", "make_composed_layout(8:1,2147483643,make_composed_layout(Sw<1,0,-2>,0,2:1))",
		"the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout(8:1,2147483645,make_composed_layout(Sw<0,0,2>,0,3:1))", NULL },
	{ "int32", "make_composed_layout(8:1,2147483646,make_composed_layout(Sw<0,0,2>,0,3:1))",
		"the bound of offsets 2147483648 does not fit int32" },
	{ "int32", "make_composed_layout(8:1,-2147483648,make_composed_layout(Sw<1,0,-2>,1,1:0))", NULL },
	{ "int32", "make_composed_layout(8:1,-2147483649,make_composed_layout(Sw<1,0,-2>,1,1:0))",
		"the bound of offsets -2147483649 does not fit int32" },
	{ "int32", "make_composed_layout(8:1,-2147483649,make_composed_layout(Sw<1,0,2>,1,1:0))", NULL },
	{ "int32", "make_composed_layout(8:1,-2147483650,make_composed_layout(Sw<1,0,2>,1,1:0))",
		"the bound of offsets -2147483649 does not fit int32" },
	{ "int32", "Sw<1,30,-1> o 0 o 2:1073741823", NULL },
	{ "int32", "Sw<1,30,-1> o 0 o 2:1073741824", "the bound of offsets 4294967295 does not fit int32" },
	{ "uint32", "Sw<1,30,-1> o 0 o 2:1073741824", NULL },
	{ "uint32", "Sw<1,31,-1> o 0 o 2:2147483648", "the bound of offsets 8589934591 does not fit uint32" },
	/* A swizzle maps no numbers below 0. */
	{ "int32", "make_composed_layout(8:1,2147483647,make_composed_layout(Sw<1,0,-2>,-1,3:1))", NULL },
	{ "int32", "make_composed_layout(8:1,2147483642,make_composed_layout(Sw<1,0,-2>,0,3:1))",
		"the bound of offsets 2147483649 does not fit int32" },
	/* Of names nothing is known. */
	{ "int32", "M = ?; (M,4):(1,4294967296)", NULL },
	{ "int32", "M = ?; (4,2):(M,4294967296)", NULL },
	{ "uint32", "M = ?; Sw<1,0,2> o -M o (4,2):(4294967296,1)", NULL },
};

static void check_fitting(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof fitting / sizeof fitting[0]; i++) {
		struct value value = value_of(arena, fitting[i].expression);
		const char *code = function_of(arena, &value, "c", fitting[i].type);
		const char *said = is_error(code) ? code + 7 : "";
		const char *wanted = fitting[i].refused == NULL ? "" : fitting[i].refused;
		expect(tally, strcmp(said, wanted) == 0, "%s as %s: expected \"%s\", saw \"%s\"", fitting[i].expression,
			fitting[i].type, wanted, said);
	}
}

/* A layout of more than one mode is given no numbers below 0: whether it is certain that there are none. */
static const struct {
	const char *expression;
	bool is_printed;
} given[] = {
	{ "(4,8):(8,1) o M-1 o (2,2):(1,0)", true },
	{ "(4,8):(8,1) o M-2 o (2,2):(1,0)", false },
	{ "(4,8):(8,1) o 0 o (2,2):(M-1,N)", true },
	{ "(4,8):(8,1) o 0 o (2,2):(M-2,N)", false },
	{ "(4,8):(8,1) o M o (2,2):(-M,0)", true },
	{ "(4,8):(8,1) o M o (3,2):(-M,0)", false },
	{ "(4,8):(8,1) o 3*M o (2,2):(-M,-2*M)", true },
	{ "(4,8):(8,1) o 3*M-1 o (2,2):(-M,-2*M)", false },
	{ "(4,8):(8,1) o 3*M o (2,2):(1-M,-2*M)", true },
	/* A stride that may be above or below 0 is no help to another. */
	{ "(4,8):(8,1) o M-1 o (2,2):(2-M,-1)", false },
	{ "(4,8):(8,1) o 0 o (2,2):(N-M,M-N)", false },
	/* Not even the outermost layout asks for digits here. */
	{ "(4,8):(1,4) o -1 o (2,2):(-M,-N)", true },
	{ "8:2 o -1 o (2,2):(-M,-N)", true },
	/* Behind a composed layout: what each of its parts gives, of strides that it has beyond its domain, too. */
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(8:2,0,(2,2):(1,4)))", true },
	{ "make_composed_layout((4,8):(8,1),-1,make_composed_layout(8:2,0,(2,2):(1,4)))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(8:2,-3,(2,2):(1,4)))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(8:2,3,4:-1))", true },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(8:2,2,4:-1))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(8:-2,0,(2,2):(1,4)))", false },
	{ "make_composed_layout((4,8):(8,1),3,make_composed_layout(4:-1,0,8:1))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(Sw<1,0,2>,3,4:-1))", true },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(Sw<1,0,2>,2,4:-1))", false },
	{ "make_composed_layout((4,8):(8,1),M,make_composed_layout(Sw<1,0,2>,M,(2,2):(-M,0)))", true },
	{ "make_composed_layout((4,8):(8,1),0,Sw<1,0,2>)", true },
	{ "make_composed_layout((4,8):(8,1),-1,Sw<1,0,2>)", false },
	{ "make_composed_layout(make_composed_layout((4,8):(8,1),3,4:1),0,4:1)", true },
	{ "make_composed_layout(make_composed_layout((4,8):(8,1),-1,4:1),0,4:1)", false },
	{ "make_composed_layout(make_composed_layout((4,8):(8,1),3,4:-1),0,8:1)", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(make_composed_layout(8:2,0,8:3),0,4:1))", true },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(make_composed_layout(8:2,-1,8:3),0,4:1))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(make_composed_layout(8:-2,0,8:3),0,4:1))", false },
	{ "make_composed_layout((4,8):(8,1),0,make_composed_layout(make_composed_layout(8:2,0,8:-3),0,4:1))", false },
};

static void check_given(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
		struct value value = value_of(arena, with_names(arena, given[i].expression, NULL));
		const char *code = function_of(arena, &value, "python", "");
		expect(tally, value.kind != VALUE_NONE && is_error(code) != given[i].is_printed
			&& is_error(code) == (strstr(code, "the outer layout is given numbers that may be below 0") != NULL),
			"%s: %s", given[i].expression, code);
	}
}

/* The names that integers have, and the underscores that the function's own names need behind them then. */
static const struct {
	const char *names[2];
	const char *underscores;
} own_names[] = {
	{ { "M", "N" }, "" }, { { "i", "M" }, "_" }, { { "M", "i" }, "_" }, { { "m", "M" }, "_" }, { { "n", "M" }, "_" },
	{ { "q1", "M" }, "_" }, { { "a1", "M" }, "_" }, { { "q12", "M" }, "_" }, { { "q", "a" }, "" },
	{ { "M1", "N2" }, "" }, { { "qx", "ax" }, "" }, { { "q1x", "a1x" }, "" }, { { "qx1", "ax1" }, "" },
	{ { "p1", "b1" }, "" }, { { "ii", "mn" }, "" }, { { "i1", "n1" }, "" }, { { "M_", "N__" }, "" },
	{ { "i_", "M" }, "__" }, { { "i__", "M" }, "___" }, { { "q1_", "M" }, "__" }, { { "a1__", "M" }, "___" },
	{ { "i_", "q1" }, "__" }, { { "q1", "i_" }, "__" }, { { "i_", "q1_" }, "__" }, { { "q_1", "a_1" }, "" },
};

static void check_names(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof own_names / sizeof own_names[0]; i++) {
		const char *a = own_names[i].names[0];
		const char *b = own_names[i].names[1];
		const char *own = own_names[i].underscores;
		struct buf text, wanted;
		buf_init(&text, arena);
		buf_init(&wanted, arena);
		buf_printf(&text, "%s = ?; %s = ?; Sw<1,0,2> o 1 o (3,%s):(%s,1)", a, b, a, b);
		buf_printf(&wanted, "def idx(i%s, %s, %s):\n\tq1%s = i%s // 3\n\ta1%s = (i%s - q1%s * 3) * %s + q1%s + 1\n"
			"\treturn a1%s ^ ((a1%s & 0x4) >> 2)", own, a, b, own, own, own, own, own, b, own, own, own);
		struct value value = value_of(arena, text.data);
		const char *code = function_of(arena, &value, "python", "");
		const char *function = strchr(code, '\n');
		expect(tally, function != NULL && strcmp(function + 1, wanted.data) == 0, "%s: expected\n%s\nsaw\n%s",
			text.data, wanted.data, code);
	}
}

/* What is divided is not below 0; and what "eval" itself prints of it, which reads it again. */
static const struct {
	const char *expression;
	const char *style;
	const char *operand;
} quotients[] = {
	{ "-(M/2)", "plain", "(-(M/2),1)" }, { "-(M/2)", "python", "* (-(M // 2)) +" },
	{ "-((M+1)/2)", "plain", "(-((M+1)/2),1)" }, { "-((M+1)/2)", "cuda", "* (-((M+1) / 2)) +" },
	{ "-(M/2)-1", "plain", "(-(M/2)-1,1)" }, { "N-M/2", "plain", "(N-M/2,1)" }, { "M/2", "plain", "(M/2,1)" },
	{ "M/2-M", "plain", "(-M+M/2,1)" }, { "-ceil_div(M,2)", "plain", "(-ceil_div(M,2),1)" },
	{ "-(3*(M/2))", "plain", "(-3*(M/2),1)" }, { "-N/8", "plain", "(-N/8,1)" }, { "-N/8", "cuda", "* -(N >> 3) +" },
	{ "-N/8*3", "cuda", "* -((3*N) >> 3) +" }, { "N/8*3", "cuda", "* ((3*N) >> 3) +" },
	{ "M*N/8", "cuda", "* ((M*N) >> 3) +" }, { "-N/8*M", "c", "* -((M*N) >> 3) +" },
	/* The names that are in it are arguments, once, and no others are. */
	{ "N", "python", "def idx(i, N):" }, { "M", "python", "def idx(i, M):" }, { "3", "python", "def idx(i):" },
	{ "M*M+N*M+N", "python", "def idx(i, M, N):" }, { "N/8/M*M", "python", "def idx(i, M, N):" },
	{ "(N+M)/5", "python", "def idx(i, M, N):" }, { "ceil_div(N,M+1)", "python", "def idx(i, N, M):" },
	/* Sums that are divided as a whole, whose sign an unsigned number has not. */
	{ "shape_div(M+8,11)", "cuda", "* ((M+8) / 11) +" }, { "-shape_div(M+8,11)", "cuda", "* (-((M+8) / 11)) +" },
	{ "-shape_div(M+8,11)", "python", "* (-((M+8) // 11)) +" }, { "3-shape_div(M+8,11)", "c", "* (-((M-25) / 11)) +" },
	{ "3-shape_div(M+8,11)", "python", "* (-((M-25) // 11)) +" },
	{ "3-shape_div(M+8,11)", "cuda",
		"error: style cuda divides no sum that may be below 0, as unsigned numbers are not" },
	{ "shape_div(M+8,8)-1", "cuda", "* (M >> 3) +" }, { "shape_div(M+11,11)-1", "cuda", "* (M / 11) +" },
};

static void check_quotients(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof quotients / sizeof quotients[0]; i++) {
		struct buf text;
		buf_init(&text, arena);
		buf_printf(&text, "make_layout((4,2),(%s,1))", quotients[i].expression);
		struct value value = value_of(arena, with_names(arena, text.data, NULL));
		const char *code = function_of(arena, &value, quotients[i].style, "");
		expect(tally, strstr(code, quotients[i].operand) != NULL, "%s in %s: expected %s, saw %s",
			quotients[i].expression, quotients[i].style, quotients[i].operand, code);
	}
}

/* Maps of bits are given no numbers below 0, where these are known; "" where a function is printed. */
static const struct {
	const char *expression;
	const char *refused;
} bits[] = {
	{ "make_composed_layout(bits((1,2,4,9)),0,(4,4):(4,1))", "" },
	{ "make_composed_layout(bits((1,2,4,9)),3,4:-1)", "" },
	{ "make_composed_layout(bits((1,2,4,9)),2,4:-1)", "a map of bits is given -1, and has values at 0 and more only" },
	{ "make_composed_layout(bits((1,2,4,9)),0,(4,2):(1,-3))",
		"a map of bits is given -3, and has values at 0 and more only" },
	{ "make_composed_layout(bits((1,2,4,9)),0,(4,0):(1,-3))", "" },
	{ "make_composed_layout(make_layout((2,2),(1,-1)),0,make_composed_layout(bits((1,2,4,9)),0,4:1))", "" },
};

static void check_bits(struct tally *tally, struct arena *arena) {
	for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
		struct value value = value_of(arena, bits[i].expression);
		const char *code = function_of(arena, &value, "c", "");
		const char *said = is_error(code) ? code + 7 : "";
		expect(tally, strcmp(said, bits[i].refused) == 0, "%s: expected \"%s\", saw \"%s\"", bits[i].expression,
			bits[i].refused, said);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	int printed = 0;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 41);
	for (int i = 0; i < ROUNDS / SAMPLES_SLOWNESS; i++) {
		check_random(&tally, &arena, &samples, &printed);
	}
	expect(&tally, 2 * printed > ROUNDS / SAMPLES_SLOWNESS, "only %d of %d maps have a function", printed,
		ROUNDS / SAMPLES_SLOWNESS);
	for (int i = 0; i < RANGES / SAMPLES_SLOWNESS; i++) {
		check_range(&tally, &arena, &samples);
	}
	check_fitting(&tally, &arena);
	check_given(&tally, &arena);
	check_names(&tally, &arena);
	check_quotients(&tally, &arena);
	check_bits(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
