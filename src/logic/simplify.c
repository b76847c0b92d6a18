/* Constructors that simplify. Only OR and U have laws of their own: AND and R are
 * their duals, and a term carries its negation, so each law works twice.
 *
 * The laws are those of Somenzi and Bloem (CAV 2000), Etessami and Holzmann (CONCUR
 * 2000) and Babiak et al. (TACAS 2012), as far as they make formulas smaller or give
 * automata fewer states. */
#include <assert.h>
#include <stdlib.h>

#include "logic/logic_int.h"

static const uint32_t suspendable = NOE_TERM_EVENTUAL | NOE_TERM_UNIVERSAL;

static bool has_all(const struct noe_term *f, uint32_t flags) { return (f->flags & flags) == flags; }
static bool is_finally(const struct noe_term *f) {
  return f->kind == NOE_TERM_UNTIL && f->parts[0]->kind == NOE_TERM_TRUE;
}
static bool is_globally(const struct noe_term *f) {
  return f->kind == NOE_TERM_RELEASE && f->parts[0]->kind == NOE_TERM_FALSE;
}

static const struct noe_term *or2(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  const struct noe_term *parts[2] = {f, g};
  return noe_logic_or(logic, parts, 2);
}

static const struct noe_term *and2(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  const struct noe_term *parts[2] = {f, g};
  return noe_logic_and(logic, parts, 2);
}

const struct noe_term *noe_logic_next(struct noe_logic *logic, const struct noe_term *part) {
  if (has_all(part, suspendable)) /* constants, GF f, FG f: where they are read does not matter */
    return part;
  return noe_logic_intern(logic, NOE_TERM_NEXT, 0, &part, 1);
}

/* ------------------------------------------------------------------------ OR */

struct parts {
  const struct noe_term **items;
  uint32_t count;
};

static void flatten(struct parts *parts, const struct noe_term *f) {
  if (f->kind == NOE_TERM_OR)
    for (uint32_t i = 0; i < f->count; i++)
      parts->items[parts->count++] = f->parts[i];
  else if (f->kind != NOE_TERM_FALSE)
    parts->items[parts->count++] = f;
}

static struct parts flat(struct noe_logic *logic, const struct noe_term *const *items, uint32_t count) {
  size_t room = 0;
  for (uint32_t i = 0; i < count; i++)
    room += items[i]->kind == NOE_TERM_OR ? items[i]->count : 1;
  struct parts parts = {NOE_NEW_ARRAY(logic->arena, const struct noe_term *, room), 0};
  for (uint32_t i = 0; i < count; i++)
    flatten(&parts, items[i]);
  return parts;
}

static int by_id(const void *left, const void *right) {
  uint32_t a = (*(const struct noe_term *const *)left)->id, b = (*(const struct noe_term *const *)right)->id;
  return (a > b) - (a < b);
}

static bool contains(const struct noe_term *f, const struct noe_term *part) {
  for (uint32_t i = 0; i < f->count; i++)
    if (f->parts[i] == part)
      return true;
  return false;
}

/* The parts of a conjunction that stand in `other` (or do not), as a conjunction. */
static const struct noe_term *shared(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *other,
                                     bool inside) {
  const struct noe_term **parts = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, f->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->count; i++)
    if (contains(other, f->parts[i]) == inside)
      parts[count++] = f->parts[i];
  return noe_logic_and(logic, parts, count);
}

/* (e & f) | (e & g): e & (f | g). */
static const struct noe_term *factored(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  const struct noe_term *common = shared(logic, f, g, true);
  if (common->kind == NOE_TERM_TRUE)
    return NULL;
  return and2(logic, common, or2(logic, shared(logic, f, g, false), shared(logic, g, f, false)));
}

/* f | g as one term under an operator that they share, or NULL. */
static const struct noe_term *joined(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  if (f->kind != g->kind)
    return NULL;
  if (f->kind == NOE_TERM_NEXT)
    return noe_logic_next(logic, or2(logic, f->parts[0], g->parts[0]));
  if (f->kind == NOE_TERM_UNTIL && f->parts[0] == g->parts[0])
    return noe_logic_until(logic, f->parts[0], or2(logic, f->parts[1], g->parts[1]));
  if (f->kind == NOE_TERM_RELEASE && f->parts[1] == g->parts[1])
    return noe_logic_release(logic, or2(logic, f->parts[0], g->parts[0]), f->parts[1]);
  if (is_globally(f) && is_globally(g) && is_finally(f->parts[1]) && is_finally(g->parts[1])) /* GF f | GF g */
    return noe_logic_always(logic, or2(logic, f->parts[1], g->parts[1]));
  return f->kind == NOE_TERM_AND ? factored(logic, f, g) : NULL;
}

