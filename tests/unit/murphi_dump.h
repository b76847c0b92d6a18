/* A syntax tree as one line of text, for tests to compare. Everything that the
 * parser puts into the tree is shown, except spans, parentheses' absence and the
 * spelling of words. */
#ifndef NOE_TESTS_MURPHI_DUMP_H
#define NOE_TESTS_MURPHI_DUMP_H

#include "base/text.h"
#include "lang/murphi/ast.h"

static void dump_expr(struct noe_text *out, const struct noe_ast_expr *expr);
static void dump_type(struct noe_text *out, const struct noe_ast_type *type);
static void dump_stmts(struct noe_text *out, const struct noe_ast_stmt *stmt);

static const char *const dump_ops[] = {
    "!",  "neg",   "pos",      "~",    "->",           "||",         "&&",        "|",       "^",       "&",
    "<",  "<=",    "=",        "!=",   ">=",           ">",          "<<",        ">>",      "+",       "-",
    "*",  "/",     "%",        "next", "always",       "eventually", "A",         "E",       "diamond", "box",
    "mu", "nu",    "previous", "once", "historically", "until",      "weakuntil", "release", "since",   ";",
    ":",  "either"};
static const char *const dump_claims[] = {"invariant", "assert", "assume", "cover",   "liveness", "ltl",
                                          "ctl",       "mu",     "never",  "ctlstar", "fair",     "strongfair"};
_Static_assert(sizeof dump_ops / sizeof *dump_ops == NOE_AST_EITHER + 1, "a word for each operator");
_Static_assert(sizeof dump_claims / sizeof *dump_claims == NOE_AST_STRONGFAIR_CONDITION + 1,
               "a word for each kind of claim");

static void dump_names(struct noe_text *out, const struct noe_ast_name *name) {
  for (; name; name = name->next)
    noe_base_text_printf(out, " %s", name->text);
}

static void dump_string(struct noe_text *out, const char *text, size_t length) {
  if (!text)
    return;
  noe_base_text_puts(out, " \"");
  noe_base_text_add(out, text, length);
  noe_base_text_puts(out, "\"");
}

static void dump_quantifiers(struct noe_text *out, const struct noe_ast_quantifier *quantifier) {
  for (; quantifier; quantifier = quantifier->next) {
    noe_base_text_printf(out, " [%s", quantifier->name->text);
    if (quantifier->type)
      dump_type(out, quantifier->type);
    else {
      noe_base_text_puts(out, " :=");
      dump_expr(out, quantifier->from);
      dump_expr(out, quantifier->to);
      dump_expr(out, quantifier->by);
    }
    noe_base_text_puts(out, "]");
  }
}

static void dump_aliases(struct noe_text *out, const struct noe_ast_alias *alias) {
  for (; alias; alias = alias->next) {
    noe_base_text_puts(out, " [");
    dump_names(out, alias->names);
    dump_expr(out, alias->value);
    noe_base_text_puts(out, "]");
  }
}

static void dump_exprs(struct noe_text *out, const struct noe_ast_expr *expr) {
  for (; expr; expr = expr->next)
    dump_expr(out, expr);
}

static const char *dump_expr_word(const struct noe_ast_expr *expr) {
  switch (expr->kind) {
  case NOE_AST_REAL: return "real";
  case NOE_AST_FIELD: return ".";
  case NOE_AST_INDEX: return "[]";
  case NOE_AST_CALL: return "call";
  case NOE_AST_PARENTHESES: return "()";
  case NOE_AST_UNARY:
  case NOE_AST_BINARY: return dump_ops[expr->op];
  case NOE_AST_CONDITIONAL: return "?";
  case NOE_AST_FORALL: return "forall";
  case NOE_AST_EXISTS: return "exists";
  case NOE_AST_ISUNDEFINED: return "isundefined";
  case NOE_AST_ISMEMBER: return "ismember";
  case NOE_AST_MULTISETCOUNT: return "multisetcount";
  case NOE_AST_POINT: return "point";
  case NOE_AST_BRACES: return "{}";
  case NOE_AST_REPEAT: return "repeat";
  default: return "";
  }
}

static void dump_expr(struct noe_text *out, const struct noe_ast_expr *expr) {
  if (!expr)
    return;
  noe_base_text_puts(out, " ");
  if (expr->kind == NOE_AST_INTEGER)
    noe_base_text_printf(out, "%lld", (long long)expr->value);
  else if (expr->kind == NOE_AST_NAME)
    noe_base_text_puts(out, expr->name->text);
  else {
    noe_base_text_printf(out, "(%s", dump_expr_word(expr));
    if (expr->path)
      noe_base_text_printf(out, "/%c", expr->path);
    if (expr->kind == NOE_AST_REPEAT)
      noe_base_text_printf(out, "%d,%lld,%lld", (int)expr->repeat, (long long)expr->value, (long long)expr->high);
    dump_string(out, expr->text, expr->text_length);
    dump_names(out, expr->name);
    dump_quantifiers(out, expr->quantifiers);
    dump_expr(out, expr->condition);
    dump_expr(out, expr->left);
    dump_expr(out, expr->right);
    dump_exprs(out, expr->arguments);
    dump_type(out, expr->type);
    noe_base_text_puts(out, ")");
  }
}

