/* How many states a set has, exactly. */
#include <stdlib.h>

#include "bdd/bdd_int.h"

/* Nodes are counted once: by their number. */
struct counting {
  struct noe_bdd *b;
  struct noe_number *numbers;
  int *nodes;
  uint32_t *table; /* 1 + position */
  uint32_t size, count, capacity;
};

static uint32_t *slot_of(struct counting *counting, int node) {
  uint32_t at = ((uint32_t)node * UINT32_C(2654435761)) & (counting->size - 1);
  for (; counting->table[at] && counting->nodes[counting->table[at] - 1] != node; at = (at + 1) & (counting->size - 1))
    ;
  return &counting->table[at];
}

static void grow(struct counting *counting) {
  struct noe_memory *memory = counting->b->memory;
  counting->capacity = counting->capacity ? 2 * counting->capacity : 256;
  counting->size = 4 * counting->capacity;
  counting->numbers = noe_base_realloc(memory, counting->numbers, counting->capacity * sizeof *counting->numbers);
  counting->nodes = noe_base_realloc(memory, counting->nodes, counting->capacity * sizeof *counting->nodes);
  noe_base_free(memory, counting->table);
  counting->table = noe_base_alloc(memory, counting->size * sizeof *counting->table);
  for (uint32_t i = 0; i < counting->count; i++)
    *slot_of(counting, counting->nodes[i]) = i + 1;
}

static uint32_t rank_of(const struct noe_bdd *b, BDD node) {
  return node <= 1 ? b->circuits->bit_count : (uint32_t)bdd_var(node) / 2;
}

static void double_times(struct noe_number *number, uint32_t times) {
  for (; times >= 30; times -= 30)
    noe_base_number_multiply(number, 1u << 30);
  noe_base_number_multiply(number, 1u << times);
}

/* Adds the states below `node`, over the bits from rank `from` on. */
static void add_below(struct counting *counting, BDD node, uint32_t from, struct noe_number *sum);

static uint32_t number_of(struct counting *counting, BDD node) {
  uint32_t *slot = slot_of(counting, node);
  if (*slot)
    return *slot - 1;
  uint32_t rank = rank_of(counting->b, node);
  struct noe_number number = noe_base_number(counting->b->memory, 0);
  add_below(counting, bdd_low(node), rank + 1, &number);
  add_below(counting, bdd_high(node), rank + 1, &number);
  if (counting->count == counting->capacity)
    grow(counting);
  counting->nodes[counting->count] = node;
  counting->numbers[counting->count] = number;
  *slot_of(counting, node) = ++counting->count;
  return counting->count - 1;
}

static void add_below(struct counting *counting, BDD node, uint32_t from, struct noe_number *sum) {
  if (node == bddfalse)
    return;
  struct noe_number number = noe_base_number(counting->b->memory, 1);
  if (node != bddtrue) {
    uint32_t at = number_of(counting, node);
    noe_base_number_copy(&number, &counting->numbers[at]);
  }
  double_times(&number, rank_of(counting->b, node) - from);
  noe_base_number_add(sum, &number);
  noe_base_number_free(&number);
}

void noe_bdd_count(struct noe_bdd *b, BDD set, struct noe_number *count) {
  struct counting counting = {.b = b};
  grow(&counting);
  noe_base_number_set(count, 0);
  add_below(&counting, set, 0, count);
  for (uint32_t i = 0; i < counting.count; i++)
    noe_base_number_free(&counting.numbers[i]);
  noe_base_free(b->memory, counting.numbers);
  noe_base_free(b->memory, counting.nodes);
  noe_base_free(b->memory, counting.table);
}

uint64_t noe_bdd_count_small(struct noe_bdd *b, BDD set) {
  struct noe_number count = noe_base_number(b->memory, 0);
  noe_bdd_count(b, set, &count);
  uint64_t small = count.count > 2 ? UINT64_MAX : 0;
  for (size_t i = count.count; !(count.count > 2) && i-- > 0;)
    small = small << 32 | count.digits[i];
  noe_base_number_free(&count);
  return small;
}
