/*
 * Sources of kernels and what is found in them: "name=value" for each value, "holds" or "fails (why)" for a condition,
 * "-" for what is not about layouts, "- why" for what else is left out, "? why" for what is not understood. To add a
 * case, add a line.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lang/kernel/kernel.h"
#include "lang/notation/plain.h"

struct case_of_source {
	const char *source;
	const char *found;
};

static const struct case_of_source cases[] = {
	/* the preprocessor */
	{ "#if 1\nauto a = Layout<_4>{};\n#endif", "a=4:1" },
	{ "#if 0\nauto a = Layout<_4>{};\n#endif\nauto b = Layout<_8>{};", "b=8:1" },
	{ "#if 0\nauto a = Layout<_4>{};\n#else\nauto a = Layout<_8>{};\n#endif", "a=8:1" },
	{ "#if 2\nauto a = Layout<_4>{};\n#else\nauto a = Layout<_8>{};\n#endif", "a=4:1" },
	{ "#if 0\nauto a = 2:1;\n#elif 1\nauto a = 3:1;\n#else\nauto a = 4:1;\n#endif", "a=3:1" },
	{ "#if 0\nauto a = 2:1;\n#elif 0\nauto a = 3:1;\n#else\nauto a = 4:1;\n#endif", "a=4:1" },
	{ "#if 1\nauto a = 2:1;\n#elif 1\nauto a = 3:1;\n#else\nauto a = 4:1;\n#endif", "a=2:1" },
	{ "#if 1\n#if 0\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif\n#else\nauto a = 4:1;\n#endif", "a=3:1" },
	{ "#if 0\n#if 1\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif\n#else\nauto a = 4:1;\n#endif", "a=4:1" },
	{ "#if 0\n#if 0\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif\n#endif", "" },
	{ "#if 1\nauto a = 2:1;\n#endif\n#if 0\nauto a = 3:1;\n#else\nauto b = 4:1;\n#endif", "a=2:1; b=4:1" },
	{ "#if 1\n#if 1\nauto a = 2:1;\n#else\nauto a = 5:1;\n#endif\nauto b = 3:1;\n#endif", "a=2:1; b=3:1" },
	{ "#ifdef __CUDACC__\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#ifdef NOBODY\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=3:1" },
	{ "#ifdef CUTLASS_ARCH_MMA_SM90_SUPPORTED\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#ifndef GUARD_HPP\n#define GUARD_HPP\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if defined __CUDACC__ && __CUDA_ARCH__ > 1000\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=3:1" },
	{ "#if defined( __cplusplus )\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if !defined(NOBODY)\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if NOBODY > 3\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "-; a=2:1" },
	{ "#endif\nauto a = 2:1;", "a=2:1" },
	{ "#else\nauto a = 2:1;", "a=2:1" },
	{ "#endif\n#endif\n#if 0\nauto a = 2:1;\n#endif\nauto b = 3:1;", "b=3:1" },
	{ "#if 0\nstruct S { using A = Layout<_2>; };\nvoid f() { auto c = 3:1; }\n#endif\nauto a = 4:1;", "a=4:1" },
	{ "# if 0\nauto a = 2:1;\n# else\nauto a = 3:1;\n# endif", "a=3:1" },
	{ "#define N 8\nauto a = make_layout(N);", "a=8:1" },
	{ "#define N 8\nauto a = N:1;\n#define M N\nauto b = M:2;", "a=8:1; b=8:2" },
	{ "#define N\nauto a = make_layout(N);", "- no value is called 'N'" },
	{ "#define F(x) 8\nauto a = make_layout(F);", "- 'F' is not known" },
	{ "#define  N\t8\nauto a = make_layout(N);", "a=8:1" },
	{ "#define N 8 // elements\nauto a = make_layout(N);", "a=8:1" },
	{ "#define N \\\n 8\nauto a = make_layout(N);", "a=8:1" },
	{ "#include <cute/tensor.hpp>\n#pragma once\nauto a = 2:1;", "a=2:1" },
	{ "auto a = 2:1;\n#define N 8 \\", "a=2:1" },
	{ "#define \\\nauto a = 2:1;\nauto b = 3:1;", "b=3:1" },
	{ "void f() { auto c = 3:1; }", "c=3:1" },
	{ "struct S { using A = Layout<_2>; };\nauto a = S::A{};", "S::A=2:1; a=2:1" },
	{ "struct B { using L = Layout<_2>; }; struct B { using L = Layout<_4>; }; using D = B; auto a = D::L{};",
		"B::L=2:1; B::L=4:1; a=4:1" },
	{ "void f(Layout l) { auto a = make_layout(l(3)); }", "- 'l' is not known" },
	{ "auto g = gcd(n, 4); auto h = abs(n);", "-; -" },
	{ "int m = 6; auto a = 8:1; static_assert(!is_static(m & 4)); static_assert(!is_static(4 | m));",
		"a=8:1; holds; holds" },
	{ "auto i = 4; for (int j = 0; j < 4; v[i < 2] = 5) { auto a = make_layout(i); }", "a=4:1" },
	{ "auto i = 4; for (int i : list) { auto a = make_layout(i); }", "a=?:1" },
	{ "auto i = 4; for (int i = 0; i < 8; i++) { auto a = make_layout(i); }", "a=?:1" },
	{ "auto i = 4; for (std::size_t i : list) { auto a = make_layout(i); }", "a=?:1" },
	{ "int n = 4, m = 8; auto a = make_layout(n, m);", "a=4:8" },
	{ "int n = 4, m; auto a = make_layout(n); auto b = make_layout(m);", "a=4:1; b=?:1" },
	{ "template <class T=Layout<_2>> struct S { using A = T; };\nauto a = S<>::A{};", "a::A=2:1; a=2:1" },

	/* statements of C++ */
	{ "auto a = make_layout(Int<4>{}); auto b = a;", "a=4:1; b=4:1" },
	{ "auto a = make_layout(Int<4>{})\nauto b = a;\nauto c = 2:1;", "a=4:1; b=4:1; c=2:1" },
	{ "int const n = 4;\nauto a = make_layout(n);", "a=4:1" },
	{ "int n = 4;\nauto a = make_layout(n);", "a=4:1" },
	{ "const int n = 4;\nauto a = make_layout(n);", "a=4:1" },
	{ "static int n = 4;\nauto a = make_layout(n);", "a=4:1" },
	{ "constexpr int n = 4;\nauto a = make_layout(n);", "a=4:1" },
	{ "int n;\nauto a = make_layout(n);", "a=?:1" },
	{ "float x;\nauto a = 4:1;", "a=4:1" },
	{ "int m = 2, n = 4;\nauto a = make_layout(make_shape(m, n));", "a=(2,4):(1,2)" },
	{ "int m = 2, n;\nauto a = make_layout(make_shape(m, n));", "a=(2,?):(1,2)" },
	{ "constexpr int m = 2, n = 4;\nauto a = make_layout(make_shape(m, n));", "a=(2,4):(1,2)" },
	{ "float *p = nullptr;\nauto a = make_tensor(p, 4:1);", "a=4:1" },
	{ "auto [a, b] = make_tuple(2:1, 3:1);\nauto c = a;", "a, b=(2:1,3:1); c=2:1" },
	{ "auto [a, b] = make_tuple(2:1, 3:1, 4:1);\nauto c = a;", "a, b=(2:1,3:1,4:1); -" },
	{ "auto [a, b, c] = make_shape(2, 3, 4);\nauto d = make_layout(make_shape(c, a));",
		"a, b, c=(2,3,4); d=(4,2):(1,4)" },
	{ "auto [_, b] = make_tuple(2:1, 3:1);\nauto c = b;", "_, b=(2:1,3:1); c=3:1" },
	{ "using L = Layout<Shape<_2,_4>>;\nL{};", "L=(2,4):(1,2); (2,4):(1,2)" },
	{ "int x];\nauto a = 4:1;", "-; a=4:1" },

	/* a comparison binds nothing */
	{ "auto a = 4:1;\na == 4:1;\na == 5:1;", "a=4:1; true; false" },
	{ "auto a = 4:1;\na==4:1;\na != 4:1;", "a=4:1; true; false" },

	/* what is about layouts, and what is not; a composition declares nothing */
	{ "auto a = 4:1;\nlayoutish = 3 +;", "a=4:1; - expected an expression, saw the end" },
	{ "auto a = 4:1;\nbad_tile = 3 +;", "a=4:1; - expected an expression, saw the end" },
	{ "auto a = 4:1;\nother = 3 +;", "a=4:1; -" },
	{ "auto a = 6:2;\nauto b = 2:3;\na o b;", "a=6:2; b=2:3; 2:6" },
	{ "auto a = 4:1;\npublic: a;", "a=4:1; 4:1" },
	{ "auto a = 4:1;\na :: c;\nauto d = 1:1;", "a=4:1; -; d=1:1" },

	/* blanks of all kinds; quotes in long strings; defaults behind angles with comparisons in them */
	{ "auto a = \f4:1\v;", "a=4:1" },
	{ "\vauto a\t=\r4:1;", "a=4:1" },
	{ "#define N \\\r\n 8\r\nauto b = make_layout(Shape<Int<N>,_4>{});\r\n", "b=(8,4):(1,8)" },
	{ "#define A \\\r\nfoo(\\\r\n8\r\nauto b = make_layout(Shape<_4,_4>{});\r\n", "b=(4,4):(1,4)" },
	{ "\\\r\nfoo(\\\r\n8)\r\nb = make_layout(8)\r\n", "-; b=8:1" },
	{ "\xef\xbb\xbf" "constexpr int A = 2;\r\nconstexpr int K = A\r\n  + 4\r\n  + A;\r\n"
		"auto l = make_layout(Int<K>{});\r\n", "l=8:1" },
	{ "\"\"\"a \"b c\"\"\"\nL = cute.make_layout((4,8))", "-; L=(4,8):(1,4)" },
	{ "\"\"\"a \"\"b c\"\"\"\nL = cute.make_layout((4,8))", "-; L=(4,8):(1,4)" },
	{ "template <Foo<(1 == 2)> N = 4> struct S { using L = Layout<Int<N>>; };\nusing A = S<>::L;",
		"A::L=4:1; A=4:1" },
	{ "auto x = make_tuple(true, \"a\");\nauto b = 2:1;", "b=2:1" },
	{ "auto x = make_tuple(true, make_tuple(\"a\", 2:1));\nauto b = 2:1;", "x=(true,(\"a\",2:1)); b=2:1" },
	{ "auto x = make_tuple(1, 2);\nauto y = 1;\nauto b = 2:1;", "x=(1,2); b=2:1" },
	{ "#if defined(\n#endif\nauto b = 2:1;", "-; b=2:1" },
	{ "#if defined(__CUDACC__\nauto a = 3:1;\n#endif\nauto b = 2:1;", "-; a=3:1; b=2:1" },
	{ "#elif 1\nauto a = 3:1;\n#endif\nauto b = 2:1;", "a=3:1; b=2:1" },
	{ "#elsewhere\nauto b = 2:1;", "b=2:1" },
	{ "#define\nauto b = 2:1;", "b=2:1" },
	{ "#define N 4\n#define N 8\nauto b = N:1;", "b=8:1" },
	{ "#define f(x) x\n#define g (4)\nauto b = g:1;", "b=4:1" },
	{ "static_assert(size(2:1) < 2);", "fails (size(2:1) is 2, which is not < 2)" },
	{ "static_assert(size(2:1) > size(3:1));", "fails (size(2:1) is 2, size(3:1) is 3)" },
	{ "static_assert(size(2:1) + 1 == 4);", "fails (size(2:1) is 2, size(2:1) + 1 is 3, not 4)" },
	{ "static_assert(1 + 1 == 4);", "fails (1 + 1 is 2, not 4)" },
	{ "auto a = (12345678,23456789,34567890,45678901):(1,12345678,289589985812345,9999999999999);"
		"static_assert(a == 1);",
		"a=(12345678,23456789,34567890,45678901):(1,12345678,289589985812345,9999999999999); "
		"fails (a is (12345678,23456789,34567890,45678901):(1,12345678,289589985812345,9999999999999), not 1)" },
	{ "auto a = (12345678,23456789,34567890,45678901):(1,12345678,289589985812345,99999999999999);"
		"static_assert(a == 1);",
		"a=(12345678,23456789,34567890,45678901):(1,12345678,289589985812345,99999999999999); "
		"fails (a is (12345678,23456789,34567890,45678901):(1,12345678,289589985812345,99999999999999..., not 1)" },
	{ "static_assert(!(size(2:1) == 2));", "fails (!(size(2:1) == 2) is false)" },
	{ "static_assert((size(2:1) + 1) * (size(2:1) + 2) == 4);",
		"fails (size(2:1) is 2, (size(2:1) + 1) is 3, size(2:1) is 2, (size(2:1) + 2) is 4, "
		  "(size(2:1) + 1) * (size(2:1) + 2) is 12, not 4)" },
	{ "static_assert(-(size(2:1) + 1) == 4);",
		"fails (size(2:1) is 2, (size(2:1) + 1) is 3, -(size(2:1) + 1) is -3, not 4)" },
	{ "static_assert(~(size(2:1) + 1) == 4);",
		"fails (size(2:1) is 2, (size(2:1) + 1) is 3, ~(size(2:1) + 1) is -4, not 4)" },
	{ "static_assert((size(2:1) == 3) == (size(2:1) == 2));",
		"fails ((size(2:1) == 3) is false, (size(2:1) == 2) is true)" },
	{ "#define N (4)\nauto a = make_layout(N);", "a=4:1" },
	{ "#define N ((4))\nauto a = N:1;", "a=4:1" },
	{ "#define N (4 + 4)\nauto a = N:1;", "a=8:1" },
	{ "static_assert(false);", "fails (false is false)" },
	{ "static_assert(size(2:1) == 2 && (size(3:1) == 2 || size(4:1) == 3));",
		"fails (size(3:1) is 3, not 2; size(4:1) is 4, not 3)" },
	{ "template <N> struct S { using L = Layout<Int<N>>; };\nusing A = S<4>::L;", "A::L=4:1; A=4:1" },
	{ "template <Foo<(1 == 2)> N> struct S { using L = Layout<Int<N>>; };\nusing A = S<8>::L;", "A::L=8:1; A=8:1" },

	/* loops: what their heads declare or change is not known in the body, what they compare with is */
	{ "void f() {\nint n = 4;\nfor (int i = 0; i < n; i++) { auto a = make_layout(n); }\n}", "a=4:1" },
	{ "void f() {\nint n = 4;\nfor (int i = 0; i <= n; i++) { auto a = make_layout(n); }\n}", "a=4:1" },
	{ "void f() {\nint n = 4;\nfor (int i = 0; i != n; i++) { auto a = make_layout(n); }\n}", "a=4:1" },
	{ "void f() {\nint n = 4;\nfor (int i = 0; n > i; i++) { auto a = make_layout(n); }\n}", "a=4:1" },
	{ "void f() {\nint n = 4;\nwhile (i == n) { auto a = make_layout(n); }\n}", "a=4:1" },
	{ "auto L = Layout<_4>{};\nfor (int i = 0; i < size<0>(L); ++i) { auto b = composition(L, 2); }",
		"L=4:1; b=2:1" },
	{ "auto L = Layout<_4>{};\nfor (int i = 0; p->n >= size<0>(L); ++i) { auto b = L; }", "L=4:1; b=4:1" },
	{ "int n = 4;\nfor (int i = 0; i < 8; n += i) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int i = 0; i < 8; ++n) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int i = 0; i < 8; n = 3) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (n = 0; n < 8; ++i) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int i = 0;n < 8;n++) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nwhile ((n = f(n)) > 0) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nwhile ((n == i)) { auto a = make_layout(n); }", "a=4:1" },
	{ "auto p = 4:1;\nwhile (p->n) { auto a = p; }", "p=4:1; a=4:1" },
	{ "int n = 4;\nfor (auto n = m >> 1; n > 0; --i) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nfor (auto n = m < 1; n > 0; --i) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nfor (int i = 1; i > 0; n >>= 1) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int i = 1; i > 0; n <<= 1) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int i = 1; i << 1 > n; ++i) { auto a = make_layout(n); }", "a=4:1" },
	{ "int n = 4;\nfor (int i = 1; i < (1 << n); ++i) { auto a = make_layout(n); }", "a=4:1" },
	{ "auto n = Layout<_4>{};\nfor (auto const& n : list) { auto b = n; }\nauto c = n;", "n=4:1; -; c=4:1" },
	{ "auto n = Layout<_4>{};\nfor (std::pair<int, int> n : list) { auto b = n; }", "n=4:1; -" },
	{ "auto l = Layout<_4>{};\nfor (auto const& n : l) { auto b = l; }", "l=4:1; b=4:1" },
	{ "void f(int n, Layout<_4>&& a) {\nauto x = make_layout(n); auto y = a; }", "x=?:1; -" },
	{ "auto a = n < 4;\nauto b = 2:1;\nauto c = 3 >", "-; b=2:1; -" },
	{ "typedef Layout<Shape<_2,_4>> L;\nL{};", "L=(2,4):(1,2); (2,4):(1,2)" },
	{ "Layout<Shape<_2,_4>> l;\nauto a = l;", "l=(2,4):(1,2); a=(2,4):(1,2)" },
	{ "auto a = Layout<_4>{}; // a comment; with { brackets\nauto b = 2:1;", "a=4:1; b=2:1" },
	{ "auto a = /* 2:1; */ 3:1;", "a=3:1" },
	{ "[[maybe_unused]] auto a = 2:1;", "a=2:1" },
	{ "[[maybe_unused]] auto a = 2:1; [[nodiscard]] auto b = 3:1;", "a=2:1; b=3:1" },
	{ "CUTE_UNROLL\nfor (int i = 0; i < 4; ++i) { auto a = 2:1; }", "a=2:1" },
	{ "static_assert(is_static<Layout<_4>>::value);\nauto a = 2:1;",
		"holds; a=2:1" },
	{ "static_assert(size(Layout<_4>{}) == 4, \"why\");\nauto a = 2:1;", "holds; a=2:1" },
	{ "static_assert(size(Layout<_4>{}) == 5, \"why\");\nauto a = 2:1;",
		"fails (size(Layout<_4>{}) is 4, not 5); a=2:1" },
	{ "static_assert(size(Layout<_4>{}) - 4);\nauto a = 2:1;", "fails (size(Layout<_4>{}) - 4 is false); a=2:1" },
	{ "static_assert(size(Layout<_4>{}));\nauto a = 2:1;", "holds; a=2:1" },
	{ "static_assert(size(Layout<_4>{}) == 4 && size(Layout<_8>{}) == 4);\nauto a = 2:1;",
		"fails (size(Layout<_8>{}) is 8, not 4); a=2:1" },
	{ "static_assert(size(Layout<_4>{}) == 8 || size(Layout<_8>{}) == 4);\nauto a = 2:1;",
		"fails (size(Layout<_4>{}) is 4, not 8; size(Layout<_8>{}) is 8, not 4); a=2:1" },
	{ "static_assert(size(Layout<_4>{}) - 4 || 0);\nauto a = 2:1;",
		"fails (size(Layout<_4>{}) - 4 is false; 0 is false); a=2:1" },
	{ "static_assert(size(Layout<_4>{}) && 0);\nauto a = 2:1;", "fails (0 is false); a=2:1" },
	{ "CUTE_STATIC_ASSERT_V(size(Layout<_4>{}) == Int<4>{});\nauto a = 2:1;", "holds; a=2:1" },

	/* bodies */
	{ "struct S { using A = Layout<_4>; };\nS::A{};", "S::A=4:1; 4:1" },
	{ "struct S { static constexpr int n = 4; using A = Layout<Int<n>>; };\nauto a = make_layout(S::n);",
		"S::A=4:1; a=4:1" },
	{ "namespace n { using A = Layout<_4>; }\nn::A{};", "A=4:1; 4:1" },
	{ "namespace n { using A = Layout<_4>; using A = Layout<_8>; }\nn::A{};", "A=4:1; A=8:1; 8:1" },
	{ "namespace { using A = Layout<_4>; }\nA{};", "A=4:1; 4:1" },
	{ "extern \"C\" { using A = Layout<_4>; }\nA{};", "A=4:1; 4:1" },
	{ "enum E { x = 1, y };\nauto a = 2:1;", "a=2:1" },
	{ "void f(int n) { auto a = make_layout(n); }", "a=?:1" },
	{ "void f(float *p, int n) { auto a = make_tensor(p, make_layout(n)); }", "a=?:1" },
	{ "template <int N> void f() { auto a = make_layout(Int<N>{}); auto b = 2:1; }", "- 'N' is not known; b=2:1" },
	{ "void f(Layout<_4> l) { auto a = l; }", "-" },
	{ "if (1) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (0) { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "if constexpr (2 > 3) { auto a = 2:1; } else if (1) { auto b = 3:1; } else { auto c = 4:1; }", "b=3:1" },
	{ "if constexpr (2 > 3) { auto a = 2:1; } else if (0) { auto b = 3:1; } else { auto c = 4:1; }", "c=4:1" },
	{ "if constexpr (2 < 3) { auto a = 2:1; } else if (1) { auto b = 3:1; } else { auto c = 4:1; }", "a=2:1" },
	{ "if (unknown) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "if (unknown) { auto a = 2:1; } else if (0) { auto b = 3:1; } else { auto c = 4:1; }", "a=2:1; c=4:1" },
	{ "if (unknown) { auto a = 2:1; } else if (1) { auto b = 3:1; } else { auto c = 4:1; }", "a=2:1; b=3:1" },
	{ "if (unknown) { auto a = 2:1; } else if (0) { auto b = 3:1; } else if (1) { auto c = 4:1; } "
	  "else { auto d = 5:1; }",
		"a=2:1; c=4:1" },
	{ "if (0) { auto a = 2:1; } else if (unknown) { auto b = 3:1; } else if (0) { auto c = 4:1; } "
	  "else { auto d = 5:1; }",
		"b=3:1; d=5:1" },
	{ "if (1) { auto a = 2:1; } if (0) { auto b = 3:1; } else { auto c = 4:1; }", "a=2:1; c=4:1" },
	{ "if (0) { auto a = 2:1; } else if (unknown) { auto b = 3:1; } else { auto c = 4:1; }", "b=3:1; c=4:1" },
	{ "if (2) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (-1) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (true) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (false) { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "int n; if (n) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (!n) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (n && 1) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (n && 0) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (0 && n) { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "int n; if (n == 3) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (3 != n) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (n < 3) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n; if (n % 8 == 0) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "int n = 3; if (n == 3) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "int n = 3; if (n != 3) { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "int n = 0; if (n) { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "int n; static_assert(n); auto a = 2:1;", "-; a=2:1" },
	{ "int n; static_assert(n == 3); auto a = 2:1;", "-; a=2:1" },
	{ "int n; static_assert(size(make_layout(n)) == 3); auto a = 2:1;",
		"- this needs the value of an integer that is known at run time only; a=2:1" },
	{ "static_assert(4:1); auto a = 2:1;", "-; a=2:1" },
	{ "#if 4:1\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "a=2:1" },
	{ "if (2:1) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "for (int i = 0; i < 4; ++i) { auto a = make_layout(i); }", "a=?:1" },
	{ "for (auto i : range) { auto a = 2:1; }", "a=2:1" },
	{ "{ auto a = 2:1; }\nauto b = a;", "a=2:1; -" },
	{ "auto a = 2:1;\n{ auto a = 3:1; }\nauto b = a;", "a=2:1; a=3:1; b=2:1" },

	/* templates */
	{ "template <int N> struct S { using A = Layout<Int<N>>; };\nS<4>::A{};", "S::A=4:1; 4:1" },
	{ "template <int N = 8> struct S { using A = Layout<Int<N>>; };", "S::A=8:1" },
	{ "template <int N = 8> struct S { using A = Layout<Int<N>>; };\nS<>::A{};", "S::A=8:1; 8:1" },
	{ "template <int M, int N> struct S { using A = Layout<Shape<Int<M>,Int<N>>>; };\ntypename S<2,4>::A{};",
		"S::A=(2,4):(1,2); (2,4):(1,2)" },
	{ "template <int M, int N = M> struct S { using A = Layout<Shape<Int<M>,Int<N>>>; };\nS<2>::A{};",
		"S::A=(2,2):(1,2); (2,2):(1,2)" },
	{ "template <class T> struct S { using A = Layout<T>; };\nS<Shape<_2,_4>>::A{};",
		"S::A=(2,4):(1,2); (2,4):(1,2)" },
	{ "template <int N> using L = Layout<Int<N>>;\nL<4>{};", "4:1" },
	{ "template <int N> using L = Layout<Int<N>>;\nL<4>{};\nauto a = make_layout(N);",
		"4:1; - no value is called 'N'" },
	{ "template <int N> struct S { using L = Layout<Int<N>>; };\nS<4>::L{};\nauto a = make_layout(N);\nL{};",
		"S::L=4:1; 4:1; - no value is called 'N'; -" },
	{ "template <int N> struct S { using L = Layout<Int<N>>; };\ntemplate <int N> using T = S<N>;\nT<4>::L{};",
		"T::L=4:1; 4:1" },
	{ "template <int N> struct S { using L = Layout<Int<N>>; };\ntemplate <int N> using T = S<N>;\nusing A = T<4>;",
		"A::L=4:1" },
	{ "template <int N> struct S { using L = Layout<Int<N>>; };\n"
	  "template <class P> struct T { using M = typename P::L; };\nusing A = T<S<4>>;",
		"S::L=4:1; A::M=4:1" },
	{ "constexpr int N = 9;\ntemplate <int N> using L = Layout<Int<N>>;\nL<4>{};\nauto a = make_layout(N);",
		"4:1; a=9:1" },
	{ "template <int N> struct B { using A = Layout<Int<N>>; };\nstruct S : B<4> { using C = A; };\nS::C{};",
		"B::A=4:1; S::C=4:1; 4:1" },
	{ ""
		"template <int N> struct S { template <int M> struct T { using A = Layout<Shape<Int<N>,Int<M>>>; }; };\n"
		"S<2>::T<3>::A{};",
		"T::A=(2,3):(1,2); (2,3):(1,2)" },
	{ "namespace n { template <int N> struct S { using A = Layout<Int<N>>; }; }\nn::S<4>::A{};", "S::A=4:1; 4:1" },

	/* Python */
	{ "import cutlass.cute as cute\na = cute.make_layout((4, 8))  # rows\nb = cute.make_layout(8 // 3)",
		"-; a=(4,8):(1,4); b=2:1" },
	{ "def f():\n    a = cute.make_layout((4, 8))\n    return a", "a=(4,8):(1,4); -" },
	{ "import cute\na = cute.make_layout((4, 8), stride=(8, 1)); b = a", "-; a=(4,8):(8,1); b=(4,8):(8,1)" },
	{ "import cute\na = cute.make_layout(\n    (4, 8),\n    stride=(8, 1))", "-; a=(4,8):(8,1)" },
	{ "import cute\na, b = cute.make_layout(4), cute.make_layout(8)\nc = b", "-; a, b=(4:1,8:1); c=8:1" },
	{ "f'#'; a = cute.make_layout(4)\nimport cute\nb = cute.make_layout(8)", "\"#\"; a=4:1; -; b=8:1" },
	{ "b'#'; a = cute.make_layout(4)\nimport cute\nb = cute.make_layout(8)", "-; a=4:1; -; b=8:1" },
	{ "rb'#'; a = cute.make_layout(4)\nimport cute\nb = cute.make_layout(8)", "-; a=4:1; -; b=8:1" },
	{ "import cute\na: cute.Layout = cute.make_layout(4)", "-; a=4:1" },
	{ "import cute\nL = cute.make_layout((4, 8), stride=(8, 1))\n"
		"K = cute.make_layout((cute.size(L[0]), cute.size(L[1])))\n"
		"M = cute.make_layout(L(1))",
		"-; L=(4,8):(8,1); K=(4,8):(1,4); M=8:1" },
	{ "import cute\ntile = (128, 64)\nL = cute.make_layout(tile + (3,))\nM = cute.make_layout(L.shape * 2)\n"
		"t = (1,) * 3\nK = cute.make_layout(t)\nassert tile + (2,) == (128, 64, 2)\nassert tile < (128, 65)",
		"-; tile=(128,64); L=(128,64,3):(1,128,8192); "
		"M=(128,64,3,128,64,3):(1,128,8192,24576,3145728,201326592); t=(1,1,1); K=(1,1,1):(0,0,0); holds; holds" },
	{ "import cute\nb = cutlass.Boolean(1)\nc = cutlass.Boolean(0)\nL = cute.make_layout(4)", "-; b=1; c=0; L=4:1" },
	{ "import cute\nx = int(7 / 2 * 2)\nL = cute.make_layout(x)\nK = cute.make_layout((int(8 / 2), 4))\n"
		"assert 8 / 2 == 4\nassert 7 / 2 > 3\nassert 7 / 2 == 3\nr = 7 / 2",
		"-; L=7:1; K=(4,4):(1,4); holds; holds; fails (7 / 2 is 3.5, not 3); r=3.5" },
	{ "import cute\nlist = []\nlist.append(cute.make_layout(4))\na = cute.make_layout(8)", "-; list=(); a=8:1" },
	{ "import cute\nassert cute.size(cute.make_layout(4)) == 4\n"
		"assert cute.size(cute.make_layout(4)) == 5, \"why\"",
		"-; holds; fails (size(cute.make_layout(4)) is 4, not 5)" },
	{ "import cute\n@cute.jit\ndef f(x):\n    \"words\"\n    a = cute.make_layout(x)\n"
		"    b = cute.make_layout(4)",
		"-; -; \"words\"; - 'x' is not known; b=4:1" },
	{ "import cute\ns = \"\"\"two\nlines\"\"\"\na = cute.make_layout(4)", "-; -; a=4:1" },
	{ "import cute\na = cute.make_layout(4) \\\n\nb = a", "-; a=4:1; b=4:1" },
	{ "import cute\nprint(\"layout\", cute.make_layout(4))", "-; -" },
	{ "import cute\nlist = []\nlist.append(cute.make_layout(4))\na = list", "-; list=(); -" },
	{ "import cute\nl = cute.make_layout(4)\nl.append = 3\na = l", "-; l=4:1; -; a=4:1" },
	{ "import cute\nl = cute.make_layout(4)\nl.appends(3)\na = l", "-; l=4:1; -; a=4:1" },
	{ "import cute\nl = cute.make_layout(4)\nl_append(3)\na = l", "-; l=4:1; -; a=4:1" },
	{ "auto l = make_layout(4);\nl.append(3);\nauto a = l;", "l=4:1; (4,3):(1,1); a=4:1" },
	{ "import cute\na, b = cute.make_layout((4, 8))\nc = b", "-; a, b=(4,8):(1,4); -" },
	{ "import cute\nn = 2 + \\\n    2\na = cute.make_layout(n)", "-; a=4:1" },
	{ "import cute\na, b = (4, 8)\nc = cute.make_layout(b)", "-; a, b=(4,8); c=8:1" },
	/* bodies of Python: a function has names of its own */
	{ "import cute\nx = 3\ndef f(x):\n    a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nx = 3\ndef f(y, x=4, *z):\n    a = make_layout(x)\nb = make_layout(x)",
		"-; - 'x' is not known; b=3:1" },
	{ "import cute\nx = 3\ndef f(*x):\n    a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nx = 3\ndef f(**x): a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nx = 3\ndef f(y: x = x) -> x:\n    a = make_layout(x)", "-; a=3:1" },
	{ "import cute\nx = 3\nasync def f(x):\n    a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\ndef f():\n    t = 5\ndef g():\n    a = make_layout(t)", "-; - no value is called 't'" },
	{ "import cute\nx = 3\ndef f():\n    x = 4\n    a = make_layout(x)\nb = make_layout(x)", "-; a=4:1; b=3:1" },
	{ "import cute\nx = 3\ndef f():\n    def g():\n        x = 4\n    a = make_layout(x)", "-; a=3:1" },
	{ "import cute\nx = 3\ndef f():\n    y = 1\n    global y, x\n    x = 4\na = make_layout(x)",
		"-; -; - 'x' is not known" },
	{ "import cute\nx = 3\ndef x(): pass\na = make_layout(x)", "-; -; - 'x' is not known" },
	{ "import cute\ndef f(\n    x,\n):\n    a = make_layout(2)\n\n# words\n"
		"    b = make_layout(3)\nc = make_layout(4)",
		"-; a=2:1; b=3:1; c=4:1" },
	/* and so has a class, which its functions do not see */
	{ "import cute\nclass C:\n    x = 3\n    a = make_layout(x)\n    def f(self):\n        b = make_layout(x)\n"
		"    c = make_layout(x)\nd = make_layout(x)",
		"-; a=3:1; - no value is called 'x'; c=3:1; - no value is called 'x'" },
	{ "import cute\nx = 3\nclass C:\n    x = 4\n    class D:\n        y = 5\n"
		"        def f(self):\n            a = make_layout(x)\n"
		"b = make_layout(x)",
		"-; a=3:1; b=3:1" },
	{ "import cute\nx = 3\nclass C:\n    def f(self):\n        y = 4\n        def g():\n"
		"            a = make_layout((x, y))",
		"-; a=(3,4):(1,3)" },
	{ "import cute\nx = 3\nclass x: pass\na = make_layout(x)", "-; -; - 'x' is not known" },
	/* other bodies share the names of what they stand in */
	{ "import cute\nx = 3\nfor x in range(4):\n    a = make_layout(x)\nb = make_layout(x)",
		"-; - 'x' is not known; - 'x' is not known" },
	{ "import cute\nx = 3\nfor y in x:\n    a = make_layout(x)\nb = make_layout(x)", "-; a=3:1; b=3:1" },
	{ "import cute\nx = 3\nfor i, (x, y) in z: a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nx = 3\nfor i in z:\n    a = make_layout(x)\n    x = 4\n"
		"    b = make_layout(x)\nc = make_layout(x)",
		"-; - 'x' is not known; b=4:1; - 'x' is not known" },
	{ "import cute\nx = 3\nwhile f(x):\n    a = make_layout(x)\n    if n: x += 1", "-; - 'x' is not known; -" },
	{ "import cute\nx = 3\nwhile (x := f()):\n    a = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nx = 3\nfor i in z:\n    def f():\n        x = 5\n    a = make_layout(x)",
		"-; - 'x' is not known" },
	{ "import cute\nx = 3\nif n:\n    a = make_layout(x)\n    x = 4\n    b = make_layout(x)\nc = make_layout(x)",
		"-; a=3:1; b=4:1; - 'x' is not known" },
	{ "import cute\nx = 3\nif n: pass\nelif m: x = 4\nelse:\n    y = 1\na = make_layout(x)",
		"-; -; - 'x' is not known" },
	{ "import cute\nif n:\n    x = 3\nelse:\n    x = 4\na = make_layout(x)", "-; - no value is called 'x'" },
	{ "import cute\nx = 3\nif n == 4 and {1: 2}[n:m]: x, y = 4, 5\na = make_layout(x)",
		"-; x, y=(4,5); - 'x' is not known" },
	{ "import cute\nx = 3\nif n:\n    y = f(\n  1\n)\n    x = 4\na = make_layout(x)", "-; -; - 'x' is not known" },
	{ "import cute\nx = 3\nif n:\n  if m:\n    x = 4\n  a = make_layout(5)\n  b = make_layout(x)\n",
		"-; a=5:1; - 'x' is not known" },
	{ "import cute\nx = y = 3\nwith f() as y, g() as (z, w):\n    x = 4\n    a = make_layout(y)\n"
		"b = make_layout(x)",
		"-; - 'y' is not known; b=4:1" },
	{ "import cute\nx, y, z = 3, 3, 3\ntry:\n    x = 4\nexcept E as y:\n    z = 4\nfinally:\n    w = 5\n"
		"a = make_layout(w)\nb = make_layout(x)\nc = make_layout(y)\nd = make_layout(z)",
		"-; x, y, z=(3,3,3); a=5:1; - 'x' is not known; - 'y' is not known; - 'z' is not known" },
	{ "import cute\nx, y, z = 3, 3, 3\nmatch f(x):\n    case [x, y] if n:\n"
		"        a = make_layout(x)\n    case _:\n"
		"        z = 4\nb = make_layout(y)\nc = make_layout(z)",
		"-; x, y, z=(3,3,3); - 'x' is not known; - 'y' is not known; - 'z' is not known" },
	{ "import cute\nx = 3\nif y::z: x = 4\na = make_layout(x)", "-; - 'x' is not known" },
	{ "import cute\nif (4,8):(8,1) == y", "-; -" },
	{ "import cute\nif y:x = 4", "-" },
	{ "import cute\nif y:", "-" },
	{ "import cute\nmatch = 3\nmatch: int = 4\na = make_layout(match)", "-; a=4:1" },
	{ "import cute\na = cute.make_layout(8 if True else 4)\nb = cute.make_layout(m.n if n else 4)\n",
		"-; a=8:1; - no value is called 'n'" },
	/* statements of Python that change names */
	{ "import cute\nx = 3\nx += 2\na = make_layout(x)\nx //= 2\nb = make_layout(x)\nx <<= 3\nc = make_layout(x)",
		"-; -; a=5:1; -; b=2:1; -; c=16:1" },
	{ "import cute\nx = 4\nx /= 2\na = make_layout(x)", "-; -; - 'x' is not known" },
	{ "import cute\nx = 4\nx **= 2\na = make_layout(x)", "-; -; - 'x' is not known" },
	{ "import cute\nx = 4\nx @= 2\na = make_layout(x)", "-; -; - 'x' is not known" },
	{ "import cute\nx = 4\n++x\n--x\na = make_layout(x)", "-; -; -; a=4:1" },
	{ "import cute\nx = [4, 8]\nx += y\na = make_layout(x)", "-; x=(4,8); -; - 'x' is not known" },
	{ "import cute\nx = [4, 8]\nx[0] = 2\na = make_layout(x)", "-; x=(4,8); -; - 'x' is not known" },
	{ "import cute\nx = 4\ny = 8\nx[y].z = 2\ny.x = 3\na = make_layout((x, y))", "-; -; -; - 'x' is not known" },
	{ "import cute\nx = y = f()\na = make_layout(y)", "-; -; - no value is called 'y'" },
	{ "import cute\ny = 3\nx = y = f()\na = make_layout(y)", "-; -; - 'y' is not known" },
	{ "import cute\ny = 3\nf(y := g())\na = make_layout(y)", "-; -; - 'y' is not known" },
	{ "import cute\ny = 3\ndel y\na = make_layout(y)", "-; -; - 'y' is not known" },
	{ "import cute\ny = 3\nfrom f import y\na = make_layout(y)", "-; -; - 'y' is not known" },
	{ "import cute\ny = 3\nimport f as y\na = make_layout(y)", "-; -; - 'y' is not known" },
	{ "import cute\nx = [4]\nx.insert(0, 3)\na = make_layout(x)", "-; x=(4); - 'x' is not known" },
	/* brackets that group, and elements that nobody knows */
	{ "int m = (3);\nauto a = make_layout(m);", "a=3:1" },
	{ "constexpr int n = (4);\nauto a = make_layout(make_shape((n), 2, ((3)), (n + 1)));",
		"a=(4,2,3,5):(1,4,8,24)" },
	{ "import cute\nn = (4)\na = make_layout((n, (2), (3,)))", "-; a=(4,2,(3)):(1,4,(8))" },
	{ "auto a = (4):(1);", "a=(4):(1)" },
	{ "int n = 4;\nauto a = (n):(1);", "a=(4):(1)" },
	{ "void f(T* a, int const* b, int c[2]) { auto d = make_layout(a[1]); auto e = make_layout(b[1]); "
		"auto g = make_layout(c[1]); }",
		"- 'a' is not known; - 'b' is not known; - 'c' is not known" },
	{ "int u[] = {4, 8};\nauto a = make_layout(u[1]);\nint v[2];\nauto b = make_layout(v[0]);\nauto c "
		"= make_layout(v(0));",
		"- 'u' is not known; - 'v' is not known; - 'v' is not known" },
	{ "void f(int c[N]) { if (c[0] == 0) { auto a = make_layout(2); } else { auto b = make_layout(3); } }",
		"a=2:1; b=3:1" },
	{ "int ceil_div(int a, int b) { return a / b; }\nauto a = make_layout(ceil_div(7, 2));",
		"-; - 'ceil_div' is not known" },
	{ "namespace cute { int ceil_div(int a, int b) { return a / b; } }\nauto a = make_layout(ceil_div(7, 2));",
		"-; a=4:1" },
	{ "struct S { int size(T x) { return 3; } };\nauto a = make_layout(size(4:1));", "-; a=4:1" },
	{ "import cute\ndef ceil_div(a, b): return a\na = make_layout(ceil_div(7, 2))",
		"-; -; - 'ceil_div' is not known" },
	/* namespaces and templates see what stands around them */
	{ "constexpr int n = 3; namespace q { constexpr int n = 4; } auto a = make_layout(n); auto b = "
		"make_layout(q::n);",
		"a=3:1; b=4:1" },
	{ "namespace a { constexpr int n = 4; } namespace b { constexpr int n = 8; } namespace a { auto c "
		"= make_layout(n); }",
		"c=4:1" },
	{ "namespace { constexpr int n = 4; } auto a = make_layout(n);", "a=4:1" },
	{ "namespace a { constexpr int n = 4; } using namespace a; auto b = make_layout(n);", "b=4:1" },
	{ "namespace a { constexpr int n = 4; } using a::n; auto b = make_layout(n);", "b=4:1" },
	{ "namespace a { struct S { using L = 4:1; }; } using a::S; auto b = S::L{};", "S::L=4:1; b=4:1" },
	{ "using n; using a::n; auto b = make_layout(n);", "- no value is called 'n'" },
	{ "namespace a { namespace b { constexpr int n = 4; } auto c = make_layout(b::n); } auto d = "
		"make_layout(a::b::n);",
		"c=4:1; d=4:1" },
	{ "namespace a { template <int N> struct T { using L = Layout<Int<N>>; }; }\n"
		"namespace b { template <int N> struct T { using L = Layout<Int<2 * N>>; }; auto c = T<3>::L{}; }\n"
		"auto d = a::T<3>::L{};\nauto e = b::T<4>::L{};",
		"c::L=6:1; c=6:1; d::L=3:1; d=3:1; e::L=8:1; e=8:1" },
	{ "constexpr int n = 2; template <int M> struct T { using L = Layout<Int<M * n>>; };\n"
		"void f() { constexpr int n = 9; auto a = T<3>::L{}; auto b = T<n>::L{}; }",
		"a::L=6:1; a=6:1; b::L=18:1; b=18:1" },
	{ "constexpr int n = 2; template <int M> using L = Layout<Int<M * n>>;\nvoid f() { constexpr int n "
		"= 9; auto a = L<3>{}; }",
		"a=6:1" },
	{ "namespace b { template <int N> struct T { using L = Layout<Int<N>>; }; }\nnamespace xb { template <int N> "
		"struct T { using L = Layout<Int<2 * N>>; }; }\nusing A = b::T<4>::L; using B = xb::T<4>::L;",
		"A::L=4:1; A=4:1; B::L=8:1; B=8:1" },
	{ "namespace b { namespace d { template <int N> struct T { using L = Layout<Int<N>>; }; } }\nnamespace a { "
		"namespace d { template <int N> struct T { using L = Layout<Int<2 * N>>; }; } using A = d::T<4>::L; }\n"
		"namespace b { using B = d::T<4>::L; }\nusing C = a::d::T<4>::L; using D = b::d::T<4>::L; using E = "
		"d::T<4>::L;",
		"A::L=8:1; A=8:1; B::L=4:1; B=4:1; C::L=8:1; C=8:1; D::L=4:1; D=4:1; -" },
	{ "struct A { template <int N> struct T { using L = Layout<Int<2 * N>>; }; };\ntemplate <int N> struct T { "
		"using L = Layout<Int<N>>; };\nstruct B { template <int N> struct T { using L = Layout<Int<3 * N>>; }; "
		"using A = T<4>::L; };\nusing B = T<4>::L; using C = A::T<4>::L; using D = B::T<4>::L; using E = C::T<4>::L;",
		"B::A::L=12:1; B::A=12:1; B::L=4:1; B=4:1; C::L=8:1; C=8:1; D::L=12:1; D=12:1; -" },
	{ "template <int N> struct T { using L = Layout<Int<N>>; };\ntemplate <T<4> X> using A> = Layout<_2>;\nusing B "
		"= T<8>::L;",
		"-; B::L=8:1; B=8:1" },
	{ "auto [n] = make_tuple(_4{}); auto a = make_layout(n);", "n=(4); a=4:1" },
	{ "namespace a { namespace d { template <int N> struct T { using L = Layout<Int<N>>; }; } }\nnamespace e { "
		"template <int N> struct T { using L = Layout<Int<2 * N>>; }; } using namespace a; using A = d::T<4>::L;",
		"A::L=4:1; A=4:1; - 'N' is not known" },
	/* members and enumerators */
	{ "struct S { int m = 4; static constexpr int n = 5; auto f() { auto a = make_layout(make_shape(m, "
		"n)); int k = 6;\n"
		"auto b = make_layout(k); } };",
		"S::a=(?,5):(1,?); S::b=6:1" },
	{ "constexpr int n = 8; struct S { auto f() { auto a = make_layout(n); } static constexpr int n = "
		"4; };\nauto b = make_layout(n);",
		"- 'n' is not known; b=8:1" },
	{ "using L = 8:1; struct S { auto f() { auto a = L{}; { } } struct T { }; using L = 4:1; };",
		"L=8:1; -; S::L=4:1" },
	{ "constexpr int n = 8; struct S { enum { n = 4, m, k = f(2, 3), l, }; auto a = "
		"make_layout(make_shape(n, m)); auto b = make_layout(l); };",
		"S::a=(4,5):(1,4); - 'l' is not known" },
	{ "enum E : int { a, b = 7, c };\nauto d = make_layout(make_shape(b, c, E::c));", "d=(7,8,8):(1,7,56)" },
	{ "enum class E { b = 7, c };\nauto d = make_layout(E::c);\nauto e = make_layout(c);",
		"d=8:1; - no value is called 'c'" },
	{ "enum { a = 9223372036854775807, b };\nauto c = make_layout(b);", "- 'b' is not known" },
	/* what the head of a branch declares */
	{ "int n = 4; if (auto n = 3; n > 2) { auto a = make_layout(n); } else { auto b = make_layout(n); "
		"} auto c = make_layout(n);",
		"a=3:1; c=4:1" },
	{ "int n = 4; if (auto n = 3; n < 2) { auto a = make_layout(n); } else { auto b = make_layout(n); "
		"} auto c = make_layout(n);",
		"- 'n' is not known; c=4:1" },
	{ "int n = 4; if (int n = f()) { auto a = make_layout(n); } auto c = make_layout(n);",
		"- 'n' is not known; c=4:1" },
	{ "int n = 4; if (f(); n > 3) { auto a = make_layout(n); }", "-; a=4:1" },
	/* specialisations */
	{ "template <int N> struct T { using L = Layout<Int<N>>; };\ntemplate <> struct T<8> { using L "
		"= Layout<_7>; };\n"
		"T<8>::L{}; T<4 + 4>::L{}; T<4>::L{}; T<n>::L{};",
		"T::L=7:1; 7:1; T::L=7:1; 7:1; T::L=4:1; 4:1; -" },
	{ "template <class A, int N = 3> struct T { using L = Layout<Int<N>>; };\n"
		"template <int N> struct T<float, N> { using L = Layout<_7>; };\ntemplate <class A> struct "
		"T<A, 4> { using L = Layout<_8>; };\n"
		"T<float>::L{}; T<half_t>::L{}; T<half_t, 4>::L{}; T<float, 4>::L{}; T<X>::L{};",
		"T::L=7:1; 7:1; T::L=3:1; 3:1; T::L=8:1; 8:1; -; -" },
	{ "template <class A> struct T { using L = Layout<_1>; };\ntemplate <class A> struct T<A*> { "
		"using L = Layout<_7>; };\nT<half_t>::L{};",
		"-; T::L=7:1; T::L=1:0" },
	{ "template <int N> struct T { using L = Layout<_1>; };\ntemplate <class A> struct T<3> { "
		"using L = Layout<_7>; };\nT<3>::L{};",
		"-; T::L=7:1; T::L=1:0" },
	{ "namespace a { template <int N> struct T { using L = Layout<_1>; }; }\nnamespace b { "
		"template <int N> struct T { using L = Layout<_2>; };\n"
		"template <> struct T<3> { using L = Layout<_7>; }; }\na::T<3>::L{}; b::T<3>::L{};",
		"T::L=1:0; 1:0; T::L=7:1; 7:1; T::L=2:1" },
	{ "template <int N> constexpr int v = N;\ntemplate <> constexpr int v<4> = 8;\nmake_layout(Int<v<4>>{});",
		"-; - no value is called 'v_1'" },
	{ "template <int A, int B> struct S { using L = Layout<_1>; };\ntemplate <int N> struct S<N, N> { using L = "
		"Layout<_2>; };\nusing A = S<4, 8>::L; using B = S<4, 2 + 2>::L; using C = S<4, n>::L;",
		"A::L=1:0; A=1:0; B::L=2:1; B=2:1; -" },
	{ "namespace n { template <int N> struct T { using L = Layout<Int<N>>; }; }\ntemplate <> struct n::T<4> { using "
		"L = Layout<_1>; };\nusing A = n::T<4>::L; using B = n::T<8>::L;",
		"A::L=1:0; A=1:0; B::L=8:1; B=8:1" },
	{ "template <class T> struct E { using L = Layout<_1>; }; template <> struct E<half_t> { using L = Layout<_2>; "
		"};\nusing A = E<cutlass::half_t>::L; using B = E<float>::L;",
		"A::L=2:1; A=2:1; B::L=1:0; B=1:0" },
	{ "template <int A, int... B> struct S { using L = Layout<_1>; }; template <int A, int B> struct S<A, B> { "
		"using L = Layout<_2>; };\nusing A = S<4>::L; using B = S<4, 5>::L;",
		"-; B::L=2:1; B=2:1; S::L=1:0" },
	/* macros stand where their names stand */
	{ "#define A 80\n#ifdef A\nauto a = 2:1;\n#endif\n#ifndef A\nauto a = 3:1;\n#endif\n#if "
		"defined(A) && A > 79\nauto b = 4:1;\n#endif",
		"a=2:1; b=4:1" },
	{ "#define A 80\n#undef A\n#ifdef A\nauto a = 2:1;\n#endif\n#ifndef A\nauto a = 3:1;\n#endif\n"
		"auto b = make_layout(A);",
		"a=3:1; - 'A' is not known" },
	{ "#undef A\nint A = 3;\nauto b = make_layout(A);", "b=3:1" },
	{ "#define A 2 + 3\nauto a = make_layout(A * 2);\nauto b = make_layout(A);", "a=8:1; b=5:1" },
	{ "#define A 4\n#define B A\nauto a = make_layout(B);\n#undef A\n#define A 8\nauto b = make_layout(B);",
		"a=4:1; b=8:1" },
	{ "#define A B\n#define B A\nauto a = make_layout(A);", "- no value is called 'A'" },
	{ "#define A 4 /* rows */ // more\n#define B ((A))\nauto a = make_layout(make_shape(B, \"A\", xA, A::x));",
		"- no value is called 'xA'" },
	{ "#define A Layout<_4>\n#define N 5\ntemplate <int M> struct T { using L = Layout<Int<M>>; "
		"};\nA{}; T<N>::L{};",
		"4:1; T::L=5:1; 5:1" },
	{ "#  define A 4\nauto a = make_layout(A);\n#define size(x) 3\nauto b = make_layout(size(2:1));",
		"a=4:1; b=3:1" },
	{ "#if 0\n#define A 4\n#endif\nauto a = make_layout(A);", "- no value is called 'A'" },
	/* integers of C++ */
	{ "make_layout(make_shape(010, 0b11, 0B1, 1'000, 'a', 0, 0x10, 8u));",
		"(8,3,1,1000,97,0,16,8):(1,8,24,24,24000,2328000,0,0)" },
	{ "make_layout(make_shape(09, 08));", "(9,8):(1,9)" },
	{ "static_assert((1u - 2u) > 0);\nstatic_assert(3 - 2u == 1);\nstatic_assert(~0u == "
		"4294967295u);\nstatic_assert(1u + 2 == 3);",
		"-; holds; -; holds" },
	{ "static_assert(sizeof(int4_t) == 1 && sizeof(half_t) == 2 && sizeof(double) == 8);", "holds" },
	{ "uint8_t a = 255, b = 256; make_layout(a); make_layout(b);", "255:1; ?:1" },
	{ "int8_t a = 127, b = 128; bool c = 1, d = 2; short e = 32767, f = 32768; "
		"make_layout(make_shape(a, c, e)); make_layout(b);\n"
		"make_layout(d); make_layout(f);",
		"(127,1,32767):(1,127,127); ?:1; - 'd' is not known; ?:1" },
	{ "constexpr int a = 2147483647, b = 2147483648; unsigned c = 4294967295, d = -1; unsigned "
		"short e = 65535, f = 65536;\n"
		"make_layout(a); make_layout(c); make_layout(e); make_layout(b); make_layout(d); make_layout(f);",
		"2147483647:1; 4294967295:1; 65535:1; - 'b' is not known; ?:1; ?:1" },
	{ "int64_t a = 4294967296; long b = -1; size_t c = -1; make_layout(a); make_layout(b + 3); make_layout(c);",
		"4294967296:1; 2:1; ?:1" },
	{ "unsigned u = 3; u -= 4; auto a = make_layout(u); uint8_t v = 255; v += 1; auto b = make_layout(v); v = 7; "
		"auto c = make_layout(v);",
		"-; a=?:1; -; b=?:1; c=7:1" },
	{ "short s = 32767; s++; auto a = make_layout(s); int n; n = 2147483647; auto b = make_layout(n); n += 1; auto "
		"c = make_layout(n);",
		"-; a=?:1; b=2147483647:1; -; c=?:1" },
	{ "uint8_t p; p = 256; auto a = make_layout(p); uint8_t q = 2, r = 3; q = 256; r = 255; auto b = "
		"make_layout(q); auto c = make_layout(r); size_t z = 3; z = z - 4; auto d = make_layout(z); int64_t w = 3; "
		"w = w - 4; auto e = make_layout(w + 5);",
		"- 'p' is not known; - 'q' is not known; c=255:1; -; - 'z' is not known; e=4:1" },
	{ "constexpr int i = 6, j = 7; void f() { int i, j = 4; auto a = make_layout(make_shape(i, j)); int k, l; auto "
		"b = make_layout(make_shape(k, l)); }",
		"a=(?,4):(1,?); b=(?,?):(1,?)" },
	{ "constexpr int i = 6, j = 7; void f() { float *i, *j; auto a = make_layout(make_shape(Int<i>{} + 4, j + 3)); "
		"int k{3}, l(4), m[5], n = 2; auto b = make_layout(make_shape(k, l, n)); }",
		"a=(4,3):(1,4); b=(3,4,2):(1,3,12)" },
	{ "Layout<_3> a, b; auto c = make_layout(a, b); std::vector<int> v, w; auto d = make_layout(v); auto e = "
		"make_layout(w.size()); Foo<int, 3> x, y(4); auto f = make_layout(y);",
		"a=3:1; b=3:1; c=(3,3):(1,1); - 'v' is not known; - what a pointer or container holds is not known; -; - "
		"'y' is not known" },
	{ "void f() { float  *  p , * q, &r = x, z; auto a = make_layout(make_shape(p + 4, q + 3)); auto b = "
		"make_layout(r); unsigned c, d; unsigned  e ,g; auto h = make_layout(make_shape(c, d, e, g)); int &i=x,j; "
		"auto k = make_layout(j); }",
		"-; a=(4,3):(1,4); - 'r' is not known; h=(?,?,?,?):(1,?,?,?); -; k=?:1" },
	/* names that others change */
	{ "int n = 4; int& r = n; r = 7; make_layout(n);", "?:1" },
	{ "int n = 4; const int& r = n; make_layout(n);", "4:1" },
	{ "int n = 4; f(&n); make_layout(n);", "-; ?:1" },
	{ "int n = 4; int* p = &n; make_layout(n);", "?:1" },
	{ "int n = 4, m = 5; std::swap(n, m); make_layout(make_shape(n, m));", "-; (?,?):(1,?)" },
	{ "int n = 4, m = 5; std::tie(n, m) = f(); make_layout(n);", "-; ?:1" },
	{ "int n = 4; std::cin >> n; make_layout(n);", "-; ?:1" },
	{ "auto t = make_shape(3, 4); get<0>(t) = 8; make_layout(t);", "t=(3,4); -; - 't' is not known" },
	{ "int n = 4; int m = get<0>(n) == 8; auto f = [&](int i) { return i & n; }; bool b = m && n; make_layout(n);",
		"-; 4:1" },
	{ "int n = 4; void f() { n = 5; } make_layout(n);", "?:1" },
	{ "int n = 4; void f(int n) { n = 5; } make_layout(n);", "4:1" },
	{ "void f(int& n) { n = 3; } int n = 4; g(n); make_layout(n); f(n); make_layout(n);", "-; 4:1; -; ?:1" },
	{ "int n = 4; again: make_layout(n); n = 5; if (c) goto again;", "?:1; -" },
	{ "int n = 4; again: make_layout(n); n = 5; goto other;", "- no value is called 'again'; -" },
	{ "struct A { using n = 4:1; using m = 5:1; }; struct B { using n = 7:1; };\nvoid f() { using "
		"X = A; using X = B; X::n{}; X::m{}; }",
		"A::n=4:1; A::m=5:1; B::n=7:1; 7:1; -" },
	{ "int n = 4; asm volatile(\"mov.u32 %0, %laneid; // m\" : \"=r\"(n) : \"r\"(k)); auto a = make_layout(n);",
		"-; a=?:1" },
	{ "int n = 4; int m = 8; __asm__(\"\" : \"+r\"(n)); auto a = make_layout(n); auto b = make_layout(m);",
		"-; a=?:1; b=8:1" },
	/* what is not reached need not hold */
	{ "import cute\nif n: assert False, \"not reached\"\nassert size(4:1) == 5",
		"-; -; fails (size(4:1) is 4, not 5)" },
	{ "import cute\nif n: assert size(4:1) == 5", "-; fails (size(4:1) is 4, not 5)" },
	{ "if (n) {\nstatic_assert(false);\n} else {\nstatic_assert(true);\n}", "-; holds" },
	{ "if (true) {\nstatic_assert(false);\n}", "fails (false is false)" },
	/* a function of Python is called at any time */
	{ "import cute\nn = 4\ndef f():\n    a = make_layout(n)\nn = 8", "-; - 'n' is not known" },
	{ "import cute\nn = 4\ndef f():\n    n = 8\n    a = make_layout(n)\n    def g():\n        b = "
		"make_layout(n)\nn = 8",
		"-; a=8:1; b=8:1" },
	{ "import cute\nn = 4\ndef f():\n    a = make_layout(n)\nclass C:\n    n = 8", "-; a=4:1" },
	{ "import cute\nn = 4\ndef f():\n    a = make_layout(n)\ndef g():\n    global n\n    n = 5",
		"-; - 'n' is not known; -" },
	{ "template <int N> struct B { using A = Layout<Int<N>>; };\nstruct S : public B<4> { };\nS::A{};",
		"B::A=4:1; 4:1" },
	{ "struct B { using A = Layout<_4>; };\nstruct S :B { };\nS::A{};", "B::A=4:1; 4:1" },
	{ "#if defined(NOBODY) || defined( __CUDACC__ )\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "template <int N,\n  class T = Shape<Int<N>,_2>>\nstruct S {\n  // the layout\n"
		"  using A = Layout<T,\n    Stride<_1,Int<N>>>; // column-major\n};\nS<4>::A{};",
		"S::A=(4,2):(1,4); (4,2):(1,4)" },

	/* texts and comments that are no brackets */
	{ "auto a = 2:1; /* auto b = 3:1; */ auto c = 4:1;", "a=2:1; c=4:1" },
	{ "auto a = 2:1; // { ( [\nauto c = 4:1;", "a=2:1; c=4:1" },
	{ "auto a = 2:1; /* { ( [ */ auto c = 4:1;", "a=2:1; c=4:1" },
	{ "auto a = 2:1; /* never closed\nauto c = 4:1;", "a=2:1" },
	{ "auto a = 2:1; /**/ auto c = 4:1;", "a=2:1; c=4:1" },
	{ "auto a = 2:1; /* * / */ auto c = 4:1;", "a=2:1; c=4:1" },
	{ "printf(\"{ ( [ %d\\n\", 1); auto a = 2:1;", "-; a=2:1" },
	{ "printf(\"\\\\\"); auto a = 2:1;", "-; a=2:1" },
	{ "printf(\"\\\"); }\"); auto a = 2:1;", "-; a=2:1" },
	{ "char c = '{'; auto a = 2:1;", "a=2:1" },
	{ "char c = '\\''; auto a = 2:1;", "-; a=2:1" },
	{ "auto a = 2:1; printf(\"no end", "a=2:1; -" },
	{ "using A = Layout<Shape<_2, // two\n  _3>>;\nA{};", "A=(2,3):(1,2); (2,3):(1,2)" },
	{ "using A = Layout<Shape<Int<2>>,;\nauto b = 2:1;", "? expected '>', saw the end; b=2:1" },
	{ "auto a = make_layout(2;\nauto b = 3:1;", "? expected ',' or ')', saw the end; b=3:1" },
	{ "auto a = make_layout(nn;", "- 'nn' is not known" },
	{ "auto a = make_layout(9nn, 2;", "? expected an integer, saw letters behind its digits" },
	{ "auto a = make_layout(_ + size + 2.nn + f(2) + g <3> + q.nn;", "- 'q' is not known" },
	{ "auto a = make_layout(_ + size + f (2) + g <3> + kk =2;", "? expected ',' or ')', saw '>'" },
	{ "auto a = make_layout(2));\nauto b = 3:1;",
		"? expected an operator, ';' or the end of the line, saw ')'; b=3:1" },
	{ "auto a = make_layout([2);\nauto b = 3:1;", "? expected ',' or ']', saw ')'; b=3:1" },
	{ "}\nauto b = 3:1;", "b=3:1" },
	{ "{ auto a = 2:1;", "a=2:1" },

	/* names and conditions */
	{ "constexpr auto a = 2:1; static constexpr auto b = 3:1; auto const c = 4:1;", "a=2:1; b=3:1; c=4:1" },
	{ "auto const& a = 2:1; auto&& b = 3:1; auto* c = p;", "a=2:1; b=3:1" },
	{ "Layout a = 2:1; Tensor t = make_tensor(p, 3:1);", "a=2:1; - no value is called 'p'" },
	{ "auto a[2] = {2:1, 3:1};", "-" },
	{ "unsigned n = 4; auto a = make_layout(n);", "a=4:1" },
	{ "int64_t n = 4; auto a = make_layout(n);", "a=4:1" },
	{ "size_t n = size(4:1); auto a = make_layout(n);", "a=4:1" },
	{ "int *p; auto a = make_tensor(p, 3:1);", "a=3:1" },
	{ "auto a{2:1};", "a=2:1" },
	{ "Layout<_2> a{};", "a=2:1" },
	{ "Layout<_2> a; Layout<_3> const b;", "a=2:1; b=3:1" },
	{ "half_t x = 3; auto a = 2:1;", "a=2:1" },
	{ "auto a = 2:1, b = 3:1;", "a=2:1; b=3:1" },
	{ "a = 2:1;\nb = a;", "a=2:1; b=2:1" },
	{ "x += 2; auto a = 2:1;", "-; a=2:1" },
	{ "if (x == 2) auto a = 2:1;", "-" },
	{ "for (;;) auto a = 2:1;", "-" },
	{ "return 2:1;", "-" },
	{ "do { auto a = 2:1; } while (0);", "a=2:1; -" },
	{ "switch (x) { case 1: auto a = 2:1; }", "-" },
	{ "try { auto a = 2:1; } catch (...) { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "auto f = [&](int i) { auto a = 2:1; return a; };\nauto b = 3:1;", "-; b=3:1" },
	{ "void f() const { auto a = 2:1; }\nvoid g() noexcept { auto b = 3:1; }", "a=2:1; b=3:1" },
	{ "public: auto a = 2:1;", "a=2:1" },
	{ "struct S { private: using A = Layout<_2>; public: using B = A; };\nS::B{};", "S::A=2:1; S::B=2:1; 2:1" },
	{ "struct alignas(16) S { using A = Layout<_2>; };\nS::A{};", "S::A=2:1; 2:1" },
	{ "struct S;\nauto a = 2:1;", "-; a=2:1" },
	{ "class S final { using A = Layout<_2>; };\nS::A{};", "S::A=2:1; 2:1" },
	{ "union U { Layout<_2> a; };\nauto b = 3:1;", "U::a=2:1; b=3:1" },
	{ "template <class T, int... N> struct S { using A = Layout<_2>; };\nS<float,1,2>::A{};", "S::A=2:1; 2:1" },
	{ "template <int N = 4, int M = N * 2> struct S { using A = Layout<Shape<Int<N>,Int<M>>>; };\n"
		"S<2>::A{}; S<>::A{}; S<3,5>::A{};",
		"S::A=(2,4):(1,2); (2,4):(1,2); S::A=(4,8):(1,4); (4,8):(1,4); S::A=(3,5):(1,3); (3,5):(1,3)" },
	{ "template <int N> struct S { using A = Layout<Int<N>>; };\nusing T = S<2>;\nT::A{};", "T::A=2:1; 2:1" },
	{ "template <int N> struct S { static constexpr int n = N; };\nauto a = make_layout(Int<S<6>::n>{});",
		"a=6:1" },
	{ "template <int N> auto f = Layout<Int<N>>{};\nauto a = f<4>;", "a=4:1" },
	{ "template <int N> constexpr int twice = 2 * N;\nauto a = make_layout(Int<twice<3>>{});", "a=6:1" },
	{ "using namespace cute;\nauto a = 2:1;", "a=2:1" },
	{ "using cute::Layout;\nauto a = 2:1;", "a=2:1" },
	{ "typedef;\nauto a = 2:1;", "a=2:1" },
	{ "typedef a;\nauto b = 2:1;", "b=2:1" },
	{ "typedef Shape<_2,_3> T;\nauto a = make_layout(T{});", "T=(2,3); a=(2,3):(1,2)" },
	{ "CUTE_HOST_DEVICE\nauto f() { auto a = 2:1; }", "a=2:1" },
	{ "CUTE_STATIC_ASSERT(size(Layout<_2>{}) == 2);\nauto a = 2:1;", "holds; a=2:1" },
	{ "static_assert(unknown == 2);\nauto a = 2:1;", "-; a=2:1" },
	{ "static_assert(size(Layout<_2>{}) == 2)\nauto a = 2:1;", "holds; a=2:1" },
	{ "__shared__ float s[64]; auto a = 2:1;", "a=2:1" },
	{ "extern __shared__ char smem[];\nauto a = 2:1;", "-; a=2:1" },
	{ "asm volatile(\"bar.sync 0;\"); auto a = 2:1;", "-; a=2:1" },

	/* more of each: the preprocessor, conditions, names, structures, heads of bodies, and what is none of them */
	{ "#if __CUDA_ARCH__ == 1000\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if __CUDA_ARCH__ >= 1001\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=3:1" },
	{ "#ifdef __CUDACC_VER_MAJOR__\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#ifdef __CUDA_ARCH__\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#ifdef __CUDA_ARCHS__\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=3:1" },
	{ "#ifdef CUTLASS_ARCH\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=3:1" },
	{ "#ifdef __CUDACC__ // c\nauto a = 2:1;\n#else // c\nauto a = 3:1;\n#endif // c", "a=2:1" },
	{ "#if defined NOBODY || 1\nauto a = 2:1;\n#else\nauto a = 3:1;\n#endif", "a=2:1" },
	{ "#if defined(NOBODY\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "-; a=2:1" },
	{ "#if defined\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "b=3:1" },
	{ "#if\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "a=2:1" },
	{ "#if __CUDACC__\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif", "-; a=2:1" },
	{ "#if 0\nauto a = 2:1;\n#elif NOBODY\nauto b = 3:1;\n#else\nauto c = 4:1;\n#endif", "-; b=3:1" },
	{ "#if NOBODY\nauto a = 2:1;\n#elif 1\nauto b = 3:1;\n#else\nauto c = 4:1;\n#endif", "-; a=2:1" },
	{ "#if 0\n#if 1\n#elif 1\nauto a = 2:1;\n#else\nauto b = 3:1;\n#endif\nauto c = 4:1;\n#endif\nauto d "
	  "= 5:1;",
		"d=5:1" },
	{ "#if 0\n#define N 4\n#else\n#define N 8\n#endif\nauto a = make_layout(N);", "a=8:1" },
	{ "#if 0\nvoid f() { auto a = 2:1; }\n#endif\nvoid g() { auto b = 3:1; }", "b=3:1" },
	{ "#undef N\nauto a = 2:1;", "a=2:1" },
	{ "#define N 4\n#define N 8\nauto a = make_layout(N);", "a=8:1" },
	{ "#define L Layout<_4>{}\nauto a = L;", "a=4:1" },
	{ "#define N(4)\nauto a = 2:1;", "a=2:1" },
	{ "#defined N 4\nauto a = make_layout(N);", "- no value is called 'N'" },
	{ "#define N 2 * \\\n 3\nauto a = make_layout(N);", "a=6:1" },
	{ "static_assert(size(2:1) < 2);auto a = 2:1;", "fails (size(2:1) is 2, which is not < 2); a=2:1" },
	{ "static_assert(size(2:1) <= 1);auto a = 2:1;", "fails (size(2:1) is 2, which is not <= 1); a=2:1" },
	{ "static_assert(size(2:1) > 2);auto a = 2:1;", "fails (size(2:1) is 2, which is not > 2); a=2:1" },
	{ "static_assert(size(2:1) >= 3);auto a = 2:1;", "fails (size(2:1) is 2, which is not >= 3); a=2:1" },
	{ "static_assert(size(2:1) != 2);auto a = 2:1;", "fails (size(2:1) is 2, which is not != 2); a=2:1" },
	{ "static_assert(size(2:1) == size(3:1));auto a = 2:1;", "fails (size(2:1) is 2, size(3:1) is 3); a=2:1" },
	{ "static_assert(size(2:1) > size(3:1));auto a = 2:1;", "fails (size(2:1) is 2, size(3:1) is 3); a=2:1" },
	{ "static_assert(size(2:1) + 1 == 4);auto a = 2:1;",
		"fails (size(2:1) is 2, size(2:1) + 1 is 3, not 4); a=2:1" },
	{ "static_assert(size(2:1) * size(3:1) - 1 == 4);auto a = 2:1;",
		"fails (size(2:1) is 2, size(3:1) is 3, size(2:1) * size(3:1) is 6, size(2:1) * size(3:1) "
		  "- 1 is 5, not 4); a=2:1" },
	{ "static_assert(!size(2:1));auto a = 2:1;", "fails (!size(2:1) is false); a=2:1" },
	{ "static_assert((size(2:1) == 1 || size(2:1) == 3) && size(2:1) == 4);auto a = 2:1;",
		"fails (size(2:1) is 2, not 1; size(2:1) is 2, not 3); a=2:1" },
	{ "static_assert(size(2:1) == 2 && (size(2:1) == 1 || size(2:1) == 3));auto a = 2:1;",
		"fails (size(2:1) is 2, not 1; size(2:1) is 2, not 3); a=2:1" },
	{ "static_assert(size(2:1) == 1 || size(2:1) - 2 || size(2:1) == 3);auto a = 2:1;",
		"fails (size(2:1) is 2, not 1; size(2:1) - 2 is false; size(2:1) is 2, not 3); a=2:1" },
	{ "static_assert(2:1 == 3:1);auto a = 2:1;", "fails (2:1 is 2:1, 3:1 is 3:1); a=2:1" },
	{ "static_assert(\n\tsize(2:1)\n\t== 3);auto a = 2:1;", "fails (size(2:1) is 2, not 3); a=2:1" },
	{ "static_assert(size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2))) == 3);auto a = 2:1;",
		"fails (size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,... is 4096, not 3); a=2:1" },
	{ "static_assert(size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 22))) == 3);auto a = 2:1;",
		"fails (size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 22... is 22528, not 3); a=2:1" },
	{ "static_assert(size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 222))) == 3);auto a = 2:1;",
		"fails (size(make_layout(make_shape(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 22... is 227328, not 3); a=2:1" },
	{ "auto a = make_layout(make_shape(2,2,2,2,2,2,2,2,2,2,2,2)); static_assert(a == 1);",
		"a=(2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048); fails (a is "
		  "(2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048), not 1)" },
	{ "auto a = make_layout(make_shape(2,2,2,2,2,2,2,2,2,2,2,2,2)); static_assert(a == 1);",
		"a=(2,2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048,4096); fails (a is "
		  "(2,2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048,4096), not 1)" },
	{ "auto a = make_layout(make_shape(2,2,2,2,2,2,2,2,2,2,2,22)); static_assert(a == 1);",
		"a=(2,2,2,2,2,2,2,2,2,2,2,22):(1,2,4,8,16,32,64,128,256,512,1024,2048); fails (a is "
		  "(2,2,2,2,2,2,2,2,2,2,2,22):(1,2,4,8,16,32,64,128,256,512,1024,2048), not 1)" },
	{ "auto a = make_layout(make_shape(2,2,2,2,2,2,2,2,2,2,2,222)); static_assert(a == 1);",
		"a=(2,2,2,2,2,2,2,2,2,2,2,222):(1,2,4,8,16,32,64,128,256,512,1024,2048); fails (a is "
		  "(2,2,2,2,2,2,2,2,2,2,2,222):(1,2,4,8,16,32,64,128,256,512,1024,2048), not 1)" },
	{ "auto a = make_layout(make_shape(2,2,2,2,2,2,2,2,2,2,2,2222)); static_assert(a == 1);",
		"a=(2,2,2,2,2,2,2,2,2,2,2,2222):(1,2,4,8,16,32,64,128,256,512,1024,2048); fails (a is "
		  "(2,2,2,2,2,2,2,2,2,2,2,2222):(1,2,4,8,16,32,64,128,256,512,1024,2048), not 1)" },
	{ "static_assert();auto a = 2:1;", "-; a=2:1" },
	{ "static_assert(size(2:1) == 3;auto a = 2:1;", "? expected ',' or ')', saw the end; a=2:1" },
	{ "CUTE_STATIC_ASSERT_V(size(2:1) == Int<3>{});auto a = 2:1;", "fails (size(2:1) is 2, not 3); a=2:1" },
	{ "CUTE_STATIC_ASSERT(size(2:1) == 3);auto a = 2:1;", "fails (size(2:1) is 2, not 3); a=2:1" },
	{ "static_assert(size(2:1) / 0);auto a = 2:1;", "? division of 2 by 0; a=2:1" },
	{ "auto a = composition(make_layout(make_shape(4,6,8),make_stride(2,3,5)), 6:3);", "a=(2,3,1):(6,3,5) !" },
	{ "composition(make_layout(make_shape(4,6,8),make_stride(2,3,5)), 6:3);", "(2,3,1):(6,3,5) !" },
	{ "int m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "int const m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "const int m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "static int m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "constexpr int m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "unsigned m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "size_t m = 1, n = 4; auto a = coalesce(make_layout(make_shape(m,n)));", "a=(1,4):(1,1)" },
	{ "m = 1; auto a = coalesce(make_layout(make_shape(m,4)));", "a=(1,4):(1,1)" },
	{ "struct A { using L = Layout<_4>; }; struct B { struct C; }; struct B::C : public A { }; using x = B::C::L;",
		"A::L=4:1; -; x=4:1" },
	/* 4 is an int, Int<4>{} a type, whatever it is computed from */
	{ "auto a = coalesce(make_layout(make_shape(5,4)));", "a=(5,4):(1,5)" },
	{ "auto a = coalesce(make_layout(make_shape(_4{},_8{})));", "a=32:1" },
	{ "auto a = coalesce(make_layout(make_shape(4_c,8_c)));", "a=32:1" },
	{ "auto a = coalesce(make_layout(make_shape(_4{},8)));", "a=(4,8):(1,4)" },
	{ "constexpr int m = 4; auto a = coalesce(make_layout(make_shape(Int<m>{},Int<2 * m>{})));", "a=32:1" },
	{ "constexpr int m = 4; auto a = coalesce(make_layout(make_shape(m,Int<2 * m>{})));", "a=(4,8):(1,4)" },
	{ "auto m = Int<4>{}; auto a = coalesce(make_layout(make_shape(m,m)));", "a=16:1" },
	{ "int m = Int<4>{}; auto a = coalesce(make_layout(make_shape(m,m)));", "a=(4,4):(1,4)" },
	{ "constexpr int m = Int<4>{}; auto a = coalesce(make_layout(make_shape(m,m)));", "a=(4,4):(1,4)" },
	{ "auto a = coalesce(make_layout(make_shape(int(_4{}),_8{})));", "a=(4,8):(1,4)" },
	{ "auto a = coalesce(make_layout(make_shape(static_cast<int>(_4{}),_8{})));", "a=(4,8):(1,4)" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},Int<int(_4{})>{})));", "a=32:1" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},integral_constant<int,4>{})));", "a=32:1" },
	{ "auto a = coalesce(make_layout(make_shape(sizeof(float),_8{})));", "a=(4,8):(1,4)" },
	{ "auto a = coalesce(make_layout(make_shape(_4{},sizeof_bits_v<half_t>)));", "a=(4,16):(1,4)" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},size_v<Shape<_2,_4>>)));", "a=(8,8):(1,8)" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},size(Shape<_2,_4>{}))));", "a=64:1" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},Int<2>{} * Int<2>{})));", "a=32:1" },
	{ "auto a = coalesce(make_layout(make_shape(_8{},Int<2>{} * 2)));", "a=(8,4):(1,8)" },
	{ "auto a = left_inverse((4,2):(1,4));", "a=8:1" },
	{ "template <int N> struct T { using S = decltype(make_shape(Int<N>{},_8{})); "
	  "static constexpr auto L = coalesce(make_layout(make_shape(N,_8{}))); }; "
	  "auto a = coalesce(make_layout(T<4>::S{})); auto b = T<size(_4{})>::L;",
		"a::S=(4,8); a::L=(4,8):(1,4); a=32:1; b::S=(4,8); b::L=(4,8):(1,4); b=(4,8):(1,4)" },
	{ "template <class N> struct T { static constexpr auto L = coalesce(make_layout(make_shape(N{},_8{}))); }; "
	  "auto a = T<_4>::L;", "a::L=32:1; a=32:1" },
	{ "int m = 2:1; auto a = m;", "m=2:1; a=2:1" },
	{ "int a = 2, b, c = 3;auto d = make_layout(make_shape(a,b,c));", "d=(2,?,3):(1,2,?{div=2})" },
	{ "float a = 2, b;auto d = make_layout(a);", "- 'a' is not known" },
	{ "float x; auto d = make_layout(x);", "- 'x' is not known" },
	{ "float x, y = 3; auto d = make_layout(x);", "- 'x' is not known" },
	{ "bool x; auto d = make_layout(x);", "- 'x' is not known" },
	{ "T x; auto d = make_layout(x);", "-; - 'x' is not known" },
	{ "auto a = 2:1, b = n;auto c = b;", "a=2:1; -; -" },
	{ "auto a = n, b = 2:1;auto c = b;", "-; b=2:1; c=2:1" },
	{ "auto [a, b] = 3;auto c = make_layout(a);", "- 'a' is not known" },
	{ "auto [a, b] = n;auto c = make_layout(a);", "-; - 'a' is not known" },
	{ "auto [a, b, c] = make_shape(2, 3);auto d = make_layout(a);", "a, b, c=(2,3); - 'a' is not known" },
	{ "auto [a, b] = make_shape(2, make_shape(3, 4));auto d = make_layout(b);", "a, b=(2,(3,4)); d=(3,4):(1,3)" },
	{ "int b = 7; auto [a, _] = make_shape(2, 3);auto d = make_layout(b);", "a, _=(2,3); d=7:1" },
	{ "namespace a::b { using A = Layout<_4>; }\na::b::A{};", "A=4:1; 4:1" },
	{ "namespace a { namespace b { using A = Layout<_4>; } }\na::b::A{}; b::A{}; A{};", "A=4:1; 4:1; -; -" },
	{ "namespace a { using A = Layout<_4>; }\nnamespace a { using B = Layout<_8>; }\na::A{}; a::B{};",
		"A=4:1; B=8:1; 4:1; 8:1" },
	{ "inline namespace a { using A = Layout<_4>; }", "A=4:1" },
	{ "namespace a { int n = 4; }\nauto b = make_layout(a::n);\nauto c = make_layout(n);",
		"b=4:1; - no value is called 'n'" },
	{ "struct S { using A = Layout<_4>; };\nA{};", "S::A=4:1; -" },
	{ "struct __align__(16) S { using A = Layout<_4>; };\nS::A{};", "S::A=4:1; 4:1" },
	{ "struct CUTE_ALIGNAS(16) S : T { using A = Layout<_4>; };\nS::A{};", "S::A=4:1; 4:1" },
	{ "struct { using A = Layout<_4>; } s;\nauto b = 3:1;", "::A=4:1; -; b=3:1" },
	{ "struct S { struct T { using A = Layout<_4>; }; };\nS::T::A{};", "S::T::A=4:1; 4:1" },
	{ "struct S { using A = Layout<_4>; using A = Layout<_8>; };\nS::A{};", "S::A=4:1; S::A=8:1; 8:1" },
	{ "struct B { using A = Layout<_4>; };\nstruct S : B { };\nS::A{};", "B::A=4:1; 4:1" },
	{ "struct B { using A = Layout<_4>; };\nstruct C { using D = Layout<_8>; };\nstruct S : public "
	  "B, private C { };\nS::A{}; S::D{};",
		"B::A=4:1; C::D=8:1; 4:1; 8:1" },
	{ "struct B { using A = Layout<_4>; };\nstruct S : virtual B { };\nS::A{};", "B::A=4:1; 4:1" },
	{ "struct B { using A = Layout<_4>; };\nstruct S : protected B { using A = Layout<_2>; };\nS::A{};",
		"B::A=4:1; S::A=2:1; 2:1" },
	{ "namespace n { struct B { using A = Layout<_4>; }; }\nstruct S : n::B { };\nS::A{};", "B::A=4:1; 4:1" },
	{ "struct B { using A = Layout<_4>; };\nusing C = B;\nC::A{};", "B::A=4:1; 4:1" },
	{ "template <int N> struct S { using A = Layout<Int<N>>; };\nauto a = S<4>::A{}; auto b = S<4>::A{};",
		"a::A=4:1; a=4:1; b::A=4:1; b=4:1" },
	{ "template <int N> struct S { using A = Layout<Int<N>>; };\nstruct T { using B = typename "
	  "S<4>::A; };\nT::B{};",
		"T::B::A=4:1; T::B=4:1; 4:1" },
	{ "template <int N> struct S { using A = typename S<N>::A; };\nS<4>::A{};\nauto b = 2:1;", "-; -; b=2:1" },
	{ "template <class A, class B = A> struct S { using L = Layout<B>; };\nS<_4>::L{};", "S::L=4:1; 4:1" },
	{ "template <class... A> struct S { using L = Layout<_4>; };\nS<_4,_2>::L{};", "S::L=4:1; 4:1" },
	{ "template <int N> struct S { };\nS<4>::A{};", "-" },
	{ "template <int M, int N> struct S { using A = Layout<Int<N>>; };\nS<4>::A{};", "- 'N' is not known; -" },
	{ "template <int N> using L = Layout<Int<N>>;\nauto a = L<2>{}; auto b = L<3>{};", "a=2:1; b=3:1" },
	{ "template <class T> using L = typename T::A;\nstruct S { using A = Layout<_4>; };\nL<S>{};",
		"S::A=4:1; 4:1" },
	{ "template <int N> void f() { auto a = 2:1; }", "a=2:1" },
	{ "template <int N = 4> void f() { auto a = make_layout(N); }", "- 'N' is not known" },
	{ "void f(int a, float b, T c, int* d, Layout<_2> e) { auto x = make_layout(a); auto y = "
	  "make_layout(b); auto z = make_layout(c); }",
		"x=?:1; - 'b' is not known; - 'c' is not known" },
	{ "void f(A<int, 4> n) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nvoid f(T n) { auto a = make_layout(n); }\nauto b = make_layout(n);",
		"- 'n' is not known; b=4:1" },
	{ "int n = 4;\nvoid f(T n)const { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nvoid f(T n)noexcept { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "template <int N = 8> struct S { using A = Layout<Int<N>>; };\n4S<2>;", "-; S::A=8:1" },
	{ "template <int N = 8> struct S { using A = Layout<Int<N>>; };\nS<2>;", "S::A=2:1; -" },
	{ "int n = 4;\nvoid f(T n = 3) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\ntemplate <class T> void f(A<(1 > 2)> n) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nwhile (int n = 3) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (int n : x) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (T::U n : x) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nfor (auto n : a::b) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nfor (auto m : n) { auto a = make_layout(n); }", "a=4:1" },
	{ "int n = 4;\nfor (T n; ; ) { auto a = make_layout(n); }", "- 'n' is not known" },
	{ "int n = 4;\nfor (int i = 0, n = 3; ; ) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (;; i++, n++) { auto a = make_layout(n); }", "a=?:1" },
	{ "int n = 4;\nfor (; x->n; ) { auto a = make_layout(n); }", "a=4:1" },
	{ "int n = 4;\nfor (; f(n); ) { auto a = make_layout(n); }", "a=4:1" },
	{ "int n = 4;\nfor (; i < n; ++i) { auto a = make_layout(n); }", "a=4:1" },
	{ "int n = 4;\nfor (; (n); ++i) { auto a = make_layout(n); }", "a=4:1" },
	{ "auto x = make_smem_ptr(p); auto a = make_tensor(x, 4:1);", "a=4:1" },
	{ "auto t = make_tensor(make_gmem_ptr(p), make_layout(4));", "t=4:1" },
	{ "float* p; auto t = make_tensor(make_gmem_ptr(p), make_layout(4));", "t=4:1" },
	{ "half_t const* __restrict__ p; auto t = make_tensor(p, make_layout(4));", "t=4:1" },
	{ "T* a = f(), *b; auto t = make_tensor(a, 4:1);", "t=4:1" },
	{ "print_latex(2:1);", "-" },
	{ "print(2:1);", "2:1" },
	{ "print(\"layout\", 2:1);", "-" },
	{ "size(2:1);", "2" },
	{ "\"text\";", "\"text\"" },
	{ "return;2:1;", "-; 2:1" },
	{ "3;", "3" },
	{ "make_shape(2, 3);", "(2,3)" },
	{ "true;", "true" },
	{ "Int<4>{};", "4" },
	{ "auto a = 3; auto b = make_shape(2, a);", "b=(2,3)" },
	{ "x_layout = 3;", "" },
	{ "x_layout = n;", "- no value is called 'n'" },
	{ "x = n;", "-" },
	{ "make_layout(n);", "- no value is called 'n'" },
	{ "tile(n);", "-" },
	{ "auto tile = n;", "- no value is called 'n'" },
	{ "x = make_layout(+;", "? expected an expression, saw '+'" },
	{ "tile = +;", "- expected an expression, saw '+'" },
	{ "auto a = 4 o 3;", "a=3:1" },
	{ "a.b = 2:1; auto c = 3:1;", "-; c=3:1" },
	{ "a[0] = 2:1; auto c = 3:1;", "-; c=3:1" },
	{ "*p = 2:1; auto c = 3:1;", "-; c=3:1" },
	{ "x += 2:1; auto c = 3:1;", "-; c=3:1" },
	{ "Layout<_2> a(3); auto b = a;", "-; -" },
	{ "Layout<_2> a = 3:1; auto b = a;", "a=3:1; b=3:1" },
	{ "T a{2:1, 3:1}; auto b = a;", "-; -" },
	{ "auto a = {2:1, 3:1}; auto b = a;", "-; -" },
	{ "T a = T{2:1};", "-" },
	{ "auto f = [] { return 2:1; }; auto b = 3:1;", "-; b=3:1" },
	{ "auto f = [](auto i) -> int { return 2:1; }; auto b = 3:1;", "-; b=3:1" },
	{ "do { auto a = 2:1; } while (n < 4); auto b = 3:1;", "a=2:1; -; b=3:1" },
	{ "switch (n) { case 0: { auto a = 2:1; } default: { auto b = 3:1; } }", "a=2:1; b=3:1" },
	{ "if (1) { if (0) { auto a = 2:1; } else { auto b = 3:1; } } else { auto c = 4:1; }", "b=3:1" },
	{ "if (1) { } else if (1) { auto a = 2:1; } auto b = 3:1;", "b=3:1" },
	{ "if (0) { } auto b = 3:1; if (1) { auto a = 2:1; }", "b=3:1; a=2:1" },
	{ "else { auto a = 2:1; }", "a=2:1" },
	{ "if constexpr ((1 + 1) == 2) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (size(2:1) == 2) { auto a = 2:1; } else { auto b = 3:1; }", "a=2:1" },
	{ "if (\"a\" == \"b\") { auto a = 2:1; } else { auto b = 3:1; }", "b=3:1" },
	{ "if (1 { auto a = 2:1; }", "a=2:1" },
	{ "if { auto a = 2:1; }", "a=2:1" },

	/* a part of a tensor, and other tuples of a layout and a number */
	{ "auto p = local_tile(make_identity_tensor(make_shape(64, 32)), Shape<_8,_4>{}, make_coord(1, _));\n"
	  "auto c = make_tuple(rank(p), rank_v<decltype(p)>, decltype(p)::rank, rank<0>(p), depth(p));\n"
	  "auto g = group_modes<1, rank_v<decltype(p)>>(p);",
		"p=((8,4,8):(1@0,1@1,4@1),(8,0)); c=(3,3,3,1,1); g=((8,(4,8)):(1@0,(1@1,4@1)),(8,0))" },
	{ "auto t = make_tile(Layout<Shape<_2,_8,_3>>{}, _16{});\n"
	  "auto a = make_tuple(size<0>(t), size<1>(t), rank(t), depth(t), depth<1>(t));",
		"t=((2,8,3):(1,2,16),16); a=(48,16,2,2,0)" },
	{ "auto t = Tile<Layout<Shape<_2,_8>,Stride<_1,_4>>,_16>{};\nauto a = make_tuple(size<0>(t), rank(t));",
		"t=((2,8):(1,4),16); a=(16,2)" },

	/* references, and what is changed through them */
	{ "auto s = make_shape(4, 8); auto& r = s; get<0>(r) = 5; make_layout(s);",
		"s=(4,8); r=(4,8); -; - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto& r = s; make_layout(r);", "s=(4,8); r=(4,8); (4,8):(1,4)" },
	{ "auto s = make_shape(4, 8); auto& r = get<0>(s); r = 5; make_layout(s);", "s=(4,8); - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto&& r = s; auto& q = r; q = make_shape(1, 2); make_layout(s); "
	  "make_layout(r); make_layout(q);",
		"s=(4,8); r=(4,8); q=(4,8); q=(1,2); - 's' is not known; - 'r' is not known; (1,2):(1,1)" },
	{ "auto s = make_shape(4, 8); auto&& r = make_layout(s); s = make_shape(1, 2); r{}; make_layout(s);",
		"s=(4,8); r=(4,8):(1,4); s=(1,2); (4,8):(1,4); (1,2):(1,1)" },
	{ "auto s = make_shape(4, 8); auto& [x, y] = s; make_layout(x); x = 9; make_layout(s); make_layout(y);",
		"s=(4,8); x, y=(4,8); 4:1; - 's' is not known; ?:1" },
	{ "auto s = make_shape(4, 8); auto [x, y] = s; x = 9; make_layout(s);", "s=(4,8); x, y=(4,8); (4,8):(1,4)" },
	{ "int x = 4; auto s = make_shape(5, 8); const auto& [x, y] = s; make_layout(x);", "s=(5,8); x, y=(5,8); 5:1" },
	{ "auto s = make_shape(4, 8); const auto& r = s; get<0>(s) = 2; make_layout(r);",
		"s=(4,8); r=(4,8); -; - 'r' is not known" },
	{ "int n = 4; const int& r = n; n = 3; make_layout(r); make_layout(n);", "?:1; 3:1" },
	{ "int n = 4; const int& r = n; n += 3; make_layout(r);", "-; ?:1" },
	{ "int n = 4, &r = n; r = 3; make_layout(n);", "?:1" },
	{ "auto s = make_shape(4, 8); decltype(auto) r = (s); r = make_shape(2, 2); make_layout(s);",
		"s=(4,8); r=(4,8); r=(2,2); - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto r = s; r = make_shape(2, 2); make_layout(s);",
		"s=(4,8); r=(4,8); r=(2,2); (4,8):(1,4)" },
	{ "auto s = make_shape(4, 8); { auto& r = s; get<0>(r) = 5; } make_layout(s); auto r = make_layout(2); "
	  "s = make_shape(2, 2); r{};",
		"s=(4,8); r=(4,8); -; - 's' is not known; r=2:1; s=(2,2); 2:1" },
	{ "auto s = make_shape(4, 8); for (int i = 0; i < 3; ++i) { make_layout(s); auto& r = s; auto& q = r; "
	  "get<0>(q) = 5; }",
		"s=(4,8); - 's' is not known; -; -; -" },
	{ "auto s = make_shape(4, 8); for (int i = 0; i < 3; ++i) { make_layout(s); auto& r = s; make_layout(r); }",
		"s=(4,8); (4,8):(1,4); r=(4,8); (4,8):(1,4)" },
	{ "template <class T> void f(T& t) { get<0>(t) = 9; } void g() { auto s = make_shape(4, 8); ns::f(s); "
	  "make_layout(s); }",
		"-; s=(4,8); -; - 's' is not known" },
	{ "template <class T> void f(T& t) { auto& u = t; u = 9; } void g() { auto s = make_shape(4, 8); f(s); "
	  "make_layout(s); }",
		"-; s=(4,8); -; - 's' is not known" },
	{ "template <class T> void f(T& t) { t(0) = 9; copy(t, t); } void g() { auto s = make_shape(4, 8); "
	  "f(s); make_layout(s); }",
		"-; -; s=(4,8); -; (4,8):(1,4)" },
	{ "template <class T> void f(T const& t) { get<0>(t); } void g() { auto s = make_shape(4, 8); f(s); "
	  "make_layout(s); }",
		"-; s=(4,8); -; (4,8):(1,4)" },
	{ "auto f = [](auto& t) { get<0>(t) = 9; }; auto s = make_shape(4, 8); f(s); make_layout(s);",
		"-; s=(4,8); -; - 's' is not known" },
	{ "auto f = [](auto t) { get<0>(t) = 9; }; auto s = make_shape(4, 8); f(s); make_layout(s);",
		"-; s=(4,8); -; (4,8):(1,4)" },
	{ "auto t = make_tensor(make_gmem_ptr(A), make_shape(64, 64)); t.data() = t.data() + 64; auto w = t(3, _);",
		"t=(64,64):(1,64); -; w=((64):(64),?)" },
	{ "auto t = make_tensor(make_gmem_ptr(A), make_shape(64, 64)); auto& d = t.data(); d = d + 64; auto w "
	  "= t(3, _);",
		"t=(64,64):(1,64); -" },
	{ "auto s = make_shape(4, 8); auto r = std::ref(s); r.get() = make_shape(1, 2); make_layout(s);",
		"s=(4,8); -; -; - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto& r = std::move(s); r = make_shape(1, 2); make_layout(s);",
		"s=(4,8); -; r=(1,2); - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto& r = static_cast<S&>(s); r = make_shape(1, 2); make_layout(s);",
		"s=(4,8); r=(4,8); r=(1,2); - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto& r = s[0]; r = 1; make_layout(s);", "s=(4,8); - 's' is not known" },
	{ "auto s = make_shape(4, 8); auto& r = s.size(); r = 1; make_layout(s);", "s=(4,8); (4,8):(1,4)" },

	{ "auto L = Layout<_4>{}; auto& R = L; { auto L = Layout<_8>{}; auto a = make_layout(size(R)); }",
		"L=4:1; R=4:1; L=8:1; a=4:1" },
	/* fragments that are descriptors of shared memory */
	{ "auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}); auto s = "
	  "make_tensor(make_smem_ptr(S), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, "
	  "Shape<_128,_64,_3>{})); auto f = mma.get_slice(3).partition_fragment_A(s); auto k = f(_,_,1,2);",
		"mma=make_tiled_mma(mma_atom(\"SM90_64x64x16_F32F16F16_SS\"),(1,1,1):(0,0,0),(_,_,_)); s=Sw<3,3,3> "
		"o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192)); f=(1,2,4,(1,3)):(0,512,2,(0,1024)); "
		"k=(1,2):(0,512)" },
	{ "auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_RS<GMMA::Major::K,GMMA::Major::K>{}); auto s = "
	  "make_tensor(make_smem_ptr(S), tile_to_shape(GMMA::Layout_MN_SW64_Atom<half_t>{}, "
	  "Shape<_64,_64>{})); auto b = mma.get_slice(3).partition_fragment_B(s);",
		"mma=make_tiled_mma(mma_atom(\"SM90_64x64x16_F32F16F16_RS\"),(1,1,1):(0,0,0),(_,_,_)); s=Sw<2,3,3> "
		"o 0 o ((32,2),(8,8)):((1,256),(32,512)); b=(1,1,4):(0,0,128)" },
	{ "auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}); auto s = "
	  "make_tensor(make_smem_ptr(S), tile_to_shape(composition(Swizzle<3,4,3>{}, smem_ptr_flag_bits<16>{}, "
	  "Layout<Shape<_8,_32>,Stride<_32,_1>>{}), Shape<_64,_64>{})); auto f = "
	  "mma.get_slice(3).partition_fragment_B(s);",
		"mma=make_tiled_mma(mma_atom(\"SM90_64x64x16_F32F16F16_SS\"),(1,1,1):(0,0,0),(_,_,_)); s=Sw<3,3,3> "
		"o 0 o ((8,8),(32,2)):((32,256),(1,2048)); ? rows are 64 bytes apart; the swizzle has them 128 apart" },
	{ "auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{}); auto s = "
	  "make_tensor(make_smem_ptr(S), composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_64>,Stride<_64,_1>>{})); "
	  "auto f = mma.get_slice(3).partition_fragment_B(s);",
		"mma=make_tiled_mma(mma_atom(\"SM90_64x64x16_F32F16F16_SS\"),(1,1,1):(0,0,0),(_,_,_)); s=Sw<3,3,3> "
		"o 0 o (64,64):(64,1); ? CuTe makes descriptors of tensors whose pointer is swizzled, not the layout" },
};

static void put_finding(struct buf *out, const struct finding *finding) {
	buf_put(out, out->length > 0 ? "; " : "");
	switch (finding->kind) {
	case FINDING_VALUE:
		buf_put_str(out, finding->name);
		buf_put(out, finding->name.length > 0 ? "=" : "");
		print_value(out, &finding->value);
		buf_put(out, fault_is_set(&finding->fault) ? " !" : "");
		return;
	case FINDING_CONDITION:
		buf_put(out, finding->value.boolean ? "holds" : "fails (");
		buf_put(out, finding->value.boolean ? "" : finding->fault.text);
		buf_put(out, finding->value.boolean ? "" : ")");
		return;
	case FINDING_SKIPPED:
	case FINDING_REFUSED: break;
	}
	buf_put(out, finding->kind == FINDING_SKIPPED ? "-" : "?");
	if (finding->fault.code != FAULT_REMARK) {
		buf_put_char(out, ' ');
		buf_put(out, finding->fault.text);
	}
}

/* What is found in "text", one finding behind the other. */
static struct findings findings_of(struct arena *arena, const struct source *source) {
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	struct findings findings = { .arena = arena };
	evaluation_init(ev, arena, false);
	/* In front of the copy that is read of the text, of which it is no part. */
	memset(arena_room(arena, 16), 'x', 16);
	kernel_run(ev, source, &findings);
	return findings;
}

static const char *found_in(struct arena *arena, struct str text) {
	struct source source = { .name = "<test>", .text = text, .first_line = 1 };
	struct findings findings = findings_of(arena, &source);
	struct buf out;
	buf_init(&out, arena);
	for (int k = 0; k < findings.count; k++) {
		put_finding(&out, &findings.items[k]);
	}
	return out.length > 0 ? out.data : "";
}

/* What "say" says of the source of each of "count" cases is what is found in it. */
static void expect_each(const struct case_of_source *all, size_t count,
		const char *(*say)(struct arena *arena, struct str text)) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < count; i++) {
		arena_reset(&arena);
		const char *found = say(&arena, str_from(all[i].source));
		cr_expect_str_eq(found, all[i].found, "%s:\n  expected %s\n  saw %s", all[i].source, all[i].found, found);
	}
	arena_finish(&arena);
}

