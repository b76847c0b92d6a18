/* What is reported on: a result, with everything needed to show it. The report
 * room turns it into text; it decides nothing and writes no files. */
#ifndef NOE_REPORT_REPORT_H
#define NOE_REPORT_REPORT_H

#include "base/options.h"
#include "base/text.h"
#include "lang/lang.h"
#include "model/result.h"

/* Appends what `put` statements print in step `step` of a run. */
typedef void (*noe_put_text)(void *context, const struct noe_trace *trace, uint32_t step, struct noe_text *out);

struct noe_report {
  struct noe_memory *memory;
  const struct noe_options *options;
  const char *file;                      /* of the model, as the user wrote it */
  const struct noe_source *source;       /* its text, or NULL */
  const struct noe_front_end *front_end; /* of its language, or NULL */
  const struct noe_model *model;         /* NULL: the text is not a model */
  const struct noe_result *result;       /* NULL: it was not checked */
  const char *engine, *engine_reason;
  const char *error;                      /* no result: why, in one line */
  const struct noe_reported *diagnostics; /* on the model, by place */
  size_t diagnostic_count;
  const char *expected; /* what was to come out, as it was written; or NULL */
  const char *unmet;    /* and how the result differs from it; NULL: it does not */
  uint64_t memory_limit;
  bool colour;
  const char *link;  /* of the model, as a URL, if the terminal takes links; or NULL */
  bool one_line;     /* JSON: for a file with one object on each line */
  noe_put_text puts; /* or NULL */
  void *put_context;
};

/* What the model writes for an expression, on one line; NULL if that is not known. */
const char *noe_report_excerpt(const struct noe_report *report, struct noe_arena *arena, const struct noe_expr *expr,
                               size_t most);

/* For people: verdict, runs, figures, notes. */
void noe_report_check(const struct noe_report *report, struct noe_text *out);

/* What stands behind the verdict on the first line: the property that is violated, why
 * it is unknown. May be nothing. */
void noe_report_reason(const struct noe_report *report, struct noe_text *out);

/* `HOLDS`; the same in its colour. */
const char *noe_report_verdict_word(enum noe_verdict verdict);
void noe_report_verdict(enum noe_verdict verdict, bool colour, struct noe_text *out);

/* `  not as expected: …`, or nothing if nothing was expected. */
void noe_report_expectation(const struct noe_report *report, struct noe_text *out);

/* A run step by step, as options->trace asks for. */
void noe_report_trace(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out);

/* Its steps from number `from` on, without states that are shown whole. */
void noe_report_branch(const struct noe_report *report, const struct noe_trace *trace, uint32_t from,
                       struct noe_text *out);

/* The last part of it: the run-time error that the run ends in, if it does. */
void noe_report_trace_end(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out);

/* Does the start state of this run show a variable that others leave out, because the
 * error at its end speaks of it? */
bool noe_report_trace_reveals(const struct noe_trace *trace);

/* What stands between these is a link to a line of the model, on terminals. */
void noe_report_link(const struct noe_report *report, uint32_t line, struct noe_text *out);
void noe_report_link_end(const struct noe_report *report, struct noe_text *out);

/* A run-time error: message, place, source line with a caret. */
void noe_report_fault(const struct noe_report *report, const struct noe_fault *fault, struct noe_text *out);

/* Things worth knowing beyond the verdict: rules that never fired, properties that
 * hold vacuously. */
void noe_report_notes(const struct noe_report *report, struct noe_text *out);

/* `invariant "coherence"`, `invariant at line 12`, `assertion at line 3`, `deadlock`. */
void noe_report_label(const struct noe_finding *finding, struct noe_text *out);

/* ` (line 12)`, if the finding has a line and its label does not say it. */
void noe_report_label_line(const struct noe_finding *finding, struct noe_text *out);

/* Does the label of an assertion give its message, as its name? */
bool noe_report_label_is_name(const struct noe_finding *finding);

/* `rule "send", p = Proc_1`. */
void noe_report_instance(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                         const int64_t *state, struct noe_text *out);

/* `p = Proc_1, q = Proc_2`, or nothing. */
void noe_report_arguments(const struct noe_model *model, const struct noe_clause *clause, const int64_t *arguments,
                          const int64_t *state, struct noe_text *out);

/* Files for other programs. */
void noe_report_json(const struct noe_report *report, struct noe_text *out);
void noe_report_junit(const struct noe_report *report, struct noe_text *out);
/* A run as the text of a failure in JUnit: plain, and there whatever --trace says. */
void noe_report_junit_run(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out);
/* One run: what `noether replay` reads. The finding is what the run shows, or NULL. */
void noe_report_trace_json(const struct noe_report *report, const struct noe_trace *trace,
                           const struct noe_finding *finding, struct noe_text *out);
void noe_report_itf(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out);

/* Names for files: `none`, `errors`, `bound`, …; `startstate`, `rule`, `property`. */
const char *noe_report_stop_name(enum noe_stop stop);
const char *noe_report_clause_kind_name(enum noe_clause_kind kind);
const char *noe_report_property_kind_name(enum noe_property_kind kind);

#endif
