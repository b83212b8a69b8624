/*
 * Run the files of folders, or single files, through a harness, as libFuzzer would. Prints "N passed, N failed"; an
 * input that fails ends the program.
 *
 *     replay PATH...
 */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

enum { PATH_BYTES = 4096, INPUT_BYTES = 1 << 21 };

static bool replay_file(const char *path) {
	FILE *file = fopen(path, "rb");
	if (file == NULL) {
		perror(path);
		return false;
	}
	uint8_t *data = malloc(INPUT_BYTES);
	fuzz_require(data != NULL);
	size_t size = fread(data, 1, INPUT_BYTES, file);
	bool read = ferror(file) == 0;
	fclose(file);
	/* No byte behind the last, so that the sanitizers see who reads there. */
	uint8_t *exact = realloc(data, size > 0 ? size : 1);
	data = exact != NULL ? exact : data;
	if (read) {
		LLVMFuzzerTestOneInput(data, size);
	}
	free(data);
	return read;
}

/* Returns the number of inputs that passed; adds to "failed" what could not be read. */
static int replay(const char *path, int *failed) {
	DIR *folder = opendir(path);
	if (folder == NULL) {
		bool passed = replay_file(path);
		*failed += passed ? 0 : 1;
		return passed ? 1 : 0;
	}
	int passed = 0;
	for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
		char name[PATH_BYTES];
		if (entry->d_name[0] != '.') {
			int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
			bool good = length > 0 && (size_t)length < sizeof name && replay_file(name);
			passed += good ? 1 : 0;
			*failed += good ? 0 : 1;
		}
	}
	closedir(folder);
	return passed;
}

int main(int argc, char **argv) {
	int passed = 0;
	int failed = 0;
	for (int i = 1; i < argc; i++) {
		passed += replay(argv[i], &failed);
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
