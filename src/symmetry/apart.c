/* The static proof for `for` loops: rounds that touch only their own cells.
 *
 * Every access of the body is followed to its root, a variable. It is *own* if on
 * the way there is an index that is just the loop's value; two own accesses of
 * different rounds that agree on the way down to that index cannot meet. For
 * every variable that is written, all accesses must be own along one and the
 * same way, or all must be writes of one constant. Whatever is not understood
 * (calls, aliases, multisets) fails the proof. */
#include <stdlib.h>

#include "symmetry/prove.h"

struct access {
  uint64_t root; /* which variable */
  bool written, own;
  const struct noe_expr *way; /* own: the place that is indexed */
  bool constant; /* written, with this constant: */
  int64_t value;
};

struct survey {
  struct noe_memory *memory;
  uint32_t slot; /* of the loop's value */
  struct access *list;
  size_t count, room;
  bool failed;
};

static void add(struct survey *survey, struct access access) {
  if (survey->count == survey->room) {
    survey->room = survey->room * 2 + 16;
    survey->list = noe_base_realloc(survey->memory, survey->list, survey->room * sizeof *survey->list);
  }
  survey->list[survey->count++] = access;
}

static bool is_loop_value(const struct survey *survey, const struct noe_expr *expr) {
  while (expr->kind == NOE_EXPR_SHIFT_PART)
    expr = expr->left;
  return (expr->kind == NOE_EXPR_READ || expr->kind == NOE_EXPR_COPY) && expr->left->kind == NOE_EXPR_LOCAL &&
         expr->left->slot == survey->slot;
}

/* Is the way from the root to this place the same in every round? */
static bool is_fixed(const struct noe_expr *expr) {
  for (;; expr = expr->left)
    switch (expr->kind) {
    case NOE_EXPR_GLOBAL:
    case NOE_EXPR_LOCAL: return true;
    case NOE_EXPR_FIELD: break;
    case NOE_EXPR_ELEMENT:
      if (expr->right->kind != NOE_EXPR_CONSTANT)
        return false;
      break;
    default: return false;
    }
}

/* Two fixed ways from one root: step by step the same? */
static bool same_way(const struct noe_expr *a, const struct noe_expr *b) {
  for (; a->kind == b->kind; a = a->left, b = b->left) {
    if (a->kind == NOE_EXPR_ELEMENT ? a->right->value != b->right->value : a->slot != b->slot)
      return false;
    if (a->kind == NOE_EXPR_GLOBAL || a->kind == NOE_EXPR_LOCAL)
      return true;
  }
  return false;
}

static void survey_value(struct survey *survey, const struct noe_expr *expr);

/* The root of a place, noting own indices on the way; values that index it are
 * reads of their own. */
static void survey_place(struct survey *survey, const struct noe_expr *expr, struct access access) {
  for (;; expr = expr->left) {
    switch (expr->kind) {
    case NOE_EXPR_GLOBAL:
    case NOE_EXPR_LOCAL:
      if (expr->kind == NOE_EXPR_LOCAL && expr->slot == survey->slot) {
        survey->failed |= access.written; /* then indices by it are not what they seem */
        return;
      }
      access.root = (uint64_t)expr->slot * 2 + (expr->kind == NOE_EXPR_LOCAL);
      add(survey, access);
      return;
    case NOE_EXPR_FIELD: break;
    case NOE_EXPR_ELEMENT:
      survey_value(survey, expr->right);
      if (is_loop_value(survey, expr->right)) {
        access.own = is_fixed(expr->left);
        access.way = expr->left;
      }
      break;
    default: survey->failed = true; return;
    }
  }
}

static void survey_value(struct survey *survey, const struct noe_expr *expr) {
  if (!expr || survey->failed)
    return;
  switch (expr->kind) {
  case NOE_EXPR_READ:
  case NOE_EXPR_COPY:
  case NOE_EXPR_ISUNDEFINED: survey_place(survey, expr->left, (struct access){0}); return;
  case NOE_EXPR_SAME:
    survey_place(survey, expr->left, (struct access){0});
    survey_place(survey, expr->right, (struct access){0});
    return;
  case NOE_EXPR_CALL:
  case NOE_EXPR_COUNT: survey->failed = true; return;
  default: break;
  }
  survey_value(survey, expr->condition);
  survey_value(survey, expr->left);
  survey_value(survey, expr->right);
  survey_value(survey, expr->domain.from);
  survey_value(survey, expr->domain.to);
  survey_value(survey, expr->domain.by);
}

static void survey_stmts(struct survey *survey, const struct noe_stmt *stmt);

static void survey_write(struct survey *survey, const struct noe_stmt *stmt) {
  struct access access = {.written = true};
  if (stmt->kind == NOE_STMT_ASSIGN && stmt->value->kind == NOE_EXPR_CONSTANT) {
    access.constant = true;
    access.value = stmt->value->value;
  }
  survey_place(survey, stmt->target, access);
}

static void survey_arms(struct survey *survey, const struct noe_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      survey_value(survey, stmt->arms[i].conditions[k]);
    survey_stmts(survey, stmt->arms[i].body);
  }
  survey_stmts(survey, stmt->otherwise);
}

static void survey_stmt(struct survey *survey, const struct noe_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_STMT_COPY:
    survey_place(survey, stmt->value, (struct access){0});
    survey_write(survey, stmt);
    break;
  case NOE_STMT_ASSIGN: survey_value(survey, stmt->value); /* fall through */
  case NOE_STMT_CLEAR:
  case NOE_STMT_UNDEFINE: survey_write(survey, stmt); break;
  case NOE_STMT_SWITCH: survey_value(survey, stmt->value); /* fall through */
  case NOE_STMT_IF: survey_arms(survey, stmt); break;
  case NOE_STMT_FOR:
    survey_value(survey, stmt->domain.from);
    survey_value(survey, stmt->domain.to);
    survey_value(survey, stmt->domain.by);
    survey_stmts(survey, stmt->body);
    break;
  case NOE_STMT_ASSERT: survey_value(survey, stmt->value); break;
  case NOE_STMT_PUT_TEXT: break;
  default: survey->failed = true;
  }
}

static void survey_stmts(struct survey *survey, const struct noe_stmt *stmt) {
  for (; stmt && !survey->failed; stmt = stmt->next)
    survey_stmt(survey, stmt);
}

/* ------------------------------------------------------------------- proof */

static int by_root(const void *a, const void *b) {
  const struct access *x = a, *y = b;
  return (x->root > y->root) - (x->root < y->root);
}

/* All accesses to one variable. */
static bool group_is_apart(const struct access *list, size_t count) {
  bool written = false, own = true, constant = true;
  for (size_t i = 0; i < count; i++) {
    written |= list[i].written;
    own = own && list[i].own && same_way(list[i].way, list[0].way);
    constant &= list[i].constant && list[i].value == list[0].value;
  }
  return !written || own || constant;
}

static bool is_apart(struct survey *survey) {
  if (survey->failed)
    return false;
  if (survey->count)
    qsort(survey->list, survey->count, sizeof *survey->list, by_root);
  for (size_t i = 0, end; i < survey->count; i = end) {
    for (end = i; end < survey->count && survey->list[end].root == survey->list[i].root; end++)
      ;
    if (!group_is_apart(survey->list + i, end - i))
      return false;
  }
  return true;
}

bool noe_symmetry_rounds_are_apart(struct noe_memory *memory, const struct noe_stmt *loop) {
  struct survey survey = {.memory = memory, .slot = loop->slot};
  survey_stmts(&survey, loop->body);
  bool apart = is_apart(&survey);
  noe_base_free(memory, survey.list);
  return apart;
}
