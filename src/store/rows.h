/* What is kept of every state of a closed level, in as few bits as it takes: the numbers
 * of the two halves of its key (store_halves.h; 0 bits where keys are kept otherwise),
 * and in which part of the level before its parent is.
 *
 * Rows are numbered by id and written once, in order. Their width follows the
 * number of halves that there are: when it must change, an era ends and another
 * one begins, at the first id of a level. A block has 64 rows of `width` bits, hence a
 * whole number of words.
 *
 * Threading: read by everybody; written when a level closes, by one thread. */
#ifndef NOE_STORE_ROWS_H
#define NOE_STORE_ROWS_H

#include "store/column.h"

#ifdef NOE_HOSTILE
enum { NOE_ROW_PART_BITS = 1 };
#else
enum { NOE_ROW_PART_BITS = 8 }; /* a run is rebuilt from one 256th of the search at most */
#endif
enum {
  NOE_ROW_HALF_BITS = 24, /* most bits of the number of a half */
  NOE_ROW_BLOCK = 64,
  NOE_ROWS_MOST_ERAS = 64,
};

struct noe_row {
  uint32_t halves[2], part;
};

struct noe_era {
  uint64_t first; /* id */
  uint32_t bits[2], masks[2], width;
  struct noe_column blocks;
};

struct noe_row_table {
  struct noe_era *eras[NOE_ROWS_MOST_ERAS];
  uint32_t count;
};

void noe_store_rows_free(struct noe_row_table *rows, struct noe_pool *pool);
/* Room for the rows of ids from `first` on, below `end`, with halves below `halves[0]` and
 * `halves[1]` (0: no halves). `first` is where the rows written so far end. False if
 * there is no memory; then nothing has changed. */
bool noe_store_rows_make_room(struct noe_row_table *rows, struct noe_pool *pool, uint64_t first, uint64_t end,
                              const uint64_t *halves);

/* As noe_store_rows_make_room; mostly there is room. Without halves an era has no bits for them, else they have become more. */
static inline bool noe_rows_reserve(struct noe_row_table *rows, struct noe_pool *pool, uint64_t first, uint64_t end,
                                    const uint64_t *halves) {
  const struct noe_era *last = rows->count ? rows->eras[rows->count - 1] : NULL;
  bool fits = last && end - last->first <= last->blocks.reserved * NOE_ROW_BLOCK;
  for (int i = 0; i < 2 && fits; i++)
    fits = halves[i] ? last->bits[i] && halves[i] <= (uint64_t)1 << last->bits[i] : !last->bits[i];
  return fits || noe_store_rows_make_room(rows, pool, first, end, halves);
}

static inline const struct noe_era *noe_rows_era(const struct noe_row_table *rows, uint64_t id) {
  uint32_t era = rows->count - 1;
  while (id < rows->eras[era]->first)
    era--;
  return rows->eras[era];
}

/* The word that has all of a row, and how many bits of it lie below the row. */
static inline uint8_t *noe_era_word(const struct noe_era *era, uint64_t id, uint32_t *below) {
  uint64_t index = id - era->first;
  uint32_t bit = (uint32_t)(index % NOE_ROW_BLOCK) * era->width, last = (era->width - 1) * 8;
  uint32_t byte = bit / 8 < last ? bit / 8 : last;
  *below = bit - byte * 8;
  return (uint8_t *)noe_column_at(&era->blocks, index / NOE_ROW_BLOCK) + byte;
}

/* Once for each id, which is of the last era. */
static inline void noe_era_write(const struct noe_era *era, uint64_t id, const struct noe_row *row) {
  uint32_t below;
  uint64_t word, bits = row->part;
  bits = bits << era->bits[1] | row->halves[1];
  bits = bits << era->bits[0] | row->halves[0];
  uint8_t *place = noe_era_word(era, id, &below);
  memcpy(&word, place, sizeof word);
  word |= bits << below; /* blocks begin as zeroes */
  memcpy(place, &word, sizeof word);
}

static inline uint32_t noe_rows_part(const struct noe_row_table *rows, uint64_t id) {
  const struct noe_era *era = noe_rows_era(rows, id);
  uint32_t below;
  uint64_t word;
  memcpy(&word, noe_era_word(era, id, &below), sizeof word);
  return (uint32_t)(word >> below >> (era->bits[0] + era->bits[1])) & ((1 << NOE_ROW_PART_BITS) - 1);
}

static inline void noe_rows_halves(const struct noe_row_table *rows, uint64_t id, uint32_t *halves) {
  const struct noe_era *era = noe_rows_era(rows, id);
  uint32_t below;
  uint64_t word;
  memcpy(&word, noe_era_word(era, id, &below), sizeof word);
  word >>= below;
  halves[0] = (uint32_t)word & era->masks[0];
  halves[1] = (uint32_t)(word >> era->bits[0]) & era->masks[1];
}

static inline void noe_rows_prefetch(const struct noe_row_table *rows, uint64_t id) {
  uint32_t below;
  __builtin_prefetch(noe_era_word(noe_rows_era(rows, id), id, &below));
}

#endif
