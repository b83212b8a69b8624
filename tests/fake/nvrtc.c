/*
 * A libnvrtc.so.13 that refuses every kernel in which it does not read "accepted", unless the environment has
 * FAKE_NVRTC_ACCEPTS: what its complaint looks like where the real one has none, and what is done with its images. The
 * file that FAKE_NVRTC_REMOVES names, it removes once it is loaded.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)

static const char log_text[] = "kernel.cu(1): error: it is refused\nand so on";

int nvrtcVersion(int *major, int *minor);
int nvrtcCreateProgram(void **program, const char *source, const char *name, int count, const char *const *headers,
	const char *const *names);
int nvrtcCompileProgram(void *program, int count, const char *const *options);
int nvrtcDestroyProgram(void **program);
int nvrtcGetProgramLogSize(void *program, size_t *size);
int nvrtcGetProgramLog(void *program, char *log);
int nvrtcGetPTXSize(void *program, size_t *size);
int nvrtcGetPTX(void *program, char *image);
int nvrtcGetCUBINSize(void *program, size_t *size);
int nvrtcGetCUBIN(void *program, char *image);

int nvrtcVersion(int *major, int *minor) {
	*major = 13;
	*minor = 3;
	const char *removed = getenv("FAKE_NVRTC_REMOVES");
	if (removed != NULL) {
		remove(removed);
	}
	return 0;
}

int nvrtcCreateProgram(void **program, const char *source, const char *name, int count, const char *const *headers,
		const char *const *names) {
	*program = (void *)(uintptr_t)source;
	return source == NULL || name == NULL || count != 0 || headers != NULL || names != NULL;
}

int nvrtcCompileProgram(void *program, int count, const char *const *options) {
	if (program == NULL || count == 0 || options == NULL) {
		return 1;
	}
	return strstr(program, "accepted") != NULL || getenv("FAKE_NVRTC_ACCEPTS") != NULL ? 0 : 6;
}

int nvrtcDestroyProgram(void **program) {
	*program = NULL;
	return 0;
}

int nvrtcGetProgramLogSize(void *program, size_t *size) {
	*size = sizeof log_text;
	return program == NULL;
}

int nvrtcGetProgramLog(void *program, char *log) {
	memcpy(log, log_text, sizeof log_text);
	return program == NULL;
}

int nvrtcGetPTXSize(void *program, size_t *size) {
	return nvrtcGetProgramLogSize(program, size);
}

int nvrtcGetPTX(void *program, char *image) {
	return nvrtcGetProgramLog(program, image);
}

int nvrtcGetCUBINSize(void *program, size_t *size) {
	return nvrtcGetProgramLogSize(program, size);
}

int nvrtcGetCUBIN(void *program, char *image) {
	return nvrtcGetProgramLog(program, image);
}
