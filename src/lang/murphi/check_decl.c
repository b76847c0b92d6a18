/* Declarations: constants, types, variables, procedures and functions. */
#include "lang/murphi/check_int.h"

static void declare_constant(struct noe_checker *checker, const struct noe_ast_decl *ast,
                             const struct noe_ast_name *name) {
  bool global = !checker->frame, overridden = false;
  const struct noe_ast_expr *expr = ast->value;
  if (global)
    expr = noe_murphi_defined_value(checker, name, ast->value, &overridden);
  const struct noe_type *type = NULL;
  int64_t value = 0;
  bool ok = expr && noe_murphi_check_constant(checker, expr, &type, &value);
  struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_CONSTANT);
  if (!symbol)
    return;
  if (!ok) { /* uses of the name stay silent */
    symbol->kind = NOE_SYMBOL_VARIABLE;
    return;
  }
  symbol->type = type;
  symbol->value = value;
  if (!global)
    return;
  struct noe_constant constant = {.name = name->text, .type = type, .value = value, .overridden = overridden};
  constant.place = noe_murphi_place(checker, name->span);
  noe_model_add_constant(&checker->builder, constant);
}

/* The first name that a type is given stays with it. */
static void give_name(struct noe_checker *checker, const struct noe_type *type, const char *name) {
  struct noe_type *own = (struct noe_type *)(uintptr_t)type;
  if (type != checker->builder.boolean && !type->name)
    own->name = name;
}

static void declare_type(struct noe_checker *checker, const struct noe_ast_decl *ast) {
  const struct noe_type *type = noe_murphi_check_type(checker, ast->type);
  for (const struct noe_ast_name *name = ast->names; name; name = name->next) {
    struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_TYPE);
    if (!symbol)
      continue;
    symbol->type = type;
    if (type)
      give_name(checker, type, name->text);
    else
      symbol->kind = NOE_SYMBOL_VARIABLE; /* wrong, and reported */
  }
}

static void declare_global(struct noe_checker *checker, const struct noe_ast_name *name, const struct noe_type *type,
                           struct noe_symbol *symbol) {
  struct noe_variable variable = {.name = name->text, .type = type};
  variable.place = noe_murphi_place(checker, name->span);
  symbol->variable = (uint32_t)checker->builder.variables.count;
  uint64_t cell = checker->builder.cells;
  if (!noe_model_add_variable(&checker->builder, variable)) {
    noe_base_report(checker->diagnostics, NOE_E_TOO_LARGE, name->span,
                    "with this variable the state has too many cells");
    return;
  }
  symbol->location = noe_murphi_emit_slot(checker, NOE_EXPR_GLOBAL, type, (uint32_t)cell, name->span);
}

static void declare_local(struct noe_checker *checker, const struct noe_ast_name *name, const struct noe_type *type,
                          struct noe_symbol *symbol, struct noe_stmt ***prologue) {
  uint32_t slot = noe_murphi_frame_take(checker, type->cells);
  symbol->location = noe_murphi_emit_named(checker, NOE_EXPR_LOCAL, type, slot, name);
  if (!type->has_multiset)
    return;
  struct noe_stmt *stmt = noe_murphi_emit_stmt(checker, NOE_STMT_UNDEFINE, name->span);
  stmt->target = symbol->location;
  **prologue = stmt;
  *prologue = (struct noe_stmt **)(uintptr_t)&stmt->next;
}

static void declare_variables(struct noe_checker *checker, const struct noe_ast_decl *ast,
                              struct noe_stmt ***prologue) {
  const struct noe_type *type = noe_murphi_check_type(checker, ast->type);
  for (const struct noe_ast_name *name = ast->names; name; name = name->next) {
    struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_VARIABLE);
    if (!symbol || !type)
      continue;
    symbol->type = type;
    symbol->plain = true;
    symbol->right = NOE_RIGHT_WRITE;
    if (checker->frame)
      declare_local(checker, name, type, symbol, prologue);
    else
      declare_global(checker, name, type, symbol);
  }
}

