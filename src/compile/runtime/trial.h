/* Orders of rounds, tried out as model/trial.c does it. Wants watch.h, and `struct frame` with trying, searching,
 * known, rows and row_taints. */

/* A loop whose orders may be tried: the locals that its rounds may write. */
struct piece {
  cell *at;
  uint32_t cells;
};
struct trial {
  const struct piece *pieces;
  uint32_t count, cells; /* of them, in all */
};
enum { STATE_CELLS = sizeof(struct work) / sizeof(cell) };

static inline cell *row_of(struct frame *f, const struct trial *t, uint32_t set) {
  return f->rows + (uint64_t)set * (STATE_CELLS + t->cells);
}
static inline uint8_t *taints_of(struct frame *f, const struct trial *t, uint32_t set) {
  return f->row_taints + (uint64_t)set * t->cells;
}

/* The row becomes that of the set of rounds. */
static void trial_keep(struct frame *f, const struct work *w, const struct trial *t, uint32_t set) {
  cell *kept = row_of(f, t, set);
  uint8_t *taints = taints_of(f, t, set);
  memcpy(kept, w, sizeof *w);
  kept += STATE_CELLS;
  for (uint32_t i = 0; i < t->count; i++)
    for (uint32_t k = 0; k < t->pieces[i].cells; k++) {
      *kept++ = t->pieces[i].at[k];
      *taints++ = f->taints && watch_is_tainted(f, t->pieces[i].at + k, 1);
    }
}
static bool trial_load(struct frame *f, struct work *w, const struct trial *t, uint32_t set) {
  const cell *kept = row_of(f, t, set);
  const uint8_t *taints = taints_of(f, t, set);
  memcpy(w, kept, sizeof *w);
  kept += STATE_CELLS;
  f->taints = 0;
  for (uint32_t i = 0; i < t->count; i++)
    for (uint32_t k = 0; k < t->pieces[i].cells; k++) {
      t->pieces[i].at[k] = *kept++;
      if (!*taints++)
        continue;
      if (f->taints == TAINTS)
        return 0;
      f->taint[f->taints++] = t->pieces[i].at + k;
    }
  return 1;
}
/* Another order of the set has come to the row as it is now. States have to be the same; locals in which orders
 * leave different values are tainted. */
static bool trial_compare(struct frame *f, const struct work *w, const struct trial *t, uint32_t set) {
  const cell *kept = row_of(f, t, set);
  uint8_t *taints = taints_of(f, t, set);
  if (memcmp(kept, w, sizeof *w))
    return 0;
  kept += STATE_CELLS;
  for (uint32_t i = 0; i < t->count; i++)
    for (uint32_t k = 0; k < t->pieces[i].cells; k++)
      *taints++ |= t->pieces[i].at[k] != *kept++ || (f->taints && watch_is_tainted(f, t->pieces[i].at + k, 1));
  return 1;
}

/* Before the loop is watched. Rows are kept for one loop at a time, and taints from before make it too intricate. */
static inline bool trial_save(struct frame *f, const struct work *w, const struct trial *t) {
  if (f->trying || f->searching || f->taints || f->pending & FRESH)
    return 0;
  trial_keep(f, w, t, 0);
  f->conflict = 0;
  return 1;
}
/* Watching was not enough, because of a conflict: if it has come to an end for any other reason, in a tainted cell
 * of the state for instance, the interpreter would not try orders either. Covers count once only: that is left to the
 * interpreter. */
static bool trial_begin(struct frame *f) {
  if (!f->conflict || f->trying || f->pending & FRESH)
    return 0;
  f->trying = 1;
  f->status = f->level = f->doubts = f->taints = 0;
  memset(f->known, 0, sizeof f->known);
  return 1;
}
static bool trial_round_end(struct frame *f, const struct work *w, const struct trial *t, uint32_t set) {
  if (f->pending & FRESH)
    return 0;
  if (f->known[set])
    return trial_compare(f, w, t, set);
  trial_keep(f, w, t, set);
  f->known[set] = 1;
  return 1;
}
static bool trial_end(struct frame *f, struct work *w, const struct trial *t, uint32_t all) {
  f->trying = 0;
  return trial_load(f, w, t, all);
}
