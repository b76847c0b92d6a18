/* Claims are about named values, or about all: elements of the group that map a claim onto itself keep its truth. */
#include <assert.h>
#include <string.h>

#include "network/network_int.h"

/* Elements are held against claims one by one if that makes at most as many images of terms. */
enum { MOST_IMAGES = 1 << 20 };

struct judging {
  struct noe_network *network;
  uint32_t *images, *scratch;
  int32_t *counts;
};

/* Unless points are followed, others look at claims about runs: see carries_along (along.c). */
static bool is_left_to_others(const struct noe_clause *property) {
  return noe_property_is_temporal(property->property);
}

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
  assert(property->binder_count == 1 && class != NOE_PLAIN_CLASS && "only claims of one parameter go along with it");
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
    if (!is_left_to_others(&judging->network->model->properties[i]) && !keeps_claim(judging, i, row))
      return false;
  return !judging->network->followed || noe_network_carries_along(judging->network, judging->images, row);
}

/* Classes whose values the parameter of a liveness claim may take: its instances go along with them under all
 * generators. */
struct fitting {
  uint32_t number, first, end; /* the claim; its instances */
  bool *fits;                  /* by class */
};

static void fit_generator(const struct judging *judging, const struct fitting *fitting, const uint16_t *row) {
  const struct noe_points *points = judging->network->points;
  const struct noe_clause *property = &judging->network->model->properties[fitting->number];
  noe_network_permute(points, row, judging->images, judging->scratch);
  for (uint32_t p = 0; p < points->count; p++) {
    uint32_t class = points->class_of[p];
    if (fitting->fits[class] && (!p || points->class_of[p - 1] != class))
      fitting->fits[class] = goes_along(judging, property, fitting->first, fitting->end, class, row);
  }
}

static void type_parameter(struct judging *judging, uint32_t number) {
  struct noe_network *network = judging->network;
  const struct noe_clause *property = &network->model->properties[number];
  struct fitting fitting = {number, network->ground->property_first[number],
                            network->ground->property_first[number + 1], NULL};
  if (!is_judged_singly(property) || !has_one_parameter(property) || fitting.first == fitting.end)
    return;
  fitting.fits = NOE_NEW_ARRAY(network->arena, bool, network->ground->classes.items.count + 1);
  memset(fitting.fits, true, network->ground->classes.items.count);
  for (size_t g = 0; g < network->generators->rows.count; g++)
    fit_generator(judging, &fitting, network->generators->rows.items[g]);
  for (uint32_t p = 0; p < network->points->count; p++) {
    if (!fitting.fits[network->points->class_of[p]])
      continue;
    uint32_t *typed = NOE_NEW_ARRAY(network->arena, uint32_t, 1);
    typed[0] = network->points->class_of[p] + 1;
    network->typed[number] = typed;
    return;
  }
}

/* Those of the generators that map each claim onto itself. */
static const struct noe_generators *kept_generators(const struct judging *judging) {
  struct noe_network *network = judging->network;
  struct noe_generators *kept = NOE_NEW(network->arena, struct noe_generators);
  const struct noe_generators *all = network->generators;
  for (size_t g = 0; g < all->rows.count; g++)
    if (keeps_claims(judging, all->rows.items[g])) {
      NOE_LIST_PUSH(network->arena, &kept->rows, all->rows.items[g]);
      NOE_LIST_PUSH(network->arena, &kept->levels, all->levels.items[g]);
    }
  return kept;
}

static void keep_elements(const struct judging *judging) {
  struct noe_network *network = judging->network;
  size_t kept = 0;
  for (size_t i = 0; i < network->rows.count; i++)
    if (keeps_claims(judging, network->rows.items[i]))
      network->rows.items[kept++] = network->rows.items[i];
  assert(kept && "the identity maps each claim onto itself");
  network->rows.count = kept;
}

void noe_network_restrict_to_claims(struct noe_network *network) {
  const struct noe_terms *terms = &network->ground->terms;
  struct judging judging = {.network = network};
  judging.images = NOE_NEW_ARRAY(network->arena, uint32_t, terms->items.count + 1);
  judging.counts = NOE_NEW_ARRAY(network->arena, int32_t, terms->items.count + 1);
  judging.scratch = NOE_NEW_ARRAY(network->arena, uint32_t, noe_network_most_parts(terms) + 1);
  network->typed = NOE_NEW_ARRAY(network->arena, const uint32_t *, network->model->property_count + 1);
  for (uint32_t i = 0; i < network->model->property_count; i++)
    type_parameter(&judging, i);
  if (network->ground->has_runs)
    noe_network_follow(network);
  const struct noe_generators *kept = kept_generators(&judging);
  if (kept->rows.count == network->generators->rows.count)
    return;
  if (network->rows.count * (uint64_t)terms->parts.count <= MOST_IMAGES) {
    keep_elements(&judging);
    return;
  }
  network->generators = kept;
  noe_network_list(network);
}
