/* The row of nodes, the unique table over it, and the cache of results. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "diagram/diagram_int.h"

/* In a hostile build collections come all the time, and chains are long: small diagrams are checked. */
enum { MOST_CHECKED = 400 };

/* Results are forgotten by a collection, so there is none before there are many nodes. With what goes with it, a node
 * takes some 200 bytes; they are not to fill half of the memory that there is. */
static uint32_t least_collected(const struct noe_memory *memory) {
  size_t limit = noe_base_memory_limit(memory), share = limit / 512;
  return limit && share < NOE_DIAGRAM_LEAST_COLLECTED ? (uint32_t)share : NOE_DIAGRAM_LEAST_COLLECTED;
}

struct noe_diagrams *noe_diagram_new(struct noe_memory *memory) {
  struct noe_diagrams *diagrams = noe_base_alloc(memory, sizeof *diagrams);
  diagrams->memory = memory;
  diagrams->marks.memory = memory;
  diagrams->top = NOE_DIAGRAM_FIRST_NODE;
  diagrams->next_tag = NOE_TAG_FIRST_FREE;
  diagrams->room = NOE_DIAGRAM_LEAST_ROOM;
  diagrams->least_collected = diagrams->threshold = least_collected(memory);
  diagrams->nodes = noe_base_alloc(memory, diagrams->room * sizeof *diagrams->nodes);
  diagrams->heads = noe_base_alloc(memory, diagrams->room * sizeof *diagrams->heads);
  diagrams->head_mask = diagrams->room - 1;
  diagrams->cache = noe_base_alloc(memory, NOE_DIAGRAM_LEAST_CACHE * sizeof *diagrams->cache);
  diagrams->cache_mask = NOE_DIAGRAM_LEAST_CACHE - 1;
  return diagrams;
}

void noe_diagram_delete(struct noe_diagrams *diagrams) {
  if (!diagrams)
    return;
  struct noe_memory *memory = diagrams->memory;
  noe_base_free(memory, diagrams->nodes);
  noe_base_free(memory, diagrams->heads);
  noe_base_free(memory, diagrams->cache);
  noe_base_free(memory, diagrams->stack);
  noe_base_free(memory, diagrams->marks.words);
  noe_base_free(memory, diagrams);
}

/* ------------------------------------------------------------------ growth */

static void enter(struct noe_diagrams *diagrams, uint32_t number) {
  assert(number >= NOE_DIAGRAM_FIRST_NODE && number < diagrams->top && "a node of the row");
  struct noe_diagram_node *node = &diagrams->nodes[number];
  uint32_t *head = &diagrams->heads[noe_diagram_hash(diagrams, node->label, node->down, node->right)];
  node->next = *head;
  *head = number;
}

/* Chains anew, of all nodes in use. */
static void enter_all(struct noe_diagrams *diagrams) {
  memset(diagrams->heads, 0, (diagrams->head_mask + (size_t)1) * sizeof *diagrams->heads);
  for (uint32_t i = NOE_DIAGRAM_FIRST_NODE; i < diagrams->top; i++)
    if (diagrams->nodes[i].down)
      enter(diagrams, i);
}

static uint32_t place(const struct noe_diagrams *diagrams, uint32_t tag, uint32_t a, uint32_t b) {
  return (uint32_t)(noe_mix((uint64_t)a << 32 | b, (uint64_t)tag * UINT64_C(0x9e3779b97f4a7c15)) >> 8) &
         diagrams->cache_mask;
}

/* The cache is as large as the row of nodes, four times over; where there is no memory for that it stays as it is. */
static void grow_cache(struct noe_diagrams *diagrams) {
  uint32_t room = NOE_DIAGRAM_IS_HOSTILE ? diagrams->room : 4 * diagrams->room;
  if (room <= diagrams->cache_mask + 1)
    return;
  struct noe_diagram_entry *cache = noe_base_try_alloc(diagrams->memory, room * sizeof *cache);
  if (!cache)
    return;
  struct noe_diagram_entry *old = diagrams->cache;
  uint32_t count = diagrams->cache_mask + 1;
  diagrams->cache = cache;
  diagrams->cache_mask = room - 1;
  for (uint32_t i = 0; i < count; i++)
    if (old[i].tag)
      cache[place(diagrams, old[i].tag, old[i].a, old[i].b)] = old[i];
  noe_base_free(diagrams->memory, old);
}

static void grow(struct noe_diagrams *diagrams) {
  if (diagrams->room >= UINT32_MAX / 4)
    noe_base_memory_escape(diagrams->memory); /* numbers of nodes have 32 bits */
  uint32_t room = 2 * diagrams->room;
  diagrams->nodes = noe_base_realloc(diagrams->memory, diagrams->nodes, room * sizeof *diagrams->nodes);
  diagrams->room = room;
  uint32_t *heads = noe_base_try_alloc(diagrams->memory, room * sizeof *heads);
  if (heads) { /* otherwise chains are longer */
    noe_base_free(diagrams->memory, diagrams->heads);
    diagrams->heads = heads;
    diagrams->head_mask = room - 1;
    enter_all(diagrams);
  }
  grow_cache(diagrams);
}

/* ------------------------------------------------------------------- nodes */

static uint32_t take(struct noe_diagrams *diagrams) {
  uint32_t number = diagrams->free;
  if (number) {
    assert(!diagrams->nodes[number].down && diagrams->free_count && "a node that is free is in no set");
    diagrams->free = diagrams->nodes[number].next;
    diagrams->free_count--;
  } else {
    if (diagrams->top == diagrams->room)
      grow(diagrams);
    number = diagrams->top++;
  }
  diagrams->figures.made++;
  if (++diagrams->figures.nodes > diagrams->figures.peak_nodes)
    diagrams->figures.peak_nodes = diagrams->figures.nodes;
  return number;
}

