/* What each firing begins and ends with; apart, since there are many rules. Wants `struct frame`, PROPERTIES, TAINT_RESET,
 * tick, copy, deliver. */

/* Cover statements count once it is known that their firing is not discarded. */
static APART void take_covers(struct frame *f, bool keep) {
  for (int i = 0; i < PROPERTIES; i++) {
    if (keep && f->fresh[i])
      f->cover[i] += f->fresh[i], f->pending |= COVERED;
    f->fresh[i] = 0;
  }
  f->pending &= (uint8_t)~FRESH;
}

static APART bool begin(struct frame *f) {
  f->host.enabled = 1;
  if (tick(f))
    return 0;
  if (UNLIKELY(f->pending & FRESH))
    take_covers(f, 1);
  f->fires = 1;
  TAINT_RESET;
  copy(&f->next, &f->here);
  return 1;
}

/* A discarded firing has left nothing behind. */
static APART bool is_over(struct frame *f) {
  if (f->status == BAILED)
    return 1;
  if (UNLIKELY(f->pending & FRESH))
    take_covers(f, !f->fires);
  f->status = f->depth = f->fires = 0;
  return 0;
}

static APART bool finish(struct frame *f, uint32_t rule, uint64_t weight) {
  TAINT_RESET;
  if (UNLIKELY(f->status))
    return !is_over(f);
  f->fires = 0;
  return deliver(f, rule, weight);
}
