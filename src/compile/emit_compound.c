/* Compound values: filling, copying, comparing, sorting the bags in them. A place that
 * is spread over the parts of a state is dealt with part by part: its plain cells are
 * one row, and so are its cells in each entry of a block. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"

/* ---------------------------------------------------------- running through */

struct step {
  struct noe_emitter *emitter;
  void (*act)(struct step *step, struct noe_spot spot, const struct noe_type *type);
  bool clear;
};

static struct noe_spot open_row(struct noe_emitter *emitter, struct noe_spot spot, uint32_t count, uint32_t stride) {
  unsigned name = noe_compile_name(emitter);
  noe_compile_open(emitter, "for (int64_t i%u = 0; i%u < %u; i%u++)", name, name, count, name);
  struct noe_term offset =
      noe_compile_term(emitter, 0, 0, true, "%s%si%u * %u", spot.at.moving, *spot.at.moving ? " + " : "", name, stride);
  snprintf(spot.at.moving, sizeof spot.at.moving, "%s", offset.text);
  return spot;
}

static void each_in_row(struct step *step, struct noe_spot spot, const struct noe_type *element, uint32_t count,
                        uint32_t stride) {
  step->act(step, open_row(step->emitter, spot, count, stride), element);
  noe_compile_close(step->emitter);
}

/* One round for each element; entries count as one element each. */
static void each_element(struct step *step, struct noe_spot spot, const struct noe_type *array) {
  struct noe_emitter *emitter = step->emitter;
  if (array->index->low > array->index->high || !array->stride)
    return;
  if (!spot.spread) {
    each_in_row(step, spot, array->element, (uint32_t)noe_type_size(array->index), array->stride);
    return;
  }
  struct noe_range range = noe_compile_range(emitter, array->index, NOE_BINDING_LIGHT, false);
  struct noe_spot element = noe_compile_element(emitter, spot, array, &range.value);
  step->act(step, element, array->element);
  noe_compile_range_end(emitter, &range);
  noe_compile_close(emitter);
}

static void each_field(struct step *step, struct noe_spot spot, const struct noe_type *record) {
  for (uint32_t i = 0; i < record->field_count; i++)
    step->act(step, noe_compile_field(step->emitter, spot, record, i), record->fields[i].type);
}

/* ----------------------------------------------------------------- filling */

static void fill_row(struct noe_emitter *emitter, const struct noe_spot *spot, uint32_t cells) {
  assert(!spot->spread && "places that are spread are filled part by part");
  noe_compile_will_fill(emitter, spot, cells);
  if (cells == 1) {
    noe_compile_line(emitter, "%s = U;", noe_compile_cell(emitter, spot, 0));
    return;
  }
  if (cells)
    noe_compile_line(emitter, "fill(%s, %u);", noe_compile_pointer(emitter, spot), cells);
}

static void fill(struct step *step, struct noe_spot spot, const struct noe_type *type) {
  struct noe_emitter *emitter = step->emitter;
  char number[NOE_TERM_TEXT];
  if (!step->clear && !type->has_multiset && !spot.spread) {
    fill_row(emitter, &spot, noe_type_is_simple(type) ? 1 : type->cells);
    return;
  }
  switch (type->kind) {
  case NOE_TYPE_ARRAY: each_element(step, spot, type); break;
  case NOE_TYPE_RECORD: each_field(step, spot, type); break;
  case NOE_TYPE_MULTISET: {
    struct noe_spot slot = open_row(emitter, spot, type->capacity, type->stride);
    struct step absent = {emitter, fill, false};
    noe_compile_will_write(emitter, &slot, 0, "0");
    noe_compile_line(emitter, "%s = 0;", noe_compile_cell(emitter, &slot, 0));
    slot.at.fixed++;
    fill(&absent, slot, type->element);
    noe_compile_close(emitter);
    break;
  }
  default:
    if (noe_compile_blocks(emitter, type))
      noe_compile_refuse(emitter, "a value of a symmetric type is cleared");
    noe_compile_will_write(emitter, &spot, 0, type->low <= type->high ? noe_compile_number(type->low, number) : "U");
    noe_compile_line(emitter, "%s = (cell)%s;", noe_compile_cell(emitter, &spot, 0),
                     type->low <= type->high ? noe_compile_number(type->low, number) : "U");
  }
}

