/* Cells as bits, and bits as cells. */
#include <assert.h>

#include "base/contract.h"
#include "base/text.h"
#include "circuit/execute.h"
#include "model/value.h"

/* Bits for the codes 0 … count - 1. */
static uint8_t width_of(uint64_t count) { return count > 1 ? (uint8_t)(64 - __builtin_clzll(count - 1)) : 0; }

static struct noe_cell_code code_of(const struct noe_cell *cell, uint32_t first, bool never_undefined) {
  struct noe_cell_code code = {.first = first, .base = 0, .count = 2};
  if (cell->type) {
    bool is_empty = cell->type->low > cell->type->high;
    code.base = is_empty ? 0 : cell->type->low;
    code.count = is_empty ? 0 : noe_type_size(cell->type);
    code.has_undefined = !never_undefined || is_empty;
  }
  code.width = width_of(code.count + code.has_undefined);
  assert((code.width == 64 || code.count + code.has_undefined <= (uint64_t)1 << code.width) && "codes have room");
  return code;
}

static noe_literal has_code(struct noe_circuits *circuits, const struct noe_cell_code *code, uint64_t number) {
  noe_literal is = NOE_TRUE;
  for (uint32_t i = 0; i < code->width; i++)
    is = noe_circuit_and(&circuits->graph, is, noe_circuit_input(code->first + i) ^ (number >> i & 1 ? 0 : 1));
  return is;
}

static const struct noe_word *word_of(struct noe_circuits *circuits, const struct noe_cell_code *code) {
  const struct noe_word_maker words = {circuits->arena, &circuits->graph};
  if (!code->count)
    return noe_circuit_constant(&words, NOE_UNDEFINED);
  noe_literal bits[64];
  for (uint32_t i = 0; i < code->width; i++)
    bits[i] = noe_circuit_input(code->first + i);
  noe_literal undefined = code->has_undefined ? has_code(circuits, code, code->count) : NOE_FALSE;
  uint8_t width = width_of(code->count); /* the bits that tell defined values apart */
  return noe_circuit_offset(&words, bits, width, code->base, undefined);
}

void noe_circuit_make_codes(struct noe_circuits *circuits, const bool *never_undefined) {
  const struct noe_model *model = circuits->model;
  struct noe_cell_code *codes = NOE_NEW_ARRAY(circuits->arena, struct noe_cell_code, model->cell_count + 1);
  uint32_t bits = 0;
  for (uint32_t i = 0; i < model->cell_count; i++) {
    codes[i] = code_of(&model->cells[i], bits, never_undefined[i]);
    bits += codes[i].width;
  }
  circuits->codes = codes;
  circuits->bit_count = bits;
  struct noe_graph_of_gates before = circuits->graph;
  noe_circuit_graph_free(&circuits->graph);
  noe_circuit_graph_init(&circuits->graph, circuits->memory, bits);
  circuits->graph.limit = before.limit;
  circuits->graph.work = before.work;
  circuits->graph.most_work = before.most_work;
  circuits->state = NOE_NEW_ARRAY(circuits->arena, const struct noe_word *, model->cell_count + 1);
  for (uint32_t i = 0; i < model->cell_count; i++)
    circuits->state[i] = word_of(circuits, &codes[i]);
}

const noe_literal *noe_circuit_encode_words(struct noe_circuits *circuits, const struct noe_word *const *cells) {
  struct noe_arena *scratch = noe_base_arena_new(circuits->memory);
  const struct noe_word_maker words = {scratch, &circuits->graph};
  noe_literal *bits = NOE_NEW_ARRAY(circuits->arena, noe_literal, circuits->bit_count + 1);
  for (uint32_t i = 0; i < circuits->model->cell_count; i++) {
    const struct noe_cell_code *code = &circuits->codes[i];
    const struct noe_word *word = cells[i];
    if (word != circuits->state[i] && code->base)
      word = noe_circuit_compute(&words, NOE_EXPR_SUBTRACT, word, noe_circuit_constant(&words, code->base));
    for (uint32_t k = 0; k < code->width; k++) {
      noe_literal bit = noe_circuit_bit(word, k);
      if (cells[i] == circuits->state[i])
        bit = noe_circuit_input(code->first + k);
      else if (code->has_undefined)
        bit =
            noe_circuit_choose(&circuits->graph, cells[i]->undefined, code->count >> k & 1 ? NOE_TRUE : NOE_FALSE, bit);
      bits[code->first + k] = bit;
    }
  }
  noe_base_arena_delete(scratch);
  return bits;
}

/* ------------------------------------------------------------------- states */

void noe_circuit_encode(const struct noe_circuits *circuits, const int64_t *state, uint8_t *bits) {
  for (uint32_t i = 0; i < circuits->model->cell_count; i++) {
    const struct noe_cell_code *code = &circuits->codes[i];
    assert((state[i] != NOE_UNDEFINED || code->has_undefined) && "no reachable state has it undefined");
    assert((state[i] == NOE_UNDEFINED || (uint64_t)state[i] - (uint64_t)code->base < code->count) &&
           "values have codes");
    uint64_t number = state[i] == NOE_UNDEFINED ? code->count : (uint64_t)state[i] - (uint64_t)code->base;
    for (uint32_t k = 0; k < code->width; k++)
      bits[code->first + k] = number >> k & 1;
  }
  NOE_COSTLY(noe_circuit_is_code(circuits, bits) && "a state is encoded as the code of one");
}

static uint64_t number_at(const struct noe_cell_code *code, const uint8_t *bits) {
  uint64_t number = 0;
  for (uint32_t k = 0; k < code->width; k++)
    number |= (uint64_t)bits[code->first + k] << k;
  return number;
}

void noe_circuit_decode(const struct noe_circuits *circuits, const uint8_t *bits, int64_t *state) {
  for (uint32_t i = 0; i < circuits->model->cell_count; i++) {
    const struct noe_cell_code *code = &circuits->codes[i];
    uint64_t number = number_at(code, bits);
    state[i] = number >= code->count ? NOE_UNDEFINED : (int64_t)(number + (uint64_t)code->base);
  }
}

bool noe_circuit_is_code(const struct noe_circuits *circuits, const uint8_t *bits) {
  for (uint32_t i = 0; i < circuits->model->cell_count; i++) {
    const struct noe_cell_code *code = &circuits->codes[i];
    if (number_at(code, bits) >= code->count + code->has_undefined)
      return false;
  }
  return true;
}

void noe_circuit_bit_name(const struct noe_circuits *circuits, uint32_t bit, struct noe_text *out) {
  assert(bit < circuits->bit_count && "the state has such a bit");
  const struct noe_model *model = circuits->model;
  uint32_t cell = 0;
  while (circuits->codes[cell].first + circuits->codes[cell].width <= bit)
    cell++;
  const struct noe_variable *variable = &model->variables[model->cells[cell].variable];
  noe_base_text_puts(out, variable->name);
  noe_model_print_path(variable->type, cell - variable->cell, NULL, out);
  noe_base_text_printf(out, "#%u", (unsigned)(bit - circuits->codes[cell].first));
}
