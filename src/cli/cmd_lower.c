/* lower: the operations that a model consists of, for engineers of noether. */
#include "cli/session.h"
#include "lower/lower.h"

int noe_cli_lower(struct noe_cli *cli) {
  struct noe_session session;
  if (!noe_cli_session(cli, cli->words[0], &session))
    return NOE_STATUS_MODEL;
  struct noe_text text = noe_base_text(cli->memory);
  noe_lower_print(noe_lower_model(cli->arena, session.report.model, false), &text);
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
