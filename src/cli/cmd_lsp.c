/* lsp: the language server, on standard input and output. */
#include <unistd.h>

#include "cli/cli.h"
#include "lsp/lsp.h"

int noe_cli_lsp(struct noe_cli *cli) {
  struct noe_lsp_setup setup = {.memory = cli->memory,
                                .options = cli->options,
                                .input = STDIN_FILENO,
                                .output = STDOUT_FILENO,
                                .program = "/proc/self/exe"};
  return noe_lsp_serve(&setup) ? NOE_STATUS_HOLDS : NOE_STATUS_MODEL;
}
