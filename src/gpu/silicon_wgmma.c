#include "gpu/silicon_wgmma.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/emit.h"
#include "gpu/silicon_run.h"

/*
 * Entries of "found": the place of A, or for the metadata of D, above the number that was seen, NONE if it is none.
 * METADATA_SLOTS: places of D that change with one place of the metadata are two.
 */
enum { ROWS = 64, NUMBER_BITS = 12, NONE = 0xfff, METADATA_SLOTS = 4, BLOCKS = 264, NIBBLES = 8 };

/* --- forms --- */

bool wgmma_form_make(struct algebra *al, struct map atom, int64_t bits, struct tuple mn_k, struct wgmma_form *out) {
	struct layout block = descriptor_parts(al, atom, bits, &out->swizzle);
	int64_t mn = int_value(al, tuple_mode(mn_k, 0));
	int64_t k = int_value(al, tuple_mode(mn_k, 1));
	int64_t block_mn = int_value(al, layout_size(al, layout_mode(block, 0)));
	int64_t block_k = int_value(al, layout_size(al, layout_mode(block, 1)));
	int64_t whole_k = k > block_k ? k : block_k;
	/* With a swizzle no stride along k is in the descriptor: the instruction has to stay in one row of the swizzle. */
	bool is_beyond = out->major == MAJOR_K && out->swizzle.bits > 0 && k > block_k;
	if (algebra_failed(al) || is_beyond || mn % block_mn != 0 || whole_k % block_k != 0 || whole_k % k != 0) {
		return false;
	}
	struct layout whole = layout_tile_to_shape(al, block, tuple_pair(al, tuple_int(mn), tuple_int(whole_k)), NULL);
	struct tiler part[2] = { { .kind = TILER_LAYOUT, .layout = { tuple_int(mn), tuple_int(1) } },
		{ .kind = TILER_LAYOUT, .layout = { tuple_int(k), tuple_int(1) } } };
	struct tiler tiler = { .kind = TILER_MODES, .modes = part, .rank = 2 };
	out->plain = layout_composition_tiler(al, whole, &tiler);
	struct tuple last = tuple_pair(al, tuple_int(0), tuple_int(whole_k - k));
	out->start = int_value(al, layout_crd2idx(al, last, whole)) * bits / 8;
	out->bytes = mn * whole_k * bits / 8;
	struct smem_tile tile = { map_with_inner(al, atom, out->plain), bits, out->start };
	out->descriptor = descriptor_of(al, tile, DESCRIPTOR_GMMA, out->major).bits;
	return !algebra_failed(al);
}

/* --- sizes --- */

static int64_t extent(struct algebra *al, const struct wgmma_question *question, int mode) {
	return int_value(al, tuple_mode(question->atom.shape_mnk, mode));
}

/* Elements of A along k that are stored. */
static int64_t stored_k(struct algebra *al, const struct wgmma_question *question) {
	int64_t k = extent(al, question, 2);
	return question->is_sparse ? k / 2 : k;
}

static bool a_is_shared(const struct wgmma_question *question) {
	return question->a.count == 0;
}

static int64_t places_a(struct algebra *al, const struct wgmma_question *question) {
	return ROWS * stored_k(al, question);
}

static int64_t places_b(struct algebra *al, const struct wgmma_question *question) {
	return extent(al, question, 1) * extent(al, question, 2);
}

/* 1 to 2^this are numbers of the type. tf32 has 10 of its 23 bits, and D of 16 bits has no more either. */
static int digit_bits(struct packed packed) {
	int mantissa = packed_mantissa(packed);
	return packed.one == 1 ? packed.bits - 2 : (mantissa < 10 ? mantissa : 10) + 1;
}

int wgmma_digits(struct algebra *al, const struct wgmma_question *question) {
	int bits = digit_bits(question->b_elements);
	int64_t places = places_b(al, question);
	int digits = 1;
	while (places > (int64_t)1 << bits * digits) {
		digits++;
	}
	return digits;
}

