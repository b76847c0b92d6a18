/* The runs that a check is asked for: every model with every combination of values
 * that -D gives, or, with --expect=header, every line `-- expect:` of the models. */
#ifndef NOE_CLI_PLAN_H
#define NOE_CLI_PLAN_H

#include "cli/axis.h"
#include "cli/cli.h"
#include "cli/expect.h"

#define NOE_NO_RUN SIZE_MAX

struct noe_run {
  const char *file;
  const struct noe_options *options;
  const char *const *values; /* by axis */
  const char *label;         /* what tells it from other runs of the file: `N=2 DATA=1`; may be empty */
  size_t before;             /* the run with the value before on the last axis, all else equal; or NOE_NO_RUN */
  const struct noe_expectation *expectation; /* or NULL */
  const char *lacking;                       /* an expectation was asked for, but there is none: why; or NULL */
};

struct noe_sweep_plan {
  struct noe_axis *axes; /* the last varies fastest */
  size_t axis_count;
  struct noe_run *runs;
  size_t count;
  size_t file_count;
  bool is_sweep; /* many runs were asked for, even if there is but one */
};

/* NOE_STATUS_HOLDS, or after a complaint what to end with. */
int noe_cli_plan(struct noe_cli *cli, struct noe_sweep_plan *plan);

#endif
