/* From circuits to diagrams, and the order of the variables. */
#include <assert.h>
#include <stdlib.h>

#include "bdd/bdd_int.h"

/* -------------------------------------------------------------------- gates
 *
 * A conjunction of conjunctions is taken at once, in a balanced way, where nothing else asks for those below: what
 * quantifiers make are long rows of gates, and none of their beginnings is wanted. */

static void make_room(struct noe_bdd *b) {
  uint32_t count = b->circuits->graph.count;
  if (count <= b->gate_count)
    return;
  b->gates = noe_base_realloc(b->memory, b->gates, count * sizeof *b->gates);
  b->made = noe_base_realloc(b->memory, b->made, count * sizeof *b->made);
  b->uses = noe_base_realloc(b->memory, b->uses, count * sizeof *b->uses);
  for (uint32_t i = b->gate_count; i < count; i++)
    b->gates[i] = -1;
  b->gate_count = count;
}

static void keep_gate(struct noe_bdd *b, uint32_t node, BDD diagram) {
  b->gates[node] = diagram;
  b->made[b->made_count++] = node;
}

/* A row of nodes, as a stack. */
struct nodes {
  noe_literal *items;
  size_t count, room;
};

static void push(struct noe_bdd *b, struct nodes *nodes, noe_literal item) {
  if (nodes->count == nodes->room)
    nodes->items =
        noe_base_realloc(b->memory, nodes->items, (nodes->room = 2 * nodes->room + 64) * sizeof *nodes->items);
  nodes->items[nodes->count++] = item;
}

static bool is_gate(const struct noe_bdd *b, uint32_t node) {
  return node && !noe_circuit_is_input(&b->circuits->graph, node);
}

static void use(struct noe_bdd *b, struct nodes *cone, noe_literal literal) {
  uint32_t node = literal >> 1;
  if (b->gates[node] < 0 && !b->uses[node]++)
    push(b, cone, node);
}

/* The nodes under this one that have no diagram, each once; how often others of them ask for each. */
static struct nodes find_cone(struct noe_bdd *b, uint32_t top) {
  struct nodes cone = {0};
  use(b, &cone, top << 1);
  for (size_t i = 0; i < cone.count; i++)
    if (is_gate(b, cone.items[i])) {
      use(b, &cone, b->circuits->graph.gates[cone.items[i]].left);
      use(b, &cone, b->circuits->graph.gates[cone.items[i]].right);
    }
  return cone;
}

/* Is the literal a conjunction that only one gate asks for? Then its own terms stand for it. */
static bool is_inner(const struct noe_bdd *b, noe_literal a) {
  return !(a & 1) && is_gate(b, a >> 1) && b->gates[a >> 1] < 0 && b->uses[a >> 1] == 1;
}

static void find_terms(struct noe_bdd *b, uint32_t node, struct nodes *terms) {
  const struct noe_gate *gate = &b->circuits->graph.gates[node];
  struct nodes open = {0};
  push(b, &open, gate->right);
  push(b, &open, gate->left);
  while (open.count) {
    noe_literal a = open.items[--open.count];
    if (!is_inner(b, a)) {
      push(b, terms, a);
      continue;
    }
    push(b, &open, b->circuits->graph.gates[a >> 1].right);
    push(b, &open, b->circuits->graph.gates[a >> 1].left);
  }
  noe_base_free(b->memory, open.items);
}

/* A literal whose node has a diagram. */
static BDD side(struct noe_bdd *b, noe_literal a) {
  BDD diagram = b->gates[a >> 1];
  return noe_bdd_hold(a & 1 ? bdd_not(diagram) : diagram);
}

static BDD conjunction(struct noe_bdd *b, const noe_literal *terms, size_t count) {
  if (count == 1)
    return side(b, terms[0]);
  BDD left = conjunction(b, terms, count / 2), right = conjunction(b, terms + count / 2, count - count / 2);
  left = noe_bdd_instead(left, bdd_and(left, right));
  noe_bdd_drop(right);
  return left;
}

/* Terms without a diagram go onto the stack; if there are none the node gets its own. */
static bool make_gate(struct noe_bdd *b, uint32_t node, struct nodes *stack) {
  if (!is_gate(b, node)) {
    keep_gate(b, node, noe_bdd_hold(node ? bdd_ithvar(noe_bdd_now(b, node - 1)) : bddfalse));
    return true;
  }
  struct nodes terms = {0};
  size_t before = stack->count;
  find_terms(b, node, &terms);
  for (size_t i = 0; i < terms.count; i++)
    if (b->gates[terms.items[i] >> 1] < 0)
      push(b, stack, terms.items[i] >> 1);
  bool ready = stack->count == before;
  if (ready)
    keep_gate(b, node, conjunction(b, terms.items, terms.count));
  noe_base_free(b->memory, terms.items);
  return ready;
}

