/* succ(k): the steps that leave the state of a key, by compiled code as far as there is some, else by the
 * interpreter. Of instances that are alike one is fired.
 *
 * Both executions deliver a successor by the same call, which compiled code makes itself (compile/native.h): rule,
 * weight, its key or its cells, arguments. The interpreter gives cells, and as the weight the number of instances
 * that this one stands for; compiled code that works on packed states does not count twins (noe_system_led does).
 * frame->host is the owner of the view. */
#ifndef NOE_SYSTEM_SUCCESSORS_H
#define NOE_SYSTEM_SUCCESSORS_H

#include "system/view.h"

struct noe_visitor {
  noe_native_successor successor; /* false: no more */
  /* Of the interpreter alone; each may be NULL. Before it begins anew, and before each firing: go on? */
  bool (*ready)(void *owner);
  /* A guard, or (`in_body`) a body, had a run-time error: noe_model_machine_fault tells which. */
  void (*failed)(void *owner, const struct noe_clause *clause, const int64_t *arguments, bool in_body);
  /* A watched loop depends on the order: noe_model_machine_order tells which. */
  void (*order)(void *owner);
};

/* Fires the rules that are compiled; view->module is not NULL. False: not all of them, and what was delivered will
 * come again when the interpreter does the state, or the visitor had enough. After it frame->progress says whether
 * a firing changes the state. */
bool noe_system_fire_compiled(struct noe_view *view, const uint8_t *key, const struct noe_visitor *visitor);

/* Fires in view->state (noe_system_view_enter), by the interpreter; except rules that `done` (by rule; NULL:
 * none) says yes to. frame->progress is added to. False if a visitor stopped it, or the machine. */
bool noe_system_fire_interpreted(struct noe_view *view, const uint8_t *done, const struct noe_visitor *visitor);

/* Both: all of succ(key), perhaps some more than once. False if a visitor stopped it, or the machine. */
bool noe_system_successors(struct noe_view *view, const uint8_t *key, const struct noe_visitor *visitor);

#endif
