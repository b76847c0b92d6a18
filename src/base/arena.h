/* Arenas: many small objects that live and die together (a syntax tree, a
 * model). An arena takes chunks from accounted memory and hands out zeroed,
 * 16-byte aligned pieces; running out escapes as `noe_base_alloc` does. */
#ifndef NOE_BASE_ARENA_H
#define NOE_BASE_ARENA_H

#include <stdarg.h>

#include "base/memory.h"

struct noe_arena;

struct noe_arena *noe_base_arena_new(struct noe_memory *memory);
void noe_base_arena_delete(struct noe_arena *arena);
/* What it takes its memory from. */
struct noe_memory *noe_base_arena_memory(const struct noe_arena *arena);
void *noe_base_arena_take(struct noe_arena *arena, size_t size);

/* Copies of text, terminated by a zero byte. */
char *noe_base_arena_text(struct noe_arena *arena, const char *text, size_t length);
char *noe_base_arena_format(struct noe_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *noe_base_arena_vformat(struct noe_arena *arena, const char *format, va_list arguments);

/* Moves `count` items of `size` bytes to a piece with room for twice as many
 * (at least four); the old piece stays behind in the arena. */
void *noe_base_arena_grow(struct noe_arena *arena, const void *items, size_t count, size_t *capacity, size_t size);

#define NOE_NEW(arena, type) ((type *)noe_base_arena_take((arena), sizeof(type)))
#define NOE_NEW_ARRAY(arena, type, count) ((type *)noe_base_arena_take((arena), sizeof(type) * (size_t)(count)))

/* A growing list whose items live in an arena. */
#define NOE_LIST(type)                                                                                                 \
  struct {                                                                                                             \
    type *items;                                                                                                       \
    size_t count, capacity;                                                                                            \
  }

#define NOE_LIST_PUSH(arena, list, item)                                                                               \
  do {                                                                                                                 \
    if ((list)->count == (list)->capacity)                                                                             \
      (list)->items =                                                                                                  \
          noe_base_arena_grow((arena), (list)->items, (list)->count, &(list)->capacity, sizeof *(list)->items);        \
    (list)->items[(list)->count++] = (item);                                                                           \
  } while (0)

#endif
