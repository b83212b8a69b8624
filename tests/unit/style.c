/* Values in the notations of others, and that the language reads them back as the same values. */
#include <criterion/criterion.h>

#include <stdio.h>

#include "lang/notation/notation.h"
#include "lang/ops/operation.h"
#include "lang_case.h"

static struct arena arena;

static void set_up(void) {
	arena_init(&arena, NULL, NULL);
}

static void tear_down(void) {
	arena_finish(&arena);
}

TestSuite(style, .init = set_up, .fini = tear_down);

/* The value of the program "text"; VALUE_NONE after a fault. */
static struct value value_of(const char *text) {
	struct evaluation *ev = run_text(&arena, str_from(text));
	struct value value = last_result(ev);
	if (value.kind == VALUE_NONE) {
		cr_log_error("%s: %s", text, ev->error.fault.text);
	}
	return value;
}

/* "value" in "style", or "error: " and the sentence. */
static const char *print_in_style(const struct value *value, const struct notation *style) {
	struct algebra al;
	struct buf out;
	algebra_init(&al, &arena);
	buf_init(&out, &arena);
	style->print(&out, &al, value, 0);
	if (algebra_failed(&al)) {
		out.length = 0;
		buf_printf(&out, "error: %s", al.fault.text);
	}
	return out.data;
}

struct row {
	const char *expression;
	const char *text;
};

static void check_rows(const struct row *rows, size_t count, const struct notation *style) {
	for (size_t i = 0; i < count; i++) {
		struct value value = value_of(rows[i].expression);
		const char *printed = print_in_style(&value, style);
		cr_expect_str_eq(printed, rows[i].text, "%s\n  printed  %s\n  expected %s", rows[i].expression, printed,
			rows[i].text);
		if (style->is_read && strncmp(printed, "error: ", 7) != 0) {
			struct value again = value_of(printed);
			cr_expect(value_equal(&value, &again), "'%s' is not read as %s", printed, rows[i].expression);
		}
	}
}

#define CHECK(rows, style) check_rows(rows, sizeof(rows) / sizeof(rows)[0], style)

Test(style, cute) {
	static const struct row rows[] = {
		{ "4", "_4" },
		{ "-3", "_-3" },
		{ "(4,(2,_))", "(_4,(_2,_))" },
		{ "(4):(1)", "(_4):(_1)" },
		{ "(4,(2,4)):(2,(1,8))", "(_4,(_2,_4)):(_2,(_1,_8))" },
		{ "8:-1", "_8:_-1" },
		{ "(4,8):(1@0,3@0@1)", "(_4,_8):(_1@0,_3@0@1)" },
		{ "Sw<2,0,-3>", "Sw<2,0,-3>" },
		{ "Sw<3,4,3> o 5 o (8,8):(8,1)", "Sw<3,4,3> o _5 o (_8,_8):(_8,_1)" },
		{ "(3:3,8,(2,4):(1,8))", "(_3:_3,_8,(_2,_4):(_1,_8))" },
		{ "4 == 4", "true" },
		{ "\"name\"", "\"name\"" },
		{ "'a\"b'", "'a\"b'" },
	};
	CHECK(rows, &notation_cute);
}

Test(style, cpp) {
	static const struct row rows[] = {
		/* The short names that CuTe has, and their neighbours. */
		{ "(10,11,12,13,15,16)", "Shape<_10,Int<11>,_12,Int<13>,Int<15>,_16>" },
		{ "(24,96,192,384,768)", "Shape<_24,_96,_192,_384,_768>" },
		{ "(767,769,1536)", "Shape<Int<767>,Int<769>,Int<1536>>" },
		{ "(524288,1048576)", "Shape<_524288,Int<1048576>>" },
		{ "make_identity_layout(8)", "Layout<_8,E<>>" },
		{ "4", "_4" },
		{ "11", "Int<11>" },
		{ "1048576", "Int<1048576>" },
		{ "-3", "Int<-3>" },
		{ "(4,(2,11))", "Shape<_4,Shape<_2,Int<11>>>" },
		{ "(4,_)", "Coord<_4,Underscore>" },
		{ "(1@0,3@0@1)", "Stride<E<0>,ScaledBasis<_3,1,0>>" },
		{ "_", "Underscore" },
		{ "()", "Shape<>" },
		{ "(4,8):(8,1)", "Layout<Shape<_4,_8>,Stride<_8,_1>>" },
		{ "4:1", "Layout<_4,_1>" },
		{ "(4,8):(1@0,3@0@1)", "Layout<Shape<_4,_8>,Stride<E<0>,ScaledBasis<_3,1,0>>>" },
		{ "Sw<3,4,3>", "Swizzle<3,4,3>" },
		{ "Sw<3,4,3> o 0 o 8:1", "ComposedLayout<Swizzle<3,4,3>,_0,Layout<_8,_1>>" },
		{ "(3:3,8,_)", "Tile<Layout<_3,_3>,_8,Underscore>" },
		{ "make_tile(4:1,make_tile(2:1,3))", "Tile<Layout<_4,_1>,Tile<Layout<_2,_1>,_3>>" },
		{ "make_tile(4:1,make_tile(2:1,(3,2)))", "tuple<Layout<_4,_1>,tuple<Layout<_2,_1>,Shape<_3,_2>>>" },
		{ "((4,4),2:1)", "tuple<Shape<_4,_4>,Layout<_2,_1>>" },
	};
	CHECK(rows, &notation_cpp);
}

