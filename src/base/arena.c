#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

enum { FIRST_BLOCK_BYTES = 16 * 1024, LARGEST_BLOCK_BYTES = 1 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t capacity;           /* a multiple of ARENA_ALIGNMENT */
	size_t used;               /* what has ever been in use, set when the block is left; all behind it is zero */
	alignas(ARENA_ALIGNMENT) unsigned char data[];
};

_Static_assert(alignof(max_align_t) <= ARENA_ALIGNMENT, "arenas align for any type");

/* Have no block: the present one is empty, so that only allocations of nothing fit. */
static void have_no_block(struct arena *arena) {
	static const alignas(ARENA_ALIGNMENT) unsigned char nothing[1];
	arena->free = (unsigned char *)nothing;
	arena->end = arena->free;
	arena->clean = arena->free;
}

void arena_init(struct arena *arena, arena_out_of_memory out_of_memory, void *context) {
	*arena = (struct arena){
		.limit = LIMIT_ARENA_BYTES, .out_of_memory = out_of_memory, .context = context,
	};
	have_no_block(arena);
}

static void free_blocks(struct arena_block *block) {
	while (block != NULL) {
		struct arena_block *next = block->next;
		guard_open(block->data, block->capacity);
		free(block);
		block = next;
	}
}

void arena_finish(struct arena *arena) {
	free_blocks(arena->current);
	free_blocks(arena->spare);
	arena_init(arena, arena->out_of_memory, arena->context);
}

/* Remember how much of the present block is used. */
static void leave_block(struct arena *arena) {
	if (arena->current != NULL) {
		unsigned char *end = arena->free > arena->clean ? arena->free : arena->clean;
		arena->current->used = (size_t)(end - arena->current->data);
	}
}

void arena_reset(struct arena *arena) {
	leave_block(arena);
	while (arena->current != NULL) {
		struct arena_block *block = arena->current;
		guard_close(block->data, block->capacity);
		arena->current = block->next;
		block->next = arena->spare;
		arena->spare = block;
	}
	have_no_block(arena);
}

static void *out_of_memory(struct arena *arena, size_t wanted) {
	if (arena->out_of_memory != NULL) {
		arena->out_of_memory(arena->context, wanted);
	}
	abort();
}

/* Take a spare block of at least "size" bytes, or NULL. */
static struct arena_block *take_spare(struct arena *arena, size_t size) {
	for (struct arena_block **link = &arena->spare; *link != NULL; link = &(*link)->next) {
		struct arena_block *block = *link;
		if (block->capacity >= size) {
			*link = block->next;
			return block;
		}
	}
	return NULL;
}

/* Whether "total" more bytes are within the limit. */
static bool fits(const struct arena *arena, size_t total) {
	return total <= arena->limit && arena->held <= arena->limit - total;
}

/* A block of at least "size" bytes, a multiple of the alignment: twice as large as the one before, up to a limit. */
static struct arena_block *new_block(struct arena *arena, size_t size) {
	size_t capacity = FIRST_BLOCK_BYTES;
	if (arena->current != NULL) {
		capacity = arena->current->capacity * 2;
	}
	if (capacity > LARGEST_BLOCK_BYTES) {
		capacity = LARGEST_BLOCK_BYTES;
	}
	if (capacity < size) {
		capacity = size;
	}
	size_t total = sizeof(struct arena_block) + capacity;
	if (capacity > size && !fits(arena, total)) {
		capacity = size;
		total = sizeof(struct arena_block) + capacity;
	}
	if (!fits(arena, total)) {
		arena->limited = true;
		out_of_memory(arena, size);
	}
	struct arena_block *block = calloc(1, total);
	if (block == NULL) {
		out_of_memory(arena, size);
	}
	block->capacity = capacity;
	guard_close(block->data, capacity);
	arena->held += total;
	return block;
}

void arena_grow(struct arena *arena, size_t size) {
	if (size > PTRDIFF_MAX) {
		out_of_memory(arena, size);
	}
	size = (size + GUARD_GAP + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
	struct arena_block *block = take_spare(arena, size);
	if (block == NULL) {
		block = new_block(arena, size);
	}
	leave_block(arena);
	block->next = arena->current;
	arena->current = block;
	arena->free = block->data;
	arena->end = block->data + block->capacity;
	arena->clean = block->data + block->used;
}

void *arena_grown(struct arena *arena, void *things, int count, int *room, size_t size) {
	if (count < *room) {
		return things;
	}
	*room = 2 * *room + 16;
	void *more = arena_array(arena, (size_t)*room, size);
	if (count > 0) {
		memcpy(more, things, (size_t)count * size);
	}
	return more;
}

char *arena_copy(struct arena *arena, const char *text, size_t length) {
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}
