#include "explicit/batch.h"

#include <assert.h>

enum { FIRST_ITEMS = 64, FIRST_BYTES = 4096, FIRST_ARGUMENTS = 64 };

struct noe_batch noe_explicit_batch(struct noe_memory *memory) {
  return (struct noe_batch){.memory = memory};
}

void noe_explicit_batch_make_room(struct noe_batch *batch, size_t bytes, size_t arguments) {
  assert(batch->count <= batch->room && batch->used <= batch->data_room &&
         batch->argument_count <= batch->argument_room && "a batch stays in its room");
  if (batch->count == batch->room) {
    size_t room = batch->room * 2 + FIRST_ITEMS;
    batch->items = noe_base_realloc(batch->memory, batch->items, room * sizeof *batch->items);
    batch->probes = noe_base_realloc(batch->memory, batch->probes, room * sizeof *batch->probes);
    batch->room = room;
  }
  if (batch->data_room - batch->used < bytes) {
    size_t room = batch->data_room * 2 + bytes + FIRST_BYTES;
    batch->data = noe_base_realloc(batch->memory, batch->data, room);
    batch->data_room = room;
  }
  if (!batch->arguments || batch->argument_room - batch->argument_count < arguments) {
    size_t room = batch->argument_room * 2 + arguments + FIRST_ARGUMENTS;
    batch->arguments = noe_base_realloc(batch->memory, batch->arguments, room * sizeof *batch->arguments);
    batch->argument_room = room;
  }
}
