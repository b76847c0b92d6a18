#include "cli/axis.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* No value that -D takes has a comma or two dots in it. */
bool noe_cli_is_axis(const struct noe_define *define) {
  return strchr(define->value, ',') || strstr(define->value, "..");
}

bool noe_cli_axis_number(const char *value, int64_t *number) {
  char *end;
  if (!isdigit((unsigned char)value[*value == '-']))
    return false;
  errno = 0;
  *number = strtoll(value, &end, 10);
  return !*end && !errno;
}

struct reader {
  struct noe_arena *arena;
  const struct noe_define *define;
  NOE_LIST(const char *) values;
};

static const char *add(struct reader *reader, const char *value) {
  for (size_t i = 0; i < reader->values.count; i++)
    if (!strcmp(reader->values.items[i], value))
      return noe_base_arena_format(reader->arena, "-D %s=%s gives %s twice", reader->define->name,
                                   reader->define->value, value);
  NOE_LIST_PUSH(reader->arena, &reader->values, value);
  return NULL;
}

static const char *add_range(struct reader *reader, const char *from, const char *to) {
  const char *name = reader->define->name;
  int64_t first, last;
  if (!noe_cli_axis_number(from, &first) || !noe_cli_axis_number(to, &last))
    return noe_base_arena_format(reader->arena, "-D %s=%s: a range goes from one integer to another, such as %s=2..8",
                                 name, reader->define->value, name);
  if (last < first)
    return noe_base_arena_format(reader->arena, "-D %s=%s: no value is in that range; from small to large it is %s..%s",
                                 name, reader->define->value, to, from);
  if ((uint64_t)last - (uint64_t)first >= NOE_MOST_RUNS)
    return noe_base_arena_format(reader->arena, "-D %s=%s: more than %d values", name, reader->define->value,
                                 NOE_MOST_RUNS);
  const char *problem = NULL;
  for (int64_t value = first; value <= last && !problem; value++)
    problem = add(reader, noe_base_arena_format(reader->arena, "%" PRId64, value));
  return problem;
}

static const char *read_piece(struct reader *reader, const char *piece, size_t length) {
  char *text = noe_base_arena_text(reader->arena, piece, length);
  char *dots = strstr(text, "..");
  if (!length)
    return noe_base_arena_format(reader->arena, "-D %s=%s: a value is missing beside a comma", reader->define->name,
                                 reader->define->value);
  if (!dots)
    return add(reader, text);
  *dots = 0;
  return add_range(reader, text, dots + 2);
}

const char *noe_cli_axis_read(struct noe_arena *arena, const struct noe_define *define, struct noe_axis *axis) {
  struct reader reader = {.arena = arena, .define = define};
  const char *problem = NULL;
  for (const char *piece = define->value; piece && !problem;) {
    size_t length = strcspn(piece, ",");
    problem = read_piece(&reader, piece, length);
    piece = piece[length] ? piece + length + 1 : NULL;
  }
  axis->name = define->name;
  axis->values = reader.values.items;
  axis->count = reader.values.count;
  return problem;
}