Test(kernels, what_is_found_in_sources) {
	expect_each(cases, sizeof cases / sizeof *cases, found_in);
}

/* Angles in angles: as many as may be, and one more. */
Test(kernels, nesting) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int angles = LIMIT_NESTING; angles <= LIMIT_NESTING + 1; angles++) {
		struct buf text;
		buf_init(&text, &arena);
		buf_put(&text, "template <class T> using Id = T;\nusing A = ");
		for (int i = 1; i < angles; i++) {
			buf_put(&text, "Id<");
		}
		buf_put(&text, "Layout<_4>");
		for (int i = 1; i < angles; i++) {
			buf_put_char(&text, '>');
		}
		buf_put(&text, ";\nauto b = 2:1;");
		const char *found = found_in(&arena, buf_str(&text));
		const char *expected = angles == LIMIT_NESTING ? "A=4:1; b=2:1"
			: "- more than 32768 bytes, or no closing bracket, behind a template: it is left out; "
			  "- no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known; b=2:1";
		cr_expect_str_eq(found, expected, "%d: expected %s, saw %s", angles, expected, found);
	}
	arena_finish(&arena);
}

/*
 * Where findings are: each as "line:column 'text' what was found". The text is that of a statement, without what ends
 * it and without prefixes; it has no place where it comes from a template.
 */
