/* The median is what is reported: a sample that was disturbed moves a mean, and no median. */
#include "gpu/stats.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b) {
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

struct stats stats_of(double *samples, int count) {
	struct stats stats = { .count = count };
	if (count == 0) {
		return stats;
	}
	qsort(samples, (size_t)count, sizeof *samples, compare_doubles);
	double sum = 0;
	double squares = 0;
	for (int i = 0; i < count; i++) {
		sum += samples[i];
		squares += samples[i] * samples[i];
	}
	int middle = count / 2;
	int rank = (95 * count + 99) / 100;
	stats.least = samples[0];
	stats.median = count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
	stats.p95 = samples[rank - 1];
	stats.mean = sum / count;
	stats.noise = noise_of(count, sum, squares);
	return stats;
}

double noise_of(int count, double sum, double squares) {
	if (count < 2 || sum <= 0) {
		return 0;
	}
	double mean = sum / count;
	double variance = (squares - sum * mean) / (count - 1);
	return variance > 0 ? sqrt(variance) / mean : 0;
}

struct stop_rule stop_rule_default(void) {
	return (struct stop_rule){ .at_least = 30, .at_most = 400, .noise = 0.005, .seconds = 0.0, .time_limit = 15.0 };
}

enum stop stop_decide(const struct stop_rule *rule, int count, double sum, double squares, double elapsed,
		double earlier_noise) {
	if (elapsed > rule->time_limit) {
		return STOP_TIME;
	}
	if (count >= rule->at_most) {
		return STOP_SAMPLES;
	}
	if (count < rule->at_least || sum < rule->seconds) {
		return STOP_NOT_YET;
	}
	double noise = noise_of(count, sum, squares);
	if (noise < rule->noise) {
		return STOP_NOISE_LOW;
	}
	if (count >= 2 * rule->at_least && fabs(noise - earlier_noise) < 0.05 * noise) {
		return STOP_NOISE_SETTLED;
	}
	return STOP_NOT_YET;
}

const char *stop_name(enum stop stop) {
	switch (stop) {
	case STOP_NOISE_LOW: return "noise low";
	case STOP_NOISE_SETTLED: return "noise settled";
	case STOP_SAMPLES: return "samples";
	case STOP_TIME: return "time limit";
	default: return "running";
	}
}
