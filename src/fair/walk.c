#include "fair/walk.h"

#include <string.h>

void noe_fair_walk_init(struct noe_walk *walk, struct noe_product *product, struct noe_cycles *cycles) {
  struct noe_space *space = product->graph->space;
  uint32_t points = space->symmetry->points;
  *walk = (struct noe_walk){.product = product, .cycles = cycles};
  walk->names = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  walk->turn = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  walk->back = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  walk->after_names = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  walk->state = NOE_NEW_ARRAY(space->arena, int64_t, space->model->cell_count);
  walk->after = NOE_NEW_ARRAY(space->arena, int64_t, space->model->cell_count);
}

void noe_fair_walk_free(struct noe_walk *walk) {
  if (!walk->product)
    return;
  struct noe_memory *memory = walk->product->graph->space->memory;
  noe_base_free(memory, walk->path.items);
  noe_base_free(memory, walk->steps);
  noe_base_free(memory, walk->queue);
  noe_base_free(memory, walk->stamps);
  noe_base_free(memory, walk->served);
  *walk = (struct noe_walk){0};
}

uint32_t noe_fair_walk_group(const struct noe_walk *walk, uint32_t group) {
  const struct noe_groups *groups = walk->product->graph->space->groups;
  return noe_fair_group_image(groups, walk->names, noe_fair_group_mark(groups, group), group);
}

static const struct noe_fair_frame *frame_of(const struct noe_walk *walk, uint32_t node) {
  struct noe_fair_graph *graph = walk->product->graph;
  return noe_fair_frame(&graph->frames, noe_fair_node_frame(graph, noe_product_graph_node(walk->product, node)));
}

const struct noe_fair_frame *noe_fair_walk_frame(const struct noe_walk *walk) { return frame_of(walk, walk->at); }

uint32_t noe_fair_walk_class(const struct noe_walk *walk, uint32_t group) {
  return noe_fair_walk_frame(walk)->classes[noe_fair_walk_group(walk, group)];
}

/* ------------------------------------------------------------------- steps */

static bool is_parameter(const struct noe_binder *binder) {
  return binder->kind == NOE_BINDER_RANGE || binder->kind == NOE_BINDER_CHOOSE;
}

/* pi of the arguments; true if some of them are elements of multisets, which stay. */
static bool permute_arguments(const struct noe_space *space, const uint16_t *permutation,
                              const struct noe_clause *clause, const int64_t *arguments, int64_t *result) {
  bool chooses = false;
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (!is_parameter(binder))
      continue;
    bool chosen = binder->kind == NOE_BINDER_CHOOSE;
    result[parameter] =
        chosen ? arguments[parameter]
               : noe_symmetry_apply_value(space->symmetry, permutation, binder->type, arguments[parameter]);
    chooses |= chosen;
    parameter++;
  }
  return chooses;
}

/* Do they agree in what is no element of a multiset? */
static bool same_values(const struct noe_clause *clause, const int64_t *a, const int64_t *b) {
  for (uint32_t i = 0, parameter = 0; i < clause->binder_count; i++) {
    if (clause->binders[i].kind == NOE_BINDER_RANGE && a[parameter] != b[parameter])
      return false;
    parameter += is_parameter(&clause->binders[i]);
  }
  return true;
}

/* Elements that make the instance lead from `before` to `after`. */
static bool find_elements(struct noe_walk *walk, const struct noe_clause *clause, int64_t *arguments,
                          const int64_t *before, const int64_t *after) {
  struct noe_space *space = walk->product->graph->space;
  size_t bytes = space->model->cell_count * sizeof *after;
  if (!noe_fair_instances(space, before, NULL))
    return false;
  for (size_t i = 0; i < space->view.enabled.count; i++) {
    const int64_t *found = noe_enabled_arguments(&space->view.enabled, i);
    if (space->view.enabled.items[i].clause != clause || !same_values(clause, found, arguments) ||
        !noe_fair_fire(space, clause, found, before, space->scratch) || memcmp(space->scratch, after, bytes))
      continue;
    memcpy(arguments, found, clause->parameter_count * sizeof *arguments);
    return true;
  }
  return false;
}

