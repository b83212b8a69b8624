/*
 * The fields of encodings, whatever Triton calls them in a version: CTAsPerCGA and ctas_per_cga are one name. What is
 * needed and missing is a fault at the encoding; of a field that is there twice the first one counts.
 */
#include "lang/language/triton.h"

#include <inttypes.h>

/* The same name, whatever its case and its underscores. */
static bool names_alike(struct str a, const char *b, size_t length) {
	size_t j = 0;
	for (size_t i = 0; i < a.length; i++) {
		if (a.data[i] == '_') {
			continue;
		}
		while (j < length && b[j] == '_') {
			j++;
		}
		if (j == length || str_small(a.data[i]) != str_small(b[j++])) {
			return false;
		}
	}
	return j == length;
}

static bool is_among(struct str name, const char *names) {
	while (*names != '\0') {
		size_t length = strcspn(names, " ");
		if (names_alike(name, names, length)) {
			return true;
		}
		names += length + (names[length] == ' ');
	}
	return false;
}

/* The parameters of the constructors of Gluon, in order. */
static const struct {
	const char *name;
	const char *parameters;
} constructors[] = {
	{ "AMDMFMALayout", "version instr_shape transposed warps_per_cta element_bitwidth tiles_per_warp cga_layout" },
	{ "AMDWMMALayout", "version transposed warp_bases reg_bases instr_shape cga_layout rank" },
	{ "BlockedLayout", "size_per_thread threads_per_warp warps_per_cta order cga_layout" },
	{ "DistributedLinearLayout", "reg_bases lane_bases warp_bases block_bases shape" },
	{ "DotOperandLayout", "operand_index parent k_width" },
	{ "NVMMADistributedLayout", "version warps_per_cta instr_shape cga_layout" },
	{ "NVMMASharedLayout", "swizzle_byte_width element_bitwidth rank transposed fp4_padded cga_layout" },
	{ "PaddedSharedLayout", "interval_padding_pairs offset_bases cga_layout shape" },
	{ "SharedLinearLayout", "offset_bases block_bases alignment" },
	{ "SliceLayout", "dim parent" },
	{ "SwizzledSharedLayout", "vec per_phase max_phase order cga_layout" },
	{ "TensorMemoryLayout", "block col_stride cga_layout two_ctas fp4_padded" },
	{ "TensorMemoryScalesLayout", "cga_layout" },
};

/* The parameters of the constructor "call", or none. */
static const char *parameters_of(const struct term *call) {
	for (size_t i = 0; i < sizeof constructors / sizeof *constructors && call->bracket == '('; i++) {
		if (str_is(term_last_name(call->text), constructors[i].name)) {
			return constructors[i].parameters;
		}
	}
	return "";
}

const struct term *encoding_field(const struct encoding *encoding, const char *names) {
	const struct term *fields = encoding->fields;
	const char *parameter = parameters_of(encoding->term);
	for (int i = 0; i < fields->count; i++) {
		const struct term *item = &fields->items[i];
		size_t length = strcspn(parameter, " ");
		bool is_field = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN;
		if (is_field && item->items[0].kind == TERM_NAME && is_among(item->items[0].text, names)) {
			return &item->items[1];
		}
		if (!is_field && is_among((struct str){ parameter, length }, names)) {
			return item;
		}
		parameter += length + (parameter[length] == ' ');
	}
	return NULL;
}

/* A field that no version of the encoding has says something that would be left out of the layout. */
static bool names_are_known(struct encoding *encoding, const char *names) {
	bool in_braces = encoding->fields != encoding->term;
	for (int i = 1; in_braces && i < encoding->term->count; i++) {
		const struct term *item = &encoding->term->items[i];
		bool is_alignment = is_among(str_from("alignment"), names) && term_is_pair(item)
			&& term_is_name(&item->items[0], "alignment");
		if (!is_alignment) {
			return reader_fault(encoding->reader, item->span, FAULT_SYNTAX, "expected '>' behind the fields");
		}
	}
	const char *parameters = parameters_of(encoding->term);
	for (int i = 0; i < encoding->fields->count; i++) {
		const struct term *item = &encoding->fields->items[i];
		bool is_field = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN && item->items[0].kind == TERM_NAME;
		if (in_braces && !is_field) {
			return reader_fault(encoding->reader, item->span, FAULT_SYNTAX, "expected name = value");
		}
		struct str name = is_field ? item->items[0].text : str_from("");
		if (is_field && !is_among(name, parameters) && !is_among(name, names)) {
			return reader_fault(encoding->reader, item->span, FAULT_NAME, "'%.*s' is no field of this encoding",
				(int)name.length, name.data);
		}
	}
	return true;
}

