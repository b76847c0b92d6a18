/* -D NAME=VALUE: another value for a constant of the model. What is wrong with it is
 * wrong with the command line, so no place in the model is pointed at. */
#include "lang/murphi/check_int.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct noe_ast_expr *make_expr(struct noe_checker *checker, enum noe_ast_expr_kind kind, struct noe_span span) {
  struct noe_ast_expr *expr = NOE_NEW(checker->arena, struct noe_ast_expr);
  expr->kind = kind;
  expr->span = expr->op_span = span;
  return expr;
}

static bool is_name(const char *text) {
  if (!isalpha((unsigned char)*text))
    return false;
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && *text != '_')
      return false;
  return true;
}

/* An integer, decimal or hexadecimal, perhaps with a minus sign. */
static bool read_integer(const char *text, int64_t *value) {
  const char *digits = text + (*text == '-');
  bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  if (!isxdigit((unsigned char)digits[hexadecimal ? 2 : 0]))
    return false;
  char *end;
  errno = 0;
  *value = strtoll(text, &end, hexadecimal ? 16 : 10);
  return !*end && !errno && *value != NOE_UNDEFINED;
}

/* ------------------------------------------------------------------- names */

/* What a name stands for, if it is no constant; NULL if nothing is to be said. */
static const char *other_kind(const struct noe_checker *checker, const char *name) {
  const struct noe_symbol *symbol = noe_murphi_scope_find(checker->scopes, name);
  if (!symbol)
    return strcasecmp(name, "boolean") ? NULL : "a type";
  switch (symbol->kind) {
  case NOE_SYMBOL_TYPE: return "a type";
  case NOE_SYMBOL_VARIABLE: return symbol->type ? "a variable" : NULL; /* no type: already complained about */
  case NOE_SYMBOL_FUNCTION: return symbol->function->function->result ? "a function" : "a procedure";
  default: return NULL;
  }
}

/* The constant that was meant, among those declared so far. */
static void hint_at_constant(struct noe_checker *checker, const char *name) {
  size_t count = checker->builder.constants.count;
  const char **names = NOE_NEW_ARRAY(checker->arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    names[i] = checker->builder.constants.items[i].name;
  const char *near = noe_base_suggest(name, names, count);
  if (near)
    noe_base_hint(checker->diagnostics, "did you mean `%s`?", near);
  else if (count == 1)
    noe_base_hint(checker->diagnostics, "its only constant is `%s`", names[0]);
  else if (count)
    noe_base_hint(checker->diagnostics, "its first constant is `%s`", names[0]);
  else
    noe_base_hint(checker->diagnostics, "the model declares no constants at all");
}

/* ------------------------------------------------------------------ values */

static bool is_known_value(const struct noe_checker *checker, const char *name) {
  const struct noe_symbol *symbol = noe_murphi_scope_find(checker->scopes, name);
  if (symbol)
    return symbol->kind == NOE_SYMBOL_CONSTANT;
  return !strcasecmp(name, "true") || !strcasecmp(name, "false");
}

static void refuse_value(struct noe_checker *checker, const struct noe_define *define) {
  const char *value = define->value, *kind = other_kind(checker, value);
  if (!kind && noe_murphi_scope_find(checker->scopes, value))
    return; /* a declaration that was wrong: one complaint is enough */
  if (kind)
    noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN, "-D %s=%s: `%s` is %s, not a constant",
                    define->name, value, value, kind);
  else if (is_name(value))
    noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN,
                    "-D %s=%s: no constant `%s` is declared before `%s`", define->name, value, value, define->name);
  else
    noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN, "-D %s=%s: `%s` is not a value", define->name,
                    value, value);
  noe_base_hint(checker->diagnostics, "give an integer, true, false, or the name of an earlier constant");
}

static const struct noe_ast_expr *read_value(struct noe_checker *checker, const struct noe_define *define,
                                             struct noe_span span) {
  int64_t value;
  if (read_integer(define->value, &value)) {
    struct noe_ast_expr *expr = make_expr(checker, NOE_AST_INTEGER, span);
    expr->value = value;
    return expr;
  }
  if (is_name(define->value) && is_known_value(checker, define->value)) {
    struct noe_ast_expr *expr = make_expr(checker, NOE_AST_NAME, span);
    expr->name = NOE_NEW(checker->arena, struct noe_ast_name);
    *expr->name = (struct noe_ast_name){.text = define->value, .span = span};
    return expr;
  }
  refuse_value(checker, define);
  return NULL;
}

const struct noe_ast_expr *noe_murphi_defined_value(struct noe_checker *checker, const struct noe_ast_name *name,
                                                    const struct noe_ast_expr *otherwise, bool *overridden) {
  const struct noe_define *found = NULL;
  for (size_t i = 0; i < checker->options->define_count; i++)
    if (!strcmp(checker->options->defines[i].name, name->text)) {
      found = &checker->options->defines[i]; /* the last one counts */
      checker->define_used[i] = true;
    }
  *overridden = found;
  return found ? read_value(checker, found, otherwise->span) : otherwise;
}

void noe_murphi_check_defines(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->options->define_count; i++) {
    if (checker->define_used[i])
      continue;
    const struct noe_define *define = &checker->options->defines[i];
    const char *name = define->name, *kind = other_kind(checker, name);
    const struct noe_symbol *symbol = noe_murphi_scope_find(checker->scopes, name);
    if (!kind && symbol && symbol->kind == NOE_SYMBOL_CONSTANT)
      kind = "a member of an enum"; /* declared constants were all asked for their definition */
    if (kind) {
      noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN, "-D %s=%s: `%s` is %s, not a constant", name,
                      define->value, name, kind);
      continue;
    }
    noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN, "-D %s=%s: the model has no constant `%s`", name,
                    define->value, name);
    hint_at_constant(checker, name);
  }
}
