/* Declarations of constants, types, variables, procedures and functions. */
#include <inttypes.h>

#include "lang/murphi/parse_int.h"

static enum noe_ast_decl_kind decl_kind(const struct noe_murphi_parser *p) {
  return at(p, NOE_TOKEN_CONST) ? NOE_AST_CONST : at(p, NOE_TOKEN_TYPE) ? NOE_AST_TYPE : NOE_AST_VAR;
}

/* May `next`, behind a name, be a type or value whose `:` is missing? */
static bool lacks_colon(enum noe_murphi_token_kind next) {
  switch (next) {
  case NOE_TOKEN_EQUAL:
  case NOE_TOKEN_ASSIGN:
  case NOE_TOKEN_NAME:
  case NOE_TOKEN_INTEGER:
  case NOE_TOKEN_ARRAY:
  case NOE_TOKEN_ENUM:
  case NOE_TOKEN_RECORD:
  case NOE_TOKEN_SCALARSET:
  case NOE_TOKEN_UNION: return true;
  default: return false;
  }
}

/* `a[3]: T`, as C declares arrays. */
static bool refuse_brackets(struct noe_murphi_parser *p) {
  struct noe_span name = p->previous;
  if (p->panicking || !at(p, NOE_TOKEN_LEFT_BRACKET))
    return false;
  int length = name.end - name.begin > 30 ? 30 : (int)(name.end - name.begin);
  const char *text = p->source->bytes + name.begin;
  if (!noe_murphi_fail(p, p->token.span, "expected `:` behind `%.*s`, found `[`", length, text))
    return true;
  if (at_next(p, NOE_TOKEN_INTEGER) && p->next.value > 0)
    noe_base_hint(p->diagnostics, "arrays are written `%.*s: array [0..%" PRId64 "] of ...`", length, text,
                  p->next.value - 1);
  else
    noe_base_hint(p->diagnostics, "arrays are written `%.*s: array [...] of ...`", length, text);
  return true;
}

/* `my-var: T` */
static bool refuse_dash(struct noe_murphi_parser *p) {
  if (p->panicking || !at(p, NOE_TOKEN_MINUS))
    return false;
  if (noe_murphi_fail(p, p->token.span, "expected `:` behind the name, found `-`"))
    noe_base_hint(p->diagnostics, "names are made of letters, digits and `_`");
  return true;
}

/* The `:` behind the names; other languages write `=` or `:=`. */
static void parse_colon(struct noe_murphi_parser *p) {
  bool is_slip = at(p, NOE_TOKEN_EQUAL) || at(p, NOE_TOKEN_ASSIGN);
  if (noe_murphi_refuse_planner(p) || refuse_brackets(p) || refuse_dash(p))
    return;
  if (p->panicking || !lacks_colon(p->token.kind)) {
    noe_murphi_expect(p, NOE_TOKEN_COLON, "behind the name");
    return;
  }
  if (noe_murphi_complain(p, NOE_E_SYNTAX, p->token.span, "expected `:` behind the name, found %s",
                          noe_murphi_describe(p)) &&
      is_slip)
    noe_base_hint(p->diagnostics, "did you mean `:`?");
  if (is_slip)
    noe_murphi_advance(p);
}

/* `N: 0..3 := 3`: fails where the type goes on. */
static struct noe_ast_expr *parse_constant(struct noe_murphi_parser *p) {
  struct noe_ast_expr *value = noe_murphi_parse_expr(p);
  if (!p->panicking && at(p, NOE_TOKEN_DOTS) && noe_murphi_fail(p, p->token.span, "a constant has no type"))
    noe_base_hint(p->diagnostics, "write only the value, `const N: 3;`");
  return value;
}

static struct noe_ast_decl *parse_decl(struct noe_murphi_parser *p, enum noe_ast_decl_kind kind) {
  struct noe_ast_decl *decl = NOE_NEW(p->arena, struct noe_ast_decl);
  uint32_t begin = p->token.span.begin;
  decl->kind = kind;
  decl->names = noe_murphi_parse_names(p, true);
  noe_murphi_note_names(p, decl->names);
  parse_colon(p);
  if (kind == NOE_AST_CONST)
    decl->value = parse_constant(p);
  else
    decl->type = noe_murphi_parse_type(p);
  decl->span = span_since(p, begin);
  if (p->panicking)
    noe_murphi_skip_decl(p);
  return decl;
}

/* Does a declaration go on? A name with `:` or `,` behind it, or a keyword used
 * as a name. Local sections end at any other name, because a body may follow;
 * among global ones nothing but an item can follow, so the name is taken, if
 * only to complain about what is missing behind it. */
static bool continues_section(struct noe_murphi_parser *p, bool is_local) {
  if (at_next(p, NOE_TOKEN_COLON))
    return at(p, NOE_TOKEN_NAME) || (noe_murphi_lex_is_keyword(p->token.kind) && !at(p, NOE_TOKEN_ALIAS));
  if (!at(p, NOE_TOKEN_NAME))
    return false;
  if (at_next(p, NOE_TOKEN_COMMA))
    return true;
  return !is_local && !noe_murphi_is_unsupported(p) && !noe_murphi_starts_rule(p) &&
         (lacks_colon(p->next.kind) || at_next(p, NOE_TOKEN_LEFT_BRACKET) || at_next(p, NOE_TOKEN_MINUS)) &&
         !noe_murphi_correct_item_word(p);
}

