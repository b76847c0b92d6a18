#include "fair/short_loop.h"

#include <assert.h>
#include <string.h>

#include "model/pack.h"

/* How much work a lasso is worth: real states that are met, cells that guards may look at when they are expanded, edges
 * of walks that are followed, words of walks that are kept. */
enum { MOST_STATES = 1 << 13, MOST_CELLS = 1 << 23, MOST_EDGES = 1 << 19, MOST_WORDS = 1 << 22 };

enum { NOT_EXPANDED = UINT32_MAX, NO_STEP = UINT32_MAX };

/* A real state in which the tracked points have certain names. */
struct real_state {
  uint32_t first, count; /* steps; NOT_EXPANDED */
  uint64_t letter;
  uint32_t enabled; /* row of words: groups, as bits */
  uint32_t granted; /* likewise: conditions that are met, so that whatever happens next takes them */
};

/* A step between real states; standing still is by no rule. */
struct real_step {
  uint32_t target;
  uint32_t instance; /* of struct noe_fair_orbits, or NO_STEP */
  uint32_t taken;    /* row of groups */
  uint64_t letter;   /* what the step adds to the letter of its target */
};

/* A walk that began in a fair node: how it was extended. The row of words of its number says what it has come to. */
struct walk_item {
  uint32_t before, step;
};

struct noe_short_loop {
  struct noe_product *product;
  struct noe_space *space;
  uint32_t *fair; /* product nodes where a loop may begin, nearest first */
  size_t fair_count, fair_room;
  size_t next; /* of these, not begun */

  struct noe_rows states; /* packed state, names of tracked points */
  struct real_state *items;
  size_t room;
  struct real_step *steps;
  size_t step_count, step_room;
  struct noe_rows sets; /* of groups as bits; of groups as lists */

  uint32_t group_words;
  uint32_t *strong;      /* groups, as bits */
  uint32_t *by_rules;    /* strong groups that a firing takes, not a condition: as bits */
  uint32_t most_taken;   /* groups that one firing takes */
  uint32_t least_rest;   /* steps that a walk of the level which is being made still has to go */
  struct noe_rows walks; /* fair node, real state, automaton state, marks, served groups, strong ones to be served */
  struct walk_item *walk_items;
  size_t walk_count, walk_room;
  uint32_t *homes;         /* by position in `fair`: the real state there */
  size_t edges;            /* followed so far */
  uint64_t cells;          /* that guards may have looked at so far */
  uint64_t most_instances; /* of all rules */
  uint32_t last;           /* the walk that came back */
  uint32_t last_step;
  uint32_t *path; /* steps of this walk */

  int64_t *state, *after;
  uint64_t *packed;
  uint32_t *words, *bits;
  uint16_t *names;
};

/* Words of a walk. */
enum { FAIR_NODE, REAL_STATE, AUTOMATON_STATE, MARKS, SERVED = MARKS + 2 };

/* ----------------------------------------------------------------- set-up */

static void find_strong(struct noe_short_loop *search) {
  const struct noe_groups *groups = search->space->groups;
  for (uint32_t m = 0; m < groups->mark_count; m++)
    for (uint32_t g = groups->marks[m].first; g < groups->marks[m].first + groups->marks[m].count; g++)
      if (groups->marks[m].strong) {
        search->strong[g / 32] |= UINT32_C(1) << (g % 32);
        if (!groups->marks[m].condition)
          search->by_rules[g / 32] |= UINT32_C(1) << (g % 32);
      }
  search->most_taken = 1;
  for (uint32_t i = 0; i < search->space->model->rule_count; i++)
    if (search->space->model->rules[i].mark_count > search->most_taken)
      search->most_taken = search->space->model->rules[i].mark_count;
}

/* How many instances may have to be looked at in a state. */
static uint64_t count_instances(const struct noe_model *model) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    uint64_t count = noe_model_instance_count(&model->rules[i]);
    sum += count < MOST_CELLS ? count : MOST_CELLS;
  }
  return sum;
}

static void *allocate(struct noe_short_loop *search, size_t count, size_t size) {
  return noe_base_alloc(search->space->memory, (count + 1) * size);
}

