/* A successor is given to the host, as a packed key or as cells. Wants CANONISE(f) and IMAGE(f). */

static inline void copy(struct work *to, const struct work *from) { *to = *from; }

static bool deliver(struct frame *f, uint32_t rule, uint64_t weight) {
  settle(&f->next, &f->here, f->changed);
  if (!f->host.progress)
    f->host.progress = memcmp(f->next.c, f->here.c, sizeof f->here.c) != 0;
  const struct work *w = &f->next;
  if (f->host.want_cells) {
    switch (f->host.canonical ? CANONISE(f) : 0) {
    case 0:
      for (uint32_t i = 0; i < sizeof f->next / sizeof(cell); i++)
        f->wide[i] = f->next.c[i] == U ? INT64_MIN : f->next.c[i];
      return f->host.successor(&f->host, rule, weight, 0, 0, f->wide, f->arguments);
    case 2: w = IMAGE(f);
    }
  }
  const uint32_t bytes = encode(f, w);
  return f->host.successor(&f->host, rule, weight, (const uint8_t *)f->key, bytes, 0, f->arguments);
}
