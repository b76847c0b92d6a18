/* Type expressions. */
#include <inttypes.h>

#include "lang/murphi/murphi.h"
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

/* The brace that opens the members; where it is missing the hint says how they are written. */
static void expect_members(struct noe_murphi_parser *p, const char *where, const char *hint) {
  bool is_calm = !p->panicking;
  if (!noe_murphi_expect(p, NOE_TOKEN_LEFT_BRACE, where) && has_failed(p, is_calm))
    noe_base_hint(p->diagnostics, "write `%s`", hint);
}

/* `{ a, b }` without the word in front is read as an enum. */
static void parse_enum(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  type->kind = NOE_AST_TYPE_ENUM;
  if (!noe_murphi_accept(p, NOE_TOKEN_ENUM) &&
      noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected a type, found `{`"))
    noe_base_hint(p->diagnostics, "an enumeration is written `enum {a, b}`");
  expect_members(p, "after `enum`", "enum {a, b}");
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

/* What stands behind a field: `;`, of which the last may be missing. */
static void finish_field(struct noe_murphi_parser *p) {
  if (!p->panicking && at(p, NOE_TOKEN_COMMA)) {
    if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected `;` behind the field, found `,`"))
      noe_base_hint(p->diagnostics, "fields of one type are written `a, b: T;`, others `a: T; b: U;`");
    noe_murphi_advance(p);
  }
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
}

static struct noe_ast_field *parse_fields(struct noe_murphi_parser *p, enum noe_murphi_token_kind closing) {
  struct noe_ast_field *fields = NULL, **end = &fields;
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
  while (!at(p, closing) && !noe_murphi_is_closing(p) && !noe_murphi_is_outer_word(p->token.kind) &&
         !at(p, NOE_TOKEN_BEGIN)) {
    uint32_t begin = p->token.span.begin;
    *end = parse_field(p);
    end = &(*end)->next;
    finish_field(p);
    if (p->token.span.begin == begin)
      noe_murphi_advance(p);
  }
  return fields;
}

/* `record { a: T; }`, `struct { ... }`: read as what was meant. */
static void refuse_braced_record(struct noe_murphi_parser *p, struct noe_ast_type *type, const char *word) {
  type->kind = NOE_AST_TYPE_RECORD;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "fields do not stand in braces behind `%s`", word))
    noe_base_hint(p->diagnostics, "write `record a: T; b: U; end`");
  noe_murphi_advance(p);
  type->fields = parse_fields(p, NOE_TOKEN_RIGHT_BRACE);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACE, "behind the fields");
}

static void parse_record(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_murphi_block block;
  if (at_next(p, NOE_TOKEN_LEFT_BRACE)) {
    noe_murphi_advance(p);
    refuse_braced_record(p, type, "record");
    return;
  }
  type->kind = NOE_AST_TYPE_RECORD;
  noe_murphi_open(p, &block);
  type->fields = parse_fields(p, NOE_TOKEN_END);
  noe_murphi_close(p, &block);
}

/* [ type ] of type, and [ expr ] of type */
static void parse_array(struct noe_murphi_parser *p, struct noe_ast_type *type, bool is_multiset) {
  type->kind = is_multiset ? NOE_AST_TYPE_MULTISET : NOE_AST_TYPE_ARRAY;
  noe_murphi_advance(p);
  bool is_calm = !p->panicking;
  if (!noe_murphi_expect(p, NOE_TOKEN_LEFT_BRACKET, "here") && has_failed(p, is_calm))
    noe_base_hint(p->diagnostics, "write `%s`", is_multiset ? "multiset [3] of T" : "array [T] of U");
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
  bool is_calm = !p->panicking;
  type->kind = NOE_AST_TYPE_SCALARSET;
  noe_murphi_advance(p);
  noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "after `scalarset`");
  type->low = noe_murphi_parse_expr(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the size of the scalarset");
  if (has_failed(p, is_calm) && (at(p, NOE_TOKEN_SEMICOLON) || at(p, NOE_TOKEN_DOTS)))
    noe_base_hint(p->diagnostics, "what stands in the parentheses is the number of its values: `scalarset(3)`");
}

static void parse_union(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_ast_type **end = &type->parts;
  type->kind = NOE_AST_TYPE_UNION;
  noe_murphi_advance(p);
  expect_members(p, "after `union`", "union {T, U}");
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

/* `x: 0..3 := 0`, `x: 0..3 = 0`: the expression without the value. */
static struct noe_ast_expr *drop_value(struct noe_murphi_parser *p, struct noe_ast_expr *expr) {
  if (p->panicking || expr->kind != NOE_AST_BINARY || expr->op != NOE_AST_EQUAL)
    return expr;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, expr->op_span, "a declaration gives no value"))
    noe_base_hint(p->diagnostics, "variables get their values in a `startstate`");
  return expr->left;
}

static struct noe_ast_expr *parse_bound(struct noe_murphi_parser *p) {
  p->typing = true;
  struct noe_ast_expr *expr = noe_murphi_parse_expr(p);
  p->typing = false;
  return drop_value(p, expr);
}

/* `[4]` for `[0..3]`, read as what was meant. */
static void refuse_size(struct noe_murphi_parser *p, struct noe_ast_type *type, struct noe_ast_expr *size) {
  const char *text = noe_murphi_excerpt(p->arena, p->source, size->span, 40);
  bool is_plain = size->kind == NOE_AST_INTEGER && size->value > 0;
  type->kind = NOE_AST_TYPE_RANGE;
  type->low = type->high = size;
  if (!noe_murphi_complain(p, NOE_E_SYNTAX, size->span, "an array has a type as its index, not a size"))
    return;
  if (is_plain)
    noe_base_hint(p->diagnostics, "write `array [0..%" PRId64 "] of`", size->value - 1);
  else
    noe_base_hint(p->diagnostics, "write `array [0..(%s) - 1] of`", text);
}

