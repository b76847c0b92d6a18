/* What every generated file begins with: the declarations of native.h, written out, and
 * helpers. The numbers that the generator was compiled with are asserted, so that the two
 * cannot drift apart. */
#include <stddef.h>

#include "compile/emit_int.h"
#include "compile/processor.h"

static const char declarations[] =
    "#include <stdbool.h>\n"
    "#include <stddef.h>\n"
    "#include <stdint.h>\n"
    "#include <string.h>\n"
    "\n"
    "struct noe_native_frame {\n"
    "  void *host;\n"
    "  bool (*successor)(struct noe_native_frame *, uint32_t, uint64_t, const uint8_t *, uint32_t, const int64_t *,\n"
    "                    const int64_t *);\n"
    "  bool want_cells, canonical;\n"
    "  bool want_moves;\n"
    "  const uint32_t *moves;\n"
    "  bool find_twins;\n"
    "  uint16_t *class_of, *rank_of, *size_of;\n"
    "  uint32_t *twin_classes;\n"
    "  uint64_t stabiliser;\n"
    "  uint32_t classes;\n"
    "  uint16_t sizes[8];\n"
    "  bool progress, enabled;\n"
    "  uint64_t *covers, *witnesses, *cover_claims;\n"
    "  bool leave_covers;\n"
    "  const uint32_t *first_goals;\n"
    "  uint64_t *goals;\n"
    "  bool (*impatient)(void *);\n"
    "  uint32_t ticks;\n"
    "};\n"
    "struct noe_native_cell { uint16_t cell; uint8_t shift; int8_t base, empty; };\n"
    "struct noe_native_order {\n"
    "  uint64_t *sorted;\n"
    "  uint32_t *rank, *weight;\n"
    "  uint64_t entry, name;\n"
    "  uint32_t shift, bits, count_bits;\n"
    "};\n"
    "struct noe_native_bits { uint8_t *at; uint64_t held; uint32_t fill; };\n"
    "struct noe_native_aid {\n"
    "  void (*slices)(uint64_t *, uint32_t, const void *, size_t, const struct noe_native_cell *, uint32_t);\n"
    "  uint32_t (*order)(const struct noe_native_order *, const void *, size_t, uint32_t);\n"
    "  void (*write)(struct noe_native_bits *, const struct noe_native_order *, uint32_t);\n"
    "  void (*sort_bag)(int8_t *, size_t, size_t);\n"
    "  uint32_t (*arrange)(const uint64_t *, const uint64_t *, const uint16_t *, uint32_t, uint16_t *, uint16_t *);\n"
    "};\n"
    "struct noe_native_module {\n"
    "  uint32_t abi, keys;\n"
    "  uint64_t identity;\n"
    "  size_t frame_bytes;\n"
    "  uint32_t rule_count;\n"
    "  const uint8_t *rules;\n"
    "  bool has_claims, has_assumptions, has_goals, has_trials, canonical;\n"
    "  const struct noe_native_aid **aid;\n"
    "  int (*expand)(struct noe_native_frame *, const uint8_t *);\n"
    "  int (*claims)(struct noe_native_frame *, const uint8_t *);\n"
    "  int (*assumptions)(struct noe_native_frame *, const uint8_t *);\n"
    "  int (*goals)(struct noe_native_frame *, const uint8_t *);\n"
    "  int (*trials)(struct noe_native_frame *, const uint8_t *);\n"
    "};\n"
    "enum { DONE, NO, BAIL };\n"
    "#ifndef NOE_IDENTITY\n"
    "#define NOE_IDENTITY 0\n"
    "#endif\n";

