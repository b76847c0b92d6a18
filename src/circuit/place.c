/* Addresses: which cells they may mean, and when. An index has passed its check, so that exactly one
 * of them is meant where control is. */
#include <assert.h>

#include "circuit/execute.h"

typedef NOE_LIST(struct noe_possible_cell) place_list;

enum { MOST_PLACES = 4096 };

/* A location that is known only when it is run: any cell that it may be. */
static void add_locations(struct noe_unrolling *run, const struct noe_low_address *address, place_list *places) {
  const struct noe_word *location = noe_unroll_get(run, address->reference);
  int64_t known;
  bool is_known = noe_circuit_is_constant(location, &known) && known != NOE_UNDEFINED;
  if (is_known) {
    NOE_LIST_PUSH(run->words.arena, places, ((struct noe_possible_cell){(uint32_t)known + address->base, NOE_TRUE}));
    return;
  }
  if (run->cell_top > MOST_PLACES)
    noe_unroll_refuse(run, run->clause->place, "a place known only when it is run, among very many");
  for (uint32_t i = 0; i < run->cell_top && !noe_unroll_is_over(run); i++) {
    noe_literal is = noe_circuit_equal(&run->words, location, noe_circuit_constant(&run->words, i));
    if (is != NOE_FALSE && i + address->base < run->cell_top)
      NOE_LIST_PUSH(run->words.arena, places, ((struct noe_possible_cell){i + address->base, is}));
  }
}

static void add_base(struct noe_unrolling *run, const struct noe_low_address *address, place_list *places) {
  uint32_t base = address->base + (address->root == NOE_LOW_FRAME ? run->unit->frame : 0);
  if (address->root == NOE_LOW_REFERENCE)
    add_locations(run, address, places);
  else
    NOE_LIST_PUSH(run->words.arena, places, ((struct noe_possible_cell){base, NOE_TRUE}));
}

static void add_index(struct noe_unrolling *run, const struct noe_low_index *index, place_list *places) {
  const struct noe_word *value = noe_unroll_get(run, index->value);
  place_list before = *places;
  *places = (place_list){0};
  int64_t number;
  bool known = noe_circuit_is_constant(value, &number) && number != NOE_UNDEFINED;
  for (uint64_t i = 0; i < index->count; i++) {
    if (known && (uint64_t)number - (uint64_t)index->low != i)
      continue;
    const struct noe_word *meant = noe_circuit_constant(&run->words, (int64_t)((uint64_t)index->low + i));
    noe_literal is = known ? NOE_TRUE : noe_circuit_equal(&run->words, value, meant);
    for (size_t k = 0; is != NOE_FALSE && k < before.count; k++) {
      struct noe_possible_cell place = before.items[k];
      place.cell += (uint32_t)(i * index->stride);
      place.when = noe_circuit_and(noe_unroll_graph(run), place.when, is);
      if (place.when != NOE_FALSE)
        NOE_LIST_PUSH(run->words.arena, places, place);
    }
  }
}

/* Garbage may name cells behind the last one. */
static void drop_beyond(const struct noe_unrolling *run, const struct noe_low_address *address, place_list *places) {
  size_t kept = 0;
  for (size_t i = 0; i < places->count; i++)
    if (places->items[i].cell + address->cells <= run->cell_top)
      places->items[kept++] = places->items[i];
  places->count = kept;
}

struct noe_possible_cell *noe_unroll_places(struct noe_unrolling *run, const struct noe_low_address *address,
                                            uint32_t *count) {
  place_list places = {0};
  add_base(run, address, &places);
  for (uint32_t i = 0; i < address->index_count; i++)
    add_index(run, &address->indices[i], &places);
  drop_beyond(run, address, &places);
  *count = (uint32_t)places.count;
  return places.items;
}

const struct noe_word **noe_unroll_read(struct noe_unrolling *run, const struct noe_low_address *address,
                                        uint32_t cells) {
  uint32_t count;
  const struct noe_possible_cell *places = noe_unroll_places(run, address, &count);
  const struct noe_word **row = NOE_NEW_ARRAY(run->words.arena, const struct noe_word *, cells + 1);
  for (uint32_t i = 0; i < cells; i++) {
    row[i] = count ? run->cells[places[0].cell + i] : noe_circuit_constant(&run->words, NOE_UNDEFINED);
    for (uint32_t k = 1; k < count; k++)
      row[i] = noe_circuit_choose_word(&run->words, places[k].when, run->cells[places[k].cell + i], row[i]);
  }
  return row;
}

void noe_unroll_write(struct noe_unrolling *run, const struct noe_low_address *address,
                      const struct noe_word *const *row, uint32_t cells) {
  uint32_t count;
  const struct noe_possible_cell *places = noe_unroll_places(run, address, &count);
  for (uint32_t k = 0; k < count; k++) {
    noe_literal when = noe_circuit_and(noe_unroll_graph(run), run->path, places[k].when);
    assert(places[k].cell + cells <= run->cell_top && "an address is in the row");
    for (uint32_t i = 0; i < cells; i++) {
      const struct noe_word **cell = &run->cells[places[k].cell + i];
      *cell = noe_circuit_choose_word(&run->words, when, row[i], *cell);
    }
  }
}
