/* Cells of a frame. Those that some address means together are a piece, and each piece is an array in C: compilers keep
 * in registers what is small, and is not mixed up with what is large. */
#include <assert.h>

#include "base/contract.h"
#include "compile/emit_int.h"

enum { MOST_LOCAL_CELLS = 4096, CELLS_BY_HAND = 8 };

/* ------------------------------------------------------------------- pieces */

static bool are_apart(const struct noe_emit_function *in) {
  for (size_t i = 1; i < in->pieces.count; i++)
    if (in->pieces.items[i - 1].first + in->pieces.items[i - 1].cells > in->pieces.items[i].first)
      return false;
  return true;
}

/* Keeps pieces in order, and apart from each other. */
static void add_piece(struct noe_emitter *emitter, uint32_t first, uint32_t end) {
  assert(first < end && "an address means one cell at least");
  struct noe_emit_function *in = emitter->in;
  size_t before = 0, kept;
  while (before < in->pieces.count && in->pieces.items[before].first + in->pieces.items[before].cells <= first)
    before++;
  for (kept = before; kept < in->pieces.count && in->pieces.items[kept].first < end; kept++) {
    const struct noe_piece *piece = &in->pieces.items[kept];
    first = piece->first < first ? piece->first : first;
    end = piece->first + piece->cells > end ? piece->first + piece->cells : end;
  }
  struct noe_piece made = {.first = first, .cells = end - first};
  if (kept == before) {
    NOE_LIST_PUSH(emitter->arena, &in->pieces, made);
    for (size_t i = in->pieces.count - 1; i > before; i--)
      in->pieces.items[i] = in->pieces.items[i - 1];
  } else {
    for (size_t i = kept; i < in->pieces.count; i++)
      in->pieces.items[before + 1 + (i - kept)] = in->pieces.items[i];
    in->pieces.count -= kept - before - 1;
  }
  in->pieces.items[before] = made;
  NOE_COSTLY(are_apart(in) && "pieces are in order, and no cell is in two");
}

static void add_address(struct noe_emitter *emitter, const struct noe_low_address *address) {
  if (!address || address->root != NOE_LOW_FRAME)
    return;
  uint32_t end = (uint32_t)noe_lower_end(address);
  add_piece(emitter, address->base, end > address->base ? end : address->base + 1);
}

static void add_addresses(struct noe_emitter *emitter, const struct noe_low_op *list) {
  for (; list; list = list->next) {
    add_address(emitter, list->address);
    add_address(emitter, list->source);
    add_addresses(emitter, list->body.first);
    add_addresses(emitter, list->otherwise.first);
    add_addresses(emitter, list->condition.first);
  }
}

struct noe_piece *noe_compile_piece_of(const struct noe_emitter *emitter, const struct noe_low_address *address) {
  struct noe_piece *piece = emitter->in->pieces.items;
  while (address->base - piece->first >= piece->cells)
    piece++;
  assert(piece < emitter->in->pieces.items + emitter->in->pieces.count && "each address of the lists is in a piece");
  return piece;
}

void noe_compile_use_unit(struct noe_emitter *emitter, const struct noe_low_unit *unit, struct noe_emit_lists lists) {
  emitter->in->unit = unit;
  emitter->in->terms = NOE_NEW_ARRAY(emitter->arena, struct noe_term, unit->value_count + 1);
  for (uint32_t i = 0; i < lists.count; i++)
    add_addresses(emitter, lists.blocks[i]->first);
  noe_compile_taint_pieces(emitter, lists);
}

struct noe_emit_lists noe_compile_lists(struct noe_emitter *emitter, const struct noe_low_clause *clause, bool body) {
  uint32_t binders = clause->clause->binder_count;
  const struct noe_low_block **blocks = NOE_NEW_ARRAY(emitter->arena, const struct noe_low_block *, binders + 1);
  for (uint32_t i = 0; i < binders; i++)
    blocks[i] = &clause->binders[i].list.block;
  blocks[binders] = body ? &clause->body.block : &clause->guard.block;
  return (struct noe_emit_lists){blocks, binders + 1};
}

/* -------------------------------------------------------------- declarations */

static void declare(const struct noe_piece *piece, struct noe_text *out) {
  noe_base_text_printf(out, "  cell l%u[%u]", piece->first, piece->cells);
  if (piece->cells > CELLS_BY_HAND) {
    noe_base_text_printf(out, ";\n  for (int64_t i = 0; i < %u; i++) l%u[i] = U;\n", piece->cells, piece->first);
    return;
  }
  noe_base_text_puts(out, " = {U");
  for (uint32_t i = 1; i < piece->cells; i++)
    noe_base_text_puts(out, ", U");
  noe_base_text_puts(out, "};\n");
}

/* What other rounds did to the cells of an earlier call that lay there is nothing to these. */
static void forget(struct noe_emitter *emitter, const struct noe_piece *piece, struct noe_text *out) {
  if (emitter->in->watching)
    noe_base_text_printf(out, "  watch_forget(f, l%u, %u);\n", piece->first, piece->cells);
  else
    noe_compile_forget_taints(emitter, piece, out);
}

void noe_compile_declare_frame(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_emit_function *in = emitter->in;
  uint64_t cells = 2 * (uint64_t)in->compared;
  if (in->compared)
    noe_base_text_printf(out, "  cell y[%u], z[%u];\n", in->compared, in->compared);
  for (size_t i = 0; i < in->pieces.count; i++)
    if (in->pieces.items[i].is_used) {
      cells += in->pieces.items[i].cells;
      declare(&in->pieces.items[i], out);
    }
  for (size_t i = 0; i < in->pieces.count; i++)
    if (in->pieces.items[i].is_used)
      forget(emitter, &in->pieces.items[i], out);
  if (cells > MOST_LOCAL_CELLS)
    noe_compile_refuse(emitter, "local variables are too large");
}
