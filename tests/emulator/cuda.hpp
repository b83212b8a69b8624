/*
 * CUDA C++ for the host: what a generated kernel needs, as functions of C++ and of emulator.c. Threads of a block are
 * fibres; shared memory is what is static, since one block runs at a time.
 */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))

struct uint2 {
	unsigned x, y;
} __align__(8);

struct uint4 {
	unsigned x, y, z, w;
} __align__(16);

struct emulator_index {
	unsigned x;
};

/* What emulator.c has. */
extern "C" {
extern emulator_index emulator_thread, emulator_block, emulator_grid, emulator_threads;
void emulator_sync();
unsigned long long emulator_shuffle(unsigned long long bits, unsigned distance);
void emulator_misaligned(const void *place, unsigned long bytes);
void emulator_mma(const char *instruction, void *d, const void *a, const void *b);
void emulator_move(const char *instruction, void *to, const void *from);
void emulator_access(const char *instruction, void *value, unsigned address);
unsigned long long emulator_clock();
void emulator_copy_async(const char *instruction, void *to, const void *from, unsigned bytes);
void emulator_copy_wait();
void emulator_barrier_init(unsigned long long *barrier, unsigned count);
void emulator_barrier_expect(unsigned long long *barrier, unsigned bytes);
unsigned emulator_barrier_try(unsigned long long *barrier, unsigned phase);
void emulator_box_load(unsigned rank, void *to, const void *map, const int *c, unsigned long long *barrier);
void emulator_box_store(unsigned rank, const void *map, const int *c, void *from);
void emulator_run_load(void *to, const void *from, unsigned bytes, unsigned long long *barrier);
void emulator_run_store(void *to, const void *from, unsigned bytes);
void emulator_bulk_wait();
void emulator_wgmma_operands(const char *instruction, unsigned transposes, void *d, const void *a,
	unsigned long long descriptor_a, unsigned long long descriptor_b, unsigned e);
unsigned long emulator_shared_address(const void *place);
float emulator_widen(const char *type, unsigned bits);
unsigned emulator_narrow(const char *type, float value);
}

#define threadIdx emulator_thread
#define blockIdx emulator_block
#define gridDim emulator_grid
#define blockDim emulator_threads
#define __syncthreads emulator_sync

static inline void __threadfence() {}

/* Shared memory starts at its address 0, with the array that is asked for. */
#define __cvta_generic_to_shared emulator_shared_address
#define FENCE() static_cast<void>(0)

/* Boxes of the tensor memory accelerator. */
#define FENCE_PROXY() static_cast<void>(0)
#define BULK_COMMIT() static_cast<void>(0)
#define BULK_WAIT() emulator_bulk_wait()
#define BARRIER_INIT(b, count) emulator_barrier_init(b, count)
#define BARRIER_EXPECT(b, bytes) emulator_barrier_expect(b, bytes)
#define BARRIER_TRY(done, b, phase) done = emulator_barrier_try(b, phase)
#define BOX_LOAD_0(to, from, bytes, b) emulator_run_load(to, from, bytes, b)
#define BOX_LOAD_1(to, map, c, b) emulator_box_load(1, to, map, c, b)
#define BOX_LOAD_2(to, map, c, b) emulator_box_load(2, to, map, c, b)
#define BOX_LOAD_3(to, map, c, b) emulator_box_load(3, to, map, c, b)
#define BOX_LOAD_4(to, map, c, b) emulator_box_load(4, to, map, c, b)
#define BOX_LOAD_5(to, map, c, b) emulator_box_load(5, to, map, c, b)
#define BOX_STORE_0(to, from, bytes) emulator_run_store(to, from, bytes)
#define BOX_STORE_1(map, c, from) emulator_box_store(1, map, c, from)
#define BOX_STORE_2(map, c, from) emulator_box_store(2, map, c, from)
#define BOX_STORE_3(map, c, from) emulator_box_store(3, map, c, from)
#define BOX_STORE_4(map, c, from) emulator_box_store(4, map, c, from)
#define BOX_STORE_5(map, c, from) emulator_box_store(5, map, c, from)

static inline void emulator_wgmma(const char *instruction, unsigned transposes, void *d, const unsigned *a,
		unsigned long long b, unsigned e) {
	emulator_wgmma_operands(instruction, transposes, d, a, 0, b, e);
}

static inline void emulator_wgmma(const char *instruction, unsigned transposes, void *d, unsigned long long a,
		unsigned long long b, unsigned e) {
	emulator_wgmma_operands(instruction, transposes, d, nullptr, a, b, e);
}

