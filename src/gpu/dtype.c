#include "gpu/dtype.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const struct dtype_info infos[DTYPE_COUNT] = {
	[DTYPE_F16] = { "f16", 2, true, &element_types[ELEMENT_F16], "unsigned short", "float" },
	[DTYPE_BF16] = { "bf16", 2, true, &element_types[ELEMENT_BF16], "unsigned short", "float" },
	[DTYPE_F32] = { "f32", 4, true, &element_types[ELEMENT_F32], "float", "float" },
	[DTYPE_F64] = { "f64", 8, true, &element_types[ELEMENT_F64], "double", "double" },
	[DTYPE_E4M3] = { "e4m3", 1, true, &element_types[ELEMENT_E4M3], "unsigned char", "float" },
	[DTYPE_E5M2] = { "e5m2", 1, true, &element_types[ELEMENT_E5M2], "unsigned char", "float" },
	[DTYPE_I8] = { "i8", 1, false, &element_types[ELEMENT_S8], "signed char", "long long" },
	[DTYPE_U8] = { "u8", 1, false, &element_types[ELEMENT_U8], "unsigned char", "long long" },
	[DTYPE_I16] = { "i16", 2, false, &element_types[ELEMENT_S16], "short", "long long" },
	[DTYPE_I32] = { "i32", 4, false, &element_types[ELEMENT_S32], "int", "long long" },
	[DTYPE_I64] = { "i64", 8, false, &element_types[ELEMENT_S64], "long long", "long long" },
};

const struct dtype_info *dtype_info(enum dtype dtype) {
	return &infos[dtype];
}

bool dtype_from_name(struct str name, enum dtype *out) {
	const struct element *element = element_find(name);
	for (int i = 0; i < DTYPE_COUNT && element != NULL; i++) {
		if (infos[i].element == element) {
			*out = (enum dtype)i;
			return true;
		}
	}
	return false;
}

static int bias(enum dtype dtype) {
	return (1 << (infos[dtype].element->exponent_bits - 1)) - 1;
}

double dtype_rounding(enum dtype dtype) {
	return infos[dtype].is_float ? ldexp(1.0, -infos[dtype].element->mantissa_bits - 1) : 0.0;
}

/* E4M3 has no infinity; its largest exponent holds values, all but the last of them. */
double dtype_largest(enum dtype dtype) {
	if (dtype == DTYPE_E4M3) {
		return 448.0;
	}
	if (dtype == DTYPE_F64) {
		return DBL_MAX;
	}
	return ldexp(2.0 - ldexp(1.0, -infos[dtype].element->mantissa_bits), bias(dtype));
}

double dtype_smallest(enum dtype dtype) {
	return ldexp(1.0, 1 - bias(dtype) - infos[dtype].element->mantissa_bits);
}

double dtype_least_int(enum dtype dtype) {
	return dtype == DTYPE_U8 ? 0 : -ldexp(1.0, 8 * infos[dtype].bytes - 1);
}

double dtype_greatest_int(enum dtype dtype) {
	return ldexp(1.0, 8 * infos[dtype].bytes - (dtype == DTYPE_U8 ? 0 : 1)) - 1;
}

/* Every value of "held" is one of "dtype"; both are floats, or both integers. */
static bool holds(enum dtype dtype, enum dtype held) {
	const struct element *element = infos[dtype].element;
	const struct element *of_held = infos[held].element;
	if (infos[dtype].is_float) {
		return element->exponent_bits >= of_held->exponent_bits && element->mantissa_bits >= of_held->mantissa_bits;
	}
	return dtype == held || (dtype != DTYPE_U8 && infos[dtype].bytes > infos[held].bytes);
}

enum dtype dtype_common(const enum dtype *dtypes, int count) {
	bool is_float = false;
	for (int k = 0; k < count; k++) {
		is_float = is_float || infos[dtypes[k]].is_float;
	}
	enum dtype best = is_float ? DTYPE_F64 : DTYPE_I64;
	for (int i = DTYPE_COUNT - 1; i >= 0; i--) {
		enum dtype dtype = (enum dtype)i;
		bool is_held = infos[i].is_float == is_float && infos[i].bytes <= infos[best].bytes;
		for (int k = 0; k < count && is_held; k++) {
			is_held = infos[dtypes[k]].is_float != is_float || holds(dtype, dtypes[k]);
		}
		best = is_held ? dtype : best;
	}
	return best;
}

