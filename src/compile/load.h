/* An object as a module in this process. */
#ifndef NOE_COMPILE_LOAD_H
#define NOE_COMPILE_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "compile/native.h"

struct noe_loaded {
  void *library;
  int file; /* open as long as the module is loaded: the loader knows it by this number */
  const struct noe_native_module *module;
};

/* Loads the bytes of `object`, by way of a file without a name that no other process can
 * reach. A folder for it is needed only where the system has no files in memory.
 * False, and the reason in `why`, if that fails or if the module is not the one that
 * was asked for. */
bool noe_compile_load(const struct noe_text *object, const char *folder, uint64_t identity, uint32_t rule_count,
                      struct noe_loaded *loaded, struct noe_text *why);
void noe_compile_unload(struct noe_loaded *loaded);

#endif
