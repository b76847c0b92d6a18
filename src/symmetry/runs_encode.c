/* Encoding reads the slices of a block as numbers, sorts the points by them and
 * writes equal neighbours once. States that a search meets are a firing away from
 * a representative, hence nearly sorted: insertion is the right sort for a few
 * points, and merging skips what is in order already. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "symmetry/check.h"

/* ----------------------------------------------------------------- sorting */

static bool precedes(const struct noe_runs *runs, const struct noe_runs_slice *slice, const struct noe_runs_item *a,
                     const struct noe_runs_item *b) {
  if (a->leading != b->leading)
    return a->leading < b->leading;
  for (uint32_t i = slice->words - 1; i-- > 0;) {
    uint64_t left = runs->rows[(size_t)(a->point - slice->first) * slice->words + i];
    uint64_t right = runs->rows[(size_t)(b->point - slice->first) * slice->words + i];
    if (left != right)
      return left < right;
  }
  return a->last < b->last;
}

/* Stable: twins stay in the order of their points. */
static void insertion_sort(const struct noe_runs *runs, const struct noe_runs_slice *slice, struct noe_runs_item *items,
                           uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    struct noe_runs_item item = items[i];
    uint32_t k = i;
    for (; k && precedes(runs, slice, &item, &items[k - 1]); k--)
      items[k] = items[k - 1];
    items[k] = item;
  }
}

/* Merges the two halves of items[0 .. count), the first of `half`. */
static void merge(struct noe_runs *runs, const struct noe_runs_slice *slice, struct noe_runs_item *items, uint32_t half,
                  uint32_t count) {
  assert(half && half < count && "two halves");
  if (!precedes(runs, slice, &items[half], &items[half - 1]))
    return;
  memcpy(runs->spare, items, half * sizeof *items);
  for (uint32_t a = 0, b = half, at = 0; a < half; at++)
    items[at] = b < count && precedes(runs, slice, &items[b], &runs->spare[a]) ? items[b++] : runs->spare[a++];
}

enum { FEW_POINTS = 24 };

static void sort(struct noe_runs *runs, const struct noe_runs_slice *slice, struct noe_runs_item *items) {
  for (uint32_t i = 0; i < slice->size; i += FEW_POINTS)
    insertion_sort(runs, slice, items + i, slice->size - i < FEW_POINTS ? slice->size - i : FEW_POINTS);
  for (uint32_t half = FEW_POINTS; half < slice->size; half *= 2)
    for (uint32_t i = 0; i + half < slice->size; i += 2 * half)
      merge(runs, slice, items + i, half, slice->size - i < 2 * half ? slice->size - i : 2 * half);
}

/* ---------------------------------------------------------------- encoding */

/* Slices of 64 bits or less, the usual ones, are all leading word. */
static void read_small(const struct noe_runs_slice *slice, const int64_t *state, struct noe_runs_item *items) {
  for (uint32_t k = 0; k < slice->count; k++) {
    const struct noe_runs_field field = slice->fields[k];
    if (!field.width)
      continue;
    const int64_t *from = state + field.cell;
    for (uint32_t p = 0; p < slice->size; p++, from += field.stride)
      items[p].leading |= noe_runs_stored(&field, *from) << field.shift;
  }
}

static void read_large(struct noe_runs *runs, const struct noe_runs_slice *slice, const int64_t *state,
                       struct noe_runs_item *items) {
  uint32_t words = slice->words;
  memset(runs->rows, 0, (size_t)words * slice->size * sizeof *runs->rows);
  for (uint32_t k = 0; k < slice->count; k++) {
    const struct noe_runs_field *field = &slice->fields[k];
    if (!field->width)
      continue;
    for (uint32_t p = 0; p < slice->size; p++) {
      uint64_t number = noe_runs_stored(field, state[field->cell + (size_t)p * field->stride]);
      uint64_t *row = runs->rows + (size_t)p * words + field->word;
      row[0] |= number << field->shift;
      if (field->shift + field->width > 64)
        row[1] |= number >> (64 - field->shift);
    }
  }
  for (uint32_t p = 0; p < slice->size; p++)
    items[p].leading = runs->rows[(size_t)p * words + words - 1];
}

static void note_pointers(struct noe_runs *runs, const int64_t *state) {
  const struct noe_runs_shape *shape = runs->shape;
  for (uint32_t k = 0; k < shape->pointer_count; k++) {
    int64_t value = state[shape->plain[shape->pointers[k]]];
    assert((!k || shape->pointers[k - 1] < shape->pointers[k]) && "pointers are in the order of the cells");
    if (value != NOE_UNDEFINED && shape->pointed[k][value] >= 0)
      runs->last[shape->pointed[k][value]] = k + 1;
  }
}

