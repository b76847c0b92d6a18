#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK = 64 * 1024, ALIGNMENT = 16 };

struct chunk {
  struct chunk *next;
  size_t size, used;
  size_t padding;
};

struct noe_arena {
  struct noe_memory *memory;
  struct chunk *chunks;
};

struct noe_arena *noe_base_arena_new(struct noe_memory *memory) {
  struct noe_arena *arena = noe_base_alloc(memory, sizeof *arena);
  arena->memory = memory;
  return arena;
}

struct noe_memory *noe_base_arena_memory(const struct noe_arena *arena) {
  return arena->memory;
}

void noe_base_arena_delete(struct noe_arena *arena) {
  if (!arena)
    return;
  for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    noe_base_free(arena->memory, chunk);
  }
  noe_base_free(arena->memory, arena);
}

void *noe_base_arena_take(struct noe_arena *arena, size_t size) {
  if (size > SIZE_MAX / 4)
    noe_base_memory_escape(arena->memory);
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  struct chunk *chunk = arena->chunks;
  if (!chunk || chunk->size - chunk->used < size) {
    size_t room = size > CHUNK ? size : CHUNK;
    chunk = noe_base_alloc(arena->memory, sizeof *chunk + room);
    chunk->size = room;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
  }
  void *piece = (char *)(chunk + 1) + chunk->used;
  chunk->used += size;
  assert(chunk->used <= chunk->size && chunk->used % ALIGNMENT == 0 && "pieces lie side by side inside of their chunk");
  return piece;
}

char *noe_base_arena_text(struct noe_arena *arena, const char *text, size_t length) {
  char *copy = noe_base_arena_take(arena, length + 1);
  if (length)
    memcpy(copy, text, length);
  return copy;
}

char *noe_base_arena_vformat(struct noe_arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0)
    return noe_base_arena_text(arena, "", 0);
  char *text = noe_base_arena_take(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

char *noe_base_arena_format(struct noe_arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = noe_base_arena_vformat(arena, format, arguments);
  va_end(arguments);
  return text;
}

void *noe_base_arena_grow(struct noe_arena *arena, const void *items, size_t count, size_t *capacity, size_t size) {
  assert(count <= *capacity && size && "a list has no more items than room for them");
  size_t more = *capacity ? *capacity * 2 : 4;
  void *moved = noe_base_arena_take(arena, more * size); /* may escape: the list is as it was then */
  if (count)
    memcpy(moved, items, count * size);
  *capacity = more;
  return moved;
}
