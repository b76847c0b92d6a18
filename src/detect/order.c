#include <assert.h>

#include "detect/order.h"

const struct noe_order *noe_detect_order(const struct noe_inference *inference, const struct noe_expr *expr) {
  for (size_t i = 0; i < inference->orders.count; i++)
    if (inference->orders.items[i].expr == expr && inference->orders.items[i].is_kept)
      return &inference->orders.items[i];
  return NULL;
}

bool noe_detect_has_order(const struct noe_inference *inference, uint32_t owner, uint32_t class) {
  for (size_t i = 0; i < inference->orders.count; i++) {
    const struct noe_order *order = &inference->orders.items[i];
    if (!order->is_kept || order->owner != owner)
      continue;
    if (class == NOE_NO_CLASS || noe_detect_root(&inference->classes, order->left) == class)
      return true;
  }
  return false;
}

static bool is_limited(const struct noe_inference *inference, uint32_t class) {
  return class == NOE_NO_CLASS ||
         inference->classes.items.items[noe_detect_root(&inference->classes, class)].limit != NOE_LIMIT_NONE;
}

static void drop(struct noe_inference *inference, struct noe_order *order) {
  assert(order->is_kept && "a comparison is dropped once");
  order->is_kept = false;
  noe_detect_limit(&inference->classes, order->left, NOE_LIMIT_ORDER, order->expr->place);
  noe_detect_limit(&inference->classes, order->right, NOE_LIMIT_ORDER, order->expr->place);
}

/* Values that are compared are of one kind, candidates both or none. */
static void meet_all(struct noe_inference *inference) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < inference->orders.count; i++) {
      struct noe_order *order = &inference->orders.items[i];
      if (!order->is_kept)
        continue;
      if (!is_limited(inference, order->left) && !is_limited(inference, order->right))
        noe_detect_merge(&inference->classes, order->left, order->right, order->expr->place);
      if (is_limited(inference, order->left) || is_limited(inference, order->right)) {
        drop(inference, order);
        more = true;
      }
    }
  }
}

/* ------------------------------------------------------------------- claims */

static bool has_orders(const struct noe_inference *inference, const struct noe_expr *expr) {
  if (!expr)
    return false;
  switch (expr->kind) {
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: return noe_detect_order(inference, expr) != NULL;
  case NOE_EXPR_NOT:
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return has_orders(inference, expr->left);
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: return has_orders(inference, expr->left) || has_orders(inference, expr->right);
  default: return false; /* a comparison below is never reached: it is dropped */
  }
}

static void descend(struct noe_inference *inference, const struct noe_expr *expr, bool is_wanted, bool is_rescued);

/* A gathering node is false (true, if comparisons are not wanted) as soon as one of its parts is. */
static void descend_both(struct noe_inference *inference, const struct noe_expr *expr, bool is_wanted,
                         bool is_rescued) {
  bool gathers = (expr->kind == NOE_EXPR_AND) == is_wanted;
  bool left = has_orders(inference, expr->left), right = has_orders(inference, expr->right);
  if ((left && right && !gathers) || (left && gathers && is_rescued))
    return;
  if (left)
    descend(inference, expr->left, expr->kind == NOE_EXPR_IMPLIES ? !is_wanted : is_wanted, is_rescued || !gathers);
  if (right)
    descend(inference, expr->right, is_wanted, is_rescued);
}

/* Marks the comparisons that images can be gathered at. `is_wanted`: their conjunction, otherwise their disjunction.
 * `is_rescued`: the claim may hold whatever comes out here, so that no image may hide an error that another meets. */
static void descend(struct noe_inference *inference, const struct noe_expr *expr, bool is_wanted, bool is_rescued) {
  switch (expr->kind) {
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL: {
    struct noe_order *order = (struct noe_order *)(uintptr_t)noe_detect_order(inference, expr);
    if (order) {
      order->is_reached = true;
      order->is_wanted = is_wanted;
    }
    break;
  }
  case NOE_EXPR_NOT: descend(inference, expr->left, !is_wanted, is_rescued); break;
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS:
    if ((expr->kind == NOE_EXPR_FORALL) == is_wanted && !is_rescued)
      descend(inference, expr->left, is_wanted, false);
    break;
  case NOE_EXPR_AND:
  case NOE_EXPR_OR:
  case NOE_EXPR_IMPLIES: descend_both(inference, expr, is_wanted, is_rescued); break;
  default: break;
  }
}

/* A literal that the claim says of the same values. */
static bool names_some(const struct noe_inference *inference, const struct noe_order *order) {
  const struct noe_classes *classes = &inference->classes;
  for (size_t i = 0; i < classes->literals.count; i++)
    if (classes->literals.items[i].owner == order->owner &&
        noe_detect_root(classes, classes->literals.items[i].class) == noe_detect_root(classes, order->left))
      return true;
  return false;
}

void noe_detect_judge_orders(struct noe_inference *inference) {
  const struct noe_model *model = inference->model;
  uint32_t first = model->function_count + model->start_count + model->rule_count;
  meet_all(inference);
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].property == NOE_PROPERTY_INVARIANT && has_orders(inference, model->properties[i].guard))
      descend(inference, model->properties[i].guard, true, false);
  for (size_t i = 0; i < inference->orders.count; i++) {
    struct noe_order *order = &inference->orders.items[i];
    if (order->is_kept && (!order->is_reached || order->owner < first || names_some(inference, order)))
      drop(inference, order);
  }
  meet_all(inference); /* what is dropped takes its class along */
  for (size_t i = 0; i < inference->orders.count; i++)
    assert((!inference->orders.items[i].is_kept || inference->orders.items[i].is_reached) &&
           "images can be gathered at every comparison that is kept");
}
