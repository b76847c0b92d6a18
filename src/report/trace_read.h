/* Reading a run back: from a file written by --trace-out or --json, in two steps.
 * First the file alone (is it a trace, which options does it bring?), then against
 * a model (does it know these rules?). Nothing in the file is trusted. */
#ifndef NOE_REPORT_TRACE_READ_H
#define NOE_REPORT_TRACE_READ_H

#include "base/source.h"
#include "model/result.h"

/* A rule or property as the file names it. */
struct noe_saved_clause {
  const char *name;
  bool is_start, is_property;
  int64_t index; /* -1 if the file does not say */
  const int64_t *arguments;
  size_t argument_count;
};

struct noe_saved_step {
  struct noe_saved_clause clause;
  const int64_t *cells; /* NULL: the step failed */
  size_t cell_count;
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
  struct noe_fault fault;
  bool has_failed;
  struct noe_saved_clause failed;
  bool has_property;
  enum noe_finding_kind kind;
  struct noe_saved_clause property; /* name NULL: deadlock, assertion */
};

/* NULL, and one line in `*error`, if the text is not a trace. */
struct noe_saved_trace *noe_report_trace_read(struct noe_memory *memory, struct noe_arena *arena,
                                              const struct noe_source *source, const char **error);

/* The run in terms of a model, and what it is said to show (`*finding`, NULL if
 * nothing); NULL, and one line in `*error`, if it does not fit the model. */
const struct noe_trace *noe_report_trace_bind(struct noe_arena *arena, const struct noe_model *model,
                                              const struct noe_saved_trace *saved,
                                              const struct noe_finding **finding, const char **error);

#endif
