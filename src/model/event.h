/* Partial knowledge of a firing (of a log, of a trace file): which rule it was, as far as a name tells, and some of its
 * arguments. Several clauses may share a name; each is a choice, with what is wanted of its
 * parameters. */
#ifndef NOE_MODEL_EVENT_H
#define NOE_MODEL_EVENT_H

#include "model/demand.h"
#include "model/machine.h"

enum noe_wish_kind {
  NOE_WISH_ANY,
  NOE_WISH_VALUE,   /* this value, of a parameter that is a simple value */
  NOE_WISH_ELEMENT, /* an element of a multiset that meets demands */
};

/* Of one parameter. */
struct noe_wish {
  enum noe_wish_kind kind;
  int64_t value;
  struct noe_demands element;
};

struct noe_event_choice {
  const struct noe_clause *clause;
  const struct noe_wish *wishes; /* by parameter */
};

struct noe_event {
  const struct noe_event_choice *choices; /* the likelier ones first */
  uint32_t count;
};

/* Calls `visit` as noe_model_machine_instances does, for the instances of all choices that have the
 * arguments wanted; parameters that an error left unbound have any. Returns false as soon as
 * `visit` does. `visit` may use the machine. */
bool noe_model_event_instances(struct noe_machine *machine, const struct noe_event *event, const int64_t *state,
                               noe_instance_visit visit, void *context);

#endif
