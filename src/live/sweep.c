/* Who can reach a goal, without the edges of the graph. A row of bits for each state says
 * which goals it is known to reach. Exits tell most of it, if the search has noted any
 * (explicit/witness_successors.h). For the rest, a sweep looks at every state whose row is not full:
 *
 *   row(s) := row(s) | row(t) for its successors t, found once more, until it is full.
 *
 * If it is not full then, the sweep walks on to a successor that it has not visited, at
 * random, and back where nobody new is met, until all on the way have a full row: what one
 * of them reaches is true for all before it. So a state is expanded once in a sweep, and
 * most of them only up to the first successor that is full: as soon as one walk through
 * the usual states has met the goals, others run into it.
 *
 * Rows only grow, towards the one least fixed point: neither the order of the sweep nor
 * who was faster makes a difference. What is left is settled by the edges between those
 * that are left (rest.c), or, without the memory for them, by sweeps until one changes
 * nothing. */
#include <assert.h>

#include "live/live_int.h"
#include "explicit/native.h"
#include "live/successors.h"

#ifdef NOE_HOSTILE
enum { WALK = 3, OTHERS = 1, FEW = 2, DIVES = 1 };
#else
enum {
  WALK = 4096, /* states on the way */
  OTHERS = 4,
  FEW = 8, /* of so many one may be left when edges are made */
  DIVES = 3,
};
#endif

bool noe_live_make_marks(struct noe_search *search, uint32_t goals) {
  const struct noe_store *store = search->store;
  uint64_t states = noe_store_count(store);
  noe_live_of(search)->marks =
      noe_live_marks(search->task->memory, states ? noe_store_id(store, states - 1) + 1 : 0, goals);
  return noe_live_of(search)->marks.words;
}

/* ------------------------------------------------------------------ a state */

/* A state that a walk has come through. */
struct noe_stop_over {
  uint64_t id;
  uint64_t others[OTHERS]; /* successors that nobody had visited, */
  uint32_t count;          /* so many of them */
};

struct glance {
  const struct noe_live *live;
  struct noe_worker *worker;
  uint64_t row;
  struct noe_stop_over *here;
  uint32_t news; /* successors that nobody has visited, those included that there is no room for */
};

/* Of those that are new, each is kept with the same probability. */
static void keep(struct glance *glance, uint64_t id) {
  struct noe_stop_over *here = glance->here;
  uint64_t place = here->count < OTHERS ? here->count++
                                        : noe_random_below(&noe_live_worker(glance->worker)->random, glance->news + 1);
  if (place < OTHERS)
    here->others[place] = id;
  glance->news++;
}

static bool glance_at(void *context, uint64_t id) {
  struct glance *glance = context;
  uint64_t row = noe_marks_get(&glance->live->marks, id);
  glance->row |= row & glance->live->full;
  if (glance->row == glance->live->full)
    return false;
  if (!(row & glance->live->marks.visited))
    keep(glance, id);
  return true;
}

static void note(struct noe_live *live, uint64_t id, uint64_t row) {
  if ((noe_marks_add(&live->marks, id, row) & row) != row)
    live->changed = true;
}

static uint64_t row_of(const struct noe_live *live, uint64_t id) {
  return noe_marks_get(&live->marks, id) & live->full;
}

/* ------------------------------------------------------------------- a walk */

struct walk {
  struct noe_worker *worker;
  struct noe_live *live;
  struct noe_stop_over *path;
  uint32_t first, length; /* of the states on the way those from `first` on are not full */
  uint64_t met;           /* goals on the way */
};

/* What a state reaches all before it reach. Those that are full then stand at the front. */
static void go_back(struct walk *walk) {
  assert(walk->first <= walk->length && "full ones stand at the front");
  uint64_t row = 0;
  for (uint32_t i = walk->length; i-- > walk->first;) {
    uint64_t before = row_of(walk->live, walk->path[i].id);
    if (row & ~before)
      note(walk->live, walk->path[i].id, row);
    row |= before;
    if (row == walk->live->full) {
      for (uint32_t k = walk->first; k < i; k++)
        note(walk->live, walk->path[k].id, row);
      walk->first = i + 1;
      break;
    }
  }
  walk->met = walk->first < walk->length ? row_of(walk->live, walk->path[walk->first].id) : 0;
}

/* The state is the next one on the way, unless somebody else was faster. */
static void enter(struct walk *walk, uint64_t id) {
  assert(walk->length < WALK && "there is room for one more state on the way");
  struct noe_live *live = walk->live;
  uint64_t before = noe_marks_add(&live->marks, id, live->marks.visited);
  if (before & live->marks.visited)
    return;
  struct noe_stop_over *here = &walk->path[walk->length++];
  struct glance glance = {.live = live, .worker = walk->worker, .row = before & live->full, .here = here};
  here->id = id;
  here->count = 0;
  if (glance.row != live->full)
    noe_live_successors(walk->worker, id, glance_at, &glance);
  if (glance.row & ~before)
    note(live, id, glance.row);
  walk->met |= glance.row;
  if (walk->met == live->full)
    go_back(walk);
}

