/* Runs to states in which something is wrong.
 *
 * Backwards by sets: layer 0 are the bad states, layer i + 1 what a step leads from into layer i and is in none before
 * it, up to the first layer with a start state. Forwards by the interpreter: from a start state of that layer, always
 * to a state of the layer below. All states of a layer are as far from the bad ones, so that the run is a shortest one
 * through the states that have been reached. It is made of firings of the interpreter and of nothing else. */
#include <assert.h>
#include <string.h>

#include "counter/counter_int.h"
#include "verdict/record.h"

/* ----------------------------------------------------------------- backwards */

struct layer_entry {
  uint32_t global, set;
};

struct layer {
  NOE_LIST(struct layer_entry) entries;
};

struct stepping {
  struct noe_counter_search *search;
  struct noe_counter_part *part;
  uint32_t found;
};

static void step_into(void *context, struct noe_walk *walk, struct noe_template *template,
                      struct noe_counter_leaf *leaf, uint32_t set) {
  struct stepping *stepping = context;
  struct noe_counter_search *search = stepping->search;
  if (leaf->outcome != NOE_OUTCOME_TRUE)
    return;
  noe_counter_intern_leaf(search->templates, template, leaf);
  if (leaf->global >= search->part_room || !search->parts[leaf->global] || !search->parts[leaf->global]->layer)
    return;
  uint32_t before = noe_counter_into(walk, template, leaf, set, search->parts[leaf->global]->layer);
  before = noe_diagram_minus(search->diagrams, before, stepping->part->seen);
  stepping->found = noe_diagram_union(search->diagrams, stepping->found, before);
}

static bool step_back_to(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t *found) {
  struct stepping stepping = {search, part, NOE_DIAGRAM_NONE};
  search->walk.visit = step_into;
  search->walk.context = &stepping;
  search->walk.ignores = true;
  search->walk.ignored = NOE_OUTCOME_FALSE;
  search->walk.skips_free = false;
  for (size_t i = 0; i < part->rules.count; i++) {
    const char *name = part->rules.items[i]->clause->clause->name;
    if (search->only_rule && (!name || strcmp(name, search->only_rule)))
      continue;
    if (!noe_counter_walk(&search->walk, part->rules.items[i]->template, part->reached)) {
      noe_counter_give_up(search);
      return false;
    }
  }
  *found = stepping.found;
  return true;
}

bool noe_counter_step_back(struct noe_counter_search *search) {
  uint32_t count = search->space->globals.count, *found;
  bool any = false, done = true;
  found = noe_base_alloc(search->memory, (count + 1) * sizeof *found);
  search->more_sets = found;
  search->more_count = count;
  for (uint32_t i = 0; i < count && i < search->part_room && done; i++) {
    struct noe_counter_part *part = search->parts[i];
    done = !part || !part->reached || step_back_to(search, part, &found[i]);
    done = done && !noe_counter_is_over(search);
    noe_counter_collect(search);
  }
  for (uint32_t i = 0; i < count && i < search->part_room && done; i++) {
    struct noe_counter_part *part = search->parts[i];
    if (!part)
      continue;
    part->layer = found[i];
    part->seen = noe_diagram_union(search->diagrams, part->seen, found[i]);
    any |= found[i] != NOE_DIAGRAM_NONE;
  }
  assert(search->more_sets == found && "nothing else kept sets from being collected meanwhile");
  search->more_sets = NULL;
  search->more_count = 0;
  noe_base_free(search->memory, found);
  return any && done;
}

/* ------------------------------------------------------------------ forwards */

struct path {
  struct noe_counter_search *search;
  struct noe_machine *machine;
  NOE_LIST(struct layer) layers;
  uint32_t *elements;
  uint32_t block, number; /* of the tracked process */
  struct noe_trace_step *steps;
  const struct layer *aim;
  const int64_t *state;
  int64_t *successor;
  struct noe_trace_step found;
  bool is_found;
  struct noe_trace *trace;
};

static bool is_in_layer(struct path *path, const struct layer *layer, const int64_t *state) {
  struct noe_counter_search *search = path->search;
  uint32_t global = noe_counter_decompose(search->space, state, path->block, path->number, path->elements);
  for (size_t i = 0; i < layer->entries.count; i++)
    if (layer->entries.items[i].global == global &&
        noe_diagram_has(&search->multisets, layer->entries.items[i].set, path->elements, search->space->processes))
      return true;
  return false;
}

static bool try_instance(void *context, const struct noe_clause *clause, const int64_t *arguments,
                         enum noe_outcome outcome) {
  struct path *path = context;
  if (outcome != NOE_OUTCOME_TRUE)
    return true;
  if (noe_model_machine_fire(path->machine, clause, arguments, path->state, path->successor) != NOE_OUTCOME_TRUE)
    return true;
  bool tracks = !path->state && path->block != NOE_NO_BLOCK;
  uint32_t numbers = tracks ? path->search->space->symmetry->blocks[path->block].size : 1;
  for (uint32_t i = 0; i < numbers; i++) {
    if (tracks)
      path->number = i;
    if (!is_in_layer(path, path->aim, path->successor))
      continue;
    struct noe_arena *arena = path->search->task->arena;
    int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, path->search->model->cell_count + 1);
    for (uint32_t k = 0; k < path->search->model->cell_count; k++)
      copy[k] = path->successor[k];
    path->found = (struct noe_trace_step){clause, noe_verdict_copy_arguments(arena, clause, arguments), copy};
    path->is_found = true;
    return false;
  }
  return true;
}

static bool find_step(struct path *path, const struct noe_clause *clauses, uint32_t count) {
  path->is_found = false;
  for (uint32_t i = 0; i < count && !path->is_found; i++)
    noe_model_machine_instances(path->machine, &clauses[i], path->state, try_instance, path);
  return path->is_found;
}