static const char helpers[] =
    "\n"
    "/* Is what follows slow, if it is compiled here? */\n"
    "#if defined __TINYC__ || defined NOE_AIDED\n"
    "enum { AIDED = 1 };\n"
    "#else\n"
    "enum { AIDED = 0 };\n"
    "#endif\n"
    "static const struct noe_native_aid *aid;\n"
    "\n"
    "enum { BAILED = 1, DISCARDED };\n"
    "#ifdef __GNUC__\n"
    "#define UNLIKELY(x) __builtin_expect(!!(x), 0)\n"
    "#define APART __attribute__((noinline))\n"
    "#define ALWAYS static inline __attribute__((always_inline))\n"
    "#else\n"
    "#define UNLIKELY(x) (x)\n"
    "#define APART\n"
    "#define ALWAYS static inline\n"
    "#endif\n"
    "\n"
    "#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE\n"
    "static inline bool add_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_add_overflow(a, b, r); }\n"
    "static inline bool sub_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_sub_overflow(a, b, r); }\n"
    "static inline bool mul_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }\n"
    "static inline bool weight_overflows(uint64_t a, uint64_t b, uint64_t *r) {\n"
    "  return __builtin_mul_overflow(a, b, r);\n"
    "}\n"
    "static inline uint32_t lowest(uint32_t set) { return (uint32_t)__builtin_ctz(set); }\n"
    "#else\n"
    "static uint32_t lowest(uint32_t set) {\n"
    "  uint32_t bit = 0;\n"
    "  for (; !(set & 1); set >>= 1) bit++;\n"
    "  return bit;\n"
    "}\n"
    "static bool add_overflows(int64_t a, int64_t b, int64_t *r) {\n"
    "  *r = (int64_t)((uint64_t)a + (uint64_t)b);\n"
    "  return b < 0 ? *r > a : *r < a;\n"
    "}\n"
    "static bool sub_overflows(int64_t a, int64_t b, int64_t *r) {\n"
    "  *r = (int64_t)((uint64_t)a - (uint64_t)b);\n"
    "  return b < 0 ? *r < a : *r > a;\n"
    "}\n"
    "static bool weight_overflows(uint64_t a, uint64_t b, uint64_t *r) {\n"
    "  *r = a * b;\n"
    "  return a && b > UINT64_MAX / a;\n"
    "}\n"
    "static bool mul_overflows(int64_t a, int64_t b, int64_t *r) {\n"
    "  const bool minus = (a < 0) != (b < 0);\n"
    "  const uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;\n"
    "  uint64_t product;\n"
    "  const bool over = weight_overflows(x, y, &product);\n"
    "  *r = (int64_t)(minus ? -product : product);\n"
    "  return over || product > (uint64_t)INT64_MAX + minus;\n"
    "}\n"
    "#endif\n"
    "\n"
    "/* Eight bytes, as a number. */\n"
    "#ifdef __TINYC__\n"
    "#define lanes(at) (*(const uint64_t *)(at)) /* a call of memcpy would stay one */\n"
    "#else\n"
    "static inline uint64_t lanes(const void *at) {\n"
    "  uint64_t number;\n"
    "  memcpy(&number, at, 8);\n"
    "  return number;\n"
    "}\n"
    "#endif\n"
    "\n"
    "/* The bits of x that are in the mask, next to each other; and back. */\n"
    "#if defined __BMI2__ && defined __x86_64__ && defined __GNUC__ && !defined NOE_PORTABLE && !defined NOE_UNGATHERED\n"
    "#define GATHERS\n"
    "static inline uint64_t gather(uint64_t x, uint64_t mask) { return __builtin_ia32_pext_di(x, mask); }\n"
    "static inline uint64_t spread(uint64_t x, uint64_t mask) { return __builtin_ia32_pdep_di(x, mask); }\n"
    "#endif\n"
    "\n"
    "/* Sixteen of them. */\n"
    "#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE\n"
    "#define ROWS\n"
    "typedef uint64_t row __attribute__((vector_size(16)));\n"
    "static inline row row_at(const void *at) {\n"
    "  row both;\n"
    "  memcpy(&both, at, 16);\n"
    "  return both;\n"
    "}\n"
    "#endif\n"
    "\n"
    "/* So many cells, most of which agree as a rule; others would not be worth a call, either. */\n"
    "#ifdef __TINYC__\n"
    "#define differ_in(a, b, n) (memcmp(a, b, (n) * sizeof(cell)) != 0)\n"
    "#else\n"
    "static inline bool differ_in(const cell *a, const cell *b, uint32_t n) {\n"
    "  const char *const x = (const char *)a, *const y = (const char *)b;\n"
    "  const size_t bytes = n * sizeof(cell);\n"
    "  uint64_t other = 0;\n"
    "  if (bytes < 4) {\n"
    "    for (uint32_t i = 0; i < n; i++) other |= a[i] != b[i];\n"
    "    return other;\n"
    "  }\n"
    "  if (bytes < 8) {\n"
    "    uint32_t first[2], last[2];\n"
    "    memcpy(first, x, 4), memcpy(first + 1, y, 4);\n"
    "    memcpy(last, x + bytes - 4, 4), memcpy(last + 1, y + bytes - 4, 4);\n"
    "    return ((first[0] ^ first[1]) | (last[0] ^ last[1])) != 0;\n"
    "  }\n"
    "  size_t i = 0;\n"
    "#ifdef ROWS\n"
    "  if (bytes >= 16) {\n"
    "    row rest = row_at(x + bytes - 16) ^ row_at(y + bytes - 16);\n"
    "    for (; i + 16 < bytes; i += 16) rest |= row_at(x + i) ^ row_at(y + i);\n"
    "    return (rest[0] | rest[1]) != 0;\n"
    "  }\n"
    "#endif\n"
    "  for (; i + 8 < bytes; i += 8) other |= lanes(x + i) ^ lanes(y + i);\n"
    "  return (other | (lanes(x + bytes - 8) ^ lanes(y + bytes - 8))) != 0;\n"
    "}\n"
    "#endif\n"
    "\n"
    "static inline void fill(cell *c, int64_t n) {\n"
    "#ifndef __TINYC__\n"
    "  if (sizeof(cell) == 1) memset(c, 0x80, (size_t)n);\n"
    "  else\n"
    "#endif\n"
    "    for (int64_t i = 0; i < n; i++) c[i] = U;\n"
    "}\n"
    "\n"
    "static inline bool shift(int64_t v, int64_t by, int left, int64_t *r) {\n"
    "  uint64_t n = by < 0 ? -(uint64_t)by : (uint64_t)by;\n"
    "  if ((by < 0) == left) {\n"
    "    *r = n > 63 ? 0 : v >> n;\n"
    "    return 1;\n"
    "  }\n"
    "  *r = n > 63 ? 0 : (int64_t)((uint64_t)v << n);\n"
    "  return n > 63 || *r >> n == v;\n"
    "}\n"
    "\n"
    "static inline int compare_slots(const cell *a, const cell *b, int64_t stride) {\n"
    "  for (int64_t i = 1; i < stride; i++)\n"
    "    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;\n"
    "  return 0;\n"
    "}\n"
    "static inline void swap_slots(cell *a, cell *b, int64_t stride) {\n"
    "  for (int64_t i = 0; i < stride; i++) {\n"
    "    const cell kept = a[i];\n"
    "    a[i] = b[i];\n"
    "    b[i] = kept;\n"
    "  }\n"
    "}\n"
    "/* Slots of a few bytes have numbers in their order. */\n"
    "#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__\n"
    "#define SHORT_SLOTS\n"
    "#define IS_SHORT(stride) (sizeof(cell) == 1 && (stride) > 1 && (stride) <= 8)\n"
    "/* Read and written in the same pieces: one read from what two wrote would have to wait. */\n"
    "static inline uint64_t slot_bytes(const cell *s, int64_t stride) {\n"
    "  uint64_t row = 0;\n"
    "  uint32_t half;\n"
    "  uint16_t quarter;\n"
    "  int64_t at = 0;\n"
    "  if (stride == 8) memcpy(&row, s, 8);\n"
    "  if (stride & 4) memcpy(&half, s, 4), row = half, at = 4;\n"
    "  if (stride & 2) memcpy(&quarter, s + at, 2), row |= (uint64_t)quarter << 8 * at, at += 2;\n"
    "  if (stride & 1) row |= (uint64_t)(uint8_t)s[at] << 8 * at;\n"
    "  return row;\n"
    "}\n"
    "static inline void put_slot(cell *s, uint64_t row, int64_t stride) {\n"
    "  const uint32_t half = (uint32_t)row;\n"
    "  int64_t at = 0;\n"
    "  if (stride == 8) memcpy(s, &row, 8);\n"
    "  if (stride & 4) memcpy(s, &half, 4), at = 4;\n"
    "  const uint16_t quarter = (uint16_t)(row >> 8 * at);\n"
    "  if (stride & 2) memcpy(s + at, &quarter, 2), at += 2;\n"
    "  if (stride & 1) s[at] = (cell)(row >> 8 * at);\n"
    "}\n"
    "static inline uint64_t in_order(uint64_t row) {\n"
    "  return __builtin_bswap64(row ^ UINT64_C(0x8080808080808080)) << 8;\n"
    "}\n"
    "static inline int order_of(const cell *a, const cell *b, int64_t stride) {\n"
    "  if (!IS_SHORT(stride)) return compare_slots(a, b, stride);\n"
    "  const uint64_t x = slot_bytes(a, stride), y = slot_bytes(b, stride);\n"
    "  return x == y ? 0 : in_order(x) < in_order(y) ? -1 : 1;\n"
    "}\n"
    "/* Present slots come first, in the order of their contents; others are made absent. */\n"
    "ALWAYS void sort_short(cell *c, int64_t capacity, int64_t stride) {\n"
    "  cell *end = c, *const last = c + capacity * stride;\n"
    "  for (cell *s = c; s < last; s += stride) {\n"
    "    if (*s != 1) continue;\n"
    "    const uint64_t row = slot_bytes(s, stride), number = in_order(row);\n"
    "    cell *e = end;\n"
    "    for (uint64_t before; e > c && in_order(before = slot_bytes(e - stride, stride)) > number; e -= stride)\n"
    "      put_slot(e, before, stride);\n"
    "    if (e != s) put_slot(e, row, stride);\n"
    "    end += stride;\n"
    "  }\n"
    "  for (; end < last; end += stride)\n"
    "    if (*end) put_slot(end, UINT64_C(0x8080808080808000), stride);\n"
    "}\n"
    "#else\n"
    "#define IS_SHORT(stride) 0\n"
    "#define order_of compare_slots\n"
    "#define sort_short sort_bag\n"
    "#endif\n"
    "/* Present slots come first, in the order of their contents. */\n"
    "ALWAYS void sort_bag(cell *c, int64_t capacity, int64_t stride) {\n"
    "  if (AIDED && sizeof(cell) == 1) {\n"
    "    aid->sort_bag((int8_t *)c, (size_t)capacity, (size_t)stride);\n"
    "    return;\n"
    "  }\n"
    "  cell *end = c;\n"
    "  for (cell *s = c, *const last = c + capacity * stride; s < last; s += stride) {\n"
    "    if (*s != 1) continue;\n"
    "    if (s != end) swap_slots(s, end, stride);\n"
    "    for (cell *e = end; e > c && compare_slots(e - stride, e, stride) > 0; e -= stride)\n"
    "      swap_slots(e - stride, e, stride);\n"
    "    end += stride;\n"
    "  }\n"
    "}\n"
    "/* Bags that are sorted. */\n"
    "static inline bool are_same(const cell *a, const cell *b, int64_t capacity, int64_t stride) {\n"
    "  for (const cell *const last = a + capacity * stride; a < last; a += stride, b += stride) {\n"
    "    if (*a != *b) return 0;\n"
    "    if (*a != 1) return 1;\n"
    "    if (memcmp(a, b, (size_t)stride * sizeof *a) != 0) return 0;\n"
    "  }\n"
    "  return 1;\n"
    "}\n";

