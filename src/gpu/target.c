#include "gpu/target.h"

struct target target_default(void) {
	struct target target = {
		.name = "H100 (assumed)", .arch = 90, .multiprocessors = 132, .threads_per_multiprocessor = 2048,
		.registers_per_multiprocessor = 65536, .l2_bytes = 50 << 20, .clock_hz = 1.98e9,
		.intake_bytes_per_s = 105e9, .launch_s = 3.0e-6, .latency_s = 650e-9,
	};
	target_set_peak(&target, 3.352e12);
	return target;
}

/* The parts are fitted with the constants of gpu/predict.c. The faster memory of an H200 is read less near its peak. */
void target_set_peak(struct target *target, double bytes_per_s) {
	static const double faster = 4e12;
	target->peak_bytes_per_s = bytes_per_s;
	target->read_bytes_per_s = (bytes_per_s < faster ? 0.927 : 0.885) * bytes_per_s;
	target->write_bytes_per_s = 0.863 * bytes_per_s;
}

bool target_has_dtype(const struct target *target, enum dtype dtype, struct fault *fault) {
	int needed = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2 ? 89 : dtype == DTYPE_BF16 ? 80 : 70;
	if (target->arch >= needed) {
		return true;
	}
	fault_set(fault, FAULT_UNSUPPORTED, 0, "%s needs compute capability %d.%d; this device has %d.%d",
		dtype_info(dtype)->name, needed / 10, needed % 10, target->arch / 10, target->arch % 10);
	return false;
}
