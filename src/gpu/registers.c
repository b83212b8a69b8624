#include "gpu/registers.h"

bool packed_find(struct str name, struct packed *out) {
	static const struct {
		const char *name;
		struct packed packed;
	} all[] = {
		{ "f16", { 16, 0x3c00 } }, { "bf16", { 16, 0x3f80 } }, { "tf32", { 32, 0x3f800000 } },
		{ "f32", { 32, 0x3f800000 } }, { "f64", { 64, 0x3ff0000000000000 } }, { "e4m3", { 8, 0x38 } },
		{ "e5m2", { 8, 0x3c } }, { "s8", { 8, 1 } }, { "u8", { 8, 1 } }, { "s4", { 4, 1 } }, { "u4", { 4, 1 } },
		{ "s32", { 32, 1 } }, { "b1", { 1, 1 } },
		/* In 8 bits each; those of four are the middle ones. */
		{ "e2m1", { 8, 0x08 } }, { "e2m3", { 8, 0x08 } }, { "e3m2", { 8, 0x0c } },
		{ "complex<f64>", { 128, 0x3ff0000000000000 } }, { "gauss_complex<f64>", { 192, 0x3ff0000000000000 } },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (str_is(name, all[i].name)) {
			*out = all[i].packed;
			return true;
		}
	}
	return false;
}

int packed_mantissa(struct packed packed) {
	return packed.one == 1 ? 0 : __builtin_ctzll(packed.one);
}

int register_bits(struct registers registers) {
	return registers.type == REGISTER_F64 ? 64 : 32;
}

int registers_values(struct registers registers, struct packed packed) {
	return registers.count * register_bits(registers) / packed.bits;
}

const char *registers_name(struct registers registers) {
	static const char *const names[] = { "unsigned", "float", "double" };
	return names[registers.type];
}

void registers_put(struct buf *out, enum register_use use, struct registers registers, const char *name) {
	static const char *const uses[] = { "", "=", "+" };
	static const char letters[] = { 'r', 'f', 'd' };
	for (int i = 0; i < registers.count; i++) {
		buf_printf(out, "%s\"%s%c\"(%s[%d])", i > 0 ? ", " : "", uses[use], letters[registers.type], name, i);
	}
}

void registers_put_list(struct buf *out, int first, int count) {
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%%%d", i > 0 ? ", " : "{", first + i);
	}
	buf_put_char(out, '}');
}

void registers_put_decode(struct emitter *em, struct registers registers, struct packed packed) {
	emit_open(em, "static __device__ __forceinline__ int decode(const %s *d, unsigned v)", registers_name(registers));
	if (packed.bits == 16) {
		emit_line(em, "const unsigned bits = d[v / 2] >> v %% 2 * 16 & 0xffff;");
		emit_line(em, "const unsigned exponent = bits >> 10, mantissa = bits & 1023 | 1024;");
		emit_line(em, "if (bits == 0) return 0;");
		emit_line(em, "if (exponent < 15 || exponent > 30) return -1;");
		emit_line(em, "if (exponent >= 25) return (int)(mantissa << (exponent - 25));");
		emit_line(em, "return mantissa << (exponent - 15) & 1023 ? -1 : (int)(mantissa >> (25 - exponent));");
	} else {
		emit_line(em, "return d[v] >= 0 && d[v] == (int)d[v] ? (int)d[v] : -1;");
	}
	emit_close(em);
	buf_put_char(em->out, '\n');
}