bool noe_fair_walk_push(struct noe_walk *walk, const uint16_t *permutation, const struct noe_clause *clause,
                        const int64_t *arguments, const int64_t *after) {
  struct noe_space *space = walk->product->graph->space;
  struct noe_arena *arena = space->task->arena;
  int64_t *copy = NOE_NEW_ARRAY(arena, int64_t, clause->parameter_count);
  int64_t *state = NOE_NEW_ARRAY(arena, int64_t, space->model->cell_count);
  noe_symmetry_apply(space->symmetry, permutation, after, state);
  if (permute_arguments(space, permutation, clause, arguments, copy) &&
      !find_elements(walk, clause, copy, walk->step_count ? noe_walk_state(walk) : NULL, state))
    return false;
  struct noe_trace_step step = {clause, copy, state};
  NOE_FAIR_PUSH(space->memory, walk->steps, walk->step_count, walk->step_room, step);
  return true;
}

/* Stands in a node from now on. */
static void arrive(struct noe_walk *walk, uint32_t node) {
  struct noe_fair_graph *graph = walk->product->graph;
  walk->at = node;
  uint32_t place = noe_product_graph_node(walk->product, node);
  noe_fair_orbit_read(graph->orbits, noe_fair_node_orbit(graph, place), walk->state);
}

void noe_fair_walk_return(struct noe_walk *walk, uint32_t node, const uint16_t *names, size_t steps) {
  struct noe_space *space = walk->product->graph->space;
  noe_base_free(space->memory, walk->served);
  walk->served = NULL;
  walk->step_count = steps;
  memcpy(walk->names, names, space->symmetry->points * sizeof *names);
  arrive(walk, node);
}

bool noe_fair_walk_start(struct noe_walk *walk, uint32_t node) {
  struct noe_fair_graph *graph = walk->product->graph;
  struct noe_space *space = graph->space;
  const uint16_t *tracked = walk->product->claim ? walk->product->claim->tracked : NULL;
  if (!noe_fair_starts(space))
    return false;
  for (size_t i = 0; i < space->view.enabled.count && !space->stop; i++) {
    const struct noe_clause *clause = space->view.enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&space->view.enabled, i);
    if (!noe_fair_fire(space, clause, arguments, NULL, walk->after) ||
        noe_fair_graph_place(graph, walk->after, tracked, walk->names) != noe_product_graph_node(walk->product, node))
      continue;
    noe_symmetry_identity(space->symmetry, walk->turn);
    if (!noe_fair_walk_push(walk, walk->turn, clause, arguments, walk->after))
      return false;
    arrive(walk, node);
    return true;
  }
  return false;
}

/* --------------------------------------------------------- the group followed */

/* rho: exchanges twins of the node until group `from` has become `to`, of its class. */
static void find_symmetry(const struct noe_walk *walk, uint32_t from, uint32_t to, uint16_t *rho) {
  const struct noe_space *space = walk->product->graph->space;
  const struct noe_group_mark *mark = noe_fair_group_mark(space->groups, from);
  const int32_t *a = noe_fair_group_points(space->groups, mark, from);
  const int32_t *b = noe_fair_group_points(space->groups, mark, to);
  noe_symmetry_identity(space->symmetry, rho);
  for (uint32_t i = 0; i < mark->width; i++) {
    if (a[i] < 0 || rho[a[i]] == b[i])
      continue;
    uint32_t other = 0; /* what goes to b[i] now */
    while (rho[other] != b[i])
      other++;
    rho[other] = rho[a[i]];
    rho[a[i]] = (uint16_t)b[i];
  }
}

