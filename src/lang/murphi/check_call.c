/* Calls: what is passed by reference, what by value, and what that may change. */
#include "lang/murphi/check_int.h"

#include <strings.h>

static bool is_real_function(const char *name) {
  static const char *const names[] = {"log",  "log10", "exp", "sin",  "cos",  "tan",  "fabs", "floor", "ceil",
                                      "sqrt", "fmod",  "pow", "asin", "acos", "atan", "sinh", "cosh",  "tanh"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!strcasecmp(names[i], name))
      return true;
  return false;
}

static struct noe_function_info *find_function(struct noe_checker *checker, const struct noe_ast_expr *ast) {
  const char *name = ast->name->text;
  if (!noe_murphi_scope_find(checker->scopes, name) && is_real_function(name)) {
    if (!checker->refused_real)
      noe_base_report(checker->diagnostics, NOE_E_UNSUPPORTED, ast->name->span,
                      "this model uses real arithmetic (`%s`), which is not supported (first use here)", name);
    checker->refused_real = true;
    return NULL;
  }
  checker->calling = true;
  const struct noe_symbol *symbol = noe_murphi_resolve(checker, ast->name);
  checker->calling = false;
  if (!symbol && !strcasecmp(name, "not"))
    noe_base_hint(checker->diagnostics, "did you mean `!`?");
  if (!symbol)
    return NULL;
  if (symbol->kind == NOE_SYMBOL_FUNCTION)
    return symbol->function;
  noe_base_report(checker->diagnostics, NOE_E_NOT_CALLABLE, ast->name->span, "`%s` is not a procedure or function",
                  name);
  if (symbol->location && symbol->type && symbol->type->kind == NOE_TYPE_ARRAY)
    noe_base_hint(checker->diagnostics, "arrays are indexed with brackets: %s[...]", name);
  else if (symbol->kind == NOE_SYMBOL_TYPE)
    noe_base_hint(checker->diagnostics, "`%s` is a type, and values are not converted", name);
  return NULL;
}

static bool count_fits(struct noe_checker *checker, const struct noe_ast_expr *ast,
                       const struct noe_function *function) {
  uint32_t given = 0;
  for (const struct noe_ast_expr *argument = ast->arguments; argument; argument = argument->next)
    given++;
  if (given == function->parameter_count)
    return true;
  noe_base_report(checker->diagnostics, NOE_E_ARGUMENTS, ast->span, "`%s` takes %u argument%s, not %u", function->name,
                  function->parameter_count, function->parameter_count == 1 ? "" : "s", given);
  noe_base_note(checker->diagnostics, noe_murphi_scope_find(checker->scopes, function->name)->span,
                "it is declared here");
  return false;
}

/* The word `undefined` as an argument: a temporary that is copied, before each
 * call, from one that nobody writes. */
static void pass_undefined(struct noe_checker *checker, const struct noe_ast_expr *ast, const struct noe_type *type,
                           struct noe_argument *argument) {
  uint32_t source = noe_murphi_frame_take(checker, type->cells);
  argument->temporary = noe_murphi_frame_take(checker, type->cells);
  argument->kind = NOE_ARGUMENT_CELLS;
  argument->value = noe_murphi_emit_slot(checker, NOE_EXPR_LOCAL, type, source, ast->span);
}

/* The operand of an argument, unless it is the word `undefined`, which is passed at
 * once. */
enum word { WORD_UNDEFINED, WORD_OPERAND, WORD_WRONG };

static enum word take_operand(struct noe_checker *checker, const struct noe_ast_expr *ast, const struct noe_type *type,
                              struct noe_argument *argument, struct noe_operand *operand) {
  *operand = noe_murphi_no_operand();
  if (noe_murphi_is_undefined_word(checker, ast)) {
    pass_undefined(checker, ast, type, argument);
    return WORD_UNDEFINED;
  }
  *operand = noe_murphi_check_operand(checker, ast);
  return operand->expr ? WORD_OPERAND : WORD_WRONG;
}

