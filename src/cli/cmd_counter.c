/* counter: the counter abstraction of a model, as a model. */
#include "cli/session.h"
#include "counter/program.h"

static void put_notes(struct noe_cli *cli, const struct noe_model *model, const struct noe_counter_notes *notes) {
  if (cli->options->quiet)
    return;
  if (notes->has_values)
    noe_cli_complain(cli, "note: values of small scalarsets are not merged: its states are orbits of processes alone");
  if (notes->exchanges)
    noe_cli_complain(cli, "note: a firing may just exchange processes, which changes no counter: check it with "
                          "--deadlock=off");
  for (uint32_t i = 0; i < model->property_count; i++) {
    const struct noe_clause *clause = &model->properties[i];
    if (noe_property_is_temporal(clause->property) || clause->property == NOE_PROPERTY_LIVENESS ||
        (clause->property == NOE_PROPERTY_COVER && clause->is_statement))
      noe_cli_complain(cli, "note: left out: %s (line %u)", clause->title, (unsigned)clause->place.line);
  }
}

int noe_cli_counter(struct noe_cli *cli) {
  struct noe_session session;
  if (!noe_cli_session(cli, cli->words[0], &session))
    return NOE_STATUS_MODEL;
  struct noe_task task = noe_cli_task(&session);
  struct noe_options options = *cli->options;
  options.max_errors = 0; /* all states are wanted, whatever fails in some */
  task.options = &options;
  struct noe_counter_notes notes;
  struct noe_text text = noe_base_text(cli->memory);
  const char *reason = noe_counter_program(&task, cli->typed, &text, &notes);
  if (reason)
    noe_cli_complain(cli, "%s: %s", cli->words[0], reason);
  else {
    noe_cli_write_file(cli, cli->options->output ? cli->options->output : "-", &text);
    put_notes(cli, session.report.model, &notes);
  }
  noe_base_text_free(&text);
  return reason ? NOE_STATUS_UNKNOWN : NOE_STATUS_HOLDS;
}
