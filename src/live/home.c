/* AG EF c(p) for every point p, without the graph of pairs. Let h be a state such that
 *
 *   every state can reach the orbit of h            (on the graph of the states), and
 *   from h, for every point p, a state with c(p) can be reached;
 *   and no c(p) has a run-time error in any state.
 *
 * Then the claim holds: from s some sigma h can be reached, and what (h, sigma^-1 p) can
 * reach, (sigma h, p) can. If c holds at all, h can be any state of the last component of
 * the graph; a random walk ends in it soon. The second condition is looked into step by
 * step, with p followed through the permutations, and only for one p of each class of
 * twins of h: at random first, then breadth first; as a rule a goal is near. If anything is not as hoped, nothing is said, and
 * the graph of pairs decides (indexed.c). */
#include <assert.h>
#include <string.h>

#include "base/random.h"
#include "live/live_int.h"
#include "explicit/native.h"
#include "live/successors.h"

#ifdef NOE_HOSTILE
enum { WALK = 20, LEAST_WALK = 5, NODES = 200, LEAST_STATES = 1 };
#else
enum {
  WALK = 2000,         /* steps at most, */
  LEAST_WALK = 200,    /* and at least */
  NODES = 100000,      /* of one search for a goal */
  LEAST_STATES = 1000, /* below this the graph of pairs is small, too */
};
#endif

static bool may_go_home(const struct noe_search *search, const struct noe_clause *property) {
  const struct noe_symmetry *symmetry = search->system.keys.symmetry;
  if (!symmetry || property->property != NOE_PROPERTY_LIVENESS || property->parameter_count != 1 ||
      !noe_system_is_indexed(symmetry, property))
    return false;
  for (uint32_t i = 0; i < property->binder_count; i++) {
    const struct noe_binder *binder = &property->binders[i];
    if (binder->kind == NOE_BINDER_RANGE)
      return binder->type->kind == NOE_TYPE_SCALARSET && symmetry->block_of_type[binder->type->id] != NOE_NO_BLOCK &&
             binder->low == binder->type->low && binder->high == binder->type->high && binder->step == 1;
  }
  return false;
}

struct home {
  struct noe_search *search;
  struct noe_worker *chief;
  const struct noe_clause *property;
  uint32_t first, size;   /* points of the type */
  struct noe_store *seen; /* keys, each followed by the point that is tracked */
  uint8_t *node;
  bool found, failed;
};

static struct home home_of(struct noe_search *search, struct noe_worker *worker, const struct noe_clause *property) {
  const struct noe_symmetry *symmetry = search->system.keys.symmetry;
  assert(symmetry && "points are permuted");
  struct home home = {.search = search, .chief = worker, .property = property};
  for (uint32_t i = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_RANGE) {
      const struct noe_block *block = &symmetry->blocks[symmetry->block_of_type[property->binders[i].type->id]];
      home.first = block->first;
      home.size = block->size;
    }
  return home;
}

/* ---------------------------------------------------------------- the state */

/* Number of the state that the key is of, or the count of states. */
static uint64_t number_of(struct home *home, const uint8_t *key, uint32_t bytes) {
  const struct noe_store *store = home->search->store;
  uint64_t id;
  if (!noe_store_find(store, key, bytes, noe_store_hash_key(key, bytes), &id))
    return noe_store_count(store);
  return noe_store_number(store, id);
}

static bool list_instances(struct home *home) {
  struct noe_worker *chief = home->chief;
  return noe_system_enabled_rules(&chief->view.enabled, chief->view.state, NULL, NULL);
}

/* Fires instance `item` in chief->view.state; chief->key becomes that of the successor.
 * Returns its length, or 0 if there is no such state. */
static uint32_t fire(struct home *home, size_t item) {
  struct noe_worker *chief = home->chief;
  const struct noe_clause *clause = chief->view.enabled.items[item].clause;
  const int64_t *arguments = noe_enabled_arguments(&chief->view.enabled, item);
  if (noe_system_fire(&chief->view, clause, arguments, chief->view.state, chief->view.successor) != NOE_OUTCOME_TRUE)
    return 0;
  uint32_t bytes = noe_system_key(&chief->view.orbits, chief->view.successor, chief->key);
  return number_of(home, chief->key, bytes) < noe_store_count(home->search->store) ? bytes : 0;
}

