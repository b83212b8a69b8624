/* Device functions that are the same in every kernel: the files beside this one, as the build embeds them. */
#ifndef GPU_DEVICE_DEVICE_H
#define GPU_DEVICE_DEVICE_H

#include <stddef.h>

#include "base/buf.h"

extern const unsigned char device_proof[], device_hash[], device_lanes[], device_last[], device_arg[], device_boxes[];
extern const size_t device_proof_size, device_hash_size, device_lanes_size, device_last_size, device_arg_size,
	device_boxes_size;

/* In this order: the judges, and what the host has of them too. */
extern const unsigned char device_op[], device_precision[], device_judged[], device_apply[], device_errors[],
	device_judge[];
extern const size_t device_op_size, device_precision_size, device_judged_size, device_apply_size, device_errors_size,
	device_judge_size;

/* Append one of them. */
static inline void device_put(struct buf *out, const unsigned char *text, size_t size) {
	buf_put_str(out, (struct str){ (const char *)text, size });
}

#endif