/* Of all integers of 16 bits and some beyond, CuTe has short names for few. */
Test(style, cpp_short_names) {
	struct arena one;
	for (int n = -32770; n <= 66000; n++) {
		bool is_power = n >= 16 && (n & (n - 1)) == 0;
		bool is_short = (n >= 0 && n <= 10) || is_power || n == 12 || n == 24 || n == 96 || n == 192 || n == 384
			|| n == 768;
		struct value value = value_from_tuple(tuple_int(n));
		struct algebra al;
		struct buf out;
		char expected[24];
		arena_init(&one, NULL, NULL);
		algebra_init(&al, &one);
		buf_init(&out, &one);
		notation_cpp.print(&out, &al, &value, 0);
		snprintf(expected, sizeof expected, is_short ? "_%d" : "Int<%d>", n);
		cr_expect_str_eq(out.data, expected);
		arena_finish(&one);
	}
}

Test(style, dsl) {
	static const struct row rows[] = {
		{ "(4,(2,_))", "(4, (2, None))" },
		{ "(4)", "(4,)" },
		{ "(4,8):(8,1)", "cute.make_layout((4, 8), stride=(8, 1))" },
		{ "(4):(1)", "cute.make_layout((4,), stride=(1,))" },
		{ "(4,8):(1@0,3@0@1)",
			"cute.make_layout((4, 8), stride=(cute.ScaledBasis(1, 0), cute.ScaledBasis(3, [1, 0])))" },
		{ "Sw<3,4,3>", "cute.make_swizzle(3, 4, 3)" },
		{ "Sw<3,4,3> o 0 o 8:1",
			"cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout(8, stride=1))" },
		{ "(3:3,8)", "(cute.make_layout(3, stride=3), 8)" },
		{ "4 == 5", "False" },
	};
	CHECK(rows, &notation_dsl);
}

Test(style, pycute) {
	static const struct row rows[] = {
		{ "(4,(2,_))", "(4, (2, None))" },
		{ "(4,8):(8,1)", "Layout((4, 8), (8, 1))" },
		{ "(4):(1)", "Layout((4,), (1,))" },
		{ "Sw<3,4,3>", "Swizzle(3, 4, 3)" },
		{ "Sw<3,4,3> o 5 o 8:1", "ComposedLayout(Swizzle(3, 4, 3), 5, Layout(8, 1))" },
		{ "(4,8):(1@0,1@1)", "error: pycute has no strides with a basis" },
	};
	CHECK(rows, &notation_pycute);
}

Test(style, tex) {
	static const struct row rows[] = {
		{ "(4,8):(8,1)", "$(4,8):(8,1)$" },
		{ "(4,_)", "$(4,\\_)$" },
		{ "(4,8):(1@0,6@0@1)", "$(4,8):(e_{0},6e_{1,0})$" },
		{ "Sw<3,4,3> o 0 o 8:1", "$\\mathrm{Sw}\\langle 3,4,3\\rangle \\circ 0 \\circ 8:1$" },
		{ "\"a_b\"", "$\\texttt{a\\_b}$" },
	};
	CHECK(rows, &notation_tex);
}

Test(style, c_refuses) {
	static const struct row rows[] = {
		{ "4", "error: style c prints layouts and swizzles, not an integer" },
		{ "(3:3,8)", "error: style c prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(4,8):(1@0,1@1)", "error: style c prints functions with integers as results, not coordinates" },
	};
	CHECK(rows, &notation_c);
}

/* A map, or the pair of one and where it begins. */
Test(style, python_is_of_maps) {
	static const struct row rows[] = {
		{ "3:3", "# 3:3\ndef idx(i):\n\treturn i * 3" },
		{ "(3:3,8)", "# (3:3,8)\ndef idx(i):\n\treturn i * 3 + 8" },
		{ "(3:3,0)", "# (3:3,0)\ndef idx(i):\n\treturn i * 3" },
		{ "(Sw<1,0,2>,8)", "# (Sw<1,0,2>,8)\ndef idx(i):\n\treturn (i ^ ((i & 0x4) >> 2)) + 8" },
		{ "4", "error: style python prints layouts and swizzles, not an integer" },
		{ "(3,4)", "error: style python prints layouts and swizzles, not a tuple" },
		{ "(3:3,4,5)", "error: style python prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(3:3,8:1)", "error: style python prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(3,3:3)", "error: style python prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(3:3,(1,2))", "error: style python prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(3:3,1@0)", "error: style python prints layouts and swizzles, not a tuple that is not of integers alone" },
		{ "(4,?):(1,4)", "error: style python needs names for integers that are known at run time only: M = ?" },
		{ "((4,2):(1,?),3)", "error: style python needs names for integers that are known at run time only: M = ?" },
		{ "(4:1,?)", "error: style python needs names for integers that are known at run time only: M = ?" },
		{ "(4,8):(1@0,1@1)", "error: style python prints functions with integers as results, not coordinates" },
		{ "make_composed_layout((4,8):(8,1),0,make_composed_layout((4,8):(8,1),(0,0),(4,8):(1@0,1@1)))",
			"error: style python prints functions of integers, not of coordinates" },
		{ "make_composed_layout(bits((1,2)),0,4:1)",
			"error: style python prints layouts and swizzles, not maps of bits" },
	};
	CHECK(rows, &notation_python);
}

