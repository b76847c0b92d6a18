/* Sequences to automata on finite words by partial derivatives (Antimirov 1996): the
 * states are sequences, and the steps of r are pairs (label, what must follow):
 *
 *   steps(letter)  = (letter, empty)
 *   steps(r ; s)   = (l, r' ; s) for (l, r') of r, and steps(s) if r matches the empty word
 *   steps(r | s)   = steps(r) + steps(s)
 *   steps(r[*m:n]) = (l, r' ; r[*m-1:n-1]); m counts as 0 if r matches the empty word
 *   steps(r : s)   = (l, r' : s), and (l & k, s') for (k, s') of s if r' matches the empty word
 *
 * A sequence with only finitely many letters has finitely many of them. */
#include <assert.h>
#include <string.h>

#include "logic/logic_int.h"
#include "logic/monitor_int.h"
#include "logic/sequence.h"

enum pattern_kind { NONE, EMPTY, LETTER, THEN, FUSE, EITHER, REPEAT };

struct step {
  uint64_t positive, negative;
  const struct pattern *rest;
};

struct pattern {
  enum pattern_kind kind;
  uint32_t id;
  bool nullable;
  bool known; /* steps are filled in */
  uint64_t positive, negative;
  uint32_t low, high;
  const struct pattern *left, *right;
  NOE_LIST(struct step) steps;
};

struct work {
  struct noe_logic *logic;
  const struct noe_temporal *temporal;
  int64_t *values; /* sequences have no quantifiers; any values will do */
  struct noe_arena *arena;
  NOE_LIST(struct pattern *) patterns; /* all of them, by id: few enough to look through */
  NOE_LIST(struct noe_edge) edges;
  uint32_t depth;
  enum noe_logic_answer answer;
};

/* ---------------------------------------------------------------- constructors */

static struct pattern *intern(struct work *work, struct pattern pattern) {
  for (size_t i = 0; i < work->patterns.count; i++) {
    struct pattern *known = work->patterns.items[i];
    if (known->kind == pattern.kind && known->left == pattern.left && known->right == pattern.right &&
        known->low == pattern.low && known->high == pattern.high && known->positive == pattern.positive &&
        known->negative == pattern.negative)
      return known;
  }
  if (work->patterns.count >= NOE_PATTERN_LIMIT)
    work->answer = NOE_LOGIC_TOO_LARGE;
  struct pattern *made = NOE_NEW(work->arena, struct pattern);
  *made = pattern;
  made->id = (uint32_t)work->patterns.count;
  NOE_LIST_PUSH(work->arena, &work->patterns, made);
  return made;
}

static struct pattern *none(struct work *work) { return intern(work, (struct pattern){.kind = NONE}); }

static struct pattern *empty(struct work *work) {
  return intern(work, (struct pattern){.kind = EMPTY, .nullable = true});
}

static const struct pattern *then(struct work *work, const struct pattern *left, const struct pattern *right) {
  if (left->kind == NONE || right->kind == EMPTY)
    return left;
  if (right->kind == NONE || left->kind == EMPTY)
    return right;
  return intern(work, (struct pattern){
                          .kind = THEN, .left = left, .right = right, .nullable = left->nullable && right->nullable});
}

static const struct pattern *either(struct work *work, const struct pattern *left, const struct pattern *right) {
  if (left->kind == NONE || left == right)
    return right;
  if (right->kind == NONE)
    return left;
  return intern(work, (struct pattern){
                          .kind = EITHER, .left = left, .right = right, .nullable = left->nullable || right->nullable});
}

static const struct pattern *fuse(struct work *work, const struct pattern *left, const struct pattern *right) {
  if (left->kind == NONE || left->kind == EMPTY || right->kind == NONE || right->kind == EMPTY)
    return none(work);
  return intern(work, (struct pattern){.kind = FUSE, .left = left, .right = right});
}

static const struct pattern *repeat(struct work *work, const struct pattern *body, uint32_t low, uint32_t high) {
  if (high < low)
    return none(work);
  if (!high || body->kind == EMPTY || (body->kind == NONE && !low))
    return empty(work);
  if (body->kind == NONE || (low == 1 && high == 1))
    return body;
  if (body->nullable)
    low = 0;
  return intern(work, (struct pattern){.kind = REPEAT, .left = body, .low = low, .high = high, .nullable = !low});
}

