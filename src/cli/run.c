/* From words to a command that runs. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/version.h"
#include "cli/axis.h"
#include "cli/cli.h"
#include "lang/lang.h"

/* ------------------------------------------------------- wrong commands */

static bool is_file(const char *name) { return access(name, F_OK) == 0; }

static bool ends_in_m(const char *name) {
  size_t length = strlen(name);
  return length > 2 && !strcmp(name + length - 2, ".m");
}

static int unknown_command(struct noe_cli *cli, const char *name) {
  const char **names = NOE_NEW_ARRAY(cli->arena, const char *, noe_cli_command_count);
  for (size_t i = 0; i < noe_cli_command_count; i++)
    names[i] = noe_cli_commands[i].name;
  const char *near = noe_base_suggest(name, names, noe_cli_command_count);
  if (ends_in_m(name) || (!near && is_file(name)))
    return noe_cli_usage(cli, "which command? to check this model: noether check %s", name);
  if (near)
    return noe_cli_usage(cli, "unknown command `%s`; did you mean `%s`?", name, near);
  return noe_cli_usage(cli, "unknown command `%s`", name);
}

/* ------------------------------------------------------- wrong options */

/* `noether check and noether sim` */
static const char *commands_with(struct noe_cli *cli, unsigned bits) {
  struct noe_text text = noe_base_text(cli->memory);
  for (size_t i = 0; i < noe_cli_command_count; i++)
    if (noe_cli_commands[i].bit & bits) {
      noe_base_text_printf(&text, "%s`%s`", text.length ? ", " : "", noe_cli_commands[i].name);
    }
  const char *names = noe_base_arena_text(cli->arena, noe_base_text_string(&text), text.length);
  noe_base_text_free(&text);
  return names;
}

static bool options_fit(struct noe_cli *cli) {
  for (size_t i = 0; i < noe_base_option_count; i++) {
    const struct noe_option_row *row = &noe_base_option_rows[i];
    if (cli->line.given[i] && !(row->commands & cli->command->bit)) {
      noe_cli_usage(cli, "--%s is not an option of `%s`; it belongs to %s", row->name, cli->command->name,
                    commands_with(cli, row->commands));
      return false;
    }
  }
  if (cli->options->define_count && !(cli->command->bit & NOE_FOR_MODEL)) {
    noe_cli_usage(cli, "-D is not an option of `%s`; it belongs to %s", cli->command->name,
                  commands_with(cli, NOE_FOR_MODEL));
    return false;
  }
  return true;
}

/* Values in plenty: only a check makes many runs of them. */
static bool defines_fit(struct noe_cli *cli) {
  for (size_t i = 0; i < cli->options->define_count; i++) {
    const struct noe_define *define = &cli->options->defines[i];
    if (noe_cli_is_axis(define) && !(cli->command->bit & NOE_FOR_CHECK)) {
      noe_cli_usage(cli, "-D %s=%s: `%s` takes one value for a constant; several are for `check`", define->name,
                    define->value, cli->command->name);
      return false;
    }
  }
  return true;
}

static bool words_fit(struct noe_cli *cli) {
  const struct noe_command *command = cli->command;
  if (cli->word_count < command->least)
    noe_cli_usage(cli, "`%s` needs more: noether %s %s", command->name, command->name, command->arguments);
  else if (cli->word_count > command->most)
    noe_cli_usage(cli, "`%s` has no use for `%s`", command->name, cli->words[command->most]);
  else
    return true;
  return false;
}

/* Deep recursion of a model is recursion of the interpreter: its stack has an end. */
enum { MOST_CALL_DEPTH = 100000 };

static bool values_fit(struct noe_cli *cli) {
  if (cli->options->call_depth > MOST_CALL_DEPTH)
    noe_cli_usage(cli, "--call-depth can be %d at most", MOST_CALL_DEPTH);
  else if (cli->options->language && !noe_lang_named(cli->options->language))
    noe_cli_usage(cli, "--language=%s: it can be %s", cli->options->language, noe_cli_languages(cli));
  else
    return true;
  return false;
}

