/*
 * What the steps of a kernel may be off by, for the reference on the host and the judges on the device: gpu/rounding.h
 * says how and why. This text is C11 and CUDA C++ alike, behind op.h, precision.h, apply.h and the functions of
 * <math.h>.
 * Without a guard, since kernels stand in one text: opexpr.c, rounding.c and their tests alone include it.
 */
static inline double error_unknown(void) {
	return 1 / 0.0;
}

/* A product of which a factor of 0 leaves nothing, also beside an infinite one; what is not a number has no error. */
static inline double error_product(double x, double y) {
	return x == 0 || y == 0 || x != x ? 0 : fabs(x * y);
}

/*
 * How far a monotone function, or one that is convex and even, goes from "result" within "error" of "x". Where it is
 * defined is an interval: beyond both ends it is NaN for certain.
 */
static inline double error_of_change(enum op op, double x, double error, double result) {
	double below = op_apply(op, x - error, 0, 0);
	double above = op_apply(op, x + error, 0, 0);
	if (below != below && above != above) {
		return 0;
	}
	double most = fmax(fabs(below - result), fabs(above - result));
	return below - result == below - result && above - result == above - result ? most : error_unknown();
}

static inline double error_of_tangent(double error, double result) {
	double t = error < 0.785 ? tan(error) : error_unknown();
	double rest = 1 - fabs(result) * t;
	return rest > 0 ? t * (1 + result * result) / rest : error_unknown();
}

/* The largest change at the corners, for powers are monotone in each argument; a negative one's may be no number. */
static inline double error_of_power(const double *x, const double *error, double result) {
	double least = x[1] - error[1];
	double most = x[0] > error[0] ? 0 : error_unknown();
	for (int corner = 0; corner < 4; corner++) {
		double a = x[0] + (corner % 2 == 0 ? -error[0] : error[0]);
		double b = x[1] + (corner / 2 == 0 ? -error[1] : error[1]);
		double off = fabs(pow(a, b) - result);
		most = off == off ? fmax(most, off) : error_unknown();
	}
	bool is_nan = x[0] < -error[0] && floor(least) < least && floor(least) == floor(x[1] + error[1]);
	return is_nan ? 0 : most;
}

/*
 * The angle of a point jumps where the negative axis is crossed. A point on the other side of the origin that may be
 * beyond that axis is no farther from the origin than it may be off.
 */
static inline double error_of_angle(const double *x, const double *error) {
	double both = error[0] + error[1];
	double away = hypot(x[0], x[1]) - both;
	bool may_cross = x[1] < 0 && fabs(x[0]) <= error[0];
	return away <= 0 || may_cross ? 6.2831853071795865 : both / away;
}

/* What errors of the arguments, not all of them 0, do to the result. */
static inline double error_carried(enum op op, const double *x, const double *error, double result) {
	bool is_apart = fabs(x[0] - x[1]) > error[0] + error[1] || (error[0] == 0 && error[1] == 0);
	bool is_chosen = error[0] == 0 || fabs(x[0]) > error[0];
	double product = error_product(x[0], error[1]) + error_product(x[1], error[0]) + error_product(error[0], error[1]);
	switch (op) {
	case OP_NEGATE:
	case OP_ABS:
	case OP_RELU: return error[0];
	case OP_MIN:
	case OP_MAX: return fmax(error[0], error[1]);
	case OP_ADD:
	case OP_SUBTRACT:
	case OP_HYPOT: return error[0] + error[1];
	case OP_MULTIPLY: return product;
	case OP_FMA: return product + error[2];
	case OP_DIVIDE:
		return fabs(x[1]) > error[1] ? (error[0] + error_product(result, error[1])) / (fabs(x[1]) - error[1]) :
			error_unknown();
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
	case OP_EQUAL:
	case OP_NOT_EQUAL: return is_apart ? 0 : 1;
	case OP_CHOOSE:
		return !is_chosen ? fmax(error[1], error[2]) + fabs(x[1] - x[2]) : x[0] != 0 ? error[1] : error[2];
	case OP_SIN:
	case OP_COS: return fmin(error[0], 2.0);
	case OP_TAN: return error_of_tangent(error[0], result);
	case OP_POW: return error_of_power(x, error, result);
	case OP_ATAN2: return error_of_angle(x, error);
	default: return error_of_change(op, x[0], error[0], result);
	}
}

