/* Multisets: slots, each with a presence cell before the element. */
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"
#include "model/access.h"

static struct noe_spot slot_spot(struct noe_emitter *emitter, struct noe_spot spot, const struct noe_type *multiset,
                                 const char *number) {
  struct noe_term offset = noe_compile_term(emitter, 0, 0, true, "%s%s%s * %u", spot.at.moving,
                                            *spot.at.moving ? " + " : "", number, multiset->stride);
  memcpy(spot.at.moving, offset.text, sizeof spot.at.moving);
  return spot;
}

bool noe_compile_is_sorted(const struct noe_emitter *emitter, const struct noe_expr *bag) {
  while (bag->kind == NOE_EXPR_FIELD || bag->kind == NOE_EXPR_ELEMENT || bag->kind == NOE_EXPR_SLOT)
    bag = bag->left;
  return emitter->in->here && bag->kind == NOE_EXPR_GLOBAL;
}

/* May it show in which slots the elements stand, if each is judged by `body`, and removed or not? Errors and
 * assumptions are the machine's matter anyway. A removal shows to those behind it that look at the whole bag. */
static bool shows_arrangement(const struct noe_emitter *emitter, const struct noe_expr *body, bool removes) {
  return emitter->arranges &&
         (!noe_model_is_pure(body) || (removes && noe_model_reads_multisets(emitter->bag_readers, body)));
}

/* Opens a round for each present slot, and binds it; `sorted`: they are the first. */
static struct noe_spot open_present(struct noe_emitter *emitter, const struct noe_spot *spot,
                                    const struct noe_type *multiset, uint32_t bound, bool watched, bool sorted) {
  struct noe_term number = {.low = 0, .high = (int64_t)multiset->capacity - 1, .defined = true};
  snprintf(number.text, sizeof number.text, "i%u", noe_compile_name(emitter));
  noe_compile_open(emitter, "for (int64_t %s = 0; %s < %u; %s++)", number.text, number.text, multiset->capacity,
                   number.text);
  struct noe_spot slot = slot_spot(emitter, *spot, multiset, number.text);
  if (watched)
    noe_compile_watch_round(emitter);
  noe_compile_will_read(emitter, &slot, 0, 1);
  noe_compile_line(emitter, "if (%s != 1) %s;", noe_compile_cell(emitter, &slot, 0), sorted ? "break" : "continue");
  noe_compile_set_local(emitter, bound, &number);
  return slot;
}

struct noe_term noe_compile_count(struct noe_emitter *emitter, const struct noe_expr *expr) {
  uint8_t kind = emitter->proof ? emitter->proof->kinds[expr->loop] : NOE_WATCH_NOTHING;
  const bool sorted = noe_compile_is_sorted(emitter, expr->left);
  if (kind == NOE_WATCH_ORDER || (!sorted && shows_arrangement(emitter, expr->right, false)))
    noe_compile_refuse(emitter, "a count whose order is watched");
  const struct noe_type *multiset = expr->left->type;
  struct noe_spot spot = noe_compile_place(emitter, expr->left);
  struct noe_term count = {.low = 0, .high = multiset->capacity, .defined = true};
  snprintf(count.text, sizeof count.text, "t%u", noe_compile_name(emitter));
  noe_compile_line(emitter, "int64_t %s = 0;", count.text);
  open_present(emitter, &spot, multiset, expr->slot, false, sorted);
  bool by_twins = emitter->in->by_twins;
  emitter->in->by_twins = false; /* an exchange may make another element of this one */
  struct noe_leave leave = noe_compile_doubt_discards(emitter, kind == NOE_WATCH_ERRORS || emitter->arranges);
  struct noe_term holds = noe_compile_defined(emitter, expr->right);
  emitter->in->leave = leave;
  emitter->in->by_twins = by_twins;
  noe_compile_line(emitter, "%s += %s != 0;", count.text, holds.text);
  noe_compile_close(emitter);
  return count;
}

/* The first free slot; without one there is an error. */
static struct noe_spot free_slot(struct noe_emitter *emitter, const struct noe_spot *spot,
                                 const struct noe_type *multiset) {
  unsigned name = noe_compile_name(emitter);
  noe_compile_line(emitter, "int64_t i%u = 0;", name);
  noe_compile_line(emitter, "while (i%u < %u && (%s)[i%u * %u] == 1) i%u++;", name, multiset->capacity,
                   noe_compile_pointer(emitter, spot), name, multiset->stride, name);
  noe_compile_bail_if(emitter, "i%u == %u", name, multiset->capacity);
  char number[NOE_TERM_TEXT];
  snprintf(number, sizeof number, "i%u", name);
  return slot_spot(emitter, *spot, multiset, number);
}

static void add_simple(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  const struct noe_type *multiset = stmt->target->type;
  struct noe_term value = noe_compile_value(emitter, stmt->value);
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  noe_compile_check(emitter, multiset->element, &value);
  struct noe_spot slot = free_slot(emitter, &spot, multiset);
  noe_compile_will_add(emitter, &spot, multiset->cells);
  noe_compile_line(emitter, "%s = 1;", noe_compile_cell(emitter, &slot, 0));
  noe_compile_line(emitter, "%s = (cell)%s;", noe_compile_cell(emitter, &slot, 1), value.text);
}

