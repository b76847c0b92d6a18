/* A successor is given to the host, as values and counts. */

static bool deliver(struct frame *f, uint32_t rule, uint64_t weight) {
  settle(&f->next);
  if (!f->host.progress)
    f->host.progress = changed(&f->here, &f->next);
  const uint32_t bytes = encode(f, &f->next);
  if (f->host.want_moves)
    note_moves(f);
  return bytes && f->host.successor(&f->host, rule, weight, f->key, bytes, 0, f->host.want_moves ? f->arguments : 0);
}
