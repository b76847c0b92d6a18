/* Automata under construction: order of edges, renaming of states, the end product. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/contract.h"
#include "logic/automaton_int.h"
#include "logic/check.h"

#define COMPARE(field)                                                                                                 \
  if (a->field != b->field)                                                                                            \
  return a->field < b->field ? -1 : 1

static int by_place(const void *left, const void *right) {
  const struct noe_edge *a = left, *b = right;
  COMPARE(source);
  COMPARE(target);
  COMPARE(marks);
  COMPARE(positive);
  COMPARE(negative);
  return 0;
}

/* One edge for both, if their labels differ in the sign of one proposition. */
static bool merge(struct noe_edge *a, const struct noe_edge *b) {
  uint64_t flipped = a->positive ^ b->positive;
  if (a->marks != b->marks || flipped != (a->negative ^ b->negative) || !flipped || flipped & (flipped - 1))
    return false;
  a->positive &= ~flipped;
  a->negative &= ~flipped;
  return true;
}

/* Edges of one source and one target; returns how many stay. */
static size_t thin_out(struct noe_automaton_builder *draft, struct noe_edge *edges, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count && draft->work; j++) {
      if (i == j)
        continue;
      draft->work--;
      bool needless = noe_edge_within(&edges[j], &edges[i]) && !(edges[j].marks & ~edges[i].marks);
      if (!needless && !merge(&edges[i], &edges[j]))
        continue;
      memmove(&edges[j], &edges[j + 1], (count - j - 1) * sizeof *edges);
      count--;
      i = (size_t)-1; /* a wider edge may swallow those before it: look again */
      break;
    }
  return count;
}

void noe_logic_builder_index(struct noe_automaton_builder *draft) {
  struct noe_edge *edges = draft->edges.items;
  size_t kept = 0, count = draft->edges.count;
  if (count)
    qsort(edges, count, sizeof *edges, by_place);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && edges[end].source == edges[i].source && edges[end].target == edges[i].target;)
      end++;
    memmove(&edges[kept], &edges[i], (end - i) * sizeof *edges);
    kept += thin_out(draft, &edges[kept], end - i);
  }
  draft->edges.count = kept;
  draft->first = NOE_NEW_ARRAY(draft->arena, uint32_t, (size_t)draft->state_count + 1);
  for (size_t i = 0; i < kept; i++) {
    assert(edges[i].source < draft->state_count && edges[i].target < draft->state_count && "edges join states");
    assert(!(edges[i].positive & edges[i].negative) && "some letter takes every edge");
    assert(!(edges[i].marks & ~noe_builder_marks(draft)) && "edges carry marks that there are");
    draft->first[edges[i].source + 1]++;
  }
  for (uint32_t s = 0; s < draft->state_count; s++)
    draft->first[s + 1] += draft->first[s];
}

void noe_logic_builder_restrict(struct noe_automaton_builder *draft, const bool *keep, const uint32_t *into) {
  uint32_t *number = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count), states = 0;
  for (uint32_t s = 0; s < draft->state_count; s++)
    if (keep[s])
      number[s] = states++;
  size_t kept = 0;
  for (size_t i = 0; i < draft->edges.count; i++) {
    struct noe_edge edge = draft->edges.items[i];
    uint32_t target = into ? into[edge.target] : edge.target;
    assert((!into || keep[target]) && "what stands for a state stays");
    if (!keep[edge.source] || !keep[target])
      continue;
    edge.source = number[edge.source];
    edge.target = number[target];
    draft->edges.items[kept++] = edge;
  }
  assert((!states || keep[into ? into[draft->initial] : draft->initial]) && "if any state stays, the initial one does");
  draft->edges.count = kept;
  draft->initial = states ? number[into ? into[draft->initial] : draft->initial] : 0;
  draft->state_count = states;
  noe_logic_builder_index(draft);
}

void noe_logic_builder_reduce(struct noe_automaton_builder *draft) {
  noe_logic_builder_trim(draft);
  for (int round = 0; round < 2; round++) {
    while (noe_logic_builder_simulate(draft))
      noe_logic_builder_trim(draft);
    noe_logic_builder_pack(draft);
  }
  noe_logic_builder_sharpen(draft);
  noe_logic_builder_trim(draft);
}

