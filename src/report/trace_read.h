/* Reading a run back: from a file written by --trace-out or --json, in two steps.
 * First the file alone (is it a trace, which options does it bring?), then against
 * a model (does it know these rules?). Nothing in the file is trusted. */
#ifndef NOE_REPORT_TRACE_READ_H
#define NOE_REPORT_TRACE_READ_H

#include "base/diagnostic.h"
#include "logs/follow.h"
#include "model/result.h"
#include "report/json_tree.h"
#include "report/names.h"

/* A rule or property as the file names it. */
struct noe_saved_clause {
  const char *name;
  bool is_start, is_property;
  int64_t index;                          /* -1 if the file does not say */
  const struct noe_json_value *arguments; /* an object, or NULL */
  bool has_elements;                      /* arguments that are elements of multisets are values */
};

struct noe_saved_step {
  struct noe_saved_clause clause;
  const struct noe_json_value *state; /* NULL: the step failed */
};

struct noe_saved_trace {
  const char *model;
  const char *const *options; /* words for the command line; only options that change the meaning */
  size_t option_count;
  struct noe_saved_step *steps;
  size_t step_count;
  bool has_loop;
  int64_t loop;
  bool has_fault;
  bool has_failed;
  struct noe_saved_clause failed;
  bool has_property;
  enum noe_finding_kind kind;
  struct noe_saved_clause property; /* name NULL: deadlock, assertion */
  struct noe_saved_trace *branches; /* other runs that the finding needs: steps and loops */
  size_t branch_count;
};

/* NULL if the text is not a trace: either the diagnostics say what is wrong with its JSON, or there
 * is one line in `*error`. */
struct noe_saved_trace *noe_report_trace_read(struct noe_arena *arena, const struct noe_source *source,
                                              struct noe_diagnostics *diagnostics, const char **error);

/* A saved run in terms of a model. */
struct noe_bound_trace {
  struct noe_firing_plan plan;
  const struct noe_clause *property; /* what it is evidence of, if that is a clause; or NULL */
  bool has_arguments;
  struct noe_event instance;  /* of the property, if the file tells its arguments */
  const char *const *strange; /* names of the file that the model does not know */
  size_t strange_count;
};

/* NULL, and one line in `*error`, if the model lacks what the run is made of. */
const struct noe_bound_trace *noe_report_trace_bind(struct noe_arena *arena, const struct noe_model *model,
                                                    const struct noe_saved_trace *saved, const struct noe_names *names,
                                                    const char **error);

#endif
