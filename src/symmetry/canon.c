#include "symmetry/canon.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "symmetry/canon_int.h"
#include "symmetry/check.h"

/* ---------------------------------------------------------------- lifetime */

static struct noe_cells make_cells(struct noe_arena *arena, uint32_t points) {
  return (struct noe_cells){
      .order = NOE_NEW_ARRAY(arena, uint16_t, points),
      .begin = NOE_NEW_ARRAY(arena, uint16_t, points + 1),
      .twins = NOE_NEW_ARRAY(arena, bool, points),
  };
}

struct noe_canoniser *noe_symmetry_canoniser_new(struct noe_memory *memory, const struct noe_symmetry *symmetry,
                                                 enum noe_canon_mode mode) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_canoniser *canoniser = NOE_NEW(arena, struct noe_canoniser);
  uint32_t points = symmetry->points, cells = symmetry->model->cell_count;
  canoniser->memory = memory;
  canoniser->arena = arena;
  canoniser->symmetry = symmetry;
  canoniser->mode = mode;
  canoniser->facts = noe_symmetry_facts(arena, symmetry);
  canoniser->outline = noe_symmetry_outline(arena, canoniser->facts);
  NOE_COSTLY(!noe_symmetry_facts_check(canoniser->facts) && "facts are what facts.h promises");
  NOE_COSTLY(!noe_symmetry_outline_check(canoniser->outline) && "an outline is what outline.h promises");
  canoniser->slices = NOE_NEW_ARRAY(arena, uint64_t, (size_t)points * canoniser->outline->words);
  canoniser->attached = NOE_NEW_ARRAY(arena, uint8_t, points);
  canoniser->ties = NOE_NEW_ARRAY(arena, struct noe_hyperedge, canoniser->outline->most_ties);
  canoniser->tied = NOE_NEW_ARRAY(arena, uint32_t, canoniser->outline->most_tied);
  canoniser->slot_vertex = NOE_NEW_ARRAY(arena, uint32_t, canoniser->outline->slot_count);
  canoniser->sums = NOE_NEW_ARRAY(arena, uint64_t, canoniser->facts->vertices);
  canoniser->levels = NOE_NEW_ARRAY(arena, struct noe_level *, points + 1);
  canoniser->best = NOE_NEW_ARRAY(arena, uint16_t, points);
  canoniser->leaf = NOE_NEW_ARRAY(arena, uint16_t, points);
  canoniser->inverse = NOE_NEW_ARRAY(arena, uint16_t, points);
  canoniser->begin = NOE_NEW_ARRAY(arena, uint16_t, points + 1);
  canoniser->named = NOE_NEW_ARRAY(arena, uint8_t, points);
  canoniser->exchange = NOE_NEW_ARRAY(arena, uint16_t, points);
  noe_symmetry_identity(symmetry, canoniser->exchange);
  canoniser->best_image = NOE_NEW_ARRAY(arena, int64_t, cells);
  canoniser->leaf_image = NOE_NEW_ARRAY(arena, int64_t, cells);
  canoniser->best_cells = make_cells(arena, points);
  return canoniser;
}

void noe_symmetry_canoniser_delete(struct noe_canoniser *canoniser) {
  if (!canoniser)
    return;
  noe_base_free(canoniser->memory, canoniser->automorphisms);
  noe_base_arena_delete(canoniser->arena);
}

struct noe_level *noe_symmetry_level(struct noe_canoniser *canoniser, uint32_t number) {
  assert(number <= canoniser->symmetry->points && "each level singles out one more point");
  if (!canoniser->levels[number]) {
    struct noe_arena *arena = canoniser->arena;
    uint32_t points = canoniser->symmetry->points;
    struct noe_level *level = NOE_NEW(arena, struct noe_level);
    level->colours = NOE_NEW_ARRAY(arena, uint64_t, canoniser->facts->vertices);
    level->cells = make_cells(arena, points);
    level->attained = NOE_NEW_ARRAY(arena, uint64_t, points);
    level->orbits = NOE_NEW_ARRAY(arena, uint16_t, points);
    level->tried = NOE_NEW_ARRAY(arena, bool, points);
    level->best_order = NOE_NEW_ARRAY(arena, uint16_t, points);
    canoniser->levels[number] = level;
  }
  return canoniser->levels[number];
}

/* ------------------------------------------------------------------ images */