struct choice {
  struct noe_random random;
  uint64_t id, count;
};

/* Of all that are met, each is taken with the same probability. */
static bool choose(void *context, uint64_t id) {
  struct choice *choice = context;
  if (!noe_random_below(&choice->random, ++choice->count))
    choice->id = id;
  return true;
}

/* Is it the first of its twins in the state at hand? */
static bool leads(const struct home *home, uint32_t point) {
  const struct noe_twins *twins = &home->chief->view.orbits.twins;
  return twins->class_of[point] == NOE_NO_TWINS || !twins->rank_of[point];
}

/* For how many points a goal would have to be found from this state. */
static uint32_t count_leaders(struct home *home, uint64_t id) {
  struct noe_worker *chief = home->chief;
  uint32_t count = 0;
  noe_store_read(home->search->store, id, chief->key);
  noe_system_state_and_twins(&chief->view.orbits, chief->key, chief->view.state);
  for (uint32_t point = home->first; point < home->first + home->size; point++)
    count += leads(home, point);
  return count;
}

/* Far enough to have come around several times. */
static uint32_t steps(const struct noe_search *search) {
  uint64_t steps = 8 * (uint64_t)search->depth;
  return steps > WALK ? WALK : steps < LEAST_WALK ? LEAST_WALK : (uint32_t)steps;
}

/* A state far from the beginning: of those that the later half of a walk comes through, one
 * with the most twins. All that the walk has come through before can reach it: marks there
 * are as good as one here, and more likely to be met. Returns how many these are. */
static uint32_t walk(struct home *home, uint64_t *ids) {
  const struct noe_search *search = home->search;
  struct choice choice = {.random = {1}, .id = noe_store_id(search->store, 0)};
  uint32_t best = 0, least = UINT32_MAX, length = steps(search);
  ids[0] = choice.id;
  for (uint32_t i = 0; i < length && !search->stop; i++) {
    ids[i] = choice.id;
    uint32_t leaders = i < length / 2 || least == 1 ? UINT32_MAX : count_leaders(home, choice.id);
    if (leaders <= least)
      best = i, least = leaders;
    choice.count = 0;
    noe_live_successors(home->chief, choice.id, choose, &choice);
    if (!choice.count)
      return i + 1; /* the end of everything */
  }
  return best + 1;
}

static void mark_walk(struct home *home) {
  struct noe_live *live = noe_live_of(home->search);
  uint64_t *ids = noe_base_alloc(home->search->task->memory, WALK * sizeof *ids);
  uint32_t count = walk(home, ids);
  assert(count && count <= WALK && "a walk has its first state");
  live->full = 1;
  live->home = noe_store_number(home->search->store, ids[count - 1]);
  for (uint32_t i = 0; i < count && !home->search->stop; i++)
    noe_marks_add(&live->marks, ids[i], 1);
  noe_base_free(home->search->task->memory, ids);
}

static bool all_reach(struct home *home) {
  struct noe_search *search = home->search;
  struct noe_live *live = noe_live_of(search);
  uint64_t full = live->full, left = live->left;
  live->aside = live->marks;
  live->marks = (struct noe_marks){.memory = search->task->memory};
  bool reached = noe_live_make_marks(search, 1);
  if (reached) {
    mark_walk(home);
    noe_live_sweep(search);
    reached = !search->stop && !live->left;
  }
  noe_live_marks_free(&live->marks);
  live->marks = live->aside;
  live->aside = (struct noe_marks){.memory = search->task->memory};
  live->full = full;
  live->left = left;
  return reached;
}

/* Is there such a state? Looked for once, whatever the claims. */
static bool has_home(struct home *home) {
  struct noe_live *live = noe_live_of(home->search);
  if (!live->is_known && !all_reach(home))
    live->home = NOE_NO_STATE;
  live->is_known = true;
  return live->home != NOE_NO_STATE && !home->search->stop;
}

/* ----------------------------------------------------------------- the goal */

/* The first point of the class that `point` is in, in the state at hand. */
static uint32_t leader(const struct home *home, uint32_t point) {
  assert(point >= home->first && point < home->first + home->size && "a point of the type");
  const struct noe_twins *twins = &home->chief->view.orbits.twins;
  uint16_t class = twins->class_of[point];
  if (class == NOE_NO_TWINS)
    return point;
  for (uint32_t i = home->first; i < home->first + home->size; i++)
    if (twins->class_of[i] == class && !twins->rank_of[i])
      return i;
  return point;
}

