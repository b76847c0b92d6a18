/* Formula -> very weak alternating automaton -> automaton with marks.
 *
 * The alternating automaton has formulas for states. A *move* of a formula f is
 * (label, set of formulas for the rest of the word, promises put off):
 *
 *   moves(literal) = (literal, {}, {})          moves(X f)    = (true, {f}, {})
 *   moves(f & g)   = moves(f) x moves(g)        moves(f | g)  = moves(f) + moves(g)
 *   moves(f U g)   = moves(g) + moves(f) x (true, {f U g}, {f U g})
 *   moves(f R g)   = moves(g) x (moves(f) + (true, {f R g}, {}))
 *
 * where x joins labels, sets and promises. States of the result are sets of
 * formulas (all of them hold), its edges are the moves of the conjunction, and the
 * edge has mark u iff it does not put the promise u off. In an accepting run a fresh
 * copy of u may always choose as an old one does, so a promise that is kept
 * is not put off at that step: a mark seen infinitely often means that u is
 * never put off for ever.
 *
 * Move m makes move n needless if label(n) implies label(m), and sets and promises
 * of m are within those of n: whatever n can do later, m can do with fewer duties.
 * Joining keeps this order, so needless moves go at every step.
 *
 * A formula c is dropped from a set that has r = f R (… & c & …): the moves of r are
 * already joined with those of c. Thus G(p -> F q) needs no second state for a
 * pending F q, and GF p & GF q has one state. */
#include <assert.h>
#include <string.h>

#include "logic/automaton_int.h"

enum { WORDS = 4, MEMBER_LIMIT = 64 * WORDS, PROMISE_LIMIT = 64 };

struct set {
  uint64_t words[WORDS]; /* members by number */
};

struct move {
  uint64_t positive, negative, promises;
  struct set set;
};

struct moves {
  struct move *items;
  size_t count, capacity;
};

struct translation {
  struct noe_arena *arena;
  struct noe_arena *pool; /* where moves are made: `arena`, or one for the state at hand */
  const struct noe_term *members[MEMBER_LIMIT];
  struct set implied[MEMBER_LIMIT]; /* members that a member has inside its moves */
  uint32_t member_count;
  const struct noe_term *promises[PROMISE_LIMIT];
  uint32_t promise_count;
  const struct moves **memo; /* by id of the term */
  size_t memo_count;
  NOE_LIST(struct set) states;
  uint32_t *table; /* open addressing: 1 + number of the state */
  size_t table_size;
  struct noe_automaton_builder draft;
  struct noe_logic_limits limits;
  bool too_large;
};

static bool has(const struct set *set, uint32_t member) { return set->words[member / 64] >> (member % 64) & 1; }

/* ------------------------------------------------------------------- members */

static void include(struct translation *work, struct set *set, const struct noe_term *term);

/* What the moves of `term` are joined with: the right sides of R. */
static void imply(struct translation *work, struct set *set, const struct noe_term *term) {
  if (term->kind == NOE_TERM_RELEASE)
    include(work, set, term->parts[1]);
}

static uint32_t member(struct translation *work, const struct noe_term *term) {
  for (uint32_t i = 0; i < work->member_count; i++)
    if (work->members[i] == term)
      return i;
  if (work->member_count == MEMBER_LIMIT) {
    work->too_large = true;
    return 0;
  }
  uint32_t number = work->member_count++;
  assert(number < MEMBER_LIMIT && "a set of members has a bit for each");
  struct set implied = {{0}};
  work->members[number] = term;
  imply(work, &implied, term);
  for (uint32_t i = 0; i < work->member_count; i++)
    if (has(&implied, i))
      for (uint32_t k = 0; k < WORDS; k++)
        implied.words[k] |= work->implied[i].words[k];
  work->implied[number] = implied;
  return number;
}

/* Adds the conjuncts of a term. */
static void include(struct translation *work, struct set *set, const struct noe_term *term) {
  if (term->kind == NOE_TERM_AND)
    for (uint32_t i = 0; i < term->count; i++)
      include(work, set, term->parts[i]);
  else if (term->kind != NOE_TERM_TRUE) {
    uint32_t number = member(work, term);
    set->words[number / 64] |= (uint64_t)1 << (number % 64);
  }
}

static void drop_implied(const struct translation *work, struct set *set) {
  struct set all = *set;
  for (uint32_t k = 0; k < WORDS; k++)
    for (uint64_t rest = all.words[k]; rest; rest &= rest - 1) {
      const struct set *implied = &work->implied[64 * k + (uint32_t)__builtin_ctzll(rest)];
      for (uint32_t j = 0; j < WORDS; j++)
        set->words[j] &= ~implied->words[j];
    }
}

