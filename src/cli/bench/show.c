#define _GNU_SOURCE
#include "cli/bench/show.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/confine.h"
#include "gpu/codegen.h"
#include "tool/describe.h"

/* The kernel of "plan" as CUDA C. Returns false with a fault. */
static bool make_source(struct algebra *al, const struct plan *plan, struct buf *source, struct fault *fault) {
	buf_init(source, al->arena);
	codegen_put(source, al, plan, PURPOSE_COMPUTE);
	*fault = al->fault;
	return !algebra_failed(al);
}

/* What it compiles to; NULL with a fault. */
static const char *compile(struct bench_show *show, struct algebra *al, const struct buf *source,
		enum nvrtc_output output, size_t *size, struct fault *fault) {
	if (show->nvrtc == NULL && confine_allows_libraries(fault)) {
		show->nvrtc = nvrtc_open(show->lasting, fault);
	}
	if (show->nvrtc == NULL) {
		return NULL;
	}
	struct str image = nvrtc_compile(show->nvrtc, al->arena, source->data, show->target->arch, output, fault);
	*size = image.length;
	return image.data;
}

/* Run cuobjdump on the file "path". Returns whether it could be run and did it. */
static bool run_cuobjdump(char *path) {
	char name[] = "cuobjdump";
	char option[] = "--dump-sass";
	char *words[] = { name, option, path, NULL };
	pid_t child;
	int status;
	fflush(stdout);
	return posix_spawnp(&child, name, NULL, NULL, words, environ) == 0 && waitpid(child, &status, 0) == child
		&& status == 0;
}

static bool print_sass(const char *image, size_t size, struct fault *fault) {
	char path[] = "/tmp/cutelayout-XXXXXX";
	int file = mkstemp(path);
	bool good = write(file, image, size) == (ssize_t)size;
	close(file);
	good = good && run_cuobjdump(path);
	unlink(path);
	if (!good) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "cuobjdump, of the CUDA toolkit, cannot be run on a file in /tmp");
	}
	return good;
}

static bool print_description(struct bench_show *show, struct algebra *al, const struct plan *plan,
		const struct buf *source, struct fault *fault) {
	struct compiled compiled = { .why = NULL };
	size_t size;
	if (!show->options->no_compile) {
		struct fault refusal;
		fault_clear(&refusal);
		const char *image = compile(show, al, source, NVRTC_CUBIN, &size, &refusal);
		compiled.why = image != NULL
			? "the compiler does not say"
			: arena_copy(al->arena, refusal.text, strlen(refusal.text));
		if (image != NULL) {
			cubin_read(image, size, &compiled.facts);
		}
	}
	struct buf out;
	buf_init(&out, al->arena);
	bool json = show->options->form == ROWS_JSON;
	(json ? bench_describe_json : bench_describe)(&out, al, plan, show->options->op_text, show->target, &compiled);
	fwrite(out.data, 1, out.length, stdout);
	*fault = al->fault;
	return !algebra_failed(al);
}

bool bench_show_plan(struct bench_show *show, struct algebra *al, const struct plan *plan, struct fault *fault) {
	const struct bench_options *options = show->options;
	struct buf source;
	size_t size;
	if (!make_source(al, plan, &source, fault)) {
		return false;
	}
	if (options->dry_run && !print_description(show, al, plan, &source, fault)) {
		return false;
	}
	if (options->print_source) {
		fwrite(source.data, 1, source.length, stdout);
	}
	if (options->print_ptx) {
		const char *image = compile(show, al, &source, NVRTC_PTX, &size, fault);
		if (image == NULL) {
			return false;
		}
		fputs(image, stdout);
	}
	if (options->print_sass) {
		const char *image = compile(show, al, &source, NVRTC_CUBIN, &size, fault);
		return image != NULL && print_sass(image, size, fault);
	}
	return true;
}