/* d += a * b */
template <unsigned long N> static inline void emulator_fma(const char *instruction, double (&d)[N], const double *a,
		const double *b) {
	double product[N];
	emulator_mma(instruction, product, a, b);
	for (unsigned long i = 0; i < N; i++) {
		d[i] += product[i];
	}
}

template <typename T> static inline T __shfl_xor_sync(unsigned, T x, unsigned distance) {
	unsigned long long bits = 0;
	__builtin_memcpy(&bits, &x, sizeof x);
	bits = emulator_shuffle(bits, distance);
	__builtin_memcpy(&x, &bits, sizeof x);
	return x;
}

template <typename T> static inline T __ldcg(const T *p) {
	return *p;
}

template <typename T> static inline T atomicAdd(T *p, T x) {
	const T before = *p;
	*p = before + x;
	return before;
}

#define ARRIVE(before, counter) before = atomicAdd(counter, 1u)

template <typename T> static inline T atomicOr(T *p, T x) {
	const T before = *p;
	*p = before | x;
	return before;
}

template <typename T> static inline T atomicMin(T *p, T x) {
	const T before = *p;
	*p = x < before ? x : before;
	return before;
}

template <typename T> static inline T atomicMax(T *p, T x) {
	const T before = *p;
	*p = x > before ? x : before;
	return before;
}

template <typename T, typename U> static inline T atomicExch(T *p, U x) {
	const T before = *p;
	*p = (T)x;
	return before;
}

template <typename T, typename U> static inline T emulator_bits(U x) {
	static_assert(sizeof(T) == sizeof(U), "the bits of another size");
	T y;
	__builtin_memcpy(&y, &x, sizeof y);
	return y;
}

static inline float __uint_as_float(unsigned x) { return emulator_bits<float>(x); }
static inline float __int_as_float(unsigned x) { return emulator_bits<float>(x); }
static inline int __float_as_int(float x) { return emulator_bits<int>(x); }
static inline double __longlong_as_double(long long x) { return emulator_bits<double>(x); }
static inline long long __double_as_longlong(double x) { return emulator_bits<long long>(x); }

/* Accesses of "n" elements at once; the sanitizer sees those outside. */
template <typename V, typename T> static inline void emulator_load(V *v, const T *p, unsigned long n) {
	if ((unsigned long)p % (n * sizeof *p) != 0) {
		emulator_misaligned(p, n * sizeof *p);
	}
	__builtin_memcpy(v, p, n * sizeof *p);
}

template <typename V, typename T> static inline void emulator_store(T *p, const V *v, unsigned long n) {
	if ((unsigned long)p % (n * sizeof *p) != 0) {
		emulator_misaligned(p, n * sizeof *p);
	}
	__builtin_memcpy(p, v, n * sizeof *p);
}

#define PIN(p) static_cast<void>(0)
#define PIN_INDEX(i) static_cast<void>(0)
#define POLICY(x) x = 0
#define LOAD_1(v, p, ...) emulator_load(&(v), p, 1)
#define LOAD_2(v, p, ...) emulator_load(&(v), p, 2)
#define LOAD_4(v, p, ...) emulator_load(&(v), p, 4)
#define LOAD_8(v, p, ...) emulator_load(&(v), p, 8)
#define LOAD_16(v, p, ...) emulator_load(&(v), p, 16)
#define KEEP_1(v, p, ...) emulator_load(&(v), p, 1)
#define KEEP_2(v, p, ...) emulator_load(&(v), p, 2)
#define KEEP_4(v, p, ...) emulator_load(&(v), p, 4)
#define KEEP_8(v, p, ...) emulator_load(&(v), p, 8)
#define KEEP_16(v, p, ...) emulator_load(&(v), p, 16)
#define STORE_1(p, v) emulator_store(p, &(v), 1)
#define STORE_2(p, v) emulator_store(p, &(v), 2)
#define STORE_4(p, v) emulator_store(p, &(v), 4)
#define STORE_8(p, v) emulator_store(p, &(v), 8)
#define STORE_16(p, v) emulator_store(p, &(v), 16)

/* Conversions of CUDA: toward zero to a float, and to the nearest integer, or the nearest that there is. */
static inline float __double2float_rz(double x) {
	const float y = (float)x;
	if (__builtin_isinf(y) && !__builtin_isinf(x)) {
		return __builtin_copysignf(0x1.fffffep127f, y);
	}
	const bool is_beyond = __builtin_fabs((double)y) > __builtin_fabs(x);
	return is_beyond ? emulator_bits<float>(emulator_bits<unsigned>(y) - 1) : y;
}

