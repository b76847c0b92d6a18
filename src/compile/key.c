/* The key of an object: everything that it depends on.
 *
 * The compiler is told by its path and by which file that is today, not by what it says
 * of its version: that would mean to run it each time, for nothing if the object is in
 * the cache. A new version is another file. Where the file only calls another one, an
 * object may be older than the compiler, which does it no harm. */
#include <assert.h>
#include <string.h>
#include <sys/utsname.h>
#include <xxhash.h>

#include "base/version.h"
#include "compile/build_int.h"

/* With the length before it, so that no two lists of pieces look alike. */
static void mix(XXH3_state_t *state, const char *bytes, size_t length) {
  uint64_t prefix = length;
  XXH3_128bits_update(state, &prefix, sizeof prefix);
  XXH3_128bits_update(state, bytes, length);
}

static void mix_string(XXH3_state_t *state, const char *string) { mix(state, string, strlen(string)); }

bool noe_compile_find_key(struct noe_compilation *c, enum noe_build_stage stage) {
  struct utsname machine;
  XXH3_state_t *state = XXH3_createState();
  if (!state || uname(&machine) != 0) {
    XXH3_freeState(state);
    return false;
  }
  uint64_t sizes[] = {NOE_NATIVE_ABI, sizeof(struct noe_native_module), sizeof(struct noe_native_frame)};
  XXH3_128bits_reset(state);
  mix_string(state, NOE_VERSION);
  mix(state, (const char *)sizes, sizeof sizes);
  mix_string(state, machine.machine);
  mix_string(state, noe_base_text_string(&c->compilers[stage].stamp));
  for (const char **word = c->compilers[stage].words; *word; word++)
    mix_string(state, *word);
  mix(state, noe_base_text_string(&c->text), c->text.length);
  assert(c->text.length && c->compilers[stage].words[0] && "an object depends on a text and a compiler");
  XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  c->keys[stage] = (struct noe_build_key){hash.high64, hash.low64};
  return true;
}
