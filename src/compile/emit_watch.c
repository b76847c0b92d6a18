/* Watched loops (model/watch_int.h): do the rounds touch what others write? The code keeps
 * marks as the interpreter does, by address, and bails at the first doubt; the interpreter
 * then decides. It is stricter in two ways: rounds that leave different values in a cell
 * of the state are in doubt, and so is a `return`, but for loops that do no more
 * than that (emit_search_loop.c). Watched loops inside watched loops have marks of their own each.
 *
 * A cell of a frame in which rounds leave different values is tainted, until something else is
 * written there: code that reads it before bails. Only variables that a watched loop of the same
 * function writes, and those that are named by references, can be; reads of any other are not tested.
 *
 * Cells of frames that calls in a round make belong to that round: code in such a function
 * does not mark its own locals, and forgets what was marked at their addresses before. */
#include <inttypes.h>
#include <string.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"
#include "model/access.h"

/* ------------------------------------------------------------------ locals */

/* Does an alias that was made before, around the loop, say, lead to the local? */
static bool is_aliased(const struct noe_emit_function *in, uint32_t slot) {
  for (size_t i = 0; i < in->aliased.count; i++)
    if (noe_compile_is_rooted(in->aliased.items[i], slot))
      return true;
  return false;
}

static uint32_t slot_of(const struct noe_spot *spot) {
  uint32_t slot = 0;
  for (const char *at = spot->base + 1; *at; at++)
    slot = slot * 10 + (uint32_t)(*at - '0');
  return slot;
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
  const uint32_t slot = slot_of(spot);
  return in->loop && (noe_compile_stmt_exposes(in->loop, (struct noe_exposure){.slot = slot}) || is_aliased(in, slot));
}

/* ------------------------------------------------------------------ taints */

/* Can rounds of the loop leave something in a frame? Not if they only look for something, or take elements
 * out of a multiset by a condition that changes nothing. */
static bool can_taint(const struct noe_proof *proof, const struct noe_stmt *stmt) {
  if (!stmt || proof->kinds[stmt->loop] != NOE_WATCH_ORDER)
    return false;
  return stmt->kind == NOE_STMT_FOR ? !noe_compile_is_search(stmt) : !noe_model_is_pure(stmt->value);
}

void noe_compile_find_taints(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  for (uint32_t i = 0; emitter->proof && i < model->loop_count; i++)
    emitter->taints |= can_taint(emitter->proof, model->loops[i].stmt);
}

static bool is_local_tainted(struct noe_emitter *emitter, uint32_t slot) {
  struct noe_emit_function *in = emitter->in;
  for (size_t i = 0; i < in->tainted.count; i++)
    if (in->tainted.items[i].slot == slot)
      return in->tainted.items[i].may_be;
  bool may_be = !in->body || is_aliased(in, slot) ||
                noe_compile_stmts_expose(in->body, (struct noe_exposure){slot, emitter->proof});
  NOE_LIST_PUSH(emitter->arena, &in->tainted, ((struct noe_tainted){slot, may_be}));
  return may_be;
}

/* Cells of the state (w…) never are: rounds that would taint them bail. Locals (l…), references (p…) and
 * places that were chosen (q…) may be. */
static bool may_be_tainted(struct noe_emitter *emitter, const struct noe_spot *spot) {
  if (!emitter->taints || spot->spread || !strchr("lpq", spot->base[0]))
    return false;
  if (spot->base[0] == 'l' && !is_local_tainted(emitter, slot_of(spot)))
    return false;
  emitter->watches = true;
  return true;
}

void noe_compile_forget_taints(struct noe_emitter *emitter, const struct noe_local *local, struct noe_text *out) {
  if (!emitter->taints || emitter->in->watching || !is_local_tainted(emitter, local->slot))
    return;
  emitter->watches = true;
  noe_base_text_printf(out, "  if (UNLIKELY(f->taints)) watch_wash(f, l%u, %u);\n", local->slot, local->cells);
}

/* ----------------------------------------------------------------- telling */

static const char *pointer(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first) {
  return noe_base_arena_format(emitter->arena, "&%s", noe_compile_cell(emitter, spot, first));
}

static void bail_if_tainted(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  if (may_be_tainted(emitter, spot))
    noe_compile_bail_if(emitter, "f->taints && watch_is_tainted(f, %s, %u)", pointer(emitter, spot, first), cells);
}

/* Something new is written there. While loops are watched, writing says so itself. */
static void wash(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  if (may_be_tainted(emitter, spot))
    noe_compile_line(emitter, "if (UNLIKELY(f->taints)) watch_wash(f, %s, %u);", pointer(emitter, spot, first), cells);
}

void noe_compile_will_read(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  bail_if_tainted(emitter, spot, first, cells);
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_read(f, %s, %u)", pointer(emitter, spot, first), cells);
}

void noe_compile_will_write(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first,
                            const char *value) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_write(f, %s, %s)", pointer(emitter, spot, first), value);
  else
    wash(emitter, spot, first, 1);
}

void noe_compile_will_fill(struct noe_emitter *emitter, const struct noe_spot *spot, uint32_t cells) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_fill(f, %s, %u)", pointer(emitter, spot, 0), cells);
  else
    wash(emitter, spot, 0, cells);
}

void noe_compile_will_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                           uint32_t cells) {
  if (is_watched(emitter, target))
    noe_compile_bail_if(emitter, "!watch_copy(f, %s, %s, %u)", pointer(emitter, target, 0), pointer(emitter, source, 0),
                        cells);
  else
    wash(emitter, target, 0, cells);
}

void noe_compile_will_add(struct noe_emitter *emitter, const struct noe_spot *multiset, uint32_t cells) {
  bail_if_tainted(emitter, multiset, 0, cells);
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
  bail_if_tainted(emitter, &spot, 0, 1);
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
  bail_if_tainted(emitter, &spot, 0, 1);
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
    emitter->in->leave = emitter->in->bail;
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
  noe_compile_bail_if(emitter, "!watch_end(f)");
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
