/* Expressions and types on one line. Left spines, which may be as long as the
 * text, are walked with an explicit stack. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lang/murphi/format_int.h"

const char *noe_murphi_op_text(const struct noe_ast_expr *expr) {
  static const char *const texts[] = {"!", "-",  "+",  "~", "->", "||", "&&", "|", "^", "&", "<", "<=",
                                      "=", "!=", ">=", ">", "<<", ">>", "+",  "-", "*", "/", "%"};
  static const char *const joints[] = {";", ":", "|"};
  if (expr->word)
    return expr->word;
  return expr->op >= NOE_AST_THEN ? joints[expr->op - NOE_AST_THEN] : texts[expr->op];
}

void noe_murphi_push_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  if (f->stack_count == f->stack_capacity) {
    f->stack_capacity = f->stack_capacity ? 2 * f->stack_capacity : 64;
    f->stack = noe_base_realloc(f->out->memory, f->stack, f->stack_capacity * sizeof *f->stack);
  }
  f->stack[f->stack_count++] = expr;
}

void noe_murphi_flat_exprs(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  for (; expr; expr = expr->next) {
    noe_murphi_flat_expr(f, expr);
    if (expr->next)
      noe_murphi_put(f, ", ");
  }
}

void noe_murphi_flat_quantifiers(struct noe_murphi_formatter *f, const struct noe_ast_quantifier *quantifier) {
  for (; quantifier; quantifier = quantifier->next) {
    noe_murphi_put(f, quantifier->name->text);
    if (quantifier->type) {
      noe_murphi_put(f, ": ");
      noe_murphi_flat_type(f, quantifier->type);
    } else {
      noe_murphi_put(f, " := ");
      noe_murphi_flat_expr(f, quantifier->from);
      noe_murphi_put(f, " to ");
      noe_murphi_flat_expr(f, quantifier->to);
      if (quantifier->by) {
        noe_murphi_put(f, " by ");
        noe_murphi_flat_expr(f, quantifier->by);
      }
    }
    if (quantifier->next)
      noe_murphi_put(f, "; ");
  }
}

/* How a binary operator is written between its operands. */
static void put_between(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  noe_murphi_put(f, expr->op == NOE_AST_THEN ? "" : " ");
  noe_murphi_put(f, noe_murphi_op_text(expr));
  noe_murphi_put(f, " ");
}

static void put_source(struct noe_murphi_formatter *f, struct noe_span span) {
  noe_murphi_put_bytes(f, f->source->bytes + span.begin, span.end - span.begin);
}

void noe_murphi_put_prefix(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  bool is_rule = expr->op == NOE_AST_DIAMOND || expr->op == NOE_AST_BOX;
  if (is_rule) {
    noe_murphi_put(f, expr->op == NOE_AST_BOX ? "[" : "<");
    noe_murphi_put_string(f, expr->text, expr->text_length, expr->op_span);
    noe_murphi_put(f, expr->op == NOE_AST_BOX ? "]" : ">");
  } else
    noe_murphi_put(f, noe_murphi_op_text(expr));
  if (expr->name) { /* mu Z. */
    noe_murphi_put(f, " ");
    noe_murphi_put(f, expr->name->text);
    noe_murphi_put(f, ".");
  }
  if (expr->word)
    noe_murphi_put(f, " ");
}

/* `- -x`: without the space it would be a comment. */
static void flat_unary(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  const struct noe_ast_expr *inner = expr->left;
  noe_murphi_put_prefix(f, expr);
  if (expr->op == NOE_AST_NEGATE && inner->kind == NOE_AST_UNARY && inner->op == NOE_AST_NEGATE)
    noe_murphi_put(f, " ");
  noe_murphi_flat_expr(f, inner);
}

static void flat_conditional(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  noe_murphi_flat_expr(f, expr->condition);
  noe_murphi_put(f, " ? ");
  noe_murphi_flat_expr(f, expr->left);
  noe_murphi_put(f, " : ");
  noe_murphi_flat_expr(f, expr->right);
}

