/* After the search: claims about ways, verdicts, runs, figures. */
#include <string.h>

#include "bdd/bdd_int.h"
#include "model/failing.h"
#include "verdict/figures.h"
#include "model/result.h"
#include "verdict/run.h"

BDD noe_bdd_atom(struct noe_bdd *b, const struct noe_clause *property, const int64_t *arguments, const int64_t *values,
                 uint32_t atom, BDD *fault) {
  struct noe_circuit_truth truth = property->temporal ? noe_circuit_atom(b->circuits, property, arguments, values, atom)
                                                      : noe_circuit_guard(b->circuits, property, arguments);
  noe_literal holds = noe_circuit_or(&b->circuits->graph, truth.truth, truth.discard); /* discarded: not judged */
  BDD set = noe_bdd_of(b, holds), wrong = noe_bdd_of(b, truth.fault);
  noe_bdd_forget_gates(b);
  wrong = noe_bdd_instead(wrong, bdd_and(wrong, b->reached));
  *fault = noe_bdd_instead(*fault, bdd_or(*fault, wrong));
  noe_bdd_drop(wrong);
  return set;
}

/* ------------------------------------------------------------------- AG EF */

static uint32_t ring_of(const struct noe_bdd *b, BDD set, BDD *part) {
  for (uint32_t i = 0; i < b->rings.count; i++) {
    *part = noe_bdd_hold(bdd_and(set, b->rings.items[i]));
    if (*part != bddfalse)
      return i;
    noe_bdd_drop(*part);
  }
  *part = noe_bdd_hold(bddfalse);
  return 0;
}

static enum noe_verdict judge_liveness(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments) {
  BDD fault = noe_bdd_hold(bddfalse);
  BDD goal = noe_bdd_atom(b, question->question.clause, arguments, NULL, 0, &fault);
  enum noe_verdict verdict = NOE_VERDICT_HOLDS;
  if (fault != bddfalse) {
    noe_bdd_drop(fault);
    noe_bdd_drop(goal);
    return NOE_VERDICT_UNKNOWN;
  }
  goal = noe_bdd_instead(goal, bdd_and(goal, b->reached));
  BDD frontier = noe_bdd_hold(goal);
  while (frontier != bddfalse) {
    BDD before = noe_bdd_before(b, frontier, NULL);
    frontier = noe_bdd_instead(frontier, bdd_apply(before, goal, bddop_diff));
    goal = noe_bdd_instead(goal, bdd_or(goal, frontier));
    noe_bdd_drop(before);
  }
  BDD never = noe_bdd_hold(bdd_apply(b->reached, goal, bddop_diff));
  if (never != bddfalse) {
    BDD part;
    verdict = NOE_VERDICT_VIOLATED;
    question->ring = ring_of(b, never, &part);
    question->finding->trace = noe_bdd_run_to(b, question->ring, part);
    question->finding->count = noe_bdd_count_small(b, never);
    noe_bdd_drop(part);
  }
  noe_bdd_drop(fault);
  noe_bdd_drop(frontier);
  noe_bdd_drop(goal);
  noe_bdd_drop(never);
  return verdict;
}

/* ------------------------------------------------------------------ instances */

static enum noe_verdict judge_instance(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments) {
  switch (question->question.clause->property) {
  case NOE_PROPERTY_LIVENESS: return judge_liveness(b, question, arguments);
  case NOE_PROPERTY_LTL: return noe_bdd_judge_linear(b, question, arguments);
  case NOE_PROPERTY_NEVER: return noe_bdd_judge_never(b, question, arguments);
  default: return noe_bdd_judge_branching(b, question, arguments);
  }
}

static void judge_question(struct noe_bdd *b, struct noe_bdd_question *question) {
  const struct noe_clause *claim = question->question.clause;
  int64_t *arguments = NOE_NEW_ARRAY(b->task->arena, int64_t, claim->parameter_count + 1);
  enum noe_verdict verdict = NOE_VERDICT_HOLDS;
  bool more = noe_circuit_first_instance(claim, arguments), open = false;
  while (more && verdict != NOE_VERDICT_VIOLATED && !b->circuits->refused) {
    if (noe_bdd_is_leader(b, claim, arguments)) {
      noe_bdd_focus(b, claim, arguments);
      verdict = judge_instance(b, question, arguments);
    }
    open |= verdict == NOE_VERDICT_UNKNOWN;
    if (verdict != NOE_VERDICT_VIOLATED)
      more = noe_circuit_next_instance(claim, arguments);
  }
  question->judged = verdict == NOE_VERDICT_VIOLATED || (!open && !b->circuits->refused);
  question->failed = verdict == NOE_VERDICT_VIOLATED;
  b->failures += question->failed;
  if (question->failed && claim->parameter_count)
    question->finding->arguments = arguments;
  if (!question->judged && !question->finding->message)
    question->finding->message = "a run-time error kept it from being evaluated everywhere";
}

