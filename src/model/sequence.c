/* Sequences on a finite run, naively: from a set of positions where a match may begin
 * to the set of positions behind its end.
 *
 * Position p stands before state p, so that the block from p to q has q - p states. */
#include <assert.h>
#include <string.h>

#include "model/lasso.h"
#include "model/machine_int.h"

struct matcher {
  struct noe_machine *machine;
  const struct noe_clause *property;
  const int64_t *arguments;
  const struct noe_trace *trace;
  uint32_t states; /* of the run, with the time that it stands still */
};

typedef uint8_t set; /* one byte for each position, 0 .. states */

static set *new_set(struct matcher *matcher) {
  return noe_base_alloc(matcher->machine->memory, (size_t)matcher->states + 1);
}

static void free_set(struct matcher *matcher, set *positions) { noe_base_free(matcher->machine->memory, positions); }

/* Adds to `to`; true if something was new. */
static bool unite(struct matcher *matcher, set *to, const set *from) {
  bool changed = false;
  for (uint32_t i = 0; i <= matcher->states; i++)
    if (from[i] && !to[i]) {
      to[i] = true;
      changed = true;
    }
  return changed;
}

static set *image(struct matcher *matcher, const struct noe_sequence *sequence, const set *from);

/* States behind the end of the run are its last one: looked at once. */
static set *letter(struct matcher *matcher, const struct noe_sequence *sequence, const set *from) {
  set *to = new_set(matcher);
  int64_t values[matcher->property->temporal->variable_count + 1];
  memset(values, 0, sizeof values);
  enum noe_outcome wanted = sequence->negated ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE, outcome = NOE_OUTCOME_STOPPED;
  uint32_t looked_at = UINT32_MAX;
  for (uint32_t i = 0; i < matcher->states; i++) {
    uint32_t step = i < matcher->trace->count ? i : matcher->trace->count - 1;
    assert((i < matcher->trace->count || matcher->trace->has_loop) &&
           "only a run that stands still goes on behind its end");
    if (!from[i])
      continue;
    if (step != looked_at)
      outcome = noe_model_machine_atom(matcher->machine, matcher->property, matcher->arguments, values, sequence->atom,
                                       matcher->trace->steps[step].state);
    looked_at = step;
    to[i + 1] = outcome == wanted;
  }
  return to;
}

/* From one position, blocks of at least one state. */
static set *proper(struct matcher *matcher, const struct noe_sequence *sequence, uint32_t position) {
  set *from = new_set(matcher);
  from[position] = true;
  set *to = image(matcher, sequence, from);
  to[position] = false;
  free_set(matcher, from);
  return to;
}

/* The last state of the left block is the first of the right one. */
static set *fuse(struct matcher *matcher, const struct noe_sequence *sequence, const set *from) {
  set *middle = new_set(matcher), *to = new_set(matcher);
  for (uint32_t i = 0; i < matcher->states; i++)
    if (from[i]) {
      set *ends = proper(matcher, sequence->left, i);
      unite(matcher, middle, ends);
      free_set(matcher, ends);
    }
  for (uint32_t i = 1; i <= matcher->states; i++)
    if (middle[i]) {
      set *ends = proper(matcher, sequence->right, i - 1);
      unite(matcher, to, ends);
      free_set(matcher, ends);
    }
  free_set(matcher, middle);
  return to;
}

static set *repeat(struct matcher *matcher, const struct noe_sequence *sequence, const set *from) {
  set *now = new_set(matcher), *all = new_set(matcher);
  unite(matcher, now, from);
  if (!sequence->low)
    unite(matcher, all, now);
  for (uint32_t times = 1; times <= sequence->high; times++) {
    set *after = image(matcher, sequence->left, now);
    free_set(matcher, now);
    now = after;
    bool is_empty = !memchr(now, true, (size_t)matcher->states + 1);
    bool changed = times >= sequence->low && unite(matcher, all, now);
    /* Without an upper bound, rounds that add nothing never will: what they would
     * start from has been started from. Below the lower bound nothing is added yet. */
    if (is_empty || (times >= sequence->low && !changed))
      break;
  }
  free_set(matcher, now);
  return all;
}

static set *image(struct matcher *matcher, const struct noe_sequence *sequence, const set *from) {
  set *first, *to;
  switch (sequence->kind) {
  case NOE_SEQUENCE_LETTER: return letter(matcher, sequence, from);
  case NOE_SEQUENCE_FUSE: return fuse(matcher, sequence, from);
  case NOE_SEQUENCE_REPEAT: return repeat(matcher, sequence, from);
  case NOE_SEQUENCE_THEN:
    first = image(matcher, sequence->left, from);
    to = image(matcher, sequence->right, first);
    break;
  case NOE_SEQUENCE_EITHER:
    first = image(matcher, sequence->left, from);
    to = image(matcher, sequence->right, from);
    unite(matcher, to, first);
    break;
  default:
    to = new_set(matcher);
    unite(matcher, to, from);
    return to;
  }
  free_set(matcher, first);
  return to;
}

/* No match needs more states that are all alike. */
static uint32_t letters(const struct noe_sequence *sequence) {
  switch (sequence->kind) {
  case NOE_SEQUENCE_EMPTY: return 0;
  case NOE_SEQUENCE_LETTER: return 1;
  case NOE_SEQUENCE_REPEAT: return letters(sequence->left) * (sequence->low ? sequence->low : 1);
  default: return letters(sequence->left) + letters(sequence->right);
  }
}

bool noe_model_run_matches(struct noe_machine *machine, const struct noe_clause *property, const int64_t *arguments,
                           const struct noe_trace *trace) {
  struct matcher matcher = {machine, property, arguments, trace, trace->count};
  if (trace->has_loop && trace->loop + 1 == trace->count)
    matcher.states += letters(property->temporal->sequence);
  bool found = false;
  for (uint32_t i = 0; i < matcher.states && !found; i++) {
    assert(matcher.states >= trace->count && "standing still makes a run longer");
    set *ends = proper(&matcher, property->temporal->sequence, i);
    found = memchr(ends, true, (size_t)matcher.states + 1);
    free_set(&matcher, ends);
  }
  return found;
}