static void add_compound(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  const struct noe_type *multiset = stmt->target->type;
  if (!noe_model_is_pure(stmt->target))
    noe_compile_refuse(emitter, "a multiset that is found by changing something");
  struct noe_spot source = noe_compile_place(emitter, stmt->value);
  noe_compile_will_read(emitter, &source, 0, multiset->element->cells);
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  struct noe_spot slot = free_slot(emitter, &spot, multiset);
  noe_compile_will_add(emitter, &spot, multiset->cells);
  struct noe_spot element = slot;
  element.at.fixed++;
  noe_compile_copy(emitter, &element, &source, multiset->element);
  noe_compile_line(emitter, "%s = 1;", noe_compile_cell(emitter, &slot, 0));
}

static void clear_slot(struct noe_emitter *emitter, struct noe_spot slot, const struct noe_type *multiset) {
  noe_compile_will_write(emitter, &slot, 0, "0");
  noe_compile_line(emitter, "%s = 0;", noe_compile_cell(emitter, &slot, 0));
  slot.at.fixed++;
  noe_compile_fill(emitter, slot, multiset->element, false);
}

static void take_out(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  const struct noe_type *multiset = stmt->target->type;
  struct noe_term number = noe_compile_defined(emitter, stmt->value);
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  noe_compile_bail_if(emitter, "%s < 0 || %s >= %u", number.text, number.text, multiset->capacity);
  struct noe_spot slot = slot_spot(emitter, spot, multiset, number.text);
  noe_compile_will_read(emitter, &slot, 0, 1);
  noe_compile_bail_if(emitter, "%s != 1", noe_compile_cell(emitter, &slot, 0));
  clear_slot(emitter, slot, multiset);
}

static void take_out_if(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  bool watched = emitter->proof && emitter->proof->kinds[stmt->loop] != NOE_WATCH_NOTHING;
  struct noe_watching before;
  if (!watched && shows_arrangement(emitter, stmt->value, true))
    noe_compile_refuse(emitter, "a removal whose order is watched");
  const struct noe_type *multiset = stmt->target->type;
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  if (watched)
    before = noe_compile_watch_begin(emitter, stmt);
  struct noe_spot slot = open_present(emitter, &spot, multiset, stmt->slot, watched, false);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, emitter->arranges);
  struct noe_term holds = noe_compile_defined(emitter, stmt->value);
  emitter->in->leave = leave;
  noe_compile_open(emitter, "if (%s)", holds.text);
  clear_slot(emitter, slot, multiset);
  noe_compile_close(emitter);
  noe_compile_close(emitter);
  if (watched)
    noe_compile_watch_end(emitter, &before);
}

void noe_compile_multiset(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  if (stmt->kind == NOE_STMT_MULTISET_REMOVE)
    take_out(emitter, stmt);
  else if (stmt->kind == NOE_STMT_MULTISET_REMOVE_IF)
    take_out_if(emitter, stmt);
  else if (noe_type_is_simple(stmt->target->type->element))
    add_simple(emitter, stmt);
  else
    add_compound(emitter, stmt);
}

/* ------------------------------------------------------------------ settling */

static bool is_inside(const struct noe_model *model, uint32_t bag) {
  uint32_t cell = model->bags[bag].cell;
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (i != bag && cell > model->bags[i].cell && cell < model->bags[i].cell + model->bags[i].type->cells)
      return true;
  return false;
}

static void settle_type(struct noe_emitter *emitter, const struct noe_type *type, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  bool any = false;
  for (uint32_t i = 0; i < model->bag_count; i++) {
    if (model->bags[i].type != type || is_inside(model, i))
      continue;
    noe_base_text_printf(out, "%s{%u, %u},",
                         any ? " " : "  {\n    static const struct { uint32_t cell, number; } bags[] = {",
                         model->bags[i].cell, i);
    any = true;
  }
  if (!any)
    return;
  emitter->sorters[type->id] = true;
  noe_base_text_printf(
      out,
      "};\n    for (uint32_t i = 0; i < sizeof bags / sizeof *bags; i++)\n"
      "      if ((changed[bags[i].number] = differ_in(w->c + bags[i].cell, from->c + bags[i].cell, %u)))\n"
      "        sort%u(w->c + bags[i].cell);\n  }\n",
      type->cells, type->id);
}

uint32_t noe_compile_multiset_number(const struct noe_model *model, uint32_t cell) {
  uint32_t number = 0;
  while (model->bags[number].cell != cell || !model->bags[number].type->cells)
    number++;
  return number;
}

/* What has not changed is sorted, since the state that was expanded is. */
void noe_compile_sort_multisets(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic inline void settle(struct work *w, const struct work *from, uint8_t *changed) {\n"
                          "  (void)w, (void)from, (void)changed;\n");
  for (uint32_t i = 0; i < emitter->model->type_count; i++)
    if (emitter->model->types[i]->kind == NOE_TYPE_MULTISET && emitter->model->types[i]->cells)
      settle_type(emitter, emitter->model->types[i], out);
  noe_base_text_puts(out, "}\n");
}