static const struct pattern *letter(struct work *work, const struct noe_sequence *sequence) {
  struct pattern pattern = {.kind = LETTER};
  bool truth;
  if (noe_logic_fold(work->temporal, sequence->atom, work->values, &truth))
    return truth == sequence->negated ? none(work) : intern(work, pattern);
  uint32_t proposition = noe_logic_propose(work->logic, work->temporal, sequence->atom, work->values);
  if (proposition == NOE_PROPOSITION_LIMIT) {
    work->answer = NOE_LOGIC_TOO_MANY_ATOMS;
    return none(work);
  }
  *(sequence->negated ? &pattern.negative : &pattern.positive) = (uint64_t)1 << proposition;
  return intern(work, pattern);
}

static const struct pattern *read(struct work *work, const struct noe_sequence *sequence) {
  if (work->answer != NOE_LOGIC_DONE || work->depth == NOE_DEPTH_LIMIT) {
    work->answer = work->answer == NOE_LOGIC_DONE ? NOE_LOGIC_TOO_LARGE : work->answer;
    return none(work);
  }
  work->depth++;
  const struct pattern *left = sequence->left ? read(work, sequence->left) : NULL;
  const struct pattern *right = sequence->right ? read(work, sequence->right) : NULL;
  work->depth--;
  switch (sequence->kind) {
  case NOE_SEQUENCE_EMPTY: return empty(work);
  case NOE_SEQUENCE_LETTER: return letter(work, sequence);
  case NOE_SEQUENCE_THEN: return then(work, left, right);
  case NOE_SEQUENCE_FUSE: return fuse(work, left, right);
  case NOE_SEQUENCE_EITHER: return either(work, left, right);
  case NOE_SEQUENCE_REPEAT: return repeat(work, left, sequence->low, sequence->high);
  }
  return none(work);
}

/* ------------------------------------------------------------------------ steps */

static void add(struct work *work, struct pattern *pattern, struct step step) {
  if (step.positive & step.negative || step.rest->kind == NONE)
    return;
  for (size_t i = 0; i < pattern->steps.count; i++) {
    const struct step *known = &pattern->steps.items[i];
    if (known->rest == step.rest && !(known->positive & ~step.positive) && !(known->negative & ~step.negative))
      return;
  }
  NOE_LIST_PUSH(work->arena, &pattern->steps, step);
}

static const struct pattern *with_steps(struct work *work, const struct pattern *given);

static void steps_of_fusion(struct work *work, struct pattern *pattern, const struct step *step) {
  const struct pattern *right = with_steps(work, pattern->right);
  add(work, pattern, (struct step){step->positive, step->negative, fuse(work, step->rest, right)});
  for (size_t k = 0; step->rest->nullable && k < right->steps.count; k++) {
    struct step both = right->steps.items[k];
    both.positive |= step->positive;
    both.negative |= step->negative;
    add(work, pattern, both);
  }
}

/* Steps that begin with one of the left side. */
static void steps_of_left(struct work *work, struct pattern *pattern) {
  const struct pattern *left = with_steps(work, pattern->left);
  assert((pattern->kind != REPEAT || pattern->high) && "what is repeated no times is empty");
  uint32_t high = pattern->high == UINT32_MAX ? UINT32_MAX : pattern->high - 1;
  for (size_t i = 0; i < left->steps.count && work->answer == NOE_LOGIC_DONE; i++) {
    struct step step = left->steps.items[i];
    if (pattern->kind == THEN)
      step.rest = then(work, step.rest, pattern->right);
    else if (pattern->kind == REPEAT)
      step.rest = then(work, step.rest, repeat(work, pattern->left, pattern->low ? pattern->low - 1 : 0, high));
    if (pattern->kind == FUSE)
      steps_of_fusion(work, pattern, &step);
    else
      add(work, pattern, step);
  }
}

static void steps_of_right(struct work *work, struct pattern *pattern) {
  const struct pattern *right = with_steps(work, pattern->right);
  for (size_t i = 0; i < right->steps.count; i++)
    add(work, pattern, right->steps.items[i]);
}

static const struct pattern *with_steps(struct work *work, const struct pattern *given) {
  struct pattern *pattern = work->patterns.items[given->id];
  if (pattern->known)
    return pattern;
  pattern->known = true;
  if (pattern->kind == LETTER)
    add(work, pattern, (struct step){pattern->positive, pattern->negative, empty(work)});
  else if (pattern->left)
    steps_of_left(work, pattern);
  if (pattern->kind == EITHER || (pattern->kind == THEN && pattern->left->nullable))
    steps_of_right(work, pattern);
  return pattern;
}

