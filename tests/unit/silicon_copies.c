/*
 * Tiled copies and MMAs and boxes of TMA drawn at random, run on the host (tests/emulator): all are proved; errors
 * planted in what the kernel does, and in the layouts of atoms, are found, with an example that is true.
 *
 *     silicon_copies [COUNT [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emulator/boxes.h"
#include "../emulator/emulator.h"
#include "../random_tiles.h"

struct tester {
	struct arena arena;
	struct random_tiles random;
	int passed, failed;
	int planted, found;
};

static void report(struct tester *tester, const char *command, bool good, const char *what, const char *text) {
	if (!good) {
		printf("FAIL: %s: %s: %s\n", command, what, text);
	}
	tester->passed += good;
	tester->failed += !good;
}

static int64_t bytes_of(const struct tiled_subject *subject) {
	return subject->kind == TILED_MMA ? 4 * tiled_words(&subject->mma) : tiled_copy_bytes(&subject->copy);
}

/* Run its kernel. Returns what it found, which the caller frees; NULL with what went wrong. */
static uint32_t *run(struct algebra *al, const struct tiled_subject *subject, const char **wrong) {
	const char *source = silicon_tiled_source(al, subject);
	const char *symbol = KERNEL_SYMBOL;
	size_t bytes = (size_t)(bytes_of(subject) + 127) / 128 * 128;
	void *found = aligned_alloc(128, bytes);
	void *arguments[] = { &found };
	struct emulated kernel;
	memset(found, 0, bytes);
	*wrong = "does not compile";
	if (emulator_compile(&source, &symbol, 1, &kernel)) {
		*wrong = emulator_run(&kernel, 1, subject->kind == TILED_MMA ? subject->mma.threads : subject->copy.threads,
			arguments);
		emulator_close(&kernel);
	}
	if (*wrong != NULL) {
		free(found);
		return NULL;
	}
	return found;
}

static struct silicon_answer judge(struct algebra *al, const struct tiled_subject *subject, const uint32_t *found) {
	return subject->kind == TILED_MMA ? tiled_judge(al, &subject->mma, found) :
		tiled_copy_judge(al, &subject->copy, found);
}

/* --- planted errors --- */

static int draw(struct tester *tester, int choices) {
	tester->random.state = tester->random.state * 6364136223846793005u + 1442695040888963407u;
	return (int)((tester->random.state >> 33) % (uint64_t)choices);
}

/* "a" with each extent 2^k, at any depth, as k modes of 2; others stay. */
static struct layout in_twos(struct algebra *al, struct layout a) {
	int64_t extent = tuple_is_tuple(a.shape) ? 0 : int_value(al, a.shape);
	int64_t stride = tuple_is_tuple(a.shape) ? 0 : int_value(al, a.stride);
	int rank = tuple_is_tuple(a.shape) ? a.shape.rank : 0;
	for (int64_t left = extent; left > 1 && left % 2 == 0; left /= 2) {
		rank++;
	}
	if (!tuple_is_tuple(a.shape) && (rank < 2 || extent != (int64_t)1 << rank)) {
		return a;
	}
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = tuple_is_tuple(a.shape) ? in_twos(al, layout_mode(a, i)) :
			layout_of(al, tuple_int(2), tuple_int(stride << i));
	}
	return layout_from_modes(al, modes, rank);
}

/* The strides of leaves "from" and "to" change places; "*leaf" counts them. */
static struct tuple swapped(struct algebra *al, struct tuple stride, const struct tuple leaves[2], const int which[2],
		int *leaf) {
	if (!tuple_is_tuple(stride)) {
		int own = (*leaf)++;
		return own == which[0] ? leaves[1] : own == which[1] ? leaves[0] : stride;
	}
	struct tuple *modes = tuple_modes_new(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = swapped(al, tuple_mode(stride, i), leaves, which, leaf);
	}
	return tuple_of(al, modes, stride.rank);
}

