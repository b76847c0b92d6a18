/* Is everything defined that guards and claims do not ask about? Wants `struct frame` and bytes.h. LARGE: change.h
 * counts what is not (f->holes). BY_TABLE: there is the table `covered` of plain cells, with 0 for those that have
 * to be defined and -1 for others. Otherwise there is the list WHOLE_CELLS of them, DEFINED(cell); and
 * WHOLE_SLICES of the blocks with such cells in their slices, SLICE(number, these). */

static bool is_whole(const struct frame *f) {
#if LARGE
  return !f->holes;
#else
  const struct work *const w = &f->here;
  bool whole = 1;
#if BY_TABLE
  whole &= are_defined(w->c, covered, COUNT_OF(covered));
#endif
#define DEFINED(i) whole &= c[i] != U;
#define SLICE(number, cells)                                                                                           \
  for (uint32_t i = 0; i < w->m##number; i++) {                                                                        \
    const cell *const c = w->b##number[i].c;                                                                           \
    cells                                                                                                              \
  }
  {
    const cell *const c = w->c;
    (void)c;
    WHOLE_CELLS
  }
  WHOLE_SLICES
#undef DEFINED
#undef SLICE
  return whole;
#endif
}
