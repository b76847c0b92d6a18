/* CTL and the mu-calculus: sets of nodes bottom-up, then, if a start node is not in the last
 * one, why (reason.h). */
#include "fair/judge_int.h"
#include "fair/reason.h"
#include "fair/sets.h"

static bool expand_all(struct noe_judge *judge) {
  for (uint32_t i = 0; i < noe_fair_node_count(judge->graph); i++)
    if (!noe_fair_graph_expand(judge->graph, i))
      return false;
  return true;
}

enum noe_verdict noe_fair_judge_branching(struct noe_judge *judge) {
  const struct noe_branching *formula;
  if (judge->task->most_pairs) /* sets are of all nodes or of none */
    return NOE_VERDICT_UNKNOWN;
  judge->logic = noe_logic_new(judge->task->memory);
  enum noe_logic_answer answer = noe_logic_branching(judge->logic, judge->arena, judge->property->temporal, &formula);
  if (answer != NOE_LOGIC_DONE) {
    judge->finding->message = noe_logic_answer_text(answer);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_proposition *const *propositions = noe_fair_propositions(judge, judge->logic);
  if (!noe_fair_open_instance(judge, propositions, noe_logic_proposition_count(judge->logic)) || !expand_all(judge))
    return NOE_VERDICT_UNKNOWN;
  judge->sets = noe_fair_sets_new(judge->graph, &judge->claim, formula);
  judge->sets->firings_only = judge->property->property == NOE_PROPERTY_MU;
  const struct noe_bitset *set = noe_fair_set(judge->sets, formula->root);
  if (judge->space.stop || judge->claim.fault)
    return NOE_VERDICT_UNKNOWN;
  for (uint32_t i = 0; i < judge->starts.count; i++) {
    uint32_t start = noe_row_words(&judge->starts, i)[0];
    if (noe_bitset_has(set, start))
      continue;
    noe_fair_give_reason(judge, formula, start);
    return NOE_VERDICT_VIOLATED;
  }
  return NOE_VERDICT_HOLDS;
}
