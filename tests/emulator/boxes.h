/* Tensor maps as the emulator has them: what the driver would encode. */
#ifndef TESTS_EMULATOR_BOXES_H
#define TESTS_EMULATOR_BOXES_H

#include <stdint.h>

/* As cuTensorMapEncodeTiled takes it: strides in bytes, that of dimension 0 not looked at; the swizzle's span. */
struct emulated_boxes {
	unsigned char *base;
	int bits, rank, swizzle;
	int64_t extent[5], stride[5], box[5];
};

/* Encode. Returns NULL, or the error that the driver would give. */
const char *emulator_encode_boxes(const struct emulated_boxes *boxes, unsigned char out[128]);

/* Forget the barriers of the block before, which were in memory that may be another kernel's. */
void emulator_forget_barriers(void);

#endif
