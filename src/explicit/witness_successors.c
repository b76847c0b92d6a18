#include "explicit/witness_successors.h"

#include "explicit/live_int.h"

#ifdef NOE_HOSTILE
enum { FEW = 100, MANY = 1000, SHARE = 2, PASSES = 2 };
#else
enum {
  FEW = 1 << 19,  /* states that have exits in any case; */
  MANY = 1 << 24, /* and no more than these, */
  SHARE = 8,      /* if exits take one part in so many of what they take */
  PASSES = 16,
};
#endif

static bool is_worth_it(const struct noe_search *search, uint64_t states) {
  return states <= FEW ||
         (states <= MANY && states * sizeof(struct noe_exit) * SHARE <= noe_store_bytes(search->store));
}

void noe_explicit_witness_successors_free(struct noe_search *search) {
  noe_base_free(search->task->memory, search->exits.of);
  search->exits = (struct noe_witness_successors){.is_closed = true};
}

void noe_explicit_witness_successors_open(struct noe_search *search) {
  struct noe_witness_successors *exits = &search->exits;
  uint64_t states = noe_store_count(search->store);
  if (exits->is_closed || !search->has_liveness || !states)
    return;
  uint64_t ids = noe_store_id(search->store, states - 1) + 1, room = ids + ids / 4;
  bool worth = is_worth_it(search, states) && room < UINT32_MAX;
  if (worth && ids <= exits->room)
    return;
  struct noe_exit *of = NULL;
  if (worth)
    of = noe_base_try_realloc(search->task->memory, exits->of, room * sizeof *of);
  if (!of) {
    noe_explicit_witness_successors_free(search);
    return;
  }
  exits->of = of;
  exits->room = room;
}

/* One after the other, in both directions in turn: what a state reaches others learn that
 * come later. True if anything is new. */
static bool pass(const struct noe_search *search, bool upward) {
  const struct noe_live *live = search->live;
  const struct noe_marks *marks = &live->marks;
  uint64_t ids = marks->rows < search->exits.room ? marks->rows : search->exits.room;
  bool changed = false;
  for (uint64_t i = 0; i < ids; i++) {
    uint64_t id = upward ? i : ids - 1 - i, row = noe_marks_get(marks, id) & live->full;
    struct noe_exit exit = search->exits.of[id];
    if (row == live->full || !exit.least)
      continue;
    uint64_t more = noe_marks_get(marks, exit.least - 1) | noe_marks_get(marks, exit.greatest - 1);
    if (!(more & live->full & ~row))
      continue;
    noe_marks_add(marks, id, more & live->full);
    changed = true;
  }
  return changed;
}

static bool is_bottom(const struct noe_search *search, uint64_t id) {
  const struct noe_live *live = search->live;
  uint64_t least = id < search->exits.room ? search->exits.of[id].least : 0;
  return (!least || least > id) && (noe_marks_get(&live->marks, id) & live->full) != live->full;
}

uint32_t noe_explicit_witness_successors_follow(struct noe_search *search, uint64_t *bottoms, uint32_t room) {
  uint64_t states = noe_store_count(search->store);
  uint32_t count = 0;
  if (!search->exits.of)
    return 0;
  for (uint32_t i = 0; i < PASSES && !search->stop; i++)
    if (!pass(search, i % 2) && i)
      break;
  for (uint64_t number = 0; number < states && count < room; number++)
    if (is_bottom(search, noe_store_id(search->store, number)))
      bottoms[count++] = noe_store_id(search->store, number);
  return count;
}
