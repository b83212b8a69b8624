#include "gpu/silicon_run.h"

#include "gpu/emit.h"

void silicon_put_list(struct buf *out, int first, int count) {
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%%%d", i > 0 ? ", " : "{", first + i);
	}
	buf_put_char(out, '}');
}

void silicon_put_registers(struct buf *out, const char *constraint, const char *name, int count) {
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s\"%s\"(%s[%d])", i > 0 ? ", " : "", constraint, name, i);
	}
}

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
