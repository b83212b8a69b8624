/*
 * An arena owns everything that is allocated from it and gives it back at once. Values in an arena are never freed one
 * by one. An allocation cannot fail: when memory runs out, or the arena's limit is reached, the handler that the owner
 * installed is called and must not return.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/checked.h"
#include "base/guard.h"

struct arena_block;

/* "wanted": the bytes of an allocation, with the gap behind it. */
typedef void (*arena_out_of_memory)(void *context, size_t wanted);

struct arena {
	unsigned char *free;                 /* where the next allocation of the present block goes; never NULL */
	unsigned char *end;                  /* end of that block; a multiple of ARENA_ALIGNMENT behind "free" */
	unsigned char *clean;                /* the block is zero from here on: nothing was there yet */
	struct arena_block *current;         /* that block; older blocks hang behind it */
	struct arena_block *spare;           /* blocks kept by arena_reset for reuse */
	size_t held;                         /* bytes held in all blocks */
	size_t limit;                        /* "held" stays at or below this */
	bool limited;                        /* an allocation failed because of the limit */
	arena_out_of_memory out_of_memory;   /* must not return; NULL aborts */
	void *context;                       /* its first argument */
};

/* Make "arena" empty. It holds no memory until the first allocation. */
void arena_init(struct arena *arena, arena_out_of_memory out_of_memory, void *context);

/* Give all memory back to the system. The arena is empty and usable afterwards. */
void arena_finish(struct arena *arena);

/* Forget all values but keep the memory for the next ones. */
void arena_reset(struct arena *arena);

enum { ARENA_ALIGNMENT = 16 };  /* enough for any type */

/* Make room for "size" bytes in a block of their own choice; arena_alloc calls it when the present block is full. */
void arena_grow(struct arena *arena, size_t size);

/* Return "size" bytes, aligned for any type, to be written before they are read: they hold anything. */
static inline void *arena_room(struct arena *arena, size_t size) {
	size_t taken = size + GUARD_GAP;
	if (taken > (size_t)(arena->end - arena->free) || taken < size) {
		arena_grow(arena, size);
	}
	void *memory = arena->free;
	arena->free += (taken + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
	guard_open(memory, size);
	return memory;
}

/* The same, zeroed. */
static inline void *arena_alloc(struct arena *arena, size_t size) {
	unsigned char *memory = arena_room(arena, size);
	if (memory < arena->clean || !GUARD_KEEPS) {
		memset(memory, 0, size);
	}
	return memory;
}

/* Return "count" times "size" bytes, zeroed, or to be written first. */
static inline void *arena_array(struct arena *arena, size_t count, size_t size) {
	return arena_alloc(arena, checked_bytes(count, size));
}

static inline void *arena_array_room(struct arena *arena, size_t count, size_t size) {
	return arena_room(arena, checked_bytes(count, size));
}

/*
 * Room for one more of "count" things of "size" bytes: "things" itself, or where all "*room" of them are there, a copy
 * with room for more, which "*room" says then.
 */
void *arena_grown(struct arena *arena, void *things, int count, int *room, size_t size);

/* Return a NUL-terminated copy of the "length" bytes at "text". */
char *arena_copy(struct arena *arena, const char *text, size_t length);

#endif
