/* Orders of a loop's rounds that are tried out when watching them was not enough (model/trial.c).
 *
 * Before such a loop the row is saved, the state and the locals that rounds may write. Whatever would
 * bail while the loop is watched goes to the trial instead: the rounds are run once more, each behind
 * each set of others, from the rows that are kept. An error shows again then, and bails. The code is
 * stricter than the interpreter, which has the last word: states that two orders come to must be equal
 * cell by cell, loops inside are not tried, and what is written through a reference of a function
 * is in no row. */
#include <assert.h>
#include <stdio.h>

#include "compile/emit_int.h"

/* As in model/trial.c. Rows of both have to be allowed alike, or else the state decides who gives up: the machine's
 * are longer, by frames of callers, and bounded by MOST_MACHINE_CELLS. */
enum { LEAST_ROUNDS = 3, MOST_ROUNDS = 8, MOST_MACHINE_CELLS = 1 << 20, MOST_ROW_CELLS = 1 << 15 };

/* ------------------------------------------------------------------- rows */

/* What rounds may write: the state, and these pieces of the frame. */
struct walk {
  const struct noe_emitter *emitter;
  struct noe_attempt *attempt;
};

static void add_piece(const struct walk *walk, const struct noe_low_address *address) {
  struct noe_piece *piece = noe_compile_piece_of(walk->emitter, address);
  for (size_t i = 0; i < walk->attempt->pieces.count; i++)
    if (walk->attempt->pieces.items[i] == piece)
      return;
  NOE_LIST_PUSH(walk->emitter->arena, &walk->attempt->pieces, piece);
  walk->attempt->cells += piece->cells;
}

/* Is the place in the state, or in the frame of this function? References of functions may lead anywhere; places that
 * are chosen by a condition are located here. */
static bool is_here(const struct walk *walk, const struct noe_low_address *address);

static bool leads_here(const struct walk *walk, uint32_t location) {
  const struct noe_low_value *value = &walk->emitter->in->unit->values[location];
  if (value->origin != NOE_ORIGIN_OPERATION)
    return false;
  const struct noe_low_op *op = value->operation;
  return op->kind == NOE_LOW_IF ? leads_here(walk, op->body.yield) && leads_here(walk, op->otherwise.yield)
                                : is_here(walk, op->address);
}

static bool is_here(const struct walk *walk, const struct noe_low_address *address) {
  if (address->root == NOE_LOW_FRAME)
    add_piece(walk, address);
  return address->root != NOE_LOW_REFERENCE || leads_here(walk, address->reference);
}

/* Does the operation write somewhere else, or let somebody do so? */
static bool strays(const void *context, const struct noe_low_op *op) {
  bool may_write = (noe_lower_is_write(op) || op->kind == NOE_LOW_LOCATE) && !op->is_binding;
  return may_write && op->address && !is_here(context, op->address);
}

/* No more than these can be on the machine's row, since nothing calls itself. */
static uint64_t most_machine_cells(const struct noe_model *model) {
  uint64_t frames = 0, most = 0;
  for (uint32_t i = 0; i < model->function_count; i++)
    frames += model->functions[i]->frame_cells;
  for (uint32_t i = 0; i < model->rule_count; i++)
    most = model->rules[i].frame_cells > most ? model->rules[i].frame_cells : most;
  for (uint32_t i = 0; i < model->property_count; i++)
    most = model->properties[i].frame_cells > most ? model->properties[i].frame_cells : most;
  return model->cell_count + frames + most;
}

/* ----------------------------------------------------------------- attempts */

/* `return` and `cover` would have to be left to the interpreter in any case. */
static bool may_try(struct noe_emitter *emitter, const struct noe_low_op *loop, struct noe_attempt *attempt) {
  const struct noe_type *type = loop->domain.type;
  const struct noe_emit_function *in = emitter->in;
  if (!type || in->watching || in->trial || emitter->recursive || emitter->keys != NOE_NATIVE_PACKED ||
      noe_compile_watch_kind(emitter, loop) != NOE_WATCH_ORDER)
    return false;
  attempt->rounds = noe_type_size(type);
  assert(!attempt->pieces.count && !attempt->cells && "no row was measured before");
  struct walk walk = {emitter, attempt};
  return attempt->rounds >= LEAST_ROUNDS && attempt->rounds <= MOST_ROUNDS &&
         most_machine_cells(emitter->model) << attempt->rounds <= MOST_MACHINE_CELLS &&
         !noe_lower_any(loop->body.first, strays, &walk) &&
         ((uint64_t)emitter->plain_cells + attempt->cells) << attempt->rounds <= MOST_ROW_CELLS;
}