/* "layout" with two bits of (thread, value) exchanged. */
static struct layout plant(struct tester *tester, struct algebra *al, struct layout layout) {
	struct layout bits = in_twos(al, layout);
	struct tuple flat = tuple_flatten_to_tuple(al, bits.stride);
	const int which[2] = { draw(tester, tuple_rank(flat)), draw(tester, tuple_rank(flat)) };
	const struct tuple leaves[2] = { tuple_mode(flat, which[0]), tuple_mode(flat, which[1]) };
	int leaf = 0;
	return layout_of(al, bits.shape, swapped(al, bits.stride, leaves, which, &leaf));
}

/* Another function, which gives only numbers below "elements". */
static bool is_other(struct algebra *al, struct layout a, struct layout b, int64_t elements) {
	struct offsets of_a = offsets_init(al, a);
	struct offsets of_b = offsets_init(al, b);
	bool differs = false;
	for (int64_t i = 0; i < of_a.size; i++) {
		differs = differs || offsets_at(&of_a, i) != offsets_at(&of_b, i);
	}
	return differs && of_b.greatest < elements;
}

/* "(3,8)" as the number of an element; -1 for something else. */
static int64_t element_of(const struct tiled_copy_question *copy, const char *text) {
	int64_t m;
	int64_t n;
	bool read = sscanf(text, "(%" SCNd64 ",%" SCNd64 ")", &m, &n) == 2;
	return read ? m + n * tuple_mode(copy->shape, 0).value : -1;
}

/* What "text" says of a thread and a value: the kernel had the layout "done", the copy has "meant". */
static bool is_true(struct algebra *al, const struct tiled_copy_question *copy, const char *text, struct layout done,
		struct layout meant) {
	const char *thread_at = strstr(text, "thread ");
	const char *has = strstr(text, "has as value ");
	const char *says = strstr(text, "the copy says ");
	if (thread_at == NULL || has == NULL || says == NULL) {
		return strstr(text, "there is ") != NULL;
	}
	int64_t thread = strtoll(thread_at + 7, NULL, 10);
	int64_t value = strtoll(has + 13, NULL, 10);
	struct offsets is = offsets_init(al, done);
	struct offsets should_be = offsets_init(al, meant);
	int64_t threads = int_value(al, layout_size(al, layout_mode(meant, 0)));
	return element_of(copy, strchr(has + 13, '(')) == offsets_at(&is, thread + threads * value)
		&& element_of(copy, says + 14) == offsets_at(&should_be, thread + threads * value);
}

/* Instructions of fewer than four matrices take addresses from some lanes only: those of the others do not matter. */
static bool looks_at_all(const struct tiled_copy_question *copy, bool in_source) {
	switch (copy->way) {
	case TILED_COPY_LOAD: return !in_source || copy->atom.d.count == 4;
	case TILED_COPY_STORE: return in_source || copy->atom.s.count == 4;
	default: return true;
	}
}

/* A kernel that does something else than the copy says. */
static void plant_in_kernel(struct tester *tester, struct algebra *al, const struct tiled_subject *subject,
		const char *command) {
	struct tiled_subject spoilt = *subject;
	const struct tiled_copy_question *copy = &subject->copy;
	bool in_source = draw(tester, 2) == 0;
	struct layout meant = in_source ? copy->source : copy->target;
	struct layout done = plant(tester, al, meant);
	const char *wrong;
	bool is_plain = copy->way == TILED_COPY_PLAIN || copy->way == TILED_COPY_ASYNC;
	if (!is_other(al, meant, done, copy->elements) || (is_plain && copy->source_values > 1)
			|| !looks_at_all(copy, in_source)) {
		return;
	}
	*(in_source ? &spoilt.copy.source : &spoilt.copy.target) = done;
	uint32_t *found = run(al, &spoilt, &wrong);
	if (found != NULL) {
		struct silicon_answer answer = judge(al, subject, found);
		tester->planted++;
		tester->found += !answer.good;
		report(tester, command, !answer.good, "a planted error is not found", in_source ? "source" : "destination");
		bool registers_hold_it = copy->way == TILED_COPY_PLAIN && in_source;
		report(tester, command, !registers_hold_it || is_true(al, copy, answer.text, done, meant), "it is not true",
			answer.text);
		free(found);
	}
}