static const struct case_of_source placed[] = {
	{ "auto a = 2:1;", "1:1 'auto a = 2:1' a=2:1" },
	{ "\n  auto a = 2:1 ; auto b = 3:1;", "2:3 'auto a = 2:1' a=2:1 2:18 'auto b = 3:1' b=3:1" },
	{ "auto a = 2:1, b = 3:1;", "1:1 'auto a = 2:1, b = 3:1' a=2:1 1:15 'b = 3:1' b=3:1" },
	{ "2:1;", "1:1 '2:1' 2:1" },
	{ "x y z;\n2:1;", "1:1 'x y z' - 2:1 '2:1' 2:1" },
	{ "x + y;\n2:1;", "1:1 'x + y' - 2:1 '2:1' 2:1" },
	{ "return 2:1;", "1:1 'return 2:1' -" },
	{ "public: auto a = 2:1;", "1:9 'auto a = 2:1' a=2:1" },
	{ "CUTE_STATIC [[a]] auto a = 2:1;", "1:19 'auto a = 2:1' a=2:1" },
	{ "auto a = 2:1\n  ;", "1:1 'auto a = 2:1' a=2:1" },
	{ "auto a = make_layout(\n  2);", "1:1 'auto a = make_layout(\n  2)' a=2:1" },
	{ "auto a = make_layout(n);", "1:1 'auto a = make_layout(n)' - no value is called 'n'" },
	{ "auto a = make_layout(n;", "1:1 'auto a = make_layout(n' - 'n' is not known" },
	{ "auto a = make_layout(2;", "1:1 'auto a = make_layout(2' ? expected ',' or ')', saw the end" },
	{ "using A = Layout<_2>;", "1:1 'using A = Layout<_2>' A=2:1" },
	{ "typedef Layout<_2> A;", "1:1 'typedef Layout<_2> A' A=2:1" },
	{ "Layout<_2> a;", "1:1 'Layout<_2> a' a=2:1" },
	{ "Layout<_2> a(3);", "1:1 'Layout<_2> a(3)' -" },
	{ "auto a{2:1};", "1:1 'auto a{2:1}' a=2:1" },
	{ "static_assert(size(2:1) == 2);", "1:1 'static_assert(size(2:1) == 2)' holds" },
	{ "static_assert(size(2:1) == 3);", "1:1 'static_assert(size(2:1) == 3)' fails (size(2:1) is 2, not 3)" },
	{ "static_assert(size(n) == 3);",
		"1:1 'static_assert(size(n) == 3)' - no value is called 'n'" },
	{ "if (1) { auto a = 2:1; }", "1:10 'auto a = 2:1' a=2:1" },
	{ "struct S { using A = Layout<_2>; };", "1:12 'using A = Layout<_2>' S::A=2:1" },
	{ "template <int N> struct S { using A = Layout<Int<N>>; };\nS<4>::A{};",
		"1:29 'using A = Layout<Int<N>>' S::A=4:1 2:1 'S<4>::A{}' 4:1" },
	{ "#if N\nauto a = 2:1;\n#endif", "1:1 '#if N' - 2:1 'auto a = 2:1' a=2:1" },
	{ "import cute\na = cute.make_layout(2) # b\nc = a", "1:1 'import cute' - 2:1 'a = cute.make_layout(2)' a=2:1 "
		"3:1 'c = a' c=2:1" },
	{ "import cute\nassert cute.size(2:1) == 2", "1:1 'import cute' - 2:1 'assert cute.size(2:1) == 2' holds" },
	{ "import cute\n@cute.jit\n2:1", "1:1 'import cute' - 2:1 '@cute.jit' - 3:1 '2:1' 2:1" },
};

