#include "cli/generators.h"

#include "detect/detect.h"
#include "detect/generators.h"

bool noe_cli_read_generators(struct noe_session *session) {
  struct noe_cli *cli = session->cli;
  const struct noe_model *model = session->report.model;
  struct noe_source source;
  if (!noe_cli_read(cli, cli->options->generators, &source))
    return false;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, &source);
  const struct noe_generators *generators = noe_detect_read_generators(cli->arena, model, &source, diagnostics);
  noe_cli_print_diagnostics(cli, diagnostics);
  if (noe_base_error_count(diagnostics))
    return false;
  const struct noe_view *view = noe_detect_view(cli->arena, cli->memory, model, cli->options, NOE_VIEW_BEST);
  bool is_known = cli->options->detect == NOE_DETECT_ON && noe_detect_knows_generators(view, generators);
  session->generators = is_known ? NULL : generators;
  if (!cli->options->quiet)
    noe_cli_complain(cli,
                     is_known ? "note: %s: the values are found to be alike; the search rests on its own proof"
                              : "note: %s: not proved, so it serves to look for violations only",
                     cli->options->generators);
  return true;
}
