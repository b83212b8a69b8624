#!/bin/sh
# "cutelayout paste": each tests/paste/NAME.txt is a text as somebody would paste it, NAME.out what is printed of it on
# standard output and the exit code. With --update, the outputs are written.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for paste in tests/paste/*.txt; do
	code=0
	"$tool" paste "$paste" >"$scratch/out" 2>"$scratch/err" || code=$?
	echo "exit $code" >>"$scratch/out"
	if [ "${1:-}" = --update ]; then
		cp "$scratch/out" "${paste%.txt}.out"
	elif difference=$(diff -u "${paste%.txt}.out" "$scratch/out"); then
		pass
	else
		fail "$paste" "$difference"
	fi
done

# expect CODE TEXT INPUT ARGUMENT...: with the text INPUT on standard input.
expect() {
	wanted=$1
	text=$2
	input=$3
	shift 3
	code=0
	printf '%b' "$input" | "$tool" paste "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
	if [ "$code" -eq "$wanted" ] && cat "$scratch/out" "$scratch/err" | grep -qaF -e "$text"; then
		pass
	else
		fail "$input $*" "exit code $code, expected $wanted, and '$text'
$(head -n 5 "$scratch/out") $(head -n 5 "$scratch/err")"
	fi
}

expect 0 'nothing in it looks like a layout' 'hello\n'
expect 0 '-D NAME=EXPR gives a name a value' 'template <int M> void f() { auto a = make_layout(Int<M>{}); }\n'
expect 0 'nothing in it looks like a layout' 'int x = g(3);\n'
expect 0 '1:1: (4,8):(8,1)' '(4,8):(8,1)\n'
expect 0 '1:6: sA = (4,8):(8,1)' 'sA : (_4,_8):(_8,_1)\n'
expect 0 "L = (96,8):(8,1)" 'using L = Layout<Shape<Int<kM>,_8>,Stride<_8,_1>>;\n' -D kM=96
expect 0 "left out: using L = Layout<Shape<Int<kM>,_8>>: no value is called 'kM'" 'using L = Layout<Shape<Int<kM>,_8>>;\n'
expect 3 'not understood: Layout<: the bracket behind this type is not closed' 'a.cu(1): error: Layout<Shape<_4>\n'
expect 0 '"kind":"value","name":"L","value":{"kind":"layout"' 'L = (4,8):(8,1)\n' --json
expect 0 '"kind":"condition","holds":false,"reason":"kM is 96' 'constexpr int kM = 96; static_assert(kM == 64);\n' --json
expect 0 'left out: 1 statement that is not about layouts' 'auto a = make_layout(Int<4>{});\nint x = g(3);\n'
expect 0 'left out: 2 statements that are not about layouts' 'auto a = make_layout(Int<4>{});\nint x = g(3);\nint y = h(x);\n'
expect 3 '"kind":"refused","name":"x","reason":"expected three integers' 'x: Sw<1>\n' --json
expect 0 '"kind":"refused","name":"L","reason":"shape and stride must nest' 'L = (4):1\n' --json
expect 2 'expected one file' '' a b
expect 0 'L = 20:1' 'auto L = coalesce(make_layout(make_shape(Int<5>{},K2),make_stride(Int<1>{},Int<5>{})));\n' -D K2=4
expect 0 'l = (4,8):(1,4)' 'auto l = make_layout(make_shape(k, n));\n' -D 'k=4; 5' -D n=8
expect 0 'is_static_v<decltype(L)> is false' 'static_assert(is_static_v<decltype(L)>, "x");\n' -D 'L=make_layout(make_shape(_4{}, 8))'
expect 3 "no value is called 'foo'" '' -D L=foo
expect 3 "no value is called 'foo'" 'template <class L> void f() { auto a = L{}; }\n' -D L=foo
expect 3 '--define:1:1: error: expected an expression, saw a comment' '' -D 'p.n=// x'
expect 0 'a = ((16):(1@1),(3,0))' '@cute.jit\ndef f(T):\n    a = T[(None,3)]\n' -D 'T=tensor<(0,0) o (16,16):(1@1,1@0)>'
expect 0 'a = ((16):(1@1),(3,0))' 'void f(T t) { auto a = t(_,3); }\n' -D 't=tensor<(0,0) o (16,16):(1@1,1@0)>'
# An expression of the DSL is read in the language of the text, also where the name is no parameter.
expect 0 'c = (((8,1),4,1,(1,4)):((1,0),1024,0,(0,4096)),24)' 'def f():\n    c = C.get_slice(3).partition_D(S)\n' \
	-D 'C=make_tiled_copy(copy_atom("UniversalCopy<u128>",16),((4,32),8):((256,1),32),(32:1,32:1))' \
	-D 'S=tensor<ptr<f16, smem, align<1024>, S<2,4,3>> o ((8,16),(32,1),(1,4)):((32,256),(1,0),(0,4096))>'
