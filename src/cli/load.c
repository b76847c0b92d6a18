/* From a file name to a text or a model, or to one clear sentence. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lang/murphi/murphi.h"
#include "report/report.h"

/* `german` for `german.m` is the slip of a hurried hand. */
static void no_such_file(struct noe_cli *cli, const char *name, int why) {
  size_t length = strlen(name);
  const char *with = noe_base_arena_format(cli->arena, "%s.m", name);
  bool has_suffix = length > 2 && !strcmp(name + length - 2, ".m");
  if (why == ENOENT && !has_suffix && access(with, R_OK) == 0)
    noe_cli_complain(cli, "cannot read %s: %s; did you mean %s?", name, strerror(why), with);
  else
    noe_cli_complain(cli, "cannot read %s: %s", name, strerror(why));
}

bool noe_cli_read(struct noe_cli *cli, const char *name, struct noe_source *source) {
  switch (noe_base_source_read(cli->arena, name, source)) {
  case NOE_READ_OK:
    if (source->length)
      return true;
    noe_cli_complain(cli, "%s is empty", source->name);
    return false;
  case NOE_READ_CANNOT_OPEN:
    no_such_file(cli, name, errno);
    return false;
  case NOE_READ_IS_DIRECTORY:
    noe_cli_complain(cli, "cannot read %s: it is a directory", name);
    return false;
  case NOE_READ_FAILED:
    noe_cli_complain(cli, "cannot read %s: %s", name, strerror(errno));
    return false;
  case NOE_READ_TOO_LARGE:
    noe_cli_complain(cli, "cannot read %s: it is larger than %zu MB", name, NOE_SOURCE_LIMIT >> 20);
    return false;
  }
  return false;
}

void noe_cli_print_diagnostics(struct noe_cli *cli, const struct noe_diagnostics *diagnostics) {
  if (cli->options->quiet && !noe_base_error_count(diagnostics))
    return;
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_diagnostics_print(diagnostics, &text, cli->colour_error);
  noe_cli_print_error(&text);
  noe_base_text_free(&text);
}

bool noe_cli_load(struct noe_cli *cli, const char *name, struct noe_source *source,
                  struct noe_report *report) {
  *source = (struct noe_source){.name = name};
  report->error = "the model could not be read";
  if (!noe_cli_read(cli, name, source))
    return false;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  noe_base_diagnostics_pedantic(diagnostics, cli->options->pedantic);
  report->model = noe_murphi_load(cli->arena, source, cli->options, diagnostics);
  noe_cli_print_diagnostics(cli, diagnostics);
  report->diagnostics = noe_base_diagnostics_list(diagnostics, &report->diagnostic_count);
  size_t errors = noe_base_error_count(diagnostics);
  report->error = errors == 1 ? "the model has an error"
                              : noe_base_arena_format(cli->arena, "the model has %zu errors", errors);
  return report->model != NULL;
}
