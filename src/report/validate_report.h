/* What became of a log, for people and for programs. */
#ifndef NOE_REPORT_VALIDATE_REPORT_H
#define NOE_REPORT_VALIDATE_REPORT_H

#include "logs/validate.h"
#include "report/report.h"

struct noe_log_report {
  const struct noe_report *report; /* on the model */
  const struct noe_source *source; /* the log */
  const struct noe_log *log;
  const struct noe_validation *validation; /* NULL: the log or the model could not be read */
  double seconds;
};

/* Verdict, the line that no run explains with what it lacks, the states that were possible, figures. */
void noe_report_validation(const struct noe_log_report *log, struct noe_text *out);

/* One object: see docs/validate.md. */
void noe_report_validation_json(const struct noe_log_report *log, struct noe_text *out);

/* `explained`, `refused`, `unknown`. */
const char *noe_report_validation_name(enum noe_validation_verdict verdict);

/* Steps of the run that no line tells of; the start state counts for none. */
uint64_t noe_report_hidden_steps(const struct noe_validation *validation);

#endif
