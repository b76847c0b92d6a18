/* The instances that may fire in a state:
 *
 *   enabled(s) = { (r, a) : guard of r(a) is true in s,
 *                           no enabled instance has a smaller priority number }
 *
 * in the order of the rules, then of the arguments. The guards of all instances
 * are evaluated, whatever the priorities: a guard that fails is a failure of
 * the model even where another rule comes first. */
#ifndef NOE_SYSTEM_ENABLED_H
#define NOE_SYSTEM_ENABLED_H

#include "model/machine.h"

struct noe_enabled_item {
  const struct noe_clause *clause;
  size_t arguments; /* where they begin in the list's row of arguments */
};

struct noe_enabled {
  struct noe_memory *memory;
  struct noe_machine *machine;
  const struct noe_model *model;
  struct noe_enabled_item *items;
  size_t count, capacity;
  int64_t *arguments;
  size_t argument_count, argument_capacity;
  const uint8_t *skip;                 /* by rule: is it left out? NULL: none is; not for models with priorities */
  bool order;                          /* a guard's loop depends on the order: noe_model_machine_order tells which */
  const struct noe_exchange *exchange; /* for the guards of rules; or NULL */
};

/* Called for an alias or guard with a run-time error (noe_model_machine_fault
 * tells which), with the arguments bound so far; false stops the enumeration. */
typedef bool (*noe_guard_failed)(void *context, const struct noe_clause *clause, const int64_t *arguments);

/* All of this takes memory by noe_base_alloc, which may escape; the list stays
 * fit to be freed then. */
struct noe_enabled noe_system_enabled(struct noe_memory *memory, struct noe_machine *machine,
                                      const struct noe_model *model);
void noe_system_enabled_free(struct noe_enabled *enabled);

/* Replaces the list by enabled(state), or by the instances of the start states.
 * `failed` may be NULL: instances whose guard fails are then left out. False if
 * `failed` stopped it, or `order` is set. */
bool noe_system_enabled_rules(struct noe_enabled *enabled, const int64_t *state, noe_guard_failed failed,
                              void *context);
bool noe_system_enabled_starts(struct noe_enabled *enabled, noe_guard_failed failed, void *context);

/* enabled(state), or the start states, without a list that could be long: `each` is called for every instance, in order,
 * and may run them, and others, on the machine. That begins before all guards are known,
 * except where priorities have to be compared, and so a run-time error in a guard may come
 * after many calls. False if `each` or `failed` stopped it, or `order` is set. */
typedef bool (*noe_enabled_visit)(void *context, const struct noe_clause *clause, const int64_t *arguments);
bool noe_system_enabled_each(struct noe_enabled *enabled, const int64_t *state, noe_guard_failed failed,
                             noe_enabled_visit each, void *context);
bool noe_system_enabled_each_start(struct noe_enabled *enabled, noe_guard_failed failed, noe_enabled_visit each,
                                   void *context);

/* Is the list sound? NULL, or a sentence that says what is wrong. */
const char *noe_system_enabled_check(const struct noe_enabled *enabled);

static inline const int64_t *noe_enabled_arguments(const struct noe_enabled *enabled, size_t item) {
  return enabled->arguments + enabled->items[item].arguments;
}

#endif
