#include "symmetry/prove.h"

#include "model/access.h"
#include "symmetry/slots.h"

/* ------------------------------------------------------------------- types */

static struct noe_verdict_on_type judge_type(const struct noe_proof *proof, const struct noe_type *type) {
  const struct noe_model *model = proof->model;
  struct noe_verdict_on_type verdict = {.place = type->place};
  if (!type->name)
    verdict.reason = NOE_REASON_UNNAMED;
  else if (type->high < 1)
    verdict.reason = NOE_REASON_SINGLE;
  else if (type->high >= NOE_POINT_LIMIT)
    verdict.reason = NOE_REASON_LARGE;
  else if (model->broken[type->id].line) {
    verdict.reason = NOE_REASON_CLEARED;
    verdict.place = model->broken[type->id];
  } else if (model->broken_at_start[type->id].line && !proof->can_be_uneven) {
    verdict.reason = NOE_REASON_CLEARED;
    verdict.place = model->broken_at_start[type->id];
  }
  return verdict;
}

/* Rotations of all rings together are tried one by one: rings that make them too many stay as they are. */
enum { MOST_ROTATIONS = 4096 };

static void limit_rings(struct noe_proof *proof) {
  const struct noe_model *model = proof->model;
  uint64_t count = 1;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->group)
      count = model->types[i]->group->order;
  for (uint32_t i = 0; i < model->type_count; i++) {
    const struct noe_type *type = model->types[i];
    if (type->kind != NOE_TYPE_SCALARSET || !type->is_ring || proof->types[i].reason)
      continue;
    if (noe_type_size(type) > MOST_ROTATIONS / count)
      proof->types[i] = (struct noe_verdict_on_type){NOE_REASON_LARGE, type->place};
    else
      count *= noe_type_size(type);
  }
}

/* A scalarset that cannot be permuted takes those mixed with it along. */
static void settle_ties(struct noe_proof *proof) {
  const struct noe_model *model = proof->model;
  for (uint32_t i = 0; i < model->type_count; i++) {
    if (model->types[i]->kind != NOE_TYPE_SCALARSET || !proof->types[i].reason)
      continue;
    for (uint32_t k = 0; k < model->type_count; k++)
      if (model->types[k]->kind == NOE_TYPE_SCALARSET && model->tied[k] == model->tied[i] && !proof->types[k].reason)
        proof->types[k] = (struct noe_verdict_on_type){NOE_REASON_TIED, proof->types[i].place};
  }
  limit_rings(proof);
  for (uint32_t i = 0; i < model->type_count; i++) {
    proof->use[i] = (model->types[i]->kind == NOE_TYPE_SCALARSET || model->types[i]->group) && !proof->types[i].reason;
    proof->is_uneven |= proof->use[i] && model->broken_at_start[i].line;
  }
}

/* ------------------------------------------------------------------- loops */

/* How a loop must be watched. Elements of a multiset are taken in the order of
 * their contents, which permutations change; a count evaluates its condition for
 * all of them, unless an error or an assumption ends it. */
static enum noe_watch_kind judge_loop(struct noe_memory *memory, const struct noe_proof *proof,
                                      const struct noe_loop *loop) {
  if (!loop->type || !noe_symmetry_moves(loop->type, proof->use))
    return NOE_WATCH_NOTHING;
  if (loop->stmt)
    return loop->stmt->kind == NOE_STMT_FOR && noe_symmetry_rounds(memory, loop->stmt) != NOE_ROUNDS_TANGLED
               ? NOE_WATCH_NOTHING
               : NOE_WATCH_ORDER;
  const struct noe_expr *body = loop->expr->kind == NOE_EXPR_COUNT ? loop->expr->right : loop->expr->left;
  return noe_model_is_pure(body) ? NOE_WATCH_ERRORS : NOE_WATCH_ORDER;
}

static void judge_loops(struct noe_memory *memory, struct noe_proof *proof) {
  for (uint32_t i = 0; i < proof->model->loop_count; i++)
    proof->start_kinds[i] = proof->kinds[i] = (uint8_t)judge_loop(memory, proof, &proof->model->loops[i]);
}

static void give_up_type(struct noe_proof *proof, const struct noe_type *type, struct noe_verdict_on_type why) {
  switch (type->kind) {
  case NOE_TYPE_SCALARSET:
    if (!proof->types[type->id].reason)
      proof->types[type->id] = why;
    break;
  case NOE_TYPE_UNION:
    for (uint32_t i = 0; i < type->part_count; i++)
      give_up_type(proof, type->parts[i], why);
    break;
  case NOE_TYPE_ARRAY:
    give_up_type(proof, type->index, why);
    give_up_type(proof, type->element, why);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      give_up_type(proof, type->fields[i].type, why);
    break;
  case NOE_TYPE_MULTISET: give_up_type(proof, type->element, why); break;
  default: break;
  }
}

