#include "gpu/silicon_wgmma_ask.h"

#include "gpu/emit.h"
#include "gpu/silicon_wgmma_judge.h"
#include "gpu/silicon_wgmma_text.h"

/* Of a kernel. */
enum { BLOCKS = 264 };

/* A question on its way: the kernel, and room for what any of its runs finds. */
struct asking {
	struct device *device;
	struct wgmma_sizes sizes;
	struct kernel_image kernel;
	void *memory;              /* of the device */
	uint32_t *host;
};

/* One run: all its digits, and what was found to the host. */
static bool ask_run(struct asking *asking, struct wgmma_run run, struct fault *fault) {
	int64_t bytes = wgmma_words(&asking->sizes, run) * (int64_t)sizeof *asking->host;
	unsigned digits = (unsigned)wgmma_digits(&asking->sizes, run);
	bool good = device_set(asking->device, asking->memory, 0, bytes, fault);
	for (unsigned digit = 0; digit < digits && good; digit++) {
		struct launch launch = { .kernel = &asking->kernel, .threads = WGMMA_THREADS, .blocks = BLOCKS,
			.arguments = { &asking->memory, &run.form_a, &run.form_b, &digit, &run.pattern } };
		good = device_run(asking->device, &launch, fault);
	}
	return good && device_read(asking->device, asking->host, asking->memory, bytes, fault);
}

/* Numbers of 32 bits that the largest run leaves. */
static int64_t most_words(const struct wgmma_question *question, const struct wgmma_sizes *sizes) {
	struct wgmma_run run;
	int64_t most = 0;
	for (int i = 0; wgmma_run_at(question, i, &run); i++) {
		int64_t words = wgmma_words(sizes, run);
		most = words > most ? words : most;
	}
	return most;
}

struct silicon_answer wgmma_ask(struct device *device, struct algebra *al, const struct wgmma_question *question,
		struct fault *fault) {
	struct silicon_answer answer = { .good = true };
	struct asking asking = { .device = device, .sizes = wgmma_sizes(al, question) };
	struct wgmma_run run;
	int64_t words = most_words(question, &asking.sizes);
	int64_t asked = 0;
	const struct kernel_text text = { .source = wgmma_source(al, question), .symbol = KERNEL_SYMBOL,
		.threads = WGMMA_THREADS, .is_specific = true, .code = question->code };
	asking.host = arena_array(al->arena, (size_t)words, sizeof *asking.host);
	if (!algebra_failed(al)) {
		asking.memory = device_alloc(device, words * (int64_t)sizeof *asking.host, fault);
	}
	bool runs = asking.memory != NULL && device_compile(device, al->arena, &text, &asking.kernel, fault);
	for (int i = 0; runs && answer.good && wgmma_run_at(question, i, &run); i++) {
		runs = ask_run(&asking, run, fault);
		if (runs) {
			answer = wgmma_judge(al, question, run, asking.host);
			asked += answer.asked;
		}
	}
	answer.asked = asked;
	answer.good = answer.good && runs;
	device_unload(device, &asking.kernel);
	if (asking.memory != NULL) {
		device_free(device, asking.memory);
	}
	return answer;
}
