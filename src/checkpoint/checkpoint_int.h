/* Inside checkpoints: a file of blocks, the head, the directory. */
#ifndef NOE_CHECKPOINT_INT_H
#define NOE_CHECKPOINT_INT_H

#include <zstd.h>

#include "checkpoint/checkpoint.h"
#include "checkpoint/bytes.h"

/* A file of blocks, as far as it counts. */
struct noe_blocks {
  int file; /* -1: none */
  uint64_t bytes, blocks;
  uint64_t sum; /* of the checksums, in order */
};

struct noe_checkpoint {
  struct noe_memory *memory;
  char *directory;
  int folder; /* locked */
  uint32_t most_bytes;
  uint64_t generation; /* G of states.G */
  uint64_t sequence;   /* S of open.S; 0: there is none */
  struct noe_blocks states, open;
  uint64_t written; /* states in states.G */
  uint64_t parent;  /* of the last one of them: parents are written as differences */
  bool is_loaded;   /* states.G may be appended to */

  struct noe_bytes circumstances; /* as in the head: number, then name and value of each */
  struct noe_bytes head;          /* of the checkpoint that was resumed; `kept` points into it */
  uint64_t *levels;               /* the same */
  struct noe_checkpoint_view kept;

  ZSTD_CCtx *compressor;
  ZSTD_DCtx *expander;
  uint8_t *raw, *packed; /* a block */
  size_t raw_room, packed_room;
};

/* Bytes that a block has at least room for, before it is packed. */
enum { NOE_BLOCK_BYTES = 256 * 1024 };

enum noe_block {
  NOE_BLOCK_READ,
  NOE_BLOCK_END,    /* there is no more */
  NOE_BLOCK_BAD,    /* not what was written */
  NOE_BLOCK_FAILED, /* see errno */
};

/* Room for blocks of keys of this size; false if there is no memory. */
bool noe_checkpoint_blocks_prepare(struct noe_checkpoint *checkpoint, uint32_t most_bytes);
void noe_checkpoint_blocks_free(struct noe_checkpoint *checkpoint);

/* Writes checkpoint->raw[0 .. bytes) as one more block; false: see errno. */
bool noe_checkpoint_blocks_write(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks, size_t bytes);
/* Reads the next block into checkpoint->raw. */
enum noe_block noe_checkpoint_blocks_read(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks, size_t *bytes);

/* Opens a regular file; -1: see errno. Never waits for anybody. */
int noe_checkpoint_open_regular(int folder, const char *name, int flags);
/* All of it, whatever signals come. */
bool noe_checkpoint_write_all(int file, const void *bytes, size_t size);
/* As much as there is; -1: see errno. */
int64_t noe_checkpoint_read_all(int file, void *bytes, size_t size);

/* checkpoint_head.c */
bool noe_checkpoint_head_write(struct noe_checkpoint *checkpoint, const struct noe_checkpoint_view *view,
                               const struct noe_blocks *states, const struct noe_blocks *open, uint64_t sequence,
                               uint64_t written, struct noe_trouble *trouble);
bool noe_checkpoint_head_read(struct noe_checkpoint *checkpoint, struct noe_trouble *trouble);
void noe_checkpoint_put_circumstances(struct noe_bytes *bytes, const struct noe_circumstance *circumstances,
                                      uint32_t count);

/* checkpoint_states.c: states as blocks. Writes those from `first` on, below `end`. */
bool noe_checkpoint_states_write(struct noe_checkpoint *checkpoint, struct noe_blocks *blocks,
                                 const struct noe_checkpoint_view *view, uint64_t first, uint64_t end,
                                 uint64_t *parent);

/* Sets the trouble and returns false. */
bool noe_checkpoint_trouble(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));
bool noe_checkpoint_trouble_memory(struct noe_trouble *trouble, const struct noe_checkpoint *checkpoint);
/* The names of files in the directory. */
enum { NOE_NAME_ROOM = 40 };
void noe_checkpoint_states_name(uint64_t generation, char *name);
void noe_checkpoint_open_name(uint64_t sequence, char *name);

#endif
