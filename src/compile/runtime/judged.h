/* Twins of a state that is judged. Wants canonise.h and `struct frame`. */

static inline void find_judged_twins(struct frame *f) {
  f->host.class_of = f->judged[0];
  f->host.rank_of = f->judged[1];
  find_twins(&f->canon, f->here.c, f->image.c, f->judged[0], f->judged[1], f->judged[2]);
}
static inline void find_expanded_twins(struct frame *f) {
  if (f->host.find_twins)
    *f->host.twin_classes =
        find_twins(&f->canon, f->here.c, f->image.c, f->host.class_of, f->host.rank_of, f->host.size_of);
}
