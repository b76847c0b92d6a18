/* What one thread needs to execute a system: the interpreter, keys, the list of enabled instances, and a frame for
 * compiled code. One view belongs to one thread, on memory of that thread.
 *
 * The machine of a view that was just opened fires and watches everything, as the referee does. A search reduces it
 * (leaders only) and has it watch the loops that the proof has left open. */
#ifndef NOE_SYSTEM_VIEW_H
#define NOE_SYSTEM_VIEW_H

#include "system/enabled.h"
#include "system/system.h"

struct noe_view {
  struct noe_system *system;
  struct noe_memory *memory;
  void *owner; /* what the functions that it calls are given */
  struct noe_machine *machine;
  struct noe_orbits orbits;
  struct noe_enabled enabled;
  int64_t *state, *successor; /* the state that was entered last; what a firing has led to */
  struct noe_twins *twins;    /* of that state: whose orbits of instances are fired once */
  bool (*stop)(void *owner);  /* asked during long executions; NULL: never */

  /* Compiled code, once there is a module: */
  const struct noe_native_module *module;
  struct noe_native_frame *frame; /* before, one that only carries the owner and what an expansion found out */
  const uint8_t *rules;           /* by rule: does the module fire it? */
  bool is_partial;                /* not all of them: the interpreter fires the rest */
  bool decodes;                   /* the module works on cells, and wants the twins of the state */
  uint64_t *packed;               /* a state as the module wants it */
};

/* May escape; can be closed then. The owner is handed to `stop` and to visitors. */
void noe_system_view_open(struct noe_view *view, struct noe_system *system, struct noe_memory *memory, void *owner,
                          bool (*stop)(void *owner));
void noe_system_view_close(struct noe_view *view);

/* From now on, or no more: of instances that are alike one is fired (noe_system_leads; of a parameter that a rule
 * does not depend on, the first value). */
void noe_system_view_reduce(struct noe_view *view, bool on);
/* Likewise: loops that the proof leaves open are watched. */
void noe_system_view_watch(struct noe_view *view, bool on);

/* Sets the view up for the best module that there is by now, if any. Nothing of the frame may be in use. May
 * escape. */
void noe_system_view_join(struct noe_view *view);

/* view->state becomes the representative of the key, and view->twins its twins. */
void noe_system_view_enter(struct noe_view *view, const uint8_t *key);

/* Key of a state as the module wants it; `cells` is scratch, or the state itself if it `is_known`. */
const uint8_t *noe_system_module_key(struct noe_view *view, const uint8_t *key, int64_t *cells, bool is_known);

/* Runs the body of an instance: the one place outside the interpreter where that happens. As of
 * noe_model_machine_fire; `state` NULL for start states. */
enum noe_outcome noe_system_fire(struct noe_view *view, const struct noe_clause *clause, const int64_t *arguments,
                                 const int64_t *state, int64_t *successor);

#endif
