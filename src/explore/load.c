#include "explore/load.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

bool noe_explore_load(const char *file, const char *const *names, size_t count, void *table) {
  assert(count > 0 && "a library is loaded for its functions");
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < count; i++) {
    void *function = dlsym(library, names[i]);
    if (!function) {
      dlclose(library);
      return false;
    }
    memcpy((char *)table + i * sizeof function, &function, sizeof function);
  }
  return library;
}
