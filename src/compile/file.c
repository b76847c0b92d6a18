#include "compile/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int file, char *bytes, size_t length) {
  while (length) {
    ssize_t done = read(file, bytes, length);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    bytes += done;
    length -= (size_t)done;
  }
  return true;
}

static bool is_trustworthy(const struct stat *about) {
  return S_ISREG(about->st_mode) && about->st_uid == geteuid() && !(about->st_mode & 022) && about->st_size > 0 &&
         (size_t)about->st_size <= NOE_MOST_BYTES_OF_OBJECT;
}

bool noe_compile_read_file(int folder, const char *path, struct noe_text *object) {
  struct stat about;
  char piece[16384];
  /* NONBLOCK: a named pipe does not hold us up. */
  int file = openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return false;
  noe_base_text_clear(object);
  bool good = fstat(file, &about) == 0 && is_trustworthy(&about);
  for (size_t left = good ? (size_t)about.st_size : 0; left && good;) {
    size_t part = left < sizeof piece ? left : sizeof piece;
    good = read_all(file, piece, part);
    if (good)
      noe_base_text_add(object, piece, part);
    left -= part;
  }
  assert((!good || object->length == (size_t)about.st_size) && "what was read is the whole file");
  if (good)
    futimens(file, NULL); /* used today: see noe_compile_cache_trim */
  close(file);
  return good;
}

bool noe_compile_write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t done = write(file, bytes, length);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    bytes += done;
    length -= (size_t)done;
  }
  return true;
}
