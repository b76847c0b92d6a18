#include <assert.h>

#include "network/network.h"

#include "network/network_int.h"

/* Classes that arrays of the state are indexed by. */
static void mark_places(const struct noe_inference *inference, const struct noe_value_shape *shape, bool *is_place) {
  if (shape->type->kind == NOE_TYPE_ARRAY)
    is_place[noe_detect_root(&inference->classes, shape->parts[0]->class)] = true;
  for (uint32_t i = shape->type->kind == NOE_TYPE_ARRAY; i < shape->part_count; i++)
    mark_places(inference, shape->parts[i], is_place);
}

/* Are there places that were not found to be a scalarset? */
static bool has_candidates(const struct noe_view *view, struct noe_arena *arena) {
  const struct noe_inference *inference = view->inference;
  if (!inference || inference->failed || !view->is_kept)
    return true;
  bool *is_place = NOE_NEW_ARRAY(arena, bool, inference->classes.items.count + 1);
  for (uint32_t i = 0; i < view->original->variable_count; i++)
    if (inference->is_used[i])
      mark_places(inference, inference->variables[i], is_place);
  for (uint32_t i = 1; i < inference->classes.items.count; i++) {
    const struct noe_class *class = &inference->classes.items.items[i];
    if (class->parent == i && is_place[i] && class->limit && class->limit != NOE_LIMIT_LARGE && class->ranges.count)
      return true;
  }
  return false;
}

static bool can_be_uneven(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (noe_property_is_temporal(model->properties[i].property))
      return false;
  return !model->needed;
}

static void drop(struct noe_group *group, const bool *is_kept) {
  uint16_t *rows = (uint16_t *)(uintptr_t)group->rows;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < group->order; i++)
    if (is_kept[i]) {
      for (uint32_t p = 0; p < group->degree; p++)
        rows[(size_t)kept * group->degree + p] = rows[(size_t)i * group->degree + p];
      kept++;
    }
  group->order = kept;
}

static bool moves_places(const struct noe_network *network, const uint16_t *row) {
  for (uint32_t i = 0; i < network->group->class_count; i++) {
    const struct noe_group_class *class = &network->group->classes[i];
    for (uint32_t p = class->first; p < class->first + class->count && network->is_place[class->root]; p++)
      if (row[p] != p)
        return true;
  }
  return false;
}

/* Uneven start states cost the number of concrete states: that is for places, and for what goes along with them (where
 * the token is), not for counters that go round. */
static bool are_places(const struct noe_network *network) {
  for (uint32_t i = 1; i < network->group->order; i++)
    if (!moves_places(network, noe_group_row(network->group, i)))
      return false;
  return true;
}

/* Elements that change constants are dropped; so are those that change the set of start states, unless these may be
 * uneven. */
static void keep_starts(struct noe_network *network, struct noe_model *made) {
  struct noe_group *group = network->group;
  bool *use = NOE_NEW_ARRAY(network->arena, bool, made->type_count + 1);
  bool *is_kept = NOE_NEW_ARRAY(network->arena, bool, group->order + 1), all = true;
  for (uint32_t i = 0; i < made->type_count; i++)
    use[i] = made->types[i]->group;
  const struct noe_symmetry *symmetry = noe_symmetry_new(network->arena, made, use);
  for (uint32_t i = 0; i < group->order; i++) {
    is_kept[i] = noe_network_keeps_starts(network, symmetry, noe_group_row(group, i));
    all &= is_kept[i];
  }
  if (all)
    return;
  if (!can_be_uneven(made) || network->has_moving_constants || !are_places(network)) {
    drop(group, is_kept);
    return;
  }
  struct noe_place *broken = (struct noe_place *)(uintptr_t)made->broken_at_start;
  for (uint32_t i = 0; i < made->type_count; i++)
    if (made->types[i]->group)
      broken[i] = made->starts[0].place;
}

/* Does something stand in the way of grounding? The view says what. */
static bool is_in_the_way(struct noe_view *view, const struct noe_ground *ground) {
  if (!ground->failed)
    return false;
  view->rings = ground->is_too_much ? NOE_RINGS_TOO_LONG : NOE_RINGS_NOT_UNDERSTOOD;
  view->rings_end = ground->at;
  return true;
}

static void find(struct noe_network *network, struct noe_view *view, bool has_runs) {
  struct noe_ground *sketch = noe_network_sketch(network->arena, network->model, has_runs);
  if (is_in_the_way(view, sketch))
    return;
  network->starts = noe_network_starts(network->arena, network->memory, network->model);
  if (!network->starts.is_known)
    return;
  network->ground = noe_network_ground(sketch, (const int64_t *const *)network->starts.states, network->starts.count);
  if (is_in_the_way(view, network->ground))
    return;
  network->points = noe_network_points(network->arena, network->ground);
  noe_network_mark(network);
  network->generators = noe_network_automorphisms(network->arena, network->points, network->is_place);
  if (network->generators->is_given_up && network->generators->has_twins)
    view->rings = NOE_RINGS_TOO_LONG;
  if (!network->generators->rows.count)
    return;
  noe_network_list(network);
  noe_network_restrict_to_claims(network);
}

/* The model with its group; NULL: start states leave nothing of it. */
static struct noe_model *make(struct noe_network *network) {
  for (uint32_t i = 0; i < 2; i++) {
    network->types_constants = !i;
    struct noe_model *made = noe_network_annotate(network);
    if (made)
      keep_starts(network, made);
    if (made && network->group->order > 1)
      return made;
    if (!network->has_moving_constants)
      break;
  }
  return NULL;
}

static bool has_claims_about_runs(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (noe_property_is_temporal(model->properties[i].property) && noe_property_is_claim(model->properties[i].property))
      return true;
  return false;
}

/* There is a group. Where claims are about runs it is looked for once more, such that points can be followed; if nothing
 * is left of it then, these claims are judged without it. */
static void follow(struct noe_network **network, struct noe_model **made, const struct noe_view *view) {
  struct noe_view other = *view;
  if (!has_claims_about_runs((*network)->model))
    return;
  struct noe_network *followed = NOE_NEW((*network)->arena, struct noe_network);
  *followed =
      (struct noe_network){.arena = (*network)->arena, .memory = (*network)->memory, .model = (*network)->model};
  find(followed, &other, true);
  if (followed->rows.count < 2 || !noe_network_is_consistent(followed))
    return;
  struct noe_model *model = make(followed);
  if (!model)
    return;
  *network = followed;
  *made = model;
}

void noe_network_add(struct noe_arena *arena, struct noe_memory *memory, struct noe_view *view) {
  const struct noe_model *model = view->model ? view->model : view->original;
  struct noe_network *network = NOE_NEW(arena, struct noe_network);
  if (!has_candidates(view, arena) || model->bag_count || !model->variable_count || !model->rule_count)
    return;
  *network = (struct noe_network){.arena = arena, .memory = memory, .model = model};
  view->rings = NOE_RINGS_NONE;
  find(network, view, false);
  struct noe_model *made = network->rows.count > 1 ? make(network) : NULL;
  if (!made)
    return;
  follow(&network, &made, view);
  noe_network_describe(network);
  if (!view->model) {
    view->piece_count = view->lift_count = 0;
    view->is_hopeful = view->is_renumbered = false;
    view->founds = NOE_NEW_ARRAY(arena, struct noe_found *, view->inference->classes.items.count + 1);
  }
  assert(network->group->order > 1 && made->cell_count == model->cell_count &&
         "a group of some elements permutes the cells");
  view->model = made;
}