/* Another way from the last state, or back to the one before. */
static void turn(struct walk *walk) {
  assert(walk->length > walk->first && "there is a state to turn in");
  struct noe_live *live = walk->live;
  struct noe_stop_over *here = &walk->path[walk->length - 1];
  while (here->count) {
    uint64_t id = here->others[--here->count], row = noe_marks_get(&live->marks, id);
    note(live, here->id, row & live->full);
    if (!(row & live->marks.visited)) {
      enter(walk, id);
      return;
    }
  }
  uint64_t row = row_of(live, here->id);
  walk->length--;
  if (walk->length == walk->first || !row)
    return;
  note(live, walk->path[walk->length - 1].id, row);
  walk->met |= row;
  if (walk->met == live->full)
    go_back(walk);
}

static void walk_from(struct noe_worker *worker, uint64_t id) {
  struct walk walk = {.worker = worker, .live = noe_live_of(worker->search), .path = noe_live_worker(worker)->path};
  enter(&walk, id);
  while (walk.first < walk.length && walk.length < WALK && !worker->search->stop)
    turn(&walk);
  if (walk.first < walk.length)
    go_back(&walk);
}

/* Most states are full as soon as their first successor is known. */
static void sweep_some(struct noe_worker *worker, const uint64_t *ids, uint32_t count) {
  assert(count <= NOE_FIRST_AT_ONCE && "no more than there is room for");
  struct noe_live *live = noe_live_of(worker->search);
  uint64_t firsts[NOE_FIRST_AT_ONCE];
  noe_live_first_successors(worker, ids, count, firsts);
  for (uint32_t i = 0; i < count && !worker->search->stop; i++) {
    if (firsts[i] != NOE_NO_STATE)
      note(live, ids[i], row_of(live, firsts[i]));
    uint64_t row = noe_marks_get(&live->marks, ids[i]);
    if ((row & live->full) != live->full && !(row & live->marks.visited))
      walk_from(worker, ids[i]);
  }
}

static void make_path(struct noe_worker *worker) {
  if (!noe_live_worker(worker)->path)
    noe_live_worker(worker)->path = noe_base_alloc(worker->memory, WALK * sizeof *noe_live_worker(worker)->path);
}

static void sweep_piece(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  const struct noe_live *live = noe_live_of(search);
  uint64_t states = noe_store_count(search->store), ids[NOE_FIRST_AT_ONCE];
  uint32_t count = 0;
  noe_explicit_native_join(worker);
  make_path(worker);
  for (uint64_t i = begin; i < end && !search->stop; i++) {
    uint64_t id = noe_store_id(search->store, live->upward ? i : states - 1 - i);
    uint64_t row = noe_marks_get(&live->marks, id);
    if ((row & live->full) != live->full && !(row & live->marks.visited))
      ids[count++] = id;
    if (count < NOE_FIRST_AT_ONCE && i + 1 < end)
      continue;
    sweep_some(worker, ids, count);
    count = 0;
  }
}

/* ------------------------------------------------------------------- sweeps */

static uint64_t count_left(const struct noe_search *search) {
  return noe_store_count(search->store) - noe_live_marks_count(&noe_live_of(search)->marks, noe_live_of(search)->full);
}

/* False if it changed nothing: then all is known. */
static bool sweep_once(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  live->changed = false;
  noe_explicit_share_out(search, 0, noe_store_count(search->store), 1, sweep_piece);
  noe_live_marks_clear_visited(&live->marks);
  live->upward = !live->upward;
  live->left = count_left(search);
  return live->changed;
}

static void sweep_bottoms(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  noe_explicit_native_join(worker);
  make_path(worker);
  sweep_some(worker, noe_live_of(worker->search)->bottoms + begin, (uint32_t)(end - begin));
}

/* Exits lead to a few states, as a rule, and the way from there has to be looked for. */
static void follow_exits(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  uint32_t bottoms = noe_live_follow_witnesses(search, live->bottoms, NOE_FIRST_AT_ONCE);
  for (uint32_t i = 0; i < DIVES && bottoms && !search->stop; i++) {
    noe_explicit_share_out(search, 0, bottoms, 1, sweep_bottoms);
    noe_live_marks_clear_visited(&live->marks);
    bottoms = noe_live_follow_witnesses(search, live->bottoms, NOE_FIRST_AT_ONCE);
  }
}

/* Edges are worth while if few states are left, or if a sweep in each direction did not
 * help; once they did not fit, when half of the states are settled that were left then. */
void noe_live_sweep(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  uint64_t few = noe_store_count(search->store) / FEW, too_many = UINT64_MAX;
  live->upward = false;
  follow_exits(search);
  live->left = count_left(search);
  for (uint32_t sweeps = 1; live->left && !search->stop; sweeps++) {
    uint64_t before = live->left;
    if (!sweep_once(search) || search->stop || !live->left)
      return;
    bool helped = sweeps < 2 || live->left < before / 2;
    if ((live->left > few && helped) || live->left > too_many / 2)
      continue;
    if (noe_live_rest(search)) {
      live->left = count_left(search);
      return;
    }
    too_many = live->left;
  }
}