struct noe_short_loop *noe_fair_short_loop_new(struct noe_product *product, const struct noe_cycles *cycles) {
  struct noe_space *space = product->graph->space;
  struct noe_short_loop *search = noe_base_alloc(space->memory, sizeof *search);
  const struct noe_model *model = space->model;
  *search = (struct noe_short_loop){.product = product, .space = space};
  search->states = noe_fair_rows(space->memory);
  search->sets = noe_fair_rows(space->memory);
  search->walks = noe_fair_rows(space->memory);
  search->group_words = (space->groups->count + 31) / 32;
  search->strong = allocate(search, search->group_words, sizeof *search->strong);
  search->by_rules = allocate(search, search->group_words, sizeof *search->by_rules);
  search->state = allocate(search, model->cell_count, sizeof *search->state);
  search->after = allocate(search, model->cell_count, sizeof *search->after);
  search->packed = allocate(search, model->packed_words, sizeof *search->packed);
  search->words = allocate(
      search, 2 * (size_t)model->packed_words + product->graph->tracked + 2 * (size_t)search->group_words + SERVED,
      sizeof *search->words);
  search->bits = allocate(search, search->group_words, sizeof *search->bits);
  search->names = allocate(search, product->graph->tracked, sizeof *search->names);
  search->most_instances = count_instances(model);
  find_strong(search);
  for (uint32_t i = 0; i < product->expanded; i++)
    if (i < cycles->node_room && cycles->nodes[i].fair)
      NOE_FAIR_PUSH(space->memory, search->fair, search->fair_count, search->fair_room, i);
  search->homes = allocate(search, search->fair_count, sizeof *search->homes);
  return search;
}

void noe_fair_short_loop_delete(struct noe_short_loop *search) {
  if (!search)
    return;
  struct noe_memory *memory = search->space->memory;
  noe_fair_rows_free(&search->states);
  noe_fair_rows_free(&search->sets);
  noe_fair_rows_free(&search->walks);
  void *rest[] = {search->fair,       search->items, search->steps, search->strong, search->by_rules,
                  search->walk_items, search->homes, search->state, search->after,  search->packed,
                  search->words,      search->bits,  search->names, search->path};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
    noe_base_free(memory, rest[i]);
  noe_base_free(memory, search);
}

/* ------------------------------------------------------------- real states */

static uint32_t *names_of(struct noe_short_loop *search, uint32_t state) {
  return search->states.words + search->states.begins[state] + 2 * (size_t)search->space->model->packed_words;
}

/* The number of a state in which the tracked points are called search->names. */
static uint32_t meet(struct noe_short_loop *search, const int64_t *cells) {
  const struct noe_model *model = search->space->model;
  uint32_t tracked = search->product->graph->tracked, length = 2 * model->packed_words;
  memset(search->packed, 0, model->packed_words * sizeof *search->packed);
  noe_model_pack(model, cells, search->packed);
  memcpy(search->words, search->packed, length * sizeof *search->words);
  for (uint32_t i = 0; i < tracked; i++)
    search->words[length + i] = search->names[i];
  bool fresh;
  noe_fair_grow(search->space->memory, (void **)&search->items, search->states.count, &search->room,
                sizeof *search->items);
  uint32_t state = noe_fair_row(&search->states, search->words, length + tracked, &fresh);
  if (fresh)
    search->items[state] = (struct real_state){.count = NOT_EXPANDED};
  return state;
}

static void read_state(struct noe_short_loop *search, uint32_t state) {
  const struct noe_model *model = search->space->model;
  memcpy(search->packed, noe_row_words(&search->states, state), model->packed_words * sizeof *search->packed);
  noe_model_unpack(model, search->packed, search->state);
  for (uint32_t i = 0; i < search->product->graph->tracked; i++)
    search->names[i] = (uint16_t)names_of(search, state)[i];
}

/* The groups that an instance belongs to: as a list, and among those that are enabled. */
static uint32_t take_groups(struct noe_short_loop *search, const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_groups *groups = search->space->groups;
  uint32_t count = groups->mark_count ? clause->mark_count : 0;
  uint32_t list[count + 1];
  for (uint32_t i = 0; i < count; i++) {
    list[i] = noe_fair_group_of(groups, clause, i, arguments);
    search->bits[list[i] / 32] |= UINT32_C(1) << (list[i] % 32);
  }
  return noe_fair_row(&search->sets, list, count, NULL);
}

