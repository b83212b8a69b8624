/*
 * Judges on the device, for problems that are too large for the host's: what judge_line() of proof.c and check_run() of
 * results.c do, written once more. Layouts are data here, and each coordinate is taken apart by division: nothing is
 * shared with the kernels that are judged, whose layouts are constants in their text. This text is the same for every
 * problem, behind judged.h, op.h and apply.h and a line that says how many NODES this expression may have.
 */

/* Where no place was left, and where there is no layout. */
static const unsigned NONE = 0xffffffffu;
static const long long ABSENT = -1;

/* A part of a reduction. */
struct partial {
	double total, slack;
	integer int_total;
	integer index;       /* of an arg-reduction: that of the best element */
};

/* --- layouts --- */

static __device__ integer divided(integer x, integer by) {
	return ((natural)x | (natural)by) >> 32 == 0 ? (integer)((unsigned)x / (unsigned)by) : x / by;
}

/* The offset at "index" of the layout whose rank, then extent and stride of each mode are at "words". */
static __device__ integer offset_at(const integer *words, integer index) {
	integer offset = 0;
	for (integer i = 0; i < words[0]; i++) {
		const integer extent = words[1 + 2 * i];
		const integer rest = divided(index, extent);
		offset += (index - rest * extent) * words[2 + 2 * i];
		index = rest;
	}
	return offset;
}

/* --- proofs --- */

static __device__ bool set_bit(unsigned *bits, integer i) {
	const unsigned mask = 1u << (i & 31);
	return (atomicOr(&bits[i >> 5], mask) & mask) != 0;
}

static __device__ bool has_bit(const unsigned *bits, integer i) {
	return (bits[i >> 5] >> (i & 31) & 1) != 0;
}

static __device__ natural weight_of(natural number, natural seed) {
	natural h = number * 0x9e3779b97f4a7c15ull + seed * 0xd1b54a32d192ed03ull;
	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
	h = (h ^ h >> 27) * 0x94d049bb133111ebull;
	return h ^ h >> 31;
}

/* The coordinate that the plan claims for "number". Returns false for padding. */
static __device__ bool claimed(const struct proof_facts *facts, const integer *words, integer number,
		integer *coordinate) {
	const integer rest = divided(number, facts->threads);
	const integer block = divided(rest, facts->values);
	const integer thread = number - rest * facts->threads;
	const integer value = rest - block * facts->values;
	for (integer i = 0; i < facts->rank; i++) {
		const integer *part = facts->part[i];
		integer inner = offset_at(words + part[0], thread) + offset_at(words + part[1], value);
		inner = facts->tile[i] != ABSENT ? offset_at(words + facts->tile[i], inner) : inner;
		coordinate[i] = offset_at(words + part[2], block) + inner;
	}
	if (facts->window_whole > 0) {
		integer start = 0;
		for (integer i = 1; i < facts->rank && i < 3; i++) {
			if (coordinate[i] >= facts->extent[i]) {
				return false;
			}
			start += facts->window[i - 1] != ABSENT ? offset_at(words + facts->window[i - 1], coordinate[i]) : 0;
		}
		const integer within = coordinate[0] % facts->window_whole - start % facts->window_vector;
		if (within < 0 || within >= facts->window_own) {
			return false;
		}
		coordinate[0] = coordinate[0] / facts->window_whole * facts->window_own + within;
	}
	for (integer i = 0; i < facts->rank; i++) {
		if (coordinate[i] >= facts->extent[i]) {
			return false;
		}
	}
	return true;
}