/* An atom that says something else than its instruction does. */
static void plant_in_atom(struct tester *tester, struct algebra *al, const struct tiled_subject *subject,
		const char *command) {
	struct tiled_subject spoilt = *subject;
	struct tiled_copy_question *copy = &spoilt.copy;
	bool in_source = draw(tester, 2) == 0;
	struct layout *layout = in_source ? &copy->tiled.atom.src : &copy->tiled.atom.dst;
	if (!looks_at_all(copy, in_source)) {
		return;
	}
	*layout = plant(tester, al, *layout);
	const char *wrong;
	for (int i = 0; i <= STEPS; i++) {
		copy->first[i] = 0;
	}
	tiled_copy_prepare(al, copy);
	bool is_stated = !algebra_failed(al) && (is_other(al, subject->copy.source, copy->source, copy->elements)
		|| is_other(al, subject->copy.target, copy->target, copy->elements));
	fault_clear(&al->fault);
	uint32_t *found = is_stated ? run(al, &spoilt, &wrong) : NULL;
	if (found != NULL) {
		struct silicon_answer answer = judge(al, &spoilt, found);
		tester->planted++;
		tester->found += !answer.good;
		report(tester, command, !answer.good, "an error planted in the atom is not found", "");
		free(found);
	}
}

/* --- boxes --- */

/* What the driver and the kernel are told; that of an error planted differs from the question. */
struct told {
	struct emulated_boxes boxes;
	int32_t *coordinates;
	unsigned rank, copies, bytes;
};

static struct told tell(struct algebra *al, const struct tma_question *boxes) {
	struct told told = { .boxes = { .bits = (int)boxes->problem.bits, .rank = boxes->tma.rank,
		.swizzle = (int)boxes->tma.span }, .coordinates = tma_coordinates(al, boxes),
		.rank = (unsigned)boxes->tma.rank, .copies = (unsigned)boxes->tma.copies, .bytes = (unsigned)boxes->tma.bytes };
	memcpy(told.boxes.extent, boxes->tma.extent, sizeof told.boxes.extent);
	memcpy(told.boxes.stride, boxes->tma.stride, sizeof told.boxes.stride);
	memcpy(told.boxes.box, boxes->tma.box, sizeof told.boxes.box);
	return told;
}

/* Run the kernel for "question" as it is told, and judge. "*wrong" is what the hardware would not do. */
static struct silicon_answer run_boxes(struct algebra *al, const struct tma_question *question, struct told told,
		const char **wrong) {
	struct silicon_answer answer = { .good = true };
	const char *source = tma_source(al);
	const char *symbol = KERNEL_SYMBOL;
	struct emulated kernel;
	unsigned char map[128];
	size_t images = (size_t)(question->asked * question->shared_bytes);
	/* An error may send a box beyond the tensor. */
	size_t room = 2 * (size_t)question->global_bytes + (1 << 16);
	unsigned char *global = aligned_alloc(128, (room + 127) / 128 * 128);
	unsigned char *image = malloc(images);
	unsigned size = (unsigned)question->shared_bytes;
	unsigned stores = question->stores;
	told.boxes.base = global;
	*wrong = emulator_encode_boxes(&told.boxes, map);
	if (*wrong == NULL && emulator_compile(&source, &symbol, 1, &kernel)) {
		void *arguments[] = { &image, &global, map, &told.coordinates, &told.rank, &told.copies, &told.bytes, &size,
			&stores };
		for (int digit = 0; digit < question->digits && answer.good && *wrong == NULL; digit++) {
			memset(global, 0, room);
			tma_fill(question, digit, global, image);
			*wrong = emulator_run(&kernel, question->asked, 32, arguments);
			answer = tma_judge(al, question, digit, global, image);
		}
		emulator_close(&kernel);
	}
	free(global);
	free(image);
	return answer;
}