int64_t wgmma_words(struct algebra *al, const struct wgmma_question *question, struct wgmma_run run) {
	if (run.pattern == WGMMA_METADATA) {
		return WGMMA_THREADS * NIBBLES * (1 + METADATA_SLOTS);
	}
	int64_t places = (int64_t)WGMMA_THREADS * registers_values(question->d, question->d_elements);
	return wgmma_digits(al, question) * places * (1 + stored_k(al, question));
}

bool wgmma_run_at(const struct wgmma_question *question, int i, struct wgmma_run *out) {
	int first = question->forms_b.count;
	int more = question->forms_a.count > 1 ? question->forms_a.count - 1 : 0;
	*out = (struct wgmma_run){ 0 };
	if (i < first + more) {
		out->form_b = i < first ? (unsigned)i : 0;
		out->form_a = i < first ? 0 : (unsigned)(i - first + 1);
		out->pattern = question->is_sparse ? (unsigned)i % 2 : 0;
		return true;
	}
	out->pattern = WGMMA_METADATA;
	return question->is_sparse && i == first + more;
}

/* --- the text --- */

void wgmma_complete(struct algebra *al, struct wgmma_question *question, const char *types, bool saturates) {
	int64_t n = extent(al, question, 1);
	snprintf(question->instruction, sizeof question->instruction,
		"wgmma.mma_async%s.sync.aligned.m%dn%" PRId64 "k%" PRId64 ".%s%s", question->is_sparse ? ".sp" : "", ROWS, n,
		extent(al, question, 2), types, saturates ? ".satfinite" : "");
	question->d.count = (int)(ROWS * n * question->d_elements.bits / 32 / WGMMA_THREADS);
}

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

/*
 * "#define WGMMA_tt(d, a, b, e) asm(...)": d = a * b, the transposes of A and B in the name; done when it returns. "a"
 * is registers or a descriptor.
 */
static void put_instruction(struct buf *out, const struct wgmma_question *question, bool trans_a, bool trans_b) {
	int d = question->d.count;
	int a = a_is_shared(question) ? 1 : question->a.count;
	buf_printf(out, "#define WGMMA_%d%d(d, a, b, e) asm volatile(\"{ .reg .pred p; setp.ne.b32 p, 0, 0; "
		"wgmma.fence.sync.aligned; %s ", trans_a, trans_b, question->instruction);
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
	put_immediates(out, question, trans_a, trans_b);
	buf_put(out, "; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; }\" : ");
	registers_put(out, REGISTERS_BOTH, question->d, "d");
	buf_put(out, " : ");
	if (a_is_shared(question)) {
		buf_put(out, "\"l\"(a)");
	} else {
		registers_put(out, REGISTERS_IN, question->a, "a");
	}
	buf_put(out, ", \"l\"(b)");
	buf_put(out, question->is_sparse ? ", \"r\"(e)" : "");
	buf_put(out, " : \"memory\")\n");
}

/* Which forms are MN-major, a bit each. */
static unsigned transposed(const struct wgmma_forms *forms) {
	unsigned mask = 0;
	for (int i = 0; i < forms->count; i++) {
		mask |= forms->form[i].major == MAJOR_MN ? 1u << i : 0;
	}
	return mask;
}

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
static void put_numbers(struct emitter *em, const struct wgmma_question *question) {
	struct packed b = question->b_elements;
	emit_open(em, "static __device__ __forceinline__ unsigned encode(unsigned c, unsigned one, unsigned mantissa)");
	emit_line(em, "unsigned exponent = 0;");
	emit_line(em, "while (c >> exponent > 1) exponent++;");
	emit_line(em, "const unsigned shifted =");
	emit_line(em, "\texponent > mantissa ? c >> (exponent - mantissa) : c << (mantissa - exponent);");
	emit_line(em, "return mantissa == 0 ? c : one + (exponent << mantissa) + shifted - (1u << mantissa);");
	emit_close(em);
	buf_put_char(em->out, '\n');
	emit_open(em, "static __device__ __forceinline__ unsigned digit_of(unsigned number, unsigned digit)");
	emit_line(em, "return encode((number >> digit * %du & %uu) + 1, 0x%" PRIx64 "u, %d);", digit_bits(b),
		(1u << digit_bits(b)) - 1, b.one, packed_mantissa(b));
	emit_close(em);
	buf_put_char(em->out, '\n');
	registers_put_decode(em, question->d, question->d_elements);
}

