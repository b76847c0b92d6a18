/* Models of many shapes, and random legal states and permutations of them, for
 * the tests of src/symmetry and for bench/canon.c. */
#ifndef NOE_TEST_SYMMETRY_KIT_H
#define NOE_TEST_SYMMETRY_KIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "lang/murphi/murphi.h"
#include "model/pack.h"
#include "symmetry/canon_int.h"

/* A shape is the declarations of a model, in terms of the sizes N and M. */
struct shape {
  const char *name, *declarations;
  const char *statement; /* somewhere in a rule; NULL: none */
  uint32_t blocks;       /* of N and M values, together */
};

static const struct shape zoo[] = {
    {"unary", "type P: scalarset(N); var a: array[P] of 0..2; b: array[P] of boolean; g: 0..1;", NULL, 1},
    {"identifiers", "type P: scalarset(N); var a: array[P] of 0..1; x: P; y: P;", NULL, 1},
    {"queue", "type P: scalarset(N); var q: array[0..3] of P; length: 0..4; a: array[P] of boolean;", NULL, 1},
    {"pointers", "type P: scalarset(N); var p: array[P] of P; a: array[P] of 0..1;", NULL, 1},
    {"two pointers", "type P: scalarset(N); var p: array[P] of record left: P; right: P; end;", NULL, 1},
    {"records",
     "type P: scalarset(N); var r: array[P] of record s: enum{idle, busy}; next: P; q: array[0..1] of P; end; h: P;",
     NULL, 1},
    {"relation", "type P: scalarset(N); var e: array[P] of array[P] of boolean;", NULL, 1},
    {"pointer matrix", "type P: scalarset(N); var e: array[P] of array[P] of P;", NULL, 1},
    {"each other", "type P: scalarset(N); Q: scalarset(M); var a: array[P] of Q; b: array[Q] of P;", NULL, 2},
    {"nested", "type P: scalarset(N); Q: scalarset(M); var a: array[P] of array[Q] of boolean;", NULL, 2},
    {"nested pointers",
     "type P: scalarset(N); Q: scalarset(M); var a: array[P] of array[Q] of P; x: Q; c: array[Q] of 0..1;", NULL, 2},
    {"union nodes",
     "type P: scalarset(N); H: enum{home, none}; U: union{P, H}; var s: array[U] of 0..1; o: array[P] of U; d: U;",
     NULL, 1},
    {"union of two",
     "type P: scalarset(N); Q: scalarset(M); U: union{P, enum{home}, Q}; "
     "var a: array[U] of U; x: U; e: array[Q] of array[U] of 0..1;",
     NULL, 2},
    {"messages",
     "type P: scalarset(N); var net: multiset[4] of record k: 0..1; from: P; dest: P; end; a: array[P] of 0..1;", NULL,
     1},
    {"bags of identifiers", "type P: scalarset(N); var m: multiset[3] of P; a: array[P] of boolean;", NULL, 1},
    {"channels", "type P: scalarset(N); var c: array[P] of multiset[2] of record k: 0..1; v: P; end;", NULL, 1},
    {"plain bags", "type P: scalarset(N); var c: array[P] of multiset[2] of 0..2; m: multiset[2] of 0..1;", NULL, 1},
    {"bag of arrays", "type P: scalarset(N); var m: multiset[2] of array[P] of boolean;", NULL, 1},
    {"bags in bags",
     "type P: scalarset(N); Q: scalarset(M); var m: multiset[2] of record x: P; inner: multiset[2] of Q; end;", NULL,
     2},
    {"channel matrix", "type P: scalarset(N); var c: array[P] of array[P] of multiset[1] of record v: P; end; x: P;",
     NULL, 1},
    {"three scalarsets",
     "type P: scalarset(N); Q: scalarset(M); R: scalarset(2); "
     "var a: array[P] of Q; b: array[Q] of R; c: array[R] of array[P] of boolean;",
     NULL, 3},
    {"tied", "type P: scalarset(N); Q: scalarset(N); var x: P; y: Q; a: array[P] of Q; b: array[Q] of 0..1;", "x := y",
     1},
    {"tied union",
     "type P: scalarset(N); Q: scalarset(N); U: union{P, enum{home}, Q}; "
     "var x: P; y: Q; a: array[U] of U;",
     "x := y", 1},
};
enum { ZOO = sizeof zoo / sizeof zoo[0] };

struct kit {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_symmetry *symmetry;
  size_t bytes; /* of a state */
};

