/* Keys that are packed states (model/pack.h). The work is one row of cells. */
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"

/* More cells than this are packed by a table instead of line by line. */
enum { CELLS_BY_HAND = 512 };

static uint64_t mask_of(uint8_t width) { return width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }

static void number(struct noe_text *out, int64_t value) {
  char buffer[NOE_TERM_TEXT];
  noe_base_text_puts(out, noe_compile_number(value, buffer));
}

static const char *empty_of(const struct noe_cell *cell) { return cell->type ? "U" : "0"; }

/* The multiset that has a slot beginning with this cell, or NULL. In a state that is
 * settled present slots come first, and all cells of absent ones are empty: at the first
 * of these the multiset is done. Inside other multisets it is not worth the trouble. */
static const struct noe_bag *bag_at(const struct noe_model *model, uint32_t cell) {
  for (uint32_t i = 0; i < model->bag_count; i++) {
    const struct noe_bag *bag = &model->bags[i];
    if (!bag->type->element->has_multiset && cell >= bag->cell && cell < bag->cell + bag->type->cells)
      return (cell - bag->cell) % bag->type->stride == 0 ? bag : NULL;
  }
  return NULL;
}

static uint32_t end_of(const struct noe_bag *bag) { return bag->cell + bag->type->cells; }

/* A state without a value in it, to begin with. */
static void write_nothing(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct work nothing = {{");
  for (uint32_t i = 0; i < model->cell_count; i++)
    noe_base_text_printf(out, "%s%s,", i % 32 ? "" : "\n  ", empty_of(&model->cells[i]));
  noe_base_text_puts(out, "\n}};\n");
}

/* After a cell of the slot `bag`: nothing else is in it, or the label behind its last one. */
static void pass_over(const struct noe_bag *bag, const char *absent, struct noe_text *out) {
  if (bag)
    noe_base_text_printf(out, "  if (%s) goto bag%u;\n", absent, bag->cell);
}

static void end_bag(const struct noe_model *model, uint32_t cell, struct noe_text *out) {
  for (uint32_t i = 0; i < model->bag_count; i++)
    if (!model->bags[i].type->element->has_multiset && end_of(&model->bags[i]) == cell && model->bags[i].type->cells)
      noe_base_text_printf(out, "bag%u:;\n", model->bags[i].cell);
}

static void unpack_by_hand(const struct noe_model *model, struct noe_text *out) {
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    if (cell->width) {
      noe_base_text_printf(out, "  v = k[%u] >> %u & UINT64_C(%" PRIu64 ");\n  w->c[%u] = v ? (cell)(v - 1) + ",
                           cell->word, cell->shift, mask_of(cell->width), i);
      number(out, cell->base);
      noe_base_text_printf(out, " : %s;\n", empty_of(cell));
      pass_over(bag_at(model, i), "!v", out);
    } else {
      noe_base_text_printf(out, "  w->c[%u] = %s;\n", i, empty_of(cell));
    }
    end_bag(model, i + 1, out);
  }
}

static void pack_by_hand(const struct noe_model *model, struct noe_text *out) {
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    if (cell->width) {
      char absent[NOE_TERM_TEXT];
      snprintf(absent, sizeof absent, "!c[%u]", i);
      pass_over(bag_at(model, i), absent, out);
      noe_base_text_printf(out, "  k[%u] |= (c[%u] == %s ? 0 : (uint64_t)c[%u] - (uint64_t)", cell->word, i,
                           empty_of(cell), i);
      number(out, cell->base);
      noe_base_text_printf(out, " + 1) << %u;\n", cell->shift);
    }
    end_bag(model, i + 1, out);
  }
}

/* `rest`: so many cells follow in the same multiset, which are empty if this one is. */
static void write_table(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_puts(out, "\nstatic const struct { int64_t base; uint32_t word, rest; uint8_t shift, width, kind; } packing[] = {\n");
  for (uint32_t i = 0; i < model->cell_count; i++) {
    const struct noe_cell *cell = &model->cells[i];
    const struct noe_bag *bag = bag_at(model, i);
    noe_base_text_puts(out, "  {");
    number(out, cell->base);
    noe_base_text_printf(out, ", %u, %u, %u, %u, %d},\n", cell->word, bag ? end_of(bag) - i - 1 : 0, cell->shift,
                         cell->width, cell->type != NULL);
  }
  noe_base_text_puts(out, "};\n");
}

