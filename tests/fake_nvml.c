/* A libnvidia-ml.so.1 whose device is always too hot: what a slow clock looks like where no device slows down. */

#pragma GCC visibility push(default)

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **device);
int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons);

static int hot_device;

int nvmlInit_v2(void) {
	return 0;
}

int nvmlShutdown(void) {
	return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **device) {
	*device = &hot_device;
	return address == 0;
}

int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz) {
	*mhz = 1095;
	return device != &hot_device || which != 1;
}

/* Idle, power cap and thermal. */
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons) {
	*reasons = 0x1 | 0x4 | 0x20;
	return device != &hot_device;
}
