/* With small blocks: the key is the least of those of all turns of the state (symmetry/listed.h). Wants
 * base.h, `struct frame`, runs.h and deciding.h; census.h if HAS_CENSUS; and of each turn but the first the
 * function turn<number>. */

static inline void turn0(struct work *w) { (void)w; }

static bool same(const struct work *a, const struct work *b) {
  if (memcmp(a->c, b->c, sizeof a->c) != 0)
    return 0;
#define EACH(number)                                                                                                   \
  if (!is_same##number(a, b))                                                                                          \
    return 0;
  BLOCK_PARTS
#undef EACH
  return 1;
}

static inline void turn(struct work *w, uint32_t which) {
#define EACH(number)                                                                                                   \
  case number: turn##number(w); break;
  switch (which) { TURNS }
#undef EACH
}

/* Several turns: those that change nothing more are passed over. */
static uint32_t encode_tied(struct frame *f, const struct work *w, uint32_t set) {
  copy(&f->first, w);
  turn(&f->first, lowest(set));
  copy(&f->turned, &f->first);
  const uint32_t bytes = write_key(f, &f->turned);
  if (UNLIKELY(!bytes))
    return 0;
  memcpy(f->least, f->key, bytes);
  for (set &= set - 1; set; set &= set - 1) {
    copy(&f->turned, w);
    turn(&f->turned, lowest(set));
    if (same(&f->turned, &f->first))
      continue;
    if (UNLIKELY(write_key(f, &f->turned) != bytes))
      return 0;
    if (memcmp(f->key, f->least, bytes) < 0)
      memcpy(f->least, f->key, bytes);
  }
  memcpy(f->key, f->least, bytes);
  return bytes;
}

/* The number of bytes; 0 if something is wrong. */
static uint32_t encode(struct frame *f, struct work *w) {
  uint32_t set = tied(w);
#if HAS_CENSUS
  if (set & (set - 1))
    set = narrow(w, set);
#endif
  if (set & (set - 1))
    return encode_tied(f, w, set);
  turn(w, lowest(set));
  return write_key(f, w);
}