Test(style, ir) {
	static const struct row rows[] = {
		{ "(4,8):(8,1)", "!cute.layout<\"(4,8):(8,1)\">" },
		{ "(4,8):(1@0,3@0@1)", "!cute.layout<\"(4,8):(1@0,3@0@1)\">" },
		{ "Sw<3,4,3> o 0 o 8:1", "!cute.composed_layout<\"S<3,4,3> o 0 o 8:1\">" },
		{ "Sw<3,4,3>", "!cute.swizzle<\"S<3,4,3>\">" },
		{ "(3:3,8,_)", "!cute.tile<\"[3:3;8;_]\">" },
		{ "(4,_)", "!cute.coord<\"(4,_)\">" },
		{ "4", "!cute.int_tuple<\"4\">" },
		{ "4 == 4", "error: CuTe IR has no type for a boolean" },
	};
	CHECK(rows, &notation_ir);
}

Test(style, tensor_layouts) {
	static const struct row rows[] = {
		{ "(4,8):(8,1)", "(4, 8) : (8, 1)" },
		{ "(4):(1)", "(4) : (1)" },
		{ "Sw<3,4,3>", "Swizzle(3, 4, 3)" },
		{ "Sw<3,4,3> o 5 o (8,8):(8,1)", "(Swizzle(3, 4, 3)) o {5} o ((8, 8) : (8, 1))" },
		{ "Sw<3,3,3> o 0 o Sw<2,0,3> o 0 o 8:1", "(Swizzle(3, 3, 3)) o {0} o ((Swizzle(2, 0, 3)) o {0} o (8 : 1))" },
		{ "(4,8):(1@0,1@1)", "error: tensor-layouts has no strides with a basis" },
	};
	CHECK(rows, &notation_tensor_layouts);
}

/* What a notation prints it reads: the values of all kinds that it has words for. */
Test(style, all_are_read_back) {
	static const char *const expressions[] = {
		"4", "(4,(2,8))", "(4)", "()", "_", "(_,(3,_))", "4:1", "(4,8):(8,1)", "(4,(2,8)):(16,(8,1))", "(4):(1)",
		"(4,8):(0,0)", "(13,100):(100,1)", "(4,8):(1@0,3@1@1)", "Sw<3,4,3>", "Sw<2,0,-3>",
		 "Sw<3,4,3> o 0 o (8,8):(8,1)",
		"Sw<3,4,3> o 7 o (8,(2,4)):(8,(4,1))", "(3:3,8)", "((4:1,2),_)", "4 == 5", "4 == 4",
		"local_tile((256,256):(256,1),(32,16),(1,_))",
	};
	int read = 0;
	for (const struct notation *const *style = notation_table(); *style != NULL; style++) {
		for (size_t i = 0; (*style)->is_read && i < sizeof expressions / sizeof expressions[0]; i++) {
			struct value value = value_of(expressions[i]);
			const char *printed = print_in_style(&value, *style);
			if (strncmp(printed, "error: ", 7) != 0) {
				struct value again = value_of(printed);
				cr_expect(value_equal(&value, &again), "%s: '%s' is not read as %s", (*style)->name, printed,
					expressions[i]);
				read++;
			}
		}
	}
	cr_expect(read > 100, "only %d values were read", read);
}

Test(style, names) {
	char names[NOTATION_NAMES_SIZE];
	cr_expect_eq(notation_find("dsl"), &notation_dsl);
	cr_expect_eq(notation_find("c"), &notation_c);
	cr_expect_null(notation_find("html"));
	cr_expect_str_eq(notation_names(names), "plain, cute, cpp, dsl, ir, pycute, tensor_layouts, tex, c, cuda, python");
}

/* The parser asks the notations for no word that has the name of an operation, but for those that begin with m. */
Test(style, words_that_are_called_are_no_operations) {
	int called = 0;
	for (const struct notation *const *notation = notation_table(); *notation != NULL; notation++) {
		for (const struct word *word = (*notation)->words; word != NULL && word->name != NULL; word++) {
			bool is_called = word->form == WORD_CALL || word->form == WORD_OPAQUE;
			bool may_hide = word->name[0] == 'm' || str_is(str_from(word->name), "composition");
			bool hides = is_called && !may_hide && operation_find(str_from(word->name)) != NULL;
			cr_expect(!hides, "%s: the operation %s", (*notation)->name, word->name);
			called += is_called ? 1 : 0;
		}
	}
	cr_expect(called > 10, "only %d words are called", called);
}