/* var parameter: the place itself, of an equal type. */
static bool pass_reference(struct noe_checker *checker, const struct noe_ast_expr *ast, const struct noe_type *type,
                           struct noe_argument *argument, struct noe_operand *operand) {
  enum word word = take_operand(checker, ast, type, argument, operand);
  if (word != WORD_OPERAND)
    return word == WORD_UNDEFINED;
  if (!operand->is_location) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_DESIGNATOR, ast->span,
                    "a `var` parameter needs a variable, not a value");
    return false;
  }
  if (!noe_murphi_may_change(checker, *operand, false))
    return false;
  if (!noe_murphi_alike(checker, operand->type, type, ast->span)) {
    noe_base_report(checker->diagnostics, NOE_E_TYPE_MISMATCH, ast->span,
                    "a `var` parameter of type %s cannot stand for a variable of type %s",
                    noe_murphi_type_text(checker, type), noe_murphi_type_text(checker, operand->type));
    noe_base_hint(checker->diagnostics, "the types must be equal, bounds included");
    return false;
  }
  *argument = (struct noe_argument){.kind = NOE_ARGUMENT_LOCATION, .value = operand->expr};
  return true;
}

/* Value parameter: the place itself if the type is the parameter's own and
 * copies were not asked for, else a checked value in a temporary (docs/language.md#10-dialects). */
static bool pass_value(struct noe_checker *checker, const struct noe_ast_expr *ast, const struct noe_type *type,
                       struct noe_argument *argument, struct noe_operand *operand) {
  enum word word = take_operand(checker, ast, type, argument, operand);
  if (word != WORD_OPERAND)
    return word == WORD_UNDEFINED;
  bool compound = !noe_type_is_simple(type);
  bool by_location = operand->is_location && (compound || operand->type == type);
  bool copies = checker->options->value_params == NOE_VALUE_PARAMS_COPY;
  if (compound)
    argument->value = noe_murphi_check_compound(checker, *operand, type, "argument");
  else if (by_location)
    argument->value = operand->expr;
  else {
    bool undefined_passes =
        checker->options->undefined != NOE_UNDEFINED_MURPHI || noe_murphi_passes_undefined(checker, *operand, false);
    argument->value = noe_murphi_convert(checker, *operand, type, undefined_passes, "argument");
  }
  argument->kind = !by_location ? NOE_ARGUMENT_VALUE : copies ? NOE_ARGUMENT_CELLS : NOE_ARGUMENT_LOCATION;
  if (argument->kind != NOE_ARGUMENT_LOCATION)
    argument->temporary = noe_murphi_frame_take(checker, type->cells);
  if (!by_location || copies)
    operand->variable = NOE_NO_VARIABLE;
  return argument->value;
}

static bool contains(const struct noe_type *type, const struct noe_type *part) {
  if (type == part)
    return true;
  if (type->kind == NOE_TYPE_ARRAY || type->kind == NOE_TYPE_MULTISET)
    return contains(type->element, part);
  if (type->kind == NOE_TYPE_RECORD)
    for (uint32_t i = 0; i < type->field_count; i++)
      if (contains(type->fields[i].type, part))
        return true;
  return false;
}

/* May a change of one region show in the other? What is added to a multiset shows
 * in the multiset, but not in an element that it had before. */
static bool overlap(struct noe_region changed, struct noe_region seen) {
  if (changed.variable != seen.variable)
    return false;
  return contains(seen.type, changed.type) || (!changed.adds && contains(changed.type, seen.type));
}

static struct noe_region region_of(struct noe_operand operand) {
  return (struct noe_region){.variable = operand.variable, .type = operand.type};
}

static bool is_part(const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_FIELD || expr->kind == NOE_EXPR_ELEMENT || expr->kind == NOE_EXPR_SLOT;
}

/* How many steps lead to the location from its root. */
static uint32_t path_length(const struct noe_expr *expr, const struct noe_expr **root) {
  uint32_t length = 0;
  for (; is_part(expr); expr = expr->left)
    length++;
  *root = expr;
  return length;
}

/* Globals, or one alias or parameter: what else leads where is not known. */
static bool have_one_root(const struct noe_expr *a, const struct noe_expr *b) {
  return a->kind == b->kind && (a->kind == NOE_EXPR_GLOBAL || (a->kind == NOE_EXPR_REFERENCE && a->slot == b->slot));
}

/* Two parts of one variable that some step takes to different fields: whatever the
 * indices on the way are, neither is within the other. */
static bool are_apart(const struct noe_expr *a, const struct noe_expr *b) {
  const struct noe_expr *first, *second;
  uint32_t left = path_length(a, &first), right = path_length(b, &second);
  if (!have_one_root(first, second))
    return false;
  for (; left > right && right; left--)
    a = a->left;
  for (; right > left && left; right--)
    b = b->left;
  for (; left && right; left--, right--, a = a->left, b = b->left)
    if (a->kind == NOE_EXPR_FIELD && b->kind == NOE_EXPR_FIELD && a->slot != b->slot)
      return true;
  return false;
}