expect 3 '--define:1:1: error: expected an expression, saw a comment' '' -D 'p.n=#'
expect 3 '--define:1:1: error: expected an expression, saw the end' '' -D 'p.n='
expect 3 "--define:1:3: error: no operation is called 'n'" '' -D 'p.n'

# Lines that a backslash joins, and that end as on Windows.
expect 0 'b = (8,4):(1,8)' '#define N \\\r\n 8\r\nauto b = make_layout(Shape<Int<N>,_4>{});\r\n'
expect 0 '4:1: b = (4,4):(1,4)' '#define A \\\r\nfoo(\\\r\n8\r\nauto b = make_layout(Shape<_4,_4>{});\r\n'
expect 0 '3:9: layout = (4,8):(8,1)' '\\\r\nlayout: (4,8):(8,1)\r\nlayout: (4,8):(8,1)\r\n'

# What the source defines, in front of a kernel or behind it, and integers known at compile time beside others.
traits='template <class T, int N> struct A { using L = Layout<Int<N>>; };\n'
kernel='template <class C> void f() { auto l = typename C::L{}; auto m = make_layout(make_shape(_4{}, 8), S{}); }\n'
expect 0 '2:31: l = 8:1' "$traits$kernel" -D 'C=A<float,8>' -D 'S=(_1,4)'
expect 0 '2:57: m = (4,8):(1,4)' "$traits$kernel" -D 'C=A<float,8>' -D 'S=(_1,4)'
expect 0 '1:31: l = 8:1' "$kernel$traits" -D 'C=A<float,8>'
expect 0 '1:31: l = 8:1' "${kernel}namespace n {\n$traits}\n" -D 'C=n::A<float,8>'
expect 0 '2:38: C::L = 8:1' "$kernel$traits" -D 'C=A<float,8>'
expect 0 '1:31: l = 8:1' "$kernel#define W 1\n#if W\n#else\n#endif\n$traits" -D 'C=A<float,8>'
expect 3 'no such type' "$kernel#if 0\n$traits#endif\n" -D 'C=A<float,8>'
expect 3 'no such type' "$kernel# if 0\n$traits#\tendif\n" -D 'C=A<float,8>'
expect 0 '1:31: l = 8:1' "$kernel#if 0\n#  endif\n$traits" -D 'C=A<float,8>'
expect 0 '1:31: l = 8:1' "${kernel}int n;\n$traits" -D 'C=A<float,8>'
expect 0 '1:31: l = 2:1' "$kernel${traits}template <> struct A<float,8> { using L = Layout<_2>; };\n" -D 'C=A<float,8>'
expect 0 '1:31: l = 8:1' "$kernel${traits}template <> struct A<float,4> { using L = Layout<_2>; };\n" -D 'C=A<float,8>'
expect 0 '1:31: l = 2:1' "$kernel${traits}template <class T> struct A<T,8> { using L = Layout<_2>; };\n" -D 'C=A<float,8>'
one='template <int N> struct B { using L = Layout<Int<N>>; };\n'
expect 0 '1:31: l = 2:1' "$kernel${one}template <> struct B<8> { using L = Layout<_2>; };\n" -D 'C=B<8>'
expect 3 'no such type' "${kernel}struct A { using L = Layout<_2>; };\n" -D 'C=A<float,8>'
others='namespace n { template <class T, int N> struct A { using L = Layout<_2>; }; }\n'
expect 0 '1:31: l = 8:1' "${kernel}namespace {\n$traits}\n$others" -D 'C=A<float,8>'
expect 0 '2:31: l = 8:1' "namespace n {\\n$kernel$traits}\\n" -D 'C=n::A<float,8>'
# A value that only the source has is an int where the parameter is one.
strided='auto l = coalesce(make_layout(make_shape(_4{}, _8{}), make_stride(n, n * _4{}))); }\n'
number='template <int N> struct T { using n = Int<N>; };\n'
expect 0 '1:17: l = (4,8):(64,256)' "void f(int n) { $strided$number" -D 'n=T<64>::n'
expect 0 '1:34: l = 32:64' "template <class Q> void g(Q n) { $strided$number" -D 'n=T<64>::n'
# A layout that is given keeps its types, whatever the parameter is said to be.
expect 0 'l = 8:1' 'void f(int n) { auto l = coalesce(make_layout(make_shape(_2{}, shape(n)))); }\n' -D n=_4:_1
expect 0 'L = (8,2):(1,8)' 'class K:\n    def f(self):\n        self.a, self.b = 4, 2\n        L = cute.make_layout((self.a, self.b))\n' \
	-D self.a=8
