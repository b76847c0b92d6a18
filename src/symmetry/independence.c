/* The static proof for `for` loops: rounds that do not get in each other's way.
 *
 * For every variable that is written, all accesses must be own (survey.h) at one and the
 * same level, or all must be writes of one constant, or all must add constants to it, or
 * all subtract, or all keep the greatest of what they meet, or all the least. Whatever is not understood (aliases, multisets) fails the proof. */
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

static int by_root(const void *a, const void *b) {
  const struct noe_touch *x = a, *y = b;
  return (x->root > y->root) - (x->root < y->root);
}

/* All accesses to one variable. */
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
    if (!group_is_apart(list + i, end - i))
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
