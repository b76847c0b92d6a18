/* The transition system of a model, up to its symmetry: what every engine searches.
 *
 *   state    s   a row of cells (model/model.h); G, the proved group, acts on states (symmetry/symmetry.h)
 *   key      key(s) = key(t) iff t is in the orbit G s  (--symmetry=fast: an orbit may have several keys;
 *                  where keys are of states, key(s) is s itself, and whoever searches tells orbits apart)
 *   state(k)     the representative: key(state(k)) = k
 *   enabled(s)   instances i = (rule, arguments) whose guard holds in s, of the least priority number (enabled.h)
 *   s -i-> t     t is what the body of i makes of s; it is a step only if no assumption is against t (claims.h)
 *   leaders(s)   one instance of each orbit of enabled(s) under the permutations that fix s
 *   succ(k)      { key(t) : state(k) -i-> t, i in leaders(state(k)) } = { key(t) : s -i-> t, key(s) = k }
 *   pi(t)        a permutation with pi(t) t = state(key(t)) (noe_system_permutation)
 *
 * Three headers carry it. This one: what threads share; the proof, the shape of keys, the compiled module. view.h:
 * what one thread needs to execute; the interpreter, keys, enabled instances, a frame for compiled code, and the
 * one place where the interpreter fires. successors.h: succ(k), by whichever execution there is.
 *
 * The proof is made once, and weakened when a loop that the proof left to be watched turns out to depend on the
 * order of its rounds (NOE_OUTCOME_ORDER): whoever meets that forgets all that rests on the symmetry, and begins
 * again under what is left (noe_system_until_proved).
 *
 * Threads: while several work, they only read this structure, except for the atomic members of `compiled`. */
#ifndef NOE_SYSTEM_SYSTEM_H
#define NOE_SYSTEM_SYSTEM_H

#include "system/compiled.h"
#include "system/orbits.h"

struct noe_system {
  struct noe_memory *memory;
  struct noe_arena *arena; /* of what stays: the proof, the shape of keys */
  const struct noe_model *model;
  const struct noe_options *options;
  bool puts;         /* `put` is heard at every execution: only the interpreter speaks */
  bool keeps_states; /* keys are of states (orbits.h) */
  bool is_tracked;   /* points are followed by name: keys are packed states, and compiled code tells every instance */
  bool has_assumptions;
  struct noe_proof *proof;
  bool is_unfounded; /* a symmetry was given up that the model rests on (`needed`): there is no answer */
  struct noe_key_shape keys;
  struct noe_compiled compiled;
};

/* Proves the symmetry, or believes in it if the user does; unless there is a proof already. May escape. */
void noe_system_prove(struct noe_system *system);

/* Decides on the keys, by the proof as it is now. May escape. */
void noe_system_shape(struct noe_system *system);

/* Are there loops whose order the proof has left to be watched? */
bool noe_system_is_watched(const struct noe_system *system);

/* A watched loop that depends on the order of its rounds, by what it does or by an error that it meets. */
struct noe_broken {
  uint32_t loop;
  enum noe_reason reason;
};

/* The scalarsets that this loop runs through are no longer permuted: all that was made of the proof is void. */
void noe_system_give_up(struct noe_system *system, struct noe_broken broken);

/* Calls attempt(context) until it returns false; if it returns true, a watched loop depends on the order, and
 * `*broken` says which: forget(context) then drops all that rests on the symmetry, which is then given up. Returns
 * how often that happened. Ends at once, with `is_unfounded`, if the model rests on what was given up. May escape
 * where these do. */
uint32_t noe_system_until_proved(struct noe_system *system, bool (*attempt)(void *context, struct noe_broken *broken),
                                 void (*forget)(void *context), void *context);

#endif
