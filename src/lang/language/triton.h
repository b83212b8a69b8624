/* Encodings of Triton and what is shared by the files that read them. */
#ifndef LANG_LANGUAGE_TRITON_H
#define LANG_LANGUAGE_TRITON_H

#include "lang/language/linear_layout.h"

/* The tensor that an encoding is about. */
struct tensor {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	int bits;                  /* of an element; 0: not known */
};

/*
 * The linear layout of the encoding "term", an attribute (#ttg.blocked<{...}>) or a constructor of Gluon
 * (BlockedLayout(...)), on "tensor". "aliases" are definitions #name = ... that it may use. Returns false after a
 * fault.
 */
bool triton_read_encoding(struct reader *reader, const struct term *aliases, const struct term *term,
	const struct tensor *tensor, struct linear_layout *out);

/* --- triton_fields.c: attributes and constructors alike --- */

/* An encoding being read. */
struct encoding {
	struct reader *reader;
	const struct term *aliases;
	const struct term *term;      /* the call */
	const struct term *fields;    /* where its fields are */
	const struct tensor *tensor;
	int broadcast;                /* the dimension along which blocks of a cluster hold the same; -1: none */
};

/*
 * The field with one of the names in "names", separated by blanks; case and "_" do not count. An argument without a
 * name has that of the parameter in its place. NULL if there is none.
 */
const struct term *encoding_field(const struct encoding *encoding, const char *names);

/*
 * A fault if a constructor has more arguments than parameters, or a field a name that is none of "names", of a
 * parameter, or of what says the blocks of a cluster.
 */
bool encoding_accepts_arguments(struct encoding *encoding, const char *names);

/* Powers of two, one for each dimension. */
bool encoding_extents(struct encoding *encoding, const char *names, int count, int64_t *out);

/* A permutation of the dimensions. */
bool encoding_order(struct encoding *encoding, const char *names, int64_t *out);

/* The dimensions from "first" on, then "second", then the batch. */
void encoding_order_from(int rank, int first, int second, int64_t *order);

int64_t encoding_int(struct encoding *encoding, const char *names, int64_t least, int64_t greatest);
bool encoding_bool(struct encoding *encoding, const char *names);

/* --- the blocks of a cluster --- */

/* The extents that one block holds. */
bool encoding_block_shape(struct encoding *encoding, int64_t *out);

/*
 * Grow "linear" along the dimensions in "order" until it covers what a block holds, drop what is beyond it, and put the
 * blocks behind. Registers beyond it are dropped unless "keeps_registers"; lanes and warps become 0.
 */
bool encoding_finish(struct encoding *encoding, const int64_t *order, int input, bool keeps_registers,
	struct linear_layout *linear);

bool triton_read_shared(struct encoding *encoding, struct linear_layout *out);
bool triton_read_padded(struct encoding *encoding, struct linear_layout *out);
bool triton_read_nvmma_shared(struct encoding *encoding, struct linear_layout *out);
bool triton_read_shared_linear(struct encoding *encoding, struct linear_layout *out);
bool triton_read_tensor_memory(struct encoding *encoding, struct linear_layout *out);
bool triton_read_tensor_memory_scales(struct encoding *encoding, struct linear_layout *out);

/* --- AMD's instructions (triton_amd.c): their accumulators, and operands of a product with such a "parent" --- */

bool triton_read_mfma(struct encoding *encoding, struct linear_layout *out);
bool triton_read_wmma(struct encoding *encoding, struct linear_layout *out);
bool triton_read_mfma_operand(struct encoding *operand, struct encoding *parent, struct linear_layout *out);
bool triton_read_wmma_operand(struct encoding *operand, struct encoding *parent, struct linear_layout *out);

/* --- types and files (triton.c, triton_file.c) --- */

struct reading;

/* Read tensor<64x128xf16, #blocked>, or a memdesc, whose leading dimensions may be copies of the buffer. */
bool triton_read_type(struct reading *reading, const struct term *aliases, const struct term *type,
	struct denotation *denotation);

/* A type with an encoding, as often as a file has it. */
struct triton_use {
	struct span span;             /* the first */
	int count;
	struct str name;
	struct denotation denotation;
	struct message message;       /* a fault of this type alone */
};

/* Whether "text" is a file rather than an encoding or a type. */
bool triton_is_file(struct str text);

/* Read the types of a file. Returns how many "uses" receives; 0 after a fault of the file. */
int triton_read_file(struct reading *reading, struct triton_use **uses);

/* --- writing (triton_write.c) --- */

/* Print the encoding of "denotation". Returns NULL, or why there is none. */
const char *triton_write(struct buf *out, struct algebra *al, const struct denotation *denotation);

#endif
