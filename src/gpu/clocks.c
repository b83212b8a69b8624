#include "gpu/clocks.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The part of NVML's interface that is used, as its manual gives it. */
typedef int (*plain_function)(void);
typedef int (*find_function)(const char *, void **);
typedef int (*clock_function)(void *, int, unsigned *);
typedef int (*reasons_function)(void *, unsigned long long *);

enum { CLOCK_OF_MULTIPROCESSORS = 1 };

struct clocks {
	void *library;
	void *device;
	plain_function start, stop;
	find_function find;
	clock_function clock;
	reasons_function reasons;
};

/* POSIX lets an object pointer of dlsym be copied into a function pointer. */
static bool load(void *library, const char *name, void *function, size_t size) {
	void *symbol = dlsym(library, name);
	memcpy(function, &symbol, size);
	return symbol != NULL;
}

static bool load_all(struct clocks *c) {
	return load(c->library, "nvmlInit_v2", &c->start, sizeof c->start)
		&& load(c->library, "nvmlShutdown", &c->stop, sizeof c->stop)
		&& load(c->library, "nvmlDeviceGetHandleByPciBusId_v2", &c->find, sizeof c->find)
		&& load(c->library, "nvmlDeviceGetClockInfo", &c->clock, sizeof c->clock)
		&& load(c->library, "nvmlDeviceGetCurrentClocksThrottleReasons", &c->reasons, sizeof c->reasons);
}

struct clocks *clocks_open(struct arena *arena, const char *address) {
	struct clocks *clocks = arena_alloc(arena, sizeof *clocks);
	clocks->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
	if (clocks->library == NULL) {
		return NULL;
	}
	if (!load_all(clocks) || clocks->start() != 0) {
		dlclose(clocks->library);
		return NULL;
	}
	if (clocks->find(address, &clocks->device) != 0) {
		clocks_close(clocks);
		return NULL;
	}
	return clocks;
}

void clocks_close(struct clocks *clocks) {
	if (clocks != NULL) {
		clocks->stop();
		dlclose(clocks->library);
	}
}

struct clock_reading clocks_read(struct clocks *clocks) {
	static const unsigned slow = SLOWDOWN_POWER_CAP | SLOWDOWN_HARDWARE | SLOWDOWN_THERMAL |
		SLOWDOWN_HARDWARE_THERMAL | SLOWDOWN_POWER_BRAKE;
	struct clock_reading reading = { 0 };
	unsigned long long reasons = 0;
	unsigned clock = 0;
	if (clocks != NULL && clocks->reasons(clocks->device, &reasons) == 0) {
		reading.slowdown = (unsigned)reasons & slow;
	}
	if (clocks != NULL && clocks->clock(clocks->device, CLOCK_OF_MULTIPROCESSORS, &clock) == 0) {
		reading.clock_mhz = (int)clock;
	}
	return reading;
}

void clocks_put_slowdown(struct buf *out, unsigned slowdown) {
	static const struct {
		unsigned bit;
		const char *name;
	} reasons[] = {
		{ SLOWDOWN_POWER_CAP, "power cap" },
		{ SLOWDOWN_HARDWARE, "hardware slowdown" },
		{ SLOWDOWN_THERMAL, "thermal" },
		{ SLOWDOWN_HARDWARE_THERMAL, "hardware thermal" },
		{ SLOWDOWN_POWER_BRAKE, "power brake" },
	};
	const char *join = "";
	for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
		if ((slowdown & reasons[i].bit) != 0) {
			buf_printf(out, "%s%s", join, reasons[i].name);
			join = ", ";
		}
	}
	if (*join == '\0') {
		buf_put(out, "none");
	}
}