static void dump_type(struct noe_text *out, const struct noe_ast_type *type) {
  static const char *const words[] = {"type",      "range", "enum",     "record", "array",
                                      "scalarset", "union", "multiset", "real"};
  if (!type)
    return;
  noe_base_text_printf(out, " {%s", words[type->kind]);
  dump_names(out, type->names);
  dump_expr(out, type->low);
  dump_expr(out, type->high);
  for (const struct noe_ast_field *field = type->fields; field; field = field->next) {
    noe_base_text_puts(out, " [");
    dump_names(out, field->names);
    dump_type(out, field->type);
    noe_base_text_puts(out, "]");
  }
  dump_type(out, type->index);
  dump_type(out, type->element);
  for (const struct noe_ast_type *part = type->parts; part; part = part->next)
    dump_type(out, part);
  noe_base_text_puts(out, "}");
}

static void dump_stmt(struct noe_text *out, const struct noe_ast_stmt *stmt) {
  static const char *const words[] = {":=",
                                      "if",
                                      "switch",
                                      "for",
                                      "while",
                                      "alias",
                                      "do",
                                      "clear",
                                      "undefine",
                                      "error",
                                      "put",
                                      "return",
                                      "claim",
                                      "multisetadd",
                                      "multisetremove",
                                      "multisetremovepred"};
  noe_base_text_printf(out, " (%s", stmt->kind == NOE_AST_CLAIM ? dump_claims[stmt->claim] : words[stmt->kind]);
  dump_names(out, stmt->name);
  dump_expr(out, stmt->target);
  dump_expr(out, stmt->value);
  noe_base_text_puts(out, stmt->text_first ? " first" : "");
  dump_string(out, stmt->text, stmt->text_length);
  dump_quantifiers(out, stmt->quantifiers);
  dump_aliases(out, stmt->aliases);
  for (const struct noe_ast_arm *arm = stmt->arms; arm; arm = arm->next) {
    noe_base_text_puts(out, " [");
    dump_exprs(out, arm->values);
    noe_base_text_puts(out, ":");
    dump_stmts(out, arm->body);
    noe_base_text_puts(out, "]");
  }
  dump_stmts(out, stmt->body);
  if (stmt->has_otherwise) {
    noe_base_text_puts(out, " else");
    dump_stmts(out, stmt->otherwise);
  }
  noe_base_text_puts(out, ")");
}

static void dump_stmts(struct noe_text *out, const struct noe_ast_stmt *stmt) {
  for (; stmt; stmt = stmt->next)
    dump_stmt(out, stmt);
}

static void dump_decls(struct noe_text *out, const struct noe_ast_decl *decl) {
  static const char *const words[] = {"const", "type", "var"};
  for (; decl; decl = decl->next) {
    noe_base_text_printf(out, " <%s%s", decl->opens_section ? "new " : "", words[decl->kind]);
    dump_names(out, decl->names);
    dump_expr(out, decl->value);
    dump_type(out, decl->type);
    noe_base_text_puts(out, ">");
  }
}

static void dump_rule(struct noe_text *out, const struct noe_ast_rule *rule) {
  static const char *const words[] = {"rule", "startstate", "", "ruleset", "alias", "choose"};
  noe_base_text_printf(out, " (%s", rule->kind == NOE_AST_PROPERTY ? dump_claims[rule->claim] : words[rule->kind]);
  if (rule->mark)
    noe_base_text_puts(out, rule->mark == NOE_AST_WEAKFAIR ? " weak" : " strong");
  if (rule->has_priority)
    noe_base_text_printf(out, " #%lld", (long long)rule->priority);
  noe_base_text_puts(out, rule->text_first ? " first" : "");
  dump_string(out, rule->text, rule->text_length);
  dump_expr(out, rule->value);
  if (rule->consequence) {
    noe_base_text_puts(out, rule->overlaps ? " |->" : " |=>");
    dump_expr(out, rule->consequence);
  }
  dump_quantifiers(out, rule->quantifiers);
  dump_aliases(out, rule->aliases);
  dump_names(out, rule->name);
  dump_expr(out, rule->target);
  dump_decls(out, rule->decls);
  dump_stmts(out, rule->body);
  for (const struct noe_ast_rule *inner = rule->rules; inner; inner = inner->next)
    dump_rule(out, inner);
  noe_base_text_puts(out, ")");
}

static void dump_procedure(struct noe_text *out, const struct noe_ast_procedure *procedure) {
  noe_base_text_printf(out, " (%s %s (", procedure->is_function_word ? "function" : "procedure", procedure->name->text);
  for (const struct noe_ast_parameter *parameter = procedure->parameters; parameter; parameter = parameter->next) {
    noe_base_text_puts(out, parameter->by_reference ? " [var" : " [");
    dump_names(out, parameter->names);
    dump_type(out, parameter->type);
    noe_base_text_puts(out, "]");
  }
  noe_base_text_puts(out, ")");
  dump_type(out, procedure->result);
  dump_decls(out, procedure->decls);
  dump_stmts(out, procedure->body);
  noe_base_text_puts(out, ")");
}

static void dump_ast(struct noe_text *out, const struct noe_ast *ast) {
  for (const struct noe_ast_item *item = ast->items; item; item = item->next)
    switch (item->kind) {
    case NOE_AST_ITEM_DECL: dump_decls(out, item->decl); break;
    case NOE_AST_ITEM_PROCEDURE: dump_procedure(out, item->procedure); break;
    case NOE_AST_ITEM_RULE: dump_rule(out, item->rule); break;
    }
}

#endif