static void flat_quantified(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  noe_murphi_put(f, expr->kind == NOE_AST_FORALL ? "forall " : "exists ");
  noe_murphi_flat_quantifiers(f, expr->quantifiers);
  noe_murphi_put(f, " do ");
  noe_murphi_flat_expr(f, expr->left);
  noe_murphi_put(f, " end");
}

/* word ( [name :] left [, right] [, type] ) */
static void flat_test(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_expr *expr) {
  noe_murphi_put(f, word);
  noe_murphi_put(f, "(");
  if (expr->name) {
    noe_murphi_put(f, expr->name->text);
    noe_murphi_put(f, ": ");
  }
  noe_murphi_flat_expr(f, expr->left);
  if (expr->right) {
    noe_murphi_put(f, ", ");
    noe_murphi_flat_expr(f, expr->right);
  }
  if (expr->type) {
    noe_murphi_put(f, ", ");
    noe_murphi_flat_type(f, expr->type);
  }
  noe_murphi_put(f, ")");
}

static void flat_braces(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  noe_murphi_put(f, "{ ");
  noe_murphi_flat_expr(f, expr->left);
  noe_murphi_put(f, " }");
}

void noe_murphi_put_repetition(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  static const char *const openings[] = {"[*", "[+", "[*", "[->", "[="};
  char count[2 * 20 + 2] = "";
  if (expr->repeat == NOE_AST_COUNTED_TIMES && expr->high != expr->value)
    snprintf(count, sizeof count, "%" PRId64 ":%" PRId64, expr->value, expr->high);
  else if (expr->repeat >= NOE_AST_COUNTED_TIMES)
    snprintf(count, sizeof count, "%" PRId64, expr->value);
  noe_murphi_put(f, openings[expr->repeat]);
  noe_murphi_put(f, count);
  noe_murphi_put(f, "]");
}

/* What stands at the left end of a spine. */
static void flat_operand(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  switch (expr->kind) {
  case NOE_AST_INTEGER:
  case NOE_AST_REAL: put_source(f, expr->op_span); break;
  case NOE_AST_NAME:
  case NOE_AST_POINT: noe_murphi_put(f, expr->name->text); break;
  case NOE_AST_BRACES: flat_braces(f, expr); break;
  case NOE_AST_CALL:
    noe_murphi_put(f, expr->name->text);
    noe_murphi_put(f, "(");
    noe_murphi_flat_exprs(f, expr->arguments);
    noe_murphi_put(f, ")");
    break;
  case NOE_AST_RULE_ATOM:
    noe_murphi_put(f, expr->name->text);
    noe_murphi_put(f, "(");
    put_source(f, expr->op_span);
    noe_murphi_put(f, expr->arguments ? ", " : "");
    noe_murphi_flat_exprs(f, expr->arguments);
    noe_murphi_put(f, ")");
    break;
  case NOE_AST_PARENTHESES:
    noe_murphi_put(f, "(");
    noe_murphi_flat_expr(f, expr->left);
    noe_murphi_put(f, ")");
    break;
  case NOE_AST_UNARY: flat_unary(f, expr); break;
  case NOE_AST_CONDITIONAL: flat_conditional(f, expr); break;
  case NOE_AST_FORALL:
  case NOE_AST_EXISTS: flat_quantified(f, expr); break;
  case NOE_AST_ISUNDEFINED: flat_test(f, "isundefined", expr); break;
  case NOE_AST_ISMEMBER: flat_test(f, "ismember", expr); break;
  case NOE_AST_MULTISETCOUNT: flat_test(f, "multisetcount", expr); break;
  default: break;
  }
}

