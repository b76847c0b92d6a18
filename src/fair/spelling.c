#include "fair/spelling.h"

#include <string.h>

#include "lower/lower.h"
#include "model/pack.h"

/* Contents are remembered up to so many words: where claims read much, few come again. */
#ifdef NOE_HOSTILE
enum { MOST_WORDS = 40 };
#else
enum { MOST_WORDS = 1 << 19 };
#endif

/* ----------------------------------------------------------------- set-up */

/* The arguments of the instance, but for those that are called otherwise in other states. */
static void keep_arguments(const struct noe_fair_claim *claim, int64_t *arguments) {
  const struct noe_clause *property = claim->property;
  for (uint32_t i = 0, parameter = 0; i < property->binder_count; i++)
    if (property->binders[i].kind == NOE_BINDER_RANGE) {
      int64_t value = claim->arguments[parameter];
      bool moves = noe_symmetry_point(claim->space->symmetry, property->binders[i].type, value) >= 0;
      arguments[parameter++] = moves ? NOE_UNDEFINED : value;
    }
}

/* As the text has it, nothing left out: a cell that cannot change the answer may still fail to have a value. */
static void find_cells(struct noe_spelling *spelling) {
  const struct noe_fair_claim *claim = spelling->claim;
  struct noe_space *space = claim->space;
  int64_t arguments[claim->property->parameter_count + 1];
  if (!space->lowered)
    space->lowered = noe_lower_model(space->arena, space->model, true);
  keep_arguments(claim, arguments);
  const struct noe_low_clause *clause = noe_low_clause_of(space->lowered, claim->property);
  struct noe_access access = noe_lower_access(spelling->memory, space->lowered, clause, arguments);
  for (uint32_t i = 0; i < space->model->cell_count; i++)
    if (noe_bitset_has(&access.guard_reads, i)) {
      spelling->cells[spelling->cell_count++] = i;
      spelling->has_bags |= space->model->cells[i].in_multiset;
    }
  noe_lower_access_free(&access);
}

void noe_fair_spelling_init(struct noe_spelling *spelling, const struct noe_fair_claim *claim, uint32_t threads) {
  struct noe_memory *memory = claim->space->memory;
  *spelling = (struct noe_spelling){.memory = memory, .claim = claim};
  spelling->cells = noe_base_alloc(memory, (claim->space->model->cell_count + 1) * sizeof *spelling->cells);
  spelling->spellers = noe_base_alloc(memory, threads * sizeof *spelling->spellers);
  spelling->count = threads;
  find_cells(spelling);
}

void noe_fair_spelling_free(struct noe_spelling *spelling) {
  for (uint32_t i = 0; i < spelling->count; i++) {
    struct noe_speller *speller = &spelling->spellers[i];
    if (!speller->claim)
      continue;
    struct noe_memory *memory = speller->claim->space->memory;
    noe_fair_rows_free(&speller->seen);
    noe_base_free(memory, speller->first);
    noe_base_free(memory, speller->letters);
    noe_base_free(memory, speller->row);
  }
  if (spelling->memory) {
    noe_base_free(spelling->memory, spelling->spellers);
    noe_base_free(spelling->memory, spelling->cells);
  }
  *spelling = (struct noe_spelling){0};
}

static void begin(const struct noe_spelling *spelling, struct noe_speller *speller, struct noe_space *space) {
  speller->claim = noe_fair_claim_copy(spelling->claim, space);
  speller->seen = noe_fair_rows(space->memory);
  speller->row = noe_base_alloc(space->memory, (2 * (size_t)spelling->cell_count + 1) * sizeof *speller->row);
}

bool noe_fair_spelling_failed(const struct noe_spelling *spelling) {
  for (uint32_t i = 0; i < spelling->count; i++)
    if (spelling->spellers[i].claim && spelling->spellers[i].claim->fault)
      return true;
  return false;
}

/* --------------------------------------------------------------- spelling */

static size_t read_cells(const struct noe_spelling *spelling, struct noe_speller *speller,
                         const struct noe_fair_orbits *orbits, uint32_t orbit) {
  const struct noe_space *space = speller->claim->space;
  uint64_t *packed = space->expander->packed;
  uint32_t *to = speller->row;
  memcpy(packed, noe_row_words(&orbits->keys, orbit), space->model->packed_words * sizeof *packed);
  if (spelling->has_bags)
    noe_model_unpack(space->model, packed, space->state);
  *to++ = orbits->items[orbit].twins;
  for (uint32_t i = 0; i < spelling->cell_count; i++, to += 2) {
    uint32_t cell = spelling->cells[i];
    int64_t value = spelling->has_bags ? space->state[cell] : noe_model_unpack_cell(space->model, packed, cell);
    memcpy(to, &value, sizeof value);
  }
  return (size_t)(to - speller->row);
}

/* Room for the letters of one more content. */
static uint64_t *make_room(struct noe_speller *speller, uint32_t number, uint32_t count) {
  struct noe_memory *memory = speller->claim->space->memory;
  noe_fair_grow(memory, (void **)&speller->first, number, &speller->first_room, sizeof *speller->first);
  while (speller->letter_count + count >= speller->letter_room)
    noe_fair_grow(memory, (void **)&speller->letters, speller->letter_room, &speller->letter_room,
                  sizeof *speller->letters);
  speller->first[number] = speller->letter_count;
  return speller->letters + speller->letter_count;
}

const uint64_t *noe_fair_spell(const struct noe_spelling *spelling, uint32_t thread, struct noe_space *space,
                               const struct noe_fair_graph *graph, uint32_t orbit, const uint32_t *frames,
                               uint32_t count) {
  struct noe_speller *speller = &spelling->spellers[thread];
  if (!speller->claim)
    begin(spelling, speller, space);
  size_t words = read_cells(spelling, speller, graph->orbits, orbit);
  uint32_t number = noe_fair_row_find(&speller->seen, speller->row, words);
  if (number != UINT32_MAX)
    return speller->letters + speller->first[number];
  uint64_t *letters = make_room(speller, speller->seen.count, count);
  noe_fair_letters_of(speller->claim, graph, orbit, frames, count, letters);
  if (speller->seen.word_count < MOST_WORDS) {
    noe_fair_row(&speller->seen, speller->row, words, NULL);
    speller->letter_count += count;
  }
  return letters;
}
