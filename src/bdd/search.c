/* What can be reached, ring by ring, and what is noticed on the way. */
#include "bdd/bdd_int.h"

/* ------------------------------------------------------------------ noticing */

static BDD common(BDD a, BDD b) { return noe_bdd_hold(bdd_and(a, b)); }

static void fail(struct noe_bdd *b, struct noe_bdd_question *question, uint32_t ring, BDD where) {
  if (!question || question->failed || b->is_quiet)
    return;
  question->failed = true;
  question->ring = ring;
  question->where = noe_bdd_instead(question->where, where);
  if (question->question.kind != NOE_FINDING_COVER)
    b->failures++;
}

/* Where `set` meets `bad` the question fails. */
static bool meets(struct noe_bdd *b, struct noe_bdd_question *question, uint32_t ring, BDD set, BDD bad) {
  if (bad == bddfalse)
    return false;
  BDD where = common(set, bad);
  bool met = where != bddfalse;
  if (met)
    fail(b, question, ring, where);
  noe_bdd_drop(where);
  return met;
}

static void add_ring(struct noe_bdd *b, BDD set) {
  struct noe_bdd_rings *rings = &b->rings;
  if (b->records) {
    if (rings->count == rings->capacity) {
      rings->capacity = 2 * rings->capacity + 16;
      rings->items = noe_base_realloc(b->memory, rings->items, rings->capacity * sizeof *rings->items);
    }
    rings->items[rings->count] = noe_bdd_hold(set);
  }
  rings->count++;
}

uint32_t noe_bdd_found(struct noe_bdd *b, BDD set) {
  uint32_t ring = b->rings.count;
  add_ring(b, set);
  for (uint32_t i = 0; i < b->question_count && !b->is_quiet; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    const struct noe_clause *claim = question->question.clause;
    if (!claim)
      continue;
    if (meets(b, b->errors, ring, set, question->fault))
      question->undecided = true;
    if (!question->failed)
      meets(b, question, ring, set, question->bad);
  }
  return ring;
}

/* A state in which something fails is not called a deadlock as well. */
void noe_bdd_expanded(struct noe_bdd *b, uint32_t ring, BDD set) {
  if (b->is_quiet)
    return;
  meets(b, b->errors, ring, set, b->failing);
  if (!b->deadlock || b->deadlock->failed)
    return;
  BDD stay = noe_bdd_hold(bdd_apply(set, b->failing, bddop_diff));
  for (uint32_t i = 0; i < b->leading_count && stay != bddfalse; i++)
    stay = noe_bdd_instead(stay, bdd_apply(stay, b->leading[i], bddop_diff));
  if (stay != bddfalse)
    fail(b, b->deadlock, ring, stay);
  noe_bdd_drop(stay);
}

/* States in which an assumption cannot be evaluated are shown, and not searched on. */
BDD noe_bdd_allow(struct noe_bdd *b, BDD successors) {
  if (b->assume_fault != bddfalse && b->errors && !b->errors->failed && !b->is_quiet) {
    BDD wrong = common(successors, b->assume_fault);
    if (wrong != bddfalse) {
      fail(b, b->errors, b->rings.count, wrong);
      add_ring(b, wrong);
    }
    noe_bdd_drop(wrong);
  }
  return noe_bdd_instead(successors, bdd_and(successors, b->allowed));
}

/* Nothing new, or as many failures as were asked for, or deep enough. */
bool noe_bdd_is_over(struct noe_bdd *b, BDD frontier) {
  uint64_t most = b->options->max_errors;
  if (most && b->failures >= most && !b->is_quiet)
    b->stop = NOE_STOP_ERRORS;
  return b->stop || frontier == bddfalse;
}

/* -------------------------------------------------------------------- levels */

static void search_levels(struct noe_bdd *b, bool reduces) {
  BDD frontier = noe_bdd_allow(b, noe_bdd_hold(b->starts));
  if (reduces)
    frontier = noe_bdd_canonise(b, frontier);
  uint32_t ring = noe_bdd_found(b, frontier);
  b->reached = noe_bdd_hold(frontier);
  while (!noe_bdd_is_over(b, frontier)) {
    if (b->options->bound && b->depth >= b->options->bound) {
      b->stop = NOE_STOP_BOUND;
      break;
    }
    noe_bdd_expanded(b, ring, frontier);
    BDD next = noe_bdd_allow(b, noe_bdd_image_all(b, frontier));
    if (reduces)
      next = noe_bdd_canonise(b, next);
    frontier = noe_bdd_instead(frontier, bdd_apply(next, b->reached, bddop_diff));
    noe_bdd_drop(next);
    b->reached = noe_bdd_instead(b->reached, bdd_or(b->reached, frontier));
    b->depth += frontier != bddfalse;
    ring = noe_bdd_found(b, frontier);
  }
  b->explored = !b->stop || b->stop == NOE_STOP_ERRORS ? frontier == bddfalse : false;
  noe_bdd_drop(frontier);
}

/* --------------------------------------------------------------- first found */

/* Those of the next ring: successors of `some` that are not symmetric to anything reached. */
static BDD fresh_successors(struct noe_bdd *b, BDD some) {
  BDD next = noe_bdd_allow(b, noe_bdd_image_all(b, some));
  BDD seen = b->symmetry ? noe_bdd_orbits_within(b, b->reached, b->options->sigma) : noe_bdd_hold(b->reached);
  next = noe_bdd_instead(next, bdd_apply(next, seen, bddop_diff));
  noe_bdd_drop(seen);
  return next;
}

