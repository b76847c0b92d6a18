/* Whole files. */
#ifndef NOE_COMPILE_FILE_H
#define NOE_COMPILE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

#define NOE_MOST_BYTES_OF_OBJECT ((size_t)256 << 20)

/* The file at `path` in `folder`, as of openat, into `object`: a regular file of this
 * user, closed to the writing of others, neither empty nor huge. It counts as used now. */
bool noe_compile_read_file(int folder, const char *path, struct noe_text *object);

/* Allocates nothing: for the guardian as well. False: errno says why. */
bool noe_compile_write_all(int file, const char *bytes, size_t length);

#endif
