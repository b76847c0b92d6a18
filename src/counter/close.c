/* Moves of single processes that change nothing else, all at once.
 *
 * Moves that depend on nothing but the process itself and the global part are *free*: each process can make them
 * whatever the others do, so that
 *
 *   closure(S) = map(R, S)   with R(v) = the local states that free moves lead to from v.
 *
 * R is the same for good in a global part, and so is what is remembered of the map.
 *
 * Moves that depend on the others only by quantifiers that no other process may decide are taken in the same way among
 * the states all of whose processes satisfy that condition P: as long as only moves between local states that satisfy P
 * are taken, the condition stays true. That is a part of what such moves can do; all of it is done when rules are
 * walked. Free moves need not be walked: a closed set has what they lead to. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "counter/counter_int.h"

/* ----------------------------------------------------------------- universes */

/* Local states that matter to a closure, increasing: those that occur, what free moves lead to from them, and what one
 * other move leads to from those. */
struct universe {
  struct noe_counter_search *search;
  struct noe_counter_part *part;
  uint32_t *elements;
  uint32_t count, room;
};

static uint32_t position(const struct universe *universe, uint32_t element) {
  uint32_t low = 0, high = universe->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (universe->elements[middle] < element)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_in(const struct universe *universe, uint32_t element) {
  uint32_t at = position(universe, element);
  return at < universe->count && universe->elements[at] == element;
}

/* False: it is there already. */
static bool add(struct universe *universe, uint32_t element) {
  uint32_t at = position(universe, element);
  if (at < universe->count && universe->elements[at] == element)
    return false;
  if (universe->count == universe->room) {
    universe->room = universe->room ? 2 * universe->room : 64;
    universe->elements =
        noe_base_realloc(universe->search->memory, universe->elements, universe->room * sizeof *universe->elements);
  }
  memmove(universe->elements + at + 1, universe->elements + at, (universe->count - at) * sizeof *universe->elements);
  universe->elements[at] = element;
  universe->count++;
  return true;
}

static void add_with_free(struct universe *universe, uint32_t element) {
  if (!add(universe, element))
    return;
  const struct noe_counter_moves *moves = noe_counter_moves_of(universe->search, universe->part, element);
  for (size_t i = 0; i < moves->edges.count; i++)
    if (!moves->edges.items[i].condition_count)
      add_with_free(universe, moves->edges.items[i].to);
}

static void note_element(void *context, uint32_t element) { add_with_free(context, element); }

static void fill(struct universe *universe, uint32_t set) {
  noe_diagram_elements(&universe->search->multisets, set, note_element, universe);
  uint32_t count = universe->count;
  uint32_t *elements = noe_base_alloc(universe->search->memory, (count + 1) * sizeof *elements);
  memcpy(elements, universe->elements, count * sizeof *elements);
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_counter_moves *moves = noe_counter_moves_of(universe->search, universe->part, elements[i]);
    for (size_t k = 0; k < moves->edges.count; k++)
      add(universe, moves->edges.items[k].to);
  }
  noe_base_free(universe->search->memory, elements);
  for (uint32_t i = 1; i < universe->count; i++)
    assert(universe->elements[i - 1] < universe->elements[i] && "local states of a universe increase");
}

/* ------------------------------------------------------------------- groups */

/* A condition, and the moves among the local states that satisfy it. All by position in the universe. */
struct group {
  struct universe *universe;
  const bool *satisfies; /* NULL: all do */
  struct noe_multiset_map map;
  uint32_t **rows, *counts; /* where moves lead, of those that were asked for */
  bool *is_listed;
};

static bool is_clear(const struct noe_counter_edge *edge, uint32_t element) {
  for (uint32_t i = 0; i < edge->condition_count; i++)
    if (!noe_counter_is_clear(edge->conditions[i], element))
      return false;
  return true;
}

static bool *condition_of(const struct universe *universe, const struct noe_counter_edge *edge) {
  bool *row = noe_base_alloc(universe->search->memory, universe->count + 1);
  for (uint32_t i = 0; i < universe->count; i++)
    row[i] = is_clear(edge, universe->elements[i]);
  return row;
}

static bool satisfies(const struct group *group, uint32_t element) {
  return !group->satisfies || group->satisfies[position(group->universe, element)];
}

/* Is the move possible wherever all processes satisfy the group's condition, and does it keep that? */
static bool allows(const struct group *group, const struct noe_counter_edge *edge) {
  const struct universe *universe = group->universe;
  if (!edge->condition_count)
    return is_in(universe, edge->to) && satisfies(group, edge->to);
  if (!group->satisfies || !is_in(universe, edge->to) || !satisfies(group, edge->to))
    return false;
  for (uint32_t i = 0; i < universe->count; i++)
    if (group->satisfies[i] && !is_clear(edge, universe->elements[i]))
      return false;
  return true;
}

/* Is the move taken in this group? */
static bool is_taken(const struct group *group, const struct noe_counter_edge *edge) {
  return edge->from != edge->to && satisfies(group, edge->from) && allows(group, edge);
}

