/* Two engines were side by side (alternate.c): what becomes of the results. */
#include <assert.h>

#include "base/clock.h"
#include "verdict/alternate_int.h"

void noe_alternation_forget(struct alternation *alternation) {
  noe_base_relay_end(&alternation->relay);
  if (alternation->memory && alternation->memory != alternation->kept)
    noe_base_memory_delete(alternation->memory);
}

/* What the first one has seen, of all states or of some, it has seen: a state that a cover asks for, a state in which a claim
 * fails. So the two must agree, and what the other one leaves open the first one may know. */
static void compare(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  const struct noe_engine_plan *plan = alternation->plan;
  struct noe_result *other = alternation->other;
  noe_verdict_oppose(&plan->questions, other, other->engine, alternation->result, plan->engines[0]->name);
  if (!other->error)
    noe_verdict_adopt(other, alternation->result);
}

/* Figures are those of the other one, and so is how far it came. Without memory its findings stay, and may be fewer. */
static void compare_all(struct alternation *alternation) {
  struct noe_result *other = alternation->other;
  bool is_complete = other->complete;
  enum noe_stop stop = other->stop;
  if (!noe_base_memory_guarded(alternation->task->memory, compare, alternation))
    noe_verdict_sum_up(other);
  other->complete = is_complete;
  other->stop = stop;
}

static void explain(void *context, jmp_buf *escape) {
  (void)escape;
  struct alternation *alternation = context;
  const struct noe_result *result = alternation->result;
  alternation->other->engine_reason = noe_base_arena_format(
      alternation->task->arena, "%s has stored %llu states %s; by sets of states it was less work",
      alternation->plan->engines[0]->name, (unsigned long long)result->states,
      result->complete ? "and judges no claims about runs" : "and there are more");
}

/* A limit has ended the search, and the other one knows as much as can be known. */
static bool takes_partial(const struct alternation *alternation) {
  const struct noe_result *result = alternation->result, *partial = alternation->partial;
  bool is_open = !result->complete && !result->error && !result->refused && !result->first_failure;
  return is_open && partial && !partial->error;
}

/* The result of the other one is kept, with its memory. */
static void keep_other(struct alternation *alternation) {
  struct noe_result *other = alternation->other;
  other->arena = alternation->task->arena;                                  /* in which more is said of it */
  noe_base_memory_guarded(alternation->task->memory, explain, alternation); /* without memory, less is said */
  if (!other->error && !alternation->result->error)
    compare_all(alternation);
  other->seconds = noe_base_now() - alternation->began;
}

void noe_alternation_conclude(struct alternation *alternation) {
  if (alternation->is_decided) {
    noe_base_relay_end(&alternation->relay);
    assert(alternation->other && alternation->other->verdict != NOE_VERDICT_UNKNOWN &&
           "who stands in decides, or says nothing");
  } else {
    noe_alternation_forget(alternation);
    alternation->is_decided = takes_partial(alternation);
    if (alternation->is_decided)
      alternation->other = alternation->partial;
  }
  if (alternation->is_decided)
    keep_other(alternation);
}