/* The word is part of the first declaration's span, which thereby tells where
 * the section starts. */
struct noe_ast_decl **noe_murphi_parse_section(struct noe_murphi_parser *p, struct noe_ast_decl **end, bool is_local) {
  enum noe_ast_decl_kind kind = decl_kind(p);
  uint32_t begin = p->token.span.begin;
  bool is_first = true;
  noe_murphi_advance(p);
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
  while (continues_section(p, is_local)) {
    struct noe_murphi_token before = p->token;
    *end = parse_decl(p, kind);
    noe_murphi_get_on(p, before);
    if (is_first) {
      (*end)->opens_section = true;
      (*end)->span.begin = begin;
    }
    is_first = false;
    end = &(*end)->next;
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
  }
  return end;
}

struct noe_ast_decl *noe_murphi_parse_locals(struct noe_murphi_parser *p) {
  struct noe_ast_decl *decls = NULL, **end = &decls;
  while (noe_murphi_starts_decl(p) && !p->panicking)
    end = noe_murphi_parse_section(p, end, true);
  return decls;
}

/* -------------------------------------------------------------- procedures */

static struct noe_ast_parameter *parse_parameter(struct noe_murphi_parser *p) {
  struct noe_ast_parameter *parameter = NOE_NEW(p->arena, struct noe_ast_parameter);
  uint32_t begin = p->token.span.begin;
  parameter->by_reference = noe_murphi_accept(p, NOE_TOKEN_VAR);
  parameter->names = noe_murphi_parse_names(p, false);
  bool is_turned = !p->panicking && at(p, NOE_TOKEN_NAME);
  if (!noe_murphi_expect(p, NOE_TOKEN_COLON, "behind the name of a parameter") && has_failed(p, is_turned))
    noe_base_hint(p->diagnostics, "a parameter is written `name: type`");
  parameter->type = noe_murphi_parse_type(p);
  parameter->span = span_since(p, begin);
  return parameter;
}

static void parse_parameters(struct noe_murphi_parser *p, struct noe_ast_procedure *procedure) {
  struct noe_ast_parameter **end = &procedure->parameters;
  bool is_bare = !p->panicking && (at(p, NOE_TOKEN_SEMICOLON) || at(p, NOE_TOKEN_COLON));
  if (!noe_murphi_expect(p, NOE_TOKEN_LEFT_PARENTHESIS, "behind the name") && has_failed(p, is_bare))
    noe_base_hint(p->diagnostics, "parentheses are needed even without parameters: `%s()`", procedure->name->text);
  while (!p->panicking && !at(p, NOE_TOKEN_RIGHT_PARENTHESIS)) {
    *end = parse_parameter(p);
    end = &(*end)->next;
    while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
    }
    if (at(p, NOE_TOKEN_COMMA) && noe_murphi_fail_expected(p, "`;` between parameters"))
      noe_base_hint(p->diagnostics, "write `a: T; b: U`");
  }
  noe_murphi_expect(p, NOE_TOKEN_RIGHT_PARENTHESIS, "after the parameters");
}

/* The head failed: goes on with the body. */
static void skip_head(struct noe_murphi_parser *p) {
  while (!at(p, NOE_TOKEN_BEGIN) && !noe_murphi_is_closing(p) && !noe_murphi_is_outer_word(p->token.kind))
    noe_murphi_advance(p);
  p->panicking = false;
}

static void note_shadow(struct noe_murphi_parser *p, enum noe_murphi_soft_word soft, const char *name) {
  if (soft == NOE_SOFT_NONE)
    return;
  struct noe_murphi_shadow *shadow = NOE_NEW(p->arena, struct noe_murphi_shadow);
  shadow->name = name;
  shadow->next = p->shadows;
  p->shadows = shadow;
}

struct noe_ast_procedure *noe_murphi_parse_procedure(struct noe_murphi_parser *p) {
  struct noe_ast_procedure *procedure = NOE_NEW(p->arena, struct noe_ast_procedure);
  struct noe_murphi_block block;
  procedure->is_function_word = at(p, NOE_TOKEN_FUNCTION);
  noe_murphi_open(p, &block);
  enum noe_murphi_soft_word soft = p->token.soft;
  procedure->name = noe_murphi_parse_name(p);
  note_shadow(p, soft, procedure->name->text);
  noe_murphi_note_names(p, procedure->name);
  struct noe_murphi_bound *bound = p->bound;
  parse_parameters(p, procedure);
  if (noe_murphi_accept(p, NOE_TOKEN_COLON))
    procedure->result = noe_murphi_parse_type(p);
  if (p->panicking)
    skip_head(p);
  while (noe_murphi_accept(p, NOE_TOKEN_SEMICOLON)) {
  }
  procedure->decls = noe_murphi_parse_locals(p);
  noe_murphi_accept(p, NOE_TOKEN_BEGIN);
  procedure->body = noe_murphi_parse_statements(p);
  noe_murphi_close(p, &block);
  p->bound = bound;
  return procedure;
}
