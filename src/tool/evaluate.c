#include "tool/evaluate.h"

#include "lang/kernel/kernel.h"
#include "lang/language/language.h"
#include "lang/tensor.h"

/* Tell "listener" what is in "ev". */
static void tell(struct evaluation *ev, const struct listener *listener) {
	listener->hear(listener->context, ev);
	ev->warning_count = 0;
}

bool evaluate_last(struct evaluation *ev, const struct source *source, const struct listener *listener,
	struct outcome *outcome) {
	bool good = kernel_evaluate(ev, source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ source->text.length, source->text.length };
		language_hint(source->text, &ev->error.fault);
		good = false;
	}
	tell(ev, listener);
	if (good) {
		outcome->written = ev->results[ev->result_count - 1];
		outcome->value = value_as_plain(&ev->algebra, &outcome->written);
		outcome->span = ev->result_nodes[ev->result_count - 1]->span;
	}
	return good;
}

bool evaluate_numbers(struct evaluation *ev, const struct source *source, const struct listener *listener,
	struct outcome *outcome) {
	if (!evaluate_last(ev, source, listener, outcome)) {
		return false;
	}
	value_require_known(&ev->algebra, &outcome->value);
	return evaluate_went_well(ev, outcome->span, listener);
}

bool evaluate_went_well(struct evaluation *ev, struct span span, const struct listener *listener) {
	if (!algebra_failed(&ev->algebra)) {
		return true;
	}
	ev->error = (struct message){ ev->algebra.fault, span };
	ev->error.fault.operand = 0;
	tell(ev, listener);
	return false;
}