/* Everything that moves lead to from the element at this position, itself first. */
static void list_reached(struct group *group, uint32_t at, uint32_t *row, uint32_t *count) {
  const struct universe *universe = group->universe;
  uint32_t done = 0;
  memset(group->is_listed, 0, universe->count);
  group->is_listed[at] = true;
  row[(*count)++] = universe->elements[at];
  while (done < *count) {
    const struct noe_counter_moves *moves = noe_counter_moves_of(universe->search, universe->part, row[done++]);
    for (size_t i = 0; i < moves->edges.count; i++) {
      const struct noe_counter_edge *edge = &moves->edges.items[i];
      if (!is_taken(group, edge) || group->is_listed[position(universe, edge->to)])
        continue;
      group->is_listed[position(universe, edge->to)] = true;
      row[(*count)++] = edge->to;
    }
  }
}

static const uint32_t *reached_from(void *context, uint32_t element, uint32_t *count) {
  struct group *group = context;
  struct noe_memory *memory = group->universe->search->memory;
  uint32_t at = position(group->universe, element);
  assert(is_in(group->universe, element) && "what occurs is in the universe");
  if (!group->rows[at]) {
    assert(satisfies(group, element) && "only states all of whose processes satisfy the condition are mapped");
    uint32_t *row = noe_base_alloc(memory, group->universe->count * sizeof *row);
    list_reached(group, at, row, &group->counts[at]);
    group->rows[at] = noe_base_realloc(memory, row, group->counts[at] * sizeof *row);
  }
  *count = group->counts[at];
  return group->rows[at];
}

static uint32_t map_all(struct group *group, uint32_t set) {
  const struct universe *universe = group->universe;
  struct noe_memory *memory = universe->search->memory;
  size_t room = universe->count + (size_t)1;
  group->rows = noe_base_alloc(memory, room * sizeof *group->rows);
  group->counts = noe_base_alloc(memory, room * sizeof *group->counts);
  group->is_listed = noe_base_alloc(memory, room);
  if (group->satisfies || !universe->part->free.tag)
    group->map = noe_diagram_mapping(&universe->search->multisets, reached_from, group);
  else
    group->map = universe->part->free;
  group->map.context = group;
  set = noe_diagram_map(&universe->search->multisets, &group->map, set);
  if (!group->satisfies)
    universe->part->free = group->map;
  for (uint32_t i = 0; i < universe->count; i++)
    noe_base_free(memory, group->rows[i]);
  noe_base_free(memory, group->rows);
  noe_base_free(memory, group->counts);
  noe_base_free(memory, group->is_listed);
  return set;
}

static bool holds(void *context, uint32_t element) { return satisfies(context, element); }

static uint32_t close_group(struct universe *universe, const bool *condition, uint32_t set) {
  const struct noe_multisets *multisets = &universe->search->multisets;
  struct group group = {.universe = universe, .satisfies = condition};
  uint32_t base = set;
  if (condition) {
    struct noe_multiset_filter filter = noe_diagram_filter(multisets, holds, &group);
    base = noe_diagram_only(multisets, &filter, set);
  }
  return noe_diagram_union(multisets->diagrams, set, map_all(&group, base));
}

enum { MOST_GROUPS = 32 };

struct conditions {
  bool *rows[MOST_GROUPS];
  uint32_t count;
};

/* Takes the condition of the edge down, if the edge keeps it true and it is not there yet. */
static void note_condition(struct universe *universe, struct conditions *conditions,
                           const struct noe_counter_edge *edge) {
  if (!edge->condition_count || conditions->count == MOST_GROUPS || !is_clear(edge, edge->from) ||
      !is_clear(edge, edge->to))
    return;
  bool *row = condition_of(universe, edge);
  for (uint32_t i = 0; i < conditions->count; i++)
    if (!memcmp(conditions->rows[i], row, universe->count)) {
      noe_base_free(universe->search->memory, row);
      return;
    }
  assert(row[position(universe, edge->from)] && (!is_in(universe, edge->to) || row[position(universe, edge->to)]) &&
         "a move that is taken keeps its condition");
  conditions->rows[conditions->count++] = row;
}

static uint32_t close_once(struct universe *universe, uint32_t set) {
  const struct noe_counter_part *part = universe->part;
  struct conditions conditions = {.count = 0};
  for (uint32_t i = 0; i < part->move_count; i++)
    for (size_t k = 0; k < part->moves[i]->edges.count && is_in(universe, part->moves[i]->from); k++)
      note_condition(universe, &conditions, &part->moves[i]->edges.items[k]);
  set = close_group(universe, NULL, set);
  for (uint32_t i = 0; i < conditions.count; i++) {
    set = close_group(universe, conditions.rows[i], set);
    noe_base_free(universe->search->memory, conditions.rows[i]);
  }
  return set;
}

uint32_t noe_counter_close(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set) {
  struct universe universe = {.search = search, .part = part};
  const uint32_t given = set;
  for (uint32_t before = NOE_DIAGRAM_NONE; before != set;) {
    before = set;
    universe.count = 0;
    fill(&universe, set);
    set = close_once(&universe, set);
  }
  noe_base_free(search->memory, universe.elements);
  NOE_COSTLY(!noe_diagram_minus(search->diagrams, given, set) && "closing a set takes nothing away");
  (void)given;
  return set;
}