static const char *placed_in(struct arena *arena, struct str text) {
	struct source source = { .name = "<test>", .text = text, .first_line = 1 };
	struct findings findings = findings_of(arena, &source);
	struct buf out;
	buf_init(&out, arena);
	for (int k = 0; k < findings.count; k++) {
		struct span span = findings.items[k].span;
		struct position position = source_position(&source, span.begin);
		struct buf one;
		buf_init(&one, arena);
		put_finding(&one, &findings.items[k]);
		buf_put(&out, k > 0 ? " " : "");
		buf_put_int(&out, position.line);
		buf_put_char(&out, ':');
		buf_put_int(&out, position.column);
		buf_put(&out, " '");
		buf_put_str(&out, (struct str){ text.data + span.begin, span.end - span.begin });
		buf_put(&out, "' ");
		buf_put_str(&out, buf_str(&one));
	}
	return out.length > 0 ? out.data : "";
}

Test(kernels, places) {
	expect_each(placed, sizeof placed / sizeof *placed, placed_in);
}

/* What stands around a source is not read: neither in front of it nor behind it. */
Test(kernels, nothing_around) {
	static const char *const neighbours[] = { "x", "=", "\n", ";", "*/", "\"", "}", ")", "#endif\n", "::", "\\", "(" };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t length = strlen(cases[i].source);
		arena_reset(&arena);
		const char *alone = placed_in(&arena, str_from(cases[i].source));
		for (size_t number = 0; number < sizeof neighbours / sizeof *neighbours; number++) {
			struct buf text;
			buf_init(&text, &arena);
			buf_put(&text, neighbours[number]);
			buf_put(&text, cases[i].source);
			buf_put(&text, neighbours[number]);
			const char *among = placed_in(&arena, (struct str){ text.data + strlen(neighbours[number]), length });
			cr_expect_str_eq(among, alone, "%s among %s:\n  expected %s\n  saw %s", cases[i].source, neighbours[number],
				alone, among);
		}
	}
	arena_finish(&arena);
}

