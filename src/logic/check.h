/* Is a structure of this room sound? NULL, or a sentence that says what is wrong. For the hostile build
 * (base/contract.h) and for tests, which plant a defect for each sentence. */
#ifndef NOE_LOGIC_CHECK_H
#define NOE_LOGIC_CHECK_H

#include "logic/branching.h"
#include "logic/logic_int.h"
#include "logic/monitor.h"

const char *noe_logic_table_check(const struct noe_logic *logic);
const char *noe_logic_automaton_check(const struct noe_automaton *automaton);
const char *noe_logic_monitor_check(const struct noe_monitor *monitor);
const char *noe_logic_branching_check(const struct noe_branching *branching);

#endif
