/* Counter abstraction as a program (Emerson and Wahl, "Dynamic Symmetry Reduction", 2005; the survey by Wahl and
 * Donaldson, "Replication and Abstraction", 2010, section on generic representatives): a Murphi model whose states are the
 * orbits of another one. Its variables are the global part, and one counter for each local state that some process has in
 * some reachable state; a rule takes processes out of local states and puts them into others. */
#ifndef NOE_COUNTER_PROGRAM_H
#define NOE_COUNTER_PROGRAM_H

#include "base/text.h"
#include "verdict/engine.h"

/* What should be known of a program. */
struct noe_counter_notes {
  bool has_values; /* small scalarsets of data values are not merged: its states are orbits of processes alone */
  bool exchanges;  /* a firing may do no more than exchange processes, which is no change of any counter: what counts as
                    * a deadlock may differ */
};

/* Appends the program to `out`; `origin` says what it was made of. Returns NULL, or why there is none, in a sentence. */
const char *noe_counter_program(const struct noe_task *task, const char *origin, struct noe_text *out,
                                struct noe_counter_notes *notes);

#endif
