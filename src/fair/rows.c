#include "fair/rows.h"

#include <string.h>
#include <xxhash.h>

#include "base/contract.h"

#ifdef NOE_HOSTILE
enum { FIRST_ROOM = 2, FIRST_SLOTS = 4 };
#else
enum { FIRST_ROOM = 64, FIRST_SLOTS = 256 };
#endif
enum { MOST_CHECKED = 256 }; /* rows: in a hostile build nearly all of them share a chain */
enum { MUCH = 1 << 16 };     /* from here on room grows by a quarter, so that little of it lies idle */

struct noe_rows noe_fair_rows(struct noe_memory *memory) {
  return (struct noe_rows){.memory = memory};
}

void noe_fair_rows_free(struct noe_rows *rows) {
  if (!rows->memory)
    return;
  noe_base_free(rows->memory, rows->words);
  noe_base_free(rows->memory, rows->begins);
  noe_base_free(rows->memory, rows->slots);
  *rows = (struct noe_rows){.memory = rows->memory};
}

static size_t more_than(size_t room) { return room < MUCH ? room * 2 : room + room / 4; }

void noe_fair_grow(struct noe_memory *memory, void **items, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return;
  size_t more = *room ? more_than(*room) : FIRST_ROOM;
  *items = noe_base_realloc(memory, *items, more * size);
  *room = more;
}

uint32_t noe_fair_row_hash(const uint32_t *words, size_t length) {
  uint32_t value = (uint32_t)(XXH3_64bits(words, length * sizeof *words) >> 32);
#ifdef NOE_HOSTILE
  value &= 7;
#endif
  return value;
}

static bool equals(const struct noe_rows *rows, uint32_t number, const uint32_t *words, size_t length) {
  return noe_row_length(rows, number) == length &&
         (!length || !memcmp(noe_row_words(rows, number), words, length * sizeof *words));
}

/* The slot of the row, or the free one where it belongs. Rows themselves are looked at only if
 * their hashes agree. */
static uint64_t *find_slot(const struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t value) {
  uint32_t mask = rows->slot_count - 1;
  for (uint32_t i = value & mask;; i = (i + 1) & mask) {
    uint64_t slot = rows->slots[i];
    if (!slot || (slot >> 32 == value && equals(rows, (uint32_t)slot - 1, words, length)))
      return &rows->slots[i];
  }
}

static void grow_slots(struct noe_rows *rows, uint32_t more) {
  uint64_t *old = rows->slots;
  uint32_t count = rows->slot_count;
  rows->slots = noe_base_alloc(rows->memory, more * sizeof *rows->slots);
  assert(!(more & (more - 1)) && more > rows->slot_count && "slots are a power of two, and grow");
  rows->slot_count = more;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t place = (uint32_t)(old[i] >> 32) & (more - 1);
    if (!old[i])
      continue;
    while (rows->slots[place])
      place = (place + 1) & (more - 1);
    rows->slots[place] = old[i];
  }
  noe_base_free(rows->memory, old);
  NOE_COSTLY((rows->count > MOST_CHECKED || !noe_fair_rows_check(rows)) &&
             "after it has grown a table has each row once");
}

/* True if there are more slots now. */
static bool make_slots(struct noe_rows *rows) {
  if (rows->slot_count && rows->count < rows->slot_count / 2)
    return false;
  grow_slots(rows, rows->slot_count ? rows->slot_count * 2 : FIRST_SLOTS);
  return true;
}

const char *noe_fair_rows_check(const struct noe_rows *rows) {
  uint32_t used = 0;
  if (rows->slot_count & (rows->slot_count - 1) || (rows->count && rows->count >= rows->slot_count))
    return "a table has no free slot";
  for (uint32_t i = 0; i < rows->slot_count; i++)
    used += rows->slots[i] != 0;
  if (used != rows->count)
    return "used slots are not as many as rows";
  for (uint32_t i = 0; i < rows->count; i++) {
    if (rows->begins[i] > rows->begins[i + 1] || rows->begins[i + 1] > rows->word_count)
      return "rows do not follow one another";
    if (noe_fair_row_find(rows, noe_row_words(rows, i), noe_row_length(rows, i)) != i)
      return "a row cannot be found, or is there twice";
  }
  return rows->count && rows->begins[rows->count] != rows->word_count ? "words are in no row" : NULL;
}

