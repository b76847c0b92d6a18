/* The view once more, by rules of its own: values of scalarsets that were found may be stored, compared for equality,
 * used as an index and run through, and nothing else; a literal of such a type stands in start states only. This is
 * what the types of the language see to for declared scalarsets. Nothing of what the inference thinks is used here:
 * the types of the view have to be right by themselves. */
#include "detect/detect.h"
#include "model/visit.h"

struct audit {
  struct noe_visit visit;
  const struct noe_view *view;
  const struct noe_function *function; /* that is walked through, or NULL */
  bool may_name;                       /* literals of free values are allowed: only start states come here */
};

static const struct audit *audit_of(const struct noe_visit *visit) { return (const struct audit *)(const void *)visit; }

/* Has the type a free value in it? */
static bool is_free(const struct noe_view *view, const struct noe_type *type) {
  if (type->kind == NOE_TYPE_UNION)
    for (uint32_t i = 0; i < type->part_count; i++)
      if (noe_detect_found_type(view, type->parts[i]))
        return true;
  return noe_detect_found_type(view, type) != NULL;
}

static const struct noe_view *view_of(const struct noe_visit *visit) { return audit_of(visit)->view; }

/* A literal of a free value? */
static bool names_one(const struct noe_view *view, const struct noe_expr *expr) {
  if (expr->kind != NOE_EXPR_CONSTANT || !expr->type || !is_free(view, expr->type))
    return false;
  int64_t local;
  return noe_detect_found_type(view, noe_model_value_type(expr->type, expr->value, &local)) != NULL;
}

static bool is_offset(const struct noe_type *outer, const struct noe_type *inner, int64_t offset) {
  const struct noe_type *const *parts = inner->kind == NOE_TYPE_UNION ? inner->parts : &inner;
  uint32_t count = inner->kind == NOE_TYPE_UNION ? inner->part_count : 1;
  for (uint32_t i = 0; i < count; i++) {
    int at = noe_model_union_part(outer, parts[i]);
    int64_t within = inner->kind == NOE_TYPE_UNION ? inner->part_offsets[i] : 0;
    if (at < 0 || outer->part_offsets[at] != within + offset)
      return false;
  }
  return true;
}

/* Does `clear` write a free value somewhere in it? */
static bool clears_free(const struct noe_view *view, const struct noe_type *type) {
  int64_t local;
  switch (type->kind) {
  case NOE_TYPE_ARRAY: return clears_free(view, type->element);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (clears_free(view, type->fields[i].type))
        return true;
    return false;
  case NOE_TYPE_SCALARSET:
  case NOE_TYPE_UNION: return noe_detect_found_type(view, noe_model_value_type(type, 0, &local)) != NULL;
  default: return false;
  }
}

/* Is there anything free in it? Compound values go to places of the very same type, or of one without. */
static bool has_free(const struct noe_view *view, const struct noe_type *type) {
  switch (type->kind) {
  case NOE_TYPE_ARRAY: return has_free(view, type->index) || has_free(view, type->element);
  case NOE_TYPE_MULTISET:
  case NOE_TYPE_SLOT: return has_free(view, type->element);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      if (has_free(view, type->fields[i].type))
        return true;
    return false;
  default: return is_free(view, type);
  }
}

/* Leaf by leaf the same free types? */
static bool fit(const struct noe_view *view, const struct noe_type *a, const struct noe_type *b) {
  if (a == b || (!has_free(view, a) && !has_free(view, b)))
    return true;
  if (a->kind != b->kind || a->field_count != b->field_count || a->capacity != b->capacity)
    return false;
  switch (a->kind) {
  case NOE_TYPE_ARRAY: return fit(view, a->index, b->index) && fit(view, a->element, b->element);
  case NOE_TYPE_MULTISET:
  case NOE_TYPE_SLOT: return fit(view, a->element, b->element);
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < a->field_count; i++)
      if (!fit(view, a->fields[i].type, b->fields[i].type))
        return false;
    return true;
  default: return false;
  }
}

static bool is_wrong_domain(const struct noe_view *view, const struct noe_domain *domain) {
  const struct noe_expr *bounds[] = {domain->from, domain->to, domain->by};
  for (uint32_t i = 0; i < 3; i++)
    if (bounds[i] && is_free(view, bounds[i]->type))
      return true;
  return false;
}

/* Arguments take the place of parameters of the same type. */
static bool is_wrong_call(const struct noe_view *view, const struct noe_call *call) {
  for (uint32_t i = 0; i < call->function->parameter_count; i++)
    if (!fit(view, call->arguments[i].value->type, call->function->parameters[i].type))
      return true;
  return false;
}

static bool mixes(const struct noe_view *view, const struct noe_type *a, const struct noe_type *b) {
  return a != b && a && b && noe_type_is_simple(a) && noe_type_is_simple(b) && (is_free(view, a) || is_free(view, b));
}

