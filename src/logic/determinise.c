/* Sets of states as states (Rabin and Scott), with letters kept symbolic: what a set
 * does with a letter is a decision diagram whose leaves are sets, the union of the
 * diagrams of its members. Then states that no word tells apart become one (Moore). */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "logic/check.h"
#include "logic/monitor_int.h"

struct pair {
  uint32_t left, right, result;
  bool used;
};

struct subsets {
  struct noe_arena *arena;
  const struct noe_acceptor *acceptor;
  size_t words;
  struct noe_decisions decisions;
  NOE_LIST(const uint64_t *) sets; /* by number; 0 is NOE_MONITOR_BAD */
  uint32_t *table;                 /* open addressing: 1 + number of the set */
  size_t table_size;
  uint32_t *member_roots; /* of a state of the acceptor, 0: not yet known */
  struct pair *pairs;     /* unions done, by hash; a newcomer replaces the old one */
  size_t pair_count;
  bool too_large;
};

enum { TABLE_AT_FIRST = 64, PAIRS_AT_FIRST = 256, PAIRS_AT_LAST = 1 << 16 };

/* ---------------------------------------------------------------------- sets */

static uint64_t hash_of(const uint64_t *set, size_t words) {
  uint64_t hash = 11;
  for (size_t i = 0; i < words; i++) {
    hash = (hash ^ set[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return hash;
}

static bool is_bad(const struct subsets *work, const uint64_t *set) {
  const struct noe_acceptor *acceptor = work->acceptor;
  bool empty = true;
  for (uint32_t s = 0; s < acceptor->state_count; s++)
    if (set[s / 64] >> (s % 64) & 1) {
      empty = false;
      if (acceptor->final && acceptor->final[s])
        return true;
    }
  return empty && !acceptor->final;
}

static void grow_table(struct subsets *work) {
  work->table_size *= 2;
  work->table = NOE_NEW_ARRAY(work->arena, uint32_t, work->table_size);
  for (size_t i = 1; i < work->sets.count; i++) {
    size_t slot = hash_of(work->sets.items[i], work->words) & (work->table_size - 1);
    while (work->table[slot])
      slot = (slot + 1) & (work->table_size - 1);
    work->table[slot] = (uint32_t)i + 1;
  }
}

/* The number of a set; `set` is copied if it is new. */
static uint32_t number_of(struct subsets *work, const uint64_t *set) {
  if (is_bad(work, set))
    return NOE_MONITOR_BAD;
  assert(work->sets.count < work->table_size && "a slot is empty: probing ends");
  size_t slot = hash_of(set, work->words) & (work->table_size - 1);
  for (; work->table[slot]; slot = (slot + 1) & (work->table_size - 1))
    if (!memcmp(work->sets.items[work->table[slot] - 1], set, work->words * sizeof *set))
      return work->table[slot] - 1;
  if (work->sets.count >= NOE_SUBSET_LIMIT - 1) {
    work->too_large = true;
    return NOE_MONITOR_BAD;
  }
  uint64_t *copy = NOE_NEW_ARRAY(work->arena, uint64_t, work->words);
  memcpy(copy, set, work->words * sizeof *set);
  NOE_LIST_PUSH(work->arena, &work->sets, copy);
  work->table[slot] = (uint32_t)work->sets.count;
  if (2 * work->sets.count > work->table_size)
    grow_table(work);
  return (uint32_t)work->sets.count - 1;
}

static uint32_t union_of_sets(struct subsets *work, uint32_t left, uint32_t right) {
  if (left == right)
    return left;
  if (left == NOE_MONITOR_BAD || right == NOE_MONITOR_BAD) /* a match, or the empty set */
    return work->acceptor->final ? NOE_MONITOR_BAD : left | right;
  uint64_t set[NOE_PATTERN_LIMIT / 64 + 1];
  assert(work->words <= sizeof set / sizeof *set && "an acceptor has no more states than the limit");
  assert(left < work->sets.count && right < work->sets.count && "leaves are numbers of sets");
  for (size_t i = 0; i < work->words; i++)
    set[i] = work->sets.items[left][i] | work->sets.items[right][i];
  return number_of(work, set);
}

/* ------------------------------------------------------------------- diagrams */

static uint32_t unite(struct subsets *work, uint32_t left, uint32_t right);

static uint32_t unite_questions(struct subsets *work, uint32_t left, uint32_t right) {
  struct noe_decision a = {NOE_PROPOSITION_LIMIT, left, left}, b = {NOE_PROPOSITION_LIMIT, right, right};
  if (left & NOE_MONITOR_QUESTION)
    a = work->decisions.nodes.items[left & ~NOE_MONITOR_QUESTION];
  if (right & NOE_MONITOR_QUESTION)
    b = work->decisions.nodes.items[right & ~NOE_MONITOR_QUESTION];
  uint32_t proposition = a.proposition < b.proposition ? a.proposition : b.proposition;
  bool in_left = a.proposition == proposition, in_right = b.proposition == proposition;
  assert(proposition < NOE_PROPOSITION_LIMIT && "one of the two is a question");
  uint32_t low = unite(work, in_left ? a.low : left, in_right ? b.low : right);
  uint32_t high = unite(work, in_left ? a.high : left, in_right ? b.high : right);
  return noe_logic_decide(&work->decisions, proposition, low, high);
}

/* The cache grows with the diagrams; what it forgets is worked out again. */
static struct pair *pair_of(struct subsets *work, uint32_t left, uint32_t right) {
  if (work->decisions.nodes.count > work->pair_count && work->pair_count < PAIRS_AT_LAST) {
    work->pair_count *= 4;
    work->pairs = NOE_NEW_ARRAY(work->arena, struct pair, work->pair_count);
  }
  uint64_t key = ((uint64_t)left << 32 | right) * UINT64_C(0x9e3779b97f4a7c15);
  return &work->pairs[(key ^ key >> 32) & (work->pair_count - 1)];
}

static uint32_t unite(struct subsets *work, uint32_t left, uint32_t right) {
  if (work->decisions.nodes.count > NOE_DECISION_LIMIT)
    work->too_large = true;
  if (left == right || work->too_large)
    return left;
  if (!((left | right) & NOE_MONITOR_QUESTION))
    return union_of_sets(work, left, right);
  const struct pair *pair = pair_of(work, left, right);
  if (pair->used && pair->left == left && pair->right == right)
    return pair->result;
  uint32_t result = unite_questions(work, left, right);
  *pair_of(work, left, right) = (struct pair){left, right, result, true};
  return result;
}

static uint32_t nothing(struct subsets *work) {
  uint64_t set[NOE_PATTERN_LIMIT / 64 + 1] = {0};
  return number_of(work, set);
}

static uint32_t edge_root(struct subsets *work, const struct noe_edge *edge) {
  uint64_t set[NOE_PATTERN_LIMIT / 64 + 1] = {0};
  set[edge->target / 64] |= (uint64_t)1 << (edge->target % 64);
  uint32_t root = number_of(work, set), otherwise = nothing(work);
  for (uint32_t i = NOE_PROPOSITION_LIMIT; i-- > 0;) {
    if (edge->positive >> i & 1)
      root = noe_logic_decide(&work->decisions, i, otherwise, root);
    else if (edge->negative >> i & 1)
      root = noe_logic_decide(&work->decisions, i, root, otherwise);
  }
  return root;
}

static uint32_t member_root(struct subsets *work, uint32_t state) {
  assert(state < work->acceptor->state_count && "members are states");
  if (!work->member_roots[state]) {
    uint32_t root = nothing(work);
    for (uint32_t i = work->acceptor->first[state]; i < work->acceptor->first[state + 1]; i++)
      root = unite(work, root, edge_root(work, &work->acceptor->edges[i]));
    work->member_roots[state] = root + 1;
  }
  return work->member_roots[state] - 1;
}

static uint32_t set_root(struct subsets *work, uint32_t number) {
  const uint64_t *set = work->sets.items[number];
  uint32_t root = work->acceptor->final ? member_root(work, 0) : nothing(work);
  for (uint32_t s = 0; s < work->acceptor->state_count && !work->too_large; s++)
    if (set[s / 64] >> (s % 64) & 1)
      root = unite(work, root, member_root(work, s));
  return root;
}

/* ------------------------------------------------------------------ exploration */

struct machine {             /* states that can be reached, in the order of a walk */
  NOE_LIST(uint32_t) sets;   /* set of a state */
  NOE_LIST(uint32_t) roots;  /* of a state; leaves are sets */
  NOE_LIST(uint8_t) reached; /* by set */
  NOE_LIST(uint8_t) seen;    /* by decision */
};

/* The sets below `root` that are new become states. */
static void visit(struct subsets *work, struct machine *machine, uint32_t root) {
  if (root & NOE_MONITOR_QUESTION) {
    uint32_t node = root & ~NOE_MONITOR_QUESTION;
    if (machine->seen.items[node])
      return;
    machine->seen.items[node] = 1;
    struct noe_decision decision = work->decisions.nodes.items[node];
    visit(work, machine, decision.low);
    visit(work, machine, decision.high);
  } else if (!machine->reached.items[root]) {
    machine->reached.items[root] = 1;
    NOE_LIST_PUSH(work->arena, &machine->sets, root);
  }
}

static void visit_all(struct subsets *work, struct machine *machine, uint32_t root) {
  while (machine->seen.count < work->decisions.nodes.count)
    NOE_LIST_PUSH(work->arena, &machine->seen, 0);
  while (machine->reached.count < work->sets.count)
    NOE_LIST_PUSH(work->arena, &machine->reached, 0);
  visit(work, machine, root);
}

static void explore(struct subsets *work, struct machine *machine, uint32_t start) {
  visit_all(work, machine, NOE_MONITOR_BAD);
  visit_all(work, machine, start);
  for (size_t s = 0; s < machine->sets.count && !work->too_large; s++) {
    uint32_t set = machine->sets.items[s];
    uint32_t root = set == NOE_MONITOR_BAD ? NOE_MONITOR_BAD : set_root(work, set);
    NOE_LIST_PUSH(work->arena, &machine->roots, root);
    if (!work->too_large)
      visit_all(work, machine, root);
  }
}

/* ------------------------------------------------------------------ minimisation */

struct renaming {
  const struct noe_decisions *from;
  struct noe_decisions to;
  const uint32_t *leaves;
  uint32_t *memo; /* 1 + reference */
};

static uint32_t rename_leaves(struct renaming *renaming, uint32_t root) {
  if (!(root & NOE_MONITOR_QUESTION))
    return renaming->leaves[root];
  uint32_t node = root & ~NOE_MONITOR_QUESTION;
  if (!renaming->memo[node]) {
    struct noe_decision decision = renaming->from->nodes.items[node];
    uint32_t low = rename_leaves(renaming, decision.low), high = rename_leaves(renaming, decision.high);
    renaming->memo[node] = noe_logic_decide(&renaming->to, decision.proposition, low, high) + 1;
  }
  return renaming->memo[node] - 1;
}

static struct renaming new_renaming(struct noe_arena *arena, const struct noe_decisions *from, const uint32_t *leaves) {
  struct renaming renaming = {.from = from, .leaves = leaves};
  noe_logic_decisions_init(&renaming.to, arena);
  renaming.memo = NOE_NEW_ARRAY(arena, uint32_t, from->nodes.count);
  return renaming;
}

/* One round of Moore: states of one class that differ in the classes they lead to go
 * apart. `classes` by state; returns how many there are then. Class 0 is {bad}. */
static uint32_t split(struct noe_memory *memory, const struct subsets *work, const struct machine *machine,
                      uint32_t *classes) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  uint32_t *leaves = NOE_NEW_ARRAY(arena, uint32_t, work->sets.count);
  for (uint32_t s = 0; s < machine->sets.count; s++)
    leaves[machine->sets.items[s]] = classes[s];
  struct renaming renaming = new_renaming(arena, &work->decisions, leaves);
  struct noe_decisions known; /* (class, root) to new class */
  noe_logic_decisions_init(&known, arena);
  for (uint32_t s = 1; s < machine->sets.count; s++) {
    uint32_t root = rename_leaves(&renaming, machine->roots.items[s]);
    uint32_t pair = noe_logic_decide(&known, classes[s], root, UINT32_MAX); /* numbers pairs as they come */
    classes[s] = 1 + (pair & ~NOE_MONITOR_QUESTION);
  }
  uint32_t count = 1 + (uint32_t)known.nodes.count;
  noe_base_arena_delete(arena);
  return count;
}

static const struct noe_monitor *build(struct noe_arena *arena, struct subsets *work, const struct machine *machine,
                                       const uint32_t *classes, uint32_t count, uint32_t start) {
  struct noe_monitor *monitor = NOE_NEW(arena, struct noe_monitor);
  uint32_t *leaves = NOE_NEW_ARRAY(work->arena, uint32_t, work->sets.count);
  uint32_t *roots = NOE_NEW_ARRAY(arena, uint32_t, count);
  for (uint32_t s = 0; s < machine->sets.count; s++)
    leaves[machine->sets.items[s]] = classes[s];
  struct renaming renaming = new_renaming(work->arena, &work->decisions, leaves);
  for (uint32_t s = 0; s < machine->sets.count; s++)
    roots[classes[s]] = rename_leaves(&renaming, machine->roots.items[s]);
  size_t decisions = renaming.to.nodes.count;
  struct noe_decision *copy = NOE_NEW_ARRAY(arena, struct noe_decision, decisions);
  if (decisions)
    memcpy(copy, renaming.to.nodes.items, decisions * sizeof *copy);
  *monitor = (struct noe_monitor){.state_count = count,
                                  .initial = leaves[start],
                                  .roots = roots,
                                  .decisions = copy,
                                  .decision_count = (uint32_t)decisions};
  for (size_t i = 0; i < decisions; i++)
    monitor->propositions |= (uint64_t)1 << copy[i].proposition;
  NOE_COSTLY(!noe_logic_monitor_check(monitor) && "a monitor is what monitor.h promises");
  return monitor;
}

static const struct noe_monitor *minimise(struct noe_arena *arena, struct noe_memory *memory, struct subsets *work,
                                          const struct machine *machine, uint32_t start) {
  uint32_t *classes = NOE_NEW_ARRAY(work->arena, uint32_t, machine->sets.count);
  uint32_t count = machine->sets.count > 1 ? 2 : 1, before;
  for (uint32_t s = 1; s < machine->sets.count; s++)
    classes[s] = 1;
  do {
    before = count;
    count = split(memory, work, machine, classes);
    assert(count >= before && count <= machine->sets.count && "classes are split and never joined, so this ends");
  } while (count != before);
  return build(arena, work, machine, classes, count, start);
}

static uint32_t start_of(struct subsets *work) {
  uint64_t set[NOE_PATTERN_LIMIT / 64 + 1] = {0};
  set[0] = work->acceptor->state_count && !work->acceptor->final;
  return number_of(work, set);
}

const struct noe_monitor *noe_logic_determinise(struct noe_arena *arena, struct noe_memory *memory,
                                                const struct noe_acceptor *acceptor) {
  if (acceptor->state_count > NOE_PATTERN_LIMIT)
    return NULL;
  struct noe_arena *scratch = noe_base_arena_new(memory);
  struct subsets *work = NOE_NEW(scratch, struct subsets);
  work->arena = scratch;
  work->acceptor = acceptor;
  work->words = acceptor->state_count / 64 + 1;
  work->table_size = TABLE_AT_FIRST;
  work->table = NOE_NEW_ARRAY(scratch, uint32_t, work->table_size);
  work->pair_count = PAIRS_AT_FIRST;
  work->pairs = NOE_NEW_ARRAY(scratch, struct pair, work->pair_count);
  work->member_roots = NOE_NEW_ARRAY(scratch, uint32_t, acceptor->state_count);
  noe_logic_decisions_init(&work->decisions, scratch);
  NOE_LIST_PUSH(scratch, &work->sets, NULL); /* bad: no set is looked up there */
  struct machine machine = {0};
  uint32_t start = start_of(work);
  explore(work, &machine, start);
  const struct noe_monitor *monitor = work->too_large ? NULL : minimise(arena, memory, work, &machine, start);
  noe_base_arena_delete(scratch);
  return monitor;
}
