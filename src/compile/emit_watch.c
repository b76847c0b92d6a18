/* Watched loops (model/watch_int.h): do the rounds touch what others write? The code keeps
 * marks as the interpreter does, by address, and bails at the first doubt; the interpreter
 * then decides. It is stricter in two ways: rounds that leave different values in a cell
 * (which is then tainted) are in doubt, and so is a `return`, but for loops that do no more
 * than that (emit_seek.c). Watched loops inside watched loops have marks of their own each.
 *
 * Cells of frames that calls in a round make belong to that round: code in such a function
 * does not mark its own locals, and forgets what was marked at their addresses before. */
#include <inttypes.h>
#include <string.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"
#include "model/access.h"

/* ------------------------------------------------------------------ locals */

static bool is_rooted(const struct noe_expr *expr, uint32_t slot) {
  while (expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT || expr->kind == NOE_EXPR_SLOT)
    expr = expr->left;
  if (expr->kind == NOE_EXPR_CONDITIONAL)
    return is_rooted(expr->left, slot) || is_rooted(expr->right, slot);
  return expr->kind == NOE_EXPR_LOCAL && expr->slot == slot;
}

/* Is the local passed to somebody who may write it? */
static bool expr_exposes(const struct noe_expr *expr, uint32_t slot) {
  if (!expr)
    return false;
  for (uint32_t i = 0; expr->call && i < expr->call->function->parameter_count; i++) {
    const struct noe_argument *argument = &expr->call->arguments[i];
    if (expr_exposes(argument->value, slot) ||
        (expr->call->function->parameters[i].by_reference && is_rooted(argument->value, slot)))
      return true;
  }
  return expr_exposes(expr->condition, slot) || expr_exposes(expr->left, slot) || expr_exposes(expr->right, slot) ||
         expr_exposes(expr->domain.from, slot) || expr_exposes(expr->domain.to, slot) ||
         expr_exposes(expr->domain.by, slot);
}

static bool stmts_expose(const struct noe_stmt *list, uint32_t slot);

static bool stmt_exposes(const struct noe_stmt *stmt, uint32_t slot) {
  if (stmt->target && is_rooted(stmt->target, slot))
    return true;
  if (stmt->kind == NOE_STMT_BIND_LOCATION && is_rooted(stmt->value, slot))
    return true;
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      if (expr_exposes(stmt->arms[i].conditions[k], slot))
        return true;
    if (stmts_expose(stmt->arms[i].body, slot))
      return true;
  }
  return expr_exposes(stmt->target, slot) || expr_exposes(stmt->value, slot) || expr_exposes(stmt->domain.from, slot) ||
         expr_exposes(stmt->domain.to, slot) || expr_exposes(stmt->domain.by, slot) || stmts_expose(stmt->body, slot) ||
         stmts_expose(stmt->otherwise, slot);
}

static bool stmts_expose(const struct noe_stmt *list, uint32_t slot) {
  for (; list; list = list->next)
    if (stmt_exposes(list, slot))
      return true;
  return false;
}

bool noe_compile_exposes(const struct noe_stmt *list, uint32_t slot) { return stmts_expose(list, slot); }

/* Does an alias that was made before, around the loop, say, lead to the local? */
static bool is_aliased(const struct noe_emit_function *in, uint32_t slot) {
  for (size_t i = 0; i < in->aliased.count; i++)
    if (is_rooted(in->aliased.items[i], slot))
      return true;
  return false;
}

/* Has somebody to be told? Not about locals of a call within the round, nor about those
 * of the loop's own frame that no round writes, under whichever name. */
static bool is_watched(struct noe_emitter *emitter, const struct noe_spot *spot) {
  const struct noe_emit_function *in = emitter->in;
  if (!in->watching)
    return false;
  if (spot->spread) {
    noe_compile_refuse(emitter, "a watched loop uses an array over a symmetric type as a whole");
    return false;
  }
  if (spot->base[0] != 'l')
    return true;
  uint32_t slot = 0;
  for (const char *at = spot->base + 1; *at; at++)
    slot = slot * 10 + (uint32_t)(*at - '0');
  return in->loop && (stmt_exposes(in->loop, slot) || is_aliased(in, slot));
}

/* ----------------------------------------------------------------- telling */

static const char *pointer(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first) {
  return noe_base_arena_format(emitter->arena, "&%s", noe_compile_cell(emitter, spot, first));
}

void noe_compile_will_read(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_read(f, %s, %u)", pointer(emitter, spot, first), cells);
}

void noe_compile_will_write(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first,
                            const char *value) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_write(f, %s, %s)", pointer(emitter, spot, first), value);
}

void noe_compile_will_fill(struct noe_emitter *emitter, const struct noe_spot *spot, uint32_t cells) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_fill(f, %s, %u)", pointer(emitter, spot, 0), cells);
}

void noe_compile_will_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                           uint32_t cells) {
  if (is_watched(emitter, target))
    noe_compile_bail_if(emitter, "!watch_copy(f, %s, %s, %u)", pointer(emitter, target, 0), pointer(emitter, source, 0),
                        cells);
}

void noe_compile_will_add(struct noe_emitter *emitter, const struct noe_spot *multiset, uint32_t cells) {
  if (is_watched(emitter, multiset))
    noe_compile_bail_if(emitter, "!watch_add(f, %s, %u)", pointer(emitter, multiset, 0), cells);
}

