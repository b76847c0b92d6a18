/* graph: the first states, drawn. */
#include "cli/session.h"
#include "explicit/graph.h"
#include "report/dot.h"

int noe_cli_graph(struct noe_cli *cli) {
  struct noe_session session;
  if (!noe_cli_session(cli, cli->words[0], &session))
    return NOE_STATUS_MODEL;
  struct noe_task task = noe_cli_task(&session);
  const struct noe_graph *graph = noe_explicit_graph(&task, cli->options->max_states);
  if (atomic_load(cli->interrupted))
    return NOE_STATUS_INTERRUPTED;
  struct noe_text text = noe_base_text(cli->memory);
  noe_report_dot(&session.report, graph, &text);
  noe_cli_write_file(cli, cli->options->output ? cli->options->output : "-", &text);
  noe_base_text_free(&text);
  if (graph->cut)
    noe_cli_complain(cli, "there is more than the %llu states drawn; see --max-states and --bound",
                     (unsigned long long)graph->node_count);
  return NOE_STATUS_HOLDS;
}
