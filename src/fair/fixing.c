#include "fair/fixing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Larger groups are not listed; points are so few that lists stay short. */
enum { MOST_ELEMENTS = 120 };

void noe_fair_fixing_init(struct noe_fixing *fixing, struct noe_memory *memory, const struct noe_symmetry *symmetry) {
  *fixing = (struct noe_fixing){.memory = memory, .symmetry = symmetry};
}

void noe_fair_fixing_free(struct noe_fixing *fixing) {
  if (!fixing->memory)
    return;
  noe_base_free(fixing->memory, fixing->rows);
  noe_base_free(fixing->memory, fixing->generators);
  *fixing = (struct noe_fixing){0};
}

static uint16_t *row_at(const struct noe_fixing *fixing, uint32_t number) {
  return fixing->rows + (size_t)number * fixing->symmetry->points;
}

static size_t row_bytes(const struct noe_fixing *fixing) { return fixing->symmetry->points * sizeof(uint16_t); }

static void push(struct noe_fixing *fixing, uint16_t **rows, uint32_t *count, uint32_t *room, const uint16_t *row) {
  if (*count == *room) {
    uint32_t more = *room ? 2 * *room : 8;
    *rows = noe_base_realloc(fixing->memory, *rows, more * row_bytes(fixing));
    *room = more;
  }
  memcpy(*rows + (size_t)(*count)++ * fixing->symmetry->points, row, row_bytes(fixing));
}

static bool has(const struct noe_fixing *fixing, const uint16_t *row) {
  for (uint32_t i = 0; i < fixing->count; i++)
    if (!memcmp(row_at(fixing, i), row, row_bytes(fixing)))
      return true;
  return false;
}

static void add_row(struct noe_fixing *fixing, const uint16_t *row) {
  if (!fixing->is_large && !has(fixing, row))
    push(fixing, &fixing->rows, &fixing->count, &fixing->room, row);
  fixing->is_large |= fixing->count > MOST_ELEMENTS;
}

void noe_fair_fixing_clear(struct noe_fixing *fixing) {
  uint16_t identity[fixing->symmetry->points + 1];
  noe_symmetry_identity(fixing->symmetry, identity);
  fixing->count = fixing->generator_count = 0;
  fixing->is_large = false;
  add_row(fixing, identity);
}

/* The element of its coset that keeps the order of twins. */
static void keep_order(const struct noe_partition *twins, const uint16_t *symmetry, uint32_t points, uint16_t *row) {
  for (uint32_t i = 0; i < points; i++) {
    uint16_t class = twins->twins.class_of[i];
    row[i] = symmetry[i];
    if (class == NOE_NO_TWINS)
      continue;
    uint16_t rank = 0;
    assert(twins->twins.class_of[symmetry[i]] != NOE_NO_TWINS && "twins become twins");
    while (twins->members[twins->begins[class] + rank] != i)
      rank++;
    row[i] = twins->members[twins->begins[twins->twins.class_of[symmetry[i]]] + rank];
  }
}

/* Products of all elements, those that are new included, with all generators: in a finite group that is enough. */
static void close_group(struct noe_fixing *fixing) {
  uint16_t product[fixing->symmetry->points + 1];
  for (uint32_t i = 0; i < fixing->count && !fixing->is_large; i++)
    for (uint32_t g = 0; g < fixing->generator_count && !fixing->is_large; g++) {
      noe_symmetry_compose(fixing->symmetry, fixing->generators + (size_t)g * fixing->symmetry->points,
                           row_at(fixing, i), product);
      add_row(fixing, product);
    }
}

void noe_fair_fixing_add(struct noe_fixing *fixing, const struct noe_partition *twins, const uint16_t *symmetry) {
  uint16_t row[fixing->symmetry->points + 1];
  keep_order(twins, symmetry, fixing->symmetry->points, row);
  if (fixing->is_large || has(fixing, row))
    return;
  push(fixing, &fixing->generators, &fixing->generator_count, &fixing->generator_room, row);
  close_group(fixing);
}

static int compare(const void *left, const void *right, void *context) {
  const struct noe_fixing *fixing = context;
  const uint16_t *a = left, *b = right;
  for (uint32_t i = 0; i < fixing->symmetry->points; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* The identity is the least of all. */
void noe_fair_fixing_end(struct noe_fixing *fixing) {
  if (fixing->is_large)
    noe_fair_fixing_clear(fixing);
  qsort_r(fixing->rows, fixing->count, row_bytes(fixing), compare, fixing);
}
