/* The bounds of the cache. Whoever has added a file looks whether there are too many.
 *
 * Safe among several noethers: a file that is removed while another reads it stays
 * readable to that one; one that is gone already is no error; and only one of them
 * trims at a time, so that no two remove different halves. */
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compile/cache.h"
#include "compile/cache_int.h"

/* What is older than this and unfinished is nobody's any more. */
static const time_t abandoned_after = 24 * 60 * 60;

struct file {
  char name[NOE_CACHE_NAME];
  struct timespec used;
  uint64_t bytes;
};

struct files {
  struct noe_memory *memory;
  struct file *items;
  size_t count, capacity;
  uint64_t bytes;
};

static bool is_object(const char *name) {
  return strspn(name, "0123456789abcdef") == NOE_CACHE_DIGITS && strcmp(name + NOE_CACHE_DIGITS, NOE_CACHE_SUFFIX) == 0;
}

static void add(struct files *files, const char *name, const struct stat *about) {
  if (files->count == files->capacity) {
    files->capacity = files->capacity ? 2 * files->capacity : 64;
    files->items = noe_base_realloc(files->memory, files->items, files->capacity * sizeof *files->items);
  }
  struct file *file = &files->items[files->count++];
  *file = (struct file){.used = about->st_mtim, .bytes = (uint64_t)about->st_size};
  memcpy(file->name, name, sizeof file->name);
  files->bytes += file->bytes;
}

static bool starts_with(const char *name, const char *start) { return strncmp(name, start, strlen(start)) == 0; }

static void remove_folder(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *listing = folder < 0 ? NULL : fdopendir(folder);
  if (!listing) {
    if (folder >= 0)
      close(folder);
    return;
  }
  for (const struct dirent *entry; (entry = readdir(listing));)
    unlinkat(folder, entry->d_name, 0);
  closedir(listing);
  unlinkat(parent, name, AT_REMOVEDIR);
}

static void look_at(struct files *files, int folder, const char *name, time_t now) {
  struct stat about;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  bool is_old = about.st_mtim.tv_sec < now - abandoned_after;
  if (is_object(name) && S_ISREG(about.st_mode))
    add(files, name, &about);
  else if (is_old && starts_with(name, NOE_CACHE_FRESH))
    unlinkat(folder, name, 0);
  else if (is_old && starts_with(name, NOE_CACHE_PLACE) && S_ISDIR(about.st_mode))
    remove_folder(folder, name);
}

static int by_age(const void *a, const void *b) {
  const struct file *x = a, *y = b;
  if (x->used.tv_sec != y->used.tv_sec)
    return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
  if (x->used.tv_nsec != y->used.tv_nsec)
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void remove_oldest(struct files *files, int folder, uint64_t most_bytes, uint32_t most_files) {
  size_t left = files->count;
  if (left)
    qsort(files->items, files->count, sizeof *files->items, by_age);
  assert((files->count || !files->bytes) && "bytes are those of the files");
  for (size_t i = 0; i < files->count && (files->bytes > most_bytes || left > most_files); i++, left--) {
    unlinkat(folder, files->items[i].name, 0);
    files->bytes -= files->items[i].bytes;
  }
}

void noe_compile_cache_trim(const struct noe_cache *cache, uint64_t most_bytes, uint32_t most_files) {
  /* Opened anew: a lock and a place in the listing of our own. */
  int folder = cache->folder < 0 ? -1 : openat(cache->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = folder < 0 ? NULL : fdopendir(folder);
  struct files files = {.memory = cache->path.memory};
  if (!listing) {
    if (folder >= 0)
      close(folder);
    return;
  }
  if (flock(folder, LOCK_EX | LOCK_NB) == 0) {
    time_t now = time(NULL);
    for (const struct dirent *entry; (entry = readdir(listing));)
      look_at(&files, folder, entry->d_name, now);
    remove_oldest(&files, folder, most_bytes, most_files);
  }
  noe_base_free(files.memory, files.items);
  closedir(listing);
}
