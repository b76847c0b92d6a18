/* A result with all that it rests on. */
#ifndef NOE_LIBRARY_LIBRARY_INT_H
#define NOE_LIBRARY_LIBRARY_INT_H

#include <stdatomic.h>

#include "base/options.h"
#include "report/report.h"

struct noether_result {
  struct noe_memory *memory;
  struct noe_arena *arena;
  struct noe_command_line line;
  struct noe_source source;
  struct noe_report report;
  const char *message;
  const char *json;
  atomic_int interrupted, nudged;
};

#endif
