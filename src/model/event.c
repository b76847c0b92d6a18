#include "model/event.h"

#include "model/machine_int.h"

struct enumeration {
  struct noe_machine *machine;
  const struct noe_event_choice *choice;
  const int64_t *state;
  noe_instance_visit visit;
  void *context;
};

/* Values are compared as soon as they are bound; elements when all are. */
static bool value_fits(const struct noe_wish *wish, int64_t value) {
  return wish->kind != NOE_WISH_VALUE || value == NOE_UNDEFINED || value == wish->value;
}

static bool is_wanted(void *context, const struct noe_clause *clause, const int64_t *arguments, uint32_t count) {
  (void)clause;
  const struct enumeration *enumeration = context;
  return value_fits(&enumeration->choice->wishes[count - 1], arguments[count - 1]);
}

/* The binder that parameter number `parameter` is. */
static uint32_t binder_of(const struct noe_clause *clause, uint32_t parameter) {
  uint32_t binder = 0;
  for (;; binder++)
    if (clause->binders[binder].kind <= NOE_BINDER_CHOOSE && !parameter--)
      return binder;
}

static bool element_fits(struct noe_machine *machine, const struct noe_clause *clause, const int64_t *arguments,
                         const int64_t *state, uint32_t parameter, const struct noe_demands *wanted) {
  const int64_t *cells = noe_model_machine_chosen(machine, clause, arguments, state, binder_of(clause, parameter));
  return cells && !noe_model_demands_unmet(machine->memory, wanted, cells);
}

static bool values_fit(const struct noe_event_choice *choice, const int64_t *arguments) {
  for (uint32_t i = 0; i < choice->clause->parameter_count; i++)
    if (!value_fits(&choice->wishes[i], arguments[i]))
      return false;
  return true;
}

static bool elements_fit(struct noe_machine *machine, const struct noe_event_choice *choice, const int64_t *arguments,
                         const int64_t *state) {
  for (uint32_t i = 0; i < choice->clause->parameter_count; i++)
    if (choice->wishes[i].kind == NOE_WISH_ELEMENT &&
        !element_fits(machine, choice->clause, arguments, state, i, &choice->wishes[i].element))
      return false;
  return true;
}

/* A machine keeps its fault until its next execution, and looking at an element is one: whatever
 * element a guard fails with will do. The visitor has the machine to itself, without the filter. */
static bool visit(void *context, const struct noe_clause *clause, const int64_t *arguments, enum noe_outcome outcome) {
  struct enumeration *enumeration = context;
  noe_model_machine_filter(enumeration->machine, NULL, NULL);
  bool fits = values_fit(enumeration->choice, arguments) &&
              (outcome == NOE_OUTCOME_FAULT ||
               elements_fit(enumeration->machine, enumeration->choice, arguments, enumeration->state));
  bool go_on = !fits || enumeration->visit(enumeration->context, clause, arguments, outcome);
  noe_model_machine_filter(enumeration->machine, is_wanted, enumeration);
  return go_on;
}

bool noe_model_event_instances(struct noe_machine *machine, const struct noe_event *event, const int64_t *state,
                               noe_instance_visit each, void *context) {
  struct enumeration enumeration = {.machine = machine, .state = state, .visit = each, .context = context};
  bool go_on = true;
  for (uint32_t i = 0; i < event->count && go_on; i++) {
    enumeration.choice = &event->choices[i];
    noe_model_machine_filter(machine, is_wanted, &enumeration);
    go_on = noe_model_machine_instances(machine, event->choices[i].clause, state, visit, &enumeration);
    noe_model_machine_filter(machine, NULL, NULL);
  }
  return go_on;
}