static void make_room(struct noe_rows *rows, size_t length) {
  assert(rows->count < UINT32_MAX - 2 && "rows have numbers of 32 bits");
  if (rows->count + 2 > rows->room) {
    uint32_t more = rows->room ? (uint32_t)more_than(rows->room) : FIRST_ROOM;
    rows->begins = noe_base_realloc(rows->memory, rows->begins, more * sizeof *rows->begins);
    rows->room = more;
  }
  if (!rows->words || rows->word_count + length > rows->word_room) {
    size_t more = more_than(rows->word_room) + length + FIRST_ROOM;
    rows->words = noe_base_realloc(rows->memory, rows->words, more * sizeof *rows->words);
    rows->word_room = more;
  }
}

void noe_fair_rows_expect(struct noe_rows *rows, uint32_t count, size_t length) {
  uint32_t slots = FIRST_SLOTS;
  while (slots / 2 <= count && slots <= UINT32_MAX / 4)
    slots *= 2;
  if (slots > rows->slot_count)
    grow_slots(rows, slots);
  if (count + 2 > rows->room) {
    rows->begins = noe_base_realloc(rows->memory, rows->begins, ((size_t)count + 2) * sizeof *rows->begins);
    rows->room = count + 2;
  }
  if (count * length > rows->word_room) {
    rows->words = noe_base_realloc(rows->memory, rows->words, count * length * sizeof *rows->words);
    rows->word_room = count * length;
  }
}

uint32_t noe_fair_row_hashed(struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t value, bool *fresh) {
  uint64_t *slot = rows->slot_count ? find_slot(rows, words, length, value) : NULL;
  if (fresh)
    *fresh = !slot || !*slot;
  if (slot && *slot)
    return (uint32_t)*slot - 1;
  make_room(rows, length);
  if (make_slots(rows))
    slot = find_slot(rows, words, length, value);
  if (length)
    memcpy(rows->words + rows->word_count, words, length * sizeof *words);
  NOE_COSTLY(value == noe_fair_row_hash(words, length) && "a row is entered under its own hash");
  *slot = (uint64_t)value << 32 | (rows->count + 1);
  rows->word_count += length;
  assert(rows->word_count <= rows->word_room && rows->count + 1 < rows->room &&
         "room was made for the row and its end");
  rows->begins[rows->count + 1] = rows->word_count;
  return rows->count++;
}

uint32_t noe_fair_row(struct noe_rows *rows, const uint32_t *words, size_t length, bool *fresh) {
  return noe_fair_row_hashed(rows, words, length, noe_fair_row_hash(words, length), fresh);
}

/* ----------------------------------------------------------------- finding */

void noe_fair_row_prefetch(const struct noe_rows *rows, uint32_t value, enum noe_row_stage stage) {
  if (!rows->slot_count)
    return;
  const uint64_t *slot = &rows->slots[value & (rows->slot_count - 1)];
  if (stage == NOE_ROW_SLOT)
    __builtin_prefetch(slot);
  else if (*slot >> 32 == value && *slot && stage == NOE_ROW_BEGIN)
    __builtin_prefetch(&rows->begins[(uint32_t)*slot - 1]);
  else if (*slot >> 32 == value && *slot)
    __builtin_prefetch(noe_row_words(rows, (uint32_t)*slot - 1));
}

uint32_t noe_fair_row_find_hashed(const struct noe_rows *rows, const uint32_t *words, size_t length, uint32_t value) {
  return rows->slot_count ? (uint32_t)*find_slot(rows, words, length, value) - 1 : UINT32_MAX;
}

uint32_t noe_fair_row_find(const struct noe_rows *rows, const uint32_t *words, size_t length) {
  return noe_fair_row_find_hashed(rows, words, length, noe_fair_row_hash(words, length));
}
