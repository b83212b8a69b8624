/*
 * Tiled MMAs and tiled copies drawn at random, proved on the GPU. Prints "N passed, N failed".
 *
 *     device_tiles [COUNT [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/device.h"
#include "random_tiles.h"

enum { COUNT = 40, WATCHDOG = 30 };

int main(int argc, char **argv) {
	struct arena lasting;
	struct arena arena;
	struct fault fault = { .code = FAULT_NONE };
	struct random_tiles random;
	int count = argc > 1 ? atoi(argv[1]) : COUNT;
	int passed = 0;
	int copies = 0;
	arena_init(&lasting, NULL, NULL);
	arena_init(&arena, NULL, NULL);
	random_tiles_init(&random, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	struct device *device = device_open(&lasting, 0, WATCHDOG, &fault);
	for (int i = 0; i < count && device != NULL; i++) {
		struct evaluation ev;
		struct tiled_request request;
		struct tiled_subject subject;
		fault_clear(&fault);
		random_tiles_next(&random, &arena, &ev, &request, &subject);
		struct silicon_answer answer = silicon_tiled_ask(device, &ev.algebra, &subject, &fault);
		passed += answer.good;
		copies += subject.kind == TILED_COPY;
		if (!answer.good) {
			printf("FAIL: %s: %s\n", random_tiles_command(&arena, &request),
				fault_is_set(&fault) ? fault.text : answer.text);
		}
		arena_reset(&arena);
	}
	if (device == NULL) {
		printf("FAIL: %s\n", fault.text);
	}
	device_close(device);
	arena_finish(&arena);
	arena_finish(&lasting);
	printf("%d tiled MMAs, %d tiled copies; %d of %d drawn have no kernel\n", count - copies, copies, random.refused,
		random.drawn);
	printf("%d passed, %d failed\n", passed, count - passed);
	return passed < count || count == 0;
}
