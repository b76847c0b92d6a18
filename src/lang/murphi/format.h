/* Syntax tree to text in the house layout, comments kept. Formatting is stable
 * (formatting twice changes nothing) and keeps the meaning. */
#ifndef NOE_LANG_MURPHI_FORMAT_H
#define NOE_LANG_MURPHI_FORMAT_H

#include "base/text.h"
#include "lang/murphi/ast.h"

void noe_murphi_format(const struct noe_ast *ast, struct noe_text *out);

#endif
