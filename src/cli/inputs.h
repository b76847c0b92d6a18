/* Commands that read two files: something in JSON, and a model. */
#ifndef NOE_CLI_INPUTS_H
#define NOE_CLI_INPUTS_H

#include "cli/cli.h"

/* Which of the two words of the command is the JSON file and which the model: the first and the second, unless
 * the files say otherwise. */
void noe_cli_sort_inputs(struct noe_cli *cli, const char **json, const char **model);

#endif
