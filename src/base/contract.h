/* Contracts that take longer than what they guard: whole structures, permutations point by point. They are checked in
 * the hostile build alone, which runs the suites every day. */
#ifndef NOE_BASE_CONTRACT_H
#define NOE_BASE_CONTRACT_H

#include <assert.h>

#ifdef NOE_HOSTILE
#define NOE_COSTLY(condition) assert(condition)
#else
#define NOE_COSTLY(condition)                                                                                          \
  do {                                                                                                                 \
    if (0)                                                                                                             \
      assert(condition);                                                                                               \
  } while (0)
#endif

#endif