expect 0 'm = 3:1' 'class K:\n    def f(self):\n        if x:\n            self.c = foo()\n        m = cute.make_layout(self.c)\n' \
	-D self.c=3
# An attribute that is given is that of a class in a function, too, whatever a loop does to it.
expect 0 'm = 3:1' 'def f():\n    class K:\n        def g(self):\n            m = cute.make_layout(self.c)\n' -D self.c=3
expect 0 'm = 3:1' 'class K:\n    def f(self):\n        for i in range(3):\n            self.c = g(i)\n        m = cute.make_layout(self.c)\n' \
	-D self.c=3
# What the text gives it is printed, with a note.
attribute='class K:\n    def f(self):\n        self.c = cute.make_layout(8)\n        m = cute.coalesce(self.c)\n'
expect 0 'further on, self.c has the value that was given for it' "$attribute" -D self.c=4:1
expect 0 'm = 4:1' "$attribute" -D self.c=4:1
# An attribute of Python is known at compile time, so that modes of it are put together.
expect 0 'a = 32:1' 'class K:\n    def f(self):\n        self.n = foo()\n        a = cute.coalesce(cute.make_layout((4, self.n)))\n' \
	-D self.n=8
# So is what only the language of the text can tell of a member.
expect 0 'a = 8:1' 'def f(p):\n    a = cute.coalesce(cute.make_layout((4, p.n)))\n' -D 'p.n=len((1, 2))'
# Around the class another object may be self.
expect 0 'm = 3:1' 'def f(self):\n    self.c = 4\n    class K:\n        def g(self):\n            m = cute.make_layout(self.c)\n' \
	-D self.c=3
# So is a parameter, but not what a loop makes of it.
expect 0 'a = 32:1' 'def f(n):\n    a = cute.coalesce(cute.make_layout((4, n)))\n' -D n=8
expect 0 "'n' is not known" 'def f(n):\n    for i in range(3):\n        n = n + 1\n    a = cute.make_layout(n)\n' -D n=8
# Nor is a list known that an object has, whatever is given of that.
# What a function changes outside is not what was given, wherever it stands.
expect 0 "2:5: left out: l = cute.make_layout(n): 'n' is not known" \
	'def g():\n    l = cute.make_layout(n)\ndef f():\n    global n\n    n = 8\n' -D n=4
expect 0 "'b' is not known" 'def f():\n    b = [4, 8]\n    o.s = b\n    mangle(o)\n    d = cute.make_layout(len(b))\n' -D o.s=3
# A name that is declared again and again hides the members of what it was once.
again=$(printf 'auto A = make_layout(8);\\n%.0s' $(seq 14))
expect 0 "left out: auto m = make_layout(A::L{})" "struct S { using L = Layout<_4>; using M = Layout<_8>; };\nusing A = S;\n${again}auto m = make_layout(A::L{});\n" \
	--max-memory=1M
# A parameter that is a type alone; and what stands below is known to what is given, not to a kernel in front of it.
expect 0 '1:31: l = 7:1' "${kernel%%auto m*}}\ntemplate <I> struct A { using L = Layout<_7>; };\n" -D 'C=A<8>'
expect 0 "left out: auto k = make_layout(typename B<4>::L{}): no such type" \
	"template <class C> void f() { auto l = typename C::L{}; auto k = make_layout(typename B<4>::L{}); }\n$one" -D 'C=B<8>'
