/* Keys of large packed states (model/pack.h), made of what changes.
 *
 * A firing touches a few cells of many, and the states that a worker expands one after
 * the other are much alike. So the frame keeps the key of the state that is expanded,
 * `home`, along with its cells, `here`. Reading another key, only words that differ from
 * those of `home` are unpacked; the key of a successor is `home` but for the cells that
 * differ from those of `here`. Either takes a comparison, many cells at a time, and a
 * table of where each cell is packed, which compiles in no time, however long it is. All this
 * is about cells that have places; multisets, of which mostly few elements are present, are
 * read and written anew each time.
 *
 * It rests on this: nobody but `decode` writes `here` or `home`, from the first call on a
 * frame to the last, whichever module of the text is called. A frame begins as zeros, when
 * `home` is the key of a state with nothing in it, but `here` is not yet that state: `at_home`
 * says so. How many cells of `here` are undefined that should not be (emit_definedness.c), `holes`,
 * is counted along. */
#include <assert.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"

/* So many cells are packed faster one by one, and so many if most of them are those of
 * multisets, whose elements that are present are packed by code of their own. */
#ifdef NOE_HOSTILE
enum { FEW_CELLS = 0, FEW_OF_BAGS = 0 };
#else
enum { FEW_CELLS = 128, FEW_OF_BAGS = 1024 };
#endif

bool noe_compile_is_large(const struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  uint64_t plain = model->cell_count;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    plain -= model->outer_bags[i].type->cells;
  return emitter->keys == NOE_NATIVE_PACKED && (plain > FEW_CELLS || model->cell_count > FEW_OF_BAGS);
}

void noe_compile_change_fields(const struct noe_emitter *emitter, struct noe_text *out) {
  noe_base_text_printf(out, "  uint64_t home[%u];\n  bool at_home;\n  uint32_t holes;\n",
                       (emitter->model->fixed_bits + 63) / 64 + 1);
}

/* Where each cell is packed, those of multisets within their elements, and whether it is taken to
 * be defined; cells of a type without values have no bits. The first cell of a multiset needs no
 * row of its own and says how many cells there are to pass over: it is a `word` without bits. */
static void write_packing(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  uint32_t *over = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->cell_count), trusted = 0;
  for (uint32_t i = 0; i < model->outer_bag_count; i++)
    if (model->outer_bags[i].type->cells)
      over[model->outer_bags[i].cell] = model->outer_bags[i].type->cells;
  noe_base_text_puts(out, "\nstatic const struct packing { cell base, empty; uint8_t shift, width, trusted; uint32_t "
                          "word; } packing[] = {");
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    char base[NOE_TERM_TEXT];
    bool trusts = noe_compile_is_trusted(emitter, i);
    trusted += trusts;
    noe_base_text_printf(out, "%s{%s,%s,%u,%u,%u,%u},", i % 8 ? "" : "\n  ", noe_compile_number(cell->base, base),
                         cell->type ? "U" : "0", cell->shift, over[i] ? 0 : cell->width, trusts,
                         over[i] ? over[i] : cell->word);
  }
  noe_base_text_printf(out, "\n};\nenum { TRUSTED = %u };\n", trusted);
}

/* Cells that have places, without gaps. */
static void write_spans(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const struct { uint32_t first, end; } spans_of_cells[] = {");
  for (uint32_t i = 0, first = 0; i <= model->cell_count; i++)
    if (i == model->cell_count || model->cells[i].in_multiset) {
      if (first < i)
        noe_base_text_printf(out, "\n  {%u, %u},", first, i);
      first = i + 1;
    }
  noe_base_text_puts(out, " {0}\n};\n");
}

static void write_streams(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const struct { uint32_t cell, end, stride; } streams[] = {");
  for (uint32_t i = 0; i < model->outer_bag_count; i++) {
    const struct noe_multiset_place *bag = &model->outer_bags[i];
    if (bag->type->cells)
      noe_base_text_printf(out, "\n  {%u, %u, %u},", bag->cell, bag->cell + bag->type->cells, bag->type->stride);
  }
  noe_base_text_puts(out, " {0}\n};\n");
}

/* Cells are packed in their order: by word, the first of its cells, those without bits, and
 * multisets, counted to the word before. */
static void write_firsts(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "static const uint32_t first_in[] = {");
  assert(model->fixed_bits <= (uint64_t)model->packed_words * 64 && "a key has room for the cells that have places");
  uint32_t word = 0;
  for (uint32_t i = 0; i < model->cell_count; i++)
    for (; !model->cells[i].in_multiset && model->cells[i].width && word <= model->cells[i].word; word++)
      noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", i);
  for (; word <= (model->fixed_bits + 63) / 64; word++)
    noe_base_text_printf(out, "%s%u,", word % 16 ? "" : "\n  ", model->cell_count);
  noe_base_text_puts(out, "\n};\n");
}

void noe_compile_changes(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  bool has_streams = noe_compile_has_streams(model);
  write_packing(emitter, out);
  write_firsts(model, out);
  write_spans(model, out);
  if (has_streams)
    write_streams(model, out);
  noe_base_text_printf(out, "#define READ_STREAMS %s\n#define WRITE_STREAMS %s\n",
                       has_streams ? "read_streams(w->c, key)" : "(void)0",
                       has_streams ? "write_streams(f->key, w->c)" : "KEY_BYTES");
  noe_compile_runtime(NOE_RUNTIME_PACKING, out);
  if (has_streams)
    noe_compile_runtime(NOE_RUNTIME_STREAMS, out);
  noe_compile_runtime(NOE_RUNTIME_CHANGE, out);
}
