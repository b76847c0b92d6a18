#include "lang/murphi/check_int.h"

#include <string.h>
#include <strings.h>

#include "lang/murphi/foreign.h"

struct noe_place noe_murphi_place(const struct noe_checker *checker, struct noe_span span) {
  return noe_base_source_place(checker->source, span.begin);
}

static const char *const predeclared_names[] = {"boolean", "true", "false"};
enum { PREDECLARED = sizeof predeclared_names / sizeof *predeclared_names };

static bool is_predeclared(const char *name) {
  for (size_t i = 0; i < PREDECLARED; i++)
    if (!strcasecmp(name, predeclared_names[i]))
      return true;
  return false;
}

static bool is_bound(enum noe_symbol_kind kind) {
  return kind == NOE_SYMBOL_QUANTIFIER || kind == NOE_SYMBOL_ELEMENT || kind == NOE_SYMBOL_ALIAS;
}

struct noe_symbol *noe_murphi_declare(struct noe_checker *checker, const struct noe_ast_name *name,
                                      enum noe_symbol_kind kind) {
  struct noe_symbol *before = noe_murphi_scope_find(checker->scopes, name->text);
  if (before && before->depth == noe_murphi_scope_depth(checker->scopes)) {
    noe_base_report(checker->diagnostics, NOE_E_REDECLARED, name->span, "`%s` is already declared", name->text);
    noe_base_note(checker->diagnostics, before->span, "it was declared here");
    return NULL;
  }
  if (is_predeclared(name->text))
    noe_base_report(checker->diagnostics, NOE_W_PREDECLARED, name->span, "this declaration hides the predeclared `%s`",
                    name->text);
  if (before && is_bound(before->kind) && is_bound(kind)) {
    noe_base_report(checker->diagnostics, NOE_W_SHADOW, name->span, "`%s` hides the `%s` of an enclosing block",
                    name->text, name->text);
    noe_base_note(checker->diagnostics, before->span, "that one is bound here");
  }
  struct noe_symbol *symbol = noe_murphi_scope_declare(checker->scopes, name->text, kind, name->span);
  noe_murphi_note_use(checker, name, symbol);
  return symbol;
}

/* boolean, true and false in any case, when nothing else has that name. */
static struct noe_symbol *predeclared(struct noe_checker *checker, const char *name) {
  if (!is_predeclared(name))
    return NULL;
  struct noe_symbol *symbol = NOE_NEW(checker->arena, struct noe_symbol);
  symbol->name = name;
  symbol->type = checker->builder.boolean;
  symbol->variable = NOE_NO_VARIABLE;
  symbol->kind = strcasecmp(name, "boolean") ? NOE_SYMBOL_CONSTANT : NOE_SYMBOL_TYPE;
  symbol->value = !strcasecmp(name, "true");
  return symbol;
}

/* `Proc_1`, as values of a scalarset are printed: the scalarset, or NULL. */
static const struct noe_symbol *scalarset_of(const struct noe_checker *checker, const char *name) {
  const char *line = strrchr(name, '_');
  if (!line || !line[1] || line[1 + strspn(line + 1, "0123456789")])
    return NULL;
  const char *stem = noe_base_arena_text(checker->arena, name, (size_t)(line - name));
  const struct noe_symbol *symbol = noe_murphi_scope_find(checker->scopes, stem);
  bool is_scalarset =
      symbol && symbol->kind == NOE_SYMBOL_TYPE && symbol->type && symbol->type->kind == NOE_TYPE_SCALARSET;
  return is_scalarset ? symbol : NULL;
}

static const struct noe_ast_name *find_name(const struct noe_ast_item *item, const char *text) {
  const struct noe_ast_name *name = item->kind == NOE_AST_ITEM_DECL        ? item->decl->names
                                    : item->kind == NOE_AST_ITEM_PROCEDURE ? item->procedure->name
                                                                           : NULL;
  while (name && strcmp(name->text, text) != 0)
    name = name->next;
  return name;
}

