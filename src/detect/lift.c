#include "detect/lift.h"

/* Instances of one claim that come of one; and literals. More are not worth it. */
enum { MOST_INSTANCES = 512, MOST_LITERALS = 8 };

/* A cover that is reached for other values need not be reached for these: that is nothing to hope for. */
static bool is_kind(const struct noe_clause *clause, bool is_hopeful) {
  switch (clause->property) {
  case NOE_PROPERTY_INVARIANT:
  case NOE_PROPERTY_LIVENESS:
  case NOE_PROPERTY_LTL:
  case NOE_PROPERTY_CTL:
  case NOE_PROPERTY_CTLSTAR: return true;
  case NOE_PROPERTY_COVER: return !clause->is_statement && !is_hopeful;
  default: return false;
  }
}

/* Aliases come before the condition that tells different literals apart. */
static bool has_aliases(const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind != NOE_BINDER_RANGE)
      return true;
  return false;
}

static uint64_t size_of(const struct noe_classes *classes, uint32_t class) {
  const struct noe_class *root = &classes->items.items[class];
  uint64_t most = 1;
  for (size_t i = 0; i < root->ranges.count && !root->limit; i++) {
    uint64_t size = (uint64_t)(root->ranges.items[i].high - root->ranges.items[i].low) + 1;
    most = size > most ? size : most;
  }
  return most;
}

/* Is it the first of its value in this claim, and the value not kept apart anyway, by what others say or because
 * nothing takes it? */
static bool is_new(const struct noe_inference *inference, size_t at, const struct noe_counting *others) {
  const struct noe_classes *classes = &inference->classes;
  const struct noe_literal *literal = &classes->literals.items[at];
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *other = &classes->literals.items[i];
    if (other->value == literal->value &&
        noe_detect_root(classes, other->class) == noe_detect_root(classes, literal->class) &&
        ((i < at && other->owner == literal->owner) || noe_detect_counts(others, other)))
      return false;
  }
  return noe_detect_is_met(inference, others, noe_detect_root(classes, literal->class), literal->value);
}

static bool is_liftable(const struct noe_inference *inference, const struct noe_counting *others, uint32_t owner) {
  const struct noe_clause *clause = noe_detect_clause(inference->model, owner);
  const struct noe_classes *classes = &inference->classes;
  uint64_t instances = 1, literals = 0;
  if (!clause || clause->kind != NOE_CLAUSE_PROPERTY || !is_kind(clause, others->is_hopeful))
    return false;
  for (size_t i = 0; i < classes->literals.count; i++) {
    uint32_t class = noe_detect_root(classes, classes->literals.items[i].class);
    if (classes->literals.items[i].owner != owner || classes->items.items[class].limit || !is_new(inference, i, others))
      continue;
    instances *= size_of(classes, class);
    if (++literals > MOST_LITERALS || instances > MOST_INSTANCES)
      return false;
  }
  return literals < 2 || !has_aliases(clause);
}

const bool *noe_detect_liftable(const struct noe_inference *inference, const struct noe_counting *counting) {
  struct noe_counting others = *counting;
  others.counting &= (uint8_t)~NOE_SPEAKER_CLAIM;
  others.liftable = NULL;
  bool *liftable = NOE_NEW_ARRAY(inference->arena, bool, inference->owner_count + 1);
  for (uint32_t i = 0; i < inference->owner_count && !inference->has_choose; i++)
    liftable[i] = is_liftable(inference, &others, i);
  return liftable;
}
