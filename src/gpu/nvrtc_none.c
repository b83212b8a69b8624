/* A program without shared libraries cannot load one: there is no compiler for the GPU. */
#include "gpu/nvrtc.h"

struct nvrtc *nvrtc_open(struct arena *arena, struct fault *fault) {
	(void)arena;
	fault_set(fault, FAULT_UNSUPPORTED, 0, "this build is static and cannot load libnvrtc, the compiler of CUDA");
	fault_set_hint(fault, "use the Debian package, or build it without -Dstatic=true");
	return NULL;
}

void nvrtc_close(struct nvrtc *nvrtc) {
	(void)nvrtc;
}

void nvrtc_put_search(struct buf *out) {
	(void)out;
}

const char *nvrtc_path(const struct nvrtc *nvrtc) {
	(void)nvrtc;
	return NULL;
}

void nvrtc_version(const struct nvrtc *nvrtc, int *major, int *minor) {
	(void)nvrtc;
	*major = *minor = 0;
}

struct str nvrtc_compile(struct nvrtc *nvrtc, struct arena *arena, const char *source, int arch,
		enum nvrtc_output output, struct fault *fault) {
	(void)nvrtc;
	(void)arena;
	(void)source;
	(void)arch;
	(void)output;
	(void)fault;
	return (struct str){ NULL, 0 };
}
