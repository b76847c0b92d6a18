/* Operators that look back, by hidden propositions (formula.h). */
#include "logic/logic_int.h"

static struct noe_memorised *memorise(struct noe_logic *logic, const struct noe_temporal *temporal,
                                      const struct noe_term *left, const struct noe_term *right) {
  for (uint32_t i = 0; i < logic->memory_count; i++)
    if (logic->memories[i].left == left && logic->memories[i].right == right)
      return &logic->memories[i];
  if (logic->proposition_count == NOE_PROPOSITION_LIMIT)
    return NULL;
  if (!logic->memories)
    logic->memories = NOE_NEW_ARRAY(logic->arena, struct noe_memorised, NOE_PROPOSITION_LIMIT);
  struct noe_memorised *memory = &logic->memories[logic->memory_count++];
  *memory = (struct noe_memorised){left, right, left, logic->proposition_count};
  logic->propositions[logic->proposition_count++] =
      (struct noe_proposition){NOE_NO_ATOM, NOE_NEW_ARRAY(logic->arena, int64_t, temporal->variable_count),
                               NOE_NEW_ARRAY(logic->arena, bool, temporal->variable_count)};
  return memory;
}

const struct noe_term *noe_logic_previous(struct noe_logic *logic, const struct noe_temporal *temporal,
                                          const struct noe_term *left) {
  const struct noe_memorised *memory = memorise(logic, temporal, left, NULL);
  return memory ? noe_logic_literal(logic, memory->proposition) : NULL;
}

const struct noe_term *noe_logic_since(struct noe_logic *logic, const struct noe_temporal *temporal,
                                       const struct noe_term *left, const struct noe_term *right) {
  struct noe_memorised *memory = memorise(logic, temporal, left, right);
  if (!memory)
    return NULL;
  const struct noe_term *still[2] = {left, noe_logic_literal(logic, memory->proposition)};
  const struct noe_term *either[2] = {right, noe_logic_and(logic, still, 2)};
  return memory->now = noe_logic_or(logic, either, 2);
}

/* Not at first, and G (X y <-> now). */
static const struct noe_term *definition(struct noe_logic *logic, const struct noe_memorised *memory) {
  const struct noe_term *hidden = noe_logic_literal(logic, memory->proposition);
  const struct noe_term *yes[2] = {memory->now, noe_logic_next(logic, hidden)};
  const struct noe_term *no[2] = {memory->now->negation, noe_logic_next(logic, hidden->negation)};
  const struct noe_term *step[2] = {noe_logic_and(logic, yes, 2), noe_logic_and(logic, no, 2)};
  const struct noe_term *both[2] = {hidden->negation, noe_logic_always(logic, noe_logic_or(logic, step, 2))};
  return noe_logic_and(logic, both, 2);
}

const struct noe_term *noe_logic_with_history(struct noe_logic *logic, const struct noe_term *term) {
  for (uint32_t i = 0; i < logic->memory_count; i++) {
    const struct noe_term *both[2] = {term, definition(logic, &logic->memories[i])};
    term = noe_logic_and(logic, both, 2);
  }
  return term;
}

uint64_t noe_logic_hidden(const struct noe_logic *logic) {
  uint64_t hidden = 0;
  for (uint32_t i = 0; i < logic->memory_count; i++)
    hidden |= (uint64_t)1 << logic->memories[i].proposition;
  return hidden;
}
