/* Objects that were built before.
 *
 * A folder `noether` in the user's cache folder, with one file for each object: its
 * bytes, then a seal that says which key it belongs to, how long it is and what its
 * bytes hash to. A file is used only if it is a regular file of this user that no other user
 * else may write, and its seal is right; it is read once, through one descriptor, and
 * what was verified is what is loaded. Anything else under its name is as good as no
 * file, and is replaced.
 *
 * Files appear by rename, so that readers see whole files or none, however many
 * noethers share the folder and whenever one of them is killed. */
#ifndef NOE_COMPILE_CACHE_H
#define NOE_COMPILE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "compile/build.h"

struct noe_build_key {
  uint64_t high, low;
};

struct noe_cache {
  int folder;           /* descriptor, or -1: there is no cache */
  const char *note;     /* why not, or NULL */
  struct noe_text path; /* of the folder; only to make the place of a build in it */
};

/* Opens the folder; makes it if it is missing. It must be a folder, no link to one,
 * belong to this user and be closed to all others. */
struct noe_cache noe_compile_cache_open(struct noe_memory *memory, const struct noe_compile_settings *settings);
void noe_compile_cache_close(struct noe_cache *cache);

/* The object under `key` into `object`; false if there is none that can be trusted. */
bool noe_compile_cache_read(const struct noe_cache *cache, struct noe_build_key key, struct noe_text *object);

/* Keeps the object, if that is possible. */
void noe_compile_cache_write(const struct noe_cache *cache, struct noe_build_key key, const struct noe_text *object);

/* Removes what was used longest ago, until the folder is within its bounds, and what
 * killed writers left behind. */
void noe_compile_cache_trim(const struct noe_cache *cache, uint64_t most_bytes, uint32_t most_files);

#endif
