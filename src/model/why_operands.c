/* What a comparison was about: its operands with their values, and what is read in those
 * that are computed. */
#include "model/print.h"
#include "model/why_int.h"

static const char *keep(struct noe_explainer *explainer, struct noe_text *text) {
  const char *copy = noe_base_arena_text(explainer->arena, noe_base_text_string(text), text->length);
  noe_base_text_free(text);
  return copy;
}

static const char *path_of(struct noe_explainer *explainer, const struct noe_expr *place, size_t location) {
  struct noe_text text = noe_base_text(explainer->machine->memory);
  noe_model_describe(explainer->machine, place, location, &text);
  return keep(explainer, &text);
}

static const char *value_of(struct noe_explainer *explainer, const struct noe_type *type, const int64_t *cells) {
  struct noe_text text = noe_base_text(explainer->machine->memory);
  noe_model_print_compound(type, cells, &text);
  return keep(explainer, &text);
}

static void add_place(struct noe_explainer *explainer, const struct noe_expr *place, struct noe_why *leaf) {
  size_t location = noe_model_locate(explainer->machine, place);
  struct noe_why_operand operand = {.expr = place, .path = path_of(explainer, place, location)};
  operand.value = value_of(explainer, place->type, explainer->machine->cells + location);
  NOE_LIST_PUSH(explainer->arena, &leaf->operands, operand);
}

static bool is_read(const struct noe_expr *expr) { return expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY; }

/* Members of unions are numbered differently inside and outside: nothing to show. */
static const struct noe_expr *plain(const struct noe_expr *expr) {
  while (expr->kind == NOE_EXPR_DEFINED || expr->kind == NOE_EXPR_SHIFT_PART || expr->kind == NOE_EXPR_NARROW)
    expr = expr->left;
  return expr;
}

static bool is_arithmetic(const struct noe_expr *expr) {
  return expr->kind >= NOE_EXPR_NEGATE && expr->kind <= NOE_EXPR_SHIFT_RIGHT;
}

static void add_operand(struct noe_explainer *explainer, const struct noe_expr *expr, struct noe_why *leaf) {
  expr = plain(expr);
  noe_model_check_stack(explainer->machine, expr->place);
  if (expr->kind == NOE_EXPR_CONSTANT || expr->kind == NOE_EXPR_UNDEFINED)
    return;
  if (is_read(expr)) {
    add_place(explainer, expr->left, leaf);
    return;
  }
  int64_t value = noe_model_eval(explainer->machine, expr);
  struct noe_why_operand operand = {.expr = expr, .value = value_of(explainer, expr->type, &value)};
  NOE_LIST_PUSH(explainer->arena, &leaf->operands, operand);
  if (is_arithmetic(expr)) {
    add_operand(explainer, expr->left, leaf);
    if (expr->right)
      add_operand(explainer, expr->right, leaf);
  }
}

void noe_model_explain_operands(struct noe_explainer *explainer, const struct noe_expr *expr, struct noe_why *leaf) {
  switch (expr->kind) {
  case NOE_EXPR_LESS:
  case NOE_EXPR_LESS_EQUAL:
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL:
    add_operand(explainer, expr->left, leaf);
    add_operand(explainer, expr->right, leaf);
    break;
  case NOE_EXPR_SAME:
    add_place(explainer, expr->left, leaf);
    add_place(explainer, expr->right, leaf);
    break;
  case NOE_EXPR_ISUNDEFINED:
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY: add_place(explainer, expr->left, leaf); break;
  case NOE_EXPR_ISMEMBER: add_operand(explainer, expr->left, leaf); break;
  default: /* a call says no more than its value */ break;
  }
}
