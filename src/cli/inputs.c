#include "cli/inputs.h"

#include <stdio.h>
#include <sys/stat.h>

/* The first byte of a plain file that is not white space; 0 if it cannot be told. */
static int first_byte(const char *name) {
  struct stat status;
  FILE *file = stat(name, &status) == 0 && S_ISREG(status.st_mode) ? fopen(name, "re") : NULL;
  if (!file)
    return 0;
  int byte = ' ';
  for (int i = 0; i < 4096 && (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'); i++)
    byte = getc(file);
  fclose(file);
  return byte == EOF ? 0 : byte;
}

/* No model begins so. */
static bool looks_like_json(const char *name) {
  int byte = first_byte(name);
  return byte == '{' || byte == '[';
}

void noe_cli_sort_inputs(struct noe_cli *cli, const char **json, const char **model) {
  bool swapped = looks_like_json(cli->words[1]) && !looks_like_json(cli->words[0]);
  *json = cli->words[swapped];
  *model = cli->words[!swapped];
}