/* As noe_symmetry_apply, but along the facts: cells that are no facts stay. */
void noe_symmetry_image(const struct noe_canoniser *canoniser, const uint16_t *permutation, int64_t *image) {
  assert(image != canoniser->state && "an image is made beside its state");
  NOE_COSTLY(noe_symmetry_is_permutation(canoniser->symmetry, permutation) && "each block is permuted within itself");
  const struct noe_facts *facts = canoniser->facts;
  const int64_t *state = canoniser->state;
  memcpy(image, state, canoniser->symmetry->model->cell_count * sizeof *image);
  for (uint32_t i = 0; i < facts->count; i++) {
    const struct noe_fact *fact = &facts->facts[i];
    const struct noe_fact_argument *arguments = facts->arguments + fact->first;
    uint32_t cell = fact->cell;
    for (uint32_t k = 0; k < fact->count; k++)
      if (arguments[k].stride)
        cell += arguments[k].stride * (permutation[arguments[k].vertex] - arguments[k].vertex);
    assert(cell < canoniser->symmetry->model->cell_count && "a permutation carries facts to facts");
    int64_t value = state[fact->cell];
    int32_t target = noe_fact_target(fact, value);
    image[cell] = target < 0 ? value : value + permutation[target] - target;
  }
  for (uint32_t i = 0; i < facts->bag_count; i++)
    if (image[facts->bags[i].cell] == 1) /* present slots come first: others are empty */
      noe_model_normalise_value(facts->bags[i].type, image + facts->bags[i].cell);
}

void noe_symmetry_labelling(const struct noe_canoniser *canoniser, const struct noe_level *level,
                            uint16_t *permutation) {
  for (uint32_t i = 0; i < canoniser->symmetry->points; i++)
    permutation[level->cells.order[i]] = (uint16_t)i;
}

static bool is_identity(const struct noe_canoniser *canoniser, const uint16_t *permutation) {
  for (uint32_t i = 0; i < canoniser->symmetry->points; i++)
    if (permutation[i] != i)
      return false;
  return true;
}

/* Is it pi state, pi being the permutation that was found? By the types, where it was made by the facts. */
static bool is_image(const struct noe_canoniser *canoniser, const int64_t *result) {
  const size_t bytes = canoniser->symmetry->model->cell_count * sizeof *result;
  noe_symmetry_apply(canoniser->symmetry, canoniser->best, canoniser->state, canoniser->leaf_image);
  return !memcmp(canoniser->leaf_image, result, bytes);
}

static bool fixes_rigid_blocks(const struct noe_symmetry *symmetry, const uint16_t *permutation) {
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 0; symmetry->blocks[b].is_rigid && i < symmetry->blocks[b].size; i++)
      if (permutation[symmetry->blocks[b].first + i] != symmetry->blocks[b].first + i)
        return false;
  return true;
}

/* ------------------------------------------------------------ entry points */

bool noe_symmetry_canon(struct noe_canoniser *canoniser, const int64_t *state, int64_t *result) {
  assert(result != state && "a representative is made beside its state");
  size_t bytes = canoniser->symmetry->model->cell_count * sizeof *result;
  struct noe_level *level = noe_symmetry_level(canoniser, 0);
  canoniser->state = state;
  canoniser->figures.states++;
  canoniser->automorphism_count = 0;
  canoniser->searched = false;
  canoniser->named_known = false;
  noe_symmetry_first_colours(canoniser, level);
  if (noe_symmetry_find_twins(canoniser, level, NULL)) {
    canoniser->figures.by_refinement++;
    noe_symmetry_labelling(canoniser, level, canoniser->best);
    if (is_identity(canoniser, canoniser->best))
      memcpy(result, state, bytes);
    else
      noe_symmetry_image(canoniser, canoniser->best, result);
    NOE_COSTLY(is_image(canoniser, result) && "the representative is the image of the state");
    NOE_COSTLY(fixes_rigid_blocks(canoniser->symmetry, canoniser->best) && "points of rigid blocks stay");
    return true;
  }
  canoniser->figures.by_search++;
  canoniser->searched = true;
  noe_symmetry_search(canoniser);
  NOE_COSTLY(noe_symmetry_is_permutation(canoniser->symmetry, canoniser->best) && "the labelling keeps every block");
  memcpy(result, canoniser->best_image, bytes);
  NOE_COSTLY(is_image(canoniser, result) && "the least leaf is the image of the state");
  NOE_COSTLY(fixes_rigid_blocks(canoniser->symmetry, canoniser->best) && "points of rigid blocks are singled out");
  return canoniser->mode == NOE_CANON_EXACT && !canoniser->hurried;
}

void noe_symmetry_canoniser_patience(struct noe_canoniser *canoniser, bool (*stop)(void *context), void *context) {
  canoniser->stop = stop;
  canoniser->stop_context = context;
}

const uint16_t *noe_symmetry_canon_permutation(const struct noe_canoniser *canoniser) { return canoniser->best; }

struct noe_canon_figures noe_symmetry_canon_figures(const struct noe_canoniser *canoniser) {
  return canoniser->figures;
}

enum noe_shape noe_symmetry_shape(struct noe_memory *memory, const struct noe_symmetry *symmetry) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  const struct noe_facts *facts = noe_symmetry_facts(arena, symmetry);
  enum noe_shape shape = !facts->count                  ? NOE_SHAPE_NONE
                         : facts->unary == facts->count ? NOE_SHAPE_UNARY
                                                        : NOE_SHAPE_POINTERS;
  noe_base_arena_delete(arena);
  return shape;
}
