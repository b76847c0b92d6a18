#include "store/rows.h"

#include <assert.h>

#ifdef NOE_HOSTILE
enum { LEAST_BITS = 1 };
#else
enum { LEAST_BITS = 12 }; /* below, eras would be short */
#endif

_Static_assert(2 * NOE_ROW_HALF_BITS + NOE_ROW_PART_BITS <= 57, "a row lies in one word, wherever it begins");
_Static_assert(2 * (NOE_ROW_HALF_BITS + 1) < NOE_ROWS_MOST_ERAS, "there are not more eras than widths");

void noe_store_rows_free(struct noe_row_table *rows, struct noe_pool *pool) {
  for (uint32_t i = 0; i < rows->count; i++) {
    noe_store_column_free(&rows->eras[i]->blocks, pool);
    noe_store_pool_give(pool, rows->eras[i], sizeof *rows->eras[i]);
  }
  rows->count = 0;
}

static uint32_t bits_for(uint64_t halves) {
  uint32_t bits = LEAST_BITS;
  while ((uint64_t)1 << bits < halves)
    bits++;
  return halves ? bits : 0;
}

static bool reserve(struct noe_era *era, struct noe_pool *pool, uint64_t end) {
  return end <= era->first ||
         noe_store_column_reserve(&era->blocks, pool, (end - era->first + NOE_ROW_BLOCK - 1) / NOE_ROW_BLOCK);
}

static bool begin_era(struct noe_row_table *rows, struct noe_pool *pool, uint64_t first, uint64_t end,
                      const uint32_t *bits) {
  struct noe_era *era = noe_store_pool_take(pool, sizeof *era);
  if (!era)
    return false;
  *era = (struct noe_era){.first = first, .bits = {bits[0], bits[1]}, .width = bits[0] + bits[1] + NOE_ROW_PART_BITS};
  for (int i = 0; i < 2; i++)
    era->masks[i] = ((uint32_t)1 << bits[i]) - 1;
  era->blocks = noe_store_column(era->width * (NOE_ROW_BLOCK / 8), 1);
  if (!reserve(era, pool, end)) {
    noe_store_column_free(&era->blocks, pool);
    noe_store_pool_give(pool, era, sizeof *era);
    return false;
  }
  assert(rows->count < NOE_ROWS_MOST_ERAS && "widths grow, and are given up at most once");
  assert((!rows->count || rows->eras[rows->count - 1]->first <= first) && "eras follow one another");
  rows->eras[rows->count++] = era;
  return true;
}

bool noe_store_rows_make_room(struct noe_row_table *rows, struct noe_pool *pool, uint64_t first, uint64_t end,
                              const uint64_t *halves) {
  uint32_t bits[2] = {bits_for(halves[0]), bits_for(halves[1])};
  assert(bits[0] <= NOE_ROW_HALF_BITS && bits[1] <= NOE_ROW_HALF_BITS && "halves have small numbers");
  struct noe_era *last = rows->count ? rows->eras[rows->count - 1] : NULL;
  if (last && last->bits[0] == bits[0] && last->bits[1] == bits[1])
    return reserve(last, pool, end);
  return begin_era(rows, pool, first, end, bits);
}
