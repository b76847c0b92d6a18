/* Claims are about named values, or about all: elements of the group that map a claim onto itself keep its truth. */
#include <string.h>

#include "network/network_int.h"

struct judging {
  struct noe_network *network;
  uint32_t *images, *scratch;
  int32_t *counts;
};

/* Liveness of each instance is judged by itself: those of one parameter may go along with its values. */
static bool is_judged_singly(const struct noe_clause *property) { return property->property == NOE_PROPERTY_LIVENESS; }

static bool fixes_each(const struct judging *judging, uint32_t first, uint32_t end) {
  const struct noe_ground *ground = judging->network->ground;
  for (uint32_t i = first; i < end; i++)
    if (judging->images[ground->roots.items[i]] != ground->roots.items[i])
      return false;
  return true;
}

/* Does instance i go to instance pi i, for the values of this class? */
static bool goes_along(const struct judging *judging, const struct noe_clause *property, uint32_t first, uint32_t end,
                       uint32_t class, const uint16_t *row) {
  const struct noe_points *points = judging->network->points;
  const struct noe_ground *ground = judging->network->ground;
  const struct noe_binder *binder = &property->binders[0];
  int64_t low, high;
  noe_ground_universe(ground, class, &low, &high);
  if (binder->low < low || binder->high > high || end - first != (uint64_t)(binder->high - binder->low + 1))
    return false;
  for (uint32_t i = first; i < end; i++) {
    uint32_t point = points->first_of[class] + (uint32_t)(binder->low - low) + (i - first);
    int64_t image = points->value_of[row[point]];
    if (image < binder->low || image > binder->high ||
        judging->images[ground->roots.items[i]] != ground->roots.items[first + (uint32_t)(image - binder->low)])
      return false;
  }
  return true;
}

static bool has_one_parameter(const struct noe_clause *property) {
  return property->binder_count == 1 && property->parameter_count == 1 &&
         property->binders[0].kind == NOE_BINDER_RANGE && property->binders[0].step == 1;
}

static bool keeps_claim(const struct judging *judging, uint32_t number, const uint16_t *row) {
  struct noe_network *network = judging->network;
  const struct noe_clause *property = &network->model->properties[number];
  uint32_t first = network->ground->property_first[number], end = network->ground->property_first[number + 1];
  if (!is_judged_singly(property))
    return noe_network_keeps(network->ground, judging->images, first, end, judging->counts);
  if (network->typed[number])
    return goes_along(judging, property, first, end, network->typed[number][0] - 1, row);
  return fixes_each(judging, first, end);
}

static bool keeps_claims(const struct judging *judging, const uint16_t *row) {
  noe_network_permute(judging->network->points, row, judging->images, judging->scratch);
  for (uint32_t i = 0; i < judging->network->model->property_count; i++)
    if (!keeps_claim(judging, i, row))
      return false;
  return true;
}

/* The class whose values the parameter of a liveness claim takes, for all generators. */
static void type_parameter(struct judging *judging, uint32_t number) {
  struct noe_network *network = judging->network;
  const struct noe_clause *property = &network->model->properties[number];
  uint32_t first = network->ground->property_first[number], end = network->ground->property_first[number + 1];
  if (!is_judged_singly(property) || !has_one_parameter(property) || first == end)
    return;
  for (uint32_t p = 0; p < network->points->count; p++) {
    uint32_t class = network->points->class_of[p];
    bool fits = !p || network->points->class_of[p - 1] != class;
    for (size_t g = 0; fits && g < network->generators->rows.count; g++) {
      noe_network_permute(network->points, network->generators->rows.items[g], judging->images, judging->scratch);
      fits = goes_along(judging, property, first, end, class, network->generators->rows.items[g]);
    }
    if (fits) {
      uint32_t *typed = NOE_NEW_ARRAY(network->arena, uint32_t, 1);
      typed[0] = class + 1;
      network->typed[number] = typed;
      return;
    }
  }
}

void noe_network_restrict_to_claims(struct noe_network *network) {
  const struct noe_terms *terms = &network->ground->terms;
  struct judging judging = {.network = network};
  bool all = true;
  judging.images = NOE_NEW_ARRAY(network->arena, uint32_t, terms->items.count + 1);
  judging.counts = NOE_NEW_ARRAY(network->arena, int32_t, terms->items.count + 1);
  judging.scratch = NOE_NEW_ARRAY(network->arena, uint32_t, noe_network_most_parts(terms) + 1);
  network->typed = NOE_NEW_ARRAY(network->arena, const uint32_t *, network->model->property_count + 1);
  for (uint32_t i = 0; i < network->model->property_count; i++)
    type_parameter(&judging, i);
  for (size_t g = 0; g < network->generators->rows.count && all; g++)
    all = keeps_claims(&judging, network->generators->rows.items[g]);
  size_t kept = 0;
  for (size_t i = 0; i < network->rows.count && !all; i++)
    if (keeps_claims(&judging, network->rows.items[i]))
      network->rows.items[kept++] = network->rows.items[i];
  network->rows.count = all ? network->rows.count : kept;
}
