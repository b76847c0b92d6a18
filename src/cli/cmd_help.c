#include <string.h>

#include "cli/cli.h"

enum { TEXT_WIDTH = 78, TEXT_INDENT = 21 };

/* Words after words, in lines that fit and begin under each other. */
static void put_words(struct noe_text *out, const char *text) {
  size_t column = TEXT_INDENT;
  for (bool first = true; *text; first = false) {
    size_t length = strcspn(text, " ");
    bool fits = first || column + 1 + length <= TEXT_WIDTH;
    noe_base_text_printf(out, "%s%*s%.*s", fits ? "" : "\n", first ? 0 : fits ? 1 : TEXT_INDENT, "", (int)length, text);
    column = (fits ? column + !first : TEXT_INDENT) + length;
    text += length + strspn(text + length, " ");
  }
  noe_base_text_puts(out, "\n");
}

static void explain(struct noe_text *out, const char *name, const char *text, const char *origin) {
  noe_base_text_printf(out, "  %-*s", TEXT_INDENT - 2, name);
  put_words(out, text);
  noe_base_text_printf(out, "%*s", TEXT_INDENT, "");
  put_words(out, origin);
}

#define STRATEGY(symbol, name, source, says, text) explain(&out, name, text, "after " source "; can judge " says);

static int show_strategies(struct noe_cli *cli) {
  struct noe_text out = noe_base_text(cli->memory);
  noe_base_text_puts(&out, "Strategies of the engine bdd (--engine bdd --strategy NAME):\n\n");
#include "bdd/strategies.def"
  noe_base_text_puts(&out, "\nStrategies of the engine orbits (--engine orbits --strategy NAME):\n\n");
#include "orbits/strategies.def"
  noe_cli_print_result(cli, &out);
  noe_base_text_free(&out);
  return NOE_STATUS_HOLDS;
}

#undef STRATEGY

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
