/* LTL: is there a fair run that the automaton of the negation accepts? */
#include "fair/judge_int.h"

enum noe_verdict noe_fair_judge_ltl(struct noe_judge *judge) {
  const struct noe_term *formula;
  judge->logic = noe_logic_new(judge->task->memory);
  enum noe_logic_answer answer = noe_logic_from_temporal(judge->logic, judge->property->temporal, &formula);
  if (answer != NOE_LOGIC_DONE) {
    judge->finding->message = noe_logic_answer_text(answer);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_automaton *automaton =
      noe_logic_translate(judge->arena, judge->task->memory, noe_logic_not(formula));
  if (!automaton) {
    judge->finding->message = noe_logic_answer_text(NOE_LOGIC_TOO_LARGE);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_proposition *const *propositions = noe_fair_propositions(judge, judge->logic);
  if (!noe_fair_open_instance(judge, propositions, noe_logic_proposition_count(judge->logic)))
    return NOE_VERDICT_UNKNOWN;
  if (!automaton->state_count)
    return NOE_VERDICT_HOLDS;
  noe_fair_start_product(judge, automaton);
  noe_fair_cycles_init(&judge->cycles, &judge->product);
  bool found = noe_fair_cycles_search(&judge->cycles, judge->product_starts, judge->starts.count);
  if (!found)
    return judge->space.stop || judge->claim.fault ? NOE_VERDICT_UNKNOWN : NOE_VERDICT_HOLDS;
  const char *why = NULL;
  noe_fair_walk_init(&judge->walk, &judge->product, &judge->cycles);
  const struct noe_trace *trace = noe_fair_lasso(&judge->walk, judge->product_starts, judge->starts.count, &why);
  noe_fair_show(judge, trace, why);
  return NOE_VERDICT_VIOLATED;
}
