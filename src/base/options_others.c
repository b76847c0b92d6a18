/* Options of other tools, and of habit, and how they are called here. */
#include <string.h>

#include "base/options.h"

static const struct {
  const char *words; /* with their hyphens, a space around each */
  const char *here;
} table[] = {
    {" -ndl --no-deadlock --nodeadlock --deadlock-detection --no-deadlock-detection -deadlock ", "--deadlock=off"},
    {" -nosym --no-symmetry --symmetry-reduction ", "--symmetry=off"},
    {" -m -k --memory --max-memory --memory-limit ", "--mem=4G"},
    {" --timeout --time-limit --max-time ", "--time=10m"},
    {" --threads --workers -workers --cores --parallel ", "--jobs=4"},
    {" --depth --max-depth -depth --limit ", "--bound=STEPS"},
    {" --no-color --no-colour --colour ", "--color=off"},
    {" --claim --prop --invariant -prop ", "--property=NAME"},
    {" -p ", "--progress=on"},
    {" -tv -td -tf -ta --counterexample-trace --counterexample ", "--trace"},
    {" -s --simulate -simulate ", "noether sim MODEL"},
    {" -config -c --constants ", "-D NAME=VALUE"},
};

const char *noe_base_option_of_others(const char *word, size_t length) {
  char key[32] = " ";
  if (length > sizeof key - 3)
    return NULL;
  memcpy(key + 1, word, length);
  memcpy(key + 1 + length, " ", 2);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strstr(table[i].words, key))
      return table[i].here;
  return NULL;
}
