#include "lang/murphi/murphi.h"

#include "lang/murphi/check_int.h"
#include "lang/murphi/format.h"
#include "lang/murphi/parse.h"

static void check_items(struct noe_checker *checker, const struct noe_ast *ast) {
  struct noe_stmt *none = NULL, **end = &none;
  for (const struct noe_ast_item *item = ast->items; item; item = item->next)
    switch (item->kind) {
    case NOE_AST_ITEM_DECL: noe_murphi_check_decl(checker, item->decl, &end); break;
    case NOE_AST_ITEM_PROCEDURE: noe_murphi_check_procedure(checker, item->procedure, item->span); break;
    case NOE_AST_ITEM_RULE: noe_murphi_check_rule(checker, item->rule); break;
    }
}

/* Where the model ends: its last character that is neither space nor comment. */
static struct noe_span end_of(const struct noe_ast *ast) {
  const struct noe_ast_item *item = ast->items;
  while (item && item->next)
    item = item->next;
  if (!item || !item->span.end)
    return (struct noe_span){0, 0};
  return (struct noe_span){item->span.end - 1, item->span.end};
}

/* A model needs somewhere to start (docs/language.md#10-dialects). */
static void check_completeness(struct noe_checker *checker, const struct noe_ast *ast) {
  struct noe_span end = end_of(ast);
  if (!checker->builder.starts.count && !checker->options->allow_empty && !noe_base_error_count(checker->diagnostics)) {
    noe_base_report(checker->diagnostics, NOE_E_NO_STARTSTATE, end, "the model has no startstate");
    noe_base_hint(checker->diagnostics, "add behind this: startstate begin ... end");
  }
  if (!checker->builder.rules.count && !noe_base_error_count(checker->diagnostics))
    noe_base_report(checker->diagnostics, NOE_W_NO_RULES, end, "the model has no rules");
}

/* ---------------------------------------------------------------- symmetry */

static void warn_about_unnamed(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->scalarsets.count; i++) {
    if (!checker->scalarsets.items[i] || checker->scalarsets.items[i]->name)
      continue;
    noe_base_report(checker->diagnostics, NOE_W_UNNAMED_SCALARSET, checker->scalarset_spans.items[i],
                    "this scalarset has no name and is not used for symmetry");
    noe_base_hint(checker->diagnostics, "declare it in a `type` section and use its name");
  }
}

static const struct noe_model *load_with(struct noe_arena *arena, const struct noe_source *source,
                                         const struct noe_options *options, struct noe_diagnostics *diagnostics,
                                         struct noe_index *index) {
  const struct noe_ast *ast = noe_murphi_parse(arena, source, diagnostics);
  if (noe_base_error_count(diagnostics))
    return NULL;
  struct noe_checker *checker = NOE_NEW(arena, struct noe_checker);
  checker->arena = arena;
  checker->source = source;
  checker->options = options;
  checker->diagnostics = diagnostics;
  checker->index = index;
  checker->ast = ast;
  checker->scopes = noe_murphi_scopes_new(arena);
  checker->define_used = NOE_NEW_ARRAY(arena, bool, options->define_count);
  noe_model_builder_init(&checker->builder, arena);
  checker->builder.asked = options->property;
  noe_murphi_scope_open(checker->scopes);
  check_items(checker, ast);
  noe_murphi_check_hints(checker);
  noe_murphi_finish_claims(checker);
  noe_murphi_check_defines(checker);
  check_completeness(checker, ast);
  warn_about_unnamed(checker);
  if (index)
    noe_murphi_index_finish(checker, ast);
  return noe_base_error_count(diagnostics) ? NULL : noe_model_finish(&checker->builder, source, options);
}

const struct noe_model *noe_murphi_load(struct noe_arena *arena, const struct noe_source *source,
                                        const struct noe_options *options, struct noe_diagnostics *diagnostics) {
  return load_with(arena, source, options, diagnostics, NULL);
}

static bool format(struct noe_arena *arena, const struct noe_source *source, struct noe_diagnostics *diagnostics,
                   struct noe_text *out) {
  const struct noe_ast *ast = noe_murphi_parse(arena, source, diagnostics);
  if (noe_base_error_count(diagnostics))
    return false;
  noe_murphi_format(ast, out);
  return true;
}

const struct noe_front_end noe_murphi_front_end = {
    .name = "murphi",
    .endings = {".m"},
    .load = noe_murphi_load,
    .excerpt = noe_murphi_excerpt,
    .format = format,
    .load_indexed = load_with,
};