/* ------------------------------------------------------------------- automaton */

/* Patterns in the order in which they are reached; the first one is the start. */
static struct noe_acceptor walk(struct work *work, const struct pattern *start) {
  uint32_t *number = NOE_NEW_ARRAY(work->arena, uint32_t, NOE_PATTERN_LIMIT + 1), count = 0;
  const struct pattern **order = NOE_NEW_ARRAY(work->arena, const struct pattern *, NOE_PATTERN_LIMIT + 1);
  uint32_t *first = NOE_NEW_ARRAY(work->arena, uint32_t, NOE_PATTERN_LIMIT + 2);
  bool *final = NOE_NEW_ARRAY(work->arena, bool, NOE_PATTERN_LIMIT + 1);
  order[count] = start;
  number[start->id] = ++count;
  for (uint32_t s = 0; s < count && work->answer == NOE_LOGIC_DONE; s++) {
    const struct pattern *pattern = with_steps(work, order[s]);
    for (size_t i = 0; i < pattern->steps.count && work->answer == NOE_LOGIC_DONE; i++) {
      const struct step *step = &pattern->steps.items[i];
      assert(step->rest->id < NOE_PATTERN_LIMIT && count <= NOE_PATTERN_LIMIT &&
             "a sequence with more patterns is too large");
      if (!number[step->rest->id]) {
        final[count] = step->rest->nullable;
        order[count] = step->rest;
        number[step->rest->id] = ++count;
      }
      struct noe_edge edge = {s, number[step->rest->id] - 1, step->positive, step->negative, 0};
      NOE_LIST_PUSH(work->arena, &work->edges, edge);
    }
    first[s + 1] = (uint32_t)work->edges.count;
  }
  return (struct noe_acceptor){.state_count = count, .edges = work->edges.items, .first = first, .final = final};
}

/* Blocks have at least one state: the start is a state of its own if a match can come
 * back to a pattern that is final. */
static struct noe_acceptor with_fresh_start(struct work *work, struct noe_acceptor old) {
  uint32_t own = old.first[1];
  struct noe_edge *edges = NOE_NEW_ARRAY(work->arena, struct noe_edge, work->edges.count + own);
  uint32_t *first = NOE_NEW_ARRAY(work->arena, uint32_t, (size_t)old.state_count + 2);
  bool *final = NOE_NEW_ARRAY(work->arena, bool, (size_t)old.state_count + 1);
  size_t count = 0;
  for (uint32_t s = 0; s <= old.state_count; s++) {
    uint32_t from = s ? s - 1 : 0;
    for (uint32_t i = old.first[from]; i < old.first[from + 1]; i++) {
      edges[count] = old.edges[i];
      edges[count].source = s;
      edges[count++].target++;
    }
    first[s + 1] = (uint32_t)count;
    final[s] = s && (s == 1 || old.final[s - 1]);
  }
  assert(count == work->edges.count + own && "the new start does what the old one does");
  return (struct noe_acceptor){.state_count = old.state_count + 1, .edges = edges, .first = first, .final = final};
}

enum noe_logic_answer noe_logic_sequence(struct noe_logic *logic, struct noe_arena *arena,
                                         const struct noe_temporal *temporal, const struct noe_monitor **monitor) {
  struct work work = {.logic = logic, .temporal = temporal, .arena = noe_base_arena_new(logic->memory)};
  work.values = NOE_NEW_ARRAY(work.arena, int64_t, temporal->variable_count);
  *monitor = NULL;
  const struct pattern *start = read(&work, temporal->sequence);
  struct noe_acceptor acceptor = {0};
  if (work.answer == NOE_LOGIC_DONE)
    acceptor = walk(&work, start);
  if (work.answer == NOE_LOGIC_DONE && start->nullable)
    acceptor = with_fresh_start(&work, acceptor);
  if (work.answer == NOE_LOGIC_DONE) {
    *monitor = noe_logic_determinise(arena, logic->memory, &acceptor);
    work.answer = *monitor ? NOE_LOGIC_DONE : NOE_LOGIC_TOO_LARGE;
  }
  noe_base_arena_delete(work.arena);
  return work.answer;
}
