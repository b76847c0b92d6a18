/* Loops over the values of a type, or from … to … by …; and `while`. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_int.h"

/* ------------------------------------------------------------- quantifiers */

/* An entry may stand for all its values unless something inside takes values of the
 * same block: then the one bound here has to be told from the others. */
static enum noe_binding binding_of(const struct noe_emitter *emitter, const struct noe_low_op *op) {
  uint64_t blocks = op->domain.type ? noe_compile_blocks(emitter, op->domain.type) : 0;
  if (!blocks)
    return NOE_BINDING_PLAIN;
  return blocks & noe_compile_binds(emitter, op->body.first) ? NOE_BINDING_SPLIT : NOE_BINDING_LIGHT;
}

/* A value that a twin stands for, of those that nothing bound names, is passed over: their
 * exchange changes neither the state nor what is bound (model/exchange.c). */
static bool skip_twins(struct noe_emitter *emitter, const struct noe_low_op *op, const struct noe_range *range) {
  struct noe_emit_function *in = emitter->in;
  const char *point =
      in->by_twins && op->domain.type ? noe_compile_point(emitter, op->domain.type, range->value.text) : NULL;
  if (!point)
    return false;
  const char *row = "";
  for (size_t i = 0; i < in->points.count; i++)
    row = noe_base_arena_format(emitter->arena, "%s%s, ", row, in->points.items[i]);
  noe_compile_line(emitter, "const int32_t q%u[] = {%s%s};", range->name, row, point);
  noe_compile_line(emitter, "if (f->host.class_of && !leads(f, q%u, %zu)) continue;", range->name, in->points.count);
  point = noe_base_arena_format(emitter->arena, "q%u[%zu]", range->name, in->points.count);
  NOE_LIST_PUSH(emitter->arena, &in->points, point);
  return true;
}

/* Unless it is watched it ends as soon as the answer is known. If it is, an error in
 * any round is one in another order as well: no round may be left out. */
static void quantifier(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_emit_function *in = emitter->in;
  uint8_t kind = noe_compile_watch_kind(emitter, op);
  assert((op->kind == NOE_LOW_EXISTS || op->kind == NOE_LOW_FORALL) && "these are the quantifiers");
  if (emitter->block_count && !noe_compile_is_pure(emitter, op->body.first))
    noe_compile_refuse(emitter, "a quantifier changes something");
  if (kind == NOE_WATCH_ORDER)
    noe_compile_refuse(emitter, "a quantifier whose rounds may change something");
  bool exists = op->kind == NOE_LOW_EXISTS, watched = kind == NOE_WATCH_ERRORS, pure = in->pure;
  struct noe_term result = noe_compile_variable_term(emitter, exists ? "0" : "1");
  struct noe_range range = noe_compile_domain(emitter, &op->domain, binding_of(emitter, op), true);
  bool led = skip_twins(emitter, op, &range);
  noe_compile_give(emitter, op->bound, range.value);
  in->pure = true;
  struct noe_leave leave = noe_compile_doubt_discards(emitter, watched);
  struct noe_term body = noe_compile_block_of(emitter, &op->body);
  noe_compile_line(emitter, "%s %s= %s;", result.text, !watched ? "" : exists ? "|" : "&", body.text);
  in->leave = leave;
  in->pure = pure;
  in->points.count -= led;
  noe_compile_range_end(emitter, &range);
  if (!watched)
    noe_compile_line(emitter, "if (%s%s) break;", exists ? "" : "!", result.text);
  noe_compile_close(emitter);
  noe_compile_give(emitter, op->result, result);
}

/* -------------------------------------------------------------- statements */

/* With runs: one round per entry if rounds touch only what is their own, and nothing
 * inside takes values of the same block. */
static enum noe_binding binding_of_rounds(struct noe_emitter *emitter, const struct noe_low_op *op) {
  uint64_t blocks = op->domain.type ? noe_compile_blocks(emitter, op->domain.type) : 0;
  if (!blocks)
    return NOE_BINDING_PLAIN;
  if (!(blocks & noe_compile_binds(emitter, op->body.first)) &&
      noe_symmetry_rounds(emitter->memory, emitter->model->loops[op->loop].stmt) == NOE_ROUNDS_INDEPENDENT)
    return NOE_BINDING_LIGHT;
  return NOE_BINDING_EACH;
}

void noe_compile_rounds(struct noe_emitter *emitter, const struct noe_low_op *loop, bool watched, unsigned seek) {
  noe_compile_brace(emitter);
  struct noe_range range =
      noe_compile_domain(emitter, &loop->domain, binding_of_rounds(emitter, loop), emitter->in->pure);
  noe_compile_give(emitter, loop->bound, range.value);
  if (watched)
    noe_compile_watch_round(emitter);
  if (seek)
    emitter->in->seek_undo = emitter->in->undo.count;
  noe_compile_list(emitter, loop->body.first);
  if (seek)
    noe_compile_line(emitter, "n%u:;", seek);
  assert((emitter->unsupported || !seek || emitter->in->seek_undo == emitter->in->undo.count) &&
         "rounds undo what they did");
  noe_compile_range_end(emitter, &range);
  noe_compile_close(emitter);
  noe_compile_range_after(emitter, &range);
  noe_compile_close(emitter);
}

/* With another watched loop around it here a `return` is in doubt, whatever it returns. */
static void rounds(struct noe_emitter *emitter, const struct noe_low_op *loop) {
  bool watched = noe_compile_watch_kind(emitter, loop) != NOE_WATCH_NOTHING;
  if (!watched) {
    noe_compile_rounds(emitter, loop, false, 0);
    return;
  }
  if (!emitter->in->loop && !emitter->in->trial && noe_compile_is_search(emitter, loop)) {
    noe_compile_search(emitter, loop);
    return;
  }
  struct noe_attempt attempt;
  const bool tries = noe_compile_attempt(emitter, loop, &attempt);
  struct noe_watching before = noe_compile_watch_begin(emitter, loop);
  noe_compile_rounds(emitter, loop, true, 0);
  noe_compile_watch_end(emitter, &before);
  if (tries)
    noe_compile_try_orders(emitter, loop, &attempt);
}

static void repeat(struct noe_emitter *emitter, const struct noe_low_op *loop) {
  unsigned name = noe_compile_name(emitter);
  noe_compile_open(emitter, "for (uint64_t i%u = 0;; i%u++)", name, name);
  noe_compile_line(emitter, "if (!%s) break;", noe_compile_block_of(emitter, &loop->condition).text);
  noe_compile_bail_if(emitter, "i%u >= UINT64_C(%" PRIu64 ") || tick(f)", name, emitter->model->loop_limit);
  noe_compile_list(emitter, loop->body.first);
  noe_compile_close(emitter);
}

void noe_compile_loop(struct noe_emitter *emitter, const struct noe_low_op *op) {
  (op->kind == NOE_LOW_FOR ? rounds : op->kind == NOE_LOW_WHILE ? repeat : quantifier)(emitter, op);
}
