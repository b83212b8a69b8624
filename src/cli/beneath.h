/*
 * Files below a folder, for paths that a stranger chose: no link is followed, nothing but an ordinary file is opened,
 * and no "..", absolute path or link leads out. With openat2 and RESOLVE_BENEATH where the system has it, else step by
 * step.
 */
#ifndef CLI_BENEATH_H
#define CLI_BENEATH_H

/*
 * Open the folder that holds "path", a path relative to the folder with the descriptor "root". Returns NULL, "*folder",
 * which the caller closes, and "*name", the last part of "path"; or why not, a text that lasts until the next error.
 */
const char *beneath_folder(int root, const char *path, int *folder, const char **name);

/* Open the ordinary file "path" below "root" for reading. Returns NULL and "*file", or why not. */
const char *beneath_open(int root, const char *path, int *file);

#endif
