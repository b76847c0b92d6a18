/* Statements. */
#include <string.h>

#include "lang/murphi/check_int.h"
#include "lang/murphi/murphi.h"
#include "lang/murphi/lex.h"

/* ----------------------------------------------------------------- changes */

static void add_region(struct noe_checker *checker, struct noe_function_info *function, struct noe_region region) {
  for (size_t i = 0; i < function->written.count; i++)
    if (function->written.items[i].variable == region.variable && function->written.items[i].type == region.type) {
      function->written.items[i].adds = function->written.items[i].adds && region.adds;
      return;
    }
  NOE_LIST_PUSH(checker->arena, &function->written, region);
  function->function->writes_state = true;
}

void noe_murphi_note_change(struct noe_checker *checker, struct noe_region region, struct noe_span span) {
  if (region.variable == NOE_NO_VARIABLE)
    return;
  if (checker->frame->function) {
    add_region(checker, checker->frame->function, region);
  } else if (checker->claim) {
    noe_base_report(checker->diagnostics, NOE_E_EFFECT, span, "this claim changes the global variable `%s`",
                    checker->builder.variables.items[region.variable].name);
    noe_base_hint(checker->diagnostics, "temporal claims may only look at the state");
  } else if (!checker->frame->in_body) {
    noe_base_report(checker->diagnostics, NOE_W_SIDE_EFFECT, span, "this condition changes the global variable `%s`",
                    checker->builder.variables.items[region.variable].name);
    noe_base_hint(checker->diagnostics, "the change is dropped when the condition has been evaluated");
  }
}

/* Why a place that starts with `symbol` is read-only. */
static const char *read_only_kind(const struct noe_symbol *symbol) {
  switch (symbol->kind) {
  case NOE_SYMBOL_CONSTANT: return "is a constant";
  case NOE_SYMBOL_PARAMETER: return "is a value parameter";
  case NOE_SYMBOL_ELEMENT: return "names a chosen element";
  default: return "stands for a value";
  }
}

static void refuse_change(struct noe_checker *checker, struct noe_operand operand) {
  const struct noe_symbol *symbol = operand.symbol;
  if (symbol)
    noe_base_report(checker->diagnostics, NOE_E_READ_ONLY, operand.span, "`%s` %s and cannot be changed", symbol->name,
                    read_only_kind(symbol));
  else
    noe_base_report(checker->diagnostics, NOE_E_READ_ONLY, operand.span, "this is a value and cannot be changed");
  if (symbol && symbol->kind == NOE_SYMBOL_PARAMETER)
    noe_base_hint(checker->diagnostics, "a parameter that is to be changed is declared with `var`");
  else if (symbol && symbol->kind == NOE_SYMBOL_CONSTANT)
    noe_base_hint(checker->diagnostics, "what changes is declared by `var`");
}

bool noe_murphi_may_change(struct noe_checker *checker, struct noe_operand operand, bool adds) {
  if (operand.right == NOE_RIGHT_READ) {
    refuse_change(checker, operand);
    return false;
  }
  if (operand.right == NOE_RIGHT_PRIVATE)
    noe_base_report(checker->diagnostics, NOE_W_PRIVATE_COPY, operand.span,
                    "this changes a private copy of the loop variable; the iteration is not affected");
  struct noe_region region = {.variable = operand.variable, .type = operand.type, .adds = adds};
  noe_murphi_note_change(checker, region, operand.span);
  return true;
}

struct noe_expr *noe_murphi_check_place(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        struct noe_operand *operand) {
  *operand = noe_murphi_check_operand(checker, ast);
  if (!operand->expr)
    return NULL;
  if (!operand->is_location && operand->expr->kind != NOE_EXPR_CONSTANT) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_DESIGNATOR, ast->span, "this is not a variable");
    return NULL;
  }
  return operand->expr;
}

struct noe_expr *noe_murphi_check_target(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                         struct noe_operand *operand) {
  struct noe_expr *place = noe_murphi_check_place(checker, ast, operand);
  return place && noe_murphi_may_change(checker, *operand, false) ? place : NULL;
}

/* -------------------------------------------------------------- assignment */

static struct noe_stmt *check_undefine(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_operand operand;
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_UNDEFINE, ast->span);
  stmt->target = noe_murphi_check_target(checker, ast->target, &operand);
  return stmt->target ? stmt : NULL;
}