/* One thing that is told is another. False where it makes no difference. */
static bool plant_in_boxes(struct tester *tester, const struct tma_question *question, struct told *told) {
	const struct tma *tma = &question->tma;
	int i = draw(tester, tma->rank);
	int64_t row = tma->box[0] * question->problem.bits / 8;
	switch (draw(tester, 4)) {
	case 0:
		told->boxes.swizzle = told->boxes.swizzle == 128 ? 64 : 128;
		return row * (question->elements / tma->box[0]) >= 512 && row <= told->boxes.swizzle;
	case 1:
		told->boxes.stride[i] += 16;
		return i > 0 && tma->box[i] > 1 && tma->extent[i] > 1;
	case 2:
		told->coordinates[i] += 1;
		return question->digits == 1 || question->stores;
	default:
		told->bytes -= 16;
		return !question->stores;
	}
}

static void ask_boxes(struct tester *tester, struct algebra *al, const struct tma_question *question,
		const char *command) {
	const char *wrong;
	struct silicon_answer answer = run_boxes(al, question, tell(al, question), &wrong);
	report(tester, command, wrong == NULL, "the kernel fails", wrong != NULL ? wrong : "");
	report(tester, command, answer.good && answer.asked > 0, "it differs", answer.text);
	for (int i = 0; i < 4; i++) {
		struct told told = tell(al, question);
		if (plant_in_boxes(tester, question, &told)) {
			answer = run_boxes(al, question, told, &wrong);
			tester->planted++;
			tester->found += wrong != NULL || !answer.good;
			report(tester, command, wrong != NULL || !answer.good, "an error planted in a box is not found", "");
		}
	}
}

/* --- all --- */

static void ask_next(struct tester *tester) {
	struct evaluation ev;
	struct tiled_request request;
	struct tiled_subject subject;
	const char *wrong;
	random_tiles_next(&tester->random, &tester->arena, &ev, &request, &subject);
	const char *command = random_tiles_command(&tester->arena, &request);
	if (subject.kind == TILED_BOXES) {
		ask_boxes(tester, &ev.algebra, &subject.boxes, command);
		arena_reset(&tester->arena);
		return;
	}
	bool is_copy = subject.kind == TILED_COPY;
	uint32_t *found = run(&ev.algebra, &subject, &wrong);
	report(tester, command, found != NULL, "the kernel fails", wrong != NULL ? wrong : "");
	if (found != NULL) {
		struct silicon_answer answer = judge(&ev.algebra, &subject, found);
		report(tester, command, answer.good, "it differs", answer.text);
		for (int step = 0; is_copy && step < STEPS; step++) {
			int64_t first = subject.copy.first[step];
			if (subject.copy.first[step + 1] > first) {
				found[first] ^= 1;
				report(tester, command, !judge(&ev.algebra, &subject, found).good, "a wrong first word passes", "");
				found[first] ^= 1;
			}
		}
		free(found);
	}
	bool by_atom = is_copy && (subject.copy.way == TILED_COPY_LOAD || subject.copy.way == TILED_COPY_STORE);
	for (int i = 0; i < 2 && is_copy; i++) {
		plant_in_kernel(tester, &ev.algebra, &subject, command);
	}
	for (int i = 0; i < 2 && by_atom; i++) {
		plant_in_atom(tester, &ev.algebra, &subject, command);
	}
	arena_reset(&tester->arena);
}

int main(int argc, char **argv) {
	struct tester tester = { .passed = 0 };
	int count = argc > 1 ? atoi(argv[1]) : 24;
	if (!emulator_is_there()) {
		printf("skipped: no C++ compiler\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&tester.arena, NULL, NULL);
	random_tiles_init(&tester.random, argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122);
	tester.random.is_small = true;
	for (int i = 0; i < count; i++) {
		ask_next(&tester);
	}
	arena_finish(&tester.arena);
	printf("%d of %d planted errors found; %d of %d drawn have no kernel\n", tester.found, tester.planted,
		tester.random.refused, tester.random.drawn);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.passed == 0;
}
