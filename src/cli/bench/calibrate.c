#include "cli/bench/calibrate.h"

#include <stdio.h>
#include <string.h>

#include "cli/bench/cache.h"
#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "config.h"
#include "gpu/calibrate.h"
#include "tool/json_members.h"

/* The constant as it stands in the table: in units of a size that is read easily. */
static void put_quantity(struct buf *out, const struct calibrated_info *info, double value) {
	if (info->is_rate) {
		buf_printf(out, "%9.1f GB/s", 1e-9 * value);
	} else {
		buf_printf(out, "%9.1f ns  ", 1e9 * value);
	}
}

static void put_table(struct buf *out, struct target *found, struct target *usual) {
	buf_printf(out, "%-30s  %14s  %14s\n", "", "calibrated", "looked up");
	for (int i = 0; i < CALIBRATED_COUNT; i++) {
		const struct calibrated_info *info = calibrated_info((enum calibrated)i);
		buf_printf(out, "%-30s  ", info->text);
		put_quantity(out, info, *calibrated_at(found, (enum calibrated)i));
		buf_put(out, "  ");
		put_quantity(out, info, *calibrated_at(usual, (enum calibrated)i));
		while (out->data[out->length - 1] == ' ') {
			out->length--;
		}
		buf_put_char(out, '\n');
	}
}

static void put_values(struct buf *out, enum row_form form, struct target *found, struct target *usual) {
	if (form == ROWS_CSV) {
		buf_put(out, "constant,calibrated,looked_up\n");
	}
	for (int i = 0; i < CALIBRATED_COUNT; i++) {
		const char *name = calibrated_info((enum calibrated)i)->name;
		double calibrated = *calibrated_at(found, (enum calibrated)i);
		double looked_up = *calibrated_at(usual, (enum calibrated)i);
		if (form == ROWS_CSV) {
			buf_printf(out, "%s,%.9g,%.9g\n", name, calibrated, looked_up);
		} else {
			buf_printf(out, "%s{\"constant\":\"%s\",\"calibrated\":%.9g,\"looked_up\":%.9g}\n", i > 0 ? "," : "", name,
				calibrated, looked_up);
		}
	}
}

int bench_calibrate(const struct bench_options *options, struct arena *arena, int argc, char **argv) {
	struct algebra al;
	struct fault fault;
	struct buf out;
	fault_clear(&fault);
	algebra_init(&al, arena);
	al.stop = limits_stop();
	buf_init(&out, arena);
	struct device *device = bench_open_device(options, arena, &fault);
	if (device == NULL) {
		report_placeless(arena, &fault, options->form == ROWS_JSON);
		return EXIT_UNAVAILABLE;
	}
	struct target usual = device_target(device);
	struct target found = usual;
	bool good = calibrate(&al, device, &found, &fault);
	if (good) {
		bool is_kept = bench_cache_keep_calibration(arena, device_facts(device), &found);
		rows_put_preamble(&out, options->form, CUTELAYOUT_VERSION, argc, argv, device_facts(device));
		if (options->form == ROWS_TABLE) {
			put_table(&out, &found, &usual);
			buf_put(&out, is_kept ? "# kept: from now on predictions on this device are made with it\n" :
				"# not kept: there is no folder for it\n");
		} else {
			put_values(&out, options->form, &found, &usual);
			rows_put_end(&out, options->form);
		}
		fwrite(out.data, 1, out.length, stdout);
	} else {
		report_placeless(arena, &fault, options->form == ROWS_JSON);
	}
	device_close(device);
	return good ? EXIT_DONE : EXIT_UNAVAILABLE;
}