static inline float __ll2float_rz(long long x) {
	const float y = (float)x;
	const bool is_beyond = y >= 0x1p63f || (x < 0 ? (long long)y < x : (long long)y > x);
	return is_beyond ? emulator_bits<float>(emulator_bits<unsigned>(y) - 1) : y;
}

static inline long long __double2ll_rn(double x) {
	const double limit = 9223372036854775808.0;
	return x >= limit ? 0x7fffffffffffffffll : x < -limit ? -0x7fffffffffffffffll - 1 :
		(long long)__builtin_nearbyint(x);
}

static inline long long __float2ll_rn(float x) { return __double2ll_rn(x); }

/* Functions of CUDA's library. */
static inline float expf(float x) { return __builtin_expf(x); }
static inline float logf(float x) { return __builtin_logf(x); }
static inline float sqrtf(float x) { return __builtin_sqrtf(x); }
static inline float rsqrtf(float x) { return 1 / __builtin_sqrtf(x); }
static inline float tanhf(float x) { return __builtin_tanhf(x); }
static inline float fabsf(float x) { return __builtin_fabsf(x); }
static inline float fminf(float x, float y) { return __builtin_fminf(x, y); }
static inline float fmaxf(float x, float y) { return __builtin_fmaxf(x, y); }
static inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
static inline float sinf(float x) { return __builtin_sinf(x); }
static inline float cosf(float x) { return __builtin_cosf(x); }
static inline float tanf(float x) { return __builtin_tanf(x); }
static inline float atanf(float x) { return __builtin_atanf(x); }
static inline float sinhf(float x) { return __builtin_sinhf(x); }
static inline float coshf(float x) { return __builtin_coshf(x); }
static inline float erff(float x) { return __builtin_erff(x); }
static inline float exp2f(float x) { return __builtin_exp2f(x); }
static inline float expm1f(float x) { return __builtin_expm1f(x); }
static inline float log2f(float x) { return __builtin_log2f(x); }
static inline float log10f(float x) { return __builtin_log10f(x); }
static inline float log1pf(float x) { return __builtin_log1pf(x); }
static inline float cbrtf(float x) { return __builtin_cbrtf(x); }
static inline float powf(float x, float y) { return __builtin_powf(x, y); }
static inline float atan2f(float x, float y) { return __builtin_atan2f(x, y); }
static inline float hypotf(float x, float y) { return __builtin_hypotf(x, y); }
static inline double sin(double x) { return __builtin_sin(x); }
static inline double cos(double x) { return __builtin_cos(x); }
static inline double tan(double x) { return __builtin_tan(x); }
static inline double atan(double x) { return __builtin_atan(x); }
static inline double sinh(double x) { return __builtin_sinh(x); }
static inline double cosh(double x) { return __builtin_cosh(x); }
static inline double erf(double x) { return __builtin_erf(x); }
static inline double exp2(double x) { return __builtin_exp2(x); }
static inline double floor(double x) { return __builtin_floor(x); }
static inline double expm1(double x) { return __builtin_expm1(x); }
static inline double log2(double x) { return __builtin_log2(x); }
static inline double log10(double x) { return __builtin_log10(x); }
static inline double log1p(double x) { return __builtin_log1p(x); }
static inline double cbrt(double x) { return __builtin_cbrt(x); }
static inline double pow(double x, double y) { return __builtin_pow(x, y); }
static inline double atan2(double x, double y) { return __builtin_atan2(x, y); }
static inline double hypot(double x, double y) { return __builtin_hypot(x, y); }
static inline double exp(double x) { return __builtin_exp(x); }
static inline double log(double x) { return __builtin_log(x); }
static inline double sqrt(double x) { return __builtin_sqrt(x); }
static inline double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
static inline double tanh(double x) { return __builtin_tanh(x); }
static inline double fabs(double x) { return __builtin_fabs(x); }
static inline double fmin(double x, double y) { return __builtin_fmin(x, y); }
static inline double fmax(double x, double y) { return __builtin_fmax(x, y); }
static inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

/* Call a kernel with the arguments that "arguments" point to. */
template <unsigned... I> struct emulator_indices {};
template <unsigned N, unsigned... I> struct emulator_range : emulator_range<N - 1, N - 1, I...> {};
template <unsigned... I> struct emulator_range<0, I...> {
	typedef emulator_indices<I...> type;
};

template <typename... A, unsigned... I>
static inline void emulator_apply(void (*kernel)(A...), void **arguments, emulator_indices<I...>) {
	kernel(*(A *)arguments[I]...);
}

template <typename... A> static inline void emulator_call(void (*kernel)(A...), void **arguments) {
	emulator_apply(kernel, arguments, typename emulator_range<sizeof...(A)>::type());
}
