/* "Did you mean": the nearest of a few names. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/options.h"

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Insertions, deletions, replacements and swaps of neighbours (the restricted
 * Damerau-Levenshtein distance), letter case aside. Both at most LONGEST. */
static size_t distance(const char *a, const char *b) {
  size_t row[3][LONGEST + 1];
  size_t n = strlen(a), m = strlen(b);
  for (size_t j = 0; j <= m; j++)
    row[0][j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + (x != y));
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && y == tolower((unsigned char)a[i - 2]))
        now[j] = least(now[j], earlier[j - 2] + 1);
    }
  }
  return row[n % 3][m];
}

/* The only candidate that starts with `word`, if `word` is no accident. */
static const char *completion(const char *word, const char *const *candidates, size_t count) {
  const char *found = NULL;
  size_t length = strlen(word);
  for (size_t i = 0; length >= 2 && i < count; i++)
    if (!strncasecmp(word, candidates[i], length)) {
      if (found)
        return NULL;
      found = candidates[i];
    }
  return found;
}

/* How many edits still make it a slip: one in a short word, but never all of it. */
static size_t tolerance(const char *word) {
  size_t length = strlen(word);
  return length < 2 ? 0 : length < 6 ? 1 : length / 3;
}

const char *noe_base_suggest(const char *word, const char *const *candidates, size_t count) {
  const char *best = NULL;
  size_t best_distance = tolerance(word) + 1;
  if (strlen(word) > LONGEST)
    return NULL;
  for (size_t i = 0; i < count; i++) {
    if (strlen(candidates[i]) > LONGEST)
      continue;
    size_t d = distance(word, candidates[i]);
    if (d < best_distance) {
      best = candidates[i];
      best_distance = d;
    }
  }
  return best ? best : completion(word, candidates, count);
}
