/* What can be said of a set by looking at each node below it once: its labels, its size, how many members it has, a
 * drawing; and whether the whole structure is as it should be. */
#include <assert.h>

#include "diagram/diagram_int.h"

/* --------------------------------------------------------------- traversal */

void noe_diagram_unmark(struct noe_diagrams *diagrams) {
  if (diagrams->marks.bits < diagrams->room) {
    noe_base_bitset_free(&diagrams->marks);
    diagrams->marks = noe_base_bitset(diagrams->memory, diagrams->room);
    return;
  }
  for (size_t i = 0; i < noe_bitset_words(diagrams->top); i++)
    diagrams->marks.words[i] = 0;
}

static void push(struct noe_diagrams *diagrams, uint32_t set) {
  if (set < NOE_DIAGRAM_FIRST_NODE || noe_bitset_has(&diagrams->marks, set))
    return;
  noe_bitset_add(&diagrams->marks, set);
  if (diagrams->stack_count == diagrams->stack_room) {
    size_t room = diagrams->stack_room ? 2 * diagrams->stack_room : 64;
    diagrams->stack = noe_base_realloc(diagrams->memory, diagrams->stack, room * sizeof *diagrams->stack);
    diagrams->stack_room = room;
  }
  diagrams->stack[diagrams->stack_count++] = set;
}

void noe_diagram_traverse(struct noe_diagrams *diagrams, uint32_t set, void (*visit)(void *context, uint32_t node),
                          void *context) {
  diagrams->stack_count = 0;
  assert(diagrams->marks.bits >= diagrams->top && "there is a mark for each node");
  push(diagrams, set);
  while (diagrams->stack_count) {
    uint32_t number = diagrams->stack[--diagrams->stack_count];
    visit(context, number);
    push(diagrams, diagrams->nodes[number].right);
    push(diagrams, diagrams->nodes[number].down);
  }
}

struct inspection {
  struct noe_diagrams *diagrams;
  void (*label)(void *context, uint32_t label);
  void (*name)(void *context, uint32_t label, struct noe_text *out);
  void *context;
  struct noe_text *out;
  uint64_t count;
  uint32_t *labels;
  size_t label_count, label_room;
};

static void count_node(void *context, uint32_t node) {
  (void)node;
  ((struct inspection *)context)->count++;
}

uint64_t noe_diagram_size(struct noe_diagrams *diagrams, uint32_t set) {
  struct inspection inspection = {.diagrams = diagrams};
  noe_diagram_unmark(diagrams);
  noe_diagram_traverse(diagrams, set, count_node, &inspection);
  return inspection.count;
}

/* ------------------------------------------------------------------ labels */

/* Labels are few and nodes many: those seen are a row that is kept sorted. */
static void see_label(void *context, uint32_t node) {
  struct inspection *inspection = context;
  uint32_t label = inspection->diagrams->nodes[node].label;
  size_t low = 0, high = inspection->label_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (inspection->labels[middle] < label)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < inspection->label_count && inspection->labels[low] == label)
    return;
  if (inspection->label_count == inspection->label_room) {
    inspection->label_room = inspection->label_room ? 2 * inspection->label_room : 64;
    inspection->labels = noe_base_realloc(inspection->diagrams->memory, inspection->labels,
                                          inspection->label_room * sizeof *inspection->labels);
  }
  for (size_t i = inspection->label_count++; i > low; i--)
    inspection->labels[i] = inspection->labels[i - 1];
  inspection->labels[low] = label;
}

void noe_diagram_labels(struct noe_diagrams *diagrams, uint32_t set, void (*visit)(void *context, uint32_t label),
                        void *context) {
  struct inspection inspection = {.diagrams = diagrams};
  noe_diagram_unmark(diagrams);
  noe_diagram_traverse(diagrams, set, see_label, &inspection);
  for (size_t i = 0; i < inspection.label_count; i++)
    visit(context, inspection.labels[i]);
  noe_base_free(diagrams->memory, inspection.labels);
}

