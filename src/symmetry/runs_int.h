/* Inside the keys of unary models: what encoding and decoding share. */
#ifndef NOE_SYMMETRY_RUNS_INT_H
#define NOE_SYMMETRY_RUNS_INT_H

#include "symmetry/runs.h"
#include "symmetry/twins.h"

/* How a cell is written, and for one of a slice where it lies. */
struct noe_runs_field {
  uint32_t cell, stride;
  uint32_t word; /* of the slice as a number, least first */
  uint8_t shift, width;
  int64_t base, empty;
};

struct noe_runs_slice {
  const struct noe_runs_field *fields;
  uint32_t count;
  uint32_t words; /* of the slice as a number; at least one */
  uint32_t count_bits;
  uint32_t first, size; /* points */
  uint32_t entries;     /* of the state encoded last */
};

/* A point about to be sorted. */
struct noe_runs_item {
  uint64_t leading; /* most significant word of its slice */
  uint32_t last;    /* 1 + number of the last pointer cell that names it; 0: none does */
  uint32_t point;
};

struct noe_runs {
  struct noe_arena *arena;
  const struct noe_runs_shape *shape;
  struct noe_runs_slice *slices; /* by block */
  struct noe_runs_field *plain;
  struct noe_runs_item *items, *spare; /* by position */
  uint64_t *rows;        /* of the block at hand, if slices have several words: by point, least word first */
  uint32_t *last;        /* by point, as in noe_runs_item; 0 but while encoding */
  uint16_t *permutation; /* by point */
  uint16_t *entry;       /* by point: first point of the block + number of its entry */
  uint16_t *count;       /* by first point of the block + number of an entry */
  uint16_t *start;       /* the same: decoded, its first point */
  int64_t *values;       /* of one slice */
};

static inline uint64_t noe_runs_stored(const struct noe_runs_field *field, int64_t value) {
  return value == field->empty ? 0 : (uint64_t)value - (uint64_t)field->base + 1;
}

static inline int64_t noe_runs_value(const struct noe_runs_field *field, uint64_t number) {
  return number ? (int64_t)(number - 1 + (uint64_t)field->base) : field->empty;
}

#endif
