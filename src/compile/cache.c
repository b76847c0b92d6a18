#include "compile/cache.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "compile/cache_int.h"
#include "compile/file.h"

/* The last bytes of a cached file. In the order of bytes of this machine, whose kind
 * is part of the key. */
struct seal {
  char magic[8];
  struct noe_build_key key;
  uint64_t length;    /* of the object before it */
  uint64_t high, low; /* hash of the object */
};

static const char magic[8] = "NOESEAL1";

static struct seal seal_of(struct noe_build_key key, const char *bytes, size_t length) {
  _Static_assert(sizeof(struct seal) == 8 + sizeof key + 3 * 8, "a seal is written as bytes: it has no padding");
  XXH128_hash_t hash = XXH3_128bits(bytes, length);
  struct seal seal = {.key = key, .length = length, .high = hash.high64, .low = hash.low64};
  memcpy(seal.magic, magic, sizeof magic);
  return seal;
}

/* ----------------------------------------------------------- the folder */

/* Where the user keeps caches; relative paths do not count (XDG Base Directory). */
static bool cache_home(const struct noe_compile_settings *settings, struct noe_text *path) {
  if (settings->cache_home && settings->cache_home[0] == '/')
    noe_base_text_puts(path, settings->cache_home);
  else if (settings->home && settings->home[0] == '/')
    noe_base_text_printf(path, "%s/.cache", settings->home);
  return path->length > 0;
}

static const char *refusal(int folder) {
  struct stat about;
  if (folder < 0)
    return errno == ELOOP || errno == ENOTDIR ? "the cache directory is not a directory"
                                              : "the cache directory cannot be opened";
  if (fstat(folder, &about) != 0 || about.st_uid != geteuid())
    return "the cache directory belongs to somebody else";
  if (about.st_mode & 077)
    return "the cache directory is not private";
  return NULL;
}

struct noe_cache noe_compile_cache_open(struct noe_memory *memory, const struct noe_compile_settings *settings) {
  struct noe_cache cache = {.folder = -1, .path = noe_base_text(memory)};
  if (!cache_home(settings, &cache.path)) {
    cache.note = "there is no home directory for the cache";
    return cache;
  }
  mkdir(noe_base_text_string(&cache.path), 0700);
  noe_base_text_puts(&cache.path, "/noether");
  mkdir(noe_base_text_string(&cache.path), 0700);
  cache.folder = open(noe_base_text_string(&cache.path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  cache.note = refusal(cache.folder);
  if (cache.note)
    noe_compile_cache_close(&cache);
  return cache;
}

void noe_compile_cache_close(struct noe_cache *cache) {
  if (cache->folder >= 0)
    close(cache->folder);
  cache->folder = -1;
}

static void name_of(struct noe_build_key key, char name[NOE_CACHE_NAME]) {
  snprintf(name, NOE_CACHE_NAME, "%016" PRIx64 "%016" PRIx64 "%s", key.high, key.low, NOE_CACHE_SUFFIX);
}

/* -------------------------------------------------------------- reading */

bool noe_compile_cache_read(const struct noe_cache *cache, struct noe_build_key key, struct noe_text *object) {
  char name[NOE_CACHE_NAME];
  if (cache->folder < 0)
    return false;
  name_of(key, name);
  if (!noe_compile_read_file(cache->folder, name, object) || object->length <= sizeof(struct seal))
    return false;
  size_t length = object->length - sizeof(struct seal);
  struct seal seal = seal_of(key, object->bytes, length);
  if (memcmp(object->bytes + length, &seal, sizeof seal) != 0)
    return false;
  assert(object->length && "an empty object has no seal");
  object->length = length;
  return true;
}

/* -------------------------------------------------------------- writing */

/* A full disk may show only when a file is closed. */
static bool write_file(int folder, const char *name, const struct noe_text *object, const struct seal *seal) {
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return false;
  bool written = noe_compile_write_all(file, object->bytes, object->length) &&
                 noe_compile_write_all(file, (const char *)seal, sizeof *seal);
  return close(file) == 0 && written;
}

void noe_compile_cache_write(const struct noe_cache *cache, struct noe_build_key key, const struct noe_text *object) {
  char name[NOE_CACHE_NAME], fresh[NOE_CACHE_NAME];
  uint64_t random;
  if (cache->folder < 0 || object->length > NOE_MOST_BYTES_OF_OBJECT - sizeof(struct seal) ||
      getrandom(&random, sizeof random, 0) != sizeof random)
    return;
  struct seal seal = seal_of(key, object->bytes, object->length);
  name_of(key, name);
  assert(strlen(name) == NOE_CACHE_NAME - 1 && "names of objects have one length: trimming knows them by it");
  snprintf(fresh, sizeof fresh, NOE_CACHE_FRESH "%016" PRIx64, random);
  if (!write_file(cache->folder, fresh, object, &seal) || renameat(cache->folder, fresh, cache->folder, name) != 0)
    unlinkat(cache->folder, fresh, 0);
}