/* The part of a conjunction that is left where `other` is false. */
static const struct noe_term *without(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *other) {
  const struct noe_term **rest = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, f->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->count; i++)
    if (!noe_logic_implies(logic, other->negation, f->parts[i]))
      rest[count++] = f->parts[i];
  return count == f->count ? f : noe_logic_and(logic, rest, count);
}

/* One law on two parts; true if `parts` became something else to look at again. */
static bool rewrite_pair(struct noe_logic *logic, struct parts *parts, uint32_t i, uint32_t j,
                         const struct noe_term **result) {
  const struct noe_term *f = parts->items[i], *g = parts->items[j], *both = NULL;
  if (noe_logic_implies(logic, f, g))
    both = g;
  else if (noe_logic_implies(logic, g, f))
    both = f;
  else if (noe_logic_implies(logic, f->negation, g))
    both = logic->truth;
  else
    both = joined(logic, f, g);
  if (both) {
    parts->items[i] = both;
    parts->items[j] = parts->items[--parts->count];
    *result = noe_logic_or(logic, parts->items, parts->count);
    return true;
  }
  const struct noe_term *shorter = f->kind == NOE_TERM_AND ? without(logic, f, g) : f;
  if (shorter == f)
    return false;
  parts->items[i] = shorter;
  *result = noe_logic_or(logic, parts->items, parts->count);
  return true;
}

const struct noe_term *noe_logic_or(struct noe_logic *logic, const struct noe_term *const *items, uint32_t count) {
  struct parts parts = flat(logic, items, count);
  const struct noe_term *result;
  for (uint32_t i = 0; i < parts.count; i++)
    if (parts.items[i]->kind == NOE_TERM_TRUE)
      return logic->truth;
  qsort(parts.items, parts.count, sizeof *parts.items, by_id);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < parts.count; i++)
    if (!kept || parts.items[kept - 1] != parts.items[i])
      parts.items[kept++] = parts.items[i];
  parts.count = kept;
  for (uint32_t i = 0; i < parts.count && logic->term_count < NOE_TERM_LIMIT; i++)
    for (uint32_t j = 0; j < parts.count; j++)
      if (i != j && rewrite_pair(logic, &parts, i, j, &result))
        return result;
  for (uint32_t i = 1; i < parts.count; i++)
    if (parts.items[i - 1]->negation == parts.items[i])
      return logic->truth;
  if (!parts.count)
    return logic->truth->negation;
  return parts.count == 1 ? parts.items[0] : noe_logic_intern(logic, NOE_TERM_OR, 0, parts.items, parts.count);
}

const struct noe_term *noe_logic_and(struct noe_logic *logic, const struct noe_term *const *items, uint32_t count) {
  const struct noe_term **mirrored = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, count);
  for (uint32_t i = 0; i < count; i++)
    mirrored[i] = items[i]->negation;
  return noe_logic_or(logic, mirrored, count)->negation;
}

/* ------------------------------------------------------------------------- U */

/* Parts that an operator need not hold, and the rest. */
struct split {
  const struct noe_term **out, **rest;
  uint32_t out_count, rest_count;
};

static struct split new_split(struct noe_logic *logic, uint32_t count) {
  return (struct split){.out = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, count + 1),
                        .rest = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, count)};
}

/* f U (g1 | … ): parts that are eventual need no f before them; f U h inside is h. */
static const struct noe_term *until_or(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  struct split split = new_split(logic, g->count);
  bool changed = false;
  for (uint32_t i = 0; i < g->count; i++) {
    const struct noe_term *part = g->parts[i];
    bool same = part->kind == NOE_TERM_UNTIL && part->parts[0] == f;
    changed |= same || part->flags & NOE_TERM_EVENTUAL;
    if (same)
      split.rest[split.rest_count++] = part->parts[1];
    else if (part->flags & NOE_TERM_EVENTUAL)
      split.out[split.out_count++] = part;
    else
      split.rest[split.rest_count++] = part;
  }
  if (!changed)
    return NULL;
  split.out[split.out_count++] = noe_logic_until(logic, f, noe_logic_or(logic, split.rest, split.rest_count));
  return noe_logic_or(logic, split.out, split.out_count);
}

