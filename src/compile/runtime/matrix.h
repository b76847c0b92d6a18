/* Cells that two points index, where they fill a whole array: the matrix of those who have a copy, of who has
 * voted for whom. An exchange of two points concerns two rows and two columns only. Stands there once for each
 * family of matrices that differ in nothing but their place. Wants canon.h and points.h, PART, the table
 * `matrices` of where they begin, MATRIX_NAMES, whether they name points, MATRIX_POINT(v), the point that v names,
 * and of the rows ROW_COUNT, how many there are, ROW_FIRST, the point of the first, ROW_STRIDE, cells from one to
 * the next; likewise COLUMN_COUNT and its like. */

#define CELL(row, column) c[first + (row)*OF(ROW_STRIDE) + (column)*OF(COLUMN_STRIDE)]
/* By points, as numbers with a sign. */
#define CELL_OF(u, v) CELL((uint32_t)((u)-OF(ROW_FIRST)), (uint32_t)((v)-OF(COLUMN_FIRST)))

ALWAYS void OF(move_matrices)(const cell *restrict c, const uint16_t *p, cell *restrict d) {
  for (uint32_t m = 0; m < COUNT_OF(OF(matrices)); m++) {
    const uint32_t first = OF(matrices)[m];
    for (uint32_t i = 0; i < OF(ROW_COUNT); i++)
      for (uint32_t j = 0; j < OF(COLUMN_COUNT); j++) {
        const cell from = CELL(i, j);
        const int32_t t = OF(MATRIX_POINT)(from);
        d[first + (p[OF(ROW_FIRST) + i] - (uint32_t)OF(ROW_FIRST)) * OF(ROW_STRIDE) +
          (p[OF(COLUMN_FIRST) + j] - (uint32_t)OF(COLUMN_FIRST)) * OF(COLUMN_STRIDE)] =
            t < 0 ? from : (cell)(from + p[t] - t);
      }
  }
}

/* Does the exchange of a and b leave one as it is? Names may be anywhere. */
ALWAYS bool OF(keeps_named)(const cell *c, uint32_t first, int32_t a, int32_t b) {
  for (uint32_t i = 0; i < OF(ROW_COUNT); i++)
    for (uint32_t j = 0; j < OF(COLUMN_COUNT); j++) {
      const cell from = CELL(i, j);
      const int32_t u = (int32_t)i + OF(ROW_FIRST), v = (int32_t)j + OF(COLUMN_FIRST), t = OF(MATRIX_POINT)(from);
      if (t != a && t != b && u != a && v != a)
        continue;
      if (CELL_OF(OTHER(u), OTHER(v)) != (t < 0 ? from : (cell)(from + OTHER(t) - t)))
        return 0;
    }
  return 1;
}
/* The row of a, and its column, become those of b. */
ALWAYS bool OF(keeps_plain)(const cell *c, uint32_t first, int32_t a, int32_t b) {
  if (a >= OF(ROW_FIRST) && a < OF(ROW_FIRST) + OF(ROW_COUNT))
    for (int32_t v = OF(COLUMN_FIRST); v < OF(COLUMN_FIRST) + OF(COLUMN_COUNT); v++)
      if (CELL_OF(a, v) != CELL_OF(b, OTHER(v)))
        return 0;
  if (a >= OF(COLUMN_FIRST) && a < OF(COLUMN_FIRST) + OF(COLUMN_COUNT))
    for (int32_t u = OF(ROW_FIRST); u < OF(ROW_FIRST) + OF(ROW_COUNT); u++)
      if (CELL_OF(u, a) != CELL_OF(OTHER(u), b))
        return 0;
  return 1;
}
ALWAYS bool OF(keeps_matrices)(const cell *c, int32_t a, int32_t b) {
  for (uint32_t m = 0; m < COUNT_OF(OF(matrices)); m++)
    if (!(OF(MATRIX_NAMES) ? OF(keeps_named)(c, OF(matrices)[m], a, b) : OF(keeps_plain)(c, OF(matrices)[m], a, b)))
      return 0;
  return 1;
}
#undef CELL
#undef CELL_OF
