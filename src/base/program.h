/* Where the program lies, for what is installed beside it. */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

enum { PROGRAM_PATH_BYTES = 4096 };

/* The folder of the program with a slash at its end; "" if the system does not tell. */
void program_folder(char folder[PROGRAM_PATH_BYTES]);

#endif
