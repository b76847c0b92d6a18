/* Numbers that cells are packed as, by the table `packing`. Wants `cell`. */

enum { CELLS = sizeof packing / sizeof *packing };
static inline uint64_t bits_of(const struct packing *p) { return p->width ? UINT64_MAX >> (64 - p->width) : 0; }
static inline cell value_of(const struct packing *p, uint64_t v) {
  return v ? (cell)(v - 1 + (uint64_t)p->base) : p->empty;
}
static inline uint64_t stored_of(const struct packing *p, cell v) {
  return v == p->empty ? 0 : (uint64_t)v - (uint64_t)p->base + 1;
}
