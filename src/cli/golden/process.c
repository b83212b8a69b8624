#define _XOPEN_SOURCE 700
#include "cli/golden/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd.h"

enum { REAP_MILLISECONDS = 1, LONGEST_WAIT = 60000 };

static int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* --- start --- */

/* Returns false with errno set. */
static bool open_pipe(int ends[2]) {
	if (pipe(ends) == -1) {
		return false;
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return true;
}

static void close_pipe(const int ends[2]) {
	close(ends[0]);
	close(ends[1]);
}

/* In the child: set up its streams and do the work, which can write to no file, whatever its command line asks for. */
_Noreturn static void be_child(int out, int err, int (*work)(const void *context), const void *context) {
	struct rlimit none = { 0, 0 };
	struct rlimit file_size;
	close(STDIN_FILENO);
	open("/dev/null", O_RDONLY); /* gets its number, the lowest that is free */
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	setrlimit(RLIMIT_CORE, &none);
	getrlimit(RLIMIT_FSIZE, &file_size);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, file_size.rlim_max });
	signal(SIGXFSZ, SIG_IGN);
	unsetenv("COLUMNS"); /* a picture is as wide as it is anywhere else */
	int status = work(context);
	setrlimit(RLIMIT_FSIZE, &file_size);
	exit(status);
}

bool process_start(struct process *process, struct arena *arena, int (*work)(const void *context), const void *context,
		int seconds) {
	int out[2];
	int err[2];
	if (!open_pipe(out)) {
		return false;
	}
	if (!open_pipe(err)) {
		close_pipe(out);
		return false;
	}
	fflush(stdout);
	int64_t started = now(); /* the child may run before this goes on */
	pid_t pid = fork();
	if (pid < 0) {
		int error = errno;
		close_pipe(out);
		close_pipe(err);
		errno = error;
		return false;
	}
	if (pid == 0) {
		be_child(out[1], err[1], work, context);
	}
	close(out[1]);
	close(err[1]);
	*process = (struct process){ .pid = pid, .pipes = { out[0], err[0] }, .started = started };
	process->deadline = process->started + (int64_t)seconds * 1000;
	buf_init(&process->streams[PROCESS_OUT], arena);
	buf_init(&process->streams[PROCESS_ERR], arena);
	return true;
}

/* --- run --- */

static void close_stream(struct process *process, int stream) {
	close(process->pipes[stream]);
	process->pipes[stream] = -1;
}

static bool is_silent(const struct process *process) {
	return process->pipes[PROCESS_OUT] < 0 && process->pipes[PROCESS_ERR] < 0;
}

/* Read what there is; what comes after the limit is not kept. */
static void read_stream(struct process *process, int stream) {
	char bytes[16384];
	struct buf *text = &process->streams[stream];
	ssize_t count = read(process->pipes[stream], bytes, sizeof bytes);
	if (count <= 0) {
		if (count == 0 || errno != EINTR) {
			close_stream(process, stream);
		}
		return;
	}
	if (text->length + (size_t)count <= LIMIT_TEST_BYTES) {
		buf_put_str(text, (struct str){ bytes, (size_t)count });
	} else if (!process->killed_long) {
		process->killed_long = true;
		kill(process->pid, SIGKILL);
	}
}

/* Look whether a process that prints no more has ended. */
static void reap(struct process *process) {
	int status;
	pid_t pid = waitpid(process->pid, &status, WNOHANG);
	if (pid == 0 || (pid < 0 && errno == EINTR)) {
		return;
	}
	process->seconds = (double)(now() - process->started) / 1000.0;
	process->code = pid < 0 ? EXIT_USAGE : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	if (process->killed_long) {
		process->end = PROCESS_TOO_LONG;
	} else if (process->killed_late) {
		process->end = PROCESS_TIMED_OUT;
	} else {
		process->end = pid > 0 && WIFSIGNALED(status) ? PROCESS_SIGNALLED : PROCESS_EXITED;
	}
}

/* Kill the process once its time is over. */
static void watch(struct process *process) {
	if (!process->killed_late && now() >= process->deadline) {
		process->killed_late = true;
		kill(process->pid, SIGKILL);
	}
}

/* For how many milliseconds there is nothing to do but to read. */
static int patience(struct process *const *processes, int count) {
	int64_t wait = LONGEST_WAIT;
	for (int i = 0; i < count; i++) {
		int64_t left = processes[i]->deadline - now();
		if (is_silent(processes[i])) {
			left = REAP_MILLISECONDS;
		} else if (processes[i]->killed_late) {
			left = LONGEST_WAIT;
		}
		wait = left < wait ? left : wait;
	}
	return wait < 0 ? 0 : (int)wait;
}

void process_wait(struct process *const *processes, int count) {
	struct pollfd polled[LIMIT_TEST_JOBS * PROCESS_STREAMS];
	nfds_t used = 0;
	for (int i = 0; i < count; i++) {
		for (int stream = 0; stream < PROCESS_STREAMS; stream++) {
			polled[used++] = (struct pollfd){ .fd = processes[i]->pipes[stream], .events = POLLIN };
		}
	}
	int ready = poll(polled, used, patience(processes, count));
	for (int i = 0; i < count; i++) {
		for (int stream = 0; stream < PROCESS_STREAMS && ready > 0; stream++) {
			if (processes[i]->pipes[stream] >= 0 && polled[i * PROCESS_STREAMS + stream].revents != 0) {
				read_stream(processes[i], stream);
			}
		}
		watch(processes[i]);
		if (is_silent(processes[i])) {
			reap(processes[i]);
		}
	}
}
