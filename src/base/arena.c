#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

enum { FIRST_BLOCK_BYTES = 16 * 1024, LARGEST_BLOCK_BYTES = 1 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t capacity;
	size_t used;
	alignas(max_align_t) unsigned char data[];
};

void arena_init(struct arena *arena, arena_out_of_memory out_of_memory, void *context) {
	*arena = (struct arena){
		.limit = LIMIT_ARENA_BYTES, .out_of_memory = out_of_memory, .context = context,
	};
}

static void free_blocks(struct arena_block *block) {
	while (block != NULL) {
		struct arena_block *next = block->next;
		free(block);
		block = next;
	}
}

void arena_finish(struct arena *arena) {
	free_blocks(arena->current);
	free_blocks(arena->spare);
	arena_init(arena, arena->out_of_memory, arena->context);
}

void arena_reset(struct arena *arena) {
	while (arena->current != NULL) {
		struct arena_block *block = arena->current;
		arena->current = block->next;
		block->used = 0;
		block->next = arena->spare;
		arena->spare = block;
	}
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
	if (total < capacity || total > arena->limit || arena->held > arena->limit - total) {
		out_of_memory(arena, size);
	}
	struct arena_block *block = malloc(total);
	if (block == NULL) {
		out_of_memory(arena, size);
	}
	block->capacity = capacity;
	block->used = 0;
	arena->held += total;
	return block;
}

void *arena_alloc(struct arena *arena, size_t size) {
	const size_t alignment = alignof(max_align_t);
	if (size > SIZE_MAX - alignment) {
		out_of_memory(arena, size);
	}
	size = (size + alignment - 1) / alignment * alignment;
	struct arena_block *block = arena->current;
	if (block == NULL || block->capacity - block->used < size) {
		block = take_spare(arena, size);
		if (block == NULL) {
			block = new_block(arena, size);
		}
		block->next = arena->current;
		arena->current = block;
	}
	void *memory = block->data + block->used;
	block->used += size;
	memset(memory, 0, size);
	return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size) {
	if (size != 0 && count > SIZE_MAX / size) {
		out_of_memory(arena, SIZE_MAX);
	}
	return arena_alloc(arena, count * size);
}

char *arena_copy(struct arena *arena, const char *text, size_t length) {
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}