/* Counts equal neighbours. */
static void find_entries(struct noe_runs *runs, struct noe_runs_slice *slice, const struct noe_runs_item *items) {
  assert(slice->size && "a block has points");
  uint32_t entry = 0;
  for (uint32_t i = 0; i < slice->size; i++) {
    bool again = i && !precedes(runs, slice, &items[i - 1], &items[i]);
    assert((!again || !items[i].last) && "a cell names one point at most");
    if (i && !again)
      entry++;
    if (!again)
      runs->count[slice->first + entry] = 0;
    runs->count[slice->first + entry]++;
    runs->entry[items[i].point] = (uint16_t)(slice->first + entry);
    runs->permutation[items[i].point - slice->first + slice->whole] = (uint16_t)(slice->whole + i);
  }
  slice->entries = entry + 1;
}

static bool is_sorted(const struct noe_runs *runs, const struct noe_runs_slice *slice,
                      const struct noe_runs_item *items) {
  for (uint32_t i = 1; i < slice->size; i++)
    if (precedes(runs, slice, &items[i], &items[i - 1]))
      return false;
  return true;
}

static void sort_block(struct noe_runs *runs, struct noe_runs_slice *slice, const int64_t *state) {
  struct noe_runs_item *items = runs->items + slice->first;
  for (uint32_t p = 0; p < slice->size; p++) {
    items[p] = (struct noe_runs_item){.point = slice->first + p, .last = runs->last[slice->first + p]};
    runs->last[slice->first + p] = 0;
  }
  if (slice->words == 1)
    read_small(slice, state, items);
  else
    read_large(runs, slice, state, items);
  sort(runs, slice, items);
  NOE_COSTLY(is_sorted(runs, slice, items) && "entries come in increasing order");
  find_entries(runs, slice, items);
}

struct writer {
  uint8_t *at;
  uint64_t bits; /* not yet written, `fill` of them */
  uint32_t fill;
};

static void put(struct writer *writer, uint64_t number, uint32_t width) {
  assert(width <= 64 && writer->fill < 64 && "a word at a time");
  NOE_COSTLY((width == 64 || !(number >> width)) && "a number fits into the bits of its cell");
  writer->bits |= number << writer->fill;
  if (writer->fill + width < 64) {
    writer->fill += width;
    return;
  }
  memcpy(writer->at, &writer->bits, sizeof writer->bits); /* little-endian, see model/layout.c */
  writer->at += sizeof writer->bits;
  writer->bits = writer->fill ? number >> (64 - writer->fill) : 0;
  writer->fill = writer->fill + width - 64;
}

static void finish(struct writer *writer) {
  uint32_t bytes = (writer->fill + 7) / 8;
  memcpy(writer->at, &writer->bits, bytes);
  writer->at += bytes;
}

static void write_plain(const struct noe_runs *runs, const int64_t *state, struct writer *writer) {
  const struct noe_runs_shape *shape = runs->shape;
  uint32_t pointer = 0;
  for (uint32_t i = 0; i < shape->plain_count; i++) {
    const struct noe_runs_field *field = &runs->plain[i];
    int64_t value = state[field->cell];
    if (pointer < shape->pointer_count && shape->pointers[pointer] == i) {
      int32_t point = value == NOE_UNDEFINED ? -1 : shape->pointed[pointer][value];
      if (point >= 0)
        value += (int64_t)runs->entry[point] - point;
      pointer++;
    }
    put(writer, noe_runs_stored(field, value), field->width);
  }
}

static void write_block(const struct noe_runs *runs, const struct noe_runs_slice *slice, const int64_t *state,
                        struct writer *writer) {
  const struct noe_runs_item *item = runs->items + slice->first;
  for (uint32_t entry = 0; entry < slice->entries; entry++) {
    uint32_t count = runs->count[slice->first + entry];
    size_t number = item->point - slice->first;
    for (uint32_t k = 0; k < slice->count; k++) {
      const struct noe_runs_field *field = &slice->fields[k];
      put(writer, noe_runs_stored(field, state[field->cell + number * field->stride]), field->width);
    }
    put(writer, count > 1, 1);
    if (count > 1)
      put(writer, count - 2, slice->count_bits);
    item += count;
    assert(count && item <= runs->items + slice->first + slice->size && "entries hold the points of the block");
  }
}

uint32_t noe_runs_encode_once(struct noe_runs *runs, const int64_t *state, uint8_t *key) {
  uint32_t blocks = runs->shape->large->block_count;
  struct writer writer = {.at = key};
  note_pointers(runs, state);
  for (uint32_t i = 0; i < blocks; i++)
    sort_block(runs, &runs->slices[i], state);
  write_plain(runs, state, &writer);
  for (uint32_t i = 0; i < blocks; i++)
    write_block(runs, &runs->slices[i], state, &writer);
  finish(&writer);
  assert(writer.at - key <= (ptrdiff_t)runs->shape->most_bytes && "no key is longer than the shape says");
  NOE_COSTLY(!noe_symmetry_runs_check(runs) && "entries share out the points of their blocks");
  return (uint32_t)(writer.at - key);
}

uint32_t noe_symmetry_runs_encode(struct noe_runs *runs, const int64_t *state, uint8_t *key) {
  return runs->shape->turns->count > 1 ? noe_runs_encode_least(runs, state, key)
                                       : noe_runs_encode_once(runs, state, key);
}
