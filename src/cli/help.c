/* Help texts, from the tables of commands, options and exit statuses. */
#include <ctype.h>
#include <string.h>

#include "base/version.h"
#include "cli/cli.h"

enum { WIDTH = 78, OPTION_COLUMN = 26 };

void noe_cli_fill(struct noe_text *out, const char *text, int column, int indent, int width) {
  while (*text) {
    int length = (int)strcspn(text, " ");
    if (column > indent && column + 1 + length > width) {
      noe_base_text_printf(out, "\n%*s", indent, "");
      column = indent;
    } else if (column > indent) {
      noe_base_text_puts(out, " ");
      column++;
    }
    noe_base_text_add(out, text, (size_t)length);
    column += length;
    text += length;
    text += strspn(text, " ");
  }
  noe_base_text_puts(out, "\n");
}

void noe_cli_option_label(const struct noe_option_row *row, struct noe_text *out) {
  if (row->letter)
    noe_base_text_printf(out, "-%c, ", row->letter);
  noe_base_text_printf(out, "--%s", row->name);
  if (row->argument)
    noe_base_text_printf(out, "=%s", row->argument);
}

void noe_cli_option_default(const struct noe_option_row *row, struct noe_text *out) {
  char name[32];
  size_t index = 0;
  if (row->kind == NOE_OPTION_CHOICE && strchr(row->argument, '|')) {
    for (const char *digit = row->default_text; isdigit((unsigned char)*digit); digit++)
      index = index * 10 + (size_t)(*digit - '0');
    noe_base_option_choice(row->argument, index, name, sizeof name);
    noe_base_text_puts(out, name);
  } else if (row->kind == NOE_OPTION_COUNT && strcmp(row->default_text, "0") &&
             isdigit((unsigned char)*row->default_text))
    noe_base_text_puts(out, row->default_text);
}

/* The label of an option; one with many choices is broken behind a bar, and goes on below its first choice. */
static void print_label(const char *label, struct noe_text *out) {
  int indent = 2 + (int)strcspn(label, "=") + 1, column = 2;
  noe_base_text_puts(out, "  ");
  while (*label) {
    int length = (int)strcspn(label, "|");
    length += label[length] == '|';
    if (column > indent && column + length > WIDTH) {
      noe_base_text_printf(out, "\n%*s", indent, "");
      column = indent;
    }
    noe_base_text_add(out, label, (size_t)length);
    column += length;
    label += length;
  }
}

static void option_line(const struct noe_option_row *row, struct noe_text *out) {
  struct noe_text help = noe_base_text(out->memory), label = noe_base_text(out->memory);
  struct noe_text initial = noe_base_text(out->memory);
  noe_cli_option_label(row, &label);
  noe_cli_option_default(row, &initial);
  noe_base_text_puts(&help, row->help);
  if (initial.length)
    noe_base_text_printf(&help, " (default: %s)", noe_base_text_string(&initial));
  if (label.length + 2 >= OPTION_COLUMN) {
    print_label(noe_base_text_string(&label), out);
    noe_base_text_printf(out, "\n%*s", OPTION_COLUMN, "");
  } else
    noe_base_text_printf(out, "  %-*s", OPTION_COLUMN - 2, noe_base_text_string(&label));
  noe_cli_fill(out, noe_base_text_string(&help), OPTION_COLUMN, OPTION_COLUMN, WIDTH);
  noe_base_text_free(&help);
  noe_base_text_free(&label);
  noe_base_text_free(&initial);
}

void noe_cli_command_help_text(const struct noe_command *command, struct noe_text *out) {
  noe_base_text_printf(out, "Usage: noether %s%s%s%s\n\n", command->name, command->bit ? " [OPTION]..." : "",
                       *command->arguments ? " " : "", command->arguments);
  noe_cli_fill(out, command->description, 0, 0, WIDTH);
  noe_base_text_printf(out, "\nExample: %s\n", command->example);
  if (!command->bit)
    return;
  noe_base_text_puts(out, "\nOptions:\n");
  if (command->bit & NOE_FOR_MODEL)
    noe_base_text_printf(out, "  %-*s%s\n", OPTION_COLUMN - 2, "-D NAME=VALUE",
                         "give a constant of the model another value");
  for (size_t i = 0; i < noe_base_option_count; i++)
    if (noe_base_option_rows[i].commands & command->bit)
      option_line(&noe_base_option_rows[i], out);
}

static void statuses(struct noe_text *out) {
#define X(symbol, number, meaning)                                                                                     \
  noe_base_text_printf(out, "  %3d  ", number);                                                                        \
  noe_cli_fill(out, meaning, 7, 7, WIDTH);
#include "base/status.def"
#undef X
}

void noe_cli_help_text(struct noe_text *out) {
  noe_base_text_puts(out, "noether " NOE_VERSION ": a model checker for Murphi\n\n"
                          "Usage: noether COMMAND [OPTION]... [ARGUMENT]...\n\nCommands:\n");
  for (size_t i = 0; i < noe_cli_command_count; i++) {
    const struct noe_command *command = &noe_cli_commands[i];
    if (command->hidden)
      continue;
    noe_base_text_printf(out, "  %-9s%-13s ", command->name, command->arguments);
    noe_cli_fill(out, command->summary, 25, 25, WIDTH);
  }
  noe_base_text_puts(out, "\n`noether help COMMAND` shows its options, `noether -V` the version. Start with:\n"
                          "  noether check MODEL.m\n\nExit status:\n");
  statuses(out);
}
