/* The static proof for `for` loops: rounds that do not get in each other's way.
 *
 * For every variable that is written, all accesses must be own (survey.h) at one and the
 * same level, or all must be writes of one constant, or all must add constants to it, or
 * all subtract, or all keep the greatest of what they meet, or all the least. Different fields of a record are
 * different variables here: many models keep all that they have in one. Whatever is not understood (aliases, multisets)
 * fails the proof. */
#include <stdlib.h>

#include "symmetry/prove.h"
#include "symmetry/survey.h"

/* Two ways from one root: step by step the same, but for indices? */
static bool same_way(struct noe_place_in a, struct noe_place_in b) {
  for (;; a.expr = a.expr->left, b.expr = b.expr->left) {
    a = noe_symmetry_follow(a);
    b = noe_symmetry_follow(b);
    if (a.expr->kind != b.expr->kind)
      return false;
    switch (a.expr->kind) {
    case NOE_EXPR_ELEMENT: break;
    case NOE_EXPR_FIELD:
      if (a.expr->slot != b.expr->slot)
        return false;
      break;
    case NOE_EXPR_GLOBAL:
    case NOE_EXPR_LOCAL: return a.expr->slot == b.expr->slot;
    default: return false;
    }
  }
}

/* ------------------------------------------------------------------ fields */

/* Of more accesses to one variable nobody asks whether they meet. */
enum { MOST_PARTED = 512 };

static bool is_step(struct noe_place_in place) {
  return place.expr->kind == NOE_EXPR_FIELD || place.expr->kind == NOE_EXPR_ELEMENT;
}

static struct noe_place_in outer_of(struct noe_place_in place) {
  return noe_symmetry_follow((struct noe_place_in){place.expr->left, place.scope});
}

static uint32_t length_of(struct noe_place_in place) {
  uint32_t length = 0;
  for (; is_step(place); place = outer_of(place))
    length++;
  return length;
}

/* Do the ways from one root to these places part at a field? Then they have nothing in common, whatever the indices
 * are. The field next to the root decides: behind it types are others. */
static bool do_part(struct noe_place_in a, struct noe_place_in b) {
  uint32_t far = length_of(a), near = length_of(b);
  bool parted = false;
  for (; far > near; far--)
    a = outer_of(a);
  for (; near > far; near--)
    b = outer_of(b);
  for (; far; far--, a = outer_of(a), b = outer_of(b))
    if (a.expr->kind != b.expr->kind)
      parted = false;
    else if (a.expr->kind == NOE_EXPR_FIELD && a.expr->slot != b.expr->slot)
      parted = true;
  return parted;
}

/* Moves to the front whatever may meet the first access, directly or by way of others; returns how many these are. */
static size_t gather(struct noe_touch *list, size_t count) {
  size_t met = 1;
  if (count > MOST_PARTED)
    return count;
  for (size_t i = 0; i < met; i++)
    for (size_t k = met; k < count; k++)
      if (!do_part(list[i].place, list[k].place)) {
        struct noe_touch other = list[met];
        list[met++] = list[k];
        list[k] = other;
      }
  return met;
}

/* ------------------------------------------------------------------ rounds */

static int by_root(const void *a, const void *b) {
  const struct noe_touch *x = a, *y = b;
  return (x->root > y->root) - (x->root < y->root);
}

/* All accesses that may meet. */
static bool group_is_apart(const struct noe_touch *list, size_t count) {
  bool written = false, own = true, constant = true, gains = true;
  for (size_t i = 0; i < count; i++) {
    written |= list[i].written;
    own = own && list[i].own && same_way(list[i].way, list[0].way);
    constant &= list[i].constant && list[i].value == list[0].value;
    gains &= list[i].gain && list[i].gain == list[0].gain;
  }
  return !written || own || constant || gains;
}

/* All accesses to one variable. */
static bool variable_is_apart(struct noe_touch *list, size_t count) {
  for (size_t i = 0, met; i < count; i += met) {
    met = gather(list + i, count - i);
    if (!group_is_apart(list + i, met))
      return false;
  }
  return true;
}

static bool is_apart(struct noe_text_survey *survey) {
  struct noe_touch *list = survey->touches.items;
  size_t all = survey->touches.count;
  if (survey->failed)
    return false;
  if (all)
    qsort(list, all, sizeof *list, by_root);
  for (size_t i = 0, end; i < all; i = end) {
    for (end = i; end < all && list[end].root == list[i].root; end++)
      ;
    if (!variable_is_apart(list + i, end - i))
      return false;
  }
  return true;
}

enum noe_rounds noe_symmetry_rounds(struct noe_memory *memory, const struct noe_stmt *loop) {
  struct noe_text_survey survey = {.arena = noe_base_arena_new(memory), .slot = loop->slot};
  noe_symmetry_survey(&survey, loop->body);
  bool apart = is_apart(&survey);
  noe_base_arena_delete(survey.arena);
  return !apart ? NOE_ROUNDS_TANGLED : survey.is_plain ? NOE_ROUNDS_INDEPENDENT : NOE_ROUNDS_COMMUTE;
}
