#include "model/pack.h"

#include <assert.h>
#include <string.h>

#include "model/value_int.h"

static uint64_t mask(uint8_t width) { return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }

void noe_model_pack(const struct noe_model *model, const int64_t *cells, uint64_t *words) {
  memset(words, 0, model->packed_words * sizeof *words);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    if (cells[i] == cell->empty)
      continue;
    uint64_t stored = (uint64_t)cells[i] - (uint64_t)cell->base + 1;
    assert(stored && stored <= mask(cell->width) && "a value of a legal state fits its bits");
    words[cell->word] |= stored << cell->shift;
  }
}

void noe_model_unpack(const struct noe_model *model, const uint64_t *words, int64_t *cells) {
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    uint64_t stored = words[cell->word] >> cell->shift & mask(cell->width);
    cells[i] = stored ? (int64_t)(stored - 1 + (uint64_t)cell->base) : cell->empty;
  }
}

void noe_model_normalise(const struct noe_model *model, int64_t *cells) {
  for (uint32_t i = 0; i < model->bag_count; i++)
    noe_model_sort_bag(model->bags[i].type, cells + model->bags[i].cell);
}

static bool cell_is_legal(const struct noe_cell *cell, int64_t value) {
  if (value == cell->empty)
    return true;
  if (!cell->type)
    return value == 1;
  return value >= cell->type->low && value <= cell->type->high;
}

static bool bag_is_legal(const struct noe_model *model, const struct noe_bag *bag, const int64_t *cells) {
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
