/* Moves of single processes that change nothing else, all at once.
 *
 * Moves that depend on nothing but the process itself and the global part are *free*: each process can make them
 * whatever the others do, so that
 *
 *   closure(S) = map(R, S)   with R(v) = the local states that free moves lead to from v,
 *
 * which is the least fixed point of the spreads v -> w of all free moves: no number of processes is ever counted off.
 *
 * Moves that depend on the others only by quantifiers that no other process may decide are taken in the same way among
 * the states all of whose processes satisfy that condition P: as long as only moves between local states that satisfy P
 * are taken, the condition stays true. That is a part of what such moves can do; all of it is done when rules are
 * walked. Free moves need not be walked: a closed set has what they lead to. */
#include <assert.h>
#include <string.h>

#include "counter/counter_int.h"

/* -------------------------------------------------------------------- moves */

/* The move that a rule is for a process in local state `from`, if it is one. */
static bool is_move(struct noe_counter_search *search, struct noe_counter_part *part, struct noe_counter_root *root,
                    uint32_t from, struct noe_counter_edge *edge) {
  struct noe_templates *templates = search->templates;
  if (root->class_count != 1)
    return false;
  struct noe_counter_node *node = noe_counter_expand(templates, root->template, root->template->tree);
  if (node->kind != NOE_NODE_NAME)
    return false;
  struct noe_template *template = noe_counter_named_template(templates, root->template, from);
  if (!template)
    return false;
  struct noe_counter_closure *conditions[8];
  uint32_t count = 0;
  node = noe_counter_expand(templates, template, template->tree);
  for (; node->kind == NOE_NODE_SPLIT && count < 8; count++) {
    conditions[count] = node->closure;
    struct noe_counter_node *branch = noe_counter_branch(templates, node, 1);
    node = noe_counter_expand(templates, template, branch);
  }
  if (node->kind != NOE_NODE_LEAF || node->leaf->outcome != NOE_OUTCOME_TRUE || node->leaf->retag ||
      node->leaf->count != 1)
    return false;
  const int64_t *before = noe_counter_row(&search->space->globals, part->global);
  if (memcmp(node->leaf->plain, before, search->space->globals.width * sizeof *before))
    return false;
  noe_counter_intern_leaf(templates, template, node->leaf);
  struct noe_counter_closure **copy = NOE_NEW_ARRAY(search->arena, struct noe_counter_closure *, count + 1);
  memcpy(copy, conditions, count * sizeof *copy);
  *edge = (struct noe_counter_edge){from, node->leaf->elements[0], copy, count, node->leaf->changes};
  if (!count) {
    template->is_free = true;
    for (uint32_t i = 0; i < node->leaf->mark_count; i++)
      search->templates->marks[node->leaf->marks[i]] = true;
  }
  return true;
}

static uint32_t position_of_moves(const struct noe_counter_part *part, uint32_t element) {
  uint32_t low = 0, high = part->move_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (part->moves[middle]->from < element)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static const struct noe_counter_moves *moves_of(struct noe_counter_search *search, struct noe_counter_part *part,
                                                uint32_t element) {
  uint32_t at = position_of_moves(part, element);
  if (at < part->move_count && part->moves[at]->from == element)
    return part->moves[at];
  struct noe_counter_moves *moves = NOE_NEW(search->arena, struct noe_counter_moves);
  moves->from = element;
  for (size_t i = 0; i < part->rules.count; i++) {
    struct noe_counter_edge edge;
    if (is_move(search, part, part->rules.items[i], element, &edge))
      NOE_LIST_PUSH(search->arena, &moves->edges, edge);
  }
  if (part->move_count == part->move_room) {
    part->move_room = part->move_room ? 2 * part->move_room : 16;
    part->moves = noe_base_realloc(search->memory, part->moves, part->move_room * sizeof *part->moves);
  }
  memmove(part->moves + at + 1, part->moves + at, (part->move_count - at) * sizeof *part->moves);
  part->move_count++;
  part->moves[at] = moves;
  return moves;
}

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
  const struct noe_counter_moves *moves = moves_of(universe->search, universe->part, element);
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
    const struct noe_counter_moves *moves = moves_of(universe->search, universe->part, elements[i]);
    for (size_t k = 0; k < moves->edges.count; k++)
      add(universe, moves->edges.items[k].to);
  }
  noe_base_free(universe->search->memory, elements);
}

/* ------------------------------------------------------------------- groups */

/* A condition, and the moves among the local states that satisfy it. All by position in the universe. */
struct group {
  struct universe *universe;
  const bool *satisfies; /* NULL: all do */
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

/* The spread of this pair: one for all global parts, so that what is known of it is known in all of them. */
static const struct noe_multiset_spread *spread_of(struct noe_counter_search *search, uint32_t from, uint32_t to) {
  int64_t row[1] = {(int64_t)((uint64_t)from << 32 | to)};
  uint32_t number = noe_counter_intern(&search->pairs, row);
  if (number == search->spread_room) {
    search->spread_room = search->spread_room ? 2 * search->spread_room : 64;
    search->spreads = noe_base_realloc(search->memory, search->spreads, search->spread_room * sizeof *search->spreads);
  }
  if (!search->spreads[number].tag)
    search->spreads[number] = (struct noe_multiset_spread){from, to, noe_diagram_tag(search->diagrams, 1)};
  return &search->spreads[number];
}

/* One move after the other, until none of them changes anything. */
static uint32_t spread_all(const struct group *group, uint32_t set) {
  struct noe_counter_search *search = group->universe->search;
  const struct noe_counter_part *part = group->universe->part;
  for (uint32_t before = NOE_DIAGRAM_NONE; before != set;) {
    before = set;
    for (uint32_t i = 0; i < part->move_count; i++) {
      if (!is_in(group->universe, part->moves[i]->from) || !satisfies(group, part->moves[i]->from))
        continue;
      for (size_t k = 0; k < part->moves[i]->edges.count; k++) {
        const struct noe_counter_edge *edge = &part->moves[i]->edges.items[k];
        if (edge->from != edge->to && allows(group, edge))
          set = noe_diagram_spread(&search->multisets, spread_of(search, edge->from, edge->to), set);
      }
    }
  }
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
  return noe_diagram_union(multisets->diagrams, set, spread_all(&group, base));
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
  for (uint32_t before = NOE_DIAGRAM_NONE; before != set;) {
    before = set;
    universe.count = 0;
    fill(&universe, set);
    set = close_once(&universe, set);
  }
  noe_base_free(search->memory, universe.elements);
  return set;
}

/* --------------------------------------------------------------- who is stuck */

static bool is_stuck(void *context, uint32_t element) {
  const struct noe_counter_part *part = context;
  uint32_t at = position_of_moves(part, element);
  assert(at < part->move_count && part->moves[at]->from == element && "a closed set's local states are known");
  const struct noe_counter_moves *moves = part->moves[at];
  for (size_t i = 0; i < moves->edges.count; i++)
    if (!moves->edges.items[i].condition_count && (moves->edges.items[i].changes || part->is_any_move))
      return false;
  return true;
}

uint32_t noe_counter_unmoved(struct noe_counter_search *search, struct noe_counter_part *part, uint32_t set) {
  part->is_any_move = search->task->options->deadlock == NOE_DEADLOCK_STUCK;
  if (!part->stuck.tag)
    part->stuck = noe_diagram_filter(&search->multisets, is_stuck, part);
  return noe_diagram_only(&search->multisets, &part->stuck, set);
}