static inline void kit_fail(const char *what, const char *about) {
  fprintf(stderr, "%s: %s\n", what, about);
  abort();
}

static inline void kit_open_text(struct kit *kit, const char *text) {
  kit->memory = noe_base_memory_new(0);
  kit->arena = noe_base_arena_new(kit->memory);
  struct noe_source *source = NOE_NEW(kit->arena, struct noe_source);
  *source = noe_base_source_text(kit->arena, "zoo", text, strlen(text));
  struct noe_options options = noe_base_options();
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(kit->arena, source);
  kit->model = noe_murphi_load(kit->arena, source, &options, diagnostics);
  if (!kit->model)
    kit_fail("the model has errors", text);
  bool *use = NOE_NEW_ARRAY(kit->arena, bool, kit->model->type_count);
  memset(use, true, kit->model->type_count);
  kit->symmetry = noe_symmetry_new(kit->arena, kit->model, use);
  kit->bytes = kit->model->cell_count * sizeof(int64_t);
}

static inline void kit_open(struct kit *kit, const struct shape *shape, uint32_t n, uint32_t m) {
  char text[1000];
  int length = snprintf(text, sizeof text, "const N: %u; M: %u; %s rule false ==> %s; end; startstate begin end;", n, m,
                        shape->declarations, shape->statement ? shape->statement : "return");
  if (length >= (int)sizeof text)
    kit_fail("the text is too long", shape->name);
  kit_open_text(kit, text);
}

static inline void kit_close(struct kit *kit) {
  noe_base_arena_delete(kit->arena);
  if (noe_base_memory_used(kit->memory))
    kit_fail("memory was left behind", "kit_close");
  noe_base_memory_delete(kit->memory);
}

static inline int64_t *kit_state(struct kit *kit) { return NOE_NEW_ARRAY(kit->arena, int64_t, kit->model->cell_count); }

static inline uint16_t *kit_row(struct kit *kit) { return NOE_NEW_ARRAY(kit->arena, uint16_t, kit->symmetry->points); }

/* ------------------------------------------------------------ permutations */

static inline uint64_t kit_order(const struct noe_symmetry *symmetry) {
  uint64_t order = 1;
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 2; i <= symmetry->blocks[b].size && order < UINT64_C(1) << 40; i++)
      order *= i;
  return order;
}

static inline void kit_swap(uint16_t *row, uint32_t a, uint32_t b) {
  uint16_t held = row[a];
  row[a] = row[b];
  row[b] = held;
}

/* Element `number` of the group, 0 being the identity. */
static inline void kit_permutation(const struct noe_symmetry *symmetry, uint64_t number, uint16_t *row) {
  noe_symmetry_identity(symmetry, row);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 2; i <= symmetry->blocks[b].size; i++) {
      uint32_t last = symmetry->blocks[b].first + i - 1;
      kit_swap(row, last, last - (uint32_t)(number % i));
      number /= i;
    }
}

static inline void kit_shuffle(const struct noe_symmetry *symmetry, struct noe_random *random, uint16_t *row) {
  noe_symmetry_identity(symmetry, row);
  for (uint32_t b = 0; b < symmetry->block_count; b++)
    for (uint32_t i = 2; i <= symmetry->blocks[b].size; i++) {
      uint32_t last = symmetry->blocks[b].first + i - 1;
      kit_swap(row, last, last - (uint32_t)noe_random_below(random, i));
    }
}

/* ----------------------------------------------------------------- states */

/* Absent slots become empty, bags sorted. */
static inline void kit_normalise(const struct noe_model *model, int64_t *state) {
  for (uint32_t b = 0; b < model->bag_count; b++) {
    const struct noe_multiset_place *bag = &model->bags[b];
    for (uint32_t i = 0; i < bag->type->capacity; i++) {
      uint32_t slot = bag->cell + i * bag->type->stride;
      for (uint32_t k = slot; state[slot] != 1 && k < slot + bag->type->stride; k++)
        state[k] = model->cells[k].empty;
    }
  }
  noe_model_normalise(model, state);
}

/* Cells at random: `defined` of 8 get a value, out of the first `variety`. */
static inline void kit_fill(const struct noe_model *model, struct noe_random *random, uint32_t defined,
                            uint32_t variety, int64_t *state) {
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    uint64_t size = cell->type ? noe_type_size(cell->type) : 1;
    state[i] = cell->empty;
    if (noe_random_below(random, 8) < defined)
      state[i] = cell->base + (int64_t)noe_random_below(random, size < variety ? size : variety);
  }
  kit_normalise(model, state);
}

#endif