/* ---------------------------------------------------------------- counting */

/* Numbers of `width` words each, by node, least word first; a first pass with few words is tried again with more. */
struct counting {
  struct noe_diagrams *diagrams;
  uint64_t *words;
  uint32_t width;
  bool overflow;
};

static const uint64_t *words_of(struct counting *counting, uint32_t set) {
  return counting->words + (size_t)set * counting->width;
}

static bool is_counted(struct counting *counting, uint32_t set) {
  return set <= NOE_DIAGRAM_UNIT || noe_bitset_has(&counting->diagrams->marks, set);
}

static void add_up(struct counting *counting, uint32_t set) {
  const struct noe_diagram_node *node = &counting->diagrams->nodes[set];
  const uint64_t *down = words_of(counting, node->down), *right = words_of(counting, node->right);
  uint64_t *sum = counting->words + (size_t)set * counting->width, carry = 0;
  for (uint32_t i = 0; i < counting->width; i++) {
    unsigned __int128 total = (unsigned __int128)down[i] + right[i] + carry;
    sum[i] = (uint64_t)total;
    carry = (uint64_t)(total >> 64);
  }
  counting->overflow |= carry != 0;
  noe_bitset_add(&counting->diagrams->marks, set);
}

static void push_always(struct noe_diagrams *diagrams, uint32_t set) {
  push(diagrams, set);
  if (set > NOE_DIAGRAM_UNIT)
    noe_bitset_remove(&diagrams->marks, set);
}

/* A node is counted once what is below and beside it is: it stays on the stack until then. */
static void count_nodes(struct counting *counting, uint32_t set) {
  struct noe_diagrams *diagrams = counting->diagrams;
  noe_diagram_unmark(diagrams);
  diagrams->stack_count = 0;
  counting->words[counting->width] = 1; /* of the unit */
  push_always(diagrams, set);
  while (diagrams->stack_count) {
    uint32_t top = diagrams->stack[diagrams->stack_count - 1];
    const struct noe_diagram_node *node = &diagrams->nodes[top];
    bool down = is_counted(counting, node->down), right = is_counted(counting, node->right);
    if (down && right) {
      diagrams->stack_count--;
      if (!noe_bitset_has(&diagrams->marks, top))
        add_up(counting, top);
      continue;
    }
    if (!down)
      push_always(diagrams, node->down);
    if (!right)
      push_always(diagrams, node->right);
  }
}

static void to_number(const uint64_t *words, uint32_t width, struct noe_number *count) {
  struct noe_number digit = noe_base_number(count->memory, 0);
  noe_base_number_set(count, 0);
  for (uint32_t i = 2 * width; i-- > 0;) {
    noe_base_number_multiply(count, 1u << 16);
    noe_base_number_multiply(count, 1u << 16);
    noe_base_number_set(&digit, (uint32_t)(words[i / 2] >> 32 * (i % 2)));
    noe_base_number_add(count, &digit);
  }
  noe_base_number_free(&digit);
}

void noe_diagram_count(struct noe_diagrams *diagrams, uint32_t set, struct noe_number *count) {
  for (uint32_t width = 1;; width *= 2) {
    struct counting counting = {.diagrams = diagrams, .width = width};
    counting.words = noe_base_alloc(diagrams->memory, (size_t)diagrams->top * width * sizeof *counting.words);
    count_nodes(&counting, set);
    if (!counting.overflow)
      to_number(words_of(&counting, set), width, count);
    noe_base_free(diagrams->memory, counting.words);
    if (!counting.overflow)
      return;
  }
}

/* ----------------------------------------------------------------- drawing */

static void draw_node(void *context, uint32_t number) {
  struct inspection *inspection = context;
  const struct noe_diagram_node *node = &inspection->diagrams->nodes[number];
  noe_base_text_printf(inspection->out, "  n%u [label=\"", (unsigned)number);
  if (inspection->name)
    inspection->name(inspection->context, node->label, inspection->out);
  else
    noe_base_text_printf(inspection->out, "%u", (unsigned)node->label);
  noe_base_text_printf(inspection->out, "\"];\n  n%u -> n%u;\n", (unsigned)number, (unsigned)node->down);
  if (node->right)
    noe_base_text_printf(inspection->out, "  n%u -> n%u [style=dashed, constraint=false];\n", (unsigned)number,
                         (unsigned)node->right);
}

