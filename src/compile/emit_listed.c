/* Small blocks (symmetry/listed.h): the key of a state is the least of those of all turns.
 *
 * The deciding cells, or else the census, mostly tell which turn that is. Then the work is
 * turned in place, its entries and not its points, and written once; only turns that tie
 * are tried one after the other. Twins among the points of small blocks are found when a state is expanded,
 * if a rule has a parameter of such a type. */
#include <assert.h>
#include <inttypes.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

enum { NOWHERE = UINT32_MAX };

/* Cells of the plain part, or of a slice, by their positions in it. */
struct row {
  const uint32_t *cells;
  uint32_t count;
  const uint32_t *position; /* by cell, or NOWHERE */
};

static struct row make_row(struct noe_emitter *emitter, const uint32_t *cells, uint32_t count) {
  uint32_t all = emitter->model->cell_count;
  uint32_t *position = NOE_NEW_ARRAY(emitter->arena, uint32_t, all);
  for (uint32_t i = 0; i < all; i++)
    position[i] = NOWHERE;
  assert(count <= all && "a row is a part of the state");
  for (uint32_t i = 0; i < count; i++)
    position[cells[i]] = i;
  return (struct row){cells, count, position};
}

uint64_t noe_compile_turned(const struct noe_emitter *emitter) {
  uint64_t cells = emitter->plain_cells;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    cells += emitter->blocks[i].cells;
  return emitter->turns ? cells * emitter->turns->count : 0;
}

void noe_compile_listed_fields(struct noe_emitter *emitter, uint64_t key_bytes, struct noe_text *out) {
  uint32_t points = emitter->every->points;
  noe_base_text_printf(out, "  struct work turned, first;\n  uint8_t least[%" PRIu64 "];\n", key_bytes);
  noe_base_text_printf(out, "  uint16_t class_of[%u], rank_of[%u], size_of[%u];\n", points, points, points);
}

/* ------------------------------------------------------------------ values */

static bool is_moved(const struct noe_type *type, const int32_t *image) {
  for (int64_t value = 0; image && value <= type->high; value++)
    if (image[value] != value)
      return true;
  return false;
}

static void list_image(uint32_t turn, const struct noe_type *type, const int32_t *image, struct noe_text *out) {
  int64_t first = 0, last = type->high;
  while (image[first] == first)
    first++;
  while (image[last] == last)
    last--;
  bool swaps = !first && last == 1 && type->high == 1;
  noe_base_text_printf(out, swaps ? " SWAP(%u, %u" : " IMAGE(%u, %u, %" PRId64 ", %" PRId64, turn, type->id, first,
                       last);
  for (int64_t value = first; !swaps && value <= last; value++)
    noe_base_text_printf(out, ", %" PRId32, image[value]);
  noe_base_text_puts(out, ")");
}

static void list_images(struct noe_emitter *emitter, uint32_t number, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  const struct noe_listed_permutation *turn = &turns->turns[number];
  bool *done = NOE_NEW_ARRAY(emitter->arena, bool, emitter->model->type_count);
  for (uint32_t i = 0; i < turns->cell_count; i++) {
    const struct noe_type *type = emitter->model->cells[turns->cells[i]].type;
    if (!type || done[type->id] || !is_moved(type, turn->images[i]))
      continue;
    done[type->id] = true;
    list_image(number, type, turn->images[i], out);
  }
}

/* What a turned cell becomes, when this is what it comes from. */
const char *noe_compile_image(struct noe_emitter *emitter, uint32_t number, uint32_t turned, const char *value) {
  const struct noe_type *type = emitter->model->cells[emitter->turns->cells[turned]].type;
  if (!type || !is_moved(type, emitter->turns->turns[number].images[turned]))
    return value;
  return noe_base_arena_format(emitter->arena, "image%u_%u(%s)", number, type->id, value);
}

/* ----------------------------------------------------------------- turning */

/* Contents that change places are all read before one is written. */
static void turn_row(struct noe_emitter *emitter, uint32_t number, const struct row *row, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  const struct noe_listed_permutation *turn = &turns->turns[number];
  for (int write = 0; write < 2; write++)
    for (uint32_t i = 0; i < turns->cell_count; i++) {
      uint32_t to = row->position[turns->cells[i]], from = row->position[turn->sources[i]];
      if (to == NOWHERE || (from == to && !write))
        continue;
      const char *value = noe_base_arena_format(emitter->arena, from == to ? "c[%u]" : "v%u", from);
      const char *image = noe_compile_image(emitter, number, i, value);
      if (!write)
        noe_base_text_printf(out, " KEEP(%u)", from);
      else if (from != to || image != value)
        noe_base_text_printf(out, " SET(%u, %s)", to, image);
    }
}

static bool is_turned(const struct noe_emitter *emitter, const struct row *row) {
  for (uint32_t i = 0; i < emitter->turns->cell_count; i++)
    if (row->position[emitter->turns->cells[i]] != NOWHERE)
      return true;
  return false;
}

static void write_turn(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_listed_permutations *turns = emitter->turns;
  struct row plain = make_row(emitter, emitter->plain, emitter->plain_cells);
  struct row *slices = NOE_NEW_ARRAY(emitter->arena, struct row, emitter->block_count);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    slices[i] = make_row(emitter, emitter->blocks[i].first, emitter->blocks[i].cells);
  noe_base_text_printf(out, "\nenum { TURNS_BAGS = %d };", turns->bags);
  for (uint32_t t = 1; t < turns->count; t++) {
    noe_base_text_printf(out, "\n#define TURNED_PLAIN%u", t);
    turn_row(emitter, t, &plain, out);
    noe_base_text_printf(out, "\n#define TURNED_SLICES%u", t);
    for (uint32_t i = 0; i < emitter->block_count; i++) {
      if (!is_turned(emitter, &slices[i]))
        continue;
      noe_base_text_printf(out, " SLICE(%u,", i);
      turn_row(emitter, t, &slices[i], out);
      noe_base_text_puts(out, ")");
    }
    noe_compile_for_part(t, NOE_RUNTIME_PERMUTATION, out);
  }
}

/* ------------------------------------------------------------------- twins */

static void list_points(struct noe_emitter *emitter, const struct noe_block *block, struct noe_text *out) {
  uint32_t end = block->first + block->size;
  for (uint32_t a = block->first; a < end; a++)
    noe_base_text_printf(out, " ALONE(%u)", a);
  for (uint32_t a = block->first; a < end; a++) {
    noe_base_text_printf(out, " LEADS(%u,", a);
    for (uint32_t b = a + 1; b < end; b++)
      noe_base_text_printf(out, " FOLLOWS(%u, %u, %u)", a, b, noe_symmetry_listed_exchange(emitter->turns, a, b));
    noe_base_text_puts(out, ")");
  }
}

static void write_twins(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\n#define SMALL_BLOCKS");
  for (uint32_t b = 0; b < emitter->every->block_count; b++)
    if (emitter->turns->is_small[b])
      list_points(emitter, &emitter->every->blocks[b], out);
  noe_base_text_puts(out, "\n");
  noe_compile_runtime(NOE_RUNTIME_TURN_TWINS, out);
}

void noe_compile_listed(struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_puts(out, "\n#define IMAGES");
  for (uint32_t t = 1; t < emitter->turns->count; t++)
    list_images(emitter, t, out);
  noe_base_text_puts(out, "\n");
  noe_compile_runtime(NOE_RUNTIME_IMAGES, out);
  noe_compile_listed_tiebreak(emitter, out);
  write_turn(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_TURNS, out);
  if (emitter->twins)
    write_twins(emitter, out);
}
