/* A source text and places in it. Offsets are bytes; columns are counted in
 * characters (UTF-8) from 1, as editors show them. */
#ifndef NOE_BASE_SOURCE_H
#define NOE_BASE_SOURCE_H

#include "base/arena.h"

struct noe_span {
  uint32_t begin, end; /* bytes [begin, end) */
};

/* No place in the text: for messages about the command line. */
#define NOE_NO_SPAN ((struct noe_span){UINT32_MAX, UINT32_MAX})

struct noe_place {
  uint32_t line, column;
};

enum { NOE_COLUMN_STEP = 256 };

struct noe_source {
  const char *name;  /* as the user wrote it */
  const char *bytes; /* followed by a zero byte */
  size_t length;
  const uint32_t *lines; /* offset of the first byte of each line */
  size_t line_count;
  const uint32_t *columns; /* of every NOE_COLUMN_STEP-th byte, so that long lines cost no more */
};

enum noe_read_status {
  NOE_READ_OK,
  NOE_READ_CANNOT_OPEN, /* errno says why */
  NOE_READ_IS_DIRECTORY,
  NOE_READ_FAILED, /* errno says why */
  NOE_READ_TOO_LARGE,
};

/* The largest model text that is read; beyond it nothing human was meant. */
#define NOE_SOURCE_LIMIT ((size_t)64 << 20)

/* Reads a file ("-" is standard input) into the arena. */
enum noe_read_status noe_base_source_read(struct noe_arena *arena, const char *name, struct noe_source *source);

/* Makes a source of a text in memory; the bytes are copied. */
struct noe_source noe_base_source_text(struct noe_arena *arena, const char *name, const char *bytes, size_t length);

struct noe_place noe_base_source_place(const struct noe_source *source, uint32_t offset);

#endif
