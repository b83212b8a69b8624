#include "base/element.h"

/* Formats of eight bits and less are those of the OCP specifications for FP8 and for microscaling. */
const struct element element_types[ELEMENT_COUNT] = {
	[ELEMENT_B1] = { "b1", 1, 0, 0, " uint1b_t uint1_t uint1 int1 i1 u1 " },
	[ELEMENT_U2] = { "u2", 2, 0, 0, " uint2b_t uint2_t " },
	[ELEMENT_S2] = { "s2", 2, 0, 0, " int2b_t int2_t i2 " },
	[ELEMENT_U4] = { "u4", 4, 0, 0, " uint4b_t uint4_t Uint4 " },
	[ELEMENT_S4] = { "s4", 4, 0, 0, " int4b_t int4_t i4 Int4 " },
	[ELEMENT_F4] = { "f4", 4, 0, 0, " fp4 " },
	[ELEMENT_E2M1] = { "e2m1", 4, 2, 1, " float_e2m1_t float4_e2m1_t float4_e2m1fn f4e2m1 f4E2M1FN Float4E2M1FN "
					    "__nv_fp4_e2m1 " },
	[ELEMENT_E2M3] = { "e2m3", 6, 2, 3, " float_e2m3_t float6_e2m3_t float6_e2m3fn f6E2M3FN Float6E2M3FN "
					    "__nv_fp6_e2m3 " },
	[ELEMENT_E3M2] = { "e3m2", 6, 3, 2, " float_e3m2_t float6_e3m2_t float6_e3m2fn f6E3M2FN Float6E3M2FN "
					    "__nv_fp6_e3m2 " },
	[ELEMENT_BOOL] = { "bool", 8, 0, 0, " Boolean bool_ " },
	[ELEMENT_U8] = { "u8", 8, 0, 0, " uint8_t uint8 Uint8 byte ui8 " },
	[ELEMENT_S8] = { "s8", 8, 0, 0, " int8_t int8 Int8 i8 si8 char " },
	[ELEMENT_F8] = { "f8", 8, 0, 0, " fp8 " },
	[ELEMENT_E4M3] = { "e4m3", 8, 4, 3, " float_e4m3_t float8_e4m3_t float8_e4m3fn f8e4m3 f8E4M3FN fp8e4m3 fp8_e4m3 "
					    "Float8E4M3FN __nv_fp8_e4m3 float8e4nv " },
	[ELEMENT_E5M2] = { "e5m2", 8, 5, 2, " float_e5m2_t float8_e5m2_t float8_e5m2 f8e5m2 f8E5M2 fp8e5m2 fp8_e5m2 "
					    "Float8E5M2 __nv_fp8_e5m2 float8e5 " },
	[ELEMENT_E8M0] = { "e8m0", 8, 8, 0, " ue8m0 float_ue8m0_t float8_e8m0fnu f8E8M0FNU Float8E8M0FNU "
					    "__nv_fp8_e8m0 " },
	[ELEMENT_UE4M3] = { "ue4m3", 8, 4, 3, " float_ue4m3_t " },
	[ELEMENT_F16] = { "f16", 16, 5, 10, " half_t half __half float16 Float16 fp16 " },
	[ELEMENT_BF16] = { "bf16", 16, 8, 7, " bfloat16_t bfloat16 BFloat16 __nv_bfloat16 nv_bfloat16 " },
	[ELEMENT_U16] = { "u16", 16, 0, 0, " uint16_t uint16 Uint16 ushort ui16 " },
	[ELEMENT_S16] = { "s16", 16, 0, 0, " int16_t int16 Int16 i16 short si16 " },
	[ELEMENT_F32] = { "f32", 32, 8, 23, " float float32 Float32 fp32 " },
	[ELEMENT_TF32] = { "tf32", 32, 8, 10, " tfloat32_t TFloat32 " },
	[ELEMENT_U32] = { "u32", 32, 0, 0, " uint32_t uint32 Uint32 uint unsigned ui32 " },
	[ELEMENT_S32] = { "s32", 32, 0, 0, " int32_t int32 Int32 i32 int si32 " },
	[ELEMENT_HALF2] = { "half2", 32, 0, 0, " __half2 " },
	[ELEMENT_F64] = { "f64", 64, 11, 52, " double float64 Float64 fp64 " },
	[ELEMENT_U64] = { "u64", 64, 0, 0, " uint64_t uint64 Uint64 size_t ui64 " },
	[ELEMENT_S64] = { "s64", 64, 0, 0, " int64_t int64 Int64 i64 long si64 " },
	[ELEMENT_FLOAT2] = { "float2", 64, 0, 0, " " },
	[ELEMENT_INT2] = { "int2", 64, 0, 0, " uint2 " },
	[ELEMENT_U128] = { "u128", 128, 0, 0, " uint128_t Int128 " },
	[ELEMENT_FLOAT4] = { "float4", 128, 0, 0, " double2 " },
	[ELEMENT_INT4] = { "int4", 128, 0, 0, " uint4 " },
	[ELEMENT_U256] = { "u256", 256, 0, 0, " uint256_t " },
};

/* Whether "name" is one of the words of "names". */
static bool has_word(const char *names, struct str name) {
	const char *at = names;
	while (name.length > 0 && *at != '\0') {
		size_t blanks = strspn(at, " ");
		size_t length = strcspn(at + blanks, " ");
		if (length == name.length && memcmp(at + blanks, name.data, length) == 0) {
			return true;
		}
		at += blanks + length;
	}
	return false;
}

/* "name" behind its namespaces and modules. */
static struct str last_part(struct str name) {
	for (size_t i = name.length; i > 1; i--) {
		bool is_namespace = name.data[i - 1] == ':' && name.data[i - 2] == ':';
		if (is_namespace || name.data[i - 1] == '.') {
			return (struct str){ name.data + i, name.length - i };
		}
	}
	return name;
}

const struct element *element_find(struct str name) {
	struct str last = last_part(name);
	for (int i = 0; i < ELEMENT_COUNT; i++) {
		if (str_is(last, element_types[i].name) || has_word(element_types[i].names, last)) {
			return &element_types[i];
		}
	}
	return NULL;
}

int element_bits(struct str name) {
	const struct element *element = element_find(name);
	return element != NULL ? element->bits : 0;
}

int element_access_bits(struct str name) {
	int bits = element_bits(name);
	return bits <= 128 && (bits & (bits - 1)) == 0 ? bits : 0;
}
