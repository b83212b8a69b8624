/*
 * NVRTC, the run-time compiler of CUDA, found when the program runs: one binary runs where it is absent. Nothing here
 * needs a GPU.
 */
#ifndef GPU_NVRTC_H
#define GPU_NVRTC_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/str.h"

struct nvrtc;

/* Load the library. FAULT_UNSUPPORTED with the package to install if there is none. NULL on failure. */
struct nvrtc *nvrtc_open(struct arena *arena, struct fault *fault);
void nvrtc_close(struct nvrtc *nvrtc);

/*
 * What decides which library nvrtc_open finds, as a text: where it is searched for. As long as it stays the same, and
 * so does the file that was found, the library need not be loaded to know it.
 */
void nvrtc_put_search(struct buf *out);

/* The path of the library that was found, NULL if it is not known. It lasts as long as the library. */
const char *nvrtc_path(const struct nvrtc *nvrtc);

void nvrtc_version(const struct nvrtc *nvrtc, int *major, int *minor);

enum nvrtc_output {
	NVRTC_PTX,
	NVRTC_CUBIN,
	NVRTC_CUBIN_SPECIFIC,   /* for this architecture and no later one: sm_90a, which wgmma asks for */
};

/*
 * Compile "source" for compute capability "arch" (90). The result lives in "arena", a NUL behind it; its data is NULL
 * after a fault.
 */
struct str nvrtc_compile(struct nvrtc *nvrtc, struct arena *arena, const char *source, int arch,
	enum nvrtc_output output, struct fault *fault);

/* One of many sources, and what it compiles to: in the caller's arena, empty if the compiler refuses it. */
struct nvrtc_job {
	const char *source;
	enum nvrtc_output output;
	struct str image;
};

/* Compile all of "jobs" for "arch" over the host's processors. Why one is refused, nvrtc_compile says. */
void nvrtc_compile_all(struct nvrtc *nvrtc, struct arena *arena, struct nvrtc_job *jobs, int count, int arch);

#endif
