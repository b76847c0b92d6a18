/* Sequences: is there a path with a part that matches? */
#include "fair/judge_int.h"
#include "logic/sequence.h"

enum noe_verdict noe_fair_judge_never(struct noe_judge *judge) {
  const struct noe_monitor *monitor;
  judge->logic = noe_logic_new(judge->task->memory);
  enum noe_logic_answer answer = noe_logic_sequence(judge->logic, judge->arena, judge->property->temporal, &monitor);
  if (answer != NOE_LOGIC_DONE) {
    judge->finding->message = noe_logic_answer_text(answer);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_proposition *const *propositions = noe_fair_propositions(judge, judge->logic);
  if (!noe_fair_open_instance(judge, propositions, noe_logic_proposition_count(judge->logic)))
    return NOE_VERDICT_UNKNOWN;
  return noe_fair_judge_monitor(judge, monitor);
}
