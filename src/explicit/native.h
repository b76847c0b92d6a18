/* Successors and claims by compiled code (compile/native.h) instead of the interpreter.
 *
 * The module is built in the background, and taken into use between two states, by
 * each worker when it next looks; and so is a better one that may follow (compile/build.h),
 * with the same frame. That makes no difference to any result: what a compiled
 * model does not answer for sure it does not answer (BAIL), and the interpreter does the
 * state again, from the beginning. */
#ifndef NOE_EXPLICIT_NATIVE_H
#define NOE_EXPLICIT_NATIVE_H

#include "explicit/search.h"

/* Begins to build if it is worth while by now; looks whether it is done. In the thread
 * that runs the search; cheap. */
void noe_explicit_native_poll(struct noe_search *search);
/* For worker 0 when it works alone: polls now and then, and joins. */
#ifdef NOE_HOSTILE
enum { NOE_STATES_PER_POLL = 1 };
#else
enum { NOE_STATES_PER_POLL = 256 };
#endif
void noe_explicit_native_poll_alone(struct noe_worker *chief);

/* Sets the worker up for the best module that there is by now, if any. No part of the frame
 * may be in use. May escape. */
void noe_explicit_native_join(struct noe_worker *worker);

/* Expands the state whose key is worker->key; false: nothing has happened, the
 * interpreter has to do it. */
bool noe_explicit_native_expand(struct noe_worker *worker);

/* Do all claims hold in the state of the key? False: ask the interpreter. */
bool noe_explicit_native_claims(struct noe_worker *worker, const uint8_t *key);

/* Adds up the counters of compiled claims and statements. */
void noe_explicit_native_sum(struct noe_worker *worker);

#endif
