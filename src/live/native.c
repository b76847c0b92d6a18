/* Goals by compiled code (compile/native.h). */
#include <string.h>

#include "live/live_int.h"

static const uint8_t *judged_key(struct noe_worker *worker) {
  return noe_system_module_key(&worker->view, worker->key, worker->judged, false);
}

bool noe_live_native_trials(struct noe_worker *worker) {
  return worker->view.module && worker->view.module->has_trials &&
         worker->view.module->trials(worker->view.frame, judged_key(worker)) == NOE_NATIVE_DONE;
}

bool noe_live_native_goals(struct noe_worker *worker, const uint32_t *first_bits, uint64_t *bits, uint32_t count) {
  if (!worker->view.module || !worker->view.module->has_goals)
    return false;
  memset(bits, 0, (count + 63) / 64 * sizeof *bits);
  worker->view.frame->first_goals = first_bits;
  worker->view.frame->goals = bits;
  return worker->view.module->goals(worker->view.frame, judged_key(worker)) == NOE_NATIVE_DONE;
}
