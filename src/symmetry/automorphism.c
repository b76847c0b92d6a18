/* Automorphisms: permutations that fix the state, found by the search. Each was
 * checked on the state itself. Those that fix the path to a node carry the
 * subtrees of its children into each other. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/canon_int.h"
#include "symmetry/check.h"

/* By the types, not by the facts that led to it. */
static bool fixes_state(const struct noe_canoniser *canoniser, const uint16_t *permutation) {
  const size_t bytes = canoniser->symmetry->model->cell_count * sizeof *canoniser->state;
  noe_symmetry_apply(canoniser->symmetry, permutation, canoniser->state, canoniser->leaf_image);
  return !memcmp(canoniser->leaf_image, canoniser->state, bytes);
}

static uint16_t *automorphism(const struct noe_canoniser *canoniser, uint32_t number) {
  return canoniser->automorphisms + (size_t)number * canoniser->symmetry->points;
}

static uint16_t *new_automorphism(struct noe_canoniser *canoniser) {
  if (canoniser->automorphism_count == canoniser->automorphism_room) {
    uint32_t room = canoniser->automorphism_room * 2 + 8;
    size_t bytes = (size_t)room * canoniser->symmetry->points * sizeof *canoniser->automorphisms;
    canoniser->automorphisms = noe_base_realloc(canoniser->memory, canoniser->automorphisms, bytes);
    canoniser->automorphism_room = room;
  }
  assert(canoniser->automorphism_count < canoniser->automorphism_room && "there is room for one more");
  return automorphism(canoniser, canoniser->automorphism_count++);
}

void noe_symmetry_add_twins(struct noe_canoniser *canoniser, uint16_t a, uint16_t b) {
  uint16_t *exchange = new_automorphism(canoniser);
  noe_symmetry_identity(canoniser->symmetry, exchange);
  exchange[a] = b;
  exchange[b] = a;
  NOE_COSTLY(fixes_state(canoniser, exchange) && "twins are exchanged by an automorphism");
}

/* best s = leaf s, hence best^-1 leaf fixes s. */
void noe_symmetry_add_leaf_automorphism(struct noe_canoniser *canoniser) {
  uint16_t *found = new_automorphism(canoniser);
  noe_symmetry_invert(canoniser->symmetry, canoniser->best, canoniser->inverse);
  noe_symmetry_compose(canoniser->symmetry, canoniser->inverse, canoniser->leaf, found);
  NOE_COSTLY(fixes_state(canoniser, found) && "leaves of one image differ by an automorphism");
  for (uint32_t i = 0; i < canoniser->best_depth; i++) {
    const struct noe_level *level = canoniser->levels[i];
    if (found[level->singled] != level->best_singled)
      return;
    if (level->singled != level->best_singled) {
      canoniser->jump = i;
      return;
    }
  }
}

/* ----------------------------------------------------------------- guesses */

/* The cell that each point is in. */
static void number_cells(const struct noe_cells *cells, const uint16_t *order, uint16_t *number) {
  for (uint32_t i = 0; i < cells->count; i++)
    for (uint32_t k = cells->begin[i]; k < cells->begin[i + 1]; k++)
      number[order[k]] = (uint16_t)i;
}

/* Cell to cell, hence one to one and within blocks; points that are in the same
 * cell on either side stay, the others go in the order at hand. This finds the exchange of two isomorphic parts when
 * the rest of the state is not yet decided (as saucy does; Darga, Sakallah and
 * Markov, "Faster symmetry discovery using sparsity of symmetries", 2008). */
static void match_cells(struct noe_canoniser *canoniser, const struct noe_level *level, uint16_t *guess) {
  const struct noe_cells *cells = &level->cells;
  uint16_t *here = canoniser->leaf, *there = canoniser->inverse;
  number_cells(cells, cells->order, here);
  number_cells(cells, level->best_order, there);
  for (uint32_t i = 0; i < cells->count; i++)
    for (uint32_t k = cells->begin[i], other = k; k < cells->begin[i + 1]; k++) {
      uint16_t point = cells->order[k];
      if (there[point] == i) {
        guess[point] = point;
        continue;
      }
      while (here[level->best_order[other]] == i)
        other++;
      assert(other < cells->begin[i + 1] && "as many points leave a cell as come into it");
      guess[point] = level->best_order[other++];
    }
  NOE_COSTLY(noe_symmetry_is_permutation(canoniser->symmetry, guess) && "cells are mapped one to one");
}

static bool maps_path(const struct noe_canoniser *canoniser, const uint16_t *permutation, uint32_t depth) {
  for (uint32_t i = 0; i < depth; i++)
    if (permutation[canoniser->levels[i]->singled] != canoniser->levels[i]->best_singled)
      return false;
  return true;
}

bool noe_symmetry_guess_automorphism(struct noe_canoniser *canoniser, uint32_t depth) {
  size_t bytes = canoniser->symmetry->model->cell_count * sizeof *canoniser->state;
  uint16_t *guess = new_automorphism(canoniser);
  match_cells(canoniser, canoniser->levels[depth], guess);
  if (maps_path(canoniser, guess, depth)) {
    noe_symmetry_image(canoniser, guess, canoniser->leaf_image);
    if (memcmp(canoniser->leaf_image, canoniser->state, bytes) == 0) {
      NOE_COSTLY(fixes_state(canoniser, guess) && "a guess that the facts confirm is an automorphism");
      return true;
    }
  }
  canoniser->automorphism_count--;
  return false;
}

/* ------------------------------------------------------------------ orbits */

uint16_t noe_symmetry_orbit(struct noe_level *level, uint16_t point) {
  uint16_t *orbits = level->orbits;
  while (orbits[point] != point)
    point = orbits[point] = orbits[orbits[point]];
  return point;
}

static void join(struct noe_level *level, uint16_t a, uint16_t b) {
  a = noe_symmetry_orbit(level, a);
  b = noe_symmetry_orbit(level, b);
  if (a == b)
    return;
  level->orbits[b] = a;
  level->tried[a] |= level->tried[b];
}

static bool fixes_path(const struct noe_canoniser *canoniser, const uint16_t *permutation, uint32_t depth) {
  for (uint32_t i = 0; i < depth; i++)
    if (permutation[canoniser->levels[i]->singled] != canoniser->levels[i]->singled)
      return false;
  return true;
}

void noe_symmetry_reset_orbits(struct noe_canoniser *canoniser, uint32_t depth) {
  struct noe_level *level = canoniser->levels[depth];
  noe_symmetry_identity(canoniser->symmetry, level->orbits);
  memset(level->tried, 0, canoniser->symmetry->points * sizeof *level->tried);
  level->joined = 0;
}

void noe_symmetry_join_orbits(struct noe_canoniser *canoniser, uint32_t depth) {
  struct noe_level *level = canoniser->levels[depth];
  for (; level->joined < canoniser->automorphism_count; level->joined++) {
    const uint16_t *permutation = automorphism(canoniser, level->joined);
    if (!fixes_path(canoniser, permutation, depth))
      continue;
    for (uint32_t p = 0; p < canoniser->symmetry->points; p++)
      if (permutation[p] != p)
        join(level, (uint16_t)p, permutation[p]);
  }
  NOE_COSTLY(!noe_symmetry_orbits_check(canoniser->symmetry, level) && "each orbit has a root in its block");
}