/* Conditions that are enabled in the state, or with `granted` met there, into search->bits. */
static void note_conditions(struct noe_short_loop *search, bool granted) {
  const struct noe_groups *groups = search->space->groups;
  uint32_t wanted = granted ? NOE_THREAD_TAKEN : NOE_THREAD_ENABLED;
  for (uint32_t m = 0; m < groups->mark_count && groups->has_conditions; m++) {
    const struct noe_group_mark *mark = &groups->marks[m];
    for (uint32_t g = mark->first; mark->condition && g < mark->first + mark->count; g++)
      if (noe_fair_condition(search->space, mark, g, search->state) & wanted)
        search->bits[g / 32] |= UINT32_C(1) << (g % 32);
  }
}

static void add_step(struct noe_short_loop *search, struct real_step step) {
  NOE_FAIR_PUSH(search->space->memory, search->steps, search->step_count, search->step_room, step);
}

/* All instances are fired: nothing is reduced here. False if stopped. */
static bool expand(struct noe_short_loop *search, uint32_t state) {
  struct noe_space *space = search->space;
  size_t first = search->step_count;
  read_state(search, state);
  memset(search->bits, 0, search->group_words * sizeof *search->bits);
  if (!noe_fair_instances(space, search->state, NULL))
    return false;
  for (size_t i = 0; i < space->view.enabled.count && !noe_fair_is_stopped(space); i++) {
    const struct noe_clause *clause = space->view.enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&space->view.enabled, i);
    if (!noe_fair_fire(space, clause, arguments, search->state, search->after))
      continue;
    struct real_step step = {.target = meet(search, search->after)};
    step.instance = noe_fair_instance(search->product->graph->orbits, clause, arguments);
    step.taken = take_groups(search, clause, arguments);
    step.letter = noe_fair_step_letter_of(search->product->claim, search->state, search->names, clause, arguments);
    add_step(search, step);
  }
  if (search->step_count == first)
    add_step(search, (struct real_step){state, NO_STEP, noe_fair_row(&search->sets, NULL, 0, NULL), 0});
  struct real_state *item = &search->items[state];
  item->first = (uint32_t)first;
  item->count = (uint32_t)(search->step_count - first);
  note_conditions(search, false);
  item->enabled = noe_fair_row(&search->sets, search->bits, search->group_words, NULL);
  memset(search->bits, 0, search->group_words * sizeof *search->bits);
  note_conditions(search, true);
  item->granted = noe_fair_row(&search->sets, search->bits, search->group_words, NULL);
  item->letter = noe_fair_letter_of(search->product->claim, search->state, search->names);
  return !space->stop && !search->product->claim->fault;
}

/* False if there is no hope of it, or no work left for it. */
static bool is_expanded(struct noe_short_loop *search, uint32_t state) {
  if (search->items[state].count != NOT_EXPANDED)
    return true;
  search->cells += search->most_instances * search->space->model->cell_count;
  return search->states.count < MOST_STATES && search->cells < MOST_CELLS && expand(search, state);
}

/* ------------------------------------------------------------------- walks */

/* The walk in search->words has arrived in a state: what is served by that. */
static void note_state(struct noe_short_loop *search, uint32_t state) {
  const uint32_t *enabled = noe_row_words(&search->sets, search->items[state].enabled);
  const uint32_t *granted = noe_row_words(&search->sets, search->items[state].granted);
  uint32_t *served = search->words + SERVED, *wanted = served + search->group_words;
  for (uint32_t i = 0; i < search->group_words; i++) {
    served[i] |= granted[i] | (~enabled[i] & ~search->strong[i]);
    wanted[i] = (wanted[i] | (enabled[i] & search->strong[i])) & ~served[i];
  }
}

