/* What the kernel of a question about wgmma found, against the atom. */
#ifndef GPU_SILICON_WGMMA_JUDGE_H
#define GPU_SILICON_WGMMA_JUDGE_H

#include "gpu/silicon_wgmma.h"

/* Whether the atom explains what a run found; if not, whose layout it is that differs, and where. */
struct silicon_answer wgmma_judge(struct algebra *al, const struct wgmma_question *question, struct wgmma_run run,
	const uint32_t *found);

#endif
