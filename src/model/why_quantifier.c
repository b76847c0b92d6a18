/* Quantifiers: the value that decides, or all values in groups. */
#include <string.h>

#include "model/why_int.h"

/* Values of one quantifier that are told apart. */
enum { MOST_VALUES = 4096 };

/* ----------------------------------------------------------------- groups */

static bool same_operands(const struct noe_why *a, const struct noe_why *b) {
  if (a->operands.count != b->operands.count)
    return false;
  for (size_t i = 0; i < a->operands.count; i++)
    if (strcmp(a->operands.items[i].value, b->operands.items[i].value) != 0)
      return false;
  return true;
}

static bool same_values(const struct noe_why *a, const struct noe_why *b) {
  return a->values.count == b->values.count &&
         (!a->values.count || !memcmp(a->values.items, b->values.items, a->values.count * sizeof *a->values.items));
}

bool noe_model_why_same(const struct noe_why *a, const struct noe_why *b) {
  if (a->parts.count != b->parts.count)
    return false;
  for (size_t i = 0; i < a->parts.count; i++) {
    const struct noe_why *x = &a->parts.items[i], *y = &b->parts.items[i];
    if (x->kind != y->kind || x->expr != y->expr || x->value != y->value || !same_operands(x, y) ||
        !same_values(x, y) || !noe_model_why_same(x, y))
      return false;
  }
  return true;
}

/* The bound value itself differs from one value to the next: what is compared with it tells
 * nothing apart. */
static bool is_bound_name(const struct noe_expr *quantifier, const struct noe_expr *operand) {
  return operand->kind == NOE_EXPR_LOCAL && operand->slot == quantifier->slot;
}

static void forget_bound_name(const struct noe_expr *quantifier, struct noe_why *why) {
  for (size_t i = 0; i < why->parts.count; i++) {
    struct noe_why *part = &why->parts.items[i];
    size_t kept = 0;
    for (size_t j = 0; j < part->operands.count; j++)
      if (part->kind != NOE_WHY_LEAF || !is_bound_name(quantifier, part->operands.items[j].expr))
        part->operands.items[kept++] = part->operands.items[j];
    part->operands.count = kept;
    forget_bound_name(quantifier, part);
  }
}

static void add_to_groups(struct noe_explainer *explainer, struct noe_why *every, const struct noe_why *group,
                          int64_t value) {
  for (size_t i = 0; i < every->parts.count; i++)
    if (noe_model_why_same(&every->parts.items[i], group)) {
      NOE_LIST_PUSH(explainer->arena, &every->parts.items[i].values, value);
      return;
    }
  NOE_LIST_PUSH(explainer->arena, &every->parts, *group);
  NOE_LIST_PUSH(explainer->arena, &every->parts.items[every->parts.count - 1].values, value);
}

/* ----------------------------------------------------------------- values */

static struct noe_why body_of(struct noe_explainer *explainer, const struct noe_expr *expr, enum noe_why_kind kind,
                              bool value) {
  struct noe_why why = {.kind = kind, .expr = expr, .value = value, .type = expr->domain.type};
  noe_model_explain(explainer, expr->left, value, &why);
  forget_bound_name(expr, &why);
  explainer->budget -= explainer->budget > 0;
  return why;
}

static void explain_witness(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                            struct noe_why *parent) {
  struct noe_machine *machine = explainer->machine;
  struct noe_span_of_values span = noe_model_domain(machine, &expr->domain, expr->place);
  for (int64_t bound; noe_model_domain_next(&span, &bound);) {
    noe_model_set_slot(machine, expr->slot, bound);
    if (noe_model_eval_defined(machine, expr->left) != value)
      continue;
    struct noe_why witness = body_of(explainer, expr, NOE_WHY_WITNESS, value);
    NOE_LIST_PUSH(explainer->arena, &witness.values, bound);
    NOE_LIST_PUSH(explainer->arena, &parent->parts, witness);
    return;
  }
}

static void explain_every(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                          struct noe_why *parent) {
  struct noe_machine *machine = explainer->machine;
  struct noe_why every = {.kind = NOE_WHY_EVERY, .expr = expr, .value = value, .type = expr->domain.type};
  struct noe_span_of_values span = noe_model_domain(machine, &expr->domain, expr->place);
  uint32_t looked_at = 0;
  for (int64_t bound; noe_model_domain_next(&span, &bound);) {
    if (looked_at == MOST_VALUES || !explainer->budget) {
      every.left_out++;
      continue;
    }
    looked_at++;
    noe_model_set_slot(machine, expr->slot, bound);
    struct noe_why group = body_of(explainer, expr, NOE_WHY_GROUP, value);
    add_to_groups(explainer, &every, &group, bound);
  }
  NOE_LIST_PUSH(explainer->arena, &parent->parts, every);
}

void noe_model_explain_quantifier(struct noe_explainer *explainer, const struct noe_expr *expr, bool value,
                                  struct noe_why *parent) {
  if (value == (expr->kind == NOE_EXPR_EXISTS))
    explain_witness(explainer, expr, value, parent);
  else
    explain_every(explainer, expr, value, parent);
}
