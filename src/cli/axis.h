/* `-D N=2..8`, `-D N=2,4,8`: a constant with several values, and their grid. */
#ifndef NOE_CLI_AXIS_H
#define NOE_CLI_AXIS_H

#include "base/options.h"

/* What one command may be asked for: more is a slip, and none would wait for it. */
enum { NOE_MOST_RUNS = 10000 };

struct noe_axis {
  const char *name;
  const char *const *values; /* as -D takes them */
  size_t count;
  size_t define; /* its place among the defines of the options */
};

/* Does this -D give several values, or mean to? */
bool noe_cli_is_axis(const struct noe_define *define);

/* The values of such a define; NULL, or in one line what is wrong with it. */
const char *noe_cli_axis_read(struct noe_arena *arena, const struct noe_define *define, struct noe_axis *axis);

/* A value as an integer; false if it is none. */
bool noe_cli_axis_number(const char *value, int64_t *number);

#endif