# As deep as bodies of namespaces may be, and one deeper.
spaces=$(printf 'namespace {%.0s' $(seq 32))
ends=$(printf '}%.0s' $(seq 32))
expect 0 '1:31: l = 8:1' "$kernel$spaces$traits$ends" -D 'C=A<float,8>'
expect 3 'no such type' "${kernel}namespace {$spaces$traits$ends}" -D 'C=A<float,8>'
expect 0 'a = (4,8):(2,8)' 'void f() { auto a = coalesce(make_layout(make_shape(_4{}, _8{}), S)); }\n' -D 'S=(_2,8)'
expect 0 'a = 32:2' 'void f() { auto a = coalesce(make_layout(make_shape(_4{}, _8{}), S)); }\n' -D 'S=(2,8)'
expect 0 'a = ((64):(1),320)' 'void f(P const& params, float* p) { auto a = make_tensor(make_gmem_ptr(p), make_layout(make_shape(params.n, _8{})))(_, threadIdx.x); }\n' -D params.n=64 -D threadIdx.x=5
expect 0 'c = (4,8):(64,256)' 'void f(P p) { auto c = coalesce(make_layout(make_shape(_4{}, _8{}), make_stride(p.n, p.n * _4{}))); }\n' -D p.n=64
expect 0 'a = (4,8):(2,8)' 'void f(P p) { auto a = coalesce(make_layout(make_shape(_4{}, _8{}), p.S)); }\n' -D 'p.S=(2,8)'
expect 0 'a = 32:1' 'void f() { auto a = coalesce(make_layout(make_shape(_4{}, n_8))); }\n' -D n_8=8
expect 0 'c = 32:64' 'void f(P p) { auto c = coalesce(make_layout(make_shape(_4{}, _8{}), make_stride(p.n, p.n * _4{}))); }\n' -D p.n=_64
expect 3 "no value is called 'foo'" 'void f(P p) { auto c = make_layout(p.n); }\n' -D p.n=foo
expect 3 'expected' 'void f(P p) { auto c = make_layout(p.n); }\n' -D p.n=

# What editors put in: the mark in front of UTF-8, and line ends of Windows in the middle of a statement.
expect 0 '5:1: l = 8:1' '\357\273\277constexpr int A = 2;\r\nconstexpr int K = A\r\n  + 4\r\n  + A;\r\nauto l = make_layout(Int<K>{});\r\n'
expect 0 '2:1: l = 4:1' '\357\273\277constexpr int A = 4;\nauto l = make_layout(Int<A>{});\n'

# As deep as structures may be, and one deeper.
structures=$(printf 'struct S%d {' $(seq 32))
ends=$(printf '};%.0s' $(seq 32))
expect 0 '::S31::S32::L = 4:1' "$structures using L = Layout<_4>; $ends"
expect 0 ': L = 4:1' "struct S {$structures using L = Layout<_4>; $ends};"

# As many statements as a program may have, and one more; the same of #if in a statement.
statements=$(printf 'int n = 4;%.0s' $(seq 4095))
expect 0 'l = 4:1' "${statements}auto l = make_layout(Int<4>{});\n"
expect 0 'left out: auto l = make_layout(Int<4>{}): more than 4096 statements' "int n = 8;${statements}auto l = make_layout(Int<4>{});\n"
interruptions=$(printf '#if 0\\n;\\n#endif\\n+ 1\\n%.0s' $(seq 32))
expect 0 'l = 33:1' "int n = 1\n$interruptions;\nauto l = make_layout(n);\n"
expect 0 'more than 32 #if in a statement' "int n = 1\n$interruptions#if 0\n;\n#endif\n+ 1;\nauto l = make_layout(n);\n"

# What is put in the place of macros may be too long though it is dropped later, and a long body has no macros in it.
expect 0 'left out: int n = F((B) B): more than 32768 bytes with macros in their places' \
	"#define A $(printf %05000d 1)\n#define B A A A A\n#define G(y) 4\n#define F(x) G x\nint n = F((B) B);\nauto l = make_layout(Int<4>{});\n"