static bool is_served(const struct noe_short_loop *search) {
  const uint32_t *served = search->words + SERVED, *wanted = served + search->group_words;
  uint64_t marks;
  memcpy(&marks, search->words + MARKS, sizeof marks);
  if (marks != noe_automaton_all_marks(search->product->automaton))
    return false;
  for (uint32_t i = 0; i < search->group_words; i++) {
    uint32_t rest = search->space->groups->count - 32 * i;
    uint32_t all = rest >= 32 ? UINT32_MAX : (UINT32_C(1) << rest) - 1;
    if (wanted[i] || (all & ~served[i] & ~search->strong[i]))
      return false;
  }
  return true;
}

static size_t walk_length(const struct noe_short_loop *search) { return SERVED + 2 * (size_t)search->group_words; }

/* How many steps the walk in search->words has still to go, at least: strong groups that were enabled must be taken. */
static uint32_t least_rest(const struct noe_short_loop *search) {
  const uint32_t *wanted = search->words + SERVED + search->group_words;
  uint32_t count = 0;
  for (uint32_t i = 0; i < search->group_words; i++)
    count += (uint32_t)__builtin_popcount(wanted[i] & search->by_rules[i]);
  return (count + search->most_taken - 1) / search->most_taken;
}

static void keep_walk(struct noe_short_loop *search, uint32_t before, uint32_t step) {
  bool fresh;
  noe_fair_row(&search->walks, search->words, walk_length(search), &fresh);
  if (!fresh)
    return;
  uint32_t rest = least_rest(search);
  if (rest < search->least_rest)
    search->least_rest = rest;
  NOE_FAIR_PUSH(search->space->memory, search->walk_items, search->walk_count, search->walk_room,
                ((struct walk_item){before, step}));
}

/* A walk of no step, from a fair node. False if stopped. */
static bool begin(struct noe_short_loop *search, size_t number) {
  struct noe_fair_graph *graph = search->product->graph;
  uint32_t node = search->fair[number], place = noe_product_graph_node(search->product, node);
  noe_fair_orbit_read(graph->orbits, noe_fair_node_orbit(graph, place), search->state);
  noe_fair_frame_tracked(&graph->frames, noe_fair_node_frame(graph, place), search->names);
  uint32_t state = meet(search, search->state);
  search->homes[number] = state;
  if (!is_expanded(search, state))
    return false;
  memset(search->words, 0, walk_length(search) * sizeof *search->words);
  search->words[FAIR_NODE] = (uint32_t)number;
  search->words[REAL_STATE] = state;
  search->words[AUTOMATON_STATE] = noe_product_state(search->product, node);
  note_state(search, state);
  keep_walk(search, NOE_NO_NODE, NO_STEP);
  return true;
}

/* Extends a walk by a step and an edge of the automaton; true if it has come back with everything served. */
static bool extend(struct noe_short_loop *search, uint32_t walk, uint32_t number, const struct noe_edge *arc) {
  const struct real_step step = search->steps[number];
  memcpy(search->words, noe_row_words(&search->walks, walk), walk_length(search) * sizeof *search->words);
  const uint32_t *taken = noe_row_words(&search->sets, step.taken);
  for (size_t i = 0; i < noe_row_length(&search->sets, step.taken); i++)
    search->words[SERVED + taken[i] / 32] |= UINT32_C(1) << (taken[i] % 32);
  search->words[REAL_STATE] = step.target;
  search->words[AUTOMATON_STATE] = arc->target;
  uint64_t marks;
  memcpy(&marks, search->words + MARKS, sizeof marks);
  marks |= arc->marks;
  memcpy(search->words + MARKS, &marks, sizeof marks);
  note_state(search, step.target);
  uint32_t begun = search->words[FAIR_NODE];
  if (search->homes[begun] == step.target && noe_product_state(search->product, search->fair[begun]) == arc->target &&
      is_served(search)) {
    search->last = walk;
    search->last_step = number;
    return true;
  }
  keep_walk(search, walk, number);
  return false;
}

enum answer { GO_ON, FOUND, GIVE_UP };

