/* An atom by name as a question to the hardware: its layouts, and the instruction behind it with its registers. */
#ifndef TOOL_SILICON_H
#define TOOL_SILICON_H

#include "gpu/silicon_tiled_copy.h"
#include "gpu/silicon_tma.h"
#include "gpu/silicon_wgmma.h"
#include "lang/eval.h"

enum silicon_kind {
	SILICON_NONE,          /* nothing asks for this one; "why" says why */
	SILICON_MMA,
	SILICON_COPY,
	SILICON_WGMMA,
	SILICON_ACCESSES,      /* a copy by accesses or cp.async */
	SILICON_BOXES,
};

enum { SILICON_WHY = 160 };

struct silicon_question {
	enum silicon_kind kind;
	int arch;              /* that runs it: 80 for sm80 */
	struct mma_question mma;
	struct copy_question copy;
	struct wgmma_question wgmma;
	struct tiled_copy_question accesses;
	struct tma_question *boxes;
	char why[SILICON_WHY];
};

/*
 * The name of the atom that "text" is, mma_atom("...") or copy_atom("...", 16). Returns false where it is none, with
 * FAULT_TYPE, or where it cannot be evaluated; the fault is in ev->error.
 */
bool silicon_atom_of(struct evaluation *ev, const char *text, struct str *name);

/* The question for the MMA or copy atom, or the boxes of silicon_boxes.h, called "name", which is one of them. */
struct silicon_question silicon_question(struct algebra *al, struct str name);

/* Its CUDA C. */
const char *silicon_source(struct algebra *al, const struct silicon_question *question);

/* Compile the kernels of "count" questions for "device" over the host's processors, before they are asked. */
void silicon_compile_all(struct device *device, struct algebra *al, struct silicon_question *const *questions,
	int count);

/* Ask "device", which can run it. A fault of the device is in "fault". */
struct silicon_answer silicon_ask(struct device *device, struct algebra *al, const struct silicon_question *question,
	struct fault *fault);

/* "; N elements beyond the tensor were written, ...", if stores of boxes wrote any. */
void silicon_put_beyond(struct buf *out, const struct silicon_answer *answer);

/* What came of it in one line: "proved ..." or what differs, behind the name. */
void silicon_put_answer(struct buf *out, const struct silicon_question *question,
	const struct silicon_answer *answer);

#endif
