#include "gpu/silicon_wgmma_text.h"

#include <inttypes.h>

static bool a_is_shared(const struct wgmma_question *question) {
	return question->a.count == 0;
}

/* --- the instruction --- */

/* Immediate operands behind the predicate: the signs of A and B, and which of them are transposed. */
static void put_immediates(struct buf *out, const struct wgmma_question *question, bool trans_a, bool trans_b) {
	if (question->a_elements.one != 1) {
		buf_put(out, ", 1, 1");
	}
	if (question->a_elements.bits == 16) {
		buf_put(out, a_is_shared(question) ? trans_a ? ", 1" : ", 0" : "");
		buf_put(out, trans_b ? ", 1" : ", 0");
	}
}

/* The instruction with its operands; "e" is the number of the metadata's. */
static void put_instruction(struct buf *out, const struct wgmma_question *question, int transposes) {
	int d = question->d.count;
	int a = a_is_shared(question) ? 1 : question->a.count;
	buf_printf(out, "%s ", question->instruction);
	registers_put_list(out, 0, d);
	buf_put(out, ", ");
	if (a_is_shared(question)) {
		buf_printf(out, "%%%d", d);
	} else {
		registers_put_list(out, d, a);
	}
	buf_printf(out, ", %%%d, ", d + a);
	if (question->is_sparse) {
		buf_printf(out, "%%%d, 0, ", d + a + 1);
	}
	buf_put_char(out, 'p');
	put_immediates(out, question, transposes / 2 == 1, transposes % 2 == 1);
	buf_put(out, "; ");
}

/* Which forms are MN-major, a bit each. */
static unsigned transposed(const struct wgmma_forms *forms) {
	unsigned mask = 0;
	for (int i = 0; i < forms->count; i++) {
		mask |= forms->form[i].major == MAJOR_MN ? 1u << i : 0;
	}
	return mask;
}

/*
 * "#define WGMMA(d, a, b, e, transposes) asm(...)": d = a * b, done when it returns. "a" is registers or a descriptor;
 * "transposes" is 2 if A is transposed, and 1 more if B is. They are immediates, so that there is an instruction for
 * each; but the registers are listed once, since they are most of what takes time to compile.
 */
static void put_multiply(struct buf *out, const struct wgmma_question *question) {
	unsigned mask_a = transposed(&question->forms_a);
	unsigned mask_b = transposed(&question->forms_b);
	int last = question->d.count + (a_is_shared(question) ? 1 : question->a.count) + 1 + question->is_sparse;
	buf_put(out, "#define WGMMA(d, a, b, e, transposes) asm volatile(\"{ .reg .pred p, q; setp.ne.b32 p, 0, 0; "
		"wgmma.fence.sync.aligned; ");
	for (int i = 0; i < 4; i++) {
		if ((i < 2 || mask_a != 0) && (i % 2 == 0 || mask_b != 0)) {
			buf_printf(out, "setp.eq.u32 q, %%%d, %d; @q ", last, i);
			put_instruction(out, question, i);
		}
	}
	buf_put(out, "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; }\" : ");
	registers_put(out, REGISTERS_BOTH, question->d, "d");
	buf_put(out, " : ");
	if (a_is_shared(question)) {
		buf_put(out, "\"l\"(a)");
	} else {
		registers_put(out, REGISTERS_IN, question->a, "a");
	}
	buf_printf(out, ", \"l\"(b)%s, \"r\"(transposes) : \"memory\")\n\n", question->is_sparse ? ", \"r\"(e)" : "");
}

/* --- where elements stand --- */

/* "byte_x(form, i)": where element i of the tile stands; "descriptor_x(form)". */
static void put_forms(struct emitter *em, char name, const struct wgmma_forms *forms, int bits) {
	emit_open(em, "static __device__ __forceinline__ unsigned byte_%c(unsigned form, unsigned i)", name);
	emit_line(em, "unsigned x = 0;");
	for (int i = 0; i < forms->count; i++) {
		const struct wgmma_form *form = &forms->form[i];
		emit_open(em, "if (form == %d)", i);
		emit_line(em, "x = %" PRId64 "u + (%s) * %du; /* %s */", form->start, emit_layout(em, form->plain, "i"),
			bits / 8, form->name);
		emit_line(em, "x ^= (x & 0x%" PRIx64 "u) >> %d;", swizzle_y_mask(form->swizzle), form->swizzle.shift);
		emit_close(em);
	}
	emit_line(em, "return x;");
	emit_close(em);
	buf_put_char(em->out, '\n');
	emit_open(em, "static __device__ __forceinline__ unsigned long long descriptor_%c(unsigned form)", name);
	for (int i = 0; i + 1 < forms->count; i++) {
		emit_line(em, "if (form == %d) return 0x%016" PRIx64 "ull;", i, forms->form[i].descriptor);
	}
	emit_line(em, "return 0x%016" PRIx64 "ull;", forms->form[forms->count - 1].descriptor);
	emit_close(em);
	buf_put_char(em->out, '\n');
}

