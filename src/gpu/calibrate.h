/*
 * What the model of gpu/predict.h must know of a device, measured on it in a few seconds instead of looked up: what an
 * empty kernel takes, and loads that each need what the one before has brought. A probe for each other constant finds
 * the value with which the model predicts what the probe takes: the sum of a vector, a copy of it, and sums by eight
 * blocks. The model's constants are fitted to many problems, not to probes: what a constant is of the value
 * that its probe finds is taken from an H200, where both are known, and assumed to be the same elsewhere.
 */
#ifndef GPU_CALIBRATE_H
#define GPU_CALIBRATE_H

#include "base/buf.h"
#include "gpu/device.h"

/* Members of struct target, in the order in which they are measured and printed. */
enum calibrated {
	CALIBRATED_LAUNCH,    /* seconds */
	CALIBRATED_LATENCY,
	CALIBRATED_READ,      /* bytes a second */
	CALIBRATED_WRITE,
	CALIBRATED_INTAKE,
};

enum { CALIBRATED_COUNT = CALIBRATED_INTAKE + 1 };

struct calibrated_info {
	const char *name;     /* that of the member */
	const char *text;     /* what it is */
	bool is_rate;         /* bytes a second; or else seconds */
	double of_probe;      /* what it is of the value that its probe finds */
};

const struct calibrated_info *calibrated_info(enum calibrated which);

/* The member of "target". */
double *calibrated_at(struct target *target, enum calibrated which);

/*
 * Replace what is calibrated in "target", which is that of "device", by what follows from its probes. Takes an eighth
 * of the free memory, 1 GiB at most, for tensors, and a second for each. Returns false after a fault; one is that a
 * time is none that the model has for a value between a 64th and 64 times that of "target".
 */
bool calibrate(struct algebra *al, struct device *device, struct target *target, struct fault *fault);

/*
 * Replace launch_s alone by what an empty kernel takes now, in some 5 ms: that differs between machines of one device,
 * from 3.2 to 5 us on H100s, and is most of what a small kernel takes. Returns false after a fault.
 */
bool calibrate_launch(struct algebra *al, struct device *device, struct target *target, struct fault *fault);

/* Put what is calibrated in "target" as "launch_s=3e-06 ...", digits enough for each double. */
void calibration_put(struct buf *out, struct target *target);

/* Give "target" what calibration_put() put. Returns false if "text" is nothing of the kind; "target" is as it was. */
bool calibration_read(struct arena *arena, struct str text, struct target *target);

#endif
