/* The rules of a model, instance by instance, as circuits; with priorities. */
#ifndef NOE_CIRCUIT_INSTANCES_H
#define NOE_CIRCUIT_INSTANCES_H

#include "circuit/circuit.h"

struct noe_circuit_instance {
  const struct noe_clause *clause;
  const int64_t *arguments;
  struct noe_circuit_truth guard;
  struct noe_circuit_body body;
  noe_literal enabled; /* and not held back by a smaller priority */
  noe_literal fires;   /* moreover: without error, not discarded */
};

/* All instances, rule by rule, those of a rule in the order of noe_circuit_next_instance. NULL if one is refused. */
struct noe_circuit_instance *noe_circuit_instances(struct noe_circuits *circuits, struct noe_arena *arena,
                                                   uint32_t *count);

#endif
