/* LTL: is there a fair run that the automaton of the negation accepts? */
#include "fair/judge_int.h"
#include "model/lasso.h"

/* The product is explored breadth first, and what is there is searched for fair cycles when it has so many nodes,
 * and each time it has grown by this factor: all these searches together cost a third more than the last one, and
 * whatever is found is not far from the start. A fair cycle of a part is one of the whole; what is missed in a part
 * is found later. */
#ifdef NOE_HOSTILE
enum { MANY_NODES = 1 << 8, FACTOR = 4 };
#else
enum { MANY_NODES = 1 << 16, FACTOR = 4 };
#endif

static bool is_complete(const struct noe_product *product) { return product->expanded == product->nodes.count; }

/* Explores further, and looks for a fair cycle in what is there: if there is one, judge->cycles has it. */
static bool look(struct noe_judge *judge, uint64_t most) {
  if (!noe_fair_product_explore(&judge->product, most < UINT32_MAX ? (uint32_t)most : UINT32_MAX))
    return false;
  noe_fair_cycles_free(&judge->cycles);
  noe_fair_cycles_init(&judge->cycles, &judge->product);
  return noe_fair_cycles_search_explored(&judge->cycles);
}

static bool search(struct noe_judge *judge) {
  const struct noe_acceptance acceptance = {.automaton = judge->product.automaton};
  bool asked;
  if (noe_fair_is_empty_at_once(judge, acceptance, &asked))
    return false;
  for (uint64_t most = NOE_SOME_PAIRS;; most *= FACTOR) {
    if (look(judge, most))
      return true;
    if (judge->space.stop || judge->claim.fault || is_complete(&judge->product) || noe_fair_is_far(judge))
      return false;
    if (most == NOE_SOME_PAIRS && !asked && noe_fair_is_empty(judge, acceptance))
      return false;
  }
}

/* The loop of a shortest lasso, if that takes little work. */
static uint32_t find_short_loop(struct noe_judge *judge) {
  noe_fair_cycles_init(&judge->all_cycles, &judge->product);
  noe_fair_cycles_search_all_explored(&judge->all_cycles);
  judge->short_loop = noe_fair_short_loop_new(&judge->product, &judge->all_cycles);
  noe_fair_cycles_free(&judge->all_cycles);
  return noe_fair_short_loop_find(judge->short_loop);
}

/* Near the start many groups may have to be served that are not enabled further on: a loop there can be very long. */
static void look_further(struct noe_judge *judge) {
  for (uint64_t most = judge->product.expanded; most < MANY_NODES && !is_complete(&judge->product);) {
    most *= FACTOR;
    if (!look(judge, most))
      return;
  }
}

static void show(struct noe_judge *judge) {
  const char *why = "the search for it was stopped";
  const struct noe_trace *trace = NULL;
  uint32_t loop = find_short_loop(judge);
  if (loop == NOE_NO_NODE)
    look_further(judge);
  noe_fair_walk_init(&judge->walk, &judge->product, loop == NOE_NO_NODE ? &judge->cycles : NULL);
  if (loop != NOE_NO_NODE)
    trace = noe_fair_short_lasso(&judge->walk, judge->short_loop, loop, judge->product_starts,
                                 judge->product_start_count, &why);
  else if (judge->cycles.found)
    trace = noe_fair_lasso(&judge->walk, judge->product_starts, judge->product_start_count, &why);
  noe_fair_show(judge, trace, why);
}

/* ------------------------------------------------------------------ safety */

/* A monitor for the formula; NULL: what violates it need not show at any time, or every run might not be continued
 * to a fair one, or the formula looks back or at steps. */
static const struct noe_monitor *monitor_of(struct noe_judge *judge, const struct noe_term *formula) {
  const struct noe_monitor *monitor;
  if (noe_logic_hidden(judge->logic) || judge->space.groups->has_conditions || judge->claim.steps)
    return NULL;
  return noe_logic_monitor(judge->arena, judge->task->memory, formula, &monitor) == NOE_LOGIC_DONE ? monitor : NULL;
}

/* Does the run that was found tell by itself, one state after the other, that the formula is violated? Few do not:
 * those that stand still, and those whose last state only leaves what no run can do. They are shown as lassos. */
static bool tells(struct noe_judge *judge) {
  const struct noe_trace *trace = judge->finding->trace;
  struct noe_machine *referee = noe_model_machine_new(judge->task->memory, judge->task->model);
  bool tells =
      trace && noe_model_lasso_satisfies(referee, judge->property, judge->arguments, trace) == NOE_OUTCOME_FALSE;
  noe_model_machine_delete(referee);
  return tells;
}

static void forget_run(struct noe_judge *judge) {
  judge->finding->trace = NULL;
  noe_fair_walk_free(&judge->walk);
  noe_fair_product_free(&judge->product);
}

/* ------------------------------------------------------------------- claims */

enum noe_verdict noe_fair_judge_ltl(struct noe_judge *judge) {
  const struct noe_term *formula;
  judge->logic = noe_logic_new(judge->task->memory);
  enum noe_logic_answer answer = noe_logic_from_temporal(judge->logic, judge->property->temporal, &formula);
  if (answer != NOE_LOGIC_DONE) {
    judge->finding->message = noe_logic_answer_text(answer);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_automaton *automaton = noe_logic_translate_hiding(
      judge->arena, judge->task->memory, noe_logic_with_history(judge->logic, noe_logic_not(formula)),
      noe_logic_hidden(judge->logic));
  if (!automaton) {
    judge->finding->message = noe_logic_answer_text(NOE_LOGIC_TOO_LARGE);
    return NOE_VERDICT_UNKNOWN;
  }
  const struct noe_proposition *const *propositions = noe_fair_propositions(judge, judge->logic);
  if (!noe_fair_open_instance(judge, propositions, noe_logic_proposition_count(judge->logic)))
    return NOE_VERDICT_UNKNOWN;
  if (!automaton->state_count)
    return NOE_VERDICT_HOLDS;
  const struct noe_monitor *monitor = monitor_of(judge, formula);
  if (monitor) {
    enum noe_verdict verdict = noe_fair_judge_monitor(judge, monitor);
    if (verdict != NOE_VERDICT_VIOLATED || tells(judge))
      return verdict;
    forget_run(judge);
  }
  noe_fair_start_product(judge, automaton);
  if (!search(judge))
    return (judge->sieve || is_complete(&judge->product)) && !judge->space.stop && !judge->claim.fault
               ? NOE_VERDICT_HOLDS
               : NOE_VERDICT_UNKNOWN;
  noe_fair_note_violation(judge);
  show(judge);
  return NOE_VERDICT_VIOLATED;
}
