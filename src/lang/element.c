#include "lang/element.h"

#include <stddef.h>
#include <string.h>

/* Names of the same width, each with a blank before and behind it. */
static const struct {
	int bits;
	const char *names;
} widths[] = {
	{ 1, " uint1b_t uint1_t b1 " },
	{ 2, " int2b_t uint2b_t int2_t uint2_t " },
	{ 4, " int4b_t uint4b_t int4_t uint4_t s4 u4 Int4 Uint4 float_e2m1_t float4_e2m1_t e2m1 f4e2m1 "
		"Float4E2M1FN " },
	{ 6, " float_e3m2_t float_e2m3_t float6_e3m2_t float6_e2m3_t e3m2 e2m3 Float6E3M2FN Float6E2M3FN " },
	{ 8, " int8_t uint8_t char byte s8 u8 i8 int8 uint8 Int8 Uint8 Boolean bool float_e4m3_t float_e5m2_t "
		"float8_e4m3_t float8_e5m2_t float8_e4m3fn float8_e5m2 float_ue8m0_t float_ue4m3_t e4m3 e5m2 ue8m0 ue4m3 "
		"f8e4m3 f8e5m2 Float8E4M3FN Float8E5M2 __nv_fp8_e4m3 __nv_fp8_e5m2 " },
	{ 16, " half_t half __half f16 fp16 float16 Float16 bfloat16_t bfloat16 __nv_bfloat16 nv_bfloat16 bf16 "
		"BFloat16 int16_t uint16_t s16 u16 i16 int16 uint16 Int16 Uint16 short ushort " },
	{ 32, " float f32 fp32 float32 Float32 tfloat32_t tf32 TFloat32 int uint int32_t uint32_t s32 u32 "
		"i32 int32 uint32 Int32 Uint32 unsigned half2 __half2 " },
	{ 64, " double f64 fp64 float64 Float64 int64_t uint64_t s64 u64 i64 int64 uint64 Int64 Uint64 size_t float2 "
		"int2 " },
	{ 128, " uint128_t u128 int4 uint4 float4 double2 " },
	{ 256, " uint256_t u256 " },
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

int element_bits(struct str name) {
	for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
		if (has_word(widths[i].names, name)) {
			return widths[i].bits;
		}
	}
	return 0;
}