/* "encode(c)", the bits of the number c > 0, "digit_of(number, digit)", and "decode(d, v)". */
static void put_numbers(struct emitter *em, const struct wgmma_question *question, const struct wgmma_sizes *sizes) {
	struct packed packed = question->b_elements;
	emit_open(em, "static __device__ __forceinline__ unsigned encode(unsigned c, unsigned one, unsigned mantissa)");
	emit_line(em, "unsigned exponent = 0;");
	emit_line(em, "while (c >> exponent > 1) exponent++;");
	emit_line(em, "const unsigned shifted =");
	emit_line(em, "\texponent > mantissa ? c >> (exponent - mantissa) : c << (mantissa - exponent);");
	emit_line(em, "return mantissa == 0 ? c : one + (exponent << mantissa) + shifted - (1u << mantissa);");
	emit_close(em);
	buf_put_char(em->out, '\n');
	emit_open(em, "static __device__ __forceinline__ unsigned digit_of(unsigned number, unsigned digit)");
	emit_line(em, "return encode((number >> digit * %du & %uu) + 1, 0x%" PRIx64 "u, %d);", sizes->digit_bits,
		(1u << sizes->digit_bits) - 1, packed.one, packed_mantissa(packed));
	emit_close(em);
	buf_put_char(em->out, '\n');
	registers_put_decode(em, question->d, question->d_elements);
}

/* --- the operands --- */

/* What stands in B: for the metadata the number of the group along k in the columns 0 and 1, else that of the place. */
static void put_b(struct emitter *em, const struct wgmma_question *question, const struct wgmma_sizes *sizes,
		int64_t bytes_a) {
	struct packed packed = question->b_elements;
	const char *type = emit_unsigned(packed.bits / 8);
	emit_open(em, "for (unsigned j = t; j < %" PRId64 "u; j += %d)", sizes->places_b, WGMMA_THREADS);
	emit_line(em, "%s x = (%s)digit_of(j, digit);", type, type);
	if (question->is_sparse) {
		emit_open(em, "if (pattern == %d)", WGMMA_METADATA);
		emit_line(em, "const unsigned column = j %% %" PRId64 "u, k = j / %" PRId64 "u;", sizes->n, sizes->n);
		emit_line(em, "const bool counts = column < 2 && k %% %d >= %d;", question->group, question->group / 2);
		emit_line(em, "x = counts ? encode((k / %d >> 3 * column & 7) + 1, 0x%" PRIx64 "u, %d) : 0;", question->group,
			packed.one, packed_mantissa(packed));
		emit_close(em);
	}
	emit_line(em, "*(%s *)(tile + %" PRId64 " + byte_b(form_b, j)) = x;", type, bytes_a);
	emit_close(em);
}

/* What stands in A at "i": 1 at place i alone, or everywhere if it is the metadata that is asked. */
static void put_a(struct emitter *em, const struct wgmma_question *question, const struct wgmma_sizes *sizes) {
	struct packed packed = question->a_elements;
	const char *type = emit_unsigned(packed.bits / 8);
	const char *everywhere = question->is_sparse ? emit_text(em, "pattern == %d", WGMMA_METADATA) : "false";
	if (a_is_shared(question)) {
		emit_open(em, "for (unsigned p = t; p < %" PRId64 "u; p += %d)", sizes->places_a, WGMMA_THREADS);
		emit_line(em, "*(%s *)(tile + byte_a(form_a, p)) = p == i || %s ? 0x%" PRIx64 "u : 0;", type, everywhere,
			packed.one);
		emit_close(em);
		return;
	}
	uint64_t all = 0;
	for (int bit = 0; bit < 32; bit += packed.bits) {
		all |= packed.one << bit;
	}
	emit_line(em, "unsigned a[%d];", question->a.count);
	emit_line(em, "const unsigned bit = i / %d * %d;", WGMMA_THREADS, packed.bits);
	emit_unrolled(em, "n", question->a.count);
	emit_line(em, "a[n] = %s ? 0x%" PRIx64 "u : i %% %d == t && bit / 32 == n ? 0x%" PRIx64 "u << bit %% 32 : 0;",
		everywhere, all, WGMMA_THREADS, packed.one);
	emit_close(em);
}

