/* The compiled module of a system: built in the background (compile/build.h), and taken into use by each thread
 * when it next looks (noe_system_view_join). It makes no difference to any result: what a compiled model does not
 * answer for sure it does not answer, and the interpreter does the state again, from the beginning.
 *
 * Left to the interpreter altogether: models in which `put` prints at every execution, runs with --check-symmetry,
 * models that have both assumptions and cover statements (which executions count is decided where states are
 * taken in), and, where points are followed by name, models with priorities. */
#ifndef NOE_SYSTEM_COMPILED_H
#define NOE_SYSTEM_COMPILED_H

#include <stdatomic.h>

#include "compile/build.h"

struct noe_system;

struct noe_compiled {
  struct noe_compilation *compilation;
  _Atomic(const struct noe_native_module *) module; /* the best so far that fits; NULL: none */
  _Atomic bool is_busy;                             /* a compiler is at work for the first module, and not for long */
  bool was_tried;
  double began; /* seconds */
};

/* Begins to build, if the model is compiled at all. A compiler starts after `delay` seconds; negative: after the
 * usual ones. In the thread that owns the system, as all that follows. */
void noe_system_compile_begin(struct noe_system *system, double delay);
/* Waits for a module; true if there is one, or `impatient` has lost patience. */
bool noe_system_compile_wait(struct noe_system *system, bool (*impatient)(void *context), void *context);
/* Looks whether there is one, or a better one. Cheap. True if there will be none. */
bool noe_system_compile_poll(struct noe_system *system);
/* Why there is none: one line, never NULL. */
const char *noe_system_compile_why(const struct noe_system *system);
/* Ends all of it; no frame may be in use. */
void noe_system_compile_stop(struct noe_system *system);

#endif
