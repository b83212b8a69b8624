/*
 * How fast a device runs at the moment and what slows it down, asked of the driver's management library, NVML, which is
 * looked for when the program runs. Where it is absent nothing is known, and that is no failure.
 */
#ifndef GPU_CLOCKS_H
#define GPU_CLOCKS_H

#include "base/arena.h"
#include "base/buf.h"

/* Reasons for a slower clock, as bits; the numbers are NVML's. Idling and a clock that the user has set are none. */
enum slowdown {
	SLOWDOWN_POWER_CAP = 0x04,
	SLOWDOWN_HARDWARE = 0x08,
	SLOWDOWN_THERMAL = 0x20,
	SLOWDOWN_HARDWARE_THERMAL = 0x40,
	SLOWDOWN_POWER_BRAKE = 0x80,
};

struct clocks;

struct clock_reading {
	int clock_mhz;        /* of the multiprocessors; 0 if not known */
	unsigned slowdown;    /* of enum slowdown */
};

/* Load the library for the device at a PCI address such as "0000:18:00.0". NULL where that is not possible. */
struct clocks *clocks_open(struct arena *arena, const char *address);
void clocks_close(struct clocks *clocks);

/* What is so now; all 0 if it is not known. "clocks" may be NULL. */
struct clock_reading clocks_read(struct clocks *clocks);

/* Put the reasons in words, "power cap, thermal", or "none". */
void clocks_put_slowdown(struct buf *out, unsigned slowdown);

#endif