static bool callee_changes(const struct noe_function_info *info, const struct noe_operand *operands,
                           const struct noe_operand *seen) {
  struct noe_region region = region_of(*seen);
  for (size_t i = 0; i < info->written.count; i++)
    if (overlap(info->written.items[i], region))
      return true;
  for (uint32_t i = 0; i < info->function->parameter_count; i++)
    if (info->function->parameters[i].by_reference && overlap(region_of(operands[i]), region) &&
        !are_apart(operands[i].expr, seen->expr))
      return true;
  return false;
}

/* A value parameter that stands for a global which the callee may change. A function that is
 * called so once is mostly called so everywhere: the first time is enough. */
static void warn_about_aliases(struct noe_checker *checker, struct noe_function_info *info,
                               const struct noe_operand *operands) {
  const struct noe_function *function = info->function;
  for (uint32_t i = 0; i < function->parameter_count && !info->is_warned_about; i++) {
    if (function->parameters[i].by_reference || operands[i].variable == NOE_NO_VARIABLE)
      continue;
    if (!callee_changes(info, operands, &operands[i]))
      continue;
    noe_base_report(checker->diagnostics, NOE_W_VALUE_ALIAS, operands[i].span,
                    "`%s` may change this variable while its value parameter `%s` stands for it", function->name,
                    function->parameters[i].name);
    noe_base_hint(checker->diagnostics, "--value-params=copy passes copies; other calls of `%s` are not listed",
                  function->name);
    info->is_warned_about = true;
  }
}

static struct noe_call *check_arguments(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                        struct noe_function_info *info) {
  const struct noe_function *function = info->function;
  struct noe_argument *arguments = NOE_NEW_ARRAY(checker->arena, struct noe_argument, function->parameter_count);
  struct noe_operand *operands = NOE_NEW_ARRAY(checker->arena, struct noe_operand, function->parameter_count);
  bool ok = true;
  uint32_t i = 0;
  for (const struct noe_ast_expr *argument = ast->arguments; argument; argument = argument->next, i++) {
    const struct noe_parameter *parameter = &function->parameters[i];
    if (!parameter->type)
      return NULL; /* the declaration was wrong, and was reported */
    ok = (parameter->by_reference ? pass_reference(checker, argument, parameter->type, &arguments[i], &operands[i])
                                  : pass_value(checker, argument, parameter->type, &arguments[i], &operands[i])) &&
         ok;
  }
  if (!ok)
    return NULL;
  warn_about_aliases(checker, info, operands);
  struct noe_call *call = NOE_NEW(checker->arena, struct noe_call);
  call->function = function;
  call->arguments = arguments;
  return call;
}

/* Everything that the callee may change, the caller may change. */
static void note_effects(struct noe_checker *checker, const struct noe_function_info *info, struct noe_span span) {
  for (size_t i = 0; i < info->written.count; i++)
    noe_murphi_note_change(checker, info->written.items[i], span);
}

struct noe_operand noe_murphi_check_call(struct noe_checker *checker, const struct noe_ast_expr *ast,
                                         bool as_statement) {
  struct noe_operand operand = {.right = NOE_RIGHT_READ, .variable = NOE_NO_VARIABLE, .span = ast->span};
  if (!as_statement && noe_murphi_is_ring_call(checker, ast))
    return noe_murphi_check_ring_call(checker, ast);
  struct noe_function_info *info = find_function(checker, ast);
  if (!info || !count_fits(checker, ast, info->function))
    return operand;
  struct noe_call *call = check_arguments(checker, ast, info);
  const struct noe_type *result = info->function->result;
  if (info->result_is_wrong)
    return operand;
  if (!result && !as_statement) {
    noe_base_report(checker->diagnostics, NOE_E_NOT_A_VALUE, ast->span, "`%s` has no result", ast->name->text);
    return operand;
  }
  if (!call)
    return operand;
  note_effects(checker, info, ast->span);
  bool compound = result && !noe_type_is_simple(result);
  if (compound)
    call->temporary = noe_murphi_frame_take(checker, result->cells);
  operand.expr = noe_murphi_emit(checker, NOE_EXPR_CALL, result, ast->span);
  operand.expr->call = call;
  operand.type = result;
  operand.is_location = compound;
  operand.is_call = !compound;
  return operand;
}