/* A part of the set whose diagram is small: down the larger branches, as long as it takes. What is left out is gone for
 * good. `set` is given up. */
static BDD choose(struct noe_bdd *b, BDD set) {
  uint64_t most = noe_bdd_only_refutes(b->options, b->strategy) ? b->options->under : 0;
  BDD path = noe_bdd_hold(bddtrue), node = set;
  while (most && node > 1 && (uint64_t)bdd_nodecount(node) > most) {
    bool high = bdd_low(node) == bddfalse ||
                (bdd_high(node) != bddfalse && bdd_nodecount(bdd_high(node)) > bdd_nodecount(bdd_low(node)));
    BDD step = high ? bdd_ithvar(bdd_var(node)) : bdd_nithvar(bdd_var(node));
    path = noe_bdd_instead(path, bdd_and(path, step));
    b->dropped |= bdd_low(node) != bddfalse && bdd_high(node) != bddfalse;
    node = high ? bdd_high(node) : bdd_low(node);
  }
  set = noe_bdd_instead(set, bdd_and(set, path));
  noe_bdd_drop(path);
  return set;
}

/* Symmetry_MC (Barner and Grumberg), with the start states looked at as well: rings are joined by real steps, and what is
 * symmetric to something reached before is left out of the next one. */
static void search_first_found(struct noe_bdd *b) {
  BDD frontier = noe_bdd_allow(b, noe_bdd_hold(b->starts));
  b->reached = noe_bdd_hold(frontier);
  uint32_t ring = noe_bdd_found(b, frontier);
  while (!noe_bdd_is_over(b, frontier)) {
    noe_bdd_expanded(b, ring, frontier);
    BDD some = choose(b, frontier);
    frontier = fresh_successors(b, some);
    noe_bdd_drop(some);
    b->reached = noe_bdd_instead(b->reached, bdd_or(b->reached, frontier));
    b->depth += frontier != bddfalse;
    ring = noe_bdd_found(b, frontier);
  }
  b->explored = frontier == bddfalse;
  noe_bdd_drop(frontier);
}

/* ---------------------------------------------------------------------- hints */

/* Hints_Sym (Barner and Grumberg): only states of the hint are expanded; when they lead to nothing new the next
 * hint has its turn, from all that was reached. Behind the last one everything is expanded, and only then it is over. */
static void search_by_hints(struct noe_bdd *b) {
  BDD frontier = noe_bdd_allow(b, noe_bdd_hold(b->starts));
  uint32_t hint = 0;
  b->reached = noe_bdd_hold(frontier);
  noe_bdd_expanded(b, noe_bdd_found(b, frontier), frontier);
  while (!noe_bdd_is_over(b, b->everything) && (frontier != bddfalse || hint < b->hint_count)) {
    if (frontier == bddfalse) {
      hint++;
      frontier = noe_bdd_instead(frontier, b->reached);
    }
    BDD some = common(frontier, hint < b->hint_count ? b->hints[hint] : b->everything);
    noe_bdd_drop(frontier);
    frontier = fresh_successors(b, some);
    noe_bdd_drop(some);
    if (frontier == bddfalse)
      continue;
    b->reached = noe_bdd_instead(b->reached, bdd_or(b->reached, frontier));
    b->depth++;
    noe_bdd_expanded(b, noe_bdd_found(b, frontier), frontier);
  }
  b->explored = frontier == bddfalse && hint == b->hint_count;
  noe_bdd_drop(frontier);
}

static void forget(struct noe_bdd *b) {
  b->rings.count = b->depth = 0;
  if (b->is_quiet)
    return;
  for (uint32_t i = 0; i < b->question_count; i++) {
    struct noe_bdd_question *question = &b->questions[i];
    question->failed &= question->ring == UINT32_MAX;
    question->undecided = false;
  }
  b->failures = b->errors && b->errors->failed;
  b->dropped = false;
  b->stop = NOE_STOP_NONE;
}

static void search_once(struct noe_bdd *b) {
  forget(b);
  switch (b->strategy) {
  case NOE_STRATEGY_PLAIN: search_levels(b, false); break;
  case NOE_STRATEGY_CREATE_XI:
  case NOE_STRATEGY_LIVE_REP:
  case NOE_STRATEGY_FIRST_FOUND: search_first_found(b); break;
  case NOE_STRATEGY_HINTS: search_by_hints(b); break;
  case NOE_STRATEGY_ORBIT:
  case NOE_STRATEGY_MULTIPLE:
  case NOE_STRATEGY_DYNAMIC: search_levels(b, true); break;
  default: noe_bdd_search_components(b, b->strategy == NOE_STRATEGY_COMPONENT_STATES); break;
  }
}

/* Rings are kept only if there is a run to be shown: then everything is done once more. `auto` shows shortest runs, and
 * process by process they are not. */
void noe_bdd_search(struct noe_bdd *b) {
  search_once(b);
  if (b->failures && !b->records) {
    noe_bdd_drop(b->reached);
    b->records = true;
    if (b->task->more_work)
      b->strategy = NOE_STRATEGY_DYNAMIC;
    search_once(b);
  }
}
