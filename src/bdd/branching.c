/* CTL and the mu-calculus: sets of reached states, bottom-up. A run that ends is prolonged, for ctl: it stays where
 * no step leads on. */
#include "bdd/hull.h"
#include "logic/branching.h"

struct evaluation {
  struct noe_bdd *b;
  const struct noe_branching *formula;
  const BDD *propositions;
  BDD *known; /* by node without free variables; -1: not yet */
  BDD points[NOE_POINT_LIMIT];
  BDD ends;                    /* states that no step leaves; of mu: none */
  bool is_fair;                /* ctl under fairness: EX, EU and EG ask for a fair run */
  struct noe_bdd_product runs; /* then: all runs */
  BDD fair;                    /* and states that begin a fair one */
};

static BDD evaluate(struct evaluation *evaluation, uint32_t number);

static BDD before(struct evaluation *evaluation, BDD set, const char *rule) {
  struct noe_bdd *b = evaluation->b;
  BDD found = noe_bdd_before(b, set, rule);
  if (!rule) {
    BDD stays = noe_bdd_hold(bdd_and(set, evaluation->ends));
    found = noe_bdd_instead(found, bdd_or(found, stays));
    noe_bdd_drop(stays);
  }
  return found;
}

/* E(f U g), or EG f: least, or greatest, set Z with Z = g | f & EX Z, or Z = f & EX Z. */
static BDD until(struct evaluation *evaluation, BDD through, BDD goal) {
  BDD set = noe_bdd_hold(goal), old = noe_bdd_hold(bddfalse);
  while (set != old) {
    old = noe_bdd_instead(old, set);
    BDD more = before(evaluation, set, NULL);
    more = noe_bdd_instead(more, bdd_and(more, through));
    set = noe_bdd_instead(set, bdd_or(set, more));
    noe_bdd_drop(more);
  }
  noe_bdd_drop(old);
  return set;
}

/* EG over fair runs: states with a way through the hull. */
static BDD fairly(struct evaluation *evaluation, BDD through) {
  struct noe_bdd_product *runs = &evaluation->runs;
  noe_bdd_family all = noe_bdd_family_new(runs);
  all[0] = noe_bdd_instead(all[0], through);
  all = noe_bdd_hull(runs, all);
  BDD set = until(evaluation, through, all[0]);
  noe_bdd_family_drop(runs, all);
  return set;
}

static BDD globally(struct evaluation *evaluation, BDD through) {
  if (evaluation->is_fair)
    return fairly(evaluation, through);
  BDD set = noe_bdd_hold(through), old = noe_bdd_hold(bddfalse);
  while (set != old) {
    old = noe_bdd_instead(old, set);
    BDD stay = before(evaluation, set, NULL);
    set = noe_bdd_instead(set, bdd_and(set, stay));
    noe_bdd_drop(stay);
  }
  noe_bdd_drop(old);
  return set;
}

static BDD fixed_point(struct evaluation *evaluation, const struct noe_node *node) {
  BDD set = noe_bdd_hold(node->kind == NOE_NODE_LEAST ? bddfalse : evaluation->b->reached);
  for (;;) {
    evaluation->points[node->number] = set;
    BDD next = evaluate(evaluation, node->left);
    bool done = next == set;
    noe_bdd_drop(set);
    set = next;
    if (done)
      return set;
  }
}

