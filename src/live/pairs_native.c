/* Claims about one point in unary models (without small blocks). A key lists the classes of its state, so that
 * a node (state, class) is an entry of it; and compiled code says for each firing which
 * entries became which. */
#include <assert.h>

#include "explicit/native.h"
#include "live/pairs_int.h"

uint16_t noe_live_pairs_block(const struct noe_tuples *tuples) {
  if (tuples->count != 1 || tuples->plain[0] || tuples->binders[0]->type->kind != NOE_TYPE_SCALARSET)
    return NOE_NO_BLOCK;
  uint16_t block = tuples->symmetry->block_of_type[tuples->binders[0]->type->id];
  if (block == NOE_NO_BLOCK)
    return NOE_NO_BLOCK;
  const struct noe_block *points = &tuples->symmetry->blocks[block];
  for (uint32_t i = 0; i < points->size; i++)
    if (tuples->of_point[0][points->first + i] == NOE_UNDEFINED)
      return NOE_NO_BLOCK;
  return block;
}

uint32_t noe_live_pairs_entries(struct noe_worker *worker, uint64_t number) {
  struct noe_search *search = worker->search;
  struct noe_pairs_share *share = noe_pairs_share(worker);
  worker->at = noe_store_id(search->store, number);
  noe_explicit_watch(worker);
  noe_store_read(search->store, worker->at, worker->key);
  return noe_symmetry_runs_counts(search->system.keys.runs, worker->key, share->counts, share->entries);
}

/* Nodes of other blocks stand for no tuple: they are no loss. */
void noe_live_pairs_seed_entries(struct noe_worker *worker, uint64_t number) {
  assert(noe_live_of(worker->search)->pairs->block != NOE_NO_BLOCK && "the claim is about one point");
  struct noe_search *search = worker->search;
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  const struct noe_pairs_share *share = noe_pairs_share(worker);
  uint32_t entry = 0;
  uint32_t point = search->system.keys.symmetry->blocks[pairs->block].first;
  noe_live_pairs_entries(worker, number);
  noe_system_state(&worker->view.orbits, worker->key, worker->view.state);
  for (uint32_t block = 0; block < search->system.keys.symmetry->block_count; block++)
    for (uint32_t i = 0; i < share->entries[block] && !search->stop; i++, entry++) {
      bool goal = block != pairs->block;
      if (!goal) {
        goal = noe_live_test(worker, pairs->tuples->clause, &pairs->tuples->of_point[0][point], worker->at);
        point += share->counts[entry];
      }
      if (goal)
        noe_live_add_goal(search, pairs->first[number] + entry);
    }
}

/* ------------------------------------------------------------------- edges */

/* Edges of one block, whose first nodes are these; they become those of the next block. */
static const uint32_t *add_block(struct noe_worker *worker, const uint32_t *moves, uint64_t *source, uint64_t *target) {
  uint32_t here = 0, there = 0;
  for (uint32_t parts = *moves++; parts; parts--, moves += 2) {
    noe_live_add_pair(worker, *source + moves[0], *target + moves[1]);
    here = moves[0] >= here ? moves[0] + 1 : here;
    there = moves[1] >= there ? moves[1] + 1 : there;
  }
  *source += here;
  *target += there;
  return moves;
}

/* A successor: each part of an entry is an edge. Points of all blocks are followed, not
 * only those of the claim at hand: the next claim needs no other graph. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)cells, (void)arguments;
  struct noe_worker *worker = frame->host;
  struct noe_search *search = worker->search;
  const struct noe_pairs *pairs = noe_live_of(search)->pairs;
  uint64_t id, hash = noe_store_hash_key(key, bytes);
  if (!noe_store_find(search->store, key, bytes, hash, &id))
    return true; /* an assumption dropped it */
  uint64_t from = noe_pairs_share(worker)->number, to = noe_store_number(search->store, id);
  uint64_t source = pairs->first[from], target = pairs->first[to];
  const uint32_t *moves = frame->moves;
  for (uint32_t i = 0; i < search->system.keys.symmetry->block_count; i++)
    moves = add_block(worker, moves, &source, &target);
  assert(source == pairs->first[from + 1] && target == pairs->first[to + 1] && "every entry of either state is named");
  return true;
}

bool noe_live_pairs_are_native(struct noe_worker *worker) {
  noe_explicit_native_join(worker);
  return worker->view.module && !worker->view.is_partial && worker->view.module->keys == NOE_NATIVE_RUNS &&
         noe_keys_list_classes(&worker->search->system.keys) &&
         noe_live_of(worker->search)->pairs->block != NOE_NO_BLOCK;
}

bool noe_live_pairs_native(struct noe_worker *worker, uint64_t number) {
  struct noe_search *search = worker->search;
  struct noe_pairs_share *share = noe_pairs_share(worker);
  static const struct noe_visitor visitor = {.successor = take};
  struct noe_native_frame *frame = worker->view.frame;
  worker->at = noe_store_id(search->store, number);
  noe_explicit_watch(worker);
  noe_store_read(search->store, worker->at, worker->key);
  share->number = number;
  share->count = 0;
  frame->want_moves = true;
  bool done = noe_system_fire_compiled(&worker->view, worker->key, &visitor);
  frame->want_moves = false;
  if (!done)
    share->count = 0;
  return done;
}
