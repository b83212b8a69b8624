/*
 * Fibres: stacks among which one thread of the system goes back and forth, since a system's thread for every thread of
 * a block would be too much. One scheduler, on the stack of the program, resumes them; each runs until it yields.
 */
#ifndef TESTS_EMULATOR_FIBRE_H
#define TESTS_EMULATOR_FIBRE_H

struct fibre;

/* A fibre that runs "entry", which does not return, once it is resumed. Lives as long as the program. */
struct fibre *fibre_new(void (*entry)(void));

/* From the scheduler: run the fibre until it yields. */
void fibre_resume(struct fibre *fibre);

/* From a fibre: back to the scheduler. Returns when the fibre is resumed. */
void fibre_yield(void);

/* From the scheduler: forget what the fibre was at; it starts with its entry again. */
void fibre_restart(struct fibre *fibre);

#endif
