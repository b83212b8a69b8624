/* A question about wgmma on its way to a device: compiled, run once for each form, and judged. */
#ifndef GPU_SILICON_WGMMA_ASK_H
#define GPU_SILICON_WGMMA_ASK_H

#include "gpu/silicon_wgmma.h"

/* Ask "device". A fault of the device is in "fault"; the answer is then no good. */
struct silicon_answer wgmma_ask(struct device *device, struct algebra *al, const struct wgmma_question *question,
	struct fault *fault);

#endif
