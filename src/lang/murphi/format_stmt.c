/* Statements, and the heads that rules share with them. */
#include <string.h>

#include "lang/murphi/format_int.h"

const char *noe_murphi_claim_word(enum noe_ast_claim_kind claim) {
  static const char *const words[] = {"invariant", "assert", "assume",  "cover", "liveness",   "ltl", "ctl",
                                      "mu",        "never",  "ctlstar", "fair",  "strongfair", "hint"};
  return words[claim];
}

/* ------------------------------------------------------------------- heads */

void noe_murphi_format_quantifiers(struct noe_murphi_formatter *f, const char *word,
                                   const struct noe_ast_quantifier *quantifiers) {
  const struct noe_ast_quantifier *last = quantifiers;
  while (last->next)
    last = last->next;
  noe_murphi_put(f, word);
  noe_murphi_put(f, " ");
  noe_murphi_flat_quantifiers(f, quantifiers);
  noe_murphi_put(f, " do");
  noe_murphi_end_line(f, last->span.end);
}

static void flat_aliases(struct noe_murphi_formatter *f, const struct noe_ast_alias *alias) {
  for (; alias; alias = alias->next) {
    noe_murphi_put_names(f, alias->names);
    noe_murphi_put(f, ": ");
    noe_murphi_flat_expr(f, alias->value);
    noe_murphi_put(f, alias->next ? "; " : " ");
  }
  noe_murphi_put(f, "do");
}

static bool aliases_fit(struct noe_murphi_formatter *f, const struct noe_ast_alias *aliases) {
  f->measuring = true;
  f->width = 0;
  f->budget = NOE_FORMAT_WIDTH;
  flat_aliases(f, aliases);
  f->measuring = false;
  return noe_murphi_column(f) + f->width <= NOE_FORMAT_WIDTH;
}

static void break_aliases(struct noe_murphi_formatter *f, const struct noe_ast_alias *alias) {
  noe_murphi_open_block(f);
  for (; alias; alias = alias->next) {
    noe_murphi_begin_line(f, alias->span.begin);
    noe_murphi_put_names(f, alias->names);
    noe_murphi_put(f, ": ");
    noe_murphi_layout_expr(f, alias->value, f->indent + NOE_FORMAT_CONTINUE, 1);
    noe_murphi_put(f, alias->next ? ";" : "");
    noe_murphi_end_line(f, alias->span.end);
  }
  noe_murphi_close_block(f);
  noe_murphi_begin_word(f);
  noe_murphi_put(f, "do");
}

/* Several lines if one is too long, or if comments stand between the aliases. */
void noe_murphi_format_aliases(struct noe_murphi_formatter *f, const struct noe_ast_alias *aliases, uint32_t word_end) {
  const struct noe_ast_alias *last = aliases;
  while (last && last->next)
    last = last->next;
  noe_murphi_put(f, "alias ");
  bool is_flat = !last || (aliases_fit(f, aliases) && !noe_murphi_has_comment(f, last->span.begin));
  if (is_flat) {
    flat_aliases(f, aliases);
    noe_murphi_end_line(f, last ? last->span.end : word_end);
    return;
  }
  f->out->bytes[--f->out->length] = 0; /* the space behind the word */
  noe_murphi_end_line(f, word_end);
  break_aliases(f, aliases);
  noe_murphi_end_line(f, last->span.end);
}

/* ------------------------------------------------------- simple statements */

static void format_word_expr(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_expr *expr) {
  noe_murphi_put(f, word);
  if (!expr)
    return;
  noe_murphi_put(f, " ");
  noe_murphi_layout_expr(f, expr, f->indent + NOE_FORMAT_CONTINUE, 1);
}

static void format_text(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_stmt *stmt) {
  noe_murphi_put(f, word);
  noe_murphi_put(f, " ");
  noe_murphi_put_string(f, stmt->text, stmt->text_length, stmt->text_span);
}

static void format_claim(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  noe_murphi_put(f, noe_murphi_claim_word(stmt->claim));
  if (stmt->text && stmt->text_first) {
    noe_murphi_put(f, " ");
    noe_murphi_put_string(f, stmt->text, stmt->text_length, stmt->text_span);
  }
  noe_murphi_put(f, " ");
  bool is_text_last = stmt->text && !stmt->text_first;
  noe_murphi_layout_expr(f, stmt->value, f->indent + NOE_FORMAT_CONTINUE, is_text_last ? stmt->text_length + 4 : 1);
  if (is_text_last) {
    noe_murphi_put(f, " ");
    noe_murphi_put_string(f, stmt->text, stmt->text_length, stmt->text_span);
  }
}

static void format_multiset(struct noe_murphi_formatter *f, const char *word, const struct noe_ast_stmt *stmt) {
  bool is_condition = stmt->kind == NOE_AST_MULTISETREMOVEPRED;
  noe_murphi_put(f, word);
  noe_murphi_put(f, "(");
  if (is_condition) {
    noe_murphi_put(f, stmt->name->text);
    noe_murphi_put(f, ": ");
  }
  noe_murphi_flat_expr(f, is_condition ? stmt->target : stmt->value);
  noe_murphi_put(f, ", ");
  noe_murphi_flat_expr(f, is_condition ? stmt->value : stmt->target);
  noe_murphi_put(f, ")");
}

