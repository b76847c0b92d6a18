/* What noether calls. Wants start.h; `is_whole`; functions r<n> of rules and c<n> of properties, and which of them
 * there are: COMPILED, by rule, and the lists RULES, CLAIMS, ASSUMPTIONS, GOALS and TRIALS; HAS_CLAIMS and its like;
 * FIND_TWINS and JUDGE_TWINS, what is done about twins before a state is expanded, or judged. */

#ifndef NOE_IDENTITY
#define NOE_IDENTITY 0
#endif

/* The least number of a priority comes first. Once an instance is enabled, those behind a RANK are outranked. */
static bool fire_rules(struct frame *f) {
#define FIRE(n)                                                                                                        \
  r##n(f);                                                                                                             \
  if (f->status)                                                                                                       \
    return 0;
#define RANK f->outranked = f->host.enabled;
  f->outranked = 0;
  RULES
  return 1;
}

static enum noe_native_answer expand(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = start(frame, key);
  frame->progress = frame->enabled = 0;
  FIND_TWINS;
  if (!is_whole(f))
    return BAIL;
  const bool done = fire_rules(f);
  return answer_with(f, done ? DONE : BAIL, done);
}

#define HOLDS(n)                                                                                                       \
  if (UNLIKELY(!c##n(f, &f->here)))                                                                                    \
    return 0;
static bool claims_hold(struct frame *f) {
  (void)f;
  CLAIMS
  return 1;
}
static bool assumptions_hold(struct frame *f) {
  (void)f;
  ASSUMPTIONS
  return 1;
}
static bool trials_end(struct frame *f) {
  (void)f;
  TRIALS
  return 1;
}
#undef HOLDS
#define HOLDS(n)                                                                                                       \
  if (f->host.first_goals[n] != UINT32_MAX && UNLIKELY(!c##n(f, &f->here)))                                            \
    return 0;
static bool note_goals(struct frame *f) {
  (void)f;
  GOALS
  return 1;
}

/* Claims that twins decide want those of the state that is judged. */
static enum noe_native_answer claims(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = start(frame, key);
  uint16_t *const class_of = frame->class_of, *const rank_of = frame->rank_of;
  if (!is_whole(f))
    return BAIL;
  JUDGE_TWINS;
  const bool hold = claims_hold(f);
  const int answer = answer_with(f, hold ? DONE : f->status ? BAIL : NO, hold);
  frame->class_of = class_of;
  frame->rank_of = rank_of;
  return answer;
}

static enum noe_native_answer assumptions(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = start(frame, key);
  if (!is_whole(f))
    return BAIL;
  const bool hold = assumptions_hold(f);
  return answer_with(f, hold ? DONE : f->status ? BAIL : NO, !f->status);
}

/* What liveness claims execute counts for nothing. */
static enum noe_native_answer goals(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = start(frame, key);
  return is_whole(f) ? answer_with(f, note_goals(f) ? DONE : BAIL, 0) : BAIL;
}

static enum noe_native_answer trials(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = start(frame, key);
  return is_whole(f) ? answer_with(f, trials_end(f) ? DONE : BAIL, 0) : BAIL;
}

static const uint8_t rules[] = {COMPILED};

/* Everything else may be hidden. */
extern const struct noe_native_module noe_native_module __attribute__((visibility("default")));
const struct noe_native_module noe_native_module = {
    .abi = NOE_NATIVE_ABI,
    .keys = KEYS,
    .identity = NOE_IDENTITY,
    .frame_bytes = sizeof(struct frame),
    .rule_count = sizeof rules - 1,
    .rules = rules,
    .has_claims = HAS_CLAIMS,
    .has_assumptions = HAS_ASSUMPTIONS,
    .has_goals = HAS_GOALS,
    .has_trials = HAS_TRIALS,
    .canonical = CANONICAL,
    .aid = AIDED ? &aid : 0,
    .expand = expand,
    .claims = HAS_CLAIMS ? claims : 0,
    .assumptions = HAS_ASSUMPTIONS ? assumptions : 0,
    .goals = HAS_GOALS ? goals : 0,
    .trials = HAS_TRIALS ? trials : 0,
};