/* From now on the point is no longer like its twins: rules are fired for it and for
 * one of them. */
static void set_apart(struct home *home, uint32_t point) {
  struct noe_twins *twins = &home->chief->view.orbits.twins;
  uint16_t class = twins->class_of[point];
  if (class == NOE_NO_TWINS)
    return;
  for (uint32_t i = home->first; i < home->first + home->size; i++)
    if (twins->class_of[i] == class && twins->rank_of[i] > twins->rank_of[point])
      twins->rank_of[i]--;
  twins->size_of[class]--;
  twins->class_of[point] = NOE_NO_TWINS;
  twins->rank_of[point] = 0;
}

/* (state of chief->key, point) is one more node, by its leader. */
static void add_node(struct home *home, uint32_t bytes, uint32_t point) {
  assert(point >= home->first && point < home->first + home->size && "permutations keep the block of a point");
  struct noe_worker *chief = home->chief;
  uint64_t id;
  noe_system_state_and_twins(&chief->view.orbits, chief->key, chief->judged);
  uint16_t tracked = (uint16_t)leader(home, point);
  memcpy(home->node, chief->key, bytes);
  memcpy(home->node + bytes, &tracked, sizeof tracked);
  bytes += sizeof tracked;
  if (noe_store_insert(home->seen, 0, home->node, bytes, noe_store_hash_key(home->node, bytes), NOE_NO_STATE, &id) ==
      NOE_INSERT_FULL)
    home->failed = true;
}

/* The node `id` becomes the one at hand; returns its point. */
static uint32_t enter(struct home *home, uint64_t id) {
  struct noe_worker *chief = home->chief;
  uint16_t tracked;
  uint32_t bytes = noe_store_read(home->seen, id, home->node) - (uint32_t)sizeof tracked;
  memcpy(&tracked, home->node + bytes, sizeof tracked);
  memcpy(chief->key, home->node, bytes);
  noe_system_state_and_twins(&chief->view.orbits, chief->key, chief->view.state);
  set_apart(home, tracked);
  return tracked;
}

static void test_goal(struct home *home, uint32_t point) {
  struct noe_worker *chief = home->chief;
  int64_t argument = (int64_t)point - home->first;
  enum noe_outcome outcome = noe_model_machine_test(chief->view.machine, home->property, &argument, chief->view.state);
  home->found = outcome == NOE_OUTCOME_TRUE;
  home->failed |= outcome >= NOE_OUTCOME_FAULT;
}

/* At random: most goals are met soon by whoever just goes on. */
static bool happens_on_goal(struct home *home, const uint8_t *key, uint32_t bytes, uint32_t point) {
  struct noe_worker *chief = home->chief;
  struct noe_random random = {1};
  memcpy(chief->key, key, bytes);
  for (uint32_t i = 0; i < WALK && !home->search->stop; i++) {
    noe_explicit_watch(chief);
    noe_system_state_and_twins(&chief->view.orbits, chief->key, chief->view.state);
    set_apart(home, point);
    test_goal(home, point);
    if (home->found || home->failed || !list_instances(home) || !chief->view.enabled.count)
      return home->found;
    if (!fire(home, noe_random_below(&random, chief->view.enabled.count)))
      return false;
    point = noe_system_permutation(&chief->view.orbits)[point];
  }
  return false;
}

static void look_at(struct home *home, uint64_t id) {
  struct noe_worker *chief = home->chief;
  noe_explicit_watch(chief);
  uint32_t point = enter(home, id);
  test_goal(home, point);
  if (home->found || home->failed || !list_instances(home))
    return;
  for (size_t i = 0; i < chief->view.enabled.count && !home->failed; i++) {
    uint32_t bytes = fire(home, i);
    if (bytes)
      add_node(home, bytes, noe_system_permutation(&chief->view.orbits)[point]);
  }
}

