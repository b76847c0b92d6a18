/* Steps of orbits by compiled code (compile/native.h) instead of the interpreter.
 *
 * The module is built in the background of packed states, unary models included: keys of runs
 * know no arguments, and steps have to. It delivers successors as cells, so that names
 * are found here. Mostly the search has left the object in the cache. Whatever the module does
 * not answer for sure (BAIL) the interpreter does again, from the beginning.
 *
 * Left to the interpreter altogether: models with priorities, --check-symmetry, and `put` at every
 * execution, as in a search; and, rule by rule, those that choose an element of a multiset, and
 * those with a parameter that nothing depends on, of which a module fires one instance, while
 * fairness may ask for each. */
#ifndef NOE_FAIR_NATIVE_H
#define NOE_FAIR_NATIVE_H

#include "compile/build.h"
#include "fair/orbits.h"

struct noe_fair_native {
  struct noe_fair_orbits *orbits;
  struct noe_compilation *compilation;
  const struct noe_native_module *module; /* NULL: none as yet */
  struct noe_native_frame *frame;
  uint64_t *counters; /* of no interest */
  uint64_t *key;
  uint8_t *rules;  /* by rule: are its steps found by the module? */
  bool is_partial; /* not those of every rule */
  bool is_wanted, was_tried;
  uint32_t asked; /* how often */
};

/* May escape; can be stopped then. */
struct noe_fair_native *noe_fair_native_new(struct noe_fair_orbits *orbits);
void noe_fair_native_delete(struct noe_fair_native *native);

/* Begins to build if it is worth while by now; is there a module? */
bool noe_fair_native_poll(struct noe_fair_native *native);

/* Adds the steps of an orbit by all rules that native->rules says yes to. False: the
 * interpreter has to do it, and what was added is to be forgotten. May escape. */
bool noe_fair_native_fire(struct noe_fair_native *native, uint32_t orbit);

#endif
