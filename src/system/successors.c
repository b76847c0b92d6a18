#include "system/successors.h"

#include <assert.h>
#include <string.h>

bool noe_system_fire_compiled(struct noe_view *view, const uint8_t *key, const struct noe_visitor *visitor) {
  assert(view->module && view->frame && "there is a module, and the view has joined it");
  struct noe_native_frame *frame = view->frame;
  if ((view->decodes || view->is_partial) && !frame->find_twins && !view->system->is_tracked)
    noe_system_view_enter(view, key);
  frame->successor = visitor->successor;
  frame->progress = frame->enabled = false;
  return view->module->expand(frame, noe_system_module_key(view, key, view->state, true)) == NOE_NATIVE_DONE;
}

/* -------------------------------------------------------------- interpreter */

struct firing {
  struct noe_view *view;
  const struct noe_visitor *visitor;
};

static bool guard_failed(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  const struct firing *firing = context;
  if (firing->visitor->failed)
    firing->visitor->failed(firing->view->owner, clause, arguments, false);
  return true;
}

/* Only another state is progress: the concrete one, before any reduction looks at it. */
static bool deliver(const struct firing *firing, const struct noe_clause *clause, const int64_t *arguments) {
  struct noe_view *view = firing->view;
  struct noe_native_frame *frame = view->frame;
  assert(clause->kind == NOE_CLAUSE_RULE && clause->id < view->system->model->rule_count && "successors come of rules");
  if (!frame->progress)
    frame->progress = memcmp(view->state, view->successor, view->system->model->cell_count * sizeof *view->state) != 0;
  uint64_t weight = noe_system_led(&view->orbits, clause, arguments);
  assert(weight && "an instance that is fired stands for itself at least");
  return firing->visitor->successor(frame, clause->id, weight, NULL, 0, view->successor, arguments);
}

static bool fire(void *context, const struct noe_clause *clause, const int64_t *arguments) {
  const struct firing *firing = context;
  const struct noe_visitor *visitor = firing->visitor;
  struct noe_view *view = firing->view;
  if (visitor->ready && !visitor->ready(view->owner))
    return false;
  switch (noe_system_fire(view, clause, arguments, view->state, view->successor)) {
  case NOE_OUTCOME_TRUE: return deliver(firing, clause, arguments);
  case NOE_OUTCOME_FAULT:
    if (visitor->failed)
      visitor->failed(view->owner, clause, arguments, true);
    return true;
  case NOE_OUTCOME_ORDER:
    if (visitor->order)
      visitor->order(view->owner);
    return true;
  case NOE_OUTCOME_STOPPED: return false;
  case NOE_OUTCOME_DISCARD: /* an assumption in the body: there is no such firing */
  case NOE_OUTCOME_FALSE: break;
  }
  return true;
}

bool noe_system_fire_interpreted(struct noe_view *view, const uint8_t *done, const struct noe_visitor *visitor) {
  assert(view->frame && "the frame says what an expansion found out");
  assert((!done || !view->system->model->has_priorities) && "priorities are compared among all rules");
  struct noe_enabled *enabled = &view->enabled;
  enabled->skip = done;
  enabled->exchange = view->orbits.symmetry ? &view->twins->exchange : NULL;
  bool all = noe_system_enabled_each(enabled, view->state, guard_failed, fire, &(struct firing){view, visitor});
  enabled->exchange = NULL;
  enabled->skip = NULL;
  if (enabled->order && visitor->order)
    visitor->order(view->owner);
  return all;
}

/* --------------------------------------------------------------------- both */

bool noe_system_successors(struct noe_view *view, const uint8_t *key, const struct noe_visitor *visitor) {
  bool done = view->module && noe_system_fire_compiled(view, key, visitor);
  if (done && !view->is_partial)
    return true;
  if (!done) {
    if (view->module && visitor->ready && !visitor->ready(view->owner))
      return false;
    view->frame->progress = false;
    noe_system_view_enter(view, key);
  }
  return noe_system_fire_interpreted(view, done ? view->rules : NULL, visitor);
}
