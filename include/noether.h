/* libnoether: check Murphi models from C.
 *
 * Load and check in one call, then walk the result: properties, verdicts, runs step by step. Everything that a
 * result hands out belongs to it, and is gone with noether_free. Results are independent of each other;
 * one result belongs to one thread at a time, and checks may run on several threads at once.
 *
 * The interface grows and does not change: NOETHER_ABI is the number of the shared object, and every
 * function that a version has, later ones with the same number have too. */
#ifndef NOETHER_H
#define NOETHER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOETHER_ABI 0

typedef struct noether_result noether_result;

enum noether_verdict {
  NOETHER_HOLDS = 0,
  NOETHER_VIOLATED = 1,
  NOETHER_UNKNOWN = 2, /* a limit was reached */
  NOETHER_ERROR = 3    /* the model or an option is wrong: see noether_message */
};

/* The version, such as "0.1.0"; NOETHER_ABI of the library at hand. */
const char *noether_version(void);
int noether_abi(void);

/* Checks a file, or a text in memory (`name` is for messages). `options` are words as `noether check` takes them:
 * "-DN=3", "--symmetry=off", "--time=10s". Never NULL, unless there is no memory at all. */
noether_result *noether_check(const char *file, const char *const *options, size_t option_count);
noether_result *noether_check_text(const char *name, const char *text, size_t length, const char *const *options,
                                   size_t option_count);
void noether_free(noether_result *result);

int noether_verdict(const noether_result *result);         /* enum noether_verdict */
int noether_is_complete(const noether_result *result);     /* all reachable states were searched */
const char *noether_message(const noether_result *result); /* what is wrong, or NULL */
uint64_t noether_states(const noether_result *result);
uint64_t noether_rules_fired(const noether_result *result);
double noether_seconds(const noether_result *result);
/* The result as `noether check --json` writes it. */
const char *noether_json(const noether_result *result);

/* Properties, 0 <= property < noether_property_count; out of range: NULL and 0. */
size_t noether_property_count(const noether_result *result);
const char *noether_property_name(const noether_result *result, size_t property);
const char *noether_property_kind(const noether_result *result, size_t property); /* "invariant", "deadlock", ... */
int noether_property_verdict(const noether_result *result, size_t property);
unsigned noether_property_line(const noether_result *result, size_t property);

/* The run that shows a violation: its steps, the first being a start state; 0 if there is none. If the run
 * goes on for ever, noether_run_loop is the step after which the loop begins; -1 otherwise. */
size_t noether_run_length(const noether_result *result, size_t property);
long noether_run_loop(const noether_result *result, size_t property);
const char *noether_step_rule(const noether_result *result, size_t property, size_t step);
const char *noether_step_arguments(const noether_result *result, size_t property, size_t step); /* "p = Proc_1" */
unsigned noether_step_line(const noether_result *result, size_t property, size_t step);
/* The state after the step, as a JSON object; NULL if the step failed. */
const char *noether_step_state(noether_result *result, size_t property, size_t step);

#ifdef __cplusplus
}
#endif

#endif
