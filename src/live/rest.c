/* The states that sweeps have left: the edges between them, turned around, tell who can
 * reach a goal, however long and tangled the ways. */
#include <assert.h>
#include <string.h>

#include "live/live_int.h"
#include "explicit/native.h"
#include "live/successors.h"

#ifdef NOE_HOSTILE
enum { MOST_LEFT = 50 };
#else
static const uint64_t MOST_LEFT = UINT32_MAX - 1;
#endif

/* -------------------------------------------------------------------- nodes */

static uint64_t node_of(const struct noe_live *live, uint64_t id) {
  assert(noe_bitset_has(&live->rest, id) && "nodes are the states that are left");
  uint64_t below = live->rest.words[id / 64] & (((uint64_t)1 << (id % 64)) - 1);
  return live->ranks[id / 64] + (uint64_t)__builtin_popcountll(below);
}

static bool number_nodes(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  struct noe_memory *memory = search->task->memory;
  uint64_t states = noe_store_count(search->store), words = noe_bitset_words(live->marks.rows);
  if (live->left > MOST_LEFT)
    return false;
  live->rest = (struct noe_bitset){memory, noe_base_try_alloc(memory, words * sizeof(uint64_t)), live->marks.rows};
  live->ranks = noe_base_try_alloc(memory, words * sizeof *live->ranks);
  if (!live->rest.words || !live->ranks)
    return false;
  for (uint64_t number = 0; number < states; number++) {
    uint64_t id = noe_store_id(search->store, number);
    if ((noe_marks_get(&live->marks, id) & live->full) != live->full)
      noe_bitset_add(&live->rest, id);
  }
  for (uint64_t i = 1; i < words; i++)
    live->ranks[i] = live->ranks[i - 1] + (uint32_t)__builtin_popcountll(live->rest.words[i - 1]);
  assert(noe_base_bitset_count(&live->rest) == live->left &&
         "the states that are left are those that the sweep counted");
  return true;
}

void noe_live_rest_free(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  noe_base_free(search->task->memory, live->rest.words);
  noe_base_free(search->task->memory, live->ranks);
  live->rest = (struct noe_bitset){0};
  live->ranks = NULL;
  for (uint32_t i = 0; live->workers && i < search->worker_count; i++)
    if (search->workers[i].ready)
      noe_live_edges_free(&noe_live_of(search)->workers[i].edges);
  noe_live_backward_free(search);
}

/* -------------------------------------------------------------------- edges */

struct glance {
  struct noe_live *live;
  struct noe_worker *worker;
  uint64_t row;
};

static bool glance_at(void *context, uint64_t id) {
  struct glance *glance = context;
  struct noe_live *live = glance->live;
  uint64_t row = noe_marks_get(&live->marks, id) & live->full;
  glance->row |= row;
  if (glance->row == live->full)
    return false;
  if (row != live->full && !noe_live_edges_add(&noe_live_worker(glance->worker)->edges, node_of(live, id)))
    live->crowded = true;
  return !live->crowded;
}

static void add_edges(struct noe_worker *worker, uint64_t id) {
  struct noe_live *live = noe_live_of(worker->search);
  struct glance glance = {live, worker, noe_marks_get(&live->marks, id) & live->full};
  if (glance.row != live->full)
    noe_live_successors(worker, id, glance_at, &glance);
  noe_marks_add(&live->marks, id, glance.row);
  if (glance.row == live->full)
    noe_live_worker(worker)->edges.target_count = 0; /* nothing to learn from them */
  if (!noe_live_edges_close(&noe_live_worker(worker)->edges, node_of(live, id)))
    live->crowded = true;
}

static void add_piece(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  noe_explicit_native_join(worker);
  for (uint64_t i = begin; i < end; i++)
    for (uint64_t word = noe_live_of(search)->rest.words[i]; word; word &= word - 1) {
      if (search->stop || noe_live_of(search)->crowded)
        return;
      add_edges(worker, i * 64 + (uint64_t)__builtin_ctzll(word));
    }
}

/* ------------------------------------------------------------------ closure */

/* Between the rows of the states that are left and the set of nodes: one goal. */
static void read_goal(struct noe_search *search, uint64_t bit) {
  struct noe_bitset *reach = &noe_live_of(search)->backward.reach;
  const struct noe_live *live = noe_live_of(search);
  memset(reach->words, 0, noe_bitset_words(reach->bits) * sizeof *reach->words);
  uint64_t node = 0;
  for (uint64_t i = 0; i < noe_bitset_words(live->rest.bits); i++)
    for (uint64_t word = live->rest.words[i]; word; word &= word - 1, node++)
      if (noe_marks_get(&live->marks, i * 64 + (uint64_t)__builtin_ctzll(word)) & bit)
        noe_bitset_add(reach, node);
  assert(node == reach->bits && "each state that is left is a node");
}

static void write_goal(struct noe_search *search, uint64_t bit) {
  const struct noe_live *live = noe_live_of(search);
  uint64_t node = 0;
  for (uint64_t i = 0; i < noe_bitset_words(live->rest.bits); i++)
    for (uint64_t word = live->rest.words[i]; word; word &= word - 1, node++)
      if (noe_bitset_has(&noe_live_of(search)->backward.reach, node))
        noe_marks_add(&live->marks, i * 64 + (uint64_t)__builtin_ctzll(word), bit);
}

static bool turn_rest(struct noe_search *search) {
  struct noe_edges *parts[NOE_STORE_MOST_THREADS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < search->worker_count; i++)
    if (search->workers[i].ready)
      parts[count++] = &noe_live_of(search)->workers[i].edges;
  return noe_live_reverse_edges(search, parts, count, noe_live_of(search)->left);
}

bool noe_live_rest(struct noe_search *search) {
  assert(noe_live_of(search)->left && "there are states left");
  struct noe_live *live = noe_live_of(search);
  live->crowded = false;
  bool fits = number_nodes(search);
  if (fits)
    noe_explicit_share_out(search, 0, noe_bitset_words(live->rest.bits), 1, add_piece);
  fits = fits && !live->crowded && !search->stop && turn_rest(search);
  for (uint64_t bits = live->full; fits && bits && !search->stop; bits &= bits - 1) {
    read_goal(search, bits & -bits);
    noe_live_close_backwards(search);
    write_goal(search, bits & -bits);
  }
  noe_live_rest_free(search);
  return fits;
}
