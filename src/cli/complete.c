/* Completions for shells, from the tables of commands and options. */
#include <string.h>

#include "cli/cli.h"

/* Takes a file as its argument. */
static bool is_file(const struct noe_option_row *row) {
  return row->kind == NOE_OPTION_TEXT && row->argument &&
         (!strcmp(row->argument, "FILE") || !strcmp(row->argument, "DIR"));
}

static bool belongs(const struct noe_option_row *row, const struct noe_command *command) {
  return (row->commands & command->bit) != 0;
}

static void options_of(const struct noe_command *command, struct noe_text *out) {
  for (size_t i = 0; i < noe_base_option_count; i++)
    if (belongs(&noe_base_option_rows[i], command))
      noe_base_text_printf(out, " --%s", noe_base_option_rows[i].name);
  noe_base_text_puts(out, " --help");
}

static void choices(const struct noe_option_row *row, struct noe_text *out) {
  char name[64];
  for (size_t i = 0; noe_base_option_choice(row->argument, i, name, sizeof name); i++)
    noe_base_text_printf(out, "%s%s", i ? " " : "", name);
}

/* ------------------------------------------------------------------- bash */

static void bash_choices(struct noe_text *out) {
  for (size_t i = 0; i < noe_base_option_count; i++) {
    const struct noe_option_row *row = &noe_base_option_rows[i];
    if (row->kind != NOE_OPTION_CHOICE)
      continue;
    noe_base_text_printf(out, "    --%s) COMPREPLY=($(compgen -W \"", row->name);
    choices(row, out);
    noe_base_text_puts(out, "\" -- \"$word\")); return ;;\n");
  }
}

static void bash(struct noe_text *out) {
  noe_base_text_puts(out, "# bash completion for noether\n_noether() {\n"
                          "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
                          "  COMPREPLY=()\n"
                          "  [ \"$before\" = \"=\" ] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
                          "  [ \"$word\" = \"=\" ] && word= && before=${COMP_WORDS[COMP_CWORD-1]}\n"
                          "  case $before in\n");
  bash_choices(out);
  noe_base_text_puts(out, "  esac\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"");
  for (size_t i = 0; i < noe_cli_command_count; i++)
    if (!noe_cli_commands[i].hidden)
      noe_base_text_printf(out, "%s%s", i ? " " : "", noe_cli_commands[i].name);
  noe_base_text_puts(out, "\" -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n");
  for (size_t i = 0; i < noe_cli_command_count; i++) {
    noe_base_text_printf(out, "    %s) options=\"", noe_cli_commands[i].name);
    options_of(&noe_cli_commands[i], out);
    noe_base_text_puts(out, "\" ;;\n");
  }
  noe_base_text_puts(out, "  esac\n  case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
                          "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n  esac\n}\n"
                          "complete -o filenames -F _noether noether\n");
}

/* -------------------------------------------------------------------- zsh */

/* The inside of single quotes, and of the brackets of a zsh description. */
static void quoted(const char *text, const char *special, struct noe_text *out) {
  for (; *text; text++)
    if (*text == '\'')
      noe_base_text_puts(out, "'\\''");
    else {
      if (strchr(special, *text))
        noe_base_text_puts(out, "\\");
      noe_base_text_add(out, text, 1);
    }
}

static void zsh_option(const struct noe_option_row *row, struct noe_text *out) {
  noe_base_text_printf(out, " \\\n        '--%s%s[", row->name, row->kind == NOE_OPTION_FLAG ? "" : "=");
  quoted(row->help, "[]:\\", out);
  noe_base_text_puts(out, "]");
  if (row->kind == NOE_OPTION_CHOICE) {
    noe_base_text_printf(out, ":%s:(", row->name);
    choices(row, out);
    noe_base_text_puts(out, ")");
  } else if (row->kind != NOE_OPTION_FLAG) {
    noe_base_text_printf(out, ":%s:%s", row->name, is_file(row) ? "_files" : "");
  }
  noe_base_text_puts(out, "'");
}

static void zsh(struct noe_text *out) {
  noe_base_text_puts(out, "#compdef noether\n_noether() {\n  local -a commands\n  commands=(\n");
  for (size_t i = 0; i < noe_cli_command_count; i++)
    if (!noe_cli_commands[i].hidden) {
      noe_base_text_printf(out, "    '%s:", noe_cli_commands[i].name);
      quoted(noe_cli_commands[i].summary, ":\\", out);
      noe_base_text_puts(out, "'\n");
    }
  noe_base_text_puts(out, "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
                          "  local command=$words[2]\n  (( CURRENT-- ))\n  shift words\n  case $command in\n");
  for (size_t i = 0; i < noe_cli_command_count; i++) {
    noe_base_text_printf(out, "    %s)\n      _arguments", noe_cli_commands[i].name);
    for (size_t k = 0; k < noe_base_option_count; k++)
      if (belongs(&noe_base_option_rows[k], &noe_cli_commands[i]))
        zsh_option(&noe_base_option_rows[k], out);
    noe_base_text_puts(out, " \\\n        '*:file:_files' ;;\n");
  }
  noe_base_text_puts(out, "  esac\n}\n_noether \"$@\"\n");
}

/* ------------------------------------------------------------------- fish */

static void fish_option(const struct noe_command *command, const struct noe_option_row *row, struct noe_text *out) {
  noe_base_text_printf(out, "complete -c noether -n '__fish_seen_subcommand_from %s' -l %s", command->name, row->name);
  if (row->letter)
    noe_base_text_printf(out, " -s %c", row->letter);
  if (row->kind == NOE_OPTION_CHOICE) {
    noe_base_text_puts(out, " -x -a '");
    choices(row, out);
    noe_base_text_puts(out, "'");
  } else if (row->kind != NOE_OPTION_FLAG) {
    noe_base_text_puts(out, is_file(row) ? " -r" : " -x");
  }
  noe_base_text_puts(out, " -d '");
  for (const char *at = row->help; *at; at++) {
    if (*at == '\'' || *at == '\\')
      noe_base_text_puts(out, "\\");
    noe_base_text_add(out, at, 1);
  }
  noe_base_text_puts(out, "'\n");
}

static void fish(struct noe_text *out) {
  noe_base_text_puts(out, "# fish completion for noether\n");
  for (size_t i = 0; i < noe_cli_command_count; i++) {
    const struct noe_command *command = &noe_cli_commands[i];
    if (!command->hidden)
      noe_base_text_printf(out, "complete -c noether -n __fish_use_subcommand -f -a %s -d '%s'\n", command->name,
                           command->summary);
    for (size_t k = 0; k < noe_base_option_count; k++)
      if (belongs(&noe_base_option_rows[k], command))
        fish_option(command, &noe_base_option_rows[k], out);
  }
}

int noe_cli_completions(struct noe_cli *cli) {
  struct noe_text text = noe_base_text(cli->memory);
  const char *shell = cli->words[0];
  if (!strcmp(shell, "bash"))
    bash(&text);
  else if (!strcmp(shell, "zsh"))
    zsh(&text);
  else if (!strcmp(shell, "fish"))
    fish(&text);
  else
    return noe_cli_usage(cli, "completions are for bash, zsh and fish");
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