bool encoding_accepts_arguments(struct encoding *encoding, const char *names) {
	const struct term *term = encoding->term;
	const char *parameter = parameters_of(term);
	for (int i = 0; i < term->count && term->bracket == '('; i++) {
		const struct term *item = &term->items[i];
		bool is_field = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN;
		if (!is_field && *parameter == '\0') {
			return reader_fault(encoding->reader, item->span, FAULT_RANK, "more arguments than this layout has");
		}
		parameter += strcspn(parameter, " ");
		parameter += *parameter == ' ' ? 1 : 0;
	}
	return names_are_known(encoding, names);
}

/* The field by any of its "names"; a fault where it is missing. */
static const struct term *need_field(struct encoding *encoding, const char *names) {
	const struct term *field = encoding_field(encoding, names);
	if (field == NULL) {
		int length = (int)strcspn(names, " ");
		reader_fault(encoding->reader, encoding->term->span, FAULT_SYNTAX, "expected %.*s = ... in this encoding",
			length,
			names);
	}
	return field;
}

bool encoding_extents(struct encoding *encoding, const char *names, int count, int64_t *out) {
	const struct term *field = need_field(encoding, names);
	if (field == NULL) {
		return false;
	}
	int found = term_ints(encoding->reader, field, out, LANGUAGE_RANK);
	if (reader_failed(encoding->reader)) {
		return false;
	}
	if (found != count) {
		return reader_fault(encoding->reader, field->span, FAULT_RANK, "expected %d numbers, one for each dimension of "
			"the "
			"tensor, saw %d", count, found);
	}
	for (int i = 0; i < count; i++) {
		if (log2_exact(out[i]) < 0 || out[i] > 1 << 24) {
			return reader_fault(encoding->reader, field->span, FAULT_DOMAIN, "expected powers of two, saw %" PRId64,
				out[i]);
		}
	}
	return true;
}

bool encoding_order(struct encoding *encoding, const char *names, int64_t *out) {
	const struct term *field = need_field(encoding, names);
	if (field == NULL) {
		return false;
	}
	int rank = encoding->tensor->rank;
	int found = term_ints(encoding->reader, field, out, LANGUAGE_RANK);
	uint32_t seen = 0;
	for (int i = 0; i < found && !reader_failed(encoding->reader); i++) {
		seen |= out[i] >= 0 && out[i] < rank ? (uint32_t)1 << out[i] : 0;
	}
	if (!reader_failed(encoding->reader) && (found != rank || seen != ((uint32_t)1 << rank) - 1)) {
		reader_fault(encoding->reader, field->span, FAULT_DOMAIN, "expected each of the dimensions 0 to %d once, the "
			"fastest "
			"first", rank - 1);
	}
	return !reader_failed(encoding->reader);
}

void encoding_order_from(int rank, int first, int second, int64_t *order) {
	order[0] = first;
	order[1] = second;
	for (int i = 2; i < rank; i++) {
		order[i] = rank - 1 - i;
	}
}

int64_t encoding_int(struct encoding *encoding, const char *names, int64_t least, int64_t greatest) {
	const struct term *field = need_field(encoding, names);
	return field == NULL ? least : term_int(encoding->reader, field, least, greatest);
}

bool encoding_bool(struct encoding *encoding, const char *names) {
	const struct term *field = encoding_field(encoding, names);
	return field != NULL && term_bool(encoding->reader, field);
}

/*
 * CTAsPerCGA, CTASplitNum and CTAOrder, as older versions write the blocks: along a dimension first those that split.
 */
static bool read_old_blocks(struct encoding *encoding, struct linear_layout *blocks) {
	int64_t ctas[LANGUAGE_RANK];
	int64_t split[LANGUAGE_RANK];
	int64_t order[LANGUAGE_RANK];
	int rank = encoding->tensor->rank;
	if (!encoding_extents(encoding, "CTAsPerCGA ctas_per_cga", rank, ctas)
		|| !encoding_extents(encoding, "CTASplitNum cta_split_num", rank, split)
		|| !encoding_order(encoding, "CTAOrder cta_order", order)) {
		return false;
	}
	for (int i = 0; i < rank; i++) {
		int64_t d = order[i];
		if (split[d] > ctas[d]) {
			return reader_fault(encoding->reader, encoding_field(encoding, "CTASplitNum cta_split_num")->span,
				FAULT_DIVIDE, "expected at most the %" PRId64 " blocks along dimension %" PRId64 ", saw %" PRId64,
				ctas[d], d, split[d]);
		}
		linear_layout_identity(blocks, LINEAR_BLOCK, split[d], (int)d);
		linear_layout_zeros(blocks, LINEAR_BLOCK, ctas[d] / split[d]);
	}
	return true;
}

