#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/version.h"
#include "checkpoint/checkpoint_int.h"

/* The beginning of a head, the same in every format. */
struct preamble {
  char magic[8];
  uint32_t format;
  uint32_t zero;
};

static const char magic[8] = "NOETHER\n";
enum { FORMAT = 5 };

void noe_checkpoint_put_circumstances(struct noe_bytes *bytes, const struct noe_circumstance *circumstances,
                                      uint32_t count) {
  noe_bytes_put_number(bytes, count);
  for (uint32_t i = 0; i < count; i++) {
    noe_bytes_put_text(bytes, circumstances[i].name);
    noe_bytes_put_text(bytes, circumstances[i].value);
  }
}

/* ----------------------------------------------------------------- writing */

static void put_blocks(struct noe_bytes *bytes, const struct noe_blocks *blocks) {
  noe_bytes_put_number(bytes, blocks->bytes);
  noe_bytes_put_number(bytes, blocks->blocks);
  noe_bytes_put_number(bytes, blocks->sum);
}

static bool write_head(struct noe_checkpoint *checkpoint, int file, const struct noe_bytes *bytes) {
  struct preamble preamble = {.format = FORMAT};
  struct noe_blocks blocks = {.file = file};
  memcpy(preamble.magic, magic, sizeof magic);
  if (!noe_checkpoint_write_all(file, &preamble, sizeof preamble))
    return false;
  for (size_t at = 0, size; at < bytes->used; at += size) {
    size = bytes->used - at < NOE_BLOCK_BYTES ? bytes->used - at : NOE_BLOCK_BYTES;
    memcpy(checkpoint->raw, bytes->at + at, size);
    if (!noe_checkpoint_blocks_write(checkpoint, &blocks, size))
      return false;
  }
  return fsync(file) == 0;
}

