/* Syntactic implication: a few laws, tried from the top; "no" may mean "not seen".
 * Each law is checked against words by the tests of the simplifier. */
#include "logic/logic_int.h"

enum { EFFORT = 400 };

static bool implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right);

static bool some_implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  for (uint32_t i = 0; i < left->count; i++)
    if (implies(logic, left->parts[i], right))
      return true;
  return false;
}

static bool all_imply(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  for (uint32_t i = 0; i < left->count; i++)
    if (!implies(logic, left->parts[i], right))
      return false;
  return true;
}

static bool implies_some(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  for (uint32_t i = 0; i < right->count; i++)
    if (implies(logic, left, right->parts[i]))
      return true;
  return false;
}

static bool implies_all(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  for (uint32_t i = 0; i < right->count; i++)
    if (!implies(logic, left, right->parts[i]))
      return false;
  return true;
}

/* By the shape of the left side. */
static bool left_implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  const struct noe_term *const *parts = left->parts;
  switch (left->kind) {
  case NOE_TERM_OR: return all_imply(logic, left, right);
  case NOE_TERM_AND: return some_implies(logic, left, right);
  case NOE_TERM_UNTIL:
    if (!implies(logic, parts[1], right))
      return false;
    return right->flags & NOE_TERM_EVENTUAL || implies(logic, parts[0], right);
  case NOE_TERM_RELEASE: return implies(logic, parts[1], right);
  case NOE_TERM_NEXT: return right->flags & NOE_TERM_EVENTUAL && implies(logic, parts[0], right);
  default: return false;
  }
}

static bool right_implied(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  const struct noe_term *const *parts = right->parts;
  switch (right->kind) {
  case NOE_TERM_AND: return implies_all(logic, left, right);
  case NOE_TERM_OR: return implies_some(logic, left, right);
  case NOE_TERM_RELEASE:
    if (!implies(logic, left, parts[1]))
      return false;
    return left->flags & NOE_TERM_UNIVERSAL || implies(logic, left, parts[0]);
  case NOE_TERM_UNTIL: return implies(logic, left, parts[1]);
  case NOE_TERM_NEXT: return left->flags & NOE_TERM_UNIVERSAL && implies(logic, left, parts[0]);
  default: return false;
  }
}

static bool implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  if (left == right || left->kind == NOE_TERM_FALSE || right->kind == NOE_TERM_TRUE)
    return true;
  if (!logic->effort || left->kind == NOE_TERM_TRUE || right->kind == NOE_TERM_FALSE)
    return false;
  logic->effort--;
  bool modal = left->kind == NOE_TERM_NEXT || left->kind == NOE_TERM_UNTIL || left->kind == NOE_TERM_RELEASE;
  if (modal && left->kind == right->kind) { /* these operators are monotone */
    bool all = true;
    for (uint32_t i = 0; all && i < left->count; i++)
      all = implies(logic, left->parts[i], right->parts[i]);
    if (all)
      return true;
  }
  return left_implies(logic, left, right) || right_implied(logic, left, right);
}

bool noe_logic_implies(struct noe_logic *logic, const struct noe_term *left, const struct noe_term *right) {
  logic->effort = EFFORT;
  return implies(logic, left, right);
}
