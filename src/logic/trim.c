/* What no accepting run uses: states, edges, marks.
 *
 * Marks matter only on edges inside a component that shows all of them; they are
 * cleared elsewhere, so that such edges look alike. Inside, a mark that every cycle
 * has anyway is put on all edges; a mark that is on every edge that has some other
 * one is dropped. If components that accept nothing stay, one mark stays with the
 * others, to tell them apart. */
#include <assert.h>
#include <string.h>

#include "logic/automaton_int.h"

/* --------------------------------------------- components (Tarjan, no recursion) */

struct walk {
  struct noe_automaton_builder *draft;
  uint64_t without;
  uint32_t *number, *low, *stack, *path, *next;
  uint32_t *component;
  uint32_t count, stacked, depth, components;
};

static void enter(struct walk *walk, uint32_t state) {
  walk->number[state] = walk->low[state] = ++walk->count;
  walk->next[state] = walk->draft->first[state];
  walk->stack[walk->stacked++] = state;
  walk->path[walk->depth++] = state;
}

static void complete(struct walk *walk, uint32_t state) {
  uint32_t other;
  do {
    other = walk->stack[--walk->stacked];
    walk->component[other] = walk->components;
    walk->number[other] = UINT32_MAX; /* done */
  } while (other != state);
  walk->components++;
}

static void step(struct walk *walk) {
  uint32_t state = walk->path[walk->depth - 1];
  if (walk->next[state] < walk->draft->first[state + 1]) {
    const struct noe_edge *edge = &walk->draft->edges.items[walk->next[state]++];
    if (edge->marks & walk->without)
      return;
    if (!walk->number[edge->target])
      enter(walk, edge->target);
    else if (walk->number[edge->target] != UINT32_MAX && walk->number[edge->target] < walk->low[state])
      walk->low[state] = walk->number[edge->target];
    return;
  }
  walk->depth--;
  uint32_t low = walk->low[state];
  if (low == walk->number[state])
    complete(walk, state);
  else if (low < walk->low[walk->path[walk->depth - 1]])
    walk->low[walk->path[walk->depth - 1]] = low;
}

uint32_t noe_logic_components(struct noe_automaton_builder *draft, uint64_t without, uint32_t *component) {
  uint32_t *room = NOE_NEW_ARRAY(draft->arena, uint32_t, 5 * (size_t)draft->state_count);
  uint32_t n = draft->state_count;
  struct walk walk = {.draft = draft, .without = without, .component = component};
  walk.number = room;
  walk.low = room + n;
  walk.stack = room + 2 * (size_t)n;
  walk.path = room + 3 * (size_t)n;
  walk.next = room + 4 * (size_t)n;
  for (uint32_t s = 0; s < n; s++)
    if (!walk.number[s])
      for (enter(&walk, s); walk.depth;)
        step(&walk);
  for (uint32_t s = 0; s < n; s++)
    assert(component[s] < walk.components && "every state is in a component");
  return walk.components;
}

/* ------------------------------------------------------------------ components */

struct components {
  uint32_t count;
  uint64_t *marks; /* seen on inner edges */
  bool *cyclic, *accepting, *useful;
};

static bool is_inner(const struct noe_automaton_builder *draft, const struct noe_edge *edge) {
  return draft->component[edge->source] == draft->component[edge->target];
}

static struct components look(struct noe_automaton_builder *draft) {
  struct components all;
  draft->component = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count);
  all.count = noe_logic_components(draft, 0, draft->component);
  all.marks = NOE_NEW_ARRAY(draft->arena, uint64_t, all.count);
  bool *room = NOE_NEW_ARRAY(draft->arena, bool, 3 * (size_t)all.count);
  all.cyclic = room;
  all.accepting = room + all.count;
  all.useful = room + 2 * (size_t)all.count;
  for (size_t i = 0; i < draft->edges.count; i++) {
    const struct noe_edge *edge = &draft->edges.items[i];
    if (!is_inner(draft, edge))
      continue;
    all.cyclic[draft->component[edge->source]] = true;
    all.marks[draft->component[edge->source]] |= edge->marks;
  }
  for (uint32_t c = 0; c < all.count; c++)
    all.useful[c] = all.accepting[c] = all.cyclic[c] && all.marks[c] == noe_builder_marks(draft);
  return all;
}

/* Edges lead to smaller numbers, but come in the order of states: pass until stable. */
static void spread_usefulness(const struct noe_automaton_builder *draft, struct components *all) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < draft->edges.count; i++) {
      const struct noe_edge *edge = &draft->edges.items[i];
      uint32_t from = draft->component[edge->source];
      if (!all->useful[from] && all->useful[draft->component[edge->target]])
        changed = all->useful[from] = true;
    }
  }
}

static void mark_reachable(const struct noe_automaton_builder *draft, const struct components *all, bool *keep) {
  uint32_t *pending = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count), count = 0;
  if (!draft->state_count || !all->useful[draft->component[draft->initial]])
    return;
  keep[pending[count++] = draft->initial] = true;
  while (count) {
    uint32_t state = pending[--count];
    for (uint32_t i = draft->first[state]; i < draft->first[state + 1]; i++) {
      uint32_t target = draft->edges.items[i].target;
      if (!keep[target] && all->useful[draft->component[target]])
        keep[pending[count++] = target] = true;
    }
  }
}