static bool find_steps(struct path *path) {
  const struct noe_model *model = path->search->model;
  uint32_t count = (uint32_t)path->layers.count;
  path->steps = NOE_NEW_ARRAY(path->search->task->arena, struct noe_trace_step, count + 2);
  path->state = NULL;
  for (uint32_t i = 0; i < count; i++) {
    path->aim = &path->layers.items[count - 1 - i];
    if (!find_step(path, i ? model->rules : model->starts, i ? model->rule_count : model->start_count))
      return false;
    assert(path->found.state && "a step that was found leads to a state of the next layer");
    path->steps[i] = path->found;
    path->state = path->found.state;
  }
  return true;
}

/* -------------------------------------------------------------------- errors */

/* An instance of the failing clause with an error: in its guard or claim, or when it is fired. */
static bool try_error(void *context, const struct noe_clause *clause, const int64_t *arguments,
                      enum noe_outcome outcome) {
  struct path *path = context;
  struct noe_arena *arena = path->search->task->arena;
  bool fires = clause->kind != NOE_CLAUSE_PROPERTY;
  if (outcome == NOE_OUTCOME_TRUE && fires &&
      noe_model_machine_fire(path->machine, clause, arguments, path->state, path->successor) == NOE_OUTCOME_FAULT) {
    path->steps[path->trace->count++] =
        (struct noe_trace_step){clause, noe_verdict_copy_arguments(arena, clause, arguments), NULL};
  } else if (outcome == NOE_OUTCOME_FAULT) {
    path->trace->failed = clause;
    path->trace->failed_arguments = noe_verdict_copy_arguments(arena, clause, arguments);
  } else {
    return true;
  }
  path->trace->has_fault = true;
  path->trace->fault = noe_verdict_copy_fault(arena, noe_model_machine_fault(path->machine));
  return false;
}

/* ---------------------------------------------------------------------- runs */

static void save_layer(struct path *path) {
  struct noe_counter_search *search = path->search;
  struct layer layer = {{0}};
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i] && search->parts[i]->layer) {
      struct layer_entry entry = {i, search->parts[i]->layer};
      NOE_LIST_PUSH(search->arena, &layer.entries, entry);
    }
  NOE_LIST_PUSH(search->arena, &path->layers, layer);
}

static bool has_start(const struct noe_counter_search *search) {
  for (size_t i = 0; i < search->starts.count; i++) {
    const struct noe_counter_states *start = &search->starts.items[i];
    if (noe_diagram_meet(search->diagrams, search->parts[start->global]->layer, start->set))
      return true;
  }
  return false;
}

static bool find_layers(struct path *path, const struct noe_counter_failure *failure) {
  struct noe_counter_search *search = path->search;
  for (uint32_t i = 0; i < search->part_room; i++)
    if (search->parts[i])
      search->parts[i]->layer = search->parts[i]->seen = NOE_DIAGRAM_NONE;
  struct noe_counter_part *part = noe_counter_part(search, failure->global);
  assert(failure->set && "there is a state in which it fails");
  part->layer = part->seen = failure->set;
  search->keeps_all = true;
  for (;;) {
    save_layer(path);
    if (has_start(search))
      return true;
    if (!noe_counter_step_back(search))
      return false;
  }
}

static const int64_t *arguments_of(struct path *path, const struct noe_counter_failure *failure) {
  struct noe_arena *arena = path->search->task->arena;
  if (failure->kind == NOE_FINDING_INVARIANT &&
      noe_model_machine_claim(path->machine, failure->clause, path->state) == NOE_OUTCOME_FALSE)
    return noe_verdict_copy_arguments(arena, failure->clause, noe_model_machine_arguments(path->machine));
  if (failure->kind != NOE_FINDING_LIVENESS)
    return NULL;
  int64_t *arguments = NOE_NEW_ARRAY(arena, int64_t, failure->clause->parameter_count + 1);
  for (uint32_t i = 0; i < failure->clause->parameter_count; i++)
    arguments[i] = noe_is_stranger(failure->arguments[i]) ? (int64_t)path->number : failure->arguments[i];
  return failure->clause->parameter_count ? arguments : NULL;
}

struct noe_trace *noe_counter_retrace(struct noe_counter_search *search, const struct noe_counter_failure *failure,
                                      const int64_t **arguments) {
  struct path path = {.search = search, .block = search->tracked_block};
  struct noe_arena *arena = search->task->arena;
  path.elements = noe_base_alloc(search->memory, (search->space->processes + 1) * sizeof *path.elements);
  path.successor = noe_base_alloc(search->memory, (search->model->cell_count + 1) * sizeof *path.successor);
  path.machine = noe_model_machine_new(search->memory, search->model);
  path.trace = NOE_NEW(arena, struct noe_trace);
  path.steps = NOE_NEW_ARRAY(arena, struct noe_trace_step, 1);
  bool found = failure->at_start || (find_layers(&path, failure) && find_steps(&path));
  search->keeps_all = false;
  path.trace->count = (uint32_t)path.layers.count;
  assert((!failure->at_start || !path.trace->count) && "an error in a start state comes before all states");
  if (found && failure->kind == NOE_FINDING_ASSERTION) {
    noe_model_machine_instances(path.machine, failure->clause, path.state, try_error, &path);
    found = path.trace->has_fault;
  }
  if (found)
    *arguments = arguments_of(&path, failure);
  path.trace->steps = path.steps;
  noe_model_machine_delete(path.machine);
  noe_base_free(search->memory, path.elements);
  noe_base_free(search->memory, path.successor);
  return found ? path.trace : NULL;
}