static void unpack_by_table(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < %u; i++) {\n", model->cell_count);
  noe_base_text_puts(out, "    v = !packing[i].width ? 0 : k[packing[i].word] >> packing[i].shift &\n"
                          "        (~UINT64_C(0) >> (64 - packing[i].width));\n"
                          "    w->c[i] = v ? (cell)(v - 1 + (uint64_t)packing[i].base) : packing[i].kind ? U : 0;\n"
                          "    if (!v) i += packing[i].rest;\n"
                          "  }\n");
}

static void pack_by_table(const struct noe_model *model, struct noe_text *out) {
  noe_base_text_printf(out, "  for (uint32_t i = 0; i < %u; i++)\n", model->cell_count);
  noe_base_text_puts(out, "    if (packing[i].width && c[i] != (packing[i].kind ? U : 0))\n"
                          "      k[packing[i].word] |= ((uint64_t)c[i] - (uint64_t)packing[i].base + 1) << packing[i].shift;\n"
                          "    else i += packing[i].rest;\n");
}

static const char leads[] =
    "\n/* Does the last of the points come first among those that twins exchange? */\n"
    "static inline bool leads(const struct frame *f, const int32_t *points, uint32_t last) {\n"
    "  if (points[last] < 0 || f->host.class_of[points[last]] == 65535) return 1;\n"
    "  uint32_t members = 0;\n"
    "  for (uint32_t i = 0; i < last; i++) {\n"
    "    if (points[i] < 0 || f->host.class_of[points[i]] != f->host.class_of[points[last]]) continue;\n"
    "    if (points[i] == points[last]) return 1;\n"
    "    bool again = 0;\n"
    "    for (uint32_t k = 0; k < i && !again; k++) again = points[k] == points[i];\n"
    "    members += !again;\n"
    "  }\n"
    "  return f->host.rank_of[points[last]] == members;\n"
    "}\n";

static const char deliver[] =
    "\nstatic bool deliver(struct frame *f, uint32_t rule, uint64_t weight) {\n"
    "  settle(&f->next, &f->here);\n"
    "  if (!f->host.progress) f->host.progress = memcmp(f->next.c, f->here.c, sizeof f->here.c) != 0;\n"
    "  const struct work *w = &f->next;\n"
    "  if (f->host.want_cells) {\n"
    "    switch (f->host.canonical ? CANONISE(f) : 0) {\n"
    "    case 0:\n"
    "      for (uint32_t i = 0; i < sizeof f->next / sizeof(cell); i++) f->wide[i] = f->next.c[i] == U ? INT64_MIN : f->next.c[i];\n"
    "      return f->host.successor(&f->host, rule, weight, 0, 0, f->wide, f->arguments);\n"
    "    case 2: w = IMAGE(f);\n"
    "    }\n"
    "  }\n"
    "  encode(f, w);\n"
    "  return f->host.successor(&f->host, rule, weight, (const uint8_t *)f->key, KEY_BYTES, 0, f->arguments);\n"
    "}\n";

/* How to find representatives; or not at all. */
static const char canonical[] =
    "\n#define CANONISE(f) canonise(&(f)->canon, (f)->next.c, (f)->image.c, &(f)->host.stabiliser)\n"
    "#define IMAGE(f) &(f)->image\n";
static const char plain[] = "\n#define CANONISE(f) 0\n#define IMAGE(f) &(f)->next\n";

void noe_compile_packed(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  bool by_hand = model->cell_count <= CELLS_BY_HAND;
  if (!by_hand)
    write_table(model, out);
  write_nothing(model, out);
  noe_base_text_puts(out, "\nstatic void decode(struct frame *f, struct work *w, const uint8_t *key) {\n");
  noe_base_text_printf(out, "  uint64_t k[%u] = {0}, v;\n  memcpy(k, key, KEY_BYTES);\n  (void)f, (void)v;\n",
                       model->packed_words);
  if (model->bag_count)
    noe_base_text_puts(out, "  *w = nothing;\n");
  (by_hand ? unpack_by_hand : unpack_by_table)(model, out);
  noe_base_text_puts(out, "}\n\nstatic void encode(struct frame *f, const struct work *w) {\n"
                          "  const cell *const c = w->c;\n  uint64_t *const k = f->key;\n"
                          "  memset(k, 0, sizeof f->key);\n  (void)c;\n");
  (by_hand ? pack_by_hand : pack_by_table)(model, out);
  noe_base_text_puts(out, "}\n\nstatic inline void copy(struct work *to, const struct work *from) { *to = *from; }\n");
  noe_base_text_puts(out, leads);
  noe_base_text_puts(out, emitter->canonical ? canonical : plain);
  noe_base_text_puts(out, deliver);
}
