/* What everything else is written with: hints to the compiler, arithmetic that says whether it
 * overflows. Stands behind compile/native.h and `typedef … cell`. */

#include <string.h>

/* Is what follows slow, if it is compiled here? */
#if defined __TINYC__ || defined NOE_AIDED
enum { AIDED = 1 };
#else
enum { AIDED = 0 };
#endif
static const struct noe_native_helpers *aid;

enum { BAILED = 1, DISCARDED };
#ifdef __GNUC__
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define APART __attribute__((noinline))
#define ALWAYS static inline __attribute__((always_inline))
#else
#define UNLIKELY(x) (x)
#define APART
#define ALWAYS static inline
#endif

#if defined __GNUC__ && !defined __TINYC__ && !defined NOE_PORTABLE
static inline bool add_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_add_overflow(a, b, r); }
static inline bool sub_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_sub_overflow(a, b, r); }
static inline bool mul_overflows(int64_t a, int64_t b, int64_t *r) { return __builtin_mul_overflow(a, b, r); }
static inline bool weight_overflows(uint64_t a, uint64_t b, uint64_t *r) { return __builtin_mul_overflow(a, b, r); }
static inline uint32_t lowest(uint32_t set) { return (uint32_t)__builtin_ctz(set); }
#else
static uint32_t lowest(uint32_t set) {
  uint32_t bit = 0;
  for (; !(set & 1); set >>= 1)
    bit++;
  return bit;
}
static bool add_overflows(int64_t a, int64_t b, int64_t *r) {
  *r = (int64_t)((uint64_t)a + (uint64_t)b);
  return b < 0 ? *r > a : *r < a;
}
static bool sub_overflows(int64_t a, int64_t b, int64_t *r) {
  *r = (int64_t)((uint64_t)a - (uint64_t)b);
  return b < 0 ? *r < a : *r > a;
}
static bool weight_overflows(uint64_t a, uint64_t b, uint64_t *r) {
  *r = a * b;
  return a && b > UINT64_MAX / a;
}
static bool mul_overflows(int64_t a, int64_t b, int64_t *r) {
  const bool minus = (a < 0) != (b < 0);
  const uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
  uint64_t product;
  const bool over = weight_overflows(x, y, &product);
  *r = (int64_t)(minus ? -product : product);
  return over || product > (uint64_t)INT64_MAX + minus;
}
#endif

/* The x of the part of a model that a file is about, where it stands there once for each of them: PART is its
 * number. */
#define PASTE(x, part) x##part
#define NAME_OF(x, part) PASTE(x, part)
#define OF(x) NAME_OF(x, PART)
/* Its list x: macros of which may say OF, which an expansion of OF would not expand again. */
#define LIST_PASTE(x, part) x##part
#define LIST_NAME(x, part) LIST_PASTE(x, part)
#define LIST(x) LIST_NAME(x, PART)
