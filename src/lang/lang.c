/* The table of front ends, and which of them reads a file. */
#include "lang/lang.h"

#include <string.h>

#define X(name) extern const struct noe_front_end noe_##name##_front_end;
#include "lang/languages.def"
#undef X

static const struct noe_front_end *const front_ends[] = {
#define X(name) &noe_##name##_front_end,
#include "lang/languages.def"
#undef X
};
enum { FRONT_ENDS = sizeof front_ends / sizeof *front_ends };

const struct noe_front_end *const *noe_lang_all(size_t *count) {
  *count = FRONT_ENDS;
  return front_ends;
}

const struct noe_front_end *noe_lang_named(const char *name) {
  for (size_t i = 0; i < FRONT_ENDS; i++)
    if (!strcmp(front_ends[i]->name, name))
      return front_ends[i];
  return NULL;
}

static bool ends_with(const char *name, const char *ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length > tail && !strcmp(name + length - tail, ending);
}

static bool reads(const struct noe_front_end *front_end, const char *name) {
  for (size_t i = 0; i < NOE_MOST_ENDINGS && front_end->endings[i]; i++)
    if (ends_with(name, front_end->endings[i]))
      return true;
  return false;
}

const struct noe_front_end *noe_lang_for_file(const char *name) {
  const struct noe_front_end *found = NULL;
  if (FRONT_ENDS == 1)
    return front_ends[0];
  for (size_t i = 0; i < FRONT_ENDS; i++)
    if (reads(front_ends[i], name)) {
      if (found)
        return NULL;
      found = front_ends[i];
    }
  return found;
}
