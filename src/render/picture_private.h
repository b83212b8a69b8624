/* What the parts of picture.h share. */
#ifndef RENDER_PICTURE_PRIVATE_H
#define RENDER_PICTURE_PRIVATE_H

#include "render/file.h"
#include "render/picture.h"

/* The result after "error". */
struct picture_result picture_failed(const char *path, int error);

/* The result where "cells" are more than the "limit" of "format". */
struct picture_result picture_too_large(const char *format, int64_t cells, int limit);

/* Undo "file" after an error in writing it, in errno if the system has told. */
struct picture_result picture_give_up(struct file *file, const char *path);

struct picture_result picture_commit(struct file *file, const char *path);

#endif