/* "multiply(d, a, b, e, transposed_a, transposed_b)". */
static void put_multiply(struct emitter *em, const struct wgmma_question *question) {
	unsigned mask_a = transposed(&question->forms_a);
	unsigned mask_b = transposed(&question->forms_b);
	for (int i = 0; i < 4; i++) {
		if ((i < 2 || mask_a != 0) && (i % 2 == 0 || mask_b != 0)) {
			put_instruction(em->out, question, i / 2 == 1, i % 2 == 1);
		}
	}
	buf_put_char(em->out, '\n');
	emit_open(em, "static __device__ __forceinline__ void multiply(%s *d, %s a, unsigned long long b, unsigned e, "
		"unsigned form_a, unsigned form_b)", registers_name(question->d),
		a_is_shared(question) ? "unsigned long long" : "const unsigned *");
	emit_line(em, "const unsigned transposed_a = 0x%xu >> form_a & 1, transposed_b = 0x%xu >> form_b & 1;", mask_a,
		mask_b);
	for (int i = 3; i >= 0; i--) {
		if ((i < 2 || mask_a != 0) && (i % 2 == 0 || mask_b != 0)) {
			emit_line(em, "if (transposed_a == %d && transposed_b == %d) WGMMA_%d%d(d, a, b, e);", i / 2, i % 2, i / 2,
				i % 2);
		}
	}
	emit_close(em);
	buf_put_char(em->out, '\n');
}

/* What stands in B: for the metadata the number of the group along k in the columns 0 and 1, else that of the place. */
static void put_b(struct emitter *em, const struct wgmma_question *question, int64_t bytes_a) {
	int64_t n = extent(em->al, question, 1);
	int bits = question->b_elements.bits;
	emit_open(em, "for (unsigned j = t; j < %" PRId64 "u; j += %d)", places_b(em->al, question), WGMMA_THREADS);
	emit_line(em, "%s x = (%s)digit_of(j, digit);", bits == 8 ? "unsigned char" : bits == 16 ? "unsigned short" :
		"unsigned", bits == 8 ? "unsigned char" : bits == 16 ? "unsigned short" : "unsigned");
	if (question->is_sparse) {
		emit_open(em, "if (pattern == %d)", WGMMA_METADATA);
		emit_line(em, "const unsigned column = j %% %" PRId64 "u, k = j / %" PRId64 "u;", n, n);
		emit_line(em, "const bool counts = column < 2 && k %% %d >= %d;", question->group, question->group / 2);
		emit_line(em, "x = counts ? encode((k / %d >> 3 * column & 7) + 1, 0x%" PRIx64 "u, %d) : 0;", question->group,
			question->b_elements.one, packed_mantissa(question->b_elements));
		emit_close(em);
	}
	emit_line(em, "*(%s *)(tile + %" PRId64 " + byte_b(form_b, j)) = x;", bits == 8 ? "unsigned char" :
		bits == 16 ? "unsigned short" : "unsigned", bytes_a);
	emit_close(em);
}