/* The sign between the bounds of a range, or another one that was meant for it. */
static bool accept_dots(struct noe_murphi_parser *p) {
  bool is_long = at(p, NOE_TOKEN_DOTS) && at_next(p, NOE_TOKEN_DOT) && p->next.span.begin == p->token.span.end;
  if (p->panicking || (!is_long && !at(p, NOE_TOKEN_TO)))
    return noe_murphi_accept(p, NOE_TOKEN_DOTS);
  struct noe_span span = {p->token.span.begin, is_long ? p->next.span.end : p->token.span.end};
  if (noe_murphi_complain(p, NOE_E_SYNTAX, span, "expected `..` between the bounds of a range, found `%s`",
                          is_long ? "..." : "to"))
    noe_base_hint(p->diagnostics, "write `low..high`%s", is_long ? "" : " behind `:`, `low to high` behind `:=`");
  noe_murphi_advance(p);
  if (is_long)
    noe_murphi_advance(p);
  return true;
}

static void refuse_lone_bound(struct noe_murphi_parser *p, const struct noe_ast_expr *low) {
  bool is_union = low->kind == NOE_AST_BINARY && low->op == NOE_AST_OR;
  if (noe_murphi_fail(p, p->token.span, "expected `..` after the lower bound of a range, found %s",
                      noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, is_union ? "a type of several kinds of values is written `union {T, U}`"
                                           : "a type is a name, `low .. high`, or starts with `enum`, `record`, "
                                             "`array`, `scalarset`, `union` or `multiset`");
}

/* A type's name and a lower bound look alike until the `..` comes. */
static void parse_range_or_name(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  bool is_list = !p->panicking && at(p, NOE_TOKEN_LEFT_PARENTHESIS) && at_next(p, NOE_TOKEN_NAME);
  struct noe_ast_expr *low = parse_bound(p);
  if (has_failed(p, is_list) && at(p, NOE_TOKEN_COMMA))
    noe_base_hint(p->diagnostics, "an enumeration is written `enum {a, b}`");
  if (accept_dots(p)) {
    type->kind = NOE_AST_TYPE_RANGE;
    type->low = low;
    type->high = parse_bound(p);
    return;
  }
  type->kind = NOE_AST_TYPE_NAME;
  type->names = low->name;
  if (low->kind == NOE_AST_NAME || p->panicking)
    return;
  if (at(p, NOE_TOKEN_RIGHT_BRACKET))
    refuse_size(p, type, low);
  else
    refuse_lone_bound(p, low);
}

/* ------------------------------------------------------ types of other languages */

/* `set of T`: the elements are read, and what stands for the type is one of them. */
static void refuse_set(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_span span = p->token.span;
  noe_murphi_advance(p);
  noe_murphi_advance(p);
  *type = *noe_murphi_parse_type(p);
  if (noe_murphi_complain(p, NOE_E_SYNTAX, span, "there are no sets"))
    noe_base_hint(p->diagnostics, "write `array [T] of boolean`: who is in it; or, if values come several times, "
                                  "`multiset [n] of T`");
}

/* `[0..3]` */
static void refuse_bracketed(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected a type, found `[`"))
    noe_base_hint(p->diagnostics, "a range is written without brackets: `0..3`");
  noe_murphi_advance(p);
  *type = *noe_murphi_parse_type(p);
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_BRACKET, "behind the type");
}

/* `0.3` */
static void refuse_point(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  struct noe_ast_expr *low = noe_murphi_new_expr(p, NOE_AST_INTEGER);
  type->kind = NOE_AST_TYPE_RANGE;
  type->low = type->high = low;
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected a type, found %s", noe_murphi_describe(p)))
    noe_base_hint(p->diagnostics, "a range has two dots: `0..3`");
  noe_murphi_advance(p);
}

/* A type as other languages write it, read as what was meant. False if it is none. */
static bool refuse_foreign(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  if (at_next(p, NOE_TOKEN_OF) && noe_murphi_is_word(p, &p->token, "set"))
    refuse_set(p, type);
  else if (at(p, NOE_TOKEN_LEFT_BRACKET))
    refuse_bracketed(p, type);
  else if (at(p, NOE_TOKEN_REAL) && !at_next(p, NOE_TOKEN_DOTS))
    refuse_point(p, type);
  else if (at_next(p, NOE_TOKEN_LEFT_BRACE) && noe_murphi_is_word(p, &p->token, "struct")) {
    noe_murphi_advance(p);
    refuse_braced_record(p, type, "struct");
  } else
    return false;
  return true;
}

static void parse_kind(struct noe_murphi_parser *p, struct noe_ast_type *type) {
  switch (p->token.kind) {
  case NOE_TOKEN_LEFT_BRACE:
  case NOE_TOKEN_ENUM: parse_enum(p, type); return;
  case NOE_TOKEN_RECORD: parse_record(p, type); return;
  case NOE_TOKEN_ARRAY: parse_array(p, type, false); return;
  case NOE_TOKEN_SCALARSET: parse_scalarset(p, type); return;
  case NOE_TOKEN_UNION: parse_union(p, type); return;
  default: break;
  }
  if (refuse_foreign(p, type))
    return;
  if (p->token.soft == NOE_SOFT_MULTISET &&
      (at_next(p, NOE_TOKEN_LEFT_BRACKET) || at_next(p, NOE_TOKEN_LEFT_PARENTHESIS)))
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
