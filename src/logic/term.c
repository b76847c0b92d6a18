/* Hash-consing: one pointer for each formula. A term and its negation are made in
 * one go and have neighbouring ids, so that sorting parts by id orders both alike. */
#include <assert.h>
#include <string.h>

#include "base/contract.h"
#include "logic/check.h"

struct noe_logic *noe_logic_new(struct noe_memory *memory) {
  struct noe_arena *arena = noe_base_arena_new(memory);
  struct noe_logic *logic = NOE_NEW(arena, struct noe_logic);
  logic->memory = memory;
  logic->arena = arena;
  logic->slot_count = 64;
  logic->slots = NOE_NEW_ARRAY(arena, const struct noe_term *, logic->slot_count);
  logic->propositions = NOE_NEW_ARRAY(arena, struct noe_proposition, NOE_PROPOSITION_LIMIT);
  logic->truth = noe_logic_intern(logic, NOE_TERM_TRUE, 0, NULL, 0);
  return logic;
}

void noe_logic_delete(struct noe_logic *logic) {
  if (logic)
    noe_base_arena_delete(logic->arena);
}

/* ------------------------------------------------------------ classification */

static enum noe_term_kind dual(enum noe_term_kind kind) {
  switch (kind) {
  case NOE_TERM_TRUE: return NOE_TERM_FALSE;
  case NOE_TERM_FALSE: return NOE_TERM_TRUE;
  case NOE_TERM_HAS: return NOE_TERM_LACKS;
  case NOE_TERM_LACKS: return NOE_TERM_HAS;
  case NOE_TERM_AND: return NOE_TERM_OR;
  case NOE_TERM_OR: return NOE_TERM_AND;
  case NOE_TERM_UNTIL: return NOE_TERM_RELEASE;
  case NOE_TERM_RELEASE: return NOE_TERM_UNTIL;
  case NOE_TERM_NEXT: break;
  }
  return kind;
}

static uint32_t swap_flags(uint32_t flags, uint32_t one, uint32_t other) {
  return (flags & ~(one | other)) | (flags & one ? other : 0) | (flags & other ? one : 0);
}

static uint32_t negated_flags(uint32_t flags) {
  return swap_flags(swap_flags(flags, NOE_TERM_SAFETY, NOE_TERM_COSAFETY), NOE_TERM_EVENTUAL, NOE_TERM_UNIVERSAL);
}

/* left U right: the syntactic classes of Chang, Manna and Pnueli (ICALP 1992);
 * eventual and universal as in Etessami and Holzmann (CONCUR 2000). */
static uint32_t until_flags(const struct noe_term *left, const struct noe_term *right) {
  uint32_t both = left->flags & right->flags;
  uint32_t flags = both & (NOE_TERM_COSAFETY | NOE_TERM_STUTTER | NOE_TERM_UNIVERSAL | NOE_TERM_EVENTUAL);
  if (left->flags & NOE_TERM_OBLIGATION && right->flags & NOE_TERM_COSAFETY)
    flags |= NOE_TERM_OBLIGATION;
  if (left->kind == NOE_TERM_TRUE)
    flags |= NOE_TERM_EVENTUAL;
  return flags;
}

static uint32_t flags_of(enum noe_term_kind kind, const struct noe_term *const *parts, uint32_t count) {
  const uint32_t literal =
      NOE_TERM_BOOLEAN | NOE_TERM_SAFETY | NOE_TERM_COSAFETY | NOE_TERM_OBLIGATION | NOE_TERM_STUTTER;
  uint32_t flags = literal | NOE_TERM_EVENTUAL | NOE_TERM_UNIVERSAL;
  switch (kind) {
  case NOE_TERM_TRUE:
  case NOE_TERM_FALSE: return flags;
  case NOE_TERM_HAS:
  case NOE_TERM_LACKS: return literal;
  case NOE_TERM_NEXT: return parts[0]->flags & ~(uint32_t)(NOE_TERM_BOOLEAN | NOE_TERM_STUTTER);
  case NOE_TERM_UNTIL: return until_flags(parts[0], parts[1]);
  case NOE_TERM_RELEASE: return negated_flags(until_flags(parts[0]->negation, parts[1]->negation));
  case NOE_TERM_AND:
  case NOE_TERM_OR: break;
  }
  for (uint32_t i = 0; i < count; i++)
    flags &= parts[i]->flags;
  return flags;
}