static bool finds_goal(struct home *home, const uint8_t *key, uint32_t bytes, uint32_t point) {
  const struct noe_store_shape shape = {.kind = NOE_STORE_FULL,
                                        .threads = 1,
                                        .most_bytes =
                                            home->search->system.keys.most_bytes + (uint32_t)sizeof(uint16_t)};
  struct noe_memory *memory = home->search->task->memory;
  home->found = home->failed = false;
  if (happens_on_goal(home, key, bytes, point))
    return true;
  if (home->failed)
    return false;
  home->seen = noe_store_new(memory, &shape);
  if (!home->seen)
    return false;
  memcpy(home->chief->key, key, bytes);
  add_node(home, bytes, point);
  do {
    if (!noe_store_close_level(home->seen))
      break;
    uint64_t size = noe_store_level_size(home->seen);
    if (!size || noe_store_count(home->seen) > NODES)
      break;
    for (uint64_t i = 0; i < size && !home->found && !home->failed && !home->search->stop; i++)
      look_at(home, noe_store_level_state(home->seen, i));
  } while (!home->found && !home->failed && !home->search->stop);
  noe_store_delete(home->seen);
  home->seen = NULL;
  return home->found;
}

/* --------------------------------------------------------------- the claims */

/* Can all instances of the claims that are decided here be told in worker->key? */
static bool can_tell(struct noe_worker *worker) {
  const struct noe_model *model = worker->search->model;
  if (noe_live_native_trials(worker))
    return true;
  noe_system_state_and_twins(&worker->view.orbits, worker->key, worker->view.state);
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *property = &model->properties[i];
    if (!may_go_home(worker->search, property))
      continue;
    struct home home = home_of(worker->search, worker, property);
    for (uint32_t point = home.first; point < home.first + home.size; point++) {
      int64_t argument = (int64_t)point - home.first;
      if (leads(&home, point) &&
          noe_model_machine_test(worker->view.machine, property, &argument, worker->view.state) >= NOE_OUTCOME_FAULT)
        return false;
    }
  }
  return true;
}

static void try_piece(struct noe_worker *worker, uint64_t begin, uint64_t end) {
  struct noe_search *search = worker->search;
  noe_explicit_native_join(worker);
  for (uint64_t number = begin; number < end && !search->stop && !noe_live_of(search)->unfit; number++) {
    noe_explicit_watch(worker);
    noe_store_read(search->store, noe_store_id(search->store, number), worker->key);
    if (!can_tell(worker))
      noe_live_of(search)->unfit = true;
  }
}

/* A claim that has no value somewhere does not hold, whatever can be reached. The pairs
 * will say what is the matter. */
static bool is_fit(struct noe_search *search) {
  struct noe_live *live = noe_live_of(search);
  if (!live->is_tried)
    noe_explicit_share_out(search, 0, noe_store_count(search->store), 1, try_piece);
  live->is_tried = true;
  return !live->unfit && !search->stop;
}

static bool decides(struct noe_search *search, const struct noe_clause *property) {
  struct home home = home_of(search, noe_explicit_worker_0(search), property);
  if (noe_store_count(search->store) < LEAST_STATES || !has_home(&home))
    return false;
  struct noe_memory *memory = search->task->memory;
  struct noe_arena *arena = noe_base_arena_new(memory);
  home.node = NOE_NEW_ARRAY(arena, uint8_t, search->system.keys.most_words * sizeof(uint64_t) + sizeof(uint16_t));
  uint8_t *key = NOE_NEW_ARRAY(arena, uint8_t, search->system.keys.most_words * sizeof(uint64_t));
  uint32_t bytes = noe_store_read(search->store, noe_store_id(search->store, noe_live_of(search)->home), key);
  bool holds = true;
  for (uint32_t i = home.first; holds && i < home.first + home.size; i++) {
    noe_system_state_and_twins(&home.chief->view.orbits, key, home.chief->view.state);
    if (leads(&home, i))
      holds = finds_goal(&home, key, bytes, i);
  }
  noe_base_arena_delete(arena);
  return holds && !search->stop && is_fit(search);
}

void noe_live_home(struct noe_search *search, uint32_t end) {
  for (uint32_t *next = &noe_live_of(search)->homes; *next < end && !search->stop; (*next)++) {
    const struct noe_clause *property = &search->model->properties[*next];
    if (!may_go_home(search, property))
      continue;
    noe_explicit_judge(search);
    if (!search->stop && decides(search, property))
      search->records.claims[*next].decided = true;
  }
}