static bool is_wrong_expr(const struct noe_visit *visit, const struct noe_expr *expr) {
  const struct noe_view *view = view_of(visit);
  switch (expr->kind) {
  case NOE_EXPR_CONSTANT: return !audit_of(visit)->may_name && names_one(view, expr);
  case NOE_EXPR_UNDEFINED:
  case NOE_EXPR_GLOBAL:
  case NOE_EXPR_LOCAL:
  case NOE_EXPR_REFERENCE:
  case NOE_EXPR_FIELD:
  case NOE_EXPR_SLOT:
  case NOE_EXPR_ISUNDEFINED:
  case NOE_EXPR_COUNT: return false;
  case NOE_EXPR_SAME: return !fit(view, expr->left->type, expr->right->type);
  case NOE_EXPR_FORALL:
  case NOE_EXPR_EXISTS: return is_wrong_domain(view, &expr->domain);
  case NOE_EXPR_ELEMENT: return mixes(view, expr->left->type->index, expr->right->type);
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY:
  case NOE_EXPR_DEFINED: return mixes(view, expr->type, expr->left->type);
  case NOE_EXPR_CALL:
    return is_wrong_call(view, expr->call) ||
           (expr->call->function->result && mixes(view, expr->type, expr->call->function->result));
  case NOE_EXPR_CONDITIONAL:
    return mixes(view, expr->type, expr->left->type) || mixes(view, expr->type, expr->right->type);
  case NOE_EXPR_EQUAL:
  case NOE_EXPR_NOT_EQUAL: return mixes(view, expr->left->type, expr->right->type);
  case NOE_EXPR_SHIFT_PART:
    return (is_free(view, expr->left->type) || is_free(view, expr->type)) &&
           !(expr->type->kind == NOE_TYPE_UNION && is_offset(expr->type, expr->left->type, expr->value));
  case NOE_EXPR_NARROW:
    return (is_free(view, expr->left->type) || is_free(view, expr->type)) &&
           !(expr->left->type->kind == NOE_TYPE_UNION && is_offset(expr->left->type, expr->type, expr->value) &&
             expr->high == expr->type->high);
  default: /* arithmetic, order, membership: of nothing that is free */
    return (expr->left && is_free(view, expr->left->type)) || (expr->right && is_free(view, expr->right->type)) ||
           is_free(view, expr->type);
  }
}

static bool is_wrong_stmt(const struct noe_visit *visit, const struct noe_stmt *stmt) {
  const struct noe_view *view = view_of(visit);
  switch (stmt->kind) {
  case NOE_STMT_ASSIGN:
  case NOE_STMT_COPY: return !fit(view, stmt->target->type, stmt->value->type);
  case NOE_STMT_MULTISET_ADD: return !fit(view, stmt->target->type->element, stmt->value->type);
  case NOE_STMT_CLEAR: return !audit_of(visit)->may_name && clears_free(view, stmt->target->type);
  case NOE_STMT_FOR: return is_wrong_domain(view, &stmt->domain);
  case NOE_STMT_RETURN: {
    const struct noe_function *function = audit_of(visit)->function;
    return stmt->value && (!function || !function->result || !fit(view, function->result, stmt->value->type));
  }
  default: return false;
  }
}

static bool is_wrong_clause(const struct noe_visit *visit, const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    bool is_whole = binder->low == 0 && binder->step == 1 && binder->type && binder->high == binder->type->high;
    if (binder->kind == NOE_BINDER_RANGE ? is_free(view_of(visit), binder->type) && !is_whole
                                         : noe_model_visit_expr(visit, binder->value))
      return true;
  }
  for (uint32_t i = 0; clause->temporal && i < clause->temporal->atom_count; i++)
    if (noe_model_visit_expr(visit, clause->temporal->atoms[i]))
      return true;
  return noe_model_visit_expr(visit, clause->guard) || noe_model_visit_stmts(visit, clause->body);
}

static bool are_wrong(const struct noe_visit *visit, const struct noe_clause *clauses, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (is_wrong_clause(visit, &clauses[i]))
      return true;
  return false;
}

bool noe_detect_audit(const struct noe_view *view) {
  struct audit audit = {.visit = {.expr = is_wrong_expr, .stmt = is_wrong_stmt}, .view = view};
  const struct noe_model *model = view->model;
  if (are_wrong(&audit.visit, model->rules, model->rule_count) ||
      are_wrong(&audit.visit, model->properties, model->property_count))
    return false;
  for (uint32_t i = 0; i < model->function_count; i++) {
    audit.function = model->functions[i];
    audit.may_name = view->speakers[i] == NOE_SPEAKER_START || !view->speakers[i];
    if (noe_model_visit_stmts(&audit.visit, model->functions[i]->body))
      return false;
  }
  audit.function = NULL;
  audit.may_name = true;
  return !are_wrong(&audit.visit, model->starts, model->start_count);
}
