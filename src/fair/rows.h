/* Rows of words, each kept once: equal rows get the same number. Rows are numbered
 * in the order in which they first came. Running out of memory escapes; the rows stay
 * fit to be freed then. */
#ifndef NOE_FAIR_ROWS_H
#define NOE_FAIR_ROWS_H

#include "base/memory.h"

struct noe_rows {
  struct noe_memory *memory;
  uint32_t *words;
  size_t word_count, word_room;
  size_t *begins; /* by row, one more at the end */
  uint32_t count, room;
  uint64_t *slots;     /* 0, or 32 bits of the hash above 1 + number of a row */
  uint32_t slot_count; /* a power of two */
};

struct noe_rows noe_fair_rows(struct noe_memory *memory);
void noe_fair_rows_free(struct noe_rows *rows);

/* The number of a row; `*fresh` (may be NULL): it was not there before. */
uint32_t noe_fair_row(struct noe_rows *rows, const uint32_t *words, size_t length, bool *fresh);

/* There will probably be so many rows of this length: makes room for them at once. */
void noe_fair_rows_expect(struct noe_rows *rows, uint32_t count, size_t length);

/* The number of a row that may not be there: UINT32_MAX then. Changes nothing, so that several threads may ask while
 * nobody adds. */
uint32_t noe_fair_row_find(const struct noe_rows *rows, const uint32_t *words, size_t length);

/* Both in parts, so that several rows are looked for at a time: a hash, `value`; then its slot, then what the slot leads to,
 * then the row itself are asked of the memory; then it is found, or found and added. */
uint32_t noe_fair_row_hash(const uint32_t *words, size_t length);
enum noe_row_stage { NOE_ROW_SLOT, NOE_ROW_BEGIN, NOE_ROW_WORDS };
void noe_fair_row_prefetch(const struct noe_rows *rows, uint32_t value, enum noe_row_stage stage);
uint32_t noe_fair_row_find_hashed(const struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t value);
uint32_t noe_fair_row_hashed(struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t value, bool *fresh);

/* Is the table sound? NULL, or a sentence that says what is wrong. */
const char *noe_fair_rows_check(const struct noe_rows *rows);

static inline const uint32_t *noe_row_words(const struct noe_rows *rows, uint32_t number) {
  return rows->words + rows->begins[number];
}
static inline size_t noe_row_length(const struct noe_rows *rows, uint32_t number) {
  return rows->begins[number + 1] - rows->begins[number];
}

/* Room for one item more in a growing array: `*items` has room for `*room`, of which
 * `count` are taken. May escape. */
void noe_fair_grow(struct noe_memory *memory, void **items, size_t count, size_t *room, size_t size);

#define NOE_FAIR_PUSH(memory, items, count, room, item)                                                                \
  do {                                                                                                                 \
    if ((count) == (room))                                                                                             \
      noe_fair_grow((memory), (void **)&(items), (count), &(room), sizeof *(items));                                   \
    (items)[(count)++] = (item);                                                                                       \
  } while (0)

#endif