#define FIELD(structure, field) noe_base_text_printf(out, "_Static_assert(offsetof(struct " #structure ", " #field \
                                                     ") == %zu, \"\");\n", offsetof(struct structure, field))
#define SIZE(structure) noe_base_text_printf(out, "_Static_assert(sizeof(struct " #structure ") == %zu, \"\");\n", \
                                             sizeof(struct structure))

static void assert_layout(struct noe_text *out) {
  FIELD(noe_native_frame, host);
  FIELD(noe_native_frame, successor);
  FIELD(noe_native_frame, want_cells);
  FIELD(noe_native_frame, canonical);
  FIELD(noe_native_frame, want_moves);
  FIELD(noe_native_frame, moves);
  FIELD(noe_native_frame, find_twins);
  FIELD(noe_native_frame, class_of);
  FIELD(noe_native_frame, rank_of);
  FIELD(noe_native_frame, size_of);
  FIELD(noe_native_frame, twin_classes);
  FIELD(noe_native_frame, stabiliser);
  FIELD(noe_native_frame, classes);
  FIELD(noe_native_frame, sizes);
  FIELD(noe_native_frame, progress);
  FIELD(noe_native_frame, enabled);
  FIELD(noe_native_frame, covers);
  FIELD(noe_native_frame, witnesses);
  FIELD(noe_native_frame, cover_claims);
  FIELD(noe_native_frame, leave_covers);
  FIELD(noe_native_frame, first_goals);
  FIELD(noe_native_frame, goals);
  FIELD(noe_native_frame, impatient);
  FIELD(noe_native_frame, ticks);
  SIZE(noe_native_frame);
  FIELD(noe_native_module, abi);
  FIELD(noe_native_module, keys);
  FIELD(noe_native_module, identity);
  FIELD(noe_native_module, frame_bytes);
  FIELD(noe_native_module, rule_count);
  FIELD(noe_native_module, rules);
  FIELD(noe_native_module, has_claims);
  FIELD(noe_native_module, has_assumptions);
  FIELD(noe_native_module, has_goals);
  FIELD(noe_native_module, has_trials);
  FIELD(noe_native_module, canonical);
  FIELD(noe_native_module, aid);
  FIELD(noe_native_module, expand);
  FIELD(noe_native_module, claims);
  FIELD(noe_native_module, assumptions);
  FIELD(noe_native_module, goals);
  FIELD(noe_native_module, trials);
  SIZE(noe_native_module);
  FIELD(noe_native_cell, shift);
  FIELD(noe_native_cell, base);
  FIELD(noe_native_cell, empty);
  SIZE(noe_native_cell);
  FIELD(noe_native_order, rank);
  FIELD(noe_native_order, weight);
  FIELD(noe_native_order, entry);
  FIELD(noe_native_order, name);
  FIELD(noe_native_order, shift);
  FIELD(noe_native_order, bits);
  FIELD(noe_native_order, count_bits);
  SIZE(noe_native_order);
  FIELD(noe_native_bits, held);
  FIELD(noe_native_bits, fill);
  SIZE(noe_native_bits);
  FIELD(noe_native_aid, order);
  FIELD(noe_native_aid, write);
  FIELD(noe_native_aid, sort_bag);
  FIELD(noe_native_aid, arrange);
  SIZE(noe_native_aid);
}