/* Judge one number. Returns whether it stands for an element. */
static __device__ bool judge_number(const struct proof_facts *facts, const integer *words, const unsigned *entries,
		unsigned *covered, unsigned *touched, natural *sums, struct proof_found *found, integer number) {
	integer coordinate[RANK];
	if (!claimed(facts, words, number, coordinate)) {
		if (facts->strict != 0 && facts->by_offset == 0 && entries[number] != NONE) {
			atomicMin(&found->stray, (natural)number);
		}
		return false;
	}
	integer index = 0;
	integer offset = facts->start;
	for (integer i = facts->rank - 1; i >= 0; i--) {
		index = index * facts->extent[i] + coordinate[i];
		offset += facts->place[i] != ABSENT ? offset_at(words + facts->place[i], coordinate[i]) : 0;
	}
	if (offset < 0 || offset >= facts->reach) {
		atomicMin(&found->entry, (natural)number);
		return true;
	}
	const bool is_second = set_bit(covered, index);
	const bool is_shared = set_bit(touched, offset) && facts->exclusive != 0;
	if (facts->sums != 0) {
		const integer at = facts->index != ABSENT ? offset_at(words + facts->index, coordinate[facts->index_mode]) : 0;
		atomicAdd(&sums[offset], weight_of((natural)number, (natural)facts->seed) * (2 * (natural)at + 1));
	}
	const natural recorded = (natural)(facts->by_offset != 0 ? number : offset) >> facts->shift;
	const unsigned expected = (unsigned)(recorded & ((1ull << facts->bits) - 1));
	if (is_second) {
		atomicMin(&found->second, (natural)number);
	} else if (is_shared) {
		atomicMin(&found->shared, (natural)number);
	} else if (facts->sums == 0 && entries[facts->by_offset != 0 ? offset : number] != expected) {
		atomicMin(&found->entry, (natural)number);
	}
	return true;
}

/* Every number: its element is nobody else's, and what was recorded is what the algebra says. */
extern "C" __global__ void cutelayout_judge_numbers(const struct proof_facts *facts, const integer *words,
		const unsigned *entries, unsigned *covered, unsigned *touched, natural *sums, struct proof_found *found) {
	const integer step = (integer)gridDim.x * blockDim.x;
	natural looked = 0;
	natural elements = 0;
	for (integer n = (integer)blockIdx.x * blockDim.x + threadIdx.x; n < facts->numbers; n += step) {
		elements += judge_number(facts, words, entries, covered, touched, sums, found, n);
		looked++;
	}
	atomicAdd(&found->looked, looked);
	atomicAdd(&found->elements, elements);
}

/* Then every element: it has a number; and every offset: only what was claimed is there, and sums are right. */
extern "C" __global__ void cutelayout_judge_places(const struct proof_facts *facts, const unsigned *entries,
		const unsigned *covered, const unsigned *touched, const natural *sums, struct proof_found *found) {
	const integer step = (integer)gridDim.x * blockDim.x;
	const integer first = (integer)blockIdx.x * blockDim.x + threadIdx.x;
	for (integer i = first; i < facts->elements; i += step) {
		if (!has_bit(covered, i)) {
			atomicMin(&found->uncovered, (natural)i);
		}
	}
	natural places = 0;
	for (integer i = first; i < facts->reach; i += step) {
		const bool is_there = has_bit(touched, i);
		places += is_there;
		if (facts->by_offset != 0 && !is_there && entries[i] != NONE) {
			atomicMin(&found->left, (natural)i);
		}
		if (facts->sums != 0) {
			const natural sum = facts->sum_bytes == 4 ? sums[i] & 0xffffffffull : sums[i];
			if (entries[i] != (is_there ? (unsigned)((sum ^ sum >> 32) & 0x7fffffffull) : NONE)) {
				atomicMin(&found->sum, (natural)i);
			}
		}
	}
	atomicAdd(&found->places, places);
}

/* --- data --- */

/* The random bits of the element at "index": random_hash(), and dtype_random() of them. */
static __device__ unsigned hash_of(unsigned seed, integer index) {
	unsigned h = (unsigned)index * 0x9e3779b1u + seed + (unsigned)((natural)index >> 32) * 0x7f4a7c15u;
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	return h ^ h >> 16;
}

static __device__ natural drawn(const struct result_facts *facts, const struct type_facts *type, unsigned h) {
	const natural mask = type->bytes == 8 ? ~0ull : (1ull << (8 * type->bytes)) - 1;
	const bool rare = (h >> 1) % (unsigned)facts->period == 0;
	if (type->is_float == 0 && facts->product == 0) {
		return (natural)(integer)((int)h >> 11) & mask;
	}
	if (type->is_float == 0) {
		const integer size = rare ? 2 : 1;
		return (natural)((h & 1) != 0 && type->is_signed != 0 ? -size : size) & mask;
	}
	const natural bias = (1ull << (type->exponent_bits - 1)) - 1;
	const natural sign = (facts->product != 0 ? h & 1 : h >> 31);
	natural exponent = bias;
	natural mantissa = 0;
	if (facts->product != 0) {
		exponent += rare ? (natural)((h >> 30 & 1) != 0 ? 1 : -1) : 0;
	} else {
		exponent += (h >> 29 & 3) - 3ull;
		mantissa = type->bytes == 8 ? (natural)h << 26 ^ h : h;
	}
	return sign << (type->exponent_bits + type->mantissa_bits) | exponent << type->mantissa_bits |
		(mantissa & ((1ull << type->mantissa_bits) - 1));
}

