#define _GNU_SOURCE
#include "fibre.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#define SANITIZES_ADDRESSES
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZES_ADDRESSES
#endif
#endif

#ifdef SANITIZES_ADDRESSES
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK_BYTES = 256 << 10 };

/* --- contexts: where something that does not run goes on --- */

#if defined __x86_64__ && defined __linux__

/*
 * The registers that a call keeps are on the stack; that of the system's swapcontext asks the kernel for the mask of
 * signals each time, and took nine tenths of the time of the suites.
 */
struct context {
	void *stack_pointer;
};

__attribute__((visibility("hidden"))) void emulator_switch(void **from, void *to);

__asm__(
	".text\n"
	".globl emulator_switch\n"
	".hidden emulator_switch\n"
	".type emulator_switch, @function\n"
	"emulator_switch:\n"
	"\tpushq %rbp\n"
	"\tpushq %rbx\n"
	"\tpushq %r12\n"
	"\tpushq %r13\n"
	"\tpushq %r14\n"
	"\tpushq %r15\n"
	"\tmovq %rsp, (%rdi)\n"
	"\tmovq %rsi, %rsp\n"
	"\tpopq %r15\n"
	"\tpopq %r14\n"
	"\tpopq %r13\n"
	"\tpopq %r12\n"
	"\tpopq %rbx\n"
	"\tpopq %rbp\n"
	"\tret\n"
	".size emulator_switch, . - emulator_switch\n");

/* Six registers, "entry" to return to, and no caller of it. */
static void context_make(struct context *context, char *stack, void (*entry)(void)) {
	uintptr_t *top = (uintptr_t *)(void *)(stack + STACK_BYTES) - 8;
	for (int i = 0; i < 8; i++) {
		top[i] = 0;
	}
	top[6] = (uintptr_t)entry;
	context->stack_pointer = top;
}

static void context_switch(struct context *from, const struct context *to) {
	emulator_switch(&from->stack_pointer, to->stack_pointer);
}

#else

#include <ucontext.h>

struct context {
	ucontext_t system;
};

static void context_make(struct context *context, char *stack, void (*entry)(void)) {
	getcontext(&context->system);
	context->system.uc_stack.ss_sp = stack;
	context->system.uc_stack.ss_size = STACK_BYTES;
	context->system.uc_link = NULL;
	makecontext(&context->system, entry, 0);
}

static void context_switch(struct context *from, const struct context *to) {
	swapcontext(&from->system, &to->system);
}

#endif

/* --- fibres --- */

struct fibre {
	struct context context;
	char *stack;
	void (*entry)(void);
	void *fake_stack; /* of the sanitizer, as below */
};

static struct {
	struct context context;
	const void *stack;
	size_t stack_bytes;
	void *fake_stack;
	struct fibre *resumed;
} scheduler;

#ifdef SANITIZES_ADDRESSES

static void leave(void **fake_stack, const void *stack, size_t bytes) {
	__sanitizer_start_switch_fiber(fake_stack, stack, bytes);
}

static void arrive(void *fake_stack, const void **stack, size_t *bytes) {
	__sanitizer_finish_switch_fiber(fake_stack, stack, bytes);
}

static void forget_stack(struct fibre *fibre) {
	__asan_unpoison_memory_region(fibre->stack, STACK_BYTES);
}

#else

static void leave(void **fake_stack, const void *stack, size_t bytes) {
	(void)fake_stack;
	(void)stack;
	(void)bytes;
}

static void arrive(void *fake_stack, const void **stack, size_t *bytes) {
	(void)fake_stack;
	(void)stack;
	(void)bytes;
}

static void forget_stack(struct fibre *fibre) {
	(void)fibre;
}

#endif

/* Where every fibre starts. */
static void fibre_main(void) {
	arrive(NULL, &scheduler.stack, &scheduler.stack_bytes);
	scheduler.resumed->entry();
	abort();
}

struct fibre *fibre_new(void (*entry)(void)) {
	struct fibre *fibre = calloc(1, sizeof *fibre);
	void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (fibre == NULL || stack == MAP_FAILED) {
		abort();
	}
	fibre->entry = entry;
	fibre->stack = stack;
	fibre_restart(fibre);
	return fibre;
}

void fibre_restart(struct fibre *fibre) {
	forget_stack(fibre);
	fibre->fake_stack = NULL;
	context_make(&fibre->context, fibre->stack, fibre_main);
}

void fibre_resume(struct fibre *fibre) {
	scheduler.resumed = fibre;
	leave(&scheduler.fake_stack, fibre->stack, STACK_BYTES);
	context_switch(&scheduler.context, &fibre->context);
	arrive(scheduler.fake_stack, NULL, NULL);
}

void fibre_yield(void) {
	struct fibre *fibre = scheduler.resumed;
	leave(&fibre->fake_stack, scheduler.stack, scheduler.stack_bytes);
	context_switch(&fibre->context, &scheduler.context);
	arrive(fibre->fake_stack, &scheduler.stack, &scheduler.stack_bytes);
}
