/* -D NAME=VALUE: another value for a constant of the model. */
#include "lang/murphi/check_int.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct noe_ast_expr *make_expr(struct noe_checker *checker, enum noe_ast_expr_kind kind,
                                      struct noe_span span) {
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

static const struct noe_ast_expr *read_value(struct noe_checker *checker, const struct noe_define *define,
                                             struct noe_span span) {
  int64_t value;
  if (read_integer(define->value, &value)) {
    struct noe_ast_expr *expr = make_expr(checker, NOE_AST_INTEGER, span);
    expr->value = value;
    return expr;
  }
  if (is_name(define->value)) {
    struct noe_ast_expr *expr = make_expr(checker, NOE_AST_NAME, span);
    expr->name = NOE_NEW(checker->arena, struct noe_ast_name);
    *expr->name = (struct noe_ast_name){.text = define->value, .span = span};
    return expr;
  }
  noe_base_report(checker->diagnostics, NOE_E_DEFINE, span, "-D %s=%s: `%s` is not a value", define->name,
                  define->value, define->value);
  noe_base_hint(checker->diagnostics, "give an integer, true, false, or the name of a constant");
  return NULL;
}

const struct noe_ast_expr *noe_murphi_defined_value(struct noe_checker *checker,
                                                    const struct noe_ast_name *name,
                                                    const struct noe_ast_expr *otherwise,
                                                    bool *overridden) {
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
    const char *name = checker->options->defines[i].name;
    noe_base_report(checker->diagnostics, NOE_E_DEFINE, NOE_NO_SPAN, "-D %s: the model has no constant `%s`",
                    name, name);
    const char *similar = noe_murphi_scope_similar(checker->scopes, name);
    if (similar)
      noe_base_hint(checker->diagnostics, "did you mean `%s`?", similar);
    else if (checker->constants.count)
      noe_base_hint(checker->diagnostics, "its first constant is `%s`", checker->constants.items[0].name);
    else
      noe_base_hint(checker->diagnostics, "the model declares no constants at all");
  }
}
