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
  uint32_t whole;       /* its first point among those of all blocks */
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
  uint64_t *rows;        /* of the current block, if slices have several words: by point, least word first */
  uint32_t *last;        /* by point, as in noe_runs_item; 0 but while encoding */
  uint16_t *permutation; /* by point of all blocks; of small ones: not touched by one encoding */
  uint16_t *entry;       /* by point: first point of the block + number of its entry */
  uint16_t *count;       /* by first point of the block + number of an entry */
  uint16_t *start;       /* the same: decoded, its first point */
  int64_t *values;       /* of one slice */
  /* only if there are small blocks: */
  uint16_t *chosen;       /* the permutation of the least key so far; else `permutation` */
  int64_t *turned, *best; /* states: the current one, that of the least key */
  uint8_t *other;         /* a key to compare */
  uint32_t same;          /* of the state encoded last: turns that give the same key */
};

/* The key of a state for the large blocks alone; what belongs to it is set. */
uint32_t noe_runs_encode_once(struct noe_runs *runs, const int64_t *state, uint8_t *key);
/* The least of those of all turns. */
uint32_t noe_runs_encode_least(struct noe_runs *runs, const int64_t *state, uint8_t *key);
/* The representative alone. */
void noe_runs_decode_once(struct noe_runs *runs, const uint8_t *key, int64_t *state, struct noe_twins *twins);
/* Adds the classes of the small blocks. */
void noe_runs_small_twins(struct noe_runs *runs, const int64_t *state, struct noe_twins *twins);

static inline uint64_t noe_runs_stored(const struct noe_runs_field *field, int64_t value) {
  return value == field->empty ? 0 : (uint64_t)value - (uint64_t)field->base + 1;
}

static inline int64_t noe_runs_value(const struct noe_runs_field *field, uint64_t number) {
  return number ? (int64_t)(number - 1 + (uint64_t)field->base) : field->empty;
}

/* Bits of a key, 32 at most, without a look at bytes that have no part in them. */
static inline uint64_t noe_runs_bits(const uint8_t *key, uint64_t bit, uint32_t width) {
  uint64_t value = 0;
  const uint8_t *at = key + bit / 8;
  uint32_t shift = bit % 8;
  for (uint32_t have = 0; have < shift + width; have += 8)
    value |= (uint64_t)*at++ << have;
  return value >> shift & (((uint64_t)1 << width) - 1);
}

#endif