/*
 * Roundings of the step itself. Constants that a float holds are not rounded. Functions of CUDA's math library are
 * within 4 units in the last place, of up to two roundings each; powf was within 9 before CUDA 12.
 */
static inline double error_roundings(enum op op, double result) {
	switch (op) {
	case OP_CONSTANT: return (double)(float)result == result ? 0 : 1;
	case OP_OPERAND:
	case OP_NEGATE:
	case OP_ABS:
	case OP_RELU:
	case OP_MIN:
	case OP_MAX:
	case OP_LESS:
	case OP_LESS_EQUAL:
	case OP_GREATER:
	case OP_GREATER_EQUAL:
	case OP_EQUAL:
	case OP_NOT_EQUAL:
	case OP_CHOOSE: return 0;
	case OP_ADD:
	case OP_SUBTRACT:
	case OP_MULTIPLY:
	case OP_DIVIDE:
	case OP_FMA: return 1;
	case OP_POW: return 18;
	default: return 8;
	}
}

/*
 * The error of "*result", which "op" makes of arguments "x" that may be off by "error", and which becomes infinite
 * where it does so in the kernel. Where that is infinite, nothing can be said of the result.
 */
static inline double error_of(enum op op, const double *x, const double *error, const struct precision *precision,
		double *result) {
	bool is_exact = error[0] == 0 && error[1] == 0 && error[2] == 0;
	double off = is_exact ? 0 : error_carried(op, x, error, *result);
	double steps = error_roundings(op, *result);
	bool is_finite = *result - *result == 0;
	if (!(off < error_unknown())) {
		return error_unknown();
	}
	if (steps > 0 && is_finite) {
		/* 1 / (1 + exp(-x)) is 0 where exp(-x) is beyond the largest value. */
		double least = op == OP_SIGMOID ? 4 / precision->largest : precision->smallest;
		off += steps * precision->unit * (fabs(*result) + off) + least;
	}
	if (fabs(*result) - off > precision->largest * (1 + precision->unit)) {
		*result = *result > 0 ? error_unknown() : -error_unknown();
		return 0;
	}
	return is_finite && fabs(*result) + off > precision->largest * (1 - precision->unit) ? error_unknown() : off;
}

/*
 * What an element "x" that is off by "error" adds to the slack of its result: an amount of sums, of which "gamma" is
 * the part that adding them is off by; a relative one of products. That of an extreme is the largest of its elements'.
 */
static inline double slack_part(enum slack slack, double x, double error, double gamma,
		const struct precision *precision) {
	if (slack == SLACK_PRODUCT) {
		double relative = error == 0 ? 0 : error < fabs(x) ? error / (fabs(x) - error) : error_unknown();
		return relative + precision->unit / (1 - precision->unit);
	}
	if (slack == SLACK_SQUARES) {
		error = 2 * error_product(x, error) + error_product(error, error);
		x = x * x;
		error += precision->unit * (x + error) + precision->smallest;
	}
	return slack == SLACK_EXTREME ? error : error + error_product(gamma, fabs(x) + error);
}

/* That of two parts of a result together. */
static inline double slack_joined(enum slack slack, double part, double other) {
	return slack == SLACK_EXTREME ? fmax(part, other) : part + other;
}

/* The error of "total", a sum that "count" divides. */
static inline double slack_total(enum slack slack, double total, double part, double count,
		const struct precision *precision) {
	if (slack == SLACK_PRODUCT) {
		return error_product(total, expm1(part)) + precision->smallest;
	}
	return count > 1 ? part / count + precision->unit * (fabs(total) + part) / count : part;
}