static struct noe_stmt *check_assign(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  if (noe_murphi_is_undefined_word(checker, ast->value))
    return check_undefine(checker, ast);
  struct noe_operand target, value;
  struct noe_expr *place = noe_murphi_check_target(checker, ast->target, &target);
  value = noe_murphi_check_operand(checker, ast->value);
  if (!place || !value.expr)
    return NULL;
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_ASSIGN, ast->span);
  stmt->target = place;
  if (noe_type_is_simple(target.type)) {
    bool copy = noe_murphi_passes_undefined(checker, value, true);
    stmt->value = noe_murphi_convert(checker, value, target.type, copy, "assignment");
  } else {
    stmt->kind = NOE_STMT_COPY;
    stmt->value = noe_murphi_check_compound(checker, value, target.type, "assignment");
  }
  return stmt->value ? stmt : NULL;
}

/* `clear` picks the first value of scalarsets inside: they lose their symmetry. In a start
 * state it is up to others whether that matters. */
static void break_symmetry(struct noe_checker *checker, const struct noe_type *type, struct noe_span span) {
  switch (type->kind) {
  case NOE_TYPE_SCALARSET:
    if (checker->in_start) {
      noe_model_break_start(&checker->builder, type, noe_murphi_place(checker, span));
      break;
    }
    noe_base_report(checker->diagnostics, NOE_W_CLEAR_SCALARSET, span,
                    "`clear` sets a value of the scalarset `%s` to its first member",
                    noe_murphi_type_text(checker, type));
    noe_base_hint(checker->diagnostics, "use `undefine`, which keeps the symmetry");
    noe_model_break_symmetry(&checker->builder, type, noe_murphi_place(checker, span));
    break;
  case NOE_TYPE_UNION: break_symmetry(checker, type->parts[0], span); break;
  case NOE_TYPE_ARRAY: break_symmetry(checker, type->element, span); break;
  case NOE_TYPE_RECORD:
    for (uint32_t i = 0; i < type->field_count; i++)
      break_symmetry(checker, type->fields[i].type, span);
    break;
  default: break; /* a cleared multiset is empty */
  }
}

static struct noe_stmt *check_clear(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_operand operand;
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_CLEAR, ast->span);
  stmt->target = noe_murphi_check_target(checker, ast->target, &operand);
  if (!stmt->target)
    return NULL;
  break_symmetry(checker, operand.type, ast->span);
  return stmt;
}

/* ----------------------------------------------------------------- control */

static uint32_t count_arms(const struct noe_ast_arm *arm) {
  uint32_t count = 0;
  for (; arm; arm = arm->next)
    count++;
  return count;
}

static uint32_t count_values(const struct noe_ast_expr *value) {
  uint32_t count = 0;
  for (; value; value = value->next)
    count++;
  return count;
}

/* Arms of `if` (subject NULL: the values are conditions) or of `switch`. */
static bool check_arms(struct noe_checker *checker, const struct noe_ast_stmt *ast, const struct noe_operand *subject,
                       struct noe_stmt *stmt) {
  stmt->arm_count = count_arms(ast->arms);
  struct noe_arm *arms = NOE_NEW_ARRAY(checker->arena, struct noe_arm, stmt->arm_count);
  bool ok = true;
  uint32_t i = 0;
  for (const struct noe_ast_arm *arm = ast->arms; arm; arm = arm->next, i++) {
    arms[i].condition_count = count_values(arm->values);
    const struct noe_expr **conditions =
        NOE_NEW_ARRAY(checker->arena, const struct noe_expr *, arms[i].condition_count);
    uint32_t j = 0;
    for (const struct noe_ast_expr *value = arm->values; value; value = value->next, j++) {
      conditions[j] =
          subject ? noe_murphi_check_equal(checker, *subject, noe_murphi_check_operand(checker, value), value->span)
                  : noe_murphi_check_condition(checker, value);
      ok = ok && conditions[j];
    }
    arms[i].conditions = conditions;
    arms[i].body = noe_murphi_check_stmts(checker, arm->body);
  }
  stmt->arms = arms;
  stmt->otherwise = noe_murphi_check_stmts(checker, ast->otherwise);
  return ok;
}

static struct noe_stmt *check_if(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_IF, ast->span);
  return check_arms(checker, ast, NULL, stmt) ? stmt : NULL;
}

static struct noe_stmt *check_switch(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_SWITCH, ast->span);
  struct noe_operand value = noe_murphi_check_operand(checker, ast->value);
  struct noe_operand subject = {.right = NOE_RIGHT_READ, .variable = NOE_NO_VARIABLE, .span = ast->value->span};
  if (value.expr) {
    bool copy = checker->options->undefined != NOE_UNDEFINED_STRICT &&
                (value.type->kind == NOE_TYPE_SCALARSET || value.type->kind == NOE_TYPE_UNION);
    stmt->value = noe_murphi_operand_value(checker, value, copy);
    stmt->slot = noe_murphi_frame_take(checker, 1);
  }
  if (stmt->value) {
    subject.type = value.type;
    subject.is_location = true;
    subject.expr = noe_murphi_emit_slot(checker, NOE_EXPR_LOCAL, value.type, stmt->slot, ast->value->span);
  }
  return check_arms(checker, ast, &subject, stmt) && stmt->value ? stmt : NULL;
}

