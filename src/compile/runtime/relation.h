/* Cells that several points index and that are in no matrix. Stands there once for each type of names in them, and once
 * for those without. Wants canon.h and points.h, PART, ARGUMENTS (how many points at most), the table `moved` of such
 * cells, RELATED, whether they name points, and RELATED_POINT(v), the point that v names. */

ALWAYS void OF(move_relation)(const cell *restrict c, const uint16_t *p, cell *restrict d) {
  for (uint32_t i = 0; i < COUNT_OF(OF(moved)); i++) {
    const cell from = c[OF(moved)[i].cell];
    uint32_t at = OF(moved)[i].cell;
    for (uint32_t k = 0; k < ARGUMENTS; k++)
      at += OF(moved)[i].stride[k] * (p[OF(moved)[i].v[k]] - OF(moved)[i].v[k]);
    const int32_t t = OF(RELATED_POINT)(from);
    d[at] = t < 0 ? from : (cell)(from + p[t] - t);
  }
}

/* Does the exchange of a and b leave them as they are? */
ALWAYS bool OF(keeps_relation)(const cell *c, int32_t a, int32_t b) {
  for (uint32_t i = 0; i < COUNT_OF(OF(moved)); i++) {
    const uint16_t *const v = OF(moved)[i].v;
    const cell from = c[OF(moved)[i].cell];
    const int32_t t = OF(RELATED_POINT)(from);
    if (!(OF(RELATED) && (t == a || t == b)) && v[0] != a && (ARGUMENTS < 2 || v[1] != a) &&
        (ARGUMENTS < 3 || v[2] != a) && (ARGUMENTS < 4 || v[3] != a))
      continue;
    uint32_t at = OF(moved)[i].cell;
    for (uint32_t k = 0; k < ARGUMENTS; k++)
      at += OF(moved)[i].stride[k] * (uint32_t)(OTHER(v[k]) - v[k]);
    if (c[at] != (t < 0 ? from : (cell)(from + OTHER(t) - t)))
      return 0;
  }
  return 1;
}