/* The metadata: one pattern, and for its own places the other one at place i. */
static void put_metadata(struct emitter *em) {
	emit_line(em, "unsigned e = pattern == 1 ? 0xeeeeeeeeu : 0x44444444u;");
	emit_line(em, "if (pattern == %d && i %% %d == t) e ^= 0xau << i / %d * 4;", WGMMA_METADATA, WGMMA_THREADS,
		WGMMA_THREADS);
}

/*
 * Leave what D has: a list for each place of D and digit, or for each place of the metadata. The loop is not unrolled:
 * that takes most of the time to compile, and none to run.
 */
static void put_findings(struct emitter *em, const struct wgmma_sizes *sizes) {
	emit_line(em, "#pragma unroll 1");
	emit_open(em, "for (unsigned v = 0; v < %d; v++)", sizes->values_d);
	emit_line(em, "const unsigned number = (unsigned)decode(d, v), is = number < %du ? number : %du;", WGMMA_NO_NUMBER,
		WGMMA_NO_NUMBER);
	emit_line(em, "const unsigned place = t + %du * v;", WGMMA_THREADS);
	emit_open(em, "if (is != 0)");
	emit_line(em, "const bool asks_metadata = pattern == %d;", WGMMA_METADATA);
	emit_line(em, "const unsigned slots = asks_metadata ? %d : %" PRId64 ";", WGMMA_SLOTS, sizes->stored_k);
	emit_line(em, "unsigned *list = found + (asks_metadata ? i : digit * %" PRId64 "u + place) * (slots + 1);",
		sizes->places_d);
	emit_line(em, "const unsigned slot = atomicAdd(list, 1u);");
	emit_line(em, "if (slot < slots) list[1 + slot] = (asks_metadata ? place : i) << %d | is;", WGMMA_NUMBER_BITS);
	emit_close(em);
	emit_close(em);
}

/* --- the kernel --- */

/* Shared memory for a tile of any of the forms; the next one starts where a swizzle does. */
static int64_t bytes_of(const struct wgmma_forms *forms) {
	int64_t bytes = 0;
	for (int i = 0; i < forms->count; i++) {
		bytes = forms->form[i].bytes > bytes ? forms->form[i].bytes : bytes;
	}
	return (bytes + 1023) / 1024 * 1024;
}

/* After "B" is set: one place of A after the other. */
static void put_places(struct emitter *em, const struct wgmma_question *question, const struct wgmma_sizes *sizes) {
	emit_line(em, "const unsigned transposes = 2 * (0x%xu >> form_a & 1) + (0x%xu >> form_b & 1);",
		transposed(&question->forms_a), transposed(&question->forms_b));
	emit_line(em, "const unsigned places = pattern == %d ? %d : %" PRId64 ";", WGMMA_METADATA,
		WGMMA_THREADS * WGMMA_NIBBLES, sizes->places_a);
	emit_open(em, "for (unsigned i = blockIdx.x; i < places; i += gridDim.x)");
	put_a(em, question, sizes);
	put_metadata(em);
	emit_line(em, "FENCE();");
	emit_line(em, "__syncthreads();");
	emit_line(em, "%s d[%d] = {};", registers_name(question->d), question->d.count);
	emit_line(em, "WGMMA(d, %s, b, e, transposes);", a_is_shared(question) ? "descriptor_a(form_a) + base" : "a");
	put_findings(em, sizes);
	emit_line(em, "__syncthreads();");
	emit_close(em);
}

const char *wgmma_source(struct algebra *al, const struct wgmma_question *question) {
	struct wgmma_sizes sizes = wgmma_sizes(al, question);
	int64_t bytes_a = bytes_of(&question->forms_a);
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	buf_put(&out, "#define FENCE() asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\")\n");
	put_multiply(&out, question);
	if (a_is_shared(question)) {
		put_forms(&em, 'a', &question->forms_a, question->a_elements.bits);
	}
	put_forms(&em, 'b', &question->forms_b, question->b_elements.bits);
	put_numbers(&em, question, &sizes);
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL
		"(unsigned *found, unsigned form_a, unsigned form_b, unsigned digit, unsigned pattern)");
	emit_line(&em, "__shared__ __align__(1024) unsigned char tile[%" PRId64 "];",
		bytes_a + bytes_of(&question->forms_b));
	emit_line(&em, "const unsigned t = threadIdx.x;");
	put_b(&em, question, &sizes, bytes_a);
	emit_line(&em, "const unsigned long long base = __cvta_generic_to_shared(tile) >> 4;");
	emit_line(&em, "const unsigned long long b = descriptor_b(form_b) + base + %" PRId64 ";", bytes_a / 16);
	put_places(&em, question, &sizes);
	emit_close(&em);
	return out.data;
}