void noe_murphi_check_decl(struct noe_checker *checker, const struct noe_ast_decl *ast, struct noe_stmt ***prologue) {
  switch (ast->kind) {
  case NOE_AST_CONST:
    for (const struct noe_ast_name *name = ast->names; name; name = name->next)
      declare_constant(checker, ast, name);
    break;
  case NOE_AST_TYPE: declare_type(checker, ast); break;
  case NOE_AST_VAR: declare_variables(checker, ast, prologue); break;
  }
}

/* -------------------------------------------------------------- procedures */

static uint32_t count_parameters(const struct noe_ast_parameter *parameter) {
  uint32_t count = 0;
  for (; parameter; parameter = parameter->next)
    for (const struct noe_ast_name *name = parameter->names; name; name = name->next)
      count++;
  return count;
}

/* Parameters are references: cell i of the frame holds the place of the i-th. */
static void declare_parameter(struct noe_checker *checker, const struct noe_ast_name *name,
                              const struct noe_parameter *parameter) {
  uint32_t slot = noe_murphi_frame_take(checker, 1);
  struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_PARAMETER);
  if (!symbol || !parameter->type)
    return;
  symbol->type = parameter->type;
  symbol->plain = true;
  symbol->right = parameter->by_reference ? NOE_RIGHT_WRITE : NOE_RIGHT_READ;
  symbol->location = noe_murphi_emit_named(checker, NOE_EXPR_REFERENCE, parameter->type, slot, name);
}

static void declare_parameters(struct noe_checker *checker, const struct noe_ast_procedure *ast,
                               struct noe_function *function) {
  uint32_t count = count_parameters(ast->parameters), i = 0;
  struct noe_parameter *parameters = NOE_NEW_ARRAY(checker->arena, struct noe_parameter, count);
  for (const struct noe_ast_parameter *group = ast->parameters; group; group = group->next) {
    const struct noe_type *type = noe_murphi_check_type(checker, group->type);
    for (const struct noe_ast_name *name = group->names; name; name = name->next, i++) {
      parameters[i] = (struct noe_parameter){.name = name->text, .type = type, .by_reference = group->by_reference};
      declare_parameter(checker, name, &parameters[i]);
    }
  }
  function->parameters = parameters;
  function->parameter_count = count;
}

static const struct noe_stmt *check_body(struct noe_checker *checker, const struct noe_ast_procedure *ast) {
  struct noe_stmt *first = NULL, **end = &first;
  for (const struct noe_ast_decl *decl = ast->decls; decl; decl = decl->next)
    noe_murphi_check_decl(checker, decl, &end);
  const struct noe_stmt *body = noe_murphi_check_stmts(checker, ast->body);
  *end = (struct noe_stmt *)(uintptr_t)body;
  return first;
}

void noe_murphi_check_procedure(struct noe_checker *checker, const struct noe_ast_procedure *ast,
                                struct noe_span span) {
  struct noe_function_info *info = NOE_NEW(checker->arena, struct noe_function_info);
  struct noe_function *function = NOE_NEW(checker->arena, struct noe_function);
  info->function = function;
  function->name = ast->name->text;
  function->place = noe_murphi_place(checker, ast->name->span);
  function->id = (uint32_t)checker->builder.functions.count;
  struct noe_symbol *symbol = noe_murphi_declare(checker, ast->name, NOE_SYMBOL_FUNCTION);
  if (symbol)
    symbol->function = info;
  struct noe_frame frame = {.function = info, .in_body = true};
  checker->frame = &frame;
  noe_murphi_scope_open(checker->scopes);
  if (ast->result) /* the type may go by a name that a parameter takes */
    function->result = noe_murphi_check_type(checker, ast->result);
  info->result_is_wrong = ast->result && !function->result;
  declare_parameters(checker, ast, function);
  function->body = check_body(checker, ast);
  noe_murphi_scope_close(checker->scopes);
  checker->frame = NULL;
  function->frame_cells = frame.cells;
  if (frame.too_large)
    noe_base_report(checker->diagnostics, NOE_E_TOO_LARGE, span, "the locals of `%s` take too many cells",
                    function->name);
  noe_model_add_function(&checker->builder, function);
}
