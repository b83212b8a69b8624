#include "gpu/compiler.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "gpu/kept.h"
#include "gpu/nvrtc.h"

enum { RECENT = 32 };

/* A kernel that was compiled for this device: the text in front of its code, and the code. */
struct recent {
	char *source;
	enum nvrtc_output output;
	struct str code;
};

struct compiler {
	struct arena *arena;
	int arch;
	int version;                    /* of NVRTC, 0 before it is known */
	const char *folder;             /* where kernels are kept, or NULL */
	struct recent recent[RECENT];   /* the last that were compiled or found there */
	int next_recent;
	struct nvrtc *nvrtc;            /* NULL before it is needed */
	struct compiler_spent spent;
};

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct compiler *compiler_open(struct arena *arena, int arch) {
	struct compiler *compiler = arena_alloc(arena, sizeof *compiler);
	*compiler = (struct compiler){ .arena = arena, .arch = arch };
	return compiler;
}

void compiler_close(struct compiler *compiler) {
	for (int i = 0; i < RECENT; i++) {
		free(compiler->recent[i].source);
	}
	nvrtc_close(compiler->nvrtc);
}

int compiler_version(const struct compiler *compiler) {
	return compiler->version;
}

struct compiler_spent compiler_spent(const struct compiler *compiler) {
	return compiler->spent;
}

/* --- which NVRTC --- */

