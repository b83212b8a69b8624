#include "cli/bench/cache.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "cli/home.h"
#include "config.h"
#include "gpu/calibrate.h"
#include "gpu/codegen.h"
#include "gpu/kept.h"
#include "gpu/kinds/kind.h"

static struct str cache_path(struct arena *arena, const char *name) {
	return home_path(arena, "XDG_CACHE_HOME", ".cache", name);
}

/* What the knobs depend on, in one line without a tab, and a tab. */
static struct str cache_key(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device) {
	struct buf key;
	buf_init(&key, arena);
	buf_printf(&key, "%s | ", device);
	rows_put_problem(&key, plan->problem, options->op_text);
	for (int k = 0; k < TENSORS_MAX; k++) {
		if (options->layouts[k] != NULL) {
			buf_printf(&key, " | %d ", k);
			utf8_put_visible_line(&key, str_from(options->layouts[k]));
		}
	}
	buf_put_char(&key, '\t');
	return buf_str(&key);
}

bool bench_cache_find(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device, struct knobs *knobs) {
	struct str rest = home_read(arena, cache_path(arena, "tuned").data, LIMIT_CACHE_BYTES);
	struct str key = cache_key(options, arena, plan, device);
	struct str line;
	bool found = false;
	while (str_take_line(&rest, &line)) {
		struct bench_options read = { .op_text = NULL };
		if (str_starts_with(line, key.data)
				&& bench_options_set(&read, arena_copy(arena, line.data + key.length, line.length - key.length))) {
			*knobs = read.knobs;
			found = true;
		}
	}
	return found;
}

void bench_cache_keep(const struct bench_options *options, struct arena *arena, const struct plan *plan,
		const char *device) {
	struct buf line;
	buf_init(&line, arena);
	buf_put_str(&line, cache_key(options, arena, plan, device));
	knobs_put(&line, &plan->knobs);
	buf_put_char(&line, '\n');
	home_append(cache_path(arena, "tuned").data, buf_str(&line), LIMIT_CACHE_BYTES);
}

/* --- what trials chose --- */

/* FNV-1a of the choices that are tried for a kind of plan. */
static uint64_t hash_of_trials(const struct kind *kind) {
	uint64_t hash = 0xcbf29ce484222325u;
	const unsigned char *bytes = (const void *)kind->trials;
	for (size_t i = 0; i < (size_t)kind->trial_count * sizeof *kind->trials; i++) {
		hash = (hash ^ bytes[i]) * 0x100000001b3u;
	}
	return hash;
}

/* All of a device that times depend on, in a line. */
static void put_device(struct buf *out, const struct device_facts *device) {
	buf_printf(out, "%s, %d multiprocessors, %d and %d kHz, %d bits, L2 %" PRId64 ", driver %d\n", device->name,
		device->multiprocessors, device->clock_khz, device->memory_clock_khz, device->bus_bits, device->l2_bytes,
		device->driver);
}

/*
 * All that the choice depends on, as a text: the kernel of the plan itself, in which the problem is all constants, its
 * launch, the device, the cache, and the version of what was tried. NULL where the plan has no kernel.
 */
static const char *trial_text(struct algebra *al, const struct plan *plan, const struct trial_place *place) {
	const struct device_facts *device = place->device;
	struct buf text;
	buf_init(&text, al->arena);
	buf_printf(&text, "cutelayout %s, %s, trials %016" PRIx64 ", cache %d\n", CUTELAYOUT_VERSION, plan->kind->name,
		hash_of_trials(plan->kind), (int)place->l2);
	put_device(&text, device);
	buf_printf(&text, "%" PRId64 " blocks, %d threads, %" PRId64 " + %" PRId64 " bytes, --set ", plan->blocks,
		plan->threads, problem_bytes_read(al, plan->problem), problem_bytes_written(al, plan->problem));
	knobs_put(&text, &plan->knobs);
	buf_put_char(&text, '\n');
	codegen_put(&text, al, plan, PURPOSE_COMPUTE);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return NULL;
	}
	return text.data;
}

static struct kept_key trial_key(const struct trial_place *place, const char *text) {
	return (struct kept_key){ .source = text, .compiler = place->device->nvrtc, .arch = place->device->arch,
		.what = KEPT_CHOICE };
}

bool bench_cache_find_tried(struct algebra *al, const struct plan *plan, const struct trial_place *place,
		struct knobs *knobs) {
	const char *folder = bench_cache_kernels(al->arena);
	const char *text = folder != NULL ? trial_text(al, plan, place) : NULL;
	struct bench_options read = { .op_text = NULL };
	if (text == NULL) {
		return false;
	}
	struct kept_key key = trial_key(place, text);
	struct str kept = kept_find(al->arena, folder, &key);
	if (kept.length == 0 || !bench_options_set(&read, arena_copy(al->arena, kept.data, kept.length))) {
		return false;
	}
	*knobs = read.knobs;
	return true;
}

void bench_cache_keep_tried(struct algebra *al, const struct plan *plan, const struct trial_place *place,
		const struct knobs *best) {
	const char *folder = bench_cache_kernels(al->arena);
	const char *text = folder != NULL ? trial_text(al, plan, place) : NULL;
	struct buf choice;
	buf_init(&choice, al->arena);
	knobs_put(&choice, best);
	if (text != NULL) {
		struct kept_key key = trial_key(place, text);
		kept_put(folder, &key, buf_str(&choice));
	}
}

/* --- what was measured of a device --- */

static struct kept_key calibration_key(struct arena *arena, const struct device_facts *device) {
	struct buf text;
	buf_init(&text, arena);
	buf_printf(&text, "cutelayout %s, calibration\n", CUTELAYOUT_VERSION);
	put_device(&text, device);
	return (struct kept_key){ .source = text.data, .arch = device->arch, .what = KEPT_CALIBRATION };
}

bool bench_cache_find_calibration(struct arena *arena, const struct device_facts *device, struct target *target) {
	const char *folder = bench_cache_kernels(arena);
	struct kept_key key = calibration_key(arena, device);
	return folder != NULL && calibration_read(arena, kept_find(arena, folder, &key), target);
}

bool bench_cache_keep_calibration(struct arena *arena, const struct device_facts *device, struct target *target) {
	const char *folder = bench_cache_kernels(arena);
	struct kept_key key = calibration_key(arena, device);
	struct buf text;
	buf_init(&text, arena);
	calibration_put(&text, target);
	if (folder != NULL) {
		kept_put(folder, &key, buf_str(&text));
	}
	return bench_cache_find_calibration(arena, device, target);
}

const char *bench_cache_kernels(struct arena *arena) {
	struct str path = cache_path(arena, "kernels");
	if (path.length == 0) {
		return NULL;
	}
	mkdir(path.data, 0700);
	return path.data;
}
