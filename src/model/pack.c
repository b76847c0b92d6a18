#include "model/pack.h"

#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "model/value.h"

static uint64_t mask(uint8_t width) { return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }

static uint64_t stored_of(const struct noe_cell *cell, int64_t value) {
  if (value == cell->empty)
    return 0;
  uint64_t stored = (uint64_t)value - (uint64_t)cell->base + 1;
  assert(stored && stored <= mask(cell->width) && "a value of a legal state fits its bits");
  return stored;
}

static int64_t value_of(const struct noe_cell *cell, uint64_t stored) {
  return stored ? (int64_t)(stored - 1 + (uint64_t)cell->base) : cell->empty;
}

/* ---------------------------------------------------------------- multisets */

static uint64_t put(uint64_t *words, uint64_t at, uint64_t value, uint8_t width) {
  assert(width <= 64 && (width == 64 || value >> width == 0) && "a value fits its bits");
  if (!width)
    return at;
  words[at / 64] |= value << at % 64;
  if (at % 64 + width > 64)
    words[at / 64 + 1] |= value >> (64 - at % 64);
  return at + width;
}

static uint64_t get(const uint64_t *words, uint64_t *at, uint8_t width) {
  if (!width)
    return 0;
  uint64_t value = words[*at / 64] >> *at % 64;
  if (*at % 64 + width > 64)
    value |= words[*at / 64 + 1] << (64 - *at % 64);
  *at += width;
  return value & mask(width);
}

static uint64_t pack_bag(const struct noe_model *model, const struct noe_multiset_place *bag, const int64_t *cells,
                         uint64_t *words, uint64_t at) {
  assert(bag->cell + bag->type->cells <= model->cell_count && "a bag lies in the state");
  for (uint32_t i = 0, cell = bag->cell; i < bag->type->capacity; i++) {
    if (!noe_model_is_present(cells + cell))
      return put(words, at, 0, 1);
    for (uint32_t k = 0; k < bag->type->stride; k++, cell++)
      at = put(words, at, stored_of(&model->cells[cell], cells[cell]), model->cells[cell].width);
  }
  return at;
}

static uint64_t unpack_bag(const struct noe_model *model, const struct noe_multiset_place *bag, const uint64_t *words,
                           uint64_t at, int64_t *cells) {
  assert(bag->cell + bag->type->cells <= model->cell_count && "a bag lies in the state");
  uint32_t cell = bag->cell, end = bag->cell + bag->type->cells;
  while (cell < end && get(words, &at, 1)) {
    cells[cell++] = 1;
    for (uint32_t k = 1; k < bag->type->stride; k++, cell++)
      cells[cell] = value_of(&model->cells[cell], get(words, &at, model->cells[cell].width));
  }
  for (; cell < end; cell++)
    cells[cell] = model->cells[cell].empty;
  return at;
}

/* -------------------------------------------------------------------- states */

/* What is read back of a multiset, without a place to put it. */
static bool has_bag(const struct noe_model *model, const struct noe_multiset_place *bag, const uint64_t *words,
                    uint64_t *at, const int64_t *cells) {
  for (uint32_t i = 0, cell = bag->cell; i < bag->type->capacity; i++) {
    if (!get(words, at, 1))
      return !noe_model_is_present(cells + cell);
    cell++;
    for (uint32_t k = 1; k < bag->type->stride; k++, cell++)
      if (value_of(&model->cells[cell], get(words, at, model->cells[cell].width)) != cells[cell])
        return false;
  }
  return true;
}

static bool comes_back(const struct noe_model *model, const uint64_t *words, const int64_t *cells) {
  uint64_t at = model->fixed_bits;
  for (uint32_t i = 0; i < model->cell_count; i++)
    if (!model->cells[i].in_multiset && noe_model_unpack_cell(model, words, i) != cells[i])
      return false;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    if (!has_bag(model, &model->outer_bags[i], words, &at, cells))
      return false;
  return true;
}

uint32_t noe_model_pack(const struct noe_model *model, const int64_t *cells, uint64_t *words) {
  memset(words, 0, model->packed_words * sizeof *words);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    if (!cell->in_multiset)
      words[cell->word] |= stored_of(cell, cells[i]) << cell->shift;
  }
  uint64_t bits = model->fixed_bits;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    bits = pack_bag(model, &model->outer_bags[i], cells, words, bits);
  assert(bits <= model->packed_bits && "no state takes more than was said");
  NOE_COSTLY(comes_back(model, words, cells) && "states and packed states correspond one to one");
  return bits ? (uint32_t)((bits + 7) / 8) : 1;
}

int64_t noe_model_unpack_cell(const struct noe_model *model, const uint64_t *words, uint32_t number) {
  const struct noe_cell *cell = &model->cells[number];
  assert(!cell->in_multiset && "the cell has its place");
  return value_of(cell, words[cell->word] >> cell->shift & mask(cell->width));
}

void noe_model_unpack(const struct noe_model *model, const uint64_t *words, int64_t *cells) {
  for (uint32_t i = 0; i < model->cell_count; i++)
    if (!model->cells[i].in_multiset)
      cells[i] = noe_model_unpack_cell(model, words, i);
  uint64_t at = model->fixed_bits;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    at = unpack_bag(model, &model->outer_bags[i], words, at, cells);
  assert(at <= model->packed_bits && "no packed state is longer than was said");
}

void noe_model_normalise(const struct noe_model *model, int64_t *cells) {
  for (uint32_t i = 0; i < model->bag_count; i++)
    noe_model_sort_multiset(model->bags[i].type, cells + model->bags[i].cell);
}

static bool cell_is_legal(const struct noe_cell *cell, int64_t value) {
  if (value == cell->empty)
    return true;
  if (!cell->type)
    return value == 1;
  return value >= cell->type->low && value <= cell->type->high;
}

static bool bag_is_legal(const struct noe_model *model, const struct noe_multiset_place *bag, const int64_t *cells) {
  uint32_t stride = bag->type->stride;
  for (uint32_t i = 0; i < bag->type->capacity; i++) {
    uint32_t slot = bag->cell + i * stride;
    if (i && noe_model_compare_slots(bag->type, cells + slot - stride, cells + slot) > 0)
      return false;
    if (noe_model_is_present(cells + slot))
      continue;
    for (uint32_t cell = slot; cell < slot + stride; cell++)
      if (cells[cell] != model->cells[cell].empty)
        return false;
  }
  return true;
}

bool noe_model_state_is_legal(const struct noe_model *model, const int64_t *cells) {
  for (uint32_t i = 0; i < model->cell_count; i++)
    if (!cell_is_legal(&model->cells[i], cells[i]))
      return false;
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (!bag_is_legal(model, &model->bags[i], cells))
      return false;
  return true;
}