static BDD compute(struct evaluation *evaluation, const struct noe_node *node) {
  struct noe_bdd *b = evaluation->b;
  BDD left, right, set;
  switch (node->kind) {
  case NOE_NODE_TRUE: return noe_bdd_hold(b->reached);
  case NOE_NODE_PROPOSITION: return noe_bdd_hold(bdd_and(evaluation->propositions[node->number], b->reached));
  case NOE_NODE_POINT: return noe_bdd_hold(evaluation->points[node->number]);
  case NOE_NODE_LEAST:
  case NOE_NODE_GREATEST: return fixed_point(evaluation, node);
  default: break;
  }
  left = evaluate(evaluation, node->left);
  right = node->kind == NOE_NODE_AND || node->kind == NOE_NODE_OR || node->kind == NOE_NODE_UNTIL
              ? evaluate(evaluation, node->right)
              : noe_bdd_hold(bddfalse);
  switch (node->kind) {
  case NOE_NODE_NOT: set = noe_bdd_hold(bdd_apply(b->reached, left, bddop_diff)); break;
  case NOE_NODE_AND: set = noe_bdd_hold(bdd_and(left, right)); break;
  case NOE_NODE_OR: set = noe_bdd_hold(bdd_or(left, right)); break;
  case NOE_NODE_UNTIL:
    right = noe_bdd_instead(right, evaluation->is_fair ? bdd_and(right, evaluation->fair) : right);
    set = until(evaluation, left, right);
    break;
  case NOE_NODE_GLOBALLY: set = globally(evaluation, left); break;
  default: /* NEXT, STEP */
    if (node->kind == NOE_NODE_NEXT && evaluation->is_fair)
      left = noe_bdd_instead(left, bdd_and(left, evaluation->fair));
    set = before(evaluation, left, node->rule);
    break;
  }
  noe_bdd_drop(left);
  noe_bdd_drop(right);
  return set;
}

static BDD evaluate(struct evaluation *evaluation, uint32_t number) {
  const struct noe_node *node = &evaluation->formula->nodes[number];
  if (node->free)
    return compute(evaluation, node);
  if (evaluation->known[number] < 0)
    evaluation->known[number] = compute(evaluation, node);
  return noe_bdd_hold(evaluation->known[number]);
}

/* ---------------------------------------------------------------- judgement */

BDD noe_bdd_ends(struct noe_bdd *b) {
  BDD moves = noe_bdd_preimage(b, b->allowed, NULL);
  BDD ends = noe_bdd_hold(bdd_apply(b->reached, moves, bddop_diff));
  noe_bdd_drop(moves);
  return ends;
}

BDD *noe_bdd_propositions(struct noe_bdd *b, const struct noe_clause *claim, const int64_t *arguments,
                          const struct noe_logic *logic, BDD *fault) {
  uint32_t count = noe_logic_proposition_count(logic);
  BDD *sets = NOE_NEW_ARRAY(b->arena, BDD, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_proposition *proposition = noe_logic_proposition(logic, i);
    sets[i] = proposition->atom == NOE_NO_ATOM
                  ? noe_bdd_hold(bddfalse)
                  : noe_bdd_atom(b, claim, arguments, proposition->values, proposition->atom, fault);
  }
  return sets;
}

/* A start state in which it fails; the rest of the reason is about all runs from there. */
static void show(struct noe_bdd *b, struct noe_bdd_question *question, BDD where) {
  question->finding->trace = noe_bdd_run_to(b, 0, where);
  question->finding->message = "it fails in this start state; the reason is about all runs from there";
}

static enum noe_verdict judge_formula(struct evaluation *evaluation, struct noe_bdd_question *question) {
  struct noe_bdd *b = evaluation->b;
  BDD holds = evaluate(evaluation, evaluation->formula->root);
  BDD fails = noe_bdd_hold(bdd_apply(b->rings.items[0], holds, bddop_diff));
  enum noe_verdict verdict = fails == bddfalse ? NOE_VERDICT_HOLDS : NOE_VERDICT_VIOLATED;
  if (fails != bddfalse)
    show(b, question, fails);
  noe_bdd_drop(holds);
  noe_bdd_drop(fails);
  return verdict;
}

static void drop_all(struct evaluation *evaluation, uint32_t propositions) {
  for (uint32_t i = 0; i < evaluation->formula->count; i++)
    if (evaluation->known[i] >= 0)
      noe_bdd_drop(evaluation->known[i]);
  for (uint32_t i = 0; i < propositions; i++)
    noe_bdd_drop(evaluation->propositions[i]);
  noe_bdd_drop(evaluation->ends);
  if (!evaluation->is_fair)
    return;
  noe_bdd_drop(evaluation->fair);
  noe_bdd_product_close(&evaluation->runs);
}

/* Reads every run. */
static const struct noe_edge everything = {0};
static const uint32_t firsts[] = {0, 1};
static const struct noe_automaton all_runs = {.state_count = 1, .edge_count = 1, .edges = &everything, .first = firsts};