void noe_diagram_dot(struct noe_diagrams *diagrams, uint32_t set, struct noe_text *out,
                     void (*name)(void *context, uint32_t label, struct noe_text *out), void *context) {
  struct inspection inspection = {.diagrams = diagrams, .name = name, .context = context, .out = out};
  noe_base_text_puts(out, "digraph set {\n  node [shape=box];\n");
  if (set)
    noe_base_text_puts(out, "  n1 [label=\"end\", shape=plaintext];\n");
  noe_diagram_unmark(diagrams);
  noe_diagram_traverse(diagrams, set, draw_node, &inspection);
  noe_base_text_puts(out, "}\n");
}

/* ---------------------------------------------------------------- checking */

static const char *check_node(const struct noe_diagrams *diagrams, uint32_t number) {
  const struct noe_diagram_node *node = &diagrams->nodes[number];
  if (node->down >= diagrams->top || node->right >= diagrams->top)
    return "a node leads out of the table";
  if (node->down > NOE_DIAGRAM_UNIT && !diagrams->nodes[node->down].down)
    return "a node leads to one that is free";
  if (node->right == NOE_DIAGRAM_UNIT)
    return "a vector is the beginning of another one";
  if (node->right && !diagrams->nodes[node->right].down)
    return "a list goes on with a node that is free";
  if (node->right && diagrams->nodes[node->right].label <= node->label)
    return "labels of a list do not increase";
  uint32_t found = 0;
  for (uint32_t i = diagrams->heads[noe_diagram_hash(diagrams, node->label, node->down, node->right)]; i;
       i = diagrams->nodes[i].next) {
    const struct noe_diagram_node *other = &diagrams->nodes[i];
    if (i != number && other->label == node->label && other->down == node->down && other->right == node->right)
      return "two nodes are the same";
    found += i == number;
  }
  return found == 1 ? NULL : "a node is not in its chain";
}

static bool is_set(const struct noe_diagrams *diagrams, uint32_t set) {
  return set <= NOE_DIAGRAM_UNIT || (set < diagrams->top && diagrams->nodes[set].down);
}

/* What is remembered is about sets that are there. Operands of other operations may be anything. */
static const char *check_cache(const struct noe_diagrams *diagrams) {
  for (uint64_t i = 0; i <= diagrams->cache_mask; i++) {
    const struct noe_diagram_entry *entry = &diagrams->cache[i];
    if (entry->tag >= diagrams->next_tag)
      return "a result is that of an operation that nobody has";
    if (entry->tag && !is_set(diagrams, entry->result))
      return "a result is remembered whose nodes are free";
    if (entry->tag && entry->tag < NOE_TAG_FIRST_FREE && (!is_set(diagrams, entry->a) || !is_set(diagrams, entry->b)))
      return "a result of sets is remembered whose nodes are free";
  }
  return NULL;
}

const char *noe_diagram_check(const struct noe_diagrams *diagrams) {
  uint64_t used = 0, free = 0;
  for (uint32_t i = NOE_DIAGRAM_FIRST_NODE; i < diagrams->top; i++) {
    if (!diagrams->nodes[i].down)
      continue;
    used++;
    const char *wrong = check_node(diagrams, i);
    if (wrong)
      return wrong;
  }
  for (uint32_t i = diagrams->free; i; i = diagrams->nodes[i].next)
    if (diagrams->nodes[i].down || ++free > diagrams->top)
      return "the list of free nodes is broken";
  if (used != diagrams->figures.nodes || used + free != diagrams->top - NOE_DIAGRAM_FIRST_NODE)
    return "nodes are neither in use nor free";
  return check_cache(diagrams);
}
