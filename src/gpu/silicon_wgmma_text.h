/* The CUDA C of a question about wgmma. */
#ifndef GPU_SILICON_WGMMA_TEXT_H
#define GPU_SILICON_WGMMA_TEXT_H

#include "gpu/silicon_wgmma.h"

/* KERNEL_SYMBOL(found, form_a, form_b, digit, pattern), WGMMA_THREADS threads a block. */
const char *wgmma_source(struct algebra *al, const struct wgmma_question *question);

#endif
