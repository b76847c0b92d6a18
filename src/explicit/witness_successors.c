#include "explicit/witness_successors.h"

#include <assert.h>

#include "explicit/search.h"

#ifdef NOE_HOSTILE
enum { FEW = 100, MANY = 1000, SHARE = 2 };
#else
enum {
  FEW = 1 << 19,  /* states that have exits in any case; */
  MANY = 1 << 24, /* and no more than these, */
  SHARE = 8,      /* if exits take one part in so many of what they take */
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
  assert((search->exits.of || !search->exits.room) && "room is memory");
  struct noe_witness_successors *exits = &search->exits;
  uint64_t states = noe_store_count(search->store);
  if (exits->is_closed || !search->guest.notes_witnesses || !states)
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
