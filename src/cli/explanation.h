/* What `noether symmetry` works with. */
#ifndef NOE_CLI_EXPLANATION_H
#define NOE_CLI_EXPLANATION_H

#include "cli/session.h"
#include "detect/detect.h"
#include "symmetry/prove.h"

struct explanation {
  struct noe_session session;
  const struct noe_view *view;   /* NULL: nobody looked for undeclared symmetry */
  const struct noe_model *model; /* that is searched: the view, or the model itself */
  struct noe_proof *proof;
  const struct noe_symmetry *symmetry;
  struct noe_text *out;
};

enum { NOE_EXPLANATION_WIDTH = 78 };

/* cmd_symmetry.c: the line of the model with this number, and its number. */
void noe_cli_show_line(struct explanation *explanation, uint32_t number);

/* explain_found.c: the piece of a class that a scalarset of the searched model is; NULL: it was declared. */
const struct noe_piece *noe_cli_found(const struct explanation *explanation, const struct noe_type *type);
/* `1, 2, 3 and 4`, `2 to 9`: the values of the model that it stands for. */
void noe_cli_found_values(struct explanation *explanation, const struct noe_piece *piece);
/* Of values whose name others have, too: the variables that hold them or are indexed by them. */
void noe_cli_found_where(struct explanation *explanation, const struct noe_type *type);
/* What keeps values apart from those that are alike, and types that are not alike at all, with lines. */
void noe_cli_explain_limits(struct explanation *explanation);

#endif
