#include "gpu/silicon_run.h"

#include "gpu/emit.h"

bool silicon_run(struct device *device, struct arena *arena, const struct silicon_run *run, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	void *found = device_alloc(device, run->bytes, fault);
	struct launch launch = { .kernel = &kernel, .blocks = run->blocks, .threads = run->threads,
		.arguments = { &found } };
	const struct kernel_text text = { .source = run->source, .symbol = KERNEL_SYMBOL, .threads = run->threads,
		.code = run->code };
	bool good = found != NULL && device_set(device, found, 0, run->bytes, fault)
		&& device_compile(device, arena, &text, &kernel, fault)
		&& device_run(device, &launch, fault) && device_read(device, run->host, found, run->bytes, fault);
	device_unload(device, &kernel);
	if (found != NULL) {
		device_free(device, found);
	}
	return good;
}