static enum answer extend_all(struct noe_short_loop *search, uint32_t walk) {
  const struct noe_automaton *automaton = search->product->automaton;
  uint32_t state = noe_row_words(&search->walks, walk)[REAL_STATE];
  uint32_t from = noe_row_words(&search->walks, walk)[AUTOMATON_STATE];
  const struct real_state item = search->items[state];
  for (uint32_t i = item.first; i < item.first + item.count; i++) {
    uint32_t target = search->steps[i].target;
    if (!is_expanded(search, target) || search->walks.word_count > MOST_WORDS || noe_fair_is_stopped(search->space))
      return GIVE_UP;
    for (uint32_t a = automaton->first[from]; a < automaton->first[from + 1]; a++) {
      if (++search->edges > MOST_EDGES)
        return GIVE_UP;
      if (noe_edge_takes(&automaton->edges[a], search->items[target].letter | search->steps[i].letter) &&
          extend(search, walk, i, &automaton->edges[a]))
        return FOUND;
    }
  }
  return GO_ON;
}

/* Loops may begin in nodes of this level. */
static bool begin_level(struct noe_short_loop *search, uint32_t level) {
  const struct noe_product *product = search->product;
  while (search->next < search->fair_count &&
         (level + 1 >= product->level_count || search->fair[search->next] < product->levels[level + 1]))
    if (!begin(search, search->next++))
      return false;
  return true;
}

/* Levels have grown to `count` walks from `before`; if half of that growth goes on until somebody can be back, there is
 * more to follow than a lasso is worth. Where steps commute growth does not go on as it was. */
static bool is_hopeless(const struct noe_short_loop *search, uint64_t before, uint64_t count) {
  uint64_t edges = count;
  for (uint32_t i = 0; count > 2 * before && i < search->least_rest && edges <= MOST_EDGES; i++)
    edges = edges * count / (2 * before);
  return edges > MOST_EDGES;
}

uint32_t noe_fair_short_loop_find(struct noe_short_loop *search) {
  uint32_t walk = 0;
  for (uint32_t level = 0; walk < search->walk_count || search->next < search->fair_count; level++) {
    if (!begin_level(search, level))
      return NOE_NO_NODE;
    size_t begin = walk, end = search->walk_count; /* of those that are as long as the level, with their stems */
    search->least_rest = UINT32_MAX;
    for (; walk < end; walk++) {
      enum answer answer = extend_all(search, walk);
      if (answer != GO_ON)
        return answer == FOUND ? search->fair[noe_row_words(&search->walks, search->last)[FAIR_NODE]] : NOE_NO_NODE;
    }
    if (end > begin && search->walk_count > end && is_hopeless(search, end - begin, search->walk_count - end))
      return NOE_NO_NODE;
  }
  return NOE_NO_NODE;
}

/* ----------------------------------------------------------------- walking */

static bool push_step(struct noe_short_loop *search, struct noe_walk *walk, const uint16_t *turn, uint32_t number) {
  const struct real_step step = search->steps[number];
  int64_t arguments[noe_model_most_parameters(search->space->model) + 1];
  if (step.instance == NO_STEP)
    return true;
  const struct noe_clause *clause = noe_fair_read_instance(search->product->graph->orbits, step.instance, arguments);
  read_state(search, step.target);
  return noe_fair_walk_push(walk, turn, clause, arguments, search->state);
}

bool noe_fair_short_loop_walk(struct noe_short_loop *search, struct noe_walk *walk) {
  const struct noe_symmetry *symmetry = search->space->symmetry;
  uint16_t turn[symmetry->points + 1];
  size_t length = 1;
  noe_symmetry_invert(symmetry, walk->names, turn);
  for (uint32_t i = search->last; search->walk_items[i].before != NOE_NO_NODE; i = search->walk_items[i].before)
    length++;
  search->path = noe_base_alloc(search->space->memory, length * sizeof *search->path);
  search->path[length - 1] = search->last_step;
  size_t at = length - 1;
  for (uint32_t i = search->last; search->walk_items[i].before != NOE_NO_NODE; i = search->walk_items[i].before)
    search->path[--at] = search->walk_items[i].step;
  assert(at == 0 && "as many steps as were counted");
  bool done = true;
  for (size_t i = 0; i < length && done; i++)
    done = push_step(search, walk, turn, search->path[i]);
  return done;
}