uint32_t random_hash(uint32_t seed, int64_t index) {
	uint32_t h = (uint32_t)index * 0x9e3779b1u + seed + (uint32_t)((uint64_t)index >> 32) * 0x7f4a7c15u;
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	return h ^ (h >> 16);
}

/* The float with the given sign, exponent above the bias, and the low bits of "mantissa". */
static uint64_t float_bits(enum dtype dtype, uint32_t sign, int exponent, uint64_t mantissa) {
	const struct element *element = infos[dtype].element;
	uint64_t mask = ((uint64_t)1 << element->mantissa_bits) - 1;
	uint64_t biased = (uint64_t)(exponent + bias(dtype)) << element->mantissa_bits;
	return (uint64_t)sign << (element->exponent_bits + element->mantissa_bits) | biased | (mantissa & mask);
}

uint64_t dtype_random(enum dtype dtype, enum fill fill, uint32_t period, uint32_t hash) {
	const struct dtype_info *info = &infos[dtype];
	uint64_t mask = info->bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * info->bytes)) - 1;
	bool rare = (hash >> 1) % period == 0;
	if (info->is_float) {
		if (fill == FILL_PRODUCT) {
			int exponent = rare ? ((hash >> 30 & 1) != 0 ? 1 : -1) : 0;
			return float_bits(dtype, hash & 1, exponent, 0);
		}
		uint64_t mantissa = dtype == DTYPE_F64 ? (uint64_t)hash << 26 ^ hash : hash;
		return float_bits(dtype, hash >> 31, (int)(hash >> 29 & 3) - 3, mantissa);
	}
	if (fill == FILL_PRODUCT) {
		int64_t magnitude = rare ? 2 : 1;
		return (uint64_t)((hash & 1) != 0 && dtype != DTYPE_U8 ? -magnitude : magnitude) & mask;
	}
	return (uint64_t)(int64_t)((int32_t)hash >> 11) & mask;
}

double dtype_decode(enum dtype dtype, uint64_t bits) {
	const struct dtype_info *info = &infos[dtype];
	if (!info->is_float) {
		return (double)dtype_decode_int(dtype, bits);
	}
	if (dtype == DTYPE_F64) {
		double value;
		memcpy(&value, &bits, sizeof value);
		return value;
	}
	uint64_t mantissa = bits & (((uint64_t)1 << info->element->mantissa_bits) - 1);
	int largest = (1 << info->element->exponent_bits) - 1;
	int exponent = (int)(bits >> info->element->mantissa_bits) & largest;
	double sign = (bits >> (info->element->exponent_bits + info->element->mantissa_bits) & 1) != 0 ? -1.0 : 1.0;
	if (exponent == largest && dtype != DTYPE_E4M3) {
		return mantissa == 0 ? sign * INFINITY : NAN;
	}
	if (exponent == largest && mantissa == 7) {
		return NAN;
	}
	if (exponent == 0) {
		return sign * ldexp((double)mantissa, 1 - bias(dtype) - info->element->mantissa_bits);
	}
	double significand = (double)(mantissa | (uint64_t)1 << info->element->mantissa_bits);
	return sign * ldexp(significand, exponent - bias(dtype) - info->element->mantissa_bits);
}

int64_t dtype_decode_int(enum dtype dtype, uint64_t bits) {
	switch (dtype) {
	case DTYPE_I8: return (int8_t)bits;
	case DTYPE_U8: return (uint8_t)bits;
	case DTYPE_I16: return (int16_t)bits;
	case DTYPE_I32: return (int32_t)bits;
	default: return (int64_t)bits;
	}
}

uint64_t dtype_load(enum dtype dtype, const void *data, int64_t index) {
	uint64_t bits = 0;
	int bytes = infos[dtype].bytes;
	const unsigned char *from = (const unsigned char *)data + index * bytes;
	for (int i = bytes - 1; i >= 0; i--) {
		bits = bits << 8 | from[i];
	}
	return bits;
}

const double *dtype_table(struct arena *arena, enum dtype dtype) {
	if (infos[dtype].bytes > 2) {
		return NULL;
	}
	uint64_t count = (uint64_t)1 << (8 * infos[dtype].bytes);
	double *table = arena_array(arena, count, sizeof *table);
	for (uint64_t bits = 0; bits < count; bits++) {
		table[bits] = dtype_decode(dtype, bits);
	}
	return table;
}
