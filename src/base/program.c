#include "base/program.h"

#include <string.h>
#include <unistd.h>

void program_folder(char folder[PROGRAM_PATH_BYTES]) {
	ssize_t length = readlink("/proc/self/exe", folder, PROGRAM_PATH_BYTES - 1);
	folder[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(folder, '/');
	if (slash != NULL) {
		slash[1] = '\0';
	}
}