/*
 * Sources as programs: their results, one behind the other; then "! line:column" of each warning; then "? line:column"
 * of what is refused.
 */
static const struct case_of_source programs[] = {
	{ "auto a = 2:1;", "2:1" },
	{ "auto a = 2:1;\nauto b = 3:1;", "3:1" },
	{ "auto a = 2:1;\nvoid f() { auto b = 3:1; }", "3:1" },
	{ "auto a = 2:1;\nvoid f() { a; auto b = 3:1; }", "2:1" },
	{ "auto a = 2:1;\nvoid f() { a; 3:1; }", "2:1 3:1" },
	{ "auto a = 2:1;\nreturn;", "2:1 ! 2:1 this statement is not about layouts" },
	{ "auto a = 2:1;\nreturn;\nreturn 1;", "2:1 ! 2:1 this statement and 1 more are not about layouts" },
	{ "return;\nauto a = 2:1;\nreturn;\nreturn 1;", "2:1 ! 1:1 this statement and 2 more are not about layouts" },
	{ "auto a = 2:1;\nstatic_assert(size(a) == 3);\nif (1) { }",
		"2:1 ! 2:1 this condition fails: size(a) is 2, not 3" },
	{ "auto a = 2:1;\nstatic_assert(size(a) == 2);\nif (1) { }", "2:1" },
	{ "auto a = make_layout(n);\nauto b = 2:1;\nif (1) { }", "2:1 ! 1:1 left out: no value is called 'n'" },
	{ "if (1) { }\na = make_layout(n);", "! 2:1 left out: no value is called 'n' "
		"? 1:8 expected an operator, ';' or the end of the line, saw '{'" },
	{ "if (1) { }\nauto a = 2:1;\nmake_layout(n);", "2:1 ! 3:1 left out: no value is called 'n' "
		"? 3:1 no value is called 'n'" },
	{ "if (1) { }\nauto a = 2:1;\nmake_layout(n);\na;", "2:1 ! 3:1 left out: no value is called 'n'" },
	{ "if (1) { }\nauto a = 2:1;\nauto b = make_layout(3;\na;", "2:1 ? 3:1 expected ',' or ')', saw the end" },
	{ "if (1) { }\nauto a = make_layout(3;\nauto b = make_layout((4;",
		"? 2:1 expected ',' or ')', saw the end" },
	{ "if (1) { }\nauto a = make_layout(3);\ncomposition((4,6,8):(2,3,5), 6:3);",
		"(2,3):(6,3) ! 3:1 CuTe's answer is not A(B(i)): at i = 2 it gives 3, but A(B(2)) = A(6) = 7; "
		"neither of stride 3 and the extent 4 of mode 0 of the coalesced left layout divides the other" },
	{ "auto a = make_layout(Int<4>{}); static_assert(size(a) == kM);", "4:1 ! 1:33 left out: no value is called 'kM'" },
	{ "auto a = make_layout(Int<4>{}); CUTE_STATIC_ASSERT_V(rank(a) == kM);",
		"4:1 ! 1:33 left out: no value is called 'kM'" },
	{ "auto a = make_layout(Int<4>{}); rank(a) == kM;", "? 1:44 no value is called 'kM'" },
	{ "a = 2:1; b = (3", "? 1:16 expected ',' or ')', saw the end" },
	{ "1 +", "? 1:4 expected an expression, saw the end" },
};