/* Which runs are fair; `fault` gets the states in which a condition cannot be evaluated. */
static void find_fair(struct evaluation *evaluation, const struct noe_clause *claim, BDD *fault) {
  struct noe_bdd *b = evaluation->b;
  evaluation->is_fair = claim->property == NOE_PROPERTY_CTL && b->model->fairness_count && !b->options->ignore_fairness;
  if (!evaluation->is_fair)
    return;
  noe_bdd_product_open(&evaluation->runs, b, &all_runs, NULL);
  *fault = noe_bdd_instead(*fault, bdd_or(*fault, evaluation->runs.fault));
  evaluation->fair = fairly(evaluation, b->reached);
}

/* A run-time error that was met on the way leaves open what holds. */
enum noe_verdict noe_bdd_temper(struct noe_bdd *b, enum noe_verdict verdict, BDD fault) {
  bool trouble = (b->errors && b->errors->failed) || b->failing != bddfalse;
  if (trouble && !(b->errors && b->errors->failed)) {
    BDD met = noe_bdd_hold(bdd_and(b->failing, b->reached));
    trouble = met != bddfalse;
    noe_bdd_drop(met);
  }
  return fault != bddfalse || (trouble && verdict == NOE_VERDICT_HOLDS) ? NOE_VERDICT_UNKNOWN : verdict;
}

/* Is the formula about all runs: does each operator for some run stand under an odd number of negations? Steps between
 * some of the states show then what fails: each is a real one, and what some run does shows a violation. */
static bool is_universal(const struct noe_branching *formula, uint32_t number, bool positive) {
  const struct noe_node *node = &formula->nodes[number];
  switch (node->kind) {
  case NOE_NODE_TRUE:
  case NOE_NODE_PROPOSITION: return true;
  case NOE_NODE_NOT: return is_universal(formula, node->left, !positive);
  case NOE_NODE_AND:
  case NOE_NODE_OR: return is_universal(formula, node->left, positive) && is_universal(formula, node->right, positive);
  case NOE_NODE_NEXT:
  case NOE_NODE_GLOBALLY: return !positive && is_universal(formula, node->left, positive);
  case NOE_NODE_UNTIL:
    return !positive && is_universal(formula, node->left, positive) && is_universal(formula, node->right, positive);
  default: return false;
  }
}

/* On what is left of the states nothing else can be judged. */
static bool is_beyond(const struct noe_bdd *b, const struct noe_branching *formula, struct noe_bdd_question *question) {
  if (b->strategy != NOE_STRATEGY_LIVE_REP || is_universal(formula, formula->root, true))
    return false;
  question->finding->message = "not judged: it claims that some run exists, which --strategy=live-rep cannot refute";
  return true;
}

enum noe_verdict noe_bdd_judge_branching(struct noe_bdd *b, struct noe_bdd_question *question,
                                         const int64_t *arguments) {
  const struct noe_clause *claim = question->question.clause;
  struct noe_logic *logic = noe_logic_new(b->memory);
  struct evaluation evaluation = {.b = b};
  enum noe_logic_answer answer = noe_logic_branching(logic, b->arena, claim->temporal, &evaluation.formula);
  if (answer != NOE_LOGIC_DONE || is_beyond(b, evaluation.formula, question)) {
    if (answer != NOE_LOGIC_DONE)
      question->finding->message = noe_logic_answer_text(answer);
    noe_logic_delete(logic);
    return NOE_VERDICT_UNKNOWN;
  }
  BDD fault = noe_bdd_hold(bddfalse);
  evaluation.propositions = noe_bdd_propositions(b, claim, arguments, logic, &fault);
  evaluation.known = NOE_NEW_ARRAY(b->arena, BDD, evaluation.formula->count + 1);
  for (uint32_t i = 0; i < evaluation.formula->count; i++)
    evaluation.known[i] = -1;
  evaluation.ends = claim->property == NOE_PROPERTY_MU ? noe_bdd_hold(bddfalse) : noe_bdd_ends(b);
  find_fair(&evaluation, claim, &fault);
  enum noe_verdict verdict = NOE_VERDICT_UNKNOWN;
  if (fault == bddfalse && !b->circuits->refused)
    verdict = judge_formula(&evaluation, question);
  verdict = noe_bdd_temper(b, verdict, fault);
  drop_all(&evaluation, noe_logic_proposition_count(logic));
  noe_bdd_drop(fault);
  noe_logic_delete(logic);
  return verdict;
}
