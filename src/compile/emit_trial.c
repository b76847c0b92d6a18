/* Orders of a loop's rounds that are tried out when watching them was not enough (model/trial.c).
 *
 * Before such a loop the row is saved, the state and the locals that rounds may write. Whatever would
 * bail while the loop is watched goes to the trial instead: the rounds are run once more, each behind
 * each set of others, from the rows that are kept. An error shows again then, and bails. The code is
 * stricter than the interpreter, which has the last word: states that two orders come to must be equal
 * cell by cell, loops inside are not tried, and what is written through a reference of a function
 * is in no row. */
#include <stdio.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

/* As in model/trial.c. Rows of both have to be allowed alike, or else the state decides who gives up: the machine's
 * are longer, by frames of callers, and bounded by MOST_MACHINE_CELLS. */
enum { LEAST_ROUNDS = 3, MOST_ROUNDS = 8, MOST_MACHINE_CELLS = 1 << 20, MOST_ROW_CELLS = 1 << 15 };

/* ------------------------------------------------------------------- rows */

/* What rounds may write: the state, and these locals. */
struct walk {
  struct noe_emitter *emitter;
  struct noe_attempt *attempt;
  const struct noe_stmt *loop;
};

static void add_local(struct walk *walk, const struct noe_expr *local) {
  const uint32_t cells = noe_type_is_simple(local->type) ? 1 : local->type->cells;
  if (local->slot == walk->loop->slot)
    return;
  for (size_t i = 0; i < walk->attempt->locals.count; i++)
    if (walk->attempt->locals.items[i].slot == local->slot)
      return;
  NOE_LIST_PUSH(walk->emitter->arena, &walk->attempt->locals, ((struct noe_local){local->slot, cells}));
  walk->attempt->cells += cells;
}

/* Is the place in the state, or in the frame of this function? References of functions may lead anywhere, aliases
 * of a rule to places that are named here. */
static bool is_here(struct walk *walk, const struct noe_expr *place) {
  const struct noe_emit_function *in = walk->emitter->in;
  while (place->kind == NOE_EXPR_FIELD || place->kind == NOE_EXPR_ELEMENT || place->kind == NOE_EXPR_SLOT)
    place = place->left;
  switch (place->kind) {
  case NOE_EXPR_CONDITIONAL: return is_here(walk, place->left) && is_here(walk, place->right);
  case NOE_EXPR_GLOBAL: return true;
  case NOE_EXPR_LOCAL: add_local(walk, place); return true;
  case NOE_EXPR_REFERENCE: return !in->function && !in->aliased.count;
  default: return false;
  }
}

static bool expr_stays(struct walk *walk, const struct noe_expr *expr) {
  if (!expr)
    return true;
  for (uint32_t i = 0; expr->call && i < expr->call->function->parameter_count; i++) {
    const struct noe_argument *argument = &expr->call->arguments[i];
    if (!expr_stays(walk, argument->value) ||
        (expr->call->function->parameters[i].by_reference && !is_here(walk, argument->value)))
      return false;
  }
  const struct noe_expr *const inside[] = {expr->condition,   expr->left,      expr->right,
                                           expr->domain.from, expr->domain.to, expr->domain.by};
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
    if (!expr_stays(walk, inside[i]))
      return false;
  return true;
}

static bool stmts_stay(struct walk *walk, const struct noe_stmt *list);

/* Does the statement write nothing but such places? */
static bool stmt_stays(struct walk *walk, const struct noe_stmt *stmt) {
  const struct noe_expr *const inside[] = {stmt->target, stmt->value, stmt->domain.from, stmt->domain.to,
                                           stmt->domain.by};
  if ((stmt->target && !is_here(walk, stmt->target)) ||
      (stmt->kind == NOE_STMT_BIND_LOCATION && !is_here(walk, stmt->value)))
    return false;
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
    if (!expr_stays(walk, inside[i]))
      return false;
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (!expr_stays(walk, stmt->arms[i].conditions[k]))
        return false;
    if (!stmts_stay(walk, stmt->arms[i].body))
      return false;
  }
  return stmts_stay(walk, stmt->body) && stmts_stay(walk, stmt->otherwise);
}