/* The group that the known step treats as `step` wants, among those of a class of the node. */
static bool find_example(const struct noe_walk *walk, const struct noe_path_step *step, uint32_t class,
                         const struct noe_clause *clause, const int64_t *arguments, uint32_t *example) {
  const struct noe_groups *groups = walk->product->graph->space->groups;
  const struct noe_fair_frame *here = noe_fair_walk_frame(walk), *there = frame_of(walk, step->target);
  if (step->class == NOE_CLASS_TAKEN) {
    for (uint32_t i = 0; i < clause->mark_count; i++)
      if (here->classes[ *example = noe_fair_group_of(groups, clause, i, arguments)] == class)
        return true;
    return false;
  }
  for (uint32_t i = here->class_begin[class]; i < here->class_begin[class + 1]; i++) {
    *example = here->by_class[i];
    uint32_t image = noe_fair_group_image(groups, walk->after_names, noe_fair_group_mark(groups, *example), *example);
    if (there->classes[image] == step->class)
      return true;
  }
  return false;
}

/* h^-1 rho for the known step by this instance; false if it does not suit. */
static bool find_turn(struct noe_walk *walk, const struct noe_path_step *step, uint32_t group,
                      const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_symmetry *symmetry = walk->product->graph->space->symmetry;
  uint16_t rho[symmetry->points + 1];
  noe_symmetry_identity(symmetry, rho);
  if (group != NOE_NO_CLASS && step->class != NOE_NO_CLASS) {
    uint32_t local = noe_fair_walk_group(walk, group), example;
    if (!find_example(walk, step, noe_fair_walk_frame(walk)->classes[local], clause, arguments, &example))
      return false;
    find_symmetry(walk, example, local, rho);
  }
  noe_symmetry_invert(symmetry, walk->names, walk->back);
  noe_symmetry_compose(symmetry, walk->back, rho, walk->turn);
  return true;
}

static void note_taken(struct noe_walk *walk) {
  const struct noe_groups *groups = walk->product->graph->space->groups;
  const struct noe_trace_step *step = &walk->steps[walk->step_count - 1];
  for (uint32_t i = 0; i < step->clause->mark_count && groups->mark_count && walk->served; i++)
    walk->served[noe_fair_group_of(groups, step->clause, i, step->arguments)] = true;
}

/* The known step is in walk->after and walk->after_names: takes the real one. */
static bool take(struct noe_walk *walk, uint32_t target, const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_symmetry *symmetry = walk->product->graph->space->symmetry;
  if (!noe_fair_walk_push(walk, walk->turn, clause, arguments, walk->after))
    return false;
  noe_symmetry_invert(symmetry, walk->turn, walk->back);
  noe_symmetry_compose(symmetry, walk->after_names, walk->back, walk->names);
  note_taken(walk);
  arrive(walk, target);
  return true;
}

static uint64_t step_letter(struct noe_walk *walk, uint32_t node, uint32_t edge) {
  const struct noe_product *product = walk->product;
  if (product->step_letters)
    return product->step_letters[product->graph->nodes[node].first + edge];
  return product->claim && product->claim->steps ? noe_fair_step_letter(product->claim, product->graph, node, edge) : 0;
}

bool noe_fair_walk_step(struct noe_walk *walk, const struct noe_path_step *step, uint32_t group) {
  struct noe_fair_graph *graph = walk->product->graph;
  struct noe_space *space = graph->space;
  uint32_t node = noe_product_graph_node(walk->product, walk->at);
  uint32_t target = noe_product_graph_node(walk->product, step->target);
  int64_t arguments[noe_model_most_parameters(space->model) + 1];
  if (step->rule == NOE_NO_RULE) {
    walk->at = step->target;
    return true;
  }
  if (!noe_fair_graph_expand(graph, node))
    return false;
  for (uint32_t i = 0; i < graph->nodes[node].count && !noe_fair_is_stopped(space); i++) {
    struct noe_fair_edge edge = graph->edges[graph->nodes[node].first + i];
    if (edge.rule != step->rule || edge.target != target || step_letter(walk, node, i) != step->step_letter)
      continue;
    uint32_t instance = noe_fair_graph_step(graph, node, i, walk->after_names);
    const struct noe_clause *clause = noe_fair_read_instance(graph->orbits, instance, arguments);
    if (noe_fair_fire(space, clause, arguments, walk->state, walk->after) &&
        find_turn(walk, step, group, clause, arguments))
      return take(walk, step->target, clause, arguments);
  }
  return false;
}