BDD noe_bdd_of(struct noe_bdd *b, noe_literal literal) {
  make_room(b);
  struct nodes cone = find_cone(b, literal >> 1), stack = {0};
  push(b, &stack, literal >> 1);
  while (stack.count) {
    uint32_t node = stack.items[stack.count - 1];
    if (b->gates[node] >= 0 || make_gate(b, node, &stack)) {
      assert(stack.items[stack.count - 1] == node && "what is done is on top");
      stack.count--;
    }
  }
  for (size_t i = 0; i < cone.count; i++)
    b->uses[cone.items[i]] = 0;
  noe_base_free(b->memory, cone.items);
  noe_base_free(b->memory, stack.items);
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
  bool is_process; /* the type names processes */
  uint64_t type;   /* 1 + id of the type that indexes it; 0: none does */
  int64_t index;
};

static bool names_processes(const struct noe_bdd *b, const struct noe_type *index) {
  return b->symmetry ? noe_symmetry_point(b->symmetry, index, index->low) >= 0 : index->kind == NOE_TYPE_SCALARSET;
}

/* Where an element of an array is: the outermost array counts whose index names a process, or, without one, the
 * outermost of all. */
static struct place place_in(const struct noe_bdd *b, const struct noe_type *array, uint32_t i, struct place outer) {
  bool is_process = names_processes(b, array->index);
  if (outer.is_process || (outer.type && !is_process))
    return outer;
  return (struct place){.is_process = is_process, .type = 1 + array->index->id, .index = i};
}

static void describe(const struct noe_bdd *b, const struct noe_type *type, uint32_t cell, struct place inherited,
                     struct place *places) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY:
    for (uint32_t i = 0; type->stride && i < type->cells / type->stride; i++)
      describe(b, type->element, cell + i * type->stride, place_in(b, type, i, inherited), places);
    break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      describe(b, type->fields[i].type, cell + type->fields[i].offset, inherited, places);
    break;
  case NOE_TYPE_MULTISET:
    for (uint32_t i = 0; i < type->capacity; i++) {
      struct place place = inherited;
      if (!place.type)
        place = (struct place){.type = 1 + type->id, .index = i};
      places[cell + i * type->stride] = place;
      places[cell + i * type->stride].cell = cell + i * type->stride;
      describe(b, type->element, cell + i * type->stride + 1, place, places);
    }
    break;
  default: places[cell] = inherited; places[cell].cell = cell;
  }
}

static int by_place(const void *a, const void *b) {
  const struct place *one = a, *other = b;
  if (one->is_process != other->is_process)
    return one->is_process ? 1 : -1;
  if (one->type != other->type)
    return one->type < other->type ? -1 : 1;
  if (one->index != other->index)
    return one->index < other->index ? -1 : 1;
  return one->cell < other->cell ? -1 : one->cell > other->cell;
}

void noe_bdd_order(struct noe_bdd *b) {
  const struct noe_model *model = b->model;
  struct place *places = NOE_NEW_ARRAY(b->arena, struct place, model->cell_count + 1);
  uint32_t *rank = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1), next = 0;
  uint32_t *bits = NOE_NEW_ARRAY(b->arena, uint32_t, b->circuits->bit_count + 1);
  uint32_t *cells = NOE_NEW_ARRAY(b->arena, uint32_t, model->cell_count + 1);
  for (uint32_t i = 0; i < model->variable_count; i++)
    describe(b, model->variables[i].type, model->variables[i].cell, (struct place){0}, places);
  qsort(places, model->cell_count, sizeof *places, by_place);
  for (uint32_t i = 0; i < model->cell_count; i++) {
    cells[i] = b->order ? b->order[i] : places[i].cell;
    const struct noe_cell_code *code = &b->circuits->codes[cells[i]];
    for (uint32_t k = code->width; k-- > 0; next++) {
      rank[code->first + k] = next;
      bits[next] = code->first + k;
    }
  }
  assert(next == b->circuits->bit_count && "every bit has a rank");
  b->rank = rank;
  b->bits_by_rank = bits;
  b->cells_by_rank = cells;
}
