/* Type expressions. */
#include "lang/murphi/parse_int.h"

/* `a; b` where `a, b` is meant: one complaint, at the first `;`. */
static void refuse_semicolons(struct noe_murphi_parser *p) {
  if (p->panicking || !at(p, NOE_TOKEN_SEMICOLON))
    return;
  noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "members are separated by `,`, not by `;`");
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON) || noe_murphi_accept(p, NOE_TOKEN_COMMA) ||
         noe_murphi_accept(p, NOE_TOKEN_NAME)) {
  }
}

static void parse_enum(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  type->kind = NOE_AST_TYPE_ENUM;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_BRACE, "after `enum`");
  if (!at(p, NOE_TOKEN_RIGHT_BRACE))
    type->names = noe_murphi_parse_names(p, true);
  noe_murphi_note_names(p, type->names);
  refuse_semicolons(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACE, "after the members of the enum");
}

static struct noe_ast_field *parse_field(struct noe_murphi_parser *p) {
  struct noe_ast_field *field = NOE_NEW(p->arena, struct noe_ast_field);
  uint32_t begin = p->token.span.begin;
  field->names = noe_murphi_parse_names(p, true);
  noe_murphi_expect(p, NOE_TOKEN_COLON, "after the name of a field");
  field->type = noe_murphi_parse_type(p);
  field->span = span_since(p, begin);
  if (p->panicking)
    noe_murphi_skip_decl(p);
  return field;
}

static void parse_record(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_murphi_block block;
  struct noe_ast_field **end = &type->fields;
  type->kind = NOE_AST_TYPE_RECORD;
  noe_murphi_open(p, &block);
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
  while (!noe_murphi_is_closing(p) && !noe_murphi_is_outer_word(p->token.kind) && !at(p, NOE_TOKEN_BEGIN)) {
    uint32_t begin = p->token.span.begin;
    *end = parse_field(p);
    end = &(*end)->next;
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    if (p->token.span.begin == begin)
      noe_murphi_advance(p);
  }
  noe_murphi_close(p, &block);
}

/* [ type ] of type, and [ expr ] of type */
static void parse_array(struct noe_murphi_parser *p, struct noe_ast_type *type, bool is_multiset) {
  type->kind = is_multiset ? NOE_AST_TYPE_MULTISET : NOE_AST_TYPE_ARRAY;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_BRACKET, "here");
  if (is_multiset)
    type->low = noe_murphi_parse_expr(p);
  else
    type->index = noe_murphi_parse_type(p);
  bool several = !is_multiset && !p->panicking && at(p, NOE_TOKEN_COMMA);
  if (!noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACKET, is_multiset ? "after the size" : "after the index type") &&
      several)
    noe_base_hint(p->diagnostics, "an array has one index: write `array [...] of array [...] of ...`");
  noe_murphi_expect(p, NOE_TOKEN_OF, "before the element type");
  type->element = noe_murphi_parse_type(p);
}

static void parse_scalarset(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  type->kind = NOE_AST_TYPE_SCALARSET;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "after `scalarset`");
  type->low = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the size of the scalarset");
}

static void parse_union(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_ast_type **end = &type->parts;
  type->kind = NOE_AST_TYPE_UNION;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_BRACE, "after `union`");
  while (!p->panicking && !at(p, NOE_TOKEN_RIGHT_BRACE)) {
    *end = noe_murphi_parse_type(p);
    end = &(*end)->next;
    if (!noe_murphi_accept(p, NOE_TOKEN_COMMA))
      break;
  }
  refuse_semicolons(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACE, "after the members of the union");
}

static void parse_real(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  type->kind = NOE_AST_TYPE_REAL;
  noe_murphi_refuse_real(p);
  noe_murphi_advance(p);
  noe_murphi_advance(p);
  type->low = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_COMMA, "between the two sizes");
  type->high = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the sizes");
}

/* A type's name and a lower bound look alike until the `..` comes. */
static void parse_range_or_name(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_ast_expr *low = noe_murphi_parse_expr(p);
  if (noe_murphi_accept(p, NOE_TOKEN_DOTS)) {
    type->kind = NOE_AST_TYPE_RANGE;
    type->low = low;
    type->high = noe_murphi_parse_expr(p);
    return;
  }
  type->kind = NOE_AST_TYPE_NAME;
  type->names = low->name;
  if (low->kind == NOE_AST_NAME || p->panicking)
    return;
  if (noe_murphi_fail(p, p->token.span, "expected `..` after the lower bound of a range, found %s",
                      noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "a type is a name, `low .. high`, or starts with `enum`, `record`, `array`, "
                                  "`scalarset`, `union` or `multiset`");
}

static void parse_kind(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  switch (p->token.kind) {
  case NOE_TOKEN_ENUM: parse_enum(p, type); return;
  case NOE_TOKEN_RECORD: parse_record(p, type); return;
  case NOE_TOKEN_ARRAY: parse_array(p, type, false); return;
  case NOE_TOKEN_SCALARSET: parse_scalarset(p, type); return;
  case NOE_TOKEN_UNION: parse_union(p, type); return;
  default: break;
  }
  if (p->token.soft == NOE_SOFT_MULTISET && at_next(p, NOE_TOKEN_LEFT_BRACKET))
    parse_array(p, type, true);
  else if (p->token.soft == NOE_SOFT_REAL && at_next(p, NOE_TOKEN_LEFT_PARENTHESIS))
    parse_real(p, type);
  else if (noe_murphi_is_word(p, &p->token, "ringset") && at_next(p, NOE_TOKEN_LEFT_PARENTHESIS)) {
    parse_scalarset(p, type);
    type->kind = NOE_AST_TYPE_RINGSET;
  } else if (noe_murphi_starts_expr(p->token.kind))
    parse_range_or_name(p, type);
  else
    noe_murphi_fail_expected(p, "a type");
}

struct noe_ast_type *noe_murphi_parse_type(struct noe_murphi_parser *p) {
  struct noe_ast_type *type = NOE_NEW(p->arena, struct noe_ast_type);
  uint32_t begin = p->token.span.begin;
  if (noe_murphi_enter(p) && !p->panicking)
    parse_kind(p, type);
  noe_murphi_leave(p);
  type->span = span_since(p, begin);
  return type;
}
