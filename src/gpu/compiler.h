/*
 * The kernels of a device as it loads them: compiled in this run, or found in a folder where another run kept them.
 * NVRTC is loaded when the first has to be compiled; what is found needs only its version, which the folder knows too.
 */
#ifndef GPU_COMPILER_H
#define GPU_COMPILER_H

#include "gpu/device.h"

struct compiler;

/* A compiler for compute capability "arch" (90), in "arena". Nothing is loaded, and no folder is looked at. */
struct compiler *compiler_open(struct arena *arena, int arch);
void compiler_close(struct compiler *compiler);

/*
 * Look for kernels in "folder", which outlives the compiler, and keep them there; NULL for none. Finds out which NVRTC
 * compiles: it is loaded unless the folder says of a file that is still the same. Returns false if there is none.
 */
bool compiler_keep(struct compiler *compiler, const char *folder, struct fault *fault);

/* The version of NVRTC, 13000 for 13.0; 0 before it is known. */
int compiler_version(const struct compiler *compiler);

/*
 * The code of "text", compiled now unless it was before. It lasts until the next call; its data is NULL after a fault.
 */
struct str compiler_code(struct compiler *compiler, struct arena *arena, const struct kernel_text *text,
	struct fault *fault);

/* device_compile_all(). */
void compiler_code_all(struct compiler *compiler, struct arena *arena, struct kernel_text *texts, int count);

/* Kernels that were compiled, not found; and the seconds that finding and compiling took, loading NVRTC too. */
struct compiler_spent {
	int compiled;
	double seconds;
};

struct compiler_spent compiler_spent(const struct compiler *compiler);

#endif
