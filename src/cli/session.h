/* What the commands that run a model share: engines, reports, traces. */
#ifndef NOE_CLI_SESSION_H
#define NOE_CLI_SESSION_H

#include "cli/cli.h"
#include "verdict/engine.h"
#include "report/report.h"

/* A loaded model, ready to be reported on. */
struct noe_session {
  struct noe_cli *cli;
  struct noe_source source;
  struct noe_report report;
  const struct noe_generators *generators; /* that are given and not proved; or NULL */
};

/* Loads the model; false after complaints (the report then says why). */
bool noe_cli_session(struct noe_cli *cli, const char *name, struct noe_session *session);

/* `file://host/path` of the model, if results go to a terminal that takes links; or NULL. */
const char *noe_cli_link(struct noe_cli *cli, const char *name);

/* A task for an engine: no progress, no `put`. */
struct noe_task noe_cli_task(const struct noe_session *session);

/* Exit status that belongs to a failure. */
int noe_cli_failure_status(enum noe_finding_kind kind);

/* Writes --trace-out and --itf for a run; removes the files if it is NULL. */
void noe_cli_write_trace(struct noe_session *session, const struct noe_trace *trace, const struct noe_finding *finding);

/* Says where the trace went, or that there was none to write. */
void noe_cli_trace_note(struct noe_session *session, bool has_trace, struct noe_text *out);

/* ----------------------------------------------------------------- meter */

/* The progress of a search, shown on standard error about once a second, and at once
 * whenever SIGUSR1 asks for it. On a terminal one line is written again and again. */
struct noe_meter {
  struct noe_cli *cli;
  bool is_terminal, shown;
  double began;
  struct noe_text *put; /* `put` text to pass on to standard output as it comes, or NULL */
};

void noe_cli_meter_begin(struct noe_meter *meter, struct noe_cli *cli, struct noe_task *task);
void noe_cli_meter_end(struct noe_meter *meter);

#endif
