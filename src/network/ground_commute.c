/* Rounds of a loop that give the same in any order: none touches what another one writes, unless both do it by one and
 * the same assignment (`n := n + 1`), which commutes with itself. */
#include "network/ground.h"

enum { MOST_ACCESSES = 4096 };

struct access {
  uint32_t place, round;
  uint32_t by; /* the assignment that the access belongs to, or NOE_NO_TERM */
  bool writes;
};

struct accesses {
  const struct noe_ground *ground;
  NOE_LIST(struct access) items;
  uint32_t round;
  bool is_tangled; /* it does more than to read and write */
};

static const struct noe_term *at(const struct accesses *accesses, uint32_t term) {
  return noe_term_at(&accesses->ground->terms, term);
}

/* ------------------------------------------------------------------ overlap */

/* The steps from the variable to the place: outermost last. */
static uint32_t steps_to(const struct noe_terms *terms, uint32_t place, uint32_t *steps, uint32_t room) {
  uint32_t count = 0;
  while (count < room) {
    const struct noe_term *term = noe_term_at(terms, place);
    steps[count++] = place;
    if (term->kind != NOE_TERM_FIELD && term->kind != NOE_TERM_ELEMENT)
      return count;
    place = terms->parts.items[term->first];
  }
  return 0;
}

/* Steps at one depth, below places that may be one: can they lead to different cells only? */
static bool part_here(const struct noe_terms *terms, const struct noe_term *a, const struct noe_term *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind == NOE_TERM_FIELD)
    return a->number != b->number;
  const struct noe_term *left = noe_term_at(terms, terms->parts.items[a->first + 1]);
  const struct noe_term *right = noe_term_at(terms, terms->parts.items[b->first + 1]);
  return left->kind == NOE_TERM_LITERAL && right->kind == NOE_TERM_LITERAL && left->value != right->value;
}

static bool may_overlap(const struct noe_terms *terms, uint32_t a, uint32_t b) {
  uint32_t left[32], right[32], i = steps_to(terms, a, left, 32), k = steps_to(terms, b, right, 32);
  if (!i || !k)
    return true;
  const struct noe_term *root = noe_term_at(terms, left[--i]), *other = noe_term_at(terms, right[--k]);
  if (root->kind == NOE_TERM_BOUND || other->kind == NOE_TERM_BOUND)
    return true;
  if (root != other)
    return false;
  while (i && k)
    if (part_here(terms, noe_term_at(terms, left[--i]), noe_term_at(terms, right[--k])))
      return false;
  return true;
}

/* --------------------------------------------------------------- gathering */

static void gather(struct accesses *accesses, uint32_t term, uint32_t by, bool in_call);

static void gather_parts(struct accesses *accesses, uint32_t term, uint32_t first, uint32_t by, bool in_call) {
  const uint32_t begin = at(accesses, term)->first, count = at(accesses, term)->count;
  for (uint32_t i = first; i < count; i++)
    gather(accesses, accesses->ground->terms.parts.items[begin + i], by, in_call);
}

/* A place, and the indices on the way there. */
static void touch(struct accesses *accesses, uint32_t place, bool writes, uint32_t by, bool in_call) {
  struct access access = {place, accesses->round, by, writes};
  uint32_t root = place;
  while (at(accesses, root)->kind == NOE_TERM_FIELD || at(accesses, root)->kind == NOE_TERM_ELEMENT) {
    if (at(accesses, root)->kind == NOE_TERM_ELEMENT)
      gather_parts(accesses, root, 1, by, in_call);
    root = accesses->ground->terms.parts.items[at(accesses, root)->first];
  }
  bool is_own = in_call && at(accesses, root)->kind == NOE_TERM_LOCAL &&
                at(accesses, root)->value != (int64_t)accesses->ground->owner;
  if (is_own)
    return; /* locals of a call are made for it */
  accesses->is_tangled |= accesses->items.count >= MOST_ACCESSES;
  if (!accesses->is_tangled)
    NOE_LIST_PUSH(accesses->ground->arena, &accesses->items, access);
}

static void gather_statement(struct accesses *accesses, uint32_t term, bool in_call) {
  const uint32_t *parts = noe_term_parts(&accesses->ground->terms, term);
  switch (at(accesses, term)->number) {
  case NOE_STMT_COPY:
    touch(accesses, parts[0], true, NOE_NO_TERM, in_call);
    touch(accesses, noe_term_parts(&accesses->ground->terms, term)[1], false, NOE_NO_TERM, in_call);
    break;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: touch(accesses, parts[0], true, term, in_call); break;
  case NOE_STMT_SWITCH: gather_parts(accesses, term, 0, NOE_NO_TERM, in_call); break;
  case NOE_STMT_RETURN:
    accesses->is_tangled |= !in_call;
    gather_parts(accesses, term, 0, NOE_NO_TERM, in_call);
    break;
  default: accesses->is_tangled = true;
  }
}

static void gather(struct accesses *accesses, uint32_t term, uint32_t by, bool in_call) {
  const uint32_t first = at(accesses, term)->first;
  if (accesses->is_tangled)
    return;
  switch (at(accesses, term)->kind) {
  case NOE_TERM_READ:
  case NOE_TERM_COPY:
  case NOE_TERM_ISUNDEFINED: touch(accesses, accesses->ground->terms.parts.items[first], false, by, in_call); break;
  case NOE_TERM_SAME:
    touch(accesses, accesses->ground->terms.parts.items[first], false, by, in_call);
    touch(accesses, accesses->ground->terms.parts.items[first + 1], false, by, in_call);
    break;
  case NOE_TERM_ASSIGN:
    touch(accesses, accesses->ground->terms.parts.items[first], true, term, in_call);
    gather(accesses, accesses->ground->terms.parts.items[first + 1], term, in_call);
    break;
  case NOE_TERM_STATEMENT: gather_statement(accesses, term, in_call); break;
  case NOE_TERM_CALL: gather_parts(accesses, term, 0, NOE_NO_TERM, true); break;
  case NOE_TERM_VARIABLE:
  case NOE_TERM_LOCAL:
  case NOE_TERM_BOUND:
  case NOE_TERM_FIELD:
  case NOE_TERM_ELEMENT: touch(accesses, term, true, NOE_NO_TERM, in_call); break; /* handed to a call */
  default: gather_parts(accesses, term, 0, by, in_call); break;
  }
}

static bool collide(const struct noe_terms *terms, const struct access *a, const struct access *b) {
  return a->round != b->round && (a->writes || b->writes) && (a->by != b->by || a->by == NOE_NO_TERM) &&
         may_overlap(terms, a->place, b->place);
}

bool noe_ground_commute(const struct noe_ground *ground, const uint32_t *terms, uint32_t count) {
  struct accesses accesses = {.ground = ground};
  for (uint32_t i = 0; i < count && !accesses.is_tangled; i++) {
    accesses.round = i;
    gather(&accesses, terms[i], NOE_NO_TERM, false);
  }
  for (size_t i = 0; i < accesses.items.count && !accesses.is_tangled; i++)
    for (size_t k = 0; k < i; k++)
      if (collide(&ground->terms, &accesses.items.items[i], &accesses.items.items[k]))
        return false;
  return !accesses.is_tangled;
}
