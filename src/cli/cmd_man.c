#include "cli/cli.h"

int noe_cli_man(struct noe_cli *cli) {
  struct noe_text text = noe_base_text(cli->memory);
  noe_cli_man_page(&text);
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
