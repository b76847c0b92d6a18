/* How engines plug in: one `const struct` of functions each. */
#ifndef NOE_MODEL_ENGINE_H
#define NOE_MODEL_ENGINE_H

#include <stdatomic.h>

#include "base/options.h"
#include "model/result.h"

struct noe_progress {
  uint64_t states, frontier, rules_fired;
  uint32_t depth;
  size_t bytes;
  double seconds;
};

/* What an engine is given. */
struct noe_task {
  struct noe_memory *memory; /* accounted, with the limit set: past it the engine answers UNKNOWN */
  struct noe_arena *arena;   /* of the result */
  const struct noe_model *model;
  const struct noe_options *options;
  const atomic_int *interrupted;  /* becomes non-zero on SIGINT or SIGTERM; may be NULL */
  void (*progress)(void *context, const struct noe_progress *progress); /* or NULL; called about once a second */
  void *progress_context;
  void (*warn)(void *context, const char *message); /* or NULL; something that the user should know at once */
  void *warn_context;
  struct noe_text *put; /* sink for `put` at every execution, or NULL */
};

struct noe_engine {
  const char *name;
  const char *summary; /* one line for the help text */
  /* Can it check this? If not, `*why` says what is missing. */
  bool (*supports)(const struct noe_model *model, const struct noe_options *options, const char **why);
  /* Never returns NULL; never exits. Out of memory is a result, not an escape. */
  struct noe_result *(*run)(const struct noe_task *task);
};

#endif