void noe_compile_fill(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *type, bool clear) {
  struct step step = {emitter, fill, clear};
  fill(&step, spot, type);
}

/* ------------------------------------------------------- copying, comparing */

/* The same offset in the slices of one entry. */
static struct noe_spot slice_row(const struct noe_spot *spot, uint32_t block, unsigned name) {
  char base[NOE_SPOT_BASE];
  snprintf(base, sizeof base, "w->b%u[e%u].c", block, name);
  struct noe_spot row = noe_compile_row(base);
  row.at = spot->slices[block];
  return row;
}

/* Places of one type are the same or apart. Few cells go one by one: they have often been written
 * so just before, and reading many at once what few were written at a time has to wait. */
static void copy_row(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                     uint32_t cells) {
  enum { FEW_CELLS = 8 };
  if (cells == 1)
    noe_compile_line(emitter, "%s = %s;", noe_compile_cell(emitter, target, 0), noe_compile_cell(emitter, source, 0));
  else if (cells > FEW_CELLS)
    noe_compile_line(emitter, "memmove(%s, %s, %u * sizeof(cell));", noe_compile_pointer(emitter, target),
                     noe_compile_pointer(emitter, source), cells);
  else if (cells) {
    noe_compile_brace(emitter);
    noe_compile_line(emitter, "cell *const to = %s;", noe_compile_pointer(emitter, target));
    noe_compile_line(emitter, "const cell *const from = %s;", noe_compile_pointer(emitter, source));
    for (uint32_t i = 0; i < cells; i++)
      noe_compile_line(emitter, "to[%u] = from[%u];", i, i);
    noe_compile_close(emitter);
  }
}

void noe_compile_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                      const struct noe_type *type) {
  if (target->spread != source->spread) {
    noe_compile_refuse(emitter, "a copy between places of different kinds");
    return;
  }
  if (!target->spread) {
    copy_row(emitter, target, source, noe_type_is_simple(type) ? 1 : type->cells);
    return;
  }
  struct noe_spot to = *target, from = *source;
  to.spread = from.spread = false;
  copy_row(emitter, &to, &from, noe_compile_part(emitter, type, emitter->block_count));
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    uint32_t cells = noe_compile_part(emitter, type, i);
    if (!cells)
      continue;
    unsigned name = noe_compile_name(emitter);
    noe_compile_open(emitter, "for (int64_t e%u = 0; e%u < w->m%u; e%u++)", name, name, i, name);
    to = slice_row(target, i, name);
    from = slice_row(source, i, name);
    copy_row(emitter, &to, &from, cells);
    noe_compile_close(emitter);
  }
}

static void compare_rows(struct noe_emitter *emitter, const char *result, const struct noe_spot *left,
                         const struct noe_spot *right, uint32_t cells) {
  if (cells)
    noe_compile_line(emitter, "%s = %s && !memcmp(%s, %s, %u * sizeof(cell));", result, result,
                     noe_compile_pointer(emitter, left), noe_compile_pointer(emitter, right), cells);
}

static void compare_spread(struct noe_emitter *emitter, const char *result, const struct noe_spot *left,
                           const struct noe_spot *right, const struct noe_type *type) {
  struct noe_spot a = *left, b = *right;
  a.spread = b.spread = false;
  compare_rows(emitter, result, &a, &b, noe_compile_part(emitter, type, emitter->block_count));
  for (uint32_t i = 0; i < emitter->block_count; i++) {
    uint32_t cells = noe_compile_part(emitter, type, i);
    if (!cells)
      continue;
    unsigned name = noe_compile_name(emitter);
    noe_compile_open(emitter, "for (int64_t e%u = 0; e%u < w->m%u; e%u++)", name, name, i, name);
    a = slice_row(left, i, name);
    b = slice_row(right, i, name);
    compare_rows(emitter, result, &a, &b, cells);
    noe_compile_close(emitter);
  }
}

/* Bags are equal if they are once sorted: copies are, which all comparisons of a C function
 * make in one place. */
