/* Sequences by partial derivatives (Antimirov): what is left of a sequence after a
 * letter is a set of sequences. A match is never empty. */
#include <string.h>

#include "brute.h"

enum { MOST_TERMS = 300, MOST_PARTS = 256 };

struct terms {
  struct brute_graph *graph;
  const struct noe_clause *claim;
  const int64_t *arguments;
  const struct noe_sequence *all[MOST_TERMS];
  uint32_t count;
};

static const struct noe_sequence *term(struct terms *terms, struct noe_sequence wanted) {
  wanted.place = (struct noe_place){0};
  for (uint32_t i = 0; i < terms->count; i++) {
    const struct noe_sequence *known = terms->all[i];
    if (known->kind == wanted.kind && known->atom == wanted.atom && known->negated == wanted.negated &&
        known->low == wanted.low && known->high == wanted.high && known->left == wanted.left &&
        known->right == wanted.right)
      return known;
  }
  if (terms->count == MOST_TERMS) {
    terms->graph->trouble = "the sequence is too large";
    return terms->all[0];
  }
  struct noe_sequence *made = NOE_NEW(terms->graph->arena, struct noe_sequence);
  *made = wanted;
  terms->all[terms->count++] = made;
  return made;
}

static const struct noe_sequence *pair(struct terms *terms, enum noe_sequence_kind kind,
                                       const struct noe_sequence *left, const struct noe_sequence *right) {
  if (kind == NOE_SEQUENCE_THEN && left->kind == NOE_SEQUENCE_EMPTY)
    return right;
  return term(terms, (struct noe_sequence){.kind = kind, .left = left, .right = right});
}

static bool may_be_empty(const struct noe_sequence *s) {
  switch (s->kind) {
  case NOE_SEQUENCE_EMPTY: return true;
  case NOE_SEQUENCE_THEN: return may_be_empty(s->left) && may_be_empty(s->right);
  case NOE_SEQUENCE_EITHER: return may_be_empty(s->left) || may_be_empty(s->right);
  case NOE_SEQUENCE_REPEAT: return s->low == 0 || may_be_empty(s->left);
  default: return false;
  }
}

struct parts {
  const struct noe_sequence *items[MOST_PARTS];
  uint32_t count;
};

static void add(struct terms *terms, struct parts *parts, const struct noe_sequence *item) {
  item = term(terms, *item);
  for (uint32_t i = 0; i < parts->count; i++)
    if (parts->items[i] == item)
      return;
  if (parts->count == MOST_PARTS)
    terms->graph->trouble = "the sequence is too large";
  else
    parts->items[parts->count++] = item;
}

static void derive(struct terms *terms, const struct noe_sequence *s, uint32_t state, struct parts *parts) {
  struct parts *inner = NOE_NEW(terms->graph->arena, struct parts);
  switch (s->kind) {
  case NOE_SEQUENCE_EMPTY: return;
  case NOE_SEQUENCE_LETTER: {
    int64_t none[terms->claim->temporal->variable_count + 1];
    memset(none, 0, sizeof none);
    if (brute_atom(terms->graph, terms->claim, terms->arguments, none, s->atom, state) != s->negated)
      add(terms, parts, term(terms, (struct noe_sequence){.kind = NOE_SEQUENCE_EMPTY}));
    return;
  }
  case NOE_SEQUENCE_THEN:
    derive(terms, s->left, state, inner);
    for (uint32_t i = 0; i < inner->count; i++)
      add(terms, parts, pair(terms, NOE_SEQUENCE_THEN, inner->items[i], s->right));
    if (may_be_empty(s->left))
      derive(terms, s->right, state, parts);
    return;
  case NOE_SEQUENCE_FUSE: {
    derive(terms, s->left, state, inner);
    bool ends = false;
    for (uint32_t i = 0; i < inner->count; i++) {
      ends |= may_be_empty(inner->items[i]);
      if (inner->items[i]->kind != NOE_SEQUENCE_EMPTY)
        add(terms, parts, pair(terms, NOE_SEQUENCE_FUSE, inner->items[i], s->right));
    }
    if (ends)
      derive(terms, s->right, state, parts);
    return;
  }
  case NOE_SEQUENCE_EITHER:
    derive(terms, s->left, state, parts);
    derive(terms, s->right, state, parts);
    return;
  case NOE_SEQUENCE_REPEAT: {
    if (!s->high)
      return;
    struct noe_sequence fewer = *s;
    fewer.low -= fewer.low > 0;
    fewer.high -= fewer.high != UINT32_MAX;
    derive(terms, s->left, state, inner);
    for (uint32_t i = 0; i < inner->count; i++)
      add(terms, parts, pair(terms, NOE_SEQUENCE_THEN, inner->items[i], term(terms, fewer)));
    return;
  }
  }
}

/* Pairs of a state to be read and a term to be matched from it on. */
enum brute_answer brute_never(struct brute_graph *graph, const struct noe_clause *claim, const int64_t *arguments) {
  struct terms *terms = NOE_NEW(graph->arena, struct terms);
  terms->graph = graph;
  terms->claim = claim;
  terms->arguments = arguments;
  bool **seen = NOE_NEW_ARRAY(graph->arena, bool *, MOST_TERMS);
  struct {
    uint32_t state, term;
  } *stack = NOE_NEW_ARRAY(graph->arena, __typeof__(*stack), (size_t)graph->count *MOST_TERMS);
  size_t depth = 0;
  const struct noe_sequence *whole = term(terms, *claim->temporal->sequence);
  for (uint32_t i = 0; i < MOST_TERMS; i++)
    seen[i] = NOE_NEW_ARRAY(graph->arena, bool, graph->count);
  for (uint32_t i = 0; i < graph->count; i++) {
    seen[0][i] = true;
    stack[depth].state = i;
    stack[depth++].term = 0;
  }
  (void)whole;
  while (depth && !graph->trouble) {
    uint32_t state = stack[--depth].state;
    struct parts *parts = NOE_NEW(graph->arena, struct parts);
    derive(terms, terms->all[stack[depth].term], state, parts);
    for (uint32_t i = 0; i < parts->count && !graph->trouble; i++) {
      if (may_be_empty(parts->items[i]))
        return BRUTE_FAILS;
      uint32_t number = 0;
      while (terms->all[number] != parts->items[i])
        number++;
      for (uint32_t e = 0; e < graph->nodes[state].edge_count; e++) {
        uint32_t target = graph->nodes[state].edges[e].target;
        if (seen[number][target])
          continue;
        seen[number][target] = true;
        stack[depth].state = target;
        stack[depth++].term = number;
      }
    }
  }
  return graph->trouble ? BRUTE_UNDECIDED : BRUTE_HOLDS;
}
