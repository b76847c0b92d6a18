/* Statements of the view. */
#include "detect/rewrite.h"

static const struct noe_arm *rewrite_arms(struct noe_rewriter *rewriter, const struct noe_stmt *stmt) {
  struct noe_arena *arena = rewriter->builder.arena;
  struct noe_arm *arms = NOE_NEW_ARRAY(arena, struct noe_arm, stmt->arm_count + 1);
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    const struct noe_arm *arm = &stmt->arms[i];
    const struct noe_expr **conditions = NOE_NEW_ARRAY(arena, const struct noe_expr *, arm->condition_count + 1);
    for (uint32_t k = 0; k < arm->condition_count; k++)
      conditions[k] = noe_detect_rewrite_value(rewriter, arm->conditions[k], NULL);
    arms[i] = (struct noe_arm){conditions, arm->condition_count, noe_detect_rewrite_stmts(rewriter, arm->body)};
  }
  return arms;
}

/* What goes to a place of this type. */
static const struct noe_expr *rewrite_put(struct noe_rewriter *rewriter, const struct noe_expr *value,
                                          const struct noe_type *type, struct noe_place place) {
  if (!noe_type_is_simple(type))
    return noe_detect_rewrite_location(rewriter, value);
  value = noe_detect_rewrite_value(rewriter, value, noe_detect_piece_of(rewriter, type) ? type : NULL);
  return noe_detect_blame(value, place, NOE_R_RANGE);
}

static const struct noe_expr *rewrite_returned(struct noe_rewriter *rewriter, const struct noe_expr *value,
                                               struct noe_place place) {
  bool is_function = rewriter->owner < rewriter->model->function_count;
  const struct noe_value_shape *result = is_function ? rewriter->inference->results[rewriter->owner] : NULL;
  if (!value || !result) {
    rewriter->failed |= value != NULL;
    return NULL;
  }
  return rewrite_put(rewriter, value, noe_detect_view_type(rewriter, result), place);
}

static void rewrite_add(struct noe_rewriter *rewriter, struct noe_stmt *made) {
  made->target = noe_detect_rewrite_location(rewriter, made->target);
  if (made->target->type->kind == NOE_TYPE_MULTISET)
    made->value = rewrite_put(rewriter, made->value, made->target->type->element, made->place);
  else
    rewriter->failed = true;
}

static void rewrite_slot_value(struct noe_rewriter *rewriter, struct noe_stmt *made) {
  const struct noe_type *type = noe_detect_slot_type(rewriter, made->slot);
  if (type)
    made->value = rewrite_put(rewriter, made->value, type, made->place);
  else
    rewriter->failed = true;
}

static void rewrite_for(struct noe_rewriter *rewriter, struct noe_stmt *made) {
  made->domain = noe_detect_rewrite_domain(rewriter, &made->domain, made->slot);
  made->body = noe_detect_rewrite_stmts(rewriter, made->body);
  noe_model_add_loop(&rewriter->builder, made->domain.type, NULL, made);
}

static const struct noe_expr *rewrite_called(struct noe_rewriter *rewriter, const struct noe_expr *value) {
  const struct noe_type *result = value->call->function->result;
  return result && !noe_type_is_simple(result) ? noe_detect_rewrite_location(rewriter, value)
                                               : noe_detect_rewrite_value(rewriter, value, NULL);
}

static void rewrite(struct noe_rewriter *rewriter, struct noe_stmt *made) {
  switch (made->kind) {
  case NOE_STMT_ASSIGN:
    made->target = noe_detect_rewrite_location(rewriter, made->target);
    made->value = rewrite_put(rewriter, made->value, made->target->type, made->place);
    break;
  case NOE_STMT_COPY:
    made->target = noe_detect_rewrite_location(rewriter, made->target);
    made->value = noe_detect_rewrite_location(rewriter, made->value);
    break;
  case NOE_STMT_SWITCH:
    rewrite_slot_value(rewriter, made);
    /* fall through */
  case NOE_STMT_IF:
    made->arms = rewrite_arms(rewriter, made);
    made->otherwise = noe_detect_rewrite_stmts(rewriter, made->otherwise);
    break;
  case NOE_STMT_FOR: rewrite_for(rewriter, made); break;
  case NOE_STMT_WHILE:
    made->value = noe_detect_rewrite_value(rewriter, made->value, NULL);
    made->body = noe_detect_rewrite_stmts(rewriter, made->body);
    break;
  case NOE_STMT_BIND_LOCATION:
  case NOE_STMT_BIND_CELLS:
  case NOE_STMT_PUT_LOCATION: made->value = noe_detect_rewrite_location(rewriter, made->value); break;
  case NOE_STMT_BIND_VALUE: rewrite_slot_value(rewriter, made); break;
  case NOE_STMT_CALL: made->value = rewrite_called(rewriter, made->value); break;
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: made->target = noe_detect_rewrite_location(rewriter, made->target); break;
  case NOE_STMT_RETURN: made->value = rewrite_returned(rewriter, made->value, made->place); break;
  case NOE_STMT_PUT_VALUE:
  case NOE_STMT_ASSERT:
  case NOE_STMT_ASSUME:
  case NOE_STMT_COVER: made->value = noe_detect_rewrite_value(rewriter, made->value, NULL); break;
  case NOE_STMT_MULTISET_ADD: rewrite_add(rewriter, made); break;
  case NOE_STMT_MULTISET_REMOVE:
    made->target = noe_detect_rewrite_location(rewriter, made->target);
    made->value = noe_detect_rewrite_value(rewriter, made->value, NULL);
    break;
  case NOE_STMT_MULTISET_REMOVE_IF:
    made->target = noe_detect_rewrite_location(rewriter, made->target);
    made->value = noe_detect_rewrite_value(rewriter, made->value, NULL);
    noe_model_add_loop(&rewriter->builder, made->target->type, NULL, made);
    break;
  case NOE_STMT_ERROR:
  case NOE_STMT_PUT_TEXT: break;
  }
}

const struct noe_stmt *noe_detect_rewrite_stmts(struct noe_rewriter *rewriter, const struct noe_stmt *list) {
  const struct noe_stmt *first = NULL, **end = &first;
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next) {
    struct noe_stmt *made = NOE_NEW(rewriter->builder.arena, struct noe_stmt);
    *made = *stmt;
    made->next = NULL;
    rewrite(rewriter, made);
    *end = made;
    end = &made->next;
  }
  return first;
}