/* One loop per quantifier, the first outermost. */
static struct noe_stmt *check_for(struct noe_checker *checker, const struct noe_ast_stmt *ast,
                                  const struct noe_ast_quantifier *quantifier) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_FOR, ast->span);
  noe_murphi_scope_open(checker->scopes);
  bool ok = noe_murphi_check_domain(checker, quantifier, &stmt->domain, &stmt->slot);
  if (quantifier->next) {
    stmt->body = check_for(checker, ast, quantifier->next);
    ok = ok && stmt->body;
  } else
    stmt->body = noe_murphi_check_stmts(checker, ast->body);
  noe_murphi_scope_close(checker->scopes);
  noe_model_add_loop(&checker->builder, stmt->domain.type, NULL, stmt);
  return ok ? stmt : NULL;
}

static struct noe_stmt *check_while(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_WHILE, ast->span);
  stmt->value = noe_murphi_check_condition(checker, ast->value);
  stmt->body = noe_murphi_check_stmts(checker, ast->body);
  return stmt->value ? stmt : NULL;
}

/* The bindings of one alias statement, followed by its body: a flat list. */
static const struct noe_stmt *check_alias(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  static const enum noe_stmt_kind kinds[] = {[NOE_ALIAS_LOCATION] = NOE_STMT_BIND_LOCATION,
                                             [NOE_ALIAS_VALUE] = NOE_STMT_BIND_VALUE,
                                             [NOE_ALIAS_CELLS] = NOE_STMT_BIND_CELLS};
  const struct noe_stmt *first = NULL, **end = &first;
  noe_murphi_scope_open(checker->scopes);
  for (const struct noe_ast_alias *alias = ast->aliases; alias; alias = alias->next)
    for (const struct noe_ast_name *name = alias->names; name; name = name->next) {
      const struct noe_expr *value = NULL;
      uint32_t slot = 0;
      enum noe_alias_kind kind = noe_murphi_check_alias(checker, name, alias->value, &value, &slot);
      if (kind == NOE_ALIAS_NOTHING || kind == NOE_ALIAS_WRONG)
        continue;
      struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, kinds[kind], alias->span);
      stmt->value = value;
      stmt->slot = slot;
      *end = stmt;
      end = &stmt->next;
    }
  *end = noe_murphi_check_stmts(checker, ast->body);
  noe_murphi_scope_close(checker->scopes);
  return first;
}

/* ----------------------------------------------------------------- the rest */

static struct noe_stmt *check_call(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_CALL, ast->span);
  stmt->value = noe_murphi_check_call(checker, ast->value, true).expr;
  return stmt->value ? stmt : NULL;
}

static struct noe_stmt *check_put(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_PUT_TEXT, ast->span);
  stmt->text = ast->text;
  if (!ast->value)
    return stmt;
  struct noe_operand operand = noe_murphi_check_operand(checker, ast->value);
  if (!operand.expr)
    return NULL;
  stmt->kind = operand.is_location ? NOE_STMT_PUT_LOCATION : NOE_STMT_PUT_VALUE;
  stmt->value = operand.is_location ? operand.expr : noe_murphi_operand_value(checker, operand, true);
  struct noe_span span = ast->value->span;
  stmt->text = noe_base_arena_text(checker->arena, checker->source->bytes + span.begin, span.end - span.begin);
  return stmt->value ? stmt : NULL;
}

static struct noe_stmt *check_return(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_RETURN, ast->span);
  const struct noe_function_info *info = checker->frame->function;
  const struct noe_type *result = info ? info->function->result : NULL;
  if (info && info->result_is_wrong) {
    if (ast->value)
      noe_murphi_check_operand(checker, ast->value);
    return NULL;
  }
  if (!ast->value) {
    if (!result)
      return stmt;
    noe_base_report(checker->diagnostics, NOE_E_RETURN, ast->span, "a function must return a value of type %s",
                    noe_murphi_type_text(checker, result));
    return NULL;
  }
  struct noe_operand value = noe_murphi_check_operand(checker, ast->value);
  if (!result) {
    noe_base_report(checker->diagnostics, NOE_E_RETURN, ast->value->span, "there is nothing to return a value to");
    noe_base_hint(checker->diagnostics, info ? "declare the result type: function name(...): type;"
                                             : "rules and startstates return without a value");
    return NULL;
  }
  if (!value.expr)
    return NULL;
  stmt->value =
      noe_type_is_simple(result)
          ? noe_murphi_convert(checker, value, result, noe_murphi_passes_undefined(checker, value, false), "result")
          : noe_murphi_check_compound(checker, value, result, "result");
  return stmt->value ? stmt : NULL;
}

