/* A witness of a model checker of hardware, as a run of the model.
 *
 * The text is that of the AIGER format: `1`, the properties that it is said to violate (`b0`), the latches before the first
 * frame, a line of inputs for each frame, `.`; lines that begin with `c` or `#` are comments. Its inputs are choices
 * (aiger.h), which the reference interpreter follows: what the circuit made of them is not believed. */
#ifndef NOE_AIGER_WITNESS_H
#define NOE_AIGER_WITNESS_H

#include "aiger/aiger.h"
#include "base/source.h"
#include "model/result.h"

/* Nothing else begins so, no saved run and no model: with a row of digits, or with b0. */
bool noe_aiger_is_witness(const struct noe_source *source);

enum { NOE_ANY_BAD = UINT32_MAX }; /* the witness does not say which */

struct noe_aiger_witness {
  uint32_t bad;           /* number of the bad literal */
  const uint32_t *inputs; /* by frame: the choice */
  uint32_t frame_count;   /* at least one */
};

/* False if it is not one for this circuit; `error` says why, and `line` where. */
bool noe_aiger_witness_read(const struct noe_aiger *aiger, const struct noe_source *source,
                            struct noe_aiger_witness *witness, const char **error, uint32_t *line);

/* The run that its choices mean, by the interpreter; it is empty where the first frame is said to be bad. NULL if no
 * start state can be taken. */
const struct noe_trace *noe_aiger_witness_run(const struct noe_aiger *aiger, struct noe_machine *machine,
                                              const struct noe_aiger_witness *witness);

#endif