static void write_pieces(struct noe_emitter *emitter, const struct noe_attempt *attempt) {
  const char *list = "";
  for (size_t i = 0; i < attempt->pieces.count; i++) {
    struct noe_piece *piece = attempt->pieces.items[i];
    piece->is_used = true;
    list = noe_base_arena_format(emitter->arena, "%s{l%u, %u}, ", list, piece->first, piece->cells);
  }
  noe_compile_line(emitter, "const struct piece pieces%u[] = {%s{0}};", attempt->name, list);
  noe_compile_line(emitter, "const struct trial trial%u = {pieces%u, %zu, %u};", attempt->name, attempt->name,
                   attempt->pieces.count, attempt->cells);
}

bool noe_compile_attempt(struct noe_emitter *emitter, const struct noe_low_op *loop, struct noe_attempt *attempt) {
  *attempt = (struct noe_attempt){0};
  if (!may_try(emitter, loop, attempt))
    return false;
  attempt->name = noe_compile_name(emitter);
  attempt->bail = emitter->in->bail;
  const uint64_t cells = ((uint64_t)emitter->plain_cells + attempt->cells) << attempt->rounds;
  emitter->trial_cells = cells > emitter->trial_cells ? cells : emitter->trial_cells;
  noe_compile_brace(emitter);
  write_pieces(emitter, attempt);
  noe_compile_line(emitter, "const bool saved%u = trial_save(f, w, &trial%u);", attempt->name, attempt->name);
  snprintf(emitter->in->bail.label, sizeof emitter->in->bail.label, "try%u", attempt->name);
  return true;
}

/* The rounds of the loop, each behind each set of others. */
static void write_rounds(struct noe_emitter *emitter, const struct noe_low_op *loop,
                         const struct noe_attempt *attempt) {
  const unsigned name = attempt->name;
  noe_compile_open(emitter, "for (uint32_t set%u = 0; set%u < %u; set%u++)", name, name, (1u << attempt->rounds) - 1,
                   name);
  struct noe_range range = noe_compile_domain(emitter, &loop->domain, NOE_BINDING_PLAIN, false);
  noe_compile_line(emitter, "const uint32_t next%u = set%u | 1u << (%s - (%lld));", name, name, range.value.text,
                   (long long)loop->domain.type->low);
  noe_compile_line(emitter, "if (next%u == set%u) continue;", name, name);
  noe_compile_bail_if(emitter, "!trial_load(f, w, &trial%u, set%u)", name, name);
  noe_compile_give(emitter, loop->bound, range.value);
  noe_compile_list(emitter, loop->body.first);
  noe_compile_bail_if(emitter, "!trial_round_end(f, w, &trial%u, next%u)", name, name);
  noe_compile_close(emitter);
  noe_compile_close(emitter);
}

void noe_compile_try_orders(struct noe_emitter *emitter, const struct noe_low_op *loop,
                            const struct noe_attempt *attempt) {
  struct noe_emit_function *in = emitter->in;
  const unsigned name = attempt->name;
  assert(!in->trial && attempt->rounds <= MOST_ROUNDS && "orders of few rounds are tried, of one loop at a time");
  in->bail = attempt->bail;
  noe_compile_line(emitter, "goto tried%u;", name);
  noe_compile_line(emitter, "try%u:;", name);
  noe_compile_brace(emitter);
  noe_compile_bail_if(emitter, "!saved%u || !trial_begin(f)", name);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, true);
  in->trial = true;
  write_rounds(emitter, loop, attempt);
  in->trial = false;
  in->leave = leave;
  noe_compile_bail_if(emitter, "!trial_end(f, w, &trial%u, %u)", name, (1u << attempt->rounds) - 1);
  noe_compile_close(emitter);
  noe_compile_line(emitter, "tried%u:;", name);
  noe_compile_close(emitter);
}

/* ----------------------------------------------------------------- helpers */

void noe_compile_trial_fields(const struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->trial_cells)
    noe_base_text_printf(out, "  bool trying, known[256];\n  cell rows[%llu];\n  uint8_t row_taints[%llu];\n",
                         (unsigned long long)emitter->trial_cells, (unsigned long long)emitter->trial_cells);
}