/* The declaration of a name further down, or NULL. What stands above was declared, or complained about. */
static const struct noe_ast_name *find_later(const struct noe_checker *checker, const struct noe_ast_name *use) {
  const struct noe_ast_item *item = checker->source == checker->ast->source ? checker->ast->items : NULL;
  for (; item; item = item->next) {
    const struct noe_ast_name *name = find_name(item, use->text);
    if (name)
      return name->span.begin > use->span.begin ? name : NULL;
  }
  return NULL;
}

/* A name that is declared, but further down: one complaint, however often it is used. */
static void complain_later(struct noe_checker *checker, const struct noe_ast_name *name,
                           const struct noe_ast_name *later) {
  for (size_t i = 0; i < checker->later.count; i++)
    if (checker->later.items[i] == later)
      return;
  NOE_LIST_PUSH(checker->arena, &checker->later, later);
  noe_base_report(checker->diagnostics, NOE_E_UNKNOWN_NAME, name->span, "`%s` is used before its declaration",
                  name->text);
  noe_base_note(checker->diagnostics, later->span, "it is declared here");
  noe_base_hint(checker->diagnostics, "move the declaration to the front: Murphi has no forward references");
}

/* What may have been meant. In a temporal claim a value is often left unbound: the
 * process that the claim is about. */
static void hint_at_unknown(struct noe_checker *checker, const char *name) {
  const char *similar = noe_murphi_scope_similar(checker->scopes, name);
  const struct noe_symbol *symbol = similar ? noe_murphi_scope_find(checker->scopes, similar) : NULL;
  bool is_type = symbol && symbol->kind == NOE_SYMBOL_TYPE;
  const struct noe_symbol *scalarset = scalarset_of(checker, name);
  const char *foreign = noe_murphi_foreign_hint(NOE_FOREIGN_NAME, name, strlen(name));
  if (!foreign && checker->calling)
    foreign = noe_murphi_foreign_hint(NOE_FOREIGN_STATEMENT, name, strlen(name));
  const char *nearest = noe_base_suggest(name, predeclared_names, PREDECLARED);
  if (scalarset)
    noe_base_hint(checker->diagnostics,
                  "members of a scalarset have no names: choose one by `ruleset p: %s do ... end`", scalarset->name);
  else if (checker->claim && (!similar || is_type))
    noe_base_hint(checker->diagnostics, "to speak about every %s, quantify it: `forall %s: %s do ... end`%s", name,
                  name, is_type ? similar : "...",
                  checker->claim->claim == NOE_AST_MU ? "; fixed points are bound by `mu` and `nu`" : "");
  else if (similar)
    noe_base_hint(checker->diagnostics, "did you mean `%s`?", similar);
  else if (foreign)
    noe_base_hint(checker->diagnostics, "%s", foreign);
  else if (nearest)
    noe_base_hint(checker->diagnostics, "did you mean `%s`?", nearest);
  else
    noe_base_hint(checker->diagnostics, "declare it before this place: Murphi has no forward references");
}

struct noe_symbol *noe_murphi_resolve(struct noe_checker *checker, const struct noe_ast_name *name) {
  struct noe_symbol *symbol = noe_murphi_scope_find(checker->scopes, name->text);
  if (!symbol)
    symbol = predeclared(checker, name->text);
  noe_murphi_note_use(checker, name, symbol);
  if (symbol)
    return symbol;
  const struct noe_ast_name *later = find_later(checker, name);
  if (later) {
    complain_later(checker, name, later);
    return NULL;
  }
  noe_base_report(checker->diagnostics, NOE_E_UNKNOWN_NAME, name->span, "`%s` is not declared", name->text);
  hint_at_unknown(checker, name->text);
  return NULL;
}

bool noe_murphi_is_undefined_word(const struct noe_checker *checker, const struct noe_ast_expr *ast) {
  return ast->kind == NOE_AST_NAME && !strcasecmp(ast->name->text, "undefined") &&
         !noe_murphi_scope_find(checker->scopes, ast->name->text);
}

uint32_t noe_murphi_frame_take(struct noe_checker *checker, uint32_t cells) {
  uint32_t slot = checker->frame->cells;
  if (cells > NOE_CELL_LIMIT - slot) {
    checker->frame->too_large = true;
    return 0;
  }
  checker->frame->cells += cells;
  return slot;
}
