/* Names of rules and arguments in JSON, read as events of a model. */
#ifndef NOE_REPORT_EVENT_READ_H
#define NOE_REPORT_EVENT_READ_H

#include "model/event.h"
#include "report/demand_read.h"

/* Which clauses a name may mean. */
struct noe_clause_query {
  enum noe_clause_kind kind;
  const char *name;
  int64_t index; /* where it was among the clauses of its kind, which comes first; -1: not known */
  const struct noe_json_value *arguments; /* an object, or NULL: none are known */
  bool has_elements; /* arguments that are elements of multisets are values, and not to be passed over */
};

enum noe_event_problem {
  NOE_EVENT_OK,
  NOE_EVENT_NO_CLAUSE, /* nothing of that name */
  NOE_EVENT_NO_VALUE,  /* an argument is no value of the parameter */
};

/* The clauses that are meant, with what is wanted of their parameters; arguments that no clause has a
 * parameter for are strange, or an error. NO_VALUE: `*wrong` is the argument. */
enum noe_event_problem noe_report_event_read(struct noe_demand_reader *reader, const struct noe_clause_query *query,
                                             struct noe_event *event, const struct noe_json_value **wrong);

/* The key under which the parameter at `binder` is written: its name, with ` (outer)` for each later
 * parameter of the clause that has the same name. */
const char *noe_report_parameter_key(struct noe_arena *arena, const struct noe_clause *clause, uint32_t binder);

#endif
