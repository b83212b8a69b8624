#define _GNU_SOURCE
#include "gpu/nvrtc.h"

#include <dlfcn.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The part of NVRTC's interface that is used, as its manual gives it. */
typedef int (*version_function)(int *, int *);
typedef int (*create_function)(void **, const char *, const char *, int, const char *const *, const char *const *);
typedef int (*compile_function)(void *, int, const char *const *);
typedef int (*destroy_function)(void **);
typedef int (*size_function)(void *, size_t *);
typedef int (*get_function)(void *, char *);

struct nvrtc {
	void *library;
	version_function version;
	create_function create;
	compile_function compile;
	destroy_function destroy;
	size_function log_size, ptx_size, cubin_size;
	get_function log, ptx, cubin;
};

static const char *const names[] = {
	"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so",
	"/usr/local/cuda/lib/libnvrtc.so", "/opt/cuda/lib64/libnvrtc.so",
};

/*
 * Where the wheels nvidia-cuda-nvrtc and nvidia-cuda-nvrtc-cu12 put it, seen from the folder of a program that pip
 * installed beside them: ENVIRONMENT/bin.
 */
static const char *const wheels[] = {
	"../lib/python3*/*-packages/nvidia/cu13/lib/libnvrtc.so.13",
	"../lib/python3*/*-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
};

enum { PATH_BYTES = 4096 };

/* POSIX lets an object pointer of dlsym be copied into a function pointer. */
static bool find(void *library, const char *name, void *function, size_t size) {
	void *symbol = dlsym(library, name);
	memcpy(function, &symbol, size);
	return symbol != NULL;
}

static bool find_all(struct nvrtc *n) {
	return find(n->library, "nvrtcVersion", &n->version, sizeof n->version)
		&& find(n->library, "nvrtcCreateProgram", &n->create, sizeof n->create)
		&& find(n->library, "nvrtcCompileProgram", &n->compile, sizeof n->compile)
		&& find(n->library, "nvrtcDestroyProgram", &n->destroy, sizeof n->destroy)
		&& find(n->library, "nvrtcGetProgramLogSize", &n->log_size, sizeof n->log_size)
		&& find(n->library, "nvrtcGetProgramLog", &n->log, sizeof n->log)
		&& find(n->library, "nvrtcGetPTXSize", &n->ptx_size, sizeof n->ptx_size)
		&& find(n->library, "nvrtcGetPTX", &n->ptx, sizeof n->ptx)
		&& find(n->library, "nvrtcGetCUBINSize", &n->cubin_size, sizeof n->cubin_size)
		&& find(n->library, "nvrtcGetCUBIN", &n->cubin, sizeof n->cubin);
}

static bool load(struct nvrtc *nvrtc, const char *path) {
	/* RTLD_NODELETE: the library keeps memory of its own for good, which unloading it would turn into a leak. */
	nvrtc->library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (nvrtc->library != NULL && find_all(nvrtc)) {
		return true;
	}
	nvrtc_close(nvrtc);
	return false;
}

/* Load it from the environment of Python that the program is in, if it is in one that has it. */
static bool load_from_wheel(struct nvrtc *nvrtc, const char *wheel) {
	char pattern[PATH_BYTES + 128];
	ssize_t length = readlink("/proc/self/exe", pattern, PATH_BYTES);
	while (length > 0 && pattern[length - 1] != '/') {
		length--;
	}
	if (length <= 0) {
		return false;
	}
	snprintf(pattern + length, sizeof pattern - (size_t)length, "%s", wheel);
	glob_t paths = { 0 };
	bool loaded = glob(pattern, 0, NULL, &paths) == 0 && load(nvrtc, paths.gl_pathv[0]);
	globfree(&paths);
	return loaded;
}

