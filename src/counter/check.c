/* Is a structure of this room sound? For the hostile build (base/contract.h) and for tests, which plant defects. */
#include <string.h>

#include "counter/counter_int.h"

/* Each row is found under its number, hence once. */
const char *noe_counter_table_check(const struct noe_counter_table *table) {
  uint32_t used = 0;
  if (table->count > table->room || (table->room && table->slot_mask + 1 < 2 * table->room))
    return "a table has more rows than room for them, or too few slots";
  for (uint32_t i = 0; table->slots && i <= table->slot_mask; i++) {
    if (table->slots[i] > table->count)
      return "a slot names a row that does not exist";
    used += table->slots[i] != 0;
  }
  if (used != table->count)
    return "the number of used slots is not the number of rows";
  for (uint32_t i = 0; i < table->count; i++)
    if (noe_counter_find(table, noe_counter_row(table, i)) != i)
      return "a row cannot be found, or is there twice";
  return NULL;
}

static const char *check_cell(const struct noe_counter_space *space, uint32_t cell) {
  const struct noe_counter_cell *place = &space->cells[cell];
  if (place->block == NOE_NO_BLOCK)
    return place->position < space->shape->plain_count && space->shape->plain[place->position] == cell
               ? NULL
               : "a cell of no process is not where its position says";
  if (place->block >= space->symmetry->block_count)
    return "a cell is that of a block that is not permuted";
  const struct noe_slice *slice = &space->shape->slices[place->block];
  if (place->position >= slice->count || place->number >= space->symmetry->blocks[place->block].size)
    return "a cell is that of a process that does not exist";
  return slice->cells[place->position] + place->number * slice->strides[place->position] == cell
             ? NULL
             : "a cell of a process is not where its position says";
}

const char *noe_counter_space_check(const struct noe_counter_space *space) {
  for (uint32_t i = 0; i < space->model->cell_count; i++)
    if (check_cell(space, i))
      return check_cell(space, i);
  for (uint32_t i = 0, pointers = 0; i < space->shape->plain_count; i++) {
    const uint32_t pointer = space->pointer_of[i];
    if (pointer != UINT32_MAX && (pointer != pointers++ || space->shape->pointers[pointer] != i))
      return "pointers are not numbered in the order of their cells";
  }
  for (uint32_t i = 0; i < space->symmetry->block_count; i++)
    if (noe_counter_table_check(&space->locals[i]))
      return noe_counter_table_check(&space->locals[i]);
  return noe_counter_table_check(&space->globals);
}

/* What waits is in the queue, and what is in the queue waits. */
const char *noe_counter_queue_check(const struct noe_counter_search *search) {
  uint32_t queued = 0;
  for (uint32_t i = 0; i < search->part_room; i++) {
    const struct noe_counter_part *part = search->parts[i];
    const bool waits = noe_bitset_has(&search->queue, i);
    queued += waits;
    if (part && part->global != i)
      return "a part is not that of its number";
    if (waits != (part && part->pending))
      return "a part with pending states does not wait for its turn, or waits without any";
    for (uint32_t k = 1; part && k < part->move_count; k++)
      if (part->moves[k - 1]->from >= part->moves[k]->from)
        return "moves are not in the order of the local states that they leave";
  }
  return queued == search->queue_count ? NULL : "parts that wait are miscounted";
}
