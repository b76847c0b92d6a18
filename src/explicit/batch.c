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

/* At least one, so that there is a place for it. */
static size_t words(size_t bytes) { return (bytes ? bytes + 7 : 8) / 8 * 8; }

static void make_room(struct noe_batch *batch, size_t bytes, size_t arguments) {
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
  if (!batch->arguments || batch->argument_room - batch->argument_count < arguments) {
    size_t room = batch->argument_room * 2 + arguments + FIRST_ARGUMENTS;
    batch->arguments = noe_base_realloc(batch->memory, batch->arguments, room * sizeof *batch->arguments);
    batch->argument_room = room;
  }
}

struct noe_batch_item *noe_explicit_batch_add(struct noe_batch *batch, const struct noe_clause *clause,
                                              const int64_t *arguments, size_t bytes) {
  size_t whole = words(bytes), count = arguments ? clause->parameter_count : 0;
  make_room(batch, whole, count);
  struct noe_batch_item *item = &batch->items[batch->count++];
  *item = (struct noe_batch_item){.weight = 1, .data = batch->used, .arguments = batch->argument_count};
  item->clause = clause;
  batch->used += whole;
  if (count)
    memcpy(batch->arguments + batch->argument_count, arguments, count * sizeof *arguments);
  batch->argument_count += count;
  return item;
}

void noe_explicit_batch_trim(struct noe_batch *batch, size_t bytes) {
  batch->used = batch->items[batch->count - 1].data + words(bytes);
}