static void format_simple(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  switch (stmt->kind) {
  case NOE_AST_ASSIGN:
    noe_murphi_flat_expr(f, stmt->target);
    format_word_expr(f, " :=", stmt->value);
    break;
  case NOE_AST_CALL_STMT: noe_murphi_flat_expr(f, stmt->value); break;
  case NOE_AST_CLEAR: format_word_expr(f, "clear", stmt->target); break;
  case NOE_AST_UNDEFINE: format_word_expr(f, "undefine", stmt->target); break;
  case NOE_AST_ERROR: format_text(f, "error", stmt); break;
  case NOE_AST_PUT:
    if (stmt->text)
      format_text(f, "put", stmt);
    else
      format_word_expr(f, "put", stmt->value);
    break;
  case NOE_AST_RETURN: format_word_expr(f, "return", stmt->value); break;
  case NOE_AST_CLAIM: format_claim(f, stmt); break;
  case NOE_AST_MULTISETADD: format_multiset(f, "multisetadd", stmt); break;
  case NOE_AST_MULTISETREMOVE: format_multiset(f, "multisetremove", stmt); break;
  case NOE_AST_MULTISETREMOVEPRED: format_multiset(f, "multisetremovepred", stmt); break;
  default: break;
  }
}

/* ------------------------------------------------------------------ blocks */

static void format_inner(struct noe_murphi_formatter *f, const struct noe_ast_stmt *body) {
  noe_murphi_open_block(f);
  noe_murphi_format_statements(f, body);
  noe_murphi_close_block(f);
}

/* Comments left in the branch before this line belong to that branch. */
static void begin_branch(struct noe_murphi_formatter *f, uint32_t offset) { noe_murphi_begin_closing(f, offset); }

static void format_otherwise(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  if (!stmt->has_otherwise)
    return;
  begin_branch(f, stmt->otherwise_span.begin);
  noe_murphi_put(f, "else");
  noe_murphi_end_line(f, stmt->otherwise_span.end);
  format_inner(f, stmt->otherwise);
}

static void format_if(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  for (const struct noe_ast_arm *arm = stmt->arms; arm; arm = arm->next) {
    if (arm != stmt->arms)
      begin_branch(f, arm->span.begin);
    noe_murphi_put(f, arm == stmt->arms ? "if " : "elsif ");
    noe_murphi_layout_expr(f, arm->values, f->indent + NOE_FORMAT_CONTINUE, 5);
    noe_murphi_put(f, " then");
    noe_murphi_end_line(f, arm->values->span.end);
    format_inner(f, arm->body);
  }
  format_otherwise(f, stmt);
}

static void format_switch(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  noe_murphi_put(f, "switch ");
  noe_murphi_flat_expr(f, stmt->value);
  noe_murphi_end_line(f, stmt->value->span.end);
  f->is_block_start = true;
  for (const struct noe_ast_arm *arm = stmt->arms; arm; arm = arm->next) {
    const struct noe_ast_expr *last = arm->values;
    while (last->next)
      last = last->next;
    begin_branch(f, arm->span.begin);
    noe_murphi_put(f, "case ");
    noe_murphi_flat_exprs(f, arm->values);
    noe_murphi_put(f, ":");
    noe_murphi_end_line(f, last->span.end);
    format_inner(f, arm->body);
  }
  format_otherwise(f, stmt);
}

static void format_loop(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  if (stmt->kind == NOE_AST_FOR)
    noe_murphi_format_quantifiers(f, "for", stmt->quantifiers);
  else if (stmt->kind == NOE_AST_ALIAS)
    noe_murphi_format_aliases(f, stmt->aliases, stmt->span.begin + 5);
  else {
    noe_murphi_put(f, "while ");
    noe_murphi_layout_expr(f, stmt->value, f->indent + NOE_FORMAT_CONTINUE, 3);
    noe_murphi_put(f, " do");
    noe_murphi_end_line(f, stmt->value->span.end);
  }
  format_inner(f, stmt->body);
}

static bool is_block(const struct noe_ast_stmt *stmt) {
  return stmt->kind >= NOE_AST_IF && stmt->kind <= NOE_AST_ALIAS;
}

static void format_block(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  if (stmt->kind == NOE_AST_IF)
    format_if(f, stmt);
  else if (stmt->kind == NOE_AST_SWITCH)
    format_switch(f, stmt);
  else
    format_loop(f, stmt);
  noe_murphi_begin_closing(f, stmt->span.end);
  noe_murphi_put(f, "end");
}

void noe_murphi_format_statements(struct noe_murphi_formatter *f, const struct noe_ast_stmt *stmt) {
  for (; stmt; stmt = stmt->next) {
    noe_murphi_begin_line(f, stmt->span.begin);
    if (is_block(stmt))
      format_block(f, stmt);
    else
      format_simple(f, stmt);
    noe_murphi_put(f, ";");
    noe_murphi_end_line(f, stmt->span.end);
  }
}
