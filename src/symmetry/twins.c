/* Twins: two points whose transposition fixes the state. All points of a cell
 * may be twins of each other, as idle processes are; the order in which they are
 * numbered then makes no difference. Being twins is decided on the state itself,
 * never on hashes: firing one rule for a class of twins rests on it. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/pack.h"
#include "symmetry/canon_int.h"

enum { NAMED_BY_FACT = 1, NAMED_IN_BAG = 2 };

static uint32_t exchange(uint32_t point, uint32_t a, uint32_t b) { return point == a ? b : point == b ? a : point; }

/* How far the exchange moves what these arguments index. */
static uint32_t shift(const struct noe_fact_argument *arguments, uint32_t count, uint32_t a, uint32_t b) {
  uint32_t cells = 0;
  for (uint32_t i = 0; i < count; i++)
    cells += arguments[i].stride * (exchange(arguments[i].vertex, a, b) - arguments[i].vertex);
  return cells;
}

/* Does the exchange map this fact to another that is there? */
static bool keeps_fact(const struct noe_canoniser *canoniser, const struct noe_fact *fact, uint32_t a, uint32_t b) {
  assert(a < canoniser->symmetry->points && b < canoniser->symmetry->points && "points are exchanged");
  uint32_t cell = fact->cell + shift(canoniser->facts->arguments + fact->first, fact->count, a, b);
  int64_t value = canoniser->state[fact->cell];
  int32_t target = noe_fact_target(fact, value);
  if (target >= 0)
    value += (int64_t)exchange((uint32_t)target, a, b) - target;
  return canoniser->state[cell] == value;
}

/* Facts that `a` indexes. The exchange is its own inverse, so that those which only
 * `b` indexes need not be looked at again. */
static bool keeps_indexed(const struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  const struct noe_facts *facts = canoniser->facts;
  for (uint32_t i = facts->of_point_first[a]; i < facts->of_point_first[a + 1]; i++)
    if (!keeps_fact(canoniser, &facts->facts[facts->of_point[i]], a, b))
      return false;
  return true;
}

/* Which points the state names, and where. Only twins want to know. */
static const uint8_t *named_points(struct noe_canoniser *canoniser) {
  const struct noe_facts *facts = canoniser->facts;
  if (canoniser->named_known)
    return canoniser->named;
  memset(canoniser->named, 0, canoniser->symmetry->points);
  for (uint32_t i = 0; i < facts->pointer_count; i++) {
    const struct noe_fact *fact = &facts->facts[facts->pointers[i]];
    int32_t target = noe_fact_target(fact, canoniser->state[fact->cell]);
    if (target >= 0)
      canoniser->named[target] |= fact->presence == NOE_NO_CELL ? NAMED_BY_FACT : NAMED_IN_BAG;
  }
  canoniser->named_known = true;
  return canoniser->named;
}

/* Facts whose content is one of the two. */
static bool keeps_naming(const struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  const struct noe_facts *facts = canoniser->facts;
  for (uint32_t i = 0; i < facts->pointer_count; i++) {
    const struct noe_fact *fact = &facts->facts[facts->pointers[i]];
    if (fact->presence != NOE_NO_CELL)
      continue;
    int32_t target = noe_fact_target(fact, canoniser->state[fact->cell]);
    if ((target == (int32_t)a || target == (int32_t)b) && !keeps_fact(canoniser, fact, a, b))
      return false;
  }
  return true;
}

/* `touched`: the exchange may change what is in the bag. Slots may change places:
 * the image is sorted before it is compared. Present slots come first. */
static bool keeps_bag(struct noe_canoniser *canoniser, const struct noe_fact_multiset *bag, uint32_t a, uint32_t b,
                      bool touched) {
  uint32_t moved = shift(canoniser->facts->arguments + bag->first, bag->count, a, b);
  const int64_t *from = canoniser->state + bag->cell, *to = canoniser->state + (uint32_t)(bag->cell + moved);
  if ((!moved && !touched) || (from[0] != 1 && to[0] != 1))
    return true;
  assert(canoniser->exchange[a] == a && canoniser->exchange[b] == b && "between two bags it is the identity");
  canoniser->exchange[a] = (uint16_t)b;
  canoniser->exchange[b] = (uint16_t)a;
  noe_symmetry_apply_cells(canoniser->symmetry, canoniser->exchange, bag->type, from, canoniser->leaf_image);
  canoniser->exchange[a] = (uint16_t)a;
  canoniser->exchange[b] = (uint16_t)b;
  noe_model_normalise_value(bag->type, canoniser->leaf_image);
  return memcmp(canoniser->leaf_image, to, bag->type->cells * sizeof *to) == 0;
}

