/* From circuits to diagrams, and the order of the variables. */
#include <assert.h>
#include <stdlib.h>

#include "bdd/bdd_int.h"

/* -------------------------------------------------------------------- gates */

static void make_room(struct noe_bdd *b) {
  uint32_t count = b->circuits->graph.count;
  if (count <= b->gate_count)
    return;
  b->gates = noe_base_realloc(b->memory, b->gates, count * sizeof *b->gates);
  b->made = noe_base_realloc(b->memory, b->made, count * sizeof *b->made);
  for (uint32_t i = b->gate_count; i < count; i++)
    b->gates[i] = -1;
  b->gate_count = count;
}

static void keep_gate(struct noe_bdd *b, uint32_t node, BDD diagram) {
  b->gates[node] = noe_bdd_hold(diagram);
  b->made[b->made_count++] = node;
}

/* A literal whose node has a diagram. */
static BDD side(struct noe_bdd *b, noe_literal a) {
  BDD diagram = b->gates[a >> 1];
  return noe_bdd_hold(a & 1 ? bdd_not(diagram) : diagram);
}

static void make_gate(struct noe_bdd *b, uint32_t node) {
  const struct noe_graph_of_gates *graph = &b->circuits->graph;
  if (!node) {
    keep_gate(b, node, bddfalse);
    return;
  }
  if (noe_circuit_is_input(graph, node)) {
    keep_gate(b, node, bdd_ithvar(noe_bdd_now(b, node - 1)));
    return;
  }
  BDD left = side(b, graph->gates[node].left), right = side(b, graph->gates[node].right);
  keep_gate(b, node, bdd_and(left, right));
  noe_bdd_drop(left);
  noe_bdd_drop(right);
}

BDD noe_bdd_of(struct noe_bdd *b, noe_literal literal) {
  const struct noe_graph_of_gates *graph = &b->circuits->graph;
  make_room(b);
  size_t room = 64, top = 0;
  uint32_t *stack = noe_base_alloc(b->memory, room * sizeof *stack);
  stack[top++] = literal >> 1;
  while (top) {
    uint32_t node = stack[top - 1];
    if (b->gates[node] >= 0) {
      top--;
      continue;
    }
    if (top + 2 > room)
      stack = noe_base_realloc(b->memory, stack, (room *= 2) * sizeof *stack);
    size_t before = top;
    if (node && !noe_circuit_is_input(graph, node)) {
      const struct noe_gate *gate = &graph->gates[node];
      if (b->gates[gate->left >> 1] < 0)
        stack[top++] = gate->left >> 1;
      if (b->gates[gate->right >> 1] < 0)
        stack[top++] = gate->right >> 1;
    }
    if (top == before) {
      make_gate(b, node);
      top--;
    }
  }
  noe_base_free(b->memory, stack);
  return side(b, literal);
}

void noe_bdd_forget_gates(struct noe_bdd *b) {
  for (uint32_t i = 0; i < b->made_count; i++) {
    noe_bdd_drop(b->gates[b->made[i]]);
    b->gates[b->made[i]] = -1;
  }
  b->made_count = 0;
}

/* -------------------------------------------------------------------- order */

struct place {
  uint32_t cell;
  uint64_t type; /* 1 + id of the type that indexes it outermost; 0: none does */
  int64_t index;
};

/* Where a cell is: by the outermost array around it whose index names a process (a scalarset first of all). */
static void describe(const struct noe_type *type, uint32_t cell, struct place inherited, struct place *places) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; type->stride && i < type->cells / type->stride; i++) {
      struct place place = inherited;
      if (!place.type)
        place = (struct place){.type = 1 + type->index->id, .index = i};
      describe(type->element, cell + i * type->stride, place, places);
    }
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      describe(type->fields[i].type, cell + type->fields[i].offset, inherited, places);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->capacity; i++) {
      struct place place = inherited;
      if (!place.type)
        place = (struct place){.type = 1 + type->id, .index = i};
      places[cell + i * type->stride] = place;
      places[cell + i * type->stride].cell = cell + i * type->stride;
      describe(type->element, cell + i * type->stride + 1, place, places);
    }
    break;
  default: places[cell] = inherited; places[cell].cell = cell;
  }
}

static int by_place(const void *a, const void *b) {
  const struct place *one = a, *other = b;
  if (one->type != other->type)
    return one->type < other->type ? -1 : 1;
  if (one->index != other->index)
    return one->index < other->index ? -1 : 1;
  return one->cell < other->cell ? -1 : one->cell > other->cell;
}

const uint32_t *noe_bdd_order(struct noe_bdd *b) {
  const struct noe_model *model = b->model;
  struct place *places = NOE_NEW_ARRAY(b->arena, struct place, model->cell_count + 1);
  uint32_t *rank = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1), next = 0;
  for (uint32_t i = 0; i < model->variable_count; i++)
    describe(model->variables[i].type, model->variables[i].cell, (struct place){0}, places);
  qsort(places, model->cell_count, sizeof *places, by_place);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell_code *code = &b->circuits->codes[places[i].cell];
    for (uint32_t k = code->width; k-- > 0;)
      rank[code->first + k] = next++;
  }
  assert(next == b->circuits->bit_count && "every bit has a rank");
  return rank;
}