static bool is_asked(const struct noe_bdd *b, const struct noe_bdd_question *question) {
  const struct noe_clause *claim = question->question.clause;
  const char *why;
  return claim && (claim->property == NOE_PROPERTY_LIVENESS || noe_property_is_temporal(claim->property)) &&
         noe_bdd_engine.ability(b->model, b->options, &question->question, &why);
}

void noe_bdd_judge(struct noe_bdd *b) {
  uint64_t most = b->options->max_errors;
  for (uint32_t i = 0; i < b->question_count && b->explored && !b->stop; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    if (!is_asked(b, question))
      continue;
    if (most && b->failures >= most) {
      b->stop = NOE_STOP_ERRORS;
      break;
    }
    judge_question(b, question);
  }
  if (b->symmetry)
    noe_bdd_focus_on_states(b);
}

/* ------------------------------------------------------------------- verdicts */

static enum noe_verdict verdict_of(const struct noe_bdd *b, const struct noe_bdd_question *question) {
  const struct noe_clause *claim = question->question.clause;
  /* With --under nothing is proved, even if nothing was left out: it was not promised. */
  bool proves = !noe_bdd_only_refutes(b->options, b->strategy);
  bool known = b->explored && !b->dropped && proves && !question->undecided;
  if (question->question.kind == NOE_FINDING_COVER)
    return question->failed ? NOE_VERDICT_HOLDS : known && !b->stop ? NOE_VERDICT_VIOLATED : NOE_VERDICT_UNKNOWN;
  if (question->failed)
    return NOE_VERDICT_VIOLATED;
  if (claim && (claim->property == NOE_PROPERTY_LIVENESS || claim->temporal))
    known &= question->judged;
  if (question == b->errors || question == b->deadlock)
    known &= !b->stop;

  return known ? NOE_VERDICT_HOLDS : NOE_VERDICT_UNKNOWN;
}

/* An instance that fails in the last state of the run. */
static void find_arguments(struct noe_bdd *b, struct noe_finding *finding) {
  if (finding->kind != NOE_FINDING_INVARIANT || !finding->trace || !finding->clause->parameter_count)
    return;
  const int64_t *last = finding->trace->steps[finding->trace->count - 1].state;
  if (noe_model_machine_claim(b->machine, finding->clause, last) != NOE_OUTCOME_FALSE)
    return;
  int64_t *arguments = NOE_NEW_ARRAY(b->task->arena, int64_t, finding->clause->parameter_count);
  memcpy(arguments, noe_model_machine_arguments(b->machine), finding->clause->parameter_count * sizeof *arguments);
  finding->arguments = arguments;
}

static void write_error(struct noe_bdd *b, struct noe_finding *finding, const struct noe_trace *trace) {
  const struct noe_trace *longer = noe_model_run_with_fault(b->task->arena, b->machine, b->model, trace);
  if (!longer) {
    b->result->error = "a diagram shows a run-time error that the interpreter does not meet";
    return;
  }
  finding->trace = longer;
  finding->name = noe_model_fault_name(b->task->arena, &longer->fault);
  finding->place = longer->fault.place;
  finding->message = longer->fault.message;
}

static void write_run(struct noe_bdd *b, struct noe_bdd_question *question) {
  struct noe_finding *finding = question->finding;
  if (finding->verdict != NOE_VERDICT_VIOLATED || finding->trace || question->question.kind == NOE_FINDING_COVER)
    return;
  const struct noe_trace *trace = NULL;
  if (question->ring != UINT32_MAX) {
    trace = noe_bdd_run_to(b, question->ring, question->where);
    if (!trace) {
      b->result->error = "a diagram shows a state that no run leads to";
      return;
    }
  }
  if (question == b->errors)
    write_error(b, finding, trace);
  else
    finding->trace = trace;
  find_arguments(b, finding);
}

static void write_count(struct noe_bdd *b, struct noe_bdd_question *question) {
  if (question->bad == bddfalse || b->reached < 0)
    return;
  BDD met = noe_bdd_hold(bdd_and(question->bad, b->reached));
  question->finding->count = noe_bdd_count_small(b, met);
  noe_bdd_drop(met);
}

