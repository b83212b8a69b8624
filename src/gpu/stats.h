/* Numbers over the samples of a measurement, and when to stop taking them. */
#ifndef GPU_STATS_H
#define GPU_STATS_H

#include <stdbool.h>

struct stats {
	int count;
	double least;
	double median;
	double p95;      /* nearest rank */
	double mean;
	double noise;    /* standard deviation / mean */
};

/* Of "count" samples, which are sorted. */
struct stats stats_of(double *samples, int count);

struct stop_rule {
	int at_least;         /* samples */
	int at_most;
	double noise;         /* enough is known once stats.noise is below this */
	double seconds;       /* of samples, at least */
	double time_limit;    /* of the clock on the wall */
};

enum stop {
	STOP_NOT_YET,
	STOP_NOISE_LOW,       /* enough samples, below the noise asked for */
	STOP_NOISE_SETTLED,   /* the noise no longer changes */
	STOP_SAMPLES,         /* the most samples allowed */
	STOP_TIME,            /* out of time */
};

/* At least 30 samples, below 0.5 % noise, 15 s at most. */
struct stop_rule stop_rule_default(void);

/*
 * Whether to stop after "count" samples of the given sum and sum of squares, "elapsed" seconds after the start;
 * "earlier_noise" is the noise when half of the samples were taken.
 */
enum stop stop_decide(const struct stop_rule *rule, int count, double sum, double squares, double elapsed,
	double earlier_noise);

/* Standard deviation / mean. */
double noise_of(int count, double sum, double squares);

const char *stop_name(enum stop stop);

#endif