/* f U (q & g), q true everywhere or nowhere: q & (f U g). */
static const struct noe_term *until_and(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  struct split split = new_split(logic, g->count);
  for (uint32_t i = 0; i < g->count; i++)
    if (has_all(g->parts[i], suspendable))
      split.out[split.out_count++] = g->parts[i];
    else
      split.rest[split.rest_count++] = g->parts[i];
  if (!split.out_count)
    return NULL;
  split.out[split.out_count++] = noe_logic_until(logic, f, noe_logic_and(logic, split.rest, split.rest_count));
  return noe_logic_and(logic, split.out, split.out_count);
}

/* FG (u | f), u universal: F u | FG f. */
static const struct noe_term *finally_globally(struct noe_logic *logic, const struct noe_term *f,
                                               const struct noe_term *g) {
  if (f->kind != NOE_TERM_TRUE || !is_globally(g) || g->parts[1]->kind != NOE_TERM_OR)
    return NULL;
  const struct noe_term *body = g->parts[1];
  struct split split = new_split(logic, body->count);
  for (uint32_t i = 0; i < body->count; i++)
    if (body->parts[i]->flags & NOE_TERM_UNIVERSAL)
      split.out[split.out_count++] = noe_logic_eventually(logic, body->parts[i]);
    else
      split.rest[split.rest_count++] = body->parts[i];
  if (!split.out_count)
    return NULL;
  const struct noe_term *rest = noe_logic_or(logic, split.rest, split.rest_count);
  split.out[split.out_count++] = noe_logic_eventually(logic, noe_logic_always(logic, rest));
  return noe_logic_or(logic, split.out, split.out_count);
}

/* f U g needs f only where g is false: what g implies of it is dropped. */
static const struct noe_term *shorter_left(struct noe_logic *logic, const struct noe_term *f,
                                           const struct noe_term *g) {
  if (f->kind != NOE_TERM_OR)
    return f->kind == NOE_TERM_AND ? without(logic, f, g) : f;
  const struct noe_term **rest = NOE_NEW_ARRAY(logic->arena, const struct noe_term *, f->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < f->count; i++)
    if (!noe_logic_implies(logic, f->parts[i], g))
      rest[count++] = f->parts[i];
  return count == f->count ? f : noe_logic_or(logic, rest, count);
}

static const struct noe_term *until_shapes(struct noe_logic *logic, const struct noe_term *f,
                                           const struct noe_term *g) {
  if (g->kind == NOE_TERM_NEXT && f->kind == NOE_TERM_TRUE)
    return noe_logic_next(logic, noe_logic_until(logic, f, g->parts[0]));
  if (g->kind == NOE_TERM_NEXT && f->kind == NOE_TERM_NEXT)
    return noe_logic_next(logic, noe_logic_until(logic, f->parts[0], g->parts[0]));
  if (g->kind == NOE_TERM_UNTIL && noe_logic_implies(logic, g->parts[0], f)) /* f U (e U h), e -> f */
    return noe_logic_until(logic, f, g->parts[1]);
  if (g->kind == NOE_TERM_UNTIL && noe_logic_implies(logic, f, g->parts[0])) /* f U (e U h), f -> e */
    return g;
  if (f->kind == NOE_TERM_UNTIL && f->parts[1] == g) /* (e U g) U g */
    return f;
  if (g->kind == NOE_TERM_OR)
    return until_or(logic, f, g);
  if (g->kind == NOE_TERM_AND)
    return until_and(logic, f, g);
  return finally_globally(logic, f, g);
}

const struct noe_term *noe_logic_until(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  if (g->flags & NOE_TERM_EVENTUAL || f->kind == NOE_TERM_FALSE || noe_logic_implies(logic, f, g))
    return g;
  if (f->kind != NOE_TERM_TRUE && noe_logic_implies(logic, g->negation, f))
    f = logic->truth;
  if (f->kind != NOE_TERM_TRUE && f->flags & NOE_TERM_UNIVERSAL)
    return or2(logic, g, and2(logic, f, noe_logic_eventually(logic, g)));
  const struct noe_term *shorter = shorter_left(logic, f, g);
  if (shorter != f)
    return noe_logic_until(logic, shorter, g);
  const struct noe_term *simpler = until_shapes(logic, f, g);
  if (simpler)
    return simpler;
  const struct noe_term *parts[2] = {f, g};
  return noe_logic_intern(logic, NOE_TERM_UNTIL, 0, parts, 2);
}

const struct noe_term *noe_logic_release(struct noe_logic *logic, const struct noe_term *f, const struct noe_term *g) {
  return noe_logic_until(logic, f->negation, g->negation)->negation;
}