static void write_vacuity(struct noe_bdd *b, struct noe_bdd_question *question) {
  struct noe_finding *finding = question->finding;
  const struct noe_clause *claim = finding->clause;
  if (finding->kind != NOE_FINDING_INVARIANT || finding->verdict != NOE_VERDICT_HOLDS)
    return;
  for (uint32_t i = 0; i < claim->witness_count && !finding->vacuous; i++) {
    BDD seen = noe_bdd_hold(bdd_and(b->witnesses[claim->first_witness + i], b->reached));
    finding->vacuous = seen == bddfalse;
    if (finding->vacuous)
      finding->vacuous_place = b->model->witness_places[claim->first_witness + i];
    noe_bdd_drop(seen);
  }
}

static const char *why_open(const struct noe_bdd *b, const struct noe_bdd_question *question) {
  const char *why = NULL;
  if (b->dropped)
    return "states were left out (--under), so that nothing can be said to hold";
  if (b->strategy == NOE_STRATEGY_LIVE_REP && b->explored)
    return "no violation was found; --strategy=live-rep proves nothing";
  if (!noe_bdd_engine.ability(b->model, b->options, &question->question, &why) && why)
    return noe_base_arena_format(b->task->arena, "not judged: the bdd engine does not support %s; see --engine", why);
  if (question->undecided)
    return "a run-time error kept it from being evaluated everywhere";
  return noe_base_arena_format(b->task->arena, "the search ended early, after %u rings of states",
                               (unsigned)b->rings.count);
}

/* ------------------------------------------------------------------- figures */

static const char *number_text(struct noe_bdd *b, const struct noe_number *number) {
  struct noe_text text = noe_base_text(b->memory);
  noe_base_number_print(number, &text);
  const char *copy = noe_base_arena_text(b->task->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return copy;
}

static void write_symmetry(struct noe_bdd *b) {
  struct noe_result *result = b->result;
  struct noe_symmetric_type *types = NOE_NEW_ARRAY(b->task->arena, struct noe_symmetric_type, b->model->type_count);
  struct noe_number order = noe_base_number(b->memory, 1);
  for (uint32_t i = 0; i < b->model->type_count; i++) {
    const struct noe_type *type = b->model->types[i];
    if (type->kind != NOE_TYPE_SCALARSET)
      continue;
    bool used = b->symmetry && b->symmetry->block_of_type[i] != NOE_NO_BLOCK;
    enum noe_reason reason = b->proof && b->proof->types[i].reason ? b->proof->types[i].reason : NOE_REASON_OFF;
    types[result->type_count] = (struct noe_symmetric_type){.type = type, .used = used};
    if (!used)
      types[result->type_count].reason = noe_symmetry_reason_text(reason);
    result->type_count++;
  }
  for (uint32_t i = 0; b->symmetry && i < b->symmetry->block_count; i++)
    noe_base_number_factorial(&order, b->symmetry->blocks[i].size);
  result->types = types;
  result->group_order = number_text(b, &order);
  result->symmetry = !b->symmetry ? "off" : b->is_unique ? "exact" : "fast";
  noe_base_number_free(&order);
}

static void write_figures(struct noe_bdd *b) {
  struct noe_result *result = b->result;
  result->depth = b->depth;
  result->complete = b->explored && !b->stop && !b->dropped;
  result->stop = b->stop;
  write_symmetry(b);
  struct noe_number count = noe_base_number(b->memory, 0);
  noe_bdd_count(b, b->reached, &count);
  result->states = noe_bdd_count_small(b, b->reached);
  result->concrete_states = b->symmetry ? NULL : number_text(b, &count);
  noe_base_number_free(&count);
  noe_verdict_words(result, "bdd", "strategy", noe_bdd_strategy_text(b));
  noe_verdict_count(result, "bdd", "nodes", (uint64_t)bdd_nodecount(b->reached));
  noe_verdict_count(result, "bdd", "peak_nodes", (uint64_t)b->peak_nodes);
  if (b->order) {
    noe_verdict_count(result, "bdd", "nodes_before_sifting", (uint64_t)b->nodes_before);
    noe_verdict_count(result, "bdd", "nodes_after_sifting", (uint64_t)b->nodes_after);
  }
  noe_verdict_count(result, "bdd", "images", b->steps);
  if (b->orbit_nodes)
    noe_verdict_count(result, "bdd", "orbit_relation_nodes", b->orbit_nodes);
  if (b->xi_nodes)
    noe_verdict_count(result, "bdd", "representation_nodes", b->xi_nodes);
  noe_verdict_count(result, "bdd", "bits", b->circuits->bit_count);
}

void noe_bdd_write(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->question_count; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    question->finding->verdict = verdict_of(b, question);
    write_run(b, question);
    write_count(b, question);
    write_vacuity(b, question);
    if (question->finding->verdict == NOE_VERDICT_UNKNOWN && !question->finding->message)
      question->finding->message = why_open(b, question);
  }
  write_figures(b);
  noe_verdict_sum_up(b->result);
}
