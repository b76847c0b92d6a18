/* Stepping through a model by hand: in a browser, or in a terminal. */
#ifndef NOE_EXPLORE_EXPLORE_H
#define NOE_EXPLORE_EXPLORE_H

#include <stdatomic.h>

#include "report/report.h"
#include "report/trace_read.h"

struct noe_explore_setup {
  const struct noe_report *report;     /* with the model and its text */
  const struct noe_bound_trace *saved; /* a run to walk along, or NULL */
  const atomic_int *interrupted;
  uint16_t port; /* 0: any */
  /* Called once with the address. */
  void (*tell)(void *context, const char *address);
  void *context;
};

/* Serves until it is interrupted. NULL, or why that was not possible. */
const char *noe_explore_serve(const struct noe_explore_setup *setup);

/* The same commands on the terminal. `save` is called with the text of a run that the user exports, and says
 * what became of it. */
typedef const char *(*noe_explore_save)(void *context, const struct noe_text *run);
const char *noe_explore_screen(const struct noe_explore_setup *setup, noe_explore_save save);

#endif