static bool replace_head(struct noe_checkpoint *checkpoint, const struct noe_bytes *bytes) {
  int file = openat(checkpoint->folder, "head.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  bool wrote = write_head(checkpoint, file, bytes);
  int error = errno;
  if (close(file) != 0 && wrote) {
    wrote = false;
    error = errno;
  }
  if (wrote && renameat(checkpoint->folder, "head.new", checkpoint->folder, "head") == 0)
    return true;
  if (wrote)
    error = errno;
  unlinkat(checkpoint->folder, "head.new", 0);
  errno = error;
  return false;
}

bool noe_checkpoint_head_write(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                               const struct noe_blocks *states, const struct noe_blocks *open, uint64_t sequence,
                               uint64_t written, struct noe_trouble *trouble) {
  struct noe_bytes bytes = noe_bytes(checkpoint->memory);
  noe_bytes_put_text(&bytes, NOE_VERSION);
  noe_bytes_put(&bytes, checkpoint->circumstances.at, checkpoint->circumstances.used);
  noe_bytes_put_number(&bytes, checkpoint->most_bytes);
  noe_bytes_put_number(&bytes, checkpoint->generation);
  put_blocks(&bytes, states);
  noe_bytes_put_number(&bytes, written);
  noe_bytes_put_number(&bytes, sequence);
  put_blocks(&bytes, open);
  noe_bytes_put_number(&bytes, view->open);
  noe_bytes_put_number(&bytes, view->expanded);
  noe_bytes_put_number(&bytes, view->level_count);
  for (uint64_t i = 0; i < view->level_count; i++)
    noe_bytes_put_number(&bytes, view->levels[i]);
  noe_bytes_put_number(&bytes, view->rest_bytes);
  noe_bytes_put(&bytes, view->rest, view->rest_bytes);
  bool done = !bytes.failed;
  if (!done)
    noe_checkpoint_trouble_memory(trouble, checkpoint);
  else if (!(done = replace_head(checkpoint, &bytes)))
    noe_checkpoint_trouble(trouble, checkpoint, "cannot write the checkpoint: %s", strerror(errno));
  noe_bytes_free(&bytes);
  return done;
}

/* ----------------------------------------------------------------- reading */

static bool damaged(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint) {
  return noe_checkpoint_trouble(trouble, checkpoint, "the checkpoint is damaged: head is not what was written");
}

static bool read_preamble(struct noe_checkpoint *checkpoint, int file, struct noe_trouble *trouble) {
  struct preamble preamble;
  int64_t got = noe_checkpoint_read_all(file, &preamble, sizeof preamble);
  if (got < 0)
    return noe_checkpoint_trouble(trouble, checkpoint, "cannot read the checkpoint: %s", strerror(errno));
  if (got < (int64_t)sizeof preamble || memcmp(preamble.magic, magic, sizeof magic))
    return noe_checkpoint_trouble(trouble, checkpoint, "head is not that of a checkpoint of noether");
  if (preamble.format != FORMAT || preamble.zero)
    return noe_checkpoint_trouble(trouble, checkpoint,
                                  "the checkpoint is of format %" PRIu32 ", and noether " NOE_VERSION
                                  " reads format %d; it takes the noether that wrote it",
                                  preamble.format, FORMAT);
  return true;
}

static bool read_blocks(struct noe_checkpoint *checkpoint, int file, struct noe_trouble *trouble) {
  struct noe_blocks blocks = {.file = file};
  for (;;) {
    size_t bytes;
    switch (noe_checkpoint_blocks_read(checkpoint, &blocks, &bytes)) {
    case NOE_BLOCK_END: return true;
    case NOE_BLOCK_BAD: return damaged(trouble, checkpoint);
    case NOE_BLOCK_FAILED:
      return noe_checkpoint_trouble(trouble, checkpoint, "cannot read the checkpoint: %s", strerror(errno));
    case NOE_BLOCK_READ: noe_bytes_put(&checkpoint->head, checkpoint->raw, bytes);
    }
    if (checkpoint->head.failed)
      return noe_checkpoint_trouble_memory(trouble, checkpoint);
  }
}

static void get_blocks(struct noe_bytes_reader *reader, struct noe_blocks *blocks) {
  blocks->bytes = noe_bytes_get_number(reader);
  blocks->blocks = noe_bytes_get_number(reader);
  blocks->sum = noe_bytes_get_number(reader);
}

static bool read_version(struct noe_checkpoint *checkpoint, struct noe_bytes_reader *reader,
                         struct noe_trouble *trouble) {
  uint64_t length = noe_bytes_get_number(reader);
  const char *version = (const char *)noe_bytes_get(reader, length);
  if (!version || length > 100)
    return damaged(trouble, checkpoint);
  if (length != strlen(NOE_VERSION) || memcmp(version, NOE_VERSION, length))
    return noe_checkpoint_trouble(trouble, checkpoint,
                                  "the checkpoint is of noether %.*s, and this is noether " NOE_VERSION
                                  "; it takes the noether that wrote it",
                                  (int)length, version);
  return true;
}

static bool copy_circumstances(struct noe_checkpoint *checkpoint, struct noe_bytes_reader *reader) {
  const uint8_t *begin = reader->at;
  for (uint64_t left = noe_bytes_get_number(reader); left && !reader->failed; left--) {
    noe_bytes_get(reader, noe_bytes_get_number(reader));
    noe_bytes_get(reader, noe_bytes_get_number(reader));
  }
  if (!reader->failed)
    noe_bytes_put(&checkpoint->circumstances, begin, (size_t)(reader->at - begin));
  return !checkpoint->circumstances.failed;
}

/* Each size takes a byte at least: what is claimed beyond that is not worth an allocation. */
static bool read_levels(struct noe_checkpoint *checkpoint, struct noe_bytes_reader *reader) {
  struct noe_checkpoint_view *kept = &checkpoint->kept;
  kept->level_count = noe_bytes_get_number(reader);
  if (kept->level_count > (uint64_t)(reader->end - reader->at)) {
    reader->failed = true;
    return true;
  }
  checkpoint->levels = noe_base_try_alloc(checkpoint->memory, kept->level_count * sizeof *checkpoint->levels);
  if (!checkpoint->levels)
    return false;
  for (uint64_t i = 0; i < kept->level_count; i++)
    checkpoint->levels[i] = noe_bytes_get_number(reader);
  kept->levels = checkpoint->levels;
  return true;
}

/* What the search relies on: whole levels, all of them expanded but the last. */
static bool makes_sense(const struct noe_checkpoint *checkpoint) {
  const struct noe_checkpoint_view *kept = &checkpoint->kept;
  uint64_t closed = 0, before = 0;
  for (uint64_t i = 0; i < kept->level_count; i++) {
    before = closed;
    if (kept->levels[i] > checkpoint->written - closed)
      return false;
    closed += kept->levels[i];
  }
  return closed == checkpoint->written && kept->expanded >= before && kept->expanded <= closed &&
         (kept->level_count || !kept->open) && (kept->open == 0 || checkpoint->sequence);
}

bool noe_checkpoint_head_read(struct noe_checkpoint *checkpoint, struct noe_trouble *trouble) {
  int file = noe_checkpoint_open_regular(checkpoint->folder, "head", O_RDONLY);
  if (file < 0)
    return errno == ENOENT
               ? noe_checkpoint_trouble(trouble, checkpoint, "there is no checkpoint in this directory")
               : noe_checkpoint_trouble(trouble, checkpoint, "cannot read the checkpoint: %s", strerror(errno));
  bool read = read_preamble(checkpoint, file, trouble) && read_blocks(checkpoint, file, trouble);
  close(file);
  if (!read)
    return false;
  struct noe_bytes_reader reader = {.at = checkpoint->head.at, .end = checkpoint->head.at + checkpoint->head.used};
  if (!read_version(checkpoint, &reader, trouble))
    return false;
  if (!copy_circumstances(checkpoint, &reader))
    return noe_checkpoint_trouble_memory(trouble, checkpoint);
  struct noe_checkpoint_view *kept = &checkpoint->kept;
  uint64_t most_bytes = noe_bytes_get_number(&reader);
  checkpoint->most_bytes = (uint32_t)most_bytes;
  checkpoint->generation = noe_bytes_get_number(&reader);
  get_blocks(&reader, &checkpoint->states);
  checkpoint->written = noe_bytes_get_number(&reader);
  checkpoint->sequence = noe_bytes_get_number(&reader);
  get_blocks(&reader, &checkpoint->open);
  kept->open = noe_bytes_get_number(&reader);
  kept->expanded = noe_bytes_get_number(&reader);
  if (!read_levels(checkpoint, &reader))
    return noe_checkpoint_trouble_memory(trouble, checkpoint);
  kept->rest_bytes = noe_bytes_get_number(&reader);
  kept->rest = noe_bytes_get(&reader, kept->rest_bytes);
  if (reader.failed || reader.at != reader.end || most_bytes > UINT32_MAX || !makes_sense(checkpoint))
    return damaged(trouble, checkpoint);
  return true;
}
