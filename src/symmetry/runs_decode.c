#include <assert.h>

#include "base/contract.h"
#include "symmetry/check.h"

/* Takes bytes one at a time: nobody says how long a key is before it is read. */
struct reader {
  const uint8_t *at;
  uint64_t bits;
  uint32_t fill;
};

static uint64_t get_few(struct reader *reader, uint32_t width) {
  for (; reader->fill < width; reader->fill += 8)
    reader->bits |= (uint64_t)*reader->at++ << reader->fill;
  uint64_t number = reader->bits & (((uint64_t)1 << width) - 1);
  reader->bits >>= width;
  reader->fill -= width;
  return number;
}

static uint64_t get(struct reader *reader, uint32_t width) {
  if (width <= 56)
    return get_few(reader, width);
  uint64_t low = get_few(reader, 32);
  return low | get_few(reader, width - 32) << 32;
}

static void read_plain(const struct noe_runs *runs, struct reader *reader, int64_t *state) {
  for (uint32_t i = 0; i < runs->shape->plain_count; i++) {
    const struct noe_runs_field *field = &runs->plain[i];
    state[field->cell] = noe_runs_value(field, get(reader, field->width));
  }
}

static void note_class(struct noe_twins *twins, uint32_t point, uint32_t count) {
  uint16_t class = count > 1 ? (uint16_t)twins->count : NOE_NO_TWINS;
  for (uint32_t i = 0; i < count; i++) {
    twins->class_of[point + i] = class;
    twins->rank_of[point + i] = (uint16_t)i;
  }
  if (count > 1)
    twins->size_of[twins->count++] = (uint16_t)count;
}

static void read_slice(struct noe_runs *runs, const struct noe_runs_slice *slice, struct reader *reader) {
  for (uint32_t k = 0; k < slice->count; k++)
    runs->values[k] = noe_runs_value(&slice->fields[k], get(reader, slice->fields[k].width));
}

static void read_block(struct noe_runs *runs, const struct noe_runs_slice *slice, struct reader *reader, int64_t *state,
                       struct noe_twins *twins) {
  uint32_t entry = 0, count;
  for (uint32_t p = 0; p < slice->size; p += count, entry++) {
    read_slice(runs, slice, reader);
    count = get(reader, 1) ? 2 + (uint32_t)get(reader, slice->count_bits) : 1;
    assert(count <= slice->size - p && "counts sum to the size of the block");
    for (uint32_t k = 0; k < slice->count; k++) {
      const struct noe_runs_field *field = &slice->fields[k];
      int64_t *to = state + field->cell + (size_t)p * field->stride, value = runs->values[k];
      for (uint32_t i = 0; i < count; i++, to += field->stride)
        *to = value;
    }
    runs->start[slice->first + entry] = (uint16_t)(slice->first + p);
    if (twins)
      note_class(twins, slice->whole + p, count);
  }
}

static void turn_pointers(const struct noe_runs *runs, int64_t *state) {
  const struct noe_runs_shape *shape = runs->shape;
  for (uint32_t k = 0; k < shape->pointer_count; k++) {
    int64_t *value = &state[shape->plain[shape->pointers[k]]];
    int32_t entry = *value == NOE_UNDEFINED ? -1 : shape->pointed[k][*value];
    if (entry >= 0)
      *value += (int64_t)runs->start[entry] - entry;
  }
}

void noe_runs_decode_once(struct noe_runs *runs, const uint8_t *key, int64_t *state, struct noe_twins *twins) {
  struct reader reader = {.at = key};
  if (twins)
    twins->count = 0;
  read_plain(runs, &reader, state);
  for (uint32_t i = 0; i < runs->shape->large->block_count; i++)
    read_block(runs, &runs->slices[i], &reader, state, twins);
  turn_pointers(runs, state);
}

void noe_symmetry_runs_decode(struct noe_runs *runs, const uint8_t *key, int64_t *state, struct noe_twins *twins) {
  noe_runs_decode_once(runs, key, state, twins);
  if (twins && runs->shape->turns->count > 1)
    noe_runs_small_twins(runs, state, twins);
  NOE_COSTLY((!twins || !noe_symmetry_twins_check(twins)) && "entries of several points are classes");
}

/* ------------------------------------------------------------------ checking */

/* Reads within the bounds of a key that may be anything. */
struct inspection {
  const uint8_t *key;
  uint64_t bit, end;
  bool failed;
};

static uint64_t inspect(struct inspection *inspection, uint32_t width) {
  uint64_t number = 0;
  if (width > inspection->end - inspection->bit) {
    inspection->failed = true;
    return 0;
  }
  for (uint32_t have = 0, part; have < width; have += part, inspection->bit += part) {
    part = width - have < 32 ? width - have : 32;
    number |= noe_runs_bits(inspection->key, inspection->bit, part) << have;
  }
  return number;
}

static void inspect_fields(struct inspection *inspection, const struct noe_model *model,
                           const struct noe_runs_field *fields, uint32_t count) {
  for (uint32_t i = 0; i < count && !inspection->failed; i++) {
    const struct noe_type *type = model->cells[fields[i].cell].type;
    if (inspect(inspection, fields[i].width) > (type ? noe_type_size(type) : 1))
      inspection->failed = true;
  }
}

static void inspect_block(struct inspection *inspection, const struct noe_model *model,
                          const struct noe_runs_slice *slice) {
  for (uint64_t points = 0; points < slice->size && !inspection->failed;) {
    inspect_fields(inspection, model, slice->fields, slice->count);
    points += inspect(inspection, 1) ? 2 + inspect(inspection, slice->count_bits) : 1;
    inspection->failed |= points > slice->size;
  }
}

bool noe_symmetry_runs_can_decode(const struct noe_runs *runs, const uint8_t *key, uint32_t bytes) {
  const struct noe_model *model = runs->shape->symmetry->model;
  struct inspection inspection = {.key = key, .end = (uint64_t)bytes * 8};
  inspect_fields(&inspection, model, runs->plain, runs->shape->plain_count);
  for (uint32_t i = 0; i < runs->shape->large->block_count && !inspection.failed; i++)
    inspect_block(&inspection, model, &runs->slices[i]);
  return !inspection.failed;
}
