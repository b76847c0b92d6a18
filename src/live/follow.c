/* Who can reach a goal by the two successors of each state that the search has noted (explicit/witness_successors.h). */
#include <assert.h>

#include "live/live_int.h"

#ifdef NOE_HOSTILE
enum { PASSES = 2 };
#else
enum { PASSES = 16 };
#endif

/* One after the other, in both directions in turn: what a state reaches others learn that
 * come later. True if anything is new. */
static bool pass(const struct noe_search *search, bool upward) {
  assert(search->exits.of && "witnesses were noted");
  const struct noe_live *live = noe_live_of(search);
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
  const struct noe_live *live = noe_live_of(search);
  uint64_t least = id < search->exits.room ? search->exits.of[id].least : 0;
  return (!least || least > id) && (noe_marks_get(&live->marks, id) & live->full) != live->full;
}

uint32_t noe_live_follow_witnesses(struct noe_search *search, uint64_t *bottoms, uint32_t room) {
  assert(noe_live_of(search)->marks.words && "there are marks to add to");
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
