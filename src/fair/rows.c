#include "fair/rows.h"

#include <string.h>
#include <xxhash.h>

#ifdef NOE_HOSTILE
enum { FIRST_ROOM = 2, FIRST_SLOTS = 4 };
#else
enum { FIRST_ROOM = 64, FIRST_SLOTS = 256 };
#endif

struct noe_rows noe_fair_rows(struct noe_memory *memory) { return (struct noe_rows){.memory = memory}; }

void noe_fair_rows_free(struct noe_rows *rows) {
  if (!rows->memory)
    return;
  noe_base_free(rows->memory, rows->words);
  noe_base_free(rows->memory, rows->begins);
  noe_base_free(rows->memory, rows->slots);
  *rows = (struct noe_rows){.memory = rows->memory};
}

void noe_fair_grow(struct noe_memory *memory, void **items, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return;
  size_t more = *room ? *room * 2 : FIRST_ROOM;
  *items = noe_base_realloc(memory, *items, more * size);
  *room = more;
}

static uint64_t hash(const uint32_t *words, size_t length) {
  uint64_t value = XXH3_64bits(words, length * sizeof *words);
#ifdef NOE_HOSTILE
  value &= 7;
#endif
  return value;
}

static bool equals(const struct noe_rows *rows, uint32_t number, const uint32_t *words, size_t length) {
  return noe_row_length(rows, number) == length &&
         (!length || !memcmp(noe_row_words(rows, number), words, length * sizeof *words));
}

/* The slot of the row, or the free one where it belongs. */
static uint32_t *find_slot(const struct noe_rows *rows, const uint32_t *words, size_t length) {
  uint32_t mask = rows->slot_count - 1;
  for (uint32_t i = (uint32_t)hash(words, length) & mask;; i = (i + 1) & mask)
    if (!rows->slots[i] || equals(rows, rows->slots[i] - 1, words, length))
      return &rows->slots[i];
}

static void make_slots(struct noe_rows *rows) {
  if (rows->slot_count && rows->count < rows->slot_count / 2)
    return;
  uint32_t *old = rows->slots, more = rows->slot_count ? rows->slot_count * 2 : FIRST_SLOTS;
  rows->slots = noe_base_alloc(rows->memory, more * sizeof *rows->slots);
  rows->slot_count = more;
  for (uint32_t i = 0; i < rows->count; i++)
    *find_slot(rows, noe_row_words(rows, i), noe_row_length(rows, i)) = i + 1;
  noe_base_free(rows->memory, old);
}

static void make_room(struct noe_rows *rows, size_t length) {
  if (rows->count + 2 > rows->room) {
    uint32_t more = rows->room ? rows->room * 2 : FIRST_ROOM;
    rows->begins = noe_base_realloc(rows->memory, rows->begins, more * sizeof *rows->begins);
    rows->room = more;
  }
  if (!rows->words || rows->word_count + length > rows->word_room) {
    size_t more = rows->word_room * 2 + length + FIRST_ROOM;
    rows->words = noe_base_realloc(rows->memory, rows->words, more * sizeof *rows->words);
    rows->word_room = more;
  }
}

bool noe_fair_row_find(const struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t *number) {
  if (!rows->slot_count)
    return false;
  uint32_t slot = *find_slot(rows, words, length);
  *number = slot - 1;
  return slot != 0;
}

uint32_t noe_fair_row(struct noe_rows *rows, const uint32_t *words, size_t length, bool *fresh) {
  uint32_t number;
  bool there = noe_fair_row_find(rows, words, length, &number);
  if (fresh)
    *fresh = !there;
  if (there)
    return number;
  make_room(rows, length);
  make_slots(rows);
  if (length)
    memcpy(rows->words + rows->word_count, words, length * sizeof *words);
  *find_slot(rows, words, length) = rows->count + 1;
  rows->word_count += length;
  rows->begins[rows->count + 1] = rows->word_count;
  return rows->count++;
}
