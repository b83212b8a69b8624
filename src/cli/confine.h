/*
 * What a process may touch that runs a case of "cutelayout test", which a stranger wrote: it writes no file, opens no
 * device, pipe or terminal, loads no library, and reads ordinary files below the folder of the case only, never through
 * a link. Our own doors ask here (input_open), and Landlock holds the whole process to it where the system has that.
 *
 * Like a limit of the system this belongs to the process, once and until its end.
 */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/fault.h"

enum { CONFINE_READS_MAX = 16 };

struct confinement {
	int folder;                           /* descriptor of the folder that may be read */
	const char *reads[CONFINE_READS_MAX]; /* files and folders that may be read besides, without links in their path */
	int read_count;
	bool libraries;                       /* libraries may be loaded, and through them devices opened */
};

/* Confine this process. Returns false with errno set if the system refuses what it has. */
bool confine(const struct confinement *confinement);

/* Whether this process is confined. */
bool confine_is_on(void);

/* Whether libraries may be loaded, for a GPU, its compiler or a picture; "fault" says why not. */
bool confine_allows_libraries(struct fault *fault);

/*
 * Open the file "path" to read it: any file, or if the process is confined an ordinary one that it may read. Returns
 * NULL and "*problem", why not.
 */
FILE *confine_open(const char *path, const char **problem);

#endif
