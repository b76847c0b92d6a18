/* Makers of expressions, statements and parameters, for front ends. */
#include <assert.h>

#include "model/build.h"

struct noe_expr *noe_model_expr(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                struct noe_place place) {
  struct noe_expr *expr = NOE_NEW(builder->arena, struct noe_expr);
  expr->kind = kind;
  expr->type = type;
  expr->place = place;
  return expr;
}

struct noe_expr *noe_model_constant(struct noe_builder *builder, const struct noe_type *type, int64_t value,
                                    struct noe_place place) {
  struct noe_expr *expr = noe_model_expr(builder, NOE_EXPR_CONSTANT, type, place);
  expr->value = value;
  return expr;
}

struct noe_expr *noe_model_operation(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                     const struct noe_expr *left, const struct noe_expr *right,
                                     struct noe_place place) {
  struct noe_expr *expr = noe_model_expr(builder, kind, type, place);
  expr->left = left;
  expr->right = right;
  return expr;
}

struct noe_expr *noe_model_location(struct noe_builder *builder, enum noe_expr_kind kind, const struct noe_type *type,
                                    uint32_t slot, struct noe_place place) {
  assert(kind >= NOE_EXPR_GLOBAL && kind <= NOE_EXPR_REFERENCE && "only these are found by their slot alone");
  struct noe_expr *expr = noe_model_expr(builder, kind, type, place);
  expr->slot = slot;
  return expr;
}

struct noe_stmt *noe_model_assignment(struct noe_builder *builder, const struct noe_expr *target,
                                      const struct noe_expr *value) {
  assert(noe_type_is_simple(target->type) && "compound values are copied, not assigned");
  struct noe_stmt *stmt = NOE_NEW(builder->arena, struct noe_stmt);
  stmt->kind = NOE_STMT_ASSIGN;
  stmt->place = target->place;
  stmt->target = target;
  stmt->value = value;
  return stmt;
}

struct noe_stmt *noe_model_for(struct noe_builder *builder, const struct noe_type *type, uint32_t slot,
                               const struct noe_stmt *body, struct noe_place place) {
  struct noe_stmt *stmt = NOE_NEW(builder->arena, struct noe_stmt);
  stmt->kind = NOE_STMT_FOR;
  stmt->place = place;
  stmt->domain.type = type;
  stmt->slot = slot;
  stmt->body = body;
  noe_model_add_loop(builder, type, NULL, stmt);
  return stmt;
}

struct noe_binder noe_model_parameter(const char *name, const struct noe_type *type, uint32_t slot,
                                      struct noe_place place) {
  return (struct noe_binder){.kind = NOE_BINDER_RANGE,
                             .name = name,
                             .type = type,
                             .place = place,
                             .low = type->low,
                             .high = type->high,
                             .step = 1,
                             .slot = slot};
}
