/* Everything that can be reached.
 *
 * States are kept by their global parts. A part that has pending states is worked off: they are closed under moves of
 * single processes (close.c), judged if they are new, and the rules are walked for them once (walk.h). What that leads
 * to is pending in its part. No order of parts changes the outcome. */
#include <assert.h>

#include "base/contract.h"
#include "counter/counter_int.h"

/* -------------------------------------------------------------------- parts */

struct noe_counter_part *noe_counter_part(struct noe_counter_search *search, uint32_t global) {
  assert(global < search->space->globals.count && "parts are those of global parts that have been met");
  if (global >= search->part_room) {
    uint32_t room = search->part_room ? search->part_room : 16;
    while (room <= global)
      room *= 2;
    search->parts = noe_base_realloc(search->memory, search->parts, room * sizeof *search->parts);
    search->part_room = room;
    struct noe_bitset queue = noe_base_bitset(search->memory, room);
    for (size_t i = 0; i < noe_bitset_words(search->queue.bits); i++)
      queue.words[i] = search->queue.words[i];
    noe_base_bitset_free(&search->queue);
    search->queue = queue;
  }
  if (!search->parts[global]) {
    search->parts[global] = NOE_NEW(search->arena, struct noe_counter_part);
    search->parts[global]->global = global;
  }
  return search->parts[global];
}

void noe_counter_add(struct noe_counter_search *search, uint32_t global, uint32_t set) {
  struct noe_counter_part *part = noe_counter_part(search, global);
  set = noe_counter_few_of(search, part, set);
  if (!noe_diagram_minus(search->diagrams, set, part->reached))
    return;
  part->pending = noe_diagram_union(search->diagrams, part->pending, set);
  search->queue_count += !noe_bitset_has(&search->queue, global);
  noe_bitset_add(&search->queue, global);
}

/* Parts that were found first come first: where parts lead on to others and never back, each is done before the next
 * one is begun, and elsewhere they are gone through from the beginning whenever one of the first has changed. */
static struct noe_counter_part *take_part(struct noe_counter_search *search) {
  size_t word = 0;
  assert(search->queue_count && "some part waits");
  while (!search->queue.words[word])
    word++;
  uint32_t global = (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(search->queue.words[word]);
  assert(search->parts[global] && search->parts[global]->pending && "a part that waits has pending states");
  noe_bitset_remove(&search->queue, global);
  search->queue_count--;
  return search->parts[global];
}

static void mark_roots(void *context) {
  struct noe_counter_search *search = context;
  for (uint32_t i = 0; i < search->part_room; i++) {
    const struct noe_counter_part *part = search->parts[i];
    if (!part)
      continue;
    noe_diagram_mark(search->diagrams, part->reached);
    noe_diagram_mark(search->diagrams, part->pending);
    noe_diagram_mark(search->diagrams, part->layer);
    noe_diagram_mark(search->diagrams, part->seen);
  }
  for (size_t i = 0; i < search->failures.count; i++)
    noe_diagram_mark(search->diagrams, search->failures.items[i].set);
  for (size_t i = 0; i < search->starts.count; i++)
    noe_diagram_mark(search->diagrams, search->starts.items[i].set);
  for (uint32_t i = 0; i < search->more_count; i++)
    noe_diagram_mark(search->diagrams, search->more_sets[i]);
}

void noe_counter_collect(struct noe_counter_search *search) {
  if (!search->keeps_all && noe_diagram_is_full(search->diagrams))
    noe_diagram_collect(search->diagrams, mark_roots, search);
}

void noe_counter_give_up(struct noe_counter_search *search) {
  if (search->reason)
    return;
  assert(search->walk.reason && "the walk that was given up says why");
  search->reason = search->walk.reason;
  search->place = search->walk.place;
}

bool noe_counter_is_over(struct noe_counter_search *search) {
  struct noe_progress progress = {.phase = NOE_PHASE_SEARCH,
                                  .states = search->space->globals.count,
                                  .frontier = search->queue_count,
                                  .rules_fired = search->templates->executions};
  return noe_verdict_is_over_now(&search->limits, progress);
}

void noe_counter_restart(struct noe_counter_search *search, uint32_t block) {
  search->tracked_block = block;
  search->queue_count = 0;
  search->starts.count = 0;
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i]) {
      struct noe_counter_part *part = search->parts[i];
      part->reached = part->pending = part->layer = part->seen = NOE_DIAGRAM_NONE;
      noe_bitset_remove(&search->queue, i);
    }
}

/* -------------------------------------------------------------------- rules */

static void note_rule(void *context, struct noe_counter_root *root) {
  struct noe_counter_search *search = context;
  NOE_LIST_PUSH(search->arena, &search->part->rules, root);
}

static void equip(struct noe_counter_search *search, struct noe_counter_part *part) {
  if (part->has_roots)
    return;
  part->has_roots = true;
  assert(!part->rules.count && !part->claims.count && "rules and claims of a global part are listed once");
  search->part = part;
  for (uint32_t i = 0; i < search->model->rule_count; i++)
    noe_counter_roots(search->templates, &search->form->rules[i], part->global, note_rule, search);
  noe_counter_list_claims(search, part);
}

/* Nothing has happened yet in states whose progress is not known; `leaf` is what a rule comes to in them. */
static void note_progress(struct noe_counter_search *search, struct noe_walk *walk, const struct noe_counter_leaf *leaf,
                          uint32_t set) {
  if (!search->rest)
    return;
  uint32_t moved = NOE_DIAGRAM_NONE;
  if (search->task->options->deadlock == NOE_DEADLOCK_STUCK || leaf->outcome == NOE_OUTCOME_FAULT)
    moved = noe_counter_before(walk, set);
  else if (leaf->outcome == NOE_OUTCOME_TRUE)
    moved = leaf->changes ? noe_counter_before(walk, set) : noe_counter_mapped(walk, leaf, set);
  search->rest = noe_diagram_minus(search->diagrams, search->rest, moved);
}

