/* Which engine answers which question.
 *
 * `auto`: of the engines in the table, each question goes to the first that can decide it, or else to the first that
 * can do anything about it. Those that are needed run one after the other, in the order of the table, each on the
 * result of those before it. Engines that stand in are none of them: they are tried where the first of them meets many
 * states, and decide everything or nothing (alternate.c).
 *
 * A list of names: each of these runs by itself and answers what it can; where two answer the same question they
 * must agree. */
#ifndef NOE_VERDICT_PLAN_H
#define NOE_VERDICT_PLAN_H

#include "verdict/engine.h"

/* Everything that is asked about a model: its claims in order, deadlock unless that is off, run-time errors. */
struct noe_questions {
  const struct noe_question *items;
  uint32_t count;
};
struct noe_questions noe_verdict_questions(struct noe_arena *arena, const struct noe_model *model,
                                           const struct noe_options *options);

enum { NOE_MOST_ENGINES = 16 };

struct noe_engine_plan {
  struct noe_questions questions;
  const struct noe_engine *engines[NOE_MOST_ENGINES];   /* in the order in which they run */
  uint32_t count;                                       /* 0: there is no plan, and `reason` says why */
  const struct noe_engine *stand_ins[NOE_MOST_ENGINES]; /* of `auto`: tried in this order where there are many states */
  uint32_t stand_in_count;
  bool compares;      /* each by itself */
  bool is_name_wrong; /* no plan: the list names an engine that does not exist */
  const char *name;   /* `explicit`, `explicit+fair`, `explicit,fair` */
  const char *reason; /* one line */
};

/* The plan by options->engine (NULL: auto) and the table of `count` engines. May escape. */
struct noe_engine_plan noe_verdict_plan(struct noe_memory *memory, struct noe_arena *arena,
                                        const struct noe_model *model, const struct noe_options *options,
                                        const struct noe_engine *const *table, uint32_t count);

/* How people call a question: `mutual exclusion`, `deadlock`, `run-time errors`. */
const char *noe_verdict_question_name(const struct noe_question *question);

#endif
