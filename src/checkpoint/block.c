#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "checkpoint/checkpoint_int.h"

/* Before the packed bytes of each block. Little-endian, as packed states are. */
struct header {
  uint32_t raw_bytes, packed_bytes;
  uint64_t number; /* in its file */
  uint64_t checksum;
};

/* Fast: what is written soon is read seldom. */
enum { LEVEL = 1 };

bool noe_checkpoint_write_all(int file, const void *bytes, size_t size) {
  const uint8_t *at = bytes;
  while (size) {
    ssize_t wrote = write(file, at, size);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0) {
      if (!wrote)
        errno = ENOSPC;
      return false;
    }
    at += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

int noe_checkpoint_open_regular(int folder, const char *name, int flags) {
  struct stat about;
  int file = openat(folder, name, flags | O_CLOEXEC | O_NONBLOCK); /* opening a pipe would wait for its other end */
  if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
    close(file);
    errno = EINVAL;
    return -1;
  }
  return file;
}

int64_t noe_checkpoint_read_all(int file, void *bytes, size_t size) {
  uint8_t *at = bytes;
  size_t got = 0;
  while (got < size) {
    ssize_t more = read(file, at + got, size - got);
    if (more < 0 && errno == EINTR)
      continue;
    if (more < 0)
      return -1;
    if (!more)
      break;
    got += (size_t)more;
  }
  return (int64_t)got;
}

bool noe_checkpoint_blocks_prepare(struct noe_checkpoint *checkpoint, uint32_t most_bytes) {
  size_t raw = (size_t)most_bytes + 2 * NOE_NUMBER_BYTES;
  raw = raw > NOE_BLOCK_BYTES ? raw : NOE_BLOCK_BYTES;
  size_t packed = ZSTD_compressBound(raw);
  assert(raw <= UINT32_MAX && "lengths of blocks have 32 bits");
  noe_checkpoint_blocks_free(checkpoint);
  checkpoint->raw = noe_base_try_alloc(checkpoint->memory, raw);
  checkpoint->packed = noe_base_try_alloc(checkpoint->memory, sizeof(struct header) + packed);
  checkpoint->compressor = ZSTD_createCCtx();
  checkpoint->expander = ZSTD_createDCtx();
  checkpoint->raw_room = raw;
  checkpoint->packed_room = packed;
  checkpoint->most_bytes = most_bytes;
  return checkpoint->raw && checkpoint->packed && checkpoint->compressor && checkpoint->expander;
}

void noe_checkpoint_blocks_free(struct noe_checkpoint *checkpoint) {
  noe_base_free(checkpoint->memory, checkpoint->raw);
  noe_base_free(checkpoint->memory, checkpoint->packed);
  ZSTD_freeCCtx(checkpoint->compressor);
  ZSTD_freeDCtx(checkpoint->expander);
  checkpoint->raw = checkpoint->packed = NULL;
  checkpoint->compressor = NULL;
  checkpoint->expander = NULL;
}

static uint64_t checksum(const struct header *header, const uint8_t *packed) {
  uint64_t sum = XXH64(&header->number, sizeof header->number, header->raw_bytes);
  return XXH64(packed, header->packed_bytes, sum ^ header->packed_bytes);
}

static void count_block(struct noe_blocks *blocks, const struct header *header) {
  blocks->bytes += sizeof *header + header->packed_bytes;
  blocks->blocks++;
  blocks->sum = XXH64(&header->checksum, sizeof header->checksum, blocks->sum);
}

bool noe_checkpoint_blocks_write(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks, size_t bytes) {
  assert(bytes && bytes <= checkpoint->raw_room && "a block has bytes, and room for them");
  uint8_t *packed = checkpoint->packed + sizeof(struct header);
  size_t size =
      ZSTD_compressCCtx(checkpoint->compressor, packed, checkpoint->packed_room, checkpoint->raw, bytes, LEVEL);
  if (ZSTD_isError(size)) {
    errno = ENOMEM; /* there is room for the result: nothing else can go wrong */
    return false;
  }
  struct header header = {.raw_bytes = (uint32_t)bytes, .packed_bytes = (uint32_t)size, .number = blocks->blocks};
  header.checksum = checksum(&header, packed);
  memcpy(checkpoint->packed, &header, sizeof header);
  if (!noe_checkpoint_write_all(blocks->file, checkpoint->packed, sizeof header + size))
    return false;
  count_block(blocks, &header);
  return true;
}

enum noe_block noe_checkpoint_blocks_read(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks, size_t *bytes) {
  assert(checkpoint->raw && checkpoint->packed && "room was made for blocks");
  struct header header;
  int64_t got = noe_checkpoint_read_all(blocks->file, &header, sizeof header);
  if (got <= 0)
    return got ? NOE_BLOCK_FAILED : NOE_BLOCK_END;
  if (got < (int64_t)sizeof header || header.number != blocks->blocks || header.raw_bytes > checkpoint->raw_room ||
      header.packed_bytes > checkpoint->packed_room)
    return NOE_BLOCK_BAD;
  got = noe_checkpoint_read_all(blocks->file, checkpoint->packed, header.packed_bytes);
  if (got < 0)
    return NOE_BLOCK_FAILED;
  if (got < (int64_t)header.packed_bytes || header.checksum != checksum(&header, checkpoint->packed))
    return NOE_BLOCK_BAD;
  size_t size = ZSTD_decompressDCtx(checkpoint->expander, checkpoint->raw, header.raw_bytes, checkpoint->packed,
                                    header.packed_bytes);
  if (ZSTD_isError(size) || size != header.raw_bytes)
    return NOE_BLOCK_BAD;
  assert(size <= checkpoint->raw_room && "what was read has room");
  count_block(blocks, &header);
  *bytes = size;
  return NOE_BLOCK_READ;
}
