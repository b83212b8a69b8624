/*
 * Layouts to try the laws on: random ones from a fixed seed, in the families that kernels use and in some that they
 * do not, and all small ones one after the other.
 */
#ifndef TESTS_SAMPLES_H
#define TESTS_SAMPLES_H

#include "algebra/layout.h"

/* How much slower than usual this build is: tests take that many times fewer samples. GCC and Clang say it apart. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SAMPLES_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SAMPLES_SANITIZED
#endif
#ifdef SAMPLES_SANITIZED
enum { SAMPLES_SLOWNESS = 4 };
#else
enum { SAMPLES_SLOWNESS = 1 };
#endif

/* A random generator: xorshift64*, the same numbers on every machine. */
struct samples {
	uint64_t state;
};

void samples_init(struct samples *samples, uint64_t seed);

/* A number from 0 to "count" - 1. */
int64_t sample_below(struct samples *samples, int64_t count);

/* A number from "least" to "greatest". */
int64_t sample_between(struct samples *samples, int64_t least, int64_t greatest);

/* A layout of at most "size" elements: nested, with compact, permuted, padded, broadcast or arbitrary strides. */
struct layout sample_layout(struct samples *samples, struct algebra *al, int64_t size);

/* The same with some strides negative. */
struct layout sample_layout_signed(struct samples *samples, struct algebra *al, int64_t size);

/* A layout with different offsets for different coordinates. */
struct layout sample_layout_injective(struct samples *samples, struct algebra *al, int64_t size);

/* A layout of at most "size" elements that often composes with "a": its strides follow the extents of "a". */
struct layout sample_layout_into(struct samples *samples, struct algebra *al, struct layout a, int64_t size);

/* A tiler for "a": a layout, an integer, "_", or one tiler for each of the first modes. */
struct tiler sample_tiler(struct samples *samples, struct algebra *al, struct layout a, int64_t size);

/* A large layout, up to 2^40 elements, and one that often composes with it. */
struct layout sample_layout_large(struct samples *samples, struct algebra *al);
struct layout sample_layout_large_into(struct samples *samples, struct algebra *al, struct layout a);

/*
 * Flat layouts of "rank" modes with extents from 1 to "extents" and strides from 0 to "strides" - 1, by number; their
 * number is small_layout_count. Rank 1 is given as an integer.
 */
int64_t small_layout_count(int rank, int64_t extents, int64_t strides);
struct layout small_layout(struct algebra *al, int rank, int64_t extents, int64_t strides, int64_t number);

#endif