struct nvrtc *nvrtc_open(struct arena *arena, struct fault *fault) {
	struct nvrtc *nvrtc = arena_alloc(arena, sizeof *nvrtc);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (load(nvrtc, names[i])) {
			return nvrtc;
		}
	}
	for (size_t i = 0; i < sizeof wheels / sizeof wheels[0]; i++) {
		if (load_from_wheel(nvrtc, wheels[i])) {
			return nvrtc;
		}
	}
	fault_set(fault, FAULT_UNSUPPORTED, 0, "libnvrtc, the run-time compiler of CUDA 12 or 13, was not found");
	fault_set_hint(fault, "install cuda-nvrtc-13-0 or, beside the wheel, nvidia-cuda-nvrtc; or set LD_LIBRARY_PATH");
	return NULL;
}

void nvrtc_close(struct nvrtc *nvrtc) {
	if (nvrtc != NULL && nvrtc->library != NULL) {
		dlclose(nvrtc->library);
		nvrtc->library = NULL;
	}
}

/* A program in an environment of Python looks beside itself; the system's list is written anew as packages come. */
void nvrtc_put_search(struct buf *out) {
	char program[PATH_BYTES];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program);
	const char *folders = getenv("LD_LIBRARY_PATH");
	struct stat list;
	buf_printf(out, "LD_LIBRARY_PATH %s\n", folders != NULL ? folders : "");
	buf_put(out, "program ");
	buf_put_str(out, (struct str){ program, length > 0 ? (size_t)length : 0 });
	if (stat("/etc/ld.so.cache", &list) == 0) {
		buf_printf(out, "\nld.so.cache %" PRId64 " %" PRId64 ".%09ld", (int64_t)list.st_size,
			(int64_t)list.st_mtim.tv_sec, list.st_mtim.tv_nsec);
	}
	buf_put_char(out, '\n');
}

const char *nvrtc_path(const struct nvrtc *nvrtc) {
	Dl_info info;
	void *symbol;
	memcpy(&symbol, &nvrtc->version, sizeof symbol);
	return dladdr(symbol, &info) != 0 && info.dli_fname[0] == '/' ? info.dli_fname : NULL;
}

void nvrtc_version(const struct nvrtc *nvrtc, int *major, int *minor) {
	*major = *minor = 0;
	nvrtc->version(major, minor);
}

/* The compiler's first complaint, as the fault. */
static void set_log(struct nvrtc *nvrtc, struct arena *arena, void *program, struct fault *fault) {
	size_t size = 0;
	nvrtc->log_size(program, &size);
	char *log = arena_alloc(arena, size + 1);
	nvrtc->log(program, log);
	char *end = strchr(log, '\n');
	if (end != NULL) {
		*end = '\0';
	}
	fault_set(fault, FAULT_UNSUPPORTED, 0, "the kernel does not compile: %s", log);
}

struct str nvrtc_compile(struct nvrtc *nvrtc, struct arena *arena, const char *source, int arch,
		enum nvrtc_output output, struct fault *fault) {
	char target[48];
	void *program = NULL;
	snprintf(target, sizeof target, "--gpu-architecture=%s_%d%s", output == NVRTC_PTX ? "compute" : "sm", arch,
		output == NVRTC_CUBIN_SPECIFIC ? "a" : "");
	const char *const options[] = { target, "--std=c++17", "--device-as-default-execution-space" };
	if (nvrtc->create(&program, source, "kernel.cu", 0, NULL, NULL) != 0) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "libnvrtc refuses to start");
		return (struct str){ NULL, 0 };
	}
	char *image = NULL;
	size_t size = 0;
	if (nvrtc->compile(program, 3, options) != 0) {
		set_log(nvrtc, arena, program, fault);
	} else {
		(output == NVRTC_PTX ? nvrtc->ptx_size : nvrtc->cubin_size)(program, &size);
		image = arena_alloc(arena, size + 1);
		(output == NVRTC_PTX ? nvrtc->ptx : nvrtc->cubin)(program, image);
	}
	nvrtc->destroy(&program);
	return (struct str){ image, size };
}
