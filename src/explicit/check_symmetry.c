/* --check-symmetry: samples the law that everything rests on,
 *
 *   succ(pi s) = pi succ(s),   pi (start states) = start states,
 *
 * with random permutations, by firing rules on permuted copies. The interpreter
 * that does it watches nothing. A difference is a fault of noether (or of the
 * user's word, with --trust-symmetry), and no verdict is given. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "explicit/search_int.h"
#include "model/pack.h"

/* Successors of a state, packed and sorted; a firing that fails or is discarded
 * is a row of zeros with a mark behind it. */
struct rows {
  struct noe_memory *memory;
  uint64_t *words;
  size_t count, room, width;
};

static uint64_t *new_row(struct rows *rows) {
  if (rows->count == rows->room) {
    rows->room = rows->room * 2 + 16;
    rows->words = noe_base_realloc(rows->memory, rows->words, rows->room * rows->width * sizeof *rows->words);
  }
  return rows->words + rows->width * rows->count++;
}

static int compare_rows(const void *a, const void *b, void *width) {
  return memcmp(a, b, *(const size_t *)width * sizeof(uint64_t));
}

static void sort_rows(struct rows *rows) {
  if (rows->count)
    qsort_r(rows->words, rows->count, rows->width * sizeof *rows->words, compare_rows, &rows->width);
}

static bool same_rows(const struct rows *a, const struct rows *b) {
  return a->count == b->count && !memcmp(a->words, b->words, a->count * a->width * sizeof *a->words);
}

struct sampler {
  struct noe_search *search;
  struct noe_enabled enabled; /* on the referee */
  struct noe_random random;
  uint16_t *permutation;
  int64_t *permuted, *after, *image;
  struct rows here, there;
};

/* Fills `rows` with the successors of `state` (NULL: the start states), each
 * permuted if `permute`. */
static void collect(struct sampler *sampler, const int64_t *state, bool permute, struct rows *rows) {
  struct noe_search *search = sampler->search;
  const struct noe_symmetry *symmetry = search->keys.symmetry;
  rows->count = 0;
  if (state)
    noe_explicit_enabled_rules(&sampler->enabled, state, NULL, NULL);
  else
    noe_explicit_enabled_starts(&sampler->enabled, NULL, NULL);
  for (size_t i = 0; i < sampler->enabled.count; i++) {
    const struct noe_clause *clause = sampler->enabled.items[i].clause;
    const int64_t *arguments = noe_enabled_arguments(&sampler->enabled, i);
    enum noe_outcome outcome = noe_model_machine_fire(search->referee, clause, arguments, state, sampler->after);
    uint64_t *row = new_row(rows);
    memset(row, 0, rows->width * sizeof *row);
    row[rows->width - 1] = (uint64_t)outcome;
    if (outcome != NOE_OUTCOME_TRUE)
      continue;
    if (permute)
      noe_symmetry_apply(symmetry, sampler->permutation, sampler->after, sampler->image);
    noe_model_pack(search->model, permute ? sampler->image : sampler->after, row);
  }
  sort_rows(rows);
}

static void shuffle(struct sampler *sampler) {
  const struct noe_symmetry *symmetry = sampler->search->keys.symmetry;
  noe_symmetry_identity(symmetry, sampler->permutation);
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    uint16_t *row = sampler->permutation + symmetry->blocks[b].first;
    for (uint32_t i = symmetry->blocks[b].size; i > 1; i--) {
      uint32_t k = (uint32_t)noe_random_below(&sampler->random, i);
      uint16_t point = row[i - 1];
      row[i - 1] = row[k];
      row[k] = point;
    }
  }
}

/* Distinct start states, as sorted rows: instances may coincide. */
static void make_distinct(struct rows *rows) {
  size_t kept = 0, bytes = rows->width * sizeof *rows->words;
  for (size_t i = 0; i < rows->count; i++)
    if (!kept || memcmp(rows->words + (kept - 1) * rows->width, rows->words + i * rows->width, bytes))
      memmove(rows->words + rows->width * kept++, rows->words + i * rows->width, bytes);
  rows->count = kept;
}

static bool starts_agree(struct sampler *sampler) {
  shuffle(sampler);
  collect(sampler, NULL, false, &sampler->here);
  collect(sampler, NULL, true, &sampler->there);
  make_distinct(&sampler->here);
  make_distinct(&sampler->there);
  return same_rows(&sampler->here, &sampler->there);
}

static bool state_agrees(struct sampler *sampler, uint64_t number) {
  struct noe_search *search = sampler->search;
  struct noe_worker *chief = noe_explicit_chief(search);
  shuffle(sampler);
  noe_explicit_store_read(search->store, noe_explicit_store_id(search->store, number), chief->key);
  noe_explicit_state(&chief->orbits, chief->key, chief->state);
  collect(sampler, chief->state, true, &sampler->here);
  noe_symmetry_apply(search->keys.symmetry, sampler->permutation, chief->state, sampler->permuted);
  collect(sampler, sampler->permuted, false, &sampler->there);
  return same_rows(&sampler->here, &sampler->there);
}

static void complain(struct noe_search *search, const char *what, uint64_t number) {
  search->result->error = noe_base_arena_format(search->task->arena, "the symmetry check failed: %s (orbit %llu)",
                                                what, (unsigned long long)number);
}

static void sample(struct sampler *sampler, uint64_t rounds) {
  struct noe_search *search = sampler->search;
  uint64_t states = search->counts.expanded; /* those have numbers */
  if (!search->keys.is_uneven && !starts_agree(sampler))
    complain(search, "a permuted start state is no start state", 0);
  for (uint64_t i = 0; i < rounds && states && !search->result->error && !search->stop; i++) {
    uint64_t number = rounds >= states ? i % states : noe_random_below(&sampler->random, states);
    noe_explicit_watch(noe_explicit_chief(search));
    if (!state_agrees(sampler, number))
      complain(search, "permuting before and after a step differ", number);
  }
}

void noe_explicit_check_symmetry(struct noe_search *search) {
  if (!search->keys.symmetry || !search->task->options->check_symmetry)
    return;
  struct noe_memory *memory = search->task->memory;
  struct sampler sampler = {.search = search, .random = {search->task->options->check_symmetry}};
  size_t cells = search->model->cell_count;
  sampler.enabled = noe_explicit_enabled(memory, search->referee, search->model);
  sampler.here = sampler.there = (struct rows){.memory = memory, .width = search->model->packed_words + 1};
  sampler.permutation = noe_base_alloc(memory, search->keys.symmetry->points * sizeof *sampler.permutation);
  sampler.permuted = noe_base_alloc(memory, cells * 3 * sizeof *sampler.permuted);
  sampler.after = sampler.permuted + cells;
  sampler.image = sampler.after + cells;
  sample(&sampler, search->task->options->check_symmetry);
  noe_explicit_enabled_free(&sampler.enabled);
  noe_base_free(memory, sampler.here.words);
  noe_base_free(memory, sampler.there.words);
  noe_base_free(memory, sampler.permutation);
  noe_base_free(memory, sampler.permuted);
}
