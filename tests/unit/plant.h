/* Defects planted in sound structures, which their checkers must catch. */
#ifndef NOE_TEST_PLANT_H
#define NOE_TEST_PLANT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Structures are handed out as const; a defect is written all the same. */
static inline void plant_bytes(const void *place, const void *bytes, size_t size) {
  memcpy((void *)(uintptr_t)place, bytes, size);
}

static inline void plant_expect(const char *found, const char *expected, const char *defect) {
  if (found == expected || (found && expected && !strcmp(found, expected)))
    return;
  print_error("planted: %s\nexpected: %s\nfound: %s\n", defect, expected ? expected : "nothing",
              found ? found : "nothing");
  fail();
}

/* Writes `wrong` into `place`, expects that `check` says `sentence`, and puts back what was there: then it finds nothing. */
#define PLANT(place, wrong, check, sentence)                                                                           \
  do {                                                                                                                 \
    const __typeof__(place) plant_kept = (place), plant_wrong = (wrong);                                               \
    plant_expect((check), NULL, "nothing yet in " #place);                                                             \
    plant_bytes(&(place), &plant_wrong, sizeof plant_kept);                                                            \
    plant_expect((check), (sentence), #place " = " #wrong);                                                            \
    plant_bytes(&(place), &plant_kept, sizeof plant_kept);                                                             \
    plant_expect((check), NULL, #place " put back");                                                                   \
  } while (0)

#endif