/* A cover inside a body is a property of the model, counted where it stands. */
static uint32_t add_cover(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_clause cover = {.kind = NOE_CLAUSE_PROPERTY, .property = NOE_PROPERTY_COVER, .is_statement = true};
  cover.place = noe_murphi_place(checker, ast->span);
  cover.name = ast->text;
  cover.title = ast->text ? ast->text : noe_base_arena_format(checker->arena, "cover at line %u", cover.place.line);
  return noe_model_add_clause(&checker->builder, cover);
}

/* A cover that nobody asks about is not counted, but its condition may have an error. */
static void only_evaluate(struct noe_checker *checker, struct noe_stmt *stmt) {
  struct noe_arm *arm = NOE_NEW(checker->arena, struct noe_arm);
  const struct noe_expr **condition = NOE_NEW(checker->arena, const struct noe_expr *);
  *condition = stmt->value;
  *arm = (struct noe_arm){.conditions = condition, .condition_count = 1};
  stmt->kind = NOE_STMT_IF;
  stmt->arms = arm;
  stmt->arm_count = 1;
}

/* `x < 3 is false`, for a claim without a name: its condition, not too long. */
static const char *claim_text(struct noe_checker *checker, struct noe_span span) {
  enum { MOST = 60 };
  const char *text = noe_murphi_excerpt(checker->arena, checker->source, span, MOST);
  return noe_base_arena_format(checker->arena, "%s is false", text);
}

static struct noe_stmt *check_claim(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_ASSERT, ast->span);
  stmt->value = noe_murphi_check_condition(checker, ast->value);
  stmt->text = ast->text;
  switch (ast->claim) {
  case NOE_AST_INVARIANT:
  case NOE_AST_ASSERT:
    if (!stmt->text)
      stmt->text = claim_text(checker, ast->value->span);
    break;
  case NOE_AST_ASSUME: stmt->kind = NOE_STMT_ASSUME; break;
  case NOE_AST_COVER:
    stmt->kind = NOE_STMT_COVER;
    stmt->property = add_cover(checker, ast);
    if (stmt->property == NOE_NO_CLAUSE)
      only_evaluate(checker, stmt);
    break;
  case NOE_AST_LIVENESS:
    noe_base_report(checker->diagnostics, NOE_E_PLACEMENT, ast->span, "`liveness` cannot be a statement");
    noe_base_hint(checker->diagnostics, "write it at the level of rules");
    return NULL;
  default: return NULL; /* the others are read as rule items only */
  }
  return stmt->value ? stmt : NULL;
}

static const struct noe_stmt *check_one(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  struct noe_stmt *stmt;
  switch (ast->kind) {
  case NOE_AST_ASSIGN: return check_assign(checker, ast);
  case NOE_AST_IF: return check_if(checker, ast);
  case NOE_AST_SWITCH: return check_switch(checker, ast);
  case NOE_AST_FOR: return check_for(checker, ast, ast->quantifiers);
  case NOE_AST_WHILE: return check_while(checker, ast);
  case NOE_AST_ALIAS: return check_alias(checker, ast);
  case NOE_AST_CALL_STMT: return check_call(checker, ast);
  case NOE_AST_CLEAR: return check_clear(checker, ast);
  case NOE_AST_UNDEFINE: return check_undefine(checker, ast);
  case NOE_AST_ERROR:
    stmt = noe_murphi_emit_stmt(checker, NOE_STMT_ERROR, ast->span);
    stmt->text = ast->text;
    return stmt;
  case NOE_AST_PUT: return check_put(checker, ast);
  case NOE_AST_RETURN: return check_return(checker, ast);
  case NOE_AST_CLAIM: return check_claim(checker, ast);
  case NOE_AST_MULTISETADD:
  case NOE_AST_MULTISETREMOVE:
  case NOE_AST_MULTISETREMOVEPRED: return noe_murphi_check_multiset(checker, ast);
  }
  return NULL;
}

const struct noe_stmt *noe_murphi_check_stmts(struct noe_checker *checker, const struct noe_ast_stmt *ast) {
  const struct noe_stmt *first = NULL, **end = &first;
  for (; ast; ast = ast->next) {
    *end = check_one(checker, ast);
    while (*end) /* an alias gives several */
      end = (const struct noe_stmt **)(uintptr_t) & (*end)->next;
  }
  return first;
}