static bool stmts_stay(struct walk *walk, const struct noe_stmt *list) {
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next)
    if (!stmt_stays(walk, stmt))
      return false;
  return true;
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
static bool may_try(struct noe_emitter *emitter, const struct noe_stmt *stmt, struct noe_attempt *attempt) {
  const struct noe_type *type = stmt->domain.type;
  const struct noe_emit_function *in = emitter->in;
  if (!type || in->watching || in->trial || emitter->recursive || emitter->keys != NOE_NATIVE_PACKED ||
      emitter->proof->kinds[stmt->loop] != NOE_WATCH_ORDER)
    return false;
  attempt->rounds = noe_type_size(type);
  struct walk walk = {emitter, attempt, stmt};
  return attempt->rounds >= LEAST_ROUNDS && attempt->rounds <= MOST_ROUNDS &&
         most_machine_cells(emitter->model) << attempt->rounds <= MOST_MACHINE_CELLS && stmts_stay(&walk, stmt->body) &&
         ((uint64_t)emitter->plain_cells + attempt->cells) << attempt->rounds <= MOST_ROW_CELLS;
}

static void write_pieces(struct noe_emitter *emitter, const struct noe_attempt *attempt) {
  const char *list = "";
  for (size_t i = 0; i < attempt->locals.count; i++) {
    const struct noe_local *local = &attempt->locals.items[i];
    noe_compile_use_local(emitter, local->slot, local->cells);
    list = noe_base_arena_format(emitter->arena, "%s{l%u, %u}, ", list, local->slot, local->cells);
  }
  noe_compile_line(emitter, "const struct piece pieces%u[] = {%s{0}};", attempt->name, list);
  noe_compile_line(emitter, "const struct trial trial%u = {pieces%u, %zu, %u};", attempt->name, attempt->name,
                   attempt->locals.count, attempt->cells);
}

bool noe_compile_attempt(struct noe_emitter *emitter, const struct noe_stmt *stmt, struct noe_attempt *attempt) {
  *attempt = (struct noe_attempt){0};
  if (!may_try(emitter, stmt, attempt))
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
static void write_rounds(struct noe_emitter *emitter, const struct noe_stmt *stmt, const struct noe_attempt *attempt) {
  const unsigned name = attempt->name;
  noe_compile_open(emitter, "for (uint32_t set%u = 0; set%u < %u; set%u++)", name, name, (1u << attempt->rounds) - 1,
                   name);
  struct noe_range range = noe_compile_domain(emitter, &stmt->domain, NOE_BINDING_PLAIN, false);
  noe_compile_line(emitter, "const uint32_t next%u = set%u | 1u << (%s - (%lld));", name, name, range.value.text,
                   (long long)stmt->domain.type->low);
  noe_compile_line(emitter, "if (next%u == set%u) continue;", name, name);
  noe_compile_bail_if(emitter, "!trial_load(f, w, &trial%u, set%u)", name, name);
  const bool fixed = !noe_compile_exposes(stmt->body, stmt->slot);
  noe_compile_bind(emitter, stmt->slot, &range.value, fixed);
  noe_compile_stmts(emitter, stmt->body);
  noe_compile_release(emitter, fixed);
  noe_compile_bail_if(emitter, "!trial_round_end(f, w, &trial%u, next%u)", name, name);
  noe_compile_close(emitter);
  noe_compile_close(emitter);
}

void noe_compile_try_orders(struct noe_emitter *emitter, const struct noe_stmt *stmt,
                            const struct noe_attempt *attempt) {
  struct noe_emit_function *in = emitter->in;
  const unsigned name = attempt->name;
  in->bail = attempt->bail;
  noe_compile_line(emitter, "goto tried%u;", name);
  noe_compile_line(emitter, "try%u:;", name);
  noe_compile_brace(emitter);
  noe_compile_bail_if(emitter, "!saved%u || !trial_begin(f)", name);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, true);
  in->trial = true;
  write_rounds(emitter, stmt, attempt);
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

void noe_compile_trial(const struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->trial_cells)
    noe_compile_runtime(NOE_RUNTIME_TRIAL, out);
}
