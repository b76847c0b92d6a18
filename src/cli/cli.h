/* The command: what every subcommand is given and may use. */
#ifndef NOE_CLI_CLI_H
#define NOE_CLI_CLI_H

#include <stdatomic.h>

#include "base/diagnostic.h"
#include "base/options.h"
#include "base/status.h"
#include "base/text.h"
#include "model/model.h"

struct noe_command;
struct noe_report;

/* One run of the command. */
struct noe_cli {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const atomic_int *interrupted;
  atomic_int *asked;                  /* set once `interrupted` is looked at; until then a signal ends everything */
  atomic_int *nudged;                 /* the progress is asked for (SIGUSR1); reset when that is done */
  const char *label;                  /* of a run among many, for the progress; or NULL */
  double expected_low, expected_high; /* states that smaller runs make one expect of it; 0: nothing */
  const struct noe_command *command;
  struct noe_command_line line;
  const struct noe_options *options; /* of the line */
  const char *typed;                 /* the whole line, for a shell */
  const char *const *words;          /* after the command's name */
  size_t word_count;
  bool colour_out, colour_error;
  struct noe_text *heard; /* where `put` text of a search goes instead of standard output; or NULL */
  struct noe_text *said;  /* diagnostics printed last, which are not repeated; NULL: print all */
  int output;             /* where results for people go: standard output, or standard error if a file goes there */
  bool output_closed;     /* standard output has no reader any more: stay quiet, keep the status */
  bool write_failed;      /* something could not be written: status 65 */
};

struct noe_command {
  const char *name;
  const char *arguments; /* MODEL, or [CODE]… */
  const char *summary;   /* one line */
  const char *description;
  const char *example;
  unsigned bit;       /* NOE_FOR_…: which options it takes; 0: none */
  size_t least, most; /* number of words after the name */
  bool hidden;        /* from the short help */
  int (*run)(struct noe_cli *cli);
};

extern const struct noe_command noe_cli_commands[];
extern const size_t noe_cli_command_count;
const struct noe_command *noe_cli_find_command(const char *name);

int noe_cli_check(struct noe_cli *cli);
int noe_cli_sim(struct noe_cli *cli);
int noe_cli_replay(struct noe_cli *cli);
int noe_cli_validate(struct noe_cli *cli);
int noe_cli_graph(struct noe_cli *cli);
int noe_cli_export(struct noe_cli *cli);
int noe_cli_counter(struct noe_cli *cli);
int noe_cli_symmetry(struct noe_cli *cli);
int noe_cli_lower(struct noe_cli *cli);
int noe_cli_fmt(struct noe_cli *cli);
int noe_cli_explain(struct noe_cli *cli);
int noe_cli_lsp(struct noe_cli *cli);
int noe_cli_explore(struct noe_cli *cli);
int noe_cli_help(struct noe_cli *cli);
/* Help on a command, or on all of them (NULL). */
int noe_cli_show_help(struct noe_cli *cli, const struct noe_command *command);
int noe_cli_man(struct noe_cli *cli);
int noe_cli_completions(struct noe_cli *cli);

/* Everything: parses, picks the command, runs it, returns the exit status. */
int noe_cli_run(struct noe_cli *cli, const char *const *words, size_t count);

/* ---------------------------------------------------------------- output */

/* `noether: message` on standard error. */
void noe_cli_complain(struct noe_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A mistake on the command line: the message, how to get help; returns 64. */
int noe_cli_usage(struct noe_cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* To people: to cli->output. */
void noe_cli_print(struct noe_cli *cli, const struct noe_text *text);

/* To standard output in any case; to standard error in any case. */
void noe_cli_print_result(struct noe_cli *cli, const struct noe_text *text);
void noe_cli_print_error(const struct noe_text *text);

/* A whole file, or `-` for standard output: either all of it is there afterwards or
 * the old content is. Complains if that fails. */
bool noe_cli_write_file(struct noe_cli *cli, const char *name, const struct noe_text *text);

/* A file that grows: the first text replaces what was there, the others are added as
 * they come. `file` and `is_open` are 0 at first; close it by noe_cli_grow_end. */
struct noe_growing {
  const char *name;
  int file;
  bool is_open, has_failed;
};
void noe_cli_grow(struct noe_cli *cli, struct noe_growing *growing, const struct noe_text *text);
void noe_cli_grow_end(struct noe_cli *cli, struct noe_growing *growing);

/* Could it be written now? Tried without touching what is there; complains if not. */
bool noe_cli_can_write(struct noe_cli *cli, const char *name);

/* There is nothing to write: what an earlier command left under that name goes away.
 * Devices and pipes stay. Complains if that fails. */
void noe_cli_remove_file(struct noe_cli *cli, const char *name);

/* --------------------------------------------------------------- reading */

/* Reads a text; complains and returns false if there is none. */
bool noe_cli_read(struct noe_cli *cli, const char *name, struct noe_source *source);

/* The front end for a file, by --language or by the end of its name; NULL after complaints. */
const struct noe_front_end *noe_cli_front_end(struct noe_cli *cli, const char *name);
/* The names of all languages, for a sentence. */
const char *noe_cli_languages(struct noe_cli *cli);

/* Prints diagnostics to standard error (warnings not under --quiet). */
void noe_cli_print_diagnostics(struct noe_cli *cli, const struct noe_diagnostics *diagnostics);

/* Reads a model into the report, with what is to be said about it; false after
 * complaints. `*source` is its text. */
bool noe_cli_load(struct noe_cli *cli, const char *name, struct noe_source *source, struct noe_report *report);

/* ------------------------------------------------------------------ help */

void noe_cli_help_text(struct noe_text *out);
void noe_cli_command_help_text(const struct noe_command *command, struct noe_text *out);
void noe_cli_man_page(struct noe_text *out);

/* Words of `text` filled into lines of at most `width` columns, each with a margin
 * of `indent` spaces; the first line has begun at column `column`. */
void noe_cli_fill(struct noe_text *out, const char *text, int column, int indent, int width);

/* `--mem=SIZE`, `-o, --output=FILE`, `--trace=diff|full|off`. */
void noe_cli_option_label(const struct noe_option_row *row, struct noe_text *out);

/* `diff`, `20`; empty if there is nothing to say. */
void noe_cli_option_default(const struct noe_option_row *row, struct noe_text *out);

#endif
