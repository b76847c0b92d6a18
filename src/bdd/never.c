/* Sequences (`never`): the product of the states with a monitor, as one set of states for each state of the monitor.
 * A path may stand still where nothing goes on. */
#include "bdd/bdd_int.h"
#include "logic/sequence.h"

struct product {
  struct noe_bdd *b;
  const struct noe_monitor *monitor;
  const BDD *propositions;
  BDD *reached, *frontier, *next; /* by state of the monitor */
  BDD *levels;                    /* level after level, all frontiers */
  uint32_t level_count, level_capacity;
  BDD ends;
};

/* The states of `set` go from this state of the monitor to others, by what holds in them. */
static void read_letter(struct product *product, uint32_t at, BDD set) {
  if (set == bddfalse)
    return;
  if (!(at & NOE_MONITOR_QUESTION)) {
    product->next[at] = noe_bdd_instead(product->next[at], bdd_or(product->next[at], set));
    return;
  }
  const struct noe_decision *decision = &product->monitor->decisions[at & ~NOE_MONITOR_QUESTION];
  BDD yes = noe_bdd_hold(bdd_and(set, product->propositions[decision->proposition]));
  BDD no = noe_bdd_hold(bdd_apply(set, product->propositions[decision->proposition], bddop_diff));
  read_letter(product, decision->high, yes);
  read_letter(product, decision->low, no);
  noe_bdd_drop(yes);
  noe_bdd_drop(no);
}

static BDD successors(struct product *product, BDD set) {
  struct noe_bdd *b = product->b;
  BDD next = noe_bdd_after(b, set);
  BDD stays = noe_bdd_hold(bdd_and(set, product->ends));
  next = noe_bdd_instead(next, bdd_or(next, stays));
  noe_bdd_drop(stays);
  return next;
}

static void save_level(struct product *product) {
  uint32_t states = product->monitor->state_count;
  if (product->level_count == product->level_capacity) {
    product->level_capacity = 2 * product->level_capacity + 8;
    product->levels = noe_base_realloc(product->b->memory, product->levels,
                                       (size_t)product->level_capacity * states * sizeof *product->levels);
  }
  for (uint32_t q = 0; q < states; q++)
    product->levels[(size_t)product->level_count * states + q] = noe_bdd_hold(product->frontier[q]);
  product->level_count++;
}

/* What is new becomes the frontier; is there any? */
static bool advance(struct product *product) {
  bool any = false;
  for (uint32_t q = 0; q < product->monitor->state_count; q++) {
    BDD fresh = noe_bdd_hold(bdd_apply(product->next[q], product->reached[q], bddop_diff));
    product->reached[q] = noe_bdd_instead(product->reached[q], bdd_or(product->reached[q], fresh));
    product->frontier[q] = noe_bdd_instead(product->frontier[q], fresh);
    product->next[q] = noe_bdd_instead(product->next[q], bddfalse);
    any |= fresh != bddfalse && !noe_logic_monitor_is_quiet(product->monitor, q);
    noe_bdd_drop(fresh);
  }
  if (any)
    save_level(product);
  return any;
}

static bool find_bad(struct product *product) {
  read_letter(product, product->monitor->roots[product->monitor->initial], product->b->rings.items[0]);
  while (advance(product)) {
    if (product->frontier[NOE_MONITOR_BAD] != bddfalse)
      return true;
    for (uint32_t q = 0; q < product->monitor->state_count; q++) {
      if (product->frontier[q] == bddfalse || noe_logic_monitor_is_quiet(product->monitor, q))
        continue;
      BDD next = successors(product, product->frontier[q]);
      read_letter(product, product->monitor->roots[q], next);
      noe_bdd_drop(next);
    }
  }
  return false;
}

/* --------------------------------------------------------------------- runs */