/* What a node of the spine adds behind its left part. */
static void flat_rest(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  if (expr->kind == NOE_AST_FIELD) {
    noe_murphi_put(f, ".");
    noe_murphi_put(f, expr->name->text);
  } else if (expr->kind == NOE_AST_INDEX) {
    noe_murphi_put(f, "[");
    noe_murphi_flat_expr(f, expr->right);
    noe_murphi_put(f, "]");
  } else if (expr->kind == NOE_AST_REPEAT)
    noe_murphi_put_repetition(f, expr);
  else {
    put_between(f, expr);
    noe_murphi_flat_expr(f, expr->right);
  }
}

void noe_murphi_flat_expr(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr) {
  if (f->measuring && f->width > f->budget)
    return;
  size_t bottom = f->stack_count;
  while (expr->kind == NOE_AST_BINARY || expr->kind == NOE_AST_FIELD || expr->kind == NOE_AST_INDEX ||
         expr->kind == NOE_AST_REPEAT) {
    noe_murphi_push_expr(f, expr);
    expr = expr->left;
  }
  flat_operand(f, expr);
  while (f->stack_count > bottom)
    flat_rest(f, f->stack[--f->stack_count]);
}

bool noe_murphi_fits(struct noe_murphi_formatter *f, const struct noe_ast_expr *expr, size_t room) {
  f->measuring = true;
  f->width = 0;
  f->budget = room;
  noe_murphi_flat_expr(f, expr);
  f->measuring = false;
  return f->width <= room;
}

/* ------------------------------------------------------------------- types */

static void flat_record(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  noe_murphi_put(f, "record ");
  for (const struct noe_ast_field *field = type->fields; field; field = field->next) {
    noe_murphi_put_names(f, field->names);
    noe_murphi_put(f, ": ");
    noe_murphi_flat_type(f, field->type);
    noe_murphi_put(f, "; ");
  }
  noe_murphi_put(f, "end");
}

static void flat_array(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  noe_murphi_put(f, type->kind == NOE_AST_TYPE_ARRAY ? "array [" : "multiset [");
  if (type->kind == NOE_AST_TYPE_ARRAY)
    noe_murphi_flat_type(f, type->index);
  else
    noe_murphi_flat_expr(f, type->low);
  noe_murphi_put(f, "] of ");
  noe_murphi_flat_type(f, type->element);
}

static void flat_union(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  noe_murphi_put(f, "union {");
  for (const struct noe_ast_type *part = type->parts; part; part = part->next) {
    noe_murphi_flat_type(f, part);
    if (part->next)
      noe_murphi_put(f, ", ");
  }
  noe_murphi_put(f, "}");
}

static void flat_sizes(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_type *type) {
  noe_murphi_put(f, word);
  noe_murphi_put(f, "(");
  noe_murphi_flat_expr(f, type->low);
  if (type->high) {
    noe_murphi_put(f, ", ");
    noe_murphi_flat_expr(f, type->high);
  }
  noe_murphi_put(f, ")");
}

void noe_murphi_flat_type(struct noe_murphi_formatter *f, const struct noe_ast_type *type) {
  switch (type->kind) {
  case NOE_AST_TYPE_NAME: noe_murphi_put_names(f, type->names); break;
  case NOE_AST_TYPE_RANGE:
    noe_murphi_flat_expr(f, type->low);
    noe_murphi_put(f, "..");
    noe_murphi_flat_expr(f, type->high);
    break;
  case NOE_AST_TYPE_ENUM:
    noe_murphi_put(f, "enum {");
    noe_murphi_put_names(f, type->names);
    noe_murphi_put(f, "}");
    break;
  case NOE_AST_TYPE_RECORD: flat_record(f, type); break;
  case NOE_AST_TYPE_ARRAY:
  case NOE_AST_TYPE_MULTISET: flat_array(f, type); break;
  case NOE_AST_TYPE_SCALARSET: flat_sizes(f, "scalarset", type); break;
  case NOE_AST_TYPE_RINGSET: flat_sizes(f, "ringset", type); break;
  case NOE_AST_TYPE_REAL: flat_sizes(f, "real", type); break;
  case NOE_AST_TYPE_UNION: flat_union(f, type); break;
  }
}