static uint32_t size_of(const struct noe_term *const *parts, uint32_t count) {
  uint64_t size = 1;
  for (uint32_t i = 0; i < count; i++)
    size += parts[i]->size;
  return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

/* -------------------------------------------------------------- hash-consing */

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

static uint64_t hash_of(enum noe_term_kind kind, uint32_t number, const struct noe_term *const *parts, uint32_t count) {
  uint64_t hash = mix(mix(17, kind), number);
  for (uint32_t i = 0; i < count; i++)
    hash = mix(hash, parts[i]->id);
#ifdef NOE_HOSTILE
  hash &= 3;
#endif
  return hash;
}

static bool is_same(const struct noe_term *term, enum noe_term_kind kind, uint32_t number,
                    const struct noe_term *const *parts, uint32_t count) {
  if (term->kind != kind || term->number != number || term->count != count)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (term->parts[i] != parts[i])
      return false;
  return true;
}

static void place(struct noe_logic *logic, const struct noe_term *term) {
  size_t slot = hash_of(term->kind, term->number, term->parts, term->count) & (logic->slot_count - 1);
  while (logic->slots[slot])
    slot = (slot + 1) & (logic->slot_count - 1);
  logic->slots[slot] = term;
}

static void grow(struct noe_logic *logic) {
  const struct noe_term **old = logic->slots;
  size_t count = logic->slot_count;
  logic->slot_count *= 2;
  logic->slots = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, logic->slot_count);
  for (size_t i = 0; i < count; i++)
    if (old[i])
      place(logic, old[i]);
}

static struct noe_term *make(struct noe_logic *logic, enum noe_term_kind kind, uint32_t number,
                             const struct noe_term *const *parts, uint32_t count) {
  struct noe_term *term = NOE_NEW(logic->arena, struct noe_term);
  const struct noe_term **copy = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, count);
  for (uint32_t i = 0; i < count; i++)
    copy[i] = parts[i];
  *term = (struct noe_term){.kind = kind,
                            .number = number,
                            .id = logic->term_count++,
                            .flags = flags_of(kind, parts, count),
                            .size = size_of(parts, count),
                            .count = count,
                            .parts = copy};
  return term;
}

const struct noe_term *noe_logic_find(const struct noe_logic *logic, enum noe_term_kind kind, uint32_t number,
                                      const struct noe_term *const *parts, uint32_t count) {
  size_t slot = hash_of(kind, number, parts, count) & (logic->slot_count - 1);
  for (; logic->slots[slot]; slot = (slot + 1) & (logic->slot_count - 1))
    if (is_same(logic->slots[slot], kind, number, parts, count))
      return logic->slots[slot];
  return NULL;
}

const struct noe_term *noe_logic_intern(struct noe_logic *logic, enum noe_term_kind kind, uint32_t number,
                                        const struct noe_term *const *parts, uint32_t count) {
  const struct noe_term *known = noe_logic_find(logic, kind, number, parts, count);
  if (known)
    return known;
  struct noe_term *term = make(logic, kind, number, parts, count);
  const struct noe_term **mirrored = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, count);
  for (uint32_t i = 0; i < count; i++)
    mirrored[i] = parts[i]->negation;
  struct noe_term *negation = make(logic, dual(kind), number, mirrored, count);
  term->negation = negation;
  negation->negation = term;
  assert(negation->flags == negated_flags(term->flags) && "classes of a negation mirror those of the term");
  assert((term->id ^ 1) == negation->id && "a term and its negation are neighbours, the first one even");
  const bool is_full = 3 * ((size_t)logic->term_count + 2) > 2 * logic->slot_count;
  if (is_full)
    grow(logic);
  place(logic, term);
  place(logic, negation);
  NOE_COSTLY((!is_full || !noe_logic_table_check(logic)) && "after it has grown a table has each term once");
  return term;
}

const struct noe_term *noe_logic_constant(struct noe_logic *logic, bool value) {
  return value ? logic->truth : logic->truth->negation;
}

const struct noe_term *noe_logic_literal(struct noe_logic *logic, uint32_t proposition) {
  assert(proposition < NOE_PROPOSITION_LIMIT && "propositions fit into a letter");
  return noe_logic_intern(logic, NOE_TERM_HAS, proposition, NULL, 0);
}

const struct noe_term *noe_logic_not(const struct noe_term *term) { return term->negation; }

const char *noe_logic_answer_text(enum noe_logic_answer answer) {
  switch (answer) {
  case NOE_LOGIC_DONE: return "done";
  case NOE_LOGIC_TOO_MANY_ATOMS: return "the formula has more than 64 atoms once its quantifiers are expanded";
  case NOE_LOGIC_TOO_LARGE: return "the automaton of the formula is too large";
  case NOE_LOGIC_NOT_SAFETY: return "not a safety formula";
  case NOE_LOGIC_NOT_MONOTONE: return "a fixed-point variable stands under an odd number of negations";
  case NOE_LOGIC_OTHER: return "an operator of another logic";
  }
  return "?";
}