/* What stands in A at "i": 1 at place i alone, or everywhere if it is the metadata that is asked. */
static void put_a(struct emitter *em, const struct wgmma_question *question) {
	struct packed packed = question->a_elements;
	const char *type = emit_unsigned(packed.bits / 8);
	const char *everywhere = question->is_sparse ? emit_text(em, "pattern == %d", WGMMA_METADATA) : "false";
	if (a_is_shared(question)) {
		emit_open(em, "for (unsigned p = t; p < %" PRId64 "u; p += %d)", places_a(em->al, question), WGMMA_THREADS);
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

/* Leave what D has: a list for each place of D and digit, or for each place of the metadata. */
static void put_findings(struct emitter *em, const struct wgmma_question *question) {
	int values = registers_values(question->d, question->d_elements);
	int64_t slots = stored_k(em->al, question);
	emit_unrolled(em, "v", values);
	emit_line(em, "const unsigned number = (unsigned)decode(d, v), is = number < %du ? number : %du;", NONE, NONE);
	emit_line(em, "const unsigned place = t + %du * v;", WGMMA_THREADS);
	emit_open(em, "if (is != 0)");
	emit_line(em, "const bool asks_metadata = pattern == %d;", WGMMA_METADATA);
	emit_line(em, "const unsigned slots = asks_metadata ? %d : %" PRId64 ";", METADATA_SLOTS, slots);
	emit_line(em, "unsigned *list = found + (asks_metadata ? i : digit * %du + place) * (slots + 1);",
		WGMMA_THREADS * values);
	emit_line(em, "const unsigned slot = atomicAdd(list, 1u);");
	emit_line(em, "if (slot < slots) list[1 + slot] = (asks_metadata ? place : i) << %d | is;", NUMBER_BITS);
	emit_close(em);
	emit_close(em);
}

static int64_t round_to_swizzle(int64_t bytes) {
	return (bytes + 1023) / 1024 * 1024;
}

static int64_t bytes_of(const struct wgmma_forms *forms) {
	int64_t bytes = 0;
	for (int i = 0; i < forms->count; i++) {
		bytes = forms->form[i].bytes > bytes ? forms->form[i].bytes : bytes;
	}
	return round_to_swizzle(bytes);
}

/*
 * After it "found" has, for each place of D and each digit, a list of the places of A with which it was not 0 and the
 * numbers that it then had; for the metadata, for each of its places a list of the places of D that are not 0.
 */
const char *wgmma_source(struct algebra *al, const struct wgmma_question *question) {
	int64_t bytes_a = bytes_of(&question->forms_a);
	int64_t bytes = bytes_a + bytes_of(&question->forms_b);
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	buf_put(&out, "#define FENCE() asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\")\n");
	put_multiply(&em, question);
	if (a_is_shared(question)) {
		put_forms(&em, 'a', &question->forms_a, question->a_elements.bits);
	}
	put_forms(&em, 'b', &question->forms_b, question->b_elements.bits);
	put_numbers(&em, question);
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL
		"(unsigned *found, unsigned form_a, unsigned form_b, unsigned digit, unsigned pattern)");
	emit_line(&em, "__shared__ __align__(1024) unsigned char tile[%" PRId64 "];", bytes);
	emit_line(&em, "const unsigned t = threadIdx.x;");
	put_b(&em, question, bytes_a);
	emit_line(&em, "const unsigned long long base = __cvta_generic_to_shared(tile) >> 4;");
	emit_line(&em, "const unsigned long long b = descriptor_b(form_b) + base + %" PRId64 ";", bytes_a / 16);
	emit_line(&em, "const unsigned places = pattern == %d ? %d : %" PRId64 ";", WGMMA_METADATA,
		WGMMA_THREADS * NIBBLES, places_a(al, question));
	emit_open(&em, "for (unsigned i = blockIdx.x; i < places; i += gridDim.x)");
	put_a(&em, question);
	put_metadata(&em);
	emit_line(&em, "FENCE();");
	emit_line(&em, "__syncthreads();");
	emit_line(&em, "%s d[%d] = {};", registers_name(question->d), question->d.count);
	emit_line(&em, "multiply(d, %s, b, e, form_a, form_b);",
		a_is_shared(question) ? "descriptor_a(form_a) + base" : "a");
	put_findings(&em, question);
	emit_line(&em, "__syncthreads();");
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- what was found, against the atom --- */

/* What the atom claims of A: for a sparse one of the elements that are stored when all metadata has the pattern. */
static void claim_a(struct algebra *al, const struct wgmma_question *question, unsigned pattern, struct side *side) {
	int group = question->group;
	int half = group > 1 ? group / 2 : 1;
	struct offsets thread = offsets_init(al, layout_mode(question->atom.a, 0));
	struct offsets value = offsets_init(al, layout_mode(question->atom.a, 1));
	side_claim_nothing(al, side);
	bool differs = side->is_shared && (thread.least != 0 || thread.greatest != 0);
	for (int64_t p = 0; p < side->places && !differs && !algebra_failed(al); p++) {
		int64_t t = side->is_shared ? 0 : p % WGMMA_THREADS;
		int64_t row = side->is_shared ? p % ROWS : 0;
		int64_t stored = side->is_shared ? p / ROWS : p / WGMMA_THREADS;
		int64_t whole = stored / half * group + (group > 1 ? (int64_t)pattern * half : 0) + stored % half;
		int64_t v = side->is_shared ? row + ROWS * whole : whole;
		if (t < thread.size && v < value.size) {
			int64_t offset = offsets_at(&thread, t) + offsets_at(&value, v);
			side->first[p] = offset % ROWS;
			side->second[p] = offset / ROWS;
		}
	}
}

static struct relation relation_of(struct algebra *al, const struct wgmma_question *question, unsigned pattern) {
	struct relation relation = { .m = ROWS, .n = extent(al, question, 1), .k = extent(al, question, 2) };
	relation.a = (struct side){ .name = "A", .is_shared = a_is_shared(question), .threads = WGMMA_THREADS,
		.places = places_a(al, question), .packed = question->a_elements, .register_bits = 32, .extent = ROWS };
	relation.b = (struct side){ .name = "B", .is_shared = true, .threads = WGMMA_THREADS,
		.places = places_b(al, question), .packed = question->b_elements, .register_bits = 32, .extent = relation.n };
	int values = registers_values(question->d, question->d_elements);
	relation.c = (struct side){ .name = "C", .threads = WGMMA_THREADS, .values = values,
		.places = (int64_t)WGMMA_THREADS * values, .packed = question->d_elements, .register_bits = 32,
		.extent = ROWS };
	relation.a.values = (int)(relation.a.places / WGMMA_THREADS);
	relation.b.values = (int)relation.b.places;
	claim_a(al, question, pattern, &relation.a);
	side_claim(al, &relation.b, question->atom.b);
	side_claim(al, &relation.c, question->atom.c);
	return relation;
}

/* The lists that a run left, and how to read them. */
struct lists {
	const uint32_t *found;
	int64_t places, slots;         /* of D; of a list */
	int digits, digit_bits;
};

static const uint32_t *list_at(const struct lists *lists, int digit, int64_t place) {
	return lists->found + (digit * lists->places + place) * (lists->slots + 1);
}

/*
 * Whether every list is what the claims say: as many entries as A has stored elements in a row, each with a place of A
 * in the row of the place of D, and with the digit of the place of B that has its k and the column. This alone proves
 * the atom; the relation is only made to say what is wrong.
 */
static bool is_as_claimed(struct algebra *al, const struct relation *relation, const struct lists *lists) {
	int64_t *place_of_b = arena_array(al->arena, (size_t)(relation->n * relation->k), sizeof *place_of_b);
	for (int64_t p = 0; p < relation->b.places; p++) {
		if (relation->b.first[p] < 0 || relation->b.second[p] < 0 || relation->b.second[p] >= relation->k) {
			return false;
		}
		place_of_b[relation->b.first[p] + relation->n * relation->b.second[p]] = p;
	}
	for (int digit = 0; digit < lists->digits; digit++) {
		for (int64_t p = 0; p < lists->places; p++) {
			const uint32_t *list = list_at(lists, digit, p);
			int64_t m = relation->c.first[p];
			int64_t n = relation->c.second[p];
			bool good = list[0] == (uint32_t)lists->slots && n >= 0 && n < relation->n;
			for (int64_t i = 1; i <= lists->slots && good; i++) {
				int64_t a = list[i] >> NUMBER_BITS;
				int64_t k = a < relation->a.places ? relation->a.second[a] : -1;
				good = k >= 0 && k < relation->k && relation->a.first[a] == m;
				int64_t number = good ? place_of_b[n + relation->n * k] >> digit * lists->digit_bits : 0;
				uint32_t seen = list[i] & ((1u << NUMBER_BITS) - 1);
				good = good && seen == (number & ((1 << lists->digit_bits) - 1)) + 1;
			}
			if (!good) {
				return false;
			}
		}
	}
	return true;
}

/* The number that place "p" of D had with place "a" of A, less 1, from all digits; -1 if one is missing. */
static int64_t number_of(const struct lists *lists, int64_t p, uint32_t a) {
	int64_t number = 0;
	for (int digit = 0; digit < lists->digits; digit++) {
		const uint32_t *list = list_at(lists, digit, p);
		int64_t part = -1;
		for (int64_t i = 1; i <= lists->slots && i <= (int64_t)list[0]; i++) {
			part = list[i] >> NUMBER_BITS == a ? (int64_t)(list[i] & ((1u << NUMBER_BITS) - 1)) - 1 : part;
		}
		if (part < 0 || part >= 1 << lists->digit_bits) {
			return -1;
		}
		number += part << digit * lists->digit_bits;
	}
	return number;
}

/* All products that the lists have, as meetings. A number that no place of B has is one at no place of D. */
static void read_meetings(struct algebra *al, struct relation *relation, const struct lists *lists) {
	struct meeting *meetings = arena_array(al->arena, (size_t)(lists->places * lists->slots), sizeof *meetings);
	for (int64_t p = 0; p < lists->places; p++) {
		const uint32_t *list = list_at(lists, 0, p);
		for (int64_t i = 1; i <= lists->slots && i <= (int64_t)list[0]; i++) {
			uint32_t a = list[i] >> NUMBER_BITS;
			int64_t b = number_of(lists, p, a);
			bool is_known = b >= 0 && b < relation->b.places && a < relation->a.places;
			meetings[relation->count++] = (struct meeting){ a < relation->a.places ? (int32_t)a : 0,
				is_known ? (int32_t)b : 0, is_known ? (int32_t)p : -1 };
		}
	}
	relation->meetings = meetings;
}

/* The places of the metadata, one after the other: row and group along k that have changed, against the layout. */
static struct silicon_answer judge_metadata(struct algebra *al, const struct wgmma_question *question,
		const uint32_t *found) {
	struct silicon_answer answer = { .good = true, .asked = WGMMA_THREADS * NIBBLES };
	struct relation relation = relation_of(al, question, 0);
	struct offsets thread = offsets_init(al, layout_mode(question->metadata, 0));
	struct offsets value = offsets_init(al, layout_mode(question->metadata, 1));
	int64_t groups = relation.k / question->group;
	uint8_t *is_claimed = arena_array(al->arena, (size_t)(ROWS * groups), 1);
	for (int64_t i = 0; i < answer.asked && !algebra_failed(al) && answer.good; i++) {
		const uint32_t *list = found + i * (1 + METADATA_SLOTS);
		int64_t t = i % WGMMA_THREADS;
		int64_t v = i / WGMMA_THREADS * question->group;
		int64_t offset = t < thread.size && v < value.size ? offsets_at(&thread, t) + offsets_at(&value, v) : -1;
		int64_t group = offset < 0 ? -1 : offset / ROWS / question->group;
		int64_t row = offset < 0 ? -1 : offset % ROWS;
		/* With selector 0 the first of the threads that have the same metadata is looked at. */
		bool is_read = group >= 0 && group < groups && is_claimed[row + ROWS * group] == 0;
		int64_t seen_row = -1;
		int64_t seen_group = 0;
		for (uint32_t n = 1; n <= list[0] && n <= METADATA_SLOTS; n++) {
			int64_t place = list[n] >> NUMBER_BITS;
			int64_t number = (list[n] & ((1u << NUMBER_BITS) - 1)) / (uint32_t)(question->group / 2);
			seen_row = place < relation.c.places ? relation.c.first[place] : -1;
			int64_t column = place < relation.c.places ? relation.c.second[place] : 2;
			seen_group += column < 2 ? (number - 1) << 3 * column : groups;
		}
		bool good = is_read ? list[0] == 2 && seen_row == row && seen_group == group : list[0] == 0;
		if (is_read) {
			is_claimed[row + ROWS * group] = 1;
		}
		if (!good) {
			answer.good = false;
			snprintf(answer.text, sizeof answer.text, "metadata: bits %" PRId64 " to %" PRId64 " of thread %" PRId64
				" select in (m,k) = (%" PRId64 ",%" PRId64 "), the atom says %s(%" PRId64 ",%" PRId64 ")",
				4 * (i / WGMMA_THREADS), 4 * (i / WGMMA_THREADS) + 3, t, seen_row,
				seen_row < 0 ? -1 : seen_group * question->group, is_read ? "" : "nothing beside another's ", row,
				group * question->group);
		}
	}
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

struct silicon_answer wgmma_judge(struct algebra *al, const struct wgmma_question *question, struct wgmma_run run,
		const uint32_t *found) {
	if (run.pattern == WGMMA_METADATA) {
		return judge_metadata(al, question, found);
	}
	struct relation relation = relation_of(al, question, run.pattern);
	struct lists lists = { .found = found, .places = relation.c.places, .slots = stored_k(al, question),
		.digits = wgmma_digits(al, question), .digit_bits = digit_bits(question->b_elements) };
	struct silicon_answer answer = { .good = true };
	if (!is_as_claimed(al, &relation, &lists)) {
		read_meetings(al, &relation, &lists);
		answer = relation_judge(al, &relation);
		if (answer.good) {
			answer.good = false;
			snprintf(answer.text, sizeof answer.text, "a place of D has more products than A has elements in a row");
		}
	}
	answer.asked = relation.m * relation.n * lists.slots;
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

/* --- asking --- */

/* A question on its way: the kernel, and room for what any of its runs finds. */
struct asking {
	struct device *device;
	const struct wgmma_question *question;
	struct kernel_image kernel;
	void *memory;              /* of the device */
	uint32_t *host;
};

/* One run: all its digits, and what was found to the host. */
static bool ask_run(struct asking *asking, struct algebra *al, struct wgmma_run run, struct fault *fault) {
	int64_t bytes = wgmma_words(al, asking->question, run) * (int64_t)sizeof *asking->host;
	unsigned digits = run.pattern == WGMMA_METADATA ? 1 : (unsigned)wgmma_digits(al, asking->question);
	bool good = device_set(asking->device, asking->memory, 0, bytes, fault);
	for (unsigned digit = 0; digit < digits && good; digit++) {
		struct launch launch = { .kernel = &asking->kernel, .threads = WGMMA_THREADS, .blocks = BLOCKS,
			.arguments = { &asking->memory, &run.form_a, &run.form_b, &digit, &run.pattern } };
		good = device_run(asking->device, &launch, fault);
	}
	return good && device_read(asking->device, asking->host, asking->memory, bytes, fault);
}

/* Numbers of 32 bits that the largest run leaves. */
static int64_t most_words(struct algebra *al, const struct wgmma_question *question) {
	struct wgmma_run run;
	int64_t most = 0;
	for (int i = 0; wgmma_run_at(question, i, &run); i++) {
		int64_t words = wgmma_words(al, question, run);
		most = words > most ? words : most;
	}
	return most;
}

struct silicon_answer wgmma_ask(struct device *device, struct algebra *al, const struct wgmma_question *question,
		struct fault *fault) {
	struct silicon_answer answer = { .good = true };
	struct asking asking = { .device = device, .question = question };
	struct wgmma_run run;
	int64_t words = most_words(al, question);
	int64_t asked = 0;
	const struct kernel_text text = { .source = wgmma_source(al, question), .symbol = KERNEL_SYMBOL,
		.threads = WGMMA_THREADS, .is_specific = true, .code = question->code };
	asking.host = arena_array(al->arena, (size_t)words, sizeof *asking.host);
	if (!algebra_failed(al)) {
		asking.memory = device_alloc(device, words * (int64_t)sizeof *asking.host, fault);
	}
	bool runs = asking.memory != NULL && device_compile(device, al->arena, &text, &asking.kernel, fault);
	for (int i = 0; runs && answer.good && wgmma_run_at(question, i, &run); i++) {
		runs = ask_run(&asking, al, run, fault);
		if (runs) {
			answer = wgmma_judge(al, question, run, asking.host);
			asked += answer.asked;
		}
	}
	answer.asked = asked;
	answer.good = answer.good && runs;
	device_unload(device, &asking.kernel);
	if (asking.memory != NULL) {
		device_free(device, asking.memory);
	}
	return answer;
}
