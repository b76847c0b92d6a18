/* Cells that tie points to each other: those that index one, and the point that it names. Stands there once for
 * each number of points that index them and each type of names. Wants canon.h and points.h, PART, the table
 * `links` of such cells, INDEXED, how many points that is, LINK_NAMES, whether they name points, and
 * LINK_POINT(v), the point that v names. */

static inline void OF(attach_links)(struct canon *g, const cell *c) {
  for (uint32_t i = 0; i < COUNT_OF(OF(links)); i++) {
    const cell content = c[OF(links)[i].cell];
    const uint16_t *const v = OF(links)[i].v;
    if (content == OF(links)[i].quiet)
      continue;
    const int32_t t = OF(LINK_POINT)(content);
    if (OF(INDEXED) == 1 && t < 0)
      continue;
    uint64_t label = OF(links)[i].label + (uint64_t)(t < 0 ? wide(content) : wide(content) - t) * STEP_VALUE;
    for (uint32_t k = 0; k < OF(INDEXED); k++) {
      if (OF(LINK_NAMES) && t == v[k])
        label += PLACE(k);
      g->attached[v[k]] |= TIED;
    }
    if (t >= 0)
      g->attached[t] |= TIED;
    if (OF(INDEXED) == 1)
      pair(g, label, v[0], (uint32_t)t);
    else if (OF(INDEXED) == 2 && !OF(LINK_NAMES))
      pair(g, label, v[0], v[1]);
    else
      tie(g, label, v, OF(INDEXED), t);
  }
}
