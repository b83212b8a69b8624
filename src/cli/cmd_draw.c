#include "cli/cmd.h"

int cmd_draw(int argc, char **argv) {
	(void)argc;
	(void)argv;
	return EXIT_UNAVAILABLE;
}
