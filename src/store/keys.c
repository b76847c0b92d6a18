#include "store/keys.h"

#include <assert.h>

#ifdef NOE_HOSTILE
enum { MOST_PIECE = 64 };
#else
enum { MOST_PIECE = 64 * 1024 };
#endif

bool noe_store_keys_init(struct noe_keys *keys, struct noe_pool *pool, uint32_t threads, uint32_t most_bytes,
                         bool fixed) {
  *keys = (struct noe_keys){.fixed = fixed, .most_bytes = most_bytes, .threads = threads};
  keys->length_bytes = most_bytes <= UINT8_MAX ? 1 : most_bytes <= UINT16_MAX ? 2 : 4;
  keys->records = noe_store_column(fixed ? most_bytes : NOE_STORE_ID_BYTES, 1);
  if (fixed)
    return true;
  keys->text = noe_store_column(1, (uint64_t)keys->length_bytes + most_bytes);
  keys->pieces = noe_store_pool_take(pool, threads * sizeof *keys->pieces);
  return keys->pieces != NULL;
}

void noe_store_keys_free(struct noe_keys *keys, struct noe_pool *pool) {
  noe_store_column_free(&keys->records, pool);
  noe_store_column_free(&keys->text, pool);
  noe_store_pool_give(pool, keys->pieces, keys->threads * sizeof *keys->pieces);
  keys->pieces = NULL;
}

void noe_store_keys_clear(struct noe_keys *keys) {
  for (uint32_t i = 0; !keys->fixed && i < keys->threads; i++)
    keys->pieces[i] = (struct noe_key_piece){0};
  keys->text_next = 0;
}

/* What a thread leaves of its piece is lost: less than the key at hand. */
bool noe_store_keys_make_room(struct noe_keys *keys, struct noe_pool *pool, uint32_t thread, uint32_t bytes) {
  if (noe_keys_have_room(keys, thread, bytes))
    return true;
  uint64_t least = (uint64_t)keys->length_bytes + keys->most_bytes, start = keys->text_next;
  uint64_t most = least > MOST_PIECE ? least : MOST_PIECE, size = start / (16 * (uint64_t)keys->threads);
  size = size < least ? least : size > most ? most : size;
  uint64_t run = noe_store_column_run(&keys->text, start);
  if (run < least) {
    start += run;
    run = noe_store_column_run(&keys->text, start);
  }
  size = size > run ? run : size;
  if (start + size >= (uint64_t)1 << 40 || !noe_store_column_reserve(&keys->text, pool, start + size))
    return false;
  assert(size >= least && size <= run && "a piece has room for any key, and ends with its chunk at the latest");
  assert(start >= keys->text_next && "no other thread has what this one gets");
  keys->pieces[thread].next = start;
  keys->pieces[thread].end = keys->text_next = start + size;
  return true;
}
