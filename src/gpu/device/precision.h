/*
 * What rounding depends on. This text is C11 and CUDA C++ alike: gpu/opexpr.h includes it, and the judges on the
 * device have it before them.
 * Without a guard, since kernels stand in one text: opexpr.h alone includes it.
 */
/* The floating-point type that a kernel computes in. */
struct precision {
	double unit;       /* relative error of one rounding; where the reference rounds alike, that of both */
	double largest;    /* finite value */
	double smallest;   /* positive value */
};

/* How the errors of elements come together in a result of theirs. */
enum slack {
	SLACK_SUM,
	SLACK_SQUARES,     /* a sum of squares */
	SLACK_PRODUCT,
	SLACK_EXTREME,     /* one of the elements */
};
