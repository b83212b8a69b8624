/*
 * Files that the program keeps for its user from run to run, below the folders of the XDG base directory specification,
 * readable by the user alone. What cannot be read or written is left out without a word, and so is what is no ordinary
 * file or longer than "most" bytes: then it is not ours.
 */
#ifndef CLI_HOME_H
#define CLI_HOME_H

#include "base/arena.h"
#include "base/str.h"

/*
 * $VARIABLE/cutelayout/NAME, or ~/BELOW/cutelayout/NAME where "variable" of the environment is no absolute path. The
 * folders on the way are made. "" if there is no home either, or the process may not look there (confine.h).
 */
struct str home_path(struct arena *arena, const char *variable, const char *below, const char *name);

/* All of the file "path", or "". */
struct str home_read(struct arena *arena, const char *path, int64_t most);

/*
 * Add "line", which has its end, to the file "path", behind an end if the last line there has none. The file is made if
 * it is not there, and stays as it is where it would grow beyond "most" bytes.
 */
void home_append(const char *path, struct str line, int64_t most);

#endif