static uint64_t promise(struct translation *work, const struct noe_term *term) {
  for (uint32_t i = 0; i < work->promise_count; i++)
    if (work->promises[i] == term)
      return (uint64_t)1 << i;
  if (work->promise_count == PROMISE_LIMIT) {
    work->too_large = true;
    return 0;
  }
  work->promises[work->promise_count] = term;
  return (uint64_t)1 << work->promise_count++;
}

/* --------------------------------------------------------------------- moves */

/* m does all that n does, with fewer duties. */
static bool makes_needless(const struct move *m, const struct move *n) {
  if (m->positive & ~n->positive || m->negative & ~n->negative || m->promises & ~n->promises)
    return false;
  for (uint32_t k = 0; k < WORDS; k++)
    if (m->set.words[k] & ~n->set.words[k])
      return false;
  return true;
}

static void add(struct translation *work, struct moves *moves, const struct move *move) {
  size_t kept = 0;
  if (work->draft.work < moves->count || moves->count > work->limits.edges)
    work->too_large = true;
  if (work->too_large)
    return;
  work->draft.work -= moves->count;
  for (size_t i = 0; i < moves->count; i++)
    if (makes_needless(&moves->items[i], move))
      return;
  for (size_t i = 0; i < moves->count; i++)
    if (!makes_needless(move, &moves->items[i]))
      moves->items[kept++] = moves->items[i];
  assert(kept <= moves->count && "needless moves go");
  moves->count = kept;
  NOE_LIST_PUSH(work->pool, moves, *move);
}

static void unite(struct translation *work, struct moves *moves, const struct moves *others) {
  for (size_t i = 0; i < others->count; i++)
    add(work, moves, &others->items[i]);
}

static struct moves join(struct translation *work, const struct moves *left, const struct moves *right) {
  struct moves result = {0};
  for (size_t i = 0; i < left->count; i++)
    for (size_t j = 0; j < right->count && !work->too_large; j++) {
      struct move move = left->items[i];
      const struct move *other = &right->items[j];
      move.positive |= other->positive;
      move.negative |= other->negative;
      if (move.positive & move.negative)
        continue;
      move.promises |= other->promises;
      for (uint32_t k = 0; k < WORDS; k++)
        move.set.words[k] |= other->set.words[k];
      drop_implied(work, &move.set);
      add(work, &result, &move);
    }
  return result;
}

static struct moves one_move(struct translation *work, const struct move *move) {
  struct moves moves = {0};
  add(work, &moves, move);
  return moves;
}

/* (true, {term}, {term}) or, without a promise, (true, {term}, {}). */
static struct moves stay(struct translation *work, const struct noe_term *term, bool promised) {
  struct move move = {.promises = promised ? promise(work, term) : 0};
  include(work, &move.set, term);
  drop_implied(work, &move.set);
  return one_move(work, &move);
}

static const struct moves *moves_of(struct translation *work, const struct noe_term *term);

static struct moves compute(struct translation *work, const struct noe_term *term) {
  struct moves moves = {0}, later;
  struct move move = {0};
  switch (term->kind) {
  case NOE_TERM_FALSE: break;
  case NOE_TERM_TRUE: return one_move(work, &move);
  case NOE_TERM_HAS: move.positive = (uint64_t)1 << term->number; return one_move(work, &move);
  case NOE_TERM_LACKS: move.negative = (uint64_t)1 << term->number; return one_move(work, &move);
  case NOE_TERM_NEXT: return stay(work, term->parts[0], false);
  case NOE_TERM_AND:
    moves = one_move(work, &move);
    for (uint32_t i = 0; i < term->count; i++)
      moves = join(work, &moves, moves_of(work, term->parts[i]));
    break;
  case NOE_TERM_OR:
    for (uint32_t i = 0; i < term->count; i++)
      unite(work, &moves, moves_of(work, term->parts[i]));
    break;
  case NOE_TERM_UNTIL:
    later = stay(work, term, true);
    unite(work, &moves, moves_of(work, term->parts[1]));
    later = join(work, moves_of(work, term->parts[0]), &later);
    unite(work, &moves, &later);
    break;
  case NOE_TERM_RELEASE:
    later = stay(work, term, false);
    unite(work, &later, moves_of(work, term->parts[0]));
    return join(work, moves_of(work, term->parts[1]), &later);
  }
  return moves;
}

static const struct moves *moves_of(struct translation *work, const struct noe_term *term) {
  while (term->id >= work->memo_count)
    work->memo = noe_base_arena_grow(work->arena, work->memo, work->memo_count, &work->memo_count, sizeof *work->memo);
  if (!work->memo[term->id]) {
    struct noe_arena *pool = work->pool;
    struct moves *moves = NOE_NEW(work->arena, struct moves);
    work->pool = work->arena;
    *moves = compute(work, term);
    work->pool = pool;
    work->memo[term->id] = moves;
  }
  return work->memo[term->id];
}

