#include "cli/find/search.h"

#include "cli/confine.h"
#include "cli/report.h"
#include "lang/tensor.h"

bool find_read_value(const struct find_options *options, struct evaluation *ev, struct str text, const char *name,
	struct value *value) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	bool good = evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end");
		ev->error.span = (struct span){ text.length, text.length };
		good = false;
	}
	const struct listener *listener = options->json ? &report_json_listener : &report_listener;
	listener->hear(listener->context, ev);
	ev->warning_count = 0;
	if (good) {
		*value = value_as_plain(&ev->algebra, &ev->results[ev->result_count - 1]);
	}
	return good;
}

bool find_no_fault(const struct find_options *options, const struct evaluation *ev) {
	if (algebra_failed(&ev->algebra)) {
		report_placeless(ev->algebra.arena, &ev->algebra.fault, options->json);
	}
	return !algebra_failed(&ev->algebra);
}

struct device *find_open_device(const struct find_options *options, struct arena *arena) {
	enum { WATCHDOG = 30 };
	struct fault fault;
	fault_clear(&fault);
	struct device *device = NULL;
	if (confine_allows_libraries(&fault)) {
		device = device_open(arena, 0, WATCHDOG, &fault);
		if (device != NULL && !device_keep(device, NULL, &fault)) {
			device_close(device);
			device = NULL;
		}
	}
	if (device == NULL) {
		report_placeless(arena, &fault, options->json);
	}
	return device;
}

void find_put_cycles(struct buf *out, double cycles) {
	if (cycles > 0) {
		buf_printf(out, ", %.1f cycles", cycles);
	}
}
