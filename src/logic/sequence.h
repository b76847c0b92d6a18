/* Sequences, the claims `never { r }`: a path is bad as soon as a block of
 * consecutive states, starting anywhere and ending now, matches r (docs/language.md#8-temporal-claims-and-fairness).
 *
 * Letters are atoms of the claim, negated or not. `a ; b` is one block after the
 * other; `a : b` lets the last state of a match of a be the first one of b, so both
 * are not empty. A repeated sequence may match the empty word, which then counts as a
 * round. A block has at least one state: r[*] alone is not violated by blocks of none. */
#ifndef NOE_LOGIC_SEQUENCE_H
#define NOE_LOGIC_SEQUENCE_H

#include "logic/monitor.h"

/* The monitor of `temporal->sequence`; its propositions go to the table `logic`. */
enum noe_logic_answer noe_logic_sequence(struct noe_logic *logic, struct noe_arena *arena,
                                         const struct noe_temporal *temporal, const struct noe_monitor **monitor);

#endif
