/* LTL, on all states: is there a fair run that the automaton of the negation accepts? */
#include "bdd/hull.h"
#include "logic/formula.h"

static enum noe_verdict search(struct noe_bdd_product *product, struct noe_bdd_question *question) {
  struct noe_bdd *b = product->b;
  noe_bdd_family reached = noe_bdd_family_from(product, b->rings.items[0]);
  noe_bdd_family all = noe_bdd_family_new(product);
  for (uint32_t q = 0; q < product->automaton->state_count; q++)
    all[q] = noe_bdd_instead(all[q], reached[q]);
  noe_bdd_family hull = noe_bdd_hull(product, all);
  bool violated = !noe_bdd_family_is_empty(product, hull);
  if (violated) {
    question->finding->trace = noe_bdd_lasso(product, reached, hull);
    if (!question->finding->trace)
      b->result->error = "a diagram shows a fair run that the interpreter does not find";
  }
  noe_bdd_family_drop(product, hull);
  noe_bdd_family_drop(product, reached);
  return violated ? NOE_VERDICT_VIOLATED : NOE_VERDICT_HOLDS;
}

static enum noe_verdict judge(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments,
                              const struct noe_logic *logic, const struct noe_automaton *automaton) {
  struct noe_bdd_product product;
  BDD fault = noe_bdd_hold(bddfalse);
  BDD *propositions = noe_bdd_propositions(b, question->question.clause, arguments, logic, &fault);
  enum noe_verdict verdict = NOE_VERDICT_UNKNOWN;
  noe_bdd_product_open(&product, b, automaton, propositions);
  fault = noe_bdd_instead(fault, bdd_or(fault, product.fault));
  if (fault == bddfalse && !b->circuits->refused)
    verdict = search(&product, question);
  verdict = noe_bdd_temper(b, verdict, fault);
  for (uint32_t i = 0; i < noe_logic_proposition_count(logic); i++)
    noe_bdd_drop(propositions[i]);
  noe_bdd_product_close(&product);
  noe_bdd_drop(fault);
  return verdict;
}

enum noe_verdict noe_bdd_judge_linear(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments) {
  const struct noe_term *formula;
  struct noe_logic *logic = noe_logic_new(b->memory);
  const struct noe_automaton *automaton = NULL;
  enum noe_verdict verdict = NOE_VERDICT_UNKNOWN;
  enum noe_logic_answer answer = noe_logic_from_temporal(logic, question->question.clause->temporal, &formula);
  if (answer == NOE_LOGIC_DONE) {
    automaton = noe_logic_translate_hiding(b->arena, b->memory, noe_logic_with_history(logic, noe_logic_not(formula)),
                                           noe_logic_hidden(logic));
    answer = automaton ? answer : NOE_LOGIC_TOO_LARGE;
  }
  if (answer != NOE_LOGIC_DONE)
    question->finding->message = noe_logic_answer_text(answer);
  else
    verdict = automaton->state_count ? judge(b, question, arguments, logic, automaton)
                                     : noe_bdd_temper(b, NOE_VERDICT_HOLDS, bddfalse);
  noe_logic_delete(logic);
  return verdict;
}