static bool drop_useless_states(struct noe_automaton_builder *draft) {
  struct components all = look(draft);
  spread_usefulness(draft, &all);
  bool *keep = NOE_NEW_ARRAY(draft->arena, bool, draft->state_count), changed = false;
  mark_reachable(draft, &all, keep);
  for (uint32_t s = 0; s < draft->state_count; s++)
    changed |= !keep[s];
  if (changed)
    noe_logic_builder_restrict(draft, keep, NULL);
  return changed;
}

/* ----------------------------------------------------------------------- marks */

static void clear_idle_marks(struct noe_automaton_builder *draft, const struct components *all) {
  for (size_t i = 0; i < draft->edges.count; i++) {
    struct noe_edge *edge = &draft->edges.items[i];
    if (!is_inner(draft, edge) || !all->accepting[draft->component[edge->source]])
      edge->marks = 0;
  }
}

/* Puts mark `mark` on every inner edge of the components that have no cycle without it. */
static void spread_mark(struct noe_automaton_builder *draft, const struct components *all, uint64_t mark) {
  uint32_t *inside = NOE_NEW_ARRAY(draft->arena, uint32_t, draft->state_count);
  bool *avoided = NOE_NEW_ARRAY(draft->arena, bool, all->count);
  noe_logic_components(draft, mark, inside);
  for (size_t i = 0; i < draft->edges.count; i++) {
    const struct noe_edge *edge = &draft->edges.items[i];
    if (!(edge->marks & mark) && inside[edge->source] == inside[edge->target])
      avoided[draft->component[edge->source]] = true;
  }
  for (size_t i = 0; i < draft->edges.count; i++) {
    struct noe_edge *edge = &draft->edges.items[i];
    uint32_t component = draft->component[edge->source];
    if (is_inner(draft, edge) && all->accepting[component] && !avoided[component])
      edge->marks |= mark;
  }
}

/* Marks of `live` that no cycle needs, looking at the inner edges of one accepting
 * component, or of all (component == UINT32_MAX). */
static uint64_t needless_marks(const struct noe_automaton_builder *draft, const struct components *all,
                               uint32_t component) {
  uint64_t live = noe_builder_marks(draft), missing[64] = {0};
  for (size_t i = 0; i < draft->edges.count; i++) {
    const struct noe_edge *edge = &draft->edges.items[i];
    uint32_t mine = draft->component[edge->source];
    if (!is_inner(draft, edge) || !all->accepting[mine] || (component != UINT32_MAX && component != mine))
      continue;
    for (uint64_t rest = live & ~edge->marks; rest; rest &= rest - 1) /* mark i is missing where … is there */
      missing[__builtin_ctzll(rest)] |= edge->marks | (uint64_t)1 << __builtin_ctzll(rest);
  }
  uint64_t needless = 0;
  for (uint32_t i = draft->mark_count; i-- > 0;) {
    uint64_t bit = (uint64_t)1 << i;
    if (!missing[i] || (live & ~needless & ~bit & ~missing[i]))
      needless |= bit;
  }
  return needless;
}

static uint64_t squeeze(uint64_t marks, uint64_t kept) {
  uint64_t result = 0, bit = 1;
  for (; kept; kept &= kept - 1, bit <<= 1)
    if (marks & kept & -kept)
      result |= bit;
  return result;
}

static bool rejects_somewhere(const struct components *all) {
  for (uint32_t c = 0; c < all->count; c++)
    if (all->cyclic[c] && !all->accepting[c])
      return true;
  return false;
}

static void drop_needless_marks(struct noe_automaton_builder *draft, const struct components *all) {
  uint64_t kept = noe_builder_marks(draft) & ~needless_marks(draft, all, UINT32_MAX);
  if (!kept && draft->mark_count && rejects_somewhere(all))
    kept = 1;
  for (size_t i = 0; i < draft->edges.count; i++)
    draft->edges.items[i].marks = squeeze(draft->edges.items[i].marks, kept);
  draft->mark_count = (uint32_t)__builtin_popcountll(kept);
}

void noe_logic_builder_trim(struct noe_automaton_builder *draft) {
  while (drop_useless_states(draft))
    continue;
  struct components all = look(draft);
  clear_idle_marks(draft, &all);
  for (uint32_t i = 0; i < draft->mark_count; i++)
    spread_mark(draft, &all, (uint64_t)1 << i);
  drop_needless_marks(draft, &all);
  noe_logic_builder_index(draft);
}

void noe_logic_builder_pack(struct noe_automaton_builder *draft) {
  struct components all = look(draft);
  uint64_t *kept = NOE_NEW_ARRAY(draft->arena, uint64_t, all.count);
  uint32_t most = rejects_somewhere(&all) ? 1 : 0;
  for (uint32_t c = 0; c < all.count; c++) {
    if (!all.accepting[c])
      continue;
    kept[c] = noe_builder_marks(draft) & ~needless_marks(draft, &all, c);
    uint32_t needed = (uint32_t)__builtin_popcountll(kept[c]);
    most = needed > most ? needed : most;
  }
  draft->mark_count = most;
  for (size_t i = 0; i < draft->edges.count; i++) {
    struct noe_edge *edge = &draft->edges.items[i];
    uint32_t component = draft->component[edge->source];
    bool counts = is_inner(draft, edge) && all.accepting[component];
    uint64_t spare = noe_builder_marks(draft) & ~squeeze(UINT64_MAX, kept[component]);
    edge->marks = counts ? squeeze(edge->marks, kept[component]) | spare : 0;
  }
  noe_logic_builder_index(draft);
}
