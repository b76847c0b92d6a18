#include <string.h>

#include "bdd/bdd.h"
#include "cli/cli.h"

static int show_strategies(struct noe_cli *cli) {
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_text_puts(&text, "Strategies of the engine bdd (--engine bdd --strategy NAME):\n\n");
  noe_bdd_explain_strategies(&text);
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}

int noe_cli_help(struct noe_cli *cli) {
  if (cli->word_count && !strcmp(cli->words[0], "strategies"))
    return show_strategies(cli);
  const struct noe_command *command = cli->word_count ? noe_cli_find_command(cli->words[0]) : NULL;
  if (cli->word_count && !command) {
    const char **names = NOE_NEW_ARRAY(cli->arena, const char *, noe_cli_command_count);
    for (size_t i = 0; i < noe_cli_command_count; i++)
      names[i] = noe_cli_commands[i].name;
    const char *near = noe_base_suggest(cli->words[0], names, noe_cli_command_count);
    cli->command = NULL; /* `noether help` is the help to point at */
    return near ? noe_cli_usage(cli, "there is no command `%s`; did you mean `%s`?", cli->words[0], near)
                : noe_cli_usage(cli, "there is no command `%s`", cli->words[0]);
  }
  return noe_cli_show_help(cli, command);
}

int noe_cli_show_help(struct noe_cli *cli, const struct noe_command *command) {
  struct noe_text text = noe_base_text(cli->memory);
  if (command)
    noe_cli_command_help_text(command, &text);
  else
    noe_cli_help_text(&text);
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
