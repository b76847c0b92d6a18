#include "base/source.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool begins_character(char byte) { return ((unsigned char)byte & 0xC0) != 0x80; }

static const uint32_t *find_columns(struct noe_arena *arena, const char *bytes, size_t length) {
  uint32_t *columns = NOE_NEW_ARRAY(arena, uint32_t, length / NOE_COLUMN_STEP + 1), column = 1;
  for (size_t i = 0; i < length; i++) {
    if (i % NOE_COLUMN_STEP == 0)
      columns[i / NOE_COLUMN_STEP] = column;
    column = bytes[i] == '\n' ? 1 : column + begins_character(bytes[i]);
  }
  return columns;
}

struct noe_source noe_base_source_text(struct noe_arena *arena, const char *name, const char *bytes, size_t length) {
  struct noe_source source = {.length = length};
  source.name = noe_base_arena_text(arena, name, strlen(name));
  source.bytes = noe_base_arena_text(arena, bytes, length);
  size_t lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += bytes[i] == '\n';
  uint32_t *starts = NOE_NEW_ARRAY(arena, uint32_t, lines);
  for (size_t i = 0, line = 1; i < length; i++)
    if (bytes[i] == '\n')
      starts[line++] = (uint32_t)(i + 1);
  source.lines = starts;
  source.line_count = lines;
  source.columns = find_columns(arena, bytes, length);
  return source;
}

/* Reads the rest of `file` in growing pieces: it may be a pipe. */
static enum noe_read_status slurp(struct noe_arena *arena, FILE *file, const char *name, struct noe_source *source) {
  size_t capacity = 64 * 1024, length = 0;
  char *bytes = noe_base_arena_take(arena, capacity);
  for (;;) {
    size_t got = fread(bytes + length, 1, capacity - length, file);
    length += got;
    if (length > NOE_SOURCE_LIMIT)
      return NOE_READ_TOO_LARGE;
    if (length < capacity)
      break;
    bytes = noe_base_arena_grow(arena, bytes, length, &capacity, 1);
  }
  if (ferror(file))
    return errno == EISDIR ? NOE_READ_IS_DIRECTORY : NOE_READ_FAILED;
  *source = noe_base_source_text(arena, name, bytes, length);
  return NOE_READ_OK;
}

enum noe_read_status noe_base_source_read(struct noe_arena *arena, const char *name, struct noe_source *source) {
  if (!strcmp(name, "-"))
    return slurp(arena, stdin, "<stdin>", source);
  struct stat status;
  if (stat(name, &status) != 0)
    return NOE_READ_CANNOT_OPEN;
  if (S_ISDIR(status.st_mode))
    return NOE_READ_IS_DIRECTORY;
  if (S_ISREG(status.st_mode) && (uint64_t)status.st_size > NOE_SOURCE_LIMIT)
    return NOE_READ_TOO_LARGE;
  FILE *file = fopen(name, "rb");
  if (!file)
    return NOE_READ_CANNOT_OPEN;
  enum noe_read_status result = slurp(arena, file, name, source);
  int why = errno;
  fclose(file);
  errno = why;
  return result;
}

/* Index of the line that holds `offset`: the last one starting at or before it. */
static size_t line_of(const struct noe_source *source, uint32_t offset) {
  size_t low = 0, high = source->line_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (source->lines[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

struct noe_place noe_base_source_place(const struct noe_source *source, uint32_t offset) {
  size_t line = line_of(source, offset);
  assert(line < source->line_count && source->lines[line] <= offset && "a line begins before what is in it");
  struct noe_place place = {.line = (uint32_t)line + 1, .column = 1};
  uint32_t from = source->lines[line], step = offset / NOE_COLUMN_STEP;
  if (offset < source->length && step * NOE_COLUMN_STEP > from) {
    from = step * NOE_COLUMN_STEP;
    place.column = source->columns[step];
  }
  for (uint32_t i = from; i < offset && i < source->length; i++)
    place.column += begins_character(source->bytes[i]);
  return place;
}
