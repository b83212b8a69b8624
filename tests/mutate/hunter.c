/*
 * Linked to programs with mutants in them: runs many commands of cutelayout, with one mutant after the other, without a
 * new process for each (hunt.py).
 *
 * Where the variable CUTELAYOUT_HUNT names a folder, the program does this and nothing else, CUTELAYOUT_HUNT_MS
 * milliseconds of the processor with each mutant, in CUTELAYOUT_HUNT_JOBS jobs:
 *
 *     commands  for each: number of words, length of the words, length of what is read, as numbers of 32 bits; the
 *               words, each with a NUL; what is read
 *     wanted    MUTANT_COUNT bytes, 1 for each mutant that is looked for
 *     found     written: MUTANT_COUNT numbers of 32 bits: the command that finds the mutant; NOBODY; or UNSEEN, if
 *               none gives it another value
 *
 * First each command runs once without a mutant, which tells the mutants whose expression has another value in it;
 * then each mutant runs with some of those commands. What a command prints is its exit status, standard output and
 * standard error. A mutant is found if something else is printed, or if the process dies; what seems so is tried again
 * in a process of its own. One that takes too long is left to those who wait longer. Since a mutant may write anywhere,
 * what processes share is closed to those that run with one.
 */
#define _GNU_SOURCE
#include "mutants.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../unit/digest.h"

enum {
	WORDS_MAX = 256,
	TRIES = 2000,                   /* commands that a mutant runs with */
	JOBS_MAX = 64,
	COMMAND_US = 200000,            /* what a command may take, and one with a mutant ten times that */
	DONE = 77,                      /* exit status of a job without work left: a command may end its process, too */
};

#define MEMORY_MAX ((rlim_t)2 << 30)
#define NOBODY UINT32_MAX
#define UNSEEN (UINT32_MAX - 1)

int command_run(int argc, char **argv);
#pragma weak command_run

struct command {
	uint32_t word_count, words_length, given_length;
	char *words, *given;
};

/* All that is shared between processes; those that run with a mutant only read it. */
struct hunt {
	struct command *commands;
	uint32_t count;
	uint64_t *usual;                /* digest of each command; 0 if it ends in another way than by itself, in time */
	unsigned char *wanted;
	uint32_t *found;
	uint32_t *tries;                /* TRIES commands for each mutant */
	uint32_t *seen;                 /* how many commands give each mutant another value */
	uint32_t next;                  /* mutant or command that nobody has taken yet */
	uint32_t *at;                   /* the command that each job runs, written with a mutant, too */
	int64_t try_us;                 /* time of the processor that a mutant takes at most, with all its commands */
};

static void *shared(size_t size) {
	void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (bytes == MAP_FAILED) {
		perror("mmap");
		_exit(1);
	}
	return bytes;
}

