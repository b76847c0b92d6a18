/* Generated code does what the interpreter does. Without arguments: on a few models that
 * have everything in them, and with mistakes planted in the code, which must be seen.
 * With arguments, names of models: on each of them, in all modes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compile_kit.h"

static char *read_file(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return NULL;
  size_t room = (size_t)1 << 20;
  char *text = malloc(room);
  text[fread(text, 1, room - 1, file)] = 0;
  fclose(file);
  return text;
}

/* One line for each mode that has something to say; status 1 if one complains. */
static int cross_files(int count, char **names) {
  static const char *const modes[] = {"plain", "packed", "runs"};
  int status = 0;
  const char *most = getenv("CROSS_STATES"), *level = getenv("CROSS_LEVEL");
  for (int i = 0; i < count; i++) {
    char *text = read_file(names[i]);
    for (int mode = 0; text && mode < CROSS_MODES; mode++) {
      struct cross cross;
      bool did = cross_run(&cross, names[i], text, (enum cross_mode)mode, most ? (uint64_t)atoll(most) : 1000,
                           level ? level : "-O0", NULL);
      cross_free(&cross);
      if (*cross.complaint) {
        printf("%s\n", cross.complaint);
        status = 1;
      } else if (did)
        printf("%s %s: %lu states, %lu steps, %lu bails, %lu needless; %u of %u rules%s%s\n", names[i], modes[mode],
               (unsigned long)cross.states, (unsigned long)cross.steps, (unsigned long)cross.bails,
               (unsigned long)cross.needless, cross.emission.compiled, cross.emission.total,
               cross.emission.refused ? ": " : "", cross.emission.refused ? cross.emission.refused : "");
    }
    free(text);
  }
  return status;
}

int main(int argc, char **argv) {
  if (argc > 1)
    return cross_files(argc - 1, argv + 1);
  return 0;
}
