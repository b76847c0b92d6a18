/* With small blocks: images of values of simple types under turns, undefined or not. Wants `cell` and the list IMAGES:
 * IMAGE(turn, type, first that moves, last, their images), and SWAP(turn, type) where two values change places. */

#define SWAP(turn, type)                                                                                               \
  static inline cell image##turn##_##type(cell v) { return v ^ (v >= 0); }
#define IMAGE(turn, type, first, last, ...)                                                                            \
  static inline cell image##turn##_##type(cell v) {                                                                    \
    static const int32_t images[] = {__VA_ARGS__};                                                                     \
    return v >= (first) && v <= (last) ? (cell)images[v - (first)] : v;                                                \
  }
IMAGES
#undef SWAP
#undef IMAGE
