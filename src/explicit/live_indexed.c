/* AG EF c(i) where permutations move i. A state t that is represented by r = pi t
 * satisfies c(i) just if r satisfies c(pi i); so the claim is followed through the
 * pairs (representative, arguments):
 *
 *   (r, i) -> (r', pi i)   for every firing r -> t with representative r' = pi t,
 *
 * and c fails if from some pair no pair with c can be reached. Since start states
 * and steps are symmetric, every pair stands for a reachable one. Pairs are
 * numbered r * tuples + i; their edges are noted during the search, when the
 * permutations are at hand. The transposition of neighbouring twins in r leads from
 * one pair to another that can reach the same, in both directions. */
#include <string.h>

#include "explicit/live_int.h"
#include "model/pack.h"

/* ------------------------------------------------------------------- set-up */

static uint64_t values_of(const struct noe_binder *binder) {
  if (binder->low > binder->high)
    return 0;
  return (uint64_t)(binder->high - binder->low) / (uint64_t)binder->step + 1;
}

static uint64_t count_tuples(const struct noe_clause *property) {
  uint64_t tuples = 1;
  for (uint32_t i = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_RANGE)
      tuples *= values_of(&property->binders[i]);
  return tuples;
}

/* Number of an instance: its arguments as digits, the last one fastest. */
static uint64_t tuple_number(const struct noe_clause *property, const int64_t *arguments) {
  uint64_t number = 0;
  for (uint32_t i = 0, parameter = 0; i < property->binder_count; i++) {
    const struct noe_binder *binder = &property->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    number = number * values_of(binder) + (uint64_t)(arguments[parameter++] - binder->low) / (uint64_t)binder->step;
  }
  return number;
}

static const int64_t *tuple(const struct noe_pairs *pairs, uint64_t number) {
  return pairs->arguments + number * pairs->property->parameter_count;
}

static void list_tuples(struct noe_pairs *pairs) {
  uint32_t parameters = pairs->property->parameter_count;
  int64_t *row = pairs->arguments;
  noe_explicit_first_instance(pairs->property, row);
  for (uint64_t i = 1; i < pairs->tuples; i++, row += parameters) {
    memcpy(row + parameters, row, parameters * sizeof *row);
    noe_explicit_next_instance(pairs->property, row + parameters);
  }
}

void noe_explicit_pairs_init(struct noe_search *search) {
  struct noe_memory *memory = search->task->memory;
  const struct noe_model *model = search->model;
  search->pairs = noe_base_alloc(memory, model->property_count * sizeof *search->pairs);
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *property = &model->properties[i];
    if (property->property != NOE_PROPERTY_LIVENESS || !noe_explicit_is_indexed(&search->orbits, property))
      continue;
    struct noe_pairs *pairs = &search->pairs[search->pairs_count++];
    *pairs = (struct noe_pairs){.property = property, .edges = noe_explicit_edges(memory)};
    pairs->tuples = count_tuples(property);
    pairs->arguments =
        noe_base_alloc(memory, (pairs->tuples + 1) * property->parameter_count * sizeof *pairs->arguments);
    list_tuples(pairs);
  }
}

void noe_explicit_pairs_free(struct noe_search *search) {
  struct noe_memory *memory = search->task->memory;
  for (uint32_t i = 0; i < search->pairs_count; i++) {
    noe_explicit_edges_free(&search->pairs[i].edges);
    noe_base_free(memory, search->pairs[i].arguments);
    noe_base_free(memory, search->pairs[i].rows);
  }
  noe_base_free(memory, search->pairs);
  search->pairs = NULL;
  search->pairs_count = 0;
}

/* -------------------------------------------------------- during the search */

static bool make_row(struct noe_search *search, struct noe_pairs *pairs) {
  if (pairs->row_count < pairs->row_room)
    return true;
  size_t room = pairs->row_room * 2 + 16;
  uint64_t *rows = noe_base_try_realloc(search->task->memory, pairs->rows, room * pairs->tuples * sizeof *rows);
  if (!rows)
    return false;
  pairs->rows = rows;
  pairs->row_room = room;
  return true;
}

/* Edges from each pair of the state at hand to the one that `permutation` (NULL: that
 * of the successor at hand) makes of it in `target`. */
static bool add_row(struct noe_search *search, struct noe_pairs *pairs, uint64_t target,
                    const uint16_t *permutation) {
  if (!make_row(search, pairs))
    return false;
  int64_t *mapped = pairs->arguments + pairs->tuples * pairs->property->parameter_count;
  uint64_t *row = pairs->rows + pairs->tuples * pairs->row_count++;
  for (uint64_t i = 0; i < pairs->tuples; i++) {
    noe_explicit_permute_arguments(&search->orbits, permutation, pairs->property, tuple(pairs, i), mapped);
    row[i] = target * pairs->tuples + tuple_number(pairs->property, mapped);
  }
  return true;
}

