/* Multisets in keys of large states: elements that are present, one after the other. Wants packing.h
 * and the table `streams`. A multiset of the state before may have had more elements. */

static void read_streams(cell *c, const uint8_t *key) {
  uint32_t at = FIXED_BITS;
  for (uint32_t i = 0; i + 1 < sizeof streams / sizeof *streams; i++) {
    const struct packing *const p = &packing[streams[i].cell];
    const uint32_t stride = streams[i].stride;
    cell *e = c + streams[i].cell, *const end = c + streams[i].end;
    for (; e < end && get(key, at++, 1); e += stride) {
      *e = 1;
      for (uint32_t k = 1; k < stride; at += p[k++].width)
        if (p[k].width)
          e[k] = value_of(&p[k], get(key, at, p[k].width));
    }
    for (; e < end && *e; e += stride)
      for (uint32_t k = 0; k < stride; k++)
        e[k] = p[k].empty;
  }
}
static uint32_t write_streams(uint64_t *k, const cell *c) {
  uint32_t at = FIXED_BITS;
  if (!(at % 64))
    k[at / 64] = 0;
  for (uint32_t i = 0; i + 1 < sizeof streams / sizeof *streams; i++) {
    const struct packing *const p = &packing[streams[i].cell];
    const uint32_t stride = streams[i].stride;
    const cell *e = c + streams[i].cell, *const end = c + streams[i].end;
    for (; e < end && *e; e += stride) {
      put(k, at++, 1);
      for (uint32_t n = 1; n < stride; at += p[n++].width)
        if (p[n].width)
          put(k, at, stored_of(&p[n], e[n]));
    }
    if (e < end)
      put(k, at++, 0);
  }
  return at ? (at + 7) / 8 : 1;
}
