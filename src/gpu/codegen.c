#include "gpu/codegen.h"

#include <inttypes.h>

#include "gpu/device/device.h"
#include "gpu/kinds/kind.h"

/* What the reader of the source should know, in front of it. */
static void put_heading(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_line(em, "/* %s kernel, %" PRId64 " blocks of %d threads%s */", plan->kind->name, plan->blocks, plan->threads,
		em->purpose == PURPOSE_PROVE ? ": who touches which element" : "");
}

void codegen_put(struct buf *out, struct algebra *al, const struct plan *plan, enum purpose purpose) {
	struct emitter em = { .out = out, .al = al, .plan = plan, .purpose = purpose };
	put_heading(&em);
	emit_prelude(&em);
	plan->kind->emit(&em);
}

/*
 * The kernel that fills a tensor makes the same bits as dtype_random() on the host: the hash of the index, cut to sign,
 * exponent and mantissa of the type. So results are checked against a reference without copying the data.
 */
void codegen_put_fill(struct buf *out, enum dtype dtype, enum fill fill) {
	const struct dtype_info *info = dtype_info(dtype);
	buf_printf(out, "typedef %s bits;\n", emit_unsigned(info->bytes));
	device_put(out, device_hash, device_hash_size);
	buf_put(out, "static __device__ __forceinline__ bits draw(unsigned h, unsigned period) {\n");
	int bias = info->is_float ? (1 << (info->element->exponent_bits - 1)) - 1 : 0;
	int sign = info->element->exponent_bits + info->element->mantissa_bits;
	if (fill == FILL_PRODUCT) {
		buf_put(out, "\tconst bool rare = (h >> 1) % period == 0;\n");
		if (info->is_float) {
			buf_printf(out, "\tconst int exponent = %d + (rare ? ((h >> 30 & 1) != 0 ? 1 : -1) : 0);\n", bias);
			buf_printf(out,
				"\treturn (bits)((unsigned long long)(h & 1) << %d | (unsigned long long)exponent << %d);\n}\n",
				sign, info->element->mantissa_bits);
		} else {
			buf_printf(out, "\tconst long long size = rare ? 2 : 1;\n\treturn (bits)(%s ? -size : size);\n}\n",
				dtype == DTYPE_U8 ? "false" : "(h & 1) != 0");
		}
	} else if (info->is_float) {
		buf_put(out, "\t(void)period;\n");
		buf_printf(out, "\tconst unsigned long long mantissa = %s;\n",
			dtype == DTYPE_F64 ? "(unsigned long long)h << 26 ^ h" : "h");
		buf_printf(out, "\tconst unsigned long long exponent = (h >> 29 & 3) + %d;\n", bias - 3);
		buf_printf(out,
			"\treturn (bits)((unsigned long long)(h >> 31) << %d | exponent << %d | (mantissa & 0x%llxull));\n}\n",
			sign, info->element->mantissa_bits, ((unsigned long long)1 << info->element->mantissa_bits) - 1);
	} else {
		buf_put(out, "\t(void)period;\n\treturn (bits)(long long)((int)h >> 11);\n}\n");
	}
	buf_put(out,
		"\nextern \"C\" __global__ void " FILL_SYMBOL "(bits *data, long long count, unsigned seed, unsigned period) "
		"{\n"
		"\tconst long long step = (long long)gridDim.x * blockDim.x;\n"
		"\tfor (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {\n"
		"\t\tdata[i] = draw(hash(seed, i), period);\n"
		"\t}\n"
		"}\n");
}
