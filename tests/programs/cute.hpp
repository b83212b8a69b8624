/*
 * What the programs of cpp_programs.py use of CuTe, for a compiler of the host: layouts of two modes that write down in
 * which line they were made. Numbers are int64_t, whatever they were.
 */
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <tuple>
#include <utility>

namespace cute {

struct Line {
	int number;
	Line(int line = __builtin_LINE()) : number(line) {}
};

template <int Value> struct Int {
	static constexpr int value = Value;
	constexpr operator int() const { return Value; }
};
using _1 = Int<1>;
using _2 = Int<2>;
using _4 = Int<4>;
using _8 = Int<8>;
using _16 = Int<16>;

struct Pair {
	int64_t first, second;
};

struct Layout {
	Pair shape, stride;
};

template <class First, class Second> Pair make_shape(First first, Second second)
{
	return { (int64_t)first, (int64_t)second };
}

template <class First, class Second> Pair make_stride(First first, Second second)
{
	return { (int64_t)first, (int64_t)second };
}

/* Prints "LINE (SHAPE):(STRIDE)", LINE is that of the caller. */
inline Layout make_layout(Pair shape, Pair stride, Line line = Line())
{
	printf("%d (%lld,%lld):(%lld,%lld)\n", line.number, (long long)shape.first, (long long)shape.second,
			(long long)stride.first, (long long)stride.second);
	return { shape, stride };
}

template <int Mode> int size(const Layout &layout) { return (int)(Mode == 0 ? layout.shape.first : layout.shape.second); }
inline int size(const Layout &layout) { return (int)(layout.shape.first * layout.shape.second); }

template <class First, class Second> constexpr auto ceil_div(First a, Second b) { return (a + b - 1) / b; }
template <class First, class Second> constexpr auto min(First a, Second b) { return a < b ? a : b; }
template <class First, class Second> constexpr auto max(First a, Second b) { return a > b ? a : b; }

} // namespace cute

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define CUTE_UNROLL
#define CUTE_HOST_DEVICE inline
inline void __syncthreads() {}
inline int atomicAdd(int *address, int value)
{
	int old = *address;
	*address += value;
	return old;
}
using namespace cute;