static __device__ integer int_of(const struct type_facts *type, natural bits) {
	const integer unused = 64 - 8 * type->bytes;
	return type->is_signed != 0 ? (integer)(bits << unused) >> unused : (integer)bits;
}

static __device__ double two_to(integer exponent) {
	return __longlong_as_double((exponent + 1023) << 52);
}

static __device__ double value_of(const struct type_facts *type, natural bits) {
	if (type->is_float == 0) {
		return (double)int_of(type, bits);
	}
	if (type->bytes == 8) {
		return __longlong_as_double((integer)bits);
	}
	const integer last = ((integer)1 << type->exponent_bits) - 1;
	const integer bias = last >> 1;
	const integer exponent = (integer)(bits >> type->mantissa_bits) & last;
	const natural ones = (1ull << type->mantissa_bits) - 1;
	const natural mantissa = bits & ones;
	const double sign = (bits >> (type->exponent_bits + type->mantissa_bits) & 1) != 0 ? -1 : 1;
	if (exponent == last && type->has_infinity != 0) {
		return mantissa == 0 ? sign * __longlong_as_double(0x7ff0000000000000ll) :
			__longlong_as_double(0x7ff8000000000000ll);
	}
	if (exponent == last && mantissa == ones) {
		return __longlong_as_double(0x7ff8000000000000ll);
	}
	const double significand = (double)(exponent == 0 ? mantissa : mantissa | (ones + 1));
	return sign * significand * two_to((exponent == 0 ? 1 : exponent) - bias - type->mantissa_bits);
}

static __device__ natural bits_at(const struct type_facts *type, const unsigned char *data, integer index) {
	switch (type->bytes) {
	case 1: return data[index];
	case 2: return ((const unsigned short *)data)[index];
	case 4: return ((const unsigned *)data)[index];
	default: return ((const natural *)data)[index];
	}
}

/* --- the expression --- */

/* The expression of one element: in double precision with what the kernel's may be off by, or in integers. */
struct outcome {
	double real, error;
	integer whole;
};

static __device__ struct outcome evaluated(const struct result_facts *facts, const integer *words,
		const integer *offset, integer along, integer at) {
	double real[NODES];
	double errors[NODES];
	integer whole[NODES];
	for (integer n = 0; n < facts->nodes; n++) {
		const struct node_facts *node = &facts->node[n];
		const integer *child = node->child;
		double x[3] = { 0, 0, 0 };
		double error[3] = { 0, 0, 0 };
		for (integer i = 0; i < node->arity && facts->exact == 0; i++) {
			x[i] = real[child[i]];
			error[i] = errors[child[i]];
		}
		if (node->op == OP_OPERAND) {
			const integer k = node->operand;
			integer place = offset[k];
			place += along != ABSENT ? offset_at(words + facts->place[k][along], at) : 0;
			const struct type_facts *type = &facts->type[k];
			const natural bits = drawn(facts, type, hash_of((unsigned)facts->seed[k], place));
			real[n] = facts->exact != 0 ? 0 : value_of(type, bits);
			whole[n] = facts->exact != 0 ? int_of(type, bits) : 0;
		} else if (node->op == OP_CONSTANT) {
			real[n] = node->value;
			whole[n] = facts->exact != 0 ? (integer)node->value : 0;
		} else if (facts->exact != 0) {
			whole[n] = op_apply_int((enum op)node->op, whole[child[0]], whole[child[1]], whole[child[2]]);
		} else {
			real[n] = op_apply((enum op)node->op, x[0], x[1], x[2]);
		}
		if (facts->exact == 0) {
			errors[n] = error_of((enum op)node->op, x, error, &facts->precision, &real[n]);
		}
	}
	struct outcome outcome = { 0, 0, 0 };
	if (facts->exact != 0) {
		outcome.whole = whole[facts->root];
	} else {
		outcome.real = real[facts->root];
		outcome.error = errors[facts->root];
	}
	return outcome;
}

