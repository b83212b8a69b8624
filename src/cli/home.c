#define _GNU_SOURCE
#include "cli/home.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/confine.h"

static bool is_absolute(const char *path) {
	return path != NULL && path[0] == '/';
}

struct str home_path(struct arena *arena, const char *variable, const char *below, const char *name) {
	const char *base = getenv(variable);
	const char *home = getenv("HOME");
	struct buf path;
	buf_init(&path, arena);
	if (confine_is_on() || (!is_absolute(base) && !is_absolute(home))) {
		return buf_str(&path);
	}
	buf_put(&path, is_absolute(base) ? base : home);
	size_t given = path.length;
	if (!is_absolute(base)) {
		buf_printf(&path, "/%s", below);
		given++; /* the home itself is never made */
	}
	buf_printf(&path, "/cutelayout/%s", name);
	for (char *slash = strchr(path.data + given, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path.data, 0700);
		*slash = '/';
	}
	return buf_str(&path);
}

struct str home_read(struct arena *arena, const char *path, int64_t most) {
	struct str text = { "", 0 };
	struct stat status;
	int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	/* A pipe or a device has no size, and a folder cannot be read. */
	if (fstat(file, &status) == 0 && status.st_size <= most) {
		char *data = arena_alloc(arena, (size_t)status.st_size + 1);
		ssize_t length = read(file, data, (size_t)status.st_size);
		text = (struct str){ data, length > 0 ? (size_t)length : 0 };
	}
	close(file);
	return text;
}

void home_append(const char *path, struct str line, int64_t most) {
	struct stat status;
	int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
		char last = '\n';
		ssize_t length = pread(file, &last, 1, status.st_size - 1);
		char end[] = "\n";
		struct iovec parts[] = { { end, length == 1 && last != '\n' }, { (char *)line.data, line.length } };
		off_t size = status.st_size + (off_t)(parts[0].iov_len + line.length);
		/* One call, so that programs that write at the same time do not mix their lines. */
		length = size <= most ? writev(file, parts, 2) : 0;
		(void)length;
	}
	close(file);
}
