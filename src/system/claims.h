/* Properties in one state. */
#ifndef NOE_SYSTEM_CLAIMS_H
#define NOE_SYSTEM_CLAIMS_H

#include "model/machine.h"

/* Does the model have a property of this kind (other than as a statement)? */
bool noe_system_has_property(const struct noe_model *model, enum noe_property_kind kind);

/* Is the state allowed by all assumptions? FALSE if one is false, whatever the
 * others do; else FAULT if one cannot be evaluated (`*failed`; the machine's
 * fault and arguments are its). Such a state is shown but not searched on. */
enum noe_outcome noe_system_assumptions(struct noe_machine *machine, const struct noe_model *model,
                                        const int64_t *state, const struct noe_clause **failed);

#endif
