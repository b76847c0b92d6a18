/* Looking for violations by permutations that a user gives (detect/generators.h), whatever they are worth. */
#ifndef NOE_ADAPTIVE_GIVEN_H
#define NOE_ADAPTIVE_GIVEN_H

#include "verdict/engine.h"

/* Takes its permutations from task->generators. It has no way to say that anything holds, covers aside. */
extern const struct noe_engine noe_given_engine;

#endif
