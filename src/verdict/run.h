/* Runs a plan, and lets nothing through that does not stand up.
 *
 * What an engine says is admitted only if it was able to say it (enum noe_ability): an engine that cannot CONFIRM
 * has no way to say HOLDS, and one that cannot REFUTE none to say VIOLATED. Every run that it shows is executed
 * again by a machine of its own. Whatever fails here is a mistake in noether: verdict ERROR, status 70. */
#ifndef NOE_VERDICT_RUN_H
#define NOE_VERDICT_RUN_H

#include "verdict/plan.h"

/* Never NULL. Out of memory is a result. `plan` has an engine. */
struct noe_result *noe_verdict_run(const struct noe_task *task, const struct noe_engine_plan *plan);

/* A result in which every question is UNKNOWN, for this reason. May escape. */
struct noe_result *noe_verdict_blank(const struct noe_task *task, const char *engine, const char *why);

/* The finding that answers a question: a violation, if there are several. NULL if there is none. */
const struct noe_finding *noe_verdict_answer(const struct noe_result *result, const struct noe_question *question);

/* The first question of which one result says HOLDS and the other VIOLATED; NULL if they agree. */
const struct noe_question *noe_verdict_disagreement(const struct noe_questions *questions, const struct noe_result *a,
                                                    const struct noe_result *b);

/* If there is one, `result`, of the engine `name`, becomes an error that says so. May escape. */
void noe_verdict_oppose(const struct noe_questions *questions, struct noe_result *result, const char *name,
                        const struct noe_result *other, const char *other_name);
/* What one engine left open the other, which agrees with it, may know. */
void noe_verdict_adopt(struct noe_result *result, const struct noe_result *other);

/* Sums the findings up: first failure, verdict. What was the first failure before remains it. */
void noe_verdict_sum_up(struct noe_result *result);

/* admit.c: is what the engine adds to `before` (findings of the engines before it; may be NULL) what it can show?
 * If not, the result says so. */
void noe_verdict_admit(const struct noe_task *task, const struct noe_engine *engine, struct noe_result *result,
                       const struct noe_finding *before, uint32_t before_count);

/* admit.c: executes every run of the result on the model of the task. False, with the reason, if one does not show
 * what its finding says. May escape. */
bool noe_verdict_confirm_runs(const struct noe_task *task, const struct noe_result *result, const char **why);

/* run.c: one engine, on what was found before it (NULL: nothing). */
struct noe_result *noe_verdict_run_engine(const struct noe_task *task, const struct noe_engine *engine,
                                          struct noe_result *before);
/* Seconds, of those that the user allows for. */
double noe_verdict_time_left(const struct noe_task *task, double began);

/* So many states, or fewer that have very many cells, the first engine stores before the one that stands in has its first turn. Engines look ahead of no
 * smaller search: one that comes to its end within this number does so whether engines take turns or not. */
#ifdef NOE_HOSTILE
enum { NOE_FIRST_STAGE = 32 };
#else
enum { NOE_FIRST_STAGE = 1 << 12 };
#endif

/* alternate.c: the first engine of the plan and the one that stands in, in turns, each with more work than the time
 * before. NULL: neither has come to an end. `*is_all`: what is returned is the result of the whole plan. */
struct noe_result *noe_verdict_alternate(const struct noe_task *task, const struct noe_engine_plan *plan, bool *is_all);

/* run.c: the plan on the model of the task as it is. */
struct noe_result *noe_verdict_run_as_is(const struct noe_task *task, const struct noe_engine_plan *plan);

#endif
