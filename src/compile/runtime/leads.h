/* Of twins one stands for all: is an instance the first of those that differ by twins? */

/* Does the last of the points come first among those that twins exchange? Those before it do
   so: of each class they are the first members. */
static inline bool leads(const struct frame *f, const int32_t *points, uint32_t last) {
  if (points[last] < 0 || f->host.class_of[points[last]] == 65535)
    return 1;
  const uint32_t rank = f->host.rank_of[points[last]];
  if (!rank || rank > last)
    return !rank;
  uint32_t members = 0;
  for (uint32_t i = 0; i < last; i++) {
    if (points[i] < 0 || f->host.class_of[points[i]] != f->host.class_of[points[last]])
      continue;
    if (points[i] == points[last])
      return 1;
    bool again = 0;
    for (uint32_t k = 0; k < i && !again; k++)
      again = points[k] == points[i];
    members += !again;
  }
  return rank == members;
}
