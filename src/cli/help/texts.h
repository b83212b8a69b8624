/* Texts that the build puts into the program. */
#ifndef CLI_HELP_TEXTS_H
#define CLI_HELP_TEXTS_H

#include <stddef.h>

/* topics.txt, which topics.h describes. */
extern const unsigned char help_topics[];
extern const size_t help_topics_size;

/* The source of the man page of the language. */
extern const unsigned char help_language[];
extern const size_t help_language_size;

#endif