static bool is_same_file(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The files that results go to, in the order of `output_names`. */
enum { OUTPUTS = 6 };
static const char *const output_names[OUTPUTS] = {"json", "itf", "junit", "trace-out", "html", "sarif"};

static const char *output_file(const struct noe_cli *cli, size_t number) {
  const struct noe_options *options = cli->options;
  const char *files[OUTPUTS] = {options->json,      options->itf,  options->junit,
                                options->trace_out, options->html, options->sarif};
  return files[number];
}

/* Results are written over what was there: never over what was read. */
static bool inputs_are_safe(struct noe_cli *cli) {
  for (size_t i = 0; i < OUTPUTS; i++)
    for (size_t j = 0; output_file(cli, i) && j < cli->word_count; j++)
      if (is_same_file(output_file(cli, i), cli->words[j])) {
        noe_cli_usage(cli, "--%s would overwrite %s, which is read", output_names[i], cli->words[j]);
        return false;
      }
  return true;
}

/* Two kinds of output in one place would spoil each other. */
static bool outputs_fit(struct noe_cli *cli) {
  for (size_t i = 0; i < OUTPUTS; i++)
    for (size_t j = i + 1; j < OUTPUTS; j++) {
      const char *a = output_file(cli, i), *b = output_file(cli, j);
      if (a && b && !strcmp(a, b) && strncmp(a, "/dev/", 5)) {
        noe_cli_usage(cli, "--%s and --%s cannot both go to %s", output_names[i], output_names[j],
                      strcmp(a, "-") ? a : "standard output");
        return false;
      }
    }
  for (size_t i = 0; i < OUTPUTS; i++)
    if (output_file(cli, i) && !strcmp(output_file(cli, i), "-"))
      cli->output = STDERR_FILENO;
  return true;
}

/* A wrong path must not cost the search whose result was to go there. */
static bool outputs_can_be_written(struct noe_cli *cli) {
  bool good = true;
  for (size_t i = 0; i < OUTPUTS; i++)
    if (output_file(cli, i))
      good = noe_cli_can_write(cli, output_file(cli, i)) && good;
  return good && (!cli->options->output || noe_cli_can_write(cli, cli->options->output));
}

/* ---------------------------------------------------------------- start */

static bool wants_colour(int choice, int file) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (choice != NOE_AUTO)
    return choice == NOE_ON;
  return isatty(file) && !(no && *no) && !(terminal && !strcmp(terminal, "dumb"));
}

/* The command line as a shell reads it. */
static const char *typed(struct noe_cli *cli, const char *const *words, size_t count) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";
  struct noe_text line = noe_base_text(cli->memory);
  noe_base_text_puts(&line, "noether");
  for (size_t i = 0; i < count; i++) {
    bool is_plain = *words[i] && !words[i][strspn(words[i], plain)];
    noe_base_text_puts(&line, is_plain ? " " : " '");
    for (const char *at = words[i]; *at; at++)
      noe_base_text_puts(&line, *at == '\'' ? "'\\''" : (char[]){*at, 0});
    noe_base_text_puts(&line, is_plain ? "" : "'");
  }
  const char *kept = noe_base_arena_text(cli->arena, noe_base_text_string(&line), line.length);
  noe_base_text_free(&line);
  return kept;
}

static int show_version(struct noe_cli *cli) {
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_text_puts(&text, "noether " NOE_VERSION "\n");
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}

/* A check gives each of its runs a memory of its own, with this limit: too little for a
 * run is an answer, too little for the command would be an accident. */
static void set_limit(struct noe_cli *cli) {
  if (cli->options->mem && !(cli->command->bit & NOE_FOR_CHECK))
    noe_base_memory_set_limit(cli->memory, cli->options->mem);
}

int noe_cli_run(struct noe_cli *cli, const char *const *words, size_t count) {
  cli->typed = typed(cli, words, count);
  cli->line = noe_base_command_line(cli->arena);
  cli->options = &cli->line.options;
  cli->output = STDOUT_FILENO;
  bool parsed = noe_base_command_line_parse(&cli->line, words, count);
  if (cli->line.help)
    return noe_cli_show_help(cli, cli->line.word_count ? noe_cli_find_command(cli->line.words[0]) : NULL);
  if (cli->line.version)
    return show_version(cli);
  if (cli->line.word_count)
    cli->command = noe_cli_find_command(cli->line.words[0]);
  if (!parsed)
    return noe_cli_usage(cli, "%s", cli->line.error);
  if (!cli->line.word_count)
    return noe_cli_usage(cli, "no command is given");
  if (!cli->command)
    return unknown_command(cli, cli->line.words[0]);
  cli->words = cli->line.words + 1;
  cli->word_count = cli->line.word_count - 1;
  if (!options_fit(cli) || !defines_fit(cli) || !words_fit(cli) || !values_fit(cli) || !outputs_fit(cli) ||
      !inputs_are_safe(cli))
    return NOE_STATUS_USAGE;
  if (!outputs_can_be_written(cli))
    return NOE_STATUS_MODEL;
  cli->colour_out = wants_colour(cli->options->colour, cli->output);
  cli->colour_error = wants_colour(cli->options->colour, STDERR_FILENO);
  set_limit(cli);
  return cli->command->run(cli);
}
