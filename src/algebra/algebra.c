#include "algebra/algebra.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"

void algebra_init(struct algebra *al, struct arena *arena) {
	al->arena = arena;
	al->dialect = DIALECT_CPP;
	al->memory = NULL;
	al->in_int = false;
	al->by_type = false;
	al->verify = true;
	al->depth = 0;
	al->operand = 0;
	al->arguments = NULL;
	al->mode_depth = 0;
	al->steps = LIMIT_STEPS;
	al->trace = NULL;
	al->stop = NULL;
	fault_clear(&al->fault);
	fault_clear(&al->note);
}

/* Record in "fault" what is at work in "al" and the sentence. */
__attribute__((format(printf, 4, 0)))
static void record(const struct algebra *al, struct fault *fault, enum fault_code code,
		const char *format, va_list args) {
	fault_clear(fault);
	fault->code = code;
	fault->operand = al->arguments != NULL && al->operand > 0 ? al->arguments[al->operand - 1] : al->operand;
	fault->mode_depth = al->mode_depth < FAULT_MODE_DEPTH ? al->mode_depth : FAULT_MODE_DEPTH;
	memcpy(fault->mode, al->mode, sizeof fault->mode);
	vsnprintf(fault->text, sizeof fault->text, format, args);
}

void algebra_fault(struct algebra *al, enum fault_code code, const char *format, ...) {
	if (algebra_failed(al)) {
		return;
	}
	va_list args;
	va_start(args, format);
	record(al, &al->fault, code, format, args);
	va_end(args);
}

void algebra_note(struct algebra *al, enum fault_code code, const char *format, ...) {
	if (fault_is_set(&al->note) && (al->note.code != FAULT_REMARK || code == FAULT_REMARK)) {
		return;
	}
	va_list args;
	va_start(args, format);
	record(al, &al->note, code, format, args);
	va_end(args);
}

bool algebra_step_last(struct algebra *al, int64_t steps) {
	if (al->stop != NULL && *al->stop != 0) {
		algebra_fault(al, FAULT_STOPPED, *al->stop == STOPPED_BY_CLOCK ? "the time limit is over" : "stopped");
		return false;
	}
	al->steps -= steps;
	algebra_fault(al, FAULT_LIMIT, "the evaluation takes more than %d steps", LIMIT_STEPS);
	return false;
}