/* Microseconds of the processor that this process took. */
static int64_t used(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

/* --- a command --- */

static void set_timer(int64_t microseconds) {
	struct itimerval timer = { .it_value = { microseconds / 1000000, microseconds % 1000000 } };
	setitimer(ITIMER_REAL, &timer, NULL);
}

/* Run a command in this process. Returns the digest of what it prints, which is not 0. */
static uint64_t run(const struct command *command) {
	char *argv[WORDS_MAX + 1], *out = NULL, *errors = NULL;
	size_t out_length = 0, errors_length = 0;
	int argc = 0;
	char *copy = malloc(command->words_length + 1);
	memcpy(copy, command->words, command->words_length);
	for (char *word = copy; argc < (int)command->word_count && argc < WORDS_MAX; word += strlen(word) + 1) {
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	FILE *streams[3] = { stdin, stdout, stderr };
	stdin = fmemopen(command->given, command->given_length > 0 ? command->given_length : 1, "r");
	if (command->given_length == 0) {
		fgetc(stdin);
	}
	stdout = open_memstream(&out, &out_length);
	stderr = open_memstream(&errors, &errors_length);
	optind = 0;
	set_timer(COMMAND_US * (mutant_on < 0 ? 1 : 10));
	const char status[] = { (char)(1 + command_run(argc, argv)), '\0' };
	set_timer(0);
	fclose(stdin);
	fclose(stdout);
	fclose(stderr);
	stdin = streams[0];
	stdout = streams[1];
	stderr = streams[2];
	uint64_t digest = digest_of(digest_of(digest_of(DIGEST_OF_NOTHING, out), status), errors);
	free(out);
	free(errors);
	free(copy);
	return digest | 1;
}

/* A child, which may do what a mutant does. */
static pid_t child_begin(void) {
	pid_t child = fork();
	if (child == 0) {
		struct rlimit memory = { MEMORY_MAX, MEMORY_MAX }, bytes = { 1 << 20, 1 << 20 }, core = { 0, 0 };
		int null = open("/dev/null", O_RDWR);
		for (int i = 0; i < 3; i++) {
			dup2(null, i);
		}
		setrlimit(RLIMIT_AS, &memory);
		setrlimit(RLIMIT_FSIZE, &bytes);
		setrlimit(RLIMIT_CORE, &core);
	}
	return child;
}

/* In a child: let nothing that a mutant does reach other processes, but for "at". */
static void close_shared(struct hunt *hunt) {
	mprotect(hunt->usual, hunt->count * sizeof *hunt->usual, PROT_READ);
	mprotect(hunt->wanted, MUTANT_COUNT, PROT_READ);
	mprotect(hunt->found, MUTANT_COUNT * sizeof *hunt->found, PROT_READ);
	mprotect(hunt->tries, (size_t)MUTANT_COUNT * TRIES * sizeof *hunt->tries, PROT_READ);
	mprotect(hunt->seen, MUTANT_COUNT * sizeof *hunt->seen, PROT_READ);
	mprotect(hunt, sizeof *hunt, PROT_READ);
}

/* Run a command with a mutant in a process of its own. Returns the digest; 0 if it dies, and whether it "hangs". */
static uint64_t run_alone(struct hunt *hunt, uint32_t command, int mutant, bool *hangs) {
	static uint64_t *digest;
	digest = digest != NULL ? digest : shared(sizeof *digest);
	*digest = 0;
	pid_t child = child_begin();
	if (child == 0) {
		mutant_on = mutant;
		mutant_seen = NULL;
		close_shared(hunt);
		*digest = run(&hunt->commands[command]);
		_exit(0);
	}
	int status;
	waitpid(child, &status, 0);
	*hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
	return *digest;
}

/* Whether the command ends with the mutant, and prints something else, or dies. */
static bool finds(struct hunt *hunt, uint32_t command, uint32_t mutant) {
	bool hangs;
	uint64_t usual = run_alone(hunt, command, -1, &hangs);
	return usual != 0 && run_alone(hunt, command, (int)mutant, &hangs) != usual && !hangs;
}

/* --- without mutants --- */

/* Take the mutants that the command gives another value: each keeps TRIES commands, any of them as likely. */
static void take_seen(struct hunt *hunt, uint32_t command, uint64_t *random) {
	for (uint32_t i = 0; i < MUTANT_COUNT; i++) {
		if (mutant_seen[i] == 0 || hunt->wanted[i] == 0) {
			continue;
		}
		uint32_t number = __atomic_fetch_add(&hunt->seen[i], 1, __ATOMIC_RELAXED);
		*random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
		uint32_t place = number < TRIES ? number : (uint32_t)((*random >> 33) % (number + 1));
		if (place < TRIES) {
			hunt->tries[(size_t)i * TRIES + place] = command;
		}
	}
}

static void look(struct hunt *hunt, int job) {
	uint64_t random = (uint64_t)job + 1;
	mutant_on = -1;
	mutant_seen = shared(MUTANT_COUNT);
	for (;;) {
		uint32_t command = hunt->at[job] = __atomic_fetch_add(&hunt->next, 1, __ATOMIC_RELAXED);
		if (command >= hunt->count) {
			_exit(DONE);
		}
		memset(mutant_seen, 0, MUTANT_COUNT);
		uint64_t digest = run(&hunt->commands[command]);
		hunt->usual[command] = digest;
		take_seen(hunt, command, &random);
	}
}

/* --- with mutants --- */

/* In a child: run the commands of the mutant until one prints something else. */
static void try_mutant(struct hunt *hunt, int job, uint32_t mutant) {
	uint32_t count = hunt->seen[mutant] < TRIES ? hunt->seen[mutant] : TRIES;
	mutant_on = (int)mutant;
	mutant_seen = NULL;
	close_shared(hunt);
	int64_t end = used() + hunt->try_us;
	for (uint32_t i = 0; i < count && used() < end; i++) {
		uint32_t command = hunt->tries[(size_t)mutant * TRIES + i];
		hunt->at[job] = command;
		if (hunt->usual[command] != 0 && run(&hunt->commands[command]) != hunt->usual[command]) {
			_exit(1);
		}
	}
	_exit(0);
}

static void judge(struct hunt *hunt, int job) {
	for (;;) {
		uint32_t mutant = __atomic_fetch_add(&hunt->next, 1, __ATOMIC_RELAXED);
		if (mutant >= MUTANT_COUNT) {
			_exit(DONE);
		}
		if (hunt->wanted[mutant] == 0) {
			continue;
		}
		hunt->found[mutant] = hunt->seen[mutant] == 0 ? UNSEEN : NOBODY;
		if (hunt->seen[mutant] == 0) {
			continue;
		}
		int status;
		pid_t child = child_begin();
		if (child == 0) {
			try_mutant(hunt, job, mutant);
		}
		waitpid(child, &status, 0);
		if (status != 0 && finds(hunt, hunt->at[job], mutant)) {
			hunt->found[mutant] = hunt->at[job];
		}
	}
}

/* --- all of it --- */

/* Let "jobs" processes do the work until there is none; one that dies begins anew behind what it died of. */
static void in_jobs(struct hunt *hunt, void (*work)(struct hunt *hunt, int job), int jobs) {
	pid_t children[JOBS_MAX];
	hunt->next = 0;
	for (int job = 0; job < jobs; job++) {
		children[job] = child_begin();
		if (children[job] == 0) {
			work(hunt, job);
		}
	}
	for (int left = jobs; left > 0;) {
		int status;
		pid_t child = waitpid(-1, &status, 0);
		for (int job = 0; job < jobs; job++) {
			if (children[job] == child && WIFEXITED(status) && WEXITSTATUS(status) == DONE) {
				left--;
			} else if (children[job] == child) {
				children[job] = child_begin();
				if (children[job] == 0) {
					work(hunt, job);
				}
			}
		}
	}
}

static char *read_file(const char *folder, const char *name, size_t *size, bool is_written) {
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	struct stat about;
	int file = open(path, O_RDWR);
	if (file < 0 || fstat(file, &about) != 0) {
		perror(path);
		_exit(1);
	}
	*size = (size_t)about.st_size;
	char *bytes = mmap(NULL, *size, PROT_READ | PROT_WRITE, is_written ? MAP_SHARED : MAP_PRIVATE, file, 0);
	return bytes;
}

static void hunt_in(const char *folder) {
	size_t size, ignored;
	char *bytes = read_file(folder, "commands", &size, false);
	struct hunt *hunt = shared(sizeof *hunt);
	hunt->wanted = (unsigned char *)read_file(folder, "wanted", &ignored, false);
	hunt->found = (uint32_t *)read_file(folder, "found", &ignored, true);
	uint32_t sizes[3];
	hunt->commands = malloc((size / sizeof sizes + 1) * sizeof *hunt->commands);
	for (size_t at = 0; at < size;) {
		memcpy(sizes, bytes + at, sizeof sizes);
		char *words = bytes + at + sizeof sizes;
		hunt->commands[hunt->count++] = (struct command){ sizes[0], sizes[1], sizes[2], words, words + sizes[1] };
		at += sizeof sizes + sizes[1] + sizes[2];
	}
	hunt->usual = shared(hunt->count * sizeof *hunt->usual);
	hunt->seen = shared(MUTANT_COUNT * sizeof *hunt->seen);
	hunt->at = shared(JOBS_MAX * sizeof *hunt->at);
	hunt->tries = shared((size_t)MUTANT_COUNT * TRIES * sizeof *hunt->tries);
	const char *wanted_jobs = getenv("CUTELAYOUT_HUNT_JOBS"), *try_ms = getenv("CUTELAYOUT_HUNT_MS");
	hunt->try_us = try_ms != NULL ? atoi(try_ms) * INT64_C(1000) : 120000;
	int jobs = wanted_jobs != NULL ? atoi(wanted_jobs) : 1;
	jobs = jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs;
	in_jobs(hunt, look, jobs);
	in_jobs(hunt, judge, jobs);
}

__attribute__((constructor(65535))) static void hunt_begin(void) {
	const char *folder = getenv("CUTELAYOUT_HUNT");
	if (folder != NULL && command_run != NULL) {
		hunt_in(folder);
		_exit(0);
	}
}
