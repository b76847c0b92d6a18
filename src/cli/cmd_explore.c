/* explore: a model step by step, in a browser or on the terminal. */
#include <string.h>
#include <unistd.h>

#include "cli/session.h"
#include "explore/explore.h"

static void tell(void *context, const char *address) {
  struct noe_cli *cli = context;
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_text_printf(&text, "explore it at %s\n(on this machine only; Ctrl-C ends it)\n", address);
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
}

static const char *save(void *context, const struct noe_text *run) {
  struct noe_cli *cli = context;
  if (!cli->options->trace_out)
    return "say --trace-out FILE when you start, and the run is saved there";
  return noe_cli_write_file(cli, cli->options->trace_out, run) ? "saved" : "it could not be written";
}

/* A saved run, in terms of the model; NULL after complaints. */
static const struct noe_bound_trace *read_run(struct noe_cli *cli, const char *name, const struct noe_model *model) {
  const char *error = NULL;
  struct noe_source *source = NOE_NEW(cli->arena, struct noe_source);
  struct noe_names names = {.arena = cli->arena};
  if (!noe_cli_read(cli, name, source))
    return NULL;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  const struct noe_saved_trace *saved = noe_report_trace_read(cli->arena, source, diagnostics, &error);
  noe_cli_print_diagnostics(cli, diagnostics);
  const struct noe_bound_trace *bound = saved ? noe_report_trace_bind(cli->arena, model, saved, &names, &error) : NULL;
  if (!bound && error)
    noe_cli_complain(cli, "%s: %s", name, error);
  return bound;
}

int noe_cli_explore(struct noe_cli *cli) {
  struct noe_session session;
  if (cli->options->port > UINT16_MAX)
    return noe_cli_usage(cli, "--port can be %d at most", UINT16_MAX);
  if (!noe_cli_session(cli, cli->words[0], &session))
    return NOE_STATUS_MODEL;
  struct noe_explore_setup setup = {.report = &session.report,
                                    .interrupted = cli->interrupted,
                                    .port = (uint16_t)cli->options->port,
                                    .tell = tell,
                                    .context = cli};
  if (cli->word_count > 1 && !(setup.saved = read_run(cli, cli->words[1], session.report.model)))
    return NOE_STATUS_MODEL;
  atomic_store(cli->asked, 1);
  const char *why = cli->options->tui ? noe_explore_screen(&setup, save) : noe_explore_serve(&setup);
  if (!why)
    return NOE_STATUS_HOLDS;
  noe_cli_complain(cli, "%s", why);
  return NOE_STATUS_MODEL;
}
