/* What is here stands in every generated text as well (runtime/), where a compiler
 * that optimises makes it part of what is around it. Both have to come to the same: a module is
 * exchanged for another one in the middle of a search. */
#include "compile/helpers.h"

#include <assert.h>
#include <string.h>

/* Cells are bytes here. */
typedef int8_t cell;
#define U ((cell)INT8_MIN)
#include "compile/runtime/base.h"
#include "compile/runtime/bytes.h"
#include "compile/runtime/multisets.h"
#include "compile/runtime/bits.h"

/* ------------------------------------------------------------------ entries */

static void slices(uint64_t *sorted, uint32_t count, const void *entries, size_t stride,
                   const struct noe_native_cell *cells, uint32_t cell_count) {
  for (uint32_t i = 0; i < count; i++) {
    const int8_t *entry = (const int8_t *)entries + i * stride;
    uint64_t number = i;
    for (uint32_t k = 0; k < cell_count; k++) {
      const int8_t value = entry[cells[k].cell];
      const uint64_t stored = value == cells[k].empty ? 0 : (uint64_t)value - (uint64_t)cells[k].base + 1;
      number |= stored << cells[k].shift;
    }
    sorted[i] = number;
  }
}

static void sort(uint64_t *sorted, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    const uint64_t number = sorted[i];
    if (sorted[i - 1] < number)
      continue;
    uint32_t at = i;
    do
      sorted[at] = sorted[at - 1];
    while (--at && sorted[at - 1] > number);
    sorted[at] = number;
  }
}

static uint32_t order(const struct noe_native_order *order, const void *weights, size_t stride, uint32_t count) {
  uint64_t *const sorted = order->sorted;
  uint32_t n = 0, wrong = 0;
  sort(sorted, count);
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t number = sorted[i], before = sorted[n - (n > 0)];
    const uint32_t entry = (uint32_t)(number & order->entry);
    const uint32_t weight = *(const uint32_t *)(const void *)((const char *)weights + entry * stride);
    const bool named = number & order->name;
    const bool joins = (n > 0) & !named & ((before ^ number) <= order->entry);
    wrong |= named & (weight != 1);
    n += !joins;
    order->rank[entry] = n - 1;
    sorted[n - 1] = joins ? before : number;
    order->weight[n - 1] = (joins ? order->weight[n - 1] : 0) + weight;
  }
  assert(n <= count && (n || !count) && "entries join, and none is lost");
  return wrong ? 0 : n;
}

static void write_entries(struct noe_native_bits *to, const struct noe_native_order *order, uint32_t count) {
  struct noe_native_bits bits = *to;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t weight = order->weight[i];
    const uint64_t more = weight > 1 ? 1 | (uint64_t)(weight - 2) << 1 : 0;
    put(&bits, order->sorted[i] >> order->shift | more << order->bits,
        order->bits + 1 + (weight > 1 ? order->count_bits : 0));
  }
  *to = bits;
}

/* ---------------------------------------------------------------- multisets */

static void sort_slots(int8_t *cells, size_t capacity, size_t stride) {
  sort_bag(cells, (int64_t)capacity, (int64_t)stride);
}

/* ------------------------------------------------------------------- points */

static bool is_later(const uint64_t *first, const uint64_t *colours, uint32_t a, uint32_t b) {
  return first[a] != first[b] ? first[a] > first[b] : colours[a] > colours[b];
}

static uint32_t arrange(const uint64_t *first, const uint64_t *colours, const uint16_t *blocks, uint32_t block_count,
                        uint16_t *order, uint16_t *begin) {
  uint32_t cells = 0;
  for (uint32_t b = 0; b < block_count; b++) {
    const uint32_t start = blocks[b], end = blocks[b + 1];
    for (uint32_t p = start; p < end; p++) {
      uint32_t at = p;
      for (; at > start && is_later(first, colours, order[at - 1], p); at--)
        order[at] = order[at - 1];
      order[at] = (uint16_t)p;
    }
    for (uint32_t k = start; k < end; k++)
      if (k == start || colours[order[k]] != colours[order[k - 1]] || first[order[k]] != first[order[k - 1]])
        begin[cells++] = (uint16_t)k;
  }
  assert(cells <= blocks[block_count] && "a cell of points has one at least");
  begin[cells] = blocks[block_count];
  return cells;
}

static const struct noe_native_helpers help = {slices, order, write_entries, sort_slots, arrange};

void noe_compile_give_helpers(const struct noe_native_module *module) {
  if (module->aid)
    *module->aid = &help;
}
