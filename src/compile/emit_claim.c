/* A claim: c<id> answers whether it holds; a cover claim counts instead, and a liveness
 * claim notes which of its instances do, or just whether all of them can be told. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"

static void write_cover(struct noe_emitter *emitter, const struct noe_low_clause *lowered) {
  const struct noe_clause *claim = lowered->clause;
  struct noe_nest nest = {.clause = claim, .lowered = lowered};
  noe_compile_line(emitter, "int64_t held = 0;");
  noe_compile_nest(emitter, &nest);
  noe_compile_guard(emitter, lowered, nest.done);
  noe_compile_line(emitter, "held = 1;"); /* and on: those that follow may fail */
  noe_compile_nest_end(emitter, &nest);
  noe_compile_line(emitter, "if (held) f->claim[%u]++, f->pending |= CLAIMED;", claim->id);
}

/* What is false here the interpreter looks at again, all of it, if it is an invariant; and an
 * assumption drops the state, whatever other instances do. */
static void write_universal(struct noe_emitter *emitter, const struct noe_low_clause *lowered) {
  const struct noe_clause *claim = lowered->clause;
  struct noe_nest nest = {.clause = claim, .lowered = lowered};
  noe_compile_nest(emitter, &nest);
  struct noe_term holds = noe_compile_block_of(emitter, &lowered->guard.block);
  noe_compile_line(emitter, "if (UNLIKELY(!%s)) return 0;", holds.text);
  noe_compile_nest_end(emitter, &nest);
}

bool noe_compile_moves(const struct noe_emitter *emitter, const struct noe_clause *claim) {
  for (uint32_t i = 0; emitter->every && i < claim->binder_count; i++)
    if (claim->binders[i].kind == NOE_BINDER_RANGE && emitter->every->moves[claim->binders[i].type->id])
      return true;
  return false;
}

/* The number of an instance is made of its values: a round that is left early counts, too.
 * One that is discarded holds (model/bind.c), which cannot be told at the end of a round. */
static void write_goal(struct noe_emitter *emitter, const struct noe_low_clause *lowered) {
  const struct noe_clause *claim = lowered->clause;
  struct noe_nest nest = {.clause = claim, .lowered = lowered, .is_strict = true};
  uint64_t stride = noe_model_instance_count(claim);
  if (stride > UINT32_MAX) {
    noe_compile_refuse(emitter, "a claim has too many instances");
    return;
  }
  noe_compile_nest(emitter, &nest);
  noe_compile_guard(emitter, lowered, nest.done);
  noe_compile_line(emitter, "uint64_t goal = f->host.first_goals[%u];", claim->id);
  for (uint32_t i = 0, parameter = 0; i < claim->binder_count; i++) {
    const struct noe_binder *binder = &claim->binders[i];
    if (binder->kind != NOE_BINDER_RANGE)
      continue;
    uint64_t values = noe_model_value_count(binder);
    assert((!values || stride % values == 0) && "numbers of instances are made of those of their values");
    stride = values ? stride / values : 0;
    const char *value = nest.ranges[parameter++].value.text;
    char low[NOE_TERM_TEXT];
    bool up = binder->step > 0;
    noe_compile_line(emitter, "goal += ((uint64_t)%s - (uint64_t)%s) / %" PRIu64 "u * %" PRIu64 "u;",
                     up ? value : noe_compile_number(binder->low, low),
                     up ? noe_compile_number(binder->low, low) : value,
                     up ? (uint64_t)binder->step : 0 - (uint64_t)binder->step, stride);
  }
  noe_compile_line(emitter, "f->host.goals[goal / 64] |= (uint64_t)1 << (goal %% 64);");
  noe_compile_nest_end(emitter, &nest);
}

/* Has every instance a value? Which one does not matter. */
static void write_trial(struct noe_emitter *emitter, const struct noe_low_clause *lowered) {
  const struct noe_clause *claim = lowered->clause;
  struct noe_nest nest = {.clause = claim, .lowered = lowered};
  noe_compile_nest(emitter, &nest);
  struct noe_term holds = noe_compile_block_of(emitter, &lowered->guard.block);
  noe_compile_line(emitter, "(void)%s;", holds.text);
  noe_compile_nest_end(emitter, &nest);
}

bool noe_compile_claim(struct noe_emitter *emitter, const struct noe_clause *claim, struct noe_text *out) {
  const struct noe_low_clause *lowered = noe_low_clause_of(emitter->form, claim);
  struct noe_emit_function function;
  emitter->unsupported = false;
  for (uint32_t i = 0; i < claim->binder_count && claim->property == NOE_PROPERTY_LIVENESS; i++)
    if (claim->binders[i].kind == NOE_BINDER_CHOOSE)
      noe_compile_refuse(emitter, "a liveness claim is about an element of a multiset");
  if (!claim->guard || !noe_compile_is_pure_clause(emitter, lowered))
    noe_compile_refuse(emitter, "a claim changes something");
  if (emitter->unsupported)
    return false;
  noe_compile_begin(emitter, &function);
  function.pure = function.here = true;
  noe_compile_use_unit(emitter, &lowered->unit, noe_compile_lists(emitter, lowered, false));
  if (claim->property == NOE_PROPERTY_COVER)
    write_cover(emitter, lowered);
  else if (claim->property == NOE_PROPERTY_LIVENESS && noe_compile_moves(emitter, claim))
    write_trial(emitter, lowered);
  else if (claim->property == NOE_PROPERTY_LIVENESS)
    write_goal(emitter, lowered);
  else
    write_universal(emitter, lowered);
  noe_base_text_printf(out, "\n/* property %u, line %u */", claim->id, claim->place.line);
  noe_compile_end(emitter,
                  noe_base_arena_format(emitter->arena, "static bool c%u(struct frame *f, struct work *w)", claim->id),
                  "1", out);
  return !emitter->unsupported;
}
