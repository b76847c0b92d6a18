/* Direct simulation. State q simulates p if every edge of p, letter by letter, is
 * matched by an edge of q that has at least its marks and leads to a state that
 * simulates its target (Etessami, Wilke and Schuller, ICALP 2001). The greatest such
 * relation is found by striking pairs out.
 *
 * States that simulate each other become one. An edge e is needless if an edge f
 * of the same source takes the same letters, has the marks, and leads to a state that
 * simulates e's target: along any run one may change to f and be simulated from there
 * on (Clemente and Mayr, POPL 2013: pruning with the identity and strict direct
 * simulation). Two edges never make each other needless: after merging, states that
 * simulate each other are equal, and between equal edges the first one stays. */
#include <assert.h>
#include <string.h>

#include "logic/automaton_int.h"

enum { STATE_LIMIT = 1500, SPLIT_LIMIT = 10 };

struct relation {
  uint8_t *rows; /* row p, column q: q simulates p */
  uint32_t size;
};

static bool related(const struct relation *relation, uint32_t p, uint32_t q) {
  assert(p < relation->size && q < relation->size && "the relation is over the states");
  return relation->rows[(size_t)p * relation->size + q];
}

/* Is every letter of `edge` taken by a good edge of `state`? Splits the letters on a
 * proposition until one edge takes all that are left. */
static bool is_matched(struct noe_automaton_builder *draft, const struct relation *relation, struct noe_edge edge,
                       uint32_t state, uint32_t splits) {
  uint64_t split = 0;
  for (uint32_t i = draft->first[state]; i < draft->first[state + 1]; i++) {
    const struct noe_edge *other = &draft->edges.items[i];
    if (!draft->work)
      return false;
    draft->work--;
    if (edge.marks & ~other->marks || !noe_edge_meets(&edge, other) || !related(relation, edge.target, other->target))
      continue;
    uint64_t open = (other->positive & ~edge.positive) | (other->negative & ~edge.negative);
    if (!open)
      return true;
    split = split ? split : open & -open;
  }
  if (!split || splits == SPLIT_LIMIT)
    return false;
  struct noe_edge with = edge;
  assert(!((edge.positive | edge.negative) & split) && "a proposition is split on once");
  with.positive |= split;
  edge.negative |= split;
  return is_matched(draft, relation, with, state, splits + 1) && is_matched(draft, relation, edge, state, splits + 1);
}

static bool simulates(struct noe_automaton_builder *draft, const struct relation *relation, uint32_t p, uint32_t q) {
  for (uint32_t i = draft->first[p]; i < draft->first[p + 1]; i++)
    if (!is_matched(draft, relation, draft->edges.items[i], q, 0))
      return false;
  return true;
}

/* False: the work ran out; what is struck out by then is not enough. */
static bool find_relation(struct noe_automaton_builder *draft, struct relation *relation) {
  uint32_t n = draft->state_count;
  relation->size = n;
  relation->rows = NOE_NEW_ARRAY(draft->arena, uint8_t, (size_t)n * n);
  memset(relation->rows, 1, (size_t)n * n);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t p = 0; p < n; p++)
      for (uint32_t q = 0; q < n; q++)
        if (p != q && related(relation, p, q) && !simulates(draft, relation, p, q)) {
          relation->rows[(size_t)p * n + q] = 0;
          changed = true;
        }
    if (!draft->work)
      return false;
  }
  return true;
}

/* Edge e of a source has a better one, f, on all letters that both take. */
static bool is_better(const struct relation *relation, const struct noe_edge *e, const struct noe_edge *f) {
  return !(e->marks & ~f->marks) && related(relation, e->target, f->target) &&
         !(e->target == f->target && e->marks == f->marks);
}

static bool drop_worse_edges(struct noe_automaton_builder *draft, const struct relation *relation) {
  struct noe_edge *edges = draft->edges.items;
  bool *drop = NOE_NEW_ARRAY(draft->arena, bool, draft->edges.count), any = false;
  for (uint32_t s = 0; s < draft->state_count; s++)
    for (uint32_t i = draft->first[s]; i < draft->first[s + 1]; i++)
      for (uint32_t j = draft->first[s]; j < draft->first[s + 1] && !drop[i] && draft->work; j++) {
        draft->work--;
        drop[i] = is_better(relation, &edges[i], &edges[j]) && noe_edge_within(&edges[i], &edges[j]);
        any |= drop[i];
      }
  size_t kept = 0;
  for (size_t i = 0; i < draft->edges.count; i++)
    if (!drop[i])
      edges[kept++] = edges[i];
  draft->edges.count = kept;
  if (any)
    noe_logic_builder_index(draft);
  return any;
}

static bool merge_states(struct noe_automaton_builder *draft, const struct relation *relation) {
  uint32_t n = draft->state_count;
  uint32_t *into = NOE_NEW_ARRAY(draft->arena, uint32_t, n);
  bool *keep = NOE_NEW_ARRAY(draft->arena, bool, n), changed = false;
  for (uint32_t p = 0; p < n; p++) {
    for (into[p] = 0; into[p] < p; into[p]++)
      if (keep[into[p]] && related(relation, p, into[p]) && related(relation, into[p], p))
        break; /* one that stays: where splits were cut short the relation need not be transitive */
    keep[p] = into[p] == p;
    changed |= !keep[p];
  }
  if (changed)
    noe_logic_builder_restrict(draft, keep, into);
  return changed;
}

bool noe_logic_builder_simulate(struct noe_automaton_builder *draft) {
  struct relation relation;
  if (draft->state_count > STATE_LIMIT || !find_relation(draft, &relation))
    return false;
  if (merge_states(draft, &relation))
    return true;
  return drop_worse_edges(draft, &relation);
}

/* e loses the letters on which f, a better edge, is there: if f asks for one literal
 * that e leaves open, e gets its negation. Between edges that differ in letters only,
 * the earlier one counts as better. */
void noe_logic_builder_sharpen(struct noe_automaton_builder *draft) {
  struct relation relation;
  if (draft->state_count > STATE_LIMIT || !find_relation(draft, &relation))
    return;
  for (uint32_t s = 0; s < draft->state_count; s++)
    for (uint32_t i = draft->first[s]; i < draft->first[s + 1]; i++)
      for (uint32_t j = draft->first[s]; j < draft->first[s + 1]; j++) {
        struct noe_edge *e = &draft->edges.items[i];
        const struct noe_edge *f = &draft->edges.items[j];
        bool twin = e->target == f->target && e->marks == f->marks && j < i;
        uint64_t positive = f->positive & ~e->positive, negative = f->negative & ~e->negative;
        if (!noe_edge_meets(e, f) || !(twin || is_better(&relation, e, f)))
          continue;
        if (__builtin_popcountll(positive) + __builtin_popcountll(negative) != 1)
          continue;
        e->negative |= positive;
        e->positive |= negative;
      }
}