/* For each kind of multiset, sorting all slots, and sorting those that are present and the first
 * already. */
static void write_bag_sorters(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->model->type_count; i++) {
    const struct noe_type *type = emitter->model->types[i];
    if (type->kind != NOE_TYPE_MULTISET || !type->cells)
      continue;
    noe_base_text_printf(out, "\nstatic APART void sort_slots%u(cell *c, int64_t capacity) {\n", type->id);
    if (!type->element->has_multiset)
      noe_base_text_printf(out, "  if (IS_SHORT(%u) && !AIDED) sort_short(c, capacity, %u);\n  else\n  ", type->stride, type->stride);
    noe_base_text_printf(out, "  sort_bag(c, capacity, %u);\n}\n", type->stride);
    noe_base_text_printf(out, "static inline void sort_present%u(cell *c, int64_t capacity) {\n  int64_t count = 1;\n"
                              "  while (count < capacity && c[count * %u] == 1) count++;\n"
                              "  if (count > 1) sort_slots%u(c, count);\n}\n", type->id, type->stride, type->id);
  }
}

void noe_compile_prelude(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "/* Made by noether from a model; not meant to be edited. */\n");
  if (noe_compile_processor_gathers())
    noe_base_text_puts(out, "#if defined __GNUC__ && !defined __clang__ && !defined __TINYC__\n"
                            "#pragma GCC target(\"bmi2\")\n#endif\n");
  noe_base_text_puts(out, declarations);
  noe_base_text_printf(out, "_Static_assert(DONE == %d && NO == %d && BAIL == %d, \"\");\n", NOE_NATIVE_DONE,
                       NOE_NATIVE_NO, NOE_NATIVE_BAIL);
  assert_layout(out);
  noe_base_text_printf(out, "\ntypedef int%u_t cell;\n#define U ((cell)INT%u_MIN)\n", emitter->cell_bits,
                       emitter->cell_bits);
  noe_base_text_puts(out, helpers);
  write_bag_sorters(emitter, out);
}
