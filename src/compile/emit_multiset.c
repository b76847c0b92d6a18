/* Multisets: slots, each with a presence cell before the element. */
#include <assert.h>
#include <stdio.h>

#include "compile/emit_int.h"

/* The slot of this number. */
static struct noe_spot slot_spot(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *multiset,
                                 const struct noe_term *number) {
  noe_compile_advance(emitter, &spot.at, number, 0, multiset->stride);
  return spot;
}

bool noe_compile_is_sorted(const struct noe_emitter *emitter, const struct noe_low_address *bag) {
  return emitter->in->here && bag->root == NOE_LOW_STATE;
}

/* May it show in which slots the elements stand, if each is judged by `body`, and removed or not? Errors and
 * assumptions are the machine's matter anyway. A removal shows to those behind it that look at the whole bag. */
static bool shows_arrangement(const struct noe_emitter *emitter, const struct noe_low_op *body, bool removes) {
  return emitter->arranges &&
         (!noe_compile_is_pure(emitter, body) || (removes && noe_compile_reads_multisets(emitter, body)));
}

/* Opens a round for each present slot, and binds it; `sorted`: they are the first. */
static struct noe_spot open_present(struct noe_emitter *emitter, const struct noe_spot *spot,
                                    const struct noe_low_op *op, bool watched, bool sorted) {
  const struct noe_type *multiset = op->address->type;
  struct noe_term number = {.low = 0, .high = (int64_t)multiset->capacity - 1, .defined = true};
  snprintf(number.text, sizeof number.text, "i%u", noe_compile_name(emitter));
  noe_compile_open(emitter, "for (int64_t %s = 0; %s < %u; %s++)", number.text, number.text, multiset->capacity,
                   number.text);
  struct noe_spot slot = slot_spot(emitter, *spot, multiset, &number);
  if (watched)
    noe_compile_watch_round(emitter);
  noe_compile_will_read(emitter, &slot, 0, 1);
  noe_compile_line(emitter, "if (%s != 1) %s;", noe_compile_cell(emitter, &slot, 0), sorted ? "break" : "continue");
  noe_compile_give(emitter, op->bound, number);
  return slot;
}

static void count(struct noe_emitter *emitter, const struct noe_low_op *op) {
  assert(op->address->type->kind == NOE_TYPE_MULTISET && "elements of multisets are counted");
  uint8_t kind = noe_compile_watch_kind(emitter, op);
  const bool sorted = noe_compile_is_sorted(emitter, op->address);
  if (kind == NOE_WATCH_ORDER || (!sorted && shows_arrangement(emitter, op->body.first, false)))
    noe_compile_refuse(emitter, "a count whose order is watched");
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  struct noe_term count = noe_compile_variable_term(emitter, "0");
  count.high = op->address->type->capacity;
  open_present(emitter, &spot, op, false, sorted);
  bool by_twins = emitter->in->by_twins;
  emitter->in->by_twins = false; /* an exchange may make another element of this one */
  struct noe_leave leave = noe_compile_doubt_discards(emitter, kind == NOE_WATCH_ERRORS || emitter->arranges);
  struct noe_term holds = noe_compile_block_of(emitter, &op->body);
  emitter->in->leave = leave;
  emitter->in->by_twins = by_twins;
  noe_compile_line(emitter, "%s += %s != 0;", count.text, holds.text);
  noe_compile_close(emitter);
  noe_compile_give(emitter, op->result, count);
}

