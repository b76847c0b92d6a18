#include "explicit/batch.h"

#include <string.h>

enum { FIRST_ITEMS = 64, FIRST_BYTES = 4096, FIRST_ARGUMENTS = 64 };

struct noe_batch noe_explicit_batch(struct noe_memory *memory) { return (struct noe_batch){.memory = memory}; }

void noe_explicit_batch_free(struct noe_batch *batch) {
  noe_base_free(batch->memory, batch->items);
  noe_base_free(batch->memory, batch->data);
  noe_base_free(batch->memory, batch->arguments);
  *batch = (struct noe_batch){.memory = batch->memory};
}

void noe_explicit_batch_clear(struct noe_batch *batch) {
  batch->count = batch->used = batch->argument_count = 0;
  noe_explicit_batch_begin(batch);
}

void noe_explicit_batch_begin(struct noe_batch *batch) {
  batch->first = batch->count;
  batch->first_used = batch->used;
  batch->first_argument = batch->argument_count;
}

void noe_explicit_batch_drop(struct noe_batch *batch) {
  batch->count = batch->first;
  batch->used = batch->first_used;
  batch->argument_count = batch->first_argument;
}

void noe_explicit_batch_make_room(struct noe_batch *batch, size_t bytes) {
  if (batch->count == batch->room) {
    size_t room = batch->room * 2 + FIRST_ITEMS;
    batch->items = noe_base_realloc(batch->memory, batch->items, room * sizeof *batch->items);
    batch->room = room;
  }
  if (batch->data_room - batch->used < bytes) {
    size_t room = batch->data_room * 2 + bytes + FIRST_BYTES;
    batch->data = noe_base_realloc(batch->memory, batch->data, room);
    batch->data_room = room;
  }
}

void noe_explicit_batch_arguments(struct noe_batch *batch, const int64_t *arguments, size_t count) {
  if (!batch->arguments || batch->argument_room - batch->argument_count < count) {
    size_t room = batch->argument_room * 2 + count + FIRST_ARGUMENTS;
    batch->arguments = noe_base_realloc(batch->memory, batch->arguments, room * sizeof *batch->arguments);
    batch->argument_room = room;
  }
  if (count)
    memcpy(batch->arguments + batch->argument_count, arguments, count * sizeof *arguments);
  batch->argument_count += count;
}

void noe_explicit_batch_trim(struct noe_batch *batch, size_t bytes) {
  batch->used = batch->items[batch->count - 1].data + noe_batch_words(bytes);
}
