/* For engines of this room that leave the search to `adaptive`. */
#ifndef NOE_ADAPTIVE_ADAPTIVE_H
#define NOE_ADAPTIVE_ADAPTIVE_H

#include "verdict/engine.h"

struct noe_result *noe_adaptive_run(const struct noe_task *task);

#endif