static void fire(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                 uint32_t set) {
  struct noe_counter_search *search = context;
  note_progress(search, walk, leaf, set);
  if (leaf->outcome == NOE_OUTCOME_FAULT) {
    struct noe_counter_failure failure = {.kind = NOE_FINDING_ASSERTION,
                                          .clause = template->root->clause->clause,
                                          .global = template->root->global,
                                          .set = noe_counter_before(walk, set)};
    noe_counter_fail(search, failure);
    return;
  }
  if (leaf->outcome != NOE_OUTCOME_TRUE)
    return;
  uint32_t after = noe_counter_after(walk, template, leaf, set);
  noe_counter_add(search, leaf->global, after);
}

/* ------------------------------------------------------------------- search */

/* Any set between what is new and all that is reached will do: the one with the fewest nodes is the quickest. */
static uint32_t smallest(struct noe_counter_search *search, uint32_t fresh, uint32_t pending, uint32_t reached) {
  uint64_t a = noe_diagram_size(search->diagrams, fresh), b = noe_diagram_size(search->diagrams, pending);
  uint64_t c = noe_diagram_size(search->diagrams, reached);
  if (c <= a && c <= b)
    return reached;
  return b <= a ? pending : fresh;
}

static bool work_off(struct noe_counter_search *search, struct noe_counter_part *part) {
  equip(search, part);
  search->rounds++;
  bool closes = !search->few.most;
  uint32_t pending = closes ? noe_counter_close(search, part, part->pending) : part->pending;
  part->pending = NOE_DIAGRAM_NONE;
  uint32_t fresh = noe_diagram_minus(search->diagrams, pending, part->reached);
  if (!fresh)
    return true;
  part->reached = noe_diagram_union(search->diagrams, part->reached, fresh);
  NOE_COSTLY(!noe_diagram_minus(search->diagrams, pending, part->reached) && "what was pending is reached");
  fresh = smallest(search, fresh, pending, part->reached);
  if (search->are_claims_judged && !noe_counter_judge(search, part, fresh))
    return false;
  search->rest = NOE_DIAGRAM_NONE;
  if (search->is_deadlock_judged)
    search->rest = closes ? noe_counter_unmoved(search, part, fresh) : fresh;
  search->walk.visit = fire;
  search->walk.context = search;
  search->walk.ignores = true;
  search->walk.ignored = NOE_OUTCOME_FALSE;
  search->walk.skips_free = closes;
  for (size_t i = 0; i < part->rules.count; i++)
    if (!noe_counter_walk(&search->walk, part->rules.items[i]->template, fresh)) {
      noe_counter_give_up(search);
      return false;
    }
  noe_counter_judge_deadlock(search, part);
  return true;
}

static bool has_enough(const struct noe_counter_search *search) {
  uint64_t most = search->task->options->max_errors;
  return most && search->failures.count >= most;
}

bool noe_counter_reach(struct noe_counter_search *search) {
  while (search->queue_count) {
    NOE_COSTLY(!noe_counter_queue_check(search) && "what is pending waits for its turn");
    if (noe_counter_is_over(search))
      return false;
    if (!work_off(search, take_part(search)) || has_enough(search))
      return false;
    noe_counter_collect(search);
    if (noe_counter_is_few_over(search))
      return true;
  }
  NOE_COSTLY(!noe_counter_queue_check(search) && "nothing is pending when everything is reached");
  assert(!search->reason && "a search that was given up does not say that it reached everything");
  return true;
}

/* ------------------------------------------------------------- start states */

static void begin(void *context, struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                  uint32_t set) {
  struct noe_counter_search *search = context;
  if (leaf->outcome == NOE_OUTCOME_FAULT) {
    struct noe_counter_failure failure = {
        .kind = NOE_FINDING_ASSERTION, .clause = template->root->clause->clause, .at_start = true};
    noe_counter_fail(search, failure);
  } else if (leaf->outcome == NOE_OUTCOME_TRUE) {
    uint32_t after = noe_counter_after(walk, template, leaf, set);
    noe_counter_add(search, leaf->global, after);
    struct noe_counter_states states = {leaf->global, after};
    NOE_LIST_PUSH(search->arena, &search->starts, states);
  }
}

struct starting {
  struct noe_counter_search *search;
  uint32_t set;
  bool done;
};

static void start_root(void *context, struct noe_counter_root *root) {
  struct starting *starting = context;
  starting->done &= noe_counter_walk(&starting->search->walk, root->template, starting->set);
}

bool noe_counter_start(struct noe_counter_search *search) {
  int64_t *state = noe_base_alloc(search->memory, (search->model->cell_count + 1) * sizeof *state);
  uint32_t *elements = noe_base_alloc(search->memory, (search->space->processes + 1) * sizeof *elements);
  for (uint32_t i = 0; i < search->model->cell_count; i++)
    state[i] = search->model->cells[i].empty;
  uint32_t global = noe_counter_decompose(search->space, state, search->tracked_block, 0, elements);
  struct starting starting = {search, noe_diagram_single(&search->multisets, elements, search->space->processes), true};
  search->walk.visit = begin;
  search->walk.context = search;
  search->walk.ignores = false;
  search->walk.skips_free = false;
  for (uint32_t i = 0; i < search->model->start_count; i++)
    noe_counter_roots(search->templates, &search->form->starts[i], global, start_root, &starting);
  if (!starting.done)
    noe_counter_give_up(search);
  noe_base_free(search->memory, state);
  noe_base_free(search->memory, elements);
  return starting.done && !has_enough(search);
}
