/* What a rule does to one process and to nothing else: a move, from one local state to another, in a global part that
 * stays. Which moves there are from a local state is found out when it is first asked for. */
#include <assert.h>
#include <string.h>

#include "counter/counter_int.h"

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
  assert(node->leaf->global == part->global && "a move leaves the global part as it is");
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

const struct noe_counter_moves *noe_counter_moves_of(struct noe_counter_search *search, struct noe_counter_part *part,
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
  assert((!at || part->moves[at - 1]->from < element) && (at == part->move_count || element < part->moves[at]->from) &&
         "moves are in the order of the local states that they leave");
  memmove(part->moves + at + 1, part->moves + at, (part->move_count - at) * sizeof *part->moves);
  part->move_count++;
  part->moves[at] = moves;
  return moves;
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
