/* Slots of multisets: a presence cell (1: present), then the cells of an element. Wants bytes.h. */

static inline int compare_slots(const cell *a, const cell *b, int64_t stride) {
  for (int64_t i = 1; i < stride; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}
static inline void swap_slots(cell *a, cell *b, int64_t stride) {
  for (int64_t i = 0; i < stride; i++) {
    const cell kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}
/* Slots of a few bytes have numbers in their order. */
#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SHORT_SLOTS
#define IS_SHORT(stride) (sizeof(cell) == 1 && (stride) > 1 && (stride) <= 8)
/* Read and written in the same pieces: one read from what two wrote would have to wait. */
static inline uint64_t slot_bytes(const cell *s, int64_t stride) {
  uint64_t word = 0;
  uint32_t half;
  uint16_t quarter;
  int64_t at = 0;
  if (stride == 8)
    memcpy(&word, s, 8);
  if (stride & 4)
    memcpy(&half, s, 4), word = half, at = 4;
  if (stride & 2)
    memcpy(&quarter, s + at, 2), word |= (uint64_t)quarter << 8 * at, at += 2;
  if (stride & 1)
    word |= (uint64_t)(uint8_t)s[at] << 8 * at;
  return word;
}
static inline void put_slot(cell *s, uint64_t word, int64_t stride) {
  const uint32_t half = (uint32_t)word;
  int64_t at = 0;
  if (stride == 8)
    memcpy(s, &word, 8);
  if (stride & 4)
    memcpy(s, &half, 4), at = 4;
  const uint16_t quarter = (uint16_t)(word >> 8 * at);
  if (stride & 2)
    memcpy(s + at, &quarter, 2), at += 2;
  if (stride & 1)
    s[at] = (cell)(word >> 8 * at);
}
static inline uint64_t in_order(uint64_t word) { return __builtin_bswap64(word ^ UINT64_C(0x8080808080808080)) << 8; }
static inline int order_of(const cell *a, const cell *b, int64_t stride) {
  if (!IS_SHORT(stride))
    return compare_slots(a, b, stride);
  const uint64_t x = slot_bytes(a, stride), y = slot_bytes(b, stride);
  return x == y ? 0 : in_order(x) < in_order(y) ? -1 : 1;
}
/* Present slots come first, in the order of their contents; others are made absent. */
ALWAYS void sort_short(cell *c, int64_t capacity, int64_t stride) {
  cell *end = c, *const last = c + capacity * stride;
  for (cell *s = c; s < last; s += stride) {
    if (*s != 1)
      continue;
    const uint64_t word = slot_bytes(s, stride), number = in_order(word);
    cell *e = end;
    for (uint64_t before; e > c && in_order(before = slot_bytes(e - stride, stride)) > number; e -= stride)
      put_slot(e, before, stride);
    if (e != s)
      put_slot(e, word, stride);
    end += stride;
  }
  for (; end < last; end += stride)
    if (*end)
      put_slot(end, UINT64_C(0x8080808080808000), stride);
}
#else
#define IS_SHORT(stride) 0
#define order_of compare_slots
#define sort_short sort_bag
#endif
/* Present slots come first, in the order of their contents. */
ALWAYS void sort_bag(cell *c, int64_t capacity, int64_t stride) {
  if (AIDED && sizeof(cell) == 1) {
    aid->sort_bag((int8_t *)c, (size_t)capacity, (size_t)stride);
    return;
  }
  cell *end = c;
  for (cell *s = c, *const last = c + capacity * stride; s < last; s += stride) {
    if (*s != 1)
      continue;
    if (s != end)
      swap_slots(s, end, stride);
    for (cell *e = end; e > c && compare_slots(e - stride, e, stride) > 0; e -= stride)
      swap_slots(e - stride, e, stride);
    end += stride;
  }
}
/* Bags that are sorted. */
static inline bool are_same(const cell *a, const cell *b, int64_t capacity, int64_t stride) {
  for (const cell *const last = a + capacity * stride; a < last; a += stride, b += stride) {
    if (*a != *b)
      return 0;
    if (*a != 1)
      return 1;
    if (memcmp(a, b, (size_t)stride * sizeof *a) != 0)
      return 0;
  }
  return 1;
}
/* Where a multiset begins, and which it is. */
struct bag {
  uint32_t cell, number;
};
