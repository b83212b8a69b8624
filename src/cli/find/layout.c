/* find layout: the layouts X of an equation A o X == B or X o A == B. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "algebra/solve.h"
#include "cli/cmd.h"
#include "cli/find/search.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"

/* The equation "A o X == B" or "X o A == B". */
struct equation {
	struct str a, b;
	bool is_inner; /* X stands behind A */
};

static struct str trimmed(const char *begin, const char *end) {
	while (begin < end && isspace((unsigned char)*begin)) {
		begin++;
	}
	while (end > begin && isspace((unsigned char)end[-1])) {
		end--;
	}
	return (struct str){ begin, (size_t)(end - begin) };
}

/* Take "word" and the blanks around it from the end of "text", which is trimmed and stays. False if it is not there. */
static bool cut_behind(struct str *text, char word) {
	const char *end = text->data + text->length;
	if (text->length < 3 || end[-1] != word || !isspace((unsigned char)end[-2])) {
		return false;
	}
	*text = trimmed(text->data, end - 1);
	return true;
}

/* The same at its beginning. */
static bool cut_in_front(struct str *text, char word) {
	if (text->length < 3 || text->data[0] != word || !isspace((unsigned char)text->data[1])) {
		return false;
	}
	*text = trimmed(text->data + 1, text->data + text->length);
	return true;
}

/* Take the equation apart. Returns false when it is none. */
static bool read_equation(const char *text, struct equation *equation) {
	const char *sign = strstr(text, "==");
	if (sign == NULL) {
		return false;
	}
	struct str left = trimmed(text, sign);
	struct str right = left;
	equation->b = trimmed(sign + 2, text + strlen(text));
	equation->is_inner = cut_behind(&left, 'X') && cut_behind(&left, 'o');
	bool is_outer = !equation->is_inner && cut_in_front(&right, 'X') && cut_in_front(&right, 'o');
	equation->a = is_outer ? right : left;
	return equation->is_inner || is_outer;
}

/* Why there is no layout. */
static void put_none(struct buf *out, const struct solutions *solutions, const struct equation *equation) {
	buf_put(out, "none\n");
	if (solutions->missing >= 0) {
		buf_printf(out, "B at coordinate %" PRId64 " is no value of A\n", solutions->missing);
	} else if (solutions->witness >= 0) {
		buf_printf(out, "B at coordinate %" PRId64 " differs from another one where A is the same, or X(0) is not 0\n",
			solutions->witness);
	} else {
		const char *inner = "every layout of coordinates of A was tried\n";
		buf_put(out, equation->is_inner ? inner : "every layout up to twice the cosize of A was tried\n");
	}
}

/* Print one solution, or all; without one, why. Returns an exit code. */
static int print_layouts(struct arena *arena, const struct find_options *options, const struct solutions *solutions,
	const struct equation *equation) {
	struct buf out;
	buf_init(&out, arena);
	int count = options->all || options->json || solutions->count == 0 ? solutions->count : 1;
	if (options->json) {
		print_json_begin(&out);
		buf_put(&out, "\"layouts\":[");
	}
	for (int i = 0; i < count; i++) {
		if (options->json) {
			buf_put(&out, i > 0 ? "," : "");
			print_map_json(&out, map_from_layout(solutions->layouts[i]));
		} else {
			print_layout(&out, solutions->layouts[i]);
			buf_put_char(&out, '\n');
		}
	}
	if (options->json) {
		buf_printf(&out, "],\"complete\":%s}\n", solutions->more ? "false" : "true");
	} else if (count == 0) {
		put_none(&out, solutions, equation);
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	if (options->all && solutions->more) {
		fputs("cutelayout: there are more\n", stderr);
	}
	return solutions->count > 0 ? EXIT_DONE : EXIT_FALSE;
}

int find_layouts(struct arena *arena, struct find_options *options) {
	struct evaluation ev;
	struct equation equation;
	struct value a;
	struct value b;
	if (!read_equation(options->where, &equation)) {
		return report_usage("find", "expected --where='A o X == B' or 'X o A == B', saw '%s'", options->where);
	}
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	if (!find_read_value(options, &ev, equation.a, "A", &a) || !find_read_value(options, &ev, equation.b, "B", &b)) {
		return EXIT_EXPRESSION;
	}
	struct map map_a = value_as_map(&ev.algebra, &a);
	struct map map_b = value_as_map(&ev.algebra, &b);
	struct solutions *solutions = arena_alloc(arena, sizeof *solutions);
	if (!algebra_failed(&ev.algebra)) {
		*solutions = (equation.is_inner ? solve_inner : solve_outer)(&ev.algebra, map_a, map_b);
	}
	return find_no_fault(options, &ev) ? print_layouts(arena, options, solutions, &equation) : EXIT_EXPRESSION;
}
