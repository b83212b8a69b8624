#include "base/fault.h"

#include <stdio.h>

void fault_clear(struct fault *fault) {
	fault->code = FAULT_NONE;
	fault->operand = 0;
	fault->mode_depth = 0;
	fault->text[0] = '\0';
	fault->hint[0] = '\0';
}

void fault_set(struct fault *fault, enum fault_code code, int operand, const char *format, ...) {
	if (fault_is_set(fault)) {
		return;
	}
	fault_clear(fault);
	fault->code = code;
	fault->operand = operand;
	va_list args;
	va_start(args, format);
	vsnprintf(fault->text, sizeof fault->text, format, args);
	va_end(args);
}

void fault_set_hint(struct fault *fault, const char *format, ...) {
	if (!fault_is_set(fault) || fault->hint[0] != '\0') {
		return;
	}
	va_list args;
	va_start(args, format);
	vsnprintf(fault->hint, sizeof fault->hint, format, args);
	va_end(args);
}

const char *fault_code_name(enum fault_code code) {
	switch (code) {
	case FAULT_NONE: return "none";
	case FAULT_SYNTAX: return "syntax";
	case FAULT_NAME: return "name";
	case FAULT_TYPE: return "type";
	case FAULT_RANK: return "rank";
	case FAULT_DOMAIN: return "domain";
	case FAULT_DIVIDE: return "divide";
	case FAULT_INJECTIVE: return "injective";
	case FAULT_OVERFLOW: return "overflow";
	case FAULT_LIMIT: return "limit";
	case FAULT_UNSUPPORTED: return "unsupported";
	case FAULT_STOPPED: return "stopped";
	case FAULT_REMARK: return "remark";
	case FAULT_INEXACT: return "inexact";
	}
	return "unknown";
}

const char *fault_note_name(enum fault_code code) {
	return code == FAULT_REMARK ? "note" : "warning";
}