/* Truth values: the right side is evaluated whatever the left one says. */
static struct noe_term gathered_truth(struct noe_emitter *emitter, const struct noe_stmt *stmt,
                                      const struct noe_term *before, const struct noe_term *right) {
  return noe_compile_term(emitter, 0, 1, true, "%s %s %s", before->text, stmt->value->kind == NOE_EXPR_OR ? "||" : "&&",
                          right->text);
}

static const char *operator_of(const struct noe_expr *value) {
  return value->kind == NOE_EXPR_OR ? "GATHER_OR" : value->kind == NOE_EXPR_AND ? "GATHER_AND" : "GATHER_SUM";
}

bool noe_compile_reduction(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  bool left;
  const struct noe_expr *operand = emitter->in->watching ? noe_model_gathered(stmt, &left) : NULL;
  if (!operand)
    return false;
  const struct noe_type *type = stmt->target->type;
  struct noe_spot spot = noe_compile_place(emitter, stmt->target);
  struct noe_term before =
      noe_compile_term(emitter, type->low, type->high, true, "%s", noe_compile_cell(emitter, &spot, 0));
  noe_compile_bail_if(emitter, "%s == U", before.text);
  struct noe_term change = noe_compile_defined(emitter, operand), after;
  char low[NOE_TERM_TEXT], high[NOE_TERM_TEXT];
  bool truth = stmt->value->kind == NOE_EXPR_OR || stmt->value->kind == NOE_EXPR_AND;
  if (truth)
    after = gathered_truth(emitter, stmt, &before, &change);
  else
    after = left ? noe_compile_arithmetic(emitter, stmt->value->kind, before, change)
                 : noe_compile_arithmetic(emitter, stmt->value->kind, change, before);
  noe_compile_check(emitter, type, &after);
  if (is_watched(emitter, &spot))
    noe_compile_bail_if(emitter, "!watch_sum(f, %s, %s, %s, %s%s, %s, %s)", pointer(emitter, &spot, 0),
                        operator_of(stmt->value), after.text, stmt->value->kind == NOE_EXPR_SUBTRACT ? "-" : "",
                        truth ? "0" : change.text, noe_compile_number(type->low, low),
                        noe_compile_number(type->high, high));
  noe_compile_store(emitter, &spot, type, &after);
  return true;
}

bool noe_compile_extremum(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  struct noe_extremum extreme;
  if (!emitter->in->watching || !noe_model_extremum(stmt, &extreme))
    return false;
  if (extreme.when)
    noe_compile_open(emitter, "if (%s)", noe_compile_defined(emitter, extreme.when).text);
  const struct noe_type *type = extreme.target->type;
  struct noe_spot spot = noe_compile_place(emitter, extreme.target);
  struct noe_term before =
      noe_compile_term(emitter, type->low, type->high, true, "%s", noe_compile_cell(emitter, &spot, 0));
  noe_compile_bail_if(emitter, "%s == U", before.text);
  struct noe_term value = noe_compile_defined(emitter, extreme.value);
  int64_t low = before.low < value.low ? before.low : value.low,
          high = before.high > value.high ? before.high : value.high;
  struct noe_term after = noe_compile_term(emitter, low, high, true, "%s %c %s ? %s : %s", value.text,
                                           extreme.greatest ? '>' : '<', before.text, value.text, before.text);
  noe_compile_check(emitter, type, &after);
  if (is_watched(emitter, &spot))
    noe_compile_bail_if(emitter, "!watch_sum(f, %s, %s, %s, 0, 0, 0)", pointer(emitter, &spot, 0),
                        extreme.greatest ? "GATHER_GREATEST" : "GATHER_LEAST", after.text);
  noe_compile_store(emitter, &spot, type, &after);
  if (extreme.when)
    noe_compile_close(emitter);
  return true;
}

/* -------------------------------------------------------------------- loop */

struct noe_leave noe_compile_doubt_discards(struct noe_emitter *emitter, bool doubt) {
  struct noe_leave before = emitter->in->leave;
  if (doubt) {
    strcpy(emitter->in->leave.label, "bail");
    emitter->in->bails = true;
  }
  return before;
}

/* Until the end everything is told: from here on in this function, and in all it calls. */
struct noe_watching noe_compile_watch_begin(struct noe_emitter *emitter, const struct noe_stmt *stmt) {
  struct noe_emit_function *in = emitter->in;
  struct noe_watching before = {.watching = in->watching, .loop = in->loop};
  before.leave = noe_compile_doubt_discards(emitter, true);
  in->watching = emitter->watches = true;
  if (!in->loop)
    in->loop = stmt;
  noe_compile_bail_if(emitter, "!watch_begin(f)");
  return before;
}

void noe_compile_watch_round(struct noe_emitter *emitter) { noe_compile_line(emitter, "f->round[f->level - 1]++;"); }

void noe_compile_watch_end(struct noe_emitter *emitter, const struct noe_watching *before) {
  struct noe_emit_function *in = emitter->in;
  noe_compile_line(emitter, "f->level--;");
  in->watching = before->watching;
  in->loop = before->loop;
  in->leave = before->leave;
}

/* ----------------------------------------------------------------- helpers */

void noe_compile_watch_types(struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->watches)
    noe_compile_runtime(NOE_RUNTIME_MARKS, out);
}

void noe_compile_watch(struct noe_emitter *emitter, struct noe_text *out) {
  if (emitter->watches)
    noe_compile_runtime(NOE_RUNTIME_WATCH, out);
}