/* Backwards through the levels: pairs (monitor state, set) that lead to the next; then rings of states alone. */
static void show(struct product *product, struct noe_bdd_question *question) {
  struct noe_bdd *b = product->b;
  uint32_t states = product->monitor->state_count, level = product->level_count - 1, at = NOE_MONITOR_BAD;
  struct noe_bdd_rings way = {NOE_NEW_ARRAY(b->arena, BDD, level + 1), level + 1, level + 1};
  BDD goal = noe_bdd_hold(product->levels[(size_t)level * states + at]);
  way.items[level] = goal;
  for (uint32_t i = level; i-- > 0;) {
    way.items[i] = noe_bdd_hold(bddfalse);
    for (uint32_t q = 0; q < states && way.items[i] == bddfalse; q++) {
      if (noe_logic_monitor_is_quiet(product->monitor, q))
        continue;
      /* those that the monitor leads from q to where it must be then */
      for (uint32_t k = 0; k < states; k++)
        product->next[k] = noe_bdd_instead(product->next[k], bddfalse);
      read_letter(product, product->monitor->roots[q], way.items[i + 1]);
      BDD into = noe_bdd_hold(product->next[at]), from;
      BDD pre = noe_bdd_before(b, into, NULL), still = noe_bdd_hold(bdd_and(into, product->ends));
      pre = noe_bdd_instead(pre, bdd_or(pre, still));
      from = noe_bdd_hold(bdd_and(pre, product->levels[(size_t)i * states + q]));
      if (from != bddfalse) {
        way.items[i] = noe_bdd_instead(way.items[i], from);
        way.items[i + 1] = noe_bdd_instead(way.items[i + 1], into);
        at = q;
      }
      noe_bdd_drop(into);
      noe_bdd_drop(pre);
      noe_bdd_drop(still);
      noe_bdd_drop(from);
    }
  }
  for (uint32_t i = 0; b->symmetry && i < way.count; i++)
    way.items[i] = noe_bdd_instead(way.items[i], noe_bdd_orbits(b, way.items[i]));
  question->finding->trace = noe_bdd_run_along(b, way.items, way.count);
}

static BDD *empty_sets(struct product *product) {
  BDD *sets = NOE_NEW_ARRAY(product->b->arena, BDD, product->monitor->state_count);
  for (uint32_t q = 0; q < product->monitor->state_count; q++)
    sets[q] = noe_bdd_hold(bddfalse);
  return sets;
}

enum noe_verdict noe_bdd_judge_never(struct noe_bdd *b, struct noe_bdd_question *question, const int64_t *arguments) {
  const struct noe_clause *claim = question->question.clause;
  struct noe_logic *logic = noe_logic_new(b->memory);
  struct product product = {.b = b};
  enum noe_logic_answer answer = noe_logic_sequence(logic, b->arena, claim->temporal, &product.monitor);
  if (answer != NOE_LOGIC_DONE) {
    question->finding->message = noe_logic_answer_text(answer);
    noe_logic_delete(logic);
    return NOE_VERDICT_UNKNOWN;
  }
  BDD fault = noe_bdd_hold(bddfalse);
  product.propositions = noe_bdd_propositions(b, claim, arguments, logic, &fault);
  product.reached = empty_sets(&product);
  product.frontier = empty_sets(&product);
  product.next = empty_sets(&product);
  product.ends = noe_bdd_ends(b);
  enum noe_verdict verdict = NOE_VERDICT_UNKNOWN;
  if (fault == bddfalse) {
    verdict = find_bad(&product) ? NOE_VERDICT_VIOLATED : NOE_VERDICT_HOLDS;
    if (verdict == NOE_VERDICT_VIOLATED)
      show(&product, question);
    verdict = noe_bdd_temper(b, verdict, fault);
  }
  for (uint32_t q = 0; q < product.monitor->state_count; q++) {
    noe_bdd_drop(product.reached[q]);
    noe_bdd_drop(product.frontier[q]);
    noe_bdd_drop(product.next[q]);
  }
  noe_bdd_drop(product.ends);
  noe_bdd_drop(fault);
  noe_base_free(b->memory, product.levels);
  noe_logic_delete(logic);
  return verdict;
}