bool noe_explicit_pairs_add(struct noe_search *search, uint64_t target) {
  for (uint32_t i = 0; i < search->pairs_count; i++)
    if (!add_row(search, &search->pairs[i], target, NULL))
      return false;
  return true;
}

/* Exchanges a point with its twin of the next rank; false if there is none. */
static bool exchange_twins(const struct noe_twins *twins, uint32_t point, uint16_t *permutation) {
  if (twins->class_of[point] == NOE_NO_TWINS)
    return false;
  for (uint32_t i = 0; i < twins->symmetry->points; i++)
    if (twins->class_of[i] == twins->class_of[point] && twins->rank_of[i] == twins->rank_of[point] + 1) {
      permutation[point] = (uint16_t)i;
      permutation[i] = (uint16_t)point;
      return true;
    }
  return false;
}

/* Rules are fired once for twins. What pairs can reach that twins carry into each
 * other is the same, so they are joined instead. */
bool noe_explicit_pairs_join_twins(struct noe_search *search) {
  const struct noe_twins *twins = &search->orbits.twins;
  uint16_t permutation[twins->symmetry->points];
  for (uint32_t point = 0; point < twins->symmetry->points && twins->count; point++) {
    noe_symmetry_identity(twins->symmetry, permutation);
    if (!exchange_twins(twins, point, permutation))
      continue;
    for (uint32_t i = 0; i < search->pairs_count; i++)
      if (!add_row(search, &search->pairs[i], search->at, permutation))
        return false;
  }
  return true;
}

static bool close_rows(struct noe_pairs *pairs) {
  for (uint64_t i = 0; i < pairs->tuples; i++) {
    for (size_t k = 0; k < pairs->row_count; k++)
      if (!noe_explicit_edges_add(&pairs->edges, pairs->rows[k * pairs->tuples + i]))
        return false;
    if (!noe_explicit_edges_close(&pairs->edges))
      return false;
  }
  pairs->row_count = 0;
  return true;
}

bool noe_explicit_pairs_close(struct noe_search *search) {
  for (uint32_t i = 0; i < search->pairs_count; i++)
    if (!close_rows(&search->pairs[i]))
      return false;
  return true;
}

/* --------------------------------------------------------- after the search */

/* Puts the pairs with the property on the stack; returns how many. */
static uint64_t seed_pairs(struct noe_search *search, const struct noe_pairs *pairs, uint64_t states) {
  uint64_t depth = 0;
  for (uint64_t id = 0; id < states && !search->stop; id++) {
    noe_explicit_store_read(search->store, id, (uint8_t *)search->packed);
    noe_model_unpack(search->model, search->packed, search->state);
    for (uint64_t i = 0; i < pairs->tuples && !search->stop; i++) {
      noe_explicit_watch(search);
      if (!noe_explicit_live_test(search, pairs->property, tuple(pairs, i), id))
        continue;
      noe_bitset_add(&search->backward.reach, id * pairs->tuples + i);
      search->backward.stack[depth++] = (uint32_t)(id * pairs->tuples + i);
    }
  }
  return depth;
}

static void judge_pairs(struct noe_search *search, const struct noe_pairs *pairs, uint64_t states) {
  uint64_t lost = states * pairs->tuples - noe_base_bitset_count(&search->backward.reach), first = 0;
  if (!lost)
    return;
  while (noe_bitset_has(&search->backward.reach, first))
    first++;
  const int64_t *arguments = tuple(pairs, first % pairs->tuples);
  noe_explicit_record_claim(&search->records, pairs->property, arguments, first / pairs->tuples);
  search->records.claims[pairs->property->id].count = lost;
}

static struct noe_pairs *pairs_of(struct noe_search *search, const struct noe_clause *property) {
  struct noe_pairs *pairs = search->pairs;
  while (pairs->property != property)
    pairs++;
  return pairs;
}

void noe_explicit_live_indexed(struct noe_search *search, const struct noe_clause *property) {
  struct noe_record *record = &search->records.claims[property->id];
  struct noe_pairs *pairs = pairs_of(search, property);
  uint64_t states = noe_explicit_store_count(search->store);
  noe_explicit_backward_free(search);
  noe_explicit_turn_around(search, &pairs->edges, states * pairs->tuples);
  noe_explicit_close_backwards(search, seed_pairs(search, pairs, states));
  if (!search->stop && !record->undecided)
    judge_pairs(search, pairs, states);
  noe_explicit_backward_free(search);
  record->decided = !search->stop;
}