/* --- results --- */

/* In the order of enum reduce of problem.h. */
enum reduce { NO_REDUCTION, SUM, PROD, MAX, MIN, MEAN, ABSMAX, SUMSQ, ARGMAX, ARGMIN };

/* The index of no element. */
static const integer NO_INDEX = 0x7fffffffffffffffll;

/* What one thread found, which it adds to the others' at the end. */
struct tally {
	natural elements, wrong;
	double worst;
};

static __device__ bool is_number(double x) {
	return x == x;
}

/* Whether the integer "value" is what "expected" was rounded to, or the nearest that the type has. */
static __device__ bool is_rounded(const struct type_facts *type, double value, double expected, double slack,
		double *worst) {
	if (!is_number(expected)) {
		return value == 0;
	}
	const double nearest = fmax(type->smallest, fmin(type->largest, expected));
	const double error = fabs(value - nearest) / (0.5 + slack + two_to(-50) * fabs(nearest));
	*worst = error > *worst ? error : *worst;
	return error <= 1;
}

/* Whether "value" may stand for "expected", which it may miss by "slack" and by rounding. */
static __device__ bool is_close(const struct type_facts *type, double value, double expected, double slack,
		double *worst) {
	const double rounding = 1.01 * type->rounding;
	if (!(slack < error_unknown())) {
		return true;
	}
	if (type->is_float == 0) {
		return is_rounded(type, value, expected, slack, worst);
	}
	if (!is_number(expected) || !is_number(value)) {
		return is_number(expected) == is_number(value) || (type->saturates != 0 && !is_number(expected));
	}
	if (fabs(expected) + slack >= type->largest * (1 - rounding)) {
		const double least = fmin(fabs(expected) - slack, type->largest) * (1 - rounding);
		return !(least > 0) || (!(fabs(value) < least) && (value > 0) == (expected > 0));
	}
	const double allowed = rounding * (fabs(expected) + slack) + slack + type->smallest;
	const double error = fabs(value - expected) / allowed;
	*worst = error > *worst ? error : *worst;
	return error <= 1;
}

/* Count result "number", which is at "place"; "tell" is the one whose numbers are wanted. */
static __device__ void count_result(const struct result_facts *facts, const unsigned char *output, integer number,
		integer place, bool exact, struct outcome expected, struct tally *tally, integer tell,
		struct result_found *found) {
	const struct type_facts *type = &facts->result;
	const natural bits = bits_at(type, output, place);
	const natural mask = type->bytes == 8 ? ~0ull : (1ull << (8 * type->bytes)) - 1;
	const double value = value_of(type, bits);
	const bool good = exact ? ((bits ^ (natural)expected.whole) & mask) == 0 :
		is_close(type, value, expected.real, expected.error, &tally->worst);
	tally->elements++;
	if (!good) {
		tally->wrong++;
		atomicMin(&found->first, (natural)number);
	}
	if (number == tell) {
		found->place = place;
		found->is = value;
		found->should_be = exact ? (double)expected.whole : expected.real;
	}
}

static __device__ void add_tally(const struct tally *tally, struct result_found *found) {
	atomicAdd(&found->elements, tally->elements);
	if (tally->wrong > 0) {
		atomicAdd(&found->wrong, tally->wrong);
	}
	/* Doubles that are not negative are in the order of their bits. */
	atomicMax(&found->worst, (natural)__double_as_longlong(tally->worst));
}

static __device__ struct partial neutral_of(integer reduce) {
	struct partial partial = { 0, 0, 0, NO_INDEX };
	if (reduce == PROD) {
		partial.total = 1;
		partial.int_total = 1;
	} else if (reduce == MAX || reduce == MIN || reduce == ARGMAX || reduce == ARGMIN) {
		const bool is_max = reduce == MAX || reduce == ARGMAX;
		partial.total = __longlong_as_double(is_max ? 0xfff0000000000000ll : 0x7ff0000000000000ll);
		partial.int_total = is_max ? -0x7fffffffffffffffll - 1 : 0x7fffffffffffffffll;
	}
	return partial;
}

