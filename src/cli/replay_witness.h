/* replay of a witness that a model checker of hardware wrote about an exported model (aiger/witness.h). */
#ifndef NOE_CLI_REPLAY_WITNESS_H
#define NOE_CLI_REPLAY_WITNESS_H

#include "cli/cli.h"

/* The text has been read: noe_aiger_is_witness says that it is one. */
int noe_cli_replay_witness(struct noe_cli *cli, const struct noe_source *witness, const char *model);

#endif
