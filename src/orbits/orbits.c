/* The engine: breadth first, one state of each orbit; what tells whether an orbit was met before is the strategy. */
#include <string.h>

#include "orbits/orbits_int.h"
#include "verdict/figures.h"

static const char *const names[] = {
#define STRATEGY(symbol, name, source, says, text) name,
#include "orbits/strategies.def"
#undef STRATEGY
};

/* The strategy that is asked for; NOE_ORBITS_STRATEGIES: one of another engine, whose name goes to `name`. */
static enum noe_orbits_strategy pick(const struct noe_options *options, char *name, size_t room) {
  uint32_t number = 0;
  noe_base_option_chosen(options, "strategy", name, room);
  if (!options->strategy)
    return NOE_ORBITS_FIRST_FOUND;
  while (number < NOE_ORBITS_STRATEGIES && strcmp(names[number], name) != 0)
    number++;
  return (enum noe_orbits_strategy)number;
}

/* --------------------------------------------------------------- one search */

static void close_search(struct noe_orbits_search *search) {
  noe_symmetry_invariant_delete(search->invariant);
  noe_orbits_table_free(&search->table);
  if (search->flood)
    noe_store_delete(search->flood);
  search->invariant = NULL;
  search->flood = NULL;
}

static void open_search(struct noe_orbits_search *search, struct noe_exploration *exploration) {
  const uint32_t count = exploration->task->model->cell_count + 1;
  search->cells = NOE_NEW_ARRAY(exploration->arena, int64_t, count);
  search->image = NOE_NEW_ARRAY(exploration->arena, int64_t, count);
  search->tests = search->differences = 0;
  if (!exploration->system.keys.symmetry)
    return; /* each state is an orbit */
  if (search->strategy == NOE_ORBITS_FLOODING)
    noe_orbits_flood_open(search, exploration);
  else
    noe_orbits_hashed_open(search, exploration);
}

static void explore(struct noe_exploration *exploration, void *context) {
  struct noe_orbits_search *search = context;
  close_search(search); /* of the one before, whose symmetry was given up */
  open_search(search, exploration);
  noe_adaptive_queue(&search->queue, exploration);
}

static uint64_t find(struct noe_exploration *exploration, void *context, const int64_t *cells) {
  struct noe_orbits_search *search = context;
  if (search->flood)
    return noe_orbits_flood_find(exploration, search, cells);
  return search->invariant ? noe_orbits_hashed_find(exploration, search, cells) : NOE_NO_STATE;
}

static void keep(struct noe_exploration *exploration, void *context, const int64_t *cells, uint64_t id) {
  struct noe_orbits_search *search = context;
  if (search->flood)
    noe_orbits_flood(exploration, search, cells, id);
  else if (search->invariant)
    noe_orbits_table_add(&search->table, search->hash, id);
}

/* --------------------------------------------------------------- the engine */

static void write_figures(const struct noe_orbits_search *search, const struct noe_task *task,
                          struct noe_result *result) {
  noe_verdict_words(result, "orbits", "strategy", names[search->strategy]);
  if (search->flood) {
    noe_verdict_count(result, "orbits", "images_stored", search->originals.count);
    if (result->complete && !result->has_uneven_starts)
      result->concrete_states = noe_base_arena_format(task->arena, "%llu", (unsigned long long)search->originals.count);
  }
  if (search->strategy == NOE_ORBITS_FIRST_FOUND) {
    noe_verdict_count(result, "orbits", "states_compared", search->tests);
    noe_verdict_count(result, "orbits", "found_different", search->differences);
  }
}

static struct noe_result *run(const struct noe_task *task) {
  char name[32];
  struct noe_orbits_search search = {
      .strategy = pick(task->options, name, sizeof name), .memory = task->memory, .table = {.memory = task->memory}};
  struct noe_explorer explorer = {
      .engine = "orbits", .search = explore, .context = &search, .find = find, .keep = keep};
  if (search.strategy == NOE_ORBITS_MARKERS)
    explorer.reason = "a marker does not tell all orbits apart";
  struct noe_result *result = noe_verdict_explore(task, &explorer);
  if (result->arena)
    write_figures(&search, task, result);
  close_search(&search);
  return result;
}

static unsigned ability(const struct noe_model *model, const struct noe_options *options,
                        const struct noe_question *question, const char **why) {
  char name[32];
  enum noe_orbits_strategy strategy = pick(options, name, sizeof name);
  (void)model;
  if (!noe_adaptive_fits(options, question, why))
    return NOE_CANNOT;
  if (strategy == NOE_ORBITS_STRATEGIES)
    *why = "this --strategy, which is one of the engine bdd";
  else if (options->symmetry == NOE_SYMMETRY_FAST)
    *why = "--symmetry=fast: it tells orbits apart, and fast does not";
  else if (strategy == NOE_ORBITS_MARKERS)
    return question->kind == NOE_FINDING_COVER ? NOE_CAN_CONFIRM : NOE_CAN_REFUTE;
  else
    return NOE_CAN_DECIDE;
  return NOE_CANNOT;
}

const struct noe_engine noe_orbits_engine = {
    .name = "orbits",
    .summary = "one state of each orbit, found as other tools find it, for comparison; --strategy says how",
    .ability = ability,
    .no_checkpoints = "it keeps its states in memory only",
    .run = run,
    .takes_views = true,
};
