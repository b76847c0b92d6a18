/* Cells as bytes, many at a time. Wants base.h, `cell` and `U`, the cell that is undefined. */

/* The number of elements of a table. */
#define COUNT_OF(table) (sizeof(table) / sizeof *(table))
/* What is stored of a value, in `width` bits: 0 for none; and back. */
#define STORED(v, base, empty) ((v) == (empty) ? 0 : (uint64_t)(v) - (uint64_t)(base) + 1)
#define VALUE(stored, base, empty) ((stored) ? (cell)((stored)-1 + (uint64_t)(base)) : (empty))
#define BITS_OF(width) (UINT64_MAX >> (64 - (width)))

/* Eight bytes, as a number. */
#ifdef __TINYC__
#define lanes(at) (*(const uint64_t *)(at)) /* a call of memcpy would stay one */
#else
static inline uint64_t lanes(const void *at) {
  uint64_t number;
  memcpy(&number, at, 8);
  return number;
}
#endif

/* The bits of x that are in the mask, next to each other; and back. */
#if defined __BMI2__ && defined __x86_64__ && defined __GNUC__ && !defined NOE_PORTABLE && !defined NOE_UNGATHERED
#define GATHERS
static inline uint64_t gather(uint64_t x, uint64_t mask) { return __builtin_ia32_pext_di(x, mask); }
static inline uint64_t spread(uint64_t x, uint64_t mask) { return __builtin_ia32_pdep_di(x, mask); }
#endif

/* Cells that are bytes, up to eight of them as one number: what is stored of each comes of a few operations on
 * all, since a value is not negative, and undefined is the highest bit alone. `added` has a 1 in each byte that is
 * stored as the value plus one, `typed` in each that can be undefined. The bits that are stored then stand apart,
 * in the order of the key; bringing them together is one instruction where the processor has one. */
static inline uint64_t pack_bytes(uint64_t x, uint64_t added) {
  return (x & UINT64_C(0x7f7f7f7f7f7f7f7f)) + added - (x >> 7 & added);
}
static inline uint64_t unpack_bytes(uint64_t y, uint64_t typed, uint64_t added) {
  const uint64_t is = (y + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & typed;
  return (y - (is & added)) | (is ^ typed) << 7;
}

/* Sixteen of them. */
#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE
#define ROWS
typedef uint64_t row __attribute__((vector_size(16)));
static inline row row_at(const void *at) {
  row both;
  memcpy(&both, at, 16);
  return both;
}
#endif

/* So many cells, most of which agree as a rule; others would not be worth a call, either. */
#ifdef __TINYC__
#define differ_in(a, b, n) (memcmp(a, b, (n) * sizeof(cell)) != 0)
#else
static inline bool differ_in(const cell *a, const cell *b, uint32_t n) {
  const char *const x = (const char *)a, *const y = (const char *)b;
  const size_t bytes = n * sizeof(cell);
  uint64_t other = 0;
  if (bytes < 4) {
    for (uint32_t i = 0; i < n; i++)
      other |= a[i] != b[i];
    return other;
  }
  if (bytes < 8) {
    uint32_t first[2], last[2];
    memcpy(first, x, 4), memcpy(first + 1, y, 4);
    memcpy(last, x + bytes - 4, 4), memcpy(last + 1, y + bytes - 4, 4);
    return ((first[0] ^ first[1]) | (last[0] ^ last[1])) != 0;
  }
  size_t i = 0;
#ifdef ROWS
  if (bytes >= 16) {
    row rest = row_at(x + bytes - 16) ^ row_at(y + bytes - 16);
    for (; i + 16 < bytes; i += 16)
      rest |= row_at(x + i) ^ row_at(y + i);
    return (rest[0] | rest[1]) != 0;
  }
#endif
  for (; i + 8 < bytes; i += 8)
    other |= lanes(x + i) ^ lanes(y + i);
  return (other | (lanes(x + bytes - 8) ^ lanes(y + bytes - 8))) != 0;
}
#endif

static inline void fill(cell *c, int64_t n) {
#ifndef __TINYC__
  if (sizeof(cell) == 1)
    memset(c, 0x80, (size_t)n);
  else
#endif
    for (int64_t i = 0; i < n; i++)
      c[i] = U;
}

/* Are all cells defined that `covered` has 0 for? Others are covered up by -1. */
static inline bool are_defined(const cell *c, const cell *covered, uint32_t n) {
  enum { STEP = 8 / sizeof(cell) };
  const uint64_t ones = UINT64_MAX >> (64 - 8 * sizeof(cell)), low = UINT64_MAX / ones,
                 high = low << (8 * sizeof(cell) - 1);
  uint64_t undefined = 0;
  uint32_t i = 0;
  for (; i + STEP <= n; i += STEP) {
    const uint64_t x = (lanes(c + i) ^ high) | lanes(covered + i);
    undefined |= (x - low) & ~x & high; /* a lane of x is 0 */
  }
  for (; i < n; i++)
    undefined |= (c[i] | covered[i]) == U;
  return !undefined;
}

static inline bool shift(int64_t v, int64_t by, int left, int64_t *r) {
  uint64_t n = by < 0 ? -(uint64_t)by : (uint64_t)by;
  if ((by < 0) == left) {
    *r = n > 63 ? 0 : v >> n;
    return 1;
  }
  *r = n > 63 ? 0 : (int64_t)((uint64_t)v << n);
  return n > 63 || *r >> n == v;
}
