/* One run of a check: a model with its options, from its text to its verdict. */
#ifndef NOE_CLI_CHECK_H
#define NOE_CLI_CHECK_H

#include "cli/plan.h"
#include "cli/session.h"

struct noe_check {
  const struct noe_run *run;
  const struct noe_engine *engine; /* NULL: the one that the options and the model call for */
  /* Called once when the outcome is known, while model and result are there: what is to
   * be kept is copied to memory of the caller's. The session's report has no result if
   * there was nothing to check (report.error says why); `status` is that of the run,
   * expectations included. */
  void (*tell)(void *context, struct noe_session *session, int status);
  void *context;
};

/* Runs it in a memory of its own, with the limit of --mem: nothing of it is left
 * afterwards. Too little memory is an outcome (UNKNOWN). Returns the status. */
int noe_cli_check_once(struct noe_cli *cli, const struct noe_check *request);

/* cmd_check.c: to people and to the files that options name; a `tell`. */
void noe_cli_show_check(void *context, struct noe_session *session, int status);

/* The failure whose run is saved: the first one that has a run; NULL if none has. */
const struct noe_finding *noe_cli_finding_with_run(const struct noe_result *result);

/* All runs of a plan, one after the other: a table. Returns the most severe status. */
int noe_cli_sweep(struct noe_cli *cli, const struct noe_sweep_plan *plan);

#endif