/* The place of an element depends on the values in it and in others, and, in the firing that adds it, on who was
 * added before: on the order of any loop. */
static void give_up_loose(struct noe_arena *arena, struct noe_proof *proof) {
  const struct noe_place *loose = noe_symmetry_loose_slots(arena, proof->model);
  for (uint32_t i = 0; i < proof->model->type_count; i++) {
    const struct noe_verdict_on_type why = {NOE_REASON_SLOT, loose[i]};
    if (!loose[i].line)
      continue;
    give_up_type(proof, proof->model->types[i], why);
    for (uint32_t k = 0; k < proof->model->loop_count; k++)
      if (proof->model->loops[k].type)
        give_up_type(proof, proof->model->loops[k].type, why);
  }
}

static bool has_claims_about_runs(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (noe_property_is_temporal(model->properties[i].property))
      return true;
  return false;
}

static struct noe_proof *prove(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                               bool can_be_uneven) {
  struct noe_proof *proof = NOE_NEW(arena, struct noe_proof);
  proof->model = model;
  proof->types = NOE_NEW_ARRAY(arena, struct noe_verdict_on_type, model->type_count);
  proof->use = NOE_NEW_ARRAY(arena, bool, model->type_count);
  proof->kinds = NOE_NEW_ARRAY(arena, uint8_t, model->loop_count);
  proof->start_kinds = NOE_NEW_ARRAY(arena, uint8_t, model->loop_count);
  proof->can_be_uneven = can_be_uneven && !model->needed;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_SCALARSET)
      proof->types[i] = judge_type(proof, model->types[i]);
  give_up_loose(arena, proof);
  settle_ties(proof);
  judge_loops(memory, proof);
  return proof;
}

struct noe_proof *noe_symmetry_prove(struct noe_arena *arena, struct noe_memory *memory,
                                     const struct noe_model *model) {
  return prove(arena, memory, model, !has_claims_about_runs(model));
}

struct noe_proof *noe_symmetry_prove_with_starts(struct noe_arena *arena, struct noe_memory *memory,
                                                 const struct noe_model *model) {
  return prove(arena, memory, model, true);
}

/* --------------------------------------------------------------- giving up */

void noe_symmetry_give_up_for(struct noe_proof *proof, struct noe_memory *memory, uint32_t loop,
                              enum noe_reason reason) {
  const struct noe_loop *culprit = &proof->model->loops[loop];
  struct noe_verdict_on_type why = {reason, culprit->place};
  give_up_type(proof, culprit->type, why);
  settle_ties(proof);
  judge_loops(memory, proof);
}

void noe_symmetry_give_up_rings(struct noe_proof *proof, struct noe_memory *memory) {
  const struct noe_model *model = proof->model;
  for (uint32_t i = 0; i < model->type_count; i++)
    if ((model->types[i]->is_ring || model->types[i]->group) && !proof->types[i].reason)
      proof->types[i] = (struct noe_verdict_on_type){NOE_REASON_OFF, model->types[i]->place};
  settle_ties(proof);
  judge_loops(memory, proof);
}

void noe_symmetry_trust(struct noe_proof *proof) {
  for (uint32_t i = 0; i < proof->model->loop_count; i++)
    proof->kinds[i] = NOE_WATCH_NOTHING;
}

const char *noe_symmetry_reason_text(enum noe_reason reason) {
  static const char *const texts[] = {
      [NOE_REASON_NONE] = "permuted",
      [NOE_REASON_SINGLE] = "it has a single value",
      [NOE_REASON_UNNAMED] = "it has no name of its own",
      [NOE_REASON_CLEARED] = "`clear` picks its first value",
      [NOE_REASON_SLOT] = "an element of a multiset is known by its place, which depends on values and loops",
      [NOE_REASON_LOOP] = "a loop may depend on the order of its values",
      [NOE_REASON_ERROR] = "an error inside a loop depends on the order of its values",
      [NOE_REASON_TIED] = "it is mixed with a scalarset that cannot be permuted",
      [NOE_REASON_LARGE] = "it has too many values",
      [NOE_REASON_OFF] = "symmetry is switched off",
  };
  return texts[reason];
}
