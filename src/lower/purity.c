/* What a list may do besides computing: change the state, fail, be seen. */
#include "lower/lower_int.h"

static void add(struct noe_low_facts *facts, const struct noe_low_facts *more) {
  facts->writes |= more->writes;
  facts->may_fail |= more->may_fail;
  facts->discards |= more->discards;
  facts->is_seen |= more->is_seen;
  facts->calls |= more->calls;
}

static bool has_bits(const struct noe_bitset *set) { return noe_base_bitset_count(set) > 0; }

static bool call_writes(const struct noe_low_function *callee) {
  bool through = false;
  for (uint32_t i = 0; i < callee->location_count; i++)
    through |= callee->effects.writes_through[i];
  return through || has_bits(&callee->effects.writes);
}

/* Of a call only what it writes is known. */
static struct noe_low_facts of_call(const struct noe_lowered *form, const struct noe_low_op *op) {
  return (struct noe_low_facts){.writes = call_writes(&form->functions[op->number]),
                                .may_fail = true,
                                .discards = true,
                                .is_seen = true,
                                .calls = true};
}

static bool writes_state(const struct noe_low_op *op) {
  struct noe_low_op alone = *op;
  alone.next = NULL;
  alone.body.first = alone.otherwise.first = alone.condition.first = NULL;
  return noe_lower_writes_state(&alone);
}

static struct noe_low_facts of_operation(const struct noe_lowered *form, const struct noe_low_op *op) {
  if (op->kind == NOE_LOW_CALL)
    return of_call(form, op);
  return (struct noe_low_facts){
      .writes = writes_state(op),
      .may_fail = (op->kind >= NOE_LOW_CHECK_DEFINED && op->kind <= NOE_LOW_FAIL) || op->kind == NOE_LOW_WHILE ||
                  op->kind == NOE_LOW_REDUCE,
      .discards = op->kind == NOE_LOW_ASSUME,
      .is_seen = op->kind >= NOE_LOW_WITNESS && op->kind <= NOE_LOW_PUT_PLACE,
  };
}

struct noe_low_facts noe_lower_facts(const struct noe_lowered *form, const struct noe_low_block *block) {
  struct noe_low_facts facts = {0};
  for (const struct noe_low_op *op = block->first; op; op = op->next) {
    struct noe_low_facts more[] = {of_operation(form, op), noe_lower_facts(form, &op->body),
                                   noe_lower_facts(form, &op->otherwise), noe_lower_facts(form, &op->condition)};
    for (int i = 0; i < 4; i++)
      add(&facts, &more[i]);
  }
  return facts;
}