/* Along the dimensions blocks are counted by 1, 2, 4 and so on, each once; those that hold the same have zeros. */
static bool require_counts(struct encoding *encoding, const struct term *term, const struct linear_layout *blocks) {
	int64_t seen[LANGUAGE_RANK] = { 0 };
	bool counts = true;
	for (int bit = 0; bit < blocks->in[LINEAR_BLOCK].count; bit++) {
		const int64_t *basis = blocks->in[LINEAR_BLOCK].at[bit];
		int moved = 0;
		for (int d = 0; d < blocks->rank; d++) {
			counts = counts && (basis[d] == 0 || (log2_exact(basis[d]) >= 0 && (seen[d] & basis[d]) == 0));
			moved += basis[d] != 0;
			seen[d] |= basis[d];
		}
		counts = counts && moved <= 1;
	}
	for (int d = 0; d < blocks->rank; d++) {
		counts = counts && (seen[d] & (seen[d] + 1)) == 0;
	}
	return counts || reader_fault(encoding->reader, term->span, FAULT_DOMAIN,
		"expected 1, 2, 4 and so on along the dimensions, each once, and zeros for blocks that hold the same");
}

/* The blocks of a cluster as bases in units of what a block holds. */
static bool read_blocks(struct encoding *encoding, struct linear_layout *blocks) {
	linear_layout_init(blocks, LINEAR_DISTRIBUTED, encoding->tensor->rank);
	const struct term *bases = encoding_field(encoding, "CGALayout cga_layout block_bases");
	if (bases == NULL && encoding_field(encoding, "CTAsPerCGA ctas_per_cga") != NULL) {
		return read_old_blocks(encoding, blocks);
	}
	if (!linear_layout_read_bases(encoding->reader, bases, encoding->tensor->rank, blocks, LINEAR_BLOCK)
		|| !require_counts(encoding, bases, blocks)) {
		return false;
	}
	for (int bit = 0; bit < blocks->in[LINEAR_BLOCK].count && encoding->broadcast >= 0; bit++) {
		blocks->in[LINEAR_BLOCK].at[bit][encoding->broadcast] = 0;
	}
	return true;
}

/* The shape of the part of the tensor that one block has. */
static void block_shape(const struct encoding *encoding, const struct linear_layout *blocks, int64_t *out) {
	for (int d = 0; d < encoding->tensor->rank; d++) {
		int64_t split = 1;
		for (int bit = 0; bit < blocks->in[LINEAR_BLOCK].count; bit++) {
			while (split <= blocks->in[LINEAR_BLOCK].at[bit][d]) {
				split *= 2;
			}
		}
		out[d] = encoding->tensor->shape[d] / split > 0 ? encoding->tensor->shape[d] / split : 1;
	}
}

bool encoding_block_shape(struct encoding *encoding, int64_t *out) {
	struct linear_layout blocks;
	if (!read_blocks(encoding, &blocks)) {
		return false;
	}
	block_shape(encoding, &blocks, out);
	return true;
}

/* Make 0 of each basis of "input" beyond "shape", or drop it. */
static void drop_beyond(struct bases *bases, int rank, const int64_t *shape, bool drops) {
	int kept = 0;
	for (int bit = 0; bit < bases->count; bit++) {
		bool is_zero = true;
		for (int d = 0; d < rank; d++) {
			if (bases->at[bit][d] >= shape[d]) {
				bases->at[bit][d] = 0;
			}
			is_zero = is_zero && bases->at[bit][d] == 0;
		}
		if (!is_zero || !drops) {
			memmove(bases->at[kept++], bases->at[bit], sizeof *bases->at);
		}
	}
	bases->count = kept;
}

bool encoding_finish(struct encoding *encoding, const int64_t *order, int input, bool keeps_registers,
	struct linear_layout *linear) {
	struct linear_layout blocks;
	int64_t shape[LANGUAGE_RANK];
	if (!read_blocks(encoding, &blocks)) {
		return false;
	}
	block_shape(encoding, &blocks, shape);
	for (int i = 0; i < linear->rank; i++) {
		int d = (int)order[i];
		if (linear->size[d] < shape[d]) {
			linear_layout_identity(linear, input, shape[d] / linear->size[d], d);
		}
	}
	for (int in = 0; in < LINEAR_INPUTS; in++) {
		drop_beyond(&linear->in[in], linear->rank, shape, in == LINEAR_REGISTER && !keeps_registers);
	}
	for (int bit = 0; bit < blocks.in[LINEAR_BLOCK].count; bit++) {
		int64_t basis[LANGUAGE_RANK];
		for (int d = 0; d < linear->rank; d++) {
			basis[d] = blocks.in[LINEAR_BLOCK].at[bit][d] * shape[d];
			basis[d] = basis[d] >= encoding->tensor->shape[d] ? 0 : basis[d];
		}
		linear_layout_append(linear, LINEAR_BLOCK, basis);
	}
	return !reader_failed(encoding->reader);
}