/* -------------------------------------------------------------------- states */

static uint64_t hash_of(const struct set *set) {
  uint64_t hash = 7;
  for (uint32_t k = 0; k < WORDS; k++) {
    hash = (hash ^ set->words[k]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 31;
  }
  return hash;
}

static uint32_t state_of(struct translation *work, const struct set *set) {
  size_t slot = hash_of(set) & (work->table_size - 1);
  for (; work->table[slot]; slot = (slot + 1) & (work->table_size - 1))
    if (!memcmp(&work->states.items[work->table[slot] - 1], set, sizeof *set))
      return work->table[slot] - 1;
  if (work->states.count >= work->limits.states) {
    work->too_large = true;
    return 0;
  }
  NOE_LIST_PUSH(work->arena, &work->states, *set);
  work->table[slot] = (uint32_t)work->states.count;
  assert(work->states.count < work->table_size && "free slots are left, so that looking for one ends");
  return (uint32_t)work->states.count - 1;
}

static void leave(struct translation *work, struct noe_memory *memory, uint32_t state) {
  struct move nothing = {0};
  struct set set = work->states.items[state];
  work->pool = noe_base_arena_new(memory);
  struct moves moves = one_move(work, &nothing);
  for (uint32_t i = 0; i < work->member_count && !work->too_large; i++)
    if (has(&set, i))
      moves = join(work, &moves, moves_of(work, work->members[i]));
  for (size_t i = 0; i < moves.count && !work->too_large; i++) {
    const struct move *move = &moves.items[i];
    struct noe_edge edge = {.source = state, .positive = move->positive, .negative = move->negative};
    assert(!(move->positive & move->negative) && "moves that no letter makes are not kept");
    edge.target = state_of(work, &move->set);
    edge.marks = ~move->promises;
    NOE_LIST_PUSH(work->arena, &work->draft.edges, edge);
  }
  work->too_large |= work->draft.edges.count > work->limits.edges;
  assert(work->pool != work->arena && "what was made for one state goes, and nothing else");
  noe_base_arena_delete(work->pool);
  work->pool = work->arena;
}

static void explore(struct translation *work, struct noe_memory *memory, const struct noe_term *formula) {
  struct set start = {{0}};
  include(work, &start, formula);
  drop_implied(work, &start);
  state_of(work, &start);
  for (uint32_t state = 0; state < work->states.count && !work->too_large; state++)
    leave(work, memory, state);
  work->draft.state_count = (uint32_t)work->states.count;
  work->draft.mark_count = work->promise_count;
  for (size_t i = 0; i < work->draft.edges.count; i++)
    work->draft.edges.items[i].marks &= noe_builder_marks(&work->draft);
}

static struct translation *new_translation(struct noe_memory *memory, struct noe_logic_limits limits) {
  struct noe_arena *scratch = noe_base_arena_new(memory);
  struct translation *work = NOE_NEW(scratch, struct translation);
  work->arena = work->pool = work->draft.arena = scratch;
  work->limits = limits;
  work->draft.work = limits.work;
  for (work->table_size = 16; work->table_size < 2 * (size_t)limits.states;)
    work->table_size *= 2;
  work->table = NOE_NEW_ARRAY(scratch, uint32_t, work->table_size);
  return work;
}

static const struct noe_automaton *translate(struct noe_arena *arena, struct noe_memory *memory,
                                             const struct noe_term *formula, struct noe_logic_limits limits,
                                             uint64_t hidden) {
  struct translation *work = new_translation(memory, limits);
  const struct noe_automaton *result = NULL;
  explore(work, memory, formula);
  if (!work->too_large) {
    struct noe_automaton_builder *draft = &work->draft;
    for (size_t i = 0; i < draft->edges.count; i++) {
      draft->edges.items[i].positive &= ~hidden;
      draft->edges.items[i].negative &= ~hidden;
    }
    noe_logic_builder_index(draft);
    noe_logic_builder_reduce(draft);
    result = noe_logic_builder_finish(arena, draft);
  }
  noe_base_arena_delete(work->arena);
  return result;
}

const struct noe_automaton *noe_logic_translate_within(struct noe_arena *arena, struct noe_memory *memory,
                                                       const struct noe_term *formula, struct noe_logic_limits limits) {
  return translate(arena, memory, formula, limits, 0);
}

const struct noe_automaton *noe_logic_translate_hiding(struct noe_arena *arena, struct noe_memory *memory,
                                                       const struct noe_term *formula, uint64_t hidden) {
  return translate(arena, memory, formula, NOE_LOGIC_LIMITS, hidden);
}

const struct noe_automaton *noe_logic_translate(struct noe_arena *arena, struct noe_memory *memory,
                                                const struct noe_term *formula) {
  return noe_logic_translate_within(arena, memory, formula, NOE_LOGIC_LIMITS);
}
