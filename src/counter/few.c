/* Few processes first.
 *
 * A violation rarely takes more than a few processes: the others may as well stay where they were at the start. So
 * before everything is searched, states are in which at most two processes have left the local states of start states, as
 * long as that costs next to nothing.
 *
 * Of those states only the *novel* ones are gone on from. The outline of a state is its global part and its local states
 * without flags. A state is novel if its outline is new, or if in states of that outline some pointer has never named a
 * process in that local state. So the pointers that nobody will read again, of which there may be exponentially many
 * combinations, cost little (novelty of width 1, as planners have it: Lipovetzky and Geffner, ECAI 2012).
 *
 * Such a search is one of reachable states, so that what it finds wrong is wrong, with a run as ever; it proves
 * nothing, and all states are searched afterwards, from the beginning. Its work is counted and never timed. */
#include <assert.h>

#include "base/mix.h"
#include "counter/counter_int.h"

enum { MOST_ACTIVE = 2, MOST_MADE = 1 << 18, MOST_EXECUTIONS = 1 << 15, NOVELTY_BITS = 1 << 20 };

/* -------------------------------------------------------------------- active */

static void note_idle(void *context, uint32_t element) {
  struct noe_counter_few *few = context;
  if (few->count == few->room) {
    few->room = few->room ? 2 * few->room : 16;
    few->idle = noe_base_realloc(few->memory, few->idle, few->room * sizeof *few->idle);
  }
  few->idle[few->count++] = element;
}

static bool is_active(void *context, uint32_t element) {
  const struct noe_counter_few *few = context;
  for (uint32_t i = 0; i < few->count; i++)
    if (few->idle[i] == element)
      return false;
  return true;
}

static uint32_t with_few_active(struct noe_counter_search *search, uint32_t set) {
  uint32_t result = NOE_DIAGRAM_NONE;
  for (uint32_t i = 0; i <= search->few.most; i++) {
    uint32_t some = noe_diagram_exactly(&search->multisets, &search->few.active, i, set);
    result = noe_diagram_union(search->diagrams, result, some);
  }
  return result;
}

/* ------------------------------------------------------------------- novelty */

/* True the first time. Hashes may collide: then something novel is passed over. */
static bool is_first(struct noe_counter_few *few, uint64_t hash) {
  size_t bit = (size_t)(hash >> 7) % NOVELTY_BITS;
  bool is_new = !noe_bitset_has(&few->seen, bit);
  noe_bitset_add(&few->seen, bit);
  return is_new;
}

static uint64_t hash_without_flags(const struct noe_counter_space *space, uint32_t element) {
  uint32_t block = noe_counter_block(space, element);
  const int64_t *row = noe_counter_local_row(space, element);
  uint64_t hash = noe_mix(block, 1);
  for (uint32_t i = 0; i < space->shape->slices[block].count; i++)
    hash = noe_mix(hash, (uint64_t)row[i]);
  return hash;
}

static bool is_novel(struct noe_counter_search *search, uint32_t global, uint32_t count) {
  const struct noe_counter_space *space = search->space;
  struct noe_counter_few *few = &search->few;
  uint64_t outline = noe_mix(1, global);
  for (uint32_t i = 0; i < count; i++)
    outline += noe_mix(3, hash_without_flags(space, few->elements[i]));
  bool novel = is_first(few, outline);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t flag = 0; flag < space->tracked; flag++)
      if (noe_counter_has_flag(space, few->elements[i], flag))
        novel |= is_first(few, noe_mix(noe_mix(outline, flag), hash_without_flags(space, few->elements[i])));
  return novel;
}

uint32_t noe_counter_few_of(struct noe_counter_search *search, const struct noe_counter_part *part, uint32_t set) {
  struct noe_counter_few *few = &search->few;
  if (!few->most)
    return set;
  uint32_t result = NOE_DIAGRAM_NONE, processes = search->space->processes;
  set = noe_diagram_minus(search->diagrams, with_few_active(search, set), part->reached);
  while (set && !noe_counter_is_few_over(search)) {
    uint32_t count = noe_diagram_first(&search->multisets, set, few->elements, processes);
    assert(count == processes && "a state has a local state for each process");
    uint32_t single = noe_diagram_single(&search->multisets, few->elements, count);
    set = noe_diagram_minus(search->diagrams, set, single);
    if (is_novel(search, part->global, count))
      result = noe_diagram_union(search->diagrams, result, single);
  }
  return result;
}

/* -------------------------------------------------------------------- search */

static bool is_worth_it(const struct noe_counter_search *search) {
  return search->task->options->max_errors == 1 && search->space->processes > MOST_ACTIVE;
}

bool noe_counter_is_few_over(const struct noe_counter_search *search) {
  const struct noe_counter_few *few = &search->few;
  return few->most && (noe_diagram_figures(search->diagrams).made > few->most_made ||
                       search->templates->executions > few->most_executions);
}

static void begin(struct noe_counter_search *search) {
  struct noe_counter_few *few = &search->few;
  few->memory = search->memory;
  few->most_made = noe_diagram_figures(search->diagrams).made + MOST_MADE;
  few->most_executions = search->templates->executions + MOST_EXECUTIONS;
  few->elements = noe_base_alloc(search->memory, (search->space->processes + 1) * sizeof *few->elements);
  few->seen = noe_base_bitset(search->memory, NOVELTY_BITS);
  for (size_t i = 0; i < search->starts.count; i++)
    noe_diagram_elements(&search->multisets, search->starts.items[i].set, note_idle, few);
  few->active = noe_diagram_filter(&search->multisets, is_active, few);
}

void noe_counter_end_few(struct noe_counter_search *search) {
  struct noe_counter_few *few = &search->few;
  noe_base_free(search->memory, few->idle);
  noe_base_free(search->memory, few->elements);
  noe_base_free(search->memory, few->seen.words);
  *few = (struct noe_counter_few){.most = 0};
}

bool noe_counter_reach_few(struct noe_counter_search *search) {
  struct noe_counter_few *few = &search->few;
  if (!is_worth_it(search))
    return true;
  assert(!few->elements && !few->most && "few processes are searched once, before all");
  begin(search);
  few->most = MOST_ACTIVE;
  bool goes_on = noe_counter_reach(search);
  few->most = 0;
  if (goes_on) {
    noe_counter_restart(search, search->tracked_block);
    goes_on = noe_counter_start(search);
  }
  noe_counter_end_few(search);
  return goes_on;
}
