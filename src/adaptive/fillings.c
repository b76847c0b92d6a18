#include "adaptive/fillings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

enum { MOST_RULES_NAMED = 3 };

void noe_adaptive_fillings_open(struct noe_fillings *fillings, struct noe_arena *arena, struct noe_arena *result,
                                const struct noe_model *model, const struct noe_symmetry *symmetry) {
  *fillings = (struct noe_fillings){.arena = arena, .model = model, .symmetry = symmetry};
  fillings->rules_apart = NOE_NEW_ARRAY(result, bool, model->rule_count + 1);
  fillings->image = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + 1);
  if (!symmetry)
    return;
  fillings->exchange = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  noe_symmetry_identity(symmetry, fillings->exchange);
}

void noe_adaptive_fillings_step(struct noe_fillings *fillings, uint32_t rule, const int64_t *plain, uint64_t key) {
  uint64_t state = 0;
  for (uint32_t i = 0; i < fillings->model->cell_count; i++)
    state = noe_mix(state, (uint64_t)plain[i]);
  const uint64_t hashes[NOE_STEPS_KINDS] = {[NOE_STEPS_T] = state,
                                            [NOE_STEPS_T_BY_RULE] = noe_mix(state, rule),
                                            [NOE_STEPS_K] = key,
                                            [NOE_STEPS_K_BY_RULE] = noe_mix(key, rule)};
  assert(rule < fillings->model->rule_count && "steps are those of rules");
  for (uint32_t i = 0; i < NOE_STEPS_KINDS; i++)
    NOE_LIST_PUSH(fillings->arena, &fillings->other.kinds[i], ((struct noe_step_hash){hashes[i], rule}));
}

/* --------------------------------------------------------------- comparing */

static int by_hash(const void *left, const void *right) {
  const struct noe_step_hash *a = left, *b = right;
  return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static void sort_out(struct noe_step_hashes *hashes, uint32_t kind) {
  struct noe_step_hash *items = hashes->kinds[kind].items;
  size_t kept = 0;
  if (hashes->kinds[kind].count)
    qsort(items, hashes->kinds[kind].count, sizeof *items, by_hash);
  for (size_t i = 0; i < hashes->kinds[kind].count; i++)
    if (!kept || items[kept - 1].hash != items[i].hash)
      items[kept++] = items[i];
  assert(kept <= hashes->kinds[kind].count && "steps that are alike are one");
  hashes->kinds[kind].count = kept;
}

static bool differs(const struct noe_fillings *fillings, uint32_t kind) {
  size_t count = fillings->first.kinds[kind].count;
  if (count != fillings->other.kinds[kind].count)
    return true;
  for (size_t i = 0; i < count; i++)
    if (fillings->first.kinds[kind].items[i].hash != fillings->other.kinds[kind].items[i].hash)
      return true;
  return false;
}

/* Which rules have steps in one of the two that they do not have in the other. */
static void mark_rules(struct noe_fillings *fillings) {
  size_t i = 0, k = 0, firsts = fillings->first.kinds[NOE_STEPS_T_BY_RULE].count,
         others = fillings->other.kinds[NOE_STEPS_T_BY_RULE].count;
  const struct noe_step_hash *first = fillings->first.kinds[NOE_STEPS_T_BY_RULE].items,
                             *other = fillings->other.kinds[NOE_STEPS_T_BY_RULE].items;
  while (i < firsts || k < others) {
    if (i < firsts && k < others && first[i].hash == other[k].hash) {
      i++;
      k++;
    } else if (k == others || (i < firsts && first[i].hash < other[k].hash)) {
      fillings->rules_apart[first[i++].rule] = true;
    } else {
      fillings->rules_apart[other[k++].rule] = true;
    }
  }
}

/* Is the state its own image under all permutations? */
static bool is_fixed(struct noe_fillings *fillings, const int64_t *state) {
  const struct noe_symmetry *symmetry = fillings->symmetry;
  bool same = symmetry != NULL;
  for (uint32_t b = 0; same && b < symmetry->block_count; b++) {
    const struct noe_block *block = &symmetry->blocks[b];
    for (uint32_t p = block->first; same && p + 1 < block->first + block->size; p++) {
      fillings->exchange[p] = (uint16_t)(p + 1);
      fillings->exchange[p + 1] = (uint16_t)p;
      noe_symmetry_apply(symmetry, fillings->exchange, state, fillings->image);
      fillings->exchange[p] = (uint16_t)p;
      fillings->exchange[p + 1] = (uint16_t)(p + 1);
      same = !memcmp(state, fillings->image, fillings->model->cell_count * sizeof *state);
    }
  }
  return same;
}

static enum noe_asymmetry asymmetry_of(struct noe_fillings *fillings, const int64_t *state) {
  return is_fixed(fillings, state)                 ? NOE_ASYMMETRY_NEAR
         : !differs(fillings, NOE_STEPS_K_BY_RULE) ? NOE_ASYMMETRY_ROUGH
         : !differs(fillings, NOE_STEPS_K)         ? NOE_ASYMMETRY_VIRTUAL
                                                   : NOE_ASYMMETRY_FULL;
}

void noe_adaptive_fillings_close(struct noe_fillings *fillings, const int64_t *state, bool is_first) {
  fillings->count++;
  assert(fillings->states_apart < fillings->count && "a state is apart by some way to fill its roles but the first");
  for (uint32_t i = 0; i < NOE_STEPS_KINDS; i++)
    sort_out(&fillings->other, i);
  if (is_first) {
    struct noe_step_hashes other = fillings->first;
    fillings->first = fillings->other;
    fillings->other = other;
    fillings->is_apart = false;
  } else if (differs(fillings, NOE_STEPS_T)) {
    enum noe_asymmetry asymmetry = asymmetry_of(fillings, state);
    fillings->states_apart += !fillings->is_apart;
    fillings->is_apart = true;
    fillings->asymmetry = asymmetry > fillings->asymmetry ? asymmetry : fillings->asymmetry;
    mark_rules(fillings);
  }
  for (uint32_t i = 0; i < NOE_STEPS_KINDS; i++)
    fillings->other.kinds[i].count = 0;
}

/* ------------------------------------------------------------------- words */

const char *noe_adaptive_asymmetry_text(const struct noe_fillings *fillings) {
  static const char *const texts[] = {
      [NOE_ASYMMETRY_NONE] = "full",       [NOE_ASYMMETRY_NEAR] = "near", [NOE_ASYMMETRY_ROUGH] = "rough",
      [NOE_ASYMMETRY_VIRTUAL] = "virtual", [NOE_ASYMMETRY_FULL] = "none",
  };
  assert((size_t)fillings->asymmetry < sizeof texts / sizeof *texts && "every kind of symmetry has a name");
  return texts[fillings->asymmetry];
}

const char *noe_adaptive_asymmetric_rules(const struct noe_fillings *fillings, struct noe_arena *arena) {
  const char *text = NULL;
  uint32_t count = 0;
  for (uint32_t i = 0; i < fillings->model->rule_count; i++) {
    const struct noe_clause *rule = &fillings->model->rules[i];
    if (fillings->rules_apart[i] && ++count <= MOST_RULES_NAMED)
      text = noe_base_arena_format(arena, "%s%s\"%s\" (line %u)", text ? text : "", text ? ", " : "", rule->title,
                                   (unsigned)rule->place.line);
  }
  return count > MOST_RULES_NAMED
             ? noe_base_arena_format(arena, "%s and %u more", text, (unsigned)(count - MOST_RULES_NAMED))
             : text;
}