/* The better of two elements; of equal ones that with the smaller index. */
static __device__ struct partial better(const struct result_facts *facts, struct partial x, struct partial y) {
	const bool is_max = facts->reduce == ARGMAX;
	const bool exact = facts->exact != 0;
	const bool beats = exact ? (is_max ? y.int_total > x.int_total : y.int_total < x.int_total) :
		(is_max ? y.total > x.total : y.total < x.total);
	const bool equals = exact ? y.int_total == x.int_total : y.total == x.total;
	struct partial z = beats || (equals && y.index < x.index) ? y : x;
	z.slack = slack_joined((enum slack)facts->slack, x.slack, y.slack);
	return z;
}

static __device__ struct partial joined(const struct result_facts *facts, struct partial x, struct partial y) {
	const integer reduce = facts->reduce;
	if (reduce == ARGMAX || reduce == ARGMIN) {
		return better(facts, x, y);
	}
	const integer a = x.int_total;
	const integer b = y.int_total;
	const double slack = slack_joined((enum slack)facts->slack, x.slack, y.slack);
	struct partial z = { x.total + y.total, slack, (integer)((natural)a + (natural)b), NO_INDEX };
	if (reduce == PROD) {
		z.total = x.total * y.total;
		z.int_total = (integer)((natural)a * (natural)b);
	} else if (reduce == MAX || reduce == ABSMAX) {
		z.total = fmax(x.total, y.total);
		z.int_total = a > b ? a : b;
	} else if (reduce == MIN) {
		z.total = fmin(x.total, y.total);
		z.int_total = a < b ? a : b;
	}
	return z;
}

/* An element as a part of its result. */
static __device__ struct partial part_of(const struct result_facts *facts, struct outcome x, integer index) {
	const double slack = slack_part((enum slack)facts->slack, x.real, x.error, facts->gamma, &facts->precision);
	struct partial part = { x.real, slack, x.whole, index };
	if (facts->reduce == ABSMAX) {
		part.total = fabs(x.real);
		part.int_total = x.whole < 0 ? (integer)(0 - (natural)x.whole) : x.whole;
	} else if (facts->reduce == SUMSQ) {
		part.total = x.real * x.real;
		part.int_total = (integer)((natural)x.whole * (natural)x.whole);
	}
	return part;
}

/* What the result should be, and what it may miss it by. */
static __device__ struct outcome finished(const struct result_facts *facts, struct partial part) {
	const double count = facts->reduce == MEAN ? (double)facts->reduced : 1;
	const double total = facts->exact != 0 ? (double)part.int_total : part.total;
	const double error = facts->exact != 0 ? 0 : slack_total((enum slack)facts->slack, total, part.slack, count,
		&facts->precision);
	struct outcome outcome = { total / count, error, part.int_total };
	return outcome;
}

/* Offsets of the operands, and of the result, at coordinates that "index" has in all modes but "left_out". */
static __device__ integer offsets_of(const struct result_facts *facts, const integer *words, integer index,
		integer left_out, integer *offset) {
	integer place = facts->out_start;
	for (integer k = 0; k < facts->inputs; k++) {
		offset[k] = facts->start[k];
	}
	for (integer i = 0; i < facts->rank; i++) {
		if (i == left_out) {
			continue;
		}
		const integer rest = divided(index, facts->extent[i]);
		const integer at = index - rest * facts->extent[i];
		index = rest;
		for (integer k = 0; k < facts->inputs; k++) {
			offset[k] += offset_at(words + facts->place[k][i], at);
		}
		place += offset_at(words + facts->out[i], at);
	}
	return place;
}

/* Whether the element at "index" is as good as the best one, "part", but for what rounding can do. */
static __device__ bool is_nearly_best(const struct result_facts *facts, const integer *words, const integer *offset,
		struct partial part, integer index) {
	const integer *layout = words + facts->index;
	integer at = 0;
	integer step = 1;
	if (!(part.slack > 0) || index < 0 || index >= facts->reduced) {
		return false;
	}
	for (integer i = 0; i < layout[0]; i++) {
		at += index / layout[2 + 2 * i] % layout[1 + 2 * i] * step;
		step *= layout[1 + 2 * i];
	}
	const struct outcome outcome = evaluated(facts, words, offset, facts->reduced_mode, at);
	return !(part.slack < error_unknown()) || fabs(outcome.real - part.total) <= 2 * part.slack;
}