static const char *program_of(struct arena *arena, struct str text) {
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	struct source source = { .name = "<test>", .text = text, .first_line = 1 };
	struct buf out;
	evaluation_init(ev, arena, false);
	bool good = kernel_evaluate(ev, &source);
	buf_init(&out, arena);
	for (int i = 0; i < ev->result_count; i++) {
		buf_put(&out, i > 0 ? " " : "");
		print_value(&out, &ev->results[i]);
	}
	for (int i = 0; i <= ev->warning_count && i <= WARNINGS_MAX; i++) {
		const struct message *message = i < ev->warning_count ? &ev->warnings[i] : &ev->error;
		if (i < ev->warning_count || !good) {
			struct position position = source_position(&source, message->span.begin);
			buf_put(&out, out.length > 0 ? " " : "");
			buf_put(&out, i < ev->warning_count ? "! " : "? ");
			buf_put_int(&out, position.line);
			buf_put_char(&out, ':');
			buf_put_int(&out, position.column);
			buf_put_char(&out, ' ');
			buf_put(&out, message->fault.text);
		}
	}
	return out.length > 0 ? out.data : "";
}

Test(kernels, programs) {
	expect_each(programs, sizeof programs / sizeof *programs, program_of);
}

/* What only sources of kernels have, and what programs have as well. */
Test(kernels, sources) {
	static const struct {
		const char *text;
		bool is_source;
	} texts[] = {
		{ "", false },
		{ "2:1", false },
		{ "a = 2:1", false },
		{ "a = 2:1;", false },
		{ "a, b = (2, 3)", false },
		{ "size(2:1);", false },
		{ "a == b;", false },
		{ "x = i % 8", false },
		{ "threadIdx", true },
		{ "1 + threadIdx.x", true },
		{ "threadIdxs", false },
		{ "athreadIdx", false },
		{ "blockIdx.x", true },
		{ "blockDim.x", true },
		{ "gridDim.x", true },
		{ "make_gmem_ptr(p)", true },
		{ "make_smem_ptr(p)", true },
		{ "__syncthreads()", true },
		{ "if (a) { }", true },
		{ "{ a; }", false },
		{ "{ a; }\nb;", true },
		{ "#if a", true },
		{ "}", true },
		{ "return a", true },
		{ "a = 2:1\nreturn a", true },
		{ "import a", true },
		{ "@cute.jit", true },
		{ "static_assert(a)", true },
		{ "int a = 4;", true },
		{ "float* a = b;", true },
		{ "map<4, 5> *a = b;", true },
		{ "map<4, int> a = b;", true },
		{ "map<4, 5> a = b;", false },
		{ "T a;", true },
		{ "T a", false },
		{ "T a = 4;", false },
		{ "int a = 4", false },
		{ "auto a = b;", false },
		{ "a\n// (b)\nint c = 4;", true },
		{ "inline\n// (b)\nconst int c = 4;", true },
		{ "int a /* = */ = 4;", true },
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct arena arena;
		struct evaluation ev;
		arena_init(&arena, NULL, NULL);
		evaluation_init(&ev, &arena, false);
		cr_expect_eq(kernel_is_source(&ev, str_from(texts[i].text)), texts[i].is_source, "%s", texts[i].text);
		arena_finish(&arena);
	}
}
