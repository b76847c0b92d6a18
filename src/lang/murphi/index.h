/* What the checker notes for editors as it goes: names, and what they mean. Without an index
 * nothing is noted. */
#ifndef NOE_LANG_MURPHI_INDEX_H
#define NOE_LANG_MURPHI_INDEX_H

#include "lang/index.h"
#include "lang/murphi/ast.h"
#include "lang/murphi/scope.h"

struct noe_checker;

/* A name was declared, or stands for `symbol`. */
void noe_murphi_note_use(struct noe_checker *checker, const struct noe_ast_name *name, struct noe_symbol *symbol);

/* The fields of a record type, as it is declared; the use of one. */
void noe_murphi_note_fields(struct noe_checker *checker, const struct noe_type *type, const struct noe_ast_type *ast);
void noe_murphi_note_field(struct noe_checker *checker, const struct noe_type *type, uint32_t field,
                           struct noe_span span);

/* Types and values of symbols are known when the text has been checked: they are filled in now, with
 * the outline. */
void noe_murphi_index_finish(struct noe_checker *checker, const struct noe_ast *ast);

#endif