/* What the folder keeps of the library at "path": a version, and by what a file that took its place would differ. */
static bool put_library(struct buf *out, const char *path, int version) {
	struct stat status;
	if (stat(path, &status) != 0) {
		return false;
	}
	buf_printf(out, "%s\n%d: %" PRId64 " bytes, %" PRId64 ".%09ld, file %" PRIu64, path, version,
		(int64_t)status.st_size, (int64_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec, (uint64_t)status.st_ino);
	return true;
}

static struct kept_key library_key(struct compiler *compiler) {
	struct buf search;
	buf_init(&search, compiler->arena);
	nvrtc_put_search(&search);
	return (struct kept_key){ .source = search.data, .what = KEPT_COMPILER };
}

/* The version of the library that another run has loaded and that has not changed since; 0 if none is known. */
static int known_version(struct compiler *compiler) {
	struct kept_key key = library_key(compiler);
	struct str kept = kept_find(compiler->arena, compiler->folder, &key);
	const char *end = memchr(kept.data, '\n', kept.length);
	struct buf again;
	buf_init(&again, compiler->arena);
	if (end == NULL) {
		return 0;
	}
	const char *path = arena_copy(compiler->arena, kept.data, (size_t)(end - kept.data));
	int version = (int)strtol(end + 1, NULL, 10);
	return put_library(&again, path, version) && str_equal(buf_str(&again), kept) ? version : 0;
}

/* Load NVRTC unless it is loaded, and let the folder know which it is. Returns false with a fault if there is none. */
static bool load(struct compiler *compiler, struct fault *fault) {
	int major;
	int minor;
	struct buf library;
	if (compiler->nvrtc == NULL) {
		compiler->nvrtc = nvrtc_open(compiler->arena, fault);
		if (compiler->nvrtc == NULL) {
			return false;
		}
		nvrtc_version(compiler->nvrtc, &major, &minor);
		compiler->version = major * 1000 + minor * 10;
		const char *path = nvrtc_path(compiler->nvrtc);
		buf_init(&library, compiler->arena);
		if (compiler->folder != NULL && path != NULL && put_library(&library, path, compiler->version)) {
			struct kept_key key = library_key(compiler);
			kept_put(compiler->folder, &key, buf_str(&library));
		}
	}
	return true;
}

bool compiler_keep(struct compiler *compiler, const char *folder, struct fault *fault) {
	double begin = now();
	compiler->folder = folder;
	if (folder != NULL) {
		compiler->version = known_version(compiler);
	}
	bool good = compiler->version != 0 || load(compiler, fault);
	compiler->spent.seconds += now() - begin;
	return good;
}

/* --- kernels --- */

static enum nvrtc_output output_of(const struct kernel_text *text) {
	return text->is_specific ? NVRTC_CUBIN_SPECIFIC : NVRTC_CUBIN;
}

static struct kept_key key_of(const struct compiler *compiler, const struct kernel_text *text) {
	return (struct kept_key){ .source = text->source, .compiler = compiler->version, .arch = compiler->arch,
		.output = (int)output_of(text) };
}

/* Remember "code", which does not outlive this call, in the place of what is oldest. */
static void remember(struct compiler *compiler, const struct kernel_text *text, struct str code) {
	struct recent *recent = &compiler->recent[compiler->next_recent];
	size_t source = strlen(text->source) + 1;
	char *copy = malloc(source + code.length + 1);
	if (copy == NULL) {
		return;
	}
	memcpy(copy, text->source, source);
	memcpy(copy + source, code.data, code.length);
	copy[source + code.length] = '\0';
	free(recent->source);
	*recent = (struct recent){ copy, output_of(text), { copy + source, code.length } };
	compiler->next_recent = (compiler->next_recent + 1) % RECENT;
}

/* The code of "text", if it was compiled in this run or kept by another; else empty. */
static struct str recall(struct compiler *compiler, struct arena *arena, const struct kernel_text *text) {
	for (int i = 0; i < RECENT; i++) {
		const struct recent *recent = &compiler->recent[i];
		if (recent->source != NULL && recent->output == output_of(text) && strcmp(recent->source, text->source) == 0) {
			return recent->code;
		}
	}
	struct kept_key key = key_of(compiler, text);
	struct str code = { "", 0 };
	if (compiler->folder != NULL) {
		code = kept_find(arena, compiler->folder, &key);
	}
	if (code.length > 0) {
		remember(compiler, text, code);
	}
	return code;
}

static void keep(struct compiler *compiler, const struct kernel_text *text, struct str code) {
	struct kept_key key = key_of(compiler, text);
	compiler->spent.compiled++;
	remember(compiler, text, code);
	if (compiler->folder != NULL) {
		kept_put(compiler->folder, &key, code);
	}
}

void compiler_code_all(struct compiler *compiler, struct arena *arena, struct kernel_text *texts, int count) {
	struct nvrtc_job *jobs = arena_array(arena, (size_t)count, sizeof *jobs);
	int *missing = arena_array(arena, (size_t)count, sizeof *missing);
	struct fault fault;
	int left = 0;
	double begin = now();
	fault_clear(&fault);
	for (int i = 0; i < count; i++) {
		/* What is remembered may make room for the next. */
		struct str code = recall(compiler, arena, &texts[i]);
		texts[i].code = (struct str){ arena_copy(arena, code.data, code.length), code.length };
		if (code.length == 0) {
			jobs[left] = (struct nvrtc_job){ .source = texts[i].source, .output = output_of(&texts[i]) };
			missing[left++] = i;
		}
	}
	if (left > 0 && load(compiler, &fault)) {
		nvrtc_compile_all(compiler->nvrtc, arena, jobs, left, compiler->arch);
	}
	for (int i = 0; i < left; i++) {
		texts[missing[i]].code = jobs[i].image;
		if (jobs[i].image.length > 0) {
			keep(compiler, &texts[missing[i]], jobs[i].image);
		}
	}
	compiler->spent.seconds += now() - begin;
}

struct str compiler_code(struct compiler *compiler, struct arena *arena, const struct kernel_text *text,
		struct fault *fault) {
	double begin = now();
	struct str code = recall(compiler, arena, text);
	if (code.length == 0) {
		code.data = NULL;
		if (load(compiler, fault)) {
			code = nvrtc_compile(compiler->nvrtc, arena, text->source, compiler->arch, output_of(text), fault);
		}
		if (code.data != NULL) {
			keep(compiler, text, code);
		}
	}
	compiler->spent.seconds += now() - begin;
	return code;
}