/* The same as count_result of an arg-reduction, whose best element is "part". */
static __device__ void count_index(const struct result_facts *facts, const integer *words,
		const unsigned char *output, integer number, integer place, struct partial part, const integer *offset,
		struct tally *tally, integer tell, struct result_found *found) {
	const integer is = int_of(&facts->result, bits_at(&facts->result, output, place));
	const integer should_be = part.index == NO_INDEX ? 0 : part.index;
	tally->elements++;
	if (is != should_be && !is_nearly_best(facts, words, offset, part, is)) {
		tally->wrong++;
		atomicMin(&found->first, (natural)number);
	}
	if (number == tell) {
		found->place = place;
		found->is = (double)is;
		found->should_be = (double)should_be;
	}
}

/*
 * Every element, or every chunk of every result of a reduction: what it should be. A result of one chunk is compared at
 * once; others leave their parts in "partials".
 */
extern "C" __global__ void cutelayout_check_results(const struct result_facts *facts, const integer *words,
		const unsigned char *output, struct partial *partials, struct result_found *found, integer tell) {
	const integer step = (integer)gridDim.x * blockDim.x;
	const integer items = facts->kept * facts->chunks;
	const bool reduces = facts->reduce != NO_REDUCTION;
	struct tally tally = { 0, 0, 0 };
	for (integer item = (integer)blockIdx.x * blockDim.x + threadIdx.x; item < items; item += step) {
		const integer number = divided(item, facts->chunks);
		const integer chunk = item - number * facts->chunks;
		integer offset[OPERANDS];
		const integer place = offsets_of(facts, words, number, reduces ? facts->reduced_mode : ABSENT, offset);
		if (!reduces) {
			struct outcome outcome = evaluated(facts, words, offset, ABSENT, 0);
			if (facts->exact != 0) {
				outcome.real = (double)outcome.whole;
				outcome.error = 0;
			}
			count_result(facts, output, number, place, facts->compared_exactly != 0, outcome, &tally, tell, found);
			continue;
		}
		const integer length = (facts->reduced + facts->chunks - 1) / facts->chunks;
		const integer end = (chunk + 1) * length < facts->reduced ? (chunk + 1) * length : facts->reduced;
		struct partial part = neutral_of(facts->reduce);
		for (integer at = chunk * length; at < end; at++) {
			const integer index = facts->index != ABSENT ? offset_at(words + facts->index, at) : NO_INDEX;
			part = joined(facts, part,
				part_of(facts, evaluated(facts, words, offset, facts->reduced_mode, at), index));
		}
		if (facts->chunks > 1) {
			partials[item] = part;
		} else if (facts->index != ABSENT) {
			count_index(facts, words, output, number, place, part, offset, &tally, tell, found);
		} else {
			count_result(facts, output, number, place, facts->compared_exactly != 0, finished(facts, part), &tally,
				tell, found);
		}
	}
	add_tally(&tally, found);
}

/* Results of several chunks. */
extern "C" __global__ void cutelayout_check_totals(const struct result_facts *facts, const integer *words,
		const unsigned char *output, const struct partial *partials, struct result_found *found, integer tell) {
	const integer step = (integer)gridDim.x * blockDim.x;
	struct tally tally = { 0, 0, 0 };
	for (integer i = (integer)blockIdx.x * blockDim.x + threadIdx.x; i < facts->kept; i += step) {
		integer offset[OPERANDS];
		const integer place = offsets_of(facts, words, i, facts->reduced_mode, offset);
		struct partial part = neutral_of(facts->reduce);
		for (integer chunk = 0; chunk < facts->chunks; chunk++) {
			part = joined(facts, part, partials[i * facts->chunks + chunk]);
		}
		if (facts->index != ABSENT) {
			count_index(facts, words, output, i, place, part, offset, &tally, tell, found);
			continue;
		}
		count_result(facts, output, i, place, facts->compared_exactly != 0, finished(facts, part), &tally, tell, found);
	}
	add_tally(&tally, found);
}
