/* What each call of a module begins and ends with. Wants `struct frame`, PROPERTIES, WITNESSES, WATCH_RESET,
 * LEAVE_HOME, `decode`, and firing.h. */

#define DONE NOE_NATIVE_DONE
#define NO NOE_NATIVE_NO
#define BAIL NOE_NATIVE_BAIL

/* Counters take effect when the work is done, and only then. */
static int answer_with(struct frame *f, int answer, bool keep) {
  f->fires = 0;
  if (UNLIKELY(f->pending & FRESH))
    take_covers(f, keep);
  const uint8_t pending = f->pending;
  if (!pending)
    return answer;
  for (int i = 0; i < PROPERTIES && f->host.leave_covers; i++)
    if (f->cover[i])
      answer = BAIL, keep = 0;
  for (int i = 0; i < WITNESSES && pending & WITNESSED; i++) {
    if (keep)
      f->host.witnesses[i] += f->witness[i];
    f->witness[i] = 0;
  }
  for (int i = 0; i < PROPERTIES && pending & COVERED; i++) {
    if (keep)
      f->host.covers[i] += f->cover[i];
    f->cover[i] = 0;
  }
  for (int i = 0; i < PROPERTIES && pending & CLAIMED; i++) {
    if (keep)
      f->host.cover_claims[i] += f->claim[i];
    f->claim[i] = 0;
  }
  f->pending = 0;
  return answer;
}

static struct frame *start(struct noe_native_frame *frame, const uint8_t *key) {
  struct frame *f = (struct frame *)frame;
  f->status = f->depth = 0;
  WATCH_RESET;
  LEAVE_HOME;
  decode(f, &f->here, key);
  return f;
}