long=$(printf 'g(%01000d);' $(seq 40))
printf 'void f(T &t) {\n%s}\nauto l = make_layout(Int<4>{});\n' "$long" >"$scratch/long.txt"
if said=$("$tool" paste "$scratch/long.txt" 2>&1) && ! echo "$said" | grep -q 'in their places'; then
	pass
else
	fail 'a long body' "$said"
fi

# 4096 things are looked for, and not one more.
for count in 4096 4097; do
	seq -f '(%g):(1)' "$count" >"$scratch/many.txt"
	code=0
	"$tool" paste "$scratch/many.txt" >"$scratch/out" || code=$?
	more=$(grep -c '^[0-9]*:1: not understood: there is more in it: after 4096 layouts nothing is looked for$' "$scratch/out" || true)
	if [ "$code:$(grep -c ':(1)$' "$scratch/out"):$more" = "$((count == 4096 ? 0 : 3)):4096:$((count - 4096))" ]; then
		pass
	else
		fail "$count layouts" "exit code $code: $(tail -n 2 "$scratch/out")"
	fi
done

# said COUNT TEXT: in what is found in $scratch/many.txt, TEXT is in COUNT lines.
said() {
	"$tool" paste "$scratch/many.txt" >"$scratch/out" 2>&1 || :
	if [ "$(grep -cF -e "$2" "$scratch/out")" = "$1" ]; then
		pass
	else
		fail "$2" "expected in $1 lines of $(head -n 5 "$scratch/out")"
	fi
}

# Of 512 names in 16 loops each is forgotten in front of each loop and behind it, which is 16384 times, and not one more.
for more in '' 'm += y;'; do
	{
		printf 'void f() {\nint m = 4;\n'
		seq -f 'int a%g = 4;' 512
		printf 'for (;;) {%.0s' $(seq 16)
		seq -f '++a%g;' 512
		printf '}%.0s' $(seq 16)
		printf '\n%s\nauto a = make_layout(8);\n}\n' "$more"
	} >"$scratch/many.txt"
	said "$((${#more} > 0 ? 1 : 0))" 'more than 16384 changes of names in loops and conditions'
done

# 30 arguments of each function, and 4096 in all, are known in the functions, however often the text is read.
for functions in 136 137 140; do
	arguments=$(seq -s ', ' 30)
	for i in $(seq "$functions"); do
		printf 'def f%s(a%s):\n    pass\nf%s(%s)\n' "$i" "$(seq -s ', a' 30)" "$i" "$arguments"
	done >"$scratch/many.txt"
	said "$((functions - 136))" 'more than 4096 attributes and arguments'
done

# The memory that many names and lists take grows with their number, and not with its square.
names=$(printf 'b, %.0s' $(seq 20000))
expect 0 '3:1: m = ?:1' "int a = 4;\nvoid f() { tie(${names}a) = g(); }\nauto m = make_layout(a);\n" --max-memory=64M
lists=$(printf 'z = [[1],[2],[3],[4],[5],[6],[7],[8]]\\n%.0s' $(seq 900))
expect 0 '901:1: l = 8:1' "${lists}l = cute.make_layout(8)\n" --max-memory=64M

# Members that are hidden again and again are hidden once.
aliases=$(printf 'using S = X;%.0s' $(seq 40))
expect 0 'l = 4:1' "struct X { static constexpr int N = 4; };\\n${aliases}\\nauto l = make_layout(Int<S::N>{});\\n"

# The time that a text takes grows with its length, and not with its square: half a million bytes in seconds, where the
# longest of these took minutes.
repeated() {
	for part in '\n' '#a\n' '1\n' '(4,8):(8,1)\n' 'a;' '++a;' '()' '[&]() {' 'if (a) ' 'import a\n' '#if 0\n' 'a\\\n'; do
		printf '%b' "$1" >"$scratch/long"
		awk -v part="$part" 'BEGIN { for (i = 0; i < 500000; i += length(part)) printf "%s", part }' >>"$scratch/long"
		code=0
		timeout 60 "$tool" paste "$scratch/long" >"$scratch/out" 2>&1 || code=$?
		if [ "$code" -le 3 ]; then
			pass
		else
			fail "$1 and many $part" "exit code $code"
		fi
	done
}
repeated 'import cutlass\n'
repeated 'auto l = make_layout(_4{});\nx =\n'
finish