/* --------------------------------------------------------------- end product */

/* States in the order of a walk from the initial one. */
static void number_states(struct noe_automaton_builder *draft) {
  uint32_t *order = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count), count = 0;
  uint32_t *number = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count);
  order[count++] = draft->initial;
  number[draft->initial] = 1;
  for (uint32_t next = 0; next < count; next++)
    for (uint32_t i = draft->first[order[next]]; i < draft->first[order[next] + 1]; i++) {
      uint32_t target = draft->edges.items[i].target;
      if (!number[target]) {
        order[count++] = target;
        number[target] = count;
      }
    }
  assert(count == draft->state_count && "every state is reachable from the initial one");
  for (size_t i = 0; i < draft->edges.count; i++) {
    draft->edges.items[i].source = number[draft->edges.items[i].source] - 1;
    draft->edges.items[i].target = number[draft->edges.items[i].target] - 1;
  }
  draft->initial = 0;
  noe_logic_builder_index(draft);
}

static bool is_deterministic(const struct noe_automaton_builder *draft) {
  for (uint32_t s = 0; s < draft->state_count; s++)
    for (uint32_t i = draft->first[s]; i < draft->first[s + 1]; i++)
      for (uint32_t j = i + 1; j < draft->first[s + 1]; j++)
        if (noe_edge_meets(&draft->edges.items[i], &draft->edges.items[j]))
          return false;
  return true;
}

/* In each component all edges carry all marks, or none carries any. */
static bool is_weak(const struct noe_automaton_builder *draft) {
  uint64_t all = noe_builder_marks(draft);
  uint8_t *seen = NOE_NEW_ARRAY(draft->arena, uint8_t, draft->state_count);
  for (size_t i = 0; i < draft->edges.count; i++) {
    const struct noe_edge *edge = &draft->edges.items[i];
    uint32_t component = draft->component[edge->source];
    assert(component >= draft->component[edge->target] && "edges lead to equal or smaller components");
    if (component != draft->component[edge->target])
      continue;
    if (edge->marks != all && edge->marks)
      return false;
    seen[component] |= edge->marks == all ? 1 : 2;
    if (seen[component] == 3)
      return false;
  }
  return true;
}

/* Accepting edges inside components are loops that take every letter. */
static bool is_terminal(const struct noe_automaton_builder *draft) {
  uint64_t all = noe_builder_marks(draft);
  for (size_t i = 0; i < draft->edges.count; i++) {
    const struct noe_edge *edge = &draft->edges.items[i];
    if (draft->component[edge->source] == draft->component[edge->target] && edge->marks == all &&
        (edge->source != edge->target || edge->positive || edge->negative))
      return false;
  }
  return is_weak(draft);
}

const struct noe_automaton *noe_logic_builder_finish(struct noe_arena *arena, struct noe_automaton_builder *draft) {
  struct noe_automaton *result = NOE_NEW(arena, struct noe_automaton);
  if (draft->state_count)
    number_states(draft);
  noe_logic_builder_trim(draft); /* components of the new numbers */
  struct noe_edge *edges = NOE_NEW_ARRAY(arena, struct noe_edge, draft->edges.count);
  uint32_t *first = NOE_NEW_ARRAY(arena, uint32_t, (size_t)draft->state_count + 1);
  if (draft->edges.count)
    memcpy(edges, draft->edges.items, draft->edges.count * sizeof *edges);
  memcpy(first, draft->first, ((size_t)draft->state_count + 1) * sizeof *first);
  *result = (struct noe_automaton){.state_count = draft->state_count,
                                   .edge_count = (uint32_t)draft->edges.count,
                                   .mark_count = draft->mark_count,
                                   .edges = edges,
                                   .first = first,
                                   .safety = !draft->mark_count,
                                   .terminal = is_terminal(draft),
                                   .weak = is_weak(draft),
                                   .deterministic = is_deterministic(draft)};
  for (uint32_t i = 0; i < result->edge_count; i++)
    result->propositions |= edges[i].positive | edges[i].negative;
  NOE_COSTLY(!noe_logic_automaton_check(result) && "an automaton is what automaton.h promises");
  return result;
}