static void compare_bags(struct noe_emitter *emitter, const char *result, const struct noe_spot *left,
                         const struct noe_spot *right, const struct noe_type *type) {
  if (!type->cells) /* bags without room are equal */
    return;
  if (emitter->in->compared < type->cells)
    emitter->in->compared = type->cells;
  noe_compile_line(emitter, "memcpy(y, %s, %u * sizeof(cell));", noe_compile_pointer(emitter, left), type->cells);
  noe_compile_line(emitter, "memcpy(z, %s, %u * sizeof(cell));", noe_compile_pointer(emitter, right), type->cells);
  noe_compile_line(emitter, "sort%u(y);", type->id);
  noe_compile_line(emitter, "sort%u(z);", type->id);
  noe_compile_line(emitter, "%s = !memcmp(y, z, %u * sizeof(cell));", result, type->cells);
  emitter->sorters[type->id] = true;
}

struct noe_term noe_compile_same(struct noe_emitter *emitter, const struct noe_spot *left, const struct noe_spot *right,
                                 const struct noe_type *type) {
  struct noe_term result = {.low = 0, .high = 1, .defined = true};
  snprintf(result.text, sizeof result.text, "t%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "int64_t %s = 1;", result.text);
  if (left->spread != right->spread || (left->spread && type->has_multiset))
    noe_compile_refuse(emitter, "a comparison of places of different kinds");
  else if (type->has_multiset)
    compare_bags(emitter, result.text, left, right, type);
  else if (left->spread)
    compare_spread(emitter, result.text, left, right, type);
  else
    compare_rows(emitter, result.text, left, right, type->cells);
  return result;
}

/* ----------------------------------------------------------------- sorting */

static void sort(struct step *step, struct noe_spot spot, const struct noe_type *type) {
  struct noe_emitter *emitter = step->emitter;
  if (!type->has_multiset)
    return;
  if (!spot.spread) {
    noe_compile_line(emitter, "sort%u(%s);", type->id, noe_compile_pointer(emitter, &spot));
    emitter->sorters[type->id] = true;
  } else if (type->kind == NOE_TYPE_ARRAY)
    each_element(step, spot, type);
  else
    each_field(step, spot, type);
}

void noe_compile_sort(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *type) {
  struct step step = {emitter, sort, false};
  sort(&step, spot, type);
}

/* A slot that came from a frame and was never set is absent. */
static void sort_slots(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *type) {
  if (!type->cells)
    return;
  if (!type->element->has_multiset) {
    noe_compile_open(emitter, "if (IS_SHORT(%u) && !AIDED)", type->stride); /* which sees to that as well */
    noe_compile_line(emitter, "sort_slots%u(c, %u);", type->id, type->capacity);
    noe_compile_line(emitter, "return;");
    noe_compile_close(emitter);
  }
  struct noe_spot slot = open_row(emitter, spot, type->capacity, type->stride);
  noe_compile_open(emitter, "if (%s != 0 && %s != 1)", noe_compile_cell(emitter, &slot, 0),
                   noe_compile_cell(emitter, &slot, 0));
  noe_compile_line(emitter, "%s = 0;", noe_compile_cell(emitter, &slot, 0));
  slot.at.fixed++;
  noe_compile_fill(emitter, slot, type->element, false);
  noe_compile_close(emitter);
  noe_compile_sort(emitter, slot, type->element);
  noe_compile_close(emitter);
  noe_compile_line(emitter, "sort_slots%u(c, %u);", type->id, type->capacity);
}

static void sorter(struct noe_emitter *emitter, const struct noe_type *type, struct noe_text *out) {
  struct noe_emit_function function;
  struct step step = {emitter, sort, false};
  noe_compile_begin(emitter, &function);
  struct noe_spot spot = noe_compile_row("c");
  if (type->kind == NOE_TYPE_ARRAY)
    each_element(&step, spot, type);
  else if (type->kind == NOE_TYPE_RECORD)
    each_field(&step, spot, type);
  else
    sort_slots(emitter, spot, type);
  noe_compile_end(emitter, noe_base_arena_format(emitter->arena, "static void sort%u(cell *c)", type->id), "", out);
}

/* Sorting a type wants those of its parts: until nothing is new, inner ones written first
 * by way of declarations. */
void noe_compile_sorters(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  struct noe_text text = noe_base_text(emitter->memory);
  bool *written = NOE_NEW_ARRAY(emitter->arena, bool, model->type_count);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->type_count; i++)
      if (emitter->sorters[i] && !written[i]) {
        written[i] = changed = true;
        noe_base_text_printf(out, "static void sort%u(cell *c);\n", i);
        sorter(emitter, model->types[i], &text);
      }
  }
  noe_base_text_puts(out, noe_base_text_string(&text));
  noe_base_text_free(&text);
}
