/* Murphi text to syntax tree. Recovers from errors, so that one run reports
 * several. */
#ifndef NOE_LANG_MURPHI_PARSE_H
#define NOE_LANG_MURPHI_PARSE_H

#include "base/diagnostic.h"
#include "lang/murphi/ast.h"

/* The deepest nesting of expressions, types, statements or rules. */
enum { NOE_MURPHI_DEPTH_LIMIT = 2000 };

/* Never NULL. The tree is complete only if no error was reported. */
struct noe_ast *noe_murphi_parse(struct noe_arena *arena, const struct noe_source *source,
                                 struct noe_diagnostics *diagnostics);

/* A text that is one condition, as if `hint` stood before it. */
struct noe_ast_rule *noe_murphi_parse_hint(struct noe_arena *arena, const struct noe_source *source,
                                           struct noe_diagnostics *diagnostics);

#endif
