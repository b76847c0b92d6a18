#include <assert.h>

#include "base/contract.h"
#include "symmetry/check.h"

void noe_symmetry_twins_init(struct noe_twins *twins, struct noe_arena *arena, const struct noe_symmetry *symmetry) {
  *twins = (struct noe_twins){.symmetry = symmetry};
  twins->class_of = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  twins->rank_of = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  twins->size_of = NOE_NEW_ARRAY(arena, uint16_t, symmetry->points);
  uint32_t types = symmetry->model->type_count;
  const uint16_t **class_rows = NOE_NEW_ARRAY(arena, const uint16_t *, types);
  const uint16_t **rank_rows = NOE_NEW_ARRAY(arena, const uint16_t *, types);
  for (uint32_t i = 0; i < types; i++)
    if (symmetry->block_of_type[i] != NOE_NO_BLOCK) {
      class_rows[i] = twins->class_of + symmetry->blocks[symmetry->block_of_type[i]].first;
      rank_rows[i] = twins->rank_of + symmetry->blocks[symmetry->block_of_type[i]].first;
    }
  twins->exchange = (struct noe_exchange){.class_of = class_rows, .rank_of = rank_rows};
}

/* Cells of the first level that consist of twins: enough also if the state took a
 * search, since these were decided on the state itself. */
void noe_symmetry_twins_of(const struct noe_canoniser *canoniser, struct noe_twins *twins) {
  const struct noe_cells *cells = &canoniser->levels[0]->cells;
  twins->count = 0;
  for (uint32_t i = 0; i < cells->count; i++) {
    uint32_t begin = cells->begin[i], size = cells->begin[i + 1] - begin;
    bool is_class = size > 1 && cells->twins[i];
    for (uint32_t k = 0; k < size; k++) {
      twins->class_of[cells->order[begin + k]] = is_class ? (uint16_t)twins->count : NOE_NO_TWINS;
      twins->rank_of[cells->order[begin + k]] = (uint16_t)k;
    }
    if (is_class)
      twins->size_of[twins->count++] = (uint16_t)size;
  }
  NOE_COSTLY(!noe_symmetry_twins_check(twins) && "cells of twins are classes");
}

/* Points of a rigid block have no twins. */
static void leave_alone(struct noe_twins *twins, const struct noe_block *block) {
  for (uint32_t i = 0; i < block->size; i++) {
    twins->class_of[block->first + i] = NOE_NO_TWINS;
    twins->rank_of[block->first + i] = 0;
  }
}

/* In a representative, twins are neighbours: cells of one colour were numbered through.
 * Others that are not found do no harm. */
void noe_symmetry_twins_in(struct noe_canoniser *canoniser, const int64_t *state, struct noe_twins *twins) {
  const struct noe_symmetry *symmetry = canoniser->symmetry;
  noe_symmetry_recolour(canoniser, state);
  twins->count = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    if (symmetry->blocks[b].is_rigid) {
      leave_alone(twins, &symmetry->blocks[b]);
      continue;
    }
    uint32_t point = symmetry->blocks[b].first, end = point + symmetry->blocks[b].size;
    while (point < end) {
      uint32_t first = point++;
      while (point < end && noe_symmetry_are_twins(canoniser, point - 1, point))
        point++;
      for (uint32_t p = first; p < point; p++) {
        twins->class_of[p] = point - first > 1 ? (uint16_t)twins->count : NOE_NO_TWINS;
        twins->rank_of[p] = (uint16_t)(p - first);
      }
      if (point - first > 1)
        twins->size_of[twins->count++] = (uint16_t)(point - first);
    }
  }
  NOE_COSTLY(!noe_symmetry_twins_check(twins) && "neighbours that are twins are a class");
}

void noe_symmetry_twins_of_nothing(struct noe_twins *twins) {
  const struct noe_symmetry *symmetry = twins->symmetry;
  twins->count = 0;
  for (uint32_t b = 0; b < symmetry->block_count; b++) {
    const struct noe_block *block = &symmetry->blocks[b];
    if (block->is_rigid) {
      leave_alone(twins, block);
      continue;
    }
    for (uint32_t i = 0; i < block->size; i++) {
      twins->class_of[block->first + i] = (uint16_t)twins->count;
      twins->rank_of[block->first + i] = (uint16_t)i;
    }
    twins->size_of[twins->count++] = (uint16_t)block->size;
  }
  NOE_COSTLY(!noe_symmetry_twins_check(twins) && "blocks are classes");
}

/* How many different members of the class of points[number] stand before it;
 * `*again`: it is one of them. */
static uint32_t members_before(const struct noe_twins *twins, const int32_t *points, uint32_t number, bool *again) {
  assert(points[number] >= 0 && "it is about a point");
  uint16_t class = twins->class_of[points[number]];
  uint32_t members = 0;
  *again = false;
  for (uint32_t i = 0; i < number; i++) {
    if (points[i] < 0 || twins->class_of[points[i]] != class)
      continue;
    *again |= points[i] == points[number];
    bool repeated = false;
    for (uint32_t k = 0; k < i && !repeated; k++)
      repeated = points[k] == points[i];
    members += !repeated;
  }
  return members;
}

static bool has_twins(const struct noe_twins *twins, int32_t point) {
  return point >= 0 && twins->class_of[point] != NOE_NO_TWINS;
}

bool noe_symmetry_leads(const struct noe_twins *twins, const int32_t *points, uint32_t count) {
  bool again;
  if (!count || !has_twins(twins, points[count - 1]))
    return true;
  uint32_t before = members_before(twins, points, count - 1, &again);
  assert(before + !again <= twins->size_of[twins->class_of[points[count - 1]]] && "a class has so many members");
  return again || twins->rank_of[points[count - 1]] == before;
}

uint64_t noe_symmetry_led(const struct noe_twins *twins, const int32_t *points, uint32_t count) {
  uint64_t number = 1;
  for (uint32_t i = 0; i < count; i++) {
    bool again;
    if (!has_twins(twins, points[i]))
      continue;
    uint32_t before = members_before(twins, points, i, &again);
    if (!again)
      number *= twins->size_of[twins->class_of[points[i]]] - before;
  }
  assert(number && "an orbit has its leader");
  return number;
}