uint32_t noe_diagram_make(struct noe_diagrams *diagrams, uint32_t label, uint32_t down, uint32_t right) {
  if (down == NOE_DIAGRAM_NONE)
    return right;
  assert(down < diagrams->top && right < diagrams->top && (down == NOE_DIAGRAM_UNIT || diagrams->nodes[down].down) &&
         "a node is made of sets that were not collected");
  assert(right != NOE_DIAGRAM_UNIT && "no vector is the beginning of another one");
  assert((!right || label < diagrams->nodes[right].label) && "labels of a list increase");
  uint32_t number = diagrams->heads[noe_diagram_hash(diagrams, label, down, right)];
  for (; number; number = diagrams->nodes[number].next) {
    const struct noe_diagram_node *node = &diagrams->nodes[number];
    if (node->label == label && node->down == down && node->right == right)
      return number;
  }
  number = take(diagrams);
  diagrams->nodes[number] = (struct noe_diagram_node){label, down, right, 0};
  enter(diagrams, number);
  return number;
}

struct noe_diagram_node noe_diagram_get(const struct noe_diagrams *diagrams, uint32_t set) {
  assert(set >= NOE_DIAGRAM_FIRST_NODE && set < diagrams->top && "a node");
  return diagrams->nodes[set];
}

/* ------------------------------------------------------------------- cache */

uint32_t noe_diagram_tag(struct noe_diagrams *diagrams, uint32_t count) {
  if (diagrams->next_tag > UINT32_MAX - count)
    noe_base_memory_escape(diagrams->memory);
  diagrams->next_tag += count;
  return diagrams->next_tag - count;
}

bool noe_diagram_recall(struct noe_diagrams *diagrams, uint32_t tag, uint32_t a, uint32_t b, uint32_t *result) {
  assert(tag && tag < diagrams->next_tag && "results are those of an operation");
  const struct noe_diagram_entry *entry = &diagrams->cache[place(diagrams, tag, a, b)];
  noe_diagram_spend(diagrams, 1);
  if (entry->tag != tag || entry->a != a || entry->b != b)
    return false;
  *result = entry->result;
  return true;
}

void noe_diagram_remember(struct noe_diagrams *diagrams, uint32_t tag, uint32_t a, uint32_t b, uint32_t result) {
  assert(tag && tag < diagrams->next_tag && "results are those of an operation");
  assert(result < diagrams->top && "a result is a set");
  diagrams->cache[place(diagrams, tag, a, b)] = (struct noe_diagram_entry){tag, a, b, result};
}

/* -------------------------------------------------------------- collection */

static void nothing(void *context, uint32_t node) { (void)context, (void)node; }

void noe_diagram_mark(struct noe_diagrams *diagrams, uint32_t set) {
  noe_diagram_traverse(diagrams, set, nothing, NULL);
}

static void sweep(struct noe_diagrams *diagrams) {
  diagrams->free = diagrams->free_count = 0;
  for (uint32_t i = diagrams->top; i-- > NOE_DIAGRAM_FIRST_NODE;) {
    if (noe_bitset_has(&diagrams->marks, i))
      continue;
    diagrams->nodes[i] = (struct noe_diagram_node){.next = diagrams->free};
    diagrams->free = i;
    diagrams->free_count++;
  }
  diagrams->figures.nodes = diagrams->top - NOE_DIAGRAM_FIRST_NODE - diagrams->free_count;
  assert(diagrams->figures.nodes <= diagrams->figures.peak_nodes && "a collection makes no nodes");
}

void noe_diagram_collect(struct noe_diagrams *diagrams, void (*roots)(void *context), void *context) {
  noe_diagram_unmark(diagrams);
  roots(context);
  sweep(diagrams);
  enter_all(diagrams);
  memset(diagrams->cache, 0, (diagrams->cache_mask + (size_t)1) * sizeof *diagrams->cache);
  diagrams->figures.collections++;
  uint64_t threshold = 3 * diagrams->figures.nodes;
  if (threshold < diagrams->least_collected)
    threshold = diagrams->least_collected;
  diagrams->threshold = threshold < UINT32_MAX ? (uint32_t)threshold : UINT32_MAX;
  NOE_COSTLY((diagrams->figures.nodes > MOST_CHECKED || !noe_diagram_check(diagrams)) &&
             "what is left after a collection is sound");
}

bool noe_diagram_is_full(const struct noe_diagrams *diagrams) {
  return NOE_DIAGRAM_IS_HOSTILE || diagrams->figures.nodes >= diagrams->threshold;
}

void noe_diagram_limit(struct noe_diagrams *diagrams, uint64_t most, uint64_t (*more)(void *context, uint64_t done),
                       void *context) {
  diagrams->most_work = most;
  diagrams->more_work = more;
  diagrams->more_context = context;
}

bool noe_diagram_is_at_limit(const struct noe_diagrams *diagrams) {
  return diagrams->most_work && diagrams->work > diagrams->most_work;
}

void noe_diagram_spend(struct noe_diagrams *diagrams, uint64_t work) {
  diagrams->work += work;
  if (!noe_diagram_is_at_limit(diagrams))
    return;
  if (diagrams->more_work)
    diagrams->most_work = diagrams->more_work(diagrams->more_context, diagrams->work);
  if (noe_diagram_is_at_limit(diagrams))
    noe_base_memory_escape(diagrams->memory);
}

struct noe_diagram_figures noe_diagram_figures(const struct noe_diagrams *diagrams) {
  return diagrams->figures;
}