/* The first free slot; without one there is an error. */
static struct noe_spot free_slot(struct noe_emitter *emitter, const struct noe_spot *spot,
                                 const struct noe_type *multiset) {
  struct noe_term number = {.low = 0, .high = multiset->capacity, .defined = true};
  snprintf(number.text, sizeof number.text, "i%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "int64_t %s = 0;", number.text);
  noe_compile_line(emitter, "while (%s < %u && (%s)[%s * %u] == 1) %s++;", number.text, multiset->capacity,
                   noe_compile_pointer(emitter, spot), number.text, multiset->stride, number.text);
  noe_compile_bail_if(emitter, "%s == %u", number.text, multiset->capacity);
  return slot_spot(emitter, *spot, multiset, &number);
}

static void add(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_type *multiset = op->address->type;
  struct noe_spot source;
  if (op->source) {
    source = noe_compile_address(emitter, op->source);
    noe_compile_will_read(emitter, &source, 0, multiset->element->cells);
  }
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  struct noe_spot slot = free_slot(emitter, &spot, multiset), element = slot;
  element.at.fixed++;
  noe_compile_will_add(emitter, &spot, multiset->cells);
  if (op->source)
    noe_compile_copy(emitter, &element, &source, multiset->element);
  else
    noe_compile_store(emitter, &element, multiset->element, noe_compile_term_of(emitter, op->left));
  noe_compile_line(emitter, "%s = 1;", noe_compile_cell(emitter, &slot, 0));
}

static void clear_slot(struct noe_emitter *emitter, struct noe_spot slot, const struct noe_type *multiset) {
  noe_compile_will_write(emitter, &slot, 0, "0");
  noe_compile_line(emitter, "%s = 0;", noe_compile_cell(emitter, &slot, 0));
  slot.at.fixed++;
  noe_compile_fill(emitter, slot, multiset->element, false);
}

static void check_present(struct noe_emitter *emitter, const struct noe_low_op *op) {
  const struct noe_type *multiset = op->address->type;
  const struct noe_term *number = noe_compile_term_of(emitter, op->left);
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  noe_compile_check(emitter, number, 0, (int64_t)multiset->capacity - 1);
  struct noe_spot slot = slot_spot(emitter, spot, multiset, number);
  noe_compile_will_read(emitter, &slot, 0, 1);
  noe_compile_bail_if(emitter, "%s != 1", noe_compile_cell(emitter, &slot, 0));
}

static void take_out(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  const struct noe_term *number = noe_compile_term_of(emitter, op->left);
  clear_slot(emitter, slot_spot(emitter, spot, op->address->type, number), op->address->type);
}

static void take_out_if(struct noe_emitter *emitter, const struct noe_low_op *op) {
  bool watched = noe_compile_watch_kind(emitter, op) != NOE_WATCH_NOTHING;
  struct noe_watching before;
  if (!watched && shows_arrangement(emitter, op->body.first, true))
    noe_compile_refuse(emitter, "a removal whose order is watched");
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  if (watched)
    before = noe_compile_watch_begin(emitter, op);
  struct noe_spot slot = open_present(emitter, &spot, op, watched, false);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, emitter->arranges);
  struct noe_term holds = noe_compile_block_of(emitter, &op->body);
  emitter->in->leave = leave;
  noe_compile_open(emitter, "if (%s)", holds.text);
  clear_slot(emitter, slot, op->address->type);
  noe_compile_close(emitter);
  noe_compile_close(emitter);
  if (watched)
    noe_compile_watch_end(emitter, &before);
}

void noe_compile_multiset(struct noe_emitter *emitter, const struct noe_low_op *op) {
  switch (op->kind) {
  case NOE_LOW_COUNT: count(emitter, op); break;
  case NOE_LOW_MULTISET_ADD: add(emitter, op); break;
  case NOE_LOW_CHECK_PRESENT: check_present(emitter, op); break;
  case NOE_LOW_MULTISET_REMOVE: take_out(emitter, op); break;
  default: take_out_if(emitter, op); break;
  }
}

/* ------------------------------------------------------------------ settling */

static bool is_inside(const struct noe_model *model, uint32_t bag) {
  uint32_t cell = model->bags[bag].cell;
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (i != bag && cell > model->bags[i].cell && cell < model->bags[i].cell + model->bags[i].type->cells)
      return true;
  return false;
}

static void write_places(struct noe_emitter *emitter, const struct noe_type *type, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_base_text_printf(out, "\nstatic const struct bag bags%u[] = {", type->id);
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (model->bags[i].type == type && !is_inside(model, i))
      noe_base_text_printf(out, "{%u, %u}, ", model->bags[i].cell, i);
  noe_base_text_puts(out, "};");
  emitter->sorters[type->id] = true;
}

/* Is some multiset of the type in no other one? */
static bool has_outer(const struct noe_model *model, const struct noe_type *type) {
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (model->bags[i].type == type && !is_inside(model, i))
      return true;
  return false;
}

uint32_t noe_compile_multiset_number(const struct noe_model *model, uint32_t cell) {
  uint32_t number = 0;
  assert(model->bag_count && "the cell is one of a multiset");
  while (model->bags[number].cell != cell || !model->bags[number].type->cells)
    number++;
  return number;
}

void noe_compile_sort_multisets(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  const char *list = "";
  for (uint32_t i = 0; i < model->type_count; i++) {
    const struct noe_type *type = model->types[i];
    if (type->kind != NOE_TYPE_MULTISET || !type->cells || !has_outer(model, type))
      continue;
    write_places(emitter, type, out);
    list = noe_base_arena_format(emitter->arena, "%s BAGS(%u, %u)", list, type->id, type->cells);
  }
  noe_base_text_printf(out, "\n#define SETTLED%s\n", list);
  noe_compile_runtime(NOE_RUNTIME_SORT_MULTISETS, out);
}
