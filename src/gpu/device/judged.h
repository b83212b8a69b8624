/*
 * What the host tells the judges on the device, and what they find, in members of eight bytes. This text is C11 and
 * CUDA C++ alike. Layouts are numbers of words in an array beside the facts, as judge.c puts them there; -1 where there
 * is none.
 * Without a guard, since kernels stand in one text: judge.c alone includes it, behind precision.h.
 */
enum { RANK = 8, OPERANDS = 8, NODES_MAX = 256 };

typedef long long integer;
typedef unsigned long long natural;

/* What a plan claims of its numbers, and what a run has recorded. */
struct proof_facts {
	integer rank, extent[RANK], part[RANK][3], tile[RANK], place[RANK];
	integer index, index_mode;           /* arg-reductions: the layout of the index, and its mode */
	integer window_whole, window_own, window_vector, window[2];
	integer threads, values, numbers, elements, reach;
	integer start, by_offset, sums, strict, exclusive, shift, bits, seed, sum_bytes;
};

/* What a judge of proofs found: counts, and the first number, element or offset of each mistake. */
struct proof_found {
	natural looked, elements, places;
	natural stray, second, shared, entry, uncovered, left, sum;
};

struct type_facts {
	integer bytes, is_float, is_signed, exponent_bits, mantissa_bits, has_infinity, saturates;
	double rounding, largest, smallest;  /* of an integer the least value is the smallest */
};

struct node_facts {
	integer op, operand, arity, child[3];
	double value;
};

/* The problem whose results are checked. */
struct result_facts {
	integer rank, extent[RANK], inputs, place[OPERANDS][RANK], out[RANK];
	integer start[OPERANDS], out_start;
	integer index;                       /* arg-reductions: the layout of the index */
	integer reduce, reduced_mode, kept, reduced, chunks;
	integer exact, product, period, seed[OPERANDS];
	struct type_facts type[OPERANDS], result;
	integer nodes, root, compared_exactly;
	integer slack;
	double gamma;
	struct precision precision;
	struct node_facts node[NODES_MAX];
};

struct result_found {
	natural elements, wrong, worst, first;
	integer place;
	double is, should_be;
};
