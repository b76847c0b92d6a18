#include "explicit/exits.h"

#include "explicit/live_int.h"

#ifdef NOE_HOSTILE
enum { FEW = 100, MANY = 1000, SHARE = 2 };
#else
enum {
  FEW = 1 << 20,  /* states that have exits in any case; */
  MANY = 1 << 24, /* and no more than these, */
  SHARE = 8,      /* if exits take one part in so many of what they take */
};
#endif

static bool is_worth_it(const struct noe_search *search, uint64_t states) {
  return states <= FEW ||
         (states <= MANY && states * sizeof(uint32_t) * SHARE <= noe_explicit_store_bytes(search->store));
}

void noe_explicit_exits_free(struct noe_search *search) {
  noe_base_free(search->task->memory, search->exits.to);
  search->exits = (struct noe_exits){.is_closed = true};
}

void noe_explicit_exits_open(struct noe_search *search) {
  struct noe_exits *exits = &search->exits;
  uint64_t states = noe_explicit_store_count(search->store);
  if (exits->is_closed || !search->has_liveness || !states)
    return;
  uint64_t ids = noe_explicit_store_id(search->store, states - 1) + 1;
  if (ids <= exits->room)
    return;
  uint64_t room = ids + ids / 2;
  uint32_t *to = NULL;
  if (is_worth_it(search, states) && room < UINT32_MAX)
    to = noe_base_try_realloc(search->task->memory, exits->to, room * sizeof *to);
  if (!to) {
    noe_explicit_exits_free(search);
    return;
  }
  exits->to = to;
  exits->room = room;
}

/* From one state to the next, up to one that is full, or visited before, or without an exit;
 * what that one reaches all on the way do. A circle that nobody leaves gains nothing. */
static void follow(const struct noe_search *search, uint64_t id, uint32_t *path) {
  const struct noe_live *live = search->live;
  const struct noe_marks *marks = &live->marks;
  uint64_t length = 0, row = 0;
  for (;;) {
    row = noe_marks_add(marks, id, marks->visited);
    if (row & marks->visited || (row & live->full) == live->full)
      break;
    path[length++] = (uint32_t)id;
    if (id >= search->exits.room || !search->exits.to[id])
      break;
    id = search->exits.to[id] - 1;
  }
  for (row &= live->full; length--;)
    row |= noe_marks_add(marks, path[length], row) & live->full;
}

void noe_explicit_exits_follow(struct noe_search *search) {
  struct noe_live *live = search->live;
  struct noe_marks *marks = &live->marks;
  if (!search->exits.to)
    return;
  uint32_t *path = noe_base_try_alloc(search->task->memory, marks->rows * sizeof *path);
  for (uint64_t id = 0; path && id < marks->rows && !search->stop; id++)
    if (!(noe_marks_get(marks, id) & marks->visited))
      follow(search, id, path);
  noe_base_free(search->task->memory, path);
  noe_explicit_marks_clear_visited(marks);
}
