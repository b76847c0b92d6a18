/* Twins: two points whose transposition fixes the state. All points of a cell
 * may be twins of each other, as idle processes are; the order in which they are
 * numbered then makes no difference. Being twins is decided on the state itself,
 * never on hashes: firing one rule for a class of twins rests on it. */
#include <string.h>

#include "symmetry/canon_int.h"

static uint32_t exchange(uint32_t point, uint32_t a, uint32_t b) { return point == a ? b : point == b ? a : point; }

/* The content of a fact after the exchange. */
static int64_t exchanged_value(const struct noe_fact *fact, int64_t value, uint32_t a, uint32_t b) {
  int32_t target = noe_fact_target(fact, value);
  return target < 0 ? value : value + (int64_t)exchange((uint32_t)target, a, b) - target;
}

/* Does the exchange map this fact to another that is there? */
static bool keeps_fact(const struct noe_canoniser *canoniser, const struct noe_fact *fact, uint32_t a, uint32_t b) {
  const struct noe_fact_argument *arguments = canoniser->facts->arguments + fact->first;
  uint32_t cell = fact->cell;
  for (uint32_t i = 0; i < fact->count; i++)
    cell += arguments[i].stride * (exchange(arguments[i].vertex, a, b) - arguments[i].vertex);
  return canoniser->state[cell] == exchanged_value(fact, canoniser->state[fact->cell], a, b);
}

/* Facts that do not lie in slots: cell by cell. Facts that `a` indexes, those that
 * `b` indexes, and those whose content is one of them. */
static bool keeps_plain_facts(const struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  const struct noe_facts *facts = canoniser->facts;
  for (int which = 0; which < 2; which++) {
    uint32_t point = which ? b : a;
    for (uint32_t i = facts->of_point_first[point]; i < facts->of_point_first[point + 1]; i++) {
      const struct noe_fact *fact = &facts->facts[facts->of_point[i]];
      if (fact->presence == NOE_NO_CELL && !keeps_fact(canoniser, fact, a, b))
        return false;
    }
  }
  for (uint32_t i = 0; i < facts->pointer_count; i++) {
    const struct noe_fact *fact = &facts->facts[facts->pointers[i]];
    if (fact->presence == NOE_NO_CELL && !keeps_fact(canoniser, fact, a, b))
      return false;
  }
  return true;
}

/* With bags involved the slots may change places: compare whole states. */
static bool keeps_state(struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  noe_symmetry_identity(canoniser->symmetry, canoniser->leaf);
  canoniser->leaf[a] = (uint16_t)b;
  canoniser->leaf[b] = (uint16_t)a;
  noe_symmetry_image(canoniser, canoniser->leaf, canoniser->leaf_image);
  size_t cells = canoniser->symmetry->model->cell_count;
  return memcmp(canoniser->leaf_image, canoniser->state, cells * sizeof *canoniser->state) == 0;
}

bool noe_symmetry_are_twins(struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  if (!keeps_plain_facts(canoniser, a, b))
    return false;
  return !canoniser->facts->has_bags || keeps_state(canoniser, a, b);
}

/* Neighbours suffice: their transpositions generate all of the cell's. */
static bool cell_is_twins(struct noe_canoniser *canoniser, const struct noe_cells *cells, uint32_t cell) {
  for (uint32_t i = cells->begin[cell] + 1u; i < cells->begin[cell + 1]; i++)
    if (!noe_symmetry_are_twins(canoniser, cells->order[i - 1], cells->order[i]))
      return false;
  return true;
}

bool noe_symmetry_find_twins(struct noe_canoniser *canoniser, struct noe_level *level) {
  bool all = true;
  for (uint32_t i = 0; i < level->cells.count; i++) {
    level->cells.twins[i] = cell_is_twins(canoniser, &level->cells, i);
    all &= level->cells.twins[i];
  }
  return all;
}
