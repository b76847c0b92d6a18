/* --hint CONDITION: a hint that the model does not have. It is a text of its own, with places of its own. */
#include <string.h>

#include "lang/murphi/check_int.h"
#include "lang/murphi/parse.h"

static void check_hint(struct noe_checker *checker, const char *text) {
  const struct noe_source *model = checker->source;
  struct noe_source *source = NOE_NEW(checker->arena, struct noe_source);
  *source = noe_base_source_text(checker->arena, "--hint", text, strlen(text));
  size_t errors = noe_base_error_count(checker->diagnostics);
  checker->source = source;
  noe_base_diagnostics_about(checker->diagnostics, source);
  const struct noe_ast_rule *rule = noe_murphi_parse_hint(checker->arena, source, checker->diagnostics);
  if (noe_base_error_count(checker->diagnostics) == errors)
    noe_murphi_check_rule(checker, rule);
  noe_base_diagnostics_about(checker->diagnostics, NULL);
  checker->source = model;
}

void noe_murphi_check_hints(struct noe_checker *checker) {
  for (size_t i = 0; i < checker->options->hint.count; i++)
    check_hint(checker, checker->options->hint.items[i]);
}