/* Two points that nothing is attached to are twins if and only if their slices are equal. */
static bool have_equal_slices(const struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  size_t words = canoniser->outline->words;
  return memcmp(canoniser->slices + a * words, canoniser->slices + b * words, words * sizeof *canoniser->slices) == 0;
}

/* By the facts alone. */
static bool exchange_fixes(struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  const struct noe_facts *facts = canoniser->facts;
  if (!keeps_indexed(canoniser, a, b))
    return false;
  const uint8_t *named = named_points(canoniser);
  uint8_t either = named[a] | named[b];
  if ((either & NAMED_BY_FACT) && !keeps_naming(canoniser, a, b))
    return false;
  for (uint32_t i = 0; i < facts->bag_count; i++)
    if (!keeps_bag(canoniser, &facts->bags[i], a, b, facts->bags[i].indexed || (either & NAMED_IN_BAG)))
      return false;
  return true;
}

/* Is the answer right? By the types, which know nothing of facts and slices. */
static bool is_confirmed(struct noe_canoniser *canoniser, uint32_t a, uint32_t b, bool are_twins) {
  const size_t bytes = canoniser->symmetry->model->cell_count * sizeof *canoniser->state;
  canoniser->exchange[a] = (uint16_t)b;
  canoniser->exchange[b] = (uint16_t)a;
  noe_symmetry_apply(canoniser->symmetry, canoniser->exchange, canoniser->state, canoniser->leaf_image);
  canoniser->exchange[a] = (uint16_t)a;
  canoniser->exchange[b] = (uint16_t)b;
  return are_twins == !memcmp(canoniser->leaf_image, canoniser->state, bytes);
}

bool noe_symmetry_are_twins(struct noe_canoniser *canoniser, uint32_t a, uint32_t b) {
  assert(a != b && "a point is not its own twin");
  bool are_twins = have_equal_slices(canoniser, a, b);
  if (are_twins && (canoniser->attached[a] | canoniser->attached[b]))
    are_twins = exchange_fixes(canoniser, a, b);
  NOE_COSTLY(is_confirmed(canoniser, a, b, are_twins) && "twins are points whose exchange fixes the state");
  return are_twins;
}

/* Neighbours suffice: their transpositions generate all of the cell's. */
static bool cell_is_twins(struct noe_canoniser *canoniser, const struct noe_cells *cells, uint32_t cell) {
  for (uint32_t i = cells->begin[cell] + 1u; i < cells->begin[cell + 1]; i++)
    if (!noe_symmetry_are_twins(canoniser, cells->order[i - 1], cells->order[i]))
      return false;
  return true;
}

/* Does the parent's cell, number `*above`, tell? Parts of twins are twins, and a cell
 * that was left whole is what it was. */
static bool inherits(struct noe_cells *cells, uint32_t cell, const struct noe_cells *outer, uint32_t *above) {
  while (outer->begin[*above + 1] <= cells->begin[cell])
    ++*above;
  assert(*above < outer->count && outer->begin[*above + 1] >= cells->begin[cell + 1] && "a cell is part of one above");
  bool whole = outer->begin[*above] == cells->begin[cell] && outer->begin[*above + 1] == cells->begin[cell + 1];
  cells->twins[cell] = outer->twins[*above];
  return whole || cells->twins[cell];
}

bool noe_symmetry_find_twins(struct noe_canoniser *canoniser, struct noe_level *level, const struct noe_level *parent) {
  struct noe_cells *cells = &level->cells;
  bool all = true;
  for (uint32_t i = 0, above = 0; i < cells->count; i++) {
    if (!parent || !inherits(cells, i, &parent->cells, &above))
      cells->twins[i] = cell_is_twins(canoniser, cells, i);
    all &= cells->twins[i];
  }
  return all;
}
