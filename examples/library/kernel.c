/*
 * A kernel computes by hand where each thread finds its values. Is that the layout that was meant? libcutelayout makes
 * the layout, and this program compares the two for every thread and value.
 */
#include <cutelayout.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* What the kernel does: the place of a value of a thread in the tile of 16 x 256 elements. */
static int64_t place_by_hand(int64_t thread, int64_t value) {
	int64_t lane = thread % 32;
	int64_t warp = thread / 32;
	return 128 * lane + 4 * warp + 16 * (value % 8) + value / 8;
}

/* Compare all places. Returns how many differ, or -1 after a failure. */
static int64_t compare(struct cutelayout_context *context, const struct cutelayout_value *layout, int64_t threads) {
	int64_t size = 0;
	if (!cutelayout_size(context, layout, &size)) {
		return -1;
	}
	int64_t *places = malloc((size_t)size * sizeof *places);
	int64_t wrong = 0;
	if (places == NULL || !cutelayout_offsets(context, layout, 0, size, places)) {
		free(places);
		return -1;
	}
	for (int64_t i = 0; i < size; i++) {
		wrong += places[i] == place_by_hand(i % threads, i / threads) ? 0 : 1;
	}
	free(places);
	printf("%" PRId64 " places, %" PRId64 " wrong\n", size, wrong);
	return wrong;
}

int main(void) {
	struct cutelayout_context *context = cutelayout_create();
	struct cutelayout_value *layout =
		cutelayout_parse(context, "get(make_layout_tv((4,32):(32,1), (4,8):(8,1)), 1)");
	char text[1024];
	int64_t wrong = -1;
	if (cutelayout_print(context, layout, NULL, text, sizeof text) > 0) {
		printf("layout %s\n", text);
		wrong = compare(context, layout, 128);
	}
	if (wrong == 0 && cutelayout_print(context, layout, "c", text, sizeof text) > 0) {
		printf("in C:\n%s\n", text);
	}
	if (wrong < 0) {
		fputs(cutelayout_error(context)->report, stderr);
	}

	/* What CuTe refuses is refused with the reason. */
	if (cutelayout_eval(context, "composition((100,60):(60,1), 128)") == NULL) {
		fputs(cutelayout_error(context)->report, stdout);
	}
	cutelayout_free(layout);
	cutelayout_destroy(context);
	return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
