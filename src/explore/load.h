/* Libraries that this room alone uses are loaded when it is entered: a dozen others come with them, and loading all
 * of them takes longer than most checks. */
#ifndef NOE_EXPLORE_LOAD_H
#define NOE_EXPLORE_LOAD_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the functions called `names` into the table, which has pointers to functions only, in this order. The library
 * stays until the process ends. False: it is not there, or lacks one of them. */
bool noe_explore_load(const char *file, const char *const *names, size_t count, void *table);

#endif
