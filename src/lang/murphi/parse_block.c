/* Statements with a body. A block that was opened is always parsed to its end,
 * whatever went wrong in its head: otherwise its `end` would close an outer one. */
#include "lang/murphi/parse_int.h"

static struct noe_ast_arm *new_arm(struct noe_murphi_parser *p) {
  struct noe_ast_arm *arm = NOE_NEW(p->arena, struct noe_ast_arm);
  arm->span = p->token.span;
  return arm;
}

/* [ else stmts ] */
static void parse_otherwise(struct noe_murphi_parser *p, struct noe_ast_stmt *stmt) {
  if (!at(p, NOE_TOKEN_ELSE))
    return;
  stmt->has_otherwise = true;
  stmt->otherwise_span = p->token.span;
  if (at_next(p, NOE_TOKEN_IF))
    p->else_if = (struct noe_span){p->token.span.begin, p->next.span.end};
  noe_murphi_advance(p);
  stmt->otherwise = noe_murphi_parse_statements(p);
}

/* expr then stmts, behind `if` or `elsif` */
static void parse_if_arm(struct noe_murphi_parser *p, struct noe_ast_arm *arm) {
  arm->values = noe_murphi_parse_expr(p);
  noe_murphi_expect_head_end(p, NOE_TOKEN_THEN);
  arm->body = noe_murphi_parse_statements(p);
  arm->span = span_since(p, arm->span.begin);
}

static void parse_if(struct noe_murphi_parser *p, struct noe_ast_stmt *stmt) {
  struct noe_murphi_block block;
  struct noe_ast_arm **end = &stmt->arms;
  stmt->kind = NOE_AST_IF;
  *end = new_arm(p);
  noe_murphi_open(p, &block);
  parse_if_arm(p, *end);
  while (at(p, NOE_TOKEN_ELSIF)) {
    end = &(*end)->next;
    *end = new_arm(p);
    noe_murphi_advance(p);
    parse_if_arm(p, *end);
  }
  parse_otherwise(p, stmt);
  noe_murphi_close(p, &block);
}

/* case expr { , expr } [ , ] : stmts */
static struct noe_ast_arm *parse_case(struct noe_murphi_parser *p) {
  struct noe_ast_arm *arm = new_arm(p);
  struct noe_ast_expr **end = &arm->values;
  noe_murphi_advance(p);
  do {
    *end = noe_murphi_parse_expr(p);
    end = &(*end)->next;
  } while (noe_murphi_accept(p, NOE_TOKEN_COMMA) && !at(p, NOE_TOKEN_COLON));
  noe_murphi_expect_head_end(p, NOE_TOKEN_COLON);
  arm->body = noe_murphi_parse_statements(p);
  arm->span = span_since(p, arm->span.begin);
  return arm;
}

static void parse_switch(struct noe_murphi_parser *p, struct noe_ast_stmt *stmt) {
  struct noe_murphi_block block;
  struct noe_ast_arm **end = &stmt->arms;
  stmt->kind = NOE_AST_SWITCH;
  noe_murphi_open(p, &block);
  stmt->value = noe_murphi_parse_expr(p);
  noe_murphi_refuse_braces(p, "switch ... case ...: ... end");
  if (!p->panicking && !noe_murphi_is_closing(p) && !noe_murphi_is_outer_word(p->token.kind))
    noe_murphi_fail_expected(p, "`case`");
  if (p->panicking) {
    while (!noe_murphi_is_closing(p) && !noe_murphi_is_outer_word(p->token.kind))
      noe_murphi_advance(p);
    noe_murphi_skip_statement(p);
  }
  while (at(p, NOE_TOKEN_CASE)) {
    *end = parse_case(p);
    end = &(*end)->next;
  }
  parse_otherwise(p, stmt);
  noe_murphi_close(p, &block);
}

static void parse_loop(struct noe_murphi_parser *p, struct noe_ast_stmt *stmt) {
  struct noe_murphi_block block;
  noe_murphi_open(p, &block);
  switch (block.word) {
  case NOE_TOKEN_FOR:
    stmt->kind = NOE_AST_FOR;
    stmt->quantifiers = noe_murphi_parse_quantifiers(p);
    break;
  case NOE_TOKEN_WHILE:
    stmt->kind = NOE_AST_WHILE;
    stmt->value = noe_murphi_parse_expr(p);
    noe_murphi_expect_head_end(p, NOE_TOKEN_DO);
    break;
  default: stmt->kind = NOE_AST_ALIAS; stmt->aliases = noe_murphi_parse_aliases(p);
  }
  stmt->body = noe_murphi_parse_statements(p);
  noe_murphi_close(p, &block);
}

struct noe_ast_stmt *noe_murphi_parse_block(struct noe_murphi_parser *p) {
  struct noe_ast_stmt *stmt = NOE_NEW(p->arena, struct noe_ast_stmt);
  stmt->span = p->token.span;
  if (at(p, NOE_TOKEN_IF))
    parse_if(p, stmt);
  else if (at(p, NOE_TOKEN_SWITCH))
    parse_switch(p, stmt);
  else
    parse_loop(p, stmt);
  return stmt;
}
